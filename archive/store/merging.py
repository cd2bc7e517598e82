"""Merge the articles of another archive into one: posts, versions and sights, independent of the order.

Of two versions of an article, the later one becomes current; ties are broken by their columns, so the
direction of the merge does not matter. `first_seen` is the earliest, `last_seen` the latest. Each article is
written as one `SavePlan`, as when it is saved.
"""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass, replace
from itertools import zip_longest
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Generic

from archive.store.articles import StoredVersion, merge_problems, read_version
from archive.store.erasures.filtering import rewritten
from archive.store.erasures.removing import extend_erasures, read_stored, remove_problems
from archive.store.hydrations import merge_hydrations, post_here
from archive.store.identity import author_key, post_key
from archive.store.names import add_author, correct_names, merge_names, most_prominent, set_latest_names
from archive.store.plan import PostPlan, SavePlan, plan_printings, stored_rows
from archive.store.printings import printings_with_keys, see_printing
from archive.store.reactions import ArticleRows, read_repeats
from archive.store.versions import AnyRow, Sight, join_sights, read_sights, take_away, without_context
from archive.store.write import write
from scraper.configuration import queries
from scraper.records import Author, Post

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence

    from archive.store.archive import Archive
    from archive.store.erasures.shield import Shield
    from archive.store.printings import StoredPrinting


# Read an article to merge: version, rows, wordings and sights.


@dataclass(frozen=True, slots=True, kw_only=True)
class IncomingArticle:
    """Everything another archive holds about an article."""

    stored: StoredVersion
    rows: ArticleRows
    repeats: set[str]  # keys of further printings that it shows
    printings: Mapping[str, StoredPrinting]  # all wordings of its posts
    sights: Sequence[Sight]
    erased: tuple[Post, ...] = ()  # posts left out because they were erased here


def read_incoming(other: sqlite3.Connection, article: str, stored: StoredVersion) -> IncomingArticle:
    """Read everything another archive holds about an article, except its current version."""
    keys = other.execute(queries("store")["printings_of_article"], (article,))
    return IncomingArticle(
        stored=stored,
        rows=stored_rows(other, article, PostPlan()),
        repeats=read_repeats(other, article),
        printings=printings_with_keys(other, [key for (key,) in keys]),
        sights=read_sights(other, article),
    )


def without_erased(
    connection: sqlite3.Connection, other: sqlite3.Connection, given: IncomingArticle, shield: Shield
) -> IncomingArticle:
    """Return another archive's data about an article without content erased in this archive."""
    version = given.stored.version
    posts = {each.post for each in given.printings.values() if shield.is_post(each.printing.post)}
    erased = {key: each.printing.post for key, each in given.printings.items() if each.post in posts}
    extend_erasures(connection, shield, list(erased.values()), version.taken)
    stored = read_stored(other, version.article)
    left, gone = rewritten(stored, shield, erased) if stored is not None else (None, None)
    kept = {key: each for key, each in given.printings.items() if key not in erased}
    if left is None or not gone:
        return replace(given, printings=kept)
    about = replace(version.extraction.article, title=left.title)
    extraction = replace(version.extraction, article=about, allusions=tuple(left.allusions))
    version = replace(version, text=left.text, record=f"erased:{version.article}", extraction=extraction)
    return replace(
        given,
        stored=replace(given.stored, version=version),
        rows=left,
        repeats=set(left.repeats),
        printings=kept,
        erased=tuple(erased.values()),
    )


# Merge the rows of an article from two archives; the result is independent of order and grouping. Pure.


@dataclass(frozen=True, slots=True)
class StoredRows(Generic[AnyRow]):
    """Rows of an article in one archive: whether its version is the latest, and its text the stored one."""

    rows: Sequence[AnyRow]
    is_latest: bool
    has_text: bool


def merge_rows(
    stored: StoredRows[AnyRow],
    added: StoredRows[AnyRow],
    key: Callable[[AnyRow], Hashable],
    sights: Sequence[Sight],
    *,
    most: int | None = None,
) -> list[AnyRow]:
    """Merge the rows of an article from two archives; those of `stored` keep their ids.

    `first_seen` is the earliest, `last_seen` the latest. Rows of the latest version are current; the others
    are gone since the first sight of the article after their last one. Rows of the same thing have the same
    `key`; at most `most` of them are current.
    """
    groups: dict[Hashable, tuple[list[AnyRow], list[AnyRow]]] = defaultdict(lambda: ([], []))
    for place, held in enumerate((stored, added)):
        for row in held.rows:
            is_there = held.is_latest and row.gone_at is None
            kept = row if is_there and held.has_text else without_context(row)
            groups[key(row)][place].append(kept if is_there else replace(kept, gone_at=row.last_seen))
    return [row for one, other in groups.values() for row in _merge_group(one, other, sights, most)]


