"""One round of checks: ask about all due posts, host by host, each at its own pace."""

from __future__ import annotations

import time
from collections import Counter, deque
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from archive.captures.files import ROTATE_BYTES, open_captures
from archive.checks.ledger import Ledger, posts_due
from archive.checks.line import HostQueue, RequestContext
from archive.clock import stamp, utc_now
from archive.settings import Availability, Fetching, Hydration
from scraper.availability import Target
from scraper.errors import ALL_FAILED
from scraper.fetching import Fetcher, Limits
from scraper.fetching.host_policy import HostPolicy, host_of
from scraper.registry import recognise

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence
    from contextlib import AbstractContextManager
    from datetime import datetime
    from pathlib import Path
    from typing import Self

    from archive.checks.ledger import Due, Selection
    from archive.settings import Settings
    from archive.store.archive import Archive
    from scraper.availability import Finding

Event = dict[str, Any]

#: Maximum size of a response about a post.
_MOST_BYTES = 4_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestOptions:
    """How to send requests about posts. Tests replace the clocks."""

    availability: Availability = field(default_factory=Availability)
    hydration: Hydration = field(default_factory=Hydration)
    fetching: Fetching = field(default_factory=Fetching)
    contact: str | None = None
    rotate_bytes: int = ROTATE_BYTES
    now: Callable[[], datetime] = utc_now
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep

    @classmethod
    def of(cls, settings: Settings | None, **clocks: Any) -> Self:
        """Return the options in the settings; the defaults without settings."""
        if settings is None:
            return cls()
        return cls(
            availability=settings.availability,
            hydration=settings.hydration,
            fetching=settings.fetch,
            contact=settings.contact,
            rotate_bytes=settings.rotate_bytes,
            **clocks,
        )

    def fetcher(self, gate: Callable[[str], AbstractContextManager[object]], **network: Any) -> Fetcher:
        """Return a fetcher of small responses; `network` has more arguments for it."""
        limits = self.fetching.limits
        bounds = replace(limits, redirects=Limits().redirects, max_bytes=min(limits.max_bytes, _MOST_BYTES))
        options: dict[str, Any] = {
            "clock": self.clock,
            "sleep": self.sleep,
            "proxy": self.fetching.proxy,
            "allow_private": self.fetching.allow_private,
        }
        return Fetcher(contact=self.contact, limits=bounds, gate=gate, **(options | network))


@dataclass(slots=True)
class Report:
    """Result of a round: the hosts given up (`failures`), and the number of posts `left` for the next round."""

    found: dict[str, Finding] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)
    hosts: int = 0
    requests: int = 0
    left: int = 0

    @property
    def verdicts(self) -> Counter[str]:
        """Count the posts with each verdict."""
        return Counter(finding.verdict for finding in self.found.values())

    @property
    def exit_code(self) -> int:
        """Return 0, 1 (some hosts failed) or 4 (all failed, and nothing was found)."""
        if not self.failures:
            return 0
        is_nothing = len(self.failures) == self.hosts and set(self.verdicts) <= {"unknown"}
        return ALL_FAILED if is_nothing else 1


def check_posts(  # noqa: PLR0913 -- keyword-only but for what is asked about
    archive: Archive,
    folder: Path,
    selection: Selection,
    ways: RequestOptions,
    *,
    run: int | None = None,
    seconds: float | None = None,
    on_event: Callable[[Event], None] = lambda _event: None,
    **network: Any,
) -> Report:
    """Check the posts that are due, and store each response before the next request.

    `run` is the scheduled run, `seconds` the time limit for starting requests. `on_event` is called with every
    post checked, as a flat dictionary; `network` has more arguments for `Fetcher`.

    Raises:
        ArchiveError: A named post is not in the archive, or the database or captures are not writable.
    """
    report = Report()
    due = posts_due(archive.db.conn, selection, ways.availability.after, ways.now())
    if not due:
        return report
    policy = HostPolicy(0.0, robots=False, clock=ways.clock, sleep=ways.sleep)
    with ExitStack() as stack:
        context = RequestContext(
            archive=archive,
            ledger=Ledger(archive, ways.now, run),
            fetcher=stack.enter_context(ways.fetcher(policy.gate, **network)),
            captures=stack.enter_context(open_captures(archive, folder, ways.rotate_bytes)),
            now=ways.now,
            on_finding=_callback(report, {item.target.key for item in due}, ways.now, on_event),
        )
        queues = _queues(due, ways.availability, context, policy)
        report.hosts = len(queues)
        _work(queues, policy, ways.clock, None if seconds is None else ways.clock() + seconds)
    report.requests = policy.total
    report.left = len(due) - len(report.found)
    report.failures = [f"{queue.host}: {queue.problem}" for queue in queues if queue.problem]
    return report


def _callback(
    report: Report, keys: set[str], now: Callable[[], datetime], on_event: Callable[[Event], None]
) -> Callable[[str, Finding], None]:
    def on_finding(key: str, finding: Finding) -> None:
        if key in keys:
            report.found[key] = finding
            event = {"event": "check", "post": key, "verdict": finding.verdict, "reason": finding.reason}
            on_event({"at": stamp(now()), **event, "done": len(report.found), "of": len(keys)})

    return on_finding


def _queues(
    due: Sequence[Due], availability: Availability, context: RequestContext, policy: HostPolicy
) -> list[HostQueue]:
    """Group the posts by host; leave out paused hosts."""
    queues: dict[tuple[str, str], HostQueue] = {}
    for item in due:
        place = (item.question.name, item.host)
        if place not in queues:
            queues[place] = queue = HostQueue(
                platform=item.platform,
                question=item.question,
                host=item.host,
                context=context,
                canary=_canary(availability.canaries.get(item.platform), item, context.ledger),
                endpoint=availability.endpoints.get(item.platform),
            )
            delay = max(item.question.delay, availability.delays.get(item.platform, 0.0))
            address = queue.address_of(f"https://{item.host}/")
            policy.slow(address, delay)
            if until := context.ledger.paused(host_of(address)):
                queue.problem = f"asked for a pause until {until}"
        queues[place].posts.append(item.target)
    return list(queues.values())


def _canary(url: str | None, item: Due, ledger: Ledger) -> Target | None:
    """Return the canary from the settings, if it is a post of the same host."""
    post = recognise(url) if url else None
    if post is None or not post.id or not post.url:
        return None
    key = ledger.post_of(item.platform, post.id) or ""
    handle = post.handle
    target = Target(key=key, native_id=post.id, url=post.url, handle=handle)
    return target if item.question.host(target) == item.host else None


def _work(queues: Sequence[HostQueue], policy: HostPolicy, clock: Callable[[], float], end: float | None) -> None:
    """Repeatedly let the host that has waited longest send a request, until none is left or time is up."""
    talks: deque[tuple[Generator[str, None, None], str]] = deque()
    try:
        for queue in queues:
            steps = queue.steps()
            if url := next(steps, None):
                talks.append((steps, url))
        while talks:
            talk = min(talks, key=lambda talk: policy.free_at(host_of(talk[1])))
            if end is not None and max(policy.free_at(host_of(talk[1])), clock()) >= end:
                return
            talks.remove(talk)
            if url := next(talk[0], None):
                talks.append((talk[0], url))
    finally:
        for steps, _ in talks:
            steps.close()
