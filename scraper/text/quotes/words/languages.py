"""Read the words of each language from `config/languages`, and guess languages by frequent words.

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
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import chain, product
from typing import TYPE_CHECKING, Any, NamedTuple

from scraper.configuration import config_directory
from scraper.errors import SettingsError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path


# Read the notation of `config/languages`, and build one regular expression from many words.

_FEW = r"(?:[^\W_][\w’'.,-]{0,30}+\s+){0,4}?"
# More words fit between a verb and its required complement: "gab der Verein am Dienstag in einem Tweet
# bekannt".
_MORE = _FEW.replace("{0,4}", "{0,9}")
_WHOLE_WORDS = {"*": r"\w+", "<name>": r"(?-i:[A-ZÀ-Þ@][\w.’'-]*)"}
_ATOMS = {"*": r"\w*", "…": _FEW, "'": "[’']", "’": "[’']"}
_Node = dict[str, "_Node"]
_BLANK = r"\s+"
_END = ""


class Entry(NamedTuple):
    """Words, in the notation of the files, with the words before or after them with which alone they count."""

    words: str
    before: tuple[str, ...] = ()
    not_before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    not_after: tuple[str, ...] = ()
    exact: bool = False


def expanded(words: str) -> list[str]:
    """Return the forms of an entry."""
    return [" ".join(forms) for forms in product(*map(_forms, words.split(" ")))]


def _forms(word: str) -> list[str]:
    stem, *endings = word.split("/")
    return [stem + ending for ending in endings] or [stem]


def alternation(entries: Iterable[Entry], heads: Iterable[Entry] = ()) -> str:
    """Build a case-insensitive expression, without a group around it, for any of some entries.

    `heads` are first parts of compounds; an entry that begins with a hyphen is the second part.
    """
    first_part = f"(?:{alternation(heads)})-?" if heads else "-"
    alike: dict[Entry, list[str]] = {}
    for entry in entries:
        alike.setdefault(entry._replace(words=""), []).append(entry.words)
    in_order = sorted(alike.items(), reverse=True)  # entries with context first
    return "|".join(_with_sides(sides, _any_of(words, first_part, exact=sides.exact)) for sides, words in in_order)


def _with_sides(sides: Entry, words: str) -> str:
    """Return an expression for words with their required and forbidden context."""
    after = "|".join(rf"(?<=\b{word}[\s-])" for word in _plain(sides.after))
    not_after = "".join(rf"(?<!\b{word}[\s-])" for word in _plain(sides.not_after))
    before = f"(?={_follows(sides.before)})" if sides.before else ""
    not_before = f"(?!{_follows(sides.not_before)})" if sides.not_before else ""
    whole = f"{after and f'(?:{after})'}{not_after}{words}{before}{not_before}"
    return f"(?-i:{whole})" if sides.exact else whole


def _plain(words: Iterable[str]) -> Iterator[str]:
    """Yield the forms of words as expressions of one length each."""
    for entry in words:
        for form in expanded(entry):
            yield "".join(map(_letter, form))


@lru_cache(maxsize=1024)
def _follows(words: tuple[str, ...]) -> str:
    signs = [word for word in words if word.startswith((":", "-"))]
    follows = alternation(Entry(word) for word in words if word not in signs).replace(_FEW, _MORE)
    found = [rf"\s+(?:{follows})(?!\w)"] if follows else []
    return "|".join([*found, *(rf"\s*{sign}" for sign in signs)])


def _any_of(words: Iterable[str], first_part: str = "-", *, exact: bool = False) -> str:
    """Return the expression for any of some words, sorted by first letters, as Python tries one by one."""
    tree: _Node = {}
    ways = _ways(words, first_part)
    for atoms in sorted(ways, key=lambda atoms: (atoms.count(_BLANK), len(atoms)), reverse=True):
        node = tree
        for atom in atoms:
            node = node.setdefault(atom, {})
        node[_END] = {}
    return _source(tree, first=not exact)


def _ways(words: Iterable[str], first_part: str) -> Iterator[list[str]]:
    """Yield the atoms of each form of some words: letters of the first word, and whole others."""
    for entry in words:
        first, *others = entry.replace("… ", "…").split(" ")
        rest = [atom for word in others for atom in (_BLANK, _any_form(word))]
        if rest and "/" in first:  # so the rest is written once
            yield [_any_form(first, first_part), *rest]
        else:
            yield from (_atoms(form, first_part) + rest for form in _forms(first))


@lru_cache(maxsize=4096)
def _any_form(word: str, first_part: str = "-") -> str:
    return _any_of([word], first_part)


def _atoms(word: str, first_part: str) -> list[str]:
    """Return the atoms of one word: letters, and expressions for wildcard signs."""
    if word in _WHOLE_WORDS:
        return [_WHOLE_WORDS[word]]
    if word.startswith("-"):
        return [first_part, *_atoms(word[1:], first_part)]
    return list(map(_letter, word))


def _letter(sign: str) -> str:
    return _ATOMS.get(sign) or re.escape(sign)


def _source(node: _Node, *, first: bool = False) -> str:
    """Return the expression for a node's subtree; a first letter is written in both cases."""
    ways = [item for item in node.items() if item[0] != _END]
    several = len(ways) > 1
    source = "|".join(
        (_either_case(atom) if first and several else atom) + _source(following) for atom, following in ways
    )
    if _END in node and source:
        return f"(?:{source})?"
    return f"(?:{source})" if several else source


