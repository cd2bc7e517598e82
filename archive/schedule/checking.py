"""Ask platforms, at the end of a run, whether posts are still public: only where the settings enable it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from archive.checks import Selection, check_posts

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from archive.checks import Report as Checked
    from archive.settings import Settings
    from archive.store.archive import Archive


def check_after(  # noqa: PLR0913 -- keyword-only but for what a run has
    settings: Settings,
    archive: Archive,
    *,
    run: int,
    seconds: float,
    now: Callable[[], datetime],
    tell: Callable[[dict[str, Any]], None],
    network: dict[str, Any],
) -> Checked | None:
    """Check the posts that are due in what is left of the time of a run.

    Returns:
        How it went; None where checks are off, or no time is left.

    Raises:
        ArchiveError: The database or the captures cannot be written.
    """
    availability = settings.availability
    if not (availability.enabled and availability.platforms) or seconds <= 0:
        return None

    def tell_of(event: dict[str, Any]) -> None:
        said = {"url": event["post"], "problem": f"{event['verdict']}, {event['reason']}"}
        tell({"at": event["at"], "event": "check", **said, "waiting": event["of"] - event["done"]})

    return check_posts(
        archive,
        settings.captures,
        Selection(platforms=availability.platforms),
        availability,
        fetching=settings.fetch,
        contact=settings.contact,
        rotate_bytes=settings.rotate_bytes,
        run=run,
        seconds=seconds,
        now=now,
        on_event=tell_of,
        **network,
    )
