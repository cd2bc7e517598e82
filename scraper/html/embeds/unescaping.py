"""Undo the escapes in which a page hides markup: of HTML, URLs, base64, JSON and JavaScript.

Consent managers and lazy loaders keep an embed's markup in a ``<template>``, a ``<textarea>``, a script of
another type, or an attribute. Scripts hold it in strings, at times as JSON inside a string of JSON.
"""

from __future__ import annotations

import base64
import binascii
import html
import json
from typing import Any
from urllib.parse import unquote

from scraper.patterns import lazy_regex
from scraper.values import json_of

_BASE64 = lazy_regex(r"[A-Za-z0-9+/\s]{24,}={0,2}\s*")
#: Base64 of ``<blockquote``, ``<iframe`` and Facebook's ``<div class="fb-``.
IN_BASE64 = ("PGJsb2NrcXVvdG", "PGlmcmFtZ", "PGRpdiBjbGFzcz0iZmIt")
#: A whole run of base64, in which slashes may be escaped.
BASE64_MARKUP = lazy_regex(rf"(?:{'|'.join(IN_BASE64)})[A-Za-z0-9+/\\]++={{0,2}}")
#: A run of backslashes, matched only from its start: else many of them would take quadratic time.
ESCAPE = r"(?<!\\)\\++"
_UNICODE = lazy_regex(rf"{ESCAPE}[uU]([0-9a-fA-F]{{4}})")
_SPACE = lazy_regex(rf"{ESCAPE}([nrt])")
#: A quotation mark that was escaped for HTML first keeps its backslash in front of the entity.
_BEFORE_SIGN = lazy_regex(rf"{ESCAPE}(?=[\"'/]|&quot;)")
_MARKUP = lazy_regex(r"\s*<(?:!--|[a-zA-Z][\w-]*[\s/>])")


def markup_in(content: str) -> str | None:
    """Return the markup in a value after undoing entities, percent encoding, base64 and data URLs, or None."""
    for _ in range(4):
        if _MARKUP.match(content):
            return content
        plain = _unescaped(content)
        if plain == content:
            return None
        content = plain
    return None


def _unescaped(content: str) -> str:
    head = content[:100].lstrip()[:12].lower()
    if head.startswith("&"):
        return html.unescape(content)
    if head.startswith("data:text/ht"):
        return content.partition(",")[2]
    if head.startswith(("%3c", "%253c", "%26lt")):
        return unquote(content)
    return _from_base64(content)


def _from_base64(content: str) -> str:
    if _BASE64.fullmatch(content) is None:
        return content
    try:
        return base64.b64decode(content).decode("utf-8", "replace")
    except (binascii.Error, ValueError):
        return content


def plain(escaped: str) -> str:
    """Undo the escapes of JSON and JavaScript, and of HTML where the piece begins with it, at any depth."""
    text = escaped
    if "\\" in text:
        text = _UNICODE.sub(lambda found: chr(int(found[1], 16)), text)
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        text = _SPACE.sub(lambda found: "\n" if found[1] == "n" else " ", text)
        text = _BEFORE_SIGN.sub("", text)
    return html.unescape(text) if text.lstrip().startswith("&lt;") else text


#: How many times as long as a payload what it stands for may be, and most levels of that.
_MOST_TIMES, _DEEPEST = 8, 40


def revived(payload: str) -> str | None:
    """Return the JSON that a flat list of values stands for, as Nuxt writes it; None if it is no such list."""
    values = json_of(payload)
    left = _MOST_TIMES * len(payload)

    def value_at(index: Any, depth: int) -> Any:
        """Return the value at an index, with those that it refers to; a text before an index names a kind of value."""
        nonlocal left
        value = values[index] if isinstance(index, int) and index >= 0 and depth else None
        left -= len(str(value))
        if left < 0:
            raise IndexError
        if isinstance(value, dict):
            return {name: value_at(inner, depth - 1) for name, inner in value.items()}
        if not isinstance(value, list):
            return value
        inside = [value_at(inner, depth - 1) for inner in value if isinstance(inner, int)]
        return inside[0] if inside and isinstance(value[0], str) else inside

    try:
        return json.dumps(value_at(0, _DEEPEST)) if isinstance(values, list) else None
    except IndexError:
        return None
