"""What every grammar of flattened posts hands on: a `Mark`, the words that tell whose post it was."""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scraper.records import Form, Moment

# 50 characters today; emoji may be spelled in several, entities and markdown add more.
_LONGEST_NAME = 100
# An emoji that was a picture, as markdown writes it.
_EMOJI = re.compile(r"!\[([^\[\]\n]{0,40})\]\([^()\s]{1,200}\)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """The attribution printed with a post, and where it stands.

    Attributes:
        start: Offset of its first character: the dash, the ``A post shared by``.
        end: Offset behind its last character.
        platform: ``twitter``, ``instagram``, ``facebook``, ``bluesky``.
        handle: As printed, without ``@``; None where only a name is printed.
        name: As printed; None where only a handle is printed.
        posted: The printed date; None when there is none.
        url: The permalink, where the attribution carries one.
        form: ``widget`` for text rendered by the platform's script, else ``flattened``.
    """

    start: int
    end: int
    platform: str
    handle: str | None = None
    name: str | None = None
    posted: Moment | None = None
    url: str | None = None
    form: Form = "flattened"


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A post in the text: where its words stand, and its attribution if it has one."""

    start: int
    end: int
    mark: Mark

    @property
    def behind(self) -> int:
        """The offset behind both the words and the attribution."""
        return max(self.end, self.mark.end)


def printed_name(raw: str) -> str | None:
    r"""Give a display name in one line, ``""`` when none is printed, None when `raw` cannot be a name.

    >>> printed_name(" \nSome One ")
    'Some One'
    """
    name = " ".join(_EMOJI.sub(r"\1", raw).replace("\n>", "\n").split())
    name = name.removeprefix("[") if "]" not in name else name  # the link goes on behind the handle
    return name if len(name) <= _LONGEST_NAME else None


def occurrences(text: str, anchor: str) -> Iterator[int]:
    """Give the offsets of `anchor` in `text`, none overlapping; costs one `str.find` where there is none.

    >>> list(occurrences("a-b-c", "-"))
    [1, 3]
    """
    at = text.find(anchor)
    while at >= 0:
        yield at
        at = text.find(anchor, at + len(anchor))


def last_match(pattern: re.Pattern[str], text: str, start: int, end: int) -> re.Match[str] | None:
    """Find the last match of `pattern` in ``text[start:end]``."""
    last = deque(pattern.finditer(text, start, end), maxlen=1)
    return last[0] if last else None
