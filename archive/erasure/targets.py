"""Look up the posts, authors, articles and text that the user wants erased."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from archive.store.identity import article_key, fold_text
from archive.store.printings import all_printings, printings_with_keys
from scraper.errors import SettingsError
from scraper.patterns import lazy_regex
from scraper.records import Author, Post
from scraper.registry import recognise
from scraper.values.handles import fold_handle
from scraper.values.urls import canonical_url

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

    from archive.store.erasures.shield import Shield, Tombstone

_OF_POSTS = "SELECT id FROM printings WHERE post IN (SELECT value FROM json_each(?))"
_POST = """
    SELECT id FROM posts WHERE id = ?1 OR native_id = ?1
    UNION SELECT post FROM post_aliases WHERE alias = ?1
"""
_AUTHORS = "SELECT id FROM authors WHERE id = ?1 OR handle = ?2 COLLATE NOCASE"
_POSTS_OF = "SELECT post FROM printings WHERE author = ?1 UNION SELECT id FROM posts WHERE author = ?1"
_POSTS_WITH = "SELECT DISTINCT post FROM printings WHERE id IN (SELECT value FROM json_each(?))"
_KEY = lazy_regex(r"(?P<platform>[a-z]+):(?P<id>\S+)")


@dataclass(slots=True)
class Targets:
    """What to erase.

    Attributes:
        posts: The posts as printed, from which tombstones are made.
        printings: Keys of their stored printings.
        authors: Keys of authors.
        articles: Ids of articles.
        words: Texts, by any author.
        quoting: Ids of articles that may quote them.
    """

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
        found += map(shield.of_author, self.authors)
        found += map(shield.of_article, self.articles)
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

    Args:
        connection: Connection to the archive.
        posts: Ids (``twitter:1223…``) or URLs of posts; may be missing in the archive.
        authors: Keys of authors (``twitter:someone``), may be missing in the archive; or handles.
        articles: Ids or URLs of articles.
        words: Texts of posts or quotes.

    Raises:
        SettingsError: One of them is not found or not valid.
    """
    targets = Targets()
    for name in posts:
        _add_post(connection, targets, name)
    for name in authors:
        _add_author(connection, targets, name)
    for name in articles:
        _add_article(connection, targets, name)
    for text in words:
        _add_words(connection, targets, text)
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
