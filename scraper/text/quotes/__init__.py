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

from scraper.text.quotes.finder import find_quotes
from scraper.text.quotes.prose import may_quote

__all__ = ["find_quotes", "may_quote"]
