"""The ``voxpop`` command: options and exit codes. What the commands do stands in other modules."""

from __future__ import annotations

import errno
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from archive.checked import checked_address, checked_date, checked_path
from archive.progress import ChangingLine
from archive.scheduled import COMMANDS, MAX_BYTES
from archive.stopping import LongCommand, exit_code_of, give_up, ignore_signals
from scraper.errors import ArchiveError, VoxpopError

if TYPE_CHECKING:
    from collections.abc import Callable

EVERY_SOURCE_FAILED = 4

DATABASE = click.argument("database", metavar="DB", type=click.Path(dir_okay=False))
CAPTURES = click.option(
    "--captures",
    metavar="FOLDER",
    type=click.Path(file_okay=False, path_type=Path),
    help="The WARC files; `captures` beside DB unless named.",
)
SOURCES = click.argument("sources", metavar="SOURCE...", nargs=-1, required=True)


class Commands(click.Group):
    """A command group that reports our own errors in one line, with the exit code of their family."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the chosen command."""
        try:
            return super().invoke(ctx)
        except VoxpopError as error:
            click.echo(f"voxpop: {error}", err=True)
            ctx.exit(error.exit_code)
        except KeyboardInterrupt as stop:
            ignore_signals()
            _say_last(str(stop) or "stopped by hand")
            ctx.exit(exit_code_of(stop))
        except OSError as error:
            if error.errno == errno.EPIPE:
                raise  # whoever reads has seen enough, as `head` has: click ends quietly
            give_up(sys.stdout)
            subject = f"{error.filename}: " if error.filename else ""
            click.echo(f"voxpop: {subject}{error.strerror}: check the disk, or write elsewhere", err=True)
            ctx.exit(exit_code_of(error))

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """List the commands in the order in which a reader needs them."""
        return list(self.commands)


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="SOURCE is a URL, a saved page (.html, .mhtml, .webarchive), a text (.txt), a folder of them, a "
    "WARC, or - for stdin.",
)
@click.version_option(package_name="voxpop", message="%(prog)s %(version)s")
def cli() -> None:
    """Find the public's reactions in news articles and archive them.

    voxpop reads articles, finds the social posts they embed, the reactions they quote and the hashtags they
    name, and keeps them in one SQLite file that Datasette can show.

    \b
    Example:
      voxpop archive reactions.db story.html https://news.example/story
      voxpop serve reactions.db
    """


