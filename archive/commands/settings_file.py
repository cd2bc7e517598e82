"""``voxpop init``, ``check-config`` and ``sources``: write, check and change a settings file."""

from __future__ import annotations

import shlex
import shutil
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from archive.commands.shared import CONFIG, NO_SOURCE, complete_files, end, print_message
from archive.humanize import counted
from archive.stopping import LongCommand
from scraper.configuration import config_directory
from scraper.errors import SettingsError, SourceError, VoxpopError, in_one_line

if TYPE_CHECKING:
    from archive.settings import Settings, Source
    from scraper.fetching import Answer, Fetcher
    from scraper.input.listings import FeedLink


@click.command()
@click.argument("folder", metavar="[FOLDER]", default=".", type=click.Path(file_okay=False))
def init(folder: str) -> None:
    """Write a settings file and show how to schedule runs.

    The file is FOLDER/voxpop.toml and explains every setting. An existing file is not replaced.

    \b
    Example:
      voxpop init /srv/reactions
    """
    file = write_settings(Path(folder))
    click.echo(f"{file}: written. Add your sources to it, then try `voxpop run -c {file}`.\n")
    click.echo(schedules(file), nl=False)


@click.command(name="check-config")
@CONFIG
def check_config(config: str) -> None:
    """Check the settings file without running anything.

    Prints one line per mistake.

    \b
    Example:
      voxpop check-config -c voxpop.toml
    """
    from archive.settings.paths import check_settings

    sources, problems = check_settings(config)
    if not (sources or problems):
        problems = [NO_SOURCE]
    for problem in problems:
        print_message(f"{config}: {problem}")
    if problems:
        end(SettingsError.exit_code)
    names = ", ".join(f"{source.name} ({source.kind})" for source in sources)
    click.echo(f"{config}: all right: {names}")


def write_settings(folder: Path) -> Path:
    """Copy the commented settings into a folder, created if missing; return the path of the copy."""
    file = folder / "voxpop.toml"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with file.open("x", encoding="utf-8") as stream:
            try:
                stream.write((config_directory() / "voxpop.toml").read_text("utf-8"))
                stream.flush()
            except OSError:
                file.unlink(missing_ok=True)
                raise
    except FileExistsError:
        raise SettingsError(f"{file}: already exists: edit it, or name another folder") from None
    except OSError as error:
        raise SettingsError(f"{file}: cannot be written ({error.strerror}): check the folder") from error
    return file


def schedules(file: Path) -> str:
    """Return the crontab line and the systemd units for a settings file."""
    folder = config_directory() / "schedule"
    voxpop = shutil.which("voxpop", path=Path(sys.executable).parent) or shutil.which("voxpop")
    program = [voxpop] if voxpop else [sys.executable, "-m", "archive.main"]
    parts = []
    for name, quoted in (("crontab", _for_cron), ("voxpop.service", _for_systemd), ("voxpop.timer", _for_systemd)):
        text = (folder / name).read_text("utf-8")
        parts.append(text.replace("@VOXPOP@", quoted(program)).replace("@SETTINGS@", quoted([str(file.resolve())])))
    return "\n".join(parts)


def _for_cron(words: list[str]) -> str:
    r"""Quote for the shell; an unescaped ``%`` ends the line in cron (crontab(5)).

    >>> print(_for_cron(["/srv/the news/100%.toml"]))
    '/srv/the news/100\%.toml'
    """
    return shlex.join(words).replace("%", r"\%")


