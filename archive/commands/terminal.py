"""One line on a terminal that changes while work is done; what else is said there begins on an empty line."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

import click

from archive.stopping import give_up
from archive.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

T = TypeVar("T")

#: Columns of a terminal that does not say.
_USUAL = 80


class ChangingLine:
    """The line. Where stderr is no terminal, nothing is ever shown."""

    def __init__(self) -> None:
        self._on_terminal = sys.stderr.isatty()
        self._shown = False

    def show(self, text: str) -> None:
        """Show a text in place of the one before, cut to the width of the terminal."""
        if self._on_terminal:
            self._shown = True
            self._write(text[: self._columns() - 1])

    def clear(self) -> None:
        """Leave an empty line for what is to be said."""
        if self._shown:
            self._write("")
            self._shown = False

    def count(self, items: Iterable[T], what: str) -> Iterator[T]:
        """Show how many items are done, and nothing after the last one."""
        try:
            self.show(f"{counted(0, what)} …")
            for number, item in enumerate(items, 1):
                yield item
                self.show(f"{counted(number, what)} …")
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
            give_up(sys.stderr)
