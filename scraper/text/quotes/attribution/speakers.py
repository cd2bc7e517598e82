"""Cut the phrase that names the speaker out of a clause.

>>> from scraper.text.quotes.words.lexicons import lexicon
>>> text = "Meanwhile Jane Roe, who won last year, later tweeted: "
>>> text[slice(*speaker_before(text, text.index("tweeted"), lexicon("en")))]
'Jane Roe'
>>> text = " wrote one fan on Instagram."
>>> text[slice(*speaker_behind(text, text.index(" one"), lexicon("en")))]
'one fan'
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scraper.text.quotes.attribution.verbs import JOINS, is_participle_behind_comma, verbs_before
from scraper.text.quotes.text.inversion import ASIDE, inverted_first
from scraper.text.quotes.text.names import (
    ABBREVIATED,
    CLOSE,
    MASK,
    RELATIVE,
    TIME,
    is_subject,
    opened,
    without_rest,
)
from scraper.text.quotes.words.lexicons import HANDLES

if TYPE_CHECKING:
    from scraper.text.quotes.words.lexicons import Lexicon

_CLOSE_RIGHT = CLOSE.translate({ord(mark): None for mark in ")]_"})
_CUTS = re.compile(r"[,;:—–]\s|\s--?\s|\ufffc")
# Behind "tweeted about" stands what was tweeted about.
_STOP = re.compile(r"[,;:.(\ufffc](?:\s|$)|\s?[(—–]|\babout\s")
# "The ships were late and Smith": the second of two clauses has the subject.
_CLAUSE_AND = re.compile(
    r"(?:\S+\s+){5,}?(?!(?:of|for|between)\s)\S+\s+\S+\s+(?:and|but|y|e|et|und|ed)\s+(?=[^\W\d_a-zà-öø-ÿß])"
)
_AND_NAME = re.compile(r"\s[^\W\d_A-Z][\w’'-]*\s(?:and|but|so)\s+(?=[A-Z])")
_NAME_ENDS = re.compile(r",|\s\((?:@|who\b)|\s[–—]\s")
_LONGEST = 90
_LONGEST_NAME = 6
# What stands before the subject: "Shocked by the news, Smith".
_OPENS_LATER = re.compile(
    r"(?:(?:[A-Za-z]{2,20}ly\s)?[A-Za-z]{3,14}(?:ing|ed)|After|Before|Since|When|While|As|[A-Z][a-z]{2,14}ly,)\s"
)
# "One angry swimmer", but not "one mocked".
_SOMEBODY = re.compile(r"(?:[^\W\d_]{3,14}\s)?[^\W\d_]{2,14}(?<!ed)(?<!ing)(?<!s)")
# A heading, and a line that begins behind it.
_LINE = re.compile(r"[^\WA-ZÀ-Þ][\w’'-]*[\])]?[ \t]*\n+(?=[A-ZÀ-Þ@])")
# What links a noun to those before it, so that "who" speaks of no others: "a picture sent by Marl, who".
_LINKS = re.compile(r"\b(?:by|from|to|with|alongside|for|was|were|is|including|por|par|von)\s")
# "University professors like the teacher who"
_WHO_LAST = re.compile(
    r"(?:\b(?:an?|one|the|another|some|his|her|their)\s(?:[^\W\d_][\w’'-]*\s){1,4}?|(?:[A-Z][\w’'-]+\s){1,4})who\s+\Z"
)
# Behind such words stands another subject: "the video where she wrote", "with one fan writing".
_BEHIND = re.compile(r"\bwhere\s|\bwith\s(?=[^,;:.]{2,60}\s[^\W\d_A-Z]{2,14}ing\Z)")
_THAT = re.compile(r"\b(?:that|which|que|qui|che|quien|quem)\s+\Z")
# Where a surname may begin with what is a preposition in small letters: "Di Rosa".
_PARTICLE = re.compile(r"(?:D[aeiou]|Del|Della|Dei|Des|Dos|Das|Von)\s[^\W\d_a-zà-öø-ÿß]")
# What follows a preposition, if a name follows that: "sagte in dem kurzen Film Franz Marl".
_PHRASE = re.compile(
    r"\s+(?:[^\W\d_A-ZÀ-Þ]{1,12}\s+){0,3}[^\W\d_]+\s+(?=(?:[A-ZÀ-Þ][^\W\d_]+\s+){1,2}[A-ZÀ-Þ][^\W\d_]+\Z)"
)
# The object before a verb: "Marl la comentó", "Lo tuiteó ayer".
_CLITIC = re.compile(
    r"(?:(?:\A|\s)(?:[Ll][aoe]s?|[Ll][’']|[Ss]e|[Gg]li|[Nn]e|[Mm][ei]|[CcVv]i|[Nn]os|[Ll]he|[Ll]eur)|\s(?:lui|y|en))$"
)
# What goes on behind a name: "ha tuonato la romana perché".
_THEN_CLAUSE = re.compile(r"\s(?:perché|porque|parce|weil|because)\s")
# "A user of X"
_OF = re.compile(r"(?:de|d[ao]s?|del|d[’']|du|di|della?|von)\b", re.IGNORECASE)
_BY = re.compile(r"\s(?:by|por|par|von|da|d[ei]|of|pelo|pela)$")


def speaker_before(text: str, end: int, lexicon: Lexicon) -> tuple[int, int] | None:
    """Return the subject in front of a verb that begins at `end`."""
    if is_participle_behind_comma(text, end):
        return _first_subject(text, end, lexicon)
    inverted = (
        inverted_first(text, end) if lexicon.language == "de" and JOINS.search(text[:end].rstrip()) else None
    )
    if inverted:
        return inverted
    found = _last_subject(text, end, lexicon)
    if found and not _is_rest(text[slice(*found)], lexicon):
        return found
    return found if _THAT.search(text, 0, end) else _first_subject(text, end, lexicon)


def _last_subject(text: str, end: int, lexicon: Lexicon) -> tuple[int, int] | None:
    """Return the last words before a verb that can be its subject."""
    start = max((line.end() for line in _LINE.finditer(text, 0, end)), default=0)
    start = max(start, _behind_place(text, start, end, lexicon))
    verb = next(verbs_before(text, end, lexicon), None)
    if verb and verb.end() > start:
        start = max(verb.end(), _behind_place(text, verb.end(), end, lexicon))
    aside = RELATIVE.search(text, start, end)
    aside = aside or (ASIDE.search(text, start, end) if lexicon.language == "de" else None)
    if aside and "," not in text[aside.end() : end]:
        start, end = _behind_links(text, start, aside.start()), aside.start()
    elif aside:
        end = aside.start()
    who = _WHO_LAST.search(text, start, end) if text.endswith("who ", start, end) else None
    start, end = (who.start(), who.end() - len("who ")) if who else (start, end)
    start = max(_subject_start(text, start, end), _inside_bracket(text, start, end))
    start += opened(text[start:end], lexicon)
    if text.startswith("(", start):  # "On Monday (May 3) Marl"
        start = max(start, text.find(")", start, end) + 1)
    start = max([start, *(found.end() for found in lexicon.breaks.finditer(text, start, end))])
    start = max([start, *(found.end() for found in _BEHIND.finditer(text, start, end))])
    return trimmed(text, start, _before_place(text, start, end, lexicon), lexicon)


def _before_place(text: str, start: int, end: int, lexicon: Lexicon) -> int:
    """Return where a place is named behind a subject; an account is named by one: "la cuenta de Twitter"."""
    place = lexicon.venue.search(text, start + 1, end)
    while place and _OF.match(place[0]) and lexicon.user.search(text, start, place.start()):
        place = lexicon.venue.search(text, place.start() + 1, end)
    return place.start() if place else end


def _behind_links(text: str, start: int, end: int) -> int:
    """Return where the noun begins that a relative clause speaks of: "a photo by Marl, who wrote"."""
    return max([start, *(found.end() for found in _LINKS.finditer(text, start, end))])


def _behind_place(text: str, start: int, end: int, lexicon: Lexicon) -> int:
    """Return where the place ends that a clause opens with: "On X", "Heading over to X"."""
    start = _skip(text, start, end)
    start += opened(text[start:end], lexicon)
    participle = _OPENS_LATER.match(text, start)
    place = lexicon.venue.match(text, participle.end() if participle else start)
    return place.end() if place else 0


def _is_rest(words: str, lexicon: Lexicon) -> bool:
    """Return whether words are no subject but what is left of another verb's part: "lost her temper and"."""
    return JOINS.search(words) is not None or lexicon.predicate.match(f" {words}", 1) is not None


