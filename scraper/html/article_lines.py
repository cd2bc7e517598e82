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
from operator import itemgetter, sub, truediv
from typing import TYPE_CHECKING, Any, NamedTuple

from resiliparse.extract.html2text import extract_plain_text

from scraper.configuration import config_directory
from scraper.markup.tree_queries import select
from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from resiliparse.parse.html import HTMLTree

MODEL_FILE, WORDS_FILE = "article_lines.json", "article_line_words.toml"
#: Private-use characters begin and end the placeholder of an embed.
PLACE_START, PLACE_END = "\ue000", "\ue001"
_TAG = lazy_regex(r"<[^>\n]*+>")
_LINKED = lazy_regex(r"<a href=\"[^\"]*+\">([^<]*+(?:<(?!/a>)[^<]*+)*+)")
_FIRST_LETTER = itemgetter(0)
_WORD, _SPACES = lazy_regex(r"[^\W_]+"), lazy_regex(r"(?<=\S)  +(?=\S)")
_LIST_TAGS = frozenset({"<ul>", "</ul>", "<ol>", "</ol>", "</ul></li>", "</ol></li>", "</li>"})
_SENTENCE_ENDS = (".", "!", "?", "…", "。", "！", "？", '."', ".”", "?”", "!”", ".)", ".«", ".»")
#: A good line has at least this many characters outside of links, at most this share of links, and two clauses.
_LONG, _FEW_LINKS = 80, 0.3
#: Longer lines are not searched for words of boilerplate, nor compared with the title.
_LONGEST_LABEL = 120
#: The share of the title's words in a line that repeats it, and in the page's main heading, as titles name sites too.
_REPEATS_TITLE, _IS_HEADLINE = 0.6, 0.3
#: With more text in missed paragraphs than this share, the quick extraction failed.
_MISSED = 0.2
#: A longer main text is not checked for that: it takes time, and seldom something is missing.
_ENOUGH = 4000
#: With log-odds so far from even after the first trees, the others are not asked: they hardly ever change the verdict.
_FIRST, _SURE = 12, 1.5
#: Odds in favour of a line next to an embed, and of a paragraph of sentences directly after a kept line.
_NEXT_TO_EMBED, _GOES_ON = 1.5, 1.0
#: With so few lines of main text their places say little, and no paragraph without links is left out.
_FEW_LINES = 10
#: Lines that may be left out between an embed and the text.
_CLOSE = 3
#: Lines around a line that are looked at, and those far from the headline or a heading.
_WIDEST, _FAR = 20, 100


class Line(NamedTuple):
    """A line of a page's text.

    Attributes:
        text: Its text; that of an embed's placeholder is never described.
        linked: Characters of it that are links.
        level: The level of the heading; 0 for other text.
        paragraph: It is a ``<p>``.
        item: It is in a list.
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
        first: The first trees. A tree is (feature, threshold, tree if at most that, tree if more); a leaf is
            (0, log-odds, None, None).
        rest: The others.
    """

    least: float
    first: Sequence[Tree]
    rest: Sequence[Tree]


Tree = tuple[int, float, Any, Any]


def article_text(tree: HTMLTree) -> tuple[str, str]:
    """Return the text of a page's article, and with what is shown around it, both with the placeholders of embeds."""
    raw = page_lines(tree)
    lines = [line for _, line in raw if line is not None]
    described = features_of(lines, tree.title or "")
    near = _next_to_embeds(raw)
    kept: list[bool] = []
    is_short = len(lines) <= _FEW_LINES
    for n, (line, features) in enumerate(zip(lines, described, strict=True)):
        goes_on = bool(kept) and kept[-1] and _is_sentence(line, features)
        odds = _NEXT_TO_EMBED if n in near else _GOES_ON if goes_on else 0.0
        is_plain = line.paragraph and line.main and not line.linked
        kept.append((is_short and is_plain) or is_likely(features, odds))
    _keep_lists(lines, kept)
    _drop_last_headings(lines, kept)
    headline = _headline(described, kept)
    if headline is not None:
        kept[headline] = True
    verdicts = iter(kept)
    text = _joined(raw, [line is not None and next(verdicts) for _, line in raw])
    return text, "\n".join(text for text, _ in raw)


def page_lines(tree: HTMLTree, *, is_whole: bool | None = None) -> list[tuple[str, Line | None]]:
    """Return the shown lines of a page with what is known of each; None for blank lines and placeholders.

    Args:
        tree: The parsed page.
        is_whole: Return all lines instead of those of the quick extraction of the main text; None: if that
            extraction misses many paragraphs.
    """
    main = _lines(tree, main_content=True)
    known = frozenset(main)
    lines = [] if is_whole else _described(main, known)
    if is_whole or (is_whole is None and _misses_paragraphs(tree, lines)):
        lines = _described(_lines(tree), known)
    return lines


