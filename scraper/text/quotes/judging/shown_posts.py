"""Recognise quoted words among the posts that an article shows."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scraper.text.quotes.text.quotation_marks import Span

# Words are those of a post by so many letters; at most so many are compared, with so many posts.
_KNOWN_AGAIN = 24
_SAME = 60
_MOST = 2_000
_QUOTED = 120
_WORD = lazy_regex(r"[^\W_]+")


class ShownPosts:
    """An index of the posts that an article shows, by which quoted words are looked up in constant time.

    It holds the letters of each post from each word on, under the first of them.
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
        """Return whether the quoted words are those of a post, from one of its words on."""
        if not self._lines:
            return False
        letters = "".join(words_of(text[span.start : min(span.end, span.start + _QUOTED)]))
        line = self._lines.get(letters[:_KNOWN_AGAIN])
        return line is not None and line.startswith(letters[:_SAME]) and len(letters) >= _KNOWN_AGAIN


def words_of(text: str) -> list[str]:
    """Return the words by which a text is known again: without signs, in small letters."""
    return _WORD.findall(text.casefold())
