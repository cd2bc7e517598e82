"""``voxpop erase``: forget posts, people, articles or words for good."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from archive.captures.lazy import captures_beside
from archive.commands.shared import CAPTURES, DATABASE
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
    help="A post, such as twitter:1234 or its address; it need not be stored.",
)
@click.option(
    "--author",
    "authors",
    metavar="HANDLE|KEY",
    multiple=True,
    help="All posts and quotes of an account, such as twitter:someone; those that come later too.",
)
@click.option("--article", "articles", metavar="ID|URL", multiple=True, help="A whole article.")
@click.option("--text", "words", metavar="WORDS", multiple=True, help="Posts and quotes that consist of these words.")
@click.option("--ground", metavar="WORDS", help="Why; it is kept beside the keyed hashes. Name nobody in it.")
@click.option("--dry-run", is_flag=True, help="Write nothing; list what would go.")
@click.option(
    "--purge-captures",
    "purge",
    is_flag=True,
    help="Take the pages that hold it out of the WARC files; otherwise they are kept, and never read.",
)
@CAPTURES
@click.option(
    "--key",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file of the key, made if it is missing; a link to it is put beside DB for all commands.",
)
@click.option("-q", "--quiet", is_flag=True, help="Print nothing but errors.")
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
    """Forget posts, people, articles or words for good.

    They go from all tables, from the text of articles, from the search, and from the file of the database.
    What was erased is never stored again, however it comes: only keyed hashes of it are kept. Their key is
    the file DB.erasures-key, or the one named by --key, by erasures_key in the settings of `voxpop run`, or
    by VOXPOP_ERASURES_KEY; keep a copy: without it nothing more is written into DB. Backups, exports,
    datasets and other archives are not changed.
    Without a selection, an erasure that was interrupted is gone on with, and what came back is removed.

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
            raise click.UsageError("Name what is to go: --post, --author, --article or --text.")
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
    """Print what would go, one thing a line."""
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
