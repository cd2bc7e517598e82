"""Compile the patterns of a language: templates, filled with its words.

The same words give the cues for a fast scan of a text.

Newsrooms of all languages borrow English words for platforms and posts, so these are always added.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import replace
from functools import cache, cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ahocorasick_rs import AhoCorasick, Implementation

from scraper.configuration import packaged
from scraper.patterns import lazy_regex
from scraper.text.quotes.words.languages import (
    OTHER,
    VERBS,
    Entry,
    Language,
    alternation,
    expanded,
    is_whole,
    languages,
)
from scraper.text.quotes.words.platform_names import (
    CUES,
    FORMERLY,
    HANDLE,
    IN_ANY_LANGUAGE,
    LITERALS,
    NAMES,
    PIECES,
    SOUNDED,
    STEMS,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


# Read the patterns for reading clauses: templates, in which names in braces represent words of a language.

_STORED = packaged("quote_patterns.toml")
SHARED, PATTERNS = ({name: "".join(lines) for name, lines in _STORED[table].items()} for table in ("parts", "patterns"))
"""Parts shared by several patterns; the patterns by name."""


# Scan a text for cues: words without which a passage has no reaction and need not be read.

# The words with a piece of a cue repeat within and between texts, so each is judged once.
_MOST_KNOWN = 30_000
# Without spaces between words, only runs of such letters may contain a cue; a link contains none.
_LONGEST_WORD = 60
_BLANK = lazy_regex(r"\s")
_BLANKS = [chr(code) for code in range(0x3001) if chr(code).isspace()]
_RUN = lazy_regex(r"[!-~À-ɏ’]+")

_Cue = tuple[int, int]  # its kind, and its offset in the word


class Cues(NamedTuple):
    """The offsets of the cues in a text, in order."""

    posts: list[int]  # words about platforms, posts or their authors
    places: list[int]  # those that may be part of the name of a place or a post
    public: list[int]  # words for the public
    platforms: list[int]  # pieces of platform names, and verbs made of them


class Skimmer:
    """A search for cues of several kinds in one pass. No cue contains a space.

    >>> import re
    >>> skimmer = Skimmer(["gram", "x"], re.compile("gram"), re.compile("^X"))
    >>> skimmer.places("She went to Insta- (and Tele-)gram, to Xing and to XX.")
    ([30], [39, 51])
    """

    def __init__(self, literals: Sequence[str], *kinds: re.Pattern[str]) -> None:
        """Take lower-case pieces, one of which is in every cue (a space: any white space), and each kind's pattern."""
        blanks = [f"{blank}{literal[1:]}" for literal in literals if literal[0] == " " for blank in _BLANKS]
        pieces = {*blanks, *(literal for literal in literals if literal[0] != " ")}
        self._pieces = AhoCorasick(sorted(pieces), implementation=Implementation.DFA)
        self._kinds = kinds
        self._known: dict[str, list[_Cue]] = {}

    def places(self, text: str) -> tuple[list[int], ...]:
        """Return the offsets of the cues of each kind in a text, in order."""
        places: tuple[list[int], ...] = tuple([] for _ in self._kinds)
        end = 0
        # The only capital that is longer as a small letter.
        for _, _, behind in self._pieces.find_matches_as_indexes(" " + text.replace("İ", "I").lower()):
            place = behind - 2  # the last letter of the piece: a space precedes it
            if place < end:
                continue
            left, right = max(0, place - _LONGEST_WORD), place + _LONGEST_WORD
            start, end = text.rfind(" ", left, place) + 1, text.find(" ", place, right)
            known = self._known.get(text[start:end]) if start > 0 and end > 0 else None
            if known is None:  # other white space may be nearer
                start, end = _word_at(text, place)
                word = text[start:end]
                known = self._known.get(word)
                known = self._judged(word) if known is None else known
            for kind, offset in known:
                places[kind].append(start + offset)
        return places

    def _judged(self, word: str) -> list[_Cue]:
        if len(word) > _LONGEST_WORD:
            return self._cues_of_long(word)
        if len(self._known) == _MOST_KNOWN:
            self._known.clear()
        cues = self._known[word] = self._cues(word)
        return cues

    def _cues_of_long(self, word: str) -> list[_Cue]:
        """Return the cues of a word too long to be cached: those of its runs of letters."""
        found = []
        for run in _RUN.finditer(word.partition("://")[0]):
            left = max(0, run.start() - 1)
            part = word[left : run.end() + 1]  # the signs around it show whether it is a whole word
            known = self._known.get(part)
            if known is None:
                known = self._judged(part) if len(part) <= _LONGEST_WORD else self._cues(part)
            found += [(kind, left + offset) for kind, offset in known]
        return found

    def _cues(self, word: str) -> list[_Cue]:
        return [(number, found.start()) for number, kind in enumerate(self._kinds) for found in kind.finditer(word)]


def _word_at(text: str, place: int) -> tuple[int, int]:
    blank = _BLANK.search(text, place)
    end = blank.start() if blank else len(text)
    reach = _LONGEST_WORD
    while True:
        left = max(0, place - reach)
        start = place + 1 - len(text[left : place + 1].rsplit(maxsplit=1)[-1])
        if start > left or left == 0:
            return start, end
        reach *= 2


