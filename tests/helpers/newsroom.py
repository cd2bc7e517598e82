"""A newsroom whose clock the tests turn: its settings, its runs, and the archive that comes of them."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

from warcio.checker import Checker

from archive.schedule import run_once
from archive.settings import read_settings
from archive.store.database import open_to_read


class Held:
    """A page that is not answered until the test lets it."""

    def __init__(self, farm):
        self.farm, self.asked, self.over = farm, threading.Event(), threading.Event()

    def __call__(self, request):
        self.asked.set()
        self.over.wait(60)
        self.farm.answer(request, 200, self.farm.page("Held", self.farm.post(1)))


def are_sound(files):
    """Check WARC files as `warcio check` does: the digest of every record, by a second implementation."""
    return Checker(SimpleNamespace(inputs=sorted(map(str, files)), verbose=False)).process_all() == 0


class Newsroom:
    """A settings file, a clock that only tests turn, and the archive that comes of it."""

    def __init__(self, folder):
        self.folder = folder
        self.file = folder / "voxpop.toml"
        self.now = datetime(2020, 2, 2, 12, 0, 0, tzinfo=UTC)
        self.events = []

    def settings(self, *sources, more="", **fetch):
        values = {
            "allow_private": "true",
            "delay": 0,
            "concurrency": 4,
            "request_timeout": 2,
            "read_timeout": 1.5,
            **fetch,
        }
        lines = "\n".join(f"{name} = {value}" for name, value in values.items())
        tables = "".join(f"\n[[sources]]\n{source}\n" for source in sources)
        self.file.write_text(f'database = "a.db"\ncaptures = "captures"\n[fetch]\n{lines}\n{more}{tables}')
        return self

    def run(self, **network):
        self.events = []
        network = {"sleep": lambda _: None, **network}
        return run_once(read_settings(self.file), now=lambda: self.now, on_event=self.events.append, **network)

    def later(self, **span):
        self.now += timedelta(**span)
        return self

    def rows(self, query, *values):
        db = open_to_read(self.folder / "a.db")
        try:
            return [row[0] if len(row) == 1 else row for row in db.execute(query, values).fetchall()]
        finally:
            db.close()

    def one(self, query, *values):
        (row,) = self.rows(query, *values)
        return row


def feed_of(farm, *urls, number=1, path="/feed"):
    return f'name = "post-{number}"\nfeed = "{farm.serve(path, farm.rss(*urls), number)}"'
