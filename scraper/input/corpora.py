"""Read corpora, files with an article in each row: CSV, TSV, JSON lines, Parquet, records of extraction.

Columns are found by their usual names, ignoring case and any signs between the words; `columns` of
`read_corpus` overrides them. A row is named by its line: ``corpus.csv:123``.

A row with a URL is the article at that URL. One without is identified by its text, title, outlet and date.
The name of the file and the number of the row do not count, so a corpus that was moved, sorted or extended
gives no duplicates; two papers with the same agency report are two articles.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from functools import lru_cache
from itertools import chain
from typing import IO, TYPE_CHECKING, Any

from scraper.errors import DocumentError, NoCorpusError
from scraper.input.decoding import decode
from scraper.input.kinds import FEED
from scraper.input.recorded import document_of_record, is_record
from scraper.input.tables import (
    CsvRows,
    Row,
    csv_header,
    dialect_of,
    is_json,
    is_json_list,
    is_parquet,
    json_rows,
    parquet_columns,
    parquet_rows,
)
from scraper.patterns import lazy_regex
from scraper.records import Declared, Document, Moment, Problem
from scraper.values.urls import http_url

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

#: The usual column names, without signs between the words; the first one present is used.
NAMES: dict[str, tuple[str, ...]] = {
    "url": ("url", "link", "articleurl", "permalink", "uri", "address", "weburl", "pageurl", "canonicalurl"),
    "title": ("title", "headline", "articletitle"),
    "outlet": ("outlet", "medianame", "publication", "source", "sourcename", "newspaper", "publisher",
               "sitename", "sourcedomain", "domain"),
    "published": ("published", "publishdate", "publicationdate", "datepublished", "datepublish",
                  "publishedat", "publishedon", "pubdate", "date", "datetime"),
    "text": ("text", "body", "articletext", "articlebody", "fulltext", "maintext", "content", "contenttext",
             "article", "story"),
    "html": ("html", "rawhtml", "articlehtml", "contenthtml", "pagehtml", "htmlbody"),
    "language": ("language", "lang", "languagecode"),
    "author": ("author", "authors", "byline", "bylines", "authorname"),
}  # fmt: skip
#: The suffixes of corpora.
SUFFIXES = (".csv", ".tsv", ".jsonl", ".ndjson", ".parquet")
_TEXTS = frozenset({"text", "html"})
#: The fields of which a corpus must have at least one.
_HOLDING = _TEXTS | {"url"}
#: How many bad rows of a file are reported; hostile files could have millions.
MOST_NAMED = 1000
#: How many columns of a file are listed in a message.
_MOST_SHOWN = 8
#: Spellings of an empty cell.
_NOTHING = frozenset({"", "nan", "none", "null", "n/a", "na", "<na>"})
_SIGNS = lazy_regex(r"[\W_]+")
_BLANKS = lazy_regex(r"\s+")
_LANGUAGE = lazy_regex(r"([a-z]{2,3})(?:[-_][a-z0-9]{2,8}){0,3}", re.IGNORECASE)
_PARTS = lazy_regex(r"\s*[;|]\s*")
_SECONDS = lazy_regex(r"1?\d{9}(?:\.\d{1,9})?")
_MILLISECONDS = lazy_regex(r"1?\d{12}")
_LONGEST = 4000


@dataclass(frozen=True, slots=True)
class Listed:
    """A row with the URL of an article and without its text.

    Attributes:
        url: The URL.
        declared: The row's metadata of the article.
        row: See `Document.row`.
    """

    url: str
    declared: Declared
    row: str


Found = Document | Listed | DocumentError


def is_corpus(head: bytes, name: str) -> bool:
    r"""Return True for a corpus: by the first bytes of the file, or CSV by its name or its header.

    Args:
        head: The first bytes.
        name: The file's name in lower case, without ``.gz``.

    >>> is_corpus(b"title,date,body\nPier closes,2024-05-12,Fans answered.", "-")
    True
    """
    if is_parquet(head) or is_json(head) or (name.endswith(SUFFIXES) and head.strip()):
        return True
    names = csv_header(head)
    chosen = _chosen(names, ())
    return len(chosen) > 1 and not _HOLDING.isdisjoint(chosen)


def read_corpus(
    source: str, stream: IO[bytes], head: bytes, *, max_bytes: int, columns: Mapping[str, str]
) -> Iterator[Found]:
    """Yield the articles of a corpus; one row is in memory at a time.

    Args:
        source: The file's name; a row is named ``file:line``.
        stream: The file at its beginning; Parquet requires a seekable one.
        head: Its first bytes.
        max_bytes: Most bytes of a document.
        columns: Field -> its column, if not one of the usual names.

    Yields:
        Documents, rows to be fetched, and an error for each unreadable row; one `NoCorpusError` for a file
        without articles.
    """
    try:
        rows = _rows(source, stream, head, max_bytes, columns)
        reader = _Reader(source, max_bytes, columns)
        yield from _bounded(source, (reader.found(row) for row in rows))
    except NoCorpusError as error:
        yield error
    except ModuleNotFoundError:
        reason = "is a Parquet file, which requires pyarrow: install `voxpop[parquet]`"
        yield NoCorpusError(source, reason)
    except (ValueError, NotImplementedError) as error:
        yield DocumentError(source, f"is a damaged table ({error}): the rows before the damage are read")


def _rows(source: str, stream: IO[bytes], head: bytes, max_bytes: int, columns: Mapping[str, str]) -> Iterator[Row]:
    """Return the rows of a table.

    Raises:
        NoCorpusError: It has no columns with articles.
    """
    if is_parquet(head):
        names = parquet_columns(stream)
        return parquet_rows(stream, list(_columns_of(source, names, columns).values()), max_bytes)
    if is_json(head):
        return _json(source, head, json_rows(stream, 2 * max_bytes), columns)
    table = CsvRows(stream, dialect_of(head), max_bytes)
    if table.problem:
        raise NoCorpusError(source, table.problem)
    _columns_of(source, table.columns, columns)
    return iter(table)


def _json(source: str, head: bytes, rows: Iterator[Row], columns: Mapping[str, str]) -> Iterator[Row]:
    """Return the rows of JSON lines; the first one decides whether they are a corpus."""
    if b"jsonfeed.org/version" in head:
        raise NoCorpusError(source, f"is {FEED}")
    if is_json_list(head):
        raise NoCorpusError(source, "is one JSON list: write one object a line with `jq -c '.[]' FILE`")
    first = next(rows, Row(1))
    if first.problem and not first.values and "larger" not in first.problem:
        raise NoCorpusError(source, "is JSON, but not one object a line: convert it with `jq -c . FILE`")
    if not first.problem and not is_record(first.values):
        _columns_of(source, list(first.values), columns)
    return chain((first,), rows)


def _columns_of(source: str, names: Sequence[str], columns: Mapping[str, str]) -> dict[str, str]:
    """Return field -> column of a table.

    Raises:
        NoCorpusError: A named column is missing, or there is none with articles.
    """
    shown = ", ".join(map(repr, names[:_MOST_SHOWN])) + (" …" if len(names) > _MOST_SHOWN else "")
    for field, column in columns.items():
        if column not in names:
            reason = f"has no column {column!r} for --column {field}=… (columns: {shown}): check its name"
            raise NoCorpusError(source, reason)
    chosen = _chosen(tuple(names), tuple(columns.items()))
    if chosen.keys().isdisjoint(_HOLDING):
        reason = f"is not a corpus, no column has texts, pages or URLs (columns: {shown}): name one with "
        raise NoCorpusError(source, f"{reason}--column text=NAME")
    return chosen


@lru_cache(maxsize=16)
def _chosen(names: tuple[str, ...], columns: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """Return field -> column: the one given by the user, else the best of the usual names."""
    plain: dict[str, str] = {}
    for name in names:
        plain.setdefault(_SIGNS.sub("", name).lower(), name)
    usual = {field: plain[name] for field, known in NAMES.items() for name in reversed(known) if name in plain}
    named = dict(columns)
    return {field: name for field, name in usual.items() if name not in named.values()} | named


def _bounded(source: str, found: Iterable[Found]) -> Iterator[Found]:
    """Yield the items with at most `MOST_NAMED` errors, then the number of further errors."""
    bad = 0
    for item in found:
        bad += isinstance(item, DocumentError)
        if bad <= MOST_NAMED or not isinstance(item, DocumentError):
            yield item
    if bad > MOST_NAMED:
        yield DocumentError(source, f"has {bad - MOST_NAMED:,} more unreadable rows: fix the file")


@dataclass(frozen=True, slots=True)
class _Reader:
    """Builds documents from the rows of one file."""

    source: str
    max_bytes: int
    columns: Mapping[str, str]

    def found(self, row: Row) -> Found:
        """Return the article of a row, its URL, or the error."""
        name = f"{self.source}:{row.line}"
        if row.problem:
            return DocumentError(name, row.problem)
        if is_record(row.values):
            return document_of_record(name, row.values)
        chosen = _chosen(tuple(row.values), tuple(self.columns.items()))
        values = {field: row.values.get(column) for field, column in chosen.items()}
        return self._article(name, values)

    def _article(self, name: str, values: Mapping[str, Any]) -> Found:
        page, text = _content(values.get("html")), _content(values.get("text"))
        url, declared, problems = _stated(values)
        row = _digest(*sorted(values.items()))
        if not page and not text:
            if url and values.keys().isdisjoint(_TEXTS):
                return Listed(url, declared, row)
            return DocumentError(name, f"has no {'text' if values.keys() & _TEXTS else 'URL'}: fill it in")
        if len(page or text) > self.max_bytes:
            return DocumentError(name, f"is larger than {self.max_bytes:,} bytes: raise it with --max-bytes")
        return Document(
            source=name,
            content=page or text,
            url=url,
            media_type="text/html; charset=utf-8" if page else None,
            declared=declared,
            problems=problems,
            row=row,
            digest=identity(page or text, declared),
        )


def identity(content: bytes, declared: Declared) -> str:
    """Return the digest that identifies an article without a URL: by its text, title, outlet and date."""
    at = declared.published.at if declared.published else None
    return _digest(content, declared.title, declared.outlet, at)


def _digest(*values: object) -> str:
    return hashlib.sha256(repr(values).encode("utf-8", "backslashreplace")).hexdigest()


def _content(value: Any) -> bytes:
    """Return the bytes of a text or page; empty for an empty cell."""
    if isinstance(value, list):
        value = "\n\n".join(part for part in value if isinstance(part, str))
    if isinstance(value, bytes):
        return value if value.strip() else b""
    if not isinstance(value, str) or value.strip().lower() in _NOTHING:
        return b""
    try:
        return value.encode("utf-8", "surrogateescape")  # bytes of a CSV file that are not UTF-8
    except UnicodeEncodeError:
        return value.encode("utf-8", "replace")


def _stated(values: Mapping[str, Any]) -> tuple[str | None, Declared, tuple[Problem, ...]]:
    """Return the URL in a row, its other metadata, and problems for an invalid URL or date."""
    stated, written = _line(values.get("url")), values.get("published")
    url, published = http_url(stated) if stated else None, _moment(written)
    unread = {"URL": stated and not url and stated, "date": not published and _line(written)}
    problems = tuple(
        Problem(step="source", kind=f"unread-{name.lower()}", message=f"the {name} {raw!r} cannot be read")
        for name, raw in unread.items()
        if raw
    )
    language = _LANGUAGE.fullmatch(_line(values.get("language")) or "")
    declared = Declared(
        title=_line(values.get("title")),
        outlet=_line(values.get("outlet")),
        language=language[1].lower() if language else None,
        published=published,
        bylines=_bylines(values.get("author")),
    )
    return url, declared, problems


def _line(value: Any) -> str | None:
    """Return a cell as one line of text; None for an empty one. Of an object, as in NewsAPI's, its name."""
    if isinstance(value, dict):
        value = value.get("name")
    if isinstance(value, bool) or not isinstance(value, str | bytes | int | float | date):
        return None
    content = value if isinstance(value, bytes) else _content(str(value))
    line = _BLANKS.sub(" ", decode(Document(source="", content=content[:_LONGEST])).text).strip()
    return None if line.lower() in _NOTHING else line


def _bylines(value: Any) -> tuple[str, ...]:
    parts = value if isinstance(value, list) else _PARTS.split(_line(value) or "")
    return tuple(filter(None, map(_line, parts[:100])))


def _moment(value: Any) -> Moment | None:
    """Return the date in a cell, in printed formats, or seconds since 1970."""
    if isinstance(value, date):
        value = value.isoformat()
    written = _line(value)
    if written is None:
        return None
    from scraper.values.dates import parse_date  # its patterns take 0.1 s

    found = parse_date(written) or _since_1970(written)
    return replace(found, source="column", as_written=written) if found else None


def _since_1970(written: str) -> Moment | None:
    """Parse seconds or milliseconds since 1970.

    >>> _since_1970("1715500800").at
    '2024-05-12T08:00:00Z'
    """
    factor = 1 if _SECONDS.fullmatch(written) else 1000 if _MILLISECONDS.fullmatch(written) else 0
    if not factor:
        return None
    at = datetime.fromtimestamp(float(written) / factor, UTC)
    return Moment(at=f"{at:%Y-%m-%dT%H:%M:%SZ}", precision="second", source="column")
