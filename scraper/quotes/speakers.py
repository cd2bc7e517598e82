"""Cuts the phrase that names the speaker out of a clause.

>>> from scraper.quotes.lexicons import lexicon
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

from scraper.quotes.lexicons import HANDLES
from scraper.quotes.names import ABBREVIATED, CLOSE, TIME, is_subject, without_rest
from scraper.quotes.venues import platform_named

if TYPE_CHECKING:
    from scraper.quotes.lexicons import Lexicon

VEIL = "\ufffc"
_CLOSE_RIGHT = CLOSE.translate({ord(mark): None for mark in ")]_"})
_CUTS = re.compile(r"[,;:—–]\s|\s--?\s|\ufffc")
RELATIVE = re.compile(r",\s*(?:who|whose|which|qui|que|dont|quien|quem|che|cuy[oa])\b")
# Behind "tweeted about" stands what was tweeted about.
_STOP = re.compile(r"[,;:.(\ufffc](?:\s|$)|\s?[(—–]|\babout\s")
# "The ships were late and Smith": the second of two clauses has the subject.
_CLAUSE_AND = re.compile(
    r"(?:\S+\s+){5,}?(?!(?:of|for|between)\s)\S+\s+\S+\s+(?:and|but|y|e|et|und|ed)\s+(?=[^\W\d_a-zà-öø-ÿß])"
)
# Listed with the verbs of saying, but they govern nothing: "secondo" may also mean "second".
SOURCE = re.compile(r"secondo|segundo|según|selon|d[’']après|according", re.IGNORECASE)
# No noun ends so; what stands before it is the subject or what was posted: "Marl’s tweeted", "lo comentó".
_PAST = ("ó", "ò", "ou", "aron", "aram", "ted")
_BEFORE_NOUNS = frozenset(
    (
        "and",
        "or",
        "of",
        "with",
        "by",
        "from",
        "in",
        "such",
        "other",
        "more",
        "many",
        "following",
        "after",
        "over",
        "negative",
        "nasty",
        "angry",
        "best",
        "worst",
        "funniest",
        "recent",
    )
)
_THE_WIDELY = re.compile(r"\b(?:the|an?|his|her|their|its)\s[a-z]{2,12}ly\s\Z")
# "With 500,000 posts"
_COUNTED = re.compile(r"\d\s+\Z")
# "Called the remarks “rude”"
_THE_REMARKS = re.compile(r"\b(?:the|his|her|their|its|my|our|those|these)\s[a-z]+s\Z")
_ARE = re.compile(r"(?<=s)\s(?:are|were|have)\b")
# "La replica della sindaca", which replies nothing.
_OF_NEXT = re.compile(r"\s(?:di|dell[ao]|dei|del|des?|du|d[ao]s?|von|des)\s")
# Prepositions with an article in them: "al tweet".
_INTO = frozenset(("al", "del", "au", "du", "aux", "ao", "do", "no", "nel", "sul", "dal", "im", "zum", "vom"))
_LAST_WORD = re.compile(r"([^\W\d_][\w’'-]*)\s+$")
_NAME_ENDS = re.compile(r",|\s\((?:@|who\b)|\s[–—]\s")
_LONGEST = 90
_LONGEST_NAME = 6
# What goes on about the subject of a sentence: "…, adding".
_GOES_ON = re.compile(r",\s*\Z")
_ANEW = re.compile(r"\b(?:while|whereas|but|as|when)\s")
_PARTICIPLE = re.compile(r"(?:[^\W\d_A-Z]{1,20}ly\s)?[^\W\d_A-Z]{2,14}ing\b")
# What stands before the subject: "Shocked by the news, Smith".
_OPENS_LATER = re.compile(
    r"(?:(?:[A-Za-z]{2,20}ly\s)?[A-Za-z]{3,14}(?:ing|ed)|After|Before|Since|When|While|As|[A-Z][a-z]{2,14}ly,)\s"
)
# "One angry swimmer", but not "one mocked".
_SOMEBODY = re.compile(r"(?:[^\W\d_]{3,14}\s)?[^\W\d_]{2,14}(?<!ed)(?<!ing)(?<!s)")
# A heading, and a line that begins behind it.
_LINE = re.compile(r"[^\WA-ZÀ-Þ][\w’'-]*[\])]?[ \t]*\n+(?=[A-ZÀ-Þ@])")
# "One fan hit out at the show as they wrote"
_COMMA = re.compile(r"[,;]")
_AS_THEY = re.compile(r"\bas\s(?:he|she|they)\Z")
# What links a noun to those before it, so that "who" speaks of no others: "a picture sent by Marl, who".
_LINKS = re.compile(r"\b(?:by|from|to|with|alongside|for|was|were|is|including|por|par|von)\s")
# "University professors like the teacher who"
_WHO_LAST = re.compile(
    r"(?:\b(?:an?|one|the|another|some|his|her|their)\s(?:[^\W\d_][\w’'-]*\s){1,4}?|(?:[A-Z][\w’'-]+\s){1,4})who\s+\Z"
)
# Behind such words stands another subject: "the video where she wrote", "with one fan writing".
_BEHIND = re.compile(r"\bwhere\s|\bwith\s(?=[^,;:.]{2,60}\s[^\W\d_A-Z]{2,14}ing\Z)")
_THAT = re.compile(r"\b(?:that|which|que|qui|che|quien|quem)\s+\Z")
_WHO = re.compile(r"(?:who|quien|qui|quem)(?:\s[^\W\d_]{3,12}ly)?")
_JOINS = re.compile(r"(?:\A|\s)(?:and|but|then|y|et|und|ed|e)\Z")
# Where a surname may begin with what is a preposition in small letters: "Di Rosa".
_PARTICLE = re.compile(r"(?:D[aeiou]|Del|Della|Dei|Des|Dos|Das|Von)\s[^\W\d_a-zà-öø-ÿß]")
_WORD = re.compile(r"@?[^\W\d_]+")
# What follows a preposition, if a name follows that: "sagte in dem kurzen Film Franz Marl".
_PHRASE = re.compile(
    r"\s+(?:[^\W\d_A-ZÀ-Þ]{1,12}\s+){0,3}[^\W\d_]+\s+(?=(?:[A-ZÀ-Þ][^\W\d_]+\s+){1,2}[A-ZÀ-Þ][^\W\d_]+\Z)"
)
# The object before a verb: "Marl la comentó", "Lo tuiteó ayer".
_CLITIC = re.compile(
    r"(?:(?:\A|\s)(?:[Ll][aoe]s?|[Ll][’']|[Ss]e|[Gg]li|[Nn]e|[Mm][ei]|[CcVv]i|[Nn]os)|\slui)$"
)
# What something was: "o vídeo foi postado".
_IS_DONE = re.compile(r"(?:foi|foram|fue|fueron|wurde|wurden|fut|furent)(?:\s[^\W\d_]+)?")
_BY = re.compile(r"\s(?:by|por|par|von|da|pelo|pela)$")


def governing(text: str, verb: re.Match[str], lexicon: Lexicon) -> re.Match[str]:
    """The verb whose subject speaks: "tweeted" in "Smith tweeted a picture and wrote"."""
    earlier = _verbs_before(text, verb.start(), lexicon)
    if text.endswith("who ", 0, verb.start()):
        return verb
    while earlier and not _is_parted(text, earlier[-1].end(), verb.start(), lexicon):
        verb = earlier.pop()
    return verb


def _is_parted(text: str, start: int, end: int, lexicon: Lexicon) -> bool:
    """Whether two verbs have not one subject: the words between them hold that of the second."""
    if _goes_on(text, end):
        return _ANEW.search(text, start, end) is not None
    return _has_subject(text[start:end], lexicon)


def _goes_on(text: str, start: int) -> bool:
    """Whether a verb only goes on about what the subject of its sentence did: "…, adding"."""
    return (
        _GOES_ON.search(text, max(0, start - 4), start) is not None
        and _PARTICIPLE.match(text, start) is not None
    )


def _verbs_before(text: str, end: int, lexicon: Lexicon) -> list[re.Match[str]]:
    """The verbs before a place, without those of what is told of somebody: "Marl, who won last year, "."""
    aside = RELATIVE.search(text, 0, end)
    left, right = (aside.start(), text.find(",", aside.end(), end)) if aside else (end, end)
    right = -1 if VEIL in text[left:right] else right
    return [
        found
        for found in lexicon.verb.finditer(text, 0, end)
        if not left < found.start() < right
        and not SOURCE.match(found.group())
        and not is_noun(text, found, lexicon)
    ]


def is_noun(text: str, verb: re.Match[str], lexicon: Lexicon) -> bool:
    """Whether a form such as "tweet" is the noun, or part of one: "his tweet", "the widely shared video"."""
    if verb.lastgroup not in ("tweet", "post") or verb.group().endswith(_PAST):
        is_answer = _OF_NEXT.match(text, verb.end()) and lexicon.wording.fullmatch(verb.group())
        is_plural = lexicon.language == "en" and _THE_REMARKS.search(
            text, max(0, verb.start() - 8), verb.end()
        )
        is_widely = _THE_WIDELY.search(text, max(0, verb.start() - 20), verb.start())
        return any((is_answer, is_plural, is_widely))
    left = max(0, verb.start() - 60)
    is_german = lexicon.language == "de" and verb.group()[0].isupper()
    if is_german or _ARE.match(text, verb.end()) or _COUNTED.search(text, left, verb.start()):
        return True
    word = _LAST_WORD.search(text, left, verb.start())
    if word and _makes_verb(word[1], verb.group().lower(), lexicon):
        return False
    if word and (word[1].endswith(("’s", "'s")) or word[1] in _INTO or lexicon.determiner.match(word[1])):
        return True
    if word and word[1].lower() in _BEFORE_NOUNS and verb.group().lower() in ("posts", "tweets", "comments"):
        return True
    named = word is not None and word[1][0].isupper() and platform_named(word[1]) is None
    return any(
        found.start() < verb.start() < found.end() <= verb.end()
        for pattern in ((lexicon.post_speaks,) if named else (lexicon.post_speaks, lexicon.venue))
        for found in pattern.finditer(text, left, verb.end())
    )


def _makes_verb(word: str, form: str, lexicon: Lexicon) -> bool:
    """Whether the word in front tells the verb: "they tweet", "to tweet", "one commenting"."""
    is_infinitive = word == "to" and form == "tweet"
    is_anybody = form.endswith("ing") and lexicon.alone.match(word) is not None
    return is_infinitive or is_anybody or lexicon.pronoun.match(word) is not None


def _has_subject(words: str, lexicon: Lexicon) -> bool:
    """Whether the words between two verbs hold a subject of the second: ", and Smith later"."""
    behind_quote = VEIL in words
    bracket = words.rfind("(")
    words = words[bracket + 1 :] if ")" not in words[bracket:] else words
    words = words.rsplit(VEIL, maxsplit=1)[-1].strip(" \t\r\n\xa0")
    pieces = [piece.strip(CLOSE) for piece in _COMMA.split(words.strip(CLOSE))]
    last = pieces[-1]
    if words.endswith(",") and len(pieces) > 1 and pieces[-2][:1].isupper():  # "Marl, 52, "
        last = pieces[-2]
    if _AS_THEY.search(last) is None:
        start = max((found.end() for found in lexicon.breaks.finditer(last)), default=0)
        if start and lexicon.language not in ("en", "de") and lexicon.definite.match(last[start:].strip()):
            return True
        last = last[start:].strip() or last
    opened = _opened(last, lexicon)
    last = last[opened:]
    place = lexicon.venue.match(last)
    last = last[place.end() :].strip() if place else last
    if _WHO.fullmatch(last):
        return True
    if not last or lexicon.after_name.match(last) or _JOINS.search(last):
        return False
    first = last.split()[0]
    named = last[:1].isupper() or lexicon.pronoun.match(first) is not None
    named = named or (opened > 0 and lexicon.determiner.match(first) is not None)
    return named or behind_quote or lexicon.unnamed(last) or lexicon.crowd.match(last) is not None


def speaker_before(text: str, end: int, lexicon: Lexicon) -> tuple[int, int] | None:
    """The subject in front of a verb that begins at `end`."""
    if _goes_on(text, end):
        return _first_subject(text, end, lexicon) or _last_subject(text, end, lexicon)
    found = _last_subject(text, end, lexicon)
    if found and not _is_rest(text[slice(*found)], lexicon):
        return found
    return found if _THAT.search(text, 0, end) else _first_subject(text, end, lexicon) or found


def _last_subject(text: str, end: int, lexicon: Lexicon) -> tuple[int, int] | None:
    """The last words before a verb that can be its subject."""
    start = max((line.end() for line in _LINE.finditer(text, 0, end)), default=0)
    start = max(start, _behind_place(text, start, end, lexicon))
    verbs = _verbs_before(text, end, lexicon)
    if verbs and verbs[-1].end() > start:
        start = max(verbs[-1].end(), _behind_place(text, verbs[-1].end(), end, lexicon))
    aside = RELATIVE.search(text, start, end)
    if aside and "," not in text[aside.end() : end]:
        start, end = _beside(text, start, end, aside, lexicon)
    elif aside:
        end = aside.start()
    who = _WHO_LAST.search(text, start, end) if text.endswith("who ", start, end) else None
    start, end = (who.start(), who.end() - len("who ")) if who else (start, end)
    start = max(_subject_start(text, start, end), _inside_bracket(text, start, end))
    start += _opened(text[start:end], lexicon)
    if text.startswith("(", start):  # "On Monday (May 3) Marl"
        start = max(start, text.find(")", start, end) + 1)
    apposed = text.find(", ", start, end)
    end = apposed if apposed > start and text[:end].rstrip().endswith(",") else end
    start = max([start, *(found.end() for found in lexicon.breaks.finditer(text, start, end))])
    start = max([start, *(found.end() for found in _BEHIND.finditer(text, start, end))])
    place = lexicon.venue.search(text, start + 1, end)
    return trimmed(text, start, place.start() if place else end, lexicon)


def _beside(text: str, start: int, end: int, relative: re.Match[str], lexicon: Lexicon) -> tuple[int, int]:
    """Where the subject stands by a clause that holds the verb: "a photo by Marl, who wrote"."""
    words = text[relative.end() : end].split()
    if words and (words[0][0].isupper() or lexicon.pronoun.match(words[0])):
        return relative.end(), end
    links = (found.end() for found in _LINKS.finditer(text, start, relative.start()))
    return max([start, *links]), relative.start()


def _behind_place(text: str, start: int, end: int, lexicon: Lexicon) -> int:
    """Where the place ends that a clause opens with: "On X", "Heading over to X"."""
    start = _skip(text, start, end)
    opened = _OPENS_LATER.match(text, start)
    place = lexicon.venue.match(text, opened.end() if opened else start)
    return place.end() if place and place.end() < end else 0


def _is_rest(words: str, lexicon: Lexicon) -> bool:
    """Whether words are no subject but what is left of another verb's part: "lost her temper and"."""
    return (
        words == "X"
        or _JOINS.search(words) is not None
        or lexicon.predicate.match(f" {words}", 1) is not None
    )


