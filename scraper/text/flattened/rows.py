"""Posts in a row: does the next one follow the last at once, or does the article remark on it in between?

Both ways are habits. Where only a paragraph stands between two attributions it is a post, surely; so the
attributions alone, those behind as well as those before, tell whether the article remarks at all.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from scraper.text.flattened.found_post import Found, Mark
from scraper.text.flattened.layout import LINE_END

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scraper.text.flattened.layout import Layout

# Hashtags, mentions and links that extraction gave lines of their own.
_ENTITIES = re.compile(r"(?:\s*\n[ \t]*(?:[#＃@]\w+|https?://\S+|pic\.\S+)[ \t]*(?=\n|$))+\n?")
# So many posts before it and behind it tell the habit at a post; what stands farther apart is no row.
_REMEMBERED = 6
_FARTHEST = 3000
# Points for following at once where the neighbours do, one of them or more.
_AS_ONE, _AS_ALL = 1.5, 2.0
# And so many where none of so many does: the article remarks on each.
_AS_NONE, _HABIT = -1.5, 3


def parted(text: str, posts: Sequence[Found | Mark], layout: Layout) -> list[bool | None]:
    """Tell for each post whether more than one paragraph stands between it and the last; None if unknown.

    Args:
        text: The document.
        posts: The posts and attributions in it, in text order.
        layout: How it separates its paragraphs.
    """
    separator = "\n\n" if layout.blank_lines else "\n"
    gaps = [(_behind(last), post.start) for last, post in pairwise(posts)]
    return [None, *(_is_parted(text, start, end, separator) for start, end in gaps)]


def _behind(post: Found | Mark) -> int:
    return post.behind if isinstance(post, Found) else post.end


def _is_parted(text: str, start: int, end: int, separator: str) -> bool | None:
    if end - start > _FARTHEST or not LINE_END.match(text, start):
        return None
    between = _ENTITIES.sub(" ", text[start:end].strip())
    return separator in between if between else None


def row_points(text: str, placed: Sequence[Found], neighbours: Sequence[bool | None], n: int) -> float:
    """Give points for the `n`-th post's following the last one at once.

    Args:
        text: The document.
        placed: The posts before it, whose words are known.
        neighbours: What `parted` told of all.
        n: The place of the post among them.
    """
    near = [*neighbours[max(0, n - _REMEMBERED) : n], *neighbours[n + 1 : n + 1 + _REMEMBERED]]
    known = [apart for apart in near if apart is not None]
    return _so_far(text, placed) + _as_neighbours(known)


def _as_neighbours(parted_ones: Sequence[bool]) -> float:
    """Judge by the neighbours: where all follow at once this one does, too; where none does nor does this."""
    if not parted_ones:
        return 0.0
    if all(parted_ones):
        return _AS_NONE if len(parted_ones) >= _HABIT else 0.0
    return 0.0 if any(parted_ones) else _AS_ONE if len(parted_ones) == 1 else _AS_ALL


def _so_far(text: str, placed: Sequence[Found]) -> float:
    """Judge by the posts before: did the last one follow the one before it?"""
    if len(placed) < 2:
        return 1.0
    remarks = [bool(text[a.behind : b.start].strip()) for a, b in pairwise(placed[-_REMEMBERED:])]
    if remarks[-1]:
        return -1.0 if len(remarks) > 1 and all(remarks) else 0.5
    return 1.0 if any(remarks) else 1.5
