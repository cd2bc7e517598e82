"""Find the dates that a page prints for its article.

A printed date is that of publication only after a word for it ("Published on", "Publié le"), where it is all
the text of an element named for it, but for the author, or of a ``<time>`` next to the headline, or where it
is alone right after the headline. Days in the text, and dates of a change, do not count.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from itertools import islice
from operator import itemgetter
from typing import TYPE_CHECKING, Literal

from scraper.html.embeds.section_roles import PageLayout, class_and_id, is_comments, is_elsewhere
from scraper.html.metadata.headline import texts_in
from scraper.html.metadata.meta_and_json_ld import metadata_words, text_on_one_line
from scraper.html.metadata.names import behind_label
from scraper.markup.tree_queries import ancestors, select_first, select_one
from scraper.patterns import lazy_regex
from scraper.values.dates import match_date, parse_date, with_clock, word_starts
from scraper.values.moments import days_apart

if TYPE_CHECKING:
    from collections.abc import Iterator

    from resiliparse.parse.html import ElementNode, HTMLTree

    from scraper.html.metadata.surroundings import Surroundings, Text, Texts
    from scraper.records import Moment

_NAMED = (
    "p, span, time, small, div[class*='date'], div[class*='Date'], div[class*='fecha'], div[class*='datum'],"
    " li[class*='date'], h2[class*='date'], h3[class*='date'], h4[class*='date'], h5[class*='date'],"
    " h6[class*='date'], dd[class*='date'], dd[id*='date'], div[id*='date'],"
    " article > div, header > div, div.meta, div.info, div.submitted, dt + dd"
)
_WHOLE = lazy_regex(r"date|fecha|datum|publish|(?:\b|[-_])(?:meta|byline)\b", re.IGNORECASE)
_WHOLE_BY_HEADLINE = lazy_regex(rf"{_WHOLE.pattern}|(?:\b|[-_]|pub)(?:time|info)\b", re.IGNORECASE)
_REST = lazy_regex(
    r"[\s.,|·]*(?:[–—•∙●▪-]?\s*\b(?:by|par|von|por|di|door)\s[^\d\n]{2,50}|[来來]源\s?[:：]\s*[^\d\n]{1,30})?",
    re.IGNORECASE,
)
#: Words in the class of a time, and labels before it, for the date of a change.
_CHANGED = lazy_regex(r"updat|modif|chang", re.IGNORECASE)
_STATE = lazy_regex(r"^stand:?\s*$", re.IGNORECASE)
#: What may come before a date in its line: a name or a place, and a mark or "on".
_LEAD_IN = lazy_regex(
    r"[\W_]{0,4}(?:[^\W\d_][^\d:]{1,45}?(?:[,،|·•∙●▪/–—(\[-]\s{0,2}|(?=\s(?:on|am|le|el|il|em|vom|den)\s)))?[\s(,|/]{0,3}"
    r"(?:(?:on|am|le|el|il|em|vom|den|the|mo|di|mi|do|fr|sa|so)\s)?",
    re.IGNORECASE,
)
#: Words for other dates: until when, of whom, in which year.
_DATE_OF_ELSE = lazy_regex(
    r"\b(?:until|till|bis|valid|expires?|joined|born|died|founded|established|formed|gegründet|geboren|deadline|copyright|jusqu|hasta|fino|available|verfügbar"
    r"|erscheinungsdatum|release(?:d| date)|event|since|seit|depuis|desde)\b|©",
    re.IGNORECASE,
)
#: Classes for the dates of people and events in microformats, which may have those of posts as well.
_EVENT = lazy_regex(r"(?:^|\s)(?:bday|dday|dtstart|dtend)(?=\s)")
#: The second day of a span of time.
_UNTIL = lazy_regex(r"\s?(?:[-–—]|to|bis|until)\s?\d{1,4}[./-]\d", re.IGNORECASE)
#: What ends a dateline, in front of a sentence.
_PAUSE = lazy_regex(r"\)?(?:\s?Uhr)?\s{0,2}[|·•∙●▪–—/:)\](„“-]")
_BEHIND_DATE = lazy_regex(r"[\s.,|·•∙●▪–—-]*(?:\(?[A-Z]{2,5}\)?|uhr|h)?[\s.,|·•∙●▪–—-]*", re.IGNORECASE)
_IN_NUMBERS = lazy_regex(r"(\d{1,2})(\s?[./|-]\s?)(\d{1,2})\2(?:(\d{4})|(\d\d))(?![\d./-])")
_ON = lazy_regex(r"(?:on|am|le|el|il|em)\s(?=\D{0,14}\d)", re.IGNORECASE)
#: What may come before a date in an element for dates: an author.
_BY = lazy_regex(r"(?:by|par|von|por|di|door)\s[^\d\n:]{2,50}?,\s(?=\D{0,12}\d)", re.IGNORECASE)
_INLINE = frozenset({"a", "b", "strong", "em", "i", "span", "time", "font", "small", "u", "cite", "abbr"})
_HEADS = frozenset({"h1", "h2", "header"})
_PARAGRAPHS = frozenset({"p", "li", "td", "dd"})
_LINES_BEHIND, _LINES_NEAR, _LINES_BEFORE, _LEVELS = 14, 8, 6, 8
_WORDS_BEFORE, _LONGEST_LEAD, _SHORT_LEAD, _SHORT_REST = 12, 120, 2, 30
#: Most characters of a label for a change, with the blanks and "on" after it.
_LONGEST_CHANGE = 60
_MOST_OF_LABEL = 100
_DIGIT = lazy_regex(r"\d")
_CLOCK = lazy_regex(
    r"[\s,|·–-]{0,4}(?:(?:at|à|um|a las|alle|às|om|kl\.?)\s)?"
    r"(?P<hour>\d{1,2})\s?[:h.時시]\s?(?P<minute>\d{2})(?::\d{2}(?!\d)|分|분)?"
    r"(?:\s?(?P<half>[ap])\.?m\b)?",
    re.IGNORECASE,
)
_TRIED, _LONGEST = 400, 200
#: Levels of ancestors around a headline that are its own; and characters before it there that are next to it.
_NEAR, _LEAD = 3, 200
#: Most places of a headline's text to try: breadcrumbs, its own place, a list below; and most headings to try.
_SHOWN, _HEADINGS_TRIED = 4, 20


def _published() -> str:
    by, words = r"(?:by|par|von|por|di|door)\s[^\d\n:]{2,50}?", _alternatives("published")
    return (
        r"^(?:by|par|von|por|di|door)\s[^\d\n:|·•∙●▪]{2,50}?\s?[|·•∙●▪]\s?(?=\D{0,12}\d)"
        rf"|(?:^|[|·•∙●▪\n–—-]\s{{0,3}}|(?<=\d)|\b{by}\s)(?:{words})"
        r"(?:\s(?:by|par|von|por|da|di|door)\s[^\d\n:]{2,50}?(?=\s(?:on|le|am|el|em|il|op)\s))?"
        r"\s{0,3}[:：]?\s{0,3}"
        r"(?:(?:on(?: the)?|le|am|vom|el|em|il|op|den|dne|tarihi|fi|في|pe|la)(?:\s{1,3}|(?=:)))?[:：]?\s{0,3}"
    )


def _alternatives(kind: str) -> str:
    return "|".join(sorted(metadata_words()[kind], key=len, reverse=True))


_ON_A_DAY = r"(?:on|at|am|le|el|il|em|den|op|om|kl\.?)"
_END = rf"[\s:：]*{_ON_A_DAY}?[\s:：]*$"
#: A label for the date of publication; for that of a change at the end of a text; the same, or "Stand", after which
#: German broadcasters print their only date by the headline; and one with a date after it.
_PUBLISHED = lazy_regex(_published, re.IGNORECASE)
_CHANGE_AT_END = lazy_regex(lambda: rf"(?:{_alternatives('changed')}){_END}", re.IGNORECASE)
_STAND_AT_END = lazy_regex(lambda: rf"(?:{_alternatives('changed')}|stand){_END}", re.IGNORECASE)
_CHANGE_WITHIN = lazy_regex(
    lambda: rf"(?<!\w)(?:last\s)?(?:{_alternatives('changed')})[\s:：]{{1,3}}(?:{_ON_A_DAY}\s)?(?=\D{{0,14}}\d)",
    re.IGNORECASE,
)


@cache
def _changes() -> tuple[str, ...]:
    """Return words of which one is in every label for a change: a search for them takes a quarter of the time."""
    words = ["stand", *metadata_words()["changed"]]
    return tuple(word for word in words if not any(other in word for other in words if other != word))


def _at_end(label: re.Pattern[str], words: str) -> re.Match[str] | None:
    """Return the label for a change that words end in."""
    end = max(0, len(words) - _LONGEST_CHANGE)
    return label.search(words, end) if _may_name_change(words[end:]) else None


def _may_name_change(words: str) -> bool:
    return any(map(words.lower().__contains__, _changes()))


def printed_change(around: Surroundings) -> Moment | None:
    """Return the date printed after "Updated" around a headline."""
    for texts in (around.behind, around.before):
        for place, text in enumerate(islice(texts, _LINES_BEHIND)):
            if not _may_name_change(text.words):
                continue
            label = _at_end(_STAND_AT_END, text.words) or _CHANGE_WITHIN.search(text.words)
            if label is None or text.is_beside:
                continue
            words, at = text.words, label.end()
            if at == len(words) and (following := texts.at(place + 1)):
                words, at = following.words, 0
            if dated := _date_at(words, at):
                return dated[0]
    return None


def date_by_headline(around: Surroundings, *, numeric: str, is_needed: bool) -> Moment | None:
    """Return the date by itself after a headline, else right before it; if `is_needed`, also in lines far from it."""
    alone = (_date_alone(*line, numeric=numeric) for line in _lines(around, is_needed=is_needed))
    return next(filter(None, alone), None)


def _lines(around: Surroundings, *, is_needed: bool) -> Iterator[tuple[Texts, int, Text]]:
    behind = islice(around.behind, _LINES_BEHIND if is_needed else _LINES_NEAR)
    yield from ((around.behind, place, text) for place, text in enumerate(behind))
    before = list(enumerate(around.before))[-_LINES_BEFORE:] if is_needed else []
    yield from ((around.before, place, text) for place, text in reversed(before))


def _date_alone(texts: Texts, place: int, text: Text, *, numeric: str) -> Moment | None:
    """Return the date of a line, if there is no more in it than a label, a name, a place or a clock."""
    words = text.words
    if not _DIGIT.search(words) or _DATE_OF_ELSE.search(words, 0, _LONGEST_LEAD):
        return None
    before = texts.at(place - 1) if place else None
    stamped = _of_time(text)
    for start in word_starts(words, 0, _LONGEST_LEAD, most=_WORDS_BEFORE):
        if dated := _date_at(words, start, numeric=numeric):
            moment, end = dated
            if not _is_alone(words, start, end) or not _is_of_article(text, before):
                return None
            return stamped if stamped and days_apart(stamped, moment) in {-1, 0, 1} else moment
    return stamped if stamped and len(words) <= _SHORT_REST and _is_of_article(text, before) else None


def _date_at(text: str, at: int, *, numeric: str = "") -> tuple[Moment, int] | None:
    """Return the date that begins at an offset, with the clock after it and no zone; also the offset of its end.

    The order of numbers alone is known by dots, or by the page's language.
    """
    dated = match_date(text, at)
    found = _IN_NUMBERS.match(text, at) if numeric and dated is None else None
    if found and found[2].strip() in numeric:
        moment = parse_date(f"{found[1]}.{found[3]}.{found[4] or '20'}{found[5] or ''}")
        dated = (moment, found.end()) if moment else None
    if dated is None:
        return None
    day, end = dated
    clock = _CLOCK.match(text, end)
    if clock and (moment := with_clock(day, clock, text[at : clock.end()].strip())):
        return moment, clock.end()
    return replace(day, as_written=text[at:end].strip()), end


def is_order_likely(date: Moment) -> bool:
    """Return True if only the page's language tells day from month in a printed date."""
    written = date.as_written or ""
    return _IN_NUMBERS.match(written) is not None and match_date(written, 0) is None


