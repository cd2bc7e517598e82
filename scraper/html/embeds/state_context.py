"""Whose a post in a state is, by what stands around it: the article's own, or that of another story.

What the page shows in its paragraphs is the article's. The lists and objects around a post are asked from the
inside, because a state nests its stories.
"""

from __future__ import annotations

import html
import re
from itertools import chain, islice
from typing import TYPE_CHECKING, Protocol

from scraper.html.embeds.unescaping import plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    #: Where a post begins and ends in a state.
    Span = tuple[int, int]

#: How much of the state around a post is compared with the page, and how near two posts share their verdict.
_AROUND, _NEAR = 6000, 2500
#: Letters by their numbers, as whole texts in other scripts are written at times; not quotation marks alone.
_NUMBERED = re.compile(r"&#x?[0-9a-fA-F]{2,6};(?:&#x?[0-9a-fA-F]{2,6};){5}")
_TAGS = re.compile(r"<[^<>]{0,2000}>")
#: Words between two marks, but for the first, on which an escape may hang; and text that is written unspaced.
_RUN = re.compile(r" [^<>\"\\{}\[\]:;.!?()=/&“”„«»‘’…—–|*]{24,}+")
_UNSPACED = re.compile(r"[\u0e00-\u9fff]{15,}+")
_LONG_RUN, _WORDS_AT_ONCE, _FEWEST_WORDS, _MOST_RUNS = 25, 12, 5, 16
#: The key of a list of other stories; first letters that are told in two cases cost a tenth of any case.
_OTHERS_KEY = (
    r"[\"'](?:[rR](?i:elated|ecommend|ead_?(?:next|more))|[mM](?i:ore_?(?:stories|from|news|videos|articles|posts)"
    r"|ost_?(?:read|popular|viewed))|[tT](?i:rending)|[lL](?i:atest)|[uU]p[nN]ext|[nN]ext_?[aAsSpP](?i:rticle|tory|ost)"
    r"|[pP](?i:opular))\w{0,20}\\{0,8}[\"']\s*:"
)
_OTHERS = re.compile(_OTHERS_KEY)
#: The key of what is no article, in front of the list or object that it holds.
_HOLDS_OTHERS = re.compile(
    rf"(?:{_OTHERS_KEY}|[\"'](?i:sidebar|timeline|comments|footer|header|feed|widgets|authors?)\\{{0,8}}[\"']\s*:)\s*$"
)
#: What a story is called, and what else only a story has.
_TITLE_KEY = re.compile(r"[\"'](?:\w{0,12}(?:title|headline)s?|hed)\\{0,8}[\"']\s*:", re.IGNORECASE)
_STORY_KEY = re.compile(
    r"[\"'](?:slug|permalink|canonical\w{0,8}|byline|authors?|section|categor(?:y|ies)|(?:first_?)?publi(?:shed|cation)\w{0,8}"
    r"|teaser|standfirst|excerpt|summary|lead|dek)\\{0,8}[\"']\s*:",
    re.IGNORECASE,
)
_SURE_KEY = re.compile(
    r"[\"'](?:slug|permalink|section|categor(?:y|ies)|teaser|standfirst|excerpt|dek)\\{0,8}[\"']\s*:",
    re.IGNORECASE,
)
_BRACKET = re.compile(r"[\[\]{}]")
#: So many runs of words that the page does not print make a list of something else.
_MANY_FOREIGN = 5
#: No state nests its stories deeper.
_DEEPEST = 30
#: So many runs of words a post's text, its author's description and the like may have.
_MOST_OF_A_POST = 10


class Shown(Protocol):
    """The paragraphs of a page, which a state is held against."""

    @property
    def is_sure(self) -> bool:
        """Whether the answers are final; if not, only the tree can tell, and all may be shown."""

    def shows(self, words: Sequence[str]) -> bool:
        """Return whether consecutive words stand in a paragraph of the page."""


def are_beside(script: str, post: Span, following: Span) -> bool:
    """Return whether two posts share their verdict: near each other, and no list of other stories between."""
    return following[0] - post[1] < _NEAR and _OTHERS.search(script, post[1], following[0]) is None


