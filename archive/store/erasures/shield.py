"""Recognise erased posts, quotes, articles and passages by the keyed hashes in an archive."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from archive.store.erasures.passages import HEAD, parts_of, passages_in
from archive.store.erasures.secret import needed_secret
from archive.store.erasures.sketches import Sketch
from archive.store.identity import article_key, author_key, post_key
from archive.store.likeness import SHORT, fold_text
from scraper.errors import ArchiveError
from scraper.records import Author, Moment
from scraper.values.moments import day_of

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator
    from pathlib import Path

    from archive.store.erasures.cutting import Span
    from archive.store.erasures.filtering import Filtered
    from archive.store.erasures.secret import Secret
    from scraper.records import Extraction, Post

#: Hash that identifies the secret which the erasures were made with.
CHECK = "check"
_HAS_TABLE = "SELECT 1 FROM sqlite_master WHERE name = 'erasures'"
_LAST = "SELECT max(id) FROM erasures"
_ROWS = "SELECT key, kind, length, author, sketch FROM erasures WHERE id > ?"
_INSERT = """
    INSERT INTO erasures (key, kind, made_at, ground, length, author, sketch) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (key, length) DO NOTHING
"""
_CLEANED = "UPDATE erasures SET cleaned_at = ?1 WHERE id > ?2"


@dataclass(frozen=True, slots=True)
class Tombstone:
    """A row of ``erasures``, without time and reason."""

    key: str
    kind: str
    length: int = 0
    author: str | None = None
    sketch: str | None = None


@dataclass(slots=True)
class Shield:
    """The erasures of an archive.

    Attributes:
        secret: The key of the hashes.
        last: Id of the last row of ``erasures`` that was read.
        judged: Cache of the last filtered record, with the state of the erasures and the result: each record
            is filtered twice, before its bytes are stored and before it is stored.
    """

    secret: Secret
    last: int = 0
    judged: tuple[Extraction, int, Filtered] | None = None
    _keys: set[str] = field(default_factory=set)
    _heads: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    _near: dict[str, list[Sketch]] = field(default_factory=lambda: defaultdict(list))

    def add(self, tombstone: Tombstone) -> None:
        """Add a tombstone."""
        if tombstone.kind == "head":
            self._heads[tombstone.key].add(tombstone.length)
        elif tombstone.author is not None and tombstone.sketch is not None:
            self._near[tombstone.author].append(Sketch.read(tombstone.length, tombstone.sketch))
        self._keys.add(tombstone.key)

    def _has(self, kind: str, *parts: object) -> bool:
        return self.secret.of(kind, *parts) in self._keys

    def is_article(self, article: str, url: str | None) -> bool:
        """Return True if an article was erased, by id or URL."""
        return self._has("article", article) or bool(url and self._has("article", article_key(url, "")))

    def is_key(self, value: str) -> bool:
        """Return True if a value is the id of an erased post, author or article."""
        return any(self._has(kind, value) for kind in ("post", "author", "article"))

    def is_post(self, post: Post) -> bool:
        """Return True if a post, as printed somewhere, was erased."""
        author, folded = author_key(post.platform, post.author), fold_text(post.text)
        if author is not None and self._has("author", author):
            return True
        if self._has("post", post_key(post)) or (folded and self._has("text", folded)):
            return True
        return post.id is None and self._is_printing(post, folded)

    def _is_printing(self, post: Post, folded: str) -> bool:
        """Return True if a printing without an id is one of an erased post."""
        if post.author is None or not post.author.handle:
            return len(folded) >= SHORT and self._has("words", folded)
        if len(folded) < SHORT:
            return self._has("post", short_key(post))
        return self._is_near(author_key(post.platform, post.author) or "", folded)

    def _is_near(self, author: str, folded: str) -> bool:
        author = self.secret.of("by", author)
        sketches = self._near.get(author)
        if not sketches:
            return False
        sketch = Sketch.of(self.secret, author, folded)
        return any(sketch.is_near(erased) for erased in sketches)

    def is_quote(self, text: str | None, platform: str | None, handle: str | None) -> bool:
        """Return True if a quote was erased, by its author or its text."""
        folded = fold_text(text)
        if self._has("text", folded):
            return True
        if platform is None or not handle:
            return len(folded) >= SHORT and self._has("words", folded)
        author = author_key(platform, Author(handle=handle)) or ""
        return self._has("author", author) or (len(folded) >= SHORT and self._is_near(author, folded))

    def touches(self, post: Post) -> bool:
        """Return True if a post was erased or contains erased text."""
        return self.is_post(post) or any(self.passages(post.text))

    def passages(self, text: str | None) -> Iterator[Span]:
        """Yield the spans of erased text."""
        if text and self._heads:
            yield from passages_in(text, self.secret, self._heads, self._keys)

    def of_post(self, post: Post) -> list[Tombstone]:
        """Return the tombstones of a post, in this wording and without its id."""
        of, folded = self.secret.of, fold_text(post.text)
        found = [Tombstone(of("post", key), "post") for key in (post_key(post), short_key(post))]
        if len(folded) >= SHORT and post.author is not None and post.author.handle:
            by = of("by", author_key(post.platform, post.author))
            sketch = Sketch.of(self.secret, by, folded)
            found.append(Tombstone(of("near", by, folded), "near", len(folded), by, sketch.written()))
        return found + self.of_words(post.text)

    def of_words(self, text: str | None) -> list[Tombstone]:
        """Return the tombstones of a text as part of other texts."""
        of, parts = self.secret.of, parts_of(text)
        heads = [Tombstone(of("head", part[:HEAD]), "head", len(part)) for part in parts]
        return [Tombstone(of("words", part), "words") for part in parts] + heads

    def of_text(self, text: str) -> list[Tombstone]:
        """Return the tombstones of a text by any author."""
        return [Tombstone(self.secret.of("text", fold_text(text)), "text"), *self.of_words(text)]

    def of_author(self, author: str) -> Tombstone:
        """Return the tombstone of an author."""
        return Tombstone(self.secret.of("author", author), "author")

    def of_article(self, article: str) -> Tombstone:
        """Return the tombstone of an article."""
        return Tombstone(self.secret.of("article", article), "article")

    def lacks(self, tombstone: Tombstone) -> bool:
        """Return True if a tombstone is not stored yet."""
        return tombstone.key not in self._keys


def short_key(post: Post) -> str:
    """Return the key of a short post printed without an id: handle, day and text."""
    day = day_of(post.posted)
    moment = Moment(at=day, precision="day", source="printed") if day else None
    author = Author(handle=post.author.handle) if post.author else None
    return post_key(replace(post, id=None, url=None, posted=moment, author=author, media=(), links=()))


def shield_of(connection: sqlite3.Connection, database: str | Path, key: Path, known: Shield | None) -> Shield | None:
    """Return the erasures of an archive; None if there are none.

    Args:
        connection: Connection to the archive.
        database: Its path.
        key: The file of the secret.
        known: The erasures as read earlier, to be updated.

    Raises:
        ArchiveError: There are erasures, but the secret is missing or wrong.
    """
    (last,) = connection.execute(_LAST).fetchone()
    if last is None or (known is not None and known.last == last):
        return known if last is not None else None
    shield = known or Shield(needed_secret(key, database))
    for row in connection.execute(_ROWS, (shield.last,)):
        shield.add(Tombstone(*row))
    shield.last = last
    if shield.lacks(check_of(shield.secret)):
        raise ArchiveError(
            f"{key}: is not the key that the erasures of {database} were made with: restore the right one from a copy"
        )
    return shield


def stored_shield(connection: sqlite3.Connection, database: str | Path, key: Path) -> Shield | None:
    """Return the erasures of an archive that may have the tables of an older voxpop.

    Raises:
        ArchiveError: As `shield_of` does.
    """
    if connection.execute(_HAS_TABLE).fetchone() is None:
        return None
    return shield_of(connection, database, key, None)


def check_of(secret: Secret) -> Tombstone:
    """Return the tombstone that identifies a secret."""
    return Tombstone(secret.of(CHECK), CHECK)


def store(
    connection: sqlite3.Connection, shield: Shield, tombstones: list[Tombstone], now: str, ground: str | None
) -> int:
    """Store new tombstones, and add them to the shield; return the number of new ones."""
    new = [each for each in dict.fromkeys(tombstones) if shield.lacks(each) or each.kind == "head"]
    before = connection.total_changes
    connection.executemany(
        _INSERT, [(each.key, each.kind, now, ground, each.length, each.author, each.sketch) for each in new]
    )
    added = connection.total_changes - before
    for tombstone in new:
        shield.add(tombstone)
    if added:
        (shield.last,) = connection.execute(_LAST).fetchone()
    return added


def note_without_traces(connection: sqlite3.Connection, last: int, now: str) -> None:
    """Record that erasures after the row `last` removed nothing, so they left no traces."""
    connection.execute(_CLEANED, (now, last))
