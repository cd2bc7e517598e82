"""A selection: which rows are meant, in which order. It is what an address says, and an address says it.

Every list, search, export and feed begins with one: ``of("posts", site.argument)`` reads it from a request,
`Selection.address` gives the permalink.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from archive.site.addresses import is_web
from archive.site.selection.language import Typed, read
from archive.site.selection.tree import Condition

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date

    from archive.site.charts import Link
    from archive.site.site import Site

KINDS = ("reactions", "posts", "quotes", "articles", "hashtags", "authors", "outlets")
#: The fields of the form that are conditions, in the order in which an address names them.
FIELDS = (
    *("platform", "outlet", "author", "hashtag", "language", "topic"),
    *("since", "until", "confidence", "gone", "link"),
)
#: What each kind can be sorted by; the first is what it is sorted by where nothing is asked.
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
    """Which rows are meant, as somebody asked for them.

    Attributes:
        kind: One of `KINDS`; empty for posts, quotes and articles at once.
        q: What was typed into the box.
        sort: What they are sorted by; empty for the usual.
        platform: A platform's name in the archive.
        outlet: An outlet's name, in any spelling.
        author: An author's key, or a handle.
        hashtag: A hashtag in any spelling.
        language: A code such as ``en``.
        topic: A topic of the settings that kept an article.
        since: The first day, month or year.
        until: The last one.
        confidence: ``sure``, ``likely`` or ``doubtful``: at least how likely a quote is a reaction.
        gone: ``yes`` for what articles no longer show, ``no`` for what they still do; also a day or month.
        link: An address that posts hold.
    """

    kind: str = ""
    q: str = ""
    sort: str = ""
    platform: str = ""
    outlet: str = ""
    author: str = ""
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
        """Return whether an address of the web was typed, which is no words to search for."""
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
        """Return whether nothing narrows the selection."""
        return self.typed.is_empty and not self.conditions

    def but(self, **changes: str) -> Selection:
        """Return this selection with other values: ``but(kind="posts", hashtag="")``."""
        return replace(self, **changes)

    def query(self) -> dict[str, str]:
        """Return the parameters of the permalink; the kind stands in its path."""
        named = {field.name: str(getattr(self, field.name)) for field in fields(self) if field.name != "kind"}
        return {name: value for name, value in named.items() if value}

    def address(self, site: Site, suffix: str = "", **more: Any) -> str:
        """Return the permalink: ``/reactions/list/posts?q=pier&hashtag=letmirasing``."""
        return self._page(site, suffix, self.query() | more)

    def _page(self, site: Site, suffix: str, query: dict[str, Any]) -> str:
        if not self.kind:
            return site.page("search", None, suffix, query)
        return site.page("list", self.kind, suffix, query)

    def between(self, site: Site) -> Link:
        """Return what gives the permalink of those of these rows that are of a span of days."""
        query = self.but(since="-", until="-").query()  # once for all bars of a chart

        def address(first: date, last: date) -> str:
            return self._page(site, "", query | {"since": first.isoformat(), "until": last.isoformat()})

        return address


def of(kind: str, argument: Callable[[str], str]) -> Selection:
    """Read a selection from the parameters of an address.

    Args:
        kind: One of `KINDS`, or nothing for all.
        argument: Gives a parameter by its name, an empty text where it is not there: ``site.argument``.

    >>> of("posts", lambda name: {"q": " pier ", "platform": "Twitter"}.get(name, "")).query()
    {'q': 'pier', 'platform': 'twitter'}
    """
    values = {field.name: argument(field.name).strip() for field in fields(Selection) if field.name != "kind"}
    values["platform"] = values["platform"].lower()
    return Selection(kind=kind if kind in KINDS else "", **values)
