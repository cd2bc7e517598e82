"""Find posts that have an attribution: find all attributions, then the words before each of them."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from scraper.bounds import MARK_COSTS, MOST_SEARCHED, too_much
from scraper.text.flattened.author_first import find_copied_widgets, find_tiktoks, find_widgets, parse_title
from scraper.text.flattened.dash_attributions import find_bracketed_handles, parse_dash_attribution
from scraper.text.flattened.embed_phrases import (
    find_facebook_attributions,
    find_frame_ends,
    find_frame_start,
    find_unbracketed_attributions,
    is_frame_end,
    parse_instagram_attribution,
    skip_report_button,
)
from scraper.text.flattened.found_post import MAX_SEARCH_BACK, Attribution, FoundPost, cut_advert
from scraper.text.flattened.layout import (
    detect_layout,
    has_split_posts,
    line_start,
    quote_mark,
    row_features,
    skip_blank,
    text_end,
)
from scraper.text.flattened.paragraph_features import ITEM_NUMBER, sounds_like_prose
from scraper.text.flattened.paragraph_start import find_post_start
from scraper.text.flattened.words import (
    BOILERPLATE,
    COLONS,
    has_post_marks,
    introduces_speech,
    mentions_posts,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scraper.records import Problem
    from scraper.text.flattened.layout import Layout

# What stands between a text and its attribution without belonging to either: a line of boilerplate, or the
# placeholder that Bluesky prints for a picture.
_BETWEEN = re.compile(
    r"\s\[(?:image|video)?(?: or embed)?\][ \t]*$"
    r"|(?:\n|(?<=\.com/\w{10} ))[ \t]*"
    rf"(?:story continues below[^\n]{{0,40}}|loading\.\.\.|{BOILERPLATE})[ \t:]*$",
    re.IGNORECASE,
)
# Words repeated behind a post are the post's again if they are so many, or if a line ends with them.
_REPEATED = 32
_CLOSERS = {"«": "»", "“": "”", "„": "“", '"': '"'}


def find_attributed(text: str, problems: list[Problem]) -> list[FoundPost]:
    """Find the posts whose attribution is printed.

    Args:
        text: The document.
        problems: Gets a problem if the text has more attributions than `MOST_SEARCHED` allows to be searched.

    Returns:
        The posts in text order, none overlapping.
    """
    attributions, found = _parse_bracketed_handles(text)
    attributions += find_facebook_attributions(text)
    attributions += find_unbracketed_attributions(text)
    attributions += find_frame_ends(text) if "@" in text or "witter" in text else ()
    copied = find_copied_widgets(text)
    rendered = [post for post in find_widgets(text) if not any(_overlap(post, other) for other in copied)]
    found += copied + rendered + find_tiktoks(text)
    return _locate_all(text, sorted([*found, *attributions], key=_start), problems)


def _overlap(one: FoundPost, other: FoundPost) -> bool:
    return one.start < other.outer_end and other.start < one.outer_end


def _start(candidate: FoundPost | Attribution) -> int:
    return candidate.start


def _parse_bracketed_handles(text: str) -> tuple[list[Attribution], list[FoundPost]]:
    """Return the attributions around handles in brackets, and the posts in titles around the others."""
    attributions: list[Attribution] = []
    titles: list[FoundPost] = []
    floor = 0
    for bracket in find_bracketed_handles(text):
        attribution = parse_dash_attribution(text, bracket, floor)
        attribution = attribution or parse_instagram_attribution(text, bracket, floor)
        if attribution is not None:
            attributions.append(attribution)
            floor = attribution.end
        elif (title := parse_title(text, bracket)) is not None:
            titles.append(title)
    return attributions, titles


def _locate_all(
    text: str, candidates: Sequence[FoundPost | Attribution], problems: list[Problem]
) -> list[FoundPost]:
    """Return the posts of `candidates`, which are in text order; attributions get the words before them."""
    if not candidates:
        return []
    layout = detect_layout(text)
    layout = replace(layout, splits_posts=not layout.blank_lines and has_split_posts(text, candidates))
    placed: list[FoundPost] = []
    work = 0
    for n, candidate in enumerate(candidates):
        floor = placed[-1].outer_end if placed else 0
        work += min(max(0, candidate.start - floor), MAX_SEARCH_BACK) + MARK_COSTS
        if work > MOST_SEARCHED:
            problems.append(too_much("flattened", n, len(candidates), "attributions of posts"))
            break
        if candidate.start < floor:
            continue
        if isinstance(candidate, FoundPost):
            placed.append(candidate)
        elif not _repeats_attribution(text, floor, candidate):
            near = _skip_repeated_text(text, floor, candidate.start, placed)
            row = row_features(text, placed, candidates[n:], layout)
            post = _locate(text, near, candidate, replace(layout, row=row))
            if not (_is_list_item(text, post) or _is_duplicate(text, placed, post)):
                placed.append(post)
    return placed


def _skip_repeated_text(text: str, floor: int, end: int, placed: Sequence[FoundPost]) -> int:
    """Return the offset behind the last post's words if the article prints them again, else `floor`."""
    words = text[placed[-1].start : placed[-1].end] if placed else ""
    again = skip_blank(text, floor, min(end, floor + 20))
    behind = again + len(words)
    if not words or not text.startswith(words, again) or behind >= text_end(text, floor, end):
        return floor
    # A few words may be the beginning of another post.
    return behind if len(words) >= _REPEATED or text.startswith("\n", behind) else floor


