"""Mark the tags that may be embeds in the source of a page, so that one selector finds them in the tree.

The source is read backwards from each match to the tag around it, which is fast. Tags that `tag_filter` rules
out are not marked, and a page without a mark is not parsed. A tag in another's attribute, in a
``<textarea>``, a ``<template>`` or a comment has no mark in the tree; only then `mark_all_tags` tokenises the
whole page.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from scraper.bounds import MOST_LITERALS
from scraper.html.embeds.paragraph_text import paragraphs_of_source
from scraper.html.embeds.script_state import ScriptState
from scraper.html.embeds.tag_filter import (
    LONGEST_ADDRESS,
    may_embed,
    may_hold_state,
    script_has_new_post,
    tag_has_new_post,
)
from scraper.html.embeds.tokenizer import (
    MOST_UNCLOSED,
    hidden_element_around,
    is_in_script,
    is_unclosed,
    token_around,
    tokens,
)
from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scraper.html.embeds.tokenizer import Token

#: The attribute on a marked element.
MARK = "data-vp"
#: The element put around a URL that is alone in the text.
ADDRESS_TAG = "vp-address"
#: A URL alone in a run of text. WordPress, Joomla and Liquid leave it in a shortcode when the plugin for that is gone.
_ALONE = lazy_regex(
    r"\s*(?:\[[\w-]{1,20}(?:\s(?:url|src)=|[\]\s=])[\"']?|\[\w{1,20}\]\s(?=[^<>\[\]]*\[/)|\{\w{1,20}\}|\{%\s?\w{1,20}\s)?http(?:s|v\w{0,2})?://[^\s<>\[\]\"']+[\"']?(?:\s[\w-]{1,20}=[^\s<>\[\]]{1,40}){0,5}"
    r"\s*(?:\[/[\w-]{1,20}\]|/?\]|%\})?\s*"
)
_TEXT_AREA = "<textarea"


class Edit(NamedTuple):
    """An insertion into the source, which may replace some of it.

    Attributes:
        at: The offset of the insertion.
        text: The text to insert.
        resume: The offset from which on the source follows.
    """

    at: int
    text: str
    resume: int


class SearchedSource:
    """A source with the matches in it.

    Attributes:
        page: The source.
        hits: The offsets of the first `MOST_LITERALS` matches, ascending.
        outside: The texts at the matches on tags that may be embeds: links in sentences show no post.
        states: The scripts and long tags with a match.
    """

    def __init__(self, page: str, hits: Sequence[int]) -> None:
        self.page = page
        self.hits = hits[:MOST_LITERALS]
        self.outside: list[str] = []
        self.states: list[Token] = []
        self._kept: dict[str, ScriptState] = {}

    @cached_property
    def paragraphs(self) -> str | None:
        """The running text in the source; None where the page must be parsed for it."""
        return paragraphs_of_source(self.page, self.states)

    @property
    def is_final(self) -> bool:
        """Return whether the source has enough paragraphs to compare with."""
        return self.paragraphs is not None

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset((self.paragraphs or "").split())

    def contains(self, words: Sequence[str]) -> bool:
        """Return whether consecutive words occur in a paragraph of the page, or may occur.

        Single words are checked first, as most runs have a word that is nowhere in the page.
        """
        if self.paragraphs is None:
            return True
        return self._words.issuperset(words[1:-1]) and " ".join(words).strip(",") in self.paragraphs

    def note(self, token: Token, hit: int) -> None:
        """Record the text at a match on a tag of the page itself."""
        self.outside.append(self.page[hit : min(token.end, hit + LONGEST_ADDRESS)])

    def has_new_post(self, state: Token) -> bool:
        """Return whether a state may have a post of the article."""
        if state.end == state.inside:
            return tag_has_new_post(self.page, state, self.hits, self)
        first, last = bisect_left(self.hits, state.inside), bisect_left(self.hits, state.end)
        hits = [hit - state.inside for hit in self.hits[first:last]]
        content = ScriptState(self.page[state.inside : state.end], hits)
        tag = self.page[state.start : state.inside]
        if not script_has_new_post(tag, content, "\n".join(self.outside), self):
            return False
        self._kept[str(state.start)] = content
        return True

    def state(self, mark_tags: str) -> ScriptState | None:
        """Return the content of a marked script, which is left out of the tree; else None."""
        return self._kept.get(mark_tags)


def mark_tags(searched: SearchedSource) -> list[Edit]:
    """Return the edits that mark the tag around each match, or the URL that is a text of its own.

    Tags that `tag_filter` rules out are not marked.
    """
    edits: list[Edit] = []
    page = searched.page
    floor = unclosed = 0
    for hit in searched.hits:
        if hit < floor:
            continue
        token = token_around(page, hit, floor, closed=unclosed < MOST_UNCLOSED)
        if token is None:
            unclosed += unclosed < MOST_UNCLOSED and is_unclosed(page, hit, floor)
            floor, lone = _lone_address(page, hit, floor)
            edits += lone
            continue
        before, floor = floor, token.end
        if is_in_script(page, token, hit):
            searched.states.append(token)
            continue
        if may_hold_state(page, token):
            searched.note(token, hit)
            searched.states.append(token)
        elif may_embed(page, token):
            searched.note(token, hit)
            kept = hidden_element_around(page, token, before) or token
            floor = kept.end
            if is_in_script(page, kept, hit):
                searched.states.append(kept)
            else:
                edits.append(_marked(kept))
    for state in searched.states:
        if searched.has_new_post(state):
            edits += _marked_state(state)
    return sorted(edits)


def mark_all_tags(searched: SearchedSource) -> list[Edit]:
    """Return the edits of `mark_tags` after tokenising the whole page; raw content marks its element."""
    edits: list[Edit] = []
    searched.outside.clear()  # text in a script's string may have been taken for a tag
    waiting = iter(searched.hits)
    hit = next(waiting, None)
    for token in tokens(searched.page):
        while hit is not None and hit < token.start:
            edits += _lone_address(searched.page, hit, 0)[1]
            hit = next(waiting, None)
        if hit is None:
            break
        if hit < token.end and token.name_end > token.start:
            edits += _marked_thoroughly(searched, token, hit)
        while hit is not None and hit < token.end:
            hit = next(waiting, None)
    return edits


def _marked_thoroughly(searched: SearchedSource, token: Token, hit: int) -> Iterator[Edit]:
    if is_in_script(searched.page, token, hit):
        if searched.has_new_post(token):
            yield from _marked_state(token)
        return
    if may_embed(searched.page, token):
        searched.note(token, hit)
        yield _marked(token)


def _marked(token: Token) -> Edit:
    return Edit(token.name_end, f" {MARK} ", token.name_end)


def _marked_state(token: Token) -> Iterator[Edit]:
    """Yield the edits that mark a script and leave out its content, or that mark a long tag."""
    if token.end == token.inside:
        yield _marked(token)
    else:
        yield Edit(token.name_end, f' {MARK}="{token.start}" ', token.name_end)
        yield Edit(token.inside, "", token.end)


def apply_edits(page: str, edits: Sequence[Edit], start: int = 0, end: int | None = None) -> str:
    """Return the part of a source from `start` to `end` with the edits in it."""
    parts: list[str] = []
    position = start
    for edit in edits:
        parts += [page[position : edit.at], edit.text]
        position = edit.resume
    return "".join([*parts, page[position:end]])


def _lone_address(page: str, hit: int, floor: int) -> tuple[int, list[Edit]]:
    """Mark a URL alone in a run of text, or the text area around it; also return where to go on."""
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
