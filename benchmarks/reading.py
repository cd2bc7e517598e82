"""How much server time each page and canned query costs, on archives of two sizes.

    python -m benchmarks.synthetic small.db --posts 100000
    python -m benchmarks.synthetic large.db --posts 1000000
    python -m benchmarks.reading small.db large.db

Every address is asked as a visitor would, through the whole of Datasette, at its default limits. The figure
is the median CPU time of the process, all threads together.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import statistics
import time
from pathlib import Path
from typing import Any

from datasette.app import Datasette
from datasette.utils import tilde_encode

from archive.configuration import config_directory
from archive.metadata import metadata, read_source

ROUNDS = 7


def main() -> None:
    """Print one line per address: milliseconds on each archive, and how they grow."""
    parser = argparse.ArgumentParser(description="Measure the pages of an archive.")
    parser.add_argument("databases", nargs="+", type=Path)
    columns = [asyncio.run(measure(path)) for path in parser.parse_args().databases]
    for name in columns[0]:
        times = [column[name] for column in columns]
        growth = f"{times[-1] / times[0]:6.1f}x" if len(times) > 1 else ""
        print(f"{name:<44}" + "".join(f"{ms:9.1f} ms" for ms in times) + growth)


async def measure(path: Path) -> dict[str, float]:
    """Give the median CPU time of every address, in milliseconds, by its name."""
    config = config_directory()
    datasette = Datasette(
        [str(path)],
        metadata=metadata(read_source(), path.stem),
        plugins_dir=str(config / "plugins"),
        template_dir=str(config / "templates"),
        static_mounts=[("voxpop", str(config / "static"))],
    )
    await datasette.invoke_startup()
    return {name: await median(datasette, address) for name, address in addresses(path).items()}


async def median(datasette: Any, address: str) -> float:
    """Give the median CPU time of one address, after a first request that fills SQLite's cache."""
    times = []
    for _ in range(ROUNDS + 1):
        before = time.process_time()
        response = await datasette.client.get(address)
        times.append(1000 * (time.process_time() - before))
        assert response.status_code == 200, (address, response.status_code)  # noqa: S101 - a benchmark of errors is none
    return statistics.median(times[1:])


def addresses(path: Path) -> dict[str, str]:
    """Name the addresses: each page for a busy and an ordinary subject, each query, search in many ways."""
    base = f"/{tilde_encode(path.stem)}"
    found = {"home": "/"}
    found |= {f"{kind} ({which})": f"{base}/{kind}/{key}" for (kind, which), key in subjects(path).items()}
    found |= {f"feed of a {kind}": f"{base}/{kind}/{key}.atom" for kind, key in feeds(path).items()}
    found |= {f"search {words}": f"{base}/search?{query}" for words, query in SEARCHES.items()}
    found |= {f"query {name}": f"{base}/{name}" for name in read_source()["queries"]}
    found["query search_posts, a common word"] = f"{base}/search_posts?words=the"
    return found


SEARCHES = {
    "a common word": "q=the",
    "two common words": "q=the+people",
    "a rare word": "q=kalomi",
    "a common word, one outlet": "q=the&outlet=Outlet+7",
    "a common word, one hashtag": "q=the&hashtag=tag3",
    "a common word, rare language": "q=the&language=el&in=posts",
    "a common word, old dates": "q=the&since=2018-02&until=2018-03",
    "nothing that fits": "q=the&outlet=Nobody",
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
