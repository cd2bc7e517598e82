"""Read the attribution of a quote in the clause after it: a verb, an unnamed speaker, a post or a place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scraper.patterns import lazy_regex
from scraper.text.quotes.attribution.subjects import is_noun, opened, speaker_before, speaker_behind, trimmed

if TYPE_CHECKING:
    import re

    from scraper.text.quotes.text.clauses import Attribution, Clause, Place
    from scraper.text.quotes.words.lexicons import Lexicon

_VERB_BEHIND = lazy_regex(r"\s+(?P<verb>[^\W\d_A-Z]{3,16})\b")
_VERB_FIRST = lazy_regex(r"(?P<verb>[^\W\d_A-Z]{3,16})\s+")
_VERB_AND_PLACE = lazy_regex(r"[\s,]*(?P<speaker>[^,;:\ufffc]{0,70}?)\s*\b(?P<verb>[^\W\d_A-Z]{3,16})\s+\Z")
# Reach after a quote, in characters: of its verb or place, and of a post that speaks.
_REACH, _NEAR_POST = 140, 30
# Words allowed between a quote and its verb; characters and words after both.
_LONGEST_NAME, _LONGEST_REST, _FEW_WORDS = 16, 24, 3


def read_behind(clause: Clause, lexicon: Lexicon, *, detached: bool, opens: bool) -> Attribution | None:
    """Read the attribution in a clause that begins where a quote closes.

    Args:
        clause: From the closing mark to the end of the sentence or the next quote.
        lexicon: The words of the language.
        detached: Whether the quote ended with its own full stop: the clause is then a separate sentence and
            must be an attribution throughout.
        opens: Whether the quoted words open their sentence.
    """
    text = clause.text
    verb, end = _main_verb(text, lexicon)
    if verb is None or verb.lastgroup == "call" or is_noun(text, verb, lexicon):
        return _without_verb(clause, lexicon) if opens and not detached else None
    if not opens and lexicon.resort.match(verb.group()):
        return None
    before = text[:end].strip(" \t\n\xa0,،;:—–-()")
    if detached and not _only_places(text[verb.end() :], lexicon):
        return None
    if before and not _precedes_verb(before, lexicon):
        return None
    return clause.says("behind", verb.lastgroup, verb=verb.span(), speaker=_subject(text, before, verb, lexicon))


def _main_verb(text: str, lexicon: Lexicon) -> tuple[re.Match[str] | None, int]:
    """Return the verb that may attribute a quote, and the end of the words between the two.

    A clause about the speaker between them does not count: "Marl, who posted the clip, said".
    """
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


def _without_verb(clause: Clause, lexicon: Lexicon) -> Attribution | None:
    """Read "…", dichtete ein User; “…,” a tweet went; “…,” Smith simpered in a tweet."""
    stranger = _stranger(clause, lexicon)
    if stranger:
        return stranger
    post = lexicon.post_speaks.search(clause.text, 0, _NEAR_POST)
    if post:
        return clause.says("behind", "noun", speaker=post.span())
    place = None if lexicon.lacks_grammar else lexicon.venue.search(clause.text, 0, _REACH)
    found = _VERB_AND_PLACE.match(clause.text, 0, place.start()) if place else None
    if found is None:
        return None
    speaker = trimmed(clause.text, *found.span("speaker"), lexicon)
    return clause.says("behind", "none", verb=found.span("verb"), speaker=speaker)


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
    stranger = lexicon.stranger.match(text, start)
    if subject and (stranger or text[subject[0]].isupper()):
        return subject
    return stranger.span() if stranger else None
