"""What a check of an archive finds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """Something in the archive that does not agree.

    Attributes:
        check: What was looked at.
        message: What is wrong, and in which rows.
    """

    check: str
    message: str
