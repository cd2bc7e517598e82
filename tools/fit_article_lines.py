"""Fit the trees that select the lines of an article's text; write `config/article_lines.json`.

    python tools/fit_article_lines.py ../shared/corpus/articles            # fit, print figures, write
    python tools/fit_article_lines.py ../shared/corpus/articles --dry-run  # print the figures alone

Needs the extra ``fit``. The folder has ``gold.jsonl`` and the saved pages, packed or in ``pages/``. A page is labelled
by its whole text, or by a few snippets that belong to the article or do not. Each page is read three times: by the
quick extraction of the main text; without menus and asides, as pages on which that extraction misses paragraphs; and
whole, for more examples of other lines.

Cross-validation is by page: four parts, by a digest of the page's name. The same labels give the same file.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import re
import sys
import tarfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import lightgbm
import numpy as np

from scraper import input as documents
from scraper.html import prose
from scraper.html.article_lines import AROUND, FEATURES, MODEL_FILE, Line, features_of, page_lines
from scraper.html.page import OpenPage
from scraper.records import Document

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / "config" / MODEL_FILE
PARTS = 4
#: The least log-odds of a line that is kept: with a probability of 0.4.
LEAST = round(math.log(0.4 / 0.6), 3)
FITTED = {
    "n_estimators": 60, "num_leaves": 16, "learning_rate": 0.2, "min_child_samples": 40, "subsample": 0.8,
    "subsample_freq": 1, "colsample_bytree": 0.5, "random_state": 1, "deterministic": True, "force_row_wise": True,
    "n_jobs": 1, "verbose": -1,
}  # fmt: skip
#: Words in a row that are searched in the labelled text, and with fewer words a line is searched as a whole.
SHINGLE, SHORT = 3, 4
#: Words of the labelled text between the lines around a short line; with more between them it is not searched.
WIDEST_GAP = 400
#: The weight of a line labelled by a snippet, and the number of lines at which a page begins to weigh less.
SNIPPET, MANY_LINES, MOST = 60.0, 200, 3.0
#: Most lines kept at either end of a shortened article; how much it counts, and how much more its own lines do.
FEW, SHORTENED, OWN = 5, 0.15, 2.5
#: A page read as it would not be read otherwise counts half.
OTHER_READING = 0.5


@dataclass(frozen=True)
class Reading:
    """The lines of one page, read in one way.

    Attributes:
        name: The page's file.
        is_usual: Extraction reads the page in this way.
        lines: Its lines.
        features: The features of each line.
        labels: Whether each line belongs to the article; None where the labels do not tell.
        weights: How much each line counts.
    """

    name: str
    is_usual: bool
    lines: list[Line]
    features: Any
    labels: list[bool | None]
    weights: Any


def words_of(text: str) -> list[str]:
    """Return the words of a text in lower case."""
    return re.findall(r"\w+", text.lower())


def by_text(lines: Sequence[Line], gold: str) -> list[bool | None]:
    """Label lines by the whole text of the article."""
    wanted = words_of(gold)
    at: dict[tuple[str, ...], list[int]] = {}
    for n in range(len(wanted) - SHINGLE + 1):
        at.setdefault(tuple(wanted[n : n + SHINGLE]), []).append(n)
    labels: list[bool | None] = [None] * len(lines)
    ends: list[tuple[int, int] | None] = [None] * len(lines)
    own = [words_of(line.text) for line in lines]
    for n, words in enumerate(own):
        if len(words) >= SHORT:
            shingles = [tuple(words[k : k + SHINGLE]) for k in range(len(words) - SHINGLE + 1)]
            known = [shingle for shingle in shingles if shingle in at]
            labels[n] = len(known) > len(shingles) / 2
            if labels[n] and len(places := at[known[0]]) == 1:
                ends[n] = (places[0], places[0] + len(words))
    following = [len(wanted)] * (len(lines) + 1)
    for n in reversed(range(len(lines))):
        following[n] = found[0] if (found := ends[n]) else following[n + 1]
    before = 0
    for n, words in enumerate(own):
        if found := ends[n]:
            before = found[1]
        elif words and len(words) < SHORT:
            gap = wanted[max(0, before - 2) : following[n] + 2]
            starts = range(len(gap) - len(words) + 1) if len(gap) <= WIDEST_GAP else ()
            labels[n] = any(gap[k : k + len(words)] == words for k in starts)
    return labels


def by_snippets(lines: Sequence[Line], gold: dict[str, Any]) -> list[bool | None]:
    """Label lines by snippets that belong to the article, or do not."""
    labels: list[bool | None] = [None] * len(lines)
    for key, label in (("with", True), ("without", False)):
        for snippet in filter(None, (" ".join(one.split()) for one in gold.get(key) or ())):
            for n, line in enumerate(lines):
                text = " ".join(line.text.split())
                if snippet in text or (len(text) > 25 and text in snippet):
                    labels[n] = label
    return labels


def shortened(name: str, lines: list[Line], labels: list[bool | None]) -> tuple[list[Line], list[bool | None]]:
    """Leave out the middle of an article: labelled articles are long, many others have a few paragraphs."""
    own = [n for n, label in enumerate(labels) if label]
    digest = hashlib.sha256(name.encode()).digest()
    left_out = set(own[1 + digest[0] % FEW : len(own) - digest[1] % FEW])
    kept = [n for n in range(len(lines)) if n not in left_out]
    return [lines[n] for n in kept], [labels[n] for n in kept]


def read(gold: dict[str, Any], content: bytes) -> Iterator[Reading]:
    """Read a page in all ways, and a page with a whole text also without the middle of it."""
    decoded = documents.decode(Document(source=gold["file"], content=content))
    tree = OpenPage(decoded.text, gold.get("url"))._tree  # noqa: SLF001 - the tree with placeholders for embeds
    usual_lines = page_lines(tree)
    for is_whole, without in ((False, ()), (True, AROUND), (True, ())):
        raw = page_lines(tree, is_whole=is_whole, without=without)
        lines = [line for _, line in raw if line]
        labels = by_text(lines, gold["text"]) if "text" in gold else by_snippets(lines, gold)
        is_usual = raw == usual_lines and bool(without) == is_whole
        yield from described(gold, lines, labels, 1 if is_usual else OTHER_READING, is_usual=is_usual)
        if "text" in gold:
            fewer, own = shortened(gold["file"], lines, labels)
            counts = np.array([SHORTENED * (OWN if label else 1) for label in own])
            yield from described(gold, fewer, own, counts, is_usual=False)


def described(
    gold: dict[str, Any], lines: list[Line], labels: list[bool | None], counts: Any, *, is_usual: bool
) -> Iterator[Reading]:
    """Describe and weigh the lines of a page, if it has any."""
    if not lines:
        return
    share = min(MOST, MANY_LINES / max(1, sum(label is not None for label in labels)))
    weights = np.array([share * math.sqrt(len(line.text)) if "text" in gold else SNIPPET for line in lines])
    features = np.array(features_of(lines), dtype=np.float32)
    yield Reading(gold["file"], is_usual, lines, features, labels, weights * counts)


def pages_of(folder: Path) -> Iterator[tuple[dict[str, Any], bytes]]:
    """Read the pages whose text is labelled."""
    rows = map(json.loads, filter(None, (folder / "gold.jsonl").read_text("utf-8").split("\n")))
    labelled = {row["file"]: row for row in rows if row.get("text") or row.get("with") or row.get("without")}
    if (folder / "pages").is_dir():
        for name, row in labelled.items():
            yield row, (folder / "pages" / name).read_bytes()
        return
    with tarfile.open(folder / "pages.tar.xz") as packed:
        for member in packed:
            if (row := labelled.get(Path(member.name).name)) and (file := packed.extractfile(member)):
                yield row, file.read()


def part_of(name: str) -> int:
    """Return the part of the cross-validation that a page belongs to, the same on every machine."""
    return int(hashlib.sha256(name.encode()).hexdigest(), 16) % PARTS


def fit(readings: Iterable[Reading]) -> lightgbm.Booster:
    """Fit the trees."""
    rows, labels, weights = [], [], []
    for reading in readings:
        told = [n for n, label in enumerate(reading.labels) if label is not None]
        rows.append(reading.features[told])
        labels += [reading.labels[n] for n in told]
        weights.append(reading.weights[told])
    model = lightgbm.LGBMClassifier(**FITTED)
    model.fit(np.concatenate(rows), labels, sample_weight=np.concatenate(weights))
    return model.booster_


def figures(readings: Sequence[Reading]) -> dict[str, float]:
    """Return the share of the kept text that is right, and of the right text that is kept, by cross-validation."""
    tally: Counter[str] = Counter()
    for part in range(PARTS):
        model = fit(one for one in readings if part_of(one.name) != part)
        for reading in readings:
            if part_of(reading.name) == part and reading.is_usual:
                kept = model.predict(reading.features, raw_score=True) >= LEAST
                for line, is_kept, label in zip(reading.lines, kept, reading.labels, strict=True):
                    if label is not None:
                        tally[f"{label} {bool(is_kept)}"] += len(line.text)
    right = tally["True True"]
    precision, recall = right / (right + tally["False True"]), right / (right + tally["True False"])
    return {"precision": round(precision, 3), "recall": round(recall, 3)}


def stored(node: dict[str, Any]) -> list[Any] | float:
    """Return a tree as it is stored: a log-odds, or [feature, threshold, tree if at most that, tree if more]."""
    if "leaf_value" in node:
        return round(node["leaf_value"], 3)
    threshold = math.floor(node["threshold"])
    return [FEATURES[node["split_feature"]], threshold, stored(node["left_child"]), stored(node["right_child"])]


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--dry-run", action="store_true", help="write nothing")
    options = parser.parse_args()
    prose.article_text = lambda _tree: ("", "")  # pages are opened before there are trees
    readings = [reading for row, content in pages_of(options.corpus) for reading in read(row, content)]
    readings.sort(key=lambda one: (one.name, one.is_usual))
    measured = figures(readings)
    sys.stdout.write(f"characters of labelled lines: {measured}\n")
    if options.dry_run:
        return
    trees = [stored(tree["tree_structure"]) for tree in fit(readings).dump_model()["tree_info"]]
    digest = hashlib.sha256((options.corpus / "gold.jsonl").read_bytes()).hexdigest()
    provenance = {
        "written by": "tools/fit_article_lines.py",
        "labels": f"sha256 {digest}",
        "pages": len({one.name for one in readings}),
        "cross-validated by page, characters": measured,
    }
    rows = ",\n  ".join(json.dumps(tree, separators=(",", ":")) for tree in trees)
    head = json.dumps({"provenance": provenance, "least log-odds": LEAST}, indent=1)[:-2]
    OUT.write_text(f'{head},\n "trees": [\n  {rows}\n ]\n}}\n', "utf-8")


if __name__ == "__main__":
    main()
