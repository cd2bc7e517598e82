"""Handle responses: listings become visits; pages become captures, reactions and the next visit."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from archive.captures.index import capture
from archive.captures.lazy import without_folders
from archive.captures.local import LocalCaptures
from archive.clock import stamp
from archive.schedule.ledger import Outcome, conditions, marks_of
from archive.schedule.workers import Job, article_in
from archive.settings.lists import read_list, unread_lines
from archive.store.identity import article_key, article_of, digest, digest_of
from scraper.errors import CrashError, EmptyFolderError, FetchError, SourceError
from scraper.fetching import RefusedError
from scraper.fetching.host_policy import ForbiddenError, LeftAloneError
from scraper.html.prose import main_text
from scraper.input import load
from scraper.input.kinds import not_an_article
from scraper.input.listings import Entry, NoListingError, listed_date, read_listing, read_urls
from scraper.text.topics import topics_of
from scraper.values.urls import canonical_url

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from datetime import datetime

    from archive.captures.files import Capture, Captures
    from archive.schedule.ledger import Ledger, Visit
    from archive.schedule.workers import Extracted, Extractor, Workers
    from archive.settings import Settings, Source
    from archive.store.archive import Archive, Saved
    from scraper.fetching import Answer, Exchange
    from scraper.fetching.host_policy import HostPolicy
    from scraper.input.listings import Listing
    from scraper.records import Document, Extraction


# Fingerprints of pages without reactions: many URLs with the same page have no articles.


def fingerprint(document: Document, extraction: Extraction) -> str | None:
    """Return a digest of a page's title and words; None for a page with reactions, or without words.

    Ignores white space and everything outside the main part of the page.
    """
    if extraction.embeds or extraction.quotes:
        return None
    title, words = extraction.article.title or "", " ".join(main_text(document).split())
    return digest("page", title, words) if title or words else None


# Available and failed articles by source.

#: Kinds of sources that are fetched; the others are local.
LISTINGS = frozenset({"feed", "sitemap"})
#: Number of articles without a success after which a feed has failed: fewer fail every day, and are stored with
#: the article. A list fails with its only URL.
_TELLING = 3


@dataclass(slots=True)
class Yields:
    """Counts the available (`had`) and failed articles of each source."""

    had: Counter[str] = field(default_factory=Counter)
    _missed: Counter[str] = field(default_factory=Counter)
    _last_problem: dict[str, str] = field(default_factory=dict)

    def miss(self, source: str, problem: str) -> None:
        """Count a failed article."""
        self._missed[source] += 1
        self._last_problem[source] = problem

    def failure(self, source: Source) -> str | None:
        """Return a message if every article of a source failed."""
        missed = self._missed[source.name]
        if self.had[source.name] or missed < (_TELLING if source.kind in LISTINGS else 1):
            return None
        many = "" if missed == 1 else f"any of {missed:,} articles; the last: "
        how = "read" if source.kind == "folder" else "fetch"
        return f"could not {how} {many}{self._last_problem[source.name]}"


def wanted(source: Source, entries: Sequence[Entry], now: datetime, most: int) -> list[Entry]:
    """Return the entries of a listing that its source takes: not too old, and the latest of too many.

    Entries without a date are of any age, and come after those with one.

    Takes at most `most`; 0 for all.
    """
    oldest = max(source.since, stamp(now - timedelta(seconds=source.max_age)) if source.max_age else "")
    days = {entry.guid: _date_of(entry) for entry in entries} if oldest or most else {}
    taken = [entry for entry in entries if not (at := days.get(entry.guid)) or at >= oldest[: len(at)]]
    if most and len(taken) > most:
        taken = sorted(taken, key=lambda entry: days[entry.guid], reverse=True)[:most]
    return taken


def _date_of(entry: Entry) -> str:
    """Return the date of an entry, that of its last change where no other is stated; empty for none."""
    published = entry.published or listed_date(entry.modified)
    return (published.at or "") if published else ""


#: Maximum number of new sitemaps of an index per run, newest first; older ones have no news.
_CHILDREN = 50
#: Columns of `runs` that are counted.
_COUNTS = ("sources", "articles", "added", "failed", "unchanged", "requests")


@dataclass(slots=True, kw_only=True)
class Handling:
    """Handles the results of one run, in one thread."""

    settings: Settings
    archive: Archive
    ledger: Ledger
    captures: Captures
    run: int
    now: Callable[[], datetime]
    on_event: Callable[[dict[str, Any]], None]
    extractor: Extractor
    workers: Workers
    host_policy: HostPolicy
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(_COUNTS, 0))
    failed: dict[str, str] = field(default_factory=dict)  # source -> its first error
    partly: set[str] = field(default_factory=set)  # readable lists and folders, even if a line or file of them failed
    _sources: dict[str, Source] = field(init=False)
    _read: set[str] = field(default_factory=set)
    _began: set[str] = field(default_factory=set)
    _taken: Counter[str] = field(default_factory=Counter)
    _yields: Yields = field(default_factory=Yields)

    def __post_init__(self) -> None:
        self._sources = {source.name: source for source in self.settings.sources}

    # --- sources

    def begin_source(self, source: Source) -> None:
        """Queue a feed or sitemap; read a list or folder at once."""
        self._begin(source.name)
        if source.kind in LISTINGS:
            self._add_listing(source, source.places[0])
        elif source.kind == "folder":
            self._read_folder(source)
        else:
            self._read_list(source)

    def _begin(self, source: str) -> None:
        self._began.add(source)
        self.counts["sources"] = len(self._began)

    def _add_listing(self, source: Source, url: str) -> None:
        known = self.ledger.sources.listing_marks(url, source.name)
        headers = conditions(known.etag, known.last_modified)
        self.workers.add(Job(kind="listing", url=url, key=url, source=source.name, headers=headers))

    def _read_list(self, source: Source) -> None:
        self._read.add(source.name)
        if source.kind == "urls":
            self._enter(source, read_urls("\n".join(source.places)).entries)
            return
        file = Path(source.places[0])
        try:
            listing = read_list(file)
        except SourceError as error:
            self._source_failed(source, str(error))
            return
        if unread := unread_lines(file, listing):
            self._source_failed(source, str(unread), pause=False)
        if listing.entries:
            self.partly.add(source.name)
        self._enter(source, listing.entries)

    def _read_folder(self, source: Source) -> None:
        problems: dict[str, str] = {}
        for found in self._read_files(source):
            if isinstance(found, EmptyFolderError):
                continue
            if Path(found.source) == Path(source.places[0]):
                self._source_failed(source, str(found))
                return
            problems.setdefault(found.source, found.reason)  # a damaged WARC file may be named more than once
        self._read.add(source.name)
        for file in self.ledger.visits.files_failed(source, problems, self.now()):
            self._miss(source.name, f"{file}: {problems[file]}")
            self._emit("failed", url=file, problem=problems[file])

    def _read_files(self, source: Source) -> Iterator[SourceError]:
        found = load(source.places, max_bytes=self.settings.fetch.max_bytes)
        with closing(self.extractor.each(found, self._is_new)) as files:
            for file, extracted in files:
                if isinstance(file, SourceError):
                    yield file
                    continue
                self.partly.add(source.name)
                try:
                    self._read_file(source, file, extracted)
                except CrashError as error:
                    yield error

    def _is_new(self, document: Document) -> bool:
        visit = self.ledger.visits.get(document.source)
        return visit is None or visit.digest != digest_of(document.content)

    def _read_file(self, source: Source, document: Document, extracted: Extracted | None) -> None:
        self._yields.had[source.name] += 1
        entry = Entry(url=document.source, guid=document.source)
        self.ledger.visits.add(source, [(entry, document.source)], self.now())
        visit = self.ledger.visits.get(document.source)
        digest = digest_of(document.content)
        if visit is None or visit.digest == digest:
            self.counts["unchanged"] += 1
            return
        saved = self._save(source, document, digest, extracted)
        stored = saved.article if saved and not saved.erased else None
        self.ledger.visits.file_read(visit, self.now(), digest, stored)
        self._emit("article", url=document.source, kept=saved is not None)

    def _enter(self, source: Source, entries: Iterable[Entry]) -> None:
        """Store the entries of a listing; new ones get a due visit."""
        left = source.max_articles - self._taken[source.name]
        if source.max_articles and left <= 0:
            return
        taken = wanted(source, list(entries), self.now(), max(left, 0))
        self._taken[source.name] += len(taken)
        named = [(entry, url) for entry in taken if (url := canonical_url(entry.url))]
        for visit in self.ledger.visits.add(source, named, self.now()):
            self.add_visit(visit)

    def add_visit(self, visit: Visit) -> None:
        """Queue an article."""
        self._begin(visit.source)
        headers = conditions(visit.etag, visit.last_modified)
        self.workers.add(
            Job(kind="article", url=visit.target, key=visit.url, source=visit.source, headers=headers, visit=visit)
        )

    def finish(self) -> None:
        """Store the final state of every source of this run."""
        for source in self.settings.sources:
            if source.name not in self.failed and (problem := self._yields.failure(source)):
                self._source_failed(source, problem, pause=source.kind in LISTINGS)
            if source.name in self._read and source.name not in self.failed:
                self.ledger.sources.read(source, self.now())

    def _miss(self, source: str, problem: str) -> None:
        self.counts["failed"] += 1
        self._yields.miss(source, problem)

    # --- responses

    def handle(self, job: Job, result: Answer | FetchError, extracted: Extracted | None = None) -> None:
        """Handle one result."""
        if job.kind == "listing":
            self._handle_listing(job, result)
        else:
            self._handle_article(job, result, extracted)

    def _handle_listing(self, job: Job, result: Answer | FetchError) -> None:
        source = self._sources[job.source]
        if isinstance(result, FetchError):
            self._keep_refusal(result, None)
            self._source_failed(source, str(result), asked=result.retry_after or 0.0)
            return
        self._read.add(source.name)
        if job.key == source.places[0]:
            self.ledger.sources.moved(source, result.moved)
        if result.last.status == 304:
            self.ledger.sources.listing_unchanged(job.key, self.now())
            self._emit("listing", url=job.key, status=304)
            return
        if self.settings.capture_all:
            self.ledger.visits.keep(self._capture(result.exchanges), None, self.run)
        digest = digest_of(result.content)
        if digest != self.ledger.sources.listing_marks(job.key, source.name).digest:
            try:
                listing = read_listing(result.content, result.url)
            except NoListingError as error:
                self._source_failed(source, f"{job.key} {error}: check the address of the source")
                return
            self._follow(source, job, listing)
        self.ledger.sources.listing_read(job.key, source, marks_of(result, digest), self.now())
        self._emit("listing", url=job.key, status=result.last.status)

    def _follow(self, source: Source, job: Job, listing: Listing) -> None:
        self._enter(source, listing.entries)
        if job.key == source.places[0]:  # an index must not list other indexes
            newest = sorted(listing.children, key=lambda child: child.modified or "9", reverse=True)
            for child in newest[:_CHILDREN]:
                if self._is_newer(child):
                    self._add_listing(source, child.url)

    def _is_newer(self, child: Entry) -> bool:
        checked = self.ledger.sources.listing_checked_at(child.url, self.now())
        return checked is None or child.modified is None or child.modified[:10] >= checked[:10]

    def _source_failed(self, source: Source, problem: str, *, pause: bool = True, asked: float = 0.0) -> None:
        if source.name not in self.failed:
            self.failed[source.name] = problem
            self.ledger.sources.failed(source, problem, self.now(), pause=pause, asked=asked)
        self._emit("source-failed", source=source.name, problem=problem)

    def _handle_article(self, job: Job, result: Answer | FetchError, extracted: Extracted | None) -> None:
        visit = self.ledger.visits.get(job.key)
        if visit is None:
            return
        if isinstance(result, LeftAloneError):
            if result.retry_after:  # otherwise the visit is still due, and the next run asks
                self.ledger.visits.postpone(visit, self.now(), result.retry_after)
            self._emit("left-alone", url=visit.url, problem=result.reason)
        elif isinstance(result, FetchError):
            self._failed(visit, result)
        elif result.last.status == 304 or (digest := digest_of(result.content)) == visit.digest:
            self._unchanged(visit, result)
        elif (reason := not_an_article(result.content)) is not None:
            self._failed(visit, RefusedError(visit.url, reason, status=None, exchanges=result.exchanges))
        else:
            self._changed(visit, result, digest, extracted)

    def _failed(self, visit: Visit, error: FetchError) -> None:
        self._miss(visit.source, str(error))
        # A removed story is part of its history: the response is kept with its pages.
        self._keep_refusal(error, visit.article)
        self.ledger.visits.failed(visit, error, self.now(), final=isinstance(error, ForbiddenError))
        self._emit("failed", url=visit.url, status=error.status, problem=error.reason)

    def _unchanged(self, visit: Visit, answer: Answer) -> None:
        """Record that nothing changed; bytes that were sent anyway become a revisit record."""
        self._yields.had[visit.source] += 1
        self.counts["unchanged"] += 1
        last = answer.last
        is_wanted = last.status != 304 and self._is_captured(visit.article)
        captures = self._capture(answer.exchanges) if is_wanted else ()
        marks = marks_of(answer, visit.digest, visit)
        outcome = Outcome(status=last.status, marks=marks, moved=answer.moved, captures=captures, run=self.run)
        self.ledger.visits.succeeded(visit, outcome, self.now())
        self._emit("unchanged", url=visit.url, status=last.status)

    def _changed(self, visit: Visit, answer: Answer, digest: str, extracted: Extracted | None) -> None:
        document = article_in(answer, visit)
        try:
            extraction = self.extractor.extract(document, extracted)
        except CrashError as error:
            self._failed(visit, RefusedError(visit.url, error.reason, status=None, exchanges=answer.exchanges))
            return
        self._yields.had[visit.source] += 1
        topics = self._topics(visit.url, document, extraction)
        kept = topics is not None
        is_kept = (kept or self.settings.capture_all) and self.archive.may_keep(
            extraction, visit.article or article_key(extraction.article.url, digest)
        )
        pictures = (exchange for _, picture in answer.pictures for exchange in picture.exchanges)
        captures = self._capture((*pictures, *answer.exchanges)) if is_kept else ()
        saved = self._store(extraction, digest, topics, visit.article) if topics is not None else None
        outcome = Outcome(
            status=answer.last.status,
            marks=marks_of(answer, digest),
            moved=answer.moved,
            kept=kept,
            page=fingerprint(document, extraction),
            article=saved.article if saved and not saved.erased else None,
            captures=captures,
            run=self.run,
        )
        self.ledger.visits.succeeded(visit, outcome, self.now())
        self._emit("article", url=visit.url, status=answer.last.status, kept=kept)

    def _save(self, source: Source, document: Document, digest: str, extracted: Extracted | None) -> Saved | None:
        extraction = self.extractor.extract(document, extracted)
        topics = self._topics(document.source, document, extraction)
        if topics is None:
            return None
        article = article_of(document, extraction.article.url)
        saved = self._store(extraction, digest, topics, article, saved_at=document.saved_at)
        if not saved.cut and document.record is None:  # of a line of records, the file is not here
            name = without_folders(document.source, source.places)
            if self.settings.ocr.enabled:
                from scraper.post_pictures import with_pictures

                document = with_pictures(document)
            with LocalCaptures(self.archive, self.settings.captures, lambda: self.captures, self.run) as local:
                local.keep(document, extraction, article=saved.article, name=name)
        return saved

    def _topics(self, url: str, document: Document, extraction: Extraction) -> frozenset[str] | None:
        """Return the topics for which an article is kept; None if it is not kept.

        A source without topics keeps all articles that it lists.
        """
        sources = [self._sources[name] for name in self.ledger.visits.listed_by(url) & self._sources.keys()]
        found = topics_of(document, extraction, {topic for source in sources for topic in source.topics})
        return found if found or not all(source.topics for source in sources) else None

    def _store(
        self,
        extraction: Extraction,
        digest: str,
        topics: frozenset[str],
        article: str | None = None,
        saved_at: str | None = None,
    ) -> Saved:
        seen = stamp(self.now())
        saved = self.archive.save(
            extraction, digest=digest, seen=seen, saved_at=saved_at, article=article, topics=topics
        )
        self.counts["articles"] += 1
        self.counts["added"] += saved.new
        return saved

    def _keep_refusal(self, error: FetchError, article: str | None) -> None:
        if isinstance(error, RefusedError) and self._is_captured(article):
            self.ledger.visits.keep(self._capture(error.exchanges), article, self.run, error.reason)

    def _is_captured(self, article: str | None) -> bool:
        return self.settings.capture_all or article is not None

    def _capture(self, exchanges: Iterable[Exchange]) -> list[Capture]:
        return capture(self.archive, self.captures, exchanges)

    def _emit(self, event: str, **details: Any) -> None:
        """Report an event, and store the counts of the run in case it is killed."""
        self.counts["requests"] = self.host_policy.total
        self.ledger.count(self.run, self.counts)
        self.on_event({"at": stamp(self.now()), "event": event, **details, "waiting": self.workers.waiting})
