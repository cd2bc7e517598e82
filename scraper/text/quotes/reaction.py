"""Hold a reaction that was found, and the evidence for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from scraper.records import Quote
    from scraper.text.quotes.text.clauses import Attribution


class Reaction(NamedTuple):
    """A quote that is a reaction.

    Attributes:
        quote: The record.
        said: The clause that attributes it.
        evidence: The names of what spoke for it and against it.
    """

    quote: Quote
    said: Attribution
    evidence: tuple[str, ...]
