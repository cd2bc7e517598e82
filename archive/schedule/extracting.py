"""Extract what a run fetches and finds: when its turn comes, or ahead in other processes."""

from __future__ import annotations

from contextlib import closing, nullcontext, suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from archive.store.identity import digest_of
from scraper.errors import SourceError
from scraper.extract import extract
from scraper.input.kinds import not_an_article
from scraper.processes import Crash, StartError, attempt, each_in_order
from scraper.processes.shared import Shared
from scraper.records import Declared, Document

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable
    from typing import Self

    from archive.schedule.turns import Job
    from archive.schedule.visits import Visit
    from scraper.fetching import Answer
    from scraper.records import Extraction

_PRELOAD = ("scraper.warm",)


@dataclass(frozen=True, slots=True)
class Extracted:
    """A document that was extracted before its turn came.

    Attributes:
        extraction: Its record, or what became of the processes that read it.
    """

    document: Document
    extraction: Extraction | Crash


def article_in(answer: Answer, visit: Visit) -> Document:
    """Return the answer to a visit as a document."""
    return Document(
        source=visit.url,
        content=answer.content,
        url=answer.url,
        media_type=answer.last.header("content-type"),
        declared=Declared(published=visit.published),
    )


class Extractor:
    """Extracts the documents of a run. Use as a context manager.

    Args:
        jobs: How many processes extract; with 1 there is none.
        min_confidence: Leave out quoted reactions of lower confidence; None stands for the fitted threshold.
    """

    def __init__(self, jobs: int, min_confidence: float | None) -> None:
        self._jobs = jobs
        self._work = partial(attempt, partial(extract, min_confidence=min_confidence))
        self._shared = Shared(self._work, jobs, _PRELOAD) if jobs > 1 else None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        with self._shared or nullcontext():
            pass

    def ahead(self, job: Job, answer: Answer) -> Extracted | None:
        """Extract a new or changed article in another process; any thread may ask.

        Returns:
            None where there is no other process, or nothing to extract.
        """
        visit = job.visit
        if self._shared is None or visit is None or answer.last.status == 304:
            return None
        if digest_of(answer.content) == visit.digest or not_an_article(answer.content) is not None:
            return None
        document = article_in(answer, visit)
        with suppress(StartError, RuntimeError):  # it is extracted when its turn comes, and fails there
            return Extracted(document, self._shared.ask(document))
        return None

    def extract(self, document: Document, extracted: Extracted | None = None) -> Extraction:
        """Return the record of a document; that which was made ahead, where it is of the same document.

        Raises:
            CrashError: The processes that read it died, or it cannot be read.
        """
        is_ahead = extracted is not None and extracted.document == document
        extraction = extracted.extraction if extracted and is_ahead else self._work(document)
        if isinstance(extraction, Crash):
            raise extraction.error(document.source)
        return extraction

    def each(
        self, found: Iterable[Document | SourceError], is_new: Callable[[Document], bool]
    ) -> Generator[tuple[Document | SourceError, Extracted | None], None, None]:
        """Yield the files of a folder, and the records of those that are new."""

        def task(item: Document | SourceError) -> Document | None:
            if isinstance(item, SourceError) or item.record is not None or not is_new(item):
                return None
            return replace(item, original=None)

        def weigh(item: Document | SourceError) -> int:
            return 0 if isinstance(item, SourceError) else len(item.content)

        results = each_in_order(self._work, found, task=task, jobs=self._jobs, weigh=weigh, preload=_PRELOAD)
        with closing(results):
            for item, result in results:
                if isinstance(item, SourceError) or result is None:
                    yield item, None
                else:
                    yield item, Extracted(item, result)
