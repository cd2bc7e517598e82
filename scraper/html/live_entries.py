"""Find the entries of a live blog that state their own time, and the entry that shows a post or a quote.

Entries are siblings in an element with the name of a live blog, each with a time and prose of its own: lists of
other stories have times, too, but only links. Else they are those that the page's JSON-LD states.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate, chain, islice, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from scraper.html.article_lines import PLACE_END, PLACE_START
from scraper.html.embeds.section_roles import class_and_id, is_comments
from scraper.html.metadata.headline import fold
from scraper.html.metadata.meta_and_json_ld import as_text
from scraper.html.metadata.publication_date import stated_moment
from scraper.markup.tree_queries import ancestors, select_first
from scraper.patterns import lazy_regex
from scraper.text.embed_words import LIVE_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from resiliparse.parse.html import ElementNode, HTMLTree

    from scraper.records import Moment

_ATTRIBUTES = ("datetime", "content", "data-timestamp", "data-js-timestamp")
TIMES = "time[datetime], span[data-timestamp], div[data-js-timestamp]"
DATES = "meta[itemprop='datePublished'][content]"
#: Fewest times in a live blog, and most to read.
_FEWEST, _MOST = 3, 2_000
#: Elements that may have the name of a live blog.
_LIKELY = ", ".join(
    f"[{name}*='{part}']" for name in ("class", "id") for part in ("ive", "icker", "ickaroo", "lb", "minut", "direct")
)
#: Times whose surroundings are searched for the name of a live blog, before all are read.
_SAMPLES = 4
#: Levels of elements around a time, and around a list that may have the name; and characters of prose in an entry.
_LEVELS, _AROUND, _SHORTEST = 25, 5, 40
#: Shorter texts are not looked for, and texts out of order only so often.
_SHORTEST_TEXT, _OUT_OF_ORDER = 8, 50
_PLACE = lazy_regex(rf"{PLACE_START}place(\d{{1,6}}){PLACE_END}")


class _Entry(NamedTuple):
    """The words of an entry, with placeholders in the places of its embeds, and its time."""

    words: str
    at: Moment


class LiveEntries:
    """The entries of a page, in their order; none for most pages."""

    def __init__(self, tree: HTMLTree | None, updates: Sequence[Any]) -> None:
        """Read the entries in a tree with placeholders (None: no live blog), else the `updates` of the JSON-LD."""
        shown = list(_shown(tree, is_stated=bool(updates))) if tree else []
        self._entries = shown or list(_stated(updates))
        self._places = {int(place[1]): entry.at for entry in reversed(shown) for place in _PLACE.finditer(entry.words)}
        folded = [fold(entry.words) if entry.words.strip() else "" for entry in self._entries]
        self._folded = "\n".join(folded)
        self._starts = [0, *accumulate(len(words) + 1 for words in folded)]

    def __bool__(self) -> bool:
        return bool(self._entries)

    def of_place(self, place: int) -> Moment | None:
        """Return the time of the entry with the placeholder of an embed."""
        return self._places.get(place)

    def of_texts(self, texts: Sequence[str | None]) -> list[Moment | None]:
        """Return the times of the entries with some texts, which are in reading order."""
        found: list[Moment | None] = []
        at, left = 0, _OUT_OF_ORDER
        for text in texts:
            words = fold(text or "")
            place = self._folded.find(words, at) if len(words) >= _SHORTEST_TEXT else -1
            if place < 0 and left and len(words) >= _SHORTEST_TEXT:
                place, left = self._folded.find(words), left - 1
            found.append(None if place < 0 else self._entries[bisect_right(self._starts, place) - 1].at)
            at = max(at, place)
        return found


def may_be_live(times: Sequence[ElementNode]) -> bool:
    """Return True if some of a page's times are in an element with the name of a live blog."""
    if len(times) < _FEWEST:
        return False
    likely = (node.closest(_LIKELY) for node in times[:: max(1, len(times) // _SAMPLES)])
    around = chain.from_iterable((node, *islice(ancestors(node), _LEVELS)) for node in likely if node is not None)
    return any(map(_is_named, around))


def _stated(updates: Iterable[Any]) -> Iterator[_Entry]:
    """Yield the entries that JSON-LD states."""
    for update in islice(updates, _MOST):
        at = _clock(as_text(update.get("datePublished"))) if isinstance(update, dict) else None
        if at:
            yield _Entry(
                " ".join(filter(None, (as_text(update.get(name)) for name in ("headline", "articleBody")))), at
            )


def _shown(tree: HTMLTree, *, is_stated: bool) -> Iterator[_Entry]:
    """Yield the entries in the markup of a page."""
    times = {node: at for node in select_first(tree, f"{TIMES}, {DATES}", _MOST) if (at := _clock(_attribute(node)))}
    lists = {around: parts for around, parts in _lists(times).items() if _is_live(around, parts, is_stated=is_stated)}
    outer = {above for around in lists for above in (around, *islice(ancestors(around), _LEVELS))}
    for parts in lists.values():
        if outer.isdisjoint(parts):
            yield from (_Entry(part.text or "", times[time]) for part, time in parts.items())


def _attribute(node: ElementNode) -> str | None:
    return next(filter(None, map(node.getattr, _ATTRIBUTES)), None)


def _clock(stated: str | None) -> Moment | None:
    """Return a stated time; None for a mere day."""
    moment = stated_moment(stated) if stated else None
    timed = moment and moment.precision in {"minute", "second", "millisecond"}
    return replace(moment, source="metadata") if moment and timed else None


def _lists(times: Iterable[ElementNode]) -> dict[ElementNode, dict[ElementNode, ElementNode]]:
    """Return the parts of elements around several times, each with the first time in it."""
    lists: dict[ElementNode, dict[ElementNode, ElementNode]] = {}
    for one, other in pairwise(times):
        parts = dict(pairwise([*reversed([one, *islice(ancestors(one), _LEVELS)])]))
        for part, around in pairwise([other, *islice(ancestors(other), _LEVELS)]):
            if around in parts:
                lists.setdefault(around, {}).setdefault(parts[around], one)
                lists[around].setdefault(part, other)
                break
    return lists


def _is_live(around: ElementNode, parts: dict[ElementNode, Any], *, is_stated: bool) -> bool:
    """Return True if parts of an element are entries of a live blog: it is named so, and most have prose."""
    above = [around, *islice(ancestors(around), _AROUND)]
    if not (is_stated or any(map(_is_named, (*above, *islice(parts, 1))))):
        return False
    if any(map(is_comments, above)) or len({part.tag for part in parts}) > 1:
        return False
    return 2 * sum(map(_has_prose, parts)) > len(parts)


def _is_named(node: ElementNode) -> bool:
    """Return True if an element has the name of a live blog."""
    return _has_name(class_and_id(node))


@lru_cache(maxsize=2000)
def _has_name(names: str) -> bool:
    return any(LIVE_NAMES.search(name) is not None for name in names.replace("_", "-").split())


def _has_prose(part: ElementNode) -> bool:
    """Return True if a part has more than links, and its heading does not lead to another page."""
    heading = part.query_selector("h2 a[href], h3 a[href], h4 a[href]")
    if heading is not None and "#" not in (heading.getattr("href") or ""):
        return False
    linked = sum(len(link.text or "") for link in part.query_selector_all("a[href]"))
    return len(part.text or "") - linked >= _SHORTEST
