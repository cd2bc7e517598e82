"""The attribution behind a post's text: ``— Name (@handle) March 3, 2020`` and its many spellings.

oEmbed HTML ends every tweet with an em dash, the name, the handle in brackets and the linked date. Text
extraction keeps those words and loses everything else, so they are found from the ``(@``: forward to a date,
back to the dash. A handle in brackets without a date is a handle in prose or a "Follow Name (@handle) on Twitter"
footer, never a post. Instagram's ``A post shared by Name (@handle) on …`` shares the ``(@`` and is read here too.

Each ``(@`` costs a bounded look both ways (`_NAME_ROOM` characters back), so the scan is linear.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scraper.dates import match_date
from scraper.flattened.marks import Mark, occurrences, printed_name
from scraper.flattened.shared_by import instagram_mark

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scraper.records import Moment

# How far before the bracket the dash may stand: a name, white space, a quote mark of markdown.
_NAME_ROOM = 140

# Bidi marks: Bluesky wraps handles in U+202A/U+202C. Markdown escapes the underscore.
_HANDLE = re.compile(
    r"\([\u200e\u202a\u2066]?(?P<link>\[)?@(?P<handle>[A-Za-z0-9_](?:[\w.\-]|\\_){0,79})"
    r"(?(link)\]\([^()\s]{1,200}\))[\u202c\u2069]?[ \u00a0]?\)",
    re.ASCII,
)
_GAP = re.compile(r"[\s>,:·|*_\u200e\u200f\u202a-\u202c\u2066-\u2069]{0,40}")
_LINK = re.compile(r"\]\(<?(?P<url>https?://[^\s()<>]{1,300})[^\s()]{0,20}\)")
_BARE_LINK = re.compile(
    r"\s{0,3}(?P<url>https?://(?:www\.|mobile\.)?(?:twitter|x)\.com/\w{1,20}/status(?:es)?/\d{1,20}[?=&\w]{0,40})",
    re.ASCII,
)

# The em dash as printed, as an entity, and as what a wrong decoding makes of its bytes E2 80 94 or 97.
_DASH = re.compile(r"—|―|⸺|â€[”\u0094—]|â\u0080\u0094|‚Äî|Ã¢â‚¬â€\u009d?|&mdash;|&#8212;|&#x2014;|\x97")
# What stands there when the dash was replaced: weaker, so it must look like a separator.
_WEAK_DASH = re.compile(r"–|&ndash;|\ufffd(?=[\s\w])|(?<![^\s>])(?:-{1,3}|[?~•])(?=\s)|;(?=\s)|/p>")
# The dash deleted altogether leaves the two spaces that stood around it.
_NO_DASH = re.compile(r"(?<=\S)(?:  |\u00a0 | \u00a0)(?=\S)|\n")
_BYLINE = re.compile(
    r"(?:by|from|via|follow|posted by|written by|reporting by|por|par|von|di)\b", re.IGNORECASE
)
_TELLTALE = re.compile(
    r"(?:pic\.twitter\.com/\w{6,12}|https?://t\.co/\w{8,12})[\s\"'”’]*$", re.ASCII | re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class _Handle:
    start: int
    end: int
    value: str


def find_attributions(text: str) -> list[Mark]:
    """Find every attribution that holds a handle in brackets, in text order, none overlapping."""
    marks: list[Mark] = []
    floor = 0
    for handle in _handles(text):
        if handle.start < floor:
            continue
        mark = _in_words(text, handle, floor) or _dashed(text, handle, floor)
        if mark is not None:
            marks.append(mark)
            floor = mark.end
    return marks


def _handles(text: str) -> Iterator[_Handle]:
    for at in occurrences(text, "@"):
        opening = text.rfind("(", max(0, at - 2), at)
        match = _HANDLE.match(text, opening) if opening >= 0 else None
        if match is not None:
            yield _Handle(match.start(), match.end(), match["handle"].replace("\\", ""))


def _dashed(text: str, handle: _Handle, floor: int) -> Mark | None:
    """Read ``— Name (@handle) date``: first the date, which prose does not have, then the dash."""
    dated = _dated(text, handle.end)
    if dated is None:
        return None
    posted, end, url = dated
    dash = _find_dash(text, max(floor, handle.start - _NAME_ROOM), handle.start)
    if dash is None:
        return None
    start, name_start = dash
    name = printed_name(text[name_start : handle.start])
    if name is None:
        return None
    platform = "bluesky" if "." in handle.value.strip(".") else "twitter"
    return Mark(
        start=start,
        end=end,
        platform=platform,
        handle=handle.value,
        name=name or None,
        posted=posted,
        url=url,
    )


def _dated(text: str, pos: int) -> tuple[Moment, int, str | None] | None:
    """Read the date behind a handle, plain or as a markdown link; with the end and the link's address."""
    gap = _GAP.match(text, pos)
    pos = gap.end() if gap else pos
    linked = text.startswith("[", pos)
    dated = match_date(text, pos + linked)
    if dated is None:
        return None
    posted, end = dated
    link = (_LINK if linked else _BARE_LINK).match(text, end)
    return posted, link.end() if link else end, link["url"] if link else None


def _find_dash(text: str, floor: int, end: int) -> tuple[int, int] | None:
    """Find the separator before a name: the start and end of the last true dash, else of a stand-in for it."""
    for pattern in (_DASH, _WEAK_DASH):
        last = None
        for last in pattern.finditer(text, floor, end):
            pass
        if last is not None and "\n\n" not in text[last.end() : end].strip():
            return last.start(), last.end()
    return _find_lost_dash(text, floor, end)


def _find_lost_dash(text: str, floor: int, end: int) -> tuple[int, int] | None:
    """Find where a name starts when the dash was deleted: behind two spaces, or behind a picture's address."""
    last = None
    for last in _NO_DASH.finditer(text, floor, end):
        pass
    if last is None or _BYLINE.match(text, last.end()):
        return None
    if last.group() == "\n" and not _TELLTALE.search(text, max(0, last.start() - 60), last.start()):
        return None
    return last.start(), last.end()


def _in_words(text: str, handle: _Handle, floor: int) -> Mark | None:
    return instagram_mark(text, handle.value, handle.start, handle.end, floor)
