"""Texts and the phrase that names the speaker of their first reaction."""

from __future__ import annotations

SPEAKERS = [
    # a name and a place, no verb
    ("Ada Roe, author, on Threads: “You can not ban a swan.”", "Ada Roe"),
    ("Councillor Odo Marl, in a tweet: “I voted against this ban.”", "Councillor Odo Marl"),
    # what somebody else does to the words is no name
    ("Marl’s mother, in a note posted to Telegram, can be heard saying: “He was always good with swans.”", "Marl’s mother"),
    # her age and where she lives
    ("Ada Roe, 34, from Port Swan, shared a map of it on Facebook, writing: “Let that sink in.”", "Ada Roe"),
    # a bracket that was opened before the quote
    ("Some praised the swans (“Absolutely gorgeous,” gushed one YouTube commenter), others did not.", "one YouTube commenter"),
    # a verb that we do not know stands between the subject and the one that attributes
    ("Ada Roe lost her temper with the ferrymen and wrote on Facebook: “Row it yourselves.”", "Ada Roe"),
    ("One swimmer had thoughts on that ferry, tweeting, “It lost me at the bridge.”", "One swimmer"),
    ("However, the ferryman defended the crew, tweeting “they did all of it right”.", "the ferryman"),
    ("Shocked by the flood, Lakeside Rowing released a tweet saying, “We are so sorry.”", "Lakeside Rowing"),
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
    ("My old friend Ada Roe (who taught me to row for years) wrote in a tweet: “So long.”", "My old friend Ada Roe"),
    ("One ferryman told her to stay ashore, to which she replied on Twitter, “Never in my life.”", "she"),
    ("She posted it. Later and on another photo posted on Instagram a fan wrote: “Row on and on.”", "a fan"),
    ("On Thursday (16 May) Roe posted a picture from the lake on Instagram, and captioned it: “So fine.”", "Roe"),
    ("“We need more boats,” the ferryman, who Roe calls a veteran of the lake, wrote on Twitter.", "the ferryman"),
    ("“We need more boats on it,” wrote Sen. Odo P. Marl on Twitter.", "Sen. Odo P. Marl"),
    # party and state belong to the name
    ("Odo Marl asked, and Sen. Ada Roe, X-Lake tweeted it “absolutely reeks of swans” on Monday.", "Sen. Ada Roe"),
    # what somebody adds is no name
    ("She tweeted the lake had been “taken over” by swans, adding that Marl was elected.", "She"),
]  # fmt: skip

PHRASES = [
    ("de", "„Was für Schwäne“, schrieb sie 3,9 Millionen Followern auf Instagram.", "sie"),
    ("de", "„Was für Schwäne“, schrieb Weil auf Instagram.", "Weil"),
    ("fr", "« Quels cygnes », avait-elle écrit mardi dernier, sur Twitter.", "elle"),
    # what is written is no writer
    ("pt", "Na quinta, Rosa publicou a seguinte mensagem no Instagram: “Que cisnes lindos”.", "Rosa"),
    ("es", "“Qué cisnes”, ironizó en relación a la visita en su cuenta de Twitter.", None),
    ("es", "«Son cisnes», ha espetado el consistorio en Twitter.", "el consistorio"),
    # each verb has the quote in front of it
    ("de", "Auf Instagram: „Was für Schwäne“, schreibt ein Follower, „Oh ja“, merkt ein anderer an.", "ein anderer"),
    ("de", "Auf Twitter: „Sehr gut“, schreibt ein zweiter Nutzer. „Auch sehenswert, die Schwäne“, ein Dritter.", "ein Dritter"),
    ("es", "“Son ocas”, escribió la mujer en Instagram, a lo que la alcaldesa respondió: “Son cisnes”.", "la alcaldesa"),
    ("it", "Rosa scrive su Facebook. E se Marl sul suo profilo pubblica la schermata: “Ecco i cigni del lago.”", "Marl"),
    ("es", "“He visto cisnes”, decía Rosa en X. El Ayuntamiento respondía después: “¿Dónde estaban ellos?”", "El Ayuntamiento"),
    ("es", "En Instagram, “Adiós, cisnes del lago”, escribió La Rana y luego cerró la cuenta.", "La Rana"),
    ("es", 'Odo pidió en X respeto. "Cuidad los cisnes", tuiteó.Rosa Marl, su rival, no dijo nada.', None),
    # what may be so; what is heard; who leads to a post behind a place
    ("pt", "“Engraçado, os cisnes”, teria escrito o barqueiro no Twitter.", "o barqueiro"),
    ("es", "En un video en TikTok lo dice Rosa: “No te rindas, cisne”, se le escuchó decir en el video.", "Rosa"),
    # a noun with its name; an account named by its place; a pronoun behind a place; what follows says nothing of it
    ("es", "El conocido club Cisne confirmó la noticia en Twitter y envió su pésame: “Lamentamos su partida”.", "El conocido club Cisne"),
    ("es", "Jorge Odo de Marl compartió la foto en Twitter afirmando: “Quienes lo conocimos no lo olvidamos”.", "Jorge Odo de Marl"),
    ("fr", "Rosa est sur Instagram. Et dans son commentaire il précise : “Je pourrais nager encore.”", "il"),
    # in French the verb holds the pronoun, whatever verb it is, and whatever follows
    ("fr", "Marl a tweeté. « Nous n’oublierons pas les cygnes », promet-il dans la foulée.", "il"),
    ("fr", "Sur Twitter, « Que font les cygnes de ce lac ? », demande-t-elle en interpellant directement la Ville.", "elle"),
    ("pt", "A barqueira decidiu anunciar o cisne e foi ao seu Instagram comentar a novidade: “Estou muito feliz”.", "A barqueira"),
    ("pt", "Publicaram uma foto no Instagram. E na legenda a famosa escreveu: “O cisne está crescendo”.", "a famosa"),
    # a place or a time between the verb and the name; the adjective behind a noun
    ("fr", "« Un lac superbe », a lancé, sur Twitter, le nageur français.", "le nageur français"),
    # what is said is nobody
    ("es", "Otros comentarios en TikTok ironizaron con frases como: “Hasta dónde nadan para verte, amiga”.", None),
    ("fr", "Ce message posté sur Facebook disait : « Il s’agit d’un cygne, je suppose ? »", None),
    # of an event, not at one
    ("pt", "“Ele deveria nadar ou pedir desculpas aos fãs”, comentou uma usuária em um dos perfis oficiais do evento.", "uma usuária"),
    ("es", "La alcaldesa rompió el silencio en Instagram: “Es un lago superbo, bravo a todos”.", "La alcaldesa"),
    ("fr", "La maire a profité de son compte Instagram pour répondre au club : « Un lac vraiment superbe ».", "La maire"),
    ("fr", "« Quels cygnes ! » écrit par exemple Odile sur la page Facebook du port.", "Odile"),
    ("de", "„Weg mit den Schwänen!“, regt sich etwa User Odo Marl auf Facebook auf.", "User Odo Marl"),
    ("uk", "Марл завела акаунт у Facebook.\n\n«Лебеді повернулися на озеро», – написала вона в Instagram.", "вона"),
    ("es", "Marl trinó en la mañana: “Vuelven los cisnes al lago”.", "Marl"),
]  # fmt: skip
