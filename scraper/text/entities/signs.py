"""The signs hashtags are made of."""

from __future__ import annotations

import re
import unicodedata

_WORD = re.compile(r"\w+")
# Allowed beside letters, marks and digits: joiners, the middle dot of Catalan, Hebrew punctuation, Japanese
# marks, Tibetan stops.
_JOINTS = frozenset(
    "_\u200c\u200d\ua67e\u05be\u05f3\u05f4\uff5e\u301c\u309b\u309c\u30a0\u30fb\u3003\u0f0b\u0f0c\xb7"
)

#: They end an emoji: a tag may follow them, though they count as marks.
SELECTORS = frozenset("\ufe0e\ufe0f")


def is_inside(sign: str) -> bool:
    """Whether a sign can be part of a tag."""
    category = unicodedata.category(sign)
    return category[0] in "LM" or category == "Nd" or sign in _JOINTS


def end_of_tag(text: str, start: int) -> int:
    """Where the signs of a tag that begin at `start` end."""
    word = _WORD.match(text, start)
    end = word.end() if word and (word[0].isascii() or word[0].isalpha()) else start
    while end < len(text) and is_inside(text[end]):
        end += 1
    return end


def has_letter(body: str) -> bool:
    """A tag needs a letter or a mark; ``#1`` is a number."""
    return body.isalpha() or any(unicodedata.category(sign)[0] in "LM" for sign in body)
