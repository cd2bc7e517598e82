"""How hydrating went: which posts were looked for, what they gained, what failed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from archive.store.hydrations import Outcome

_ALL_FAILED = 4


@dataclass(slots=True)
class Report:
    """How it went.

    Attributes:
        tell: Called with every answer that was read about a post.
        posts: The posts of which an answer was read.
        gained: How many posts have a text, a name, a date or counts now that had none.
        outcomes: How many answers gave what.
        failures: One line for each place that was given up.
        places: How many places were to be asked.
        requests: How many requests were sent.
        left: How many posts were not asked about.
        unasked: How many posts are gone and were not looked for, as no reason was given.
    """

    tell: Callable[[dict[str, Any]], None] = lambda _event: None
    posts: set[str] = field(default_factory=set)
    gained: Counter[str] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    places: int = 0
    requests: int = 0
    left: int = 0
    unasked: int = 0

    def add(self, post: str, method: str, outcome: Outcome, gained: list[str]) -> None:
        """Note what came of one answer about a post."""
        self.posts.add(post)
        self.outcomes[outcome] += 1
        self.gained.update(gained)
        event = {"event": "hydrate", "post": post, "method": method, "outcome": outcome}
        self.tell({**event, "gained": gained, "done": len(self.posts)})

    @property
    def exit_code(self) -> int:
        """0, 1 (some places failed) or 4 (every one failed, and nothing was found)."""
        if not self.failures:
            return 0
        return _ALL_FAILED if not self.outcomes["found"] and len(self.failures) >= self.places else 1
