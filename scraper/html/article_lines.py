"""Select the lines of an article's text: without menus, sign-ups, other stories, authors, legal words.

Each line is described by its shape, its links, its tag and its neighbours. Decision trees, fitted by
`tools/fit_article_lines.py`, add up the odds that it belongs to the article. Hardly any words count, so the language
of the page matters little.
"""

from __future__ import annotations

from functools import cache
from itertools import accumulate
from operator import sub
from typing import TYPE_CHECKING, Any, NamedTuple

from resiliparse.extract.html2text import extract_plain_text

from scraper.configuration import packaged
from scraper.markup.tree_queries import select
from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from resiliparse.parse.html import HTMLTree

MODEL_FILE, WORDS_FILE = "article_lines.json", "article_line_words.toml"
#: Private-use characters begin and end the placeholder of an embed.
PLACE_START, PLACE_END = "\ue000", "\ue001"
#: Private-use characters take the place of the tags of a link.
_LINK_START, _LINK_END = "\ue002", "\ue003"
_LINK_TAG, _LINKED = lazy_regex(r"<a href=\"[^\"]*+\">"), lazy_regex(f"{_LINK_START}[^{_LINK_END}\n]*+")
_TAG = lazy_regex(r"<[^>\n]*+>")
_WORD, _SPACES = lazy_regex(r"[^\W_]+"), lazy_regex(r"(?<=\S)  +(?=\S)")
_BLANK = ("", None)
_LEVELS = {f"<h{level}": level for level in range(1, 7)}
_LIST_TAGS = frozenset({"<ul>", "</ul>", "<ol>", "</ol>", "</ul></li>", "</ol></li>", "</li>"})
_SENTENCE_ENDS = (".", "!", "?", "…", "。", "！", "？", '."', ".”", "?”", "!”", ".)", ".«", ".»")
#: A good line has at least this many characters outside of links, more than this share of it, and two clauses.
_LONG, _UNLINKED = 80, 0.7
#: Longer lines are not searched for words of boilerplate, nor compared with the title.
_LONGEST_LABEL = 120
#: The share of the title's words in a line that repeats it, and in the page's main heading, as titles name sites too.
_REPEATS_TITLE, _IS_HEADLINE = 0.6, 0.3
#: With more text in missed paragraphs than this share, the quick extraction failed.
_MISSED = 0.5
#: A longer main text is not checked for that: it takes time, and seldom something is missing.
_ENOUGH = 4000
#: Elements that are never the article's, left out of the page when it is read whole.
AROUND = ("nav", "aside", "footer")
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

    @property
    def is_plain(self) -> bool:
        """Return True for a paragraph of the main text without links."""
        return self.paragraph and self.main and not self.linked


class Model(NamedTuple):
    """The fitted trees.

    Attributes:
        least: The least log-odds of a line that is kept.
        stages: The trees that are asked together, as one function of the features, and the log-odds (from the least
            on) that are so far from even that the trees after them are not asked.
    """

    least: float
    stages: Sequence[tuple[Callable[..., float], float]]


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
    for n, (line, described) in enumerate(zip(lines, features_of(lines), strict=True)):
        odds = log_odds(described)
        if n in near:
            odds += _NEXT_TO_EMBED
        elif -_GOES_ON <= odds < 0 and kept and kept[-1] and line.is_plain and line.text.endswith(_SENTENCE_ENDS):
            odds = 0
        if 0 <= odds < -_OF_SERVICE and _names_service(line.text):
            odds += _OF_SERVICE
        kept.append(odds >= 0 or (is_short and line.is_plain))
    return kept


