"""Read the names of authors in the words of a byline: "By Ann Lee and Ben Bee, Editor | 3 May" names two."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from scraper.html.metadata.headline import is_site
from scraper.html.metadata.meta_and_json_ld import metadata_words
from scraper.patterns import lazy_regex
from scraper.values.dates import match_date

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_LABEL = lazy_regex(lambda: rf"\W{{0,3}}(?:{_alternatives('by')})(?=\s*[:：]|\s|$)\s*[:：]?\s*", re.IGNORECASE)
_SIGNED = lazy_regex(
    r"\W{0,3}(?:(?:(?:this (?:post|article) was )?(?:written|posted)|geschrieben|verfasst|escrito|écrit|scritto)?"
    r"\s?\b(?:by|von|par|por|di|door|av|af|przez)\s|(?:authors?|autor(?:in|en|es|as?)?|auteurs?|autore)\s?:)\s*",
    re.IGNORECASE,
)
#: Two or more words with capitals, but for particles.
_PERSON = lazy_regex(
    r"(?:[^\W\d_a-zß-ÿ][\w'’.-]{0,20}\s)+(?:(?:van|von|de[lr]?|da|di|du|la|le|bin|al|el|ten|zu)\s)*"
    r"[^\W\d_a-zß-ÿ][\w'’.-]{1,25}"
)
#: The same in the middle of a line, after a date: "3 May 2020 by Ann Lee".
_BEHIND = lazy_regex(r"(?<=[\d\s|·•,–—-])(?:by|von|par|por|di|door)\s+(?=\w)", re.IGNORECASE)
_DIGIT = lazy_regex(r"\d")
#: What ends a name: a bar or dash, a colon, an address, words for a date, or a bracket.
_MARKS = r"[|·•●→»—–:：()\[\]<>*\"“„\n]|\s-\s|https?:|www\.|\S*@"
_MARK = lazy_regex(rf"\s*(?:{_MARKS})")
_END = lazy_regex(
    rf"\s*(?:{_MARKS}|\b(?:on|at|am|le|el|il|op|em|um)\s+\w)"
    r"|\s+(?:(?:last )?updated|published|posted|veröffentlicht|aktualisiert|publié|mis à jour|publicado)\b",
    re.IGNORECASE,
)
#: What separates names. A slash does between agencies as well as persons.
_JOINT = lazy_regex(r"\s*(?:[,;/、，]|\s(?:and|und|et|y|e|en|och|og|i|with|mit|avec|con)\s|\s&\s|\s\+\s)\s*")
_ADDRESS = lazy_regex(r"(?:https?:)?//|www\.|\S+@\S+\.\w+$")
_SPACE = lazy_regex(r"\s+")
_WORD = lazy_regex(r"(?<!\S)\S")
#: A telephone number, or what else has so many digits.
_NUMBER = lazy_regex(r"[+(]?\d[\d()/. -]{5,}")
#: What a person is, after the name: a role, a desk, a place in the house.
ROLE = lazy_regex(lambda: rf"\b(?:{_alternatives('roles')})\b", re.IGNORECASE)
#: Accounts of an engine that name nobody.
_ACCOUNT = lazy_regex(lambda: _alternatives("accounts"), re.IGNORECASE)
#: Several who sign as one.
_TEAM = lazy_regex(
    r"(?:[Tt]he\s)?(?:[^\W\d_a-z]\S*\s){1,3}(?i:team|editors?|staff|newsroom|redaktion|redacción|rédaction)"
)
_AGENCY = lazy_regex(lambda: _alternatives("agencies"))
#: What newsrooms add to an agency's name: the part of it that wrote, or that it is one.
_OF_AGENCY = lazy_regex(
    r"^the\s|(?:[\s-](?:news(?: agency)?|staff|news desk|media|infocom|afx|services?|wire|tmn|lno|lni|lby|lnw|lsw"
    r"|bb)){1,3}$"
)
#: What companies, newsrooms and sites have in their names, and persons do not.
_OUTLET = lazy_regex(lambda: rf"(?i:\b(?:{_alternatives('outlets')})\b)|\w\.(?:com|org|net|info|news|[a-z]{{2}})$")
_MOST_WORDS, _LONGEST, _MOST_NAMES, _MOST_READ, _LONGEST_DATE = 6, 60, 12, 500, 45
#: A family name before a given one, as libraries write it: "Lee, Ann".
_INVERTED = lazy_regex(r"[^\W\d_][\w'’.-]{1,30},\s[^\W\d_][\w'’.-]{1,30}(?:\s[^\W\d_]\.?)?")


def _alternatives(kind: str) -> str:
    return "|".join(metadata_words()["names"][kind])


def is_label(text: str) -> bool:
    """Return True if a text is nothing but a word before a name."""
    label = _LABEL.match(text)
    return label is not None and label.end() == len(text)


def behind_label(text: str) -> str | None:
    """Return the words after the word for an author; None where a text has no such word."""
    label = _LABEL.match(text)
    if label is None:
        found = _BEHIND.search(text, 0, _LONGEST_DATE) if _DIGIT.search(text, 0, _LONGEST_DATE) else None
        head = text[: found.start()] if found else ""
        label = found if any(match_date(head, word.start()) for word in _WORD.finditer(head)) else None
    return text[label.end() :] if label else None


def names_in(text: str, *, is_certain: bool = True) -> tuple[str, ...]:
    """Return the names in the words of a byline; unless `is_certain`, only those written like one."""
    text = _SPACE.sub(" ", text[:_MOST_READ]).strip()
    inner = behind_label(text)
    text = inner if inner is not None else text
    if _ADDRESS.match(text):
        return ()
    text = _ended(text, _MARK if is_certain and inner is None else _END)
    parts = list(_parts(text))
    names = [part for part in parts if _is_name(part, is_certain=is_certain)]
    is_sentence = inner is None and not is_certain and len(names) < len(parts)
    return () if is_sentence else tuple(unique(names))


def kind_of_byline(name: str, outlet: str | None, host: str | None) -> Literal["person", "agency", "outlet"]:
    """Return the kind of a byline: a person, an agency, or an outlet or another body."""
    folded = name.casefold().strip(" .")
    parts = [_OF_AGENCY.sub("", part.strip()) for part in folded.split("/")]
    if any(map(_AGENCY.fullmatch, (folded, *parts))):
        return "agency"
    return "outlet" if is_site(name, outlet, host) or _OUTLET.search(name) else "person"


def signature(text: str) -> tuple[str, ...]:
    """Return the names in a line that has nothing but them after a word for an author."""
    label = _SIGNED.match(text)
    inner = text[label.end() :].strip(" ,.") if label else ""
    names = names_in(inner, is_certain=False) if inner else ()
    return names if sum(map(len, names)) >= len(inner) - 5 * len(names) and all(map(_PERSON.fullmatch, names)) else ()


def unique(names: Iterable[str]) -> list[str]:
    """Return names without those that differ from an earlier one in case alone, and not too many.

    >>> unique(["Ann Lee", "ANN LEE", "Ben"])
    ['Ann Lee', 'Ben']
    """
    return list({name.casefold(): name for name in reversed(list(names))}.values())[::-1][:_MOST_NAMES]


def _ended(text: str, ends: re.Pattern[str]) -> str:
    """Return the beginning of a text up to where its names end."""
    end = ends.search(text, 1) if text else None
    text = text[: end.start()] if end else text
    starts = (word.start() for word in _WORD.finditer(text))
    behind = (start for start in starts if _NUMBER.match(text, start) or match_date(text, start))
    return text[: next(behind, None)].strip(" ,;.-/")


def _parts(text: str) -> Iterator[str]:
    """Yield the names of a list; a text that is one name with a joint in it stays whole."""
    if ";" in text:
        yield from (name for part in text.split(";") if part.strip() for name in _parts(part.strip()))
        return
    if _INVERTED.fullmatch(text) or not _JOINT.search(text):
        yield text
        return
    parts = [part.strip(" .") for part in _JOINT.split(text) if part.strip(" .")]
    persons = [part for part in parts if len(part.split()) > 1 or _AGENCY.fullmatch(part.casefold())]
    if not persons or (persons[0] != parts[0] and len(parts) > 1):
        yield text if "," not in text else parts[0]
        return
    yield from (part for n, part in enumerate(persons) if n == 0 or not ROLE.search(part))


def _is_name(name: str, *, is_certain: bool) -> bool:
    words = name.split()
    if not 1 < len(name) <= _LONGEST or len(words) > _MOST_WORDS or _ACCOUNT.fullmatch(name):
        return False
    if not any(letter.isalpha() for letter in name) or "://" in name:
        return False
    if is_certain or _TEAM.fullmatch(name):
        return True
    return _is_capital(words[0]) and _is_capital(words[-1])


def _is_capital(word: str) -> bool:
    """Return True if a word begins with a capital, or with a letter that has none."""
    first = next((letter for letter in word if letter.isalpha()), "")
    return first != "" and first == first.upper()
