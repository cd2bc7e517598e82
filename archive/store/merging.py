"""Merge the articles of another archive into one: posts, versions and sights, independent of the order.

Of two versions of an article, the later one becomes current; ties are broken by their columns, so the
direction of the merge does not matter. `first_seen` is the earliest, `last_seen` the latest. Each article is
written as one `SavePlan`, as when it is saved.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from archive.store.articles import merge_problems
from archive.store.authors import add_author, correct_names, merge_names, set_latest_names
from archive.store.checks import merge_checks
from archive.store.embeds import read_repeats
from archive.store.erasures.obeying import is_erased_article
from archive.store.erasures.removing import remove_problems
from archive.store.hashtags import most_prominent
from archive.store.hydrations import merge_hydrations
from archive.store.identity import author_key, post_key
from archive.store.merged_article import IncomingArticle, StoredVersion, read_incoming, read_version, without_erased
from archive.store.merged_rows import StoredRows, date_gone, merge_rows
from archive.store.plan import ArticleRows, SavePlan, stored_rows
from archive.store.plan_posts import PostPlan, plan_printings
from archive.store.printings import printings_with_keys, see_printing
from archive.store.sights import Sight, are_known, join_sights, read_sights
from archive.store.write import write
from scraper.records import Author

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Mapping, Sequence

    from archive.store.archive import Archive
    from archive.store.versions import AnyRow

#: Number of articles merged in one transaction.
_TOGETHER = 200
_IDS = "SELECT id FROM articles WHERE id > ? ORDER BY id LIMIT ?"
_AUTHORS = """
    SELECT id, platform, handle, name, first_seen FROM authors WHERE id IN (SELECT value FROM json_each(?))
"""


@dataclass(slots=True)
class Merged:
    """Result of merging.

    Attributes:
        articles: Number of articles in the other archives.
        new: Number of articles added.
        changed: Number of existing articles that changed.
    """

    articles: int = 0
    new: int = 0
    changed: int = 0


def merge_archive(archive: Archive, other: sqlite3.Connection) -> Iterator[Merged]:
    """Merge all articles of another archive, a batch per transaction.

    Yields:
        Totals after each transaction. If interrupted, run it again from the start.

    Raises:
        ArchiveError: The archive is not writable.
        sqlite3.DatabaseError: The other archive is damaged.
    """
    merged, last = Merged(), ""
    while articles := [article for (article,) in other.execute(_IDS, (last, _TOGETHER))]:
        with archive.transaction() as connection:
            for article in articles:
                what = _merge_article(archive, connection, other, article)
                merged.articles += 1
                merged.new += what == "new"
                merged.changed += what == "changed"
        last = articles[-1]
        yield merged
    with archive.transaction() as connection:
        merge_problems(connection, other, None)
        merge_checks(connection, other)
        merge_hydrations(connection, other)
        if (shield := archive.shield(connection)) is not None:
            remove_problems(connection, None, (), shield)
    yield merged


def _merge_article(
    archive: Archive, connection: sqlite3.Connection, other: sqlite3.Connection, article: str
) -> str | None:
    """Merge one article; return ``new``, ``changed``, or None if nothing changed."""
    theirs, ours = read_version(other, article), read_version(connection, article)
    shield = archive.shield(connection)
    if theirs is None or (shield and is_erased_article(theirs.version.extraction, shield, article)):
        return None
    given = read_incoming(other, article, theirs)
    if shield is not None:
        given = without_erased(connection, other, given, shield)
        theirs = given.stored
    posts = plan_printings(
        connection, (printing.printing for printing in given.printings.values()), theirs.version.taken
    )
    before = connection.total_changes
    authors = _merge_authors(connection, other, given)
    plan = _plan(connection, ours, given, replace(posts, shown=(), seen_earlier=()))
    if plan is not None:
        write(connection, plan)
        set_latest_names(connection, authors)
    if ours is None or ours.order < theirs.order:
        merge_problems(connection, other, article)
        if shield is not None:
            remove_problems(connection, article, given.erased, shield)
    if shield is not None:
        correct_names(connection, authors)
    _merge_sights(connection, article, theirs, posts, given.printings)
    _merge_notes(connection, other, article)
    if ours is None:
        return "new"
    return "changed" if connection.total_changes > before else None


def _plan(
    connection: sqlite3.Connection, ours: StoredVersion | None, given: IncomingArticle, posts: PostPlan
) -> SavePlan | None:
    """Compute the changes to an article; None if nothing changes."""
    theirs, repeats = given.stored, given.repeats
    article = theirs.version.article
    added = _rows_to_add(given.rows, posts)
    if ours is None:
        return SavePlan(
            version=theirs.version,
            kind="new",
            posts=posts,
            rows=_dated_anew(added, given.sights),
            repeats=sorted(repeats),
            sights=given.sights,
        )
    stored, known = stored_rows(connection, article, posts), read_repeats(connection, article)
    seen = read_sights(connection, article)
    is_later = ours.order < theirs.order
    rows = _merged_rows(
        (ours, stored), (theirs, added), _wordings(connection, given, stored), join_sights(seen, given.sights)
    )
    is_known = repeats <= known and are_known(given.sights, seen)
    if not is_later and not posts.changes.posts and is_known and _are_equal(rows, stored):
        return None
    return SavePlan(
        version=theirs.version,
        kind="present" if is_later else "older",
        posts=posts,
        rows=rows,
        repeats=sorted(repeats | known),
        sights=given.sights,
    )


def _dated_anew(rows: ArticleRows, sights: Sequence[Sight]) -> ArticleRows:
    return replace(rows, embeds=date_gone(rows.embeds, sights), quotes=date_gone(rows.quotes, sights))


def _merged_rows(
    ours: tuple[StoredVersion, ArticleRows],
    theirs: tuple[StoredVersion, ArticleRows],
    wordings: Mapping[str, str],
    sights: Sequence[Sight],
) -> ArticleRows:
    """Merge the rows of an article from two archives.

    Args:
        ours: Its version and rows in this archive.
        theirs: Those in the other archive.
        wordings: Key of a printing -> id of a post with only this printing.
        sights: Sights of the article in both archives.
    """
    (one, stored), (other, added) = ours, theirs
    if one.order == other.order and _are_equal(_without_ids(stored), added):
        return _dated_anew(stored, sights)

    def held(version: StoredVersion, rows: list[AnyRow]) -> StoredRows[AnyRow]:
        latest = max(one, other, key=attrgetter("order"))
        return StoredRows(rows, version.seen >= latest.seen, version.order == latest.order)

    return ArticleRows(
        embeds=merge_rows(
            held(one, stored.embeds), held(other, added.embeds), lambda row: wordings[row.printing], sights, most=1
        ),
        quotes=merge_rows(held(one, stored.quotes), held(other, added.quotes), attrgetter("text"), sights),
        hashtags=most_prominent(stored.hashtags + added.hashtags),
        mentions=most_prominent(stored.mentions + added.mentions),
    )


def _wordings(connection: sqlite3.Connection, given: IncomingArticle, stored: ArticleRows) -> dict[str, str]:
    """Return which wordings count as one because of an equal id or text, independent of other data."""
    known = given.printings.keys()
    others = printings_with_keys(connection, {row.printing for row in stored.embeds} - known)
    return {key: post_key(each.printing.post) for key, each in (*given.printings.items(), *others.items())}


def _are_equal(rows: ArticleRows, stored: ArticleRows) -> bool:
    return all(
        sorted(getattr(rows, name), key=repr) == sorted(getattr(stored, name), key=repr)
        for name in ("embeds", "quotes", "hashtags", "mentions")
    )


def _rows_to_add(rows: ArticleRows, posts: PostPlan) -> ArticleRows:
    """Return another archive's rows of an article as rows to insert."""
    embeds = [replace(row, post=posts.post_of[row.printing]) for row in rows.embeds]
    return _without_ids(replace(rows, embeds=embeds))


