"""Two versions of an article side by side, and all that vanished from articles and platforms.

The tables record when each embed and quote was first seen in the article and when it was gone. The prose of earlier
versions is only in the captures, and has its own page (`show_prose`).
"""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
import threading
from collections import OrderedDict
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from datasette import NotFound
from markupsafe import Markup, escape

from archive.evidence.versions import nearest, words_apart
from archive.site.charts import chart
from archive.site.pages.article import in_story_order
from archive.site.pages.measures import SPAN, span_of
from archive.site.site import page_queries
from archive.site.words import name, platform_name
from scraper.availability import GONE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from archive.site.charts import Link
    from archive.site.site import Answer, Site

# What one printed text has that another has not, word by word.

#: Longer texts are cut.
LONGEST = 3000


def against(base: str, text: str) -> Markup:
    """Return `text` as HTML with the words marked that `base` does not have.

    >>> against("We miss you", "We MISS you")
    Markup('We <mark>MISS</mark> you')
    """
    return Markup().join(
        Markup("<mark>{}</mark>").format(words) if is_new else escape(words)
        for words, is_new in words_apart(base, text)[1]
    )


def side_by_side(before: str, after: str, *, is_marked: bool) -> tuple[Markup, Markup]:
    """Return two texts as HTML, long ones cut; with `is_marked`, differences are marked."""
    old, new = (words if len(words) <= LONGEST else words[:LONGEST] + "…" for words in (before, after))
    return (against(new, old), against(old, new)) if is_marked else (escape(old), escape(new))


PARAMETERS = ("from", "to")
#: Moments to choose from, and rows of the comparison.
MOST_MOMENTS = 100
MOST_PAIRS = 100
#: To mark what differs between two texts takes longer than all the rest.
MOST_MARKED = 20
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Moment:
    """A time when embeds and quotes were first seen (`new`) or first missing (`gone`), with their numbers."""

    at: str
    new: int
    gone: int


@dataclass(frozen=True, slots=True)
class Pair:
    """An embed or quote at two moments: its rows, None where it was not there, and its words as HTML with marks."""

    before: dict[str, Any] | None
    after: dict[str, Any] | None
    shown_before: Markup
    shown_after: Markup

    @property
    def row(self) -> dict[str, Any]:
        """Return the row that exists."""
        return self.after or self.before or {}


async def show(site: Site, key: str) -> dict[str, Any]:
    """Return the context of the template; raise NotFound if the archive has no such article."""
    article = await site.ask_one(
        page_queries("versions")["article"], f"No article {name(key)} in this archive", article=key
    )
    found = await site.ask_named("versions", "embeds", "quotes", "captures", article=key)
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
        "has_prose": bool(found["captures"].rows) and can_read(site),
        "same": sum(stands(row, first) and stands(row, last) for row in rows),
    }


def moments_of(rows: Iterable[dict[str, Any]]) -> list[Moment]:
    """Return the latest times of changes, in order."""
    changes: dict[str, list[int]] = {}
    for row in rows:
        changes.setdefault(row["first_at"], [0, 0])[0] += 1
        if row["gone_at"]:
            changes.setdefault(row["gone_at"], [0, 0])[1] += 1
    return [Moment(at, *numbers) for at, numbers in sorted(changes.items())][-MOST_MOMENTS:]


def stands(row: dict[str, Any], at: str) -> bool:
    """Return True if an embed or quote was in the article at a time."""
    return bool(row["first_at"] <= at and (not row["gone_at"] or row["gone_at"] > at))


def compare(rows: list[dict[str, Any]], first: str, last: str) -> list[tuple[Row | None, Row | None]]:
    """Return the rows removed, added or reworded between two times, in their order.

    Where a post is there at both times, but not as one row, or another quote of the speaker took the place of a
    quote, its wording changed: the two rows are one difference.
    """
    there = [(row, stands(row, first), stands(row, last)) for row in rows]
    went = [row for row, before, after in there if before and not after]
    came = [row for row, before, after in there if after and not before]
    later = _replacements(went, came)
    new = {id(row) for row in came} - {id(row) for row in later.values()}
    found: list[tuple[Row | None, Row | None]] = []
    for row, before, after in there:
        if before and not after:
            found.append((row, later.get(id(row))))
        elif id(row) in new:
            found.append((None, row))
    return found


