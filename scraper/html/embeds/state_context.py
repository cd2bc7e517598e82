"""Decide whether a post in application state belongs to the article, by the text around it in the state.

Text that occurs in the page's paragraphs is the article's. The lists and objects around a post are examined
from the innermost on, because a state nests its stories.
"""

from __future__ import annotations

import html
import re
from itertools import chain, islice
from typing import TYPE_CHECKING, Protocol

from scraper.html.embeds.unescaping import plain
from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    #: Start and end of a post in a state.
    Span = tuple[int, int]

#: Characters around a post that are compared with the page; and the distance at which two posts belong
#: together.
_AROUND, _NEAR = 6000, 2500
#: A run of numeric character references, as of texts in other scripts; more than a quotation mark.
_NUMBERED = lazy_regex(r"&#x?[0-9a-fA-F]{2,6};(?:&#x?[0-9a-fA-F]{2,6};){5}")
_TAGS = lazy_regex(r"<[^<>]{0,2000}>")
#: Words between two marks, but for the first, which may have an escape before it; and text without spaces.
_RUN = lazy_regex(r" [^<>\"\\{}\[\]:;.!?()=/&“”„«»‘’…—–|*]{24,}+")
_UNSPACED = lazy_regex(r"[\u0e00-\u9fff]{15,}+")
_LONG_RUN, _WORDS_AT_ONCE, _FEWEST_WORDS, _MOST_RUNS = 25, 12, 5, 16
#: The key of a list of other stories. Both cases of the first letter are spelled out, which is ten times as
#: fast as to ignore case.
_OTHERS_KEY = (
    r"[\"'](?:[rR](?i:elated|ecommend|ead_?(?:next|more))|[mM](?i:ore_?(?:stories|from|news|videos|articles|posts)"
    r"|ost_?(?:read|popular|viewed))|[tT](?i:rending)|[lL](?i:atest)|[uU]p[nN]ext|[nN]ext_?[aAsSpP](?i:rticle|tory|ost)"
    r"|[pP](?i:opular))\w{0,20}\\{0,8}[\"']\s*:"
)
_OTHERS = lazy_regex(_OTHERS_KEY)
#: The key of a list or object that is no article.
_HOLDS_OTHERS = lazy_regex(
    rf"(?:{_OTHERS_KEY}|[\"'](?i:sidebar|timeline|comments|footer|header|feed|widgets|authors?)\\{{0,8}}[\"']\s*:)\s*$"
)
#: The key of a story's title, and of other fields that only a story has.
_TITLE_KEY = lazy_regex(r"[\"'](?:\w{0,12}(?:title|headline)s?|hed)\\{0,8}[\"']\s*:", re.IGNORECASE)
_STORY_KEY = lazy_regex(
    r"[\"'](?:slug|permalink|canonical\w{0,8}|byline|authors?|section|categor(?:y|ies)|(?:first_?)?publi(?:shed|cation)\w{0,8}"
    r"|teaser|standfirst|excerpt|summary|lead|dek)\\{0,8}[\"']\s*:",
    re.IGNORECASE,
)
_SURE_KEY = lazy_regex(
    r"[\"'](?:slug|permalink|section|categor(?:y|ies)|teaser|standfirst|excerpt|dek)\\{0,8}[\"']\s*:", re.IGNORECASE
)
#: The key of an object, one that a program made, and most characters of one.
_KEY_OF_OBJECT = lazy_regex(r"[\"']([\w$:.-]{6,120})\\*[\"']\s*:\s*$")
_MADE_KEY, _LONGEST_KEY = lazy_regex(r"\d|:"), 140
_OUTER_OBJECTS, _MOST_REFERENCES = 2, 5
#: A text of some length in a block.
_TEXT_BLOCK = lazy_regex(
    r"[\"'](?:text|html|body|content|value|paragraph|markup|copy|data)\\*[\"']\s*:\s*\\*[\"'][^\"\\]{25}", re.IGNORECASE
)
_BRACKET = lazy_regex(r"[\[\]{}]")
#: So many runs of words that are not in the page make a list one of other stories.
_MANY_FOREIGN = 5
#: Most lists and objects around a post to examine.
_DEEPEST = 30
#: Most runs of words in a post's text, its author's description and the like.
_MOST_OF_A_POST = 10


