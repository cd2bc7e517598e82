"""Convert an embed's element to a tag of BeautifulSoup in a tree of its own; read its visible text and links.

Nothing here recurses, so any depth of nesting is safe.
"""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from scraper.lean_imports import deferred
from scraper.patterns import lazy_regex
from scraper.values.urls import unwrap_archive, unwrap_redirector

with deferred("soupsieve", "charset_normalizer"):
    from bs4 import Tag
    from bs4.element import NavigableString

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bs4.element import PageElement
    from resiliparse.parse.html import ElementNode

#: A larger element is a whole part of the page; only its own tag and attributes are converted.
_MOST_PARTS, _LONGEST = 10_000, 200_000
_HIDDEN = frozenset({
    "script", "style", "template", "noscript", "svg", "head", "title", "textarea", "iframe", "button",
})  # fmt: skip
_PARAGRAPHS = (
    "p", "blockquote", "section", "article", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "header",
    "footer", "pre",
)  # fmt: skip
_LINES = ("div", "li", "tr", "td", "dd", "dt", "figcaption", "hr")
#: What is printed before and after the content of an element.
_EDGES = dict.fromkeys(_PARAGRAPHS, "\n\n") | dict.fromkeys(_LINES, "\n")
_SPACES = lazy_regex(r"[ \t\n\r\f\xa0]+")
_SEVERAL_SPACES = lazy_regex(r"  +")
_BLANK_LINES = lazy_regex(r"\n{3,}")


#: A token of serialised markup, which is always well formed: an element with raw text, a comment, a tag, or text.
_ATTRIBUTES = r"(?:\s[^\s=>]++=\"[^\"]*+\")*+"
_PART = lazy_regex(
    rf"<(script|style|iframe|template|svg|xmp|noembed|noframes)({_ATTRIBUTES})>([^<]*+(?:<(?!/\1>)[^<]*+)*+)</\1>|<!--.*?-->"
    rf"|<(/?)([a-zA-Z][^\s/>]*+)({_ATTRIBUTES})>|([^<]++)",
    re.DOTALL,
)
#: Elements whose content is skipped.
_UNREAD = frozenset({"template", "svg"})
_ATTRIBUTE = lazy_regex(r"\s([^\s=>]++)=\"([^\"]*+)\"")
_VOID = frozenset({
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track",
    "wbr", "basefont", "bgsound", "frame", "keygen",
})  # fmt: skip


class Fragment(Tag):
    """The root of the tree of one embed, with an index of the tags below it by name, in document order."""

    def __init__(self, *, name: str) -> None:
        super().__init__(name=name)
        self.inner: dict[str, list[Tag]] = {}


def tag_of(element: ElementNode) -> Tag:
    """Convert an element of the page to a tag of BeautifulSoup in a tree of its own.

    To serialise the element and to tokenise that takes a third of the time of walking over its nodes, each of
    which has to be wrapped for Python, and a twentieth of that of a second parser.
    """
    markup = element.html
    parts = _PART.findall(markup) if len(markup) <= _LONGEST else []
    if not 0 < len(parts) <= _MOST_PARTS:
        return _bare(element)
    return _built(parts) or _bare(element)


def _built(parts: list[tuple[str, ...]]) -> Tag | None:
    """Build the tree from the tokens of an element; the first is its own tag."""
    root: Tag | None = None
    last: Tag | NavigableString | None = None
    around: list[Tag | None] = [None]
    for raw, of_raw, content, closing, name, attributes, text in parts:
        parent = around[-1]
        if text and parent is not None:
            last = _string(_plain(text), parent, last)
        elif closing and parent is not None:
            around.pop()
        elif raw or (name and not closing):
            tag = _tag(raw or name, of_raw or attributes, parent, last)
            if isinstance(root, Fragment):
                root.inner.setdefault(tag.name, []).append(tag)
            else:
                root = tag
            last = _string(content, tag, tag) if content and raw not in _UNREAD else tag
            around += [tag] * (not raw and name not in _VOID)
    return root


def _string(text: str, parent: Tag, last: Tag | NavigableString | None) -> NavigableString:
    """Append a text after the node made last; ``Tag.append``, and the usual constructor, take six times as long."""
    made = str.__new__(NavigableString, text)
    made.setup(parent, previous_element=last)
    parent.contents.append(made)
    return made