def _first_subject(text: str, end: int, lexicon: Lexicon) -> tuple[int, int] | None:
    """The subject of the sentence whose last verb begins at `end`: "She lost her temper, writing"."""
    quoted = text.rfind(VEIL, 0, end) + 1
    is_joined = _JOINS.search(text[quoted:end].strip(CLOSE)) is not None
    start = _skip(text, 0 if is_joined else quoted, end)
    start += _opened(text[start:end], lexicon)
    comma = text.find(", ", start, end)
    if comma >= 0 and (lexicon.preposition.match(text, start) or _OPENS_LATER.match(text, start)):
        start = comma + 2
    stops = [text.find(word, start + 1, end) for word in (" ", ", ")]
    if not lexicon.pronoun.match(text[start : stops[0]]):
        found = (pattern.search(text, start + 1, end) for pattern in (lexicon.verb, lexicon.predicate))
        stops = [stops[1], *(stop.start() for stop in found if stop)]
    stops = [stop for stop in stops if stop > start]
    subject = trimmed(text, start, min(stops), lexicon) if stops else None
    words = text[slice(*subject)] if subject else ""
    is_name = words.istitle() or (words[:1].isupper() and not text.startswith(",", start + len(words)))
    is_name = is_name or lexicon.unnamed(words)
    is_name = is_name or any(pattern.match(words) for pattern in (lexicon.definite, lexicon.pronoun))
    return subject if is_name and len(words.split()) <= _LONGEST_NAME else None


