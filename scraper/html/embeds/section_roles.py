"""What an element of a page is for, when it is not the article: answers to it, other stories, feeds, menus.

Publishers name such elements in plain words. Only whole classes and ids count: a body's ``has-sidebar`` or
``comments-open`` says nothing of what stands inside, and an element that holds most of the text is the
article, whatever it is called.
"""

from __future__ import annotations

import re
from functools import cached_property, lru_cache
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Literal

from scraper.html.tree_queries import outwards, select

if TYPE_CHECKING:
    from collections.abc import Iterator

    from resiliparse.parse.html import ElementNode, HTMLTree

_Matter = Literal["answers", "other", "feed"]


def _named(words: str) -> re.Pattern[str]:
    before, after = (
        r"(?:[\w-]{1,40}[-_])?",
        r"(?:[-_](?:wrapper|container|inner|block|box|list|module|widget))?",
    )
    return re.compile(f"{before}(?:{words}){after}", re.IGNORECASE)


_ANSWERS = _named(
    r"comments?|comment[-_]?(?:list|section|area|body|content|thread)|commentlist|disqus(?:_thread)?|respond"
    r"|webmentions?|mentions|repl(?:y|ies)"
)
#: As other languages call them. With a word in front it may be a category, and alone the kind of an article.
_ANSWERS_ELSEWHERE = re.compile(
    r"commentaires|(?:leser|nutzer)?kommentare|comentari(?:o?s|i)|commenti|reacties|kommentarer|komentar(?:ze|[ei])"
    r"|yorumlar|kommentit",
    re.IGNORECASE,
)
_STORIES = r"(?:[-_]?(?:posts?|articles?|stories|content|news|links|videos|reads?|now|widgets?))?"
_OTHER = _named(
    rf"(?:related|recommend(?:ed|ations?)|trending|popular|suggested|foot(?:er)?){_STORIES}"
    r"|(?:read|up)[-_]?(?:more|next)|(?:more|next)[-_]?(?:stor(?:y|ies)|articles?|posts?|news|videos?)|most[-_]?(?:read|popular)"
    r"|more[-_]?(?:from|on|in)[-_]?[\w-]{0,20}|also[-_]?(?:read|like)|you[-_]?may[-_]?(?:also[-_]?)?like|recirc(?:ulation)?"
    r"|sidebar(?:[-_]?(?:first|second|left|right|\d))?|portal-column-(?:one|two)|secondary|rail"
    r"|right[-_]?(?:col(?:umn)?|rail|bar|side(?:bar)?)|col(?:umn)?[-_]?right|widget[-_]?area"
    r"|navigation|navbar|menu|breadcrumbs?"
    r"|video[-_]?(?:bg|background)|(?:bg|background)[-_]?video|jarallax"
)
_FEED = _named(
    r"timelines?|feeds?|tweets|tweet-?list|latest-?tweets?|stream|share|sharing|social-?share|follow(?:-?us)?"
    r"|share-?(?:bar|buttons?|tools)|(?:fb|facebook)-(?:comments|like|share\w*|send|save|page|follow)"
    r"|credits?|copyright|byline|references?|footnotes?|sources?|syndication"
)
#: With less text in paragraphs than this, a page may keep it in other elements; and the length of a sentence.
_FEW, _SENTENCE = 500, 60
#: So many elements are measured; a page that nests more of them is nobody's article.
_MOST_MEASURED = 200
#: What tells the parts of a page apart that an editor made of blocks.
_NUMBER = re.compile(r"[-_](?:[0-9a-f]{6,}|\d{3,})\b")
#: So many elements before one are looked at.
_MOST_BESIDE = 20
#: Of all paragraphs; those in a footer, or beside the article, are few.
_NEARLY_ALL = 0.7
_BESIDE = frozenset({"nav", "footer"})
#: What names begin with that say how something looks, not where; and what is a part of an embed's own box.
_NOT_ABOUT = re.compile(
    r"(?:has|no|with|without|is|not|hide|show|open|(?:left|right)(?![-_](?:rail|side|bar|col))|embed|consent)[-_]",
    re.IGNORECASE,
)


def is_other_matter(node: ElementNode, layout: Layout, *, generic: bool) -> bool:
    """Return whether an element is something else than the article.

    Args:
        node: The element.
        layout: That of its page.
        generic: Feeds, sharing tools, credits and lists of sources count too.
    """
    matters = _matters(names_of(node))
    if "answers" in matters:
        return not layout.is_headed(node)
    is_feed = generic and "feed" in matters and not _fills_figure(node)
    named = node.tag in _BESIDE or "other" in matters or is_feed
    named = named or (node.tag == "aside" and not _is_in_text(node))
    if not named or layout.is_headed(node):
        return False
    return (node.tag in _BESIDE and layout.has_heading) or not layout.holds_most_text(node)


def _fills_figure(node: ElementNode) -> bool:
    """Return whether an element is all that a figure holds: a source or a credit stands beside something."""
    around = node.parent_element
    beside = (node.prev_element, node.next_element)
    return around is not None and around.tag == "figure" and not any(beside)


