"""Find the verb that governs a clause, and cut out the phrase that names the speaker.

>>> from scraper.text.quotes.words.lexicons import lexicon
>>> text = "Smith tweeted a picture and wrote"
>>> governing(text, lexicon("en").verb.search(text, 24), lexicon("en")).group()
'tweeted'
>>> text = "Meanwhile Jane Roe, who won last year, later tweeted: "
>>> text[slice(*speaker_before(text, text.index("tweeted"), lexicon("en")))]
'Jane Roe'
>>> text = " wrote one fan on Instagram."
>>> text[slice(*speaker_behind(text, text.index(" one"), lexicon("en")))]
'one fan'
"""

from __future__ import annotations

import re
from collections import deque
from functools import lru_cache
from typing import TYPE_CHECKING

from scraper.bounds import MOST_VERBS
from scraper.patterns import lazy_regex
from scraper.text.quotes.prose import CLOSE, MASK, is_abbreviated
from scraper.text.quotes.words.platform_names import PIECE, platform_named

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scraper.text.quotes.prose import Attribution, Place
    from scraper.text.quotes.words.lexicons import Lexicon


_CLOSE_RIGHT = CLOSE.translate({ord(mark): None for mark in ")]_"})
_LAST_WORD = lazy_regex(r"([^\W\d_][\w’'-]*)\s+$")
# Separators between a subject and the words before it; also an unclosed bracket.
_CUTS = lazy_regex(r"[,;:—–]\s|\s--?\s|\ufffc|\((?=[^()]+\Z)")
# Parts of a name before a comma: an age; party and state, "Sen. Ada Roe, R-Texas".
_OF_NAME = lazy_regex(r"\d|[A-Z]-[A-Z][\w.]+(?![\w-])")
_SMALL_LAST = lazy_regex(r"\s[^\W\d_A-Z]{1,3}\s*\Z")
_STOP = lazy_regex(r"[,;:.(\ufffc](?:\s|$)|\s?[(—–]")
_COMMA = lazy_regex(", ")
_NAME_ENDS = lazy_regex(r",|\s\(|\s[–—]\s")
_FIRST = lazy_regex(r"[^\s’']+[’']?")
_WORD = lazy_regex(r"[^\W\d_](?:[\w’'.-]*\w)?")
_ACCOUNT_NAME = lazy_regex(r"(?=\w*[_\d])[^\W\d_]\w{4,30}|[a-z]\w+\.[a-z]\w+")
_LONGEST, _MOST_WORDS = 90, 8
_FEW_BLANKS = 4
_PASSING = 60


def governing(text: str, verb: re.Match[str], lexicon: Lexicon) -> re.Match[str]:
    """Return the verb with the speaking subject: "tweeted" in "Smith tweeted a picture and wrote"."""
    if lexicon.who_last.search(text, 0, verb.start()):
        return verb
    for earlier in _verbs_before(text, verb.start(), lexicon):
        goes_on = is_participle_behind_comma(text, verb.start(), lexicon)
        if not goes_on and _has_subject(text[earlier.end() : verb.start()], lexicon):
            break
        verb = earlier
    return verb


def is_participle_behind_comma(text: str, start: int, lexicon: Lexicon) -> bool:
    """Return True if a verb only continues what its sentence's subject did: "…, adding"."""
    is_behind = text[max(0, start - 4) : start].rstrip().endswith(",")
    return is_behind and lexicon.goes_on.match(text, start) is not None


@lru_cache(maxsize=16)  # called several times for one clause
def last_verbs(text: str, end: int, lexicon: Lexicon) -> tuple[re.Match[str], ...]:
    """Return the verbs and their nouns before a place, at most `MOST_VERBS`, the nearest first."""
    return tuple(deque(lexicon.verb.finditer(text, 0, end), maxlen=MOST_VERBS))[::-1]


def _verbs_before(text: str, end: int, lexicon: Lexicon) -> Iterator[re.Match[str]]:
    """Yield the verbs before a place, the nearest first, but not "won" in "Marl, who won last year, tweeted"."""
    aside = lexicon.aside.search(text, 0, end)
    left, right = (aside.start(), text.find(",", aside.end(), end)) if aside else (end, end)
    right = -1 if MASK in text[left:right] else right
    for found in last_verbs(text, end, lexicon):
        if not left < found.start() < right and not is_noun(text, found, lexicon):
            yield found


