"""Output files: complete before they get their name, and never over files of others.

Every command that writes a file for its user uses `written_whole`, or for a folder `Kept.refuse`.
"""

from __future__ import annotations

import csv
import json
import os
import secrets
import stat
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from archive.captures.lazy import captures_beside
from archive.store.erasures.shield import key_file
from scraper.errors import SettingsError
from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

#: Suffixes of the files of a database.
_OF_DATABASE = ("", "-wal", "-shm", "-journal", ".erasures-key")
_LONGEST = 100
#: Extended attribute of files written here: size and modification time.
_MARK = "user.voxpop.written"


@dataclass(frozen=True, slots=True)
class Kept:
    """Files (each with the reason) and folders that no output may replace."""

    files: tuple[tuple[Path, str], ...] = ()
    folders: tuple[Path, ...] = ()

    @classmethod
    def of(cls, database: str | Path, captures: Path | None = None) -> Kept:
        """Return the files that a command must keep; `captures` is the folder of its WARC files, if not the default."""
        files: list[tuple[Path, str]] = []
        folders = [captures] if captures else []
        for path in {Path(database), Path(database).resolve()}:
            files += [(Path(f"{path}{end}"), f"belongs to the archive {database}") for end in _OF_DATABASE]
            folders.append(captures_beside(path))
        files.append((key_file(database), f"is the key of the archive {database}"))
        return cls(tuple(files), tuple(folders))

    def refuse(self, output: str | Path, name: str = "file") -> None:
        """Raise `SettingsError` if an output would replace a kept file; its message asks for another `name`."""
        path = _real(output)
        for file, reason in self.files:
            if path == _real(file) or _are_same(path, file):
                raise SettingsError(f"{output}: {reason}: name another {name}")
        for folder in map(_real, self.folders):
            if path == folder or folder in path.parents or _is_linked_into(folder, path):
                raise SettingsError(f"{output}: belongs to the captures in {folder}: name another {name}")


@contextmanager
def written_whole(
    output: str | Path, kept: Kept, is_ours: Callable[[Path], bool], *, force: bool = False
) -> Iterator[Path]:
    """Yield a path to write to, which is renamed to `output` at the end, or deleted after an error.

    Symlinks are followed; devices and pipes are written directly. An existing file is replaced if it is empty, an
    unchanged file that was written here, or an earlier output of the same kind; with `force`, any file.
    """
    kept.refuse(output)
    try:
        if _is_stream(output):
            yield Path(output)
            return
        target = _real(output)
        if not force:
            _must_be_ours(output, target, is_ours)
        with drafted(target) as draft:
            yield draft
            _mark(draft)
            draft.replace(target)
    except OSError as error:
        raise SettingsError(f"{output}: cannot be written: {error.strerror}") from error


def draft_name(target: Path) -> Path:
    """Return an unused name in the folder of a file."""
    return target.with_name(f".{target.name[:_LONGEST]}.{secrets.token_hex(8)}.part")


@contextmanager
def drafted(target: Path) -> Iterator[Path]:
    """Create an empty file next to another, with its permissions; delete it unless it was renamed."""
    draft = draft_name(target)
    os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
    try:
        with suppress(FileNotFoundError):
            draft.chmod(stat.S_IMODE(target.stat().st_mode))
        yield draft
    finally:
        with suppress(OSError):
            draft.unlink()


def _must_be_ours(output: str | Path, target: Path, is_ours: Callable[[Path], bool]) -> None:
    try:
        is_there = target.stat().st_size > 0
    except FileNotFoundError:
        return
    if is_there and not _is_unchanged(target) and not is_ours(target):
        raise SettingsError(f"{output}: is not an earlier output of this command: name another file, or use --force")


def _mark(path: Path) -> None:
    """Mark a file as written here, if the file system supports it."""
    with suppress(OSError, AttributeError):
        os.setxattr(path, _MARK, _state(path))


def _is_unchanged(path: Path) -> bool:
    try:
        return os.getxattr(path, _MARK) == _state(path)
    except (OSError, AttributeError):
        return False


def _state(path: Path) -> bytes:
    found = path.stat()
    return f"{found.st_size} {found.st_mtime_ns}".encode()


def _real(path: str | Path) -> Path:
    return Path(os.path.realpath(path))


