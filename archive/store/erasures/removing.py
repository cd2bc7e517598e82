"""Remove erased posts, quotes and passages from the tables of an archive, in one transaction.

The result is as if the archive had never seen them: posts are recomputed from the remaining printings, and
triggers update counts and search indexes.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from archive.store.authors import forget_authors
from archive.store.embeds import delete_embeds, insert_embeds, read_embeds
from archive.store.erasures.filtering import mentions_erased
from archive.store.erasures.leftovers import delete_article_rows, forget_posts, printings_shown
from archive.store.erasures.rewriting import StoredText, rewritten
from archive.store.hashtags import (
    delete_hashtags,
    delete_mentions,
    forget_hashtags,
    insert_hashtags,
    insert_mentions,
    read_hashtags,
    read_mentions,
)
from archive.store.identity import hashtag_key
from archive.store.plan_posts import plan_remaining
from archive.store.posts import change_posts, forget_names
from archive.store.printings import delete_printings, printings_with_keys, unshown_printings
from archive.store.quotes import delete_quotes, insert_quotes, read_quotes
from archive.store.wordings import choose_wordings
from scraper.records import Allusion

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping

    from archive.store.erasures.rewriting import RemainingContent
    from archive.store.erasures.shield import Shield
    from scraper.records import Post

_SHOWING = """
    SELECT article FROM embeds WHERE printing IN (SELECT value FROM json_each(?1))
    UNION SELECT article FROM repeats WHERE printing IN (SELECT value FROM json_each(?1))
"""
#: All printings of posts that no article shows now, including those only an earlier version showed.
_WITHOUT_EMBEDS = """
    SELECT id FROM printings WHERE post IN (SELECT value FROM json_each(?))
    AND NOT EXISTS (SELECT 1 FROM embeds WHERE embeds.post = printings.post)
