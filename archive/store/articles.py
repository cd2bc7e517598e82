"""The row of an article, and rows that belong to the article alone: bylines, allusions, problems and notes."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from archive.store.printings import moment_columns
from archive.store.rowids import free_rowid, free_rowids
from archive.store.versions import Version, set_sights_back
from scraper.configuration import queries
from scraper.records import Allusion, Article, Extraction, Moment
from scraper.values.moments import is_possible, local_day, with_possible_dates
from scraper.values.urls import host_without_www, http_url

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping, Sequence

    from scraper.records import Problem

#: Table, its column for the article, and the columns it dates besides `first_seen` and `last_seen`.
_DATED = (("articles", "id", "changed_at"), ("embeds", "article", "gone_at"), ("quotes", "article", "gone_at"))


#: Columns of the current version, in the order of `_columns`.
_COLUMNS = (
    "url", "title", "outlet", "language", "published_at", "published_precision", "published_source",
    "published_as_written", "allusions", "kind", "source", "digest", "record", "changed_at", "saved_at", "text",
    "section", "modified_at", "modified_precision", "modified_source", "modified_as_written", "published_day",
    "last_seen",
)  # fmt: skip
_ADD = f"""
    INSERT INTO articles ({", ".join(_COLUMNS)}, first_seen, rowid, id, embeds, quotes)
    VALUES ({", ".join("?" * len(_COLUMNS))}, ?, ?, ?, ?, ?)
