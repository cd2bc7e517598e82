"""Decode the publication time in a post's id.

Several platforms number their posts by time, so the id contains the post's time, to the second or better. The
platform's file in `scraper.platforms` defines the decoding.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from scraper.records import Moment, Precision

if TYPE_CHECKING:
    from collections.abc import Callable

_EPOCH = datetime(1970, 1, 1)  # noqa: DTZ001 - naive UTC, so that isoformat() prints no offset
DAY_MS = 86_400_000


@dataclass(frozen=True, slots=True, kw_only=True)
class IdClock:
    """The decoding of one platform's ids to publication times.

    Attributes:
        milliseconds: Returns the milliseconds since 1970 (UTC) in an id, or None.
        since: The earliest possible time in an id, in milliseconds since 1970: the day on which this
            numbering began. An id with an earlier time, or one after tomorrow, is of another kind.
        precision: The precision of that time.
    """

    milliseconds: Callable[[str], int | None]
    since: int
    precision: Precision = "millisecond"

    def moment(self, native_id: str) -> Moment | None:
        """Return the UTC instant in an id, with ``source="id"``; None if it has none."""
        milliseconds = self.milliseconds(native_id)
        if milliseconds is None or not self.since <= milliseconds <= time.time() * 1000 + DAY_MS:
            return None
        at = _EPOCH + timedelta(milliseconds=milliseconds)
        units = "milliseconds" if self.precision == "millisecond" else "seconds"
        return Moment(at=f"{at.isoformat(timespec=units)}Z", precision=self.precision, source="id")


def number(native_id: str) -> int | None:
    """Return a positive decimal number of at most 64 bits, or None for other ids."""
    if len(native_id) > 20 or not (native_id.isascii() and native_id.isdigit()):
        return None
    value = int(native_id)
    return value if 0 < value < 1 << 64 else None
