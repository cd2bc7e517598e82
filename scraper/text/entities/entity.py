"""One entity inside a text."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entity:
    """A hashtag, mention, cashtag or address found in a text.

    Attributes:
        value: As printed, without its ``#``, ``@`` or ``$``; a URL whole.
        start: Offset of the first character, the sign included.
        end: Offset behind the last one.
    """

    value: str
    start: int
    end: int
