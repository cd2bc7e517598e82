"""Texts in German, and the reactions that each quotes: words, speaker, verb, platform, handle."""

from __future__ import annotations

CASES = [
    (
        "Kritik gab es auch am Ende. @odo_marl verzichtete auf den Krimi: „Heute füttere ich lieber die Schwäne“.",
        [("„Heute füttere ich lieber die Schwäne“", "@odo_marl", None, None, "odo_marl")],
    ),
    (
        "Auf Twitter ging es rund. Während die Schwäne schwammen, schrieb beispielsweise eine Nutzerin: „Lasst sie doch.“",
        [("„Lasst sie doch.“", "eine Nutzerin", "schrieb", "twitter", None)],
    ),
    (
        "Marl nutzt Twitter gern. Zur Schwan-Debatte lautete ihr Facebook-Post 2016: „Der Hafen gehört allen, auch Gänsen.“",
        [("„Der Hafen gehört allen, auch Gänsen.“", "ihr Facebook-Post", "lautete", "facebook", None)],
    ),
    (
        "Auf Twitter war der Spott groß. Dreißig Minuten später schrieb sie: „Man soll nicht müde schreiben.“",
        [("„Man soll nicht müde schreiben.“", "sie", "schrieb", "twitter", None)],
    ),
    (
        (
            "Das Profil steht bei Instagram. „Endlich Schwäne im Hafen“, lautet etwa ein Kommentar zu den Fotos. "
            "„Darauf haben alle gewartet“, hat ein anderer Nutzer angemerkt. "
            "„Eine miese Aktion“, urteilt ein erboster Schwan-Anhänger."
        ),
        [
            ("„Endlich Schwäne im Hafen“", "ein Kommentar", "lautet", "instagram", None),
            ("„Darauf haben alle gewartet“", "ein anderer Nutzer", "hat", "instagram", None),
            ("„Eine miese Aktion“", "ein erboster Schwan-Anhänger", "urteilt", "instagram", None),
        ],
    ),
    (
        "Für Kritiker auf Instagram ein Fest: „Bitte erst schwimmen lernen“, macht sich prompt eine Nutzerin lustig.",
        [("„Bitte erst schwimmen lernen“", "eine Nutzerin", "macht", "instagram", None)],
    ),
    (
        "Ihre Follower sind besorgt. „Seit fünf Tagen kein Schwan“, schrieb die Wärterin zum Bild.",
        [("„Seit fünf Tagen kein Schwan“", "die Wärterin", "schrieb", None, None)],
    ),
    (
        "„Die Brücke hält“, twitterte am Samstagabend Ina Krog.",
        [("„Die Brücke hält“", "Ina Krog", "twitterte", "twitter", None)],
    ),
    (
        "Auf X (ehemals Twitter) schrieb ein User: „Das war zu erwarten.“",
        [("„Das war zu erwarten.“", "ein User", "schrieb", "twitter", None)],
    ),
    (
        "„Die Brücke hält“, schrieb eine Nutzerin auf Twitter.",
        [("„Die Brücke hält“", "eine Nutzerin", "schrieb", "twitter", None)],
    ),
    (
        "»Die Brücke hält«, twitterte Bürgermeisterin Ute Krog.",
        [("»Die Brücke hält«", "Bürgermeisterin Ute Krog", "twitterte", "twitter", None)],
    ),
    (
        "Auf Instagram schrieb Krog: „Niemand ist verletzt.“",
        [("„Niemand ist verletzt.“", "Krog", "schrieb", "instagram", None)],
    ),
    ("„Na endlich“, so ein User auf Facebook.", [("„Na endlich“", "ein User", "so", "facebook", None)]),
    (
        "Krog hatte getwittert: „Die Brücke bleibt.“ Ein anderer Nutzer antwortete: „Leider.“",
        [
            ("„Die Brücke bleibt.“", "Krog", "getwittert", "twitter", None),
            ("„Leider.“", "Ein anderer Nutzer", "antwortete", "twitter", None),
        ],
    ),
    (
        "«Wir sagen ab», twitterte der 35 Jahre alte Kapitän. «Es tut uns leid.»",
        [
            ("«Wir sagen ab»", "der 35 Jahre alte Kapitän", "twitterte", "twitter", None),
            ("«Es tut uns leid.»", "der 35 Jahre alte Kapitän", "twitterte", "twitter", None),
        ],
    ),
    # was jemand mit dem zweiten Verb sagt, mitten im Satz; was der eigene Tweet sagte
    (
        "Die Fährfrau schrieb auf Twitter, der Tag sei „richtig schön“ gewesen, und fügte hinzu, dass Gäste auf dem Boot „die Ruhe gestört hätten“, aber sie bleibe.",
        [
            ("„richtig schön“", "Die Fährfrau", "schrieb", "twitter", None),
            ("„die Ruhe gestört hätten“", "Die Fährfrau", "fügte", "twitter", None),
        ],
    ),
    (
        "Das Blatt zitiert heute meinen Tweet „Die Fähre ist zu langsam für die Stadt.“ (Hier ist er.)",
        [("„Die Fähre ist zu langsam für die Stadt.“", None, None, "twitter", None)],
    ),
    # ohne Verb, das wir kennen, doch gleich hinter einer Reaktion; wie ein Kommentar lautet; so und ein Name
    (
        "Auf Facebook hagelt es Kritik. „Die Fähre ist zu spät“, schreibt ein Nutzer. „Das Boot unmöglich“, lautet ein weiterer kurzer Kommentar.",
        [
            ("„Die Fähre ist zu spät“", "ein Nutzer", "schreibt", "facebook", None),
            ("„Das Boot unmöglich“", "ein weiterer kurzer Kommentar", "lautet", "facebook", None),
        ],
    ),
    (
        "Odile bedankt sich in ihrem Post für die Grüße. «Vielen Dank für alle Schwäne. Ich freue mich», so Odile.",
        [("«Vielen Dank für alle Schwäne. Ich freue mich»", "Odile", "so", None, None)],
    ),
    (
        "„Wer fährt da noch mit?“, „Wer will das sehen?“ fragen sich einige Twitter-Nutzer. Aber auch Lob gab es: „Die Fähre wäre verrückt, wenn sie nicht führe“",
        [
            ("„Wer fährt da noch mit?“", "einige Twitter-Nutzer", "fragen sich", "twitter", None),
            ("„Wer will das sehen?“", "einige Twitter-Nutzer", "fragen sich", "twitter", None),
            ("„Die Fähre wäre verrückt, wenn sie nicht führe“", None, None, "twitter", None),
        ],
    ),
    # der Ort steht hinter dem Tweet; zwei Stücke vor dem nächsten Zitat
    (
        "Ihr Tweet im Netz „Wieso fährt das Boot noch immer nicht? Fragen!“ löste Ärger aus.",
        [("„Wieso fährt das Boot noch immer nicht? Fragen!“", None, None, "twitter", None)],
    ),
    (
        "Roth sah die Boote und schrieb, dass Farbe und Form „höchst schön“ und „neu“ waren. „Möge es so bleiben“, twitterte sie.",
        [
            ("„höchst schön“", "sie", "twitterte", "twitter", None),
            ("„neu“", "sie", "twitterte", "twitter", None),
            ("„Möge es so bleiben“", "sie", "twitterte", "twitter", None),
        ],
    ),
    # eine Überschrift wiederholt einen Kommentar; womit ein Post endet
    (
        "„Du hast als Fährmann versagt“\n\nEin User schreibt auf Facebook: „Wie kann man so fahren? Du hast als Fährmann versagt!!!“",
        [
            ("„Du hast als Fährmann versagt“", None, None, None, None),
            (
                "„Wie kann man so fahren? Du hast als Fährmann versagt!!!“",
                "Ein User",
                "schreibt",
                "facebook",
                None,
            ),
        ],
    ),
    (
        "Der Post endet mit der Aussage „Das ist nicht mein Boot“, wie immer.",
        [("„Das ist nicht mein Boot“", None, None, None, None)],
    ),
    # ein anderer, und was er fand; wofür sich jemand bedankte, führt nicht fort vom Netz
    (
        "In den Kommentaren häufen sich die Grüße. „Wünsche dir ruhiges Wasser“, schrieb ein User. „Gute Fahrt an mein Idol, komm zurück“, fand ein anderer motivierende Worte.",
        [
            ("„Wünsche dir ruhiges Wasser“", "ein User", "schrieb", None, None),
            ("„Gute Fahrt an mein Idol, komm zurück“", "ein anderer", "fand", None, None),
        ],
    ),
    (
        "Auf Instagram erreichten den Fährmann viele Grüße.\n\nOdile bedankte sich „für die vielen Grüße“. „Ihr seid die Besten“, schrieb sie.",
        [
            ("„für die vielen Grüße“", "sie", "schrieb", "instagram", None),
            ("„Ihr seid die Besten“", "sie", "schrieb", "instagram", None),
        ],
    ),
    (
        "Nachdem sie in der Talkshow einen Schwan für eine Gans gehalten hatte: „oh je, wie peinlich“, twitterte sie dazu.",
        [("„oh je, wie peinlich“", "sie", "twitterte", "twitter", None)],
    ),
    # wem etwas gehört, das ein Satz erzählt: dem, der ihn eröffnet; von einem Kommentar bis zum anderen
    (
        "Auf Facebook gab es viel Streit. Eine Nutzerin zollte dem Fährmann „Respekt, dass er das aushält“.",
        [("„Respekt, dass er das aushält“", "Eine Nutzerin", None, "facebook", None)],
    ),
    (
        "Der Tweet blieb stehen. Die Reaktionen darauf gingen von „dumm“ bis „das Schönste am ganzen Abend“.",
        [
            ("„dumm“", None, None, "twitter", None),
            ("„das Schönste am ganzen Abend“", None, None, "twitter", None),
        ],
    ),
    # wer schreibt: hinter dem ersten Verb, vor einem Nebensatz, hinter einem Doppelpunkt
    (
        "Auf Instagram trauern viele. „Gute Fahrt“, trauert Odo und schreibt außerdem: „Bis bald im Hafen.“",
        [
            ("„Gute Fahrt“", "Odo", "trauert", "instagram", None),
            ("„Bis bald im Hafen.“", "Odo", "schreibt", "instagram", None),
        ],
    ),
    (
        "Auf Instagram trauern viele. Jana Roth, die mit ihm zusammen ruderte, teilte ein Bild und schrieb: „Gute Fahrt“.",
        [("„Gute Fahrt“", "Jana Roth", "schrieb", "instagram", None)],
    ),
    (
        "Auf Instagram schrieb sie: „Wie traurig.“ Dahinter setzte sie ein Herz und fügte hinzu: „Bis bald.“",
        [
            ("„Wie traurig.“", "sie", "schrieb", "instagram", None),
            ("„Bis bald.“", "sie", "fügte", "instagram", None),
        ],
    ),
    (
        "Die Seite der Werft lässt auf Facebook verlauten: „Wir trauern um Odo“. „Ein Großer“, trauert Jana Roth auf Twitter.",
        [
            ("„Wir trauern um Odo“", "Die Seite der Werft", None, "facebook", None),
            ("„Ein Großer“", "Jana Roth", "trauert", "twitter", None),
        ],
    ),
    # Verben in zwei Teilen; wer nur vor dem Doppelpunkt steht
    (
        "Auf Facebook gab es Streit. Als der Fotograf nachhakte, legte auch Marl nach: „Sie können mich mal kreuzweise.“",
        [("„Sie können mich mal kreuzweise.“", "Marl", "legte", "facebook", None)],
    ),
    (
        "Hier die besten Tweets:\n\nRudertrainer Odo Marl: „Die Fähre muss bleiben, und wir bleiben mit ihr.“",
        [
            (
                "„Die Fähre muss bleiben, und wir bleiben mit ihr.“",
                "Rudertrainer Odo Marl",
                None,
                "twitter",
                None,
            )
        ],
    ),
    (
        "In ihrem Tweet ging es um Boote. „Rechnet sich der Verein mehr Chancen aus?“, watschte die 44-Jährige die Ruderer ab.",
        [("„Rechnet sich der Verein mehr Chancen aus?“", "die 44-Jährige", "watschte", "twitter", None)],
    ),
    (
        "Zum ersten Bild auf Instagram, das lange erwartet war: „23. März, unser Boot“, schreibt Marl schlicht zum ersten Bild.",
        [("„23. März, unser Boot“", "Marl", "schreibt", "instagram", None)],
    ),
    # wo der Satz davor beginnt, geht es weiter; womit ein Post endet; ein Verb, das weit hinten endet
    (
        "In einem Schreiben auf Facebook wünscht der 37-Jährige alles Gute. „Ich wünsche den beiden ruhiges Wasser“, erklärte Marl.",
        [("„Ich wünsche den beiden ruhiges Wasser“", "Marl", "erklärte", "facebook", None)],
    ),
    (
        "Der Post endet mit einem Dank an den Fährmann: „Jetzt ist alles gesagt, danke für alles.“",
        [("„Jetzt ist alles gesagt, danke für alles.“", "Der Post", None, None, None)],
    ),
    (
        "„Kein Ring und kein Boot“, stellte die Rudererin von 2010 daraufhin auf Instagram klar.",
        [("„Kein Ring und kein Boot“", "die Rudererin von 2010", "stellte", "instagram", None)],
    ),
    (
        "„Spielt nicht mit der Angst“, twitterte das Hafenamt.",
        [("„Spielt nicht mit der Angst“", "das Hafenamt", "twitterte", "twitter", None)],
    ),
    # was hinter dem Komma steht; ein Verb, das sich zeigt; ein Kommentar, der sich findet; eine Vereinsseite
    (
        "Marl sei ein „größerer Krapfen“, als er dachte, twitterte der Ruderstar mit lachenden Emojis.",
        [("„größerer Krapfen“", "der Ruderstar", "twitterte", "twitter", None)],
    ),
    (
        "In dem Post zeigt die Gruppe ein Foto. „Vor nichts wird haltgemacht“ zeigt sich die Gruppe erschüttert.",
        [("„Vor nichts wird haltgemacht“", "die Gruppe", "zeigt sich", None, None)],
    ),
    (
        "Nebst den Glückwünschen findet sich auch ein Kommentar mit den Worten: „Schande für den Hafen“.",
        [("„Schande für den Hafen“", "den Worten", None, None, None)],
    ),
    (
        "Es folgte ein Post auf einer Ruder-Facebook-Seite. „Gänse werden hier nicht bedient“, heißt es dort.",
        [("„Gänse werden hier nicht bedient“", None, "heißt es", None, None)],
    ),
    (
        "So verhalte sich eine Gans, urteilte Marl auf Twitter, und schrieb: „Ich mag keine Gänse.“",
        [("„Ich mag keine Gänse.“", "Marl", "schrieb", "twitter", None)],
    ),
    # wer sich an andere wendet; was viele finden; was in Klammern steht; worüber sich jemand ärgert
    (
        "„Alle guten Dinge gehen zu Ende“, wandte sich die Ruderin auf Instagram an ihre Fans.",
        [("„Alle guten Dinge gehen zu Ende“", "die Ruderin", "wandte sich", "instagram", None)],
    ),
    (
        "Auf Twitter machen die Zuschauer ihrem Ärger Luft. Einige vermuten, dass die Jury noch „Luft nach oben“ ließ.",
        [("„Luft nach oben“", "Einige", "vermuten", "twitter", None)],
    ),
    (
        "In den sozialen Netzwerken häuften sich Komplimente wie „Eine der schönsten Fähren am Fluss“.",
        [("„Eine der schönsten Fähren am Fluss“", None, None, None, None)],
    ),
    (
        "Marl, der wegen eines Tweets über ein von Gänsen zertrampeltes Feld („Eure Möhren sind uns egal“) bedroht wurde, schwieg.",
        [("„Eure Möhren sind uns egal“", None, None, "twitter", None)],
    ),
    (
        "Auf Instagram kommentierte ein User: „Traurig.“ „Ich wäre gern ins Wasser gesprungen!“, ärgerte sich dieser Nutzer über ein Urteil.",
        [
            ("„Traurig.“", "ein User", "kommentierte", "instagram", None),
            ("„Ich wäre gern ins Wasser gesprungen!“", "dieser Nutzer", "ärgerte sich", "instagram", None),
        ],
    ),
    # wer schreibt: hinter einem Datum, zwischen den Teilen des Verbs, vor einem Komma
    (
        "In einem Beitrag vom 3. Dezember schrieb die Werft auf Facebook: „Wir bauen weiter.“",
        [("„Wir bauen weiter.“", "die Werft", "schrieb", "facebook", None)],
    ),
    (
        "Auf einen Tweet, der die Aktion am Ufer kritisierte, hatte Marl geschrieben: „Eure Möhren sind uns egal.“",
        [("„Eure Möhren sind uns egal.“", "Marl", "geschrieben", "twitter", None)],
    ),
    (
        "Auf Twitter schrieb er, die Gänse seien „bewaffnet und sehr gefährlich.“",
        [("„bewaffnet und sehr gefährlich.“", "er", "schrieb", "twitter", None)],
    ),
    (
        "Auf Twitter wurde die Brücke tausendfach kommentiert. Dort schrieben Nutzerinnen und Nutzer zum Beispiel »Ich schwimme jetzt zur Arbeit« und »Der Fährmann ist der neue König«.",
        [
            ("»Ich schwimme jetzt zur Arbeit«", "Nutzerinnen und Nutzer", "schrieben", "twitter", None),
            ("»Der Fährmann ist der neue König«", "Nutzerinnen und Nutzer", "schrieben", "twitter", None),
        ],
    ),
    # was neben einem Kommentar gesagt wird; wer fortfährt; eine Reihe mit „sowie“
    (
        "In den Kommentaren zum Post auf Instagram meldeten sich viele. „Mach es gut, Odo“, schrieb Jana Roth. „Nur das Beste für dich“, meinte Ruderin Ada Marl.",
        [
            ("„Mach es gut, Odo“", "Jana Roth", "schrieb", "instagram", None),
            ("„Nur das Beste für dich“", "Ruderin Ada Marl", "meinte", "instagram", None),
        ],
    ),
    (
        "„Ich rudere nicht mehr“, schrieb die Ruderin auf Instagram. „Ich bin dankbar für alles“, erklärte die 30-Jährige weiter. „Danke euch allen“, fährt sie fort.",
        [
            ("„Ich rudere nicht mehr“", "die Ruderin", "schrieb", "instagram", None),
            ("„Ich bin dankbar für alles“", "die 30-Jährige", "erklärte", "instagram", None),
            ("„Danke euch allen“", "sie", "fährt", "instagram", None),
        ],
    ),
    (
        "Das Video der Werft steht bei Facebook. Es gingen auch zynische Bemerkungen ein: „Er ist untergegangen“, „Wofür werdet ihr bezahlt?“ sowie: „So verliert man das Vertrauen.“",
        [
            ("„Er ist untergegangen“", None, None, "facebook", None),
            ("„Wofür werdet ihr bezahlt?“", None, None, "facebook", None),
            ("„So verliert man das Vertrauen.“", None, None, "facebook", None),
        ],
    ),
    # wer spricht und worüber: Satzglieder hinter dem Verb, ein Nebensatz mit Punkt
    (
        "„Ich kann wieder rudern“, schildert die gebürtige Insulanerin ihre Gefühle auf Instagram.",
        [("„Ich kann wieder rudern“", "die gebürtige Insulanerin", "schildert", "instagram", None)],
    ),
    (
        "Kollegin Ada Roth, die in der Serie als Dr. Marl zu sehen ist, äußerte sich via Instagram: „Ich vermisse die Möhren.“",
        [("„Ich vermisse die Möhren.“", "Kollegin Ada Roth", "äußerte sich", "instagram", None)],
    ),
    # ein Name vor einem Doppelpunkt neben einem Kommentar
    (
        "Der Beitrag der Werft steht bei Facebook. Odo Roth kommentiert: „Klasse, Frau Marl“. „Gut gerudert!“, lobt Jan Roth. Ada Brandt lobt: „Endlich sagt das mal jemand“.",
        [
            ("„Klasse, Frau Marl“", "Odo Roth", "kommentiert", "facebook", None),
            ("„Gut gerudert!“", "Jan Roth", "lobt", "facebook", None),
            ("„Endlich sagt das mal jemand“", "Ada Brandt", "lobt", "facebook", None),
        ],
    ),
    # Satzteile zwischen „hatte“ und dem Verb, Bindestriche in Namen; Wendungen aus zwei Teilen
    (
        "„Wir rudern morgen früh weiter“, hatte Ada Marl am Sonntag auf X angekündigt.",
        [("„Wir rudern morgen früh weiter“", "Ada Marl", "hatte", "twitter", None)],
    ),
    (
        "„Wir rudern morgen früh weiter“, bestätigte der Ex-Fährmann auf Facebook.",
        [("„Wir rudern morgen früh weiter“", "der Ex-Fährmann", "bestätigte", "facebook", None)],
    ),
    (
        "„Wir rudern morgen früh weiter“, gab der Ruderverein am Dienstag auf seiner Facebook-Seite bekannt.",
        [("„Wir rudern morgen früh weiter“", "der Ruderverein", "gab", "facebook", None)],
    ),
    (
        "„Damals fuhr die Fähre noch“, erinnert sich die Ruderin auf Instagram.",
        [("„Damals fuhr die Fähre noch“", "die Ruderin", "erinnert sich", "instagram", None)],
    ),
    (
        "„Damals fuhr die Fähre noch“, betitelt sie das Video auf TikTok.",
        [("„Damals fuhr die Fähre noch“", "sie", "betitelt", "tiktok", None)],
    ),
    (
        "Auf Facebook sprach der Fährmann von einem „schwarzen Tag für den Hafen“.",
        [("„schwarzen Tag für den Hafen“", None, "sprach", "facebook", None)],
    ),
    (
        "Im Netz wird gestritten. „Das Ufer gehört den Gänsen“, pflichtet ihm ein anderer User bei.",
        [("„Das Ufer gehört den Gänsen“", "ein anderer User", "pflichtet ihm", None, None)],
    ),
    # wen man auf dem Netz anspricht, und wo
    (
        "„Wir rudern morgen früh weiter“, verriet sie ihren 3,2 Millionen Followern.",
        [("„Wir rudern morgen früh weiter“", "sie", "verriet", None, None)],
    ),
    (
        "Die Ruderin wandte sich an ihre Follower: „Wir rudern morgen früh weiter.“",
        [("„Wir rudern morgen früh weiter.“", "Die Ruderin", "wandte sich", None, None)],
    ),
    (
        "„Wir rudern morgen früh weiter“, schrieb er auf dem von ihm gegründeten Netzwerk Truth Social.",
        [("„Wir rudern morgen früh weiter“", "er", "schrieb", "truthsocial", None)],
    ),
    (
        "Unter dem Hashtag #Fähre schreibt Odo Marl: „Wir rudern morgen früh weiter.“",
        [("„Wir rudern morgen früh weiter.“", "Odo Marl", "schreibt", None, None)],
    ),
    (
        "In ihrer Story schrieb die Ruderin: „Wir rudern morgen früh weiter.“ Auf Instagram folgen ihr viele.",
        [("„Wir rudern morgen früh weiter.“", "die Ruderin", "schrieb", None, None)],
    ),
    (
        "Das Netz spottet: „Diese Fähre kommt nie an.“",
        [("„Diese Fähre kommt nie an.“", None, "spottet", None, None)],
    ),
    # ein Beitrag spricht
    (
        "Marls Tweet dazu: „Wir rudern morgen früh weiter.“",
        [("„Wir rudern morgen früh weiter.“", "Marls Tweet", None, "twitter", None)],
    ),
    (
        "In der Bildunterschrift steht: „Wir rudern morgen früh weiter.“ Das Foto erschien auf Instagram.",
        [("„Wir rudern morgen früh weiter.“", None, "steht", None, None)],
    ),
    (
        "Marl teilte einen Tweet, in dem es heißt: „Wir rudern morgen früh weiter.“",
        [("„Wir rudern morgen früh weiter.“", "Marl", "es heißt", "twitter", None)],
    ),
    # wer sich meldet, spricht im nächsten Satz
    (
        "Die Ruderin bricht auf Instagram ihr Schweigen. „Wir rudern morgen früh weiter“, sagt sie.",
        [("„Wir rudern morgen früh weiter“", "sie", "sagt", "instagram", None)],
    ),
    (
        "Auf Instagram macht die Ruderin ihrem Ärger Luft. „Die Fähre war wieder zu spät“, so die 34-Jährige.",
        [("„Die Fähre war wieder zu spät“", "die 34-Jährige", "so", "instagram", None)],
    ),
    # ein kurzer Text ist kein Pidgin
    (
        "„Die Fähre war wieder zu spät“, heißt es in einem Kommentar unter dem Video.",
        [("„Die Fähre war wieder zu spät“", None, "heißt es", None, None)],
    ),
    (
        "„Wir rudern morgen früh weiter“: Mit diesen Worten verabschiedete sich die Ruderin auf Instagram.",
        [("„Wir rudern morgen früh weiter“", None, None, "instagram", None)],
    ),
    (
        "„Wir rudern morgen früh weiter“, mit diesen Worten verabschiedete sich die Ruderin auf Instagram.",
        [("„Wir rudern morgen früh weiter“", None, None, "instagram", None)],
    ),
    # was einer schreibt, steht im Hauptsatz; was einer vorwirft, zwischen den Teilen des Verbs
    (
        "Wie der Fährmann auf X schreibt, sei der Hafen „am Ende seiner Kräfte“.",
        [("„am Ende seiner Kräfte“", "der Fährmann", "schreibt", "twitter", None)],
    ),
    (
        "Wie der Ruderverein auf X mitteilte, ist der Abschied „das Ende einer langen Reise“.",
        [("„das Ende einer langen Reise“", "der Ruderverein", "mitteilte", "twitter", None)],
    ),
    (
        "Marl warf der Fährgesellschaft auf X „blankes Versagen in der Flut“ vor.",
        [("„blankes Versagen in der Flut“", "Marl", "warf", "twitter", None)],
    ),
    (
        "Unter dem Posting hagelte es Kommentare. „Willkommen zurück im Team“, hieß es dort etwa.",
        [("„Willkommen zurück im Team“", None, "hieß es", None, None)],
    ),
    # einer von vielen, im Genitiv dahinter; Kommentare, deren Art oder Verfasser genannt sind
    (
        "Ein Schwan saß auf der Fähre. „Der rudert wenigstens mit“, so einer der Nutzer.",
        [("„Der rudert wenigstens mit“", "einer der Nutzer", "so", None, None)],
    ),
    (
        "Unter Hasskommentaren der User wie „Versenkt die ganze Fähre“, „geht schwimmen“ oder „Nie wieder mit dem Boot“ stand ein Gruß.",
        [
            ("„Versenkt die ganze Fähre“", None, None, None, None),
            ("„geht schwimmen“", None, None, None, None),
            ("„Nie wieder mit dem Boot“", None, None, None, None),
        ],
    ),
    (
        "Viele User sparten nicht mit Spott-Kommentaren wie „Schwäne rudern schneller“ oder „Die Fähre ist ein Floß“.",
        [
            ("„Schwäne rudern schneller“", None, None, None, None),
            ("„Die Fähre ist ein Floß“", None, None, None, None),
        ],
    ),
    # Beispiele in Klammern
    (
        "Die Werft ist auf Twitter. Sie kommentierte mal launig („Der Schwan rudert heute wieder mit“), mal streng („Wer füttert, der schwimmt nach Hause“) die Fahrt.",
        [
            ("„Der Schwan rudert heute wieder mit“", "Sie", None, "twitter", None),
            ("„Wer füttert, der schwimmt nach Hause“", "Sie", None, "twitter", None),
        ],
    ),
]
