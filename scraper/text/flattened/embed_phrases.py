"""Find posts by the phrases that platforms and publishers print around an embed.

Instagram prints ``A post shared by Name (@handle) on …`` with the clock of its own office, US Pacific, and
the time zone; since 2020 neither date nor caption. Facebook prints ``Posted by Name on Monday, …``; the
weekday distinguishes its embeds from a blog's "Posted by admin on March 3, 2020".

The BBC frames every embed for screen readers: ``Skip Twitter post by @handle`` before it,
``End of Twitter post by @handle`` after it; either may be lost. Instagram's own HTML begins with
``View this post on Instagram``. An opening marks the start of a post's text, a closing names its author.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from ahocorasick_rs import BytesAhoCorasick

from scraper.patterns import lazy_regex
from scraper.registry import any_label, labels, normal_handle
from scraper.text.embed_words import widget_lists, widget_words, words_of
from scraper.text.flattened.found_post import Attribution, printed_name
from scraper.text.flattened.layout import last_match, occurrences
from scraper.text.quotes.words.languages import either, weekdays
from scraper.values.dates import match_date
from scraper.values.dates.grammar import date_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scraper.records import Moment
    from scraper.text.flattened.dash_attributions import BracketedHandle

_HANDLE_BEHIND = lazy_regex(r"[^\n@]{0,9}@(?P<handle>\w[\w.]{0,29})")
# Printed with the zone of Instagram's office, in some languages in words.
_OFFICE_CLOCK = lazy_regex(r"[^\n.]{0,30}?\d{1,2} ?[:.]\d{2}[^\n]{0,14}?\bP[SD]T\b[^\n]{0,20}?(?=\n|\Z)")
_ZONE_IN_WORDS = lazy_regex(r"[ ][^\n()]{1,20}\)(?=\n|\Z)")
_LONGEST_CLOSING = 140
# Between a name and "A post shared by" on the line above.
_NAME_REACH = 200
_FACEBOOK_NAME_ROOM = 110
_LONGEST_CAPTION = 2500


def parse_instagram_attribution(text: str, bracket: BracketedHandle, floor: int) -> Attribution | None:
    """Return the attribution around an Instagram handle in brackets; None if there is none."""
    floor = max(floor, bracket.floor, bracket.start - _NAME_REACH)
    before = text[floor : bracket.start].casefold()
    likely = any(sign in before for sign in _shared_signs())
    phrase = last_match(_SHARED_BY, text, floor, bracket.start) if likely else None
    if phrase is None:
        return _parse_trailing_phrase(text, bracket, floor)
    name = printed_name(text[phrase.end() : bracket.start])
    if name is None:
        return None
    posted, end = _parse_shared_date(text, bracket.end)
    return Attribution(
        start=phrase.start(), end=end, platform="instagram", handle=bracket.handle, name=name or None, posted=posted
    )


def _parse_shared_date(text: str, pos: int) -> tuple[Moment | None, int]:
    """Parse ``on Mar 3, 2020 at 3:02pm PST``; return the instant, if any, and the offset after it."""
    on = _ON.match(text, pos)
    if on is None:
        return None, pos
    dated = match_date(text, on.end())
    if dated is None:
        return None, on.end("on") if on["on"] else pos
    rest = (_OFFICE_CLOCK if dated[0].precision == "day" else _ZONE_IN_WORDS).match(text, dated[1])
    return dated[0], rest.end() if rest else dated[1]


_SHARED_BY = lazy_regex(
    lambda: "|".join(_shared(*row) for row in widget_lists("instagram")["shared_by"]), re.IGNORECASE
)


def _shared(articles: str, nouns: str, verbs: str, prepositions: str) -> str:
    article, noun, verb, preposition = ("|".join(words_of(words)) for words in (articles, nouns, verbs, prepositions))
    before = f"(?:(?:{article}) )?" * bool(article) + f"(?:{noun}) " * bool(noun)
    return rf"{before}(?:{verb})" + rf" (?:{preposition})" * bool(preposition) + r"\b"


@cache
def _shared_signs() -> list[str]:
    """Return the case-folded verbs; every such phrase contains one, and substrings are fast."""
    return [verb.casefold() for row in widget_lists("instagram")["shared_by"] for verb in words_of(row[2])]


_ON = lazy_regex(
    lambda: rf"\s{{1,3}}(?P<on>{widget_words('instagram', 'on')})(?!\w)[\s:]{{0,4}}|[ ,·]{{1,3}}", re.IGNORECASE
)


def find_unbracketed_attributions(text: str) -> Iterator[Attribution]:
    """Find ``A photo posted by @handle on Mar 12, 2015 at 5:30pm PDT``; without the clock it is a sentence."""
    has_clock = "@" in text and ("PST" in text or "PDT" in text)
    for phrase in _SHARED_BY.finditer(text) if has_clock else ():
        handle = _HANDLE_BEHIND.match(text, phrase.end())
        posted, end = _parse_shared_date(text, handle.end()) if handle else (None, 0)
        if handle is not None and posted is not None and posted.precision == "minute":
            yield Attribution(
                start=phrase.start(), end=end, platform="instagram", handle=handle["handle"], posted=posted
            )


def _parse_trailing_phrase(text: str, bracket: BracketedHandle, floor: int) -> Attribution | None:
    """Return the attribution in a language with the phrase, or a part of it, after the handle."""
    start = max(floor, text.rfind("\n", floor, bracket.start) + 1)
    before = text[start : bracket.start].lstrip()
    for opening, phrase in _shared_around():
        behind = phrase.match(text, bracket.end) if before.startswith(opening) else None
        if behind is not None and (opening or behind[0].strip()):
            name = printed_name(before.removeprefix(opening))
            posted, end = _parse_shared_date(text, behind.end())
            return Attribution(
                start=start, end=end, platform="instagram", handle=bracket.handle, name=name or None, posted=posted
            )
    return _parse_closing_line(text, bracket, start)


@cache
def _shared_around() -> list[tuple[str, re.Pattern[str]]]:
    """Return the words before a name and a regular expression for those after its handle, by language."""
    pairs = [("", widget_words("instagram", "shared_after")), *widget_lists("instagram")["shared_around"]]
    return [(opening, lazy_regex(rf"\s?(?i:{phrase})")) for opening, phrase in pairs]


def _parse_closing_line(text: str, bracket: BracketedHandle, start: int) -> Attribution | None:
    """Return the attribution on a short line with a handle below Instagram's first line, in any words."""
    above = text[max(0, start - _LONGEST_CAPTION) : start]
    end = text.find("\n", bracket.end)
    end = end if end >= 0 else len(text)
    is_short = end - start <= _LONGEST_CLOSING and not text[start:end].rstrip().endswith((".", "!", "?", ":"))
    if not is_short or not any(name in above for name in _INSTAGRAM) or not above.endswith("\n"):
        return None
    opening = last_match(_OPENING, above, 0, len(above))
    if opening is None or "@" in above[opening.end() :]:
        return None
    return Attribution(start=start, end=end, platform="instagram", handle=bracket.handle)