def is_noun(text: str, verb: re.Match[str], lexicon: Lexicon) -> bool:
    """Return True if a form such as "tweet" is part of the name of a post or a place: "in one tweet"."""
    if verb.lastgroup not in ("tweet", "post"):
        return False
    if lexicon.traits.nouns_capitalised and verb.group()[0].isupper():
        return True
    left = max(0, verb.start() - _PASSING)
    last = _LAST_WORD.search(text, left, verb.start())
    is_behind_name = last is not None and last[1][:1].isupper() and platform_named(last[1]) is None
    patterns = (lexicon.post_speaks,) if is_behind_name else (lexicon.post_speaks, lexicon.venue)
    return any(
        found.start() < verb.start() < found.end() <= verb.end()
        for pattern in patterns
        for found in pattern.finditer(text, left, verb.end())
    )


def _has_subject(words: str, lexicon: Lexicon) -> bool:
    """Return True if the words between two verbs contain a subject of the second: ", and Smith later"."""
    own = words.rpartition(MASK)[2].strip(" \t\n\xa0")
    pieces = [piece.strip(CLOSE) for piece in re.split("[,;]", own.strip(CLOSE))]
    is_told_of = own.endswith(",") and len(pieces) > 1 and pieces[-2][:1].isupper()  # "Marl, 52, "
    last = pieces[-2 if is_told_of else -1]
    clause = last[max((found.end() for found in lexicon.breaks.finditer(last)), default=0) :].strip() or last
    length = opened(clause, lexicon)
    subject = clause[length:].strip()
    place = lexicon.venue.match(subject)
    subject = subject[place.end() :].strip() if place else subject
    if not subject or lexicon.after_name.match(subject):
        return False
    is_set_apart = length > 0 or (len(pieces) > 1 and subject.count(" ") < _FEW_BLANKS)
    return MASK in words or _begins_subject(subject, lexicon, is_set_apart=is_set_apart)


def _begins_subject(words: str, lexicon: Lexicon, *, is_set_apart: bool) -> bool:
    """Return True if words begin with a name, a pronoun, the public, or a noun that is set apart, so no object."""
    first = words.split(maxsplit=1)[0]
    if words[:1].isupper() or lexicon.pronoun.match(first):
        return True
    if is_set_apart and lexicon.determiner.match(first):
        return True
    return lexicon.unnamed(words) or lexicon.crowd.match(words) is not None


def speaker_before(text: str, end: int, lexicon: Lexicon) -> Place | None:
    """Return the subject before a verb that begins at `end`."""
    goes_on = is_participle_behind_comma(text, end, lexicon)
    nearest = None if goes_on else _last_subject(text, end, lexicon)
    return nearest or _first_subject(text, end, lexicon)


def _last_subject(text: str, end: int, lexicon: Lexicon) -> Place | None:
    verb = next(_verbs_before(text, end, lexicon), None)
    start = verb.end() if verb else 0
    start = max(_behind_place(text, 0, end, lexicon), _behind_place(text, start, end, lexicon), start)
    aside = lexicon.aside.search(text, start, end)
    end = aside.start() if aside else end
    start = _behind_cut(text, start, end)
    start += opened(text[start:end], lexicon)
    if text.startswith("(", start):  # "On Monday (May 3) Marl"
        start = max(start, text.find(")", start, end) + 1)
    start = max([start, *(found.end() for found in lexicon.breaks.finditer(text, start, end))])
    return trimmed(text, start, end, lexicon)


def _behind_place(text: str, start: int, end: int, lexicon: Lexicon) -> int:
    """Return the end of the place that opens a clause: "On X"."""
    place = lexicon.venue.match(text, _past_opening(text, start, end, lexicon))
    return place.end() if place else 0


