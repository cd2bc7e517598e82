"""Asking a finder for its answer: hostile input that one of them trips over must not stop the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from scraper.records import Problem

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")
_LONGEST = 500


def attempt(step: str, finder: Callable[[], T], otherwise: T, problems: list[Problem]) -> T:
    """Run one finder; if it fails, that is a problem of the document, and `otherwise` its answer.

    >>> problems: list[Problem] = []
    >>> attempt("dates", lambda: int("May"), 0, problems), problems[0].message
    (0, "ValueError: invalid literal for int() with base 10: 'May'")
    """
    try:
        return finder()
    except Exception as error:  # noqa: BLE001 - whatever it is, the rest goes on
        message = f"{type(error).__name__}: {error}"[:_LONGEST]
        problems.append(Problem(step=step, kind="finder-failed", message=message))
        return otherwise