def find_facebook_attributions(text: str) -> Iterator[Attribution]:
    """Find every ``Posted by Name on Monday, 3 March 2020``, Facebook's attribution."""
    for anchor in ("Posted by ", *_local_anchors(text)):
        for at in occurrences(text, anchor):
            attribution = _parse_facebook(text, at, at + len(anchor))
            if attribution is not None:
                yield attribution


def _local_anchors(text: str) -> Sequence[str]:
    """Return Facebook's "Posted by" in other languages, in texts that name the site."""
    words = widget_lists("facebook")
    if not any(name in text for name in words["names"]):
        return ()
    encoded = text.encode("utf-8", "replace")  # it may hold half of a pair of surrogates
    found = {index for index, _, _ in _posted_by().find_matches_as_indexes(encoded, overlapping=True)}
    return [f"{words['posted_by'][index]} " for index in sorted(found)]


@cache
def _posted_by() -> BytesAhoCorasick:
    """Return the automaton for "Posted by" in all languages: one search takes less than dozens."""
    return BytesAhoCorasick([phrase.encode() for phrase in widget_lists("facebook")["posted_by"]])


def _weekday() -> str:
    others = (day for day in date_words().weekdays if len(day) > (3 if day.isascii() else 2))
    return rf"(?:{weekdays()}|{either(others)})(?:ที่)?,?(?: {{1,2}}|(?=\n)|\Z)"