"""
_ALLUSIONS = "SELECT text, platform, start_offset, end_offset FROM allusions WHERE article = ? ORDER BY position"
_PROBLEMS = "SELECT id, message FROM problems WHERE article IS ?"
#: Captures marked for purging stay marked, even if hidden again.
_HIDDEN = "UPDATE captures SET hidden = ?2 WHERE file IS NOT NULL AND coalesce(hidden, 'hidden') = 'hidden'"
_HIDE = f"{_HIDDEN} AND article = ?1"
_HIDE_CHECKS = f"{_HIDDEN} AND id IN (SELECT capture FROM check_answers WHERE post = ?1)"  # noqa: S608 - our own names


@dataclass(slots=True)
class Removed:
    """Removed content.

    Attributes:
        posts: Id of a post -> number of removed printings.
        embeds: Number of embed rows.
        quotes: Texts of quotes.
        passages: Id of an article -> number of passages cut.
        articles: Ids of articles removed entirely.
        problems: Number of problems.
        rescued: Number of rows of ``rescued_rows``.
    """

    posts: dict[str, int] = field(default_factory=dict)
    embeds: int = 0
    quotes: list[str] = field(default_factory=list)
    passages: dict[str, int] = field(default_factory=dict)
    articles: list[str] = field(default_factory=list)
    problems: int = 0
    rescued: int = 0

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
    """Remove posts, and other erased content in some articles.

    Args:
        connection: In a transaction.
        shield: The erasures, including the posts.
        printings: Keys of all printings of the posts.
        articles: Other articles that may contain erased quotes and text.
        now: Current time, ISO 8601, UTC.
        hidden: Value of `captures.hidden` for affected articles.
    """
    connection.execute("PRAGMA secure_delete = ON")
    erased_posts = {key: stored.printing.post for key, stored in printings_with_keys(connection, printings).items()}
    showing = {article for (article,) in connection.execute(_SHOWING, (json.dumps(sorted(erased_posts)),))}
    removed = Removed()
    hashtags: set[str] = set()
    authors: set[str] = set()
    for article in sorted(showing | set(articles)):
        left = _remove_from(connection, article, shield, erased_posts, removed)
        if left is not None:
            hashtags |= left.forgotten_hashtags
            authors |= {row.author for row in left.gone.quotes if row.author}
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
        shown = set(printings_shown(connection, article))
        posts = {row.post for row in read_embeds(connection, article)}
        tags = {tag.key for tag in read_hashtags(connection, article)}
        authors = {row.author for row in read_quotes(connection, article) if row.author}
        connection.execute(_HIDE, (article, hidden))
        delete_embeds(connection, article)
        delete_quotes(connection, article)
        delete_hashtags(connection, article)
        delete_mentions(connection, article)
        delete_article_rows(connection, article)
        shown |= {key for (key,) in connection.execute(_WITHOUT_EMBEDS, (json.dumps(sorted(posts)),))}
        gone = {stored.printing.key: stored.printing.post for stored in unshown_printings(connection, shown)}
        tags |= _remove_printings(connection, gone, now, removed, hidden)
        choose_wordings(connection, posts)
        forget_hashtags(connection, tags)
        forget_authors(connection, authors)
        removed.articles.append(article)
    return removed


def _remove_from(
    connection: sqlite3.Connection, article: str, shield: Shield, erased_posts: Mapping[str, Post], removed: Removed
) -> RemainingContent | None:
    """Rewrite the rows of an article without erased content; None if it contains none."""
    stored = read_stored(connection, article)
    if stored is None:
        return None
    left = rewritten(stored, shield, erased_posts)
    gone = left.gone
    posts = [erased_posts[key] for key in (*(row.printing for row in gone.embeds), *gone.repeats)]
    problems = remove_problems(connection, article, posts, shield)
    removed.problems += problems
    if not left.is_changed:
        return left if problems else None
    _write(connection, article, left)
    removed.embeds += len(gone.embeds)
    removed.quotes += [row.text or "" for row in gone.quotes]
    if gone.cut or gone.title:
        removed.passages[article] = len(gone.cut.spans) + bool(gone.title)
    return left


def read_stored(connection: sqlite3.Connection, article: str) -> StoredText | None:
    """Read the stored content of an article; None if there is no such article."""
    row = connection.execute("SELECT title, text FROM articles WHERE id = ?", (article,)).fetchone()
    if row is None:
        return None
    embeds = read_embeds(connection, article)
    repeats = connection.execute("SELECT printing FROM repeats WHERE article = ?", (article,)).fetchall()
    shown = {each.printing for each in embeds} | {printing for (printing,) in repeats}
    return StoredText(
        title=row[0],
        text=row[1],
        embeds=embeds,
        quotes=read_quotes(connection, article),
        hashtags=read_hashtags(connection, article),
        mentions=read_mentions(connection, article),
        repeats=[printing for (printing,) in repeats],
        allusions=[
            Allusion(text=text, platform=platform, start=start, end=end)
            for text, platform, start, end in connection.execute(_ALLUSIONS, (article,))
        ],
        posts={key: each.printing.post for key, each in printings_with_keys(connection, shown).items()},
    )


def _write(connection: sqlite3.Connection, article: str, left: RemainingContent) -> None:
    """Rewrite the rows, in the order that the counting triggers need."""
    delete_embeds(connection, article)
    delete_quotes(connection, article)
    delete_hashtags(connection, article)
    delete_mentions(connection, article)
    connection.execute(
        "UPDATE articles SET title = ?, text = ?, allusions = ?, record = ? WHERE id = ?",
        # No record has this digest, so another reading of the same bytes is written.
        (left.title, left.text, len(left.allusions), f"erased:{article}", article),
    )
    insert_embeds(connection, left.embeds)
    insert_quotes(connection, left.quotes)
    insert_hashtags(connection, article, left.hashtags)
    insert_mentions(connection, [(article, mention) for mention in left.mentions])
    connection.execute("DELETE FROM allusions WHERE article = ?", (article,))
    connection.executemany(
        "INSERT INTO allusions VALUES (?, ?, ?, ?, ?, ?)",
        [
            (article, number, each.text, each.platform, each.start, each.end)
            for number, each in enumerate(left.allusions)
        ],
    )
    connection.executemany(
        "DELETE FROM repeats WHERE article = ? AND printing = ?", [(article, key) for key in left.gone.repeats]
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
