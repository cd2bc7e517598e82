"""Read the words of each language from `config/languages`, and tell languages apart by frequent words.

>>> guess("Le chat est dans la maison et le chien est sur le toit.", "en")
'fr'
>>> guess("Mbwa amelala nyumbani leo asubuhi, watoto wanacheza nje.", None)
'other'
>>> guess("Wali kota yang tinggal di tepi sungai itu sudah pergi di pagi hari.", None)
'other'
>>> guess("De kat is in het huis en de hond slaapt op het dak van de buren.", None)
'other'
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from dataclasses import dataclass, field, fields
from functools import cache, lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any

from scraper.configuration import config_directory
from scraper.errors import SettingsError
from scraper.text.quotes.words.notation import SIGNS, Entry, expanded

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

FOLDER = "languages"
OTHER = "other"
"""The name of all languages that have no file, and of the file with a few words of many of them."""
VERBS = ("tweet", "post", "write", "say", "tell", "call", "adds", "resort")
"""The kinds of verbs, each with its `forms` and `participles`."""
WORDS = {
    "publishing": ("heads on posts remarks venues social beside online deeds sayings word"),
    "people": "users public crowd alone pronouns officials",
    "elsewhere": "off_platform at told titles not_a_venue",
    "sentence": (
        "one the oblique of by and that relative where that_of object thus like are reads breaks "
        "before_name after_name predicate who going_on asked to indefinite abbreviations ordinals"
    ),
    "names": "he she they sir madam honorific particles agents months weekdays",
}
"""The lists of words in each table of a file."""
_KINDS = {"forms", "participles"}
_AROUND_VERBS = {"auxiliaries", "between", "inversions"}
_SIDES = ("before", "not_before", "after", "not_after")
_SAMPLE = 1500
# So many plain words of another language are no accident: "no" and "as" are words of several.
_SURE = 3
# So many words of their own tell a language from its neighbour whose words it is mixed with.
_OWN_WORDS = 2
# One word in twelve is a plain one; a word takes six characters, and needs no blanks around it everywhere.
_CHARACTERS_A_PLAIN_WORD = 72
_AROUND_WORDS = ".,:;!?…-–—()[]\"'“”„«»‘’"


@dataclass(frozen=True, slots=True, kw_only=True)
class Traits:
    """What holds for a language as a whole.

    Attributes:
        said_aloud: Verbs of saying mean the spoken word, as they mostly do where posts have verbs of their
            own ("tweeted"); where they do not, "said" may speak of a post.
        inverts: The verb may stand before its subject.
        bare_subjects: A noun without an article may be a subject.
        nouns_capitalised: Every noun is written with a capital.
        compounds: Nouns are written as one word: "Radiointerview".
        genitive_s: A name in the genitive ends in s without an apostrophe: "Rehms Tweet".
        partial: The file has but a few words; they are read with those of all other such files.
        reads_with: The language whose words are all read besides, as they stand between its own.
        lends: The lists that all other languages borrow: "un tweet", "die User".
    """

    said_aloud: bool = False
    inverts: bool = False
    bare_subjects: bool = False
    nouns_capitalised: bool = False
    compounds: bool = False
    genitive_s: bool = False
    partial: bool = False
    reads_with: str = ""
    lends: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """The words of one language.

    Attributes:
        tag: Its tag, the name of its file.
        name: What it is called.
        traits: What holds for it as a whole.
        common: Frequent words that give it away.
        others: The same for languages that have no file, by tag.
        cues: Pieces of words without one of which a text holds no reaction.
        words: The lists of `WORDS`, and the parts of `VERBS` as "tweet.forms"; what is not given is left out.
    """

    tag: str
    name: str
    traits: Traits = Traits()
    common: tuple[str, ...] = ()
    others: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    cues: tuple[str, ...] = ()
    words: Mapping[str, tuple[Entry, ...]] = field(default_factory=dict)

    def forms(self, name: str) -> Iterator[str]:
        """Yield all forms of a list of words, or of both lists of a kind of verbs."""
        for key in (name, f"{name}.forms", f"{name}.participles"):
            for entry in self.words.get(key, ()):
                yield from expanded(entry.words)


class _File:
    """Reads one file; every error is one line with the file's name, the key and the remedy."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self.content = tomllib.loads(path.read_text("utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise SettingsError(f"{path}: not TOML: {error}") from error

    def language(self) -> Language:
        """Return what the file holds."""
        tables = {"traits", "verbs", "others", *WORDS}
        self._known(self.content, "", {"name", "common", "cues", *tables})
        common = self._table(self.content, "others")
        words = dict(chain(self._verbs(), *map(self._words, WORDS)))
        if "auxiliaries" not in words and any(name.endswith(".participles") for name in words):
            raise SettingsError(f"{self.path}: verbs.auxiliaries: give what stands in front of participles")
        return Language(
            tag=self.path.stem,
            name=self._of_type(self.content.get("name"), "name", str, "a text"),
            traits=self._traits(),
            common=self._texts(self.content, "common"),
            others={tag: self._texts(common, tag, "others.") for tag in common},
            cues=self._texts(self.content, "cues"),
            words=words,
        )

    def _traits(self) -> Traits:
        table = self._table(self.content, "traits")
        kinds = {trait.name: type(trait.default) for trait in fields(Traits)}
        self._known(table, "traits.", set(kinds))
        given: dict[str, Any] = {}
        for name, value in table.items():
            if kinds[name] is tuple:
                given[name] = self._texts(table, name, "traits.")
            else:
                wanted = "true or false" if kinds[name] is bool else "a text"
                given[name] = self._of_type(value, f"traits.{name}", kinds[name], wanted)
        return Traits(**given)

    def _verbs(self) -> Iterator[tuple[str, tuple[Entry, ...]]]:
        verbs = self._table(self.content, "verbs")
        self._known(verbs, "verbs.", {*VERBS, *_AROUND_VERBS})
        for name in verbs:
            if name in _AROUND_VERBS:
                yield name, self._entries(verbs, name, "verbs.")
                continue
            kind = self._table(verbs, name, "verbs.")
            self._known(kind, f"verbs.{name}.", _KINDS)
            for form in kind:
                yield f"{name}.{form}", self._entries(kind, form, f"verbs.{name}.")

    def _words(self, table: str) -> Iterator[tuple[str, tuple[Entry, ...]]]:
        lists = self._table(self.content, table)
        self._known(lists, f"{table}.", set(WORDS[table].split()))
        for name in lists:
            yield name, self._entries(lists, name, f"{table}.")

    def _entries(self, table: Mapping[str, Any], name: str, prefix: str) -> tuple[Entry, ...]:
        """Read a list of entries: texts, or tables of several with what they need around them."""
        place = prefix + name
        entries: list[Entry] = []
        for item in self._of_type(table[name], place, list, "a list of words"):
            if not isinstance(item, dict):
                entries.append(Entry(self._plain(item, place)))
                continue
            self._known(item, f"{place}.", {"words", "exact", *_SIDES})
            sides = {side: self._texts(item, side, f"{place}.") for side in item if side in _SIDES}
            exact = self._of_type(item.get("exact", False), f"{place}.exact", bool, "true or false")
            words = self._texts(item, "words", f"{place}.")
            entries.extend(Entry(each, exact=exact, **sides) for each in words)
        return tuple(entries)

    def _texts(self, table: Mapping[str, Any], name: str, prefix: str = "") -> tuple[str, ...]:
        place = prefix + name
        items = self._of_type(table.get(name, []), place, list, "a list of words")
        if name == "cues":
            return tuple(self._of_type(item, place, str, "a list of words") for item in items)
        return tuple(self._plain(item, place) for item in items)

    def _plain(self, item: Any, place: str) -> str:
        words: str = self._of_type(item, place, str, "a list of words")
        if SIGNS.search(words) or words.split() != words.split(" "):
            raise SettingsError(
                f"{self.path}: {place}: {words!r}: give words parted by one blank, with * … / <name> alone "
                "as signs (see README.md there)"
            )
        return words

    def _table(self, table: Mapping[str, Any], name: str, prefix: str = "") -> dict[str, Any]:
        found: dict[str, Any] = self._of_type(table.get(name, {}), prefix + name, dict, "a table")
        return found

    def _of_type(self, value: Any, place: str, kind: type, wanted: str) -> Any:
        if not isinstance(value, kind) or value == "":
            raise SettingsError(f"{self.path}: {place}: give {wanted}, not {value!r}")
        return value

    def _known(self, table: Mapping[str, Any], prefix: str, known: set[str]) -> None:
        for name in table:
            if name not in known:
                raise SettingsError(
                    f"{self.path}: {prefix}{name}: unknown key; known are {', '.join(sorted(known))}"
                )


