"""What is known while the start of one post is looked for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from scraper.text.flattened.found_post import bound, weigh

if TYPE_CHECKING:
    from scraper.text.flattened.found_post import Mark
    from scraper.text.flattened.layout import Layout

_WORD = re.compile(r"\w+")
# So many characters are enough to know words again, behind a quotation mark fewer; so far before the post.
_KNOWN_AGAIN, _KNOWN_AS_QUOTE = 32, 24
_QUOTED_BEFORE = 3000
_OPENING_MARKS = ('"', "“", "”", "‘", "'", "«")
# The end of a post that was cut, before its links; and what it weighs at least.
_CUT_OFF = re.compile(r"…(?:\s{0,3}(?:https?://\S{1,40}|pic\.\S{1,40})){0,4}$")
_CUT = 240
_STOPS = (".", "!", "?", "…")


@dataclass(frozen=True)
class Place:
    """The end of a post's text, with all that helps to find its start.

    Attributes:
        text: The document.
        end: Offset behind the text.
        mark: The attribution.
        layout: The habits of the document.
    """

    text: str
    end: int
    mark: Mark
    layout: Layout

    @cached_property
    def most(self) -> int:
        """The most characters that the post can have."""
        return bound(self.mark)

    def fits(self, start: int) -> bool:
        """Tell whether the text from `start` on can be one post."""
        words = self.text[start : self.end]
        # Only links and wide characters can weigh more than they are long.
        plain = len(words) <= self.most and words.isascii() and "://" not in words
        return plain or weigh(words, self.mark) <= self.most

    def is_cut_here(self, start: int) -> bool:
        """Tell whether the text from `start` on was cut, as embeds cut the long posts sold since 2023."""
        return self._is_cut and weigh(self.text[start : self.end], self.mark) >= _CUT

    @cached_property
    def _is_cut(self) -> bool:
        sold = self.mark.posted is not None and self.mark.posted.at >= "2023"
        return sold and _CUT_OFF.search(self.text, max(0, self.end - _CUT), self.end) is not None

    def names_author(self, words: str) -> bool:
        """Tell whether `words` name the author: a word of the name, or the handle."""
        spoken = frozenset(_WORD.findall(words.casefold()))
        return not spoken.isdisjoint(self._author)

    def names_author_fully(self, words: str) -> bool:
        """Tell whether `words` hold every longer word of a name that has two of them or more."""
        names = frozenset(name for name in _WORD.findall((self.mark.name or "").casefold()) if len(name) > 3)
        return len(names) > 1 and names <= frozenset(_WORD.findall(words.casefold()))

    @cached_property
    def _author(self) -> frozenset[str]:
        names = _WORD.findall((self.mark.name or "").casefold())
        return frozenset(
            [*(name for name in names if len(name) > 3), (self.mark.handle or "").casefold()]
        ) - {""}

    @cached_property
    def links_on_lines(self) -> bool:
        """Whether links stand on lines of their own: the linked date of the attribution does."""
        return "\n" in self.text[max(0, self.mark.end - 30) : self.mark.end].split(")")[-1]

    @cached_property
    def prose_behind(self) -> bool:
        """Whether prose goes on in the line of the attribution: then paragraphs were lost."""
        limit = self.mark.end + 200
        line = self.text.find("\n", self.mark.end, limit)
        return len(self.text[self.mark.end : line if line >= 0 else limit].strip()) > 3

    def printed_before(self, start: int, end: int) -> bool:
        """Tell whether the article quoted the words at `start` before it showed the post."""
        beginning = self.text[start : min(end, start + _KNOWN_AGAIN)]
        if len(beginning) < _KNOWN_AGAIN or beginning in self.text[end : self.end]:
            return False
        return self.text.find(beginning, max(0, start - _QUOTED_BEFORE), start) >= 0

    def posted_before(self, handle: str) -> bool:
        """Tell whether an attribution shortly before gives this handle."""
        return self.text.find(f"(@{handle})", max(0, self.end - _QUOTED_BEFORE), self.end) >= 0

    def quoted_before(self, start: int) -> bool:
        """Tell whether the words at `start` stood in quotation marks before, or many of them without."""
        if self.end - start <= _KNOWN_AS_QUOTE or self.text.startswith("http", start):
            return False
        beginning = _as_quoted(self.text[start : start + _KNOWN_AGAIN])
        before = _as_quoted(self.text[max(0, start - _QUOTED_BEFORE) : start])
        earlier = before.find(beginning[:_KNOWN_AS_QUOTE])
        if earlier < 0:
            return False
        if before[max(0, earlier - 2) : earlier].strip().endswith(_OPENING_MARKS):
            return True
        return self.end - start >= _KNOWN_AGAIN and before.startswith(beginning, earlier)


def _as_quoted(words: str) -> str:
    """Leave out the signs of hashtags and mentions, which articles drop where they quote."""
    return words.replace("#", "").replace("@", "")