def reading_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of every command that reads sources."""
    for option in (
        click.option(
            "--published",
            metavar="DATE",
            callback=checked_date,
            help="Publication date of the sources, such as 2020-02-02; outranks what they print.",
        ),
        MAX_BYTES,
        click.option("--allow-private", is_flag=True, help="Fetch from private and loopback addresses too."),
        click.option("--contact", help="A URL or e-mail address to send in the User-Agent."),
    ):
        command = option(command)
    return command


@cli.command(cls=LongCommand)
@DATABASE
@SOURCES
@reading_options
@click.option("--silent", is_flag=True, help="Print nothing but errors.")
@click.option(
    "--captures",
    metavar="FOLDER",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where the bytes of fetched pages are kept, as WARC files; `captures` beside DB unless named.",
)
@click.option("--no-captures", is_flag=True, help="Keep no bytes.")
@click.pass_context
def archive(  # noqa: PLR0913 - one argument per option
    ctx: click.Context,
    /,
    database: str,
    sources: tuple[str, ...],
    *,
    silent: bool,
    captures: Path | None,
    no_captures: bool,
    **options: Any,
) -> None:
    """Read articles and store their reactions in DB.

    Archiving an article again changes nothing but the time it was last seen. The bytes of pages that are
    fetched are kept beside DB, so that `voxpop reextract` can read them again.

    \b
    Example:
      voxpop archive reactions.db saved-pages/ https://news.example/story
    """
    from archive.oneoff import archive_sources

    line = ChangingLine()

    def report(error: VoxpopError) -> None:
        line.clear()
        _report(error)

    progress = iter if silent else lambda documents: line.count(documents, "document")
    folder = None if no_captures else captures or Path(database).parent / "captures"
    tally = archive_sources(database, sources, report=report, progress=progress, captures=folder, **options)
    try:
        if not silent:
            click.echo(tally.line(database))
    finally:
        if tally.stopped:
            raise tally.stopped
    ctx.exit(_exit_code(tally.failed, tally.articles))


@cli.command(cls=LongCommand)
@SOURCES
@reading_options
@click.pass_context
def extract(ctx: click.Context, /, sources: tuple[str, ...], **options: Any) -> None:
    """Print what the sources hold as JSON lines, without a database.

    One object per article, in the order of the sources; errors go to stderr.

    \b
    Example:
      voxpop extract story.html | jq '.embeds[].post.text'
    """
    from archive.oneoff import extract_sources

    failed, done = 0, 0
    for line in extract_sources(sources, **options):
        if isinstance(line, VoxpopError):
            failed += 1
            _report(line)
        else:
            done += 1
            click.echo(line)
    ctx.exit(_exit_code(failed, done))


@cli.command()
@DATABASE
@click.option(
    "-p", "--port", type=click.IntRange(0, 65535), default=8001, show_default=True, help="0: a free one."
)
@click.option(
    "--host", metavar="ADDRESS", default="127.0.0.1", show_default=True, help="Address to listen on."
)
@click.option("--open", "open_browser", is_flag=True, help="Open the site in a browser.")
@click.option(
    "--get", metavar="PATH", callback=checked_path, help="Print the answer to one request and exit."
)
@click.option("--public", is_flag=True, help="For strangers: no SQL of theirs, no paths of this machine.")
@click.option(
    "--base-url",
    metavar="URL",
    callback=checked_address,
    help="The site's own address, for citations, feeds and links, whatever name it is asked by.",
)
@click.argument("options", metavar="[-- DATASETTE-OPTION...]", nargs=-1, type=click.UNPROCESSED)
def serve(database: str, options: tuple[str, ...], **how: Any) -> None:
    """Show DB in the browser: Datasette with our pages, queries and style.

    On an address of this machine alone, it answers only to localhost, that address and the name in
    --base-url. Options of Datasette itself follow after two dashes.

    \b
    Example:
      voxpop serve reactions.db --open
      voxpop serve reactions.db --public --base-url https://reactions.example/
      voxpop serve reactions.db --port 80 --host 0.0.0.0 -- --setting base_url /archive/
    """
    from archive.serve import serve as serve_archive

    serve_archive(database, options=options, **how)


@cli.command(cls=LongCommand)
@DATABASE
@click.option(
    "--format",
    "file_format",
    type=click.Choice(["csv", "ndjson", "parquet"]),
    default="csv",
    show_default=True,
    help="parquet needs the extra voxpop[parquet].",
)
@click.option(
    "--table", metavar="NAME", default="reactions", show_default=True, help="The table or view to write."
)
@click.option(
    "-o", "--output", metavar="FILE", type=click.Path(dir_okay=False), help="Write here, not to stdout (-)."
)
@click.option("--formulas", is_flag=True, help="Leave cells of CSV that a spreadsheet would run as they are.")
def export(database: str, **how: Any) -> None:
    """Write a table of DB as CSV, JSON lines or Parquet.

    \b
    Example:
      voxpop export reactions.db --format ndjson | jq .text
      voxpop export reactions.db --format parquet --table posts -o posts.parquet
    """
    from archive.export import export as export_table

    _tell_age(database)
    export_table(database, **how)


@cli.command()
@DATABASE
def status(database: str) -> None:
    """Tell what DB holds and what went wrong while it was filled.

    \b
    Example:
      voxpop status reactions.db
    """
    from archive.status.contents import report
    from archive.status.contents import status as status_of
    from archive.status.runs import schedule_report

    _tell_age(database)
    for line in [*report(status_of(database)), *schedule_report(database)]:
        click.echo(line)


@cli.command(cls=LongCommand)
@DATABASE
@click.option(
    "--deep",
    is_flag=True,
    help="Also work out again which printings are one post, and read all captures.",
)
@CAPTURES
@click.option("--no-captures", is_flag=True, help="Leave the WARC files alone.")
@click.option(
    "--repair",
    "is_repair",
    is_flag=True,
    help="Rebuild what can be rebuilt; of a damaged file, write what can be read to a new one.",
)
@click.pass_context
def verify(ctx: click.Context, /, database: str, *, is_repair: bool, **how: Any) -> None:
    """Check that DB is whole: its structure, search indexes, counts and captures.

    Captures are looked for where their folder is there, and read with --deep. Prints nothing but what is
    wrong, and with --repair what was done about it. Exits 3 when something is wrong, or still is.

    \b
    Example:
      voxpop verify reactions.db && echo all is well
    """
    from archive.verify.report import check, mend

    is_whole = (mend if is_repair else check)(database, **how)
    ctx.exit(0 if is_whole else ArchiveError.exit_code)


for _command in COMMANDS:
    cli.add_command(_command)


def _say_last(text: str) -> None:
    """Say why a command ends, where somebody listens: with SIGHUP, the terminal may be gone."""
    try:
        click.echo(f"voxpop: {text}", err=True)
    except OSError:
        give_up(sys.stderr)
    try:
        sys.stdout.flush()
    except OSError:
        give_up(sys.stdout)


def _tell_age(database: str) -> None:
    """Say that an archive is of an older voxpop."""
    from archive.store.database import note_on_age

    if note := note_on_age(database):
        click.echo(f"voxpop: {note}", err=True)


def _report(error: VoxpopError) -> None:
    click.echo(f"voxpop: {error}", err=True)


def _exit_code(failed: int, done: int) -> int:
    """Give 0 when all went well, 1 when some sources failed, 4 when every one did."""
    if not failed:
        return 0
    return VoxpopError.exit_code if done else EVERY_SOURCE_FAILED
