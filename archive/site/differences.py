"""What one printed text has that another has not, word by word."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from markupsafe import Markup, escape

# SequenceMatcher is quadratic at worst; texts with more words are shown as they are.
MOST_WORDS = 400
#: Longer texts are cut.
LONGEST = 3000
_WORDS = re.compile(r"\s+|\w+|[^\w\s]")


def against(base: str, text: str) -> Markup:
    """Return `text` as HTML with the words marked that `base` does not have.

    >>> against("We miss you", "We MISS you")
    Markup('We <mark>MISS</mark> you')
    """
    ours, theirs = _WORDS.findall(base), _WORDS.findall(text)
    if max(len(ours), len(theirs)) > MOST_WORDS:
        return escape(text)
    matcher = SequenceMatcher(None, ours, theirs, autojunk=False)
    return Markup().join(
        _piece("".join(theirs[start:end]), same=tag == "equal") for tag, _, _, start, end in matcher.get_opcodes()
    )


def side_by_side(before: str, after: str, *, is_marked: bool) -> tuple[Markup, Markup]:
    """Return two texts as HTML, long ones cut; where it is wanted, what the other lacks is marked."""
    old, new = (words if len(words) <= LONGEST else words[:LONGEST] + "…" for words in (before, after))
    return (against(new, old), against(old, new)) if is_marked else (escape(old), escape(new))


def _piece(words: str, *, same: bool) -> Markup:
    return escape(words) if same or not words.strip() else Markup("<mark>{}</mark>").format(words)
