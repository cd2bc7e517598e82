"""Where a post starts inside a line of prose, when extraction lost the paragraphs.

Every sentence of the line is a candidate if what follows it fits into one post. Each is given points by what stands
before it (words that lead a post in, the author's name, another language) and by what it starts with. The most points
win; among equals the longest text.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from scraper.flattened.cues import about_posts, only_entities, saying, tongue, tweetish
from scraper.flattened.layout import sentence_starts
from scraper.flattened.lengths import bound, weigh

if TYPE_CHECKING:
    from scraper.flattened.marks import Mark

_OPENS_POST = re.compile(
    r"[.]?@\w|[#＃][^\W\d]|RT\b|[\U0001F000-\U0001FAFF\u2600-\u27bf]|[A-Z]{4,}\b|\.\.\.|…"
)
_CLOSERS = {")": "(", "”": "“", "»": "«", "」": "「", "』": "『", "]": "["}
# So many characters of a post that was quoted in the prose before are enough to know it again.
_KNOWN_AGAIN = 24


def start_in_line(
    text: str, floor: int, end: int, mark: Mark, *, at_floor: float, needed: float
) -> int | None:
    """Find the most likely start in ``text[floor:end]``.

    Args:
        text: The document.
        floor: Where the line, or what is left of it behind another post, begins.
        end: Where the post ends.
        mark: Its attribution.
        at_floor: Points for beginning at `floor` itself.
        needed: Points below which None is given.
    """
    most = bound(mark)
    starts = sentence_starts(text, floor, end)
    best, best_points = None, needed
    if weigh(text[floor:end]) <= most and at_floor > best_points:
        best, best_points = floor, at_floor
    for previous, start in pairwise(starts):
        words = text[start:end]
        if weigh(words) > most:
            continue
        points = _points_before(text[previous:start].strip(), words, mark) + _points_inside(
            text, start, words
        )
        if points > best_points:
            best, best_points = start, points
    return best


def _points_before(before: str, words: str, mark: Mark) -> float:
    """Judge the sentence before a candidate: does it lead in a post, or is it part of one?"""
    colon, about = before.endswith((":", "：")), about_posts(before)
    if tweetish(before) and not (colon or about):
        return -3.0
    points = 3.0 * about + 1.0 * saying(before) + 2.0 * names_author(before, mark)
    if colon:
        points += 2.0 if about or saying(before) else (1.0 if len(before) > 50 else -1.5)
    if before.endswith(("”", "»", '"')):
        points += 1.0
    here, there = tongue(before), tongue(words[:200])
    return points + 3.0 * (here is not None and there is not None and here != there)


def _points_inside(text: str, start: int, words: str) -> float:
    """Judge what a candidate begins with and whether it is whole."""
    points = 0.0
    if _OPENS_POST.match(words) or (words[:1].islower() and text[:start].rstrip()[-1:] in ".!?"):
        points += 2.0
    if only_entities(words):
        points -= 4.0
    if not _balanced(words):
        points -= 3.0
    earlier = (
        text.find(words[:_KNOWN_AGAIN], max(0, start - 3000), start) if len(words) > _KNOWN_AGAIN else -1
    )
    if earlier > 0 and text[earlier - 1] in "\"“‘'«":
        points += 5.0
    return points


def names_author(before: str, mark: Mark) -> bool:
    """Tell whether a sentence names the author of the post."""
    folded = before.casefold()
    words = [word for word in (mark.name or "").casefold().split() if len(word) > 3]
    return any(word in folded for word in words) or bool(mark.handle and mark.handle.casefold() in folded)


def _balanced(words: str) -> bool:
    """Tell whether no bracket or quotation closes in `words` that did not open there."""
    open_ones: list[str] = []
    for character in words:
        if character in "(“«「『[":
            open_ones.append(character)
        elif character in _CLOSERS and _CLOSERS[character] in open_ones:
            open_ones.remove(_CLOSERS[character])
        elif character in "”»」』":
            return False
    return True
