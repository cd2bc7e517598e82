"""Check an article a second time: the reactions found prove some of its other quotes."""

from __future__ import annotations

from itertools import chain, islice
from typing import TYPE_CHECKING

from scraper.bounds import MOST_QUOTES
from scraper.patterns import lazy_regex
from scraper.text.quotes.evidence import NAME_LIKE
from scraper.text.quotes.prose import is_ended
from scraper.text.quotes.scene import words_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scraper.text.quotes.prose import Prose
    from scraper.text.quotes.reaction import Reaction


# This many letters, or spaces between words, are no chance match; more letters need not be compared.
_LETTERS, _BLANKS, _COMPARED = 12, 3, 60
# Letters of a word that may be repeated among others.
_SHORT = 4
# Limits in characters on the needle and the haystack: time must not grow with both.
_MOST_ECHOES, _MOST = 500, 100_000
_DASH_LAST = lazy_regex(r"[–—-]\s*\Z")


def echoes(prose: Prose, posts: Sequence[str], kept: Mapping[int, Reaction]) -> Iterator[tuple[int, Reaction | None]]:
    """Yield the quotes that repeat a reaction (yielded with it) or a post: headings, words taken up."""
    if not (kept or posts):
        return
    texts = [_in_words(found.text) for found in kept.values()]
    known = f"{''.join(chain(texts, map(_in_words, posts)))[:_MOST]} "
    told = [(found.speaker, f"{words} ") for found, words in zip(kept.values(), texts, strict=True)]
    tried = (index for index in range(len(prose.spans[:MOST_QUOTES])) if index not in kept)
    for index in islice(tried, _MOST_ECHOES):
        words = _in_words(prose.words(prose.spans[index])[:_COMPARED])
        if words not in known or _is_spoken_to_person(prose, index):
            continue
        if _is_phrase(prose, index) or (f"{words} " in known and _is_taken_up(prose, index, words, told)):
            holding = (found for found, text in zip(kept.values(), texts, strict=True) if words in text)
            yield index, next(holding, None)


def _is_taken_up(prose: Prose, index: int, words: str, told: Sequence[tuple[str | None, str]]) -> bool:
    """Return True if a sentence takes up a word or two of a reaction and mentions its author, both in `told`."""
    authors = (speaker for speaker, text in told[:_MOST_ECHOES] if speaker and f"{words} " in text)
    quoted = prose.words(prose.spans[index])  # fans call it “too slow”
    return quoted[:1].islower() and len(quoted) >= _SHORT and _speaks_of(prose, index, authors)


def _speaks_of(prose: Prose, index: int, authors: Iterable[str]) -> bool:
    """Return True if the sentence with a quote names its authors, the public, or where it reacts."""
    lexicon, before = prose.lexicon, prose.clause_before(index).text
    if not prose.is_inside_sentence(prose.spans[index]) or lexicon.makes_title(before):
        return False
    if lexicon.crowd.search(before) or lexicon.texts.search(before) or lexicon.places(before):
        return True
    return not set(before.split()).isdisjoint(author.split()[-1] for author in authors)


def _in_words(text: str) -> str:
    """Return the words of a text, with a space before each; the last may be cut off."""
    return "".join(f" {word}" for word in words_of(text))


def _is_spoken_to_person(prose: Prose, index: int) -> bool:
    verbs = prose.lexicon.verb.finditer(prose.clause_before(index).text)
    return any(verb.lastgroup == "tell" for verb in verbs)


def _is_phrase(prose: Prose, index: int) -> bool:
    """Return True if words are a sentence, a part of one or a heading, no name or title."""
    span, words = prose.spans[index], prose.words(prose.spans[index])
    if len(words) < _LETTERS:
        return False
    before = prose.clause_before(index)
    # It opens or ends a heading, separated by a colon or a dash.
    is_heading = prose.ends_block(span) and (before.ends_in_colon or _DASH_LAST.search(before.text) is not None)
    is_cry, opens_small = words[-1:] in ("!", "?"), words[:1].islower()
    if words.count(" ") < _BLANKS - (is_cry or opens_small or is_heading):
        return False
    if NAME_LIKE.fullmatch(words) and not is_cry:
        return False
    return opens_small or is_ended(words) or words.endswith(",") or is_heading or prose.fills_block(span)