def _is_stream(output: str | Path) -> bool:
    """Return True for a device, pipe or socket, also via `/dev/stdout`."""
    found = _stat(output)
    is_other = found is not None and not (stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode))
    return is_other or os.fspath(output).startswith("/dev/")


def _stat(path: str | Path) -> os.stat_result | None:
    try:
        return os.stat(path)  # noqa: PTH116 -- `Path` would normalise it
    except OSError:
        return None


def _are_same(path: Path, other: Path) -> bool:
    found, known = _stat(path), _stat(other)
    return found is not None and known is not None and os.path.samestat(found, known)


def _is_linked_into(folder: Path, path: Path) -> bool:
    found = _stat(path)
    if found is None or found.st_nlink < 2 or not stat.S_ISREG(found.st_mode):
        return False
    return any(_are_same(path, Path(at, name)) for at, _, names in os.walk(folder) for name in names)


# Earlier outputs of a command, so that only these are replaced. A table is an earlier export if all its columns are in
# the archive or the result; a file with an added column is not.

#: Maximum characters of the first line of a file.
_LONGEST_LINE = 1_000_000
_LARGEST_ACCOUNT = 10_000_000
#: Author of exported workbooks.
CREATOR = "voxpop export"
_TIMES = lazy_regex(r"W3CDTF\">([^<]+)<")
_VERSIONS = lazy_regex(r"\d[\d,]* versions?\n( +\d+  \d{4}-\d\d-\d\dT\S+  [0-9a-f]{16}  |\Z)")
_PAGE = '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n<meta http-equiv="Content-Security'


def is_table(form: str, columns: Callable[[], Collection[str]]) -> Callable[[Path], bool]:
    """Return a function that returns True for an earlier export, given the columns that it may have."""
    if form == "xlsx":
        return is_workbook
    read = {"csv": _columns_of_csv, "ndjson": _columns_of_ndjson, "parquet": _columns_of_parquet}[form]

    def is_ours(path: Path) -> bool:
        try:
            found = read(path)
        except (OSError, ValueError, RecursionError, csv.Error):
            return False
        return bool(found) and found <= set(columns())

    return is_ours


def is_package(path: Path) -> bool:
    """Return True for a WACZ file that voxpop made."""
    try:
        software = json.loads(_member(path, "datapackage.json")).get("software")
    except (ValueError, AttributeError, RecursionError):
        return False
    return str(software).startswith("voxpop/")


def is_workbook(path: Path) -> bool:
    """Return True for a workbook that voxpop exported and that no spreadsheet saved since."""
    properties = _member(path, "docProps/core.xml")
    times = _TIMES.findall(properties)
    return f"<dc:creator>{CREATOR}</dc:creator>" in properties and len(times) == 2 and len(set(times)) == 1


def _member(path: Path, name: str) -> str:
    """Return a text in a ZIP file; empty if it is missing, damaged, encrypted or not UTF-8."""
    import zipfile

    from scraper.input.wacz import DAMAGED

    try:
        with zipfile.ZipFile(path) as package, package.open(name) as file:
            return file.read(_LARGEST_ACCOUNT).decode()
    except (OSError, KeyError, *DAMAGED):
        return ""


def is_comparison(path: Path) -> bool:
    """Return True for what ``voxpop versions`` wrote, in any format."""
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(_LARGEST_ACCOUNT)
        if text.startswith("{"):
            return {"title", "versions", "from", "to", "changes"} <= set(json.loads(text))
    except (OSError, ValueError, RecursionError):
        return False
    return text.startswith(_PAGE) or bool(_VERSIONS.match(text))


def _first_line(path: Path) -> str:
    with path.open(encoding="utf-8-sig", newline="") as file:
        line = file.readline(_LONGEST_LINE)
    if "\0" in line:
        raise ValueError("no text")
    return line


def _columns_of_csv(path: Path) -> set[str]:
    return set(next(csv.reader([_first_line(path)]), ()))


def _columns_of_ndjson(path: Path) -> set[str]:
    found: Any = json.loads(_first_line(path))
    return set(found) if isinstance(found, dict) else set()


def _columns_of_parquet(path: Path) -> set[str]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        return set(pq.read_schema(path).names)
    except pa.ArrowException as error:
        raise ValueError("no Parquet") from error
