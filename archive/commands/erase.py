"""``voxpop erase``: permanently erase posts, authors, articles or text."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from archive.captures.lazy import captures_beside
from archive.commands.shared import CAPTURES, DATABASE, QUIET
from archive.humanize import counted
from archive.stopping import LongCommand

if TYPE_CHECKING:
    from archive.erasure.erase import Erased
    from archive.store.archive import Archive


@click.command(cls=LongCommand)
@DATABASE
@click.option(
    "--post",
    "posts",
    metavar="ID|URL",
    multiple=True,
    help="Post, stored or not, such as twitter:1234 or its URL. Repeatable.",
)
@click.option(
    "--author",
    "authors",
    metavar="HANDLE|KEY",
    multiple=True,
    help="All present and future posts and quotes of an account, such as twitter:someone. Repeatable.",
)
@click.option("--article", "articles", metavar="ID|URL", multiple=True, help="Whole article. Repeatable.")
@click.option(
    "--text", "words", metavar="WORDS", multiple=True, help="Posts and quotes with exactly this text. Repeatable."
)
@click.option("--ground", metavar="WORDS", help="Reason, stored with the keyed hashes. Don't include names.")
@click.option("--dry-run", is_flag=True, help="List what would be erased, without writing.")
@click.option(
    "--purge-captures",
    "purge",
    is_flag=True,
    help="Also remove the pages from the WARC files; otherwise they are kept but never read.",
)
@CAPTURES
@click.option(
    "--key",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Key file, created if missing; a link next to DB makes all commands use it.",
)
@QUIET
def erase(  # noqa: PLR0913 - one argument per option
    database: str,
    *,
    posts: tuple[str, ...],
    authors: tuple[str, ...],
    articles: tuple[str, ...],
    words: tuple[str, ...],
    ground: str | None,
    dry_run: bool,
    purge: bool,
    captures: Path | None,
    key: Path | None,
    quiet: bool,
) -> None:
    """Permanently erase posts, authors, articles or text.

    Removes them from all tables, article text, search indexes and the database file, and never stores them
    again: only keyed hashes are kept. The key is in DB.erasures-key, or in the file named by --key,
    erasures_key in the settings or VOXPOP_ERASURES_KEY. Keep a copy of it: DB can't be written without it.
    Backups, exports, datasets and other archives don't change. Without a selection, resumes an interrupted
    erasure and removes anything that came back.

    \b
    Example:
      voxpop erase reactions.db --post https://x.com/someone/status/1234 --dry-run
      voxpop erase reactions.db --author twitter:someone --ground "asked on 2024-05-06"
      voxpop erase reactions.db --purge-captures --text "Words that must go"
      voxpop erase reactions.db --key /etc/voxpop/erasures.key
    """
    from archive.erasure.erase import clean, targets_of
    from archive.erasure.erase import erase as erase_from
    from archive.store.archive import Archive

    with Archive.open(database, create=False, key=key) as archive:
        targets = targets_of(archive.db.conn, posts=posts, authors=authors, articles=articles, words=words)
        if not (targets or key) and archive.shield(archive.db.conn) is None:
            raise click.UsageError("Name what to erase: --post, --author, --article or --text.")
        link = key is not None
        erased = erase_from(archive, targets, ground=ground, purge=purge, dry_run=dry_run, link=link)
        if dry_run:
            _list(erased)
        else:
            _purge(archive, captures or captures_beside(database), quiet=quiet)
            clean(archive)
        if not quiet:
            click.echo(_line(database, erased, dry_run=dry_run))


def _purge(archive: Archive, folder: Path, *, quiet: bool) -> None:
    from archive.erasure.purge import purge

    done = purge(archive, folder)
    if quiet:
        return
    if done.gone:
        click.echo(f"{folder}: {counted(done.gone, 'capture')} purged")
    if done.again:
        click.echo(f"{folder}: {counted(done.again, 'capture')} purged again")
    if done.foreign:
        lie = f"{counted(done.foreign, 'capture')} in WARC files of other programs: only hidden"
        click.echo(f"{folder}: {lie}", err=True)


def _list(erased: Erased) -> None:
    """Print what would be erased, one thing per line."""
    for removed in erased.removed:
        for post, wordings in sorted(removed.posts.items()):
            click.echo(f"post {post}: {counted(wordings, 'wording')}")
        for text in removed.quotes:
            click.echo(f"quote {text}")
        for article in removed.articles:
            click.echo(f"article {article}")
        for article, passages in sorted(removed.passages.items()):
            click.echo(f"text of article {article}: {counted(passages, 'passage')}")
    for file, offset, url in erased.captures:
        click.echo(f"capture {file}#{offset}: {url}")


def _line(database: str, erased: Erased, *, dry_run: bool) -> str:
    posts = sum(len(removed.posts) for removed in erased.removed)
    wordings = sum(sum(removed.posts.values()) for removed in erased.removed)
    quotes = sum(len(removed.quotes) for removed in erased.removed)
    passages = sum(sum(removed.passages.values()) for removed in erased.removed)
    articles = sum(len(removed.articles) for removed in erased.removed)
    embeds = sum(removed.embeds for removed in erased.removed)
    problems = sum(removed.problems for removed in erased.removed)
    rescued = sum(removed.rescued for removed in erased.removed)
    aside = f", {counted(rescued, 'rescued row')}" if rescued else ""
    what = (
        f"{counted(posts, 'post')} in {counted(wordings, 'wording')}, {counted(embeds, 'embed')}, "
        f"{counted(quotes, 'quote')}, {counted(passages, 'passage')}, {counted(articles, 'article')}, "
        f"{counted(problems, 'problem')}, {counted(len(erased.captures), 'capture')}{aside}"
    )
    return f"{database}: {'would erase' if dry_run else 'erased'}: {what}"
