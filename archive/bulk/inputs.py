"""The input files that the user names: files, folders, globs, and lists of them, on any storage."""

from __future__ import annotations

import gzip
import io
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from archive.bulk.remote import check_address, is_remote
from scraper.errors import SourceError
from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from archive.bulk.storage import Storage

#: The ends of the names of files that are looked for in folders.
SUFFIXES = (".warc", ".warc.gz", ".warc.zst", ".wacz")
_GLOB = lazy_regex(r"[*?\[]")
_GZIP = b"\x1f\x8b"
#: Most bytes of a list of files; that of all of CC-NEWS has 2 MB.
_LARGEST_LIST = 100_000_000


@dataclass(frozen=True, slots=True)
class Inputs:
    """What a command line names.

    Attributes:
        files: The names of the input files, each once, in order. Local names are absolute.
        problems: What is wrong with the others.
    """

    files: tuple[str, ...]
    problems: tuple[SourceError, ...]


def find_inputs(sources: Iterable[str], storage: Storage, prefix: str = "") -> Inputs:
    """Find the input files that sources stand for.

    Args:
        sources: Files, folders (searched recursively), globs, ``@LIST`` for a file that lists names, one a
            line, compressed or not. Each may be a URL (``s3://…``, ``https://…``).
        storage: Reaches URLs.
        prefix: Put before the names in lists that are no URLs and no absolute paths: ``s3://commoncrawl/``.
    """
    files: dict[str, None] = {}
    problems = []
    for found in _expanded(sources, storage, prefix):
        if isinstance(found, SourceError):
            problems.append(found)
        else:
            files[found] = None
    return Inputs(tuple(files), tuple(problems))


def _expanded(sources: Iterable[str], storage: Storage, prefix: str) -> Iterator[str | SourceError]:
    for source in sources:
        try:
            if source.startswith("@"):
                for name in _listed(source[1:], storage, prefix):
                    yield from _files(name, storage, listed=True)
            else:
                yield from _files(source, storage)
        except SourceError as error:
            yield error


def _listed(name: str, storage: Storage, prefix: str) -> list[str]:
    """Return the names in a list; those that are relative follow `prefix`, or the folder of a local list."""
    content = storage.read(name, _LARGEST_LIST)
    if content.startswith(_GZIP):
        try:
            with gzip.GzipFile(fileobj=io.BytesIO(content)) as stream:
                content = stream.read(_LARGEST_LIST)
        except (OSError, EOFError) as error:
            raise SourceError(f"@{name}", f"is damaged ({error}): fetch the list again") from error
    lines = (line.strip() for line in content.decode("utf-8", "replace").splitlines())
    names = [line for line in lines if line and not line.startswith("#")]
    if not names:
        raise SourceError(f"@{name}", "lists no files: write one name a line")
    base = prefix or ("" if is_remote(name) else f"{Path(name).parent}{os.sep}")
    return [line if is_remote(line) or Path(line).is_absolute() else base + line for line in names]


def _files(name: str, storage: Storage, *, listed: bool = False) -> Iterator[str | SourceError]:
    if is_remote(name):
        check_address(name)
        yield from [name] if listed or not _GLOB.search(name) else storage.matching(name)
        return
    path = Path(name)
    if path.is_dir():
        yield from _in_folder(path)
    elif path.is_file() or listed:
        yield os.path.abspath(path)  # noqa: PTH100 -- links keep their names
    elif _GLOB.search(name):
        found = sorted(
            str(file) for file in Path(path.anchor or ".").glob(str(path.relative_to(path.anchor))) if file.is_file()
        )
        yield from map(os.path.abspath, found)
        if not found:
            yield SourceError(name, "matches no file: check the pattern")
    else:
        yield SourceError(name, "no such file or folder: check the name")


def _in_folder(folder: Path) -> Iterator[str | SourceError]:
    found = sorted(
        os.path.join(at, name)  # noqa: PTH118
        for at, _, names in os.walk(folder)
        for name in names
        if name.lower().endswith(SUFFIXES)
    )
    yield from map(os.path.abspath, found)
    if not found:
        yield SourceError(str(folder), f"holds no {', '.join(SUFFIXES)}: name other files one by one")
