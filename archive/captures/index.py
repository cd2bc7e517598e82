"""The index of captures: stored responses, their articles, files and offsets."""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any
from urllib.parse import quote, unquote_to_bytes

from fastwarc.warc import ArchiveIterator

from archive.captures.copying import payload_digest
from archive.captures.lazy import file_of_captures
from archive.captures.packing import Earlier
from scraper.configuration import queries
from scraper.errors import DocumentError
from scraper.input.warc_record import MAX_HEADERS, saved_at, url_of
from scraper.values.urls import without_login

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from archive.captures.files import Capture, Captures
    from archive.store.archive import Archive
    from scraper.fetching import Exchange


# Check that a record is the indexed one; every reader of captures calls this first.

#: Columns of a location. The bytes of a revisit are in an earlier capture, which `WHOLE` joins.
LOCATION = """
    captures.file, captures.offset, captures.type, captures.url, captures.record, captures.payload_digest,
    captures.fetched_at
"""
WHOLE_LOCATION = """
    coalesce(whole.file, captures.file), coalesce(whole.offset, captures.offset),
    coalesce(whole.type, captures.type), coalesce(whole.url, captures.url),
    coalesce(whole.record, captures.record), coalesce(whole.payload_digest, captures.payload_digest),
    coalesce(whole.fetched_at, captures.fetched_at)
"""
_NOTHING, UNREADABLE = "no record begins there", "it cannot be read"
_CHANGED = "its bytes have another digest"
#: Problems of a damaged record; for other problems, the file or the index is a different one.
DAMAGE = frozenset({_NOTHING, UNREADABLE, _CHANGED})
_REMEDY = "check the WARC files with `voxpop verify --deep`, or name their folder with --captures"


@dataclass(frozen=True, slots=True)
class CaptureLocation:
    """Location and identity of a capture, from the index."""

    file: str  # the WARC file, relative to the captures folder
    offset: int
    type: str | None  # ``response``, ``revisit``, ``resource`` or ``pointer``; None in a very old archive
    url: str
    record: str | None  # the id of the record; None if another program wrote it
    payload_digest: str | None
    fetched_at: str

    def path(self, folder: Path) -> Path:
        """Return the path of the file."""
        return file_of_captures(folder, self.file)


def must_match(folder: Path, location: CaptureLocation, max_bytes: int = sys.maxsize) -> None:
    """Raise an error unless a capture is the indexed one.

    The bytes of captures above `max_bytes` are not compared.

    Raises:
        DocumentError: It is a different one, or cannot be read.
    """
    path = location.path(folder)
    try:
        with path.open("rb") as stream:
            wrong = mismatch(stream, location, max_bytes)
    except FileNotFoundError:
        raise DocumentError(str(path), "no such file: check the capture files") from None
    except OSError as error:
        raise DocumentError(str(path), f"{error.strerror}: check the capture files") from error
    if wrong is not None:
        raise DocumentError(f"{path}#{location.offset}", f"is not the capture of {location.url} ({wrong}): {_REMEDY}")


def mismatch(stream: IO[bytes], location: CaptureLocation, max_bytes: int = sys.maxsize) -> str | None:
    """Return how a record, its bytes only if at most `max_bytes`, differs from the index; None if it does not."""
    stream.seek(location.offset)
    with suppress(OSError, EOFError, ValueError):
        record = next(ArchiveIterator(stream, parse_http=False, max_header_len=MAX_HEADERS), None)
        if record is None or record.stream_pos != location.offset:
            return _NOTHING
        return _other_record(record, location) or _other_bytes(record, location, max_bytes)
    return UNREADABLE


def digest_at(path: Path, offset: int, max_bytes: int) -> str | None:
    """Return the digest of the bytes in a record of another program; None if it cannot be read."""
    with suppress(OSError, EOFError, ValueError), path.open("rb") as stream:
        stream.seek(offset)
        record = next(ArchiveIterator(stream, parse_http=False, max_header_len=MAX_HEADERS), None)
        if record is not None and record.stream_pos == offset and record.content_length <= max_bytes:
            return _digest_of(record)
    return None


