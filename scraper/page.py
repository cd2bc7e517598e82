"""An HTML page, parsed once: its article's metadata, its prose, and the posts it embeds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bs4 import BeautifulSoup
from resiliparse.extract.html2text import extract_plain_text
from resiliparse.parse.html import HTMLTree

from scraper.platforms import platforms
from scraper.records import Article, Embed, Problem

if TYPE_CHECKING:
    from resiliparse.parse.html import ElementNode

    from scraper.platforms import Platform
    from scraper.records import Form, Post


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What one HTML page holds.

    Attributes:
        article: What the page says about itself.
        prose: The article's running text, without the embeds.
        embeds: The posts it shows, in reading order; offsets point into `prose`.
        problems: What did not fit.
    """

    article: Article
    prose: str
    embeds: tuple[Embed, ...]
    problems: tuple[Problem, ...]


def read_page(html: str, url: str | None = None) -> Page:
    """Read a whole page.

    Args:
        html: The decoded page.
        url: Where it came from, when known; the page's own canonical URL outranks it.
    """
    tree = HTMLTree.parse(html)
    embeds = tuple(_embeds(tree))
    prose = extract_plain_text(tree, main_content=True)
    return Page(article=Article(url=url, title=tree.title or None), prose=prose, embeds=embeds, problems=())


def find_embeds(html: str) -> list[Embed]:
    """Find the posts that a page embeds, and nothing else: no prose, no offsets."""
    return _embeds(HTMLTree.parse(html))


def _embeds(tree: HTMLTree) -> list[Embed]:
    found: dict[tuple[str, str | None], Embed] = {}
    for platform in platforms():
        for form, selector in platform.FORMS.items():
            for node in tree.document.query_selector_all(selector).values():
                post = _read(platform, node)
                if post is not None:
                    found.setdefault((post.platform, post.id), _embed(form, len(found), post))
    return list(found.values())


def _embed(form: Form, position: int, post: Post) -> Embed:
    return Embed(form=form, position=position, post=post)


def _read(platform: Platform, node: ElementNode) -> Post | None:
    body = BeautifulSoup(node.html, "lxml").body
    tag = body.find(True) if body else None
    return platform.read(tag) if tag else None
