"""The words that publishers and platforms print around embeds, from two files in ``config/``."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from scraper.configuration import config_directory

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
def embed_words() -> EmbedWords:
    """Read the words that came with voxpop.

    Raises:
        SettingsError: The file is missing.
    """
    stored = tomllib.loads((config_directory() / WORDS_FILE).read_text("utf-8"))
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


@dataclass(frozen=True, slots=True, kw_only=True)
class WidgetWords:
    """What the widgets of platforms print, in all their languages: patterns, and literals to search for first.

    Attributes:
        shared_by: Instagram's words before the name.
        shared_signs: Case-folded words; each of them contains one.
        shared_after: Expressions for Instagram's words after the handle, with those before the name.
        shared_on: Words before the date.
        openings: Instagram's first line.
        posted_by: Facebook's words before the name.
        posted_on: Words between the name and the date.
        facebook: The names of the site, without their first letter.
        twitter: The expressions of each list.
        twitter_signs: Words below rendered tweets; each has one.
        sounds: TikTok's names of a sound.
    """

    shared_by: str
    shared_signs: tuple[str, ...]
    shared_after: tuple[tuple[str, str], ...]
    shared_on: str
    openings: str
    posted_by: tuple[str, ...]
    posted_on: str
    facebook: tuple[str, ...]
    twitter: Mapping[str, str]
    twitter_signs: str
    sounds: str


@cache
def widget_words() -> WidgetWords:
    """Read the words of widgets that came with voxpop.

    Raises:
        SettingsError: The file is missing.
    """
    stored = tomllib.loads((config_directory() / WIDGETS_FILE).read_text("utf-8"))
    instagram, facebook, twitter = stored["instagram"], stored["facebook"], stored["twitter"]
    after = [("", "|".join(instagram["shared_after"])), *instagram["shared_around"]]
    expressions = {name: _either(words) for name, words in twitter.items()}
    return WidgetWords(
        shared_by="|".join(_shared(*row) for row in instagram["shared_by"]),
        shared_signs=tuple(
            verb.replace("_", " ").casefold() for row in instagram["shared_by"] for verb in row[2].split()
        ),
        shared_after=tuple((begin, rf"\s?(?i:{end})") for begin, end in after),
        shared_on=_either(instagram["on"]),
        openings="|".join(instagram["openings"]),
        posted_by=tuple(_plain(words) for words in facebook["posted_by"].split()),
        posted_on=rf"(?:\s(?:{_either(facebook['on'])}))?[\s,:–-]*\Z",
        facebook=tuple(_plain(name) for name in facebook["names"].split()),
        twitter=expressions,
        twitter_signs=f"etweet|M · |{expressions['talking']}|{expressions['ads']}",
        sounds=_either(stored["tiktok"]["sounds"]),
    )


def _shared(articles: str, nouns: str, verbs: str, prepositions: str) -> str:
    """Return the expression of "A photo posted by" in one language."""
    article = f"(?:(?:{_either(articles)}) )?" if articles else ""
    noun = f"(?:{_either(nouns)}) " if nouns else ""
    return rf"{article}{noun}(?:{_either(verbs)})" + (rf" (?:{_either(prepositions)})\b" if prepositions else r"\b")


def _either(words: str) -> str:
    return "|".join(map(_plain, words.split()))


def _plain(word: str) -> str:
    return word.replace("_", " ")


def without_accents(text: str) -> str:
    """Return a text without accents and umlauts.

    >>> without_accents("últimas notícias")
    'ultimas noticias'
    """
    if text.isascii():
        return text
    return "".join(sign for sign in unicodedata.normalize("NFD", text) if not unicodedata.combining(sign))