def _behind_cut(text: str, start: int, end: int) -> int:
    """Skip "On Monday, " but keep "Smith, a senator, " and "Smith, 34, of Lake Odo, " before the verb."""
    head = text[:end].rstrip()
    cuts = [cut.end() for cut in _CUTS.finditer(head, start) if not _OF_NAME.match(head, cut.end())]
    if head.endswith((",", "—", "–", ")")):
        cuts = [cut for cut in cuts if cut < len(head)][:-1]
    return cuts[-1] if cuts else start


def _first_subject(text: str, end: int, lexicon: Lexicon) -> Place | None:
    """Return the subject of a sentence with its last verb at `end`: "She lost her temper, writing"."""
    start = _past_opening(text, text.rfind(MASK, 0, end) + 1, end, lexicon)
    comma = text.find(", ", start, end)
    if comma >= 0 and lexicon.preposition.match(text, start):
        start = comma + 2
    blank = text.find(" ", start, end)
    if lexicon.pronoun.match(text[start:blank]):
        return start, blank
    found = (pattern.search(text, start + 1, end) for pattern in (_COMMA, lexicon.verb, lexicon.predicate))
    stops = [stop.start() for stop in found if stop]
    return _subject_in(text, start, min(stops), lexicon) if stops else None


def speaker_behind(text: str, start: int, lexicon: Lexicon) -> Place | None:
    """Return the subject after an inverted verb that ends at `start`: "wrote a fan on Twitter"."""
    if text.startswith(".", start):  # the next sentence, after a lost space
        return None
    place = lexicon.venue.match(text, start + 2) if text.startswith(", ", start) else None
    if place and text.startswith(", ", place.end()):  # "wrote, on Twitter, the coach"
        start = place.end() + 2
    stops = (stop.start() for stop in _STOP.finditer(text, start))
    end = next((stop for stop in stops if not is_abbreviated(text, stop + 1)), len(text))
    start = _behind_circumstances(text, start, end, lexicon)
    after = lexicon.after_name.search(text, start, end)
    return _subject_in(text, start, after.start() if after else end, lexicon)


def _behind_circumstances(text: str, start: int, end: int, lexicon: Lexicon) -> int:
    """Skip places and adverbs between a verb and its subject: "wrote sharply on Instagram Roe"."""
    start = _skip(text, start, end)
    phrase = lexicon.after_name.match(text, start, end)
    if phrase is None or " " not in phrase[0]:  # "par exemple Marl sur X" is not a place
        while place := lexicon.venue.match(text, start, end):
            start = _skip(text, place.end(), end)
    for _ in range(3):
        adverb = lexicon.after_name.match(text, start, end)
        if adverb is None or lexicon.preposition.fullmatch(adverb.group()):
            break
        start = _skip(text, adverb.end(), end)
    return start


def _subject_in(text: str, start: int, end: int, lexicon: Lexicon) -> Place | None:
    """Return the name in a passage, or an agent noun; in most languages only with its article."""
    found = trimmed(text, start, end, lexicon)
    words = text[slice(*found)] if found else ""
    if len(words.split()) > _MOST_WORDS:
        return None
    if lexicon.traits.bare_subjects or not words[:1].islower():
        return found
    first = _FIRST.match(words)
    has_article = first and (lexicon.determiner.match(first[0]) or lexicon.pronoun.match(first[0]))
    people = lexicon.crowd, lexicon.user, lexicon.stranger
    return found if has_article or is_account(words) or any(each.search(words) for each in people) else None


def trimmed(text: str, start: int, end: int, lexicon: Lexicon) -> Place | None:
    """Trim a passage to its name, without conjunctions, adverbs and places; None without a name."""
    end = _end_before_place(text, start, end, lexicon)
    inside = text[:start].rstrip()[-1:].isalpha()
    start = _skip(text, start, end)
    if not (inside and text[start : start + 1].isupper()):
        start = _skip(text, _past_opening(text, start, end, lexicon), end)
    stop = _NAME_ENDS.search(text, start, end)
    words = _name_in(text, start, stop.start() if stop else end, lexicon)
    is_action = lexicon.predicate.fullmatch(f" {words}", 1)  # "can be heard saying"
    if is_action or lexicon.oblique.match(words) or lexicon.object.match(words):
        return None
    if not (inside and words[:1].isupper()) and lexicon.preposition.match(words):
        return None
    first = words.partition(" ")[0]
    words = first if lexicon.pronoun.match(first) else words
    return (start, start + len(words)) if words.strip() and len(words) <= _LONGEST else None


