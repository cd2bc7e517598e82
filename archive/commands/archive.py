"""``voxpop archive``: read articles, extract their reactions and store them, one article after the other."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from archive.captures.naming import captures_beside
from archive.commands.archiving import archive_sources
from archive.commands.common_options import (
    DATABASE,
    JOBS,
    MIN_CONFIDENCE,
    NO_TEXT,
    SOURCES,
    URLS,
    VERBOSE,
    reading_options,
)
from archive.commands.datasets import WHERE, load_datasets, parted
from archive.commands.terminal import ChangingLine, exit_code, percentage, print_event, print_message
from archive.humanize import counted
from archive.stopping import LongCommand

if TYPE_CHECKING:
    from archive.commands.reading import Reading
    from archive.store.entries import Saved
    from scraper.errors import SourceError
    from scraper.records import Document


@click.command(cls=LongCommand)
@DATABASE
@SOURCES
@URLS
@reading_options
@MIN_CONFIDENCE
@NO_TEXT
@JOBS
@WHERE
@click.option("-q", "--quiet", "--silent", "silent", is_flag=True, help="Print nothing but errors.")
@VERBOSE
@click.option(
    "--captures",
    metavar="FOLDER",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where the bytes of pages and files are kept, as WARC files; `captures` beside DB unless named.",
)
@click.option("--no-captures", is_flag=True, help="Keep no bytes.")
@click.pass_context
def archive(  # noqa: PLR0913 - one argument per option
    ctx: click.Context,
    /,
    database: str,
    sources: tuple[str, ...],
    *,
    urls: str | None,
    silent: bool,
    verbose: bool,
    captures: Path | None,
    no_captures: bool,
    no_text: bool,
    min_confidence: float | None,
    jobs: int | None,
    where: tuple[str, ...],
    **reading: Any,
) -> None:
    """Read articles and store their reactions in DB.

    Archiving an article again changes nothing but the time it was last seen. The bytes of pages and files are
    kept beside DB, so that `voxpop reextract` can read them again; those in WARC files stay where they are.
    SOURCE may be the folder of a dataset, as `voxpop bulk` makes it: it holds no bytes of pages, so that only
    another run of `bulk`, loaded again, brings better rules to its articles.

    \b
    Example:
      voxpop archive reactions.db saved-pages/ https://news.example/story
      voxpop archive reactions.db --outlet "The Herald" --published 2021-05-06 story.txt
      cat links.txt | voxpop archive reactions.db --urls -
      voxpop archive reactions.db --column text=story_raw --jobs 4 corpus.csv.gz
      voxpop archive -v reactions.db saved-pages/ 2> archived.log
      voxpop archive reactions.db dataset/ --where hashtag=PierSong --where since=2024-05
    """
    if silent and verbose:
        raise click.UsageError("-q prints nothing and -v a line for each article: leave one out.")
    datasets, others = parted(sources, where, reading)
    failed = done = 0
    if datasets:
        loaded = load_datasets(
            database, datasets, where, keep_text=not no_text, max_bytes=reading["max_bytes"], silent=silent
        )
        failed, done = loaded.failed, loaded.saved.articles + loaded.known
        if not others and urls is None:
            ctx.exit(exit_code(failed, done))
    from archive.commands.reading import named_sources
    from scraper.input import Position

    line = ChangingLine()
    shows_line = not (silent or verbose)

    def report(error: SourceError) -> None:
        line.clear()
        print_message(error)

    position = Position()

    def pass_over(number: int) -> None:
        if shows_line:
            line.show(f"{counted(number, 'row')} archived before{percentage(position.share())} …")

    folder = None if no_captures else captures or captures_beside(database)
    named, refused = named_sources(others, urls, cast("Reading", reading))
    tally = archive_sources(
        database,
        named,
        refused=refused,
        report=report,
        progress=(lambda read: line.count(read, "document", position.share)) if shows_line else iter,
        position=position,
        pass_over=pass_over,
        tell=_tell if verbose else lambda *_: None,
        captures=folder,
        keep_text=not no_text,
        min_confidence=min_confidence,
        jobs=jobs,
        **reading,
    )
    try:
        if not silent:
            click.echo(tally.line(database))
    finally:
        if tally.stopped:
            raise tally.stopped
    ctx.exit(exit_code(failed + tally.failed, done + tally.articles + tally.known))


def _tell(document: Document, saved: Saved) -> None:
    """Print that an article is stored, as `voxpop run -v` does."""
    event = "article" if saved.changed else "unchanged"
    print_event(event, document.source, embeds=saved.embeds, quotes=saved.quotes)