"""  # noqa: S608 - our own columns
_CHANGE = f"UPDATE articles SET {' = ?, '.join(_COLUMNS)} = ?, rowid = ? WHERE id = ?"  # noqa: S608 - our own columns


@dataclass(frozen=True, slots=True)
class StoredArticle:
    """Stored row of an article: digests of its bytes and record, and when it was seen and changed."""

    digest: str
    record: str
    last_seen: str
    saved_at: str | None  # time stated in its file at which it was saved
    changed_at: str
    given: Moment | None  # date of publication given by a user or a feed
    text: str | None
    named: Mapping[str, str | None]  # its title, outlet, language and URL

    @property
    def seen(self) -> str:
        """Return when the article had this content: when its file was saved, if plausible; else last seen."""
        return min(self.saved_at or self.last_seen, self.last_seen)


def known_article(connection: sqlite3.Connection, article: str) -> StoredArticle | None:
    """Return the stored row of an article; None if there is none."""
    row = connection.execute(queries("store")["known_article"], (article,)).fetchone()
    if row is None:
        return None
    digest, record, last_seen, saved_at, changed_at, at, precision, source, written, text, *names = row
    given = None
    if source in {"option", "feed", "header", "column"} and is_possible(at):
        given = Moment(at=at, precision=precision, source=source, as_written=written)
    named = dict(zip(("title", "outlet", "language", "url"), names, strict=True))
    return StoredArticle(digest, record, last_seen, saved_at, changed_at, given, text, named)


def add_articles(
    connection: sqlite3.Connection, versions: Sequence[tuple[Version, int, int]]
) -> list[tuple[int, Version]]:
    """Insert new articles, each with the number of posts and quotes to count for it; return their row numbers."""
    dated = [(version.article, version.extraction.article.published) for version, _, _ in versions]
    rowids = free_rowids(connection, "articles", dated)
    connection.executemany(
        _ADD,
        [
            (*_columns(version), version.taken, rowid, version.article, embeds, quotes)
            for rowid, (version, embeds, quotes) in zip(rowids, versions, strict=True)
        ],
    )
    return [(rowid, version) for rowid, (version, _, _) in zip(rowids, versions, strict=True)]


def change_article(connection: sqlite3.Connection, version: Version) -> None:
    """Update an article to its current version. Delete its embeds and quotes first."""
    rowid = free_rowid(connection, "articles", version.article, version.extraction.article.published)
    connection.execute(_CHANGE, (*_columns(version), rowid, version.article))


def see_again(connection: sqlite3.Connection, version: Version) -> None:
    """Record that an article was seen again with the same record; only `last_seen` changes."""
    seen, taken = (version.seen, version.article), (version.taken, version.article)
    connection.execute(
        "UPDATE articles SET digest = ?, saved_at = ?, last_seen = ? WHERE id = ?",
        (version.digest, version.saved_at, *taken),
    )
    connection.execute("UPDATE embeds SET last_seen = ? WHERE article = ? AND gone_at IS NULL", seen)
    connection.execute("UPDATE quotes SET last_seen = ? WHERE article = ? AND gone_at IS NULL", seen)
    connection.execute("UPDATE problems SET last_seen = ? WHERE article = ?", taken)
    connection.execute(queries("store")["see_again"], taken)


def is_ahead(connection: sqlite3.Connection, article: str, latest: str) -> bool:
    """Return True if `last_seen` of an article is implausibly far in the future."""
    query = "SELECT 1 FROM articles WHERE id = ? AND last_seen > ?"
    return connection.execute(query, (article, latest)).fetchone() is not None


def set_back(connection: sqlite3.Connection, article: str, now: str) -> None:
    """Move dates of an article that are after now back to now: a clock was ahead."""
    for table, key, third in _DATED:
        connection.execute(
            f"UPDATE {table} SET first_seen = min(first_seen, ?2), last_seen = min(last_seen, ?2),"  # noqa: S608 - our own names
            f" {third} = min({third}, ?2) WHERE {key} = ?1",
            (article, now),
        )
    set_sights_back(connection, article, now)


def write_bylines(connection: sqlite3.Connection, version: Version) -> None:
    """Replace the bylines of an article."""
    connection.execute("DELETE FROM bylines WHERE article = ?", (version.article,))
    insert_bylines(connection, [version])


def insert_bylines(connection: sqlite3.Connection, versions: Sequence[Version]) -> None:
    """Insert the bylines of articles that have none yet."""
    from scraper.html.metadata.names import kind_of_byline  # loads the parser of pages, which is not always needed

    connection.executemany(
        "INSERT INTO bylines (article, position, name, kind) VALUES (?, ?, ?, ?)",
        [
            (version.article, position, name, kind_of_byline(name, about.outlet, host_without_www(about.url)))
            for version in versions
            for about in (version.extraction.article,)
            for position, name in enumerate(about.bylines)
        ],
    )


def stored_bylines(connection: sqlite3.Connection, article: str) -> tuple[str, ...]:
    """Return the bylines of an article."""
    query = "SELECT name FROM bylines WHERE article = ? ORDER BY position"
    return tuple(name for (name,) in connection.execute(query, (article,)))


def write_allusions(connection: sqlite3.Connection, article: str, allusions: Sequence[Allusion]) -> None:
    """Replace the allusions of an article."""
    connection.execute("DELETE FROM allusions WHERE article = ?", (article,))
    insert_allusions(connection, [(article, allusions)])


def insert_allusions(connection: sqlite3.Connection, found: Iterable[tuple[str, Sequence[Allusion]]]) -> None:
    """Insert the allusions of articles that have none yet."""
    connection.executemany(
        "INSERT INTO allusions (article, position, text, platform, start_offset, end_offset, picture)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            (article, position, each.text, each.platform, each.start, each.end, http_url(each.picture))
            for article, allusions in found
            for position, each in enumerate(allusions)
        ],
    )


def stored_allusions(connection: sqlite3.Connection, article: str) -> list[Allusion]:
    """Return the allusions of an article."""
    return [
        Allusion(text=text, platform=platform, start=start, end=end, picture=picture)
        for text, platform, start, end, picture in connection.execute(queries("store")["allusions"], (article,))
    ]


def write_problems(connection: sqlite3.Connection, version: Version) -> None:
    """Store the problems of the current version of an article, and delete those of earlier versions."""
    source, problems = version.extraction.source, version.extraction.problems
    present = [add_problem(connection, version.article, source, problem, version.taken) for problem in problems]
    connection.execute(
        queries("store")["write_problems"], (version.article, version.session, version.taken, json.dumps(present))
    )


def add_problem(connection: sqlite3.Connection, article: str | None, source: str, problem: Problem, seen: str) -> int:
    """Insert a problem, or update `last_seen` of a stored one; return its id."""
    (row,) = connection.execute(
        queries("store")["add_problem"], (article, source, problem.step, problem.kind, problem.message, seen, seen)
    ).fetchall()
    return int(row[0])


def merge_problems(connection: sqlite3.Connection, other: sqlite3.Connection, article: str | None) -> None:
    """Add another archive's problems of an article, or of sources without an article."""
    query = "SELECT article, source, step, kind, message, first_seen, last_seen FROM problems WHERE article IS ?"
    connection.executemany(queries("store")["merge_problems"], other.execute(query, (article,)).fetchall())


