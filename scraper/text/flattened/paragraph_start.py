"""Find the start of a post's text: walk back over paragraphs from the end of the text.

The paragraph that touches the attribution belongs to the post. It and each one before it are candidates;
their features are named in `paragraph_features`, and `found_post` weighs them. If the chosen paragraph
contains more than the post, `sentence_start` gives the candidates inside it.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from scraper.patterns import lazy_regex
from scraper.text.flattened.embed_phrases import skip_boilerplate
from scraper.text.flattened.found_post import MAX_SEARCH_BACK, choose_start, cut_advert
from scraper.text.flattened.layout import PostContext, first_sentence, paragraph_starts, quote_mark, skip_blank
from scraper.text.flattened.paragraph_features import above_features, begins_with_link, continues_list, passed_features
from scraper.text.flattened.sentence_start import sentence_candidates
from scraper.text.flattened.words import BOILERPLATE, mentions_posts, only_entities

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scraper.text.flattened.found_post import Attribution, Candidates
    from scraper.text.flattened.layout import Layout

_PICTURE = lazy_regex(r"pic\.(?:twitter|x)\.com/\w{3,12}(?=\s)", re.IGNORECASE)
_NUMBERED_HEADING = lazy_regex(r"#\d{1,3}\b")
# A line of boilerplate, or the fence around code.
_BOILERPLATE_LINE = lazy_regex(rf"{BOILERPLATE}[ :]*|`{{3,}}\w*", re.IGNORECASE)
_COLON_LOST_ITS_LINE = lazy_regex(r":(?<=[^\n:]{40}[^\W\d_]:)(?=[A-Z@#“\"]|\.@)")
# Only posts contain links shortened by Twitter.
_SHORT_LINK = "//t.co/"
_ITEM = lazy_regex(r"(?P<number>\d{1,2})[.)] ")
_MOST_PARAGRAPHS = 30
# Two line breaks are the post's own, in addition to those between paragraphs.
_WIDE_GAP = "\n" * 4

_COUNT = lazy_regex(r"#(?<![^\s\d.:!?]#)(?P<number>\d{1,3})(?:\s+|[:.)]+ ?|(?=[^\W\d_]))(?=\S)")
# A number after a closing bracket begins the date of an attribution: "(@rosaq) 3. März".
_INLINE_ITEM = lazy_regex(r"(?<=[ \t])(?<!\) )(?P<number>\d{1,2})[.)] (?=\S)")
# A number between the date before it and the text, without spaces.
_GLUED_NUMBER = lazy_regex(r"(\d{1,2})\.(?=\D)")
# How many characters before a post to look for the last number, and after it for the next.
_NUMBER_REACH, _LONGEST_REMARK = 1000, 300


def find_post_start(text: str, floor: int, end: int, attribution: Attribution, layout: Layout) -> int:
    """Return the offset where the text of a post that ends at `end` begins, not before `floor`."""
    near = max(floor, end - MAX_SEARCH_BACK)
    quoted = _markdown_quote_start(text, near, end)
    if quoted is not None:
        return quoted
    context = PostContext(text, end, attribution, layout)
    behind_picture = _skip_other_picture(context, near)
    behind_number = _skip_post_number(context, behind_picture)
    if behind_number > near:
        floor = near = behind_number
    # The starts of the paragraphs before the end, the last first, up to one that is too far.
    starts = paragraph_starts(context.text, near, context.end, blank_lines=layout.blank_lines)
    starts = starts[: 1 if floor and layout.splits_posts else _MOST_PARAGRAPHS]
    candidates = _walk_back(context, starts, floor_features=layout.row if floor else ())
    walked = choose_start(candidates, "paragraphs")
    start = skip_boilerplate(text, walked, end)
    behind_post = floor > 0 and "\n" not in text[floor:start]
    return _refine_in_line(context, start, behind_post=behind_post, numbered=behind_number > behind_picture)


def _markdown_quote_start(text: str, floor: int, end: int) -> int | None:
    """Return the start of the Markdown quote (``> `` on every line) around `end`; None without one."""
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
    """Return the offset after the last picture that ends another post (tags and links may follow it), else `near`."""
    at = context.end
    while (at := context.text.rfind("ic.", near, at)) > near:
        picture = _PICTURE.match(context.text, at - 1, context.end)
        if picture is not None and not only_entities(context.text[picture.end() : context.end].lstrip()):
            return picture.end() if context.fits(picture.end()) else near
    return near


def _walk_back(context: PostContext, starts: Sequence[int], *, floor_features: Sequence[str]) -> Candidates:
    """Return the candidates, walking back while paragraphs can be the post's and the text fits."""
    passed: Counter[str] = Counter()
    candidates: Candidates = {}
    for n, start in enumerate(starts):
        if n:
            if not context.fits(start) or _ends_search(context, start, starts[n - 1]):
                break
            passed.update(_paragraph_features(context, start, starts[n - 1]))
        is_floor = n + 1 == len(starts)
        above = floor_features if is_floor else above_features(context, starts[n + 1], start)
        truncated = ["start: of a truncated post"] if context.is_truncated_from(start) else []
        candidates[start] = passed + Counter([*above, *truncated])
    return candidates


