"""Reading one embed's fragment: its text as a reader sees it, its links, its attributes, the line that signs
it.

Works on BeautifulSoup tags, without recursion, so nesting depth does not matter.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from bs4 import NavigableString, Tag
from resiliparse.parse.html import NodeType

from scraper.dates import parse_date
from scraper.entities import find_cashtags, find_hashtags, find_mentions
from scraper.handles import normal_handle
from scraper.records import Author
from scraper.urls import http_url

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from resiliparse.parse.html import ElementNode

    from scraper.entities import Entity
    from scraper.records import Post

#: A longer fragment is a part of the page with an address on it: it is known by that alone.
_LONGEST = 200_000
_HIDDEN = frozenset(["script", "style", "template", "noscript", "svg", "head", "title", "textarea", "iframe", "button"])
_PARAGRAPHS = frozenset(["p", "blockquote", "section", "article", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "header", "footer", "pre"])
_LINES = frozenset(["br", "div", "li", "tr", "dd", "dt", "figcaption", "hr"])
_SPACES = re.compile(r"[ \t\n\r\f\xa0]+")
_LINE_EDGES = re.compile(r" *\n *")
_BLANK_LINES = re.compile(r"\n{3,}")


def tag_of(element: ElementNode) -> Tag:
    """Make a tag of BeautifulSoup from an element of the page, alone, without a second parser at work."""
    tag = last = _bare(element)
    stack = [(element.first_child, tag)] if len(element.html) <= _LONGEST else []
    while stack:
        node, parent = stack.pop()
        if node is None:
            continue
        stack.append((node.next, parent))
        made = _bare(node) if node.type == NodeType.ELEMENT else NavigableString(node.value or "")
        if node.type == NodeType.ELEMENT or node.type == NodeType.TEXT:
            made.setup(
                parent,
                previous_element=last,
                previous_sibling=parent.contents[-1] if parent.contents else None,
            )
            parent.contents.append(made)
            last = made
        if isinstance(made, Tag):
            stack.append((node.first_child, made))
    return tag


def _bare(element: ElementNode) -> Tag:
    return Tag(name=element.tag, attrs={name: element.getattr(name) or "" for name in element.attrs})


def visible_text(node: Tag, *, until: Tag | None = None) -> str:
    r"""What a reader sees of a tag: ``<br>`` is a line end, ``<p>`` a paragraph, an emoji its ``alt``.

    Args:
        node: Where to read.
        until: Stop in front of this tag.

    >>> from bs4 import BeautifulSoup
    >>> visible_text(BeautifulSoup("<p>One<br>two </p> <p>three <img alt='🌈'></p>", "lxml"))
    'One\ntwo\n\nthree 🌈'
    """
    text = "".join(_pieces(node, until))
    return _BLANK_LINES.sub("\n\n", _LINE_EDGES.sub("\n", re.sub(" {2,}", " ", text))).strip()


def _pieces(node: Tag, until: Tag | None) -> Iterator[str]:
    stack: list[object] = [node]
    while stack:
        item = stack.pop()
        if until is not None and item is until:
            return
        if isinstance(item, Tag):
            yield _open(item, stack)
        elif isinstance(item, NavigableString):
            yield _SPACES.sub(" ", item)
        else:
            yield str(item)


def _open(tag: Tag, stack: list[object]) -> str:
    """Put what a tag holds on the stack, and give what its beginning looks like."""
    if tag.name == "img":
        return _emoji(attribute(tag, "alt") or "")
    if tag.name == "br":
        return "\n"
    if tag.name in _HIDDEN:
        return ""
    edge = "\n\n" if tag.name in _PARAGRAPHS else "\n" if tag.name in _LINES else ""
    if edge:
        stack.append(edge)
    stack.extend(reversed(tag.contents))
    return edge


def _emoji(alt: str) -> str:
    """An emoji drawn as a picture has itself as its text; any other picture is described in words."""
    return alt if len(alt) <= 16 and re.search(r"[A-Za-z]{2}", alt) is None else ""


def attribute(tag: Tag, name: str) -> str | None:
    """One attribute as text; None when absent or empty."""
    value = tag.get(name)
    return (value if isinstance(value, str) else " ".join(value)) or None if value else None


def named(tag: Tag, name: str) -> Iterator[Tag]:
    """The tags of a name below a tag, in order; five times as fast as ``find_all``."""
    return (item for item in tag.descendants if isinstance(item, Tag) and item.name == name)


def links(tag: Tag) -> list[tuple[Tag, str]]:
    """Every link below a tag, in order, with its address as written."""
    return [(anchor, href) for anchor in named(tag, "a") if (href := attribute(anchor, "href"))]


def quote_in(tag: Tag) -> Tag | None:
    """The quote that a tag is, or the first one in it."""
    return tag if tag.name == "blockquote" else next(named(tag, "blockquote"), None)


_ADDRESS = re.compile(r"//[^\s\"'<>\\,;|(){}\[\]]{4,2000}")


def addresses(value: str) -> list[str]:
    r"""The web addresses inside an attribute's value: the value itself, or those in its JSON or its query.

    >>> addresses('{"url":"https:\\/\\/x.com\\/a\\/status\\/1"}')
    ['https://x.com/a/status/1']
    >>> addresses("//frames.example/?w=5&url=https%3A%2F%2Fx.com%2Fa%2Fstatus%2F1")[1:]
    ['https://x.com/a/status/1']
    """
    if "//" not in value and "\\" not in value:
        return []
    plain = value.replace("\\/", "/").replace("\\u002F", "/") if "\\" in value else value
    found = [f"https:{address}" for address in _ADDRESS.findall(plain)]
    return [address for outer in found for address in (outer, *_in_query(outer))]


def _in_query(address: str) -> Iterator[str]:
    query = address.partition("?")[2]
    if "//" in query or "%2f" in query.lower():
        yield from (value for _, value in parse_qsl(query, max_num_fields=50) if "//" in value)


def known_by(tag: Tag, recognise: Callable[[str], Post | None]) -> Post | None:
    """The post whose address stands in one of the tag's own attributes."""
    values = (attribute(tag, name) or "" for name in tag.attrs)
    return next((post for value in values for url in addresses(value) if (post := recognise(url))), None)


