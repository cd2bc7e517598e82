"""Selections of hashtags, authors and outlets: what has a name, and numbers that the archive keeps."""

# ruff: noqa: S608 - all parts of these are our own; values are parameters

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from archive.site import people
from archive.site.selection import survey
from archive.site.selection.conditions import CONDITIONS, LISTED, MOST_POSTS
from archive.site.words import fold_hashtag, fold_name

if TYPE_CHECKING:
    from archive.site.selection.known import Known
    from archive.site.site import Answer, Site

#: So many of the largest are looked at, where no condition leads to fewer.
CANDIDATES = 15_000
NAMES = """
select {columns} from (select * from {table}{narrow} order by {order} limit :candidates) as {table}
where {holds}
order by {order} limit :looked
"""
POSTS = {
    "authors": "select sum(posts) as posts from hashtags where id = :key",
    "hashtags": "select sum(posts) as posts from authors where id in (select value from json_each(:key))",
}
CALLED = """
select id from hashtags
where not exists (select 1 from json_each(:wanted) where instr(hashtags.id, value) = 0)
order by articles desc limit :looked
"""
COUNT = "select count(*) as number from {table}"
TABLES = {"hashtags": "hashtags", "authors": "authors", "outlets": "tally_outlets"}
_COLUMNS = {
    "hashtags": "id, tag, posts, articles",
    "authors": "id, platform, handle, name, posts, embeds, quotes",
    "outlets": "outlet as id, outlet, articles, embeds, quotes",
}
_BY_NAME = {"hashtags": "id", "authors": "name collate nocase", "outlets": "outlet collate nocase"}
#: Conditions that lead to few names.
_NARROW = {
    "hashtags": (
        ("hashtag", CONDITIONS["hashtags"]["hashtag"]),
        ("author", CONDITIONS["hashtags"]["author"]),
        (
            "outlet",
            f"""id in (
          select hashtag from tally_outlet_hashtags where outlet {LISTED}
          order by articles desc limit :looked
        )""",
        ),
    ),
    "authors": (
        ("author", CONDITIONS["authors"]["author"]),
        (
            "outlet",
            f"""id in (
          select author from tally_outlet_authors where outlet {LISTED}
          order by embeds desc limit :looked
        )""",
        ),
        ("hashtag", CONDITIONS["authors"]["hashtag"]),
    ),
    "outlets": (),
}


@dataclass(frozen=True, slots=True)
class Named:
    """What was found.

    Attributes:
        answer: The rows and their question.
        total: How many rows there are at least.
        is_exact: There are no more.
        says: Where they were looked for, if not everywhere.
    """

    answer: Answer
    total: int
    is_exact: bool
    says: str = ""


async def find(site: Site, known: Known, looked: int | None = None) -> Named:
    """Return the names of a selection, in its order; at most `looked`."""
    looked = looked or survey.LOOKED
    kind, typed = known.selection.kind, known.selection.typed
    table, order = TABLES[kind], known.selection.order
    holds, parameters = known.holds(kind)
    narrow = next(
        (
            sql.replace("{c}", f":c{known.meant.index(meant)}")
            for field, sql in _NARROW[kind]
            if (meant := known.one(field))
        ),
        "",
    )
    if typed.words or typed.pieces:
        narrow = f"{'outlet' if kind == 'outlets' else 'id'} {LISTED.format(c=':names')}"
        parameters["names"] = json.dumps(await _called(site, known), ensure_ascii=False)
    question = NAMES.format(
        columns=_COLUMNS[kind],
        table=table,
        narrow=f" where {narrow}" if narrow else "",
        holds=holds,
        order=_BY_NAME[kind] if order == "name" else f"{order} desc",
    )
    asked: dict[str, Any] = {**parameters, "candidates": max(CANDIDATES, looked), "looked": looked}
    found = await site.ask_all(**{kind: (question, asked)})
    answer, number = found[kind], len(found[kind].rows)
    count = COUNT.format(table=table)
    if known.selection.is_everything:
        return Named(answer, int((await site.ask(count)).rows[0]["number"]), is_exact=True)
    says = await _bounded(site, known)
    if not narrow and (await site.ask(count)).rows[0]["number"] > CANDIDATES:
        says = f"Among the first {CANDIDATES:,} in this order."
    return Named(answer, number, is_exact=number < looked and not says, says=says)


async def _bounded(site: Site, known: Known) -> str:
    """Say where only some posts are looked at: of a hashtag for authors, of an author for hashtags."""
    kind = known.selection.kind
    wanted = {"authors": "hashtag", "hashtags": "author"}.get(kind)
    meant = known.one(wanted) if wanted else None
    if meant is None:
        return ""
    posts = int((await site.ask(POSTS[kind], key=meant.value)).rows[0]["posts"] or 0)
    return f"In {MOST_POSTS:,} of {posts:,} posts." if posts > MOST_POSTS else ""


async def _called(site: Site, known: Known) -> list[str]:
    """Return the keys of what is called as was typed."""
    kind, typed = known.selection.kind, known.selection.typed
    if kind == "authors":
        words = (typed.words, typed.pieces, known.selection.q)
        found: list[str] = await site.database.execute_fn(lambda archive: people.ids(site, archive, *words))
        return found
    if kind == "hashtags":
        wanted = json.dumps([fold_hashtag(word) for word in typed.plain], ensure_ascii=False)
        rows = (await site.ask(CALLED, wanted=wanted, looked=survey.LOOKED)).rows
        return [row["id"] for row in rows]
    folded = [fold_name(word) for word in typed.plain]
    rows = (await site.ask("select outlet from tally_outlets limit 20000")).rows
    called = ((row["outlet"], fold_name(row["outlet"])) for row in rows)
    return [outlet for outlet, name in called if all(word in name for word in folded)]
