"""Hold the words that tell whom a name or a pronoun stands for: the table ``names`` of a language."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from scraper.text.quotes.words.languages import OTHER, languages, weekdays

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


@dataclass(frozen=True, slots=True)
class NameWords:
    """The words of one language that tell the gender and the number of a person.

    Attributes:
        pronouns: Pronoun -> he, she or they.
        determiners: Determiner or title -> he or she.
        female_endings: How nouns for women end.
    """

    pronouns: Mapping[str, str]
    determiners: Mapping[str, str]
    female_endings: tuple[str, ...]


@cache
def name_words(tag: str) -> NameWords:
    """Return the words of a language; of one without a file, those known of many.

    >>> name_words("de").pronouns["sie"], name_words("de").determiners["die"]
    ('she', 'she')
    """
    own = tag if tag in languages() else OTHER
    pronouns = {word: who for who in ("he", "she", "they") for word in words_of(who, own)}
    genders = {"masculine": "he", "feminine": "she"}
    determiners = {word: genders[name] for name in genders for word in words_of(name, own)}
    endings = tuple(words_of("female_endings", own))
    told = {word: gender for word, gender in titles().items() if gender}
    return NameWords(pronouns, told | determiners, endings)


@cache
def titles() -> Mapping[str, str | None]:
    """Return the titles of all languages, with the gender that they tell.

    >>> titles()["mrs"], titles()["dr"]
    ('she', None)
    """
    genders = {"honorific": None, "sir": "he", "madam": "she"}
    return {word: gender for name, gender in genders.items() for word in words_of(name)}


@cache
def particles() -> str:
    """Return an expression for the small words inside names, of all languages."""
    return _either(words_of("particles"))


@cache
def agents() -> tuple[str, ...]:
    """Return what stands behind who did something, in languages without capitals."""
    return tuple(words_of("agents"))


@cache
def day_or_month() -> re.Pattern[str]:
    """Return an expression for weekdays and months."""
    return re.compile(f"{weekdays()}|{_either(words_of('months'))}", re.IGNORECASE)


@cache
def weekday() -> re.Pattern[str]:
    """Return an expression for a weekday among other words."""
    return re.compile(rf"(?<!\w){weekdays()}(?!\w)", re.IGNORECASE)


@cache
def noun_phrase() -> re.Pattern[str]:
    """Return an expression for a determiner with a noun in small letters, and whose it is.

    Example: "la cantante", "l’écrivain", "la figlia di Ada Roe".
    """
    name = r"[A-ZÀ-Þ][\w-]{1,30}"
    return re.compile(
        r"(?<![\w’'])([^\W\d_]{1,5}[ \xa0]|[^\W\d_]{1,2}[’'])([^\W\d_A-Z][\w-]{3,30})"
        rf"(?: (?:{_either(words_of('whose'))}) {name}(?: {name})?)?(?!\w)"
    )


def words_of(name: str, tag: str | None = None) -> list[str]:
    """Return the words of a list, of one language or of all."""
    tags: Iterable[str] = languages() if tag is None else (tag,)
    return list(dict.fromkeys(form for each in tags for form in languages()[each].forms(name)))


def _either(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
