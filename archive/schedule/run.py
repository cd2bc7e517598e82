"""One scheduled run: fetch what is due, and handle each response."""

from __future__ import annotations

import json
import time
from collections import Counter
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit, urlunsplit

from archive.captures.files import open_captures
from archive.checks import RequestOptions, Selection, check_posts, posts_due
from archive.clock import stamp, utc_now
from archive.lock import only_one
from archive.schedule.handling import Handling
from archive.schedule.ledger import Ledger
from archive.schedule.workers import Extractor, Turns, Workers
from archive.settings.lists import read_list
from archive.stopping import exit_code_of, ignore_signals
from archive.store.archive import Archive
from archive.store.database import failures_named, open_to_read
from archive.store.libraries import Database
from archive.store.schema import MIGRATIONS
from scraper.configuration import queries
from scraper.errors import ALL_FAILED, FetchError, LockedError, SettingsError, SourceError, VoxpopError, suggestion
from scraper.fetching import Fetcher, Limits
from scraper.fetching.host_policy import HostPolicy
from scraper.fetching.identities import Identity
from scraper.input.listings import read_urls
from scraper.values.urls import canonical_url

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from datetime import datetime

    from archive.settings import Settings, Source
    from scraper.input.listings import Entry


# Flags for people to review: silent or moved sources, pages in place of articles.

_RAISE = """
    INSERT INTO flags (subject, kind, message, first_seen, last_seen)
    SELECT *, :now, :now FROM ({}) WHERE true
    ON CONFLICT DO UPDATE SET message = excluded.message, last_seen = excluded.last_seen
"""


def raise_flags(archive: Archive, settings: Settings, now: datetime) -> None:
    """Update the table `flags`."""
    values = {
        "now": stamp(now),
        "quiet": stamp(now - timedelta(seconds=settings.visits.quiet)),
        "names": json.dumps([source.name for source in settings.sources]),
    }
    with archive.transaction() as connection:
        for query in queries("flags").values():
            connection.execute(_RAISE.format(query), values)
        connection.execute("DELETE FROM flags WHERE last_seen <> :now", values)


# The scope of a run: its sources, and whether it waits until they are due.


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """The part of the settings that a run is about."""

    names: tuple[str, ...] = ()  # names of sources; empty for all
    # Also fetch sources and articles that are not due yet. Articles after their last visit, or given up, are not
    # fetched again.
    now: bool = False

    def sources(self, settings: Settings) -> list[Source]:
        """Return the sources of the run; raise `SettingsError` for an unknown name."""
        known = [source.name for source in settings.sources]
        for name in self.names:
            if name not in known:
                advice = suggestion(name, known, f"choose one of {', '.join(known)}")
                raise SettingsError(f"{settings.file}: no source is named {name!r}: {advice}")
        return [source for source in settings.sources if not self.names or source.name in self.names]


#: All sources, when due.
EVERYTHING = Scope()


# Pings: report the result of a run to a monitoring service.

#: Time limits in seconds of a ping with its redirects and retry; the service must not delay a run.
_BOUNDS = Limits(connect=5.0, read=5.0, request=5.0, total=12.0, attempts=2, redirects=3, max_bytes=100_000)


@contextmanager
def pinging(settings: Settings, warn: Callable[[SourceError], object]) -> Iterator[list[Report]]:
    """Ping around a run, if the settings have a URL for it.

    The run has succeeded if the block appends a report with exit code 0, and failed if the report has another, or
    an error is raised. A run that is stopped by a signal, or finds another run active, sends no ping.

    `warn` is called with each failed ping, which does not fail the run.
    """
    if settings.run.ping_start:
        _ping(settings, "start", warn)
    reports: list[Report] = []
    try:
        yield reports
    except LockedError:
        raise
    except Exception:
        _ping(settings, "fail", warn)
        raise
    _ping(settings, "fail" if any(report.exit_code for report in reports) else "", warn)


