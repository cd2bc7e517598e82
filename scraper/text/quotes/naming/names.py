"""Find the names in a text (runs of capitalized words, handles), and group the names of one person."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING

from scraper.patterns import lazy_regex
from scraper.text.quotes.attribution.subjects import opened
from scraper.text.quotes.naming.words import agents, day_or_month, particles, titles
from scraper.text.quotes.text.clauses import CAPITALS
from scraper.text.quotes.words.cues import any_in
from scraper.text.quotes.words.languages import is_common
from scraper.text.quotes.words.lexicons import cues_in
from scraper.text.quotes.words.platform_names import PIECE, platform_named

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scraper.text.quotes.text.paragraphs import Block
    from scraper.text.quotes.text.prose import Prose

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
        rf"|(?<!@){_REST}(?:[ \xa0](?:(?:{particles()})[ \xa0])?[{CAPITALS}]{_REST}){{0,5}})"
    )


@cache
def _agent() -> re.Pattern[str]:
    word = r"[^\W\d_A-z]{1,30}"
    return re.compile(rf"(?:(?<=[۔؟،,.।])|(?<=\n)|\A)[ \t]*((?:{word} ){{1,2}}{word})(?= (?:{'|'.join(agents())}) )")


@dataclass(slots=True)
class Person:
    """A person, an account, a group or a place named in an article.

    Attributes:
        number: A unique number; below 0 for phrases.
        forms: The names, with the count of each.
        mentions: The numbers of the mentions, ascending.
    """

    number: int
    forms: Counter[str] = field(default_factory=Counter)
    mentions: list[int] = field(default_factory=list)

    @property
    def is_phrase(self) -> bool:
        """Return True if a phrase stands in for an unnamed speaker: "the singer", "one fan"."""
        return self.number < 0


def names_in(text: str) -> list[Found]:
    """Return the runs of capitals, the handles and the account names of a text, in order.

    >>> names_in("met Ada de la Roe, @odo and jo_roe86.")
    [(4, 17, 'Ada de la Roe'), (19, 23, '@odo'), (28, 36, 'jo_roe86')]
    """
    found = [(name.start(), name.end(), name[0]) for name in _name().finditer(text)]
    if _SIGN_OF_ACCOUNT.search(text):
        found += [(name.start(), name.end(), name[0]) for name in _ACCOUNT.finditer(text)]
    if any(agent in text for agent in agents()):
        found += [(name.start(1), name.end(1), name[1]) for name in _agent().finditer(text)]
    return sorted(found)


class Cleaner:
    """Trims runs of capitals to names: drops first words of sentences, headings, platforms, days."""

    def __init__(self, prose: Prose, found: Sequence[Found], opening: set[int]) -> None:
        """Store the lookups; `opening` are the offsets at which sentences begin."""
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
        bare = _GENITIVE.sub("", words)
        parts = _BLANK.split(bare)
        if self._lexicon.traits.nouns_capitalised and len(parts) > 2 and parts[-2][:1].isupper():
            name = " ".join(parts[-2:])  # "Pianistin Ada Roe"
            start, bare, parts = start + len(bare) - len(name), name, parts[-2:]
        if self._is_name(bare, parts):
            yield start, bare

    def _is_name(self, bare: str, parts: list[str]) -> bool:
        if len(bare) < 2 or len(parts) > _MOST_WORDS or bare.endswith(" "):
            return False
        if len(parts) > 1:
            return True
        return not (
            day_or_month().fullmatch(bare)
            or self._lexicon.pronoun.fullmatch(bare)
            or self._lexicon.determiner.fullmatch(bare)
        )

    def _is_plain(self, first: str, rest: str) -> bool:
        """Return True if the first word of a sentence is not part of a name."""
        if is_common(first) or self._is_of_grammar(first):
            return True
        if first in self._inside:
            return False
        return self._is_printed(first.lower()) or (" " in rest and rest in self._whole)

    def _is_printed(self, word: str) -> bool:
        """Return True if the text contains a word, without other letters next to it."""
        start, text = self._text.find(word) if word.isalpha() else -1, self._text
        while start >= 0:
            end = start + len(word)
            if not (text[start - 1 : start].isalpha() or text[end : end + 1].isalpha()):
                return True
            start = text.find(word, end)
        return False

    def _is_of_grammar(self, word: str) -> bool:
        lexicon = self._lexicon
        patterns = lexicon.pronoun, lexicon.determiner, lexicon.preposition
        return any(pattern.fullmatch(word) for pattern in patterns) or opened(f"{word} ", lexicon) > 0


def _without_platforms(words: str) -> Iterator[tuple[int, str]]:
    """Split a run of capitals at platform names ("On Twitter Ada Roe"); yield the start of each part."""
    if words.startswith("@") or not PIECE.search(words):
        yield 0, words
        return
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


def without_headings(found: list[Found], text: str, blocks: Iterable[Block]) -> list[Found]:
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
    """Yield the longest known names in a run of capitals."""
    start, _, words = found
    places = [(word.start(), word.end()) for word in re.finditer(r"[^ \xa0]+", words)]
    at = 0
    while at < len(places):
        for stop in range(min(len(places), at + 4), at, -1):
            part = words[places[at][0] : places[stop - 1][1]]
            bare = _GENITIVE.sub("", part)
            if bare in known and not is_common(bare):
                yield start + places[at][0], start + places[stop - 1][1], part
                at = stop - 1
                break
        at += 1


class Persons:
    """The persons of a text; names that share the last word, or contain each other, are one person's."""

    def __init__(self) -> None:
        self.all: list[Person] = []
        self._by_word: dict[str, Person] = {}
        self._by_name: dict[str, Person] = {}

    def named(self, name: str) -> Person:
        """Return the person with a name, created if new."""
        if name not in self._by_name:
            self._by_name[name] = self._find(name)
        person = self._by_name[name]
        person.forms[name] += 1
        return person

    def known(self, name: str) -> Person | None:
        """Return the person with a name, if known."""
        return self._by_name.get(name)

    def _find(self, name: str) -> Person:
        own = _own_words(name)
        keys = [self._key(word) for word in own]
        person = self._by_word.get(keys[-1])
        if person is None or (len(own) > 1 and not _may_be(person, own)):
            person = Person(len(self.all))
            self.all.append(person)
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
    """Return the words of a name without titles and particles."""
    words = _BLANK.split(name)
    return [word for word in words if word.lower().rstrip(".") not in titles() and not word[0].islower()] or words


def _may_be(person: Person, own: list[str]) -> bool:
    """Return True if a name of several words may belong to a person known by its last one."""
    longest = set(_own_words(max(person.forms, key=lambda form: form.count(" "))))
    return len(longest) <= 1 or longest <= set(own) or set(own) <= longest