def _is_alone(words: str, start: int, end: int) -> bool:
    """Return True if a date is in no sentence: in front of it a label, a name or a place, and a mark after it."""
    lead = words[:start]
    if _UNTIL.match(words, end) or _at_end(_CHANGE_AT_END, lead) or _CHANGE_WITHIN.search(f"{lead}1"):
        return False
    label = _PUBLISHED.search(lead) or _STATE.search(lead)
    if label is not None and label.end() == len(lead):
        return True
    if not _LEAD_IN.fullmatch(lead):
        return False
    if _BEHIND_DATE.fullmatch(words, end) or _REST.fullmatch(words, end) or _CHANGE_WITHIN.search(words, end):
        return True
    is_short = start < _SHORT_LEAD and len(words) <= _LONGEST_LEAD and len(words) - end <= _SHORT_REST
    return is_short or _PAUSE.match(words, end) is not None


def _is_of_article(text: Text, before: Text | None) -> bool:
    """Return True if a date is that of the article's publication, by the line before it and its element."""
    label = before.words if before and len(before.words) <= _LONGEST_LEAD else ""
    if _at_end(_CHANGE_AT_END, label) or _DATE_OF_ELSE.search(label):
        return False
    if label.endswith(":") and not any(known.search(label) for known in (_PUBLISHED, _WHOLE, _STATE)):
        return False
    return _is_in_head(text)


