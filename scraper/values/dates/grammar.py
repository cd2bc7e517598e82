r"""Parse printed days: the patterns of all languages and calendars, and the separators between their parts.

All patterns are matched at one offset, never searched, with bounded repetition: a failed match takes a few
microseconds whatever the text. Digits of any script count (``\d`` and `int` accept them all).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from typing import NamedTuple

from scraper.configuration import packaged
from scraper.patterns import lazy_regex

# Abbreviation signs (Latin, Devanagari, Hebrew, Catalan), apostrophes, joiners and bidi marks are dropped.
# U+0307 remains of a Turkish İ after case folding. Arabic keyboards write yeh and kaf in their own way in
# Persian and Urdu words.
_DROPPED = ".·॰:׳'’`´\u0307\ufeff"
_DROPPED_MARKS = "\u200b\u200c\u200d\u200e\u200f\u061c\u202a\u202b\u202c\u2066\u2067\u2068\u2069"
_FOLD = str.maketrans(
    dict.fromkeys(_DROPPED + _DROPPED_MARKS)
    | {"ي": "ی", "ى": "ی", "ك": "ک", "\xa0": " ", "\u202f": " ", "\n": " ", "\t": " "}
)
WORDS_FILE = "date_words.json"

# Spaces of any kind, and the marks of right-to-left text.
SPACE = r"[ \t\xa0\u1680\u2000-\u200f\u202a-\u202f\u205f\u2060\u2066-\u2069\u3000\u061c\ufeff]"
# A date may contain one line break (html2text wraps lines), with a quotation's ">" before the next line.
GAP = rf"{SPACE}{{0,4}}+(?:\r?\n{SPACE}{{0,4}}+(?:>{SPACE}{{0,4}}+){{0,3}}+)?+"
_SEP = rf"{GAP}(?:[.,،/‐-–-]{GAP})?+"
_WORD = r"[^\W\d_][^\s\d_,،;:()\[\]{}/<>\"“”„«»‐-—-]{0,24}+"
_MONTH = rf"(?P<month>{_WORD}(?:{GAP}{_WORD}){{0,2}}?)"
_DAY = r"(?P<day>\d{1,2}+)(?!\d)"
_YEAR = r"(?P<year>\d{4})"
_ORDINAL = r"(?:st|nd|rd|th|\.(?=,)|\.?[ºª°]|ère|er|re|-го|-a)?+"
_OF = rf"(?:(?:del|de|di|da|of|ng){SPACE}{{1,4}}+|d[’']|ta[’']{GAP})?+"
_YEAR_WORD = rf"(?:(?:del|de|of|năm|tahun|พ\.ศ\.|ค\.ศ\.|พ\.ศ|ค\.ศ){GAP})?+"
# "г." after Russian and Bulgarian years, "р." after Ukrainian ones, "թ." after Armenian ones.
_YEAR_SIGN = rf"(?:{SPACE}?(?:г\.|р\.|թ\.|(?:года|г|року|р)(?!\w)))?+"
# Arabic newsrooms name a month twice, for readers in the east and in the west: "4 آب/أغسطس 2013".
_MONTH_AGAIN = rf"(?:{GAP}/{GAP}[\u0621-\u064a]{{2,8}}+(?:{SPACE}[\u0621-\u064a]{{3,6}}+)?+)?+"
_MONTH_SIGN = rf"{GAP}[月월]{_SEP}"

_DAY_FIRST = lazy_regex(
    rf"{_DAY}{_ORDINAL}(?P<dot>\.)?{_SEP}{_OF}{_MONTH}{_MONTH_AGAIN}{_SEP}{_YEAR_WORD}{_YEAR}{_YEAR_SIGN}(?=(?P<stop>\.)?)",
    re.IGNORECASE,
)
_MONTH_FIRST = lazy_regex(rf"{_MONTH}{_SEP}{_DAY}{_ORDINAL}{_SEP}{_YEAR_WORD}{_YEAR}{_YEAR_SIGN}", re.IGNORECASE)
_YEAR_FIRST = lazy_regex(
    rf"{_YEAR}(?P<dot>\.)?(?:{GAP}(?:m\.|թ\.|оны|\(e\)ko|ko))?{_SEP}{_MONTH}{_SEP}{_DAY}(?(dot)\.?)(?:{GAP}d\.)?",
    re.IGNORECASE,
)
_YEAR_FIRST_MONTH_LAST = lazy_regex(rf"{_YEAR}\.?{GAP}(?:gada|ж\.|жылғы){GAP}{_DAY}\.?-?{GAP}{_MONTH}", re.IGNORECASE)
_EAST_ASIAN = lazy_regex(
    rf"(?P<era>令和|平成|昭和|民國|民国)?{GAP}(?P<year>\d{{1,4}}+|元)"
    # Twitter once wrote "2014 8月 12日".
    rf"(?:{GAP}[年년]{_SEP}|(?<=\d{{4}}){SPACE})"
    rf"(?P<number>\d{{1,2}}+){_MONTH_SIGN}{_DAY}{GAP}(?:[日號号]|일)"
)
_EAST_ASIAN_MONTH_FIRST = lazy_regex(rf"(?P<number>\d{{1,2}}+){_MONTH_SIGN}{_DAY}日?{_SEP}{_YEAR}")
# And once "2014, 5月 13".
_EAST_ASIAN_UNSIGNED = lazy_regex(rf"{_YEAR},{GAP}(?P<number>\d{{1,2}}+)[月월]{GAP}{_DAY}")
_THANG = rf"(?:tháng|thg\.?|th\.?){GAP}(?P<number>\d{{1,2}}+)(?!\d)"
_VIETNAMESE = lazy_regex(rf"(?:ngày{GAP})?{_DAY}{GAP}{_THANG}{_SEP}{_YEAR_WORD}{_YEAR}", re.IGNORECASE)
_VIETNAMESE_MONTH_FIRST = lazy_regex(rf"{_THANG}{_SEP}{_DAY}{_SEP}{_YEAR_WORD}{_YEAR}", re.IGNORECASE)
_ISO = lazy_regex(
    rf"(?P<year>\d{{4}})(?P<sep>[-/.])(?:(?<=\.){SPACE})?(?P<number>\d{{1,2}}+)(?P=sep)(?:(?<=\.){SPACE})?"
    r"(?P<day>\d{1,2})(?!\d|(?P=sep)\d)"
)
_NUMERIC = lazy_regex(
    rf"(?P<one>\d{{1,2}}+)(?P<sep>[-/.])(?:(?<=\.){SPACE})?(?P<two>\d{{1,2}}+)(?P=sep)(?:(?<=\.){SPACE})?"
    rf"(?P<year>\d{{4}}){_YEAR_SIGN}"
)

_MONTH_ONLY = lazy_regex(rf"{_MONTH}{_SEP}{_YEAR_WORD}{_YEAR}{_YEAR_SIGN}", re.IGNORECASE)
_EAST_ASIAN_MONTH_ONLY = lazy_regex(rf"(?P<year>\d{{4}}){GAP}[年년]{_SEP}(?P<number>\d{{1,2}}+){GAP}[月월]")
_ISO_MONTH = lazy_regex(r"(?P<year>\d{4})-(?P<number>\d{2})(?![\d-])")

_LEADING_WORDS = lazy_regex(rf"{_WORD}(?:(?:{GAP}|-){_WORD})?")
_FIRST_WORD = lazy_regex(_WORD)
_AFTER_WEEKDAY = lazy_regex(rf"[.,،]?{GAP}(?:(?:the|le|den|el|o|il){SPACE}{{1,4}}+)?")


@dataclass(frozen=True, slots=True)
class Day:
    """A day found in a text: the Gregorian date and the offset after its last character."""

    date: date
    end: int


def _date(year: int, month: int, day: int) -> date | None:
    """Return a day if it exists and its year is from 1900 to 2199."""
    if not 1900 <= year <= 2199:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _named(found: re.Match[str]) -> date | None:
    word, year, day = found["month"], int(found["year"]), int(found["day"])
    folded = fold_word(word)
    month = _croatian(folded, found) or date_words().months.get(folded)
    if month is None:
        return gregorian(folded, year, day)
    return _date(_common_era(year, folded), month, day)


def _croatian(word: str, found: re.Match[str]) -> int | None:
    """Return the Croatian month of a word that means another one in Polish or Czech, by its dots."""
    if found.re is not _DAY_FIRST or not found["dot"]:
        return None
    words = date_words()
    return words.dotted.get(word) or (words.dotted_twice.get(word) if found["stop"] else None)


def _common_era(year: int, month: str) -> int:
    """Convert the Buddhist year after a Thai month, which is 543 ahead, to the common era."""
    return year - 543 if year > 2400 and "\u0e00" <= month[0] <= "\u0e7f" else year


def _numbered(found: re.Match[str]) -> date | None:
    return _date(int(found["year"]), int(found["number"]), int(found["day"]))


# The Gregorian year before the first of each era: 令和2年 is 2020, 民國109年 is 2020.
_ERAS = {"令和": 2018, "平成": 1988, "昭和": 1925, "民國": 1911, "民国": 1911}


def _east_asian(found: re.Match[str]) -> date | None:
    """Return the day of a match; a year without an era has four digits."""
    year = 1 if found["year"] == "元" else int(found["year"])
    return _date(year + _ERAS.get(found["era"], 0), int(found["number"]), int(found["day"]))


def _numeric(found: re.Match[str]) -> date | None:
    """Return the day of a match with day and month in numbers, if their order is unambiguous.

    With dots the day comes first in every CLDR locale that uses dots. With slashes or hyphens the order
    depends on the country, so one number must be above 12 or both equal.
    """
    one, two, year = int(found["one"]), int(found["two"]), int(found["year"])
    if found["sep"] == "." or one == two:
        return _date(year, two, one)
    if max(one, two) <= 12:
        return None
    return _date(year, min(one, two), max(one, two))


_Shape = tuple[re.Pattern[str], Callable[[re.Match[str]], date | None]]
# The patterns to try, by the text's first characters: four digits, fewer digits, a letter.
_YEARS: tuple[_Shape, ...] = (
    (_ISO, _numbered),
    (_EAST_ASIAN, _east_asian),
    (_EAST_ASIAN_UNSIGNED, _numbered),
    (_YEAR_FIRST, _named),
    (_YEAR_FIRST_MONTH_LAST, _named),
)
_NUMBERS: tuple[_Shape, ...] = (
    (_DAY_FIRST, _named),
    (_NUMERIC, _numeric),
    (_VIETNAMESE, _numbered),
    (_EAST_ASIAN_MONTH_FIRST, _numbered),
)
_LETTERS: tuple[_Shape, ...] = (
    (_MONTH_FIRST, _named),
    (_VIETNAMESE, _numbered),
    (_VIETNAMESE_MONTH_FIRST, _numbered),
    (_EAST_ASIAN, _east_asian),
)
_BEHIND_WEEKDAY = (*_NUMBERS, *_YEARS, _LETTERS[0])
_DIGITS = lazy_regex(r"\d{0,4}")


def find_day(text: str, pos: int) -> Day | None:
    """Parse the day that begins exactly at `pos`, with or without a weekday before it.

    >>> find_day("24 марта 2019 г. и", 0)
    Day(date=datetime.date(2019, 3, 24), end=16)
    >>> find_day("February 30, 2020", 0) is None
    True
    """
    digits = _DIGITS.match(text, pos)
    count = len(digits[0]) if digits else 0
    if count:
        return _first(_YEARS if count == 4 else _NUMBERS, text, pos)
    day = _first(_LETTERS, text, pos)
    if day is None and (start := skip_weekday(text, pos)) > pos:
        day = _first(_BEHIND_WEEKDAY, text, start)
    return day


def _first(shapes: tuple[_Shape, ...], text: str, pos: int) -> Day | None:
    for pattern, read in shapes:
        found = pattern.match(text, pos)
        if found and (day := read(found)):
            return Day(day, found.end())
    return None


def skip_weekday(text: str, pos: int) -> int:
    """Return the offset after a weekday and its comma, or `pos` if there is none."""
    for pattern in (_LEADING_WORDS, _FIRST_WORD):
        found = pattern.match(text, pos)
        if found and _is_weekday(found[0], text[found.end() : found.end() + 1]):
            behind = _AFTER_WEEKDAY.match(text, found.end())
            return behind.end() if behind else found.end()
    return pos


def _is_weekday(word: str, following: str) -> bool:
    """Return True if a word is a weekday; two letters, as "on" or "to", require a dot or comma."""
    folded = fold_word(word.replace("-", " ")).removesuffix("ที่")  # Thai glues its "on the"
    if folded not in date_words().weekdays_without_hyphens:
        return False
    return len(folded) > 2 or not folded.isascii() or word.endswith(".") or following == ","


def read_month(text: str) -> str | None:
    """Parse a text that is a month without a day; return it as ``YYYY-MM``.

    >>> read_month("février 2021")
    '2021-02'
    """
    first = None
    if found := _MONTH_ONLY.fullmatch(text):
        folded = fold_word(found["month"])
        month = date_words().months.get(folded)
        first = _date(_common_era(int(found["year"]), folded), month, 1) if month else None
    elif found := _EAST_ASIAN_MONTH_ONLY.fullmatch(text) or _ISO_MONTH.fullmatch(text):
        first = _date(int(found["year"]), int(found["number"]), 1)
    return first.strftime("%Y-%m") if first else None


class DateWords(NamedTuple):
    """The months by their folded names, and the names of weekdays, in many languages.

    A word has a month in `dotted` after a dotted day, if Croatian disagrees with Polish, and in `dotted_twice` if
    the year has a dot, too, and it disagrees with Czech.
    """

    months: dict[str, int]
    dotted: dict[str, int]
    dotted_twice: dict[str, int]
    weekdays: tuple[str, ...]
    weekdays_without_hyphens: frozenset[str]


@cache
def date_words() -> DateWords:
    """Read the packaged words, which ``tools/build_date_words.py`` wrote from CLDR."""
    stored = packaged(WORDS_FILE)
    months = {word: int(number) for number, words in stored["months"].items() for word in words.split("|")}
    spaced = frozenset(stored["weekdays"].replace("-", " ").split("|"))
    return DateWords(months, stored["dotted"], stored["dotted twice"], tuple(stored["weekdays"].split("|")), spaced)


def fold_word(word: str) -> str:
    """Fold a word for lookups of month and weekday names.

    >>> fold_word("Févr.")
    'févr'
    >>> fold_word("ก.พ.")
    'กพ'
    """
    folded = unicodedata.normalize("NFC", word).casefold().translate(_FOLD)
    return " ".join(folded.split()) if " " in folded else folded


# Persian months in order; platforms do not use the Afghan names of the same calendar.
_PERSIAN = {
    name: number
    for number, name in enumerate(
        ("فروردین", "اردیبهشت", "خرداد", "تیر", "مرداد", "شهریور", "مهر", "آبان", "آذر", "دی", "بهمن", "اسفند"), 1
    )
}


def gregorian(month_name: str, year: int, day: int) -> date | None:
    """Convert a day of the Persian (Solar Hijri) calendar, from 1300 to 1498; None if it does not exist.

    >>> gregorian("بهمن", 1398, 12)
    datetime.date(2020, 2, 1)
    """
    month = _PERSIAN.get(month_name)
    if month is None or not 1300 <= year <= 1498:
        return None
    leap = {each: (25 * each + 11) % 33 < 8 for each in range(1300, year + 1)}  # right from 1206 to 1498
    if not 1 <= day <= (31 if month <= 6 else 30 if month < 12 else 29 + leap[year]):
        return None
    before = (month - 1) * 31 - max(0, month - 7)
    years = sum(365 + leap[each] for each in range(1300, year))
    return date(1921, 3, 21) + timedelta(days=years + before + day - 1)
