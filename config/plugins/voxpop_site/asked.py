"""The search form: its fields, what they ask for, and what is wrong with them."""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .addresses import is_web
from .printed import name
from .words import as_day, fold_hashtag, fold_name, platform_name, when

if TYPE_CHECKING:
    from .site import Site

FIELDS = ("q", "in", "platform", "outlet", "hashtag", "language", "since", "until")
# Outlets to choose from; any other can be typed.
OFFERED = 200
LONGEST = 100
#: For every outlet there is one row: 20,000 are read in 20 ms.
OUTLETS = "select outlet from tally_outlets where outlet <> '' order by embeds desc limit 20000"
PLATFORMS = "select distinct platform from tally_outlet_platforms order by platform limit 40"
HASHTAG = "select id, tag from hashtags where id = :hashtag"
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
# Scripts without spaces between words, of which the index holds whole sentences. What is written in them is
# looked for letter by letter, as are pictures, which the index does not hold.
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")
_WORDS = re.compile(r'"[^"]*"|[^\s"]+')
# The beginning of a word, as many searches have it; a shorter one would be that of too many.
_BEGINNING = re.compile(r"\w{3,}\*\Z")
_VARIANTS = re.compile("[\ufe0e\ufe0f]")
_OPERATORS = {"AND", "OR", "NOT", "NEAR"}
# Most searches ask for none: then no row's text is looked through.
_HOLDS_PIECES = """(:pieces = '[]' or not exists (
    select 1 from json_each(:pieces) where instr(lower(coalesce({column}, '')), value) = 0
  ))"""


@dataclass(frozen=True, slots=True)
class Asked:
    """The form as it was filled in, and as a search.

    Attributes:
        form: What was typed, by field.
        words: The words as a search of SQLite's FTS5; nothing where none were typed.
        pieces: What has to occur besides, letter by letter: words of scripts without spaces, emoji.
        filters: Parameters of the questions; an empty text filters nothing.
        mistakes: What is wrong, by field: nothing is searched then.
        narrowed: The filters in words.
        offered: What a field offers to choose from.
        namesakes: What is called as the words are: the row of a hashtag (``tag``), the name of an ``outlet``.
    """

    form: dict[str, str]
    words: str
    pieces: list[str]
    filters: dict[str, str]
    mistakes: dict[str, str]
    narrowed: list[str]
    offered: dict[str, list[str]]
    namesakes: dict[str, Any]

    @property
    def searches(self) -> bool:
        """Return whether there is anything to search for."""
        return not self.mistakes and not self.address and bool(self.words or self.pieces or self.narrowed)

    @property
    def address(self) -> bool:
        """Return whether an address was typed, which is no words to search for."""
        return is_web(self.form["q"])

    @property
    def operators(self) -> list[str]:
        """Return the words that look like operators and are searched for as words."""
        return [word for word in self.form["q"].split()[1:] if word in _OPERATORS]


async def read(site: Site) -> Asked:
    """Read the form, and look up what it names in the archive."""
    form = {field: site.argument(field) for field in FIELDS}
    form["platform"] = form["platform"].lower()
    found = await site.ask_all(
        outlets=OUTLETS,
        platforms=PLATFORMS,
        languages=LANGUAGES,
        hashtag=(HASHTAG, {"hashtag": fold_hashtag(form["hashtag"])}),
        namesake=(HASHTAG, {"hashtag": fold_hashtag(form["q"])}),
    )
    outlets, platforms, languages = (
        [row[column] for row in found[f"{column}s"].rows] for column in ("outlet", "platform", "language")
    )
    meant, tag = _named(form["outlet"], outlets), found["hashtag"].first
    filters = _filters(form, meant)
    return Asked(
        form=form,
        words=match_words(form["q"]),
        pieces=pieces_of(form["q"]),
        filters=filters,
        mistakes=_mistakes(form, filters, tag),
        narrowed=_narrowed(filters, meant[:1], tag),
        offered={
            "outlet": [outlet for outlet in outlets if name(outlet, LONGEST) == outlet][:OFFERED],
            "platform": sorted({*platforms, form["platform"]} - {""}),
            "language": languages,
        },
        namesakes={"tag": found["namesake"].first, "outlet": next(iter(_named(form["q"], outlets)), None)},
    )


def _named(typed: str, outlets: list[str]) -> list[str]:
    """Return the outlets that are called as somebody typed; none for a text without letters."""
    folded = fold_name(typed)
    return [outlet for outlet in outlets if folded and fold_name(outlet) == folded]


def _filters(form: dict[str, str], outlets: list[str]) -> dict[str, str]:
    """Return the parameters of the questions."""
    return {
        "platform": form["platform"],
        "outlets": json.dumps(outlets, ensure_ascii=False) if outlets else "",
        "hashtag": fold_hashtag(form["hashtag"]),
        "language": form["language"].lower(),
        "since": as_day(form["since"]) or "",
        "until": as_day(form["until"]) or "",
    }


def _mistakes(
    form: dict[str, str], filters: dict[str, str], hashtag: dict[str, Any] | None
) -> dict[str, str]:
    """Say what is wrong with the fields."""
    mistakes = {}
    if form["outlet"] and not filters["outlets"]:
        mistakes["outlet"] = "none here is called so"
    if filters["hashtag"] and not hashtag:
        mistakes["hashtag"] = "not in this archive"
    for field in ("since", "until"):
        if form[field] and not filters[field]:
            mistakes[field] = "write 2024-05-09"
    return mistakes


def match_words(query: str) -> str:
    """Return what the reader typed as a search that cannot be wrong: every word quoted, phrases kept.

    >>> match_words('refund "ninety days" AND ("')
    '"refund" "ninety days" "AND"'
    >>> match_words("lighth* li* 灯台 🎺")
    '"lighth" * "li*"'
    """
    words = (word.strip('"') for word in _WORDS.findall(query) if _is_word(word) and not _is_piece(word))
    return " ".join(f'"{word[:-1]}" *' if _BEGINNING.match(word) else f'"{word}"' for word in words)


def pieces_of(query: str) -> list[str]:
    """Return what has to be looked for letter by letter.

    >>> pieces_of('灯台 🎺 “♥️” lighthouse ( *')
    ['灯台', '🎺', '♥']
    """
    words = (_VARIANTS.sub("", word) for word in _WORDS.findall(query) if _is_piece(word))
    return [word.strip("\"'“”()*").lower() for word in words]


def holds_pieces(column: str) -> str:
    """Return the condition that all of ``:pieces``, as JSON, occur in a column."""
    return _HOLDS_PIECES.format(column=column)


def _is_word(word: str) -> bool:
    return any(letter.isalnum() for letter in word)


def _is_piece(word: str) -> bool:
    if _is_word(word):
        return bool(_UNSPACED.search(word))
    return any(unicodedata.category(letter) == "So" for letter in word)


def _narrowed(filters: dict[str, str], outlet: list[str], hashtag: dict[str, Any] | None) -> list[str]:
    """Say what is asked for besides the words."""
    words = [
        platform_name(filters["platform"]),
        *map(name, outlet),
        f"#{name(hashtag['tag'])}" if hashtag else "",
        f"language {filters['language']}" if filters["language"] else "",
        f"from {when(filters['since'])}" if filters["since"] else "",
        f"to {when(filters['until'])}" if filters["until"] else "",
    ]
    return [word for word in words if word]