def _without_ids(rows: ArticleRows) -> ArticleRows:
    return replace(
        rows,
        embeds=[replace(row, id=None) for row in rows.embeds],
        quotes=[replace(row, id=None) for row in rows.quotes],
    )


def _merge_authors(connection: sqlite3.Connection, other: sqlite3.Connection, given: IncomingArticle) -> list[str]:
    """Merge the authors of an article's posts and quotes, with their earlier names; return their keys."""
    posts = (stored.printing.post for stored in given.printings.values())
    keys = {key for post in posts if (key := author_key(post.platform, post.author))}
    authors = sorted(keys | {row.author for row in given.rows.quotes if row.author})
    for key, platform, handle, name, seen in other.execute(_AUTHORS, (json.dumps(authors),)):
        add_author(connection, key, platform, Author(handle=handle, name=name), seen)
    merge_names(connection, other, authors)
    return authors


def _merge_sights(
    connection: sqlite3.Connection, article: str, theirs: StoredVersion, posts: PostPlan, printings: Mapping[str, Any]
) -> None:
    """Move first sights of the article, its wordings and posts back to the earliest in both archives."""
    connection.execute(
        "UPDATE articles SET first_seen = ?2 WHERE id = ?1 AND first_seen > ?2", (article, theirs.first_seen)
    )
    added = {printing.key for planned in posts.changes.posts for printing in planned.added}
    for key, stored in printings.items():
        see_printing(connection, key, stored.first_seen, is_new=key in added)
    for planned in posts.changes.posts:
        connection.execute(
            """
            UPDATE posts SET first_seen = (SELECT min(first_seen) FROM printings WHERE post = posts.id)
            WHERE id = ?
            """,
            (planned.cluster.id,),
        )


def _merge_notes(connection: sqlite3.Connection, other: sqlite3.Connection, article: str) -> None:
    """Merge the topics of an article, and the corpus rows it was read from."""
    for table in ("articles_topics", "rows_read"):
        column = "topic" if table == "articles_topics" else "row"
        connection.executemany(
            f"INSERT OR IGNORE INTO {table} (article, {column}) VALUES (?, ?)",  # noqa: S608 - our own names
            other.execute(f"SELECT article, {column} FROM {table} WHERE article = ?", (article,)).fetchall(),  # noqa: S608
        )
