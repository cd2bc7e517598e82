"""Tell where a name begins and ends.

>>> from scraper.text.quotes.words.lexicons import lexicon
>>> without_rest("Marl neben einem Foto", lexicon("de"), inside=True)
'Marl'
>>> text = "Jane Roe sees it differently: "
>>> text[slice(*subject_first(text, len(text), lexicon("en")))]
'Jane Roe'
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scraper.text.quotes.text.inversion import subject_second
from scraper.values.dates.weekdays import WEEKDAY

if TYPE_CHECKING:
    from scraper.text.quotes.words.lexicons import Lexicon

MASK = "\ufffc"
"""What stands for each character of quoted words, so that nothing is read from inside a quote."""
RELATIVE = re.compile(
    r",\s*(?:(?:who|whose|which|qui|que|dont|quien|quem|che|cuy[oa]|deren|dessen)\b"
    r"|d(?:er|ie|as)\s(?:sich|auf|bei|in|im|mit|via|über|seit|unter|dort)\s)"
)
"""What opens a clause on the noun before it."""
WHICH_LAST = re.compile(r"\b(?:that|which|que|qui|che)\s+\Z", re.IGNORECASE)
"""What ties a verb to the noun before it, last in front of the verb: "a tweet that said"."""
ASIDE_OPENS = re.compile(r",\swho\s(?:[^\W\d_]+\s){0,4}\Z")
"""What stands before a verb that only tells of somebody: "Roe, who recently took to X, called for"."""
CLOSE = " \t\n\xa0,،;:—–-()[]\ufffc*_"
"""What may stand around a name and is no part of it."""
_ACCOUNT_NAME = re.compile(r"(?=\w*[_\d])[^\W\d_]\w{4,30}|[a-z]\w+\.[a-z]\w+")
ABBREVIATED = re.compile(
    r"(?<=\b[A-WYZ]\.)|(?<=\.[A-Za-z]\.)|(?<=\b(?:Mr|Ms|Dr|Lt|St|Jr|Sr|vs|No|Hr|Fr)\.)"
    r"|(?<=\b(?:Mrs|Sen|Rep|Gov|Gen|Col|Sgt|Maj|Rev|Hon|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Sra|Dra|Mme|Sig)\.)"
    r"|(?<=\b(?:Prof|Capt|Sept|Mlle)\.)"
    r"|(?:(?<=\b\d\.)|(?<=\b\d\d\.))(?=\s(?:Jan|Feb|März|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez|Minute|Platz|Bundesliga|Liga|Staffel|Spieltag))"
)
"""What stands before a point that ends no sentence, by length; X is a platform."""
TIME = re.compile(
    r"(?:(?:[^\W\d_]{1,8}\s+){1,2}(?:hours?|minutes|horas|minutos|ore|minuti|heures|minutes|stunden|minuten|days?|d[íi]as|giorni|jours|tage)"
    r"\s+(?:antes|despu[ée]s|depois|prima|dopo|plus tard|avant|später|zuvor|earlier|later|before)"
    r"|(?:(?:on|this|last|the|le|ce|cette|la|el|este|esta|il|lo|questo|questa|nesta|neste|na|no|am|diesen)\s+)?"
    rf"(?:{WEEKDAY}(?:morgen|mittag|nachmittag|abend|nacht)?"
    r"|matin|soir|nuit|jour|semaine|mañana|tarde|noche|día|semana|mattina|sera|notte|giorno|settimana|manhã|noite"
    r"|dia|abend|morgen|nacht|tag|woche|morning|afternoon|evening|night|day|week|month)"
    r"(?:\s+(?:matin|soir|midi|nuit|morning|afternoon|evening|night|mañana|noche|mattina|sera|notte|manhã|noite"
    r"|passato|scorso|scorsa|pasado|pasada|passado|passada|dernier|dernière|abend))?)(?!\w)",
    re.IGNORECASE,
)
"""Days and parts of days, as they stand between an inverted verb and its subject."""
SENT_BY = re.compile(
    r"\b(?:arriva(?:no)?|viene|vengono|kommt|kommen|llega|llegan|viennent|vient|vem|veio|comes|came)"
    r"(?:\s(?:also|anche|auch|también|aussi|também|poi))?\s"
    r"(?:from\s|dal?\s|dall[aeo]\s|dall[’']|von\s|vom\s|del?\s|d[aeo]\s|d[’'])"
    r"(?P<who>(?:[^\W\d_A-ZÀ-Þ]+\s){0,4}(?-i:[A-ZÀ-Þ][\w’'-]*)(?:\s[A-ZÀ-Þ][\w’'-]*){0,3})"
)
"""From whom words come, as the group `who`: "Praise comes from Jane Roe"."""
# A name ends where words in small letters follow that are no part of names: "Marl neben einem Foto".
_FULL_NAME = re.compile(
    r"(?:[^\W\d_a-zà-öø-ÿß][\w.’'-]*\s+"
    r"(?:(?:(?:d[aeiou]s?|del|della|v[ao]n|von|der|den|zu|la|le|el|al|bin|y|e|und|et)\s+){1,2}(?=[^\W\d_a-zà-öø-ÿß]))?"
    r"){1,6}(?=[^\W\d_A-ZÀ-Þ])"
)
_FIRST = re.compile(r"[^\s’']+[’']?")
_ELIDED = frozenset(("l’", "l'", "un’", "un'"))
_AND_LAST = re.compile(r",?\s(?:y|e|ed|et|und)\Z")
# "die Läuferin beweist Mut", but not "die Sängerin der Band"
_NOUN_DOES = re.compile(
    r"((?:[Dd]er|[Dd]ie|[Dd]as|[Ee]ine?)\s(?:[a-zäöüß]+\s){0,2}[A-ZÄÖÜ][\w-]+)\s(?!de[rsmn]\b|und\b|von\b|aus\b)([a-zäöüß]+)\b"
    r"|(?P<aged>(?:[Dd]er|[Dd]ie|[Dd]as|[Ee]ine?)\s\d\d-Jährige[rs]?)\s[a-zäöüß]"
)
# What a German subject does something to: "schildert die Läuferin ihre Tage".
_OBJECTS = frozenset(("ihre", "ihren", "seine", "seinen", "sich", "eine", "einen"))
# "Marl subió una foto"
_NAME_DOES = re.compile(r"([A-ZÀ-Þ][^\W\d_]+)\s+([^\W\d_A-ZÀ-Þ]+)\s+([^\W\d_A-ZÀ-Þ]+)\s")
_SUBJECT = re.compile(
    r"(?:(?P<name>(?:[A-ZÀ-Þ][\w.’'-]*\s+(?:(?:d[aeiou]s?|del|della|v[ao]n|von|der|den|zu|la|le|el|al|y|e|und|et|and|of)\s+){0,2}){2,6})(?:\([^()]{1,20}\)\s+)?"
    r"|(?P<noun>(?:(?:[Ee]l|[Ll][ae]|[Ii]l|[Oo]|[Uu]n[ae]?|[Uu]ma?|[Tt]he)\s+|[Ll][’'])(?:[^\W\d_A-ZÀ-Þ]{3,}\s+){1,3}(?:[^\W\d_a-zà-öø-ÿ][\w’'-]+\s+){1,3})"
    r"|(?P<one>[^\W\d_]+[’'\s]\s*[^\W_][\w’'-]{3,}(?:,|\s+(?:(?:del?|d[aou]s?|di|della)\s+(?:[^\W\d_A-ZÀ-Þ]{2,3}\s+)?[^\W_][\w’'-]*\s+)?"
    r"(?:[^\W_][\w’'-]*\s+){0,2}?(?:v[ao]n\s+[A-ZÀ-Þ][\w’'-]*\s+)?)))(?!v[ao]n\s)(?=[^\W\d_A-ZÀ-Þ]|(?<=,)\s)"
)
# "And Marl laughs"
_ONE_NAME = re.compile(r"(?P<name>[A-ZÀ-Þ][^\W\d_]{2,})(?=,|\s+[^\W\d_A-ZÀ-Þ])")
# "In France, Marl …"
_OPENING = re.compile(r"[^,;:.]{1,40},\s+")
# No article: one name, or more.
_ALL_NAMES = re.compile(r"[A-ZÀ-Þ]\S+(?:\s(?:[A-ZÀ-Þ]\S*|[a-zà-ÿ]{1,5}(?=\s)))*\Z")
_REACH, _RELATIVE, _LONG_NAME = 160, 60, 6
# By whom something was done, who then speaks: "La conferma arriva dalla cantante, che scrive".
_WHO_DID = re.compile(
    r"(?:\b(?:por|par|von|dal?|dall[aeo]|pel[oa]|proprio)\s+|\bdall[’'])"
    r"(?P<who>(?:[^\W_][\w’'.-]*\s){0,6}?[^\W_][\w’'-]*),?\s(?:che|que|qui|quien|quem|der|die)\s[^,;:]{0,50}\Z"
)
# The same at a verb: "A dirlo è Marl, attore, che scrive", "Lo fa sapere Marl, che scrive".
_WHO_IS = re.compile(
    r"\b(?:(?:[èÈ]|est|fue|foi)(?:\sstat[oa])?|Lo\s(?:fa\s)?[^\W\d_]{4,})\s"
    r"(?P<who>(?:(?:il|la|el|le|o|a)\s(?:[^\W\d_]{3,}\s){1,2})?[A-ZÀ-Þ][\w’'-]+(?:\s[A-ZÀ-Þ][\w’'-]+)*)"
    r"(?:,[^,;:]{3,60},)?,?\s(?:che|que|qui|quien|quem)\s[^,;:]{0,50}\Z"
)
_WHO_LAST = re.compile(r"\s(?:che|que|qui|quien|quem|der|die)\s[^,;:]{0,50}\Z")


def who_did(text: str, end: int, lexicon: Lexicon) -> tuple[int, int] | None:
    """Return who speaks in a relative clause, and did before it what the sentence tells."""
    if lexicon.language == "en" or _WHO_LAST.search(text, max(0, end - _RELATIVE), end) is None:
        return None
    found = _WHO_DID.search(text, max(0, end - _REACH), end)
    return found.span("who") if found else who_is(text, end, lexicon)


def who_is(text: str, end: int, lexicon: Lexicon) -> tuple[int, int] | None:
    """Return who speaks in a relative clause that a cleft sentence or an inverted verb leads to."""
    found = _WHO_IS.search(text, max(0, end - _REACH), end) if lexicon.language != "en" else None
    return found.span("who") if found else None


def without_rest(words: str, lexicon: Lexicon, *, inside: bool) -> str:
    """Cut what is no part of a name any more: "sie 3,9 Millionen Followern", "Marl neben einem Foto".

    One word in capitals is a name where it stands inside a sentence.
    """
    first = words.partition(" ")[0]
    if lexicon.pronoun.match(first):
        return first
    noun = _german_noun(words, lexicon) if lexicon.language == "de" else None
    if noun:
        return noun
    if lexicon.language == "en":
        return words
    joined = _AND_LAST.sub("", words)
    if lexicon.determiner.match(first) or lexicon.stranger.match(words):
        return joined
    name = _NAME_DOES.match(words)
    if name and not lexicon.preposition.match(name[2]) and lexicon.determiner.match(name[3]):
        return name[1]
    return _name_first(words, joined, inside=inside)


def _german_noun(words: str, lexicon: Lexicon) -> str | None:
    """Return the German noun that opens a phrase and does something: "die Läuferin beweist Mut"."""
    noun = _NOUN_DOES.match(words)
    if noun and (noun["aged"] or noun[2] in _OBJECTS or not _opens_phrase(noun[2], lexicon)):
        return noun["aged"] or noun[1]
    return None


def _name_first(words: str, joined: str, *, inside: bool) -> str:
    """Return the name that opens a phrase; `joined` is the phrase without an "and" at its end."""
    name = _FULL_NAME.match(f"{joined} a")
    is_name = name is not None and (inside or joined != words or " " in name.group().rstrip())
    return name.group().rstrip() if name and is_name else words


def _opens_phrase(word: str, lexicon: Lexicon) -> bool:
    """Return whether a word opens what belongs to the noun before it, or a noun of its own."""
    return any(words.match(word) for words in (lexicon.determiner, lexicon.preposition))


def subject_first(text: str, end: int, lexicon: Lexicon) -> tuple[int, int] | None:
    """Return the subject that opens a sentence, whatever it does.

    Example: "Jane Roe sees it differently and jokes: …".
    """
    start = len(text) - len(text.lstrip(CLOSE))
    conjunction = opened(text[start:end], lexicon)
    start += conjunction
    place = _OPENING.match(text, start, end) if lexicon.preposition.match(text, start) else None
    start = place.end() if place else start
    found = _SUBJECT.match(text, start, end)
    if found is None and (conjunction or place) and lexicon.language != "de":
        found = _ONE_NAME.match(text, start, end)
    words = (found["name"] or found.group()).rstrip(" ,") if found else ""
    rest = text[start + len(words) : end].split(maxsplit=1)
    if found is None or not _opens_sentence(words, " ".join([words, *rest[:1]]), lexicon):
        return (
            subject_second(text, len(text) - len(text.lstrip(CLOSE)), end)
            if lexicon.language == "de"
            else None
        )
    return start, start + len(words)


def name_alone(text: str, lexicon: Lexicon) -> tuple[int, int] | None:
    """Return the name that is all that stands before a colon: "Senator Jane Roe: “…”"."""
    words = text.strip(CLOSE)
    if not 1 < len(words.split()) <= _LONG_NAME or _ALL_NAMES.fullmatch(words) is None:
        return None
    if lexicon.preposition.match(words) or TIME.search(words) or lexicon.wording.search(words):
        return None
    start = text.index(words)
    return start, start + len(words)


def _lacks_noun(words: str, lexicon: Lexicon) -> bool:
    """Return whether German words are no subject: "Das scheint", "Eine direkte"."""
    return lexicon.language == "de" and not any(word[0].isupper() for word in words.split()[1:])


def _opens_sentence(words: str, text: str, lexicon: Lexicon) -> bool:
    """Return whether words may be the subject of the sentence they open; `text` goes on by a word."""
    if lexicon.preposition.match(words) or TIME.search(words):
        return False
    if words[:1].isupper() and _ALL_NAMES.match(words):
        return True
    is_determined = lexicon.determiner.match(words.split(maxsplit=1)[0].rstrip("’'")) is not None
    return is_determined and not _lacks_noun(words, lexicon) and lexicon.wording.search(text) is None


def is_account(speaker: str) -> bool:
    """Return whether a name is written as accounts are: "its.joroe", "joroe86", "@ jo_roe"."""
    return _ACCOUNT_NAME.fullmatch(speaker.lstrip("@ ")) is not None


def is_subject(words: str, lexicon: Lexicon) -> bool:
    """Return whether a phrase may name who acts: in most languages a noun alone in small letters does not."""
    if lexicon.language in ("en", "pcm") or not words[:1].islower():
        return True
    first = _FIRST.match(words)
    if first and (
        first[0] in _ELIDED or lexicon.determiner.match(first[0]) or lexicon.pronoun.match(first[0])
    ):
        return True
    return is_account(words) or any(
        pattern.search(words) is not None for pattern in (lexicon.crowd, lexicon.user, lexicon.stranger)
    )


def opened(words: str, lexicon: Lexicon) -> int:
    """Return the length of the conjunctions and adverbs in front of a name."""
    found = lexicon.before_name.match(words)
    return found.end() if found else 0
