"""Walk folders and select the files that are documents; read the lists and the renditions next to pages.

Substack lists its posts in ``posts.csv``, Omnivore in ``metadata_….json``, HTTrack in ``hts-cache/new.txt``, and a
snapshot of ArchiveBox has ``index.json`` next to seven renditions of one page. The names are in
``config/corpora.toml``.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fnmatch import fnmatch
from html import unescape
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any
from unicodedata import normalize

from scraper.errors import DocumentError, SourceError, printable
from scraper.input import corpora
from scraper.input.kinds import begins_page, vocabulary
from scraper.input.streams import HEAD
from scraper.input.tables import CsvRows, dialect_of, is_json, json_rows
from scraper.patterns import lazy_regex
from scraper.records import Declared
from scraper.values.urls import http_url

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator, Mapping, Sequence

    from scraper.records import Document

    #: The URL and metadata of a page; None if it is unpublished.
    Known = tuple[str | None, Declared] | None

_LARGEST_LIST, _MOST_LISTED, _MOST_LISTS = 20_000_000, 200_000, 50
#: Columns of a list that name the file of a page.
_KEYS = ("slug", "postid", "filename", "file", "path", "localpath", "id", "name", "indexfilename")
#: The file with the URL in a page that SingleFile compressed; sites have such files too, which are no lists.
_OF_SINGLEFILE = "manifest.json"
_IN_MAFF = lazy_regex(r"<MAF:(originalurl|indexfilename) RDF:resource=\"([^\"<>]{1,2000})\"")
_HOST = lazy_regex(r"(?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,20}(?::\d{2,5})?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Beside:
    """What is known of the pages below a folder, which may be the mirror of a host.

    `listed` has the pages by the names of their files.
    """

    root: Path
    listed: Mapping[str, Known] = field(default_factory=dict)
    host: str | None = None

    def complete(self, path: Path, document: Document) -> Document | None:
        """Return a page with its listed URL and metadata; None if it is not published."""
        relative = path.relative_to(self.root).as_posix()
        for name in map(_key, (relative, path.name, path.stem, "")):
            if name in self.listed:
                break
        else:
            return replace(document, url=document.url or self._mirrored(relative, document))
        found = self.listed[name]
        if found is None:
            return None
        url, said = found
        if begins_page(document.content[:HEAD]):  # a whole page states its own
            said = Declared(listed_title=said.title)
        return replace(document, url=document.url or url, declared=said)

    def _mirrored(self, relative: str, document: Document) -> str | None:
        if self.host is None or not begins_page(document.content[:HEAD]):
            return None
        return http_url(f"http://{self.host}/{relative.removesuffix('index.html')}")


def beside(folder: Path, names: Sequence[str], outer: Beside) -> Beside:
    """Return the metadata of the pages below a folder, from its lists and from those above it."""
    listed: dict[str, Known] = {}
    patterns = vocabulary()["beside-pages"]["lists"]
    lists = [name for name in (*names, _OF_SINGLEFILE) if any(fnmatch(name.lower(), pattern) for pattern in patterns)]
    for name in lists[:_MOST_LISTS]:
        with suppress(OSError, ValueError, LookupError):
            for row in _rows(folder / name):
                listed |= _entry(row, is_alone=False)
                if len(listed) > _MOST_LISTED:
                    break
    with suppress(OSError):
        listed |= _of_maff(folder / "index.rdf")
    with suppress(OSError):
        listed |= _of_httrack(folder / "hts-cache" / "new.txt")
    is_mirror = _HOST.fullmatch(folder.name) and any((folder / name).exists() for name in ("robots.txt", "index.html"))
    if listed or is_mirror:
        return Beside(folder, listed, folder.name if is_mirror else None)
    return outer


def _rows(path: Path) -> Iterator[Mapping[str, Any]]:
    if path.stat().st_size > _LARGEST_LIST:
        return
    with path.open("rb") as stream:
        head = stream.read(HEAD)
        stream.seek(0)
        rows = json_rows(stream, _LARGEST_LIST) if is_json(head) else CsvRows(stream, dialect_of(head), HEAD * 16)
        yield from (row.values for row in rows if row.values)


def _entry(row: Mapping[str, Any], *, is_alone: bool) -> dict[str, Known]:
    """Return the metadata in a row of a list, by each name of its page."""
    values = corpora.chosen_values(row, {})
    url, said, _ = corpora.stated_in(values)
    if not (url or said.title) or values.get("text") or values.get("html"):
        return {}
    found = None if corpora.is_unpublished(row) else (url, said)
    folded = {corpora.folded(name): value for name, value in row.items()}
    keys = [folded[key] for key in _KEYS if isinstance(folded.get(key), str | int)]
    return {"": found} if is_alone else {_key(PurePosixPath(str(key)[:500]).name): found for key in keys if str(key)}


def _key(name: str) -> str:
    """Return a file name as lists are compared with it: macOS decomposes accented letters."""
    return normalize("NFC", printable(name))


def _of_maff(path: Path) -> dict[str, Known]:
    with path.open("r", encoding="utf-8", errors="replace") as stream:
        said = dict(_IN_MAFF.findall(stream.read(HEAD)))
    url = http_url(unescape(said.get("originalurl", "")))
    return {_key(said["indexfilename"]): (url, Declared())} if url and "indexfilename" in said else {}


def _of_httrack(path: Path) -> dict[str, Known]:
    """Return the URLs in HTTrack's list of files, by the paths from the host on."""
    found: dict[str, Known] = {}
    with path.open("r", encoding="utf-8", errors="replace") as lines:
        for line in lines:
            cells = line.rstrip("\n").split("\t")
            url = http_url(cells[7]) if len(cells) > 8 and len(line) < HEAD else None
            if url and len(found) < _MOST_LISTED:
                host = url.split("/")[2]
                found[host + cells[8].rpartition(f"/{host}")[2]] = (url, Declared())
    return found


