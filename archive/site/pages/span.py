"""The days from which and to which a comparison is asked for, and whether they are many."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from archive.site.words import as_day

if TYPE_CHECKING:
    from archive.site.site import Site

#: More days than this are asked for by month.
LONGEST = 420
#: What `of` reads.
PARAMETERS = ("since", "until")


@dataclass(frozen=True, slots=True)
class Span:
    """A span of days; either end may be open.

    Attributes:
        typed: What was typed, under ``since`` and ``until``.
        known: The day, month or year that is meant; None where nothing was typed, or nothing that is one.
    """

    typed: dict[str, str]
    known: dict[str, str | None]

    @property
    def mistakes(self) -> list[str]:
        """The fields in which something was typed that is no day, month or year."""
        return [field for field, value in self.typed.items() if value and not self.known[field]]

    @property
    def within(self) -> dict[str, str]:
        """The ends as parameters of a question; those of an open span are before and behind all days."""
        return {"since": self.known["since"] or "0", "until": f"{self.known['until'] or ''}~"}


def of(site: Site) -> Span:
    """Read a span from the parameters of an address."""
    typed = {field: site.argument(field) for field in PARAMETERS}
    return Span(typed, {field: as_day(value) for field, value in typed.items()})


def is_long(first: str | None, last: str | None) -> bool:
    """Return whether more days than `LONGEST` lie between two days, or one of them is not known.

    >>> is_long("2024-05-01", "2024-06-01"), is_long("2020-05-01", "2024-06-01"), is_long(None, "2024-06-01")
    (False, True, True)
    """
    try:
        return (date.fromisoformat(last or "") - date.fromisoformat(first or "")).days > LONGEST
    except ValueError:
        return True
