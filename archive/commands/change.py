"""``voxpop set`` and ``voxpop remove``: correct what is stored of articles, and remove articles."""

from __future__ import annotations

from typing import Any

import click

from archive.clock import stamp, utc_now
from archive.commands.shared import DATABASE, QUIET, checked_date, checked_language, checked_url, checked_words
from archive.humanize import counted


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
