"""Look up incomplete posts in web archives: slowly, each response stored before the next request."""

from __future__ import annotations

import json
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from archive.captures.files import open_captures
from archive.captures.index import CaptureLocation, capture, enter, enter_answer, located, must_match
from archive.checks.ledger import History, Ledger, next_check
from archive.checks.line import MOST_SILENCES
from archive.clock import stamp
from archive.hydration.reading import ASKED, LARGEST
from archive.store.hydrations import Look, note_look, write_answered
from scraper.answered_posts import Disagreement, post_of_memento
from scraper.availability import GONE, Target
from scraper.configuration import queries
from scraper.errors import DocumentError, FetchError
from scraper.fetching.answers import retry_after
from scraper.fetching.host_policy import HostPolicy, host_of
from scraper.input.warc_record import answer_at
from scraper.patterns import lazy_regex
from scraper.records import Author, Post
from scraper.registry import by_name, question_of

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
    from pathlib import Path

    from archive.captures.files import Capture, Captures
    from archive.checks import RequestOptions
    from archive.hydration.reading import Report
    from archive.store.archive import Archive
    from archive.store.erasures.shield import Shield
    from archive.store.hydrations import Outcome
    from scraper.fetching import Fetcher
    from scraper.records import Answered


# Search web archives for a post: choose the next request and interpret responses. Pure.

# Find incomplete posts, to look them up elsewhere.

#: Verdicts of posts that were, or may have been, withdrawn: looking them up in archives needs a reason.
_WITHDRAWN = GONE - {"withheld"}
#: Maximum pause; it is doubled after each response without a verdict.
_LONGEST_PAUSE = 180 * 86_400


def missing_from_platform(
    connection: sqlite3.Connection, method: str, now: datetime, shield: Shield | None
) -> Iterator[Target]:
    """Yield the posts to ask a platform, or one of its methods, about; posts that are gone are skipped."""
    platform, question = question_of(method)
    values = {"platform": platform.name, "method": question.name, "counts": question.counts}
    for *names, seen, status, times, tried in connection.execute(queries("hydration")["of_method"], values).fetchall():
        key, native_id, url, handle = names
        target = Target(key=key, native_id=native_id, url=url, handle=handle)
        is_early = bool(tried) and next_check(History(seen, failures=times, failed=tried), (0, _LONGEST_PAUSE)) > now
        is_askable = status not in GONE and question.host(target) is not None
        if is_askable and not is_early and not is_erased(platform.name, target, shield):
            yield target


def wanted_by_method(
    connection: sqlite3.Connection,
    methods: Iterable[str],
    now: Callable[[], datetime],
    shield: Shield | None,
    limit: int | None,
) -> Iterator[tuple[str, list[Target]]]:
    """Yield each method (a platform, or a method of one) with its posts, which are looked up lazily."""
    left = limit
    for method in methods:
        wanted = list(missing_from_platform(connection, method, now(), shield))[:left]
        left = None if left is None else left - len(wanted)
        if wanted:
            yield method, wanted


@dataclass(frozen=True, slots=True)
class Missing:
    """An incomplete post; it is gone if it was no longer public at its last check."""

    platform: str
    target: Target
    is_gone: bool


def missing_from_archives(
    connection: sqlite3.Connection, platforms: Iterable[str], shield: Shield | None
) -> Iterator[Missing]:
    """Yield the posts to look up in web archives, for platforms with readable copies."""
    read = [name for name in platforms if by_name()[name].posts_in_page or by_name()[name].posts_in_json]
    for platform, *names, status in connection.execute(
        queries("hydration")["not_searched"], (json.dumps(sorted(read)),)
    ).fetchall():
        key, native_id, url, handle = names
        target = Target(key=key, native_id=native_id, url=url, handle=handle)
        if not is_erased(platform, target, shield):
            yield Missing(platform, target, status in _WITHDRAWN)


