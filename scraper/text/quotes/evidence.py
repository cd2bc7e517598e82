"""Weigh the evidence that quoted words are a reaction on a platform."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scraper.patterns import lazy_regex
from scraper.text.quotes.prose import CAPITALS
from scraper.text.quotes.subjects import is_account
from scraper.text.quotes.words.lexicons import HANDLES
from scraper.text.quotes.words.platform_names import is_platform, platform_named

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterable

    from scraper.text.quotes.prose import Attribution
    from scraper.text.quotes.words.lexicons import Lexicon


# Detect words spoken off any platform: to a paper, in a statement, in an interview.

# Found between commas: "Marl, writing on X, ".
_ASIDE = lazy_regex(r",\s(?P<words>[^,]{8,90})(?=[,.:]|\Z)")


def is_off_platform(said: Attribution, lexicon: Lexicon, *, placed: bool) -> bool:
    """Return True if the speaker was asked, or another place of speech is named and none on the net.

    With "tweeted" it is the subject or the occasion of the tweet: "He tweeted a minute into the debate".
    """
    if said.kind in ("say", "write") and _question(said, lexicon):
        return True
    return not placed and said.kind != "tweet" and lexicon.off_platform.search(said.clause.text) is not None


def _main_part(said: Attribution, lexicon: Lexicon) -> str:
    """Return the part of a clause that attributes a quote, without relative clauses and questions to the speaker."""
    text = said.clause.text
    asked = _question(said, lexicon)
    text = _without(text, *asked.span()) if asked else text
    if said.verb is None:
        return text
    start, end = (place - said.clause.start for place in said.verb)
    if said.kind == "say":
        told = lexicon.aside.search(text, 0, start)
        text = _without(text, told.start(), text.find(",", told.end(), start)) if told else text
        text = _without_trade(text, said, lexicon)
    if said.link in ("that", "direct") and said.kind == "say":
        content = lexicon.content.search(text, end)
        if content:
            return text[: max(content.start() + 1, end)]
    opens = lexicon.breaks if lexicon.lacks_grammar else lexicon.aside
    aside = opens.search(text, end)
    return text[: aside.start()] if aside and said.link == "behind" else text


def _question(said: Attribution, lexicon: Lexicon) -> re.Match[str] | None:
    """Return the question or the person who asked it, unless a user asked: "Preguntada por el tuit"."""
    asked = lexicon.asked.search(said.clause.text)
    return None if asked and lexicon.stranger.search(asked[0]) else asked


def _without_trade(text: str, said: Attribution, lexicon: Lexicon) -> str:
    """Return a clause without the speaker's trade: "dijo Marl, experta en redes sociales"."""
    if said.speaker is None:
        return text
    for aside in _ASIDE.finditer(text, max(0, said.speaker[1] - said.clause.start)):
        place = lexicon.venue.search(text, aside.start("words"), aside.end())
        before = text[aside.start("words") : place.start()] if place else ""
        is_trade = before.strip() and not any(
            pattern.match(before) for pattern in (lexicon.after_name, lexicon.preposition, lexicon.users)
        )
        if is_trade and lexicon.verb.search(before) is None:
            text = _without(text, *aside.span("words"))
    return text


def _without(text: str, start: int, end: int) -> str:
    return text[:start] + " " * (end - start) + text[end:] if end > start else text


# Weigh the evidence that quoted words are a reaction on a platform.

