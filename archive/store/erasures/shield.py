"""Recognise erased posts, quotes, articles and passages by the keyed hashes in an archive."""

from __future__ import annotations

import hmac
import os
import re
import secrets
from collections import defaultdict
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Self

from archive.store import identity
from scraper.configuration import queries
from scraper.errors import ArchiveError
from scraper.patterns import lazy_regex
from scraper.records import Author, Moment
from scraper.values.moments import day_of

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Mapping

    from scraper.records import Post


Span = tuple[int, int]

# The secret key of erasures; stored outside the database and every export.

#: Environment variable with the file of the secret, if it is not next to the database.
VARIABLE = "VOXPOP_ERASURES_KEY"
_WRITTEN = lazy_regex(r"[0-9a-f]{64}\s*")


@dataclass(frozen=True, slots=True)
class Secret:
    """The key of the keyed hashes."""

    key: bytes = field(repr=False)

    @classmethod
    def made(cls) -> Self:
        """Return a new random secret."""
        return cls(secrets.token_bytes(32))

    def of(self, kind: str, *parts: object) -> str:
        """Return the HMAC-SHA256 of ``kind:part:part``, in hex."""
        message = ":".join([kind, *map(str, parts)]).encode("utf-8", "surrogatepass")
        return hmac.digest(self.key, message, "sha256").hex()

    def tombstone(self, kind: str, *parts: object) -> Tombstone:
        """Return the tombstone of something that its hash identifies."""
        return Tombstone(self.of(kind, *parts), kind)

    def write(self, file: Path) -> None:
        """Write it to a new file that only its owner can read, and flush it; raise `ArchiveError` if that fails."""
        try:
            descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            try:
                with os.fdopen(descriptor, "w", encoding="ascii") as out:
                    out.write(f"{self.key.hex()}\n")
                    out.flush()
                    os.fsync(out.fileno())
            except OSError:  # a part of a key would count as a wrong one
                file.unlink(missing_ok=True)
                raise
        except OSError as error:
            raise ArchiveError(
                f"{file}: the erasures key cannot be written ({error.strerror}): name a new file in an "
                f"existing, writable folder"
            ) from error


def key_file(database: str | Path) -> Path:
    """Return the key file of an archive: from the environment, else next to it, which may be a link."""
    if named := os.environ.get(VARIABLE):
        return Path(named)
    return _default_file(database).resolve()


def link_key(database: str | Path, file: Path) -> None:
    """Create a link next to an archive to its key file, so that every command finds it.

    The link replaces a copy of the same key.

    Raises:
        ArchiveError: A different key is there, or the link cannot be created.
    """
    beside, file = _default_file(database), file.resolve()
    if beside.resolve() == file:
        return
    if not beside.is_symlink() and read_secret(beside) not in (None, read_secret(file)):
        raise ArchiveError(f"{beside}: holds a different key than {file}: move the unused one away")
    new = beside.with_name(f"{beside.name}.{secrets.token_hex(8)}.new")
    try:
        new.symlink_to(file)
        new.replace(beside)
    except OSError as error:
        new.unlink(missing_ok=True)
        raise ArchiveError(
            f"{beside}: cannot create a link to {file} ({error.strerror}): name the key in {VARIABLE}"
        ) from error


def _default_file(database: str | Path) -> Path:
    path = Path(database).resolve()
    return path.with_name(f"{path.name}.erasures-key")


def read_secret(file: Path) -> Secret | None:
    """Read the secret, None if there is no file; raise `ArchiveError` if it does not hold a key."""
    try:
        written = file.read_text("ascii", "replace")
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ArchiveError(f"{file}: the erasures key cannot be read: {error.strerror}") from error
    if not _WRITTEN.fullmatch(written):
        raise ArchiveError(f"{file}: does not hold an erasures key (64 hex digits): restore a copy")
    return Secret(bytes.fromhex(written))


def needed_secret(file: Path, database: str | Path) -> Secret:
    """Read the secret of an archive with erasures; raise `ArchiveError` if it is missing."""
    secret = read_secret(file)
    if secret is None:
        raise ArchiveError(
            f"{database}: has erasures, but their key {file} is missing: copy it there from the machine "
            f"where they were made, or name its file: `voxpop erase {database} --key FILE`, erasures_key in "
            f"the settings, or {VARIABLE}"
        )
    return secret


# Compare a text with an erased, unstored one: by keyed hashes of its grams and numbers.

_NUMBER = lazy_regex(r"\d+")
_DIGITS = 8
_HASH = lazy_regex(rf".{{{_DIGITS}}}")


