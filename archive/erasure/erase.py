"""Erase the targets in one transaction, and then the traces left in files."""

from __future__ import annotations

import json
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from archive.clock import stamp, utc_now
from archive.store.archive import search_indexes
from archive.store.database import failures_named
from archive.store.erasures.removing import Removed, erase_posts, remove_articles, remove_rescued, sweep
from archive.store.erasures.shield import CHECK, Secret, Shield, Tombstone, link_key, note_without_traces, read_secret
from archive.store.identity import article_key, fold_text
from archive.store.printings import all_printings, printings_with_keys
from scraper.errors import ArchiveError, SettingsError
from scraper.patterns import lazy_regex
from scraper.records import Author, Post
from scraper.registry import recognise
from scraper.values.handles import fold_handle
from scraper.values.urls import canonical_url

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator

    from archive.store.archive import Archive


# Look up the posts, authors, articles and text that the user wants erased.

_OF_POSTS = "SELECT id FROM printings WHERE post IN (SELECT value FROM json_each(?))"
_POST = "SELECT id FROM posts WHERE id = ?1 OR native_id = ?1 UNION SELECT post FROM post_aliases WHERE alias = ?1"
_AUTHORS = "SELECT id FROM authors WHERE id = ?1 OR handle = ?2 COLLATE NOCASE"
_POSTS_OF = "SELECT post FROM printings WHERE author = ?1 UNION SELECT id FROM posts WHERE author = ?1"
_POSTS_WITH = "SELECT DISTINCT post FROM printings WHERE id IN (SELECT value FROM json_each(?))"
_KEY = lazy_regex(r"(?P<platform>[a-z]+):(?P<id>\S+)")


@dataclass(slots=True)
class Targets:
    """What to erase: posts as printed, from which tombstones are made, and `words` by any author."""

    posts: list[Post] = field(default_factory=list)
    printings: set[str] = field(default_factory=set)
    authors: list[str] = field(default_factory=list)
    articles: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    quoting: set[str] = field(default_factory=set)

    def __bool__(self) -> bool:
        return bool(self.posts or self.authors or self.articles or self.words)

    def tombstones(self, shield: Shield) -> list[Tombstone]:
        """Return the tombstones of all targets."""
        found = [each for post in self.posts for each in shield.of_post(post)]
        found += [shield.secret.tombstone("author", author) for author in self.authors]
        found += [shield.secret.tombstone("article", article) for article in self.articles]
        return found + [each for words in self.words for each in shield.of_text(words)]


def targets_of(
    connection: sqlite3.Connection,
    *,
    posts: Iterable[str] = (),
    authors: Iterable[str] = (),
    articles: Iterable[str] = (),
    words: Iterable[str] = (),
) -> Targets:
    """Look up what to erase.

    Posts are ids (``twitter:1223…``) or URLs, authors keys (``twitter:someone``); both may be missing in the
    archive. Authors can also be handles. Articles are ids or URLs, words whole texts of posts or quotes.

    Raises:
        SettingsError: One of them is not found or not valid.
    """
    targets = Targets()
    for add, names in ((_add_post, posts), (_add_author, authors), (_add_article, articles), (_add_words, words)):
        for name in names:
            add(connection, targets, name)
    return targets


def _add_post(connection: sqlite3.Connection, targets: Targets, name: str) -> None:
    named = recognise(name) if name.lower().startswith(("http://", "https://")) else None
    key = f"{named.platform}:{named.id}" if named and named.id else name
    stored = [post for (post,) in connection.execute(_POST, (key,))]
    if len(stored) > 1:
        raise SettingsError(f"--post {name}: is the id of several posts: {', '.join(sorted(stored))}: name one")
    _add_stored(connection, targets, stored)
    found = _KEY.fullmatch(key)
    if found:
        targets.posts.append(Post(platform=found["platform"], id=found["id"]))
    elif not stored:
        raise SettingsError(
            f"--post {name}: is neither a URL of a post nor the id of a stored one: write it as twitter:1234"
        )


