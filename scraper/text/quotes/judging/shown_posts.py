"""Recognize quoted words in the posts that an article shows."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scraper.text.quotes.text.quotation_marks import Span

# How many letters prove a match; the most letters compared, and the most posts.
_KNOWN_AGAIN = 24
_SAME = 60
_MOST = 2_000
_QUOTED = 120
_WORD = lazy_regex(r"[^\W_]+")


class ShownPosts:
    """An index of the posts that an article shows, for lookups of quoted words in constant time.

    Contains the letters of each post from each word on, keyed by the first of them.
    """

    def __init__(self, posts: Iterable[str]) -> None:
        self._lines: dict[str, str] = {}
        for post in islice(posts, _MOST):
            words = words_of(post)
            letters, start = "".join(words), 0
            for word in words:
                line = letters[start : start + _SAME]
                self._lines.setdefault(line[:_KNOWN_AGAIN], line)
                start += len(word)

    def holds(self, text: str, span: Span) -> bool:
        """Return True if the quoted words are a post's, from one of its words on."""
        if not self._lines:
            return False
        letters = "".join(words_of(text[span.start : min(span.end, span.start + _QUOTED)]))
        line = self._lines.get(letters[:_KNOWN_AGAIN])
        return line is not None and line.startswith(letters[:_SAME]) and len(letters) >= _KNOWN_AGAIN


def words_of(text: str) -> list[str]:
    """Return the words for comparing a text: lower case, without signs."""
    return _WORD.findall(text.casefold())
