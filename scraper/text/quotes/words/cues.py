"""Scan a text for cues: words without which a passage has no reaction and need not be read."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from ahocorasick_rs import AhoCorasick, Implementation

from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    import re
    from collections.abc import Iterable

# The words with a piece of a cue repeat within and between texts, so each is judged once.
_MOST_KNOWN = 30_000
# Without spaces between words, only runs of such letters may contain a cue; a link contains none.
_LONGEST_WORD = 60
_BLANK = lazy_regex(r"\s")
_BLANKS = [chr(code) for code in range(0x3001) if chr(code).isspace()]
_RUN = lazy_regex(r"[!-~À-ɏ’]+")

_Cue = tuple[int, int]  # its kind, and its offset in the word


class Cues(NamedTuple):
    """The offsets of the cues in a text, in order.

    Attributes:
        posts: Words about platforms, posts or their authors.
        places: Those that may be part of the name of a place or a post.
        public: Words for the public.
        platforms: Pieces of platform names, and verbs made of them.
    """

    posts: list[int]
    places: list[int]
    public: list[int]
    platforms: list[int]


class Skimmer:
    """A search for cues of several kinds in one pass. No cue contains a space.

    >>> import re
    >>> skimmer = Skimmer(["gram", "x"], re.compile("gram"), re.compile("^X"))
    >>> skimmer.places("She went to Insta- (and Tele-)gram, to Xing and to XX.")
    ([30], [39, 51])
    """

    def __init__(self, literals: Iterable[str], *kinds: re.Pattern[str]) -> None:
        """Take lower-case pieces, one of which is in every cue, and the pattern of each kind.

        A space before a piece stands for any white space, and for the beginning of the text.
        """
        pieces = {form for literal in literals for form in _with_any_blank(literal)}
        self._pieces = AhoCorasick(sorted(pieces), implementation=Implementation.DFA)
        self._kinds = kinds
        self._known: dict[str, list[_Cue]] = {}

    def places(self, text: str) -> tuple[list[int], ...]:
        """Return the offsets of the cues of each kind in a text, in order."""
        places: tuple[list[int], ...] = tuple([] for _ in self._kinds)
        end = 0
        # The only capital that is longer as a small letter.
        for _, _, behind in self._pieces.find_matches_as_indexes(" " + text.replace("İ", "I").lower()):
            place = behind - 2  # the last letter of the piece: a space precedes it
            if place < end:
                continue
            left, right = max(0, place - _LONGEST_WORD), place + _LONGEST_WORD
            start, end = text.rfind(" ", left, place) + 1, text.find(" ", place, right)
            known = self._known.get(text[start:end]) if start > 0 and end > 0 else None
            if known is None:  # other white space may be nearer
                start, end = _word_at(text, place)
                word = text[start:end]
                known = self._known.get(word)
                known = self._judged(word) if known is None else known
            for kind, offset in known:
                places[kind].append(start + offset)
        return places

    def _judged(self, word: str) -> list[_Cue]:
        """Return the cues of a new word, and cache them."""
        if len(word) > _LONGEST_WORD:
            return self._cues_of_long(word)
        if len(self._known) == _MOST_KNOWN:
            self._known.clear()
        cues = self._known[word] = self._cues(word)
        return cues

    def _cues_of_long(self, word: str) -> list[_Cue]:
        """Return the cues of a word too long to be cached: those of its runs of letters."""
        found = []
        for run in _RUN.finditer(word.partition("://")[0]):
            left = max(0, run.start() - 1)
            part = word[left : run.end() + 1]  # the signs around it show whether it is a whole word
            known = self._known.get(part)
            if known is None:
                known = self._judged(part) if len(part) <= _LONGEST_WORD else self._cues(part)
            found += [(kind, left + offset) for kind, offset in known]
        return found

    def _cues(self, word: str) -> list[_Cue]:
        """Return the kinds and offsets of the cues in a word."""
        return [(number, found.start()) for number, kind in enumerate(self._kinds) for found in kind.finditer(word)]


def _with_any_blank(literal: str) -> list[str]:
    """Return the forms of a literal that begins with a space; others are unchanged."""
    return [blank + literal[1:] for blank in _BLANKS] if literal[0] == " " else [literal]


def _word_at(text: str, place: int) -> tuple[int, int]:
    """Return the span of the word at an offset."""
    blank = _BLANK.search(text, place)
    end = blank.start() if blank else len(text)
    reach = _LONGEST_WORD
    while True:
        left = max(0, place - reach)
        start = place + 1 - len(text[left : place + 1].rsplit(maxsplit=1)[-1])
        if start > left or left == 0:
            return start, end
        reach *= 2


def any_in(places: list[int], start: int, end: int) -> bool:
    """Return True if one of some sorted offsets is in a range."""
    following = bisect_left(places, start)
    return following < len(places) and places[following] < end
