"""Hold what is known about one post while the start of its text is searched for.

The end of the text and its attribution are known. `PostContext` answers what follows from them: whether a
start leaves the text short enough for a post, whether words name the author, whether the article quoted the
words before.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from scraper.text.flattened.found_post import max_length, weighted_length

if TYPE_CHECKING:
    from scraper.text.flattened.found_post import Attribution
    from scraper.text.flattened.layout import Layout

_WORD = re.compile(r"\w+")
# Characters that must agree for words to count as repeated: fewer are enough behind a quotation mark.
_REPEATED, _REPEATED_IN_QUOTES = 32, 24
# How many characters before the post an earlier quotation or attribution is looked for.
_LOOK_BACK = 3000
_OPENING_MARKS = ('"', "“", "”", "‘", "'", "«")
# The end of a truncated post, with the links that may follow the ellipsis; and what such a post weighs at
# least.
_TRUNCATED = re.compile(r"…(?:\s{0,3}(?:https?://\S{1,40}|pic\.\S{1,40})){0,4}$")
_TRUNCATED_LENGTH = 240


@dataclass(frozen=True)
class PostContext:
    """The end of a post's text and what helps to find its start. Offsets count characters of `text`.

    Attributes:
        text: The document.
        end: The offset behind the post's text.
        attribution: The post's attribution.
        layout: How the document separates paragraphs and posts.
    """

    text: str
    end: int
    attribution: Attribution
    layout: Layout

    @cached_property
    def max_length(self) -> int:
        """The most characters that the post can have."""
        return max_length(self.attribution)

    def fits(self, start: int) -> bool:
        """Return whether the text from `start` to the end is short enough for a post."""
        words = self.text[start : self.end]
        # Only links and wide characters can weigh more than they are long.
        is_plain = len(words) <= self.max_length and words.isascii() and "://" not in words
        return is_plain or weighted_length(words, self.attribution) <= self.max_length

    def is_truncated_from(self, start: int) -> bool:
        """Return whether the text from `start` is a truncated post, as embeds show long posts since 2023."""
        if not self._ends_truncated:
            return False
        return weighted_length(self.text[start : self.end], self.attribution) >= _TRUNCATED_LENGTH

    @cached_property
    def _ends_truncated(self) -> bool:
        posted = self.attribution.posted
        if posted is None or posted.at < "2023":
            return False
        return _TRUNCATED.search(self.text, max(0, self.end - _TRUNCATED_LENGTH), self.end) is not None

    def mentions_author(self, words: str) -> bool:
        """Return whether `words` hold the author's handle or a longer word of the author's name."""
        spoken = frozenset(_WORD.findall(words.casefold()))
        return not spoken.isdisjoint(self._author_words)

    def mentions_full_name(self, words: str) -> bool:
        """Return whether `words` hold all longer words of the author's name, at least two."""
        names = self._longer_names
        return len(names) > 1 and names <= frozenset(_WORD.findall(words.casefold()))

    @cached_property
    def _author_words(self) -> frozenset[str]:
        handle = (self.attribution.handle or "").casefold()
        return self._longer_names | {handle} if handle else self._longer_names

    @cached_property
    def _longer_names(self) -> frozenset[str]:
        names = _WORD.findall((self.attribution.name or "").casefold())
        return frozenset(name for name in names if len(name) > 3)

    @cached_property
    def breaks_lines_at_links(self) -> bool:
        """Whether extraction put links on lines of their own, as it did the linked date."""
        date = self.text[max(0, self.attribution.end - 30) : self.attribution.end].split(")")[-1]
        return "\n" in date

    @cached_property
    def is_followed_by_prose(self) -> bool:
        """Whether prose goes on in the line of the attribution, which shows that line breaks were lost."""
        limit = self.attribution.end + 200
        line = self.text.find("\n", self.attribution.end, limit)
        return len(self.text[self.attribution.end : line if line >= 0 else limit].strip()) > 3

    def is_repeated(self, start: int, end: int) -> bool:
        """Return whether the 3000 characters before hold the beginning of ``text[start:end]``.

        What is printed again behind `end`, in the post itself, does not count.
        """
        beginning = self.text[start : min(end, start + _REPEATED)]
        if len(beginning) < _REPEATED or beginning in self.text[end : self.end]:
            return False
        return self.text.find(beginning, max(0, start - _LOOK_BACK), start) >= 0

    def has_posted_before(self, handle: str) -> bool:
        """Return whether one of the attributions in the 3000 characters before gives this handle."""
        return self.text.find(f"(@{handle})", max(0, self.end - _LOOK_BACK), self.end) >= 0

    def was_quoted(self, start: int) -> bool:
        """Return whether the words at `start` stood in quotation marks before, or more of them without."""
        if self.end - start <= _REPEATED_IN_QUOTES or self.text.startswith("http", start):
            return False
        beginning = _without_tag_signs(self.text[start : start + _REPEATED])
        before = _without_tag_signs(self.text[max(0, start - _LOOK_BACK) : start])
        earlier = before.find(beginning[:_REPEATED_IN_QUOTES])
        if earlier < 0:
            return False
        if before[max(0, earlier - 2) : earlier].strip().endswith(_OPENING_MARKS):
            return True
        return self.end - start >= _REPEATED and before.startswith(beginning, earlier)


def _without_tag_signs(words: str) -> str:
    """Remove ``#`` and ``@``, which articles leave out where they quote a post."""
    return words.replace("#", "").replace("@", "")
