"""Detect the language of an article from its running text."""

from __future__ import annotations

import unicodedata
from typing import Any

from resiliparse.parse.lang import detect_fast

from scraper.patterns import lazy_regex
from scraper.text.flattened.words import guess_language, guess_script, letters_of

#: Languages with a daily press. With all of the detector's 101 profiles, short texts come out as Latin or
#: Ladin. Of two near twins one is left out (Galician, Bosnian, Malay): neither would get a clear lead.
# fmt: off
_LANGUAGES = (
    "ar", "az", "be", "bg", "bn", "ca", "cs", "da", "de", "el", "en", "es", "et", "eu", "fa", "fi",
    "fr", "ga", "gu", "ha", "he", "hi", "hr", "hu", "hy", "id", "is", "it", "ja", "ka", "kk", "ko",
    "lt", "lv", "mk", "ml", "mr", "nl", "no", "pl", "pt", "ro", "ru", "sk", "sl", "so", "sq", "sr",
    "sv", "sw", "ta", "te", "th", "tl", "tr", "uk", "ur", "uz", "vi", "zh",
)
# fmt: on
#: Scripts with a daily press in one language only.
_OF_SCRIPT = {
    "armenian": "hy",
    "burmese": "my",
    "georgian": "ka",
    "greek": "el",
    "gujarati": "gu",
    "gurmukhi": "pa",
    "han": "zh",
    "hangul": "ko",
    "hebrew": "he",
    "kana": "ja",
    "kannada": "kn",
    "khmer": "km",
    "malayalam": "ml",
    "sinhala": "si",
    "tamil": "ta",
    "telugu": "te",
    "thai": "th",
}  # fmt: skip
#: For near twins, words that occur in only one of them.
_TWINS = {
    "da": frozenset(("af", "blev", "efter", "nu", "hvad", "mere", "op", "ud", "frem", "mellem", "også", "mod")),
    "no": frozenset(("av", "ble", "etter", "nå", "hva", "mer", "opp", "ut", "fram", "mellom", "sier", "mot")),
}
#: Letters of languages unknown to the detector; Vietnamese has none of them.
_LETTERS = {"yo": frozenset("ṣẹ"), "ig": frozenset("ịụ")}
_VIETNAMESE = frozenset("ươđ")
_FEWEST_LETTERS = 3
#: Words of Tigrinya ("in", "of"); Amharic has neither.
_TIGRINYA = (" ኣብ ", " ናይ ")
_WORD = lazy_regex(r"[^\W\d_]+")
_FEWEST_CHARACTERS, _SAMPLE_CHARACTERS = 80, 20_000
#: The detector's rank is a distance: lower is better. Measured on 146 labelled texts cut to 120-3,000
#: characters: with a rank of at most 700 and a lead of at least 20 over the second, 97% are right.
_WORST_RANK, _LEAST_LEAD = 700, 20
_NO_RANK = 5000


def detect_language(text: str) -> str | None:
    """Return the two-letter code of the language of running text; None if none, or more than one, fits.

    Passages in another script than the opening's are ignored: a few quoted posts in Cyrillic would outweigh a
    whole German article. If the detector has no clear winner, or too little text, the most common words
    decide among the nearest. All of 679 labelled texts get a language, 666 of them the labelled one (9 of the
    others are Pidgin, called English). The detector alone gave 37 of them none.
    """
    sample = unicodedata.normalize("NFC", text[:_SAMPLE_CHARACTERS])
    script = guess_script(sample)
    if script is None:
        return None
    if script == "ethiopic":
        return "ti" if any(word in sample for word in _TIGRINYA) else "am"
    return _OF_SCRIPT.get(script) or _among_neighbours(letters_of(script, sample))


def _among_neighbours(words: str) -> str | None:
    """Return the language of words in a script shared by several languages; None if none is likely."""
    ranked: Any = detect_fast(words, cutoff=_NO_RANK, n_results=5, langs=_LANGUAGES)
    near = [str(language) for language, rank in ranked if rank - ranked[0][1] < _LEAST_LEAD]
    if len(near) == 1 and len(words) >= _FEWEST_CHARACTERS and ranked[0][1] <= _WORST_RANK:
        return near[0]
    said = guess_language(words)
    if (said is None or said in _TWINS) and near and near[0] in _TWINS:
        return _by_words(words)
    return said if said in near else _by_letters(words)


def _by_words(words: str) -> str | None:
    """Return the twin with more occurrences of its own words; None for a tie."""
    spoken = set(_WORD.findall(words.lower()))
    fewer, more = sorted(_TWINS, key=lambda language: len(_TWINS[language] & spoken))
    return more if len(_TWINS[more] & spoken) > len(_TWINS[fewer] & spoken) else None


def _by_letters(words: str) -> str | None:
    """Return the language whose own letters occur; None if there are hardly any."""
    if not _VIETNAMESE.isdisjoint(words):
        return None
    counts = {language: sum(map(words.count, letters)) for language, letters in _LETTERS.items()}
    most = max(counts, key=lambda language: counts[language])
    return most if counts[most] >= _FEWEST_LETTERS else None
