"""What a selection names, looked up in the archive: outlets, authors, hashtags; what is not there is said."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, fields
from itertools import islice
from typing import TYPE_CHECKING, Any

from archive.site.answers import unknown
from archive.site.selection.conditions import CONDITIONS
from archive.site.selection.selection import FIELDS, Selection
from archive.site.words import as_day, fold_hashtag, fold_name, name, platform_name, when

if TYPE_CHECKING:
    from collections.abc import Iterable

    from archive.site.selection.tree import Condition
    from archive.site.site import Site

# Outlets to choose from; any other can be typed.
OFFERED = 200
LONGEST = 100
#: What an address of a list or a search may have: a selection, and where its page begins.
PARAMETERS = (*(field.name for field in fields(Selection)), "in", "after", "below", "rows")
#: For every outlet there is one row: 20,000 are read in 20 ms.
OUTLETS = "select outlet from tally_outlets where outlet <> '' order by embeds desc limit 20000"
PLATFORMS = "select distinct platform from tally_outlet_platforms order by platform limit 40"
TOPICS = "select distinct topic from articles_topics order by topic limit 100"
HASHTAG = "select id, tag, posts, articles from hashtags where id = :hashtag"
AUTHORS = """
select id from authors where id = :key
union select id from authors where handle = :handle collate nocase
limit 50
"""
#: From one language to the next in an index: `distinct` would read all of it.
LANGUAGES = """
with recursive
  printed(language) as (
    select min(language) from articles
    union all
    select (select min(language) from articles where language > printed.language) from printed
    where printed.language is not null limit 100
  ),
  posted(language) as (
    select min(language) from posts
    union all
    select (select min(language) from posts where language > posted.language) from posted
    where posted.language is not null limit 100
  )
