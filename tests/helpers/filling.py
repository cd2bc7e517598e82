"""Articles that print posts partly, and platforms that tell the rest."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime, timedelta

from social import Social

from archive.checks import RequestOptions, Selection, check_posts
from archive.hydration import HydrationScope, hydrate_posts
from archive.settings import Availability, Fetching, Hydration
from archive.store.archive import Archive
from archive.store.database import open_to_read

#: The words of the n-th post, as its platform tells them.
WORDS = "The ferry came in with every lamp lit, number {}"


def native_id(number):
    return f"{1223400000000000000 + number}"


def key(number):
    return f"twitter:{native_id(number)}"


def address(number, handle="ada"):
    return f"https://twitter.com/{handle}/status/{native_id(number)}"


def tweet(number, *, handle="ada", name="Ada Vale", **more):
    """What X's syndication tells of a post beside its id."""
    return {
        "text": WORDS.format(number),
        "lang": "en",
        "created_at": "2020-02-01T00:00:00.000Z",
        "favorite_count": 7 + number,
        "reply_count": 2,
        "user": {"name": name, "screen_name": handle},
    } | more


class Place:
    """An archive, platforms that answer about its posts, and a clock that passes when somebody waits."""

    def __init__(self, folder, farm, voxpop):
        self.path, self.folder, self.voxpop = folder / "a.db", folder / "captures", voxpop
        self.seconds = 0.0
        self.copies = None
        self.social = Social(farm, lambda: self.seconds)
        self.events = []

    def now(self):
        return datetime(2027, 2, 10, tzinfo=UTC) + timedelta(seconds=self.seconds)

    def sleep(self, seconds):
        self.seconds += seconds

    def add(self, *numbers, words=""):
        """Archive an article that embeds posts, without their words unless some are given."""
        signed = "&mdash; Ada (@ada)" if words else ""
        date = "February 1, 2020" if words else ""
        shown = "".join(
            f'<blockquote class="twitter-tweet"><p>{words}</p>{signed}<a href="{address(number)}">{date}</a></blockquote>'
            for number in numbers
        )
        self.archive(f"story-{'-'.join(map(str, numbers))}", shown)
        for number in numbers:
            self.social.said.setdefault(native_id(number), tweet(number))

    def archive(self, name, shown):
        """Archive an article of which the embeds are given as HTML."""
        page = self.path.with_name(f"{name}.html")
        page.write_text(
            f"<html><title>Harbour at night</title><article><p>People wrote about it.</p>{shown}</article></html>"
        )
        done = self.voxpop("archive", self.path, page, "--quiet")
        assert done.code == 0, done.err

    def check(self, *numbers, method="x-syndication"):
        """Ask about posts as `voxpop check` does; the answers lie in the captures then."""
        with Archive.open(self.path, now=self.now) as archive:
            return check_posts(
                archive,
                self.folder,
                Selection(platforms=(method,), posts=tuple(map(key, numbers))),
                self.ways(Availability(endpoints={"twitter": self.social.endpoint})),
            )

    def hydrate(self, *sources, limit=None, platforms=("twitter",), **more):
        with Archive.open(self.path, now=self.now) as archive:
            asking = HydrationScope(sources=sources or ("captures",), platforms=platforms, limit=limit, **more)
            endpoints = dict.fromkeys(("twitter", "bluesky", "mastodon"), self.social.endpoint)
            ways = self.ways(Availability(endpoints=endpoints))
            return hydrate_posts(archive, self.folder, asking, ways, on_event=self.events.append)

    def ways(self, availability):
        return RequestOptions(
            availability=availability,
            hydration=Hydration(index=self.copies.index, replay=self.copies.replay) if self.copies else Hydration(),
            fetching=Fetching(allow_private=True, attempts=1),
            now=self.now,
            clock=lambda: self.seconds,
            sleep=self.sleep,
        )

    def rows(self, query, *values):
        with closing(open_to_read(self.path)) as db:
            return db.execute(query, values).fetchall()

    def texts(self):
        return dict(self.rows("SELECT id, text FROM posts"))