def _ping(settings: Settings, event: str, warn: Callable[[SourceError], object]) -> None:
    if settings.run.ping is None:
        return
    url = address_of(settings.run.ping, event)
    try:
        with Fetcher(
            contact=settings.contact,
            limits=_BOUNDS,
            allow_private=settings.fetch.allow_private,
            proxy=settings.fetch.proxy,
        ) as fetcher:
            fetcher.get(url, headers={"Accept": "*/*"}, types=None, first=_BOUNDS.max_bytes)
    except FetchError as error:
        warn(SourceError("run.ping", f"{urlsplit(url).hostname} was not pinged: {error.reason}"))
    except Exception as error:  # noqa: BLE001 -- whatever it is, the run is over and well
        warn(SourceError("run.ping", f"failed unexpectedly ({type(error).__name__})"))


def address_of(ping: str, event: str) -> str:
    """Return the URL of an event: its name is appended to the path, the query stays.

    >>> address_of("https://hc.example/ping/1/?rid=2", "fail"), address_of("https://hc.example/ping/1", "")
    ('https://hc.example/ping/1/fail?rid=2', 'https://hc.example/ping/1')
    """
    parts = urlsplit(ping)
    return urlunsplit(parts._replace(path=f"{parts.path.rstrip('/')}/{event}")) if event else ping


Event = dict[str, Any]

#: Maximum number of characters in the message of a failure.
_LONGEST = 300


@dataclass(slots=True)
class Report:
    """The result of a run."""

    exit_code: int = 0  # 0, 1 (some sources failed) or 4 (every source failed)
    failures: list[str] = field(default_factory=list)
    failing: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    requests: dict[str, int] = field(default_factory=dict)
    left: int = 0  # number of URLs that no time was left for; they are due in the next run
    checked: Counter[str] = field(default_factory=Counter)

    @property
    def outcome(self) -> str:
        """Return the outcome in words, consistent with the exit code; stored in `runs`.

        >>> Report().outcome, Report(left=3).outcome
        ('done', 'out of time, 3 left for the next run')
        >>> Report(exit_code=1, failures=["Herald: 404 Not Found", "Post: 500"]).outcome
        'partly failed: Herald: 404 Not Found; and 1 more'
        """
        ended = f"out of time, {self.left} left for the next run" if self.left else "done"
        if not self.exit_code:
            return ended
        words = "every source failed" if self.exit_code == ALL_FAILED else "partly failed"
        said = [" ".join(failure.split())[:_LONGEST] for failure in self.failures[:1]]
        said += [f"and {len(self.failures) - 1} more"] if self.failures[1:] else []
        said += [ended] if self.left else []
        return f"{words}: {'; '.join(said)}"


def run_once(
    settings: Settings,
    scope: Scope = EVERYTHING,
    *,
    now: Callable[[], datetime] = utc_now,
    on_event: Callable[[Event], None] = lambda _event: None,
    **network: Any,
) -> Report:
    """Read all due sources, fetch all due articles and store their reactions.

    `on_event` is called with every event of the run, a flat dictionary with ``event`` and ``at``; `network` has more
    arguments for `Fetcher`. After an `ArchiveError`, what was stored is safe.
    """
    sources, began = scope.sources(settings), time.monotonic()
    with (
        only_one(settings.database),
        Archive.open(settings.database, now=now, keep_text=settings.keep_text, key=settings.erasures_key) as archive,
    ):
        ledger = Ledger(archive, settings.visits)
        run = _Run(
            settings=settings, archive=archive, ledger=ledger, number=ledger.begin_run(now()), now=now,
            on_event=on_event, network=network,
        )  # fmt: skip
        report = run.report
        try:
            run.work(sources, scope)
            if not scope.names:
                run.check(settings.fetch.run_timeout - (time.monotonic() - began))
            raise_flags(archive, settings, now())
            ledger.end_run(run.number, now(), report.outcome, report.exit_code, report.counts)
            ignore_signals()
        except BaseException as error:
            archive.db.rollback()  # a signal may come between a transaction's first statement and its guard
            ledger.end_run(run.number, now(), _outcome(error), exit_code_of(error), report.counts)
            raise
    return report


