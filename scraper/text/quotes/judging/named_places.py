"""Find the places named around a quote, platforms and others, and whether a person publishes there."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scraper.text.quotes.attribution.subjects import is_noun
from scraper.text.quotes.text.clauses import is_ended, sentence_end, sentence_start

if TYPE_CHECKING:
    from scraper.text.quotes.judging.prefilter import Prefilter
    from scraper.text.quotes.text.clauses import Attribution
    from scraper.text.quotes.text.prose import Prose
    from scraper.text.quotes.text.quotation_marks import Span

_NEAR = 260


class NamedPlace(NamedTuple):
    """A place that was named.

    Attributes:
        near: 2 if in the same paragraph, 1 if in the one above, 0 if nowhere.
        start: The start of the passage that names it.
        end: The end of that passage.
        adjacent: Whether the passage's last sentence names the place.
        opens: Whether that sentence opens with it: "On X, the mayor wished them well."
    """

    near: int
    start: int
    end: int
    adjacent: bool
    opens: bool = False


class NamedPlaces:
    """The places named by an article: platforms, and other places of speech."""

    def __init__(self, prose: Prose, prefilter: Prefilter) -> None:
        self.prose = prose
        self._prefilter = prefilter
        self._placed: dict[tuple[int, int], list[str]] = {}

    def named(self, number: int, start: int, said: Attribution) -> NamedPlace:
        """Return the place named before `start`, in a paragraph or the one above it."""
        near, (left, right) = self._near_for(number, start, said)
        if near == 0:
            return NamedPlace(0, left, right, adjacent=False)
        venue, masked = self.prose.lexicon.venue, self.prose.masked
        last = sentence_start(masked, left, left + len(masked[left:right].rstrip()))
        opens = said.kind == "say" and venue.match(masked, last, right) is not None
        return NamedPlace(near, left, right, self.is_placed(last, right), opens)

    def _near_for(self, number: int, start: int, said: Attribution) -> tuple[int, tuple[int, int]]:
        """Return how near a place that an attribution may mean was named, and the passage that names it."""
        near, (left, right) = self._near(number, start)
        is_aloud = said.kind == "say" or adds(self.prose, said)
        if near and is_aloud and self._is_spoken(NamedPlace(near, left, right, adjacent=True)):
            near = 0
        return 2 if self._names_posts_before_verb(said) else near, (left, right)

    def _is_spoken(self, named: NamedPlace) -> bool:
        """Return True if "said" means the spoken word, as in most languages with few known words."""
        return self.prose.lexicon.lacks_grammar and not (named.near == 1 and self.publishes(named))

    def is_placed(self, start: int, end: int) -> bool:
        """Return True if a passage names a place on the net."""
        return any(self._prefilter.places(start, end))

    def is_named(self, said: Attribution, named: NamedPlace) -> bool:
        """Return True if a sentence that names a place names the speaker, by name or by a noun."""
        speaker = said.speaker_in(self.prose.text)
        words, lexicon = speaker.split(), self.prose.lexicon
        sentences = self._sentences(named.start, named.end)
        is_noun = lexicon.definite.match(speaker) and (lexicon.traits.nouns_capitalised or speaker[1:].islower())
        if said.link != "that" and is_noun:
            return any(lexicon.crowd.search(sentence) is None for sentence in sentences)
        is_name = bool(words) and (words[-1][0].isupper() or len(words) == 1) and len(words[-1]) > 2
        return is_name and any(words[-1].lower() in sentence.lower() for sentence in sentences)

    def publishes(self, named: NamedPlace) -> bool:
        """Return True if a sentence that names a place says that a person publishes there.

        If posts hardly have verbs of their own, a message or writing in the last sentence is enough.
        """
        words = self.prose.lexicon
        sentences = self._sentences(named.start, named.end)
        kinds = {
            verb.lastgroup
            for sentence in sentences
            for verb in words.verb.finditer(sentence)
            if not is_noun(sentence, verb, words)
        }
        if not kinds.isdisjoint(("post", "tweet")):
            return True
        if not named.adjacent or (words.said_aloud and not words.lacks_grammar):
            return False
        return "write" in kinds or (not words.lacks_grammar and any(map(words.remarks.search, sentences)))

    def behind(self, span: Span) -> str | None:
        """Return the place named directly after a quote: 'wrote “Nonsense” on Facebook'."""
        end = self.prose.blocks[span.last_block].end
        start = span.end + (2 if self.prose.masked.startswith(", ", span.end) else 1)
        if is_ended(self.prose.words(span)) and self.prose.masked[start : start + 1].isupper():
            return None  # the next sentence
        found = self.prose.lexicon.venue.match(self.prose.masked, start, end)
        leads_on = found and self.prose.masked[found.end() : found.end() + 2].lstrip().startswith(":")
        return found.group() if found and not leads_on else None  # "said “Roe” in a tweet: “…”"

    def _names_posts_before_verb(self, said: Attribution) -> bool:
        """Return True if posts are mentioned before the verb.

        Example: "After many retweets, Smith replied: …".
        """
        if said.verb is None or said.link not in ("colon", "comma", "direct"):
            return False
        return self.prose.lexicon.tweets.search(said.clause.text, 0, said.verb[0] - said.clause.start) is not None

    def _near(self, number: int, start: int) -> tuple[int, tuple[int, int]]:
        """Return how near a place was named before `start`, and the passage that names it."""
        block = self.prose.blocks[number]
        left = max(block.start, start - _NEAR)
        if self.is_placed(left, start):
            return 2, (left, start)
        if start - left < _NEAR and self.prose.follows(number):
            above = self.prose.blocks[number - 1]
            left = max(above.start, above.end - _NEAR)
            if self.is_placed(left, above.end):
                return 1, (left, above.end)
        return 0, (start, start)

    def _sentences(self, start: int, end: int) -> list[str]:
        """Return the sentences of a passage that name a place; each passage is searched only once."""
        if (start, end) not in self._placed:
            masked = self.prose.masked
            self._placed[start, end] = [
                masked[sentence_start(masked, start, place[0]) : sentence_end(masked, place[1], end)]
                for place in self._prefilter.places(start, end)
            ]
        return self._placed[start, end]


def adds(prose: Prose, said: Attribution) -> bool:
    """Return True if a verb says that this adds to earlier words."""
    return said.verb is not None and prose.lexicon.adds.match(prose.text, said.verb[0]) is not None
