"""Compare a text with an erased, unstored one: by keyed hashes of its grams and numbers.

A sketch holds neither words nor their order. It gives the same result as
`archive.store.likeness.text_distance` for two posts of one author: the hashes are keyed by the author too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from archive.store.likeness import COMPARED, GRAM, LEAST_LEFT, LEAST_SHARED, SHORT
from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from archive.store.erasures.secret import Secret

_NUMBER = lazy_regex(r"\d+")
_DIGITS = 8


@dataclass(frozen=True, slots=True)
class Sketch:
    """Sketch of a folded text.

    Attributes:
        length: Of the text.
        grams: Hashes of its grams.
        numbers: Hashes of its numbers.
    """

    length: int
    grams: frozenset[str]
    numbers: frozenset[str]

    @classmethod
    def of(cls, secret: Secret, author: str, folded: str) -> Sketch:
        """Return the sketch of a folded text by an author."""
        starts = range(min(len(folded), COMPARED) - GRAM + 1)
        return cls(
            len(folded),
            frozenset(secret.of("gram", author, folded[at : at + GRAM])[:_DIGITS] for at in starts),
            frozenset(secret.of("number", author, digits)[:_DIGITS] for digits in _NUMBER.findall(folded)),
        )

    @classmethod
    def read(cls, length: int, written: str) -> Sketch:
        """Parse a sketch written by `written`."""
        grams, _, numbers = written.partition("|")
        return cls(length, frozenset(_parted(grams)), frozenset(_parted(numbers)))

    def written(self) -> str:
        """Return it as text, sorted so that the order reveals nothing."""
        return f"{''.join(sorted(self.grams))}|{''.join(sorted(self.numbers))}"

    def is_near(self, other: Sketch) -> bool:
        """Return True if the texts are nearly the same."""
        short, long = sorted((self, other), key=lambda sketch: sketch.length)
        if short.length < SHORT or short.length < LEAST_LEFT * long.length:
            return False
        if not short.numbers <= long.numbers:
            return False
        return len(short.grams & long.grams) >= LEAST_SHARED * len(short.grams)


def _parted(hashes: str) -> list[str]:
    return [hashes[at : at + _DIGITS] for at in range(0, len(hashes), _DIGITS)]
