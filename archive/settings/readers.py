"""Readers: each checks one TOML value and converts it; its `ValueError` says what is expected."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from scraper.patterns import lazy_regex
from scraper.values.urls import http_url, is_web_address

if TYPE_CHECKING:
    from collections.abc import Callable

    Reader = Callable[[Any], Any]

_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
_DURATION = lazy_regex(r"(\d{1,9}) ?([smhd])")
_TEN_YEARS = 3650 * 86_400
_HASHTAG = lazy_regex(r"[#＃]?([^\s#＃]+)")
_ADDRESSES = 'a list of addresses such as ["https://the-post.example/story"]'
_HASHTAGS = 'a list of hashtags such as ["StormAlva"]'


def text(raw: Any) -> str:
    """Read a text of one line."""
    if not isinstance(raw, str) or not raw.strip() or not raw.isprintable():
        raise ValueError("a text")
    return raw.strip()


def path(raw: Any) -> Path:
    """Read a path; ``~`` is the user's folder."""
    try:
        return Path(text(raw)).expanduser()
    except (ValueError, RuntimeError):
        raise ValueError("a path") from None


def contact(raw: Any) -> str | None:
    """Read what can be sent in a header; empty for nobody."""
    if raw == "":
        return None
    if not text(raw).isascii():
        raise ValueError("a URL or an e-mail address in plain ASCII")
    return text(raw)


def url(raw: Any) -> str:
    """Read an http(s) address."""
    written = text(raw)
    if not is_web_address(written) or http_url(written) is None:
        raise ValueError("an address such as https://the-post.example/rss")
    return written


def optional_url(raw: Any) -> str | None:
    """Read an http(s) address; empty for none."""
    return None if raw == "" else url(raw)


def proxy(raw: Any) -> str:
    """Read a proxy's address, or where it is named, or that there is none."""
    try:
        return text(raw) if raw in {"environment", "none"} else url(raw)
    except ValueError:
        raise ValueError('"environment", "none" or an address such as http://proxy.example:3128') from None


def hashtags(raw: Any) -> tuple[str, ...]:
    """Read hashtags, with or without ``#``."""
    return _list(raw, _hashtag, _HASHTAGS)


def _hashtag(raw: Any) -> str:
    match = _HASHTAG.fullmatch(text(raw))
    if match is None:
        raise ValueError(_HASHTAGS)
    return match[1]


def texts(raw: Any) -> tuple[str, ...]:
    """Read a list of texts."""
    return _list(raw, text, "a list of texts")


def urls(raw: Any) -> tuple[str, ...]:
    """Read a list of addresses."""
    found = _list(raw, url, _ADDRESSES)
    if not found:
        raise ValueError(_ADDRESSES)
    return found


def pauses(raw: Any) -> tuple[int, ...]:
    """Read a list of time spans into seconds."""
    return _list(raw, duration, 'a list of times such as ["1h", "1d"]')


def ages(raw: Any) -> tuple[int, ...]:
    """Read a list of time spans, the shortest first."""
    return tuple(sorted(pauses(raw)))


def _list(raw: Any, read: Reader, expected: str) -> tuple[Any, ...]:
    try:
        return tuple(read(item) for item in ([None] if not isinstance(raw, list) else raw))
    except ValueError:
        raise ValueError(expected) from None


def flag(raw: Any) -> bool:
    """Read a yes or no."""
    if not isinstance(raw, bool):
        raise ValueError("true or false")  # noqa: TRY004 -- all readers say what is expected in the same way
    return raw


def table(raw: Any) -> dict[str, Any]:
    """Read a table."""
    if not isinstance(raw, dict):
        raise ValueError("a table in brackets")  # noqa: TRY004 -- as above
    return raw


def tables(raw: Any) -> list[dict[str, Any]]:
    """Read a list of tables."""
    if not isinstance(raw, list) or not all(isinstance(item, dict) for item in raw):
        raise ValueError("tables in double brackets")
    return raw


def duration(raw: Any) -> int:
    """Read a time span into seconds.

    >>> [duration(raw) for raw in ("90s", "15m", "6h", "7d")]
    [90, 900, 21600, 604800]
    """
    match = _DURATION.fullmatch(raw.strip()) if isinstance(raw, str) else None
    span = int(match[1]) * _UNITS[match[2]] if match else _TEN_YEARS + 1
    if span > _TEN_YEARS:
        raise ValueError('a time such as "15m", "6h" or "7d"')
    return span


def seconds(least: float, most: float = 86_400.0) -> Reader:
    """Make a reader of seconds between two bounds."""

    def read(raw: Any) -> float:
        if isinstance(raw, bool) or not isinstance(raw, int | float) or not least <= raw <= most:
            raise ValueError(f"a number of seconds from {least:g} to {most:,.0f}")
        return float(raw)

    return read


def share(raw: Any) -> float:
    """Read a number from 0 to 1."""
    if isinstance(raw, bool) or not isinstance(raw, int | float) or not 0 <= raw <= 1:
        raise ValueError("a number from 0 to 1")
    return float(raw)


def whole(least: int, most: int = 10**15) -> Reader:
    """Make a reader of whole numbers between two bounds."""

    def read(raw: Any) -> int:
        if isinstance(raw, bool) or not isinstance(raw, int) or not least <= raw <= most:
            raise ValueError(f"a whole number from {least:,} to {most:,}")
        return raw

    return read
