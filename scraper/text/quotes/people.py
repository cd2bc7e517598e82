"""Find the names in an article, every mention of a person, and the kind of a printed speaker."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import chain, count
from typing import TYPE_CHECKING, Literal, NamedTuple

from scraper.patterns import lazy_regex
from scraper.text.quotes.prose import CAPITALS, MASK, is_abbreviated
from scraper.text.quotes.subjects import is_account, opened
from scraper.text.quotes.words.languages import OTHER, either, is_common, languages, weekdays, words_of_all
from scraper.text.quotes.words.lexicons import any_in, cues_in
from scraper.text.quotes.words.platform_names import platform_named

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scraper.text.quotes.prose import Block, Prose
    from scraper.text.quotes.reaction import Reaction
    from scraper.text.quotes.words.lexicons import Lexicon


# Look up words that refer to persons or occur in names: the table ``names`` of a language.


@cache
def pronouns(tag: str) -> frozenset[str]:
    """Return a language's pronouns for persons; without a file, those of many languages."""
    own = tag if tag in languages() else OTHER
    return frozenset(word for who in ("he", "she", "they") for word in languages()[own].forms(who))


@cache
def titles() -> frozenset[str]:
    """Return the titles of all languages."""
    return words_of_all("honorific") | words_of_all("sir") | words_of_all("madam")


@cache
def day_or_month() -> re.Pattern[str]:
    """Return a regular expression for weekdays and months."""
    return re.compile(f"{weekdays()}|{either(words_of_all('months'))}", re.IGNORECASE)


@cache
def weekday() -> re.Pattern[str]:
    """Return a regular expression for a weekday among other words."""
    return re.compile(rf"(?<!\w){weekdays()}(?!\w)", re.IGNORECASE)


# Find the names in a text (runs of capitalized words, handles), and group the names of one person.

#: The span of a name, and its words.
Found = tuple[int, int, str]

# The rest of a word or an initial after its capital; not an article before a word in small letters:
# "L’ancien".
_REST = r"(?:(?![’'][a-zà-öø-ÿ])(?:[\w’'‑-]*\w)?|\.)"
_ACCOUNT = lazy_regex(r"(?<![\w#/@.])(?=[a-z]\w{0,30}[_\d])[a-z]\w{4,30}(?!\w)")
_SIGN_OF_ACCOUNT = lazy_regex(r"[\d_](?<=[^\W\d_].)")
_GENITIVE = lazy_regex(r"[’']s?\Z")
_BLANK = lazy_regex(r"[ \xa0]")
_LONG_WORDS = lazy_regex(r"[^\W\d_]{4,}")
_LONGEST_HEADING = 200
_MOST_WORDS = 7


@cache
def _name() -> re.Pattern[str]:
    # A pattern that begins with a character class is many times faster than one with lookbehind first.
    return re.compile(
        rf"[{CAPITALS}@](?<![\w#/@].)(?:(?<=@)\w[\w.]{{0,28}}\w"
        rf"|(?<!@){_REST}(?:[ \xa0](?:(?:{either(words_of_all('particles'))})[ \xa0])?[{CAPITALS}]{_REST}){{0,5}})"
    )


@cache
def _agent() -> re.Pattern[str]:
    word = r"[^\W\d_A-z]{1,30}"
    return re.compile(
        rf"(?:(?<=[۔؟،,.।])|(?<=\n)|\A)[ \t]*((?:{word} ){{1,2}}{word})(?= (?:{either(words_of_all('agents'))}) )"
    )


@dataclass(slots=True)
class Person:
    """A person, account, group or place named in an article; a phrase for an unnamed one has a number below 0."""

    number: int
    forms: Counter[str] = field(default_factory=Counter)
    mentions: list[int] = field(default_factory=list)


def names_in(text: str) -> list[Found]:
    """Return the runs of capitals, the handles and the account names of a text, in order."""
    found = [(name.start(), name.end(), name[0]) for name in _name().finditer(text)]
    if _SIGN_OF_ACCOUNT.search(text):
        found += [(name.start(), name.end(), name[0]) for name in _ACCOUNT.finditer(text)]
    if any(agent in text for agent in words_of_all("agents")):
        found += [(name.start(1), name.end(1), name[1]) for name in _agent().finditer(text)]
    return sorted(found)


def _without_genitive(words: str) -> str:
    return words[:-2] + _GENITIVE.sub("", words[-2:])


