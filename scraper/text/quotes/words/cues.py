"""Skim a text for cues: words without which a stretch holds no reaction and need not be read closer."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from itertools import accumulate, filterfalse
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

        Most words hold none, and one pass of an automaton tells so for all the pieces at once. What a pattern
        finds has a capital, a digit or a sign.
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
            self._judge(words)
            for word in filterfalse(self._others.__contains__, words):
                at = text.find(word, at)
                for kind, offset in self._cued.get(word) or self._cues_of_long(word):
                    places[kind].append(at + offset)
                at += len(word)
        return places

    def _judge(self, words: list[str]) -> None:
        """Note the cues that words hold which are not known yet."""
        unknown = [
            word for word in set(words) - self._others - self._cued.keys() if len(word) <= _LONGEST_WORD
        ]
        if len(self._others) + len(self._cued) + len(unknown) > _MOST_KNOWN:
            self._others.clear()
            self._cued.clear()
            unknown = [word for word in set(words) if len(word) <= _LONGEST_WORD]
        for word in self._may_hold_cue(unknown):
            cues = self._cues(word)
            if cues:
                self._cued[word] = cues
        self._others.update(word for word in unknown if word not in self._cued)

    def _cues_of_long(self, word: str) -> list[_Cue]:
        """Return the cues that a word holds which is too long to be remembered."""
        word = word.partition("://")[0]
        return self._cues(word) if self._may_hold_cue(_RUN.findall(word)) else []

    def _may_hold_cue(self, words: list[str]) -> set[str]:
        """Return the words that hold a piece of a cue, so that they are worth a closer look."""
        small = "\n".join(words).lower()
        starts = list(accumulate((len(word) + 1 for word in small.split("\n")), initial=0))
        found = {
            bisect_right(starts, start) - 1 for _, start, _ in self._pieces.find_matches_as_indexes(small)
        }
        odd = (word for word in words if not (word.isalpha() and word.islower()))
        return {words[number] for number in found} | set(filter(self._others_of_cues.search, odd))

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