def _either_case(atom: str) -> str:
    """Return a letter in both cases: case-sensitive alternatives with another letter fail at once."""
    small, capital = atom.lower(), atom.upper()
    return f"(?-i:[{small}{capital}])" if len(atom) == len(capital) == 1 and small != capital else atom


# Read the files of the languages, and guess the language of a text.

FOLDER = "languages"
OTHER = "other"
"""The key for all languages without a file, and the name of the file with a few words of many of them."""
VERBS = ("tweet", "post", "write", "say", "tell", "call", "adds", "resort")
"""The kinds of verbs, each with its `forms` and `participles`."""
TABLES = ("publishing", "people", "elsewhere", "sentence", "names")
"""The tables of lists of words in a file."""
_SAMPLE = 1500
# This many plain words of another language are no accident: "no" and "as" are words of several.
_SURE = 3
# This many words of its own distinguish a language from a neighbour with mixed-in words.
_OWN_WORDS = 2
# One word in twelve is a plain one; a word takes six characters, and some scripts have no spaces.
_CHARACTERS_A_PLAIN_WORD = 72
_AROUND_WORDS = ".,:;!?…-–—()[]\"'“”„«»‘’"


@dataclass(frozen=True, slots=True, kw_only=True)
class Traits:
    """Traits of a language as a whole."""

    # Verbs of saying mean the spoken word, as they mostly do if posts have verbs of their own ("tweeted");
    # otherwise "said" may refer to a post.
    said_aloud: bool = False
    inverts: bool = False  # the verb may precede its subject
    bare_subjects: bool = False  # a noun without an article may be a subject
    nouns_capitalised: bool = False
    genitive_s: bool = False  # a name in the genitive ends in s without an apostrophe: "Rehms Tweet"
    reads_with: str = ""  # the language to read all words of as well, because they are mixed with its own
    lends: Sequence[str] = ()  # the lists that all other languages borrow: "un tweet", "die User"


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """The words of one language."""

    tag: str  # the name of its file
    name: str
    traits: Traits = Traits()
    common: Sequence[str] = ()  # frequent words that identify it
    others: Mapping[str, Sequence[str]] = field(default_factory=dict)  # the same for languages that have no file
    cues: Sequence[str] = ()  # pieces of words; a text without any of them has no reaction
    # The lists of `TABLES`, and the parts of `VERBS` as "tweet.forms"; missing lists are left out.
    words: Mapping[str, tuple[Entry, ...]] = field(default_factory=dict)

    def forms(self, name: str) -> Iterator[str]:
        """Yield all forms of a list of words, or of both lists of a kind of verbs."""
        for key in (name, f"{name}.forms", f"{name}.participles"):
            for entry in self.words.get(key, ()):
                yield from expanded(entry.words)