def _columns(version: Version) -> tuple[str | int | None, ...]:
    extraction, article = version.extraction, version.extraction.article
    return (
        *(article.url, article.title, article.outlet, article.language, *moment_columns(article.published)),
        *(len(extraction.allusions), extraction.kind, extraction.source, version.digest, version.record),
        *(version.reread or version.seen, version.saved_at, version.text),
        *(article.section, *moment_columns(article.modified)),
        *(local_day(article.published), version.taken),
    )


# The current version of an article, as it is stored.

_READ = (*_COLUMNS, "first_seen")
_READ_ARTICLE = f"SELECT {', '.join(_READ)} FROM articles WHERE id = ?"  # noqa: S608 - our own columns
#: A session without sights: all stored problems of another version are deleted.
_NO_SESSION = "9999"


@dataclass(frozen=True, slots=True)
class StoredVersion:
    """The current version of an article in an archive."""

    version: Version  # the version, with bylines and allusions; its embeds and quotes are rows
    first_seen: str
    order: tuple[Any, ...]  # sort key; the later of two versions has the greater one

    @property
    def seen(self) -> str:
        """Return the time its version was seen."""
        return self.version.seen


def read_version(connection: sqlite3.Connection, article: str) -> StoredVersion | None:
    """Read the current version of an article; None if the archive does not hold it."""
    found = connection.execute(_READ_ARTICLE, (article,)).fetchone()
    if found is None:
        return None
    row = dict(zip(_READ, found, strict=True))
    changed_at = row["changed_at"] or row["first_seen"]
    seen = min(row["saved_at"] or row["last_seen"], row["last_seen"])
    allusions = stored_allusions(connection, article)
    about = Article(
        url=row["url"], title=row["title"], outlet=row["outlet"], language=row["language"],
        published=_moment(row, "published"), modified=_moment(row, "modified"), section=row["section"],
        bylines=stored_bylines(connection, article),
    )  # fmt: skip
    version = Version(
        article=article, digest=row["digest"], record=row["record"], seen=seen, taken=row["last_seen"],
        session=_NO_SESSION, text=row["text"], saved_at=row["saved_at"], reread=changed_at,
        extraction=with_possible_dates(
            Extraction(source=row["source"], kind=row["kind"], article=about, allusions=tuple(allusions))
        ),
    )  # fmt: skip
    order = (seen, row["last_seen"], row["record"] != "", row["text"] is not None, repr((found[:-1], about, allusions)))
    return StoredVersion(version, row["first_seen"], order)


def _moment(row: Mapping[str, Any], name: str) -> Moment | None:
    at, written = row[f"{name}_at"], row[f"{name}_as_written"]
    if at is None and written is None:
        return None
    precision, source = row[f"{name}_precision"], row[f"{name}_source"]
    return Moment(at=at, precision=precision, source=source, as_written=written)


# Notes of the rows of corpora, and mails, that were archived: an interrupted corpus resumes there.

_NOTE = "INSERT OR REPLACE INTO rows_read (row, article) VALUES (?, ?)"


def noted_article(connection: sqlite3.Connection, key: str) -> str | None:
    """Return the complete article recorded under a key; None if there is none."""
    found = connection.execute(queries("store")["noted_article"], (key,)).fetchone()
    return None if found is None else str(found[0])


def note_rows(connection: sqlite3.Connection, rows: Iterable[tuple[str, str]]) -> None:
    """Record rows as archived, each with the article it ends with, within a transaction."""
    connection.executemany(_NOTE, rows)
