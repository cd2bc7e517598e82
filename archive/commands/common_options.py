"""The arguments and options that several commands share, and the checks of their values."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from archive.commands.completion import complete_databases, complete_files
from scraper.errors import SettingsError
from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Callable

    from archive.settings import Settings


_LANGUAGE = lazy_regex(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,3}")


def checked_date(_ctx: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    """Refuse a date that cannot be read, before any source is opened."""
    if value is not None:
        from scraper.input import published_option

        try:
            published_option(value)
        except ValueError as error:
            raise click.BadParameter(str(error)) from None
    return value


def checked_url(_ctx: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    """Refuse what is no address of a page."""
    if value is not None and not value.lower().startswith(("http://", "https://")):
        raise click.BadParameter(f"{value!r} is no address: begin it with https://")
    return value


def checked_language(_ctx: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    """Reduce a language tag to its primary part, as articles keep it; refuse anything else."""
    if value is None:
        return None
    if not _LANGUAGE.fullmatch(value.strip()):
        raise click.BadParameter(f"{value!r} is no language tag: write it as en, de or pt-BR")
    return re.split("[-_]", value.strip())[0].lower()


def checked_words(_ctx: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    """Refuse an empty title or outlet."""
    if value is not None and not value.strip():
        raise click.BadParameter("is empty: leave the option out, or name it")
    return None if value is None else " ".join(value.split())


def checked_columns(_ctx: click.Context, _option: click.Parameter, value: tuple[str, ...]) -> dict[str, str] | None:
    """Return field -> column; refuse what names none of the fields of an article."""
    if not value:
        return None
    from scraper.input.corpora import NAMES

    columns = {}
    for pair in value:
        field, _, column = pair.partition("=")
        if field not in NAMES or not column:
            raise click.BadParameter(f"{pair!r}: write FIELD=NAME, FIELD one of {', '.join(NAMES)}")
        columns[field] = column
    return columns


DATABASE = click.argument("database", metavar="DB", type=click.Path(dir_okay=False), shell_complete=complete_databases)
OPTIONAL_DATABASE = click.argument(
    "database", metavar="[DB]", type=click.Path(dir_okay=False), required=False, shell_complete=complete_databases
)
SOURCES = click.argument("sources", metavar="SOURCE...", nargs=-1, shell_complete=complete_files)
URLS = click.option(
    "--urls",
    metavar="FILE",
    shell_complete=complete_files,
    help="Read the URLs that FILE lists, one a line; - for standard input.",
)
NO_SOURCE = "sources: there is none: add one as [[sources]], or with `voxpop sources add URL`"
CONFIG = click.option(
    "-c",
    "--config",
    metavar="FILE",
    default="voxpop.toml",
    show_default=True,
    type=click.Path(dir_okay=False),
    help="The settings.",
)
MAX_BYTES = click.option(
    "--max-bytes",
    type=click.IntRange(min=1),
    default=20_000_000,
    show_default=True,
    help="Refuse documents larger than this, decompressed.",
)


FORCE = click.option("--force", is_flag=True, help="Replace FILE even if it is not an earlier output of this command.")
CAPTURES = click.option(
    "--captures",
    metavar="FOLDER",
    type=click.Path(file_okay=False, path_type=Path),
    help="The WARC files; `captures` beside DB unless named.",
)
JOBS = click.option(
    "-j",
    "--jobs",
    metavar="N",
    type=click.IntRange(1, 512),
    help="Extract in N processes. Unless given, in one for each core once the work has taken two seconds.",
)
MIN_CONFIDENCE = click.option(
    "--min-confidence",
    type=click.FloatRange(0, 1),
    metavar="0..1",
    help="Leave out quoted reactions of lower confidence; 0 keeps all that were weighed, 0.8 sure ones.",
)

VERBOSE = click.option("-v", "--verbose", is_flag=True, help="Print a line for each article on stderr.")

NO_TEXT = click.option("--no-text", is_flag=True, help="Keep no text of the articles; one that was kept goes.")


def reading_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of `voxpop archive` and `voxpop extract` that say how sources are read."""
    for option in reversed(
        (
            click.option(
                "--url",
                metavar="URL",
                callback=checked_url,
                help="Address of the article, of which there is one; outranks what the source says.",
            ),
            click.option(
                "--title",
                metavar="WORDS",
                callback=checked_words,
                help="Headline of the article, of which there is one.",
            ),
            click.option(
                "--outlet", metavar="NAME", callback=checked_words, help="Outlet of the sources: the site or paper."
            ),
            click.option(
                "--language", metavar="TAG", callback=checked_language, help="Language of the sources, such as de."
            ),
            click.option(
                "--published",
                metavar="DATE",
                callback=checked_date,
                help="Publication date of the sources, such as 2020-02-02; outranks what they print.",
            ),
            click.option(
                "--column",
                "columns",
                metavar="FIELD=NAME",
                multiple=True,
                callback=checked_columns,
                help="A column of a corpus that has no usual name, such as text=story_raw.",
            ),
            MAX_BYTES,
            click.option("--allow-private", is_flag=True, help="Fetch from private and loopback addresses too."),
            click.option("--contact", help="A URL or e-mail address to send in the User-Agent."),
        )
    ):
        command = option(command)
    return command


def read_config(file: str) -> Settings:
    """Read the settings file that ``--config`` names.

    Raises:
        SettingsError: The file cannot be read, a setting is wrong, or no source is named.
    """
    from archive.settings import read_settings

    settings = read_settings(file)
    if not settings.sources:
        raise SettingsError(f"{file}: {NO_SOURCE}")
    return settings