def _first_subject(text: str, end: int, lexicon: Lexicon) -> tuple[int, int] | None:
    """Return the subject of the sentence whose last verb begins at `end`: "She lost her temper, writing"."""
    start = _skip(text, text.rfind(MASK, 0, end) + 1, end)
    start += opened(text[start:end], lexicon)
    comma = text.find(", ", start, end)
    if comma >= 0 and lexicon.preposition.match(text, start):
        start = comma + 2
    stops = _stops_of_subject(text, start, end, lexicon)
    subject = trimmed(text, start, min(stops), lexicon) if stops else None
    return subject if subject and _may_open_sentence(text, subject, lexicon) else None


def _stops_of_subject(text: str, start: int, end: int, lexicon: Lexicon) -> list[int]:
    """Return where a subject that begins at `start` may end: at a comma, at what it does, as a pronoun."""
    blank, comma = (text.find(word, start + 1, end) for word in (" ", ", "))
    if lexicon.pronoun.match(text[start:blank]):
        stops = [blank, comma]
    else:
        found = (pattern.search(text, start + 1, end) for pattern in (lexicon.verb, lexicon.predicate))
        stops = [comma, *(stop.start() for stop in found if stop)]
    return [stop for stop in stops if stop > start]


def _may_open_sentence(text: str, subject: tuple[int, int], lexicon: Lexicon) -> bool:
    """Return whether a phrase is short, and a name or a noun with its article, or a pronoun."""
    words = text[slice(*subject)]
    if len(words.split()) > _LONGEST_NAME:
        return False
    if words.istitle() or (words[:1].isupper() and not text.startswith(",", subject[0] + len(words))):
        return True
    first = words.partition(" ")[0]
    return any(pattern.match(first) for pattern in (lexicon.determiner, lexicon.pronoun))


