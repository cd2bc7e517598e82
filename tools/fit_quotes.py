"""Fit the weights that estimate how likely a quote is a reaction; write `config/quoted_reactions.json`.

    python tools/fit_quotes.py ../shared/corpus            # fit, print figures, write
    python tools/fit_quotes.py ../shared/corpus --dry-run  # print the figures alone

Needs the extra ``fit``. The labelled texts lie in ``quotes/`` of the corpus (every quoted passage is
labelled) and in ``text/`` (reactions alone are); our own invented cases are those of the suite. Fitted are
the quotes whose evidence `scraper.text.quotes` weighs; one that it passes over stays out. The same labels
give the same file.

Cross-validation is by text: ten parts, by a digest of the text's name. The second pass is fitted on what a
first pass says of texts that it was not fitted on.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import json
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

from scraper import input as documents
from scraper.records import Document
from scraper.text.flattened import find_flattened
from scraper.text.line_stripping import strip_lines
from scraper.text.quotes.confidence import (
    WEIGHTS_FILE,
    Model,
    likely,
    neighbour_features,
    own_features,
    second_features,
)
from scraper.text.quotes.confidence import probability as logistic
from scraper.text.quotes.finder import weighed
from scraper.text.quotes.words.languages import guess
from scraper.text.quotes.words.lexicons import lexicon

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scraper.text.quotes.confidence import Features

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / "config" / WEIGHTS_FILE
PARTS = 10
#: The precision that cross-validation must reach at the threshold.
WANTED_PRECISION = 0.82
#: The share of texts without a reaction in which none may be found at the threshold for articles.
WANTED_CLEAN = 0.88
#: Inverse strength of the L2 penalty.
C_FIRST, C_SECOND = 0.15, 0.15
#: An invented case counts half: it shows a form, not how often that form is a reaction.
INVENTED_WEIGHT = 0.5
#: Features of fewer quotes have no weight.
LEAST_OFTEN = 6
#: Languages of fewer texts have no figures of their own.
LEAST_OF_LANGUAGE = 20
#: The thresholds that are tried; confidences have three decimals.
STEPS = [at / 1000 for at in range(1, 1000)]

Span = tuple[int, int]


@dataclass(frozen=True)
class Text:
    """The quotes of one text whose evidence was weighed, and what the labels say of them.

    Attributes:
        name: Its file.
        language: Of the labels; None for invented cases.
        places: Where the quotes stand among the quoted passages.
        number: How many quoted passages it has.
        own: The features of each quote.
        labels: Whether each is a reaction; None where the labels do not tell.
        missed: Sure reactions that are passed over.
        is_without: Whether no passage is labelled a reaction.
    """

    name: str
    language: str | None
    places: list[int]
    number: int
    own: list[Features]
    labels: list[bool | None]
    missed: int
    is_without: bool


def share(one: Span, other: Span) -> float:
    """Return the share of one span that lies in another."""
    return max(0, min(one[1], other[1]) - max(one[0], other[0])) / max(1, one[1] - one[0])


def labelled(folder: Path) -> Iterator[Text]:
    """Read the texts in which every quoted passage is labelled."""
    for line in (folder / "gold.jsonl").read_text("utf-8").splitlines():
        gold = json.loads(line)
        passages = gold["quotes"]
        content = (folder / "texts" / gold["file"]).read_bytes()

        def label(span: Span, passages: list[dict[str, Any]] = passages) -> bool | None:
            near = [
                passage
                for passage in passages
                if share(span, (passage["start"], passage["end"])) > 0.5
                or share((passage["start"], passage["end"]), span) > 0.5
            ]
            if any(not passage.get("sure", True) for passage in near):
                return None
            return any(passage["label"] == "reaction" for passage in near)

        wanted = [
            (passage["start"], passage["end"])
            for passage in passages
            if passage["label"] == "reaction" and passage.get("sure", True)
        ]
        is_without = not any(passage["label"] == "reaction" for passage in passages)
        yield read(gold["file"], content, gold["lang"], label, wanted, is_without=is_without)


def partly_labelled(folder: Path) -> Iterator[Text]:
    """Read the texts in which reactions are labelled, and nothing is said of the other passages."""
    for line in (folder / "gold.jsonl").read_text("utf-8").splitlines():
        gold = json.loads(line)
        reactions = [(quote["start"], quote["end"]) for quote in gold["quoted_reactions"]]
        if reactions:
            content = (folder / "articles" / gold["file"]).read_bytes()

            def label(span: Span, reactions: list[Span] = reactions) -> bool | None:
                return True if any(share(span, other) > 0.5 for other in reactions) else None

            yield read(gold["file"], content, None, label, [], is_without=False)


def invented() -> Iterator[Text]:
    """Read the cases of our own suite: each names all the reactions of its text."""
    sys.path.insert(0, str(ROOT / "tests" / "scraper" / "text"))
    tables = [
        importlib.import_module(f"reactions.{name}").CASES
        for name in ("english", "spanish", "french", "german", "portuguese", "italian", "others")
    ]
    none = importlib.import_module("reactions.none").NONE
    cases = [(text, [found[0] for found in expected]) for table in tables for text, expected in table]
    for at, (text, expected) in enumerate([*cases, *((text, []) for _, text in none)]):

        def label(span: Span, text: str = text, expected: Sequence[str] = expected) -> bool:
            return text[slice(*span)] in expected

        yield read(f"case {at}", text.encode(), None, label, [], is_without=not expected)


def read(  # noqa: PLR0913 - a text, its name and its labels
    name: str, content: bytes, language: str | None, label: Any, wanted: list[Span], *, is_without: bool
) -> Text:
    """Find the quotes of a plain text whose evidence is weighed, and label them."""
    decoded = documents.decode(Document(source=name, content=content))
    stripped = strip_lines(decoded.text)
    taken = find_flattened(stripped.text, passages=True).spans
    read_quotes, number = weighed(stripped.text, lexicon(guess(stripped.text, None)), list(taken), [])
    places = sorted(read_quotes)
    quotes = stripped.with_original_offsets(tuple(read_quotes[place].quote for place in places))
    spans = [(quote.start, quote.end) for quote in quotes]
    missed = sum(not any(share(span, found) > 0.5 for found in spans) for span in wanted)
    return Text(
        name,
        language,
        places,
        number,
        [own_features(read_quotes[place]) for place in places],
        [label(span) for span in spans],
        missed,
        is_without,
    )


def part_of(name: str, parts: int) -> int:
    """Return the part of the cross-validation that a text belongs to, the same on every machine."""
    return int(hashlib.sha256(name.encode()).hexdigest(), 16) % parts


class Fit:
    """A fitted pass: feature -> weight."""

    def __init__(self, rows: list[Features], labels: list[bool], weights: list[float], penalty: float) -> None:
        often = Counter(name for row in rows for name in row)
        self.names = sorted(name for name, times in often.items() if times >= LEAST_OFTEN)
        # Fitted until nothing moves, so that the figures are the same everywhere to the digits that are kept.
        model = LogisticRegression(C=penalty, tol=1e-10, max_iter=20_000)
        model.fit(self._matrix(rows), np.array(labels), sample_weight=np.array(weights))
        self.weights = {name: round(float(w), 4) for name, w in zip(self.names, model.coef_[0], strict=True)}
        self.weights["intercept"] = round(float(model.intercept_[0]), 4)

    def _matrix(self, rows: list[Features]) -> Any:
        columns = {name: at for at, name in enumerate(self.names)}
        cells = [
            (at, columns[name], value) for at, row in enumerate(rows) for name, value in row.items() if name in columns
        ]
        down, across, values = zip(*cells, strict=True)
        return csr_matrix((values, (down, across)), shape=(len(rows), len(columns)))

    def of(self, row: Features) -> float:
        """Return the probability."""
        return logistic(row, self.weights)


def fit_first(texts: Iterable[Text]) -> Fit:
    """Fit the first pass."""
    rows, labels, weights = [], [], []
    for text in texts:
        for row, label in zip(text.own, text.labels, strict=True):
            if label is not None:
                rows.append(row)
                labels.append(label)
                weights.append(INVENTED_WEIGHT if text.name.startswith("case ") else 1.0)
    return Fit(rows, labels, weights, C_FIRST)


def second_rows(text: Text, first: Fit) -> list[Features]:
    """Return the features of the second pass for each quote of a text."""
    alone = [first.of(row) for row in text.own]
    others = neighbour_features(text.places, alone, text.number)
    return [second_features(*row) for row in zip(text.own, alone, others, strict=True)]


def fit_second(real: list[Text], rest: list[Text]) -> Fit:
    """Fit the second pass on what first passes say of texts that they were not fitted on."""
    rows, labels = [], []
    for part in range(PARTS):
        first = fit_first(text for text in [*real, *rest] if part_of(f"{text.name} inner", PARTS) != part)
        for text in [*real, *(text for text in rest if not text.name.startswith("case "))]:
            if part_of(f"{text.name} inner", PARTS) == part:
                for row, label in zip(second_rows(text, first), text.labels, strict=True):
                    if label is not None:
                        rows.append(row)
                        labels.append(label)
    return Fit(rows, labels, [1.0] * len(rows), C_SECOND)


@dataclass
class Tally:
    """Reactions that were found, invented and missed at some threshold."""

    hit: int = 0
    invented: int = 0
    missed: int = 0

    @property
    def figures(self) -> tuple[float, float, float]:
        """Return precision, recall and their harmonic mean."""
        precision = self.hit / ((self.hit + self.invented) or 1)
        recall = self.hit / ((self.hit + self.missed) or 1)
        return precision, recall, 2 * precision * recall / ((precision + recall) or 1)


def tallied(found: dict[str, list[float]], texts: Iterable[Text], threshold: float, article: float = 0.0) -> Tally:
    """Count what a threshold for quotes and one for articles keep."""
    tally = Tally()
    model = Model(threshold, article, {}, {})
    for text in texts:
        tally.missed += text.missed
        estimates = found[text.name]
        for kept, label in zip(likely(estimates, model), text.labels, strict=True):
            if label is not None:
                tally.hit += kept and label
                tally.invented += kept and not label
                tally.missed += label and not kept
    return tally


def calibration(found: dict[str, list[float]], texts: Iterable[Text], threshold: float) -> float:
    """Return by how much confidence and share of reactions differ, on average of ten classes."""
    classes = defaultdict(list)
    for text in texts:
        for probability, label in zip(found[text.name], text.labels, strict=True):
            if label is not None and probability >= threshold:
                classes[min(9, int(probability * 10))].append((probability, label))
    total = sum(map(len, classes.values()))
    return sum(abs(sum(p - label for p, label in one)) for one in classes.values()) / total


def cross_validated(real: list[Text], rest: list[Text]) -> dict[str, list[float]]:
    """Return the probability of each quote, from passes that were fitted on other texts."""
    found = {}
    for part in range(PARTS):
        inside = [text for text in real if part_of(text.name, PARTS) != part]
        first, second = fit_first([*inside, *rest]), fit_second(inside, rest)
        for text in real:
            if part_of(text.name, PARTS) == part:
                found[text.name] = [second.of(row) for row in second_rows(text, first)]
    return found


@dataclass(frozen=True)
class Report:
    """What cross-validation says of the weights.

    Attributes:
        threshold: The lowest at which `WANTED_PRECISION` is reached, with the one for articles.
        article_threshold: The lowest at which `WANTED_CLEAN` is reached.
        figures: Precision, recall and F1 at the thresholds, of all texts and of each language.
        others: The same for the evidence alone, and for quotes that the pages call sure.
        error: The calibration error.
        clean: The share of texts without a reaction in which none is found.
    """

    threshold: float
    article_threshold: float
    figures: dict[str, tuple[float, float, float]]
    others: dict[str, tuple[float, float, float]]
    error: float
    clean: float

    def lines(self) -> Iterator[str]:
        """Give the lines to print."""
        for name, row in (self.others | self.figures).items():
            yield "{:15} precision {:.3f} recall {:.3f} F1 {:.3f}".format(name, *row)
        yield f"threshold {self.threshold}, for articles {self.article_threshold}"
        yield f"calibration error {self.error:.3f}"
        yield f"texts without a reaction left clean {self.clean:.3f}"


def report_on(real: list[Text], found: dict[str, list[float]]) -> Report:
    """Count what the cross-validated probabilities keep."""
    highest = [max(found[text.name], default=0.0) for text in real if text.is_without]
    article = threshold_for_articles(highest)
    threshold = threshold_for_quotes(real, found, article)
    convincing = {text.name: [row["enough evidence"] for row in text.own] for text in real}
    return Report(
        threshold,
        article,
        figures_by_language(real, found, threshold, article),
        {"evidence alone": tallied(convincing, real, 0.5).figures, "at 0.8 (sure)": tallied(found, real, 0.8).figures},
        calibration(found, real, threshold),
        sum(best < article for best in highest) / len(highest),
    )


def threshold_for_articles(highest: list[float]) -> float:
    """Return the lowest threshold that leaves enough texts clean, by the best quote of each without any."""
    return next(at for at in STEPS if sum(best < at for best in highest) >= WANTED_CLEAN * len(highest))


def threshold_for_quotes(real: list[Text], found: dict[str, list[float]], article: float) -> float:
    """Return the lowest threshold at which the wanted precision is reached."""
    return next(at for at in STEPS if tallied(found, real, at, article).figures[0] >= WANTED_PRECISION)


def figures_by_language(
    real: list[Text], found: dict[str, list[float]], threshold: float, article: float
) -> dict[str, tuple[float, float, float]]:
    """Return the figures of all texts, and of each language with enough of them, the most frequent first."""
    figures = {"all": tallied(found, real, threshold, article).figures}
    for language, times in Counter(text.language for text in real).most_common():
        if times >= LEAST_OF_LANGUAGE:
            own = [text for text in real if text.language == language]
            figures[str(language)] = tallied(found, own, threshold, article).figures
    return figures


def stored(report: Report, digest: str, real: list[Text], rest: list[Text]) -> dict[str, Any]:
    """Return the content of the file: the weights fitted on all texts, and where they come from."""
    first, second = fit_first([*real, *rest]), fit_second(real, rest)
    return {
        "provenance": {
            "written by": "tools/fit_quotes.py",
            "labels": f"sha256 {digest}",
            "texts": len(real),
            "quotes": sum(label is not None for text in real for label in text.labels),
            "invented cases": sum(text.name.startswith("case ") for text in rest),
            "cross-validated by text": {
                name: dict(zip(("precision", "recall", "f1"), (round(x, 3) for x in row), strict=True))
                for name, row in report.figures.items()
            },
            "texts without a reaction left clean": round(report.clean, 3),
            "calibration error": round(report.error, 3),
        },
        "threshold": report.threshold,
        "article_threshold": report.article_threshold,
        "first": dict(sorted(first.weights.items())),
        "second": dict(sorted(second.weights.items())),
    }


def main() -> None:
    """Fit, print the figures and write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--dry-run", action="store_true", help="write nothing")
    options = parser.parse_args()
    real = list(labelled(options.corpus / "quotes"))
    rest = [*partly_labelled(options.corpus / "text"), *invented()]
    report = report_on(real, cross_validated(real, rest))
    for line in report.lines():
        print(line)
    if not options.dry_run:
        digest = hashlib.sha256((options.corpus / "quotes" / "gold.jsonl").read_bytes()).hexdigest()
        content = stored(report, digest, real, rest)
        OUT.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
