"""Marking in a page's source the elements on which something was sighted, so that its tree shows them.

One attribute selector then finds them all, whatever their names are. The source is read backwards from each
sighting to the tag around it, which costs next to nothing. Where that tag stands inside another's attribute,
in a ``<textarea>``, a ``<template>`` or a comment, the mark does not come up in the tree; then, and only
then, `mark_thoroughly` reads all tags of the page in order.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from scraper.embeds.hidden import markup_in
from scraper.embeds.state import tells_more
from scraper.reading.addresses import is_address
from scraper.reading.dating import is_date

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

#: The attribute on a marked element.
MARK = "data-vp"
#: The element put around an address that stands alone in the text.
ADDRESS_TAG = "vp-address"
#: What the boxes are called that consent managers and lazy loaders show in place of an embed.
CONSENT_STEMS = (
    "consent", "embed", "placeholder", "blocked", "optin", "opt-in", "twoclick", "two-click", "2click",
    "2-click", "gdpr", "dsgvo", "cookie", "external", "privacy",
)  # fmt: skip
#: More sightings than this are a list of links; each costs some microseconds.
_MOST = 2000
#: A tag that is never closed is looked for up to the end of the page; so often may that happen.
_UNCLOSED = 8
_TAG = re.compile(r"(?P<name><[a-zA-Z][^\s/>]*+)(?:[^>\"']++|\"[^\"]*+\"|'[^']*+')*+>")
_LINK = re.compile(r"<[aA](?=[\s>])")
_NEVER = re.compile(
    r"<(?:img|source|link|meta|input|option|form|use|image|path|symbol|svg|html|body)\b", re.IGNORECASE
)
#: What stands in the address of a link that does something with a post, or shares the article.
_CONTROL_STEMS = (
    "/intent/", "/share?", "/share/", "sharer", "share.php", "sharearticle", "/submit?", "/pin/create",
    "api.whatsapp", "mailto:", "plugins/like", "plugins/page", "plugins/share", "plugins/comments",
    "plugins/follow", "plugins/save", "plugins/send",
)  # fmt: skip
_INLINE = re.compile(r"</?(?:span|b|i|em|strong|u|small|mark|sup|sub|font|wbr)\b[^<>]{0,300}>", re.IGNORECASE)
#: WordPress keeps the address in a shortcode when the plugin that would show it is gone.
_ALONE = re.compile(
    r"\s*(?:\[[\w-]{1,20}(?:\s(?:url|src)=|[\]\s])[\"']?)?https?://[^\s<>\[\]\"']+[\"']?"
    r"\s*(?:\[/[\w-]{1,20}\]|/?\])?\s*"
)
_LONGEST_ADDRESS = 200
_TEXT_AREA, _SCRIPT = "<textarea", "<script"
#: The widget's call as far as its sighting, which begins at ``weet(``.
_CALL = "createTweet"


class Edit(NamedTuple):
    """Something to put in at an offset."""

    at: int
    text: str


class _Token(NamedTuple):
    """A tag, or an element whose content is not markup of the page with that content."""

    start: int
    name_end: int
    end: int

    def mark(self) -> Edit:
        return Edit(self.name_end, f" {MARK} ")


class Marks(NamedTuple):
    """What is to be put into a source.

    Attributes:
        edits: The marks, ascending.
        outside: What was sighted outside of scripts, marked or not.
    """

    edits: Sequence[Edit]
    outside: str

    @property
    def marked(self) -> int:
        """How many elements will be marked."""
        return sum(MARK in edit.text for edit in self.edits)


def mark(page: str, hits: Sequence[int]) -> Marks:
    """Mark the tag around each sighting, or the address that is a text of its own.

    What no rule could take for an embed stays unmarked: pictures, controls, links in a sentence, and scripts
    that hold no post but those sighted outside of scripts.

    Args:
        page: The source.
        hits: Its `sightings`, ascending.
    """
    edits: list[Edit] = []
    outside: list[str] = []
    scripts: list[_Token] = []
    floor = unclosed = 0
    for hit in hits[:_MOST]:
        if hit < floor:
            continue
        token = _token_around(page, hit, floor, unclosed < _UNCLOSED)
        if token is None:
            floor, lone = _lone_address(page, hit, floor)
            edits += lone
            unclosed += page.rfind("<", floor, hit) >= 0
            continue
        floor = token.end
        if _is_script(page, token):
            scripts.append(token)
            continue
        outside.append(page[hit : min(token.end, hit + _LONGEST_ADDRESS)])
        if _may_embed(page, token):
            edits.append(token.mark())
    sighted = "\n".join(outside)
    edits += (script.mark() for script in scripts if _tells_more(page, script, hits[:_MOST], sighted))
    return Marks(sorted(edits), sighted)


def mark_thoroughly(page: str, hits: Sequence[int], outside: str) -> Sequence[Edit]:
    """Mark what `mark` marks, by the page's real tags; contents that are not markup mark their element."""
    edits: list[Edit] = []
    waiting = iter(hits[:_MOST])
    hit = next(waiting, None)
    for token in _tokens(page):
        while hit is not None and hit < token.start:
            edits += _lone_address(page, hit, 0)[1]
            hit = next(waiting, None)
        if hit is None:
            break
        if hit < token.end and token.name_end > token.start and _may_embed(page, token):
            edits += (
                [token.mark()]
                if not _is_script(page, token) or _tells_more(page, token, hits[:_MOST], outside)
                else []
            )
        while hit is not None and hit < token.end:
            hit = next(waiting, None)
    return edits