def is_erased(platform: str, target: Target, shield: Shield | None) -> bool:
    """Return True if a post or its author was erased, so no request may be sent about it."""
    if shield is None:
        return False
    author = Author(handle=target.handle) if target.handle else None
    return shield.is_post(Post(platform=platform, id=target.native_id, url=target.url, author=author))


#: Maximum numbers of copies of a URL to list, and to request.
_LISTED, _LOOKED_AT = 20, 4
_LONGEST_ADDRESS = 2000
_MOMENT = lazy_regex(r"\d{14}")
_COPY = lazy_regex(r"/(\d{14})id_/")
#: Phrases of archives for URLs excluded on request; other refusals concern us, not the post.
_EXCLUDED = lazy_regex(rb"AccessControl|Blocked Site|been excluded|is excluded|not available .{0,40}request")
_LEGAL = 451


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A response of a web archive, and the time that it is valid for."""

    status: int
    body: bytes = b""
    content_type: str | None = None
    given_at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Result of a search: ``found``, ``nothing``, ``disagrees``, or ``refused`` if archives exclude the post."""

    outcome: Outcome
    url: str
    given_at: str | None = None
    what: Answered | Disagreement | None = None


def search(
    platform: str, target: Target, addresses: Sequence[str], index: str, replay: str
) -> Generator[str, Reply, Found]:
    """Search web archives (URLs of the CDX API and of copies) for a post by its URLs."""
    best = Found(outcome="nothing", url="")
    for address in addresses:
        url = index_url(index, address)
        listed = yield url
        if is_refusal(listed):
            return Found(outcome="refused", url=url)
        best = best if best.url else Found(outcome="nothing", url=url)
        for moment, original in copies(listed.body)[:_LOOKED_AT]:
            url = f"{replay.rstrip('/')}/{moment}id_/{original}"
            reply = yield url
            if is_refusal(reply):
                return Found(outcome="refused", url=url)
            if reply.status != 200:
                continue
            what = post_of_memento(platform, target, reply.body, reply.content_type)
            if isinstance(what, Disagreement):
                if best.outcome == "nothing":
                    best = Found(outcome="disagrees", url=url, given_at=reply.given_at, what=what)
            elif what is not None and (what.post.text or best.outcome != "found"):
                best = Found(outcome="found", url=url, given_at=reply.given_at, what=what)
                if what.post.text:  # a complete text ends the search
                    return best
    return best


def index_url(index: str, address: str) -> str:
    """Return the URL that lists the latest copies of a URL.

    >>> index_url("https://archive.example/cdx", "https://x.com/ada/status/20")[:58]
    'https://archive.example/cdx?url=https%3A%2F%2Fx.com%2Fada%'
    """
    fields = {
        "url": address,
        "output": "json",
        "fl": "timestamp,original",
        "filter": "statuscode:200",
        "collapse": "digest",
        "limit": -_LISTED,
    }
    return f"{index}?{urlencode(fields)}"


def copies(body: bytes) -> list[tuple[str, str]]:
    """Return time and exact URL of each copy, newest first.

    >>> copies(b'[["timestamp", "original"], ["20200201000000", "https://x.com/a"], ["no", "https://x.com/b"]]')
    [('20200201000000', 'https://x.com/a')]
    """
    rows = _rows(body) or []
    names = rows[0] if rows else []
    if "timestamp" not in names or "original" not in names:
        return []
    places = names.index("timestamp"), names.index("original")
    found = {(row[places[0]], row[places[1]]) for row in rows[1:] if len(row) == len(names) and _is_copy(row, places)}
    return sorted(found, reverse=True)


def _rows(body: bytes) -> list[list[Any]] | None:
    if not body.strip():
        return []
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        return None
    is_list = isinstance(data, list) and all(isinstance(row, list) for row in data)
    return data if is_list else None


def _is_copy(row: list[Any], places: tuple[int, int]) -> bool:
    moment, original = row[places[0]], row[places[1]]
    if not isinstance(moment, str) or not isinstance(original, str):
        return False
    is_address = original.startswith(("http://", "https://")) and original.isprintable() and " " not in original
    return bool(_MOMENT.fullmatch(moment)) and is_address and len(original) <= _LONGEST_ADDRESS


