"""Find the attribution of a quote: next to it or inside it, else farther off."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from scraper.patterns import lazy_regex
from scraper.text.quotes.prose import CLOSE, MASK, SMALL, Clause, is_ended
from scraper.text.quotes.subjects import (
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
from scraper.text.quotes.words.platform_names import HANDLE

if TYPE_CHECKING:
    import re

    from scraper.text.quotes.prose import Attribution, Link, Place, Prose, Span
    from scraper.text.quotes.reaction import Reaction
    from scraper.text.quotes.words.lexicons import Lexicon


# Read the attribution of a quote in the clause before it: a handle, a verb, a place online, a post.

_HANDLE_LAST = lazy_regex(
    r"(?P<handle>@\w[\w.]*)[)\]]?(?P<words>(?:\s+[^\W\d_]{1,14}){0,5})\s*(?P<colon>[:;：])?(?P<comma>,)?\s*$"
)
#: This many words lead to a quote without other content; and this few in a quote may be a term.
FEW = 4
# Reach in characters: to the end of a clause, and from a name to a place.
_LAST_WORDS, _NEAR_PLACE = 80, 60


def _read_before(clause: Clause, lexicon: Lexicon, quoted: str) -> Attribution | None:
    """Read the attribution in a clause from the beginning of a sentence to the mark that opens a quote."""
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
            return _spoken(clause, verb, link, lexicon)
    return _without_verb(clause, lexicon, quoted, "colon" if colon else "direct")


def _by_handle(clause: Clause, lexicon: Lexicon) -> Attribution | None:
    """Read a handle before a colon; without a grammar also "Name (@handle) whatever words: …"."""
    text = clause.text
    handle = _HANDLE_LAST.search(text, max(0, len(text) - 2 * _LAST_WORDS))
    if handle is None or (lexicon.verb.search(text, handle.end("handle")) and not lexicon.lacks_grammar):
        return None
    if not lexicon.lacks_grammar and (handle["words"] or not (handle["colon"] or handle["comma"])):
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
    rest = _without_places(between, lexicon).strip(" ,\xa0")
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
    """Return True if words between a verb and a quote only name an addressee or a manner, or there are none."""
    if not rest or lexicon.after_name.fullmatch(rest) or lexicon.sayings_last.fullmatch(rest):
        return True
    # Its subject, in languages that put it there.
    return lexicon.lacks_grammar and bool(lexicon.user.match(rest) or lexicon.stranger.match(rest))


def _without_places(words: str, lexicon: Lexicon) -> str:
    """Remove the place or message from words after a verb: "says in her reply that"."""
    return lexicon.called_remark.sub("", lexicon.venue.sub("", words))


def _spoken(clause: Clause, verb: re.Match[str], link: Link, lexicon: Lexicon) -> Attribution:
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
    last = max((place.end() for place in lexicon.venue.finditer(clause.text)), default=-_NEAR_PLACE)
    is_near = len(clause.text.rstrip()) - last < _NEAR_PLACE
    is_led = is_near and (link == "colon" or len(quoted.split()) >= FEW)
    return clause.says(link, "none", speaker=first_name(clause.text)) if is_led else None


def _placed(clause: Clause, lexicon: Lexicon) -> Attribution | None:
    """Read a clause that names a place on the net before a colon: "Smith on Twitter: …"."""
    start = clause.text.rfind(MASK) + 1  # “…” Marl on Twitter: “…”
    place = lexicon.venue.search(clause.text, start) or lexicon.venue.search(clause.text)
    return clause.says("colon", "none", speaker=_before_place(clause.text, place, lexicon)) if place else None


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


# Read the attribution of a quote in the clause after it: a verb, an unnamed speaker, a post or a place.

_VERB_BEHIND = lazy_regex(r"\s+(?P<verb>[^\W\d_A-Z]{3,16})\b")
_VERB_FIRST = lazy_regex(r"(?P<verb>[^\W\d_A-Z]{3,16})\s+")
_VERB_AND_PLACE = lazy_regex(r"[\s,]*(?P<speaker>[^,;:\ufffc]{0,70}?)\s*\b(?P<verb>[^\W\d_A-Z]{3,16})\s+\Z")
# Reach after a quote, in characters: of its verb or place, and of a post that speaks.
_REACH, _NEAR_POST = 140, 30
# Words allowed between a quote and its verb; characters and words after both.
_LONGEST_NAME, _LONGEST_REST, _FEW_WORDS = 16, 24, 3


def _read_behind(clause: Clause, lexicon: Lexicon, *, detached: bool, opens: bool) -> Attribution | None:
    """Read the attribution in a clause from the mark that closes a quote to the next quote or the sentence's end.

    If `detached`, the quote ended with its own full stop: the clause must be an attribution throughout. If `opens`,
    the quoted words open their sentence.
    """
    text = clause.text
    verb, end = _main_verb(text, lexicon)
    if verb is None or verb.lastgroup == "call" or is_noun(text, verb, lexicon):
        return _name_without_verb(clause, lexicon) if opens and not detached else None
    if not opens and lexicon.resort.match(verb.group()):
        return None
    before = text[:end].strip(" \t\n\xa0,،;:—–-()")
    if detached and not _only_places(text[verb.end() :], lexicon):
        return None
    if before and not _precedes_verb(before, lexicon):
        return None
    return clause.says("behind", verb.lastgroup, verb=verb.span(), speaker=_subject(text, before, verb, lexicon))


def _main_verb(text: str, lexicon: Lexicon) -> tuple[re.Match[str] | None, int]:
    """Return the verb that may attribute a quote, and the end of the words between them but for relative clauses."""
    verb = lexicon.verb.search(text, 0, _REACH)
    aside = lexicon.aside.search(text, 0, verb.start()) if verb else None
    if verb is None or aside is None:
        return verb, verb.start() if verb else 0
    if "," not in text[aside.end() : verb.start()]:
        verb = lexicon.verb.search(text, max(verb.end(), text.find(",", verb.end())), _REACH)
    return verb, aside.start()


def _only_places(rest: str, lexicon: Lexicon) -> bool:
    """Return True if only a place or a time follows: "on Twitter yesterday."."""
    if rest.rstrip().endswith((":", ",")) or rest[-1:] in (" ", "\xa0"):
        return False  # it runs on to the next quote
    if lexicon.venue.match(rest, 1):
        return True
    bare = lexicon.venue.sub("", rest).strip(" .!\xa0")
    return len(bare) <= _LONGEST_REST and len(bare.split()) <= _FEW_WORDS


def _precedes_verb(words: str, lexicon: Lexicon) -> bool:
    """Return True if words between a quote and a verb may belong to it: an adverb or a subject."""
    if lexicon.after_name.fullmatch(words):
        return True
    if lexicon.are.match(words) or len(words.split()) > _LONGEST_NAME:
        return False
    return opened(words, lexicon) < len(words)


def _subject(text: str, before: str, verb: re.Match[str], lexicon: Lexicon) -> Place | None:
    """Return the subject of a verb after a quote; `before` are the words between the two."""
    pronoun = lexicon.attached.search(text, verb.start(), verb.end())
    if pronoun:
        return pronoun.span("who")
    if not before or lexicon.after_name.fullmatch(before) or lexicon.object.fullmatch(before):
        return speaker_behind(text, verb.end(), lexicon)
    return speaker_before(text, verb.start(), lexicon)


def _name_without_verb(clause: Clause, lexicon: Lexicon) -> Attribution | None:
    """Read "…", dichtete ein User; “…,” a tweet went; “…,” Smith simpered in a tweet."""
    stranger = _stranger(clause, lexicon)
    if stranger:
        return stranger
    post = lexicon.post_speaks.search(clause.text, 0, _NEAR_POST)
    if post:
        return clause.says("behind", "noun", speaker=post.span())
    place = None if lexicon.lacks_grammar else lexicon.venue.search(clause.text, 0, _REACH)
    found = _VERB_AND_PLACE.match(clause.text, 0, place.start()) if place else None
    speaker = trimmed(clause.text, *found.span("speaker"), lexicon) if found else None
    return clause.says("behind", "none", verb=found.span("verb"), speaker=speaker) if found else None


def _stranger(clause: Clause, lexicon: Lexicon) -> Attribution | None:
    """Read an unnamed speaker with an unknown verb: "…", dichtete ihm ein User."""
    text = clause.text
    start = len(text) - len(text.lstrip(" \t\n\xa0,—–-"))
    speaker = lexicon.stranger.match(text, start)
    if speaker and not text[speaker.end() :].strip(" .\xa0"):
        return clause.says("behind", "none", speaker=speaker.span())
    verb = _VERB_BEHIND.match(text, speaker.end()) if speaker else _VERB_FIRST.match(text, start)
    if verb is None:
        return None
    place = speaker.span() if speaker else _unnamed_or_name(text, verb.end(), lexicon)
    return clause.says("behind", "none", verb=verb.span("verb"), speaker=place) if place else None


def _unnamed_or_name(text: str, start: int, lexicon: Lexicon) -> Place | None:
    """Return the subject after an unknown verb, if it is an unnamed person or a name."""
    subject = speaker_behind(text, start, lexicon)
    return subject if subject and (text[subject[0]].isupper() or lexicon.stranger.match(text, start)) else None


# Find the attribution of a quote: next to it or inside it, else farther off.

# Words that tie the clause after a quote to it.
_TIED = lazy_regex(r"[\s\xa0]*(?:[,،—–-]|\(@)")
_NEW_SENTENCE = lazy_regex(rf"\s*[^\W_{SMALL}]")
_COLON_NEXT = lazy_regex(r"\s*:")
# An attribution with an unknown verb: “…”, hält Marl dagegen.
_OWN_VERB = lazy_regex(r",\s[^\W\d_A-Z]{3,16}\s[A-ZÀ-Þ]")
_ASIDES_TRIED = 20
_ASIDE = lazy_regex(
    r"(?:\s[-–—]\s?(?P<words>[^-–—\"«»“”]{6,160}?)\s?[-–—](?=[\s.,;:!?»\"”])"
    r"|,\s(?P<clause>(?:[^-–—\"«»“”,.;:!?…]|(?<=\w)-(?=\w)){6,90})(?=[.,]\s))"
)
_HANDLE_DOES = lazy_regex(rf"(?:[^@,]{{0,30}},)?\s*({HANDLE})\s+[^\W\d_A-ZÀ-Þ]")
# Lengths in words of a quote that may be a name, of one that is a sentence, and of one after a colon.
_FULL_NAME, _SENTENCE, _LED = 2, 4, 5


def attributions(prose: Prose, index: int) -> list[Attribution]:
    """Return the attributions next to a quote: first that after it, unless a clause with a colon is better."""
    before = _read_before(prose.clause_before(index), prose.lexicon, prose.words(prose.spans[index]))
    behind = _read_behind_list(prose, index)
    if before is None or behind is None:
        return [said for said in (behind, before) if said]
    goes_on = prose.lexicon.breaks.match(behind.clause.text.lstrip())  # tweeted: “…” as she rowed on
    if before.kind == "tell" or behind.clause.ends_in_colon or goes_on:
        return [before]
    return [behind, before] if before.link == "colon" else [behind]


def _read_behind_list(prose: Prose, index: int) -> Attribution | None:
    """Return the attribution after a quote, or after the list of quotes that it opens."""
    first = prose.clause_before(index)
    # “…”. “…”, wrote Marl: the text after a colon ends with its sentence.
    is_own = first.ends_in_colon and prose.clause_behind(index).text.strip() == "."
    said = _read_clause_behind(prose, index if is_own else prose.last_of_list(index))
    if said is None or said.verb is None:
        return said
    if _COLON_NEXT.match(prose.text, said.verb[1]):
        return None  # it leads to the next quote: "“…” Roe wrote: “…”"
    if prose.lexicon.lacks_grammar and said.speaker is None and first.text.strip():
        return replace(said, clause=first)  # the verb ends the sentence: "Başkan Twitter'da “…” diye yazdı"
    return said


def _read_clause_behind(prose: Prose, index: int) -> Attribution | None:
    """Return the attribution in the clause directly after a quote, if signs or its place tie the clause to it."""
    span, lexicon = prose.spans[index], prose.lexicon
    clause, before, words = prose.clause_behind(index), prose.clause_before(index), prose.words(span)
    is_tied = is_ended(words) or words[-1:] in ",،—–-" or _TIED.match(clause.text) is not None
    opens = before.ends_in_colon or prose.opens_sentence(span)
    if not (is_tied or (opens and len(words.split()) > _FULL_NAME)) or lexicon.makes_title(before.text):
        return None
    detached = is_ended(words) and _NEW_SENTENCE.match(clause.text) is not None
    said = _read_behind(clause, lexicon, detached=detached, opens=opens and is_tied)
    return said or (clause.says("behind", "noun") if lexicon.are_posts.match(clause.text) else None)


def read_aside(prose: Prose, span: Span) -> list[Attribution]:
    """Return the attribution inside a quote: «Non ci credo - ha scritto Rosa su X -. Davvero»."""
    for aside in islice(_ASIDE.finditer(prose.text, span.start, span.end), _ASIDES_TRIED):
        group = aside.lastgroup or "words"
        clause = Clause(aside[group], aside.start(group))
        if prose.lexicon.verb.match(clause.text):
            said = _read_behind(clause, prose.lexicon, detached=False, opens=False)
            return [said] if said else []
    return []


def further_off(prose: Prose, last: Reaction | None, index: int) -> list[Attribution]:
    """Return the attributions of a quote that has none next to it; `last` is the reaction before."""
    inside = read_aside(prose, prose.spans[index])
    if inside:
        return inside
    said = (
        _read_list(prose, index)
        or _read_sentence_before(prose, index)
        or _read_lead_in(prose, index)
        or _read_reported_words(prose, index)
        or _read_alone(prose, last, index)
    )
    return [said] if said else []


def _read_list(prose: Prose, index: int) -> Attribution | None:
    """Read the attribution of quotes in a row, after them or above: "“…” and “…” were the comments"."""
    last, lexicon = prose.last_of_list(index), prose.lexicon
    if last == index:
        return None
    behind = prose.clause_behind(last)
    if last == index + 1 and lexicon.are_posts.match(behind.text):
        return behind.says("behind", "noun")
    above = prose.sentence_above(prose.spans[index])
    return above.says("announced", "noun") if above and lexicon.remarks.search(above.text) else None


def _read_sentence_before(prose: Prose, index: int) -> Attribution | None:
    """Read the sentence before a quote that is a full sentence, if nothing else attributes it."""
    span, lexicon = prose.spans[index], prose.lexicon
    ended = _is_sentence(prose, span, ".!?")
    is_last = prose.ends_block(prose.spans[prose.last_of_list(index)])
    if not (ended or is_last) or len(prose.words(span).split()) < _SENTENCE:
        return None
    sentence = prose.sentence_before(span) or (prose.fills_block(span) and prose.sentence_above(span))
    if not sentence:
        return None
    said = _announced(sentence, lexicon) if ended or prose.makes_paragraph(span) else None
    if said:
        return said
    if lexicon.crowd.search(sentence.text):
        return sentence.says("announced", "crowd")
    speaks_of_posts = prose.opens_row(span) and lexicon.posts.search(sentence.text)
    return sentence.says("announced", "noun") if speaks_of_posts else None


def _is_sentence(prose: Prose, span: Span, signs: str) -> bool:
    """Return True if quoted words end like a sentence, or certain signs follow them."""
    return is_ended(prose.words(span)) or prose.text[span.end : span.end + 1] in tuple(signs)


def _announced(clause: Clause, lexicon: Lexicon) -> Attribution | None:
    """Read the whole sentence before a standalone quote: "Smith reacted on Twitter. “…”"."""
    verbs = (verb for verb in last_verbs(clause.text, len(clause.text), lexicon))
    verb = next((verb for verb in verbs if not is_noun(clause.text, verb, lexicon)), None)
    if verb is None or verb.lastgroup not in ("tweet", "post", "write"):
        return None
    if clause.text.rstrip(". ").endswith(verb[0]) and verb[0].endswith("s"):
        return None  # "Ten funny tweets"
    return _spoken(clause, verb, "announced", lexicon)


def _read_lead_in(prose: Prose, index: int) -> Attribution | None:
    """Read any unknown words that lead to a sentence with a colon: "Her answer: “…”"."""
    clause, words = prose.clause_before(index), prose.words(prose.spans[index])
    if not clause.ends_in_colon or not (is_ended(words) or len(words.split()) >= _LED):
        return None
    handle = _HANDLE_DOES.match(clause.text)
    return clause.says("colon", "lead", handle=handle.span(1) if handle else None)


def _read_reported_words(prose: Prose, index: int) -> Attribution | None:
    """Read words quoted in a reported post: "took to X to say that it was “sad”"."""
    span, lexicon = prose.spans[index], prose.lexicon
    clause = prose.clause_before(index)
    opens = len(clause.text) - len(clause.text.lstrip(CLOSE))
    is_placed = lexicon.venue.match(clause.text, opens) is not None
    for verb in last_verbs(clause.text, len(clause.text), lexicon):
        if is_noun(clause.text, verb, lexicon):
            continue
        if verb.lastgroup in ("tell", "call") or lexicon.makes_sign(clause.text, verb.start()):
            return None
        # A single word may be the writer's own: "She took to X to share the “small” price".
        is_phrase = " " in prose.words(span) or MASK in clause.text[verb.end() :]
        is_free = (verb.lastgroup == "tweet" and is_phrase) or (verb.lastgroup == "say" and is_placed)
        if is_free or _opens_content(verb, lexicon):
            return _spoken(clause, verb, "that", lexicon)
    return None


def _opens_content(verb: re.Match[str], lexicon: Lexicon) -> bool:
    """Return True if words after a verb begin reported content: "wrote on X that …", "said the …"."""
    comma = verb.string.startswith(",", verb.end())
    if verb.lastgroup in ("say", "write") and lexicon.venue.match(verb.string, verb.end() + comma + 1):
        return True
    words = _without_places(verb.string[verb.end() :], lexicon)
    if verb.lastgroup == "say" and lexicon.definite.match(words.lstrip()):
        return True
    return lexicon.that.match(words) is not None


def _read_alone(prose: Prose, last: Reaction | None, index: int) -> Attribution | None:
    """Read a full-sentence quote without an attribution: it may continue the last reaction."""
    span = prose.spans[index]
    is_first = index == 0 or prose.spans[index - 1].last_block != span.block
    is_long = len(prose.words(span).split()) >= _SENTENCE
    if not ((is_first or last) and is_long and prose.opens_sentence(span)):
        return None
    is_whole = _is_sentence(prose, span, ".,") or prose.makes_paragraph(span)
    return Clause("", span.end).says("announced", "alone") if is_whole else None


def continues_reaction(prose: Prose, last: Reaction, index: int) -> bool:
    """Return True if a quote continues the last: “…,” she tweeted. “…”; or fills the next paragraph."""
    span, before = prose.spans[index], prose.spans[index - 1]
    if last.span.end != before.end or _OWN_VERB.match(prose.masked, span.end):
        return False
    if span.block != before.last_block:
        is_next = span.block == before.last_block + 1 and prose.follows(span.block)
        return is_next and prose.makes_paragraph(span)
    gap = prose.masked[before.end : span.start]
    if prose.joins(gap):
        return True  # “…” and “…”, wrote many
    is_between = last.said.link == "behind" and last.said.clause.text.strip(" .,;") == gap.strip(" .,;")
    return is_between and gap.rstrip()[-1:] in ".,;!)—–"
