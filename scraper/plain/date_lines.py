"""Find the dates printed at the head of a text: lines such as "Updated 5 October 2026", and datelines.

A day counts if it fills a line, or a part of it between bars and dots: after a word for publishing or
changing ("Published on"), after the author's name ("By Jo Roe, 5 May 2020") or alone. It also counts in the
dateline of a report (``HARBOUR, 5 October 2026 (Agency) –``). Below a handle, days are those of posts.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

from scraper.patterns import lazy_regex
from scraper.plain.stated_fields import Stated, field_names, folded_label
from scraper.text.quotes.words.languages import weekdays
from scraper.values.dates import match_date, parse_date, word_starts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scraper.records import Moment

_HEAD_LINES, _LONGEST_LINE, _HEAD = 8, 140, 4_000
_TAIL_LINES, _TAIL = 4, 1_000
_BETWEEN_PARTS = lazy_regex(r"\s[|·•–—-]{1,2}\s|[|·•]")
_AROUND = " \t\r,.;:()[]*_>#/"
_BYLINE = lazy_regex(r"(?:by|von|par|por|di|da|door)\s+[^\n@]{2,80}", re.IGNORECASE)
_CAPITALISED = r"[^\W\d_a-zß-öø-ÿ][\w.'’-]{0,24}"
_PLACE = rf"{_CAPITALISED}(?: (?:[a-zà-ÿ]{{1,3}} )?{_CAPITALISED}){{0,3}}"
#: The place alone, and with its state or the agency after it.
_PLACES = tuple(lazy_regex(rf"{_PLACE}{region},? ") for region in ("", rf", {_PLACE}", r" ?\([^()\n]{2,30}\)"))
_BEHIND_DATELINE = lazy_regex(r"[ \t]{0,2}(?:\([^()\n]{2,40}\)|/[^/\n]{2,40}/)?[ \t]{0,2}(?:--|[-–—])\s")
_WORDS_TRIED = 8


def printed_dates(text: str) -> Stated:
    r"""Return the days of publication and of the last change, as printed.

    >>> found = printed_dates("Pier closes\n\nPublished 4 May 2020 | Updated 5 May 2020\n\nFans sang.")
    >>> found.published.at, found.modified.at
    ('2020-05-04', '2020-05-05')
    """
    found = Stated()
    for line in _head_lines(text):
        found = found.completed(_dated_line(line) or _dateline(line))
    return found.completed(_below(text))


def _head_lines(text: str) -> Iterator[str]:
    """Yield the lines up to the first paragraph, or to a handle, after which days are those of posts."""
    lines = (line for line in text[:_HEAD].split("\n") if line.strip())
    for line in islice(lines, _HEAD_LINES):
        if "@" in line or "pic.twitter" in line:
            return
        yield line
        if len(line) > _LONGEST_LINE:
            return


def _below(text: str) -> Stated:
    """Read the labelled days in the last lines."""
    found = Stated()
    lines = [line for line in text[-_TAIL:].split("\n") if line.strip()]
    for line in lines[-_TAIL_LINES:]:
        found = found.completed(("@" not in line and _dated_line(line, labelled=True)) or Stated())
    return found


def _dated_line(line: str, *, labelled: bool = False) -> Stated | None:
    """Read a line made only of days and bylines; None for any other line."""
    if len(line) > _LONGEST_LINE or not any(map(str.isdecimal, line)):
        return None
    found = Stated()
    for part in _BETWEEN_PARTS.split(line):
        day = _dated_part(part.strip(_AROUND))
        if day is not None and (day[0] or not labelled):
            is_change = day[0] == "modified"
            said = Stated(modified=day[1]) if is_change else Stated(published=day[1])
            found = found.completed(said)
    return found if found.filled() else None


def _dated_part(part: str) -> tuple[str | None, Moment] | None:
    """Return the field and the day of a part of a line; the field is None for a day without a label."""
    for start in (0, *word_starts(part, 1, most=_WORDS_TRIED)):
        if match_date(part, start) and (day := parse_date(part[start:])):
            before = _weekday_at_end().sub("", part[:start].strip(_AROUND)).strip(_AROUND)
            field = field_names().get(folded_label(before))
            if field in {"published", "modified"}:
                return field, day
            return (None, day) if not before or _BYLINE.fullmatch(before) else None
    return None


@cache
def _weekday_at_end() -> re.Pattern[str]:
    return re.compile(rf"(?:^|\s){weekdays()}[.,]?$", re.IGNORECASE)


def _dateline(line: str) -> Stated:
    """Read the place and day that open a report."""
    for place in filter(None, (expression.match(line) for expression in _PLACES)):
        dated = match_date(line, place.end())
        if dated is not None and _BEHIND_DATELINE.match(line, dated[1]):
            return Stated(published=dated[0])
    return Stated()
