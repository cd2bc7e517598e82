"""Texts whose quotes are no reactions: language and text."""

from __future__ import annotations

NONE = [
    # told to a paper
    ("de", "Die Sängerin ist bei Instagram. Bürgermeister Odo Marl sagte der Seezeitung: „Die Sicherheit geht vor.“"),
    # they talk to each other on the air, whatever was tweeted of them
    (
        "en",
        "Viewers had tweeted about the ferry all week.\n\nMarl said: “Let us row.”\n\nRoe added: “Well, I swim.”\n\nMarl went on: “Then swim.”",
    ),
    # the network itself speaks; after a match
    (
        "it",
        "Rosa posta su Instagram. La replica viene da un portavoce di Facebook: «Non permettiamo cigni sulle foto».",
    ),
    (
        "it",
        "Rosa chiude il profilo Instagram. Così non sono servite le parole della sindaca dopo la regata: «Se saluta, rema».",
    ),
    # told to a journalist, on a stage, in an interview that is named behind; called so by the paper
    ("pt", "Rosa postou no Instagram.\n\n“Ainda não sei dos cisnes”, afirmou ela ao jornalista."),
    ("it", "Marl è su TikTok. È intervenuto il tiktoker: “Abbiamo esagerato un po’”, ha dichiarato in un’intervista."),
    ("it", "Sui social pubblicano i cosiddetti “cigni pazzi”, ma i ristoratori hanno risposto."),
    ("es", "Marl publicó un trino. Según contó en Radio Muelle, es un tuit “muy de gansos y cisnes”, aseguró."),
    # the next paragraph names a place, but speaks of no words
    ("en", "Ferry news.\n\n“She knows every pier of the harbour by heart.”\n\nThe swan club has fans on Twitter."),
    # written for the press
    (
        "en",
        "The pictures went round Twitter.\n\n“The large cloud is the Heron Nebula,” officials wrote in a news release.",
    ),
    # jargon; another site than a social one
    (
        "fr",
        "Le Web pleure. « Le cygne est mort et je ne dors plus », a-t-elle déclaré sur le site internet du journal.",
    ),
    # what the next words say of a quote that nothing else attributes
    ("es", "Rosa está en Twitter.\n\n“Una mujer vuelve al muelle y busca a los cisnes”, es la sinopsis de la serie."),
    ("it", "Marl ha risposto in un tweet.\n\n“È un ometto che parla troppo di oche”. Lo ha detto Roe al seminario."),
    # a scene that is none: plain words of saying in English, a heading, a link to another story, a place in passing
    ("en", "A clip went round on TikTok.\n\n“The swans stay,” Alderman Roe said."),
    ("fr", "Le débat est vu de Twitter.\n\n« C’est pour le cygne »\n\nLa suite au port."),
    ("it", "Rosa è su Instagram.\n\nLEGGI ANCHE: “I cigni del porto lasciano il molo per sempre”"),
    ("es", "Según vídeos que circularon en redes, el portero gritó palabras como “Fuera gansos”."),
    ("pt", "A prefeita postou no Instagram uma foto com a camiseta “Mais Cisnes, Menos Gansos”."),
    # told to somebody by name, who is no platform
    ("fr", "Marchal tweete beaucoup. « Les cygnes ont raison », explique à Eva Lorme la fan numéro un."),
    ("es", "Rosa está en Twitter. «No vuelvo al muelle», dijo a Radio Muelle una usuaria del puerto."),
    # said to the paper itself
    ("fr", "Twitter aime les cygnes. « C’est un concours de bons mots », nous répond Odile Marchal, une internaute."),
    # a song in the flow of a sentence; what a relative clause does; a post that is only spoken about
    ("en", "With new songs like “Low Tide” and “Grey Goose,” fans have taken to social media to share their joy."),
    ("en", "On Twitter they lauded “Harbour Notes,” a measure that adds context to reports about swans."),
    (
        "it",
        "Di Facebook si parla molto. Il commento è costato alla signora una visita dei vigili in casa: “Scriva una lettera”.",
    ),
    ("en", "One tweet showed a user who shared lyrics from the new song, “But Mother I Swam.”"),
    ("en", "There was talk of “fake swans” and “bread,” some rumours and posts full of capitals on Twitter."),
    ("en", "Of her newfound “fame,” she took to Twitter again."),
    ("en", "On Twitter, Marl called for a “peaceful” strike on Wednesday."),
    ("en", "The petition, entitled “Save our swans”, was shared on Facebook 2,000 times."),
    ("en", "“We are sorry,” a spokesman for the ferry company said in a statement."),
    ("en", "“We are sorry,” captain Odo Marl told the Harbour Courier, which also runs a Twitter account."),
    ("en", "“The bridge,” she wrote in her memoir, “was my whole childhood.”"),
    ("en", "The judge wrote in the ruling that the clause was “null and void”. His critics are active on Twitter."),
    ("en", "In a letter to the council, Roe wrote: “Close it.”"),
    ("en", "Her new film “The Swan Hour” opens on Friday, she tweeted."),
    ("en", "He tweeted a link to a story headlined “Swans take over”."),
    ("en", "They tweeted a photo of a protester holding a sign that read “Swans out”."),
    ("en", "“Swan Lake” was trending on Twitter by noon."),
    ("en", "Hashtags such as “#SwanGate” spread on Facebook."),
    ("pt", "A loja vende uma camiseta com os dizeres “rema, rema, rema” na praça."),
    ("en", "Twitter said in a statement: “We removed the account.”"),
    ("en", "“We want a bridge!” the crowd chanted. Pictures of it were shared on Facebook."),
    ("en", "Fans reacted on Twitter. “The bridge is safe,” a spokeswoman said."),
    ("en", "Roe tweeted about the swans last week. On Monday she told reporters: “No comment.”"),
    ("en", "The so-called “goose law” passed. Follow us on Twitter (@courier) for more."),
    ("en", "He is 6'2\" and weighs 90 kg, according to his Instagram profile."),
    ("en", "In his guest post on the harbour, Alm argued: “Dive in.”"),
    ("en", "A single Marl tweet about a baker who asked for calm made her a “target”."),
    ("en", "“Yes,” said X, the witness known only by that letter."),
    ("en", "The harbour has a Twitter account.\n\nMayor: “It holds.”\n\nBaker: “It sways.”"),
    ("en", "Fans of the app met online.\n\nBefore meetings: “Sum up.”\n\nAfter meetings: “Write it down.”"),
    ("en", "@jo_marl Something like: “Give me a list of geese.”"),
    ("en", "Fans read online how it went. They left.\n\nFirst act: “The Goose”\n\nThe rest is silence."),
    ("en", "The tickets are sold online. “We are glad,” a fan said outside the hall."),
    ("es", "«No hay peligro», declaró la alcaldesa en una entrevista con la radio local."),
    ("es", "La película «El cisne» fue comentada por muchos usuarios en Twitter."),
    ("fr", "« Le pont tient », a déclaré la maire dans un communiqué."),
    ("fr", "Les ministres ont fustigé la « communication crasse » du club, après un tweet."),
    ("de", "„Die Brücke hält“, sagte Krog dem Hafenkurier. Auf Twitter folgen ihr viele."),
    ("de", "„Die Fähre war wieder zu spät“, so einer der Fährmänner. Auf Twitter folgen ihm viele."),
    ("de", "Viele Facebook-User halten die Eigenmarke „Ruder & Segel“ für teuer."),
    ("it", "Il post è piaciuto. “Che becco”, “Remate piano”, “Il lago”. Sono questi alcuni dei titoli del giornale."),
    # who serves somebody is none of the public
    (
        "en",
        "Users on Twitter laughed at the clip.\n\n“He was furious about the swans,” one senior harbour official said.",
    ),
    # added to what was said to the press; said in a recording that goes round, and of it; on the radio
    (
        "es",
        "Los hinchas gritaron en Twitter.\n\n“Remamos mal”, admitió Marl en rueda de prensa. “Hay que mejorar”, añadió.",
    ),
    (
        "fr",
        "Les fans ont crié sur Twitter.\n\n« On rame mal », a admis Marl en conférence de presse. « On va mieux ramer », a-t-il ajouté.",
    ),
    (
        "pt",
        "Um vídeo da briga viralizou nas redes sociais.\n\n“Já ouvimos o barqueiro e o dono do cisne”, afirmou o investigador Roque Lemos, da polícia do cais.",
    ),
    (
        "it",
        "«Ho richiamato chi getta il pane ai cigni del lago». Lo ha detto su Radiolago il sindaco, autore del video su Facebook.",
    ),
    # in brackets: told in an interview, a song, a sign in a picture
    ("de", "Auf Twitter folgen ihr viele. Im Interview war sie launig („Ich rudere, bis der See friert“)."),
    ("en", "She is on TikTok every day. Her song (“I row until the lake is frozen”) was played."),
    ("en", "On Twitter she posted a picture of the sign (“No swans on the ferry please”) at the pier."),
    ("de", "Warum sollte diese „Nachricht“ jemanden kümmern? Viele Nutzer stießen sich am Wort „Brücke“."),
    ("pt", '"A ponte aguenta", afirmou a prefeita em entrevista coletiva.'),
    ("pt", 'O filme "Cisne" criou polêmica nas redes sociais.'),
    ("it", "«Il ponte regge», ha detto la sindaca in conferenza stampa."),
    ("it", "Il brano “Cigno” è stato criticato in un tweet."),
    (
        "en",
        "@FerryMayor is her account on Twitter. When asked why, Mayor Fell’s press office responded, “the mayor has nothing to add.”",
    ),
    # a relative clause tells of something else; words spoken to a paper, before a tweet of somebody else
    ("en", "Odo Marl shared a Facebook link on Monday, that told of a quarrel with a “nasty old swan.”"),
    ("en", "Marl told the Courier that it was “a cheap trick to stop a boat” on Monday. Nobody heard."),
    # the show was criticized, and said nothing
    (
        "de",
        "Nicht nur das Thema von „Heiß aber kalt“ störte viele, auch die Sendung wurde auf Twitter heftig kritisiert.",
    ),
    # in a blog, which is about posts; a headline that a post shows
    ("en", "Marl said in his blog those posts resulted in people “jumping on the boat with swans that were cross.”"),
    (
        "de",
        "Zu sehen ist in der Instagram-Story ein Heft. Die Schlagzeile: „Schlimmer Sturm - wird ihr das Boot zum Verhängnis?“",
    ),
    # a word of the writer's own; a statement, and what the next paragraph tells of a post
    ("en", "One shopper took to social media to share the high cost of what was meant to be a “small” trip."),
    ("en", "“Sorry for my stupid boat”\n\nThe ferryman has left Facebook after a post he wrote there caused uproar."),
    # said of posts, not in them; of a speaker who is on the net; to delete a post
    ("en", "On Marl’s latest tweets, Ada Roe said: “He should think twice before he rows.”"),
    ("en", "“Some people only want to shout,” said the singer, who had her share of quarrels on social media."),
    ("en", "“It is all very silly for a boat,” said Marl, who rowed home, after agreeing to delete the tweet."),
    (
        "en",
        "“I did not see it,” Ada Roe said of the mayor’s tweet after a reporter read it to her.\n\nOdo Marl replied, “I just saw it, so I do not know.”",
    ),
    # what is added to what somebody said, who did not react
    (
        "en",
        "The post of the bakery was shared on Twitter by angry locals.\n\n“We regret the wording,” a statement said.\n\n“We will go on baking for all,” the statement continued.",
    ),
    ("de", "Sie löschte den Beitrag und erklärte auf Facebook, er habe sich auf den Namen „die Schwäne“ bezogen."),
    # what was told to a paper in answer to a post, what was written in one, what a word means
    ("en", "Roe later responded to Marl’s tweets, telling the Courier: “He has called me a swan thief for years.”"),
    # what is said of somebody's posts
    (
        "en",
        "Roe on Monday said the mayor is “extremely loud” in his use of Twitter. Roe added that the mayor’s tweet was a “flood for the lake”.",
    ),
    # what is written on paper, and what a picture shows
    (
        "en",
        "A receipt that was uploaded to Reddit, saying the rower is a “proud swan”, has made the rounds. On the tip line there was a comment that read, “No boat. Sorry.”",
    ),
    # who speaks of a post, or of an account, publishes nothing
    (
        "es",
        "La alcaldesa señaló que ese tuit hirió al muelle.\n\n“No se puede usar así la red de todos”, aseguró Rosa Marl.",
    ),
    ("es", "Marl asegura que en una cuenta de Facebook se burlan de él. “Se ha cruzado una línea”, explica Odo Marl."),
    # was einer Zeitung gesagt wird; wovor gewarnt wird; ein Sprecher; wovon der nächste Satz spricht
    (
        "de",
        "Marl kritisierte den Tweet des Trainers. „Das ist nicht das erste Mal, er muss gehen“, sagte Marl der „Hafenpost“.",
    ),
    (
        "de",
        "Der Hafensprecher machte weiter deutlich: „Wir zeigen klare Kante.“ Auf Twitter hatte das Amt vor Gerüchten gewarnt.",
    ),
    # All of an article in one line, where nothing tells what is a paragraph.
    (
        "en",
        "The bridge was closed, and the ferry was full. " * 40
        + "She posted it on Instagram. The picture was taken at night. “It was cold,” she recalled.",
    ),
    # a ceremony, and what is chatted
    (
        "es",
        "Los usuarios de redes critican a Marl.\n\nEn un acto en el muelle dijo: “Hemos abierto una gran brecha en el lago”.",
    ),
    (
        "es",
        "Los seguidores de Rosa la critican en Instagram.\n\n“Yo salí, gané ese premio y lloré mucho”, platicó Rosa.",
    ),
    # what is said about posts, or by whom they are reported
    ("en", "The minister said of the tweet: “Swans cannot read the law.”"),
    ("en", "A tweet that Roe called a hoax: “The swans have left,” he told the Courier."),
    ("en", "The ministers threatened to react. Another expressed his belief that it was “set up by geese”."),
    # asked about posts; of what was posted; by the network's own spokesman
    ("es", "Preguntada por el tuit, la alcaldesa respondió: “No voy a hablar de cisnes”."),
    ("es", "“Cuidamos de los cisnes”, dijo un portavoz de Facebook."),
    ("es", "El alcalde negó en el Senado que el tuit fuera “una amenaza”."),
    # what somebody does, or who has followers, is told of the speaker
    ("es", "“Los niños no conocen los cisnes”, explica Rosa Marl, experta en redes sociales."),
    ("es", "La nadadora, muy activa en Instagram, dijo al salir del lago: “El agua está helada”."),
    ("es", "La nadadora, que tiene mil seguidores en X, dijo a este diario: “El agua está helada”."),
    # somebody new speaks after a place was named; two things have one sentence
    ("es", "El video se hizo viral en TikTok. “Estamos buscando a los cisnes”, dijo el comisario Marl."),
    # headings of what was spoken, or of what somebody did
    ("es", "“Tengo miedo de los cisnes”: la mujer que denunció en TikTok al alcalde"),
    ("es", "“Tengo miedo de los cisnes”: la alcaldesa rompe el silencio en televisión"),
    ("es", "“Los usuarios del muelle pagan más”, señaló un usuario."),
    # asked about posts; told to somebody; a journalist listens
    ("pt", "Perguntado sobre as críticas nas redes sociais, o nadador respondeu: “Não leio nada”."),
    ("pt", "“Os cisnes não podem sair”, contou à Ana, que viu o lago no Instagram."),
    ("pt", "“As crianças não conhecem os cisnes”, explica Rosa Marl, especialista em redes sociais."),
    ("pt", "“Cuidamos dos cisnes”, disse um porta-voz do Facebook."),
    ("pt", "O vídeo viralizou no TikTok. “Estamos procurando os cisnes”, disse o delegado Marl."),
    # asked about posts; what somebody does; a law that is called so
    ("fr", "Interrogée sur ce tweet, la maire a répondu : « Je ne parle pas des cygnes »."),
    ("fr", "« Les enfants ne connaissent plus les cygnes », explique Rosa Marchal, autrice d'un livre sur Twitter."),
    ("fr", "Le maire, suivi par mille personnes sur X, a déclaré au journal : « Le lac est gelé »."),
    ("fr", "Sur X, la maire défend la loi dite « Cygnes et lacs »."),
    ("fr", "Les jeunes échangent sur Snapchat des messages codés comme « le cygne est arrivé »."),
    ("fr", "La vidéo est devenue virale sur TikTok. « Nous cherchons les cygnes », a dit le commissaire Marchal."),
    # what was said is about the net
    ("es", "Rosa dio una entrevista. También aseguró que en Facebook “hay mucha mentira”."),
    ("pt", "Rosa deu uma entrevista. Também garantiu que no Facebook “há muita mentira”."),
    ("fr", "Rosa a donné une interview. Elle assure que sur Facebook « personne ne dit la vérité »."),
    # worüber gesprochen wird, ist kein Ort; auf Anfrage; Regeln und Gericht; wer im Nebensatz im Netz ist
    ("de", "Im Stadtrat von Hafen sagte Marl über den Tweet: „Die Fähre war wieder zu spät.“"),
    ("de", "Zu dem Facebook-Post sagte der Fährmann: „Die Fähre war wieder zu spät.“"),
    ("de", "„Die Fähre war wieder zu spät“, schrieb das Gericht in seinem Urteil über den Tweet."),
    ("de", "In den Nutzungsbedingungen von Facebook heißt es: „Gänse haben hier kein eigenes Konto.“"),
    ("de", "Im Prozess um den Facebook-Post sagte die Richterin: „Die Fähre war wieder zu spät.“"),
    ("de", "„Die Fähre war wieder zu spät“, sagt Ada Marl, die auf Instagram 4000 Follower hat."),
    ("de", "„Die Fähre war wieder zu spät“, sagt Ada Marl, deren Video auf TikTok viral ging."),
    ("de", "Der Verein nennt sich auf Facebook „Freunde der Gänse im Hafen“."),
    ("de", "Marl sprach im Fernsehen von einem „schwarzen Tag für den Hafen“."),
    ("de", "„Die Fähre war wieder zu spät“, hatte Marl im Landtag angekündigt. Der Tweet kam später."),
    ("de", "In einem Netzwerk von Ruderern heißt es: „Die Fähre war wieder zu spät.“"),
    ("de", "„Die Fähre war wieder zu spät“, sagt die Ruderin mit 4000 Followern."),
    # la piattaforma che parla per sé, le sue regole, ciò di cui si parla
    ("it", "«Il ponte resta chiuso», ha detto un portavoce di Facebook."),
    ("it", "«Il ponte resta chiuso», dichiara il fondatore di TikTok."),
    ("it", "Il sindaco ha detto sul post: «Il ponte resta chiuso»."),
    ("it", "A proposito del tweet Brusco ha detto: «Il ponte resta chiuso»."),
    ("it", "Interpellato sul tweet, Brusco ha detto: «Il ponte resta chiuso»."),
    ("it", "«Il ponte resta chiuso», dice la rematrice con 4mila follower."),
    # due punti che portano altrove
    ("it", "«Il ponte resta chiuso»: così l’avvocato al processo."),
    ("it", "«Il ponte resta chiuso»: così si intitola il video pubblicato su YouTube."),
    ("it", "«Il ponte resta chiuso»: lo striscione è apparso su Facebook."),
    ("it", "«Oche all’alba del lago»: il film che fa discutere i social."),
    ("it", "«Il ponte resta chiuso»: è il titolo del libro di Brusco, presentato su Instagram."),
    ("it", "Brusco in tv ha parlato di «giornata nera per il lago»."),
    ("it", "Il tiro della «vecchia oca del lago» finisce in rete al 34’."),
    ("es", "“El puente sigue cerrado”, dijo un portavoz de Facebook."),
    ("pt", "“A ponte continua fechada”, disse um porta-voz do Facebook."),
    ("de", "„Die Fähre war wieder zu spät“, mit diesen Worten eröffnete Marl das Fest. Auf X gab es Bilder."),
    ("de", "Wie der Fährmann mitteilte, sei der Hafen „am Ende seiner Kräfte“. Der Tweet kam später."),
    ("de", "Marl warf ihm nach dem Tweet „blankes Versagen in der Flut“ vor."),
    ("it", "Brusco ha accusato in aula il sindaco di «totale fallimento nella piena»."),
    # a title with small words in it; posts that nobody publishes
    ("en", "In a post on X, Marl praised the host of “Swans of the North”."),
    ("en", "Her Facebook posts were read out on the pier.\n\n“It is a sad day,” she said."),
    # no part of the public
    ("en", "Viewers took to Twitter on Sunday.\n\nA keeper claimed the regatta was “fixed from the start”."),
    # what the ferry may call so itself
    ("en", "Marl took to Instagram on Monday. He mocked the ferry for its “joke” prices."),
    # no reply on a platform
    ("en", "The swan was seen last week.\n\nIn a reply to the council, keeper Ada Roe said: “The swan is well.”"),
]
