"""Where the rows of a selection are looked for: the search index, the index of a condition, or all rows.

Each source gives the newest rows first and stops after ``:looked`` of them, so that its cost does not grow
with the archive. The rowids of posts and articles grow with their dates.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from archive.site.selection.known import LISTED
from archive.store.terms import DAY

if TYPE_CHECKING:
    from archive.site.selection.known import Known, Meant

    #: What leads to few rows, as SQL; questions that tell whether it was bounded; its condition.
    Way = tuple[str, tuple[str, ...], Meant]

_DAY = DAY.format("")
_OF_OUTLET = f"""
  select id from articles where outlet {LISTED}{{dates}} order by {_DAY} desc limit :looked
"""
_OF_HASHTAG = f"""
  select article from articles_hashtags where hashtag = {{c}}{{dates}} order by {_DAY} desc limit :looked
"""
_OF_TOPIC = "select article from articles_topics where topic = {c} limit :looked"
_OF_AUTHOR = f"select id from posts where author {LISTED}{{posted}} order by posted_at desc limit :looked"
_CARRYING = """
  select post from posts_hashtags where hashtag = {c}{posted} order by posted_at desc limit :looked
"""
_SHOWN = "select post from embeds where article in ({articles}) limit :looked"
_REACTING = f"""
  select article from embeds where post in ({_OF_AUTHOR})
  union select article from quotes where author {LISTED} limit :looked
"""
_LINKED = f"select post from links where url {LISTED} limit :looked"
_GONE = """
  select {column} from {table}
  where gone_at is not null and ({c} = 'yes' or substr(gone_at, 1, length({c})) = {c})
  order by gone_at desc limit :looked
"""


def _gone(table: str, column: str) -> str:
    return _GONE.replace("{table}", table).replace("{column}", column)


_CHANGED = f"""
  select article from ({_gone("embeds", "article")})
  union all select article from ({_gone("quotes", "article")})
  limit :looked
