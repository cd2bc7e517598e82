"""Match the posts loaded by frames of a page with the article's embeds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scraper.records import Problem
from scraper.values.handles import fold_handle

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scraper.records import Embed, Loaded, Post


def agreeing(embeds: Sequence[Embed], loaded: Iterable[Loaded], problems: list[Problem]) -> tuple[Loaded, ...]:
    """Return the loaded posts that an article embeds, by the id and the author.

    Args:
        embeds: The posts as printed by the article.
        loaded: The posts loaded by frames of the page.
        problems: Gets one for each loaded post embedded with another author.
    """
    shown: dict[tuple[str, str | None], list[Post]] = {}
    for embed in embeds:
        shown.setdefault((embed.post.platform, embed.post.id), []).append(embed.post)
    found = {}
    for each in loaded:
        printed = shown.get((each.post.platform, each.post.id), [])
        handles = {fold_handle(handle) for post in printed if (handle := _handle(post))}
        handle = _handle(each.post)
        if handle and handles and fold_handle(handle) not in handles:
            problems.append(_disagreement(each, printed))
        elif printed:
            found[each.post] = each
    return tuple(found.values())


def _disagreement(loaded: Loaded, printed: Sequence[Post]) -> Problem:
    handles = ", ".join(f"@{_handle(post)}" for post in printed if _handle(post))
    return Problem(
        step="loaded",
        kind="loaded-author-disagrees",
        message=f"{loaded.post.platform} {loaded.post.id}: the article names {handles}, the answer that a "
        f"frame loaded names @{_handle(loaded.post)}: it is not used",
    )


def _handle(post: Post) -> str | None:
    return post.author.handle if post.author else None
