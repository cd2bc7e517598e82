"""Mark the tags that may be embeds in the source of a page, so that one selector finds them in the tree.

The source is read backwards from each match to the tag around it. Tags that `tag_filter` rules out are not marked, and
a page without a mark is not parsed. A tag in an attribute, a ``<textarea>``, a ``<template>`` or a comment has no mark
in the tree; only then `mark_all_tags` tokenises the whole page.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_left
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from resiliparse.extract.html2text import extract_plain_text

from scraper.bounds import MOST_LITERALS
from scraper.html.embeds import tag_filter
from scraper.html.embeds.literal_search import literal_offsets
from scraper.html.embeds.script_state import ScriptState
from scraper.html.embeds.tag_filter import LONGEST_ADDRESS, Token
from scraper.html.embeds.unescaping import revived
from scraper.markup.tree_queries import select
from scraper.patterns import lazy_regex
from scraper.text.embed_codes import find_embed_codes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from resiliparse.parse.html import HTMLTree

#: Most tags without an end for which the rest of the page is searched.
_MOST_UNCLOSED = 8
#: A start tag. As in browsers, a quotation mark opens a value only after an equals sign.
_TAG = lazy_regex(r"(?P<name><[a-zA-Z][^\s/>]*+)(?:[^>=]++|=\s*+(?:\"[^\"]*+\"|'[^']*+')?+)*+>")
#: Markup that browsers take for a comment up to the next bracket.
_NO_TAG = lazy_regex(r"<(?:/(?![a-zA-Z>])|\?|!(?![a-zA-Z]))")
_SCRIPT = "<script"
#: Elements that hide markup until it is shown; and most characters of an embed before its URL.
_KEEPERS, _LONGEST_PARKED = (_SCRIPT, "<textarea", "<template", "<iframe"), 5000
_NO_SCRIPT = lazy_regex(r"type=[\"']?text/(?:[\w.-]*template|plain|html)", re.IGNORECASE)
_RAW = lazy_regex(r"<(script|style|textarea|template|title|iframe|xmp|noembed)\b", re.IGNORECASE)


def _is_in_script(page: str, token: Token, hit: int) -> bool:
    """Return True if an offset is in the content of a script, not in its tag."""
    return hit >= token.inside and page[token.start : token.name_end].lower() == _SCRIPT


def _token_around(page: str, hit: int, floor: int, *, closed: bool) -> Token | None:
    """Return the tag around an offset, or the script: a tag with escaped quotes is in a script's string.

    It begins at `floor` or later. Tags are searched for if `closed`, not where too many have no end.
    """
    begin = page.rfind("<", floor, hit)
    found = _TAG.match(page, begin) if closed and begin >= 0 else None
    tag = Token(begin, found.end("name"), found.end(), found.end()) if found and found.end() > hit else None
    if tag is None or _has_escaped_quote(page, tag.start, hit):
        return _script_around(page, hit, floor, begin) or tag
    return tag


def _has_escaped_quote(page: str, start: int, end: int) -> bool:
    """Return True if text has an escaped quote; a single backslash is searched first, ten times as fast."""
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


def _hidden_element_around(page: str, tag: Token, floor: int) -> Token | None:
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


def _is_unclosed(page: str, hit: int, floor: int) -> bool:
    """Return True if the tag before an offset has no end, for which the rest of the page is searched."""
    begin = page.rfind("<", floor, hit)
    return begin >= 0 and page[begin + 1].isalpha() and _TAG.match(page, begin) is None


def tokens(page: str) -> Iterator[Token]:
    """Yield all tags in order; comments and elements with raw content are one token each."""
    position = unclosed = 0
    never_closed: set[str] = set()
    while (begin := page.find("<", position)) >= 0 and unclosed < _MOST_UNCLOSED:
        tag = _TAG.match(page, begin) if page[begin + 1 : begin + 2].isalpha() else None
        closing = "-->" if page.startswith("<!--", begin) else ">" if _NO_TAG.match(page, begin) else ""
        if closing:
            end = page.find(closing, begin + len(closing) - 1)
            position = end + len(closing) if end >= 0 else len(page)
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


#: With less text in paragraphs than this, a page keeps its text in other elements.
_FEW_PARAGRAPHS = 2000
_PARAGRAPH = lazy_regex(r"<[pP](?=[\s>])[^<>]*+>([^<]*+(?:<(?!/?[pP][\s>])[^<]*+)*+)")
_ANY_TAG = lazy_regex(r"<[^<>]*+>")


def paragraphs_of_tree(tree: HTMLTree) -> str:
    """Return the text of a page's paragraphs; where that is little, all text but headings and links."""
    text = " ".join(node.text or "" for node in select(tree, "p"))
    if len(text) < _FEW_PARAGRAPHS:
        text += f" {extract_plain_text(tree, preserve_formatting=False)}"
        for node in select(tree, "a, h1, h2, h3, h4"):
            if (linked := node.text or "") and len(linked) >= 25:
                text = text.replace(linked, " ")
    return " ".join(text.split())


