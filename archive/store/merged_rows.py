"""Merge the rows of an article from two archives; the result is independent of order and grouping. Pure.

Rows with the same key show the same thing: a post in one wording, or a quoted text. The result has its latest
sight, and as many rows as the latest version shows. Both are maxima, so the order of merging does not matter.
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
class StoredRows(Generic[AnyRow]):
    """Rows of an article in one archive.

    Attributes:
        rows: The rows.
        is_latest: True if the other archive has no later version: its rows are current.
        has_text: True if its text is the stored one, which context offsets refer to.
    """

    rows: Sequence[AnyRow]
    is_latest: bool
    has_text: bool


def merge_rows(
    stored: StoredRows[AnyRow],
    added: StoredRows[AnyRow],
    key: Callable[[AnyRow], Hashable],
    sights: Sequence[Sight],
    *,
    most: int | None = None,
) -> list[AnyRow]:
    """Merge the rows of an article from two archives.

    `first_seen` is the earliest, `last_seen` the latest. Rows of the latest version are current; the others
    are gone since the first sight of the article after their last one.

    Args:
        stored: Rows of one archive; they keep their ids.
        added: Rows of the other archive.
        key: Key that is equal for rows of the same thing.
        sights: Sights of the article in both archives.
        most: Maximum number of current rows of one thing; None for no limit.
    """
    groups: dict[Hashable, tuple[list[AnyRow], list[AnyRow]]] = defaultdict(lambda: ([], []))
    for place, held in enumerate((stored, added)):
        for row in held.rows:
            is_there = held.is_latest and row.gone_at is None
            kept = row if is_there and held.has_text else without_context(row)
            groups[key(row)][place].append(kept if is_there else replace(kept, gone_at=row.last_seen))
    return [row for one, other in groups.values() for row in _merge_group(one, other, sights, most)]


def date_gone(rows: Iterable[AnyRow], sights: Sequence[Sight]) -> list[AnyRow]:
    """Recompute `gone_at` of rows that are gone."""
    return [take_away(row, sights) if row.gone_at else row for row in rows]


def _merge_group(
    stored: Sequence[AnyRow], added: Sequence[AnyRow], sights: Sequence[Sight], most: int | None
) -> Iterable[AnyRow]:
    """Merge the rows of one thing; those with a `gone_at` are not current."""
    together = [*stored, *added]
    last = max(together, key=_rank)
    rows = _current(stored, added)[:most]
    if not rows:
        rows = [take_away(last, sights)]
    elif _rank(last) > _rank(rows[0]):
        rows[0] = replace(without_context(last), gone_at=None)
    first_seen, since = min(row.first_seen for row in together), min(row.since for row in together)
    saved_at = since if since < first_seen else None
    ids = [row.id for row in sorted(stored, key=_rank, reverse=True)]
    for row, id_ in zip_longest(rows, ids[: len(rows)]):
        yield replace(row, id=id_, first_seen=first_seen, saved_at=saved_at)


def _current(stored: Sequence[AnyRow], added: Sequence[AnyRow]) -> list[AnyRow]:
    """Return the current rows, latest first: as many as in the archive that has more."""
    columns = [
        sorted((row for row in rows if row.gone_at is None), key=_rank, reverse=True) for rows in (stored, added)
    ]
    return [max(filter(None, pair), key=_rank) for pair in zip_longest(*columns)]


def _rank(row: AnyRow) -> tuple[str, str, bool]:
    """Return a sort key, latest last; ties are broken by content."""
    return row.last_seen, row.content, row.context_start is not None
