"""Quoted reactions, language by language: who spoke, with which verb, on which platform; and what is none."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scraper.quotes import find_quotes
from scraper.quotes.evidence import ENOUGH, WEIGHTS
from scraper.quotes.finder import reactions
from scraper.quotes.languages import GRAMMARS, guess
from scraper.quotes.lexicons import lexicon
from scraper.quotes.marks import blocks_of, find_spans

# Each case: a text, and of every reaction in it the quoted words, speaker, verb, platform and handle.
Expected = list[tuple[str, str | None, str | None, str | None, str | None]]

ENGLISH: list[tuple[str, Expected]] = [
    # a comment that was given to a paper
    (
        "His video went viral. In a comment given to the Ledger, @odomarl said: “Half of the geese got it.”",
        [],
    ),
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
    # "one commenting" is no noun; she speaks where he wrote; lines with pronouns are no row of names
    (
        "Fans were quick to cheer the goose on Instagram, with one commenting, “Gotta sing that song again.”",
        [("“Gotta sing that song again.”", "one", "commenting", "instagram", None)],
    ),
    (
        (
            "Marl used Twitter to speak of the chairman.\n\nHe wrote: “No thanks and good riddance”.\n\n"
            "Councillor Ada Roe raised it at the meeting.\n\nShe said: “Will he make an apology?”"
        ),
        [("“No thanks and good riddance”", "He", "wrote", "twitter", None)],
    ),
    # words said to an audience lead no further; what somebody calls remarks is said by nobody else
    (
        (
            "The speech drew angry reactions from geese. “Who feeds you? Not the mayor!” Roe said to cheers from "
            "everybody in the park. She continued: “He has never met a swan.” The mayor, who on Twitter called the "
            "remarks “not even funny”, will not come."
        ),
        [("“not even funny”", "The mayor", "called", "twitter", None)],
    ),
    # who speaks aloud goes on to, with whatever verb, though a page was updated or posts were spoken of meanwhile
    (
        (
            "Fans shared a Facebook post about lost swans.\n\n“We counted them,” keeper Ada Roe said.\n\n"
            "The park posted an update to its Facebook page to calm worried visitors.\n\n"
            "“It happens every spring,” Roe lamented."
        ),
        [],
    ),
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
        "The tweet was shared. Before he met the “keeper of geese,” Marl shot back.",
        [],
    ),
    (
        "After the race, “Give that goose a prize,” one fan tweeted.",
        [("“Give that goose a prize,”", "one fan", "tweeted", "twitter", None)],
    ),
    # what one reads is a text; posts that are counted are no verb; a mark ends the line above
    (
        (
            "Over 90,000 posts and counting, “Swans First” leads the trends on X.\n\n"
            "The messages are angry. “Swans belong to us,” one read. “Let them swim,” said another."
        ),
        [
            ("“Swans belong to us,”", "one", "read", "twitter", None),
            ("“Let them swim,”", "another", "said", "twitter", None),
        ],
    ),
    (
        "Roe wrote on X, “A sad day for geese.” [sic]\nThe swan keeper tweeted, “No more bread.”",
        [
            ("“A sad day for geese.”", "Roe", "wrote", "twitter", None),
            ("“No more bread.”", "The swan keeper", "tweeted", "twitter", None),
        ],
    ),
    # a name that ends as a possessive does; the platform in brackets; a row of lines with a verb each
    ("“Swans again,” Marl’s tweeted.", [("“Swans again,”", "Marl’s", "tweeted", "twitter", None)]),
    (
        "Odo Marl (Twitter): “Saw the swans, fed the geese”.\n\nAda Roe (Facebook): “Bread is bad for them”.",
        [
            ("“Saw the swans, fed the geese”", "Odo Marl", None, "twitter", None),
            ("“Bread is bad for them”", "Ada Roe", None, "facebook", None),
        ],
    ),
    (
        "Celebrities paid tribute on Twitter.\n\nMarl said: “A fine swan.”\n\nAda Roe said: “The best of geese.”",
        [
            ("“A fine swan.”", "Marl", "said", "twitter", None),
            ("“The best of geese.”", "Ada Roe", "said", "twitter", None),
        ],
    ),
    # a verb in no list, with a comma; a handle that does something; the place behind a comma
    (
        "Both posts on Instagram were liked. A second fan beamed, “Love these swans!”",
        [("“Love these swans!”", "A second fan", "beamed", "instagram", None)],
    ),
    (
        "For example, @odomarl noticed that swans are rude: “They expect bread, and they get bread.”",
        [("“They expect bread, and they get bread.”", "@odomarl", None, None, "odomarl")],
    ),
    (
        "They posted, “locked the old swan out”, on her Snapchat account.",
        [("“locked the old swan out”", "They", "posted", "snapchat", None)],
    ),
    # a statement that read is no post, though a post was shared
    (
        "The post was shared widely on Instagram, and the town released a statement that read: “We love all swans.”",
        [],
    ),
    # the caption is named last; a second verb of the same subject
    (
        "Marl posted a picture of his goose, with the caption: “Home.”",
        [("“Home.”", "Marl", "posted", None, None)],
    ),
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
    (
        "Fans flooded Twitter.\n\nMarl was heard in emails to the Courier.\n\n“No swans here,” he wrote.",
        [],
    ),
    # announced in the paragraph above; an answer to somebody; a friend on a platform
    (
        "Marl responded on Twitter at night.\n\n“The swans stay where they are, and so do I.”\n\nHe left at noon.",
        [("“The swans stay where they are, and so do I.”", "Marl", "responded", "twitter", None)],
    ),
    (
        "The mayor opened the debate: “@odomarl Whose swans are these, then?”",
        [("“@odomarl Whose swans are these, then?”", "The mayor", None, None, None)],
    ),
    (
        "A Facebook friend of Marl then posted: “Give them bread.”",
        [("“Give them bread.”", "A Facebook friend of Marl", "posted", "facebook", None)],
    ),
    # what is written where the last place named, some sentences above, is a platform
    (
        "Odo Marl has been on Instagram since May.\n\nThen swans came.\n\nNobody fed them.\n\n“We do,” Marl wrote.",
        [("“We do,”", "Marl", "wrote", None, None)],
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
    # a pronoun behind one word; the platform's former name in brackets; a page that speaks
    (
        "Her caption on Instagram was short.\n\n“Swans” she simply wrote, tagging the town.",
        [("“Swans”", "she", "wrote", "instagram", None)],
    ),
    (
        "The mayor released a statement on his X (formerly Twitter) account that read:\n“No more bread for the swans.”",
        [("“No more bread for the swans.”", None, "read", "twitter", None)],
    ),
    (
        "The harbour’s social media page sharing a message:\n“After years of geese we close the pier.”",
        [
            (
                "“After years of geese we close the pier.”",
                "The harbour’s social media page",
                "sharing",
                None,
                None,
            )
        ],
    ),
    # what follows a reaction in its paragraph leads elsewhere
    (
        "In a tweet, Marl wrote: “Whose swans are these?” The Courier explained it.\n\n“Swans belong to the crown.”",
        [("“Whose swans are these?”", "Marl", "wrote", "twitter", None)],
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
    (
        "Roe dug out an old tweet from the mayor, which read: “No swans in my harbour.”",
        [("“No swans in my harbour.”", None, "read", "twitter", None)],
    ),
    # a closing mark that was turned; a stranger behind "and"
    (
        "One tweeted: “Swans on the pier #harbour “.\n\nAnd a fourth snarled: “Let them eat bread.”",
        [
            ("“Swans on the pier #harbour “", "One", "tweeted", "twitter", None),
            ("“Let them eat bread.”", "a fourth", "snarled", "twitter", None),
        ],
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
    (
        "Twitter users were split. Another user argued that the “harbour belongs to the geese”, it was said.",
        [("“harbour belongs to the geese”", "Another user", "argued", None, None)],
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
        "The town sent nearly sixty boats to the island and Marl tweeted, “Tonight we sail for the swans.”",
        [("“Tonight we sail for the swans.”", "Marl", "tweeted", "twitter", None)],
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
    # a list that says at its end what it is
    (
        "“Bread is bad for them”, “Who left the gate open?” and “Bring back the geese” were among the comments.",
        [
            ("“Bread is bad for them”", None, None, None, None),
            ("“Who left the gate open?”", None, None, None, None),
            ("“Bring back the geese”", None, None, None, None),
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
        [
            ("“Absolutely stunning,”", "one", "gushed", None, None),
            ("“What a bird.”", "another", "penned", None, None),
        ],
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
    (
        'Odo Marl tweeted: "Swans everywhere."',
        [('"Swans everywhere."', "Odo Marl", "tweeted", "twitter", None)],
    ),
    (
        "“Swans everywhere,” tweeted Odo Marl (@odomarl) on Monday.",
        [("“Swans everywhere,”", "Odo Marl", "tweeted", "twitter", "odomarl")],
    ),
    ("Odo Marl (@odomarl) tweeted: “Swans.”", [("“Swans.”", "Odo Marl", "tweeted", "twitter", "odomarl")]),
    (
        "Marl later tweeted that the swans were “gloriously rude” to visitors.",
        [("“gloriously rude”", "Marl", "tweeted", "twitter", None)],
    ),
    (
        "She captioned the picture: “Home at last.”",
        [("“Home at last.”", "She", "captioned", None, None)],
    ),
    # the platform named in the clause
    (
        "“We are closed until further notice,” the ferry company said on Facebook.",
        [("“We are closed until further notice,”", "the ferry company", "said", "facebook", None)],
    ),
    (
        'Mayor Tess Quill wrote on X: "Nobody was hurt."',
        [('"Nobody was hurt."', "Mayor Tess Quill", "wrote", "twitter", None)],
    ),
    (
        "“Nobody was hurt,” Quill posted on Bluesky.",
        [("“Nobody was hurt,”", "Quill", "posted", "bluesky", None)],
    ),
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
    ("“Swans on every roof” – @odomarl", [("“Swans on every roof”", "@odomarl", None, None, "odomarl")]),
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
        [
            ("“Refund!”", "One", "fumed", None, None),
            ("“I want my hour back.”", "another viewer", "joked", None, None),
        ],
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
        [
            ("“It was a lie,”", "she", "captioned", None, None),
            ("“I want no part of it!”", "she", "added", None, None),
        ],
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
    (
        "“Swans everywhere and nobody to feed them, Odo Marl tweeted.",
        [("“Swans everywhere and nobody to feed them,", "Odo Marl", "tweeted", "twitter", None)],
    ),
    # typewriters and TeX
    (
        "Odo Marl tweeted: ``Swans everywhere.''",
        [("``Swans everywhere.''", "Odo Marl", "tweeted", "twitter", None)],
    ),
    (
        "Odo Marl tweeted: ''Swans everywhere.''",
        [("''Swans everywhere.''", "Odo Marl", "tweeted", "twitter", None)],
    ),
    (
        "'It's the fans' goose,' one user wrote.",
        [("'It's the fans' goose,'", "one user", "wrote", None, None)],
    ),
    # a post is the subject, or stands right before its words
    ("One tweet read: “Swans rule.”", [("“Swans rule.”", "One tweet", "read", "twitter", None)]),
    ("He deleted his tweet “Swans must go now”.", [("“Swans must go now”", None, None, "twitter", None)]),
    # verbs nobody wrote down, unnamed speakers, a place on the net
    (
        "Fans were quick to react on Instagram. “My heart,” one fan blubbered.",
        [("“My heart,”", "one fan", "blubbered", "instagram", None)],
    ),
    # several for one attribution, and coordinated speakers
    (
        "Many were sad on Facebook. “So sad”, “Gutted”, wrote one.",
        [
            ("“So sad”", "one", "wrote", "facebook", None),
            ("“Gutted”", "one", "wrote", "facebook", None),
        ],
    ),
    (
        'Ida Orm tweeted "Rest in peace" while baker Jon Alm added "He was my friend."',
        [
            ('"Rest in peace"', "Ida Orm", "tweeted", "twitter", None),
            ('"He was my friend."', "baker Jon Alm", "added", "twitter", None),
        ],
    ),
    (
        "Others called the finale “painful” on Reddit.",
        [("“painful”", "Others", "called", "reddit", None)],
    ),
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
        [
            ("“Who wrote this?”", "One viewer", "said", None, None),
            ("“Loved it,”", "one", "said", None, None),
        ],
    ),
    (
        "“Bring back the old host,” one viewer said online.",
        [("“Bring back the old host,”", "one viewer", "said", None, None)],
    ),
    # an account says, where the public was said to react; a handle with a word behind it, before a colon
    (
        "Fans fumed on Twitter.\n\n@ Goose_7 said: “What a waste of swans.”\n\n@jo_marl harbour: “Sink it.”",
        [
            ("“What a waste of swans.”", "@ Goose_7", "said", "twitter", None),
            ("“Sink it.”", "@jo_marl", None, "twitter", "jo_marl"),
        ],
    ),
    # a row of names and colons, under words on the public
    (
        "Fans had much to say online. Some of it:\n\nodo_marl:\n\n“Sink the bridge.”\n\nJune:\n\n“Free the geese.”",
        [
            ("“Sink the bridge.”", "odo_marl", None, None, None),
            ("“Free the geese.”", "June", None, None, None),
        ],
    ),
    # the words behind a quote lead to the next one; posts that say something
    (
        "People have left comments saying, “Bread for all geese”, while another wrote, “Let them swim.”",
        [
            ("“Bread for all geese”", "People", "saying", None, None),
            ("“Let them swim.”", "another", "wrote", None, None),
        ],
    ),
    # "it" is the post of the paragraph above
    (
        "Marl put a picture of a goose in her Instagram story.\n\nIt read:\n\n“Nobody feeds me.”",
        [("“Nobody feeds me.”", "It", "read", "instagram", None)],
    ),
    # by whom it was done, last before the colon
    (
        "Marl shared a picture on Instagram and was mocked by one follower: “Nice hat.”",
        [("“Nice hat.”", "one follower", None, "instagram", None)],
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
    (
        "It was on Twitter that the mayor said that “nobody will miss the old ferry”, hours before she resigned.",
        [("“nobody will miss the old ferry”", "the mayor", "said", "twitter", None)],
    ),
    (
        "The baker announced it on Instagram. Petra Vell wrote, “Best buns in town.” Hal Noor wrote, “So happy for you two.” Many more thanked them.",
        [
            ("“Best buns in town.”", "Petra Vell", "wrote", "instagram", None),
            ("“So happy for you two.”", "Hal Noor", "wrote", "instagram", None),
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
    # the same speaker's next words are a reaction
    (
        "Ferryman Odo Marl accused the town of “using cheap tricks to stop a boat” on Monday. “This is mean,” he tweeted.",
        [
            ("“using cheap tricks to stop a boat”", "he", "tweeted", "twitter", None),
            ("“This is mean,”", "he", "tweeted", "twitter", None),
        ],
    ),
    # a heading repeats the words of a post
    (
        "“I never liked swans”\n\nMarl said it all on Twitter: “I never liked swans, and I never will.”",
        [
            ("“I never liked swans”", None, None, None, None),
            ("“I never liked swans, and I never will.”", "Marl", "said", "twitter", None),
        ],
    ),
    (
        "Marl: “Who paid for this?!”\n\nThe boats were late. “Who paid for this?!” Odo Marl tweeted on Monday.",
        [
            ("“Who paid for this?!”", None, None, None, None),
            ("“Who paid for this?!”", "Odo Marl", "tweeted", "twitter", None),
        ],
    ),
    # straight marks inside straight marks; words that a text bears; what a post and a reply read
    (
        'Fans were cross on Twitter. One wrote: "They called it the "Old Ferry" again, and it sank."\n\nSo it goes.',
        [('"They called it the "Old Ferry" again, and it sank."', "One", "wrote", "twitter", None)],
    ),
    (
        "The photo of the mayor on her Twitter feed, holding two swans, came with the message, “In honour of swans!”",
        [("“In honour of swans!”", None, None, "twitter", None)],
    ),
    (
        "The line answers tweets one by one. “Swans are birds,” the response read.",
        [("“Swans are birds,”", "the response", "read", "twitter", None)],
    ),
    (
        "A clip of the ferry went round. Overlay text reads, “Six hours late, and no swans.”",
        [("“Six hours late, and no swans.”", "Overlay text", "reads", None, None)],
    ),
    # what the speaker did meanwhile, behind a quote that ends in a cry
    (
        "“They had no chance of winning!” Marl tweeted.\n\n“What a day for swans!” Marl continued, this time to the town.",
        [
            ("“They had no chance of winning!”", "Marl", "tweeted", "twitter", None),
            ("“What a day for swans!”", "Marl", "continued", "twitter", None),
        ],
    ),
    # the attribution ends the sentence; a picture was shared, on no platform that is named
    (
        "Ada Roe was found “with a swan in [her] boat” last February and nearly sank, she wrote in an Instagram post on Sunday.",
        [("“with a swan in [her] boat”", "she", "wrote", "instagram", None)],
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
    (
        "“What a boat,” tweeted Marl, who rowed in the 2011 comedy “7 Swans Forgiven” by Ada Roe.",
        [("“What a boat,”", "Marl", "tweeted", "twitter", None)],
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
    # on a forum nobody speaks; what a poster reports; some words of a post taken up
    (
        "A ferryman posted on a Reddit forum about his boat.\n\n“It is not even remotely like a swan,” the author recalled.\n\nAccording to the Reddit poster, the rule was a “warm tone harbour party”.",
        [
            ("“It is not even remotely like a swan,”", "the author", "recalled", "reddit", None),
            ("“warm tone harbour party”", "the Reddit poster", "According to", "reddit", None),
        ],
    ),
    (
        "The ferryman praised the swan for its “trademark smile in rain”. “Your grace and your trademark smile in rain will be missed,” tweeted Marl.",
        [
            ("“trademark smile in rain”", None, None, None, None),
            (
                "“Your grace and your trademark smile in rain will be missed,”",
                "Marl",
                "tweeted",
                "twitter",
                None,
            ),
        ],
    ),
    # the clause behind only goes on; where the tweet led to; to all who follow
    (
        "It came after he wrote on Twitter that “when the boats go the swans come,” warning words like that do harm.",
        [("“when the boats go the swans come,”", "he", "wrote", "twitter", None)],
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
        + "She recounted that a man on the ferry had asked for her seat at the rail, as he had one inside. "
        * 4
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
        [
            ("“needs a good rest”", "Marl", "tweeted", "twitter", None),
            ("“mess”", "Marl", "tweeted", "twitter", None),
        ],
    ),
    (
        "The post sparked anger on Facebook.\n\n“You mock us,” wrote one.\n\nBaker Ada Fell said he was “sorry.”\n\n“He is full of remorse,” added Mayor Joe Roe.",
        [("“You mock us,”", "one", "wrote", "facebook", None)],
    ),
    (
        "Fell wrote a long Instagram post about the boat. She says, “The boat had a hole in its side.” It sank.",
        [("“The boat had a hole in its side.”", "She", "says", "instagram", None)],
    ),
]

SPANISH: list[tuple[str, Expected]] = [
    # quotes side by side, without a comma
    (
        "“¿Por qué no puedo ver los cisnes?” “Acabo de enterarme. ¡Qué vergüenza!”, son algunos de los tweets.",
        [
            ("“¿Por qué no puedo ver los cisnes?”", None, None, "twitter", None),
            ("“Acabo de enterarme. ¡Qué vergüenza!”", None, None, "twitter", None),
        ],
    ),
    # in a video that was posted
    (
        "El clip lo compartió Rosa en TikTok. La joven, quien en el video escribió: “Te quiero, ganso”.",
        [("“Te quiero, ganso”", "La joven", "escribió", "tiktok", None)],
    ),
    # told to somebody in a message; an answer called so; only the article's own words part a scene from a quote
    (
        "“Basta de gansos”, tuiteó Marl. En su mensaje, le dijo a Roe: “Ponte a trabajar por los cisnes”.",
        [
            ("“Basta de gansos”", "Marl", "tuiteó", "twitter", None),
            ("“Ponte a trabajar por los cisnes”", None, "dijo a", "twitter", None),
        ],
    ),
    (
        "“Basta de gansos”, tuiteó Marl. Roe afirma en su respuesta que “los gansos son de todos”.",
        [
            ("“Basta de gansos”", "Marl", "tuiteó", "twitter", None),
            ("“los gansos son de todos”", "Roe", "afirma", "twitter", None),
        ],
    ),
    # the scene is a platform: a sentence that nothing attributes, and plain words of saying
    (
        (
            "Marl explotó en Twitter: “Basta de gansos en el muelle”.\n\nLuego Rosa tomó la palabra. "
            "“Los gansos son de todos y no se tocan”."
        ),
        [
            ("“Basta de gansos en el muelle”", "Marl explotó", None, "twitter", None),
            ("“Los gansos son de todos y no se tocan”", None, None, "twitter", None),
        ],
    ),
    (
        "“Basta de gansos”, tuiteó Marl. “Los gansos son de todos”, afirmó Rosa.",
        [
            ("“Basta de gansos”", "Marl", "tuiteó", "twitter", None),
            ("“Los gansos son de todos”", "Rosa", "afirmó", "twitter", None),
        ],
    ),
    # what the next sentence calls a quote; a user who calls somebody names; words listed as a post's
    (
        "Una usuaria cruzó un límite.\n\n“Ya llegó el ganso que se cree cisne”. Este fue el comentario de Rosa.",
        [("“Ya llegó el ganso que se cree cisne”", None, None, None, None)],
    ),
    (
        "Un conocido tuitero la ha llamado “gansa”.",
        [("“gansa”", "Un conocido tuitero", "ha llamado", "twitter", None)],
    ),
    (
        "Recibió críticas en su Instagram, entre ellas insultos como “gansa”.",
        [("“gansa”", None, None, "instagram", None)],
    ),
    # an answer in the same paragraph, in words that we do not know
    (
        "“Los cisnes son del pueblo”, tuiteó Marl. La respuesta de Roe no se hizo esperar: “Los cisnes son de nadie”.",
        [
            ("“Los cisnes son del pueblo”", "Marl", "tuiteó", "twitter", None),
            ("“Los cisnes son de nadie”", None, None, "twitter", None),
        ],
    ),
    (
        "Rosa tiene seguidores en Instagram.\n\nAyer fue el cumpleaños.\n\n“Te quiero, @hijadelcisne”, dijo la madre.",
        [("“Te quiero, @hijadelcisne”", "la madre", "dijo", "instagram", None)],
    ),
    (
        "El alcalde habló de los cisnes en su cuenta de X. «Nadie los echará del muelle», concluía.",
        [("«Nadie los echará del muelle»", None, "concluía", "twitter", None)],
    ),
    (
        "Marl la comentó en Instagram con la palabra «Cisnes».",
        [("«Cisnes»", "Marl", "comentó", "instagram", None)],
    ),
    (
        'El vídeo corre por TikTok. "Encontré mi tribu de gansos", "Yo también nado", son algunas de las reacciones.',
        [
            ('"Encontré mi tribu de gansos"', None, None, "tiktok", None),
            ('"Yo también nado"', None, None, "tiktok", None),
        ],
    ),
    (
        "Rosa volvió a Instagram. En su mensaje de regreso, Rosa escribió: “Aquí estamos de nuevo”.",
        [("“Aquí estamos de nuevo”", "Rosa", "escribió", "instagram", None)],
    ),
    (
        '"No vuelvo al muelle", "Qué pena de cisnes", son algunos de los comentarios de los vecinos.',
        [
            ('"No vuelvo al muelle"', None, None, None, None),
            ('"Qué pena de cisnes"', None, None, None, None),
        ],
    ),
    (
        (
            "Varios usuarios de X hicieron chistes. “Cisnes sí, gansos no″, exclamó una usuaria. "
            "“Yo voto al ganso”, sumó un tercero."
        ),
        [
            ("“Cisnes sí, gansos no″", "una usuaria", "exclamó", "twitter", None),
            ("“Yo voto al ganso”", "un tercero", "sumó", "twitter", None),
        ],
    ),
    (
        "Los vecinos opinaron en Twitter. “¿Y el ganso?”, se preguntaba unas horas antes Rosa Lira.",
        [("“¿Y el ganso?”", "Rosa Lira", "se preguntaba", "twitter", None)],
    ),
    (
        (
            "Sus seguidores en Instagram llenaron la foto de mensajes. Entre ellos los siguientes: "
            '"¡Deja en paz al ganso!", "Ya basta de cisnes", "Me voy a la montaña".'
        ),
        [
            ('"¡Deja en paz al ganso!"', None, None, "instagram", None),
            ('"Ya basta de cisnes"', None, None, "instagram", None),
            ('"Me voy a la montaña"', None, None, "instagram", None),
        ],
    ),
    (
        "“El puente aguanta y aguantará”, escribió en Twitter el sábado la alcaldesa Luz Oro tras la reunión.",
        [("“El puente aguanta y aguantará”", "la alcaldesa Luz Oro", "escribió", "twitter", None)],
    ),
    (
        "“El puente aguanta y aguantará”, escribió en Twitter este domingo.",
        [("“El puente aguanta y aguantará”", None, "escribió", "twitter", None)],
    ),
    (
        'Luz Oro escribió en Twitter: **"El puente es una mentira"**. Luego calló.',
        [('"El puente es una mentira"', "Luz Oro", "escribió", "twitter", None)],
    ),
    (
        "«El puente aguanta», escribió la alcaldesa Inés Robla en Twitter.",
        [("«El puente aguanta»", "la alcaldesa Inés Robla", "escribió", "twitter", None)],
    ),
    (
        'Inés Robla tuiteó: "El puente aguanta".',
        [('"El puente aguanta"', "Inés Robla", "tuiteó", "twitter", None)],
    ),
    ('"Qué vergüenza", comentó un usuario.', [('"Qué vergüenza"', "un usuario", "comentó", None, None)]),
    (
        "Robla señaló a través de su cuenta de X que el puente es «del todo seguro».",
        [("«del todo seguro»", "Robla", "señaló", "twitter", None)],
    ),
    (
        '"No me lo creo" (sic), contestó un internauta. Otro añadió: "Ni yo".',
        [
            ('"No me lo creo"', "un internauta", "contestó", None, None),
            ('"Ni yo"', "Otro", "añadió", None, None),
        ],
    ),
    (
        "Recibió muchas respuestas, como la de la usuaria @puenteloca: «Ya era hora».",
        [("«Ya era hora»", "la usuaria", None, None, "puenteloca")],
    ),
    (
        "La cantante recurrió a Instagram para decir: «Os quiero a todos».",
        [("«Os quiero a todos»", "La cantante", "decir", "instagram", None)],
    ),
    # the public is the subject of the sentence before a quote that ends its paragraph
    (
        "Rosa subió la foto a Instagram. Otros usuarios opinaron contra el cisne. «Que se vaya ya del muelle».",
        [("«Que se vaya ya del muelle»", "Otros usuarios", "opinaron", "instagram", None)],
    ),
    (
        "Fue mediante su Instagram que la alcaldesa expresó que “nadie echará de menos el ferry”.",
        [("“nadie echará de menos el ferry”", "la alcaldesa", "expresó", "instagram", None)],
    ),
    (
        '"Qué pena de barco". "Nadie lo va a echar de menos", "Que vuelva el puente", fueron algunos de los comentarios.',
        [
            ('"Qué pena de barco"', None, None, None, None),
            ('"Nadie lo va a echar de menos"', None, None, None, None),
            ('"Que vuelva el puente"', None, None, None, None),
        ],
    ),
]

FRENCH: list[tuple[str, Expected]] = [
    # a heading names the public behind a colon
    (
        "Quai - “Le vide”, “C’est qui ?” : les internautes atterrés par l’interview de Rosa Marl",
        [("“Le vide”", None, None, None, None), ("“C’est qui ?”", None, None, None, None)],
    ),
    # the inverted verb has a hyphen
    (
        "Rosa a tweeté hier. « Mais bien entendu..., a-t-elle répondu dans un nouveau tweet. Au vu de ces cygnes, je reste »",
        [
            (
                "« Mais bien entendu..., a-t-elle répondu dans un nouveau tweet. Au vu de ces cygnes, je reste »",
                "elle",
                "a-t-elle répondu",
                "twitter",
                None,
            )
        ],
    ),
    # the attribution between commas inside a quote; many who speak
    (
        (
            "Les joueurs réagissent sur Instagram.\n\n"
            "“Le réveil est dur ce matin, écrit le joueur du port. Un rêve qui avait commencé avec les cygnes.”"
        ),
        [
            (
                "“Le réveil est dur ce matin, écrit le joueur du port. Un rêve qui avait commencé avec les cygnes.”",
                "le joueur du port",
                "écrit",
                "instagram",
                None,
            )
        ],
    ),
    (
        "Twitter explose. « Marchal met le cygne mal à l’aise », résument les internautes.",
        [("« Marchal met le cygne mal à l’aise »", "les internautes", "résument", None, None)],
    ),
    (
        "Et le port respira.\n\n« Touché mais pas coulé. »\n\nEn deux phrases sur les réseaux sociaux, Marchal rassure.",
        [("« Touché mais pas coulé. »", None, None, None, None)],
    ),
    (
        "Et c’est le tweet de Marchal (« Les cygnes ont raison ») qui a tout changé.",
        [("« Les cygnes ont raison »", None, None, "twitter", None)],
    ),
    (
        'Marchal avait agacé la mairie en déclarant sur Twitter être "fier que le port reste vide".',
        [('"fier que le port reste vide"', "Marchal", "déclarant", "twitter", None)],
    ),
    (
        "« Le pont tient bon », a tweeté samedi soir la maire Lise Roux.",
        [("« Le pont tient bon »", "la maire Lise Roux", "a tweeté", "twitter", None)],
    ),
    (
        "« Le pont tient bon », a-t-il tweeté samedi soir.",
        [("« Le pont tient bon »", "il", "a-t-il tweeté", "twitter", None)],
    ),
    (
        "« Le pont tient\u00a0! », a tweeté la maire Odile Ferrand.",
        [("« Le pont tient\u00a0! »", "la maire Odile Ferrand", "a tweeté", "twitter", None)],
    ),
    (
        "« C'est une honte », s'indigne une internaute.",
        [("« C'est une honte »", "une internaute", "s'indigne", None, None)],
    ),
    (
        "Sur X, Odile Ferrand a écrit : « Personne n'est blessé. »",
        [("« Personne n'est blessé. »", "Odile Ferrand", "a écrit", "twitter", None)],
    ),
    (
        '"Nous sommes fermés", a-t-elle écrit sur Facebook.',
        [('"Nous sommes fermés"', "elle", "a-t-elle écrit", "facebook", None)],
    ),
    (
        "Les internautes ont réagi sur Twitter. « Encore ! », ironise l'un. « Jamais », répond un autre.",
        [
            ("« Encore ! »", "l'un", "ironise", "twitter", None),
            ("« Jamais »", "un autre", "répond", "twitter", None),
        ],
    ),
    (
        "« Le pont tient », rapporte la mairie dans un communiqué publié sur Telegram.",
        [("« Le pont tient »", "la mairie", "rapporte", "telegram", None)],
    ),
    (
        "C’est sur Twitter que la maire a déclaré que « personne ne regrettera le vieux bac ».",
        [("« personne ne regrettera le vieux bac »", "la maire", "a déclaré", "twitter", None)],
    ),
]

GERMAN: list[tuple[str, Expected]] = [
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
    # das Verb steht am Ende; der Ort steht hinter dem Tweet; zwei Stücke vor dem nächsten Zitat
    (
        "Auf Twitter bekam Jana Roth viele Likes für ein Bild der Fähre, das sie als „Dienst am Hafen“ twitterte.",
        [("„Dienst am Hafen“", None, "twitterte", "twitter", None)],
    ),
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
]

PORTUGUESE: list[tuple[str, Expected]] = [
    # called so, with a pronoun tied to the verb
    (
        "Foi aí que o perfil @rosa.marl se voltou contra a prefeita no Twitter, chamando-a de “ganso”.",
        [("“ganso”", "o perfil @rosa.marl", "chamando-a", "twitter", "rosa.marl")],
    ),
    # who used the networks to speak
    (
        "Rosa usou suas redes sociais para um desabafo.\n\n“Para mim deu”, começou a cantora.",
        [("“Para mim deu”", "a cantora", "começou", None, None)],
    ),
    # words that a post bears; one of several who does something that we do not know
    (
        "A prefeitura publicou uma mensagem no Twitter, usando a expressão “Grande ponte”.",
        [("“Grande ponte”", None, None, "twitter", None)],
    ),
    (
        "O prefeito respondeu no Twitter com um “kkkk”.",
        [("“kkkk”", "O prefeito", "respondeu", "twitter", None)],
    ),
    # a list with semicolons, and what it was behind the last line
    (
        (
            "Os internautas riram no TikTok.\n\n“O ganso dança o tango”;\n“O cisne é melhor”;\n"
            "“Que fofo, nem eu danço”, foram alguns dos comentários."
        ),
        [
            ("“O ganso dança o tango”", None, None, "tiktok", None),
            ("“O cisne é melhor”", None, None, "tiktok", None),
            ("“Que fofo, nem eu danço”", None, None, "tiktok", None),
        ],
    ),
    (
        "Os usuários da rede social não gostaram. “Deixem os gansos em paz”, disse um deles.",
        [("“Deixem os gansos em paz”", "um deles", "disse", None, None)],
    ),
    (
        'O vídeo está no Instagram. Odete Lima, que já teve gansos, respondeu com bom humor: "Bem feito, cisne!"',
        [('"Bem feito, cisne!"', "Odete Lima", "respondeu", "instagram", None)],
    ),
    (
        'Em sua página do X, Odete afirmou: "O respeito aos gansos é essencial".',
        [('"O respeito aos gansos é essencial"', "Odete", "afirmou", "twitter", None)],
    ),
    (
        (
            '"O ganso não tem culpa de nada", frisou uma usuária do Instagram. '
            '"Só falta o pato", foi além uma segunda. "Volta, cisne", recomendou mais uma.'
        ),
        [
            ('"O ganso não tem culpa de nada"', "uma usuária do Instagram", "frisou", "instagram", None),
            ('"Só falta o pato"', "uma segunda", "foi", "instagram", None),
            ('"Volta, cisne"', "mais uma", "recomendou", "instagram", None),
        ],
    ),
    (
        '"A ponte aguenta tudo", escreveu no Twitter o deputado Rui Sá.',
        [('"A ponte aguenta tudo"', "o deputado Rui Sá", "escreveu", "twitter", None)],
    ),
    (
        '"A ponte aguenta", escreveu a prefeita Lia Serpa no Twitter.',
        [('"A ponte aguenta"', "a prefeita Lia Serpa", "escreveu", "twitter", None)],
    ),
    ('Lia Serpa tuitou: "A ponte aguenta".', [('"A ponte aguenta"', "Lia Serpa", "tuitou", "twitter", None)]),
    (
        'O público reagiu nas redes sociais. "Que vergonha", disse um internauta. "Também acho", disse outro.',
        [
            ('"Que vergonha"', "um internauta", "disse", None, None),
            ('"Também acho"', "outro", "disse", None, None),
        ],
    ),
    ('"Não abre", escreveu @pontevelha.', [('"Não abre"', "@pontevelha", "escreveu", None, "pontevelha")]),
    (
        "Foi no Twitter que a prefeita disse que “ninguém vai sentir falta da balsa”, horas antes de sair.",
        [("“ninguém vai sentir falta da balsa”", "a prefeita", "disse", "twitter", None)],
    ),
    (
        'A cantora publicou uma foto no Instagram. "My little boat" (Meu barquinho, em inglês), escreveu a cantora.',
        [('"My little boat"', "a cantora", "escreveu", "instagram", None)],
    ),
    (
        "No Instagram, a maioria dos comentários falava da balsa: “ADEUS BALSA”, escreveu um seguidor.",
        [("“ADEUS BALSA”", "um seguidor", "escreveu", "instagram", None)],
    ),
]

ITALIAN: list[tuple[str, Expected]] = [
    # the object before a verb is no speaker
    (
        "I fan hanno reagito su Facebook.\n“Ridateci i cigni, basta!”, gli scrive qualcuno.",
        [("“Ridateci i cigni, basta!”", "qualcuno", "scrive", "facebook", None)],
    ),
    # "and again" goes on with a row
    (
        "Vi riportiamo alcuni commenti sulla bacheca Facebook.\n\n“Chiudi il ponte, che qui nessuno rema”, “Ma è chiuso!”. E ancora “Buon giorno, mi dica come passo il ponte”.",
        [
            ("“Chiudi il ponte, che qui nessuno rema”", None, None, "facebook", None),
            ("“Ma è chiuso!”", None, None, "facebook", None),
            ("“Buon giorno, mi dica come passo il ponte”", None, None, "facebook", None),
        ],
    ),
    # what the next sentence calls the words, without a verb; a quote in brackets; a caption
    (
        "Rosa è triste. Poi l’appello ai tifosi: “Restate vicino ai cigni, che sono rimasti in pochi”. Questo lo sfogo di Rosa Marl sul suo profilo Instagram.",
        [("“Restate vicino ai cigni, che sono rimasti in pochi”", None, None, "instagram", None)],
    ),
    (
        "Rosa ha chiuso il suo profilo Instagram, e molti ridono (“si è persa, ma poi torna” è uno dei commenti più letti).",
        [("“si è persa, ma poi torna”", None, None, None, None)],
    ),
    # the sentence behind a quote places it; a colon behind users; who attributes between dashes, without a name
    (
        "“Grazie di tutto, porto mio“. La capitana saluta i cigni con un post dal suo account Instagram.",
        [("“Grazie di tutto, porto mio“", None, None, "instagram", None)],
    ),
    (
        "Rosa ha coperto i cigni. Circostanza che ha spinto molti seguaci a chiedere: «Ma perché lo hai fatto?».",
        [("«Ma perché lo hai fatto?»", None, None, None, None)],
    ),
    (
        "Una bambina stronca la foto: «Che cosa vuol dire? - ha scritto nei commenti su Instagram -. Non mi piace».",
        [
            (
                "«Che cosa vuol dire? - ha scritto nei commenti su Instagram -. Non mi piace»",
                None,
                "ha scritto",
                "instagram",
                None,
            )
        ],
    ),
    (
        "Molte risposte al post su Instagram. Marl ha risposto con un freddo «Grazie a te».",
        [("«Grazie a te»", "Marl", "ha risposto", "instagram", None)],
    ),
    (
        "Gli attori la ricordano sui social.\n\nUno dei primi è stato Odo Marl, che pone, con dolore: “E ora come si fa?”",
        [("“E ora come si fa?”", "Uno", None, None, None)],
    ),
    # quotes side by side behind a colon; a user who speaks of something
    (
        "Marl, sul suo profilo Twitter: “Oca sì.” “Cigno pure, ma solo la domenica.”",
        [
            ("“Oca sì.”", "Marl", None, "twitter", None),
            ("“Cigno pure, ma solo la domenica.”", "Marl", None, "twitter", None),
        ],
    ),
    (
        "Su Twitter se ne discute. Un utente parla di “tentativo maldestro”.",
        [("“tentativo maldestro”", "Un utente", "parla di", "twitter", None)],
    ),
    # who says something and then writes has written
    (
        (
            "Rosa Lira ha pubblicato un post su Facebook. La cantante, che non le manda certo a dire, "
            "ha poi scritto: “I cigni restano qui”."
        ),
        [("“I cigni restano qui”", "La cantante", "ha poi scritto", "facebook", None)],
    ),
    (
        "Molte le critiche sui social. “Via le oche!”, scrive un utente. E ancora: “Ma dai”; “Hanno ragione”.",
        [
            ("“Via le oche!”", "un utente", "scrive", None, None),
            ("“Ma dai”", "un utente", "scrive", None, None),
            ("“Hanno ragione”", "un utente", "scrive", None, None),
        ],
    ),
    (
        (
            "Sulla pagina Facebook del sindaco piovono critiche. Vi riportiamo alcuni commenti.\n\n"
            "“Via le oche dal porto”, “Ma lasciatele stare!”."
        ),
        [
            ("“Via le oche dal porto”", None, None, "facebook", None),
            ("“Ma lasciatele stare!”", None, None, "facebook", None),
        ],
    ),
    (
        "Qualcuno non ha apprezzato il tweet: Giulia, ad esempio, ha scritto “Ma anche meno oche”.",
        [("“Ma anche meno oche”", "Giulia", "ha scritto", "twitter", None)],
    ),
    (
        "«Il ponte regge bene - ha scritto su X Lia Bruni, sindaca -. Venite a vedere».",
        [
            (
                "«Il ponte regge bene - ha scritto su X Lia Bruni, sindaca -. Venite a vedere»",
                "Lia Bruni",
                "ha scritto",
                "twitter",
                None,
            )
        ],
    ),
    (
        "«Il ponte regge ancora», ha scritto su Twitter Di Rosa postando una foto.",
        [("«Il ponte regge ancora»", "Di Rosa", "ha scritto", "twitter", None)],
    ),
    (
        "«Il ponte regge», ha scritto la sindaca Ada Brusco su Twitter.",
        [("«Il ponte regge»", "la sindaca Ada Brusco", "ha scritto", "twitter", None)],
    ),
    (
        "Ada Brusco ha twittato: «Il ponte regge».",
        [("«Il ponte regge»", "Ada Brusco", "ha twittato", "twitter", None)],
    ),
    ("«Che vergogna», commenta un utente.", [("«Che vergogna»", "un utente", "commenta", None, None)]),
    (
        "Molti fan su Instagram: “Sei la migliore,” scrive uno. “Concordo,” ha commentato un altro.",
        [
            ("“Sei la migliore,”", "uno", "scrive", "instagram", None),
            ("“Concordo,”", "un altro", "ha commentato", "instagram", None),
        ],
    ),
    (
        "Un utente ha ironizzato: «Bel ponte». E ancora: «Torno domani».",
        [
            ("«Bel ponte»", "Un utente", "ha ironizzato", None, None),
            ("«Torno domani»", "Un utente", "ha ironizzato", None, None),
        ],
    ),
]

NO_GRAMMAR: list[tuple[str, Expected]] = [
    (
        'Mutane sun yi martani. Audu Gero (@audugero) ya ce: "Gada ta yi kyau sosai." Ita kuwa Lami (@lamiX) cewa ta yi "ban yarda da haka ba".',
        [
            ('"Gada ta yi kyau sosai."', "Audu Gero", None, None, "audugero"),
            ('"ban yarda da haka ba"', "Ita kuwa Lami", None, None, "lamiX"),
        ],
    ),
]

CASES = [
    (language, text, expected)
    for language, table in (
        ("en", ENGLISH),
        ("es", SPANISH),
        ("fr", FRENCH),
        ("de", GERMAN),
        ("pt", PORTUGUESE),
        ("it", ITALIAN),
        ("ha", NO_GRAMMAR),
    )
    for text, expected in table
]

NONE = [
    # the network itself speaks; after a match
    (
        "it",
        "Rosa posta su Instagram. La replica viene da un portavoce di Facebook: «Non permettiamo cigni sulle foto».",
    ),
    (
        "it",
        "Rosa chiude il profilo Instagram. Così non sono servite le parole della sindaca a fine gara: «Se chiede scusa, gioca».",
    ),
    # told to a journalist, on a stage, in an interview that is named behind; called so by the paper
    ("pt", "Rosa postou no Instagram.\n\n“Ainda não sei dos cisnes”, afirmou ela ao jornalista."),
    (
        "it",
        "Marl è su TikTok. È intervenuto il tiktoker: “Abbiamo esagerato un po’”, ha dichiarato in un’intervista.",
    ),
    ("it", "Sui social pubblicano i cosiddetti “cigni pazzi”, ma i ristoratori hanno risposto."),
    (
        "es",
        "Marl publicó un trino. Según contó en Radio Muelle, es un tuit “muy de gansos y cisnes”, aseguró.",
    ),
    # the next paragraph names a place, but speaks of no words
    (
        "en",
        "Ferry news.\n\n“She knows every pier of the harbour by heart.”\n\nThe swan club has fans on Twitter.",
    ),
    # jargon; another site than a social one
    ("es", "La actriz expresó en Instagram que tiene muchos “likes”."),
    (
        "fr",
        "Le Web pleure. « Le cygne est mort et je ne dors plus », a-t-elle déclaré sur le site internet du journal.",
    ),
    # what the next words say of a quote that nothing else attributes
    (
        "es",
        "Rosa está en Twitter.\n\n“Una mujer vuelve al muelle y busca a los cisnes”, es la sinopsis de la serie.",
    ),
    (
        "it",
        "Marl ha risposto in un tweet.\n\n“È un ometto che parla troppo di oche”. Lo ha detto Roe al seminario.",
    ),
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
    (
        "fr",
        "Twitter aime les cygnes. « C’est un concours de bons mots », nous répond Odile Marchal, une internaute.",
    ),
    # a song in the flow of a sentence; what a relative clause does; a post that is only spoken about
    (
        "en",
        "With new songs like “Low Tide” and “Grey Goose,” fans have taken to social media to share their joy.",
    ),
    ("en", "On Twitter they lauded “Harbour Notes,” a measure that adds context to reports about swans."),
    (
        "it",
        "Di Facebook si parla molto. Il commento è costato alla signora una visita dei vigili in casa: “Scriva una lettera”.",
    ),
    ("en", "One tweet showed a user who shared lyrics from the new song, “But Mother I Swam.”"),
    # a title that opens the next paragraph; the heading between two quotes; nouns behind "and"
    ("en", 'Reader Mike Roe tweeted:\n\n"The Gull" is not the only show with birds in it.'),
    ("en", "There was talk of “fake swans” and “bread,” some rumours and posts full of capitals on Twitter."),
    ("en", "Of her newfound “fame,” she took to Twitter again."),
    ("fr", 'Elle a repris sur Twitter un sondage dont les auteurs estiment que le cygne est un "handicap".'),
    ("en", "On Twitter, Marl called for a “peaceful” strike on Wednesday."),
    ("en", "The petition, entitled “Save our swans”, was shared on Facebook 2,000 times."),
    ("en", "“We are sorry,” a spokesman for the ferry company said in a statement."),
    ("en", "“We are sorry,” captain Odo Marl told the Harbour Courier, which also runs a Twitter account."),
    ("en", "“The bridge,” she wrote in her memoir, “was my whole childhood.”"),
    (
        "en",
        "The judge wrote in the ruling that the clause was “null and void”. His critics are active on Twitter.",
    ),
    ("en", "In a letter to the council, Roe wrote: “Close it.”"),
    ("en", "Her new film “The Swan Hour” opens on Friday, she tweeted."),
    ("en", "He tweeted a link to a story headlined “Swans take over”."),
    ("en", "They tweeted a photo of a protester holding a sign that read “Swans out”."),
    ("en", "“Swan Lake” was trending on Twitter by noon."),
    ("en", "Hashtags such as “#SwanGate” spread on Facebook."),
    ("en", "Twitter said in a statement: “We removed the account.”"),
    ("en", "“We want a bridge!” the crowd chanted. Pictures of it were shared on Facebook."),
    ("en", "Fans reacted on Twitter. “The bridge is safe,” a spokeswoman said."),
    ("en", "Roe tweeted about the swans last week. On Monday she told reporters: “No comment.”"),
    ("en", "The so-called “goose law” passed. Follow us on Twitter (@courier) for more."),
    ("en", "He is 6'2\" and weighs 90 kg, according to his Instagram profile."),
    ("en", "In his guest post on the harbour, Alm argued: “Dive in.”"),
    ("en", "A single Marl tweet about a baker who asked for calm made her a “target”."),
    ("en", "“Yes,” said X, the witness known only by that letter."),
    ("en", "Fans reacted on Twitter. “The bridge is safe,” a man said."),
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
    ("de", "Warum sollte diese „Nachricht“ jemanden kümmern? Viele Nutzer stießen sich am Wort „Brücke“."),
    ("pt", '"A ponte aguenta", afirmou a prefeita em entrevista coletiva.'),
    ("pt", 'O filme "Cisne" criou polêmica nas redes sociais.'),
    ("it", "«Il ponte regge», ha detto la sindaca in conferenza stampa."),
    ("it", "Il brano “Cigno” è stato criticato in un tweet."),
    (
        "en",
        "@FerryMayor is her account on Twitter. When asked why, Mayor Fell’s press office responded, “the mayor has nothing to add.”",
    ),
    ("en", "‘I can take it:’ Harbour mayor leaves Twitter account following negative comments"),
    ("fr", "Si la maire veut « laver son linge en famille », sur Twitter, ils ont été nombreux à réagir."),
    # a relative clause tells of something else; words spoken to a paper, before a tweet of somebody else
    ("en", "Odo Marl shared a Facebook link on Monday, that told of a quarrel with a “nasty old swan.”"),
    ("en", "Marl told the Courier that it was “a cheap trick to stop a boat” on Monday. Nobody heard."),
    # the show was criticized, and said nothing
    (
        "de",
        "Nicht nur das Thema von „Heiß aber kalt“ störte viele, auch die Sendung wurde auf Twitter heftig kritisiert.",
    ),
    # in a blog, which is about posts; a headline that a post shows
    (
        "en",
        "Marl said in his blog those posts resulted in people “jumping on the boat with swans that were cross.”",
    ),
    (
        "de",
        "Zu sehen ist in der Instagram-Story ein Heft. Die Schlagzeile: „Schlimmer Sturm - wird ihr das Boot zum Verhängnis?“",
    ),
    # a word of the writer's own; a statement, and what the next paragraph tells of a post
    ("en", "One shopper took to social media to share the high cost of what was meant to be a “small” trip."),
    (
        "en",
        "“Sorry for my stupid boat”\n\nThe ferryman has left Facebook after a post he wrote there caused uproar.",
    ),
    # said of posts, not in them; of a speaker who is on the net; to delete a post
    ("en", "On Marl’s latest tweets, Ada Roe said: “He should think twice before he rows.”"),
    (
        "en",
        "“Some people only want to shout,” said the singer, who had her share of quarrels on social media.",
    ),
    (
        "en",
        "“It is all very silly for a boat,” said Marl, who rowed home, after agreeing to delete the tweet.",
    ),
    (
        "en",
        "“I did not see it,” Ada Roe said of the mayor’s tweet after a reporter read it to her.\n\nOdo Marl replied, “I just saw it, so I do not know.”",
    ),
    # what is added to what somebody said, who did not react
    (
        "en",
        "The post of the bakery was shared on Twitter by angry locals.\n\n“We regret the wording,” a statement said.\n\n“We will go on baking for all,” the statement continued.",
    ),
    (
        "de",
        "Sie löschte den Beitrag und erklärte auf Facebook, er habe sich auf den Namen „die Schwäne“ bezogen.",
    ),
    # what was told to a paper in answer to a post, what was written in one, what a word means
    (
        "en",
        "Roe later responded to Marl’s tweets, telling the Courier: “He has called me a swan thief for years.”",
    ),
    (
        "en",
        "Marl tweeted about it. Roe is known for being boat “short,” meaning she believes all will sink, and often shares her views on Twitter.",
    ),
    # what is said of somebody's posts
    (
        "en",
        "Roe on Monday said the mayor is “extremely loud” in his use of Twitter. Roe added that the mayor’s tweet was a “flood for the lake”.",
    ),
    # a word or two that somebody uses where he was said to have posted
    (
        "en",
        "Roe took to Instagram last week. She blasted the ferry for putting her in its special “big boat” class.",
    ),
    # what is written on paper, and what a picture shows
    (
        "en",
        "A receipt that was uploaded to Reddit, saying the rower is a “proud swan”, has made the rounds. On the tip line there was a comment that read, “No boat. Sorry.”",
    ),
]


def found(text, language, taken=()):
    return [(q.text, q.speaker, q.verb, q.platform, q.handle) for q in find_quotes(text, language, taken)]


@pytest.mark.parametrize(("language", "text", "expected"), CASES)
def test_reactions(language, text, expected):
    assert found(text, language) == expected


PLACES = [
    # a post is where what it says stands
    ("es", "Marl incendió la red con unas palabras en la red social Twitter en las que planteaba “para qué sirven los cisnes”.", 1),
    # «so«, as a word processor mends it
    ("fr", "Marl a écrit sur Twitter : « Ce sont des cygnes« . Puis il est parti. Rosa a tweeté : « Oui« .", 2),
    # users are the public, where a platform is spoken of
    ("pt", "Rosa postou no Instagram. A foto causou polêmica entre seus seguidores.\n“Que cisne feio”, disse uma. “Lindo”, falou outra.", 2),
    # closed in the next paragraph, which opens with a tag
    ("it", "“Sono soltanto cigni. E nuotano.\n\n#cigni” ha scritto Marl su Twitter.", 1),
    # posts in brackets are no titles
    ("de", "Marl löschte den Tweet wieder. Weitere Tweets zum Spiel („SCHWALBE!“ und „Schwer zu ertragen“) ließ er stehen.", 2),
    ("fr", "Marl a perdu son calme lorsqu’il a publié un simple tweet, qualifiant de «connard» le maire.", 1),
    # comments side by side
    ("pt", "Amigos lamentaram. “Que vazio”, comentou Jo Marl. “Que tristeza imensa”, escreveu a atriz Rosa Roe.", 2),
    ("es", "Un tuit señaló con ironía que “la alcaldesa nada sola”.", 1),
    ("es", "Los videos circularon en X. Marl emitió un comunicado en el que aseguraba que “el puente sigue abierto a todos”.", 0),
    # who only suffers what stands on a platform speaks elsewhere
    ("de", "Rosa Marl ist Opfer von Hass in den sozialen Medien geworden. «Das macht man aus Selbstschutz», sagte die 31-Jährige.", 0),
    ("pt", "Marl compartilhou um vídeo no Instagram. Ele escreveu frases como “É assim que se nada” e “Parabéns, cisnes!”.", 2),
    ("pt", "Houve provocações no Twitter. “Vou festejar o teu sofrer” foi o comentário feito por Marl.", 1),
    ("pt", "Fãs reagiram no Twitter.\nLeia mais: Marl minimiza a queda e projeta o ano: “vim para nadar muito bem”.", 0),
    # told somebody, or in a council
    ("de", "Marl machte es auf Facebook öffentlich. „Das hat mich stutzig gemacht“, sagt er gegenüber der Post.", 0),
    ("de", "Viele Nutzer schimpften auf Facebook. „Das unterschreibe ich“, stellte Marl im Stadtrat klar.", 0),
    # what is joined by "and in the end"
    ("de", "Marl postete auf Facebook. Wenig später heißt es auf Facebook: „Unfassbar“ und zum Schluss „Wer soll das bezahlen?“", 2),
    # the first part of a word
    ("de", "Fans freuten sich auf Twitter. Die Fans der „Wer Schwäne liebt“-Sängerin freuen sich, schrieb die Zeitung.", 0),
    # words that attribute a quote inside it, and name nobody
    ("fr", 'Rosa a appelé au calme sur Twitter. "Ce sont des cygnes, a-t-elle déclaré. Laissez-les."', 1),
    # a bracket may stand between quotes side by side
    ("de", "„Was für Schwäne“, „Seer schön“ (Schreibweise übernommen) und „Na ja“, heißt es in den Kommentaren auf Facebook.", 3),
    ("es", "Los fans reaccionaron en X. Por su parte, el club envió un comunicado a los socios: “Lamentamos mucho lo ocurrido.”", 0),
]  # fmt: skip


@pytest.mark.parametrize(("language", "text", "number"), PLACES)
def test_so_many_reactions_are_found(language, text, number):
    assert len(find_quotes(text, language)) == number


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


@pytest.mark.parametrize(("text", "speaker"), SPEAKERS)
def test_the_subject_speaks(text, speaker):
    assert [q.speaker for q in find_quotes(text, "en")] == [speaker]


@pytest.mark.parametrize(("language", "text"), NONE)
def test_words_spoken_elsewhere_and_titles_are_no_reactions(language, text):
    assert found(text, language) == []


@pytest.mark.parametrize("hint", [None, "en", "de", "xx", "ES-mx"])
def test_the_language_is_only_a_hint(hint):
    text = "«El puente aguanta y no se va a caer en los años que vienen», escribió un usuario en Twitter."
    assert [(q.speaker, q.verb) for q in find_quotes(text, hint)] == [("un usuario", "escribió")]


def test_english_verbs_are_read_in_every_language():
    text = "Die Stadt war voll. „The swans are back“, tweeted Odo Marl, und die Leute lachten über ihn."
    assert [q.speaker for q in find_quotes(text, "de")] == ["Odo Marl"]


def test_posts_are_never_quotes_and_end_the_paragraph():
    text = 'Look: "Swans rule," one user tweeted. "Good night," she tweeted. — Ida (@ida) May 2, 2019 "Bye," a fan wrote.'
    post = (text.index('"Good'), text.index(' "Bye'))
    assert [q.text for q in find_quotes(text, "en", [post])] == ['"Swans rule,"', '"Bye,"']


def test_the_same_words_shown_as_a_post_are_evidence():
    quote = "“The swans have eaten my sandwich again,” Odo Marl said."
    post = "The swans have eaten my sandwich again — Odo (@odomarl) May 2, 2019"
    text = f"{quote}\n\n{post}"
    assert found(quote, "en") == []
    assert [q.speaker for q in find_quotes(text, "en", [(len(quote) + 2, len(text))])] == ["Odo Marl"]


def test_somebody_who_spoke_elsewhere_ends_the_context():
    text = (
        "“Swans out!” Ida Orm tweeted.\n\n“We disagree,” harbour master Jon Alm told the Courier.\n\n"
        "“They are lovely,” Alm added."
    )
    assert [q.speaker for q in find_quotes(text, "en")] == ["Ida Orm"]


def test_the_sum_of_the_evidence_decides_and_is_documented():
    import scraper.quotes

    text = "“I always knew it was the goose,” a fan wrote."
    (kept,) = reactions(text, lexicon("en"), ())
    assert kept.evidence == ("verb of writing", "speaker is anybody")
    assert sum(WEIGHTS[name] for name in kept.evidence) == ENOUGH
    assert f"must reach {ENOUGH}" in (scraper.quotes.__doc__ or "")


MARKS = [
    ("pairs of single marks", "He tweeted: ‘’So be it.’’ Then he left.", ["‘’So be it.’’"]),
    ("straight", 'He said "yes" and "no".', ['"yes"', '"no"']),
    ("curly with singles inside", "She: “I said ‘no’ to it,” and left.", ["“I said ‘no’ to it,”"]),
    ("nested of one kind", "“She called it “odd” twice.”", ["“She called it “odd” twice.”"]),
    ("german", "„Ja“, sagte er. ‚Nein‘", ["„Ja“"]),
    ("german, turned", "»Ja«, sagte er. »Nein«", ["»Ja«", "»Nein«"]),
    ("french with spaces", "Il dit : «\u202fOui\u202f».", ["«\u202fOui\u202f»"]),
    ("swiss", "Er sagt: «Ja».", ["«Ja»"]),
    ("closed with the wrong curl", "“Ja“, sagte er.", ["“Ja“"]),
    ("straight closed by a curl", 'She: "yes” again.', ['"yes”']),
    ("curl closed by a straight one", '“Yes," she said. “No."', ['“Yes,"', '“No."']),
    (
        "straight ones inside curls",
        '“I said "so" to 6\'2" of him,” he said.',
        ['“I said "so" to 6\'2" of him,”'],
    ),
    ("typewriter", "He: ''yes''.", ["''yes''"]),
    ("doubled by mistake", 'He: ""Uh-oh!" again', ['""Uh-oh!"']),
    ("inches and apostrophes", "He's 6'2\" tall, the players' best.", []),
    ("single as style", "‘It’s the fans’ goose,’ he said.", ["‘It’s the fans’ goose,’"]),
    ("left open", "“Never closed.\n\nNext paragraph.", ["“Never closed."]),
    ("over paragraphs", "“One.\n\n“Two.”\n\nThree.", ["“One.\n\n“Two.”"]),
    ("wrapped lines", "“" + "word " * 12 + "\nand more” he said.", ["“" + "word " * 12 + "\nand more”"]),
]


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
    # who a cleft sentence names; "se" is no part of a name, and behind X a sentence may end
    ("it", "La polemica corre su Facebook. Lo fa sapere Odo Marl, barcaiolo, che scrive “Volevo ringraziare i cigni”.", "Odo Marl"),
    ("it", "La polemica corre su Facebook. A sollevare il caso è stato Odo Marl, che scrive “Volevo ringraziare”.", "Odo Marl"),
    ("it", "Rosa scrive su Facebook. E se Marl sul suo profilo pubblica la schermata: “Ecco i cigni del lago.”", "Marl"),
    ("es", "“He visto cisnes”, decía Rosa en X. El Ayuntamiento respondía después: “¿Dónde estaban ellos?”", "El Ayuntamiento"),
    # a post is no speaker, whose it is, is
    ("it", "I tifosi twittano. C’è pure il tweet politico di @cigno_jo: “Non ho nuotato perché dovevo votare”.", "@cigno_jo"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "text", "speaker"), PHRASES)
def test_the_speaker_is_the_phrase_that_names_him(language, text, speaker):
    assert find_quotes(text, language)[-1].speaker == speaker


@pytest.mark.parametrize(("name", "text", "expected"), MARKS)
def test_marks_are_paired(name, text, expected):
    assert [text[span.start : span.end] for span in find_spans(text, blocks_of(text))] == expected, name


def test_french_is_no_spanish():
    text = (
        "La célèbre marque a décidé de changer en 2018, et plusieurs clients ont réagi, parmi elles la maire."
    )
    assert guess(text, None) == "fr"


def test_every_language_is_guessed_by_its_own_words():
    for language, grammar in GRAMMARS.items():
        assert guess(grammar.common * 3, None) == language


PIECES = st.sampled_from(
    ['"', "“", "”", "„", "«", "»", "‘", "’", "''", "``", ":", ",", ".", " ", "\n", "\n\n", "(@ab)", "#Tag", "on Twitter",
     "a fan", "wrote", "tweeted", "schrieb", "a écrit", "escribió", "ha scritto", "escreveu", "one user", "X", "Marl", "—"]
)  # fmt: skip


@given(
    st.lists(PIECES, max_size=60).map(" ".join) | st.text(max_size=200),
    st.sampled_from([None, "en", "fr", "xx"]),
)
@settings(max_examples=150)
def test_any_text_gives_quotes_in_order_that_are_in_the_text(text, language):
    end = 0
    for quote in find_quotes(text, language):
        assert quote.start >= end
        end = quote.end
        assert text[quote.start : quote.end] == quote.text
        assert quote.speaker is None or quote.speaker in text
        assert quote.verb is None or quote.verb in text


@given(st.lists(PIECES, max_size=40).map(" ".join), st.integers(0, 200), st.integers(0, 60))
@settings(max_examples=80)
def test_nothing_is_found_in_what_is_taken(text, start, length):
    taken = (min(start, len(text)), min(start + length, len(text)))
    for quote in find_quotes(text, "en", [taken]):
        assert quote.end <= taken[0] or quote.start >= taken[1] or taken[0] == taken[1]


HOSTILE = ['"', '"a ', "“", "”", "«", "``", "'a ", "(@", "— ", "#", "\n", '"\n', '"a," he tweeted. ', "fans on X said “a ",
           "on on on ", "one fan ", "\ufffc", ": “", '“a" ']  # fmt: skip


@pytest.mark.parametrize("piece", HOSTILE)
def test_time_grows_with_the_length_only(piece):
    def seconds(size):
        text = ("a tweet " + piece * size)[:size]
        start = time.process_time()
        find_quotes(text, "en")
        return time.process_time() - start

    small = max(seconds(5_000), seconds(5_000), 0.02)
    assert any(seconds(50_000) <= 12 * small for _ in range(3))  # a busy machine may spoil one measurement
