"""Results of checking an archive."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """An inconsistency in the archive.

    Attributes:
        check: Name of the check.
        message: The problem, and the rows.
    """

    check: str
    message: str
