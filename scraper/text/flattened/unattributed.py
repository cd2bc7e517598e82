"""Find posts without an attribution, by what only a post prints.

``pic.twitter.com/…``, lately ``pic.x.com/…``, is an address that Twitter puts behind a tweet's text and that
nobody writes in prose. The other sign is a passage in another script than the article's, shortly behind words
about a tweet.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import deque
from itertools import chain
from typing import TYPE_CHECKING

from scraper.text.flattened.found_post import PICTURE, Attribution, FoundPost, max_length, weighted_length
from scraper.text.flattened.layout import detect_layout, occurrences
from scraper.text.flattened.paragraph_features import ITEM_NUMBER
from scraper.text.flattened.paragraph_start import find_post_start
from scraper.text.flattened.words import COLONS, guess_script, mentions_posts
from scraper.values.dates import match_date

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scraper.records import Moment
    from scraper.text.flattened.layout import Layout

_PICTURE_LITERALS = ("pic.twitter.com/", "Pic.Twitter.Com/", "pic.x.com/")
# A second picture behind one, and a quotation mark, behind which a picture ends no post.
_ANOTHER_PICTURE = re.compile(r"\s{0,3}pic\.(?:twitter|x)\.com/", re.IGNORECASE)
_CLOSING_QUOTE = re.compile(r"[\s,.]{0,3}[\"”’»]")
# The last lines of a post, which some extractions put behind its attribution, as lines or joined in one.
_TAIL = re.compile(r"[ \t]*(?:(?:\n[^\n]{1,300}){1,4}|[ \t][^\n]{1,300})")

_OPENING = 3000


def find_unattributed(text: str, attributed: Sequence[FoundPost], *, passages: bool) -> list[FoundPost]:
    """Find posts without an attribution between those that have one.

    Args:
        text: The document.
        attributed: The posts with an attribution, in text order.
        passages: Whether a passage in a foreign script counts as a post.

    Returns:
        The posts in text order. Their attributions hold no more than the platform and perhaps a date.
    """
    if "witter" not in text and "pic.x.com/" not in text:
        return []
    pictures = list(_pictures(text))
    found = list(_find_pictured(text, pictures, attributed, detect_layout(text))) if pictures else []
    # If other posts kept their attributions, a passage without one is no post.
    if passages and not attributed and not text.isascii() and guess_script(text[:_OPENING]) == "latin":
        found += find_foreign_passages(text, [(post.start, post.end) for post in found])
    return sorted(found, key=lambda post: post.start)


def _find_pictured(
    text: str, pictures: Sequence[re.Match[str]], attributed: Sequence[FoundPost], layout: Layout
) -> Iterator[FoundPost]:
    """Yield the posts that end in the address of a picture; a picture of an attributed post counts once."""
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
    """Return whether the text behind an attribution, up to a picture, is the rest of its post."""
    tail = _TAIL.fullmatch(text, post.outer_end, end)
    if tail is None or PICTURE.search(text, post.start, post.end):
        return False
    first = tail.group().lstrip().split("\n", 1)[0].rstrip()
    # A line that ends in a colon introduces another post, unless it continues what a colon announced.
    introduces = first.endswith(COLONS) and not text.endswith(COLONS, post.start, post.end)
    if ITEM_NUMBER.fullmatch(first) or introduces or mentions_posts(first):
        return False
    words = text[post.start : post.end] + text[post.outer_end : end]
    return weighted_length(words, post.attribution) <= max_length(post.attribution)


def _pictures(text: str) -> Iterator[re.Match[str]]:
    """Yield the addresses of pictures in text order; of several in a row the last, which ends the text."""
    for at in occurrences(text, "ic."):
        picture = PICTURE.match(text, at - 1) if text.startswith(_PICTURE_LITERALS, max(0, at - 1)) else None
        if picture is not None and not _ANOTHER_PICTURE.match(text, picture.end()):
            yield picture


def _pictured(text: str, floor: int, picture: re.Match[str], layout: Layout) -> FoundPost | None:
    """Return the post that ends in `picture`; None if the address stands in brackets or a quotation."""
    if text[picture.start() - 1 : picture.start()] == "(" or _CLOSING_QUOTE.match(text, picture.end()):
        return None
    posted, behind = _parse_glued_date(text, picture.end())
    attribution = Attribution(start=picture.end(), end=behind, platform="twitter", posted=posted)
    start = find_post_start(text, floor, picture.end(), attribution, layout)
    return FoundPost(start=start, end=picture.end(), attribution=attribution)


def _parse_glued_date(text: str, end: int) -> tuple[Moment | None, int]:
    """Parse the date glued to a picture, if any; return it and the offset behind it."""
    if not text[end : end + 1].isalnum():
        return None, end
    return match_date(text, end) or (None, end)


_NOT_LATIN = "\u0370-\u0fff\u3040-\ud7af"
_LETTER = re.compile(f"[{_NOT_LATIN}]")
_PASSAGE = re.compile(rf"[{_NOT_LATIN}](?:[^{_NOT_LATIN}]{{0,12}}[{_NOT_LATIN}])*[。！？!?…」』）)]{{0,4}}")
# "Twitter" and "tweet" without their first letter, which may be small or capital.
_MENTION_LITERALS = ("witter", "weet")
# The fewest letters of a passage that is a post, not a name or a word.
_FEWEST_LETTERS = 25
# How many characters a passage may stand behind words about posts, and behind another passage.
_MENTION_REACH, _NEXT_REACH = 300, 1500


def find_foreign_passages(text: str, taken: Sequence[tuple[int, int]]) -> Iterator[FoundPost]:
    """Yield the passages in another script than Latin that are posts.

    An article in Latin letters shows a tweet in another script and tells what it says. Such a passage counts
    only shortly behind words about posts, or behind another one: threads are translated piece by piece.

    Args:
        text: The document.
        taken: Sorted spans (start, end) in which no passage may lie.
    """
    pos = 0
    mentions = (occurrences(text, literal) for literal in _MENTION_LITERALS)
    for at in sorted(chain.from_iterable(mentions)):
        pos, limit, found = max(pos, at), at + _MENTION_REACH, False
        while passage := _next_passage(text, pos, limit):
            start, pos = passage.span()
            if (
                _is_long(passage.group())
                and _is_free(taken, start, pos)
                and (found or _follows_mention(text, start))
            ):
                found, limit = True, pos + _NEXT_REACH
                nobody = Attribution(start=pos, end=pos, platform="twitter")
                yield FoundPost(start=start, end=pos, attribution=nobody)
        pos = max(pos, limit)


def _next_passage(text: str, pos: int, limit: int) -> re.Match[str] | None:
    """Return the next passage in another script that begins in ``text[pos:limit]``; None without one."""
    letter = _LETTER.search(text, pos, limit)
    return _PASSAGE.match(text, letter.start()) if letter else None


def _is_long(words: str) -> bool:
    return sum(map(str.isalpha, words)) >= _FEWEST_LETTERS


def _is_free(taken: Sequence[tuple[int, int]], start: int, end: int) -> bool:
    """Return whether no span of `taken` overlaps ``text[start:end]``."""
    at = bisect_left(taken, end, key=lambda span: span[0]) - 1
    return at < 0 or taken[at][1] <= start


def _follows_mention(text: str, start: int) -> bool:
    """Return whether the words before mention posts and do not open a quotation."""
    before = text[max(0, start - _MENTION_REACH) : start]
    return before.rstrip()[-1:] not in ('"', "“", "‘", "«", "(") and mentions_posts(before)
