"""Classify the sections of a page that are not the article: comments, other stories, feeds, menus.

Publishers name such elements by class or id. Only a whole class or id counts: a body's ``has-sidebar`` says nothing of
its content. An element with most of the text is the article, whatever its name.
"""

from __future__ import annotations

import re
from functools import cached_property, lru_cache
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Literal, cast

from scraper.markup.tree_queries import ancestors_to_root, preceding, select
from scraper.patterns import lazy_regex
from scraper.text.embed_words import LIVE_NAMES, SECTION_NAMES, other_stories, without_accents

if TYPE_CHECKING:
    from resiliparse.parse.html import ElementNode, HTMLTree

_Section = Literal["comments", "other", "column", "feed"]

#: The columns that an editor lays out in the article's text.
_EDITORS_COLUMN = lazy_regex(r"\b(?:wp-block-column|kg-|elementor-column|fusion-layout-column|et_pb_column|vc_column)")
_PAGE_HEADER = lazy_regex(r"(?:^|\s)(?:(?:site|page|global|main|top)[-_])?header(?:\s|$)", re.IGNORECASE)
#: What makes a column more than the place of a post.
_PARTS_OF_COLUMN = "h1, h2, h3, h4, h5, h6, ul, ol, nav, form, aside"
#: Names of lists; and a category of articles, in the classes of each of them.
_LIST = lazy_regex(r"timeline|feed|stream", re.IGNORECASE)
_OF_CATEGORY = lazy_regex(r"(?:category|categories|tag|topic|term|page|post-type)[-_]", re.IGNORECASE)
#: The part of a block that a class names, by the convention "BEM".
_ELEMENT = lazy_regex(r"__[\w-]{1,60}$")
#: An entry of a live blog, by its microdata.
_LIVE_ENTRY = "[itemprop~=liveBlogUpdate], [itemtype$='/LiveBlogPosting']"
#: What tools add to the class of a component, so that it is the only one of that name.
_MODULE = lazy_regex(r"__(?=[A-Za-z_-]{0,8}[0-9]|[a-z]{0,8}[A-Z])[\w-]{5,8}$")
#: With less text in paragraphs than this, a page may have it in other elements; and the length of a sentence.
_FEW, _SENTENCE = 500, 60
#: Most elements to measure; no article nests more of them.
_MOST_MEASURED = 200
#: The number in the class of a block that an editor generated.
_NUMBER = lazy_regex(r"[-_](?:[0-9a-f]{6,}|\d{3,})\b")
#: Most preceding siblings to examine.
_MOST_BESIDE = 20
#: The share of all paragraphs that is in the article; few are in footers and sidebars.
_NEARLY_ALL = 0.7
_BESIDE = frozenset({"nav", "footer"})
#: The attributes that mark comments and menus; most elements have none, and to read each one takes longer.
_MARKS = frozenset({"itemprop", "itemtype", "data-comment-id", "role"})
_BESIDE_ROLES = frozenset({"navigation", "menu", "menubar", "contentinfo"})
#: Prefixes of names that describe a state or a style; and of the parts of an embed's own box.
_NOT_ABOUT = lazy_regex(
    r"(?:has|no|with|without|is|not|hide|show|open|(?:left|right)(?![-_](?:rail|side|bar|col))|embed|consent)[-_]",
    re.IGNORECASE,
)


def is_not_article(node: ElementNode, layout: PageLayout, *, generic: bool) -> bool:
    """Return True if an element is a section apart from the article; `generic`: also feeds, credits and the like."""
    sections, marks = _sections(class_and_id(node)), _MARKS.intersection(node.attrs)
    if "comments" in sections or (marks and _is_marked_comment(node)):
        return node not in layout.headed
    is_menu = node.tag in _BESIDE or ("role" in marks and node.getattr("role") in _BESIDE_ROLES)
    if not (is_menu or _is_apart(node, sections, generic=generic)) or node in layout.headed:
        return False
    return (is_menu and bool(layout.headed)) or not layout.holds_most_text(node)


def _is_apart(node: ElementNode, sections: frozenset[_Section | None], *, generic: bool) -> bool:
    """Return True if an element, by its names and its place, is a box or a column next to the article."""
    if "other" in sections:
        return True
    if generic and "feed" in sections and not (_fills_figure(node) or node.query_selector(_LIVE_ENTRY) is not None):
        return True
    if "column" in sections and not _is_of_article(node):
        return True
    return (node.tag == "aside" and not _is_in_text(node)) or _is_page_header(node)