def _subject_start(text: str, start: int, end: int) -> int:
    """Skip "On Monday, " but keep "Smith, a senator, " in front of the verb."""
    head = text[:end].rstrip()
    cuts = [found.end() for found in _CUTS.finditer(head, start)]
    if not head.endswith((",", "—", "–", ")")):
        return cuts[-1] if cuts else start
    closed = [cut for cut in cuts if cut < len(head)]
    return closed[-2] if len(closed) >= 2 else start


def _inside_bracket(text: str, start: int, end: int) -> int:
    """Return where the words in a bracket begin that is still open: "many were funny (Smith tweeted, …"."""
    bracket = text.rfind("(", start, end)
    is_open = bracket >= 0 and text.find(")", bracket, end) < 0 and text[bracket + 1 : end].strip() != ""
    return bracket + 1 if is_open else start


def speaker_behind(text: str, start: int, lexicon: Lexicon) -> tuple[int, int] | None:
    """Return the subject behind an inverted verb that ends at `start`: "wrote a fan on Twitter"."""
    if text.startswith(".", start):  # the next sentence, its blank lost
        return None
    place = lexicon.venue.match(text, start + 2) if text.startswith(", ", start) else None
    if place and text.startswith(", ", place.end()):  # "wrote, on Twitter, the coach"
        start = place.end() + 2
    stops = (stop.start() for stop in _STOP.finditer(text, start))
    end = next((stop for stop in stops if not ABBREVIATED.match(text, stop + 1)), len(text))
    start = _behind_circumstances(text, start, end, lexicon)
    end = _before_circumstances(text, start, end, lexicon)
    found = trimmed(text, start, end, lexicon)
    return found if found and is_subject(text[slice(*found)], lexicon) else None


def _behind_circumstances(text: str, start: int, end: int, lexicon: Lexicon) -> int:
    """Step over places, adverbs and times between a verb and its subject: "wrote sharply on Monday Roe"."""
    start = _skip(text, start, end)
    phrase = lexicon.after_name.match(text, start, end)
    if phrase is None or " " not in phrase[0]:  # "par exemple Marl sur X" is no place
        start = _behind_places(text, start, end, lexicon)
    for _ in range(3):
        adverb = lexicon.after_name.match(text, start, end)
        if adverb and lexicon.preposition.fullmatch(adverb.group()):
            adverb = _PHRASE.match(text, adverb.end(), end)
        start = _skip(text, adverb.end(), end) if adverb else start
    time = TIME.match(text, start, end)
    return _skip(text, time.end(), end) if time else start