class _Cleaner:
    """Trims runs of capitals to names: drops first words of sentences, headings, platforms, days."""

    def __init__(self, prose: Prose, found: Sequence[Found], opening: set[int]) -> None:
        """Store the lookups; `opening` are the offsets where sentences begin."""
        self._text, self._lexicon, self._opening = prose.masked, prose.lexicon, opening
        self._platforms = cues_in(prose.text, prose.lexicon).platforms
        self._inside = {words.split()[0] for start, _, words in found if start not in opening}
        self._whole = {words for _, _, words in found}
        self._known: dict[tuple[str, bool], list[tuple[int, str]]] = {}

    def cleaned(self, start: int, words: str) -> Iterator[tuple[int, str]]:
        """Yield the span and the words of the names in a run of capitals."""
        opens = start in self._opening
        if (words, opens) not in self._known:
            # The words of phrases from elsewhere have offsets below 0.
            may_hold = start < 0 or any_in(self._platforms, start, start + len(words))
            self._known[words, opens] = [
                found
                for place, part in (_without_platforms(words) if may_hold else ((0, words),))
                for found in self._without_rest(place, part, opens=opens and place == 0)
            ]
        for place, name in self._known[words, opens]:
            yield start + place, name

    def _without_rest(self, start: int, words: str, *, opens: bool) -> Iterator[tuple[int, str]]:
        if opens and words[:1].isupper():
            while words and self._is_plain(*words.partition(" ")[::2]):
                first, _, words = words.partition(" ")
                start += len(first) + 1
        bare = _without_genitive(words)
        parts = _BLANK.split(bare)
        if self._lexicon.traits.nouns_capitalised and len(parts) > 2 and parts[-2][:1].isupper():
            name = " ".join(parts[-2:])  # "Pianistin Ada Roe"
            start, bare, parts = start + len(bare) - len(name), name, parts[-2:]
        if self._is_name(bare, parts):
            yield start, bare

    def _is_name(self, bare: str, parts: list[str]) -> bool:
        if len(bare) < 2 or len(parts) > _MOST_WORDS:
            return False
        patterns = day_or_month(), self._lexicon.pronoun, self._lexicon.determiner
        return not any(pattern.fullmatch(bare) for pattern in patterns)

    def _is_plain(self, first: str, rest: str) -> bool:
        lexicon = self._lexicon
        patterns = lexicon.pronoun, lexicon.determiner, lexicon.preposition
        if is_common(first) or any(pattern.fullmatch(first) for pattern in patterns) or opened(f"{first} ", lexicon):
            return True
        if first in self._inside:
            return False
        return self._is_printed(first.lower()) or (" " in rest and rest in self._whole)

    def _is_printed(self, word: str) -> bool:
        start, text = self._text.find(word) if word.isalpha() else -1, self._text
        while start >= 0:
            end = start + len(word)
            if not (text[start - 1 : start].isalpha() or text[end : end + 1].isalpha()):
                return True
            start = text.find(word, end)
        return False


def _without_platforms(words: str) -> Iterator[tuple[int, str]]:
    """Split a run of capitals at platform names ("On Twitter Ada Roe"); yield the start of each part."""
    place, part = 0, ""
    for word in re.split(r"(?<=[ \xa0])", words):
        if not platform_named(word):
            part += word
            continue
        if part:
            yield place, part.rstrip()
        place, part = place + len(part) + len(word), ""
    if part:
        yield place, part


def _without_headings(found: list[Found], text: str, blocks: Iterable[Block]) -> list[Found]:
    """Reduce headings with mostly capitalized words to names that occur in the rest of the text."""
    headings = [block for block in blocks if _is_heading(text[block.start : block.end])]
    if not headings:
        return found
    places = {place for block in headings for place in range(block.start, block.end)}
    rest = [one for one in found if one[0] not in places]
    whole = {words for _, _, words in rest}
    known = whole.union(*map(str.split, whole))
    parts = chain.from_iterable(_known_parts(one, known) for one in found if one[0] in places)
    return sorted([*rest, *parts])


def _is_heading(line: str) -> bool:
    if len(line) >= _LONGEST_HEADING:
        return False
    words = _LONG_WORDS.findall(line)
    return len(words) > 3 and sum(word[0].isupper() for word in words) > 0.75 * len(words)


