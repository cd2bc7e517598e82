"""Parse a page, or a piece of markup hidden in one, with marks on the elements that may be embeds."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING

from resiliparse.parse.html import ElementNode, HTMLTree

from scraper.bounds import DEEPEST, MOST_LITERALS, too_much
from scraper.html.embeds import tag_marking
from scraper.html.embeds.literal_search import literal_offsets
from scraper.html.embeds.other_stories import Stories, is_backdrop
from scraper.html.embeds.script_state import ScriptState
from scraper.html.embeds.section_roles import PageLayout, is_not_article
from scraper.html.embeds.tag_marking import MARK, Edit, SearchedSource
from scraper.markup.tags import tag_of
from scraper.markup.tree_queries import ancestors, select
from scraper.patterns import lazy_regex
from scraper.registry import by_name, platforms

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scraper.records import Form, Post, Problem
    from scraper.registry import Platform


@cache
def _forms() -> dict[str, list[tuple[Platform, Form, str]]]:
    """Return platform, form and selector by the tag name, with which every selector begins."""
    found: dict[str, list[tuple[Platform, Form, str]]] = {}
    for platform in platforms():
        for form, selectors in platform.forms.items():
            for css in selectors.split(", "):
                name = re.split(r"[.\[:#]", css, maxsplit=1)[0]
                found.setdefault(name, []).append((platform, form, css))
    return found


@cache
def any_form() -> str:
    """Return a selector that matches the embed code of any platform."""
    return ", ".join(css for named in _forms().values() for _, _, css in named)


#: Matching a selector takes longer than a search for the same attributes here.
_MOST_KNOWN = 10_000
_known_forms: dict[tuple[str | None, ...], tuple[Platform, Form] | None] = {}


def form_of_platform(node: ElementNode) -> tuple[Platform, Form] | None:
    """Return the platform with a selector that matches an element, and the form; None without one."""
    forms = _forms().get(node.tag or "")
    if not forms:
        return None
    key = (node.tag, node.getattr("class"), node.getattr("type"), *node.attrs)
    if key not in _known_forms:
        if len(_known_forms) > _MOST_KNOWN:
            _known_forms.clear()
        matching = ((platform, form) for platform, form, css in forms if node.matches(css))
        _known_forms[key] = next(matching, None)
    return _known_forms[key]


@dataclass(frozen=True, slots=True)
class Candidate:
    """An element that may be an embed, its own element if it was hidden `inside`, and the post that a URL names."""

    node: ElementNode
    form: Form
    platform: Platform
    inside: ElementNode | None = None
    known: Post | None = None


def placed(place: ElementNode | None, form: Form, post: Post, page: ParsedMarkup) -> Iterator[Candidate]:
    """Yield the embed of a post at an element, unless there is none, or it is outside of the article."""
    if place is not None and not page.is_off_article(place, generic=place.tag != "iframe"):
        yield with_document(Candidate(place, form, by_name()[post.platform], known=post))


def with_document(found: Candidate) -> Candidate:
    """Return a candidate with the document in its frame's ``srcdoc``, which shows the post, if it has one."""
    document = found.node.getattr("srcdoc") if found.form == "iframe" and found.inside is None else None
    body = HTMLTree.parse(document).body if document else None
    if body is None:
        return found
    return replace(found, inside=body, known=found.known or found.platform.read(tag_of(found.node)))


#: Characters to parse after the last mark: more than the longest embed and the rest of its block.
_BEHIND_LAST = 10_000
_QUOTE_TAG = lazy_regex(r"<(/?)blockquote\b", re.IGNORECASE)
_SELF_CLOSED = lazy_regex(r"<([a-z]{2,20}-[a-z-]{2,20})\s[^<>]*+(?<=/)>")
_AMP = lazy_regex(r"blockquote$|amp-")
_SCRIPT, _END_OF_LINK = lazy_regex(r"<script\b", re.IGNORECASE), lazy_regex(r"</a\s*>", re.IGNORECASE)
#: Characters of the text of a long post; and of the source of any post up to its last link.
_LONG_QUOTE, _LONGEST_QUOTE = 500, 8000
#: For each element whether it is off the article, and whether it is inside an ``<article>``.
_Verdicts = dict[ElementNode, tuple[bool, bool]]


