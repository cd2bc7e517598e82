"""Measure how a corpus is archived: rows a second and core, memory, and going on after `kill -9`.

    python -m benchmarks.corpora [--rows 100000] [--kills 2] [--no-captures]

The corpus is made by `tools/make_corpus.py`: invented articles of some 2,700 letters. The command is killed
at random moments, started again until it is done, and once more when nothing is left to do.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

ROOT = Path(__file__).parents[1]
#: Prints the most memory that the process held, and its CPU time. (What the kernel counts for a child also
#: holds what its parent had.)
MEASURED = """
import atexit, sys, time
from pathlib import Path
def report():
    peak = Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0]
    print("measured", int(peak) // 1024, time.process_time(), file=sys.stderr)
atexit.register(report)
from archive.main import main
sys.argv[0] = "voxpop"
main()
"""
#: What a second copy would show in.
TWICE = """
    SELECT (SELECT count(*) FROM articles), (SELECT count(DISTINCT coalesce(url, id)) FROM articles),
        (SELECT count(*) FROM (SELECT DISTINCT title, outlet, published_at, digest FROM articles)),
        (SELECT count(*) FROM captures), (SELECT count(DISTINCT article) FROM captures)
"""
NAMES = ("articles", "addresses_or_ids", "different", "captures", "articles_with_captures")


def main() -> None:
    """Make the corpus, archive it with interruptions, print one JSON line for each step."""
    options = _options()
    with tempfile.TemporaryDirectory() as place:
        corpus, database = Path(place) / "corpus.csv", Path(place) / "reactions.db"
        make = [sys.executable, "tools/make_corpus.py", str(corpus), "--rows", str(options.rows)]
        subprocess.run(make, cwd=ROOT, check=True)
        print(json.dumps({"rows": options.rows, "mb": round(corpus.stat().st_size / 1e6)}))
        more = ["--no-captures"] if options.no_captures else []
        for _ in range(options.kills):
            print(json.dumps(_killed(database, corpus, more)))
        for step in ("the rest", "the same again"):
            print(json.dumps({"step": step, **_done(database, corpus, more)}))
        with closing(sqlite3.connect(database)) as db:
            print(json.dumps(dict(zip(NAMES, db.execute(TWICE).fetchone(), strict=True))))
        print(json.dumps(_sizes(database)))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure how a corpus is archived.")
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--kills", type=int, default=2)
    parser.add_argument("--no-captures", action="store_true", help="keep no bytes")
    return parser.parse_args()


def _command(database: Path, corpus: Path, more: list[str]) -> list[str]:
    # With one process, whose CPU time is all that the work takes.
    return [sys.executable, "-c", MEASURED, "archive", "--jobs", "1", str(database), str(corpus), *more]


def _sizes(database: Path) -> dict[str, int]:
    captures = (database.parent / "captures").glob("*")
    return {
        "database_mb": database.stat().st_size // 10**6,
        "captures_mb": sum(file.stat().st_size for file in captures) // 10**6,
    }


def _killed(database: Path, corpus: Path, more: list[str]) -> dict[str, object]:
    run = subprocess.Popen(
        _command(database, corpus, more), cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    seconds = random.uniform(20, 60)
    time.sleep(seconds)
    run.send_signal(signal.SIGKILL)
    run.wait()
    with closing(sqlite3.connect(database)) as db:
        (stored,) = db.execute("SELECT count(*) FROM articles").fetchone()
        (whole,) = db.execute("PRAGMA quick_check").fetchone()
    return {"step": "killed", "after_s": round(seconds), "articles": stored, "quick_check": whole}


def _done(database: Path, corpus: Path, more: list[str]) -> dict[str, object]:
    started = time.monotonic()
    run = subprocess.run(_command(database, corpus, more), cwd=ROOT, check=False, capture_output=True, text=True)
    peak, cpu = run.stderr.rpartition("measured ")[2].split()
    words = run.stdout.strip().partition(": ")[2]
    new = int(words.partition("(")[2].partition(" ")[0].replace(",", ""))
    return {
        "exit": run.returncode,
        "wall_s": round(time.monotonic() - started, 1),
        "cpu_s": round(float(cpu), 1),
        "new_rows_per_cpu_s": round(new / float(cpu)),
        "peak_mb": int(peak),
        "said": words,
    }


if __name__ == "__main__":
    main()
