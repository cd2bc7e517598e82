"""Detect the language of an article from its running text."""

from __future__ import annotations

import unicodedata
from typing import Any

from resiliparse.parse.lang import detect_fast

#: Languages with a daily press. Asked among all of the detector's 101 profiles, short texts come out as
#: Latin or Ladin. Of two near twins one is left out (Galician, Bosnian, Malay): neither would keep a lead.
# fmt: off
_LANGUAGES = (
    "ar", "az", "be", "bg", "bn", "ca", "cs", "da", "de", "el", "en", "es", "et", "eu", "fa", "fi",
    "fr", "ga", "gu", "he", "hi", "hr", "hu", "hy", "id", "is", "it", "ja", "ka", "kk", "ko", "lt",
    "lv", "mk", "ml", "mr", "nl", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sq", "sr", "sv", "sw",
    "ta", "te", "th", "tl", "tr", "uk", "ur", "uz", "vi", "zh",
)
# fmt: on
_FEWEST_CHARACTERS, _SAMPLE_CHARACTERS = 80, 20_000
#: The detector's rank is a distance: lower is better. Measured on 146 labelled texts cut to 120-3,000
#: characters: with a rank of 700 at most and a lead of 20 at least over the second, 97% are right.
_WORST_RANK, _LEAST_LEAD = 700, 20


def detect_language(text: str) -> str | None:
    """Detect the language of running text.

    Returns:
        A two-letter code (ISO 639-1); None when the text is shorter than 80 characters, fits no language, or
        fits two about equally well.
    """
    sample = unicodedata.normalize("NFC", text[:_SAMPLE_CHARACTERS])
    if len(sample) < _FEWEST_CHARACTERS:
        return None
    ranked: Any = detect_fast(sample, cutoff=_WORST_RANK, n_results=2, langs=_LANGUAGES)
    if not ranked or (len(ranked) > 1 and ranked[1][1] - ranked[0][1] < _LEAST_LEAD):
        return None
    return str(ranked[0][0])