def _entries(items: list[str | dict[str, Any]]) -> Iterator[Entry]:
    for item in items:
        if isinstance(item, str):
            yield Entry(item)
        else:
            sides: dict[str, Any] = {
                key: tuple(value) if isinstance(value, list) else value for key, value in item.items()
            }
            yield from (Entry(words, **sides) for words in sides.pop("words", ()))


def read_language(path: Path) -> Language:
    """Read the words of one language; `tests/scraper/text/test_languages.py` checks the files."""
    content = tomllib.loads(path.read_text("utf-8"))
    lists = {name: part for table in TABLES for name, part in content.pop(table, {}).items()}
    for name, part in content.pop("verbs", {}).items():
        lists |= {f"{name}.{form}": part[form] for form in part} if name in VERBS else {name: part}
    return Language(
        tag=path.stem,
        traits=Traits(**content.pop("traits", {})),
        words={name: tuple(_entries(items)) for name, items in lists.items()},
        **content,
    )


@cache
def languages() -> dict[str, Language]:
    """Return the languages that have a file, by tag; raise `SettingsError` if they are missing."""
    folder = config_directory() / FOLDER
    found = {path.stem: read_language(path) for path in sorted(folder.glob("*.toml"))}
    if not found:
        raise SettingsError(f"{folder}: the words of languages are missing: reinstall voxpop")
    return found


@cache
def words_of_all(name: str) -> frozenset[str]:
    """Return the words of one list in all languages, for texts of unknown language."""
    return frozenset(form for language in languages().values() for form in language.forms(name))


@cache
def weekdays() -> str:
    """Return a regular expression for a full weekday name, in any language."""
    return f"(?:{either(words_of_all('weekdays'))})"


def either(words: Iterable[str]) -> str:
    """Return a regular expression for any of some words, the longest first."""
    return "|".join(map(re.escape, sorted(words, key=lambda word: (-len(word), word))))


def is_whole(tag: str) -> bool:
    """Return True if a language has its own file, with enough words to be read by them alone."""
    return tag in languages() and tag != OTHER


@cache
def _tags() -> list[str]:
    others = (tag for language in languages().values() for tag in language.others)
    return list(dict.fromkeys([*sorted(languages(), key=lambda tag: not is_whole(tag)), *others]))


@cache
def _common_in() -> dict[str, list[str]]:
    common = {tag: language.common for tag, language in languages().items()}
    for language in languages().values():
        common |= language.others
    found: dict[str, list[str]] = {}
    for tag, words in common.items():
        for word in dict.fromkeys(words):
            found.setdefault(word, []).append(tag)
    return found


def is_common(word: str) -> bool:
    """Return True if a word is a frequent one of some language.

    >>> is_common("The"), is_common("Roe")
    (True, False)
    """
    return word.lower() in _common_in()


def guess(text: str, hint: str | None) -> str:
    """Return the language with most words in a text's opening, or the hint unless that is far less likely."""
    return _guess(text[:_SAMPLE], without_region(hint or ""))


def without_region(tag: str) -> str:
    """Return the language of a tag."""
    return re.split("[-_]", tag.lower())[0]


@lru_cache(maxsize=8)
def _guess(opening: str, declared: str) -> str:
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
        # It is written with its neighbour's words among its own, and detectors mistake it for the neighbour.
        # But single words of its own may be others' as well: "di" is also Indonesian, "im" and "dem" are
        # German.
        own = {word for word in plain if tag in known[word]}
        is_another = is_whole(declared) and declared not in (tag, neighbour)
        counts[tag] *= 0 if is_another or len(own) < _OWN_WORDS else 2
    return counts


@cache
def _mixed() -> dict[str, str]:
    """Return the languages written with another's words among their own, mapped to the other."""
    return {
        tag: language.traits.reads_with
        for tag, language in languages().items()
        if language.traits.reads_with and tag != OTHER
    }
