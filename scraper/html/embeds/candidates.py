"""Decide which elements of a page are embeds.

An element that matches a platform's own selectors is one. So is any other element with the URL or the id of a post in
the article's flow that is no link in a sentence, no control and no credit. Elements outside of the article never are.

A link is one where markup around it represents the post, where it is the date below a rebuilt post, or where it is
alone on its line; not in a sentence, nor in a list of sources.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from resiliparse.parse.html import HTMLTree

from scraper.html.embeds import attribute_values as attributes
from scraper.html.embeds import element_context as context
from scraper.html.embeds.literal_search import literal_offsets
from scraper.html.embeds.parsed_page import Candidate, any_form, form_of_platform, placed, with_document
from scraper.html.embeds.script_state import ScriptState, filled_element
from scraper.html.embeds.section_roles import class_and_id, is_comments, is_control
from scraper.html.embeds.tag_filter import SURE_STEMS
from scraper.html.embeds.tag_marking import ADDRESS_TAG, MARK
from scraper.html.embeds.unescaping import markup_in
from scraper.markup.addresses import FRAME_ADDRESS, is_address, stands_for_post
from scraper.markup.signed_quote import is_date
from scraper.markup.tree_queries import ancestors
from scraper.patterns import lazy_regex
from scraper.registry import any_key, by_name, platforms

if TYPE_CHECKING:
    from collections.abc import Iterator

    from resiliparse.parse.html import ElementNode

    from scraper.html.embeds.parsed_page import ParsedMarkup
    from scraper.records import Form, Post

_DEEPEST = 3
_HIDING = frozenset({"script", "template", "textarea"})
#: An attribute or a key that is named for an id; and names of platforms in other attributes.
_ID = lazy_regex(r"shortcode=|tweet=[\"']?\d|[iI][dD]\\?[\"']?\s?[=:]|status=|tweet[-_]\d|&quot;\w{0,12}[iI]d&quot;:")
_NAMED = lazy_regex(any_key(), re.IGNORECASE)
#: Attributes with titles and topics, which may name a platform.
_ABOUT = lazy_regex(r"\b(?:slug|alt|title|caption|label|headline|keywords|tags)=\"[^\"]*\"")
#: A frame that a browser saved with the page; and words in the tag of a YouTube player.
_SAVED = lazy_regex(r"_files/[\w-]{11}(?:_\d{3})?\.html?$")
_PLAYER = lazy_regex(r"youtube|gyroscope", re.IGNORECASE)
_NUMBER = lazy_regex(r"\d{15}|\d_\d{1,15}[\"']|(?:[\"']|&quot;)[\w-]{11}(?:[\"'?]|&quot;|&amp;)")
#: Most characters on a button over a still.
_LONGEST_LABEL = 25
#: Inline elements: a URL on them belongs to a part of the line, not to the whole line.
_INLINE = frozenset({"span", "i", "b", "em", "strong", "time", "small", "label", "cite", "li"})


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


def _is_held(node: ElementNode, held: dict[ElementNode, bool]) -> bool:
    """Return True if an element is inside an embed; `held` caches the answers, as nesting may be deep."""
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


def _is_quoted_in(outer: Candidate, inner: Candidate) -> bool:
    """Return True if a candidate, found by the date at its end, contains another one, which it quotes."""
    post, quoted = outer.known, inner.known
    if post is None or quoted is None or outer.node not in ancestors(inner.node):
        return False
    return context.shows_quoted_post(outer.node, post, quoted)


def _judged(node: ElementNode, page: ParsedMarkup) -> Iterator[Candidate]:
    form = form_of_platform(node)
    if form is not None:
        if page.is_off_article(node) or is_comments(node):
            page.foreign.append(node)
        else:  # of a widget that was saved as it was drawn, the template has the post
            drawn = _hidden_in(node, page) if node.query_selector("template[shadowrootmode]") is not None else []
            yield from [replace(found, form=form[1]) for found in drawn] or [
                with_document(Candidate(node, form[1], form[0], known=_printed_post(node)))
            ]
    elif not node.hasattr(MARK):
        return
    elif node.tag in _HIDING:
        yield from list(_parked(node, page)) or _hidden(node, page)
    elif node.tag == ADDRESS_TAG:
        yield from alone_on_line(node, node.text or "", page)
    elif node.tag == "a":
        yield from list(_parked(node, page)) or _link(node, page)
    elif not is_control(node):
        yield from _carrier(node, page)
        if node.tag == "iframe":
            yield from _saved(node, page)


def _saved(node: ElementNode, page: ParsedMarkup) -> Iterator[Candidate]:
    """Yield the embeds of a frame with inline content, as in Instant Articles, or saved with the page."""
    if not node.hasattr("src"):
        yield from _hidden(node, page)
    elif _SAVED.search(node.getattr("src") or "") and not page.is_off_article(node):
        around = " ".join([node.html.partition(">")[0], *map(class_and_id, islice(ancestors(node), 3))])
        if _PLAYER.search(around):
            yield Candidate(node, "iframe", by_name()["youtube"])


def _printed_post(node: ElementNode) -> Post | None:
    """Return the post of a blockquote that contains nothing but a URL, without a link."""
    printed = (node.text or "").strip() if node.tag == "blockquote" else ""
    is_bare = is_address(printed) and node.query_selector("a") is None
    return attributes.first_post([printed]) if is_bare else None


def _parked(node: ElementNode, page: ParsedMarkup) -> Iterator[Candidate]:
    """Yield the embeds of the markup in the attributes of a script, or of a link that shows it."""
    if not page.is_off_article(node, generic=True):
        for markup in attributes.markup_in_values(attributes.attribute_values(node)).values():
            yield from _inside(node, markup, "lazy", page)


def _hidden(node: ElementNode, page: ParsedMarkup) -> Iterator[Candidate]:
    """Yield the embeds in a template, a script or a text area, but for a read-only one, which is there to copy from."""
    if page.is_off_article(node) or node.hasattr("readonly"):
        return
    state = page.state(node)
    markup = markup_in(state.text)
    if markup is not None:
        yield from _inside(node, markup, "lazy", page)
    else:
        for piece in state.embeds_of_article(page, is_beside=_is_in_flow(node)):
            named = filled_element(piece)
            filled = page.tree.body.get_element_by_id(named) if named and page.tree.body else None
            if filled is None or not page.is_off_article(filled, generic=True):
                yield from _inside(filled or node, piece, "json", page)


def _is_in_flow(node: ElementNode) -> bool:
    """Return True if a script is inside a block, as a placeholder's is, not in the head or the body."""
    above = node.parent_element
    return above is not None and above.tag not in {"body", "head", "html"}