def _other_record(record: Any, location: CaptureLocation) -> str | None:
    """Return which header shows that a record is a different one; None if none does."""
    about, url = record.headers, url_of(record) or ""
    if location.record is not None and about.get("WARC-Record-ID") != location.record:
        return f"it is another record, of {url or 'no URL'}"
    if location.type == "pointer" and about.get("WARC-Type") == "resource":
        is_known = location.payload_digest is not None
        is_same = is_known or saved_at(about.get("WARC-Date")) == location.fetched_at
        return None if is_same or _is_same_url(url, location.url) else f"it is of {url}"
    if location.url and not _is_same_url(url, location.url):
        return f"it is of {url or 'no URL'}"
    return None


def _other_bytes(record: Any, location: CaptureLocation, max_bytes: int) -> str | None:
    """Return how the bytes of a record differ from the indexed ones."""
    expected = location.payload_digest
    if expected is None:
        record.consume()
        return None
    if record.headers.get("WARC-Type") == "revisit":
        return None if record.headers.get("WARC-Payload-Digest") == expected else "it has another digest"
    if record.content_length > max_bytes + MAX_HEADERS:
        return None
    return None if _digest_of(record) == expected else _CHANGED


def _digest_of(record: Any) -> str:
    """Return the digest of an answer's body, or of the block of another record."""
    if record.is_http:
        record.parse_http(auto_decode="none", max_header_len=MAX_HEADERS)
    announced = record.content_length
    digest, length = payload_digest(record)
    if length < announced:
        raise EOFError
    return digest


def _is_same_url(one: str, other: str) -> bool:
    """Return True if two spellings of a URL are equal: headers of WARC files escape non-ASCII characters."""
    return one == other or _escaped(one) == _escaped(other)


def _escaped(url: str) -> str:
    return quote(unquote_to_bytes(without_login(url)), safe="")


#: The earlier capture that has the bytes of a revisit.
EARLIER = """
    SELECT max(id) FROM captures AS earlier
    WHERE earlier.digest = {0}.digest AND earlier.url = {0}.url AND earlier.type = 'response'
        AND earlier.id < {0}.id AND earlier.hidden IS NULL AND earlier.file IS NOT NULL
"""
#: Joins each revisit with it.
WHOLE = f"""LEFT JOIN captures AS whole ON captures.type = 'revisit' AND whole.id = ({EARLIER.format("captures")})"""


def located(query: str, **more: str) -> str:
    """Return a query with columns of locations, and the join of revisits, in place of their names in braces."""
    return query.format(LOCATION=LOCATION, WHOLE_LOCATION=WHOLE_LOCATION, WHOLE=WHOLE, **more)


def capture(archive: Archive, captures: Captures, exchanges: Iterable[Exchange]) -> list[Capture]:
    """Write every hop of a response to disk, without indexing it."""
    return [captures.write(hop, _earlier(archive, hop.url)) for hop in exchanges]


def enter(
    connection: sqlite3.Connection,
    captures: Sequence[Capture],
    article: str | None,
    run: int | None = None,
    refused: str | None = None,
) -> None:
    """Add captures to the index, within the caller's transaction.

    The captures are the hops, ending with the response; `refused` is why it was not accepted as the article.
    """
    if captures and is_picture(captures[-1]):
        refused = "is a picture"
    rows = [_row(capture, article, run) for capture in captures]
    connection.executemany(
        queries("captures")["enter"], [(*row, None) for row in rows[:-1]] + [(*row, refused) for row in rows[-1:]]
    )


def is_picture(capture: Capture) -> bool:
    """Return True for a picture from the folder of a page; a page with a media type declares it."""
    is_image = (capture.content_type or "").startswith("image/")
    return is_image and capture.type == "resource" and capture.declared is None


def enter_answer(
    connection: sqlite3.Connection, answer: Capture, about: Iterable[str], refused: str, run: int | None = None
) -> int:
    """Add a response about posts to the index, within the caller's transaction; return its id.

    `about` has the ids of its posts, of which unknown ones are ignored; `refused` is why it is not an article.
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
    row: Sequence[str] | None = archive.db.execute(queries("captures")["earlier"], (url,)).fetchone()
    return Earlier(digest=row[0], url=row[1], fetched_at=row[2], record=row[3]) if row else None


def _row(capture: Capture, article: str | None, run: int | None) -> tuple[object, ...]:
    return (
        article, capture.url, capture.fetched_at, capture.status, capture.content_type, capture.digest,
        capture.file, capture.offset, capture.length, capture.type, capture.record, run,
        capture.declared, capture.payload_digest or capture.digest,
    )  # fmt: skip
