"""Erase the targets in one transaction, and then the traces left in files."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from archive.clock import stamp, utc_now
from archive.store.erasures.removing import Removed, erase_posts, remove_articles, sweep
from archive.store.erasures.rescued import remove_rescued
from archive.store.erasures.shield import Secret, Shield, check_of, link_key, read_secret, store
from scraper.records import Post

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

    from archive.erasure.targets import Targets
    from archive.store.archive import Archive


_PURGE = "UPDATE captures SET hidden = 'purge' WHERE hidden = 'hidden' AND file NOT LIKE '%/%'"


class _DryRunError(Exception):
    """Raised to roll back a dry run."""


@dataclass(slots=True)
class Erased:
    """Result of an erasure.

    Attributes:
        added: Number of new keyed hashes.
        removed: Content removed from the tables.
        captures: Captures newly hidden or marked for purging: file, offset and URL.
    """

    added: int
    removed: list[Removed]
    captures: list[tuple[str, int, str]]


def erase(  # noqa: PLR0913 -- keyword-only but for what is erased
    archive: Archive,
    targets: Targets,
    *,
    ground: str | None = None,
    purge: bool = False,
    dry_run: bool = False,
    link: bool = False,
) -> Erased:
    """Erase posts, authors, articles and text; without targets, erase earlier targets that are back.

    Args:
        archive: The archive.
        targets: What to erase.
        ground: Reason, stored with the keyed hashes.
        purge: Mark captures of it for purging, instead of only hiding them.
        dry_run: Roll back, and only return the result.
        link: Create a link next to the archive to the key file before erasing.

    Raises:
        ArchiveError: The archive is not writable, or the key is missing.
    """
    shield = _shield(archive, dry_run=dry_run)
    if link and not dry_run:
        link_key(archive.path, archive.key)
    now = stamp(utc_now())
    with _undone_at_the_end(archive) if dry_run else archive.transaction() as connection:
        hidden = "purge" if purge else "hidden"
        before = set() if purge else {*_captures(connection, hidden)}
        erased = _erase(connection, shield, targets, ground=ground, hidden=hidden, now=now)
        if purge:  # including captures hidden earlier
            connection.execute(_PURGE)
        erased.captures = [each for each in _captures(connection, hidden) if each not in before]
    return erased


def _erase(  # noqa: PLR0913 -- keyword-only but for what is erased
    connection: sqlite3.Connection, shield: Shield, targets: Targets, *, ground: str | None, hidden: str, now: str
) -> Erased:
    if not targets:
        return Erased(0, sweep(connection, shield, now), [])
    added = store(connection, shield, [check_of(shield.secret), *targets.tombstones(shield)], now, ground)
    whole = remove_articles(connection, targets.articles, now=now, hidden=hidden)
    more, rest = erase_posts(
        connection,
        shield,
        [*targets.posts, *(Post(platform="", text=text) for text in targets.words)],
        [],
        now=now,
        ground=ground,
        printings=targets.printings,
        articles=targets.quoting,
        hidden=hidden,
    )
    aside = Removed(rescued=remove_rescued(connection, shield))
    return Erased(added + more, [whole, rest, aside], [])


def _shield(archive: Archive, *, dry_run: bool) -> Shield:
    """Return the shield of an archive; for the first erasure, write a new secret first."""
    shield = archive.shield(archive.db.conn)
    if shield is not None:
        return shield
    secret = read_secret(archive.key)
    if secret is None:
        secret = Secret.made()
        if not dry_run:
            secret.write(archive.key)
    return Shield(secret)


@contextmanager
def _undone_at_the_end(archive: Archive) -> Iterator[sqlite3.Connection]:
    try:
        with archive.transaction() as connection:
            yield connection
            raise _DryRunError  # noqa: TRY301 -- it undoes the transaction
    except _DryRunError:
        return


def _captures(connection: sqlite3.Connection, hidden: str) -> list[tuple[str, int, str]]:
    query = "SELECT file, offset, url FROM captures WHERE hidden = ? AND file IS NOT NULL"
    return [tuple(row) for row in connection.execute(query, (hidden,))]