def _inside(node: ElementNode, markup: str, form: Form, page: ParsedMarkup) -> Iterator[Candidate]:
    """Yield the embeds of a piece of markup, parsed as a page of its own, at the place of the node."""
    inner = page.within(markup) if page.depth < _DEEPEST else None
    for candidate in candidates(inner) if inner else ():
        yield replace(candidate, node=node, form=form, inside=candidate.inside or candidate.node)


def _link(node: ElementNode, page: ParsedMarkup) -> Iterator[Candidate]:
    """Yield the embeds of a link to a post, or of the consent box around it."""
    post = attributes.first_post([node.getattr("href") or ""])
    if post is None or is_control(node):
        return
    found = embed_of_link(node, post, page)
    if found is not None:
        yield from found
    elif (box := context.consent_box_of(node)) is not None:
        yield from _kept_in(box, node, post, page)


def _kept_in(box: ElementNode, node: ElementNode, post: Post, page: ParsedMarkup) -> Iterator[Candidate]:
    """Yield the embeds that a consent box hides, or the post that its link leads to."""
    hidden = _hidden_in(box, page)
    if hidden or not context.is_link_to_hidden_post(node):
        yield from hidden
        return
    is_managers = any(stem in class_and_id(box).lower() for stem in SURE_STEMS)
    is_managers = is_managers and not any(is_date(line.strip()) for line in (box.text or "").split("\n"))
    for found in placed(box, "lazy", post, page):
        yield replace(found, inside=node) if is_managers else found


def _carrier(node: ElementNode, page: ParsedMarkup) -> Iterator[Candidate]:
    """Yield the embeds of an element, not a link, with the URL or the id of a post in its attributes."""
    values = attributes.attribute_values(node)
    parked = attributes.markup_in_values(values)
    inside = [candidate for markup in parked.values() for candidate in _inside(node, markup, "lazy", page)]
    posts = attributes.posts_in_values(
        value for value in values if value not in parked or value.lstrip().startswith("{")
    )
    if inside or not posts:
        yield from _without_address(node, inside, page)
        return
    post = next(iter(posts.values())) if len(posts) == 1 else attributes.main_post(values)
    if post is None:
        yield from _several(node, values, page)
    elif not _wraps_an_embed(node) and not _wraps_a_frame(node, post):
        yield from placed(_place_of(node, post), _form_of(node), post, page)


