"""Recognize the fields of an article by the names that people and press databases give them."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from scraper.configuration import packaged
from scraper.patterns import lazy_regex
from scraper.values.dates import parse_date
from scraper.values.urls import canonical_url, http_url

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

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
        field = "url" if field == "outlet" and http_url(_bare(texts[0])) else field
        value = _READERS[field](texts)
        if value:
            found.setdefault(field, replace(value, source=source) if field in _MOMENTS else value)
    return Stated(**found)


def _texts(raw: Any) -> list[str]:
    """Return the texts in a value: all of a list, the name of a table."""
    raw = raw.get("name") if isinstance(raw, dict) else raw
    many = (
        [one.get("name") if isinstance(one, dict) else one for one in raw[:_MOST_NAMES]]
        if isinstance(raw, list)
        else [raw]
    )
    texts = (_unlinked(one[: 4 * _LONGEST_VALUE]) for one in many if isinstance(one, str))
    return [text for one in texts if (text := " ".join(one.split()))]


def _unlinked(text: str) -> str:
    """Return a value with the words of links between notes: ``[[Jo Roe]]``, ``[[people/jo|Jo Roe]]``."""
    return _WIKI_LINK.sub(r"\1", text) if "[[" in text else text


def _bare(text: str) -> str:
    return text.strip("<>")


def _url(texts: list[str]) -> str | None:
    address = http_url(_bare(texts[0]))
    return canonical_url(address) if address and not re.search(r"\s", _bare(texts[0])) else None


def _words(texts: list[str]) -> str | None:
    return texts[0] if len(texts[0]) <= _LONGEST_VALUE else None


def _outlet(texts: list[str]) -> str | None:
    """Return a name without the place that ProQuest prints after it: ``The Herald; Sund``."""
    return _words([texts[0].partition(";")[0]])


def _language(texts: list[str]) -> str | None:
    named = vocabulary()["languages"].get(texts[0].casefold())
    tag = _TAG.fullmatch(texts[0])
    return named or (tag[1].lower() if tag else None)


def _moment(texts: list[str]) -> Moment | None:
    return parse_date(texts[0])


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
    "url": _url, "title": _words, "outlet": _outlet, "language": _language, "published": _moment,
    "modified": _moment, "bylines": _bylines, "section": _words,
}  # fmt: skip
