"""Result of hydrating: posts looked up, fields filled in, failures."""

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
    """Result of hydrating.

    Attributes:
        on_event: Called with every answer read about a post.
        posts: Posts with an answer.
        gained: Number of posts that gained a text, name, date or counts.
        outcomes: Number of answers per outcome.
        failures: One line for each source that was given up.
        places: Number of sources to ask.
        requests: Number of requests sent.
        left: Number of posts not asked about.
        unasked: Number of posts that are gone and were skipped for lack of a reason.
    """

    on_event: Callable[[dict[str, Any]], None] = lambda _event: None
    posts: set[str] = field(default_factory=set)
    gained: Counter[str] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    places: int = 0
    requests: int = 0
    left: int = 0
    unasked: int = 0

    def add(self, post: str, method: str, outcome: Outcome, gained: list[str]) -> None:
        """Add the outcome of one answer about a post."""
        self.posts.add(post)
        self.outcomes[outcome] += 1
        self.gained.update(gained)
        event = {"event": "hydrate", "post": post, "method": method, "outcome": outcome}
        self.on_event({**event, "gained": gained, "done": len(self.posts)})

    @property
    def exit_code(self) -> int:
        """Return 0, 1 (some sources failed) or 4 (all failed, and nothing was found)."""
        if not self.failures:
            return 0
        return _ALL_FAILED if not self.outcomes["found"] and len(self.failures) >= self.places else 1
