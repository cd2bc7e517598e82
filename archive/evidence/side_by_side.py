"""A comparison of two versions as text for a terminal, and as a page: plain HTML without scripts."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from archive.characters import visible
from archive.evidence.pages import head_of
from archive.evidence.versions import PARTS, words_apart
from archive.humanize import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from archive.captures.accepted import Version
    from archive.evidence.versions import Change, Comparison, Pieces

_NOUNS = {"prose": "paragraph", "posts": "post", "quotes": "quote"}
_STYLE = """\
:root { color-scheme: light dark }
body { font: 1rem/1.5 sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem }
.pair { display: grid; gap: 0 2rem; grid-template-columns: repeat(auto-fit, minmax(min(18rem, 100%), 1fr)) }
.pair { border-top: 1px solid #888; padding: .5rem 0 }
.pair p { margin: 0; overflow-wrap: anywhere; unicode-bidi: isolate }
del, ins { text-decoration-thickness: 2px }
.same { opacity: .75 }
"""


def as_text(versions: Sequence[Version], chosen: tuple[int, int], comparison: Comparison) -> Iterator[str]:
    """Yield the lines for a terminal: ``-`` before what went, ``+`` before what came."""
    first, second = chosen
    yield f"From version {first + 1} ({versions[first].seen}) to {second + 1} ({versions[second].seen}):"
    for part in PARTS:
        changes = [change for change in comparison.changes if change.part == part]
        if not changes and part not in comparison.same:
            continue
        yield f"{part.capitalize()}: {_told(part, changes, comparison)}"
        for change in changes:
            for sign, words in (("-", change.before), ("+", change.after)):
                if words is not None:
                    yield f"{sign} {_plain(words)}"
    if comparison.uncompared:
        yield f"{counted(comparison.uncompared, 'paragraph')} at the end not compared"


def as_page(title: str, versions: Sequence[Version], chosen: tuple[int, int], comparison: Comparison) -> str:
    """Return the page: both versions side by side, where they differ."""
    first, second = (versions[number] for number in chosen)
    parts = [
        head_of("Two versions of an article", _STYLE),
        f"<h1>{_shown(title)}</h1>",
        f"<p>As it was at {_shown(first.seen)} and at {_shown(second.seen)}.</p>",
        "<p>What only the first has is struck out; what only the second has is underlined.</p>",
        f'<div class="pair"><p>SHA-256 {first.digest}</p><p>SHA-256 {second.digest}</p></div>',
    ]
    for part in PARTS:
        changes = [change for change in comparison.changes if change.part == part]
        if changes or part in comparison.same:
            parts.append(f"<h2>{part.capitalize()}</h2>")
            parts.append(f'<p class="same">{_told(part, changes, comparison)}.</p>')
            parts += map(_pair, changes)
    if comparison.uncompared:
        parts.append(f"<p>{counted(comparison.uncompared, 'paragraph')} at the end not compared.</p>")
    return "\n".join([*parts, "</body></html>\n"])


def _told(part: str, changes: Sequence[Change], comparison: Comparison) -> str:
    """Say how much is the same, and how much of each kind differs."""
    kinds = [change.kind for change in changes]
    differing = [f"{kinds.count(kind)} {kind}" for kind in ("changed", "removed", "added") if kind in kinds]
    same = counted(comparison.same[part], _NOUNS[part]) + " the same" if part in comparison.same else ""
    return ", ".join(filter(None, (same, *differing)))


def _pair(change: Change) -> str:
    if change.before is not None and change.after is not None:
        old, new = words_apart(change.before, change.after)
    else:
        old, new = [(change.before or "", True)], [(change.after or "", True)]
    before = "" if change.before is None else _marked(old, "del")
    after = "" if change.after is None else _marked(new, "ins")
    return f'<div class="pair"><p dir="auto">{before}</p><p dir="auto">{after}</p></div>'


def _marked(pieces: Pieces, tag: str) -> str:
    return "".join(
        f"<{tag}>{_shown(words)}</{tag}>" if differs and words.strip() else _shown(words) for words, differs in pieces
    )


def _plain(text: str) -> str:
    """Return a text on one line, in which nothing means something to a terminal."""
    return visible(" ".join(text.split()))


def _shown(text: str) -> str:
    return html.escape(visible(" ".join(text.splitlines())))
