"""Stopping a command by signal: Ctrl-C, SIGTERM and SIGHUP end it alike, and what it has stored is safe.

The error that a signal raises is lost where it is raised in code that ignores errors: when an object is taken
away, or in a library that is compiled. So it is raised again until somebody handles it.
"""

from __future__ import annotations

import errno
import signal
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from scraper.errors import ArchiveError, VoxpopError

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop
    from collections.abc import Coroutine, Iterator
    from types import FrameType

_Result = TypeVar("_Result")

#: As the shell has it: 128 and the number of SIGINT. The other signals end a command as that one does.
STOPPED = 130
#: Seconds after a signal in which others are ignored: they must not interrupt the recording of how far the
#: work was, which the first one began. Threads that wait for an answer are given two seconds of it.
_PATIENCE = 10.0
#: Seconds until an error that was lost is raised again.
_AGAIN = 0.1


class StopError(KeyboardInterrupt):
    """Raised in the main thread when a signal asks the process to end. Its text says which one.

    Attributes:
        is_heard: Whether it was handled, and the work comes to its end.
    """

    is_heard = False


def hear(stop: KeyboardInterrupt) -> None:
    """Note that a command which handles a stop goes on to record how far it was."""
    if isinstance(stop, StopError):
        stop.is_heard = True


def run_coroutine(work: Coroutine[Any, Any, _Result]) -> _Result:
    """Run a coroutine to its end and return its result; a stop ends it without a word of the event loop.

    The loop warns of every task whose error nobody asked for, and a stop is both set in the task that it
    interrupts and raised from the loop.
    """
    import asyncio

    with asyncio.Runner() as runner:
        runner.get_loop().set_exception_handler(_overlook)
        return runner.run(work)


def _overlook(loop: AbstractEventLoop, context: dict[str, Any]) -> None:
    if not isinstance(context.get("exception"), StopError):
        loop.default_exception_handler(context)


class LongCommand(click.Command):
    """A command that may run for long: a signal that asks it to end is raised in it as a `StopError`."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; signals are handled until its errors have been printed."""
        ctx.find_root().with_resource(_stoppable())
        return super().invoke(ctx)


def ignore_signals() -> None:
    """Ignore signals from now on: how the work ended is recorded, and the process is about to exit."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 0)
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
        self._raised: StopError | None = None

    def __call__(self, number: int, _frame: FrameType | None) -> None:
        now = time.monotonic()
        if now >= self._deaf_until:
            self._deaf_until = now + _PATIENCE
            by_hand = number == signal.SIGINT
            self._raise("stopped by hand" if by_hand else f"stopped by {signal.Signals(number).name}")

    def look(self, _number: int, _frame: FrameType | None) -> None:
        """Raise the error again where it was lost; called by the clock until it is heard."""
        if self._raised is None or self._raised.is_heard:
            return
        if _is_handled(self._raised):
            _call_again()
        else:
            self._raise(str(self._raised))

    def overlook(self, lost: sys.UnraisableHookArgs) -> None:
        """Print nothing where the error is lost: it is raised again."""
        if not isinstance(lost.exc_value, StopError):
            sys.__unraisablehook__(lost)

    def _raise(self, words: str) -> NoReturn:
        self._raised = StopError(words)
        _call_again()
        raise self._raised


def _is_handled(stop: StopError) -> bool:
    """Tell whether an error is on its way up: an ``except``, a ``finally`` or the end of a ``with`` runs."""
    error, seen = sys.exc_info()[1], set[int]()
    while error is not None and error is not stop and id(error) not in seen:
        seen.add(id(error))
        error = error.__context__
    return error is stop


def _call_again() -> None:
    if hasattr(signal, "setitimer"):  # Windows has none; there the error is raised once
        signal.setitimer(signal.ITIMER_REAL, _AGAIN)


@contextmanager
def _stoppable() -> Iterator[None]:
    """Handle the signals that are not ignored already: `nohup` starts a process that ignores SIGHUP."""
    handler, before = _Handler(), {}
    for number in _numbers():
        if signal.getsignal(number) not in {signal.SIG_IGN, None}:
            before[number] = signal.signal(number, handler)
    if hasattr(signal, "setitimer"):
        before[signal.SIGALRM] = signal.signal(signal.SIGALRM, handler.look)
    hook, sys.unraisablehook = sys.unraisablehook, handler.overlook
    try:
        yield
    finally:
        sys.unraisablehook = hook
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, 0)
        for number, former in before.items():
            if signal.getsignal(number) in {handler, handler.look}:
                signal.signal(number, former)


def _numbers() -> list[int]:
    """Return the numbers of the signals that ask a process to end; Windows has no SIGHUP."""
    names = ("SIGINT", "SIGTERM", "SIGHUP")
    return [getattr(signal, name) for name in names if hasattr(signal, name)]
