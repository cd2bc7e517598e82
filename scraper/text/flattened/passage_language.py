"""What words say by themselves: do they speak about a post, look like one, in which language are they?"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from scraper.text.flattened.vocabulary import (
    BEFORE_NETWORKS,
    BEHIND_NETWORKS,
    CONNECTIVES,
    CROWD_WORDS,
    EMOJI,
    NETWORKS,
    POINTING_WORDS,
    POST_PAIRS,
    POST_PARTS,
    POST_STEMS,
    POST_WORDS,
    SAYING_PAIRS,
    SAYING_WORDS,
    SHOWING_WORDS,
    STOPWORDS,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

# Marks that posts carry and the prose of articles hardly ever does. Without one of the signs there is none.
_TWEETISH = re.compile(
    r"(?<!\w)[#＃][^\W\d_]\w|(?<![\w/.(\[])@\w{2,15}\b|\bt\.co/|\bpic\.(?:twitter|x)\.com/|\bRT @|^\.?@\w",
    re.IGNORECASE,
)
_TWEETISH_SIGNS = "#＃@/"
_EMOJI = re.compile(rf"[{EMOJI}\u2b50\u203c\u2049\u25b6]")
_ENTITY = re.compile(
    r"(?:[#@＃]\w+?(?=https?:|pic\.|\W|$)|https?://\S+|pic\.(?:twitter|x)\.com/\S+|\[[#@＃]?\w[^\]\s]*\]\(\S+\)"
    rf"|[{EMOJI}\ufe0f])[\s,.;|…>]*",
    re.IGNORECASE,
)
# What is in no language: hashtags, handles, addresses.
_NO_WORDS = re.compile(r"[#@＃]\w+|https?://\S+|pic\.\S+")
# A word that is not itself a hashtag, a mention or part of an address.
_WORD = re.compile(r"(?<![#＃@.\w])\w+(?:['’]s)?")
# With the apostrophe before it: what is left of "it's" and "don't" is no word of another language.
_LETTERS = re.compile(r"['’]?[^\W\d_]+")

_TONGUES_OF: dict[str, list[str]] = {}
for _tongue, _words in STOPWORDS.items():
    for _word in _words.split():
        for _apostrophe in ("", "'", "’") if len(_word) > 1 else ("",):
            _TONGUES_OF.setdefault(f"{_apostrophe}{_word}", []).append(_tongue)
# The four commonest of each, with blanks around them.
_TELLING = {name: tuple(f" {word} " for word in words.split()[:4]) for name, words in STOPWORDS.items()}
_SCRIPTS = {
    "latin": "A-Za-zÀ-ɏ",
    "cyrillic": "Ѐ-ӿ",
    "greek": "Ͱ-Ͽ",
    "arabic": "؀-ۿݐ-ݿﭐ-﷿ﹰ-\ufefc",
    "hebrew": "֐-׿",
    "kana": "぀-ヿ",
    "han": "㐀-鿿",
    "hangul": "가-힯ᄀ-ᇿ",
    "devanagari": "ऀ-ॿ",
    "bengali": "\u0980-\u09ff",
    "gurmukhi": "\u0a00-\u0a7f",
    "gujarati": "\u0a80-\u0aff",
    "tamil": "\u0b80-\u0bff",
    "telugu": "\u0c00-\u0c7f",
    "kannada": "\u0c80-\u0cff",
    "malayalam": "\u0d00-\u0d7f",
    "sinhala": "\u0d80-\u0dff",
    "thai": "฀-๿",
    "burmese": "\u1000-\u109f",
    "georgian": "\u10a0-\u10ff",
    "armenian": "\u0530-\u058f",
    "ethiopic": "\u1200-\u137f",
    "khmer": "\u1780-\u17ff",
}
# Letters of one script, with the blanks between words: Python counts few long runs much faster than letters.
_RUN = re.compile(
    "|".join(f"(?P<{name}>[{letters}][{letters} ]{{0,300}})" for name, letters in _SCRIPTS.items())
)
# So many letters tell a script, so many characters a tongue.
_ENOUGH_LETTERS = 200
_ENOUGH_CHARACTERS = 3000
# So few of its commonest words tell a tongue.
_ENOUGH_WORDS = 2
# In so few characters hashtags and links weigh too much.
_SHORT_PASSAGE = 400
# Where a paragraph says of whom it is.
_OPENING, _FEW_WORDS = 60, 2


_POST_HEADS = frozenset(pair.partition(" ")[0] for pair in POST_PAIRS)
_SAYING_HEADS = frozenset(pair.partition(" ")[0] for pair in SAYING_PAIRS)

# Posts in a row are asked about the same paragraphs above them.
_remembered = lru_cache(maxsize=128)


def tweetish(words: str) -> bool:
    """Tell whether `words` carry marks of a post: a hashtag, a mention, an emoji, a t.co link."""
    if any(sign in words for sign in _TWEETISH_SIGNS) and _TWEETISH.search(words):
        return True
    return not words.isascii() and _EMOJI.search(words) is not None


def only_entities(words: str) -> bool:
    """Tell whether `words` are nothing but hashtags, mentions, links, pictures and emoji."""
    return not _ENTITY.sub("", words).strip()


@_remembered
def _tokens(words: str) -> tuple[str, ...]:
    """Give the words of `words` in small letters, but no hashtags, mentions and ends of addresses."""
    return tuple(_WORD.findall(words.lower()))


@_remembered
def about_posts(words: str) -> bool:
    """Tell whether `words` speak about posts; hashtags and mentions do not count.

    >>> about_posts("She took to Twitter"), about_posts("#Twitter is down"), about_posts("Instagram was sold")
    (True, False, False)
    """
    lowered, tokens = words.lower(), _tokens(words)
    if not POST_WORDS.isdisjoint(tokens) or any(part in words for part in POST_PARTS):
        return True
    if any(stem in lowered for stem in POST_STEMS) and any(token.startswith(POST_STEMS) for token in tokens):
        return True
    return _names_network(tokens) or _holds_pair(tokens, POST_PAIRS, _POST_HEADS)


def _names_network(tokens: Sequence[str]) -> bool:
    """Tell whether one of the networks that are subjects of news, too, is named as the place of a post."""
    return not NETWORKS.isdisjoint(tokens) and any(
        (a in BEFORE_NETWORKS and b in NETWORKS) or (a in NETWORKS and b in BEHIND_NETWORKS)
        for a, b in pairwise(tokens)
    )


def _holds_pair(tokens: Sequence[str], pairs: frozenset[str], heads: frozenset[str]) -> bool:
    """Tell whether two of `tokens` in a row are one of `pairs`, which begin with `heads`."""
    return not heads.isdisjoint(tokens) and any(f"{a} {b}" in pairs for a, b in pairwise(tokens))


def about_crowd(words: str) -> bool:
    """Tell whether `words` begin with the many who post or pass on to the next, as articles do between posts.

    >>> about_crowd("Others were not amused."), about_crowd("And then this."), about_crowd("Fog hid it, too.")
    (True, True, False)
    """
    tokens = _WORD.findall(words[:_OPENING].lower())[:_FEW_WORDS]
    return not CROWD_WORDS.isdisjoint(tokens) or not CONNECTIVES.isdisjoint(tokens[:1])


def names_crowd(words: str) -> bool:
    """Tell whether the many who post are named anywhere in `words`."""
    return not CROWD_WORDS.isdisjoint(_tokens(words))


@_remembered
def saying(words: str) -> bool:
    """Tell whether `words` lead in what somebody says.

    >>> saying("He wrote on Monday"), saying("Take a look"), saying("The road is closed")
    (True, True, False)
    """
    tokens = _tokens(words)
    return not SAYING_WORDS.isdisjoint(tokens) or _holds_pair(tokens, SAYING_PAIRS, _SAYING_HEADS)


def points_at(words: str) -> bool:
    """Tell whether `words` begin by pointing at what stands next to them.

    >>> points_at("Hier die besten:"), points_at("Ab hier wird es eng:")
    (True, False)
    """
    first = _WORD.match(words)
    return first is not None and first.group().lower() in POINTING_WORDS


def shows(words: str) -> bool:
    """Tell whether `words` tell readers to look.

    >>> shows("Check them out:"), shows("They look:")
    (True, False)
    """
    first = _WORD.match(words)
    return first is not None and first.group().lower() in SHOWING_WORDS


@_remembered
def script(words: str) -> str | None:
    """Name the script that most of the first letters of `words` are in."""
    counts: dict[str, int] = {}
    missing = _ENOUGH_LETTERS
    for run in _RUN.finditer(_NO_WORDS.sub("", words) if len(words) <= _SHORT_PASSAGE else words):
        name, letters = run.lastgroup or "", min(len(run[0]) - run[0].count(" "), missing)
        counts[name] = counts.get(name, 0) + letters
        missing -= letters
        if not missing:
            break
    if counts.get("kana", 0) * 5 > counts.get("han", 0):
        counts["kana"] = counts.get("kana", 0) + counts.pop("han", 0)
    return max(counts, key=lambda name: counts[name]) if counts else None


@_remembered
def tongue(words: str) -> str | None:
    """Name the language of `words` by their script or commonest words; None when there is too little to tell.

    >>> tongue("We must wait for the others to come"), tongue("Привет всем"), tongue("Hm")
    ('en', 'cyrillic', None)
    """
    writing = script(words)
    if writing != "latin":
        return writing
    scores = _scores(words)
    ranked = sorted(scores, key=lambda name: -scores[name])
    if not ranked or scores[ranked[0]] < _ENOUGH_WORDS:
        return None
    ambiguous = len(ranked) > 1 and _rivals(scores[ranked[1]], scores[ranked[0]])
    return None if ambiguous else ranked[0]


def foreign(words: str, article: str | None) -> bool:
    """Tell whether `words` are in another language than the article, whichever that is.

    >>> foreign("Everybody is a captain today", "fr"), foreign("Hm", "fr"), foreign("Hm", None)
    (True, False, False)
    """
    writing = script(words)
    if article is None or writing is None:
        return False
    if writing != "latin" or article in _SCRIPTS:
        return writing != article
    scores = _scores(words)
    most = max(scores.values(), default=0)
    return most >= _ENOUGH_WORDS and not _rivals(scores.get(article, 0), most)


@_remembered
def _scores(words: str) -> dict[str, int]:
    """Count for each language how many of its commonest words are among `words`."""
    scores: dict[str, int] = {}
    for word in set(_LETTERS.findall(_NO_WORDS.sub(" ", words[:_ENOUGH_CHARACTERS]).lower())):
        for name in _TONGUES_OF.get(word, ()):
            scores[name] = scores.get(name, 0) + 1
    return scores


def _rivals(score: int, most: int) -> bool:
    """Tell whether a language with `score` words can be the one meant as well as that with the `most`."""
    return score * 4 > most * 3


def tongue_switch(words: str, here: str, there: str) -> int | None:
    """Give the offset at which `words` pass from one language to another, at a capital; None if they do not.

    >>> tongue_switch("il ponte vecchio resta chiuso per anni Thank you all for walking here", "it", "en")
    39
    """
    best, most, balance = None, 0, 0
    for word in _LETTERS.finditer(words):
        if word.group()[0].isupper() and balance >= most:
            best, most = word.start(), balance
        names = ("en",) if word.group() == "I" else _TONGUES_OF.get(word.group().lower(), ())
        balance += (here in names) - (there in names)
    return best if most > 0 and most - balance > 1 else None


def surely_in(tongue_name: str, words: str) -> bool:
    """Tell, without reading much, whether one of the four commonest words of a language is among `words`.

    >>> surely_in("en", "Down to the pier"), surely_in("en", "Down by a pier")
    (True, False)
    """
    return any(word in words for word in _TELLING.get(tongue_name, ()))


def has_word_of(tongue_name: str, words: str) -> bool:
    """Tell whether one of the commonest words of a language is among `words`.

    >>> has_word_of("es", "No todos ríen."), has_word_of("es", "RIP Legend.")
    (True, False)
    """
    spoken = _LETTERS.findall(_NO_WORDS.sub(" ", words).lower())
    return any(tongue_name in _TONGUES_OF.get(word, ()) for word in spoken)
