"""Read input files from local disks, S3 or the web, and write a dataset there.

Remote files are read with fsspec, in ranges with retries of their own, into a temporary file. So a broken
connection costs one range, and a truncated file is detected by its size. The libraries find credentials
themselves; they are never taken from URLs, which are stored.
"""

from __future__ import annotations

import gzip
import io
import os
import shutil
import tempfile
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlsplit

from tenacity import Retrying, retry_if_exception, stop_after_attempt, wait_random_exponential

from scraper.errors import ArchiveError, SettingsError, SourceError, printable
from scraper.input.corpora import SUFFIXES as CORPORA
from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


# Access to remote storage with fsspec: whole files or ranges, with retries.

#: Number of attempts per range; with the pauses, storage has about three minutes to recover.
_TRIES = 8
_PARTIAL = 206
#: Errors that are not retried.
_FINAL = (FileNotFoundError, PermissionError, IsADirectoryError, ImportError, ValueError)
#: URL parameters that are signatures or keys.
_SECRET = {
    "x-amz-signature", "x-amz-security-token", "x-goog-signature", "signature", "sig", "token", "access_token",
    "api_key", "apikey", "key",
}  # fmt: skip
#: Age in seconds at which what killed processes left is deleted.
_OLD = 86_400
COPIES = "voxpop-copy-"
#: The file that makes a folder a dataset.
DATASET = "_dataset.json"


def is_remote(name: str) -> bool:
    """Return True if a name is a URL for fsspec."""
    return "://" in name


def check_address(name: str) -> None:
    """Check that a URL, which is stored and printed, contains no credentials; else raise `SourceError`."""
    if not is_remote(name):
        return
    parts = urlsplit(name)
    shown = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
    if "@" in parts.netloc or any(key.lower() in _SECRET for key, _ in parse_qsl(parts.query)):
        raise SourceError(
            shown, "the URL contains credentials: pass them in the environment, or in fsspec's configuration"
        )


def ask_again(ask: Callable[[], Any], longest_wait: float) -> Any:
    """Call a function of remote storage, with retries where they may help; raise the last error."""
    retrying = Retrying(
        stop=stop_after_attempt(_TRIES),
        wait=wait_random_exponential(multiplier=1, max=longest_wait),
        retry=retry_if_exception(_may_pass),
        reraise=True,
    )
    return retrying(ask)


def sends_pieces(system: Any, name: str) -> bool:
    """Return True if storage supports ranges; some web servers send the whole file."""
    if not name.startswith(("http://", "https://")):
        return True

    async def ask() -> bool:
        session = await system.set_session()
        async with session.get(system.encode_url(name), headers={"Range": "bytes=0-0"}) as answer:
            return bool(answer.status == _PARTIAL)

    from fsspec.asyn import sync

    return bool(sync(system.loop, ask))


def _may_pass(error: BaseException) -> bool:
    if isinstance(error, FileNotFoundError) and error.__cause__ is not None:
        from scraper.fetching.answers import TRANSIENT  # late: it loads the HTTP client

        # fsspec raises this for every response of a web server that it cannot use.
        cause = error.__cause__
        status = getattr(cause, "status", None)
        if status is not None and 400 <= status < 500 and status not in TRANSIENT:
            return False
        return type(cause).__module__.startswith("aiohttp") or isinstance(cause, TimeoutError)
    return isinstance(error, Exception) and not isinstance(error, _FINAL)


def remove_old(place: Path, pattern: str) -> None:
    """Delete the folders in a place that are left of processes killed more than a day ago."""
    for folder in place.glob(pattern):
        with suppress(OSError):
            if folder.is_dir() and time.time() - folder.stat().st_mtime > _OLD:
                shutil.rmtree(folder, ignore_errors=True)


class _ShortError(OSError):
    """Raised if storage sends fewer or more bytes than requested."""


def piece_of(system: Any, name: str, start: int, end: int) -> bytes:
    """Return a range of a file."""
    content = bytes(system.cat_file(name, start=start, end=end))
    if len(content) != end - start:
        raise _ShortError(f"sent {len(content):,} bytes instead of {end - start:,}")
    return content


def fetch_whole(system: Any, name: str, size: int | None, copy: Path) -> None:
    """Fetch a whole file of the size that its server states."""
    system.get_file(name, str(copy))
    length = copy.stat().st_size
    if size is not None and length != size:
        raise _ShortError(f"sent {length:,} bytes instead of {size:,}")


def in_short(error: BaseException) -> str:
    """Return the message of an error as one short line."""
    text = " ".join(str(error).split()) or type(error).__name__
    return text if len(text) <= 200 else f"{text[:200]}…"


# Find the named input files: files, folders, globs and lists of them, on any storage.

#: Suffixes of input files in folders.
SUFFIXES = (".warc", ".warc.gz", ".warc.zst", ".wacz", *CORPORA)
_GLOB = lazy_regex(r"[*?\[]")
_GZIP = b"\x1f\x8b"
#: Maximum size of a list of files; the one of all of CC-NEWS has 2 MB.
_LARGEST_LIST = 100_000_000


