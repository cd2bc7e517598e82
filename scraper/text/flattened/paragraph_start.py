"""Find where the text of a post starts: walk back over paragraphs from the end of the text.

The paragraph that touches the attribution belongs to the post. Each one before it gets a score (see
`scraper.text.flattened.paragraph_score`), and the start with the highest sum wins. Where that paragraph holds
more than the post, `scraper.text.flattened.sentence_start` finds the start inside it.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from scraper.text.flattened.embed_phrases import skip_boilerplate
from scraper.text.flattened.found_post import MAX_SEARCH_BACK, cut_advert
from scraper.text.flattened.layout import first_sentence, paragraph_starts, quote_mark, skip_blank
from scraper.text.flattened.paragraph_score import (
    is_speaker_label,
    score_paragraph,
    stands_above_link,
    without_quotations,
)
from scraper.text.flattened.post_context import PostContext
from scraper.text.flattened.sentence_start import find_sentence_start
from scraper.text.flattened.vocabulary import (
    BOILERPLATE,
    BULLET,
    COLONS,
    has_post_marks,
    introduces_speech,
    mentions_posts,
    only_entities,
    opens_with_crowd,
)
from scraper.values.dates import match_date

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scraper.text.flattened.found_post import Attribution
    from scraper.text.flattened.layout import Layout

_PICTURE = re.compile(r"pic\.(?:twitter|x)\.com/\w{3,12}(?=\s)", re.IGNORECASE)
# The number of an item in an article that is a list: "7.", "#7:".
ITEM_NUMBER = re.compile(r"\W{0,2}\d{1,3}\W{1,2}")
_NUMBERED_HEADING = re.compile(r"#\d{1,3}\b")
# A line of boilerplate, or the fence around code.
_BOILERPLATE_LINE = re.compile(rf"{BOILERPLATE}[ :]*|`{{3,}}\w*", re.IGNORECASE)
_ELLIPSES = ("…", "...")
_STOPS = (".", "!", "?")
_COLON_LOST_ITS_LINE = re.compile(r":(?<=[^\n:]{40}[^\W\d_]:)(?=[A-Z@#“\"]|\.@)")
# Only posts hold links that Twitter shortened.
_SHORT_LINK = "//t.co/"
_ITEM = re.compile(r"(?P<number>\d{1,2})[.)] ")
# Hardly any post is longer, so paragraphs farther back are split only if needed.
_USUAL_REACH = 1000
_MOST_PARAGRAPHS = 30
# Points of a paragraph that the article printed before, and of an item of the post's list: nearly certain.
_REPEATED = 4.0
_LISTED = 3.0
# Points for a gap of four line breaks: two are the post's own, on top of those between paragraphs.
_WIDE_GAP = 2.0
# Points for a start behind the last post, at the beginning of a paragraph, at that of the document.
_BEHIND_POST, _AT_PARAGRAPH, _AT_DOCUMENT = 3.5, 3.5, 0.5
# Points on top of those for a start behind the number that the article gives the post.
_NUMBERED = 2.0
# Points for a start below words that introduce the post, below a mere colon, and the same where blank lines
# tell paragraphs from lines; more if the words give the author's whole name.
_INTRODUCED, _BELOW_COLON, _INTRODUCED_CLEARLY = 3.0, 2.0, 3.5
_BY_FULL_NAME = 2.0
# Points for a start below the number of an item, and below words about posts.
_BELOW_NUMBER, _BELOW_MENTION = 6.0, 2.0
# Points for a start from which the text is as long as a truncated post.
_TRUNCATED = 3.0
# A sum below this is not made up for by paragraphs farther up.
_HOPELESS = -6.0
# Points for a start at the top of the document.
_AT_TOP = -1.0

_COUNT = re.compile(r"#(?<![^\s\d.:!?]#)(?P<number>\d{1,3})(?:\s+|[:.)]+ ?|(?=[^\W\d_]))(?=\S)")
# A number behind a closing bracket begins the date of an attribution: "(@rosaq) 3. März".
_INLINE_ITEM = re.compile(r"(?<=[ \t])(?<!\) )(?P<number>\d{1,2})[.)] (?=\S)")
# A number between the date before it and the text, without spaces.
_GLUED_NUMBER = re.compile(r"(\d{1,2})\.(?=\D)")
# How many characters before a post the last number may stand, and behind it the next.
_NUMBER_REACH, _LONGEST_REMARK = 1000, 300


def find_post_start(text: str, floor: int, end: int, attribution: Attribution, layout: Layout) -> int:
    """Return the offset at which the text of a post begins.

    Args:
        text: The document.
        floor: The offset behind the last post, before which the text cannot begin.
        end: The offset behind the text.
        attribution: The attribution of the post.
        layout: How the document separates its paragraphs and posts.
    """
    near = max(floor, end - MAX_SEARCH_BACK)
    quoted = _markdown_quote_start(text, near, end)
    if quoted is not None:
        return quoted
    context = PostContext(text, end, attribution, layout)
    behind_picture = _skip_other_picture(context, near)
    behind_number = _skip_post_number(context, behind_picture)
    if behind_number > near:
        floor = near = behind_number
    starts = _paragraph_candidates(context, near)[: 1 if floor and layout.splits_posts else None]
    walked = _walk_back(context, starts, floor_score=layout.row_score if floor else _AT_TOP)
    start = skip_boilerplate(text, walked, end)
    behind_post = floor > 0 and "\n" not in text[floor:start]
    return _refine_in_line(context, start, behind_post=behind_post, numbered=behind_number > behind_picture)


def _markdown_quote_start(text: str, floor: int, end: int) -> int | None:
    """Return where the Markdown quote (``> `` on every line) that holds `end` begins; None without one."""
    line = max(text.rfind("\n", floor, end) + 1, floor)
    quote = quote_mark(text, line)
    if quote is None:
        return None
    while line > floor and not quote["item"]:  # an item of a list begins another quote
        line = max(text.rfind("\n", floor, line - 1) + 1, floor)
        above = quote_mark(text, line)
        if above is None:
            break
        quote = above
    return skip_blank(text, quote.end(), end)


def _skip_other_picture(context: PostContext, near: int) -> int:
    """Return the offset behind the last picture that ends another post, `near` without one.

    A picture's address is the last word of a text, except for tags and links. What follows one and is too
    long for a post is an advert, which is cut off later.
    """
    at = context.end
    while (at := context.text.rfind("ic.", near, at)) > near:
        picture = _PICTURE.match(context.text, at - 1, context.end)
        if picture is not None and not only_entities(context.text[picture.end() : context.end].lstrip()):
            return picture.end() if context.fits(picture.end()) else near
    return near


def _paragraph_candidates(context: PostContext, near: int) -> Sequence[int]:
    """Return where the paragraphs before the end begin, the last first, down to one that is too far."""
    end, blank_lines = context.end, context.layout.blank_lines
    nearer = max(near, end - _USUAL_REACH)
    starts = paragraph_starts(context.text, nearer, end, blank_lines=blank_lines)
    # The farthest is cut off at `nearer`, so the next one must already be too far for a post.
    if nearer > near and (len(starts) < 3 or context.fits(starts[-2])):
        starts = paragraph_starts(context.text, near, end, blank_lines=blank_lines)
    return starts[:_MOST_PARAGRAPHS]


def _walk_back(context: PostContext, starts: Sequence[int], *, floor_score: float) -> int:
    """Return the start with the highest score, walking back as long as paragraphs can be the post's."""

    def score_at(n: int) -> float:
        truncated = _TRUNCATED * context.is_truncated_from(starts[n])
        return _score_above(context, starts, n, floor_score=floor_score) + truncated

    best, highest, score = starts[0], score_at(0), 0.0
    for n, (start, previous) in enumerate(pairwise(starts), 1):
        if not context.fits(previous) or _ends_search(context, previous, start):
            break
        score += _score_between(context, previous, start)
        if score < _HOPELESS:
            break
        total = score + score_at(n)
        if total > highest:
            best, highest = previous, total
    return best