class PageText(Protocol):
    """The text of a page, with which a state is compared."""

    @property
    def is_final(self) -> bool:
        """Return whether `contains` is exact; if not, it is true always, and parse the page first."""

    def contains(self, words: Sequence[str]) -> bool:
        """Return whether consecutive words occur in a paragraph of the page."""


def share_owner(script: str, post: Span, following: Span) -> bool:
    """Return whether two posts belong to the same story: near, and no list of other stories between them."""
    return following[0] - post[1] < _NEAR and _OTHERS.search(script, post[1], following[0]) is None


def is_unrelated(script: str, places: Sequence[int], page_text: PageText) -> bool:
    """Return whether the page has none of the text around some offsets, so that no post there is its own.

    Args:
        script: A state.
        places: Offsets into it, ascending.
        page_text: The paragraphs of the page.
    """
    around = list(_around(script, places))
    escaped = (plain(text) for text in around if "\\u" in text)
    numbered = (html.unescape(text) for text in around if _NUMBERED.search(text))
    texts = chain(around, escaped, numbered)
    return not any(page_text.contains(words) for text in texts for words in _all_words(text))


def _all_words(text: str) -> Iterator[list[str]]:
    """Yield all runs of words, and text without spaces where there are few words."""
    found = 0
    for words in _runs_of_words(text):
        found += 1
        yield words
    if 0 < found <= _MOST_RUNS:
        yield from _unspaced(text)


def _around(script: str, places: Sequence[int]) -> Iterator[str]:
    """Yield the text around offsets; that around near offsets only once."""
    start = end = 0
    for place in places:
        if place - _AROUND > end:
            yield script[start:end]
            start = place - _AROUND
        end = place + _AROUND
    yield script[start:end]


def belong_to_article(script: str, posts: Sequence[Span], page_text: PageText) -> Iterator[bool | None]:
    """Yield for each post whether it belongs to the article; the text of the posts does not count."""
    parts: list[str] = []
    position = 0
    for start, end in posts:
        if start >= position:
            parts += [script[position:start], " " * (end - start)]
            position = end
    rest = "".join([*parts, script[position:]])
    return (_verdict(rest, post, page_text) for post in posts)


def _verdict(script: str, post: Span, page_text: PageText) -> bool | None:
    """Return whether a post belongs to the article, by the lists and objects around it.

    The innermost one with words of the page makes it the article's; one with many other words makes it
    another story's. The words of an object may be about the post itself, so an object needs more of them than
    a list.

    Returns:
        None where there is no running text around it.
    """
    start, end = post
    in_list = has_foreign = False
    for is_list, opened, closed in islice(_enclosing(script, post), _DEEPEST):
        before, behind = script[opened:start], script[end:closed]
        foreign = 0
        for words in chain(_words(before), _words(behind)):
            if page_text.contains(words):
                return True
            foreign += 1
        has_foreign = has_foreign or foreign > 0
        is_other = foreign >= (_MANY_FOREIGN if is_list else _MOST_OF_A_POST)
        is_other = is_other or (not is_list and has_foreign and is_story(before + behind, sure=not in_list))
        if is_other or _HOLDS_OTHERS.search(script, max(0, opened - 60), opened):
            return False
        start, end, in_list = opened, closed, in_list or is_list
    return None


def references(script: str, post: Span) -> list[Span]:
    """Return where a state refers to the object of a post by its key, as some do that hold objects apart.

    A reference stands for the object: ``{"__ref": "Media:1"}`` in a paragraph for ``"Media:1": {…}``.
    """
    around = islice(_enclosing(script, post), _OUTER_OBJECTS)
    objects = (opened for is_list, opened, _ in around if not is_list)
    keys = (_KEY_OF_OBJECT.search(script, max(0, at - _LONGEST_KEY), at) for at in (post[0], *objects))
    key = next((key for key in keys if key and _MADE_KEY.search(key[1])), None)
    found: list[Span] = []
    at = script.find(key[1]) if key else -1
    while key and at >= 0 and len(found) < _MOST_REFERENCES:
        end = at + len(key[1])
        is_whole = script[at - 1 : at] in {'"', "'"} and script[end : end + 1] in {'"', "'", "\\"}
        if is_whole and at != key.start(1) and not post[0] <= at < post[1]:
            found.append((at, end))
        at = script.find(key[1], end)
    return found