@dataclass(frozen=True, slots=True)
class Inputs:
    """Input files named on the command line, unique and in order, and the errors of others."""

    files: tuple[str, ...]
    problems: tuple[SourceError, ...]


def find_inputs(sources: Iterable[str], storage: Storage, prefix: str = "") -> Inputs:
    """Find the input files of sources.

    Sources are files, folders (searched recursively), globs, or ``@LIST`` for a file with one name per line, compressed
    or not. Each can be a URL (``s3://…``, ``https://…``). Relative names in lists follow the prefix.
    """
    files: dict[str, None] = {}
    problems = []
    for found in _expanded(sources, storage, prefix):
        if isinstance(found, SourceError):
            problems.append(found)
        elif (name := printable(found)) != found:
            problems.append(SourceError(name, "its name is not UTF-8: check the locale (LANG), or rename the file"))
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
    """Return the names in a list; relative ones follow `prefix`, or the folder of a local list."""
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
        raise SourceError(f"@{name}", "contains no names of files: write one per line")
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
    found = []
    for at, folders, names in os.walk(folder):
        if DATASET in names:  # a dataset that was made before, with notes in JSON
            folders.clear()
            continue
        found += [os.path.join(at, name) for name in names if name.lower().endswith(SUFFIXES)]  # noqa: PTH118
    found.sort()
    yield from map(os.path.abspath, found)
    if not found:
        yield SourceError(str(folder), f"holds no {', '.join(SUFFIXES)}: name other files one by one")


#: Bytes per range: S3 serves such ranges at full speed, and a retry is cheap.
_PIECE = 16 << 20
#: Longest pause in seconds between two attempts. The first is at most one second, and each is random, so that
#: many workers don't retry at the same time.
_LONGEST_WAIT = 60.0


@dataclass(frozen=True, slots=True)
class Storage:
    """Access to remote storage, small enough to send; `endpoint` is an S3 server other than Amazon's."""

    anonymous: bool = False
    endpoint: str | None = None
    longest_wait: float = _LONGEST_WAIT

    @contextmanager
    def local(self, name: str) -> Iterator[Path]:
        """Yield the path of a file, or of a temporary copy; raise `SourceError` if it cannot be read."""
        if not is_remote(name):
            yield Path(name)
            return
        with tempfile.TemporaryDirectory(prefix=COPIES) as folder:
            copy = Path(folder) / "input"
            self._fetch(name, copy)
            yield copy

    def read(self, name: str, most: int) -> bytes:
        """Return the bytes of a small file; raise `SourceError` if it is unreadable or larger than `most`."""
        with self.local(name) as path:
            try:
                with path.open("rb") as stream:
                    content = stream.read(most + 1)
            except OSError as error:
                raise SourceError(name, f"{error.strerror}: check the file") from error
        if len(content) > most:
            raise SourceError(name, f"has more than {most:,} bytes: name a list of files")
        return content

    def matching(self, pattern: str) -> list[str]:
        """Return the URLs that match a remote pattern, sorted; raise `SourceError` if there are none."""
        system = self.system(pattern)
        scheme = pattern.partition("://")[0]
        found = self._asked(pattern, lambda: sorted(system.glob(pattern)))
        if not found:
            raise SourceError(pattern, "matches no file: check the pattern")
        return [name if is_remote(name) else f"{scheme}://{name}" for name in found]

    def system(self, name: str) -> Any:
        """Return the fsspec file system of a URL; raise `SettingsError` without a package, `SourceError` for others."""
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
        # The library slows down by itself when told to.
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
    """The folder of a dataset, local or remote.

    Its methods raise `ArchiveError` if remote storage fails, `OSError` if a disk does.

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
        """Return True if the folder is local, or mounted."""
        return self._system is None

    def path(self, *parts: str) -> Path:
        """Return the local path of a file."""
        return Path(self.root, *parts)

    @contextmanager
    def aside(self) -> Iterator[Path]:
        """Yield a folder for files that are written before they are moved into place."""
        if self._system is None:
            folder = self.path("_aside")
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=folder) as own:
                yield Path(own)
        else:
            with tempfile.TemporaryDirectory(prefix=COPIES) as own:
                yield Path(own)

    def put(self, file: Path, *parts: str) -> None:
        """Move a finished file into place atomically, replacing any other."""
        if self._system is None:
            place = self.path(*parts)
            place.parent.mkdir(parents=True, exist_ok=True)
            with file.open("rb+") as stream:
                os.fsync(stream.fileno())
            file.replace(place)
        else:
            self._asked(partial(self._system.put_file, str(file), self._url(parts)))

    def write(self, text: str, *parts: str) -> None:
        """Write a small file atomically."""
        with self.aside() as folder:
            file = folder / "file"
            file.write_text(text, "utf-8")
            self.put(file, *parts)

    def read(self, *parts: str) -> str | None:
        """Return the text of a small file; None if it is missing."""
        try:
            if self._system is None:
                return self.path(*parts).read_text("utf-8")
            return bytes(self._asked(partial(self._system.cat_file, self._url(parts)))).decode()
        except FileNotFoundError:
            return None

    def names(self, folder: str, suffix: str = "") -> list[str]:
        """Return the names of the files in a subfolder, sorted."""
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
        """Remove a file if it exists."""
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
