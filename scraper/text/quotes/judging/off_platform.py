"""Tell whether words were spoken off any platform: to a paper, in a statement, in an interview.

And which part of a clause says where words stand, so that a place in the rest does not count.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scraper.text.quotes.text.names import RELATIVE, WHICH_LAST

if TYPE_CHECKING:
    from scraper.text.quotes.text.clauses import Attribution
    from scraper.text.quotes.words.lexicons import Lexicon

# "It was on Twitter that she said": the place in front governs what stands behind "that".
_CLEFT = re.compile(r"\W*(?:it (?:was|is)|fue|es|foi|é|c['’](?:est|était)|è|fu|è stato)\s+", re.IGNORECASE)
# "A tweet in which he said": what stands before is the place of what stands behind.
_IN_WHICH = re.compile(r"\b(?:en|em|in|dans|n[ao]s?|nell[ao]|nel)\s(?:(?:el|l[ao]s?)\s)?\Z", re.IGNORECASE)
# "When the Courier reached Roe, she said", "Auf den Tweet angesprochen, sagte sie"
_REACHED = re.compile(
    r"\b(?:(?:got|gets) in touch|(?:caught|catching) up|spoke|speaking|talk(?:ed|ing)|chatted|sat down)"
    r" (?:to|with)\b|\bspeaking (?:at|in|after|ahead|before|during|from|outside)\b"
    r"|\b(?:was|were) (?:asked|quizzed|pressed)\b"
    r"|\b(?:when|after being) (?:asked|contacted|reached|approached)\b"
    r"|\bauf (?:An|Nach)frage\b|\b(?:angesprochen|interpellat[oaie]|kontaktiert)\b"
    r"|\b(?:contactad[oa]s?|procurad[oa]s?|contactée?s?|contattat[oaie]|raggiunt[oaie])\s(?:por|pel[oa]|par|da)"
    r"|\b(?:tent(?:ou|ó|aram|aron)|entr(?:ou|aram) em|se pus(?:o|ieron) en) contac?t(?:o|ar)\b",
    re.IGNORECASE,
)
# The same in other languages, where the place that is named is what was asked about.
_ASKED = re.compile(
    r"\b(?:preguntad|perguntad|questionad|consultad|interrogad|indagad|interrogat)[oaie]s?\s"
    r"(?:por|pel[oa]s?|sobre|acerca|si|se|a respeito|su\w*|da\w*)\b[^,:]{0,80}"
    r"|\b(?:interrogé|questionné|sollicité)e?s?\s(?:sur|par|à propos|au sujet)\b[^,:]{0,80}",
    re.IGNORECASE,
)
# What can be heard in a clip was spoken, not written: "In dem Video hört man sie rufen".
_HEARD = re.compile(
    r"\b(?:hört man|(?:ist|sind|war|waren) zu hören|zu hören (?:ist|sind|war)"
    r"|se (?:les? )?(?:escuchan?|oyen?)|on (?:l[’'])?entend|si sent(?:e|ono)"
    r"|ouvem?-se|se ouvem?|(?:possível|para|pode-se) ouvir|can be heard)\b",
    re.IGNORECASE,
)
_DER_ZEITUNG = re.compile(
    r"\s[^,.:;]{1,50}?\b(?:der|dem)\s(?:[„»\"“]|Bild\b|dpa\b|AFP\b"
    r"|(?:\w+\s)?(?:\w+-)?(?:\w*[zZ]eitung|\w*[aA]gentur|\w*[mM]agazin|\w*[sS]ender|\w*[pP]ortal)\b)"
)
_THE_PAPER = re.compile(r"\s+the\s+[A-Z]")
# Whom a statement is for: "issued a statement to the fans".
_TO_WHOM = re.compile(r"\s(?:to|for|an|für|aux?|à|al?|ai|agli|alla|alle|para|aos?|às?)\s")
# What stands between commas, and what is no trade: "Marl, writing on X, ".
_ASIDE = re.compile(r",\s(?P<words>[^,]{8,90})(?=[,.:]|\Z)")
_DOING = re.compile(r"\w+(?:ing|[aei]ndo|ant)\b")
# What was said, in which a place may be spoken of: "aseguró que en X hay “cisnes”".
_QUE = re.compile(r"(?<!,)\s(?:que|qu[’']|che|dass)\b")
# The same in English, which may leave "that" out: "said she had read the comments on X and was “sad”".
_SAID_THAT = re.compile(
    r"sa(?:id|ys|ying)\s(?:that|(?=(?:s?he|it|they|there|the|this|these|those|his|her|their|its)\s))",
    re.IGNORECASE,
)
# Characters behind a verb in which a place is named that it speaks of.
_REACH = 90


def is_stated(said: Attribution, lexicon: Lexicon) -> bool:
    """Return whether something else than a post speaks.

    Example: "a statement that read", "a statement to the fans: ".
    """
    if said.kind == "lead":
        whom = _TO_WHOM.finditer(said.clause.text)
        return any(lexicon.statement_last.search(said.clause.text, 0, to.start()) for to in whom)
    end = said.verb[0] - said.clause.start if said.verb else 0
    relative = WHICH_LAST.search(said.clause.text, 0, end)
    if relative is None:
        return False
    placed = _IN_WHICH.search(said.clause.text, max(0, relative.start() - 12), relative.start())
    last = placed.start() if placed else relative.start()
    return lexicon.statement_last.search(said.clause.text, 0, last) is not None


def is_told_to_paper(text: str, said: Attribution, lexicon: Lexicon) -> bool:
    """Return whether words were told to a paper.

    Example: "told the Courier", "sagte sie der „Post“", "When asked, she".
    """
    if said.kind in ("say", "write") and (_REACHED.search(said.clause.text) or _asked(said, lexicon)):
        return True
    if said.verb is None:
        return False
    if lexicon.language == "de" and said.link == "behind" and said.kind == "say":
        return _DER_ZEITUNG.match(text, said.verb[1], said.verb[1] + _REACH) is not None
    return said.kind == "tell" and _THE_PAPER.match(text, said.verb[1]) is not None


def is_off_platform(said: Attribution, lexicon: Lexicon) -> bool:
    """Return whether another place of speech is named, or the words were heard.

    With "tweeted" it is what the tweet was about, or led to: "He tweeted a minute into the debate".
    """
    text = said.clause.text
    return said.kind != "tweet" and any(where.search(text) for where in (lexicon.off_platform, _HEARD))


def main_part(said: Attribution, lexicon: Lexicon) -> str:
    """Return what attributes a quote, without what is told of the speaker: ", said Marl, who is on Twitter".

    And without what the speaker was asked.
    """
    text = said.clause.text
    asked = _asked(said, lexicon)
    text = _without(text, *asked.span()) if asked else text
    if said.verb is None:
        return text
    start, end = (place - said.clause.start for place in said.verb)
    if said.kind == "say":
        told = RELATIVE.search(text, 0, start)
        text = _without(text, told.start(), text.find(",", told.end(), start)) if told else text
        text = _without_trade(text, said, lexicon)
    if said.link in ("that", "direct") and said.kind == "say":
        content = _QUE.search(text, end) or _SAID_THAT.match(text, start)
        if content:
            return text[: max(content.start() + 1, end)]
    opens = lexicon.breaks if lexicon.lacks_grammar else RELATIVE
    aside = opens.search(text, end)
    return text[: aside.start()] if aside and said.link == "behind" else text


def _asked(said: Attribution, lexicon: Lexicon) -> re.Match[str] | None:
    """Return what somebody was asked about, or by whom, unless a user asked: "Preguntada por el tuit"."""
    asked = _ASKED.search(said.clause.text) if lexicon.traits.romance else None
    return None if asked and lexicon.stranger.search(asked[0]) else asked


def _without_trade(text: str, said: Attribution, lexicon: Lexicon) -> str:
    """Return a clause without what somebody is by trade: "dijo Marl, experta en redes sociales"."""
    if said.speaker is None:
        return text
    for aside in _ASIDE.finditer(text, max(0, said.speaker[1] - said.clause.start)):
        place = lexicon.venue.search(text, aside.start("words"), aside.end())
        before = text[aside.start("words") : place.start()] if place else ""
        is_trade = before.strip() and not any(
            pattern.match(before) for pattern in (lexicon.after_name, lexicon.preposition, lexicon.users)
        )
        if is_trade and lexicon.verb.search(before) is None and _DOING.match(before) is None:
            text = _without(text, *aside.span("words"))
    return text


def _without(text: str, start: int, end: int) -> str:
    """Return a text with blanks in place of a stretch of it."""
    return text[:start] + " " * (end - start) + text[end:] if end > start else text


def own_part(said: Attribution, lexicon: Lexicon) -> int:
    """Return where the part of a clause begins that the verb governs.

    What stands before "that" is another's.
    """
    if said.link not in ("that", "direct") or said.verb is None:
        return 0
    cleft = _CLEFT.match(said.clause.text)
    if cleft and lexicon.venue.match(said.clause.text, cleft.end()):
        return 0
    verb = said.verb[0] if said.governing is None else said.governing
    text = said.clause.text
    breaks = lexicon.breaks.finditer(text, 0, verb - said.clause.start)
    own = (
        found.end()
        for found in breaks
        if _IN_WHICH.search(text, max(0, found.start() - 12), found.start()) is None
    )
    return max(own, default=0)
