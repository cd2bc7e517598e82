"""Filter out quotes cheaply that cannot be reactions, by the cues and platforms named around them.

Reading an attribution costs far more than a search for cues, and most quotes of an article are no reactions.
No quote that could reach `scraper.text.quotes.reaction.ENOUGH` may be skipped. Evidence from outside the
clause, the paragraph and the one above must be let through here too.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import cache, cached_property
from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from scraper.patterns import lazy_regex
from scraper.text.quotes.prose import MASK, NEXT_SENTENCE, REACH_BEHIND
from scraper.text.quotes.words.lexicons import any_in, cues_in
from scraper.text.quotes.words.platform_names import PLATFORM, platform_named, platform_there

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scraper.text.quotes.prose import Prose, Span


#: How far before a quote, in characters, the place of writing may be named.
SCENE_REACH = 1500
#: The same if no verb of writing occurs.
STAGE_REACH = 600
_REACH, _BESIDE = 400, 40
# The longest name of a platform, with the word before it.
_NAME = 40
# The farthest that a place name extends before and after a cue in it.
_PLACE_BEFORE, _PLACE_BEHIND = 90, 70
# Signs that may open an attribution inside a quote.
_ASIDE = lazy_regex(r"\s[-–—]")


class Prefilter:
    """The cues of an article, and cheap tests with them for quotes worth reading."""

    def __init__(self, prose: Prose) -> None:
        self.prose = prose
        self._cues = cues_in(prose.text, prose.lexicon)
        self._found_in = cache(self._search)

    def has_cue_near(self, span: Span) -> bool:
        """Return True if a cue is near a quote, or farther before one with a verb of writing."""
        if any_in(self._cues.posts, span.start - _REACH, span.end + REACH_BEHIND):
            return True
        if not any_in(self._place_cues, span.start - SCENE_REACH, span.start):
            return False
        written, masked = self.prose.lexicon.written, self.prose.masked
        sides = (span.start - _BESIDE, span.start), (span.end, span.end + _BESIDE)
        return any(written.search(masked, max(0, start), end) for start, end in sides)

    def has_post_cue(self, start: int, end: int) -> bool:
        """Return True if an article's own words mention a platform, a post or its users in a range."""
        return any_in(self._post_cues, start, end)

    def is_worth_reading(self, index: int) -> bool:
        """Return True if a quote's attribution may contain a cue, or a place is named before it."""
        prose, span = self.prose, self.prose.spans[index]
        clause, last = prose.clause_before(index), prose.last_of_list(index)
        if not clause.text.strip():
            clause = prose.sentence_before(span) or prose.sentence_above(span) or clause
        behind = prose.clause_behind(last)
        end = behind.start + max(len(behind.text), 0 if behind.text.strip(" .") else NEXT_SENTENCE)
        # Inside a whole quote, only tags and mentions count.
        may_hold_aside = not span.closed or _ASIDE.search(prose.text, span.start, span.end)
        cues = self._cues.posts if may_hold_aside else self._post_cues
        if any_in(cues, clause.start, end) or any_in(self._place_cues, clause.start, end):
            return True
        number = max(bisect_right(self._starts, clause.start) - 1, 0)
        above = max(clause.start - _REACH, self._starts[number - prose.follows(number)])
        return any(self.places(above, span.start)) or (last > index and any_in(self._post_cues, above, span.start))

    def public_cues(self, start: int, end: int) -> list[int]:
        """Return the offsets where an article's own words name the public in a range."""
        return _within(self._public_cues, start, end)

    def platform(self, start: int, end: int) -> str | None:
        """Return the first platform named in a range outside quotes; None without a cue."""
        cues = [*_within(self._place_cues, start, end), *_within(self._cues.platforms, start, end)]
        if not cues:
            return None
        stretch = self.prose.masked[max(start, min(cues) - _NAME) : min(end, max(cues) + _NAME)]
        found = PLATFORM.search(stretch) if self.prose.lexicon.lacks_grammar else None
        return platform_named(stretch) or (platform_there(found[0]) if found else None)

    def places(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Return the places on the net named in a range, as start and end, in order."""
        return self._found("venue tweets", start, end)

    def nouns(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Return the words for posts in a range, and the word "online", as start and end, in order."""
        return self._found("posts online", start, end)

    def users(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Return the phrases for users of platforms in a range, as start and end."""
        if self.has_post_cue(start, end):
            for found in self.prose.lexicon.netizen.finditer(self.prose.masked, start, end):
                yield found.span()

    def _found(self, names: str, start: int, end: int) -> Iterator[tuple[int, int]]:
        stretches = self._ranges_near_cues
        first = bisect_right(stretches, start, key=itemgetter(1))
        for stretch in stretches[first : bisect_left(stretches, (end, 0))]:
            found = self._found_in(stretch, names)
            yield from (place for place in _within(found, (start, 0), (end, 0)) if place[1] <= end)

    def _search(self, stretch: tuple[int, int], names: str) -> list[tuple[int, int]]:
        """Return the matches of lexicon patterns near cues; `_found_in` searches each range only once."""
        patterns = (getattr(self.prose.lexicon, name) for name in names.split())
        matches = (pattern.finditer(self.prose.masked, *stretch) for pattern in patterns)
        return sorted(found.span() for found in chain.from_iterable(matches))

    @cached_property
    def _ranges_near_cues(self) -> list[tuple[int, int]]:
        """The ranges near the cues of each paragraph: no place is named without one."""
        stretches: list[tuple[int, int]] = []
        for cue in self._place_cues:
            block = self.prose.blocks[max(bisect_right(self._starts, cue) - 1, 0)]
            if not block.start <= cue < block.end:
                continue  # paragraphs are separated by posts
            start, end = max(block.start, cue - _PLACE_BEFORE), min(block.end, cue + _PLACE_BEHIND)
            if stretches and block.start <= stretches[-1][0] and start <= stretches[-1][1]:
                start = stretches.pop()[0]
            stretches.append((start, end))
        return stretches

    @cached_property
    def _post_cues(self) -> list[int]:
        """The cues outside quotes, and the tags and mentions inside them."""
        text, masked = self.prose.text, self.prose.masked
        return [place for place in self._cues.posts if masked[place] != MASK or text[place] in "#@"]

    @cached_property
    def _place_cues(self) -> list[int]:
        return [place for place in self._cues.places if self.prose.masked[place] != MASK]

    @cached_property
    def _public_cues(self) -> list[int]:
        return [place for place in self._cues.public if self.prose.masked[place] != MASK]

    @cached_property
    def _starts(self) -> list[int]:
        return [block.start for block in self.prose.blocks]


def _within(places: list[Any], start: Any, end: Any) -> list[Any]:
    return places[bisect_left(places, start) : bisect_left(places, end)]
