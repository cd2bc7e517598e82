"""The tree of what was typed: words, phrases and operators, joined by AND, OR, NOT and brackets."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_WORDS = 32
#: For each, the rows of all words that begin so are put together.
MOST_BEGINNINGS = 5
MOST_DEPTH = 12
SHORTEST_BEGINNING = 3
#: The operators, each with the field that it is a condition on.
OPERATORS = {
    "from": "author",
    "author": "author",
    "outlet": "outlet",
    "lang": "language",
    "language": "language",
    "platform": "platform",
    "hashtag": "hashtag",
    "topic": "topic",
    "since": "since",
    "until": "until",
    "gone": "gone",
    "confidence": "confidence",
}
# Scripts without spaces between words, of which the index holds whole sentences. What is written in them is
# looked for letter by letter, as are pictures, which the index does not hold.
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")
_VARIANTS = re.compile("[\ufe0e\ufe0f]")
TOKENS = re.compile(
    r"(?P<minus>-(?=[^\s-]))?"
    r"(?:(?P<operator>[A-Za-z]{2,20}):(?:\"(?P<quoted>[^\"]*)(?:\"|\Z)|(?P<value>[^\s\"():/][^\s\"()]*))"
    r"|(?P<phrase>\"[^\"]*(?:\"\*?|\Z))"
    r"|(?P<bracket>[()])"
    r"|(?P<word>[^\s\"()]+))"
)


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition on a column: ``outlet:"The Gazette"``, ``-platform:bluesky``.

    Attributes:
        field: The field of a selection: ``author``, ``outlet``, ``hashtag`` …
        value: What was typed.
        excluded: What fulfils it is left out.
    """

    field: str
    value: str
    excluded: bool = False


@dataclass(frozen=True, slots=True)
class Node:
    """A part of what was typed: a leaf, or ``and``, ``or``, ``not`` over others."""

    kind: str
    text: str = ""  # of a word: FTS5; of a piece: its letters
    shown: str = ""
    parts: tuple[Node, ...] = ()
    condition: Condition | None = None


