"""Store answers of platforms about embedded posts, in addition to the printed wordings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from archive.store.identity import sourced
from archive.store.plan_posts import plan_printings
from archive.store.posts import write_posts

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

    from archive.store.erasures.shield import Shield
    from scraper.records import Loaded

_EMBEDDED = """
    SELECT 1 FROM embeds JOIN printings ON printings.id = embeds.printing
    WHERE embeds.article = ? AND printings.native_id = ? AND printings.platform = ?
"""


def write_loaded(
    connection: sqlite3.Connection, article: str, loaded: Iterable[Loaded], seen: str, shield: Shield | None
) -> bool:
    """Store answers about posts that an article embeds; return True if any is new.

    Args:
        connection: In the transaction that wrote the article.
        article: The id of the article.
        loaded: The answers.
        seen: Time the article was archived, ISO 8601, UTC; used for answers without a time.
        shield: Erasures, which are left out.
    """
    is_new = False
    for each in loaded:
        post = each.post
        if not connection.execute(_EMBEDDED, (article, post.id, post.platform)).fetchone():
            continue
        if shield is not None and shield.touches(post):
            continue
        at = min(each.at or seen, seen)
        plan = plan_printings(connection, [sourced(post, each.source)], at)
        is_new |= bool(plan.changes.posts)
        write_posts(connection, plan, at)
    return is_new
