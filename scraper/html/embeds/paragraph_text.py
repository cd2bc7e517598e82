"""The running text of a page, with which the states in its scripts are compared."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from resiliparse.extract.html2text import extract_plain_text

from scraper.html.tree_queries import select

if TYPE_CHECKING:
    from collections.abc import Sequence

    from resiliparse.parse.html import HTMLTree

    from scraper.html.embeds.tokenizer import Token

#: With less text in paragraphs than this, a page keeps its text in other elements.
_FEW_PARAGRAPHS = 2000
_PARAGRAPH = re.compile(r"<[pP](?=[\s>])[^<>]*+>([^<]*+(?:<(?!/?[pP][\s>])[^<]*+)*+)")
_TAG = re.compile(r"<[^<>]*+>")


def paragraphs_of_tree(tree: HTMLTree) -> str:
    """The running text of a page: its paragraphs, or where it has few of them all but headings and links."""
    text = " ".join(node.text or "" for node in select(tree, "p"))
    if len(text) < _FEW_PARAGRAPHS:
        text += f" {extract_plain_text(tree, preserve_formatting=False)}"
        for node in select(tree, "a, h1, h2, h3, h4"):
            if (linked := node.text or "") and len(linked) >= 25:
                text = text.replace(linked, " ")
    return " ".join(text.split())


def paragraphs_of_source(page: str, states: Sequence[Token]) -> str | None:
    """The same, read from the source without a parse, or a little more.

    Args:
        page: The source.
        states: The parts of it that are compared with the rest, and so are left out.

    Returns:
        None where only the tree can tell, because the page has few paragraphs.
    """
    begins, ends = [0, *(state.end for state in states)], [*(state.start for state in states), len(page)]
    between = zip(begins, ends, strict=True)
    found = [inside for begin, end in between for inside in _PARAGRAPH.findall(page, begin, end)]
    text = " ".join(html.unescape(_TAG.sub("", " <p> ".join(found))).split())
    return text if len(text) >= _FEW_PARAGRAPHS else None
