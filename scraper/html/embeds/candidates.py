"""Which elements of a page are embeds.

First the forms that the platforms themselves define. Then, by general rules, every element that carries the
address or the id of a post: it is an embed when it stands in the article's own flow and is no link in a
sentence, no control and no credit. What belongs to something else than the article (a feed, the comments,
other stories) never is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import islice, starmap
from typing import TYPE_CHECKING

from resiliparse.parse.html import HTMLTree

from scraper.html.embeds.element_context import (
    ancestors,
    block_of,
    card_of,
    card_under,
    consent_box_of,
    frame_or_keeper,
    holds_blocks,
    is_code,
    is_line,
    is_preview,
    is_way_around,
    lists_sources,
    names_first,
    paragraphs_above,
    shell_around,
    signs_a_post,
    whole_card,
)
from scraper.html.embeds.literal_search import sightings
from scraper.html.embeds.platform_selectors import any_form, form_of_platform
from scraper.html.embeds.script_state import State
from scraper.html.embeds.section_roles import is_answers, is_control, names_of
from scraper.html.embeds.tag_filter import FRAME_ADDRESS
from scraper.html.embeds.tag_marking import ADDRESS_TAG, MARK
from scraper.html.embeds.unescaping import markup_in
from scraper.markup.addresses import addresses, is_address, stands_for_post, value_about_posts
from scraper.markup.json_post import json_address, json_markup
from scraper.markup.tags import tag_of
from scraper.registry import any_key, by_name, recognise

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from resiliparse.parse.html import ElementNode

    from scraper.html.embeds.parsed_page import Markup
    from scraper.records import Form, Post
    from scraper.registry import Platform

_DEEPEST = 3
#: To ask for each of an element's attributes takes longer the more there are.
_MOST_ATTRIBUTES = 100
_HIDING = frozenset({"script", "template", "textarea"})
#: An attribute or a key that is named for an id; and platforms as other attributes name them.
_ID = re.compile(r"shortcode=|[iI][dD]\\?[\"']?\s?[=:]|status=|tweet[-_]\d|&quot;\w{0,12}[iI]d&quot;:")
_NAMED = re.compile(any_key(), re.IGNORECASE)
#: Attributes that say what something is about, which may be a platform.
_ABOUT = re.compile(r"\b(?:slug|alt|title|caption|label|headline|keywords|tags)=\"[^\"]*\"")
#: A frame that a browser saved beside the page; and how the tag of a player tells that it is YouTube's.
_SAVED = re.compile(r"_files/[\w-]{11}(?:_\d{3})?\.html?$")
_PLAYER = re.compile(r"youtube|gyroscope", re.IGNORECASE)
_NUMBER = re.compile(r"\d{15}|(?:[\"']|&quot;)[\w-]{11}(?:[\"'?]|&quot;|&amp;)")
#: How the line begins that signs a post.
_SIGNATURE = re.compile(r"\s*[—–―-]\s?[^\n]{1,120}[@＠]\w")
#: Words in a line: an address on them is that of something in the line, not of the line.
_INLINE = frozenset({"span", "i", "b", "em", "strong", "time", "small", "label", "cite", "li"})
#: Where an address alone on its line is an item of a list, a heading or code: no embed stood there.
_NO_FLOW = frozenset({
    "li", "dt", "dd", "th", "td", "figcaption", "cite", "h1", "h2", "h3", "h4", "h5", "h6", "nav", "footer",
    "summary", "caption", "address", "pre",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Candidate:
    """An element that may be an embed.

    Attributes:
        node: Where it stands in the page.
        form: How it stands there.
        platform: Whose it is.
        inside: The embed itself, where it was hidden in the node.
        known: What an address on the element says of the post.
    """

    node: ElementNode
    form: Form
    platform: Platform
    inside: ElementNode | None = None
    known: Post | None = None


def candidates(page: Markup) -> list[Candidate]:
    """Find the embeds of a parsed page, in document order; what lies inside another embed is left out."""
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
    """Return whether a card, given away by the date at its end, is around another post, which it quotes."""
    post, quoted = outer.known, inner.known
    if post is None or quoted is None or outer.node not in ancestors(inner.node):
        return False
    return names_first(outer.node, post, quoted)


def _is_held(node: ElementNode, held: dict[ElementNode, bool]) -> bool:
    """Return whether an element lies in an embed; keeps what it learns, because nesting may be deep."""
    chain = []
    above: ElementNode | None = node
    while above is not None and above not in held:
        chain.append(above)
        above = above.parent_element
    verdict = above is not None and held[above]
    held |= dict.fromkeys(chain, verdict)
    return verdict


def _up_to(outer: ElementNode, node: ElementNode) -> Iterator[ElementNode]:
    """The elements from a node to one around it, both included."""
    above: ElementNode | None = node
    while above is not None and above != outer:
        yield above
        above = above.parent_element
    yield outer


def _judged(node: ElementNode, page: Markup) -> Iterator[Candidate]:
    form = form_of_platform(node)
    if form is not None:
        if page.is_elsewhere(node) or is_answers(node):
            page.foreign.append(node)
        else:
            yield _with_document(Candidate(node, form[1], form[0], known=_printed_post(node)))
    elif not node.hasattr(MARK):
        return
    elif node.tag in _HIDING:
        yield from _hidden(node, page)
    elif node.tag == ADDRESS_TAG:
        yield from _alone(node, node.text or "", page)
    elif node.tag == "a":
        yield from _link(node, page)
    elif not is_control(node):
        yield from _carrier(node, page)
        if node.tag == "iframe":
            yield from _saved(node, page)


def _saved(node: ElementNode, page: Markup) -> Iterator[Candidate]:
    """A frame with its content written in it, as in Instant Articles, or saved beside the page."""
    if not node.hasattr("src"):
        yield from _hidden(node, page)
    elif _SAVED.search(node.getattr("src") or "") and not page.is_elsewhere(node):
        around = " ".join([node.html.partition(">")[0], *map(names_of, islice(ancestors(node), 3))])
        if _PLAYER.search(around):
            yield Candidate(node, "iframe", by_name()["youtube"])


def _with_document(found: Candidate) -> Candidate:
    """A frame that was saved with its document shows the post there."""
    document = found.node.getattr("srcdoc") if found.form == "iframe" and found.inside is None else None
    body = HTMLTree.parse(document).body if document else None
    if body is None:
        return found
    return replace(found, inside=body, known=found.known or found.platform.read(tag_of(found.node)))


def _printed_post(node: ElementNode) -> Post | None:
    """The post of a quote that holds nothing but an address, without a link."""
    printed = (node.text or "").strip() if node.tag == "blockquote" else ""
    is_bare = is_address(printed) and node.query_selector("a") is None
    return _first_post([printed]) if is_bare else None


def _hidden(node: ElementNode, page: Markup) -> Iterator[Candidate]:
    """What a template, a text area or a script keeps; but not a state that only repeats the page.

    A text area that nobody may write in is there to copy from.
    """
    if page.is_elsewhere(node) or node.hasattr("readonly"):
        return
    state = page.state(node)
    markup = markup_in(state.text)
    if markup is not None:
        yield from _inside(node, markup, "lazy", page)
    else:
        for piece in state.pieces(page, is_beside=_is_in_flow(node)):
            yield from _inside(node, piece, "json", page)


def _is_in_flow(node: ElementNode) -> bool:
    """Return whether a script stands in a block, as a placeholder's does, not at the ends of the page."""
    above = node.parent_element
    return above is not None and above.tag not in {"body", "head", "html"}


