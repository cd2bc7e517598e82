"""The rows of a selection as pages show them: with their words in context, in the order of the survey."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
import threading
from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from archive.site.selection import survey
from archive.site.selection.known import MEANINGS, OF_EACH, in_index
from archive.site.selection.selection import BEGINNING, Selection
from archive.site.selection.survey import keys
from archive.site.site import page_queries
from archive.site.words import MARK_END, MARK_START, MARKS, is_named, language_name, platform_name, with_marks
from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from archive.site.selection.known import Known
    from archive.site.selection.selection import Typed
    from archive.site.selection.survey import Hit
    from archive.site.site import Answer, Site


# Words of a search, marked in any text of a page as the search index reads them.


class Marker:
    """Marks the words, hashtags and URLs of a search; of the empty one, none."""

    _lock = threading.Lock()

    def __init__(self, q: str | Typed, *, is_of_handle: bool = False) -> None:
        """Read a search; with `is_of_handle`, the beginning of a text is marked, as handles are searched."""
        typed = Selection(q=q).typed if isinstance(q, str) else q
        self._words = typed.marked
        addresses = (each.value.partition("://")[2].rstrip("/") for each in typed.conditions if each.field == "link")
        pieces = [*map(re.escape, (*typed.pieces, *addresses))]
        if is_of_handle and isinstance(q, str) and q:
            pieces.append(rf"\A{re.escape(q.lstrip('@'))}")
        self._pieces = re.compile("|".join(pieces) or "(?!)", re.IGNORECASE)

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Return the ranges of a text that have the words, in their order; none overlaps another."""
        found = {each.span() for each in self._pieces.finditer(text)}
        if self._words:
            pieces = MARKS.split(self._highlighted(text))
            ends = list(accumulate(map(len, pieces)))
            found |= {(ends[at - 1], ends[at]) for at in range(1, len(pieces), 2)}
        spans: list[tuple[int, int]] = []
        for start, end in sorted(found):
            if not spans or start >= spans[-1][1]:
                spans.append((start, end))
        return spans

    def __call__(self, text: str | None) -> str:
        """Return a text with the words between `MARK_START` and `MARK_END`."""
        text, shown, done = MARKS.sub(" ", text or ""), "", 0
        for start, end in self.spans(text):
            shown += f"{text[done:start]}{MARK_START}{text[start:end]}{MARK_END}"
            done = end
        return shown + text[done:]

    def _highlighted(self, text: str) -> str:
        """Return a text as a search index of it alone marks it; empty where it has none of the words."""
        with self._lock:
            index = _index()
            index.execute("begin")
            try:
                index.execute("insert into texts values (?)", (MARKS.sub(" ", text),))
                row = index.execute(_HIGHLIGHT, (self._words,)).fetchone()
            finally:
                index.execute("rollback")
        return str(row[0]) if row else ""


_HIGHLIGHT = "select highlight(texts, 0, char(2), char(3)) from texts where texts match ?"


@cache
def _index() -> sqlite3.Connection:
    index = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
    index.execute("create virtual table texts using fts5 (text, tokenize='unicode61 remove_diacritics 2')")
    return index


# The sentences around an embed or a quote, with its own words marked.


def show_contexts(rows: Iterable[dict[str, Any]]) -> None:
    """Put the context of each row, as HTML, into its column ``shown_context``; None where it has none."""
    for row in rows:
        row["shown_context"] = (
            _marked_context(row["context"], row["context_from"], row["context_length"]) if row["context"] else None
        )


def _marked_context(context: str, start: int, length: int) -> Markup:
    r"""Mark the words of an embed or quote in its context; where an embed has none there, its place.

    >>> _marked_context("He <said> no. She left.", 3, 6)
    Markup('He <mark>&lt;said&gt;</mark> no. She left.')
    >>> _marked_context("It rained.\n\nThey left.", 12, 0)
    Markup('It rained.\n\n<span class="place">the post</span> They left.')
    """
    before, words, after = context[:start], context[start : start + length], context[start + length :]
    if length:
        return Markup("{}<mark>{}</mark>{}").format(before, words, after)
    return escape(before) + Markup('<span class="place">the post</span> ') + escape(after)