def _without_address(node: ElementNode, inside: list[Candidate], page: ParsedMarkup) -> Iterator[Candidate]:
    """Yield the embeds in the markup of an element's attributes, or else of its id or its still."""
    if not page.is_off_article(node, generic=True) and not (inside and _wraps_an_embed(node)):
        yield from inside or list(_numbered(node, page)) or list(_facade(node, page)) or _unlinked(node)


def _facade(node: ElementNode, page: ParsedMarkup) -> Iterator[Candidate]:
    """Yield the embed of a player that is known by its still alone."""
    post = attributes.still_of(node)
    if post is not None:
        yield from placed(attributes.facade_of(node), "lazy", post, page)


def _unlinked(node: ElementNode) -> Iterator[Candidate]:
    """Yield the embed of an element that is named for a post, but has no URL of one and no headline."""
    names = class_and_id(node).split() if node.query_selector(f"[{MARK}], h1, h2") is None else []
    for platform in platforms():
        if any(name.endswith(tuple(platform.cards)) for name in names):
            yield Candidate(node, "other", platform)


def _wraps_an_embed(node: ElementNode) -> bool:
    """Return True if an element holds a platform's own embed code that names a post, which then is read."""
    forms = node.query_selector_all(any_form()).values() if node.tag != "iframe" else []
    return any(form.hasattr(MARK) or form.query_selector(f"[{MARK}]") is not None for form in forms)


def _wraps_a_frame(node: ElementNode, post: Post) -> bool:
    """Return True if an element holds a frame of its platform, which shows the post."""
    frames = node.query_selector_all(f"iframe[{MARK}]").values() if node.tag != "iframe" else []
    framed = (attributes.first_post([frame.getattr("src") or ""]) for frame in frames)
    return any(shown is not None and shown.platform == post.platform for shown in framed)


def _place_of(node: ElementNode, post: Post) -> ElementNode | None:
    if node.tag == "iframe":
        return context.frame_or_wrapper(node, post)
    if node.tag == "blockquote":
        return context.captioned_figure(node, post) or node
    if node.tag == "button":
        return node if FRAME_ADDRESS.search(node.html.partition(">")[0]) else context.consent_box_of(node)
    if node.tag == "span" and len((node.text or "").strip()) < _LONGEST_LABEL:
        tag = node.html.partition(">")[0]
        is_player = FRAME_ADDRESS.search(tag) is not None and not node.hasattr("onclick")
        if is_player or (not (node.text or "").strip() and _ID.search(tag)):
            return node  # a script is to fill it
    return context.card_of(node, post) if node.tag in _INLINE else node


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
    """Yield the embed of an id without a URL next to a platform's name, or those in a box with markup."""
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


#: The beginning of a line with a post's signature, and the greatest length of such a line.
_LONGEST_SIGNATURE = 120
_SIGNATURE = lazy_regex(r"\s*[—–―-]\s?[^\n]{1,120}[@＠]\w")
#: Blocks in which a URL alone on its line is a list item, a heading or code, not the place of an embed.
_NO_FLOW = frozenset({
    "li", "dt", "dd", "th", "td", "figcaption", "cite", "h1", "h2", "h3", "h4", "h5", "h6", "nav", "footer",
    "summary", "caption", "address", "pre",
})  # fmt: skip


def embed_of_link(node: ElementNode, post: Post, page: ParsedMarkup) -> Iterator[Candidate] | None:
    """Return the embed of a link to a post, which may have several parts; None for a link in a sentence."""
    return _in_block(node, post, page) or _by_its_words(node, post, page)


def _in_block(node: ElementNode, post: Post, page: ParsedMarkup) -> Iterator[Candidate] | None:
    """Return the embed of a link in a blockquote or paragraph that represents the post."""
    if (shell := context.unfilled_quote_around(node, post)) is not None:
        return placed(shell, "blockquote", post, page)
    if (quote := context.named_quote_around(node, post)) is not None:
        # Of several links the last is the permalink, as in the platforms' own code.
        return (replace(found, known=None) for found in placed(quote, "other", post, page))
    if (links := context.quote_of_links(node, post)) is not None:
        return placed(links, "blockquote", post, page)
    if (element := context.embed_element_around(node, post) or context.skipped_box_around(node)) is not None:
        return placed(element, "other", post, page)
    if (line := _own_block(node, post)) is not None:
        return placed(line[0], line[1], post, page)
    return None