def page_lines(
    tree: HTMLTree, *, is_whole: bool | None = None, without: Iterable[str] = AROUND
) -> list[tuple[str, Line | None]]:
    """Return the shown lines of a page with what is known of each; None for blank lines and placeholders.

    Args:
        tree: The parsed page.
        is_whole: Return all lines instead of those of the quick extraction of the main text; None: if that
            extraction misses many paragraphs.
        without: Elements to leave out of the whole page.
    """
    main = _marked_up(tree, main_content=True)
    lines = [] if is_whole else _described(main)
    if is_whole or (is_whole is None and _misses_paragraphs(tree, lines)):
        lines = _described(_marked_up(tree, without=without), frozenset(main.split("\n")))
    return lines


def log_odds(features: Sequence[int]) -> float:
    """Return the log-odds that a described line belongs to the article; it is kept from 0 on."""
    model = fitted_model()
    odds = -model.least
    for stage, sure in model.stages:
        odds += stage(*features)
        if not -sure < odds < sure:
            break
    return odds


@cache
def fitted_model() -> Model:
    """Read the packaged trees; raise `SettingsError` if the file is missing."""
    stored = packaged(MODEL_FILE)
    names = {name: f"f{n}" for n, name in enumerate(FEATURES)}
    trees = [_expression(tree, names) for tree in stored["trees"]]
    head = f"lambda {', '.join(names.values())}: "
    # Compiled, they take a third of the time. An expression has nothing but numbers and the names of features.
    stages = [(eval(head + " + ".join(trees[low:high])), sure) for low, high, sure in _STAGES]  # noqa: S307
    return Model(stored["least log-odds"], stages)


def _expression(tree: Any, names: Mapping[str, str]) -> str:
    """Return a tree as Python; stored are log-odds, or (feature, threshold, tree if at most that, tree if more)."""
    if not isinstance(tree, list):
        return str(float(tree))
    name, threshold, low, high = tree
    return f"({_expression(low, names)} if {names[name]} <= {int(threshold)} else {_expression(high, names)})"


def _names_service(text: str) -> bool:
    return len(text) <= _LONGEST_LABEL and not _service_words().isdisjoint(_WORD.findall(text.lower()))


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


def _marked_up(tree: HTMLTree, *, main_content: bool = False, without: Iterable[str] = ()) -> str:
    """Extract lines with the tags of headings, paragraphs, list items and links; without some elements."""
    shown = extract_plain_text(
        tree,
        main_content=main_content,
        preserve_formatting="minimal_html",
        links=True,
        alt_texts=False,
        comments=False,
        post_meta=False,
        skip_elements=without,
    )
    return shown.replace("<br>\n", "\n").replace("<br>", "\n")


def _described(shown: str, main: AbstractSet[str] | None = None) -> list[tuple[str, Line | None]]:
    """Return lines without their markup, with what is known of each; the indentation stays, by which lists show.

    Args:
        shown: The lines with their markup.
        main: Those of the main text; None: all.
    """
    # A search in all lines at once takes less time than one in each.
    bare = _TAG.sub("", _LINK_TAG.sub(_LINK_START, shown).replace("</a>", _LINK_END))
    bare = bare.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", '"').replace("&amp;", "&")
    unlinked = _LINKED.sub("", bare).replace(_LINK_END, "").split("\n")
    bare = bare.replace(_LINK_START, "").replace(_LINK_END, "")
    described: list[tuple[str, Line | None]] = []
    for markup, indented, outside in zip(shown.split("\n"), bare.split("\n"), unlinked, strict=True):
        whole = indented.rstrip()
        if not whole:
            if not markup or markup.strip() not in _LIST_TAGS:
                described.append(_BLANK)
            continue
        text = whole.lstrip()
        if "  " in text:
            whole = _SPACES.sub(" ", whole)
            text = whole.lstrip()
        line = None
        if PLACE_START not in text:
            linked = min(len(indented) - len(outside), len(text))
            level = _LEVELS.get(markup.lstrip()[:3], 0)
            is_item = "<li>" in markup or "\t\t" in text
            line = Line(text, linked, level, "<p>" in markup, is_item, main is None or markup in main)
        described.append((whole, line))
    return described


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
_NEIGHBOURS = (("length", -1), ("length", 1), ("share of links", 1))
_OWN = (
    "length", "characters in links", "outside of links", "share of links", "heading level", "paragraph", "list item",
    "main text", "ends a sentence", "good text",
)  # fmt: skip
_PLACE = (
    "good text before", "good text after", "good text of the page", "lines since heading", "good lines after",
)  # fmt: skip
_SPANS = (
    *((name, -5, 5) for name in ("length", "characters in links", "main text", "good text", "list item")),
    *((name, -20, 20) for name in ("length", "characters in links", "main text", "good text")),
)
#: The names of the features, in order. All are integers, as these are compared faster: shares are per mille.
FEATURES = (
    *_OWN,
    *_PLACE,
    *(f"{name}, {away:+d}" for name, away in _NEIGHBOURS),
    *(f"{name}, {low:+d} to {high:+d}" for name, low, high in _SPANS),
)


