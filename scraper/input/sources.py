"""Open the sources that the user names (files, folders, ``-``, URLs) and yield their documents."""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from dataclasses import dataclass, fields, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Protocol

from scraper.errors import DocumentError, EmptyFolderError, SourceError
from scraper.input import mail, saved_pages, streams, warc
from scraper.input.kinds import not_an_article
from scraper.records import Declared, Document, Moment, Precision
from scraper.values.urls import is_web_address

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

#: Most bytes of a document, decompressed; the largest news page of the development corpus has 2 MB.
MAX_BYTES = 20_000_000

#: The suffixes of the files that are read in a folder. A file that is named itself is always read.
SUFFIXES = frozenset(
    {".html", ".htm", ".xhtml", ".mht", ".mhtml", ".webarchive", ".txt", ".md", ".warc", ".eml", ".mbox", ""}
)
#: The suffixes of those that are read when gzip packed them, too.
_ZIPPED = (".warc.gz", ".eml.gz", ".mbox.gz")
#: How the names end of files that SQLite makes beside an open database, and others while they write.
_PASSING = ("-wal", "-shm", "-journal", "~", ".part", ".tmp", ".crdownload")
#: Most characters of a suffix that is named to a person.
_LONGEST_SUFFIX = 12

#: Browsers save a page's pictures, scripts and frames in a folder beside it that is named after it.
_PAGE = re.compile(r"\.x?html?$", re.IGNORECASE)
_BESIDE = re.compile(
    r"(?:[_.]files|-Dateien|_fichiers|_archivos|_file|_ficheiros|_arquivos|_bestanden|-filer|_pliki|_soubory|_dosyalar)$"
)
#: A part of a file name that is no text: on POSIX a byte that is not UTF-8, on Windows an unpaired surrogate.
_NO_TEXT = re.compile("[\ud800-\udfff]")


class Fetches(Protocol):
    """A fetcher of URLs, as `scraper.fetching.Fetcher` is."""

    def fetch(self, url: str) -> Document:
        """Return the document at a URL.

        Raises:
            FetchError: It cannot be fetched.
        """


def load(  # noqa: PLR0913 - keyword-only but for the sources
    sources: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    published: str | None = None,
    declared: Declared | None = None,
    max_bytes: int = MAX_BYTES,
    fetcher: Fetches | None = None,
    left_out: Counter[str] | None = None,
) -> Iterator[Document | SourceError]:
    """Yield the documents of all sources, in order; only one is held in memory at a time.

    Args:
        sources: Files, folders (searched recursively, sorted by name), WARC files, http(s) URLs, ``-`` for
            standard input; a single one may be given without a list.
        published: A publication date for all of them; see `published_option`.
        declared: What the user says of all of them; outranks what they and their containers say.
        max_bytes: Most bytes of a document, decompressed.
        fetcher: Fetches the URLs; without one, a URL gives an error value.
        left_out: Counts by their suffixes the files in folders that are not read.

    Yields:
        Documents, and an error value for each one that cannot be read.

    Raises:
        ValueError: `published` is not a date.
    """
    declared = declared or Declared()
    if published is not None:
        declared = replace(declared, published=published_option(published))
    named = (sources,) if isinstance(sources, str | os.PathLike) else sources
    how = _How(max_bytes, fetcher, Counter() if left_out is None else left_out)
    return _load((os.fspath(source) for source in named), declared, how)


@dataclass(frozen=True, slots=True)
class _How:
    """How sources are read; the fields are arguments of `load`."""

    max_bytes: int
    fetcher: Fetches | None
    left_out: Counter[str]


def published_option(raw: str) -> Moment:
    """Parse the date of ``--published``: ISO 8601 with the precision of a year, month, day or second.

    >>> published_option("2020-02").precision
    'month'
    >>> published_option("2020-02-02T10:00:00+01:00").at
    '2020-02-02T09:00:00Z'

    Raises:
        ValueError: The text is no such date.
    """
    text = raw.strip()
    try:
        at, precision = _date_parts(text.encode("ascii").decode())
    except ValueError:
        raise ValueError(f"{raw!r} is not a date: write it as 2020-02-02") from None
    return Moment(at=at, precision=precision, source="option", as_written=raw)


