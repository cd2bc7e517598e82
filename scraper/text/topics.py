"""Match articles to topics by hashtags or by words in their text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol

from scraper import input as documents
from scraper.values.spelling import fold_spelling

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from scraper.records import Document, Extraction


class Topic(Protocol):
    """A topic: one hashtag is enough, or one term as whole words, without regard to case and spelling."""

    @property
    def name(self) -> str: ...  # noqa: D102 - see above
    @property
    def hashtags(self) -> tuple[str, ...]: ...  # noqa: D102 - see above
    @property
    def terms(self) -> tuple[str, ...]: ...  # noqa: D102 - see above


def topics_of(document: Document, extraction: Extraction, topics: Iterable[Topic]) -> frozenset[str]:
    """Return the names of the topics of an article."""
    used = {tag.tag for tag in extraction.hashtags}
    used |= {tag for embed in extraction.embeds for tag in embed.post.hashtags}
    return topics_in(used, lambda: _words_of(document, extraction), topics)


def topics_in(hashtags: Iterable[str], words: Callable[[], str], topics: Iterable[Topic]) -> frozenset[str]:
    """Return the names of the topics with one of these hashtags, or a term in the words (called at most once)."""
    topics = list(topics)
    used = {_comparable(tag) for tag in hashtags}
    found = {topic.name for topic in topics if used & {_comparable(tag.removeprefix("#")) for tag in topic.hashtags}}
    undecided = {topic.name: _any_of(topic.terms) for topic in topics if topic.name not in found}
    text = _comparable(words()) if any(undecided.values()) else ""
    return frozenset(found | {name for name, term in undecided.items() if term and term.search(text)})


def _any_of(terms: Iterable[str]) -> re.Pattern[str] | None:
    words = [r"\s".join(map(re.escape, _comparable(term).split())) for term in terms]
    return re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)") if words else None


def _words_of(document: Document, extraction: Extraction) -> str:
    decoded = documents.decode(document)
    texts = [extraction.article.title or "", decoded.text]
    if decoded.kind == "html":
        from resiliparse.extract.html2text import extract_plain_text

        texts[1] = extract_plain_text(decoded.text)
    texts += [embed.post.text or "" for embed in extraction.embeds]
    return "\n".join(texts)


def _comparable(text: str) -> str:
    return re.sub(r"\s+", " ", fold_spelling(text))
