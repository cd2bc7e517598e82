"""Find every mention of a person in an article, with the evidence around it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from scraper.text.quotes.naming.names import Cleaner, Found, Person, Persons, names_in, without_headings
from scraper.text.quotes.naming.places import (
    DETERMINED,
    FIRST,
    NEAR_START,
    OBLIQUE,
    OPENS,
    sentence_starts,
    sign_behind,
    words_before,
)
from scraper.text.quotes.naming.printed import NAMED, PHRASES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scraper.text.quotes.naming.printed import Printed
    from scraper.text.quotes.text.prose import Prose

_LEAD = " \t\n\xa0-–—*•¿¡("
_LONGEST_LEAD = 12
_CLOSING = tuple(",.(")
_BEFORE, _BEHIND = 120, 60
_ONCE_PRONOUN = 6
_SOME = 12


class Mention(NamedTuple):
    """A place where a person is named.

    Attributes:
        start: Its first character.
        end: The offset after its last.
        words: The name as printed there.
        person: The person.
        sentence: The number of the sentence.
        block: The number of the paragraph.
    """

    start: int
    end: int
    words: str
    person: Person
    sentence: int
    block: int


class People:
    """Everyone named by an article outside quoted words; found lazily.

    Attributes:
        prose: The article.
    """

    def __init__(self, prose: Prose, end: int) -> None:
        """Take an article and the end of its last quote: names below that paragraph are not searched for."""
        self.prose = prose
        self._blocks = [block.start for block in prose.blocks]
        number = bisect_right(self._blocks, end - 1) - 1
        self._read = prose.blocks[: number + 1]
        self._end = prose.blocks[number].end
        self._starts = sentence_starts(prose)
        self._phrases: dict[str, Person] = {}
        self._places: dict[tuple[int, int], frozenset[str]] = {}
        self._oblique: dict[int, float] = {}

    @cached_property
    def _found(self) -> list[Found]:
        """Return the runs of capitals and the handles."""
        text = self.prose.masked[: self._end]
        return without_headings(names_in(text), text, self._read)

    @cached_property
    def _cleaner(self) -> Cleaner:
        """Return the cleaner of names."""
        opening = {start for start, _, _ in self._found if self.opens(start)}
        return Cleaner(self.prose, self._found, opening)

    @cached_property
    def mentions(self) -> list[Mention]:
        """Return all mentions, in order."""
        return self._named[1]

    @cached_property
    def _persons(self) -> Persons:
        """Return the persons."""
        return self._named[0]

    @cached_property
    def _named(self) -> tuple[Persons, list[Mention]]:
        """Return the persons and their mentions."""
        persons, mentions = Persons(), list[Mention]()
        for start, _, words in self._found:
            for place, name in self._cleaner.cleaned(start, words):
                person = persons.named(name)
                person.mentions.append(len(mentions))
                mentions.append(self._mention(place, name, person))
        return persons, mentions

    def _mention(self, start: int, name: str, person: Person) -> Mention:
        return Mention(start, start + len(name), name, person, self.sentence_of(start), self.block_of(start))

    @cached_property
    def _mention_starts(self) -> list[int]:
        """Return the start offsets of the mentions."""
        return [mention.start for mention in self.mentions]

    def is_of_name(self, word: str) -> bool:
        """Return True if a word is a name inside a sentence, or a part of a name of several words."""
        return any(
            word in words.split() if " " in words else word == words and not self.opens(start)
            for start, _, words, *_ in self.mentions
            if word in words
        )

    def opens(self, place: int) -> bool:
        """Return True if a sentence begins at an offset."""
        start = self._starts[self.sentence_of(place)]
        return place - start <= _LONGEST_LEAD and not self.prose.masked[start:place].strip(_LEAD)

    def sentence_of(self, place: int) -> int:
        """Return the number of the sentence at an offset."""
        return bisect_right(self._starts, place) - 1

    def block_of(self, place: int) -> int:
        """Return the number of the paragraph at an offset."""
        return max(0, bisect_right(self._blocks, place) - 1)

    def number_before(self, place: int) -> int:
        """Return the number of mentions that begin before an offset."""
        return bisect_left(self._mention_starts, place)

    def last_of(self, person: Person, before: int) -> Mention | None:
        """Return the last mention of a person among the first `before` mentions."""
        at = bisect_left(person.mentions, before)
        return self.mentions[person.mentions[at - 1]] if at else None

    def name_of(self, person: Person, start: int) -> str:
        """Return the fullest name of a person printed before an offset."""
        if person.is_phrase:
            return next(iter(person.forms))
        numbers = person.mentions[:_SOME]
        at = bisect_left(person.mentions, self.number_before(start))
        numbers += person.mentions[max(_SOME, at - _SOME) : at]
        forms = [self.mentions[number].words for number in numbers if self.mentions[number].start < start]
        forms = forms or [self.mentions[person.mentions[0]].words]
        most = max(form.count(" ") for form in forms)
        return max((form for form in forms if form.count(" ") == most), key=lambda form: person.forms[form])

    def person_in(self, phrase: str) -> Person | None:
        """Return the first person named in a phrase."""
        cleaned = (name for start, _, words in names_in(phrase) for _, name in self._cleaner.cleaned(-1 - start, words))
        return next(filter(None, map(self._persons.known, cleaned)), None)

    def speaker_in(self, printed: Printed) -> Person | None:
        """Return the person that a printed speaker refers to; None if other words decide."""
        if printed.kind not in PHRASES or not printed.words:
            return None
        known = self.person_in(printed.words) if printed.kind in NAMED else None
        phrase = Person(-1 - len(self._phrases), Counter({printed.words: 1}))
        return known or self._phrases.setdefault(printed.words.lower(), phrase)

    def apposed(self, end: int) -> Person | None:
        """Return the person named between commas at the end of a phrase: "the ferryman, Odo Marl, wrote"."""
        text = self.prose.masked
        if text[end : end + 2] != ", ":
            return None
        for mention in self.mentions[self.number_before(end) :][:1]:
            if mention.start == end + 2 and text[mention.end : mention.end + 2].lstrip()[:1] in _CLOSING:
                return mention.person
        return None

    def last_opener(self, before: int) -> Person | None:
        """Return the last person named at the start of a sentence, among the first `before` mentions."""
        for mention in reversed(self.mentions[max(0, before - 20) : before]):
            place = self.place_of(mention)
            if FIRST in place and OBLIQUE not in place and not place.isdisjoint((OPENS, NEAR_START)):
                return mention.person
        return None

    def oblique_share(self, person: Person) -> float:
        """Return the share of a person's mentions that follow a preposition, as towns do."""
        if person.number not in self._oblique:
            places = self._first_places(person)
            self._oblique[person.number] = sum(OBLIQUE in place for place in places) / len(places)
        return self._oblique[person.number]

    def _first_places(self, person: Person) -> list[frozenset[str]]:
        """Return the evidence around the first mentions of a person."""
        return [self.place_of(self.mentions[at]) for at in person.mentions[:_SOME]]

    def is_noun(self, person: Person) -> bool:
        """Return True if a single-word name is a noun, where nouns have capitals: "nach der Kritik"."""
        if not self.prose.lexicon.traits.nouns_capitalised or any(" " in form for form in person.forms):
            return False
        places = self._first_places(person)
        return 2 * sum(not place.isdisjoint((OBLIQUE, DETERMINED)) for place in places) >= len(places)

    def opens_alone(self, person: Person) -> bool:
        """Return True if a person is named only at sentence starts, where any word has a capital."""
        return all(self.opens(self.mentions[at].start) for at in person.mentions[:_ONCE_PRONOUN])

    def place_of(self, mention: Mention) -> frozenset[str]:
        """Name the evidence around a mention."""
        known = self._places.get(mention[:2])
        if known is None:
            known = self._places[mention[:2]] = frozenset(self._describe(mention))
        return known

    def _describe(self, mention: Mention) -> Iterator[str]:
        before = self._words_before(mention)
        yield from words_before(before, self.prose.lexicon)
        at = self.number_before(mention.start)
        if at == 0 or self.mentions[at - 1].sentence != mention.sentence:
            yield FIRST
        after = self.prose.masked[mention.end : mention.end + _BEHIND]
        yield from sign_behind(after)

    def _words_before(self, mention: Mention) -> str:
        """Return the words before a mention in its sentence."""
        left = max(self._starts[mention.sentence], mention.start - _BEFORE)
        return self.prose.masked[left : mention.start]