def _before_circumstances(text: str, start: int, end: int, lexicon: Lexicon) -> int:
    """Return where a subject ends at the latest: before an adverb, a place or a clause of its own."""
    after = lexicon.after_name.search(text, start, end)
    end = after.start() if after else end
    place = lexicon.venue.search(text, start + 1, end)
    end = place.start() if place and not _OF.match(place.group()) else end
    clause = _THEN_CLAUSE.search(text, start, end)
    return clause.start() if clause else end


def _behind_places(text: str, start: int, end: int, lexicon: Lexicon) -> int:
    """Step over places: "escribió en Twitter el alcalde"."""
    while place := lexicon.venue.match(text, start, end):
        start = _skip(text, place.end(), end)
    return start


def trimmed(text: str, start: int, end: int, lexicon: Lexicon) -> tuple[int, int] | None:
    """Cut a stretch down to the name in it, without conjunctions and adverbs; None when no name is left."""
    inside = text[:start].rstrip()[-1:].isalpha()
    start, end = _inner_stretch(text, start, end, lexicon, inside=inside)
    handle = HANDLES.search(text, start, end)
    words = text[start : handle.end() if handle else end].rstrip(_CLOSE_RIGHT)
    words = words[: words.find(" (")] if " (" in words and ")" not in words else words
    predicate = lexicon.predicate.search(words)
    second = _AND_NAME.search(words, predicate.end()) if predicate else None
    if second:
        return trimmed(text, start + second.end(), end, lexicon)

    words = words[: predicate.start()].rstrip(_CLOSE_RIGHT) if predicate else words
    closing = lexicon.adverbs.search(words)
    words = words[: closing.start()].rstrip(_CLOSE_RIGHT) if closing else words
    if _is_of_others(words, lexicon, inside=inside):
        return None
    words = _without_verb(_CLITIC.sub("", words), lexicon)
    words = without_rest(words, lexicon, inside=inside)
    return (start, start + len(words)) if 0 < len(words) <= _LONGEST else None


def _inner_stretch(text: str, start: int, end: int, lexicon: Lexicon, *, inside: bool) -> tuple[int, int]:
    """Return where a name may begin and end in a stretch; `inside` tells that a word stands before it."""
    start = _skip(text, start, end)
    if lexicon.language == "fr" and text[start : start + 1] in ("’", "'"):  # "lorsqu’il"
        start += 1
    if not (inside and text[start : start + 1].isupper()):
        start = _skip(text, start + opened(text[start:end], lexicon), end)
    earlier = _CLAUSE_AND.match(text, start, end)
    start = earlier.end() if earlier else start
    stop = _NAME_ENDS.search(text, start, end)
    return start, stop.start() if stop else end


def _is_of_others(words: str, lexicon: Lexicon, *, inside: bool) -> bool:
    """Return whether a phrase is no subject: an object, or what begins or ends with a preposition."""
    if lexicon.oblique.match(words) or _BY.search(words):
        return True
    if (inside and words[:1].isupper()) or _PARTICLE.match(words):
        return False
    return lexicon.preposition.match(words) is not None


def _without_verb(words: str, lexicon: Lexicon) -> str:
    """Cut "one fan bashed the show" to "one fan": a noun for anybody is followed by a verb or a place."""
    noun = lexicon.stranger.match(words)
    rest = words[noun.end() :].strip() if noun else ""
    if (
        noun is None
        or not rest[:1].islower()
        or lexicon.preposition.match(rest)
        or lexicon.texts.search(rest)
        or lexicon.official.search(rest)
    ):
        return words
    if lexicon.language == "en" and _SOMEBODY.fullmatch(rest):
        return words
    is_noun_next = " " not in rest and lexicon.determiner.match(noun.group()) is not None
    return words if is_noun_next else noun.group()


def _skip(text: str, start: int, end: int) -> int:
    """Return where the first sign stands from `start` on that may be part of a name."""
    while start < end and text[start] in CLOSE:
        start += 1
    return start
