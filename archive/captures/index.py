"""The index of captures: stored answers, their articles, files and offsets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from archive.captures.packing import Earlier

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence

    from archive.captures.files import Capture, Captures
    from archive.store.archive import Archive
    from scraper.fetching import Exchange

_ENTER = """
    INSERT INTO captures
        (article, url, fetched_at, status, content_type, digest, file, offset, length, type, record, run,
        declared, payload_digest, refused)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
#: Joins each revisit with the earlier capture that has its bytes.
WHOLE = """
    LEFT JOIN captures AS whole ON captures.type = 'revisit' AND whole.id = (
        SELECT max(id) FROM captures AS earlier
        WHERE earlier.digest = captures.digest AND earlier.url = captures.url AND earlier.type = 'response'
            AND earlier.id < captures.id AND earlier.hidden IS NULL AND earlier.file IS NOT NULL
    )
"""
_EARLIER = """
    SELECT digest, url, fetched_at, record FROM captures
    WHERE url = ? AND type = 'response' AND file IS NOT NULL AND hidden IS NULL
    ORDER BY id DESC LIMIT 1
"""


def capture(archive: Archive, captures: Captures, exchanges: Iterable[Exchange]) -> list[Capture]:
    """Write every hop of an answer to disk, without indexing it."""
    return [captures.write(hop, _earlier(archive, hop.url)) for hop in exchanges]


def enter(
    connection: sqlite3.Connection,
    captures: Sequence[Capture],
    article: str | None,
    run: int | None = None,
    refused: str | None = None,
) -> None:
    """Add captures to the index, within the caller's transaction.

    Args:
        connection: In a transaction.
        captures: Each hop, ending with the answer.
        article: The article whose URL was requested.
        run: The run that sent the request.
        refused: Why the answer was not accepted as the article.
    """
    rows = [_row(capture, article, run) for capture in captures]
    connection.executemany(_ENTER, [(*row, None) for row in rows[:-1]] + [(*row, refused) for row in rows[-1:]])


def enter_answer(
    connection: sqlite3.Connection, answer: Capture, about: Iterable[str], refused: str, run: int | None = None
) -> int:
    """Add an answer about posts to the index, within the caller's transaction; return its id.

    Args:
        connection: In a transaction.
        answer: The answer.
        about: Ids of the posts; ids not in the archive are ignored.
        refused: Why it is not an article.
        run: The run that sent the request.
    """
    enter(connection, [answer], None, run, refused)
    number = int(connection.execute("SELECT max(id) FROM captures").fetchone()[0])
    connection.executemany(
        "INSERT INTO check_answers SELECT id, ? FROM posts WHERE id = ?",
        [(number, post) for post in dict.fromkeys(about)],
    )
    return number


def _earlier(archive: Archive, url: str) -> Earlier | None:
    """Return the last capture of a URL that has its bytes."""
    row: Sequence[str] | None = archive.db.execute(_EARLIER, (url,)).fetchone()
    return Earlier(digest=row[0], url=row[1], fetched_at=row[2], record=row[3]) if row else None


def _row(capture: Capture, article: str | None, run: int | None) -> tuple[object, ...]:
    return (
        article, capture.url, capture.fetched_at, capture.status, capture.content_type, capture.digest,
        capture.file, capture.offset, capture.length, capture.type, capture.record, run,
        capture.declared, capture.payload_digest or capture.digest,
    )  # fmt: skip
