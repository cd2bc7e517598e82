"""A proof of a post: a folder with the captures of pages that show it, digests, and the rows of the archive.

Its bytes depend only on the archive, not on the time.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import IO, TYPE_CHECKING, Any

from archive.captures.copying import Record, UnreadableRecordError, copy_record, read_record, with_companion
from archive.captures.ownership import description_in
from archive.evidence.account import page_of
from archive.evidence.selected import captures_of, query_of_post
from archive.reading import Query
from scraper.configuration import own_version, queries
from scraper.errors import ArchiveError, DocumentError, SettingsError
from scraper.input.warc import record_at, resource_at

if TYPE_CHECKING:
    from pathlib import Path

    from archive.evidence.selected import FoundCapture
    from archive.reading import Reader

SUMS = "SHA256SUMS"
ACCOUNT = "account.json"
FORMAT = "voxpop-proof-1"
_LARGEST_PAGE = 50_000_000
#: Names of a post: its id, an earlier id, its permalink, its number on the platform.
_NAMED = (
    "SELECT id FROM posts WHERE id = :post",
    "SELECT post FROM post_aliases WHERE alias = :post",
    "SELECT id FROM posts WHERE url = :post LIMIT 2",
    "SELECT id FROM posts WHERE native_id = :post LIMIT 2",
)
#: Parts of the record from tables that older archives lack.
_LATER = ("checks", "counts", "hydrations")
#: Columns of articles and embeds in the account.
_OF_ARTICLE = ("id", "url", "title", "outlet", "published_at", "digest")
_OF_EMBED = ("form", "text", "first_seen", "last_seen", "gone_at")


@dataclass(slots=True)
class Written:
    """Descriptions of the included and missing captures of a proof."""

    captures: list[dict[str, Any]] = field(default_factory=list)
    missing: list[dict[str, str]] = field(default_factory=list)


def find_post(reader: Reader, name: str, kind: str = "post") -> str:
    """Return the id of a post (a `kind`) by its ids or its permalink; raise `ArchiveError` unless it is one."""
    for sql in _NAMED:
        found = [row[0] for row in reader.rows(Query(sql, {"post": name}))]
        if len(found) > 1:
            raise ArchiveError(f"{reader.path}: several posts match {name}: name one by its id")
        if found:
            return str(found[0])
    raise ArchiveError(f"{reader.path}: no {kind} {name}: name its id, such as twitter:1223, or its URL")


def write_proof(reader: Reader, post: str, captures: Path, folder: Path) -> Written:
    """Write a proof into an empty folder."""
    record = _record_of(reader, post)
    written = _copied(reader, record, captures, folder)
    account = {
        "format": FORMAT,
        "made_with": f"voxpop/{own_version()}",
        "post": record["post"][0],
        "words_from": _words_from(record),
        "author": next(iter(record["author"]), None),
        "shown_in": _shown(record, written),
        "checks": record.get("checks"),
        "captures": written.captures,
        "missing": written.missing,
    }
    (folder / "record.json").write_bytes(_as_json(record))
    (folder / ACCOUNT).write_bytes(_as_json(account))
    (folder / "index.html").write_bytes(page_of(account).encode("utf-8", "replace"))
    # In the format of `sha256sum`.
    sums = [f"{digest_of(folder / name)}  {name}\n" for name in files_of(folder)]
    (folder / SUMS).write_bytes("".join(sums).encode())
    return written


def digests_of(folder: Path) -> dict[str, str]:
    """Return the digests listed in a proof, by file; raise `SettingsError` if the list is damaged."""
    try:
        lines = (folder / SUMS).read_text("utf-8").splitlines()
        found = {name: digest for digest, name in (line.split("  ", 1) for line in lines)}
    except (OSError, ValueError) as error:
        raise SettingsError(f"{folder / SUMS}: cannot be read: name another folder") from error
    if any(name.startswith("/") or ".." in PurePosixPath(name).parts for name in found):
        raise SettingsError(f"{folder / SUMS}: names files of other folders: name another folder")
    return found


def files_of(folder: Path) -> list[str]:
    """Return the files in a folder and its subfolders, relative to it."""
    return [path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*")) if not path.is_dir()]


def _record_of(reader: Reader, post: str) -> dict[str, list[dict[str, Any]]]:
    tables = reader.tables()
    questions = {name: sql for name, sql in queries("proof").items() if name not in _LATER or name in tables}
    found = {name: reader.dicts(Query(sql, {"post": post})) for name, sql in questions.items()}
    for row in (row for rows in found.values() for row in rows):
        row.pop("rowid", None)
    return found


def _words_from(record: dict[str, Any]) -> str | None:
    """Return the URL that the text of the post came from, if no article printed it."""
    words = record["post"][0]["text"]
    sources = [printing["source"] for printing in record["printings"] if words and printing["text"] == words]
    return None if None in sources else next(iter(sources), None)


def _shown(record: dict[str, Any], written: Written) -> list[dict[str, Any]]:
    """Return the embeds of the post, each with the numbers of its article's captures."""
    articles = {row["id"]: row for row in record["articles"]}
    captures = defaultdict(list)
    for capture in written.captures:
        captures[capture["article"]].append(capture["number"])
    return [
        {
            "article": {name: articles[embed["article"]][name] for name in _OF_ARTICLE},
            **{name: embed[name] for name in _OF_EMBED},
            "captures": captures[embed["article"]],
        }
        for embed in record["embeds"]
    ]


