"""Find the objects of a state that show a post: by the key or type of its URL, its id, or their place.

A state is read as text, around the URLs and ids in it, because it may be JSON, JavaScript, or either one
inside a string, escaped at any depth.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from scraper.html.embeds.state_context import is_story, lists_text
from scraper.html.embeds.typed_ids import address_of_type, is_key
from scraper.html.embeds.unescaping import plain
from scraper.markup.addresses import FRAME_ADDRESS
from scraper.patterns import lazy_regex
from scraper.registry import any_key, any_label, platforms

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

#: Most URLs and ids to examine.
_MOST = 200
#: Most characters of an object on either side of a URL; and how near to that its type is searched.
_LONGEST_OBJECT, _NEAR_ADDRESS = 1500, 400
#: The same with all that the object says of the author, links and media; and of a block with only a URL.
_LONGEST_POST, _LONGEST_BLOCK = 8000, 1200
_BRACE = lazy_regex(r"[{}]")
#: How far before an object with only a URL the enclosing one may state the type; and before a URL its key.
_NEAR_KEY, _BEFORE = 120, 80
#: Most small objects to skip in an object before its URL.
_MOST_BEFORE = 20
_ADDRESS = lazy_regex(r"(?:https?|at)://[^\s\"'<>\\]{8,500}")
_OBJECT = lazy_regex(
    r"\b(?:_?type|sub_?type|provider(?:_?name)?(?:_?slug)?|service|network|platform|kind|(?:__)?component|__typename|(?:embed|content)_?type|element)"
    r"\\*\"?\s*:\s*\\*[\"'][^\"']{0,40}(?:embed|social|iframe|"
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
#: The same behind the name of a platform, where a list holds the values of all objects one after the other.
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
#: A script that does nothing but to call a function with a URL, by which it fills the box before it.
_CALL = lazy_regex(
    r"\s*[\w$.]{1,80}\(\s*(?P<quote>[\"'])(?P<address>(?:https?:)?\\?/\\?/[^\s\"'<>]{8,500})(?P=quote)[^;{}()]{0,200}\)\s*;?\s*"
)


class FoundObject(NamedTuple):
    """An object that shows a post.

    Attributes:
        start: Its offset.
        end: The offset of its end.
        address: The URL of the post.
        is_block: It is known only by its place in a list of blocks, whose text must be the article's own.
    """

    start: int
    end: int
    address: str
    is_block: bool = False


def objects_with_posts(script: str, hits: Sequence[int], *, is_beside: bool) -> Iterator[FoundObject]:
    """Yield objects with a URL or an id whose type is an embed; any object in a placeholder's own script.

    Args:
        script: A state.
        hits: The offsets of the URLs and ids in it that are in no embed code, ascending.
        is_beside: The state is small and in the flow of the page, as that of a single placeholder is.
    """
    call = _CALL.fullmatch(script) if is_beside and len(script) < _LONGEST_BLOCK else None
    if call is not None and hits:
        yield FoundObject(0, len(script), plain(call["address"]))
        return
    for hit in hits[:_MOST]:
        yield from _object_at(script, hit, is_beside=is_beside)


def _object_at(script: str, hit: int, *, is_beside: bool) -> Iterator[FoundObject]:
    if _BEHIND_LABEL.search(script, max(0, hit - _BEFORE), hit):
        if address := _address(script, max(0, hit - 12), hit + _LONGEST_OBJECT):
            yield FoundObject(hit, hit + 1, address)
        return
    begin = _opening(script, hit)
    end = script.find("}", hit, hit + _LONGEST_OBJECT)
    if not 0 <= begin < end or script.startswith("%", hit):
        return
    if numbered := address_of_id(script, hit, begin):
        extent = (hit, hit + 1) if is_key(script, hit) else _extent(script, begin, hit)
        yield FoundObject(*extent, numbered)
    elif address := _address(script, max(begin, hit - 12), end):
        extent = _extent(script, begin, hit)
        is_embed = is_beside or FRAME_ADDRESS.search(address) or _is_embed(script, begin, end, hit)
        if is_embed or _is_block(script, extent, hit):
            yield FoundObject(*extent, address, is_block=not is_embed)


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
    """Return the URL of a post whose id is under a key at an offset.

    Args:
        script: A state.
        hit: The offset.
        begin: Where the object begins, in which the platform must be named.
    """
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
    depth = 1
    for brace in _BRACE.finditer(script, hit, hit + _LONGEST_POST):
        depth += 1 if brace[0] == "{" else -1
        if not depth:
            if is_story(script[begin : brace.end()], sure=False):
                break
            return begin, brace.end()
    return hit, hit + 1


def _is_embed(script: str, begin: int, end: int, hit: int) -> bool:
    """Return whether the type of an object, or the key of the URL in it, is that of an embed."""
    named = _EMBED_KEY.search(script, max(begin, hit - _BEFORE), hit)
    near = max(begin, hit - _NEAR_ADDRESS), min(end, hit + _NEAR_ADDRESS)
    if named is not None or _OBJECT.search(script, *near) is not None:
        return True
    around = script.rfind("{", max(0, begin - _NEAR_KEY), begin)
    is_member = around >= 0 and script.find("}", around, begin) < 0
    return is_member and _OBJECT.search(script, around, begin) is not None


def _is_block(script: str, extent: tuple[int, int], hit: int) -> bool:
    """Return whether an object that only has a URL is in a list with blocks of text, so that it is one."""
    begin, end = extent
    if end - begin > _LONGEST_BLOCK or _PLAIN_KEY.search(script, max(begin, hit - _BEFORE), hit) is None:
        return False
    if _IN_LIST.search(script, max(0, begin - _NEAR_KEY), begin) is None:
        return False
    return _OWN_WORDS.search(script, begin, end) is None and lists_text(script, extent)
