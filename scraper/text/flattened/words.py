"""Guess a passage's language by its script and words, and whether it is about posts or is a post.

Articles mention posts, introduce quotations and name the many who post; posts say "I", shout and use slang.
The words are data, ``config/post_words.toml``.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from scraper.configuration import packaged
from scraper.patterns import lazy_regex
from scraper.registry import labels

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@cache
def stored_words() -> dict[str, dict[str, Any]]:
    """Read the packaged words; raise `SettingsError` if the file is missing."""
    return packaged("post_words.toml")


# Hashtags, handles and URLs are in no language.
_NO_WORDS = lazy_regex(r"[#@＃]\w+|https?://\S+|pic\.\S+")
# The apostrophe is part of the word, or the rest of "it's" and "don't" would count for another language.
_LETTERS = lazy_regex(r"['’]?[^\W\d_]+")
# A run of letters of one script with the spaces between words: counting a few long runs is much faster than
# counting letters.
_SCRIPT_RUN = lazy_regex(
    lambda: "|".join(
        f"(?P<{name}>[{letters}][{letters} ]{{0,300}})" for name, letters in stored_words()["scripts"].items()
    )
)
_NOT_LATIN = lazy_regex(
    lambda: f"[{''.join(letters for name, letters in stored_words()['scripts'].items() if name != 'latin')}]"
)
# How many letters are counted to guess a script, and how many characters are read to guess a language.
_ENOUGH_LETTERS = 200
_ENOUGH_CHARACTERS = 3000
# How many of a language's most common words a passage must contain.
_ENOUGH_WORDS = 2
# Up to this length hashtags and links would distort the count of letters.
_SHORT_PASSAGE = 400
# The pattern of a boilerplate line in an article: labels of adverts and of related stories.
BOILERPLATE = (
    r"(?:advertisement|ad|sponsored|recommended|trending"
    r"|related(?: (?:news|stor(?:y|ies)|articles?|posts?|topics?))?"
    r"|read (?:also|more|next)|also read|see also"
    r"|(?:continua depois da |continúa después de la )?publicidade?|(?:la suite après cette )?publicité"
    r"|pubblicità|anzeige|werbung|advertentie|reklam[ae]?|annons|реклама|広告"
    r"|le[ae] también|leia (?:também|mais)|lire aussi|leggi anche|lesen sie auch|lees ook)"
)

# Emoji and symbols used like them, as the inside of a character class.
EMOJI = r"\U0001F000-\U0001FAFF\u2600-\u27bf"
COLONS = (":", "：")
QUOTES = ('"', "“", "”", "„", "«", "»")
# The bullet, number or emoji of an item of a list.
BULLET = lazy_regex(rf"[-•·▪●*→✔]|\(?(?:\d{{1,2}}|[a-h])[.)/]|[{EMOJI}]")

# Typical of posts and rare in the prose of articles: hashtags, mentions, short links, "RT @". Each contains
# one of the characters below; searching for them first is much faster.
_POST_MARKS = lazy_regex(
    r"(?<!\w)[#＃][^\W\d_]\w|(?<![\w/.(\[])@\w{2,15}\b|\bt\.co/|\bpic\.(?:twitter|x)\.com/|\bRT @|^\.?@\w",
    re.IGNORECASE,
)
_POST_MARK_CHARACTERS = "#＃@/"
_EMOJI = lazy_regex(rf"[{EMOJI}\u2b50\u203c\u2049\u25b6]")
_ENTITY = lazy_regex(
    r"(?:[#@＃]\w+?(?=https?:|pic\.|\W|$)|https?://\S+|pic\.(?:twitter|x)\.com/\S+|\[[#@＃]?\w[^\]\s]*\]\(\S+\)"
    rf"|[{EMOJI}\ufe0f])[\s,.;|…>]*",
    re.IGNORECASE,
)
# A word that is no hashtag or mention and not part of a URL.
_PLAIN_WORD = lazy_regex(r"(?<![#＃@.\w])\w+(?:['’]s)?")
# A word with its contraction: "I'm".
_SPOKEN_WORD = lazy_regex(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
# The opening words of a paragraph: at most two, within this many characters.
_OPENING, _FEW_WORDS = 60, 2


# Cached because the paragraphs above several posts in a row are judged for each post.
_cached = lru_cache(maxsize=128)


@cache
def word_lists() -> Mapping[str, Mapping[str, frozenset[str]]]:
    """Return the packaged words: table -> the name of a list in it -> its words."""
    return {
        table: {name: frozenset(ws.split() if isinstance(ws, str) else ws) for name, ws in lists.items()}
        for table, lists in stored_words().items()
    }


@_cached
def guess_script(words: str) -> str | None:
    """Return the name of the script of most of the first 200 letters of `words`; None without letters."""
    counts: dict[str, int] = {}
    missing = _ENOUGH_LETTERS
    for run in _SCRIPT_RUN.finditer(_NO_WORDS.sub("", words) if len(words) <= _SHORT_PASSAGE else words):
        name, letters = run.lastgroup or "", min(len(run[0]) - run[0].count(" "), missing)
        counts[name] = counts.get(name, 0) + letters
        missing -= letters
        if not missing:
            break
    if counts.get("kana", 0) * 5 > counts.get("han", 0):
        counts["kana"] = counts.get("kana", 0) + counts.pop("han", 0)
    return max(counts, key=lambda name: counts[name]) if counts else None


def letters_of(script: str, words: str) -> str:
    """Return `words` without the letters of all scripts but one.

    >>> letters_of("latin", "Sie schrieb: Привет, ihr alle")
    'Sie schrieb: , ihr alle'
    """
    if script == "latin" and (words.isascii() or _NOT_LATIN.search(words) is None):
        return words
    return _SCRIPT_RUN.sub(lambda run: run[0] if run.lastgroup == script else "", words)


@_cached
def guess_language(words: str) -> str | None:
    """Guess the language of `words` by their script or their most common words.

    Returns a two-letter code for Latin script, the name of the script for others; None if there are too few
    words or two languages fit.

    >>> [guess_language(words) for words in ("We must wait for the others to come", "Привет всем", "Hm")]
    ['en', 'cyrillic', None]
    """
    script = guess_script(words)
    if script != "latin":
        return script
    scores = _count_stopwords(words)
    ranked = sorted(scores, key=lambda name: -scores[name])
    if not ranked or scores[ranked[0]] < _ENOUGH_WORDS:
        return None
    is_ambiguous = len(ranked) > 1 and _is_rival(scores[ranked[1]], scores[ranked[0]])
    return None if is_ambiguous else ranked[0]


def is_foreign(words: str, article: str | None) -> bool:
    """Return True if `words` are in another language than the article's, as named by `guess_language`.

    >>> is_foreign("Everybody is a captain today", "fr"), is_foreign("Hm", "fr"), is_foreign("Hm", None)
    (True, False, False)
    """
    script = guess_script(words)
    if article is None or script is None:
        return False
    if script != "latin" or article in stored_words()["scripts"]:
        return script != article
    scores = _count_stopwords(words)
    highest = max(scores.values(), default=0)
    return highest >= _ENOUGH_WORDS and not _is_rival(scores.get(article, 0), highest)


@cache
def _common_words() -> Mapping[str, frozenset[str]]:
    """Return the most common words of each language; all but single letters also after an apostrophe."""
    return {
        language: words | {f"{sign}{word}" for word in words if len(word) > 1 for sign in "'’"}
        for language, words in word_lists()["common"].items()
    }


@_cached
def _count_stopwords(words: str) -> dict[str, int]:
    spoken = _spoken(words[:_ENOUGH_CHARACTERS])
    return {language: len(spoken & common) for language, common in _common_words().items()}


def _spoken(words: str) -> frozenset[str]:
    """Return the words of a passage in lower case, without hashtags, handles and URLs."""
    return frozenset(_LETTERS.findall(_NO_WORDS.sub(" ", words).lower()))


def _is_rival(count: int, highest: int) -> bool:
    """Return True if a language with `count` words is as likely as the one with the `highest` count."""
    return count * 4 > highest * 3


def find_language_switch(words: str, here: str, there: str) -> int | None:
    """Return the offset of the capital where `words` change from one language to another, or None.

    >>> find_language_switch("il ponte resta chiuso per anni Thank you all for walking here", "it", "en")
    31
    """
    # The balance counts words of the first language minus words of the second: it is highest at the switch.
    best, highest, balance = None, 0, 0
    own, other = (_common_words().get(language, frozenset()) for language in (here, there))
    for match in _LETTERS.finditer(words):
        if match.group()[0].isupper() and balance >= highest:
            best, highest = match.start(), balance
        word = "I" if match.group() == "I" else match.group().lower()
        balance += (word in own) - (word in other)
    return best if highest > 0 and highest - balance > 1 else None


def has_stopword(language: str, words: str) -> bool:
    """Return True if `words` contain one of the most common words of a language.

    >>> has_stopword("es", "No todos ríen."), has_stopword("es", "RIP Legend.")
    (True, False)
    """
    return not _common_words().get(language, frozenset()).isdisjoint(_spoken(words))


def has_post_marks(words: str) -> bool:
    """Return True if `words` contain marks of a post: a hashtag, a mention, an emoji, a t.co link."""
    if any(sign in words for sign in _POST_MARK_CHARACTERS) and _POST_MARKS.search(words):
        return True
    return not words.isascii() and _EMOJI.search(words) is not None


def only_entities(words: str) -> bool:
    """Return True if `words` are only hashtags, mentions, links, pictures and emoji."""
    return not _ENTITY.sub("", words).strip()


@_cached
def _tokens(words: str) -> tuple[str, ...]:
    return tuple(_PLAIN_WORD.findall(words.lower()))


@_cached
def mentions_posts(words: str) -> bool:
    """Return True if `words` mention posts; hashtags and mentions do not count.

    >>> [mentions_posts(words) for words in ("She took to Twitter", "#Twitter is down", "Instagram was sold")]
    [True, False, False]
    """
    posts, tokens = word_lists()["posts"], _tokens(words)
    if not posts["words"].isdisjoint(tokens) or any(part in words for part in posts["parts"]):
        return True
    if any(stem in words.lower() for stem in posts["stems"]) and any(
        token.startswith(tuple(posts["stems"])) for token in tokens
    ):
        return True
    return _names_platform(tokens) or _holds_pair(tokens, posts["pairs"])


def _names_platform(tokens: Sequence[str]) -> bool:
    """Return True if a platform is named as the place of a post, as in "on Instagram"."""
    posts, platforms = word_lists()["posts"], labels()
    before, behind = posts["before_platform"], posts["behind_platform"]
    return not platforms.keys().isdisjoint(tokens) and any(
        (a in before and b in platforms) or (a in platforms and b in behind) for a, b in pairwise(tokens)
    )


def _holds_pair(tokens: Sequence[str], pairs: frozenset[str]) -> bool:
    return any(f"{a} {b}" in pairs for a, b in pairwise(tokens))


def opens_with_crowd(words: str) -> bool:
    """Return True if `words` open with the many who post or a connective, as articles do between posts.

    >>> [opens_with_crowd(words) for words in ("Others were angry.", "And then this.", "Fog hid it, too.")]
    [True, True, False]
    """
    tokens = _PLAIN_WORD.findall(words[:_OPENING].lower())[:_FEW_WORDS]
    crowd = word_lists()["crowd"]
    return not crowd["words"].isdisjoint(tokens) or not crowd["connectives"].isdisjoint(tokens[:1])


def mentions_crowd(words: str) -> bool:
    """Return True if `words` name the many who post."""
    return not word_lists()["crowd"]["words"].isdisjoint(_tokens(words))


@_cached
def introduces_speech(words: str) -> bool:
    """Return True if `words` contain a verb or phrase that introduces speech.

    >>> [introduces_speech(words) for words in ("He wrote on Monday", "Take a look", "The road is closed")]
    [True, True, False]
    """
    speech, tokens = word_lists()["speech"], _tokens(words)
    return not speech["words"].isdisjoint(tokens) or _holds_pair(tokens, speech["pairs"])


def opens_with_pointer(words: str) -> bool:
    """Return True if `words` open by pointing at the text after them, or ask readers to look.

    >>> [opens_with_pointer(words) for words in ("Hier die besten:", "Ab hier ist es eng:", "Check this:")]
    [True, False, True]
    """
    first = _PLAIN_WORD.match(words)
    return first is not None and first.group().lower() in word_lists()["speech"]["pointing"]


def find_person(words: str) -> str | None:
    """Return "I" for words in the first person or in internet slang, "you" for "you" and "we".

    >>> find_person("My lamp"), find_person("We wait"), find_person("They wait")
    ('I', 'you', None)
    """
    tokens = frozenset(
        token if len(token) > 1 and token.isupper() else token.lower()
        for token in _SPOKEN_WORD.findall(words.replace("’", "'"))
    )
    return next((who for who, own in word_lists()["person"].items() if not own.isdisjoint(tokens)), None)
