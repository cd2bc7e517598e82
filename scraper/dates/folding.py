"""How words of dates are compared: case, dots, joiners and the keyboards of Arabic script do not matter."""

from __future__ import annotations

import unicodedata

# Abbreviation signs (Latin, Devanagari, Hebrew, Catalan), apostrophes, joiners and bidi marks are dropped.
# U+0307 is what remains of a Turkish İ after case folding. Arabic keyboards write yeh and kaf in their own
# way in Persian and Urdu words.
_DROPPED = ".·॰:׳'’`´\u0307\ufeff"
_DROPPED_MARKS = "\u200b\u200c\u200d\u200e\u200f\u061c\u202a\u202b\u202c\u2066\u2067\u2068\u2069"
_FOLD = str.maketrans(
    dict.fromkeys(_DROPPED + _DROPPED_MARKS)
    | {"ي": "ی", "ى": "ی", "ك": "ک", "\xa0": " ", "\u202f": " ", "\n": " ", "\t": " "}
)


def fold_word(word: str) -> str:
    """The form in which month and weekday names are looked up.

    >>> fold_word("Févr.")
    'févr'
    >>> fold_word("ก.พ.")
    'กพ'
    """
    folded = unicodedata.normalize("NFC", word).casefold().translate(_FOLD)
    return " ".join(folded.split()) if " " in folded else folded
