"""Undoing the escapes in which a state is written: those of JSON and JavaScript, one in another."""

from __future__ import annotations

import html
import re

#: A run of backslashes is tried once, from its beginning: else many of them would take quadratic time.
ESCAPE = r"(?<!\\)\\++"
_UNICODE = re.compile(rf"{ESCAPE}[uU]([0-9a-fA-F]{{4}})")
_SPACE = re.compile(rf"{ESCAPE}([nrt])")
#: A quotation mark that was escaped for HTML first keeps its backslash in front of the entity.
_BEFORE_SIGN = re.compile(rf"{ESCAPE}(?=[\"'/]|&quot;)")


def plain(escaped: str) -> str:
    r"""Undo the escapes of JSON and JavaScript, and of HTML where the piece begins with it, at any depth.

    >>> plain('\\\\u003Cp class=\\\\"a\\\\"\\\\u003EOne\\\\u003C\\/p\\\\u003E')
    '<p class="a">One</p>'
    """
    text = escaped
    if "\\" in text:
        text = _UNICODE.sub(lambda found: chr(int(found[1], 16)), text)
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        text = _SPACE.sub(lambda found: "\n" if found[1] == "n" else " ", text)
        text = _BEFORE_SIGN.sub("", text)
    return html.unescape(text) if text.lstrip().startswith("&lt;") else text
