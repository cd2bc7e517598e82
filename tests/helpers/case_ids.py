"""Names the cases of parametrized tests after their values; conftest.py calls it.

Without it pytest calls a case ``None-text472`` where a value is long, a list or a function. A case that these names do
not tell apart is given a name of its own: ``pytest.param(..., id="the second name")``.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping

import pytest

#: Longer values are cut in the middle, as both ends of a text say what it is about.
LONGEST = 60
ENDING = 16
#: Names that a person gives in haste, or that Python gives to a function without one.
EMPTY_NAME = re.compile(r"(?:case|value|text|test|input|expected|data|arg|param)s?_?\d+|None|<lambda>")
#: Under which a session keeps all cases that it collected, those that it leaves out included.
COLLECTED: pytest.StashKey[list[tuple[str, str, list[str]]]] = pytest.StashKey()


def name_of(value: object, argument: str) -> str:
    """Return what a value of a case is called: its words, or ``argument=value`` where a word alone says nothing."""
    if value is None or isinstance(value, bool | int | float):
        return f"{argument}={value}"
    if not isinstance(value, type) and callable(value) and (name := getattr(value, "__name__", "")):
        return name
    return excerpt(" ".join(words_in(value))) or f"no {argument}"


def words_in(value: object) -> Iterator[str]:
    """Yield the words of a value, of all that it holds, and of all that those hold."""
    if isinstance(value, Mapping):
        value = list(value.items())
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        value = [getattr(value, field.name) for field in dataclasses.fields(value)]
    if isinstance(value, set | frozenset):
        yield from sorted(word for held in value for word in words_in(held))
    elif isinstance(value, list | tuple):
        for held in value:
            yield from words_in(held)
    elif value is not None:
        yield _word(value)


def _word(value: object) -> str:
    """Return what a value that holds no others is called."""
    if isinstance(value, bytes | bytearray):
        # What a packer writes holds the time, and every process of a run must find the same names.
        return f"{len(value)} bytes" if 0 in value else value.decode("utf-8", "backslashreplace")
    if isinstance(value, re.Pattern):
        return str(value.pattern)
    return getattr(value, "__name__", "") or getattr(value, "name", "") or str(value)


def excerpt(text: str) -> str:
    """Return a text cut in the middle, with the signs that cannot be seen written as escapes."""
    if len(text) > 2 * LONGEST:  # escapes only lengthen it, so nothing else of it is shown
        text = text[:LONGEST] + text[-LONGEST:]
    shown = "".join(sign if sign.isprintable() else sign.encode("unicode-escape").decode() for sign in text)
    if len(shown) > LONGEST:
        shown = f"{shown[: LONGEST - ENDING - 1]}…{shown[-ENDING:]}"
    return shown


def says_nothing(name: str, arguments: list[str]) -> bool:
    """Return whether part of a case's name is an argument's name with a number, or another name without meaning."""
    numbered = re.compile(rf"(?:{'|'.join(map(re.escape, arguments))})\d+")
    return any(EMPTY_NAME.fullmatch(part) or numbered.fullmatch(part) for part in name.split("-"))
