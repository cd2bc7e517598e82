"""One document at several sizes: an invented live blog that goes on and on, as a page and as text."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SIZES = {"100 kB": 100_000, "1 MB": 1_000_000, "10 MB": 10_000_000}
#: From the first hour of February 1, 2020 on, a little over a second apart: the date printed below fits all.
_FIRST_ID, _STEP = 1_223_400_000_000_000_000, 5_000_000_000
_PROSE = (
    "The council met for the {n}th hour on whether the lighthouse keeps its lamp, and nobody in the gallery "
    "had gone home. Fishermen, teachers and two choirs had come, some of them by boat, and the mayor asked "
    "more than once for quiet while the clerk read the figures for oil, glass and paint."
)
_REACTION = (
    '"I have steered by that lamp for {n} winters," a harbour pilot wrote on Twitter. Others answered with '
    "photographs under #KeepTheLamp{n}, and @lampwatch{n} counted them."
)
_POST = "Entry {n} of my lamp diary: still burning. #KeepTheLamp"


def text_of(size: int) -> str:
    """Give a text of about `size` characters with a post and a quoted reaction every few paragraphs."""
    return "\n\n".join(_until(size, _text_parts()))


def quiet_text_of(size: int) -> str:
    """Give a text of about `size` characters without a post and without a reaction."""
    return "\n\n".join(_until(size, (_PROSE.format(n=n) for n in itertools.count(1))))


def page_of(size: int) -> str:
    """Give an HTML page of about `size` characters with an embed every few paragraphs."""
    body = "\n".join(_until(size, _page_parts()))
    head = '<meta charset="utf-8"><title>The lamp stays on</title>'
    return f'<!doctype html><html lang="en"><head>{head}</head><body><article>{body}</article></body></html>'


def write_sizes(folder: Path) -> Iterator[tuple[str, Path]]:
    """Write the documents; give the name of the size with each path."""
    for size, characters in SIZES.items():
        for ending, make in (("html", page_of), ("txt", text_of)):
            path = folder / f"growing-{characters}.{ending}"
            path.write_text(make(characters), "utf-8")
            yield size, path


def _until(size: int, parts: Iterator[str]) -> Iterator[str]:
    room = size
    for part in parts:
        yield part
        room -= len(part)
        if room <= 0:
            return


def _text_parts() -> Iterator[str]:
    for n in itertools.count(1):
        yield _PROSE.format(n=n)
        yield _REACTION.format(n=n)
        yield _PROSE.format(n=n + 1)
        yield f"{_POST.format(n=n)} — Lamp Watch {n} (@lampwatch{n}) February 1, 2020"


def _page_parts() -> Iterator[str]:
    for n in itertools.count(1):
        yield f"<p>{_PROSE.format(n=n)}</p>"
        yield f"<p>{_REACTION.format(n=n)}</p>"
        yield f"<p>{_PROSE.format(n=n + 1)}</p>"
        link = f"https://twitter.com/lampwatch{n}/status/{_FIRST_ID + n * _STEP}?ref_src=twsrc%5Etfw"
        yield (
            f'<blockquote class="twitter-tweet"><p lang="en" dir="ltr">{_POST.format(n=n)}</p>'
            f'&mdash; Lamp Watch {n} (@lampwatch{n}) <a href="{link}">February 1, 2020</a></blockquote>'
        )
