"""Decide which elements of a page are embeds.

An element that matches a platform's own selectors is one. So is, by general rules, any other element with the
URL or the id of a post, when it is in the article's flow and is no link in a sentence, no control and no
credit. Elements outside of the article (feeds, comments, other stories) never are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

from resiliparse.parse.html import HTMLTree

from scraper.html.embeds.attribute_values import (
    attribute_values,
    first_post,
    main_post,
    markup_in_values,
    posts_in_values,
)
from scraper.html.embeds.element_context import (
    block_of,
    card_below_link,
    card_of,
    consent_box_of,
    fills_line,
    frame_or_wrapper,
    has_blocks,
    is_code,
    is_link_to_hidden_post,
    is_preview,
    is_signature_link,
    linked_card,
    lists_sources,
    named_quote_around,
    paragraphs_above,
    shows_quoted_post,
    unfilled_quote_around,
)
from scraper.html.embeds.facades import facade_of, still_of
from scraper.html.embeds.literal_search import literal_offsets
from scraper.html.embeds.platform_selectors import any_form, form_of_platform
from scraper.html.embeds.script_state import ScriptState
from scraper.html.embeds.section_roles import class_and_id, is_comments, is_control
from scraper.html.embeds.tag_marking import ADDRESS_TAG, MARK
from scraper.html.embeds.unescaping import markup_in
from scraper.html.tree_queries import ancestors
from scraper.markup.addresses import FRAME_ADDRESS, is_address, stands_for_post
from scraper.markup.tags import tag_of
from scraper.registry import any_key, by_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from resiliparse.parse.html import ElementNode

    from scraper.html.embeds.parsed_page import ParsedMarkup
    from scraper.records import Form, Post
    from scraper.registry import Platform

_DEEPEST = 3
_HIDING = frozenset({"script", "template", "textarea"})
#: An attribute or a key that is named for an id; and names of platforms in other attributes.
_ID = re.compile(r"shortcode=|[iI][dD]\\?[\"']?\s?[=:]|status=|tweet[-_]\d|&quot;\w{0,12}[iI]d&quot;:")
_NAMED = re.compile(any_key(), re.IGNORECASE)
#: Attributes with titles and topics, which may name a platform.
_ABOUT = re.compile(r"\b(?:slug|alt|title|caption|label|headline|keywords|tags)=\"[^\"]*\"")
#: A frame that a browser saved beside the page; and words in the tag of a YouTube player.
_SAVED = re.compile(r"_files/[\w-]{11}(?:_\d{3})?\.html?$")
_PLAYER = re.compile(r"youtube|gyroscope", re.IGNORECASE)
_NUMBER = re.compile(r"\d{15}|(?:[\"']|&quot;)[\w-]{11}(?:[\"'?]|&quot;|&amp;)")
#: Most characters on a button over a still.
_LONGEST_LABEL = 25
#: The beginning of a line with a post's signature.
_SIGNATURE = re.compile(r"\s*[—–―-]\s?[^\n]{1,120}[@＠]\w")
#: Inline elements: a URL on them belongs to a part of the line, not to the whole line.
_INLINE = frozenset({"span", "i", "b", "em", "strong", "time", "small", "label", "cite", "li"})
#: Blocks in which a URL alone on its line is a list item, a heading or code, not the place of an embed.
_NO_FLOW = frozenset({
    "li", "dt", "dd", "th", "td", "figcaption", "cite", "h1", "h2", "h3", "h4", "h5", "h6", "nav", "footer",
    "summary", "caption", "address", "pre",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Candidate:
    """An element that may be an embed.

    Attributes:
        node: The element in the page.
        form: The form of the embed.
        platform: The platform of the post.
        inside: The embed's own element, where it was hidden in the node.
        known: The post as a URL on the element identifies it.
    """

    node: ElementNode
    form: Form
    platform: Platform
    inside: ElementNode | None = None
    known: Post | None = None


def candidates(page: ParsedMarkup) -> list[Candidate]:
    """Return the embeds of a parsed page, in document order; elements inside another embed are left out."""
    found: list[Candidate] = []
    held: dict[ElementNode, bool] = {}
    for node in page.nodes:
        if found and _is_held(node, held):
            continue
        here = list(_judged(node, page))
        if found and here and _is_quoted_in(here[0], found[-1]):
            found.pop()
        found += here
        if here:
            held |= dict.fromkeys(_up_to(here[-1].node, node), True)
    return found


def _is_quoted_in(outer: Candidate, inner: Candidate) -> bool:
    """Return whether a candidate, found by the date at its end, contains another one, which it quotes."""
    post, quoted = outer.known, inner.known
    if post is None or quoted is None or outer.node not in ancestors(inner.node):
        return False
    return shows_quoted_post(outer.node, post, quoted)


def _is_held(node: ElementNode, held: dict[ElementNode, bool]) -> bool:
    """Return whether an element is inside an embed; `held` caches the answers, as nesting may be deep."""
    chain = []
    above: ElementNode | None = node
    while above is not None and above not in held:
        chain.append(above)
        above = above.parent_element
    verdict = above is not None and held[above]
    held |= dict.fromkeys(chain, verdict)
    return verdict


def _up_to(outer: ElementNode, node: ElementNode) -> Iterator[ElementNode]:
    """Yield the elements from a node to one of its ancestors, both included."""
    above: ElementNode | None = node
    while above is not None and above != outer:
        yield above
        above = above.parent_element
    yield outer


def _judged(node: ElementNode, page: ParsedMarkup) -> Iterator[Candidate]:
    form = form_of_platform(node)
    if form is not None:
        if page.is_off_article(node) or is_comments(node):
            page.foreign.append(node)
        else:
            yield _with_document(Candidate(node, form[1], form[0], known=_printed_post(node)))
    elif not node.hasattr(MARK):
        return
    elif node.tag in _HIDING:
        yield from list(_parked(node, page)) or _hidden(node, page)
    elif node.tag == ADDRESS_TAG:
        yield from _alone(node, node.text or "", page)
    elif node.tag == "a":
        yield from list(_parked(node, page)) or _link(node, page)
    elif not is_control(node):
        yield from _carrier(node, page)
        if node.tag == "iframe":
            yield from _saved(node, page)


def _saved(node: ElementNode, page: ParsedMarkup) -> Iterator[Candidate]:
    """Yield the embeds of a frame with inline content, as in Instant Articles, or saved beside the page."""
    if not node.hasattr("src"):
        yield from _hidden(node, page)
    elif _SAVED.search(node.getattr("src") or "") and not page.is_off_article(node):
        around = " ".join([node.html.partition(">")[0], *map(class_and_id, islice(ancestors(node), 3))])
        if _PLAYER.search(around):
            yield Candidate(node, "iframe", by_name()["youtube"])


def _with_document(found: Candidate) -> Candidate:
    """Return a candidate with the document in its frame's ``srcdoc``, which shows the post, if it has one."""
    document = found.node.getattr("srcdoc") if found.form == "iframe" and found.inside is None else None
    body = HTMLTree.parse(document).body if document else None
    if body is None:
        return found
    return replace(found, inside=body, known=found.known or found.platform.read(tag_of(found.node)))


