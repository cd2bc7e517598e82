"""Exports of a selection: CSV, JSON lines and Parquet, each with a citation.

Rows are read in batches, the newest first, and streamed. CSV and JSON lines contain only rows: the selection, its
time and its citation are in ``….txt``, which a Link header names. `answers.guard` makes cells of CSV
harmless in spreadsheets.
"""

from __future__ import annotations

import csv
import importlib.util
import io
import json
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, Any

from archive.site.selection import names, survey
from archive.site.site import page_queries
from archive.site.words import name, plain

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from archive.site.selection.known import Known
    from archive.site.selection.selection import Selection
    from archive.site.selection.survey import Hit
    from archive.site.site import Site

MOST = 1_000_000
MOST_IN_PARQUET = 200_000
#: Strangers get fewer: a file takes the server seconds.
MOST_FOR_STRANGERS = 100_000
READ_AT_ONCE = 500
TYPES = {
    "csv": "text/csv; charset=utf-8",
    "jsonl": "application/x-ndjson; charset=utf-8",
    "json": "application/json; charset=utf-8",
    "parquet": "application/vnd.apache.parquet",
    "txt": "text/plain; charset=utf-8",
}
#: Reactions are of two kinds; their rows have the columns of both.
REACTIONS = (
    *("kind", "post", "platform", "author", "handle", "name", "speaker", "speaker_as_written", "verb", "text"),
    *("confidence", "language", "posted_at", "url", "form", "article", "title", "outlet", "published_at"),
    *("article_language", "article_url", "position", "first_seen", "gone_at"),
)


def most_rows(site: Site, suffix: str = "") -> int:
    """Return how many rows a file may have."""
    most = MOST_FOR_STRANGERS if site.is_public else MOST
    return min(most, MOST_IN_PARQUET) if suffix == "parquet" else most


@cache
def has_parquet() -> bool:
    """Return True if Parquet can be written (pyarrow is installed)."""
    return importlib.util.find_spec("pyarrow") is not None


def suffixes(kind: str) -> dict[str, tuple[str, str]]:
    """Return what rows of a kind can leave as: by suffix its label, and the type of what follows the page."""
    found = {"csv": ("CSV", ""), "jsonl": ("JSON lines", "")}
    if has_parquet():
        found["parquet"] = ("Parquet", "")
    if kind not in names.TABLES:
        found["atom"] = ("Atom feed", "application/atom+xml")
    return found | {"txt": ("Citation and query", "")}


def offers(site: Site, selection: Selection) -> list[tuple[str, str, str]]:
    """Return the files of a selection: label, URL and media type."""
    found = suffixes(selection.kind).items()
    return [(label, selection.address(site, f".{suffix}"), follows) for suffix, (label, follows) in found]


async def rows_of(site: Site, known: Known, most: int) -> AsyncIterator[dict[str, Any]]:
    """Yield the rows of a whole selection, the newest first."""
    if known.selection.kind in names.TABLES:
        for row in (await names.find(site, known, looked=most)).answer.rows[:most]:
            yield {key: value for key, value in row.items() if key != "hit"}
        return
    left = most
    for table in survey.TABLES[known.selection.kind]:
        below: int | None = survey.NEWEST
        while below is not None and left > 0:
            found = await survey.stretch(site, known, table, below)
            for start in range(0, len(found.hits), READ_AT_ONCE):
                for row in await _read(site, table, found.hits[start : start + READ_AT_ONCE]):
                    if left > 0:
                        yield _of_kind(row, known.selection.kind)
                    left -= 1
            below = found.below


async def _read(site: Site, table: str, hits: list[Hit]) -> list[dict[str, Any]]:
    wanted = [hit.key for hit in hits]
    found = await site.ask(page_queries("exporting")[table], hits=json.dumps(wanted))
    if found.interrupted:
        raise survey.TooSlowError(table)
    by_key = {row.pop("hit"): row for row in found.rows}
    return [by_key[key] for key in wanted if key in by_key]


