"""A candidate: an element of a page that may be an embed, and its place in the article."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from resiliparse.parse.html import HTMLTree

from scraper.markup.tags import tag_of
from scraper.registry import by_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from resiliparse.parse.html import ElementNode

    from scraper.html.embeds.parsed_page import ParsedMarkup
    from scraper.records import Form, Post
    from scraper.registry import Platform


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
