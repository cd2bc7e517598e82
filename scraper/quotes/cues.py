"""Kinds of words that tell cheaply where a closer look is worth it; quotes far from a cue are spared one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

# Texts repeat most of their words, and repeat them from text to text: so each is judged once.
_MOST_KNOWN = 10_000
_LONGEST_KNOWN = 40


class Kind:
    """A kind of words, parted by blanks, that can be told one by one.

    >>> networks = Kind(lambda word: "gram" in word)
    >>> networks.is_among("She went to (Insta)gram."), networks.is_among("to Twitter")
    (True, False)
    """

    def __init__(self, is_one: Callable[[str], bool]) -> None:
        self._is_one = is_one
        self._ones: set[str] = set()
        self._others: set[str] = set()

    def is_among(self, words: str) -> bool:
        """Whether one of the words is of this kind."""
        said = set(words.split())
        return not self._ones.isdisjoint(said) or any(map(self._judge, said.difference(self._others)))

    def _judge(self, word: str) -> bool:
        is_one = self._is_one(word)
        if len(word) <= _LONGEST_KNOWN:
            known = self._ones if is_one else self._others
            if len(known) >= _MOST_KNOWN:
                known.clear()
            known.add(word)
        return is_one
