"""Handles in their normal form: without ``@``, in the printed case, valid on their platform."""

from __future__ import annotations

import re

# Bidi marks, joiners and the byte-order mark travel along when a handle is copied from right-to-left text.
_INVISIBLE = (
    "\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"
)
_AROUND = " \t\r\n\x0b\x0c\xa0\u202f\u3000" + _INVISIBLE
_AT = "@＠"

_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_DOMAIN = rf"(?=.{{3,253}}\Z)(?:{_LABEL}\.){{1,10}}[A-Za-z][A-Za-z0-9-]{{0,61}}[A-Za-z0-9]"
_INSTAGRAM = r"[A-Za-z0-9_](?:[A-Za-z0-9_.]{0,28}[A-Za-z0-9_])?"

# Twitter allows 15 characters today; accounts from before that rule have up to 20.
# The others follow each platform's own sign-up rules.
_RULES = {
    platform: re.compile(rule)
    for platform, rule in {
        "twitter": r"[A-Za-z0-9_]{1,20}",
        "instagram": _INSTAGRAM,
        "threads": _INSTAGRAM,
        "tiktok": r"[A-Za-z0-9_.]{1,23}[A-Za-z0-9_]",
        "bluesky": _DOMAIN,
        "mastodon": rf"[A-Za-z0-9_](?:[A-Za-z0-9_.-]{{0,62}}[A-Za-z0-9_])?@{_DOMAIN}(?::\d{{1,5}})?",
        "truthsocial": r"[A-Za-z0-9_]{1,30}",
        "facebook": r"[A-Za-z0-9.]{1,50}",
        "reddit": r"[A-Za-z0-9_-]{1,20}",
        "telegram": r"[A-Za-z][A-Za-z0-9_]{2,31}",
        "youtube": r"\w(?:[\w.·-]{0,98}\w)?",
        "linkedin": r"[\w%-]{2,100}",
    }.items()
}
_ANY = re.compile(r"[^\s@/]{1,100}")


def normal_handle(raw: str, platform: str = "twitter") -> str | None:
    """Bring a printed handle into its normal form.

    Args:
        raw: As printed, with or without ``@``, possibly among spaces and invisible marks.
        platform: A name of `scraper.platforms`; unknown ones allow anything but spaces, ``@`` and ``/``.

    Returns:
        The handle in its printed case, or None when the platform cannot have such a handle.

    >>> normal_handle(" @Some_One ")
    'Some_One'
    >>> normal_handle("@Some.One") is None
    True
    >>> normal_handle("@Some.One", "instagram")
    'Some.One'
    >>> normal_handle("@me@social.example", "mastodon")
    'me@social.example'
    """
    name = raw.strip(_AROUND).lstrip(_AT).strip(_AROUND)
    if platform == "reddit":
        name = name.removeprefix("/").removeprefix("u/")
    return name if _RULES.get(platform, _ANY).fullmatch(name) else None


def fold_handle(handle: str) -> str:
    """The form in which handles are compared; folding twice changes nothing.

    >>> fold_handle("@Some_One")
    'some_one'
    """
    return handle.strip(_AROUND + _AT).casefold()