def is_refusal(reply: Reply) -> bool:
    """Return True if an archive excludes the URL on request."""
    return reply.status == _LEGAL or (reply.status in {403, 404} and _EXCLUDED.search(reply.body) is not None)


def is_silence(url: str, reply: Reply) -> bool:
    """Return True if a response says nothing about the post: an outage, a limit, a page instead of a list."""
    if is_refusal(reply):
        return False
    is_copy = _COPY.search(url) is not None
    if reply.status in {401, 403, 408, 425, 429} or reply.status >= 500:
        return True
    is_elsewhere = 300 <= reply.status < 400  # a copy may redirect, as its page did; an index has no cause to
    return not is_copy and (is_elsewhere or (reply.status == 200 and _rows(reply.body) is None))


def given_at(url: str, declared: str | None) -> str | None:
    """Return the time that a copy is valid for: as declared, else from its URL.

    >>> copy = "https://archive.example/web/20200201000000id_/https://x.com/a"
    >>> given_at(copy, None), given_at(copy, "Sun, 02 Feb 2020 10:00:00 GMT")
    ('2020-02-01T00:00:00Z', '2020-02-02T10:00:00Z')
    """
    try:
        if declared:
            return stamp(parsedate_to_datetime(declared))
    except (ValueError, TypeError, OverflowError):
        pass
    moment = _COPY.search(url)
    try:
        return stamp(datetime.strptime(moment[1], "%Y%m%d%H%M%S").replace(tzinfo=UTC)) if moment else None
    except ValueError:
        return None


METHOD = "archives"
#: Why the capture of a response is not an article.
NO_ARTICLE = "is an answer of a web archive"
#: Minimum seconds between requests: at most 24 start within a minute, whatever the settings.
PAUSE = 2.6
#: Pause in seconds if an archive asks for one without a duration.
_USUAL_PAUSE = 3600.0
_ACCEPT = "text/html, application/json;q=0.9, */*;q=0.1"


def ask_archives(  # noqa: PLR0913, PLR0917 -- where, what, how
    archive: Archive,
    folder: Path,
    platforms: Sequence[str],
    ways: RequestOptions,
    report: Report,
    limit: int | None,
    reason: str | None,
) -> None:
    """Look up incomplete posts in web archives, those that are gone only for a reason, and store the results."""
    missing = list(missing_from_archives(archive.db.conn, platforms, archive.shield(archive.db.conn)))
    wanted = [each for each in missing if reason or not each.is_gone]
    report.unasked += len(missing) - len(wanted)
    wanted = wanted[:limit]
    if not wanted:
        return
    report.places += 1
    pace = HostPolicy(PAUSE, robots=False, clock=ways.clock, sleep=ways.sleep)
    with ExitStack() as stack:
        turn = _Round(
            archive=archive,
            folder=folder,
            ways=ways,
            report=report,
            fetcher=stack.enter_context(ways.fetcher(lambda _url: pace.gate(METHOD))),  # one pace for all hosts
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
    """One round of requests to web archives."""

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
        """Search for one post, resuming an earlier search, and store each response."""
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
        """Return the responses about a post from an earlier run with an unfinished search."""
        found: dict[str, Reply] = {}
        self._held = {}
        rows = self.archive.db.execute(located(queries("hydration")["earlier"]), (key,)).fetchall()
        for url, at, number, status, content_type, *place in rows:
            body = self._body_at(CaptureLocation(*place)) if status == 200 else b""
            if body is not None:
                found[url] = Reply(status=status, body=body, content_type=content_type, given_at=at)
                self._held[url] = number
        return found

    def _body_at(self, location: CaptureLocation) -> bytes | None:
        """Return the body of an earlier response; None if unreadable or wrong, so it is requested again."""
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
        """Request a URL; return Nones if the response says nothing about the post."""
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
        """Store a response and its reading; with the last response, store the outcome of the search."""
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
    try:
        return steps.send(reply)
    except StopIteration as end:
        found: Found = end.value
        return found
