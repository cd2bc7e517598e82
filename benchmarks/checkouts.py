"""Measure quoted reactions beside those of an older checkout: CPU time of the stage inside extractions.

    git worktree add --detach ../older COMMIT
    python -m benchmarks.checkouts ../older

Each checkout runs in a process of its own, with this Python and its packages. Both read one page in turn,
then the next, so that whatever else the machine does slows both; a first round warms up. Printed is the mean
over the pages of the median of the rounds.
"""

from __future__ import annotations

import argparse
import importlib
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from statistics import mean, median

ROOT = Path(__file__).resolve().parents[1]
CORPUS = ROOT.parent / "shared" / "corpus"
PARTS = ("html/pages", "html2/pages", "text/articles")


def main() -> None:
    """Measure and print one line for each part of the labelled corpus, and one for all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("older", type=Path, help="the other checkout")
    parser.add_argument("--rounds", type=int, default=3, help="rounds after the warm-up (default: 3)")
    options = parser.parse_args()
    parts = [(part, path) for part in PARTS for path in sorted((CORPUS / part).iterdir()) if path.is_file()]
    older, newer = _measure((options.older.resolve(), ROOT), [str(path) for _, path in parts], options.rounds)
    for wanted in (*PARTS, "all"):
        places = [place for place, (part, _) in enumerate(parts) if wanted in (part, "all")]
        before, now = (mean(times[place] for place in places) * 1000 for times in (older, newer))
        print(f"{wanted}: {len(places)} documents, {before:.2f} and {now:.2f} ms, ratio {now / before:.2f}")


def _measure(checkouts: tuple[Path, ...], paths: list[str], rounds: int) -> list[list[float]]:
    """Return the median seconds of each document in each checkout."""
    with ExitStack() as stack:
        readers = [
            stack.enter_context(
                subprocess.Popen(
                    [sys.executable, "-P", __file__, "--serve", str(root)],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                    cwd=root,
                )
            )
            for root in checkouts
        ]
        taken: list[list[list[float]]] = [[[] for _ in paths] for _ in readers]
        for at in range(rounds + 1):
            for place, path in enumerate(paths):
                for own in sorted(range(len(readers)), reverse=(at + place) % 2 == 1):
                    taken[own][place].append(_asked(readers[own], path))
        return [[median(times[1:]) for times in own] for own in taken]


def _asked(reader: subprocess.Popen[str], path: str) -> float:
    """Have a document read and return the seconds."""
    if reader.stdin is None or reader.stdout is None:
        raise ValueError(reader)
    reader.stdin.write(f"{path}\n")
    reader.stdin.flush()
    return float(reader.stdout.readline())


def serve(root: str) -> None:
    """Extract what is named on stdin, with the code of one checkout; answer with the seconds of the stage."""
    sys.path.insert(0, root)
    extraction = importlib.import_module("scraper.extract")
    document = importlib.import_module("scraper.records").Document
    find, spent = extraction.find_quotes, [0.0]

    def timed(*arguments: object, **options: object) -> object:
        before = time.process_time()
        try:
            return find(*arguments, **options)
        finally:
            spent[0] += time.process_time() - before

    extraction.find_quotes = timed
    for line in sys.stdin:
        path, spent[0] = Path(line.rstrip("\n")), 0.0
        extraction.extract(document(source=path.name, content=path.read_bytes()))
        print(spent[0], flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        serve(sys.argv[2])
    else:
        main()
