"""Remove erased posts, quotes and passages from the tables of an archive, in one transaction.

The result is as if the archive had never seen them: posts are recomputed from the remaining printings, and
triggers update counts and search indexes.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from archive.store.articles import stored_allusions, write_allusions
from archive.store.erasures.filtering import Cut, StoredText, mentions_erased, rewritten
from archive.store.erasures.shield import first_words, note_without_traces
from archive.store.identity import author_key, hashtag_key
from archive.store.names import forget_authors, forget_hashtags, read_spellings
from archive.store.plan import plan_remaining
from archive.store.posts import change_posts, choose_wordings, forget_names
from archive.store.printings import all_printings, delete_printings, printings_with_keys, unshown_printings
from archive.store.reactions import delete_rows, insert_rows, read_embeds, read_quotes, read_rows
from scraper.configuration import queries

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from archive.store.erasures.filtering import ErasedContent
    from archive.store.erasures.shield import Shield, Tombstone
    from scraper.records import Post


# Delete rows that refer to an erased post or article in any table, including tables added later.

_SHOWN = "SELECT printing FROM embeds WHERE article = ?1 UNION SELECT printing FROM repeats WHERE article = ?1"
#: Tables that the store itself maintains, with their counts.
_KEPT = frozenset({"embeds", "printings", "posts"})


def delete_article_rows(connection: sqlite3.Connection, article: str) -> None:
    """Delete an article without embeds, quotes and names left, and its dependent rows; set other references to null."""
    for table, column, is_needed in referring(connection, "articles"):
        is_gone = is_needed or table == "problems"
        change = f'DELETE FROM "{table}"' if is_gone else f'UPDATE "{table}" SET "{column}" = NULL'  # noqa: S608 - from the schema
        connection.execute(f'{change} WHERE "{column}" = ?', (article,))
    connection.execute("DELETE FROM articles WHERE id = ?", (article,))


def forget_posts(connection: sqlite3.Connection, posts: Iterable[str]) -> set[str]:
    """Delete rows that depend on posts about to be deleted; return the hashtags of these posts."""
    tags: set[str] = set()
    for post in posts:
        query = "SELECT hashtag FROM posts_hashtags WHERE post = ?"
        tags |= {tag for (tag,) in connection.execute(query, (post,))}
        for table, column, _ in referring(connection, "posts"):
            if table not in _KEPT:
                connection.execute(f'DELETE FROM "{table}" WHERE "{column}" = ?', (post,))  # noqa: S608 - from the schema
    return tags


def referring(connection: sqlite3.Connection, table: str) -> Iterator[tuple[str, str, bool]]:
    """Yield the tables that refer to a table, with the column, and True if it is NOT NULL."""
    rows = connection.execute(queries("erasing")["referring"], (table,))
    yield from sorted((name, column, bool(needed)) for name, column, needed in rows)


_PROBLEMS = "SELECT id, message FROM problems WHERE article IS ?"
#: Captures marked for purging stay marked, even if hidden again.
_HIDDEN = "UPDATE captures SET hidden = ?2 WHERE file IS NOT NULL AND coalesce(hidden, 'hidden') = 'hidden'"
_HIDE = f"{_HIDDEN} AND article = ?1"
_HIDE_CHECKS = f"{_HIDDEN} AND id IN (SELECT capture FROM check_answers WHERE post = ?1)"  # noqa: S608 - our own names


@dataclass(slots=True)
class Removed:
    """Removed content."""

    posts: dict[str, int] = field(default_factory=dict)  # id of a post -> number of removed printings
    embeds: int = 0
    quotes: list[str] = field(default_factory=list)
    passages: dict[str, int] = field(default_factory=dict)  # id of an article -> number of passages cut
    articles: list[str] = field(default_factory=list)  # ids of articles removed entirely
    problems: int = 0
    rescued: int = 0  # number of rows of ``rescued_rows``

    def __bool__(self) -> bool:
        found = self.posts, self.quotes, self.passages, self.articles, self.problems, self.rescued
        return any(found)


def remove(  # noqa: PLR0913 - what, where and how
    connection: sqlite3.Connection,
    shield: Shield,
    printings: Iterable[str],
    articles: Iterable[str],
    *,
    now: str,
    hidden: str = "hidden",
) -> Removed:
    """Remove posts, given by all their printings, and other erased content in `articles`; hide their captures."""
    connection.execute("PRAGMA secure_delete = ON")
    erased_posts = {key: stored.printing.post for key, stored in printings_with_keys(connection, printings).items()}
    rows = connection.execute(queries("erasing")["showing"], (json.dumps(sorted(erased_posts)),))
    showing = {article for (article,) in rows}
    removed = Removed()
    hashtags: set[str] = set()
    authors: set[str] = set()
    for article in sorted(showing | set(articles)):
        gone = _remove_from(connection, article, shield, erased_posts, removed)
        if gone is not None:
            hashtags |= gone.hashtags
            authors |= {row.author for row in gone.quotes if row.author}
            connection.execute(_HIDE, (article, hidden))
    hashtags |= _remove_printings(connection, erased_posts, now, removed, hidden)
    forget_hashtags(connection, hashtags)
    forget_authors(connection, authors)
    removed.problems += remove_problems(connection, None, erased_posts.values(), shield)
    return removed


def remove_articles(
    connection: sqlite3.Connection, articles: Iterable[str], *, now: str, hidden: str = "hidden"
) -> Removed:
    """Remove whole articles, and the posts that no other article shows."""
    connection.execute("PRAGMA secure_delete = ON")
    removed = Removed()
    for article in articles:
        shown = {printing for (printing,) in connection.execute(_SHOWN, (article,))}
        posts = {row.post for row in read_embeds(connection, article)}
        tags = {tag.key for tag in read_spellings(connection, "hashtag", article)}
        authors = {row.author for row in read_quotes(connection, article) if row.author}
        connection.execute(_HIDE, (article, hidden))
        delete_rows(connection, article)
        delete_article_rows(connection, article)
        rows = connection.execute(queries("erasing")["without_embeds"], (json.dumps(sorted(posts)),))
        shown |= {key for (key,) in rows}
        gone = {stored.printing.key: stored.printing.post for stored in unshown_printings(connection, shown)}
        tags |= _remove_printings(connection, gone, now, removed, hidden)
        choose_wordings(connection, posts)
        forget_hashtags(connection, tags)
        forget_authors(connection, authors)
        removed.articles.append(article)
    return removed


def _remove_from(
    connection: sqlite3.Connection, article: str, shield: Shield, erased_posts: Mapping[str, Post], removed: Removed
) -> ErasedContent | None:
    """Rewrite the rows of an article without erased content; return it, or None if there is none."""
    stored = read_stored(connection, article)
    if stored is None:
        return None
    left, gone = rewritten(stored, shield, erased_posts)
    posts = [erased_posts[key] for key in (*(row.printing for row in gone.embeds), *gone.repeats)]
    problems = remove_problems(connection, article, posts, shield)
    removed.problems += problems
    if not gone:
        return gone if problems else None
    _write(connection, article, left, gone.repeats)
    removed.embeds += len(gone.embeds)
    removed.quotes += [row.text or "" for row in gone.quotes]
    if gone.cut or gone.title:
        removed.passages[article] = len(gone.cut.spans) + bool(gone.title)
    return gone


def read_stored(connection: sqlite3.Connection, article: str) -> StoredText | None:
    """Read the stored content of an article; None if there is no such article."""
    row = connection.execute("SELECT title, text FROM articles WHERE id = ?", (article,)).fetchone()
    if row is None:
        return None
    rows = read_rows(connection, article)
    repeats = connection.execute("SELECT printing FROM repeats WHERE article = ?", (article,)).fetchall()
    shown = {each.printing for each in rows.embeds} | {printing for (printing,) in repeats}
    return StoredText(
        title=row[0],
        text=row[1],
        embeds=rows.embeds,
        quotes=rows.quotes,
        hashtags=rows.hashtags,
        mentions=rows.mentions,
        repeats=[printing for (printing,) in repeats],
        allusions=stored_allusions(connection, article),
        posts={key: each.printing.post for key, each in printings_with_keys(connection, shown).items()},
    )


def _write(connection: sqlite3.Connection, article: str, left: StoredText, repeats: Iterable[str]) -> None:
    """Rewrite the rows, in the order that the counting triggers need."""
    delete_rows(connection, article)
    connection.execute(
        "UPDATE articles SET title = ?, text = ?, allusions = ?, record = ? WHERE id = ?",
        # No record has this digest, so another reading of the same bytes is written.
        (left.title, left.text, len(left.allusions), f"erased:{article}", article),
    )
    insert_rows(connection, article, left)
    write_allusions(connection, article, left.allusions)
    connection.executemany(
        "DELETE FROM repeats WHERE article = ? AND printing = ?", [(article, key) for key in repeats]
    )


def _remove_printings(
    connection: sqlite3.Connection, erased_posts: Mapping[str, Post], now: str, removed: Removed, hidden: str
) -> set[str]:
    """Remove printings that no article shows any more; return their hashtags."""
    gone = unshown_printings(connection, erased_posts)
    for stored in gone:
        removed.posts[stored.post] = removed.posts.get(stored.post, 0) + 1
    connection.executemany(_HIDE_CHECKS, [(post, hidden) for post in {stored.post for stored in gone}])
    delete_printings(connection, gone)
    changes = plan_remaining(connection, gone, now)
    tags = forget_posts(connection, changes.dropped)
    tags |= {hashtag_key(tag) for stored in gone for tag in stored.printing.post.hashtags}
    change_posts(connection, changes, now)
    forget_names(connection, [stored.printing for stored in gone])
    return tags


def remove_problems(connection: sqlite3.Connection, article: str | None, posts: Iterable[Post], shield: Shield) -> int:
    """Remove problems that name erased posts or quote their text; return their number."""
    posts = list(posts)
    gone = [
        (number,)
        for number, message in connection.execute(_PROBLEMS, (article,)).fetchall()
        if mentions_erased(message, posts, shield)
    ]
    connection.executemany("DELETE FROM problems WHERE id = ?", gone)
    return len(gone)


# Extend erasures to further wordings, and find their stored uses.

#: Maximum number of words in one query of the search indexes.
_TOGETHER = 50
_BY_AUTHOR = "SELECT id FROM printings WHERE native_id IS NULL AND author IN (SELECT value FROM json_each(?))"


def extend_erasures(connection: sqlite3.Connection, shield: Shield, posts: Sequence[Post], now: str) -> None:
    """Extend erasures to these wordings, and remove stored printings without an id of the same posts."""
    new = [each for post in posts for each in shield.of_post(post) if shield.lacks(each)]
    if not new:
        return
    last = shield.last
    _, removed = erase_posts(connection, shield, posts, new, now=now)
    if not removed:
        note_without_traces(connection, last, now)


def erase_posts(  # noqa: PLR0913 -- keyword-only but for what is erased
    connection: sqlite3.Connection,
    shield: Shield,
    posts: Sequence[Post],
    tombstones: list[Tombstone],
    *,
    now: str,
    ground: str | None = None,
    printings: Iterable[str] = (),
    articles: Iterable[str] = (),
    hidden: str = "hidden",
) -> tuple[int, Removed]:
    """Store tombstones, and remove the erased content everywhere, as `remove` does.

    Quotes and texts with the words of the posts are removed too. `ground` is the reason for the erasure.
    Returns the number of new keyed hashes, and the removed content.
    """
    added = shield.store(connection, tombstones, now, ground)
    like, showing = stored_like(connection, shield, posts)
    where = showing | set(articles)
    return added, remove(connection, shield, like | set(printings), where, now=now, hidden=hidden)


def stored_like(connection: sqlite3.Connection, shield: Shield, posts: Iterable[Post]) -> tuple[set[str], set[str]]:
    """Return erased printings, and articles that may contain the words of posts."""
    posts = list(posts)
    authors = sorted({author for post in posts if (author := author_key(post.platform, post.author))})
    found = {key for (key,) in connection.execute(_BY_AUTHOR, (json.dumps(authors),))}
    phrases = sorted({f'"{words}"' for post in posts for words in first_words(post.text or "")})
    articles: set[str] = set()
    for at in range(0, len(phrases), _TOGETHER):
        query = " OR ".join(phrases[at : at + _TOGETHER])
        found |= {key for (key,) in connection.execute(queries("erasing")["posts"], (query,))}
        articles |= {article for (article,) in connection.execute(queries("erasing")["articles"], (query,))}
    stored = printings_with_keys(connection, found)
    return {key for key, each in stored.items() if shield.is_post(each.printing.post)}, articles


# Search a whole archive for erased content that is still there.

_ALL_ARTICLES = "SELECT id, url, title, text FROM articles"
_QUOTES = "SELECT article, text, platform, handle FROM quotes"
_SHOWN_SPANS = "SELECT start_offset, end_offset FROM embeds WHERE article = ? AND gone_at IS NULL"


@dataclass(slots=True)
class Found:
    """Erased content that is still there."""

    printings: list[str] = field(default_factory=list)
    quoting: set[str] = field(default_factory=set)  # ids of articles that quote erased text or authors
    texts: set[str] = field(default_factory=set)  # ids of articles with erased text in their title or text
    articles: list[str] = field(default_factory=list)
    problems: int = 0
    rescued: int = 0  # number of rows of ``rescued_rows`` with erased content


def still_there(connection: sqlite3.Connection, shield: Shield) -> Found:
    """Search all tables with text for erased content."""
    found = Found()
    found.printings += [each.key for each in all_printings(connection) if shield.is_post(each.post)]
    for article, text, platform, handle in connection.execute(_QUOTES):
        if shield.is_quote(text, platform, handle):
            found.quoting.add(article)
    for article, url, title, text in connection.execute(_ALL_ARTICLES):
        if shield.is_article(article, url):
            found.articles.append(article)
        elif any(shield.passages(title)) or _holds_words(connection, shield, article, text):
            found.texts.add(article)
    messages = connection.execute("SELECT message FROM problems")
    found.problems = sum(any(shield.passages(message)) for (message,) in messages)
    found.rescued = len(rescued_erased(connection, shield))
    return found


def _holds_words(connection: sqlite3.Connection, shield: Shield, article: str, text: str | None) -> bool:
    """Return True if a text contains erased words, other than those of a post that is not erased."""
    spans = list(shield.passages(text))
    if not spans:
        return False
    kept = Cut.of(span for span in connection.execute(_SHOWN_SPANS, (article,)) if None not in span)
    return any(not kept.touches(*span) for span in spans)


def sweep(connection: sqlite3.Connection, shield: Shield, now: str) -> list[Removed]:
    """Remove all erased content, within a transaction; return the removed content."""
    found = still_there(connection, shield)
    return [
        remove_articles(connection, found.articles, now=now),
        remove(connection, shield, found.printings, found.quoting | found.texts, now=now),
        Removed(rescued=remove_rescued(connection, shield)),
    ]


# Rows that a rescue of a damaged archive kept as JSON in ``rescued_rows``.

_HAS_RESCUED = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'rescued_rows'"
_RESCUED = "SELECT rowid, row FROM rescued_rows"


def rescued_erased(connection: sqlite3.Connection, shield: Shield) -> list[int]:
    """Return the numbers of rescued rows with erased content."""
    if connection.execute(_HAS_RESCUED).fetchone() is None:
        return []
    return [number for number, row in connection.execute(_RESCUED) if _holds_erased(row, shield)]


def remove_rescued(connection: sqlite3.Connection, shield: Shield) -> int:
    """Remove these rows, within a transaction; return their number."""
    numbers = rescued_erased(connection, shield)
    if numbers:
        connection.executemany("DELETE FROM rescued_rows WHERE rowid = ?", [(number,) for number in numbers])
    return len(numbers)


def _holds_erased(row: str, shield: Shield) -> bool:
    try:
        values: dict[str, Any] = json.loads(row)
    except (ValueError, RecursionError):
        return any(shield.passages(row))
    words = [value for value in values.values() if isinstance(value, str)]
    platform, _, handle = str(values.get("author") or "").partition(":")
    handle = str(values.get("handle") or handle)
    platform = str(values.get("platform") or platform)
    return any(
        shield.is_key(value) or shield.is_quote(value, platform or None, handle or None) or any(shield.passages(value))
        for value in words
    )
