r"""The shapes in which the world prints a day, and what stands between its parts.

All patterns are matched at one place, never searched, and every repetition is bounded, so that a failed match
costs a few microseconds whatever the text. Digits of any script count (``\d`` and `int` know them all).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from scraper.values.dates.calendars import era_year, gregorian
from scraper.values.dates.words import DOTTED, DOTTED_TWICE, MONTHS, WEEKDAYS

# Abbreviation signs (Latin, Devanagari, Hebrew, Catalan), apostrophes, joiners and bidi marks are dropped.
# U+0307 is what remains of a Turkish İ after case folding. Arabic keyboards write yeh and kaf in their own
# way in Persian and Urdu words.
_DROPPED = ".·॰:׳'’`´\u0307\ufeff"
_DROPPED_MARKS = "\u200b\u200c\u200d\u200e\u200f\u061c\u202a\u202b\u202c\u2066\u2067\u2068\u2069"
_FOLD = str.maketrans(
    dict.fromkeys(_DROPPED + _DROPPED_MARKS)
    | {"ي": "ی", "ى": "ی", "ك": "ک", "\xa0": " ", "\u202f": " ", "\n": " ", "\t": " "}
)
_MONTHS = {word: number for number, words in MONTHS.items() for word in words.split("|")}
_BY_DOTS = DOTTED.keys() | DOTTED_TWICE.keys()
_WEEKDAYS = frozenset(WEEKDAYS.replace("-", " ").split("|"))

# Spaces as publishers set them, and the marks that hold right-to-left text together.
SPACE = r"[ \t\xa0\u1680\u2000-\u200f\u202a-\u202f\u205f\u2060\u2066-\u2069\u3000\u061c\ufeff]"
# One line break may fall into a date (html2text wraps lines), with a quotation's ">" before the next line.
GAP = rf"{SPACE}{{0,4}}+(?:\r?\n{SPACE}{{0,4}}+(?:>{SPACE}{{0,4}}+){{0,3}}+)?+"
_SEP = rf"{GAP}(?:[.,،/‐-–-]{GAP})?+"
_WORD = r"[^\W\d_][^\s\d_,،;:()\[\]{}/<>\"“”„«»‐-—-]{0,24}+"
_MONTH = rf"(?P<month>{_WORD}(?:{GAP}{_WORD}){{0,2}}?)"
_DAY = r"(?P<day>\d{1,2}+)(?!\d)"
_YEAR = r"(?P<year>\d{4})"
_ORDINAL = r"(?:st|nd|rd|th|\.?[ºª°]|ère|er|re|-го|-a)?+"
_OF = rf"(?:(?:del|de|di|da|of|ng){SPACE}{{1,4}}+|d[’']|ta[’']{GAP})?+"
_YEAR_WORD = rf"(?:(?:del|de|of|năm|tahun|พ\.ศ\.|ค\.ศ\.|พ\.ศ|ค\.ศ){GAP})?+"
# "г." behind Russian and Bulgarian years, "р." behind Ukrainian ones, "թ." behind Armenian ones.
_YEAR_SIGN = rf"(?:{SPACE}?(?:г\.|р\.|թ\.|(?:года|г|року|р)(?!\w)))?+"
# Arabic newsrooms name a month twice, for readers in the east and in the west: "4 آب/أغسطس 2013".
_MONTH_AGAIN = rf"(?:{GAP}/{GAP}[\u0621-\u064a]{{2,8}}+(?:{SPACE}[\u0621-\u064a]{{3,6}}+)?+)?+"
_MONTH_SIGN = rf"{GAP}[月월]{_SEP}"

_DAY_FIRST = re.compile(
    rf"{_DAY}{_ORDINAL}(?P<dot>\.)?{_SEP}{_OF}{_MONTH}{_MONTH_AGAIN}{_SEP}{_YEAR_WORD}{_YEAR}{_YEAR_SIGN}(?=(?P<stop>\.)?)",
    re.IGNORECASE,
)
_MONTH_FIRST = re.compile(
    rf"{_MONTH}{_SEP}{_DAY}{_ORDINAL}{_SEP}{_YEAR_WORD}{_YEAR}{_YEAR_SIGN}", re.IGNORECASE
)
_YEAR_FIRST = re.compile(
    rf"{_YEAR}(?P<dot>\.)?(?:{GAP}(?:m\.|թ\.|оны|\(e\)ko|ko))?{_SEP}{_MONTH}{_SEP}{_DAY}(?(dot)\.?)(?:{GAP}d\.)?",
    re.IGNORECASE,
)
_YEAR_FIRST_MONTH_LAST = re.compile(
    rf"{_YEAR}\.?{GAP}(?:gada|ж\.|жылғы){GAP}{_DAY}\.?-?{GAP}{_MONTH}", re.IGNORECASE
)
_EAST_ASIAN = re.compile(
    rf"(?P<era>令和|平成|昭和|民國|民国)?{GAP}(?P<year>\d{{1,4}}+|元)"
    # Twitter once wrote "2014 8月 12日".
    rf"(?:{GAP}[年년]{_SEP}|(?<=\d{{4}}){SPACE})"
    rf"(?P<number>\d{{1,2}}+){_MONTH_SIGN}{_DAY}{GAP}(?:[日號号]|일)"
)
_EAST_ASIAN_MONTH_FIRST = re.compile(rf"(?P<number>\d{{1,2}}+){_MONTH_SIGN}{_DAY}日?{_SEP}{_YEAR}")
# And once "2014, 5月 13".
_EAST_ASIAN_UNSIGNED = re.compile(rf"{_YEAR},{GAP}(?P<number>\d{{1,2}}+)[月월]{GAP}{_DAY}")
_THANG = rf"(?:tháng|thg\.?|th\.?){GAP}(?P<number>\d{{1,2}}+)(?!\d)"
_VIETNAMESE = re.compile(rf"(?:ngày{GAP})?{_DAY}{GAP}{_THANG}{_SEP}{_YEAR_WORD}{_YEAR}", re.IGNORECASE)
_VIETNAMESE_MONTH_FIRST = re.compile(rf"{_THANG}{_SEP}{_DAY}{_SEP}{_YEAR_WORD}{_YEAR}", re.IGNORECASE)
_ISO = re.compile(
    rf"(?P<year>\d{{4}})(?P<sep>[-/.])(?:(?<=\.){SPACE})?(?P<number>\d{{1,2}}+)(?P=sep)(?:(?<=\.){SPACE})?"
    r"(?P<day>\d{1,2})(?!\d|(?P=sep)\d)"
)
_NUMERIC = re.compile(
    rf"(?P<one>\d{{1,2}}+)(?P<sep>[-/.])(?:(?<=\.){SPACE})?(?P<two>\d{{1,2}}+)(?P=sep)(?:(?<=\.){SPACE})?"
    rf"(?P<year>\d{{4}}){_YEAR_SIGN}"
)

_MONTH_ONLY = re.compile(rf"{_MONTH}{_SEP}{_YEAR_WORD}{_YEAR}{_YEAR_SIGN}", re.IGNORECASE)
_EAST_ASIAN_MONTH_ONLY = re.compile(rf"(?P<year>\d{{4}}){GAP}[年년]{_SEP}(?P<number>\d{{1,2}}+){GAP}[月월]")
_ISO_MONTH = re.compile(r"(?P<year>\d{4})-(?P<number>\d{2})(?![\d-])")

_LEADING_WORDS = re.compile(rf"{_WORD}(?:(?:{GAP}|-){_WORD})?")
_FIRST_WORD = re.compile(_WORD)
_AFTER_WEEKDAY = re.compile(rf"[.,،]?{GAP}(?:(?:the|le|den|el|o|il){SPACE}{{1,4}}+)?")


@dataclass(frozen=True, slots=True)
class Day:
    """A day found in a text: the Gregorian date and the offset behind its last sign."""

    date: date
    end: int


def _date(year: int, month: int, day: int) -> date | None:
    """The day, if the calendar has it and a post or an article could carry it."""
    if not 1900 <= year <= 2199:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _named(found: re.Match[str]) -> date | None:
    """The day of a match with a month in words."""
    word, year, day = found["month"], int(found["year"]), int(found["day"])
    folded = fold_word(word)
    month = _croatian(folded, found) or _MONTHS.get(folded)
    if month is None:
        return gregorian(folded, year, day)
    return _date(_common_era(year, folded), month, day)


def _croatian(word: str, found: re.Match[str]) -> int | None:
    """The month of a word that means another one in Polish or Czech, where the dots are Croatian."""
    if word not in _BY_DOTS or found.re is not _DAY_FIRST or not found["dot"]:
        return None
    return DOTTED.get(word) or (DOTTED_TWICE.get(word) if found["stop"] else None)


def _common_era(year: int, month: str) -> int:
    """Thai months go with Buddhist years, 543 ahead of ours; nobody else writes years after 2400."""
    return year - 543 if year > 2400 and "\u0e00" <= month[0] <= "\u0e7f" else year


def _numbered(found: re.Match[str]) -> date | None:
    return _date(int(found["year"]), int(found["number"]), int(found["day"]))


def _east_asian(found: re.Match[str]) -> date | None:
    year = era_year(found["era"], found["year"])
    return None if year is None else _date(year, int(found["number"]), int(found["day"]))


def _numeric(found: re.Match[str]) -> date | None:
    """Day and month by numbers, only where no reader could disagree.

    With dots the day comes first in every locale of CLDR that writes dots. With slashes or hyphens it depends
    on the country, so one number must be above 12 or both be equal.
    """
    one, two, year = int(found["one"]), int(found["two"]), int(found["year"])
    if found["sep"] == "." or one == two:
        return _date(year, two, one)
    if max(one, two) <= 12:
        return None
    return _date(year, min(one, two), max(one, two))


_Shape = tuple[re.Pattern[str], Callable[[re.Match[str]], date | None]]
# What can stand at the beginning, by the sign that is there: four digits, fewer digits, a letter.
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
_DIGITS = re.compile(r"\d{0,4}")


def find_day(text: str, pos: int) -> Day | None:
    """Read the day that is printed exactly at `pos`, with or without a weekday before it.

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
    """The day in the first shape that matches and is a day of the calendar."""
    for pattern, read in shapes:
        found = pattern.match(text, pos)
        if found and (day := read(found)):
            return Day(day, found.end())
    return None