def _outcome(error: BaseException) -> str:
    if isinstance(error, KeyboardInterrupt):
        return str(error) or "stopped by hand"
    words = str(error) if isinstance(error, VoxpopError) else f"{type(error).__name__}: {error}"
    return f"failed: {' '.join(words.split())[:_LONGEST]}"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Run:
    settings: Settings
    archive: Archive
    ledger: Ledger
    number: int
    now: Callable[[], datetime]
    on_event: Callable[[Event], None]
    network: dict[str, Any]
    report: Report = field(default_factory=Report)

    def work(self, sources: list[Source], scope: Scope) -> None:
        settings, ledger, now = self.settings, self.ledger, self.now
        ledger.sources.follow(settings.sources, now())
        host_policy = HostPolicy(settings.fetch.delay)
        for origin, rules in ledger.rules(now()):
            host_policy.remember(origin, rules)
        turns = Turns(host_policy.free_at, workers=settings.fetch.concurrency)
        with (
            open_captures(self.archive, settings.captures, settings.rotate_bytes) as captures,
            _fetcher(settings, host_policy, self.network) as fetcher,
            Extractor(settings.run.jobs, settings.min_confidence, ocr=settings.ocr.enabled) as extractor,
            Workers(
                turns,
                fetcher,
                host_policy,
                count=settings.fetch.concurrency,
                seconds=settings.fetch.run_timeout,
                extract=extractor.ahead,
                with_pictures=settings.ocr.enabled and settings.ocr.fetch,
            ) as workers,
        ):
            host_policy.fetcher = fetcher
            handling = Handling(
                settings=settings, archive=self.archive, ledger=ledger, captures=captures, run=self.number, now=now,
                on_event=self.on_event, extractor=extractor, workers=workers, host_policy=host_policy,
            )  # fmt: skip
            self.report.counts = handling.counts
            _begin(sources, scope, ledger, handling, now())
            for job, result, extracted in workers.results():
                handling.handle(job, result, extracted)
                _keep_rules(ledger, host_policy, now())
            handling.finish()
            self.report.left = workers.left
        _conclude(self.report, handling, host_policy)

    def check(self, seconds: float) -> None:
        """Check the posts that are due, if the settings enable it; a failing platform is not a failing source."""
        settings, report = self.settings, self.report
        platforms = settings.availability.platforms
        if not (settings.availability.enabled and platforms) or seconds <= 0:
            return
        clocks = {name: value for name, value in self.network.items() if name in {"clock", "sleep"}}
        checked = check_posts(
            self.archive,
            settings.captures,
            Selection(platforms=platforms),
            RequestOptions.of(settings, now=self.now, **clocks),
            run=self.number,
            seconds=seconds,
            on_event=self._on_check,
            **self.network,
        )
        report.checked = checked.verdicts
        report.failures += checked.failures
        report.counts["failed"] += len(checked.failures)
        report.exit_code = report.exit_code or min(checked.exit_code, 1)
        report.counts["requests"] += checked.requests

    def _on_check(self, event: Event) -> None:
        said = {"url": event["post"], "problem": f"{event['verdict']}, {event['reason']}"}
        self.on_event({"at": event["at"], "event": "check", **said, "waiting": event["of"] - event["done"]})


def identities_of(source: Source) -> list[Identity]:
    """Return what a source has sent to its sites."""
    own = {name: getattr(source, name) for name in ("user_agent", "headers", "cookies_file", "certificates")}
    return [Identity(url=place, **own) for place in source.places] if any(own.values()) else []


def _fetcher(settings: Settings, host_policy: HostPolicy, network: dict[str, Any]) -> Fetcher:
    try:
        return Fetcher(
            identities=[each for source in settings.sources for each in identities_of(source)],
            contact=settings.contact,
            limits=settings.fetch.limits,
            gate=host_policy.gate,
            proxy=settings.fetch.proxy,
            logins=[login for source in settings.sources for login in _logins_in(source)],
            **{"allow_private": settings.fetch.allow_private, **network},
        )
    except ValueError as error:
        raise SettingsError(f"{settings.file}: {error}") from error


def _begin(sources: list[Source], scope: Scope, ledger: Ledger, handling: Handling, now: datetime) -> None:
    # Before the sources: lists and folders, which are read at once, queue their own new articles.
    names = (source.name for source in sources if source.kind != "folder")
    visits = list(ledger.visits.due(names, now, everything=scope.now))
    for source in ledger.sources.longest_unread_first(sources):
        if scope.now or ledger.sources.is_due(source, now):
            handling.begin_source(source)
    for visit in visits:
        handling.add_visit(visit)


