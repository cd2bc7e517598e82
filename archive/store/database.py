"""Open an archive for writing or reading; every failure is an `ArchiveError` that says what to do.

WAL: readers (Datasette, `status`) and one writer work at the same time. With ``synchronous=NORMAL`` a commit
survives a crash of the process. After a power cut the last few articles may be missing, but none is partial.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from archive.humanize import sized
from archive.store.libraries import Database
from archive.store.schema import FIRST_TABLES, MIGRATIONS, NAMES, lost_from
from scraper.errors import ArchiveError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


#: The first version with STRICT tables and ``pragma_table_list``.
LEAST_SQLITE = (3, 37)


def count_topics(connection: sqlite3.Connection) -> dict[str, int]:
    """Return the number of articles per topic, the largest first."""
    query = "SELECT topic, count(*) FROM articles_topics GROUP BY topic ORDER BY count(*) DESC, topic"
    return dict(connection.execute(query).fetchall())


# Archives of an older voxpop: pending migrations, and upgraded copies to read from.

_PRIMARY_CODE = 0xFF
_NO_ROOM = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN)
_ONLY_HERE = ("journal_mode = MEMORY", "synchronous = OFF")


def pending(db: Database) -> list[str]:
    """Return the pending migrations, without those whose record is missing although they were applied."""
    missing = [migration.name for migration in MIGRATIONS.pending(db)]
    if not missing:
        return []
    lost = set(lost_from(db))
    return [name for name in missing if name not in lost]


def note_lost(db: Database, lost: Sequence[str]) -> None:
    """Record migrations that were already applied."""
    MIGRATIONS.ensure_migrations_table(db)
    for name in lost:
        MIGRATIONS._record_applied(db, name)  # noqa: SLF001 - no public way to record without running


def upgraded_copy(db: Database, path: str | Path, target: str | Path = "") -> Database:
    """Return an upgraded copy, by default a temporary file, and close the archive; raise `ArchiveError` if full."""
    folder = Path(target).parent if target else Path(tempfile.gettempdir())
    with closing(db):
        (size,) = db.execute("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size").fetchone()
        if shutil.disk_usage(folder).free < size:
            raise _no_room(path, folder, size)
        copy = Database(sqlite3.connect(target, isolation_level=None))
        try:
            for pragma in _ONLY_HERE:
                copy.conn.execute(f"PRAGMA {pragma}")
            db.conn.backup(copy.conn)
            note_lost(copy, lost_from(copy))
            MIGRATIONS.apply(copy)
        except BaseException as error:
            copy.close()
            if getattr(error, "sqlite_errorcode", 0) & _PRIMARY_CODE in _NO_ROOM:
                raise _no_room(path, folder, size) from error
            raise
    return copy


def _no_room(path: str | Path, folder: Path, size: int) -> ArchiveError:
    return ArchiveError(
        f"{path}: is of an older voxpop, and an upgraded copy to read from ({sized(size)}) does not fit into "
        f"{folder}: free some space, or name another folder in TMPDIR"
    )


# Seconds to wait for another writer. Saving one article takes milliseconds.
PATIENCE = 30.0

_REMEDIES = {
    sqlite3.SQLITE_NOTADB: "is not an SQLite database: name another file",
    sqlite3.SQLITE_CORRUPT: "is damaged: restore a copy, or rescue it with `voxpop verify --repair`",
    sqlite3.SQLITE_READONLY: "cannot be written: make the file and its folder writable, or name another one",
    sqlite3.SQLITE_PERM: "cannot be opened: make the file readable and writable for this user",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened: check that its folder exists and is writable",
    sqlite3.SQLITE_FULL: "the disk is full: free some space and run again; stored articles are safe",
    sqlite3.SQLITE_IOERR: "cannot be read or written: check the disk and its space; stored articles are safe",
    sqlite3.SQLITE_BUSY: "is being written by another program: wait until it ends and run again",
    sqlite3.SQLITE_LOCKED: "is being written by another program: wait until it ends and run again",
    sqlite3.SQLITE_TOOBIG: "one article is too large to be stored",
    sqlite3.SQLITE_NOMEM: "not enough memory",
}
_UNWRITABLE = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)
_PRAGMAS = (
    "foreign_keys = ON",
    "synchronous = NORMAL",
    "cache_size = -65536",
    "temp_store = MEMORY",
    # 40 MB of WAL: an article changes 200 pages, mostly the same ones; this writes a third as often.
    "wal_autocheckpoint = 10000",
)
_MIGRATIONS_TABLE = "_sqlite_migrations"


@contextmanager
def failures_named(path: str | Path) -> Iterator[None]:
    """Turn SQLite errors about the file into an `ArchiveError`; let errors in our own SQL through."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        remedy = _REMEDIES.get(getattr(error, "sqlite_errorcode", 0) & _PRIMARY_CODE)
        if remedy is None:
            raise
        raise ArchiveError(f"{path}: {remedy}") from error


def open_to_write(path: str | Path, *, create: bool = True, patience: float = PATIENCE) -> Database:
    """Open an archive, create or upgrade its tables, and check that it is writable.

    `patience` is the number of seconds to wait for another writer. The folder of the file must exist; without
    `create`, the file too.

    Raises:
        ArchiveError: Missing, not an archive, newer, read-only, locked, full or damaged.
    """
    _must_be_file(path, create=create)
    with failures_named(path):
        db = _connect(path, "rwc" if create else "rw", patience)
        with _closed_on_error(db):
            _prepare(db, path)
    return db


