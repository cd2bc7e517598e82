"""Select the lines of an article's text: without menus, sign-ups, other stories, authors, legal words.

Each line is described by its shape, its links, its tag and its neighbours. Decision trees, fitted by
`tools/fit_article_lines.py`, add up the odds that it belongs to the article. Hardly any words count, so the language
of the page matters little.
"""

from __future__ import annotations

import json
import tomllib
from functools import cache
from itertools import accumulate
from operator import lt, sub, truediv
from typing import TYPE_CHECKING, Any, NamedTuple

from resiliparse.extract.html2text import extract_plain_text

from scraper.configuration import config_directory
from scraper.markup.tree_queries import select
from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from resiliparse.parse.html import HTMLTree

MODEL_FILE, WORDS_FILE = "article_lines.json", "article_line_words.toml"
#: Private-use characters begin and end the placeholder of an embed.
PLACE_START, PLACE_END = "\ue000", "\ue001"
_TAG = lazy_regex(r"<[^>\n]*+>")
_LINKED = lazy_regex(r"<a href=\"[^\"]*+\">([^<]*+(?:<(?!/a>)[^<]*+)*+)")
_WORD, _SPACES = lazy_regex(r"[^\W_]+"), lazy_regex(r"(?<=\S)  +(?=\S)")
_LIST_TAGS = frozenset({"<ul>", "</ul>", "<ol>", "</ol>", "</ul></li>", "</ol></li>", "</li>"})
_SENTENCE_ENDS = (".", "!", "?", "…", "。", "！", "？", '."', ".”", "?”", "!”", ".)", ".«", ".»")
#: A good line has at least this many characters outside of links, more than this share of it, and two clauses.
_LONG, _UNLINKED = 80, 0.7
#: Longer lines are not searched for words of boilerplate, nor compared with the title.
_LONGEST_LABEL = 120
#: The share of the title's words in a line that repeats it, and in the page's main heading, as titles name sites too.
_REPEATS_TITLE, _IS_HEADLINE = 0.6, 0.3
#: With more text in missed paragraphs than this share, the quick extraction failed.
_MISSED = 0.2
#: A longer main text is not checked for that: it takes time, and seldom something is missing.
_ENOUGH = 4000
#: With log-odds so far from even after the first trees, the others are not asked: they hardly ever change the verdict.
_STAGES = ((0, 8, 1.3), (8, 16, 1.5), (16, 28, 1.5), (28, None, 0.0))
#: Odds in favour of a line next to an embed, and of a paragraph of sentences directly after a kept line.
_NEXT_TO_EMBED, _GOES_ON = 1.5, 1.0
#: Odds of a line with a word of what surrounds articles.
_OF_SERVICE = -1.0
#: With so few lines of main text their places say little, and no paragraph without links is left out.
_FEW_LINES = 10
#: Lines that may be left out between an embed and the text.
_CLOSE = 3
#: Lines around a line that are looked at, and those far from a heading.
_WIDEST, _FAR = 20, 100


class Line(NamedTuple):
    """A line of a page's text.

    Attributes:
        text: Its text; that of an embed's placeholder is never described.
        linked: Characters of it that are links.
        level: The level of the heading; 0 for other text.
        paragraph: It is a ``<p>``.
        item: It is in a list, or is a row of a table.
        main: The quick extraction of the main text has it too.
    """

    text: str
    linked: int
    level: int
    paragraph: bool
    item: bool
    main: bool


class Model(NamedTuple):
    """The fitted trees.

    Attributes:
        least: The least log-odds of a line that is kept.
        stages: The trees that are asked together, and the log-odds (from the least on) that are so far from even that
            the trees after them are not asked. A tree is (feature, threshold, tree if at most that, tree if more);
            a leaf is (0, log-odds, None, None).
    """

    least: float
    stages: Sequence[tuple[Sequence[Tree], float]]


Tree = tuple[int, float, Any, Any]


def article_text(tree: HTMLTree) -> tuple[str, str]:
    """Return the text of a page's article, and with what is shown around it, both with the placeholders of embeds."""
    raw = page_lines(tree)
    lines = [line for _, line in raw if line is not None]
    kept = _verdicts(lines, _next_to_embeds(raw))
    _keep_lists(lines, kept)
    _drop_last_headings(lines, kept)
    headline = _headline(lines, kept, tree.title or "")
    if headline is not None:
        kept[headline] = True
    verdicts = iter(kept)
    text = _joined(raw, [line is not None and next(verdicts) for _, line in raw])
    return text, "\n".join(text for text, _ in raw)


