"""Look up incomplete posts in web archives: slowly, each answer stored before the next request."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from archive.captures.checked import WHOLE_LOCATION, CaptureLocation, must_match
from archive.captures.index import WHOLE, capture, enter, enter_answer
from archive.captures.opening import open_captures
from archive.checks.ledger import Ledger
from archive.checks.line import MOST_SILENCES
from archive.checks.run import fetcher_for
from archive.clock import stamp
from archive.hydration.mementos import Reply, given_at, is_silence, search
from archive.hydration.missing import missing_from_archives
from archive.hydration.reading import ASKED, LARGEST
from archive.store.hydrations import Look, note_look, write_answered
from scraper.errors import DocumentError, FetchError
from scraper.fetching.host_policy import host_of
from scraper.fetching.retries import retry_after
from scraper.input.exchanges import answer_at
from scraper.registry import by_name

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence
    from pathlib import Path

    from archive.captures.files import Capture, Captures
    from archive.hydration.asking import RequestOptions
    from archive.hydration.mementos import Found
    from archive.hydration.missing import Missing
    from archive.hydration.report import Report
    from archive.store.archive import Archive
    from archive.store.hydrations import Outcome
    from scraper.fetching import Fetcher

METHOD = "archives"
#: Why the capture of an answer is not an article.
NO_ARTICLE = "is an answer of a web archive"
#: Minimum seconds between requests: at most 24 start within a minute, whatever the settings.
PAUSE = 2.6
#: Pause in seconds if an archive asks for one without a duration.
_USUAL_PAUSE = 3600.0
_ACCEPT = "text/html, application/json;q=0.9, */*;q=0.1"

_EARLIER = f"""
    SELECT hydrations.source, hydrations.given_at, captures.id, captures.status, captures.content_type,
        {WHOLE_LOCATION}
    FROM hydrations JOIN captures ON captures.id = hydrations.capture
    {WHOLE}
    WHERE hydrations.post = ? AND hydrations.method = 'archives' AND hydrations.outcome = 'answered'
        AND captures.file IS NOT NULL AND captures.hidden IS NULL
