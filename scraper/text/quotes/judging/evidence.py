"""Weigh the evidence for and against quoted words being a reaction on a platform."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scraper.text.quotes.judging.off_platform import (
    is_off_platform,
    is_stated,
    is_told_to_paper,
    main_part,
    own_part,
)
from scraper.text.quotes.judging.posts_as_speakers import is_of_posts
from scraper.text.quotes.text.letters import CAPITALS
from scraper.text.quotes.text.names import is_account
from scraper.text.quotes.words.lexicons import HANDLES
from scraper.text.quotes.words.platform_names import is_platform, platform_named

if TYPE_CHECKING:
    from scraper.text.quotes.judging.quote_context import QuoteContext
    from scraper.text.quotes.text.clauses import Attribution
    from scraper.text.quotes.words.lexicons import Lexicon

ENOUGH = 3
OFF_PLATFORM = frozenset(("spoken to somebody", "spoken elsewhere"))
MENTIONS = "mention inside"
TAGGED = "hashtag inside"
SCENE = "written where a platform is the scene"
PLACED = "place named in the clause"
CALLED = "the words are called a message"
PUBLIC = "public reacts here"
STAGE = "nothing but a platform is the scene"
GOES_ON = "speaker goes on"
WEIGHTS = {
    "verb of publishing": 3,
    "verb of posting": 2,
    "verb of writing": 1,
    PLACED: 3,
    "a post is the subject": 3,
    "handle of the speaker": 3,
    "speaker is a user": 2,
    "a platform is spoken of": 1,
    "speaker is anybody": 2,
    "speaker is one of many": 1,
    "speaker is named like an account": 2,
    "place named before": 2,
    "place named further before": 1,
    SCENE: 2,
    STAGE: 3,
    "same speaker as the last reaction": 2,
    PUBLIC: 2,
    CALLED: 2,
    GOES_ON: 1,
    "somebody publishes in front": 1,
    "one of a row of names": 1,
    MENTIONS: 3,
    TAGGED: 2,
    "begins as an answer": 1,
    "the same words are shown as a post": 3,
    "a post stands beside": 1,
    "only stands behind": -1,
    "spoken to somebody": -3,
    "spoken elsewhere": -3,
    "words are a title": -9,
}
_TAGGED = re.compile(r"(?<![\w&/])#[^\W\d_]\w")
_MENTIONS = re.compile(r"(?<![\w&/])@[^\W\d_]\w")
_ANSWERS = re.compile(r"\W{0,3}@\w")
_OPEN = frozenset(("say", "call", "noun", "none", "label", "crowd", "lead", "alone"))
_CLAUSES = frozenset(("tweet", "post", "write", "say", "tell", "call", "label", "lead", "none"))
_VERBS = {
    "tweet": "verb of publishing",
    "post": "verb of posting",
    "write": "verb of writing",
    "tell": "spoken to somebody",
}
# "A second fan" counts on, "a fan" may be anybody in the street.
_A = re.compile(r"an?\s+(?!second|third|fourth|fifth)", re.IGNORECASE)
_ONLINE_NEXT = re.compile(r"\s+online\b(?![\s-]+[a-z]*(?:store|shop|court)\b)", re.IGNORECASE)
_CAPITAL = rf"[\"'“”‘’«»„]?[{CAPITALS}]\S*+"
NAME_LIKE = re.compile(
    rf"{_CAPITAL}(?:\s++(?:(?:of|the|and|in|on|to|for|an?|with|&)\s++){{0,2}}{_CAPITAL}){{0,5}}\s*+"
)
"""A name or a title: capitals, but for small words between them."""
# Blanks in words that may be a term, not a phrase.
_FEW = 3
# "Slammed its new"
_WHOSE_LAST = re.compile(r"\b(?:its|his|her|their)\s(?:[^\W\d_]+\s)?\Z")
# Words of the net that are set in quotation marks for being new, foreign or jargon.
_JARGON = re.compile(
    r"(?:likes?|me gustas?|mi piace|j[’']aime|gostos?|curtidas?|(?:un)?follow(?:ers?)?|haters?|trolls?"
    r"|selfies?|memes?|trending(?: topics?)?|virale?s?|fake news|hashtags?|stor(?:y|ies)|posts?"
    r"|(?:re)?tweets?|feeds?|looks?)\Z|am i (?:being )?the \S{1,12}\Z",
    re.IGNORECASE,
)
# "In her words: “…”", after somebody published.
_IN_WORDS = re.compile(r"\b(?:her|his|their)(?:\s(?:own|exact))?\swords?\s*:\s*\Z", re.IGNORECASE)
# Who is a user of nothing but the net; "usuarios" take the bus, too.
_NETIZEN = re.compile(
    r"\b(?:(?:inter|ciber|cyber|mobi)na[uú]t|netizen|t(?:uit|wit+|weet)(?:er|eir|o))\w*", re.IGNORECASE
)
_MARKS = "\"'“”‘’«»„, \xa0"
_HANDLE_NEXT = re.compile(r"[\s(,]*@(\w[\w.]*\w)")


def weigh(text: str, quoted: str, said: Attribution, context: QuoteContext, lexicon: Lexicon) -> list[str]:
    """Name the evidence; its sum by `WEIGHTS` must reach `ENOUGH`."""
    clause = main_part(said, lexicon)
    speaker = said.speaker_in(text)
    stated = is_stated(said, lexicon)
    placed = not stated and lexicon.places(clause, own_part(said, lexicon))
    placed = placed or context.place_behind or _is_placed_next(text, said, lexicon)
    called = lexicon.called_remark.search(clause) is not None
    names = [
        *_of_verb(said, called=called),
        (PLACED, placed),
        ("handle of the speaker", handle_of(text, said) is not None),
        ("one of a row of names", said.kind == "label"),
        *_of_signs(quoted),
        ("the same words are shown as a post", context.shown_as_post),
        (
            "a platform is spoken of",
            context.platform_mentioned or _speaks_for_platform(speaker, said, lexicon),
        ),
        ("begins as an answer", _ANSWERS.match(quoted) is not None),
        (CALLED, called),
        ("a post stands beside", context.beside_post and said.kind not in _OPEN),
        ("only stands behind", _only_stands_behind(said, context)),
        ("spoken elsewhere", stated or _is_spoken_off_platform(text, said, context, lexicon, placed=placed)),
        ("words are a title", _is_title(quoted, said, context, lexicon)),
        ("a post is the subject", is_of_posts(said, context, speaker, lexicon)),
        *_of_speaker(speaker, said, lexicon),
        *_of_context(context, speaker, lexicon, said),
    ]
    is_term = lexicon.said_aloud and _is_term(quoted, said, lexicon)
    return [name for name, holds in names if holds and not (is_term and name == GOES_ON)]


def _of_verb(said: Attribution, *, called: bool) -> list[tuple[str, bool]]:
    """Name what the verb tells; what is called a message is not told to somebody."""
    return [(_VERBS[said.kind], said.kind != "tell" or not called)] if said.kind in _VERBS else []


def _speaks_for_platform(speaker: str, said: Attribution, lexicon: Lexicon) -> bool:
    """Return whether the speaker's own name tells of a platform: "a TikToker", "netizens"."""
    if platform_named(speaker) is not None and not is_official(said, speaker, lexicon):
        return True
    return said.link not in ("that", "direct") and _NETIZEN.search(speaker) is not None


