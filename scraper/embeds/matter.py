"""What an element of a page is for, when it is not the article: answers to it, other stories, feeds, menus.

Publishers name such elements in plain words. Only whole classes and ids count: a body's ``has-sidebar`` or
``comments-open`` says nothing of what stands inside, and an element that holds most of the text is the
article, whatever it is called.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from resiliparse.parse.html import ElementNode

_Matter = Literal["answers", "other", "feed"]


def _named(words: str) -> re.Pattern[str]:
    before, after = (
        r"(?:[\w-]{1,40}[-_])?",
        r"(?:[-_](?:wrapper|container|inner|block|box|list|module|widget))?",
    )
    return re.compile(f"{before}(?:{words}){after}", re.IGNORECASE)


_ANSWERS = _named(
    r"comments?|comment-?(?:list|section|area|body|content|thread)|commentlist|disqus(?:_thread)?|respond"
    r"|webmentions?|mentions|repl(?:y|ies)"
)
_STORIES = r"(?:-?(?:posts?|articles?|stories|content|news|links|videos|reads?|now|widgets?))?"
_OTHER = _named(
    rf"(?:related|recommend(?:ed|ations?)|trending|popular|suggested|footer){_STORIES}"
    r"|(?:read|up)-?(?:more|next)|(?:more|next)-?(?:stor(?:y|ies)|articles?|posts?|news)|most-?(?:read|popular)"
    r"|more-?(?:from|on|in)-?[\w-]{0,20}|also-?(?:read|like)|you-?may-?(?:also-?)?like|recirc(?:ulation)?"
    r"|sidebar|secondary|rail|widget-?area|navigation|navbar|menu|breadcrumbs?"
)
_FEED = _named(
    r"timelines?|feeds?|tweets|tweet-?list|latest-?tweets?|stream|share|sharing|social-?share|follow(?:-?us)?"
    r"|share-?(?:bar|buttons?|tools)|(?:fb|facebook)-(?:comments|like|share\w*|send|save|page|follow)"
    r"|credits?|copyright|byline|references?|footnotes?|sources?"
)
#: With less text in paragraphs than this, a page may keep it in other elements; and the length of a sentence.
_FEW, _SENTENCE = 500, 60
_BESIDE = frozenset({"nav", "footer"})
_NOT_ABOUT = re.compile(r"(?:has|no|with|without|is|not|hide|show|open|left|right)[-_]", re.IGNORECASE)


def is_other_matter(node: ElementNode, *, generic: bool) -> bool:
    """Tell whether an element is something else than the article.

    Args:
        node: The element.
        generic: Feeds, sharing tools, credits and lists of sources count too.
    """
    matters = _matters(names_of(node))
    if "answers" in matters:
        return node.query_selector("h1") is None
    beside = node.tag in _BESIDE or (node.tag == "aside" and not _is_in_text(node))
    named = beside or "other" in matters or (generic and "feed" in matters)
    return named and node.query_selector("h1") is None and not _holds_most_text(node)


def _is_in_text(node: ElementNode) -> bool:
    """Tell whether an aside belongs to a text: it stands in an article, or a paragraph stands next to it."""
    beside = (node.prev_element, node.next_element)
    return node.closest("article, main") is not None or any(near and near.tag == "p" for near in beside)


def is_answers(node: ElementNode) -> bool:
    """Tell whether an element is named for what readers answer to an article."""
    return "answers" in _matters(names_of(node))


def is_control(node: ElementNode) -> bool:
    """Tell whether an element is itself named for sharing, following or commenting, or as a feed."""
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
    if _ANSWERS.fullmatch(name):
        return "answers"
    if _OTHER.fullmatch(name):
        return "other"
    return "feed" if _FEED.fullmatch(name) else None


def _holds_most_text(node: ElementNode) -> bool:
    """Tell whether an element holds the article itself, whatever its name: a layout "with sidebar" does."""
    body = node.closest("body")
    if body is None:
        return False
    everything = _length_of_paragraphs(body)
    if _is_most(_length_of_paragraphs(node), everything):
        return True
    return everything < _FEW and _is_most(_length_of_divisions(node), _length_of_divisions(body))


def _is_most(own: int, everything: int) -> bool:
    return own > 200 and 2 * own > everything


def _length_of_paragraphs(node: ElementNode) -> int:
    return sum(len(paragraph.text or "") for paragraph in node.query_selector_all("p").values())


def _length_of_divisions(node: ElementNode) -> int:
    """The same where each paragraph is a ``<div>``: those without another in them, and with a sentence."""
    innermost = (div for div in node.query_selector_all("div").values() if div.query_selector("div") is None)
    return sum(length for div in innermost if (length := len(div.text or "")) >= _SENTENCE)
