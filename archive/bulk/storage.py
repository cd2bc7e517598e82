"""Read input files from wherever they lie, and write a dataset there: local disks, S3, the web.

Remote files are reached through fsspec. They are fetched in pieces to a temporary file, each piece with its
own retries, so that a broken connection costs one piece, and a file that is cut short is known by its size.
Credentials are taken from where the libraries look for them, never from addresses, which are written down.
"""

from __future__ import annotations

import os
import tempfile
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from archive.bulk.remote import (
    COPIES,
    ask_again,
    check_address,
    fetch_whole,
    in_short,
    is_remote,
    piece_of,
    sends_pieces,
)
from scraper.errors import ArchiveError, SettingsError, SourceError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

#: Bytes fetched at once: S3 serves such ranges at full speed, and a repeated one is cheap.
_PIECE = 16 << 20
#: Longest wait in seconds between two tries; the first is at most one second, and each is drawn by lot, so
#: that many workers do not come back together.
_LONGEST_WAIT = 60.0


@dataclass(frozen=True, slots=True)
class Storage:
    """How remote storage is reached; small, so that it travels to workers.

    Attributes:
        anonymous: Sign no requests to S3.
        endpoint: The URL of an S3 server other than Amazon's; None for Amazon's.
        longest_wait: Most seconds between two tries.
    """

    anonymous: bool = False
    endpoint: str | None = None
    longest_wait: float = _LONGEST_WAIT

    @contextmanager
    def local(self, name: str) -> Iterator[Path]:
        """Yield a local path of a file: its own, or that of a copy that is deleted afterwards.

        Raises:
            SourceError: It cannot be read; remote storage was asked several times.
        """
        if not is_remote(name):
            yield Path(name)
            return
        with tempfile.TemporaryDirectory(prefix=COPIES) as folder:
            copy = Path(folder) / "input"
            self._fetch(name, copy)
            yield copy

    def read(self, name: str, most: int) -> bytes:
        """Return the bytes of a small file.

        Raises:
            SourceError: It cannot be read, or has more than `most` bytes.
        """
        with self.local(name) as path:
            try:
                size = path.stat().st_size
                content = path.read_bytes() if size <= most else b""
            except OSError as error:
                raise SourceError(name, f"{error.strerror}: check the file") from error
        if size > most:
            raise SourceError(name, f"has more than {most:,} bytes: name a list of files")
        return content

    def matching(self, pattern: str) -> list[str]:
        """Return the URLs that match a remote pattern, sorted.

        Raises:
            SourceError: There are none, or the storage cannot be read.
        """
        system = self.system(pattern)
        scheme = pattern.partition("://")[0]
        found = self._asked(pattern, lambda: sorted(system.glob(pattern)))
        if not found:
            raise SourceError(pattern, "matches no file: check the pattern")
        return [name if is_remote(name) else f"{scheme}://{name}" for name in found]

    def system(self, name: str) -> Any:
        """Return the fsspec file system of a URL.

        Raises:
            SettingsError: A package is missing.
            SourceError: There is no such kind of storage.
        """
        try:
            import fsspec

            return fsspec.url_to_fs(name, **self._options(name))[0]
        except ImportError as error:
            raise SettingsError(
                f"{name}: files on remote storage need more packages ({error}): "
                "install them with `pip install 'voxpop[cluster]'`"
            ) from error
        except ValueError as error:
            raise SourceError(name, f"{error}: name a local file, s3:// or https://") from error

    def _options(self, name: str) -> dict[str, Any]:
        if not name.startswith(("s3://", "s3a://")):
            return {}
        # The storage's own library slows down by itself when it is told to.
        retries = {"retries": {"mode": "adaptive", "max_attempts": 4}}
        client = {"endpoint_url": self.endpoint} if self.endpoint else {}
        return {"anon": self.anonymous, "config_kwargs": retries, "client_kwargs": client}

    def _fetch(self, name: str, copy: Path) -> None:
        check_address(name)
        system = self.system(name)
        size = self._asked(name, lambda: system.size(name))
        if size is None or not self._asked(name, partial(sends_pieces, system, name)):
            self._asked(name, partial(fetch_whole, system, name, size, copy))
            return
        with copy.open("wb") as stream:
            for start in range(0, size, _PIECE):
                end = min(start + _PIECE, size)
                stream.write(self._asked(name, partial(piece_of, system, name, start, end)))

    def _asked(self, name: str, ask: Callable[[], Any]) -> Any:
        try:
            return ask_again(ask, self.longest_wait)
        except SourceError:
            raise
        except Exception as error:
            raise SourceError(name, f"cannot be read from its storage ({in_short(error)})") from error