def open_to_read(path: str | Path) -> Database:
    """Open an archive read-only, a temporary upgraded copy if it is of an older voxpop; else as `open_as_it_is`."""
    db = open_as_it_is(path)
    with failures_named(path):
        return upgraded_copy(db, path) if pending(db) else db


def open_as_it_is(path: str | Path) -> Database:
    """Open an existing archive read-only, possibly with the tables of an older voxpop.

    Raises:
        ArchiveError: Missing, empty, not an archive, newer or damaged.
    """
    _must_be_file(path, create=False)
    with failures_named(path):
        try:
            return _ours_to_read(path, "ro")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & _PRIMARY_CODE not in _UNWRITABLE:
                raise
        # Either a writer was killed, and only a writable connection can recover; or a WAL database has no
        # -shm file and none can be created, and then nothing else can be writing either.
        return _ours_to_read(path, "ro" if _recovered(path) else "ro&immutable=1")


def note_on_age(path: str | Path, done: str = "shown from an upgraded copy") -> str | None:
    """Return a note on what is done instead of upgrading, if an archive is of an older voxpop; else None."""
    with closing(open_as_it_is(path)) as db, failures_named(path):
        if not pending(db):
            return None
    return f"{path}: is of an older voxpop: {done}; the next `voxpop archive` or `voxpop run` upgrades it"


def must_be_usable(path: str | Path) -> None:
    """Check that an existing file could be opened for writing, without doing so; else raise `ArchiveError`."""
    _must_be_file(path, create=True)
    if not os.access(path, os.W_OK):
        raise ArchiveError(f"{path}: {_REMEDIES[sqlite3.SQLITE_READONLY]}")
    with failures_named(path), closing(_connect(path, "ro")) as db:
        _must_be_ours(db, path)


def open_to_check(path: str | Path, *, references: bool = True) -> Database:
    """Open an existing archive in a transaction, without upgrading it, for checks that need write access.

    A repair handles foreign keys itself: it passes False for `references`.
    """
    db = _connect(path, "rw")
    with _closed_on_error(db):
        db.conn.execute(f"PRAGMA foreign_keys = {references}")
        db.execute("BEGIN IMMEDIATE")  # does not fail on a read-only file
        (version,) = db.execute("PRAGMA user_version").fetchone()
        db.execute(f"PRAGMA user_version = {version}")
    return db


def _recovered(path: str | Path) -> bool:
    """Let SQLite recover after a killed writer; return True if it succeeded."""
    try:
        with closing(_connect(path, "rw")) as db:
            db.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError:
        return False
    return True


def _ours_to_read(path: str | Path, mode: str) -> Database:
    db = _connect(path, mode)
    with _closed_on_error(db):
        _must_be_ours(db, path)
        if not _tables(db):
            raise ArchiveError(f"{path}: is empty: fill it with `voxpop archive {path} SOURCE...`")
    return db


@contextmanager
def _closed_on_error(db: Database) -> Iterator[None]:
    try:
        yield
    except BaseException:
        db.close()
        raise


def _connect(path: str | Path, mode: str, patience: float = PATIENCE) -> Database:
    if sqlite3.sqlite_version_info < LEAST_SQLITE:
        least = ".".join(map(str, LEAST_SQLITE))
        raise ArchiveError(
            f"{path}: SQLite {sqlite3.sqlite_version} is too old: use a Python with SQLite {least} or later"
        )
    connection = sqlite3.connect(
        f"{Path(path).resolve().as_uri()}?mode={mode}",
        uri=True,
        timeout=patience,
        isolation_level=None,
        cached_statements=512,
    )
    db = Database(connection, recursive_triggers=False, execute_plugins=False)
    with _closed_on_error(db):
        for pragma in _PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
    return db


def _must_be_file(path: str | Path, *, create: bool) -> None:
    file = Path(path)
    if file.is_dir():
        raise ArchiveError(f"{path}: is a folder: name a database file in it")
    if not create and not file.exists():
        raise ArchiveError(f"{path}: no such archive: make one with `voxpop archive {path} SOURCE...`")


def _prepare(db: Database, path: str | Path) -> None:
    """Upgrade the tables in one transaction: if killed, the file is unchanged."""
    _must_be_ours(db, path)
    connection = db.conn
    if connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("BEGIN IMMEDIATE")
    try:
        if MIGRATIONS.pending(db):
            _must_have_records(db, path)
            MIGRATIONS.apply(db)
    except BaseException:
        db.rollback()
        raise
    db.commit()


def _must_be_ours(db: Database, path: str | Path) -> None:
    """Accept an empty file, or one with our migrations or tables and no unknown migration."""
    tables = _tables(db)
    if not tables:
        return
    applied = {migration.name for migration in MIGRATIONS.applied(db)} if _MIGRATIONS_TABLE in tables else set()
    if not applied and not tables >= FIRST_TABLES:
        raise ArchiveError(f"{path}: is an SQLite database, but not a voxpop archive: name another file")
    if applied.difference(NAMES):
        raise ArchiveError(f"{path}: was written by a newer voxpop: upgrade voxpop")


def _must_have_records(db: Database, path: str | Path) -> None:
    """Refuse to rerun a migration whose record is missing although it was applied."""
    if _tables(db) and (lost := lost_from(db)):
        remedy = f"repair it with `voxpop verify --repair {path}`"
        raise ArchiveError(f"{path}: the record of the migration {', '.join(lost)} is missing: {remedy}")


def _tables(db: Database) -> set[str]:
    return {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
