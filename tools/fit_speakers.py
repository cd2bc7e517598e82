"""Fit the weights by which speakers of quotes are named; write `config/speakers.json`.

    python tools/fit_speakers.py ../shared/corpus            # fit, print figures, write
    python tools/fit_speakers.py ../shared/corpus --dry-run  # print the figures alone

Needs the extra ``fit``. The labelled texts lie in ``quotes/`` of the corpus; their labels name the speaker of
each reaction. Fitted is a softmax over the candidates for each quote and over leaving the speaker as printed,
with an L2 penalty. Where a label itself is a pronoun, it tells nothing. The same labels give the same file.

Cross-validation is by text: ten parts, by a digest of the text's name.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from scraper import input as documents
from scraper.records import Document
from scraper.text.flattened import find_flattened
from scraper.text.line_stripping import strip_lines
from scraper.text.quotes.confidence import confidences, likely
from scraper.text.quotes.confidence import fitted_model as fitted_confidence
from scraper.text.quotes.finder import weighed
from scraper.text.quotes.people import NAMED, People, Printed, printed_of
from scraper.text.quotes.prose import Prose
from scraper.text.quotes.speakers import WEIGHTS_FILE, Choice, Model, Question, choices, weigh
from scraper.text.quotes.words.languages import guess, words_of_all
from scraper.text.quotes.words.lexicons import lexicon

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scraper.text.quotes.people import Person
    from scraper.text.quotes.reaction import Reaction
    from scraper.text.quotes.speakers import Features

OUT = Path(__file__).resolve().parents[1] / "config" / WEIGHTS_FILE
PARTS = 10
#: Strength of the L2 penalty.
PENALTY = 1.5
#: Features of fewer candidates have no weight.
LEAST_OFTEN = 6
#: So many of the names that are put in the place of what is printed must be right.
WANTED_RIGHT = 0.7
#: So few speakers more are no reason to put in more names.
ABOUT = 2
_PRONOUNS = {word for who in ("he", "she", "they") for word in words_of_all(who)}
_ARTICLE = re.compile(r"^(?:the|an?|der|die|das|eine?|el|la|los|las|un[ae]?|le|les|o|a|os|as|um|uma|il|lo|gli) ")

Span = tuple[int, int]


@dataclass(frozen=True)
class Label:
    """What the labels say of a quote.

    Attributes:
        speaker: Who said it; None if nobody is named.
        counts: Whether the quote is likely enough to be shown.
    """

    speaker: str | None
    counts: bool

    @property
    def is_pronoun(self) -> bool:
        """Return whether the label tells nothing."""
        return (self.speaker or "").lower() in _PRONOUNS


@dataclass(frozen=True)
class Text:
    """The reactions of one text, with labels; None for what is labelled as no reaction, or not surely."""

    name: str
    people: People
    reactions: list[Reaction]
    labels: list[Label | None]


#: What a cross-validated model makes of a quote: label, printed words, name and probability of the best.
Outcome = tuple[Label, str | None, str | None, float]


def is_same(got: str | None, wanted: str) -> bool:
    """Return whether two phrases name the same speaker: one is part of the other, articles aside."""
    one, other = (
        _ARTICLE.sub("", re.sub(r"[^\w@ ]", "", " ".join(name.split()).casefold())) for name in (got or "", wanted)
    )
    return bool(one) and (one in other or other in one)


def inside(one: Span, other: Span) -> float:
    """Return the share of one span that lies in another."""
    return max(0, min(one[1], other[1]) - max(one[0], other[0])) / max(1, one[1] - one[0])


def labelled(folder: Path) -> Iterator[Text]:
    """Read the labelled texts with a quote that is named: one that is likely enough, whatever its article."""
    for line in (folder / "gold.jsonl").read_text("utf-8").splitlines():
        gold = json.loads(line)
        content = (folder / "texts" / gold["file"]).read_bytes()
        decoded = documents.decode(Document(source=gold["file"], content=content))
        stripped = strip_lines(decoded.text)
        words = lexicon(guess(stripped.text, None))
        taken = list(find_flattened(stripped.text, passages=True).spans)
        read, number = weighed(stripped.text, words, taken, [])
        model = fitted_confidence()
        estimates = confidences(read, number, model)
        places = [place for place in sorted(read) if estimates[place] >= model.threshold]
        if not places:
            continue
        shown = likely([estimates[place] for place in places], model)
        quotes = stripped.with_original_offsets(tuple(read[place].quote for place in places))
        labels = [
            _label((quote.start, quote.end), gold["quotes"], counts=counts)
            for quote, counts in zip(quotes, shown, strict=True)
        ]
        people = People(Prose(stripped.text, words, taken), read[places[-1]].span.end)
        yield Text(gold["file"], people, [read[place] for place in places], labels)


def _label(span: Span, passages: list[dict[str, Any]], *, counts: bool) -> Label | None:
    for passage in passages:
        is_sure = passage["label"] == "reaction" and passage.get("sure", True)
        if is_sure and inside((passage["start"], passage["end"]), span) > 0.5:
            return Label(passage["speaker"], counts)
    return None


def part_of(name: str) -> int:
    """Return the part of the cross-validation that a text belongs to, the same on every machine."""
    return int(hashlib.sha256(name.encode()).hexdigest(), 16) % PARTS


#: The options for one quote, and which of them are right.
Example = tuple[list["Features"], list[int]]


def examples(text: Text) -> Iterator[Example]:
    """Yield what there is to choose from for each labelled quote; the last speaker is the labelled one."""
    people, end = text.people, 0
    before: Person | Printed | None = None
    for reaction, label in zip(text.reactions, text.labels, strict=True):
        if reaction.repeats:
            continue
        printed = printed_of(reaction, people)
        question = Question(people, reaction, printed, before, end)
        before, end = question.apposed or printed, reaction.span.end
        if question.apposed or printed.kind in NAMED:
            continue
        choice = weigh(question, Model(0, {}))
        right = _right(choice, reaction, label, people)
        is_printed = label and printed.kind != "pronoun" and is_same(printed.words, label.speaker or "")
        before = choice.candidates[right[0]] if right else printed if is_printed else None
        if label and not label.is_pronoun:
            yield choice.options, [0] if is_printed or not right else [at + 1 for at in right]


def _right(choice: Choice, reaction: Reaction, label: Label | None, people: People) -> list[int]:
    """Return the places of the candidates that the label names."""
    if label is None or label.speaker is None or label.is_pronoun:
        return []
    names = [people.name_of(person, reaction.span.start) for person in choice.candidates]
    return [at for at, name in enumerate(names) if is_same(name, label.speaker)]


def _matrix(options: list[Features], columns: dict[str, int]) -> Any:
    matrix = np.zeros((len(options), len(columns)))
    for at, option in enumerate(options):
        for name, value in option.items():
            if name in columns:
                matrix[at, columns[name]] = value
    return csr_matrix(matrix)


def _shares(number: int, right: list[int]) -> list[float]:
    return [1 / len(right) if at in right else 0.0 for at in range(number)]


def fitted(rows: list[Example]) -> dict[str, float]:
    """Fit the weights."""
    often = Counter(name for options, _ in rows for option in options for name in option)
    names = sorted(name for name, times in often.items() if times >= LEAST_OFTEN)
    columns = {name: at for at, name in enumerate(names)}
    matrix = _matrix([option for some, _ in rows for option in some], columns)
    lengths = np.array([len(some) for some, _ in rows])
    first = np.concatenate(([0], np.cumsum(lengths)[:-1]))
    wanted = np.concatenate([_shares(len(some), right) for some, right in rows])

    def loss(weights: Any) -> tuple[float, Any]:
        sums = matrix @ weights
        sums = sums - np.repeat(np.maximum.reduceat(sums, first), lengths)
        logs = sums - np.repeat(np.log(np.add.reduceat(np.exp(sums), first)), lengths)
        value = -(wanted * logs).sum() + PENALTY / 2 * (weights @ weights)
        return value, matrix.T @ (np.exp(logs) - wanted) + PENALTY * weights

    # Fitted until nothing moves, so that the weights are the same everywhere to the digits that are kept.
    options_of_search = {"maxiter": 10_000, "ftol": 1e-15, "gtol": 1e-8}
    found = minimize(loss, np.zeros(len(names)), jac=True, method="L-BFGS-B", options=options_of_search)
    return {name: round(float(weight), 3) for name, weight in zip(names, found.x, strict=True)}


def outcomes(texts: Iterable[Text], model: Model) -> Iterator[Outcome]:
    """Yield what a model makes of the labelled quotes that are likely enough to be shown."""
    for text in texts:
        found = choices(text.people, text.reactions, model)
        for reaction, label, choice in zip(text.reactions, text.labels, found, strict=True):
            if label is None or not label.counts:
                continue
            quote = (reaction.repeats or reaction).quote
            person, probability = choice.likeliest if choice else (None, 0.0)
            name = text.people.name_of(person, quote.start) if person else None
            yield label, quote.speaker or quote.handle, name, probability


@dataclass
class Tally:
    """How many speakers are right, of how many; and of the names that were put in.

    Attributes:
        right: Speakers that are right, named or as printed.
        total: Labelled speakers.
        as_printed: Those right without naming anybody.
        named_right: Names put in that are right.
        named_wrong: Those that are not.
        not_told: Those where the label is a pronoun; it counts as wrong in `right`.
    """

    right: int = 0
    total: int = 0
    as_printed: int = 0
    named_right: int = 0
    named_wrong: int = 0
    not_told: int = 0

    @property
    def abstained(self) -> int:
        """Return how many speakers are left wrong as printed."""
        return self.total - self.right - self.named_wrong - self.not_told

    @property
    def share(self) -> float:
        """Return the share of speakers that are right."""
        return self.right / (self.total or 1)

    @property
    def share_of_names(self) -> float:
        """Return the share of names put in that are right, of those that a label tells of."""
        return self.named_right / ((self.named_right + self.named_wrong) or 1)

    def add(self, outcome: Outcome, threshold: float) -> None:
        """Count one quote."""
        label, printed, name, probability = outcome
        is_named = probability >= threshold
        if label.speaker is None:
            self.named_wrong += is_named
            self.total += is_named  # so that a name for nobody is a speaker that is wrong
            return
        self.total += 1
        self.as_printed += is_same(printed, label.speaker)
        is_right = is_same(name if is_named else printed, label.speaker)
        self.right += is_right
        self.named_right += is_named and is_right
        self.not_told += is_named and not is_right and label.is_pronoun
        self.named_wrong += is_named and not is_right and not label.is_pronoun

    def line(self) -> str:
        """Return the line to print."""
        named = f"{self.named_right} right, {self.named_wrong} wrong, {self.not_told} not told"
        right = f"right {self.share:.3f} ({self.right} of {self.total}; as printed {self.as_printed})"
        return f"{right}; names put in: {named}; left wrong {self.abstained}"


def cross_validated(texts: list[Text], threshold: float, weights: list[dict[str, float]]) -> Tally:
    """Count what a threshold names, each text with weights that were fitted on others."""
    tally = Tally()
    for part, own in enumerate(weights):
        inner = [text for text in texts if part_of(text.name) == part]
        for outcome in outcomes(inner, Model(threshold, own)):
            tally.add(outcome, threshold)
    return tally


def main() -> None:
    """Fit, print the figures and write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--dry-run", action="store_true", help="write nothing")
    options = parser.parse_args()
    texts = list(labelled(options.corpus / "quotes"))
    rows = {text.name: list(examples(text)) for text in texts}
    threshold, tally = chosen(texts, rows)
    weights = fitted([row for text in texts for row in rows[text.name]])
    own = Tally()
    for outcome in outcomes(texts, Model(threshold, weights)):
        own.add(outcome, threshold)
    print(f"chosen {threshold}; on the texts that it was fitted on: {own.line()}")
    if not options.dry_run:
        digest = hashlib.sha256((options.corpus / "quotes" / "gold.jsonl").read_bytes()).hexdigest()
        content = stored(threshold, weights, tally, f"sha256 {digest}", rows)
        OUT.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", "utf-8")


