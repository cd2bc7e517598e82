"""What speaks for quoted words being a reaction on a platform, what speaks against, and how much each weighs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scraper.quotes.grammar import HANDLES, names_platform

if TYPE_CHECKING:
    from scraper.quotes.clauses import Attribution
    from scraper.quotes.grammar import Lexicon

ENOUGH = 3
WEIGHTS = {
    "verb of publishing": 3,
    "verb of posting": 2,
    "verb of writing": 1,
    "place named in the clause": 3,
    "a post is the subject": 3,
    "handle in the clause": 3,
    "speaker is a user": 2,
    "speaker is anybody": 2,
    "speaker is one of many": 1,
    "speaker goes on": 1,
    "place named before": 2,
    "place named in the last paragraph": 1,
    "public reacts here": 2,
    "same speaker as the last reaction": 2,
    "hashtag or mention inside": 2,
    "the same words are shown as a post": 3,
    "a post stands beside": 1,
    "spoken to somebody": -3,
    "spoken elsewhere": -3,
    "speaks for others": -1,
    "words are a title": -4,
}
_TAGGED = re.compile(r"(?<![\w&])[#@][^\W\d_]\w")
_VERBS = {
    "tweet": "verb of publishing",
    "post": "verb of posting",
    "write": "verb of writing",
    "tell": "spoken to somebody",
}


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the words before a quote lead a reader to expect."""

    near: int = 0
    section: bool = False
    follows: bool = False
    beside_post: bool = False
    shown: bool = False
    platform: str | None = None


def weigh(text: str, quoted: str, said: Attribution, around: Surroundings, lexicon: Lexicon) -> list[str]:
    """Name the evidence; its sum by `WEIGHTS` must reach `ENOUGH`."""
    clause = said.clause.text
    speaker = text[slice(*said.speaker)] if said.speaker else ""
    placed = lexicon.venue.search(clause, _own_part(said, lexicon)) is not None
    open_verb = said.kind in ("say", "none")
    names = [
        (_VERBS.get(said.kind, ""), said.kind in _VERBS),
        ("place named in the clause", placed),
        ("handle in the clause", HANDLES.search(clause) is not None),
        ("hashtag or mention inside", _TAGGED.search(quoted) is not None),
        ("the same words are shown as a post", around.shown),
        ("a post stands beside", around.beside_post and not open_verb),
        ("spoken elsewhere", not placed and lexicon.elsewhere.search(clause) is not None),
        ("words are a title", lexicon.title.search(clause) is not None and said.link != "tail"),
        *_speaker(speaker, lexicon),
        *_context(around, speaker, lexicon, open_verb=open_verb),
    ]
    return [name for name, holds in names if holds]


def _speaker(speaker: str, lexicon: Lexicon) -> list[tuple[str, bool]]:
    anybody = lexicon.anybody.match(speaker) is not None
    user = lexicon.user.search(speaker) is not None
    return [
        (
            "a post is the subject",
            lexicon.post_speaks.match(speaker) is not None or (user and names_platform(speaker) is not None),
        ),
        ("speaker is a user", user),
        ("speaker is anybody", anybody and not user),
        ("speaker is one of many", lexicon.alone.match(speaker) is not None),
        ("speaks for others", lexicon.official.search(speaker) is not None),
    ]


def _own_part(said: Attribution, lexicon: Lexicon) -> int:
    """Where the part of the clause begins that the verb governs; what stands before "that" or "after" does not count."""
    if said.link in ("colon", "comma", "tail") or said.verb is None:
        return 0
    breaks = lexicon.breaks.finditer(said.clause.text, 0, said.verb[0] - said.clause.start)
    return max((found.end() for found in breaks), default=0)


def _context(
    around: Surroundings, speaker: str, lexicon: Lexicon, *, open_verb: bool
) -> list[tuple[str, bool]]:
    """Only the strongest sort of context counts, and verbs of saying need a speaker who points back to it."""
    back = not speaker or lexicon.pronoun.match(speaker) is not None
    unnamed = any(pattern.search(speaker) for pattern in (lexicon.anybody, lexicon.alone, lexicon.user))
    near = around.near if back or unnamed or not open_verb else 0
    section = around.section and (unnamed or not open_verb)
    follows = around.follows and (back or unnamed or not open_verb)
    strength = max(near, 2 * section, 2 * follows)
    return [
        ("place named before", near == 2),
        ("same speaker as the last reaction", follows and near < 2),
        ("public reacts here", section and near < 2 and not follows),
        ("place named in the last paragraph", strength == 1),
        ("speaker goes on", back and max(near, 2 * follows) > 0),
    ]


def score(names: list[str]) -> int:
    """The sum of the weights."""
    return sum(WEIGHTS[name] for name in names)
