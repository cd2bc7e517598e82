"""Check an archive: recount its counts, and compare redundant values.

Each check is a query that returns one row per mismatch, with the name first. No check changes the file.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from archive.store.authors import LATEST_NAME
from archive.store.database import failures_named, open_as_it_is, open_to_check
from archive.store.identity import block_of, clusters, post_key
from archive.store.printings import all_printings
from archive.store.schema.days import TALLY_DAYS, TALLY_HASHTAG_DAYS, TALLY_LANGUAGE_DAYS
from archive.store.schema.measures import LAGS, PLATFORM_DAYS
from archive.verify.dates import date_findings
from archive.verify.findings import Finding
from archive.verify.schema import schema_findings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sqlite_utils import Database

    from archive.store.identity import Printing

MOST_NAMED = 5

# An article that shows a post in two wordings has two embeds of it, but counts once: hence SELECT DISTINCT.
COUNTS = {
    "posts.articles": """
        SELECT posts.id FROM posts
        LEFT JOIN (SELECT post, count(DISTINCT article) AS n FROM embeds GROUP BY post) AS shown
            ON shown.post = posts.id
        WHERE posts.articles <> coalesce(n, 0)
    """,
    "articles.embeds": """
        SELECT articles.id FROM articles
        LEFT JOIN (SELECT article, count(DISTINCT post) AS n FROM embeds GROUP BY article) AS shown
            ON shown.article = articles.id
        WHERE articles.embeds <> coalesce(n, 0)
    """,
    "articles.quotes": """
        SELECT id FROM articles
        WHERE quotes <> (SELECT count(*) FROM quotes WHERE article = articles.id)
    """,
    "articles.allusions": """
        SELECT id FROM articles
        WHERE allusions <> (SELECT count(*) FROM allusions WHERE article = articles.id)
    """,
    "authors.posts": """
        SELECT id FROM authors WHERE posts <> (SELECT count(*) FROM posts WHERE author = authors.id)
    """,
    "authors.embeds": """
        SELECT id FROM authors
        WHERE embeds <> (SELECT coalesce(sum(articles), 0) FROM posts WHERE author = authors.id)
    """,
    "authors.quotes": """
        SELECT id FROM authors WHERE quotes <> (SELECT count(*) FROM quotes WHERE author = authors.id)
    """,
    "authors.names": """
        SELECT id FROM authors WHERE names <> (SELECT count(*) FROM author_names WHERE author = authors.id)
    """,
    "hashtags.posts": """
        SELECT id FROM hashtags
        WHERE posts <> (SELECT count(*) FROM posts_hashtags WHERE hashtag = hashtags.id)
    """,
    "hashtags.articles": """
        SELECT id FROM hashtags
        WHERE articles <> (SELECT count(DISTINCT article) FROM articles_hashtags WHERE hashtag = hashtags.id)
    """,
}

TALLIES = {
    "tally_days": TALLY_DAYS,
    "tally_hashtag_days": TALLY_HASHTAG_DAYS,
    "tally_spellings": """
        SELECT hashtag, as_written, count(*) FROM articles_hashtags GROUP BY hashtag, as_written
    """,
    "tally_outlets": """
        SELECT coalesce(outlet, ''), count(*), sum(embeds), sum(quotes) FROM articles GROUP BY 1
    """,
    "tally_outlet_platforms": """
        SELECT coalesce(outlet, ''), platform, count(*)
        FROM (SELECT DISTINCT article, post FROM embeds) AS shown
        JOIN articles ON articles.id = shown.article JOIN posts ON posts.id = shown.post GROUP BY 1, 2
    """,
    "tally_outlet_authors": """
        SELECT coalesce(outlet, ''), author, count(*)
        FROM (SELECT DISTINCT article, post FROM embeds) AS shown
        JOIN articles ON articles.id = shown.article JOIN posts ON posts.id = shown.post
        WHERE author IS NOT NULL GROUP BY 1, 2
    """,
    "tally_outlet_hashtags": """
        SELECT coalesce(outlet, ''), hashtag, count(DISTINCT article)
        FROM articles_hashtags JOIN articles ON articles.id = article GROUP BY 1, 2
    """,
    "tally_outlet_lags": LAGS,
    "tally_platform_days": PLATFORM_DAYS,
    "tally_language_days": TALLY_LANGUAGE_DAYS,
}

_DIFFERENCE = """
    WITH counted AS MATERIALIZED ({query})
    SELECT * FROM (SELECT * FROM {table} EXCEPT SELECT * FROM counted)
    UNION ALL SELECT * FROM (SELECT * FROM counted EXCEPT SELECT * FROM {table})