def _is_in_head(text: Text) -> bool:
    """Return True if a date is neither a part of a sentence or of another story, nor that of a change."""
    node = text.parent
    around = list(islice(ancestors(node), _LEVELS))
    block = next((box for box in (node, *around) if box.tag not in _INLINE), node)
    whole = text_on_one_line(block) if block.tag in _PARAGRAPHS else ""
    is_begun = whole.startswith(text.words) and not _ON.match(whole)
    if (len(whole) > _LONGEST and not is_begun) or (_ON.match(whole) and len(whole) > len(text.words) + _SHORT_REST):
        return False
    link = node if node.tag == "a" else next((box for box in around if box.tag == "a"), None)
    if link is not None and len(text_on_one_line(link)) > len(text.words) + _SHORT_REST:
        return False
    return not any(box.tag == "blockquote" for box in around) and not text.is_beside and not is_date_of_change(node)


def _of_time(text: Text) -> Moment | None:
    """Return the moment in the attribute of the ``<time>`` that a text is in."""
    node = text.parent if text.parent.tag == "time" else text.parent.closest("time")
    moment = parse_date(node.getattr("datetime") or "") if node is not None else None
    return replace(moment, source="metadata") if moment else None


def printed_date(tree: HTMLTree, *, numeric: str = "") -> Moment | None:
    """Return the date that a page prints after a word for publishing, or in an element named for it; else of an update.

    That of an update is in the first line that begins with "Updated", or in an element named for it.
    """
    layout, headline = PageLayout(tree), _headline(tree)
    lead = _lead(headline) if headline is not None else ""
    is_above, is_headed = headline is not None, False
    short: list[tuple[ElementNode, str]] = []
    for node in select_first(tree, _NAMED if headline is None else f"{_NAMED}, {headline.tag}", _TRIED):
        text = (node.text or "").strip()
        if node == headline:
            is_above, is_headed = False, True
        elif len(text) > _LONGEST:
            is_headed &= node.tag != "p"  # the article's text has begun
        elif _DIGIT.search(text):
            short.append((node, text))
            is_by_headline = is_headed or (is_above and text in lead)
            # A date far above the headline is that of today.
            label = _label_of(node)
            is_for_dates = label is not None or _is_named(node, is_by_headline=is_by_headline)
            is_named = (is_by_headline or not is_above) and is_for_dates
            if moment := _date_in(
                node, text, None if label == "publication" else layout, is_named=is_named, numeric=numeric
            ):
                return moment
    return next(filter(None, (_update_in(node, text, layout) for node, text in short)), None)


