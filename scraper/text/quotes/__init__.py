"""Find quoted reactions: text published on a platform and quoted in an article's prose.

A quote is a reaction if the article places its words on social media. No single pattern shows that, so evidence is
weighed (`scraper.text.quotes.evidence.WEIGHTS`, with examples), and the sum must reach 3.

These integer points decide which quotes provide context. A reaction with enough evidence is the context of
the next quote; an attributed quote that was rejected ends it. Context never supports a spokesperson, or a
company with the same name as its platform.

Some quotes are accepted without weighing: the rest of a reaction that was broken off, and words repeated from
a reaction or a shown post (a word or two only in a sentence about the public or the author: viewers blasted
the “anticlimactic” end).

Every weighed quote gets a confidence, even without enough evidence: logistic regression over the evidence and
its sum, the attribution and the shape of the words, then over the results for the article's other quotes
(`confidence`). The weights were fitted on labelled texts by ``tools/fit_quotes.py``. Quotes below the
fitted threshold are left out, and all quotes of an article in which none reaches a second, higher one.

One path serves all languages. The words of each are in ``config/languages``; a language without a file uses a
few words of many and those of English. `finder` calls these modules in turn; each depends only on those before
it:

- `words`: `languages` reads the files, `lexicons` compiles them and scans a text for words without which it has
  no reaction; `platform_names` recognizes platforms.
- The text: `prose` splits it into paragraphs, pairs the quotation marks, joins quotes across lines and cuts out
  the clauses around a quote.
- Who said it: `subjects` cuts out the speaker of a clause; `attributions` reads the clause before a quote and the
  one after it, then looks inside it and farther off.
- Is it a reaction? `evidence` weighs it; `scene` tracks announcements, named places and shown posts, and gives the
  context; `second_pass` looks back; `confidence` estimates.
- The name of the speaker: `people` finds everyone named in the article, and `speakers` chooses one.

Most quotes in the news are not reactions, and reading is the most expensive step. Quotes far from any cue,
and those without one in their clauses (`prefilter`), are not read. Clauses are bounded, so time is linear in
the length of the text; `scraper.bounds` sets the limits.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from scraper.text.quotes.confidence import fitted_model, likely
from scraper.text.quotes.finder import reactions
from scraper.text.quotes.prose import may_quote
from scraper.text.quotes.words.languages import guess, has_no_file
from scraper.text.quotes.words.lexicons import lexicon

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scraper.records import Problem, Quote

__all__ = ["find_quotes", "may_quote"]


def find_quotes(
    text: str,
    language: str | None,
    taken: Sequence[tuple[int, int]] = (),
    problems: list[Problem] | None = None,
    min_confidence: float | None = None,
) -> list[Quote]:
    """Find the quoted reactions of an article.

    Args:
        text: The article's prose.
        language: Its declared or detected language tag; if wrong or None, the words of the text decide.
        taken: The spans of posts shown in the text, with their attributions: never quotes, and a paragraph
            ends there.
        problems: Gets a problem for each bound reached (`scraper.bounds`).
        min_confidence: Leave out quotes of lower confidence, 0 to 1; None uses the fitted thresholds.

    Returns:
        The quotes in text order, never nested. A quote split by its attribution is two; a quote continued
        over paragraphs is one.
    """
    if not may_quote(text):
        return []
    words = lexicon(guess(text, language))
    choose = partial(_choose, min_confidence)
    # With a neighbour's words (Spanish ones for Catalan), phrases for people are mistaken for others.
    names = words.lacks_grammar or not has_no_file(language)
    return reactions(text, words, taken, [] if problems is None else problems, choose, names=names)


def _choose(min_confidence: float | None, estimates: Sequence[float]) -> Sequence[bool]:
    """Return which quotes are kept, by their confidences."""
    if min_confidence is None:
        return likely(estimates, fitted_model())
    return [estimate >= min_confidence for estimate in estimates]
