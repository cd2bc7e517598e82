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

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

SIGNS = re.compile(r"[\\()\[\]{}|?+^$]")
"""Signs of regular expressions, which no entry holds."""
_ANY = "*"
_FEW = "…"
_NAME = "<name>"
_BLANK = r"\s+"
# More words stand between a verb and what must follow: "gab der Verein am Dienstag in einem Tweet bekannt".
_MORE = r"(?:[^\W_][\w’'.,-]{0,30}+\s+){0,9}?"
# What follows a word without a blank.
_JOINED = (":", "-")
_ATOMS = {
    _ANY: r"\w*",
    _FEW: r"(?:[^\W_][\w’'.,-]{0,30}+\s+){0,4}?",
    _NAME: r"(?-i:[A-ZÀ-Þ@][\w.’'-]*)",
    "'": "[’']",
    "’": "[’']",
}
# Where one word of many begins, those with another letter are skipped at once if case is told apart.
_FOLDED_DEPTH = 2
# What must follow is written once for several words if it is longer than this, in characters.
_LONG = 150

_Node = dict[str, "_Node"]
_Around = tuple[tuple[str, ...], tuple[str, ...]]
_END = ""


class Entry(NamedTuple):
    """Words that count, and where.

    Attributes:
        words: The words, in the notation of the files.
        before: They count only where one of these follows.
        not_before: They do not count where one of these follows.
        after: They count only behind one of these.
        not_after: They do not count behind one of these.
        but_not: Of the words that ``*`` makes them stand for, these do not count.
        exact: Whether they count only as they are written, in small letters or capitals.
    """

    words: str
    before: tuple[str, ...] = ()
    not_before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    not_after: tuple[str, ...] = ()
    but_not: tuple[str, ...] = ()
    exact: bool = False


def expanded(words: str) -> list[str]:
    """Return the forms that an entry stands for."""
    return [" ".join(forms) for forms in product(*map(_forms, words.split(" ")))]


def _forms(word: str) -> list[str]:
    """Return the forms of one word."""
    stem, *endings = word.split("/")
    return [stem + ending for ending in endings] or [stem]


def alternation(entries: Iterable[Entry], *, folded: bool = True, heads: Sequence[Entry] = ()) -> str:
    """Make an expression for any of some entries, without a group around it; of two that fit, the longer.

    Python tries alternatives one by one, so words are sorted under the letters that they begin with.

    Args:
        entries: The entries.
        folded: Whether it is used where case does not matter.
        heads: First parts of compounds, of which an entry with a hyphen in front is the second.
    """
    entries = list(entries)
    joined = f"(?:{alternation(heads, folded=False)})-?" if heads else ""
    as_written = [entry for entry in entries if entry.exact and folded]
    in_any_case = [entry for entry in entries if not (entry.exact and folded)]
    parts = [f"(?-i:{_source(_tree(as_written, joined, 0), 0)})"] if as_written else []
    if in_any_case:
        depth = _FOLDED_DEPTH if folded else 0
        parts.append(_source(_tree(in_any_case, joined, depth), depth))
    return "|".join(parts)


def _tree(entries: Iterable[Entry], joined: str, folded: int) -> _Node:
    """Sort words under the letters that they begin with; what is the same behind many is written once."""
    tree: _Node = {}
    alike: dict[Entry, list[str]] = {}
    for entry in entries:
        alike.setdefault(entry._replace(words=""), []).append(entry.words)
    for around, words in alike.items():
        ahead = _ahead(around)
        if len(words) > 1 and sum(map(len, ahead)) > _LONG:
            bare = _source(_tree(map(Entry, words), joined, folded), folded)
            _add(tree, [*_behind(around), f"(?:{bare})", *ahead])
        else:
            _add_words(tree, [around._replace(words=each) for each in words], joined)
    return tree


def _add(tree: _Node, atoms: Iterable[str]) -> None:
    """Add a way through the tree."""
    node = tree
    for atom in atoms:
        node = node.setdefault(atom, {})
    node[_END] = {}


def _add_words(tree: _Node, entries: Iterable[Entry], joined: str) -> None:
    """Add words letter by letter; several in front of the same ones are one atom."""
    firsts: dict[_Around, dict[str, None]] = {}
    for entry in entries:
        first, *rest = entry.words.split(" ")
        around = tuple(_behind(entry)), tuple(_ending(rest, entry, few=first == _FEW))
        firsts.setdefault(around, {}).update(dict.fromkeys(_forms(first)))
    for (behind, ending), forms in firsts.items():
        for atoms in _grouped(list(forms), joined) if ending else (_atoms(form, joined) for form in forms):
            _add(tree, (*behind, *atoms, *ending))


def _grouped(forms: list[str], joined: str) -> Iterator[list[str]]:
    """Yield the atoms of words that stand in front of the same ones: a letter, and all that begin with it."""
    under: dict[str, list[str]] = {}
    for form in forms:
        under.setdefault(form[:1], []).append(form)
    for letter, group in under.items():
        if len(group) == 1 or letter in _ATOMS or letter in "<-":
            yield from (_atoms(form, joined) for form in group)
        else:
            rests = alternation([Entry(form[1:]) for form in group if form[1:]], folded=False)
            yield [letter, f"(?:{rests})" + "?" * (letter in group)]


