"""Posts flattened into prose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scraper.flattened.attributed import find_attributed
from scraper.flattened.layout import layout_of
from scraper.flattened.posts import embed_of
from scraper.flattened.unattributed import find_unattributed
from scraper.flattened.widgets import find_widgets

if TYPE_CHECKING:
    from scraper.flattened.posts import Found
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
    layout = layout_of(text)
    widgets = find_widgets(text)
    attributed = find_attributed(text, widgets, layout)
    taken = [(post.start, max(post.end, post.mark.end)) for post in attributed]
    return sorted([*attributed, *find_unattributed(text, taken, layout)], key=lambda post: post.start)
