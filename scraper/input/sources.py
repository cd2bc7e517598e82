"""Open the sources given by the user (files, folders, ``-``, URLs) and yield their documents."""

from __future__ import annotations

import os
import sys
from collections import Counter
from dataclasses import dataclass, fields, replace
from pathlib import Path
from types import MappingProxyType
from typing import IO, TYPE_CHECKING, Any, Protocol, TypeVar

from scraper.errors import DocumentError, EmptyFolderError, FaultError, NoCorpusError, SourceError, cause_of, printable
from scraper.input import corpora, mail, press, saved_pages, streams
from scraper.input.decoding import text_in
from scraper.input.folders import SUFFIXES, ZIPPED, suffix_of, unreadable, walk
from scraper.input.kinds import is_url_list, kind_of, not_an_article
from scraper.input.saved_pages import with_saved_frames
from scraper.input.tables import PARQUET, SQLITE
from scraper.patterns import lazy_regex
from scraper.records import Declared, Document, Moment, Precision
from scraper.values.moments import in_utc, is_possible, iso_instant
from scraper.values.urls import is_web_address

Found = TypeVar("Found", Document | SourceError, corpora.Found)

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterable, Iterator, Mapping

#: Most bytes of a document, decompressed; the largest news page of the development corpus has 2 MB.
MAX_BYTES = 20_000_000

#: The first bytes of documents that are read by `office`.
_OFFICE = {b"%PDF-": "pdf", b"{\\rtf": "rtf"}
#: Empty: search for the usual names.
NO_COLUMNS: Mapping[str, str] = MappingProxyType({})


class Fetches(Protocol):
    """A fetcher of URLs, such as `scraper.fetching.Fetcher`."""

    def fetch(self, url: str) -> Document:
        """Return the document at a URL; raise `FetchError` if it cannot be fetched."""


def load(  # noqa: PLR0913 - keyword-only but for the sources
    sources: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    declared: Declared | None = None,
    max_bytes: int = MAX_BYTES,
    fetcher: Fetches | None = None,
    left_out: Counter[str] | None = None,
    columns: Mapping[str, str] = NO_COLUMNS,
    is_known: Callable[[str], bool] = lambda _: False,
    position: streams.Position | None = None,
) -> Iterator[Document | SourceError]:
    """Yield the documents of all sources, in order, and an error for each unreadable one; one is in memory at a time.

    The sources are files, folders (searched recursively, sorted by name), WARC files, http(s) URLs, and ``-`` for
    standard input; a single one may be given without a list. `declared` overrides their metadata and that of their
    containers. Without a `fetcher`, a URL gives an error. `left_out` counts skipped files in folders by suffix;
    `columns` has the column of fields in corpora without a usual name. `is_known` is called with `Document.row` of each
    row and mail, which is skipped if it returns True. `position` tracks how far the current file has been read.
    """
    named = (sources,) if isinstance(sources, str | os.PathLike) else sources
    left_out = Counter() if left_out is None else left_out
    how = _How(max_bytes, fetcher, left_out, columns, _of_caller(is_known), position or streams.Position())
    return _load((os.fspath(source) for source in named), declared or Declared(), how)


@dataclass(frozen=True, slots=True)
class _How:
    """How sources are read; the fields are arguments of `load`."""

    max_bytes: int
    fetcher: Fetches | None
    left_out: Counter[str]
    columns: Mapping[str, str]
    is_known: Callable[[str], bool]
    position: streams.Position


def published_option(raw: str) -> Moment:
    """Parse the date of ``--published``, ISO 8601 of a year, month, day or second; raise ValueError for other texts."""
    text = raw.strip()
    at, precision = _date_parts(text)
    if not is_possible(at):
        raise ValueError(f"{raw!r} is not a date: write it as 2020-02-02")
    return Moment(at=at, precision=precision, source="option", as_written=raw)


def _date_parts(text: str) -> tuple[str, Precision]:
    if len(text) in {4, 7}:
        return text, "year" if len(text) == 4 else "month"
    instant = iso_instant(text)
    if instant is None or len(text) == 10:
        return instant.date().isoformat() if instant else "", "day"
    return (in_utc(instant) or "") if instant.tzinfo else f"{instant:%Y-%m-%dT%H:%M:%S}", "second"


def _load(sources: Iterable[str], declared: Declared, how: _How) -> Iterator[Document | SourceError]:
    said: dict[str, Any] = {each.name: value for each in fields(declared) if (value := getattr(declared, each.name))}
    for source in sources:
        for found in _guarded(printable(source), _open(source, how)):
            if isinstance(found, SourceError):
                yield found
            elif found.record is None and (reason := not_an_article(found.content)) is not None:
                yield DocumentError(found.source, reason)
            else:
                yield replace(found, declared=replace(found.declared, **said)) if said else found


class _CallerError(Exception):
    """Wraps an exception raised by a caller's function, which is not the source's fault."""


def _of_caller(is_known: Callable[[str], bool]) -> Callable[[str], bool]:
    def asked(row: str) -> bool:
        try:
            return is_known(row)
        except Exception as error:
            raise _CallerError from error

    return asked


