"""The title of a tweet's page in a list of links: ``A Name (@handle) on Twitter: "Some text"``.

Name and text are printed, the date is not.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scraper.text.flattened.found_post import Found, Mark, last_match, printed_name

if TYPE_CHECKING:
    from scraper.text.flattened.brackets import Bracket

_BEHIND = re.compile(r" (?:on|sur|auf|en) (?P<network>Twitter|X|Instagram) ?: (?P<open>[\"“«])")
_CLOSERS = {'"': '"', "“": "”", "«": "»"}
# Where the name begins: at a line, a bullet, a link, the end of a sentence.
_BEGIN = re.compile(r"[\n>*•|\[\]!]|[.!?] ")
# The title as a markdown link, or as the description of a picture that is linked.
_LINKED = re.compile(
    r".(?: / (?:Twitter|X))?\]\((?:[^()\s]{1,300}\)\]\()?"
    r"(?P<url>https?://(?:www\.|mobile\.)?(?:twitter|x)\.com/\w{1,20}/status(?:es)?/\d{1,20})[^()\s]{0,80}\)"
)
_LONGEST_NAME = 60
_LONGEST_TEXT = 1200


def title_found(text: str, bracket: Bracket) -> Found | None:
    """Read the title around a handle in brackets; None if there is none."""
    behind = _BEHIND.match(text, bracket.end)
    if behind is None:
        return None
    start = behind.end()
    end = _closing(text, start, _CLOSERS[behind["open"]])
    begin = last_match(_BEGIN, text, bracket.floor, bracket.start)
    name = printed_name(text[begin.end() if begin else bracket.floor : bracket.start])
    if end <= start or not name or len(name) > _LONGEST_NAME:
        return None
    platform = "instagram" if behind["network"] == "Instagram" else "twitter"
    link = _LINKED.match(text, end)
    mark = Mark(
        start=end,
        end=link.end() if link else end + 1,
        platform=platform,
        handle=bracket.handle,
        name=name,
        url=link["url"] if link else None,
    )
    return Found(start=start, end=end, mark=mark)


def _closing(text: str, start: int, closer: str) -> int:
    """Find the last closing quotation mark before the line ends or another handle begins; -1 without one."""
    limit = min(len(text), start + _LONGEST_TEXT)
    for stop in ("(@", "\n"):
        at = text.find(stop, start, limit)
        limit = at if at >= 0 else limit
    return text.rfind(closer, start, limit)
