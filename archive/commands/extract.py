"""``voxpop extract``: print what articles hold, without a database."""

from __future__ import annotations

from typing import Any

import click

from archive.commands.common_options import MIN_CONFIDENCE, SOURCES, reading_options
from archive.commands.terminal import print_message
from archive.stopping import LongCommand
from scraper.errors import SourceError


@click.command(cls=LongCommand)
@SOURCES
@reading_options
@MIN_CONFIDENCE
@click.pass_context
def extract(
    ctx: click.Context, /, sources: tuple[str, ...], *, min_confidence: float | None, **reading: Any
) -> None:
    """Print what the sources hold as JSON lines, without a database.

    One object per article, in the order of the sources; errors go to stderr.

    \b
    Example:
      voxpop extract story.html | jq '.embeds[].post.text'
      voxpop extract --min-confidence 0.8 story.txt | jq '.quotes[]'
    """
    from archive.commands.reading import documents_of, exit_code
    from scraper.extract import extract as extract_document
    from scraper.extract import to_json

    failed, done = 0, 0
    for document in documents_of(sources, **reading):
        if isinstance(document, SourceError):
            failed += 1
            print_message(document)
        else:
            line = to_json(extract_document(document, min_confidence=min_confidence))
            done += 1
            click.echo(line)
    ctx.exit(exit_code(failed, done))
