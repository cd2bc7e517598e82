"""Fit the weights that choose where a post flattened into prose starts; write `config/post_starts.json`.

    python tools/fit_starts.py ../shared/corpus            # fit, print figures, write
    python tools/fit_starts.py ../shared/corpus --dry-run  # print the figures alone
    python tools/fit_starts.py ../shared/corpus --ablate   # print what each feature is good for

Needs the extra ``fit``. The labelled texts lie in ``text/`` of the corpus; each is used as it is printed,
with single line breaks between its paragraphs, joined into one line, and glued, since extraction does that to
texts. Our own invented cases are those of the suite. The same labels give the same file.

The model is a softmax over the candidates for the start of one post, with an L2 penalty towards zero or
towards the points that were set by hand; what is right more often on held-out parts is written.
Cross-validation is by text: ten parts, by a digest of the text's name. A feature that tells candidates apart
in too few decisions keeps its points.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import json
import re
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import numpy as np

from scraper import input as documents
from scraper.records import Document
from scraper.text.flattened import find_flattened, locate, paragraph_start
from scraper.text.flattened.found_post import WEIGHTS_FILE, score

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from scraper.text.flattened.found_post import Candidates, Kind

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "config" / WEIGHTS_FILE
PARTS = 10
KINDS: tuple[Kind, ...] = ("paragraphs", "sentences")
#: The strengths of the L2 penalty that are tried, towards zero and towards the points set by hand.
STRENGTHS = {"zero": (0.1, 0.3), "the points set by hand": (3.0, 10.0, 30.0)}
#: Features that tell candidates apart in fewer decisions keep their points.
LEAST_OFTEN = 6
#: The farthest that the end of a labelled post may lie before the end that was found: of an advert.
FARTHEST = 60

#: How much an invented case counts: each stands for a form that was met, and must stay right.
INVENTED_WEIGHT = 2.0
#: When Newton's method ends.
MOST_STEPS, SMALLEST_STEP = 100, 1e-8

Span = tuple[int, int]
Weights = dict[str, float]


@dataclass(frozen=True)
class Text:
    """A text whose posts are known.

    Attributes:
        name: Its file or case, and the same name for all its layouts.
        layout: How it is laid out, or "invented".
        content: Its words.
        spans: Where its posts start and end.
    """

    name: str
    layout: str
    content: str
    spans: tuple[Span, ...]


@dataclass
class Decision:
    """The candidates for the start of one post, and which of them is right.

    Attributes:
        text: The text.
        post: Its place among the posts of the text.
        kind: Whether paragraphs or sentences were chosen from.
        right: The place of the right one; None if none is.
        candidates: The features of each.
    """

    text: Text
    post: int
    kind: Kind
    right: int | None
    candidates: list[Mapping[str, float]] = field(repr=False)

    @cached_property
    def telling(self) -> frozenset[str]:
        """The features that tell its candidates apart."""
        names = {name for features in self.candidates for name in features}
        return frozenset(n for n in names if len({c.get(n, 0) for c in self.candidates}) > 1)


def labelled(folder: Path) -> Iterator[Text]:
    """Read the labelled texts, each in its layouts; a post whose start is unclear is no example."""
    for line in (folder / "gold.jsonl").read_text("utf-8").splitlines():
        gold = json.loads(line)
        raw = (folder / "articles" / gold["file"]).read_bytes()
        content = documents.decode(Document(source=gold["file"], content=raw)).text
        spans = tuple(
            (post["start"], post["end"])
            for post in gold["posts"]
            if not (post.get("ambiguous_start") or post.get("empty_text"))
        )
        yield Text(gold["file"], "as printed", content, spans)
        if not content.count("\n> "):
            yield relaid(gold["file"], "lines", content, spans, "\n")
            yield relaid(gold["file"], "one line", content, spans, " ")
            yield relaid(gold["file"], "glued", content, spans, "")


def relaid(name: str, layout: str, content: str, spans: Sequence[Span], separator: str) -> Text:
    """Return a text with another separator between its lines; spans move along."""
    parts, moved, at, length = [], {}, 0, 0
    edges = sorted({edge for span in spans for edge in span})
    for gap in [*re.finditer(r"[ \t]*\n\s*", content), None]:
        end = gap.start() if gap else len(content)
        moved |= {edge: length + edge - at for edge in edges if at <= edge <= end}
        parts.append(content[at:end])
        length += end - at + len(separator)
        at = gap.end() if gap else end
    whole = tuple((moved[a], moved[b]) for a, b in spans if a in moved and b in moved)
    return Text(name, layout, separator.join(parts), whole)


def invented() -> Iterator[Text]:
    """Read the cases of our own suite: each names the words of its last post, a whole text those of all."""
    folder = ROOT / "tests" / "scraper" / "text"
    sys.path.insert(0, str(folder))
    for name, (content, wanted) in importlib.import_module("flattened_starts").STARTS.items():
        start = content.rfind(wanted)
        yield Text(f"case {name}", "invented", content, ((start, start + len(wanted)),))
    for path in sorted((folder / "flattened").glob("*.txt")):
        content, spans, at = path.read_text("utf-8"), [], 0
        for *_, wanted in json.loads(path.with_suffix(".json").read_text("utf-8")):
            start = content.find(wanted, at) if wanted else -1
            if start >= 0:
                at = start + len(wanted)
                spans.append((start, at))
        yield Text(f"case {path.stem}", "invented", content, tuple(spans))


def decisions(text: Text) -> list[Decision]:
    """Find the posts of a text, taking the right start wherever it is among the candidates."""
    made: list[Decision] = []
    ends: list[int] = []
    find, choose = paragraph_start.find_post_start, paragraph_start.choose_start

    def find_and_note(content: str, floor: int, end: int, *rest: Any) -> int:
        ends.append(end)
        return find(content, floor, end, *rest)

    def choose_right(candidates: Candidates, kind: Kind) -> int:
        post = _post_before(text, ends[-1])
        if post is None:
            return choose(candidates, kind)
        starts = list(candidates)
        right = _right_one(starts, text.spans[post][0], kind)
        made.append(Decision(text, post, kind, right, list(candidates.values())))
        return choose(candidates, kind) if right is None else starts[right]

    with (
        patch.object(locate, "find_post_start", find_and_note),
        patch.object(paragraph_start, "choose_start", choose_right),
    ):
        find_flattened(text.content)
    return made


def _post_before(text: Text, end: int) -> int | None:
    """Return which post ends at `end`, or shortly before, where an advert follows; None if none does."""
    near = [at for at, (start, stop) in enumerate(text.spans) if start < end <= stop + FARTHEST]
    return near[-1] if near else None


def _right_one(starts: Sequence[int], wanted: int, kind: Kind) -> int | None:
    """Return the place of the right start: a paragraph holds the post's, a sentence is the post's."""
    if kind == "sentences":
        return starts.index(wanted) if wanted in starts else None
    before = [start for start in starts if start <= wanted]
    return starts.index(max(before)) if before else None


def occurrences(made: Iterable[Decision]) -> Counter[str]:
    """Count the decisions in which a feature tells candidates apart."""
    return Counter(name for one in made if one.right is not None for name in one.telling)


def fit(made: Sequence[Decision], prior: Weights, points: Weights, strength: float) -> Weights:
    """Return the weights that make the right starts likely.

    Args:
        made: Decisions of one kind.
        prior: The weights that the penalty leads towards; a feature without one has zero.
        points: The weights of the features that occur too seldom to be fitted.
        strength: Of the penalty.
    """
    often = occurrences(made)
    names = [name for name in points if often[name] >= LEAST_OFTEN]
    fixed = {name: weight for name, weight in points.items() if name not in names}
    usable = [one for one in made if one.right is not None and len(one.candidates) > 1]
    every = [features for one in usable for features in one.candidates]
    rows = np.zeros((len(every), len(names)))
    columns = {name: at for at, name in enumerate(names)}
    for at, features in enumerate(every):
        for name in features.keys() & columns.keys():
            rows[at, columns[name]] = features[name]
    offsets = np.array([score(features, fixed) for features in every])
    firsts = np.cumsum([0, *(len(one.candidates) for one in usable[:-1])])
    rights = firsts + np.array([one.right for one in usable])
    times = np.array([INVENTED_WEIGHT if one.text.layout == "invented" else 1.0 for one in usable])
    center = np.array([prior.get(name, 0.0) for name in names])
    found = _minimise(Rows(rows, offsets, firsts, rights, times), center, strength)
    return fixed | {name: round(float(w), 2) for name, w in zip(names, found, strict=True)}


@dataclass(frozen=True)
class Rows:
    """The candidates of all decisions, one below the other.

    Attributes:
        features: A row for each candidate.
        offsets: What is known of its score.
        firsts: The row of each decision's first candidate.
        rights: The row of each decision's right one.
        times: How much each decision counts.
    """

    features: Any
    offsets: Any
    firsts: Any
    rights: Any
    times: Any

    def odds_and_loss(self, weights: Any) -> tuple[Any, float]:
        """Return the probability of each candidate, and the loss."""
        sizes = np.diff([*self.firsts, len(self.features)])
        scores = self.features @ weights + self.offsets
        scores -= np.repeat(np.maximum.reduceat(scores, self.firsts), sizes)
        shares = np.exp(scores)
        totals = np.add.reduceat(shares, self.firsts)
        return shares / np.repeat(totals, sizes), float((self.times * (np.log(totals) - scores[self.rights])).sum())

    def slope_and_curve(self, odds: Any) -> tuple[Any, Any]:
        """Return the first and second derivatives of the loss."""
        sizes = np.diff([*self.firsts, len(self.features)])
        weighted = self.features * odds[:, None]
        means = np.add.reduceat(weighted, self.firsts)
        slope = self.times @ (means - self.features[self.rights])
        each = np.repeat(self.times, sizes)[:, None]
        return slope, (weighted * each).T @ self.features - (means * self.times[:, None]).T @ means


def _minimise(rows: Rows, center: Any, strength: float) -> Any:
    """Return the weights of the least loss, by Newton's method with steps that are halved if too long."""

    def penalty(weights: Any) -> float:
        return float(strength * ((weights - center) ** 2).sum())

    weights = center.copy()
    for _ in range(MOST_STEPS):
        odds, loss = rows.odds_and_loss(weights)
        slope, curve = rows.slope_and_curve(odds)
        slope += 2 * strength * (weights - center)
        step = np.linalg.solve(curve + 2 * strength * np.eye(len(weights)), slope)
        loss += penalty(weights)
        while (
            np.abs(step).max() > SMALLEST_STEP
            and rows.odds_and_loss(weights - step)[1] + penalty(weights - step) > loss
        ):
            step /= 2
        weights = weights - step
        if np.abs(step).max() <= SMALLEST_STEP:
            break
    return weights


