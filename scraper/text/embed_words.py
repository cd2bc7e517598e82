"""The words that publishers and platforms print around embeds, from two files in ``config/``."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from scraper.configuration import packaged

if TYPE_CHECKING:
    from collections.abc import Mapping

WORDS_FILE = "embed_words.toml"
WIDGETS_FILE = "widget_words.toml"


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedWords:
    """Patterns made of the words.

    Attributes:
        other_stories: Headings of lists of other stories, folded, with hyphens for blanks.
        story_lists: Class names of such lists, folded, with hyphens for underscores.
        live: Parts of class names of live blogs.
        former: Words between the name of a site and its former name.
        by: Regular expressions for the words before the name in the signature of a post.
        on: Words between a signature and the name of the site.
        dated: Words between a signature and the date.
        notices: Stems of words in notices that replace a post, by topic.
        pictures: Regular expressions for the words in descriptions of pictures of posts, by their part.
    """

    other_stories: re.Pattern[str]
    story_lists: re.Pattern[str]
    live: re.Pattern[str]
    former: tuple[str, ...]
    by: tuple[str, ...]
    on: tuple[str, ...]
    dated: tuple[str, ...]
    notices: Mapping[str, tuple[str, ...]]
    pictures: Mapping[str, tuple[str, ...]]


@cache
def _stored() -> dict[str, Any]:
    return packaged(WORDS_FILE)


@cache
def section_names() -> re.Pattern[str]:
    """Return a pattern for the classes and ids of sections; its groups are the kinds: comments, other, column, feed."""
    before, after = r"(?:[\w-]{1,40}[-_])?", r"(?:[-_](?:wrapper|container|inner|block|box|list|module|widget))?"
    kinds = (f"(?P<{kind}>{before}(?:{'|'.join(names)}){after})" for kind, names in _stored()["sections"].items())
    return re.compile("|".join(kinds), re.IGNORECASE)


@cache
def embed_words() -> EmbedWords:
    """Read the packaged words; raise `SettingsError` if the file is missing."""
    stored = _stored()
    others = stored["other_stories"]
    things = f"(?:{'|'.join(others['things'].split())})"
    headings = "|".join(others["names"]).replace("{things}", things)
    # Of the video that leads an article themes say "featured", too; and a class name is no sentence.
    named = headings.replace("(?:-.{0,30})?", "").replace("|featured", "")
    lists = f"{named}|{'|'.join(others['lists'])}"
    behind = "(?:-(?:wrapper|container|inner|block|box|list|grid|section|widget|area|items?|posts?))?"
    return EmbedWords(
        other_stories=re.compile(headings),
        story_lists=re.compile(f"(?:[\\w-]{{1,40}}-)?(?:{lists}){behind}"),
        live=re.compile(f"(?:^|-)(?:{'|'.join(stored['live']['names'].split())})(?:-|$)", re.IGNORECASE),
        former=tuple(stored["furniture"]["former"]),
        by=tuple(stored["signatures"]["by"]),
        on=tuple(stored["signatures"]["on"].split()),
        dated=tuple(stored["signatures"]["dated"]),
        notices={kind: tuple(stems.split()) for kind, stems in stored["notices"].items()},
        pictures={
            part: tuple(words.split() if isinstance(words, str) else words)
            for part, words in stored["pictures"].items()
        },
    )


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
