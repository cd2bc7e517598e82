"""Posts flattened into prose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scraper.flattened.attributions import find_attributions
from scraper.flattened.cues import tongue
from scraper.flattened.layout import Layout, has_blank_lines, text_end
from scraper.flattened.posts import Found, embed_of
from scraper.flattened.starts import find_start

if TYPE_CHECKING:
    from scraper.records import Embed, Problem

__all__ = ["find_flattened"]


def find_flattened(text: str) -> tuple[list[Embed], list[Problem]]:
    """Find the posts flattened into `text`, in text order, with offsets into it."""
    embeds: list[Embed] = []
    problems: list[Problem] = []
    floor = 0
    marks = find_attributions(text)
    if not marks:
        return embeds, problems
    layout = Layout(blank_lines=has_blank_lines(text), tongue=tongue(text[:2000]))
    for mark in marks:
        end = text_end(text, floor, mark.start)
        start = find_start(text, floor, end, mark, layout)
        embed, wrong = embed_of(text, Found(start=start, end=end, mark=mark), len(embeds))
        embeds.append(embed)
        problems += wrong
        floor = mark.end
    return embeds, problems
