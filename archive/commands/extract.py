"""``voxpop extract``: extract reactions and print them as JSON lines."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

import click

from archive.commands.shared import (
    JOBS,
    MIN_CONFIDENCE,
    OCR,
    QUIET,
    SOURCES,
    URLS,
    VERBOSE,
    end,
    exit_code,
    print_event,
    print_message,
    reading_options,
)
from archive.stopping import LongCommand
from scraper.errors import SourceError

if TYPE_CHECKING:
    from scraper.records import Document


@click.command(cls=LongCommand)
@SOURCES
@URLS
@reading_options
@MIN_CONFIDENCE
@OCR
@JOBS
@QUIET
@VERBOSE
def extract(  # noqa: PLR0913 - one argument per option
    sources: tuple[str, ...],
    *,
    urls: str | None,
    min_confidence: float | None,
    ocr: bool,
    jobs: int | None,
    quiet: bool,
    verbose: bool,
    **reading: Any,
) -> None:
    """Extract reactions and print them as JSON lines.

    Prints one object per article, in the order of the sources, without a database. Errors go to stderr.

    \b
    Example:
      voxpop extract story.html | jq '.embeds[].post.text'
      voxpop extract --min-confidence 0.8 story.txt | jq '.quotes[]'
      voxpop extract --url https://news.example/story --language de story.txt
      voxpop extract --jobs 4 crawl.warc.gz > records.jsonl
    """
    from archive.commands.reading import documents_of, left_out_line, named_sources, outcomes

    failed, done = 0, 0
    left_out: Counter[str] = Counter()
    named, refused = named_sources(sources, urls, reading)
    documents = chain(refused, documents_of(named, left_out=left_out, ocr=ocr, **reading))
    work = partial(line_of, min_confidence=min_confidence, ocr=ocr)
    with closing(outcomes(work, documents, jobs, lambda found: found)) as results:
        for outcome in results:
            if isinstance(outcome, SourceError):
                failed += 1
                print_message(outcome)
                continue
            _, document, (line, embeds, quotes) = outcome
            done += 1
            click.echo(line)
            if verbose:
                print_event("article", document.source, embeds=embeds, quotes=quotes)
    if left_out and not quiet:
        print_message(left_out_line(left_out))
    end(exit_code(failed, done))


def line_of(document: Document, *, min_confidence: float | None, ocr: bool = False) -> tuple[str, int, int]:
    """Extract a document; return its record as JSON, and its numbers of embeds and quotes."""
    from archive.store.identity import digest_of
    from scraper.extract import extract as extract_document
    from scraper.extract import to_json

    extraction = extract_document(document, min_confidence=min_confidence, ocr=ocr)
    line = to_json(extraction, document.digest or digest_of(document.content))
    return line, len(extraction.embeds), len(extraction.quotes)
