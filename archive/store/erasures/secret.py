"""The secret key of erasures; stored outside the database and every export.

Ids of posts can be enumerated, so a plain hash of one would still identify a person. An HMAC with a secret
reveals nothing to anyone who has only the database.
"""

from __future__ import annotations

import hmac
import os
import secrets
from pathlib import Path
from typing import Self

from scraper.errors import ArchiveError
from scraper.patterns import lazy_regex

#: Environment variable with the file of the secret, if it is not next to the database.
VARIABLE = "VOXPOP_ERASURES_KEY"
_WRITTEN = lazy_regex(r"[0-9a-f]{64}\s*")


class Secret:
    """The key of the keyed hashes."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    @classmethod
    def made(cls) -> Self:
        """Return a new random secret."""
        return cls(secrets.token_bytes(32))

    def of(self, kind: str, *parts: object) -> str:
        """Return the HMAC-SHA256 of ``kind:part:part``, in hex.

        >>> Secret(b"k").of("post", "twitter", "1") == Secret(b"k").of("post", "twitter", "1")
        True
        >>> Secret(b"k").of("post", "twitter", "1") == Secret(b"other").of("post", "twitter", "1")
        False
        """
        message = ":".join([kind, *map(str, parts)]).encode("utf-8", "surrogatepass")
        return hmac.digest(self._key, message, "sha256").hex()

    def write(self, file: Path) -> None:
        """Write it to a new file readable only by its owner, and flush it to disk.

        Raises:
            ArchiveError: The file exists or cannot be created.
        """
        try:
            descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            self._fill(file, descriptor)
        except OSError as error:
            raise ArchiveError(
                f"{file}: the erasures key cannot be written ({error.strerror}): name a new file in an "
                f"existing, writable folder"
            ) from error

    def _fill(self, file: Path, descriptor: int) -> None:
        """Write it to a new file; delete the file on failure, as a partial key would count as a wrong one."""
        try:
            with os.fdopen(descriptor, "w", encoding="ascii") as out:
                out.write(f"{self._key.hex()}\n")
                out.flush()
                os.fsync(out.fileno())
        except OSError:
            file.unlink(missing_ok=True)
            raise


def key_file(database: str | Path) -> Path:
    """Return the key file of an archive: from the environment, else next to the database.

    The file next to the database may be a link made by `link_key`.
    """
    if named := os.environ.get(VARIABLE):
        return Path(named)
    return _default_file(database).resolve()


def link_key(database: str | Path, file: Path) -> None:
    """Create a link next to an archive to its key file, so that every command finds it.

    The link replaces a copy of the same key.

    Raises:
        ArchiveError: A different key is there, or the link cannot be created.
    """
    beside, file = _default_file(database), file.resolve()
    if beside.resolve() == file:
        return
    if not beside.is_symlink() and _key_in(beside) not in (None, _key_in(file)):
        raise ArchiveError(f"{beside}: holds a different key than {file}: move the unused one away")
    new = beside.with_name(f"{beside.name}.{secrets.token_hex(8)}.new")
    try:
        new.symlink_to(file)
        new.replace(beside)
    except OSError as error:
        new.unlink(missing_ok=True)
        raise ArchiveError(
            f"{beside}: cannot create a link to {file} ({error.strerror}): name the key in {VARIABLE}"
        ) from error


def _default_file(database: str | Path) -> Path:
    path = Path(database).resolve()
    return path.with_name(f"{path.name}.erasures-key")


def read_secret(file: Path) -> Secret | None:
    """Read the secret; None if the file does not exist.

    Raises:
        ArchiveError: The file cannot be read, or does not hold a key.
    """
    key = _key_in(file)
    return None if key is None else Secret(key)


def _key_in(file: Path) -> bytes | None:
    try:
        written = file.read_text("ascii", "replace")
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ArchiveError(f"{file}: the erasures key cannot be read: {error.strerror}") from error
    if not _WRITTEN.fullmatch(written):
        raise ArchiveError(f"{file}: does not hold an erasures key (64 hex digits): restore a copy")
    return bytes.fromhex(written)


def needed_secret(file: Path, database: str | Path) -> Secret:
    """Read the secret of an archive that has erasures.

    Raises:
        ArchiveError: It is missing: without it erased content cannot be recognised.
    """
    secret = read_secret(file)
    if secret is None:
        raise ArchiveError(
            f"{database}: has erasures, but their key {file} is missing: copy it there from the machine "
            f"where they were made, or name its file: `voxpop erase {database} --key FILE`, erasures_key in "
            f"the settings, or {VARIABLE}"
        )
    return secret
