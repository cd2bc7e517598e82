"""Where a post's text starts: the walk back over paragraphs.

See `scraper.text.flattened` for how it is decided.


How an article numbers the posts that it shows: "#3" before each, or "3." where many lines became one.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from scraper.text.flattened.embed_phrases import skip_furniture
from scraper.text.flattened.found_post import FARTHEST, before_advert
from scraper.text.flattened.layout import first_sentence, paragraph_starts, quote_mark, skip_blank
from scraper.text.flattened.paragraph_score import is_label, outside_quotes, stands_above_link, voice
from scraper.text.flattened.post_context import Place
from scraper.text.flattened.sentence_start import start_in_line
from scraper.text.flattened.vocabulary import (
    BULLET,
    COLONS,
    FURNITURE,
    about_crowd,
    about_posts,
    only_entities,
    saying,
    tweetish,
)
from scraper.values.dates import match_date

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scraper.text.flattened.found_post import Mark
    from scraper.text.flattened.layout import Layout

_PICTURE = re.compile(r"pic\.(?:twitter|x)\.com/\w{3,12}(?=\s)", re.IGNORECASE)
# The number of an item in an article that is a list: "7.", "#7: Oh no".
NUMBER = re.compile(r"\W{0,2}\d{1,3}\W{1,2}")
_HEADING = re.compile(r"#\d{1,3}\b")
# A line of the page, of no post; a fence around code.
_OF_THE_PAGE = re.compile(rf"{FURNITURE}[ :]*|`{{3,}}\w*", re.IGNORECASE)
_ELLIPSES = ("…", "...")
_STOPS = (".", "!", "?")
_COLON_LOST_ITS_LINE = re.compile(r":(?<=[^\n:]{40}[^\W\d_]:)(?=[A-Z@#“\"]|\.@)")
# Nobody but a post writes so.
_SHORTENED = "//t.co/"
_ITEM = re.compile(r"(?P<number>\d{1,2})[.)] ")
# Hardly a post reaches farther back.
_NEARBY = 1000
# A post has no more paragraphs than this.
_MOST_PARAGRAPHS = 30
# Points of what is nearly sure: words that the article quoted before, the items of a list.
_KNOWN_AGAIN = 4.0
_LISTED = 3.0
# Points for two line breaks of the post's own, printed on top of those between paragraphs.
_WIDE_GAP = 2.0
# Points for beginning where the line does.
_BEHIND_POST, _AT_PARAGRAPH, _AT_DOCUMENT = 3.5, 3.5, 0.5
# And so many more behind the number that an article gives the post.
_NUMBERED = 2.0
# Points for standing below words that announce a post, where blank lines tell paragraphs from lines.
_ANNOUNCED = 3.5
# And so many more if they give the author's whole name.
_BY_NAME = 2.0
# Points for being as long as a post is that was cut.
_CUT = 3.0
# From here on nothing farther up makes good.
_HOPELESS = -6.0
# Points for beginning with the document.
_AT_THE_TOP = -1.0


def find_start(text: str, floor: int, end: int, mark: Mark, layout: Layout) -> int:
    """Give the offset where the text that ends at `end` begins, not before `floor`."""
    near = max(floor, end - FARTHEST)
    quoted = _markdown_quote(text, near, end)
    if quoted is not None:
        return quoted
    place = Place(text, end, mark, layout)
    others = _behind_picture(place, near)
    behind = behind_numbers(place, others)
    if behind > near:
        floor = near = behind
    starts = _paragraphs(place, near)[: 1 if floor and layout.torn else None]
    walked = _walk_back(place, starts, at_floor=layout.row if floor else _AT_THE_TOP)
    start = skip_furniture(text, walked, end)
    behind_post = floor > 0 and "\n" not in text[floor:start]
    return _inside_line(place, start, behind_post=behind_post, numbered=behind > others)


def _behind_picture(place: Place, near: int) -> int:
    """Give the offset behind the last picture that ends another post, `near` without one.

    The address of a picture is the last of a text, but for tags and links. What is too long to be a post
    is an advert, which is cut off later.
    """
    at = place.end
    while (at := place.text.rfind("ic.", near, at)) > near:
        picture = _PICTURE.match(place.text, at - 1, place.end)
        if picture is not None and not only_entities(place.text[picture.end() : place.end].lstrip()):
            return picture.end() if place.fits(picture.end()) else near
    return near


def _paragraphs(place: Place, near: int) -> Sequence[int]:
    """Give the starts of the paragraphs down to the first that cannot be the post's, the last one first."""
    end, blank_lines = place.end, place.layout.blank_lines
    nearer = max(near, end - _NEARBY)
    starts = paragraph_starts(place.text, nearer, end, blank_lines=blank_lines)
    # The farthest is cut; the one behind it must be too far to be asked what stands above it.
    if nearer > near and (len(starts) < 3 or place.fits(starts[-2])):
        starts = paragraph_starts(place.text, near, end, blank_lines=blank_lines)
    return starts[:_MOST_PARAGRAPHS]


