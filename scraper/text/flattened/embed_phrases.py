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
from itertools import chain
from typing import TYPE_CHECKING

from scraper.patterns import lazy_regex
from scraper.registry import any_label, labels, normal_handle
from scraper.text.flattened.found_post import Attribution, printed_name
from scraper.text.flattened.layout import last_match, occurrences
from scraper.text.flattened.words import guess_language
from scraper.text.quotes.words.languages import weekdays
from scraper.values.dates import match_date

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scraper.records import Moment
    from scraper.text.flattened.dash_attributions import BracketedHandle

_SHARED_BY = lazy_regex(
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
# Every such phrase contains one of these literals; searching for them first is much faster than the pattern.
_SHARED_BY_LITERALS = (
    "shared by", "posted by", "partagée par", "publiée par", "compartid", "compartilhad", "partilhad",
    "publicad", "geteilt von", "gepostet von", "veröffentlicht von", "condivis", "pubblicat", "gedeeld door",
    "geplaatst door", "delats av", "delat av", "delt av", "delt af", "udostępniony", "Публикация от",
    "sdílený",
)  # fmt: skip
_HANDLE_BEHIND = lazy_regex(r"[^\n@]{0,9}@(?P<handle>\w[\w.]{0,29})")
# Japanese, Korean, Chinese and Turkish put the phrase after the name.
_SHARED_AFTER = lazy_regex(
    r"\s?(?:がシェアした投稿|님의 공유 게시물|(?:分享|张贴|張貼)的(?:貼文|帖子|相片)"
    r"|['’][iıuü]n paylaştığı bir gönderi)"
)
_ON = lazy_regex(r"\s{1,3}(?P<on>on|le|el|em|am|il|op|den|dne|w dniu)\b[\s:]{0,4}", re.IGNORECASE)
_PREPOSITION = lazy_regex(r"\s(?:on|le|el|em|am|op|su|i|на)$")
# Facebook uses the publisher's language: the article's, or English.
_POSTED_BY = {
    "fr": ("Publiée par ", "Publié par "),
    "es": ("Publicado por ", "Publicada por "),
    "pt": ("Publicado por ", "Publicada por "),
    "de": ("Gepostet von ",),
    "nl": ("Geplaatst door ",),
    "it": ("Pubblicato da ",),
    "cyrillic": ("Опубликовано ",),
}
_POSTED_BY_LITERALS = frozenset(chain.from_iterable(_POSTED_BY.values()))
_LANGUAGE_SAMPLE = 3000
_FACEBOOK_NAME_ROOM = 110


def parse_instagram_attribution(text: str, bracket: BracketedHandle, floor: int) -> Attribution | None:
    """Return the attribution around an Instagram handle in brackets; None if there is none."""
    floor = max(floor, bracket.floor)
    before = text[floor : bracket.start]
    likely = any(literal in before for literal in _SHARED_BY_LITERALS)
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
    return match_date(text, on.end()) or (None, on.end("on"))


def find_unbracketed_attributions(text: str) -> Iterator[Attribution]:
    """Find ``A photo posted by @handle on Mar 12, 2015 at 5:30pm PDT``, printed for users without a name.

    Without the clock it is a sentence about a photo.
    """
    has_clock = "@" in text and ("PST" in text or "PDT" in text)
    for phrase in _SHARED_BY.finditer(text) if has_clock else ():
        handle = _HANDLE_BEHIND.match(text, phrase.end())
        posted, end = _parse_shared_date(text, handle.end()) if handle else (None, 0)
        if handle is not None and posted is not None and posted.precision == "minute":
            yield Attribution(
                start=phrase.start(), end=end, platform="instagram", handle=handle["handle"], posted=posted
            )


def _parse_trailing_phrase(text: str, bracket: BracketedHandle, floor: int) -> Attribution | None:
    """Return the attribution in a language with the phrase after the handle; None without one."""
    phrase = _SHARED_AFTER.match(text, bracket.end)
    if phrase is None:
        return None
    start = max(floor, text.rfind("\n", floor, bracket.start) + 1)
    name = printed_name(text[start : bracket.start])
    return Attribution(start=start, end=phrase.end(), platform="instagram", handle=bracket.handle, name=name or None)


def find_facebook_attributions(text: str) -> Iterator[Attribution]:
    """Find every ``Posted by Name on Monday, 3 March 2020``, Facebook's attribution."""
    for anchor in ("Posted by ", *_local_anchors(text)):
        for at in occurrences(text, anchor):
            attribution = _parse_facebook(text, at, at + len(anchor))
            if attribution is not None:
                yield attribution


def _local_anchors(text: str) -> Sequence[str]:
    """Return Facebook's "Posted by" in the language of the text, which is guessed only if needed."""
    if "acebook" not in text or not any(anchor in text for anchor in _POSTED_BY_LITERALS):
        return ()
    return _POSTED_BY.get(guess_language(text[:_LANGUAGE_SAMPLE]) or "", ())


@cache
def _weekday() -> re.Pattern[str]:
    return re.compile(
        rf"(?:{weekdays()}|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag"
        r"|понедельник|вторник|среда|четверг|пятница|суббота|воскресенье),? {1,2}",
        re.IGNORECASE,
    )


def _parse_facebook(text: str, at: int, name_start: int) -> Attribution | None:
    """Return the attribution that begins at `at`; None if it lacks a weekday, a date or a name."""
    limit = min(len(text), name_start + _FACEBOOK_NAME_ROOM)
    line = text.find("\n", name_start, limit)
    limit = line if line >= 0 else limit
    weekday = _weekday().search(text, name_start, limit)
    if weekday is None:
        return None
    dated = match_date(text, weekday.end())
    name = printed_name(_PREPOSITION.sub("", text[name_start : weekday.start()].rstrip()))
    if dated is None or not name:
        return None
    return Attribution(start=at, end=dated[1], platform="facebook", name=name, posted=dated[0])


_NETWORKS = f"(?i:{any_label()})"
_CLOSING = lazy_regex(
    rf"End of (?P<network>{_NETWORKS}) (?:post|video|content)(?:,? \d{{1,2}})?"
    r"(?: by (?:@(?P<handle>[\w.]{1,30})|(?P<name>[^\n]{1,60})))?"
)
_OPENING = lazy_regex(
    rf"Skip {_NETWORKS} (?:post|video|content)(?:,? \d{{1,2}})?"
    r"(?: by(?: @[\w.]{1,30}|(?= [A-Z])| [^\n]{1,60}(?=\n))?)?\s*"
    # The BBC in other languages, with numbered embeds.
    rf"|(?:Saltar|Pule|Ignorer|Lewati|Ruka|Tsallake|Dhaaf|Fò|Mafere|Bỏ qua|Пропустить|تخطى)\s+{_NETWORKS}"
    r"(?:\s+[^\W\d_]+)?, \d{1,2}\s*"
    rf"|{_NETWORKS} paylaşımını geçin, \d{{1,2}}\s*"
    # Instagram's own opening in the languages of its embeds.
    r"|View this (?:post|photo) on Instagram|Ver esta publicaci[óo]n en Instagram"
    r"|Voir cette publication sur Instagram"
    r"|Ver ess[ea] (?:foto|post|publicação) no Instagram|Sieh dir diesen Beitrag auf Instagram an"
    r"|Visualizza questo post su Instagram|Dit bericht op Instagram bekijken|Bu gönderiyi Instagram['’]da gör"
    r"|Посмотреть эту публикацию в Instagram|この投稿をInstagramで見る|Instagram에서 이 게시물 보기"
    r"|在 Instagram 查看這則貼文|Wyświetl ten post na Instagramie|Visa detta inlägg på Instagram"
    r"|Se dette innlegget på Instagram|Se dette opslag på Instagram"
)
# Every opening contains one of these literals.
_OPENING_LITERALS = ("Skip ", "Instagram", ", 1", ", 2", ", 3", ", 4", ", 5", ", 6", ", 7", ", 8", ", 9")
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
