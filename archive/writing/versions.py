"""What an article shows, version by version: what is still there, what is new, what is gone. Pure."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence

    from scraper.records import Extraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """An article as one document shows it.

    Attributes:
        article: Its id.
        extraction: What the document was seen to hold.
        digest: SHA-256 of the document's bytes.
        record: SHA-256 of the extraction, its source aside.
        seen: When it was seen, ISO 8601, UTC.
        session: When this archive was opened to write. What was seen since then in another version (a second
            rendition of a page, a page saved twice) is not gone.
        reread: When these bytes first came, where another reading of them is stored; None for other bytes.
    """

    article: str
    extraction: Extraction
    digest: str
    record: str
    seen: str
    session: str
    reread: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A row of something that an article shows: an embed or a quote.

    Attributes:
        id: None until it is stored.
        position: Counted within the article, from 0.
        text: As printed there.
        first_seen: ISO 8601, UTC.
        last_seen: When it was last there.
        gone_at: When a version of the article without it was first seen.
    """

    id: int | None
    article: str
    position: int
    text: str | None
    start_offset: int | None
    end_offset: int | None
    first_seen: str
    last_seen: str
    gone_at: str | None


Row = TypeVar("Row", bound=Shown)


def newer_version(
    old: Sequence[Row], new: Sequence[Row], same: Iterable[Callable[[Row], Hashable]], version: Version
) -> list[Row]:
    """Bring the rows of an article up to date with its present version.

    Args:
        old: As stored.
        new: What the present version shows, without ids.
        same: What two rows must agree in to be the same, strictest first.
        version: The present version.

    Returns:
        All old rows and what is new: present ones with the fields of `new`, the others with `gone_at`. Rows
        that an earlier reading of the very same bytes gave, and this one does not, are left out: they were
        misread.
    """
    pairs, added, missing = _match(old, new, same)
    kept = [replace(now, id=was.id, first_seen=min(was.first_seen, now.first_seen)) for was, now in pairs]
    return kept + [_gone(row, version) for row in missing if not _misread(row, version)] + added


def older_version(
    old: Sequence[Row], new: Sequence[Row], same: Iterable[Callable[[Row], Hashable]], gone: str
) -> list[Row]:
    """Add to the rows of an article what a version shows that is older than the stored one.

    Args:
        old: As stored, from a later version.
        new: What the earlier version shows.
        same: As in `newer_version`.
        gone: When the stored version was seen, in which the rest of `new` is missing.
    """
    pairs, added, missing = _match(old, new, same)
    kept = [replace(was, first_seen=min(was.first_seen, now.first_seen)) for was, now in pairs]
    return kept + missing + [replace(row, gone_at=gone) for row in added]


def _misread(row: Shown, version: Version) -> bool:
    return version.reread is not None and not row.gone_at and row.first_seen >= version.reread


def _gone(row: Row, version: Version) -> Row:
    if row.gone_at or row.last_seen >= version.session:
        return row
    return replace(row, gone_at=version.seen)


def _match(
    old: Sequence[Row], new: Sequence[Row], same: Iterable[Callable[[Row], Hashable]]
) -> tuple[list[tuple[Row, Row]], list[Row], list[Row]]:
    """Pair old with new rows; give the pairs, the new rows left over and the old ones."""
    pairs: list[tuple[Row, Row]] = []
    left, unmatched = list(old), list(new)
    for key in same:
        waiting = defaultdict(list)
        for row in left:
            waiting[key(row)].append(row)
        rest = []
        for row in unmatched:
            if waiting[key(row)]:
                pairs.append((waiting[key(row)].pop(0), row))
            else:
                rest.append(row)
        unmatched = rest
        left = [row for rows in waiting.values() for row in rows]
    return pairs, unmatched, left
