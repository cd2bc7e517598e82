"""Invented posts and articles, made with the real record classes, and what an archive of them holds.

As a script (``python invented.py DB NUMBER``) it archives generated articles one by one, until it is killed.
"""

from __future__ import annotations

import hashlib
import random
import re
import sqlite3
import sys
import tempfile
from contextlib import closing, contextmanager
from functools import lru_cache
from pathlib import Path

from archive.store.archive import Archive
from scraper.records import Article, Author, Embed, Extraction, Moment, Post, Quote, Tag

SEEN = "2021-05-06T07:08:09Z"
VIEWS = ("reactions", "hashtag_days", "most_embedded", "outlets")
# Numbers given in the order of archiving; they may differ between archives of the same content.
NUMBERED = {
    "embeds": {"id"},
    "quotes": {"id"},
    "quotes_hashtags": {"quote"},
    "reactions": {"quote"},
    "problems": {"id"},
}
IDS = {"1": "2020-02-01T03:04:05.678Z", "2": "2020-02-01T23:59:59.999Z", "3": "2020-02-02T00:00:00.000Z"}
SENTENCES = (
    "The harbour lights came back on tonight and the whole town walked down to see them.",
    "Nobody told the ferry crew, so they sailed past the pier and into the evening news.",
    "Thank you!",
)


def day(date: str) -> Moment:
    return Moment(at=date, precision="day", source="printed", as_written=date)


def tweet(text, *, handle="Ann_Lee", name="Ann Lee", on="2020-02-01", number=None, platform="twitter", **more) -> Post:
    """One post; with an id it has a permalink, and its time comes from the id where IDS knows one."""
    posted = (
        Moment(at=IDS[number], precision="millisecond", source="id", as_written=on)
        if number in IDS
        else day(on)
        if on
        else None
    )
    url = f"https://x.com/{handle}/status/{number}" if number else None
    author = Author(handle=handle, name=name) if handle or name else None
    hashtags = tuple(re.findall(r"#(\w+)", text or ""))
    return Post(
        platform=platform, id=number, url=url, author=author, text=text, posted=posted, hashtags=hashtags, **more
    )


def quote(text, start=0, **more) -> Quote:
    return Quote(text=text, speaker="a fan", verb="wrote", start=start, end=start + len(text), **more)


def article(*posts: Post, url="https://news.example/a", quotes=(), tags=(), **more) -> Extraction:
    """One article that shows the posts in this order and names `tags` in prose."""
    facts = {"title": "The harbour lights", "outlet": "The Pier", "language": "en", "published": day("2020-02-03")}
    facts.update(more.pop("facts", {}))
    embeds = tuple(
        Embed(
            form="blockquote" if post.id else "flattened",
            position=position,
            start=100 * position,
            end=100 * position + 9,
            post=post,
        )
        for position, post in enumerate(posts)
    )
    hashtags = tuple(Tag(tag=tag, start=None, end=None, within="prose") for tag in tags)
    hashtags += tuple(Tag(tag=tag, start=None, end=None, within="post") for post in posts for tag in post.hashtags)
    return Extraction(
        source=f"{url}.html",
        kind="html",
        article=Article(url=url, **facts),
        embeds=embeds,
        quotes=tuple(quotes),
        hashtags=hashtags,
        **more,
    )


@lru_cache(maxsize=1)
def _empty() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "empty.db"
        with Archive.open(path):
            pass
        return path.read_bytes()


def make_empty(path):
    """Put an empty archive where there is none, faster than its migrations do; return its path."""
    if not Path(path).exists():
        Path(path).write_bytes(_empty())
    return path


def save(path, *extractions: Extraction, seen=SEEN) -> list:
    """Archive extractions in this order."""
    make_empty(path)
    with Archive.open(path) as archive:
        return [archive.save(each, digest=digest_of(each), seen=seen) for each in extractions]


def digest_of(extraction: Extraction) -> str:
    return hashlib.sha256(repr(extraction).encode()).hexdigest()


def rows(path, query: str, *values) -> list[tuple]:
    with reading(path) as connection:
        return connection.execute(query, values).fetchall()


@contextmanager
def reading(path):
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        yield connection
    finally:
        connection.close()


def content(path, *, without=("first_seen", "last_seen", "changed_at"), numbers=False) -> dict[str, list]:
    """Everything an archive holds, in an order of its own, without some columns.

    Left out are full-text search, the id of the archive and the record of migrations, and the moments of all sights where those of the
    first or last ones are left out.
    """
    with reading(path) as connection:
        names = connection.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')").fetchall()
        ours = [name for (name,) in names if "_fts" not in name and not name.startswith(("_", "sqlite_"))]
        if "identity" in ours:
            ours.remove("identity")
        if {"first_seen", "last_seen"} & set(without):
            ours.remove("sights")
        found = {}
        for table in ours:
            dropped = set(without) | (set() if numbers else NUMBERED.get(table, set()))
            columns = [name for _, name, *_ in connection.execute(f"PRAGMA table_info({table})")]
            kept = ", ".join(f'"{name}"' for name in columns if name not in dropped)
            found[table] = sorted(connection.execute(f"SELECT {kept} FROM {table}").fetchall(), key=repr)
        return found


def generated(number: int, seed: int = 7):
    """Articles that share posts, in wordings with and without their ids, quotes and hashtags."""
    roll = random.Random(seed)
    for each in range(number):
        posts = [_generated_post(roll) for _ in range(roll.choice((0, 1, 2, 3)))]
        unlike = list({post.text: post for post in posts}.values())
        yield article(
            *unlike,
            url=f"https://outlet{each % 7}.example/{each}",
            quotes=[quote(f"“Reaction {each} to the #Lights”")][: each % 2],
            tags=("Lights", "LIGHTS", "lights")[: each % 4],
            facts={
                "outlet": f"Outlet {each % 7}",
                "title": f"Story {each}",
                "published": day(f"2020-03-{each % 28 + 1:02}"),
            },
        )


def _generated_post(roll: random.Random) -> Post:
    number = roll.randrange(60)
    text = f"Post {number} says {'abcdefgh'[number % 8] * 5} about the harbour and its many lights #Lights{number % 3}"
    handle, on = f"User_{number % 5}", f"2020-02-{number % 9 + 1:02}"
    if roll.random() < 0.5:
        return tweet(text, handle=handle, name=f"User {number % 5}", on=on, number=f"10{number:04}")
    return tweet(roll.choice((text, text.replace(" ", ""), text[:70])), handle=handle, name=f"User {number % 5}", on=on)


if __name__ == "__main__":
    EVERYTHING = [(extraction, digest_of(extraction)) for extraction in generated(int(sys.argv[2]))]
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    with Archive.open(sys.argv[1]) as opened:
        for extraction, digest in EVERYTHING:
            opened.save(extraction, digest=digest, seen=SEEN)


def stored(path):
    """Count the articles of an archive, which may have been killed before it was made."""
    if not path.exists():
        return 0
    with closing(sqlite3.connect(path)) as db:
        if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'articles'").fetchone():
            return 0
        return db.execute("SELECT count(*) FROM articles").fetchone()[0]