def _replacements(went: list[Row], came: list[Row]) -> dict[int, Row]:
    """Return which of the rows that came took the place of one that went, by the `id()` of that one."""
    later: dict[int, Row] = {}
    for row in went[:MOST_PAIRS]:
        if (other := _replacement(row, came)) is not None:
            later[id(row)] = other
            came = [left for left in came if left is not other]
    return later


def _replacement(row: Row, came: list[Row]) -> Row | None:
    """Return the row among those that came which has other words of the same post, or quotes the speaker anew."""
    if same := [other for other in came if (other["kind"], other["id"]) == (row["kind"], row["id"])]:
        return same[0]
    quotes = {other["text"]: other for other in came if other["kind"] == "quote" and other["name"] == row["name"]}
    text = nearest(row["text"], quotes) if row["kind"] == "quote" else None
    return quotes[text] if text is not None else None


def _shown(found: list[tuple[Row | None, Row | None]]) -> list[Pair]:
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


# The prose of two versions of an article side by side, as its captures hold them.

#: Seconds that reading the captures may take: a page of the size limit takes two, and there may be hundreds.
PATIENCE = 60
#: Seconds that a visitor waits for it; the result is kept for the next request.
WAIT = 1.5
KEPT = 20
#: Maximum number of differences, and of those with marked words.
MOST_SHOWN = 200
MOST_MARKED_OF_PROSE = 50

_NUMBER = re.compile(r"[1-9][0-9]{0,5}", re.ASCII)
_ID = re.compile(r"\A(\w+):\S+")
_READERS = ThreadPoolExecutor(1, "voxpop-captures")
_LOCK = threading.Lock()
_COMPARED: OrderedDict[tuple[Any, ...], Future[tuple[dict[str, Any], str]]] = OrderedDict()


@dataclass(frozen=True, slots=True)
class Difference:
    """A paragraph, headline, post or quote in two versions, as HTML with marks; `kind` is added, removed or changed."""

    kind: str
    before: Markup | None
    after: Markup | None


def can_read(site: Site) -> bool:
    """Return True if the captures of an archive can be read for this visitor."""
    return bool(site.database.path) and not site.is_public and not site.is_published


async def show_prose(site: Site, key: str) -> dict[str, Any]:
    """Return the context; raise NotFound if there is no such article, or this visitor may not read its captures."""
    article = (await site.ask(page_queries("versions")["article"], article=key)).first
    if article is None or not can_read(site):
        raise NotFound(f"No versions of article {name(key)} here")
    numbers = {field: number for field in ("from", "to") if _NUMBER.fullmatch(number := site.argument(field))}
    account, problem = await asyncio.to_thread(_account, site.database.path, key, numbers)
    changes = account.get("changes", [])
    return {
        "article": article,
        "account": account,
        "problem": problem,
        "times": [(number, each["seen"]) for number, each in enumerate(account.get("versions", []), 1)],
        "parts_of_it": _by_part(changes[:MOST_SHOWN]),
        "more": len(changes) - MOST_SHOWN,
    }


def _account(path: str, key: str, numbers: dict[str, str]) -> tuple[dict[str, Any], str]:
    """Return the diff of two versions, or why there is none, within `WAIT` seconds."""
    asked = (path, Path(path).stat().st_mtime_ns, key, *numbers.items())
    with _LOCK:
        if asked not in _COMPARED:
            _COMPARED[asked] = _READERS.submit(_compared, path, key, numbers)
            while len(_COMPARED) > KEPT:
                _COMPARED.popitem(last=False)[1].cancel()
        reading = _COMPARED[asked]
    try:
        account, problem = reading.result(WAIT)
    except (CancelledError, TimeoutError):
        return (
            {},
            "The captures are being read: this takes long where there are many. Reload this page in a few seconds.",
        )
    if problem:
        _COMPARED.pop(asked, None)
    return account, problem


def _compared(path: str, key: str, numbers: dict[str, str]) -> tuple[dict[str, Any], str]:
    """Return the output of ``voxpop versions``, or why there is none."""
    options = [word for field, number in numbers.items() for word in (f"--{field}", number)]
    # -P: a file `archive.py` in the working directory is not this package.
    program = [sys.executable, "-P", "-m", "archive.main"]
    command = [*program, "versions", "--format", "json", *options, "--", path, key]
    try:
        done = subprocess.run(  # noqa: S603 - our own command
            command, capture_output=True, timeout=PATIENCE, check=False, stdin=subprocess.DEVNULL
        )
    except subprocess.TimeoutExpired:
        return {}, f"The captures were not read within {PATIENCE} seconds."
    if done.returncode:
        return {}, "The captures could not be read, or there is no version of this number."
    return json.loads(done.stdout), ""


