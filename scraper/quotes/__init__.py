"""Quoted reactions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scraper.quotes.engine import Walk
from scraper.quotes.languages import guess
from scraper.quotes.grammar import lexicon
from scraper.quotes.marks import MARKS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scraper.records import Quote

__all__ = ["find_quotes"]


def find_quotes(text: str, language: str | None, taken: Sequence[tuple[int, int]] = ()) -> list[Quote]:
    """x."""
    if not any(mark in text for mark in MARKS):
        return []
    walk = Walk(text, lexicon(guess(text, language)), taken)
    return [kept.quote for kept in walk.run()]