def is_right(decision: Decision, weights: Weights) -> bool:
    """Return whether the weights choose the right start."""
    scores = [score(features, weights) for features in decision.candidates]
    return decision.right is not None and scores.index(max(scores)) == decision.right


def part_of(name: str) -> int:
    """Return the part of the cross-validation that a text belongs to, the same on every machine."""
    return int(hashlib.sha256(name.encode()).hexdigest(), 16) % PARTS


def held_out(made: Sequence[Decision], fitted: Callable[[list[Decision]], Weights]) -> list[bool]:
    """Return for each decision whether weights that were fitted on other texts are right."""
    weights = [fitted([one for one in made if part_of(one.text.name) != part]) for part in range(PARTS)]
    return [is_right(one, weights[part_of(one.text.name)]) for one in made]


Posts = dict[tuple[str, str, int], bool]


def posts_right(pairs: Iterable[tuple[Decision, bool]]) -> Posts:
    """Return for each post whether all that was decided for it is right."""
    posts: Posts = {}
    for one, right in pairs:
        key = (one.text.layout, one.text.name, one.post)
        posts[key] = posts.get(key, True) and right
    return posts


def by_layout(posts: Posts) -> dict[str, str]:
    """Return how many posts are right of how many, for each layout and altogether."""
    counted = defaultdict(list)
    for (layout, _, _), right in posts.items():
        counted[layout].append(right)
        counted["all"].append(right)
    return {layout: f"{sum(rights)} of {len(rights)}" for layout, rights in sorted(counted.items())}


