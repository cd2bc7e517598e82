"""Characters that disguise a text: controls, invisible characters, stacked marks.

Pages, proofs, comparisons and the terminal use these rules. Isolated texts (``<bdi>``) keep the characters.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    import re

#: Characters that reorder text, control a terminal, or are not allowed in XML.
CONTROLS = lazy_regex(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]"
)
# Invisible characters that make two names look equal: soft hyphen, fillers, zero width, tags.
_INVISIBLE = lazy_regex(
    "[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0"
    "\ufff9-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a]"
    # Joiners and tags have a meaning between letters of these scripts and in emoji, but only one at a time.
    "|(?<![\u0600-\u1fff\u2190-\ufe0e\ufe0f\U00010000-\U0001ffff])[\u200c\u200d]|[\u200c\u200d](?![^\\s\u200c\u200d])"
    "|(\U0001f3f4[\U000e0020-\U000e007f]{1,8})|[\U000e0000-\U000e0fff]"
)
# More marks on one letter than any language uses: they cover the lines above and below.
_MARKS = lazy_regex(
    "([\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe2f]{4})"
    "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe2f]+"
)
#: Halves of surrogate pairs, which UTF-8 cannot encode.
SURROGATES = lazy_regex("[\ud800-\udfff]")


def visible(text: str) -> str:
    r"""Remove characters that reorder or hide others, and stacked marks.

    >>> visible("a\u202eb"), visible("Tru\u00adst"), visible("a\u200db"), visible("👩\u200d🚀")
    ('ab', 'Trust', 'ab', '👩\u200d🚀')
    """
    if text.isascii() and text.isprintable():  # as most are: nothing to look for
        return text
    return _MARKS.sub(r"\1", _INVISIBLE.sub(r"\1", CONTROLS.sub("", text)))


def disclosed(text: str) -> str:
    r"""Replace characters that reorder or hide others by their code points.

    >>> disclosed("a\u202eb"), disclosed("Tru\u00adst"), disclosed("👩\u200d🚀")
    ('a[U+202E]b', 'Tru[U+00AD]st', '👩\u200d🚀')
    """
    return _INVISIBLE.sub(_named, CONTROLS.sub(_named, text))


def _named(found: re.Match[str]) -> str:
    """Return the code point of a character; a flag keeps its invisible letters."""
    kept = found[1] if found.re.groups else None
    return kept or "".join(f"[U+{ord(sign):04X}]" for sign in found[0])