def read_language(path: Path) -> Language:
    """Read the words of one language.

    Raises:
        SettingsError: The file is no TOML, or has an unknown key or a value of the wrong kind.
    """
    return _File(path).language()


def read_languages(folder: Path) -> dict[str, Language]:
    """Read the words of all languages in a folder, by tag."""
    return {path.stem: read_language(path) for path in sorted(folder.glob("*.toml"))}


@cache
def languages() -> dict[str, Language]:
    """Return the languages that have a file, by tag.

    Raises:
        SettingsError: A file is missing or wrong.
    """
    folder = config_directory() / FOLDER
    found = read_languages(folder)
    if not found:
        raise SettingsError(f"{folder}: the words of languages are missing; install voxpop again")
    return found


@cache
def words_of_all(name: str) -> frozenset[str]:
    """Return the words of one list of all languages, for where the language is not known yet."""
    return frozenset(form for language in languages().values() for form in language.forms(name))


@cache
def weekdays() -> str:
    """Return an expression for a weekday in full, in any language.

    >>> bool(re.fullmatch(weekdays(), "Segunda-feira", re.IGNORECASE))
    True
    """
    longest_first = sorted(words_of_all("weekdays"), key=lambda day: (-len(day), day))
    return f"(?:{'|'.join(map(re.escape, longest_first))})"


