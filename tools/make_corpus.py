"""Write a corpus of invented articles as CSV, TSV, JSON lines or Parquet, to try and measure with.

    python tools/make_corpus.py corpus.csv --rows 100000

The same numbers give the same corpus. Outlets, people, posts and words are invented. Every eighth article has
no URL, every tenth shows a post that others show too, every fourth quotes a reaction; one of 1,000 is bad.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import io
import json
import random
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

COLUMNS = ("url", "title", "outlet", "date", "text", "author")
_PLACES = ("the pier", "the harbour", "the old mill", "the ferry", "the market square", "the lighthouse", "the barn")
_ACTS = ("was closed", "opened again", "changed hands", "was flooded", "will be rebuilt", "drew a crowd", "fell silent")
_WHENS = (
    "on Sunday evening",
    "after two years of rain",
    "without a word of warning",
    "for the first time since spring",
)
_MORE = (
    "The council had been asked for months what it meant to do about it.",
    "Nobody at the harbour office wanted to say who had signed the letter.",
    "Two hundred people stood in the wind and waited for the band to begin.",
    "A spokesman for the ferries said that the timetable would stay as it is.",
    "The money comes from a fund that was meant for the roads of the valley.",
    "Those who live on the coast have heard such promises before.",
)  # fmt: skip
_WORDS = (
    "Best night on the coast", "They could have asked us first", "Bring a coat and a lamp",
    "Rain or no rain, we sing", "One guitar and no beams to inspect", "We met on that pier",
)  # fmt: skip
_NAMES = ("tove", "Odd Jobs Dee", "Ruben K.", "Mira of the Dunes", "jo", "The Paper Oars")
_DAY = datetime(2024, 1, 1, 8, tzinfo=UTC)


def rows(number: int, seed: int = 7, paragraphs: int = 12) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a corpus, one for each article, in the order of `COLUMNS`."""
    roll = random.Random(seed)  # noqa: S311 - the same numbers give the same corpus
    for at in range(number):
        place, act, when = roll.choice(_PLACES), roll.choice(_ACTS), roll.choice(_WHENS)
        outlet = f"Outlet {at % 40}"
        day = _DAY + timedelta(hours=at % 8000)
        body = [f"{place.capitalize()} {act} {when}, and {roll.choice(_NAMES)} was there (story {at})."]
        body += [" ".join(roll.sample(_MORE, 3)) for _ in range(paragraphs)]
        if at % 4 == 0:
            body.insert(2, f"“{roll.choice(_WORDS)},” a fan wrote on Twitter. {roll.choice(_MORE)}")
        if at % 10 == 0:
            body.insert(4, _post(at // 30))
        url = "" if at % 8 == 7 else f"https://outlet-{at % 40}.example/{day:%Y/%m/%d}/{at}"
        text = "" if at % 1000 == 500 else "\n\n".join(body)
        yield (
            url,
            f"{place.capitalize()} {act} {when}",
            outlet,
            f"{day:%Y-%m-%dT%H:%M:%SZ}",
            text,
            roll.choice(_NAMES),
        )


def _post(number: int) -> str:
    """Return a flattened post; the same number gives the same one."""
    day = _DAY + timedelta(days=number % 300)
    name = _NAMES[number % len(_NAMES)]
    words = f"{_WORDS[number % len(_WORDS)]}, said for the {number}th time #PierSong"
    return f"{words} — {name} (@dunes_{number % 500}) {day:%B} {day.day}, {day.year}"


def write(path: Path, number: int, seed: int = 7, paragraphs: int = 12) -> None:
    """Write a corpus; the suffix of the file says in which form."""
    name = path.name.removesuffix(".gz")
    found = rows(number, seed, paragraphs)
    if name.endswith(".parquet"):
        _write_parquet(path, found)
        return
    with _opened(path) as out, io.TextIOWrapper(out, "utf-8", newline="") as text:
        if name.endswith(".jsonl"):
            text.writelines(json.dumps(dict(zip(COLUMNS, row, strict=True))) + "\n" for row in found)
        else:
            writer = csv.writer(text, delimiter="\t" if name.endswith(".tsv") else ",")
            writer.writerow(COLUMNS)
            writer.writerows(found)


def _opened(path: Path) -> IO[bytes]:
    if path.suffix == ".gz":
        return gzip.GzipFile(path, "wb", mtime=0)  # type: ignore[return-value]
    return path.open("wb")


def _write_parquet(path: Path, found: Iterator[tuple[str, ...]]) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pa.schema([(name, pa.string()) for name in COLUMNS])
    with pq.ParquetWriter(path, schema) as writer:
        while group := list(islice(found, 5000)):
            writer.write_table(pa.table([list(column) for column in zip(*group, strict=True)], schema=schema))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Write a corpus of invented articles.")
    parser.add_argument(
        "file", type=Path, help="what to write: .csv, .tsv, .jsonl, .parquet, or .gz of the first three"
    )
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--paragraphs", type=int, default=12, help="of each article, of some 200 letters")
    options = parser.parse_args()
    write(options.file, options.rows, options.seed, options.paragraphs)
