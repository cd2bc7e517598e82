"""Skim a text for cues: words without which a stretch holds no reaction and need not be read closer."""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import filterfalse
from typing import TYPE_CHECKING, NamedTuple

from ahocorasick_rs import AhoCorasick

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# Texts repeat most of their words, and repeat them from text to text: so each is judged once.
_MOST_KNOWN = 30_000
# Where no blanks part words, only runs of such letters may hold a cue; a link holds none.
_LONGEST_WORD = 60
_PART = 60_000
_BLANK = re.compile(r"\s")
_RUN = re.compile(r"[!-~À-ɏ’]+")

_Cue = tuple[int, int]  # the number of its kind, and where it begins in its word


class Cues(NamedTuple):
    """Where the cues of a text begin, in order.

    Attributes:
        posts: Words that speak of platforms, posts or those who write them.
        places: Those of them that may be part of a place's name, or of a post's.
        public: Words for the public.
        platforms: Pieces of the names of platforms, and verbs made of them.
    """

    posts: list[int]
    places: list[int]
    public: list[int]
    platforms: list[int]


class Skimmer:
    """A search for cues of several kinds in one pass. No cue holds a blank.

    >>> import re
    >>> skimmer = Skimmer(["gram", "x"], [], re.compile("gram"), re.compile("^X"))
    >>> skimmer.places("She went to Insta- (and Tele-)gram, to Xing and to XX.")
    ([30], [39, 51])
    """

    def __init__(self, literals: Iterable[str], patterns: Iterable[str], *kinds: re.Pattern[str]) -> None:
        """Take pieces in small letters and patterns, one of which every cue holds, and what finds each kind.

        Most words hold none, and one pass of an automaton tells so for all the pieces at once.
        """
        self._pieces = AhoCorasick(sorted(set(literals)))
        self._others_of_cues = re.compile("|".join(patterns) or "(?!)", re.IGNORECASE)
        self._kinds = kinds
        self._cued: dict[str, list[_Cue]] = {}
        self._others: set[str] = set()

    def places(self, text: str) -> tuple[list[int], ...]:
        """Return where the cues of each kind begin in a text, in order."""
        places: tuple[list[int], ...] = tuple([] for _ in self._kinds)
        at = 0
        for words in _words(text):
            for word in filterfalse(self._others.__contains__, words):
                cues = self._cued.get(word) or self._judge(word)
                if cues:
                    at = text.find(word, at)
                    for kind, offset in cues:
                        places[kind].append(at + offset)
                    at += len(word)
        return places

    def _judge(self, word: str) -> list[_Cue]:
        """Return the cues that a word holds."""
        if len(word) > _LONGEST_WORD:
            word = word.partition("://")[0]
            return self._cues(word) if any(map(self._may_hold_cue, _RUN.findall(word))) else []
        cues = self._cues(word) if self._may_hold_cue(word) else []
        if len(self._others) + len(self._cued) >= _MOST_KNOWN:
            self._others.clear()
            self._cued.clear()
        if cues:
            self._cued[word] = cues
        else:
            self._others.add(word)
        return cues

    def _may_hold_cue(self, word: str) -> bool:
        """Return whether a word holds a piece of a cue, so that it is worth a closer look."""
        if self._pieces.find_matches_as_indexes(word.lower()):
            return True
        return self._others_of_cues.search(word) is not None

    def _cues(self, word: str) -> list[_Cue]:
        """Return the kinds and the places of the cues in a word."""
        return [
            (number, found.start())
            for number, kind in enumerate(self._kinds)
            for found in kind.finditer(word)
        ]


def _words(text: str) -> Iterator[list[str]]:
    """Yield the words of a text, those of a long one in parts whose lists fit into the caches."""
    start = 0
    while len(text) - start > _PART:
        blank = _BLANK.search(text, start + _PART)
        end = blank.end() if blank else len(text)
        yield text[start:end].split()
        start = end
    yield (text[start:] if start else text).split()


def any_in(places: list[int], start: int, end: int) -> bool:
    """Return whether one of some places in order lies in a stretch."""
    following = bisect_left(places, start)
    return following < len(places) and places[following] < end
