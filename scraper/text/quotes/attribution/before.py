"""Read the attribution of a quote in the clause before it: a handle, a verb, a place online, a post."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scraper.patterns import lazy_regex
from scraper.text.quotes.attribution.subjects import (
    first_name,
    governing,
    is_noun,
    is_participle_behind_comma,
    last_verbs,
    opened,
    speaker_before,
    speaker_behind,
    trimmed,
)
from scraper.text.quotes.text.clauses import MASK

if TYPE_CHECKING:
    import re

    from scraper.text.quotes.text.clauses import Attribution, Clause, Link, Place
    from scraper.text.quotes.words.lexicons import Lexicon

_HANDLE_LAST = lazy_regex(
    r"(?P<handle>@\w[\w.]*)[)\]]?(?P<words>(?:\s+[^\W\d_]{1,14}){0,5})\s*(?P<colon>[:;：])?(?P<comma>,)?\s*$"
)
#: This many words lead to a quote without other content; and this few in a quote may be a term.
FEW = 4
# Reach in characters: to the end of a clause, and from a name to a place.
_LAST_WORDS, _NEAR_PLACE = 80, 60


def read_before(clause: Clause, lexicon: Lexicon, quoted: str) -> Attribution | None:
    """Read the attribution in a clause that ends where a quote opens.

    Args:
        clause: From the beginning of the sentence to the opening mark.
        lexicon: The words of the language.
        quoted: The quoted words without their marks.
    """
    text = clause.text
    bare = text.rstrip()
    colon = bare.endswith((":", ";", "："))
    comma = bare.endswith((",", "،", "—", "–", "-")) and (not quoted[:1].islower() or len(quoted.split()) > 3)
    handled = _by_handle(clause, lexicon)
    if handled:
        return handled
    for verb in last_verbs(text, len(text), lexicon):
        if lexicon.makes_sign(text, verb.start()):
            return None
        link = _link(verb, len(bare), lexicon, colon=colon, comma=comma)
        if link and not is_noun(text, verb, lexicon):
            return spoken(clause, verb, link, lexicon)
    return _without_verb(clause, lexicon, quoted, "colon" if colon else "direct")


def _by_handle(clause: Clause, lexicon: Lexicon) -> Attribution | None:
    """Read a handle before a colon; without a grammar also "Name (@handle) whatever words: …"."""
    text = clause.text
    handle = _HANDLE_LAST.search(text, max(0, len(text) - 2 * _LAST_WORDS))
    if handle is None or (lexicon.verb.search(text, handle.end("handle")) and not lexicon.lacks_grammar):
        return None
    is_tied = handle["colon"] or handle["comma"]
    if not lexicon.lacks_grammar and (handle["words"] or not is_tied):
        return None
    user = lexicon.user_last.search(text, 0, handle.start())
    speaker = user.span() if user else speaker_before(text, handle.start(), lexicon)
    return clause.says("colon", "none", speaker=speaker, handle=handle.span("handle"))


def _link(verb: re.Match[str], end: int, lexicon: Lexicon, *, colon: bool, comma: bool) -> Link | None:
    """Return how a verb is tied to the quote that opens after `end`; None if it is not."""
    between = verb.string[verb.end() : end]
    if colon:
        return "colon"
    if comma and len(between) <= _LAST_WORDS:
        return "comma"
    rest = without_places(between, lexicon).strip(" ,\xa0")
    if _leads_straight(rest, lexicon):
        return "direct"
    if MASK in between or "," in rest:
        return None
    # The quote is a part of the verb's sentence: "called the lake", "told her fans to", "wrote that it was".
    is_part = (
        verb.lastgroup == "call"
        or (verb.lastgroup == "tell" and lexicon.told_to.search(rest))
        or lexicon.that.match(rest)
    )
    return "that" if is_part else None


def _leads_straight(rest: str, lexicon: Lexicon) -> bool:
    """Return True if words between a verb and a quote only say to whom or how, or there are none."""
    if not rest or lexicon.after_name.fullmatch(rest) or lexicon.sayings_last.fullmatch(rest):
        return True
    # Its subject, in languages that put it there.
    return lexicon.lacks_grammar and bool(lexicon.user.match(rest) or lexicon.stranger.match(rest))


def without_places(words: str, lexicon: Lexicon) -> str:
    """Remove the place or message from words after a verb: "says in her reply that"."""
    return lexicon.called_remark.sub("", lexicon.venue.sub("", words))


def spoken(clause: Clause, verb: re.Match[str], link: Link, lexicon: Lexicon) -> Attribution:
    """Read the verb nearest the quote with the subject and the force of the one that governs it."""
    text = clause.text
    first = governing(text, verb, lexicon)
    kind = verb.lastgroup if verb.lastgroup in ("tweet", "post") else first.lastgroup
    if verb.lastgroup == "tell" and kind != "tweet" and is_participle_behind_comma(text, verb.start(), lexicon):
        kind = "tell"
    speaker = _inverted(verb, lexicon) if link == "colon" and first is verb else None
    speaker = speaker or speaker_before(text, first.start(), lexicon)
    if speaker is None and first is verb and link != "that":
        behind = speaker_behind(text, verb.end(), lexicon)
        speaker = behind if behind and not _is_object(text[slice(*behind)], lexicon) else None
    return clause.says(link, kind, verb=verb.span(), speaker=speaker)


def _inverted(verb: re.Match[str], lexicon: Lexicon) -> Place | None:
    """Return the subject directly after a verb, in languages that put it there."""
    subject = lexicon.inverted.match(verb.string, verb.end())
    if subject is None or not lexicon.traits.inverts:
        return None
    # The written or published thing is the object: "publicou a seguinte mensagem".
    return None if subject["text"] and verb.lastgroup != "say" else subject.span("who")


def _is_object(phrase: str, lexicon: Lexicon) -> bool:
    """Return True if a phrase after a verb names the content, not a person: "lanzó una pregunta: …"."""
    if any(map(str.isupper, phrase)) or lexicon.unnamed(phrase):
        return False
    return lexicon.determiner.match(phrase.partition(" ")[0]) is not None


def _without_verb(clause: Clause, lexicon: Lexicon, quoted: str, link: Link) -> Attribution | None:
    """Read a clause without a known verb: "Smith on Twitter: …", "one fan snarled: …"."""
    text = clause.text
    named = _platform_named(clause, lexicon, quoted, link) if lexicon.lacks_grammar else None
    if named:
        return named
    if _are_named(text, lexicon, quoted):
        return clause.says(link, "noun", speaker=_who_shares(text, lexicon))
    if link == "colon" or text.rstrip().endswith(("—", "–", "(", ",")):
        bare = text.lstrip()
        stranger = lexicon.stranger.match(text, len(text) - len(bare) + opened(bare, lexicon))
        if stranger:  # any unknown verb: "another snarled: …"
            return clause.says("colon", "none", speaker=stranger.span())
    return _placed(clause, lexicon) if link == "colon" and not lexicon.lacks_grammar else None


def _who_shares(text: str, lexicon: Lexicon) -> Place | None:
    """Return the person in a clause that ends in a word for a post: "Marl shared a map with the caption"."""
    verbs = (verb for verb in last_verbs(text, len(text), lexicon) if not is_noun(text, verb, lexicon))
    first = next((governing(text, verb, lexicon) for verb in verbs), None)
    if first is None:
        place = lexicon.venue.search(text) if text.rstrip().endswith(":") else None
        return _before_place(text, place, lexicon) if place else None
    if first.lastgroup == "tell":  # a person quoting another's post
        return None
    return speaker_before(text, first.start(), lexicon)


def _platform_named(clause: Clause, lexicon: Lexicon, quoted: str, link: Link) -> Attribution | None:
    """Read a sentence that names a platform before a quote: "Na Facebooku Ada Wilk napisała: …"."""
    last = max((place.end() for place in lexicon.venue.finditer(clause.text)), default=None)
    if last is None or len(clause.text.rstrip()) - last >= _NEAR_PLACE:
        return None
    if link != "colon" and len(quoted.split()) < FEW:
        return None
    return clause.says(link, "none", speaker=first_name(clause.text))


def _placed(clause: Clause, lexicon: Lexicon) -> Attribution | None:
    """Read a clause that names a place on the net before a colon: "Smith on Twitter: …"."""
    start = clause.text.rfind(MASK) + 1  # “…” Marl on Twitter: “…”
    place = lexicon.venue.search(clause.text, start) or lexicon.venue.search(clause.text)
    if place is None:
        return None
    return clause.says("colon", "none", speaker=_before_place(clause.text, place, lexicon))


def _before_place(text: str, place: re.Match[str], lexicon: Lexicon) -> Place | None:
    """Return the name directly before a place on the net: "Smith on Twitter"."""
    start = text.rfind(MASK, 0, place.start()) + 1
    return trimmed(text, start, place.start(), lexicon) if place.start() - start < _NEAR_PLACE else None


def _are_named(text: str, lexicon: Lexicon, quoted: str) -> bool:
    """Return True if the last words name the quoted thing: "in his tweet", "with insults such as"."""
    last = max(0, len(text) - _LAST_WORDS)
    if len(quoted.split()) > 2 and lexicon.posts.search(text, last):
        places = lexicon.venue.finditer(text, last)  # "her comment on Facebook"
        if lexicon.post_last.search(text, last) or any(not text[place.end() :].strip(" ,:") for place in places):
            return True
    listed = lexicon.sayings_last.search(text, last)
    if listed is None:
        return False
    if listed["remark"] is None and lexicon.places(text):
        return True
    # The remark is the named thing: its author is named before or after it.
    around = text[: listed.start()] + text[max(listed.start(), listed.end("remark")) :]
    return any(public.search(around) for public in (lexicon.texts, lexicon.crowd))
