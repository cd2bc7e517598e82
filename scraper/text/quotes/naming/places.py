"""Find sentence starts, and the evidence around a name for who acts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scraper.patterns import lazy_regex
from scraper.text.quotes.text.clauses import MASK, is_abbreviated

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scraper.text.quotes.text.prose import Prose
    from scraper.text.quotes.words.lexicons import Lexicon

OPENS = "opens its sentence"
NEAR_START = "near the start of its sentence"
FIRST = "first named in its sentence"
OBLIQUE = "behind a preposition"
DETERMINED = "behind a determiner"
VERB_BEFORE = "a verb right before"
_FEW_WORDS = 4
_SENTENCE_ENDS = lazy_regex(rf"[.!?…۔؟।][”’)\]]*\s+(?=[^\W_a-zß-öø-ÿ]|[{MASK}@#¿¡(])|\n\s*")
_GENITIVE_BEHIND = lazy_regex(r"[’']s?\b|[’'](?=\s)")
_BRACKET_BEHIND = lazy_regex(r"\s?[(@]")


def words_before(before: str, lexicon: Lexicon) -> Iterator[str]:
    """Name the evidence in the words before a name in its sentence."""
    words = before.replace(MASK, "").split()
    if not words:
        yield OPENS
        return
    verb = lexicon.verb.search(before)
    if verb is None and len(words) < _FEW_WORDS:
        yield NEAR_START
    last = words[-1]
    kinds = {OBLIQUE: lexicon.preposition, DETERMINED: lexicon.determiner, VERB_BEFORE: lexicon.verb}
    kind = next((name for name, pattern in kinds.items() if pattern.fullmatch(last)), None)
    if kind:
        yield kind
    elif last[:1].islower() and not last.endswith(","):
        yield "behind a small word"


def sign_behind(after: str) -> Iterator[str]:
    """Name the sign directly after a name."""
    if _GENITIVE_BEHIND.match(after):
        yield "a genitive"
    elif _BRACKET_BEHIND.match(after):
        yield "a bracket or a handle behind"


def sentence_starts(prose: Prose) -> list[int]:
    """Return sentence starts: after the marks that end sentences, including those of quoted words."""
    text = prose.masked
    found = {0, *(block.start for block in prose.blocks)}
    ends = _SENTENCE_ENDS.finditer(text)
    found.update(end.end() for end in ends if not is_abbreviated(text, end.start() + 1))
    for span in prose.spans:
        behind = text[span.end : span.end + 3]
        if prose.words(span)[-1:] in tuple(".!?…") and behind[:1].isspace() and behind.lstrip()[:1].isupper():
            found.add(span.end + 1)
    return sorted(found)
