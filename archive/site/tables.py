"""Cells of Datasette's own tables and queries: posts as cards, links to our pages, times in words, flags."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

import datasette
from datasette.utils import path_with_added_args, tilde_decode, tilde_encode
from jinja2.ext import Extension
from markupsafe import Markup, escape

from archive.site.limits import SOURCE
from archive.site.site import IS_1_0, LARGE, MIDDLING, Site, archives, page_queries
from archive.site.words import filled, name, platform_name, safe_link, shown, when

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, MutableMapping

    Scope = MutableMapping[str, Any]


# Pages of large tables, without reading all their rows.

VIEW_ROWS = {
    "reactions": "select total(embeds + quotes) from tally_outlets",
    "most_embedded": "select total(posts) from tally_platform_days",
}
_PAGE = re.compile(r"/(?P<database>[^/]+)/(?P<table>[^/.]+)(?:\.json)?\Z")
# Parameters of a page without filters.
_UNFILTERED = {"_sort", "_sort_desc", "_next", "_size", "_col", "_nocol", "_shape", "_labels"}
_ASKED = "voxpop_asked"
# Columns that sort filtered reactions by an index, if the visitor requests no order.
_READ_IN_ORDER = {
    "outlet": "published_at",
    "outlet__exact": "published_at",
    "author": "posted_at",
    "platform": "posted_at",
}
_ORDERED = {"_sort", "_sort_desc", "_next"}


def read_less(datasette: Any, app: Any) -> Any:
    """Wrap an ASGI application: ask for large tables without what would read all their rows."""

    async def asked(scope: Scope, receive: Any, send: Callable[..., Awaitable[None]]) -> None:
        if scope["type"] == "http" and (order := _order(datasette, scope)):
            location = b"?" + scope["query_string"] + b"&_sort_desc=" + order.encode()
            await send({"type": "http.response.start", "status": 302, "headers": [(b"location", location)]})
            await send({"type": "http.response.body", "body": b""})
            return
        spared = _spared(datasette, scope) if scope["type"] == "http" else b""
        if spared:
            query = scope["query_string"]
            scope = {**scope, "query_string": query + b"&" + spared if query else spared, _ASKED: query}
        await app(scope, receive, send)

    return asked


def restore(request: Any) -> None:
    """Restore the query of the visitor in a request, once Datasette has read ours: links are made from it."""
    if _ASKED in request.scope:
        request.scope["query_string"] = request.scope.pop(_ASKED)


async def rows_of(datasette: Any, database: str, table: str, known: int | None, request: Any) -> int | None:
    """Return the number of rows of a page: what Datasette counted, else the sum for a view shown whole."""
    asked = request.scope["query_string"]
    if known is not None or table not in VIEW_ROWS or database not in archives(datasette) or not _shows_all(asked):
        return known
    return int((await datasette.databases[database].execute(VIEW_ROWS[table])).first()[0])


async def facets_of(datasette: Any, database: str, table: str, suggested: Any, request: Any) -> Any:
    """Return the facets to offer on a page: those Datasette suggests, else configured ones it left out."""
    if not _is_above(MIDDLING, datasette, database, table) or not _shows_all(request.scope["query_string"]):
        return suggested
    if IS_1_0:
        settings = await datasette.table_config(database, table)
    else:
        settings = datasette.table_metadata(database, table)
    return [
        {"name": name, "toggle_url": datasette.urls.path(path_with_added_args(request, {"_facet": name}))}
        for name in settings.get("facets", ())
    ]


def is_uncounted(datasette: Any, database: str, table: str, request: Any) -> bool:
    """Return True if a page shows a large view with a filter, without a count."""
    is_filtered = not _shows_all(request.scope["query_string"])
    return table in VIEW_ROWS and is_filtered and _is_above(LARGE, datasette, database, table)


def _spared(datasette: Any, scope: Scope) -> bytes:
    database, table = _table_of(scope)
    shows_all = _shows_all(scope["query_string"])
    is_large_view = table in VIEW_ROWS and _is_above(LARGE, datasette, database, table)
    if not _is_above(MIDDLING, datasette, database, table) or not (shows_all or is_large_view):
        return b""
    unfaceted = b"" if b"_facet" in scope["query_string"] else b"&_nofacet=1"
    uncounted = b"&_nocount=1" if is_large_view and not (shows_all and IS_1_0) else b""
    return b"_nosuggest=1" + unfaceted + uncounted


def _order(datasette: Any, scope: Scope) -> str | None:
    """Return the default sort column of a page of filtered reactions."""
    database, table = _table_of(scope)
    if table != "reactions" or scope["path"].endswith(".json"):
        return None
    asked = _names(scope["query_string"])
    if asked & _ORDERED or not _is_above(LARGE, datasette, database, table):
        return None
    return next((order for column, order in _READ_IN_ORDER.items() if column in asked), None)


def _table_of(scope: Scope) -> tuple[str, str]:
    page = _PAGE.search(scope["path"])
    return (tilde_decode(page["database"]), tilde_decode(page["table"])) if page else ("", "")


def _is_above(size: int, datasette: Any, database: str, table: str) -> bool:
    held = archives(datasette).get(database, ())
    return table in held and datasette.databases[database].size > size


def _shows_all(query: bytes) -> bool:
    return _names(query) <= _UNFILTERED


def _names(query: bytes) -> set[str]:
    return {name for name, _ in parse_qsl(query.decode("latin-1"), keep_blank_values=True)}


# What Datasette's own templates lack, put into them as they are read: names of fields, headings in order.

_THEIRS = Path(datasette.__file__).parent / "templates"
#: Fields that have no name: what their tags begin with, and the name.
_LABELS = (
    ('<select name="_filter_column', "Column"),
    ('<select name="_filter_op', "Comparison"),
    ('<input type="text" name="_filter_value', "Value"),
    ('<select name="_sort"', "Sort by"),
    ('<textarea id="sql-editor"', "SQL"),
)
#: Headings that come next below the title of the page.
_NEXT = {
    "table.html": (re.compile(r"(</?h)3\b"), r"\g<1>2"),
    "query.html": (re.compile(r"(</?h)3\b"), r"\g<1>2"),
    "database.html": (re.compile(r"<h3>(Custom SQL query)</h3>"), r"<h2>\1</h2>"),
}
_COUNT = re.compile(r'(?<!"facet-count">)\{\{ "\{:,\}"\.format\(facet_value\.count\) \}\}')


class Mended(Extension):
    """Mend each template of Datasette when it is read."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:  # noqa: ARG002 - the signature of the library
        """Change the text of a template."""
        if filename is None or not Path(filename).is_relative_to(_THEIRS):
            return source
        return mend(source, Path(filename).name)


