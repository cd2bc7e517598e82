"""Finds words that speak of a post without showing it: "he said in a tweet", "took to Twitter".

Stored as a signal of the article, so that one can ask which articles mention posts and show none. Three
sorts count:

* a verb that only means publishing on a platform ("tweeted", "took to X");
* a verb of saying or posting and the platform where it happened ("announced on Facebook");
* a noun for a post of a named platform ("in a tweet", "her Instagram story").

A platform alone is none ("followers on Twitter", "Follow us on Facebook"), and neither is one inside a post,
inside a quote, or in the words that attribute a quote which was found with its text. The words are those of
`scraper.text.quotes`.

>>> found = find_allusions("She said so in a tweet and later on Instagram.", "en")
>>> [(each.text, each.platform) for each in found]
[('said so in a tweet', 'twitter')]
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from scraper.bounds import MOST_CUES, too_much
from scraper.records import Allusion
from scraper.text.quotes.attribution.verbs import is_noun
from scraper.text.quotes.words.languages import guess
from scraper.text.quotes.words.lexicons import cues_in, lexicon
from scraper.text.quotes.words.venues import PIECE, platform_named

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scraper.records import Problem
    from scraper.text.quotes.words.lexicons import Lexicon

Span = tuple[int, int]

_BEFORE, _BEHIND = 130, 60
_FROM_VERB = 70
_BESIDE = 60
_SENTENCE = re.compile(r"[.!?…][\"”»’)]?\s+(?=[^\W\d_a-zà-öø-ÿß]|[\"“„«¿¡@#])|\n+")
_FOLLOWED = re.compile(r"\s*(?:by|from|par|de|von|di|da)\s+@")
_COUNTED = re.compile(r"\d[\d.,]*\s*[kKmM]?\s+$")
_PAUSE = re.compile(r"[,;:]")
_MARKS = "\"“”„«»'‘`＂"


def find_allusions(
    text: str, language: str | None, taken: Sequence[Span] = (), problems: list[Problem] | None = None
) -> list[Allusion]:
    """Find the mentions of posts that are not shown.

    Args:
        text: The article's prose.
        language: Its declared or detected language; a wrong one does little harm, None is allowed.
        taken: The spans of posts and of quotes found with their text; nothing is reported there.
        problems: What was too much work is added to it (`scraper.bounds`).

    Returns:
        The allusions in the order of the text, none inside another.
    """
    words = lexicon(guess(text, language))
    cues = [place for place in cues_in(text, words).platforms if PIECE.match(text, place)]
    if len(cues) > MOST_CUES and problems is not None:
        problems.append(too_much("allusions", MOST_CUES, len(cues), "names of platforms"))
    hidden = sorted(taken)
    found: list[Span] = []
    for start, end in _windows(text, cues[:MOST_CUES]):
        found += _in_sentence(text, start, end, words)
    return [
        Allusion(text=text[start:end], platform=platform, start=start, end=end)
        for start, end in _outermost(found)
        if (platform := platform_named(text[start:end])) and not _is_hidden(text, start, end, hidden)
    ]


def _windows(text: str, cues: list[int]) -> Iterator[Span]:
    """The sentences, or the pieces of long ones, around the cues; no two overlap."""
    done = 0
    for cue in cues:
        if cue < done:
            continue
        left, right = max(done, cue - _BEFORE), min(len(text), cue + _BEHIND)
        breaks = [found.end() for found in _SENTENCE.finditer(text, left, cue + 1) if found.end() <= cue + 1]
        stop = _SENTENCE.search(text, cue + 1, right)
        done = stop.start() + 1 if stop else right
        yield (breaks[-1] if breaks else left), done


def _in_sentence(text: str, start: int, end: int, words: Lexicon) -> Iterator[Span]:
    """Every allusion of one window, nested ones included."""
    sentence = text[start:end]
    places = list(words.venue.finditer(sentence))
    if places or words.tweets.search(sentence):
        verbs = [verb for verb in words.verb.finditer(sentence) if not is_noun(sentence, verb, words)]
        spans = [verb.span() for verb in verbs if verb.lastgroup == "tweet" and not _is_label(sentence, verb)]
        spans += _placed(sentence, verbs, places, words)
    else:
        spans = []
    if words.posts.search(sentence):
        spans += [noun.span() for noun in words.post_speaks.finditer(sentence)]
    for left, right in spans:
        yield start + left, start + right


def _is_label(sentence: str, verb: re.Match[str]) -> bool:
    """A share button, a headline's "Tweet of the week", a widget's "Tweets by @name"."""
    return not sentence[: verb.start()].strip() or _FOLLOWED.match(sentence, verb.end()) is not None


def _placed(
    sentence: str, verbs: list[re.Match[str]], places: list[re.Match[str]], words: Lexicon
) -> Iterator[Span]:
    """Places where a verb puts somebody's words, from that verb on; without a verb, posts alone."""
    done = 0
    for place in places:
        near = [
            verb for verb in verbs if done <= verb.start() and 0 <= place.start() - verb.end() <= _FROM_VERB
        ]
        verb = near[-1] if near else None
        if (
            verb
            and not _COUNTED.search(sentence, 0, verb.start())
            and not _PAUSE.search(sentence, verb.end(), place.start())
        ):
            yield verb.start(), place.end()
        elif words.posts.search(place.group()):
            yield place.span()
        done = place.end()


def _outermost(spans: list[Span]) -> list[Span]:
    """The spans that lie in no other, in order; of two that overlap, the first."""
    kept: list[Span] = []
    for start, end in sorted(spans, key=lambda span: (span[0], -span[1])):
        if not kept or start >= kept[-1][1]:
            kept.append((start, end))
    return kept


def _is_hidden(text: str, start: int, end: int, hidden: list[Span]) -> bool:
    """Whether a phrase lies in a taken span, or attributes a quote next to it."""
    at = bisect_left(hidden, (end, 0))
    near = [hidden[number] for number in (at - 1, at) if 0 <= number < len(hidden)]
    return any(
        (left < end and start < right) or (text[left] in _MARKS and _is_beside(text, start, end, left, right))
        for left, right in near
    )


def _is_beside(text: str, start: int, end: int, left: int, right: int) -> bool:
    first, last = (end, left) if end <= left else (right, start)
    return last - first <= _BESIDE and not _SENTENCE.search(text, first, last)
