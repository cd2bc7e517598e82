"""Handles in brackets, ``(@handle)``: the one thing that nearly every attribution prints.

The clock that some embeds print before the day: ``9:35 PM - 3 Mar 2016``, ``7:49 PM ∙ Mar 31, 2023``.

Twitter's widgets show the reader's own clock, newsletters the one of their server: the instant has no zone.


The attribution behind a post's text: ``— Name (@handle) March 3, 2020`` and its many spellings.

oEmbed HTML ends every tweet with an em dash, the name, the handle in brackets and the linked date. Text
extraction keeps those words and loses everything else, so they are found from the ``(@``: forward to a date,
back to the dash. A handle in brackets without a date is a handle in prose or a "Follow Name (@handle) on
Twitter" footer, never a post. Bluesky's embeds end in the same way; a handle with a dot is theirs.

Each ``(@`` costs a bounded look both ways, so the scan is linear.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from typing import TYPE_CHECKING

from scraper.records import Moment
from scraper.text.flattened.found_post import Mark, printed_name
from scraper.text.flattened.layout import last_match, line_start, occurrences
from scraper.values.dates import match_date, with_clock

if TYPE_CHECKING:
    from collections.abc import Iterator


# How far before the bracket an attribution may begin: a name, white space, a quote mark of markdown.
_NAME_ROOM = 140
# Bluesky puts the bidi marks U+202A and U+202C around handles; markdown escapes "_" and may link it all. Some
# converters leave a blank or a line end on both sides of what was a link. Of Bluesky name and handle are one.
_HANDLE = re.compile(
    r"\(\s?[\u200e\u202a\u2066]?(?P<link>\[)?@(?P<handle>[A-Za-z0-9_](?:[\w.\-]|\\_){0,79}(?:@[\w.\-]{3,80})?)"
    r"(?(link)\]\([^()\s]{1,200}\))[\u202c\u2069]?\s?\)(?:\]\(https?://[^()\s]{1,200}\))?",
    re.ASCII,
)
# Some systems of newspapers print the name again where the handle belongs, and the seconds since 1970.
_NAME_AGAIN = re.compile(r"\(@(?P<handle>)[^()\n@]{2,60}\)(?=\s{0,3}1\d{9}\b)")


@dataclass(frozen=True, slots=True)
class Bracket:
    """A handle in brackets.

    Attributes:
        floor: Where the name before it may begin at the earliest: no name reaches over another handle.
        start: Offset of the opening bracket.
        end: Offset behind the closing one.
        handle: Without ``@``; empty where something else stands in its place.
    """

    floor: int
    start: int
    end: int
    handle: str


def find_brackets(text: str) -> Iterator[Bracket]:
    """Find every handle in brackets, in text order."""
    before, floor = 0, 0
    for at in occurrences(text, "@"):
        opening = text.rfind("(", max(0, at - 3), at)
        match = _HANDLE.match(text, opening) or _NAME_AGAIN.match(text, opening) if opening >= 0 else None
        if match is not None:
            # Right behind another it stands with it: names hold handles of other networks.
            before = floor if text[floor : match.start()].strip() else before
            room = max(before, match.start() - _NAME_ROOM)
            yield Bracket(room, match.start(), match.end(), match["handle"].replace("\\", ""))
            floor = match.end()


CLOCK = re.compile(
    r"(?<!\d)(?P<hour>\d{1,2}):(?P<minute>\d{2})[ \u202f\u00a0]?(?P<half>[AP]M)?"
    r"[ \u202f\u00a0](?P<dot>[-·–∙•]) "
)


def match_clocked_date(clock: re.Match[str]) -> tuple[Moment, int] | None:
    """Read the day behind a clock; both make a moment without a zone, given with its end."""
    dated = match_date(clock.string, clock.end())
    if dated is None:
        return None
    day, end = dated
    moment = with_clock(day, clock, clock.string[clock.start() : end].strip())
    return (moment, end) if moment else dated


_GAP = re.compile(r"[\s>,:·|*_(\u200e\u200f\u202a-\u202c\u2066-\u2069]{0,40}")
_LINKED = re.compile(r"\[\s{0,3}")
_LINK = re.compile(r"[\s>]{0,9}\]\(<?(?P<url>https?://[^\s()<>]{1,300})[^\s()]{0,20}\)")
_BARE_LINK = re.compile(
    r"\s{0,3}(?P<url>https?://(?:www\.|mobile\.)?(?:twitter|x)\.com/\w{1,20}/status(?:es)?/\d{1,20}[?=&\w]{0,40})",
    re.ASCII,
)
# The em dash as printed, as an entity, and as what a wrong decoding makes of its bytes E2 80 94 or 97.
# Of its bytes as Greek, Cyrillic, Hebrew and as the old DOS pages read them too.
_DASH = re.compile(
    r"—|―|⸺|[âβג]€[”\u0094—]|вЂ”|ΓÇö|ÔÇö|тАФ|â\u0080\u0094|‚Äî|Ã¢â‚¬â€\u009d?|&mdash;|&#8212;|&#x2014;|\x97"
)
# What stands there when the dash was replaced: weaker, so it must look like a separator, at best open a line.
_SPACED_SIGN = r"(?<![^\s>])[?~•](?=\s)"
_SEPARATOR = r"–|&ndash;|\ufffd(?=[\s\w])|(?<![^\s>])\\?-{1,3}(?=\s)|;(?=\s)|/p>"
_NAMED = re.compile(r"[^\W_]")
# Where the dash stood without spaces, so does what replaced it.
_SIGN = re.compile(rf"{_SPACED_SIGN}|(?<=\S)\?(?=[^\W\d_]|\s(?:[^\W\d_a-z][\w.’'-]{{0,20}}\s){{1,4}}\Z)")
_GLUED = r"(?<=[^\s-])(?:--{1,2}(?=[^\s-])|-{1,3}(?=\s))"
_WEAK_DASHES = (
    # Of the bytes E2 80 94 a wrong decoding may leave but the first.
    re.compile(rf"(?<=\n)[ \t>]{{0,12}}(?:{_SEPARATOR}|{_SPACED_SIGN}|â(?=\s))"),
    re.compile(rf"{_SEPARATOR}|{_GLUED}"),
    _SIGN,
)
# What a name behind a weak dash cannot hold: it would be the end of the text.
_NOT_A_NAME = re.compile(
    r"\S  \S|https?:|pic\.(?:twitter|x)\.com|\n\s*\n|[^\n]{60}"
    r"|\b(?:[Pp]hotos?|[Pp]ictures?|[Ii]mages?|[Cc]redit|[Ff]otos?)(?: credit)?: "
)
# The dash deleted altogether leaves the two spaces that stood around it, more where an emoji went, too.
_NO_DASH = re.compile(r"(?<=\S)[ \u00a0]{2,4}(?=\S)")
# Deleted with the spaces, it leaves the name right behind the ten characters of a picture's address.
_PICTURE = re.compile(r"pic\.(?:twitter|x)\.com/[A-Za-z0-9]{10}", re.IGNORECASE)
_BYLINE = re.compile(
    r"(?:by|from|via|follow|(?:posted|written|reporting) by|por|par|von|di)\b", re.IGNORECASE
)
# "— By Jane Roe (@roe)" behind a dateline is who wrote the article.
_WRITER = re.compile(r"By\s+[^\W\d_a-z]")
# Milliseconds or seconds since 1970, as the systems of newspapers print a post's time.
_EPOCH = re.compile(r"(?P<seconds>1\d{9})(?:(?P<thousandths>\d{3})|\.0)?(?!\d)")
_ESCAPED_DAY = re.compile(r"(?P<day>\d{1,4})\\\.")
_LONGEST_DATE = 40
_TELLTALE = re.compile(
    r"(?:pic\.(?:twitter|x)\.com/\w{3,12}|https?://t\.co/\w{8,12}|[#＃]\w{2,40})[\s\"'”’>]*$", re.IGNORECASE
)
_SIGNING_LINE = re.compile(r"^[ \t>]{0,8}—[ \t]?[^\n@()—]{1,50}\(@\w{1,15}\)[ \t]*$", re.MULTILINE)
_NEAR = 1000
_QUOTED_LINE = re.compile(r"[ \t>]{0,12}")
_LONGEST_NAME = 50
_LINE_END = re.compile(r"[ \t]*(?:\n|$)")


def dashed_mark(text: str, bracket: Bracket, floor: int) -> Mark | None:
    """Read ``— Name (@handle) date``: first the date, which prose does not have, then the dash."""
    dated = _dated(text, bracket.end)
    if dated is None:
        return _undated_mark(text, bracket, floor)
    posted, end, url = dated
    printed = posted.as_written or ""
    embedded = any(map(str.isalpha, printed)) or _EPOCH.match(printed) is not None
    dash = _find_dash(text, max(floor, bracket.floor), bracket.start, embedded=embedded)
    if dash is None:
        return None
    name = printed_name(text[dash[1] : bracket.start])
    if name is None or _WRITER.match(name):
        return None
    return Mark(
        start=dash[0], end=end, platform=_platform(bracket.handle), handle=bracket.handle or None,
        name=name or None, posted=posted, url=url,
    )  # fmt: skip


def _undated_mark(text: str, bracket: Bracket, floor: int) -> Mark | None:
    """Read an attribution that lost its date: it ends its line, behind a picture, a link or a hashtag."""
    if not _LINE_END.match(text, bracket.end):
        return None
    dash = last_match(_DASH, text, max(floor, bracket.floor), bracket.start)
    if dash is None or not (
        _TELLTALE.search(text, max(floor, dash.start() - 60), dash.start()) or _is_one_of_several(text, dash)
    ):
        return None
    name = printed_name(text[dash.end() : bracket.start])
    if not name or "\n\n" in text[dash.end() : bracket.start]:
        return None
    return Mark(
        start=dash.start(),
        end=bracket.end,
        platform=_platform(bracket.handle),
        handle=bracket.handle,
        name=name,
    )


def _is_one_of_several(text: str, dash: re.Match[str]) -> bool:
    """Tell whether a line that only signs has another of its kind near: a row of posts without dates."""
    line = line_start(text, dash.start())
    if _SIGNING_LINE.match(text, line) is None:
        return False
    near = _SIGNING_LINE.finditer(text, max(0, line - _NEAR), line + _NEAR)
    return len(list(islice(near, 2))) > 1


def _platform(handle: str) -> str:
    """Tell the platform by the shape of a handle.

    >>> _platform("someone"), _platform("someone.bsky.social"), _platform("someone@example.social")
    ('twitter', 'bluesky', 'mastodon')
    """
    if "@" in handle:
        return "mastodon"
    return "bluesky" if "." in handle.strip(".") else "twitter"


def _dated(text: str, pos: int) -> tuple[Moment, int, str | None] | None:
    """Read the date behind a handle, plain or as a markdown link; with the end and the link's address."""
    gap = _GAP.match(text, pos)
    pos = gap.end() if gap else pos
    linked = _LINKED.match(text, pos)
    pos = linked.end() if linked else pos
    clock = CLOCK.match(text, pos)
    dated = match_clocked_date(clock) if clock else _day(text, pos) or _epoch(text, pos)
    if dated is None:
        return None
    posted, end = dated
    if gap and "(" in gap.group() and text.startswith(")", end):
        end += 1
    link = (_LINK if linked else _BARE_LINK).match(text, end)
    return posted, link.end() if link else end, link["url"] if link else None


