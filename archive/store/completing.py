"""Complete articles with fields that a user states, and move the rows of one article to another."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from archive.store.articles import insert_bylines, note_rows, read_version, stored_bylines, write_bylines
from archive.store.erasures.removing import referring, remove_articles
from archive.store.identity import article_key
from archive.store.plan import PostPlan, SavePlan, stored_rows
from archive.store.reactions import read_repeats
from archive.store.write import write_article
from scraper.configuration import queries
from scraper.errors import ArchiveError
from scraper.values.moments import is_possible
from scraper.values.urls import canonical_url

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Mapping

    from archive.store.articles import StoredArticle
    from archive.store.versions import Version
    from scraper.records import Article, Declared, Extraction

#: The fields of an article that can be stated and stay stated.
_FIELDS = ("url", "title", "outlet", "language", "bylines")
#: Functions that convert their JSON to fields of `Article`.
_TYPED: Mapping[str, Callable[[Any], Any]] = {"url": canonical_url, "bylines": tuple}
_STATED = "SELECT declared FROM captures WHERE article = ? AND declared IS NOT NULL ORDER BY fetched_at, id"
_NAMED = (
    "SELECT id FROM articles WHERE id = :named OR url = :named OR url = :url LIMIT 2",
    "SELECT id FROM articles WHERE source = :named LIMIT 2",  # no index: the last resort
)
#: Their rows are counted: those of the article that remains are written like those of any article.
_COUNTED = frozenset({"embeds", "quotes", "articles_hashtags", "articles_mentions", "quotes_hashtags"})
_FIRST_SEEN = {"embeds": "post", "quotes": "text"}
#: The record of an article with set fields begins with this and their names.
_MARK = "stated:"


def stated_fields(connection: sqlite3.Connection, article: str) -> dict[str, Any]:
    """Return the fields last stated of an article, from its captures."""
    stated: dict[str, Any] = {}
    for (declared,) in connection.execute(_STATED, (article,)):
        found = json.loads(declared)
        stated |= {name: found[name] for name in _FIELDS if found.get(name)}
    return stated | {name: typed(stated[name]) for name, typed in _TYPED.items() if name in stated}


def completed_declared(declared: Declared, stated: Mapping[str, Any]) -> Declared:
    """Return the fields declared now, completed with those stated before."""
    return replace(declared, **_undeclared(stated, declared))


def completed(
    extraction: Extraction, known: StoredArticle, stated: Mapping[str, Any], declared: Declared, *, is_same: bool
) -> Extraction:
    """Return a record with fields stated before and not declared now; `is_same`: keep names without a capture too."""
    about = extraction.article
    fields = _undeclared(stated, declared)
    if is_same:
        fields = {name: value for name, value in known.named.items() if not getattr(about, name)} | fields
    if known.given is not None and not (about.published is not None and about.published.at):
        fields["published"] = known.given  # bytes without a date do not contradict it
    return replace(extraction, article=replace(about, **fields)) if fields else extraction


def moved(extraction: Extraction, known: StoredArticle, declared: Declared) -> Extraction:
    """Return a record with the names of the article it replaces, unless they are declared again."""
    names: dict[str, Any] = {
        name: value for name, value in known.named.items() if value and not getattr(declared, name)
    }
    return replace(extraction, article=replace(extraction.article, **names))


def _undeclared(stated: Mapping[str, Any], declared: Declared) -> dict[str, Any]:
    return {name: value for name, value in stated.items() if not getattr(declared, name)}


def kept_fields(connection: sqlite3.Connection, article: str, known: StoredArticle) -> dict[str, Any]:
    """Return the fields stated of an article: in its captures, or set by a user and missing there."""
    names = _set_names(known.record)
    kept: dict[str, Any] = {name: value for name, value in known.named.items() if name in names and value}
    if "published" in names and known.given:
        kept["published"] = known.given
    if "bylines" in names:
        kept["bylines"] = stored_bylines(connection, article)
    return kept | stated_fields(connection, article)


def marked(version: Version, known: StoredArticle | None) -> Version:
    """Return a version whose record names the fields that a user set before."""
    names = _set_names(known.record) if known else ()
    return replace(version, record=f"{_MARK}{'+'.join(names)}:{version.record}") if names else version


def _set_names(record: str) -> tuple[str, ...]:
    """Return the names of the fields in the record of an article that a user changed."""
    parts = record.removeprefix(_MARK).split(":") if record.startswith(_MARK) else []
    return tuple(parts[0].split("+")) if len(parts) > 1 else ()


def find_article(connection: sqlite3.Connection, named: str) -> str:
    """Return the id of an article by its id, URL or file; raise `ArchiveError` if there is none or several."""
    if (found := article_named(connection, named)) is None:
        raise ArchiveError(f"there is no article {named}: give its id, its URL or the file it was read from")
    return found


def article_named(connection: sqlite3.Connection, named: str) -> str | None:
    """Return the id of an article by its id, URL or file, else None; raise `ArchiveError` if there are several."""
    for sql in _NAMED:
        found = connection.execute(sql, {"named": named, "url": canonical_url(named)}).fetchall()
        if len(found) > 1:
            raise ArchiveError(f"several articles were read from {named}: name one by its id")
        if found:
            return str(found[0][0])
    return None


def completed_article(connection: sqlite3.Connection, by_bytes: str) -> str | None:
    """Return the article with a URL that took the place of one known by its bytes."""
    found = connection.execute("SELECT article FROM rows_read WHERE row = ?", (by_bytes,)).fetchone()
    return str(found[0]) if found else None


def is_without_url(connection: sqlite3.Connection, article: str) -> bool:
    """Return True if an article is stored, and has no URL."""
    found = connection.execute("SELECT 1 FROM articles WHERE id = ? AND url IS NULL", (article,)).fetchone()
    return found is not None


def take_place(connection: sqlite3.Connection, old: str, new: str, now: str) -> None:
    """Move everything about an article to another one that is already stored, and remove it."""
    for table, column, _ in referring(connection, "articles"):
        if table not in _COUNTED:
            connection.execute(
                f'UPDATE OR IGNORE "{table}" SET "{column}" = ? WHERE "{column}" = ?',  # noqa: S608 - from the schema
                (new, old),
            )
    note_rows(connection, [(old, new)])
    connection.execute(
        "UPDATE articles SET first_seen = min(first_seen, (SELECT first_seen FROM articles WHERE id = ?)) WHERE id = ?",
        (old, new),
    )
    for table, key in _FIRST_SEEN.items():
        connection.execute(
            f"""
            UPDATE {table} SET first_seen = min(first_seen, coalesce((
                SELECT min(first_seen) FROM {table} AS old WHERE article = ?1 AND old.{key} = {table}.{key}
            ), first_seen)) WHERE article = ?2
            """,  # noqa: S608 - our own names
            (old, new),
        )
    remove_articles(connection, [old], now=now)


def set_fields(connection: sqlite3.Connection, article: str, fields: Mapping[str, Any], now: str) -> str:
    """Set fields of an article (url, title, outlet, language, published, bylines) for good.

    Returns its id, which a new URL changes.

    Raises:
        ArchiveError: Another article has the URL.
    """
    stored = read_version(connection, article)
    if stored is None:
        raise ArchiveError(f"there is no article {article}")
    about: Article = replace(stored.version.extraction.article, **fields)
    new = article_key(about.url, "") if fields.get("url") else article
    if new != article and connection.execute("SELECT 1 FROM articles WHERE id = ?", (new,)).fetchone():
        raise ArchiveError(f"the article {new} already has the URL {about.url}: remove one of them")
    extraction = replace(stored.version.extraction, article=about)
    names = "+".join(sorted({*fields, *_set_names(stored.version.record)}))
    version = replace(stored.version, article=new, record=f"{_MARK}{names}:{new}", extraction=extraction)
    rows = stored_rows(connection, article, PostPlan())
    if new != article:
        rows = rows.each(lambda row: replace(row, id=None, article=new))
    plan = SavePlan(
        version=version,
        kind="present" if new == article else "new",
        rows=rows,
        repeats=sorted(read_repeats(connection, article)),
    )
    write_article(connection, plan)
    if new != article:
        insert_bylines(connection, [version])
        take_place(connection, article, new, now)
    elif "bylines" in fields:
        write_bylines(connection, version)
    stated = {name: value for name, value in fields.items() if name in _FIELDS}
    if "published" in fields and is_possible(about.published.at if about.published else None):
        published = about.published
        stated["published"] = published and {
            "at": published.at, "precision": published.precision, "source": published.source,
            "as_written": published.as_written,
        }  # fmt: skip
    connection.execute(queries("store")["state_fields"], (new, json.dumps(stated)))
    return new
