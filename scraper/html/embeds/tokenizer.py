"""Tokenise the source of a page: find the tag around an offset, reading backwards, or all tags in order."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Most tags without an end for which the rest of the page is searched.
MOST_UNCLOSED = 8
#: A start tag. As in browsers, a quotation mark opens a value only behind an equals sign.
_TAG = lazy_regex(r"(?P<name><[a-zA-Z][^\s/>]*+)(?:[^>=]++|=\s*+(?:\"[^\"]*+\"|'[^']*+')?+)*+>")
#: Markup that browsers take for a comment up to the next bracket.
_NO_TAG = lazy_regex(r"<(?:/(?![a-zA-Z>])|\?|!(?![a-zA-Z]))")
_SCRIPT = "<script"
#: Elements that hide markup until it is shown; and most characters of an embed before its URL.
_KEEPERS, _LONGEST_PARKED = (_SCRIPT, "<textarea", "<template", "<iframe"), 5000
_NO_SCRIPT = lazy_regex(r"type=[\"']?text/(?:[\w.-]*template|plain|html)", re.IGNORECASE)
_RAW = lazy_regex(r"<(script|style|textarea|template|title|iframe|xmp|noembed)\b", re.IGNORECASE)


class Token(NamedTuple):
    """A tag, or a whole element with raw content, by offsets.

    Attributes:
        start: Start of the tag.
        name_end: End of the tag's name.
        inside: Start of the content.
        end: End of the content; equal to `inside` for a tag.
    """

    start: int
    name_end: int
    inside: int
    end: int


def is_in_script(page: str, token: Token, hit: int) -> bool:
    """Return whether an offset is in the content of a script, not in its tag."""
    return hit >= token.inside and page[token.start : token.name_end].lower() == _SCRIPT


def token_around(page: str, hit: int, floor: int, *, closed: bool) -> Token | None:
    """Return the tag around an offset, or the script: a tag with escaped quotes is in a script's string.

    Args:
        page: The source.
        hit: The offset.
        floor: The least offset at which the token may begin.
        closed: Whether to search for tags; not where too many have no end.
    """
    begin = page.rfind("<", floor, hit)
    tag = _tag_around(page, hit, begin) if closed and begin >= 0 else None
    if tag is None or _has_escaped_quote(page, tag.start, hit):
        return _script_around(page, hit, floor, begin) or tag
    return tag


def _has_escaped_quote(page: str, start: int, end: int) -> bool:
    """Return whether text has an escaped quote; a single backslash is searched first, ten times as fast."""
    at = page.find("\\", start, end)
    return at >= 0 and page.find('\\"', at, end) >= 0


def _script_around(page: str, hit: int, floor: int, last: int) -> Token | None:
    """Return the script around an offset; `last` is the offset of the last ``<`` before that."""
    begin = last
    if not page.startswith(_SCRIPT, last):
        begin = page.rfind(_SCRIPT, floor, hit)
        if begin < 0 or page.find("</script", begin, hit) >= 0:
            return None
    opened = page.find(">", begin, hit)
    if opened < 0:  # on the tag of the script itself
        return None
    end = page.find("</script", hit)
    return Token(begin, begin + len(_SCRIPT), opened + 1, end if end >= 0 else len(page))


def hidden_element_around(page: str, tag: Token, floor: int) -> Token | None:
    """Return the text area, template, frame or data script that hides a tag; None where none does."""
    floor = max(floor, tag.start - _LONGEST_PARKED)
    for name in _KEEPERS:
        begin = page.rfind(name, floor, tag.start)
        opening = _TAG.match(page, begin) if begin >= 0 else None
        if opening is None or opening["name"] != name or page.find(f"</{name[1:]}", begin, tag.start) >= 0:
            continue
        if name != _SCRIPT or _NO_SCRIPT.search(opening[0]):
            end = page.find(f"</{name[1:]}", tag.start)
            return Token(begin, opening.end("name"), opening.end(), end if end >= 0 else len(page))
    return None


def _tag_around(page: str, hit: int, begin: int) -> Token | None:
    tag = _TAG.match(page, begin)
    return Token(begin, tag.end("name"), tag.end(), tag.end()) if tag and tag.end() > hit else None


def is_unclosed(page: str, hit: int, floor: int) -> bool:
    """Return whether the tag before an offset has no end, for which the rest of the page is searched."""
    begin = page.rfind("<", floor, hit)
    return begin >= 0 and page[begin + 1].isalpha() and _TAG.match(page, begin) is None


def tokens(page: str) -> Iterator[Token]:
    """Yield all tags in order; comments and elements with raw content are one token each."""
    position = unclosed = 0
    never_closed: set[str] = set()
    while (begin := page.find("<", position)) >= 0 and unclosed < MOST_UNCLOSED:
        tag = _TAG.match(page, begin) if page[begin + 1 : begin + 2].isalpha() else None
        if page.startswith("<!--", begin):
            end = page.find("-->", begin + 2)
            position = end + 3 if end >= 0 else len(page)
            yield Token(begin, begin, begin, position)
        elif _NO_TAG.match(page, begin):
            end = page.find(">", begin)
            position = end + 1 if end >= 0 else len(page)
            yield Token(begin, begin, begin, position)
        elif tag is None:
            unclosed += page[begin + 1 : begin + 2].isalpha()
            position = begin + 1
        else:
            raw = _RAW.match(page, begin)
            closing = f"</{raw[1]}" if raw else ""
            end = -1 if closing in never_closed else page.find(closing, tag.end())
            if end < 0:
                never_closed.add(closing)
            position = end if end >= 0 else tag.end()
            yield Token(begin, tag.end("name"), tag.end(), position)