def _inside(node: ElementNode, markup: str, form: Form, page: Markup) -> Iterator[Candidate]:
    """Judge a piece of markup as a page of its own, standing where the node stands."""
    inner = page.within(markup) if page.depth < _DEEPEST else None
    for candidate in candidates(inner) if inner else ():
        yield replace(candidate, node=node, form=form, inside=candidate.inside or candidate.node)


def _link(node: ElementNode, page: Markup) -> Iterator[Candidate]:
    """A link is an embed where it is a lone address, dates a rebuilt post, holds one, or fills a shell."""
    href = node.getattr("href") or ""
    post = _first_post([href])
    if post is None or is_control(node):
        return
    printed = " ".join((node.text or "").split())
    if (shell := shell_around(node)) is not None:
        yield from _placed(shell, "blockquote", post, page)
    elif (line := _own_line(node)) is not None:
        yield from _placed(line[0], line[1], post, page)
    elif not printed or stands_for_post(printed) or FRAME_ADDRESS.search(href):
        yield from _bare_link(node, post, printed, page)
    elif signs_a_post(node, post, printed) or holds_blocks(node):
        for card in _placed(card_of(node, post) or whole_card(node), "other", post, page):
            yield from _with_words_above(card)
    elif (box := consent_box_of(node)) is not None:
        yield from _kept_in(box, node, post, page)


