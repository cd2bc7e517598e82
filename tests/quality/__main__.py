"""Print what the scorer says of this checkout, part by part and language by language, beside the last figures.

    python -m tests.quality           # figures, and by how much each differs from the last ones
    python -m tests.quality --write   # the same, and keep them as the last ones

The labelled set lies beside the checkout, in ``../shared``.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from tests.quality import test_quality
from tests.quality.test_quality import SCORE, every_figure

LAST = Path(__file__).with_name("figures.json")
MEASURES = (*dict.fromkeys(("precision", "recall", "f1", "error", *test_quality.MEASURES)),)


def lines(now, last):
    """Give a line for each figure: its name, each measure, and the difference where there is one.

    >>> list(lines({"tweets": {"precision": 1.0, "recall": 0.98}}, {"tweets": {"precision": 0.99, "recall": 0.98}}))
    ['tweets: precision 1.0000 (+0.0100), recall 0.9800']
    """
    for name, measures in now.items():
        shown = [
            f"{measure} {measures[measure]:.4f}" + _difference(measures[measure], last.get(name, {}).get(measure))
            for measure in MEASURES
            if measure in measures
        ]
        yield f"{name}: {', '.join(shown)}"
    yield from (f"{name}: gone" for name in last if name not in now)


def _difference(now, last):
    if last is None:
        return " (new)"
    return f" ({now - last:+.4f})" if f"{now:.4f}" != f"{last:.4f}" else ""


def main():
    """Score, print, and keep the figures if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="keep the figures as the last ones")
    options = parser.parse_args()
    if not SCORE.exists():
        parser.error(f"{SCORE}: the labelled set is not beside this checkout")
    now = every_figure()
    for line in lines(now, json.loads(LAST.read_text("utf-8")) if LAST.exists() else {}):
        print(line)
    if options.write:
        kept = {name: {k: round(v, 4) for k, v in one.items()} for name, one in sorted(now.items())}
        LAST.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