def is_likely(features: Sequence[float], odds: float = 0.0) -> bool:
    """Return True if a described line probably belongs to the article; `odds` is what else says so."""
    model = fitted_model()
    odds += _log_odds(model.first, features)
    if -_SURE < odds < _SURE:
        odds += _log_odds(model.rest, features)
    return odds >= model.least


def _log_odds(trees: Sequence[Tree], features: Sequence[float]) -> float:
    total = 0.0
    for feature, value, low, high in trees:
        while low:
            feature, value, low, high = low if features[feature] <= value else high  # noqa: PLW2901 - it descends
        total += value
    return total


@cache
def fitted_model() -> Model:
    """Read the packaged trees; raise `SettingsError` if the file is missing."""
    stored = json.loads((config_directory() / MODEL_FILE).read_text("utf-8"))
    number = {name: n for n, name in enumerate(FEATURES)}
    trees = [_tree(tree, number) for tree in stored["trees"]]
    return Model(stored["least log-odds"], trees[:_FIRST], trees[_FIRST:])


def _tree(stored: Any, number: Mapping[str, int]) -> Tree:
    if not isinstance(stored, list):
        return 0, float(stored), None, None
    name, threshold, low, high = stored
    return number[name], float(threshold), _tree(low, number), _tree(high, number)


def _is_sentence(line: Line, features: Sequence[float]) -> bool:
    return line.paragraph and line.main and not line.linked and bool(features[_ENDS]) and not features[_SERVICE]


def _keep_lists(lines: Sequence[Line], kept: list[bool]) -> None:
    """Keep the items of lists without links between two kept lines."""
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


def _headline(described: Sequence[Sequence[float]], kept: Sequence[bool]) -> int | None:
    """Return the last heading above the text that repeats the page's title, or is of the first level and most of it."""
    text = kept.index(True) if True in kept else 0
    for n in reversed(range(text + 1 if described else 0)):
        level, share = described[n][_LEVEL], described[n][_IN_TITLE]
        if level and share > (_IS_HEADLINE if level == 1 else _REPEATS_TITLE):
            return n
    return None


def _lines(tree: HTMLTree, *, main_content: bool = False) -> list[str]:
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
    lines = shown.replace("<br>\n", "\n").replace("<br>", "\n").split("\n")
    return [line for line in lines if line.strip() not in _LIST_TAGS]


def _described(lines: Sequence[str], main: Collection[str]) -> list[tuple[str, Line | None]]:
    """Return lines without their markup, with what is known of each; the indentation stays, by which lists show.

    Args:
        lines: The lines with their markup.
        main: Those of the main text.
    """
    shown = _TAG.sub("", "\n".join(lines))  # a search in all lines at once takes less time than one in each
    shown = shown.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", '"').replace("&amp;", "&")
    described: list[tuple[str, Line | None]] = []
    for markup, indented in zip(lines, shown.split("\n"), strict=True):
        whole = indented.rstrip()
        text = whole.lstrip()
        if "  " in text:
            whole = _SPACES.sub(" ", whole)
            text = whole.lstrip()
        line = _line(markup, text, is_main=markup in main) if text and PLACE_START not in text else None
        described.append((whole, line))
    return described


def _line(markup: str, text: str, *, is_main: bool) -> Line:
    if "<" not in markup:
        return Line(text, linked=0, level=0, paragraph=False, item=False, main=is_main)
    linked = (
        sum(len(_TAG.sub("", link) if "<" in link else link) for link in _LINKED.findall(markup))
        if "<a " in markup
        else 0
    )
    start = markup.lstrip()
    level = int(start[2]) if start[:2] == "<h" and start[2:3].isdigit() else 0
    return Line(text, min(linked, len(text)), level, "<p>" in markup, "<li>" in markup, is_main)


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
_NEIGHBOURS = (
    *(("main text", away) for away in (-2, 1, 2)),
    *(("length", away) for away in (-3, -2, -1, 1)),
    *(("capitals", away) for away in (-1, 1)),
    ("share of links", 1),
    ("ends a sentence", 1),
)
_OWN = (
    "length", "characters in links", "outside of links", "share of links", "heading level", "paragraph", "list item",
    "main text", "words", "capitals", "ends a sentence", "title", "word of a service", "repeated", "good text",
)  # fmt: skip
_PLACE = (
    "good text before", "good text after", "good text of the page", "lines since headline", "lines since heading",
    "lines since good text", "good lines after",
)  # fmt: skip
_SPANS = (
    *((name, -5, 5) for name in ("length", "characters in links", "main text", "good text", "list item")),
    *((name, -10, -1) for name in ("length", "characters in links", "good text")),
    *((name, 1, 10) for name in ("length", "characters in links", "main text")),
    *((name, -20, 20) for name in ("length", "characters in links", "main text", "good text")),
)
#: The names of the features, in order, and the places of four.
FEATURES = (
    *_OWN,
    *_PLACE,
    *(f"{name}, {away:+d}" for name, away in _NEIGHBOURS),
    *(f"{name}, {low:+d} to {high:+d}" for name, low, high in _SPANS),
)
_LEVEL, _IN_TITLE, _ENDS, _SERVICE = (
    FEATURES.index(name) for name in ("heading level", "title", "ends a sentence", "word of a service")
)