def _day(text: str, pos: int) -> tuple[Moment, int] | None:
    r"""Read a date; Markdown keeps "26. Mai 2019" from being the item of a list by writing "26\."."""
    escaped = _ESCAPED_DAY.match(text, pos)
    if escaped is None:
        return match_date(text, pos)
    dated = match_date(f"{escaped['day']}.{text[escaped.end() : escaped.end() + _LONGEST_DATE]}", 0)
    return (dated[0], pos + dated[1] + 1) if dated else None


def _epoch(text: str, pos: int) -> tuple[Moment, int] | None:
    stamp = _EPOCH.match(text, pos)
    if stamp is None:
        return None
    exact = stamp["thousandths"] is not None
    since = int(stamp["seconds"]) + int(stamp["thousandths"] or 0) / 1000
    at = datetime.fromtimestamp(since, UTC).isoformat(timespec="milliseconds" if exact else "seconds")
    printed = Moment(
        at=at.replace("+00:00", "Z"),
        precision="millisecond" if exact else "second",
        source="printed",
        as_written=stamp.group(),
    )
    return printed, stamp.end()


def _find_dash(text: str, floor: int, end: int, *, embedded: bool) -> tuple[int, int] | None:
    """Find the separator before a name: the last true dash, else the last stand-in for it.

    A stand-in needs a date as only those `embedded` print it, in words or in seconds; change logs hold
    "- done (@handle) 2020-03-03".
    """
    dash = last_match(_DASH, text, floor, end)
    if dash is not None and "\n\n" not in text[dash.end() : end].strip():
        return _opening_dash(text, floor, dash, end) or dash.span()
    if not embedded:
        return None
    for pattern in _WEAK_DASHES:
        weak = last_match(pattern, text, floor, end)
        if weak is not None and not _NOT_A_NAME.search(text[weak.end() : end].strip()):
            return _sign_before_name(text, floor, weak, end) if weak.group() == "?" else weak.span()
    return _find_lost_dash(text, floor, end)