def _date_parts(text: str) -> tuple[str, Precision]:
    if len(text) == 4:
        return f"{date(int(text), 1, 1):%Y}", "year"
    if len(text) == 7:
        return f"{date.fromisoformat(text + '-01'):%Y-%m}", "month"
    if len(text) == 10:
        return date.fromisoformat(text).isoformat(), "day"
    instant = datetime.fromisoformat(text).replace(microsecond=0)
    if instant.tzinfo is None:
        return instant.isoformat(), "second"
    return instant.astimezone(UTC).isoformat().replace("+00:00", "Z"), "second"


def _load(sources: Iterable[str], declared: Declared, how: _How) -> Iterator[Document | SourceError]:
    said = {name: value for name, value in _fields(declared) if value}
    for source in sources:
        for found in _open(source, how):
            if isinstance(found, SourceError):
                yield found
            elif (reason := not_an_article(found.content)) is not None:
                yield DocumentError(found.source, reason)
            else:
                yield replace(found, declared=replace(found.declared, **said)) if said else found


def _fields(declared: Declared) -> Iterator[tuple[str, Any]]:
    return ((field.name, getattr(declared, field.name)) for field in fields(declared))


def _open(source: str, how: _How) -> Iterator[Document | SourceError]:
    if is_web_address(source):
        return _fetched(_name(source), how.fetcher)
    if source == "-":
        return _stream(source, sys.stdin.buffer, how)
    if not source:  # for pathlib this is the folder one is in
        return iter([DocumentError("''", "is no name: name a file, a folder or a URL")])
    path = Path(source)
    try:
        is_folder = path.is_dir()
    except (OSError, ValueError) as error:  # a NUL in the name, or a name too long
        return iter([_unreadable(source, error)])
    return _folder(path, source, how) if is_folder else _file(source, how)


def _name(source: str) -> str:
    r"""Return a name as text that can be printed and stored; two files keep two names.

    On POSIX a name is bytes, and those that are not UTF-8 come as halves of surrogate pairs (PEP 383). On
    Windows a name is UTF-16, and any half may stand in it alone (PEP 529).

    >>> _name("caf\udce9.html"), _name("caf\ud800.html")
    ('caf\\xe9.html', 'caf\\ud800.html')
    """
    return _NO_TEXT.sub(_escaped, source)


def _escaped(half: re.Match[str]) -> str:
    number = ord(half[0])
    return f"\\x{number - 0xDC00:x}" if 0xDC80 <= number <= 0xDCFF else f"\\u{number:x}"


def _fetched(url: str, fetcher: Fetches | None) -> Iterator[Document | SourceError]:
    if fetcher is None:
        yield DocumentError(url, "is a URL, and nothing may be fetched here: save the page and name the file")
        return
    try:
        yield fetcher.fetch(url)
    except SourceError as error:
        yield error


def _file(source: str, how: _How) -> Iterator[Document | SourceError]:
    try:
        stream = Path(source).open("rb")  # noqa: SIM115 -- failing to open differs from failing to read
    except (OSError, ValueError) as error:
        yield _unreadable(source, error)
        return
    with stream:
        yield from _stream(_name(source), stream, how)


def _stream(source: str, stream: IO[bytes], how: _How) -> Iterator[Document | SourceError]:
    try:
        head = stream.read(warc.HEAD)
        if warc.is_warc(head):
            with warc.seekable(stream, head) as whole:
                yield from warc.records(source, whole, how.max_bytes)
        else:
            yield from _content(source, head, streams.replayed(head, stream), how)
    except OSError as error:
        yield _unreadable(source, error)


def _content(source: str, head: bytes, stream: IO[bytes], how: _How) -> Iterator[Document | SourceError]:
    """Yield the documents of a stream by its first bytes; gzip is undone where a mail or corpus is inside."""
    inside = streams.head_inside(head)
    name = source.lower().removesuffix(".gz")
    if mail.is_mailbox(inside) or mail.is_mail(inside, name):
        head, stream = inside, streams.unzipped(stream)
    try:
        if mail.is_mailbox(head):
            yield from mail.articles_in_mailbox(source, stream, how.max_bytes)
        else:
            yield from _one(source, stream.read(how.max_bytes + 1), name, how.max_bytes)
    except streams.DAMAGED as error:
        yield DocumentError(source, f"is damaged ({error}): what stands before the damage is read")


