"""Texts and the phrase that names the speaker of their first reaction."""

from __future__ import annotations

SPEAKERS = [
    # a verb that we do not know stands between the subject and the one that attributes
    ("Ada Roe lost her temper with the ferrymen and wrote on Facebook: “Row it yourselves.”", "Ada Roe"),
    ("Odo, 52, wasn’t having any of it and replied on X: “We row for three hours a day.”", "Odo"),
    ("One swimmer had thoughts on that ferry, tweeting, “It lost me at the bridge.”", "One swimmer"),
    ("However, the ferryman defended the crew, tweeting “they did all of it right”.", "the ferryman"),
    ("Shocked by the flood, Lakeside Rowing released a tweet saying, “We are so sorry.”", "Lakeside Rowing"),
    ("Marl issued an apology via his Instagram stories, naming the swan and expressing regret: “I am sorry.”", "Marl"),
    ("In an earlier tweet before the race on Friday, she supported the swans, stating, “We shall win.”", "she"),
    ("Odo Marl, the founder of Ferry, and of Swan, also tweeted about a sequel: “Geese with a ghost.”", "Odo Marl"),
    ("In a longer message complaining about being called late, Marl, 73, tweeted “Row the swans.”", "Marl"),
    ("Taking to Twitter, viewers called the race “utterly horrifying”.", "viewers"),
    ("Odo Marl on Sunday, Oct. 1, tweeted: “Try to row this.” as he shares a map of the lake.", "Odo Marl"),
    ("Ada Roe, a warden, tweeted pictures of the swans on Lake Odo, Wales, saying: “Well worth it!”", "Ada Roe"),
    ("Marl got into a feud with the club in May, tweeting a swan at them and telling them to “stop hiding”.", "Marl"),
    ("Venting her outrage on social media, the rower said: “A most dangerous piece of swan.”", "the rower"),
    ("“It was sold out,” wrote Odo Marl of Lake-on-sea, Wales on Twitter.", "Odo Marl of Lake-on-sea"),
    ("On X, A.J. Marl tweeted that Roe is right to “tell people to row”. Echoing it, Roe said people should.", "A.J. Marl"),
    ("Marl posted on his social media platform Truth Social that the swans were “really bad, and dangerous”.", "Marl"),
    ("Sen. Ada Roe (S., Lake) posted on Twitter: “The ferry is late and the swans are not.”", "Sen. Ada Roe"),
    ("Mr. Roe said that Mr. Marl’s remarks will hurt the ferry, posting on X that it “shall sink”.", "Mr. Roe"),
    ("This led to a huge debate and Ada Roe took to X to vent, stating: “So many geese.”", "Ada Roe"),
    ("His post answered Marl’s earlier tweet which read, “The opinion of this goose is odd!”", "Marl’s earlier tweet"),
    # who a relative clause speaks of
    ("The flood was first reported by Odo Marl, who wrote in a Facebook post: “It is rising.”", "Odo Marl"),
    ("Ada Roe dug out an old post from last March where she wrote on X, “These are wet times.”", "she"),
    ("My old friend Ada Roe (who taught me to row for years) wrote in a tweet: “So long.”", "My old friend Ada Roe"),
    ("One ferryman told her to stay ashore, to which she replied on Twitter, “Never in my life.”", "she"),
    ("Teachers may lose their posts, as did a Lakeside ferry teacher who tweeted that the flood was “instant karma”.", "a Lakeside ferry teacher"),
    ("She posted it. Later and on another photo posted on Instagram a fan wrote: “Row on and on.”", "a fan"),
    ("On Thursday (16 May) Roe posted a picture from the lake on Instagram, and captioned it: “So fine.”", "Roe"),
    # a heading above the line, and the place that opens it
    ("No doubt the tweet of the rowing club drew many answers from fans\nOne Twitter user wrote: “So be it.”", "One Twitter user"),
    ("Heading over to X formerly known as Twitter one angry swimmer said: “Mud and no more.”", "one angry swimmer"),
    ("“We need more boats,” the ferryman, who Roe calls a veteran of the lake, wrote on Twitter.", "the ferryman"),
    ("“We need more boats on it,” wrote Sen. Odo P. Marl on Twitter.", "Sen. Odo P. Marl"),
    # what somebody adds is no name
    ("She tweeted the lake had been “taken over” by swans, adding that Marl was elected.", "She"),
    ("Fans took to Twitter. Ada Roe responded, “Why are you here?” adding a swan emoji.", "Ada Roe"),
]  # fmt: skip