@dataclass(frozen=True, slots=True)
class Sketch:
    """Sketch of a folded text: its length, and hashes of its grams and numbers."""

    length: int
    grams: frozenset[str]
    numbers: frozenset[str]

    @classmethod
    def of(cls, secret: Secret, author: str, folded: str) -> Sketch:
        """Return the sketch of a folded text by an author."""
        starts = range(min(len(folded), identity.COMPARED) - identity.GRAM + 1)
        return cls(
            len(folded),
            frozenset(secret.of("gram", author, folded[at : at + identity.GRAM])[:_DIGITS] for at in starts),
            frozenset(secret.of("number", author, digits)[:_DIGITS] for digits in _NUMBER.findall(folded)),
        )

    @classmethod
    def read(cls, length: int, written: str) -> Sketch:
        """Parse a sketch written by `written`."""
        grams, _, numbers = written.partition("|")
        return cls(length, frozenset(_HASH.findall(grams)), frozenset(_HASH.findall(numbers)))

    def written(self) -> str:
        """Return it as text, sorted so that the order reveals nothing."""
        return f"{''.join(sorted(self.grams))}|{''.join(sorted(self.numbers))}"

    def is_near(self, other: Sketch) -> bool:
        """Return True if the texts are nearly the same."""
        short, long = sorted((self, other), key=lambda sketch: sketch.length)
        if short.length < identity.SHORT or short.length < identity.LEAST_LEFT * long.length:
            return False
        if not short.numbers <= long.numbers:
            return False
        return len(short.grams & long.grams) >= identity.LEAST_SHARED * len(short.grams)


# Find erased text without storing it: by keyed hashes of its start and of the whole.

#: Number of letters and digits at the start that identify a passage; shorter passages are not searched for.
HEAD = identity.SHORT

_WORD = lazy_regex(r"(?P<link>(?:https?://|pic\.(?:twitter|x)\.com/|t\.co/|www\.)\S+)|[^\W_]+", re.IGNORECASE)
_SENTENCE = lazy_regex(r"(?<=[.!?…。！？])[\"'”’»)\]]*\s+|\s*\n+\s*")


def parts_of(text: str | None) -> list[str]:
    """Return a text and its sentences, folded, if long enough to be searched for.

    >>> parts_of("Never again, says the crew of the ferry. No. They will come back tomorrow, said Ann.")[1:]
    ['neveragainsaysthecrewoftheferry', 'theywillcomebacktomorrowsaidann']
    """
    folded = [identity.fold_text(text), *map(identity.fold_text, _SENTENCE.split(text or ""))]
    return [part for part in dict.fromkeys(folded) if len(part) >= HEAD]


def first_words(text: str) -> list[str]:
    """Return the first six words of each sentence, for finding articles that may contain it."""
    found = []
    for sentence in _SENTENCE.split(text):
        words = [word[0] for word in _WORD.finditer(sentence) if not word["link"]]
        if words and len(identity.fold_text(sentence)) >= HEAD:
            found.append(" ".join(words[:6]))
    return found


def passages_in(text: str, secret: Secret, heads: Mapping[str, set[int]], known: set[str]) -> Iterator[Span]:
    """Yield the spans of erased text, from the first letter to the last.

    `heads` maps the hash of the first letters to the lengths of passages that start with them; `known` are
    hashes of whole passages.
    """
    if not heads:
        return
    starts, ends, folded = _folded(text)
    at_end = {end: number for number, (_, end) in enumerate(ends)}
    last = 0
    for place, start in starts:
        if start < last:
            continue
        for length in sorted(heads.get(secret.of("head", folded[place : place + HEAD]), ()), reverse=True):
            number = at_end.get(place + length)
            if number is not None and secret.of("words", folded[place : place + length]) in known:
                last = ends[number][0]
                yield start, last
                break


def _folded(text: str) -> tuple[list[Span], list[Span], str]:
    """Return the spans of words in the folded text and in the text, and the folded text."""
    starts, ends, parts, length = [], [], [], 0
    for word in _WORD.finditer(text):
        if word["link"]:
            continue
        part = word[0].lower() if word[0].isascii() else identity.fold_text(word[0])
        starts.append((length, word.start()))
        parts.append(part)
        length += len(part)
        ends.append((word.end(), length))
    return starts, ends, "".join(parts)


