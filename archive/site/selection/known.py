"""The names in a selection, looked up in the archive: outlets, authors, hashtags."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import islice
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any

from archive.site.answers import unknown
from archive.site.selection.selection import FIELDS
from archive.site.site import page_queries, whole
from archive.site.words import LIKELY, SURE, as_day, fold_hashtag, fold_name, language_name, name, platform_name, when
from archive.store.terms import DAY
from scraper.configuration import packaged

if TYPE_CHECKING:
    from collections.abc import Iterable

    from archive.site.selection.selection import Condition, Selection
    from archive.site.site import Site


#: Number of the newest posts of an author or hashtag that are searched for names.
MOST_POSTS = 1500
#: Maximum number of articles, embeds and quotes, each, of an archive all of whose rows may be looked at.
SMALL = 3000
#: Of each hashtag, author and outlet, so many posts, outlets or hashtags are counted in facets.
OF_EACH = 40


def _meanings() -> dict[str, Any]:
    held = packaged("queries/site/selection.toml")
    days = {"day": DAY.format("articles."), "own_day": DAY.format("")}
    numbers = {"sure": SURE, "likely": LIKELY, "most_posts": MOST_POSTS, "of_each": OF_EACH}
    meanings: dict[str, Any] = whole(held, held["pieces"] | days | numbers)
    return meanings


#: What each condition means for each kind of row, where rows are looked for, and facets, in SQL.
MEANINGS = _meanings()
CONDITIONS: dict[str, dict[str, str]] = MEANINGS["conditions"]
#: That a value is one of a list in JSON; `survey` replaces a list of one with an equation.
LISTED: str = MEANINGS["pieces"]["listed"]


# Other searches, offered where one finds nothing.

_SHORTEST, _LONGEST = 4, 16  # letters of a word whose spelling is looked into
_MOST_RESPELLED = 2


async def otherwise(site: Site, selection: Selection) -> Selection | None:
    """Return a similar search that finds something: with words of this archive, else with any of the words."""
    plain, q = selection.typed.plain, selection.q
    if not plain or len(plain) != len(q.split()):
        return None
    words = [(word, fold_name(word)) for word in plain if word.isalpha()]
    for word, folded in [each for each in words if _SHORTEST <= len(each[1]) <= _LONGEST][:_MOST_RESPELLED]:
        found = await _existing(site, [f'"{each}"' for each in (folded, *respelled(folded))])
        if found and f'"{folded}"' not in found:
            closest = max(found, key=lambda each: SequenceMatcher(None, folded, each.strip('"')).ratio())
            q = q.replace(word, closest.strip('"'))
    for other in dict.fromkeys([q, " OR ".join(plain)]):
        similar = selection.but(q=other)
        if other != selection.q and similar.typed.words and await _existing(site, [similar.typed.words]):
            return similar
    return None


def respelled(word: str) -> list[str]:
    """Return all spellings that differ in one letter, or in the order of two.

    >>> {"pier", "peir", "peirs", "pir", "piers"} - {*respelled("peir")}
    {'piers'}
    """
    cuts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    changed = [
        before + letter + after[drop:] for before, after in cuts for letter in ascii_lowercase for drop in (0, 1)
    ]
    swapped = [before + after[1] + after[0] + after[2:] for before, after in cuts if len(after) > 1]
    return list(dict.fromkeys([*swapped, *(before + after[1:] for before, after in cuts if after), *changed]))


async def _existing(site: Site, searches: list[str]) -> list[str]:
    """Return those of some searches of FTS5 that find a post, a quote or an article."""
    asked = {"searches": json.dumps(searches), "scope": "" if site.shows_text else "{title} : "}
    return [row["value"] for row in (await site.ask(page_queries("known")["existing"], **asked)).rows]


# Outlets to choose from; any other can be typed.
OFFERED = 200
LONGEST = 100
#: What an address of a list or a search may have: a selection, and where its page begins.
PARAMETERS = ("kind", "q", "sort", *FIELDS, "in", "after", "below", "rows")
GONE = {"yes": "gone", "no": "not gone"}
CONFIDENCES = {"sure": "sure quotes", "likely": "quotes that are at least likely", "doubtful": "doubtful quotes"}


def in_index(words: str, index: str, shows_text: bool) -> str:  # noqa: FBT001 - an attribute of the site
    """Return a search of FTS5 as an index may be asked: of articles whose text is hidden, only in titles.

    >>> in_index('"pier" NOT "moon"', "articles", False), in_index('"pier"', "posts", False)
    ('{title} : ("pier" NOT "moon")', '"pier"')
    """
    return f"{{title}} : ({words})" if words and index == "articles" and not shows_text else words


@dataclass(frozen=True, slots=True)
class Meant:
    """One condition, with its value and label."""

    field: str
    value: str
    called: str
    excluded: bool = False

    @property
    def is_listed(self) -> bool:
        """Return True if the value is a list in JSON."""
        return self.field in ("outlet", "author", "link")

    @property
    def is_single(self) -> bool:
        """Return True if the value is a list of one."""
        return self.field in ("outlet", "author") and len(json.loads(self.value)) == 1


@dataclass(frozen=True, slots=True)
class Known:
    """A selection with its names resolved; `meant` are the conditions that can be queried.

    Mistakes are by field, ``q`` for the query: if there are any, nothing is searched. `narrowed` has the conditions in
    words. `namesakes` have the words as their name: the row of a hashtag (``tag``), the name of an ``outlet``.
    """

    selection: Selection
    meant: tuple[Meant, ...] = ()
    mistakes: dict[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    narrowed: tuple[str, ...] = ()
    offered: dict[str, list[str]] = field(default_factory=dict)
    namesakes: dict[str, Any] = field(default_factory=dict)
    shows_text: bool = True
    is_small: bool = False

    @property
    def asked(self) -> str:
        """The query and all conditions in words; empty if everything is asked for."""
        return "; ".join(filter(None, (self.selection.q, *self.narrowed)))

    def search(self, words: str, index: str) -> str:
        """Return a search of FTS5 as the index may be asked; see `in_index`."""
        return in_index(words, index, self.shows_text)

    def one(self, wanted: str) -> Meant | None:
        """Return the first condition on a field that is not an exclusion."""
        return next((each for each in self.meant if each.field == wanted and not each.excluded), None)

    def holds(self, table: str, led: Meant | None = None) -> tuple[str, dict[str, str]]:
        """Return the conditions except `led`, which selected the rows, as SQL over a table, with all parameters."""
        parts, parameters = [], {}
        for number, each in enumerate(self.meant):
            if sql := CONDITIONS[table].get(each.field):
                held = sql.replace("{c}", f":c{number}")
                if each != led:
                    parts.append(f"not coalesce({held}, 0)" if each.excluded else f"({held})")
                parameters[f"c{number}"] = each.value
        return " and ".join(parts) or "1", parameters


async def know(site: Site, selection: Selection, parameters: Iterable[str] = ()) -> Known:
    """Look up the names in a selection; `parameters` are the names of the URL's parameters."""
    misspelt, foreign = unknown(parameters, PARAMETERS, "filter")
    offers = ("outlets", "platforms", "languages", "topics")
    found = await site.ask_named("known", *offers, "small", "namesake", hashtag=fold_hashtag(selection.q), small=SMALL)
    outlets, platforms, languages, topics = ([row[column[:-1]] for row in found[column].rows] for column in offers)
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
        shows_text=site.shows_text,
        is_small=any(row["is_small"] for row in found["small"].rows),
    )


