"""dateparser, for the few printed dates that the table cannot read; slow to load, never asked to guess."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from scraper.records import Moment

_YEAR = re.compile(r"(?<!\d)(?:19|20|21)\d{2}(?!\d)", re.ASCII)
_NUMBER = re.compile(r"\d+", re.ASCII)
_LETTER = re.compile(r"[^\W\d_]{2}")
_SETTINGS = {
    "STRICT_PARSING": True,
    "REQUIRE_PARTS": ["day", "month", "year"],
    "PARSERS": ["absolute-time"],
    "RETURN_AS_TIMEZONE_AWARE": False,
}
# The languages news is written in. All of dateparser's 200 would cost 2 seconds to load and 17 ms a miss
# instead of 5, and hostile pages are made of misses.
_LANGUAGES = [
    *(
        "en",
        "de",
        "fr",
        "es",
        "it",
        "pt",
        "nl",
        "pl",
        "ru",
        "tr",
        "uk",
        "cs",
        "sv",
        "da",
        "nb",
        "fi",
        "hu",
        "ro",
    ),
    *(
        "el",
        "bg",
        "hr",
        "sr",
        "sk",
        "sl",
        "lt",
        "lv",
        "et",
        "ca",
        "gl",
        "eu",
        "ar",
        "fa",
        "he",
        "hi",
        "bn",
        "th",
    ),
    *("vi", "id", "ja", "ko", "zh", "ka", "hy"),
]
_LONGEST = 60  # no date is longer


@lru_cache(maxsize=1024)
def read_with_dateparser(text: str) -> Moment | None:
    """A day in words that the table does not know; its year and day must stand in the text as numbers.

    Never for dates in numbers alone: dateparser would decide which of two is the month.
    """
    plain = "".join(_ascii_digit(sign) for sign in text)
    years = _YEAR.findall(plain)
    days = {int(number) for number in _NUMBER.findall(plain) if len(number) <= 2}
    if len(text) > _LONGEST or len(years) != 1 or not days or ":" in text or not _LETTER.search(text):
        return None
    found = _ask(plain)
    if found is None or found[0] != int(years[0]) or found[2] not in days:
        return None
    return Moment(
        at=f"{found[0]:04d}-{found[1]:02d}-{found[2]:02d}", precision="day", source="printed", as_written=text
    )


def _ascii_digit(sign: str) -> str:
    return str(unicodedata.decimal(sign)) if sign.isdecimal() else sign


def _ask(text: str) -> tuple[int, int, int] | None:
    import dateparser

    try:
        found = dateparser.parse(text, languages=_LANGUAGES, settings=_SETTINGS)
    except Exception:  # noqa: BLE001 - a library of a hundred grammars on hostile text; any failure means "not read"
        return None
    return (found.year, found.month, found.day) if found else None