def _end_before_place(text: str, start: int, end: int, lexicon: Lexicon) -> int:
    place = lexicon.venue.search(text, start + 1, end)
    if place is None:
        return end
    # "een gebruiker op X": if a language is little known, only the name counts.
    small = _SMALL_LAST.search(text, start, place.start()) if lexicon.lacks_grammar else None
    return small.start() if small else place.start()


def _name_in(text: str, start: int, end: int, lexicon: Lexicon) -> str:
    """Return the words of a passage up to the name's verb and to adverbs at its end."""
    words = text[start:end].rstrip(_CLOSE_RIGHT)
    for pattern in (lexicon.predicate, lexicon.adverbs, lexicon.left_over):
        found = pattern.search(words)
        words = words[: found.start()].rstrip(_CLOSE_RIGHT) if found else words
    return words if "(" in words else words.rstrip(")")


def _past_opening(text: str, start: int, end: int, lexicon: Lexicon) -> int:
    start = _skip(text, start, end)
    return start + opened(text[start:end], lexicon)


def _skip(text: str, start: int, end: int) -> int:
    """Return the offset of the first sign from `start` on that may be part of a name."""
    while start < end and text[start] in CLOSE:
        start += 1
    return start


def opened(words: str, lexicon: Lexicon) -> int:
    """Return the length of the conjunctions and adverbs before a name."""
    found = lexicon.before_name.match(words)
    return found.end() if found else 0


def is_account(speaker: str) -> bool:
    """Return True if a name is written like an account: "its.joroe", "joroe86", "@ jo_roe"."""
    return _ACCOUNT_NAME.fullmatch(speaker.lstrip("@ ")) is not None


def named_speaker(said: Attribution, text: str, lexicon: Lexicon) -> Place | None:
    """Return the span of the words that name the speaker, in a language without a grammar.

    That is the subject as read if it is "a user" or a name, else the first name in the clause. With only a
    few words of a language, text between a verb and a name cannot be interpreted.
    """
    if said.speaker:
        speaker = said.speaker_in(text)
        if speaker[:1] == "@" or speaker.istitle() or is_account(speaker) or lexicon.pronoun.match(speaker):
            return said.speaker
        user = lexicon.stranger.search(speaker) or lexicon.user.search(speaker)
        if user:
            return said.speaker[0] + user.start(), said.speaker[1]
        if lexicon.somebody.match(speaker):
            return said.speaker
    clause = said.clause
    if said.verb is None:
        return said.speaker
    verb = said.verb[0] - clause.start, said.verb[1] - clause.start
    comma = clause.text.find(",", verb[1])
    name = first_name(clause.text[:comma] if comma >= 0 else clause.text)
    if name is None or not _belongs_to_verb(clause.text, name, verb, lexicon):
        return None
    return clause.start + name[0], clause.start + name[1]


def _belongs_to_verb(text: str, name: Place, verb: Place, lexicon: Lexicon) -> bool:
    """Return True for a name next to a verb: "wrote councillor Ada Roe", not "wrote a visitor from Port Swan"."""
    if name[1] <= verb[0] and not any(map(str.isalpha, text[: name[0]])):
        return True
    between = text[verb[1] : name[0]] if verb[1] <= name[0] else text[name[1] : verb[0]]
    words = lexicon.after_name.sub("", lexicon.venue.sub("", between)).split()
    return sum(any(map(str.isalpha, word)) for word in words) <= 1 and not lexicon.somebody.search(between)


def first_name(text: str) -> Place | None:
    """Return the first capitalized words that name no platform; a single one opening a sentence is none."""
    runs: list[Place] = []
    for word in _WORD.finditer(text):
        if not word[0][0].isupper() or PIECE.search(word[0]):
            continue
        if runs and text[runs[-1][1] : word.start()] == " ":
            runs[-1] = runs[-1][0], word.end()
        else:
            runs.append(word.span())
    return next((run for run in runs if text[: run[0]].strip(" \t\n\xa0-–—") or " " in text[slice(*run)]), None)