class Target:
    """The folder of a dataset, on a local disk or on remote storage.

    Its methods raise `ArchiveError` where remote storage gives no answer, `OSError` where a disk does not.

    Raises:
        SettingsError: It cannot be the folder of a dataset.
    """

    def __init__(self, root: str, storage: Storage | None = None) -> None:
        self.root = root.rstrip("/") if is_remote(root) else root
        self._storage = storage or Storage()
        self._system = None
        if is_remote(root):
            try:
                check_address(root)
                self._system = self._storage.system(root)
            except SourceError as error:
                raise SettingsError(str(error)) from error
            if root.startswith(("http://", "https://")):
                raise SettingsError(f"{root}: cannot be written to: name a folder, or s3://")

    @property
    def is_local(self) -> bool:
        """Return whether it lies on a disk of this machine, or on one that looks like it."""
        return self._system is None

    def path(self, *parts: str) -> Path:
        """Return the local path of a file in it."""
        return Path(self.root, *parts)

    @contextmanager
    def aside(self) -> Iterator[Path]:
        """Yield a folder in which files are written before they are put in their place."""
        if self._system is None:
            folder = self.path("_aside")
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=folder) as own:
                yield Path(own)
        else:
            with tempfile.TemporaryDirectory(prefix=COPIES) as own:
                yield Path(own)

    def put(self, file: Path, *parts: str) -> None:
        """Put a finished file in its place, whole; one of that name is replaced."""
        if self._system is None:
            place = self.path(*parts)
            place.parent.mkdir(parents=True, exist_ok=True)
            with file.open("rb+") as stream:
                os.fsync(stream.fileno())
            file.replace(place)
        else:
            self._asked(partial(self._system.put_file, str(file), self._url(parts)))

    def write(self, text: str, *parts: str) -> None:
        """Write a small file, whole."""
        with self.aside() as folder:
            file = folder / "file"
            file.write_text(text, "utf-8")
            self.put(file, *parts)

    def read(self, *parts: str) -> str | None:
        """Return the text of a small file; None where it is missing."""
        try:
            if self._system is None:
                return self.path(*parts).read_text("utf-8")
            return bytes(self._asked(partial(self._system.cat_file, self._url(parts)))).decode()
        except FileNotFoundError:
            return None

    def names(self, folder: str, suffix: str = "") -> list[str]:
        """Return the names of the files in a folder of it, sorted."""
        if self._system is None:
            place = self.path(folder)
            found = [entry.name for entry in os.scandir(place)] if place.is_dir() else []
        else:
            self._system.invalidate_cache()
            try:
                paths = self._asked(partial(self._system.ls, self._url((folder,)), detail=False))
            except FileNotFoundError:
                paths = []
            found = [path.rstrip("/").rpartition("/")[2] for path in paths]
        return sorted(name for name in found if name.endswith(suffix))

    def remove(self, *parts: str) -> None:
        """Remove a file where it is there."""
        if self._system is None:
            self.path(*parts).unlink(missing_ok=True)
            return
        with suppress(FileNotFoundError):
            self._asked(partial(self._system.rm_file, self._url(parts)))

    def _url(self, parts: tuple[str, ...]) -> str:
        return "/".join((self.root, *parts))

    def _asked(self, ask: Callable[[], Any]) -> Any:
        try:
            return ask_again(ask, self._storage.longest_wait)
        except FileNotFoundError:
            raise
        except Exception as error:
            raise ArchiveError(f"{self.root}: its storage does not answer ({in_short(error)})") from error
