"""Posts with an attribution: from the marks in a text to the spans of the words they close."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from scraper.bounds import MARK_COSTS, MOST_SEARCHED, too_much
from scraper.text.flattened.author_first import find_sounds, find_widgets, title_found
from scraper.text.flattened.dash_attributions import dashed_mark, find_brackets
from scraper.text.flattened.embed_phrases import (
    before_report,
    behind_opening,
    closing_marks,
    facebook_marks,
    instagram_mark,
    is_closing,
    unbracketed_marks,
)
from scraper.text.flattened.found_post import FARTHEST, Found, Mark, before_advert
from scraper.text.flattened.layout import (
    layout_of,
    line_start,
    parted,
    quote_mark,
    row_points,
    skip_blank,
    tears_lines,
    text_end,
)
from scraper.text.flattened.paragraph_score import sounds_like_prose
from scraper.text.flattened.paragraph_start import NUMBER, find_start
from scraper.text.flattened.vocabulary import COLONS, FURNITURE, about_posts, saying, tweetish

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scraper.records import Problem
    from scraper.text.flattened.layout import Layout

# A paragraph that is page furniture between a text and its attribution; Bluesky's word for pictures.
_BETWEEN = re.compile(
    r"\s\[(?:image|video)?(?: or embed)?\][ \t]*$"
    r"|(?:\n|(?<=\.com/\w{10} ))[ \t]*"
    rf"(?:story continues below[^\n]{{0,40}}|loading\.\.\.|{FURNITURE})[ \t:]*$",
    re.IGNORECASE,
)
# Words as many as these are known again wherever they end, fewer where a line does.
_KNOWN_AGAIN = 32
_CLOSERS = {"«": "»", "“": "”", "„": "“", '"': '"'}


def find_attributed(text: str, problems: list[Problem]) -> list[Found]:
    """Find the posts whose attribution is printed, in text order, none overlapping.

    What was too much work is added to `problems`.
    """
    marks, found = _read_brackets(text)
    marks += facebook_marks(text)
    marks += unbracketed_marks(text)
    marks += closing_marks(text) if "@" in text or "witter" in text else ()
    found += find_widgets(text) + find_sounds(text)
    if not marks and not found:
        return []
    layout = layout_of(text)
    placed: list[Found] = []
    either: list[Found | Mark] = sorted([*found, *marks], key=_start)
    layout = replace(layout, torn=not layout.blank_lines and tears_lines(text, either))
    neighbours, work = parted(text, either, layout), 0
    for n, post in enumerate(either):
        floor = placed[-1].behind if placed else 0
        work += min(max(0, post.start - floor), FARTHEST) + MARK_COSTS
        if work > MOST_SEARCHED:
            problems.append(too_much("flattened", n, len(either), "attributions of posts"))
            break
        if post.start < floor or (isinstance(post, Mark) and _closes_nothing(text, floor, post)):
            continue
        if isinstance(post, Found):
            placed.append(post)
        else:
            behind = _behind_repeat(text, floor, post.start, placed)
            row = row_points(text, placed, neighbours, n)
            place = _place(text, behind, post, replace(layout, row=row))
            placed += [] if _is_list_item(text, place) or _is_said_twice(text, placed, place) else [place]
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


def _behind_repeat(text: str, floor: int, end: int, placed: Sequence[Found]) -> int:
    """Step over the last post's words where the publisher printed them again as prose."""
    words = text[placed[-1].start : placed[-1].end] if placed else ""
    again = skip_blank(text, floor, min(end, floor + 20))
    behind = again + len(words)
    if not words or not text.startswith(words, again) or behind >= text_end(text, floor, end):
        return floor
    # A few words may begin another post, too.
    return behind if len(words) >= _KNOWN_AGAIN or text.startswith("\n", behind) else floor


def _closes_nothing(text: str, floor: int, mark: Mark) -> bool:
    """Tell whether a frame's closing follows an attribution at once: the post is known already."""
    return is_closing(text, mark) and floor > 0 and text[floor : mark.start].strip() in ("", "Report")


def _is_said_twice(text: str, placed: Sequence[Found], found: Found) -> bool:
    """Tell whether an attribution without words but repeats the one right above it, as doubled embeds do."""
    if not placed or found.start < found.end:
        return False
    last, mark = placed[-1].mark, found.mark
    between = text[placed[-1].behind : mark.start]
    return not between.strip() and text[last.start : last.end] == text[mark.start : mark.end]


def _is_list_item(text: str, found: Found) -> bool:
    """Tell "- Fixed it (@rosa) March 3, 2016": a stand-in that signs nothing, or an item, is a bullet."""
    sign = text[found.mark.start : found.mark.start + 1]
    return sign in set("-–•~?;\\") and text.startswith(sign, found.start)


def _place(text: str, floor: int, mark: Mark, layout: Layout) -> Found:
    """Find the words that an attribution closes."""
    end = text_end(text, floor, mark.start)
    if _is_quoted(text, mark.start) and not _is_quoted(text, end):
        return _found(end, end, mark)
    if is_closing(text, mark):
        end = text_end(text, floor, before_report(text, floor, end))
    opening = behind_opening(text, max(floor, end - FARTHEST), end)
    if opening is not None:
        return _found(skip_blank(text, opening, end), end, mark)
    between = _BETWEEN.search(text, max(floor, end - 80), end)
    if between is not None:
        end = text_end(text, floor, between.start())
    start = find_start(text, floor, end, mark, layout)
    if _announces(text[start:end], mark):
        start = end
    return _found(_behind_mark(text, start, mark), before_advert(text, start, end, mark), mark)


def _behind_mark(text: str, start: int, mark: Mark) -> int:
    """Step over a mark that closes behind the attribution: « Some text — Name (@handle) date »."""
    closer = _CLOSERS.get(text[start : start + 1])
    behind = text[mark.end : mark.end + 3].lstrip(" ")
    closes = closer is not None and behind[:1] == closer and not behind[1:2].isalnum()
    return skip_blank(text, start + 1, mark.start) if closes else start


def _is_quoted(text: str, at: int) -> bool:
    """Tell whether a line is quoted as Markdown does: a post and what signs it stand in one quote."""
    return quote_mark(text, line_start(text, at)) is not None


def _found(start: int, end: int, mark: Mark) -> Found:
    """Make a post of a span; one without a word stands where its attribution begins."""
    return (
        Found(start=start, end=end, mark=mark)
        if start < end
        else Found(start=mark.start, end=mark.start, mark=mark)
    )


def _announces(words: str, mark: Mark) -> bool:
    """Tell whether a paragraph speaks about a post without words, a picture, instead of being its text."""
    if NUMBER.fullmatch(words):
        return True
    if tweetish(words):
        return False
    if mark.platform == "instagram":
        return words.endswith(COLONS) or about_posts(words) or saying(words) or sounds_like_prose(words)
    return words.endswith(COLONS) and (about_posts(words) or saying(words))
