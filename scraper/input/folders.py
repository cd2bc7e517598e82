"""Walk folders and select the files that are documents."""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from scraper.errors import DocumentError, SourceError
from scraper.input import corpora
from scraper.input.bundles import Beside, beside, rendition
from scraper.input.kinds import begins_page
from scraper.input.streams import HEAD
from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator

#: The suffixes of files read in a folder. A file named by the user is always read.
SUFFIXES = frozenset(
    {
        ".html",
        ".htm",
        ".xhtml",
        ".mht",
        ".mhtml",
        ".webarchive",
        ".txt",
        ".md",
        ".warc",
        ".wacz",
        ".eml",
        ".mbox",
        ".zip",
        "",
    }
    | {*corpora.SUFFIXES}
)
#: The suffixes of files that are also read when gzipped.
ZIPPED = tuple(f"{suffix}.gz" for suffix in (".warc", ".eml", ".mbox", *corpora.SUFFIXES))
#: Suffixes of files that SQLite keeps next to an open database, and of files being written.
_PASSING = ("-wal", "-shm", "-journal", "~", ".part", ".tmp", ".crdownload")
#: Most characters of a suffix in a message.
_LONGEST_SUFFIX = 12

#: Browsers save a page's pictures, scripts and frames in a folder next to it with a similar name.
_PAGE = lazy_regex(r"\.x?html?$", re.IGNORECASE)
_BESIDE = lazy_regex(
    r"(?:[_.]files|-Dateien|_fichiers|_archivos|_file|_ficheiros|_arquivos|_bestanden|-filer|_pliki|_soubory|_dosyalar)$"
)
#: A part of a file name that is not text: on POSIX a byte outside UTF-8, on Windows an unpaired surrogate.
_NO_TEXT = lazy_regex("[\ud800-\udfff]")


def is_page_name(name: str) -> bool:
    """Return whether a file is called as a page is."""
    return _PAGE.search(name) is not None


def is_beside_page(name: str) -> bool:
    """Return whether a folder is called as browsers call that of the files of a page.

    >>> is_beside_page("Town hall_files"), is_beside_page("files")
    (True, False)
    """
    return _BESIDE.search(name) is not None


def printable(source: str) -> str:
    r"""Return a name as text that can be printed and stored; distinct files keep distinct names.

    On POSIX a name is bytes; those outside UTF-8 become surrogate halves (PEP 383). On Windows a name is
    UTF-16 and may contain unpaired surrogates (PEP 529).

    >>> printable("caf\udce9.html"), printable("caf\ud800.html")
    ('caf\\xe9.html', 'caf\\ud800.html')
    """
    return _NO_TEXT.sub(_escaped, source)


def _escaped(half: re.Match[str]) -> str:
    number = ord(half[0])
    return f"\\x{number - 0xDC00:x}" if 0xDC80 <= number <= 0xDCFF else f"\\u{number:x}"


def unreadable(source: str, error: OSError | ValueError) -> DocumentError:
    """Return the error for a file or folder that cannot be opened or read."""
    source = printable(source)
    if isinstance(error, FileNotFoundError):
        return DocumentError(source, "no such file or folder: check the path (URLs begin with https://)")
    if isinstance(error, PermissionError):
        return DocumentError(source, "cannot be read: change its permissions")
    reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return DocumentError(source, f"cannot be read ({reason}): check the path and the disk")


def walk(folder: Path, left_out: Counter[str]) -> Iterator[tuple[str, Beside] | SourceError]:
    """Yield the files below a folder, sorted by name; a folder with several links to it is read once.

    Each comes with what is known of it from lists beside it. Of a snapshot of one page, only the best rendition
    is yielded.

    Args:
        folder: The folder.
        left_out: Counts the files skipped by their suffixes, except hidden ones and those that a browser
            saved next to a page.
    """
    waiting, seen = [(folder, True, Beside(folder))], set[tuple[int, int]]()
    while waiting:
        path, is_folder, known = waiting.pop()
        if not is_folder:
            yield str(path), known
            continue
        try:
            children = _children(path, seen, left_out)
            names = [child.name for child, is_inner in children if not is_inner]
            if (best := rendition(path, names)) is not None:
                left_out.update(suffix_of(file) for file in path.rglob("*") if file.is_file() and file != best[0])
                yield str(best[0]), best[1]
                continue
            known = beside(path, names, known)
        except OSError as error:
            yield unreadable(str(path), error)
            continue
        waiting += [(child, is_inner, known) for child, is_inner in reversed(children)]


def _children(folder: Path, seen: set[tuple[int, int]], left_out: Counter[str]) -> list[tuple[Path, bool]]:
    stat = folder.stat()
    if (stat.st_dev, stat.st_ino) in seen:
        return []
    seen.add((stat.st_dev, stat.st_ino))
    children = [(folder / name, is_folder) for name, is_folder in _without_parts_of_pages(_visible(folder))]
    wanted = {path for path, is_folder in children if is_folder or _is_wanted(path)}
    left_out.update(suffix_of(path) for path, _ in children if path not in wanted and not path.name.endswith(_PASSING))
    return [child for child in children if child[0] in wanted]


def _visible(folder: Path) -> list[tuple[str, bool]]:
    """Return the sorted names in a folder that are not hidden, and which of them are folders."""
    with os.scandir(folder) as entries:
        return sorted((entry.name, _is_folder(entry)) for entry in entries if not entry.name.startswith("."))


def _without_parts_of_pages(visible: list[tuple[str, bool]]) -> Iterator[tuple[str, bool]]:
    """Yield all but the folders that a browser saved next to a page."""
    pages = {Path(name).stem for name, is_folder in visible if not is_folder and is_page_name(name)}
    for name, is_folder in visible:
        beside = _BESIDE.search(name) if is_folder else None
        if beside is None or name[: beside.start()] not in pages:
            yield name, is_folder


def suffix_of(path: Path) -> str:
    """Return a file's suffix for messages, if it has one of the usual length."""
    return printable(path.suffix.lower()) if 1 < len(path.suffix) <= _LONGEST_SUFFIX else "others"


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link that leads to itself
        return False


def _is_wanted(path: Path) -> bool:
    """Return True for a document, by its name, or by its first bytes if servers and programs name such files freely."""
    name = path.name.lower()
    if name in _file_names("files") or name.endswith(tuple(_file_names("suffixes"))):
        return False
    # Pipes, sockets and devices would block; broken links are kept and reported.
    if not path.is_file():
        return path.suffix.lower() in SUFFIXES and not path.exists()
    return path.suffix.lower() in SUFFIXES or name.endswith(ZIPPED) or _is_page(path)


@cache
def _file_names(kind: str) -> frozenset[str]:
    """Return names, or ends of names, of files of a mirror that are no articles."""
    return frozenset(corpora.vocabulary()["not-articles"][kind])


def _is_page(path: Path) -> bool:
    """Return True if a file begins as a page, whatever its name: ``story.php?id=7``."""
    if path.suffix.lower() in _file_names("never"):
        return False
    try:
        with path.open("rb") as stream:
            head = stream.read(HEAD)
    except OSError:
        return True
    return begins_page(head) or corpora.is_marked(head)
