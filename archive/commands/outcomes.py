"""What comes of documents that are read in several processes: a result, or what went wrong."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from scraper.errors import SourceError
from scraper.processes import Crash, attempt, each_in_order
from scraper.records import Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable

    from scraper.records import Document

Item = TypeVar("Item")
Result = TypeVar("Result")

#: What the processes load before the first document.
PRELOAD = ("archive.commands.extract", "archive.store.identity", "scraper.warm")


def outcomes(
    work: Callable[[Document], Result],
    items: Iterable[Item],
    jobs: int | None,
    found: Callable[[Item], Document | SourceError],
) -> Generator[SourceError | tuple[Item, Document, Result], None, None]:
    """Yield each item with its document and the result of `work`; in its place what went wrong with it.

    Close the iterator when you leave it before its end: that ends the processes.

    Args:
        work: A function of a module, or a `functools.partial` of one.
        items: What was read; see `found`.
        jobs: How many processes; see `each_in_order`.
        found: Returns the document of an item, or the error in its place.
    """
    results = each_in_order(
        partial(attempt, work),
        items,
        task=lambda item: _to_send(found(item)),
        jobs=jobs,
        weigh=lambda item: weight_of(found(item)),
        preload=PRELOAD,
    )
    with closing(results):
        for item, result in results:
            document = found(item)
            if isinstance(document, SourceError):
                yield document
            else:  # a document that holds its record needs no work of another process
                made = attempt(work, document) if result is None else result
                yield made.error(document.source) if isinstance(made, Crash) else (item, document, made)


def problem_of(error: SourceError) -> Problem:
    """Return the problem that the archive stores for a source that failed."""
    return Problem(step="source", kind=type(error).__name__, message=error.reason)


def weight_of(document: Document | SourceError) -> int:
    """Return how many bytes a document holds."""
    if isinstance(document, SourceError):
        return 0
    return len(document.content) + len(document.original or b"")


def _to_send(document: Document | SourceError) -> Document | None:
    """Return what of a document another process needs; None when its record is known."""
    if isinstance(document, SourceError) or document.record is not None:
        return None
    return replace(document, original=None)
