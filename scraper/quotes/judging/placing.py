"""Finds the places that the words around a quote name, and who is said to publish there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from scraper.quotes.judging.prospects import STAGE_REACH
from scraper.quotes.text.clauses import Sentences, is_ended
from scraper.quotes.text.names import ASIDE_OPENS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scraper.quotes.judging.prospects import Prospects
    from scraper.quotes.text.clauses import Attribution
    from scraper.quotes.text.marks import Span
    from scraper.quotes.text.prose import Prose

_NEAR = 260
# What was announced, and is spoken of again.
_LETTER = re.compile(r"\b(?:the|this|her|his|their|its)\s(?:[^\W\d_]+\s)?(letter|statement|note)\b")
_POSTED = re.compile(r"\b(?:post|shar|upload|publish)(?:ed|es|s|ing)\b")
_TOLD = 3000
_FEW, _VERB_BEFORE, _VERB_BEHIND, _PLACE_BEHIND = 3, 50, 20, 90
# In the same paragraph; what is longer was several before a converter ran them into one.
_HERE, _LONGEST_PARAGRAPH = 2, 1500
_THAT = re.compile(r"\s(?:que|qu[’']|che|dass|that)\b", re.IGNORECASE)


class Named(NamedTuple):
    """A place that was named.

    Attributes:
        near: 2 when it was in the same paragraph, 1 in the one above, 0 when nowhere.
        start: Where the stretch begins that names it.
        end: Where that ends.
        adjacent: It is the last sentence there that names the place.
        opens: That sentence opens with it: "On X, the mayor wished them well."
    """

    near: int
    start: int
    end: int
    adjacent: bool
    opens: bool = False


class Placing:
    """The places that an article names: platforms, and where else one speaks."""

    def __init__(self, prose: Prose, prospects: Prospects) -> None:
        self.prose = prose
        self._prospects = prospects

    def named(self, number: int, start: int, said: Attribution) -> Named:
        """The place that is named before `start`, in a paragraph or the one above it."""
        near, (left, right) = self._near(number, start)
        near = 0 if said.kind == "say" and self.is_told_of(start) else near
        near = 0 if said.kind == "say" and self._speaks_aloud(said) else near
        near = 2 if self._leads_in(said) else near
        if near == 0:
            return Named(0, left, right, adjacent=False)
        where = self.prose.veiled[left:right]
        if said.kind == "say" and self.prose.lexicon.said_aloud and not self._tells(said, where):
            return Named(0, left, right, adjacent=False)
        last = left + Sentences(where).start(0, len(where.rstrip()))
        goes_on = said.kind == "say" and not self._reads(said) and where.rstrip()[-1:] == "."
        opens = goes_on and self.prose.lexicon.venue.match(self.prose.veiled, last, right) is not None
        adjacent = self.is_placed(last, right)
        near = (
            1
            if near == _HERE and not adjacent and self._runs_on(number) and not self._leads_in(said)
            else near
        )
        return Named(near, left, right, adjacent, opens)

    def _speaks_aloud(self, said: Attribution) -> bool:
        """Whether "said" means the spoken word where no more is known of a language; users post it."""
        return self.prose.lexicon.foreign and not self.prose.lexicon.unnamed(said.speaker_in(self.prose.text))

    def _runs_on(self, number: int) -> bool:
        """Whether a paragraph must have been several, so that what it names further before is not its own."""
        block = self.prose.blocks[number]
        return block.end - block.start > _LONGEST_PARAGRAPH

    def is_placed(self, start: int, end: int) -> bool:
        """Whether a place on the net is named in a stretch."""
        return any(self._prospects.places(start, end))

    def is_named(self, said: Attribution, where: str) -> bool:
        """Whether a sentence that names a place names the speaker, or may mean who is called by a noun."""
        speaker = said.speaker_in(self.prose.text)
        words, lexicon = speaker.split(), self.prose.lexicon
        if said.link != "that" and lexicon.definite.match(speaker) and not self._reads(said):
            return any(lexicon.crowd.search(sentence) is None for sentence in self._sentences(where))
        is_name = bool(words) and (words[-1][0].isupper() or len(words) == 1) and len(words[-1]) > 2
        return is_name and any(words[-1].lower() in sentence.lower() for sentence in self._sentences(where))

    def is_told_of(self, start: int) -> bool:
        """Whether the last place that was named is what somebody spoke of: "He said that the tweet hurt"."""
        place = max(self._prospects.places(max(0, start - STAGE_REACH), start), default=None)
        if place is None:
            return False
        lexicon, left = self.prose.lexicon, max(0, place[0] - _NEAR)
        where = self.prose.veiled[left : place[0]]
        sentence = Sentences(where).start(0, len(where))
        sentence = max(sentence, where.rfind("\n") + 1)
        verb = next((found for found in lexicon.verb.finditer(where, sentence)), None)
        if verb is None or verb.lastgroup != "say" or _THAT.match(where, verb.end()) is None:
            return False
        return lexicon.venue.search(where, sentence, verb.start()) is None

    def publishes(self, where: str, *, talks: bool) -> bool:
        """Whether a sentence that names a place says that somebody publishes there."""
        lexicon = self.prose.lexicon
        sentences = list(self._sentences(where))
        verbs = (verb for sentence in sentences for verb in lexicon.verb.finditer(sentence))
        names_posts = any(lexicon.posts.search(words) or lexicon.resort.search(words) for words in sentences)
        return (names_posts and not talks) or any(
            verb.lastgroup in ("post", "tweet") and not verb[0].endswith("ing") for verb in verbs
        )

    def behind(self, span: Span) -> str | None:
        """The place named right behind a quote: 'wrote “Nonsense” on Facebook'."""
        end = self.prose.blocks[span.last_block].end
        start = span.end + (2 if self.prose.veiled.startswith(", ", span.end) else 1)
        if is_ended(self.prose.words(span)) and self.prose.veiled[start : start + 1].isupper():
            return None  # the next sentence
        found = self.prose.lexicon.venue.match(self.prose.veiled, start, end)
        leads_on = found and self.prose.veiled[found.end() : found.end() + 2].lstrip().startswith(":")
        return found.group() if found and not leads_on else None  # "said “Roe” in a tweet: “…”"

    def _leads_in(self, said: Attribution) -> bool:
        """Whether posts are spoken of in front of the verb: "After many retweets, Smith replied: …"."""
        if said.verb is None or said.link not in ("colon", "comma", "direct"):
            return False
        return (
            self.prose.lexicon.tweets.search(said.clause.text, 0, said.verb[0] - said.clause.start)
            is not None
        )

    def leads_away(self, span: Span, said: Attribution) -> bool:
        """Whether another place of speech is named right behind a quote, or before its attribution."""
        block, elsewhere = self.prose.blocks[span.block], self.prose.lexicon.elsewhere
        if elsewhere.match(self.prose.veiled, span.end + 1, self.prose.blocks[span.last_block].end):
            return True
        start = self.prose.sentences(span.block).start(block.start, span.start)
        if said.link != "behind" or said.kind == "tweet":
            return False
        return elsewhere.search(self.prose.veiled, start, span.start) is not None

    def _near(self, number: int, start: int) -> tuple[int, tuple[int, int]]:
        """How near a place was named before `start`, and the stretch that names it."""
        block = self.prose.blocks[number]
        left = max(block.start, start - _NEAR)
        if any(not self._is_aside(place) for place, _ in self._prospects.places(left, start)):
            return 2, (left, start)
        if start - left < _NEAR and self.prose.follows(number):
            above = self.prose.blocks[number - 1]
            left = max(above.start, above.end - _NEAR)
            if self._leads_on(left, above.end):
                return 1, (left, above.end)
        return 0, (start, start)

    def is_posted(self, said: Attribution, start: int) -> bool:
        """Whether a clause names a text that was posted: "She shared a letter on X. “…,” the letter said"."""
        named = _LETTER.search(said.clause.text) if said.verb else None
        if named is None:
            return False
        noun = re.compile(named[1])
        told = [found.span() for found in noun.finditer(self.prose.veiled, max(0, start - _TOLD), start)]
        return any(self._publishes_text(*place) for place in told[-_FEW:])

    def _publishes_text(self, start: int, end: int) -> bool:
        """Whether a text that is named there is said to be posted, on a platform that is named behind it."""
        around = self.prose.veiled[max(0, start - _VERB_BEFORE) : end + _VERB_BEHIND]
        return _POSTED.search(around) is not None and self.is_placed(end, end + _PLACE_BEHIND)

    def _is_aside(self, start: int) -> bool:
        """Whether a place is only told of somebody: "Roe, who recently took to X to complain, called for"."""
        return ASIDE_OPENS.search(self.prose.veiled, max(0, start - _VERB_BEFORE), start) is not None

    def _leads_on(self, start: int, end: int) -> bool:
        """Whether a place on the net is named in a stretch, and no other place of speech behind it."""
        words = self.prose.lexicon
        last = max((place[1] for place in self._prospects.places(start, end)), default=None)
        if last is None or not words.said_aloud:
            return last is not None
        return words.elsewhere.search(self.prose.veiled, last, end) is None

    def _tells(self, said: Attribution, where: str) -> bool:
        """Whether a post is read, or somebody is said to tell something where a place is named."""
        lexicon = self.prose.lexicon
        is_read = (
            said.verb is not None and lexicon.reads.match(self.prose.text[slice(*said.verb)]) is not None
        )
        return is_read or any(
            lexicon.verb.search(sentence) or lexicon.posts.search(sentence)
            for sentence in self._sentences(where)
        )

    def _sentences(self, where: str) -> Iterator[str]:
        """The sentences that name a place."""
        lexicon, sentences = self.prose.lexicon, Sentences(where)
        for pattern in (lexicon.venue, lexicon.tweets):
            for place in pattern.finditer(where):
                yield where[sentences.start(0, place.start()) : sentences.end(place.end(), len(where))]

    def _reads(self, said: Attribution) -> bool:
        """Whether it is a text that speaks: "the book reads"."""
        return said.verb is not None and self.prose.text[said.verb[0] : said.verb[1]].lower().startswith(
            "read"
        )
