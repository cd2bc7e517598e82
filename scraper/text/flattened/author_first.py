"""Find posts with the author before the text: rendered tweets, TikToks, titles of tweet pages.

A tweet rendered by the platform's script, saved as text::

    Follow
     A Name @handle
    Some text
    9:35 PM - 3 Mar 2016
      12 12 Retweets   9 9 likes

Since 2018 the likes are above the clock, and the number who "are talking about this" is below it. The clock
is the reader's own, so the instant has no time zone.

A TikTok; its note sign is in every embed and almost nowhere else next to a handle::

    @some.one My cat sings #cats ♬ original sound - Some One

The title of a tweet's page, as in a list of links, has no date::

    A Name (@handle) on Twitter: "Some text"

Tweets copied from a browser print the name and "· Follow" above the text since 2021, on separate lines or on
one line::

    A Name
    @handle
    ·
    Follow
    Some text
    9:30 PM · Mar 3, 2021
    ·
    Twitter for iPhone
    1.2K
    Reply
    Copy link
    Read 34 replies
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from scraper.patterns import lazy_regex
from scraper.text.embed_words import widget_words
from scraper.text.flattened.dash_attributions import CLOCK, match_clocked_date
from scraper.text.flattened.found_post import Attribution, FoundPost, printed_name
from scraper.text.flattened.layout import last_match, occurrences, skip_blank, text_end
from scraper.values.dates import match_date

if TYPE_CHECKING:
    from scraper.records import Moment
    from scraper.text.flattened.dash_attributions import BracketedHandle

NUMBER = (
    r"(?:\d{1,3}(?:[ \u00a0\u202f]\d{3}){1,2}|[\d.,]{1,9})[ \u00a0]?"
    r"(?:[KkMm]|[Tt]sd\.?|Mio\.?|mil|тыс\.?|rb|jt|B|Mn|万|萬|천|만)?"
)
#: The half of the day, where it is printed before the clock.
_HALF_DAYS = "(?:오전|오후|上午|下午|午前|午後)[ ]?"
#: The clock of a widget. A word next to it that is not AM or PM leaves only the day.
_WIDGET_CLOCK = lazy_regex(
    rf"(?=[\d오上下午])(?<![\d:.])(?P<leading>{_HALF_DAYS})?(?P<hour>\d{{1,2}})[:.](?P<minute>\d{{2}})"
    r"(?:[ \u202f\u00a0]?(?:(?P<half>[AaPp]\.?[ \u00a0]?[Mm]\.?)|(?P<other>[^\W\d_]{1,12}\.?)))?[ \u202f\u00a0][-·–∙•] "
)
#: Such a clock has this, and searching for it takes less time.
_CLOCK_SIGN = lazy_regex(r"\d[:.]\d{2}[^\n]{1,22}?(?<=[-·–∙•] )")
_twitter = partial(widget_words, "twitter")
_HEADER = lazy_regex(
    lambda: (
        rf"(?:^|(?<=\n)|(?<=\s)(?=Follow))[ \t]{{0,12}}(?P<follow>(?:{_twitter('follow')})\s{{1,12}})?"
        r"(?P<name>[^\n@]{0,60}?)[ \t]{0,3}"
        r"(?:\n\s{0,12}(?:✔[^\n]{0,3}|Verified account)?\s{0,12})?@(?P<handle>[A-Za-z0-9_]{1,15})[ \t]{0,3}"
        rf"(?:\n\s{{0,12}}(?:{_twitter('follow')}|(?:{_twitter('replying')})[^\n]{{0,80}})[ \t]{{0,3}})?"
        r"(?(follow)(?=\s)|(?=\n))"
    )
)
#: The words below rendered tweets; each has one.
_SIGNS = lazy_regex(lambda: rf"etweet|M · |{_twitter('talking')}|{_twitter('ads')}")
_COUNTS = lazy_regex(
    lambda: (
        rf"(?:\s{{0,12}}(?:·\s{{0,3}})?(?:{NUMBER}(?=\D))?\s{{0,3}}(?:{NUMBER}(?=\D))?\s{{0,3}}"
        rf"(?:{_twitter('counts')}|Twitter for \w+|{_twitter('talking')}|{_twitter('ads')})"
        rf"(?:\s{{0,3}}{NUMBER}(?=\s|\Z))?){{1,6}}"
    )
)
#: The words between the text and the clock: a button, and since 2018 the number of likes.
_VIEW = lazy_regex(lambda: rf"(?:\s{{0,12}}(?:{_twitter('views')})\s*|\n\s{{0,12}}{NUMBER}\s*)+\Z")
# Most characters between the header and the clock.
_WIDGET_ROOM = 1500


def find_widgets(text: str) -> list[FoundPost]:
    """Find tweets rendered as widgets; return them in text order."""
    found: list[FoundPost] = []
    if "@" not in text or not _CLOCK_SIGN.search(text):
        return found
    floor = 0
    for clock in _WIDGET_CLOCK.finditer(text):
        is_known = not (clock["leading"] or clock["other"])
        dated = match_clocked_date(clock) if is_known else match_date(text, clock.end())
        widget = _widget(text, clock, dated, floor) if dated else None
        floor = widget.attribution.end if widget else clock.end()
        if widget is not None:
            found.append(widget)
    return found if "·" in text or not found or _SIGNS.search(text) else []


def _widget(text: str, clock: re.Match[str], dated: tuple[Moment, int], floor: int) -> FoundPost | None:
    """Return the tweet between the header above a clock and the counts below it; None without a header."""
    header = _header(text, max(floor, clock.start() - _WIDGET_ROOM), clock.start())
    if header is None:
        return None
    start = skip_blank(text, header.end(), clock.start())
    end = text_end(text, start, clock.start())
    view = _VIEW.search(text[start:end])
    end -= len(view.group()) if view else 0
    counts = _COUNTS.match(text, dated[1])
    attribution = Attribution(
        start=end, end=counts.end() if counts else dated[1], platform="twitter", handle=header["handle"],
        name=printed_name(header["name"].rstrip("✔\ufe0f \t")) or None,
        posted=dated[0], form="widget",
    )  # fmt: skip
    return FoundPost(start=start, end=end, attribution=attribution)


def _header(text: str, floor: int, end: int) -> re.Match[str] | None:
    """Return the last header in ``text[floor:end]`` with a "Follow" button, else the first, or None."""
    headers = list(_HEADER.finditer(text, floor, end)) if text.find("@", floor, end) >= 0 else []
    followed = [header for header in headers if header["follow"]]
    return followed[-1] if followed else next(iter(headers), None)


_NOTE_SIGN = "♬"
_AUTHOR = lazy_regex(r"(?:(?<=\n)|(?<=[.!?:…\"”»] )|(?<![\s\S]))[> \t]{0,8}@(?P<handle>[\w.]{2,24})(?=[\s#])")


_SOUND = lazy_regex(
    lambda: (
        rf"♬[ \t]?(?:[^\n♬]{{1,90}}$|(?:{widget_words('tiktok', 'sounds')})(?: [-–] [^\s.,;]{{1,30}})?"
        r"|[^\n♬]{0,30}? [-–] [^\s.,;]{1,30})?"
    ),
    re.MULTILINE,
)
# Most characters of a caption with its author.
_CAPTION_ROOM = 4100


def find_tiktoks(text: str) -> list[FoundPost]:
    """Find flattened TikToks; return them in text order."""
    found: list[FoundPost] = []
    floor = 0
    for at in occurrences(text, _NOTE_SIGN):
        author = last_match(_AUTHOR, text, max(floor, at - _CAPTION_ROOM), at)
        sound = _SOUND.match(text, at)
        floor = sound.end() if sound else at + 1
        if author is not None:
            start = skip_blank(text, author.end(), at)
            end = text_end(text, start, at)
            attribution = Attribution(start=end, end=floor, platform="tiktok", handle=author["handle"].rstrip("."))
            found.append(FoundPost(start=start, end=end, attribution=attribution))
    return found


_TITLE_OPENING = lazy_regex(r" (?:on|sur|auf|en) (?P<network>Twitter|X|Instagram) ?: (?P<open>[\"“«])")
_CLOSERS = {'"': '"', "“": "”", "«": "»"}
# Found before the name: a line break, a bullet, a link, the end of a sentence.
_BEFORE_NAME = lazy_regex(r"[\n>*•|\[\]!]|[.!?] ")
# The end of a title in a Markdown link, or of the alt text of a linked picture.
_LINKED = lazy_regex(
    r".(?: / (?:Twitter|X))?\]\((?:[^()\s]{1,300}\)\]\()?"
    r"(?P<url>https?://(?:www\.|mobile\.)?(?:twitter|x)\.com/\w{1,20}/status(?:es)?/\d{1,20})[^()\s]{0,80}\)"
)
_LONGEST_TEXT = 1200


def parse_title(text: str, bracket: BracketedHandle) -> FoundPost | None:
    """Return the post in the title of a tweet's page around a handle in brackets; None if there is none."""
    behind = _TITLE_OPENING.match(text, bracket.end)
    if behind is None:
        return None
    start = behind.end()
    end = _closing_mark(text, start, _CLOSERS[behind["open"]])
    begin = last_match(_BEFORE_NAME, text, bracket.floor, bracket.start)
    name = printed_name(text[begin.end() if begin else bracket.floor : bracket.start])
    if end <= start or not name:
        return None
    platform = "instagram" if behind["network"] == "Instagram" else "twitter"
    link = _LINKED.match(text, end)
    attribution = Attribution(
        start=end, end=link.end() if link else end + 1, platform=platform, handle=bracket.handle, name=name,
        url=link["url"] if link else None,
    )  # fmt: skip
    return FoundPost(start=start, end=end, attribution=attribution)


