"""Merge the articles of another archive into one: posts, versions and sights, in whatever order they come.

Of two versions of an article the later one is the present one; of equally late ones the order of their
columns decides, so that it does not matter which archive is merged into which. First sights are the earliest,
last sights the latest. What is written is one `SavePlan` an article, as when an article is saved.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from archive.store.articles import merge_problems, stored_bylines
from archive.store.authors import add_author, bear_names, correct_names, merge_names
from archive.store.checks import merge_checks
from archive.store.embeds import read_repeats
from archive.store.erasures.obeying import is_erased_article, learn
from archive.store.erasures.removing import read_stored, remove_problems
from archive.store.erasures.rewriting import rewritten
from archive.store.hashtags import most_prominent
from archive.store.hydrations import merge_hydrations
from archive.store.identity import author_key
from archive.store.plan import ArticleRows, SavePlan, stored_rows
from archive.store.plan_posts import PostPlan, plan_printings
from archive.store.printings import printings_with_keys, see_printing
from archive.store.quotes import SAME_QUOTE
from archive.store.sights import Sight, are_known, join_sights, read_sights
from archive.store.versions import Version, date_gone, merge_rows
from archive.store.write import write
from scraper.records import Allusion, Article, Author, Extraction, Moment, Post

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Mapping, Sequence

    from archive.store.archive import Archive
    from archive.store.erasures.shield import Shield
    from archive.store.printings import StoredPrinting

#: So many articles are merged in one transaction.
_TOGETHER = 200
_IDS = "SELECT id FROM articles WHERE id > ? ORDER BY id LIMIT ?"
_COLUMNS = (
    "url", "title", "outlet", "language", "published_at", "published_precision", "published_source",
    "published_as_written", "kind", "source", "digest", "record", "last_seen", "changed_at", "saved_at",
    "text", "section", "modified_at", "modified_precision", "modified_source", "modified_as_written",
    "first_seen",
)  # fmt: skip
_ARTICLE = f"SELECT {', '.join(_COLUMNS)} FROM articles WHERE id = ?"  # noqa: S608 - our own columns
_ALLUSIONS = (
    "SELECT text, platform, start_offset, end_offset FROM allusions WHERE article = ? ORDER BY position"
)
_WORDINGS = """
    SELECT printing FROM embeds WHERE article = ?1 UNION SELECT printing FROM repeats WHERE article = ?1
    UNION SELECT id FROM printings WHERE post IN (SELECT post FROM embeds WHERE article = ?1)
        AND NOT EXISTS (SELECT 1 FROM embeds WHERE printing = printings.id)
        AND NOT EXISTS (SELECT 1 FROM repeats WHERE printing = printings.id)
"""
_AUTHORS = """
    SELECT id, platform, handle, name, first_seen FROM authors WHERE id IN (SELECT value FROM json_each(?))
