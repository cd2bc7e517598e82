"""How well whole articles are read: text, title, authors and day, beside other tools on labelled pages in one run.

    python -m benchmarks.articles --peers /path/to/python/with/the/other/tools [--set wcxb]

The pages and the scorer lie beside the checkout, in ``../shared``. Each of the other tools runs in its own
interpreter: ``python benchmarks/articles.py TOOL PAGE...`` prints one JSON object a page, as the scorer asks for.
"""

from __future__ import annotations

import argparse
import importlib
import json
import logging
import os
import shlex
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    Read = Callable[[str, str], dict[str, Any]]

SCORE = Path(__file__).parents[2] / "shared" / "score_articles.py"
GOLD = SCORE.parent / "corpus" / "articles" / "gold.jsonl"
_PRINTED = "date, as the outlet printed it"
#: The rows of the table: a figure of the scorer and its measures.
ROWS = {
    "zyte.shingles of four": ["f1"],
    "wcxb.words, mean of pages": ["f1"],
    "wcxb.boilerplate snippets left in": ["share"],
    "segments.segments": ["f1", "precision"],
    "wcxb.title": ["accuracy"],
    "segments.title": ["accuracy"],
    "wcxb.authors": ["precision", "recall"],
    f"dates.{_PRINTED}": ["accuracy", "precision"],
    f"wcxb.{_PRINTED}": ["accuracy", "precision"],
    "wcxb.days invented, gold has none": ["invented"],
}


def _trafilatura() -> Read:
    extract = importlib.import_module("trafilatura").bare_extraction

    def read(html: str, url: str) -> dict[str, Any]:
        found = extract(html, url=url, with_metadata=True)
        about = found.as_dict() if found else {}
        return {"text": about.get("text"), "title": about.get("title"), "authors": _names(about.get("author")),
                "published": about.get("date")}  # fmt: skip

    return read


def _htmldate() -> Read:
    find = importlib.import_module("htmldate").find_date
    return lambda html, url: {"published": find(html, original_date=True, url=url)}


def _newspaper() -> Read:
    make = importlib.import_module("newspaper").Article

    def read(html: str, url: str) -> dict[str, Any]:
        article = make(url, fetch_images=False)
        article.download(input_html=html)
        article.parse()
        return {"text": article.text, "title": article.title, "authors": article.authors,
                "published": _day(article.publish_date)}  # fmt: skip

    return read


def _goose() -> Read:
    goose = importlib.import_module("goose3").Goose()

    def read(html: str, _url: str) -> dict[str, Any]:
        found = goose.extract(raw_html=html)
        names = [name for name in found.authors if isinstance(name, str)]  # some are lists
        return {"text": found.cleaned_text, "title": found.title, "authors": names,
                "published": _day(found.publish_date)}  # fmt: skip

    return read


def _readability() -> Read:
    make = importlib.import_module("readability").Document
    parse = importlib.import_module("lxml.html").fromstring

    def read(html: str, _url: str) -> dict[str, Any]:
        document = make(html)
        return {"text": parse(document.summary()).text_content(), "title": document.short_title()}

    return read


def _resiliparse() -> Read:
    extract = importlib.import_module("resiliparse.extract.html2text").extract_plain_text
    return lambda html, _url: {"text": extract(html, main_content=True, alt_texts=False)}


TOOLS: dict[str, Callable[[], Read]] = {
    "trafilatura": _trafilatura,
    "htmldate": _htmldate,
    "newspaper4k": _newspaper,
    "goose3": _goose,
    "readability": _readability,
    "resiliparse": _resiliparse,
}


def _names(stated: str | None) -> list[str]:
    return [name.strip() for name in (stated or "").split(";") if name.strip()]


def _day(stated: Any) -> str | None:
    return str(stated)[:10] if stated else None


def answer(name: str, pages: list[str]) -> None:
    """Print what a tool reads in each page; one on which it fails counts as not read."""
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    read = TOOLS[name]()
    rows = map(json.loads, filter(None, GOLD.read_text("utf-8").split("\n")))  # texts have other line ends
    addresses = {row["file"]: row["url"] for row in rows}
    for page in pages:
        found: dict[str, Any] = {}
        try:
            found = read(Path(page).read_bytes().decode("utf-8", "replace"), addresses[Path(page).name])
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - a failure is a result; one of goose3's is no Exception
            print(f"{name}: {page}: {type(error).__name__}", file=sys.stderr)
        print(json.dumps({"source": page, **found}), flush=True)


def table(peers: str, sets: list[str]) -> str:
    """Score voxpop and every tool, and give the figures as a Markdown table."""
    commands = {"voxpop": [str(Path(sys.executable).with_name("voxpop")), "extract"]}
    commands |= {name: [peers, __file__, name] for name in TOOLS}
    figures = {name: _scored(shlex.join(command), sets) for name, command in commands.items()}
    lines = [["", *figures], ["---", *["---:"] * len(figures)]]
    for row, measures in ROWS.items():
        if any(row in found for found in figures.values()):
            shown = ([_shown(found, row, measure) for found in figures.values()] for measure in measures)
            lines += [[f"{row}: {measure}", *cells] for measure, cells in zip(measures, shown, strict=True)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _scored(command: str, sets: list[str]) -> dict[str, dict[str, float]]:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "figures.json"
        only = [word for name in sets for word in ("--set", name)]
        done = subprocess.run(
            [sys.executable, str(SCORE), "--command", command, "--json", str(out), *only],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.stderr:
            print(f"{command}: {done.stderr[-400:]}", file=sys.stderr)
        return json.loads(out.read_text("utf-8")) if done.returncode == 0 else {}


def _shown(found: dict[str, dict[str, float]], row: str, measure: str) -> str:
    """Give one figure; a dash for what a tool does not read, which it never gets right."""
    figure = found.get(row, {}).get(measure, 0)
    reads_days = measure == "invented" and found.get(f"wcxb.{_PRINTED}", {}).get("right")
    return "—" if not figure and not reads_days else f"{figure:.3f}" if isinstance(figure, float) else str(figure)


def main() -> None:
    """Print the table, or answer as one of the tools."""
    if sys.argv[1:2] and sys.argv[1] in TOOLS:
        answer(sys.argv[1], sys.argv[2:])
        return
    parser = argparse.ArgumentParser(prog="python -m benchmarks.articles", description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--peers", default=os.environ.get("VOXPOP_PEERS", sys.executable), help="the Python of the others"
    )
    parser.add_argument("--set", action="append", default=[], dest="sets", help="only this set (repeatable)")
    options = parser.parse_args()
    if not SCORE.exists():
        parser.error(f"{SCORE}: the labelled articles are not beside this checkout")
    print(table(options.peers, options.sets))


if __name__ == "__main__":
    main()
