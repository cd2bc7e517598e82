"""Which articles of a dataset are asked for, as filters by which most of a Parquet file is passed over."""

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


# Which articles of a dataset are asked for, as filters by which most of a Parquet file is passed over.

_DAY = lazy_regex(r"\d{4}(?:-\d\d(?:-\d\d)?)?")
#: Behind every instant of a day or month, and before the next one.
_END = "U"


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Which articles are asked for. Those count that fit one of the values of every field that has any.

    Attributes:
        outlet: Names of outlets, as they stand in the dataset.
        host: Host names, without ``www.``.
        language: Primary tags.
        since: A day, month or year on or after which they were published; at most one.
        until: One until whose end they were published; at most one.
        hashtag: Keys of hashtags that they use.
        platform: Platforms of which they show a post.
    """

    outlet: tuple[str, ...] = ()
    host: tuple[str, ...] = ()
    language: tuple[str, ...] = ()
    since: tuple[str, ...] = ()
    until: tuple[str, ...] = ()
    hashtag: tuple[str, ...] = ()
    platform: tuple[str, ...] = ()

    def of_article(self, *, has_days: bool = True) -> ds.Expression | None:
        """Return the filter on the columns that every table has; None for all.

        Args:
            has_days: The tables have ``published_day``, which those of older datasets lack.
        """
        published = _all(*self._published("published_at"))
        if published is not None and has_days:
            known = _all(*self._published("published_day"))
            published = known | (_field("published_day").is_null() & published)
        return _all(*(_one_of(name, getattr(self, name)) for name in ("outlet", "host")), published)

    def _published(self, column: str) -> Iterator[ds.Expression]:
        yield from (_field(column) >= day for day in self.since)
        yield from (_field(column) < day + _END for day in self.until)

    def of_articles_table(self, *, has_days: bool = True) -> ds.Expression | None:
        """Return the filter on the table of articles, as far as that alone tells; None for all."""
        return _all(self.of_article(has_days=has_days), _one_of("language", self.language))

    def of_others(self, *, has_days: bool = True) -> dict[str, ds.Expression]:
        """Return the filters on other tables, in each of which an article must have a row."""
        wanted = {"hashtags": ("hashtag", self.hashtag), "embeds": ("platform", self.platform)}
        found = {
            table: _all(self.of_article(has_days=has_days), _one_of(column, values))
            for table, (column, values) in wanted.items()
            if values
        }
        return {table: expression for table, expression in found.items() if expression is not None}


def selection_of(pairs: Iterable[str]) -> Selection:
    """Return what ``FIELD=VALUE`` texts ask for.

    Raises:
        SettingsError: One names no field, or a date that is none.

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