# The end of a sentence, but not that of a short word with a capital: Mr. and St. are names' beginnings.
_SENTENCE_END = lazy_regex(
    r"(?:(?<!\b[A-Z])(?<!\b[A-Z][a-z])(?<!\b[A-Z][a-z][a-z])[.]|[!?…])[\x03\"”’»)]*\s+|[。！？][」』”]*\s*"
)
#: The text that is marked.
_TEXT = {
    "posts": "posts.text",
    "quotes": "quotes.text",
    "embeds": "coalesce(embeds.text, posts.text)",
    "articles": "articles.title",
}


async def show(site: Site, typed: Typed, hits: list[Hit], table: str) -> tuple[Answer, list[dict[str, Any]]]:
    """Return the question for some hits of one table, and their rows in the order of the hits."""
    sql = _question(typed, table)
    wanted = keys(hits, table)
    words = in_index(typed.words, survey.ROWS[table].indexed, site.shows_text)
    tags = (each.value for each in typed.conditions if each.field == "hashtag" and not each.excluded)
    pieces = list(typed.pieces) or [f"#{tag.lstrip('#').lower()}" for tag in tags]
    asked = {"hits": json.dumps(wanted), "words": words, "pieces": json.dumps(pieces, ensure_ascii=False)}
    answer = (await site.ask_all(**{table: (sql, asked)}))[table]
    by_key = {row["hit"]: row for row in answer.rows}
    rows = [by_key[key] for key in wanted if key in by_key]
    marker = Marker(typed)
    for row in rows:
        row |= {"kind": table, "marked": with_marks(marker(row["marked"]), [])}
    if table == "articles":
        _show_excerpts(rows, marker)
    elif table == "posts":
        await lead(site, rows)
    else:
        show_contexts(rows)
    return answer, rows


def _question(typed: Typed, table: str) -> str:
    sql = page_queries("rows")
    excerpt = sql["excerpt_by_words" if typed.words else "excerpt_by_letters"]
    if BEGINNING in typed.words:  # for each row, the index would gather all rows with such words: `Marker` finds them
        excerpt = sql["read"]
    return sql[f"shown_{table}"].format(shown=_TEXT[table], excerpt=excerpt)


def _show_excerpts(rows: list[dict[str, Any]], marker: Marker) -> None:
    """Mark the excerpts; the headline, with which texts may begin, is not repeated."""
    for row in rows:
        title, excerpt = (" ".join(MARKS.sub("", row[name] or "").split()) for name in ("marked", "excerpt"))
        excerpt = with_marks(marker(excerpt.removeprefix(title).lstrip()), [])
        row["excerpt"] = sentence(excerpt) if MARK_START in excerpt else None


def sentence(excerpt: str) -> str:
    r"""Return the sentences of an excerpt from that with the first mark to that with the last.

    >>> sentence("It rained. Mr. Tolley \x02closed\x03 it. They left.")
    'Mr. Tolley \x02closed\x03 it.'
    >>> sentence("It rained \x02here\x03. “No!” All \x02there\x03 left. Late.")
    'It rained \x02here\x03. “No!” All \x02there\x03 left.'
    """
    first, last = excerpt.find(MARK_START), excerpt.rfind(MARK_START)
    ends = [found.end() for found in _SENTENCE_END.finditer(excerpt)]
    start = max((end for end in ends if end <= first), default=0)
    end = min((end for end in ends if end > last), default=len(excerpt))
    return excerpt[start:end].rstrip()


