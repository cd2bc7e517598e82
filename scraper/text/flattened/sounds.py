"""Flattened TikToks: the author above or in front of the caption, the note sign and the sound behind it.

::

    @some.one My cat sings #cats ♬ original sound - Some One

The sign is in every TikTok embed, and nearly nowhere else beside a handle.
"""

from __future__ import annotations

import re

from scraper.text.flattened.found_post import Found, Mark, occurrences
from scraper.text.flattened.layout import skip_blank, text_end

_NOTE = "♬"
_AUTHOR = re.compile(r"(?:(?<=\n)|(?<=[.!?:…\"”»] )|(?<![\s\S]))[> \t]{0,8}@(?P<handle>[\w.]{2,24})(?=[\s#])")
_SOUND = re.compile(
    r"♬[ \t]?(?:[^\n♬]{1,90}$"
    r"|(?:original sound|son original|sonido original|som original|suono originale|Originalton)"
    r"(?: [-–] [^\s.,;]{1,30})?|[^\n♬]{0,30}? [-–] [^\s.,;]{1,30})?",
    re.MULTILINE,
)
#: The longest caption, with its author.
_ROOM = 4100


def find_sounds(text: str) -> list[Found]:
    """Find flattened TikToks, in text order."""
    found: list[Found] = []
    floor = 0
    for at in occurrences(text, _NOTE):
        if at < floor:
            continue
        author = _author(text, max(floor, at - _ROOM), at)
        sound = _SOUND.match(text, at)
        floor = sound.end() if sound else at + 1
        if author is not None:
            found.append(_found(text, author, at, floor))
    return found


def _author(text: str, floor: int, at: int) -> re.Match[str] | None:
    """The handle that begins the caption: the nearest that begins a line or a sentence."""
    begin = text.find("@", floor, at)
    last = None
    for author in _AUTHOR.finditer(text, floor, at) if begin >= 0 else ():
        last = author
    return last


def _found(text: str, author: re.Match[str], at: int, behind: int) -> Found:
    start = skip_blank(text, author.end(), at)
    end = text_end(text, start, at)
    mark = Mark(start=end, end=behind, platform="tiktok", handle=author["handle"].rstrip("."))
    return Found(start=start, end=end, mark=mark)