@dataclass(slots=True)
class ParsedMarkup:
    """Parsed markup, with the properties of the whole page that the rules need.

    Its nodes are the marked elements and the blockquotes, in document order. `depth` is that of hiding, 0 for
    the page itself; `foreign` has the embeds that were found to be off the article; `selected` has all elements
    that match the selector `also` of `parse`, and others.
    """

    tree: HTMLTree
    nodes: list[ElementNode]
    selected: list[ElementNode]
    searched: SearchedSource
    layout: PageLayout
    stories: Stories
    depth: int = 0
    is_final: bool = True  # the tree always has the whole text
    foreign: list[ElementNode] = field(default_factory=list)
    #: Holds the elements around the nodes, because to wrap each one for Python again takes time.
    depths: dict[ElementNode, int] = field(default_factory=dict)
    _outer: ParsedMarkup | None = None
    _paragraphs: str | None = None
    _pictured: dict[ElementNode, bool] = field(default_factory=dict)
    _verdicts: tuple[_Verdicts, _Verdicts] = field(default_factory=lambda: ({}, {}))

    def within(self, markup: str) -> ParsedMarkup | None:
        """Parse a piece of markup that was hidden in this one; None where it cannot contain a post."""
        inner = parse(markup)
        return replace(inner, depth=self.depth + 1, _outer=self) if inner else None

    def contains(self, words: Sequence[str]) -> bool:
        """Return True if consecutive words occur in a paragraph of the page."""
        if self._outer is not None:
            return self._outer.contains(words)
        if self.searched.is_final:
            return self.searched.contains(words)
        if self._paragraphs is None:
            self._paragraphs = tag_marking.paragraphs_of_tree(self.tree)
        return " ".join(words).strip(",") in self._paragraphs

    def state(self, node: ElementNode) -> ScriptState:
        """Return the content of a script, a template or a text area."""
        known = self.searched.contents.get(node.getattr(MARK) or "")
        if known is not None:
            return known
        content = node.html.partition(">")[2] if node.tag == "template" else node.text or ""
        return ScriptState(content, literal_offsets(content))

    def is_pictured(self, block: ElementNode) -> bool:
        """Return True if a block contains a picture; the answer is cached, as it may have many links."""
        if block not in self._pictured:
            self._pictured[block] = block.query_selector("img, picture, video, svg, iframe") is not None
        return self._pictured[block]

    def is_off_article(self, node: ElementNode, *, generic: bool = False) -> bool:
        """Return True if an element is in a part of the page that is not the article.

        A `generic` one does not match a platform's selectors, so feeds and credits are excluded too.
        """
        verdicts = self._verdicts[generic]
        chain: list[ElementNode] = []
        is_other = is_inside = False
        for above in ancestors(node):
            known = verdicts.get(above)
            if known is not None:
                is_other, is_inside = known
                break
            chain.append(above)
        for above in reversed(chain):
            is_other = is_other or is_not_article(above, self.layout, generic=generic)
            is_other = is_other or self.stories.holds_other(above, is_inside=is_inside)
            is_inside = is_inside or above.tag == "article"
            verdicts[above] = is_other, is_inside
        if is_other or is_backdrop(node):
            return True
        return not (is_inside or node.tag == "script") and self.layout.is_beside(node)


def parse(
    source: str, problems: list[Problem] | None = None, *, whole: bool = True, also: str = "h1"
) -> ParsedMarkup | None:
    """Parse markup, with marks on the elements that may be embeds; None if it cannot contain a post.

    `problems` gets each bound reached (`scraper.bounds`). Unless `whole`, the head and the part far after the
    last mark are left out. The elements that match `also`, with the headings, are selected together with those
    that may be embeds, because to go through the tree takes longer than to tell them apart.
    """
    hits = literal_offsets(source)
    if len(hits) > MOST_LITERALS and problems is not None:
        problems.append(too_much("embeds", MOST_LITERALS, len(hits), "addresses and marks of posts"))
    searched = SearchedSource(source, hits)
    edits = tag_marking.mark_tags(searched)
    if not edits:
        return None
    tree = HTMLTree.parse(tag_marking.apply_edits(source, edits, *((0, None) if whole else _extent(searched, edits))))
    nodes, selected = _marked_nodes(tree, also)
    if sum(node.hasattr(MARK) for node in nodes) < sum(MARK in edit.text for edit in edits):
        edits = tag_marking.mark_all_tags(searched)
        tree = HTMLTree.parse(tag_marking.apply_edits(source, edits))
        nodes, selected = _marked_nodes(tree, also)
    if _may_be_unclosed(nodes) and (lost := list(_lost_end_tags(searched))):
        tree = HTMLTree.parse(tag_marking.apply_edits(source, sorted([*edits, *lost])))
        nodes, selected = _marked_nodes(tree, also)
    depths: dict[ElementNode, int] = {}
    nodes = _not_too_deep(nodes, depths, [] if problems is None else problems)
    layout = PageLayout(tree, [node for node in selected if node.tag == "h1"])
    stories = Stories(source, layout)
    return ParsedMarkup(tree, nodes, selected, searched, layout, stories, depths=depths)


