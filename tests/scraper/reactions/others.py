"""Texts in languages without a grammar, and the reactions that each quotes: words, speaker, verb, platform, handle."""

from __future__ import annotations

CASES = [
    (
        'Mutane sun yi martani. Audu Gero (@audugero) ya ce: "Gada ta yi kyau sosai." Ita kuwa Lami (@lamiX) cewa ta yi "ban yarda da haka ba".',
        [
            ('"Gada ta yi kyau sosai."', "Audu Gero", None, None, "audugero"),
            ('"ban yarda da haka ba"', "Ita kuwa Lami", None, None, "lamiX"),
        ],
    ),
]
