"""Read the sources of `voxpop archive` and `voxpop extract`."""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack, closing
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from scraper.errors import DocumentError, SourceError, in_one_line
from scraper.input import NO_COLUMNS, load, published_option
from scraper.processes import Crash, attempt, each_in_order
from scraper.records import Declared, Problem

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Generator, Iterable, Iterator, Mapping

    from scraper.fetching import Answer
    from scraper.input import Position
    from scraper.input.sources import Fetches
    from scraper.records import Document

    Documents = Iterator[Document | SourceError]


# Process documents in several processes.

Item = TypeVar("Item")
Result = TypeVar("Result")

#: Modules loaded before the first document.
PRELOAD = ("archive.commands.extract", "archive.store.identity", "scraper.warm")


def outcomes(
    work: Callable[[Document], Result],
    items: Iterable[Item],
    jobs: int | None,
    found: Callable[[Item], Document | SourceError],
) -> Generator[SourceError | tuple[Item, Document, Result], None, None]:
    """Yield each item with its document and the result of `work`, or the error in its place; `found` returns either.

    `work` is a function of a module, or a `functools.partial` of one. Close the iterator to end the processes early.
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
    """Return the problem to store for a failed source."""
    return Problem(step="source", kind=type(error).__name__, message=error.reason)


def weight_of(document: Document | SourceError) -> int:
    """Return the bytes of a document."""
    if isinstance(document, SourceError):
        return 0
    return len(document.content) + len(document.original or b"") + sum(len(found) for _, found in document.pictures)


def _to_send(document: Document | SourceError) -> Document | None:
    """Return the document that another process needs; None if its record is known."""
    if isinstance(document, SourceError) or document.record is not None:
        return None
    return replace(document, original=None)


#: Maximum number of kinds of skipped files to name.
_MOST_KINDS = 8


def documents_of(  # noqa: PLR0913 - keyword-only but for the sources
    sources: Iterable[str],
    *,
    keep: Callable[[Answer], object] = lambda _: None,
    left_out: Counter[str] | None = None,
    is_known: Callable[[str], bool] = lambda _: False,
    position: Position | None = None,
    ocr: bool = False,
    **reading: Any,
) -> Documents:
    """Read the sources in order; yield their documents, and an error for each failure.

    `reading` has the values of `reading_options`. `keep` is called with each HTTP response; `left_out` counts
    skipped files in folders by suffix; `is_known` returns True for a row of a corpus to skip. An HTTP client is
    opened only for URLs.
    """
    option = _for_one(reading)
    documents = _loaded(list(sources), keep, reading, left_out=left_out, is_known=is_known, position=position)
    documents = _only_one(documents, option) if option else documents
    yield from map(_with_pictures, documents) if ocr else documents


def _with_pictures(document: Document | SourceError) -> Document | SourceError:
    from scraper.post_pictures import with_pictures

    return document if isinstance(document, SourceError) or document.record else with_pictures(document)


def _loaded(sources: list[str], keep: Callable[[Answer], object], reading: Mapping[str, Any], **how: Any) -> Documents:
    stated: dict[str, Any] = {name: reading.get(name) for name in ("url", "title", "outlet", "language")}
    stated["published"] = published_option(reading["published"]) if reading["published"] is not None else None
    with _LazyFetcher(keep, reading) as fetcher:
        how |= {"columns": reading.get("columns") or NO_COLUMNS, "max_bytes": reading["max_bytes"]}
        yield from load(sources, declared=Declared(**stated), fetcher=fetcher, **how)


class _LazyFetcher(ExitStack):
    """Opens an HTTP client for the first URL: that takes time, and most sources need none."""

    def __init__(self, keep: Callable[[Answer], object], reading: Mapping[str, Any]) -> None:
        super().__init__()
        self._how: dict[str, Any] = {"keep": keep}
        self._how |= {name: reading.get(name) for name in ("contact", "max_bytes", "allow_private")}

    def fetch(self, url: str) -> Document:
        return self._fetcher.fetch(url)

    @cached_property
    def _fetcher(self) -> Fetches:
        from scraper.fetching import Fetcher

        return self.enter_context(Fetcher(**self._how))


def _for_one(reading: Mapping[str, Any]) -> str | None:
    return "--url" if reading.get("url") else "--title" if reading.get("title") else None


def _only_one(documents: Documents, option: str) -> Documents:
    """Yield the first document; an error for the next one, to which the option would also apply."""
    done = False
    for document in documents:
        if isinstance(document, SourceError):
            yield document
        elif done:
            reason = f"{option} is for one article, and here is a second one: name them one by one"
            yield DocumentError(document.source, reason)
            return
        else:
            done = True
            yield document


def named_sources(
    sources: Iterable[str], urls: str | None, reading: Mapping[str, Any]
) -> tuple[list[str], list[SourceError]]:
    """Return the sources of a command, and the errors in the list of ``--urls``; `urls` is its file, or ``-``."""
    sources = list(sources)
    _check_named(sources, urls, _for_one(reading))
    if urls is None:
        return sources, []
    file = Path(urls)
    try:
        from archive.settings.lists import read_list, read_list_of, unread_lines
        from scraper.errors import printable
        from scraper.values.urls import http_url

        listing = read_list_of(sys.stdin.buffer.read(), urls) if urls == "-" else read_list(file)
    except SourceError as error:
        return sources, [error]
    unread = unread_lines(file, listing)
    if not listing.entries and unread is None:
        unread = SourceError(printable(urls), "contains no URLs: write one per line")
    written = {http_url(login): login for login in listing.logins}
    urls_named = (written.get(entry.url, entry.url) for entry in listing.entries)
    return [*sources, *urls_named], [unread] if unread else []


def _check_named(sources: list[str], urls: str | None, option: str | None) -> None:
    """Raise `click.UsageError` if sources, `urls` and an option for a single article contradict each other."""
    if option and (urls is not None or len(sources) > 1 or any(map(os.path.isdir, sources))):
        raise click.UsageError(f"{option} is for one article: name one file or URL.")
    if urls is None and not sources:
        raise click.UsageError("Missing argument 'SOURCE...': name a file, a folder, a URL or --urls FILE.")
    if urls == "-" and "-" in sources:
        raise click.UsageError("Standard input is named twice: as SOURCE and as --urls.")


def left_out_line(left_out: Counter[str]) -> str:
    """Describe the skipped files, if any: number and kinds, most frequent first.

    >>> from collections import Counter
    >>> left_out_line(Counter({".docx": 1, ".pdf": 1200}))
    'left out 1,201: 1,200 .pdf, 1 .docx'
    """
    if not left_out:
        return ""
    kinds = left_out.most_common(_MOST_KINDS)
    rest = left_out.total() - sum(number for _, number in kinds)
    named = [f"{number:,} {in_one_line(kind)}" for kind, number in kinds] + [f"{rest:,} of other kinds"] * (rest > 0)
    return f"left out {left_out.total():,}: {', '.join(named)}"
