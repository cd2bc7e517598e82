"""Fit the pages of the manual to the site that mkdocs makes of them."""

from __future__ import annotations

import re
from typing import Any

_OUTSIDE = re.compile(r"(?<!!)\[([^\]]+)\]\((?:\.\./)+[^)]*\)")


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Leave the words alone of links to files of the repository, which are not part of the site.

    >>> on_page_markdown("[voxpop in Python](python.md), [the map](../ARCHITECTURE.md)")
    '[voxpop in Python](python.md), the map'
    """
    return _OUTSIDE.sub(r"\1", markdown)
