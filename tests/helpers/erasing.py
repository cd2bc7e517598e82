"""Invented pages that show posts in several ways, and the ways in which they come into an archive."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from io import BytesIO

from click.testing import CliRunner
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from archive.bulk.dataset import Options
from archive.bulk.run import make_dataset
from archive.bulk.storage import Storage
from archive.bulk.task import work_on
from archive.cli import cli

_LIST = (
    "harbour lights ferry crew pier band evening town mayor bridge market river stone window garden winter "
    "summer paper letter singer guitar morning silver golden quiet loud broken open narrow distant gentle "
    "bitter sweet thunder valley meadow copper lantern anchor barrel candle feather hammer island jacket "
    "kettle ladder mirror needle orchard pocket ribbon saddle tunnel velvet wagon yellow zipper"
)
WORDS = _LIST.split(" ")
NAMES = ("Ann Lee", "Ben Moe", "Cleo Parr", "Dov Adler", "Eve Stone", "Finn Hale", "Gus Ward", "Hana Ito")


@dataclass(frozen=True)
class Told:
    """One post: its number, words and author."""

    number: int
    words: str
    author: int

    @property
    def name(self) -> str:
        return f"{NAMES[self.author % len(NAMES)]}"

    @property
    def handle(self) -> str:
        return f"{self.name.replace(' ', '_')}_{self.author}"

    @property
    def id(self) -> str:
        return str(1223456789012345678 + self.number * 1_000_003)

    @property
    def url(self) -> str:
        return f"https://twitter.com/{self.handle}/status/{self.id}"

    def as_blockquote(self) -> str:
        signed = f'&mdash; {self.name} (@{self.handle}) <a href="{self.url}">February 1, 2020</a>'
        return f'<blockquote class="twitter-tweet"><p lang="en">{self.words}</p>{signed}</blockquote>'

    def as_prose(self) -> str:
        return f"<p>{self.words} — {self.name} (@{self.handle}) February 1, 2020</p>"


@dataclass(frozen=True)
class Page:
    """One page: the posts that it shows, each as a blockquote or in prose, and the words it quotes."""

    number: int
    shown: tuple[tuple[int, bool], ...]
    quoted: str | None

    @property
    def url(self) -> str:
        return f"https://outlet{self.number % 5}.example/story-{self.number}"


@dataclass
class World:
    """Pages and posts, and what must not be in an archive of them."""

    posts: list[Told]
    pages: list[Page]
    erased_posts: set[int] = field(default_factory=set)
    erased_authors: set[int] = field(default_factory=set)
    erased_pages: set[int] = field(default_factory=set)
    erased_quotes: set[str] = field(default_factory=set)

    def is_erased(self, number: int) -> bool:
        return number in self.erased_posts or self.posts[number].author in self.erased_authors

    def shows_id_of(self, number: int) -> bool:
        return any((number, True) in page.shown for page in self.kept())

    def html(self, page: Page, *, without: bool = False) -> bytes:
        """Return a page; without what was erased, as if it had never been there."""
        parts = [f"<p>{self._opening(page)}</p>"]
        for number, is_embed in page.shown:
            if not (without and self.is_erased(number)):
                parts.append(self.posts[number].as_blockquote() if is_embed else self.posts[number].as_prose())
        if page.quoted and not (without and page.quoted in self.erased_quotes):
            parts.append(f"<p>“{page.quoted},” one fan wrote on Twitter. Nobody answered that day.</p>")
        head = f'<title>Story {page.number}</title><link rel="canonical" href="{page.url}">'
        body = "\n".join([*parts, "<p>The report ends here, and the paper will follow the matter.</p>"])
        return f"<html lang=en><head>{head}</head><body><article>{body}</article></body></html>".encode()

    @staticmethod
    def _opening(page: Page) -> str:
        return f"This is report number {page.number} of the paper, and it tells what people said about it."

    def kept(self) -> list[Page]:
        return [page for page in self.pages if page.number not in self.erased_pages]

    def write(self, folder, pages, *, without=False):
        folder.mkdir(exist_ok=True)
        for page in pages:
            (folder / f"{page.number}.html").write_bytes(self.html(page, without=without))
        return folder

    def write_warc(self, path, pages):
        with path.open("wb") as out:
            writer = WARCWriter(out, gzip=True)
            for page in pages:
                headers = StatusAndHeaders("200 OK", [("Content-Type", "text/html")], protocol="HTTP/1.1")
                body = self.html(page)
                record = writer.create_warc_record(
                    page.url, "response", payload=BytesIO(body), length=len(body), http_headers=headers
                )
                writer.write_record(record)
        return path


def world(number: int, seed: int) -> World:
    """Invent pages that share posts."""
    roll = random.Random(seed)

    def words(least, most):
        return " ".join(roll.sample(WORDS, roll.randint(least, most))).capitalize()

    posts = [Told(each, words(9, 16), roll.randrange(number // 4)) for each in range(number)]
    pages = [
        Page(
            each,
            tuple((post, roll.random() < 0.6) for post in roll.sample(range(number), roll.choice((0, 1, 2, 3)))),
            words(7, 10) if roll.random() < 0.5 else None,
        )
        for each in range(number)
    ]
    return World(posts, pages)


def run(*arguments, code=0):
    result = CliRunner().invoke(cli, [*map(str, arguments)])
    assert result.exit_code == code, (arguments, result.output, result.exception)
    return result.output


def make_bulk(out, source):
    make_dataset(
        str(out),
        [str(source)],
        Options(only="all"),
        engine=lambda tasks: map(work_on, tasks),
        storage=Storage(longest_wait=0.01),
    )
    return out
