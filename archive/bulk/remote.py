"""Reach files on remote storage through fsspec: whole or in pieces, and again where that may help."""

from __future__ import annotations

import shutil
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlsplit

from tenacity import Retrying, retry_if_exception, stop_after_attempt, wait_random_exponential

from scraper.errors import SourceError

if TYPE_CHECKING:
    from collections.abc import Callable

#: So often is a piece asked for; with the waits between, storage has about three minutes to recover.
_TRIES = 8
_PARTIAL = 206
#: What another try does not mend.
_FINAL = (FileNotFoundError, PermissionError, IsADirectoryError, ImportError, ValueError)
#: Parameters of addresses that are signed or that hold a key.
_SECRET = frozenset(
    {
        "x-amz-signature",
        "x-amz-security-token",
        "x-goog-signature",
        "signature",
        "sig",
        "token",
        "access_token",
        "api_key",
        "apikey",
        "key",
    }
)
#: Copies of input files that killed processes left are deleted after so many seconds.
_OLD = 86_400
COPIES = "voxpop-copy-"


def is_remote(name: str) -> bool:
    """Return whether a name is a URL that fsspec reaches.

    >>> is_remote("s3://crawl/a.warc.gz"), is_remote("crawl/a.warc.gz")
    (True, False)
    """
    return "://" in name


def check_address(name: str) -> None:
    """Check that an address holds no credentials: it is written into the dataset, and shown.

    Raises:
        SourceError: It does; its text shows none.
    """
    if not is_remote(name):
        return
    parts = urlsplit(name)
    shown = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
    if "@" in parts.netloc or any(key.lower() in _SECRET for key, _ in parse_qsl(parts.query)):
        raise SourceError(
            shown, "its address holds credentials: give them in the environment, or in fsspec's configuration"
        )


def ask_again(ask: Callable[[], Any], longest_wait: float) -> Any:
    """Ask remote storage, again and again where that may help; raise the last error."""
    retrying = Retrying(
        stop=stop_after_attempt(_TRIES),
        wait=wait_random_exponential(multiplier=1, max=longest_wait),
        retry=retry_if_exception(_may_pass),
        reraise=True,
    )
    return retrying(ask)


def sends_pieces(system: Any, name: str) -> bool:
    """Return whether storage sends a part of a file that is asked for; some web servers send all of it."""
    if not name.startswith(("http://", "https://")):
        return True

    async def ask() -> bool:
        session = await system.set_session()
        async with session.get(system.encode_url(name), headers={"Range": "bytes=0-0"}) as answer:
            return bool(answer.status == _PARTIAL)

    from fsspec.asyn import sync

    return bool(sync(system.loop, ask))


def _may_pass(error: BaseException) -> bool:
    """Return whether another try may help."""
    if isinstance(error, FileNotFoundError) and error.__cause__ is not None:
        # fsspec says so of every answer of a web server that it cannot use.
        cause = error.__cause__
        return type(cause).__module__.startswith("aiohttp") or isinstance(cause, TimeoutError)
    return isinstance(error, Exception) and not isinstance(error, _FINAL)


def remove_old_copies() -> None:
    """Delete copies of input files that killed processes left behind."""
    for folder in Path(tempfile.gettempdir()).glob(f"{COPIES}*"):
        with suppress(OSError):
            if time.time() - folder.stat().st_mtime > _OLD:
                shutil.rmtree(folder, ignore_errors=True)


class _ShortError(OSError):
    """Raised when storage sends fewer or more bytes than were asked for."""


def piece_of(system: Any, name: str, start: int, end: int) -> bytes:
    """Return a piece of a file."""
    content = bytes(system.cat_file(name, start=start, end=end))
    if len(content) != end - start:
        raise _ShortError(f"sent {len(content):,} bytes instead of {end - start:,}")
    return content


def fetch_whole(system: Any, name: str, size: int | None, copy: Path) -> None:
    """Fetch a file at once, of the size that its server names."""
    system.get_file(name, str(copy))
    length = copy.stat().st_size
    if size is not None and length != size:
        raise _ShortError(f"sent {length:,} bytes instead of {size:,}")


def in_short(error: BaseException) -> str:
    """Return what an error says, in one line that is not long."""
    text = " ".join(str(error).split()) or type(error).__name__
    return text if len(text) <= 200 else f"{text[:200]}…"
