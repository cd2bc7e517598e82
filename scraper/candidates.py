"""Which elements of a page are embeds.

First the forms that the platforms themselves define. Then, by general rules, every element that carries the address
or the id of a post: it is an embed when it stands in the article's own flow and is no link in a sentence, no control
and no credit. What belongs to something else than the article (a feed, the comments, other stories) never is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from scraper.fragments import addresses, is_address, is_date
from scraper.marking import ADDRESS_TAG, MARK
from scraper.platforms import by_name, platforms, recognise
from scraper.sightings import sightings
from scraper.state import state_pieces, tells_more
from scraper.structured import main_address
from scraper.surroundings import (
    Surroundings,
    block_of,
    card_of,
    consent_box_of,
    is_control,
    is_line,
    is_shell,
    line_of,
)
from scraper.unwrap import markup_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from resiliparse.parse.html import ElementNode

    from scraper.platforms import Platform
    from scraper.records import Form, Post

_DEPTH = 3
_MOST_FORMS = 10_000
_HIDING = frozenset({"script", "template", "textarea"})
#: Elements whose address is a picture, a control, or about the page itself.
_NEVER = frozenset(
    "img source link meta input form option video audio area use image svg path symbol html body".split()
)
_INLINE = frozenset("span i b em strong time small label cite li".split())
_ID = re.compile(r"[iI][dD]\\?[\"']?\s?[=:]|status=|tweet[-_]\d|&quot;\w{0,12}[iI]d&quot;:")
_NAMED = re.compile(r"twitter|tweet|instagram|facebook|tiktok|youtube|bluesky|mastodon", re.IGNORECASE)
_PLATFORM_OF = {"tweet": "twitter"}
#: Where an address alone on its line is an item of a list, not a place where an embed stood.
_NO_FLOW = frozenset(
    "li dt dd th td figcaption cite h1 h2 h3 h4 h5 h6 nav footer summary caption address".split()
)


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


@cache
def _forms() -> dict[str, list[tuple[Platform, Form, str]]]:
    """The forms of all platforms by the name of their element, with which every selector begins."""
    found: dict[str, list[tuple[Platform, Form, str]]] = {}
    for platform in platforms():
        for form, selectors in platform.FORMS.items():
            for css in selectors.split(", "):
                name = re.split(r"[.\[:#]", css, maxsplit=1)[0].strip()
                found.setdefault(name, []).append((platform, form, css))
    return found


@cache
def _any_form() -> str:
    return ", ".join(css for named in _forms().values() for _, _, css in named)


_known_forms: dict[tuple[str | None, ...], tuple[Platform, Form] | None] = {}


def _form_of_platform(node: ElementNode) -> tuple[Platform, Form] | None:
    """The form that an element has by its platform's own selectors.

    They look at names, classes and which attributes there are, so elements alike in these have the same form.
    """
    forms = _forms().get(node.tag or "")
    if not forms:
        return None
    key = (node.tag, node.getattr("class"), node.getattr("type"), *node.attrs)
    if key not in _known_forms:
        if len(_known_forms) > _MOST_FORMS:
            _known_forms.clear()
        _known_forms[key] = next(
            ((platform, form) for platform, form, css in forms if node.matches(css)), None
        )
    return _known_forms[key]


def candidates(page: Surroundings) -> list[Candidate]:
    """Find the embeds of a parsed page, in document order; what lies inside another embed is left out."""
    found: list[Candidate] = []
    last: ElementNode | None = None
    for node in page.nodes:
        if last is not None and last.contains(node):
            continue
        here = list(_judged(node, page))
        found += here
        last = here[-1].node if here else last
    return found


def _judged(node: ElementNode, page: Surroundings) -> Iterator[Candidate]:
    form = _form_of_platform(node)
    if form is not None:
        if not page.is_elsewhere(node):
            yield Candidate(node, form[1], form[0])
    elif not node.hasattr(MARK):
        return
    elif node.tag in _HIDING:
        yield from _hidden(node, page)
    elif node.tag == ADDRESS_TAG:
        yield from _alone(node, node.text or "", page)
    elif node.tag == "a":
        yield from _link(node, page)
    elif node.tag not in _NEVER and not is_control(node):
        yield from _carrier(node, page)


def _hidden(node: ElementNode, page: Surroundings) -> Iterator[Candidate]:
    """What a template, a text area or a script keeps, unless it only repeats what is shown as markup."""
    content = node.html.partition(">")[2] if node.tag == "template" else node.text or ""
    if page.is_elsewhere(node):
        return
    markup = markup_in(content)
    if markup is not None:
        yield from _inside(node, markup, "lazy", page)
    elif "ld+json" not in (node.getattr("type") or "") and tells_more(content, page.outside):
        for piece in state_pieces(content, sightings(content), page.shows, is_beside=_is_in_flow(node)):
            yield from _inside(node, piece, "json", page)


def _is_in_flow(node: ElementNode) -> bool:
    """Tell whether a script stands in a block of its own, as a placeholder's does, not at the ends of the page."""
    above = node.parent_element
    return above is not None and above.tag not in {"body", "head", "html"}


