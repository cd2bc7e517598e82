"""Write the reference of the manual from the sources of truth: tables, settings, commands, questions.

python tools/build_reference.py            writes docs/reference/
python tools/build_reference.py --check    fails where a page would change
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import sqlite_utils

from archive.cli import cli
from archive.datasette_files import read_source
from archive.store.archive import Archive

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "reference"
HEADER = "<!-- Written by tools/build_reference.py; do not change it here. -->\n\n"
EXIT_CODES = {
    0: "Success, even if nothing was new.",
    1: "Some sources failed; the others are stored.",
    2: "Usage error.",
    3: "Invalid settings or unusable database.",
    4: "Every source failed.",
    75: "Another run holds the lock.",
    130: "Stopped by Ctrl-C, SIGTERM or SIGHUP; stored articles are safe.",
}


def pages() -> dict[str, str]:
    """Return the content of each page by its file name."""
    made = {"tables.md": tables, "settings.md": settings, "commands.md": commands, "questions.md": questions}
    return {name: HEADER + make() for name, make in made.items()}


def tables() -> str:
    """Describe the tables and views of an empty archive, in the order of Datasette's source."""
    source = read_source()["tables"]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "empty.db"
        with Archive.open(path):
            pass
        database = sqlite_utils.Database(path)
        there = [name for name in source if name in {*database.table_names(), *database.view_names()}]
        parts = [_table(database, name, source[name]) for name in there if not source[name].get("hidden")]
        database.close()
    times = (
        "Times are ISO 8601 texts with the known precision. A time that ends with `Z` is in UTC; a "
        "time without it was printed without a zone."
    )
    lines = f"# Tables and columns\n\n{times}\n\n"
    return lines + "\n".join(parts)


def _table(database: sqlite_utils.Database, name: str, about: dict[str, Any]) -> str:
    is_view = name in database.view_names()
    keys = {} if is_view else {key.column: key for key in database[name].foreign_keys}
    rows = []
    for column in database[name].columns:
        key = keys.get(column.name)
        leads = f"→ `{key.other_table}.{key.other_column}`" if key else ""
        words = " ".join(filter(None, [about.get("columns", {}).get(column.name, ""), leads]))
        rows.append(f"| `{column.name}` | {(column.type or '').lower()} | {_cell(words)} |")
    kind = "view" if is_view else "table"
    heading = f"## {name}\n\n{about.get('description', '')} ({kind})\n\n"
    return heading + "\n".join(["| column | type | |", "| --- | --- | --- |", *rows, ""])


def settings() -> str:
    """Describe each setting of config/voxpop.toml by the comment above it."""
    lines = ["# Settings", "", "Settings of `voxpop run`. `voxpop init` writes a `voxpop.toml` with all of them."]
    told: list[str] = []
    for line in (ROOT / "config" / "voxpop.toml").read_text("utf-8").splitlines():
        if line.startswith("["):
            lines += ["", f"## {line}", "", "| setting and default | |", "| --- | --- |"]
        elif (unset := re.fullmatch(r"# (\w+ = .+)", line)) and told and "[[" not in "".join(told):
            lines.append(f"| `{unset[1]}` (not set) | {_cell(' '.join(told))} |")
            told = []
        elif line.startswith("#"):
            told.append(line.removeprefix("#").removeprefix(" "))
        elif line and told:
            lines += [] if lines[-1].startswith("|") else ["", "| setting and default | |", "| --- | --- |"]
            lines.append(f"| `{line}` | {_cell(' '.join(told))} |")
            told = []
        elif told and "[[sources]]" in told:
            lines += ["", "## [[sources]]", "", *_with_example(told)]
            told = []
        elif told and "[[topics]]" not in told:
            told = []
    return "\n".join([*lines, "", "## [[topics]]", "", *_with_example(told), ""])


def _with_example(told: list[str]) -> list[str]:
    first = next(number for number, line in enumerate(told) if line.startswith("[["))
    return [*(f"{line}  " for line in told[:first] if line), "", "```toml", *told[first:], "```"]


def commands() -> str:
    """Print the help of every command, and the exit codes."""
    parts = ["# Commands", ""]
    for name, command, context in _commands(cli, click.Context(cli, info_name="voxpop", **cli.context_settings)):
        parts += [f"## {name}", "", "```text", command.get_help(context), "```", ""]
    rows = [f"| {code} | {meaning} |" for code, meaning in EXIT_CODES.items()]
    return "\n".join([*parts, "## Exit codes", "", "| code | meaning |", "| --- | --- |", *rows, ""])


def _commands(group: click.Group, above: click.Context) -> Iterator[tuple[str, click.Command, click.Context]]:
    for name in group.list_commands(above):
        command = group.get_command(above, name)
        if command is None:
            raise KeyError(name)
        context = click.Context(
            command, info_name=name, parent=above, terminal_width=100, help_option_names=["-h", "--help"]
        )
        yield context.command_path, command, context
        if isinstance(command, click.Group):
            yield from _commands(command, context)


def questions() -> str:
    """List the prepared questions with their parameters."""
    rows = []
    for name, query in read_source()["queries"].items():
        found = dict.fromkeys(re.findall(r"(?<!:):(\w+)", query["sql"]))
        parameters = ", ".join(f"`{parameter}`" for parameter in found)
        rows.append(f"| `{name}` | {query['title']} | {parameters} | {_cell(query.get('description', ''))} |")
    head = ["| name | question | parameters | |", "| --- | --- | --- | --- |"]
    words = "Asked in the browser, or with `voxpop export DB --question NAME -p PARAMETER VALUE`."
    return "\n".join(["# Prepared questions", "", words, "", *head, *rows, ""])


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def main() -> None:
    """Write the pages, or say which ones differ."""
    FOLDER.mkdir(exist_ok=True)
    changed = [
        name
        for name, text in pages().items()
        if not (FOLDER / name).exists() or (FOLDER / name).read_text("utf-8") != text
    ]
    if "--check" in sys.argv[1:]:
        sys.exit(f"run tools/build_reference.py: {', '.join(changed)} would change" if changed else 0)
    for name, text in pages().items():
        (FOLDER / name).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
