"""``FIELD=VALUE`` selections of articles, as filters that skip most of a Parquet file."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from archive.store.identity import hashtag_key
from scraper.errors import SettingsError
from scraper.patterns import lazy_regex
from scraper.values.urls import host_without_www

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import pyarrow.dataset as ds


_DAY = lazy_regex(r"\d{4}(?:-\d\d(?:-\d\d)?)?")
#: Sorts after every instant of a day or month, and before the next one.
_END = "U"


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Selected articles. Values of one field are alternatives; all fields must match."""

    outlet: tuple[str, ...] = ()
    host: tuple[str, ...] = ()
    language: tuple[str, ...] = ()
    since: tuple[str, ...] = ()  # published on or after this day, month or year; at most one
    until: tuple[str, ...] = ()  # published before the end of this one; at most one
    hashtag: tuple[str, ...] = ()
    platform: tuple[str, ...] = ()

    def of_article(self, *, has_days: bool = True) -> ds.Expression | None:
        """Return the filter on the columns of every table; older datasets have no ``published_day``."""
        published = _all(*self._published("published_at"))
        if published is not None and has_days:
            known = _all(*self._published("published_day"))
            published = known | (_field("published_day").is_null() & published)
        return _all(*(_one_of(name, getattr(self, name)) for name in ("outlet", "host")), published)

    def _published(self, column: str) -> Iterator[ds.Expression]:
        yield from (_field(column) >= day for day in self.since)
        yield from (_field(column) < day + _END for day in self.until)

    def of_articles_table(self, *, has_days: bool = True) -> ds.Expression | None:
        """Return the filter on the table of articles; None for all."""
        return _all(self.of_article(has_days=has_days), _one_of("language", self.language))

    def of_others(self, *, has_days: bool = True) -> dict[str, ds.Expression]:
        """Return the filters on other tables; an article must have a row in each."""
        wanted = {"hashtags": ("hashtag", self.hashtag), "embeds": ("platform", self.platform)}
        found = {
            table: _all(self.of_article(has_days=has_days), _one_of(column, values))
            for table, (column, values) in wanted.items()
            if values
        }
        return {table: expression for table, expression in found.items() if expression is not None}


def selection_of(pairs: Iterable[str]) -> Selection:
    """Parse ``FIELD=VALUE`` texts.

    Raises:
        SettingsError: Unknown field, or invalid date.

    >>> selection_of(["hashtag=#PierSong", "since=2024-05"])  # doctest: +ELLIPSIS
    Selection(..., since=('2024-05',), until=(), hashtag=('piersong',), platform=())
    """
    names = [field.name for field in fields(Selection)]
    found: dict[str, list[str]] = {}
    for pair in pairs:
        name, _, value = pair.partition("=")
        value = value.strip()
        if name not in names or not value:
            raise SettingsError(f"--filter {pair}: write FIELD=VALUE, FIELD one of {', '.join(names)}")
        found.setdefault(name, []).append(_normal(name, value))
        if name in {"since", "until"} and len(found[name]) > 1:
            raise SettingsError(f"--filter {pair}: given twice: name one day")
    return Selection(**{name: tuple(values) for name, values in found.items()})


def _normal(name: str, value: str) -> str:
    if name in {"since", "until"} and not _DAY.fullmatch(value):
        raise SettingsError(f"--filter {name}={value}: write a day, month or year, such as 2024-05-01")
    if name == "hashtag":
        return hashtag_key(value)
    if name == "host":
        return host_without_www(value if "://" in value else f"https://{value}") or value
    return value.lower() if name in {"language", "platform"} else value


def _field(name: str) -> ds.Expression:
    import pyarrow.dataset as ds

    return ds.field(name)


def _one_of(name: str, values: tuple[str, ...]) -> ds.Expression | None:
    return _field(name).isin(list(values)) if values else None


def _all(*expressions: ds.Expression | None) -> ds.Expression | None:
    found = None
    for expression in expressions:
        if expression is not None:
            found = expression if found is None else found & expression
    return found
