"""The HTML with which another site shows the card of a post."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from archive.site.printed import name

if TYPE_CHECKING:
    from archive.site.site import Site

WIDTH = 550
#: Pixels of what is no text, of a line of text with about so many letters, and of the tallest frame.
_AROUND, _LINE, _LETTERS, _TALLEST = 150, 33, 45, 900
_FRAME = Markup(
    '<iframe src="{}" title="{}" width="{}" height="{}" loading="lazy" '
    'sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>'
)


def snippet(site: Site, post: dict[str, Any]) -> str | None:
    """Return the HTML that shows the card on another site; None where it has no address."""
    address = site.citable(site.page("card", post["id"]))
    if address is None:
        return None
    title = f"Post by {name(post['name'] or post['handle']) or 'an unknown author'}"
    return str(_FRAME.format(address, title, WIDTH, _height(post["text"] or "")))


def _height(text: str) -> int:
    """Return how tall a frame is in which most of a text stands.

    >>> _height("word " * 9), _height("word " * 9000)
    (183, 900)
    """
    lines = sum(1 + len(line) // _LETTERS for line in text.strip().splitlines())
    return min(_TALLEST, _AROUND + _LINE * lines)
