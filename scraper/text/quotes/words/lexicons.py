"""Compile the patterns of a language: the templates of `patterns`, filled with the words of its `Grammar`.

Newsrooms of all languages borrow English words for platforms and posts, so these are always added.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import fields, replace
from functools import cache, cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from scraper.text.quotes.words.cues import Cues, Skimmer
from scraper.text.quotes.words.languages import GRAMMARS, others
from scraper.text.quotes.words.patterns import PARTS, PATTERNS, SUMS
from scraper.text.quotes.words.platform_names import CUES, HANDLE, IN_ANY_LANGUAGE, PIECES, SOUNDED

if TYPE_CHECKING:
    from scraper.text.quotes.words.languages.grammar import Grammar

# What is borrowed from English: "un tweet", "die User".
_BORROWED = frozenset(("cues", "tweet", "posts", "venues", "users"))
# The last words of a clause, in characters.
_LAST_WORDS = 80
_BLANKS = re.compile(r"\s+")
# Nearly every word is no verb: one look at all of them together spares a look at each kind.
_FIELDS = {"verb": ("tweet", "resort", "post", "tell", "call", "write", "say")}
_PEOPLE = ("users", "public", "crowd")
_THINGS = ("tweet", "resort", "posts", "remarks", "venues", "beside")
_SIGNS = ("@", r"\#")
_LETTER = re.compile(r"[^\W\d_](?![?*+{])")
_REPEATED = re.compile(r"(?:[?*+]|\{[\d,]+\})[?+]?")
_BARS = re.compile(r"\\.|\||[()]")
_MORE_WORDS = re.compile(r"\(\?: [^()]*\)\?")
# What opens a clause that a noun carries: "the videos that went round on Twitter".
_IN_PASSING = re.compile(
    r"(?P<noun>[^\W\d_]{4,})\s(?:(?P<english>that|which)|que|qui|che)\s(?:[^\W_]+\s){1,4}\Z",
    re.IGNORECASE,
)
_PASSING = 60
# "Fue entonces que Marl escribió en X"
_THEN = re.compile(r"entonces|ent[ãa]o|alors|allora|assim|ainsi|così|hoje|ontem|ayer", re.IGNORECASE)
# What a clause speaks of, before the words that name it: "sobre el mensaje que publicó en X".
_SPOKEN_OF = re.compile(
    r"\b(?:sobre|acerca d\w+|respecto \w+|a respeito d\w|au sujet d\w+|à propos d\w+|riguardo \w+"
    r"|por|pel[oa]|par|tras|después de|após|depois d\w|après|dopo|contr[aeo])\s(?:[^\W_]+\s){0,3}\Z",
    re.IGNORECASE,
)
# A clause of its own within what was read as a place: "en el Senado que el tuit".
_CLAUSE_IN = re.compile(r"\s(?:que|qui|che|dass|that)\s", re.IGNORECASE)
# What is a platform's own is no place: "nelle linee guida di Facebook".
_OF_PLATFORM = re.compile(r"(?:de|di|d[ao])\s+\S+\Z", re.IGNORECASE)
# Without those of other languages: "das" is an article in German, and "di" in Pidgin.
_OF = {
    "de": "von|vom|zum|des|für|mit|am|nach|vor|seit|gegen|ohne|um|zur|neben|trotz|wegen|of|for",
    "pcm": "for|of|with",
}
_DEPTH = {"(": 1, ")": -1}


def _compile(pattern: str) -> re.Pattern[str]:
    """Compile a pattern for words in small letters or capitals."""
    return re.compile(pattern, re.IGNORECASE)


def _split(words: str) -> list[str]:
    """Part a string of patterns at the bars that stand outside brackets."""
    parts, depth, start = [], 0, 0
    for found in _BARS.finditer(words):
        depth += _DEPTH.get(found.group(), 0)
        if found.group() == "|" and depth == 0:
            parts.append(words[start : found.start()])
            start = found.end()
    return [part.strip() for part in [*parts, words[start:]] if part.strip()]


def _alternation(words: list[str], *, folded: bool = True, depth: int = 2) -> str:
    """Make one alternation, its words sorted under what they begin with.

    Python tries alternatives one by one. The longest comes first, so that "a second" is not read as "a".
    Those that begin with another letter are skipped at once, but only where case is told apart: a letter to
    sort by is written in both cases.
    """
    under: dict[str, list[str]] = defaultdict(list)
    for word in sorted(dict.fromkeys(words), key=len, reverse=True):
        first = _first_part(word) if depth else ""
        under[first].append(word[len(first) :])
    odd, grouped = under.pop("", []), []
    for first, rests in under.items():
        both = (
            f"(?-i:[{first}{first.upper()}])" if folded and len(first) == len(first.upper()) == 1 else first
        )
        grouped.append(f"{both}(?:{_alternation(rests, folded=folded, depth=depth - 1)})")
    return "|".join([*grouped, *odd])


def _first_part(word: str) -> str:
    """Return the letter or the bracket that a small pattern begins with; nothing where neither does."""
    if _LETTER.match(word):
        return word[0]
    depth = 0
    for found in _BARS.finditer(word) if word.startswith("(") else ():
        depth += _DEPTH.get(found.group(), 0)
        if depth == 0:
            repeated = _REPEATED.match(word, found.end())
            return word[: repeated.end() if repeated else found.end()]
    return ""


def _words(grammars: tuple[Grammar, ...], name: str) -> list[str]:
    """Return the words of one field, as small patterns."""
    raw = ((grammar, _BLANKS.sub(" ", getattr(grammar, name))) for grammar in grammars)
    return [
        word
        for grammar, words in raw
        for word in _split(words.replace("HAS ", grammar.has).replace("-IL", grammar.inverted))
    ]


class _Sources(dict[str, str]):
    """The sources of the words that stand in templates, each made when it is first asked for."""

    def __init__(self, grammars: tuple[Grammar, ...]) -> None:
        super().__init__(PARTS)
        # Every German noun is written with a capital.
        self["NOUN"] = r"\w" if grammars[0].language == "de" else r"(?-i:[\da-zà-öø-ÿß])"
        self["OF"] = _OF.get(grammars[0].language, PARTS["OF"])
        # "Kulturausschuss", "Radiointerview"
        self["COMPOUND"] = r"[^\W\d_]{0,20}" if grammars[0].language == "de" else ""
        # "Rehms Tweet"
        genitive = r"|(?-i:[A-ZÄÖÜ][\w-]{1,30}s)" if grammars[0].language == "de" else ""
        self["GENITIVE"] = rf"[\w’'-]{{1,30}}[’']s{genitive}"
        # "Auf einer Vereins-Facebook-Seite"
        self["DASHED"] = r"(?:[^\W\d_]{2,20}-)?" if grammars[0].language == "de" else ""
        self._grammars = grammars

    def __missing__(self, name: str) -> str:
        if name in SUMS:
            self[name] = SUMS[name].format_map(self)
        else:
            words = [word for field in _FIELDS.get(name, (name,)) for word in _words(self._grammars, field)]
            pattern = _alternation(words, folded=name != "predicate")
            self[name] = _BLANKS.sub(r"\\s+", pattern) or "(?!)"
        return self[name]


class Lexicon:
    """The patterns of one language, by their names in `PATTERNS`, and what finds its cues.

    Most texts need few of them, so each is compiled when it is first asked for.
    """

    def __init__(self, *grammars: Grammar, lacks_grammar: bool = False) -> None:
        self.lacks_grammar = lacks_grammar
        self.language = grammars[0].language
        self.said_aloud = grammars[0].said_aloud
        self._grammars = grammars
        self._sources = _Sources(grammars)

    def __getattr__(self, name: str) -> re.Pattern[str]:
        if name not in PATTERNS:
            raise AttributeError(name)
        source = PATTERNS[name].format_map(self._sources)
        if self.lacks_grammar and name == "venue":
            source = f"{source}|{IN_ANY_LANGUAGE}"
        elif self.lacks_grammar and name == "off_platform":
            source = f"{source}|(?<!\\w)(?:{others.TOLD})(?!\\w)"
        pattern = _compile(source)
        setattr(self, name, pattern)
        return pattern

    @cached_property
    def skimmer(self) -> Skimmer:
        """What finds the cues of a text, in the kinds of `Cues`."""
        cues = [
            *CUES,
            *(piece for piece in PIECES if r"\Z" not in piece),
            *(SOUNDED if self.lacks_grammar else ()),
            *(re.escape(cue) for grammar in self._grammars for cue in grammar.cues.split()),
        ]
        things = [cue for cue in cues if not _is_of_people(cue, self._grammars)]
        nouns = _nouns(self._grammars)
        return Skimmer(
            _compile(_alternation([*cues, *nouns, *PIECES, *_words(self._grammars, "crowd")])),
            _compile(_alternation(cues)),
            _compile(rf"{_alternation(things)}|\b(?:{_alternation(nouns)})(?!\w)"),
            self.crowd,
            _compile(_alternation(list(PIECES))),
        )

    def makes_title(self, clause: str) -> bool:
        """Return whether a clause makes the words behind it a title or a sign's.

        Example: "the film", "the sign read:".
        """
        return self.title.search(clause, max(0, len(clause) - _LAST_WORDS)) is not None

    def makes_sign(self, clause: str, end: int) -> bool:
        """Return whether what stands before `end` makes the words behind it those of a sign.

        Example: "a headline that".
        """
        return self.sign.search(clause, max(0, end - _LAST_WORDS), end) is not None

    def places(self, clause: str, start: int = 0) -> bool:
        """Return whether a clause names a place on the net, not only in passing.

        Example: "the photo that went on X".
        """
        if self.lacks_grammar and self.official.search(clause, start):
            return False  # of Twitter's own spokesman
        return any(
            self._is_on_the_net(place) and self._is_its_own(self._innermost(place))
            for place in self.venue.finditer(clause, start)
        )

    def _innermost(self, place: re.Match[str]) -> re.Match[str]:
        """Return the last of the places that were read as one: "en el vuelo contó en X"."""
        while place[0].count(" ") > 1 and (
            inner := self.venue.search(place.string, place.start() + 1, place.end())
        ):
            place = inner
        return place

    def _is_its_own(self, place: re.Match[str]) -> bool:
        """Return whether a clause places words there, and does not only speak of what is there."""
        text, end = place.string, place.start()
        left = max(0, end - _PASSING)
        passing = _IN_PASSING.search(text, left, end)
        if passing and not self._is_of_words(passing):
            return False
        if _CLAUSE_IN.search(place[0]):
            return False
        official = self.official.search(text, left, end)  # "un portavoz de Facebook"
        if official and not text[official.end() : end].strip():
            return False
        about = _SPOKEN_OF.search(text, left, end)
        return about is None or self.remarks.search(about[0]) is None

    def _is_of_words(self, passing: re.Match[str]) -> bool:
        """Return whether it is the words themselves that are told to be there: "el mensaje que dejó en X"."""
        if passing["english"]:
            return False
        if self.wording.fullmatch(passing["noun"]) is None:
            return _THEN.fullmatch(passing["noun"]) is not None
        return _SPOKEN_OF.search(passing.string, max(0, passing.start() - _PASSING), passing.start()) is None

    def _is_on_the_net(self, place: re.Match[str]) -> bool:
        """Return whether no other place is named before the words on the net: "in her blog those posts"."""
        other = self.off_platform.match(place.string, place.start(), place.end())
        if other is None:
            return True
        later = self.venue.search(place.string, other.end())
        return later is not None and _OF_PLATFORM.match(later[0]) is None

    def is_post(self, speaker: str) -> bool:
        """Return whether a phrase names a post: "one tweet", "Ada Example’s caption"."""
        if self.speaks.match(speaker):
            return not self._adds_somebody(speaker)
        of_somebody = self.post_speaks.search(speaker)
        if of_somebody is None or of_somebody.end() < len(speaker):
            return False
        return self.oblique.match(of_somebody[0]) is None

    def _adds_somebody(self, phrase: str) -> bool:
        """Return whether a phrase goes on to somebody else: "un tuit desató la polémica y el alcalde"."""
        return any(map(self.definite.match, _AND.split(phrase)[1:]))

    def names_words(self, speaker: str) -> bool:
        """Return whether a phrase names what somebody says, not who does.

        Example: "the reactions", "otros comentarios".
        """
        if _AMONG.match(speaker) and self.wording.search(speaker):  # "entre los comentarios"
            return True
        first = speaker.replace("’", " ").split(maxsplit=1)
        return any(self.wording.match(words) or _TEXT.match(words) for words in (speaker, *first[1:]))

    def unnamed(self, speaker: str) -> bool:
        """Return whether a phrase speaks of somebody without a name.

        Example: "one fan", "another", "a Twitter user".
        """
        patterns = self.anybody, self.alone, self.user
        return any(pattern.search(speaker) for pattern in patterns) or self.are_many(speaker)

    def are_many(self, speaker: str) -> bool:
        """Return whether a phrase speaks of the public: "viewers", "angry Swan Lake fans"."""
        words = speaker.split(" ")
        return len(words) < 4 and words[-1] != "user" and self.crowd.fullmatch(words[-1]) is not None


HANDLES = re.compile(rf"(?<![\w@/.]){HANDLE}")


_AND = re.compile(r"\s(?:and|y|et|ed?|und)\s")
_AMONG = re.compile(r"(?:entre|parmi|tra|fra)\s", re.IGNORECASE)
# What may hold words, in languages whose nouns for posts these are not.
_TEXT = re.compile(
    r"(?:textos?|testo|nota|carta|lettre|v[ií]deo|vid[eé]o|grava[çc][ãa]o|imag[em]n?|raisonnement)(?!\w)",
    re.IGNORECASE,
)


def _nouns(grammars: tuple[Grammar, ...]) -> list[str]:
    """Return the nouns for posts that are one word, or need but one."""
    nouns = (_MORE_WORDS.sub("", noun) for name in ("posts", "remarks") for noun in _words(grammars, name))
    return [noun for noun in nouns if " " not in noun]


def _is_of_people(cue: str, grammars: tuple[Grammar, ...]) -> bool:
    """Return whether a cue speaks of who writes, or opens a handle or tag, but names no post or place."""
    if cue in _SIGNS:
        return True
    people, things = (
        " ".join(getattr(grammar, name) for grammar in grammars for name in names)
        for names in (_PEOPLE, _THINGS)
    )
    return cue in people and cue not in things and cue not in " ".join(PIECES).lower()


@lru_cache(maxsize=1)
def cues_in(text: str, lexicon: Lexicon) -> Cues:
    """Return the cues of a text, for which several finders ask."""
    return Cues(*lexicon.skimmer.places(text))


@cache
def lexicon(language: str) -> Lexicon:
    """Return the compiled patterns of a language.

    Without a grammar of it, they are what is known of a dozen languages, and those of English.
    """
    english, own = GRAMMARS["en"], GRAMMARS.get(language)
    if own is None:
        return Lexicon(others.GRAMMAR, english, lacks_grammar=True)
    if own is english:
        return Lexicon(english)
    # Pidgin has English words between its own, not only those that others borrow.
    return Lexicon(own, english if language == "pcm" else _borrowed(english))


def _borrowed(english: Grammar) -> Grammar:
    """Return the English words that other languages borrow, as a grammar."""
    left = (field.name for field in fields(english) if field.name not in {*_BORROWED, "language"})
    nothing: dict[str, Any] = dict.fromkeys(left, "")
    return replace(english, **nothing)
