"""Read corpora, files with an article in each row: CSV, TSV, JSON lines, Parquet, records of extraction.

Columns are found by their usual names, ignoring case and any signs between the words; `columns` of
`read_corpus` overrides them. A row is named by its line: ``corpus.csv:123``.

A row with a URL is the article at that URL. One without is identified by its text, title, outlet and date.
The name of the file and the number of the row do not count, so a corpus that was moved, sorted or extended
gives no duplicates; two papers with the same agency report are two articles.
"""

from __future__ import annotations

import ast
import hashlib
import html
import re
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from functools import cache, lru_cache, partial
from itertools import chain
from typing import IO, TYPE_CHECKING, Any

from scraper.errors import DocumentError, NoCorpusError
from scraper.input import nested, tables
from scraper.input.decoding import text_in
from scraper.input.kinds import begins_page, is_binary, vocabulary
from scraper.input.recorded import document_of_record, is_record
from scraper.input.tables import Row
from scraper.patterns import lazy_regex
from scraper.records import Declared, Document, Moment, Problem
from scraper.values.moments import since_1970
from scraper.values.urls import http_url, is_web_address

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

#: The fields that columns may have.
FIELDS = ("url", "title", "outlet", "published", "text", "html", "language", "author")
#: The suffixes of corpora.
SUFFIXES = (".csv", ".tsv", ".jsonl", ".ndjson", ".json", ".parquet")
#: Bytes of a table that are checked for binary data, and the suffixes of files that are no tables of text.
_SAMPLE, _NO_TABLES = 512, (".json", ".jsonl", ".ndjson", ".parquet")
_TEXTS = frozenset({"text", "html"})
#: Fields; a corpus must have at least one.
_HOLDING = _TEXTS | {"url"}
#: How many bad rows of a file are reported; hostile files could have millions.
MOST_NAMED = 1000
#: How many columns of a file are listed in a message.
_MOST_SHOWN = 8
#: Spellings of an empty cell.
_NOTHING = frozenset({"", "nan", "none", "null", "n/a", "na", "<na>"})
_SIGNS = lazy_regex(r"[^\w.]+|_")
_BLANKS = lazy_regex(r"\s+")
_LANGUAGE = lazy_regex(r"([a-z]{2,3})(?:[-_][a-z0-9]{2,8}){0,3}", re.IGNORECASE)
_PARTS = lazy_regex(r"\s*[;|]\s*")
_SECONDS = lazy_regex(r"1?\d{9}(?:\.\d{1,9})?")
_MILLISECONDS = lazy_regex(r"1?\d{12}")
_HOST = lazy_regex(r"[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}")
_LONGEST = 4000
_TAG = lazy_regex(r"</?[a-zA-Z][^<>]{0,2000}>")
_LINK = lazy_regex(r"<a\s[^<>]{0,1000}?href=[\"']?(https?://[^\"'\s<>]{1,2000})", re.IGNORECASE)
_ENTITY = lazy_regex(r"&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,8});", re.IGNORECASE)
#: NewsAPI and others end a teaser in the place of the text with the number of missing characters.
_CUT = lazy_regex(r"\[\+\d{1,9} chars\]\s*$")
#: A URL alone on a line of an article's HTML, which CMSs replace by the embedded post.
_LONE_URL = lazy_regex(r"^[ \t]*(?:<p>)?(https?://[^\s<>\"']{8,500})(?:</p>)?[ \t]*\r?$", re.MULTILINE)
#: A short code alone on a line.
_LONE_CODE = lazy_regex(r"^[ \t]*([\[{]\w[^\n<>]{3,500}[\]}])[ \t]*\r?$", re.MULTILINE)
#: The id and the author's handle of a tweet.
_POST_ID, _HANDLE = lazy_regex(r"\d{15,20}"), lazy_regex(r"\w{1,15}", re.ASCII)
_EMBED = r'<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\n\1\n</div></figure>'
#: A value this long, with this many words, under an unknown name may be the text.
_LONG_TEXT, _MANY_WORDS = 200, 25
#: The path of the day in a date of CSL: ``{"date-parts": [[2020, 3, 4]]}``.
_DATE_PARTS = ".date-parts.0"


@dataclass(frozen=True, slots=True)
class Listed:
    """A row with the URL of an article and without its text; `row` as in `Document`."""

    url: str
    declared: Declared
    row: str