def _subject_start(text: str, start: int, end: int) -> int:
    """Skip "On Monday, " but keep "Smith, a senator, " in front of the verb."""
    head = text[:end].rstrip()
    cuts = [found.end() for found in _CUTS.finditer(head, start)]
    if not head.endswith((",", "—", "–", ")")):
        return cuts[-1] if cuts else start
    closed = [cut for cut in cuts if cut < len(head)]
    return closed[-2] if len(closed) >= 2 else start


def _inside_bracket(text: str, start: int, end: int) -> int:
    """Where the words in a bracket begin that is still open: "many were funny (Smith tweeted, …"."""
    opened = text.rfind("(", start, end)
    is_open = opened >= 0 and text.find(")", opened, end) < 0 and text[opened + 1 : end].strip() != ""
    return opened + 1 if is_open else start


def speaker_behind(text: str, start: int, lexicon: Lexicon) -> tuple[int, int] | None:
    """The subject behind an inverted verb that ends at `start`: "wrote a fan on Twitter"."""
    stops = (stop.start() for stop in _STOP.finditer(text, start))
    end = next((stop for stop in stops if not ABBREVIATED.match(text, stop + 1)), len(text))
    start = _skip(text, start, end)
    behind_aside = _behind_asides(text, start, end, lexicon)
    if behind_aside > start and not _opens_subject(text, behind_aside, end, lexicon):
        return None
    start = behind_aside
    for _ in range(3):
        adverb = lexicon.after_name.match(text, start, end)
        if adverb and lexicon.preposition.fullmatch(adverb.group()):
            adverb = _PHRASE.match(text, adverb.end(), end)
            if adverb is None:
                return None
        start = _skip(text, adverb.end(), end) if adverb else start
    after = lexicon.after_name.search(text, start, end)
    found = trimmed(text, start, after.start() if after else end, lexicon)
    return found if found and is_subject(text[slice(*found)], lexicon) else None