def _guarded(source: str, found: Iterator[Document | SourceError]) -> Iterator[Document | SourceError]:
    """Yield the results of reading a source; anything a reader raises is a problem of this source only."""
    try:
        yield from found
    except _CallerError as error:
        raise error.__cause__ or error from None
    except SourceError as error:
        yield error
    except MemoryError:
        yield DocumentError(source, "needs more memory than available: split it")
    except Exception as error:  # noqa: BLE001 -- readers of a dozen formats, most of them libraries, on hostile bytes
        yield FaultError(source, cause_of(error))


def _open(source: str, how: _How) -> Iterator[Document | SourceError]:
    if is_web_address(source):
        return _fetched(printable(source), how.fetcher)
    if source == "-":
        return _stream(source, sys.stdin.buffer, how)
    if not source:  # for pathlib this is the current folder
        return iter([DocumentError("''", "is not a name: pass a file, a folder or a URL")])
    path = Path(source)
    try:
        is_folder = path.is_dir()
    except (OSError, ValueError) as error:  # a NUL in the name, or a name too long
        return iter([unreadable(source, error)])
    return _folder(path, source, how) if is_folder else _file(source, how)


def _fetched(url: str, fetcher: Fetches | None) -> Iterator[Document | SourceError]:
    if fetcher is None:
        yield DocumentError(url, "is a URL, and fetching is off here: save the page and pass the file")
        return
    try:
        yield fetcher.fetch(url)
    except SourceError as error:
        yield error


def _file(source: str, how: _How) -> Iterator[Document | SourceError]:
    try:
        stream = Path(source).open("rb")  # noqa: SIM115 -- failing to open differs from failing to read
    except (OSError, ValueError) as error:
        raise unreadable(source, error) from error
    with stream, how.position.within(stream):
        for found in _stream(printable(source), stream, how):
            if isinstance(found, Document) and found.record is None and found.row is None:
                yield with_saved_frames(Path(source), found)
            else:
                yield found


def _stream(source: str, stream: IO[bytes], how: _How) -> Iterator[Document | SourceError]:
    try:
        head = stream.read(streams.HEAD)
        if streams.is_warc(head) or streams.is_zip(head) or head.startswith((PARQUET, SQLITE, *_OFFICE)):
            yield from _seekable(source, stream, head, how)
        else:
            yield from _content(source, head, streams.replayed(head, stream), how)
    except OSError as error:
        yield unreadable(source, error)


def _seekable(source: str, stream: IO[bytes], head: bytes, how: _How) -> Iterator[Document | SourceError]:
    from scraper.input import warc  # late: a page needs none of their libraries

    with warc.seekable(stream, head) as whole:
        if streams.is_warc(head):
            yield from warc.records(source, whole, how.max_bytes)
        elif kind := next((_OFFICE[sign] for sign in _OFFICE if head.startswith(sign)), None):
            yield from _office(source, whole, kind, how)
        elif streams.is_zip(head):
            yield from _zip(source, whole, how)
        else:
            yield from _rows(source, whole, head, how)


def _zip(source: str, stream: IO[bytes], how: _How) -> Iterator[Document | SourceError]:
    """Yield the documents of a ZIP file: a WACZ, or an export, which is read as a folder."""
    import tempfile

    from scraper.input import office, wacz, warc

    names = wacz.members(stream)
    kind = next((office.MAIN_FILES[name] for name in office.MAIN_FILES if name in names), None)
    if kind is not None:
        yield from _office(source, stream, kind, how)
        return
    if not names or any(map(wacz.is_warc_name, names)):
        yield from warc.any_of(wacz.pages(source, stream, how.max_bytes), source, "WACZ")
        return
    with tempfile.TemporaryDirectory() as folder:
        try:
            wacz.unpack(source, stream, Path(folder))
        except (*wacz.DAMAGED, OSError) as error:
            raise DocumentError(source, f"is a damaged ZIP ({error}): export it again") from error
        for found in _folder(Path(folder), source, how):
            name = f"{source}!{found.source.removeprefix(folder).lstrip(os.sep)}" if found.source != source else source
            yield type(found)(name, found.reason) if isinstance(found, SourceError) else replace(found, source=name)


def _office(source: str, stream: IO[bytes], kind: str, how: _How) -> Iterator[Document | SourceError]:
    from scraper.input import office

    stream.seek(0)
    for found in office.documents(source, stream, kind, how.max_bytes):
        is_text = isinstance(found, Document) and found.media_type == "text/plain; charset=utf-8"
        if isinstance(found, Document) and press.is_list(found.content):
            yield NoCorpusError(source, "is a list of documents from Nexis, not an article: pass the documents")
            continue
        parts = list(_of_database(source, found.content)) if isinstance(found, Document) and is_text else []
        yield from _unknown(parts or [found], how)


