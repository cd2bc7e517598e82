"""Guess the script and the language of a short passage, and whether they are the same as the article's."""

from __future__ import annotations

import re
from functools import lru_cache

# Hashtags, handles and addresses are in no language.
_NO_WORDS = re.compile(r"[#@＃]\w+|https?://\S+|pic\.\S+")
# The apostrophe is part of the word, or the rest of "it's" and "don't" would count for another language.
_LETTERS = re.compile(r"['’]?[^\W\d_]+")

# The commonest words of each language, chosen so that few languages share them: enough to tell two passages
# apart, not to name a language with certainty.
STOPWORDS = {
    "en": (
        "the and of to is that it for was with are this have you not but they his from we be what who "
        "my a in on at by an he she has will would how when can"
    ),
    "fr": (
        "le les des et est que dans une pour qui pas sur au du par sont avec il nous vous cette aux "
        "ce été la de en un on ne se a son je c"
    ),
    "es": (
        "el los las y es que en una por con para del se su no al como más lo sus este está fue muy de "
        "la a le un me si ya o"
    ),
    "pt": (
        "o os as e é que em uma por com para do da no na se dos das ao não mais um foi são você de a "
        "na eu ele seu ser"
    ),
    "it": (
        "il gli di e è che in una per con del della non si i le al sono anche più nel alla ha dei la "
        "un da lo si mi ma"
    ),
    "de": (
        "der die das und ist zu den mit von für nicht ein eine auf im sich des dem auch es wir ich "
        "sie in an so er aus nach bei wird hat war wenn"
    ),
    "nl": "de het een en van is dat op te in zijn voor met niet aan er ook om bij als maar ik je naar",
    "sv": "och att det som en på är av för med den till inte om ett han jag vi de har",
    "pl": "i w na z do nie się to jest że o jak po co przez od za tylko dla ale",
    "tr": "ve bir bu için ile da de çok daha ne gibi olarak olan var değil ama kadar",
    "da": "og i at det er en den til på som med for ikke af av har de et men om han vi sig seg var fra skal",
    "hr": "je i u na se da su za nije od koji kako bio što ne ali iz sam samo nakon koja bi će ili kao ako",
    "cs": "je a se na že v s do to pro jako by si po ale jsou byl který podle když jeho také bude",
    "fi": "on ja ei se että oli hän mutta ovat kun niin myös joka mukaan kuin ole nyt vain jos sen",
    "hu": "a az és hogy nem is egy de van volt meg csak már mint ezt azt még után minden szerint",
    "ro": "și de la în a cu pe nu că o din pentru este au mai un care să fost sunt ce după prin",
    "vi": "và của là có không được trong cho người với một các này đã những khi",
    "id": "yang dan di ini itu dengan untuk dari tidak dalam pada akan juga ke ada",
}


_LANGUAGES_OF_WORD: dict[str, list[str]] = {}
for _language, _words in STOPWORDS.items():
    for _word in _words.split():
        for _apostrophe in ("", "'", "’") if len(_word) > 1 else ("",):
            _LANGUAGES_OF_WORD.setdefault(f"{_apostrophe}{_word}", []).append(_language)
# The four commonest of each language, with spaces around them.
_TOP_WORDS = {name: tuple(f" {word} " for word in words.split()[:4]) for name, words in STOPWORDS.items()}
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
# A run of letters of one script with the spaces between words: counting a few long runs is much faster than
# counting letters.
_SCRIPT_RUN = re.compile(
    "|".join(f"(?P<{name}>[{letters}][{letters} ]{{0,300}})" for name, letters in _SCRIPTS.items())
)
_NOT_LATIN = re.compile(f"[{''.join(letters for name, letters in _SCRIPTS.items() if name != 'latin')}]")
# How many letters are counted to guess a script, and how many characters are read to guess a language.
_ENOUGH_LETTERS = 200
_ENOUGH_CHARACTERS = 3000
# How many of its commonest words a passage must hold to be in a language.
_ENOUGH_WORDS = 2
# Up to this length hashtags and links would distort the count of letters.
_SHORT_PASSAGE = 400

# The paragraphs above several posts in a row are judged once for each post.
_cached = lru_cache(maxsize=128)


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
    """Guess the language of `words` by their script or their commonest words.

    Returns:
        A two-letter code for Latin script, the name of the script for others; None if there is too little to
        tell or two languages fit.

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
    """Return whether `words` are in another language than the article, whichever that is.

    Args:
        words: Any text.
        article: The article's language, as `guess_language` names it.

    >>> is_foreign("Everybody is a captain today", "fr"), is_foreign("Hm", "fr"), is_foreign("Hm", None)
    (True, False, False)
    """
    script = guess_script(words)
    if article is None or script is None:
        return False
    if script != "latin" or article in _SCRIPTS:
        return script != article
    scores = _count_stopwords(words)
    highest = max(scores.values(), default=0)
    return highest >= _ENOUGH_WORDS and not _is_rival(scores.get(article, 0), highest)


@_cached
def _count_stopwords(words: str) -> dict[str, int]:
    """Count for each language how many of its commonest words occur in `words`."""
    scores: dict[str, int] = {}
    for word in set(_LETTERS.findall(_NO_WORDS.sub(" ", words[:_ENOUGH_CHARACTERS]).lower())):
        for name in _LANGUAGES_OF_WORD.get(word, ()):
            scores[name] = scores.get(name, 0) + 1
    return scores


def _is_rival(count: int, highest: int) -> bool:
    """Return whether a language with `count` words is as likely as the one with the `highest` count."""
    return count * 4 > highest * 3


def find_language_switch(words: str, here: str, there: str) -> int | None:
    """Return the offset of the capital at which `words` pass from one language to another; None if nowhere.

    >>> find_language_switch("il ponte resta chiuso per anni Thank you all for walking here", "it", "en")
    31
    """
    # The balance counts words of the first language minus words of the second: it is highest at the switch.
    best, highest, balance = None, 0, 0
    for word in _LETTERS.finditer(words):
        if word.group()[0].isupper() and balance >= highest:
            best, highest = word.start(), balance
        names = ("en",) if word.group() == "I" else _LANGUAGES_OF_WORD.get(word.group().lower(), ())
        balance += (here in names) - (there in names)
    return best if highest > 0 and highest - balance > 1 else None


def has_top_word(language: str, words: str) -> bool:
    """Return whether `words` hold one of the four commonest words of a language, in small letters.

    >>> has_top_word("en", "Down to the pier"), has_top_word("en", "Down by a pier")
    (True, False)
    """
    return any(word in words for word in _TOP_WORDS.get(language, ()))


def has_stopword(language: str, words: str) -> bool:
    """Return whether `words` hold one of the commonest words of a language.

    >>> has_stopword("es", "No todos ríen."), has_stopword("es", "RIP Legend.")
    (True, False)
    """
    spoken = _LETTERS.findall(_NO_WORDS.sub(" ", words).lower())
    return any(language in _LANGUAGES_OF_WORD.get(word, ()) for word in spoken)
