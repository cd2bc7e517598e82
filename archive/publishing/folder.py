"""The folder of a published site: written aside, and put in the place of the last one when it is whole."""

from __future__ import annotations

import json
import os
import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from archive.lock import try_lock
from scraper.errors import LockedError, SettingsError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

#: Stands in every folder that was written here, and names its files.
MARKER = "voxpop-published.json"


class Folder:
    """A site that is being written.

    Attributes:
        path: The folder in which it stands until it is whole.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.files: list[str] = []

    def write(self, file: str, content: bytes) -> None:
        """Write a file, whose name is relative and has forward slashes."""
        path = self.path / file
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
        self.files.append(file)

    def read(self, file: str) -> bytes:
        """Return what was written."""
        return (self.path / file).read_bytes()

    def finish(self, about: dict[str, Any]) -> None:
        """Write the marker, which names all files and tells what the site is."""
        told = about | {"files": sorted({*self.files, MARKER})}
        (self.path / MARKER).write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", "utf-8")


@contextmanager
def replacing(out: Path) -> Iterator[Folder]:
    """Give a folder to write into, which takes the place of `out` at the end, or vanishes with an error.

    The last site stays in its place until the new one is whole. A run that was killed leaves a folder beside
    it, which the next one removes.

    Raises:
        SettingsError: Something else stands there, or nothing can be written.
        LockedError: Another run writes the same site.
    """
    out = out.resolve()
    unfinished, before = (out.with_name(f".{out.name}.{word}") for word in ("unfinished", "before"))
    if not before.exists():
        require_ours(out)
    with _locked(out):
        if before.exists() and not out.exists():
            before.rename(out)  # the run before was killed between two names
        require_ours(out)
        for left in (unfinished, before):
            shutil.rmtree(left, ignore_errors=True)
        try:
            unfinished.mkdir()
            yield Folder(unfinished)
            require_ours(out)  # nobody has put a file of their own there meanwhile
            if out.exists():
                out.rename(before)
            unfinished.rename(out)
        except OSError as error:
            raise SettingsError(
                f"{error.filename or out}: {error.strerror}: check the disk, or name another folder"
            ) from error
        finally:
            if before.exists() and not out.exists():
                before.rename(out)
            for left in (unfinished, before):
                shutil.rmtree(left, ignore_errors=True)


def require_ours(out: Path) -> None:
    """Raise an error unless a folder may be replaced: it is missing, empty, or holds our files alone.

    Raises:
        SettingsError: It holds something else, or is no folder.
    """
    if not out.parent.is_dir():
        raise SettingsError(f"{out}: there is no folder {out.parent}: make it first")
    if not out.exists():
        return
    if not out.is_dir():
        raise SettingsError(f"{out}: is a file: name a folder")
    if any(out.iterdir()) and not (out / MARKER).is_file():
        raise SettingsError(f"{out}: holds files, and `voxpop publish` did not write them: name another folder")
    there = {file.relative_to(out).as_posix() for file in out.rglob("*") if not file.is_dir()}
    if strange := sorted(there - _files_of(out, there)):
        raise SettingsError(
            f"{out / strange[0]}: is not of the published site: move it elsewhere, or name another folder"
        )


def _files_of(out: Path, there: set[str]) -> set[str]:
    if not there:
        return set()
    try:
        return set(json.loads((out / MARKER).read_text("utf-8"))["files"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise SettingsError(f"{out / MARKER}: cannot be read: remove the folder yourself") from error


@contextmanager
def _locked(out: Path) -> Iterator[None]:
    """Hold a lock file beside the folder while the site is written.

    Raises:
        SettingsError: It cannot be made.
        LockedError: Another run holds it.
    """
    file = out.with_name(f".{out.name}.lock")
    try:
        lock = os.open(file, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise SettingsError(
            f"{out}: no file can be made beside it ({error.strerror}): check the folder {out.parent}"
        ) from error
    try:
        if not try_lock(lock):
            raise LockedError(f"{out}: another run is writing it")
        yield
    finally:
        os.close(lock)
