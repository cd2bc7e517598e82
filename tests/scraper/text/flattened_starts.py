"""Invented texts whose last post is by @rosaq, and the words of that post: where does it start?

`tools/fit_starts.py` fits the weights on them, too.
"""

from __future__ import annotations

STARTS = {
    "behind a lead-in paragraph": ("She tweeted:\n\nIt is late.\n\nGood night.\n\n— Rosa Quill (@rosaq) March 3, 2018", "It is late.\n\nGood night."),
    "a heading is not part of it": ("Prose.\n\nHere Is One More\n\nGood night. #sleep — Rosa Quill (@rosaq) March 3, 2018", "Good night. #sleep"),
    "a paragraph with a hashtag before": ("Prose.\n\nIt is late. #tired\n\nGood night.\n\n— Rosa Quill (@rosaq) March 3, 2018", "It is late. #tired\n\nGood night."),
    "a stage direction": (
        (
            "The harbour wall held through the night, the council said on Monday, though the water stood higher than in any year since the records began and the boats were moved.\n\n"
            "*the tide on Monday*\n\nStill here, still wet.\n\n— Rosa Quill (@rosaq) March 3, 2018"
        ),
        "*the tide on Monday*\n\nStill here, still wet.",
    ),
    "a list": ("Prose.\nThings I like:\n1) tea\n2) bread\n— Rosa Quill (@rosaq) March 3, 2018", "Things I like:\n1) tea\n2) bread"),
    "the language is not the article's": (
        ("Die Polizei hat am Montag nichts gesagt und die Leute warten auf eine Antwort, die der Sprecher mit den Worten ankündigte, es sei nicht der Tag für ein Urteil, das sich im Netz auch ohne sie verbreitet.\nWe are here and we wait for the answer.\n"
        "That is all we have to say.\n— Rosa Quill (@rosaq) March 3, 2018\nDas war alles, was zu hören war."),
        "We are here and we wait for the answer.\nThat is all we have to say."),
    "the language is not the Hungarian article's": (
        ("A rendőrség hétfőn nem mondott semmit, és az emberek még mindig egy válaszra várnak, amelyet a szóvivő már a múlt héten megígért, de azt is mondta, hogy ez nem az a nap, amikor meg lehet ítélni.\nThe answer is not in the letter.\n"
        "That was all of it.\n— Rosa Quill (@rosaq) March 3, 2018\nEz volt minden, és nem is volt több."),
        "The answer is not in the letter.\nThat was all of it."),
    "a link on its own line": ("Prose.\nWe must go now\nhttps://t.co/Y97RxxSGP9\n— Rosa Quill (@rosaq)\nMarch 3, 2018", "We must go now\nhttps://t.co/Y97RxxSGP9"),
    "tags on their own lines": ("Prose.\nWe love\n#otters\nand\n#beavers\n!\npic.twitter.com/AbCd1\n— Rosa Quill (@rosaq)\nMarch 3, 2018", "We love\n#otters\nand\n#beavers\n!\npic.twitter.com/AbCd1"),
    "a picture alone": ("Others shared their thoughts on it.\n\npic.twitter.com/AbCd1\n\n— Rosa Quill (@rosaq) March 3, 2018", "pic.twitter.com/AbCd1"),
    "behind an editor's note": ("Claim: X.\n\nExample: [Collected via Twitter, October 2014] A crab! — Rosa Quill (@rosaq) March 3, 2018", "A crab!"),
    "an advert behind the picture": (
        ("Prose.\n\nLook at this pic.twitter.com/AbCd1 × Forty Things to Do with a Lamp by John Doe. The book gives a "
        "lifetime of advice about lamps, their shades and their bulbs in short chapters that all can read. Buy Now — Rosa "
        "Quill (@rosaq) March 3, 2016\n\nMore."), "Look at this pic.twitter.com/AbCd1"),
    "one line: behind a colon": (
        ("It was a long day in the harbour town, and nobody knew how it would end for the lighthouse keepers who had asked for "
        "help twice. In the evening their spokeswoman Rosa Quill tweeted this: We did it, they heard us! https://t.co/llZGimU5Jp "
        "— Rosa Quill (@rosaq) March 3, 2016 And then they went home, tired but happy."), "We did it, they heard us! https://t.co/llZGimU5Jp"),
    "one line: a small letter": (
        ("It was a long day in the harbour town, and nobody knew how it would end for the keepers who had asked for help. Few know "
        "the keepers as well as Quill. no idea what they did but they cannot make things worse — Rosa Quill (@rosaq) March 3, 2016 "
        "The town voted a week later."), "no idea what they did but they cannot make things worse"),
    "one line: another tweet before": (
        "They argued. See here: No way! — Ann (@ann) March 3, 2016 Yes way, and I was there too. — Rosa Quill (@rosaq) March 3, 2016 So it went.",
        "Yes way, and I was there too."),
    "quoted in the prose before": (
        ('The keeper said on Monday, "The lamp stays lit whatever they say. We go on." The lamp stays lit whatever they say. We go on. '
        "— Rosa Quill (@rosaq) March 3, 2016 The town voted a week later."), "The lamp stays lit whatever they say. We go on."),
    "an announcement behind another tweet": (
        ("Look. First! — Ann (@ann) March 3, 2016 And men were seen on the roof of the house. LOOK: they wear masks #roof "
        "— Rosa Quill (@rosaq) March 3, 2016 So it went."), "LOOK: they wear masks #roof",
    ),
    "behind a tweet's own address": (
        ("It was confirmed, said a reporter of this paper who was there the whole day and saw it all, and the town was told at "
        "once. https://twitter.com/rosaq/status/1223400000000000000 The court said no. — Rosa Quill (@rosaq) March 3, 2016 So."),
        "The court said no.",
    ),
    "the sentences before were quoted": (
        ("He was sad: “The town lies dark tonight, and the lamp is out. Strength to all.”\n\nWhat a night.\n\nThe town lies dark tonight, "
        "and the lamp is out.\n\nStrength to all 🙏 — Rosa Quill (@rosaq) March 3, 2018"),
        "The town lies dark tonight, and the lamp is out.\n\nStrength to all 🙏",
    ),
    "short lines behind posts in a row": (
        ("Prose of the harbour.\nA lamp! — Ann (@ann) March 3, 2018\nA boat! — Bo (@bo) March 3, 2018\nUnbelievable.\nGood night to the keepers. — Rosa Quill (@rosaq) March 3, 2018"),
        "Unbelievable.\nGood night to the keepers.",
    ),
    "a remark about the many behind posts in a row": (
        ("Prose of the harbour.\nA lamp! — Ann (@ann) March 3, 2018\nA boat! — Bo (@bo) March 3, 2018\nOthers were not amused.\nGood night to the keepers. — Rosa Quill (@rosaq) March 3, 2018"),
        "Good night to the keepers.",
    ),
    "a remark that passes on behind posts in a row": (
        ("Prose of the harbour.\nA lamp! — Ann (@ann) March 3, 2018\nA boat! — Bo (@bo) March 3, 2018\nAnd then there was this.\nGood night to the keepers. — Rosa Quill (@rosaq) March 3, 2018"),
        "Good night to the keepers.",
    ),
    "a remark between posts that are not in a row": (
        ("Prose of the harbour.\nA lamp! — Ann (@ann) March 3, 2018\nThat hurt.\nGood night to the keepers. — Rosa Quill (@rosaq) March 3, 2018"),
        "Good night to the keepers.",
    ),
    "behind another post's picture": (
        "Prose of the harbour.\nThe lamp is out. #dark pic.twitter.com/AbCd1\nGood night to the keepers. — Rosa Quill (@rosaq) March 3, 2018",
        "Good night to the keepers.",
    ),
    "behind a sentence that names the author": (
        "Prose of the harbour.\n\nKeeper Rosa Quill made a prediction.\n\nNext year in the tower.\n\nWe shall see. #lamp\n\n— Rosa Quill (@rosaq) March 3, 2018",
        "Next year in the tower.\n\nWe shall see. #lamp",
    ),
    "reactions are announced below": (
        "Prose of the harbour.\n\nSee a range of reactions below.\n\nNo matter where you were;\n\nwe saw the lamp.\n\nIncredible.\n\n— Rosa Quill (@rosaq) March 3, 2018",
        "No matter where you were;\n\nwe saw the lamp.\n\nIncredible.",
    ),
    "a hashtag and a colon open it": ("Prose of the harbour.\n#Lamp :\nLit at last\n— Rosa Quill (@rosaq) March 3, 2018", "#Lamp :\nLit at last"),
    "the author's name is a heading": ("Prose of the harbour.\n\nRosa Quill\n\nthis is the end — Rosa Quill (@rosaq) March 3, 2018", "this is the end"),
    "a short line above words in another language": (
        ("Die Polizei hat am Montag nichts gesagt und die Leute warten auf eine Antwort, die der Sprecher mit den Worten ankündigte, es sei nicht der Tag für ein Urteil, das sich im Netz auch ohne sie verbreitet.\n\nRIP Legend.\n\n"
        "You will stay in the history of the lamp for ever.\n\n— Rosa Quill (@rosaq) March 3, 2018"),
        "RIP Legend.\n\nYou will stay in the history of the lamp for ever."),
    "behind another post, a line that just stops": (
        "Prose of the harbour.\n\nA lamp! — Ann (@ann) March 3, 2018\n\nWhat are keepers for? Two lamps out since Monday\n\nand a third one flickers @harbour — Rosa Quill (@rosaq) March 3, 2018",
        "What are keepers for? Two lamps out since Monday\n\nand a third one flickers @harbour",
    ),
    "behind another post, short sentences": (
        "Prose of the harbour.\n\nA lamp! — Ann (@ann) March 3, 2018\n\nThe lamp is out. Again. What a shambles of a tower!\n\nBut the horn works, of course. — Rosa Quill (@rosaq) March 3, 2018",
        "The lamp is out. Again. What a shambles of a tower!\n\nBut the horn works, of course.",
    ),
    "behind another post, somebody says we": (
        "Prose of the harbour.\nA lamp! — Ann (@ann) March 3, 2018\nWe do not always agree on lamps but we take the horn very seriously.\nThe tower will stand.— Rosa Quill (@rosaq) March 3, 2018",
        "We do not always agree on lamps but we take the horn very seriously.\nThe tower will stand.",
    ),
    "behind another post, an article goes on": (
        "Prose of the harbour.\nA lamp! — Ann (@ann) March 3, 2018\nThe harbour office even took the opportunity to kindly mock the keepers of the tower.\nHow are you doing, keepers? — Rosa Quill (@rosaq) March 3, 2018",
        "How are you doing, keepers?",
    ),
    "above the dots of a list": (
        "It was a questionable night, which caused outrage on Twitter.\nThe keepers have been a disgrace this season.\n• This lamp was out.\n• This horn was still.\nAn absolute joke. pic.twitter.com/AbCd1\n— Rosa Quill (@rosaq) March 3, 2018",
        "The keepers have been a disgrace this season.\n• This lamp was out.\n• This horn was still.\nAn absolute joke. pic.twitter.com/AbCd1",
    ),
    "a dialogue below a colon": (
        'The talk of the keepers was studied, even by the office:\n\n"The lamp is out."\n\n"And the horn is, too."\n\nThe tower, day twelve of the fog. — Rosa Quill (@rosaq) March 3, 2018',
        '"The lamp is out."\n\n"And the horn is, too."\n\nThe tower, day twelve of the fog.',
    ),
    "a joke's dialogue": (
        "Prose of the harbour.\n\nA lamp! — Ann (@ann) March 3, 2018\n\nThe tower all night: dark.\n\nThe tower at noon: pic.twitter.com/AbCd1 — Rosa Quill (@rosaq) March 3, 2018",
        "The tower all night: dark.\n\nThe tower at noon: pic.twitter.com/AbCd1",
    ),
    "who is quoted stands above": (
        "Prose of the harbour.\nThe keeper:\n“We have great lamps, some of them lit.”\n“We have three horns.” #tower\n— Rosa Quill (@rosaq) March 3, 2018",
        "The keeper:\n“We have great lamps, some of them lit.”\n“We have three horns.” #tower",
    ),
    "below what some users said": (
        "A lamp! — Ann (@ann) March 3, 2018\n\nSome users said the fog has left them with some time to spend at home.\n\nThe lamp and the horn are out.\n\nStay in your house. — Rosa Quill (@rosaq) March 3, 2018",
        "The lamp and the horn are out.\n\nStay in your house.",
    ),
    "a thread's counter below it": (
        "Prose of the harbour.\n\nA lamp! — Ann (@ann) March 3, 2018\n\nKeepers stand the whole night and nobody thanks them. What becomes of the lamp without them?\n\n2/4\n\n— Rosa Quill (@rosaq) March 3, 2018",
        "Keepers stand the whole night and nobody thanks them. What becomes of the lamp without them?\n\n2/4",
    ),
    "a list with its heading and a last word": (
        "Prose of the harbour.\nA lamp! — Ann (@ann) March 3, 2018\nThere are two ways to keep a lamp:\n1. You can clean the glass\n2. You can leave it be\nBoth of them feel right, but they are not.\n1/4\n— Rosa Quill (@rosaq) March 3, 2018",
        "There are two ways to keep a lamp:\n1. You can clean the glass\n2. You can leave it be\nBoth of them feel right, but they are not.\n1/4",
    ),
    "below an announcement that points down": (
        (
            "They shared it in a long thread on X. 👇\n\nThe harbour is to test a lamp that is lit from the shore.\n\n"
            "This breaks the horn since both hang on one wire.\n\n— Rosa Quill (@rosaq) June 12, 2024"
        ),
        "The harbour is to test a lamp that is lit from the shore.\n\nThis breaks the horn since both hang on one wire.",
    ),
    "a quotation is not closed by the next post's": (
        'Prose of the harbour.\n"Keep the lamp lit." —the old keeper\n— Rosa Quill (@rosaq) March 3, 2018\n"We do."\nSo it went on.',
        '"Keep the lamp lit." —the old keeper',
    ),
    "a line that broke around the author's own handle": (
        "Prose of the harbour.\nThe lamp is out in parts of\n@rosaq\n. The horn is not\n— Rosa Quill (@rosaq)\nMarch 3, 2018",
        "The lamp is out in parts of\n@rosaq\n. The horn is not",
    ),
    "below a colon, a hashtag on a line of its own": (
        "Prose of the harbour.\nThe keeper who just joined the tower:\n#lamp\neven though I cannot climb\n— Rosa Quill (@rosaq)\nMarch 3, 2018",
        "#lamp\neven though I cannot climb",
    ),
    "below a translation in the article's letters": (
        "We must wait for the others to come, said the keepers of the tower, and that is what they did all night.\n\nA lamp a day\n\n100 #Lamp να βγαλετε Η λαμπα ειναι ΜΙΑ pic.twitter.com/AbCd1 — Rosa Quill (@rosaq) March 3, 2018",
        "100 #Lamp να βγαλετε Η λαμπα ειναι ΜΙΑ pic.twitter.com/AbCd1",
    ),
    "below a translation in the article's language": (
        "Les gardiens de la tour ont réagi dans la nuit, et ce n'est pas fini.\n\nA lamp! — Ann (@ann) March 3, 2018\n\nA boat! — Bo (@bo) March 3, 2018\n\nIl ne reste plus que la lampe de la tour.\n\nEverybody is a keeper today lol — Rosa Quill (@rosaq) March 3, 2018",
        "Everybody is a keeper today lol",
    ),
    "items of the article's list, the next one below": (
        "Prose of the harbour.\n1. You can say it with a horn.\n2. Or with a louder horn …\nHooo!\n— Rosa Quill (@rosaq) March 3, 2018\n3. And that was it.",
        "Hooo!",
    ),
    "items of the post's own list, one of another below": (
        "Prose of the harbour.\n1. You can say it with a horn\n2. Or with a louder horn\nHooo!\n— Rosa Quill (@rosaq) March 3, 2018\n1. And that was it.",
        "1. You can say it with a horn\n2. Or with a louder horn\nHooo!",
    ),
    "one line: a mention behind a point, glued to a colon": (
        "It was a long day in the harbour town. The keeper has been known to all since he was seen on the tower:.@harbour please look after the lamp — Rosa Quill (@rosaq) March 3, 2016 So it went on.",
        ".@harbour please look after the lamp",
    ),
    "one line: a list behind a colon": (
        "It was a long day in the harbour town and nobody knew how it would end. A game for keepers: (1) Think of a lamp (2) Climb up (3) If it is lit - drink — Rosa Quill (@rosaq) March 3, 2016 So it went on.",
        "A game for keepers: (1) Think of a lamp (2) Climb up (3) If it is lit - drink",
    ),
    "one line: behind the name of a user": (
        "Nobody in the tower was glad to hear it. And user @rosa_q exclaimed: Ελλαδα η μονη χωρα στον κοσμο χωρις λαμπα pic.twitter.com/AbCd1 — Ros (@rosaq) March 3, 2018 So it went on.",
        "Ελλαδα η μονη χωρα στον κοσμο χωρις λαμπα pic.twitter.com/AbCd1",
    ),
    "one line: an English article says it's": (
        "Here's a short clip of the keeper walking in: The tower's newest keeper, Ann Low, heading up the stairs to be sworn in. She is the first of her kind. pic.twitter.com/AbCd1 — Rosa Quill (@rosaq) March 3, 2018 So it went on.",
        "The tower's newest keeper, Ann Low, heading up the stairs to be sworn in. She is the first of her kind. pic.twitter.com/AbCd1",
    ),
    "glued to the article's last sentence": (
        (
            "Prose of the harbour.\nThe name of the keeper was on all lips since the council had heard of the lamp and of the horn in the fog. It is sure by now that the tower will have a new one in the near future.Rosa Quill: keeper of the year #lamp pic.twitter.com/AbCd1\n"
            "— Rosa Quill (@rosaq) June 3, 2016"
        ),
        "Rosa Quill: keeper of the year #lamp pic.twitter.com/AbCd1",
    ),
    "a remark in an article that made one before": (
        (
            "Prose of the harbour.\nA lamp! — Ann (@ann) March 3, 2018\nToo bad nobody heard it.\nNo one saw it. #lamp — Bo (@bo) March 3, 2018\nWhere can I see it? #lamp — Cy (@cy) March 3, 2018\n"
            "This seems important.\nThe harbour office does not show it. https://t.co/Y97RxxSGP9 — Rosa Quill (@rosaq) March 3, 2018"
        ),
        "The harbour office does not show it. https://t.co/Y97RxxSGP9",
    ),
    "cut to what embeds show": (
        (
            "The harbour tried to settle what many called the worst night of the tower since the war, and it failed to, said those who were there.\n"
            "🔦 The harbour is considering a new keeper as criticism of the tower continues to grow.\n"
            "The council is said to be meeting the oldest pilots of the town to assess the lamp and evaluate the state of the horn in it.\n"
            "While no decision has been made, the lamp is said to be… pic.twitter.com/AbCd1\n— Rosa Quill (@rosaq) July 17, 2026"
        ),
        (
            "🔦 The harbour is considering a new keeper as criticism of the tower continues to grow.\n"
            "The council is said to be meeting the oldest pilots of the town to assess the lamp and evaluate the state of the horn in it.\n"
            "While no decision has been made, the lamp is said to be… pic.twitter.com/AbCd1"
        ),
    ),
    "a line that shouts above another": (
        "Prose of the harbour.\nCOME ON KEEPERS\nLAMP MAN #tower pic.twitter.com/AbCd1\n— Rosa Quill (@rosaq) March 3, 2018",
        "COME ON KEEPERS\nLAMP MAN #tower pic.twitter.com/AbCd1",
    ),
    "the dashes of a dialogue are no list": (
        "Prose of the harbour.\n\nA lamp! — Ann (@ann) March 3, 2018\n\nSe acaba una semana llena de faros, para quien lo haya visto, claro.\n\n-¿Te gustan los faros?\n\n-A mí cualquier luz me vale. — Rosa Quill (@rosaq) March 3, 2018",
        "-¿Te gustan los faros?\n\n-A mí cualquier luz me vale.",
    ),
    "a stage direction opens the scene": (
        "Prose of the harbour.\n\nA lamp! — Ann (@ann) March 3, 2018\n\nBefore we know it we will be at the dinner of the keepers…\n\n*At the dinner* My mother: no talk of lamps *Two drinks later* pic.twitter.com/AbCd1 — Rosa Quill (@rosaq) March 3, 2018",
        "*At the dinner* My mother: no talk of lamps *Two drinks later* pic.twitter.com/AbCd1",
    ),
    "an address that ends in a comma": (
        "Prose of the harbour.\n\nDear keepers of the tower,\n\nThe lamp is out. https://t.co/Y97RxxSGP9 — Rosa Quill (@rosaq) March 3, 2018",
        "Dear keepers of the tower,\n\nThe lamp is out. https://t.co/Y97RxxSGP9",
    ),
    "behind the number of an item": (
        "These are the funniest.\n1.\nIf I were a lamp I would be out, too. #lamp\n— Rosa Quill (@rosaq) March 3, 2018",
        "If I were a lamp I would be out, too. #lamp",
    ),
    "behind a numbered heading": (
        "A lamp! — Ann (@ann) March 3, 2018\n#5: Ouch\nmy lamp: out\nmy horn: still #fog\n— Rosa Quill (@rosaq) March 3, 2018",
        "my lamp: out\nmy horn: still #fog",
    ),
    "behind a numbered heading and a remark": (
        "A lamp! — Ann (@ann) March 3, 2018\n3. Meddling horns.\nThey should not blow at noon.\nLiving with a horn is like living with a goose.\n— Rosa Quill (@rosaq) March 3, 2018",
        "Living with a horn is like living with a goose.",
    ),
    "behind the date of the document": (
        "date 2018-03-03 The lamp is out. That is what I call a night. — Rosa Quill (@rosaq) March 3, 2018",
        "The lamp is out. That is what I call a night.",
    ),
    "a colon that lost the end of its line": (
        "Prose of the harbour.\nAn article in the harbour paper had more of it later in the day:BREAKING: The lamp is out at the pier.— Rosa Quill (@rosaq) March 3, 2018\nMore.",
        "BREAKING: The lamp is out at the pier.",
    ),
    "in the paragraph that says so": (
        "Prose of the harbour.\nQuill took to Twitter to say that she was well.  So glad that all of us are safe. Back in the tower tomorrow! — Rosa Quill (@rosaq) March 3, 2016\nMore.",
        "So glad that all of us are safe. Back in the tower tomorrow!",
    ),
    "one line: behind a post and a remark about some": (
        "It burnt. A lamp! — Ann (@ann) March 3, 2018 Some keepers may have shed actual tears. That look of a dark tower. For all of us. #lamp — Rosa Quill (@rosaq) March 3, 2018 More of it here.",
        "That look of a dark tower. For all of us. #lamp",
    ),
    "one line: behind a post and a colon": (
        "It burnt. A lamp! — Ann (@ann) March 3, 2018 The harbour as a whole was of one mind, though: Fine new #lamp I am convinced. — Rosa Quill (@rosaq) March 3, 2018 More of it here.",
        "Fine new #lamp I am convinced.",
    ),
    "one line: behind the picture of another post": (
        "So it went. — Cy (@cy) March 3, 2016 Fog over the pier pic.twitter.com/AbCd1 When the lamp has the last word pic.twitter.com/AbCd2 — Rosa Quill (@rosaq) March 3, 2016 More.",
        "When the lamp has the last word pic.twitter.com/AbCd2",
    ),
    "one line: paragraphs glued to each other": (
        "So it went.  Cy (@cy) March 3, 2016The keepers were not amused. They have seen worse.The lamp is out and nobody knows who did it.  Rosa Quill (@rosaq) March 3, 2016More.",
        "The lamp is out and nobody knows who did it.",
    ),
    "one line: quoted before, the marks lost": (
        "The lamp of the old pier will be lit by hand from now on,  the keeper tweeted.  It was a good year! The lamp of the old pier will be lit by hand from now on. It was a good year!  Rosa Quill (@rosaq) March 3, 2016More.",
        "The lamp of the old pier will be lit by hand from now on. It was a good year!",
    ),
    "one line: behind the count of an article that numbers its posts": (
        "So it went. #1 Fog over the pier — Cy (@cy) March 3, 2016 #2 lamp or no lamp, the horn will be back — Rosa Quill (@rosaq) March 3, 2016 More.",
        "lamp or no lamp, the horn will be back",
    ),
    "one line: a count that nothing counts with": (
        "So it went. Fog over the pier — Cy (@cy) March 3, 2016 #1 lamp of the coast — Rosa Quill (@rosaq) March 3, 2016 More.",
        "#1 lamp of the coast",
    ),
    "one line: letters change behind a bracket": (
        "துறைமுகத்தில் விளக்கு அணைந்தது என்று அனைவரும் வேதனை அடைந்தனர் (என்று கூறினார்) The lamp is out for good — Rosa Quill (@rosaq) March 3, 2018 மேலும்",
        "The lamp is out for good",
    ),
    "always below a heading": (
        ("A lamp! — Ann (@ann) March 3, 2018\nIn short\nThe #lamp is out pic.twitter.com/AbCd1 — Cy (@cy) March 3, 2018\nAnd so…\nNo #lamp tonight pic.twitter.com/AbCd2 — Di (@di) March 3, 2018\n"
        "Lights, camera, off!\nThe keeper at the big switch pic.twitter.com/AbCd3 — Rosa Quill (@rosaq) March 3, 2018"),
        "The keeper at the big switch pic.twitter.com/AbCd3",
    ),
    "one line: the language changes without a stop": (
        "La lampada del molo è spenta da ieri e nessuno sa perché. Il guardiano della costa ha scritto una lettera ai suoi vicini e a tutti quelli che hanno deciso di restare sulla costa di Port Quill Thank you to all of you who have stayed with the lamp — Rosa Quill (@rosaq) March 3, 2016 Altro testo.",
        "Thank you to all of you who have stayed with the lamp",
    ),
    "one line: the letters change behind a stop": (
        "Ο φύλακας του φάρου έγραψε για το λιμάνι και όλοι τον διάβασαν χωρίς να ξέρουν ποιος τον άναψε εκείνη τη μεγάλη νύχτα του χειμώνα. Κι όμως! Μιλάει με τους ψαράδες. Έγινε πρώτο θέμα. Massive night for @quillpier. I know it’s only a lamp but we are all in the light — Rosa Quill (@rosaq) March 3, 2016 Ωραία.",
        "Massive night for @quillpier. I know it’s only a lamp but we are all in the light",
    ),
    "one line: a link is no beginning": (
        "These notes help all of the keepers to study and to see that the lamp goes on at the pier: A hint for all who find no end in it: write down what is read. To end a post on it gives the sense of a duty done, another step taken, and it helps to keep all that was read there in the mind for longer than a day or two, they say. https://t.co/AbCdEfGh12 — Rosa Quill (@rosaq) March 3, 2020 More.",
        "A hint for all who find no end in it: write down what is read. To end a post on it gives the sense of a duty done, another step taken, and it helps to keep all that was read there in the mind for longer than a day or two, they say. https://t.co/AbCdEfGh12",
    ),
    "paragraphs below one that is too long to be of the post": (
        "The keepers of the coast have long known that a lamp needs more than oil, and that whoever tends it will be up all night, whatever the weather brings to the pier and to those who live behind it, as they have told everyone who came to ask them about it since the old tower was built by their grandfathers.\n\nOur lamps have grown larger since then. They now need up to four keepers each, and may need more in time.\n\nPlease count your keepers, and check what you have assumed about lamps. — Rosa Quill (@rosaq) March 3, 2020\n\nMore.",
        "Our lamps have grown larger since then. They now need up to four keepers each, and may need more in time.\n\nPlease count your keepers, and check what you have assumed about lamps.",
    ),
    "paragraphs below a colon": (
        "The keepers of the coast have long known that a lamp needs more than oil, and that whoever tends it will be up all night, whatever the weather brings to the pier and to those who live behind it, as they have told everyone who came to ask them about it since the old tower was built by their grandfathers.\n\nSome recent calls for this:\n\nAn idea.\n\nA managed harbour for selling your lamps.\n\nA place for finding those that cost. Once bought, they are kept (forever) in a private tower.\n\nThe oil is paid for by the harbour. — Rosa Quill (@rosaq) March 3, 2020\n\nMore.",
        "An idea.\n\nA managed harbour for selling your lamps.\n\nA place for finding those that cost. Once bought, they are kept (forever) in a private tower.\n\nThe oil is paid for by the harbour.",
    ),
    "one line: who speaks is part of it": (
        "It burnt. A lamp! — Ann (@ann) March 3, 2018 The other surprise was that the keeper was left with nothing in the end. Piet: 'it looked so fine', there goes the lamp.. #tower — Rosa Quill (@rosaq) March 3, 2018 More of it here.",
        "Piet: 'it looked so fine', there goes the lamp.. #tower",
    ),
    "below an item that has but a number": (
        'Funny ones.\n1.\nA horn! — Ann (@ann) March 3, 2018\n2.\nI took a stuffed goose to the keeper.\nHe said, "It is rare to see one so still."\nThe horn replied.\nNo you shut up\n— Rosa Quill (@rosaq) March 3, 2018',
        'I took a stuffed goose to the keeper.\nHe said, "It is rare to see one so still."\nThe horn replied.\nNo you shut up',
    ),
    "in other letters than the article": (
        "துறைமுகத்தில் விளக்கு அணைந்தது என்று அனைவரும் வேதனை அடைந்தனர் என்று கூறினார்.\n\n@ann என்பவர் எழுதினார்\n\nThe lamp right now... 🤣 pic.twitter.com/AbCd1 — Rosa Quill (@rosaq) March 3, 2018",
        "The lamp right now... 🤣 pic.twitter.com/AbCd1",
    ),
    "behind what others did": (
        "Prose.\n\nA lamp! — Ann (@ann) March 3, 2018\n\nOthers greeted the fine work of the keepers…\n\nThe lamp to the left, the horn to the right, what a night!\n\nWell done! #tower — Rosa Quill (@rosaq) March 3, 2018",
        "The lamp to the left, the horn to the right, what a night!\n\nWell done! #tower",
    ),
    "blank lines stand before attributions only": (
        "Prose of the harbour.\nIt went on and on.\nThe lamp is out.\n\n— Ann (@ann) March 3, 2018\nMore prose of it.\nThe horn is still.\n\n— Rosa Quill (@rosaq) March 3, 2018\nThe end of it.",
        "The horn is still.",
    ),
    "a link on its own line below words about posts": (
        "Prose of the harbour.\nLamp, horn and fog are down, only Twitter can save us now\npic.twitter.com/AbCd1\n— Rosa Quill (@rosaq)\nMarch 3, 2018\nMore.",
        "Lamp, horn and fog are down, only Twitter can save us now\npic.twitter.com/AbCd1",
    ),
    "a colon above a link on its own line": (
        "Prose of the harbour.\nA lamp! — Ann (@ann) March 3, 2018\nKeepers after a night of being left in the fog:\npic.twitter.com/AbCd1\n— Rosa Quill (@rosaq)\nMarch 3, 2018\nMore.",
        "Keepers after a night of being left in the fog:\npic.twitter.com/AbCd1",
    ),
    "a colon in the middle of a sentence": (
        "It burnt. A lamp! — Ann (@ann) March 3, 2018The friends of fog will understand this: the lamp we saw was like ‘thunder’— Rosa Quill (@rosaq) March 3, 2018More of it.",
        "The friends of fog will understand this: the lamp we saw was like ‘thunder’",
    ),
    "a tag glued to a stop": (
        "It burnt. A lamp! — Ann (@ann) March 3, 2018All: Good that it was bright this month.#Lamp And out it goes: pic.twitter.com/AbCd1— Rosa Quill (@rosaq) March 3, 2018More of it.",
        "All: Good that it was bright this month.#Lamp And out it goes: pic.twitter.com/AbCd1",
    ),
    "behind another post, the words of the net": (
        "Prose of the harbour.\nA lamp! — Ann (@ann) March 3, 2018\nHehe the fog was the problem, Bo saying the lamp is back.\nA year later, #dark#dark pic.twitter.com/AbCd1\n— Rosa Quill (@rosaq) March 3, 2018",
        "Hehe the fog was the problem, Bo saying the lamp is back.\nA year later, #dark#dark pic.twitter.com/AbCd1",
    ),
    "below words in a neighbour's tongue": (
        "'Buh-råbene klæder ikke havnen, og jeg spiser ikke fisk i et år,' skriver hun i et opslag på Twitter.\n\nBuingen kler ikke havnen i det hele tatt.\n\nJeg kommer ikke til å spise fisk på ett år.. — Rosa Quill (@rosaq) March 3, 2018",
        "Buingen kler ikke havnen i det hele tatt.\n\nJeg kommer ikke til å spise fisk på ett år..",
    ),
    "printed again as prose": (
        ("Prose.\n\nA first one about the lamp! pic.twitter.com/AbCd1— Ann (@ann) March 3, 2016\n\nA first one about the lamp! pic.twitter.com/AbCd1\n\n"
        "A second one.— Rosa Quill (@rosaq) March 3, 2016"), "A second one."),
    "with the words of the post before": (
        "Prose.\nLamp out\n— Ann (@ann) March 3, 2016\nLamp out again\n— Rosa Quill (@rosaq) March 3, 2016",
        "Lamp out again",
    ),
    "behind lines that were torn off the post before": (
        "Prose.\nA horn!\n— Ann (@ann) March 3, 2018\nand a bell.\nI can hear both. pic.twitter.com/AbCd1\nFog!\n— Bo (@bo) March 3, 2018\nIt came in at noon #fog https://t.co/Y97RxxSGP9\nNo lamp, #again\n— Rosa Quill (@rosaq) March 3, 2018",
        "No lamp, #again",
    ),
    "behind the list that a colon promised": (
        "Prose.\nMy day by the sea:\n— Ann (@ann) March 3, 2018\n8 am: Fog\n9 am: I wait for the #lamp\nThe lamp is back\n— Rosa Quill (@rosaq) March 3, 2018",
        "The lamp is back",
    ),
    "behind a list torn off the post before": (
        "Prose.\nKeeping a lamp is like sailing.\n— Ann (@ann) March 3, 2018\n- You sit and wait.\n- It is wet.#lamp\nWhat a price for a lamp 😎 #lamp\n— Rosa Quill (@rosaq) March 3, 2018",
        "What a price for a lamp 😎 #lamp",
    ),
    "below a lead-in that quotes a hashtag": (
        "Ann came first.\nBye! — Bo (@bo) March 2, 2019\nKeeper Rosa Quill said that the harbour had seen “no big #wave damage” but that boats would stay in.\n.@harbour has ended its round of @thepier and reported no big #wave damage from the storm of today, nor from those of the week.\nThe boats are staying in and all is well. https://t.co/Y97RxxSGP9\n— Keeper Rosa Quill (@rosaq) March 3, 2019",
        ".@harbour has ended its round of @thepier and reported no big #wave damage from the storm of today, nor from those of the week.\nThe boats are staying in and all is well. https://t.co/Y97RxxSGP9",
    ),
    "behind its own first words in quotation marks": (
        "A keeper saw why and wrote on Twitter: «Mad that Bo moves just to see the pier again.» Mad that our Bo moves just to see the pier again. — Rosa Quill (@rosaq) March 3, 2018 More.",
        "Mad that our Bo moves just to see the pier again.",
    ),
    "behind words that point at a tweet of marks alone": (
        "Fans of the lamp were cross with the Twitter account of the harbour after a seemingly “horrible” tweet, which had shown the pier to all who follow it, to those who had lost a boat in the fog of the week before and to those who had not, and had asked them where the fog was. Check out the tweet below: 🤔#FOG #LAMP pic.twitter.com/AbCd1 — Rosa Quill (@rosaq) March 3, 2018 It was dark then.",
        "🤔#FOG #LAMP pic.twitter.com/AbCd1",
    ),
    "small letters behind a bracket": (
        "Keepers took to Twitter. (Some of the words are strong.) the pier is dark. this is the worst fog. It rocked us 🥺 — Rosa Quill (@rosaq) March 3, 2019 The fog came in the night and went at noon.",
        "the pier is dark. this is the worst fog. It rocked us 🥺",
    ),
    "another tongue, where posts have most of the words": (
        (
            "Čuvari se nisu složili je li svjetionik bio ugašen, a luka je rekla da su svi brodovi ostali na moru i da će se vratiti. Kako je to bilo, nije znao nitko, ali su se ljudi sve do noći pitali što se na moru zbilo i kada će opet biti svjetla, jer se bez njega ne može ni u luku niti iz nje, a to je svima koji ovdje žive jako važno. Za to su se javili svi koji su bili na moru i koji su na obali, ali im luka ni do danas nije rekla što će biti i kada.\n\nThe lamp is out and we have all been waiting for it to come back to us — Ann (@ann) March 3, 2019\n\n"
            "When the fog is in the bay they can not see what is on the pier at all — Bo (@bo) March 3, 2019\n\nIt was not a real lamp. The whole of the tower was made of tin, of paper and of old boats that nobody in the bay had a use for.\n\nNow we know who kept it dark!!!!#Lamp — Rosa Quill (@rosaq) March 3, 2019"
        ),
        "It was not a real lamp. The whole of the tower was made of tin, of paper and of old boats that nobody in the bay had a use for.\n\nNow we know who kept it dark!!!!#Lamp",
    ),
    "a label with a colon opens it": (
        "A lamp! — Ann (@ann) March 3, 2018 And if that was not enough, there was this too. Pro tip: Don't touch the floating lamps that the fog has left. They will ruin your day. #Fog pic.twitter.com/AbCd1 — Rosa Quill (@rosaq) March 3, 2018 More of it.",
        "Pro tip: Don't touch the floating lamps that the fog has left. They will ruin your day. #Fog pic.twitter.com/AbCd1",
    ),
    "behind a label that names the author": (
        "A lamp! — Ann (@ann) March 3, 2018 The keepers were all at sea by then, as everybody on the pier could see. Speaking of Quill: Crazy loud horns tonight Great fog Great boats Whew, what a sea! pic.twitter.com/AbCd1 — Rosa Quill (@rosaq) March 3, 2018 More of it.",
        "Crazy loud horns tonight Great fog Great boats Whew, what a sea! pic.twitter.com/AbCd1",
    ),
    "a colon inside brackets announces nothing": (
        "A lamp! — Ann (@ann) March 3, 2018 Photos of the fog outside the old school off the pier of Low (thanks to: Bo Low) @harbour #fog pic.twitter.com/AbCd1 — Rosa Quill (@rosaq) March 3, 2018 More of it.",
        "Photos of the fog outside the old school off the pier of Low (thanks to: Bo Low) @harbour #fog pic.twitter.com/AbCd1",
    ),
    "a mention may open its second sentence": (
        "A lamp! — Ann (@ann) March 3, 2018 A keeper grabbed a rope from the boat and just saved the life of this dog. @harbour happened to be sailing by. My heart stopped. #fog pic.twitter.com/AbCd1 — Rosa Quill (@rosaq) March 3, 2018 More of it.",
        "A keeper grabbed a rope from the boat and just saved the life of this dog. @harbour happened to be sailing by. My heart stopped. #fog pic.twitter.com/AbCd1",
    ),
    "behind a quotation that dropped a hashtag": (
        "A lamp! — Ann (@ann) March 3, 2018 It was about whether they may soon sail again, as they have not in all those months of fog. Someone writes: “No keeper Low, the harbour takes none of it from you. The fog does. So it is.” No keeper #Low, the harbour takes none of it from you. The fog does. So it is. #pier — Rosa Quill (@rosaq) March 3, 2018 More.",
        "No keeper #Low, the harbour takes none of it from you. The fog does. So it is. #pier",
    ),
    "below a picture at the end of a line": (
        "Prose.\nThis is at the pier and the old tower.— Ann (@ann) March 3, 2019\nComplete stand still. @harbour pic.twitter.com/AbCd1\nSome photos of the fog outside the old lamp (by: Bo Low) @harbour #fog pic.twitter.com/AbCd2— Rosa Quill (@rosaq) March 3, 2019\nMore.",
        "Some photos of the fog outside the old lamp (by: Bo Low) @harbour #fog pic.twitter.com/AbCd2",
    ),
    "below a lead-in with the whole name": (
        "The keeper of the tower, Rosa Quill, has said nothing of the fog so far.\n\nThe tower was lit on Monday.\n\nThe harbour had asked for it.\n\nThe lamp, the keeper and the boats are what they were before the fog. — Rosa Quill (@rosaq) March 3, 2018\n\nMore.",
        "The tower was lit on Monday.\n\nThe harbour had asked for it.\n\nThe lamp, the keeper and the boats are what they were before the fog.",
    ),
    "below a word of the page": (
        "The sailors thanked Rosa Quill, who had told them where the pier is, and bought her a lamp.\nRecommended\nWatch this. Watch this. All of you NEED to see this lamp.\n— Rosa Quill (@rosaq) March 3, 2018",
        "Watch this. Watch this. All of you NEED to see this lamp.",
    ),
    "one line: who says I does not report": (
        "A lamp! — Ann (@ann) March 3, 2018 Hate to be the one saying it, but my view: The #fog of #Low was better by far! #pier #horn — Rosa Quill (@rosaq) March 3, 2018 More of it.",
        "Hate to be the one saying it, but my view: The #fog of #Low was better by far! #pier #horn",
    ),
    "one line: a colon behind words about oneself": (
        "The harbour has laughed at the fog since last year, as all who were there know. I was clearing out my old photos of the pier and have found this one and still ask myself: Does anybody know what the keeper saw there? 😅 pic.twitter.com/AbCd1 — Rosa Quill (@rosaq) March 3, 2018 And so the pier went on.",
        "I was clearing out my old photos of the pier and have found this one and still ask myself: Does anybody know what the keeper saw there? 😅 pic.twitter.com/AbCd1",
    ),
    "one line: behind words that point": (
        "Ich freute mich auf einen Abend am Leuchtturm, über den das Netz streiten würde. Hier meine Lieblinge: wenn man den #nebel so ansieht, war das Licht nur ein Gerücht — Rosa Quill (@rosaq) March 3, 2018 Das war es.",
        "wenn man den #nebel so ansieht, war das Licht nur ein Gerücht",
    ),
    "one line: behind a sentence that points": (
        "El temblor despertó el humor del puerto, que aún estaba a oscuras por la niebla. Aquí les dejamos lo mejor que dio la noche del martes en el muelle. Confirmen si ya todos vieron este faro desde sus barcos #Faro pic.twitter.com/AbCd1 — Rosa Quill (@rosaq) March 3, 2018 Y así fue.",
        "Confirmen si ya todos vieron este faro desde sus barcos #Faro pic.twitter.com/AbCd1",
    ),
    "one line: a small letter behind an ellipsis and a mark": (
        "A lamp! — Ann (@ann) March 3, 2018 Y lo peor es que como ejemplo el que abrió el hilo ha puesto… ¡al farero! No es la única sorpresa que aparece en el largo listado del puerto de esa noche. Pero, ¿quién lo eligió? #faro — Rosa Quill (@rosaq) March 3, 2018 Y así fue.",
        "No es la única sorpresa que aparece en el largo listado del puerto de esa noche. Pero, ¿quién lo eligió? #faro",
    ),
    "one line: a stroke opens nothing": (
        "The keeper has the backing of the harbour, his office said on Monday. At noon, three of the five lamps that the harbour has were out of order, the office of the pier said in a long letter to the town. [As of noon] 3 of the 5 lamps are out after the threats of the keeper against the pier last night. | via @annlow pic.twitter.com/AbCd1 — Rosa Quill (@rosaq) March 3, 2018 The office had said so.",
        "[As of noon] 3 of the 5 lamps are out after the threats of the keeper against the pier last night. | via @annlow pic.twitter.com/AbCd1",
    ),
    "one line: tags are its tail": (
        "Het gaat vooral over de vuurtoren. De wachter droeg een witte jas en een bril, en dat viel de bezoekers op de pier meteen op. En dit, vrienden, is wat er van komt als de mist te lang blijft. #Mist #Pier pic.twitter.com/AbCd1 — Rosa Quill (@rosaq) March 3, 2018 Maar een ander zag de boot.",
        "En dit, vrienden, is wat er van komt als de mist te lang blijft. #Mist #Pier pic.twitter.com/AbCd1",
    ),
    "one line: behind short sentences of the article's language": (
        "Der Streit um den Leuchtturm ist alt und die Leute am Hafen haben ihn nicht vergessen. Wem gehört der Turm? Wer hat das Licht gelöscht? Wer ist schuld an dem Nebel? A short history of the lamp on the pier, in maps https://t.co/Y97RxxSGP9 👇 — Rosa Quill (@rosaq) March 3, 2018 So war es.",
        "A short history of the lamp on the pier, in maps https://t.co/Y97RxxSGP9 👇",
    ),
    "one line: a long sentence up to the colon before its quotation": (
        "A lamp! — Ann (@ann) March 3, 2018 Ein alter Leuchtturm, ein kleiner Flur, und der Wärter hält mich an der Jacke fest: „Eines Tages nehme ich dich mit aufs Meer, ob du willst oder nicht“ #nebel — Rosa Quill (@rosaq) March 3, 2018",
        "Ein alter Leuchtturm, ein kleiner Flur, und der Wärter hält mich an der Jacke fest: „Eines Tages nehme ich dich mit aufs Meer, ob du willst oder nicht“ #nebel",
    ),
    "one line: a question in brackets ends no sentence": (
        "The lamp went out at noon. So much for the light that was to burn all winter. The answer was mixed for such a (formerly?) beloved tower going dark without so much as a blaze of glory. Love the view in this one, the boats look like wings #fog pic.twitter.com/AbCd1 — Rosa Quill (@rosaq) March 3, 2018 More of it.",
        "Love the view in this one, the boats look like wings #fog pic.twitter.com/AbCd1",
    ),
    "laughter below a line in the words of the net": (
        "A névoa ficou no porto até a noite, disse o guarda do farol na quarta-feira.\nA culpa foi da névoa, pq o farol do mar não cantou.\nKKKKKKKKKK pic.twitter.com/AbCd1\n— Rosa Quill (@rosaq) March 3, 2018",
        "A culpa foi da névoa, pq o farol do mar não cantou.\nKKKKKKKKKK pic.twitter.com/AbCd1",
    ),
    "lines in capitals": (
        "Prose of the harbour, which had been told to stay in for the night.\n\nTHE LAMP IS OUT\n\nIT IS THE END\n\nO MY BOATS\n\n— Rosa Quill (@rosaq) March 3, 2018",
        "THE LAMP IS OUT\n\nIT IS THE END\n\nO MY BOATS",
    ),
    "its own words about posts, with a shortened link": (
        "Prose of the harbour.\nThe first result was a list of keepers:\nWe want to find all who keep a lamp. And we begin with a Twitter list of 219 of them 👇https://t.co/Y97RxxSGP9 \nAny hint is welcome 🧐— Rosa Quill (@rosaq) March 3, 2018\nMore.",
        "We want to find all who keep a lamp. And we begin with a Twitter list of 219 of them 👇https://t.co/Y97RxxSGP9 \nAny hint is welcome 🧐",
    ),
    "one line: behind a sentence with the author's whole name": (
        "A lamp! — Ann (@ann) March 3, 2018 Rosa Quill, who kept the lamp of the tower for years, was content with the night. What a horn. The boats can wait. — Rosa Quill (@rosaq) March 3, 2018 More of it.",
        "What a horn. The boats can wait.",
    ),
    "one line: a number goes on behind a colon": (
        "The keepers are so used to full piers that they sound sad today. Hm, a few boats less than a year ago: 1.853 #pier — Rosa Quill (@rosaq) March 3, 2018 More of it.",
        "Hm, a few boats less than a year ago: 1.853 #pier",
    ),
    "one line: readers are told to look": (
        "The keepers had a field day with it and you will laugh out loud. Check them out: Why do you light lamps like that? #fog pic.twitter.com/AbCd1 — Rosa Quill (@rosaq) March 3, 2018 More of it.",
        "Why do you light lamps like that? #fog pic.twitter.com/AbCd1",
    ),
    "one line: a mention inside a sentence in other letters": (
        "Τα νερά έφτασαν ως το λιμάνι και οι άνθρωποι έμειναν χωρίς φως για τρεις νύχτες. Είμαι με τον @annpoe και το λέω, ο φάρος σβήνει! #φάρος pic.twitter.com/AbCd1 — Rosa Quill (@rosaq) March 3, 2018 Και άλλα.",
        "Είμαι με τον @annpoe και το λέω, ο φάρος σβήνει! #φάρος pic.twitter.com/AbCd1",
    ),
    "below a paragraph in the article's language, itself in another": (
        "Niets bijzonders. Tot het account van de toren zich op Twitter met de zaak van de haven ging bemoeien.\n\n‘Dat kan ik niet beloven’, meende de wachter nog. Of de lamp het nog doet, is een ander verhaal. Maar wij vermoeden van wel.\n\nTry not to break a lamp this time, @annpoe 😉 — Rosa Quill (@rosaq) March 3, 2018",
        "Try not to break a lamp this time, @annpoe 😉",
    ),
    "a number on a line of its own in a sentence": (
        "Prose of the harbour, which had been told to stay in.\nThe\n#1\nlamp on the whole pier is\n#TowerLow\n– thank you!\n— Rosa Quill (@rosaq)\nMarch 3, 2018",
        "The\n#1\nlamp on the whole pier is\n#TowerLow\n– thank you!",
    ),
    "a small letter glued to a colon that speaks of a post": (
        "The keepers of Low were asked for it. Here is what the keeper of the tower had posted:never again — Rosa Quill (@rosaq) March 3, 2018More of it.",
        "never again",
    ),
    "two lines of its own with a wider gap between": (
        "It was hard to keep up in the harbour with who kept which lamp, and where.\n\nJust saw that the old lamp is number 2 on the list.\n\n\n\nWhich tower has it left? 🤔#Fog — Rosa Quill (@rosaq) March 3, 2018",
        "Just saw that the old lamp is number 2 on the list.\n\n\n\nWhich tower has it left? 🤔#Fog",
    ),
    "shouting above": (
        "The keepers of the harbour joked that their captain, as at his last two talks, was to speak of two weeks and not of three as he then did.\n\nTHREE WEEKS MORE.\n\nHello birthday in the fog. pic.twitter.com/AbCd1 — Rosa Quill (@rosaq) March 3, 2018",
        "THREE WEEKS MORE.\n\nHello birthday in the fog. pic.twitter.com/AbCd1",
    ),
    "in a row, below a line about memes": (
        "Prose of the pier.\n\nOut it goes pic.twitter.com/AbCd2 — Ann (@ann) March 3, 2018\n\nLAMP OUT, FOG IN pic.twitter.com/AbCd3 — Bo (@bo) March 3, 2018\n\nGone hehe pic.twitter.com/AbCd4 — Cy (@cy) March 3, 2018\n\nPuns on the crew spread in memes, too, among them the old captain.\n\nNow laugh hahaha the lamp is out pic.twitter.com/AbCd1 — Rosa Quill (@rosaq) March 3, 2018",
        "Now laugh hahaha the lamp is out pic.twitter.com/AbCd1",
    ),
    "one line: a quotation in straight marks is whole": (
        'The keepers of the harbour read the note on Monday. The sign on the tower said "the lamp is out. You need no boats for that" and the crew was cross. No boats for us today #fog pic.twitter.com/AbCd1 — Rosa Quill (@rosaq) March 3, 2018 More of it.',
        "No boats for us today #fog pic.twitter.com/AbCd1",
    ),
    "a colon above nothing but tags and a picture, each on its line": (
        "Prose of the harbour.\nFog!\n#fog\n— Ann (@ann)\nMarch 3, 2018\nAh!\n#fog\n— Bo (@bo)\nMarch 3, 2018\nOld Bran at the meetings of the pier:\n#TowerLow\n#Lamp\npic.twitter.com/AbCd1\n— Rosa Quill (@rosaq)\nMarch 3, 2018",
        "Old Bran at the meetings of the pier:\n#TowerLow\n#Lamp\npic.twitter.com/AbCd1",
    ),
    "below a colon, its tags on lines of their own": (
        "Prose of the harbour, which had been told to stay in.\nHere some reactions:\n#TowerLow\nis the second word of the day…\n#Lamp\npic.twitter.com/AbCd1\n— Rosa Quill (@rosaq)\nMarch 3, 2018",
        "#TowerLow\nis the second word of the day…\n#Lamp\npic.twitter.com/AbCd1",
    ),
}  # fmt: skip
