"""Posts betrayed by their script: an article in Latin letters shows a tweet in others and tells what it says.

Such a passage is a post only shortly behind words about posts or behind another such passage: threads are
translated piece by piece. Only those places are looked at.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import chain
from typing import TYPE_CHECKING

from scraper.text.flattened.found_post import Found, Mark, occurrences
from scraper.text.flattened.passage_language import about_posts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_OTHER = "\u0370-\u0fff\u3040-\ud7af"
_LETTER = re.compile(f"[{_OTHER}]")
_PASSAGE = re.compile(rf"[{_OTHER}](?:[^{_OTHER}]{{0,12}}[{_OTHER}])*[。！？!?…」』）)]{{0,4}}")
# "Twitter" and "tweet", however they begin.
_WORDS_ABOUT_POSTS = ("witter", "weet")
# A passage is a post, not a name or a word, from so many letters on.
_SHORTEST = 25
_SPOKEN_OF = 300
# So near behind one passage the next continues it.
_GOES_ON = 1500


def find_passages(text: str, taken: Sequence[tuple[int, int]]) -> Iterator[Found]:
    """Find the passages in another script than Latin that are posts, outside the sorted spans `taken`."""
    pos = 0
    mentions = (occurrences(text, anchor) for anchor in _WORDS_ABOUT_POSTS)
    for at in sorted(chain.from_iterable(mentions)):
        pos, limit, found = max(pos, at), at + _SPOKEN_OF, False
        while passage := _next_passage(text, pos, limit):
            start, pos = passage.span()
            if (
                _is_long(passage.group())
                and _is_free(taken, start, pos)
                and (found or _spoken_of(text, start))
            ):
                found, limit = True, pos + _GOES_ON
                yield Found(start=start, end=pos, mark=Mark(start=pos, end=pos, platform="twitter"))
        pos = max(pos, limit)


def _next_passage(text: str, pos: int, limit: int) -> re.Match[str] | None:
    letter = _LETTER.search(text, pos, limit)
    return _PASSAGE.match(text, letter.start()) if letter else None


def _is_long(words: str) -> bool:
    return sum(map(str.isalpha, words)) >= _SHORTEST


def _is_free(taken: Sequence[tuple[int, int]], start: int, end: int) -> bool:
    """Tell whether no span of `taken` reaches into ``[start, end)``."""
    at = bisect_left(taken, end, key=lambda span: span[0]) - 1
    return at < 0 or taken[at][1] <= start


def _spoken_of(text: str, start: int) -> bool:
    """Tell whether the words before speak about posts and do not open a quotation."""
    before = text[max(0, start - _SPOKEN_OF) : start]
    return before.rstrip()[-1:] not in ('"', "“", "‘", "«", "(") and about_posts(before)
