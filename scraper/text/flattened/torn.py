"""Posts of several lines that extraction tore apart: the first above the attribution, the others behind it.

lxml keeps what follows a line break as that element's tail, and some extractions print such tails last. One
post torn so tells how the whole document was read: none in it has more than its last line above its
attribution, and lines above that are the rest of the post before.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from scraper.text.flattened.found_post import Mark
from scraper.text.flattened.layout import LINE_END, line_start
from scraper.text.flattened.lengths import bound
from scraper.text.flattened.paragraph_score import COLONS
from scraper.text.flattened.passage_language import about_posts, saying

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scraper.text.flattened.found_post import Found

# What a tweet ends with: the address of its picture, or of what it quotes.
_LAST_WORD = re.compile(r"(?:pic\.(?:twitter|x)\.com/\w{3,12}|https?://t\.co/\w{8,10})$", re.IGNORECASE)
_BULLET = re.compile(r"[-*•] ")
# So many lines behind an attribution are looked at, no farther than so many characters.
_MOST_LINES, _FARTHEST = 4, 1500
# A longer line does not answer to a colon.
_SHORT = 100


def tears_lines(text: str, posts: Sequence[Found | Mark]) -> bool:
    """Tell whether some post in `text`, which has no blank lines, goes on behind its attribution.

    Args:
        text: The document.
        posts: The posts and attributions in it, in text order.
    """
    return any(
        isinstance(post, Mark) and _goes_on_behind(text, post, behind)
        for post, behind in pairwise([*posts, None])
    )


def _goes_on_behind(text: str, mark: Mark, following: Found | Mark | None) -> bool:
    # A date on a line of its own tells that links stand so: that is another way to print the lines of posts.
    if not LINE_END.match(text, mark.end) or "\n" in text[mark.start : mark.end]:
        return False
    above = text[line_start(text, mark.start) : mark.start].strip() or _line_above(text, mark.start)
    end = min(following.start if following else len(text), mark.end + _FARTHEST)
    lines = [line.strip() for line in text[mark.end : end].split("\n") if line.strip()]
    if not above or not lines or (following is not None and len(lines) == 1):
        return False
    if above.endswith(COLONS) and not (about_posts(above) or saying(above)):
        return len(lines) > 1 and len(lines[0]) < _SHORT
    if _LAST_WORD.search(above) or lines[0].endswith(COLONS) or about_posts(lines[0]):
        return False
    own = lines[: _MOST_LINES if following is None else min(_MOST_LINES, len(lines) - 1)]
    return _is_list(above, own, mark) or _ends_below(above, own, mark)


def _line_above(text: str, at: int) -> str:
    end = text.rfind("\n", 0, at)
    return text[line_start(text, end) : end].strip() if end > 0 else ""


def _is_list(above: str, lines: Sequence[str], mark: Mark) -> bool:
    """Tell whether a list stands where only a post's own can stand: between two posts."""
    return bool(_BULLET.match(lines[0])) and len(above) + len(lines[0]) < bound(mark)


def _ends_below(above: str, lines: Sequence[str], mark: Mark) -> bool:
    """Tell whether a line ends as a tweet does, and all down to there fits into one."""
    length = len(above)
    for line in lines:
        last = _LAST_WORD.search(line)
        length += len(line) + 1
        if last is not None:
            return length - len(last.group()) <= bound(mark)
    return False
