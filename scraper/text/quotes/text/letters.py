"""List the small letters and the capitals of alphabets that have both, for sets in patterns.

>>> import re
>>> [bool(re.match(f"[{SMALL}]", letter)) for letter in ("ä", "ł", "ş", "ж", "ọ", "Ł", "Ж", "و")]
[True, True, True, True, True, False, False, False]
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

# Latin with its supplements, Greek and Cyrillic; what Vietnamese and Yoruba add.
_ALPHABETS = (range(0x41, 0x250), range(0x370, 0x530), range(0x1E00, 0x1F00))


def _set_of(belongs: Callable[[str], bool]) -> str:
    """Return the inside of a set in a pattern: letters in a row as a range."""
    codes = [code for alphabet in _ALPHABETS for code in alphabet if belongs(chr(code))]
    runs = [[code for _, code in run] for _, run in groupby(enumerate(codes), lambda pair: pair[1] - pair[0])]
    return "".join(f"{chr(run[0])}-{chr(run[-1])}" if len(run) > 1 else chr(run[0]) for run in runs)


SMALL = _set_of(str.islower)
CAPITALS = _set_of(str.isupper)