"""

AGREEMENTS = {
    "a post that no article embeds": """
        SELECT id FROM posts WHERE NOT EXISTS (SELECT 1 FROM embeds WHERE post = posts.id)
    """,
    "a post without a printing": """
        SELECT id FROM posts WHERE NOT EXISTS (SELECT 1 FROM printings WHERE post = posts.id)
    """,
    "an embed whose printing counts as another post": """
        SELECT embeds.id FROM embeds JOIN printings ON printings.id = embeds.printing
        WHERE embeds.post <> printings.post
    """,
    "an embed whose text is not its printing's": """
        SELECT embeds.id FROM embeds JOIN printings ON printings.id = embeds.printing
        WHERE embeds.text IS NOT printings.text
    """,
    "an alias that is the id of a post": """
        SELECT alias FROM post_aliases JOIN posts ON posts.id = alias
    """,
    "a hashtag of a post with another date": """
        SELECT post FROM posts_hashtags JOIN posts ON posts.id = post
        WHERE posts_hashtags.posted_at IS NOT posts.posted_at
    """,
    "a hashtag of an article with another date": """
        SELECT article FROM articles_hashtags JOIN articles ON articles.id = article
        WHERE articles_hashtags.published_at IS NOT articles.published_at
            OR articles_hashtags.published_day IS NOT articles.published_day
    """,
    "a hashtag that is not shown as most articles spell it": """
        SELECT id FROM hashtags WHERE tag IS NOT (
            SELECT as_written FROM tally_spellings WHERE hashtag = id
            ORDER BY articles DESC, as_written LIMIT 1
        ) AND EXISTS (SELECT 1 FROM tally_spellings WHERE hashtag = id)
    """,
    "an author without the name of the latest post": f"""
        SELECT id FROM authors WHERE name IS NOT (
            {LATEST_NAME.format("authors.id")}
        )
    """,  # noqa: S608 - our own text
    "an embed that was gone before it was seen": """
        SELECT id FROM embeds WHERE coalesce(saved_at, first_seen) > last_seen OR gone_at < last_seen
    """,
    "a quote that was gone before it was seen": """
        SELECT id FROM quotes WHERE coalesce(saved_at, first_seen) > last_seen OR gone_at < last_seen
    """,
    "an embed that was gone when its article was not seen": """
        SELECT id FROM embeds WHERE gone_at IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM sights WHERE article = embeds.article AND seen_at = gone_at
        )
    """,
    "a quote that was gone when its article was not seen": """
        SELECT id FROM quotes WHERE gone_at IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM sights WHERE article = quotes.article AND seen_at = gone_at
        )
    """,
    "an article whose last sight is not known": """
        SELECT id FROM articles WHERE NOT EXISTS (
            SELECT 1 FROM sights
            WHERE article = articles.id AND seen_at = min(coalesce(saved_at, last_seen), last_seen)
        )
    """,
}

_SEARCHES = ("posts_fts", "posts_signs_fts", "quotes_fts", "articles_fts")


def findings(path: str | Path, *, deep: bool = False) -> list[Finding]:
    """Check an archive.

    Args:
        path: The SQLite file; one of an older voxpop is checked as it is.
        deep: Also recompute from all printings which of them are the same post.

    Returns:
        The problems; empty if the archive is intact.

    Raises:
        ArchiveError: The file cannot be read, or is not an archive.
    """
    with failures_named(path):
        db = open_as_it_is(path)
        try:
            db.execute("PRAGMA cache_size = -262144")  # 256 MB: every index is compared with its table
            db.execute("BEGIN")
            found = [*_structure(db), *schema_findings(db), *_disagreements(db), *date_findings(db.conn)]
            found += _identity(db) if deep else []
        except sqlite3.DatabaseError as error:
            found = [Finding("integrity", str(error))]
        finally:
            db.close()
    return found + list(_search(path))


def _structure(db: Database) -> Iterator[Finding]:
    for (message,) in db.execute("PRAGMA integrity_check(5)"):
        if message != "ok":
            yield Finding("integrity", message)
    for table, row, parent, _ in db.execute("PRAGMA foreign_key_check"):
        yield Finding("foreign keys", f"{table}: row {row} refers to a missing row of {parent}")


def _disagreements(db: Database) -> Iterator[Finding]:
    for column, query in COUNTS.items():
        yield from _finding(column, "counted wrongly", disagreeing(db, query))
    for table, query in TALLIES.items():
        yield from _finding(table, "counted wrongly", disagreeing(db, difference(table, query)))
    for message, query in AGREEMENTS.items():
        yield from _finding("agreement", message, disagreeing(db, query))


def difference(table: str, query: str) -> str:
    """Return the query for rows that are in a table but not in the recount, and vice versa."""
    return _DIFFERENCE.format(table=table, query=query)


def disagreeing(db: Database, query: str) -> list[Sequence[Any]]:
    """Return mismatches; none if the archive, being older or damaged, lacks a table or column."""
    try:
        return db.execute(query).fetchall()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_ERROR:
            raise
        return []


def _search(path: str | Path) -> Iterator[Finding]:
    """Let FTS5 compare its indexes with the texts, which needs write access."""
    with _to_check(path) as db:
        for table in searches_of(db):
            if problem := search_problem(db, table):
                yield Finding("search", f"{table}: {problem}")


def searches_of(db: Database) -> list[str]:
    """Return the search indexes of an archive."""
    here = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    return [table for table in _SEARCHES if table in here]


def search_problem(db: Database, table: str) -> str | None:
    """Return a problem of a search index, found by SQLite's own check, which needs write access."""
    try:
        db.execute(f"INSERT INTO {table} ({table}, rank) VALUES ('integrity-check', 1)")  # noqa: S608 - our own names
    except sqlite3.DatabaseError as error:
        return str(error)
    return None