@dataclass(frozen=True, slots=True)
class Signature:
    """The line that signs a quoted post: ``— Name (@handle)``.

    Attributes:
        text: What stood before it, which is the text of the post.
        author: Who it names.
    """

    text: str
    author: Author


_SIGNED = re.compile(r"\(\s?[@＠]([^\s()]{1,100})\s?\)$")
_DASHES = "—–―-‒"


def signature(before: str, platform: str) -> Signature | None:
    r"""Split what stands before a post's date link into its text and the line that signs it.

    The name begins at the dash that begins the last line; where text and line were glued, at the last em dash.
    Names may hold dashes and brackets, so the handle is looked for from the end.

    >>> signature("One two\n\n— A Name (of sorts) (@some_one)", "twitter")
    Signature(text='One two', author=Author(handle='some_one', name='A Name (of sorts)'))
    """
    signed = _SIGNED.search(before)
    handle = normal_handle(signed[1], platform) if signed else None
    if signed is None or handle is None:
        return None
    head = before[: signed.start()].rstrip()
    line = head.rfind("\n") + 1
    begin = line if head[line : line + 1] in set(_DASHES) else max(head.rfind("—"), line)
    name = head[begin:].lstrip(_DASHES + " ").strip()
    return Signature(text=head[:begin].rstrip(), author=Author(handle=handle, name=name or None))


_BARE_ADDRESS = re.compile(
    r"(?:https?://|www\.|pic\.)\S+|(?:\w+\.)?(?:twitter|x|instagram|facebook|tiktok|youtube|threads)\.(?:com|net)/\S+"
)


