"""Find quoted reactions: what somebody published on a platform and the article quotes in its prose.

A quote is a reaction when the article places its words on social media. No single pattern tells that, so
evidence is weighed (`scraper.text.quotes.judging.evidence.WEIGHTS`), and the sum must reach 3:

====================================================  ======  ==========================================
evidence                                              weight  example
====================================================  ======  ==========================================
a verb that only means publishing                          3  "…," she tweeted; captioned the picture: "…"
a verb of posting                                          2  posted, commented
a verb of writing or reacting                              1  wrote, added, joked
the clause names a place on the net                        3  said on Facebook; in a tweet
a post is the subject                                      3  one tweet said: "…"
the speaker's handle is printed                            3  Jo Roe (@joroe): "…"
the speaker is a user; is anybody; is one of many      2/2/1  one user; a fan; another, viewers
a platform's name near a user, or in the speaker's         1  one user queried; a TikToker
the words are called a message                             2  in one remark, "…"
the speaker is named like an account                       2  its.joroe, joroe86
a place was named before: same paragraph, the last one   2/1  She took to Instagram. "…," she wrote.
the public was said to react, not far above                2  Fans reacted on Twitter.
the speaker points back to the one before                  1  he, she, the singer, or nobody named
written or posted where a platform is the scene            2  the last place named above is on the net
nothing but a platform is the scene                        3  a sentence alone, close to a reaction
somebody publishes in the paragraph above                  1  She posted it on Instagram. / “…,” she said
a mention inside the quote; a hashtag                    3/2  "as @joroe says"; "#SaveTheBees"
the same words are shown as a post                         3
a post stands beside the paragraph                         1
the words were spoken to somebody; elsewhere           -3/-3  told the Courier; in a statement
the words are a title or a sign                           -9  the film "…", a headline saying "…"
====================================================  ======  ==========================================

These whole numbers tell from which quotes what follows may go on: a reaction whose evidence is enough is the
context of the next quote, and one that was attributed and rejected ends it. Context never helps a
spokesperson, nor the company that is called like its platform.

Some quotes are proven without being weighed: the rest of a reaction that was broken off, and words that a
reaction or a post that is shown repeats (a word or two only in a sentence on the public or on who wrote them:
viewers blasted the “anticlimactic” end).

Every quote that was weighed, also where the evidence is not enough, gets a confidence: logistic regression
over the evidence and its sum, the attribution and the shape of the words, then over what that says of the
other quotes of the article (`judging.confidence`). The weights were fitted on labelled texts by
``tools/fit_quotes.py``. What is below the fitted threshold is left out, and all of an article in which no
quote reaches a second, higher one.

One path serves all languages. The words of each stand in ``config/languages``; a language without a file is
read with a few words of many and those of English. The work is done in five rooms, each of which asks only
those before it, and `finder` walks through them:

- `words`: reads the files (`languages`, `notation`), compiles them (`lexicons`, `patterns`) and skims a
  text for words without which it holds no reaction (`cues`); `platform_names` tells platforms.
- `text`: `paragraphs` cuts a text up, `quotation_marks` pairs the marks and joins what goes on over lines,
  `prose` cuts out the clauses around a quote (`clauses`).
- `attribution`: who said it. `attributions` looks beside a quote, inside it and further off; `before` reads
  the clause before it, `behind` the one behind it; `subjects` cuts out who speaks.
- `judging`: is it a reaction? `scene_tracking` remembers what was announced (`named_places`: the places,
  `shown_posts`: the posts) and gives the `quote_context`; `evidence` weighs (`off_platform`: what was
  spoken); `second_pass` looks back; `confidence` estimates.

Most quotes in the news are no reactions, and reading costs most: quotes far from any cue, and those whose
clauses hold none (`prefilter`), are not read. Clauses are bounded, so time grows with the length of the text;
`scraper.bounds` tells how much is read at most.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from scraper.text.quotes.finder import reactions
from scraper.text.quotes.judging.confidence import fitted_model, likely
from scraper.text.quotes.text.quotation_marks import may_quote
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
        language: Its declared or detected language tag; a wrong tag or None is made good by the words of the
            text.
        taken: The spans of posts shown in the text, with their attributions: never quotes, and a paragraph
            ends there.
        problems: What was too much work is added to it (`scraper.bounds`).
        min_confidence: Leave out quotes of lower confidence, 0 to 1; None stands for the thresholds that were
            fitted.

    Returns:
        The quotes in the order of the text, none inside another. Quotes split by their attribution are two;
        a quote that runs on over paragraphs is one.
    """
    if not may_quote(text):
        return []
    words = lexicon(guess(text, language))
    choose = partial(_choose, min_confidence)
    # Read with a neighbour's words (Catalan with Spanish ones), phrases for people are taken for others.
    names = words.lacks_grammar or not has_no_file(language)
    return reactions(text, words, taken, [] if problems is None else problems, choose, names=names)


def _choose(min_confidence: float | None, estimates: Sequence[float]) -> Sequence[bool]:
    """Return which quotes are kept, by how likely each is a reaction."""
    if min_confidence is None:
        return likely(estimates, fitted_model())
    return [estimate >= min_confidence for estimate in estimates]
