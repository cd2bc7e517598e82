"""Where a post's text starts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from scraper.flattened.cues import about_posts, only_entities, saying, tongue, tweetish
from scraper.flattened.frames import skip_furniture
from scraper.flattened.layout import paragraph_starts, skip_blank
from scraper.flattened.lengths import FARTHEST, bound, weigh
from scraper.flattened.sentences import names_author, start_in_line

if TYPE_CHECKING:
    from scraper.flattened.layout import Layout
    from scraper.flattened.marks import Mark

_BULLET = re.compile(r"[-•·▪●*→✔]|\(?(?:\d{1,2}|[a-h])[.)/]|[\U0001F000-\U0001FAFF\u2600-\u27bf]")


@dataclass(frozen=True, slots=True)
class _Place:
    """What is known while the start of one post is looked for."""

    text: str
    end: int
    mark: Mark
    layout: Layout

    @property
    def most(self) -> int:
        return bound(self.mark)

    @property
    def split_inline(self) -> bool:
        """Tell whether links stand on lines of their own: the linked date of the attribution does."""
        return "\n" in self.text[self.mark.end - 30 : self.mark.end].split(")")[-1]


def find_start(text: str, floor: int, end: int, mark: Mark, layout: Layout) -> int:
    """Give the offset where the text that ends at `end` begins, not before `floor`."""
    near = max(floor, end - FARTHEST)
    quoted = _markdown_quote(text, near, end)
    if quoted is not None:
        return quoted
    place = _Place(text, end, mark, layout)
    starts = paragraph_starts(text, near, end, blank_lines=layout.blank_lines)
    start = skip_furniture(text, _walk_back(place, starts), end)
    return _inside_line(
        place, start, behind_post=start == starts[-1] and floor > 0 and "\n" not in text[floor:start]
    )


def _markdown_quote(text: str, floor: int, end: int) -> int | None:
    """Give the start of the markdown quote (``> `` on every line) that holds `end`."""
    line = max(text.rfind("\n", floor, end) + 1, floor)
    if not text.startswith(">", line):
        return None
    while line > floor:
        above = max(text.rfind("\n", floor, line - 1) + 1, floor)
        if not text.startswith(">", above):
            break
        line = above
    return skip_blank(text, line, end)


def _walk_back(place: _Place, starts: list[int]) -> int:
    """Go back over paragraphs as long as each belongs to the post."""
    text, end = place.text, place.end
    for n, (start, previous) in enumerate(pairwise(starts)):
        if skip_furniture(text, start, end) > start:
            return start
        before = text[previous:start].strip()
        if weigh(text[previous:end]) > place.most:
            return start
        if _leads_in(place, before) and not _lists(before, text[start:end], place.mark):
            return start
        if not (_belongs(place, before, text[start:end]) or _encloses(place, starts[n + 1 :], before)):
            return start
    return starts[-1]


def _encloses(place: _Place, starts: list[int], before: str) -> bool:
    """Tell whether something farther up shows that `before` is part of the post.

    That is a lead-in ("he tweeted:"), a paragraph with the marks of a post, or one that begins with the author's
    own handle, so near that all behind it, or from it on, fits into one post.
    """
    plain = not (about_posts(before) or saying(before) or before.endswith(":"))
    for start, previous in pairwise(starts):
        if weigh(place.text[start : place.end]) > place.most:
            return False
        above = place.text[previous:start].strip()
        if _leads_in(place, above) or above.startswith(f"@{place.mark.handle} "):
            return True
        if plain and tweetish(above) and not about_posts(above) and not saying(above):
            return weigh(place.text[previous : place.end]) <= place.most
    return False


def _leads_in(place: _Place, words: str) -> bool:
    """Tell whether a paragraph announces the post: by a colon, or by naming its author and speaking of posts."""
    if not (about_posts(words) or saying(words)):
        return False
    if words.rstrip(" \"'”’»*_").endswith((":", "：")):
        return not _BULLET.match(words)
    return names_author(words, place.mark) and not tweetish(words)


def _lists(before: str, words: str, mark: Mark) -> bool:
    """Tell whether `words` go on with a list that `before` is an item of or announces."""
    if not _BULLET.match(words):
        return False
    own = before.endswith((":", "：")) and not about_posts(before) and not names_author(before, mark)
    return own or _BULLET.match(before) is not None


def _belongs(place: _Place, before: str, words: str) -> bool:
    """Tell whether the paragraph `before` is part of the post whose text goes on with `words`."""
    if _lists(before, words, place.mark):
        return True
    if about_posts(before):
        return False
    if place.split_inline and (only_entities(words.split("\n", 1)[0]) or only_entities(before)):
        return True
    if saying(before) or before.endswith(":"):
        return False
    if only_entities(words):
        return not words.lower().startswith("pic.")
    if tweetish(before) or words[:1].islower():
        return True
    own = tongue(before)
    return own is not None and place.layout.tongue not in (None, own) and own == tongue(words)


def _inside_line(place: _Place, start: int, *, behind_post: bool) -> int:
    """Find the start inside the paragraph when that holds more than the post."""
    text, end = place.text, place.end
    too_long = weigh(text[start:end]) > place.most
    glued = behind_post or _glued_behind(text, place.mark)
    if not too_long and not glued:
        return start
    needed = -99.0 if glued else 3.0
    found = start_in_line(text, start, end, place.mark, at_floor=3.0 if behind_post else 1.0, needed=needed)
    return start if found is None else found


def _glued_behind(text: str, mark: Mark) -> bool:
    """Tell whether prose goes on in the line of the attribution: then paragraphs were lost."""
    line = text.find("\n", mark.end, mark.end + 200)
    return len(text[mark.end : line if line >= 0 else mark.end + 200].strip()) > 3