def is_address(printed: str) -> bool:
    """Tell whether a link's text is an address, with its scheme or without."""
    return _BARE_ADDRESS.fullmatch(printed) is not None


_DATE = re.compile(r"(?<!\d)(?:19|20|25)\d\d(?!\d)|\d{1,2}[:.]\d\d|[٠-٩۰-۹०-९]{4}")


def is_date(printed: str) -> bool:
    """Tell whether a link's text can be a date: short, with a year or a time of day in it."""
    return len(printed) <= 60 and "://" not in printed and _DATE.search(printed) is not None


def dated(post: Post, printed: str) -> Post:
    """Add the printed date: beside the instant that the id holds, or else as the only one known."""
    if not is_date(printed):
        return post
    if post.posted is not None:
        return replace(post, posted=replace(post.posted, as_written=printed))
    return replace(post, posted=parse_date(printed))


def stamped(post: Post, line: Tag) -> Post:
    """Add the time of a ``<time>`` element: its machine-readable form where the id holds no instant."""
    clock = next(named(line, "time"), None)
    if clock is None:
        return post
    printed = visible_text(clock)
    if post.posted is not None:
        return dated(post, printed)
    moment = parse_date(attribute(clock, "datetime") or printed)
    return replace(post, posted=replace(moment, as_written=printed or moment.as_written) if moment else None)


_MEDIA = re.compile(r"pic\.(?:twitter|x)\.com/\w+")


def described(post: Post, text: str, anchors: Iterable[tuple[Tag, str]] = ()) -> Post:
    """Add a post's text, and what stands in it.

    Args:
        post: With id and author.
        text: As a reader sees it; empty when the page does not print it.
        anchors: The links inside the text, as `links` gives them. Those that only make a hashtag, a mention or
            a picture clickable are left out.
    """
    followed = (http_url(href) for anchor, href in anchors if not _decoration(anchor))
    return replace(
        post,
        text=text or None,
        hashtags=_values(find_hashtags(text)) if "#" in text or "＃" in text else (),
        mentions=_values(find_mentions(text)) if "@" in text or "＠" in text else (),
        cashtags=_values(find_cashtags(text)) if "$" in text else (),
        links=tuple(dict.fromkeys(link for link in followed if link and link != post.url)),
        media=tuple(dict.fromkeys(_MEDIA.findall(text))),
    )


def _values(entities: Iterable[Entity]) -> tuple[str, ...]:
    return tuple(entity.value for entity in entities)


def _decoration(anchor: Tag) -> bool:
    printed = anchor.get_text().strip()
    return printed[:1] in set("#＃@＠$") or _MEDIA.match(printed) is not None


def signed_quote(quote: Tag, recognise: Callable[[str], Post | None], platform: str) -> Post | None:
    """Read ``<blockquote><p>text</p>— Name (@handle) <a href=permalink>date</a></blockquote>``.

    The permalink is the last address of a post in it: those before are quoted posts, or the text's own links.

    Returns:
        None when there is no permalink, or the quote is neither signed nor a text in a declared language.
    """
    anchors = links(quote)
    found = [(n, post) for n, (_, href) in enumerate(anchors) if (post := recognise(href))]
    if not found:
        return None
    last, post = found[-1]
    before, language = visible_text(quote, until=anchors[last][0]), language_of(quote)
    signed = signature(before, platform)
    if signed is None and language is None:
        return None
    post = replace(
        dated(post, visible_text(anchors[last][0])), author=signed.author if signed else post.author
    )
    return replace(described(post, signed.text if signed else before, anchors[:last]), language=language)


def language_of(quote: Tag) -> str | None:
    """The language that the markup declares for the text."""
    language = next((lang for paragraph in named(quote, "p") if (lang := attribute(paragraph, "lang"))), None)
    return None if language in {"und", "zxx", "qme", "qst", "qht", "qam", "qct"} else language
