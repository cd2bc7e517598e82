"""Recognize the fields of an article by the names that people and press databases give them, and printed dates.

A day counts if it fills a line, or a part of it between bars and dots: after a word for publishing or
changing ("Published on"), after the author's name ("By Jo Roe, 5 May 2020") or alone. It also counts in the
dateline of a report (``HARBOUR, 5 October 2026 (Agency) –``). Below a handle, days are those of posts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from scraper.configuration import packaged
from scraper.patterns import lazy_regex
from scraper.text.quotes.words import languages
from scraper.values.dates import match_date, parse_date, word_starts
from scraper.values.urls import canonical_url, http_url

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from scraper.records import Moment, MomentSource

_LONGEST_VALUE, _MOST_NAMES = 500, 20
_TAG = lazy_regex(r"([A-Za-z]{2,3})(?:[-_][A-Za-z0-9]{2,8}){0,3}")
_WIKI_LINK = lazy_regex(r"\[\[(?:[^\[\]|]{0,200}\|)?([^\[\]|]{1,200})\]\]")
_BETWEEN_WORDS = lazy_regex(r"[\s_-]+")
_BETWEEN_NAMES = lazy_regex(r"\s*(?:;|\s(?:and|und|et|y|e)\s|&)\s*")
_BY = lazy_regex(r"(?:by|von|par|por|di|door)\s+(?=\S)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """The article fields stated in front matter or header lines, named as in `Article`."""

    url: str | None = None
    title: str | None = None
    outlet: str | None = None
    language: str | None = None
    published: Moment | None = None
    modified: Moment | None = None
    bylines: tuple[str, ...] = ()
    section: str | None = None

    def filled(self) -> dict[str, Any]:
        """Return the fields that have a value."""
        named = ((field.name, getattr(self, field.name)) for field in fields(self))
        return {name: value for name, value in named if value}

    def completed(self, other: Stated) -> Stated:
        """Return these fields, with missing ones from another."""
        return replace(other, **self.filled())


@cache
def vocabulary() -> dict[str, dict[str, Any]]:
    """Return the tables of ``config/stated_fields.toml``."""
    return packaged("stated_fields.toml")


@cache
def field_names() -> dict[str, str]:
    """Return the field of an article for each of its names."""
    return {folded_label(name): field for field, names in vocabulary()["fields"].items() for name in names}


@cache
def furniture() -> frozenset[str]:
    """Return the labels of lines that are ignored."""
    return frozenset(map(folded_label, vocabulary()["furniture"]["labels"]))


@cache
def body_labels() -> frozenset[str]:
    """Return the labels after which the article begins."""
    return frozenset(map(folded_label, vocabulary()["furniture"]["body"]))


def folded_label(label: str) -> str:
    """Return a label as spelled in the tables.

    >>> folded_label("Publication-Date "), folded_label("source_url")
    ('publicationdate', 'sourceurl')
    """
    return _BETWEEN_WORDS.sub("", label.strip().casefold())


def stated(values: Mapping[str, Any], source: MomentSource) -> Stated:
    """Read text, or lists and tables of text, by the names of fields; of several names of one field, the first.

    Unknown names and values of the wrong kind are ignored. `source` is that of the dates.

    >>> said = {"Title": "Pier closes", "Source": "https://herald.example/a", "lang": "German", "mood": "wet"}
    >>> stated(said, "printed").filled()
    {'url': 'https://herald.example/a', 'title': 'Pier closes', 'language': 'de'}
    """
    found: dict[str, Any] = {}
    for name, raw in values.items():
        field, texts = field_names().get(folded_label(name)), _texts(raw)
        if field is None or not texts:
            continue
        field = "url" if field == "outlet" and http_url(texts[0].strip("<>")) else field
        value = _READERS[field](texts)
        if value:
            found.setdefault(field, replace(value, source=source) if field in _MOMENTS else value)
    return Stated(**found)


def _texts(raw: Any) -> list[str]:
    """Return the texts in a value: all of a list, the name of a table."""
    raw = raw.get("name") if isinstance(raw, dict) else raw
    many = raw[:_MOST_NAMES] if isinstance(raw, list) else [raw]
    named = (one.get("name") if isinstance(one, dict) else one for one in many)
    # Of a link between notes, ``[[Jo Roe]]`` or ``[[people/jo|Jo Roe]]``, the words.
    texts = (_WIKI_LINK.sub(r"\1", one[: 4 * _LONGEST_VALUE]) for one in named if isinstance(one, str))
    return [text for one in texts if (text := " ".join(one.split()))]


def _url(texts: list[str]) -> str | None:
    bare = texts[0].strip("<>")
    address = http_url(bare)
    return canonical_url(address) if address and not re.search(r"\s", bare) else None


def _words(texts: list[str]) -> str | None:
    return texts[0] if len(texts[0]) <= _LONGEST_VALUE else None


def _outlet(texts: list[str]) -> str | None:
    """Return a name without the place that ProQuest prints after it: ``The Herald; Sund``."""
    return _words([texts[0].partition(";")[0]])


def _language(texts: list[str]) -> str | None:
    named = vocabulary()["languages"].get(texts[0].casefold())
    tag = _TAG.fullmatch(texts[0])
    return named or (tag[1].lower() if tag else None)


def _bylines(texts: list[str]) -> tuple[str, ...]:
    names = [name for text in texts for name in _names_in(_BY.sub("", text, count=1))]
    return tuple(dict.fromkeys(name for name in names if name and len(name) <= _LONGEST_VALUE))


def _names_in(text: str) -> list[str]:
    """Split a list of names; "Roe, Jo" is one."""
    names = [name for part in _BETWEEN_NAMES.split(text) for name in (part.split(", ") if _lists(part) else [part])]
    return [name.strip() for name in names]


def _lists(part: str) -> bool:
    return all(" " in name.strip() for name in part.split(", "))


_MOMENTS = frozenset({"published", "modified"})
_READERS: dict[str, Callable[[list[str]], Any]] = {
    "url": _url, "title": _words, "outlet": _outlet, "language": _language, "bylines": _bylines, "section": _words,
    **dict.fromkeys(_MOMENTS, lambda texts: parse_date(texts[0])),
}  # fmt: skip


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
_WEEKDAY_AT_END = lazy_regex(lambda: rf"(?:^|\s){languages.weekdays()}[.,]?$", re.IGNORECASE)


def printed_dates(text: str) -> Stated:
    """Return the days of publication and of the last change, as printed."""
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
            before = _WEEKDAY_AT_END.sub("", part[:start].strip(_AROUND)).strip(_AROUND)
            field = field_names().get(folded_label(before))
            if field in {"published", "modified"}:
                return field, day
            return (None, day) if not before or _BYLINE.fullmatch(before) else None
    return None


def _dateline(line: str) -> Stated:
    """Read the place and day that open a report."""
    for place in filter(None, (expression.match(line) for expression in _PLACES)):
        dated = match_date(line, place.end())
        if dated is not None and _BEHIND_DATELINE.match(line, dated[1]):
            return Stated(published=dated[0])
    return Stated()