def chosen(texts: list[Text], rows: dict[str, list[Example]]) -> tuple[float, Tally]:
    """Return the highest threshold that names nearly the most speakers rightly, and what it names."""
    weights = [
        fitted([row for text in texts if part_of(text.name) != part for row in rows[text.name]])
        for part in range(PARTS)
    ]
    tallies = {at / 100: cross_validated(texts, at / 100, weights) for at in range(30, 62, 2)}
    for threshold, tally in tallies.items():
        print(f"threshold {threshold:.2f}: {tally.line()}")
    enough = [one for one, tally in tallies.items() if tally.share_of_names >= WANTED_RIGHT]
    most = max(tallies[one].right for one in enough)
    best = max(one for one in enough if tallies[one].right >= most - ABOUT)
    return best, tallies[best]


def stored(
    threshold: float, weights: dict[str, float], tally: Tally, labels: str, rows: dict[str, list[Example]]
) -> dict[str, Any]:
    """Return the content of the file: the weights fitted on all texts, and where they come from."""
    return {
        "provenance": {
            "written by": "tools/fit_speakers.py",
            "labels": labels,
            "texts": len(rows),
            "quotes": sum(map(len, rows.values())),
            "cross-validated by text": {
                "speakers right": round(tally.share, 3),
                "speakers right as printed": round(tally.as_printed / tally.total, 3),
                "names put in that are right": tally.named_right,
                "names put in that are wrong": tally.named_wrong,
                "names put in where the label is a pronoun": tally.not_told,
                "left wrong": tally.abstained,
            },
        },
        "threshold": threshold,
        "weights": dict(sorted(weights.items())),
    }


if __name__ == "__main__":
    main()