def _paragraph_features(context: PostContext, previous: int, start: int) -> list[str]:
    if context.is_repeated(previous, start):
        return ["passed: printed before"]
    before, words = context.text[previous:start].strip(), context.text[start : context.end]
    gap = ["passed: a wide gap"] if context.text.endswith(_WIDE_GAP, previous, start) else []
    if continues_list(before, words):
        return ["passed: an item of the post's list", *gap]
    return [*passed_features(context, before, words), *gap]


def _ends_search(context: PostContext, previous: int, start: int) -> bool:
    """Return True if a paragraph cannot be the post's: it introduces or numbers one, or is boilerplate."""
    before, words = context.text[previous:start].strip(), context.text[start : context.end]
    if skip_boilerplate(context.text, start, context.end) > start:
        return True
    if mentions_posts(before) and _SHORT_LINK not in before and not begins_with_link(context, words):
        return True
    # A numeric hashtag on a separate line in the middle of a sentence.
    if _NUMBERED_HEADING.fullmatch(before) and words[:1].islower():
        return False
    is_heading = _NUMBERED_HEADING.match(before) or _BOILERPLATE_LINE.fullmatch(before)
    return is_heading is not None or _is_article_item(context, before)


def _is_article_item(context: PostContext, before: str) -> bool:
    """Return True if a paragraph is an item of the article's list, with its next item after the post."""
    item = _ITEM.match(before)
    if item is None:
        return False
    end = context.attribution.end
    following = _ITEM.match(context.text[end : end + 20].lstrip())
    return following is not None and int(following["number"]) == int(item["number"]) + 1


def _refine_in_line(context: PostContext, start: int, *, behind_post: bool, numbered: bool) -> int:
    """Return a start inside the paragraph at `start` if it contains more than the post, else `start`."""
    is_shared = behind_post or context.is_followed_by_prose or _has_lead_in(context, start)
    # An advert at its end is cut off later.
    if not is_shared and (
        context.fits(start) or cut_advert(context.text, start, context.end, context.attribution) < context.end
    ):
        return start
    is_below = behind_post or context.text[max(0, start - 200) : start].strip()
    floor_features = [] if is_below else ["line: the document begins"]
    floor_features += ["line: behind a post", *context.layout.row] if behind_post else []
    floor_features += ["line: behind the post's number"] if numbered else []
    candidates = sentence_candidates(context, start, floor_features)
    return choose_start(candidates, "sentences") if candidates else start


def _has_lead_in(context: PostContext, start: int) -> bool:
    """Return True if a paragraph begins by saying that the author posts, or lost a line break at a colon."""
    if _COLON_LOST_ITS_LINE.search(context.text, start, context.end):
        return True
    words = first_sentence(context.text, start, context.end)
    return mentions_posts(words) and context.mentions_author(words)


def _skip_post_number(context: PostContext, near: int) -> int:
    """Return the offset after the last number ("#3", "3.") given to a post by the article, `near` without one."""
    for count in _COUNT.finditer(context.text, near, context.end):
        if _is_post_count(context, count):
            near = count.end()
    near = _skip_inline_item(context, near)
    # A number may be glued to the last attribution, if the next is glued to this one.
    item = _GLUED_NUMBER.match(context.text, near)
    following = _GLUED_NUMBER.match(context.text, context.attribution.end) if item else None
    return item.end() if item and following and int(following[1]) == int(item[1]) + 1 else near


def _is_post_count(context: PostContext, count: re.Match[str]) -> bool:
    """Return True if the next number follows the post or the last one precedes it: "#2 … #3"."""
    number = int(count["number"])
    behind = context.text[context.attribution.end : context.attribution.end + 20].lstrip()
    if behind.startswith(f"#{number + 1}"):
        return True
    floor = max(0, count.start() - _NUMBER_REACH)
    return context.text.find(f"#{number - 1}", floor, count.start()) >= 0


def _skip_inline_item(context: PostContext, near: int) -> int:
    """Return the offset after an inline number that continues those around other posts, or `near`."""
    attribution_end = context.attribution.end
    items = list(_INLINE_ITEM.finditer(context.text, max(0, near - _NUMBER_REACH), attribution_end + _LONGEST_REMARK))
    first, last = ({int(item["number"]): item.start() for item in order} for order in (items[::-1], items))
    for item in items:
        number = int(item["number"])
        if item.start() < near or item.end() > context.end:
            continue
        is_preceded = first.get(number - 1, near) < near
        is_followed = last.get(number + 1, -1) >= attribution_end
        if is_followed if number == 1 else is_preceded:
            near = item.end()
    return near