def _update_in(node: ElementNode, text: str, layout: PageLayout) -> Moment | None:
    """Return the date after "Updated" at the beginning of a text, or at that of an element named for updates."""
    label = _CHANGE_WITHIN.search(text, 0, _MOST_OF_LABEL) if _may_name_change(text) else None
    if label is None and not _CHANGED.search(class_and_id(node)):
        return None
    dated = _date_at(text, label.end() if label else 0)
    return replace(dated[0], source="update") if dated and _is_own(node, layout) else None


def _is_own(node: ElementNode, layout: PageLayout | None) -> bool:
    """Return True if a date is neither in comments nor, with a layout, in a box of other stories."""
    return not (is_comments(node) or (layout and any(is_elsewhere(above, layout) for above in ancestors(node))))


def _headline(tree: HTMLTree) -> ElementNode | None:
    """Return the article's heading: the longest one that is in the ``<title>``, else the first ``<h1>``."""
    window = select_one(tree, "title")
    title = text_on_one_line(window) if window is not None else ""
    named = ((text_on_one_line(heading), heading) for heading in select_first(tree, "h1, h2, h3", _HEADINGS_TRIED))
    held = [(len(name), heading) for name, heading in named if name and name in title]
    return max(held, key=itemgetter(0))[1] if held else select_one(tree, "h1")


