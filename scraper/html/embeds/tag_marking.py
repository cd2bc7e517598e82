"""Marking in a page's source the elements on which something was sighted, so that its tree shows them.

This is the second stage. One attribute selector then finds all marks, whatever their elements' names are.
The source is read backwards from each sighting to the tag around it, which costs next to nothing; what
`ruling` rules out is not marked, and a page without a mark is not parsed. Where a tag stands in another's
attribute, in a ``<textarea>``, a ``<template>`` or a comment, the mark is not in the tree; only then
`mark_thoroughly` reads all tags of the page in order.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from scraper.bounds import MOST_SIGHTINGS
from scraper.html.embeds.paragraph_text import paragraphs_of_source
from scraper.html.embeds.script_state import State
from scraper.html.embeds.tag_filter import (
    LONGEST_ADDRESS,
    may_carry_state,
    may_embed,
    script_tells_more,
    tag_tells_more,
)
from scraper.html.embeds.tokenizer import (
    UNCLOSED,
    is_in_script,
    is_unclosed,
    parked_around,
    token_around,
    tokens,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scraper.html.embeds.tokenizer import Token

#: The attribute on a marked element.
MARK = "data-vp"
#: The element put around an address that stands alone in the text.
ADDRESS_TAG = "vp-address"
#: WordPress keeps the address in a shortcode when the plugin that would show it is gone.
_ALONE = re.compile(
    r"\s*(?:\[[\w-]{1,20}(?:\s(?:url|src)=|[\]\s=])[\"']?|\[\w{1,20}\]\s(?=[^<>\[\]]*\[/))?http(?:s|v\w{0,2})?://[^\s<>\[\]\"']+[\"']?(?:\s[\w-]{1,20}=[^\s<>\[\]]{1,40}){0,5}"
    r"\s*(?:\[/[\w-]{1,20}\]|/?\])?\s*"
)
_TEXT_AREA = "<textarea"


class Edit(NamedTuple):
    """Something to put in at an offset; the source goes on there, or behind what is left out."""

    at: int
    text: str
    resume: int


class Sighted:
    """A source with what was sighted in it.

    Attributes:
        page: The source.
        hits: Its `sightings`, ascending, but no more than anybody needs.
        outside: What was sighted outside of scripts, marked or not.
        states: The scripts and long tags on which something was sighted.
    """

    def __init__(self, page: str, hits: Sequence[int]) -> None:
        self.page = page
        self.hits = hits[:MOST_SIGHTINGS]
        self.outside: list[str] = []
        self.states: list[Token] = []
        self._kept: dict[str, State] = {}

    @cached_property
    def paragraphs(self) -> str | None:
        """The running text as the source has it; None where only the tree can tell."""
        return paragraphs_of_source(self.page, self.states)

    @property
    def is_sure(self) -> bool:
        """Whether the source has enough paragraphs to tell what they show."""
        return self.paragraphs is not None

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset((self.paragraphs or "").split())

    def shows(self, words: Sequence[str]) -> bool:
        """Return whether words stand in a paragraph of the page, or may do so.

        Most do not, and of those most have one among them that stands nowhere.
        """
        if self.paragraphs is None:
            return True
        return self._words.issuperset(words[1:-1]) and " ".join(words).strip(",") in self.paragraphs

    def note(self, token: Token, hit: int) -> None:
        """Note what was sighted on a tag of the page itself."""
        self.outside.append(self.page[hit : min(token.end, hit + LONGEST_ADDRESS)])

    def tells_more(self, state: Token) -> bool:
        """Return whether a state may hold a post of the article."""
        if state.end == state.inside:
            return tag_tells_more(self.page, state, self.hits, self)
        first, last = bisect_left(self.hits, state.inside), bisect_left(self.hits, state.end)
        hits = [hit - state.inside for hit in self.hits[first:last]]
        content = State(self.page[state.inside : state.end], hits)
        tag = self.page[state.start : state.inside]
        if not script_tells_more(tag, content, "\n".join(self.outside), self):
            return False
        self._kept[str(state.start)] = content
        return True

    def state(self, mark: str) -> State | None:
        """The content of a marked script, which is not parsed."""
        return self._kept.get(mark)


def mark(sighted: Sighted) -> list[Edit]:
    """Mark the tag around each sighting, or the address that is a text of its own.

    What no rule could take for an embed stays unmarked: see `ruling`.
    """
    edits: list[Edit] = []
    page = sighted.page
    floor = unclosed = 0
    for hit in sighted.hits:
        if hit < floor:
            continue
        token = token_around(page, hit, floor, closed=unclosed < UNCLOSED)
        if token is None:
            unclosed += unclosed < UNCLOSED and is_unclosed(page, hit, floor)
            floor, lone = _lone_address(page, hit, floor)
            edits += lone
            continue
        before, floor = floor, token.end
        if is_in_script(page, token, hit):
            sighted.states.append(token)
            continue
        sighted.note(token, hit)
        if may_carry_state(page, token):
            sighted.states.append(token)
        elif may_embed(page, token):
            kept = parked_around(page, token, before) or token
            floor = kept.end
            if is_in_script(page, kept, hit):
                sighted.states.append(kept)
            else:
                edits.append(_marked(kept))
    for state in sighted.states:
        if sighted.tells_more(state):
            edits += _marked_state(state)
    return sorted(edits)


def mark_thoroughly(sighted: Sighted) -> list[Edit]:
    """Mark what `mark` marks, by the page's real tags; contents that are not markup mark their element."""
    edits: list[Edit] = []
    sighted.outside.clear()  # what stands in a script's string may have passed for a tag
    waiting = iter(sighted.hits)
    hit = next(waiting, None)
    for token in tokens(sighted.page):
        while hit is not None and hit < token.start:
            edits += _lone_address(sighted.page, hit, 0)[1]
            hit = next(waiting, None)
        if hit is None:
            break
        if hit < token.end and token.name_end > token.start:
            edits += _marked_thoroughly(sighted, token, hit)
        while hit is not None and hit < token.end:
            hit = next(waiting, None)
    return edits