def _tag(name: str, attributes: str, parent: Tag | None, last: Tag | NavigableString | None) -> Tag:
    if parent is None:
        made: Tag = Fragment(name=name)
    else:
        made = Tag(name=name, parent=parent, previous=last)
        parent.contents.append(made)
    # All at once, because BeautifulSoup's dictionary checks each value that is assigned.
    if attributes:
        pairs = _ATTRIBUTE.findall(attributes)
        made.attrs.update(((key, _plain(value)) for key, value in pairs) if "&" in attributes else pairs)
    return made


def _plain(text: str) -> str:
    return html.unescape(text) if "&" in text else text


def discard(tag: Tag) -> None:
    """Destroy a tree that `tag_of` made, three times as fast as ``decompose``; its cycles burden the collector."""
    part: PageElement | None = tag
    while part is not None:
        following = part.next_element
        part.__dict__.clear()
        part = following


def _bare(element: ElementNode) -> Tag:
    return Tag(name=element.tag, attrs={name: element.getattr(name) or "" for name in element.attrs})


def visible_text(node: Tag, *, until: Tag | None = None) -> str:
    """Return a tag's text as displayed, up to the tag `until` in it: lines, paragraphs, an emoji by its ``alt``."""
    text = "".join(_pieces(node, until))
    if "  " in text:
        text = _SEVERAL_SPACES.sub(" ", text)
    if " \n" in text or "\n " in text:
        text = text.replace(" \n", "\n").replace("\n ", "\n")
    return (_BLANK_LINES.sub("\n\n", text) if "\n\n\n" in text else text).strip()


def _pieces(node: Tag, until: Tag | None) -> list[str]:
    pieces: list[str] = []
    stack: list[PageElement | str] = [node]
    while stack:
        item = stack.pop()
        if item is until:
            break
        if isinstance(item, Tag):
            pieces.append(_open(item, stack))
        elif isinstance(item, NavigableString):
            pieces.append(item if item.isprintable() else _SPACES.sub(" ", item))
        else:
            pieces.append(str(item))
    return pieces


def _open(tag: Tag, stack: list[PageElement | str]) -> str:
    """Push the content of a tag on the stack, and return the text before it."""
    name = tag.name
    if name == "img":
        return _emoji(attribute(tag, "alt") or "")
    if name == "br":
        return "\n"
    if name in _HIDDEN:
        return ""
    edge = _EDGES.get(name, "")
    if edge:
        stack.append(edge)
    stack.extend(reversed(tag.contents))
    return edge


def _emoji(alt: str) -> str:
    """Return the ``alt`` of a picture if it is an emoji; other pictures are described in words."""
    return alt if len(alt) <= 16 and re.search(r"[A-Za-z]{2}", alt) is None else ""


def attribute(tag: Tag, name: str) -> str | None:
    """Return an attribute as text; None when absent or empty."""
    value = tag.attrs.get(name)
    return (value if isinstance(value, str) else " ".join(value)) or None if value else None


def descendants(tag: Tag, name: str) -> Iterator[Tag]:
    """Yield the tags of a name below a tag, in document order; ten times as fast as ``find_all``."""
    if isinstance(tag, Fragment):
        yield from (item for item in tag.inner.get(name, ()) if item.name == name)
        return
    stack = tag.contents[::-1]
    while stack:
        item = stack.pop()
        if isinstance(item, Tag):
            if item.name == name:
                yield item
            stack += item.contents[::-1]


def links(tag: Tag) -> list[tuple[Tag, str]]:
    """Return every link below a tag, in document order, with its URL as `clean_address` gives it."""
    return [(anchor, clean_address(href)) for anchor in descendants(tag, "a") if (href := attribute(anchor, "href"))]


def is_official_quote(tag: Tag, name: str) -> bool:
    """Return True if a tag is a blockquote of a platform's embed code: its class contains `name`."""
    return tag.name == "blockquote" and name in (attribute(tag, "class") or "")


def clean_address(address: str) -> str:
    """Return a URL with its scheme, without quotation marks, and without archives and redirectors before it."""
    bare = address.strip(" ”“″")  # some editors turn the quotes around an attribute into these
    whole = f"https:{bare}" if bare.startswith("//") else bare
    whole = unwrap_archive(whole) if "/web/" in whole or "archive" in whole else whole
    return unwrap_redirector(whole) if whole.find("http", 1) > 0 else whole


def blockquote_in(tag: Tag) -> Tag | None:
    """Return the tag itself if it is a ``<blockquote>``, or the first one in it; None without one."""
    return tag if tag.name == "blockquote" else next(descendants(tag, "blockquote"), None)
