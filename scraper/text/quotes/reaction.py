"""Hold a quote that may be a reaction, and the evidence for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from scraper.records import Quote
    from scraper.text.quotes.text.clauses import Attribution


ENOUGH = 3
"""The points that the evidence for a reaction must reach."""


class Reaction(NamedTuple):
    """A quote that may be a reaction.

    Attributes:
        quote: The record.
        said: The clause that attributes it.
        evidence: The names of what speaks for it and against it.
        points: The sum of the evidence (`scraper.text.quotes.judging.evidence.WEIGHTS`).
    """

    quote: Quote
    said: Attribution
    evidence: tuple[str, ...]
    points: int

    @property
    def convinces(self) -> bool:
        """Return whether the evidence is enough, so that what follows may go on from it."""
        return self.points >= ENOUGH