OFF_PLATFORM = frozenset(("spoken to somebody", "spoken elsewhere"))
MENTIONS = "mention inside"
TAGGED = "hashtag inside"
SCENE = "written where a platform is the scene"
PLACED = "place named in the clause"
CALLED = "the words are called a message"
PUBLIC = "public reacts here"
STAGE = "nothing but a platform is the scene"
GOES_ON = "speaker goes on"
CONTINUED = "goes on"
ECHOES = "echoes"
WEIGHTS = {
    "verb of publishing": 3,  # “…,” she tweeted; captioned the picture: “…”
    "verb of posting": 2,  # posted, commented
    "verb of writing": 1,  # wrote, added, joked: also verbs of reacting
    PLACED: 3,  # said on Facebook; in a tweet
    "a post is the subject": 3,  # one tweet said: “…”
    "handle of the speaker": 3,  # Jo Roe (@joroe): “…”
    "speaker is a user": 2,  # one user
    "a platform is spoken of": 1,  # one user queried, near its name; a TikToker
    "speaker is anybody": 2,  # a fan
    "speaker is one of many": 1,  # another, viewers
    "speaker is named like an account": 2,  # its.joroe, joroe86
    "place named before": 2,  # She took to Instagram. “…,” she wrote.
    "place named further before": 1,  # in the paragraph above
    SCENE: 2,  # written or posted, and the last place named above is on the net
    STAGE: 3,  # a sentence alone, close to a reaction
    PUBLIC: 2,  # Fans reacted on Twitter. Not far above.
    CALLED: 2,  # in one remark, “…”
    GOES_ON: 1,  # points back to the one before: he, she, the singer, or nobody named
    "somebody publishes in front": 1,  # She posted it on Instagram. / “…,” she said
    MENTIONS: 3,  # “as @joroe says”
    TAGGED: 2,  # “#SaveTheBees”
    "the same words are shown as a post": 3,
    "a post stands beside": 1,  # next to the paragraph
    "spoken to somebody": -3,  # told the Courier
    "spoken elsewhere": -3,  # in a statement
    "words are a title": -9,  # the film “…”, a headline saying “…”: also signs
    # Proof of a reaction, not weighed.
    CONTINUED: 3,
    ECHOES: 3,
}
_TAGGED = lazy_regex(r"(?<![\w&/])#[^\W\d_]\w")
_MENTIONS = lazy_regex(r"(?<![\w&/])@[^\W\d_]\w")
_OPEN = frozenset(("say", "call", "noun", "none", "crowd", "lead", "alone"))
_VERBS = {
    "tweet": "verb of publishing",
    "post": "verb of posting",
    "write": "verb of writing",
    "tell": "spoken to somebody",
}
_CAPITAL = rf"[\"'“”‘’«»„]?[{CAPITALS}]\S*+"
NAME_LIKE = lazy_regex(rf"{_CAPITAL}(?:\s++(?:(?:[^\W\d_A-ZÀ-Þ]{{1,3}}|&)\s++){{0,2}}{_CAPITAL}){{0,5}}\s*+")
"""A name or a title: capitals, except small words between them."""
_HANDLE_NEXT = lazy_regex(r"[\s(,]*@\w[\w.]*\w")
_NEAR_HANDLE = 60
_MARKS = "\"'“”‘’«»„, \xa0"


def weigh(text: str, quoted: str, said: Attribution, context: QuoteContext, lexicon: Lexicon) -> list[str]:
    """Name the evidence; its sum by `WEIGHTS` must reach `scraper.text.quotes.reaction.ENOUGH`."""
    clause = _main_part(said, lexicon)
    speaker = said.speaker_in(text)
    writes_post = said.verb is not None and said.kind == "write" and lexicon.post_next.match(text, said.verb[1])
    placed = lexicon.places(clause) or context.place_behind or writes_post  # "wrote a post"
    called = lexicon.called_remark.search(clause) is not None
    # People who speak for others ("a spokesman") speak elsewhere unless the clause itself says otherwise.
    official = is_official(said, speaker, lexicon)
    names_platform = platform_named(speaker) is not None and not official  # "a TikToker"
    mentions = _MENTIONS.search(quoted)
    names: list[tuple[str, object]] = [
        # Words called a message are not spoken to a person.
        (_VERBS.get(said.kind, ""), said.kind in _VERBS and (said.kind != "tell" or not called)),
        (PLACED, placed),
        ("handle of the speaker", handle_of(text, said)),
        (MENTIONS, mentions),
        (TAGGED, not mentions and _TAGGED.search(quoted)),
        ("the same words are shown as a post", context.shown_as_post),
        ("a platform is spoken of", context.platform_mentioned or names_platform),
        (CALLED, called),
        ("a post stands beside", context.beside_post and said.kind not in _OPEN),
        ("spoken elsewhere", is_off_platform(said, lexicon, placed=bool(placed))),
        ("words are a title", _is_title(quoted, said, context, lexicon)),
        ("a post is the subject", said.kind == "noun" or lexicon.is_post(speaker)),
        *_of_speaker(speaker, said, lexicon),
        *([] if official or said.kind == "alone" else _of_context(context, speaker, lexicon, said)),
    ]
    return [name for name, holds in names if holds]


def is_official(said: Attribution, speaker: str, lexicon: Lexicon) -> bool:
    """Return True if the speaker speaks for others, or is the company that runs the platform."""
    leader = said.clause.text if said.kind == "lead" else speaker
    return lexicon.official.search(leader) is not None or (said.kind == "say" and is_platform(speaker))