def _of_kind(row: dict[str, Any], kind: str) -> dict[str, Any]:
    return {column: row.get(column) for column in REACTIONS} if kind == "reactions" else row


@dataclass(frozen=True, slots=True)
class File:
    """A file as an answer of the web: sent while it is made."""

    headers: dict[str, str]
    body: Callable[[], AsyncIterator[bytes]]
    status: int = 200

    async def asgi_send(self, send: Any) -> None:
        """Send it; Datasette calls this."""
        headers = [(name.lower().encode(), value.encode()) for name, value in self.headers.items()]
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        async for piece in self.body():
            await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": b""})


def file(site: Site, known: Known, suffix: str, headers: dict[str, str]) -> File:
    """Return the file of a whole selection."""
    selection = known.selection
    rows = rows_of(site, known, most_rows(site, suffix))
    makers = {"csv": _csv, "jsonl": _lines, "json": _json, "parquet": _parquet}
    page, beside = (site.absolute(selection.address(site, kind)) for kind in ("", ".txt"))
    about = {
        "Content-Type": TYPES[suffix],
        "Content-Disposition": f'attachment; filename="{site.name}-{selection.kind}.{suffix}"',
        "Link": f'<{page}>; rel="canonical", <{beside}>; rel="describedby"; type="text/plain"',
    }
    if not site.name.isascii() or '"' in site.name:
        about["Content-Disposition"] = f'attachment; filename="{selection.kind}.{suffix}"'
    return File(headers | about, lambda: makers[suffix](rows))


async def _csv(rows: AsyncIterator[dict[str, Any]]) -> AsyncIterator[bytes]:
    out = io.StringIO()
    writer: Any = None
    async for row in rows:
        if writer is None:
            writer = csv.DictWriter(out, list(row))
            writer.writeheader()
        writer.writerow(row)
        if out.tell() > 60_000:
            yield out.getvalue().encode("utf-8", "replace")
            out.seek(0)
            out.truncate()
    yield out.getvalue().encode("utf-8", "replace")


async def _lines(rows: AsyncIterator[dict[str, Any]]) -> AsyncIterator[bytes]:
    async for row in rows:
        yield json.dumps(row, ensure_ascii=False).encode("utf-8", "replace") + b"\n"


async def _json(rows: AsyncIterator[dict[str, Any]]) -> AsyncIterator[bytes]:
    before = b"["
    async for row in rows:
        yield before + json.dumps(row, ensure_ascii=False).encode("utf-8", "replace")
        before = b",\n"
    yield b"]" if before != b"[" else b"[]"


async def _parquet(rows: AsyncIterator[dict[str, Any]]) -> AsyncIterator[bytes]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    out = pa.BufferOutputStream()
    pq.write_table(pa.Table.from_pylist([row async for row in rows]), out)
    yield out.getvalue().to_pybytes()


def cite(site: Site, known: Known, number: str) -> str:
    """Return what selection this is, when it was looked at, and how to cite it, as plain text."""
    selection, at = known.selection, datetime.now(UTC)
    page = site.absolute(selection.address(site))
    said = [*([f"words: {plain(selection.q, 500)}"] if selection.q else []), *known.narrowed]
    where = f"{selection.kind.capitalize()} in the archive “{name(site.name)}”"
    lines = [
        f"{where}: {'; '.join(said) or 'all'}. {number}.",
        f"Retrieved {at:%d %B %Y, %H:%M} UTC from {page}",
        "",
        "Query:",
        *(f"  {field} = {plain(value, 500)}" for field, value in selection.query().items()),
        *([f"  read as: {plain(selection.typed.reading, 500)}"] if selection.typed.reading else []),
        *(f"  note: {plain(note, 300)}" for note in known.notes),
        "",
        "Files of the whole selection:",
        *(f"  {label}: {site.absolute(address)}" for label, address, _ in offers(site, selection)),
    ]
    return "\n".join(line for line in lines if line.strip() or not line) + "\n"