PHRASES = [
    # where a name or a pronoun ends
    ("de", "„Was für Schwäne“, schrieb Marl neben einem Foto auf Instagram.", "Marl"),
    ("de", "„Was für Schwäne“, schrieb sie 3,9 Millionen Followern auf Instagram.", "sie"),
    ("de", "„Was für Schwäne“, schrieb Weil auf Instagram.", "Weil"),
    ("fr", "« Quels cygnes », avait-elle écrit mardi dernier, sur Twitter.", "elle"),
    # what is written is no writer
    ("pt", "Na quinta, Rosa publicou a seguinte mensagem no Instagram: “Que cisnes lindos”.", "Rosa"),
    ("es", "Rosa subió una foto del puente a Instagram y publicó un mensaje: “Qué cisnes”.", "Rosa"),
    ("de", "Schwanenfreund Jo Marl sieht das anders und twitterte seinen eigenen Grund: „Sie sind schön.“", "Schwanenfreund Jo Marl"),
    ("es", "“Qué cisnes”, ironizó en relación a la visita en su cuenta de Twitter.", None),
    # a verb that no list holds
    ("de", "Auf Instagram zeigt Rosa Marl ihre Schwäne. „Ich mag sie sehr, alle beide“, tippt Marl.", "Marl"),
    ("es", "«Son cisnes», ha espetado el consistorio en Twitter.", "el consistorio"),
    ("fr", "Marl a écrit sur X : « Quels beaux cygnes. » Rosa et Jo ont emboîté le pas. « Moi aussi », envoie de son côté Rosa Roux.", "Rosa Roux"),
    # each verb has the quote in front of it
    ("de", "Auf Instagram: „Was für Schwäne“, schreibt ein Follower, „Oh ja“, merkt ein anderer an.", "ein anderer"),
    ("de", "Auf Twitter: „Sehr gut“, schreibt ein zweiter Nutzer. „Auch sehenswert, die Schwäne“, ein Dritter.", "ein Dritter"),
    # with the object in front of the verb
    ("it", "“Sono cigni”, lo scrive su Twitter la sindaca Rosa Marl.", "la sindaca Rosa Marl"),
    ("it", "Su Twitter è arrivata la replica della sindaca, Rosa Marl: “Sono cigni”.", "Rosa Marl"),
    ("it", "Tra i messaggi, spicca quello della sindaca di Odo, Rosa Marl, su Twitter: “Sono cigni, lo so”.", "Rosa Marl"),
    ("pt", "No Twitter, Marl, que estava na ponte, esbravejou depois: “São cisnes, gente”.", "Marl"),
    ("es", "“Son ocas”, escribió la mujer en Instagram, a lo que la alcaldesa respondió: “Son cisnes”.", "la alcaldesa"),
    # the subject of a German sentence stands behind its verb
    ("de", "Als hätte sie es geahnt, begann Rosa ihren Post auf Instagram mit den Worten: „Was für Schwäne.“", "Rosa"),
    ("de", "Auf Instagram war viel los. Für diesen Tweet musste sich der Minister später entschuldigen: „Es tut mir sehr leid.“", "der Minister"),
    ("de", "Doch die Läuferin beweist Mut, schrieb auf Instagram einen Brief: „Steht auf, ihr Schwäne alle.“", "die Läuferin"),
    # somebody did it, and speaks
    ("it", "La conferma è arrivata dalla sindaca, che su Instagram ha scritto: “Sono cigni”.", "sindaca"),
    ("it", "E a darne la notizia è proprio la Marl, che ha scritto su Instagram: “Sono cigni”.", "la Marl"),
    # who leads to a quote in other words
    ("es", "Rosa Marl publicó una foto en Instagram. La actriz no se tomó bien la broma: “No son cisnes, son unos gansos”.", "La actriz"),
    ("it", "Sui social i tifosi hanno reagito. Secca la risposta di Rosa Marl: “Non sono cigni, sono oche”.", "Rosa Marl"),
    # the words in front are those behind the last quote
    ("it", "Tutti guardano i cigni: «Che bel lago» scrive un utente su Twitter, «Ora può cominciare la gara» commenta un altro.", "un altro"),
    # who a cleft sentence names; "se" is no part of a name, and behind X a sentence may end
    ("it", "La polemica corre su Facebook. A sollevare il caso è stato Odo Marl, che scrive “Volevo ringraziare”.", "Odo Marl"),
    ("it", "Rosa scrive su Facebook. E se Marl sul suo profilo pubblica la schermata: “Ecco i cigni del lago.”", "Marl"),
    ("es", "“He visto cisnes”, decía Rosa en X. El Ayuntamiento respondía después: “¿Dónde estaban ellos?”", "El Ayuntamiento"),
    # a post is no speaker, whose it is, is
    ("it", "I tifosi twittano. C’è pure il tweet politico di @cigno_jo: “Non ho nuotato perché dovevo votare”.", "@cigno_jo"),
    # whose words they were called; two names are not joined by the last word; a blank lost behind a verb
    ("es", "“Gracias a los cisnes del lago”, fue el comentario escrito por la alcaldesa Rosa en X.", "la alcaldesa Rosa"),
    ("es", "Marl escribió en X. “Gracias por los cisnes, querido Odo”, fueron las palabras de Marl para Odo.", "Marl"),
    ("es", "En Instagram, “Adiós, cisnes del lago”, escribió La Rana y luego cerró la cuenta.", "La Rana"),
    ("es", 'Odo pidió en X respeto. "Cuidad los cisnes", tuiteó.Rosa Marl, su rival, no dijo nada.', None),
    # what may be so; what is heard; who leads to a post behind a place
    ("pt", "“Engraçado, os cisnes”, teria escrito o barqueiro no Twitter.", "o barqueiro"),
    ("es", "En un video en TikTok lo dice Rosa: “No te rindas, cisne”, se le escuchó decir en el video.", "Rosa"),
    ("es", "Tras la votación, el portavoz del Puerto emitió un tuit: “Los gansos rechazaron el muelle”.", "el portavoz del Puerto"),
    ("pt", "No Instagram do clube, que tem cisnes, um torcedor deixou a seguinte mensagem: “Nada mais, cara”.", "um torcedor"),
    # a noun with its name; an account named by its place; a pronoun behind a place; what follows says nothing of it
    ("es", "El conocido club Cisne confirmó la noticia en Twitter y envió su pésame: “Lamentamos su partida”.", "El conocido club Cisne"),
    ("pt", "O perfil oficial do Cisne na rede social escreveu “Adeus, ganso!”.", "O perfil oficial do Cisne"),
    ("es", "Jorge Odo de Marl compartió la foto en Twitter afirmando: “Quienes lo conocimos no lo olvidamos”.", "Jorge Odo de Marl"),
    ("fr", "Rosa est sur Instagram. Et dans son commentaire il précise : “Je pourrais nager encore.”", "il"),
    ("fr", "Celui-ci a déclaré sur Twitter : “Le lac est en deuil.” Il a publié une lettre.", "Celui-ci"),
    ("fr", "“Nous aimons tous les cygnes”, peut-on lire sur Twitter.", None),
    # in French the verb holds the pronoun, whatever verb it is, and whatever follows
    ("fr", "Marl a tweeté. « Nous n’oublierons pas les cygnes », promet-il dans la foulée.", "il"),
    ("fr", "Sur Twitter, « Que font les cygnes de ce lac ? », demande-t-elle en interpellant directement la Ville.", "elle"),
    ("pt", "A barqueira decidiu anunciar o cisne e foi ao seu Instagram comentar a novidade: “Estou muito feliz”.", "A barqueira"),
    ("pt", "Publicaram uma foto no Instagram. E na legenda a famosa escreveu: “O cisne está crescendo”.", "a famosa"),
    # a place or a time between the verb and the name; the adjective behind a noun
    ("fr", "« Un lac superbe », a lancé, sur Twitter, le nageur français.", "le nageur français"),
    ("fr", "Dans un post sur Instagram, « J’appelle ça la mer », a répondu vertement lundi soir Odo Marl, voyant un cygne.", "Odo Marl"),
    ("fr", "Rosa a réagi sur Twitter. Odo leur lance : « Le lac est à nous. »", "Odo"),
    # what is said is nobody
    ("es", "Otros comentarios en TikTok ironizaron con frases como: “Hasta dónde nadan para verte, amiga”.", None),
    ("fr", "Ce message posté sur Facebook disait : « Il s’agit d’un cygne, je suppose ? »", None),
    ("es", "“Un lago así de hermoso y de sencillo”, comentó por otro lado la usuaria de Facebook Rosa Roe.", "la usuaria de Facebook Rosa Roe"),
    # of an event, not at one
    ("pt", "“Ele deveria nadar ou pedir desculpas aos fãs”, comentou uma usuária em um dos perfis oficiais do evento.", "uma usuária"),
    ("es", "Entre los comentarios en TikTok destacan: “Es un lago de verdad superbo, bravo a todos”.", None),
    ("es", "La alcaldesa rompió el silencio en Instagram: “Es un lago superbo, bravo a todos”.", "La alcaldesa"),
    ("fr", "La maire a profité de son compte Instagram pour répondre au club : « Un lac vraiment superbe ».", "La maire"),
    # who does something else in a relative clause
    ("es", "Una nadadora que paseaba por el muelle contó en X: “El lago está helado”.", "Una nadadora"),
    # whose answer it was; he who did what we do not know; a name with an age behind it
    ("it", "«Via i cigni», twitta Marl. La risposta della sindaca non si fa attendere: «Restano al molo e al lago».", "sindaca"),
    ("de", "„Weg mit den Schwänen“, schrieb Marl auf Facebook. Er ermahnte seine Fans aber gleich: „Dennoch bitte ich um Ruhe am See.“", "Er"),
    ("de", "Viele Fans kommentieren das auf Instagram. Ada Marl (43) ist hin und weg: „Was für ein Schwan, was für ein See!“", "Ada Marl"),
    ("fr", "« Quels cygnes ! » écrit par exemple Odile sur la page Facebook du port.", "Odile"),
    ("de", "„Weg mit den Schwänen!“, regt sich etwa User Odo Marl auf Facebook auf.", "User Odo Marl"),
    ("uk", "Марл завела акаунт у Facebook.\n\n«Лебеді повернулися на озеро», – написала вона в Instagram.", "вона"),
    ("es", "Marl trinó en la mañana: “Vuelven los cisnes al lago”.", "Marl"),
]  # fmt: skip
