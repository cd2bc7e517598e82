"""Tell how far a dataset is: what is done, what failed and why, what is being worked on, what is left."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from archive.clock import stamp

if TYPE_CHECKING:
    from collections.abc import Mapping

    from archive.bulk.dataset import Dataset, Done

#: A worker that has noted nothing for so long is gone; it notes something every five seconds.
_GONE = timedelta(seconds=90)
#: The speed is that of the files which were finished in this time.
_LATELY = timedelta(hours=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """How far a dataset is, under one version of the rules.

    Attributes:
        rules: The version of the rules.
        planned: How many input files were ever asked for.
        done: The markers of the finished parts.
        failed: Input file -> why it could not be read.
        running: What is being worked on: input file -> how many pages are read.
        pages_a_second: Of the files that were finished lately; None where there are none.
    """

    rules: str
    planned: int
    done: tuple[Done, ...]
    failed: Mapping[str, str]
    running: Mapping[str, int]
    pages_a_second: float | None

    @property
    def left(self) -> int:
        """Count the input files that are neither done nor failed."""
        return self.planned - len(self.done) - len(self.failed)

    @property
    def seconds_left(self) -> float | None:
        """Estimate how long the rest takes at this speed; None where that is not known."""
        pages = sum(done.pages for done in self.done)
        if not self.pages_a_second or not self.done:
            return None
        return self.left * pages / len(self.done) / self.pages_a_second


def status_of(dataset: Dataset, rules: str, now: datetime) -> Status:
    """Read how far a dataset is.

    Args:
        dataset: The dataset.
        rules: The version of the rules.
        now: The present time, in UTC.
    """
    done = tuple(dataset.marker(part) for part in sorted(dataset.done(rules)))
    failures = dataset.failures(rules)
    running = {
        note["input"]: note["pages"] for note in dataset.running(rules).values() if note["at"] >= stamp(now - _GONE)
    }
    return Status(
        rules=rules,
        planned=len(dataset.planned() | {marker.input for marker in done}),
        done=done,
        failed={failure["input"]: failure["reason"] for failure in failures.values()},
        running=running,
        pages_a_second=_speed(done, now),
    )


def _speed(done: tuple[Done, ...], now: datetime) -> float | None:
    lately = sorted(
        (marker for marker in done if marker.finished >= stamp(now - _LATELY)), key=lambda marker: marker.finished
    )
    if len(lately) < 2:
        return None
    first = datetime.fromisoformat(lately[0].finished)
    last = datetime.fromisoformat(lately[-1].finished)
    # The first one was worked on before the time that is measured.
    return sum(marker.pages for marker in lately[1:]) / max((last - first).total_seconds(), 1.0)