def _printed_post(node: ElementNode) -> Post | None:
    """Return the post of a blockquote that contains nothing but a URL, without a link."""
    printed = (node.text or "").strip() if node.tag == "blockquote" else ""
    is_bare = is_address(printed) and node.query_selector("a") is None
    return first_post([printed]) if is_bare else None


def _parked(node: ElementNode, page: ParsedMarkup) -> Iterator[Candidate]:
    """Yield the embeds of the markup in the attributes of a script, or of a link that shows it."""
    if not page.is_off_article(node, generic=True):
        for markup in markup_in_values(attribute_values(node)).values():
            yield from _inside(node, markup, "lazy", page)


def _hidden(node: ElementNode, page: ParsedMarkup) -> Iterator[Candidate]:
    """Yield the embeds in the content of a template, a text area or a script.

    A read-only text area is there to copy from, so it counts for nothing.
    """
    if page.is_off_article(node) or node.hasattr("readonly"):
        return
    state = page.state(node)
    markup = markup_in(state.text)
    if markup is not None:
        yield from _inside(node, markup, "lazy", page)
    else:
        for piece in state.embeds_of_article(page, is_beside=_is_in_flow(node)):
            yield from _inside(node, piece, "json", page)


def _is_in_flow(node: ElementNode) -> bool:
    """Return whether a script is inside a block, as a placeholder's is, not in the head or the body."""
    above = node.parent_element
    return above is not None and above.tag not in {"body", "head", "html"}