@dataclass(slots=True)
class Reader:
    """Reads tokens into a tree; AND binds more closely than OR, and NOT more closely than both."""

    tokens: list[re.Match[str]]
    at: int = 0
    depth: int = 0
    words: int = 0
    beginnings: int = 0
    notes: list[str] = field(default_factory=list)
    mistakes: list[str] = field(default_factory=list)

    def read(self) -> Node:
        """Read all tokens; a bracket that closes nothing is left out."""
        parts = [self._either()]
        while self.at < len(self.tokens):
            self.at += 1
            self.notes.append("A bracket closes nothing: it was left out.")
            parts.append(self._either())
        return _joined("and", parts)

    def _either(self) -> Node:
        parts = [self._all()]
        while self._is("OR"):
            self.at += 1
            parts.append(self._all())
            if not all(map(has_content, parts[-2:])):
                self._say_between("OR")
        return _joined("or", parts)

    def _all(self) -> Node:
        parts: list[Node] = []
        while self.at < len(self.tokens) and not self._is("OR") and self._bracket() != ")":
            if self._is("AND"):
                self.at += 1
                is_last = self.at == len(self.tokens) or self._is("OR", "AND") or self._bracket() == ")"
                if not parts or is_last:
                    self._say_between("AND")
                continue
            parts.append(self._one())
        return _joined("and", parts)

    def _one(self) -> Node:
        token = self.tokens[self.at]
        self.at += 1
        if token["word"] == "NOT" and not token["minus"]:
            if self.at == len(self.tokens) or self._is("AND", "OR") or self._bracket() == ")":
                self.notes.append("“NOT” was left out: it stands before what may not occur.")
                return Node("and")
            return Node("not", parts=(self._one(),))
        inner = self._bracketed() if token["bracket"] else self._leaf(token)
        return Node("not", parts=(inner,)) if token["minus"] else inner

    def _bracketed(self) -> Node:
        if self.depth == MOST_DEPTH:
            self.mistakes.append(f"More than {MOST_DEPTH} brackets in one another are not searched.")
            self.at = len(self.tokens)
            return Node("and")
        self.depth += 1
        inner = self._either()
        self.depth -= 1
        if self._bracket() == ")":
            self.at += 1
        else:
            self.notes.append("A bracket is not closed: it was taken to end with the search.")
        return inner

    def _leaf(self, token: re.Match[str]) -> Node:
        if token["operator"]:
            return self._operator(token)
        typed = token["phrase"] or token["word"]
        if token["phrase"] and not typed.rstrip("*").endswith('"', 1):
            self.notes.append("A quotation mark is not closed: the phrase was taken to end with the search.")
        elif token["word"] and typed.startswith("#") and is_word(typed):
            return Node("condition", shown=typed, condition=Condition("hashtag", typed))
        return self._words(typed)

    def _operator(self, token: re.Match[str]) -> Node:
        shown = token[0].removeprefix("-")
        name, value = token["operator"].lower(), (token["value"] or token["quoted"] or "").strip()
        if name not in OPERATORS:
            self.notes.append(f"“{token['operator']}:” is no operator here: “{shown}” was looked for as words.")
            return self._words(shown.replace('"', " "))
        if not value:
            self.mistakes.append(f"“{name}:” needs a value behind it, as in {name}:word.")
            return Node("and")
        return Node("condition", shown=shown, condition=Condition(OPERATORS[name], value))

    def _words(self, typed: str) -> Node:
        """Read a word or phrase: for the index, or to be looked for letter by letter, or both."""
        self.words += 1
        bare, starred = typed.replace('"', " ").strip(), typed.endswith("*")
        words = bare.rstrip("*").strip()
        if not is_word(words) and not is_piece(words):
            self.notes.append(f"“{bare or typed}” was left out: it holds no word.")
            return Node("and")
        if is_piece(words):
            return self._piece(words)
        if starred and len(re.split(r"\W+", words)[-1]) < SHORTEST_BEGINNING:
            self.mistakes.append(f"“{bare}”: write at least {SHORTEST_BEGINNING} letters before the star.")
        elif "*" in words:
            self.notes.append(f"In “{bare}” a star is not at the end of a word: only there it means something.")
        elif words.lower().rstrip(":") in OPERATORS and words.endswith(":"):
            self.notes.append(f"Behind “{words}” stands a space: write {words.lower()}word.")
        elif words == "NEAR":
            self.notes.append("“NEAR” is no operator here: it was looked for as a word.")
        self.beginnings += starred
        shown = f"“{words}”" if typed.startswith('"') else words
        return Node("word", f'"{words}"' + " *" * starred, shown + "…" * starred)

    def _piece(self, words: str) -> Node:
        piece = Node("piece", _VARIANTS.sub("", words).strip("'‘’").lower(), words)
        if is_word(words) and not _UNSPACED.search(words):  # the index narrows what is read letter by letter
            return Node("and", parts=(Node("word", f'"{words}"', ""), piece))
        return piece

    def _is(self, *operators: str) -> bool:
        token = self.tokens[self.at] if self.at < len(self.tokens) else None
        return token is not None and token["word"] in operators and not token["minus"]

    def _bracket(self) -> str | None:
        return self.tokens[self.at]["bracket"] if self.at < len(self.tokens) else None

    def _say_between(self, operator: str) -> None:
        self.notes.append(f"“{operator}” was left out: it stands between two words.")


def is_word(word: str) -> bool:
    """Return whether the index holds anything of a word."""
    return any(letter.isalnum() for letter in word)


def is_piece(word: str) -> bool:
    """Return whether a word has to be looked for letter by letter: without spaces, or an emoji."""
    return bool(_UNSPACED.search(word)) or any(unicodedata.category(letter) == "So" for letter in word)


def _joined(kind: str, parts: Iterable[Node]) -> Node:
    kept = tuple(part for part in parts if has_content(part))
    return kept[0] if len(kept) == 1 else Node("and" if not kept else kind, parts=kept)


def has_content(node: Node) -> bool:
    """Return whether anything is left of a part."""
    return node.kind not in ("and", "or") or bool(node.parts)
