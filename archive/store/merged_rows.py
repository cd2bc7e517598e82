"""Merge the rows of an article from two archives, in any order and any groups to the same rows. Pure.

Rows with the same key are of one thing: of one post in one wording, of one quoted text. What is kept of them
is the latest sight of the thing, and as many rows as the latest version shows of it. Both are maxima, so it
does not matter which archives are merged first.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import TYPE_CHECKING, Generic

from archive.store.versions import AnyRow, take_away, without_context

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence

    from archive.store.sights import Sight


@dataclass(frozen=True, slots=True)
class Held(Generic[AnyRow]):
    """The rows that one archive holds of an article.

    Attributes:
        rows: The rows.
        is_latest: Whether no version in the other archive is of a later moment: what it shows is there.
        has_text: Whether its text is the one that is kept, in which contexts count.
    """

    rows: Sequence[AnyRow]
    is_latest: bool
    has_text: bool


def merge_rows(
    stored: Held[AnyRow],
    added: Held[AnyRow],
    key: Callable[[AnyRow], Hashable],
    sights: Sequence[Sight],
    *,
    most: int | None = None,
) -> list[AnyRow]:
    """Merge the rows of an article from two archives.

    First sights are the earliest, last sights the latest; what the latest version shows is there, and the
    rest is gone since the first sight of the article after its last one.

    Args:
        stored: What the one archive holds; its rows keep their ids.
        added: What the other one holds.
        key: What rows agree in that are of the same thing.
        sights: When the article was seen, in either archive.
        most: How many rows of one thing may be there; None for any number.
    """
    groups: dict[Hashable, tuple[list[AnyRow], list[AnyRow]]] = defaultdict(lambda: ([], []))
    for place, held in enumerate((stored, added)):
        for row in held.rows:
            is_there = held.is_latest and row.gone_at is None
            kept = row if is_there and held.has_text else without_context(row)
            groups[key(row)][place].append(kept if is_there else replace(kept, gone_at=row.last_seen))
    return [row for one, other in groups.values() for row in _merge_group(one, other, sights, most)]


def date_gone(rows: Iterable[AnyRow], sights: Sequence[Sight]) -> list[AnyRow]:
    """Date anew since when rows are gone that are."""
    return [take_away(row, sights) if row.gone_at else row for row in rows]


def _merge_group(
    stored: Sequence[AnyRow], added: Sequence[AnyRow], sights: Sequence[Sight], most: int | None
) -> Iterable[AnyRow]:
    """Merge the rows of one thing; those with a `gone_at` are not there."""
    together = [*stored, *added]
    last = max(together, key=_rank)
    rows = _there(stored, added)[:most]
    if not rows:
        rows = [take_away(last, sights)]
    elif _rank(last) > _rank(rows[0]):
        rows[0] = replace(without_context(last), gone_at=None)
    first_seen, since = min(row.first_seen for row in together), min(row.since for row in together)
    saved_at = since if since < first_seen else None
    ids = [row.id for row in sorted(stored, key=_rank, reverse=True)]
    for row, id_ in zip_longest(rows, ids[: len(rows)]):
        yield replace(row, id=id_, first_seen=first_seen, saved_at=saved_at)


def _there(stored: Sequence[AnyRow], added: Sequence[AnyRow]) -> list[AnyRow]:
    """Return the rows that are there, the latest first: as many as the archive has that has most of them."""
    columns = [
        sorted((row for row in rows if row.gone_at is None), key=_rank, reverse=True)
        for rows in (stored, added)
    ]
    return [max(filter(None, pair), key=_rank) for pair in zip_longest(*columns)]


def _rank(row: AnyRow) -> tuple[str, str, bool]:
    """Return by what the latest of some rows is told; of rows that are equally late, the content decides."""
    return row.last_seen, row.content, row.context_start is not None
