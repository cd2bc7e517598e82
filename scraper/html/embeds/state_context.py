"""Find the objects of application state that show a post, and decide whether they belong to the article.

A state is read as text, around the URLs and ids in it, because it may be JSON, JavaScript, or either one inside a
string, escaped at any depth. Text that occurs in the page's paragraphs is the article's. The lists and objects around a
post are examined from the innermost on, because a state nests its stories.
"""

from __future__ import annotations

import html
import re
from functools import cache
from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple, Protocol

from scraper.html.embeds.typed_ids import address_of_type, closing_brace, is_apart
from scraper.html.embeds.unescaping import plain
from scraper.markup.addresses import FRAME_ADDRESS
from scraper.patterns import lazy_regex
from scraper.registry import any_key, any_label, platforms

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Span = tuple[int, int]

# Decide whether a post belongs to the article.

#: Characters around a post that are compared with the page; and the distance at which two posts belong together.
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
    """The text of a page, to compare a state with."""

    @property
    def is_final(self) -> bool:
        """Return True if `contains` is exact; if not, it is true always, and parse the page first."""

    def contains(self, words: Sequence[str]) -> bool:
        """Return True if consecutive words occur in a paragraph of the page."""


def share_owner(script: str, post: Span, following: Span) -> bool:
    """Return True if two posts belong to the same story: near, and no list of other stories between them."""
    return following[0] - post[1] < _NEAR and _OTHERS.search(script, post[1], following[0]) is None


def is_unrelated(script: str, places: Sequence[int], page_text: PageText) -> bool:
    """Return True if the page has none of the text around ascending offsets: no post there is its own."""
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
    """Return True if a post is the article's by the lists and objects around it; None without running text.

    The innermost one with words of the page decides; one with many others is another story's. An object needs
    more of them than a list, as its words may be about the post itself.
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
        is_other = is_other or (not is_list and has_foreign and _is_story(before + behind, sure=not in_list))
        if is_other or _HOLDS_OTHERS.search(script, max(0, opened - 60), opened):
            return False
        start, end, in_list = opened, closed, in_list or is_list
    return None


def references(script: str, post: Span) -> list[Span]:
    """Return where a state has the key of a post's object, as in ``{"__ref": "Media:1"}`` for ``"Media:1": {…}``."""
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
    """Return True if the list around an object has objects with a text too; with a page, with a text of it."""
    around = next((part for part in islice(_enclosing(script, block), 1) if part[0]), None)
    if around is None:
        return False
    _, opened, closed = around
    before, behind = script[opened : block[0]], script[block[1] : closed]
    if page_text is None:
        return _TEXT_BLOCK.search(before + behind) is not None
    return any(page_text.contains(words) for words in chain(_words(before), _words(behind)))


def _is_story(members: str, *, sure: bool) -> bool:
    """Return True if members are a story's: a title, and a field of stories alone; if `sure`, one that no post has."""
    key = _SURE_KEY if sure else _STORY_KEY
    return _TITLE_KEY.search(members) is not None and key.search(members) is not None


def _enclosing(script: str, post: Span) -> Iterator[tuple[bool, int, int]]:
    """Yield the lists (True) and objects around a post with their offsets, the innermost first, cut off far from it."""
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
    for words in islice(_runs_of_words(text), _MOST_RUNS):
        found = True
        yield words
    if not found:
        yield from islice(_runs_of_words(_TAGS.sub("\n", plain(text))), _MOST_RUNS)
    else:
        yield from _unspaced(text)[-_MOST_RUNS:]
    if _NUMBERED.search(text):
        yield from _all_words(_TAGS.sub("\n", html.unescape(plain(text))))


def _runs_of_words(text: str) -> Iterator[list[str]]:
    """Yield the runs of words in a text, from its end; text without spaces where there are none."""
    found = False
    for run in reversed(_RUN.findall(text)):
        words = run.split()
        for n in reversed(range(0, len(words), _WORDS_AT_ONCE)):
            part = words[n : n + _WORDS_AT_ONCE]
            if len(part) >= _FEWEST_WORDS and len(" ".join(part)) >= _LONG_RUN:
                yield part
                found = True
    if not found:
        yield from reversed(_unspaced(text))


