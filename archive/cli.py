"""The command group ``voxpop``: imports commands lazily, and turns errors into exit codes."""

from __future__ import annotations

import errno
import sys
from importlib import import_module
from itertools import chain
from typing import Any

import click

from archive.commands.shared import discard, print_message
from archive.stopping import exit_code_of, ignore_signals
from scraper.errors import VoxpopError

#: Commands by section of the help. Each is a function in a module of `archive.commands`, see `module_of`.
SECTIONS = {
    "Collect": ("archive", "receive", "extract", "bulk", "init", "check-config", "sources", "run", "check", "hydrate"),
    "Read": ("serve", "search", "show", "query", "versions", "status"),
    "Share": ("export", "publish", "prove"),
    "Maintain": ("merge", "set", "remove", "verify", "reextract", "erase"),
}
COMMANDS = tuple(chain.from_iterable(SECTIONS.values()))
_SHARED_MODULES = {
    "search": "query", "show": "query", "set": "change", "remove": "change", "erase": "change", "check": "posts",
    "hydrate": "posts", "merge": "maintain", "verify": "maintain", "init": "settings_file",
    "check-config": "settings_file", "sources": "settings_file",
}  # fmt: skip


def module_of(command: str) -> str:
    """Return the module of a command: the one of its name, unless it shares a module."""
    return f"archive.commands.{_SHARED_MODULES.get(command, command).replace('-', '_')}"


class _Text(click.types.StringParamType):
    """A text option, which must be UTF-8 to be stored, searched or printed; file names may be any bytes."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        text = super().convert(value, param, ctx)
        try:
            text.encode()
        except UnicodeEncodeError:
            shown = text.encode("utf-8", "backslashreplace").decode()
            self.fail(f"'{shown}' is not UTF-8: check the locale (LANG), or set PYTHONUTF8=1", param, ctx)
        return text


_TEXT = _Text()
#: Parameters of click's text type that may be file names.
_FILES = {"sources", "urls"}


def _check_texts(command: click.Command) -> None:
    """Make a command refuse text that is not UTF-8."""
    for param in command.params:
        if param.type is click.STRING and (param.name not in _FILES or "--source" in param.opts):
            param.type = _TEXT
    for each in command.commands.values() if isinstance(command, click.Group) else ():
        _check_texts(each)


class LazyGroup(click.Group):
    """A command group that imports its commands lazily and prints our own errors as one line.

    Its attribute `commands` has only their names, for click's suggestions; use `get_command` for a command.
    """

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """Return the names of the commands in the order of the help."""
        return list(self.commands)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands by section."""
        width = max(map(len, self.commands))
        for title, names in SECTIONS.items():
            with formatter.section(title):
                commands = ((name, self.get_command(ctx, name)) for name in names)
                formatter.write_dl([(f"{name:{width}}", one.get_short_help_str(200)) for name, one in commands if one])

    def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command; return None if there is none of this name."""
        if cmd_name not in self.commands:
            return None
        name = cmd_name.replace("-", "_")
        command: click.Command = getattr(import_module(module_of(cmd_name)), name)
        _check_texts(command)
        return command

    def make_context(self, *arguments: Any, **more: Any) -> click.Context:
        """Parse the options of the group; those that print and exit may fail."""
        try:
            return super().make_context(*arguments, **more)
        except OSError as error:
            if error.errno == errno.EPIPE:
                raise
            _print_os_error(error)
            sys.exit(exit_code_of(error))

    def invoke(self, ctx: click.Context) -> Any:
        """Run the chosen command; print an error as one line, and exit with its code."""
        try:
            return super().invoke(ctx)
        except VoxpopError as error:
            print_message(error)
            ctx.exit(error.exit_code)
        except KeyboardInterrupt as stop:
            _end_stopped(ctx, stop)
        except RuntimeError as error:  # a class was being made, as while a module is imported
            if not isinstance(error.__cause__, KeyboardInterrupt):
                raise
            _end_stopped(ctx, error.__cause__)
        except OSError as error:
            if error.errno == errno.EPIPE:
                raise  # the reader, such as `head`, has closed the pipe: click ends quietly
            _print_os_error(error)
            ctx.exit(exit_code_of(error))


@click.group(
    cls=LazyGroup,
    commands=[click.Command(name) for name in COMMANDS],
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100, "show_default": True},
    epilog="SOURCE is a URL, a saved page (.html, .mhtml, .webarchive), a text (.txt), a folder of them, a "
    "WARC or WACZ, or - for stdin.",
)
@click.version_option(None, "-V", "--version", package_name="voxpop", message="%(prog)s %(version)s")
def cli() -> None:
    """Find the public's reactions in news articles and archive them.

    voxpop reads articles, finds the social posts they embed, the reactions they quote and the hashtags they
    name, and keeps them in one SQLite file that Datasette can show.

    \b
    Example:
      voxpop archive reactions.db story.html https://news.example/story
      voxpop serve reactions.db
    """


def _end_stopped(ctx: click.Context, stop: KeyboardInterrupt) -> None:
    ignore_signals()
    _print_last(str(stop) or "stopped by hand")
    ctx.exit(exit_code_of(stop))


def _print_os_error(error: OSError) -> None:
    discard(sys.stdout)
    subject = f"{error.filename}: " if error.filename else ""
    print_message(f"{subject}{error.strerror}: check the disk, or write elsewhere")


def _print_last(message: str) -> None:
    """Print why a command ends, and flush its output; after SIGHUP the terminal may be gone."""
    try:
        print_message(message)
    except OSError:
        discard(sys.stderr)
    try:
        sys.stdout.flush()
    except OSError:
        discard(sys.stdout)
