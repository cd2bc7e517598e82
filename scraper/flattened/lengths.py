"""How long a tweet can be: the bound that tells how far back its text may reach.

Twitter counted 140 characters until 7 November 2017 (testers had 280 from 26 September), 280 since, and sold longer
posts from 8 February 2023 on. Links count as 23 whatever they measure, pictures count nothing.
(https://docs.x.com/fundamentals/counting-characters)
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scraper.flattened.marks import Mark

_LINK = re.compile(r"https?://[^\s)>\]]{1,2000}|pic\.twitter\.com/\w{1,12}", re.IGNORECASE)
_MARKDOWN = re.compile(r"\[([^\[\]\n]{1,200})\]\([^()\s]{1,500}\)")
_REPLIED_TO = re.compile(r"(?:\.?@\w{1,20}\s{1,3}){1,50}")
# Captions of Instagram and posts of Facebook have no bound that would help; this many characters are looked at.
FARTHEST = 4000
_SLACK = 8


def bound(mark: Mark) -> int:
    """Give the most characters that a post with this attribution can have."""
    if mark.platform == "bluesky":
        return 300 + _SLACK
    if mark.platform != "twitter":
        return 2200
    day = mark.posted.at[:10] if mark.posted else "2014-01-01"
    return (140 if day < "2017-09-26" else 280) + _SLACK


def weigh(words: str) -> int:
    """Count characters as Twitter does: a link at the end (a quoted post, a picture) and replied-to handles are free.

    >>> weigh("@one @two Look! https://example.org/a/long/path/to/a/page and more https://t.co/abcdefgh")
    39
    """
    words = " ".join(_MARKDOWN.sub(r"\1", words).split())
    words = words[len(match.group()) if (match := _REPLIED_TO.match(words)) else 0 :]
    total, last = 0, 0
    for link in _LINK.finditer(words):
        at_the_end = not words[link.end() :].strip(" \"'”’»>")
        total += link.start() - last + (0 if at_the_end or link.group()[0] in "pP" else 23)
        last = link.end()
    return total + len(words) - last