def _unspaced(text: str) -> list[list[str]]:
    return [] if text.isascii() else [[signs] for signs in _UNSPACED.findall(text)]


# Find the objects that show a post.

#: Most URLs and ids to examine.
_MOST = 200
#: Most characters of an object on either side of a URL; and how near to that its type is searched.
_LONGEST_OBJECT, _NEAR_ADDRESS = 1500, 400
#: The same with all that the object says of the author, links and media; and of a block with only a URL.
_LONGEST_POST, _LONGEST_BLOCK = 8000, 1200
#: How far before an object with only a URL the enclosing one may state the type; and before a URL its key.
_NEAR_KEY, _BEFORE = 120, 80
#: Most small objects to skip in an object before its URL.
_MOST_BEFORE = 20
_ADDRESS = lazy_regex(r"(?:https?|at)://[^\s\"'<>\\]{8,500}")
_OBJECT = lazy_regex(
    r"\b(?:_?type|sub_?type|provider(?:_?name)?(?:_?slug)?|service|network|platform|kind|(?:__)?component|__typename|(?:embed|content)_?type|element)"
    r"\\*\"?\s*:\s*\\*[\"'][^\"']{0,40}(?:embed|social|iframe|mediaresource|"
    rf"{any_key()})",
    re.IGNORECASE,
)
#: The beginning of a URL under a key that is named for an embed or a platform.
_EMBED_KEY = lazy_regex(
    rf"(?:embed|iframe|{any_key()})"
    r"[\w-]{0,12}\\*[\"']?\s*:\s*"
    r"\\*[\"'](?:https?|at):\\*$",
    re.IGNORECASE,
)
#: The same after the name of a platform, where a list holds the values of all objects one after the other.
_BEHIND_LABEL = lazy_regex(rf"[\"']{any_label()}\\*[\"']\s*,\s*\\*[\"'](?:https?|at):\\*$", re.IGNORECASE)
#: The same under a key that says nothing.
_PLAIN_KEY = lazy_regex(
    r"[\"'](?:url|src|href|uri|link|address)\\*[\"']\s*:\s*\\*[\"'](?:https?|at):\\*$", re.IGNORECASE
)
#: What precedes an object that is in a list; words of its own, and types of links: then it shows no post.
_IN_LIST = lazy_regex(r"(?:\[|\}\s*,)(?:\s|\\+[nrt])*$")
_OWN_WORDS = lazy_regex(
    r"[\"'](?:text|title|label|content|children|name|description|headline|anchor|value|excerpt)\w{0,8}\\*[\"']\s*:\s*"
    r"(?:\\*[\"'](?!\\*[\"']|https?:)|\[(?!\s*\])|\{)"
    r"|[\"']\w{0,10}(?:type|kind|component)\\*[\"']\s*:\s*\\*[\"'][^\"']{0,20}(?:link|anchor|button|source|share|cit|refer|relat)",
    re.IGNORECASE,
)
#: A script that does nothing but to call a function with a URL, to fill the box before it.
_CALL = lazy_regex(
    r"\s*[\w$.]{1,80}\(\s*(?P<quote>[\"'])(?P<address>(?:https?:)?\\?/\\?/[^\s\"'<>]{8,500})(?P=quote)[^;{}()]{0,200}\)\s*;?\s*"
)


class Piece(NamedTuple):
    """A post in a state: an object with its `address`, or a whole embed code, which is `parked` if it was in base64.

    With `is_block` it is known only by its place in a list of blocks, whose text must be the article's own.
    """

    start: int
    end: int
    address: str | None = None
    parked: str | None = None
    is_block: bool = False


def objects_with_posts(script: str, hits: Sequence[int], *, is_beside: bool) -> Iterator[Piece]:
    """Yield objects with a URL or an id whose type is an embed; any object in a placeholder's own script."""
    call = _CALL.fullmatch(script) if is_beside and len(script) < _LONGEST_BLOCK else None
    if call is not None and hits:
        yield Piece(0, len(script), plain(call["address"]))
        return
    for hit in hits[:_MOST]:
        yield from _object_at(script, hit, is_beside=is_beside)


