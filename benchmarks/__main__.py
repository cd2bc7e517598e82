"""Measure voxpop beside other tools, on the same pages in one run, and write the tables.

    python -m benchmarks --peers /path/to/python/with/the/other/tools

CPU time of each tool in a process of its own: one warm-up, then rounds in turns, medians. The ratios are the
result; the milliseconds depend on the machine. The other tools are the extra ``bench``, which ``make bench``
installs apart; without ``--peers`` (or the variable ``VOXPOP_PEERS``) they are looked for beside voxpop, and
those that are missing are named.
"""

from __future__ import annotations

import argparse
import datetime as dt
import os
import platform
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks import articles, report
from benchmarks.growing import SIZES, quiet_text_of, write_sizes
from benchmarks.measure import Measured, measure
from benchmarks.pages import PageSet, html_pages, page_set, texts
from benchmarks.stages import measure_stages
from benchmarks.startup import measure_startup

if TYPE_CHECKING:
    from collections.abc import Iterator

OWN = ("voxpop-embeds", "voxpop-full")
PEERS = ("goose3", "tweetfinder", "trafilatura", "trafilatura-fast", "newspaper4k")
LIMITS = ("find", "decode", "lexbor")
#: Seconds of clock time a tool may take for one of the growing documents.
PATIENCE = 20.0


def main() -> None:
    """Measure everything and write the tables."""
    options = _options()
    if options.startup:
        print(report.startup(measure_startup(3 * options.rounds)))
        return
    with tempfile.TemporaryDirectory() as folder:
        parts = list(_parts(Path(folder), options))
    text = "\n\n".join([_heading(options), *parts]) + "\n"
    options.out.write_text(text, "utf-8")
    print(text)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--peers",
        default=os.environ.get("VOXPOP_PEERS", sys.executable),
        help="the Python that has the other tools (default: this one)",
    )
    parser.add_argument("--rounds", type=int, default=5, help="rounds after the warm-up (default: 5)")
    parser.add_argument("--startup", action="store_true", help="only print how long commands take to start")
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("RESULTS.md"), help="where the tables go")
    return parser.parse_args()


def _parts(folder: Path, options: argparse.Namespace) -> Iterator[str]:
    pages = html_pages(folder)
    results = measure((*OWN, *PEERS, *LIMITS), pages, folder, rounds=options.rounds, peers=options.peers)
    yield _about_pages(pages)
    yield report.same_pages(results, pages)
    yield from _about_failures(results)
    if pages.carrying is not None:
        yield "## One page in eight carries an embed\n\nThe same measurements, weighted by that share."
        yield report.mixed(results, pages)
    if articles.SCORE.exists():
        yield "## Whole articles\n\nText, title, authors and day, on labelled pages: `python -m benchmarks.articles`."
        yield articles.table(options.peers, [])
    yield "## Plain text"
    yield report.throughput(_throughput(folder, options.rounds))
    yield "## Where the time goes\n\nThe full record; a stage includes the following ones with one more dash."
    yield report.stages(measure_stages(pages, options.rounds), len(pages.paths))
    yield "## Growth\n\nOne invented live blog at three sizes, ten times as large each time."
    yield report.growth(_growth(folder, options))
    yield "## Start\n\nCPU time of the whole process, minimum of the rounds."
    yield report.startup(measure_startup(3 * options.rounds))


def _heading(options: argparse.Namespace) -> str:
    return (
        "# Measured: voxpop and other tools\n\n"
        f"`make bench` wrote this on {dt.datetime.now(dt.UTC):%Y-%m-%d}: "
        f"`python -m benchmarks --rounds {options.rounds}`, {_machine()}, "
        f"Python {platform.python_version()}.\n"
        "CPU time, one process per tool: one warm-up, then alternating rounds of at least two seconds; "
        "medians. Compare the ratios: milliseconds depend on the machine."
    )


def _machine() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f"{names[0] if names else platform.machine()}, {os.cpu_count()} cores, {platform.system()}"


def _about_pages(pages: PageSet) -> str:
    tweets = sum(map(len, pages.wanted)) if pages.wanted is not None else 0
    labels = f", {tweets} labelled tweets" if tweets else ", not labelled"
    return (
        f"## The same pages\n\n{len(pages.paths)} pages, {pages.size / 1e6:.1f} MB: {pages.title}{labels}. "
        "Precision and recall count tweets by id. tweetfinder is 1.1.0, the newest in the package index; "
        "its repository is newer. trafilatura and newspaper4k do not search for tweets: "
        "ids are read from the links they keep. Only the full record includes decoding the page."
    )


def _about_failures(results: dict[str, Measured]) -> Iterator[str]:
    lines = [f"- {result.title} is missing: {result.missing}" for result in results.values() if result.missing]
    for result in results.values():
        for error, count in Counter(failure.partition(": ")[2] for failure in result.failures).items():
            pages = "a page" if count == 1 else f"{count} pages"
            lines.append(f"- {result.title} failed on {pages}: {' '.join(error.split())}")
    if lines:
        yield "\n".join(lines)


def _throughput(folder: Path, rounds: int) -> Iterator[tuple[Measured, PageSet]]:
    invented = folder / "quiet.txt"
    invented.write_text(quiet_text_of(SIZES["1 MB"]), "utf-8")
    long_text = page_set("one invented text without a post", [invented], folder)
    for quiet in (long_text, texts(folder, without_posts=True)):
        yield measure(("flattened",), quiet, folder, rounds=3 * rounds)["flattened"], quiet
    every = texts(folder, without_posts=False)
    for result in measure(("flattened", "voxpop-full"), every, folder, rounds=rounds).values():
        yield result, every


def _growth(folder: Path, options: argparse.Namespace) -> dict[str, dict[str, Measured]]:
    results: dict[str, dict[str, Measured]] = {}
    for size, path in write_sizes(folder):
        pages = page_set(path.suffix[1:], [path], folder)
        tools = (*OWN, *PEERS) if path.suffix == ".html" else ("voxpop-full", "flattened")
        done = measure(tools, pages, folder, rounds=3, peers=options.peers, limit=PATIENCE)
        for name, result in done.items():
            result.title += "" if path.suffix == ".html" else " (text)"
            results.setdefault(size, {})[f"{name}{path.suffix}"] = result
    return results


if __name__ == "__main__":
    main()