def _marked_thoroughly(sighted: Sighted, token: Token, hit: int) -> Iterator[Edit]:
    if is_in_script(sighted.page, token, hit):
        if sighted.tells_more(token):
            yield from _marked_state(token)
        return
    sighted.note(token, hit)
    if may_embed(sighted.page, token):
        yield _marked(token)


def _marked(token: Token) -> Edit:
    return Edit(token.name_end, f" {MARK} ", token.name_end)


def _marked_state(token: Token) -> Iterator[Edit]:
    """Mark a script, and leave out what it holds; or mark a long tag."""
    if token.end == token.inside:
        yield _marked(token)
    else:
        yield Edit(token.name_end, f' {MARK}="{token.start}" ', token.name_end)
        yield Edit(token.inside, "", token.end)


def marked(page: str, edits: Sequence[Edit], start: int = 0, end: int | None = None) -> str:
    """Write a part of a source with its marks."""
    parts: list[str] = []
    position = start
    for edit in edits:
        parts += [page[position : edit.at], edit.text]
        position = edit.resume
    return "".join([*parts, page[position:end]])


def _lone_address(page: str, hit: int, floor: int) -> tuple[int, list[Edit]]:
    """Mark an address that is the whole of a run of text, or the text area around it; where to go on."""
    begin = page.rfind("<", floor, hit)
    if begin >= 0 and page.startswith(_TEXT_AREA, begin):
        name = begin + len(_TEXT_AREA)
        end = page.find("</textarea", hit)
        return end if end >= 0 else len(page), [Edit(name, f" {MARK} ", name)]
    start = page.rfind(">", max(floor, hit - 2000), hit) + 1 or max(floor, hit - 2000)
    end = page.find("<", hit, hit + 2000)
    if end < 0 or _ALONE.fullmatch(page, start, end) is None:
        return hit + 1, []
    return end, [Edit(start, f"<{ADDRESS_TAG} {MARK}>", start), Edit(end, f"</{ADDRESS_TAG}>", end)]
