"""The front page of a site, and a list of the things of each kind."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from archive.clock import utc_now
from archive.datasette_files import import_units
from archive.humanize import counted
from archive.publishing.selection import stored
from scraper.configuration import own_version

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sqlite_utils import Database

    from archive.publishing.selection import Plan
    from archive.site.charts import Chart


# Our own pages, requested in this process in public mode: no custom SQL, no local paths.

#: Time limit of a query in milliseconds: no visitor waits for it.
_PATIENCE = 60_000
_SETTINGS = {
    "default_allow_sql": False,
    "allow_download": False,
    "suggest_facets": False,
    "sql_time_limit_ms": _PATIENCE,
}


class Pages:
    """The pages of one archive, with absolute URLs at `origin`; `address` is the public URL of the folder."""

    def __init__(self, database: str, origin: str, address: str, *, text: bool, immutable: bool) -> None:
        self.name = Path(database).stem
        self._datasette = _datasette_on(
            database, {"public": True, "text": text, "origin": origin, "published": address}, immutable=immutable
        )

    async def begin(self) -> None:
        """Start the plugin."""
        await self._datasette.invoke_startup()

    async def get(self, address: str) -> Any:
        """Return httpx's response to a request of a path; redirects are not followed."""
        return await self._datasette.client.get(address)

    async def render(self, template: str, context: Mapping[str, Any]) -> str:
        """Render a template with the style and parts of the pages."""
        return str(await self._datasette.render_template(template, dict(context)))

    def address(self, kind: str, key: str | None = None) -> str:
        """Return the URL of a page."""
        from datasette.utils import tilde_encode

        path = f"{self._datasette.urls.database(self.name)}/{kind}"
        return path if key is None else f"{path}/{tilde_encode(key)}"

    def place_of(self, address: str) -> Place | None:
        """Parse a path of the server; None if it is not below the archive."""
        from datasette.utils import tilde_decode

        parts = urlsplit(address)
        head, *rest = parts.path.removeprefix("/").split("/", 2)
        if not rest or f"/{head}" != str(self._datasette.urls.database(self.name)):
            return None
        last, _, suffix = rest[-1].partition(".")
        if len(rest) == 1:
            return Place(last, None, suffix, parts.query)
        return Place(rest[0], tilde_decode(last), suffix, parts.query)


@dataclass(frozen=True, slots=True)
class Place:
    """A parsed path: ``/reactions/hashtag/letmirasing.csv?rows=days``, with a key and a suffix if any."""

    kind: str
    key: str | None
    suffix: str
    query: str


def _datasette_on(database: str, plugin: dict[str, Any], *, immutable: bool) -> Any:
    import_units()
    from datasette.app import Datasette

    from archive.site import register

    register()
    return Datasette(
        [] if immutable else [database],
        immutables=[database] if immutable else [],
        metadata={"plugins": {"voxpop": plugin}},
        settings=_SETTINGS,
    )


TEMPLATE = "voxpop/published.html"
#: Number of things on a page of a list, and on the front page.
MOST, FIRST = 400, 12
#: Number of reactions on the search page, each a line: the newest.
SEARCHED = 5000
_GIVEN = "(select key, value from json_each(?)) as given"
VANISHED = """
select 1 from embeds where gone_at is not null union all select 1 from quotes where gone_at is not null
union all select 1 from availability where confirmed = 1 limit 1
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """The data of the front page: things by kind, tables published as a whole, and True if anything has vanished."""

    archive: str
    version: str
    made_at: str
    address: str
    rows: dict[str, list[dict[str, Any]]]
    tables: dict[str, list[dict[str, Any]]]
    has_vanished: bool


def about_of(db: Database, plan: Plan, archive: str, address: str) -> About:
    """Return the data of the front page of a plan."""
    return About(
        archive=archive,
        version=own_version(),
        made_at=f"{utc_now():%Y-%m-%d}",
        address=address,
        rows=_rows_of(db, plan),
        tables=_tables_of(db, plan),
        has_vanished=any(db.query(VANISHED)),
    )


def marker(plan: Plan, about: About) -> dict[str, Any]:
    """Return the contents of the folder's marker."""
    return {
        "archive": about.archive,
        "voxpop": about.version,
        "published": about.made_at,
        "address": about.address or None,
        "selection": plan.wanted,
        "articles": len(plan.keys["article"]),
        "posts": len(plan.keys["post"]),
        "is_part": plan.is_cut,
    }


def _rows_of(db: Database, plan: Plan) -> dict[str, list[dict[str, Any]]]:
    found = {}
    for kind, keys in plan.keys.items():
        sql = stored()["lists"][kind]
        order = "posts.posted_at desc, given.key" if kind == "post" else "given.key"
        found[kind] = list(db.query(f"{sql.format(_GIVEN)} order by {order}", [json.dumps(list(keys))]))
    return found