def any_in(places: list[int], start: int, end: int) -> bool:
    """Return True if one of some sorted offsets is in a range."""
    following = bisect_left(places, start)
    return following < len(places) and places[following] < end


# Fill the templates with the words of a language, and compile each pattern when it is first used.

# Nearly no word is a verb: checking this many first letters of all verbs saves checking each kind.
_BEGINNING = 4
_PEOPLE = ("users", "public", "crowd")
_THINGS = ("tweet", "resort", "posts", "remarks", "venues", "beside")
_SIGNS = ("@", "#")
# The last words of a clause, and those before a place, in characters.
_LAST_WORDS = 80
_PASSING = 60
_NOTHING = "(?!)"


def _compile(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


class _Sources(dict[str, str]):
    """The sources of the words in templates, each built lazily."""

    def __init__(self, languages: tuple[Language, ...]) -> None:
        super().__init__(NAMES=NAMES, HANDLE=HANDLE, FORMERLY=FORMERLY)
        self._languages = languages
        traits = languages[0].traits
        self["NOUN"] = r"\w" if traits.nouns_capitalised else r"(?-i:[\da-zà-öø-ÿß])"
        self["DASHED"] = r"(?:[^\W\d_]{2,20}-)?" if self.entries("heads") else ""
        self["COMPOUND"] = r"[^\W\d_]{0,20}" if self.entries("heads") else ""
        genitive = r"|(?-i:[A-ZÄÖÜ][\w-]{1,30}s)" if traits.genitive_s else ""
        self["GENITIVE"] = rf"[\w’'-]{{1,30}}[’']s{genitive}"

    def __missing__(self, name: str) -> str:
        if name in SHARED:
            self[name] = SHARED[name].format_map(self)
        elif name == "BEGINNINGS":
            self[name] = self._beginnings()
        elif name in VERBS:
            self[name] = self._verbs(name)
        else:
            entries = self.entries(name)
            if name == "predicate":  # its words stand where case matters
                entries = [entry._replace(exact=True) for entry in entries]
            self[name] = self.any_of(entries)
        return self[name]

    def entries(self, *names: str) -> list[Entry]:
        """Return the words of some lists, of all languages."""
        return [entry for name in names for language in self._languages for entry in language.words.get(name, ())]

    def any_of(self, entries: Iterable[Entry]) -> str:
        """Build a regular expression for any of some words."""
        return alternation(entries, self.entries("heads")) or _NOTHING

    def _beginnings(self) -> str:
        """Build a regular expression for the first letters of all verbs; for short ones, the word."""
        lists = ("auxiliaries", *(f"{kind}.forms" for kind in VERBS))
        firsts = {form for entry in self.entries(*lists) for form in expanded(entry.words.partition(" ")[0])}
        short = [Entry(first) for first in sorted(firsts) if len(first) < _BEGINNING]
        others = sorted({first[:_BEGINNING] for first in firsts if len(first) >= _BEGINNING})
        return rf"(?:{self.any_of(short)})(?!\w)|{self.any_of(map(Entry, others))}"

    def _verbs(self, kind: str) -> str:
        """Build a regular expression for a kind of verbs: their forms, and participles after an auxiliary."""
        forms = self.any_of(self.entries(f"{kind}.forms"))
        participles = self.entries(f"{kind}.participles")
        if self.entries("inversions"):
            forms = f"(?:{forms})(?:{self['inversions']})?"
        if not participles:
            return forms
        between = rf"(?:(?:{self['between']})\s+)?" if self.entries("between") else ""
        return rf"(?:{self['auxiliaries']})\s+{between}(?:{self.any_of(participles)})|{forms}"


class Lexicon:
    """The patterns of one language, by their names in `PATTERNS` (each compiled lazily), and its cue finder."""

    def __init__(self, *read: Language, lacks_grammar: bool = False) -> None:
        self.lacks_grammar = lacks_grammar
        self.language = read[0].tag
        self.traits = read[0].traits
        self.said_aloud = self.traits.said_aloud
        self._read = read
        self._sources = _Sources(read)

    def __getattr__(self, name: str) -> re.Pattern[str]:
        if name not in PATTERNS:
            raise AttributeError(name)
        source = PATTERNS[name].format_map(self._sources)
        if self.lacks_grammar and name == "venue":
            source = f"{source}|{IN_ANY_LANGUAGE}"
        pattern = _compile(source)
        setattr(self, name, pattern)
        return pattern

    @cached_property
    def skimmer(self) -> Skimmer:
        """The cue finder, for the kinds in `Cues`."""
        any_of = self._sources.any_of
        cues = [Entry(cue) for language in self._read for cue in language.cues]
        people, objects = (
            " ".join(form for language in self._read for name in names for form in language.forms(name))
            for names in (_PEOPLE, _THINGS)
        )
        objects += " ".join(STEMS)
        # Some cues are of authors, handles and tags, and name no post or place.
        of_people = {*_SIGNS, *(cue.words for cue in cues if cue.words in people and cue.words not in objects)}
        things = any_of(cue for cue in cues if cue.words not in of_people)
        nouns = [noun for noun in self._sources.entries("posts", "remarks") if " " not in noun.words]
        sounded = SOUNDED if self.lacks_grammar else []
        platforms = "|".join([CUES, *sounded])
        return Skimmer(
            [*LITERALS, *sounded, *_literals_of([*cues, *nouns, *self._sources.entries("crowd")])],
            _compile(f"{any_of(cues)}|{platforms}"),
            _compile(rf"{things}|{platforms}|\b(?:{any_of(nouns)})(?!\w)"),
            self.crowd,
            _compile(PIECES),
        )

    def makes_title(self, clause: str) -> bool:
        """Return True if a clause marks the words after it as a title or a sign: "the film", "the sign read:"."""
        return self.title.search(clause, max(0, len(clause) - _LAST_WORDS)) is not None

    def makes_sign(self, clause: str, end: int) -> bool:
        """Return True if the words before `end` mark those after it as a sign: "a headline that"."""
        return self.sign.search(clause, max(0, end - _LAST_WORDS), end) is not None

    def places(self, clause: str, start: int = 0) -> bool:
        """Return True if a clause names a place on the net, not only in passing: "the photo that went on X"."""
        if self.lacks_grammar and self.official.search(clause, start):
            return False  # of Twitter's own spokesman
        return any(
            self._is_on_the_net(place) and self._is_its_own(place) for place in self.venue.finditer(clause, start)
        )

    def _is_its_own(self, place: re.Match[str]) -> bool:
        """Return True if a clause places words there, and does not only mention things there."""
        text, end = place.string, place.start()
        left = max(0, end - _PASSING)
        passing = self.passing.search(text, left, end)
        if passing and (self.traits.said_aloud or self.wording.fullmatch(passing["noun"]) is None):
            return False
        official = self.official.search(text, left, end)  # "un portavoz de Facebook"
        return official is None or text[official.end() : end].strip() != ""

    def _is_on_the_net(self, place: re.Match[str]) -> bool:
        """Return True if no other place is named before the words on the net: "in her blog those posts"."""
        other = self.off_platform.match(place.string, place.start(), place.end())
        if other is None:
            return True
        return self.venue.search(place.string, other.end()) is not None

    def is_post(self, speaker: str) -> bool:
        """Return True if a phrase names a post: "one tweet", "Ada Example’s caption"."""
        if self.speaks.match(speaker):
            return True
        of_somebody = self.post_speaks.search(speaker)
        if of_somebody is None or of_somebody.end() < len(speaker):
            return False
        return self.oblique.match(of_somebody[0]) is None

    def names_words(self, speaker: str) -> bool:
        """Return True if a phrase names words, not a speaker: "the reactions"."""
        first = speaker.replace("’", " ").split(maxsplit=1)
        return any(self.wording.match(words) for words in (speaker, *first[1:]))

    def unnamed(self, speaker: str) -> bool:
        """Return True if a phrase is an unnamed person: "one fan", "another", "a Twitter user"."""
        patterns = self.anybody, self.alone, self.user
        return any(pattern.search(speaker) for pattern in patterns) or self.are_many(speaker)

    def are_many(self, speaker: str) -> bool:
        """Return True if a phrase names the public: "viewers", "angry Swan Lake fans"."""
        words = speaker.split(" ")
        return len(words) < 4 and words[-1] != "user" and self.crowd.fullmatch(words[-1]) is not None


def _literals_of(entries: Iterable[Entry]) -> list[str]:
    """Return the longest literal in each form of some words; every matching word contains one.

    >>> _literals_of([Entry("fan*"), Entry("l'internaute"), Entry("-beitrag")])
    ['fan', 'internaute', 'beitrag']
    """
    forms = [form.lower() for entry in entries for form in expanded(entry.words)]
    return [max(re.split("[*'’\\s…-]", form), key=len) for form in forms]


HANDLES = lazy_regex(rf"(?<![\w@/.]){HANDLE}")


@lru_cache(maxsize=1)
def cues_in(text: str, lexicon: Lexicon) -> Cues:
    """Return the cues of a text; cached for several finders."""
    return Cues(*lexicon.skimmer.places(text))


@cache
def lexicon(language: str) -> Lexicon:
    """Return the compiled patterns of a language; without a file, of words of many and of the one it is read with."""
    own = languages()[language if is_whole(language) else OTHER]
    return Lexicon(own, *_extra_languages(own), lacks_grammar=own.tag == OTHER)


def _extra_languages(own: Language) -> Iterator[Language]:
    """Yield the words read in addition to a language's own: its neighbour's, and all borrowed ones."""
    for other in languages().values():
        if other.tag == own.traits.reads_with:
            yield other
        elif other is not own and (lends := other.traits.lends):
            lent = {name: words for name, words in other.words.items() if name.split(".")[0] in lends}
            yield replace(other, words=lent)
