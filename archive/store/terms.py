"""Terms of the schema that queries outside it use as well: days, steps of lags, signs."""

from __future__ import annotations

from scraper.patterns import lazy_regex

#: Sort and filter key of articles: the local day, or the month or year if the day is unknown.
DAY = "coalesce({0}published_day, {0}published_at)"
#: First minutes of the steps of lags; from three on, each is at most 1.5 times the last.
STEPS = (
    *(0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50),
    *(60, 75, 90, 105, 120, 150, 180, 210, 240, 300, 360, 420, 480, 600, 720, 840, 960, 1200),
    *(1440, 1800, 2160, 2880, 3600, 4320, 5760, 7200, 8640, 10080, 14400, 20160, 30240),
    *(43200, 64800, 86400, 129600, 172800, 259200, 388800, 525600, 788400, 1051200, 1576800, 2102400, 2628000),
    *(3888000, 5256000),
)
#: Thai and Lao, Burmese, Khmer, arrows to stars, kana and CJK, emoji. Two characters are a range.
RANGES = (
    "\u0e00\u0eff\u1000\u109f\u1780\u17ff\u2190\u2bff\u2e80\u2fff\u3041\u30ff\u3200\u9fff\uf900\ufaff"
    "\U0001f000\U0001fbff\U00020000\U0003ffff"
)
#: Signs after this many characters of a post are not indexed; a multiple of the piece length.
LONGEST = 20_000
_SET = "".join(f"{first}-{last}" for first, last in zip(RANGES[::2], RANGES[1::2], strict=True))
#: A sign of any of these.
SIGN = lazy_regex(f"[{_SET}]")


def signs_of(text: str | None) -> str:
    """Return the signs of a text as they are indexed; '' if it has none.

    >>> signs_of("The 灯台 \U0001f469\u200d\U0001f4bb"), signs_of("The lamp")
    ('706f 53f0 1f469 1f4bb', '')
    """
    return " ".join(f"{ord(sign):x}" for sign in SIGN.findall((text or "").partition("\0")[0][:LONGEST]))