def _keep_rules(ledger: Ledger, host_policy: HostPolicy, now: datetime) -> None:
    if host_policy.read:
        ledger.remember_rules([host_policy.read.popleft() for _ in range(len(host_policy.read))], now)


def _conclude(report: Report, handling: Handling, host_policy: HostPolicy) -> None:
    report.requests = host_policy.requests
    report.counts["requests"] = host_policy.total
    report.failing = list(handling.failed)
    report.failures = [f"{name}: {problem}" for name, problem in handling.failed.items()]
    report.counts["failed"] += len(report.failures)
    if report.failures:
        wholly = handling.failed.keys() - handling.partly
        report.exit_code = ALL_FAILED if len(wholly) == handling.counts["sources"] else 1


def _logins_in(source: Source) -> Iterator[str]:
    """Yield the URLs of a source that contain a name and password, with them."""
    yield from source.logins
    if source.kind == "urls_file":
        with suppress(SourceError):  # which the run reports
            yield from read_list(Path(source.places[0])).logins


# What a run would fetch, without requests and without writing.


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """One thing that a run would fetch or read."""

    kind: str  # ``feed``, ``sitemap``, ``folder``, ``article`` or ``check`` (of a post)
    source: str
    place: str


def what_is_due(settings: Settings, scope: Scope = EVERYTHING, *, now: Callable[[], datetime] = utc_now) -> list[Due]:
    """List what a run would fetch, sources before articles, without requests.

    New articles of feeds and sitemaps are unknown until these are read.
    """
    sources = scope.sources(settings)
    with failures_named(settings.database), closing(_opened(settings.database)) as db:
        ledger = Ledger(Archive(db, settings.database, now, key=settings.erasures_key), settings.visits)
        return list(_due(settings, sources, scope, ledger, now()))


def _opened(database: Path) -> Database:
    """Open an archive read-only; if there is none yet, an empty one in memory."""
    if database.exists() and database.stat().st_size:
        return open_to_read(database)
    empty = Database(memory=True)
    MIGRATIONS.apply(empty)
    return empty


def _due(settings: Settings, sources: list[Source], scope: Scope, ledger: Ledger, now: datetime) -> Iterator[Due]:
    former = ledger.sources.former_names(settings.sources)
    looked_at = [
        source
        for source in sources
        if scope.now or ledger.sources.is_due(replace(source, name=former[source.name]), now)
    ]
    for source in looked_at:
        if source.kind not in {"urls", "urls_file"}:
            yield Due(kind=source.kind, source=source.name, place=source.places[0])
    named = {former[source.name]: source.name for source in sources if source.kind != "folder"}
    for visit in ledger.visits.due(named, now, everything=scope.now):
        yield Due(kind="article", source=named[visit.source], place=visit.target)
    yield from _newly_listed(looked_at, former, ledger)
    if settings.availability.enabled and not scope.names:
        selection = Selection(platforms=settings.availability.platforms)
        for due in posts_due(ledger.connection, selection, settings.availability.after, now):
            yield Due(kind="check", source=due.question.name, place=due.target.url)


def _newly_listed(sources: list[Source], former: Mapping[str, str], ledger: Ledger) -> Iterator[Due]:
    """Yield the listed articles that were never visited, each once."""
    seen: set[str] = set()
    for source in sources:
        for entry in _listed(source):
            url = canonical_url(entry.url)
            if url and url not in seen and ledger.visits.is_new(former[source.name], entry, url):
                seen.add(url)
                yield Due(kind="article", source=source.name, place=url)


def _listed(source: Source) -> tuple[Entry, ...]:
    """Return the URLs of a list; none of an unreadable one, which `voxpop check-config` reports."""
    if source.kind == "urls":
        return read_urls("\n".join(source.places)).entries
    try:
        return read_list(Path(source.places[0])).entries if source.kind == "urls_file" else ()
    except SourceError:
        return ()
