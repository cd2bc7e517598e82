"""Decide which posts the printings of an article are, before anything is written.

Reads the stored printings near those of the article; `archive.store.identity` says which of all these are one
post; what differs from the stored posts is the plan, which `archive.store.posts` writes.
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

#: So many new printings are looked for one by one.
_FEW = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedPost:
    """One post as it is from now on.

    Attributes:
        cluster: Its printings, and what they show together.
        before: The post as it is stored; None for a new one.
        first_seen: When the first of its printings was seen, ISO 8601, UTC; for a new post.
        added: Its printings that are not stored yet.
        moved: Its printings that are stored as printings of other posts.
        recounted: Keys of its stored printings that were of another post, or of a post with another author.
    """

    cluster: Cluster
    before: Post | None
    first_seen: str
    added: tuple[Printing, ...]
    moved: tuple[StoredPrinting, ...]
    recounted: tuple[str, ...]

    @property
    def is_new(self) -> bool:
        """Return whether nothing of it is stored yet."""
        return self.before is None and len(self.added) == len(self.cluster.printings)


@dataclass(frozen=True, slots=True, kw_only=True)
class PostChanges:
    """What changes in the stored posts when printings come or go.

    Attributes:
        posts: What all printings near those that come or go are from now on.
        dropped: Ids of stored posts that have become part of others, or of which nothing is left.
    """

    posts: tuple[PlannedPost, ...] = ()
    dropped: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class PostPlan:
    """Which posts the printings of one article are.

    Attributes:
        shown: The printings.
        post_of: The id of the post, by the key of the printing.
        changes: What that changes in the stored posts.
        seen_earlier: Key and post of each stored printing that this article showed before all others.
    """

    shown: tuple[Printing, ...] = ()
    post_of: Mapping[str, str] = field(default_factory=dict)
    changes: PostChanges = field(default_factory=PostChanges)
    seen_earlier: tuple[tuple[str, str], ...] = ()


def plan_posts(connection: sqlite3.Connection, posts: Iterable[Post], seen: str) -> PostPlan:
    """Decide which posts an article shows: new ones, stored ones, or stored ones that turn out to be one.

    Args:
        connection: In a transaction; only read.
        posts: As the article prints them.
        seen: When the article was taken in, ISO 8601, UTC.
    """
    return plan_printings(connection, map(printing_of, posts), seen)


def plan_printings(connection: sqlite3.Connection, printings: Iterable[Printing], seen: str) -> PostPlan:
    """Do what `plan_posts` does for printings, which need not be those of an article."""
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
    """Return what `_changes` gives for a new printing that nothing can be linked to."""
    cluster = cluster_of([printing])
    return PlannedPost(
        cluster=cluster, before=None, first_seen=seen, added=(printing,), moved=(), recounted=()
    )


def plan_remaining(
    connection: sqlite3.Connection, removed: Sequence[StoredPrinting], seen: str
) -> PostChanges:
    """Decide what the posts of printings that have just been deleted are without them.

    Args:
        connection: In a transaction; only read.
        removed: The deleted printings, with the posts that they were.
        seen: When they were deleted, ISO 8601, UTC.
    """
    nearby = NearbyPrintings(connection)
    members = reach([printing for gone in removed for printing in nearby.of_post(gone.post)], nearby)
    return _changes(members, (), before=[*nearby.stored_among(members), *removed], seen=seen)


def _changes(
    members: Sequence[Printing], new: Sequence[Printing], *, before: Iterable[StoredPrinting], seen: str
) -> PostChanges:
    """Compare the posts that printings are from now on with the stored posts.

    Args:
        members: The printings that there are from now on, closed under `reach`.
        new: Those of them that are not stored yet.
        before: The stored printings, also deleted ones.
        seen: When the new ones were seen, ISO 8601, UTC.
    """
    stored = {known.printing.key: known for known in before}
    added = {printing.key: printing for printing in new}
    printings_before = defaultdict(list)
    for known in stored.values():
        printings_before[known.post].append(known.printing)
    posts_before = {post: merged(printings) for post, printings in printings_before.items()}
    posts = [
        _planned(cluster, posts_before.get(cluster.id), stored, added, seen) for cluster in clusters(members)
    ]
    return PostChanges(
        posts=tuple(posts), dropped=frozenset(posts_before) - {planned.cluster.id for planned in posts}
    )


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
