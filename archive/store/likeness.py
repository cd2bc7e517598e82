"""Compare two texts for near equality. Pure, and linear in their length."""

from __future__ import annotations

import html
import re
from functools import lru_cache

from scraper.patterns import lazy_regex
from scraper.values.spelling import fold_spelling

# Texts are compared by their letters and digits. Texts shorter than SHORT must be equal: "Thank you!" is part
# of many posts. Longer ones may be cut or damaged copies of each other, if enough is left.
SHORT = 20
LEAST_LEFT = 0.4
LEAST_SHARED = 0.85
GRAM = 4
COMPARED = 4000

_LINKS = lazy_regex(r"(?:https?://|pic\.(?:twitter|x)\.com/|t\.co/|www\.)\S+", re.IGNORECASE)
_BESIDE_WORDS = lazy_regex(r"[\W_]+")
_SPACE = lazy_regex(r"\s+")
_NUMBER = lazy_regex(r"\d+")


@lru_cache(maxsize=4096)
def fold_text(text: str | None) -> str:
    """Return the letters and digits of a text, without links; these survive cuts, cleaning and lost spaces.

    A text of only signs keeps the signs, one of only links keeps the links.

    >>> fold_text("Rock &amp; Roll — #Now! pic.twitter.com/AbC")
    'rockrollnow'
    >>> fold_text("🎉 🎉")
    '🎉🎉'
    """
    plain = fold_spelling(html.unescape(text or "")[: 4 * COMPARED])
    without_links = _LINKS.sub(" ", plain)
    return _BESIDE_WORDS.sub("", without_links) or _SPACE.sub("", without_links) or _SPACE.sub("", plain)


def text_distance(one: str, other: str) -> float | None:
    """Return the distance of two folded texts, None if they are different texts.

    Texts match if the longer contains the grams and all numbers of the shorter ("1-0" and "2-0" are different
    posts). Linear in the length of the texts.

    >>> text_distance("whatadaytobealiveinspring", "whatadaytobealiveinsprin") < 0.1
    True
    >>> text_distance("homelead1to0attheinterval", "homelead2to0attheinterval") is None
    True
    """
    if one == other:
        return 0.0
    short, long = sorted((one, other), key=lambda text: (len(text), text))
    if len(short) < SHORT or len(short) < LEAST_LEFT * len(long):
        return None
    if not _numbers(short) <= _numbers(long):
        return None
    few, many = _grams(short), _grams(long)
    shared = len(few & many)
    return 1 - shared / (len(few) + len(many) - shared) if shared >= LEAST_SHARED * len(few) else None


@lru_cache(maxsize=1024)
def _grams(text: str) -> frozenset[str]:
    return frozenset(text[at : at + GRAM] for at in range(min(len(text), COMPARED) - GRAM + 1))


@lru_cache(maxsize=4096)
def _numbers(text: str) -> frozenset[str]:
    return frozenset(_NUMBER.findall(text))