def _verdicts(lines: Sequence[Line], near: AbstractSet[int]) -> list[bool]:
    """Return for each line whether it belongs to the article, by itself and by the line before it.

    Args:
        lines: The lines of text.
        near: The indices of those next to an embed.
    """
    kept: list[bool] = []
    is_short = len(lines) <= _FEW_LINES
    for n, (line, features) in enumerate(zip(lines, features_of(lines), strict=True)):
        is_plain = line.paragraph and line.main and not line.linked
        goes_on = is_plain and bool(kept) and kept[-1] and line.text.endswith(_SENTENCE_ENDS)
        odds = _NEXT_TO_EMBED if n in near else 0.0
        verdict = is_likely(features, odds or (_GOES_ON if goes_on else 0.0))
        if verdict and _names_service(line.text):
            verdict = is_likely(features, odds + _OF_SERVICE)
        kept.append(verdict or (is_short and is_plain))
    return kept


def page_lines(tree: HTMLTree, *, is_whole: bool | None = None) -> list[tuple[str, Line | None]]:
    """Return the shown lines of a page with what is known of each; None for blank lines and placeholders.

    Args:
        tree: The parsed page.
        is_whole: Return all lines instead of those of the quick extraction of the main text; None: if that
            extraction misses many paragraphs.
    """
    main = _marked_up(tree, main_content=True)
    lines = [] if is_whole else _described(main)
    if is_whole or (is_whole is None and _misses_paragraphs(tree, lines)):
        lines = _described(_marked_up(tree), frozenset(main.split("\n")))
    return lines


def is_likely(features: Sequence[float], odds: float = 0.0) -> bool:
    """Return True if a described line probably belongs to the article; `odds` is what else says so."""
    model = fitted_model()
    odds -= model.least
    for trees, sure in model.stages:
        for feature, value, low, high in trees:
            while low:
                feature, value, low, high = low if features[feature] <= value else high  # noqa: PLW2901 - it descends
            odds += value
        if not -sure < odds < sure:
            break
    return odds >= 0


@cache
def fitted_model() -> Model:
    """Read the packaged trees; raise `SettingsError` if the file is missing."""
    stored = json.loads((config_directory() / MODEL_FILE).read_text("utf-8"))
    number = {name: n for n, name in enumerate(FEATURES)}
    trees = [_tree(tree, number) for tree in stored["trees"]]
    return Model(stored["least log-odds"], [(trees[low:high], sure) for low, high, sure in _STAGES])


def _tree(stored: Any, number: Mapping[str, int]) -> Tree:
    if not isinstance(stored, list):
        return 0, float(stored), None, None
    name, threshold, low, high = stored
    return number[name], float(threshold), _tree(low, number), _tree(high, number)


def _names_service(text: str) -> bool:
    return len(text) <= _LONGEST_LABEL and not _service_words().isdisjoint(_words(text))


def _keep_lists(lines: Sequence[Line], kept: list[bool]) -> None:
    """Keep the items of lists and the rows of tables, without links, between two kept lines."""
    since: int | None = None
    for n, line in enumerate(lines):
        if kept[n]:
            kept[slice(n if since is None else since, n)] = [True] * (n - since if since is not None else 0)
            since = n + 1
        elif line.linked or not (line.item and line.main):
            since = None


def _drop_last_headings(lines: Sequence[Line], kept: list[bool]) -> None:
    """Leave out the headings after the last kept line of text, which belong to what follows the article."""
    for n in reversed(range(len(kept))):
        if kept[n] and lines[n].level <= 1:
            return
        kept[n] = False


def _headline(lines: Sequence[Line], kept: Sequence[bool], title: str) -> int | None:
    """Return the last heading above the text that repeats the page's title, or is of the first level and most of it."""
    wanted = _words(title)
    text = kept.index(True) if True in kept else 0
    for n in reversed(range(text + 1 if wanted and lines else 0)):
        line = lines[n]
        least = (_IS_HEADLINE if line.level == 1 else _REPEATS_TITLE) * len(wanted)
        if line.level and len(line.text) <= _LONGEST_LABEL and len(wanted & _words(line.text)) > least:
            return n
    return None


