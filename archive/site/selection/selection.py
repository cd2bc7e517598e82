"""A selection of rows and their order, parsed from a URL and written as one.

Every list, search, export and feed begins with one: ``of("posts", site.argument)`` reads it from a request,
`Selection.address` gives the permalink.
"""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from archive.store.terms import SIGN
from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from datetime import date

    from archive.site.charts import Link
    from archive.site.site import Site


# The tree of a query: words, phrases and operators, joined by AND, OR, NOT and brackets.

MOST_WORDS = 32
#: For each, the rows of all words that begin so are put together.
MOST_BEGINNINGS = 5
MOST_DEPTH = 12
SHORTEST_BEGINNING = 3
#: The operators, each with the field that it is a condition on.
OPERATORS = {
    "from": "author",
    "author": "author",
    "speaker": "speaker",
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
_UNSPACED = lazy_regex("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")
_VARIANTS = lazy_regex("[\ufe0e\ufe0f]")
# In an FTS5 query: the end of the beginning of a word, words, and what the index separates in these.
BEGINNING = '" *'
_QUOTED = lazy_regex('"([^"]*)"')
_PARTS = lazy_regex(r"[^\W_]+")
TOKENS = lazy_regex(
    r"(?P<minus>-(?=[^\s-]))?"
    r"(?:(?P<operator>[A-Za-z]{2,20}):(?:\"(?P<quoted>[^\"]*)(?:\"|\Z)|(?P<value>[^\s\"():/][^\s\"()]*))"
    r"|(?P<phrase>\"[^\"]*(?:\"\*?|\Z))"
    r"|(?P<bracket>[()])"
    r"|(?P<word>[^\s\"()]+))"
)


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition on a field of a selection: ``outlet:"The Gazette"``, or excluded: ``-platform:bluesky``."""

    field: str
    value: str
    excluded: bool = False


@dataclass(frozen=True, slots=True)
class Node:
    """A part of a query: a leaf, or ``and``, ``or``, ``not`` over others."""

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
    """Return True if the index contains any part of a word."""
    return any(letter.isalnum() for letter in word)


def is_piece(word: str) -> bool:
    """Return True if a word must be searched letter by letter: a script without spaces, or an emoji."""
    return bool(_UNSPACED.search(word)) or any(unicodedata.category(letter) == "So" for letter in word)


def _joined(kind: str, parts: Iterable[Node]) -> Node:
    kept = tuple(part for part in parts if has_content(part))
    return kept[0] if len(kept) == 1 else Node("and" if not kept else kind, parts=kept)


def has_content(node: Node) -> bool:
    """Return True if a part has any content."""
    return node.kind not in ("and", "or") or bool(node.parts)


# The language of the search box: words, AND, OR, NOT, "phrases", beginnings*, and operators like ``from:``.

_QUOTATION_MARKS = str.maketrans("“”„‟«»＂＃", '"""""""#')


@dataclass(frozen=True, slots=True)
class Typed:
    """A parsed query.

    `words` is an FTS5 query; `without` has the excluded words if there are no others; `marked` has any words to mark.
    `pieces` must occur letter by letter, `unwanted` may not. `notes` and `mistakes` are sentences. `plain` are the
    required words and phrases, to look up names. `reading` describes the query; empty for required words only.
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
    marked: str = ""

    @property
    def signs(self) -> str:
        """Return a search for all pieces in the index of signs; empty where one has none.

        >>> read("灯台 \U0001f469\u200d\U0001f4bb").signs
        '"706f 53f0" AND "1f469 1f4bb"'
        """
        phrases = [" ".join(f"{ord(sign):x}" for sign in SIGN.findall(piece)) for piece in self.pieces]
        return " AND ".join(f'"{phrase}"' for phrase in phrases) if all(phrases) else ""

    @property
    def is_costly(self) -> bool:
        """Return True if the index compares positions or joins lists for a hit: a phrase, or the beginning of a word.

        >>> [read(typed).is_costly for typed in ("pier OR van", 'pier "ninety days"', "don't", "lighth*")]
        [False, True, True, True]
        """
        return BEGINNING in self.words or any(len(_PARTS.findall(word)) > 1 for word in _QUOTED.findall(self.words))

    @property
    def is_empty(self) -> bool:
        """Return True if the query has nothing to search for."""
        return not (self.words or self.without or self.pieces or self.unwanted or self.conditions)


def read(typed: str) -> Typed:
    """Parse a query.

    >>> read('pier -moon "ninety days" lighth*').words
    '("pier" AND "ninety days" AND "lighth" *) NOT "moon"'
    >>> read("van OR (pier closed)").words, read("van OR (pier closed)").reading
    ('("van" OR ("pier" AND "closed"))', 'van or (pier and closed)')
    >>> read("th*").mistakes
    ('“th*”: write at least 3 letters before the star.',)
    >>> read("灯台 -outlet:Gazette").conditions
    (Condition(field='outlet', value='Gazette', excluded=True),)
    >>> read('pier (van OR "ninety days") -moon #alva').marked
    '"pier" OR "van" OR "ninety days" OR "alva"'
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
        marked=" OR ".join(dict.fromkeys(_fts(leaf) for leaf in _all_leaves(tree) if _is_words(leaf) or _is_tag(leaf))),
    )


def _conjunction(node: Node) -> Iterator[Node]:
    if node.kind == "and":
        for part in node.parts:
            yield from _conjunction(part)
    elif node.kind != "not" or has_content(node.parts[0]):
        yield node


def _too_many(reader: Reader) -> Iterator[str]:
    if reader.words > MOST_WORDS:
        yield f"At most {MOST_WORDS} words are searched for at once."
    if reader.beginnings > MOST_BEGINNINGS:
        yield f"At most {MOST_BEGINNINGS} beginnings of words are searched for at once."


def _misplaced(parts: list[Node]) -> Iterator[str]:
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
    """Return True if the index can answer a part; a hashtag next to OR is a word there."""
    if node.kind in ("and", "or"):
        return all(_is_words(part) or _is_tag(part) for part in node.parts)
    return node.kind == "word"


def _is_tag(node: Node) -> bool:
    return node.condition is not None and node.condition.field == "hashtag" and node.shown.startswith("#")


def _fts(node: Node) -> str:
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


# Where an address leads: readers paste the link of a post or of an article into the search, or its id.

POST = """
select coalesce(
  (select id from posts where id = :typed),
  (select post from post_aliases where alias = :typed),
  (
    select printings.post
    from json_each(:ids) as ids join printings on printings.native_id = ids.value
    order by ids.key limit 1
  )
) as id
"""
ARTICLE = "select id from articles where url in (select value from json_each(:addresses)) limit 1"

_ADDRESS = re.compile(r"(?:https?://)?(?:[\w-]{1,63}\.){1,9}[\w-]{2,63}(?::\d+)?/\S+", re.IGNORECASE)
_ID = re.compile(r"[a-z]{2,20}:(?!//)\S+|\d{8,}", re.ASCII)
_SCHEME = re.compile("^https?://", re.IGNORECASE)
_SHORTEST = 5
_PIECES = re.compile(r"[^/?&=#]+")


def is_web(typed: str) -> bool:
    """Return True if a query is a URL.

    >>> is_web("https://x.com/jo/status/17"), is_web("x.com/jo/status/17"), is_web("and/or")
    (True, False, False)
    """
    return typed.lower().startswith(("http://", "https://")) and bool(_ADDRESS.fullmatch(typed))


def ids_in(typed: str) -> list[str]:
    """Return what may be the platform's id of a post in its address, or in the key of its row.

    >>> ids_in("https://t.example/harbour/17?single"), ids_in("twitter:1790000000000000003")
    (['harbour/17', '17/single', 'harbour', 'single'], ['1790000000000000003'])
    >>> ids_in("x.com/jo/status/1790000000000000003"), ids_in("and/or")
    (['jo/status', 'status/1790000000000000003', 'status', '1790000000000000003'], [])
    """
    if _ID.fullmatch(typed):
        return [typed.rpartition(":")[2]]
    if not _ADDRESS.fullmatch(typed):
        return []
    _, *path = _PIECES.findall(_SCHEME.sub("", typed))
    pairs = [f"{before}/{last}" for before, last in pairwise(path)]  # some ids are of two parts
    return pairs + [piece for piece in path if len(piece) >= _SHORTEST]


async def place_of(site: Site, typed: str) -> str | None:
    """Return the page of the post or article with this URL or id, if it is in the archive."""
    if not (_ADDRESS.fullmatch(typed) or _ID.fullmatch(typed)):
        return None
    bare = re.split("[?#]", typed)[0]
    addresses = [typed, typed.partition("#")[0], bare, bare.rstrip("/"), bare.rstrip("/") + "/"]
    found = await site.ask_all(
        article=(ARTICLE, {"addresses": json.dumps(addresses)}),
        post=(POST, {"typed": typed, "ids": json.dumps(ids_in(typed))}),
    )
    for kind in ("article", "post"):
        row = found[kind].first
        if row and row["id"]:
            return site.page(kind, row["id"])
    return None


KINDS = ("reactions", "posts", "quotes", "articles", "hashtags", "authors", "outlets")
#: Fields of the form that are conditions, in the order of the permalink.
FIELDS = (
    *("platform", "outlet", "author", "speaker", "hashtag", "language", "topic"),
    *("since", "until", "confidence", "gone", "link"),
)
#: The parameters of the permalink, in its order; the kind is in its path.
PARAMETERS = ("q", "sort", *FIELDS)
#: Sort orders of each kind; the first is the default.
SORTS = {
    "": ("date",),
    "reactions": ("date",),
    "posts": ("date", "reach", "relevance"),
    "quotes": ("date", "confidence", "relevance"),
    "articles": ("date", "reactions", "relevance"),
    "hashtags": ("articles", "posts", "name"),
    "authors": ("embeds", "posts", "name"),
    "outlets": ("embeds", "articles", "quotes", "name"),
}


@dataclass(frozen=True)
class Selection:
    """A selection of rows, as requested; outlets and hashtags in any spelling.

    `kind` is one of `KINDS`, or empty for posts, quotes and articles. `author` is a key or handle, `speaker` a person
    without an account, `topic` one of the settings. `since` and `until` are days, months or years. `confidence` is the
    least one. `gone` is ``yes`` for rows that articles no longer show, ``no`` for the others, or a day or month.
    """

    kind: str = ""
    q: str = ""
    sort: str = ""
    platform: str = ""
    outlet: str = ""
    author: str = ""
    speaker: str = ""
    hashtag: str = ""
    language: str = ""
    topic: str = ""
    since: str = ""
    until: str = ""
    confidence: str = ""
    gone: str = ""
    link: str = ""

    @cached_property
    def typed(self) -> Typed:
        """What was typed, read; an address is no words, but a link that posts hold."""
        if self.is_address:
            return Typed(conditions=(Condition("link", self.q),))
        return read(self.q)

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        """All conditions: those of the form, then those that were typed."""
        form = (Condition(name, value) for name in FIELDS if (value := getattr(self, name)))
        return (*form, *self.typed.conditions)

    @property
    def is_address(self) -> bool:
        """Return True if the query is a URL."""
        return is_web(self.q)

    @property
    def sorts(self) -> tuple[str, ...]:
        """What these rows can be sorted by: relevance only where there are words."""
        possible = SORTS[self.kind]
        return possible if self.typed.words else tuple(sort for sort in possible if sort != "relevance")

    @property
    def order(self) -> str:
        """What these rows are sorted by."""
        return self.sort if self.sort in self.sorts else self.sorts[0]

    @property
    def is_everything(self) -> bool:
        """Return True if nothing narrows the selection."""
        return self.typed.is_empty and not self.conditions

    def but(self, **changes: str) -> Selection:
        """Return this selection with other values: ``but(kind="posts", hashtag="")``."""
        return replace(self, **changes)

    def query(self) -> dict[str, str]:
        """Return the parameters of the permalink that are not empty."""
        return {name: value for name in PARAMETERS if (value := getattr(self, name))}

    def address(self, site: Site, suffix: str = "", **more: Any) -> str:
        """Return the permalink: ``/reactions/list/posts?q=pier&hashtag=letmirasing``."""
        return self._page(site, suffix, self.query() | more)

    def _page(self, site: Site, suffix: str, query: dict[str, Any]) -> str:
        if not self.kind:
            return site.page("search", None, suffix, query)
        return site.page("list", self.kind, suffix, query)

    def between(self, site: Site) -> Link:
        """Return what gives the permalink of those of these rows that are of a span of days."""
        shape = self._page(site, "", self.but(since="\0", until="\0").query())  # encoded once for all bars of a chart
        before, after = shape.split("since=%00&until=%00")

        def address(first: date, last: date) -> str:
            return f"{before}since={first}&until={last}{after}"

        return address


def of(kind: str, argument: Callable[[str], str]) -> Selection:
    """Read a selection from the parameters of a URL: `argument` returns one by name, or an empty text.

    >>> of("posts", lambda name: {"q": " pier ", "platform": "Twitter"}.get(name, "")).query()
    {'q': 'pier', 'platform': 'twitter'}
    """
    values = {name: argument(name).strip() for name in PARAMETERS}
    values["platform"] = values["platform"].lower()
    return Selection(kind=kind if kind in KINDS else "", **values)
