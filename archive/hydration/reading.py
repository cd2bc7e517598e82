"""Read answers about posts in the captures, and store their contents. No requests are sent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from archive.captures.checked import must_match
from archive.hydration.wanted import unread_answers
from archive.store.hydrations import Look, write_answered
from scraper.answered_posts import posts_answered
from scraper.errors import DocumentError
from scraper.input.exchanges import answer_at
from scraper.registry import answers

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from archive.hydration.report import Report
    from archive.hydration.wanted import StoredAnswers
    from archive.store.archive import Archive
    from scraper.answered_posts import Disagreement
    from scraper.records import Answered

#: Maximum size of an answer about posts, and maximum number of answers read of those one page loaded.
LARGEST, _MOST = 4_000_000, 200
#: URL prefixes of answers to requests by `voxpop` itself.
ASKED = ("http://", "https://")
METHOD = "captures"


@dataclass(frozen=True, slots=True)
class _Answer:
    source: str
    at: str
    body: bytes


def read_captures(archive: Archive, folder: Path, platforms: Iterable[str], report: Report, limit: int | None) -> None:
    """Read the unread answers, each with its contents in one transaction.

    Args:
        archive: An open archive.
        folder: The captures folder.
        platforms: Platforms of the posts.
        report: Receives the results.
        limit: Maximum number of posts.
    """
    unreadable: set[str] = set()
    for kept in unread_answers(archive.db.conn, platforms):
        if limit is not None and len(report.posts) >= limit:
            return
        if kept.location.file in unreadable:
            continue
        try:
            found = list(_answers(folder, kept))
        except DocumentError as error:
            if not kept.location.path(folder).is_file():
                unreadable.add(kept.location.file)
            report.failures.append(str(error))
            continue
        if not found and not kept.is_page:
            where = f"{kept.location.file}#{kept.offsets[0]}"
            report.failures.append(f"{where}: the answer cannot be read: check the WARC files with `voxpop verify`")
            continue
        _store(archive, kept, found, report)


def _answers(folder: Path, kept: StoredAnswers) -> Iterator[_Answer]:
    """Yield the answers at some offsets of a file; for a page, those that its frames loaded.

    Raises:
        DocumentError: The file cannot be read, or is not the indexed one.
    """
    path = kept.location.path(folder)
    must_match(folder, kept.location)
    begin = tuple(answers()) if kept.is_page else ASKED
    try:
        with path.open("rb") as stream:
            for offset in kept.offsets[:_MOST]:
                answer = answer_at(stream, begin, LARGEST, offset)
                if answer is not None and answer.body is not None:
                    url, at = (answer.url, answer.at or kept.at) if kept.is_page else (kept.url, kept.at)
                    yield _Answer(url, min(at, kept.at), answer.body)
    except OSError as error:
        raise DocumentError(str(path), f"{error.strerror}: check the folder of the captures") from error


def _store(archive: Archive, kept: StoredAnswers, found: list[_Answer], report: Report) -> None:
    """Store the content of each answer for each post, or that no answer has any."""
    said: dict[str, list[tuple[_Answer, Answered | Disagreement | None]]] = {key: [] for key in kept.posts}
    for answer in found:
        for platform, targets in kept.targets.items():
            for each in (one for part in posts_answered(platform, targets, answer.body) for one in part):
                said[each.key].append((answer, each))
    nothing = _Answer(kept.url, kept.at, b""), None
    with archive.transaction() as connection:
        for key, told in said.items():
            for answer, what in told or [nothing]:
                look = Look(method=METHOD, asked_at=answer.at, source=answer.source, capture=kept.capture)
                shield = archive.shield(connection)
                outcome, gained = write_answered(connection, key, what, look, shield)
                report.add(key, METHOD, outcome, gained)
