"""HTML pages of proofs and comparisons: without scripts, everything escaped."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from markupsafe import Markup

from archive.characters import disclosed, visible
from archive.evidence.versions import PARTS, words_apart
from archive.humanize import counted
from scraper.configuration import config_directory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from archive.captures.accepted import Version
    from archive.evidence.versions import Change, Comparison, Pieces


def _render(template: str, **values: Any) -> str:
    """Render a page; without a filter, values are escaped, but may reorder text."""
    from jinja2 import Environment, FileSystemLoader  # takes longer to import than most commands

    environment = Environment(
        loader=FileSystemLoader(config_directory() / "templates" / "evidence"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    filters: dict[str, Callable[[Any], Any]] = {
        "visible": lambda text: _escaped(visible(" ".join(text.splitlines()))),
        "disclosed": _disclosed,
        "linked": _linked,
        "numbers": lambda numbers: ", ".join(f"{number:04}" for number in numbers),
        "labelled": lambda row: [(name.replace("_", " "), value) for name, value in row.items()],
    }
    environment.filters |= filters
    return environment.get_template(template).render(values)


# A comparison of two versions, as text for a terminal and as an HTML page.

_NOUNS = {"prose": "paragraph", "posts": "post", "quotes": "quote"}


def as_text(versions: Sequence[Version], chosen: tuple[int, int], comparison: Comparison) -> Iterator[str]:
    """Yield the lines for a terminal: ``-`` for removed, ``+`` for added text."""
    first, second = chosen
    yield f"From version {first + 1} ({versions[first].seen}) to {second + 1} ({versions[second].seen}):"
    for part, summary, changes in _parts(comparison):
        yield f"{part}: {summary}"
        for change in changes:
            for sign, words in (("-", change.before), ("+", change.after)):
                if words is not None:
                    yield f"{sign} {visible(' '.join(words.split()))}"  # on one line, safe for a terminal
    if comparison.uncompared:
        yield f"{counted(comparison.uncompared, 'paragraph')} at the end not compared"


def as_page(title: str, versions: Sequence[Version], chosen: tuple[int, int], comparison: Comparison) -> str:
    """Return a page with the differences side by side."""
    return _render(
        "comparison.html",
        title=title,
        first=versions[chosen[0]],
        second=versions[chosen[1]],
        parts=[(part, summary, map(_pieces, changes)) for part, summary, changes in _parts(comparison)],
        uncompared=comparison.uncompared and counted(comparison.uncompared, "paragraph"),
    )


def _parts(comparison: Comparison) -> Iterator[tuple[str, str, list[Change]]]:
    """Yield the title, the summary and the changes of each part that has anything."""
    for part in PARTS:
        changes = [change for change in comparison.changes if change.part == part]
        if changes or part in comparison.same:
            yield part.capitalize(), _summary_of(part, changes, comparison), changes


def _summary_of(part: str, changes: Sequence[Change], comparison: Comparison) -> str:
    kinds = [change.kind for change in changes]
    differing = [f"{kinds.count(kind)} {kind}" for kind in ("changed", "removed", "added") if kind in kinds]
    same = counted(comparison.same[part], _NOUNS[part]) + " the same" if part in comparison.same else ""
    return ", ".join(filter(None, (same, *differing)))


def _pieces(change: Change) -> tuple[Pieces, Pieces]:
    """Return the words before and after a change, each with True if the other lacks them."""
    if change.before is not None and change.after is not None:
        return words_apart(change.before, change.after)
    return [(change.before or "", True)], [(change.after or "", True)]


# A proof of a post as a page.


def page_of(account: Mapping[str, Any]) -> str:
    """Return the account as a page."""
    author, post = account["author"] or {}, account["post"]
    handle = f"@{author['handle']}" if author.get("handle") else None
    source = {"id": "from its number", "printed": "as printed"}.get(post["posted_source"], "")
    return _render(
        "proof.html",
        **account,
        written_by=" ".join(part for part in (author.get("name"), handle) if part) or None,
        posted=f"{post['posted_at']} {source}".strip() if post["posted_at"] else None,
    )


def _escaped(text: str) -> Markup:
    return Markup(html.escape(text))  # noqa: S704 -- escaped


def _disclosed(value: object) -> Markup:
    """Return an escaped value, with invisible and reordering characters made visible."""
    return _escaped(disclosed(str(value)))


def _linked(value: object) -> Markup:
    """Return an escaped value, as a link if it is an http(s) URL without invisible characters."""
    text = str(value)
    try:
        is_link = urlsplit(text).scheme in {"http", "https"} and visible(text) == text
    except ValueError:
        is_link = False
    link = '<a rel="noreferrer nofollow" href="{0}">{1}</a>' if is_link else "<bdi>{1}</bdi>"
    return Markup(link).format(_escaped(text), _disclosed(text))  # noqa: S704 -- escaped
