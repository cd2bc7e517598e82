"""Find platforms as prose names them: ``X, formerly Twitter``, ``Facebook``, ``Truth Social``.

>>> platform_named("a fan wrote on Instagram"), platform_named("twitterte Meier"), platform_named("she said")
('instagram', 'twitter', None)
>>> [platform_named(words) for words in ("he wrote on X", "her X account", "a Model X", "on X-rays")]
['twitter', 'twitter', None, None]
>>> [platform_there(place) for place in ("Instagramie", "твиттере", "X")]
['instagram', 'twitter', 'twitter']
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from scraper.registry import Prose, only_named, platforms

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def _prose_of(words: Mapping[str, Any]) -> Prose:
    """Make expressions of the words that ``config/platforms.toml`` has for one platform."""
    names = words.get("names", [])
    wanted = "|".join(re.escape(name).replace(r"\ ", " ?") for name in names)
    return Prose(
        names=f"(?-i:{wanted})" if words.get("capitalised") else wanted,
        abbreviations=tuple(words.get("abbreviations", ())),
        other_scripts="|".join(words.get("other_scripts", ())),
        stems=tuple(map(_stem, names)),
    )


def _stem(name: str) -> str:
    """Make the piece of a name without which a text does not name it; of two words the first may end it."""
    first, _, second = name.partition(" ")
    return rf"{re.escape(first)}(?: ?{re.escape(second)}|\Z)" if second else re.escape(first)


def _known() -> dict[str, Prose]:
    """Return how every platform is named: those whose posts are read, then those that are only named."""
    read = {platform.name: platform.prose for platform in platforms() if platform.prose}
    return read | {name: _prose_of(words) for name, words in only_named().items()}


def _either(expressions: Iterable[str]) -> str:
    """Join expressions to one that matches any of them."""
    return "|".join(filter(None, expressions))


def _exactly(abbreviation: str) -> str:
    """Make an expression for an abbreviation, in its own case and in front of no letter."""
    return rf"(?-i:{re.escape(abbreviation)})(?=\W)"


_KNOWN = _known()
_NAMES = {
    platform: _either([prose.names, *map(_exactly, prose.abbreviations)])
    for platform, prose in _KNOWN.items()
}
_ABBREVIATED = "|".join(re.escape(word) for prose in _KNOWN.values() for word in prose.abbreviations)
CUES = (
    *(cue for prose in _KNOWN.values() for cue in prose.cues),
    rf"(?-i:(?<!\S)(?:{_ABBREVIATED})(?!\w))",
    r"(?<=[^\W\d_])_(?=\w)",
    r"(?-i:(?<=[a-z]{3})\d\d(?!\d))",
)
"""What speaks of a platform in any language, or is an account's name: "its_joroe", "joroe86"."""
PIECES = (
    *(stem for prose in _KNOWN.values() for stem in prose.stems),
    rf"(?-i:(?<!\S)(?:{_ABBREVIATED})(?!\w))",
)
"""Pieces of these names and verbs: a word without one is none. Of two words, the first will do."""
_WHOLE_PIECES = "|".join(piece.replace(r"|\Z", "") for piece in PIECES)
PIECE = re.compile(rf"(?<![@#/.])(?:{_WHOLE_PIECES})", re.IGNORECASE)
"""A piece in running text; handles, tags and links name no platform."""
NAMES = "|".join(_NAMES.values())
FORMERLY = _either(prose.formerly for prose in _KNOWN.values())
"""What may follow a name: ", formerly Twitter"."""
HANDLE = r"@\w[\w.]{0,28}\w"
_GROUPS = "|".join(
    rf"(?P<{platform}>{_either([names, _KNOWN[platform].verbs])})" for platform, names in _NAMES.items()
)
_NAMED = re.compile(rf"(?<![\w@#/.-])(?=\w)(?:{_GROUPS})(?!\w)", re.IGNORECASE)
_GLUED = re.compile(rf"(?:{_GROUPS})[’'-]?[^\W\d_]{{0,7}}", re.IGNORECASE)
_SOUNDED = {platform: prose.other_scripts for platform, prose in _KNOWN.items() if prose.other_scripts}
_SOUNDS = "|".join(rf"(?P<{platform}>{names})" for platform, names in _SOUNDED.items())
_SOUNDING = re.compile(_SOUNDS, re.IGNORECASE)
SOUNDED = tuple(name for names in _SOUNDED.values() for name in names.split("|"))
"""The names of platforms in other scripts, as small patterns."""
_FOREIGN = {
    printed: (platform, expression)
    for platform, prose in _KNOWN.items()
    for printed, expression in prose.foreign.items()
}
# What Bantu languages write before a name for "on" it, in one word: "kuTwitter", "kwiFacebook", "ku-twitter".
_LOCATIVES = r"(?:(?-i:(?<=\bku)|(?<=\bpa)|(?<=\bkwi))(?=(?-i:[A-Z]))|(?<=\bku-)|(?<=\bkwi-))"
IN_ANY_LANGUAGE = _either([
    rf"(?:(?<![\w@#/.-])|{_LOCATIVES})(?:{NAMES})(?![’'][ıiuü]n\b)(?:[’'-]?[^\W\d_]{{1,7}})?(?![\w-])",
    rf"(?<![@#/.-])(?:{'|'.join(SOUNDED)})\w{{0,4}}",
    *(expression for _, expression in _FOREIGN.values()),
])  # fmt: skip
"""Platforms in languages that decline their names, or glue words to them: "na Twitterze", "Twitter'da"."""
PLATFORM = re.compile(IN_ANY_LANGUAGE, re.IGNORECASE)


def platform_named(text: str) -> str | None:
    """Return the first platform that a clause names, in the spelling of the records, or None."""
    found = _NAMED.search(text)
    return found.lastgroup if found else None


def is_platform(name: str) -> bool:
    """Return whether a name is a platform's own: as a speaker, it is the company."""
    found = _NAMED.fullmatch(name)
    return found is not None and name[:1].isupper()


def platform_there(place: str) -> str | None:
    """Return the platform of what `PLATFORM` found, where it is declined, sounded out or a bare letter."""
    found = _NAMED.search(place) or _GLUED.fullmatch(place) or _SOUNDING.search(place)
    if found:
        return found.lastgroup
    return _FOREIGN[place][0] if place in _FOREIGN else None