def features_of(lines: Sequence[Line]) -> list[tuple[int, ...]]:
    """Describe each line of text, in reading order, by the numbers that `FEATURES` names."""
    if not lines:
        return []
    texts, linked, levels, paragraphs, items, main = zip(*lines, strict=True)
    lengths = list(map(len, texts))
    outside = list(map(sub, lengths, linked))
    good = [
        size if size > _LONG and size > _UNLINKED * length and (". " in text or ", " in text) else 0
        for text, size, length in zip(texts, outside, lengths, strict=True)
    ]
    shares = [part * 1000 // length for part, length in zip(linked, lengths, strict=True)]
    ends = [text.endswith(_SENTENCE_ENDS) for text in texts]
    columns = [lengths, linked, outside, shares, levels, paragraphs, items, main, ends, good]
    own: dict[str, Sequence[int]] = dict(zip(_OWN, columns, strict=True))
    columns += _places(good, levels)
    columns += [_moved(own[name], away) for name, away in _NEIGHBOURS]
    sums = {name: _sums(own[name]) for name in dict.fromkeys(name for name, _, _ in _SPANS)}
    columns += [_span(sums[name], low, high) for name, low, high in _SPANS]
    return list(zip(*columns, strict=True))


def _places(good: Sequence[int], levels: Sequence[int]) -> list[Sequence[int]]:
    """Return the columns of `_PLACE`."""
    before = list(accumulate(good, initial=0))
    total = before[-1]
    before = [text * 1000 // (total or 1) for text in before]
    later = list(accumulate(reversed([size > 0 for size in good]), initial=0))
    after = [1000 - share for share in before[1:]]
    return [before[:-1], after, [total] * len(good), _since(levels), later[-2::-1]]


def _since(values: Sequence[int]) -> list[int]:
    """Return how many lines ago a value was not zero."""
    lines, found = _FAR, list[int]()
    for value in values:
        found.append(lines)
        lines = 1 if value else min(_FAR, lines + 1)
    return found


def _moved(values: Sequence[int], away: int) -> list[int]:
    """Return for each line the value of the line so far away; -1 outside of the page."""
    outside = [-1] * min(abs(away), len(values))
    return [*values[away:], *outside] if away > 0 else [*outside, *values[:away]]


def _sums(values: Sequence[int]) -> list[int]:
    """Return running sums, from `_WIDEST` lines before the first line to as many after the last."""
    sums = list(accumulate(values, initial=0))
    return [0] * _WIDEST + sums + [sums[-1]] * _WIDEST


def _span(sums: Sequence[int], low: int, high: int) -> list[int]:
    """Return for each line the sum over the lines from `low` to `high` around it."""
    number = len(sums) - 2 * _WIDEST - 1
    ends, starts = sums[_WIDEST + high + 1 :][:number], sums[_WIDEST + low :][:number]
    return list(map(sub, ends, starts))


@cache
def _service_words() -> AbstractSet[str]:
    groups = packaged(WORDS_FILE)
    return frozenset(word for words in groups.values() for word in words)