def _is_marked_comment(node: ElementNode) -> bool:
    """Return True if microdata or an attribute for scripts marks an element as a reader's comment."""
    if node.getattr("itemprop") == "comment" or node.hasattr("data-comment-id"):
        return True
    return (node.getattr("itemtype") or "").endswith(("/Comment", "/UserComments"))


def _is_of_article(node: ElementNode) -> bool:
    """Return True if a column is one of the article: made in its editor, or inside of it with but a post."""
    if node.closest("article, main") is None:
        return False
    is_of_editor = _EDITORS_COLUMN.search(node.getattr("class") or "") is not None
    return is_of_editor or node.query_selector(_PARTS_OF_COLUMN) is None


def _is_page_header(node: ElementNode) -> bool:
    """Return True if an element is the header of the page, with its menu, not that of the article."""
    is_named = node.tag == "header" or _PAGE_HEADER.search(class_and_id(node)) is not None
    if not is_named or node.closest("article, main") is not None:
        return False
    return node.query_selector("nav, [role=navigation], [class*=menu]") is not None


def is_elsewhere(node: ElementNode, layout: PageLayout) -> bool:
    """Return True if an element contains other stories or comments."""
    return is_not_article(node, layout, generic=False) or is_comments(node)


def names_other_content(words: str) -> bool:
    """Return True if a heading names what is not of this story."""
    plain = without_accents("-".join(words.strip(" :»›>…").lower().split()))
    return other_stories()[0].fullmatch(plain) is not None


def _fills_figure(node: ElementNode) -> bool:
    """Return True if an element is the only child of a figure, so that it is no credit next to a picture."""
    around = node.parent_element
    beside = (node.prev_element, node.next_element)
    return around is not None and around.tag == "figure" and not any(beside)


def _is_in_text(node: ElementNode) -> bool:
    """Return True if an aside belongs to a text: it is inside an article, or next to a paragraph."""
    beside = (node.prev_element, node.next_element)
    return node.closest("article, main") is not None or any(near and near.tag == "p" for near in beside)


def is_comments(node: ElementNode) -> bool:
    """Return True if an element is named or marked as the readers' comments."""
    return "comments" in _sections(class_and_id(node)) or _is_marked_comment(node)


def is_control(node: ElementNode) -> bool:
    """Return True if an element itself is named as a section: for sharing, following, comments, or a feed."""
    return any(_sections(f"{node.tag or ''} {class_and_id(node)}"))


def class_and_id(node: ElementNode) -> str:
    """Return the classes and the id of an element, separated by blanks."""
    return f"{node.getattr('class') or ''} {node.getattr('id') or ''}"


@lru_cache(maxsize=2000)
def _sections(names: str) -> frozenset[_Section | None]:
    """Return the sections that classes and ids name; cached, as elements of a page often share them."""
    return frozenset(map(_section, names.split()))


@lru_cache(maxsize=10_000)
def _section(name: str) -> _Section | None:
    name = _MODULE.sub("", name)
    if _NOT_ABOUT.match(name):
        return None
    named = SECTION_NAMES.fullmatch(name)
    found = cast("_Section | None", named.lastgroup) if named else None
    if found != "comments" and _lists_other_stories(name):
        return "other"
    return None if found == "feed" and _is_of_live_blog(name) else found


def _lists_other_stories(name: str) -> bool:
    """Return True if a class or id is of a list of other stories, or of its part, not of a category of articles."""
    if _OF_CATEGORY.match(name):
        return False
    block = _ELEMENT.sub("", name).replace("_", "-").lower()
    return other_stories()[1].fullmatch(block) is not None


def _is_of_live_blog(name: str) -> bool:
    """Return True if a class or id of a list is that of a live blog, whose entries are the article."""
    return _LIST.search(name) is not None and LIVE_NAMES.search(name.replace("_", "-")) is not None