def rendition(folder: Path, names: Sequence[str]) -> tuple[Path, Beside] | None:
    """Return the best rendition in a snapshot of one page, with its metadata; None if a folder is none."""
    if "index.json" not in names:
        return None
    with suppress(OSError, ValueError):
        rows = list(_rows(folder / "index.json"))
        known = _entry(rows[0], is_alone=True) if len(rows) == 1 else {}
        best = next((path for path in _renditions(folder) if path.is_file()), None)
        if known and best is not None:
            return best, Beside(folder, known)
    return None


def _renditions(folder: Path) -> Iterator[Path]:
    yield from (folder / name for name in vocabulary()["beside-pages"]["renditions"])
    yield from (path for path in sorted(folder.rglob("*.html"))[:1000] if path.parent != folder)


#: The suffixes of files read in a folder. A file named by the user is always read.
SUFFIXES = frozenset({"", *vocabulary()["beside-pages"]["suffixes"], *corpora.SUFFIXES})
#: The suffixes of files that are also read when gzipped.
ZIPPED = tuple(f"{suffix}.gz" for suffix in (".warc", ".eml", ".mbox", *corpora.SUFFIXES))
#: Suffixes of files that SQLite keeps next to an open database, and of files being written.
_PASSING = ("-wal", "-shm", "-journal", "~", ".part", ".tmp", ".crdownload")
#: Most characters of a suffix in a message.
_LONGEST_SUFFIX = 12

#: Browsers save a page's pictures, scripts and frames in a folder next to it with a similar name.
PAGE_NAME = lazy_regex(r"\.x?html?$", re.IGNORECASE)
_BESIDE = lazy_regex(
    r"(?:[_.]files|-Dateien|_fichiers|_archivos|_file|_ficheiros|_arquivos|_bestanden|-filer|_pliki|_soubory|_dosyalar)$"
)


def is_beside_page(name: str) -> bool:
    """Return whether a folder is called as browsers call that of the files of a page.

    >>> is_beside_page("Town hall_files"), is_beside_page("files")
    (True, False)
    """
    return _BESIDE.search(name) is not None


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

    Each comes with its metadata from lists next to it. Of a snapshot of one page, only the best
    rendition is yielded. `left_out` counts the files skipped by their suffixes, except hidden ones and those
    that a browser saved next to a page.
    """
    waiting, seen = [(folder, True, Beside(folder))], set[tuple[int, int]]()
    while waiting:
        path, is_folder, known = waiting.pop()
        if not is_folder and known.host is not None and corpora.is_marked(_head_of(path) or b""):
            left_out[suffix_of(path)] += 1  # of the mirrored site, which has the pages too
            continue
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
    children = [(folder / name, is_folder) for name, is_folder in _visible(folder)]
    wanted = {path for path, is_folder in children if is_folder or _is_wanted(path)}
    left_out.update(suffix_of(path) for path, _ in children if path not in wanted and not path.name.endswith(_PASSING))
    return [child for child in children if child[0] in wanted]


def _visible(folder: Path) -> Iterator[tuple[str, bool]]:
    """Yield the sorted names in a folder, and which are folders; not hidden ones, nor those saved next to a page."""
    with os.scandir(folder) as entries:
        visible = sorted((entry.name, _is_folder(entry)) for entry in entries if not entry.name.startswith("."))
    pages = {Path(name).stem for name, is_folder in visible if not is_folder and PAGE_NAME.search(name)}
    for name, is_folder in visible:
        beside = _BESIDE.search(name) if is_folder else None
        if beside is None or name[: beside.start()] not in pages:
            yield name, is_folder


def suffix_of(path: Path) -> str:
    """Return a file's suffix for messages, if it has one of the usual length."""
    return printable(path.suffix.lower()) if 1 < len(path.suffix) <= _LONGEST_SUFFIX else "others"


def _is_folder(entry: os.DirEntry[str]) -> bool:
    with suppress(OSError):  # a link that leads to itself
        return entry.is_dir()
    return False


def _is_wanted(path: Path) -> bool:
    """Return True for a document, by its name, or by its first bytes if servers and programs name such files freely."""
    name = path.name.lower()
    if name in corpora.not_articles("files") or name.endswith(tuple(corpora.not_articles("suffixes"))):
        return False
    # Pipes, sockets and devices would block; broken links are kept and reported.
    if not path.is_file():
        return path.suffix.lower() in SUFFIXES and not path.exists()
    return path.suffix.lower() in SUFFIXES or name.endswith(ZIPPED) or _is_page(path)


def _head_of(path: Path) -> bytes | None:
    with suppress(OSError), path.open("rb") as stream:
        return stream.read(HEAD)
    return None


def _is_page(path: Path) -> bool:
    """Return True if a file begins as a page, whatever its name: ``story.php?id=7``."""
    if path.suffix.lower() in corpora.not_articles("never"):
        return False
    head = _head_of(path)
    return head is None or begins_page(head) or corpora.is_marked(head)