def _closing_mark(text: str, start: int, closer: str) -> int:
    """Return the offset of the last `closer` before the line ends or another handle begins, or -1."""
    limit = min(len(text), start + _LONGEST_TEXT)
    for stop in ("(@", "\n"):
        at = text.find(stop, start, limit)
        limit = at if at >= 0 else limit
    return text.rfind(closer, start, limit)


_COPIED_HEADER = lazy_regex(
    lambda: (
        rf"@(?P<handle>[A-Za-z0-9_]{{1,15}})\s{{0,6}}·\s{{0,6}}(?:{_twitter('follow')})(?=\s)"
        rf"(?:\s{{1,6}}(?:{_twitter('replying')})[^\n]{{1,80}}(?=\n))?"
    )
)
_NAME_ROOM = 120
_CHECKED = lazy_regex(r"\s*(?:✔\ufe0f?|✓|Verified account)?\s*$")
_SENTENCE = lazy_regex(r"[.!?:…][\"”»’)]?\s")
#: The clock in any language; `CLOCK` is parsed, of the others only the day.
_CLOCK = lazy_regex(
    rf"(?<![\d:])(?:{_HALF_DAYS})?\d{{1,2}}[:.]\d{{2}}(?:[ \u202f\u00a0][^\n\d·@]{{1,12}}?)?[ \u202f\u00a0]?· ?"
)
_ROOM = 4_000
_DOT = lazy_regex(r"\s*·\s*$")
_COPIED_VIEW = lazy_regex(r"\s{1,12}(?:View (?:image|photo|media|video)[^\n]{0,20}|Watch on (?:Twitter|X))\s*$")
#: Found below the clock: the app, numbers, buttons.
_BELOW = lazy_regex(
    r"(?:[\s·]{0,12}(?:Twitter (?:for|Web) [\w ]{1,20}"
    r"|[\d.,]{1,9}[KM]?(?: (?:Views|Likes?|Re(?:posts?|tweets?|plies)))?"
    r"|Likes?|Reply|Views|Share(?: this (?:post|Tweet))?|Copy link(?: to (?:post|Tweet))?"
    r"|Read (?:\d[\d.,KM]* )?repl(?:y|ies)|Read more on (?:Twitter|X)"
    r"|Explore what[’']s happening on (?:Twitter|X))(?=\s*(?:[\n·]|$)))+"
)