async def show_all(site: Site, typed: Typed, hits: list[Hit]) -> tuple[dict[str, Answer], list[dict[str, Any]]]:
    """Return the rows of hits in several tables, in the order of the hits, and their questions by table."""
    answers: dict[str, Answer] = {}
    by_name: dict[tuple[str, int], dict[str, Any]] = {}
    for table in dict.fromkeys(hit.table for hit in hits):
        answers[table], rows = await show(site, typed, hits, table)
        by_name |= {(table, row["hit"]): row for row in rows}
    return answers, [by_name[hit.table, hit.key] for hit in hits if (hit.table, hit.key) in by_name]


async def lead(site: Site, posts: Iterable[dict[str, Any]]) -> None:
    """Put an article with the sentence around it into the column ``lead`` of each post without words."""
    wordless = {row["id"]: row for row in posts if not (row.get("text") or row.get("marked"))}
    found = (await site.ask(page_queries("rows")["leads"], posts=json.dumps(list(wordless)))).rows if wordless else []
    show_contexts(found)
    for row in found:
        wordless[row["post"]]["lead"] = row


# Facets: whom, what and where the rows of a selection have, each with its number and the selection with it.

SHOWN_OF_FACET = 8
#: Rows that are counted: of an article, all reactions are looked at.
COUNTED = {"posts": 1000, "embeds": 600, "quotes": 600, "articles": 250}
#: Of hashtags, authors and outlets, as many as have this number of rows together, with `OF_EACH` of each.
OF_ALL = 1500
#: Embeds of posts that are looked at for their outlets.
OF_SHOWN = 1500
#: Rows of other kinds that are looked for.
LOOKED = 300
FACETS = {
    "author": "People",
    "speaker": "Quoted by name",
    "outlet": "Outlets",
    "hashtag": "Hashtags",
    "platform": "Platforms",
    "language": "Languages",
    "year": "Years",
    "gone": "In articles",
}
#: Of the others, one value that all rows have says nothing.
_TOLD_ALONE = ("author", "speaker", "outlet", "hashtag")
_NAMED = {"platform": platform_name, "language": language_name}
_IN_ARTICLES = {"yes": "no longer shown", "no": "still shown"}
_HITS = """with hits as materialized (
  select h.value as hit, {key} as key{columns} from json_each(:hits) as h {joined}
){shown}"""
# Were empty values or rows left out inside, SQLite would read whole tables into Bloom filters first.
_COUNT = """
select * from (
  select '{facet}' as facet, {value} as value, count({distinct}) as number, {deep} as deep from {start}
  group by 2 order by 3 desc, 2 limit 600
) where value <> ''"""


@dataclass(frozen=True, slots=True)
class Value:
    """A value of a facet, its number of rows (at least), and the URL of the selection with or without it."""

    called: str
    number: int
    address: str
    is_on: bool = False
    is_exact: bool = True


async def facets(site: Site, known: Known, hits: Sequence[Hit], *, is_whole: bool) -> dict[str, list[Value]]:
    """Return the most frequent values of `hits`, newest first, by facet label; exact if they are all (`is_whole`)."""
    numbers, cut = await _numbers(site, known, hits)
    if not known.one("speaker"):
        numbers["speaker"] = Counter({name: n for name, n in numbers["speaker"].items() if is_named(name)})
    most = {facet: numbers[facet].most_common(SHOWN_OF_FACET) for facet in FACETS}
    most["year"].sort(reverse=True)
    called = await _names(site, most)
    found = {}
    for facet, label in FACETS.items():
        is_exact = is_whole and facet not in cut
        values = [
            Value(_called(facet, value, called), number, *_with(site, known, facet, value), is_exact)
            for value, number in most[facet]
        ]
        if shown := _shown(facet, values):
            found[label] = shown
    return found


async def _names(site: Site, most: dict[str, list[tuple[str, int]]]) -> dict[tuple[str, str], str]:
    """Return the names of authors and hashtags, by facet and key."""
    asked = {facet: json.dumps([key for key, _ in most[facet]]) for facet in ("author", "hashtag")}
    named = await site.ask(page_queries("rows")["called"], **asked)
    return {(row["facet"], row["id"]): row["called"] for row in named.rows}