def features_of(lines: Sequence[Line], title: str) -> list[tuple[float, ...]]:
    """Describe each line by the numbers that `FEATURES` names.

    Args:
        lines: The lines that hold text, in reading order.
        title: The title of the page.
    """
    if not lines:
        return []
    own = _own_columns(lines, title)
    columns: list[Sequence[float]] = [*own.values(), *_places(own)]
    columns += [_moved(own[name], away) for name, away in _NEIGHBOURS]
    sums = {name: _sums(own[name]) for name in dict.fromkeys(name for name, _, _ in _SPANS)}
    columns += [_span(sums[name], low, high) for name, low, high in _SPANS]
    return list(zip(*columns, strict=True))


def _own_columns(lines: Sequence[Line], title: str) -> dict[str, list[float]]:
    """Return the columns of `_OWN`; all are floats, as trees compare them with floats."""
    texts, linked, levels, paragraphs, items, main = zip(*lines, strict=True)
    lengths, words = list(map(len, texts)), [text.split() for text in texts]
    outside, shares = list(map(sub, lengths, linked)), list(map(truediv, linked, lengths))
    capitals = [sum(map(str.isupper, map(_FIRST_LETTER, own))) / len(own) for own in words]
    in_title, services = zip(*_words_found(texts, title), strict=True)
    first = {text: n for n, text in reversed(list(enumerate(texts)))}
    good = [
        size if size > _LONG and link < _FEW_LINKS * length and (". " in text or ", " in text) else 0
        for text, size, link, length in zip(texts, outside, linked, lengths, strict=True)
    ]
    columns: tuple[Iterable[float], ...] = (
        lengths, linked, outside, shares, levels, paragraphs, items, main, map(len, words), capitals,
        [text.endswith(_SENTENCE_ENDS) for text in texts], in_title, services,
        [first[text] < n for n, text in enumerate(texts)], good,
    )  # fmt: skip
    return {name: list(map(float, column)) for name, column in zip(_OWN, columns, strict=True)}


def _words_found(texts: Iterable[str], title: str) -> Iterator[tuple[float, int]]:
    """Yield for each line the share of the title's words in it, and the number of a group of words of services."""
    wanted = frozenset(map(str.lower, _WORD.findall(title)))
    services = _service_words()
    known = services.keys() | wanted
    for text in texts:
        found = known.intersection(map(str.lower, _WORD.findall(text))) if len(text) <= _LONGEST_LABEL else ()
        if found:
            yield len(found & wanted) / (len(wanted) or 1), max(services.get(word, 0) for word in found)
        else:
            yield 0.0, 0


def _places(own: Mapping[str, Sequence[float]]) -> list[Sequence[float]]:
    """Return the columns of `_PLACE`."""
    good = own["good text"]
    number = len(good)
    before = _sums(good)[_WIDEST : _WIDEST + number + 1]
    total = before[-1] or 1
    named = [n for n, share in enumerate(own["title"]) if share > _REPEATS_TITLE]
    headline = next((n for n in named if own["heading level"][n] == 1), named[0] if named else None)
    from_headline = [-_FAR] * number if headline is None else [min(_FAR, n - headline) for n in range(number)]
    later = list(accumulate(reversed([size > 0 for size in good]), initial=0))
    return [
        [text / total for text in before[:-1]],
        [1 - text / total for text in before[1:]],
        [total] * number,
        from_headline,
        _since(own["heading level"]),
        _since(good),
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
def _service_words() -> dict[str, int]:
    groups = tomllib.loads((config_directory() / WORDS_FILE).read_text("utf-8"))
    return {word: n for n, words in enumerate(groups.values(), 1) for word in words}
