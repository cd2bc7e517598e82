"""Decide which links of a page are embeds.

A link is one where a platform's own code or a publisher's markup around it represents the post, where it is
the date below a rebuilt post, or where it is alone on its line; not in a sentence, nor in a list of sources.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from resiliparse.parse.html import HTMLTree

from scraper.html.embeds.attribute_values import first_post
from scraper.html.embeds.element_context import (
    block_of,
    captioned_figure,
    card_below_link,
    card_headed_by,
    card_of,
    embed_element_around,
    fills_line,
    has_blocks,
    is_code,
    is_preview,
    is_signature_link,
    linked_card,
    lists_sources,
    named_quote_around,
    paragraphs_above,
    quote_of_links,
    shows_still,
    signed_quote_around,
    skipped_box_around,
    unfilled_quote_around,
)
from scraper.html.embeds.parsed_page import form_of_platform, placed
from scraper.html.embeds.tag_marking import MARK
from scraper.markup.addresses import FRAME_ADDRESS, is_address, stands_for_post
from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from resiliparse.parse.html import ElementNode

    from scraper.html.embeds.parsed_page import Candidate, ParsedMarkup
    from scraper.records import Form, Post

#: Most characters on a button over a still.
_LONGEST_LABEL = 25
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
    if (shell := unfilled_quote_around(node, post)) is not None:
        return placed(shell, "blockquote", post, page)
    if (quote := named_quote_around(node, post)) is not None:
        # Of several links the last is the permalink, as in the platforms' own code.
        return (replace(found, known=None) for found in placed(quote, "other", post, page))
    if (links := quote_of_links(node, post)) is not None:
        return placed(links, "blockquote", post, page)
    if (element := embed_element_around(node, post) or skipped_box_around(node)) is not None:
        return placed(element, "other", post, page)
    if (line := _own_block(node, post)) is not None:
        return placed(line[0], line[1], post, page)
    return None


def _by_its_words(node: ElementNode, post: Post, page: ParsedMarkup) -> Iterator[Candidate] | None:
    """Return the embed of a link whose words, or the lack of them, show that it represents the post."""
    printed = " ".join((node.text or "").split())
    if printed and (quote := signed_quote_around(node, post, printed)) is not None:
        return placed(quote, "blockquote" if quote.tag == "figure" else "other", post, page)
    leads_to_frame = FRAME_ADDRESS.search(node.getattr("href") or "") is not None
    if len(printed) < _LONGEST_LABEL and leads_to_frame and page.is_pictured(node):
        return _shown_by(node, post, page)
    if not printed or stands_for_post(printed) or leads_to_frame:
        return _bare_link(node, post, printed, page)
    if is_signature_link(node, post, printed) or has_blocks(node):
        return _signed(node, post, page)
    if (headed := card_headed_by(node, post, printed)) is not None:
        return placed(headed, "other", post, page)
    return None


def _signed(node: ElementNode, post: Post, page: ParsedMarkup) -> Iterator[Candidate]:
    """Yield the embed of a link that is the date of a rebuilt post, or around one."""
    figure = captioned_figure(node, post)
    if figure is not None:
        yield from placed(figure, "blockquote", post, page)
        return
    for card in placed(card_of(node, post) or linked_card(node), "other", post, page):
        yield from _with_words_above(card)


def _shown_by(node: ElementNode, post: Post, page: ParsedMarkup) -> Iterator[Candidate]:
    """Yield the embed of a picture that leads to a player, which a script shows over the page."""
    block = block_of(node)
    if block is not None and block.tag not in _NO_FLOW:
        yield from placed(node, "lazy", post, page)


def _own_block(node: ElementNode, post: Post) -> tuple[ElementNode, Form] | None:
    """Return the block around a link that is itself the platform's form of embed, and that form."""
    block = block_of(node)
    form = form_of_platform(block) if block is not None else None
    return (block, form[1]) if block is not None and form is not None and form[0].name == post.platform else None


def _bare_link(node: ElementNode, post: Post, printed: str, page: ParsedMarkup) -> Iterator[Candidate]:
    """Yield the embed of a link without words: over or in a rebuilt post, or alone on its line."""
    if not printed:
        under = card_below_link(node, post)
        is_labelled = node.hasattr("aria-label") or node.hasattr("title")
        if under is None and is_labelled and not shows_still(node, post):
            return  # an icon, drawn by a style sheet
    else:
        under = None if is_address(printed) else card_of(node, post, reach=3)
    if under is not None:
        yield from placed(under, "other", post, page)
    else:
        yield from alone_on_line(node, printed or node.getattr("href") or "", page)


def _with_words_above(card: Candidate) -> Iterator[Candidate]:
    """Add the quote or the paragraphs above to a candidate that is a line with nothing but a signature."""
    line = card.node
    fills_line = line.tag == "p" and _SIGNATURE.match(line.text or "") is not None
    quote = line.prev_element
    if quote is not None and _is_quoted_by(line, quote):
        parts = [quote, line]
    else:
        parts = [*paragraphs_above(line), line] if fills_line else [line]
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
    post = first_post([node.getattr("href") or printed])
    block = block_of(node)
    if post is None or block is None or block.tag in _NO_FLOW or is_code(node) or lists_sources(block):
        return
    if not fills_line(node, apart=node.tag == "a" and not is_address(printed)):
        return
    if not page.is_pictured(block):
        yield from placed(node, "link", post, page)
    elif is_preview(node, post, block):
        yield from placed(node, "lazy", post, page)
