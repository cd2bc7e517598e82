"""Find attributions after a dash, ``— Name (@handle) March 3, 2020``, in their many spellings.

oEmbed HTML ends every tweet with an em dash, the name, the handle in brackets and the linked date. Text
extraction keeps only those words, so the search starts from ``(@``: forward to a date, back to the dash. A
handle in brackets without a date is prose or a "Follow Name (@handle) on Twitter" footer, never a post.
Bluesky's embeds end in the same way; their handles contain a dot.

Each ``(@`` costs a bounded look in both directions, so the scan is linear in the length of the text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

from scraper.patterns import lazy_regex
from scraper.text.flattened.found_post import Attribution, printed_name
from scraper.text.flattened.layout import last_match, line_start, occurrences
from scraper.values.dates import match_date, with_clock
from scraper.values.moments import since_1970

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scraper.records import Moment


# Most characters of an attribution before the bracket: a name, white space, a quote mark.
_NAME_ROOM = 140
# Bluesky puts the bidi marks U+202A and U+202C around handles; Markdown escapes "_" and may link the handle.
# Some converters leave white space on both sides of former links. Bluesky's name and handle are one link.
_HANDLE = lazy_regex(
    r"[(（]\s{0,2}[\u200e\u202a\u2066]?(?P<link>\[)?@(?P<handle>[A-Za-z0-9_](?:[\w.\-]|\\_){0,79}(?:@[\w.\-]{3,80})?)"
    r"(?(link)\]\([^()\s]{1,200}\))[\u202c\u2069]?\s{0,2}[)）](?:\]\(https?://[^()\s]{1,200}\))?",
    re.ASCII,
)
# Some content systems print the name again instead of the handle, followed by the seconds since 1970.
_NAME_AGAIN = lazy_regex(r"\(@(?P<handle>)[^()\n@]{2,60}\)(?=\s{0,3}1\d{9}\b)")


@dataclass(frozen=True, slots=True)
class BracketedHandle:
    """A handle in brackets, ``(@handle)``, or empty; the name before it begins at `floor` or later."""

    floor: int
    start: int
    end: int
    handle: str


def find_bracketed_handles(text: str) -> Iterator[BracketedHandle]:
    """Yield every handle in brackets, in text order."""
    before, floor = 0, 0
    for at in occurrences(text, "@"):
        opening = max(text.rfind("(", max(0, at - 3), at), text.rfind("（", max(0, at - 3), at))
        match = _HANDLE.match(text, opening) or _NAME_AGAIN.match(text, opening) if opening >= 0 else None
        if match is not None:
            # Handles without words between them belong together: names contain handles of other platforms.
            before = floor if text[floor : match.start()].strip() else before
            room = max(before, match.start() - _NAME_ROOM)
            yield BracketedHandle(room, match.start(), match.end(), match["handle"].replace("\\", ""))
            floor = match.end()


# The clock that some embeds print before the day: "9:35 PM - 3 Mar 2016", "7:49 PM ∙ Mar 31, 2023". Twitter's
# widgets show the reader's own clock, newsletters their server's: the instant has no time zone.
CLOCK = lazy_regex(
    r"(?<!\d)(?P<hour>\d{1,2}):(?P<minute>\d{2})[ \u202f\u00a0]?(?P<half>[AP]M)?"
    r"[ \u202f\u00a0][-·–∙•] "
)


def match_clocked_date(clock: re.Match[str]) -> tuple[Moment, int] | None:
    """Parse the day after a clock; return the instant, without a time zone, and the offset after it."""
    dated = match_date(clock.string, clock.end())
    if dated is None:
        return None
    day, end = dated
    moment = with_clock(day, clock, clock.string[clock.start() : end].strip())
    return (moment, end) if moment else dated


# Browsers that print text number the links.
_GAP = lazy_regex(r"[\s>,:·|*_(\u200e\u200f\u202a-\u202c\u2066-\u2069]{0,40}(?:\[\d{1,3}\])?")
_LINKED = lazy_regex(r"\[\s{0,3}")
_LINK = lazy_regex(r"[\s>]{0,9}\]\(<?(?P<url>https?://[^\s()<>]{1,300})[^\s()]{0,20}\)")
_BARE_LINK = lazy_regex(
    r"\s{0,3}[<\[(]?(?P<url>https?://(?:(?:www\.|mobile\.)?(?:twitter|x)\.com/(?P<user>\w{1,20})/status(?:es)?/\d{1,20}"
    r"|bsky\.app/profile/(?P<owner>[\w.-]{3,80})/post/\w{5,20})[?=&%\w]{0,60})[>\])]?",
    re.ASCII,
)
# The em dash as printed, as an entity, and as wrong decodings of its bytes E2 80 94 or 97: in Western, Greek,
# Cyrillic, Hebrew and DOS code pages.
_DASH = lazy_regex(
    r"—|―|⸺|[âβג]€[”\u0094—]|вЂ”|ΓÇö|ÔÇö|тАФ|â\u0080\u0094|‚Äî|Ã¢â‚¬â€\u009d?|&mdash;|&#8212;|&#x2014;|\x97"
)
# Substitutes for the dash in some texts. They are weaker evidence, so they must look like a separator.
_SPACED_SIGN = r"(?<![^\s>])[?~•](?=\s)"
_SEPARATOR = r"–|&ndash;|\ufffd(?=[\s\w])|(?<![^\s>])\\?-{1,3}(?=\s)|;(?=\s)|/p>"
_NAMED = lazy_regex(r"[^\W_]")
# Substitutes for a dash without spaces.
_SIGN = lazy_regex(rf"{_SPACED_SIGN}|(?<=\S)\?(?=[^\W\d_]|\s(?:[^\W\d_a-z][\w.’'-]{{0,20}}\s){{1,4}}\Z)")
_GLUED = r"(?<=[^\s-])(?:--{1,2}(?=[^\s-])|-{1,3}(?=\s))"
_WEAK_DASHES = (
    # A wrong decoding may leave only the first of the bytes E2 80 94.
    lazy_regex(rf"(?<=\n)[ \t>]{{0,12}}(?:{_SEPARATOR}|{_SPACED_SIGN}|â(?=\s))"),
    lazy_regex(rf"{_SEPARATOR}|{_GLUED}"),
    _SIGN,
)
# Not allowed in a name after a weak dash: such words are the end of the post.
_NOT_A_NAME = lazy_regex(
    r"\S  \S|https?:|pic\.(?:twitter|x)\.com|\n\s*\n|[^\n]{60}"
    r"|\b(?:[Pp]hotos?|[Pp]ictures?|[Ii]mages?|[Cc]redit|[Ff]otos?)(?: credit)?: "
)
# A deleted dash leaves the two spaces around it, or more if an emoji was deleted too.
_NO_DASH = lazy_regex(r"(?<=\S)[ \u00a0]{2,4}(?=\S)")
# Deleted with its spaces, it leaves the name directly after a picture's URL, which ends in a code of ten characters.
_PICTURE = lazy_regex(r"pic\.(?:twitter|x)\.com/[A-Za-z0-9]{10}", re.IGNORECASE)
_BYLINE = lazy_regex(r"(?:by|from|via|follow|(?:posted|written|reporting) by|por|par|von|di)\b", re.IGNORECASE)
# "— By Jane Roe (@roe)" after a dateline names the author of the article.
_WRITER = lazy_regex(r"By\s+[^\W\d_a-z]")
# Seconds or milliseconds since 1970, printed by some content systems as the time of a post.
_EPOCH = lazy_regex(r"(?P<seconds>1\d{9})(?:(?P<thousandths>\d{3})|\.0)?(?!\d)")
_ESCAPED_DAY = lazy_regex(r"(?P<day>\d{1,4})\\\.")
_LONGEST_DATE = 40
_POST_ENDING = lazy_regex(
    r"(?:pic\.(?:twitter|x)\.com/\w{3,12}|https?://t\.co/\w{8,12}|[#＃]\w{2,40})[\s\"'”’>]*$", re.IGNORECASE
)
_SIGNATURE_LINE = lazy_regex(r"^[ \t>]{0,8}—[ \t]?[^\n@()—]{1,50}\(@\w{1,15}\)[ \t]*$", re.MULTILINE)
_NEAR = 1000
_QUOTED_LINE = lazy_regex(r"[ \t>]{0,12}")
_LONGEST_NAME = 50
_LINE_END = lazy_regex(r"[ \t]*(?:\n|$)")


def parse_dash_attribution(text: str, bracket: BracketedHandle, floor: int) -> Attribution | None:
    """Return the attribution ``— Name (@handle) date`` around a handle; None without a date or dash."""
    dated = _dated(text, bracket.end)
    if dated is None:
        return _parse_undated(text, bracket, floor)
    posted, end, url = dated
    printed = posted.as_written or ""
    embedded = any(map(str.isalpha, printed)) or _EPOCH.match(printed) is not None
    dash = _find_dash(text, max(floor, bracket.floor), bracket.start, embedded=embedded)
    if dash is None:
        return None
    name = printed_name(text[dash[1] : bracket.start])
    if name is None or _WRITER.match(name):
        return None
    return Attribution(
        start=dash[0], end=end, platform=_platform(bracket.handle), handle=bracket.handle or None,
        name=name or None, posted=posted, url=url,
    )  # fmt: skip


def _parse_undated(text: str, bracket: BracketedHandle, floor: int) -> Attribution | None:
    """Return an undated attribution: it ends its line, and links the post or follows a picture, a link or a hashtag."""
    link = _own_link(text, bracket)
    end = max(bracket.end, link.end()) if link else bracket.end
    if not _LINE_END.match(text, end):
        return None
    dash = last_match(_DASH, text, max(floor, bracket.floor), bracket.start)
    if dash is None or not (
        link or _POST_ENDING.search(text, max(floor, dash.start() - 60), dash.start()) or _is_one_of_several(text, dash)
    ):
        return None
    name = printed_name(text[dash.end() : bracket.start])
    if not name:
        return None
    return Attribution(
        start=dash.start(), end=end, platform=_platform(bracket.handle), handle=bracket.handle,
        name=name.removeprefix("[") if link else name, url=link["url"] if link else None,
    )  # fmt: skip


def _own_link(text: str, bracket: BracketedHandle) -> re.Match[str] | None:
    link = _BARE_LINK.search(text, bracket.start, bracket.end) or _BARE_LINK.match(text, bracket.end)
    owner = (link["user"] or link["owner"]) if link else ""
    return link if link and owner.casefold() == bracket.handle.casefold() else None


def _is_one_of_several(text: str, dash: re.Match[str]) -> bool:
    """Return True if another line nearby is a mere signature: a row of posts without dates."""
    line = line_start(text, dash.start())
    if _SIGNATURE_LINE.match(text, line) is None:
        return False
    near = _SIGNATURE_LINE.finditer(text, max(0, line - _NEAR), line + _NEAR)
    return len(list(islice(near, 2))) > 1


def _platform(handle: str) -> str:
    """Return the platform that matches the form of a handle.

    >>> _platform("someone"), _platform("someone.bsky.social"), _platform("someone@example.social")
    ('twitter', 'bluesky', 'mastodon')
    """
    if "@" in handle:
        return "mastodon"
    return "bluesky" if "." in handle.strip(".") else "twitter"


def _dated(text: str, pos: int) -> tuple[Moment, int, str | None] | None:
    """Parse the date after a handle, plain or a Markdown link; return it, the offset after it, the link."""
    gap = _GAP.match(text, pos)
    pos = gap.end() if gap else pos
    linked = _LINKED.match(text, pos)
    pos = linked.end() if linked else pos
    clock = CLOCK.match(text, pos)
    dated = match_clocked_date(clock) if clock else _parse_day(text, pos) or _parse_epoch(text, pos)
    if dated is None:
        return None
    posted, end = dated
    if gap and "(" in gap.group() and text.startswith(")", end):
        end += 1
    link = (_LINK if linked else _BARE_LINK).match(text, end)
    return posted, link.end() if link else end, link["url"] if link else None


def _parse_day(text: str, pos: int) -> tuple[Moment, int] | None:
    r"""Parse a date; Markdown writes "26\. Mai 2019" where "26." would begin a list."""
    escaped = _ESCAPED_DAY.match(text, pos)
    if escaped is None:
        return match_date(text, pos)
    dated = match_date(f"{escaped['day']}.{text[escaped.end() : escaped.end() + _LONGEST_DATE]}", 0)
    return (dated[0], pos + dated[1] + 1) if dated else None


def _parse_epoch(text: str, pos: int) -> tuple[Moment, int] | None:
    stamp = _EPOCH.match(text, pos)
    if stamp is None:
        return None
    moment = since_1970(int(stamp["seconds"]), "printed", stamp.group())
    if stamp["thousandths"]:
        at = f"{(moment.at or '')[:-1]}.{stamp['thousandths']}Z"
        moment = replace(moment, at=at, precision="millisecond")
    return moment, stamp.end()


def _find_dash(text: str, floor: int, end: int, *, embedded: bool) -> tuple[int, int] | None:
    """Return the last true dash before a name, else its last substitute, if the date is `embedded` as in embeds."""
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
    """Return the span of the "?" that was the dash. If none precedes the name, all were its emoji."""
    sign = _before_name(_SIGN, text, floor, end) or last
    named = end - sign.end() <= _LONGEST_NAME and _NAMED.search(text, sign.end(), end)
    lost = None if named else _find_lost_dash(text, floor, end)
    return lost or _behind_post_ending(_SIGN, text, floor, sign if named else last).span()


def _before_name(pattern: re.Pattern[str], text: str, floor: int, end: int) -> re.Match[str] | None:
    """Return the last match before a word of the name, else the last: lost emoji look like a lost dash."""
    signs = list(pattern.finditer(text, floor, end))
    named = [sign for sign in signs if _NAMED.search(text, sign.end(), end)]
    return next(reversed(named or signs), None)


def _behind_post_ending(pattern: re.Pattern[str], text: str, floor: int, last: re.Match[str]) -> re.Match[str]:
    """Return the last match directly after a picture, a link or a hashtag, else `last`."""
    for sign in (last, *reversed(list(pattern.finditer(text, floor, last.start())))):
        if _POST_ENDING.search(text, max(0, sign.start() - 60), sign.start()):
            return sign
    return last


def _opening_dash(text: str, floor: int, last: re.Match[str], end: int) -> tuple[int, int] | None:
    """Return the span of the line's opening dash if the name contains another: "— Ada — of the North"."""
    line = text.rfind("\n", floor, last.start()) + 1
    blank = _QUOTED_LINE.match(text, line, last.start()) if line > 0 else None
    first = _DASH.match(text, blank.end()) if blank else None
    if first is None or first.end() >= last.start() or end - first.end() > _LONGEST_NAME:
        return None
    return None if _NOT_A_NAME.search(text[first.end() : end]) else first.span()


def _find_lost_dash(text: str, floor: int, end: int) -> tuple[int, int] | None:
    """Return the span of a deleted dash: two spaces, or the end of a picture's address."""
    last = _before_name(_NO_DASH, text, floor, end)
    if last is not None:
        signs_off = _BYLINE.match(text, last.end()) is None
        return _behind_post_ending(_NO_DASH, text, floor, last).span() if signs_off else None
    picture = last_match(_PICTURE, text, max(floor, text.rfind("\n", floor, end)), end)
    return (picture.end(), picture.end()) if picture else None
