"""The words that publishers and platforms print around embeds, from two files in ``config/``."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Any

from scraper.configuration import packaged
from scraper.patterns import lazy_regex

WORDS_FILE = "embed_words.toml"
WIDGETS_FILE = "widget_words.toml"


@cache
def _stored() -> dict[str, Any]:
    return packaged(WORDS_FILE)


def _sections() -> str:
    before, after = r"(?:[\w-]{1,40}[-_])?", r"(?:[-_](?:wrapper|container|inner|block|box|list|module|widget))?"
    kinds = (f"(?P<{kind}>{before}(?:{'|'.join(names)}){after})" for kind, names in _stored()["sections"].items())
    return "|".join(kinds)


@cache
def other_stories() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return a pattern for headings of lists of other stories, folded, with hyphens for blanks; one for class names."""
    others = _stored()["other_stories"]
    things = f"(?:{'|'.join(others['things'].split())})"
    headings = "|".join(others["names"]).replace("{things}", things)
    # Of the video that leads an article themes say "featured", too; and a class name is no sentence.
    named = headings.replace("(?:-.{0,30})?", "").replace("|featured", "")
    lists = f"{named}|{'|'.join(others['lists'])}"
    behind = "(?:-(?:wrapper|container|inner|block|box|list|grid|section|widget|area|items?|posts?))?"
    return re.compile(headings), re.compile(f"(?:[\\w-]{{1,40}}-)?(?:{lists}){behind}")


@cache
def embed_lists(table: str) -> dict[str, tuple[str, ...]]:
    """Return the lists of a table of ``config/embed_words.toml``, by their names."""
    stored = _stored()[table]
    return {name: tuple(words.split() if isinstance(words, str) else words) for name, words in stored.items()}


#: The classes and ids of sections of a page; the group is the kind: comments, other, column, feed.
SECTION_NAMES = lazy_regex(_sections, re.IGNORECASE)
#: The parts of class names of live blogs.
LIVE_NAMES = lazy_regex(lambda: f"(?:^|-)(?:{'|'.join(embed_lists('live')['names'])})(?:-|$)", re.IGNORECASE)


@cache
def widget_lists(table: str) -> dict[str, Any]:
    """Return a table of ``config/widget_words.toml``; words in texts become lists, their ``_`` spaces."""
    stored = packaged(WIDGETS_FILE)[table]
    return {name: words_of(words) if isinstance(words, str) else words for name, words in stored.items()}


@cache
def widget_words(table: str, name: str) -> str:
    """Return one list of a table as alternatives of a regular expression."""
    return "|".join(widget_lists(table)[name])


def words_of(text: str) -> list[str]:
    """Split a text into words, with ``_`` as spaces in them."""
    return [word.replace("_", " ") for word in text.split()]


def without_accents(text: str) -> str:
    """Return a text without accents and umlauts.

    >>> without_accents("últimas notícias")
    'ultimas noticias'
    """
    if text.isascii():
        return text
    return "".join(sign for sign in unicodedata.normalize("NFD", text) if not unicodedata.combining(sign))
