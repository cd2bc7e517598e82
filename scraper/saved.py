"""Where a saved page came from, as the program that saved it wrote into it.

Browsers do so in a comment ("saved from url"), SingleFile and HTTrack too; WebScrapBook does in an attribute.
Save Page WE does in a ``<meta>``, which is read with the others.
"""

from __future__ import annotations

import html
import re

from scraper.urls import http_url

_ORIGIN = re.compile(
    r"<!--\s{0,9}saved from url=\(\d{1,6}\)(\S{1,2000})"
    r"|<!--\s{0,9}(?:Page saved with|Archive processed by) SingleFile\s{1,9}url:\s{1,9}(\S{1,2000})"
    r"|<!--\s{0,9}Mirrored from ([^\s/]\S{1,2000}) by HTTrack"
    r"|\sdata-scrapbook-source=[\"']([^\s\"'<>]{1,2000})"
)
#: One of these stands in each; to look for them costs a hundredth of the expression.
_SIGNS = ("saved from url=", "SingleFile", "Mirrored from ", "data-scrapbook-source")
#: All of them write it at the beginning.
_LONGEST_HEAD = 4000


def saved_from(source: str) -> str | None:
    r"""Read where a saved page came from.

    Args:
        source: The page.

    Returns:
        Its address; None where no program wrote one down.

    >>> saved_from("<!DOCTYPE html>\\n<!-- saved from url=(0023)https://news.example/a -->")
    'https://news.example/a'
    """
    head = source[:_LONGEST_HEAD]
    found = _ORIGIN.search(head) if any(sign in head for sign in _SIGNS) else None
    address = html.unescape(next(filter(None, found.groups()))) if found else ""
    return http_url(address if "://" in address else f"http://{address}") if address else None
