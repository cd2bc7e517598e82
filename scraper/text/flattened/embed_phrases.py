"""Attributions in words: ``A post shared by Name (@handle) on …`` and ``Posted by Name on Monday, …``.

Instagram prints the clock of its own office, US Pacific, with its zone; since 2020 neither date nor caption.
Facebook prints a weekday, which tells its embeds from a blog's "Posted by admin on March 3, 2020".


Words that publishers print around an embed for readers who cannot see it.

The BBC frames every embed for screen readers: ``Skip Twitter post by @handle`` before it, ``End of Twitter
post by @handle`` behind it; either may be lost. Instagram's own HTML begins with ``View this post on
Instagram``. An opening tells exactly where a post's text starts, a closing whose it was.
"""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING

from scraper.registry import any_label, labels
from scraper.text.flattened.found_post import Mark, printed_name
from scraper.text.flattened.layout import last_match, occurrences
from scraper.text.flattened.passage_language import tongue
from scraper.values.dates import match_date
from scraper.values.dates.weekdays import WEEKDAY

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scraper.records import Moment
    from scraper.text.flattened.dash_attributions import Bracket

_SHARED_BY = re.compile(
    r"(?:A |One )?(?:post|photo|video|reel|story|picture) (?:shared|posted) by\b"
    r"|(?:Une )?(?:publication|photo|vidéo) (?:partagée|publiée) par\b"
    r"|(?:Una? )?(?:publicación|foto|vídeo|video) (?:compartid[ao]|publicad[ao]) (?:de|por)\b"
    r"|(?:Uma? )?(?:publicação|post|foto|vídeo) (?:compartilhad[ao]|partilhad[ao]|publicad[ao]) por\b"
    r"|(?:Eine? )?(?:Beitrag|Foto|Video|Bild) (?:geteilt|gepostet|veröffentlicht) von\b"
    r"|(?:Una? )?(?:post|foto|video) (?:condivis[oa]|pubblicat[oa]) da\b"
    r"|(?:Een )?(?:bericht|foto|video) (?:gedeeld|geplaatst) door\b"
    r"|(?:Ett )?inlägg (?:som delats|delat) av\b|(?:Et )?(?:opslag|innlegg|bilde) delt a[fv]\b"
    r"|Post udostępniony przez(?: użytkownika)?\b|Публикация от\b|Příspěvek sdílený\b",
    re.IGNORECASE,
)
# One of these stands in every such phrase; looking for them first spares the pattern nearly everywhere.
_PARTICIPLES = (
    "shared by", "posted by", "partagée par", "publiée par", "compartid", "compartilhad", "partilhad",
    "publicad", "geteilt von", "gepostet von", "veröffentlicht von", "condivis", "pubblicat", "gedeeld door",
    "geplaatst door", "delats av", "delat av", "delt av", "delt af", "udostępniony", "Публикация от",
    "sdílený",
)  # fmt: skip
_HANDLE_BEHIND = re.compile(r"[^\n@]{0,9}(?P<sign>@)(?P<handle>\w[\w.]{0,29})")
_PHRASE_ROOM = 30
# Languages that say it behind the name: Japanese, Korean, Chinese, Turkish.
_SHARED_AFTER = re.compile(
    r"\s?(?:がシェアした投稿|님의 공유 게시물|(?:分享|张贴|張貼)的(?:貼文|帖子|相片)"
    r"|['’][iıuü]n paylaştığı bir gönderi)"
)
_ON = re.compile(r"\s{1,3}(?P<on>on|le|el|em|am|il|op|den|dne|w dniu)\b[\s:]{0,4}", re.IGNORECASE)
_PREPOSITION = re.compile(r"\s(?:on|le|el|em|am|op|su|i|на)$")
_WEEKDAY = re.compile(
    rf"(?:{WEEKDAY}|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag"
    r"|понедельник|вторник|среда|четверг|пятница|суббота|воскресенье),? {1,2}",
    re.IGNORECASE,
)
# Facebook writes in the language of who embeds, which is the article's or English.
_POSTED_BY = {
    "fr": ("Publiée par ", "Publié par "),
    "es": ("Publicado por ", "Publicada por "),
    "pt": ("Publicado por ", "Publicada por "),
    "de": ("Gepostet von ",),
    "nl": ("Geplaatst door ",),
    "it": ("Pubblicato da ",),
    "cyrillic": ("Опубликовано ",),
}
_ANCHORS = frozenset(chain.from_iterable(_POSTED_BY.values()))
_LANGUAGE_SAMPLE = 3000
_FACEBOOK_NAME_ROOM = 110