def skip_weekday(text: str, pos: int) -> int:
    """The offset behind a weekday and its comma, or `pos` where there is none."""
    for pattern in (_LEADING_WORDS, _FIRST_WORD):
        found = pattern.match(text, pos)
        if found and _is_weekday(found[0], text[found.end() : found.end() + 1]):
            behind = _AFTER_WEEKDAY.match(text, found.end())
            return behind.end() if behind else found.end()
    return pos


def _is_weekday(word: str, following: str) -> bool:
    """Abbreviations of two letters are also words ("on", "to"): they need their dot or comma."""
    folded = fold_word(word.replace("-", " ")).removesuffix("ที่")  # Thai glues its "on the"
    if folded not in _WEEKDAYS:
        return False
    return len(folded) > 2 or not folded.isascii() or word.endswith(".") or following == ","


def read_month(text: str) -> str | None:
    """A whole text that names a month without a day, as ``YYYY-MM``.

    >>> read_month("février 2021")
    '2021-02'
    """
    for pattern in (_MONTH_ONLY, _EAST_ASIAN_MONTH_ONLY, _ISO_MONTH):
        found = pattern.fullmatch(text)
        if found is None:
            continue
        first = (
            _named_month(found)
            if pattern is _MONTH_ONLY
            else _date(int(found["year"]), int(found["number"]), 1)
        )
        if first:
            return first.strftime("%Y-%m")
    return None


def _named_month(found: re.Match[str]) -> date | None:
    folded = fold_word(found["month"])
    month = _MONTHS.get(folded)
    return _date(_common_era(int(found["year"]), folded), month, 1) if month else None


def fold_word(word: str) -> str:
    """The form in which month and weekday names are looked up.

    >>> fold_word("Févr.")
    'févr'
    >>> fold_word("ก.พ.")
    'กพ'
    """
    folded = unicodedata.normalize("NFC", word).casefold().translate(_FOLD)
    return " ".join(folded.split()) if " " in folded else folded