def is_foreign(script: str, places: Sequence[int], shown: Shown) -> bool:
    """Return whether the page prints nothing of the text around some offsets: then no post there is its own.

    Args:
        script: A state.
        places: Offsets into it, ascending.
        shown: The paragraphs of the page.
    """
    around = list(_around(script, places))
    escaped = (plain(text) for text in around if "\\u" in text)
    numbered = (html.unescape(text) for text in around if _NUMBERED.search(text))
    texts = chain(around, escaped, numbered)
    return not any(shown.shows(words) for text in texts for words in _all_words(text))


def _all_words(text: str) -> Iterator[list[str]]:
    """All runs of words; and of signs, where few words are among what is written unspaced."""
    found = 0
    for words in _runs_of_words(text):
        found += 1
        yield words
    if 0 < found <= _MOST_RUNS:
        yield from _unspaced(text)


def _around(script: str, places: Sequence[int]) -> Iterator[str]:
    """What stands around places; where they are near each other, only once."""
    start = end = 0
    for place in places:
        if place - _AROUND > end:
            yield script[start:end]
            start = place - _AROUND
        end = place + _AROUND
    yield script[start:end]


def verdicts(script: str, posts: Sequence[Span], shown: Shown) -> Iterator[bool | None]:
    """The verdict on each post; what the posts say themselves tells nothing of whose they are."""
    parts: list[str] = []
    position = 0
    for start, end in posts:
        if start >= position:
            parts += [script[position:start], " " * (end - start)]
            position = end
    rest = "".join([*parts, script[position:]])
    return (_verdict(rest, post, shown) for post in posts)


def _verdict(script: str, post: Span, shown: Shown) -> bool | None:
    """Return whether a post is the article's: the lists and objects around it are asked from the inside.

    The first of them that holds words of the page makes it the article's; one of many other words makes it
    another story's. What an object says may be about the post itself, so it takes more of that.

    Returns:
        None where no running text stands around it.
    """
    start, end = post
    in_list = has_foreign = False
    for is_list, opened, closed in islice(_enclosing(script, post), _DEEPEST):
        before, behind = script[opened:start], script[end:closed]
        foreign = 0
        for words in chain(_words(before), _words(behind)):
            if shown.shows(words):
                return True
            foreign += 1
        has_foreign = has_foreign or foreign > 0
        is_other = foreign >= (_MANY_FOREIGN if is_list else _MOST_OF_A_POST)
        is_other = is_other or (not is_list and has_foreign and is_story(before + behind, sure=not in_list))
        if is_other or _HOLDS_OTHERS.search(script, max(0, opened - 60), opened):
            return False
        start, end, in_list = opened, closed, in_list or is_list
    return None


def is_story(members: str, *, sure: bool) -> bool:
    """Return whether the members of an object are those of a whole story: a title, and what only one has.

    Args:
        members: The text of the object.
        sure: The object may as well be the post's own, which has an author and a date too.
    """
    key = _SURE_KEY if sure else _STORY_KEY
    return _TITLE_KEY.search(members) is not None and key.search(members) is not None


def _enclosing(script: str, post: Span) -> Iterator[tuple[bool, int, int]]:
    """The lists and objects around a post, the innermost first; as much of them as is near.

    Brackets in texts are counted too; most come in pairs.

    Yields:
        Whether it is a list, where it begins, where it ends.
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
    """The stretch around a post, up to where a list of other stories begins."""
    start, end = max(0, post[0] - _AROUND), post[1] + _AROUND
    for others in _OTHERS.finditer(script, start, end):
        if others.end() <= post[0]:
            start = others.end()
        elif others.start() >= post[1]:
            end = others.start()
            break
    return start, end


def _words(text: str) -> Iterator[list[str]]:
    """Runs of words without marks between them, which look alike in a state and in a page."""
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
    """The last runs of words in a text, from its end; or of signs, where a script has no spaces."""
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
