"""Parse clock times next to printed days, and the time zones with unambiguous names."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta

from scraper.patterns import lazy_regex
from scraper.records import Moment, Precision
from scraper.values.dates.grammar import GAP, SPACE

# Minutes ahead of UTC. RFC 2822, section 4.3, defines the American names; each other name has one offset.
_AMERICAN = {"EST": -300, "EDT": -240, "CST": -360, "CDT": -300, "MST": -420, "MDT": -360, "PST": -480, "PDT": -420}
_EUROPEAN = {"WET": 0, "WEST": 60, "CET": 60, "MEZ": 60, "CEST": 120, "MESZ": 120, "EET": 120, "EEST": 180}
_FARTHER = {"AKST": -540, "AKDT": -480, "HST": -600, "BRT": -180, "MSK": 180, "EAT": 180, "PKT": 300, "WIB": 420}
_EASTERN = {"SGT": 480, "HKT": 480, "AWST": 480, "JST": 540, "KST": 540, "AEST": 600, "AEDT": 660, "NZST": 720}
# Zones in words, as .NET and Java print them: hours ahead of UTC in winter.
_IN_WORDS = {"Eastern": -5, "Central": -6, "Mountain": -7, "Pacific": -8, "Central European": 1, "Eastern European": 2}
_SEASONS = (("Standard", 0), ("Daylight", 1), ("Summer", 1))
# Names used by several countries or in both seasons: they are skipped and give no offset.
_AMBIGUOUS = ("IST", "BST", "ET", "PT", "CT", "MT", "AST", "SAST", "WAT", "ICT", "PHT", "WIT")
_ZONES: dict[str, int | None] = {
    **dict.fromkeys(("Z", "UTC", "UT", "GMT"), 0),
    **(_AMERICAN | _EUROPEAN | _FARTHER | _EASTERN),
    **{
        f"{name} {season} Time": hours * 60 + 60 * late
        for name, hours in _IN_WORDS.items()
        for season, late in _SEASONS
    },
    "Coordinated Universal Time": 0,
    **dict.fromkeys(_AMBIGUOUS),
}
_AFTER_NOON = frozenset(("pm", "下午", "午後", "오후", "م", "μμ", "ös", "ch"))
_LEADING_HALF = rf"(?:(?P<leading>上午|下午|午前|午後|오전|오후|ÖÖ|ÖS|[AP]M){GAP})?"
_LATIN_HALF = rf"[ap]\.?{SPACE}?m(?!\w)\.?"
_HALF = rf"(?:{SPACE}{{0,2}}(?P<half>{_LATIN_HALF}|[πμ]\.?μ\.?(?!\w)|(?:SA|CH|[صم])(?!\w)))?"
_OFFSET = r"[+−-]\d{2}:?\d{2}(?!\d)"
_ZONE = (
    rf"(?:{SPACE}{{0,2}}\(?(?P<zone>(?:UTC|GMT){SPACE}?(?:{_OFFSET}|[+−-]\d{{1,2}}(?!\d))|{_OFFSET}"
    rf"|(?-i:(?:{'|'.join(sorted(_ZONES, key=len, reverse=True))})(?=[A-Z][a-z]|\W|\Z)))\)?)?"
)
_TO_MINUTE = rf"(?::|{SPACE}?h{SPACE}?|[時时]|시{SPACE}?)"


def _clock(to_minute: str) -> str:
    """Return a pattern for a time of day; `to_minute` matches the separator between hour and minute."""
    return (
        rf"{_LEADING_HALF}(?P<hour>\d{{1,2}}+)(?:{to_minute}(?P<minute>\d{{2}})(?::(?P<second>\d{{2}}))?"
        rf"(?:[.,]\d{{1,9}})?[分분]?(?!\d)|(?={SPACE}?{_LATIN_HALF}))(?:{SPACE}?(?:Uhr(?!\w)|น\.))?{_HALF}{_ZONE}"
    )


_DASH = r"[-–—·•∙●▪|,،@]"
_ON = r"(?:on|le|el|em|am|il|den|op)"
# A dot may separate hour and minute if a day follows (``21.35 - 19. lokakuuta 2016``), or am, pm or Uhr;
# elsewhere it may be a decimal number in the next sentence.
_BEFORE_DAY = lazy_regex(
    rf"{_clock(rf'(?:{_TO_MINUTE}|[.])')}{GAP}{_DASH}?{GAP}(?:{_ON}{SPACE}{{1,4}}+)?(?=\S)", re.IGNORECASE
)
_DOT_TO_MINUTE = rf"(?:{_TO_MINUTE}|[.](?=\d\d{SPACE}?(?:Uhr|{_LATIN_HALF})))"
# "at" and its translations, as Instagram and Facebook print them between day and clock.
_AT = r"(?:at|à|a las?|a la\(s\)|às|as|alle(?: ore)?|ore|um|om|kl\.?|klo|kello|időpont:|o|в|о|saat|στις|pukul|lúc)"
_BEHIND_DAY = lazy_regex(
    rf"(?:{SPACE}{{0,4}}+(?P<dash>{_DASH}){SPACE}{{0,4}}+|{SPACE}{{1,4}}+|(?<=[日일]))(?:(?P<at>{_AT}){SPACE}{{1,4}}+)?{_clock(_DOT_TO_MINUTE)}",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day in 24 hours; `offset` are minutes ahead of UTC, None if no zone is printed or it is ambiguous."""

    time: time
    has_seconds: bool
    offset: int | None
    end: int