def _markdown_quote(text: str, floor: int, end: int) -> int | None:
    """Give the start of the markdown quote (``> `` on every line) that holds `end`; an item begins one."""
    line = max(text.rfind("\n", floor, end) + 1, floor)
    quote = quote_mark(text, line)
    if quote is None:
        return None
    while line > floor and not quote["item"]:
        line = max(text.rfind("\n", floor, line - 1) + 1, floor)
        above = quote_mark(text, line)
        if above is None:
            break
        quote = above
    return skip_blank(text, quote.end(), end)


def _walk_back(place: Place, starts: Sequence[int], *, at_floor: float) -> int:
    """Go back over paragraphs as far as they sound like a post; the most points win."""
    best, points = starts[0], 0.0
    most = _above(place, starts, 0, at_floor=at_floor) + _CUT * place.is_cut_here(best)
    for n, (start, previous) in enumerate(pairwise(starts), 1):
        if not place.fits(previous) or _stops(place, previous, start):
            break
        points += _points(place, previous, start)
        if points < _HOPELESS:
            break
        total = points + _above(place, starts, n, at_floor=at_floor) + _CUT * place.is_cut_here(previous)
        if total > most:
            best, most = previous, total
    return best


def _points(place: Place, previous: int, start: int) -> float:
    """Judge the paragraph between `previous` and `start`, behind which the text goes on."""
    if place.printed_before(previous, start):
        return _KNOWN_AGAIN
    before, words = place.text[previous:start].strip(), place.text[start : place.end]
    wide = place.text.endswith("\n" * 4, previous, start)
    return (_LISTED if _lists(place, before, words) else voice(place, before, words)) + _WIDE_GAP * wide


def _above(place: Place, starts: Sequence[int], n: int, *, at_floor: float) -> float:
    """Judge what stands above the `n`-th start: the last post, words that lead this one in, or prose."""
    if n + 1 == len(starts):
        return at_floor
    above = place.text[starts[n + 1] : starts[n]].strip()
    if NUMBER.fullmatch(above):
        return 6.0
    if _leads_in(place, above):
        points = _ANNOUNCED if place.layout.blank_lines else 3.0
        return points + _BY_NAME * place.names_author_fully(above)
    spoken = not (
        tweetish(above) or BULLET.match(above) or is_label(above, place.text[starts[n] : place.end])
    )
    if above.endswith(COLONS) and spoken:
        return _ANNOUNCED if place.layout.blank_lines else 2.0
    crowd = about_crowd(above)
    if about_posts(above) or (crowd and saying(above)):
        return 2.0
    too_long = place.layout.blank_lines and not place.fits(starts[n + 1])
    points = 1.5 * (too_long and above.endswith(_STOPS) and not tweetish(above))
    return points + 1.0 * crowd + 0.5 * above.endswith(_ELLIPSES)


def _stops(place: Place, previous: int, start: int) -> bool:
    """Tell whether a paragraph cannot be part of the post: it announces one, is another's, numbers a post."""
    before, words = place.text[previous:start].strip(), place.text[start : place.end]
    if skip_furniture(place.text, start, place.end) > start:
        return True
    about = about_posts(before) and _SHORTENED not in before
    if about and (saying(before) or not stands_above_link(place, words)):
        return True
    if _leads_in(place, before) and not _lists(place, before, words):
        return True
    # A hashtag on a line of its own that a sentence goes on behind.
    if _HEADING.fullmatch(before) and words[:1].islower():
        return False
    if NUMBER.fullmatch(before) or _HEADING.match(before) or _OF_THE_PAGE.fullmatch(before):
        return True
    item = _ITEM.match(before)
    return item is not None and not _ITEM.match(words) and _counts_on(place, int(item["number"]))


def _counts_on(place: Place, number: int) -> bool:
    """Tell whether the next item follows the attribution: the article's list, in which posts stand."""
    behind = _ITEM.match(place.text[place.mark.end : place.mark.end + 20].lstrip())
    return behind is not None and int(behind["number"]) == number + 1


def _leads_in(place: Place, words: str) -> bool:
    """Tell whether a paragraph announces the post: by a colon, or by naming its author."""
    own_words = outside_quotes(words)
    if place.names_author_fully(words) and not tweetish(own_words):
        return True
    if not (about_posts(words) or saying(words)):
        return False
    if words.rstrip(" \"'”’»*_").endswith(COLONS):
        return not BULLET.match(words)
    return place.names_author(words) and not tweetish(own_words)


