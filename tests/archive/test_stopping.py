"""A signal ends a command also where its error is lost, and never while the command records how far it was."""

import asyncio
import gc
import signal
import time

import click
import pytest

from archive.stopping import LongCommand, StopError, mark_handled, run_coroutine

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the error is raised once there")


@pytest.fixture(autouse=True)
def default_handlers():
    """Listen to signals, also where the suite was started with some of them ignored, as by nohup."""
    defaults = {
        signal.SIGINT: signal.default_int_handler,
        signal.SIGTERM: signal.SIG_DFL,
        signal.SIGHUP: signal.SIG_DFL,
    }
    before = {number: signal.signal(number, handler) for number, handler in defaults.items()}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


class Lost:
    """Raises a signal where every error is ignored."""

    def __del__(self):
        signal.raise_signal(signal.SIGTERM)


def work(seconds=20):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        time.sleep(0.01)


def run(body):
    """Run a function as a long command."""
    command = LongCommand("work", callback=body)
    with command.make_context("work", []) as context:
        return command.invoke(context)


def test_an_error_that_is_lost_is_raised_again(capfd):
    def body():
        lost = Lost()
        del lost
        work()

    with pytest.raises(StopError, match="SIGTERM"):
        run(body)
    assert capfd.readouterr().err == ""


def test_an_error_that_is_lost_twice_is_raised_again():
    class Swallowing:
        def __del__(self):
            work()

    def body():
        signal.setitimer(signal.ITIMER_REAL, 5)
        lost, more = Lost(), Swallowing()
        del lost
        del more
        work()

    with pytest.raises(StopError, match="SIGTERM"):
        run(body)


def test_what_handles_the_error_is_not_interrupted():
    done = []

    def body():
        try:
            signal.raise_signal(signal.SIGTERM)
        finally:
            work(0.5)
            done.append("recorded")

    with pytest.raises(StopError):
        run(body)
    assert done == ["recorded"]


def test_work_that_has_heard_comes_to_its_end():
    def body():
        try:
            signal.raise_signal(signal.SIGTERM)
        except KeyboardInterrupt as stop:
            mark_handled(stop)
        work(0.5)
        return click.get_current_context().info_name

    assert run(body) == "work"


def test_the_clock_and_the_handlers_are_as_before():
    before = [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGALRM)]
    with pytest.raises(StopError):
        run(lambda: signal.raise_signal(signal.SIGTERM))
    assert [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGALRM)] == before
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


async def stopped_within():
    signal.raise_signal(signal.SIGTERM)


async def stopped_beside():
    asyncio.get_running_loop().call_soon(signal.raise_signal, signal.SIGTERM)
    await asyncio.sleep(20)


async def stopped_in_one_of_several():
    await asyncio.gather(asyncio.sleep(20), stopped_within(), stopped_beside())


@pytest.mark.parametrize("work", [stopped_within, stopped_beside, stopped_in_one_of_several])
def test_a_stop_ends_a_coroutine_without_a_word_of_the_event_loop(capfd, caplog, work):
    with pytest.raises(StopError, match="SIGTERM"):
        run(lambda: run_coroutine(work()))
    gc.collect()
    assert (capfd.readouterr().err, caplog.text) == ("", "")


def test_other_errors_of_a_coroutine_are_told(caplog):
    async def work():
        lost = asyncio.get_running_loop().create_future()
        lost.set_exception(ValueError("nobody asked"))
        del lost

    run_coroutine(work())
    gc.collect()
    assert "nobody asked" in caplog.text


def test_a_stop_while_a_class_is_made_is_a_stop(voxpop_here, path, monkeypatch):
    """Python wraps what is raised then: it is made when a module is imported, which takes most of a short command."""

    def stopped(*_arguments, **_options):
        raise RuntimeError("Error calling __set_name__") from StopError("stopped by SIGTERM")

    monkeypatch.setattr("archive.commands.status.status.callback", stopped)
    path.touch()
    answer = voxpop_here("status", path)
    assert (answer.code, answer.err) == (130, "voxpop: stopped by SIGTERM\n")