def _object_at(script: str, hit: int, *, is_beside: bool) -> Iterator[Piece]:
    if _BEHIND_LABEL.search(script, max(0, hit - _BEFORE), hit):
        if address := _address(script, max(0, hit - 12), hit + _LONGEST_OBJECT):
            yield Piece(hit, hit + 1, address)
        return
    begin = _opening(script, hit)
    end = script.find("}", hit, hit + _LONGEST_OBJECT)
    is_in_object = 0 <= begin < end and not script.startswith("%", hit)
    numbered = address_of_id(script, hit, begin) if is_in_object else address_of_type(script, hit)
    if numbered:
        extent = (hit, hit + 1) if is_apart(script, hit) else _extent(script, begin, hit)
        yield Piece(*extent, numbered)
    elif not is_in_object:
        return
    elif address := _address(script, max(begin, hit - 12), end):
        extent = _extent(script, begin, hit)
        is_embed = is_beside or FRAME_ADDRESS.search(address) or _is_embed(script, begin, end, hit)
        if is_embed or _is_block(script, extent, hit):
            yield Piece(*extent, address, is_block=not is_embed)


def _address(script: str, start: int, end: int) -> str | None:
    found = _ADDRESS.search(plain(script[start:end]))
    return found[0] if found else None


@cache
def _ids() -> tuple[tuple[re.Pattern[str], re.Pattern[str], str], ...]:
    """Return the expressions for each key of an id and the platform's name, and the URL of such a post."""
    return tuple(
        (re.compile(key), re.compile(platform.key or platform.name, re.IGNORECASE), address)
        for platform in platforms()
        for key, address in platform.json_ids.items()
    )


def address_of_id(script: str, hit: int, begin: int | None = None) -> str | None:
    """Return the URL of a post whose id is under a key at an offset; the object from `begin` on names the platform."""
    for key, name, address in _ids():
        found = key.match(script, hit)
        if found and (begin is None or name.search(script, begin, found.end() + _NEAR_ADDRESS)):
            return address.format(found[1])
    return address_of_type(script, hit)


def _opening(script: str, hit: int) -> int:
    """Return where the object around an offset begins; a few objects that end before it are skipped."""
    first = -1
    begin, ended = hit, 0
    for _ in range(_MOST_BEFORE):
        opened = script.rfind("{", max(0, hit - _LONGEST_OBJECT), begin)
        if opened < 0:
            break
        first = opened if first < 0 else first
        ended += script.count("}", opened, begin)
        if not ended:
            return opened
        begin, ended = opened, ended - 1
    return first


def _extent(script: str, begin: int, hit: int) -> tuple[int, int]:
    """Return start and end of an object; of an object that is a whole story, only those of the URL."""
    end = closing_brace(script, hit, hit + _LONGEST_POST) + 1
    is_whole = end > 0 and not _is_story(script[begin:end], sure=False)
    return (begin, end) if is_whole else (hit, hit + 1)


def _is_embed(script: str, begin: int, end: int, hit: int) -> bool:
    """Return True if the type of an object, or the key of the URL in it, is that of an embed."""
    named = _EMBED_KEY.search(script, max(begin, hit - _BEFORE), hit)
    near = max(begin, hit - _NEAR_ADDRESS), min(end, hit + _NEAR_ADDRESS)
    if named is not None or _OBJECT.search(script, *near) is not None:
        return True
    around = script.rfind("{", max(0, begin - _NEAR_KEY), begin)
    is_member = around >= 0 and script.find("}", around, begin) < 0
    return is_member and _OBJECT.search(script, around, begin) is not None


def _is_block(script: str, extent: tuple[int, int], hit: int) -> bool:
    """Return True if an object that only has a URL is in a list with blocks of text, so that it is one."""
    begin, end = extent
    if end - begin > _LONGEST_BLOCK or _PLAIN_KEY.search(script, max(begin, hit - _BEFORE), hit) is None:
        return False
    if _IN_LIST.search(script, max(0, begin - _NEAR_KEY), begin) is None:
        return False
    return _OWN_WORDS.search(script, begin, end) is None and lists_text(script, extent)
