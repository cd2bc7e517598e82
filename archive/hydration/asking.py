"""Ask platforms about incomplete posts, as `voxpop check` does, and read their answers."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from archive.checks import Selection, check_posts
from archive.clock import utc_now
from archive.hydration.missing import wanted_by_method
from archive.hydration.reading import read_captures
from archive.settings import Availability, Fetching, Hydration
from scraper.registry import question_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime
    from pathlib import Path

    from archive.checks import Report as Checked
    from archive.hydration.report import Report
    from archive.store.archive import Archive

#: Number of posts after which their answers are read.
_TOGETHER = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestOptions:
    """How to send requests.

    Attributes:
        availability: Delays, canaries and endpoints of platforms.
        hydration: URLs of web archives.
        fetching: Limits on requests, and the proxy.
        contact: For the User-Agent.
        rotate_bytes: Size at which a new WARC file is started.
        now: Clock; replaced in tests.
        clock: Monotonic clock, in seconds.
        sleep: Sleep function.
    """

    availability: Availability = field(default_factory=Availability)
    hydration: Hydration = field(default_factory=Hydration)
    fetching: Fetching = field(default_factory=Fetching)
    contact: str | None = None
    rotate_bytes: int = 1_000_000_000
    now: Callable[[], datetime] = utc_now
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep


def ask_platforms(  # noqa: PLR0913, PLR0917 -- where, what, how
    archive: Archive, folder: Path, methods: Sequence[str], ways: RequestOptions, report: Report, limit: int | None
) -> None:
    """Ask about incomplete posts, method by method, and store the contents of the answers.

    Findings of whether they are public are stored as by `voxpop check`.

    Args:
        archive: An open archive.
        folder: The captures folder.
        methods: Names of platforms, or of their methods.
        ways: How to send requests.
        report: Receives the results.
        limit: Maximum number of posts.
    """
    connection = archive.db.conn
    shield = archive.shield(connection)
    for method, wanted in wanted_by_method(connection, methods, ways.now, shield, limit):
        _ask(archive, folder, method, [each.key for each in wanted], ways, report)


def _ask(  # noqa: PLR0913, PLR0917 -- as above
    archive: Archive, folder: Path, method: str, posts: Sequence[str], ways: RequestOptions, report: Report
) -> None:
    platforms = (question_of(method)[0].name,)

    def on_event(event: dict[str, Any]) -> None:
        report.on_event({**event, "method": method})
        if event["done"] % _TOGETHER == 0:
            read_captures(archive, folder, platforms, report, None)

    checked: Checked = check_posts(
        archive,
        folder,
        Selection(platforms=(method,), posts=tuple(posts)),
        ways.availability,
        fetching=ways.fetching,
        contact=ways.contact,
        rotate_bytes=ways.rotate_bytes,
        now=ways.now,
        clock=ways.clock,
        sleep=ways.sleep,
        on_event=on_event,
    )
    report.places += checked.hosts
    report.requests += checked.requests
    report.left += checked.left
    report.failures += checked.failures
    read_captures(archive, folder, platforms, report, None)
