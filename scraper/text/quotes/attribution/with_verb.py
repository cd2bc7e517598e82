"""Read who said a quote out of the clause before or behind it, by a verb of saying or writing."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from scraper.text.quotes.attribution.speakers import speaker_before, speaker_behind
from scraper.text.quotes.attribution.verbs import (
    JOINS,
    SOURCE,
    governing,
    is_noun,
    is_participle_behind_comma,
    last_verbs,
)
from scraper.text.quotes.attribution.without_verb import (
    before_without_verb,
    behind_without_verb,
    by_handle,
    by_user,
    called_behind,
)
from scraper.text.quotes.text.inversion import is_inverted, who_had
from scraper.text.quotes.text.names import (
    MASK,
    RELATIVE,
    TIME,
    opened,
    subject_first,
    who_did,
)

if TYPE_CHECKING:
    from scraper.text.quotes.text.clauses import Attribution, Clause, Link, Place
    from scraper.text.quotes.words.lexicons import Lexicon

# Characters between a verb and the comma before a quote.
_BEFORE_COMMA = 80
# So far behind a quote its verb may stand.
_REACH = 140
# Words of what is no name any more.
_LONG_NAME = 5
_MEANING = re.compile(r"[^\W\d_A-Z]{3,12}(?:ing|ndo)\s")
# "Answered with a dry “No”"
_WITH_A = re.compile(
    r"(?:with|con|com|avec|par|mit)\s+(?:an?|un[ao]?|une|uma?|einem|einer|the|el|il|lo|la|le|o)(?:\s+[^\W\d_]+)?"
    r"|(?:on|to) (?:it|(?:the|this|that|her|his) [^\W\d_]+) with",
    re.IGNORECASE,
)
# "Le escribió a Marl “No”"
_TO_WHOM = re.compile(r"(?:al?|ao|à|au)(?:\s[A-ZÀ-Þ][\w’'-]+){1,3}")
# "Users wrote, for instance, “…”"
_EXAMPLE_LAST = re.compile(
    r"(?:\bzum Beispiel|\betwa|beispielsweise|\bpor ejemplo|\bpar exemple|\b(?:per|ad) esempio|\bpor exemplo"
    r"|\bfor (?:example|instance))\Z"
)
# "Said with irony that"
_MANNER = re.compile(
    r"(?:with|con|com|avec|mit)\s+[^\W\d_]+\s+(?=(?:that|que|qu[’']|che|dass)\b)", re.IGNORECASE
)
# "Escribió el lunes que"
_WHEN = re.compile(rf"(?:(?:en|em|nel)\s\d{{4}}|{TIME.pattern})\s+(?=(?:que|qu[’']|che)\b)", re.IGNORECASE)
# Behind such a verb stands who was told, or what was added.
_NO_SUBJECT_NEXT = re.compile(r"\s(?:a|al|à|au|ao|alla)\Z|[a-z]ing\Z", re.IGNORECASE)
_LAST_WORDS = 80
# "a-t-elle écrit"
_PRONOUN = re.compile(r"-(?:t-)?(ils?|elles?)(?!\w)")
_RELATIVE = re.compile(
    r"(?:[^\W\d_]{1,3}\s+)?(?:which|whom|who|what|whose|where|was|wer|welche|dass|qui|que|quien|che|cui|quem"
    r"|onde|donde|dont|où)\b",
    re.IGNORECASE,
)
# Who writes words speaks none: "so she said, and wrote: …".
_WRITES = re.compile(r"(?:\w+\W){0,3}(?:wr[io]t(?!e$)|wrote|schr[ie]|geschr|[eé]?scri|escre)", re.IGNORECASE)
# The object in front of a verb: "“…”, lo scrive la sindaca".
_OBJECT = re.compile(r"l[oaie]s?|gli|le|l[’']|lui", re.IGNORECASE)
_SO = re.compile(r"thus|so|così|así|assim|ainsi", re.IGNORECASE)
# "Replied to a fan on X, telling him", not a paper.
_HIM_NEXT = re.compile(r"\s(?:her|him|them|fans|followers|viewers)\b")
# "Una mujer que paseaba por el muelle contó"
_SUBJECT_WHO = re.compile(
    r"(?:\A|,\s)\W*(?P<who>(?P<one>[^\W\d_]{1,4})\s[^\W\d_]+(?:\s[^\W\d_]+){0,3}?)\s(?:que|qui|che)\s\Z",
    re.IGNORECASE,
)
# What leads to another article.
_READ_ALSO = re.compile(r"\W*(?:(?:also|must) )?read:?\Z", re.IGNORECASE)
_RELATIVE_LAST = re.compile(r"\s(?:that|which|who|que|qui|che|quem)$", re.IGNORECASE)
# What may stand between a post and its verb: "One tweet that went viral said", "The tweet, in Welsh, read".
_OF_POST = re.compile(
    r"(?:\s(?:that|which)\s(?!(?:he|she|they|it|we|i|you|the|an?|his|her|their)\s)[a-z][^,:;.]{2,80}"
    r"|\s(?:with|con|com|avec|mit|under|about|in|on)\s(?:[^,:;]|(?<=\d),(?=\d)){2,80}|(?:,\s[^,:;]{3,60}){1,2},)"
    r"\s(?:simply\s|also\s)?\Z"
)
# What a relative pronoun stands for is some words before it: "a tweet from Smith, which read".
_WHICH_LAST = re.compile(r"\s(?:that|which)\s+\Z", re.IGNORECASE)


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
    handled = by_handle(clause, lexicon) or (by_user(clause, lexicon) if colon else None)
    if handled:
        return handled
    for verb in last_verbs(text, len(text), lexicon):
        if lexicon.makes_sign(text, verb.start()) or _READ_ALSO.match(text, 0, verb.end() + 1):
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
    rest = _without_circumstances(between, lexicon)
    if _leads_straight(rest, lexicon):
        return "direct"
    if MASK in between or len(rest) > 90 or "," in rest:
        return None
    named = verb.lastgroup == "call" and len(rest) <= 50
    told = verb.lastgroup == "tell" and rest.endswith(" to")
    return "that" if named or told or lexicon.that.match(rest) else None


def _without_circumstances(between: str, lexicon: Lexicon) -> str:
    """Return the words between a verb and a quote without the place, the manner and the time they name."""
    rest = _MANNER.sub("", without_places(between, lexicon).strip(" ,\xa0"))
    when = _WHEN.match(rest) if lexicon.traits.romance else None
    return rest[when.end() :] if when else rest


def _leads_straight(rest: str, lexicon: Lexicon) -> bool:
    """Return whether the words between a verb and a quote, if any, add nothing to it but to whom, or how."""
    endings = (lexicon.after_name, lexicon.sayings_last, _WITH_A, _TO_WHOM)
    if not rest or _EXAMPLE_LAST.search(rest) or any(ending.fullmatch(rest) for ending in endings):
        return True
    if not lexicon.lacks_grammar:
        return False
    # Its subject, in languages that put it there.
    return bool(lexicon.user.match(rest) or lexicon.stranger.match(rest))


def _german_subject(
    text: str, verb: re.Match[str], first: re.Match[str], lexicon: Lexicon
) -> tuple[int, int] | None:
    """Return the subject that stands behind a verb, or between its parts."""
    had = who_had(text, verb.start())
    return had or (speaker_behind(text, first.end(), lexicon) if is_inverted(text, first) else None)


def spoken(clause: Clause, verb: re.Match[str], link: Link, lexicon: Lexicon) -> Attribution:
    """Read the verb nearest the quote with the subject and the force of the one that governs it."""
    first = governing(clause.text, verb, lexicon)
    kind = _kind(clause.text, verb, first, lexicon)
    subject = lexicon.inverted.match(clause.text, verb.end()) if link == "colon" and first is verb else None
    # What is written or published is the object: "publicou a seguinte mensagem".
    is_object = subject is not None and subject["text"] and verb.lastgroup != "say"
    if subject and not is_object and lexicon.language != "en":
        return clause.says(link, kind, verb=verb.span(), speaker=subject.span("who"))
    which = _WHICH_LAST.search(clause.text, 0, verb.start())
    if which:
        post = _last_post(clause.text, which.start(), lexicon)
        return clause.says(link, verb.lastgroup, verb=verb.span(), speaker=post)
    speaker = _subject(clause.text, verb, first, link, lexicon)
    speaker = _who_does(clause.text, speaker, lexicon) if speaker else None
    said = clause.says(link, kind, verb=verb.span(), speaker=speaker)
    return replace(said, governing=clause.start + first.start())


def _subject(
    text: str, verb: re.Match[str], first: re.Match[str], link: Link, lexicon: Lexicon
) -> Place | None:
    """Return the subject of the verb that governs a clause, before it or behind it."""
    if verb.lastgroup == "say" and (post := _post_first(text, verb, lexicon)):
        return post
    if first is not verb and (joined := _joined_subject(text, verb, first, lexicon)):
        return joined
    inverted = _german_subject(text, verb, first, lexicon) if lexicon.language == "de" else None
    speaker = (
        inverted or who_did(text, first.start(), lexicon) or speaker_before(text, first.start(), lexicon)
    )
    if speaker is None and first is verb:
        speaker = _subject_behind(text, verb, link, lexicon)
    if speaker or _RELATIVE_LAST.search(text[: first.start()].rstrip()):
        return speaker
    return subject_first(text, first.start(), lexicon)


def _subject_behind(text: str, verb: re.Match[str], link: Link, lexicon: Lexicon) -> Place | None:
    """Return the subject that follows its verb in front of a quote, if what follows is no object."""
    if (link == "that" and not SOURCE.match(verb.group())) or _NO_SUBJECT_NEXT.search(verb.group()):
        return None
    behind = speaker_behind(text, verb.end(), lexicon)
    return behind if behind and not _is_object(text[slice(*behind)], lexicon) else None


def _joined_subject(text: str, verb: re.Match[str], first: re.Match[str], lexicon: Lexicon) -> Place | None:
    """Return the subject of two verbs that stands behind the first: “…”, wrote Marl and added: “…”."""
    joined = JOINS.search(text[: verb.start()].rstrip())
    if joined is None or not text[: first.start()].rstrip(" ,\xa0").endswith(MASK):
        return None
    return speaker_behind(text[: joined.start()], first.end(), lexicon)


def _kind(text: str, verb: re.Match[str], first: re.Match[str], lexicon: Lexicon) -> str | None:
    """Return the class of a verb in a clause that another governs."""
    if (
        verb.lastgroup == "tell"
        and is_participle_behind_comma(text, verb.start())
        and first.lastgroup != "tweet"
    ):
        is_there = _HIM_NEXT.match(text, verb.end()) is not None
        if not is_there or lexicon.venue.search(text, first.end(), verb.start()) is None:
            return "tell"
    writes = first.lastgroup == "say" and _WRITES.match(text, verb.start(), verb.end())
    return verb.lastgroup if writes or verb.lastgroup in ("tweet", "post") else first.lastgroup


def _who_does(text: str, speaker: Place, lexicon: Lexicon) -> Place:
    """Return the noun that a relative clause stands on, where its words were taken for the speaker."""
    who = _SUBJECT_WHO.search(text, 0, speaker[0])
    return who.span("who") if who and lexicon.determiner.match(who["one"]) else speaker


def _last_post(text: str, end: int, lexicon: Lexicon) -> Place | None:
    """Return the post that is named last: "Smith’s earlier tweet, which read"."""
    posts = list(lexicon.post_first.finditer(text, max(0, end - _LAST_WORDS), end))
    return posts[-1].span() if posts and not text[posts[-1].end() : end].strip(" ,") else None


def _post_first(text: str, verb: re.Match[str], lexicon: Lexicon) -> Place | None:
    """Return the post that opens a sentence and has the verb, whatever is told of it between."""
    post = lexicon.post_first.match(text, opened(text, lexicon))
    between = post and _OF_POST.match(text, post.end(), verb.start())
    return post.span() if post and between and MASK not in between[0] else None


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
    if detached and not (_only_places(text[verb.end() :], lexicon) or _is_aside(before, text, verb.end())):
        return None
    if before and not _stands_before_verb(before, lexicon):
        return called_behind(clause, lexicon)
    return clause.says("behind", verb.lastgroup, verb=verb.span(), speaker=_who(text, before, verb, lexicon))


def _stands_before_verb(words: str, lexicon: Lexicon) -> bool:
    """Return whether words between a quote and a verb may belong to it: an adverb, an object, a subject."""
    return _is_no_subject(words, lexicon) or (_is_name(words, lexicon) and not lexicon.are.match(words))


def _is_no_subject(words: str, lexicon: Lexicon) -> bool:
    """Return whether words between a quote and a verb leave the subject to stand behind it."""
    return any(pattern.fullmatch(words) for pattern in (lexicon.after_name, _SO, _OBJECT))


def _who(text: str, before: str, verb: re.Match[str], lexicon: Lexicon) -> Place | None:
    """Return the subject of a verb behind a quote; `before` are the words between the two."""
    pronoun = _PRONOUN.search(verb.group())
    if pronoun:
        return verb.start() + pronoun.start(1), verb.start() + pronoun.end(1)
    if not before or _is_no_subject(before, lexicon):
        return speaker_behind(text, verb.end(), lexicon)
    return speaker_before(text, verb.start(), lexicon)


def _main_verb(text: str, lexicon: Lexicon) -> tuple[re.Match[str] | None, int]:
    """Return the verb that may attribute a quote, and where the words end that stand between the two.

    A clause on the speaker between them does not count: "Marl, who posted the clip, said".
    """
    verb = _first_verb(text, lexicon)
    aside = RELATIVE.search(text, 0, verb.start()) if verb else None
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


def _is_name(words: str, lexicon: Lexicon) -> bool:
    """Return whether words between a quote and a verb can be a speaker."""
    if any(found(words) for found in (_RELATIVE_LAST.search, RELATIVE.search, _MEANING.match)):
        return False
    if lexicon.language == "de" and lexicon.breaks.match(words):
        return False
    if len(words.split()) > 16 or _RELATIVE.match(words):
        return False
    return opened(words, lexicon) < len(words)


def _is_aside(name: str, text: str, end: int) -> bool:
    """Return whether what the speaker did meanwhile follows a name and a verb.

    Example: "Marl went on, this time …".
    """
    return len(name.split()) < _LONG_NAME and text.startswith(",", end) and text.rstrip()[-1:] not in ",:"


def _only_places(rest: str, lexicon: Lexicon) -> bool:
    """Return whether nothing but a place or a time follows: "on Twitter yesterday."."""
    if lexicon.venue.match(rest, 1) and not rest.rstrip().endswith((":", ",")):
        return True
    bare = lexicon.venue.sub("", rest).strip(" .!\xa0")
    if bare and rest[-1:] == " ":  # it runs on to the next quote
        return False
    return len(bare) <= 24 and not rest.rstrip().endswith((":", ",")) and len(bare.split()) <= 3
