"""Tell whom an article names where, and what the places of the names tell of who acts."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from scraper.text.quotes.naming.names import Cleaner, Found, Person, Persons, names_in, without_headings
from scraper.text.quotes.naming.places import (
    FEW_WORDS,
    FIRST,
    NEAR_START,
    OBLIQUE,
    OPENS,
    VERB_BEHIND,
    sentence_starts,
    words_before,
    words_behind,
)
from scraper.text.quotes.naming.words import name_words, noun_phrase
from scraper.text.quotes.text.clauses import MASK
from scraper.text.quotes.words.platform_names import platform_named

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scraper.text.quotes.text.prose import Prose

_LEAD = " \t\n\xa0-–—*•¿¡("
_LONGEST_LEAD = 12
_LAST_WORD = re.compile(r"([\w’'-]+)[ \xa0]*\Z")
# "die Sängerin"
_NOUN_IN_CAPITALS = re.compile(r"(?<!\w)([Dd](?:er|ie|as) )([A-ZÄÖÜ][\w-]{1,30})(?![\w-])(?! [A-ZÄÖÜ])")
_BEFORE, _BEHIND, _SENTENCE = 120, 60, 400
_NOUNS_REACH, _QUOTE_REACH = 500, 160
_ONCE_PRONOUN = 6
_SOME = 12


class Mention(NamedTuple):
    """A place where somebody is named.

    Attributes:
        start: Its first character.
        end: Behind its last.
        words: The name there.
        person: Who is named.
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
    """Everybody whom an article names outside quoted words; looked for when it is first asked.

    Attributes:
        prose: The article.
    """

    def __init__(self, prose: Prose) -> None:
        self.prose = prose
        self._words = name_words(prose.lexicon.language)
        self._starts = sentence_starts(prose)
        self._blocks = [block.start for block in prose.blocks]
        self._nouns: dict[str, Person] = {}
        self._places: dict[tuple[int, int], frozenset[str]] = {}
        self._subjects: dict[int, float] = {}
        self._oblique: dict[int, float] = {}
        self._placed: dict[int, bool] = {}

    @cached_property
    def _found(self) -> list[Found]:
        """Return the rows of capitals and the handles."""
        text = self.prose.masked
        return without_headings(names_in(text), text, self.prose.blocks)

    @cached_property
    def _cleaner(self) -> Cleaner:
        """Return what cuts off what is no name."""
        opening = {start for start, _, _ in self._found if self.opens(start)}
        return Cleaner(self.prose.masked, self._found, self.prose.lexicon, opening)

    @cached_property
    def mentions(self) -> list[Mention]:
        """Return where somebody is named, in order."""
        return self._named[1]

    @cached_property
    def _persons(self) -> Persons:
        """Return who is named."""
        return self._named[0]

    @cached_property
    def _named(self) -> tuple[Persons, list[Mention]]:
        """Return who is named, and where."""
        female = self._words.female_endings
        persons, mentions = Persons(), list[Mention]()
        for start, _, words in self._found:
            for place, name, noun in self._cleaner.cleaned(start, words):
                person = persons.named(name)
                person.mentions.append(len(mentions))
                person.female += 2 * noun.endswith(female)
                mentions.append(self._mention(place, name, person))
        return persons, mentions

    def _mention(self, start: int, name: str, person: Person) -> Mention:
        return Mention(start, start + len(name), name, person, self.sentence_of(start), self.block_of(start))

    @cached_property
    def _genders(self) -> Counter[tuple[int, str]]:
        """Return how often a pronoun for a man or a woman stands behind a subject: number and pronoun."""
        counts: Counter[tuple[int, str]] = Counter()
        pronouns = self._words.pronouns
        genders = {word: who for word, who in pronouns.items() if who != "they"}
        pattern = re.compile(rf"(?<!\w)(?:{'|'.join(genders)})(?!\w)", re.IGNORECASE)
        for found in pattern.finditer(self.prose.masked):
            at = self.number_before(found.start())
            sentence = self.sentence_of(found.start())
            for mention in reversed(self.mentions[max(0, at - _ONCE_PRONOUN) : at]):
                if sentence - mention.sentence > 1:
                    break
                if not self._words_before(mention).replace(MASK, "").strip():
                    counts[mention.person.number, genders[found[0].lower()]] += 1
                    break
        return counts

    @cached_property
    def most_named(self) -> Person | None:
        """Return who is named most often."""
        return max(self._persons.all, key=lambda person: len(person.mentions), default=None)

    @cached_property
    def number_in_title(self) -> int:
        """Return how many mentions stand in the first paragraph."""
        return self.number_before(self.prose.blocks[0].end) if self.prose.blocks else 0

    @cached_property
    def words_of_names(self) -> frozenset[str]:
        """Return the words of names: those inside sentences, and those of names of several words."""
        alone = {mention.words for mention in self.mentions if not self.opens(mention.start)}
        parts = {word for mention in self.mentions if " " in mention.words for word in mention.words.split()}
        return frozenset(alone | parts)

    def opens(self, place: int) -> bool:
        """Return whether a sentence begins at a place."""
        start = self._starts[self.sentence_of(place)]
        return place - start <= _LONGEST_LEAD and not self.prose.masked[start:place].strip(_LEAD)

    def sentence_of(self, place: int) -> int:
        """Return the number of the sentence at a place."""
        return bisect_right(self._starts, place) - 1

    def block_of(self, place: int) -> int:
        """Return the number of the paragraph at a place."""
        return max(0, bisect_right(self._blocks, place) - 1)

    def number_before(self, place: int) -> int:
        """Return how many mentions begin before a place."""
        return bisect_left(self.mentions, place, key=lambda mention: mention.start)

    def last_of(self, person: Person, before: int) -> Mention | None:
        """Return the last mention of a person among the first `before` mentions."""
        at = bisect_left(person.mentions, before)
        return self.mentions[person.mentions[at - 1]] if at else None

    def name_of(self, person: Person, start: int) -> str:
        """Return the fullest name of a person that is printed before a place."""
        if person.is_noun:
            return next(iter(person.forms))
        numbers = person.mentions[:_SOME]
        at = bisect_left(person.mentions, self.number_before(start))
        numbers += person.mentions[max(_SOME, at - _SOME) : at]
        forms = [self.mentions[number].words for number in numbers if self.mentions[number].start < start]
        forms = forms or [self.mentions[person.mentions[0]].words]
        most = max(form.count(" ") for form in forms)
        return max((form for form in forms if form.count(" ") == most), key=lambda form: person.forms[form])

    def person_in(self, phrase: str) -> Person | None:
        """Return the first who is named in a phrase."""
        cleaned = (
            name
            for start, _, words in names_in(phrase)
            for _, name, _ in self._cleaner.cleaned(-1 - start, words)
        )
        return next(filter(None, map(self._persons.known, cleaned)), None)

    def behind(self, end: int) -> list[Mention]:
        """Return who is named in the sentence behind a quote."""
        at, text = self.number_before(end), self.prose.masked
        following = bisect_right(self._starts, end)
        stop = self._starts[following] if following < len(self._starts) else len(text)
        stop = min(stop, end + _QUOTE_REACH)
        quote = text.find(MASK, end, stop)
        stop = quote if quote >= 0 else stop
        return [mention for mention in self.mentions[at : at + 4] if mention.start < stop]

    def last_opener(self, before: int) -> Person | None:
        """Return who was named last at the start of a sentence, among the first `before` mentions."""
        for mention in reversed(self.mentions[max(0, before - 20) : before]):
            place = self.place_of(mention)
            if FIRST in place and OBLIQUE not in place and not place.isdisjoint((OPENS, NEAR_START)):
                return mention.person
        return None

    def opener_of(self, start: int) -> Person | None:
        """Return who is named at the start of the sentence that leads to a quote."""
        number, sentence = self.number_before(start), self.sentence_of(start)
        first = None
        for mention in reversed(self.mentions[max(0, number - 8) : number]):
            if mention.sentence != sentence:
                break
            first = mention
        if first is None or OBLIQUE in self.place_of(first):
            return None
        return first.person

    def nouns_before(self, start: int) -> list[Mention]:
        """Return nouns with a determiner, and those for the public, in this sentence and the one before."""
        lexicon, text = self.prose.lexicon, self.prose.masked
        left = max(self._starts[max(0, self.sentence_of(start) - 1)], start - _NOUNS_REACH)
        pattern = _NOUN_IN_CAPITALS if lexicon.traits.nouns_capitalised else noun_phrase()
        nouns = [
            self._noun(found.start(), found[0], found[2])
            for found in pattern.finditer(text, left, start)
            if self._is_of_somebody(found, left)
        ]
        for crowd in lexicon.crowd.finditer(text, left, start):
            if not any(other.start <= crowd.start() < other.end for other in nouns):
                nouns.append(self._noun(crowd.start(), crowd[0], crowd[0]))
        return nouns

    def _is_of_somebody(self, found: re.Match[str], left: int) -> bool:
        lexicon = self.prose.lexicon
        if not lexicon.determiner.fullmatch(found[1].rstrip(" \xa0’'")):
            return False
        if lexicon.wording.search(found[2]) or lexicon.texts.search(found[2]) or platform_named(found[2]):
            return False
        before = _LAST_WORD.search(found.string, max(left, found.start() - 30), found.start())
        return before is None or lexicon.preposition.fullmatch(before[1]) is None

    def _noun(self, start: int, name: str, noun: str) -> Mention:
        person = self._nouns.setdefault(noun.lower(), Person(-1 - len(self._nouns)))
        person.forms = Counter({name: 1})
        return self._mention(start, name, person)

    def gender_of(self, person: Person) -> float:
        """Return from -1, a woman, to 1, a man, what the pronouns behind the names tell."""
        he = self._genders[person.number, "he"]
        she = self._genders[person.number, "she"] + person.female
        return (he - she) / (he + she + 1)

    def determiner_gender(self, mention: Mention) -> str | None:
        """Return the gender of the words before a name: "die Sängerin Ada Roe", "Frau Roe"."""
        left = max(self._starts[mention.sentence], mention.start - _BEHIND)
        words = self.prose.masked[left : mention.start].split(",")[-1].lower().split()[-FEW_WORDS:]
        known = map(self._words.determiners.get, reversed(words))
        return next(filter(None, known), None)

    def subject_share(self, person: Person) -> float:
        """Return in which share of the places a person seems to act."""
        if person.number not in self._subjects:
            places = self._some_places(person)
            acts = sum(not place.isdisjoint((OPENS, VERB_BEHIND)) for place in places)
            self._subjects[person.number] = acts / (len(places) + 1)
        return self._subjects[person.number]

    def oblique_share(self, person: Person) -> float:
        """Return in which share of the places a person stands behind a preposition, as towns do."""
        if person.number not in self._oblique:
            places = self._some_places(person)
            self._oblique[person.number] = sum(OBLIQUE in place for place in places) / len(places)
        return self._oblique[person.number]

    def _some_places(self, person: Person) -> list[frozenset[str]]:
        return [self.place_of(self.mentions[at]) for at in person.mentions[:_SOME]]

    def opens_alone(self, person: Person) -> bool:
        """Return whether somebody is named only where sentences begin, where any word has a capital."""
        return all(self.opens(self.mentions[at].start) for at in person.mentions[:_ONCE_PRONOUN])

    def place_of(self, mention: Mention) -> frozenset[str]:
        """Name what the words around a mention tell."""
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
        yield from words_behind(after, self.prose.lexicon)
        if self._is_placed(mention.sentence):
            yield "a place on the net in its sentence"
            if len(before.split()) < FEW_WORDS:
                yield "a place on the net in its sentence, near its start"
        if self._opens_paragraph(mention):
            yield "opens its paragraph"

    def _words_before(self, mention: Mention) -> str:
        """Return the words before a mention in its sentence."""
        left = max(self._starts[mention.sentence], mention.start - _BEFORE)
        return self.prose.masked[left : mention.start]

    def _is_placed(self, sentence: int) -> bool:
        """Return whether a sentence names a place on the net."""
        if sentence not in self._placed:
            left, following = self._starts[sentence], sentence + 1
            right = self._starts[following] if following < len(self._starts) else left + _SENTENCE
            venue = self.prose.lexicon.venue
            found = venue.search(self.prose.masked, left, min(right, left + _SENTENCE))
            self._placed[sentence] = found is not None
        return self._placed[sentence]

    def _opens_paragraph(self, mention: Mention) -> bool:
        start = self._blocks[mention.block] if self._blocks else 0
        return 0 <= mention.start - start <= _LONGEST_LEAD and self.opens(mention.start)
