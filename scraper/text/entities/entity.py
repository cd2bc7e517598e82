"""Define `Entity`, one hashtag, mention, cashtag or URL inside a text."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entity:
    """A hashtag, mention, cashtag or URL found in a text.

    Attributes:
        value: As printed, without its ``#``, ``@`` or ``$``; a URL whole.
        start: The offset of the first character, i.e. the ``#``, ``@`` or ``$``.
        end: The offset after the last character.
    """

    value: str
    start: int
    end: int
