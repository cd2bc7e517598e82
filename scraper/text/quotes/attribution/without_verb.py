"""Attribute quotes without a verb that we know: by a handle, a post, an unnamed speaker, a platform."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scraper.text.quotes.attribution.names_alone import named_before
from scraper.text.quotes.attribution.subjects import opened, speaker_before, trimmed
from scraper.text.quotes.text.clauses import MASK

if TYPE_CHECKING:
    from scraper.text.quotes.text.clauses import Attribution, Clause
    from scraper.text.quotes.words.lexicons import Lexicon

_HANDLE_LAST = re.compile(
    r"(?P<handle>@\w[\w.]*)[)\]]?(?P<words>(?:\s+[^\W\d_]{1,14}){0,5})\s*(?P<colon>[:;：])?(?P<comma>,)?\s*$"
)
_VERB_BEHIND = re.compile(r"\s+(?P<verb>[^\W\d_A-Z]{3,16})\b")
_VERB_FIRST = re.compile(r"(?P<verb>[^\W\d_A-Z]{3,16})\s+")
_VERB_AND_PLACE = re.compile(r"[\s,]*(?P<speaker>[^,;:\ufffc]{0,70}?)\s*\b(?P<verb>[^\W\d_A-Z]{3,16})\s+\Z")
# How far a clause is looked through, in characters: for a handle, for a post, for a place.
_LAST_WORDS, _NEAR_HANDLE, _NEAR_POST, _NEAR_PLACE, _REACH = 80, 120, 30, 40, 140


def by_handle(clause: Clause, lexicon: Lexicon) -> Attribution | None:
    """Read a handle before a colon; where we have no grammar, "Name (@handle) whatever words: …"."""
    text = clause.text
    handle = _HANDLE_LAST.search(text, max(0, len(text) - _NEAR_HANDLE))
    if handle is None or (lexicon.verb.search(text, handle.end("handle")) and not lexicon.lacks_grammar):
        return None
    is_tied = handle["colon"] or handle["comma"]
    if not lexicon.lacks_grammar and (handle["words"] or not is_tied):
        return None
    user = lexicon.user_last.search(text, 0, handle.start())
    speaker = user.span() if user else speaker_before(text, handle.start(), lexicon)
    return clause.says("colon", "none", speaker=speaker, handle=handle.span("handle"))


def before_without_verb(clause: Clause, lexicon: Lexicon, quoted: str, *, colon: bool) -> Attribution | None:
    """Read a clause without a verb that we know: "Smith on Twitter: …", "one fan snarled: …"."""
    if lexicon.lacks_grammar and (named := named_before(clause, lexicon, quoted, colon=colon)):
        return named
    text = clause.text
    if _are_named(text, lexicon, quoted):
        return clause.says("colon" if colon else "direct", "noun")
    if not colon:
        return _stranger_before(clause, lexicon) if text.rstrip().endswith(("—", "–", "(", ",")) else None
    return _stranger_before(clause, lexicon) or (
        None if lexicon.lacks_grammar else _place_before(clause, lexicon)
    )


def _are_named(text: str, lexicon: Lexicon, quoted: str) -> bool:
    """Return whether the last words name what is quoted.

    Example: "in his tweet", "with insults such as".
    """
    last = max(0, len(text) - _LAST_WORDS)
    if len(quoted.split()) > 2 and lexicon.posts.search(text, last) and _names_post(text, last, lexicon):
        return True
    return _are_listed(text, last, lexicon)


def _are_listed(text: str, last: int, lexicon: Lexicon) -> bool:
    """Return whether the public's words are named last as examples: "her fans left messages such as"."""
    listed = lexicon.sayings_last.search(text, last)
    if listed is None:
        return False
    is_placed = listed["remark"] is None and lexicon.places(text)
    # The remark is the thing that is named: whose it is stands before it or behind.
    around = text[: listed.start()] + text[max(listed.start(), listed.end("remark")) :]
    return is_placed or any(public.search(around) for public in (lexicon.texts, lexicon.crowd))


def _names_post(text: str, last: int, lexicon: Lexicon) -> bool:
    """Return whether a post is named last, perhaps with its place.

    Example: "in his tweet", "her comment on Facebook".
    """
    if lexicon.post_last.search(text, last):
        return True
    return any(not text[place.end() :].strip(" ,:") for place in lexicon.venue.finditer(text, last))


def _place_before(clause: Clause, lexicon: Lexicon) -> Attribution | None:
    """Read a clause that names a place on the net before a colon: "Smith on Twitter: …".

    It may begin behind other quoted words: "Smith on Twitter: “…” Marl on Twitter: …".
    """
    start = clause.text.rfind(MASK) + 1
    place = lexicon.venue.search(clause.text, start) or lexicon.venue.search(clause.text)
    if place is None:
        return None
    start = start if start < place.start() else 0
    is_near = place.start() - start < _NEAR_PLACE and not lexicon.traits.nouns_capitalised
    speaker = trimmed(clause.text, start, place.start(), lexicon) if is_near else None
    return clause.says("colon", "none", speaker=speaker)


def _stranger_before(clause: Clause, lexicon: Lexicon) -> Attribution | None:
    """Read an unnamed speaker who opens a clause, whatever is told of them: "another snarled: …"."""
    bare = clause.text.lstrip()
    start = len(clause.text) - len(bare) + opened(bare, lexicon)
    speaker = lexicon.stranger.match(clause.text, start)
    return clause.says("colon", "none", speaker=speaker.span()) if speaker else None


def behind_without_verb(clause: Clause, lexicon: Lexicon) -> Attribution | None:
    """Read "…", dichtete ein User; “…,” a tweet went; “…,” Smith simpered in a tweet."""
    stranger = _stranger_behind(clause, lexicon)
    if stranger:
        return stranger
    post = lexicon.post_speaks.search(clause.text, 0, _NEAR_POST)
    if post:
        return clause.says("behind", "noun", speaker=post.span())
    return None if lexicon.lacks_grammar else _place_behind(clause, lexicon)


def _stranger_behind(clause: Clause, lexicon: Lexicon) -> Attribution | None:
    """Read an unnamed speaker with a verb that we do not know: "…", dichtete ihm ein User."""
    text = clause.text
    start = len(text) - len(text.lstrip(" \t\n\xa0,—–-"))
    speaker = lexicon.stranger.match(text, start)
    if speaker and not text[speaker.end() :].strip(" .\xa0"):
        return clause.says("behind", "none", speaker=speaker.span())
    verb = _VERB_BEHIND.match(text, speaker.end()) if speaker else _VERB_FIRST.match(text, start)
    speaker = speaker or (lexicon.stranger.match(text, verb.end()) if verb else None)
    return (
        clause.says("behind", "none", verb=verb.span("verb"), speaker=speaker.span())
        if speaker and verb
        else None
    )


def _place_behind(clause: Clause, lexicon: Lexicon) -> Attribution | None:
    """Read a clause that names a place, whatever else it says: ", Smith simpered in a tweet"."""
    place = lexicon.venue.search(clause.text, 0, _REACH)
    found = _VERB_AND_PLACE.match(clause.text, 0, place.start()) if place else None
    if found is None:
        return None
    verb, name = found.span("verb"), found.span("speaker")
    if lexicon.pronoun.match(found["verb"]):
        return clause.says("behind", "none", verb=name, speaker=verb)
    return clause.says("behind", "none", verb=verb, speaker=trimmed(clause.text, *name, lexicon))
