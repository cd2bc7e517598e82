"""Posts that a publisher rebuilt from nodes of its own: name, handle, text and date somewhere in one element."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bs4 import Tag

    from scraper.records import Post


def rendered(tag: Tag, post: Post) -> Post:
    """Add what the element prints to a post known by its address or id."""
    return post
