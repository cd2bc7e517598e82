"""Define `Reaction`, a quote that may be a reaction, with its evidence."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from scraper.records import Quote
from scraper.text.quotes.evidence import OFF_PLATFORM, handle_of, score
from scraper.text.quotes.subjects import named_speaker
from scraper.text.quotes.words.platform_names import PLATFORM, platform_named, platform_there

if TYPE_CHECKING:
    import re
    from collections.abc import Callable

    from scraper.text.quotes.prose import Attribution, Prose, Span


ENOUGH = 3
"""Points that the evidence for a reaction must reach."""


@dataclass(frozen=True)
class Reaction:
    """A quote of an article that may be a reaction, the clause that attributes it, and the names of the evidence.

    It is told if another clause says that the words were spoken to a person, or elsewhere. It may repeat another
    reaction without attribution, as in headings.
    """

    prose: Prose
    span: Span
    said: Attribution
    evidence: tuple[str, ...]
    context_platform: Callable[[], str | None] = lambda: None
    is_told: bool = False
    repeats: Reaction | None = None

    @cached_property
    def points(self) -> int:
        """The sum of the evidence (`scraper.text.quotes.evidence.WEIGHTS`)."""
        return 0 if self.is_told else score(self.evidence)

    @property
    def convinces(self) -> bool:
        """Return True if the evidence is enough to serve as context for later quotes."""
        return self.points >= ENOUGH

    @property
    def is_off_platform(self) -> bool:
        """Return True if the words were spoken to a person, or elsewhere."""
        return self.is_told or not OFF_PLATFORM.isdisjoint(self.evidence)

    @cached_property
    def text(self) -> str:
        """The quoted words, including marks."""
        return self.prose.text[self.span.start : self.span.end]

    @cached_property
    def speaker(self) -> str | None:
        """The phrase printed for the speaker."""
        words = self.prose.lexicon
        place = named_speaker(self.said, self.prose.text, words) if words.lacks_grammar else self.said.speaker
        place = place or self.said.handle
        phrase = self.prose.text[slice(*place)] if place else None
        # "Otros comentarios ironizaron: “…”" does not identify their author
        return None if phrase and words.names_words(phrase) else phrase

    @cached_property
    def handle(self) -> str | None:
        """The handle printed for the speaker, without ``@``."""
        return handle_of(self.prose.text, self.said)

    @cached_property
    def platform(self) -> str | None:
        """The platform in the words after the verb, else in it ("tweeted") or before; else the context's."""
        words, (clause, start) = self.prose.lexicon, self.said.clause
        verb, behind = self.said.verb or (start, start)
        named = (
            self._platform_at(words.venue.search(clause, verb - start))
            or platform_named(clause[verb - start : behind - start])
            or self._platform_at(words.venue.search(clause))
            or platform_named(clause)
            or self._platform_at(PLATFORM.search(clause) if words.lacks_grammar else None)
        )
        return named or (self.repeats.platform if self.repeats else self.context_platform())

    def _platform_at(self, place: re.Match[str] | None) -> str | None:
        name = platform_there if self.prose.lexicon.lacks_grammar else platform_named
        return name(place.group()) if place else None

    @property
    def quote(self) -> Quote:
        """The record of the quote."""
        text, verb = self.prose.text, self.said.verb
        return Quote(
            text=self.text, speaker=self.speaker, verb=text[slice(*verb)] if verb else None, platform=self.platform,
            handle=self.handle, start=self.span.start, end=self.span.end,
        )  # fmt: skip
