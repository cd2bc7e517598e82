"""The embeds of an article: the post, its position, form and wording."""

from __future__ import annotations

from dataclasses import dataclass, fields
from operator import attrgetter
from typing import TYPE_CHECKING

from archive.store.identity import clusters, printing_of
from archive.store.versions import ShownRow

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Hashable, Iterable, Mapping

    from archive.store.versions import Version
    from scraper.records import Embed


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedRow(ShownRow):
    """A row of ``embeds``."""

    post: str
    printing: str
    native_id: str | None
    form: str


def _by_native_id(row: EmbedRow) -> Hashable:
    return row.native_id or object()


def _by_post(row: EmbedRow) -> Hashable:
    """Return the key that groups rows by post; a stored row whose printing has an id matches none."""
    return row.post if row.id is None or row.native_id is None else object()


SAME_POST = (attrgetter("printing"), _by_native_id, _by_post)
_NAMES = [field.name for field in fields(EmbedRow) if field.name != "native_id"]
_READ = f"""
    SELECT {", ".join(_NAMES)}, (SELECT native_id FROM printings WHERE id = printing) AS native_id
    FROM embeds WHERE article = ? ORDER BY id
"""  # noqa: S608 - our own columns
_values = attrgetter(*_NAMES)
_WRITE = f"INSERT INTO embeds ({', '.join(_NAMES)}) VALUES ({', '.join('?' * len(_NAMES))})"  # noqa: S608 - our own columns


def embeds_of(version: Version, posts: Mapping[str, str]) -> list[EmbedRow]:
    """Return the embed rows of an article; a post shown twice counts once, by its best printing.

    Args:
        version: The article.
        posts: The ids of the posts, by the keys of their printings.
    """
    shown: dict[str, Embed] = {}
    for embed in sorted(version.extraction.embeds, key=attrgetter("position")):
        shown.setdefault(printing_of(embed.post).key, embed)
    return [_row(shown[key], key, posts[key], version) for key in _once(shown)]


def _once(shown: Mapping[str, Embed]) -> Iterable[str]:
    """Yield the keys of the best printing of each post; printings with different ids are different posts."""
    ids = {(embed.post.platform, embed.post.id) for embed in shown.values()}
    if len(ids) == len(shown) and all(number for _, number in ids):
        return shown
    return [each.printings[0] for each in clusters(printing_of(embed.post) for embed in shown.values())]


def read_embeds(connection: sqlite3.Connection, article: str) -> list[EmbedRow]:
    """Return the stored embed rows of an article."""
    rows = connection.execute(_READ, (article,))
    return [EmbedRow(**dict(zip([*_NAMES, "native_id"], row, strict=True))) for row in rows]


def repeats_of(version: Version, rows: Iterable[EmbedRow]) -> list[str]:
    """Return the keys of further printings that an article shows of its embedded posts."""
    shown = {printing_of(embed.post).key for embed in version.extraction.embeds}
    return sorted(shown - {row.printing for row in rows})


def read_repeats(connection: sqlite3.Connection, article: str) -> set[str]:
    """Return the stored keys of further printings that an article shows."""
    return {
        printing for (printing,) in connection.execute("SELECT printing FROM repeats WHERE article = ?", (article,))
    }


def delete_repeats(connection: sqlite3.Connection, article: str) -> None:
    """Delete the further printings of an article."""
    connection.execute("DELETE FROM repeats WHERE article = ?", (article,))


def insert_repeats(connection: sqlite3.Connection, repeats: Iterable[tuple[str, str]]) -> None:
    """Insert further printings that articles show; stored ones stay."""
    connection.executemany("INSERT INTO repeats VALUES (?, ?) ON CONFLICT DO NOTHING", list(repeats))


def delete_embeds(connection: sqlite3.Connection, article: str) -> None:
    """Delete the embed rows of an article."""
    connection.execute("DELETE FROM embeds WHERE article = ?", (article,))


def insert_embeds(connection: sqlite3.Connection, *articles: Iterable[EmbedRow]) -> None:
    """Insert embed rows, in the order of each article; rows with an id keep it."""
    connection.executemany(_WRITE, [_values(row) for rows in articles for row in sorted(rows, key=_order)])


def _row(embed: Embed, printing: str, post: str, version: Version) -> EmbedRow:
    context = version.context(embed.start, embed.end)
    return EmbedRow(
        id=None,
        article=version.article,
        post=post,
        printing=printing,
        native_id=embed.post.id,
        form=embed.form,
        position=embed.position,
        start_offset=embed.start,
        end_offset=embed.end,
        context_start=context[0],
        context_end=context[1],
        text=embed.post.text,
        first_seen=version.taken,
        last_seen=version.seen,
        gone_at=None,
        saved_at=version.stated,
    )


def _order(row: EmbedRow) -> tuple[bool, int]:
    return row.id is None, row.position
