"""Find phrases that mention a post without showing it: "he said in a tweet", "took to Twitter".

Three kinds count:

* a verb that only means publishing on a platform ("tweeted", "took to X");
* a verb of saying or posting with a platform ("announced on Facebook");
* a noun for a post on a named platform ("in a tweet", "her Instagram story").

A platform alone does not count ("followers on Twitter", "Follow us on Facebook"). Nor does a phrase inside a
post or a quote, or in the attribution of a quote. The vocabulary is that of `scraper.text.quotes`.

>>> found = find_allusions("She said so in a tweet and later on Instagram.", "en")
>>> [(each.text, each.platform) for each in found]
[('said so in a tweet', 'twitter')]
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from scraper.bounds import MOST_CUES, too_much
from scraper.patterns import lazy_regex
from scraper.records import Allusion
from scraper.text.quotes.subjects import is_noun
from scraper.text.quotes.words.languages import guess
from scraper.text.quotes.words.lexicons import cues_in, lexicon
from scraper.text.quotes.words.platform_names import PIECE, platform_named

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator, Sequence

    from scraper.records import Problem
    from scraper.text.quotes.words.lexicons import Lexicon

Span = tuple[int, int]

# Window around a platform name, in characters before and after it.
_BEFORE, _BEHIND = 130, 60
# Most characters between a verb and the platform, and between an attribution and its quote.
_VERB_TO_PLATFORM = 70
_BESIDE = 60
_SENTENCE_BOUNDARY = lazy_regex(r"[.!?…][\"”»’)]?\s+(?=[^\W\d_a-zà-öø-ÿß]|[\"“„«¿¡@#])|\n+")
_FOLLOWED = lazy_regex(r"\s*(?:by|from|par|de|von|di|da)\s+@")
_COUNTED = lazy_regex(r"\d[\d.,]*\s*[kKmM]?\s+$")
_PAUSE = lazy_regex(r"[,;:]")
_QUOTATION_MARKS = "\"“”„«»'‘`＂"


def find_allusions(
    text: str, language: str | None, taken: Sequence[Span] = (), problems: list[Problem] | None = None
) -> list[Allusion]:
    """Return phrases that mention a post without showing it, in order; none nested, none in a span of `taken`."""
    words = lexicon(guess(text, language))
    cues = [offset for offset in cues_in(text, words).platforms if PIECE.match(text, offset)]
    if len(cues) > MOST_CUES and problems is not None:
        problems.append(too_much("allusions", MOST_CUES, len(cues), "names of platforms"))
    taken = sorted(taken)
    found: list[Span] = []
    for start, end in _windows(text, cues[:MOST_CUES]):
        found += _in_sentence(text, start, end, words)
    return [
        Allusion(text=text[start:end], platform=platform, start=start, end=end)
        for start, end in _outermost(found)
        if (platform := platform_named(text[start:end])) and not _is_taken(text, start, end, taken)
    ]


def _windows(text: str, cues: list[int]) -> Iterator[Span]:
    """Yield spans of sentences around the cues, or parts of long sentences; none overlap."""
    done = 0
    for cue in cues:
        if cue < done:
            continue
        left, right = max(done, cue - _BEFORE), min(len(text), cue + _BEHIND)
        breaks = [found.end() for found in _SENTENCE_BOUNDARY.finditer(text, left, cue + 1) if found.end() <= cue + 1]
        stop = _SENTENCE_BOUNDARY.search(text, cue + 1, right)
        done = stop.start() + 1 if stop else right
        yield (breaks[-1] if breaks else left), done


def _in_sentence(text: str, start: int, end: int, words: Lexicon) -> Iterator[Span]:
    """Yield the spans of all allusions in one window, including nested ones."""
    sentence = text[start:end]
    platforms = list(words.venue.finditer(sentence))
    spans: list[Span] = []
    if platforms or words.tweets.search(sentence):
        verbs = [verb for verb in words.verb.finditer(sentence) if not is_noun(sentence, verb, words)]
        spans += [verb.span() for verb in verbs if verb.lastgroup == "tweet" and not _is_label(sentence, verb)]
        spans += _on_platforms(sentence, verbs, platforms, words)
    if words.posts.search(sentence):
        spans += [noun.span() for noun in words.post_speaks.finditer(sentence)]
    for left, right in spans:
        yield start + left, start + right


def _is_label(sentence: str, verb: re.Match[str]) -> bool:
    """Return True if a verb is a label: of a share button, "Tweet of the week", "More tweets by @name"."""
    return not sentence[: verb.start()].strip() or _FOLLOWED.match(sentence, verb.end()) is not None


def _on_platforms(
    sentence: str, verbs: list[re.Match[str]], platforms: list[re.Match[str]], words: Lexicon
) -> Iterator[Span]:
    """Yield spans from a verb to the platform named after it; without a verb, nouns for posts only."""
    done = 0
    for platform in platforms:
        near = [
            verb for verb in verbs if done <= verb.start() and 0 <= platform.start() - verb.end() <= _VERB_TO_PLATFORM
        ]
        verb = near[-1] if near else None
        if (
            verb
            and not _COUNTED.search(sentence, 0, verb.start())
            and not _PAUSE.search(sentence, verb.end(), platform.start())
        ):
            yield verb.start(), platform.end()
        elif words.posts.search(platform.group()):
            yield platform.span()
        done = platform.end()


def _outermost(spans: list[Span]) -> list[Span]:
    """Return the spans not contained in another, sorted; of two that overlap, the first."""
    kept: list[Span] = []
    for start, end in sorted(spans, key=lambda span: (span[0], -span[1])):
        if not kept or start >= kept[-1][1]:
            kept.append((start, end))
    return kept


def _is_taken(text: str, start: int, end: int, taken: Sequence[Span]) -> bool:
    """Return True if a phrase overlaps a span of `taken`, or attributes a quote next to it."""
    at = bisect_left(taken, (end, 0))
    near = [taken[number] for number in (at - 1, at) if 0 <= number < len(taken)]
    for left, right in near:
        first, last = (end, left) if end <= left else (right, start)  # the gap between the two, if any
        is_adjacent = last - first <= _BESIDE and not _SENTENCE_BOUNDARY.search(text, first, last)
        if (left < end and start < right) or (text[left] in _QUOTATION_MARKS and is_adjacent):
            return True
    return False
