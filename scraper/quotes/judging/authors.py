"""Knows who wrote the reactions of an article so far, and whether an article still tells what they say."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scraper.quotes.attribution.speakers import speaker_before
from scraper.quotes.text.clauses import Sentences

if TYPE_CHECKING:
    from scraper.quotes.text.prose import Prose

SURNAME = re.compile(r"[^\W\d_a-zà-öø-ÿß][\w’'-]{2,30}\Z")
"""The last name of a phrase; who is called by nothing else was named before."""
# "die Läuferin", "die gebürtige Insulanerin", "der 41-Jährige": a German noun in capitals is no name.
_DESCRIBED = re.compile(r"(?:[Dd]er|[Dd]ie|[Dd]as|[Ee]ine?)\s(?:[a-zäöüß]+\s){0,2}(?:\d\d-)?[A-ZÄÖÜ][\w-]+")
# Somebody who was named before.
_AGED = re.compile(r"(?:der|die|the)\s\d\d-(?:Jährige|year-old)")
_HE_AND_SHE = frozenset(
    frozenset(pair.split())
    for pair in (
        "he she",
        "it he",
        "it she",
        "er sie",
        "il elle",
        "él ella",
        "ele ela",
        "lui lei",
        "egli ella",
    )
)
# Characters between what an author said last and the next words, which name him or do not.
_NEXT_NAMED, _NEXT = 120, 260


class Authors:
    """The writers of reactions, the last of whom may go on."""

    def __init__(self, prose: Prose) -> None:
        self.prose = prose
        self._names: set[str] = set()
        self._is_named = False
        self._last = ""

    def note(self, speaker: str) -> None:
        """Note who wrote a reaction; nobody, if the article does not say."""
        self._last = speaker
        name = SURNAME.search(speaker)
        if name and not self.prose.lexicon.pronoun.match(name[0]):
            self._names.add(name[0])
            self._is_named = self._is_named or _DESCRIBED.fullmatch(speaker) is None

    def go_on(self, speaker: str, since: int, start: int) -> bool:
        """Whether an author goes on to speak at `start`, since a reaction ended."""
        if not self._include(speaker):
            return False
        told = self._told(since, start)
        is_named = SURNAME.search(speaker) and not _AGED.fullmatch(speaker)
        return told is not None and start - told < (_NEXT_NAMED if is_named else _NEXT)

    def _told(self, since: int, start: int) -> int | None:
        """How far an article tells what its authors say; None if others speak, or they of their posts."""
        words, stretch = self.prose.lexicon, self.prose.veiled[since:start]
        told, sentences = 0, Sentences(stretch)
        for verb in words.verb.finditer(stretch):
            found = speaker_before(stretch, verb.start(), words) if verb.lastgroup == "say" else None
            speaker = stretch[slice(*found)] if found else ""
            is_own = self._include(speaker)
            told = sentences.end(verb.end(), len(stretch)) if is_own else told
            is_of_post = is_own and words.remarks.search(stretch, verb.end(), told)
            if is_of_post or (speaker and not is_own) or verb.lastgroup == "tell":
                return None
        return since + told

    def _include(self, speaker: str) -> bool:
        """Whether a speaker is one of the authors: by name, or he or she who wrote last."""
        if self.prose.lexicon.pronoun.match(speaker) or _AGED.fullmatch(speaker):
            return not are_two(speaker, self._last)
        name = SURNAME.search(speaker)
        if name is None:
            return False
        return name[0] in self._names or (name[0] == speaker and not self._is_named and self._last != "")


def are_two(speaker: str, other: str) -> bool:
    """Whether two pronouns mean two people."""
    return frozenset((speaker.lower(), other.lower())) in _HE_AND_SHE