def mend(source: str, name: str) -> str:
    """Return a template of Datasette, completed.

    >>> mend('<html><h3>2 rows</h3><textarea id="sql-editor" name="sql">', "table.html")
    '<html lang="en"><h2>2 rows</h2><textarea aria-label="SQL" id="sql-editor" name="sql">'
    """
    source = source.replace("<html>", '<html lang="en">')
    for tag, label in _LABELS:
        element, _, rest = tag.partition(" ")
        source = source.replace(tag, f'{element} aria-label="{label}" {rest}')
    if name in _NEXT:
        pattern, instead = _NEXT[name]
        source = pattern.sub(instead, source)
    return _COUNT.sub(r'<span class="facet-count">\g<0></span>', source)


PAGES = {"post": "post", "author": "author", "article": "article", "hashtag": "hashtag", "outlet": "outlet"}
# The column that leads from a row of a table to the page about it.
LEADING = {("authors", "handle"): "author", ("articles", "title"): "article", ("hashtags", "tag"): "hashtag"}
TIMES = {"first_seen", "last_seen", "first_posted", "last_posted", "first_published", "last_published", "saved_at"}
NAMES = {"title", "name", "handle", "speaker", "speaker_as_written", "tag", "as_written", "verb", "outlets"}
#: Columns with words of an article.
WORDS = {"words", "context"}
LONGEST = 600
#: The beginning of an article, which is no taller than its row.
SHORT = 240
#: A text with more characters has a wide column.
NARROW = 100
# Columns that come first in Datasette's tables, after the primary key, and those that come last, such as
# addresses, which are long and say less than words: the text only of an article.
FIRST = ("kind", "text", "tag", "title", "name", "speaker", "outlet", "published_at", "article")
LAST = ("text", "native_id", "url", "article_url", "source", "digest", "record", "rowid")

#: The link that Datasette makes from the key of a row, which can contain names.
_MADE = re.compile(r"(<a [^<>]*>)([^<]*)</a>")

FLAGGED = {
    "contradicts": "date contradicts id",
    "differs": "wording differs",
    "gone": "gone",
    "vanished": "no longer public",
}


def render(row: Any, value: Any, column: str, table: str | None, database: str, datasette: Any) -> Any:  # noqa: PLR0913, PLR0917 - the hook's signature
    """Return a cell of an archive as HTML, or None to leave it to Datasette."""
    key, label = (value["value"], value["label"]) if isinstance(value, dict) else (value, None)
    site = Site(datasette, None, database, datasette.databases[database])
    if column == "text":
        return _text(site, row, str(key or ""), table)
    if not isinstance(key, str) or not key:
        return None
    if (table or "", column) in LEADING and isinstance(own := _reader(row)("id"), str):
        return _link(site, LEADING[table or "", column], own, key)
    if column == "title" and isinstance(article := _reader(row)("article"), str):
        return _link(site, "article", article, key)
    if column == "printing":
        address = datasette.urls.row(database, "printings", tilde_encode(key))
        return filled('<a href="{}"><bdi>{}</bdi></a>', address, _cut(label or "no words"))
    return _short(site, key, label, column, table)


