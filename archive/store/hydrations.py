"""Store data of posts from sources other than articles: wordings with their source, counts, and look-ups."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from archive.store.articles import add_problem
from archive.store.identity import sourced
from archive.store.plan import plan_printings
from archive.store.posts import write_posts
from scraper.answered_posts import Disagreement
from scraper.configuration import queries
from scraper.records import Problem
from scraper.registry import short_link

if TYPE_CHECKING:
    import sqlite3

    from archive.store.erasures.shield import Shield
    from scraper.records import Answered

#: Outcomes of an answer about a post. ``answered``: a step of an unfinished search.
Outcome = Literal["found", "nothing", "disagrees", "erased", "refused", "answered"]

_THERE = "SELECT first_seen FROM posts WHERE id = ?"
_SHORT = "SELECT url FROM posts WHERE id = ? AND native_id IS NOT ?"
_HIDE = "UPDATE captures SET hidden = 'hidden' WHERE id = ? AND hidden IS NULL"
_FIELDS = ("text", "name", "date", "counts")
_OURS = "SELECT id FROM posts WHERE id = coalesce((SELECT post FROM post_aliases WHERE alias = ?1), ?1)"
_COUNTS = "SELECT post, observed_at, source, likes, reposts, replies, views FROM counts"


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """One look-up of a post: where, when, and why."""

    method: str  # ``captures``, ``archives``, or the API of a platform
    asked_at: str
    source: str | None = None
    given_at: str | None = None  # time that the answer is valid for; in the past for a web archive
    reason: str | None = None  # why it was looked up although the author had deleted it
    capture: int | None = None  # location of the stored answer


def note_look(connection: sqlite3.Connection, key: str, look: Look, outcome: Outcome) -> None:
    """Store the outcome of a look-up."""
    row = (look.source, look.given_at, look.asked_at, look.reason, look.capture)
    connection.execute(queries("hydration")["note"], (key, look.method, outcome, *row))


def write_answered(  # noqa: PLR0913, PLR0917 -- what was answered, where, and what it means
    connection: sqlite3.Connection,
    key: str,
    answered: Answered | Disagreement | None,
    look: Look,
    shield: Shield | None,
    otherwise: Outcome = "nothing",
) -> tuple[Outcome, list[str]]:
    """Store the content of an answer about a post, and the look-up itself, with its outcome.

    Erased content is left out and the answer hidden. `otherwise` is the outcome of an answer without content.
    Returns the outcome, and the fields of the post that were filled in.
    """
    there = connection.execute(_THERE, (key,)).fetchone()
    if there is None:
        return "nothing", []
    outcome = otherwise
    gained: list[str] = []
    if isinstance(answered, Disagreement):
        outcome = "disagrees"
        if shield is None or not any(shield.passages(answered.message)):
            problem = Problem(step="hydrate", kind=answered.kind, message=answered.message)
            add_problem(connection, None, look.source or look.method, problem, look.asked_at)
    elif answered is not None and shield is not None and shield.touches(answered.post):
        outcome = "erased"
        connection.execute(_HIDE, (look.capture,))
    elif answered is not None:
        outcome = "found"
        gained = _fill(connection, key, answered, look, max(look.asked_at, there[0]))
    note_look(connection, post_here(connection, key) or key, look, outcome)
    return outcome, gained


def _fill(connection: sqlite3.Connection, key: str, answered: Answered, look: Look, seen: str) -> list[str]:
    before = _held(connection, key)
    post, at = answered.post, look.given_at or look.asked_at
    if post.text or post.author or post.posted:
        short = connection.execute(_SHORT, (key, post.id)).fetchone()
        stated = [sourced(post, look.source or look.method)]
        if short is not None and short_link(short[0]):
            stated.append(sourced(replace(post, text=None), short[0]))
        plan = plan_printings(connection, stated, seen)
        write_posts(connection, replace(plan, seen_earlier=()), seen)
        key = post_here(connection, key) or key
    counts = answered.counts
    numbers = (counts.likes, counts.reposts, counts.replies, counts.views) if counts else ()
    if any(number is not None for number in numbers):
        connection.execute(queries("hydration")["count"], (key, at, look.source or look.method, *numbers))
    after = _held(connection, key)
    return [name for name, had, has in zip(_FIELDS, before, after, strict=True) if has and not had]


def _held(connection: sqlite3.Connection, key: str) -> tuple[int, ...]:
    return tuple(connection.execute(queries("hydration")["held"], (key,)).fetchone() or (0, 0, 0, 0))


def post_here(connection: sqlite3.Connection, post: str) -> str | None:
    """Return the id that a post of another archive has in this one; None if it is not here."""
    found = connection.execute(_OURS, (post,)).fetchone()
    return None if found is None else str(found[0])


def merge_hydrations(connection: sqlite3.Connection, other: sqlite3.Connection) -> None:
    """Add the counts and look-ups of another archive, for posts in this one."""
    for read, add in ((_COUNTS, "count"), (queries("hydration")["asked"], "add")):
        for post, *values in other.execute(read):
            if (ours := post_here(connection, post)) is not None:
                connection.execute(queries("hydration")[add], (ours, *values))
