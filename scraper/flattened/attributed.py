"""Posts with an attribution: from the marks in a text to the spans of the words they close."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from scraper.flattened.attributions import find_attributions
from scraper.flattened.cues import about_posts, saying, tweetish
from scraper.flattened.frames import behind_view, find_frames, frame_mark, skip_furniture
from scraper.flattened.layout import skip_blank, text_end
from scraper.flattened.lengths import bound, weigh
from scraper.flattened.posts import PICTURE, Found
from scraper.flattened.shared_by import facebook_marks
from scraper.flattened.starts import find_start

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scraper.flattened.frames import Frame
    from scraper.flattened.layout import Layout
    from scraper.flattened.marks import Mark

# A paragraph that is page furniture between a text and its attribution.
_BETWEEN = re.compile(
    r"\n[ \t]*(?:Advertisement|ADVERTISEMENT|Ad|Story continues below[^\n]{0,40}|Sponsored|Loading\.\.\.)[ \t]*$"
)


def find_attributed(text: str, widgets: Sequence[Found], layout: Layout) -> list[Found]:
    """Find the posts whose attribution is printed, those of `widgets` among them, in text order."""
    frames = find_frames(text)
    marks = sorted([*find_attributions(text), *facebook_marks(text)], key=lambda mark: mark.start)
    marks += [frame_mark(frame) for frame in frames if not _holds(frame, marks)]
    found: list[Found] = []
    for post in sorted([*widgets, *marks], key=lambda each: each.start):
        floor = max(found[-1].end, found[-1].mark.end) if found else 0
        if post.start < floor:
            continue
        found.append(post if isinstance(post, Found) else _place(text, floor, post, frames, layout))
    return found


def _holds(frame: Frame, marks: Sequence[Mark]) -> bool:
    return any(frame.inner <= mark.start <= frame.inner_end for mark in marks)


def _place(text: str, floor: int, mark: Mark, frames: Sequence[Frame], layout: Layout) -> Found:
    """Find the words that an attribution closes."""
    frame = _frame_around(frames, mark)
    end = text_end(text, floor, mark.start)
    if frame is not None:
        return Found(
            start=skip_blank(text, max(floor, frame.inner), end), end=max(end, frame.inner), mark=mark
        )
    if mark.platform == "instagram":
        return _caption(text, floor, end, mark, layout)
    between = _BETWEEN.search(text, max(floor, end - 80), end)
    if between is not None:
        end = text_end(text, floor, between.start())
    start = skip_furniture(text, find_start(text, floor, end, mark, layout), end)
    return Found(start=start, end=_before_advert(text, start, end, mark), mark=mark)


def _frame_around(frames: Sequence[Frame], mark: Mark) -> Frame | None:
    at = bisect_right([frame.inner for frame in frames], mark.start) - 1
    return frames[at] if at >= 0 and mark.start <= frames[at].end else None


def _before_advert(text: str, start: int, end: int, mark: Mark) -> int:
    """Cut an advert off a text that is too long for a post: what stands behind its picture is none of it."""
    if weigh(text[start:end]) <= bound(mark):
        return end
    picture = PICTURE.search(text, start, end)
    if (
        picture is None
        or weigh(text[start : picture.end()]) > bound(mark)
        or weigh(text[picture.end() : end]) < 100
    ):
        return end
    return picture.end()


def _caption(text: str, floor: int, end: int, mark: Mark, layout: Layout) -> Found:
    """Find an Instagram caption, which may be missing: then what stands before is the article's own prose."""
    inner = behind_view(text, max(floor, end - 3000), end)
    if inner is not None:
        return _nothing_if_empty(skip_blank(text, inner, end), end, mark)
    start = find_start(text, floor, end, mark, layout)
    words = text[start:end]
    if words.endswith((":", "：")) or (not tweetish(words) and (about_posts(words) or saying(words))):
        start = end
    return _nothing_if_empty(start, end, mark)


def _nothing_if_empty(start: int, end: int, mark: Mark) -> Found:
    return (
        Found(start=start, end=end, mark=mark)
        if start < end
        else Found(start=mark.start, end=mark.start, mark=mark)
    )
