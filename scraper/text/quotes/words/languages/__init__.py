"""One file of grammar per language; adding a language is adding a file and naming it here.

>>> guess("Le chat est dans la maison et le chien est sur le toit.", "en")
'fr'
>>> guess("Mbwa amelala nyumbani leo asubuhi, watoto wanacheza nje.", None)
'other'
>>> guess("Wali kota yang tinggal di tepi sungai itu sudah pergi di pagi hari.", None)
'other'
>>> guess("De kat is in het huis en de hond slaapt op het dak van de buren.", None)
'other'
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from itertools import chain

from scraper.text.quotes.words.languages import (
    english,
    french,
    german,
    italian,
    others,
    pidgin,
    portuguese,
    spanish,
)

GRAMMARS = {
    module.GRAMMAR.language: module.GRAMMAR
    for module in (english, french, german, italian, pidgin, portuguese, spanish)
}
ROMANCE = frozenset(("es", "fr", "it", "pt"))
_SAMPLE = 1500
# So many plain words of another language are no accident: "no" and "as" are words of several.
_SURE = 3
_PIDGIN = 2
# One word in twelve is a plain one; a word takes six characters, and needs no blanks around it everywhere.
_CHARACTERS_A_PLAIN_WORD = 72
_AROUND_WORDS = ".,:;!?…-–—()[]\"'“”„«»‘’"
_COMMON = {language: grammar.common for language, grammar in GRAMMARS.items()} | others.COMMON
_COMMON_IN: dict[str, list[str]] = {}
for _language, _words in _COMMON.items():
    for _word in set(_words.split()):
        _COMMON_IN.setdefault(_word, []).append(_language)


def guess(text: str, hint: str | None) -> str:
    """Return the language whose plain words are most frequent in the opening of a text.

    Args:
        text: The article.
        hint: A declared language tag; it wins unless another language is far more likely.

    Returns:
        A key of `GRAMMARS`, or "other".
    """
    return _guess(text[:_SAMPLE], re.split("[-_]", (hint or "").lower())[0])


@lru_cache(maxsize=8)
def _guess(opening: str, declared: str) -> str:
    """Guess the language, once for all the finders that ask about one text."""
    for mark in _AROUND_WORDS:
        opening = opening.replace(mark, " ")
    plain = list(filter(_COMMON_IN.__contains__, opening.lower().split()))
    counts = Counter(chain.from_iterable(map(_COMMON_IN.__getitem__, plain)))
    # Pidgin is written with English words between its own, and detectors call it English; but "di" alone is
    # as well Indonesian, and "im" and "dem" are German.
    own = {word for word in plain if "pcm" in _COMMON_IN[word]}
    is_another = declared in GRAMMARS and declared not in ("en", "pcm")
    counts["pcm"] *= 0 if is_another or len(own) < _PIDGIN else 2
    best = max(_COMMON, key=lambda language: counts[language])
    is_told = counts[best] < _SURE or counts[declared] * 2 >= counts[best]
    if declared in GRAMMARS and is_told and best != "pcm":
        return declared
    is_sure = best in GRAMMARS and counts[best] * _CHARACTERS_A_PLAIN_WORD >= len(opening)
    return best if is_sure else "other"