def _lead(headline: ElementNode) -> str:
    """Return the text right above a headline; breadcrumbs may repeat the headline."""
    *_, outer = [headline, *islice(ancestors(headline), _NEAR)]
    *parts, _ = (outer.text or "").split(headline.text or "\0", _SHOWN)
    return "\n".join(part[-_LEAD:] for part in parts)


def _date_in(node: ElementNode, text: str, layout: PageLayout | None, *, is_named: bool, numeric: str) -> Moment | None:
    label = _PUBLISHED.search(text)
    begin = label or _ON.match(text) or (_BY.match(text) if is_named else None)
    at = begin.end() if begin else 0
    if label is None and not is_named:
        return None
    if not match_date(text, at):
        text = " ".join(texts_in(node)) if begin is None else text  # day, month and year may each have an element
    dated = _date_at(text, at, numeric=numeric)
    if dated is None:
        return None
    moment, end = dated
    is_alone = _UNTIL.match(text, end) is None if label else _REST.fullmatch(text, end) is not None
    if not is_alone or not _is_own(node, layout):
        return None
    return _stamped(node, text[at:end]) or moment


def _is_named(node: ElementNode, *, is_by_headline: bool) -> bool:
    """Return True if an element is one for a date, by its name, or is a ``<time>`` by the headline."""
    name = class_and_id(node)
    if _EVENT.search(name):
        return False
    if node.tag == "time":
        return is_by_headline and not is_date_of_change(node)
    is_for_dates = (_WHOLE_BY_HEADLINE if is_by_headline else _WHOLE).search(name)
    return is_for_dates is not None and not is_date_of_change(node)


def _label_of(node: ElementNode) -> Literal["publication", "author"] | None:
    """Return the kind of element before one: a label for the publication, such as a ``<dt>``, or a byline."""
    before = node.prev_element
    words = text_on_one_line(before) if before is not None else ""
    if len(words) <= _SHORT_REST and _PUBLISHED.fullmatch(words):
        return "publication"
    return "author" if 0 < len(words) <= _LONGEST_CHANGE and behind_label(words) else None


def _stamped(node: ElementNode, printed: str) -> Moment | None:
    """Return the date in the attribute of a ``<time>`` that contains the printed date; else None."""
    clock = node.query_selector("time[datetime]")
    shown = (clock.text or "").strip() if clock is not None else ""
    is_same = shown in printed or printed in shown
    moment = parse_date(clock.getattr("datetime") or "") if clock and is_same else None
    return replace(moment, source="metadata") if moment else None


def is_date_of_change(node: ElementNode) -> bool:
    """Return True if a time is that of a change of the article, or is next to the article."""
    above = node.parent_element
    before = (above.text or "")[:300].partition(node.text or "\0")[0] if above else ""
    beside = node.closest("aside, nav, footer")
    if _at_end(_STAND_AT_END, before) or (beside and not _ends_article(beside)):
        return True
    if _is_in_list(node) or any(is_comments(above) for above in ancestors(node)):
        return True
    names = f"{class_and_id(node)} {node.getattr('itemprop') or ''}"
    return _CHANGED.search(names) is not None and not is_hatom_date(names)


def _is_in_list(node: ElementNode) -> bool:
    """Return True if an element is part of one of several stories in a list."""
    item = node.closest("li, article")
    if item is None or item.query_selector("h1") is not None:
        return False
    if item.tag == "li":
        return item.query_selector("h2, h3, h4") is not None
    return any(near is not None and near.tag == "article" for near in (item.prev_element, item.next_element))


def is_hatom_date(names: str) -> bool:
    """Return True if a class of hAtom is that of a theme's only date, which it calls updated as well."""
    others = " ".join(name for name in names.casefold().split() if name != "updated")
    return not _CHANGED.search(others) and re.search(r"date|published|posted", others) is not None


def _ends_article(node: ElementNode) -> bool:
    """Return True if an element is the footer of an article, or next to its headline: themes print its date there."""
    is_next = any(one is not None and one.tag in _HEADS for one in (node.prev_element, node.next_element))
    is_own = node.tag == "footer" or (node.tag == "aside" and is_next and len(text_on_one_line(node)) <= _LONGEST)
    return is_own and node.closest("article") is not None