@contextmanager
def _to_check(path: str | Path) -> Iterator[Database]:
    """Open an archive for writing; if that is not allowed or another program is writing, a copy of it."""
    with ExitStack() as stack:
        try:
            db = open_to_check(path)
        except sqlite3.OperationalError:
            scratch = Path(stack.enter_context(TemporaryDirectory(prefix="voxpop-verify-")))
            db = _copied(path, scratch / "copy.db")
        stack.callback(db.close)
        yield db


def _copied(path: str | Path, copy: Path) -> Database:
    with failures_named(copy), closing(open_as_it_is(path)) as db, closing(sqlite3.connect(copy)) as target:
        db.conn.backup(target)
    return open_to_check(copy)


def _identity(db: Database) -> Iterator[Finding]:
    """Recompute the posts from the printings, and compare."""
    posts: dict[str, str] = {}
    aliases: dict[str, str] = {}
    for component in components(list(all_printings(db.conn))):
        for cluster in clusters(component):
            posts.update(dict.fromkeys(cluster.printings, cluster.id))
            aliases.update(dict.fromkeys(cluster.aliases, cluster.id))
    for name, query, expected in (
        ("a printing of another post", "SELECT id, post FROM printings", posts),
        ("an alias of another post", "SELECT alias, post FROM post_aliases", aliases),
    ):
        yield from _finding("identity", name, set(db.execute(query)) ^ set(expected.items()))


def components(printings: Sequence[Printing]) -> Iterable[list[Printing]]:
    """Group printings that share a block or an id, directly or through others (a disjoint-set forest)."""
    leaders: dict[str, str] = {}

    def leader(place: str) -> str:
        while (above := leaders.setdefault(place, place)) != place:
            leaders[place] = place = leaders[above]
        return place

    for printing in printings:
        leaders[leader(post_key(printing.post))] = leader(block_of(printing.post) or post_key(printing.post))
    groups = defaultdict(list)
    for printing in printings:
        groups[leader(post_key(printing.post))].append(printing)
    return groups.values()


def _finding(check: str, message: str, rows: Iterable[Sequence[object]]) -> Iterator[Finding]:
    subjects = sorted({str(row[0]) for row in rows})
    if subjects:
        more = f" and {len(subjects) - MOST_NAMED:,} more" if len(subjects) > MOST_NAMED else ""
        yield Finding(check, f"{message}: {', '.join(subjects[:MOST_NAMED])}{more}")