class PageLayout:
    """The positions of the headings and the text of a page, computed on first use and cached."""

    def __init__(self, tree: HTMLTree, headings: list[ElementNode] | None = None) -> None:
        self._tree = tree
        self._headings = headings
        self._measured = 0
        self._beside: dict[ElementNode, bool] = {}

    @cached_property
    def headings(self) -> list[ElementNode]:
        """The ``<h1>`` elements."""
        return select(self._tree, "h1") if self._headings is None else self._headings

    @cached_property
    def headed(self) -> set[ElementNode]:
        """The elements that contain an ``<h1>`` that is not empty."""
        headed: set[ElementNode] = set()
        for heading in self.headings:
            above = heading.parent_element if _says_something(heading) else None
            while above is not None and above not in headed:
                headed.add(above)
                above = above.parent_element
        return headed

    def holds_most_text(self, node: ElementNode) -> bool:
        """Return True if an element contains most of the page's text, so that it contains the article."""
        self._measured += 1
        if self._measured > _MOST_MEASURED:
            return False
        everything = self._lengths[1][-1]
        if _is_most(self._length_of_paragraphs(node), everything):
            return True
        return everything < _FEW and _is_most(_length_of_divisions(node), self._everything_in_divisions)

    def is_beside(self, node: ElementNode) -> bool:
        """Return True if an element is in a column after the article's, and not hidden, as scripts move such ones."""
        passed: list[ElementNode] = []
        verdict = False
        for above in chain((node,), ancestors_to_root(node)):
            if above in self._beside:
                verdict = self._beside[above]
                break
            if above in self.headed:
                verdict = bool(passed) and self._is_behind_column(passed[-1])
                break
            passed.append(above)
        verdict = verdict and not any(above.hasattr("hidden") for above in passed)
        self._beside |= dict.fromkeys(passed[1:], verdict)
        return verdict

    def is_behind_text(self, node: ElementNode) -> bool:
        """Return True if a preceding sibling of an element contains nearly all paragraphs of the page."""
        return any(beside.tag != "p" and self._holds_nearly_all(beside) for beside in preceding(node, _MOST_BESIDE))

    def _is_behind_column(self, branch: ElementNode) -> bool:
        """Return True if the sibling with the heading, before a branch, is the column of the article."""
        headed = next((beside for beside in preceding(branch, _MOST_BESIDE) if beside in self.headed), None)
        is_unlike = headed is not None and (headed.tag, _kind(headed)) != (branch.tag, _kind(branch))
        return headed is not None and is_unlike and self._holds_nearly_all(headed)

    def _holds_nearly_all(self, node: ElementNode) -> bool:
        """Return True if an element contains nearly all paragraphs of the page."""
        self._measured += 1
        if self._measured > _MOST_MEASURED:
            return False
        own = len(node.query_selector_all("p"))
        return own > 2 and own > _NEARLY_ALL * len(self._paragraphs) and len(node.text or "") > _FEW

    @cached_property
    def _paragraphs(self) -> list[ElementNode]:
        return select(self._tree, "p")

    @cached_property
    def _lengths(self) -> tuple[dict[ElementNode, int], list[int]]:
        """The index of each paragraph, and the length of all text before each, and in all."""
        lengths = (len(node.text or "") for node in self._paragraphs)
        return {node: n for n, node in enumerate(self._paragraphs)}, list(accumulate(lengths, initial=0))

    def _length_of_paragraphs(self, node: ElementNode) -> int:
        numbers, before = self._lengths
        held = node.query_selector_all("p")
        first = held.item(0) if len(held) else None
        begin = numbers.get(first) if first is not None else None
        return before[begin + len(held)] - before[begin] if begin is not None else 0

    @cached_property
    def _everything_in_divisions(self) -> int:
        body = self._tree.body
        return _length_of_divisions(body) if body is not None else 0


def _says_something(heading: ElementNode) -> bool:
    return bool((heading.text or "").strip()) or heading.query_selector("img, svg") is not None


def _kind(node: ElementNode) -> set[str]:
    """Return classes and id of an element without numbers."""
    return {_NUMBER.sub("", name) for name in class_and_id(node).split()}


def _is_most(own: int, everything: int) -> bool:
    return own > 200 and 2 * own > everything


def _length_of_divisions(node: ElementNode) -> int:
    """Return the length of the text in the innermost ``<div>`` elements with at least a sentence."""
    innermost = (div for div in node.query_selector_all("div").values() if div.query_selector("div") is None)
    return sum(length for div in innermost if (length := len(div.text or "")) >= _SENTENCE)
