"""Words that publishers print around an embed for readers who cannot see it.

The BBC frames every embed for screen readers: ``Skip Twitter post by @handle`` before it, ``End of Twitter post by
@handle`` behind it. Instagram's own HTML begins with ``View this post on Instagram``. Both tell exactly where a
post's text starts, whatever stands between.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scraper.flattened.layout import skip_blank, text_end
from scraper.flattened.marks import Mark

if TYPE_CHECKING:
    from collections.abc import Iterator

_NETWORK = r"(?P<network>Twitter|X|Instagram|Facebook|TikTok|YouTube|Bluesky|Threads)"
_SKIP = re.compile(
    rf"Skip {_NETWORK} (?:post|video|content)(?:,? \d{{1,2}})?(?: by (?P<by>[^\n]{{1,60}}?))?[ \t]*(?:\n|$|(?<=\w) (?=\S))"
)
_CLOSE = re.compile(
    rf"End of {_NETWORK} (?:post|video|content)(?:,? \d{{1,2}})?(?: by (?P<by>@?[\w.]{{1,60}}))?"
)
_HANDLE = re.compile(r"@([A-Za-z0-9_.]{1,30})")
# So far a frame reaches: the longest post, and the consent notice that may stand in its place.
_ROOM = 6000
_NOTICE = re.compile(
    r"Allow \w+ content\?.{0,700}?(?:accept and continue['’”\"]?\.?)\s*(?:Accept and continue)?"
    r"|Article share tools|Twitter Ads info and privacy|This article contains content provided by \w+\.",
    re.DOTALL | re.IGNORECASE,
)
_REPORT = re.compile(
    r"\s*(?:Report(?: this social embed(?:, make a complaint)?)?|The BBC is not responsible[^\n]{0,80})\s*$"
)
_VIEW = re.compile(
    r"View this (?:post|photo|profile) on Instagram|Ver esta publicaci[óo]n en Instagram|Ver ess[ea] (?:foto|post|publicação) no Instagram"
    r"|Voir cette publication sur Instagram|Sieh dir diesen Beitrag auf Instagram an|Visualizza questo post su Instagram"
    r"|Dit bericht op Instagram bekijken|Bu gönderiyi Instagram['’]da gör|Посмотреть эту публикацию в Instagram"
    r"|この投稿をInstagramで見る|Instagram에서 이 게시물 보기|在 Instagram 查看這則貼文|Wyświetl ten post na Instagramie"
    r"|Visa detta inlägg på Instagram|Se dette innlegget på Instagram|Se dette opslag på Instagram"
)
# What a note in front of a text may say: an editor's brackets, the BBC's closing words in Urdu.
_FURNITURE = re.compile(
    r"(?:Example:?\s{0,3})?\[[^\]\n]{0,60}\b(?:Twitter|Facebook|Instagram|e-?mail)\b[^\]\n]{0,60}\]\s{0,3}"
    r"|@?\w{1,20} کی \w{1,10}(?: \w{1,10})? پر (?:پوسٹ|ٹو\S{1,6}) کا خاتمہ(?: ہوا)?\s{0,3}"
    r"|(?:Twitter|Facebook|Instagram)[^\n]{0,20} پوسٹ (?:نظرانداز کریں|کا اختتام)[ ,\d]{0,5}\s{0,3}"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """One embed framed for screen readers.

    Attributes:
        start: Offset of ``Skip``.
        inner: Offset where the embed's words begin.
        inner_end: Offset behind them.
        end: Offset behind ``End of Twitter post by @handle``.
        platform: ``twitter`` …
        handle: As printed without ``@``, or None.
    """

    start: int
    inner: int
    inner_end: int
    end: int
    platform: str
    handle: str | None


def find_frames(text: str) -> list[Frame]:
    """Find the frames around embeds, in text order."""
    return list(_frames(text))


def _frames(text: str) -> Iterator[Frame]:
    at = text.find("Skip ")
    while at >= 0:
        opening = _SKIP.match(text, at)
        at = text.find("Skip ", at + 5)
        if opening is None:
            continue
        room = opening.end() + _ROOM if at < 0 else min(at, opening.end() + _ROOM)
        closing = _CLOSE.search(text, opening.end(), room)
        if closing is not None:
            yield _frame(text, opening, closing)


def _frame(text: str, opening: re.Match[str], closing: re.Match[str]) -> Frame:
    network = opening["network"].lower()
    inner = opening.end()
    notice = None
    for notice in _NOTICE.finditer(text, inner, closing.start()):
        pass
    inner = skip_blank(text, notice.end() if notice else inner, closing.start())
    inner_end = text_end(text, inner, closing.start())
    report = _REPORT.search(text[max(inner, inner_end - 160) : inner_end])
    if report is not None:
        inner_end -= len(report.group())
    handle = _HANDLE.search(opening["by"] or "")
    return Frame(
        start=opening.start(),
        inner=inner,
        inner_end=max(inner, inner_end),
        end=closing.end(),
        platform="twitter" if network == "x" else network,
        handle=handle[1] if handle else None,
    )


def frame_mark(frame: Frame) -> Mark:
    """Give the attribution that a frame makes by itself, without a dash and a date."""
    return Mark(start=frame.inner_end, end=frame.end, platform=frame.platform, handle=frame.handle)


def behind_view(text: str, floor: int, end: int) -> int | None:
    """Give the offset behind the last ``View this post on Instagram`` of ``text[floor:end]``; None without one."""
    last = None
    for last in _VIEW.finditer(text, floor, end):
        pass
    return last.end() if last else None


def skip_furniture(text: str, start: int, end: int) -> int:
    """Step over a note that stands in front of a text and is no part of it."""
    note = _FURNITURE.match(text, start, end)
    return note.end() if note else start
