"""Hidden markup: where a page keeps embeds that its document tree does not show, and how they are brought out.

Consent managers and lazy loaders park an embed's markup in a ``<template>``, a ``<textarea>``, a script that is no
script, or an attribute; escaped as HTML, JSON or a URL, or in base64. Frameworks keep it in their state. `lighten`
puts such contents aside before the page is parsed, and cuts scripts, styles and comments that hold nothing: the
parser's time goes with the length. `markup_in` turns a hidden content into plain markup.
"""

from __future__ import annotations

import base64
import binascii
import html
import re
from bisect import bisect_left
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import unquote

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

#: The attribute that marks an element on which, or in which, something was sighted; its value numbers it.
MARK = "data-vp"
#: The element that is put around an address standing alone in the text.
ADDRESS_TAG = "vp-address"
_OPENERS = {
    "<script": "</script",
    "<style": "</style",
    "<!--": "-->",
    "<textarea": "</textarea",
    "<template": "</template",
}
_TAG = re.compile(r"(?P<name><[a-zA-Z][^\s/>]*+)(?:[^>\"']++|\"[^\"]*+\"|'[^']*+')*+>")
#: A tag that is never closed is looked for up to the end of the page; so often may that happen.
_UNCLOSED = 8
#: WordPress keeps the address in a shortcode while the plugin that would show it is gone.
_ALONE = re.compile(
    r"\s*(?:\[\w{1,20}(?: (?:url|id)=)?[\]\s]?[\"']?)?(https?://[^\s<>\[\]\"']+)[\"']?(?:\[/\w{1,20}\]|\s*/?\])?\s*"
)


@dataclass(slots=True)
class Light:
    """A page made ready for the parser.

    Attributes:
        html: The page without what needs no parsing, with marks.
        hidden: By mark, the content that was taken out of that element.
        marks: How many marks there are.
    """

    html: str = ""
    hidden: dict[int, str] = field(default_factory=dict)
    marks: int = 0

    def mark(self) -> str:
        """Number a new mark and give its attribute."""
        self.marks += 1
        return f" {MARK}={self.marks} "


@dataclass(frozen=True, slots=True)
class _Span:
    """A part that the parser does not look into: `start` of its tag, `inner` content, `end` of that."""

    start: int
    inner: int
    end: int
    opener: str


def lighten(page: str, hits: Sequence[int]) -> Light:
    """Cut what needs no parsing, put aside what hides something, and mark the elements where something stands.

    Args:
        page: The decoded page.
        hits: Its `sightings`.
    """
    light = Light()
    edits = [
        *_open_edits(page, hits, light, spans := list(_spans(page))),
        *_span_edits(page, hits, light, spans),
    ]
    position = 0
    parts = []
    for start, end, text in sorted(edits):
        if start >= position:
            parts += [page[position:start], text]
            position = end
    light.html = "".join([*parts, page[position:]])
    return light


def _spans(page: str) -> Iterator[_Span]:
    """The parts whose content is not markup of the page, in order; one inside another is part of it."""
    following = {opener: page.find(opener) for opener in _OPENERS}
    position = 0
    while found := [(at, opener) for opener, at in following.items() if at >= 0]:
        at, opener = min(found)
        end = page.find(_OPENERS[opener], at + 2)
        if end < 0:
            following[opener] = -1
            continue
        inner = page.find(">", at, end) + 1 or end
        yield _Span(at, inner, end, opener)
        position = end
        following = {o: p if p < 0 or p >= position else page.find(o, position) for o, p in following.items()}


def _span_edits(
    page: str, hits: Sequence[int], light: Light, spans: Sequence[_Span]
) -> Iterator[tuple[int, int, str]]:
    for span in spans:
        sighted = bisect_left(hits, span.end) > bisect_left(hits, span.inner)
        if span.opener == "<!--":
            yield span.start, span.end + 3, ""
        elif sighted and span.opener != "<style":
            yield from _put_aside(page, light, span)
        elif span.opener in {"<script", "<style"} and "ld+json" not in page[span.start : span.inner]:
            yield span.inner, span.end, ""


def _put_aside(page: str, light: Light, span: _Span) -> Iterator[tuple[int, int, str]]:
    if "ld+json" in page[span.start : span.inner]:
        return
    name = span.start + len(span.opener)
    yield name, name, light.mark()
    light.hidden[light.marks] = page[span.inner : span.end]
    yield span.inner, span.end, ""


def _open_edits(
    page: str, hits: Sequence[int], light: Light, spans: Sequence[_Span]
) -> Iterator[tuple[int, int, str]]:
    """Marks for the sightings outside of spans: on the tag, or around the address that stands alone."""
    starts = [span.start for span in spans]
    floor, unclosed = 0, 0
    for hit in hits:
        before = bisect_left(starts, hit) - 1
        if hit < floor or (before >= 0 and spans[before].inner <= hit < spans[before].end):
            continue
        floor = max(floor, spans[before].end if before >= 0 and spans[before].end <= hit else 0)
        begin = page.rfind("<", floor, hit)
        tag = _TAG.match(page, begin) if begin >= 0 and unclosed < _UNCLOSED else None
        if tag and tag.end() > hit:
            floor = tag.end()
            yield tag.end("name"), tag.end("name"), light.mark()
            continue
        unclosed += begin >= 0 and tag is None
        floor = yield from _lone_address(page, hit, max(begin, floor), light)


def _lone_address(page: str, hit: int, floor: int, light: Light) -> Iterator[tuple[int, int, str]]:
    """Mark an address that is the whole of a run of text; gives where the run ends."""
    start = page.rfind(">", floor, hit) + 1 or floor
    end = page.find("<", hit)
    end = len(page) if end < 0 else end
    alone = _ALONE.fullmatch(page, start, end) if end - start < 2000 else None
    if alone:
        yield start, start, f"<{ADDRESS_TAG}{light.mark()}>"
        yield end, end, f"</{ADDRESS_TAG}>"
    return end


_BASE64 = re.compile(r"[A-Za-z0-9+/\s]{24,}={0,2}\s*")
_MARKUP = re.compile(r"\s*<(?:!--|[a-zA-Z][\w-]*[\s/>])")


def markup_in(content: str) -> str | None:
    """Undo what escaped a piece of markup: HTML entities, percent signs, base64, in any nesting.

    Args:
        content: The value of an attribute or the content of an element.

    Returns:
        Markup, or None when the content is something else.

    >>> markup_in("%3Ciframe src=%22//frames.example/1%22%3E%3C/iframe%3E")
    '<iframe src="//frames.example/1"></iframe>'
    >>> markup_in("PGlmcmFtZSBzcmM9Ii8vZnJhbWVzLmV4YW1wbGUvMSI+PC9pZnJhbWU+")
    '<iframe src="//frames.example/1"></iframe>'
    """
    for _ in range(4):
        if _MARKUP.match(content):
            return content
        plain = _unescaped(content)
        if plain == content:
            return None
        content = plain
    return None


def _unescaped(content: str) -> str:
    head = content.lstrip()[:12].lower()
    if head.startswith("&"):
        return html.unescape(content)
    if head.startswith(("%3c", "%253c", "%26lt")):
        return unquote(content)
    if head.startswith(("\\u003c", '"\\u003c', '"<')):
        return (
            content.strip().strip('"').encode("ascii", "backslashreplace").decode("unicode_escape", "replace")
        )
    return _from_base64(content)


def _from_base64(content: str) -> str:
    if _BASE64.fullmatch(content) is None:
        return content
    try:
        return base64.b64decode(content).decode("utf-8", "replace")
    except (binascii.Error, ValueError):
        return content
