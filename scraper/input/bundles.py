"""Read what stands beside pages in an export or a mirror: lists with titles, dates and URLs, and other renditions.

Substack lists its posts in ``posts.csv``, Omnivore in ``metadata_….json``, HTTrack in ``hts-cache/new.txt``, and a
snapshot of ArchiveBox has ``index.json`` beside seven renditions of one page. The names are in
``config/corpora.toml``. A ZIP file is unpacked within limits and read as a folder.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath
from typing import IO, TYPE_CHECKING, Any

from scraper.errors import NoCorpusError
from scraper.input import corpora
from scraper.input.kinds import begins_page
from scraper.input.streams import HEAD
from scraper.input.tables import CsvRows, dialect_of, is_json, json_rows
from scraper.patterns import lazy_regex
from scraper.records import Declared
from scraper.values.urls import http_url

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scraper.records import Document

_LARGEST_LIST, _MOST_LISTED, _MOST_LISTS = 20_000_000, 200_000, 50
#: Columns of a list that name the file of a page.
_KEYS = ("slug", "postid", "filename", "file", "path", "localpath", "id", "name")
_HOST = lazy_regex(r"(?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,20}(?::\d{2,5})?", re.IGNORECASE)
#: Most files of a ZIP, most bytes of all, and most growth of a large one: texts grow twentyfold.
_MOST_FILES, _MOST_BYTES, _MOST_GROWTH, _SMALL = 100_000, 2_000_000_000, 200, 10_000_000
_TWITTER = "is the archive of an account from Twitter, not an article: pass the pages that show its posts"


@dataclass(frozen=True, slots=True)
class Beside:
    """What is known of the pages below a folder.

    Attributes:
        root: The folder.
        listed: The URL and the metadata of each listed page, by the name of its file; None if it is unpublished.
        host: The host whose mirror the folder is; None if it is none.
    """

    root: Path
    listed: Mapping[str, tuple[str | None, Declared] | None] = field(default_factory=dict)
    host: str | None = None

    def complete(self, path: Path, document: Document) -> Document | None:
        """Return a page with its listed URL and metadata; None if it is not published."""
        relative = path.relative_to(self.root).as_posix()
        for name in (relative, path.name, path.stem, ""):
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
        """Return the URL of a page below the folder of a host."""
        if self.host is None or not begins_page(document.content[:HEAD]):
            return None
        return http_url(f"http://{self.host}/{relative.removesuffix('index.html')}")


def beside(folder: Path, names: Sequence[str], outer: Beside) -> Beside:
    """Return what is known of the pages below a folder, from its lists and from those above it.

    Args:
        folder: The folder.
        names: The names of the files in it.
        outer: What is known from the folders above.
    """
    listed: dict[str, tuple[str | None, Declared] | None] = {}
    patterns = corpora.vocabulary()["beside-pages"]["lists"]
    lists = [name for name in names if any(fnmatch(name.lower(), pattern) for pattern in patterns)]
    for name in lists[:_MOST_LISTS]:
        with suppress(OSError, ValueError, LookupError):
            for row in _rows(folder / name):
                listed |= _entry(row, is_alone=False)
                if len(listed) > _MOST_LISTED:
                    break
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


def _entry(row: Mapping[str, Any], *, is_alone: bool) -> dict[str, tuple[str | None, Declared] | None]:
    """Return the metadata in a row of a list, by each name of its page."""
    values = corpora.chosen_values(row, {})
    url, said, _ = corpora.stated_in(values)
    if not (url or said.title) or values.get("text") or values.get("html"):
        return {}
    found = None if corpora.is_unpublished(row) else (url, said)
    folded = {corpora.folded(name): value for name, value in row.items()}
    keys = [folded[key] for key in _KEYS if isinstance(folded.get(key), str | int)]
    return {"": found} if is_alone else {PurePosixPath(str(key)[:500]).name: found for key in keys if str(key)}


def _of_httrack(path: Path) -> dict[str, tuple[str | None, Declared] | None]:
    """Return the URLs in HTTrack's list of files, by the paths from the host on."""
    found: dict[str, tuple[str | None, Declared] | None] = {}
    with path.open("r", encoding="utf-8", errors="replace") as lines:
        for line in lines:
            cells = line.rstrip("\n").split("\t")
            url = http_url(cells[7]) if len(cells) > 8 and len(line) < HEAD else None
            if url and len(found) < _MOST_LISTED:
                host = url.split("/")[2]
                found[host + cells[8].rpartition(f"/{host}")[2]] = (url, Declared())
    return found


def rendition(folder: Path, names: Sequence[str]) -> tuple[Path, Beside] | None:
    """Return the best rendition in a snapshot of one page, with its metadata; None if a folder is none.

    Args:
        folder: The folder.
        names: The names of the files in it.
    """
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
    for name in corpora.vocabulary()["beside-pages"]["renditions"]:
        yield folder / name
    pages = (path for path in sorted(folder.rglob("*.html"))[:1000] if path.parent != folder)
    yield from pages


def unpack(source: str, stream: IO[bytes], folder: Path) -> None:
    """Unpack a ZIP file into a folder, within limits of its number of files, their size and their growth.

    Raises:
        NoCorpusError: It exceeds a limit, is encrypted, or is the archive of an account.
        zipfile.BadZipFile, OSError, RuntimeError, NotImplementedError, zlib.error, EOFError: It is damaged.
    """
    with zipfile.ZipFile(stream) as package:
        entries = [entry for entry in package.infolist() if not entry.is_dir()]
        if any(PurePosixPath(entry.filename).name == "Your archive.html" for entry in entries):
            raise NoCorpusError(source, _TWITTER)
        size = sum(entry.file_size for entry in entries)
        if len(entries) > _MOST_FILES or size > _MOST_BYTES:
            reason = f"is a ZIP of {len(entries):,} files and {size:,} bytes: unpack it, and pass the folder"
            raise NoCorpusError(source, reason)
        for entry in entries:
            is_bomb = entry.file_size > _SMALL and entry.file_size > _MOST_GROWTH * entry.compress_size
            if is_bomb or entry.flag_bits & 1:
                reason = "is encrypted" if entry.flag_bits & 1 else f"unpacks to {entry.file_size:,} bytes"
                raise NoCorpusError(source, f"is a ZIP with a file that {reason}: unpack it, and pass the folder")
            package.extract(entry, folder)


#: Raised when reading a damaged ZIP file.
DAMAGED = (zipfile.BadZipFile, OSError, RuntimeError, NotImplementedError, ValueError, EOFError, zlib.error)


def members(stream: IO[bytes]) -> frozenset[str]:
    """Return the names of the files in a ZIP file; none if it is damaged."""
    try:
        with zipfile.ZipFile(stream) as package:
            return frozenset(package.namelist()[:_MOST_FILES])
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError, EOFError):
        return frozenset()