def _add_stored(connection: sqlite3.Connection, targets: Targets, posts: Iterable[str]) -> None:
    keys = {key for (key,) in connection.execute(_OF_POSTS, (json.dumps(sorted(posts)),))}
    targets.printings |= keys
    targets.posts += [stored.printing.post for stored in printings_with_keys(connection, keys).values()]


def _add_author(connection: sqlite3.Connection, targets: Targets, name: str) -> None:
    handle = fold_handle(name)
    found = _KEY.fullmatch(name.casefold())
    key = f"{found['platform']}:{fold_handle(found['id'])}" if found else name.casefold()
    authors = {author for (author,) in connection.execute(_AUTHORS, (key, handle))}
    if found and not authors:
        authors = {key}
    if not authors:
        raise SettingsError(f"--author {name}: no author in the archive has this handle: write it as twitter:{handle}")
    for author in sorted(authors):
        posts = [post for (post,) in connection.execute(_POSTS_OF, (author,))]
        _add_stored(connection, targets, posts)
        rows = connection.execute("SELECT DISTINCT article FROM quotes WHERE author = ?", (author,))
        targets.quoting |= {article for (article,) in rows}
        said = connection.execute("SELECT text, platform, handle FROM quotes WHERE author = ?", (author,))
        targets.posts += [
            Post(platform=platform, author=Author(handle=handle), text=text) for text, platform, handle in said
        ]
    targets.authors += sorted(authors)


def _add_article(connection: sqlite3.Connection, targets: Targets, name: str) -> None:
    is_address = name.lower().startswith(("http://", "https://"))
    url = canonical_url(name) if is_address else None
    key = article_key(url, "") if url else name
    rows = connection.execute("SELECT id FROM articles WHERE id = ?1 OR url = ?2", (key, url or name))
    stored = [article for (article,) in rows]
    if not stored and not url:
        raise SettingsError(f"--article {name}: is neither a URL nor the id of a stored article")
    targets.articles += stored
    if url and key not in stored:
        targets.articles.append(key)


def _add_words(connection: sqlite3.Connection, targets: Targets, text: str) -> None:
    folded = fold_text(text)
    if not folded:
        raise SettingsError("--text: is empty: pass the text of a post or a quote")
    targets.words.append(text)
    like = [each.key for each in all_printings(connection) if fold_text(each.post.text) == folded]
    posts = connection.execute(_POSTS_WITH, (json.dumps(like),))
    _add_stored(connection, targets, [post for (post,) in posts])
    for article, said in connection.execute("SELECT article, text FROM quotes"):
        if fold_text(said) == folded:
            targets.quoting.add(article)


# Clean up traces of an erasure in the database files: free pages, search indexes, the WAL.

_UNFINISHED = "SELECT 1 FROM erasures WHERE cleaned_at IS NULL LIMIT 1"
_FINISH = "UPDATE erasures SET cleaned_at = ? WHERE cleaned_at IS NULL"
_EMPTY = "PRAGMA wal_checkpoint(TRUNCATE)"


def has_traces(archive: Archive) -> bool:
    """Return True if traces of an erasure are still to be cleaned up."""
    return archive.db.execute(_UNFINISHED).fetchone() is not None


def clean(archive: Archive) -> None:
    """Rewrite the file of an archive so that nothing erased is left in it or next to it. If killed, it starts over."""
    connection = archive.db.conn
    with failures_named(archive.path):
        connection.execute("PRAGMA secure_delete = ON")
        with archive.transaction():
            # FTS5 keeps the words of deleted rows until it merges; its secure-delete option needs SQLite
            # 3.42.
            for name in search_indexes(connection):
                connection.execute(f'INSERT INTO "{name}" ("{name}") VALUES (\'rebuild\')')  # noqa: S608 - from the schema
        connection.execute("PRAGMA temp_store = FILE")  # the archive may not fit in memory
        connection.execute("VACUUM")
        connection.execute("PRAGMA temp_store = MEMORY")
    _empty_wal(archive)
    with archive.transaction():
        connection.execute(_FINISH, (stamp(utc_now()),))
    _empty_wal(archive)


def _empty_wal(archive: Archive) -> None:
    with failures_named(archive.path):
        (busy, *_) = archive.db.conn.execute(_EMPTY).fetchone()
    if busy:
        raise ArchiveError(
            f"{archive.path}: erased, but another program is reading the archive, so traces remain in "
            f"{archive.path}-wal: stop it and run `voxpop erase {archive.path}`"
        )