def _known_parts(found: Found, known: set[str]) -> Iterator[Found]:
    start, _, words = found
    places = [(word.start(), word.end()) for word in re.finditer(r"[^ \xa0]+", words)]
    at = 0
    while at < len(places):
        for stop in range(min(len(places), at + 4), at, -1):
            part = words[places[at][0] : places[stop - 1][1]]
            bare = _without_genitive(part)
            if bare in known and not is_common(bare):
                yield start + places[at][0], start + places[stop - 1][1], part
                at = stop - 1
                break
        at += 1


class _Persons:
    """The persons of a text; names that share the last word, or contain each other, are one person's."""

    def __init__(self) -> None:
        self.by_name: dict[str, Person] = {}
        self._by_word: dict[str, Person] = {}
        self._numbers = count()

    def named(self, name: str) -> Person:
        """Return the person with a name, created if new."""
        if name not in self.by_name:
            self.by_name[name] = self._find(name)
        person = self.by_name[name]
        person.forms[name] += 1
        return person

    def _find(self, name: str) -> Person:
        own = _own_words(name)
        keys = [self._key(word) for word in own]
        person = self._by_word.get(keys[-1])
        if person is None or (len(own) > 1 and not _may_be(person, own)):
            person = Person(next(self._numbers))
        for key in keys:
            self._by_word.setdefault(key, person)
        self._by_word[keys[-1]] = person
        return person

    def _key(self, word: str) -> str:
        """Return the lookup key of a word; for a genitive, the name: "Roes"."""
        word = word.lower().lstrip("@")
        is_genitive = word not in self._by_word and word.endswith("s") and word[:-1] in self._by_word
        return word[:-1] if is_genitive else word


def _own_words(name: str) -> list[str]:
    words = _BLANK.split(name)
    return [word for word in words if word.lower().rstrip(".") not in titles() and not word[0].islower()] or words


def _may_be(person: Person, own: list[str]) -> bool:
    """Return True if a name of several words may belong to a person known by its last one."""
    longest = set(_own_words(max(person.forms, key=lambda form: form.count(" "))))
    return len(longest) <= 1 or longest <= set(own) or set(own) <= longest


# Find sentence starts, and the evidence around a name for who acts.

OPENS = "opens its sentence"
NEAR_START = "near the start of its sentence"
FIRST = "first named in its sentence"
OBLIQUE = "behind a preposition"
DETERMINED = "behind a determiner"
VERB_BEFORE = "a verb right before"
_FEW_WORDS = 4
_SENTENCE_ENDS = lazy_regex(rf"[.!?…۔؟।][”’)\]]*\s+(?=[^\W_a-zß-öø-ÿ]|[{MASK}@#¿¡(])|\n\s*")
_GENITIVE_BEHIND = lazy_regex(r"[’']s?\b|[’'](?=\s)")
_BRACKET_BEHIND = lazy_regex(r"\s?[(@]")


def _evidence_before(before: str, lexicon: Lexicon) -> Iterator[str]:
    words = before.replace(MASK, "").split()
    if not words:
        yield OPENS
        return
    verb = lexicon.verb.search(before)
    if verb is None and len(words) < _FEW_WORDS:
        yield NEAR_START
    last = words[-1]
    kinds = {OBLIQUE: lexicon.preposition, DETERMINED: lexicon.determiner, VERB_BEFORE: lexicon.verb}
    kind = next((name for name, pattern in kinds.items() if pattern.fullmatch(last)), None)
    if kind:
        yield kind
    elif last[:1].islower() and not last.endswith(","):
        yield "behind a small word"


def sentence_starts(prose: Prose) -> list[int]:
    """Return sentence starts: after the marks that end sentences, including those of quoted words."""
    text = prose.masked
    found = {0, *(block.start for block in prose.blocks)}
    ends = _SENTENCE_ENDS.finditer(text)
    found.update(end.end() for end in ends if not is_abbreviated(text, end.start() + 1))
    for span in prose.spans:
        behind = text[span.end : span.end + 3]
        if prose.words(span)[-1:] in tuple(".!?…") and behind[:1].isspace() and behind.lstrip()[:1].isupper():
            found.add(span.end + 1)
    return sorted(found)


# Classify the printed speaker of a quote: a name, a pronoun, a noun, anyone, nothing.

Kind = Literal["nothing", "handle", "pronoun", "post", "anybody", "name", "noun", "odd capital", "odd"]