_WEEKDAY = lazy_regex(_weekday, re.IGNORECASE)
_NUMBER = lazy_regex(r"(?<!\d)\d{1,4}(?=[\s.年년])")
# Found between a name and the day after it, and between a day and its weekday.
_BEFORE_DAY = lazy_regex(lambda: rf"(?:\s(?:{widget_words('facebook', 'on')}))?[\s,:–-]*\Z")
_BETWEEN_DATE_AND_DAY = lazy_regex(r"[\s,(]{0,3}")


def _parse_facebook(text: str, at: int, name_start: int) -> Attribution | None:
    """Return the attribution that begins at `at`; None if it lacks a weekday, a date or a name."""
    limit = min(len(text), name_start + _FACEBOOK_NAME_ROOM)
    line = text.find("\n", name_start, limit)
    limit = line if line >= 0 else limit
    dated = _weekday_and_date(text, name_start, limit)
    if dated is None:
        return None
    start, end, posted = dated
    name = printed_name(_BEFORE_DAY.sub("", text[name_start:start]))
    return Attribution(start=at, end=end, platform="facebook", name=name, posted=posted) if name else None


def _weekday_and_date(text: str, start: int, limit: int) -> tuple[int, int, Moment] | None:
    """Return the start, end and moment of a date with a weekday before or after it."""
    weekday = _WEEKDAY.search(text, start, limit)
    if weekday is None:
        return None
    dated = match_date(text, weekday.end())
    if dated is not None:
        return weekday.start(), dated[1], dated[0]
    for number in _NUMBER.finditer(text, start, weekday.start()):
        dated = match_date(text, number.start())
        gap = _BETWEEN_DATE_AND_DAY.match(text, dated[1]) if dated else None
        if dated is not None and gap is not None and gap.end() >= weekday.start():
            return number.start(), max(dated[1], weekday.end()), dated[0]
    return None