def _score_between(context: PostContext, previous: int, start: int) -> float:
    """Score the paragraph from `previous` to `start`, where the rest of the text begins."""
    if context.is_repeated(previous, start):
        return _REPEATED
    before, words = context.text[previous:start].strip(), context.text[start : context.end]
    gap = _WIDE_GAP * context.text.endswith("\n" * 4, previous, start)
    listed = _continues_list(context, before, words)
    return (_LISTED if listed else score_paragraph(context, before, words)) + gap


def _score_above(context: PostContext, starts: Sequence[int], n: int, *, floor_score: float) -> float:
    """Score the `n`-th start by what stands above it: the last post, words that introduce this one, prose."""
    if n + 1 == len(starts):
        return floor_score
    above = context.text[starts[n + 1] : starts[n]].strip()
    if ITEM_NUMBER.fullmatch(above):
        return _BELOW_NUMBER
    has_blank_lines = context.layout.blank_lines
    if _introduces_post(context, above):
        points = _INTRODUCED_CLEARLY if has_blank_lines else _INTRODUCED
        return points + _BY_FULL_NAME * context.mentions_full_name(above)
    if above.endswith(COLONS) and _is_prose_above(above, context.text[starts[n] : context.end]):
        return _INTRODUCED_CLEARLY if has_blank_lines else _BELOW_COLON
    crowd = opens_with_crowd(above)
    if mentions_posts(above) or (crowd and introduces_speech(above)):
        return _BELOW_MENTION
    # Prose with which the text would be too long for a post confirms that the post begins below it.
    is_too_long = has_blank_lines and not context.fits(starts[n + 1])
    closed_prose = is_too_long and above.endswith(_STOPS) and not has_post_marks(above)
    return 1.5 * closed_prose + 1.0 * crowd + 0.5 * above.endswith(_ELLIPSES)


