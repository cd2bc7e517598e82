"""Attribute quotes in languages without a grammar here, by a platform's and a person's name beside them.

>>> from scraper.text.quotes.text.clauses import Clause
>>> from scraper.text.quotes.words.lexicons import lexicon
>>> clause = Clause("Op Twitter schreef raadslid Ada Vos: ", 0)
>>> said = named_before(clause, lexicon("nl"), "Zo mooi!", colon=True)
>>> said.speaker_in(said.clause.text)
'Ada Vos'
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from scraper.text.quotes.attribution.subjects import is_account
from scraper.text.quotes.words.platform_names import PIECE

if TYPE_CHECKING:
    from scraper.text.quotes.text.clauses import Attribution, Clause
    from scraper.text.quotes.words.lexicons import Lexicon

#: So many words lead to a quote without saying anything else; and so few in one may be a term.
FEW = 4
# So far before a quote, in characters, the place may be named.
_NEAR = 60
_WORD = re.compile(r"[^\W\d_](?:[\w’'.-]*\w)?")


def named_before(clause: Clause, lexicon: Lexicon, quoted: str, *, colon: bool) -> Attribution | None:
    """Read a sentence that names a platform in front of a quote: "Na Facebooku Ada Wilk napisała: …".

    Args:
        clause: From the beginning of the sentence to the opening mark.
        lexicon: The words to go by.
        quoted: The quoted words without their marks.
        colon: Whether a colon leads to them.
    """
    places = list(lexicon.venue.finditer(clause.text))
    if not places or len(clause.text.rstrip()) - places[-1].end() >= _NEAR:
        return None
    if not colon and len(quoted.split()) < FEW:
        return None
    speaker = _name_in(clause.text, len(clause.text))
    return clause.says("colon" if colon else "direct", "none", speaker=speaker)


def verb_last(before: Clause, behind: Attribution) -> Attribution:
    """Read a sentence around a quote that ends in its verb: "Başkan Twitter'da “…” diye yazdı"."""
    return replace(behind, clause=before) if behind.speaker is None and before.text.strip() else behind


def speaker_of(said: Attribution, text: str, lexicon: Lexicon) -> tuple[int, int] | None:
    """Return where the words stand that name who speaks.

    That is the subject as it was read if it is "a user" or a name, else the first name in the clause.

    What stands between a verb and a name, nobody can tell who knows but a few words of a language.
    """
    speaker = said.speaker_in(text)
    is_name = speaker[:1] == "@" or speaker.istitle() or is_account(speaker)
    if said.speaker and (is_name or lexicon.pronoun.match(speaker)):
        return said.speaker
    user = lexicon.stranger.search(speaker) or lexicon.user.search(speaker)
    if said.speaker and user:
        return said.speaker[0] + user.start(), said.speaker[1]
    clause = said.clause
    if said.verb is None:
        return said.speaker
    comma = clause.text.find(",", said.verb[1] - clause.start)
    name = _name_in(clause.text, comma if comma >= 0 else len(clause.text))
    return (clause.start + name[0], clause.start + name[1]) if name else None


def _name_in(text: str, end: int) -> tuple[int, int] | None:
    """Return the first words with capitals that name no platform.

    One alone that opens a sentence tells nothing.
    """
    runs: list[tuple[int, int]] = []
    for word in _WORD.finditer(text, 0, end):
        if not word[0][0].isupper() or PIECE.search(word[0]):
            continue
        if runs and text[runs[-1][1] : word.start()] == " ":
            runs[-1] = runs[-1][0], word.end()
        else:
            runs.append(word.span())
    return next((run for run in runs if not _is_first_word(text, run)), None)


def _is_first_word(text: str, run: tuple[int, int]) -> bool:
    """Return whether words are the first word of a clause and nothing more."""
    return not text[: run[0]].strip(" \t\n\xa0-–—") and " " not in text[slice(*run)]
