"""Work in forked processes that end at a counted step: a statement of SQL, or a write or sync of a capture.

Steps are counted, not timed: a kill comes at the same place on a fast and on a busy machine. A fork costs a tenth
of a process that starts. `VOXPOP_KILLS` says how many places a test tries.
"""

from __future__ import annotations

import itertools
import os
import random
import signal
import sqlite3
import sys
import tempfile
import traceback
import warnings

from working import wait_until

from archive.captures import files
from archive.cli import cli


def fork(work, *, ignoring=()):
    """Do some work in a process of its own, with default signal handlers; return its number."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # Python 3.12 warns of threads, which wait
        process = os.fork()
    if process:
        return process
    code = 1
    try:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN if number in ignoring else signal.SIG_DFL)
        if signal.SIGINT not in ignoring:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        code = work() or 0
    except SystemExit as end:
        code = end.code or 0
    except BaseException:  # noqa: BLE001 -- a process of its own ends here
        traceback.print_exc()
    finally:
        os._exit(code)


def ended(process):
    """Wait for a process; return its exit code, or minus the signal that killed it."""
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


def command(*arguments):
    """Return work that runs `voxpop`, quietly."""

    def run():
        with open(os.devnull, "w", encoding="utf-8") as nothing:  # noqa: PTH123
            sys.stdout = sys.stderr = nothing
            cli([*map(str, arguments)], prog_name="voxpop")

    return run


class Forked:
    """The command in a forked process, with what is needed of `subprocess.Popen`."""

    def __init__(self, *arguments, ignoring=(), begin=lambda: None):
        self.returncode = None
        self._said = [tempfile.TemporaryFile("w+", encoding="utf-8") for _ in range(2)]  # noqa: SIM115

        def run():
            sys.stdout, sys.stderr = self._said
            begin()
            try:
                cli([*map(str, arguments)], prog_name="voxpop")
            finally:
                sys.stdout.flush()
                sys.stderr.flush()

        self.pid = fork(run, ignoring=ignoring)

    def send_signal(self, number):
        os.kill(self.pid, number)

    def wait(self, seconds):
        """Return whether it ended in so many seconds."""
        return wait_until(self._has_ended, seconds)

    def communicate(self, timeout):
        """Wait for its end; return what it said on stdout and stderr."""
        if not self.wait(timeout):
            os.kill(self.pid, signal.SIGKILL)
            ended(self.pid)
            raise TimeoutError
        said = []
        for file in self._said:
            file.seek(0)
            said.append(file.read())
            file.close()
        return tuple(said)

    def _has_ended(self):
        if self.returncode is None:
            process, status = os.waitpid(self.pid, os.WNOHANG)
            self.returncode = os.waitstatus_to_exitcode(status) if process else None
        return self.returncode is not None


def at_step(step, act):
    """Return what makes a process act at a step, called in it before its work."""

    def begin():
        steps = itertools.count(1)
        _at_each_step(lambda _torn=None: next(steps) == step and act())

    return begin


def steps_of(work, *, of_writes=False):
    """Count the steps of some work that nothing disturbs; or its writes of captures alone."""
    reader, writer = os.pipe()

    def counted():
        steps = itertools.count(1)
        taken = [0]

        def count(_torn=None):
            taken[0] = next(steps)

        _at_each_step(count, of_writes=of_writes)
        try:
            return work()
        finally:
            os.write(writer, str(taken[0]).encode())

    process = fork(counted)
    os.close(writer)
    with open(reader, "rb") as pipe:  # noqa: PTH123
        steps = int(pipe.read())
    ended(process)
    return steps


def killed_at(moment, work, *, of_writes=False):
    """Do some work and kill it at a moment; return whether it was killed before it came to its end.

    Where writes alone are counted, half of the last one is done.
    """
    step, later = moment

    def dying():
        steps = itertools.count(1)

        def die(torn=None):
            if next(steps) != step:
                return
            if later:
                signal.setitimer(signal.ITIMER_PROF, later)  # ends a process that does not handle it
                return
            if torn is not None:
                torn()
            os.kill(os.getpid(), signal.SIGKILL)

        _at_each_step(die, of_writes=of_writes)
        return work()

    return ended(fork(dying)) in {-signal.SIGKILL, -signal.SIGPROF}


def moments(steps, seed, number):
    """Choose moments, one in each of as many equal stretches of the steps, from the seed that is printed.

    A moment is a step, and the CPU time until the kill: none for every other one, some of a commit for the rest.
    """
    number, dice = int(os.environ.get("VOXPOP_KILLS", number)), random.Random(seed)
    chosen = []
    for each in range(number):
        first, last = steps * each // number + 1, steps * (each + 1) // number
        later = round(dice.uniform(0.0001, 0.003), 4) if each % 2 else 0
        chosen.append((dice.randint(first, max(first, last)), later))
    sys.stdout.write(f"seed {seed}: killed at {chosen} of {steps} steps\n")
    return chosen


def _at_each_step(take, *, of_writes=False):
    """Call a function before each step of this process; before a write, with what writes half of it."""
    connect, sync, write_all = sqlite3.connect, os.fsync, files._write_all

    def connected(*arguments, **options):
        connection = connect(*arguments, **options)
        connection.set_trace_callback(lambda _statement: take())
        return connection

    def synced(descriptor):
        take()
        sync(descriptor)

    def written(file, block):
        take(lambda: file.write(block[: len(block) // 2]))
        write_all(file, block)

    files._write_all = written
    if not of_writes:
        sqlite3.connect, os.fsync = connected, synced