def _one(source: str, content: bytes, name: str, max_bytes: int) -> Iterator[Document | SourceError]:
    """Yield the document that a file is, or those that a mail carries."""
    head = content[: warc.HEAD]
    if len(content) > max_bytes:
        yield warc.too_large(source, max_bytes)
    elif mail.is_mail(head, name):
        yield from mail.articles_in_mail(source, content)
    elif saved_pages.is_mhtml(head):
        yield saved_pages.page_in_mhtml(source, content)
    elif saved_pages.is_webarchive(content):
        yield saved_pages.page_in_webarchive(source, content)
    else:
        yield Document(source=source, content=content)


def _unreadable(source: str, error: OSError | ValueError) -> DocumentError:
    source = _name(source)
    if isinstance(error, FileNotFoundError):
        return DocumentError(source, "no such file or folder: check the path (URLs begin with https://)")
    if isinstance(error, PermissionError):
        return DocumentError(source, "may not be read: change its permissions")
    reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return DocumentError(source, f"cannot be read ({reason}): check the path and the disk")


def _folder(folder: Path, source: str, how: _How) -> Iterator[Document | SourceError]:
    empty = True
    for found in _walk(folder, how.left_out):
        empty = False
        yield from (found,) if isinstance(found, SourceError) else _file(found, how)
    if empty:
        endings = ", ".join([*sorted(SUFFIXES - {""}), *_ZIPPED])
        reason = f"holds no documents ({endings}): name other files one by one"
        yield EmptyFolderError(_name(source), reason)


def _walk(folder: Path, left_out: Counter[str]) -> Iterator[str | SourceError]:
    """Yield the files below a folder, sorted by name; a folder with several links to it is read once.

    Args:
        folder: The folder.
        left_out: Counts the files that are not read by their suffixes, but for hidden ones and those that a
            browser saved beside a page.
    """
    waiting, seen = [(folder, True)], set[tuple[int, int]]()
    while waiting:
        path, is_folder = waiting.pop()
        if not is_folder:
            yield str(path)
            continue
        try:
            waiting.extend(reversed(_children(path, seen, left_out)))
        except OSError as error:
            yield _unreadable(str(path), error)


def _children(folder: Path, seen: set[tuple[int, int]], left_out: Counter[str]) -> list[tuple[Path, bool]]:
    stat = folder.stat()
    if (stat.st_dev, stat.st_ino) in seen:
        return []
    seen.add((stat.st_dev, stat.st_ino))
    with os.scandir(folder) as entries:
        visible = sorted(
            (entry.name, _is_folder(entry)) for entry in entries if not entry.name.startswith(".")
        )
    pages = {Path(name).stem for name, is_folder in visible if not is_folder and _PAGE.search(name)}
    children = [
        (folder / name, is_folder)
        for name, is_folder in visible
        if not (is_folder and (beside := _BESIDE.search(name)) and name[: beside.start()] in pages)
    ]
    wanted = {path for path, is_folder in children if is_folder or _is_wanted(path)}
    left_out.update(
        _suffix(path) for path, _ in children if path not in wanted and not path.name.endswith(_PASSING)
    )
    return [child for child in children if child[0] in wanted]


def _suffix(path: Path) -> str:
    """Return what tells a person the kind of a file: its suffix, if it has one of the usual length."""
    return _name(path.suffix.lower()) if 1 < len(path.suffix) <= _LONGEST_SUFFIX else "others"


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link that leads to itself
        return False


def _is_wanted(path: Path) -> bool:
    named = path.suffix.lower() in SUFFIXES or path.name.lower().endswith(_ZIPPED)
    # Pipes, sockets and devices would block; a broken link is kept, so that it is reported.
    return named and (path.is_file() or not path.exists())
