"""Texts in English, and the reactions that each quotes: words, speaker, verb, platform, handle."""

from __future__ import annotations

CASES = [
    # what closes many lines below is another quote's
    ("“It is so loud\none\ntwo\nthree\nfour\nfive” she wrote on Twitter.", []),
    # told to reporters, and placed on a platform all the same
    (
        "In a statement on Twitter she said: “The swans went out at nine,” she told reporters.",
        [("“The swans went out at nine,”", "she", "said", "twitter", None)],
    ),
    (
        "“That was filthy,” Odo Marl posted on his Instagram story, while Ada Roe tweeted “Who is this goose??” to her followers.",
        [
            ("“That was filthy,”", "Odo Marl", "posted", "instagram", None),
            ("“Who is this goose??”", "Ada Roe", "tweeted", "twitter", None),
        ],
    ),
    # the place behind the verb is that of the quote
    (
        "Odo Marl said it was “a waste of swans” in a Facebook post, while Ada Roe joked on Threads that she liked it “but then I need new oars”.",
        [
            ("“a waste of swans”", "Odo Marl", "said", "facebook", None),
            ("“but then I need new oars”", "Ada Roe", "joked", "threads", None),
        ],
    ),
    # a term of the paper's, which a reaction takes up
    (
        (
            "The ferry lost some of its old things, among them the so-called “swan rail”.\n\n"
            "“I wanted the swan rail, you know,” one user wrote on Twitter."
        ),
        [("“I wanted the swan rail, you know,”", "one user", "wrote", "twitter", None)],
    ),
    # a comment that was given to a paper
    ("His video went viral. In a comment given to the Ledger, @odomarl said: “Half of the geese got it.”", []),
    # tweeted during a debate, not said in it
    (
        "“Get the camera off that goose,” Odo Marl of Overpond tweeted just minutes into the debate.",
        [("“Get the camera off that goose,”", "Odo Marl of Overpond", "tweeted", "twitter", None)],
    ),
    # a website is no platform
    (
        (
            "Asked whether keepers should leave Twitter, Roe shrugged.\n\n"
            "The park posted a message of support on its website: “We stand with our swans.”"
        ),
        [],
    ),
    # the second paragraph of a statement whose mark is never closed
    (
        (
            "One posted: 'The swan's beak was rude to us.'\n\nA park spokesperson: 'We read viewers' comments about the "
            "swan's conduct.\n\n'In our view, the exchange was part of a light-hearted walk.'"
        ),
        [("'The swan's beak was rude to us.'", "One", "posted", None, None)],
    ),
    # a quote in single marks runs on where the next paragraph opens it anew
    (
        (
            "Fans of the swan took to Twitter. One penned: 'The swan's walk was the best of the year.\n\n"
            "'I would have liked to see it twice, the ducks' applause and all.'"
        ),
        [
            (
                "'The swan's walk was the best of the year.\n\n'I would have liked to see it twice, the ducks' applause and all.'",
                "One",
                "penned",
                "twitter",
                None,
            )
        ],
    ),
    # behind an s the mark closes, if another quote opens before the next one closes, or none does
    (
        (
            "One user tweeted that the 'ducks' deserve a pond. The post got a thousand 'likes' by noon.\n\n"
            "'[He] is right about the pond,' another tweeted."
        ),
        [
            ("'ducks'", "One user", "tweeted", "twitter", None),
            ("'[He] is right about the pond,'", "another", "tweeted", "twitter", None),
        ],
    ),
    # a speech is no post, however much of a scene the paragraph above sets
    (
        "On Twitter the guild of ponds wrote: “The gates are open.”\n\nThe full speech\n\n“My swans, "
        + "we shall build many ponds in all the parks of the town. " * 45
        + "Thank you.”",
        [("“The gates are open.”", "the guild of ponds", "wrote", "twitter", None)],
    ),
    # "one commenting" is no noun; she speaks where he wrote
    (
        "Fans were quick to cheer the goose on Instagram, with one commenting, “Row me to that pond again.”",
        [("“Row me to that pond again.”", "one", "commenting", "instagram", None)],
    ),
    (
        (
            "Marl used Twitter to speak of the chairman.\n\nHe wrote: “No thanks and good riddance”.\n\n"
            "Councillor Ada Roe raised it at the meeting.\n\nShe said: “Will he make an apology?”"
        ),
        [("“No thanks and good riddance”", "He", "wrote", "twitter", None)],
    ),
    # who speaks aloud goes on to, with whatever verb, though a page was updated or posts were spoken of meanwhile
    (
        (
            "“Most of it is made up,” Ada Roe, who keeps the park, said.\n\nShe asks people not to believe every social "
            "media post. Roe says that nobody can be fined for posting lies.\n\n“Nobody was hurt,” she said."
        ),
        [],
    ),
    # what is called something in a post; a clause in front that holds the quote
    (
        "Marl referred to the pond as an “old grey bathtub” in a tweet.",
        [("“old grey bathtub”", "Marl", "referred to", "twitter", None)],
    ),
    (
        "After the race, “Give that goose a prize,” one fan tweeted.",
        [("“Give that goose a prize,”", "one fan", "tweeted", "twitter", None)],
    ),
    (
        "Roe wrote on X, “A sad day for geese.” [sic]\nThe swan keeper tweeted, “No more bread.”",
        [
            ("“A sad day for geese.”", "Roe", "wrote", "twitter", None),
            ("“No more bread.”", "The swan keeper", "tweeted", "twitter", None),
        ],
    ),
    # a name that ends as a possessive does; the platform in brackets
    ("“Swans again,” Marl’s tweeted.", [("“Swans again,”", "Marl’s", "tweeted", "twitter", None)]),
    (
        "For example, @odomarl noticed that swans are rude: “They expect bread, and they get bread.”",
        [("“They expect bread, and they get bread.”", "@odomarl", None, None, "odomarl")],
    ),
    (
        "They posted, “locked the old swan out”, on her Snapchat account.",
        [("“locked the old swan out”", "They", "posted", "snapchat", None)],
    ),
    # the caption is named last; a second verb of the same subject
    ("Marl posted a picture of his goose, with the caption: “Home.”", [("“Home.”", "Marl", "posted", None, None)]),
    (
        "Marl shared two pictures on Twitter and wrote “Heaven has gained a swan,” and thanked it “for all the bread.”",
        [
            ("“Heaven has gained a swan,”", "Marl", "wrote", "twitter", None),
            ("“for all the bread.”", "Marl", "thanked", "twitter", None),
        ],
    ),
    # somebody publishes in the paragraph above; who wrote elsewhere meanwhile
    (
        "Marl posted a long story on her Instagram account. It was very late.\n\n“Leave them be,” she explained.",
        [("“Leave them be,”", "she", "explained", "instagram", None)],
    ),
    (
        "Marl took to social media to share what he had seen.\n\n“Look at this,” the crier said in the video.",
        [("“Look at this,”", "the crier", "said", None, None)],
    ),
    ("Fans flooded Twitter.\n\nMarl was heard in emails to the Courier.\n\n“No swans here,” he wrote.", []),
    # announced in the paragraph above; an answer to somebody; a friend on a platform
    (
        "Marl responded on Twitter at night.\n\n“The swans stay where they are, and so do I.”\n\nHe left at noon.",
        [("“The swans stay where they are, and so do I.”", "Marl", "responded", "twitter", None)],
    ),
    (
        "A Facebook friend of Marl then posted: “Give them bread.”",
        [("“Give them bread.”", "A Facebook friend of Marl", "posted", "facebook", None)],
    ),
    # called by a noun, and named in the sentence with the place
    (
        "Odo Marl took to Instagram on Monday. “The pier is mine again,” the singer said.",
        [("“The pier is mine again,”", "the singer", "said", "instagram", None)],
    ),
    (
        "Town crier Odo Marl shared a picture on Instagram. The geese were in it as well. “A fine day,” Marl said.",
        [("“A fine day,”", "Marl", "said", "instagram", None)],
    ),
    # words that lead to a quote with a colon, and no verb that we know
    (
        "Marl answered his critics on Facebook at night. His only word to them: “The swans were here first.”",
        [("“The swans were here first.”", None, None, "facebook", None)],
    ),
    (
        "Users spoke of it on social media.\n\nTheir reactions:\n- “Leave the swans alone.”\n- “Who pays for it?”\n- “Geese are people too.”",
        [
            ("“Leave the swans alone.”", None, None, None, None),
            ("“Who pays for it?”", None, None, None, None),
            ("“Geese are people too.”", None, None, None, None),
        ],
    ),
    (
        "The harbour’s social media page sharing a message:\n“After years of geese we close the pier.”",
        [("“After years of geese we close the pier.”", "The harbour’s social media page", "sharing", None, None)],
    ),
    # words told elsewhere, and a pronoun behind them
    (
        "“Swans again,” Marl tweeted.\n\nHer mother had told the Courier, “She was fond of geese,” she said.",
        [("“Swans again,”", "Marl", "tweeted", "twitter", None)],
    ),
    # the post of somebody with two names; the sentence of a post that is read
    (
        "Odo Marl’s tweet read, “The swans are mine.”",
        [("“The swans are mine.”", "Odo Marl’s tweet", "read", "twitter", None)],
    ),
    # the place right behind the quote; a platform of its own
    (
        'Odo Marl wrote "No swans before noon" on Facebook and left.',
        [('"No swans before noon"', "Odo Marl", "wrote", "facebook", None)],
    ),
    (
        "Fans know the app. “Swans again,” Odo Marl wrote on the platform.",
        [("“Swans again,”", "Odo Marl", "wrote", None, None)],
    ),
    # verbs that are in no list, with a user for a subject
    (
        "The swans were all over TikTok. “Are we allowed to feed them?” queried one user, with a goose.",
        [("“Are we allowed to feed them?”", "one user", "queried", "tiktok", None)],
    ),
    # the subject in a bracket; behind a clause of its own; before an adverb
    (
        'Most tweets were mild (The Odd Swan tweeted, "No bread for me, thank you").',
        [('"No bread for me, thank you"', "The Odd Swan", "tweeted", "twitter", None)],
    ),
    (
        "Twitter account Harbour Cam immediately tweeted: “Swans on the pier.”",
        [("“Swans on the pier.”", "Twitter account Harbour Cam", "tweeted", "twitter", None)],
    ),
    # examples behind a comma, and what joins them
    (
        'You would see tweets like, "No swans today, please!" and "Let the geese have a go."',
        [
            ('"No swans today, please!"', "You", "tweets", "twitter", None),
            ('"Let the geese have a go."', "You", "tweets", "twitter", None),
        ],
    ),
    # name and handle open the line
    (
        "Users had a field day on Twitter.\n\nWren Tallow @wrentallow, “The goose did it, as usual.”",
        [("“The goose did it, as usual.”", "Wren Tallow", None, "twitter", "wrentallow")],
    ),
    (
        "Marl shared a video on Instagram.\n\n“We are not amused by any of this,” he posted in July.",
        [("“We are not amused by any of this,”", "he", "posted", "instagram", None)],
    ),
    (
        "Fans flooded the comments. “Absolutely stunning,” gushed one, while another penned: “What a bird.”",
        [("“Absolutely stunning,”", "one", "gushed", None, None), ("“What a bird.”", "another", "penned", None, None)],
    ),
    (
        'In response, Roe wrote on X (formerly Twitter):\n\n> **"That is a lie about the goose."**\n\nThen he went.',
        [('"That is a lie about the goose."', "Roe", "wrote", "twitter", None)],
    ),
    (
        "“A sad day for the harbour,” wrote on Twitter the harbour master, Odo Marl.",
        [("“A sad day for the harbour,”", "the harbour master", "wrote", "twitter", None)],
    ),
    # verbs that only mean publishing, before and behind
    (
        '"Never seen the harbour this full of swans," town crier Odo Marl tweeted.',
        [('"Never seen the harbour this full of swans,"', "town crier Odo Marl", "tweeted", "twitter", None)],
    ),
    ('Odo Marl tweeted: "Swans everywhere."', [('"Swans everywhere."', "Odo Marl", "tweeted", "twitter", None)]),
    (
        "“Swans everywhere,” tweeted Odo Marl (@odomarl) on Monday.",
        [("“Swans everywhere,”", "Odo Marl", "tweeted", "twitter", "odomarl")],
    ),
    ("Odo Marl (@odomarl) tweeted: “Swans.”", [("“Swans.”", "Odo Marl", "tweeted", "twitter", "odomarl")]),
    (
        "Marl later tweeted that the swans were “gloriously rude” to visitors.",
        [("“gloriously rude”", "Marl", "tweeted", "twitter", None)],
    ),
    ("She captioned the picture: “Home at last.”", [("“Home at last.”", "She", "captioned", None, None)]),
    # the platform named in the clause
    (
        "“We are closed until further notice,” the ferry company said on Facebook.",
        [("“We are closed until further notice,”", "the ferry company", "said", "facebook", None)],
    ),
    (
        'Mayor Tess Quill wrote on X: "Nobody was hurt."',
        [('"Nobody was hurt."', "Mayor Tess Quill", "wrote", "twitter", None)],
    ),
    ("“Nobody was hurt,” Quill posted on Bluesky.", [("“Nobody was hurt,”", "Quill", "posted", "bluesky", None)]),
    (
        "In a now-deleted tweet, Quill said: “The bridge will hold.”",
        [("“The bridge will hold.”", "Quill", "said", "twitter", None)],
    ),
    (
        "Quill took to Instagram to say: “The bridge holds!”",
        [("“The bridge holds!”", "Quill", "say", "instagram", None)],
    ),
    (
        "Quill said in a Truth Social post that the bridge was “as safe as ever”.",
        [("“as safe as ever”", "Quill", "said", "truthsocial", None)],
    ),
    (
        "On LinkedIn, the harbour master wrote: “We are hiring.”",
        [("“We are hiring.”", "the harbour master", "wrote", "linkedin", None)],
    ),
    (
        "“What a day for Ostrava,” Quill simpered in a morning tweet.",
        [("“What a day for Ostrava,”", "Quill", "simpered", "twitter", None)],
    ),
    # an indefinite public speaker
    (
        '"I always knew it was the goose," a fan wrote.',
        [('"I always knew it was the goose,"', "a fan", "wrote", None, None)],
    ),
    (
        "“Bring back the old goose,” one user commented.",
        [("“Bring back the old goose,”", "one user", "commented", None, None)],
    ),
    ("Another person wrote: “Bring it back.”", [("“Bring it back.”", "Another person", "wrote", None, None)]),
    (
        "‘Bring back the old goose,’ one Twitter user said.",
        [("‘Bring back the old goose,’", "one Twitter user", "said", "twitter", None)],
    ),
    # handles
    ("@odomarl wrote: “Swans.”", [("“Swans.”", "@odomarl", "wrote", None, "odomarl")]),
    ("As @odo_marl: “Swans, swans.”", [("“Swans, swans.”", "@odo_marl", None, None, "odo_marl")]),
    # a hashtag inside the words
    (
        "“Enough is enough #SaveOurSwans,” the baker wrote.",
        [("“Enough is enough #SaveOurSwans,”", "the baker", "wrote", None, None)],
    ),
    # the section announces reactions, and the unnamed go on
    (
        "Fans reacted on Twitter:\n\n“I cried,” one said.\n\nAnother added: “So did my dog.”\n\n“Worst finale ever,” raged a third.",
        [
            ("“I cried,”", "one", "said", "twitter", None),
            ("“So did my dog.”", "Another", "added", "twitter", None),
            ("“Worst finale ever,”", "a third", "raged", "twitter", None),
        ],
    ),
    (
        "Viewers flocked to social media. One fumed: “Refund!” as another viewer joked: “I want my hour back.”",
        [("“Refund!”", "One", "fumed", None, None), ("“I want my hour back.”", "another viewer", "joked", None, None)],
    ),
    # split by the attribution, and sentence by sentence
    (
        "“I loved him,” she tweeted, “and I always will.”",
        [
            ("“I loved him,”", "she", "tweeted", "twitter", None),
            ("“and I always will.”", "she", "tweeted", "twitter", None),
        ],
    ),
    (
        "“I loved him,” she tweeted. “He was a great pal.”",
        [
            ("“I loved him,”", "she", "tweeted", "twitter", None),
            ("“He was a great pal.”", "she", "tweeted", "twitter", None),
        ],
    ),
    # the place was named in the sentence before
    (
        "Roe was blunter on Twitter. “They sold us out,” she wrote.",
        [("“They sold us out,”", "she", "wrote", "twitter", None)],
    ),
    (
        "Roe tweeted a photo of the pier and wrote, “Goodbye, old friend.”",
        [("“Goodbye, old friend.”", "Roe", "wrote", "twitter", None)],
    ),
    (
        "“It was a lie,” she captioned a photo.\n\n“I want no part of it!” she added.",
        [("“It was a lie,”", "she", "captioned", None, None), ("“I want no part of it!”", "she", "added", None, None)],
    ),
    (
        "On Twitter, Governor Will Hale said he was watching. “My heart is with you,” Hale said.",
        [("“My heart is with you,”", "Hale", "said", "twitter", None)],
    ),
    # over paragraphs: every one opens, the last one closes
    (
        "Roe wrote on Facebook: “I am leaving.\n\n“It was time.\n\n“Thank you all.”",
        [("“I am leaving.\n\n“It was time.\n\n“Thank you all.”", "Roe", "wrote", "facebook", None)],
    ),
    # the colon ends the paragraph above
    (
        "The ferry company tweeted an apology, stating:\n\n“Sorry for the wait.”",
        [("“Sorry for the wait.”", "The ferry company", "stating", "twitter", None)],
    ),
    # a missing closing mark
    ("Odo Marl tweeted: “Swans everywhere", [("“Swans everywhere", "Odo Marl", "tweeted", "twitter", None)]),
    # typewriters and TeX
    ("Odo Marl tweeted: ``Swans everywhere.''", [("``Swans everywhere.''", "Odo Marl", "tweeted", "twitter", None)]),
    ("Odo Marl tweeted: ''Swans everywhere.''", [("''Swans everywhere.''", "Odo Marl", "tweeted", "twitter", None)]),
    ("'It's the fans' goose,' one user wrote.", [("'It's the fans' goose,'", "one user", "wrote", None, None)]),
    ("He deleted his tweet “Swans must go now”.", [("“Swans must go now”", None, None, "twitter", None)]),
    # verbs nobody wrote down, unnamed speakers, a place on the net
    (
        "Fans were quick to react on Instagram. “My heart,” one fan blubbered.",
        [("“My heart,”", "one fan", "blubbered", "instagram", None)],
    ),
    # several for one attribution, and coordinated speakers
    (
        "Many were sad on Facebook. “So sad”, “Gutted”, wrote one.",
        [("“So sad”", "one", "wrote", "facebook", None), ("“Gutted”", "one", "wrote", "facebook", None)],
    ),
    (
        'Ida Orm tweeted "Rest in peace" while baker Jon Alm added "He was my friend."',
        [
            ('"Rest in peace"', "Ida Orm", "tweeted", "twitter", None),
            ('"He was my friend."', "baker Jon Alm", "added", "twitter", None),
        ],
    ),
    ("Others called the finale “painful” on Reddit.", [("“painful”", "Others", "called", "reddit", None)]),
    # one of those who were said to react needs no more than a verb of saying
    (
        "Over on X, viewers vented.\n\nOne fan noted: “We was robbed.” Another furious viewer said: “Shame on you.”",
        [
            ("“We was robbed.”", "One fan", "noted", "twitter", None),
            ("“Shame on you.”", "Another furious viewer", "said", "twitter", None),
        ],
    ),
    # the public reacts without a platform's name
    (
        "The finale angered viewers online.\n\nOne viewer said: “Who wrote this?”\n\n“Loved it,” said one.",
        [("“Who wrote this?”", "One viewer", "said", None, None), ("“Loved it,”", "one", "said", None, None)],
    ),
    # an account says, where the public was said to react; a handle with a word behind it, before a colon
    (
        "Fans fumed on Twitter.\n\n@ Goose_7 said: “What a waste of swans.”\n\n@jo_marl harbour: “Sink it.”",
        [
            ("“What a waste of swans.”", "@ Goose_7", "said", "twitter", None),
            ("“Sink it.”", "@jo_marl", None, "twitter", "jo_marl"),
        ],
    ),
    # who speaks stands last, with a verb that is in no list
    (
        "The swan on Twitter puzzled us too, after one follower pointed out: “It has three legs.”",
        [("“It has three legs.”", "one follower", "pointed out", "twitter", None)],
    ),
    # opened with a curl, closed without
    (
        '“The goose is fine now," commented a Twitter user.',
        [('“The goose is fine now,"', "a Twitter user", "commented", "twitter", None)],
    ),
    (
        "Twitter users branded the finale “painful” and “a crime”.",
        [
            ("“painful”", "Twitter users", "branded", "twitter", None),
            ("“a crime”", "Twitter users", "branded", "twitter", None),
        ],
    ),
    # words in the midst of what somebody reported; a verb of writing that governs no speech is passed over
    (
        "Marl took to Twitter to state that the ferry was sold “behind locked doors” by the town.",
        [("“behind locked doors”", "Marl", "took to Twitter", "twitter", None)],
    ),
    (
        "Even as Odo Marl, the ferryman, said on Twitter that the new boats added “real speed” to the line, nobody came.",
        [("“real speed”", "Odo Marl", "added", "twitter", None)],
    ),
    (
        "In a series of tweets, Marl said he had paid millions for the ferry he began in 1987 and that all went to “fine swans.”",
        [("“fine swans.”", "Marl", "said", "twitter", None)],
    ),
    # a heading repeats the words of a post
    (
        "“I never liked swans”\n\nMarl said it all on Twitter: “I never liked swans, and I never will.”",
        [
            ("“I never liked swans”", None, None, "twitter", None),
            ("“I never liked swans, and I never will.”", "Marl", "said", "twitter", None),
        ],
    ),
    (
        "Marl: “Who paid for this?!”\n\nThe boats were late. “Who paid for this?!” Odo Marl tweeted on Monday.",
        [
            ("“Who paid for this?!”", None, None, "twitter", None),
            ("“Who paid for this?!”", "Odo Marl", "tweeted", "twitter", None),
        ],
    ),
    # straight marks inside straight marks; words that a text bears; what a post and a reply read
    (
        'Fans were cross on Twitter. One wrote: "They called it the "Old Ferry" again, and it sank."\n\nSo it goes.',
        [('"They called it the "Old Ferry" again, and it sank."', "One", "wrote", "twitter", None)],
    ),
    (
        "Posts on the boat were many. Meanwhile, Roe shared an old photo with Marl and mourned his ferry. “A fine boat, and a fine man on it,” she wrote.",
        [("“A fine boat, and a fine man on it,”", "she", "wrote", None, None)],
    ),
    # an opening mark that closes at the end of a line; two marks where one would do; a title in an aside
    (
        "Odo Marl tweeted: “My friend and the best of all ferrymen. Rest well. “\n\nSo it goes.",
        [("“My friend and the best of all ferrymen. Rest well. “", "Odo Marl", "tweeted", "twitter", None)],
    ),
    (
        'Marl mourned the boat, he tweeted, "“Dear boat, you were the nicest, coolest boat.” So it goes.',
        [("“Dear boat, you were the nicest, coolest boat.”", "he", "tweeted", "twitter", None)],
    ),
    # the place right behind the verb makes all that follows content; the statement stands in the post
    (
        "The ferryman said in a Facebook post some six months later that the boat would be “able to carry swans.”",
        [("“able to carry swans.”", "The ferryman", "said", "facebook", None)],
    ),
    (
        "In a post on Facebook, the line said it would end. “This morning, all boats were sold,” the statement reads. So it goes.",
        [("“This morning, all boats were sold,”", "the statement", "reads", "facebook", None)],
    ),
    (
        "The ferryman praised the swan for its “trademark smile in rain”. “Your grace and your trademark smile in rain will be missed,” tweeted Marl.",
        [
            ("“trademark smile in rain”", None, None, "twitter", None),
            ("“Your grace and your trademark smile in rain will be missed,”", "Marl", "tweeted", "twitter", None),
        ],
    ),
    (
        "He found himself in court last May after tweeting that a diver was a “swan thief”.",
        [("“swan thief”", "He", "tweeting", "twitter", None)],
    ),
    (
        "In a message to his 12 million followers, the ferryman simply said “we.”",
        [("“we.”", "the ferryman", "said", None, None)],
    ),
    # two quotes are no row where a verb stands between them
    (
        "He took to Twitter.\n“Just looking at what people say of the swans” he wrote “Lots of people say they bite.”",
        [
            ("“Just looking at what people say of the swans”", "he", "wrote", "twitter", None),
            ("“Lots of people say they bite.”", "he", "wrote", "twitter", None),
        ],
    ),
    # a heading that names posts, above numbered lines
    (
        "Top ten #CongratulationsFerry tweets\n\n#1 “Congratulations to the ferry for sinking in time.”\n\n#2 “We are still rowing on our own here.”\n\n#3 “The lake looks amazing without it.”",
        [
            ("“Congratulations to the ferry for sinking in time.”", None, None, "twitter", None),
            ("“We are still rowing on our own here.”", None, None, "twitter", None),
            ("“The lake looks amazing without it.”", None, None, "twitter", None),
        ],
    ),
    # to those who follow somebody
    (
        "A ferryman recently declared: “until the lake changes there are no good boats” to his 500 followers.",
        [("“until the lake changes there are no good boats”", "A ferryman", "declared", None, None)],
    ),
    # what somebody said while writing; what a post bears for a title
    (
        "Marl has taken to Instagram to say farewell to the old ferry and to all who rowed it for so many years. It was a long message. Writing in Welsh, he said: “I say goodbye to all of you.”",
        [("“I say goodbye to all of you.”", "he", "said", "instagram", None)],
    ),
    (
        "Her story was shared on Reddit.\n\n“My friend threw me off her boat for no reason,” the rower titled her post.",
        [("“My friend threw me off her boat for no reason,”", "the rower", "titled", "reddit", None)],
    ),
    # what is done to a post
    (
        "The rower said sorry on Sunday.\n\n“I will grow and come back stronger,” Roe concluded her post. “Sorry, sorry.”",
        [
            ("“I will grow and come back stronger,”", "Roe", "concluded", None, None),
            ("“Sorry, sorry.”", "Roe", "concluded", None, None),
        ],
    ),
    (
        "Roe learned her lesson quickly, as she wrote the caption, “I shall never row again” on the video.",
        [("“I shall never row again”", "she", "wrote", None, None)],
    ),
    # far behind the last word of a platform
    (
        "Ada Roe shared her view with the 20,000 who follow her on X, and it was seen by millions of people.\n\n"
        + "She recounted that a man on the ferry had asked for her seat at the rail, as he had one inside. " * 4
        + "\n\n“He huffed and puffed all the way,” Roe wrote, naming neither the man nor the line.",
        [("“He huffed and puffed all the way,”", "Roe", "wrote", "twitter", None)],
    ),
    # the public comments on a picture; what the poster did meanwhile
    (
        "Several fans commented on the picture, with one person saying, “She never rows that hard at all.”\n\nAnother added:\n\n“Wow, some sour swans on here.”",
        [
            ("“She never rows that hard at all.”", "one person", "saying", None, None),
            ("“Wow, some sour swans on here.”", "Another", "added", None, None),
        ],
    ),
    (
        "“Girl, it was your boat all along!” Harbour Bird declared on their Instagram page as they shared a picture of it.",
        [("“Girl, it was your boat all along!”", "Harbour Bird", "declared", "instagram", None)],
    ),
    # a single word after other words of the same tweet
    (
        "Marl tweeted on Tuesday that the line “needs a good rest” in May to fix a “mess” on the pier.",
        [("“needs a good rest”", "Marl", "tweeted", "twitter", None), ("“mess”", "Marl", "tweeted", "twitter", None)],
    ),
    (
        "The post sparked anger on Facebook.\n\n“You mock us,” wrote one.\n\nBaker Ada Fell said he was “sorry.”\n\n“He is full of remorse,” added Mayor Joe Roe.",
        [("“You mock us,”", "one", "wrote", "facebook", None)],
    ),
    (
        "Fell wrote a long Instagram post about the boat. She says, “The boat had a hole in its side.” It sank.",
        [("“The boat had a hole in its side.”", "She", "says", "instagram", None)],
    ),
    # of the post itself one speaks elsewhere
    (
        "“The bridge may open at nine,” Marl tweeted.\nMarl said he posted the tweet “in defence of the ferry”.",
        [("“The bridge may open at nine,”", "Marl", "tweeted", "twitter", None)],
    ),
    (
        "“The bridge may open at nine,” Marl tweeted.\nMarl told the Ledger that he was tired. He said that the ferry was “not lost for good”.",
        [("“The bridge may open at nine,”", "Marl", "tweeted", "twitter", None)],
    ),
    # an attribution glued to the quote before it
    (
        "A fan posted: “You cannot row at all!” Roe replied on Twitter, “I row as I can!”On being asked to leave the lake, Roe replied, “And there is great dignity in rowing a ferry.”",
        [
            ("“You cannot row at all!”", "A fan", "posted", None, None),
            ("“I row as I can!”", "Roe", "replied", "twitter", None),
            ("“And there is great dignity in rowing a ferry.”", "Roe", "replied", "twitter", None),
        ],
    ),
    # the writer says more, which nothing places there
    (
        "On his platform Truth Social, Marl asked, “Where do these geese come from?” Marl revealed that he had once relied on the keepers for advice.\n“I was told to trust them,” Marl admitted.",
        [("“Where do these geese come from?”", "Marl", "asked", "truthsocial", None)],
    ),
    # reached by a paper; the heading of another article
    (
        "Roe lashed out at followers on Twitter.\n\nWhen the Ledger got in touch with Roe, he reasoned, “I respect my fans.”",
        [],
    ),
    # what users tell somebody to do
    (
        "Twitter trolls made remarks about her “flat feet” and told her to “get out of that boat”. Fans have commented on the post with “row on” and “we love the lake”.",
        [
            ("“flat feet”", "Twitter trolls", "made remarks", "twitter", None),
            ("“get out of that boat”", "Twitter trolls", "told", "twitter", None),
            ("“row on”", "Fans", "commented", None, None),
            ("“we love the lake”", "Fans", "commented", None, None),
        ],
    ),
    ("“We do not want any of it on Instagram,” said a statement from Facebook, which owns Instagram.", []),
    (
        "Sunday night’s tweet on the swans went viral among fans.\n\nTwo keepers released a letter on Monday about it.\n\n“We are deeply alarmed by what was said of our geese,” they wrote.",
        [],
    ),
    (
        "“The geese are paid,” Roe wrote on Twitter.\n\nMarl, the warden, issued a statement that Roe had failed with her comments.\n\n“While rowers are free to debate the ferry, they should be careful,” Marl wrote.",
        [("“The geese are paid,”", "Roe", "wrote", "twitter", None)],
    ),
    ("Marl was angry about the comments, saying that Roe issued a “lame” apology.", []),
    # shouted, no title
    (
        "The warden’s view of the goose — “SHOULD BE LET GO,” he tweeted — could pose problems for the keepers.",
        [("“SHOULD BE LET GO,”", "he", "tweeted", "twitter", None)],
    ),
    # behind the post, a statement is named
    (
        "After rowers asked on Facebook about the post, Mayor Odo Marl felt compelled to answer with a statement.\n\n“Roe, as a keeper, answers to the geese of Overpond,” he said.",
        [],
    ),
    (
        "The singer is sorry for the picture of the bridge. “Extremely poorly chosen words,” her Instagram story apology read. “I am so sorry.”",
        [
            ("“Extremely poorly chosen words,”", "her Instagram story apology", "read", "instagram", None),
            ("“I am so sorry.”", "her Instagram story apology", "read", "instagram", None),
        ],
    ),
    # "IG" alone names the place; what somebody requests; a question is no forum's name
    (
        "The keeper took to IG to think of the swans, writing that “a lot of geese changed this week.” She requested that rowers refrain so as not to “cloud that great lake”.\n\nA different comment read: “Am I the only one who rows?”",
        [
            ("“a lot of geese changed this week.”", "The keeper", "writing", "instagram", None),
            ("“cloud that great lake”", "She", "requested", "instagram", None),
            ("“Am I the only one who rows?”", "A different comment", "read", "instagram", None),
        ],
    ),
    # a letter that was not posted
    (
        "Keepers wrote a letter about what Roe does on Twitter.\n\nIt was the talk of the lake.\n\n“Her words are a source of distraction for us,” the letter reads.",
        [],
    ),
    # more words for who writes, what they do, and where
    (
        "Fans took to X. “Geese at their worst,” one individual remarked.",
        [("“Geese at their worst,”", "one individual", "remarked", "twitter", None)],
    ),
    ("As one viewer put it on X, “So very wet.”", [("“So very wet.”", "one viewer", "put it", "twitter", None)]),
    (
        'The striker has since taken to his Instagram to admit he had been "irresponsible".',
        [('"irresponsible"', "The striker", "to admit", "instagram", None)],
    ),
    (
        "Viewers were cross on Twitter, and some accused Friday's race of being “a repeat”.",
        [("“a repeat”", "some", "accused", "twitter", None)],
    ),
    (
        "The mayor fired off three tweets. In one, he spoke of geese. The third reads: “The swans have no guts at all.”",
        [("“The swans have no guts at all.”", "The third", "reads", "twitter", None)],
    ),
    (
        "Shortly after 8 a.m. Eastern time, Marl fired off a series of tweets about Roe, calling him “a lame goose.”",
        [("“a lame goose.”", "Marl", "calling", "twitter", None)],
    ),
    (
        "Roe's Instagram Story said: “Back on the lake at last.” In her Instagram Story she added: “So cold!”",
        [
            ("“Back on the lake at last.”", "Roe's Instagram Story", "said", "instagram", None),
            ("“So cold!”", "she", "added", "instagram", None),
        ],
    ),
    (
        "Comments included “the swans were robbed” and “what a goose of a jury”.",
        [("“the swans were robbed”", None, None, None, None), ("“what a goose of a jury”", None, None, None, None)],
    ),
    # who breaks a silence speaks; who is unnamed does so where the last place was
    (
        "The rower broke her silence on Instagram. “I am glad to be dry,” she said.",
        [("“I am glad to be dry,”", "she", "said", "instagram", None)],
    ),
    (
        "The clip was seen three million times on TikTok. “I am in tears,” one person said.",
        [("“I am in tears,”", "one person", "said", "tiktok", None)],
    ),
    # fans react on the net, without a word of it
    (
        "Fans were quick to react. “Swans at their best,” one wrote. Another said: “I had to look away.”",
        [
            ("“Swans at their best,”", "one", "wrote", None, None),
            ("“I had to look away.”", "Another", "said", None, None),
        ],
    ),
    # a name that only accounts have; a signature with its place; when it was posted
    ("Swan_rower86 wrote: “Geese are underrated.”", [("“Geese are underrated.”", "Swan_rower86", "wrote", None, None)]),
    (
        "The rower posted on Monday that she “won’t be going out as much” in the cold.",
        [("“won’t be going out as much”", "The rower", "posted", None, None)],
    ),
    # a word taken up from a reaction, by those who said it; not one that the writer or somebody else quotes
    (
        (
            "Viewers blasted the regatta as “anticlimactic” on Sunday.\n\n"
            "“The most anticlimactic race I ever saw,” one viewer tweeted."
        ),
        [
            ("“anticlimactic”", "Viewers", "blasted", None, None),
            ("“The most anticlimactic race I ever saw,”", "one viewer", "tweeted", "twitter", None),
        ],
    ),
    (
        "Marl is “shocked” by the late ferry.\n\n“I am shocked, truly,” Odo Marl tweeted.",
        [
            ("“shocked”", None, None, "twitter", None),
            ("“I am shocked, truly,”", "Odo Marl", "tweeted", "twitter", None),
        ],
    ),
    (
        "Keeper Ada Roe is “shocked” by the late ferry.\n\n“I am shocked, truly,” Odo Marl tweeted.",
        [("“I am shocked, truly,”", "Odo Marl", "tweeted", "twitter", None)],
    ),
    (
        "The “ferry” was late on Sunday.\n\n“That ferry was never on time,” one viewer tweeted.",
        [("“That ferry was never on time,”", "one viewer", "tweeted", "twitter", None)],
    ),
    # the public speaks as one of many does
    (
        "Viewers took to Twitter on Sunday.\n\nLake Race fans claimed the regatta was “fixed from the start”.",
        [("“fixed from the start”", "Lake Race fans", "claimed", "twitter", None)],
    ),
    # what a poster calls something; words in small letters are no title
    (
        "Marl took to Instagram on Monday. He called the ferry a “joke”.",
        [("“joke”", "He", "called", "instagram", None)],
    ),
    (
        "In a post on X, Marl praised the “swans of the north”.",
        [("“swans of the north”", "Marl", "praised", "twitter", None)],
    ),
    # somebody with a name goes on with a row of reactions only behind a colon
    (
        (
            "Fans reacted on Twitter to the flood. The park said in a statement that the pier was old.\n\n"
            "“Row on!” one fan wrote.\n\nOdo Marl joked: “It was my pier, too.”"
        ),
        [
            ("“Row on!”", "one fan", "wrote", "twitter", None),
            ("“It was my pier, too.”", "Odo Marl", "joked", "twitter", None),
        ],
    ),
    (
        (
            "Fans reacted on Twitter to the flood. The park said in a statement that the pier was old.\n\n"
            "“Row on!” one fan wrote.\n\nThe pier is gone.\n\n“It was my pier, too,” Odo Marl joked."
        ),
        [("“Row on!”", "one fan", "wrote", "twitter", None)],
    ),
    # a reply, where a platform was spoken of
    (
        (
            "The swan went viral on Twitter last week, and the park was asked about it by many who love the pond."
            "\n\nIn a reply to the fans, keeper Ada Roe said: “The swan is well and fed.”"
        ),
        [("“The swan is well and fed.”", "keeper Ada Roe", "said", "twitter", None)],
    ),
    # the handle of X, which is an account; and that of a thing
    (
        "“The bridge is open,” the mayor wrote on his X handle. “The model X handle broke,” the mechanic told the Courier.",
        [("“The bridge is open,”", "the mayor", "wrote", "twitter", None)],
    ),
]
