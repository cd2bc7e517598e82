"""``voxpop publish``: publish an archive, or a selection of it, as a static site."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from archive.commands.shared import (
    ARTICLE_TEXT,
    CONFIG,
    QUIET,
    ChangingLine,
    checked_address,
    complete_databases,
    complete_files,
    filter_options,
    is_still,
    print_message,
    require_name,
    upgraded,
)
from archive.humanize import counted, sized
from archive.outputs import Kept
from archive.stopping import LongCommand, run_coroutine
from scraper.errors import SettingsError, suggestion

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from archive.publishing.selection import Wanted


def _several(name: str, metavar: str, words: str) -> Callable[[Any], Any]:
    return click.option(f"--{name}", metavar=metavar, multiple=True, help=words)


@click.command(cls=LongCommand)
@click.argument("database", metavar="DB", type=click.Path(), shell_complete=complete_databases)
@click.argument("out", metavar="OUT", type=click.Path(), shell_complete=complete_files)
@_several("hashtag", "TAG", "Posts with this hashtag, and articles that contain it.")
@_several("outlet", "NAME", "Articles of this outlet.")
@_several("author", "KEY", "Posts of this author, such as bluesky:jo.example, and their articles.")
@_several("post", "ID", "This post and the articles that show it: id or URL.")
@_several("article", "ID", "This article: id or URL.")
@filter_options("Articles by host, language or platform, or by any option above. Repeatable.")
@click.option("--selection", metavar="NAME", help="A selection of the settings file, in addition to other options.")
@CONFIG
@click.option("--since", metavar="DATE", help="Articles published on or after a day, month or year.")
@click.option("--until", metavar="DATE", help="Articles published before its end.")
@click.option(
    "--limit", type=click.IntRange(1, 100_000), default=1000, help="Maximum number of pages, newest articles first."
)
@click.option(
    "--base-url",
    metavar="URL",
    callback=checked_address,
    help="Future URL of the folder, for feeds, citations and link previews.",
)
@ARTICLE_TEXT
@QUIET
def publish(  # noqa: PLR0913 -- one argument per option
    database: str,
    out: str,
    *,
    hashtag: tuple[str, ...],
    outlet: tuple[str, ...],
    author: tuple[str, ...],
    post: tuple[str, ...],
    article: tuple[str, ...],
    filters: tuple[str, ...],
    selection: str | None,
    config: str,
    since: str | None,
    until: str | None,
    limit: int,
    base_url: str | None,
    article_text: bool,
    quiet: bool,
) -> None:
    """Publish an archive as a static site.

    Writes pages with charts, feeds, CSV and JSON into the folder OUT. They need no server and no JavaScript.
    Several values of one option mean any of them; several options mean all of them. An earlier site in OUT is
    replaced once the new one is complete; a folder with other files is refused.

    Pages contain only the selection. With --post, --author or --hashtag, no other post, quote or sentence of
    an article is published.

    \b
    Example:
      voxpop publish reactions.db site/ --hashtag StormAlva --base-url https://reactions.example/alva/
      voxpop publish reactions.db site/ --outlet "The Harbour Gazette" --since 2024-05 --until 2024-06
    """
    from archive.commands.serve import settings_of
    from archive.publishing.selection import Wanted
    from archive.publishing.site import require_ours
    from archive.selection import selection_of
    from archive.store.database import note_on_age

    database, out = _ordered(database, out)
    Kept.of(database).refuse(out, "folder")
    require_ours(Path(out).resolve())
    named = {"hashtag": hashtag, "outlet": outlet, "since": (since,), "until": (until,)}
    saved = _saved(config, selection) if selection else {}
    author = (*author, *filter(None, [saved.pop("author", None)]))
    pairs = [f"{field}={value}" for field, value in saved.items()]
    pairs += [f"{field}={value}" for field, values in named.items() for value in values if value]
    wanted = Wanted(selection_of([*pairs, *filters]), author, post, article, selection or "")
    note = note_on_age(database, "published from an upgraded copy")
    require_name(database)
    with TemporaryDirectory(prefix="voxpop-publish-") as scratch:
        shown = upgraded(database, Path(scratch) / "upgraded", note) if note else database
        part = Path(scratch) / "part" / Path(database).name
        settings = settings_of(None if config == "voxpop.toml" else config, database)
        article_text |= settings is not None and settings.public_text
        address = f"{base_url.rstrip('/')}/" if base_url else ""
        summary = _publish(out, shown, part, wanted, limit=limit, address=address, text=article_text)
    if not quiet:
        click.echo(summary)


def _saved(config: str, name: str) -> dict[str, str]:
    from archive.settings import read_settings

    found = {saved.name: dict(saved.filter) for saved in read_settings(config).selections}
    if name not in found:
        raise SettingsError(
            f"{config}: has no selection {name!r}: {suggestion(name, found, 'add one as [[selections]]')}"
        )
    return found[name]


def _ordered(database: str, out: str) -> tuple[str, str]:
    """Return the archive and the folder; accept the order of voxpop 0.2, OUT DB, if it is unambiguous."""
    if Path(database).is_file() or not Path(out).is_file():
        if Path(database).is_dir():
            raise click.UsageError(f"{database} is a folder: the archive comes first, as in `voxpop publish DB OUT`.")
        return database, out
    print_message(f"{out}: the archive comes first now: `voxpop publish DB OUT`")
    return out, database


def _publish(  # noqa: PLR0913 -- keyword-only but for the places and the selection
    out: str, database: str, part: Path, wanted: Wanted, *, limit: int, address: str, text: bool
) -> str:
    """Write the site; return a summary.

    `part` is the temporary database for a selection, `address` the public URL of the folder, empty if unknown.
    """
    from archive.publishing.index import Pages, about_of, marker
    from archive.publishing.selection import copy_part, plan_of
    from archive.publishing.site import Site, origin, replacing
    from archive.store.database import open_to_read

    with closing(open_to_read(database)) as db:
        db.execute("BEGIN")  # a run that writes meanwhile changes nothing here
        plan, shown = plan_of(db, wanted, limit), database
        if plan.is_part:
            part.parent.mkdir()
            plan, shown = copy_part(db.conn, plan, part), str(part)
    with ChangingLine() as line, replacing(Path(out)) as folder:
        name = origin()
        pages = Pages(shown, name, address, text=text, immutable=is_still(shown))
        with closing(open_to_read(shown)) as db:
            about = about_of(db, plan, pages.name, address)
        site = Site(pages, plan, folder, address, name, limit)
        run_coroutine(site.write(about, lambda done: line.show(f"{out}: {counted(done, 'page')} …")))
        folder.finish(marker(plan, about))
        size = sum((folder.path / file).stat().st_size for file in set(folder.files))
    articles = len(plan.keys["article"])
    if plan.is_cut:
        left = f"{articles:,} of {counted(plan.articles, 'article')}"
        print_message(f"{out}: has {left}, which fit into {limit:,} pages: raise --limit for more")
    return f"{out}: {counted(articles, 'article')}, {counted(len(plan.keys['post']), 'post')}, {sized(size)}"
