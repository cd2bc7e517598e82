"""Tell which verb governs a clause, which have one subject, and which forms are nouns.

>>> from scraper.text.quotes.words.lexicons import lexicon
>>> text = "Smith tweeted a picture and wrote"
>>> governing(text, lexicon("en").verb.search(text, 24), lexicon("en")).group()
'tweeted'
"""

from __future__ import annotations

import re
from collections import deque
from typing import TYPE_CHECKING

from scraper.bounds import MOST_VERBS
from scraper.text.quotes.text.names import CLOSE, MASK, RELATIVE, opened
from scraper.text.quotes.words.platform_names import platform_named

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scraper.text.quotes.words.lexicons import Lexicon

# Listed with the verbs of saying, but they govern nothing: "secondo" may also mean "second".
SOURCE = re.compile(r"secondo|segundo|según|selon|d[’']après|according", re.IGNORECASE)
# No noun ends so; what stands before it is the subject or what was posted: "Marl’s tweeted", "lo comentó".
_PAST = ("ó", "ò", "ou", "aron", "aram", "ted")
_BEFORE_NOUNS = frozenset(
    (
        "and",
        "or",
        "of",
        "with",
        "by",
        "from",
        "in",
        "such",
        "other",
        "more",
        "many",
        "following",
        "after",
        "over",
        "negative",
        "nasty",
        "angry",
        "best",
        "worst",
        "funniest",
        "recent",
    )
)
_THE_WIDELY = re.compile(r"\b(?:the|an?|his|her|their|its)\s[a-z]{2,12}ly\s\Z")
# "With 500,000 posts"
_COUNTED = re.compile(r"\d\s+\Z")
# "Called the remarks “rude”"
_THE_REMARKS = re.compile(r"(?:\b(?:the|his|her|their|its|my|our|those|these|made|make)|[’']s)\s[a-z]+s\Z")
_ARE = re.compile(r"(?<=s)\s(?:are|were|have)\b")
# "La replica della sindaca", which replies nothing.
_OF_NEXT = re.compile(r"\s(?:di|dell[ao]|dei|del|des?|du|d[ao]s?|von|des)\s")
# Prepositions with an article in them: "al tweet".
_INTO = frozenset(("al", "del", "au", "du", "aux", "ao", "do", "no", "nel", "sul", "dal", "im", "zum", "vom"))
_LAST_WORD = re.compile(r"([^\W\d_][\w’'-]*)\s+$")
# What goes on about the subject of a sentence: "…, adding".
_GOES_ON = re.compile(r",\s*\Z")
_ANEW = re.compile(r"\b(?:while|whereas|but|as|when)\s")
_PARTICIPLE = re.compile(r"(?:[^\W\d_A-Z]{1,20}ly\s)?[^\W\d_A-Z]{2,14}ing\b")
_FEW_BLANKS = 4
_COMMA = re.compile(r"[,;]")
# "One fan hit out at the show as they wrote"
_AS_THEY = re.compile(r"\bas\s(?:he|she|they)\Z")
JOINS = re.compile(r"(?:\A|\s)(?:and|but|then|y|et|und|ed|e)\Z")


def governing(text: str, verb: re.Match[str], lexicon: Lexicon) -> re.Match[str]:
    """Return the verb whose subject speaks: "tweeted" in "Smith tweeted a picture and wrote"."""
    if text.endswith("who ", 0, verb.start()):
        return verb
    for earlier in verbs_before(text, verb.start(), lexicon):
        if _is_parted(text, earlier.end(), verb.start(), lexicon):
            break
        verb = earlier
    return verb


def _is_parted(text: str, start: int, end: int, lexicon: Lexicon) -> bool:
    """Return whether two verbs have not one subject: the words between them hold that of the second."""
    if is_participle_behind_comma(text, end):
        return _ANEW.search(text, start, end) is not None
    return _has_subject(text[start:end], lexicon)


def is_participle_behind_comma(text: str, start: int) -> bool:
    """Return whether a verb only goes on about what the subject of its sentence did: "…, adding"."""
    return (
        _GOES_ON.search(text, max(0, start - 4), start) is not None
        and _PARTICIPLE.match(text, start) is not None
    )


def last_verbs(text: str, end: int, lexicon: Lexicon) -> list[re.Match[str]]:
    """Return the verbs and their nouns before a place, at most `MOST_VERBS`, the nearest first."""
    return list(deque(lexicon.verb.finditer(text, 0, end), maxlen=MOST_VERBS))[::-1]


