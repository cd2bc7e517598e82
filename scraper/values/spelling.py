"""Fold hashtags, names, terms and whole texts for comparison."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    import re

# A run of combining marks, including the half-width voicing signs that NFKC turns into marks. Python sorts
# such runs in quadratic time: 64 kB took 13 s. Unicode's stream-safe form allows 30 in a row (UAX 15).
_MARKS = lazy_regex(r"(?:[^\x00-\x7f\w\s]|[\uff9e\uff9f]){31,}")
_MOST_MARKS = 30


def fold_spelling(text: str) -> str:
    """Return a text in NFKC and case-folded, for comparison.

    >>> fold_spelling("Ｘ") == fold_spelling("x")
    True
    """
    safe = _MARKS.sub(_without_most_marks, text)
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", safe).casefold())


def fold_hashtag(tag: str) -> str:
    """Return the form that all spellings of a hashtag share; the capital of a Turkish i is that of any other.

    >>> fold_hashtag("#JusticeForX"), fold_hashtag("＃ｊｕｓｔｉｃｅｆｏｒｘ"), fold_hashtag("İstanbul")
    ('justiceforx', 'justiceforx', 'istanbul')
    """
    return fold_spelling(tag.lstrip("#＃")).replace("i\u0307", "i")


def _without_most_marks(run: re.Match[str]) -> str:
    rest = run[0][_MOST_MARKS:]
    signs = [sign for sign in rest if not unicodedata.combining(unicodedata.normalize("NFKC", sign)[-1])]
    return run[0][:_MOST_MARKS] + "".join(signs)
