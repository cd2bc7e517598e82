"""Find the posts of a text: those with an attribution, then those with another sign of a post.

One sign is ``pic.twitter.com/…``, lately ``pic.x.com/…``: Twitter adds it to a tweet's text and prose never
contains it. The other is a passage in another script than the article's, shortly after words about a tweet.
"""

from __future__ import annotations

import re
from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING

from scraper.bounds import MARK_COSTS, MOST_SEARCHED, too_much
from scraper.patterns import lazy_regex
from scraper.text.flattened.author_first import find_copied_widgets, find_tiktoks, find_widgets, parse_title
from scraper.text.flattened.copied_lines import find_copied_lines
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
from scraper.text.flattened.found_post import MAX_SEARCH_BACK, PICTURE, Attribution, FoundPost, cut_advert
from scraper.text.flattened.layout import (
    continues_post,
    detect_layout,
    has_split_posts,
    line_start,
    occurrences,
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
    guess_script,
    has_post_marks,
    introduces_speech,
    mentions_posts,
)
from scraper.text.notices import before_notices, behind_notices, is_notice_alone
from scraper.values.dates import match_date

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scraper.records import Problem
    from scraper.text.flattened.layout import Layout

# Found between a text and its attribution, and part of neither: a line of boilerplate, or the placeholder
# that Bluesky prints for a picture.
_BETWEEN = lazy_regex(
    r"\s\[(?:image|video)?(?: or embed)?\][ \t]*$"
    r"|(?:\n|(?<=\.com/\w{10} ))[ \t]*"
    rf"(?:story continues below[^\n]{{0,40}}|loading\.\.\.|{BOILERPLATE})[ \t:]*$",
    re.IGNORECASE,
)
# Repeated words after a post are the post's again if there are this many, or if a line ends with them.
_REPEATED = 32
_CLOSERS = {"«": "»", "“": "”", "„": "“", '"': '"'}
# Signs of the platforms that have frames around posts.
_FRAMED = ("@", "witter", "nstagram post", "ikTok post", "ouTube video", "acebook post", "hreads post", "luesky post")
_PICTURE_LITERALS = ("pic.twitter.com/", "Pic.Twitter.Com/", "pic.x.com/")
# A second picture after one, and a quotation mark: a picture before one does not end a post.
_ANOTHER_PICTURE = lazy_regex(r"\s{0,3}pic\.(?:twitter|x)\.com/", re.IGNORECASE)
_CLOSING_QUOTE = lazy_regex(r"[\s,.]{0,3}[\"”’»]")
# The last lines of a post, which some extractions put after its attribution, as lines or joined in one.
_TAIL = lazy_regex(r"[ \t]*(?:(?:\n[^\n]{1,300}){1,4}|[ \t][^\n]{1,300})")
# How many characters to read to guess a text's script.
_OPENING = 3000
_NOT_LATIN = "\u0370-\u0fff\u3040-\ud7af"
_OPENING_MARKS = ('"', "“", "‘", "«", "(")
_PASSAGE = lazy_regex(rf"[{_NOT_LATIN}](?:[^{_NOT_LATIN}]{{0,12}}[{_NOT_LATIN}])*[。！？!?…」』）)]{{0,4}}")
# The fewest letters of a passage that is a post, not a name or a word.
_FEWEST_LETTERS = 25
# How many characters after words about posts, or after another passage, a passage may follow.
_MENTION_REACH, _NEXT_REACH = 300, 1500


def find_posts(text: str, problems: list[Problem], *, passages: bool = True) -> list[FoundPost]:
    """Find the posts in a text, in order; if `passages`, a passage in a foreign script counts as one."""
    attributed = _find_attributed(text, problems)
    bare = _find_unattributed(text, attributed, passages=passages)
    return sorted([*attributed, *bare], key=lambda post: post.start)


def _find_attributed(text: str, problems: list[Problem]) -> list[FoundPost]:
    attributions, found = _parse_bracketed_handles(text)
    attributions += find_facebook_attributions(text)
    attributions += find_unbracketed_attributions(text)
    attributions += find_frame_ends(text) if any(sign in text for sign in _FRAMED) else ()
    copied = find_copied_widgets(text)
    rendered = [post for post in find_widgets(text) if not any(_overlap(post, other) for other in copied)]
    found += copied + rendered + find_tiktoks(text)
    found += [post for post in find_copied_lines(text) if not any(_overlap(post, other) for other in found)]
    return _locate_all(text, sorted([*found, *attributions], key=lambda candidate: candidate.start), problems)


