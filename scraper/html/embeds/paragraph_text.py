"""Extract the running text of a page, with which the application state in its scripts is compared."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from resiliparse.extract.html2text import extract_plain_text

from scraper.html.tree_queries import select
from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from resiliparse.parse.html import HTMLTree

    from scraper.html.embeds.tokenizer import Token

#: With less text in paragraphs than this, a page keeps its text in other elements.
_FEW_PARAGRAPHS = 2000
_PARAGRAPH = lazy_regex(r"<[pP](?=[\s>])[^<>]*+>([^<]*+(?:<(?!/?[pP][\s>])[^<]*+)*+)")
_TAG = lazy_regex(r"<[^<>]*+>")


def paragraphs_of_tree(tree: HTMLTree) -> str:
    """Return the text of a page's paragraphs; where that is little, all text but headings and links."""
    text = " ".join(node.text or "" for node in select(tree, "p"))
    if len(text) < _FEW_PARAGRAPHS:
        text += f" {extract_plain_text(tree, preserve_formatting=False)}"
        for node in select(tree, "a, h1, h2, h3, h4"):
            if (linked := node.text or "") and len(linked) >= 25:
                text = text.replace(linked, " ")
    return " ".join(text.split())


def paragraphs_of_source(page: str, states: Sequence[Token]) -> str | None:
    """Return the text of a page's paragraphs without parsing it; it may contain a little more.

    Args:
        page: The source.
        states: The scripts and long tags to compare with the text, which are left out.

    Returns:
        The text; None where the page has few paragraphs, so that it must be parsed.
    """
    begins, ends = [0, *(state.end for state in states)], [*(state.start for state in states), len(page)]
    between = zip(begins, ends, strict=True)
    found = [inside for begin, end in between for inside in _PARAGRAPH.findall(page, begin, end)]
    text = " ".join(html.unescape(_TAG.sub("", " <p> ".join(found))).split())
    return text if len(text) >= _FEW_PARAGRAPHS else None
