"""Fold hashtags, names, terms and whole texts for comparison."""

from __future__ import annotations

import math
import unicodedata
from typing import TYPE_CHECKING

from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    import re


# Format numbers in base 36 like JavaScript.

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def base_36(value: float) -> str:
    """Format a positive number like ``Number.prototype.toString(36)``: the fewest digits that identify it.

    >>> base_36(35.0), base_36(0.5), base_36(36.25)
    ('z', '0.i', '10.9')
    """
    whole, fraction = divmod(value, 1.0)
    unsure = max(math.ulp(value) / 2, math.ulp(0.0))
    digits: list[int] = []
    while fraction >= unsure:
        fraction, unsure = fraction * 36, unsure * 36
        digits.append(int(fraction))
        fraction -= digits[-1]
        is_over = fraction > 0.5 or (fraction == 0.5 and digits[-1] % 2)
        if is_over and fraction + unsure > 1:
            whole += _carried(digits)
            break
    behind = "".join(_DIGITS[digit] for digit in digits)
    return _whole(int(whole)) + (f".{behind}" if behind else "")


def _carried(digits: list[int]) -> int:
    """Round the last digit up; return 1 if that carries into the whole number."""
    while digits:
        if digits[-1] < 35:
            digits[-1] += 1
            return 0
        digits.pop()
    return 1


def _whole(number: int) -> str:
    text = ""
    while number:
        number, digit = divmod(number, 36)
        text = _DIGITS[digit] + text
    return text or "0"


# A run of combining marks, including the half-width voicing signs that NFKC turns into marks. Python sorts
# such runs in quadratic time: 64 kB took 13 s. Unicode's stream-safe form allows 30 in a row (UAX 15).
_MARKS = lazy_regex(r"(?:[^\x00-\x7f\w\s]|[\uff9e\uff9f]){31,}")
_MOST_MARKS = 30


def fold_spelling(text: str) -> str:
    """Return a text in NFKC and case-folded, for comparison."""
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