def _overlap(one: FoundPost, other: FoundPost) -> bool:
    return one.start < other.outer_end and other.start < one.outer_end


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


def _locate_all(text: str, candidates: Sequence[FoundPost | Attribution], problems: list[Problem]) -> list[FoundPost]:
    """Return the posts of `candidates` (in text order); attributions get the text before them."""
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
            if not (_is_list_item(text, post) or _is_duplicate(text, placed, post) or _is_empty(text, post)):
                placed.append(post)
    return placed


def _skip_repeated_text(text: str, floor: int, end: int, placed: Sequence[FoundPost]) -> int:
    """Return the offset after the last post's text if the article prints it again, else `floor`."""
    words = text[placed[-1].start : placed[-1].end] if placed else ""
    again = skip_blank(text, floor, min(end, floor + 20))
    behind = again + len(words)
    if not words or not text.startswith(words, again) or behind >= text_end(text, floor, end):
        return floor
    # A few words may be the beginning of another post.
    return behind if len(words) >= _REPEATED or text.startswith("\n", behind) else floor


def _repeats_attribution(text: str, floor: int, attribution: Attribution) -> bool:
    """Return True if the end of a frame directly follows an attribution: the post has already been found."""
    if not is_frame_end(text, attribution):
        return False
    between = text[floor : attribution.start].strip()
    return floor > 0 and (between in ("", "Report") or is_notice_alone(between))


def _is_duplicate(text: str, placed: Sequence[FoundPost], found: FoundPost) -> bool:
    """Return True if an attribution without text repeats the one above, as on pages that embed twice."""
    if not placed or found.start < found.end:
        return False
    last, attribution = placed[-1].attribution, found.attribution
    between = text[placed[-1].outer_end : attribution.start]
    return not between.strip() and text[last.start : last.end] == text[attribution.start : attribution.end]


def _is_empty(text: str, found: FoundPost) -> bool:
    is_nobodys = found.attribution.handle is None and found.attribution.name is None
    return is_nobodys and found.start == found.end and is_frame_end(text, found.attribution)


def _is_list_item(text: str, found: FoundPost) -> bool:
    """Return True if the dash is the bullet of a list, as in "- Fixed it (@rosa) March 3, 2016"."""
    sign = text[found.attribution.start : found.attribution.start + 1]
    return sign in set("-–•~?;\\") and text.startswith(sign, found.start)


def _locate(text: str, floor: int, attribution: Attribution, layout: Layout) -> FoundPost:
    end = text_end(text, floor, attribution.start)
    if _is_quoted(text, attribution.start) and not _is_quoted(text, end):
        return _as_found_post(end, end, attribution)
    if is_frame_end(text, attribution):
        end = text_end(text, floor, skip_report_button(text, floor, end))
    opening = find_frame_start(text, max(floor, end - MAX_SEARCH_BACK), end)
    if opening is not None:
        end = before_notices(text, opening, end)
        start = skip_blank(text, behind_notices(text, skip_blank(text, opening, end), end), end)
        return _as_found_post(start, end, attribution)
    between = _BETWEEN.search(text, max(floor, end - 80), end)
    if between is not None:
        end = text_end(text, floor, between.start())
    start = find_post_start(text, floor, end, attribution, layout)
    if _announces(text[start:end], attribution):
        start = end
    behind = skip_blank(text, behind_notices(text, start, end, named=True), end)
    start = behind if behind < end else start
    start, end = _skip_opening_quote(text, start, attribution), cut_advert(text, start, end, attribution)
    return _as_found_post(start, end, attribution)


def _skip_opening_quote(text: str, start: int, attribution: Attribution) -> int:
    """Return the offset after a quotation mark that closes after the attribution, else `start`."""
    closer = _CLOSERS.get(text[start : start + 1])
    behind = text[attribution.end : attribution.end + 3].lstrip(" ")
    closes = closer is not None and behind[:1] == closer and not behind[1:2].isalnum()
    return skip_blank(text, start + 1, attribution.start) if closes else start


def _is_quoted(text: str, at: int) -> bool:
    return quote_mark(text, line_start(text, at)) is not None


