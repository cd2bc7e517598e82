"""Other calendars, where a date in them cannot mean anything else."""

from __future__ import annotations

from datetime import date, timedelta

# Persian months and their order; Afghan names of the same calendar are not used by platforms.
_PERSIAN = {
    name: number
    for number, name in enumerate(
        (
            "فروردین",
            "اردیبهشت",
            "خرداد",
            "تیر",
            "مرداد",
            "شهریور",
            "مهر",
            "آبان",
            "آذر",
            "دی",
            "بهمن",
            "اسفند",
        ),
        1,
    )
}
# The Gregorian year before the first of each era: 令和2年 is 2020, 民國109年 is 2020.
_ERAS = {"令和": 2018, "平成": 1988, "昭和": 1925, "民國": 1911, "民国": 1911}


def era_year(era: str | None, year: str) -> int | None:
    """The common year of a Japanese or Taiwanese one; four digits without an era are common years already.

    >>> era_year("令和", "2"), era_year(None, "2020"), era_year(None, "2")
    (2020, 2020, None)
    """
    number = 1 if year == "元" else int(year)
    if era:
        return _ERAS[era] + number
    return number if number >= 1000 else None


def _is_persian_leap(year: int) -> bool:
    """The 33-year cycle, which agrees with the astronomical calendar from 1206 to 1498 (1827 to 2120)."""
    return (25 * year + 11) % 33 < 8


def gregorian(month_name: str, year: int, day: int) -> date | None:
    """The Gregorian day of a Persian (Solar Hijri) one; None when it is not one.

    Args:
        month_name: Folded (`scraper.values.dates.folding.fold_word`).
        year: Solar Hijri year; the calendar's names are Persian only, so 1300 to 1498 leaves no doubt.
        day: Day of the month.

    >>> gregorian("بهمن", 1398, 12)
    datetime.date(2020, 2, 1)
    """
    month = _PERSIAN.get(month_name)
    if month is None or not 1300 <= year <= 1498:
        return None
    length = 31 if month <= 6 else 30 if month < 12 else 29 + _is_persian_leap(year)
    if not 1 <= day <= length:
        return None
    before = (month - 1) * 31 - max(0, month - 7)
    years = sum(366 if _is_persian_leap(each) else 365 for each in range(1300, year))
    return date(1921, 3, 21) + timedelta(days=years + before + day - 1)