def _paragraphs_of_source(page: str, states: Sequence[Token]) -> str | None:
    """Return the text of the paragraphs outside of `states`, perhaps a little more; None where it is too little."""
    begins, ends = [0, *(state.end for state in states)], [*(state.start for state in states), len(page)]
    between = zip(begins, ends, strict=True)
    found = [inside for begin, end in between for inside in _PARAGRAPH.findall(page, begin, end)]
    text = " ".join(html.unescape(_ANY_TAG.sub("", " <p> ".join(found))).split())
    return text if len(text) >= _FEW_PARAGRAPHS else None


#: The attribute on a marked element.
MARK = "data-vp"
#: The element put around a URL that is alone in the text.
ADDRESS_TAG = "vp-address"
#: A URL alone in a run of text, or in a short code of any name.
_ALONE = lazy_regex(
    r"\s*(?:\[[\w-]{1,20}(?:\s(?:url|src)=|[\]\s=])[\"']?|\[\w{1,20}\]\s(?=[^<>\[\]]*\[/)|\{\w{1,20}\})?"
    r"http(?:s|v\w{0,2})?://[^\s<>\[\]{}\"']+[\"']?(?:\s[\w-]{1,20}=[^\s<>\[\]]{1,40}){0,5}\s*(?:[\[{]/[\w-]{1,20}[\]}]|/?\])?\s*"
)
_TEXT_AREA, _NUXT = "<textarea", "__NUXT_DATA__"
#: The tag of a box that a lazy loader fills with the markup in a comment, and its greatest length.
_LAZY_BOX, _LONGEST_BOX = lazy_regex(r"<\w+\s[^<>]*(?:lazy|placeholder|embed|consent)[^<>]*>\s*\Z"), 400


class Edit(NamedTuple):
    """An insertion into the source, which follows from the offset `resume` on."""

    at: int
    text: str
    resume: int


class SearchedSource:
    """A source with the ascending offsets of the first `MOST_LITERALS` matches in it.

    Attributes:
        outside: The texts at the matches on tags that may be embeds: links in sentences show no post.
        states: The scripts and long tags with a match.
        contents: The contents of marked scripts, which are left out of the tree, by their marks.
    """

    def __init__(self, page: str, hits: Sequence[int]) -> None:
        self.page = page
        self.hits = hits[:MOST_LITERALS]
        self.outside: list[str] = []
        self.states: list[Token] = []
        self.contents: dict[str, ScriptState] = {}

    @cached_property
    def paragraphs(self) -> str | None:
        """The running text in the source; None where the page must be parsed for it."""
        return _paragraphs_of_source(self.page, self.states)

    @property
    def is_final(self) -> bool:
        """Return True if the source has enough paragraphs to compare with."""
        return self.paragraphs is not None

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset((self.paragraphs or "").split())

    def contains(self, words: Sequence[str]) -> bool:
        """Return True if a paragraph has, or may have, consecutive words; single words are checked first."""
        if self.paragraphs is None:
            return True
        return self._words.issuperset(words[1:-1]) and " ".join(words).strip(",") in self.paragraphs

    def note(self, token: Token, hit: int) -> None:
        """Record the text at a match on a tag of the page itself."""
        self.outside.append(self.page[hit : min(token.end, hit + LONGEST_ADDRESS)])

    def has_new_post(self, state: Token) -> bool:
        """Return True if a state may have a post of the article."""
        if state.end == state.inside:
            return tag_filter.tag_has_new_post(self.page, state, self.hits, self)
        first, last = bisect_left(self.hits, state.inside), bisect_left(self.hits, state.end)
        hits = [hit - state.inside for hit in self.hits[first:last]]
        content = ScriptState(self.page[state.inside : state.end], hits)
        tag = self.page[state.start : state.inside]
        if _NUXT in tag and (whole := revived(content.text)):
            content = ScriptState(whole, literal_offsets(whole)[:MOST_LITERALS])
        if not tag_filter.script_has_new_post(tag, content, "\n".join(self.outside), self):
            return False
        self.contents[str(state.start)] = content
        return True