def _inside(node: ElementNode, markup: str, form: Form, page: ParsedMarkup) -> Iterator[Candidate]:
    """Yield the embeds of a piece of markup, parsed as a page of its own, at the place of the node."""
    inner = page.within(markup) if page.depth < _DEEPEST else None
    for candidate in candidates(inner) if inner else ():
        yield replace(candidate, node=node, form=form, inside=candidate.inside or candidate.node)


def _link(node: ElementNode, page: ParsedMarkup) -> Iterator[Candidate]:
    """Yield the embed of a link: a URL on its own line, the date of a rebuilt post, or around one."""
    href = node.getattr("href") or ""
    post = first_post([href])
    if post is None or is_control(node):
        return
    printed = " ".join((node.text or "").split())
    if (shell := unfilled_quote_around(node, post)) is not None:
        yield from _placed(shell, "blockquote", post, page)
    elif (quote := named_quote_around(node, post)) is not None:
        # Of several links the last is the permalink, as in the platforms' own code.
        yield from (replace(found, known=None) for found in _placed(quote, "other", post, page))
    elif (line := _own_line(node)) is not None:
        yield from _placed(line[0], line[1], post, page)
    elif len(printed) < _LONGEST_LABEL and FRAME_ADDRESS.search(href) and page.is_pictured(node):
        yield from _shown_by(node, post, page)
    elif not printed or stands_for_post(printed) or FRAME_ADDRESS.search(href):
        yield from _bare_link(node, post, printed, page)
    elif is_signature_link(node, post, printed) or has_blocks(node):
        for card in _placed(card_of(node, post) or linked_card(node), "other", post, page):
            yield from _with_words_above(card)
    elif (box := consent_box_of(node)) is not None:
        yield from _kept_in(box, node, post, page)


def _shown_by(node: ElementNode, post: Post, page: ParsedMarkup) -> Iterator[Candidate]:
    """Yield the embed of a picture that leads to a player, which a script shows over the page."""
    block = block_of(node)
    if block is not None and block.tag not in _NO_FLOW:
        yield from _placed(node, "lazy", post, page)


def _kept_in(box: ElementNode, node: ElementNode, post: Post, page: ParsedMarkup) -> Iterator[Candidate]:
    """Yield the embeds that a consent box hides, or the post to which its link leads."""
    hidden = _hidden_in(box, page)
    yield from hidden if hidden or not is_link_to_hidden_post(node) else _placed(box, "lazy", post, page)


def _own_line(node: ElementNode) -> tuple[ElementNode, Form] | None:
    """Return the paragraph around a link that is itself a platform's form of embed, and that form."""
    line = block_of(node)
    form = form_of_platform(line) if line is not None and line.tag == "p" else None
    return (line, form[1]) if line is not None and form is not None else None


def _bare_link(node: ElementNode, post: Post, printed: str, page: ParsedMarkup) -> Iterator[Candidate]:
    """Yield the embed of a link without words: over or in a rebuilt post, or alone on its line."""
    if not printed:
        under = card_below_link(node, post)
        if under is None and (node.hasattr("aria-label") or node.hasattr("title")):
            return  # an icon, drawn by a style sheet
    else:
        under = None if is_address(printed) else card_of(node, post, reach=3)
    if under is not None:
        yield from _placed(under, "other", post, page)
    else:
        yield from _alone(node, printed or node.getattr("href") or "", page)


def _with_words_above(card: Candidate) -> Iterator[Candidate]:
    """Add the paragraphs above to a candidate that is a paragraph with nothing but a signature."""
    line = card.node
    fills_line = line.tag == "p" and _SIGNATURE.match(line.text or "") is not None
    parts = [*paragraphs_above(line), line] if fills_line else [line]
    if len(parts) > 1:
        body = HTMLTree.parse(f"<blockquote>{''.join(part.html for part in parts)}</blockquote>").body
        whole = body.query_selector("blockquote") if body is not None else None
        card = replace(card, inside=whole)
    yield from (replace(card, node=part) for part in parts)