"""


@dataclass(frozen=True, slots=True)
class Narrow:
    """A condition that leads to few rows.

    Attributes:
        field: The condition.
        column: The column whose values it leads to.
        keys: These values, the newest first and at most ``:looked``.
        within: What `keys` are read from, where that is bounded as well.
    """

    field: str
    column: str
    keys: str
    within: str = ""

    @property
    def sql(self) -> str:
        """Return that a row is among them."""
        return f"{self.column} in ({self.keys})"


#: By kind of row; the first that is asked is taken.
NARROW: dict[str, tuple[Narrow, ...]] = {
    "posts": (
        Narrow("link", "posts.id", _LINKED),
        Narrow("author", "posts.id", _OF_AUTHOR),
        Narrow("hashtag", "posts.id", _CARRYING),
        Narrow("gone", "posts.id", _gone("embeds", "post")),
    ),
    # Where no date is asked: articles are looked for by their own dates.
    "posts of articles": (
        Narrow("topic", "posts.id", _SHOWN.replace("{articles}", _OF_TOPIC), _OF_TOPIC),
        Narrow("outlet", "posts.id", _SHOWN.replace("{articles}", _OF_OUTLET), _OF_OUTLET),
    ),
    "embeds": (
        Narrow("link", "embeds.post", _LINKED),
        Narrow("author", "embeds.post", _OF_AUTHOR),
        Narrow("hashtag", "embeds.post", _CARRYING),
        Narrow("gone", "embeds.id", _gone("embeds", "id")),
    ),
    "quotes": (
        Narrow("author", "quotes.id", f"select id from quotes where author {LISTED} limit :looked"),
        Narrow("gone", "quotes.id", _gone("quotes", "id")),
    ),
    "articles": (
        Narrow("link", "articles.url", "select value from json_each({c})"),
        Narrow("hashtag", "articles.id", _OF_HASHTAG),
        Narrow("topic", "articles.id", _OF_TOPIC),
        Narrow("outlet", "articles.id", _OF_OUTLET),
    ),
    "articles of reactions": (
        Narrow("author", "articles.id", _REACTING, _OF_AUTHOR),
        Narrow("gone", "articles.id", _CHANGED),
    ),
}
_DATES = {
    "posted": {"since": " and posted_at >= {c}", "until": " and posted_at <= {c} || '~'"},
    "dates": {"since": f" and {_DAY} >= {{c}}", "until": f" and {_DAY} <= {{c}} || '~'"},
}
#: What holds for a reaction because it holds for its article.
_OF_ARTICLES = ("outlet", "topic")
#: The search index of the signs of posts.
SIGNS = "posts_signs"
#: Where the search index is read: its newest hits.
MATCHED = """(
  select {fts}_fts.rowid as hit{score} from {fts}_fts
  where {fts}_fts match :{asked} and {fts}_fts.rowid > :low and {fts}_fts.rowid < :high
  order by {fts}_fts.rowid desc limit :looked
)"""
SURVEY = """
select {walk} as walk, {hit} as hit, {moment} as moment, {day} as day, {weight} as weight, {fits} as fits
from {start}
where {where}
{end}
"""
_ARTICLES = "(select rowid, id from articles where {where} order by rowid desc limit :looked) as a"
#: Of a post: its text and its other wordings, as in its search indexes.
_WORDINGS = "coalesce(posts.text, '') || char(10) || coalesce(posts.wordings, '')"
_BETWEEN = "{key} > :low and {key} < :high"


@dataclass(frozen=True, slots=True)
class Rows:
    """One kind of row that is looked for.

    Attributes:
        hit: Its own key.
        moment: Its date.
        day: The day that it counts under, first of all: a post's in UTC, an article's where it appeared.
        indexed: The table of its search index.
        key: What its search index calls it by: the key of the row in that table.
        weight: What it is sorted by besides.
        text: Its words.
        of_hits: The tables behind hits of the search index.
        joined: Its table with those that its conditions need.
        of_articles: The tables behind articles.
    """

    hit: str
    moment: str
    day: str
    indexed: str
    key: str
    weight: str
    text: str
    of_hits: str
    joined: str
    of_articles: str = ""


ROWS = {
    "posts": Rows(
        hit="posts.rowid",
        moment="posts.posted_at",
        day="posts.posted_at",
        indexed="posts",
        key="posts.rowid",
        weight="posts.articles",
        text=_WORDINGS,
        of_hits="cross join posts on posts.rowid = hits.hit",
        joined="posts",
    ),
    "articles": Rows(
        hit="articles.rowid",
        moment="articles.published_at",
        day=DAY.format("articles."),
        indexed="articles",
        key="articles.rowid",
        weight="articles.embeds + articles.quotes",
        text="coalesce(articles.title, '') || char(10) || coalesce(articles.text, '')",
        of_hits="cross join articles on articles.rowid = hits.hit",
        joined="articles",
    ),
    "quotes": Rows(
        hit="quotes.id",
        moment="articles.published_at",
        day=DAY.format("articles."),
        indexed="quotes",
        key="quotes.id",
        weight="quotes.confidence",
        text="quotes.text",
        of_hits="""cross join quotes on quotes.id = hits.hit
  cross join articles on articles.id = quotes.article""",
        joined="quotes cross join articles on articles.id = quotes.article",
        of_articles="""cross join articles on articles.rowid = a.rowid
  left join quotes on quotes.article = a.id""",
    ),
    "embeds": Rows(
        hit="embeds.id",
        moment="articles.published_at",
        day=DAY.format("articles."),
        indexed="posts",
        key="posts.rowid",
        weight="posts.articles",
        text=_WORDINGS,
        of_hits="""cross join posts on posts.rowid = hits.hit cross join embeds on embeds.post = posts.id
  cross join articles on articles.id = embeds.article""",
        joined="""embeds cross join posts on posts.id = embeds.post
  cross join articles on articles.id = embeds.article""",
        of_articles="""cross join articles on articles.rowid = a.rowid
  left join embeds on embeds.article = a.id
  left join posts on posts.id = embeds.post""",
    ),
}


@dataclass(frozen=True, slots=True)
class Source:
    """A question for rows that may fit, newest first.

    Attributes:
        sql: The question; its rows have ``walk``, ``hit``, ``moment``, ``day``, ``weight`` and ``fits``.
        parameters: Its parameters, but ``looked``, ``low`` and ``high``.
        goes_on: Below the last ``walk`` it can be asked for older rows.
        by_date: ``walk`` grows with the date.
        bounded: Questions whose number of rows is ``:looked`` where not all was looked at.
    """

    sql: str
    parameters: dict[str, str]
    goes_on: bool = False
    by_date: bool = False
    bounded: tuple[str, ...] = ()


def source(known: Known, table: str, *, index: str = "", is_scored: bool = False, is_walked: bool = False) -> Source:
    """Return the question for rows of one table.

    Args:
        known: The selection.
        table: A key of `ROWS`.
        index: The search index in which words or signs are looked for, and conditions among its hits; empty
            where rows are looked for otherwise.
        is_scored: The weight of a row is how well it fits the words.
        is_walked: It has to go on below its last row, until there are no more.
    """
    if index:
        return _of_hits(known, table, index, is_scored=is_scored)
    if way := None if is_walked else _narrow(known, table):
        where, bounded, led = way
        fits, parameters = _fits(known, table, led, is_indexed=False)
        return Source(_question(table, fits, ROWS[table].joined, where=where), parameters, bounded=bounded)
    if ROWS[table].of_articles:
        return _of_articles(known, table, None if is_walked else _narrow(known, "articles"))
    fits, parameters = _fits(known, table, None, is_indexed=False)
    key = ROWS[table].key
    end = f"order by {key} desc limit :looked"
    sql = _question(table, fits, table, where=_BETWEEN.format(key=key), walk=key, end=end)
    return Source(sql, parameters, goes_on=True, by_date=True)


def _of_hits(known: Known, table: str, index: str, *, is_scored: bool) -> Source:
    """Return the question for the rows behind the hits of a search index."""
    rows = ROWS[table]
    fits, parameters = _fits(known, table, None, is_indexed=True)
    score = f", bm25({index}_fts) as score" if is_scored else ""
    matched = MATCHED.format(fts=index, score=score, asked="signs" if index == SIGNS else "words")
    weight = "-hits.score" if is_scored else rows.weight
    start = f"{matched} as hits {rows.of_hits}"
    sql = _question(table, fits, start, walk="hits.hit", weight=weight)
    return Source(sql, parameters, goes_on=True, by_date=table != "quotes")


def _of_articles(known: Known, table: str, way: Way | None) -> Source:
    """Return the question for the reactions in articles: in those to which a condition leads, or in all."""
    led = way[2] if way and way[2].field in _OF_ARTICLES else None
    fits, parameters = _fits(known, table, led, is_indexed=False)
    articles = _ARTICLES.format(where=way[0] if way else _BETWEEN.format(key="rowid"))
    sql = _question(table, fits, f"{articles} {ROWS[table].of_articles}", walk="a.rowid")
    return Source(sql, parameters, goes_on=not way, by_date=not way, bounded=way[1] if way else ())


def _question(table: str, fits: str, start: str, **more: str) -> str:
    rows = ROWS[table]
    names = {"hit": rows.hit, "moment": rows.moment, "day": rows.day, "weight": rows.weight}
    names |= {"fits": fits, "start": start}
    return SURVEY.format(**{"where": "1", "end": "", "walk": "0", **names, **more})


def narrowed_by(known: Known, table: str) -> str:
    """Return the condition that leads to few rows of a table, without its search index; empty for none."""
    way = _narrow(known, table)
    return way[2].field if way else ""


def _narrow(known: Known, table: str) -> Way | None:
    """Return what leads to the fewest rows, as SQL, what tells whether it was bounded, and its condition."""
    options = NARROW[table]
    if table == "posts" and not known.one("since") and not known.one("until"):
        options += NARROW["posts of articles"]
    if table == "articles":
        options += NARROW["articles of reactions"]
    for way in options:
        meant = known.one(way.field)
        if meant is not None and (way.field, meant.value) != ("gone", "no"):
            sql, keys, within = (
                _filled(known, _dated(known, each, table), meant) for each in (way.sql, way.keys, way.within)
            )
            return sql, tuple(f"select count(*) from ({each})" for each in (keys, within) if each), meant
    return None


def _dated(known: Known, sql: str, table: str) -> str:
    """Put the dates that are asked for into a source that has a place for them.

    Only of posts themselves are these the dates of posting: all else has the dates of its article.
    """
    for name, columns in _DATES.items():
        is_meant = name != "posted" or table == "posts"
        dates = "".join(_filled(known, columns[end], known.one(end)) for end in columns if is_meant)
        sql = sql.replace(f"{{{name}}}", dates)
    return sql


def _filled(known: Known, sql: str, meant: Meant | None) -> str:
    if meant is None:
        return ""
    if meant.is_single:  # an index is read in its order only for one value
        sql = sql.replace(LISTED, "= json_extract({c}, '$[0]')")
    return sql.replace("{c}", f":c{known.meant.index(meant)}")


def _fits(known: Known, table: str, led: Meant | None, *, is_indexed: bool) -> tuple[str, dict[str, str]]:
    """Return whether a row fits, as SQL, and the parameters of it and of its source."""
    rows, typed = ROWS[table], known.selection.typed
    held, parameters = known.holds(table, led)
    parts = [held] if table in ("posts", "articles") else [f"{table}.id is not null", held]
    fts = f"{rows.indexed}_fts"
    probe = f"exists (select 1 from {fts} where {fts} match {{}} and {fts}.rowid = {rows.key})"
    if typed.words and not is_indexed:
        parts.append(probe.format(":words"))
    if typed.without:
        parts.append(f"not {probe.format(':without')}")
    # What is typed is compared without the characters that choose between two drawings of an emoji.
    text = f"replace(replace(lower(coalesce({rows.text}, '')), char(65039), ''), char(65038), '')"
    piece = f"select 1 from json_each({{}}) where instr({text}, value)"
    if typed.pieces:
        parts.append(f"not exists ({piece.format(':pieces')} = 0)")
    if typed.unwanted:
        parts.append(f"not exists ({piece.format(':unwanted')} > 0)")
    said = {"pieces": _json(typed.pieces), "unwanted": _json(typed.unwanted), "without": typed.without}
    return " and ".join(parts), parameters | said | {"words": typed.words, "signs": typed.signs}


def _json(values: tuple[str, ...]) -> str:
    return json.dumps(values, ensure_ascii=False)