def _is_prose_above(above: str, words: str) -> bool:
    """Return whether a paragraph that ends in a colon is prose: no post, list item or speaker's label."""
    return not (has_post_marks(above) or BULLET.match(above) or is_speaker_label(above, words))


def _ends_search(context: PostContext, previous: int, start: int) -> bool:
    """Return whether a paragraph cannot be the post's: it introduces one, is boilerplate, numbers a post."""
    before, words = context.text[previous:start].strip(), context.text[start : context.end]
    if skip_boilerplate(context.text, start, context.end) > start:
        return True
    is_about_posts = mentions_posts(before) and _SHORT_LINK not in before
    if is_about_posts and (introduces_speech(before) or not stands_above_link(context, words)):
        return True
    if _introduces_post(context, before) and not _continues_list(context, before, words):
        return True
    # A hashtag that is a number, on a line of its own in the middle of a sentence.
    if _NUMBERED_HEADING.fullmatch(before) and words[:1].islower():
        return False
    return _is_heading(before) or _is_article_item(context, before, words)


def _is_heading(before: str) -> bool:
    """Return whether a paragraph is the number of an item, a numbered heading or boilerplate."""
    return bool(
        ITEM_NUMBER.fullmatch(before)
        or _NUMBERED_HEADING.match(before)
        or _BOILERPLATE_LINE.fullmatch(before)
    )


def _is_article_item(context: PostContext, before: str, words: str) -> bool:
    """Return whether a paragraph is an item of the article's list, whose next item follows the post."""
    item = _ITEM.match(before)
    if item is None or _ITEM.match(words):
        return False
    end = context.attribution.end
    following = _ITEM.match(context.text[end : end + 20].lstrip())
    return following is not None and int(following["number"]) == int(item["number"]) + 1


def _introduces_post(context: PostContext, words: str) -> bool:
    """Return whether a paragraph introduces the post: by a colon, or by naming its author."""
    own_words = without_quotations(words)
    if context.mentions_full_name(words) and not has_post_marks(own_words):
        return True
    if not (mentions_posts(words) or introduces_speech(words)):
        return False
    if words.rstrip(" \"'”’»*_").endswith(COLONS):
        return not BULLET.match(words)
    return context.mentions_author(words) and not has_post_marks(own_words)


