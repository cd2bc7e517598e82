"""Time zones of times. SQLite treats a time without a zone as UTC, so its hours are wrong.

The columns are computed from the times on read. They need no storage and cannot disagree with the times.
"""

from __future__ import annotations

from archive.store.schema.days import DAYS


def _zone(name: str) -> str:
    """Return the definition of the column for the zone of a time: an instant ends with Z."""
    return f"{name}_zone TEXT GENERATED ALWAYS AS (CASE WHEN {name}_at LIKE '%Z' THEN 'UTC' END) VIRTUAL"


_DAY = "articles.published_day"
_REACTIONS = next(statement for statement in DAYS if "CREATE VIEW reactions" in statement)


def _with_zones(view: str) -> str:
    """Return the view of reactions with the zones after its other columns."""
    before, named, after = view.partition("AS published_day")
    zones = "articles.published_zone AS published_zone, posts.posted_zone AS posted_zone"
    return f"{before}{named},\n        {zones}" + after.replace(
        _DAY, f"{_DAY},\n        articles.published_zone, CAST(NULL AS TEXT)"
    )


ZONES = (
    f"ALTER TABLE articles ADD COLUMN {_zone('published')}",
    f"ALTER TABLE posts ADD COLUMN {_zone('posted')}",
    f"ALTER TABLE printings ADD COLUMN {_zone('posted')}",
    "DROP VIEW reactions",
    _with_zones(_REACTIONS),
)