@dataclass(frozen=True)
class Trial:
    """A way to fit, and how many posts are right on held-out parts.

    Attributes:
        towards: What the penalty leads towards.
        strength: Of the penalty.
        posts: Whether each post is right.
    """

    towards: str
    strength: float
    posts: Posts

    def fitted(self, made: Sequence[Decision], points: Weights) -> Weights:
        """Return weights for decisions of one kind."""
        return fit(made, points if self.towards != "zero" else {}, points, self.strength)


def tried(made: Sequence[Decision], by_hand: Mapping[str, Weights]) -> Iterator[Trial]:
    """Cross-validate each way to fit."""
    for towards, strengths in STRENGTHS.items():
        for strength in strengths:
            trial = Trial(towards, strength, {})
            pairs: list[tuple[Decision, bool]] = []
            for kind in KINDS:
                own = [one for one in made if one.kind == kind]
                rights = held_out(own, lambda some, points=by_hand[kind], trial=trial: trial.fitted(some, points))
                pairs += zip(own, rights, strict=True)
            trial = Trial(towards, strength, posts_right(pairs))
            print(f"towards {towards}, strength {strength}, held out: {by_layout(trial.posts)}", flush=True)
            yield trial


def right_with(made: Iterable[Decision], weights: Mapping[str, Weights]) -> Posts:
    """Return for each post whether weights choose its start."""
    return posts_right((one, is_right(one, weights[one.kind])) for one in made)