def _repeats_attribution(text: str, floor: int, attribution: Attribution) -> bool:
    """Return whether the end of a frame follows an attribution at once: the post has been found already."""
    if not is_frame_end(text, attribution):
        return False
    return floor > 0 and text[floor : attribution.start].strip() in ("", "Report")


def _is_duplicate(text: str, placed: Sequence[FoundPost], found: FoundPost) -> bool:
    """Return whether an attribution without words repeats the one above it, as in pages that embed twice."""
    if not placed or found.start < found.end:
        return False
    last, attribution = placed[-1].attribution, found.attribution
    between = text[placed[-1].outer_end : attribution.start]
    return not between.strip() and text[last.start : last.end] == text[attribution.start : attribution.end]


def _is_list_item(text: str, found: FoundPost) -> bool:
    """Return whether the dash is the bullet of a list, as in "- Fixed it (@rosa) March 3, 2016"."""
    sign = text[found.attribution.start : found.attribution.start + 1]
    return sign in set("-–•~?;\\") and text.startswith(sign, found.start)


def _locate(text: str, floor: int, attribution: Attribution, layout: Layout) -> FoundPost:
    """Find the words of the post that an attribution closes, not before `floor`."""
    end = text_end(text, floor, attribution.start)
    if _is_quoted(text, attribution.start) and not _is_quoted(text, end):
        return _as_found_post(end, end, attribution)
    if is_frame_end(text, attribution):
        end = text_end(text, floor, skip_report_button(text, floor, end))
    opening = find_frame_start(text, max(floor, end - MAX_SEARCH_BACK), end)
    if opening is not None:
        return _as_found_post(skip_blank(text, opening, end), end, attribution)
    between = _BETWEEN.search(text, max(floor, end - 80), end)
    if between is not None:
        end = text_end(text, floor, between.start())
    start = find_post_start(text, floor, end, attribution, layout)
    if _announces(text[start:end], attribution):
        start = end
    start, end = _skip_opening_quote(text, start, attribution), cut_advert(text, start, end, attribution)
    return _as_found_post(start, end, attribution)


def _skip_opening_quote(text: str, start: int, attribution: Attribution) -> int:
    """Return the offset behind a quotation mark that closes behind the attribution, else `start`."""
    closer = _CLOSERS.get(text[start : start + 1])
    behind = text[attribution.end : attribution.end + 3].lstrip(" ")
    closes = closer is not None and behind[:1] == closer and not behind[1:2].isalnum()
    return skip_blank(text, start + 1, attribution.start) if closes else start


def _is_quoted(text: str, at: int) -> bool:
    """Return whether the line that holds `at` is quoted in Markdown; post and attribution share one quote."""
    return quote_mark(text, line_start(text, at)) is not None


def _as_found_post(start: int, end: int, attribution: Attribution) -> FoundPost:
    """Return the post with this span; one without words stands where its attribution begins."""
    if start >= end:
        start = end = attribution.start
    return FoundPost(start=start, end=end, attribution=attribution)


def _announces(words: str, attribution: Attribution) -> bool:
    """Return whether a paragraph announces a post that has no words, a picture, instead of being its text."""
    if ITEM_NUMBER.fullmatch(words):
        return True
    if has_post_marks(words):
        return False
    speaks_of_post = mentions_posts(words) or introduces_speech(words)
    if attribution.platform == "instagram":
        return words.endswith(COLONS) or speaks_of_post or sounds_like_prose(words)
    return words.endswith(COLONS) and speaks_of_post
