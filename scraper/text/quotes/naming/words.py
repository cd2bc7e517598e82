"""Look up words that refer to persons or occur in names: the table ``names`` of a language."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from scraper.text.quotes.words.languages import OTHER, languages, weekdays

if TYPE_CHECKING:
    from collections.abc import Iterable


@cache
def pronouns(tag: str) -> frozenset[str]:
    """Return a language's pronouns for persons; without a file, those of many languages.

    >>> "sie" in pronouns("de")
    True
    """
    own = tag if tag in languages() else OTHER
    return frozenset(word for who in ("he", "she", "they") for word in words_of(who, own))


@cache
def titles() -> frozenset[str]:
    """Return the titles of all languages.

    >>> "mrs" in titles()
    True
    """
    return frozenset(word for name in ("honorific", "sir", "madam") for word in words_of(name))


@cache
def particles() -> str:
    """Return a regular expression for the small words inside names, of all languages."""
    return _either(words_of("particles"))


@cache
def agents() -> tuple[str, ...]:
    """Return the words after an agent, in languages without capitals."""
    return tuple(words_of("agents"))


@cache
def day_or_month() -> re.Pattern[str]:
    """Return a regular expression for weekdays and months."""
    return re.compile(f"{weekdays()}|{_either(words_of('months'))}", re.IGNORECASE)


@cache
def weekday() -> re.Pattern[str]:
    """Return a regular expression for a weekday among other words."""
    return re.compile(rf"(?<!\w){weekdays()}(?!\w)", re.IGNORECASE)


def words_of(name: str, tag: str | None = None) -> list[str]:
    """Return the words of a list, of one language or of all."""
    tags: Iterable[str] = languages() if tag is None else (tag,)
    return list(dict.fromkeys(form for each in tags for form in languages()[each].forms(name)))


def _either(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