def in_reading_order(columns: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the columns of a Datasette table in reading order."""
    last = LAST if any(column["name"] == "record" for column in columns) else LAST[1:]
    return sorted(columns, key=lambda column: _rank(column["name"], last, is_key=bool(column.get("is_pk"))))


async def rows_in_reading_order(
    datasette: Any, rows: Any, columns: list[dict[str, Any]], database: str, table: str
) -> Any:
    """Put the cells of a Datasette table into the order of their heads, and flags on its posts."""
    places = {column["name"]: place for place, column in enumerate(columns)}
    for row in rows:
        row.cells = sorted(row.cells, key=lambda cell: places.get(cell["column"], len(places)))
        for cell in row.cells:
            if cell["column"] == "Link" and (made := _MADE.fullmatch(str(cell["value"]))):
                cell["value"] = filled("{}{}</a>", Markup(made[1]), name(unescape(made[2]), 200))  # noqa: S704 - Datasette's own
    if "text" in places and database in archives(datasette):
        await _flag(Site(datasette, None, database, datasette.databases[database]), rows, table)
    return rows


async def _flag(site: Site, rows: Any, table: str) -> None:
    """Say on the cards where something about a post does not fit: one question for all of them."""
    cards: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        cells = {cell["column"]: cell for cell in row.cells}
        post = _key(cells.get("id" if table == "posts" else "post", {}).get("raw"))
        if post and isinstance(cells["text"]["value"], Markup):
            cards.setdefault(post, []).append(cells["text"])
    for flags in (await site.ask(page_queries("tables")["flags"], posts=json.dumps(list(cards)))).rows if cards else ():
        shown = Markup().join(
            filled('<span class="vp-flag">{}</span>', words) for flag, words in FLAGGED.items() if flags[flag]
        )
        for cell in cards[flags["post"]]:
            cell["value"] += shown


def named(facets: Any) -> Any:
    """Return Datasette's facets with visibly distinct labels."""
    if isinstance(facets, dict):
        return {key: name(str(v), 120) if key == "label" else named(v) for key, v in facets.items()}
    return [named(facet) for facet in facets] if isinstance(facets, list) else facets


def _rank(column: str, last: tuple[str, ...], *, is_key: bool) -> int:
    """Return 0 for keys and Datasette's own link, then FIRST, all others, and the last ones."""
    if is_key or column == "Link":
        return 0
    if column in last:
        return 200 + last.index(column)
    if column in FIRST:
        return 1 + FIRST.index(column)
    return 100


def _short(site: Site, key: str, label: Any, column: str, table: str | None) -> Markup | None:
    if column in PAGES and not (table == "articles_mentions" or key.startswith("~")):
        return _link(site, PAGES[column], key, label)
    if column.endswith("_at") or column in TIMES:
        return filled('<time datetime="{}" title="{}">{}</time>', key, key, when(key))
    if column in NAMES or column in WORDS:
        words = name(key, 300) if column in NAMES else _cut(key)
        return filled('<span dir="auto" class="vp-words{}">{}</span>', _width(words), words)
    if column == SOURCE:
        return filled("<bdi>{}</bdi>", name(shown(key), LONGEST))
    if column == "platform":
        return escape(platform_name(key))
    return None


def _link(site: Site, kind: str, key: str, label: Any) -> Markup:
    words = name(str(label or (key.partition(":")[2] if kind == "author" else key)), 70)
    words = {"hashtag": "#", "author": "@"}.get(kind, "") + words
    return filled('<a class="vp-{}" href="{}"><bdi>{}</bdi></a>', kind, site.page(kind, key), words)


def _text(site: Site, row: Any, text: str, table: str | None) -> Markup:
    get = _reader(row)
    post = get("id") if table == "posts" else get("post")
    if not isinstance(post, str):
        return filled(
            '<p dir="auto" class="vp-words{}">{}</p>',
            _width(text),
            _cut(text, SHORT if table == "articles" else LONGEST),
        )
    said = _cut(text) or Markup("<em>No words were printed.</em>")
    return filled('<div class="vp-card"><p dir="auto">{}</p>{}</div>', said, _byline(site, post, get))


def _width(text: str) -> str:
    return " vp-long" if len(text) > NARROW else ""


def _cut(text: str, longest: int = LONGEST) -> str:
    return text if len(text) <= longest else text[:longest] + "…"


def _byline(site: Site, post: str, get: Callable[[str], Any]) -> Markup:
    author = get("author")
    handle = get("handle") or (author.partition(":")[2] if isinstance(author, str) else None)
    who = filled("<bdi>@{}</bdi> · ", name(handle)) if handle else Markup()
    permalink = safe_link(get("url") or get("post_url"))
    original = filled(' · <a href="{}" rel="nofollow noopener ugc">original</a>', permalink)
    return filled(
        '<p class="vp-by">{}<a href="{}">{}</a>{}</p>',
        who,
        site.page("post", post),
        when(get("posted_at")),
        original if permalink else "",
    )


def _reader(row: Any) -> Callable[[str], Any]:
    """Return a reader of a row's columns; an expanded foreign key is its value, a missing column None."""

    def get(column: str) -> Any:
        try:
            value = row[column]
        except (KeyError, IndexError):
            return None
        return _key(value)

    return get


def _key(value: Any) -> Any:
    """Return the value of a cell; for a foreign key, Datasette adds a label."""
    return value["value"] if isinstance(value, dict) else value