def _extent(searched: SearchedSource, edits: Sequence[Edit]) -> tuple[int, int]:
    """Return start and end of the part to parse: from the body to the last mark, or all of the page."""
    source, first = searched.page, edits[0].at
    has_state = any(edit.resume > edit.at for edit in edits)
    if has_state and not searched.is_final:
        return 0, len(source)
    return max(0, source.find("<body", 0, first)), edits[-1].resume + _BEHIND_LAST


def _not_too_deep(
    nodes: list[ElementNode], depths: dict[ElementNode, int], problems: list[Problem]
) -> list[ElementNode]:
    """Drop elements that are nested too deep, because the text of all their ancestors is read for each."""
    kept = [node for node in nodes if measure_depth(node, depths) <= DEEPEST]
    if len(kept) < len(nodes):
        things = f"elements that may be posts: the others are nested deeper than {DEEPEST}"
        problems.append(too_much("embeds", len(kept), len(nodes), things))
    return kept


def measure_depth(node: ElementNode, depths: dict[ElementNode, int]) -> int:
    """Return the number of ancestors of an element, up to one more than `DEEPEST`; `depths` caches those around it."""
    chain: list[ElementNode] = []
    above: ElementNode | None = node
    while above is not None and above not in depths:
        if len(chain) > DEEPEST:
            depths[node] = len(chain)
            return len(chain)
        chain.append(above)
        above = above.parent_element
    outer = -1 if above is None else depths[above]
    depths.update((inner, min(outer + n, DEEPEST + 1)) for n, inner in enumerate(reversed(chain), 1))
    return depths[node]


def _marked_nodes(tree: HTMLTree, also: str) -> tuple[list[ElementNode], list[ElementNode]]:
    """Return possible embeds (marked elements, blockquotes, AMP's), and all selected ones, with those of `also`."""
    css = f"[{MARK}], blockquote, {also}"
    selected = select(tree, css)
    nodes = [node for node in selected if node.tag == "blockquote" or node.hasattr(MARK)]
    if any(node.tag == "script" and "ampproject" in (node.getattr("src") or "") for node in nodes):
        amp = (forms for platform in platforms() if (forms := platform.forms.get("amp")))
        selected = select(tree, ", ".join([css, *amp]))
        nodes = [node for node in selected if _AMP.match(node.tag or "") or node.hasattr(MARK)]
    return nodes, selected


def _may_be_unclosed(nodes: Iterable[ElementNode]) -> bool:
    """Return True if a platform's blockquote, last in its box, is too long, or a custom element has content."""
    of_libraries = (node for node in nodes if "-" in (node.tag or ""))
    if any(element.query_selector(f"p, [{MARK}]") is not None for element in of_libraries):
        return True
    last = (node for node in nodes if node.tag == "blockquote" and node.next_element is None)
    of_platforms = (quote for quote in last if form_of_platform(quote))
    return any(quote.query_selector("blockquote") or len(quote.text or "") > _LONG_QUOTE for quote in of_platforms)


def _lost_end_tags(searched: SearchedSource) -> Iterator[Edit]:
    """Yield the end tags to insert: after self-closed custom elements, and after a post's last link."""
    for element in _SELF_CLOSED.finditer(searched.page):
        yield Edit(element.end(), f"</{element[1]}>", element.end())
    opened: int | None = None
    for tag in _QUOTE_TAG.finditer(searched.page):
        if opened is not None and not tag[1]:
            yield from _lost_end_tag(searched, opened, tag.start())
        opened = None if tag[1] else tag.start()
    if opened is not None:
        yield from _lost_end_tag(searched, opened, len(searched.page))


def _lost_end_tag(searched: SearchedSource, start: int, limit: int) -> Iterator[Edit]:
    page = searched.page
    limit = min(limit, start + _LONGEST_QUOTE)
    script = _SCRIPT.search(page, start, limit)
    limit = script.start() if script else limit
    behind = bisect_left(searched.hits, limit)
    last = searched.hits[behind - 1] if behind else start
    end = _END_OF_LINK.search(page, last, limit) if last > start else None
    if end is not None:
        yield Edit(end.end(), "</blockquote>", end.end())
