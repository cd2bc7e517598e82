"""An article: its prose with the reactions in their places, its data, its versions, and what disappeared."""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from archive.site import citation
from archive.site.citation import cite_article
from archive.site.selection import rows
from archive.site.selection.rows import Marker
from archive.site.site import page_queries
from archive.site.words import filled, name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from archive.site.site import Site

    Row = dict[str, Any]
    #: A part of the text, and its offset.
    Piece = tuple[int, str]

PARAMETERS = ("q", "part")
#: Characters of the text on one page, and how far it goes on to the end of a line.
LONGEST, SLACK = 60_000, 2000
#: Parts of the text that are searched for the first one with the words.
MOST_PARTS = 20


async def show(site: Site, key: str) -> dict[str, Any]:
    """Return the context of the template; raise NotFound if the archive has no such article."""
    sql = page_queries("article")
    article = await site.ask_one(sql["article"], f"No article {name(key)} in this archive", article=key)
    lists = ("embeds", "quotes", "hashtags", "allusions", "bylines", "captures", "problems", "topics")
    found = await site.ask_named("article", *lists, article=key)
    reactions = in_story_order(found["embeds"].rows, found["quotes"].rows)
    shown = [row for row in reactions if not row["gone_at"]]
    posts = {row["id"] for row in shown if row["kind"] == "embed"}
    gone = [{**row, "is_reworded": row.get("id") in posts} for row in reactions if row["gone_at"]]
    rows.show_contexts(gone)
    marker = Marker(site.q)
    pieces, part = await _pieces(site, article, shown, marker)
    _number(site, key, shown, pieces)
    return {
        **found,
        "article": article,
        "reactions": shown,
        "passages": _with_anchor(passages(pieces, shown, marker, article["title"])),
        "unplaced": [row for row in shown if not row["is_placed"]],
        "part": part,
        "pages_of_text": -(-(article["length"] or 0) // LONGEST),
        "marks": marker,
        "gone": gone,
        "citation": cite_article(site, article, found["bylines"].rows),
        "reference": citation.of_article(site, article, found["bylines"].rows),
    }


# The prose: all of it, a part of a long one, or the sentences around the reactions.


async def _pieces(site: Site, article: Row, reactions: list[Row], marker: Marker) -> tuple[list[Piece], int]:
    """Return the pieces of the text to show, and the number of the part that they are, counted from 1.

    The part is that which was asked for, else the first with the words of the search.
    """
    if not site.shows_text:
        return _contexts(reactions), 1
    parts = -(-(article["length"] or 0) // LONGEST)
    asked = site.argument("part")
    if asked.isdecimal() and 0 < int(asked[:9]) <= parts:
        return [await _piece(site, article["id"], int(asked[:9]))], int(asked[:9])
    first: list[Piece] = []
    for part in range(1, min(parts, MOST_PARTS if site.q else 1) + 1):
        piece = await _piece(site, article["id"], part)
        first = first or [piece]
        if marker.spans(piece[1]):
            return [piece], part
    return first, 1


async def _piece(site: Site, article: str, part: int) -> Piece:
    """Return a part of a text: it begins at the line before it, and goes on to the end of a line."""
    start = max(0, (part - 1) * LONGEST - SLACK)
    row = (
        await site.ask(page_queries("article")["text"], article=article, start=start, length=LONGEST + 2 * SLACK)
    ).first
    text, before = (row and row["text"]) or "", (part - 1) * LONGEST - start
    begin, end = text.rfind("\n", 0, before) + 1, text.find("\n", before + LONGEST)
    return start + begin, text[begin : end if end >= 0 else len(text)]


def _contexts(reactions: Iterable[Row]) -> list[Piece]:
    """Return the sentences around the reactions, each once.

    >>> row = {"start_offset": 9, "context": "We left.", "context_from": 3}
    >>> _contexts([row, row | {"start_offset": 12, "context": "left. Late."}])
    [(6, 'We left. Late.')]
    """
    pieces: list[Piece] = []
    around = [(row["start_offset"] - row["context_from"], row["context"]) for row in reactions if row["context"]]
    for start, text in sorted(around):
        begin, last = pieces[-1] if pieces else (0, "")
        if pieces and start <= begin + len(last):
            pieces[-1] = (begin, last + text[begin + len(last) - start :])
        else:
            pieces.append((start, text))
    return pieces


def _number(site: Site, key: str, reactions: list[Row], pieces: list[Piece]) -> None:
    """Number the reactions, and say where each is: in the pieces, in another part, or nowhere in the text."""
    for number, row in enumerate(reactions, 1):
        start, row["number"], row["href"] = row["start_offset"], number, f"#{row['anchor']}"
        is_known = start is not None and row["context_from"] is not None
        row["is_placed"] = is_known and any(at <= start <= at + len(text) for at, text in pieces)
        if is_known and pieces and site.shows_text and not row["is_placed"]:
            row["is_placed"] = True
            row["href"] = site.page("article", key, part=start // LONGEST + 1, q=site.q) + row["href"]


def passages(pieces: list[Piece], reactions: list[Row], marker: Marker, title: str | None) -> Iterator[Row]:
    """Yield the paragraphs of a text with marks (``prose``), the ``posts`` between them, and the ``gap`` of two pieces.

    `reactions` are in the order of the story. A headline (`title`) at the start of the text is left out.
    """
    placed = [row for row in reactions if row["is_placed"] and row["href"][0] == "#"]
    for number, (offset, text) in enumerate(pieces):
        if number:
            yield {"gap": True}
        here = [row for row in placed if offset <= row["start_offset"] <= offset + len(text)]
        yield from _Piece(text, offset, here, marker.spans(text)).passages("" if offset else title or "")


def _with_anchor(found: Iterable[Row]) -> list[Row]:
    """Return the passages, with an anchor at the first hit, and in each post the number of its passage (``stand``)."""
    shown = list(found)
    for number, passage in enumerate(shown):
        for row in passage.get("posts", ()):
            row["stand"] = number
    first = next((each for each in shown if "<mark>" in each.get("prose", "")), None)
    if first:
        first["prose"] = Markup(str(first["prose"]).replace("<mark>", '<mark id="hit">', 1))  # noqa: S704 - our own tag
    return shown


_LINE = re.compile(r"[^\n]*\S[^\n]*")
_ANCHOR = '<span class="anchor" id="{}"></span>'
_NUMBER = '<a class="number" href="#n{}" aria-label="Reaction {} in the list">{}</a>'


class _Piece:
    """A piece of the text with the reactions in its words; lines are asked for in their order."""

    def __init__(self, text: str, offset: int, reactions: list[Row], hits: list[tuple[int, int]]) -> None:
        self._text, self._hits = text, hits[::-1]
        self._posts = [(row["start_offset"] - offset, row) for row in reactions if not row["context_length"]]
        said = (row for row in reactions if row["context_length"])
        ranges = ((*_trimmed(text, row["start_offset"] - offset, row["context_length"]), row) for row in said)
        self._waiting = sorted((each for each in ranges if each[0] < each[1]), key=lambda each: -each[0])
        self._open: list[tuple[int, int, Row]] = []

    def passages(self, title: str) -> Iterator[Row]:
        """Yield the lines, and before each the posts that stand there; the headline is passed over."""
        for start, end in (line.span() for line in _LINE.finditer(self._text)):
            yield from self._standing(start)
            is_headline = not start and self._text[:end].strip() == title.strip()
            if not is_headline or self.has_reaction(start, end):
                yield {"prose": self.prose(start, end)}
        yield from self._standing(len(self._text))

    def _standing(self, at: int) -> Iterator[Row]:
        standing = [row for place, row in self._posts if place <= at]
        self._posts = self._posts[len(standing) :]
        if standing:
            yield {"posts": standing}

    def has_reaction(self, start: int, end: int) -> bool:
        """Return True if words of a reaction are in a line."""
        while self._waiting and self._waiting[-1][0] < end:
            self._open.append(self._waiting.pop())
        self._open = [each for each in self._open if each[1] > start]
        return bool(self._open)

    def prose(self, start: int, end: int) -> Markup:
        """Return a line with the words of reactions and of the search marked, and links to the list."""
        self.has_reaction(start, end)
        hits = self._hits_in(start, end)
        begun: defaultdict[int, list[Row]] = defaultdict(list)
        ended: defaultdict[int, list[Row]] = defaultdict(list)
        for at, to, row in self._open:
            begun[at].append(row)
            ended[to].append(row)
        left = hits[::-1]
        edges = {at for at in (*begun, *ended) if start < at < end} | {start, end, *(at for hit in hits for at in hit)}
        said = sum(at < start for at, *_ in self._open)
        shown: list[Markup] = []
        for first, last in pairwise(sorted(edges)):
            shown += [filled(_ANCHOR, row["anchor"]) for row in begun[first]]
            said += len(begun[first])
            while left and left[-1][1] <= first:
                left.pop()
            is_hit = bool(left) and left[-1][0] <= first
            words = filled("<mark>{}</mark>" if is_hit else "{}", self._text[first:last])
            shown.append(filled('<mark class="reaction">{}</mark>', words) if said else words)
            shown += [filled(_NUMBER, row["number"], row["number"], row["number"]) for row in ended[last]]
            said -= len(ended[last])
        return Markup().join(shown)

    def _hits_in(self, start: int, end: int) -> list[tuple[int, int]]:
        while self._hits and self._hits[-1][1] <= start:
            self._hits.pop()
        found = takewhile(lambda hit: hit[0] < end, reversed(self._hits))
        return [(max(first, start), min(last, end)) for first, last in found]


def _trimmed(text: str, start: int, length: int) -> tuple[int, int]:
    """Return the range of a reaction in a piece of text, without space around it."""
    words = text[start : start + length]
    return start + len(words) - len(words.lstrip()), start + len(words.rstrip())


def in_story_order(embeds: list[dict[str, Any]], quotes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Merge two ordered lists by their places in the text; an embed without a place follows the embed before it."""
    place = 0
    placed = []
    for row in embeds:
        place = row["start_offset"] if row["start_offset"] is not None else place
        placed.append((place, row["position"], row))
    placed += [(row["start_offset"] or 0, row["position"], row) for row in quotes]
    return [row for *_, row in sorted(placed, key=lambda item: item[:2])]
