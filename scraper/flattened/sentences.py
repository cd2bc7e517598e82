"""Where a post starts inside a line of prose, when extraction lost the paragraphs.

Every sentence of the line is a candidate if all from it on fits into one post. Each is given points by what
stands before it (words that lead a post in, the author's name, another language) and by what it starts with.
The most points win; among equals the longest text.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from scraper.flattened.cues import about_posts, only_entities, saying, script, tongue, tweetish
from scraper.flattened.layout import sentence_starts

if TYPE_CHECKING:
    from scraper.flattened.places import Place

# Answers and announcements: no sentence of an article begins so.
_SURELY_OPENS = re.compile(r"[.]?@\w|RT\b|[A-Z]{4,}(?: [A-Z]{2,}){0,3} ?[:|] ")
_OPENS_POST = re.compile(r"[#＃][^\W\d]|[\U0001F000-\U0001FAFF\u2600-\u27bf]|[A-Z]{3,}\b|\.\.\.|…")
_OPENERS = {")": "(", "”": "“", "»": "«", "」": "「", "』": "『", "]": "["}
# So many characters of a post that was quoted in the prose before are enough to know it again.
_KNOWN_AGAIN = 24
_QUOTED_BEFORE = 3000
# Articles write longer sentences than posts do.
_LONG_SENTENCE = 150


def start_in_line(place: Place, floor: int, *, at_floor: float, needed: float) -> int | None:
    """Find the most likely start behind `floor`.

    Args:
        place: Where the post ends, and whose it is.
        floor: Where the line, or what is left of it behind another post, begins.
        at_floor: Points for beginning at `floor` itself.
        needed: Points at or below which None is given.
    """
    best, most_points = None, needed
    for previous, start in reversed(list(pairwise(sentence_starts(place.text, floor, place.end)))):
        if not place.fits(start):
            return best
        points = _points_before(place, previous, start) + _points_inside(place, start)
        if points >= most_points:
            best, most_points = start, points
    return floor if place.fits(floor) and at_floor > most_points else best


def _points_before(place: Place, previous: int, start: int) -> float:
    """Judge the sentence before a candidate: does it lead in a post, or is it part of one?"""
    before, words = place.text[previous:start].strip(), place.text[start : place.end]
    colon, about, says = before.endswith((":", "：")), about_posts(before), saying(before)
    if (tweetish(before) and not about) or _is_foreign(before, place.layout.tongue):
        return -3.0
    points = (
        3.0 * about + 1.0 * says + 2.0 * place.names_author(before) + 1.0 * before.endswith(("”", "»", '"'))
    )
    if colon:
        points += 2.0 if about or says else (1.0 if len(before) > 50 else -1.5)
    return points + 3.0 * _changes_language(before, words) + min(len(before), _LONG_SENTENCE) / _LONG_SENTENCE


def _is_foreign(words: str, article: str | None) -> bool:
    """Tell whether `words` are in another language than the article."""
    return article is not None and tongue(words) not in (None, article)


def _changes_language(before: str, words: str) -> bool:
    """Tell whether `words` are in another script or language than the sentence before them."""
    for judge in (script, tongue):
        here, there = judge(before), judge(words[:200])
        if here is not None and there is not None and here != there:
            return True
    return False


def _points_inside(place: Place, start: int) -> float:
    """Judge what a candidate begins with and whether it is whole."""
    words = place.text[start : place.end]
    behind_stop = place.text[max(0, start - 8) : start].rstrip()[-1:] in (".", "!", "?")
    points = 2.0 * bool(_OPENS_POST.match(words) or (words[:1].islower() and behind_stop))
    points += 3.5 * (_SURELY_OPENS.match(words) is not None)
    points -= 4.0 * only_entities(words) + 3.0 * (not _balanced(words))
    return points + 5.0 * _quoted_before(place.text, start, words)


def _quoted_before(text: str, start: int, words: str) -> bool:
    """Tell whether the article quoted the same words before it showed the post."""
    if len(words) <= _KNOWN_AGAIN:
        return False
    earlier = text.find(words[:_KNOWN_AGAIN], max(0, start - _QUOTED_BEFORE), start)
    return earlier > 0 and text[earlier - 1] in "\"“‘'«"


def _balanced(words: str) -> bool:
    """Tell whether no bracket or quotation closes in `words` that did not open there."""
    waiting: list[str] = []
    for character in words:
        if character in "(“«「『[":
            waiting.append(character)
        elif character in _OPENERS and _OPENERS[character] in waiting:
            waiting.remove(_OPENERS[character])
        elif character in "”»」』":
            return False
    return True
