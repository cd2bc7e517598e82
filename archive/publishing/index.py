"""The pages that tell what a site holds: its front page, and a list of the things of each kind."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from archive.clock import utc_now
from archive.humanize import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlite_utils import Database

    from archive.publishing.asking import Pages
    from archive.publishing.selection import Plan

TEMPLATE = "voxpop/published.html"
#: Things on one page of a list, and on the front page.
MOST, FIRST = 400, 12
#: The name of the list of each kind, and what it shows.
LISTS = {
    "hashtag": ("hashtags", "select id, tag, posts, articles from {} join hashtags on id = given.value"),
    "post": (
        "posts",
        """select posts.id, posts.platform, posts.url, posts.author, posts.text, posts.posted_at,
  posts.articles, authors.handle, authors.name
from {} join posts on posts.id = given.value left join authors on authors.id = posts.author""",
    ),
    "author": ("authors", "select id, platform, handle, name, posts, embeds from {} join authors on id = given.value"),
    "article": (
        "articles",
        """select id, title, outlet, published_at, published_day, embeds, quotes,
  coalesce(url, source) as source
from {} join articles on id = given.value""",
    ),
    "outlet": ("outlets", "select outlet, articles, embeds, quotes from {} join tally_outlets on outlet = given.value"),
}
_GIVEN = "(select key, value from json_each(?)) as given"
#: The tables that are published whole.
TABLES = {
    "reactions": "select * from reactions",
    "posts": """select id, platform, native_id, url, author, text, language, posted_at, posted_precision,
  posted_as_written, articles, first_seen from posts where id in (select value from json_each(:posts))""",
    "articles": """select id, url, title, outlet, language, published_at, published_precision,
  published_as_written, embeds, quotes, digest, first_seen, last_seen
from articles where id in (select value from json_each(:articles))""",
}
_LABELS = {
    "hashtag": "",
    "author": "by",
    "post": "post",
    "article": "article",
    "outlet": "in",
    "host": "at",
    "language": "in the language",
    "platform": "on",
    "since": "since",
    "until": "until",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What the front page tells.

    Attributes:
        archive: The name of the archive.
        version: That of voxpop.
        made_at: The day.
        address: The address of the site on the web; empty while it has none.
        rows: The things of each kind, as the lists show them.
        tables: The rows of each table that is published whole.
    """

    archive: str
    version: str
    made_at: str
    address: str
    rows: dict[str, list[dict[str, Any]]]
    tables: dict[str, list[dict[str, Any]]]


def about_of(db: Database, plan: Plan, archive: str, address: str) -> About:
    """Return what the front page of a plan tells, with all rows that it lists."""
    return About(
        archive=archive,
        version=version("voxpop"),
        made_at=f"{utc_now():%Y-%m-%d}",
        address=address,
        rows=_rows_of(db, plan),
        tables=_tables_of(db, plan),
    )


def marker(plan: Plan, about: About) -> dict[str, Any]:
    """Return what the marker of the folder tells."""
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
    """Return the things of each kind, in the order of the plan."""
    found = {}
    for kind, keys in plan.keys.items():
        _, sql = LISTS[kind]
        ordered = f"{sql.format(_GIVEN)} order by given.key"
        found[kind] = list(db.query(ordered, [json.dumps(list(keys))]))
    return found


def _tables_of(db: Database, plan: Plan) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of each table that belong to the selection."""
    given = {"articles": json.dumps(list(plan.keys["article"])), "posts": json.dumps(list(plan.keys["post"]))}
    return {name: list(db.query(sql, given)) for name, sql in TABLES.items()}


def sentence(plan: Plan, rows: dict[str, list[dict[str, Any]]]) -> str:
    """Return what was asked for, in words."""
    if plan.is_whole:
        return "The whole archive"
    names = {(kind, row.get("id")): _name(kind, row) for kind in rows for row in rows[kind]}
    named = {field: ", ".join(names.get((field, key)) or key for key in keys) for field, keys in plan.wanted.items()}
    return ", ".join(f"{_LABELS[field]} {words}".strip() for field, words in named.items())


def _name(kind: str, row: dict[str, Any]) -> str:
    """Return how readers know a thing; an empty text where its key is all that there is."""
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
    """Return how the site is cited."""
    held = f"{counted(len(plan.keys['article']), 'article')}, {counted(len(plan.keys['post']), 'post')}"
    where = f" {about.address}" if about.address else ""
    made = f"Published with voxpop {about.version}, {about.made_at}.{where}"
    return f"{about.archive}: {sentence(plan, about.rows)} ({held}). {made}"


async def pages_of(pages: Pages, plan: Plan, about: About) -> list[tuple[str, str, str]]:
    """Return the address under which pages link to each list, its file, and its content."""
    shown: dict[str, Any] = {
        "about": about,
        "plan": plan,
        "sentence": sentence(plan, about.rows),
        "citation": citation(plan, about),
        "lists": {kind: (pages.address(LISTS[kind][0]), rows) for kind, rows in about.rows.items() if rows},
        "first": FIRST,
        "tables": {name: pages.address(name) for name in about.tables},
    }
    made = [("/", "index.html", await pages.render(TEMPLATE, shown))]
    for kind, rows in about.rows.items():
        for page in _parts(pages, kind, rows):
            html = await pages.render(TEMPLATE, shown | {"page": page})
            made.append((page["address"], page["file"], html))
    return made


def _parts(pages: Pages, kind: str, rows: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the pages of a list: where each is, what it shows, which one follows."""
    name, _ = LISTS[kind]
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