def _merge_group(
    stored: Sequence[AnyRow], added: Sequence[AnyRow], sights: Sequence[Sight], most: int | None
) -> Iterable[AnyRow]:
    """Merge the rows of one thing; those with a `gone_at` are not current."""
    together = [*stored, *added]
    last = max(together, key=_rank)
    rows = _current(stored, added)[:most]
    if not rows:
        rows = [take_away(last, sights)]
    elif _rank(last) > _rank(rows[0]):
        rows[0] = replace(without_context(last), gone_at=None)
    first_seen, since = min(row.first_seen for row in together), min(row.since for row in together)
    saved_at = since if since < first_seen else None
    ids = [row.id for row in sorted(stored, key=_rank, reverse=True)]
    for row, id_ in zip_longest(rows, ids[: len(rows)]):
        yield replace(row, id=id_, first_seen=first_seen, saved_at=saved_at)


def _current(stored: Sequence[AnyRow], added: Sequence[AnyRow]) -> list[AnyRow]:
    """Return the current rows, latest first: as many as in the archive that has more."""
    columns = [
        sorted((row for row in rows if row.gone_at is None), key=_rank, reverse=True) for rows in (stored, added)
    ]
    return [max(filter(None, pair), key=_rank) for pair in zip_longest(*columns)]


def _rank(row: AnyRow) -> tuple[str, str, bool]:
    """Return a sort key, latest last; ties are broken by content."""
    return row.last_seen, row.content, row.context_start is not None


# Merge the checks of another archive (whether posts are still public).

_CHECK_COLUMNS = "post, method, verdict, reason, http_status, first_at, last_at, times"
_THEIRS = f"SELECT {_CHECK_COLUMNS} FROM checks ORDER BY id"  # noqa: S608 - our own columns
_ADD = f"INSERT INTO checks ({_CHECK_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608 - our own columns


def merge_checks(connection: sqlite3.Connection, other: sqlite3.Connection) -> None:
    """Add the checks of another archive for posts in this one; captures of the answers are not copied."""
    for post, *run in other.execute(_THEIRS):
        method, verdict, _, _, first, last, times = run
        if (ours := post_here(connection, post)) is None:
            continue
        same = (ours, method, verdict, first, last, times)
        if not connection.execute(queries("store")["lengthen_run"], same).rowcount:
            connection.execute(_ADD, (ours, *run))


#: Number of articles merged in one transaction.
_TOGETHER = 200
_IDS = "SELECT id FROM articles WHERE id > ? ORDER BY id LIMIT ?"
_AUTHORS = "SELECT id, platform, handle, name, first_seen FROM authors WHERE id IN (SELECT value FROM json_each(?))"


@dataclass(slots=True)
class Merged:
    """Numbers of articles in the other archives, of added ones, and of existing ones that changed."""

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
    theirs, ours = read_version(other, article), read_version(connection, article)
    shield = archive.shield(connection)
    if theirs is None or (shield and shield.is_article(article, theirs.version.extraction.article.url)):
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
    embeds = [replace(row, post=posts.post_of[row.printing]) for row in given.rows.embeds]
    added = _without_ids(replace(given.rows, embeds=embeds))
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
    together = join_sights(seen, given.sights)
    rows = _merged_rows((ours, stored), (theirs, added), _wordings(connection, given, stored), together)
    is_known = repeats <= known and together == seen
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
    """Recompute `gone_at` of rows that are gone."""
    return rows.each(lambda row: take_away(row, sights) if row.gone_at else row)


def _merged_rows(
    ours: tuple[StoredVersion, ArticleRows],
    theirs: tuple[StoredVersion, ArticleRows],
    wordings: Mapping[str, str],
    sights: Sequence[Sight],
) -> ArticleRows:
    """Merge the versions and rows of an article from two archives, given the sights in both.

    `wordings` maps the key of a printing to the id of a post with only this printing.
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


def _without_ids(rows: ArticleRows) -> ArticleRows:
    return rows.each(lambda row: replace(row, id=None))


def _merge_authors(connection: sqlite3.Connection, other: sqlite3.Connection, given: IncomingArticle) -> list[str]:
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
            "UPDATE posts SET first_seen = (SELECT min(first_seen) FROM printings WHERE post = posts.id) WHERE id = ?",
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