def stored(made: Sequence[Decision], best: Trial, by_hand: Mapping[str, Weights], digest: str) -> dict[str, Any]:
    """Return the content of the file: the weights fitted on all texts, and where they come from."""
    often = {kind: occurrences(one for one in made if one.kind == kind) for kind in KINDS}
    weights = {kind: best.fitted([one for one in made if one.kind == kind], by_hand[kind]) for kind in KINDS}
    return {
        "provenance": {
            "written by": "tools/fit_starts.py",
            "labels": f"sha256 {digest}",
            "texts": len({one.text.name for one in made if one.text.layout != "invented"}),
            "invented cases": len({one.text.name for one in made if one.text.layout == "invented"}),
            "penalty": f"{best.strength} towards {best.towards}",
            "posts right, cross-validated by text": by_layout(best.posts),
            "posts right with the points set by hand, which were set by some of these": by_layout(
                right_with(made, by_hand)
            ),
            "posts right with these weights": by_layout(right_with(made, weights)),
        },
        **{kind: dict(sorted(weights[kind].items())) for kind in KINDS},
        "kept from before, by the number of decisions in which it tells candidates apart": {
            kind: {name: often[kind][name] for name in sorted(by_hand[kind]) if often[kind][name] < LEAST_OFTEN}
            for kind in KINDS
        },
        "by_hand": by_hand,
    }


def ablate(made: Sequence[Decision], by_hand: Mapping[str, Weights]) -> None:
    """Print how many posts are right without each feature, with weights fitted on all texts."""
    trial = Trial("the points set by hand", 10.0, {})
    own = {kind: [one for one in made if one.kind == kind] for kind in KINDS}
    whole = {kind: trial.fitted(own[kind], by_hand[kind]) for kind in KINDS}
    print(f"with all features: {by_layout(right_with(made, whole))}")
    for kind in KINDS:
        often = occurrences(own[kind])
        for name in by_hand[kind]:
            rest = {other: points for other, points in by_hand[kind].items() if other != name}
            posts = right_with(made, whole | {kind: trial.fitted(own[kind], rest)})
            print(f"{kind}, {name!r} ({often[name]} decisions): {by_layout(posts)}", flush=True)


def main() -> None:
    """Fit, print the figures and write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--dry-run", action="store_true", help="write nothing")
    parser.add_argument("--ablate", action="store_true", help="print what each feature is good for")
    options = parser.parse_args()
    by_hand = json.loads(FILE.read_text("utf-8"))["by_hand"]
    made = [one for text in [*labelled(options.corpus / "text"), *invented()] for one in decisions(text)]
    if options.ablate:
        ablate(made, by_hand)
        return
    best = max(tried(made, by_hand), key=lambda trial: sum(trial.posts.values()))
    digest = hashlib.sha256((options.corpus / "text" / "gold.jsonl").read_bytes()).hexdigest()
    content = stored(made, best, by_hand, digest)
    print(json.dumps(content["provenance"], indent=1))
    if not options.dry_run:
        FILE.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
