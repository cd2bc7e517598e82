"""Two moments of an article side by side: what it showed and quoted at each, as the tables tell.

The tables say of each embed and quote when it first stood in the article and when it was gone. The prose of
earlier versions lies in the captures alone, and has a page of its own (`archive.site.pages.prose`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from datasette import NotFound

from archive.site.differences import side_by_side
from archive.site.pages import prose
from archive.site.pages.article import in_story_order
from archive.site.words import name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from markupsafe import Markup

    from archive.site.site import Site

TEMPLATE = "voxpop/versions.html"
PARAMETERS = ("from", "to")
#: Moments to choose from, and rows of the comparison.
MOST_MOMENTS = 100
MOST_PAIRS = 100
#: To mark what differs between two texts takes longer than all the rest.
MOST_MARKED = 20
Row = dict[str, Any]

ARTICLE = "select id, title, source, outlet, published_at, url from articles where id = :article"
EMBEDS = """
select 'embed' as kind, embeds.post as id, embeds.position, embeds.start_offset,
  coalesce(embeds.text, posts.text) as text, coalesce(embeds.saved_at, embeds.first_seen) as first_at,
  embeds.gone_at, posts.platform, posts.author, posts.posted_at, posts.url, authors.handle, authors.name
from embeds
join posts on posts.id = embeds.post
left join authors on authors.id = posts.author
where embeds.article = :article
order by embeds.position, embeds.id
limit 500
"""
QUOTES = """
select 'quote' as kind, text as id, position, start_offset, text,
  coalesce(saved_at, first_seen) as first_at, gone_at, platform, author, handle, speaker as name
from quotes
where article = :article
order by position, id
limit 500
"""
CAPTURES = """
select fetched_at, status, digest, refused, type from captures
where article = :article order by fetched_at, id limit 100
"""


@dataclass(frozen=True, slots=True)
class Moment:
    """A time at which the article was seen to have changed.

    Attributes:
        at: When.
        new: How many embeds and quotes were first seen then.
        gone: How many were first missing then.
    """

    at: str
    new: int
    gone: int


@dataclass(frozen=True, slots=True)
class Pair:
    """An embed or quote at two moments.

    Attributes:
        before: Its row at the first; None where it was not there.
        after: Its row at the second.
        shown_before: Its words then, as HTML, with those marked that are not in the others.
        shown_after: Its words at the second.
    """

    before: dict[str, Any] | None
    after: dict[str, Any] | None
    shown_before: Markup
    shown_after: Markup

    @property
    def row(self) -> dict[str, Any]:
        """Return what is known of it."""
        return self.after or self.before or {}


async def show(site: Site, key: str) -> dict[str, Any]:
    """Return what the template needs.

    Raises:
        NotFound: The archive has no such article.
    """
    article = (await site.ask(ARTICLE, article=key)).first
    if article is None:
        raise NotFound(f"No article {name(key)} in this archive")
    this = {"article": key}
    found = await site.ask_all(embeds=(EMBEDS, this), quotes=(QUOTES, this), captures=(CAPTURES, this))
    rows = in_story_order(found["embeds"].rows, found["quotes"].rows)
    moments = moments_of(rows)
    known = [moment.at for moment in moments]
    first = _chosen(site.argument("from"), known, 0)
    last = _chosen(site.argument("to"), known, -1)
    differences = compare(rows, first, last)
    return {
        **found,
        "article": article,
        "moments": moments,
        "times": [(at, at) for at in known],
        "first": first,
        "last": last,
        "pairs": _shown(differences),
        "more": len(differences) - MOST_PAIRS,
        "has_prose": bool(found["captures"].rows) and prose.can_read(site),
        "same": sum(stands(row, first) and stands(row, last) for row in rows),
    }


def moments_of(rows: Iterable[dict[str, Any]]) -> list[Moment]:
    """Return the times at which something came or went, the latest ones, in order."""
    changes: dict[str, list[int]] = {}
    for row in rows:
        changes.setdefault(row["first_at"], [0, 0])[0] += 1
        if row["gone_at"]:
            changes.setdefault(row["gone_at"], [0, 0])[1] += 1
    return [Moment(at, *numbers) for at, numbers in sorted(changes.items())][-MOST_MOMENTS:]


def stands(row: dict[str, Any], at: str) -> bool:
    """Return whether an embed or quote stood in the article at a time."""
    return bool(row["first_at"] <= at and (not row["gone_at"] or row["gone_at"] > at))


def compare(rows: list[dict[str, Any]], first: str, last: str) -> list[tuple[Row | None, Row | None]]:
    """Return what differs between two times, in the order of the rows: what went, came, or has other words.

    Where a post or quote is there at both times, but not as one row, its wording changed: the two rows are
    one difference.
    """
    there = [(row, stands(row, first), stands(row, last)) for row in rows]
    came: dict[tuple[Any, Any], list[Row]] = {}
    for row, before, after in there:
        if after and not before:
            came.setdefault((row["kind"], row["id"]), []).append(row)
    went = {(row["kind"], row["id"]) for row, before, after in there if before and not after}
    found: list[tuple[Row | None, Row | None]] = []
    for row, before, after in there:
        key = (row["kind"], row["id"])
        if before and not after:
            found.append((row, came[key].pop(0) if came.get(key) else None))
        elif after and not before and key not in went:
            found.append((None, row))
    return found


def _shown(found: list[tuple[Row | None, Row | None]]) -> list[Pair]:
    """Return the first differences as they are shown."""
    pairs = []
    marked = 0
    for before, after in found[:MOST_PAIRS]:
        is_marked = bool(before and after) and marked < MOST_MARKED
        marked += is_marked
        words = ((row or {}).get("text") or "" for row in (before, after))
        pairs.append(Pair(before, after, *side_by_side(*words, is_marked=is_marked)))
    return pairs


def _chosen(typed: str, known: list[str], otherwise: int) -> str:
    if typed in known:
        return typed
    return known[otherwise] if known else ""