def _mistakes(selection: Selection, looked_up: list[Meant | str], misspelt: Iterable[str] = ()) -> dict[str, str]:
    told = [*misspelt, *selection.typed.mistakes]
    mistakes = {"q": " ".join(told)} if told else {}
    for condition, meant in zip(selection.conditions, looked_up, strict=True):
        if isinstance(meant, str):
            asked_in = condition.field if getattr(selection, condition.field, "") == condition.value else "q"
            mistakes[asked_in] = meant if asked_in != "q" else f"“{name(condition.value)}”: {meant}"
    return mistakes


async def _look_up(site: Site, condition: Condition, folded: list[tuple[str, str]]) -> Meant | str:
    typed = condition.value
    if condition.field == "outlet":
        named = _named(typed, folded)
        found = (json.dumps(named, ensure_ascii=False), name(named[0])) if named else "none here is called so"
    elif condition.field == "author":
        found = await _authors(site, typed)
    elif condition.field == "hashtag":
        row = (await site.ask(page_queries("known")["namesake"], hashtag=fold_hashtag(typed))).first
        found = (row["id"], f"#{name(row['tag'])}") if row else "not in this archive"
    else:
        found = _valued(condition.field, typed)
    if isinstance(found, str):
        return found
    return Meant(condition.field, *found, excluded=condition.excluded)


async def _authors(site: Site, typed: str) -> tuple[str, str] | str:
    rows = (await site.ask(page_queries("known")["authors"], key=typed.lower(), handle=typed.lstrip("@"))).rows
    if not rows:
        return "nobody here has this handle"
    called = rows[0]["called"] if len(rows) == 1 else typed
    return json.dumps([row["id"] for row in rows], ensure_ascii=False), f"by {name(called)}"


def _valued(column: str, typed: str) -> tuple[str, str] | str:
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
    if column in ("topic", "speaker"):
        return typed, f"{column} {name(typed)}"
    asked = typed.lower()
    return asked, platform_name(asked) if column == "platform" else f"in {name(language_name(asked))}"


def spellings(address: str) -> list[str]:
    """Return the spellings of a URL that posts may have.

    >>> [each for each in spellings("http://news.example/pier/#top") if each.startswith("https")]
    ['https://news.example/pier', 'https://news.example/pier/']
    """
    rest = re.sub(r"^https?://", "", address, flags=re.IGNORECASE)
    bare = re.split("[?#]", rest)[0].rstrip("/")
    without_fragment = rest.partition("#")[0]
    found = {f"{scheme}://{each}" for scheme in ("http", "https") for each in (bare, f"{bare}/", without_fragment)}
    return sorted({address, *found})


def _named(typed: str, folded: list[tuple[str, str]]) -> list[str]:
    """Return the outlets with a name, from pairs of their folded names and names; none for a text without letters."""
    wanted = fold_name(typed)
    return [outlet for called, outlet in folded if wanted and called == wanted]


def _useless(kind: str, known: tuple[Meant, ...]) -> list[str]:
    """Say which conditions have no meaning for these rows."""
    if kind in ("", "reactions"):
        return []
    fields = [each.field for each in known if each.field not in CONDITIONS[kind]]
    labels = {"since": "From", "until": "To"}
    return [f"“{labels.get(each, each.capitalize())}” does not narrow {kind}." for each in FIELDS if each in fields]
