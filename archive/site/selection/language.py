"""The language of the search box: words, AND, OR, NOT, "phrases", beginnings*, and operators like ``from:``.

What is typed becomes a search of SQLite's FTS5 that cannot be wrong, and conditions on columns. What is not
understood is told: in `Typed.notes` where the rest can be searched, in `Typed.mistakes` where it cannot.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from archive.site.selection.tree import MOST_BEGINNINGS, MOST_WORDS, TOKENS, Condition, Node, Reader, has_content
from archive.store.terms import SIGN

if TYPE_CHECKING:
    from collections.abc import Iterator

_QUOTATION_MARKS = str.maketrans("“”„‟«»＂＃", '"""""""#')


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed into the box, read.

    Attributes:
        words: The words as a search of FTS5; empty where none have to occur.
        without: Words none of which may occur, as a search of FTS5, where `words` is empty.
        pieces: What has to occur letter by letter: words of scripts without spaces, emoji.
        unwanted: What may not occur letter by letter.
        conditions: Conditions on columns.
        notes: What was read in another way than it may be meant, a sentence each.
        mistakes: What cannot be searched, a sentence each.
        plain: The words and phrases that have to occur, without signs: to be looked for in names.
        reading: How it was read, in words; empty where it is but words that all have to occur.
    """

    words: str = ""
    without: str = ""
    pieces: tuple[str, ...] = ()
    unwanted: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()
    notes: tuple[str, ...] = ()
    mistakes: tuple[str, ...] = ()
    plain: tuple[str, ...] = ()
    reading: str = ""

    @property
    def signs(self) -> str:
        """Return a search for all pieces in the index of signs; empty where one has none.

        >>> read("灯台 \U0001f469\u200d\U0001f4bb").signs
        '"706f 53f0" AND "1f469 1f4bb"'
        """
        phrases = [" ".join(f"{ord(sign):x}" for sign in SIGN.findall(piece)) for piece in self.pieces]
        return " AND ".join(f'"{phrase}"' for phrase in phrases) if all(phrases) else ""

    @property
    def is_empty(self) -> bool:
        """Return whether nothing was typed that could be searched for."""
        return not (self.words or self.without or self.pieces or self.unwanted or self.conditions)


def read(typed: str) -> Typed:
    """Read what somebody typed.

    >>> read('pier -moon "ninety days" lighth*').words
    '("pier" AND "ninety days" AND "lighth" *) NOT "moon"'
    >>> read("van OR (pier closed)").words, read("van OR (pier closed)").reading
    ('("van" OR ("pier" AND "closed"))', 'van or (pier and closed)')
    >>> read("th*").mistakes
    ('“th*”: write at least 3 letters before the star.',)
    >>> read("灯台 -outlet:Gazette").conditions
    (Condition(field='outlet', value='Gazette', excluded=True),)
    """
    reader = Reader(list(TOKENS.finditer(typed.translate(_QUOTATION_MARKS))))
    tree = reader.read()
    parts = list(_conjunction(tree))
    told = [*reader.mistakes, *_too_many(reader), *_misplaced(parts)]
    words, without = _searches(parts)
    pieces, unwanted, conditions = _leaves(parts)
    if (without or unwanted) and not (words or pieces or any(not each.excluded for each in conditions)):
        told.append("Say what to look for besides what may not occur.")
    return Typed(
        words="" if told else words,
        without="" if told else without,
        pieces=tuple(pieces),
        unwanted=tuple(unwanted),
        conditions=tuple(conditions),
        notes=tuple(dict.fromkeys(reader.notes)),
        mistakes=tuple(dict.fromkeys(told)),
        plain=tuple(part.shown.strip("“”…") for part in parts if part.kind in ("word", "piece") and part.shown),
        reading=_shown(tree) if {part.kind for part in parts} - {"word", "piece"} else "",
    )


def _conjunction(node: Node) -> Iterator[Node]:
    """Yield what has to hold all at once."""
    if node.kind == "and":
        for part in node.parts:
            yield from _conjunction(part)
    elif node.kind != "not" or has_content(node.parts[0]):
        yield node


def _too_many(reader: Reader) -> Iterator[str]:
    """Say of what there is more than one search takes."""
    if reader.words > MOST_WORDS:
        yield f"At most {MOST_WORDS} words are searched for at once."
    if reader.beginnings > MOST_BEGINNINGS:
        yield f"At most {MOST_BEGINNINGS} beginnings of words are searched for at once."


def _misplaced(parts: list[Node]) -> Iterator[str]:
    """Say what stands where it cannot be searched."""
    for part in parts:
        inner = part.parts[0] if part.kind == "not" else part
        if inner.kind in ("condition", "piece") or _is_words(inner):
            continue
        for leaf in _all_leaves(inner):
            if leaf.kind == "not":
                yield "What may not occur cannot stand beside OR or in another NOT."
            elif leaf.kind in ("condition", "piece") and not _is_tag(leaf):
                yield f"“{leaf.shown}” cannot stand beside OR or in brackets: it holds for the whole search."


def _all_leaves(node: Node) -> Iterator[Node]:
    if node.kind in ("and", "or"):
        for part in node.parts:
            yield from _all_leaves(part)
    else:
        yield node


def _is_words(node: Node) -> bool:
    """Return whether a part can be asked of the index; a hashtag beside OR is a word there."""
    if node.kind in ("and", "or"):
        return all(_is_words(part) or _is_tag(part) for part in node.parts)
    return node.kind == "word"


def _is_tag(node: Node) -> bool:
    return node.condition is not None and node.condition.field == "hashtag" and node.shown.startswith("#")


def _fts(node: Node) -> str:
    """Return a part as an expression of FTS5."""
    if node.kind in ("and", "or"):
        return f"({f' {node.kind.upper()} '.join(map(_fts, node.parts))})"
    if node.condition is not None:
        return f'"{node.condition.value.lstrip("#")}"'
    return node.text


def _searches(parts: list[Node]) -> tuple[str, str]:
    """Return the search of FTS5, and apart from it what may not occur where nothing has to occur."""
    wanted = [_fts(part) for part in parts if part.kind in ("word", "or")]
    refused = [_fts(part.parts[0]) for part in parts if part.kind == "not" and _is_words(part.parts[0])]
    unwanted = " OR ".join(refused)
    if not wanted:
        return "", unwanted
    words = " AND ".join(wanted)
    if not refused:
        return words, ""
    return f"{_in_brackets(words, wanted)} NOT {_in_brackets(unwanted, refused)}", ""


def _in_brackets(joined: str, parts: list[str]) -> str:
    return f"({joined})" if len(parts) > 1 else joined


def _leaves(parts: list[Node]) -> tuple[list[str], list[str], list[Condition]]:
    pieces: list[str] = []
    unwanted: list[str] = []
    conditions: list[Condition] = []
    for part in parts:
        inner, excluded = (part.parts[0], True) if part.kind == "not" else (part, False)
        if inner.condition:
            conditions.append(Condition(inner.condition.field, inner.condition.value, excluded))
        elif inner.kind == "piece":
            (unwanted if excluded else pieces).append(inner.text)
    return pieces, unwanted, conditions


def _shown(node: Node, *, inside: bool = False) -> str:
    """Return a part as it was read, in words."""
    if node.kind == "not":
        return f"not {_shown(node.parts[0], inside=True)}"
    if node.kind in ("and", "or"):
        words = f" {node.kind} ".join(filter(None, (_shown(part, inside=True) for part in node.parts)))
        return f"({words})" if inside and len(node.parts) > 1 else words
    return node.shown
