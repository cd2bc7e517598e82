"""Decide whether an article is about a topic: by its hashtags, or by words in its text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scraper import input as documents
from scraper.values.spelling import fold_spelling

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scraper.records import Document, Extraction


def is_about(
    document: Document, extraction: Extraction, hashtags: Iterable[str], terms: Iterable[str]
) -> bool:
    """Return whether an article uses one of the hashtags anywhere, or holds one of the terms as whole words.

    Case, Unicode composition and the kind of white space do not matter.

    Args:
        document: The document as it came in.
        extraction: Its record.
        hashtags: With or without ``#``.
        terms: Words or phrases.
    """
    wanted = {_comparable(tag.removeprefix("#")) for tag in hashtags}
    used = {_comparable(tag.tag) for tag in extraction.hashtags}
    used |= {_comparable(tag) for embed in extraction.embeds for tag in embed.post.hashtags}
    if wanted & used:
        return True
    pattern = _any_of(terms)
    return pattern is not None and pattern.search(_comparable(_words_of(document, extraction))) is not None


def _any_of(terms: Iterable[str]) -> re.Pattern[str] | None:
    """Return a pattern that matches any of the terms as whole words; None without terms."""
    words = [r"\s".join(map(re.escape, _comparable(term).split())) for term in terms]
    return re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)") if words else None


def _words_of(document: Document, extraction: Extraction) -> str:
    """Return the title, the text of the whole document and the texts of its posts."""
    decoded = documents.decode(document)
    texts = [extraction.article.title or "", decoded.text]
    if decoded.kind == "html":
        from resiliparse.extract.html2text import extract_plain_text

        texts[1] = extract_plain_text(decoded.text)
    texts += [embed.post.text or "" for embed in extraction.embeds]
    return "\n".join(texts)


def _comparable(text: str) -> str:
    """Return the form in which words are compared: folded, with single spaces."""
    return re.sub(r"\s+", " ", fold_spelling(text))
