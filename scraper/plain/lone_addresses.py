"""Find post URLs on a separate line of a text, which is how embeds are written.

The URL may be bare, in angle brackets, in a Markdown link with a URL or an invitation as its text, or in an
image (as in Obsidian). As in HTML, a URL in a sentence, a list, a heading, code or a list of sources is not
an embed.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scraper.html.embeds.element_context import begins_list_of_sources
from scraper.markup.addresses import stands_for_post
from scraper.patterns import lazy_regex
from scraper.registry import recognise
from scraper.text.embed_codes import is_within, shown_code

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scraper.records import Post

Span = tuple[int, int]

_URL = r"(?:https?|at)://[^\s<>()\[\]\"]{4,2000}"
_LINE = lazy_regex(
    rf"^[ \t]{{0,40}}(?:>[ \t]{{0,4}}){{0,3}}(?P<whole><?(?P<bare>{_URL})>?"
    rf"|(?P<image>!?)\[(?P<label>[^\[\]\n]{{0,300}})\]"
    rf"\([ \t]?<?(?P<linked>{_URL})>?(?:[ \t]+[\"'(][^\n]{{0,200}}?[\"')])?[ \t]?\)"
    rf"|\[!\[[^\[\]\n]{{0,300}}\]\((?P<picture>[^()\s]{{1,500}})\)\]\((?P<under>{_URL})\))"
    r"[ \t\r]{0,40}\\?$",
    re.MULTILINE | re.IGNORECASE,
)
_SENTENCE_END = tuple('.!?:…"”»’)*_>|')
_ROOM = 400


def find_lone_addresses(text: str, taken: Sequence[Span]) -> list[tuple[int, int, Post]]:
    """Return the start, end and post of each line that is the URL of a post, in order.

    URLs in the ascending spans of flattened posts, `taken`, belong to these. The lines are stripped.
    """
    if "://" not in text:
        return []
    shown = shown_code(text)
    return [
        (start, end, post)
        for start, end, post in _addresses(text)
        if not (is_within(start, taken) or is_within(start, shown))
        and not _is_in_sentence(text, start, end)
        and not _is_source(text, start)
    ]


def _addresses(text: str) -> Iterator[tuple[int, int, Post]]:
    for line in _LINE.finditer(text):
        address = line["bare"] or line["linked"] or line["under"]
        post = recognise(address)
        if post is not None and _is_embed(line, post):
            yield line.start("whole"), line.end("whole"), post


def _is_embed(line: re.Match[str], post: Post) -> bool:
    if line["picture"]:  # a link around a picture is a preview if the picture is the post's own
        return post.id is not None and post.id in line["picture"]
    if line["linked"] is None or line["image"] or not line["label"].strip():
        return True
    return stands_for_post(" ".join(line["label"].split()))


def _is_in_sentence(text: str, start: int, end: int) -> bool:
    """Return True if a sentence continues across the line, as in hard-wrapped prose."""
    above, below = _line_above(text, start), text[end + 1 : end + 1 + _ROOM].partition("\n")[0].strip()
    return bool(above) and not above.endswith(_SENTENCE_END) and below[:1].islower()


def _line_above(text: str, start: int) -> str:
    begin = text.rfind("\n", 0, start) + 1
    return text[max(0, begin - _ROOM) : begin].rpartition("\n")[0].rpartition("\n")[2].strip()


def _is_source(text: str, start: int) -> bool:
    """Return True if the line's paragraph, or the label above it, begins a list of sources."""
    paragraphs = text[max(0, start - _ROOM) : start].split("\n\n")
    label = paragraphs[-2].strip() if len(paragraphs) > 1 else ""
    return begins_list_of_sources(paragraphs[-1]) or (len(label) < 20 and begins_list_of_sources(label))
