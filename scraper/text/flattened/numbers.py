"""How an article numbers the posts that it shows: "#3" before each, or "3." where many lines became one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scraper.values.dates import match_date

if TYPE_CHECKING:
    from scraper.text.flattened.post_context import Place

_COUNT = re.compile(r"#(?<![^\s\d.:!?]#)(?P<number>\d{1,3})(?:\s+|[:.)]+ ?|(?=[^\W\d_]))(?=\S)")
# Behind a bracket that closes stands the date of an attribution: "(@rosaq) 3. März".
_ITEM = re.compile(r"(?<=[ \t])(?<!\) )(?P<number>\d{1,2})[.)] (?=\S)")
# Glued to the date before it, and to the text.
_GLUED = re.compile(r"(\d{1,2})\.(?=\D)")
# So far before a post the last number is looked for, and behind it the next: hardly a remark is longer.
_NEARBY, _REMARK = 1000, 300


def behind_numbers(place: Place, near: int) -> int:
    """Give the offset behind the last number by which the article counts its posts, `near` without one."""
    for count in _COUNT.finditer(place.text, near, place.end):
        if _is_counted(place, count):
            near = count.end()
    return _behind_glued(place, _behind_item(place, near))


def _behind_glued(place: Place, near: int) -> int:
    """Step over a number right behind the last attribution if the next one stands right behind this one."""
    item = _GLUED.match(place.text, near) if near > 0 and place.text[near - 1].isdigit() else None
    following = _GLUED.match(place.text, place.mark.end) if item else None
    return item.end() if item and following and int(following[1]) == int(item[1]) + 1 else near


def _is_counted(place: Place, count: re.Match[str]) -> bool:
    """Tell whether the post with the next number follows, or the last stands before: "#2 … #3"."""
    number = int(count["number"])
    behind = place.text[place.mark.end : place.mark.end + 20].lstrip()
    return behind.startswith(f"#{number + 1}") or (
        number > 1 and place.text.find(f"#{number - 1}", max(0, count.start() - _NEARBY), count.start()) >= 0
    )


def _behind_item(place: Place, near: int) -> int:
    """Step over a number in the line if it goes on with those around other posts.

    Numbers with words between them inside the text are the post's own list; one that others do not lead up to
    is an ordinal.
    """
    limit = place.mark.end + _REMARK
    items = list(_ITEM.finditer(place.text, max(0, near - _NEARBY), limit))
    first, last = ({int(item["number"]): item.start() for item in order} for order in (items[::-1], items))
    for item in items:
        number = int(item["number"])
        if item.start() < near or item.end() > place.end or item.end() < last.get(number + 1, -1) < place.end:
            continue
        passed = [first.get(number - n, near) < near for n in (1, 2)]
        comes = last.get(number + 1, -1) >= place.mark.end
        counts = comes if number == 1 else passed[0] and (passed[1] or comes)
        if counts and match_date(place.text, item.start()) is None:
            near = item.end()
    return near