def score(names: Iterable[str]) -> int:
    """Return the sum of the weights."""
    return sum(WEIGHTS[name] for name in names)


def handle_of(text: str, said: Attribution) -> str | None:
    """Return the speaker's handle, without ``@``: in the phrase that names the speaker or right after it."""
    if said.handle:
        return text[said.handle[0] + 1 : said.handle[1]].rstrip(".")
    if said.speaker is None:
        return None
    start, end = said.speaker
    found = HANDLES.search(text, start, end) or _HANDLE_NEXT.match(text, end, end + _NEAR_HANDLE)
    return found.group().rpartition("@")[2] if found else None


def _is_title(quoted: str, said: Attribution, context: QuoteContext, lexicon: Lexicon) -> bool:
    """Return True if words are a film's, a sign's, a hashtag: so introduced, or capitals in a sentence."""
    if context.compound:
        return True
    if _flows(quoted, said, context) and NAME_LIKE.fullmatch(quoted.strip(_MARKS)):
        return True
    return said.link != "behind" and said.kind != "call" and lexicon.makes_title(said.clause.text)


def _flows(quoted: str, said: Attribution, context: QuoteContext) -> bool:
    if said.link == "behind":
        return context.inside_sentence and said.kind != "tweet"
    if said.link != "that" and not (said.link == "direct" and said.verb is None):
        return False
    is_cry = said.kind == "tweet" and quoted.strip(_MARKS)[-1:] in ("!", "?")
    return not (is_cry or said.clause.text.endswith("("))


def _of_speaker(speaker: str, said: Attribution, lexicon: Lexicon) -> list[tuple[str, object]]:
    """Name the evidence that the speaker is a user, one of the public, or named like an account."""
    anybody = lexicon.anybody.match(speaker)
    one_of_many = lexicon.alone.match(speaker) or (anybody and not lexicon.indefinite.match(speaker))
    return [
        ("speaker is a user", lexicon.user.search(speaker)),
        ("speaker is anybody", anybody and said.kind != "say"),
        ("speaker is one of many", one_of_many or lexicon.are_many(speaker)),
        ("speaker is named like an account", is_account(speaker)),
    ]


def _of_context(context: QuoteContext, speaker: str, lexicon: Lexicon, said: Attribution) -> list[tuple[str, object]]:
    """Name the evidence from the context; only the strongest kind counts.

    With a verb of saying, the speaker must point back to the context.
    """
    # Mentioned before: by name, as "she", or not named at all.
    back = not speaker or context.names_speaker or lexicon.pronoun.match(speaker) is not None
    unnamed = said.kind == "crowd" or lexicon.unnamed(speaker) or is_account(speaker)
    near = context.near if said.kind not in _OPEN or unnamed or back else 0
    # A person may be introduced with a colon directly after the public's reactions.
    crowd = context.public_reacts and (unnamed or (context.just_before and said.kind not in _OPEN))
    return [
        ("place named before", near == 2),
        (PUBLIC, crowd and near < 2),
        ("place named further before", near == 1 and not crowd),
        (GOES_ON, back and near > 0),
        ("somebody publishes in front", said.kind != "lead" and context.published_above),
    ]


# Define the context of a quote: filled in by the scene tracker, weighed as evidence.


@dataclass(frozen=True, slots=True)
class QuoteContext:
    """The context that the words around a quote set up."""

    near: int  # 2 if a platform is named in the same paragraph, 1 if in the one before, 0 if in neither
    names_speaker: bool  # the sentence that names the place names the speaker, perhaps by a noun: "the singer"
    public_reacts: bool  # the public was said to react, not far before
    # The public was said to react just before, or a reaction came since, and a colon leads to the quote.
    just_before: bool
    beside_post: bool  # a post is next to the paragraph
    shown_as_post: bool  # the article shows the same words as a post
    platform_mentioned: bool  # speaker or verb suggest a platform, and one was named not far before
    compound: bool  # the quote is the first part of a word: „Der Schwan“-Sängerin
    inside_sentence: bool  # not at its beginning
    place_behind: bool  # a platform is named directly after the quote
    # The paragraph above says that a person publishes, and this one opens with the quote and names no speaker.
    published_above: bool
    platform: Callable[[], str | None]  # looks up the platform named before or directly after the quote