def _continues_list(context: PostContext, before: str, words: str) -> bool:
    """Return whether `words` continue a list that `before` is an item of or introduces."""
    if not BULLET.match(words):
        return False
    if before.endswith(COLONS) and not mentions_posts(before) and not context.mentions_author(before):
        return True
    return BULLET.match(before) is not None


def _refine_in_line(context: PostContext, start: int, *, behind_post: bool, numbered: bool) -> int:
    """Return the start inside the paragraph at `start` if that holds more than the post, else `start`."""
    is_shared = behind_post or context.is_followed_by_prose or _has_lead_in(context, start)
    if not is_shared and (context.fits(start) or _has_advert(context, start)):
        return start
    floor_score = _score_line_start(context, start, behind_post=behind_post) + _NUMBERED * numbered
    found = find_sentence_start(context, start, floor_score=floor_score)
    return start if found is None else found


def _has_advert(context: PostContext, start: int) -> bool:
    """Return whether the text from `start` ends in an advert, which is cut off later."""
    return cut_advert(context.text, start, context.end, context.attribution) < context.end


def _score_line_start(context: PostContext, start: int, *, behind_post: bool) -> float:
    """Score a start at the beginning of the line; that of the document is the weakest."""
    if behind_post:
        return _BEHIND_POST + context.layout.row_score
    return _AT_PARAGRAPH if context.text[max(0, start - 200) : start].strip() else _AT_DOCUMENT


def _has_lead_in(context: PostContext, start: int) -> bool:
    """Return whether a paragraph begins by saying that the author posts, or lost a line break at a colon."""
    if _COLON_LOST_ITS_LINE.search(context.text, start, context.end):
        return True
    words = first_sentence(context.text, start, context.end)
    return mentions_posts(words) and context.mentions_author(words) and not has_post_marks(words)


def _skip_post_number(context: PostContext, near: int) -> int:
    """Return the offset behind the last number by which the article counts its posts, `near` without one.

    Articles print "#3" before each post, or "3." where extraction joined many lines.
    """
    for count in _COUNT.finditer(context.text, near, context.end):
        if _is_post_count(context, count):
            near = count.end()
    return _skip_glued_number(context, _skip_inline_item(context, near))


def _is_post_count(context: PostContext, count: re.Match[str]) -> bool:
    """Return whether the next number follows the post or the last one stands before it: "#2 … #3"."""
    number = int(count["number"])
    behind = context.text[context.attribution.end : context.attribution.end + 20].lstrip()
    if behind.startswith(f"#{number + 1}"):
        return True
    floor = max(0, count.start() - _NUMBER_REACH)
    return number > 1 and context.text.find(f"#{number - 1}", floor, count.start()) >= 0


def _skip_glued_number(context: PostContext, near: int) -> int:
    """Return the offset behind a number glued to the last attribution if the next is glued to this one."""
    item = _GLUED_NUMBER.match(context.text, near) if near > 0 and context.text[near - 1].isdigit() else None
    following = _GLUED_NUMBER.match(context.text, context.attribution.end) if item else None
    return item.end() if item and following and int(following[1]) == int(item[1]) + 1 else near


def _skip_inline_item(context: PostContext, near: int) -> int:
    """Return the offset behind a number in the line that continues those around other posts, or `near`.

    Numbers inside the text with words between them are the post's own list; a number that no others lead up
    to is an ordinal.
    """
    attribution_end = context.attribution.end
    items = list(
        _INLINE_ITEM.finditer(context.text, max(0, near - _NUMBER_REACH), attribution_end + _LONGEST_REMARK)
    )
    first, last = ({int(item["number"]): item.start() for item in order} for order in (items[::-1], items))
    for item in items:
        number = int(item["number"])
        next_item = last.get(number + 1, -1)
        if item.start() < near or item.end() > context.end or item.end() < next_item < context.end:
            continue
        is_preceded, is_led_up_to = (first.get(number - n, near) < near for n in (1, 2))
        is_followed = next_item >= attribution_end
        counts = is_followed if number == 1 else is_preceded and (is_led_up_to or is_followed)
        if counts and match_date(context.text, item.start()) is None:
            near = item.end()
    return near
