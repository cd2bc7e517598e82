"""Compute the changes that saving an article makes, without writing.

The steps: which version of the article a document shows, which posts its embeds are (`plan_posts`), which
rows the article has. `archive.store.write` writes the plan.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from archive.store.embeds import SAME_POST, embeds_of, read_embeds, read_repeats, repeats_of
from archive.store.hashtags import hashtags_of, mentions_of, most_prominent, read_hashtags, read_mentions
from archive.store.plan_posts import PostPlan, plan_posts
from archive.store.quotes import SAME_QUOTE, quotes_of, read_quotes
from archive.store.sights import Sight, join_sights, read_sights
from archive.store.versions import merge_newer, merge_older

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from archive.store.articles import StoredArticle
    from archive.store.embeds import EmbedRow
    from archive.store.hashtags import Spelling
    from archive.store.quotes import QuoteRow
    from archive.store.versions import Version
    from scraper.records import Extraction


@dataclass(frozen=True, slots=True, kw_only=True)
class ArticleRows:
    """The rows of an article.

    Attributes:
        embeds: One for each post.
        quotes: One for each quoted reaction.
        hashtags: The spellings of its hashtags.
        mentions: The spellings of the handles it mentions.
    """

    embeds: list[EmbedRow] = field(default_factory=list)
    quotes: list[QuoteRow] = field(default_factory=list)
    hashtags: list[Spelling] = field(default_factory=list)
    mentions: list[Spelling] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Misread:
    """Results of an earlier reading of the same bytes, to be deleted unless shown elsewhere.

    Attributes:
        printings: Keys of printings.
        hashtags: Ids of hashtags.
        authors: Ids of the speakers of quotes.
    """

    printings: frozenset[str]
    hashtags: frozenset[str]
    authors: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class SavePlan:
    """All changes for one version of an article.

    Attributes:
        version: The version.
        kind: ``new``: the first version of an article. ``present``: newer than the stored version, or another
            reading of its bytes. ``older``: only adds missing rows to the stored version. ``unchanged``: only
            `last_seen` changes.
        posts: Which posts its embeds are.
        rows: All new rows of the article, including those of its other versions.
        repeats: Keys of further printings that it shows of its posts.
        sights: Sights to add; stored ones stay.
        misread: Results of an earlier reading of the same bytes; None for other bytes.
        was_ahead: True if a clock that was ahead dated the stored article in the future; its dates are moved
            back to this version.
    """

    version: Version
    kind: Literal["new", "present", "older", "unchanged"]
    posts: PostPlan = field(default_factory=PostPlan)
    rows: ArticleRows = field(default_factory=ArticleRows)
    repeats: list[str] = field(default_factory=list)
    sights: Sequence[Sight] = ()
    misread: Misread | None = None
    was_ahead: bool = False

    @property
    def adds_rows(self) -> bool:
        """Return True if an embed or a quote is not stored yet."""
        return any(row.id is None for row in (*self.rows.embeds, *self.rows.quotes))


def plan_saving(connection: sqlite3.Connection, version: Version, stored: StoredArticle | None, now: str) -> SavePlan:
    """Compute the changes of saving a version of an article.

    Args:
        connection: In a transaction; only read.
        version: The version.
        stored: The stored article; None for a new one.
        now: Current time, ISO 8601, UTC. If the article was last seen after it, a clock was ahead, and the
            version counts as newer than the stored one.
    """
    if stored is None:
        return plan_new(version, _plan_posts(connection, version))
    was_ahead = stored.last_seen > now
    if was_ahead:
        stored = replace(stored, last_seen=version.taken)
    is_same = stored.record == version.record and stored.text == version.text
    if stored.digest == version.digest and not is_same:
        plan = _plan_present(connection, _reread(version, stored))
    elif version.seen < stored.seen:
        plan = _plan_older(connection, version)
    elif is_same:
        plan = SavePlan(version=version, kind="unchanged", sights=(version.sight,))
    else:
        plan = _plan_present(connection, version)
    return replace(plan, was_ahead=was_ahead)


def plan_saving_again(
    connection: sqlite3.Connection,
    version: Version,
    stored: StoredArticle,
    fetched: str,
    instead_of: tuple[str, Extraction] | None,
) -> SavePlan | None:
    """Compute the changes of a new reading of bytes that were already stored.

    Args:
        connection: In a transaction; only read.
        version: The article as now read from the bytes.
        stored: The stored article.
        fetched: Time the bytes were fetched, ISO 8601, UTC.
        instead_of: Digest and record of newer bytes that are not an article.

    Returns:
        None if nothing changes.
    """
    if stored.digest == version.digest:
        if stored.record == version.record and stored.text == version.text:
            return None
        return _plan_present(connection, replace(version, reread=stored.changed_at))
    seen = min(fetched, stored.seen)
    if instead_of and stored.digest == instead_of[0]:
        return _plan_present(connection, replace(version, reread=seen, instead_of=instead_of[1]))
    return _plan_older(connection, replace(version, seen=seen, taken=seen))


def _reread(version: Version, stored: StoredArticle) -> Version:
    """Return a version as a new reading of the stored bytes, valid until they were last seen."""
    if version.seen < stored.seen:
        version = replace(version, seen=stored.seen, taken=stored.last_seen, saved_at=stored.saved_at)
    return replace(version, reread=stored.changed_at)


def plan_new(version: Version, posts: PostPlan) -> SavePlan:
    """Return the changes for the first version of an article.

    Args:
        version: The version.
        posts: Which posts its embeds are, with the changes to stored posts.
    """
    shown = _shown_rows(version, posts)
    rows = replace(shown, hashtags=most_prominent(shown.hashtags), mentions=most_prominent(shown.mentions))
    return SavePlan(
        version=version,
        kind="new",
        posts=posts,
        rows=rows,
        repeats=repeats_of(version, rows.embeds),
        sights=(version.sight,),
    )


def _plan_present(connection: sqlite3.Connection, version: Version) -> SavePlan:
    posts = _plan_posts(connection, version)
    stored, shown = stored_rows(connection, version.article, posts), _shown_rows(version, posts)
    added, sights = _sights(connection, version)
    embeds = merge_newer(stored.embeds, shown.embeds, SAME_POST, version, sights)
    quotes = merge_newer(stored.quotes, shown.quotes, SAME_QUOTE, version, sights)
    is_only_version = not any(row.gone_at for row in (*embeds, *quotes))
    hashtags = _kept_hashtags(version, stored.hashtags, is_only_version=is_only_version)
    mentions = [] if version.reread else stored.mentions
    return SavePlan(
        version=version,
        kind="present",
        posts=posts,
        rows=ArticleRows(
            embeds=embeds,
            quotes=quotes,
            hashtags=most_prominent(hashtags + shown.hashtags),
            mentions=most_prominent(mentions + shown.mentions),
        ),
        repeats=repeats_of(version, embeds),
        sights=added,
        misread=_misread(connection, version, stored) if version.reread else None,
    )


def _plan_older(connection: sqlite3.Connection, version: Version) -> SavePlan:
    posts = _plan_posts(connection, version)
    before, shown = stored_rows(connection, version.article, posts), _shown_rows(version, posts)
    added, sights = _sights(connection, version)
    rows = ArticleRows(
        embeds=merge_older(before.embeds, shown.embeds, SAME_POST, version, sights),
        quotes=merge_older(before.quotes, shown.quotes, SAME_QUOTE, version, sights),
        hashtags=most_prominent(before.hashtags + shown.hashtags),
        mentions=most_prominent(before.mentions + shown.mentions),
    )
    return SavePlan(
        version=version, kind="older", posts=posts, rows=rows, repeats=repeats_of(version, rows.embeds), sights=added
    )


def _sights(connection: sqlite3.Connection, version: Version) -> tuple[list[Sight], list[Sight]]:
    """Return the sight of a version, unless stored already, and all sights of its article."""
    known = read_sights(connection, version.article)
    added = [] if any(sight.seen == version.seen for sight in known) else [version.sight]
    return added, join_sights(known, added)


def _plan_posts(connection: sqlite3.Connection, version: Version) -> PostPlan:
    return plan_posts(connection, (embed.post for embed in version.extraction.embeds), version.taken)


def _shown_rows(version: Version, posts: PostPlan) -> ArticleRows:
    """Return the rows of a version."""
    return ArticleRows(
        embeds=embeds_of(version, posts.post_of),
        quotes=quotes_of(version),
        hashtags=hashtags_of(version.extraction),
        mentions=mentions_of(version.extraction),
    )


def stored_rows(connection: sqlite3.Connection, article: str, posts: PostPlan) -> ArticleRows:
    """Read the rows of an article; embeds refer to their new posts."""
    post_of = {key: planned.cluster.id for planned in posts.changes.posts for key in planned.recounted}
    embeds = read_embeds(connection, article)
    return ArticleRows(
        embeds=[replace(row, post=post_of.get(row.printing, row.post)) for row in embeds],
        quotes=read_quotes(connection, article),
        hashtags=read_hashtags(connection, article),
        mentions=read_mentions(connection, article),
    )


def _kept_hashtags(version: Version, stored: list[Spelling], *, is_only_version: bool) -> list[Spelling]:
    """Return the stored hashtags without those of an earlier reading of the same bytes."""
    if version.reread and is_only_version:
        return []
    wrong = set(hashtags_of(version.instead_of)) if version.instead_of else set()
    return [hashtag for hashtag in stored if hashtag not in wrong]


def _misread(connection: sqlite3.Connection, version: Version, stored: ArticleRows) -> Misread:
    printings = {row.printing for row in stored.embeds} | read_repeats(connection, version.article)
    return Misread(
        printings=frozenset(printings),
        hashtags=frozenset(hashtag.key for hashtag in stored.hashtags),
        authors=frozenset(row.author for row in stored.quotes if row.author),
    )