def _as_found_post(start: int, end: int, attribution: Attribution) -> FoundPost:
    """Return the post with this span; without text, it starts and ends where its attribution begins."""
    if start >= end:
        start = end = attribution.start
    return FoundPost(start=start, end=end, attribution=attribution)


def _announces(words: str, attribution: Attribution) -> bool:
    """Return True if a paragraph announces a post without text (a picture) instead of being its text."""
    if ITEM_NUMBER.fullmatch(words):
        return True
    if has_post_marks(words):
        return False
    speaks_of_post = mentions_posts(words) or introduces_speech(words)
    if attribution.platform == "instagram":
        return words.endswith(COLONS) or speaks_of_post or sounds_like_prose(words)
    return words.endswith(COLONS) and speaks_of_post


def _find_unattributed(text: str, attributed: Sequence[FoundPost], *, passages: bool) -> list[FoundPost]:
    """Find posts without an attribution between those that have one; they get a platform and perhaps a date."""
    if "witter" not in text and "pic.x.com/" not in text:
        return []
    pictures = list(_pictures(text))
    found = list(_find_pictured(text, pictures, attributed, detect_layout(text))) if pictures else []
    # If other posts have their attributions or pictures, a passage without one is no post.
    if passages and not attributed and not found and guess_script(text[:_OPENING]) == "latin":
        found += _find_foreign_passages(text)
    return found


def _find_pictured(
    text: str, pictures: Sequence[re.Match[str]], attributed: Sequence[FoundPost], layout: Layout
) -> Iterator[FoundPost]:
    """Yield the posts that end in a picture's URL; a picture of an attributed post counts once."""
    known = {match.group() for post in attributed for match in PICTURE.finditer(text, post.start, post.end)}
    waiting, floor = deque(attributed), 0
    last: FoundPost | None = None
    for picture in pictures:
        while waiting and waiting[0].outer_end <= picture.start():
            last = waiting.popleft()
            floor = max(floor, last.outer_end)
        if (waiting and waiting[0].start < picture.end()) or picture.group() in known:
            continue
        if last is not None and floor == last.outer_end and _is_tail(text, last, picture.end()):
            floor = picture.end()
            continue
        post = _pictured(text, floor, picture, layout)
        floor = picture.end()
        if post is not None:
            floor = post.outer_end
            yield post


def _is_tail(text: str, post: FoundPost, end: int) -> bool:
    """Return True if the text after an attribution, up to a picture, is the rest of its post."""
    lines = text[post.outer_end : end].strip().split("\n")
    is_short = _TAIL.fullmatch(text, post.outer_end, end) is not None
    return is_short and continues_post(text[post.start : post.end], lines, post.attribution)


def _pictures(text: str) -> Iterator[re.Match[str]]:
    """Yield picture URLs in text order; of several in a row the last, which ends the text."""
    for at in occurrences(text, "ic."):
        picture = PICTURE.match(text, at - 1) if text.startswith(_PICTURE_LITERALS, max(0, at - 1)) else None
        if picture is not None and not _ANOTHER_PICTURE.match(text, picture.end()):
            yield picture


def _pictured(text: str, floor: int, picture: re.Match[str], layout: Layout) -> FoundPost | None:
    """Return the post that ends in `picture`; None if the URL is in brackets or a quotation."""
    if text[picture.start() - 1 : picture.start()] == "(" or _CLOSING_QUOTE.match(text, picture.end()):
        return None
    end = picture.end()
    posted, behind = (match_date(text, end) if text[end : end + 1].isalnum() else None) or (None, end)  # glued to it
    attribution = Attribution(start=end, end=behind, platform="twitter", posted=posted)
    start = find_post_start(text, floor, end, attribution, layout)
    return FoundPost(start=start, end=end, attribution=attribution)


def _find_foreign_passages(text: str) -> Iterator[FoundPost]:
    """Yield passages in another script than Latin shortly after words about posts, or after another such passage."""
    reach = 0
    for passage in _PASSAGE.finditer(text):
        start, end = passage.span()
        before = text[max(0, start - _MENTION_REACH) : start]
        is_post = start < reach or (mentions_posts(before) and not before.rstrip().endswith(_OPENING_MARKS))
        if is_post and sum(map(str.isalpha, passage.group())) >= _FEWEST_LETTERS:
            reach = end + _NEXT_REACH
            nobody = Attribution(start=end, end=end, platform="twitter")
            yield FoundPost(start=start, end=end, attribution=nobody)