def _sign_before_name(text: str, floor: int, last: re.Match[str], end: int) -> tuple[int, int]:
    """Find the "?" that was the dash; where none stands before the name, all of them were its emoji."""
    sign = _before_name(_SIGN, text, floor, end) or last
    named = end - sign.end() <= _LONGEST_NAME and _NAMED.search(text, sign.end(), end)
    lost = None if named else _find_lost_dash(text, floor, end)
    return lost or _behind_telltale(_SIGN, text, floor, sign if named else last).span()


def _before_name(pattern: re.Pattern[str], text: str, floor: int, end: int) -> re.Match[str] | None:
    """Find the last sign before a word of the name, else the last: what the dash became emoji became, too."""
    signs = list(pattern.finditer(text, floor, end))
    named = [sign for sign in signs if _NAMED.search(text, sign.end(), end)]
    return next(reversed(named or signs), None)


def _behind_telltale(pattern: re.Pattern[str], text: str, floor: int, last: re.Match[str]) -> re.Match[str]:
    """Find the last sign right behind a picture, a link or a hashtag."""
    for sign in (last, *reversed(list(pattern.finditer(text, floor, last.start())))):
        if _TELLTALE.search(text, max(0, sign.start() - 60), sign.start()):
            return sign
    return last


def _opening_dash(text: str, floor: int, last: re.Match[str], end: int) -> tuple[int, int] | None:
    """The dash that opens the line where the name holds another one: "— Ada — of the North (@ada)"."""
    line = text.rfind("\n", floor, last.start()) + 1
    blank = _QUOTED_LINE.match(text, line, last.start()) if line > 0 else None
    first = _DASH.match(text, blank.end()) if blank else None
    if first is None or first.end() >= last.start() or end - first.end() > _LONGEST_NAME:
        return None
    return None if _NOT_A_NAME.search(text[first.end() : end]) else first.span()


def _find_lost_dash(text: str, floor: int, end: int) -> tuple[int, int] | None:
    """Find a name whose dash was deleted: behind two spaces, or behind or below the address of a picture."""
    last = _before_name(_NO_DASH, text, floor, end)
    if last is not None:
        signs_off = _BYLINE.match(text, last.end()) is None
        return _behind_telltale(_NO_DASH, text, floor, last).span() if signs_off else None
    line = text.rfind("\n", floor, end)
    if line >= 0 and _TELLTALE.search(text, max(0, line - 60), line):
        return line, line + 1
    picture = last_match(_PICTURE, text, max(floor, line), end)
    return (picture.end(), picture.end()) if picture else None
