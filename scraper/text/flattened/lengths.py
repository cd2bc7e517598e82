"""How long a post can be: the bound that tells how far back its text may reach.

Twitter counted 140 characters until 7 November 2017 (testers had 280 from 26 September) and 280 since, wide
characters double; longer posts, sold since 2023, are cut to 280 in embeds. Links count as 23 whatever they
measure, pictures count nothing (https://docs.x.com/fundamentals/counting-characters). Bluesky counts 300.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scraper.text.flattened.posts import PICTURE

if TYPE_CHECKING:
    from scraper.text.flattened.found_post import Mark

# Captions and other networks have bounds too wide to help; this many characters are looked at.
FARTHEST = 4000
_CAPTION = 2200
_SLACK = 8
_SHORTEST_ADVERT = 100
_DOUBLED = "2017-09-26"
_LINK = re.compile(r"https?://[^\s)>\]]{1,2000}|pic\.(?:twitter|x)\.com/\w{1,12}", re.IGNORECASE)
_MARKDOWN = re.compile(r"\[([^\[\]\n]{1,200})\]\([^()\s]{1,500}\)")
_REPLIED_TO = re.compile(r"(?:\.?@\w{1,20}\s{1,3}){1,50}")
_WIDE = re.compile(r"[\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uff01-\uff60]")


def bound(mark: Mark) -> int:
    """Give the most characters that a post with this attribution can have."""
    if mark.platform == "bluesky":
        return 300 + _SLACK
    if mark.platform != "twitter":
        return _CAPTION
    return (280 if _counts_double(mark) else 140) + _SLACK


def _counts_double(mark: Mark) -> bool:
    """Tell whether a tweet is of the time of 280 characters, of which wide ones count two."""
    return mark.posted is None or mark.posted.at >= _DOUBLED


def weigh(words: str, mark: Mark) -> int:
    """Count characters as Twitter does.

    A link at the end (a quoted post, a picture) and the handles replied to are free.
    """
    words = " ".join((_MARKDOWN.sub(r"\1", words) if "](" in words else words).split())
    replied_to = _REPLIED_TO.match(words)
    words = words[replied_to.end() :] if replied_to else words
    total = len(words) - (_weightless(words) if "/" in words else 0)
    return total if words.isascii() or not _counts_double(mark) else total + len(_WIDE.findall(words))


def _weightless(words: str) -> int:
    """Count the characters of links that do not count."""
    spared = 0
    for link in _LINK.finditer(words):
        at_the_end = not words[link.end() :].strip(" \"'”’»>")
        spared += link.end() - link.start() - (0 if at_the_end or link.group()[0] in "pP" else 23)
    return spared


def before_advert(text: str, start: int, end: int, mark: Mark) -> int:
    """Cut an advert off a text that is too long for a post: behind its picture nothing is its own."""
    most = bound(mark)
    picture = PICTURE.search(text, start, end) if weigh(text[start:end], mark) > most else None
    if picture is None or weigh(text[start : picture.end()], mark) > most:
        return end
    return picture.end() if weigh(text[picture.end() : end], mark) > _SHORTEST_ADVERT else end