"""
_SAME_POST = (attrgetter("printing"), attrgetter("post"))
#: A session that holds no sight: all that is stored of the problems of another version goes.
_NO_SESSION = "9999"


@dataclass(slots=True)
class Merged:
    """What merging came to.

    Attributes:
        articles: How many articles the others hold.
        new: How many of them were not in the archive.
        changed: In how many of those that were something is new.
    """

    articles: int = 0
    new: int = 0
    changed: int = 0


@dataclass(frozen=True, slots=True)
class _Stored:
    """An article as an archive holds it.

    Attributes:
        version: Its present version, with its bylines and allusions; its embeds and quotes are rows.
        first_seen: When it was first taken in.
        order: By this the later of two versions is told.
    """

    version: Version
    first_seen: str
    order: tuple[Any, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Given:
    """What another archive holds of an article.

    Attributes:
        stored: Its present version.
        rows: What it shows.
        repeats: Keys of further printings that it shows.
        printings: All wordings of its posts.
        sights: When it was seen, in whatever version.
        erased: The posts that are left out, as they were erased here.
    """

    stored: _Stored
    rows: ArticleRows
    repeats: set[str]
    printings: Mapping[str, StoredPrinting]
    sights: Sequence[Sight]
    erased: tuple[Post, ...] = ()


def merge_archive(archive: Archive, other: sqlite3.Connection) -> Iterator[Merged]:
    """Merge all articles of another archive, some in each transaction.

    Yields:
        What it came to so far, after each transaction. Interrupted, all of it may be done again.

    Raises:
        ArchiveError: The archive cannot be written.
        sqlite3.DatabaseError: The other one is damaged.
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
    """Merge one article; return ``new``, ``changed``, or None where it held all of it before."""
    theirs, ours = _read(other, article), _read(connection, article)
    shield = archive.shield(connection)
    if theirs is None or (shield and is_erased_article(theirs.version.extraction, shield, article)):
        return None
    given = _given(other, article, theirs)
    if shield is not None:
        given = _obeying(connection, other, given, shield)
        theirs = given.stored
    posts = plan_printings(
        connection, (printing.printing for printing in given.printings.values()), theirs.version.taken
    )
    before = connection.total_changes
    authors = _merge_authors(connection, other, given)
    plan = _plan(connection, ours, given, replace(posts, shown=(), seen_earlier=()))
    if plan is not None:
        write(connection, plan)
        bear_names(connection, authors)
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


def _given(other: sqlite3.Connection, article: str, stored: _Stored) -> _Given:
    return _Given(
        stored=stored,
        rows=stored_rows(other, article, PostPlan()),
        repeats=read_repeats(other, article),
        printings=printings_with_keys(other, _printings_of(other, article)),
        sights=read_sights(other, article),
    )


def _obeying(
    connection: sqlite3.Connection, other: sqlite3.Connection, given: _Given, shield: Shield
) -> _Given:
    """Return what another archive holds of an article without what was erased in this one."""
    version = given.stored.version
    posts = {each.post for each in given.printings.values() if shield.is_post(each.printing.post)}
    erased = {key: each.printing.post for key, each in given.printings.items() if each.post in posts}
    learn(connection, shield, list(erased.values()), version.taken)
    stored = read_stored(other, version.article)
    left = rewritten(stored, shield, erased) if stored is not None else None
    kept = {key: each for key, each in given.printings.items() if key not in erased}
    if left is None or not left.is_changed:
        return replace(given, printings=kept)
    about = replace(version.extraction.article, title=left.title)
    extraction = replace(version.extraction, article=about, allusions=tuple(left.allusions))
    version = replace(version, text=left.text, record=f"erased:{version.article}", extraction=extraction)
    return replace(
        given,
        stored=replace(given.stored, version=version),
        rows=ArticleRows(
            embeds=left.embeds, quotes=left.quotes, hashtags=left.hashtags, mentions=left.mentions
        ),
        repeats=set(left.repeats),
        printings=kept,
        erased=tuple(erased.values()),
    )


def _plan(
    connection: sqlite3.Connection, ours: _Stored | None, given: _Given, posts: PostPlan
) -> SavePlan | None:
    """Decide what is written of an article; None where all of it is stored."""
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
    present, older = (added, stored) if is_later else (stored, added)
    rows = _merged_rows(
        present, older, join_sights(seen, given.sights), is_same_version=ours.order == theirs.order
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
    present: ArticleRows, older: ArticleRows, sights: Sequence[Sight], *, is_same_version: bool
) -> ArticleRows:
    """Merge what two archives hold of an article, the first of which has the later version."""
    return ArticleRows(
        embeds=merge_rows(present.embeds, older.embeds, _SAME_POST, sights, is_same_version=is_same_version),
        quotes=merge_rows(present.quotes, older.quotes, SAME_QUOTE, sights, is_same_version=is_same_version),
        hashtags=most_prominent(present.hashtags + older.hashtags),
        mentions=most_prominent(present.mentions + older.mentions),
    )


