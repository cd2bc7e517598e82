"""Stored printings: every wording of a post once, with the id of its post."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from archive.store.identity import (
    MOST_COMPARED,
    Printing,
    author_key,
    block_of,
    distance,
    fold_text,
    place_of,
    post_key,
    short_post,
)
from scraper.configuration import queries
from scraper.records import Author, Moment, Post
from scraper.registry import short_link
from scraper.values.moments import possible

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Mapping, Sequence

_PRINTED = """
    id, platform, native_id, url, handle, name, text, language,
    posted_at, posted_precision, posted_source, posted_as_written,
    hashtags, mentions, cashtags, links, media, post, first_seen, source
"""
_BY_ID = f"SELECT {_PRINTED} FROM printings WHERE native_id = ? AND platform = ?"  # noqa: S608 - our own text
_BY_BLOCK = f"SELECT {_PRINTED} FROM printings WHERE block = ? LIMIT ?"  # noqa: S608 - our own text
_BY_POST = f"SELECT {_PRINTED} FROM printings WHERE post IN (?1, (SELECT post FROM post_aliases WHERE alias = ?1))"  # noqa: S608 - our own text
_OF_POST = f"SELECT {_PRINTED} FROM printings WHERE post = ?"  # noqa: S608 - our own text
_IDS = "SELECT DISTINCT native_id FROM printings WHERE native_id IN (SELECT value FROM json_each(?))"
_BLOCKS = "SELECT DISTINCT block FROM printings WHERE block IN (SELECT value FROM json_each(?))"
_BY_KEYS = f"SELECT {_PRINTED} FROM printings WHERE id IN (SELECT value FROM json_each(?))"  # noqa: S608 - our own text
_ALL = f"SELECT {_PRINTED} FROM printings"  # noqa: S608 - our own text
_ENCODER = json.JSONEncoder(ensure_ascii=False)
# Wordings often differ only in a name or a space.
_CROWD = 4 * MOST_COMPARED


@dataclass(frozen=True, slots=True)
class StoredPrinting:
    """A stored printing."""

    printing: Printing
    post: str
    first_seen: str


@dataclass(slots=True)
class NearbyPrintings:
    """Find stored and new printings that may be linked to a post; `stored` has those read, by key."""

    connection: sqlite3.Connection
    stored: dict[str, StoredPrinting] = field(default_factory=dict)
    _blocks: dict[str, list[Printing]] = field(default_factory=dict)
    _new: dict[str, list[Printing]] = field(default_factory=lambda: defaultdict(list))
    _absent: set[str] = field(default_factory=set)
    _places: dict[str, tuple[str, str | None]] = field(default_factory=dict)

    def add(self, printing: Printing) -> None:
        """Add a printing that is not stored yet."""
        key, block = self._places[printing.key] = post_key(printing.post), place_of(printing)
        self._new[key].append(printing)
        if block is not None and block != key:
            self._new[block].append(printing)

    def look_for(self, printings: Sequence[Printing]) -> None:
        """Look up the ids and blocks of many added printings at once; later look-ups skip those not stored."""
        ids = {printing.post.id for printing in printings if printing.post.id}
        blocks = {block for each in printings if (block := self._places[each.key][1])}
        self._absent |= ids - self._stored_among(_IDS, ids)
        for block in blocks - self._stored_among(_BLOCKS, blocks):
            self._blocks[block] = self._new.get(block, [])

    def is_alone(self, printing: Printing) -> bool:
        """Return True if nothing can be linked to a printing; call `look_for` with it first."""
        key, block = self._places[printing.key]
        if short_post(printing) or short_link(printing.post.url):
            return False
        if block is not None and len(self._blocks.get(block, ())) != 1:
            return False
        return not printing.post.id or (printing.post.id in self._absent and len(self._new[key]) == 1)

    def _stored_among(self, query: str, values: Iterable[str]) -> set[str]:
        return {value for (value,) in self.connection.execute(query, (json.dumps(sorted(values)),))}

    def with_id(self, post: Post) -> Iterator[Printing]:
        """Return the printings with the post's id; of a short link also those that state its target."""
        yield from self._new.get(post_key(post), ())
        if post.id not in self._absent:
            yield from self._read(_BY_ID, post.id, post.platform)
        if short_link(post.url):
            yield from self._read(_BY_BLOCK, post_key(post), _CROWD)

    def in_block(self, post: Post) -> Sequence[Printing]:
        """Return the printings in the post's block; in a crowded one, only those of an equal post."""
        block = block_of(post)
        if block is None:
            return ()
        if block not in self._blocks:
            self._blocks[block] = [*self._new.get(block, ()), *self._read(_BY_BLOCK, block, _CROWD)]
        if len(self._blocks[block]) < _CROWD:
            return self._blocks[block]
        return [*self._new.get(post_key(post), ()), *self._read(_BY_POST, post_key(post))]

    def of_post(self, post: str) -> list[Printing]:
        """Return the stored printings of a post."""
        return list(self._read(_BY_POST, post))

    def stored_among(self, printings: Iterable[Printing]) -> list[StoredPrinting]:
        """Return the stored ones among the printings."""
        return [self.stored[printing.key] for printing in printings if printing.key in self.stored]

    def _read(self, query: str, *values: str | int | None) -> Iterator[Printing]:
        for row in self.connection.execute(query, values):
            stored = _stored(row)
            yield self.stored.setdefault(stored.printing.key, stored).printing


