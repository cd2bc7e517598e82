"""Measure what a page of a news crawl costs, from its WARC record on, where few pages hold a reaction.

    python -m benchmarks.crawl

The pages are invented. They are as large as those of newspapers and built like them: scripts, menus, teasers,
people who speak, links to accounts. Of a hundred, 16 hold something (7 a post, 4 a quoted reaction, 6 a
hashtag, one of them two), as in 600 real pages drawn from many collections. Reading alone, the full record
and both choices of `extract_reactions` are measured in turns; the table goes to ``CRAWL.md``.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import os
import platform
import random
import tempfile
import time
import zlib
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from benchmarks.pages import html_pages
from benchmarks.report import ratio, table
from scraper.extract import extract, extract_reactions
from scraper.input import warc
from scraper.records import Document

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from scraper.errors import SourceError

#: What the first of each hundred pages hold; the others hold nothing.
HELD = [("post",)] * 6 + [("post", "hashtag")] + [("quote",)] * 4 + [("hashtag",)] * 5
SHARE = 0.16
DAY = "2024-05-12T10:00:00Z"
MOST = 1 << 24
READERS: dict[str, Callable[[Document], object]] = {
    "reading the WARC alone": lambda document: document,
    "and the full record": extract,
    "and `--only reactions`": lambda document: extract_reactions(document, only="reactions"),
    "and `--only embeds`": lambda document: extract_reactions(document, only="embeds"),
}


def main() -> None:
    """Make the crawl, measure it and write the table."""
    parser = argparse.ArgumentParser(description="Measure what a page of a news crawl costs.")
    parser.add_argument("--pages", type=int, default=300, help="invented pages (default: 300)")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("CRAWL.md"))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        text = "\n\n".join([_heading(options), *_parts(Path(folder), options)]) + "\n"
    options.out.write_text(text, "utf-8")
    print(text)


def _heading(options: argparse.Namespace) -> str:
    return (
        "# Measured: a page of a news crawl\n\n"
        f"`python -m benchmarks.crawl --pages {options.pages} --rounds {options.rounds}` wrote this on "
        f"{dt.datetime.now(dt.UTC):%Y-%m-%d}, {platform.system()}, Python {platform.python_version()}, "
        f"{os.cpu_count()} cores at a load of {os.getloadavg()[0]:.0f}.\n"
        "CPU time per page, read from a compressed WARC, in alternating rounds in one process. The minimum "
        "of the rounds, because other work on the machine only adds to it."
    )


def _parts(folder: Path, options: argparse.Namespace) -> Iterator[str]:
    sets = {"Invented pages": [page.encode() for page in pages(options.pages)]}
    labelled = html_pages(folder)
    sets[labelled.title.capitalize()] = [path.read_bytes() for path in labelled.paths]
    for title, contents in sets.items():
        holding = [_holds_any(content) for content in contents]
        if 0 < sum(holding) < len(holding):
            yield f"## {title}\n\n{_about(contents)}"
            yield _figures(_measure(contents, holding, folder, options.rounds))


def _about(contents: Sequence[bytes]) -> str:
    sizes = [len(content) for content in contents]
    return (
        f"{len(sizes)} pages of {min(sizes) // 1000} to {max(sizes) // 1000} kB, the median "
        f"{int(median(sizes)) // 1000} kB. `mixed` is the sum with {SHARE:.0%} of pages that hold something."
    )


def _holds_any(content: bytes) -> bool:
    return extract_reactions(Document(source="page.html", content=content), only="reactions") is not None


def _measure(
    contents: Sequence[bytes], holding: Sequence[bool], folder: Path, rounds: int
) -> dict[str, tuple[float, float]]:
    """Give milliseconds a page by reader, for the pages that hold something and for the others."""
    files = []
    for held in (True, False):
        path = folder / f"{held}.warc.gz"
        write_warc(path, [content for content, is_held in zip(contents, holding, strict=True) if is_held is held])
        files.append(path)
    taken: dict[str, list[tuple[float, ...]]] = {name: [] for name in READERS}
    for _ in range(rounds):
        for name, reader in READERS.items():
            taken[name].append(tuple(_cost(path, reader) for path in files))
    return {name: (min(held for held, _ in times), min(rest for _, rest in times)) for name, times in taken.items()}


def _cost(path: Path, reader: Callable[[Document], object]) -> float:
    """Give the CPU time of one page in milliseconds."""
    count, before = 0, time.process_time()
    with path.open("rb") as stream:
        for item in warc.records(str(path), stream, MOST):
            reader(_page(item))
            count += 1
    return 1000 * (time.process_time() - before) / count


def _page(item: Document | SourceError) -> Document:
    if not isinstance(item, Document):
        raise item
    return item


def _figures(found: dict[str, tuple[float, float]]) -> str:
    mixed = {name: SHARE * held + (1 - SHARE) * other for name, (held, other) in found.items()}
    full = mixed["and the full record"]
    rows = (
        (name, f"{held:.2f} ms", f"{other:.2f} ms", f"{mixed[name]:.2f} ms", ratio(mixed[name], full))
        for name, (held, other) in found.items()
    )
    return table(("", "with reactions", "without", "mixed", "relative to the full record"), rows)


def write_warc(path: Path, contents: Sequence[bytes]) -> None:
    """Write pages as crawlers do: request, response and metadata, each a gzip member of its own."""
    with path.open("wb") as file:
        for n, content in enumerate(contents):
            head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(content)}\r\n\r\n"
            for kind, block in (
                ("request", b"GET / HTTP/1.1\r\nHost: outlet.example\r\n\r\n"),
                ("response", head.encode() + content),
                ("metadata", b"fetchTimeMs: 100\r\n"),
            ):
                file.write(_member(kind, n, block))


def _member(kind: str, n: int, block: bytes) -> bytes:
    content_type = "application/warc-fields" if kind == "metadata" else f"application/http; msgtype={kind}"
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Date: {DAY}\r\n"
        f"WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-{n:012d}>\r\nContent-Type: {content_type}\r\n"
        f"WARC-Target-URI: https://outlet.example/news/{n}\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    packer = zlib.compressobj(6, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    return packer.compress(head.encode() + block + b"\r\n\r\n") + packer.flush()


def pages(count: int, seed: int = 1) -> Iterator[str]:
    """Yield invented pages; the same for the same seed."""
    maker = _Maker(random.Random(seed))
    for n in range(count):
        yield maker.page(n, HELD[n % 100] if n % 100 < len(HELD) else ())


class _Maker:
    """Makes pages of invented newspapers."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice

    def page(self, n: int, held: Sequence[str]) -> str:
        """Return a page with what it should hold somewhere between its paragraphs."""
        title = self.words(8).capitalize()
        parts = [self.paragraph() for _ in range(self.dice.randint(8, 25))]
        for kind in held:
            parts.insert(self.dice.randrange(2, len(parts)), self.reaction(kind, n))
        return (
            f'<!DOCTYPE html><html lang="en"><head><title>{title} - The Outlet</title>{self.head(n, title)}'
            f'</head><body class="article-page">{self.menu(90)}<main><article class="story"><h1>{title}</h1>'
            f'<p class="byline">By <a rel="author" href="/by/{n}">{self.words(2).title()}</a></p>'
            f'<time datetime="{DAY}">12 May 2024</time>{SHARED}{"".join(parts)}</article>'
            f'<aside class="related">{"".join(self.teaser(n) for _ in range(30))}</aside></main>'
            f"<footer>{self.menu(50)}{SHARED}</footer>{self.script(35)}</body></html>"
        )

    def words(self, count: int) -> str:
        """Return words as a menu has them."""
        return " ".join(self.dice.choices(NOUNS, k=count))

    def sentence(self) -> str:
        """Return a sentence without its end."""
        draw = self.dice.choice
        return (
            f"The {draw(NOUNS)} of the {draw(NOUNS)} {draw(VERBS)} a {draw(NOUNS)} {draw(WHEN)}, and the "
            f"{draw(NOUNS)} {draw(VERBS)} {draw(('it', 'them', 'nothing'))} {draw(WHEN)}"
        )

    def paragraph(self) -> str:
        """Return a paragraph; in one of four somebody speaks, and in one of twelve a platform is named."""
        sentences = [f"{self.sentence()}." for _ in range(self.dice.randint(1, 4))]
        if self.dice.random() < 1 / 4:
            sentences.append(f"“{self.sentence()},” {self.dice.choice(SAID)}.")
        if self.dice.random() < 1 / 12:
            sentences.append(f"{self.sentence()} on {self.dice.choice(NAMED)}.")
        return f"<p>{' '.join(sentences)}</p>\n"

    def reaction(self, kind: str, n: int) -> str:
        """Return what makes a page one that holds something."""
        words = self.sentence()
        if kind == "quote":
            return f"<p>Readers took to Twitter.</p><p>“{words},” one user wrote on Twitter.</p>"
        if kind == "hashtag":
            return f"<p>{words}. Many used the hashtag #Tag{n} for it.</p>"
        address = f"https://twitter.com/person{n}/status/{1223400000000000000 + n}"
        return (
            f'<blockquote class="twitter-tweet"><p lang="en">{words}</p>&mdash; Person {n} (@person{n}) '
            f'<a href="{address}">February 3, 2020</a></blockquote>'
            '<script async src="https://platform.twitter.com/widgets.js"></script>'
        )

    def head(self, n: int, title: str) -> str:
        """Return what stands in the head: metadata, styles, a script."""
        stated = {"@type": "NewsArticle", "headline": title, "datePublished": DAY}
        stated |= {"@context": "https://schema.org", "publisher": {"@type": "Organization", "name": "The Outlet"}}
        meta = {"og:title": title, "og:site_name": "The Outlet", "og:url": f"https://outlet.example/news/{n}"}
        meta |= {"twitter:site": "@the_outlet", "twitter:card": "summary", "description": self.sentence()}
        meta |= {f"x-{number}": self.words(3) for number in range(20)}
        rules = (f".c{number}{{color:#{number:03d}fff;margin:0 {number}px}}" for number in range(400))
        return (
            "".join(f'<meta property="{name}" content="{content}">' for name, content in meta.items())
            + f'<script type="application/ld+json">{json.dumps(stated)}</script>'
            + f"<style>{''.join(rules)}</style>{self.script(45)}"
        )

    def script(self, kilobytes: int) -> str:
        """Return the state of a page's programs."""
        items = [{"id": n, "title": self.words(8), "path": f"/news/{n}"} for n in range(kilobytes * 9)]
        return f"<script>window.__data = {json.dumps(items)};</script>"

    def menu(self, items: int) -> str:
        """Return a menu."""
        links = (f'<li class="item"><a href="/s/{n}">{self.words(2)}</a></li>' for n in range(items))
        return f'<nav class="menu"><ul>{"".join(links)}</ul></nav>'

    def teaser(self, n: int) -> str:
        """Return what leads to another story."""
        return (
            f'<div class="teaser card"><a href="/news/{n}"><img src="/i/{n}.jpg" alt="{self.words(3)}"></a>'
            f'<h3 class="teaser-title"><a href="/news/{n}">{self.words(8)}</a></h3>'
            f"<p>{self.sentence()}.</p></div>"
        )


SAID = ("said the mayor", "the minister told reporters", "a spokesman said", "she said", "the coach added")
NAMED = ("Facebook", "Twitter", "Instagram", "its website", "television", "X")
NOUNS = (
    "pier", "harbour", "council", "band", "bridge", "market", "school", "storm", "lamp", "boat", "town",
    "road", "budget", "festival", "beach", "concert", "report", "ferry", "hospital", "library", "match",
    "station", "garden", "museum", "river", "strike", "tower", "village", "winter", "committee",
)  # fmt: skip
VERBS = ("closed", "saw", "moved", "found", "opened", "wanted", "left", "called", "repaired", "forgot")
WHEN = ("on Monday", "last week", "after the storm", "before the summer", "in the morning", "for a year")
SHARED = (
    '<div class="share"><a href="https://www.facebook.com/sharer.php?u=x">Share on Facebook</a>'
    '<a href="https://twitter.com/intent/tweet?url=x">Tweet</a>'
    '<a href="https://twitter.com/the_outlet">Follow</a></div>'
)


if __name__ == "__main__":
    main()