def mark_tags(searched: SearchedSource) -> list[Edit]:
    """Return the edits that mark the tag around each match, or the URL that is a text of its own."""
    edits: list[Edit] = []
    page = searched.page
    floor = unclosed = 0
    for hit in searched.hits:
        if hit < floor:
            continue
        token = _token_around(page, hit, floor, closed=unclosed < _MOST_UNCLOSED)
        if token is None:
            unclosed += unclosed < _MOST_UNCLOSED and _is_unclosed(page, hit, floor)
            floor, lone = _lone_address(page, hit, floor)
            edits += lone
            continue
        before, floor = floor, token.end
        if _is_in_script(page, token, hit):
            searched.states.append(token)
            continue
        if tag_filter.may_hold_state(page, token):
            searched.note(token, hit)
            searched.states.append(token)
        elif tag_filter.may_embed(page, token):
            searched.note(token, hit)
            kept = _hidden_element_around(page, token, before) or token
            floor = kept.end
            if _is_in_script(page, kept, hit):
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
        if hit < token.end:
            is_tag = token.name_end > token.start
            edits += _marked_thoroughly(searched, token, hit) if is_tag else _lazy_comment(searched.page, token)
        while hit is not None and hit < token.end:
            hit = next(waiting, None)
    return edits


def _lazy_comment(page: str, token: Token) -> Iterator[Edit]:
    """Yield the edits that make a template of a comment that is alone in the box of a lazy loader."""
    is_lazy = _LAZY_BOX.search(page, max(0, token.start - _LONGEST_BOX), token.start) is not None
    if (
        is_lazy
        and page.endswith("-->", token.start, token.end)
        and page[token.end : token.end + 50].lstrip()[:2] == "</"
    ):
        yield Edit(token.start, f"<template {MARK}>", token.start + len("<!--"))
        yield Edit(token.end - len("-->"), "</template>", token.end)


def _marked_thoroughly(searched: SearchedSource, token: Token, hit: int) -> Iterator[Edit]:
    if _is_in_script(searched.page, token, hit):
        if searched.has_new_post(token):
            yield from _marked_state(token)
        return
    if tag_filter.may_embed(searched.page, token):
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
    if end < 0:
        return hit + 1, []
    if _ALONE.fullmatch(page, start, end) is not None:
        return end, [Edit(start, f"<{ADDRESS_TAG} {MARK}>", start), Edit(end, f"</{ADDRESS_TAG}>", end)]
    printed = html.unescape(page[start:end])
    codes = find_embed_codes(printed) if printed.lstrip()[:1] != "<" else []  # markup that is shown
    if len(codes) != 1 or codes[0].post is None or len(printed.strip()) > codes[0].end - codes[0].start:
        return hit + 1, []
    tag = f'<{ADDRESS_TAG} {MARK} href="{html.escape(codes[0].post.url or "")}">'
    return end, [Edit(start, tag, start), Edit(end, f"</{ADDRESS_TAG}>", end)]
