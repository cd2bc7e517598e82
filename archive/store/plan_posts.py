"""Compute which posts the printings of an article are, without writing.

This module reads the stored printings near those of the article and groups them into posts with
`archive.store.identity`. The differences from the stored posts are the plan, written by
`archive.store.posts`.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import TYPE_CHECKING

from archive.store.identity import author_key, cluster_of, clusters, merged, printing_of, reach
from archive.store.printings import NearbyPrintings, read_printings

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping, Sequence

    from archive.store.identity import Cluster, Printing
    from archive.store.printings import StoredPrinting
    from scraper.records import Post

#: Up to this many new printings are looked up one by one.
_FEW = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedPost:
    """The new state of one post.

    Attributes:
        cluster: Its printings, and the post merged from them.
        before: The stored post; None for a new one.
        first_seen: Time its first printing was seen, ISO 8601, UTC; for a new post.
        added: Its new printings.
        moved: Its printings stored so far as printings of other posts.
        recounted: Keys of its stored printings whose post or author changes.
    """

    cluster: Cluster
    before: Post | None
    first_seen: str
    added: tuple[Printing, ...]
    moved: tuple[StoredPrinting, ...]
    recounted: tuple[str, ...]

    @property
    def is_new(self) -> bool:
        """Return True if nothing of it is stored yet."""
        return self.before is None and len(self.added) == len(self.cluster.printings)


@dataclass(frozen=True, slots=True, kw_only=True)
class PostChanges:
    """Changes to stored posts when printings are added or deleted.

    Attributes:
        posts: New state of the posts near the added or deleted printings.
        dropped: Ids of stored posts that become part of others or have no printing left.
    """

    posts: tuple[PlannedPost, ...] = ()
    dropped: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class PostPlan:
    """Which posts the printings of one article are.

    Attributes:
        shown: The printings.
        post_of: Key of a printing -> id of its post.
        changes: Changes to the stored posts.
        seen_earlier: Key and post of each stored printing that this article was the first to show.
    """

    shown: tuple[Printing, ...] = ()
    post_of: Mapping[str, str] = field(default_factory=dict)
    changes: PostChanges = field(default_factory=PostChanges)
    seen_earlier: tuple[tuple[str, str], ...] = ()


def plan_posts(connection: sqlite3.Connection, posts: Iterable[Post], seen: str) -> PostPlan:
    """Decide which posts an article shows: new ones, stored ones, or stored ones now found to be the same.

    Args:
        connection: In a transaction; only read.
        posts: As the article prints them.
        seen: Time the article was archived, ISO 8601, UTC.
    """
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
    posts = [*changes.posts, *(_post_alone(printing, seen) for printing in new if printing.key in alone)]
    return replace(changes, posts=tuple(sorted(posts, key=attrgetter("cluster.id"))))


def _changes_near(new: Sequence[Printing], nearby: NearbyPrintings, seen: str) -> PostChanges:
    members = reach(new, nearby)
    return _changes(members, new, before=nearby.stored_among(members), seen=seen)


def _post_alone(printing: Printing, seen: str) -> PlannedPost:
    """Return the result of `_changes` for a new printing that nothing can be linked to."""
    cluster = cluster_of([printing])
    return PlannedPost(cluster=cluster, before=None, first_seen=seen, added=(printing,), moved=(), recounted=())


def plan_remaining(connection: sqlite3.Connection, removed: Sequence[StoredPrinting], seen: str) -> PostChanges:
    """Compute the changes to posts whose printings were just deleted.

    Args:
        connection: In a transaction; only read.
        removed: The deleted printings, with their posts.
        seen: Time of deletion, ISO 8601, UTC.
    """
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
