"""Posts without an attribution, betrayed by what only a post prints.

``pic.twitter.com/…``, lately ``pic.x.com/…``, is an address that Twitter puts behind a tweet's text; nobody
writes it in prose. A passage in another script than the article's, where it has just spoken of a tweet, is
the other sign.


Posts betrayed by their script: an article in Latin letters shows a tweet in others and tells what it says.

Such a passage is a post only shortly behind words about posts or behind another such passage: threads are
translated piece by piece. Only those places are looked at.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import deque
from itertools import chain
from typing import TYPE_CHECKING

from scraper.text.flattened.found_post import PICTURE, Found, Mark, bound, weigh
from scraper.text.flattened.layout import layout_of, occurrences
from scraper.text.flattened.paragraph_start import NUMBER, find_start
from scraper.text.flattened.passage_language import script
from scraper.text.flattened.vocabulary import COLONS, about_posts
from scraper.values.dates import match_date

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scraper.records import Moment
    from scraper.text.flattened.layout import Layout

_ANCHORS = ("pic.twitter.com/", "Pic.Twitter.Com/", "pic.x.com/")
_ANOTHER = re.compile(r"\s{0,3}pic\.(?:twitter|x)\.com/", re.IGNORECASE)
_QUOTED_ON = re.compile(r"[\s,.]{0,3}[\"”’»]")
# Extraction puts the last lines of a post behind its attribution, where they are no post of their own; and
# what runs a page into one line keeps them there.
_TAIL = re.compile(r"[ \t]*(?:(?:\n[^\n]{1,300}){1,4}|[ \t][^\n]{1,300})")

_OPENING = 3000


def find_unattributed(text: str, attributed: Sequence[Found], *, passages: bool) -> list[Found]:
    """Find posts without an attribution between those that have one, which are in text order.

    Args:
        text: The document.
        attributed: The posts with an attribution.
        passages: Whether a passage in a foreign script counts.
    """
    if "witter" not in text and "pic.x.com/" not in text:
        return []
    pictures = list(_pictures(text))
    found = list(_find_pictured(text, pictures, attributed, layout_of(text))) if pictures else []
    # Where attributions survived, a passage without one is none of the posts.
    if passages and not attributed and not text.isascii() and script(text[:_OPENING]) == "latin":
        found += find_passages(text, [(post.start, post.end) for post in found])
    return sorted(found, key=lambda post: post.start)


def _find_pictured(
    text: str, pictures: Sequence[re.Match[str]], attributed: Sequence[Found], layout: Layout
) -> Iterator[Found]:
    """Find the texts that end in the address of a picture; one printed again is not another post."""
    known = {match.group() for post in attributed for match in PICTURE.finditer(text, post.start, post.end)}
    waiting, floor = deque(attributed), 0
    last: Found | None = None
    for picture in pictures:
        while waiting and waiting[0].behind <= picture.start():
            last = waiting.popleft()
            floor = max(floor, last.behind)
        if (waiting and waiting[0].start < picture.end()) or picture.group() in known:
            continue
        if last is not None and floor == last.behind and _is_tail(text, last, picture.end()):
            floor = picture.end()
            continue
        post = _pictured(text, floor, picture, layout)
        floor = picture.end()
        if post is not None:
            floor = post.behind
            yield post


def _is_tail(text: str, post: Found, end: int) -> bool:
    """Tell whether what stands behind an attribution is the rest of the post, which had no picture so far."""
    tail = _TAIL.fullmatch(text, post.behind, end)
    if tail is None or PICTURE.search(text, post.start, post.end):
        return False
    first = tail.group().lstrip().split("\n", 1)[0].rstrip()
    # A line that ends in a colon opens upon another post, unless it goes on with what a colon announced.
    opens = first.endswith(COLONS) and not text.endswith(COLONS, post.start, post.end)
    if NUMBER.fullmatch(first) or opens or about_posts(first):
        return False
    return weigh(text[post.start : post.end] + text[post.behind : end], post.mark) <= bound(post.mark)


def _pictures(text: str) -> Iterator[re.Match[str]]:
    """Find the addresses of pictures in text order; of several in a row the last, which ends the text."""
    for at in occurrences(text, "ic."):
        picture = PICTURE.match(text, at - 1) if text.startswith(_ANCHORS, max(0, at - 1)) else None
        if picture is not None and not _ANOTHER.match(text, picture.end()):
            yield picture


def _pictured(text: str, floor: int, picture: re.Match[str], layout: Layout) -> Found | None:
    if text[picture.start() - 1 : picture.start()] == "(" or _QUOTED_ON.match(text, picture.end()):
        return None
    posted, behind = _dated(text, picture.end())
    mark = Mark(start=picture.end(), end=behind, platform="twitter", posted=posted)
    start = find_start(text, floor, picture.end(), mark, layout)
    return Found(start=start, end=picture.end(), mark=mark)


def _dated(text: str, end: int) -> tuple[Moment | None, int]:
    """Read the date that is glued to a picture, where extraction lost the author between them."""
    if not text[end : end + 1].isalnum():
        return None, end
    return match_date(text, end) or (None, end)


_OTHER = "\u0370-\u0fff\u3040-\ud7af"
_LETTER = re.compile(f"[{_OTHER}]")
_PASSAGE = re.compile(rf"[{_OTHER}](?:[^{_OTHER}]{{0,12}}[{_OTHER}])*[。！？!?…」』）)]{{0,4}}")
# "Twitter" and "tweet", however they begin.
_WORDS_ABOUT_POSTS = ("witter", "weet")
# A passage is a post, not a name or a word, from so many letters on.
_SHORTEST = 25
_SPOKEN_OF = 300
# So near behind one passage the next continues it.
_GOES_ON = 1500


def find_passages(text: str, taken: Sequence[tuple[int, int]]) -> Iterator[Found]:
    """Find the passages in another script than Latin that are posts, outside the sorted spans `taken`."""
    pos = 0
    mentions = (occurrences(text, anchor) for anchor in _WORDS_ABOUT_POSTS)
    for at in sorted(chain.from_iterable(mentions)):
        pos, limit, found = max(pos, at), at + _SPOKEN_OF, False
        while passage := _next_passage(text, pos, limit):
            start, pos = passage.span()
            if (
                _is_long(passage.group())
                and _is_free(taken, start, pos)
                and (found or _spoken_of(text, start))
            ):
                found, limit = True, pos + _GOES_ON
                yield Found(start=start, end=pos, mark=Mark(start=pos, end=pos, platform="twitter"))
        pos = max(pos, limit)


def _next_passage(text: str, pos: int, limit: int) -> re.Match[str] | None:
    letter = _LETTER.search(text, pos, limit)
    return _PASSAGE.match(text, letter.start()) if letter else None


def _is_long(words: str) -> bool:
    return sum(map(str.isalpha, words)) >= _SHORTEST


def _is_free(taken: Sequence[tuple[int, int]], start: int, end: int) -> bool:
    """Tell whether no span of `taken` reaches into ``[start, end)``."""
    at = bisect_left(taken, end, key=lambda span: span[0]) - 1
    return at < 0 or taken[at][1] <= start


def _spoken_of(text: str, start: int) -> bool:
    """Tell whether the words before speak about posts and do not open a quotation."""
    before = text[max(0, start - _SPOKEN_OF) : start]
    return before.rstrip()[-1:] not in ('"', "“", "‘", "«", "(") and about_posts(before)
