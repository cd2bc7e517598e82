"""Stopping a command by signal: Ctrl-C, SIGTERM and SIGHUP end it alike, and what it has stored is safe."""

from __future__ import annotations

import errno
import signal
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn

import click

from scraper.errors import ArchiveError, VoxpopError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

#: As the shell has it: 128 and the number of SIGINT. The other signals end a command as that one does.
STOPPED = 130
#: Seconds after a signal in which others are ignored: they must not interrupt the recording of how far the
#: work was, which the first one began. Threads that wait for an answer are given two seconds of it.
_PATIENCE = 10.0


class StopError(KeyboardInterrupt):
    """Raised in the main thread when a signal asks the process to end. Its text says which one."""


class LongCommand(click.Command):
    """A command that may run for long: a signal that asks it to end is raised in it as a `StopError`."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; signals are handled until its errors have been printed."""
        ctx.find_root().with_resource(_stoppable())
        return super().invoke(ctx)


def ignore_signals() -> None:
    """Ignore signals from now on: how the work ended is recorded, and the process is about to exit."""
    for number in _numbers():
        if isinstance(signal.getsignal(number), _Handler):
            signal.signal(number, signal.SIG_IGN)


def exit_code_of(error: BaseException) -> int:
    """Return the exit code of a command that an error ends.

    >>> [exit_code_of(error) for error in (KeyboardInterrupt(), OSError(28, "No space left"), KeyError())]
    [130, 3, 1]
    """
    if isinstance(error, KeyboardInterrupt):
        return STOPPED
    if isinstance(error, OSError) and error.errno != errno.EPIPE:
        return ArchiveError.exit_code
    return error.exit_code if isinstance(error, VoxpopError) else VoxpopError.exit_code


class _Handler:
    """A signal handler that raises a `StopError`; further signals are ignored for `_PATIENCE` seconds."""

    def __init__(self) -> None:
        self._deaf_until = 0.0

    def __call__(self, number: int, _frame: FrameType | None) -> None:
        now = time.monotonic()
        if now >= self._deaf_until:
            self._deaf_until = now + _PATIENCE
            _stop(number)


def _stop(number: int) -> NoReturn:
    by_hand = number == signal.SIGINT
    raise StopError("stopped by hand" if by_hand else f"stopped by {signal.Signals(number).name}")


@contextmanager
def _stoppable() -> Iterator[None]:
    """Handle the signals that are not ignored already: `nohup` starts a process that ignores SIGHUP."""
    handler, before = _Handler(), {}
    for number in _numbers():
        if signal.getsignal(number) not in {signal.SIG_IGN, None}:
            before[number] = signal.signal(number, handler)
    try:
        yield
    finally:
        for number, former in before.items():
            if signal.getsignal(number) is handler:
                signal.signal(number, former)


def _numbers() -> list[int]:
    """Return the numbers of the signals that ask a process to end; Windows has no SIGHUP."""
    names = ("SIGINT", "SIGTERM", "SIGHUP")
    return [getattr(signal, name) for name in names if hasattr(signal, name)]
