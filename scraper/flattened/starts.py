"""Where a post's text starts: the walk back over paragraphs.

See `scraper.flattened` for how it is decided.
"""

from __future__ import annotations

import re
from itertools import islice, pairwise
from typing import TYPE_CHECKING

from scraper.flattened.cues import (
    about_crowd,
    about_posts,
    announces_below,
    has_word_of,
    only_entities,
    saying,
    tongue,
    tweetish,
)
from scraper.flattened.frames import skip_furniture
from scraper.flattened.layout import paragraph_starts, skip_blank
from scraper.flattened.lengths import FARTHEST
from scraper.flattened.places import Place
from scraper.flattened.sentences import start_in_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scraper.flattened.layout import Layout
    from scraper.flattened.marks import Mark

_BULLET = re.compile(r"[-•·▪●*→✔]|\(?(?:\d{1,2}|[a-h])[.)/]|[\U0001F000-\U0001FAFF\u2600-\u27bf]")
_OPENS_POST = re.compile(r"[#＃][^\W\d]|[\U0001F000-\U0001FAFF\u2600-\u27bf]")
_COLONS = (":", "：")
_STOPS = (".", "!", "?", "…", "”", '"')
_SENTENCE_END = re.compile(r"[.!?…。！？][\s\"'”’»)\U0001F000-\U0001FAFF\u2600-\u27bf\ufe0f]*$")
_PICTURE_END = re.compile(r"pic\.(?:twitter|x)\.com/\w{3,12}$", re.IGNORECASE)
# The paragraphs that articles write between posts are longer than this.
_SHORT_LINE = 80
# A post has no more paragraphs than this; a sign that encloses one stands no farther above it than that.
_MOST_PARAGRAPHS = 30
_FAR_ABOVE = 12


def find_start(text: str, floor: int, end: int, mark: Mark, layout: Layout) -> int:
    """Give the offset where the text that ends at `end` begins, not before `floor`."""
    near = max(floor, end - FARTHEST)
    quoted = _markdown_quote(text, near, end)
    if quoted is not None:
        return quoted
    place = Place(text, end, mark, layout)
    starts = paragraph_starts(text, near, end, blank_lines=layout.blank_lines)[:_MOST_PARAGRAPHS]
    start = skip_furniture(text, _walk_back(place, starts), end)
    behind_post = floor > 0 and "\n" not in text[floor:start]
    return _inside_line(place, start, behind_post=behind_post)


def start_in_a_row(text: str, floor: int, end: int, mark: Mark, layout: Layout) -> int | None:
    """Give the start of a text of short lines behind posts that stand back to back; None if it is none.

    Where two posts followed each other without prose, a short sentence behind them belongs to the next.
    """
    place = Place(text, end, mark, layout)
    if end - floor > FARTHEST or text.startswith(">", floor):
        return None
    starts = paragraph_starts(text, floor, end, blank_lines=layout.blank_lines)[:_MOST_PARAGRAPHS]
    return starts[-1] if _are_short_lines(place, starts) else None


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


def _walk_back(place: Place, starts: Sequence[int]) -> int:
    """Go back over paragraphs as long as each belongs to the post."""
    text, end = place.text, place.end
    for n, (start, previous) in enumerate(pairwise(starts)):
        before, words = text[previous:start].strip(), text[start:end]
        if skip_furniture(text, start, end) > start or not place.fits(previous):
            return start
        if _leads_in(place, before) and not _lists(place, before, words):
            return start
        if _closes_another(before, words) or place.is_author(before):
            return start
        if place.printed_before(previous, start) and not about_posts(before):
            continue
        if not _belongs(place, before, words) and not _encloses(place, starts[n + 1 :], before):
            return start
    return starts[-1]


