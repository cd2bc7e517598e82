"""Archives to look at, and Datasette on them: asked in this process, or served to a browser."""

import asyncio
import contextvars
import shutil
import threading
from contextlib import contextmanager
from pathlib import Path

import pytest
import uvicorn
from commands import run_here, succeed
from datasette.app import Datasette
from sqlite_utils import Database
from working import wait_until

from archive.site import register
from archive.store.schema import MIGRATIONS

SAMPLES = Path(__file__).parents[3] / "examples" / "articles"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Chromium asks its makers' servers on its own account, whatever else is switched off: no name is looked up.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
]


@pytest.fixture(scope="session")
def empty_archive(tmp_path_factory):
    path = tmp_path_factory.mktemp("empty") / "reactions.db"
    database = Database(path)
    MIGRATIONS.apply(database)
    database.close()
    return path


@pytest.fixture(scope="session")
def samples_archive(tmp_path_factory):
    """The sample articles, archived as a user archives them."""
    path = tmp_path_factory.mktemp("samples") / "samples.db"
    succeed("archive", path, SAMPLES, "--silent")
    return path


@pytest.fixture
def large(monkeypatch):
    """Treat every archive as too large for all its rows to be looked at."""
    monkeypatch.setattr("archive.site.selection.known.SMALL", 0)


@pytest.fixture(scope="session")
def site(samples_archive, serve_archive):
    """The address of `voxpop serve` on the samples."""
    with serve_archive(samples_archive) as address:
        yield address


@pytest.fixture(scope="session")
def datasette_on():
    """Give a function that makes Datasette for a database as `voxpop serve` does, once for all tests.

    Datasette 1.0 brings a pytest plugin that closes what a test makes; it looks for it in a context variable.
    """
    made = {}

    def make(path, **settings):
        key = (path, *settings.items())
        if key not in made:
            register()
            made[key] = contextvars.Context().run(Datasette, [str(path)], settings=settings)
        return made[key]

    return make


@pytest.fixture(scope="session")
def get():
    """Give a function that answers one GET request in this process.

    One event loop serves all: the locks of Datasette 1.0 belong to the loop that used them first. It runs in
    a thread of its own, because the browser's driver keeps a loop running in this one.
    """
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()

    def answer(datasette, path):
        async def ask():
            await datasette.invoke_startup()
            return await datasette.client.get(path)

        return asyncio.run_coroutine_threadsafe(ask(), loop).result(timeout=60)

    yield answer
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


@pytest.fixture(scope="session")
def publish(tmp_path_factory):
    """Give a function that publishes, once for the same arguments, and returns the folder.

    It runs an event loop in this thread: use it before ``chromium``, whose driver runs another one.
    """
    made = {}

    def run(database, *arguments):
        key = (database, arguments)
        if key not in made:
            out = tmp_path_factory.mktemp("site") / "out"
            answer = run_here("publish", database, out, *arguments)
            assert (answer.code, answer.err) == (0, "")
            made[key] = out
        return made[key]

    return run


@pytest.fixture(scope="session")
def serve_here(datasette_on):
    """Give a context manager that serves a database from a thread of this process: it costs a tenth of a process."""

    @contextmanager
    def serve(path):
        server = uvicorn.Server(uvicorn.Config(datasette_on(path).app(), port=0, log_level="critical"))
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        assert wait_until(lambda: server.started or not thread.is_alive(), seconds=60)
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
        server.should_exit = True
        thread.join()

    return serve


@pytest.fixture(scope="module")
def chromium():
    """A headless Chromium, or a reason why not; gone with its module, and its event loop with it."""
    sync_api = pytest.importorskip("playwright.sync_api")
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine: nothing was tested in a browser")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()
