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


def find_flattened(text: str) -> tuple[list[Embed], list[Problem]]:
    """Find the posts flattened into `text`, in text order, with offsets into it."""
    embeds: list[Embed] = []
    problems: list[Problem] = []
    for post in find_posts(text):
        embed, wrong = embed_of(text, post, len(embeds))
        embeds.append(embed)
        problems += wrong
    return embeds, problems


def find_posts(text: str) -> list[Found]:
    """Find the spans of posts in `text`, in text order, each with its attribution where it has one."""
    attributed = find_attributed(text)
    bare = find_unattributed(text, [(post.start, post.behind) for post in attributed])
    return sorted([*attributed, *bare], key=lambda post: post.start)
