"""Posts with an attribution: from the marks in a text to the spans of the words they close."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from scraper.flattened.attributions import dashed_mark
from scraper.flattened.brackets import find_brackets
from scraper.flattened.cues import about_posts, saying, tweetish
from scraper.flattened.frames import behind_view, find_frames, frame_mark
from scraper.flattened.layout import layout_of, skip_blank, text_end
from scraper.flattened.lengths import bound, weigh
from scraper.flattened.marks import Found
from scraper.flattened.posts import PICTURE
from scraper.flattened.shared_by import facebook_marks, instagram_mark
from scraper.flattened.starts import find_start
from scraper.flattened.titles import title_found
from scraper.flattened.widgets import find_widgets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scraper.flattened.frames import Frame
    from scraper.flattened.layout import Layout
    from scraper.flattened.marks import Mark

# A paragraph that is page furniture between a text and its attribution.
_BETWEEN = re.compile(
    r"\n[ \t]*(?:advertisement|ad|sponsored|story continues below[^\n]{0,40}|loading\.\.\.)[ \t]*$",
    re.IGNORECASE,
)


def find_attributed(text: str) -> list[Found]:
    """Find the posts whose attribution is printed, in text order, none overlapping."""
    frames = find_frames(text)
    marks, found = _read_brackets(text)
    marks += facebook_marks(text)
    marks += [frame_mark(frame) for frame in frames if not _holds(frame, marks)]
    found += find_widgets(text)
    if not marks and not found:
        return []
    layout = layout_of(text)
    placed: list[Found] = []
    for post in sorted([*found, *marks], key=_start):
        floor = placed[-1].behind if placed else 0
        if post.start >= floor:
            placed.append(post if isinstance(post, Found) else _place(text, floor, post, frames, layout))
    return placed


def _start(either: Found | Mark) -> int:
    return either.start


def _read_brackets(text: str) -> tuple[list[Mark], list[Found]]:
    """Read the attributions and the titles around handles in brackets."""
    marks: list[Mark] = []
    titles: list[Found] = []
    floor = 0
    for bracket in find_brackets(text):
        mark = dashed_mark(text, bracket, floor) or instagram_mark(text, bracket, floor)
        title = title_found(text, bracket) if mark is None else None
        if mark is not None:
            marks.append(mark)
            floor = mark.end
        if title is not None:
            titles.append(title)
    return marks, titles


def _holds(frame: Frame, marks: Sequence[Mark]) -> bool:
    return any(frame.inner <= mark.start <= frame.inner_end for mark in marks)


def _place(text: str, floor: int, mark: Mark, frames: Sequence[Frame], layout: Layout) -> Found:
    """Find the words that an attribution closes."""
    frame = _frame_around(frames, mark)
    end = text_end(text, floor, mark.start)
    if frame is not None:
        floor = max(floor, frame.inner)
        return Found(start=skip_blank(text, floor, end), end=max(end, frame.inner), mark=mark)
    if mark.platform == "instagram":
        return _caption(text, floor, end, mark, layout)
    between = _BETWEEN.search(text, max(floor, end - 80), end)
    if between is not None:
        end = text_end(text, floor, between.start())
    start = find_start(text, floor, end, mark, layout)
    return Found(start=start, end=_before_advert(text, start, end, mark), mark=mark)


def _frame_around(frames: Sequence[Frame], mark: Mark) -> Frame | None:
    at = bisect_right(frames, mark.start, key=lambda frame: frame.inner) - 1
    return frames[at] if at >= 0 and mark.start <= frames[at].end else None


def _before_advert(text: str, start: int, end: int, mark: Mark) -> int:
    """Cut an advert off a text that is too long for a post: what stands behind its picture is none of it."""
    most = bound(mark)
    picture = PICTURE.search(text, start, end) if weigh(text[start:end]) > most else None
    if picture is None or weigh(text[start : picture.end()]) > most or weigh(text[picture.end() : end]) < 100:
        return end
    return picture.end()


def _caption(text: str, floor: int, end: int, mark: Mark, layout: Layout) -> Found:
    """Find an Instagram caption, which may be missing: then the words before are the article's own."""
    inner = behind_view(text, max(floor, end - 3000), end)
    if inner is not None:
        start = skip_blank(text, inner, end)
    else:
        start = find_start(text, floor, end, mark, layout)
        start = end if _announces(text[start:end]) else start
    return Found(
        start=start if start < end else mark.start, end=end if start < end else mark.start, mark=mark
    )


def _announces(words: str) -> bool:
    """Tell whether a paragraph speaks about the picture below instead of being its caption."""
    if words.endswith((":", "：")):
        return True
    return not tweetish(words) and (about_posts(words) or saying(words))
