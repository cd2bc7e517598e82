"""Limit the headers of MIME messages before parsing."""

from __future__ import annotations

import re

from scraper.patterns import lazy_regex

#: The headers with parameters. The standard library's time grows with the square of their number.
_WITH_PARAMETERS = lazy_regex(
    rb"^content-(?:type|disposition)[ \t]*:[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*", re.IGNORECASE | re.MULTILINE
)
#: Most bytes of such a header; newsletters have some hundred.
_LONGEST = 2000


def with_short_headers(message: bytes) -> bytes:
    r"""Return a message with each parameterized header cut to a safe length for parsing.

    >>> len(with_short_headers(b"Content-Type: text/html; " + b" a*0=b;\r\n" * 900 + b"\r\nText"))
    2008
    """
    return _WITH_PARAMETERS.sub(_short, message)


def _short(header: re.Match[bytes]) -> bytes:
    found = header[0]
    return found if len(found) <= _LONGEST else found[:_LONGEST].rstrip()
