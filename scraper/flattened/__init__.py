"""Posts flattened into prose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scraper.flattened.attributions import find_attributions
from scraper.flattened.posts import Found, embed_of
from scraper.flattened.starts import find_start, text_end

if TYPE_CHECKING:
    from scraper.records import Embed, Problem

__all__ = ["find_flattened"]


def find_flattened(text: str) -> tuple[list[Embed], list[Problem]]:
    """Find the posts flattened into `text`, in text order, with offsets into it."""
    embeds: list[Embed] = []
    problems: list[Problem] = []
    floor = 0
    for mark in find_attributions(text):
        end = text_end(text, floor, mark.start)
        start = find_start(text, floor, end)
        embed, wrong = embed_of(text, Found(start=start, end=end, mark=mark), len(embeds))
        embeds.append(embed)
        problems += wrong
        floor = mark.end
    return embeds, problems
