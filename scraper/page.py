"""An HTML page, parsed once: its article's metadata, its prose, and the posts it embeds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bs4 import BeautifulSoup, Tag
from resiliparse.extract.html2text import extract_plain_text
from resiliparse.parse.html import HTMLTree

from scraper.candidates import Candidate, candidates
from scraper.records import Article, Embed, Problem
from scraper.rendered import rendered
from scraper.sightings import sightings
from scraper.surroundings import Surroundings
from scraper.unwrap import lighten

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scraper.records import Post

#: A longer fragment is a part of the page with an address on it: it is known by that alone.
_LONGEST_FRAGMENT = 200_000


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
    light = lighten(html, sightings(html))
    tree = HTMLTree.parse(light.html)
    embeds = tuple(_embeds(candidates(Surroundings(tree, light))))
    prose = extract_plain_text(tree, main_content=True)
    return Page(article=Article(url=url, title=tree.title or None), prose=prose, embeds=embeds, problems=())


def find_embeds(html: str) -> list[Embed]:
    """Find the posts that a page embeds, and nothing else: no prose, no offsets."""
    hits = sightings(html)
    if not hits:
        return []
    light = lighten(html, hits)
    return _embeds(candidates(Surroundings(HTMLTree.parse(light.html), light)))


def _embeds(found: list[Candidate]) -> list[Embed]:
    posts: dict[tuple[str, str | None], tuple[Candidate, Post]] = {}
    for candidate, tag in zip(found, _fragments(found), strict=True):
        post = _read(candidate, tag)
        if post is None:
            continue
        key = (post.platform, post.id)
        if key not in posts or _richness(post) > _richness(posts[key][1]):
            first = posts[key][0] if key in posts else candidate
            posts[key] = (first, post)
    return [
        Embed(form=candidate.form, position=n, post=post)
        for n, (candidate, post) in enumerate(posts.values())
    ]


def _read(candidate: Candidate, tag: Tag | None) -> Post | None:
    """Read the fragment; what is known of the element decides which post it is."""
    post = candidate.platform.read(tag) if tag else None
    if tag is None or candidate.known is None or (post is not None and post.id == candidate.known.id):
        return post or candidate.known
    return rendered(tag, candidate.known)


def _richness(post: Post) -> int:
    return sum(
        value is not None for value in (post.text, post.author, post.author and post.author.name, post.posted)
    )


def _fragments(found: list[Candidate]) -> Iterable[Tag | None]:
    """Parse the fragments of all candidates at once: a soup for each would cost five times as much."""
    markups = [candidate.markup if len(candidate.markup) <= _LONGEST_FRAGMENT else "" for candidate in found]
    if not markups:
        return []
    soup = BeautifulSoup("".join(f"<vp-fragment>{markup}</vp-fragment>" for markup in markups), "lxml")
    wrapped = [tag.find(True) for tag in soup.find_all("vp-fragment")]
    return [tag if isinstance(tag, Tag) else None for tag in wrapped]
