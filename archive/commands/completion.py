"""What the shell offers for an argument: database files, sources of the settings, tables and questions.

Called by click while somebody presses Tab, so that nothing here may fail: where a file cannot be read,
nothing is offered.
"""

from __future__ import annotations

import os
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from click.shell_completion import CompletionItem

from scraper.errors import VoxpopError
from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Iterable

    import click

_DATABASES = frozenset({".db", ".sqlite", ".sqlite3"})
#: What bash would not take for a part of a word. Click's script for it takes one backslash
#: away; zsh and fish quote by themselves.
_SPECIAL = lazy_regex(r"([^\w@%+=:,./~-])")


def complete_files(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Have the shell offer files and folders."""
    return [CompletionItem(incomplete, type="file")]


def complete_databases(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the database files of a folder; where there is none, all files and folders."""
    folder, _, start = incomplete.rpartition("/")
    place = Path(f"{folder}/" if "/" in incomplete else ".").expanduser()
    found: list[str] = []
    with suppress(OSError, RuntimeError):
        found = sorted(file.name for file in place.iterdir() if file.suffix.lower() in _DATABASES)
    before = incomplete.removesuffix(start)
    return _items(before + name for name in found if name.startswith(start)) or [
        CompletionItem(incomplete, type="file")
    ]


def complete_sources(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the names of the sources in the settings file that the command line names."""
    from archive.settings import read_settings

    with suppress(VoxpopError):
        sources = read_settings(ctx.params.get("config") or "voxpop.toml").sources
        return _items(source.name for source in sources if _begins(source.name, incomplete))
    return []


def complete_tables(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the tables and views of the archive that the command line names."""
    from archive.reading import tables_of
    from archive.store.database import open_to_read

    # Click has not yet given out the arguments where the last word is an option that waits for its value.
    database = ctx.params.get("database") or next(iter(ctx.args), "")
    with suppress(VoxpopError, OSError), closing(open_to_read(database)) as db:
        return _items(name for name in tables_of(db.conn) if _begins(name, incomplete))
    return []


def complete_questions(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the prepared questions."""
    from archive.datasette_files import read_source

    questions = read_source()["queries"]
    return [CompletionItem(name, help=query["title"]) for name, query in questions.items() if _begins(name, incomplete)]


def _begins(name: str, incomplete: str) -> bool:
    return name.casefold().startswith(incomplete.casefold())


def _items(names: Iterable[str]) -> list[CompletionItem]:
    is_bash = os.environ.get("_VOXPOP_COMPLETE", "").startswith("bash")
    return [CompletionItem(_SPECIAL.sub(r"\\\\\1", name) if is_bash else name) for name in names]
