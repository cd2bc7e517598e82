"""Posts without an attribution, betrayed by what only a post prints.

``pic.twitter.com/…`` is an address that Twitter puts behind a tweet's text; nobody writes it in prose. A
passage in another script than the article's, where it has just spoken of a tweet, is the other sign.
"""

from __future__ import annotations

import re
from collections import deque
from typing import TYPE_CHECKING

from scraper.flattened.cues import about_posts
from scraper.flattened.layout import layout_of
from scraper.flattened.marks import Found, Mark, occurrences
from scraper.flattened.posts import PICTURE
from scraper.flattened.starts import find_start

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scraper.flattened.layout import Layout

_ANCHORS = ("pic.twitter.com/", "Pic.Twitter.Com/")
_ANOTHER = re.compile(r"\s{0,3}pic\.twitter\.com/", re.IGNORECASE)
_QUOTED_ON = re.compile(r"[\s,.]{0,3}[\"”’»]")
_F = "぀-ヿ㐀-鿿가-힯Ѐ-ӿ؀-ۿ֐-׿ऀ-ॿ฀-๿"
_PASSAGE = re.compile(rf"[{_F}](?:[^{_F}]{{0,12}}[{_F}])*[。！？!?…」』）)]{{0,4}}")
# A passage in another script is a post, not a name or a word, from so many letters on.
_SHORTEST_PASSAGE = 25
_SPOKEN_OF = 300
# So near behind one passage the next continues it.
_GOES_ON = 1500


def find_unattributed(text: str, taken: Sequence[tuple[int, int]], *, passages: bool) -> list[Found]:
    """Find posts without an attribution between the spans that are `taken`, which are in text order.

    Args:
        text: The document.
        taken: The spans of other posts and their attributions.
        passages: Whether a passage in a foreign script counts.
    """
    if "witter" not in text:
        return []
    pictures, western = list(_pictures(text)), not passages or bool(taken) or _western(text)
    if western and not pictures:
        return []
    layout = layout_of(text)
    pictured = list(_find_pictured(text, pictures, taken, layout))
    spans = sorted([*taken, *((post.start, post.end) for post in pictured)])
    foreign = _find_passages(text, spans) if layout.script == "latin" and not western else ()
    return sorted([*pictured, *foreign], key=lambda post: post.start)


def _western(text: str) -> bool:
    """Tell quickly that `text` holds no script but Latin: the code page of Western Europe can write it."""
    try:
        text.encode("cp1252")
    except UnicodeEncodeError:
        return False
    return True


def _find_pictured(
    text: str, pictures: Sequence[re.Match[str]], taken: Sequence[tuple[int, int]], layout: Layout
) -> Iterator[Found]:
    """Find the texts that end in the address of a picture; one printed again is not another post."""
    known = {match.group() for start, end in taken for match in PICTURE.finditer(text, start, end)}
    waiting, floor = deque(taken), 0
    for picture in pictures:
        while waiting and waiting[0][1] <= picture.start():
            floor = max(floor, waiting.popleft()[1])
        if (waiting and waiting[0][0] < picture.end()) or picture.group() in known:
            continue
        post = _pictured(text, floor, picture, layout)
        floor = picture.end()
        if post is not None:
            yield post


def _pictures(text: str) -> Iterator[re.Match[str]]:
    """Find the addresses of pictures in text order; of several in a row the last, which ends the text."""
    for at in sorted(at for anchor in _ANCHORS for at in occurrences(text, anchor)):
        picture = PICTURE.match(text, at)
        if picture is not None and not _ANOTHER.match(text, picture.end()):
            yield picture


def _pictured(text: str, floor: int, picture: re.Match[str], layout: Layout) -> Found | None:
    if text[picture.start() - 1 : picture.start()] == "(" or _QUOTED_ON.match(text, picture.end()):
        return None
    mark = Mark(start=picture.end(), end=picture.end(), platform="twitter")
    start = find_start(text, floor, picture.end(), mark, layout)
    return Found(start=start, end=picture.end(), mark=mark)


def _find_passages(text: str, taken: Sequence[tuple[int, int]]) -> Iterator[Found]:
    """Find passages in a foreign script behind words about a post, and those that go on from there."""
    waiting, last = deque(taken), -_GOES_ON
    for passage in _PASSAGE.finditer(text):
        start, end = passage.span()
        while waiting and waiting[0][1] <= start:
            waiting.popleft()
        if (waiting and waiting[0][0] < end) or sum(map(str.isalpha, passage.group())) < _SHORTEST_PASSAGE:
            continue
        if start - last < _GOES_ON or _spoken_of(text, start):
            last = end
            yield Found(start=start, end=end, mark=Mark(start=end, end=end, platform="twitter"))


def _spoken_of(text: str, start: int) -> bool:
    before = text[max(0, start - _SPOKEN_OF) : start]
    return before.rstrip()[-1:] not in '"“‘«(' and about_posts(before)
