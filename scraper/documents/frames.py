"""The documents in the file of a saved page: the page's own, and those of its frames, which are put back."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from scraper.platforms import recognise

if TYPE_CHECKING:
    from collections.abc import Callable

_SOURCE = re.compile(r"(?<=\s)src=\"([^\"<>]{1,2000})\"")
#: The document of a post that is longer is drawn by a script.
_LONGEST = 2_000_000

#: The address and the document of a frame, by what the page calls it.
Frames = dict[str, tuple[str, "Callable[[], str]"]]


def text_of(content: bytes, encoding: str | None) -> str:
    """Decode a document as the file says it is written, where it says so and means it; else as UTF-8."""
    try:
        return content.decode(encoding or "utf-8")
    except (LookupError, ValueError):
        return content.decode("utf-8", "replace")


def put_back(page: str, frames: Frames) -> str:
    """Give frames their addresses, and those that show a post their documents, for only these print it.

    Args:
        page: The page.
        frames: What is known of its frames, by the addresses that the page gives them.
    """

    def known(found: re.Match[str]) -> str:
        frame = frames.get(html.unescape(found[1]))
        return _attributes(*frame) if frame else found[0]

    return _SOURCE.sub(known, page) if frames else page


def _attributes(address: str, document: Callable[[], str]) -> str:
    shown = document() if recognise(address) else ""
    written = f' srcdoc="{html.escape(shown)}"' if 0 < len(shown) <= _LONGEST else ""
    return f'src="{html.escape(address)}"{written}'
