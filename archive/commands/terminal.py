"""What commands tell the person at the terminal: messages, a line that shows progress, an exit code."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import IO, TYPE_CHECKING, TypeVar

import click

from archive.humanize import counted
from scraper.errors import VoxpopError, in_one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

T = TypeVar("T")

EVERY_SOURCE_FAILED = 4
#: Columns of a terminal that does not say.
_USUAL = 80


def print_message(message: object) -> None:
    """Print an error or a note as one line on stderr."""
    click.echo(f"voxpop: {message}", err=True)


def print_event(event: str, source: str, *, embeds: int, quotes: int) -> None:
    """Print what became of one source as one line on stderr."""
    found = f"{counted(embeds, 'embed')}, {counted(quotes, 'quote')}"
    click.echo(in_one_line(f"{event} {source}: {found}"), err=True)


def discard(stream: IO[str]) -> None:
    """Send what a stream still holds to the null device, as Python would try to write it again at exit."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def percentage(share: float | None) -> str:
    """Return which share is done, as it follows a number on the changing line.

    >>> percentage(0.125), percentage(None)
    (', 12 % of the file', '')
    """
    return "" if share is None else f", {int(100 * share)} % of the file"


def exit_code(failed: int, done: int) -> int:
    """Return 0 when no source failed, 1 when some did, 4 when every one did."""
    if not failed:
        return 0
    return VoxpopError.exit_code if done else EVERY_SOURCE_FAILED


class ChangingLine:
    """One line on the terminal that is overwritten while work goes on; silent where stderr is no terminal."""

    def __init__(self) -> None:
        self._on_terminal = sys.stderr.isatty()
        self._shown = False

    @property
    def on_terminal(self) -> bool:
        """Return whether somebody looks at it."""
        return self._on_terminal

    def show(self, text: str) -> None:
        """Show a text in place of the one before, cut to the width of the terminal."""
        if self._on_terminal:
            self._shown = True
            self._write(text[: self._columns() - 1])

    def clear(self) -> None:
        """Empty the line, so that something else can be printed in its place."""
        if self._shown:
            self._write("")
            self._shown = False

    def count(self, items: Iterable[T], noun: str, share: Callable[[], float | None] = lambda: None) -> Iterator[T]:
        """Yield the items and show how many are done; clear the line after the last one.

        Args:
            items: What is worked through.
            noun: What one of them is.
            share: Returns which share of the file at hand is read, None where that is not known.
        """
        try:
            self.show(f"{counted(0, noun)} …")
            for number, item in enumerate(items, 1):
                yield item
                self.show(f"{counted(number, noun)}{percentage(share())} …")
        finally:
            self.clear()

    @staticmethod
    def _columns() -> int:
        with suppress(OSError):
            return os.get_terminal_size(sys.stderr.fileno()).columns or _USUAL
        return _USUAL

    def _write(self, line: str) -> None:
        try:
            click.echo(f"\r\x1b[K{line}", err=True, nl=False)
        except OSError:  # the terminal is gone; the work goes on until it is told so
            self._on_terminal = self._shown = False
            discard(sys.stderr)