def reach(seeds: Iterable[Printing], nearby: NearbyPrintings) -> list[Printing]:
    """Return the seeds and all printings linked to them, directly or through others, sorted by key."""
    found = {printing.key: printing for printing in seeds}
    waiting = list(found.values())
    asked: set[tuple[str | None, ...]] = set()
    while waiting:
        printing = waiting.pop()
        post = printing.post
        linked: dict[str, Printing] = {}
        for known in filter(None, (post, short_post(printing))):
            if known.id and (known.platform, known.id) not in asked:
                asked.add((known.platform, known.id))
                linked.update((near.key, near) for near in nearby.with_id(known) if near.key not in found)
        wording = post.platform, post.id, block_of(post), fold_text(post.text)
        if wording not in asked:
            asked.add(wording)
            unknown = (near for near in nearby.in_block(post) if near.key not in found)
            linked.update((near.key, near) for near in unknown if distance(post, near.post) is not None)
        found.update(linked)
        waiting.extend(linked.values())
    return [found[key] for key in sorted(found)]


def read_printings(connection: sqlite3.Connection, printings: Mapping[str, Printing]) -> dict[str, StoredPrinting]:
    """Look up printings by key; missing ones are left out."""
    found = connection.execute(
        "SELECT id, post, first_seen FROM printings WHERE id IN (SELECT value FROM json_each(?))",
        (json.dumps(list(printings)),),
    )
    return {key: StoredPrinting(printings[key], post, first_seen) for key, post, first_seen in found}


def printings_with_keys(connection: sqlite3.Connection, keys: Iterable[str]) -> dict[str, StoredPrinting]:
    """Read whole printings by their keys."""
    found = [_stored(row) for row in connection.execute(_BY_KEYS, (json.dumps(sorted(keys)),))]
    return {stored.printing.key: stored for stored in found}


def printings_of(connection: sqlite3.Connection, post: str) -> list[Printing]:
    """Read the printings of a post."""
    return [_stored(row).printing for row in connection.execute(_OF_POST, (post,))]


def see_printing(connection: sqlite3.Connection, key: str, seen: str, *, is_new: bool) -> None:
    """Move the first sight of a printing and its post back."""
    if is_new:
        connection.execute("UPDATE printings SET first_seen = ?2 WHERE id = ?1", (key, seen))
        return
    connection.execute("UPDATE printings SET first_seen = ?2 WHERE id = ?1 AND first_seen > ?2", (key, seen))
    connection.execute(
        "UPDATE posts SET first_seen = ?2 WHERE id = (SELECT post FROM printings WHERE id = ?1) AND first_seen > ?2",
        (key, seen),
    )


def unshown_printings(connection: sqlite3.Connection, keys: Iterable[str]) -> list[StoredPrinting]:
    """Return printings that no article shows, and data from other sources of posts that none embeds."""
    query = queries("store")["unshown_printings"].format(PRINTED=_PRINTED)
    return [_stored(row) for row in connection.execute(query, (json.dumps(sorted(keys)),))]


def delete_printings(connection: sqlite3.Connection, stored: Iterable[StoredPrinting]) -> None:
    """Delete printings that no article shows."""
    connection.executemany("DELETE FROM printings WHERE id = ?", [(each.printing.key,) for each in stored])


def all_printings(connection: sqlite3.Connection) -> Iterator[Printing]:
    """Yield all printings of an archive."""
    for row in connection.execute(_ALL):
        yield _stored(row).printing


def insert_printings(connection: sqlite3.Connection, printings: Iterable[tuple[Printing, str]], seen: str) -> None:
    """Insert new wordings, each with the id of its post."""
    connection.executemany(
        queries("store")["add_printings"], [_row(printing, post, seen) for printing, post in printings]
    )


def _row(printing: Printing, cluster: str, seen: str) -> tuple[str | None, ...]:
    post = printing.post
    author = post.author or Author()
    lists = (post.hashtags, post.mentions, post.cashtags, post.links, post.media)
    return (
        *(printing.key, cluster, post.platform, post.id, post.url, author_key(post.platform, post.author)),
        *(author.handle, author.name, post.text, post.language, *moment_columns(post.posted)),
        *(_ENCODER.encode(values) if values else "[]" for values in lists),
        *(place_of(printing), seen, printing.source),
    )


def moment_columns(moment: Moment | None) -> tuple[str | None, str | None, str | None, str | None]:
    """Return a time as four columns: at, precision, source, as written."""
    if moment is None:
        return None, None, None, None
    return moment.at, moment.precision, moment.source, moment.as_written


def _moment(at: Any, precision: Any, source: Any, written: Any) -> Moment | None:
    """Return the time in four columns; of an impossible one (from another archive), only the printed form."""
    if at is None and written is None:
        return None
    return possible(Moment(at=at, precision=precision, source=source, as_written=written))


def _stored(row: Sequence[Any]) -> StoredPrinting:
    key, platform, native_id, url, handle, name, text, language, at, precision, source, written = row[:12]
    hashtags, mentions, cashtags, links, media = (tuple(json.loads(values)) for values in row[12:17])
    post = Post(
        platform=platform,
        id=native_id,
        url=url,
        author=Author(handle=handle, name=name) if handle is not None or name is not None else None,
        text=text,
        language=language,
        posted=_moment(at, precision, source, written),
        hashtags=hashtags,
        mentions=mentions,
        cashtags=cashtags,
        links=links,
        media=media,
    )
    return StoredPrinting(Printing(key, post, row[19]), post=row[17], first_seen=row[18])
