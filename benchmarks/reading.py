"""How much server time each page and canned query costs, on archives of two sizes.

    python -m benchmarks.synthetic small.db --posts 100000
    python -m benchmarks.synthetic large.db --posts 1000000
    python -m benchmarks.reading small.db large.db

Every address is asked as a visitor would, through the whole of Datasette, set up as ``voxpop serve`` does.
The figure is the median CPU time of the process, all threads together. The table goes to ``READING.md``.
"""

from __future__ import annotations

import argparse
import asyncio
import datetime as dt
import platform
import sqlite3
import statistics
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from datasette.app import Datasette
from datasette.utils import tilde_encode
from datasette.version import __version__

from archive.commands.serve import is_middling
from archive.datasette_files import read_source
from archive.site import register
from benchmarks.report import ratio, table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

ROUNDS = 7
MOST_MS = 100.0
MOST_GROWTH = 3.0
# What the masthead of our pages leads to, and the views for people. The rows are Datasette's own pages.
TABLES = (
    *("reactions", "hashtags", "posts", "authors", "articles", "outlets"),
    *("most_embedded", "hashtag_days", "embeds", "quotes"),
)


def main() -> None:
    """Measure every address on each archive and write the table."""
    parser = argparse.ArgumentParser(description="Measure the pages of an archive.")
    parser.add_argument("databases", nargs=2, type=Path, metavar="DB", help="a small and a large archive")
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("READING.md"))
    options = parser.parse_args()
    small, large = asyncio.run(measure(options.databases))
    text = "\n\n".join([*heading(options.databases), figures(small, large), verdict(small, large)]) + "\n"
    options.out.write_text(text, "utf-8")
    print(text)


async def measure(paths: list[Path]) -> list[dict[str, float]]:
    """Give the median CPU time of every address, in milliseconds, by its name; one mapping per archive.

    The archives are asked in turns, so that whatever else the machine does meets all of them.
    """
    sites = [(await serve(path), addresses(path)) for path in paths]
    found: list[dict[str, float]] = [{} for _ in paths]
    for name in sites[0][1]:
        rounds = [[await cost(datasette, named[name]) for datasette, named in sites] for _ in range(ROUNDS + 1)]
        # The first round fills SQLite's cache.
        for medians, times in zip(found, zip(*rounds[1:], strict=True), strict=True):
            medians[name] = statistics.median(times)
    return found


async def serve(path: Path) -> Any:
    """Give Datasette on an archive, set up as ``voxpop serve`` does."""
    register()
    datasette = Datasette([str(path)], settings={"suggest_facets": not is_middling(path)})
    await datasette.invoke_startup()
    return datasette


async def cost(datasette: Any, address: str) -> float:
    """Give the CPU time of one request in milliseconds."""
    before = time.process_time()
    response = await datasette.client.get(address)
    spent = 1000 * (time.process_time() - before)
    assert response.status_code == 200, (address, response.status_code)  # noqa: S101 - a benchmark of errors is none
    return spent


def heading(paths: list[Path]) -> Iterator[str]:
    """Say what was measured, how, when and where."""
    yield "# Measured: the pages of a large archive"
    sizes = " and ".join(
        f"{posts:,} posts in {articles:,} articles with their texts ({path.stat().st_size / 1e9:.2f} GB)"
        for path, (posts, articles) in zip(paths, map(rows_in, paths), strict=True)
    )
    yield (
        f"`python -m benchmarks.reading small.db large.db` wrote this on {dt.datetime.now(dt.UTC):%Y-%m-%d}, "
        f"on archives of {sizes} made by `python -m benchmarks.synthetic`.\n"
        f"Datasette {__version__}, SQLite {sqlite3.sqlite_version}, Python {platform.python_version()}.\n"
        f"CPU time of the server for one request, all threads together: the median of {ROUNDS}, "
        "alternating between the archives."
    )


def rows_in(path: Path) -> tuple[int, int]:
    """Give the numbers of posts and articles of an archive."""
    sql = "select (select count(*) from posts), (select count(*) from articles)"
    connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
    try:
        posts, articles = connection.execute(sql).fetchone()
    finally:
        connection.close()
    return int(posts), int(articles)


def figures(small: Mapping[str, float], large: Mapping[str, float]) -> str:
    """Give one row per address."""
    rows = ((name, f"{small[name]:.1f} ms", f"{ms:.1f} ms", ratio(ms, small[name])) for name, ms in large.items())
    return table(("", "small", "large", "ratio"), rows)


