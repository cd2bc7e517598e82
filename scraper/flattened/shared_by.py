"""Attributions in words: Instagram's ``A post shared by Name (@handle) on …`` and Facebook's ``Posted by Name on …``.

Instagram prints the clock of its own office, US Pacific, with its zone; since 2020 it prints no date and no caption.
Facebook prints a weekday, which tells its embeds from a blog's "Posted by admin on March 3, 2020".
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scraper.dates import match_date
from scraper.flattened.marks import Mark, occurrences, printed_name

if TYPE_CHECKING:
    from collections.abc import Iterator

_SHARED_BY = re.compile(
    r"(?:A |One )?(?:post|photo|video|reel|story|picture) (?:shared|posted) by\b"
    r"|(?:Une )?(?:publication|photo|vidéo) (?:partagée|publiée) par\b"
    r"|(?:Una? )?(?:publicación|foto|vídeo|video) (?:compartid[ao]|publicad[ao]) (?:de|por)\b"
    r"|(?:Uma? )?(?:publicação|foto|vídeo) (?:compartilhad[ao]|partilhad[ao]|publicad[ao]) por\b"
    r"|(?:Eine? )?(?:Beitrag|Foto|Video|Bild) (?:geteilt|gepostet|veröffentlicht) von\b"
    r"|(?:Una? )?(?:post|foto|video) (?:condivis[oa]|pubblicat[oa]) da\b"
    r"|(?:Een )?(?:bericht|foto|video) (?:gedeeld|geplaatst) door\b"
    r"|(?:Ett )?inlägg (?:som delats|delat) av\b|(?:Et )?(?:opslag|innlegg|bilde) delt a[fv]\b"
    r"|Post udostępniony przez(?: użytkownika)?\b|Публикация от\b|Příspěvek sdílený\b",
    re.IGNORECASE,
)
# Languages that say it behind the name: Japanese, Korean, Chinese, Turkish.
_SHARED_AFTER = re.compile(
    r"\s?(?:がシェアした投稿|님의 공유 게시물|(?:分享|张贴|張貼)的(?:貼文|帖子|相片)|['’][iıuü]n paylaştığı bir gönderi)"
)
_ON = re.compile(r"\s{1,3}(?:on|le|el|em|am|il|op|den|dne|w dniu)\b[\s:]{0,4}", re.IGNORECASE)
_INSTAGRAM_NAME_ROOM = 120

_POSTED_BY = re.compile(
    r"(?:Posted by|Publiée? par|Publicad[ao] por|Publicado por|Gepostet von|Geplaatst door|Pubblicato da"
    r"|Posté par|Postad av|Опубликовано) (?P<name>[^\n]{1,80}?)"
    r"(?: on| le| el| em| am| op| su| i|,)?\s{1,2}(?=[^\W\d_]{3,14}(?:-feira)?[,.]? {1,2}\w)"
)
_WEEKDAY = re.compile(
    r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche"
    r"|lunes|martes|mi[ée]rcoles|jueves|viernes|s[áa]bado|domingo|(?:segunda|ter[çc]a|quarta|quinta|sexta)-feira"
    r"|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|luned[ìi]|marted[ìi]|mercoled[ìi]|gioved[ìi]|venerd[ìi]"
    r"|sabato|domenica|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag"
    r"|понедельник|вторник|среда|четверг|пятница|суббота|воскресенье),? {1,2}",
    re.IGNORECASE,
)
_FACEBOOK_ANCHORS = (
    "Posted by ", "Publié", "Publicad", "Gepostet von ", "Geplaatst door ", "Pubblicato da ", "Опубликовано ",
)  # fmt: skip


def instagram_mark(text: str, handle: str, start: int, end: int, floor: int) -> Mark | None:
    """Read the attribution around an Instagram handle in brackets at ``text[start:end]``; None if there is none."""
    phrase = None
    for phrase in _SHARED_BY.finditer(text, max(floor, start - _INSTAGRAM_NAME_ROOM), start):
        pass
    if phrase is None:
        return _said_after(text, handle, start, end, floor)
    name = printed_name(text[phrase.end() : start])
    if name is None:
        return None
    on = _ON.match(text, end)
    dated = match_date(text, on.end()) if on else None
    if on is not None:
        end = dated[1] if dated else len(text[: on.end()].rstrip())
    return Mark(
        start=phrase.start(), end=end, platform="instagram", handle=handle, name=name or None,
        posted=dated[0] if dated else None,
    )  # fmt: skip


def _said_after(text: str, handle: str, start: int, end: int, floor: int) -> Mark | None:
    phrase = _SHARED_AFTER.match(text, end)
    if phrase is None:
        return None
    name_start = max(floor, text.rfind("\n", floor, start) + 1, start - _INSTAGRAM_NAME_ROOM)
    name = printed_name(text[name_start:start])
    return Mark(start=name_start, end=phrase.end(), platform="instagram", handle=handle, name=name or None)


def facebook_marks(text: str) -> Iterator[Mark]:
    """Find Facebook's ``Posted by Name on Monday, 3 March 2020``."""
    for anchor in _FACEBOOK_ANCHORS:
        for at in occurrences(text, anchor):
            mark = _facebook_mark(text, at)
            if mark is not None:
                yield mark


def _facebook_mark(text: str, at: int) -> Mark | None:
    head = _POSTED_BY.match(text, at)
    weekday = _WEEKDAY.match(text, head.end()) if head else None
    if head is None or weekday is None:
        return None
    dated = match_date(text, weekday.end()) or match_date(text, head.end())
    if dated is None:
        return None
    name = printed_name(head["name"])
    return Mark(start=at, end=dated[1], platform="facebook", name=name or None, posted=dated[0])
