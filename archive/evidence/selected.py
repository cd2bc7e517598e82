"""The captures of selected articles, and their records in WARC files."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import IO, TYPE_CHECKING, Any

from archive.captures.copying import UnreadableRecordError, read_record
from archive.captures.index import EARLIER, CaptureLocation, located, mismatch
from archive.reading import Query, QueryError
from scraper.configuration import queries
from scraper.input.kept import answers_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from archive.captures.copying import Record
    from archive.reading import Reader, Request


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexedCapture:
    """A capture as the archive indexes it."""

    location: CaptureLocation
    refused: str | None
    article: str | None
    title: str | None


@dataclass(frozen=True, slots=True)
class FoundCapture:
    """A capture and its record; `is_answer` marks a response that a frame of the page loaded."""

    named: IndexedCapture
    stream: IO[bytes]
    record: Record
    is_answer: bool = False


def query_of(reader: Reader, request: Request) -> Query:
    """Return the query for the captures of selected articles, by default all; raise `QueryError` if rows name none."""
    if not any((request.table, request.where, request.sql, request.question, request.parameters)):
        return Query(_captures("1"))
    rows = request.query(reader)
    column = "article" if "article" in reader.names(rows) else "id" if request.table == "articles" else None
    if column is None:
        raise QueryError("the rows have no column `article`: choose a table or query that does")
    condition = f"article IN ({rows.inside(f'SELECT {column}').sql})"
    return replace(rows, sql=_captures(condition))


def _captures(condition: str) -> str:
    return located(queries("evidence")["captures"], condition=condition, earlier=EARLIER.format("chosen"))


def query_of_post(post: str, checks: str) -> Query:
    """Return the query for captures of articles that show a post, and of its `checks` (SQL on `captures`, or `0`)."""
    condition = f"(article IN (SELECT article FROM embeds WHERE post = :post) OR {checks})"  # noqa: S608 - our own names
    return Query(_captures(condition), {"post": post})


def captures_of(
    reader: Reader, query: Query, folder: Path, on_missing: Callable[[str, str], object]
) -> Iterator[FoundCapture]:
    """Yield captures of a query with records in the folder; for others, call `on_missing` with file and reason."""
    with ExitStack() as stack:
        name: str | None = None
        stream: IO[bytes] | str = ""
        told: set[int] = set()
        for refused, article, title, declared, *place in reader.rows(query):
            location = CaptureLocation(*place)
            named = IndexedCapture(location=location, refused=refused, article=article, title=title)
            path = location.path(folder)
            if location.file != name:
                stack.close()
                name, stream = location.file, _opened(path, stack)
                told = set()
            page = _found_capture(named, stream)
            if isinstance(page, str):
                on_missing(str(path), page)
                continue
            yield page
            answers = answers_in(declared)  # of responses loaded by frames of the page, in the same file
            for offset in (place for place in answers if place not in told):
                answer = _answer(replace(named, location=replace(location, offset=offset)), page.stream)
                if isinstance(answer, str):
                    on_missing(str(path), answer)
                else:
                    yield answer
            told.update(answers)


def _opened(path: Path, stack: ExitStack) -> Any:
    """Open a file; return the reason if that fails."""
    try:
        return stack.enter_context(path.open("rb"))
    except OSError as error:
        return (error.strerror or str(error)).lower()


def _found_capture(named: IndexedCapture, stream: IO[bytes] | str) -> FoundCapture | str:
    """Return a capture if its record matches the index, or the reason why not."""
    if isinstance(stream, str):
        return stream
    try:
        if mismatch(stream, named.location) is None:
            return FoundCapture(named, stream, read_record(stream, named.location.offset))
        read_record(stream, named.location.offset)
    except (UnreadableRecordError, OSError):
        return "damaged"
    return "not the capture that the index names"


def _answer(named: IndexedCapture, stream: IO[bytes]) -> FoundCapture | str:
    """Return a response loaded by a frame of a page, from the file of the page."""
    try:
        return FoundCapture(named, stream, read_record(stream, named.location.offset), is_answer=True)
    except (UnreadableRecordError, OSError):
        return "damaged"
