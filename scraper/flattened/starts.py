"""Where a post's text starts."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from scraper.flattened.cues import about_posts, saying, tongue, tweetish
from scraper.flattened.layout import paragraph_starts, sentence_starts, skip_blank
from scraper.flattened.lengths import FARTHEST, bound, weigh

if TYPE_CHECKING:
    from scraper.flattened.layout import Layout
    from scraper.flattened.marks import Mark

_BULLET = re.compile(r"[-•·▪●*✔✅👉➡📌🔴]|\d{1,2}[.)/]|[\U0001F000-\U0001FAFF\u2600-\u27bf]")
_ENTITY = re.compile(r"(?:[#@＃]\w+|https?://\S+|pic\.twitter\.com/\S+)\W*", re.IGNORECASE)
_POSTLIKE = re.compile(
    r"[.]?@\w|[#＃]\w|RT\b|[a-zà-ÿ]|[\U0001F000-\U0001FAFF\u2600-\u27bf]|[A-Z]{4,}|\.\.\.|…|https?://"
)


def find_start(text: str, floor: int, end: int, mark: Mark, layout: Layout) -> int:
    """Give the offset where the text that ends at `end` begins, not before `floor`."""
    near = max(floor, end - FARTHEST)
    quoted = _markdown_quote(text, near, end)
    if quoted is not None:
        return quoted
    starts = paragraph_starts(text, near, end, blank_lines=layout.blank_lines)
    start = _walk_back(text, starts, end, mark, layout)
    if start == starts[-1]:
        glued_before = start > 0 and "\n" not in text[max(0, near - 1) : start]
    else:
        glued_before = False
    first_line_end = text.find("\n", start, end)
    segment_end = end
    return _within(text, start, segment_end, mark, layout, glued=glued_before or _glued_behind(text, mark))


def _markdown_quote(text: str, floor: int, end: int) -> int | None:
    """Give the start of the markdown quote (``> `` on every line) that holds `end`."""
    line = text.rfind("\n", floor, end) + 1 or floor
    if not text.startswith(">", line):
        return None
    while True:
        above = text.rfind("\n", floor, line - 1) + 1
        if above <= floor or not text.startswith(">", above) or above >= line:
            break
        line = above
    return skip_blank(text, line, end)


def _glued_behind(text: str, mark: Mark) -> bool:
    """Tell whether prose goes on in the line of the attribution: then paragraphs were lost."""
    line = text.find("\n", mark.end, mark.end + 400)
    rest = text[mark.end : line if line >= 0 else mark.end + 400]
    return len(rest.strip()) > 3


def _walk_back(text: str, starts: list[int], end: int, mark: Mark, layout: Layout) -> int:
    most = bound(mark)
    chosen = starts[0]
    for n, (start, previous) in enumerate(pairwise(starts)):
        if weigh(text[previous:end]) > most:
            break
        before, words = text[previous:start].strip(), text[start:end]
        if not _belongs(before, words, mark, layout):
            if not _led_in(text, starts[n:], end, most):
                break
            if _leads_in(before):
                break
        chosen = previous
    return chosen


def _led_in(text: str, starts: list[int], end: int, most: int) -> bool:
    """Tell whether a lead-in ("he tweeted:") stands so near before that all between is one post."""
    for start, previous in pairwise(starts):
        if weigh(text[start:end]) > most:
            return False
        if _leads_in(text[previous:start].strip()):
            return True
    return False


def _leads_in(words: str) -> bool:
    return words.rstrip(" \"'”’»*_").endswith((":", "：")) and (about_posts(words) or saying(words))


def _belongs(before: str, words: str, mark: Mark, layout: Layout) -> bool:
    """Tell whether the paragraph `before` is part of the post whose text goes on with `words`."""
    if _leads_in(before) or about_posts(before):
        return False
    if _BULLET.match(words) and (_BULLET.match(before) or before.endswith(":")):
        return True
    if tweetish(before) and not saying(before):
        return True
    if words[:1].islower() and not before.endswith(":"):
        return True
    only = _ENTITY.sub("", words).strip() == "" and not words.lower().startswith("pic.")
    if only and not saying(before) and not before.endswith(":"):
        return True
    own = tongue(before)
    return own is not None and layout.tongue is not None and own != layout.tongue and own == tongue(words)


def _within(text: str, start: int, end: int, mark: Mark, layout: Layout, *, glued: bool) -> int:
    """Find the start inside the paragraph when it holds more than the post."""
    most = bound(mark)
    too_long = weigh(text[start:end]) > most
    candidates = sentence_starts(text, start, end)
    if not too_long and not glued:
        return start
    best, best_score = start, 0.0
    if too_long:
        best_score = -9.0 if glued else 2.0
    for candidate in candidates:
        words = text[candidate:end]
        if weigh(words) > most:
            continue
        before = text[max(start, candidate - 400) : candidate]
        inner = sentence_starts(before, 0, len(before))
        sentence = before[inner[-2] :] if len(inner) > 1 else before
        if inner and inner[-1] != len(before):
            sentence = before[inner[-1] :]
        score = _score(sentence.strip(), words, mark, layout)
        if score > best_score:
            best, best_score = candidate, score
    return best


def _score(before: str, words: str, mark: Mark, layout: Layout) -> float:
    score = 0.0
    colon = before.endswith((":", "："))
    if colon and (len(before) > 30 or about_posts(before) or saying(before)):
        score += 3
    if about_posts(before):
        score += 3
    if saying(before):
        score += 2
    if mark.name and len(mark.name) > 3 and mark.name.lower() in before.lower():
        score += 3
    if mark.handle and mark.handle.lower() in before.lower():
        score += 2
    if tweetish(before) and not colon:
        score -= 3
    if _POSTLIKE.match(words):
        score += 2
    a, b = tongue(before), tongue(words[:200])
    if a and b and a != b:
        score += 3
    if before[-1:].isalnum():
        score -= 2
    return score
