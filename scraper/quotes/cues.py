"""Where a text speaks of platforms, posts or the public at all; quotes far from there are spared a look."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

#: The platform in its own letter: in small ones it is any other word's.
_AS_WRITTEN = (" X", "’X")


class Cues:
    """Answers whether a stretch of a text holds a cue; looks at no stretch twice when asked in order."""

    def __init__(self, text: str, cues: Sequence[str]) -> None:
        # Lower case may shift offsets a little: no harm.
        self._searched = [(text.lower(), cues), (text, _AS_WRITTEN)]
        self._overlap = max(map(len, (*cues, *_AS_WRITTEN))) - 1
        self._last = -1
        self._bare = (0, 0)

    def between(self, start: int, end: int) -> bool:
        """Whether a cue begins and ends between two offsets."""
        start = max(0, start)
        if not start <= self._last < end:
            first, behind = self._bare
            known = first <= start <= behind
            self._last = self._find(max(start, behind - self._overlap) if known else start, end)
            if self._last < 0:
                self._bare = (first, max(end, behind)) if known else (start, end)
        return self._last >= 0

    def _find(self, start: int, end: int) -> int:
        found = (text.find(cue, start, end) for text, cues in self._searched for cue in cues)
        return next((at for at in found if at >= 0), -1)
