"""Load the datasets among the sources of ``voxpop archive``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from archive.commands.terminal import ChangingLine, print_message
from archive.humanize import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from archive.bulk.loading import Loaded
    from scraper.errors import SourceError

WHERE = click.option(
    "--where",
    metavar="FIELD=VALUE",
    multiple=True,
    help="Of datasets, load only these articles. FIELD is outlet, host, language, since, until (dates of "
    "publication), hashtag or platform; repeat it for more.",
)


#: The options that say something of articles.
SAID = ("url", "title", "outlet", "language", "published")


def parted(sources: Iterable[str], where: Sequence[str], reading: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """Part the datasets among sources from the others.

    Args:
        sources: The arguments.
        where: What is asked for of datasets.
        reading: The values of the options that say how sources are read.

    Raises:
        click.UsageError: `where` is given for other sources, or such an option for a dataset.
    """
    named = list(sources)
    datasets = [source for source in named if Path(source, "_dataset.json").is_file()]
    if where and not datasets:
        raise click.UsageError("--where is for datasets of `voxpop bulk`: name the folder of one.")
    for option in (name for name in SAID if datasets and reading.get(name)):
        raise click.UsageError(f"--{option} is for pages and texts: a dataset says that itself.")
    found = set(datasets)
    return datasets, [source for source in named if source not in found]


def load_datasets(  # noqa: PLR0913 -- keyword-only but for the archive and its sources
    database: str, datasets: Sequence[str], where: Sequence[str], *, keep_text: bool, max_bytes: int, silent: bool
) -> Loaded:
    """Load datasets and print what came of it.

    Raises:
        SettingsError: A dataset cannot be used, `where` is wrong, or a package is missing.
        ArchiveError: The archive cannot be written.
    """
    from archive.commands.bulk import need_pyarrow
    from archive.selection import selection_of

    need_pyarrow()
    from archive.bulk.loading import Loader
    from archive.store.archive import Archive
    from archive.store.segments import join_segments

    selection, line = selection_of(where), ChangingLine()

    def report(error: SourceError) -> None:
        line.clear()
        print_message(error)

    def watch(loaded: Loaded) -> None:
        done = loaded.parts + loaded.known
        parts = counted(loaded.parts_in_all, "part")
        line.show(f"{counted(loaded.saved.articles, 'article')}, {done:,} of {parts} …")

    how: dict[str, Any] = {"max_bytes": max_bytes, "way": (keep_text,), "report": report}
    with Archive.open(database, keep_text=keep_text) as archive:
        loader = Loader(archive, selection, **how, watch=(lambda _: None) if silent else watch)
        try:
            for dataset in datasets:
                loader.load(dataset)
            if loader.loaded.saved.articles:
                join_segments(archive)
        finally:
            line.clear()
            if not silent:
                click.echo(loader.loaded.line(database))
    return loader.loaded