def lists_text(script: str, block: Span, page_text: PageText | None = None) -> bool:
    """Return whether the list that an object is in has objects with a text too.

    Args:
        script: A state.
        block: Start and end of the object.
        page_text: Only a text that the page prints counts.
    """
    around = next((part for part in islice(_enclosing(script, block), 1) if part[0]), None)
    if around is None:
        return False
    _, opened, closed = around
    before, behind = script[opened : block[0]], script[block[1] : closed]
    if page_text is None:
        return _TEXT_BLOCK.search(before + behind) is not None
    return any(page_text.contains(words) for words in chain(_words(before), _words(behind)))


def is_story(members: str, *, sure: bool) -> bool:
    """Return whether the members of an object are those of a story: a title, and a field that only one has.

    Args:
        members: The text of the object.
        sure: The object may be the post, which has an author and a date too, so that these do not count.
    """
    key = _SURE_KEY if sure else _STORY_KEY
    return _TITLE_KEY.search(members) is not None and key.search(members) is not None


def _enclosing(script: str, post: Span) -> Iterator[tuple[bool, int, int]]:
    """Yield the lists and objects around a post, the innermost first, cut off far from it.

    Brackets in texts count too; most are in pairs.

    Yields:
        Whether it is a list, its start and its end.
    """
    first, last = _same_story(script, post)
    opened: list[int] = []
    for bracket in _BRACKET.finditer(script, first, post[0]):
        if bracket[0] in "[{":
            opened.append(bracket.start())
        elif opened:
            opened.pop()
    depth = 0
    for bracket in _BRACKET.finditer(script, post[1], last):
        depth += 1 if bracket[0] in "[{" else -1
        if depth < 0:
            yield bracket[0] == "]", opened.pop() if opened else first, bracket.end()
            depth = 0
    for start in reversed(opened):
        yield script[start] == "[", start, last
    yield False, first, last


def _same_story(script: str, post: Span) -> tuple[int, int]:
    """Return start and end of the text around a post, between lists of other stories."""
    start, end = max(0, post[0] - _AROUND), post[1] + _AROUND
    for others in _OTHERS.finditer(script, start, end):
        if others.end() <= post[0]:
            start = others.end()
        elif others.start() >= post[1]:
            end = others.start()
            break
    return start, end


def _words(text: str) -> Iterator[list[str]]:
    """Yield runs of words without punctuation, which are the same in a state and in a page."""
    found = False
    for words in _runs_of_words(text, _MOST_RUNS):
        found = True
        yield words
    if not found:
        yield from _runs_of_words(_TAGS.sub("\n", plain(text)), _MOST_RUNS)
    else:
        yield from _unspaced(text)[-_MOST_RUNS:]
    if _NUMBERED.search(text):
        yield from _all_words(_TAGS.sub("\n", html.unescape(plain(text))))


def _runs_of_words(text: str, most: int = 1_000_000) -> Iterator[list[str]]:
    """Yield the last runs of words in a text, from its end; text without spaces where there are none."""
    found = 0
    for run in reversed(_RUN.findall(text)):
        words = run.split()
        for n in reversed(range(0, len(words), _WORDS_AT_ONCE)):
            part = words[n : n + _WORDS_AT_ONCE]
            if len(part) >= _FEWEST_WORDS and len(" ".join(part)) >= _LONG_RUN:
                yield part
                found += 1
                if found == most:
                    return
    if not found:
        yield from _unspaced(text)[-most:]


def _unspaced(text: str) -> list[list[str]]:
    return [] if text.isascii() else [[signs] for signs in _UNSPACED.findall(text)]
