"""What words say by themselves: do they speak about a post, look like one, in which language are they?"""

from __future__ import annotations

import re
from functools import lru_cache

# What is in no language: hashtags, handles, addresses.
_NO_WORDS = re.compile(r"[#@＃]\w+|https?://\S+|pic\.\S+")
# With the apostrophe before it: what is left of "it's" and "don't" is no word of another language.
_LETTERS = re.compile(r"['’]?[^\W\d_]+")

# Words that few neighbours share: enough to tell two passages apart, not to name a language surely.
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

# Posts in a row are asked about the same paragraphs above them.
_remembered = lru_cache(maxsize=128)


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