def _of_signs(quoted: str) -> list[tuple[str, bool]]:
    """Name what the signs of a platform tell inside quoted words: a mention, else a hashtag."""
    if _MENTIONS.search(quoted):
        return [(MENTIONS, True)]
    return [(TAGGED, _TAGGED.search(quoted) is not None)]


def _is_spoken_off_platform(
    text: str, said: Attribution, context: QuoteContext, lexicon: Lexicon, *, placed: bool
) -> bool:
    """Return whether words were told to a paper, or another place of speech is named and none on the net."""
    if is_told_to_paper(text, said, lexicon):
        return True
    return not placed and (context.off_platform or is_off_platform(said, lexicon))


def _only_stands_behind(said: Attribution, context: QuoteContext) -> bool:
    """Return whether a quote follows the sentence that announces it, and its paragraph goes on."""
    return said.link == "announced" and said.kind in _CLAUSES and not context.ends_paragraph


def _is_placed_next(text: str, said: Attribution, lexicon: Lexicon) -> bool:
    """Return whether a place or a post follows the verb: "said online", "wrote a post"."""
    if said.verb is None:
        return False
    is_post = said.kind == "write" and lexicon.post_next.match(text, said.verb[1]) is not None
    return is_post or _ONLINE_NEXT.match(text, said.verb[1]) is not None


def is_jargon(words: str) -> bool:
    """Return whether words are set in quotation marks for being new or foreign.

    Example: “likes”, “Am I the goose?”.
    """
    return _JARGON.match(words.rstrip(_MARKS)) is not None


def is_official(said: Attribution, speaker: str, lexicon: Lexicon) -> bool:
    """Return whether somebody speaks for others, as the company does that is called like its platform."""
    leader = said.clause.text if said.kind == "lead" else speaker
    return lexicon.official.search(leader) is not None or (said.kind == "say" and is_platform(speaker))


def score(names: list[str]) -> int:
    """Return the sum of the weights."""
    return sum(WEIGHTS[name] for name in names)


