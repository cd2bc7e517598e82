"""Read who said a quote out of the clause before or behind it, by a verb of saying or writing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scraper.text.quotes.attribution.subjects import (
    governing,
    is_noun,
    is_participle_behind_comma,
    last_verbs,
    opened,
    speaker_before,
    speaker_behind,
)
from scraper.text.quotes.attribution.without_verb import before_without_verb, behind_without_verb, by_handle
from scraper.text.quotes.text.clauses import MASK

if TYPE_CHECKING:
    import re

    from scraper.text.quotes.text.clauses import Attribution, Clause, Link, Place
    from scraper.text.quotes.words.lexicons import Lexicon

# Characters between a verb and the comma before a quote.
_BEFORE_COMMA = 80
# So far behind a quote its verb may stand.
_REACH = 140
# Characters and words that may stand between a verb and quoted words, or behind both.
_LONGEST_GAP, _LONGEST_CALLED, _LONGEST_NAME = 90, 50, 16
_LONGEST_REST, _FEW_WORDS = 24, 3


def read_before(clause: Clause, lexicon: Lexicon, quoted: str) -> Attribution | None:
    """Read the attribution in a clause that ends where a quote opens.

    Args:
        clause: From the beginning of the sentence to the opening mark.
        lexicon: The words to go by.
        quoted: The quoted words without their marks.
    """
    text = clause.text
    bare = text.rstrip()
    colon = bare.endswith((":", ";", "："))
    comma = bare.endswith((",", "،", "—", "–", "-")) and (not quoted[:1].islower() or len(quoted.split()) > 3)
    handled = by_handle(clause, lexicon)
    if handled:
        return handled
    for verb in last_verbs(text, len(text), lexicon):
        if lexicon.makes_sign(text, verb.start()):
            return None
        link = _link(verb, len(bare), lexicon, colon=colon, comma=comma)
        if link and not is_noun(text, verb, lexicon):
            return spoken(clause, verb, link, lexicon)
    return before_without_verb(clause, lexicon, quoted, colon=colon)


def _link(verb: re.Match[str], end: int, lexicon: Lexicon, *, colon: bool, comma: bool) -> Link | None:
    """Return how a verb is tied to the quote that opens behind `end`; None when it is not."""
    between = verb.string[verb.end() : end]
    if colon:
        return "colon"
    if comma and len(between) <= _BEFORE_COMMA:
        return "comma"
    rest = without_places(between, lexicon).strip(" ,\xa0")
    if _leads_straight(rest, lexicon):
        return "direct"
    if MASK in between or len(rest) > _LONGEST_GAP or "," in rest:
        return None
    return "that" if _leads_into(verb, rest, lexicon) else None


def _leads_into(verb: re.Match[str], rest: str, lexicon: Lexicon) -> bool:
    """Return whether the words behind a verb lead into a sentence of which the quoted words are a part.

    Example: "called the lake", "told her fans to", "wrote that it was".
    """
    if verb.lastgroup == "call" and len(rest) <= _LONGEST_CALLED:
        return True
    if verb.lastgroup == "tell" and lexicon.told_to.search(rest):
        return True
    return lexicon.that.match(rest) is not None


def _leads_straight(rest: str, lexicon: Lexicon) -> bool:
    """Return whether the words between a verb and a quote, if any, add nothing to it but to whom, or how."""
    if not rest or lexicon.after_name.fullmatch(rest) or lexicon.sayings_last.fullmatch(rest):
        return True
    if not lexicon.lacks_grammar:
        return False
    # Its subject, in languages that put it there.
    return bool(lexicon.user.match(rest) or lexicon.stranger.match(rest))


def spoken(clause: Clause, verb: re.Match[str], link: Link, lexicon: Lexicon) -> Attribution:
    """Read the verb nearest the quote with the subject and the force of the one that governs it."""
    first = governing(clause.text, verb, lexicon)
    kind = _kind(clause.text, verb, first, lexicon)
    subject = lexicon.inverted.match(clause.text, verb.end()) if link == "colon" and first is verb else None
    # What is written or published is the object: "publicou a seguinte mensagem".
    is_object = subject is not None and subject["text"] and verb.lastgroup != "say"
    if subject and not is_object and lexicon.traits.inverts:
        return clause.says(link, kind, verb=verb.span(), speaker=subject.span("who"))
    speaker = _subject(clause.text, verb, first, link, lexicon)
    return clause.says(link, kind, verb=verb.span(), speaker=speaker)


def _subject(
    text: str, verb: re.Match[str], first: re.Match[str], link: Link, lexicon: Lexicon
) -> Place | None:
    """Return the subject of the verb that governs a clause, before it or behind it."""
    speaker = speaker_before(text, first.start(), lexicon)
    return _subject_behind(text, verb, link, lexicon) if speaker is None and first is verb else speaker


def _subject_behind(text: str, verb: re.Match[str], link: Link, lexicon: Lexicon) -> Place | None:
    """Return the subject that follows its verb in front of a quote, if what follows is no object."""
    if link == "that":
        return None
    behind = speaker_behind(text, verb.end(), lexicon)
    return behind if behind and not _is_object(text[slice(*behind)], lexicon) else None


def _kind(text: str, verb: re.Match[str], first: re.Match[str], lexicon: Lexicon) -> str | None:
    """Return the class of a verb in a clause that another governs."""
    goes_on = is_participle_behind_comma(text, verb.start(), lexicon)
    if verb.lastgroup == "tell" and goes_on and first.lastgroup != "tweet":
        return "tell"
    return verb.lastgroup if verb.lastgroup in ("tweet", "post") else first.lastgroup


def _is_object(phrase: str, lexicon: Lexicon) -> bool:
    """Return whether a phrase behind a verb names what is said, nobody: "lanzó una pregunta: …"."""
    if any(map(str.isupper, phrase)) or lexicon.unnamed(phrase):
        return False
    return lexicon.determiner.match(phrase.partition(" ")[0]) is not None


def without_places(words: str, lexicon: Lexicon) -> str:
    """Cut from words behind a verb the place that they name, or the message: "says in her reply that"."""
    return lexicon.called_remark.sub("", lexicon.venue.sub("", words))


def read_behind(clause: Clause, lexicon: Lexicon, *, detached: bool, opens: bool) -> Attribution | None:
    """Read the attribution in a clause that begins where a quote closes.

    Args:
        clause: From the closing mark to the end of the sentence or the next quote.
        lexicon: The words to go by.
        detached: Whether the quoted words ended with a full stop of their own, so that the clause is a
            sentence of its own and must be an attribution through and through.
        opens: Whether the quoted words open their sentence.
    """
    text = clause.text
    verb, end = _main_verb(text, lexicon)
    if verb is None or verb.lastgroup == "call" or is_noun(text, verb, lexicon):
        return behind_without_verb(clause, lexicon) if opens and not detached else None
    if not opens and lexicon.resort.match(verb.group()):
        return None
    before = text[:end].strip(" \t\n\xa0,،;:—–-()")
    if detached and not _only_places(text[verb.end() :], lexicon):
        return None
    if before and not _stands_before_verb(before, lexicon):
        return None
    return clause.says("behind", verb.lastgroup, verb=verb.span(), speaker=_who(text, before, verb, lexicon))


def _stands_before_verb(words: str, lexicon: Lexicon) -> bool:
    """Return whether words between a quote and a verb may belong to it: an adverb or a subject."""
    if lexicon.after_name.fullmatch(words):
        return True
    if lexicon.aside.search(words) or lexicon.are.match(words) or len(words.split()) > _LONGEST_NAME:
        return False
    if lexicon.traits.nouns_capitalised and lexicon.breaks.match(words):
        return False
    return opened(words, lexicon) < len(words)


def _who(text: str, before: str, verb: re.Match[str], lexicon: Lexicon) -> Place | None:
    """Return the subject of a verb behind a quote; `before` are the words between the two."""
    pronoun = lexicon.attached.search(verb.group())
    if pronoun:
        return verb.start() + pronoun.start("who"), verb.start() + pronoun.end("who")
    if not before or lexicon.after_name.fullmatch(before):
        return speaker_behind(text, verb.end(), lexicon)
    return speaker_before(text, verb.start(), lexicon)


def _main_verb(text: str, lexicon: Lexicon) -> tuple[re.Match[str] | None, int]:
    """Return the verb that may attribute a quote, and where the words end that stand between the two.

    A clause on the speaker between them does not count: "Marl, who posted the clip, said".
    """
    verb = _first_verb(text, lexicon)
    aside = lexicon.aside.search(text, 0, verb.start()) if verb else None
    if verb is None or aside is None:
        return verb, verb.start() if verb else 0
    if "," not in text[aside.end() : verb.start()]:
        verb = lexicon.verb.search(text, max(verb.end(), text.find(",", verb.end())), _REACH)
    return verb, aside.start()


def _first_verb(text: str, lexicon: Lexicon) -> re.Match[str] | None:
    """Return the first verb behind a quote, unless it only tells of somebody: "kata Roe yang mengunggah"."""
    verb = lexicon.verb.search(text, 0, _REACH)
    is_aside = verb and lexicon.lacks_grammar and lexicon.breaks.search(text, 0, verb.start())
    return None if is_aside else verb


def _only_places(rest: str, lexicon: Lexicon) -> bool:
    """Return whether nothing but a place or a time follows: "on Twitter yesterday."."""
    if lexicon.venue.match(rest, 1) and not rest.rstrip().endswith((":", ",")):
        return True
    bare = lexicon.venue.sub("", rest).strip(" .!\xa0")
    if bare and rest[-1:] == " ":  # it runs on to the next quote
        return False
    return (
        len(bare) <= _LONGEST_REST
        and not rest.rstrip().endswith((":", ","))
        and len(bare.split()) <= _FEW_WORDS
    )