def _behind_asides(text: str, start: int, end: int, lexicon: Lexicon) -> int:
    """Step over places and times: "escribió en Twitter el sábado el alcalde"."""
    for _ in range(4):
        aside = lexicon.venue.match(text, start, end) or TIME.match(text, start, end)
        if aside is None:
            break
        start = _skip(text, aside.end(), end)
    return start


def _opens_subject(text: str, start: int, end: int, lexicon: Lexicon) -> bool:
    """Whether a name or a determiner stands there, so that the subject may follow a place or a time."""
    word = _WORD.match(text, start, end)
    if word is None:
        return False
    return lexicon.determiner.match(word.group()) is not None or (
        word.group()[0].isupper() and lexicon.after_name.match(text, start, end) is None
    )


def trimmed(text: str, start: int, end: int, lexicon: Lexicon) -> tuple[int, int] | None:
    """A stretch without the conjunctions and adverbs around the name; None when no name is left."""
    inside = text[:start].rstrip()[-1:].isalpha()
    start = _skip(text, start, end)
    if lexicon.language == "fr" and text[start : start + 1] in ("’", "'"):  # "lorsqu’il"
        start += 1
    if not (inside and text[start : start + 1].isupper()):
        start = _skip(text, start + _opened(text[start:end], lexicon), end)
    earlier = _CLAUSE_AND.match(text, start, end)
    start = earlier.end() if earlier else start
    stop = _NAME_ENDS.search(text, start, end)
    end = stop.start() if stop else end
    handle = HANDLES.search(text, start, end)
    words = text[start : handle.end() if handle else end].rstrip(_CLOSE_RIGHT)
    predicate = lexicon.predicate.search(words)
    if predicate and lexicon.language != "en" and _IS_DONE.fullmatch(words, predicate.start()):
        return None
    words = words[: predicate.start()].rstrip(_CLOSE_RIGHT) if predicate else words
    closing = lexicon.adverbs.search(words)
    words = words[: closing.start()].rstrip(_CLOSE_RIGHT) if closing else words
    is_other = lexicon.oblique.match(words) or _BY.search(words)
    is_name = (inside and words[:1].isupper()) or _PARTICLE.match(words)
    if is_other or (lexicon.preposition.match(words) and not is_name):
        return None
    words = _without_verb(_CLITIC.sub("", words), lexicon)
    words = without_rest(words, lexicon, inside=inside)
    return (start, start + len(words)) if 0 < len(words) <= _LONGEST else None


def _without_verb(words: str, lexicon: Lexicon) -> str:
    """Cut "one fan bashed the show" to "one fan": a noun for anybody is followed by a verb or a place."""
    noun = lexicon.person.match(words) or lexicon.stranger.match(words)
    rest = words[noun.end() :].strip() if noun else ""
    goes_on = lexicon.preposition.match(rest) or lexicon.texts.search(rest)
    if noun and lexicon.language == "en" and lexicon.alone.match(noun.group()):
        goes_on = goes_on or _SOMEBODY.fullmatch(rest)
    if noun is None or goes_on or not rest[:1].islower():
        return words
    is_noun_next = lexicon.language not in ("en", "de") and " " not in rest
    return words if is_noun_next and lexicon.determiner.match(noun.group()) else noun.group()


def _opened(words: str, lexicon: Lexicon) -> int:
    """The length of the conjunctions and adverbs in front of a name."""
    opened = lexicon.before_name.match(words)
    return opened.end() if opened else 0


def _skip(text: str, start: int, end: int) -> int:
    while start < end and text[start] in CLOSE:
        start += 1
    return start
