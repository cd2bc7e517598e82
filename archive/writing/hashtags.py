"""Hashtags, and the articles that lead to them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from archive.identity import hashtag_key
from scraper.handles import fold_handle

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping

    from scraper.records import Extraction, Within

_PROMINENCE: tuple[Within, ...] = ("prose", "quote", "post")


@dataclass(frozen=True, slots=True)
class Use:
    """One spelling of a hashtag or handle in one article, and the most prominent place where it stands."""

    key: str
    as_written: str
    within: Within


def hashtags_of(extraction: Extraction) -> list[Use]:
    """Collect every hashtag that an article leads to: in prose, quotes and posts."""
    found = [(tag.tag, tag.within) for tag in extraction.hashtags]
    found += [(tag, "post") for embed in extraction.embeds for tag in embed.post.hashtags]
    return _uses((hashtag_key(tag), tag, within) for tag, within in found)


def mentions_of(extraction: Extraction) -> list[Use]:
    """Collect every handle that an article names with ``@``."""
    return _uses(
        (fold_handle(mention.handle), mention.handle, mention.within) for mention in extraction.mentions
    )


def add_hashtags(connection: sqlite3.Connection, tags: Mapping[str, str]) -> None:
    """Make sure that hashtags have a row; which spelling it shows is decided by `show_spellings`."""
    connection.executemany(
        "INSERT INTO hashtags (id, tag) VALUES (?, ?) ON CONFLICT DO NOTHING", list(tags.items())
    )


def write_hashtags(
    connection: sqlite3.Connection, article: str, uses: Iterable[Use], published_at: str | None
) -> None:
    """Add the hashtags of a version of an article to those of its earlier versions."""
    rows = {
        (key, as_written): Use(key, as_written, within)
        for key, as_written, within in connection.execute(
            "SELECT hashtag, as_written, within FROM articles_hashtags WHERE article = ?", (article,)
        )
    }
    if rows:
        connection.execute("DELETE FROM articles_hashtags WHERE article = ?", (article,))
    for use in uses:
        known = rows.get((use.key, use.as_written), use)
        rows[use.key, use.as_written] = min(known, use, key=lambda one: _PROMINENCE.index(one.within))
    add_hashtags(connection, {use.key: use.as_written for use in rows.values()})
    connection.executemany(
        "INSERT INTO articles_hashtags VALUES (?, ?, ?, ?, ?)",
        [(article, use.key, use.as_written, use.within, published_at) for use in rows.values()],
    )
    show_spellings(connection, {use.key for use in rows.values()})


def show_spellings(connection: sqlite3.Connection, hashtags: Iterable[str]) -> None:
    """Show each hashtag in the spelling that most articles use; of equally many the first by code point."""
    connection.executemany(
        """
        UPDATE hashtags SET tag = most.as_written FROM (
            SELECT as_written FROM tally_spellings WHERE hashtag = ?1
            ORDER BY articles DESC, as_written LIMIT 1
        ) AS most
        WHERE id = ?1 AND tag <> most.as_written
        """,
        [(hashtag,) for hashtag in hashtags],
    )


def write_mentions(connection: sqlite3.Connection, article: str, uses: Iterable[Use]) -> None:
    """Add the handles named in a version of an article to those of its earlier versions."""
    for use in uses:
        connection.execute(
            """
            INSERT INTO articles_mentions VALUES (?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET within = excluded.within
            WHERE instr('prose quote post', excluded.within) < instr('prose quote post', within)
            """,
            (article, use.key, use.as_written, use.within),
        )


def _uses(found: Iterable[tuple[str, str, Within]]) -> list[Use]:
    uses: dict[tuple[str, str], Use] = {}
    for key, as_written, within in found:
        if key:
            use = Use(key, as_written, within)
            known = uses.get((key, as_written), use)
            uses[key, as_written] = min(known, use, key=lambda one: _PROMINENCE.index(one.within))
    return list(uses.values())
