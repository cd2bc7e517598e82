"""Read the notation of `config/languages`, and build one regular expression from many words.

An entry is words separated by spaces. ``*`` stands for any letters, ``…`` for up to four words, ``<name>``
for a word with a capital, and ``stem/a/b`` for the words "stema" and "stemb". A leading slash separates whole
words:

>>> expanded("tweet//s/ed"), expanded("/his/her post")
(['tweet', 'tweets', 'tweeted'], ['his post', 'her post'])
>>> import re
>>> words = alternation([Entry("tweet//s"), Entry("took … to"), Entry("*ly"), Entry("l'un/e")])
>>> texts = "TWEET", "tweets", "tweeting", "took it all to", "sadly", "L’une"
>>> [bool(re.fullmatch(words, text, re.IGNORECASE)) for text in texts]
[True, True, False, True, True, True]
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SIGNS = lazy_regex(r"[\\()\[\]{}|?+^$]")
"""Signs of regular expressions, not allowed in entries."""
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
    """Words, with the context in which they count.

    Attributes:
        words: The words, in the notation of the files.
        before: They count only if one of these follows.
        not_before: They do not count if one of these follows.
        after: They count only after one of these.
        not_after: They do not count after one of these.
        exact: Whether case matters.
    """

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
    """Return the forms of one word."""
    stem, *endings = word.split("/")
    return [stem + ending for ending in endings] or [stem]


def alternation(entries: Iterable[Entry], heads: Iterable[Entry] = ()) -> str:
    """Build a case-insensitive expression for any of some entries, without a group around it.

    Args:
        entries: The entries.
        heads: First parts of compounds; an entry that begins with a hyphen is the second part.
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
    """Return the expression for one of some following words, or signs such as a colon."""
    signs = [word for word in words if word.startswith((":", "-"))]
    follows = alternation(Entry(word) for word in words if word not in signs).replace(_FEW, _MORE)
    found = [rf"\s+(?:{follows})(?!\w)"] if follows else []
    return "|".join([*found, *(rf"\s*{sign}" for sign in signs)])


def _any_of(words: Iterable[str], first_part: str = "-", *, exact: bool = False) -> str:
    """Return the expression for any of some words; of two that match, the longer.

    Python tries alternatives one by one, so words are sorted by the letters that they begin with.
    """
    tree: _Node = {}
    for atoms in sorted(_ways(words, first_part), key=_length, reverse=True):
        node = tree
        for atom in atoms:
            node = node.setdefault(atom, {})
        node[_END] = {}
    return _source(tree, first=not exact)


def _length(atoms: list[str]) -> tuple[int, int]:
    """Return the number of words in some atoms, then the number of atoms."""
    return atoms.count(_BLANK), len(atoms)


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