def _tables_of(db: Database, plan: Plan) -> dict[str, list[dict[str, Any]]]:
    given = {"articles": json.dumps(list(plan.keys["article"])), "posts": json.dumps(list(plan.keys["post"]))}
    return {name: list(db.query(sql, given)) for name, sql in stored()["tables"].items()}


def sentence(plan: Plan, rows: dict[str, list[dict[str, Any]]]) -> str:
    """Describe the selection in words."""
    from archive.site.words import language_name, platform_name

    if plan.is_whole:
        return "The whole archive"
    names = {(kind, row.get("id")): _name(kind, row) for kind in rows for row in rows[kind]}
    called = {"platform": platform_name, "language": language_name}
    words = []
    for field, keys in plan.wanted.items():
        shown = ", ".join(names.get((field, key)) or called.get(field, str)(key) for key in keys)
        words.append(f"{stored()['labels'][field]} {shown}".strip())
    return (f"{plan.name}: " if plan.name else "") + ", ".join(words)


def _name(kind: str, row: dict[str, Any]) -> str:
    """Return the display name of a thing; empty if it only has a key.

    >>> _name("post", {"name": None, "handle": "ada", "id": "twitter:1"})
    'by ada (twitter:1)'
    """
    if kind == "hashtag":
        return f"#{row['tag']}"
    if kind == "article":
        return f"“{row['title']}”" if row["title"] else ""
    if kind in {"author", "post"}:
        who = row["name"] or row["handle"] or ""
        by = "by " if kind == "post" else ""
        return f"{by}{who} ({row['id']})" if who else ""
    return ""


def citation(plan: Plan, about: About) -> str:
    """Return the citation of the site."""
    held = f"{counted(len(plan.keys['article']), 'article')}, {counted(len(plan.keys['post']), 'post')}"
    where = f" {about.address}" if about.address else ""
    made = f"Published with voxpop {about.version}, {about.made_at}.{where}"
    return f"{about.archive}: {sentence(plan, about.rows)} ({held}). {made}"


async def pages_of(pages: Pages, plan: Plan, about: About) -> list[tuple[str, str, str]]:
    """Return the URL, the file and the content of each list."""
    from archive.site.charts import picture

    shown: dict[str, Any] = {
        "about": about,
        "plan": plan,
        "sentence": sentence(plan, about.rows),
        "citation": citation(plan, about),
        "lists": {kind: (pages.address(f"{kind}s"), rows) for kind, rows in about.rows.items() if rows},
        "first": FIRST,
        "tables": {name: pages.address(name) for name in about.tables},
    }
    chart, drawn = _chart(about), pages.address("index.svg")
    made = [("/", "index.html", await pages.render(TEMPLATE, shown | {"chart": chart, "drawn": drawn}))]
    if svg := picture(chart, shown["sentence"], f"Source: voxpop, {about.archive}. {about.address}".strip()):
        made.append((drawn, "index.svg", svg))
    reactions = sorted(about.tables["reactions"], key=_moment, reverse=True)
    search = shown | {"search": reactions[:SEARCHED], "is_cut": len(reactions) > SEARCHED}
    made.append((pages.address("search"), "search.html", await pages.render(TEMPLATE, search)))
    for kind, rows in about.rows.items():
        for page in _parts(pages, kind, rows):
            html = await pages.render(TEMPLATE, shown | {"page": page})
            made.append((page["address"], page["file"], html))
    return made


def _moment(row: dict[str, Any]) -> str:
    return row["posted_at"] or row["published_day"] or row["published_at"] or ""


def _chart(about: About) -> Chart | None:
    from archive.site.charts import chart

    posts, articles = about.rows["post"], about.rows["article"]
    days = [{"day": (row["posted_at"] or "")[:10], "posts": 1, "articles": 0} for row in posts]
    days += [
        {"day": (row["published_day"] or row["published_at"] or "")[:10], "posts": 0, "articles": 1} for row in articles
    ]
    return chart(days)


def _parts(pages: Pages, kind: str, rows: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    name = f"{kind}s"
    starts = range(0, len(rows), MOST)
    for number, start in enumerate(starts, 1):
        address = pages.address(name)
        yield {
            "kind": kind,
            "name": name,
            "rows": rows[start : start + MOST],
            "from": start + 1,
            "total": len(rows),
            "file": f"{name}.html" if number == 1 else f"{name}-{number}.html",
            "address": address if number == 1 else f"{address}?page={number}",
            "following": f"{address}?page={number + 1}" if number < len(starts) else None,
        }