select language from printed where language <> '' union select language from posted where language <> ''
"""
GONE = {"yes": "gone", "no": "not gone"}
CONFIDENCES = {"sure": "sure quotes", "likely": "quotes that are at least likely", "doubtful": "doubtful quotes"}


@dataclass(frozen=True, slots=True)
class Meant:
    """One condition, with the value that is compared and what it is called."""

    field: str
    value: str
    called: str
    excluded: bool = False

    @property
    def is_single(self) -> bool:
        """Return whether the value is a list of one."""
        return self.field in ("outlet", "author") and len(json.loads(self.value)) == 1


@dataclass(frozen=True, slots=True)
class Known:
    """A selection, with what the archive knows of what it names.

    Attributes:
        selection: What was asked.
        meant: The conditions that can be asked.
        mistakes: What is wrong, by field; under ``q`` what was typed. Nothing is searched then.
        notes: What does not narrow these rows, or was read in another way.
        narrowed: The conditions in words.
        offered: What a field offers to choose from.
        namesakes: What is called as the words are: the row of a hashtag (``tag``), the name of an ``outlet``.
    """

    selection: Selection
    meant: tuple[Meant, ...] = ()
    mistakes: dict[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    narrowed: tuple[str, ...] = ()
    offered: dict[str, list[str]] = field(default_factory=dict)
    namesakes: dict[str, Any] = field(default_factory=dict)

    def one(self, wanted: str) -> Meant | None:
        """Return the first condition on a field that is not an exclusion."""
        return next((each for each in self.meant if each.field == wanted and not each.excluded), None)

    def holds(self, table: str, led: Meant | None = None) -> tuple[str, dict[str, str]]:
        """Return all conditions as SQL over one kind of row, with their parameters.

        Args:
            table: The kind of row.
            led: The condition that led to the rows: it holds for all of them and is not asked again.
        """
        parts, parameters = [], {}
        for number, each in enumerate(self.meant):
            if sql := CONDITIONS[table].get(each.field):
                held = sql.replace("{c}", f":c{number}")
                if each != led:
                    parts.append(f"not coalesce({held}, 0)" if each.excluded else f"({held})")
                parameters[f"c{number}"] = each.value
        return " and ".join(parts) or "1", parameters


async def know(site: Site, selection: Selection, parameters: Iterable[str] = ()) -> Known:
    """Look up what a selection names.

    Args:
        site: The pages.
        selection: What was asked.
        parameters: The names of the parameters of the address that it was read from.
    """
    misspelt, foreign = unknown(parameters, PARAMETERS, "filter")
    found = await site.ask_all(
        outlets=OUTLETS,
        platforms=PLATFORMS,
        languages=LANGUAGES,
        topics=TOPICS,
        namesake=(HASHTAG, {"hashtag": fold_hashtag(selection.q)}),
    )
    outlets, platforms, languages, topics = (
        [row[column] for row in found[f"{column}s"].rows] for column in ("outlet", "platform", "language", "topic")
    )
    is_outlet_named = bool(selection.q) or any(each.field == "outlet" for each in selection.conditions)
    folded = [(fold_name(outlet), outlet) for outlet in outlets] if is_outlet_named else []
    looked_up = [await _look_up(site, condition, folded) for condition in selection.conditions]
    known = tuple(meant for meant in looked_up if isinstance(meant, Meant))
    return Known(
        selection,
        known,
        _mistakes(selection, looked_up, misspelt),
        (*selection.typed.notes, *_useless(selection.kind, known), *foreign),
        tuple(f"not {each.called}" if each.excluded else each.called for each in known),
        {
            "outlet": list(islice((each for each in outlets if name(each, LONGEST) == each), OFFERED)),
            "platform": sorted({*platforms, selection.platform} - {""}),
            "language": languages,
            "topic": topics,
        },
        {"tag": found["namesake"].first, "outlet": next(iter(_named(selection.q, folded)), None)},
    )


def _mistakes(selection: Selection, looked_up: list[Meant | str], misspelt: Iterable[str] = ()) -> dict[str, str]:
    """Return what is wrong with a selection, by the field in which it was typed."""
    told = [*misspelt, *selection.typed.mistakes]
    mistakes = {"q": " ".join(told)} if told else {}
    for condition, meant in zip(selection.conditions, looked_up, strict=True):
        if isinstance(meant, str):
            asked_in = condition.field if getattr(selection, condition.field, "") == condition.value else "q"
            mistakes[asked_in] = meant if asked_in != "q" else f"“{name(condition.value)}”: {meant}"
    return mistakes


async def _look_up(site: Site, condition: Condition, folded: list[tuple[str, str]]) -> Meant | str:
    """Return what a condition means, or what is wrong with it."""
    typed = condition.value
    if condition.field == "outlet":
        named = _named(typed, folded)
        found = (json.dumps(named, ensure_ascii=False), name(named[0])) if named else "none here is called so"
    elif condition.field == "author":
        found = await _authors(site, typed)
    elif condition.field == "hashtag":
        row = (await site.ask(HASHTAG, hashtag=fold_hashtag(typed))).first
        found = (row["id"], f"#{name(row['tag'])}") if row else "not in this archive"
    else:
        found = _valued(condition.field, typed)
    if isinstance(found, str):
        return found
    return Meant(condition.field, *found, excluded=condition.excluded)


async def _authors(site: Site, typed: str) -> tuple[str, str] | str:
    rows = (await site.ask(AUTHORS, key=typed.lower(), handle=typed.lstrip("@"))).rows
    if not rows:
        return "nobody here has this handle"
    return json.dumps([row["id"] for row in rows], ensure_ascii=False), f"from {name(typed)}"


def _valued(column: str, typed: str) -> tuple[str, str] | str:
    """Return a value that needs no look into the archive, and what it is called, or what is wrong with it."""
    if column in ("since", "until"):
        day = as_day(typed)
        return (day, f"{'from' if column == 'since' else 'to'} {when(day)}") if day else "write 2024-05-09"
    if column == "confidence":
        asked = typed.lower()
        return (asked, CONFIDENCES[asked]) if asked in CONFIDENCES else "write sure, likely or doubtful"
    if column == "gone":
        day = as_day(typed)
        asked = day or typed.lower()
        called = f"gone in {when(day)}" if day else GONE.get(asked)
        return (asked, called) if called else "write yes, no or a month such as 2024-05"
    if column == "link":
        return json.dumps(spellings(typed), ensure_ascii=False), f"with a link to {name(typed, LONGEST)}"
    if column == "topic":
        return typed, f"topic {name(typed)}"
    asked = typed.lower()
    return asked, platform_name(asked) if column == "platform" else f"language {name(asked)}"


def spellings(address: str) -> list[str]:
    """Return an address in the spellings in which it may stand in posts.

    >>> [each for each in spellings("http://news.example/pier/#top") if each.startswith("https")]
    ['https://news.example/pier', 'https://news.example/pier/']
    """
    rest = re.sub(r"^https?://", "", address, flags=re.IGNORECASE)
    bare = re.split("[?#]", rest)[0].rstrip("/")
    without_fragment = rest.partition("#")[0]
    found = {f"{scheme}://{each}" for scheme in ("http", "https") for each in (bare, f"{bare}/", without_fragment)}
    return sorted({address, *found})


def _named(typed: str, folded: list[tuple[str, str]]) -> list[str]:
    """Return the outlets that are called as somebody typed; none for a text without letters.

    Args:
        typed: What was typed.
        folded: Each outlet, as names are compared and as it is written.
    """
    wanted = fold_name(typed)
    return [outlet for called, outlet in folded if wanted and called == wanted]


def _useless(kind: str, known: tuple[Meant, ...]) -> list[str]:
    """Say which conditions have no meaning for these rows."""
    if kind in ("", "reactions"):
        return []
    fields = [each.field for each in known if each.field not in CONDITIONS[kind]]
    labels = {"since": "From", "until": "To"}
    return [f"“{labels.get(each, each.capitalize())}” does not narrow {kind}." for each in FIELDS if each in fields]