def verdict(small: Mapping[str, float], large: Mapping[str, float]) -> str:
    """Name what is above the bars: 100 ms, and 3 times the small archive's time."""
    slow = [name for name, ms in large.items() if ms > MOST_MS]
    growing = [name for name, ms in large.items() if ms > MOST_GROWTH * small[name]]
    return "\n".join(
        f"Above {bar}: {', '.join(names) or 'none'}."
        for bar, names in ((f"{MOST_MS:.0f} ms", slow), (f"{MOST_GROWTH:.0f}×", growing))
    )


def addresses(path: Path) -> dict[str, str]:
    """Name the addresses: each page for a busy and an ordinary subject, search, each query, the tables."""
    base = f"/{tilde_encode(path.stem)}"
    found = {"home": "/", "data": f"{base}/data"}
    found |= {words: f"{base}/{address}" for words, address in WHOLE.items()}
    found |= {f"{kind} ({which})": f"{base}/{kind}/{key}" for (kind, which), key in subjects(path).items()}
    found |= {f"feed of the busiest {kind}": f"{base}/{kind}/{key}.atom" for kind, key in feeds(path).items()}
    found |= {f"search: {words}": f"{base}/search?{query}" for words, query in SEARCHES.items()}
    found |= {f"list: {words}": f"{base}/list/{query}" for words, query in LISTS.items()}
    found |= {f"query {name}": f"{base}/{name}" for name in read_source()["queries"]}
    found["query search_posts, a common word"] = f"{base}/search_posts?words=the"
    found |= {f"table {name}": f"{base}/{name}" for name in TABLES}
    found |= {f"table {name}": f"{base}/{address}" for name, address in FILTERED.items()}
    return found | {f"table {name}, its next page": f"{base}/{name}?_next={key}" for name, key in following(path)}


#: What links of our pages and facets lead to: rows of an outlet, an author, a platform, of a span of days.
FILTERED = {
    "reactions of an outlet": "reactions?outlet=Outlet+0&_sort_desc=published_at",
    "reactions of an author": "reactions?author=twitter%3Aperson0&_sort_desc=posted_at",
    "reactions of a platform": "reactions?platform=twitter&_sort_desc=posted_at",
    "reactions of an outlet's week": "reactions?outlet=Outlet+0&published_at__gte=2018-05-07"
    "&published_at__lt=2018-05-14&_sort_desc=published_at",
    "posts of a week": "posts?posted_at__gte=2018-05-07&posted_at__lt=2018-05-14",
    "articles of a week": "articles?published_at__gte=2018-05-07&published_at__lt=2018-05-14",
}


def following(path: Path) -> Iterator[tuple[str, str]]:
    """Give where the second page of a table begins, as Datasette names it in its link."""
    sorts = {"posts": "rowid", "articles": "rowid", "authors": "embeds", "embeds": "first_seen"}
    connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
    try:
        for name, column in sorts.items():
            row = connection.execute(
                f"select {column}, id from {name} order by {column} desc, id limit 1 offset 49"  # noqa: S608 - names of our own tables
            ).fetchone()
            yield name, ",".join(tilde_encode(str(value)) for value in row)
    finally:
        connection.close()


#: Pages about the archive as a whole.
WHOLE = {
    "compare hashtags": "compare?per=1000&" + "&".join(f"hashtag=tag{number}" for number in range(5)),
    "compare outlets": "compare?" + "&".join(f"outlet=Outlet+{number}" for number in range(5)),
    "compare authors": "compare?by=author",
    "a busy hashtag in one outlet": "hashtag/tag0?outlet=Outlet+0",
    "the fastest outlets": "speed",
    "who shows whom": "shown",
    "whom one outlet shows how": "shown?outlet=Outlet+0&author=twitter%3Aperson0",
    "what two outlets share": "shown?outlet=Outlet+0&outlet=Outlet+1",
    "platforms and languages": "trends",
    "what vanished": "gone",
    "the story of a busy hashtag": "story?hashtag=tag0",
    "the story of a busy outlet": "story?outlet=Outlet+0",
    "how soon the busiest outlet shows posts": "speed?outlet=Outlet+0",
}
SEARCHES = {
    "a common word": "q=the",
    "two common words": "q=the+people",
    "a rare word": "q=kalomi",
    "the beginning of a word": "q=kalo*",
    "a common word, one outlet": "q=the&outlet=Outlet+7",
    "a common word, one hashtag": "q=the&hashtag=tag3",
    "a common word, rare language": "q=the&language=el&in=posts",
    "a common word, old dates": "q=the&since=2018-02&until=2018-03",
    "nothing that fits": "q=the&outlet=Nobody",
    "articles with a common word": "q=the&in=articles",
    "articles with an ordinary word": "q=kalomi&in=articles",
    "articles with two ordinary words": "q=kalomi+dorvel&in=articles",
    "articles with the beginning of a word": "q=kalo*&in=articles",
    "articles with a phrase": "q=%22people+today%22&in=articles",
    "articles with a word that is nowhere": "q=zeppelin&in=articles",
    "articles with a common word, one outlet": "q=the&outlet=Outlet+7&in=articles",
    "articles with a common word, one hashtag": "q=the&hashtag=tag3&in=articles",
    "articles with a common word, old dates": "q=the&since=2018-02&until=2018-03&in=articles",
    "articles with an emoji": "q=%F0%9F%8E%BA&in=articles",
    "an emoji": "q=%F0%9F%8E%BA",
    "a word of Japanese": "q=%E7%81%AF%E5%8F%B0",
}