def _lists(place: Place, before: str, words: str) -> bool:
    """Tell whether `words` go on with a list that `before` is an item of or announces."""
    if not BULLET.match(words):
        return False
    announced = before.endswith(COLONS) and not about_posts(before) and not place.names_author(before)
    return announced or BULLET.match(before) is not None


def _inside_line(place: Place, start: int, *, behind_post: bool, numbered: bool) -> int:
    """Find the start inside the paragraph when that holds more than the post."""
    glued = behind_post or place.prose_behind or _holds_lead_in(place, start)
    if not glued and (place.fits(start) or _holds_advert(place, start)):
        return start
    at_floor = _at_line(place, start, behind_post=behind_post) + _NUMBERED * numbered
    found = start_in_line(place, start, at_floor=at_floor)
    return start if found is None else found


def _holds_advert(place: Place, start: int) -> bool:
    """Tell whether a text that is too long ends in an advert, which is cut off later."""
    return before_advert(place.text, start, place.end, place.mark) < place.end


def _at_line(place: Place, start: int, *, behind_post: bool) -> float:
    """Give points for beginning where the line does: a document does not make as good a start."""
    if behind_post:
        return _BEHIND_POST + place.layout.row
    return _AT_PARAGRAPH if place.text[max(0, start - 200) : start].strip() else _AT_DOCUMENT


def _holds_lead_in(place: Place, start: int) -> bool:
    """Tell whether a paragraph says that the author posts what follows, or has lost a line end at a colon."""
    if _COLON_LOST_ITS_LINE.search(place.text, start, place.end):
        return True
    words = first_sentence(place.text, start, place.end)
    return about_posts(words) and place.names_author(words) and not tweetish(words)


_COUNT = re.compile(r"#(?<![^\s\d.:!?]#)(?P<number>\d{1,3})(?:\s+|[:.)]+ ?|(?=[^\W\d_]))(?=\S)")
# Behind a bracket that closes stands the date of an attribution: "(@rosaq) 3. März".
_INLINE_ITEM = re.compile(r"(?<=[ \t])(?<!\) )(?P<number>\d{1,2})[.)] (?=\S)")
# Glued to the date before it, and to the text.
_GLUED = re.compile(r"(\d{1,2})\.(?=\D)")
# So far before a post the last number is looked for, and behind it the next: hardly a remark is longer.
_NUMBER_ROOM, _REMARK = 1000, 300


def behind_numbers(place: Place, near: int) -> int:
    """Give the offset behind the last number by which the article counts its posts, `near` without one."""
    for count in _COUNT.finditer(place.text, near, place.end):
        if _is_counted(place, count):
            near = count.end()
    return _behind_glued(place, _behind_item(place, near))


def _behind_glued(place: Place, near: int) -> int:
    """Step over a number right behind the last attribution if the next one stands right behind this one."""
    item = _GLUED.match(place.text, near) if near > 0 and place.text[near - 1].isdigit() else None
    following = _GLUED.match(place.text, place.mark.end) if item else None
    return item.end() if item and following and int(following[1]) == int(item[1]) + 1 else near


def _is_counted(place: Place, count: re.Match[str]) -> bool:
    """Tell whether the post with the next number follows, or the last stands before: "#2 … #3"."""
    number = int(count["number"])
    behind = place.text[place.mark.end : place.mark.end + 20].lstrip()
    return behind.startswith(f"#{number + 1}") or (
        number > 1
        and place.text.find(f"#{number - 1}", max(0, count.start() - _NUMBER_ROOM), count.start()) >= 0
    )


def _behind_item(place: Place, near: int) -> int:
    """Step over a number in the line if it goes on with those around other posts.

    Numbers with words between them inside the text are the post's own list; one that others do not lead up to
    is an ordinal.
    """
    limit = place.mark.end + _REMARK
    items = list(_INLINE_ITEM.finditer(place.text, max(0, near - _NUMBER_ROOM), limit))
    first, last = ({int(item["number"]): item.start() for item in order} for order in (items[::-1], items))
    for item in items:
        number = int(item["number"])
        if item.start() < near or item.end() > place.end or item.end() < last.get(number + 1, -1) < place.end:
            continue
        passed = [first.get(number - n, near) < near for n in (1, 2)]
        comes = last.get(number + 1, -1) >= place.mark.end
        counts = comes if number == 1 else passed[0] and (passed[1] or comes)
        if counts and match_date(place.text, item.start()) is None:
            near = item.end()
    return near
