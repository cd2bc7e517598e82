"""One scheduled run: fetch what is due, and handle each answer."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from archive.captures.opening import open_captures
from archive.clock import utc_now
from archive.lock import only_one
from archive.schedule.checking import check_after
from archive.schedule.extracting import Extractor
from archive.schedule.flags import raise_flags
from archive.schedule.handling import Handling
from archive.schedule.ledger import Ledger
from archive.schedule.scope import EVERYTHING, Scope
from archive.schedule.turns import Turns
from archive.schedule.workers import Workers
from archive.settings.lists import logins_in
from archive.stopping import exit_code_of, ignore_signals
from archive.store.archive import Archive
from scraper.errors import VoxpopError
from scraper.fetching import Fetcher, Limits
from scraper.fetching.host_policy import HostPolicy

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from archive.settings import Fetching, Settings, Source

Event = dict[str, Any]

_ALL_FAILED = 4
#: Characters of what is said of a failure.
_LONGEST = 300


@dataclass(slots=True)
class Report:
    """How a run went.

    Attributes:
        exit_code: 0, 1 (some sources failed) or 4 (every source failed).
        failures: One line for each source that failed.
        counts: The columns of its row in `runs`.
        requests: By host.
        left: How many addresses no time was left for; they are due in the next run.
        checked: How many posts have each verdict, of those that platforms were asked about.
    """

    exit_code: int = 0
    failures: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    requests: dict[str, int] = field(default_factory=dict)
    left: int = 0
    checked: Counter[str] = field(default_factory=Counter)

    @property
    def outcome(self) -> str:
        """Return how it ended, in words; `runs` keeps them, and they agree with the exit code.

        >>> Report().outcome, Report(left=3).outcome
        ('done', 'out of time, 3 left for the next run')
        >>> Report(exit_code=1, failures=["Herald: 404 Not Found", "Post: 500"]).outcome
        'partly failed: Herald: 404 Not Found; and 1 more'
        """
        ended = f"out of time, {self.left} left for the next run" if self.left else "done"
        if not self.exit_code:
            return ended
        words = "every source failed" if self.exit_code == _ALL_FAILED else "partly failed"
        said = [" ".join(failure.split())[:_LONGEST] for failure in self.failures[:1]]
        said += [f"and {len(self.failures) - 1} more"] if self.failures[1:] else []
        said += [ended] if self.left else []
        return f"{words}: {'; '.join(said)}"


def run_once(
    settings: Settings,
    scope: Scope = EVERYTHING,
    *,
    now: Callable[[], datetime] = utc_now,
    tell: Callable[[Event], None] = lambda _event: None,
    **network: Any,
) -> Report:
    """Look at all sources that are due, visit all articles that are due, store what they hold.

    Args:
        settings: What to do.
        scope: The part of it that this run is about.
        now: The present; tests turn it.
        tell: Called with every event of the run, as a flat dictionary with ``event`` and ``at``.
        **network: More arguments for `Fetcher`.

    Raises:
        SettingsError: The scope names a source that the settings do not have.
        LockedError: Another run is at work.
        ArchiveError: The database or the captures cannot be written; what was stored is safe.
    """
    sources, began = scope.sources(settings), time.monotonic()
    with (
        only_one(settings.database),
        Archive.open(settings.database, now=now, keep_text=settings.keep_text, key=settings.erasures_key) as archive,
    ):
        ledger = Ledger(archive, settings.visits)
        run = ledger.begin_run(now())
        report = Report()
        try:
            _work(settings, sources, scope, archive, ledger, run, report, now, tell, network)
            if not scope.names:
                left = settings.fetch.run_timeout - (time.monotonic() - began)
                _check(settings, archive, run, report, left, now, tell, network)
            raise_flags(archive, settings, now())
            ledger.end_run(run, now(), report.outcome, report.exit_code, report.counts)
            ignore_signals()
        except BaseException as error:
            archive.db.rollback()  # a signal may come between a transaction's first statement and its guard
            ledger.end_run(run, now(), _outcome(error), exit_code_of(error), report.counts)
            raise
    return report


def _outcome(error: BaseException) -> str:
    if isinstance(error, KeyboardInterrupt):
        return str(error) or "stopped by hand"
    words = str(error) if isinstance(error, VoxpopError) else f"{type(error).__name__}: {error}"
    return f"failed: {' '.join(words.split())[:_LONGEST]}"


def _work(  # noqa: PLR0913, PLR0917 -- the parts of one run, put together here and nowhere else
    settings: Settings,
    sources: list[Source],
    scope: Scope,
    archive: Archive,
    ledger: Ledger,
    run: int,
    report: Report,
    now: Callable[[], datetime],
    tell: Callable[[Event], None],
    network: dict[str, Any],
) -> None:
    ledger.sources.follow(settings.sources, now())
    host_policy = HostPolicy(settings.fetch.delay)
    for origin, rules in ledger.rules(now()):
        host_policy.remember(origin, rules)
    turns = Turns(host_policy.free_at, workers=settings.fetch.concurrency)
    with (
        open_captures(archive, settings.captures, settings.rotate_bytes) as captures,
        _fetcher(settings, host_policy, network) as fetcher,
        Extractor(settings.run.jobs, settings.min_confidence) as extractor,
        Workers(
            turns,
            fetcher,
            host_policy,
            count=settings.fetch.concurrency,
            seconds=settings.fetch.run_timeout,
            extract=extractor.ahead,
        ) as workers,
    ):
        host_policy.fetcher = fetcher
        handling = Handling(
            settings=settings, archive=archive, ledger=ledger, captures=captures, run=run, now=now, tell=tell,
            extractor=extractor, add=workers.add, waiting=lambda: workers.waiting,
            requests=lambda: host_policy.total,
        )  # fmt: skip
        report.counts = handling.counts
        _begin(sources, scope, ledger, handling, now())
        for job, result, extracted in workers.results():
            handling.handle(job, result, extracted)
            _keep_rules(ledger, host_policy, now())
        handling.finish()
        report.left = workers.left
    _conclude(report, handling, host_policy)


def _check(  # noqa: PLR0913, PLR0917 -- the parts of one run, as above
    settings: Settings,
    archive: Archive,
    run: int,
    report: Report,
    seconds: float,
    now: Callable[[], datetime],
    tell: Callable[[Event], None],
    network: dict[str, Any],
) -> None:
    """Ask whether posts are still public; a platform that fails is no source, and fails none."""
    checked = check_after(settings, archive, run=run, seconds=seconds, now=now, tell=tell, network=network)
    if checked is not None:
        report.checked = checked.verdicts
        report.failures += checked.failures
        report.counts["failed"] += len(checked.failures)
        report.exit_code = report.exit_code or min(checked.exit_code, 1)
        report.counts["requests"] += checked.requests


def _fetcher(settings: Settings, host_policy: HostPolicy, network: dict[str, Any]) -> Fetcher:
    return Fetcher(
        contact=settings.contact,
        limits=limits_of(settings.fetch),
        gate=host_policy.gate,
        proxy=settings.fetch.proxy,
        logins=[login for source in settings.sources for login in logins_in(source)],
        **{"allow_private": settings.fetch.allow_private, **network},
    )


def limits_of(fetching: Fetching) -> Limits:
    """Turn the settings of ``[fetch]`` into the fetcher's bounds."""
    return Limits(
        connect=fetching.connect_timeout,
        read=fetching.read_timeout,
        request=fetching.request_timeout,
        total=fetching.total_timeout,
        attempts=fetching.attempts,
        redirects=fetching.max_redirects,
        max_bytes=fetching.max_bytes,
    )


def _begin(sources: list[Source], scope: Scope, ledger: Ledger, handling: Handling, now: datetime) -> None:
    """Put everything that is due in line: first the sources, then the visits that earlier runs left."""
    # Before the sources: those read at once (lists, folders) put their own new articles in line.
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
    report.failures = [f"{name}: {problem}" for name, problem in handling.failed.items()]
    report.counts["failed"] += len(report.failures)
    if report.failures:
        wholly = handling.failed.keys() - handling.partly
        report.exit_code = _ALL_FAILED if len(wholly) == handling.counts["sources"] else 1