NAMED: frozenset[Kind] = frozenset(("handle", "anybody", "name"))
"""Kinds that need no name."""
PHRASES: frozenset[Kind] = NAMED | {"noun", "odd capital"}
"""Kinds that refer to a person by themselves."""
_RUN = lazy_regex(r"[A-ZÀ-Þ][\w’'.-]*(?: [A-ZÀ-Þ][\w’'.-]*)*")
_FIRST = lazy_regex(r"[^ ’']+[’']?")
_OWNED = lazy_regex(r"[A-ZÀ-Þ][\w.-]*[’']s [a-zà-ÿ]")  # "Marl’s manager"
_LONGEST_TIME = 2


@dataclass(frozen=True, slots=True)
class Printed:
    """The speaker of a quote as printed ("" if none); its kind is "odd" for words that are no phrase for a person."""

    kind: Kind
    words: str


def is_circumstance(words: str, lexicon: Lexicon, *, opens: bool) -> bool:
    """Return True if a phrase read as the speaker is a time ("Monday night"), not a capital inside a sentence."""
    if weekday().match(words) and len(words.split()) <= _LONGEST_TIME:
        return True
    if words[:1].isupper() and not opens:
        return False
    if lexicon.after_name.fullmatch(words) or lexicon.adverbs.fullmatch(words):
        return True
    return opened(f"{words} ", lexicon) == len(words) + 1


def is_unread(reaction: Reaction, lexicon: Lexicon) -> bool:
    """Return True if the speaker stays as printed, because the language has no word file.

    Few words for people are known in such languages: "schreef een bezoekster". A name is only searched for
    elsewhere if the clause is just a verb and a place, or has a subject marked by a particle.
    """
    said, (clause, start) = reaction.said, reaction.said.clause
    if not lexicon.lacks_grammar:
        return False
    agents = [agent[0] for agent in lexicon.agent.finditer(clause)]
    if agents:
        return lexicon.somebody.search(agents[-1]) is not None
    if said.verb is None or said.speaker is not None:
        return True
    before, after = clause[: said.verb[0] - start], clause[said.verb[1] - start :]
    beside = f"{before.rpartition(MASK)[2]} {after.partition(MASK)[0]}"
    return any(map(str.isalpha, lexicon.after_name.sub("", lexicon.venue.sub("", beside))))


def printed_of(reaction: Reaction, people: People) -> Printed:
    """Classify the printed speaker of a quote."""
    words, handle = reaction.speaker or "", reaction.handle
    kind, said = _kind_of(handle, words, people), reaction.said
    if kind in ("nothing", "pronoun") and people.prose.lexicon.unsigned.search(said.clause.text):
        kind = "anybody"
    elif kind == "nothing" and said.kind == "noun" and said.link == "behind":
        kind = "anybody"  # "were some of the comments"
    elif kind == "nothing" and said.speaker:
        kind = "post"  # "hundreds of comments": the phrase names no speaker
    return Printed(kind, words or (f"@{handle}" if handle else ""))


def _kind_of(handle: str | None, words: str, people: People) -> Kind:
    lexicon = people.prose.lexicon
    if handle or "@" in words or (words and is_account(words)):
        return "handle"
    if not words:
        return "nothing"
    if words.lower() in pronouns(lexicon.language) or lexicon.pronoun.fullmatch(words):
        return "pronoun"
    return _kind_of_phrase(words, people)


def _kind_of_phrase(words: str, people: People) -> Kind:
    lexicon = people.prose.lexicon
    if weekday().search(words):
        return "odd"
    if lexicon.is_post(words) or lexicon.names_words(words):
        return "post"
    if lexicon.stranger.match(words) or lexicon.unnamed(words):
        return "anybody"
    return _name_or_noun(words, people)


def _name_or_noun(words: str, people: People) -> Kind:
    """Distinguish names from nouns with a determiner, and both from anything else."""
    lexicon = people.prose.lexicon
    first = _FIRST.match(words)  # "l’" of "l’écrivain"
    is_determined = first is not None and lexicon.determiner.fullmatch(first[0]) is not None
    is_determined = is_determined or _OWNED.match(words) is not None
    for run in _RUN.finditer(words):
        if _modifies_noun(words, run, lexicon):
            continue
        is_single = " " not in run[0]
        if run.start() == 0 and is_single and (is_determined or not people.is_of_name(run[0])):
            continue
        if is_single and is_determined and lexicon.traits.nouns_capitalised:
            continue
        return "name"
    if is_determined:
        return "noun"
    return "odd capital" if words[:1].isupper() else "odd"


