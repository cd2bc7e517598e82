"""Add the date that an embed prints to a post, whose id may hold the exact time."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from scraper.markup.tags import attribute, descendants, visible_text
from scraper.patterns import lazy_regex
from scraper.values.dates import parse_date

if TYPE_CHECKING:
    from bs4 import Tag

    from scraper.records import Post

_DATE = lazy_regex(r"(?<!\d)(?:19|20|25)\d\d(?!\d)|\d{1,2}[:.]\d\d|[٠-٩۰-۹०-९]{4}")


def is_date(printed: str) -> bool:
    """Return whether a text can be a date: short, with a year or a time of day in it."""
    return len(printed) <= 60 and "://" not in printed and _DATE.search(printed) is not None


def with_printed_date(post: Post, printed: str) -> Post:
    """Add a printed date: as the wording of the time in the id, or else as the time itself."""
    if not is_date(printed):
        return post
    if post.posted is not None:
        return replace(post, posted=replace(post.posted, as_written=printed))
    return replace(post, posted=parse_date(printed))


def with_time_element(post: Post, line: Tag) -> Post:
    """Add the date of a ``<time>`` element; its ``datetime`` counts where the id holds no time."""
    clock = next(descendants(line, "time"), None)
    if clock is None:
        return post
    printed = visible_text(clock)
    if post.posted is not None:
        return with_printed_date(post, printed)
    moment = parse_date(attribute(clock, "datetime") or printed)
    return replace(post, posted=replace(moment, as_written=printed or moment.as_written) if moment else None)
