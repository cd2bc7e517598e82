"""Stop a command by signal: Ctrl-C, SIGTERM and SIGHUP are equal, and stored data are safe.

The error that a signal raises can be lost in code that ignores errors: in a finalizer, or in a compiled
library. So it is raised again until it is handled.
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

#: 128 and the number of SIGINT, as in shells; also for the other signals.
STOPPED = 130
#: Seconds after a signal in which others are ignored, so that they don't interrupt the recording of progress.
#: Threads that wait for a response get two seconds of it.
_PATIENCE = 10.0
#: Seconds until a lost error is raised again.
_AGAIN = 0.1


class StopError(KeyboardInterrupt):
    """Raised in the main thread when a signal asks the process to end. Its text names the signal."""

    is_handled = False  # whether the command is ending


def mark_handled(stop: KeyboardInterrupt) -> None:
    """Mark a stop as handled; the command records its progress and ends."""
    if isinstance(stop, StopError):
        stop.is_handled = True


def run_coroutine(work: Coroutine[Any, Any, _Result]) -> _Result:
    """Run a coroutine and return its result; a stop ends it without warnings of the event loop.

    The loop warns of tasks with an unretrieved error, and a stop is both set in the interrupted task and
    raised from the loop.
    """
    import asyncio

    with asyncio.Runner() as runner:
        runner.get_loop().set_exception_handler(_overlook)
        return runner.run(work)


def _overlook(loop: AbstractEventLoop, context: dict[str, Any]) -> None:
    if not isinstance(context.get("exception"), StopError):
        loop.default_exception_handler(context)


class LongCommand(click.Command):
    """A command that may run long: signals raise a `StopError` in it."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; signals are handled until its errors have been printed."""
        ctx.find_root().with_resource(_stoppable())
        return super().invoke(ctx)


def ignore_signals() -> None:
    """Ignore further signals: the outcome is recorded, and the process is about to exit."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 0)
    for number in _numbers():
        if isinstance(signal.getsignal(number), _Handler):
            signal.signal(number, signal.SIG_IGN)


def exit_code_of(error: BaseException) -> int:
    """Return the exit code for an error that ends a command.

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
        """Raise a lost error again; called by a timer until it is handled."""
        if self._raised is None or self._raised.is_handled:
            return
        if _is_handled(self._raised):
            _call_again()
        else:
            self._raise(str(self._raised))

    def overlook(self, lost: sys.UnraisableHookArgs) -> None:
        """Print nothing for a lost error: it is raised again."""
        if not isinstance(lost.exc_value, StopError):
            sys.__unraisablehook__(lost)

    def _raise(self, words: str) -> NoReturn:
        self._raised = StopError(words)
        _call_again()
        raise self._raised


def _is_handled(stop: StopError) -> bool:
    """Return True while an error propagates: an ``except``, a ``finally`` or the end of a ``with`` runs."""
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
    """Handle the signals that are not ignored already: `nohup` starts processes that ignore SIGHUP."""
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