def marked(page: str, edits: Sequence[Edit], start: int = 0, end: int | None = None) -> str:
    """Write a part of a source with its marks."""
    parts: list[str] = []
    position = start
    for edit in edits:
        parts += [page[position : edit.at], edit.text]
        position = edit.at
    return "".join([*parts, page[position:end]])


def _is_script(page: str, token: _Token) -> bool:
    """Tell a script with its content from a mere tag."""
    return page[token.start : token.name_end] == _SCRIPT and page[token.end - 1] != ">"


def _tells_more(page: str, script: _Token, hits: Sequence[int], outside: str) -> bool:
    opened = page.find(">", script.start, script.end) + 1
    if "ld+json" in page[script.start : opened]:
        return False
    inside = hits[bisect_left(hits, opened) : bisect_left(hits, script.end)]
    return (
        markup_in(page[opened : script.end]) is not None
        or any(page.startswith(_CALL, hit - len(_CALL) + len("weet")) for hit in inside)
        or tells_more((page[hit : hit + _LONGEST_ADDRESS] for hit in inside), outside)
    )


def _token_around(page: str, hit: int, floor: int, closed: bool) -> _Token | None:  # noqa: FBT001
    """The tag around a sighting, or the script: escaped quotes in a tag stand in a script's string."""
    tag = _tag_around(page, hit, floor, closed)
    if tag is None or page.find('\\"', tag.start, tag.end) >= 0:
        return _script_around(page, hit, floor) or tag
    return tag


def _script_around(page: str, hit: int, floor: int) -> _Token | None:
    begin = page.rfind(_SCRIPT, floor, hit)
    if begin < 0 or page.find("</script", begin, hit) >= 0:
        return None
    opened = page.find(">", begin, hit)
    if opened < 0:  # on the tag of the script itself
        return None
    end = page.find("</script", hit)
    return _Token(begin, begin + len(_SCRIPT), end if end >= 0 else len(page))


def _tag_around(page: str, hit: int, floor: int, closed: bool) -> _Token | None:  # noqa: FBT001
    begin = page.rfind("<", floor, hit)
    tag = _TAG.match(page, begin) if begin >= 0 and closed else None
    return _Token(begin, tag.end("name"), tag.end()) if tag and tag.end() > hit else None


def _may_embed(page: str, token: _Token) -> bool:
    """Rule out what no later rule could take for an embed: pictures, controls, links on mere words."""
    if _NEVER.match(page, token.start):
        return False
    is_link = _LINK.match(page, token.start) is not None
    if not is_link and not page.startswith("<iframe", token.start):
        return True
    tag = page[token.start : token.end].lower()
    return not any(stem in tag for stem in _CONTROL_STEMS) and not (is_link and _is_in_sentence(page, token))


def _is_in_sentence(page: str, token: _Token) -> bool:
    """Tell whether a link is mere words: no address, no date, in no quote, card or consent manager's box."""
    close = page.find("</", token.end, token.end + 400)
    while close >= 0 and page[close + 2 : close + 3] not in "aA":
        close = page.find("</", close + 2, token.end + 400)
    words = _INLINE.sub("", page[token.end : close]).strip() if close >= 0 else "<"
    if not words or "<" in words or is_address(words) or is_date(words):
        return False
    before = max(0, token.start - 5000)
    quoted = page.rfind("<blockquote", before, token.start) > page.rfind("</blockquote", before, token.start)
    around = page[max(0, token.start - 1500) : token.end].lower()
    return not quoted and not any(stem in around for stem in CONSENT_STEMS)


def _lone_address(page: str, hit: int, floor: int) -> tuple[int, list[Edit]]:
    """Mark an address that is the whole of a run of text, or the text area around it; where to go on."""
    begin = page.rfind("<", floor, hit)
    if begin >= 0 and page.startswith(_TEXT_AREA, begin):
        name = begin + len(_TEXT_AREA)
        end = page.find("</textarea", hit)
        return end if end >= 0 else len(page), [Edit(name, f" {MARK} ")]
    start = page.rfind(">", max(floor, hit - 2000), hit) + 1 or max(floor, hit - 2000)
    end = page.find("<", hit, hit + 2000)
    if end < 0 or _ALONE.fullmatch(page, start, end) is None:
        return hit + 1, []
    return end, [Edit(start, f"<{ADDRESS_TAG} {MARK}>"), Edit(end, f"</{ADDRESS_TAG}>")]


_RAW = re.compile(r"<(script|style|textarea|template|title|xmp|noembed)\b", re.IGNORECASE)


def _tokens(page: str) -> Iterator[_Token]:
    """All tags in order; comments and elements with raw content are one token each."""
    position = unclosed = 0
    never_closed: set[str] = set()
    while (begin := page.find("<", position)) >= 0 and unclosed < _UNCLOSED:
        tag = _TAG.match(page, begin) if page[begin + 1 : begin + 2].isalpha() else None
        if page.startswith("<!--", begin):
            end = page.find("-->", begin + 2)
            position = end + 3 if end >= 0 else len(page)
            yield _Token(begin, begin, position)
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
            yield _Token(begin, tag.end("name"), position)
