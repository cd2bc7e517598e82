"""Make WARC files like those of a large news crawl, of invented pages: for tests, benchmarks and the manual.

    python tools/make_crawl.py crawl/ --files 60 --pages 500

Of the pages 7 in 100 show a post, 4 quote a reaction, 6 have a hashtag, 84 hold none of these: so it was with
600 pages drawn at random from many collections of real ones. Their markup has the size of real pages. Among
the records are requests, redirects, PDF files, answers whose compression is cut short, a damaged record in
every file and, in one file of ten, a page of zeros that unpacks to more than any page has. The same seed
makes the same bytes.
"""

from __future__ import annotations

import argparse
import gzip
import random
import zlib
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_FIRST_DAY = datetime(2024, 5, 1, tzinfo=UTC)
_OUTLETS = (
    "harbour-gazette", "sund-courier", "pop-signal", "der-kai", "open-network", "canal-farol",
    "county-ledger", "stage-left", "the-dune", "il-molo", "la-jetee", "el-muelle",
)  # fmt: skip
_PROSE = """
    the council of a harbour town said that its old pier would open again in spring and that people who had
    bought tickets could have their money back while a ferry line asked for more time before it changes the
    hours of its boats between both shores where a market is held every week near the station by the river
"""
_WORDS = _PROSE.split()
_PEOPLE = ("Tove Lind", "Odd Jobs Dee", "Mira Solene", "Jon Abara", "Ines Carvalho", "Kai Brandt")
_TAGS = ("LetMiraSing", "PierSong", "SundFerry", "SaveTheBarn", "Hafenfest", "farol")
_QUOTES = (
    "“Best night of the year, and it cost nothing,” one user wrote on X.",
    "“I have never seen so many umbrellas on one pier,” a fan commented on Instagram.",
    "“We drove four hours for this,” another user wrote on Facebook.",
)
_SAYINGS = ("“We will look at it in May,” the mayor said.", "“The boats are safe,” a spokesman told reporters.")
_SCRIPT = "(function(w,d,s,l,i){w[l]=w[l]||[];var f=d.getElementsByTagName(s)[0],j=d.createElement(s);})();"
_ITEM = '<li class="menu__item"><a class="menu__link" href="/{0}/{1}">{0} {1}</a></li>'
_TEASER = (
    '<article class="teaser"><a href="/{0}"><img loading="lazy" src="/i/{1}.jpg" alt=""><h3>{2}</h3></a>'
    '<p class="teaser__text">{3}</p></article>'
)
#: A page of zeros of this size costs a few kilobytes in the file.
_BOMB = 200_000_000


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its address, when it was crawled, and its bytes."""

    url: str
    crawled: datetime
    content: bytes


def main() -> None:
    """Make the crawl that the command line asks for."""
    parser = argparse.ArgumentParser(description="Make WARC files of invented news pages.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--files", type=int, default=10)
    parser.add_argument("--pages", type=int, default=500, help="in each file")
    parser.add_argument("--kilobytes", type=int, default=80, help="size of a page, about")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    made = make_crawl(options.folder, options.files, options.pages, kilobytes=options.kilobytes, seed=options.seed)
    print(f"{options.folder}: {len(made)} files of {options.pages:,} pages")


def make_crawl(  # noqa: PLR0913 -- keyword-only but for where and how many
    folder: Path, files: int, pages: int, *, kilobytes: int = 80, seed: int = 1, broken: bool = True
) -> list[Path]:
    """Write WARC files.

    Args:
        folder: Where they are written; it is made when missing.
        files: How many.
        pages: How many pages each has.
        kilobytes: How large the pages are, about.
        seed: Another one gives other pages.
        broken: Whether some records are damaged.
    """
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    for number in range(files):
        path = folder / f"NEWS-{_FIRST_DAY + timedelta(days=number):%Y%m%d}-{number:05}.warc.gz"
        dice = random.Random(f"{seed} {number}")  # noqa: S311 -- the same each time
        with path.open("wb") as stream:
            stream.writelines(_records(dice, number, pages, kilobytes, broken=broken))
        made.append(path)
    return made


def _records(dice: random.Random, number: int, pages: int, kilobytes: int, *, broken: bool) -> Iterator[bytes]:
    yield _record("warcinfo", None, _FIRST_DAY, b"software: make_crawl\r\n", "application/warc-fields")
    for at in range(pages):
        page = _page(dice, number, at, kilobytes)
        yield _request(page)
        yield _answer(page, dice)
        if at % 23 == 7:
            yield _redirect(page)
        if at % 97 == 11:
            yield _pdf(page)
        if broken and at == pages // 2:
            yield from _broken(page, number)


def _broken(page: Page, number: int) -> Iterator[bytes]:
    cut = _http(zlib.compress(page.content)[:200], "text/html", "deflate")
    yield _record("response", page.url + "?cut", page.crawled, cut)
    whole = _answer(page, random.Random(number))  # noqa: S311 -- the same each time
    yield whole[: len(whole) // 2] + b"\0" * 64
    if number % 10 == 0:
        zeros = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS | 16)
        packed = b"".join(zeros.compress(bytes(1 << 20)) for _ in range(_BOMB >> 20)) + zeros.flush()
        yield _record("response", page.url + "?zeros", page.crawled, _http(packed, "text/html", "gzip"))


def _record(
    kind: str, url: str | None, at: datetime, block: bytes, media_type: str = "application/http; msgtype=response"
) -> bytes:
    address = f"WARC-Target-URI: {url}\r\n" if url else ""
    digest = zlib.crc32(block)
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\n{address}WARC-Date: {at:%Y-%m-%dT%H:%M:%SZ}\r\n"
        f"WARC-Record-ID: <urn:uuid:{digest:08x}-0000-4000-8000-{len(block):012x}>\r\n"
        f"Content-Type: {media_type}\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    return gzip.compress(head.encode() + block + b"\r\n\r\n", 6, mtime=0)


def _request(page: Page) -> bytes:
    block = f"GET {page.url} HTTP/1.1\r\nUser-Agent: crawler\r\n\r\n".encode()
    return _record("request", page.url, page.crawled, block, "application/http; msgtype=request")


def _http(body: bytes, media_type: str, encoding: str | None = None, status: str = "200 OK") -> bytes:
    packed = f"Content-Encoding: {encoding}\r\n" if encoding else ""
    head = f"HTTP/1.1 {status}\r\nContent-Type: {media_type}\r\n{packed}Content-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


def _answer(page: Page, dice: random.Random) -> bytes:
    if dice.random() < 0.3:
        packed = gzip.compress(page.content, 6, mtime=0)
        return _record("response", page.url, page.crawled, _http(packed, "text/html; charset=utf-8", "gzip"))
    return _record("response", page.url, page.crawled, _http(page.content, "text/html; charset=utf-8"))


def _redirect(page: Page) -> bytes:
    block = _http(b"", "text/html", status="301 Moved Permanently")
    return _record("response", page.url.replace("https", "http"), page.crawled, block)


def _pdf(page: Page) -> bytes:
    return _record("response", page.url + ".pdf", page.crawled, _http(b"%PDF-1.7\n" * 99, "application/pdf"))


def _page(dice: random.Random, number: int, at: int, kilobytes: int) -> Page:
    outlet = _OUTLETS[min(int(dice.expovariate(0.3)), len(_OUTLETS) - 1)]
    crawled = _FIRST_DAY + timedelta(days=number, seconds=at * 80)
    title = _sentence(dice, 7).rstrip(".")
    url = f"https://www.{outlet}.example/news/{crawled:%Y/%m}/{number}-{at}-{'-'.join(title.lower().split()[:4])}"
    body = [f"<p>{' '.join(_sentence(dice) for _ in range(3))}</p>" for _ in range(dice.randint(6, 14))]
    body.insert(3, f"<p>{dice.choice(_SAYINGS)}</p>")
    holds = dice.random()
    if holds < 0.07:
        body.insert(dice.randint(2, len(body)), _post(dice, crawled))
    elif holds < 0.11:
        body.insert(4, f"<p>{dice.choice(_QUOTES)} {_sentence(dice)}</p>")
    elif holds < 0.16:
        body.insert(4, f"<p>The hashtag #{dice.choice(_TAGS)} was trending. {_sentence(dice)}</p>")
    return Page(url, crawled, _markup(dice, outlet, title, crawled, "\n".join(body), kilobytes).encode())


def _markup(  # noqa: PLR0913, PLR0917 -- the parts of a page
    dice: random.Random, outlet: str, title: str, crawled: datetime, body: str, kilobytes: int
) -> str:
    name = outlet.replace("-", " ").title()
    menu = "".join(_ITEM.format(dice.choice(_WORDS), n) for n in range(40))
    teasers = "".join(_TEASER.format(n, n, _sentence(dice, 6), _sentence(dice)) for n in range(max(1, kilobytes // 4)))
    scripts = f"<script>{_SCRIPT * 8}</script>" * max(1, kilobytes // 2 - 10)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title} | {name}</title>'
        f'<meta property="og:site_name" content="{name}"><meta property="og:title" content="{title}">'
        f'<meta property="article:published_time" content="{crawled:%Y-%m-%dT%H:%M:%SZ}">{scripts}</head>'
        f'<body><header><nav><ul class="menu">{menu}</ul></nav></header>\n'
        f'<main><article class="story"><h1>{title}</h1><p class="byline">By {dice.choice(_PEOPLE)}</p>\n'
        f'{body}\n</article></main>\n<aside class="related"><h2>More</h2>{teasers}</aside>'
        f"<footer><p>{name} {crawled:%Y}</p></footer></body></html>"
    )


def _post(dice: random.Random, at: datetime) -> str:
    name = dice.choice(_PEOPLE)
    handle = name.lower().replace(" ", "_") + "_ex"
    posted = at - timedelta(hours=dice.randint(1, 40))
    number = (int(posted.timestamp() * 1000) - 1288834974657) << 22 | dice.randrange(1 << 12)
    words = f"{_sentence(dice)} #{dice.choice(_TAGS)}"
    if dice.random() < 0.3:
        return f'<iframe src="https://platform.twitter.com/embed/Tweet.html?id={number}" title="Post"></iframe>'
    return (
        f'<blockquote class="twitter-tweet"><p lang="en" dir="ltr">{words}</p>&mdash; {name} (@{handle}) '
        f'<a href="https://twitter.com/{handle}/status/{number}">{posted:%B} {posted.day}, {posted.year}</a>'
        '</blockquote><script async src="https://platform.twitter.com/widgets.js"></script>'
    )


def _sentence(dice: random.Random, words: int | None = None) -> str:
    return " ".join(dice.choices(_WORDS, k=words or dice.randint(8, 22))).capitalize() + "."


if __name__ == "__main__":
    main()
