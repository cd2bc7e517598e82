"""Readers of ``[availability]`` and ``[hydration]``: which platforms are asked about posts, and how."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from archive.settings import readers
from scraper.registry import by_name, platforms, question_of, recognise

if TYPE_CHECKING:
    from archive.settings.readers import Reader


def methods(raw: Any) -> tuple[str, ...]:
    """Read a list of platforms, or of their methods."""
    names = readers.texts(raw)
    for name in names:
        try:
            question_of(name)
        except LookupError as error:
            raise ValueError(f"a list of {_askable()}; {error}") from None
    return names


def delays(raw: Any) -> dict[str, float]:
    """Read seconds between two requests to a host, by platform; not less than the platform allows."""
    return {name: _delay(name, value) for name, value in _by_platform(raw).items()}


def _delay(name: str, raw: Any) -> float:
    least = max(question.delay for question in by_name()[name].questions)
    limit = by_name()[name].questions[0].limit
    try:
        return float(readers.seconds(least)(raw))
    except ValueError as error:
        raise ValueError(f"{error} for {name} (its limit: {limit})") from None


def canaries(raw: Any) -> dict[str, str]:
    """Read the address of a post that is known to be there, by platform."""
    return {name: _canary(name, value) for name, value in _by_platform(raw).items()}


def _canary(name: str, raw: Any) -> str:
    url = readers.url(raw)
    post = recognise(url)
    if post is None or post.platform != name:
        raise ValueError(f"the address of a post on {by_name()[name].label}")
    return url


def endpoints(raw: Any) -> dict[str, str]:
    """Read where else a platform is asked, as on a server of one's own; ``{host}`` stands for its host."""
    return {name: readers.url(value) for name, value in _by_platform(raw).items()}


def ages(raw: Any) -> tuple[int, ...]:
    """Read the ages at which a post is checked; at least one."""
    found = readers.ages(raw)
    if not found or found[0] < 3600:
        raise ValueError('a list of times of an hour or more such as ["1d", "7d"]')
    return found


def _by_platform(raw: Any) -> dict[str, Any]:
    askable = {platform.name for platform in platforms() if platform.questions}
    if not isinstance(raw, dict) or not raw.keys() <= askable:
        raise ValueError(f"a table with a line for each platform, of {_askable()}")
    return raw


def _askable() -> str:
    return ", ".join(platform.name for platform in platforms() if platform.questions)


READERS: dict[str, Reader] = {
    "enabled": readers.flag,
    "platforms": methods,
    "after": ages,
    "delays": delays,
    "canaries": canaries,
    "endpoints": endpoints,
}
HYDRATION: dict[str, Reader] = {
    "enabled": readers.flag,
    "platforms": methods,
    "archives": readers.flag,
    "index": readers.url,
    "replay": readers.url,
}