LISTS = {
    **{f"all {kind}": kind for kind in ("reactions", "posts", "quotes", "articles")},
    **{f"all {kind}": kind for kind in ("hashtags", "authors", "outlets")},
    "posts with a common word": "posts?q=the",
    "posts with one word and without another": "posts?q=the+-people",
    "posts with one of two words": "posts?q=kalomi+OR+people",
    "posts with the beginning of a word": "posts?q=kalo*",
    "posts under a hashtag with the beginning of a word": "posts?hashtag=tag0&q=kalo*",
    "posts of a platform without the beginning of a word": "posts?q=platform:bluesky+-kalo*",
    "posts with a common word by relevance": "posts?q=the&sort=relevance",
    "posts under a hashtag in a month, one outlet": ("posts?hashtag=tag3&outlet=Outlet+7&since=2019-03&until=2019-03"),
    "posts with a common word under a hashtag": "posts?q=the&hashtag=tag3",
    "posts of an outlet, shown most first": "posts?outlet=Outlet+7&sort=reach",
    "posts without a platform": "posts?q=-platform:twitter",
    "posts that are gone": "posts?gone=yes",
    "quotes of an outlet": "quotes?outlet=Outlet+7",
    "articles with a common word": "articles?q=the",
    "articles that show a platform": "articles?platform=bluesky",
    "articles with what is gone": "articles?gone=yes",
    "reactions with a common word": "reactions?q=the",
    "reactions in an outlet from a platform": "reactions?outlet=Outlet+7&platform=bluesky",
    "authors of an outlet": "authors?outlet=Outlet+7",
    "authors under a hashtag": "authors?hashtag=tag3",
    "authors on a platform": "authors?platform=bluesky",
    "hashtags with these letters": "hashtags?q=tag3",
    **{
        f"{kind} with most reactions with a common word": f"{kind}?q=people"
        for kind in ("authors", "hashtags", "outlets")
    },
    "quotes of a person without an account": "quotes?speaker=a+fan",
    "reactions of such a person with a common word": "reactions?speaker=a+fan&q=the",
    "feed of posts with a common word": "posts.atom?q=the",
}


def subjects(path: Path) -> dict[tuple[str, str], str]:
    """Give the busiest and an ordinary key of every page."""
    questions = {
        ("hashtag", "busiest"): "select id from hashtags order by posts desc limit 1",
        ("hashtag", "ordinary"): "select id from hashtags where posts > 20 order by posts limit 1",
        ("post", "busiest"): "select id from posts order by articles desc limit 1",
        ("post", "ordinary"): "select id from posts where articles = 1 limit 1 offset 5000",
        ("author", "busiest"): "select id from authors order by posts desc limit 1",
        ("author", "ordinary"): "select id from authors where posts = 3 limit 1",
        ("article", "busiest"): "select id from articles order by embeds desc limit 1",
        ("article", "ordinary"): "select id from articles where embeds = 4 limit 1",
        ("versions", "busiest"): "select id from articles order by embeds desc limit 1",
        ("outlet", "busiest"): "select outlet from tally_outlets order by embeds desc limit 1",
        ("outlet", "ordinary"): "select outlet from tally_outlets where embeds > 50 order by embeds limit 1",
    }
    connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
    try:
        return {name: tilde_encode(connection.execute(sql).fetchone()[0]) for name, sql in questions.items()}
    finally:
        connection.close()


def feeds(path: Path) -> dict[str, str]:
    """Give the busiest hashtag and outlet."""
    keys = subjects(path)
    return {kind: keys[kind, "busiest"] for kind in ("hashtag", "outlet")}


if __name__ == "__main__":
    main()