def _kept_in(box: ElementNode, node: ElementNode, post: Post, page: Markup) -> Iterator[Candidate]:
    """Return the embeds that a box for consent keeps, or the post that a way around it leads to."""
    hidden = _hidden_in(box, page)
    yield from hidden if hidden or not is_way_around(node) else _placed(box, "lazy", post, page)


def _own_line(node: ElementNode) -> tuple[ElementNode, Form] | None:
    """Return the paragraph around a link that is itself a platform's form of embed, and that form."""
    line = block_of(node)
    form = form_of_platform(line) if line is not None and line.tag == "p" else None
    return (line, form[1]) if line is not None and form is not None else None


def _bare_link(node: ElementNode, post: Post, printed: str, page: Markup) -> Iterator[Candidate]:
    """Judge a link without words of its own: over or in a rebuilt post, or alone on its line."""
    if not printed:
        under = card_under(node, post)
    else:
        under = None if is_address(printed) else card_of(node, post, reach=3)
    if under is not None:
        yield from _placed(under, "other", post, page)
    else:
        yield from _alone(node, printed or node.getattr("href") or "", page)


def _with_words_above(card: Candidate) -> Iterator[Candidate]:
    """A paragraph that does nothing but sign a post has the post's words in the one above."""
    line = card.node
    is_line = line.tag == "p" and _SIGNATURE.match(line.text or "") is not None
    parts = [*paragraphs_above(line), line] if is_line else [line]
    if len(parts) > 1:
        body = HTMLTree.parse(f"<blockquote>{''.join(part.html for part in parts)}</blockquote>").body
        whole = body.query_selector("blockquote") if body is not None else None
        card = replace(card, inside=whole)
    yield from (replace(card, node=part) for part in parts)


def _first_post(values: Sequence[str]) -> Post | None:
    return next((post for value in values for url in addresses(value) if (post := recognise(url))), None)


def _alone(node: ElementNode, printed: str, page: Markup) -> Iterator[Candidate]:
    """An address with a line of its own stands where an embed stood, or was to stand."""
    post = _first_post([node.getattr("href") or printed])
    block = block_of(node)
    if post is None or block is None or block.tag in _NO_FLOW or is_code(node) or lists_sources(block):
        return
    if not is_line(node, apart=node.tag == "a" and not is_address(printed)):
        return
    if not page.is_pictured(block):
        yield from _placed(node, "link", post, page)
    elif is_preview(node, post, block):
        yield from _placed(node, "lazy", post, page)


def _placed(place: ElementNode | None, form: Form, post: Post, page: Markup) -> Iterator[Candidate]:
    if place is not None and not page.is_elsewhere(place, generic=place.tag != "iframe"):
        yield _with_document(Candidate(place, form, by_name()[post.platform], known=post))