def _inside(node: ElementNode, markup: str, form: Form, page: Surroundings) -> Iterator[Candidate]:
    """Judge a piece of markup as a page of its own, standing where the node stands."""
    if page.depth < _DEPTH and (inner := page.within(markup)) is not None:
        for candidate in candidates(inner):
            yield replace(candidate, node=node, form=form, inside=candidate.inside or candidate.node)


def _link(node: ElementNode, page: Surroundings) -> Iterator[Candidate]:
    """A link is an embed where it stands alone as an address, dates a rebuilt post, or is the way round a consent."""
    href = node.getattr("href") or ""
    post = next((post for url in addresses(href) if (post := recognise(url))), None)
    if post is None:
        return
    printed = " ".join((node.text or "").split())
    if not printed or is_address(printed):
        yield from _alone(node, printed or href, page)
    elif is_date(printed) and line_of(node, post):
        yield from _card(card_of(node, post), "other", post, page)
    elif is_shell(node):
        yield from _card(node.closest("blockquote"), "blockquote", post, page)
    elif node.query_selector("p, div, time, section, blockquote") is not None:
        yield from _card(card_of(node, post), "other", post, page)
    else:
        yield from _card(consent_box_of(node), "lazy", post, page)


def _alone(node: ElementNode, printed: str, page: Surroundings) -> Iterator[Candidate]:
    """An address with a line of its own stands where an embed stood, or was to stand."""
    found = (recognise(url) for url in addresses(node.getattr("href") or printed))
    post = next((post for post in found if post), None)
    block = block_of(node)
    if post is None or block is None or block.tag in _NO_FLOW or page.is_elsewhere(node, generic=True):
        return
    if is_line(node) and block.query_selector("img, picture, video, svg, iframe") is None:
        yield Candidate(node, "link", by_name()[post.platform], known=post)


def _card(card: ElementNode | None, form: Form, post: Post, page: Surroundings) -> Iterator[Candidate]:
    if card is not None and not page.is_elsewhere(card, generic=card.tag != "iframe"):
        yield Candidate(card, form, by_name()[post.platform], known=post)


def _carrier(node: ElementNode, page: Surroundings) -> Iterator[Candidate]:
    """An element, not a link, with the address or the id of a post in its attributes."""
    values = [value for name in node.attrs if (value := node.getattr(name))]
    posts: dict[tuple[str, str | None], Post] = {}
    for value in values:
        markup = markup_in(value) if len(value) > 20 else None
        if markup is not None and (inner := list(_inside(node, markup, "lazy", page))):
            yield from inner if not page.is_elsewhere(node, generic=True) else ()
            return
        posts |= {(post.platform, post.id): post for url in addresses(value) if (post := recognise(url))}
    post = next(iter(posts.values()), None) if len(posts) < 2 else _main_post(values)
    if len(posts) > 1 and post is None:
        yield from _several(node, values, page)
    elif post is None:
        yield from _numbered(node, page) if not page.is_elsewhere(node, generic=True) else ()
    elif not _wraps(node):
        card = _place_of(node, post)
        yield from _card(card, _form_of(node), post, page)


def _place_of(node: ElementNode, post: Post) -> ElementNode | None:
    if node.tag == "button":
        return consent_box_of(node)
    return card_of(node, post) if node.tag in _INLINE else node


def _several(node: ElementNode, values: list[str], page: Surroundings) -> Iterator[Candidate]:
    """Attributes that hold many posts are a state: whole stories, lists of posts."""
    for value in values:
        for piece in state_pieces(value, sightings(value), page.shows):
            yield from _inside(node, piece, "json", page)


def _main_post(values: list[str]) -> Post | None:
    """The post that an object is about, when it also names others: a quoted one, one replied to."""
    addresses_of_objects = (main_address(value) for value in values if value.lstrip().startswith("{"))
    return next((post for url in addresses_of_objects if url and (post := recognise(url))), None)


def _numbered(node: ElementNode, page: Surroundings) -> Iterator[Candidate]:
    """An id without an address, which the platform that is named beside it must read; or a box that hides markup."""
    tag = node.html.partition(">")[0]
    if _ID.search(tag) is None or (named := _NAMED.search(tag)) is None:
        return
    platform = by_name()[_PLATFORM_OF.get(named[0].lower(), named[0].lower())]
    hidden = node.query_selector_all("script:not([src]), template, textarea").values()
    inside = [candidate for inner in hidden for candidate in _hidden(inner, page)]
    if inside:
        yield from (replace(candidate, node=node) for candidate in inside)
    elif re.search(r"\d{15}|[\"'][\w-]{11}[\"']", tag):
        yield Candidate(node, "other", platform)


def _wraps(node: ElementNode) -> bool:
    """Tell whether the element only wraps an embed of a known form, which is the better witness."""
    return node.query_selector(_any_form()) is not None


def _form_of(node: ElementNode) -> Form:
    tag = node.tag or ""
    if tag in {"iframe", "blockquote"}:
        return "iframe" if tag == "iframe" else "blockquote"
    if tag.startswith("amp-"):
        return "amp"
    return "other" if (node.text or "").strip() else "lazy"