def _is_in_text(node: ElementNode) -> bool:
    """Return whether an aside belongs to a text: it is inside an article, or next to a paragraph."""
    beside = (node.prev_element, node.next_element)
    return node.closest("article, main") is not None or any(near and near.tag == "p" for near in beside)


def is_answers(node: ElementNode) -> bool:
    """Return whether an element is named for what readers answer to an article."""
    return "answers" in _matters(names_of(node))


def is_control(node: ElementNode) -> bool:
    """Return whether an element is itself named for sharing, following or commenting, or as a feed."""
    return any(_matters(f"{node.tag or ''} {names_of(node)}"))


def names_of(node: ElementNode) -> str:
    """The classes and the id of an element, parted by blanks."""
    return f"{node.getattr('class') or ''} {node.getattr('id') or ''}"


@lru_cache(maxsize=2000)
def _matters(names: str) -> frozenset[_Matter | None]:
    """All that an element's classes and id say; elements of one page often have the same."""
    return frozenset(map(_matter, names.split()))


@lru_cache(maxsize=10_000)
def _matter(name: str) -> _Matter | None:
    if _NOT_ABOUT.match(name):
        return None
    if _ANSWERS.fullmatch(name) or _ANSWERS_ELSEWHERE.fullmatch(name):
        return "answers"
    if _OTHER.fullmatch(name):
        return "other"
    return "feed" if _FEED.fullmatch(name) else None


class Layout:
    """Where the headings and the text of a page stand, worked out when first asked and kept."""

    def __init__(self, tree: HTMLTree) -> None:
        self._tree = tree
        self._measured = 0
        self._beside: dict[ElementNode, bool] = {}

    def is_headed(self, node: ElementNode) -> bool:
        """Return whether an element holds a heading of the first rank that says something."""
        return node in self._headed

    @property
    def has_heading(self) -> bool:
        """Whether there is a heading of the first rank at all."""
        return bool(self._headed)

    @cached_property
    def _headed(self) -> set[ElementNode]:
        headed: set[ElementNode] = set()
        for heading in select(self._tree, "h1"):
            above = heading.parent_element if _says_something(heading) else None
            while above is not None and above not in headed:
                headed.add(above)
                above = above.parent_element
        return headed

    def holds_most_text(self, node: ElementNode) -> bool:
        """Return whether an element holds the article itself, whatever its name: one "with sidebar" does."""
        self._measured += 1
        if self._measured > _MOST_MEASURED:
            return False
        everything = self._lengths[1][-1]
        if _is_most(self._length_of_paragraphs(node), everything):
            return True
        return everything < _FEW and _is_most(_length_of_divisions(node), self._everything_in_divisions)

    def is_beside(self, node: ElementNode) -> bool:
        """Return whether an element comes behind the column of the article, whatever it is called.

        What is hidden at the end of a page is moved to its place by a script.
        """
        passed: list[ElementNode] = []
        verdict = False
        for above in chain((node,), outwards(node)):
            if above in self._beside:
                verdict = self._beside[above]
                break
            if above in self._headed:
                verdict = bool(passed) and self._is_behind_column(passed[-1])
                break
            passed.append(above)
        verdict = verdict and not any(above.hasattr("hidden") for above in passed)
        self._beside |= dict.fromkeys(passed[1:], verdict)
        return verdict

    def _is_behind_column(self, branch: ElementNode) -> bool:
        """Look at what stands before a branch of what it shares with a heading."""
        headed = next((beside for beside in _before(branch) if beside in self._headed), None)
        return headed is not None and _is_unlike(headed, branch) and self._holds_nearly_all(headed)

    def _holds_nearly_all(self, node: ElementNode) -> bool:
        """Return whether an element holds the paragraphs of the page, but for a few lines."""
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
        """The number of each paragraph, and how much text stands before each and in all."""
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


def _before(node: ElementNode) -> Iterator[ElementNode]:
    """The elements before an element, beside it, the nearest first."""
    beside = node.prev_element
    for _ in range(_MOST_BESIDE):
        if beside is None:
            return
        yield beside
        beside = beside.prev_element


def _is_unlike(node: ElementNode, other: ElementNode) -> bool:
    """Return whether two elements differ in kind: parts of one flow are alike, but for their numbers."""
    return node.tag != other.tag or _kind(node) != _kind(other)


def _kind(node: ElementNode) -> set[str]:
    return {_NUMBER.sub("", name) for name in names_of(node).split()}


def _is_most(own: int, everything: int) -> bool:
    return own > 200 and 2 * own > everything


def _length_of_divisions(node: ElementNode) -> int:
    """The same where each paragraph is a ``<div>``: those without another in them, and with a sentence."""
    innermost = (div for div in node.query_selector_all("div").values() if div.query_selector("div") is None)
    return sum(length for div in innermost if (length := len(div.text or "")) >= _SENTENCE)
