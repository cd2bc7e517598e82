"""Read responses about posts in the captures, and store their contents. No requests are sent."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from archive.captures.index import CaptureLocation, located, must_match
from archive.checks.ledger import NO_ARTICLE
from archive.store.hydrations import Look, write_answered
from scraper.answered_posts import posts_answered
from scraper.availability import Target
from scraper.configuration import queries
from scraper.errors import ALL_FAILED, DocumentError
from scraper.input.kept import answers_in
from scraper.input.warc_record import answer_at
from scraper.registry import answers

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from archive.store.archive import Archive
    from archive.store.hydrations import Outcome
    from scraper.answered_posts import Disagreement
    from scraper.records import Answered


# Result of hydrating: posts looked up, fields filled in, failures.


@dataclass(slots=True)
class Report:
    """Result of hydrating."""

    on_event: Callable[[dict[str, Any]], None] = lambda _event: None
    posts: set[str] = field(default_factory=set)  # posts with a response
    gained: Counter[str] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)  # one line for each source that was given up
    places: int = 0
    requests: int = 0
    left: int = 0
    unasked: int = 0  # number of posts that are gone and were skipped for lack of a reason

    def add(self, post: str, method: str, outcome: Outcome, gained: list[str]) -> None:
        """Add the outcome of one response about a post."""
        self.posts.add(post)
        self.outcomes[outcome] += 1
        self.gained.update(gained)
        event = {"event": "hydrate", "post": post, "method": method, "outcome": outcome}
        self.on_event({**event, "gained": gained, "done": len(self.posts)})

    @property
    def exit_code(self) -> int:
        """Return 0, 1 (some sources failed) or 4 (all failed, and nothing was found)."""
        if not self.failures:
            return 0
        return ALL_FAILED if not self.outcomes["found"] and len(self.failures) >= self.places else 1


# Select posts to look up: those with unread responses in the captures, and incomplete ones.


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredAnswers:
    """Answers in one place of the captures."""

    capture: int
    location: CaptureLocation  # location of the response, or of the page whose frames loaded responses
    offsets: tuple[int, ...]  # offsets of responses in it
    url: str
    at: str
    targets: dict[str, list[Target]] = field(default_factory=dict)  # posts that they may be about, by platform
    is_page: bool = False  # True if frames of a page loaded them

    @property
    def posts(self) -> list[str]:
        """Return the ids of the posts."""
        return [target.key for targets in self.targets.values() for target in targets]


def unread_answers(connection: sqlite3.Connection, platforms: Iterable[str]) -> Iterator[StoredAnswers]:
    """Yield the unread responses in the captures."""
    values = {"refused": NO_ARTICLE, "platforms": json.dumps(sorted(platforms))}
    for name in ("answers", "frames"):
        rows = connection.execute(located(queries("hydration")[name]), values).fetchall()
        for _, together in groupby(rows, key=itemgetter(0)):
            yield _kept(list(together))


def _kept(rows: list[tuple[Any, ...]]) -> StoredAnswers:
    capture, url, at, declared = rows[0][:4]
    location = CaptureLocation(*rows[0][4:11])
    kept = StoredAnswers(
        capture=capture,
        location=location,
        offsets=(location.offset,) if declared is None else tuple(answers_in(declared)),
        url=url,
        at=at,
        is_page=declared is not None,
    )
    for *_, platform, key, native_id, address, handle in rows:
        target = Target(key=key, native_id=native_id, url=address or "", handle=handle)
        kept.targets.setdefault(platform, []).append(target)
    return kept


#: Maximum size of a response about posts, and maximum number of responses read of those one page loaded.
LARGEST, _MOST = 4_000_000, 200
#: URL prefixes of responses to requests by `voxpop` itself.
ASKED = ("http://", "https://")
METHOD = "captures"


@dataclass(frozen=True, slots=True)
class _Answer:
    source: str
    at: str
    body: bytes


def read_captures(archive: Archive, folder: Path, platforms: Iterable[str], report: Report, limit: int | None) -> None:
    """Read the unread responses, each with its contents in one transaction."""
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
    """Yield the responses at some offsets of a file; for a page, those that its frames loaded."""
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
    """Store the content of each response for each post, or that no response has any."""
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