#: Kind of the tombstone that identifies the secret which the erasures were made with.
CHECK = "check"
_HAS_TABLE = "SELECT 1 FROM sqlite_master WHERE name = 'erasures'"
_LAST = "SELECT max(id) FROM erasures"
_ROWS = "SELECT key, kind, length, author, sketch FROM erasures WHERE id > ?"
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
    """The erasures of an archive; `last` is the id of the last row of ``erasures`` that was read."""

    secret: Secret
    last: int = 0
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
        return self._has("article", article) or bool(url and self._has("article", identity.article_key(url, "")))

    def is_key(self, value: str) -> bool:
        """Return True if a value is the id of an erased post, author or article."""
        return any(self._has(kind, value) for kind in ("post", "author", "article"))

    def is_post(self, post: Post) -> bool:
        """Return True if a post, as printed somewhere, was erased."""
        author, folded = identity.author_key(post.platform, post.author), identity.fold_text(post.text)
        if author is not None and self._has("author", author):
            return True
        if self._has("post", identity.post_key(post)) or (folded and self._has("text", folded)):
            return True
        return post.id is None and self._is_printing(post, folded)

    def _is_printing(self, post: Post, folded: str) -> bool:
        """Return True if a printing without an id is one of an erased post."""
        if post.author is None or not post.author.handle:
            return len(folded) >= identity.SHORT and self._has("words", folded)
        if len(folded) < identity.SHORT:
            return self._has("post", short_key(post))
        return self._is_near(identity.author_key(post.platform, post.author) or "", folded)

    def _is_near(self, author: str, folded: str) -> bool:
        author = self.secret.of("by", author)
        sketches = self._near.get(author)
        if not sketches:
            return False
        sketch = Sketch.of(self.secret, author, folded)
        return any(sketch.is_near(erased) for erased in sketches)

    def is_quote(self, text: str | None, platform: str | None, handle: str | None) -> bool:
        """Return True if a quote was erased, by its author or its text."""
        folded = identity.fold_text(text)
        if self._has("text", folded):
            return True
        if platform is None or not handle:
            return len(folded) >= identity.SHORT and self._has("words", folded)
        author = identity.author_key(platform, Author(handle=handle)) or ""
        return self._has("author", author) or (len(folded) >= identity.SHORT and self._is_near(author, folded))

    def touches(self, post: Post) -> bool:
        """Return True if a post was erased or contains erased text."""
        return self.is_post(post) or any(self.passages(post.text))

    def passages(self, text: str | None) -> Iterator[Span]:
        """Yield the spans of erased text."""
        if text and self._heads:
            yield from passages_in(text, self.secret, self._heads, self._keys)

    def of_post(self, post: Post) -> list[Tombstone]:
        """Return the tombstones of a post, in this wording and without its id."""
        of, folded = self.secret.of, identity.fold_text(post.text)
        found = [self.secret.tombstone("post", key) for key in (identity.post_key(post), short_key(post))]
        if len(folded) >= identity.SHORT and post.author is not None and post.author.handle:
            by = of("by", identity.author_key(post.platform, post.author))
            sketch = Sketch.of(self.secret, by, folded)
            found.append(Tombstone(of("near", by, folded), "near", len(folded), by, sketch.written()))
        return found + self.of_words(post.text)

    def of_words(self, text: str | None) -> list[Tombstone]:
        """Return the tombstones of a text as part of other texts."""
        parts = parts_of(text)
        heads = [replace(self.secret.tombstone("head", part[:HEAD]), length=len(part)) for part in parts]
        return [self.secret.tombstone("words", part) for part in parts] + heads

    def of_text(self, text: str) -> list[Tombstone]:
        """Return the tombstones of a text by any author."""
        return [self.secret.tombstone("text", identity.fold_text(text)), *self.of_words(text)]

    def lacks(self, tombstone: Tombstone) -> bool:
        """Return True if a tombstone is not stored yet."""
        return tombstone.key not in self._keys

    def store(
        self, connection: sqlite3.Connection, tombstones: Iterable[Tombstone], now: str, ground: str | None
    ) -> int:
        """Store and add new tombstones; return the number of new ones."""
        new = [each for each in dict.fromkeys(tombstones) if self.lacks(each) or each.kind == "head"]
        before = connection.total_changes
        connection.executemany(
            queries("erasing")["insert"],
            [(each.key, each.kind, now, ground, each.length, each.author, each.sketch) for each in new],
        )
        added = connection.total_changes - before
        for tombstone in new:
            self.add(tombstone)
        if added:
            (self.last,) = connection.execute(_LAST).fetchone()
        return added


def short_key(post: Post) -> str:
    """Return the key of a short post printed without an id: handle, day and text."""
    day = day_of(post.posted)
    moment = Moment(at=day, precision="day", source="printed") if day else None
    author = Author(handle=post.author.handle) if post.author else None
    return identity.post_key(replace(post, id=None, url=None, posted=moment, author=author, media=(), links=()))


def shield_of(connection: sqlite3.Connection, database: str | Path, key: Path, known: Shield | None) -> Shield | None:
    """Return the erasures of an archive; None if there are none. Update `known`, those read earlier.

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
    if shield.lacks(shield.secret.tombstone(CHECK)):
        raise ArchiveError(
            f"{key}: is not the key that the erasures of {database} were made with: restore the right one from a copy"
        )
    return shield


def stored_shield(connection: sqlite3.Connection, database: str | Path, key: Path) -> Shield | None:
    """Do the same as `shield_of` for an archive that may have the tables of an older voxpop."""
    if connection.execute(_HAS_TABLE).fetchone() is None:
        return None
    return shield_of(connection, database, key, None)


def note_without_traces(connection: sqlite3.Connection, last: int, now: str) -> None:
    """Record that erasures after the row `last` removed nothing, so they left no traces."""
    connection.execute(_CLEANED, (now, last))