def _copied(reader: Reader, record: dict[str, Any], captures: Path, folder: Path) -> Written:
    """Copy each capture and its companion records into a file of its own."""
    written = Written()

    def miss(file: str, reason: str) -> None:
        written.missing.append({"file": PurePosixPath(file).name, "reason": reason})

    (folder / "captures").mkdir()
    has_answers = "check_answers" in reader.tables()
    checks = "id IN (SELECT capture FROM check_answers WHERE post = :post)" if has_answers else "0"
    native_id = record["post"][0]["native_id"]
    for number, capture in enumerate(
        captures_of(reader, query_of_post(record["post"][0]["id"], checks), captures, miss), 1
    ):
        name = f"captures/{number:04}.warc.gz"
        path = folder / name
        with path.open("wb") as out:
            offset = _copy(capture, out)
        written.captures.append(
            {
                "number": number,
                "article": capture.named.article,
                "file": name,
                "offset": offset,
                "sha256": digest_of(path),
                "url": capture.record.url or capture.named.location.url,
                "type": capture.record.type,
                "record": capture.record.id,
                "captured_at": capture.record.date or capture.named.location.fetched_at,
                "status": capture.record.status,
                "payload_digest": capture.record.digest,
                "refused": capture.named.refused,
                "loaded_by_page": capture.is_answer,
                "software": _software(capture.stream),
                "holds_id": _holds(path, offset, capture.record, native_id),
            }
        )
    return written


def _copy(capture: FoundCapture, out: IO[bytes]) -> int:
    """Write a capture after the ``warcinfo`` at the start of its file, if any; return the offset of its record."""
    offset = 0
    with suppress(UnreadableRecordError):
        description = read_record(capture.stream, 0)
        offset = copy_record(capture.stream, description, out.write) if description.type == "warcinfo" else 0
    for record in with_companion(capture.stream, capture.named.location.offset):
        copy_record(capture.stream, record, out.write)
    return offset


def _software(stream: IO[bytes]) -> str | None:
    """Return the program that wrote a WARC file, according to the file."""
    for line in description_in(stream).splitlines():
        name, _, value = line.partition(":")
        if name.strip().lower() == "software":
            return value.strip() or None
    return None


def _holds(path: Path, offset: int, record: Record, native_id: str | None) -> bool | None:
    """Return True if the bytes of a capture contain the number of the post; None if unknown."""
    readers = {
        "response": lambda: record_at(str(path), offset, _LARGEST_PAGE).content,
        "resource": lambda: resource_at(str(path), offset, _LARGEST_PAGE),
    }
    read = readers.get(record.type)
    if read is None or not native_id:
        return None
    try:
        return native_id.encode() in read()
    except DocumentError:
        return None


def digest_of(path: Path) -> str:
    """Return the SHA-256 of a file, in hex."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _as_json(value: Any) -> bytes:
    return (json.dumps(value, indent=2, ensure_ascii=False, default=bytes.hex) + "\n").encode("utf-8", "replace")