def find_copied_widgets(text: str) -> list[FoundPost]:
    """Find tweets copied from a browser; return them in text order.

    >>> (found,) = find_copied_widgets("Ada Ex @ada · Follow Snow at last 9:30 PM · Mar 3, 2021")
    >>> found.attribution.name, found.attribution.handle, found.start, found.end
    ('Ada Ex', 'ada', 21, 33)
    """
    found: list[FoundPost] = []
    headers = list(_COPIED_HEADER.finditer(text)) if "·" in text and "@" in text else []
    for n, header in enumerate(headers):
        limit = headers[n + 1].start() if n + 1 < len(headers) else len(text)
        clock = _clock(text, header.end(), min(limit, header.end() + _ROOM))
        if clock is not None:
            found.append(_post(text, header, clock, floor=found[-1].outer_end if found else 0))
    return found


def _clock(text: str, start: int, limit: int) -> tuple[int, int, Moment] | None:
    for found in _CLOCK.finditer(text, start, limit):
        clock = CLOCK.match(text, found.start())
        dated = (match_clocked_date(clock) if clock else None) or match_date(text, found.end())
        if dated is not None:
            return found.start(), dated[1], dated[0]
    return None


def _post(text: str, header: re.Match[str], clock: tuple[int, int, Moment], *, floor: int) -> FoundPost:
    clock_start, clock_end, posted = clock
    start = skip_blank(text, header.end(), clock_start)
    end = text_end(text, start, clock_start)
    for last in (_DOT, _COPIED_VIEW):
        end = start + len(last.sub("", text[start:end]))
    name_start, name = name_above(text, max(floor, header.start() - _NAME_ROOM), header.start())
    below = _BELOW.match(text, clock_end)
    attribution = Attribution(
        start=name_start, end=below.end() if below else clock_end, platform="twitter", handle=header["handle"],
        name=name, posted=posted, form="widget",
    )  # fmt: skip
    return FoundPost(start=start, end=end, attribution=attribution)


def name_above(text: str, floor: int, end: int) -> tuple[int, str | None]:
    """Return the offset and text of the name before a handle, on its line or the line above."""
    above = _CHECKED.sub("", text[floor:end])
    begin = above.rfind("\n") + 1
    if text.find("\n", floor + len(above), end) < 0:  # on the handle's line, after prose
        sentences = list(_SENTENCE.finditer(above, begin))
        begin = sentences[-1].end() if sentences else begin
    raw = above[begin:].strip()
    return floor + begin + (len(above[begin:]) - len(above[begin:].lstrip())), printed_name(raw) or None
