"""Compute the changes that saving an article makes, without writing.

The steps: which version of the article a document shows, which posts its embeds are (`plan_posts`), which
rows the article has. `archive.store.write` writes the plan.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import TYPE_CHECKING, Literal

from archive.store.identity import author_key, cluster_of, clusters, merged, printing_of
from archive.store.names import hashtags_of, mentions_of, most_prominent
from archive.store.printings import NearbyPrintings, printings_with_keys, reach, read_printings
from archive.store.reactions import (
    SAME_POST,
    SAME_QUOTE,
    ArticleRows,
    embeds_of,
    quotes_of,
    read_embeds,
    read_repeats,
    read_rows,
    repeats_of,
)
from archive.store.versions import Sight, join_sights, merge_newer, merge_older, read_sights, without_context
from scraper.values.handles import fold_handle

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping, Sequence

    from archive.store.articles import StoredArticle
    from archive.store.identity import Cluster, Printing
    from archive.store.names import Spelling
    from archive.store.printings import StoredPrinting
    from archive.store.reactions import EmbedRow
    from archive.store.versions import Version
    from scraper.records import Embed, Extraction, Post


# Compute which posts the printings of an article are, without writing.

#: Up to this many new printings are looked up one by one.
_FEW = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedPost:
    """The new state of one post."""

    cluster: Cluster
    before: Post | None  # the stored post; None for a new one
    first_seen: str  # time its first printing was seen, ISO 8601, UTC; for a new post
    added: tuple[Printing, ...]
    moved: tuple[StoredPrinting, ...]  # its printings stored so far as printings of other posts
    recounted: tuple[str, ...]  # keys of its stored printings whose post or author changes

    @property
    def is_new(self) -> bool:
        """Return True if nothing of it is stored yet."""
        return self.before is None and len(self.added) == len(self.cluster.printings)


@dataclass(frozen=True, slots=True, kw_only=True)
class PostChanges:
    """Changes to posts when printings are added or deleted: new states, and ids of dropped posts."""

    posts: tuple[PlannedPost, ...] = ()
    dropped: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class PostPlan:
    """Which posts the printings of one article are."""

    shown: tuple[Printing, ...] = ()
    post_of: Mapping[str, str] = field(default_factory=dict)  # key of a printing -> id of its post
    changes: PostChanges = field(default_factory=PostChanges)
    seen_earlier: tuple[tuple[str, str], ...] = ()  # stored printings that it was the first to show, with their posts


def plan_posts(connection: sqlite3.Connection, posts: Iterable[Post], seen: str) -> PostPlan:
    """Decide which posts an article shows: new ones, stored ones, or stored ones now found to be the same."""
    return plan_printings(connection, map(printing_of, posts), seen)


def plan_printings(connection: sqlite3.Connection, printings: Iterable[Printing], seen: str) -> PostPlan:
    """Do the same as `plan_posts` for printings from anywhere."""
    shown = {printing.key: printing for printing in printings}
    stored = read_printings(connection, shown)
    new = [printing for key, printing in shown.items() if key not in stored]
    changes = _plan_added(connection, new, seen) if new else PostChanges()
    post_of = {key: known.post for key, known in stored.items()}
    for planned in changes.posts:
        post_of.update((key, planned.cluster.id) for key in planned.cluster.printings if key in shown)
    return PostPlan(
        shown=tuple(shown.values()),
        post_of=post_of,
        changes=changes,
        seen_earlier=tuple((key, post_of[key]) for key, known in stored.items() if seen < known.first_seen),
    )


def _plan_added(connection: sqlite3.Connection, new: Sequence[Printing], seen: str) -> PostChanges:
    nearby = NearbyPrintings(connection)
    for printing in new:
        nearby.add(printing)
    if len(new) <= _FEW:
        return _changes_near(new, nearby, seen)
    nearby.look_for(new)
    alone = {printing.key for printing in new if nearby.is_alone(printing)}
    changes = _changes_near([printing for printing in new if printing.key not in alone], nearby, seen)
    lonely = (
        PlannedPost(cluster=cluster_of([each]), before=None, first_seen=seen, added=(each,), moved=(), recounted=())
        for each in new
        if each.key in alone
    )
    posts = [*changes.posts, *lonely]
    return replace(changes, posts=tuple(sorted(posts, key=attrgetter("cluster.id"))))


def _changes_near(new: Sequence[Printing], nearby: NearbyPrintings, seen: str) -> PostChanges:
    members = reach(new, nearby)
    return _changes(members, new, before=nearby.stored_among(members), seen=seen)


def plan_remaining(connection: sqlite3.Connection, removed: Sequence[StoredPrinting], seen: str) -> PostChanges:
    """Compute the changes to posts whose printings were just deleted."""
    nearby = NearbyPrintings(connection)
    members = reach([printing for gone in removed for printing in nearby.of_post(gone.post)], nearby)
    return _changes(members, (), before=[*nearby.stored_among(members), *removed], seen=seen)


def _changes(
    members: Sequence[Printing], new: Sequence[Printing], *, before: Iterable[StoredPrinting], seen: str
) -> PostChanges:
    """Compare the new grouping of printings with the stored posts.

    Args:
        members: All remaining and new printings, closed under `reach`.
        new: The new ones among them.
        before: The stored printings, including deleted ones.
        seen: Time the new ones were seen, ISO 8601, UTC.
    """
    stored = {known.printing.key: known for known in before}
    added = {printing.key: printing for printing in new}
    printings_before = defaultdict(list)
    for known in stored.values():
        printings_before[known.post].append(known.printing)
    posts_before = {post: merged(printings) for post, printings in printings_before.items()}
    posts = [_planned(cluster, posts_before.get(cluster.id), stored, added, seen) for cluster in clusters(members)]
    return PostChanges(posts=tuple(posts), dropped=frozenset(posts_before) - {planned.cluster.id for planned in posts})


def _planned(
    cluster: Cluster,
    before: Post | None,
    stored: Mapping[str, StoredPrinting],
    added: Mapping[str, Printing],
    seen: str,
) -> PlannedPost:
    known = [stored[key] for key in cluster.printings if key in stored]
    moved = [printing for printing in known if printing.post != cluster.id]
    has_other_author = before is not None and author_key(before.platform, before.author) != cluster.author
    return PlannedPost(
        cluster=cluster,
        before=before,
        first_seen=min([seen, *(printing.first_seen for printing in known)]),
        added=tuple(added[key] for key in cluster.printings if key in added),
        moved=tuple(moved),
        recounted=tuple(printing.printing.key for printing in (known if has_other_author else moved)),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Misread:
    """Keys of what an earlier reading of the same bytes found, to be deleted unless shown elsewhere."""

    printings: frozenset[str]
    hashtags: frozenset[str]
    authors: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class SavePlan:
    """All changes for one version of an article."""

    version: Version
    #: ``present``: newer, or another reading of the same bytes. ``older``: only adds missing rows. ``unchanged``: only
    #: `last_seen` changes.
    kind: Literal["new", "present", "older", "unchanged"]
    posts: PostPlan = field(default_factory=PostPlan)
    rows: ArticleRows = field(default_factory=ArticleRows)  # all new ones, of its other versions too
    repeats: list[str] = field(default_factory=list)  # keys of further printings that it shows of its posts
    sights: Sequence[Sight] = ()  # sights to add; stored ones stay
    misread: Misread | None = None  # results of an earlier reading of the same bytes
    was_ahead: bool = False  # True if a clock that was ahead dated the stored article; its dates are moved back


def plan_saving(connection: sqlite3.Connection, version: Version, stored: StoredArticle | None, now: str) -> SavePlan:
    """Compute the changes of saving a version of an article; `stored` is None for a new one.

    If the article was last seen after `now`, a clock was ahead, and the version counts as newer.
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
    """Compute the changes of a new reading of bytes fetched and stored before; None if nothing changes.

    `instead_of` has the digest and record of newer bytes that are not an article.
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
    """Return the changes for the first version of an article."""
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
    version, is_completed = _with_earlier_readings(connection, version)
    posts = _plan_posts(connection, version)
    stored, shown = stored_rows(connection, version.article, posts), _shown_rows(version, posts)
    added, sights = _sights(connection, version)
    kept = _kept_pictures(version, stored, shown)
    has_kept = is_completed or bool(kept)
    embeds = merge_newer(stored.embeds, [*shown.embeds, *kept], SAME_POST, version, sights)
    quotes = merge_newer(stored.quotes, shown.quotes, SAME_QUOTE, version, sights)
    is_only_version = not any(row.gone_at for row in (*embeds, *quotes))
    hashtags = _kept_hashtags(version, stored.hashtags, is_only_version=is_only_version and not has_kept)
    mentions = [] if version.reread and not has_kept else stored.mentions
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
    return ArticleRows(
        embeds=embeds_of(version, posts.post_of),
        quotes=quotes_of(version),
        hashtags=hashtags_of(version.extraction),
        mentions=mentions_of(version.extraction),
    )


def stored_rows(connection: sqlite3.Connection, article: str, posts: PostPlan) -> ArticleRows:
    """Read the rows of an article; embeds refer to their new posts."""
    post_of = {key: planned.cluster.id for planned in posts.changes.posts for key in planned.recounted}
    rows = read_rows(connection, article)
    return replace(rows, embeds=[replace(row, post=post_of.get(row.printing, row.post)) for row in rows.embeds])


def _with_earlier_readings(connection: sqlite3.Connection, version: Version) -> tuple[Version, bool]:
    """Return a version whose described pictures, if unread, have their earlier readings; True if there are any."""
    embeds = version.extraction.embeds
    if _has_readings(version) or not any(embed.form == "picture" and not embed.post.text for embed in embeds):
        return version, False
    rows = read_embeds(connection, version.article)
    places = {row.printing: row.start_offset for row in rows if row.text_source == "ocr" and row.gone_at is None}
    printings = printings_with_keys(connection, places)
    known: defaultdict[tuple[str, str], dict[int | None, Post]] = defaultdict(dict)
    for key, start in places.items():
        post = printings[key].printing.post
        known[_author_of(post)].setdefault(start, replace(post, text_source="ocr"))
    completed = tuple(
        replace(embed, post=_reading_of(embed, known[_author_of(embed.post)]))
        if embed.form == "picture" and embed.post.handle and not embed.post.text
        else embed
        for embed in embeds
    )
    return replace(version, extraction=replace(version.extraction, embeds=completed)), completed != embeds


def _reading_of(embed: Embed, known: Mapping[int | None, Post]) -> Post:
    """Return the post read in a described picture: of those of its author, that at its place, else the first."""
    return known.get(embed.start) or next(iter(known.values()), embed.post)


def _has_readings(version: Version) -> bool:
    return version.reread is None and version.extraction.has_readings


def _author_of(post: Post) -> tuple[str, str]:
    return fold_handle(post.handle or ""), post.platform


def _kept_pictures(version: Version, stored: ArticleRows, shown: ArticleRows) -> list[EmbedRow]:
    """Return the posts that were read in pictures before, if this version has no readings of its own."""
    if _has_readings(version):
        return []
    posts = {row.post for row in shown.embeds}
    places = {row.start_offset for row in shown.embeds if row.form == "picture"}
    rows = (row for row in stored.embeds if row.text_source == "ocr" and row.gone_at is None)
    kept = [replace(row, id=None) for row in rows if row.post not in posts and row.start_offset not in places]
    if version.reread:
        return kept
    # The text has changed: their places in it are unknown.
    return [replace(without_context(row), start_offset=None, end_offset=None, last_seen=version.seen) for row in kept]


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