def _modifies_noun(words: str, run: re.Match[str], lexicon: Lexicon) -> bool:
    """Return True if a name only modifies a noun: "el portavoz de ERC", "the Gull Lake star"."""
    before = words[: run.start()].split()
    if before and lexicon.preposition.fullmatch(before[-1]):
        return True
    if run[0].endswith(("’s", "'s")):
        return True
    behind = words[run.end() :].split()
    return bool(before and behind) and behind[0].islower() and not lexicon.preposition.fullmatch(behind[0])


# Find every mention of a person in an article, with the evidence around it.

_LEAD = " \t\n\xa0-–—*•¿¡("
_LONGEST_LEAD = 12
_CLOSING = tuple(",.(")
_BEFORE = 120

_SOME = 12


class Mention(NamedTuple):
    """A name as printed in a place, with the numbers of the sentence and the paragraph it is in."""

    start: int
    end: int
    words: str
    person: Person
    sentence: int
    block: int


class People:
    """Everyone named by an article outside quoted words; found lazily."""

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

    @cached_property
    def _found(self) -> list[Found]:
        text = self.prose.masked[: self._end]
        return _without_headings(names_in(text), text, self._read)

    @cached_property
    def _cleaner(self) -> _Cleaner:
        opening = {start for start, _, _ in self._found if self.opens(start)}
        return _Cleaner(self.prose, self._found, opening)

    @cached_property
    def mentions(self) -> list[Mention]:
        """Return all mentions, in order."""
        return self._named[1]

    @cached_property
    def _named(self) -> tuple[_Persons, list[Mention]]:
        persons, mentions = _Persons(), list[Mention]()
        for start, _, words in self._found:
            for place, name in self._cleaner.cleaned(start, words):
                person = persons.named(name)
                person.mentions.append(len(mentions))
                sentence, block = self.sentence_of(place), self.block_of(place)
                mentions.append(Mention(place, place + len(name), name, person, sentence, block))
        return persons, mentions

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
        return bisect_left(self.mentions, (place,))

    def last_of(self, person: Person, before: int) -> Mention | None:
        """Return the last mention of a person among the first `before` mentions."""
        at = bisect_left(person.mentions, before)
        return self.mentions[person.mentions[at - 1]] if at else None

    def name_of(self, person: Person, start: int) -> str:
        """Return the fullest name of a person printed before an offset."""
        if not person.mentions:
            return next(iter(person.forms))
        at = bisect_left(person.mentions, self.number_before(start))
        numbers = person.mentions[: max(1, min(at, _SOME))] + person.mentions[max(_SOME, at - _SOME) : at]
        forms = [self.mentions[number].words for number in numbers]
        most = max(form.count(" ") for form in forms)
        return max((form for form in forms if form.count(" ") == most), key=lambda form: person.forms[form])

    def person_in(self, phrase: str) -> Person | None:
        """Return the first person named in a phrase."""
        cleaned = (name for start, _, words in names_in(phrase) for _, name in self._cleaner.cleaned(-1 - start, words))
        return next(filter(None, map(self._named[0].by_name.get, cleaned)), None)

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
        at = self.number_before(end)
        for mention in self.mentions[at : at + 1]:
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
        places = self._first_places(person)
        return sum(OBLIQUE in place for place in places) / len(places)

    def _first_places(self, person: Person) -> list[frozenset[str]]:
        return [self.place_of(self.mentions[at]) for at in person.mentions[:_SOME]]

    def is_noun(self, person: Person) -> bool:
        """Return True if a single-word name is a noun, where nouns have capitals: "nach der Kritik"."""
        if not self.prose.lexicon.traits.nouns_capitalised or any(" " in form for form in person.forms):
            return False
        places = self._first_places(person)
        return 2 * sum(not place.isdisjoint((OBLIQUE, DETERMINED)) for place in places) >= len(places)

    def place_of(self, mention: Mention) -> frozenset[str]:
        """Name the evidence around a mention."""
        known = self._places.get(mention[:2])
        if known is None:
            known = self._places[mention[:2]] = frozenset(self._describe(mention))
        return known

    def _describe(self, mention: Mention) -> Iterator[str]:
        text = self.prose.masked
        left = max(self._starts[mention.sentence], mention.start - _BEFORE)
        yield from _evidence_before(text[left : mention.start], self.prose.lexicon)
        at = self.number_before(mention.start)
        if at == 0 or self.mentions[at - 1].sentence != mention.sentence:
            yield FIRST
        if _GENITIVE_BEHIND.match(text, mention.end):
            yield "a genitive"
        elif _BRACKET_BEHIND.match(text, mention.end):
            yield "a bracket or a handle behind"