_NETWORKS = f"(?i:{any_label()})"
_CLOSING = lazy_regex(
    rf"End of (?P<network>{_NETWORKS}) (?:post|video|content)(?:,? \d{{1,2}})?"
    r"(?: by (?:@(?P<handle>[\w.]{1,30})|(?P<name>[^\n]{1,60})))?"
)
_FRAME_OPENING = (
    rf"Skip {_NETWORKS} (?:post|video|content)(?:,? \d{{1,2}})?"
    r"(?: by(?: @[\w.]{1,30}| [^\n]{1,60}(?=\n\n)|(?= [A-Z])| [^\n]{1,60}(?=\n))?)?\s*"
    # The BBC in other languages, with numbered embeds.
    rf"|(?:Saltar|Pule|Ignorer|Lewati|Ruka|Tsallake|Dhaaf|Fò|Mafere|Bỏ qua|Пропустить|تخطى)\s+{_NETWORKS}"
    r"(?:\s+[^\W\d_]+)?, \d{1,2}\s*"
    rf"|{_NETWORKS} paylaşımını geçin, \d{{1,2}}\s*"
)
_OPENING = lazy_regex(lambda: rf"{_FRAME_OPENING}|(?:{widget_words('instagram', 'openings')})[.:]?(?=\s|\Z)")
# Every opening contains one of these literals.
_INSTAGRAM = ("Instagram", "اینستاگرام", "אינסטגרם")
_OPENING_LITERALS = ("Skip ", *_INSTAGRAM, ", 1", ", 2", ", 3", ", 4", ", 5", ", 6", ", 7", ", 8", ", 9")
_NAMED_BY_HANDLE = frozenset({"instagram", "tiktok", "threads", "bluesky"})
# The consent notice that the BBC prints instead of an embed: a question, and the label of the button twice.
_CONSENT_NOTICE = lazy_regex(
    rf"[^\n?@#]{{0,40}}\b{_NETWORKS}\b[^\n?@#]{{0,20}}\?[^@#]{{0,700}}?"
    r"(?:accept and continue['’”\"]?\.?(?:\s{1,3}Accept and continue)?"
    r"|['‘“\"«](?P<button>[^'’”\"»\n]{4,40})['’”\"»]\.?\s{1,3}(?P=button))\s*",
    re.IGNORECASE,
)
_REPORT_BUTTON = lazy_regex(r"\s+Report(?: this social embed(?:, make a complaint)?)?$")
# Notes before a text: an editor's in brackets, the BBC's closing words in Urdu.
_BOILERPLATE = lazy_regex(
    # The date at the beginning of texts in some collections.
    r"date \d{4}(?:-\d{2}){1,2} "
    r"|(?:Example:?\s{0,3})?\[[^\]\n]{0,60}\b(?:Twitter|Facebook|Instagram|e-?mail)\b[^\]\n]{0,60}\]\s{0,3}"
    r"|@?\w{1,20} کی \w{1,10}(?: \w{1,10})? پر (?:پوسٹ|ٹو\S{1,6}) کا خاتمہ(?: ہوا)?\s{0,3}"
    r"|(?:Twitter|Facebook|Instagram)[^\n]{0,20} پوسٹ (?:نظرانداز کریں|کا اختتام)[ ,\d]{0,5}\s{0,3}"
)


def find_frame_ends(text: str) -> Iterator[Attribution]:
    """Find every ``End of Twitter post by @handle``, an attribution without a date."""
    for at in occurrences(text, "End of "):
        closing = _CLOSING.match(text, at)
        if closing is not None:
            platform = labels()[closing["network"].lower()]
            # Other platforms than Twitter have no sign before a handle, which has no blanks.
            name = closing["name"]
            is_handle = platform in _NAMED_BY_HANDLE and name and normal_handle(name, platform) == name
            yield Attribution(
                start=at, end=closing.end(), platform=platform,
                handle=name if is_handle else closing["handle"], name=None if is_handle else name,
            )  # fmt: skip


def is_frame_end(text: str, attribution: Attribution) -> bool:
    """Return True if an attribution is the ``End of Twitter post`` of a frame."""
    return text.startswith("End of ", attribution.start)


def find_frame_start(text: str, floor: int, end: int) -> int | None:
    """Return the offset after the last opening in ``text[floor:end]`` and its notice; None without one."""
    if not any(text.find(literal, floor, end) >= 0 for literal in _OPENING_LITERALS):
        return None
    opening = last_match(_OPENING, text, floor, end)
    if opening is None:
        return None
    notice = _CONSENT_NOTICE.match(text, opening.end(), end)
    return notice.end() if notice else opening.end()


def skip_report_button(text: str, floor: int, end: int) -> int:
    """Return the offset before the "Report" button that the BBC prints after a text, else `end`."""
    report = _REPORT_BUTTON.search(text, max(floor, end - 60), end)
    return report.start() if report else end


def skip_boilerplate(text: str, start: int, end: int) -> int:
    """Return the offset after a note before a text, else `start`."""
    note = _BOILERPLATE.match(text, start, end)
    return note.end() if note else start
