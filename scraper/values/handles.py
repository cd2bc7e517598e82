"""Normalize handles: strip the signs around them, and fold them for comparison."""

from __future__ import annotations

# Bidi marks, joiners and the byte order mark, copied along with handles from right-to-left text.
_INVISIBLE = "\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"
_AROUND = " \t\r\n\x0b\x0c\xa0\u202f\u3000" + _INVISIBLE
_AT = "@＠"

_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
#: A host name: on Bluesky the whole handle, on Mastodon the part after the second ``@``.
DOMAIN = rf"(?=.{{3,253}}\Z)(?:{_LABEL}\.){{1,10}}[A-Za-z][A-Za-z0-9-]{{0,61}}[A-Za-z0-9]"
#: A handle on a platform without a known rule.
ANY_HANDLE = r"[^\s@/]{1,100}"

#: Placeholders that programs write for the handle if they only know a post's id, on any platform.
PLACEHOLDERS = frozenset({
    "_", "-", "account", "anyone", "anyuser", "author", "handle", "name", "none", "null", "placeholder",
    "profile", "screen_name", "screenname", "undefined", "unknown", "user", "user_name", "userid", "user_id",
    "username", "your_username", "yourusername",
})  # fmt: skip


def bare_handle(printed: str) -> str:
    """Return a printed handle without surrounding ``@``, spaces and invisible marks.

    >>> bare_handle(" \u200f@Some_One\u200f ")
    'Some_One'
    """
    return printed.strip(_AROUND).lstrip(_AT).strip(_AROUND)


def fold_handle(handle: str) -> str:
    """Return the normalized form for comparing handles. Idempotent."""
    return handle.strip(_AROUND + _AT).casefold()