def handle_of(text: str, said: Attribution) -> str | None:
    """Return the speaker's handle, without ``@``: in the phrase that names the speaker or right behind it."""
    if said.handle:
        return text[said.handle[0] + 1 : said.handle[1]].rstrip(".")
    if said.speaker is None:
        return None
    start, end = said.speaker
    found = HANDLES.search(text, start, end)
    if found:
        return found.group()[1:]
    behind = _HANDLE_NEXT.match(text, end, end + 60)
    return behind.group(1) if behind else None


def _is_title(quoted: str, said: Attribution, context: QuoteContext, lexicon: Lexicon) -> bool:
    """Return whether words are a film's, a sign's, a hashtag: announced so, or capitals in a sentence."""
    if context.compound or (said.link in ("direct", "comma") and context.describes):
        return True
    if _flows(quoted, said, context) and NAME_LIKE.fullmatch(quoted.strip(_MARKS)):
        return True
    return said.link != "behind" and said.kind != "call" and lexicon.makes_title(said.clause.text)


def _flows(quoted: str, said: Attribution, context: QuoteContext) -> bool:
    """Return whether quoted words are a part of the sentence around them."""
    if said.link == "behind":
        return context.inside_sentence and said.kind != "tweet"
    if said.link != "that" and not (said.link == "direct" and said.verb is None):
        return False
    is_cry = said.kind == "tweet" and quoted.strip(_MARKS)[-1:] in ("!", "?")
    return not (is_cry or said.clause.text.endswith("("))


def _of_speaker(speaker: str, said: Attribution, lexicon: Lexicon) -> list[tuple[str, bool]]:
    """Name what tells that the speaker is a user, one of the public, or named like an account."""
    user = lexicon.user.search(speaker) is not None
    return [
        ("speaker is a user", user),
        (
            "speaker is anybody",
            lexicon.anybody.match(speaker) is not None and said.kind != "say",
        ),
        (
            "speaker is one of many",
            lexicon.alone.match(speaker) is not None
            or _is_counted(speaker, lexicon)
            or lexicon.are_many(speaker),
        ),
        ("speaker is named like an account", is_account(speaker)),
    ]


def _is_counted(speaker: str, lexicon: Lexicon) -> bool:
    """Return whether somebody is one of those who said something.

    Example: "one fan", "another viewer", but not "a man".
    """
    return lexicon.anybody.match(speaker) is not None and not _A.match(speaker)


def _is_term(quoted: str, said: Attribution, lexicon: Lexicon) -> bool:
    """Return whether a word or two are quoted that somebody else calls something.

    Example: slammed its “plus size” issue.
    """
    is_part = said.kind in ("say", "call") and said.link in ("that", "direct")
    is_short = is_part and quoted.strip(_MARKS).count(" ") < _FEW
    return is_short and (lexicon.lacks_grammar or _WHOSE_LAST.search(said.clause.text) is not None)


def _of_context(
    context: QuoteContext, speaker: str, lexicon: Lexicon, said: Attribution
) -> list[tuple[str, bool]]:
    """Name what the context tells; only its strongest sort counts.

    A verb of saying needs a speaker who points back to it. Who speaks for others ("a spokesman") speaks
    elsewhere unless the clause itself says otherwise.
    """
    if said.kind == "alone" or is_official(said, speaker, lexicon):
        return []
    back = not speaker or context.names_speaker or lexicon.pronoun.match(speaker) is not None
    unnamed = _is_unnamed(said, speaker, lexicon)
    near = context.near if said.kind not in _OPEN or unnamed or back else 0
    follows = context.same_speaker and (said.kind != "say" or said.link != "that")
    crowd = context.public_reacts and (unnamed or _is_in_row(context, said))
    return [
        *_of_strongest_context(near, follows=follows, crowd=crowd),
        (GOES_ON, back and (near > 0 or follows)),
        ("somebody publishes in front", not follows and _is_published_above(context, said)),
    ]


def _of_strongest_context(near: int, *, follows: bool, crowd: bool) -> list[tuple[str, bool]]:
    """Name the strongest of what may stand before a quote: a place, the speaker's reaction, the public's."""
    if near == 2:
        return [("place named before", True)]
    if follows:
        return [("same speaker as the last reaction", True)]
    return [(PUBLIC, crowd), ("place named further before", near == 1 and not crowd)]


def _is_unnamed(said: Attribution, speaker: str, lexicon: Lexicon) -> bool:
    """Return whether the public speaks, or somebody who has no name but that of an account."""
    return said.kind in ("label", "crowd") or lexicon.unnamed(speaker) or is_account(speaker)


def _is_in_row(context: QuoteContext, said: Attribution) -> bool:
    """Return whether somebody is written of, with a colon, right behind the public's reactions."""
    return context.just_before and said.link == "colon" and said.kind not in _OPEN


def _is_published_above(context: QuoteContext, said: Attribution) -> bool:
    """Return whether the paragraph above tells that somebody publishes these words."""
    names_words = said.kind != "lead" or _IN_WORDS.search(said.clause.text) is not None
    return names_words and context.published_above
