"""Read the notation of `config/languages`, and make one expression of many words.

An entry is words parted by blanks. In it ``*`` stands for any letters, ``…`` for up to four words, ``<name>``
for a word with a capital, and ``stem/a/b`` for the words "stema" and "stemb". A slash in front parts whole
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
"""Signs of regular expressions, which no entry holds."""
_FEW = r"(?:[^\W_][\w’'.,-]{0,30}+\s+){0,4}?"
# More words stand between a verb and what must follow: "gab der Verein am Dienstag in einem Tweet bekannt".
_MORE = _FEW.replace("{0,4}", "{0,9}")
_WHOLE_WORDS = {"*": r"\w+", "<name>": r"(?-i:[A-ZÀ-Þ@][\w.’'-]*)"}
_ATOMS = {"*": r"\w*", "…": _FEW, "'": "[’']", "’": "[’']"}
_Node = dict[str, "_Node"]
_BLANK = r"\s+"
_END = ""


class Entry(NamedTuple):
    """Words that count, and where.

    Attributes:
        words: The words, in the notation of the files.
        before: They count only where one of these follows.
        not_before: They do not count where one of these follows.
        after: They count only behind one of these.
        not_after: They do not count behind one of these.
        exact: Whether they count only as they are written, in small letters or capitals.
    """

    words: str
    before: tuple[str, ...] = ()
    not_before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    not_after: tuple[str, ...] = ()
    exact: bool = False


def expanded(words: str) -> list[str]:
    """Return the forms that an entry stands for."""
    return [" ".join(forms) for forms in product(*map(_forms, words.split(" ")))]


def _forms(word: str) -> list[str]:
    """Return the forms of one word."""
    stem, *endings = word.split("/")
    return [stem + ending for ending in endings] or [stem]


def alternation(entries: Iterable[Entry], heads: Iterable[Entry] = ()) -> str:
    """Make an expression for any of some entries, without a group around it, for where case does not matter.

    Args:
        entries: The entries.
        heads: First parts of compounds, of which an entry with a hyphen in front is the second.
    """
    first_part = f"(?:{alternation(heads)})-?" if heads else "-"
    alike: dict[Entry, list[str]] = {}
    for entry in entries:
        alike.setdefault(entry._replace(words=""), []).append(entry.words)
    in_order = sorted(alike.items(), reverse=True)  # those with anything around them first
    return "|".join(
        _with_sides(sides, _any_of(words, first_part, exact=sides.exact)) for sides, words in in_order
    )


def _with_sides(sides: Entry, words: str) -> str:
    """Return an expression for words with what must stand around them, and what must not."""
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
    """Return the expression for one of some words that follow, or signs such as a colon."""
    signs = [word for word in words if word.startswith((":", "-"))]
    follows = alternation(Entry(word) for word in words if word not in signs).replace(_FEW, _MORE)
    found = [rf"\s+(?:{follows})(?!\w)"] if follows else []
    return "|".join([*found, *(rf"\s*{sign}" for sign in signs)])


def _any_of(words: Iterable[str], first_part: str = "-", *, exact: bool = False) -> str:
    """Return the expression for any of some words; of two that fit, the longer.

    Python tries alternatives one by one, so words are sorted under the letters that they begin with.
    """
    tree: _Node = {}
    for atoms in sorted(_ways(words, first_part), key=_length, reverse=True):
        node = tree
        for atom in atoms:
            node = node.setdefault(atom, {})
        node[_END] = {}
    return _source(tree, first=not exact)


def _length(atoms: list[str]) -> tuple[int, int]:
    """Return of how many words some atoms are, then how many they are."""
    return atoms.count(_BLANK), len(atoms)


def _ways(words: Iterable[str], first_part: str) -> Iterator[list[str]]:
    """Yield the atoms of each form of some words: letters of the first word, and whole others."""
    for entry in words:
        first, *others = entry.replace("… ", "…").split(" ")
        rest = [atom for word in others for atom in (_BLANK, _any_form(word))]
        if rest and "/" in first:  # so that the rest is written once
            yield [_any_form(first, first_part), *rest]
        else:
            yield from (_atoms(form, first_part) + rest for form in _forms(first))


@lru_cache(maxsize=4096)
def _any_form(word: str, first_part: str = "-") -> str:
    return _any_of([word], first_part)


def _atoms(word: str, first_part: str) -> list[str]:
    """Return the atoms of one word: letters, and expressions for the signs that stand for more."""
    if word in _WHOLE_WORDS:
        return [_WHOLE_WORDS[word]]
    if word.startswith("-"):
        return [first_part, *_atoms(word[1:], first_part)]
    return list(map(_letter, word))


def _letter(sign: str) -> str:
    return _ATOMS.get(sign) or re.escape(sign)


def _source(node: _Node, *, first: bool = False) -> str:
    """Return the expression for what a node of the tree leads to; a first letter is written in both cases."""
    ways = [item for item in node.items() if item[0] != _END]
    several = len(ways) > 1
    source = "|".join(
        (_either_case(atom) if first and several else atom) + _source(following) for atom, following in ways
    )
    if _END in node and source:
        return f"(?:{source})?"
    return f"(?:{source})" if several else source


def _either_case(atom: str) -> str:
    """Return a letter in both cases: alternatives with another are skipped at once if case is told apart."""
    small, capital = atom.lower(), atom.upper()
    return f"(?-i:[{small}{capital}])" if len(atom) == len(capital) == 1 and small != capital else atom