def instagram_mark(text: str, bracket: Bracket, floor: int) -> Mark | None:
    """Read the attribution around an Instagram handle in brackets; None if there is none."""
    floor = max(floor, bracket.floor)
    before = text[floor : bracket.start]
    likely = any(participle in before for participle in _PARTICIPLES)
    phrase = last_match(_SHARED_BY, text, floor, bracket.start) if likely else None
    if phrase is None:
        return _said_after(text, bracket, floor)
    name = printed_name(text[phrase.end() : bracket.start])
    if name is None:
        return None
    posted, end = _shared_on(text, bracket.end)
    return Mark(
        start=phrase.start(),
        end=end,
        platform="instagram",
        handle=bracket.handle,
        name=name or None,
        posted=posted,
    )


def _shared_on(text: str, pos: int) -> tuple[Moment | None, int]:
    """Read ``on Mar 3, 2020 at 3:02pm PST``, of which the date may be missing; with the offset behind it."""
    on = _ON.match(text, pos)
    if on is None:
        return None, pos
    return match_date(text, on.end()) or (None, on.end("on"))


def unbracketed_marks(text: str) -> Iterator[Mark]:
    """Find ``A photo posted by @handle on Mar 12, 2015 at 5:30pm PDT``, of who gave no name.

    Without its clock it is a sentence about a photo.
    """
    has_clock = "@" in text and ("PST" in text or "PDT" in text)
    for participle in _PARTICIPLES if has_clock else ():
        for at in occurrences(text, participle):
            mark = _unbracketed_mark(text, at, at + len(participle))
            if mark is not None:
                yield mark


def _unbracketed_mark(text: str, at: int, behind: int) -> Mark | None:
    handle = _HANDLE_BEHIND.match(text, behind)
    if handle is None:
        return None
    phrase = _SHARED_BY.search(text, max(0, at - _PHRASE_ROOM), handle.start("sign"))
    posted, end = _shared_on(text, handle.end())
    if phrase is None or posted is None or posted.precision != "minute":
        return None
    return Mark(
        start=phrase.start(), end=end, platform="instagram", handle=handle["handle"], posted=posted
    )  # fmt: skip


def _said_after(text: str, bracket: Bracket, floor: int) -> Mark | None:
    phrase = _SHARED_AFTER.match(text, bracket.end)
    if phrase is None:
        return None
    start = max(floor, text.rfind("\n", floor, bracket.start) + 1)
    name = printed_name(text[start : bracket.start])
    return Mark(start=start, end=phrase.end(), platform="instagram", handle=bracket.handle, name=name or None)


def facebook_marks(text: str) -> Iterator[Mark]:
    """Find Facebook's ``Posted by Name on Monday, 3 March 2020``."""
    for anchor in ("Posted by ", *_local_anchors(text)):
        for at in occurrences(text, anchor):
            mark = _facebook_mark(text, at, at + len(anchor))
            if mark is not None:
                yield mark


def _local_anchors(text: str) -> Sequence[str]:
    """How Facebook says it in the language of the text; only where it is said in any is the language told."""
    if "acebook" not in text or not any(anchor in text for anchor in _ANCHORS):
        return ()
    return _POSTED_BY.get(tongue(text[:_LANGUAGE_SAMPLE]) or "", ())


def _facebook_mark(text: str, at: int, name_start: int) -> Mark | None:
    limit = min(len(text), name_start + _FACEBOOK_NAME_ROOM)
    for stop in ("\n", text[at:name_start]):
        found = text.find(stop, name_start, limit)
        limit = found if found >= 0 else limit
    weekday = _WEEKDAY.search(text, name_start, limit)
    if weekday is None:
        return None
    dated = match_date(text, weekday.end()) or match_date(text, weekday.start())
    name = printed_name(_PREPOSITION.sub("", text[name_start : weekday.start()].rstrip()))
    if dated is None or not name:
        return None
    return Mark(start=at, end=dated[1], platform="facebook", name=name, posted=dated[0])


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
