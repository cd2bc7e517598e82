"""``voxpop extract``: print what articles hold, without a database."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, Any, cast

import click

from archive.commands.common_options import MIN_CONFIDENCE, SOURCES, URLS, VERBOSE, reading_options
from archive.commands.terminal import print_event, print_message
from archive.stopping import LongCommand
from scraper.errors import SourceError

if TYPE_CHECKING:
    from archive.commands.reading import Reading


@click.command(cls=LongCommand)
@SOURCES
@URLS
@reading_options
@MIN_CONFIDENCE
@VERBOSE
@click.pass_context
def extract(
    ctx: click.Context,
    /,
    sources: tuple[str, ...],
    *,
    urls: str | None,
    min_confidence: float | None,
    verbose: bool,
    **reading: Any,
) -> None:
    """Print what the sources hold as JSON lines, without a database.

    One object per article, in the order of the sources; errors go to stderr.

    \b
    Example:
      voxpop extract story.html | jq '.embeds[].post.text'
      voxpop extract --min-confidence 0.8 story.txt | jq '.quotes[]'
      voxpop extract --url https://news.example/story --language de story.txt
    """
    from archive.commands.reading import documents_of, exit_code, left_out_line, named_sources
    from archive.store.identity import digest_of
    from scraper.extract import extract as extract_document
    from scraper.extract import to_json

    failed, done = 0, 0
    left_out: Counter[str] = Counter()
    named, refused = named_sources(sources, urls, cast("Reading", reading))
    for document in chain(refused, documents_of(named, left_out=left_out, **reading)):
        if isinstance(document, SourceError):
            failed += 1
            print_message(document)
        else:
            extraction = extract_document(document, min_confidence=min_confidence)
            line = to_json(extraction, document.digest or digest_of(document.content))
            done += 1
            click.echo(line)
            if verbose:
                embeds, quotes = len(extraction.embeds), len(extraction.quotes)
                print_event("article", document.source, embeds=embeds, quotes=quotes)
    if left_out:
        print_message(left_out_line(left_out))
    ctx.exit(exit_code(failed, done))
