"""What stands around an element: the article's own flow or something else, a sentence or a line of its own."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Literal

from resiliparse.extract.html2text import extract_plain_text
from resiliparse.parse.html import HTMLTree

from scraper.marking import CONSENT_STEMS, MARK, mark, mark_thoroughly
from scraper.platforms import platforms, recognise
from scraper.sightings import sightings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from resiliparse.parse.html import ElementNode, Node

    from scraper.records import Post

_BLOCKS = frozenset(
    "p div li td th dd dt section article figure figcaption blockquote main aside header footer nav h1 h2 h3 h4 h5 h6"
    " center body pre address details summary caption form fieldset".split()
)

# One class or id that names what an element is for. Whole names only: a body's `has-sidebar` or
# `comments-open` says nothing of what stands inside.
_NAMES = r"(?:[\w-]{1,40}[-_])?(?:%s)(?:[-_](?:wrapper|container|inner|block|box|list|module|widget))?"
_ANSWERS = re.compile(
    _NAMES
    % (
        r"comments?|comment-?(?:list|section|area|body|content|thread)|commentlist|disqus(?:_thread)?|respond"
        r"|webmentions?|mentions|repl(?:y|ies)"
    ),
    re.IGNORECASE,
)
_OTHER_MATTER = re.compile(
    _NAMES
    % (
        r"related(?:-?(?:posts?|articles?|stories|content|news|links))?|recommend(?:ed|ations?)|most-?(?:read|popular)"
        r"|read-?more|more-?stories|trending|sidebar|widget-?area|footer|navigation|navbar|menu|breadcrumbs?"
    ),
    re.IGNORECASE,
)
_FEED = re.compile(
    _NAMES
    % (
        r"timelines?|feeds?|tweets|tweet-?list|latest-?tweets?|stream|share|sharing|social-?share"
        r"|share-?(?:bar|buttons?|tools)|follow(?:-?us)?|fb-(?:comments|like|share\w*|send|save|page|follow)"
        r"|credits?|copyright|byline|references?|footnotes?|sources?"
    ),
    re.IGNORECASE,
)
_DEEPEST = 300
#: More than the longest embed and the rest of the block around it.
_BEHIND_LAST = 20_000
_NOT_ABOUT = re.compile(r"(?:has|no|with|without|is|not|hide|show|open|left|right)[-_]", re.IGNORECASE)


@dataclass(slots=True)
class Surroundings:
    """A parsed page, or a piece of hidden markup, and what the rules ask of it.

    Attributes:
        tree: The parsed markup.
        nodes: Its marked elements and its block quotes, in document order.
        outside: What was sighted in it outside of scripts.
        depth: How deep this markup was hidden: 0 for the page itself.
    """

    tree: HTMLTree
    nodes: list[ElementNode]
    outside: str
    depth: int = 0
    _outer: Surroundings | None = None
    _paragraphs: str | None = None
    _verdicts: dict[tuple[ElementNode, bool], bool] = field(default_factory=dict)

    def within(self, markup: str) -> Surroundings | None:
        """The surroundings of a piece of markup that was hidden in this page; None where nothing stands in it."""
        inner = surroundings_of(markup)
        return replace(inner, depth=self.depth + 1, _outer=self) if inner else None

    def shows(self, words: str) -> bool:
        """Tell whether words stand in a paragraph of the page."""
        if self._outer is not None:
            return self._outer.shows(words)
        if self._paragraphs is None:
            self._paragraphs = _paragraphs(self.tree)
        return words in self._paragraphs

    def is_elsewhere(self, node: ElementNode, *, generic: bool = False) -> bool:
        """Tell whether an element belongs to something else than the article.

        Args:
            node: The element.
            generic: It is not a form of embed that a platform defines, so feeds and controls are ruled out too.
        """
        chain = []
        verdict = False
        for above in _ancestors(node):
            if (above, generic) in self._verdicts:
                verdict = self._verdicts[above, generic]
                break
            chain.append(above)
        for above in reversed(chain):
            verdict = verdict or _is_other_matter(above, generic=generic)
            self._verdicts[above, generic] = verdict
        return verdict


def surroundings_of(source: str, *, whole: bool = True) -> Surroundings | None:
    """Parse a page, or a piece of markup, with marks where posts may stand.

    Args:
        source: The markup.
        whole: Parse all of it; otherwise neither the head nor what comes long after the last mark.

    Returns:
        None where no post can stand.
    """
    hits = sightings(source)
    marked = mark(source, hits)
    if not marked.marks:
        return None
    tree = HTMLTree.parse(marked.source if whole else _trimmed(marked.source))
    nodes = _marked_nodes(tree)
    if sum(node.hasattr(MARK) for node in nodes) < marked.marks:
        tree = HTMLTree.parse(mark_thoroughly(source, hits))
        nodes = _marked_nodes(tree)
    return Surroundings(tree=tree, nodes=nodes, outside=marked.outside)


def _trimmed(marked: str) -> str:
    """The part of a page that decides about its marks; a state is compared with all paragraphs of the page."""
    if f"<script {MARK}" in marked:
        return marked
    first, last = marked.find(MARK), marked.rfind(MARK)
    return marked[max(0, marked.find("<body", 0, first)) : last + _BEHIND_LAST]


def _marked_nodes(tree: HTMLTree) -> list[ElementNode]:
    """All forms hold an address or an id, so they are marked, or are quotes around a link; but for some of AMP's."""
    nodes = tree.document.query_selector_all(f"[{MARK}], blockquote").values()
    if any(node.tag == "script" and "ampproject" in (node.getattr("src") or "") for node in nodes):
        amp = (css for platform in platforms() if (css := platform.FORMS.get("amp")))
        nodes = tree.document.query_selector_all(", ".join([f"[{MARK}]", "blockquote", *amp])).values()
    return nodes