def _by_its_words(node: ElementNode, post: Post, page: ParsedMarkup) -> Iterator[Candidate] | None:
    """Return the embed of a link whose words, or the lack of them, show that it represents the post."""
    printed = " ".join((node.text or "").split())
    if printed and (quote := context.signed_quote_around(node, post, printed)) is not None:
        return placed(quote, "blockquote" if quote.tag == "figure" else "other", post, page)
    leads_to_frame = FRAME_ADDRESS.search(node.getattr("href") or "") is not None
    if len(printed) < _LONGEST_LABEL and leads_to_frame and page.is_pictured(node):
        return _shown_by(node, post, page)
    if not printed or stands_for_post(printed) or leads_to_frame:
        return _bare_link(node, post, printed, page)
    if context.is_signature_link(node, post, printed) or context.has_blocks(node):
        return _signed(node, post, page)
    if (headed := context.card_headed_by(node, post, printed)) is not None:
        return placed(headed, "other", post, page)
    return None


def _signed(node: ElementNode, post: Post, page: ParsedMarkup) -> Iterator[Candidate]:
    """Yield the embed of a link that is the date of a rebuilt post, or around one."""
    figure = context.captioned_figure(node, post)
    if figure is not None:
        yield from placed(figure, "blockquote", post, page)
        return
    for card in placed(context.card_of(node, post) or context.linked_card(node), "other", post, page):
        yield from _with_words_above(card)


def _shown_by(node: ElementNode, post: Post, page: ParsedMarkup) -> Iterator[Candidate]:
    """Yield the embed of a picture that leads to a player, which a script shows over the page."""
    block = context.block_of(node)
    if block is not None and block.tag not in _NO_FLOW:
        yield from placed(node, "lazy", post, page)


def _own_block(node: ElementNode, post: Post) -> tuple[ElementNode, Form] | None:
    """Return the block around a link that is itself the platform's form of embed, and that form."""
    block = context.block_of(node)
    form = form_of_platform(block) if block is not None else None
    return (block, form[1]) if block is not None and form is not None and form[0].name == post.platform else None


def _bare_link(node: ElementNode, post: Post, printed: str, page: ParsedMarkup) -> Iterator[Candidate]:
    """Yield the embed of a link without words: over or in a rebuilt post, or alone on its line."""
    if not printed:
        under = context.card_below_link(node, post)
        is_labelled = node.hasattr("aria-label") or node.hasattr("title")
        if under is None and is_labelled and not context.shows_still(node, post):
            return  # an icon, drawn by a style sheet
    else:
        under = None if is_address(printed) else context.card_of(node, post, reach=3)
    if under is not None:
        yield from placed(under, "other", post, page)
    else:
        yield from alone_on_line(node, printed or node.getattr("href") or "", page)


def _with_words_above(card: Candidate) -> Iterator[Candidate]:
    """Add the quote or the paragraphs above to a candidate that is a line with nothing but a signature."""
    line = card.node
    is_line = line.tag == "p" and _SIGNATURE.match(line.text or "") is not None
    quote = line.prev_element
    if quote is not None and _is_quoted_by(line, quote):
        parts = [quote, line]
    else:
        parts = [*context.paragraphs_above(line), line] if is_line else [line]
    if len(parts) > 1:
        body = HTMLTree.parse(f"<blockquote>{''.join(part.html for part in parts)}</blockquote>").body
        whole = body.query_selector("blockquote") if body is not None else None
        card = replace(card, inside=whole)
    yield from (replace(card, node=part) for part in parts)


def _is_quoted_by(line: ElementNode, quote: ElementNode) -> bool:
    """Return True if a line may sign the element above: a blockquote that is no embed and links no post."""
    is_signature = quote.tag == "blockquote" and len(line.text or "") <= _LONGEST_SIGNATURE
    return is_signature and form_of_platform(quote) is None and quote.query_selector(f"a[{MARK}]") is None


def alone_on_line(node: ElementNode, printed: str, page: ParsedMarkup) -> Iterator[Candidate]:
    """Yield the embed of a URL alone on its line, which is where an embed was or was to be."""
    post = attributes.first_post([node.getattr("href") or printed])
    block = context.block_of(node)
    if post is None or block is None or block.tag in _NO_FLOW or context.is_code(node) or context.lists_sources(block):
        return
    if not context.fills_line(node, apart=node.tag == "a" and not is_address(printed)):
        return
    if not page.is_pictured(block):
        yield from placed(node, "link", post, page)
    elif context.is_preview(node, post, block):
        yield from placed(node, "lazy", post, page)
