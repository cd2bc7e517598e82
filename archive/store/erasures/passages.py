"""Find erased text without storing it: by keyed hashes of its start and of the whole."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from archive.store.likeness import SHORT, fold_text
from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from archive.store.erasures.cutting import Span
    from archive.store.erasures.secret import Secret

#: Number of letters and digits at the start that identify a passage; shorter passages are not searched for.
HEAD = SHORT

_WORD = lazy_regex(r"(?P<link>(?:https?://|pic\.(?:twitter|x)\.com/|t\.co/|www\.)\S+)|[^\W_]+", re.IGNORECASE)
_SENTENCE = lazy_regex(r"(?<=[.!?…。！？])[\"'”’»)\]]*\s+|\s*\n+\s*")


def parts_of(text: str | None) -> list[str]:
    """Return a text and its sentences, folded, if long enough to be searched for.

    >>> parts_of("Never again, says the crew of the ferry. No. They will come back tomorrow, said Ann.")[1:]
    ['neveragainsaysthecrewoftheferry', 'theywillcomebacktomorrowsaidann']
    """
    folded = [fold_text(text), *map(fold_text, _SENTENCE.split(text or ""))]
    return [part for part in dict.fromkeys(folded) if len(part) >= HEAD]


def first_words(text: str, number: int = 6) -> list[str]:
    """Return the first words of each sentence, for finding articles that may contain it."""
    found = []
    for sentence in _SENTENCE.split(text):
        words = [word[0] for word in _WORD.finditer(sentence) if not word["link"]]
        if words and len(fold_text(sentence)) >= HEAD:
            found.append(" ".join(words[:number]))
    return found


def passages_in(text: str, secret: Secret, heads: Mapping[str, set[int]], known: set[str]) -> Iterator[Span]:
    """Yield the spans of erased text, from the first letter to the last.

    Args:
        text: The text.
        secret: The key of the hashes.
        heads: Hash of the first letters -> lengths of passages that start with them.
        known: Hashes of whole passages.
    """
    if not heads:
        return
    starts, ends, folded = _folded(text)
    at_end = {end: number for number, (_, end) in enumerate(ends)}
    last = 0
    for place, start in starts:
        if start < last:
            continue
        for length in sorted(heads.get(secret.of("head", folded[place : place + HEAD]), ()), reverse=True):
            number = at_end.get(place + length)
            if number is not None and secret.of("words", folded[place : place + length]) in known:
                last = ends[number][0]
                yield start, last
                break


def _folded(text: str) -> tuple[list[Span], list[Span], str]:
    """Return the spans of words in the folded text and in the text, and the folded text."""
    starts, ends, parts, length = [], [], [], 0
    for word in _WORD.finditer(text):
        if word["link"]:
            continue
        part = word[0].lower() if word[0].isascii() else fold_text(word[0])
        starts.append((length, word.start()))
        parts.append(part)
        length += len(part)
        ends.append((word.end(), length))
    return starts, ends, "".join(parts)
