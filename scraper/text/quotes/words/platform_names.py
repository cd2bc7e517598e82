"""Find platforms in prose: ``X, formerly Twitter``, ``Facebook``, ``Truth Social``.

>>> platform_named("a fan wrote on Instagram"), platform_named("twitterte Meier"), platform_named("she said")
('instagram', 'twitter', None)
>>> [platform_named(words) for words in ("he wrote on X", "her X account", "a Model X", "on X-rays")]
['twitter', 'twitter', None, None]
>>> [platform_there(place) for place in ("Instagramie", "твиттере", "X")]
['instagram', 'twitter', 'twitter']
"""

from __future__ import annotations

import re
from itertools import product
from string import ascii_lowercase, digits
from typing import TYPE_CHECKING, Any

from scraper.patterns import lazy_regex
from scraper.registry import Prose, only_named, platforms

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def _prose_of(words: Mapping[str, Any]) -> Prose:
    names = words.get("names", [])
    wanted = _any_of(names)
    return Prose(
        names=f"(?-i:{wanted})" if words.get("capitalised") else wanted,
        abbreviations=tuple(words.get("abbreviations", ())),
        other_scripts=tuple(words.get("other_scripts", ())),
        stems=tuple(map(str.lower, names)),
    )


def _any_of(words: Iterable[str]) -> str:
    """Build a regular expression for any of some words; two may be written as one."""
    return "|".join(re.escape(word).replace(r"\ ", " ?") for word in words)


# First the platforms with supported posts, then the others.
_KNOWN = {platform.name: platform.prose for platform in platforms() if platform.prose}
_KNOWN |= {name: _prose_of(words) for name, words in only_named().items()}


def _each(attribute: str) -> list[tuple[str, Any]]:
    return [(name, words) for name, prose in _KNOWN.items() if (words := getattr(prose, attribute))]


def _all(attribute: str) -> list[str]:
    return [word for _, words in _each(attribute) for word in words]


_NAMES = {
    platform: "|".join(
        [*filter(None, [prose.names]), *(rf"(?-i:{re.escape(word)})(?=\W)" for word in prose.abbreviations)]
    )
    for platform, prose in _KNOWN.items()
}
_WHOLE = [*_all("abbreviations"), *(stem for stem in _all("stems") if not stem.islower())]
STEMS = [stem for stem in _all("stems") if stem.islower()]
"""Pieces of names and verbs: a text without one names no platform, except whole words."""
_JOINED = [stem.replace(" ", "") for stem in STEMS]
_FIRST_WORDS = [stem.partition(" ")[0] for stem in STEMS if " " in stem]
_OPENINGS = _all("cues")
_WHOLE_WORDS = rf"(?-i:(?:(?<!\S)|(?<=’))(?:{_any_of(_WHOLE)})(?!\w))"
PIECES = rf"{_any_of(_JOINED)}|(?:{_any_of(_FIRST_WORDS)})\Z|{_WHOLE_WORDS}"
"""Part of every word that names a platform; of two words, the first is enough."""
CUES = (
    rf"(?<!\w)(?:{_any_of(_OPENINGS)})(?=\w)|(?<=[^\W\d_])_(?=\w)|(?-i:(?<=[a-z]{{3}})\d\d(?!\d))"
    rf"|{_any_of(_JOINED)}|{_WHOLE_WORDS}"
)
"""Signs of a platform in any language, or an account's name: "its_joroe", "joroe86"."""
LITERALS = [
    *_JOINED,
    *_FIRST_WORDS,
    *_OPENINGS,
    "_",
    *map("".join, product(ascii_lowercase, digits)),
    *(sign + word.lower() for word in _WHOLE for sign in " ’"),
]
"""Lower-case literals, one of which is in every such word; one that opens a word has a space before it."""
PIECE = lazy_regex(rf"(?<![@#/.])(?:{_any_of(STEMS)}|{_WHOLE_WORDS})", re.IGNORECASE)
"""A piece in running text; handles, tags and links name no platform."""
NAMES = "|".join(_NAMES.values())
FORMERLY = "|".join(expression for _, expression in _each("formerly"))
"""What may follow a name: ", formerly Twitter"."""
HANDLE = r"@\w[\w.]{0,28}\w"
_GROUPS = "|".join(
    rf"(?P<{platform}>{'|'.join(filter(None, [names, _KNOWN[platform].verbs]))})" for platform, names in _NAMES.items()
)
_NAMED = lazy_regex(rf"(?<![\w@#/.-])(?=\w)(?:{_GROUPS})(?!\w)", re.IGNORECASE)
_GLUED = lazy_regex(rf"(?:{_GROUPS})[’'-]?[^\W\d_]{{0,7}}", re.IGNORECASE)
_SOUNDING = lazy_regex(
    "|".join(rf"(?P<{name}>{_any_of(words)})" for name, words in _each("other_scripts")), re.IGNORECASE
)
SOUNDED = _all("other_scripts")
"""The names of platforms in other scripts."""
_FOREIGN = {printed: platform for platform, words in _each("foreign") for printed in words}
# Bantu prefix for "on" before a name, in one word: "kuTwitter", "kwiFacebook", "ku-twitter".
_LOCATIVES = r"(?:(?-i:(?<=\bku)|(?<=\bpa)|(?<=\bkwi))(?=(?-i:[A-Z]))|(?<=\bku-)|(?<=\bkwi-))"
IN_ANY_LANGUAGE = "|".join([
    rf"(?:(?<![\w@#/.-])|{_LOCATIVES})(?:{NAMES})(?![’'][ıiuü]n\b)(?:[’'-]?[^\W\d_]{{1,7}})?(?![\w-])",
    rf"(?<![@#/.-])(?:{_any_of(SOUNDED)})\w{{0,4}}",
    *(expression for _, words in _each("foreign") for expression in words.values()),
])  # fmt: skip
"""Platforms in languages that decline their names, or glue words to them: "na Twitterze", "Twitter'da"."""
PLATFORM = lazy_regex(IN_ANY_LANGUAGE, re.IGNORECASE)


def platform_named(text: str) -> str | None:
    """Return the first platform named in a clause, in the spelling of the records, or None."""
    found = _NAMED.search(text)
    return found.lastgroup if found else None


def is_platform(name: str) -> bool:
    """Return True if a name is a platform's own: as a speaker, it is the company."""
    found = _NAMED.fullmatch(name)
    return found is not None and name[:1].isupper()


def platform_there(place: str) -> str | None:
    """Return the platform of a `PLATFORM` match: declined, spelled phonetically, or a bare letter."""
    found = _NAMED.search(place) or _GLUED.fullmatch(place) or _SOUNDING.search(place)
    if found:
        return found.lastgroup
    return _FOREIGN.get(place)