def _are_equal(rows: ArticleRows, stored: ArticleRows) -> bool:
    return all(
        sorted(getattr(rows, name), key=repr) == sorted(getattr(stored, name), key=repr)
        for name in ("embeds", "quotes", "hashtags", "mentions")
    )


def _rows_to_add(rows: ArticleRows, posts: PostPlan) -> ArticleRows:
    """Return the rows of an article in the other archive, as rows that are not stored yet."""
    return replace(
        rows,
        embeds=[replace(row, id=None, post=posts.post_of[row.printing]) for row in rows.embeds],
        quotes=[replace(row, id=None) for row in rows.quotes],
    )


def _read(connection: sqlite3.Connection, article: str) -> _Stored | None:
    found = connection.execute(_ARTICLE, (article,)).fetchone()
    if found is None:
        return None
    row = dict(zip(_COLUMNS, found, strict=True))
    changed_at = row["changed_at"] or row["first_seen"]
    seen = min(row["saved_at"] or row["last_seen"], row["last_seen"])
    allusions = [
        Allusion(text=text, platform=platform, start=start, end=end)
        for text, platform, start, end in connection.execute(_ALLUSIONS, (article,))
    ]
    about = Article(
        url=row["url"], title=row["title"], outlet=row["outlet"], language=row["language"],
        published=_moment(row, "published"), modified=_moment(row, "modified"), section=row["section"],
        bylines=stored_bylines(connection, article),
    )  # fmt: skip
    version = Version(
        article=article, digest=row["digest"], record=row["record"], seen=seen, taken=row["last_seen"],
        session=_NO_SESSION, text=row["text"], saved_at=row["saved_at"], reread=changed_at,
        extraction=Extraction(
            source=row["source"], kind=row["kind"], article=about, allusions=tuple(allusions)
        ),
    )  # fmt: skip
    order = (
        seen,
        row["last_seen"],
        row["record"] != "",
        row["text"] is not None,
        repr((found[:-1], about, allusions)),
    )
    return _Stored(version, row["first_seen"], order)


def _moment(row: Mapping[str, Any], name: str) -> Moment | None:
    if row[f"{name}_at"] is None:
        return None
    return Moment(
        at=row[f"{name}_at"],
        precision=row[f"{name}_precision"],
        source=row[f"{name}_source"],
        as_written=row[f"{name}_as_written"],
    )


def _printings_of(connection: sqlite3.Connection, article: str) -> list[str]:
    """Return the keys of all wordings of the posts of an article that it shows, or that no article does."""
    return [key for (key,) in connection.execute(_WORDINGS, (article,))]


def _merge_authors(connection: sqlite3.Connection, other: sqlite3.Connection, given: _Given) -> list[str]:
    """Merge the authors of the posts and quotes of an article, with the names that they had; return them."""
    posts = (stored.printing.post for stored in given.printings.values())
    keys = {key for post in posts if (key := author_key(post.platform, post.author))}
    authors = sorted(keys | {row.author for row in given.rows.quotes if row.author})
    for key, platform, handle, name, seen in other.execute(_AUTHORS, (json.dumps(authors),)):
        add_author(connection, key, platform, Author(handle=handle, name=name), seen)
    merge_names(connection, other, authors)
    return authors


def _merge_sights(
    connection: sqlite3.Connection,
    article: str,
    theirs: _Stored,
    posts: PostPlan,
    printings: Mapping[str, Any],
) -> None:
    """Date the article, the wordings and the posts back to their first sights in either archive."""
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
    """Merge the topics of an article, and which rows of corpora it was read from."""
    for table in ("articles_topics", "rows_read"):
        column = "topic" if table == "articles_topics" else "row"
        connection.executemany(
            f"INSERT OR IGNORE INTO {table} (article, {column}) VALUES (?, ?)",  # noqa: S608 - our own names
            other.execute(f"SELECT article, {column} FROM {table} WHERE article = ?", (article,)).fetchall(),  # noqa: S608
        )
