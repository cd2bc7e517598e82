"""Write the `SavePlan` of a version of an article."""

from __future__ import annotations

from typing import TYPE_CHECKING

from archive.store.articles import (
    add_article,
    change_article,
    see_again,
    see_article_before,
    set_back,
    write_allusions,
    write_bylines,
    write_problems,
)
from archive.store.authors import forget_authors
from archive.store.embeds import delete_embeds, delete_repeats, insert_embeds, insert_repeats
from archive.store.hashtags import delete_hashtags, delete_mentions, forget_hashtags, insert_hashtags, insert_mentions
from archive.store.identity import hashtag_key
from archive.store.plan_posts import plan_remaining
from archive.store.posts import change_posts, forget_names, write_posts
from archive.store.printings import delete_printings, unshown_printings
from archive.store.quotes import delete_quotes, insert_quotes
from archive.store.sights import insert_sights
from archive.store.wordings import choose_wordings, posts_of_articles

if TYPE_CHECKING:
    import sqlite3

    from archive.store.plan import Misread, SavePlan


def write(connection: sqlite3.Connection, plan: SavePlan) -> None:
    """Write a plan.

    Args:
        connection: In the transaction that computed the plan.
        plan: The plan.
    """
    version = plan.version
    if plan.kind == "unchanged":
        see_again(connection, version)
    else:
        write_posts(connection, plan.posts, version.taken)
        _write_article(connection, plan)
        if plan.misread:
            _remove_misread(connection, plan.misread, version.taken)
        if plan.kind != "older":
            write_bylines(connection, version)
            write_allusions(connection, version)
            write_problems(connection, version)
    insert_sights(connection, [(version.article, sight) for sight in plan.sights])
    if plan.was_ahead:
        set_back(connection, version.article, version.taken)


def _write_article(connection: sqlite3.Connection, plan: SavePlan) -> None:
    """Write the row of an article and all its rows in other tables.

    Embeds, quotes and hashtags are deleted before the article changes and inserted after: triggers count them
    by its outlet and date on INSERT and DELETE.
    """
    version, rows = plan.version, plan.rows
    before = posts_of_articles(connection, [version.article])
    if plan.kind != "new":
        delete_embeds(connection, version.article)
        delete_quotes(connection, version.article)
        delete_hashtags(connection, version.article)
        delete_mentions(connection, version.article)
    if plan.kind == "new":
        add_article(connection, version)
    elif plan.kind == "present":
        change_article(connection, version)
    else:
        see_article_before(connection, version.article, version.taken)
    insert_embeds(connection, rows.embeds)
    insert_quotes(connection, rows.quotes)
    insert_hashtags(connection, version.article, rows.hashtags)
    insert_mentions(connection, [(version.article, mention) for mention in rows.mentions])
    if version.reread:
        delete_repeats(connection, version.article)
    insert_repeats(connection, [(version.article, printing) for printing in plan.repeats])
    choose_wordings(connection, before | {row.post for row in rows.embeds})


def _remove_misread(connection: sqlite3.Connection, misread: Misread, seen: str) -> None:
    """Remove results found only in an earlier reading of the same bytes, and their dependents.

    Call it after the rows of the article are written: the printings to remove are those that no article
    shows.
    """
    removed = unshown_printings(connection, misread.printings)
    delete_printings(connection, removed)
    change_posts(connection, plan_remaining(connection, removed, seen), seen)
    forget_names(connection, [stored.printing for stored in removed])
    told = {hashtag_key(tag) for stored in removed for tag in stored.printing.post.hashtags}
    forget_hashtags(connection, misread.hashtags | told)
    forget_authors(connection, misread.authors)
