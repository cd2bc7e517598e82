"""Posts flattened into prose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scraper.flattened.attributed import find_attributed
from scraper.flattened.posts import embed_of
from scraper.flattened.unattributed import find_unattributed

if TYPE_CHECKING:
    from scraper.flattened.marks import Found
    from scraper.records import Embed, Problem

__all__ = ["find_flattened", "find_posts"]


def find_flattened(text: str, *, passages: bool = True) -> tuple[list[Embed], list[Problem]]:
    """Find the posts flattened into `text`, in text order, with offsets into it.

    Args:
        text: A plain text, or the prose of a page. Anything is accepted, nothing raises.
        passages: Whether a passage in another script than the article's is a post where the article has just
            spoken of one. Pages show their embeds in the markup, so there it is better off.
    """
    embeds: list[Embed] = []
    problems: list[Problem] = []
    for post in find_posts(text, passages=passages):
        embed, wrong = embed_of(text, post, len(embeds))
        embeds.append(embed)
        problems += wrong
    return embeds, problems


def find_posts(text: str, *, passages: bool = True) -> list[Found]:
    """Find the spans of posts in `text`, in text order, each with its attribution where it has one."""
    attributed = find_attributed(text)
    taken = [(post.start, post.behind) for post in attributed]
    bare = find_unattributed(text, taken, passages=passages)
    return sorted([*attributed, *bare], key=lambda post: post.start)
