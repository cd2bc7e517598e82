"""Tell a service how a run went, so that it can warn somebody when one fails or does not come.

Healthchecks and its like expect a GET of one address after success, of ``/fail`` below it after a failure,
and of ``/start`` when the work begins (https://healthchecks.io/docs/http_api/).
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit, urlunsplit

from scraper.errors import FetchError, LockedError, SourceError
from scraper.fetching import Fetcher, Limits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from archive.schedule.run import Report
    from archive.settings import Settings

#: Seconds for a ping with its redirects and second try; a run is not kept waiting by the service.
_BOUNDS = Limits(connect=5.0, read=5.0, request=5.0, total=12.0, attempts=2, redirects=3, max_bytes=100_000)


@contextmanager
def pinging(settings: Settings, warn: Callable[[SourceError], object]) -> Iterator[list[Report]]:
    """Ping around a run, where the settings name an address.

    The run has succeeded when the block has put a report of exit code 0 into the list, and failed when the
    report has another, or an error is raised. Nothing is pinged of a run that is stopped by a signal, or that
    finds another one at work.

    Args:
        settings: Of the run.
        warn: Called with each ping that failed; that does not fail the run.
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
        warn(SourceError("run.ping", f"{urlsplit(url).hostname} was not told of the run: {error.reason}"))
    except Exception as error:  # noqa: BLE001 -- whatever it is, the run is over and well
        warn(SourceError("run.ping", f"failed unexpectedly ({type(error).__name__})"))


def address_of(ping: str, event: str) -> str:
    """Return the address for an event: the path goes on, the query stays.

    >>> address_of("https://hc.example/ping/1/?rid=2", "fail"), address_of("https://hc.example/ping/1", "")
    ('https://hc.example/ping/1/fail?rid=2', 'https://hc.example/ping/1')
    """
    parts = urlsplit(ping)
    return urlunsplit(parts._replace(path=f"{parts.path.rstrip('/')}/{event}")) if event else ping
