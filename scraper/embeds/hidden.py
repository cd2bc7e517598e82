"""Hidden markup: undoing what escaped it.

Consent managers and lazy loaders park an embed's markup in a ``<template>``, a ``<textarea>``, a script that
is no script, or an attribute; escaped as HTML or as a URL, in base64, or in an address that is all data.
"""

from __future__ import annotations

import base64
import binascii
import html
import re
from urllib.parse import unquote

_BASE64 = re.compile(r"[A-Za-z0-9+/\s]{24,}={0,2}\s*")
#: Base64 of ``<blockquote``, ``<iframe`` and Facebook's ``<div class="fb-``.
IN_BASE64 = ("PGJsb2NrcXVvdG", "PGlmcmFtZ", "PGRpdiBjbGFzcz0iZmIt")
#: All of it; the slashes in it may be escaped.
BASE64_MARKUP = re.compile(rf"(?:{'|'.join(IN_BASE64)})[A-Za-z0-9+/\\]++={{0,2}}")
_MARKUP = re.compile(r"\s*<(?:!--|[a-zA-Z][\w-]*[\s/>])")


def markup_in(content: str) -> str | None:
    """Undo what escaped a piece of markup: HTML entities, percent signs, base64, data URLs, in any nesting.

    Args:
        content: The value of an attribute or the content of an element.

    Returns:
        Markup, or None when the content is something else.

    >>> markup_in("%3Ciframe src=%22//frames.example/1%22%3E%3C/iframe%3E")
    '<iframe src="//frames.example/1"></iframe>'
    >>> markup_in("PGlmcmFtZSBzcmM9Ii8vZnJhbWVzLmV4YW1wbGUvMSI+PC9pZnJhbWU+")
    '<iframe src="//frames.example/1"></iframe>'
    """
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
