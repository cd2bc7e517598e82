"""``voxpop set``, ``remove`` and ``erase``: correct what is stored of articles, remove articles, erase for good."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from archive.captures.lazy import captures_beside
from archive.clock import stamp, utc_now
from archive.commands.shared import (
    CAPTURES,
    DATABASE,
    QUIET,
    checked_date,
    checked_language,
    checked_url,
    checked_words,
)
from archive.humanize import counted
from archive.stopping import LongCommand

if TYPE_CHECKING:
    from archive.erasure.erase import Erased
    from archive.store.archive import Archive


@click.command("set")
@DATABASE
@click.argument("article", metavar="ARTICLE")
@click.option("--url", metavar="URL", callback=checked_url, help="URL of the article.")
@click.option("--title", metavar="WORDS", callback=checked_words, help="Headline.")
@click.option("--outlet", metavar="NAME", callback=checked_words, help="Outlet: site or paper.")
@click.option("--language", metavar="TAG", callback=checked_language, help="Language, such as de.")
@click.option("--published", metavar="DATE", callback=checked_date, help="Publication date, such as 2020-02-02.")
@click.option("--byline", "bylines", metavar="NAME", multiple=True, help="Author. Repeatable.")
@QUIET
def set(  # noqa: A001 - the name of the command
    database: str, article: str, *, published: str | None, bylines: tuple[str, ...], quiet: bool, **named: str | None
) -> None:
    """Set the URL, title, outlet, date or authors of an article.

    ARTICLE is an id, a URL, or the file it was read from. The values override those in the page, also when it
    is read again or changes.

    \b
    Example:
      voxpop set reactions.db story.txt --url https://news.example/pier --outlet "The Herald"
      voxpop set reactions.db 7292de978985de97 --published 2020-02-02 --byline "Rosa Quill"
    """
    from archive.store.archive import Archive
    from archive.store.completing import find_article, set_fields
    from scraper.input import published_option
    from scraper.values.urls import canonical_url

    fields: dict[str, Any] = {name: value for name, value in named.items() if value is not None}
    if "url" in fields:
        fields["url"] = canonical_url(fields["url"])
    if published is not None:
        fields["published"] = published_option(published)
    if bylines:
        fields["bylines"] = bylines
    if not fields:
        raise click.UsageError("Name what to set: --url, --title, --outlet, --language, --published or --byline.")
    with Archive.open(database, create=False) as archive, archive.transaction() as connection:
        found = find_article(connection, article)
        new = set_fields(connection, found, fields, stamp(utc_now()))
    if not quiet:
        moved = f" (its id was {found})" if new != found else ""
        click.echo(f"{database}: article {new}: {', '.join(fields)} set{moved}")


@click.command()
@DATABASE
@click.argument("articles", metavar="ARTICLE...", nargs=-1, required=True)
@QUIET
def remove(database: str, articles: tuple[str, ...], *, quiet: bool) -> None:
    """Remove articles, and the posts that no other article shows.

    ARTICLE is an id, a URL, or the file it was read from. Its captures stay in the WARC files but are not read
    again. The article comes back if it is archived again, or if a scheduled run finds it changed: use
    `voxpop erase` to prevent that.

    \b
    Example:
      voxpop remove reactions.db https://news.example/advert
    """
    from archive.store.archive import Archive
    from archive.store.completing import find_article
    from archive.store.erasures.removing import remove_articles

    with Archive.open(database, create=False) as archive, archive.transaction() as connection:
        found = list(dict.fromkeys(find_article(connection, article) for article in articles))
        removed = remove_articles(connection, found, now=stamp(utc_now()))
    if not quiet:
        posts = counted(len(removed.posts), "post")
        click.echo(
            f"{database}: {counted(len(found), 'article')} removed, {posts} with {'it' if len(found) == 1 else 'them'}"
        )


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