def _for_systemd(words: list[str]) -> str:
    r"""Quote for systemd.service(5); ``%`` and ``$`` would begin a specifier or a variable.

    >>> print(_for_systemd(["/srv/the news/100%.toml"]))
    "/srv/the news/100%%.toml"
    """
    escaped = (word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$") for word in words)
    return " ".join(f'"{word}"' if set(word) & set(" '\"\\;") else word for word in escaped)


#: Maximum number of linked feeds to try.
_TRIES = 3
#: A sitemap that lists more articles is added with a limit.
_MANY = 1000
_HEADERS = {"Accept": "application/rss+xml, application/atom+xml, application/feed+json, application/xml, text/html"}


@click.group(name="sources")
def sources() -> None:
    """List, add and remove the sources in the settings.

    \b
    Example:
      voxpop sources add https://harbour-herald.example/
      voxpop sources import subscriptions.opml
      voxpop sources list
      voxpop sources remove "Harbour Herald"
    """


@sources.command(name="list")
@CONFIG
def list_sources(config: str) -> None:
    """List the sources and the result of their last fetch.

    \b
    Example:
      voxpop sources list -c /srv/reactions/voxpop.toml
    """
    from archive.settings import read_settings

    settings = read_settings(config)
    said, columns = _said_of_sources(settings), list(zip(*map(_cells, settings.sources), strict=True))
    widths = [max(map(len, column)) for column in columns]
    for source in settings.sources:
        cells = (cell.ljust(width) for cell, width in zip(_cells(source), widths, strict=True))
        click.echo(in_one_line("  ".join([*cells, said.get(source.name, "not read yet")])))
    if not settings.sources:
        print_message(f"{config}: no sources yet: add one with `voxpop sources add URL`")


@sources.command(cls=LongCommand)
@click.argument("url", metavar="URL")
@CONFIG
@click.option("--name", metavar="NAME", help="Name of the source [default: title of the feed].")
@click.option("--every", metavar="TIME", help="Interval between fetches, such as 30m.")
@click.option("--topic", "topics", metavar="NAME", multiple=True, help="Keep only articles on this topic. Repeatable.")
@click.option("--allow-private", is_flag=True, help="Fetch from private and loopback addresses too.")
def add(  # noqa: PLR0913 - one argument per option
    url: str, config: str, *, name: str | None, every: str | None, topics: tuple[str, ...], allow_private: bool
) -> None:
    """Add a feed or sitemap, or the feed linked by a page.

    The source is appended to the settings file; the rest of the file doesn't change.

    \b
    Example:
      voxpop sources add https://harbour-herald.example/ --every 30m
    """
    from archive.settings import read_settings
    from archive.settings.adding import add_sources, source_at, unique_name
    from scraper.fetching import Fetcher
    from scraper.values.urls import with_login_of

    settings = read_settings(config)
    taken = {source.name for source in settings.sources}
    if name in taken:
        raise SettingsError(f"{config}: a source named {name!r} already exists: choose another name")
    private = allow_private or settings.fetch.allow_private
    with Fetcher(contact=settings.contact, allow_private=private, proxy=settings.fetch.proxy) as fetcher:
        kind, found, others = find_listing(url, fetcher)
    if known := source_at(settings, found.url):
        click.echo(in_one_line(f"{config}: already has {found.url}: {known}"))
        return
    name = name or unique_name(found.title or _host(found.url), taken)
    table: dict[str, str | int | list[str]] = {"name": name, kind: with_login_of(url, found.url)}
    table |= {"every": every} if every else {}
    is_large = found.articles is None or found.articles > _MANY
    table |= {"max_articles": _MANY} if is_large else {}
    table |= {"topics": list(topics)} if topics else {}
    add_sources(config, [table])
    click.echo(in_one_line(f"{config}: added {name}: {kind} {found.url}"))
    if is_large:
        size = "other sitemaps" if found.articles is None else counted(found.articles, "article")
        click.echo(f"it lists {size}: a run takes the latest {_MANY:,}, unless you change max_articles")
    for other in others:
        click.echo(in_one_line(f"the page also links {other.url} ({other.title or 'without a title'})"))


@sources.command(name="import")
@click.argument("file", metavar="FILE", type=click.Path(dir_okay=False, allow_dash=True), shell_complete=complete_files)
@CONFIG
def import_opml(file: str, config: str) -> None:
    """Add all feeds of an OPML file, as exported by feed readers.

    Feeds already in the settings are skipped. Nothing is fetched.

    \b
    Example:
      voxpop sources import subscriptions.opml
    """
    from archive.settings import read_settings
    from archive.settings.adding import add_sources, source_at, unique_name

    settings = read_settings(config)
    taken = {source.name for source in settings.sources}
    tables: list[dict[str, str | int | list[str]]] = []
    feeds = _subscriptions(file)
    for feed in feeds:
        if source_at(settings, feed.url) is None:
            name = unique_name(feed.title or _host(feed.url), taken)
            taken.add(name)
            tables.append({"name": name, "feed": feed.url})
    if tables:
        add_sources(config, tables)
    there = len(feeds) - len(tables)
    more = f", {there:,} already there" if there else ""
    click.echo(f"{config}: {counted(len(tables), 'feed')} added{more}")


@sources.command(name="remove")
@click.argument("name", metavar="NAME")
@CONFIG
def remove_source_named(name: str, config: str) -> None:
    """Remove a source from the settings; its articles stay in the archive.

    The rest of the file doesn't change.

    \b
    Example:
      voxpop sources remove "Harbour Herald"
    """
    from archive.settings.adding import remove_source

    remove_source(config, name)
    click.echo(in_one_line(f"{config}: removed {name}; its articles stay in the archive"))


def find_listing(url: str, fetcher: Fetcher) -> tuple[str, FeedLink, list[FeedLink]]:
    """Find the feed or sitemap at a URL, or the feed linked by the page there: its kind, URL, title and other feeds."""
    from scraper.input.listings import NoListingError, linked_feeds

    answer = _fetched(url, fetcher)
    with suppress(NoListingError):
        return (*_listing(answer, url), [])
    feeds = linked_feeds(answer.content, answer.url)
    for feed in feeds[:_TRIES]:
        with suppress(NoListingError, SourceError):
            kind, found = _listing(_fetched(feed.url, fetcher), feed.url)
            return kind, found, [other for other in feeds if other is not feed]
    tried = f"links {counted(len(feeds), 'feed')}, none of which is readable" if feeds else "links no feed"
    raise SourceError(url, f"is not a feed or sitemap, and {tried}: name the URL of one")


def _fetched(url: str, fetcher: Fetcher) -> Answer:
    return fetcher.get(url, headers=_HEADERS, types=None)


def _listing(answer: Answer, url: str) -> tuple[str, FeedLink]:
    """Read a feed or sitemap; return its new URL if it has moved permanently."""
    from scraper.input.listings import FeedLink, read_listing
    from scraper.values.urls import without_login

    listing = read_listing(answer.content, answer.url)
    kind = "feed" if listing.kind == "feed" else "sitemap"
    articles = None if listing.kind == "index" else len(listing.entries)
    return kind, FeedLink(answer.moved or without_login(url), listing.title, articles)


def _subscriptions(file: str) -> list[FeedLink]:
    from scraper.input.listings import MAX_OPML_BYTES, NoSubscriptionsError, read_opml

    try:
        with click.open_file(file, "rb") as stream:
            return read_opml(stream.read(MAX_OPML_BYTES + 1))
    except OSError as error:
        raise SourceError(file, f"cannot be read ({error.strerror}): check the path") from error
    except NoSubscriptionsError as error:
        raise SourceError(file, f"{error}: export your subscriptions as OPML") from error


def _said_of_sources(settings: Settings) -> dict[str, str]:
    """Return the result of the last fetch of each source; nothing without a valid archive."""
    from archive.status import sources_report

    with suppress(VoxpopError):
        return sources_report(settings.database) if Path(settings.database).exists() else {}
    return {}


def _cells(source: Source) -> tuple[str, str, str]:
    more = f" and {len(source.places) - 1:,} more" if len(source.places) > 1 else ""
    topics = ", ".join(topic.name for topic in source.topics)
    return source.name, source.kind, source.places[0] + more + (f"  topics: {topics}" if topics else "")


def _host(url: str) -> str:
    from urllib.parse import urlsplit

    return (urlsplit(url).hostname or url).removeprefix("www.")