def _source(node: _Node, folded: int) -> str:
    """Return the expression for what a node of the tree leads to."""
    row = []
    while len(node) == 1 and _END not in node:
        ((atom, node),) = node.items()
        row.append(_escaped(atom))
    return "".join(row) + _branches(node, folded)


def _escaped(atom: str) -> str:
    """Return an atom as an expression."""
    return atom if atom.isalnum() or len(atom) > 1 else re.escape(atom)


def _branches(node: _Node, folded: int) -> str:
    """Return the expression for the ways that lead on from a node."""
    children = [item for item in node.items() if item[0] != _END]
    several = len(children) > 1
    if several and any(len(atom) > 1 for atom, _ in children):  # of letters, only one can fit
        children.sort(key=lambda item: (_rank(item[0]), -_height(item[1])))
    parts = [_chain(atom, child, folded, several=several) for atom, child in children]
    if not parts:
        return ""
    whole = "|".join(parts)
    if _END in node:
        return f"(?:{whole})?"
    return f"(?:{whole})" if several else whole


def _rank(atom: str) -> int:
    """Return the order of an atom among those it stands beside: what may lead to more words comes first."""
    if atom.startswith(("(?=", "(?!")):
        return 3
    if atom.startswith(r"\w"):
        return 2
    return int(len(atom) == 1)


def _height(node: _Node) -> int:
    """Return how many words at most a node leads to."""
    return max((_height(child) + (atom == _BLANK) for atom, child in node.items()), default=0)


def _chain(atom: str, child: _Node, folded: int, *, several: bool) -> str:
    """Return the expression for one atom and what follows."""
    letter = atom if len(atom) == 1 else ""
    if (
        several
        and folded
        and letter.isalpha()
        and len(letter.upper()) == 1
        and letter.lower() != letter.upper()
    ):
        atom = f"(?-i:[{letter.lower()}{letter.upper()}])"
    else:
        atom = _escaped(atom)
    return atom + _source(child, folded - several if folded else 0)


def _ending(rest: list[str], entry: Entry, *, few: bool) -> list[str]:
    """Return the atoms of the words behind the first, and of what must follow them."""
    ending = [atom for word in rest for atom in _word_atoms(word)]
    if rest and not few:  # "…" is a few words with the blanks behind them
        ending.insert(0, _BLANK)
    if ending and ending[-1] == _BLANK:
        ending.pop()
    return ending + _ahead(entry)


def _word_atoms(word: str) -> list[str]:
    """Return the atoms of a word that is not the first, and of the blank behind it."""
    if word == _FEW:
        return [_ATOMS[_FEW]]
    return [_any_of(word), _BLANK]


@lru_cache(maxsize=4096)
def _any_of(word: str) -> str:
    """Return the expression for any form of one word."""
    if "/" in word:
        return f"(?:{alternation([Entry(word)], folded=False)})"
    return "".join(re.escape(atom) if len(atom) == 1 else atom for atom in _atoms(word))


def _atoms(form: str, joined: str = "") -> list[str]:
    """Return the atoms of one word: letters, and expressions for the signs that stand for more."""
    if joined and form[0] == "-":
        return [joined, *_atoms(form[1:])]
    if form == _ANY:
        return [r"\w+"]
    if form == _NAME:
        return [_ATOMS[_NAME]]
    return [_ATOMS.get(letter, letter) for letter in form]


def _ahead(entry: Entry) -> list[str]:
    """Return what an entry says of the words behind it."""
    ahead = []
    if entry.before:
        ahead.append(f"(?={_follows(entry.before)})")
    if entry.not_before:
        ahead.append(f"(?!{_follows(entry.not_before)})")
    return ahead


def _behind(entry: Entry) -> list[str]:
    """Return what an entry says of the words in front of it."""
    behind = []
    if entry.after:
        any_of = "|".join(rf"(?<=\b{word}[\s-])" for word in _plain(entry.after))
        behind.append(f"(?:{any_of})")
    behind.extend(rf"(?<!\b{word}[\s-])" for word in _plain(entry.not_after))
    if entry.but_not:
        behind.append(f"(?!(?:{alternation(map(Entry, entry.but_not), folded=False)})(?!\\w))")
    return behind


@lru_cache(maxsize=1024)
def _follows(words: tuple[str, ...]) -> str:
    """Return the expression for one of some words, or signs such as a colon, that follow."""
    joined = [word for word in words if word.startswith(_JOINED)]
    plain = [Entry(word) for word in words if not word.startswith(_JOINED)]
    follows = alternation(plain, folded=False).replace(_ATOMS[_FEW], _MORE)
    found = [rf"\s+(?:{follows})(?!\w)"] if plain else []
    return "|".join([*found, *(rf"\s*{re.escape(word)}" for word in joined)])


def _plain(words: Sequence[str]) -> Iterator[str]:
    """Yield the forms of words as expressions of one length each."""
    for entry in words:
        for form in expanded(entry):
            yield "".join("[’']" if letter in "'’" else re.escape(letter) for letter in form)
