"""Printings as they are stored: every wording of a post once, with the post it counts as."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from archive.identity import Printing, author_key, block_of
from scraper.records import Author, Moment, Post

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Sequence

_PRINTED = """
    id, platform, native_id, url, handle, name, text, language,
    posted_at, posted_precision, posted_source, posted_as_written,
    hashtags, mentions, cashtags, links, media, post, first_seen
"""
_BY_ID = f"SELECT {_PRINTED} FROM printings WHERE native_id = ? AND platform = ?"  # noqa: S608 - our own text
_BY_BLOCK = f"SELECT {_PRINTED} FROM printings WHERE block = ?"  # noqa: S608 - our own text
_ALL = f"SELECT {_PRINTED} FROM printings"  # noqa: S608 - our own text


@dataclass(frozen=True, slots=True)
class Known:
    """What a stored printing counts as, and since when."""

    post: str
    first_seen: str


@dataclass(frozen=True, slots=True)
class Stored:
    """A printing that the archive holds."""

    printing: Printing
    known: Known


@dataclass(slots=True)
class Neighbours:
    """Finds printings that may be linked to a post, among the stored and the new ones."""

    connection: sqlite3.Connection
    stored: dict[str, Stored] = field(default_factory=dict)
    near: dict[tuple[str, ...], list[Printing]] = field(default_factory=dict)
    new: dict[tuple[str, ...], list[Printing]] = field(default_factory=lambda: defaultdict(list))

    def add(self, printing: Printing) -> None:
        """Take in a printing that is not stored yet."""
        for place in _places(printing.post):
            self.new[place].append(printing)

    def __call__(self, post: Post) -> Iterator[Printing]:
        """Yield the printings with the post's id and those of its block."""
        for place in _places(post):
            if place not in self.near:
                self.near[place] = [*self.new.get(place, ()), *self._read(place)]
            yield from self.near[place]

    def _read(self, place: tuple[str, ...]) -> Iterator[Printing]:
        query = _BY_BLOCK if len(place) == 1 else _BY_ID
        for row in self.connection.execute(query, place):
            stored = _stored(row)
            yield self.stored.setdefault(stored.printing.key, stored).printing


def known_printings(connection: sqlite3.Connection, keys: Iterable[str]) -> dict[str, Known]:
    """Look printings up by their keys; what is not stored is left out."""
    found = connection.execute(
        "SELECT id, post, first_seen FROM printings WHERE id IN (SELECT value FROM json_each(?))",
        (json.dumps(list(keys)),),
    )
    return {key: Known(post, first_seen) for key, post, first_seen in found}


def all_printings(connection: sqlite3.Connection) -> Iterator[Printing]:
    """Read every printing of an archive."""
    for row in connection.execute(_ALL):
        yield _stored(row).printing


def insert_printing(connection: sqlite3.Connection, key: str, post: Post, cluster: str, seen: str) -> None:
    """Store a new wording of a post."""
    author = post.author or Author()
    lists = (post.hashtags, post.mentions, post.cashtags, post.links, post.media)
    connection.execute(
        """
        INSERT INTO printings (id, post, platform, native_id, url, author, handle, name, text, language,
            posted_at, posted_precision, posted_source, posted_as_written,
            hashtags, mentions, cashtags, links, media, block, first_seen)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        (
            *(key, cluster, post.platform, post.id, post.url, author_key(post.platform, post.author)),
            *(author.handle, author.name, post.text, post.language, *moment_columns(post.posted)),
            *(json.dumps(values, ensure_ascii=False) for values in lists),
            *(block_of(post), seen),
        ),
    )


def moment_columns(moment: Moment | None) -> tuple[str | None, str | None, str | None, str | None]:
    """Give the four columns of a time: at, precision, source, as written."""
    if moment is None:
        return None, None, None, None
    return moment.at, moment.precision, moment.source, moment.as_written


def _places(post: Post) -> Iterator[tuple[str, ...]]:
    """Where linked printings may be: ``(id, platform)`` and ``(block,)``."""
    if post.id:
        yield post.id, post.platform
    block = block_of(post)
    if block is not None:
        yield (block,)


def _stored(row: Sequence[Any]) -> Stored:
    """Read a printing back, exactly the `Post` that was stored."""
    key, platform, native_id, url, handle, name, text, language, at, precision, source, written = row[:12]
    hashtags, mentions, cashtags, links, media = (tuple(json.loads(values)) for values in row[12:17])
    post = Post(
        platform=platform,
        id=native_id,
        url=url,
        author=Author(handle=handle, name=name) if handle is not None or name is not None else None,
        text=text,
        language=language,
        posted=Moment(at=at, precision=precision, source=source, as_written=written) if at else None,
        hashtags=hashtags,
        mentions=mentions,
        cashtags=cashtags,
        links=links,
        media=media,
    )
    return Stored(Printing(key, post), Known(row[17], row[18]))
