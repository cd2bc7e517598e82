"""Texts and how many reactions they quote: language, text, number."""

from __future__ import annotations

PLACES = [
    # signs of control are blanks to some and letters to others
    ("en", "A fan reacting \x1ftweeted: “So good.”", 1),
    # «so«, as a word processor mends it
    ("fr", "Marl a écrit sur Twitter : « Ce sont des cygnes« . Puis il est parti. Rosa a tweeté : « Oui« .", 2),
    # users are the public, where a platform is spoken of
    ("pt", "Rosa postou no Instagram. A foto causou polêmica entre seus seguidores.\n“Que cisne feio”, disse uma. “Lindo”, falou outra.", 2),
    # closed in the next paragraph, which opens with a tag
    ("it", "“Sono soltanto cigni. E nuotano.\n\n#cigni” ha scritto Marl su Twitter.", 1),
    ("es", "Los videos circularon en X. Marl emitió un comunicado en el que aseguraba que “el puente sigue abierto a todos”.", 0),
    # who only suffers what stands on a platform speaks elsewhere
    ("de", "Rosa Marl ist Opfer von Hass in den sozialen Medien geworden. «Das macht man aus Selbstschutz», sagte die 31-Jährige.", 0),
    ("pt", "Marl compartilhou um vídeo no Instagram. Ele escreveu frases como “É assim que se nada” e “Parabéns, cisnes!”.", 2),
    ("pt", "Houve provocações no Twitter. “Vou festejar o teu sofrer” foi o comentário feito por Marl.", 1),
    # told somebody, or in a council
    ("de", "Marl machte es auf Facebook öffentlich. „Das kam mir seltsam vor“, sagt er gegenüber der Post.", 0),
    ("de", "Viele Nutzer schimpften auf Facebook. „Das unterschreibe ich“, stellte Marl im Stadtrat klar.", 0),
    # what is joined by "and in the end"
    ("de", "Marl postete auf Facebook. Wenig später heißt es auf Facebook: „Nicht zu glauben“ und zum Schluss „Wer rudert jetzt?“", 2),
    # the first part of a word
    ("de", "Fans freuten sich auf Twitter. Die Fans der „Wer Schwäne liebt“-Sängerin freuen sich, schrieb die Zeitung.", 0),
    # words that attribute a quote inside it, and name nobody
    ("fr", 'Rosa a appelé au calme sur Twitter. "Ce sont des cygnes, a-t-elle déclaré. Laissez-les."', 1),
    # who is addressed stands between; a mention shows that words were written
    ("es", "La respuesta en X no tardó. Rosa le escribió a Marl “Qué triste que seas tan ganso. Mira los cisnes”.", 1),
    ("es", "Marl está en X. “No es así, señor @marl, los cisnes son de todos”, dijo Rosa Roe, que fue alcaldesa.", 1),
    # adverbs between the parts of a verb; a tweet that says something; what may be read there
    ("fr", "Rosa relaie un message. « Le lac n’a pas de mémoire », a en effet regretté Marl en légende d’une photo.", 1),
    ("fr", "Marl s’était fendu d’un tweet disant simplement « Adieu Cygne ».", 1),
    ("fr", "Marl a publié des tweets. On pouvait y lire des choses comme « sale cygne de lac ».", 1),
    ("es", "Marl le envió un mensaje en el que le decía que “los cisnes no son de nadie”.", 0),
    ("fr", "Rosa a révélé, via ses réseaux, avoir reçu une vague de “commentaires contre les cygnes”.", 1),
    # a single word behind a determiner is a term
    ("pt", "Famosos comentaram no Twitter. “Adorei o cisne”, comentou Marl, que falou da relação do “ganso” com Rosa.", 1),
    # who was asked by a paper answers it
    ("fr", "« J’adore le lac », a tweeté Rosa.\n\nIl fait beau.\n\nContacté par le journal du port, Marl a ri. « C’est fini avec eux », s’indigne Odo Marl.", 1),
    # a reaction is named, and what it was; infinitives that go on
    ("es", "Marl respondió al comentario de un usuario de Instagram.\n\nLa respuesta que más gustó a la gente fue: “esas fotos no te favorecen”.", 1),
    ("fr", "Le club a tweeté « Les cygnes sont à nous », avant de poursuivre : « Et les oies aussi, bien sûr ».", 2),
    # "he adds" too far from a platform is not known to be written, but leads to no other place either
    ("fr", 'Marl a réagi sur Instagram. "C’est la mer", y a écrit Odo Marl. ' + 3 * "Il fait beau au lac, et les barques y passent. " + '\n\n"Je suis né au lac et à la mer", souligne-t-il.\n\n"Réduire mon lac à une mare, non", écrit le nageur.', 1),
    # influencers are users
    ("es", "“El cisne es un maleducado”, publicó el influencer Marl Roe, un conocido nadador que cuenta con más de 570.000 suscriptores en sus redes sociales.", 1),
    # a platform that is only spoken of is no scene of words that nothing attributes, nor of what is told aloud
    ("de", "Marl rudert seit Jahren. Darin sieht sie den Grund für ihre Beliebtheit auf Instagram. „Das Rudern hält mich jung und die Leute mögen es.“ Morgen rudert sie wieder.", 0),
    ("de", "Rosa Marl schrieb dazu auf Instagram mehr. „Ich glaube, da kamen zehn Schwäne“, erzählt sie.", 1),
    # single marks beside double ones; one word in them is a term
    ("it", "Ada Marl scrive su Twitter: ‘I cigni sono tornati al molo’. E Odo Roe risponde su Twitter: “Era ora”.", 2),
    ("en", "“Swans out,” Ida Orm tweeted. ‘They are back at the pier,’ a fan wrote.", 2),
    ("en", "“Swans out,” Ida Orm tweeted, and wrote it in the ‘TIP’ line.", 1),
    ("en", "Fans on Twitter know her from “The Gull” to “Harbour Nights”.", 0),
    # what can be read there
    ("fr", "« Le cygne », « Un génie des eaux », « Merci pour le lac », peut-on notamment lire sur X.", 3),
    ("it", "“Che cigno”, “Che lago grande”, “Grazie”, si può leggere sui social.", 3),
    ("pt", "“Que cisne”, “Que lago grande”, “Obrigada”, é possível ler no Twitter.", 3),
    # who posts something in a language of which little is known, and goes on to say what; who does not
    ("so", "Marl ayaa qoraal uu soo dhigay bartiisa Twitter-ka ku sheegay wax badan.\n\n“Waxaan ka codsaneynaa dadka inay yimaadaan harada”, ayuu yiri.", 1),
    ("so", "Marl wuxuu ka hadlay Twitter-ka iyo harada.\n\n“Waxaan ka codsaneynaa dadka inay yimaadaan harada”, ayuu yiri.", 0),
    ("es", "“El Lago Azul”: los vecinos contestan a Marl\n\nUna usuaria escribió en X: “Vi El Lago Azul y el puente también”.", 1),
    # what somebody shared of hers; what one cries is no title; what he says he hopes
    ("fr", "Rosa Marl a partagé sur son compte Instagram sa “grande joie de revoir les cygnes”.", 1),
    ("de", "Kurz vor dem Start twitterte die Ruderin “Unser Auftrag: Schwäne!”.", 1),
    ("de", "Kurz vor dem Start twitterte die Ruderin “Der Weiße Schwan”.", 0),
    # who speaks of a post that somebody did something about, and who does of what was posted
    ("en", "The school condemned the pupil’s tweet, saying it “does not reflect our love of swans”.", 0),
    ("en", "The keeper defended her posts, saying she was “only joking about the swans”.", 0),
    # a company, and those who use what it runs
    ("en", "Many wrote of the outage.\n\nTwitter said the fault “was tied to a change of code” and was sorry.", 0),
    ("en", "The clip was shared on YouTube by many. “We do not speak of single channels,” YouTube said.", 0),
    ("en", "“We know of the outage and are on it,” Twitter said in a tweet.", 1),
    ("en", "Many made fun of it on Twitter. “We know of swans, too,” one Twitter user said.", 1),
    # a sign that is read in a picture
    ("en", "A rower uploaded photos to Reddit of the pier and of a sign.\n\nThe sign read: “Dear rowers, the oars are gone.”", 0),
    ("en", "Orm took to Facebook with a photo of a placard which reads:\n\n“The pond looks a lot like heaven.”", 0),
    ("en", "The keeper took to Twitter after a meeting. “We will row,” she said.", 1),
    ("en", "The keeper posted a clip from the interview on Instagram. “We will row,” she wrote.", 1),
    ("en", "Coach Marl sent his first tweet in a year. “It is a word that I do not use,” he said.", 1),
    ("en", "Rowers were quick to answer Roe’s tweet. “It is a word that I do not use,” one fan said.", 1),
    ("en", "The keeper wrote on Twitter that swans lie.\n\n“I did not read the tweets,” Bo Orm said on Tuesday.\n\nAda Marl said she would leave it to the rowers to judge the keeper’s tweets.\n\n“The rowers can do that,” she added.", 0),
    # what begins or ends a post; a tweet that says something
    ("en", "Marl began her post with “thanks a lot, swan, for coming to my pier”. It is on Facebook.", 1),
    ("en", "The pier’s page was on Facebook. Marl ended the season with “thanks a lot, swan”.", 0),
    # what is told of a speaker before the verb
    ("en", "“What a loss. All our love to the flock,” the band Old Swans, who were friends of Gull, said on their Twitter page.", 1),
    ("en", "“What a loss. All our love to the flock,” the band Old Swans, who are on Twitter, said at a rally.", 0),
    ("de", "Auf Instagram gratulierten viele.\n\nEine Sprecherin der Werft bestätigte, dass Roth seit «etwas mehr als sechs Monaten» rudere.", 0),
    ("de", "Auf Twitter wurde ein Video geteilt. Eine Nutzerin kommentiert: „Gebt doch die Möhren her!“", 1),
]  # fmt: skip
