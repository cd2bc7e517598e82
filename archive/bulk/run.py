"""Create or resume a dataset: find unfinished input files, process them, count."""

from __future__ import annotations

import os
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from archive.bulk.dataset import Dataset, Options, Views, part_of, rules_version
from archive.bulk.storage import is_remote, remove_old
from archive.bulk.task import Outcome, Task
from archive.humanize import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from archive.bulk.storage import Storage

    #: Processes tasks and yields their outcomes, in any order.
    Engine = Callable[[Sequence[Task]], Iterator[Outcome]]

#: Seconds between updates of the list of finished parts.
_REFRESHED = 60.0
_SHOWN = ("embeds", "quotes", "hashtags")


@dataclass(slots=True)
class Tally:
    """The result of one run: reasons of `failed` input files, number of rows by table."""

    before: int = 0
    done: int = 0
    failed: dict[str, str] = field(default_factory=dict)
    pages: int = 0
    articles: int = 0
    rows: Counter[str] = field(default_factory=Counter)

    def add(self, outcome: Outcome) -> None:
        """Count the outcome of an input file."""
        if outcome.error is not None:
            self.failed[outcome.input] = outcome.error
            return
        self.done += 1
        self.pages += outcome.pages
        self.articles += outcome.articles
        self.rows.update(outcome.rows)

    def line(self, out: str) -> str:
        """Return the summary line."""
        before = f" ({self.before:,} before)" if self.before else ""
        found = ", ".join(counted(self.rows[table], table[:-1]) for table in _SHOWN)
        failed = f"; {counted(len(self.failed), 'file')} failed: `voxpop bulk retry {out}`" if self.failed else ""
        return (
            f"{out}: {counted(self.done + self.before, 'file')} done{before}, {counted(self.pages, 'page')}, "
            f"{counted(self.articles, 'article')}, {found}{failed}"
        )


def make_dataset(  # noqa: PLR0913 -- keyword-only but for the folder and its inputs
    out: str,
    inputs: Iterable[str],
    options: Options,
    *,
    engine: Engine,
    storage: Storage,
    report: Callable[[Tally, int], None] = lambda _tally, _of: None,
) -> Tally:
    """Process the input files that are not finished yet.

    `report` is called after each file with the progress and the number of files.

    Raises:
        SettingsError: The folder contains something else, or a dataset with other options.
    """
    rules, names = rules_version(), list(inputs)
    dataset = Dataset.at(out, storage)
    dataset.begin(options)
    dataset.plan(names)
    if dataset.target.is_local:
        remove_old(dataset.target.path("_aside"), "*")
    done = dataset.done(rules)
    left = [name for name in names if part_of(name, rules) not in done]
    tally = Tally(before=len(names) - len(left))
    # Workers have other working directories.
    place = out if is_remote(out) else os.path.abspath(out)  # noqa: PTH100 -- links keep their names
    tasks = [Task(input=name, out=place, options=options, rules=rules, storage=storage) for name in left]
    views, refreshed = Views(dataset, rules), time.monotonic()
    try:
        for outcome in engine(tasks):
            tally.add(outcome)
            report(tally, len(names))
            if time.monotonic() - refreshed > _REFRESHED:
                views.refresh()
                refreshed = time.monotonic()
    finally:
        views.refresh()
    return tally