def _hour(found: re.Match[str]) -> int:
    """Return the hour from 0 to 23; some generators print ``21:35 PM``, which is 21."""
    hour = int(found["hour"])
    half = found["half"] or found["leading"]
    if half is None or hour > 12:
        return hour
    is_late = re.sub(r"[\s.]", "", half).casefold() in _AFTER_NOON
    return hour % 12 + (12 if is_late else 0)


def zone_offset(zone: str | None) -> int | None:
    """Return the minutes ahead of UTC of a zone's name or number; None if ambiguous.

    >>> zone_offset("PST"), zone_offset("+05:30"), zone_offset("GMT-3"), zone_offset("IST")
    (-480, 330, -180, None)
    """
    if not zone:
        return None
    number = re.search(r"([+−-])(\d{1,2}):?(\d{2})?\Z", zone)
    if number is None:
        return _ZONES.get(zone.strip())
    minutes = int(number[2]) * 60 + int(number[3] or 0)
    if minutes > 14 * 60:
        return None
    return minutes if number[1] == "+" else -minutes


def _read(found: re.Match[str] | None) -> Clock | None:
    if found is None:
        return None
    try:
        printed = time(_hour(found), int(found["minute"] or 0), int(found["second"] or 0))
    except ValueError:
        return None
    return Clock(printed, found["second"] is not None, zone_offset(found["zone"]), found.end())


def clock_before_day(text: str, pos: int) -> Clock | None:
    """Parse the time at `pos`, and the dash or dot between it and a day: ``9:35 PM - 19 Oct 2016``."""
    return _read(_BEFORE_DAY.match(text, pos))


def clock_behind_day(text: str, pos: int, *, tied: bool) -> Clock | None:
    """Parse the time directly after a day: `` at 11:17am PST``; if `tied`, only after "at", a comma or a dash."""
    found = _BEHIND_DAY.match(text, pos)
    if found and tied and not (found["dash"] or found["at"] or found["leading"]):
        return None
    return _read(found)


def moment_of(day: date, clock: Clock | None, as_written: str) -> Moment:
    """Combine a printed day and time; with a known zone the result is in UTC.

    >>> moment_of(date(2015, 11, 14), Clock(time(19, 17), False, -480, 0), "…").at
    '2015-11-15T03:17Z'
    """
    if clock is None:
        return Moment(at=day.isoformat(), precision="day", source="printed", as_written=as_written)
    instant = datetime.combine(day, clock.time)
    zone = ""
    if clock.offset is not None:
        instant, zone = instant - timedelta(minutes=clock.offset), "Z"
    precision: Precision = "second" if clock.has_seconds else "minute"
    at = instant.isoformat(timespec="seconds" if clock.has_seconds else "minutes")
    return Moment(at=at + zone, precision=precision, source="printed", as_written=as_written)


def with_clock(day: Moment, clock: re.Match[str], as_written: str) -> Moment | None:
    """Combine a day and a clock printed apart from it; the result has no zone.

    The match has the groups ``hour``, ``minute`` (two digits) and ``half`` ("PM", "p" or None). None if the
    first is not a day, or the clock shows no time.
    """
    hour = int(clock["hour"])
    if clock["half"]:
        hour = hour % 12 + 12 * (clock["half"][0].lower() == "p")
    if day.precision != "day" or hour > 23 or int(clock["minute"]) > 59:
        return None
    return replace(day, at=f"{day.at}T{hour:02}:{clock['minute']}", precision="minute", as_written=as_written)
