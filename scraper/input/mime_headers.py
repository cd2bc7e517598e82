"""Bound the headers of MIME messages before they are parsed."""

from __future__ import annotations

import re

from scraper.patterns import lazy_regex

#: The headers with parameters. The standard library takes time that grows with the square of their number.
_WITH_PARAMETERS = lazy_regex(
    rb"^content-(?:type|disposition)[ \t]*:[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*", re.IGNORECASE | re.MULTILINE
)
#: Most bytes of such a header; those of newsletters have some hundred.
_LONGEST = 2000


def with_short_headers(message: bytes) -> bytes:
    r"""Return a message in which each header with parameters is cut at a length that parsing can bear.

    >>> len(with_short_headers(b"Content-Type: text/html; " + b" a*0=b;\r\n" * 900 + b"\r\nText"))
    2008
    """
    return _WITH_PARAMETERS.sub(_short, message)


def _short(header: re.Match[bytes]) -> bytes:
    found = header[0]
    return found if len(found) <= _LONGEST else found[:_LONGEST].rstrip()