def _carrier(node: ElementNode, page: Markup) -> Iterator[Candidate]:
    """An element, not a link, with the address or the id of a post in its attributes."""
    values = _values(node)
    parked = _parked(values)
    inside = [candidate for markup in parked.values() for candidate in _inside(node, markup, "lazy", page)]
    posts = _posts_named(value for value in values if value not in parked or value.lstrip().startswith("{"))
    if inside or not posts:
        if not page.is_elsewhere(node, generic=True) and not (inside and _wraps_an_embed(node)):
            yield from inside or _numbered(node, page)
        return
    post = next(iter(posts.values())) if len(posts) == 1 else _main_post(values)
    if post is None:
        yield from _several(node, values, page)
    elif not _wraps_an_embed(node):
        yield from _placed(_place_of(node, post), _form_of(node), post, page)


def _values(node: ElementNode) -> list[str]:
    """Return the values of an element's attributes in which addresses are looked for."""
    held = ((name, node.getattr(name) or "") for name in islice(node.attrs, _MOST_ATTRIBUTES))
    return [value for value in starmap(value_about_posts, held) if value]


def _parked(values: Iterable[str]) -> dict[str, str]:
    """Return the markup that values hold, escaped or in base64, by the value."""
    return {value: markup for value in values if len(value) > 20 and (markup := _markup_of(value))}


def _posts_named(values: Iterable[str]) -> dict[tuple[str, str | None], Post]:
    """Return the posts whose addresses stand in values, each once; in markup one may stand in a sentence."""
    found = (recognise(url) for value in values for url in addresses(value))
    return {(post.platform, post.id): post for post in found if post}


def _wraps_an_embed(node: ElementNode) -> bool:
    """Return whether an element holds a platform's own embed code that names a post, which then is read."""
    forms = node.query_selector_all(any_form()).values() if node.tag != "iframe" else []
    return any(form.hasattr(MARK) or form.query_selector(f"[{MARK}]") is not None for form in forms)


def _markup_of(value: str) -> str | None:
    """The markup that an attribute is, or that the object in it holds beside the post's address."""
    held = json_markup(value) if value.lstrip().startswith("{") else value
    return markup_in(held) if held else None


def _place_of(node: ElementNode, post: Post) -> ElementNode | None:
    if node.tag == "iframe":
        return frame_or_keeper(node, post)
    if node.tag == "button":
        return node if FRAME_ADDRESS.search(node.html.partition(">")[0]) else consent_box_of(node)
    if node.tag == "span" and not (node.text or "").strip() and _ID.search(node.html.partition(">")[0]):
        return node  # a script fills it
    return card_of(node, post) if node.tag in _INLINE else node


def _form_of(node: ElementNode) -> Form:
    if node.tag == "iframe":
        return "iframe"
    if node.tag == "blockquote":
        return "blockquote"
    if (node.tag or "").startswith("amp-"):
        return "amp"
    return "other" if (node.text or "").strip() else "lazy"


def _several(node: ElementNode, values: list[str], page: Markup) -> Iterator[Candidate]:
    """Attributes that hold many posts are a state: whole stories, lists of posts."""
    for value in values:
        for piece in State(value, sightings(value)).pieces(page):
            yield from _inside(node, piece, "json", page)


def _main_post(values: list[str]) -> Post | None:
    """The post that an object is about, when it also names others: a quoted one, one replied to."""
    objects = (value for value in values if value.lstrip().startswith("{"))
    return _first_post([address for value in objects if (address := json_address(value))])


def _numbered(node: ElementNode, page: Markup) -> Iterator[Candidate]:
    """An id without an address, which the platform named beside it must read; or a box that hides markup."""
    tag = _ABOUT.sub("", node.html.partition(">")[0])
    named = _NAMED.search(tag) if _ID.search(tag) else None
    if named is None:
        return
    if inside := _hidden_in(node, page):
        yield from inside
    elif _NUMBER.search(tag):
        platform = by_name()[named.lastgroup or ""]
        yield Candidate(node, "iframe" if node.tag == "iframe" else "other", platform)


def _hidden_in(box: ElementNode, page: Markup) -> list[Candidate]:
    """The embeds whose markup a box keeps until it may show them."""
    keepers = box.query_selector_all("script:not([src]), template, textarea").values()
    return [replace(found, node=box) for keeper in keepers for found in _hidden(keeper, page)]
