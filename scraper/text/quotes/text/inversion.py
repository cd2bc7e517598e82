"""Find the subject of a German sentence that it does not open.

>>> text = "Dahinter setzte sie ein Herz und schrieb"
>>> text[slice(*inverted_first(text, len(text)))]
'sie'
"""

from __future__ import annotations

import re

ASIDE = re.compile(r",\s(?:der|die|das|deren|dessen|de[mn])\s[^,;:]{3,100}\s[a-zäöüß]{3,},\s*\Z")
"""A clause on the noun before it, up to the main verb: "Marl, die mit ihm drehte, "."""
# "Bewegt schildert Marl ihre Tage", "Für diesen Tweet musste sich der Minister entschuldigen"
_VERB_SECOND = re.compile(
    r"[^,;:.]{3,50}?\s(?!mit|seit|nicht|erst|jetzt|heute|damit)[a-zäöüß]{3,}te?\s(?:sich\s)?"
    r"(?P<who>(?:(?:der|die)\s[A-ZÄÖÜ][\w-]{2,}|[A-ZÄÖÜ][\w-]{2,}(?=\s(?:ihr|sein|sich|[A-ZÄÖÜ])))"
    r"(?:\s[A-ZÄÖÜ][\w-]{2,}){0,2}|er|sie)\s[a-zäöü]"
)
# "Das Bild postete er", "Dahinter setzte sie ein Herz": only "er" cannot be an object.
_INVERTED = re.compile(
    r"\W*(?:(?:Da\w{2,8}|Dort|Hier|Später|Zudem|Außerdem|Zuletzt|Anschließend)\s[a-zäöüß]{3,}\s(?P<sie>sie)"
    r"|(?:[^\W\d_]+\s){1,4}[a-zäöüß]{3,}\s(?P<er>er))\s"
)
# "Als sie ging, schrieb Marl"
_SUBCLAUSE = re.compile(
    r"\W*(?:Als|Wenn|Nachdem|Weil|Obwohl|Während|Bevor|Sobald|Um|Statt|Ohne)\s[^,]{3,120},\s+\Z"
)
# "So verhalte man sich nicht, schrieb Marl": reported words open the sentence.
_REPORTED_FIRST = re.compile(r"\W*(?:(?:Dies|Das|Es|So|Man|Er|Sie)\s)[^,;:]{3,80},\s+\Z")
_REACH = 90
_PRONOUN_NEXT = re.compile(r"\s(?:er|sie)(?!\w)")
# "Den Brief veröffentlichte Marl": an object opens the sentence.
_OBJECT_FIRST = re.compile(
    r"\W*(?:Den|Dem|Einen|Einem|Seinen|Seinem|Ihren|Ihrem|Diesen|Diesem)\s[^,;:]{3,90}\s\Z"
)
# "Auf den Tweet hatte Marl geschrieben"
_HAD = re.compile(
    r"\b(?:hatte|hat|habe)n?\s(?P<who>er|sie|(?:der\s|die\s)?[A-ZÄÖÜ][\w-]+(?:\s[A-ZÄÖÜ][\w-]+){0,2})\s\Z"
)


def subject_second(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return the subject behind the verb of a sentence that opens with something else."""
    found = _VERB_SECOND.match(text, start, end)
    return found.span("who") if found else None


def inverted_first(text: str, end: int) -> tuple[int, int] | None:
    """Return the pronoun behind the first verb of a sentence that opens with something else."""
    found = _INVERTED.match(text, 0, end)
    return found.span(found.lastgroup or 0) if found else None


def is_inverted(text: str, verb: re.Match[str]) -> bool:
    """Return whether the subject of a main clause follows this verb."""
    if _SUBCLAUSE.match(text, 0, verb.start()) or _PRONOUN_NEXT.match(text, verb.end()):
        return True
    is_named = text[verb.end() + 1 : verb.end() + 2].isupper()
    return is_named and any(
        opening.match(text, 0, verb.start()) for opening in (_REPORTED_FIRST, _OBJECT_FIRST)
    )


def who_had(text: str, end: int) -> tuple[int, int] | None:
    """Return the subject between an auxiliary and the participle that begins at `end`."""
    found = _HAD.search(text, max(0, end - _REACH), end)
    return found.span("who") if found else None
