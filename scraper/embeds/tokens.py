"""Finding tags in a page's source: the one around an offset, read backwards from there, or all in order."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

#: A tag that is never closed is looked for up to the end of the page; so often may that happen.
UNCLOSED = 8
_TAG = re.compile(r"(?P<name><[a-zA-Z][^\s/>]*+)(?:[^>\"']++|\"[^\"]*+\"|'[^']*+')*+>")
_SCRIPT = "<script"
_RAW = re.compile(r"<(script|style|textarea|template|title|xmp|noembed)\b", re.IGNORECASE)


class Token(NamedTuple):
    """A tag, or an element whose content is not markup of the page with that content.

    Attributes:
        start: Where its tag begins.
        name_end: Where the name in that tag ends.
        inside: Where the content begins.
        end: Where the content ends; for a mere tag where it began.
    """

    start: int
    name_end: int
    inside: int
    end: int


def is_in_script(page: str, token: Token, hit: int) -> bool:
    """Tell whether an offset lies in the content of a script, not on its tag."""
    return hit >= token.inside and page[token.start : token.name_end].lower() == _SCRIPT


def token_around(page: str, hit: int, floor: int, *, closed: bool) -> Token | None:
    """The tag around an offset, or the script: escaped quotes in a tag stand in a script's string.

    Args:
        page: The source.
        hit: The offset.
        floor: The token does not begin before.
        closed: Whether tags are looked for at all; not where too many were never closed.
    """
    tag = _tag_around(page, hit, floor) if closed else None
    if tag is None or page.find('\\"', tag.start, hit) >= 0:
        return _script_around(page, hit, floor) or tag
    return tag


def _script_around(page: str, hit: int, floor: int) -> Token | None:
    begin = page.rfind(_SCRIPT, floor, hit)
    if begin < 0 or page.find("</script", begin, hit) >= 0:
        return None
    opened = page.find(">", begin, hit)
    if opened < 0:  # on the tag of the script itself
        return None
    end = page.find("</script", hit)
    return Token(begin, begin + len(_SCRIPT), opened + 1, end if end >= 0 else len(page))


def _tag_around(page: str, hit: int, floor: int) -> Token | None:
    begin = page.rfind("<", floor, hit)
    tag = _TAG.match(page, begin) if begin >= 0 else None
    return Token(begin, tag.end("name"), tag.end(), tag.end()) if tag and tag.end() > hit else None


def is_unclosed(page: str, hit: int, floor: int) -> bool:
    """Tell whether the tag before an offset never ends; to see that costs the rest of the page."""
    begin = page.rfind("<", floor, hit)
    return begin >= 0 and page[begin + 1].isalpha() and _TAG.match(page, begin) is None


def tokens(page: str) -> Iterator[Token]:
    """All tags in order; comments and elements with raw content are one token each."""
    position = unclosed = 0
    never_closed: set[str] = set()
    while (begin := page.find("<", position)) >= 0 and unclosed < UNCLOSED:
        tag = _TAG.match(page, begin) if page[begin + 1 : begin + 2].isalpha() else None
        if page.startswith("<!--", begin):
            end = page.find("-->", begin + 2)
            position = end + 3 if end >= 0 else len(page)
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