"""  # noqa: S608 - our own names


class Pace:
    """Space out the starts of requests, across all hosts.

    Args:
        clock: Monotonic clock, in seconds.
        sleep: Sleep function.
    """

    def __init__(self, clock: Callable[[], float], sleep: Callable[[float], None]) -> None:
        self._clock = clock
        self._sleep = sleep
        self._free_at = 0.0
        #: Number of requests let through.
        self.total = 0

    @contextmanager
    def gate(self, _url: str) -> Iterator[None]:
        """Wait until a request may start; the context spans the request."""
        wait = self._free_at - self._clock()
        if wait > 0:
            self._sleep(wait)
        self.total += 1
        try:
            yield
        finally:
            self._free_at = self._clock() + PAUSE


def ask_archives(  # noqa: PLR0913, PLR0917 -- where, what, how
    archive: Archive,
    folder: Path,
    platforms: Sequence[str],
    ways: RequestOptions,
    report: Report,
    limit: int | None,
    reason: str | None,
) -> None:
    """Look up incomplete posts in web archives, and store the results.

    Args:
        archive: An open archive.
        folder: The captures folder.
        platforms: Platforms of the posts.
        ways: Settings for requests.
        report: Receives the results.
        limit: Maximum number of posts.
        reason: Reason for looking up posts that are gone; None to skip them.
    """
    missing = list(missing_from_archives(archive.db.conn, platforms, archive.shield(archive.db.conn)))
    wanted = [each for each in missing if reason or not each.is_gone]
    report.unasked += len(missing) - len(wanted)
    wanted = wanted[:limit]
    if not wanted:
        return
    report.places += 1
    pace = Pace(ways.clock, ways.sleep)
    with ExitStack() as stack:
        turn = _Round(
            archive=archive,
            folder=folder,
            ways=ways,
            report=report,
            fetcher=stack.enter_context(
                fetcher_for(pace.gate, ways.fetching, ways.contact, ways.clock, ways.sleep, {})
            ),
            captures=stack.enter_context(open_captures(archive, folder, ways.rotate_bytes)),
            ledger=Ledger(archive, ways.now),
        )
        turn.problem = turn.paused()
        for number, each in enumerate(wanted):
            if turn.problem is not None:
                report.left += len(wanted) - number
                break
            report.on_event(
                {"event": "check", "post": each.target.key, "done": number, "of": len(wanted), "method": METHOD}
            )
            turn.look_for(each, reason if each.is_gone else None)
    report.requests += pace.total
    if turn.problem is not None:
        report.failures.append(turn.problem)


@dataclass(slots=True, kw_only=True)
class _Round:
    """One round of requests to web archives.

    Attributes:
        problem: Why it ended early.
    """

    archive: Archive
    folder: Path
    ways: RequestOptions
    report: Report
    fetcher: Fetcher
    captures: Captures
    ledger: Ledger
    problem: str | None = None
    _silences: int = 0
    _held: dict[str, int] = field(default_factory=dict)

    def paused(self) -> str | None:
        """Return which archive asked for a pause, and until when."""
        for place in (self.ways.hydration.index, self.ways.hydration.replay):
            if until := self.ledger.paused(host_of(place)):
                return f"{host_of(place)}: asked for a pause until {until}"
        return None

    def look_for(self, missing: Missing, reason: str | None) -> None:
        """Search for one post, resuming an earlier search, and store each answer."""
        target, places = missing.target, self.ways.hydration
        addresses = by_name()[missing.platform].archived(target)
        steps = search(missing.platform, target, addresses, places.index, places.replay)
        earlier = self._earlier(target.key)
        step: str | Found = next(steps)
        while isinstance(step, str):
            url = step
            reply, kept = (earlier[url], None) if url in earlier else self._ask(url)
            if reply is None:
                return
            step = _next(steps, reply)
            self._store(missing, url, reply, kept, reason, step)

    def _earlier(self, key: str) -> dict[str, Reply]:
        """Return the answers about a post from an earlier run with an unfinished search."""
        found: dict[str, Reply] = {}
        self._held = {}
        rows = self.archive.db.execute(_EARLIER, (key,)).fetchall()
        for url, at, number, status, content_type, *place in rows:
            body = self._body_at(CaptureLocation(*place)) if status == 200 else b""
            if body is not None:
                found[url] = Reply(status=status, body=body, content_type=content_type, given_at=at)
                self._held[url] = number
        return found

    def _body_at(self, location: CaptureLocation) -> bytes | None:
        """Return the body of an earlier answer; None if unreadable or wrong, so it is requested again."""
        try:
            must_match(self.folder, location)
            with location.path(self.folder).open("rb") as stream:
                found = answer_at(stream, ASKED, LARGEST, location.offset)
        except (OSError, DocumentError) as error:
            if location.path(self.folder).is_file():
                self.report.failures.append(str(error))
            return None
        return found.body if found is not None else None

    def _ask(self, url: str) -> tuple[Reply | None, Capture | None]:
        """Request a URL; return Nones if the answer says nothing about the post."""
        try:
            answer = self.fetcher.ask(url, _ACCEPT)
        except FetchError as error:
            self._count_silence(url, error.reason)
            return None, None
        (kept,) = capture(self.archive, self.captures, answer.exchanges)
        reply = Reply(
            status=answer.last.status,
            body=answer.content,
            content_type=answer.last.header("content-type"),
            given_at=given_at(url, answer.last.header("memento-datetime")),
        )
        if not is_silence(url, reply):
            self._silences = 0
            return reply, kept
        with self.archive.transaction() as connection:
            enter(connection, [kept], None, None, NO_ARTICLE)
        asked = answer.last.header("retry-after")
        if reply.status == 429 or asked:
            self._leave_alone(url, retry_after(asked, self.ways.now()), reply.status)
        else:
            self._count_silence(url, f"HTTP {reply.status}")
        return None, None

    def _count_silence(self, url: str, why: str) -> None:
        self._silences += 1
        if self._silences >= MOST_SILENCES:
            self.problem = f"{host_of(url)}: gave no answer {MOST_SILENCES} times in a row ({why}): try later"

    def _leave_alone(self, url: str, asked: float | None, status: int) -> None:
        until = self.ledger.pause(host_of(url), _USUAL_PAUSE if asked is None else asked, f"HTTP {status}")
        self.problem = f"{host_of(url)}: asked for a pause until {until}"

    def _store(  # noqa: PLR0913, PLR0917 -- the answer, and what came of it
        self, missing: Missing, url: str, reply: Reply, kept: Capture | None, reason: str | None, step: str | Found
    ) -> None:
        """Store an answer and its reading; with the last answer, store the outcome of the search."""
        key, at = missing.target.key, stamp(self.ways.now())
        outcome: Outcome | None = None
        gained: list[str] = []
        with self.archive.transaction() as connection:
            if kept is not None:
                self._held[url] = enter_answer(connection, kept, (key,), NO_ARTICLE)
                look = Look(method=METHOD, asked_at=at, source=url, given_at=reply.given_at, reason=reason,
                            capture=self._held[url])  # fmt: skip
                note_look(connection, key, look, "answered")
            if not isinstance(step, str):
                look = Look(method=METHOD, asked_at=at, source=step.url, given_at=step.given_at,
                            reason=reason, capture=self._held.get(step.url))  # fmt: skip
                shield = self.archive.shield(connection)
                outcome, gained = write_answered(connection, key, step.what, look, shield, step.outcome)
        if outcome is not None:
            self.report.add(key, METHOD, outcome, gained)


def _next(steps: Generator[str, Reply, Found], reply: Reply) -> str | Found:
    """Return the next URL of a search, or its result."""
    try:
        return steps.send(reply)
    except StopIteration as end:
        found: Found = end.value
        return found