def _by_part(changes: list[dict[str, Any]]) -> dict[str, list[Difference]]:
    found: dict[str, list[Difference]] = {}
    for number, change in enumerate(changes):
        shown = _difference(change, is_marked=number < MOST_MARKED_OF_PROSE)
        found.setdefault(change["part"], []).append(shown)
    return found


def _difference(change: dict[str, Any], *, is_marked: bool) -> Difference:
    before, after = change["before"], change["after"]
    if change["part"] == "posts":  # which begin with their id
        before, after = (side and _ID.sub(lambda found: platform_name(found[1]), side) for side in (before, after))
    is_changed = before is not None and after is not None
    old, new = side_by_side(before or "", after or "", is_marked=is_marked and is_changed)
    return Difference(change["kind"], None if before is None else old, None if after is None else new)


# What vanished lately: from articles, from platforms, or replaced by other words.

VANISHED_PARAMETERS = (*SPAN, "page")
VANISHED_PAGE = 30
MOST_PAGES = 40
#: Number of rows that are counted by day, and of checks with a post gone that are read: the newest.
COUNTED, CHECKED = 20_000, 3000


async def show_vanished(site: Site) -> dict[str, Any]:
    """Return the context of the template."""
    asked = span_of(site)
    typed = site.argument("page")
    number = min(int(typed), MOST_PAGES) if _NUMBER.fullmatch(typed) else 1
    skipped = VANISHED_PAGE * (number - 1)
    rows, found = await vanished(site, asked.within, skipped + VANISHED_PAGE + 1, CHECKED, skipped)
    sql = page_queries("versions")
    days = (await site.ask(sql["lost_days"], **asked.within)).rows
    days += [
        {"day": row["at"][:10], "reactions": table == "reworded", "posts": table == "lost"}
        for table in ("reworded", "lost")
        for row in found[table].rows
        if _has_vanished(row)
    ]
    links = dict.fromkeys(("reactions", "posts"), _between(site))
    here = {field: value for field, value in asked.typed.items() if value}
    following = len(rows) > VANISHED_PAGE and number < MOST_PAGES
    return {
        **found,
        "rows": rows[:VANISHED_PAGE],
        "subject": " ".join(["Vanished", *(f"{field} {value}" for field, value in here.items())]),
        "chart": chart(days, "reactions", "posts", links=links, is_strip=True),
        "checked": CHECKED,
        "months": (await site.ask(sql["months"])).first,
        "dates": asked.typed,
        "mistakes": asked.mistakes,
        "newer": site.page("gone", page=number - 1 if number > 2 else "", **here) if number > 1 else None,
        "older": site.page("gone", page=number + 1, **here) if following else None,
    }


def _between(site: Site) -> Link:
    return lambda first, last: site.page("gone", since=first.isoformat(), until=last.isoformat())


async def vanished(
    site: Site, within: dict[str, str], most: int, checked: int, skipped: int = 0
) -> tuple[list[Row], dict[str, Answer]]:
    """Return what vanished last, from the `skipped` to the `most`, and its answers; the newest `checked` are read."""
    given = {"verdicts": json.dumps(sorted(GONE)), "checked": checked, "most": most}
    found = await site.ask_named("versions", "lost_embeds", "lost_quotes", "reworded", "lost", **within, **given)
    posts = await site.ask(page_queries("versions")["lost_posts"], lost=json.dumps(found["lost"].rows[:most]))
    answers = (found["lost_embeds"], found["lost_quotes"], found["reworded"], posts)
    rows = [row for answer in answers for row in answer.rows if _has_vanished(row)]
    rows.sort(key=lambda row: row["at"], reverse=True)
    return [_with_words(row) for row in rows[skipped:most]], found


def _has_vanished(row: Row) -> bool:
    """Return True unless the same words, or the post without words as before, are there instead."""
    text, now = row.get("text") or "", row.get("now")
    return text not in json.loads(row["now"]) if row.get("kind") == "quote" else now is None or now != text


def _with_words(row: Row) -> Row:
    """Return a row with its words before and after, if other words took its place."""
    text, now = row["text"] or "", row.get("now")
    if row["kind"] == "quote":
        now = nearest(text, json.loads(row["now"]))
    return row | {"wordings": None if now is None else side_by_side(text, now, is_marked=True)}
