"""Words that publishers print around an embed for readers who cannot see it.

The BBC frames every embed for screen readers: ``Skip Twitter post by @handle`` before it, ``End of Twitter
post by @handle`` behind it; either may be lost. Instagram's own HTML begins with ``View this post on
Instagram``. An opening tells exactly where a post's text starts, a closing whose it was.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scraper.registry import any_label, labels
from scraper.text.flattened.found_post import Mark, last_match, occurrences

if TYPE_CHECKING:
    from collections.abc import Iterator

_NETWORKS = f"(?i:{any_label()})"
_CLOSING = re.compile(
    rf"End of (?P<network>{_NETWORKS}) (?:post|video|content)(?:,? \d{{1,2}})?"
    r"(?: by (?:@(?P<handle>[\w.]{1,30})|(?P<name>[^\n]{1,60})))?"
)
_OPENING = re.compile(
    rf"Skip {_NETWORKS} (?:post|video|content)(?:,? \d{{1,2}})?"
    r"(?: by(?: @[\w.]{1,30}|(?= [A-Z])| [^\n]{1,60}(?=\n))?)?\s*"
    # The same in other languages of the BBC, which number their embeds.
    rf"|(?:Saltar|Pule|Ignorer|Lewati|Ruka|Tsallake|Dhaaf|Fò|Mafere|Bỏ qua|Пропустить|تخطى)\s+{_NETWORKS}"
    r"(?:\s+[^\W\d_]+)?, \d{1,2}\s*"
    rf"|{_NETWORKS} paylaşımını geçin, \d{{1,2}}\s*"
    # Instagram's own opening, in the languages of its embeds.
    r"|View this (?:post|photo) on Instagram|Ver esta publicaci[óo]n en Instagram"
    r"|Voir cette publication sur Instagram"
    r"|Ver ess[ea] (?:foto|post|publicação) no Instagram|Sieh dir diesen Beitrag auf Instagram an"
    r"|Visualizza questo post su Instagram|Dit bericht op Instagram bekijken|Bu gönderiyi Instagram['’]da gör"
    r"|Посмотреть эту публикацию в Instagram|この投稿をInstagramで見る|Instagram에서 이 게시물 보기"
    r"|在 Instagram 查看這則貼文|Wyświetl ten post na Instagramie|Visa detta inlägg på Instagram"
    r"|Se dette innlegget på Instagram|Se dette opslag på Instagram"
)
# One of these stands in every opening.
_SIGNS = ("Skip ", "Instagram", ", 1", ", 2", ", 3", ", 4", ", 5", ", 6", ", 7", ", 8", ", 9")
# The consent notice that the BBC prints in place of an embed: a question, and what the button says twice.
_NOTICE = re.compile(
    rf"[^\n?@#]{{0,40}}\b{_NETWORKS}\b[^\n?@#]{{0,20}}\?[^@#]{{0,700}}?"
    r"(?:accept and continue['’”\"]?\.?(?:\s{1,3}Accept and continue)?"
    r"|['‘“\"«](?P<button>[^'’”\"»\n]{4,40})['’”\"»]\.?\s{1,3}(?P=button))\s*",
    re.IGNORECASE,
)
_REPORT = re.compile(r"\s+Report(?: this social embed(?:, make a complaint)?)?$")
# What a note in front of a text may say: an editor's brackets, the BBC's closing words in Urdu.
_FURNITURE = re.compile(
    # How some collections begin a text.
    r"date \d{4}(?:-\d{2}){1,2} "
    r"|(?:Example:?\s{0,3})?\[[^\]\n]{0,60}\b(?:Twitter|Facebook|Instagram|e-?mail)\b[^\]\n]{0,60}\]\s{0,3}"
    r"|@?\w{1,20} کی \w{1,10}(?: \w{1,10})? پر (?:پوسٹ|ٹو\S{1,6}) کا خاتمہ(?: ہوا)?\s{0,3}"
    r"|(?:Twitter|Facebook|Instagram)[^\n]{0,20} پوسٹ (?:نظرانداز کریں|کا اختتام)[ ,\d]{0,5}\s{0,3}"
)


def closing_marks(text: str) -> Iterator[Mark]:
    """Find every ``End of Twitter post by @handle``: an attribution without a date."""
    for at in occurrences(text, "End of "):
        closing = _CLOSING.match(text, at)
        if closing is not None:
            network = closing["network"].lower()
            yield Mark(
                start=at, end=closing.end(), platform=labels()[network],
                handle=closing["handle"], name=closing["name"],
            )  # fmt: skip


def is_closing(text: str, mark: Mark) -> bool:
    """Tell whether an attribution is a frame's closing."""
    return text.startswith("End of ", mark.start)


def behind_opening(text: str, floor: int, end: int) -> int | None:
    """Give the offset behind the last opening in ``text[floor:end]`` and its notice; None without one."""
    if not any(text.find(sign, floor, end) >= 0 for sign in _SIGNS):
        return None
    opening = last_match(_OPENING, text, floor, end)
    if opening is None:
        return None
    notice = _NOTICE.match(text, opening.end(), end)
    return notice.end() if notice else opening.end()


def before_report(text: str, floor: int, end: int) -> int:
    """Step back over the "Report" button that the BBC prints behind a text."""
    report = _REPORT.search(text, max(floor, end - 60), end)
    return report.start() if report else end


def skip_furniture(text: str, start: int, end: int) -> int:
    """Step over a note that stands in front of a text and is no part of it."""
    note = _FURNITURE.match(text, start, end)
    return note.end() if note else start