def _words(text: str) -> AbstractSet[str]:
    return frozenset(map(str.lower, _WORD.findall(text)))


def _marked_up(tree: HTMLTree, *, main_content: bool = False) -> str:
    """Extract lines with the tags of headings, paragraphs, list items and links."""
    shown = extract_plain_text(
        tree,
        main_content=main_content,
        preserve_formatting="minimal_html",
        links=True,
        alt_texts=False,
        comments=False,
        post_meta=False,
    )
    return shown.replace("<br>\n", "\n").replace("<br>", "\n")


def _described(shown: str, main: AbstractSet[str] | None = None) -> list[tuple[str, Line | None]]:
    """Return lines without their markup, with what is known of each; the indentation stays, by which lists show.

    Args:
        shown: The lines with their markup.
        main: Those of the main text; None: all.
    """
    bare = _TAG.sub("", shown)  # a search in all lines at once takes less time than one in each
    bare = bare.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", '"').replace("&amp;", "&")
    described: list[tuple[str, Line | None]] = []
    for markup, indented in zip(shown.split("\n"), bare.split("\n"), strict=True):
        whole = indented.rstrip()
        if not whole:
            if not markup or markup.strip() not in _LIST_TAGS:
                described.append(("", None))
            continue
        text = whole.lstrip()
        if "  " in text:
            whole = _SPACES.sub(" ", whole)
            text = whole.lstrip()
        is_main = main is None or markup in main
        described.append((whole, None if PLACE_START in text else _line(markup, text, is_main=is_main)))
    return described


def _line(markup: str, text: str, *, is_main: bool) -> Line:
    is_row = "\t\t" in text
    if "<" not in markup:
        return Line(text, 0, 0, paragraph=False, item=is_row, main=is_main)
    linked = 0
    if "<a " in markup:
        linked = sum(len(_TAG.sub("", link) if "<" in link else link) for link in _LINKED.findall(markup))
    at = markup.find("<h")
    level = int(markup[at + 2]) if at >= 0 and markup[at + 2].isdigit() and not markup[:at].strip() else 0
    return Line(text, min(linked, len(text)), level, "<p>" in markup, is_row or "<li>" in markup, is_main)


def _misses_paragraphs(tree: HTMLTree, lines: Sequence[tuple[str, Line | None]]) -> bool:
    """Return whether long paragraphs of the page are missing in the lines of the main text."""
    length_of_main = sum(len(text) for text, _ in lines)
    if length_of_main > _ENOUGH:
        return False
    there = sum(length for node in select(tree, "p") if (length := len(node.text or "")) > _LONG)
    found = sum(len(line.text) for _, line in lines if line and line.paragraph and len(line.text) > _LONG)
    return there - found > _MISSED * (length_of_main or 1)


def _next_to_embeds(raw: Sequence[tuple[str, Line | None]]) -> set[int]:
    """Return the indices of the lines next to an embed, among those that are described."""
    found: set[int] = set()
    number = 0
    is_behind = False
    for text, line in raw:
        if line is not None:
            found.update([number] if is_behind else [])
            is_behind = False
            number += 1
        elif text:
            found.add(number - 1)
            is_behind = True
    return found


def _joined(raw: Sequence[tuple[str, Line | None]], kept: Sequence[bool]) -> str:
    """Join the kept lines, the blank lines between them, and the placeholders in or close to them."""
    parts: list[str] = []
    places: list[str] = []
    blank, away = 0, _CLOSE + 1
    for (text, line), is_kept in zip(raw, kept, strict=True):
        if is_kept:
            blank = min(blank, 1) if away else blank
            parts += [*places, *[""] * (blank if parts else 0), text]
            blank = away = 0
            places = []
        elif not text:
            blank += 1
        elif line is None:
            (parts if away <= _CLOSE else places).extend(["", text])
        else:
            away += 1
            places = places if away <= _CLOSE else []
    return "\n".join(parts)


