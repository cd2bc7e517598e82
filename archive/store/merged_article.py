"""Read an article to merge: version, rows, wordings and sights."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from archive.store.articles import stored_bylines
from archive.store.embeds import read_repeats
from archive.store.erasures.obeying import extend_erasures
from archive.store.erasures.removing import read_stored
from archive.store.erasures.rewriting import rewritten
from archive.store.plan import ArticleRows, stored_rows
from archive.store.plan_posts import PostPlan
from archive.store.printings import printings_with_keys
from archive.store.sights import Sight, read_sights
from archive.store.versions import Version
from scraper.records import Allusion, Article, Extraction, Moment, Post
from scraper.values.moments import with_possible_dates

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

    from archive.store.erasures.shield import Shield
    from archive.store.printings import StoredPrinting

_COLUMNS = (
    "url", "title", "outlet", "language", "published_at", "published_precision", "published_source",
    "published_as_written", "kind", "source", "digest", "record", "last_seen", "changed_at", "saved_at",
    "text", "section", "modified_at", "modified_precision", "modified_source", "modified_as_written",
    "first_seen",
)  # fmt: skip
_ARTICLE = f"SELECT {', '.join(_COLUMNS)} FROM articles WHERE id = ?"  # noqa: S608 - our own columns
_ALLUSIONS = "SELECT text, platform, start_offset, end_offset FROM allusions WHERE article = ? ORDER BY position"
_WORDINGS = """
    SELECT printing FROM embeds WHERE article = ?1 UNION SELECT printing FROM repeats WHERE article = ?1
    UNION SELECT id FROM printings WHERE post IN (SELECT post FROM embeds WHERE article = ?1)
        AND NOT EXISTS (SELECT 1 FROM embeds WHERE printing = printings.id)
        AND NOT EXISTS (SELECT 1 FROM repeats WHERE printing = printings.id)
"""
#: A session without sights: all stored problems of another version are deleted.
_NO_SESSION = "9999"


@dataclass(frozen=True, slots=True)
class StoredVersion:
    """The current version of an article in an archive.

    Attributes:
        version: The version, with bylines and allusions; its embeds and quotes are rows.
        first_seen: Time it was first archived.
        order: Sort key; the later of two versions has the greater one.
    """

    version: Version
    first_seen: str
    order: tuple[Any, ...]

    @property
    def seen(self) -> str:
        """Return the time its version was seen."""
        return self.version.seen


@dataclass(frozen=True, slots=True, kw_only=True)
class IncomingArticle:
    """Everything another archive holds about an article.

    Attributes:
        stored: Its current version.
        rows: Its rows.
        repeats: Keys of further printings that it shows.
        printings: All wordings of its posts.
        sights: When it was seen, in any version.
        erased: Posts left out because they were erased here.
    """

    stored: StoredVersion
    rows: ArticleRows
    repeats: set[str]
    printings: Mapping[str, StoredPrinting]
    sights: Sequence[Sight]
    erased: tuple[Post, ...] = ()


def read_version(connection: sqlite3.Connection, article: str) -> StoredVersion | None:
    """Read the current version of an article; None if the archive does not hold it."""
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


def _printings_of(connection: sqlite3.Connection, article: str) -> list[str]:
    """Return the keys of wordings of an article's posts that it shows, or that no article shows."""
    return [key for (key,) in connection.execute(_WORDINGS, (article,))]


def read_incoming(other: sqlite3.Connection, article: str, stored: StoredVersion) -> IncomingArticle:
    """Read everything another archive holds about an article, except its current version."""
    return IncomingArticle(
        stored=stored,
        rows=stored_rows(other, article, PostPlan()),
        repeats=read_repeats(other, article),
        printings=printings_with_keys(other, _printings_of(other, article)),
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
        rows=ArticleRows(embeds=left.embeds, quotes=left.quotes, hashtags=left.hashtags, mentions=left.mentions),
        repeats=set(left.repeats),
        printings=kept,
        erased=tuple(erased.values()),
    )
