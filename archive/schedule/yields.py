"""What came of the articles of each source: how many could be had, how many not."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from archive.settings import Source

#: The kinds of sources that are asked for over the network; the others lie on this machine.
LISTINGS = frozenset({"feed", "sitemap"})
#: A feed has failed when so many of its articles were asked for and not one could be had: fewer happen every
#: day, and are stored with the article. A list has failed with the only address in it.
_TELLING = 3


@dataclass(slots=True)
class Yields:
    """Counts the articles of each source.

    Attributes:
        had: Source -> how many could be had.
    """

    had: Counter[str] = field(default_factory=Counter)
    _missed: Counter[str] = field(default_factory=Counter)
    _last_problem: dict[str, str] = field(default_factory=dict)

    def miss(self, source: str, problem: str) -> None:
        """Count an article that could not be had."""
        self._missed[source] += 1
        self._last_problem[source] = problem

    def failure(self, source: Source) -> str | None:
        """Say so when not one of a source's articles could be had."""
        missed = self._missed[source.name]
        if self.had[source.name] or missed < (_TELLING if source.kind in LISTINGS else 1):
            return None
        many = "" if missed == 1 else f"any of {missed:,} articles; the last: "
        how = "read" if source.kind == "folder" else "fetch"
        return f"could not {how} {many}{self._last_problem[source.name]}"
