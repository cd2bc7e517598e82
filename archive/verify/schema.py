"""Compare the schema of an archive with the one its migrations create."""

from __future__ import annotations

from typing import TYPE_CHECKING

from archive.store.schema.expected import applied_to, items_after, items_of, lost_from
from archive.verify.findings import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sqlite_utils import Database

    from archive.store.schema.expected import Item

    Items = Mapping[tuple[str, str], Item]


def had_by(db: Database) -> frozenset[str]:
    """Return the migrations that an archive has had, including those whose record is lost."""
    return frozenset([*applied_to(db), *lost_from(db)])


def schema_findings(db: Database) -> Iterator[Finding]:
    """Compare an archive with the result of its migrations; the user's own tables and indexes are allowed.

    Args:
        db: The open archive; not changed.
    """
    for name in lost_from(db):
        yield Finding("schema", f"the record of the migration {name} is missing")
    present = items_of(db.conn)
    for item in wrong_items(items_after(had_by(db)), present):
        there = present.get((item.kind, item.name))
        missing = [column for column in item.columns if there and column not in there.columns]
        if there is None:
            yield Finding("schema", f"the {item.kind} {item.name} is missing")
        elif missing:
            yield Finding("schema", f"the table {item.name} lacks {', '.join(missing)}")
        else:
            yield Finding("schema", f"the {item.kind} {item.name} differs from what voxpop creates")


def wrong_items(expected: Items, present: Items) -> list[Item]:
    """Return the expected items that are missing from an archive or differ."""
    return [item for key, item in expected.items() if key not in present or present[key].shape != item.shape]
