"""Lines without blanks at either end, for all who read a text, and the way back to where things stand in it.

How far a line is indented and how it ends, with the carriage returns of Windows or not, tells nothing of an
article, and would have to be thought of wherever somebody looks for a paragraph.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

# One of these is in every text with something to leave out; to look for them is much faster.
_BLANK_ENDS = (" \n", "\r\n", "\t\n", "\n ", "\n\t")
_BLANK = re.compile(r"(?<![ \t\r])[ \t\r]++(?=\n)|(?<=\n)[ \t]++")


@dataclass(frozen=True, slots=True)
class Folded:
    """A text without blanks at the ends of its lines.

    Attributes:
        text: The text.
        places: Offsets in it of the characters in front of which something was left out, ascending.
        missing: How many characters are missing up to each of these; a 0 in front.
    """

    text: str
    places: tuple[int, ...]
    missing: tuple[int, ...]

    def origin(self, offset: int) -> int:
        """Where a character stands in the text as it was."""
        return offset + self.missing[bisect_right(self.places, offset)]


def fold(text: str) -> Folded:
    r"""Leave out what is blank at the ends of lines.

    >>> folded = fold("One. \r\n  Two.")
    >>> folded.text, folded.origin(folded.text.index("Two"))
    ('One.\nTwo.', 9)
    """
    if not any(end in text for end in _BLANK_ENDS):
        return Folded(text, (), (0,))
    parts: list[str] = []
    places: list[int] = []
    missing = [0]
    position = 0
    for blank in _BLANK.finditer(text):
        parts.append(text[position : blank.start()])
        places.append(blank.start() - missing[-1])
        missing.append(missing[-1] + blank.end() - blank.start())
        position = blank.end()
    return Folded("".join([*parts, text[position:]]), tuple(places), tuple(missing))
