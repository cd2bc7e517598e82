"""Give the candidates for the start of a post inside a line of prose, where extraction lost the paragraphs.

Every sentence of the line is a candidate if the text from it to the end fits into one post. Its features
(`sentence_features`) are those of the sentences from it on, of what stands before it (words that introduce a
post, the author's name, another language) and of what it opens with.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from scraper.text.flattened.layout import sentence_starts
from scraper.text.flattened.passage_language import (
    find_language_switch,
    guess_language,
    has_top_word,
)
from scraper.text.flattened.sentence_features import (
    before_features,
    is_glued,
    leaves_language,
    line_start_features,
    opening_features,
    sentence_features,
)
from scraper.text.flattened.start_choice import Candidate, together

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scraper.text.flattened.found_post import PostContext
    from scraper.text.flattened.start_choice import Features

# How many characters of its end tell the language of a post.
_TAIL = 120


def sentence_candidates(context: PostContext, floor: int, floor_features: Sequence[str]) -> list[Candidate]:
    """Return the candidates inside a line, of which the first wins among equals.

    Args:
        context: The end of the post's text and its attribution.
        floor: Where the line begins, or the rest of it behind another post.
        floor_features: The features of a start at `floor` itself.

    Returns:
        The starts in text order, but for `floor`, which comes last; none if nothing fits into a post.
    """
    candidates: list[Candidate] = []
    passed: Features = Counter()
    end = context.end
    for previous, start in reversed(list(pairwise(_starts(context, floor)))):
        if not context.fits(start):
            return candidates[::-1]
        passed.update(sentence_features(context, start, end))
        candidates.append(_candidate(context, previous, start, passed))
        passed["text: behind a paragraph that lost its end"] += is_glued(context, start)
        passed["text: a sentence in the article's language"] += leaves_language(context, previous, start)
        end = start
    candidates.reverse()
    if context.fits(floor):
        own = [*sentence_features(context, floor, end), *line_start_features(context, floor, end)]
        candidates.append(Candidate(floor, together(passed, [*own, *floor_features])))
    return candidates


def _candidate(context: PostContext, previous: int, start: int, passed: Features) -> Candidate:
    """Return the start with the features of the sentences behind it and of the one before it."""
    line = ["line: broken here"] if context.text[start - 1] == "\n" else []
    features = together(passed, [*opening_features(context, start), *line])
    return Candidate(start, {**features, **before_features(context, previous, start)})


def _starts(context: PostContext, floor: int) -> list[int]:
    """Return where the sentences from `floor` on begin, and where one leaves the article's language."""
    starts = sentence_starts(context.text, floor, context.end)
    article, tail = context.layout.language, context.text[max(floor, context.end - _TAIL) : context.end]
    other = None if article is None or has_top_word(article, tail[-_TAIL // 2 :]) else guess_language(tail)
    if article is None or other in (None, article):
        return starts
    for n in range(len(starts) - 1, -1, -1):
        end = starts[n + 1] if n + 1 < len(starts) else context.end
        words = context.text[starts[n] : end]
        switch = find_language_switch(words, article, other)
        if switch is not None:
            return [*starts[: n + 1], starts[n] + switch, *starts[n + 1 :]]
        if guess_language(words) == article:
            break
    return starts
