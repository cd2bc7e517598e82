"""List what a run would fetch, without requests and without writing."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from archive.checks import Selection, posts_due
from archive.clock import utc_now
from archive.schedule.ledger import Ledger
from archive.schedule.run import EVERYTHING, Scope
from archive.settings.lists import read_list
from archive.store.archive import Archive
from archive.store.database import failures_named, open_to_read
from archive.store.libraries import Database
from archive.store.schema import MIGRATIONS
from scraper.errors import SourceError
from scraper.input.listings import read_urls
from scraper.values.urls import canonical_url

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from datetime import datetime

    from archive.settings import Availability, Settings, Source
    from scraper.input.listings import Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """One thing that a run would fetch or read.

    Attributes:
        kind: ``feed``, ``sitemap``, ``folder``, ``article`` or ``check`` (of a post).
    """

    kind: str
    source: str
    place: str


def what_is_due(settings: Settings, scope: Scope = EVERYTHING, *, now: Callable[[], datetime] = utc_now) -> list[Due]:
    """List what a run would fetch, sources before articles, without requests.

    New articles of feeds and sitemaps are unknown until these are read.

    Raises:
        SettingsError: The scope names an unknown source.
        ArchiveError: The database cannot be read.
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
    if not scope.names:
        yield from _checks(settings.availability, ledger, now)


def _newly_listed(sources: list[Source], former: Mapping[str, str], ledger: Ledger) -> Iterator[Due]:
    """Yield the listed articles that were never visited, each once."""
    seen: set[str] = set()
    for source in sources:
        for entry in _listed(source):
            url = canonical_url(entry.url)
            if url and url not in seen and ledger.visits.is_new(former[source.name], entry, url):
                seen.add(url)
                yield Due(kind="article", source=source.name, place=url)


def _checks(availability: Availability, ledger: Ledger, now: datetime) -> Iterator[Due]:
    if availability.enabled:
        selection = Selection(platforms=availability.platforms)
        for due in posts_due(ledger.connection, selection, availability.after, now):
            yield Due(kind="check", source=due.question.name, place=due.target.url)


def _listed(source: Source) -> tuple[Entry, ...]:
    """Return the URLs of a list; none of an unreadable one, which `voxpop check-config` reports."""
    if source.kind == "urls":
        return read_urls("\n".join(source.places)).entries
    try:
        return read_list(Path(source.places[0])).entries if source.kind == "urls_file" else ()
    except SourceError:
        return ()
