"""Find posts copied line by line: from the timelines of X, Bluesky and Mastodon, and Reddit's embeds.

A post copied from a timeline has no "Follow", and often an age instead of a date::

    A Name
    @handle
    ·
    17h
    Some text
    12
    34
    5.6K

Reddit prints the title, the author and the community::

    Some title
    by
    u/someone in
    community
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scraper.patterns import lazy_regex
from scraper.text.flattened.author_first import NUMBER, name_above
from scraper.text.flattened.found_post import Attribution, FoundPost
from scraper.text.flattened.layout import occurrences, skip_blank, text_end
from scraper.values.dates import match_date

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scraper.records import Moment

_MARKS = r"[\u200e\u200f\u2068\u2069\u202a-\u202c]?"
#: A handle with an age or a date on its line or below; only a handle with a server may do without the dot.
_HEADER = lazy_regex(
    rf"{_MARKS}@(?P<handle>[A-Za-z0-9_][\w.-]{{0,80}}(?P<server>@[a-z0-9.-]{{4,80}})?){_MARKS}"
    r"(?:\s{0,3}(?:·|∙|•)\s{0,3}|(?(server)\n\s{0,3}|(?!)))"
    r"(?P<age>\d{1,2}[ \u00a0]?[^\W\d_]{1,8}\.?|\S[^\n]{2,40})[ \t]*(?=\n)"
)
_AGE = lazy_regex(r"\d{1,2}[ \u00a0]?[^\W\d_]{1,8}\.?(?: ago)?|now|ahora|maintenant|agora|jetzt", re.IGNORECASE)
_DAY = lazy_regex(r"[^\W\d_]{3,9}\.? \d{1,2}|\d{1,2}\.?(?: de)? [^\W\d_]{3,9}\.?|\d{1,2}[月월] ?\d{1,2}[日일]")
_COUNTS = lazy_regex(
    rf"(?:\n[ \t]*(?:{NUMBER})[ \t]*(?=\n|\Z)){{2,8}}|\n[ \t]*(?:{NUMBER})(?:[ \t]+(?:{NUMBER})){{2,4}}[ \t]*(?=\n|\Z)"
)
_BLANK_LINE = lazy_regex(r"\n[ \t]*\n")
_ROOM = 4_000
_NAME_ROOM = 120

_REDDIT = lazy_regex(
    r"(?P<by>(?:\bPosted |\bComment ?|\b)by)\s{0,3}/?u/(?P<handle>[A-Za-z0-9_-]{3,20})"
    r"(?P<comment>\s{1,3}from discussion)?\s{1,3}in\s{0,3}(?:/?r/)?(?P<community>[A-Za-z0-9_]{2,21})[ \t]*(?=\n|\Z)"
)
_LONGEST_TITLE = 300
#: What Mastodon's code prints in place of the words.
_MASTODON = lazy_regex(r"Post by @(?P<handle>\w[\w.-]{0,30}@[a-z0-9.-]{4,80})\s{1,3}View on Mastodon")


def find_copied_lines(text: str) -> list[FoundPost]:
    r"""Find posts of timelines and of Reddit; return them in text order.

    >>> (found,) = find_copied_lines("Rosa Ex\n@rosa\n·\n17h\nSnow at last\n12\n34\n\nIt snowed.")
    >>> found.attribution.name, found.attribution.handle, found.start, found.end
    ('Rosa Ex', 'rosa', 20, 32)
    """
    found = list(_timeline(text)) if "@" in text else []
    return sorted([*found, *_reddit(text), *_mastodon(text)], key=lambda post: post.start)


def _timeline(text: str) -> Iterator[FoundPost]:
    headers = [(header, posted) for header in _HEADER.finditer(text) for posted in printed_moments(header["age"])]
    floor = 0
    for n, (header, posted) in enumerate(headers):
        limit = headers[n + 1][0].start() if n + 1 < len(headers) else len(text)
        start = skip_blank(text, header.end(), limit)
        name_start, name = name_above(text, max(floor, header.start() - _NAME_ROOM), header.start())
        span = _span(text, start, min(limit, start + _ROOM), is_last=n + 1 == len(headers))
        if span is None or not name:
            continue
        end, floor = span
        platform = "mastodon" if header["server"] else "bluesky" if "." in header["handle"] else "twitter"
        attribution = Attribution(
            start=name_start, end=floor, platform=platform, handle=header["handle"].strip(".-"), name=name,
            posted=posted, form="widget",
        )  # fmt: skip
        yield FoundPost(start=start, end=end, attribution=attribution)


def printed_moments(age: str) -> Iterator[Moment | None]:
    """Yield the moment of an age or date, None for one without a year; nothing for other words."""
    dated = match_date(age, 0)
    if dated is not None and not age[dated[1] :].strip():
        yield dated[0]
    elif _AGE.fullmatch(age) or _DAY.fullmatch(age):
        yield None


def _span(text: str, start: int, limit: int, *, is_last: bool) -> tuple[int, int] | None:
    """Return the end of the text that begins at `start`, and the end of the numbers below it."""
    counts = _COUNTS.search(text, start - 1, limit)
    blank = _BLANK_LINE.search(text, start, limit)
    if counts is not None:
        end = text_end(text, start, counts.start())
        return (end, counts.end()) if end > start else None
    if blank is not None:
        return blank.start(), blank.start()
    end = text_end(text, start, limit)
    return (end, end) if is_last and limit == len(text) and end > start else None


def _reddit(text: str) -> Iterator[FoundPost]:
    """Yield Reddit's embeds: the title on the line above the author, or on the author's line."""
    for at in occurrences(text, "u/"):
        found = _REDDIT.search(text, max(0, at - 20), at + 90)
        if found is None or not found.start() < at < found.end():
            continue
        end = text_end(text, max(0, found.start() - _LONGEST_TITLE), found.start())
        start = max(text.rfind("\n", 0, end) + 1, end - _LONGEST_TITLE, 0)
        if found["comment"]:
            start = end = found.start()
        attribution = Attribution(start=end, end=found.end(), platform="reddit", handle=found["handle"])
        yield FoundPost(start=start, end=end, attribution=attribution)


def _mastodon(text: str) -> Iterator[FoundPost]:
    """Yield the posts without words that Mastodon's code leaves."""
    for found in _MASTODON.finditer(text) if "View on Mastodon" in text else ():
        start, end = found.span()
        attribution = Attribution(start=start, end=end, platform="mastodon", handle=found["handle"])
        yield FoundPost(start=start, end=start, attribution=attribution)
