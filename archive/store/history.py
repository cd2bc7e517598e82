"""The history of an article in the tables: a version is put to those before it, or behind a later one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from archive.store.articles import (
    add_article,
    change_article,
    see_again,
    see_article_before,
    set_back,
    write_allusions,
    write_problems,
)
from archive.store.authors import forget_authors
from archive.store.embeds import (
    SAME_POST,
    delete_embeds,
    embeds_of,
    insert_embeds,
    read_embeds,
    write_repeats,
)
from archive.store.hashtags import (
    delete_hashtags,
    forget_hashtags,
    hashtags_of,
    insert_hashtags,
    read_hashtags,
    write_mentions,
)
from archive.store.posts import forget_printings, store_printings
from archive.store.quotes import (
    SAME_QUOTE,
    delete_quotes,
    insert_quotes,
    quotes_of,
    read_quotes,
)
from archive.store.versions import merge_newer, merge_older

if TYPE_CHECKING:
    import sqlite3

    from archive.store.articles import StoredArticle
    from archive.store.embeds import EmbedRow
    from archive.store.hashtags import Spelling
    from archive.store.quotes import QuoteRow
    from archive.store.versions import Version
    from scraper.records import Extraction


@dataclass(frozen=True, slots=True)
class _Shows:
    """The rows of what an article shows."""

    embeds: list[EmbedRow]
    quotes: list[QuoteRow]
    hashtags: list[Spelling]


def store(connection: sqlite3.Connection, version: Version, known: StoredArticle | None, now: str) -> None:
    """Decide what a version is: new, another reading of the stored bytes, older, unchanged, or newer.

    Args:
        connection: In a transaction.
        version: The version.
        known: What is stored of the article.
        now: What is stored with a later time was dated by a clock that was ahead: the version is newer.
    """
    if known is None:
        _save(connection, version, new=True)
        return
    is_ahead = known.last_seen > now
    if is_ahead:
        known = replace(known, last_seen=version.taken)
    if known.digest == version.digest and known.record != version.record:
        _save(connection, _reread(version, known), new=False)
    elif version.seen < known.seen:
        _save_older(connection, version, _without(version, known))
    elif known.record == version.record:
        see_again(connection, version)
    else:
        _save(connection, version, new=False)
    if is_ahead:
        set_back(connection, version.article, version.taken)


def _reread(version: Version, known: StoredArticle) -> Version:
    """Give a version as another reading of the stored bytes; these stood there until they were last seen."""
    if version.seen < known.seen:
        version = replace(version, seen=known.seen, taken=known.last_seen, saved_at=known.saved_at)
    return replace(version, reread=known.changed_at)


def store_again(
    connection: sqlite3.Connection,
    version: Version,
    known: StoredArticle,
    fetched: str,
    instead_of: tuple[str, Extraction] | None,
) -> bool:
    """Store another reading of bytes that came before; tell whether anything changed.

    The arguments are those of `Archive.save_again`.
    """
    if known.digest == version.digest:
        if known.record == version.record:
            return False
        _save(connection, replace(version, reread=known.changed_at), new=False)
        return True
    if instead_of and known.digest == instead_of[0]:
        since = min(fetched, known.seen)
        _save(connection, replace(version, reread=since, instead_of=instead_of[1]), new=False)
        return True
    seen = min(fetched, known.seen)
    older = replace(version, seen=seen, taken=seen)
    return _save_older(connection, older, _without(older, known))


def _without(older: Version, known: StoredArticle) -> str:
    """Say when the stored version stood behind an older one: what only the older one shows was gone then."""
    return known.changed_at if older.seen < known.changed_at else known.seen


def _save(connection: sqlite3.Connection, version: Version, *, new: bool) -> None:
    """Write a new article, or the present version of a known one."""
    shows = _shown(connection, version)
    if new:
        add_article(connection, version)
        _put(connection, version, shows)
    else:
        known = _take_out(connection, version.article)
        change_article(connection, version)
        repeats = _put(connection, version, _present(known, shows, version))
        if version.reread:
            _forget(connection, version, known, repeats)
    write_allusions(connection, version)
    write_problems(connection, version)


def _present(known: _Shows, shows: _Shows, version: Version) -> _Shows:
    """Put together what is stored and what the present version shows."""
    embeds = merge_newer(known.embeds, shows.embeds, SAME_POST, version)
    quotes = merge_newer(known.quotes, shows.quotes, SAME_QUOTE, version)
    one_version = not any(row.gone_at for row in (*embeds, *quotes))
    if version.reread and one_version:
        return _Shows(embeds, quotes, shows.hashtags)
    wrong = set(hashtags_of(version.instead_of)) if version.instead_of else set()
    return _Shows(embeds, quotes, [use for use in known.hashtags if use not in wrong] + shows.hashtags)


def _forget(connection: sqlite3.Connection, version: Version, known: _Shows, repeats: set[str]) -> None:
    """Remove what only an earlier reading of the same bytes gave, and what hung on it alone."""
    forget_printings(connection, {row.printing for row in known.embeds} | repeats, version.taken)
    forget_hashtags(connection, {use.key for use in known.hashtags})
    forget_authors(connection, {row.author for row in known.quotes if row.author})


def _save_older(connection: sqlite3.Connection, version: Version, gone: str) -> bool:
    """Add what only an earlier version shows; the article itself stays as its latest version has it.

    Returns:
        Whether that version shows anything new.
    """
    shows = _shown(connection, version)
    known = _take_out(connection, version.article)
    see_article_before(connection, version.article, version.taken)
    both = _Shows(
        merge_older(known.embeds, shows.embeds, SAME_POST, gone),
        merge_older(known.quotes, shows.quotes, SAME_QUOTE, gone),
        known.hashtags + shows.hashtags,
    )
    _put(connection, version, both)
    return any(row.id is None for row in (*both.embeds, *both.quotes))


def _shown(connection: sqlite3.Connection, version: Version) -> _Shows:
    """Store the posts of a version, and give the rows for what it shows."""
    posts = store_printings(connection, (embed.post for embed in version.extraction.embeds), version.taken)
    return _Shows(embeds_of(version, posts), quotes_of(version), hashtags_of(version.extraction))


def _take_out(connection: sqlite3.Connection, article: str) -> _Shows:
    """Take out what the triggers count by the fields of the article, before these change."""
    known = _Shows(
        read_embeds(connection, article), read_quotes(connection, article), read_hashtags(connection, article)
    )
    delete_embeds(connection, article)
    delete_quotes(connection, article)
    delete_hashtags(connection, article)
    return known


def _put(connection: sqlite3.Connection, version: Version, shows: _Shows) -> set[str]:
    """Put the rows of an article in; give the further wordings that it was known to show."""
    insert_embeds(connection, shows.embeds)
    insert_quotes(connection, shows.quotes)
    insert_hashtags(connection, version.article, shows.hashtags)
    write_mentions(connection, version)
    return write_repeats(connection, version, shows.embeds)