def _alone(node: ElementNode, printed: str, page: ParsedMarkup) -> Iterator[Candidate]:
    """Yield the embed of a URL alone on its line, which is where an embed was or was to be."""
    post = first_post([node.getattr("href") or printed])
    block = block_of(node)
    if post is None or block is None or block.tag in _NO_FLOW or is_code(node) or lists_sources(block):
        return
    if not fills_line(node, apart=node.tag == "a" and not is_address(printed)):
        return
    if not page.is_pictured(block):
        yield from _placed(node, "link", post, page)
    elif is_preview(node, post, block):
        yield from _placed(node, "lazy", post, page)


def _placed(place: ElementNode | None, form: Form, post: Post, page: ParsedMarkup) -> Iterator[Candidate]:
    if place is not None and not page.is_off_article(place, generic=place.tag != "iframe"):
        yield _with_document(Candidate(place, form, by_name()[post.platform], known=post))


def _carrier(node: ElementNode, page: ParsedMarkup) -> Iterator[Candidate]:
    """Yield the embeds of an element, not a link, with the URL or the id of a post in its attributes."""
    values = attribute_values(node)
    parked = markup_in_values(values)
    inside = [candidate for markup in parked.values() for candidate in _inside(node, markup, "lazy", page)]
    posts = posts_in_values(
        value for value in values if value not in parked or value.lstrip().startswith("{")
    )
    if inside or not posts:
        if not page.is_off_article(node, generic=True) and not (inside and _wraps_an_embed(node)):
            yield from inside or list(_numbered(node, page)) or _facade(node, page)
        return
    post = next(iter(posts.values())) if len(posts) == 1 else main_post(values)
    if post is None:
        yield from _several(node, values, page)
    elif not _wraps_an_embed(node):
        yield from _placed(_place_of(node, post), _form_of(node), post, page)


def _facade(node: ElementNode, page: ParsedMarkup) -> Iterator[Candidate]:
    """Yield the embed of a player that is known by its still alone."""
    post = still_of(node)
    if post is not None:
        yield from _placed(facade_of(node), "lazy", post, page)


def _wraps_an_embed(node: ElementNode) -> bool:
    """Return whether an element holds a platform's own embed code that names a post, which then is read."""
    forms = node.query_selector_all(any_form()).values() if node.tag != "iframe" else []
    return any(form.hasattr(MARK) or form.query_selector(f"[{MARK}]") is not None for form in forms)


def _place_of(node: ElementNode, post: Post) -> ElementNode | None:
    if node.tag == "iframe":
        return frame_or_wrapper(node, post)
    if node.tag == "button":
        return node if FRAME_ADDRESS.search(node.html.partition(">")[0]) else consent_box_of(node)
    if node.tag == "span" and len((node.text or "").strip()) < _LONGEST_LABEL:
        tag = node.html.partition(">")[0]
        is_player = FRAME_ADDRESS.search(tag) is not None and not node.hasattr("onclick")
        if is_player or (not (node.text or "").strip() and _ID.search(tag)):
            return node  # a script is to fill it
    return card_of(node, post) if node.tag in _INLINE else node


def _form_of(node: ElementNode) -> Form:
    if node.tag == "iframe":
        return "iframe"
    if node.tag == "blockquote":
        return "blockquote"
    if (node.tag or "").startswith("amp-"):
        return "amp"
    return "other" if (node.text or "").strip() else "lazy"


def _several(node: ElementNode, values: list[str], page: ParsedMarkup) -> Iterator[Candidate]:
    """Yield the embeds in attributes with several posts, which hold application state like a script."""
    for value in values:
        for piece in ScriptState(value, literal_offsets(value)).embeds_of_article(page):
            yield from _inside(node, piece, "json", page)


def _numbered(node: ElementNode, page: ParsedMarkup) -> Iterator[Candidate]:
    """Yield the embed of an id without a URL beside a platform's name, or those in a box with markup."""
    tag = _ABOUT.sub("", node.html.partition(">")[0])
    named = _NAMED.search(tag) if _ID.search(tag) else None
    if named is None:
        return
    if inside := _hidden_in(node, page):
        yield from inside
    elif _NUMBER.search(tag):
        platform = by_name()[named.lastgroup or ""]
        yield Candidate(node, "iframe" if node.tag == "iframe" else "other", platform)


def _hidden_in(box: ElementNode, page: ParsedMarkup) -> list[Candidate]:
    """Return the embeds in the scripts, templates and text areas of a box."""
    keepers = box.query_selector_all("script:not([src]), template, textarea").values()
    return [replace(found, node=box) for keeper in keepers for found in _hidden(keeper, page)]