def _are_short_lines(place: Place, starts: Sequence[int]) -> bool:
    """Tell whether between the last post and this one's last line stand but short sentences of its own."""
    if not place.fits(starts[-1]):
        return False
    lines = [place.text[previous:start].strip() for start, previous in pairwise(starts)]
    return bool(lines) and all(
        _is_short_line(line) and _is_prose_free(line) and not (place.names_author(line) or about_crowd(line))
        for line in lines
    )


def _is_short_line(words: str) -> bool:
    """Tell whether `words` are a sentence or two, shorter than the paragraphs of articles; no headline."""
    return len(words) <= _SHORT_LINE and _SENTENCE_END.search(words) is not None


def _closes_another(before: str, words: str) -> bool:
    """Tell whether `before` is the end of another post: the address of its picture is the last of a text."""
    return _PICTURE_END.search(before) is not None and not only_entities(words)


def _leads_in(place: Place, words: str) -> bool:
    """Tell whether a paragraph announces the post: by a colon, or by naming its author."""
    if (place.names_author_fully(words) or announces_below(words)) and not tweetish(words):
        return True
    if not (about_posts(words) or saying(words)):
        return False
    if words.rstrip(" \"'”’»*_").endswith(_COLONS):
        return not _BULLET.match(words)
    return place.names_author(words) and not tweetish(words)


def _lists(place: Place, before: str, words: str) -> bool:
    """Tell whether `words` go on with a list that `before` is an item of or announces."""
    if not _BULLET.match(words):
        return False
    announced = before.endswith(_COLONS) and not about_posts(before) and not place.names_author(before)
    return announced or _BULLET.match(before) is not None


def _belongs(place: Place, before: str, words: str) -> bool:
    """Tell whether the paragraph `before` is part of the post whose text goes on with `words`."""
    if _lists(place, before, words):
        return True
    if about_posts(before):
        return False
    if place.links_on_lines and (only_entities(words.split("\n", 1)[0]) or only_entities(before)):
        return True
    return _is_prose_free(before) and _continues(place, before, words)


def _is_prose_free(words: str) -> bool:
    """Tell whether nothing in `words` sounds like an article that introduces a post."""
    announces = words.endswith(_COLONS) and not only_entities(words.rstrip(" :："))
    return not (about_posts(words) or saying(words) or announces)


def _continues(place: Place, before: str, words: str) -> bool:
    """Tell whether `words` read on from `before`: marks of a post, a small letter, their own language."""
    if only_entities(words):
        return not words.lower().startswith("pic.")
    if tweetish(before) or (words[:1].islower() and not before.endswith(_STOPS)):
        return True
    own, other = tongue(before), tongue(words)
    if place.layout.tongue is None or other in (None, place.layout.tongue):
        return False
    return own == other or (
        own is None and _is_short_line(before) and not has_word_of(place.layout.tongue, before)
    )


def _encloses(place: Place, starts: Sequence[int], before: str) -> bool:
    """Tell whether something farther up shows that `before` is part of the post.

    That is a lead-in ("he tweeted:"), a paragraph with the marks of a post, or one that begins with the
    author's own handle, so near that all behind it, or from it on, fits into one post.
    """
    if about_posts(before):
        return False
    for start, previous in islice(pairwise(starts), _FAR_ABOVE):
        above = place.text[previous:start].strip()
        if not place.fits(start):
            return False
        if _leads_in(place, above) or above.startswith(f"@{place.mark.handle} "):
            return True
        if _OPENS_POST.match(above) or (tweetish(above) and _is_prose_free(above) and _is_prose_free(before)):
            return place.fits(previous)
    return False


def _inside_line(place: Place, start: int, *, behind_post: bool) -> int:
    """Find the start inside the paragraph when that holds more than the post."""
    glued = behind_post or place.prose_behind
    if not glued and place.fits(start):
        return start
    # Paragraphs and posts make good starts, the beginning of the whole document does not.
    at_floor = 3.0 if place.text[max(0, start - 200) : start].strip() else 1.0
    found = start_in_line(place, start, at_floor=at_floor, needed=-99.0 if glued else 3.0)
    return start if found is None else found