def _shown(facet: str, values: list[Value]) -> list[Value]:
    """Return those values of a facet that are shown: only those that are on, as the others would take their place."""
    on = [each for each in values if each.is_on]
    return on or (values if len(values) > 1 or facet in _TOLD_ALONE else [])


async def _numbers(site: Site, known: Known, hits: Sequence[Hit]) -> tuple[dict[str, Counter[str]], set[str]]:
    """Return the number of each value by facet, and the facets that may have more."""
    numbers: dict[str, Counter[str]] = {facet: Counter() for facet in FACETS}
    cut: set[str] = set()
    for table in {hit.table: None for hit in hits}:
        wanted = keys(hits, table) if known.is_small else _counted(hits, table)
        most = survey.LOOKED_IN_SMALL if known.is_small else OF_SHOWN
        asked = {"hits": json.dumps(wanted, ensure_ascii=False), "embeds": most}
        rows = (await site.ask(_counting(table), **asked)).rows
        for row in rows:
            numbers[row["facet"]][row["value"]] += row["number"]
        is_cut = len(wanted) < len(keys(hits, table))
        cut |= {row["facet"] for row in rows if is_cut or row["deep"] == OF_EACH - 1}
    return numbers, cut


def _counted(hits: Sequence[Hit], table: str) -> list[Any]:
    of = [hit for hit in hits if hit.table == table]
    if table in COUNTED:
        return keys(of[: COUNTED[table]], table)
    sums = accumulate(max(1, min(hit.weight, OF_EACH)) for hit in of)
    return [hit.key for hit, looked in zip(of, sums, strict=True) if looked <= OF_ALL]


async def kinds(site: Site, known: Known) -> list[Value]:
    """Return the other kinds of rows of the same selection, with their numbers."""
    others = [kind for kind in survey.TABLES if kind not in ("reactions", known.selection.kind)]
    found = await asyncio.gather(*(survey.survey(site, known, kind, looked=LOOKED) for kind in others))
    return [
        Value(kind.capitalize(), len(each.hits), known.selection.but(kind=kind).address(site), is_exact=each.is_whole)
        for kind, each in zip(others, found, strict=True)
        if each.hits
    ]


def _counting(table: str) -> str:
    values = dict(MEANINGS["facets"][table])
    joined, key, shown = (values.pop(name, "") for name in ("joined", "key", "shown"))
    columns = "".join(f", {value} as {facet}" for facet, value in values.items() if isinstance(value, str))
    parts = []
    for facet, value in values.items():
        start, of = value if isinstance(value, list) else ("hits", facet)
        is_cut = start == "shown as hits" and ":embeds" in shown
        deep = f"iif((select count(*) from shown) = :embeds, {OF_EACH - 1}, 0)" if is_cut else "0"
        deep = "max(max(each.key)) over ()" if of == "each.value" else deep
        distinct = "*" if start == "hits" else "distinct hits.hit"
        parts.append(_COUNT.format(facet=facet, value=of, distinct=distinct, deep=deep, start=start))
    shown = f", shown as materialized ({shown})" if shown else ""
    return _HITS.format(key=key, columns=columns, joined=joined, shown=shown) + " union all ".join(parts)


def _called(facet: str, value: str, called: dict[tuple[str, str], str]) -> str:
    if facet in _NAMED:
        return _NAMED[facet](value)
    return _IN_ARTICLES[value] if facet == "gone" else called.get((facet, value), value)


def _with(site: Site, known: Known, facet: str, value: str) -> tuple[str, bool]:
    """Return the URL of the selection with a value, or without it if it has it, and True if it has it."""
    selection = known.selection
    if facet == "year":
        is_on = selection.since == selection.until == value
        changed = "" if is_on else value
        return selection.but(since=changed, until=changed).address(site), is_on
    meant = known.one(facet)
    is_on = meant is not None and value in (json.loads(meant.value) if meant.is_listed else [meant.value])
    return selection.but(**{facet: "" if is_on else value}).address(site), is_on
