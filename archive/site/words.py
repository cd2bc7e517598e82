"""Times, numbers and names in the reader's words."""

from __future__ import annotations

import re
import unicodedata
from datetime import date
from functools import cache

from archive.store.identity import hashtag_key
from scraper.registry import known_platforms

MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
FORMS = {
    "blockquote": "the platform’s own embed",
    "iframe": "a frame",
    "amp": "an AMP embed",
    "json": "data in the page",
    "lazy": "an embed loaded late",
    "link": "a link",
    "other": "the outlet’s own markup",
    "flattened": "plain prose",
    "widget": "a rendered widget",
    "picture": "a picture, by its description",
}
LONGEST = 40
#: Confidences from which a quote is called sure and likely; `tools/fit_quotes.py` prints what they are worth.
SURE, LIKELY = 0.8, 0.5
_MOMENT = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z?))?)?)?\Z")
_TYPED_DAY = re.compile(r"(\d{4})(?:-(\d\d?)(?:-(\d\d?))?)?\Z", re.ASCII)


def when(at: str | None) -> str:
    """Return a moment as a reader says it, no more exact than it is.

    >>> when("2024-05-12T08:03:11.120Z")
    '12 May 2024, 08:03 UTC'
    >>> when("2024-05-12"), when("2024-05"), when("2024"), when("2024-05-12T08:03")
    ('12 May 2024', 'May 2024', '2024', '12 May 2024, 08:03')
    >>> when("long ago"), when(None)
    ('long ago', 'no date')
    """
    if not at:
        return "no date"
    found = _MOMENT.match(at)
    if found is None or not 1 <= int(found[2] or 1) <= len(MONTHS):
        return at[:LONGEST]
    year, month, day, clock, zone = found.groups()
    words = " ".join(filter(None, (day and str(int(day)), month and MONTHS[int(month) - 1], year)))
    return f"{words}, {clock}{' UTC' if zone else ''}" if clock else words


def day_of(at: str | None) -> str:
    """Return the day of a moment in words.

    >>> day_of("2024-05-12T08:03:11.120Z")
    '12 May 2024'
    """
    return when(at[:10] if at else at)


def as_day(written: str) -> str | None:
    """Return a day, month or year that somebody typed as the archive writes it, or None if it is none.

    >>> as_day("2024-05-09"), as_day("2024-5-9"), as_day("2024-5"), as_day("2024")
    ('2024-05-09', '2024-05-09', '2024-05', '2024')
    >>> as_day("9 May 2024"), as_day("2024-13"), as_day("2023-02-29"), as_day("")
    (None, None, None, None)
    """
    found = _TYPED_DAY.match(written)
    if found is None:
        return None
    numbers = [int(number) for number in found.groups() if number]
    try:
        whole = date(*[*numbers, 1, 1][:3]).isoformat()
    except ValueError:
        return None
    return whole[: (4, 7, 10)[len(numbers) - 1]]


_platforms = cache(known_platforms)


def platform_name(platform: str | None) -> str:
    """Return a platform's name as readers know it.

    >>> platform_name("tiktok"), platform_name("chirp"), platform_name(None)
    ('TikTok', 'Chirp', '')
    """
    return _platforms().get(platform or "", (platform or "").capitalize())


def fold_hashtag(tag: str) -> str:
    """Return the key of a hashtag in whatever spelling, as the archive makes it.

    >>> fold_hashtag("#LetMiraSing"), fold_hashtag(" ＃ÉTÉ")
    ('letmirasing', 'été')
    """
    return hashtag_key(tag.strip())


def fold_name(name: str) -> str:
    """Return a name as names are compared: without case, accents and spare spaces.

    >>> fold_name("  L’ÉCHO  du Port "), fold_name("Ōsaka")
    ('l’echo du port', 'osaka')
    """
    letters = unicodedata.normalize("NFKD", name.casefold())
    return " ".join("".join(letter for letter in letters if not unicodedata.combining(letter)).split())


def confidence(value: float) -> str:
    """Return a word for how likely a quote is a reaction, from 0 to 1.

    >>> [confidence(value) for value in (0.95, 0.6, 0.2)]
    ['sure', 'likely', 'doubtful']
    """
    if value >= SURE:
        return "sure"
    return "likely" if value >= LIKELY else "doubtful"