# Apply the erasures of another archive, if both have the same key.

_THEIRS = "SELECT key, kind, length, author, sketch FROM erasures"


def take_over(archive: Archive, other: sqlite3.Connection) -> bool:
    """Erase everything erased from another archive; return False if their keys differ."""
    theirs = [Tombstone(*row) for row in other.execute(_THEIRS)]
    if not theirs:
        return True
    shield = archive.shield(archive.db.conn)
    if shield is None:
        secret = read_secret(archive.key)
        if secret is None:
            return False
        shield = Shield(secret)
    if shield.secret.tombstone(CHECK) not in theirs:
        return False
    if any(shield.lacks(each) for each in theirs):
        now, last = stamp(utc_now()), shield.last
        with archive.transaction() as connection:
            shield.store(connection, theirs, now, None)
            if not any(sweep(connection, shield, now)):
                note_without_traces(connection, last, now)
    return True


_PURGE = "UPDATE captures SET hidden = 'purge' WHERE hidden = 'hidden' AND file NOT LIKE '%/%'"


class _DryRunError(Exception):
    """Raised to roll back a dry run."""


@contextmanager
def _undone_at_the_end(archive: Archive) -> Iterator[sqlite3.Connection]:
    with suppress(_DryRunError), archive.transaction() as connection:
        yield connection
        raise _DryRunError


@dataclass(slots=True)
class Erased:
    """Result of an erasure; `captures` are newly hidden or marked for purging: file, offset and URL."""

    added: int
    removed: list[Removed]
    captures: list[tuple[str, int, str]]


def erase(  # noqa: PLR0913 -- keyword-only but for what is erased
    archive: Archive,
    targets: Targets,
    *,
    ground: str | None = None,
    purge: bool = False,
    dry_run: bool = False,
    link: bool = False,
) -> Erased:
    """Erase posts, authors, articles and text; without targets, erase earlier targets that are back.

    With `purge`, captures are marked for purging, not only hidden. A dry run is rolled back. With `link`, a link
    to the key file is created next to the archive first.

    Raises:
        ArchiveError: The archive is not writable, or the key is missing.
    """
    shield = _shield(archive, dry_run=dry_run)
    if link and not dry_run:
        link_key(archive.path, archive.key)
    now = stamp(utc_now())
    with _undone_at_the_end(archive) if dry_run else archive.transaction() as connection:
        hidden = "purge" if purge else "hidden"
        before = set() if purge else {*_captures(connection, hidden)}
        if targets:
            tombstones = [shield.secret.tombstone(CHECK), *targets.tombstones(shield)]
            added = shield.store(connection, tombstones, now, ground)
            whole = remove_articles(connection, targets.articles, now=now, hidden=hidden)
            more, rest = erase_posts(
                connection,
                shield,
                [*targets.posts, *(Post(platform="", text=text) for text in targets.words)],
                [],
                now=now,
                ground=ground,
                printings=targets.printings,
                articles=targets.quoting,
                hidden=hidden,
            )
            aside = Removed(rescued=remove_rescued(connection, shield))
            erased = Erased(added + more, [whole, rest, aside], [])
        else:
            erased = Erased(0, sweep(connection, shield, now), [])
        if purge:  # including captures hidden earlier
            connection.execute(_PURGE)
        erased.captures = [each for each in _captures(connection, hidden) if each not in before]
    return erased


def _shield(archive: Archive, *, dry_run: bool) -> Shield:
    """Return the shield of an archive; for the first erasure, write a new secret first."""
    shield = archive.shield(archive.db.conn)
    if shield is not None:
        return shield
    secret = read_secret(archive.key)
    if secret is None:
        secret = Secret.made()
        if not dry_run:
            secret.write(archive.key)
    return Shield(secret)


def _captures(connection: sqlite3.Connection, hidden: str) -> list[tuple[str, int, str]]:
    query = "SELECT file, offset, url FROM captures WHERE hidden = ? AND file IS NOT NULL"
    return [tuple(row) for row in connection.execute(query, (hidden,))]