#: The neighbours of a line that are looked at, and the spans of lines around it, each with the columns of interest.
_NEIGHBOURS = (("main text", 1), ("length", -1), ("length", 1), ("share of links", 1))
_OWN = (
    "length", "characters in links", "outside of links", "share of links", "heading level", "paragraph", "list item",
    "main text", "ends a sentence", "repeated", "good text",
)  # fmt: skip
_PLACE = (
    "good text before", "good text after", "good text of the page", "lines since heading", "good lines after",
)  # fmt: skip
_SPANS = (
    *((name, -5, 5) for name in ("length", "characters in links", "main text", "good text", "list item")),
    *((name, -20, 20) for name in ("length", "characters in links", "main text", "good text")),
)
#: The names of the features, in order.
FEATURES = (
    *_OWN,
    *_PLACE,
    *(f"{name}, {away:+d}" for name, away in _NEIGHBOURS),
    *(f"{name}, {low:+d} to {high:+d}" for name, low, high in _SPANS),
)


def features_of(lines: Sequence[Line]) -> list[tuple[float, ...]]:
    """Describe each line of text, in reading order, by the numbers that `FEATURES` names."""
    if not lines:
        return []
    own = _own_columns(lines)
    columns: list[Sequence[float]] = [*own.values(), *_places(own)]
    columns += [_moved(own[name], away) for name, away in _NEIGHBOURS]
    sums = {name: _sums(own[name]) for name in dict.fromkeys(name for name, _, _ in _SPANS)}
    columns += [_span(sums[name], low, high) for name, low, high in _SPANS]
    return list(zip(*columns, strict=True))


def _own_columns(lines: Sequence[Line]) -> dict[str, list[float]]:
    """Return the columns of `_OWN`; all are floats, as trees compare them with floats."""
    texts, linked, levels, paragraphs, items, main = zip(*lines, strict=True)
    lengths = list(map(len, texts))
    outside = list(map(sub, lengths, linked))
    first = dict(zip(reversed(texts), reversed(range(len(texts))), strict=True))
    good = [
        size if size > _LONG and size > _UNLINKED * length and (". " in text or ", " in text) else 0
        for text, size, length in zip(texts, outside, lengths, strict=True)
    ]
    columns: tuple[Iterable[float], ...] = (
        lengths, linked, outside, map(truediv, linked, lengths), levels, paragraphs, items, main,
        [text.endswith(_SENTENCE_ENDS) for text in texts],
        map(lt, map(first.__getitem__, texts), range(len(texts))), good,
    )  # fmt: skip
    return {name: list(map(float, column)) for name, column in zip(_OWN, columns, strict=True)}


def _places(own: Mapping[str, Sequence[float]]) -> list[Sequence[float]]:
    """Return the columns of `_PLACE`."""
    good = own["good text"]
    number = len(good)
    before = _sums(good)[_WIDEST : _WIDEST + number + 1]
    total = before[-1] or 1
    later = list(accumulate(reversed([size > 0 for size in good]), initial=0))
    return [
        [text / total for text in before[:-1]],
        [1 - text / total for text in before[1:]],
        [total] * number,
        _since(own["heading level"]),
        later[-2::-1],
    ]


def _since(values: Sequence[float]) -> list[int]:
    """Return how many lines ago a value was not zero."""
    lines, found = _FAR, list[int]()
    for value in values:
        found.append(lines)
        lines = 1 if value else min(_FAR, lines + 1)
    return found


def _moved(values: Sequence[float], away: int) -> list[float]:
    """Return for each line the value of the line so far away; -1 outside of the page."""
    outside = [-1.0] * min(abs(away), len(values))
    return [*values[away:], *outside] if away > 0 else [*outside, *values[:away]]


def _sums(values: Sequence[float]) -> list[float]:
    """Return running sums, from `_WIDEST` lines before the first line to as many after the last."""
    sums = list(accumulate(values, initial=0.0))
    return [0.0] * _WIDEST + sums + [sums[-1]] * _WIDEST


def _span(sums: Sequence[float], low: int, high: int) -> list[float]:
    """Return for each line the sum over the lines from `low` to `high` around it."""
    number = len(sums) - 2 * _WIDEST - 1
    ends, starts = sums[_WIDEST + high + 1 :][:number], sums[_WIDEST + low :][:number]
    return list(map(sub, ends, starts))


@cache
def _service_words() -> AbstractSet[str]:
    groups = tomllib.loads((config_directory() / WORDS_FILE).read_text("utf-8"))
    return frozenset(word for words in groups.values() for word in words)