def is_whole(tag: str) -> bool:
    """Return whether a language has a file with enough words to be read by them alone."""
    return tag in languages() and not languages()[tag].traits.partial


@cache
def _tags() -> list[str]:
    """Return the tags of all languages that can be told, first those that have a file with enough words."""
    others = (tag for language in languages().values() for tag in language.others)
    return list(dict.fromkeys([*sorted(languages(), key=lambda tag: not is_whole(tag)), *others]))


@cache
def _common_in() -> dict[str, list[str]]:
    """Return the languages in which each frequent word is one."""
    common = {tag: language.common for tag, language in languages().items()}
    for language in languages().values():
        common |= language.others
    found: dict[str, list[str]] = {}
    for tag, words in common.items():
        for word in dict.fromkeys(words):
            found.setdefault(word, []).append(tag)
    return found


def is_common(word: str) -> bool:
    """Return whether a word is a frequent one of some language.

    >>> is_common("The"), is_common("Roe")
    (True, False)
    """
    return word.lower() in _common_in()


def guess(text: str, hint: str | None) -> str:
    """Return the language whose frequent words are the most in the opening of a text.

    Args:
        text: The article.
        hint: A declared language tag; it wins unless another language is far more likely.

    Returns:
        The tag of a language that has a file with enough words, or "other".
    """
    return _guess(text[:_SAMPLE], re.split("[-_]", (hint or "").lower())[0])


@lru_cache(maxsize=8)
def _guess(opening: str, declared: str) -> str:
    """Guess the language, once for all the finders that ask about one text."""
    for mark in _AROUND_WORDS:
        opening = opening.replace(mark, " ")
    counts = _counted(opening.lower().split(), declared)
    best = max(_tags(), key=counts.__getitem__)
    is_told = counts[best] < _SURE or counts[declared] * 2 >= counts[best]
    if is_whole(declared) and is_told and best not in _mixed():
        return declared
    is_sure = is_whole(best) and counts[best] * _CHARACTERS_A_PLAIN_WORD >= len(opening)
    return best if is_sure else OTHER


def _counted(words: Iterable[str], declared: str) -> Counter[str]:
    """Count the frequent words of each language; those of a mixed one twice, as half of it is another's."""
    known = _common_in()
    plain = list(filter(known.__contains__, words))
    counts = Counter(dict.fromkeys(_tags(), 0))
    counts.update(chain.from_iterable(map(known.__getitem__, plain)))
    for tag, neighbour in _mixed().items():
        # It is written with its neighbour's words between its own, and detectors take it for that; but single
        # words of its own may be others' as well: "di" is also Indonesian, "im" and "dem" are German.
        own = {word for word in plain if tag in known[word]}
        is_another = is_whole(declared) and declared not in (tag, neighbour)
        counts[tag] *= 0 if is_another or len(own) < _OWN_WORDS else 2
    return counts


@cache
def _mixed() -> dict[str, str]:
    """Return the languages that are written with another's words between their own, and which."""
    return {
        tag: language.traits.reads_with
        for tag, language in languages().items()
        if language.traits.reads_with and not language.traits.partial
    }