Found = Document | Listed | DocumentError


def is_corpus(head: bytes, name: str) -> bool:
    r"""Return True for a corpus: by the first bytes of the file, or CSV by its name or its header.

    The name is in lower case, without ``.gz``.
    """
    if head.startswith((tables.PARQUET, tables.SQLITE)) or tables.is_json(head) or is_marked(head):
        return True
    if name.endswith(SUFFIXES) and head.strip() and not begins_page(head) and not is_binary(head[:_SAMPLE]):
        return True
    chosen = _chosen(tables.csv_header(head), ())
    return len(chosen) > 1 and not _HOLDING.isdisjoint(chosen)


def is_marked(head: bytes) -> bool:
    """Return True if the first bytes of a file are those of XML with articles, or of a list of bookmarks."""
    return nested.is_bookmarks(head) or nested.xml_vocabulary(head) is not None


def read_corpus(
    source: str, stream: IO[bytes], head: bytes, *, max_bytes: int, columns: Mapping[str, str]
) -> Iterator[Found]:
    """Yield the articles of a corpus, rows to be fetched, and an error for each bad row; one row at a time.

    `stream` is the file at its beginning, `head` its first bytes; Parquet requires a seekable one. `columns` has the
    columns of fields without one of the usual names. A file without articles gives one `NoCorpusError`.
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
    except (ValueError, NotImplementedError, OSError) as error:
        if isinstance(error, OSError) and error.errno is not None:  # of the disk, not of Parquet
            raise
        yield DocumentError(source, f"is a damaged table ({error}): export it again; the rows before it are read")


def _rows(source: str, stream: IO[bytes], head: bytes, max_bytes: int, columns: Mapping[str, str]) -> Iterator[Row]:
    """Return the rows of a table; raise `NoCorpusError` if it has no columns with articles."""
    if head.startswith(tables.PARQUET):
        return _of_parquet(source, stream, max_bytes, columns)
    if head.startswith(tables.SQLITE):
        return _or_none(source, tables.sqlite_rows(stream, partial(_fields_in, columns), 2 * max_bytes))
    if tables.is_json(head):
        return _json(source, tables.json_rows(stream, 2 * max_bytes), columns)
    if nested.is_bookmarks(head):
        return nested.bookmark_rows(stream, max_bytes)
    if (kind := nested.xml_vocabulary(head)) is not None:
        return _of_xml(source, nested.xml_rows(stream, kind, max_bytes), kind)
    table = tables.CsvRows(
        stream, tables.dialect_of(head), max_bytes, numbered=bool(columns) and all(map(str.isdecimal, columns.values()))
    )
    if table.problem:
        raise NoCorpusError(source, table.problem)
    if any(is_web_address(name) or len(name) > _LONG_TEXT for name in table.columns):
        reason = "has no header line: add one, or give columns by number, as in --column url=1 --column text=8"
        raise NoCorpusError(source, reason)
    if source.lower().endswith(_NO_TABLES) and _HOLDING.isdisjoint(_chosen(tuple(table.columns), ())) and not columns:
        raise NoCorpusError(source, "is damaged: its beginning is missing: export it again")
    _columns_of(source, table.columns, columns)
    return _or_none(source, iter(table), "has a header line and no rows")


def _of_parquet(source: str, stream: IO[bytes], max_bytes: int, columns: Mapping[str, str]) -> Iterator[Row]:
    names, is_nested = tables.parquet_columns(stream)
    if is_nested and not columns:
        return _json(source, tables.parquet_rows(stream, names, max_bytes), columns)
    return tables.parquet_rows(stream, list(_columns_of(source, names, columns).values()), max_bytes)


def _of_xml(source: str, rows: Iterator[Row], kind: Mapping[str, Any]) -> Iterator[Row]:
    if "unknown" not in kind:
        return _or_none(source, (row for row in rows if not is_unpublished(row.values)))
    without = f"is XML of an unknown kind (<{kind['unknown']}>), or it has no articles"
    return _or_none(source, (row for row in rows if row.problem or is_article(row.values)), without)


def _fields_in(columns: Mapping[str, str], names: Sequence[str]) -> int:
    chosen = _chosen(tuple(names), tuple(columns.items()))
    return 0 if chosen.keys().isdisjoint(_HOLDING) else len(chosen) + 10 * ("text" in chosen)


def _or_none(
    source: str, rows: Iterator[Row], without: str = "is a feed or an export without published articles"
) -> Iterator[Row]:
    try:
        first = next(rows, None)
    except ValueError as error:
        raise NoCorpusError(source, f"is not a corpus ({error}): export its articles as CSV or JSON") from error
    if first is None:
        raise NoCorpusError(source, f"{without}: nothing to read")
    return chain((first,), rows)


def _json(source: str, rows: Iterator[Row], columns: Mapping[str, str]) -> Iterator[Row]:
    """Return the rows of JSON; the first one decides whether they are a corpus."""
    found = (row for each in rows for one in nested.by_row(each) for row in _articles_of(one, columns))
    first = next(found, Row(1, problem="has no published articles: nothing to read"))
    if first.problem and not first.values and "larger" not in first.problem:
        raise NoCorpusError(source, first.problem)
    if columns or not (is_record(first.values) or is_article(first.values)):
        _columns_of(source, [*first.values, *(at for at in columns.values() if "." in at)], columns)
    return chain((first,), found)


def _articles_of(row: Row, columns: Mapping[str, str]) -> Iterator[Row]:
    """Yield the articles of a row: itself, or the objects inside it that are articles; none of those unpublished."""
    inside: list[Any] = []

    def is_wanted(values: Mapping[str, Any]) -> bool:
        return all(value_at(values, at) for at in columns.values()) if columns else is_article(values)

    if not row.problem and not is_record(row.values):
        flat = nested.flattened(row.values)
        if is_wanted(flat):
            row = replace(row, values=flat)
        else:
            inside = list(nested.articles_in(row.values, is_wanted))
            if not inside and not columns:
                inside = list(nested.articles_in(row.values, _is_link))
    if inside:
        for number, values in enumerate(inside, 1):
            if not is_unpublished(values):
                yield Row(row.line, values, part=number)
    elif not is_unpublished(row.values):
        yield row


def _columns_of(source: str, names: Sequence[str], columns: Mapping[str, str]) -> dict[str, str]:
    """Return field -> column of a table; raise `NoCorpusError` if a named one is missing, or none has articles."""
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
    candidates = _candidates(names, columns)
    return {field: found[0] for field, found in candidates.items() if found[0] in names}


@lru_cache(maxsize=64)
def _candidates(names: tuple[str, ...], columns: tuple[tuple[str, str], ...]) -> dict[str, tuple[str, ...]]:
    """Return field -> its columns, best first: the one given by the user, else all with usual names."""
    plain: dict[str, str] = {}
    for name in names:
        plain.setdefault(folded(name), name)
    named = dict(columns)
    usual = {
        field: tuple(
            plain.get(known, known)
            for known in known_names
            if (known in plain or known.partition(".")[0] in plain) and plain.get(known) not in named.values()
        )
        for field, known_names in usual_names().items()
    }
    chosen = {field: found for field, found in usual.items() if found and field not in named}
    return chosen | {field: (name,) for field, name in named.items()}


@cache
def not_articles(kind: str) -> frozenset[str]:
    """Return names of columns or files, or their values, that are not those of articles."""
    return frozenset(vocabulary()["not-articles"][kind])


@cache
def usual_names() -> dict[str, tuple[str, ...]]:
    """Return the usual names of each field, folded, best first."""
    stated = vocabulary("stated_fields")["fields"]
    return {
        field: tuple(dict.fromkeys(map(folded, [*names, *stated.get("bylines" if field == "author" else field, ())])))
        for field, names in vocabulary()["columns"].items()
    }


@lru_cache(maxsize=4096)
def folded(name: str) -> str:
    """Return the name of a column as it is compared."""
    return _SIGNS.sub("", name).lower()


def value_at(values: Mapping[str, Any], path: str) -> Any:
    """Return the value of a column, or of a path into objects and lists: ``thread.site``, ``texts.0``."""
    if path in values:
        return values[path]
    found: Any = values
    for step in path.split("."):
        if isinstance(found, list) and step.isdecimal() and int(step) < len(found):
            found = found[int(step)]
        elif isinstance(found, dict):
            found = (
                found[step] if step in found else {folded(str(name)): each for name, each in found.items()}.get(step)
            )
        else:
            return None
    return found


def is_article(values: Mapping[str, Any]) -> bool:
    """Return True if an object inside JSON is an article: it has a text, or a title and a URL."""
    chosen = chosen_values(values, {})
    parts = chosen.get("text")
    if isinstance(parts, list) and _has_objects(parts):
        titled = (part for part in parts if isinstance(part, dict) and chosen_values(part, {}).get("title"))
        return not any(map(is_article, titled)) and bool(nested.page_of_blocks(parts))
    if _content(chosen.get("html")) or len(_content(chosen.get("text"))) > _LONG_TEXT // 4:
        return len([value for value in chosen.values() if value]) > 1
    return bool(http_url(_line(chosen.get("url")) or "") and _line(chosen.get("title")))


def _is_link(values: Mapping[str, Any]) -> bool:
    """Return True for a bookmark, as Chrome, Linkwarden and Karakeep write it."""
    return values.get("type") in {"url", "link"} and http_url(_line(values.get("url")) or "") is not None


def is_unpublished(values: Mapping[str, Any]) -> bool:
    """Return True if a row of an export is a draft, a comment or a part of a site."""
    said_by = {folded(name).rpartition(".")[2]: value for name, value in values.items()}
    if str(said_by.get("ispublished", "")).lower() == "false":
        return True
    for column, names in (("status", ("status",)), ("type", ("type", "posttype")), ("category", ("category",))):
        for said in (said_by.get(name) for name in names):
            if isinstance(said, str) and folded(said.rpartition("#")[2]) in not_articles(column):
                return column != "category" or "#" in said
    return False


def chosen_values(values: Mapping[str, Any], columns: Mapping[str, str]) -> dict[str, Any]:
    """Return field -> value of a row: of several usual columns the first with a value that fits."""
    candidates = _candidates(tuple(values), tuple(columns.items()))
    found = {field: _first(field, [value_at(values, name) for name in names]) for field, names in candidates.items()}
    found = {field: value for field, value in found.items() if value is not None or candidates[field][0] in values}
    if not http_url(_url_text(found.get("url")) or "") and "outlet" not in columns:
        stated = (value_at(values, name) for name in _candidates(tuple(values), ()).get("outlet", ()))
        address = next((each for each in stated if http_url(_line(each) or "")), None)
        found |= {"url": address} if address else {}
    return found


def _first(field: str, values: Sequence[Any]) -> Any:
    """Return the first value that fits a field, else the first one that is not empty; an outlet must fit."""
    filled = [each for each in values if not _is_empty(each)]
    if field == "published":  # ``data`` is a day in Italian
        filled = [each for each in filled if not isinstance(each, dict | list) or value_at({"": each}, _DATE_PARTS)]
    if field == "outlet":  # a name before a host
        fitting = list(filter(_FITS[field], filled))
        return next((each for each in fitting if not _HOST.fullmatch(_line(each) or "")), next(iter(fitting), None))
    return next(filter(_FITS[field], filled), filled[0]) if len(filled) > 1 else next(iter(filled), None)


def _is_empty(value: Any) -> bool:
    return value is None or (isinstance(value, str) and value.strip().lower() in _NOTHING) or value in ([], {})


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
    source: str
    max_bytes: int
    columns: Mapping[str, str]

    def found(self, row: Row) -> Found:
        name = f"{self.source}:{row.line}" + (f"#{row.part}" if row.part else "")
        if row.problem:
            return DocumentError(name, row.problem)
        if is_record(row.values):
            return document_of_record(name, row.values)
        values = chosen_values(row.values, self.columns)
        if not self.columns and (post := _post_in(row.values, _url_text(values.get("url")) or "")):
            return Document(
                source=name, content=post, media_type="text/html; charset=utf-8", digest=identity(post, Declared())
            )
        return self._article(name, values, row.values)

    def _article(self, name: str, values: Mapping[str, Any], written: Mapping[str, Any]) -> Found:
        text = _content(values.get("text"))
        page = _page(values.get("html")) or _page_of_parts(values.get("text"), text)
        is_link = _is_link(written)
        url, declared, problems = stated_in({"title": written.get("name"), **values} if is_link else values)
        row = _digest(*sorted(values.items()))
        if not page and not text:
            if url and (values.keys().isdisjoint(_TEXTS) or is_link or _is_cut(written)):
                self._check_unknown(written)
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

    def _check_unknown(self, written: Mapping[str, Any]) -> None:
        """Raise `NoCorpusError` if a row to be fetched has a long text under an unknown name.

        The user decides then, before thousands of pages are fetched.
        """
        if self.columns:
            return
        for name, value in written.items():
            is_long = isinstance(value, str) and len(value) > _LONG_TEXT and value.count(" ") > _MANY_WORDS
            if is_long and folded(name) not in not_articles("teasers"):
                reason = f"lists URLs, and column {name!r} may be the text: name it with --column text={name}, or "
                raise NoCorpusError(self.source, f"{reason}fetch the URLs with --column url=NAME")


def _post_in(values: Mapping[str, Any], url: str) -> bytes:
    """Return a page with the tweet in a row of a collection of tweets; empty for the row of an article."""
    if not _has_post(tuple(values)):
        return b""
    said = {}
    for field, names in vocabulary()["posts"].items():
        found = (value_at(values, name) for name in names)
        said[field] = next((str(each) for each in found if isinstance(each, str | int) and not _is_empty(each)), "")
    is_post = said["text"] and _POST_ID.fullmatch(said["id"]) and _HANDLE.fullmatch(said["handle"])
    if not is_post or (url and f"/{said['id']}" not in url):
        return b""
    url = f"https://x.com/{said['handle']}/status/{said['id']}"
    said = {field: html.escape(html.unescape(each)) for field, each in said.items()}  # the API escapes texts
    text = said["text"].replace("\n", "<br>")
    signature = f'{said["name"]} (@{said["handle"]}) <a href="{url}">{said["published"]}</a>'
    post = f'<blockquote class="twitter-tweet"><p>{text}</p>&mdash; {signature}</blockquote>'
    return f'<!doctype html><link rel="canonical" href="{url}"><article>{post}</article>'.encode("utf-8", "replace")


@lru_cache(maxsize=16)
def _has_post(names: tuple[str, ...]) -> bool:
    present = set(map(folded, names))
    known = vocabulary()["posts"]
    return all(any(name.partition(".")[0] in present for name in known[field]) for field in ("id", "handle"))


def _page_of_parts(parts: Any, text: bytes) -> bytes:
    """Return the page that the parts of an article describe; empty for a text."""
    is_tree = not text if isinstance(parts, dict) else isinstance(parts, list) and _has_objects(parts)
    page = nested.page_of_blocks(parts) if is_tree else b""
    return b"" if isinstance(parts, dict) and b"<p" not in page else page


def _has_objects(parts: list[Any]) -> bool:
    return any(isinstance(part, dict) for part in parts)


def _is_cut(written: Mapping[str, Any]) -> bool:
    return any(isinstance(value, str) and _CUT.search(value[-40:]) for value in written.values())


def stated_document(source: str, content: bytes, stated: Mapping[str, Any], media_type: str | None = None) -> Document:
    """Return a document that is one of several in a file, with its stated fields."""
    url, declared, _ = stated_in(stated)
    digest = identity(content, declared)
    return Document(
        source=source, content=content, url=url, media_type=media_type, declared=declared, row=digest, digest=digest
    )


def identity(content: bytes, declared: Declared) -> str:
    """Return the digest that identifies an article without a URL: by its text, title, outlet and date."""
    at = declared.published.at if declared.published else None
    return _digest(content, declared.title, declared.outlet, at)


def _digest(*values: object) -> str:
    return hashlib.sha256(repr(values).encode("utf-8", "backslashreplace")).hexdigest()


def _content(value: Any) -> bytes:
    """Return the bytes of a text or page; empty for an empty cell."""
    if isinstance(value, dict):
        value = _standing(value)
    if isinstance(value, list):
        value = "\n\n".join(part for part in value if isinstance(part, str))
    if isinstance(value, bytes):
        return value if value.strip() else b""
    if not isinstance(value, str) or value.strip().lower() in _NOTHING or _CUT.search(value[-40:]):
        return b""
    try:
        return value.encode("utf-8", "surrogateescape")  # bytes of a CSV file that are not UTF-8
    except UnicodeEncodeError:
        return value.encode("utf-8", "replace")


def _page(value: Any) -> bytes:
    """Return the bytes of a page or a part of one; URLs and short codes alone on a line are embedded posts."""
    content = _content(value)
    if not any(sign in content for sign in (b"\nhttp", b"\n[", b"\n{")) or b"<html" in content[:_LONGEST].lower():
        return content
    lines = _LONE_CODE.sub(r"<p>\1</p>", content.decode("utf-8", "surrogateescape"))
    return _LONE_URL.sub(_EMBED, lines).encode("utf-8", "surrogateescape")


def _standing(value: Mapping[str, Any]) -> Any:
    """Return the value that represents an object; None if there is none."""
    if value.get("family"):  # CSL, as Zotero exports it
        return " ".join(str(value[name]) for name in ("given", "family") if value.get(name))
    return next((value[name] for name in vocabulary()["json"]["standing"] if not _is_empty(value.get(name))), None)


def stated_in(values: Mapping[str, Any]) -> tuple[str | None, Declared, tuple[Problem, ...]]:
    """Return the URL in a row, its other metadata, and problems for an invalid URL or date."""
    stated, written = _url_text(values.get("url")), values.get("published")
    url, published = http_url(stated) if stated else None, _moment(written)
    unread = {"URL": stated and not url and stated, "date": not published and _line(written)}
    problems = tuple(
        Problem(step="source", kind=f"unread-{name.lower()}", message=f"the {name} {raw!r} cannot be read")
        for name, raw in unread.items()
        if raw
    )
    named = _line(values.get("language")) or ""
    language = _LANGUAGE.fullmatch(vocabulary("stated_fields")["languages"].get(named.casefold(), named))
    declared = Declared(
        title=_line(values.get("title")),
        outlet=_line(values.get("outlet")),
        language=language[1].lower() if language else None,
        published=published,
        bylines=_bylines(values.get("author")),
    )
    return url, declared, problems


def _line(value: Any) -> str | None:
    """Return a cell as one line of text without markup; None for an empty one. An object is read for its name."""
    if isinstance(value, dict):
        value = _standing(value)
    if isinstance(value, bool) or not isinstance(value, str | bytes | int | float | date):
        return None
    content = value if isinstance(value, bytes) else _content(str(value)[:_LONGEST])
    line = text_in(content[:_LONGEST])
    if _ENTITY.search(line):
        line = html.unescape(line)
    line = _BLANKS.sub(" ", _TAG.sub("", line)).strip()
    return None if line.lower() in _NOTHING else line


def _url_text(value: Any) -> str | None:
    """Return the URL in a cell; of an HTML link, its target."""
    link = _LINK.search(value[:_LONGEST]) if isinstance(value, str) and "<" in value else None
    return link[1] if link else _line(value)


def _bylines(value: Any) -> tuple[str, ...]:
    if isinstance(value, str) and value.startswith("[") and value.endswith("]") and len(value) < _LONGEST:
        with suppress(ValueError, SyntaxError, RecursionError, MemoryError):  # a list as Python prints it
            value = ast.literal_eval(value)
    parts = value if isinstance(value, list) else _PARTS.split(_line(value) or "")
    return tuple(filter(None, map(_line, parts[:100])))


def _moment(value: Any) -> Moment | None:
    """Return the date in a cell, in printed formats, or seconds since 1970."""
    if isinstance(value, date):
        value = value.isoformat()
    if isinstance(parts := value_at({"": value}, _DATE_PARTS), list):
        value = "-".join(f"{part:0>2}" for part in map(str, parts[:3]))
    written = _line(value)
    if written is None:
        return None
    from scraper.values.dates import parse_date  # its patterns take 0.1 s

    found = parse_date(written) or _since_1970(written)
    return replace(found, source="column", as_written=written) if found else None


def _since_1970(written: str) -> Moment | None:
    factor = 1 if _SECONDS.fullmatch(written) else 1000 if _MILLISECONDS.fullmatch(written) else 0
    return since_1970(float(written) / factor, "column") if factor else None


_FITS: dict[str, Callable[[Any], Any]] = {
    "url": lambda value: http_url(_url_text(value) or ""),
    "title": _line,
    "outlet": lambda value: (line := _line(value)) and not http_url(line),
    "published": _moment,
    "text": lambda value: _content(value) or isinstance(value, list),
    "html": _content,
    "language": _line,
    "author": _bylines,
}
