"""Parse the few printed dates missing from the table with dateparser, which is slow to load."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING

from scraper.patterns import lazy_regex
from scraper.records import Moment

if TYPE_CHECKING:
    from datetime import date

_NUMBER = lazy_regex(r"\d+", re.ASCII)
_LETTER = lazy_regex(r"[^\W\d_]{2}")
_SETTINGS = {
    "STRICT_PARSING": True,
    "REQUIRE_PARTS": ["day", "month", "year"],
    "PARSERS": ["absolute-time"],
    "RETURN_AS_TIMEZONE_AWARE": False,
}
# All of dateparser's 200 languages would take 2 seconds to load and 17 ms per text that is not a date; these
# take 5 ms, and hostile pages are full of such texts.
_LANGUAGES = """
    ar bg bn ca cs da de el en es et eu fa fi fr gl he hi hr hu hy id it ja ka ko lt lv nb nl pl pt ro ru sk
    sl sr sv th tr uk vi zh
""".split()  # noqa: SIM905 - a list of codes reads best as a line
_LONGEST = 60  # no date is longer


@lru_cache(maxsize=1024)
def read_with_dateparser(text: str) -> Moment | None:
    """Parse a day with a month in words and year and day as numbers; dates in numbers alone would be guessed."""
    plain = "".join(_ascii_digit(sign) for sign in text)
    printed = _year_and_day(plain)
    if printed is None or len(text) > _LONGEST or not _LETTER.search(text):
        return None
    found = _ask(plain)
    if found is None or (found.year, found.day) != printed:
        return None
    return Moment(at=found.isoformat(), precision="day", source="printed", as_written=text)


def _year_and_day(plain: str) -> tuple[int, int] | None:
    """Return the two numbers of a text as year and day; None if there are others, or fewer."""
    numbers = _NUMBER.findall(plain)
    if len(numbers) != 2:
        return None
    day, year = sorted(numbers, key=len)
    if len(day) > 2 or len(year) != 4 or not "1900" <= year <= "2199":
        return None
    return int(year), int(day)


def _ascii_digit(sign: str) -> str:
    return str(unicodedata.decimal(sign)) if sign.isdecimal() else sign


def _ask(text: str) -> date | None:
    import dateparser

    try:
        found = dateparser.parse(text, languages=_LANGUAGES, settings=_SETTINGS)
    except Exception:  # noqa: BLE001 - a library of a hundred grammars on hostile text; any failure means "not read"
        return None
    return found.date() if found else None