def verbs_before(text: str, end: int, lexicon: Lexicon) -> Iterator[re.Match[str]]:
    """Yield the verbs before a place, the nearest first, without those of what is told of somebody.

    "Marl, who won last year, tweeted": "won" is such a verb.
    """
    aside = RELATIVE.search(text, 0, end)
    left, right = (aside.start(), text.find(",", aside.end(), end)) if aside else (end, end)
    right = -1 if MASK in text[left:right] else right
    for found in last_verbs(text, end, lexicon):
        if not left < found.start() < right and not is_noun(text, found, lexicon):
            yield found


def is_noun(text: str, verb: re.Match[str], lexicon: Lexicon) -> bool:
    """Return whether a form such as "tweet" is the noun, or part of one: "his tweet", "the shared video"."""
    if verb.lastgroup not in ("tweet", "post") or verb.group().endswith(_PAST):
        return _is_noun_of_saying(text, verb, lexicon)
    left = max(0, verb.start() - 60)
    is_german = lexicon.language == "de" and verb.group()[0].isupper()
    if is_german or _ARE.match(text, verb.end()) or _COUNTED.search(text, left, verb.start()):
        return True
    last = _LAST_WORD.search(text, left, verb.start())
    if last and _makes_verb(last[1], verb.group().lower(), lexicon):
        return False
    if last and _makes_noun(last[1], verb.group().lower(), lexicon):
        return True
    return _is_in_phrase(text, left, verb, last[1] if last else "", lexicon)


def _is_in_phrase(text: str, left: int, verb: re.Match[str], word: str, lexicon: Lexicon) -> bool:
    """Return whether a form is part of what names a post or a place: "in one tweet"; not behind a name."""
    named = word[:1].isupper() and platform_named(word) is None
    return any(
        found.start() < verb.start() < found.end() <= verb.end()
        for pattern in ((lexicon.post_speaks,) if named else (lexicon.post_speaks, lexicon.venue))
        for found in pattern.finditer(text, left, verb.end())
    )


def _is_noun_of_saying(text: str, verb: re.Match[str], lexicon: Lexicon) -> bool:
    """Return whether a form that is no word for a post is a noun: "la replica della", "the remarks"."""
    if _OF_NEXT.match(text, verb.end()) and lexicon.wording.fullmatch(verb.group()):
        return True
    if _THE_WIDELY.search(text, max(0, verb.start() - 20), verb.start()):
        return True
    if lexicon.language != "en" or " " in verb.group():
        return False
    return _THE_REMARKS.search(text, max(0, verb.start() - 8), verb.end()) is not None


def _makes_verb(word: str, form: str, lexicon: Lexicon) -> bool:
    """Return whether the word in front tells the verb: "they tweet", "to tweet", "one commenting"."""
    is_infinitive = word == "to" and form == "tweet"
    is_anybody = form.endswith("ing") and lexicon.alone.match(word) is not None
    return is_infinitive or is_anybody or lexicon.pronoun.match(word) is not None


def _makes_noun(word: str, form: str, lexicon: Lexicon) -> bool:
    """Return whether the word in front tells the noun: "Roe’s tweet", "al tweet", "nasty comments"."""
    if word.endswith(("’s", "'s")) or word in _INTO or lexicon.determiner.match(word):
        return True
    is_plural = form in ("posts", "tweets", "comments")
    return is_plural and (word.lower() in _BEFORE_NOUNS or platform_named(word) is not None)


def _has_subject(words: str, lexicon: Lexicon) -> bool:
    """Return whether the words between two verbs hold a subject of the second: ", and Smith later"."""
    behind_quote = MASK in words
    words = words.rsplit(MASK, maxsplit=1)[-1].strip(" \t\n\xa0")
    pieces = [piece.strip(CLOSE) for piece in _COMMA.split(words.strip(CLOSE))]
    last = _last_clause(words, pieces, lexicon)
    length = opened(last, lexicon)
    last = last[length:].strip()
    place = lexicon.venue.match(last)
    last = last[place.end() :].strip() if place else last
    if not last or lexicon.after_name.match(last) or JOINS.search(last):
        return False
    first = last.split()[0]
    if behind_quote or last[:1].isupper() or lexicon.pronoun.match(first):
        return True
    is_noun_phrase = length > 0 or (len(pieces) > 1 and last.count(" ") < _FEW_BLANKS)
    if is_noun_phrase and lexicon.determiner.match(first):
        return True
    return lexicon.unnamed(last) or lexicon.crowd.match(last) is not None


def _last_clause(words: str, pieces: list[str], lexicon: Lexicon) -> str:
    """Return what stands in front of a verb in its own clause; `pieces` are the words between commas."""
    last = pieces[-1]
    if words.endswith(",") and len(pieces) > 1 and pieces[-2][:1].isupper():  # "Marl, 52, "
        last = pieces[-2]
    if _AS_THEY.search(last):
        return last
    start = max((found.end() for found in lexicon.breaks.finditer(last)), default=0)
    return last[start:].strip() or last