def _paragraphs(tree: HTMLTree) -> str:
    """The running text of a page: its paragraphs, or where it uses none all but headings and links."""
    body = tree.body
    if body is None:
        return ""
    text = " ".join(node.text or "" for node in body.query_selector_all("p").values())
    if len(text) < 2000:
        text += f" {extract_plain_text(tree, preserve_formatting=False)}"
        for node in body.query_selector_all("a, h1, h2, h3, h4").values():
            if (linked := node.text or "") and len(linked) >= 25:
                text = text.replace(linked, " ")
    return " ".join(text.split())


def _ancestors(node: ElementNode) -> Iterator[ElementNode]:
    """The elements around a node, from the inside; the body is not one of them."""
    above = node.parent_element
    for _ in range(_DEEPEST):
        if above is None or above.tag in {"body", "html"}:
            return
        yield above
        above = above.parent_element


def _is_other_matter(node: ElementNode, *, generic: bool) -> bool:
    tag = node.tag
    matters = [_matter(name) for name in f"{node.getattr('class') or ''} {node.getattr('id') or ''}".split()]
    if "answers" in matters:
        return node.query_selector("h1") is None
    beside = tag in {"nav", "footer"} or (tag == "aside" and node.closest("article, main") is None)
    named = beside or "other" in matters or (generic and "feed" in matters)
    return named and node.query_selector("h1") is None and not _holds_most_text(node)


def _holds_most_text(node: ElementNode) -> bool:
    """Tell whether an element holds the article itself, whatever its name: a layout "with sidebar" does."""
    body = node.closest("body")
    own, all_of_it = _length_of_paragraphs(node), _length_of_paragraphs(body) if body is not None else 0
    return own > 400 and 2 * own > all_of_it


def _length_of_paragraphs(node: ElementNode) -> int:
    return sum(len(paragraph.text or "") for paragraph in node.query_selector_all("p").values())


@lru_cache(maxsize=10_000)
def _matter(name: str) -> Literal["answers", "other", "feed"] | None:
    """What a class or an id says that an element is for."""
    if _NOT_ABOUT.match(name):
        return None
    if _ANSWERS.fullmatch(name):
        return "answers"
    if _OTHER_MATTER.fullmatch(name):
        return "other"
    return "feed" if _FEED.fullmatch(name) else None


def block_of(node: ElementNode) -> ElementNode | None:
    """The nearest element around a node that stands on lines of its own."""
    return next((above for above in _ancestors(node) if above.tag in _BLOCKS), None)


def is_control(node: ElementNode) -> bool:
    """Tell whether an element is named for sharing, following or commenting, or as a feed."""
    names = f"{node.getattr('class') or ''} {node.getattr('id') or ''}".split()
    return any(map(_matter, names))


def is_line(node: ElementNode) -> bool:
    """Tell whether an inline element fills a line."""
    return not _beside(node, "prev") and not _beside(node, "next")


def line_of(node: ElementNode, post: Post) -> bool:
    """Tell whether a date link stands on the line that signs a rebuilt post, not in a sentence."""
    handle = re.escape((post.author.handle if post.author else None) or "@")
    before, after = _beside(node, "prev"), _beside(node, "next")
    return len(after) < 25 and (
        len(before) < 4 or re.search(rf"[@＠]{handle}\)?\W*$", before, re.IGNORECASE) is not None
    )


def _beside(node: ElementNode, side: Literal["prev", "next"]) -> str:
    """The text on one side of an inline element, up to the next line end."""
    text = ""
    here: Node | None = node
    while here is not None and len(text) < 300:
        beside = getattr(here, side)
        if beside is None:
            here = here.parent
            if here is None or here.tag in _BLOCKS:
                break
        elif beside.tag in _BLOCKS or beside.tag in {"br", "hr"}:
            break
        else:
            words = "" if beside.tag == "#comment" else " ".join((beside.text or "").split())
            text = f"{words} {text}" if side == "prev" else f"{text} {words}"
            here = beside
    return text.strip()


def card_of(node: ElementNode, post: Post) -> ElementNode | None:
    """The smallest element around a node that prints the author's handle: the rebuilt post."""
    handle = f"@{post.author.handle}".lower() if post.author and post.author.handle else None
    if handle is None:
        return None
    quote = node.closest("blockquote")
    if quote is not None and handle in (quote.text or "").lower():
        return quote
    for above in [node, *islice(_ancestors(node), 8)]:
        text = above.text or ""
        if len(text) > 3000 or _posts_linked(above) > 2:
            return None
        if handle in text.lower() and len(text.split()) > 4:
            return above
    return None


def _posts_linked(node: ElementNode) -> int:
    """How many posts the links in an element lead to: its own and one quoted make a card, more make a list."""
    linked = (
        recognise(link.getattr("href") or "") for link in node.query_selector_all(f"a[{MARK}]").values()
    )
    return len({post.id for post in linked if post})


def consent_box_of(node: ElementNode) -> ElementNode | None:
    """The box that a consent manager shows in place of an embed, with this as the link to the original."""
    for above in [node, *islice(_ancestors(node), 5)]:
        if len(above.text or "") > 700:
            return None
        if above.tag in {"figcaption", "cite", "li"}:
            return None
        names = f"{above.getattr('class') or ''} {above.getattr('id') or ''}".lower()
        if any(stem in names for stem in CONSENT_STEMS):
            return above
    return None


def is_shell(node: ElementNode) -> bool:
    """Tell whether a link fills a whole blockquote: the shell of an embed that a script was to fill."""
    quote = node.closest("blockquote")
    return quote is not None and "".join((quote.text or "").split()) == "".join((node.text or "").split())
