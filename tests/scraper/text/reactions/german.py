"""Texts in German, and the reactions that each quotes: words, speaker, verb, platform, handle."""

from __future__ import annotations

CASES = [
    (
        "Stadträtin Jana Moos (Grüne) via X: „Ich habe dagegen gestimmt.“",
        [("„Ich habe dagegen gestimmt.“", "Stadträtin Jana Moos", None, "twitter", None)],
    ),
    (
        "Kritik gab es auch am Ende. @odo_marl verzichtete auf den Krimi: „Heute füttere ich lieber die Schwäne“.",
        [("„Heute füttere ich lieber die Schwäne“", "@odo_marl", None, None, "odo_marl")],
    ),
    (
        "Auf Twitter ging es rund. Während die Schwäne schwammen, schrieb beispielsweise eine Nutzerin: „Lasst sie doch.“",
        [("„Lasst sie doch.“", "eine Nutzerin", "schrieb", "twitter", None)],
    ),
    (
        "Auf Twitter war der Spott groß. Dreißig Minuten später schrieb sie: „Man soll nicht müde schreiben.“",
        [("„Man soll nicht müde schreiben.“", "sie", "schrieb", "twitter", None)],
    ),
    (
        "Ihre Follower sind besorgt. „Seit fünf Tagen kein Schwan“, schrieb die Wärterin zum Bild.",
        [("„Seit fünf Tagen kein Schwan“", "die Wärterin", "schrieb", None, None)],
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
            ("„Die Fähre wäre verrückt, wenn sie nicht führe“", None, None, None, None),
        ],
    ),
    # der Ort steht hinter dem Tweet; zwei Stücke vor dem nächsten Zitat
    (
        "Ihr Tweet im Netz „Wieso fährt das Boot noch immer nicht? Fragen!“ löste Ärger aus.",
        [("„Wieso fährt das Boot noch immer nicht? Fragen!“", None, None, "twitter", None)],
    ),
    # eine Überschrift wiederholt einen Kommentar; womit ein Post endet
    (
        "„Du hast als Fährmann versagt“\n\nEin User schreibt auf Facebook: „Wie kann man so fahren? Du hast als Fährmann versagt!!!“",
        [
            ("„Du hast als Fährmann versagt“", None, None, "facebook", None),
            ("„Wie kann man so fahren? Du hast als Fährmann versagt!!!“", "Ein User", "schreibt", "facebook", None),
        ],
    ),
    (
        "Nachdem sie in der Talkshow einen Schwan für eine Gans gehalten hatte: „oh je, wie peinlich“, twitterte sie dazu.",
        [("„oh je, wie peinlich“", "sie", "twitterte", "twitter", None)],
    ),
    (
        "Auf Instagram trauern viele. Jana Roth, die mit ihm zusammen ruderte, teilte ein Bild und schrieb: „Gute Fahrt“.",
        [("„Gute Fahrt“", "Jana Roth", "schrieb", "instagram", None)],
    ),
    # wo der Satz davor beginnt, geht es weiter; womit ein Post endet; ein Verb, das weit hinten endet
    (
        "In einem Schreiben auf Facebook wünscht der 37-Jährige alles Gute. „Ich wünsche den beiden ruhiges Wasser“, erklärte Marl.",
        [("„Ich wünsche den beiden ruhiges Wasser“", "Marl", "erklärte", "facebook", None)],
    ),
    (
        "„Kein Ring und kein Boot“, stellte die Rudererin von 2010 daraufhin auf Instagram klar.",
        [("„Kein Ring und kein Boot“", "die Rudererin von 2010", "stellte", "instagram", None)],
    ),
    (
        "„Spielt nicht mit der Angst“, twitterte das Hafenamt.",
        [("„Spielt nicht mit der Angst“", "das Hafenamt", "twitterte", "twitter", None)],
    ),
    (
        "Es folgte ein Post auf einer Ruder-Facebook-Seite. „Gänse werden hier nicht bedient“, heißt es dort.",
        [("„Gänse werden hier nicht bedient“", None, "heißt es", None, None)],
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
    ("Das Netz spottet: „Diese Fähre kommt nie an.“", [("„Diese Fähre kommt nie an.“", None, "spottet", None, None)]),
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
        [("„Schwäne rudern schneller“", None, None, None, None), ("„Die Fähre ist ein Floß“", None, None, None, None)],
    ),
]