def _content(source: str, head: bytes, stream: IO[bytes], how: _How) -> Iterator[Document | SourceError]:
    """Yield the documents of a stream by its first bytes; gzip around a mail or corpus is removed."""
    name = source.lower().removesuffix(".gz")
    inside = streams.head_inside(head)
    if inside and (corpora.is_corpus(inside, name) or mail.is_mailbox(inside) or mail.is_mail(inside, name)):
        head, stream = inside, streams.unzipped(stream)
    try:
        if mail.is_mailbox(head):
            yield from _unknown(mail.articles_in_mailbox(source, stream, how.max_bytes), how)
        elif corpora.is_corpus(head, name):
            yield from _rows(source, stream, head, how)
        else:
            yield from _one(source, stream.read(how.max_bytes + 1), name, how)
    except streams.DAMAGED as error:
        yield DocumentError(source, f"is damaged ({error}): only the part before the damage is read")


def _rows(source: str, stream: IO[bytes], head: bytes, how: _How) -> Iterator[Document | SourceError]:
    """Yield the articles of a corpus; rows with only a URL are fetched, unless known."""
    rows = corpora.read_corpus(source, stream, head, max_bytes=how.max_bytes, columns=how.columns)
    unfetched = 0
    for found in _unknown(rows, how):
        if not isinstance(found, corpora.Listed):
            yield found
        elif how.fetcher is not None:
            for page in _fetched(found.url, how.fetcher):
                yield page if isinstance(page, SourceError) else replace(page, declared=found.declared, row=found.row)
        else:
            unfetched += 1
    if unfetched:
        yield NoCorpusError(source, f"lists {unfetched:,} URLs, and nothing may be fetched here: name the file itself")


def _unknown(articles: Iterable[Found], how: _How) -> Iterator[Found]:
    return (found for found in articles if isinstance(found, SourceError) or not how.is_known(found.row or ""))


def _one(source: str, content: bytes, name: str, how: _How) -> Iterator[Document | SourceError]:
    head = content[: streams.HEAD]
    if len(content) > how.max_bytes:
        from scraper.input.warc_record import too_large

        yield too_large(source, how.max_bytes)
    elif mail.is_mail(head, name):
        yield from _unknown(mail.articles_in_mail(source, content), how)
    elif saved_pages.is_mhtml(head):
        yield saved_pages.page_in_mhtml(source, content)
    elif saved_pages.is_webarchive(content):
        yield saved_pages.page_in_webarchive(source, content)
    elif note := _JOPLIN.search(content, max(0, len(content) - 4 * streams.HEAD)):
        yield from _unknown(_of_joplin(source, content, note), how)
    else:
        documents = list(_of_database(source, content))
        yield from _unknown(documents, how) if documents else (Document(source=source, content=content),)


#: The properties below a note in Joplin's raw export; notes have the type 1, folders and tags others.
_JOPLIN = lazy_regex(rb"(?:\A|\n)id: [0-9a-f]{32}\r?\n(?:[a-z_]{1,40}:[^\n]{0,2000}\n){1,60}type_: (\d{1,2})\s*\Z")


def _of_joplin(source: str, content: bytes, properties: re.Match[bytes]) -> Iterator[Document | SourceError]:
    if properties[1] != b"1":
        yield NoCorpusError(source, "is a folder, tag or file of Joplin's raw export, not a note: pass the notes")
        return
    title, _, text = content[: properties.start()].partition(b"\n")
    said = dict(line.partition(b": ")[::2] for line in properties[0].split(b"\n"))
    stated = {"title": title, "url": said.get(b"source_url", b"").decode("latin-1").strip()}
    yield corpora.stated_document(source, text, stated)


def _of_database(source: str, content: bytes) -> Iterator[Document]:
    """Yield the documents of an export of a press database; none if a file is one article, or something else."""
    is_page = kind_of(content[: streams.HEAD].decode("latin-1"), None) == "html"
    if not press.may_be_export(content, is_page=is_page):
        return
    text = text_in(content)
    spans = () if is_page else press.documents_in(text)
    texts = ((text[start:end], dict[str, str]()) for start, end in spans if (start, end) != (0, len(text.rstrip())))
    for number, (words, stated) in enumerate(press.pages_in(text) if is_page else texts, 1):
        media_type = f"text/{'html' if words.startswith('<') else 'plain'}; charset=utf-8"
        written = words.strip("\r\n").encode("utf-8", "surrogatepass")
        yield corpora.stated_document(f"{source}#{number}", written, stated, media_type)


def _folder(folder: Path, source: str, how: _How) -> Iterator[Document | SourceError]:
    # The contents of a folder are not named by the user, so nothing that they list is fetched.
    how = replace(how, fetcher=None)
    found = None
    for found in walk(folder, how.left_out):
        if isinstance(found, SourceError):
            yield found
            continue
        name, known = found
        for item in _guarded(printable(name), _file(name, how)):
            page: Document | SourceError | None = item
            if isinstance(item, NoCorpusError) or (isinstance(item, Document) and is_url_list(item.content)):
                page = None
            elif isinstance(item, Document) and item.row is None and item.record is None:
                page = known.complete(Path(name), item)
            if page is None:
                how.left_out[suffix_of(Path(name))] += 1
            else:
                yield page
    if found is None:
        endings = ", ".join([*sorted(SUFFIXES - {""}), *ZIPPED])
        reason = f"has no documents ({endings}): pass other files one by one"
        yield EmptyFolderError(printable(source), reason)
