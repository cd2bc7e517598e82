"""Track the scene of an article: the reactions, platforms and speeches before the next quote."""

from __future__ import annotations

from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple

from scraper.bounds import QUOTE_COSTS
from scraper.patterns import lazy_regex
from scraper.text.quotes.evidence import QuoteContext
from scraper.text.quotes.prefilter import STAGE_REACH
from scraper.text.quotes.prose import COMPOUND, MASK, is_ended, is_parted, sentence_end, sentence_start
from scraper.text.quotes.subjects import is_noun
from scraper.text.quotes.words.lexicons import any_in
from scraper.text.quotes.words.platform_names import platform_named

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scraper.text.quotes.prefilter import Prefilter
    from scraper.text.quotes.prose import Attribution, Prose, Span
    from scraper.text.quotes.reaction import Reaction


# Find the places named around a quote, platforms and others, and whether a person publishes there.

_NEAR = 260


class _NamedPlace(NamedTuple):
    """A passage that names a place: in the same paragraph (`near` is 2), in the one above (1), or nowhere (0).

    Its last sentence may name the place (`adjacent`), or open with it: "On X, the mayor wished them well."
    """

    near: int
    start: int
    end: int
    adjacent: bool = True
    opens: bool = False


class _NamedPlaces:
    """The places named by an article: platforms, and other places of speech."""

    def __init__(self, prose: Prose, prefilter: Prefilter) -> None:
        self.prose = prose
        self._prefilter = prefilter
        self._placed: dict[tuple[int, int], list[str]] = {}

    def named(self, number: int, start: int, said: Attribution) -> _NamedPlace:
        """Return the place named before `start`, in a paragraph or the one above it."""
        venue, masked = self.prose.lexicon.venue, self.prose.masked
        near, left, right = self._near(number, start)
        is_aloud = near > 0 and (said.kind == "say" or adds(self.prose, said))
        # In most languages with few known words, "said" means the spoken word.
        if is_aloud and self.prose.lexicon.lacks_grammar:
            near = int(near == 1 and self.publishes(_NamedPlace(near, left, right)))
        near = 2 if self._names_posts_before_verb(said) else near
        if near == 0:
            return _NamedPlace(0, left, right, adjacent=False)
        last = sentence_start(masked, left, left + len(masked[left:right].rstrip()))
        opens = said.kind == "say" and venue.match(masked, last, right) is not None
        return _NamedPlace(near, left, right, self.is_placed(last, right), opens)

    def is_placed(self, start: int, end: int) -> bool:
        """Return True if a passage names a place on the net."""
        return any(self._prefilter.places(start, end))

    def is_named(self, said: Attribution, named: _NamedPlace) -> bool:
        """Return True if a sentence that names a place names the speaker, by name or by a noun."""
        speaker = said.speaker_in(self.prose.text)
        words, lexicon = speaker.split(), self.prose.lexicon
        sentences = self._sentences(named.start, named.end)
        is_noun = lexicon.definite.match(speaker) and (lexicon.traits.nouns_capitalised or speaker[1:].islower())
        if said.link != "that" and is_noun:
            return any(lexicon.crowd.search(sentence) is None for sentence in sentences)
        is_name = bool(words) and (words[-1][0].isupper() or len(words) == 1) and len(words[-1]) > 2
        return is_name and any(words[-1].lower() in sentence.lower() for sentence in sentences)

    def publishes(self, named: _NamedPlace) -> bool:
        """Return True if a sentence that names a place says that a person publishes, or at least writes, there."""
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
        """Return True if posts are mentioned before the verb: "After many retweets, Smith replied: …"."""
        if said.verb is None or said.link not in ("colon", "comma", "direct"):
            return False
        return self.prose.lexicon.tweets.search(said.clause.text, 0, said.verb[0] - said.clause.start) is not None

    def _near(self, number: int, start: int) -> tuple[int, int, int]:
        block = self.prose.blocks[number]
        left = max(block.start, start - _NEAR)
        if self.is_placed(left, start):
            return 2, left, start
        if start - left < _NEAR and self.prose.follows(number):
            above = self.prose.blocks[number - 1]
            left = max(above.start, above.end - _NEAR)
            if self.is_placed(left, above.end):
                return 1, left, above.end
        return 0, start, start

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


# Recognize quoted words in the posts that an article shows.

# How many letters prove a match; the most letters compared, and the most posts.
_KNOWN_AGAIN = 24
_SAME = 60
_MOST = 2_000
_QUOTED = 120
_WORD = lazy_regex(r"[^\W_]+")


class _ShownPosts:
    """An index of the letters of each shown post from each word on, for lookups of quoted words in constant time."""

    def __init__(self, posts: Iterable[str]) -> None:
        self._lines: dict[str, str] = {}
        for post in islice(posts, _MOST):
            words = words_of(post)
            letters, start = "".join(words), 0
            for word in words:
                line = letters[start : start + _SAME]
                self._lines.setdefault(line[:_KNOWN_AGAIN], line)
                start += len(word)

    def holds(self, text: str, span: Span) -> bool:
        """Return True if the quoted words are a post's, from one of its words on."""
        if not self._lines:
            return False
        letters = "".join(words_of(text[span.start : min(span.end, span.start + _QUOTED)]))
        line = self._lines.get(letters[:_KNOWN_AGAIN])
        return line is not None and line.startswith(letters[:_SAME]) and len(letters) >= _KNOWN_AGAIN


def words_of(text: str) -> list[str]:
    """Return the words for comparing a text: lower case, without signs."""
    return _WORD.findall(text.casefold())


# Track the scene of an article: the reactions, platforms and speeches before the next quote.

_FRESH = 600
_GOES_ON = 700
_JUST = 300
_SAID_SO_FAR = 150
_BESIDE, _NEXT = 90, 120
_ANNOUNCED_FOR = 1500
_LONGEST_PLACE = 100
# How near a place the public that reacts there is named, measured to the far end of its name.
_CLOSE = 160
_PLACED_NEAR = _CLOSE + _LONGEST_PLACE


class SceneTracker:
    """The scene so far: the public's reactions, the last reaction, speech off platforms.

    `work` is the cost of reading so far, in units of `MOST_READ`, and `found` the number of reactions.
    """

    def __init__(self, prose: Prose, prefilter: Prefilter, taken: Sequence[tuple[int, int]]) -> None:
        self.prose = prose
        self.last: Reaction | None = None
        self.shown = _ShownPosts(prose.text[start:end] for start, end in taken)
        self._prefilter = prefilter
        self._places = _NamedPlaces(prose, prefilter)
        self.work = 0
        self.found = 0
        self._spoken_until = self._off_platform_until = -1
        self._public_read_until = 0
        self._public_reacts_at = -_ANNOUNCED_FOR
        self._public_platform: str | None = None

    def is_near_reaction(self, span: Span) -> bool:
        """Return True if the public was said to react, or a reaction was found, not far before a quote."""
        since = min(span.start - self._public_reacts_at - _ANNOUNCED_FOR, span.start - self._last_end() - _GOES_ON)
        return since < 0

    def note_public(self, end: int) -> None:
        """Note whether the prose up to `end` says that the public reacts: "Fans took to Twitter"."""
        self.work += QUOTE_COSTS
        start = max(self._public_read_until, end - _FRESH)
        self._public_read_until = end
        prefilter, masked = self._prefilter, self.prose.masked
        people = prefilter.public_cues(start, end)
        if not people:
            return
        left, right = max(start, people[0] - _PLACED_NEAR), min(end, people[-1] + _PLACED_NEAR)
        for place in (*prefilter.places(left, right), *prefilter.nouns(left, right)):
            if place[1] > self._public_reacts_at and any_in(people, place[0] - _CLOSE, place[1] + _CLOSE):
                self._public_reacts_at, self._public_platform = (place[1], platform_named(masked[slice(*place)]))
        if self._public_reacts_at < start and prefilter.platform(max(0, start - STAGE_REACH), end):
            users = self.prose.lexicon.netizen.search(masked, start, end)
            self._public_reacts_at = users.end() if users else self._public_reacts_at

    def keep(self, kept: Reaction) -> None:
        """Note a reaction."""
        self.last = kept
        self.found += 1

    def reject(self, read: Reaction) -> None:
        """Note that a quote is no reaction: earlier context ends, also the public's if it was spoken off platforms."""
        said, end = read.said, read.span.end
        is_told = said.link == "behind" and said.kind in ("say", "tell") and self.prose.lexicon.said_aloud
        behind = said.clause.start + len(said.clause.text) if is_told else 0
        self._spoken_until = max(self._spoken_until, end, behind)
        if read.is_off_platform:
            self._off_platform_until = end

    def context_of(self, span: Span, said: Attribution) -> QuoteContext:
        """Return the context of a quote and its attribution."""
        start, text = _opening(span, said), self.prose.text
        leads_in = said.clause.start < self.prose.blocks[span.block].start  # from the line above
        named = self._places.named(span.block - 1 if leads_in and span.block else span.block, start, said)
        near = named.near
        place = self._places.behind(span) if said.link != "behind" else None
        crowd = span.start - self._public_reacts_at < _ANNOUNCED_FOR
        return QuoteContext(
            near=near,
            names_speaker=near > 0 and (named.opens or self._places.is_named(said, named)),
            public_reacts=crowd or span.start - self._last_end() < _GOES_ON,
            just_before=said.link == "colon" and self._is_just_told(span, said, crowd=crowd),
            beside_post=any(is_parted(text, self.prose.blocks, number) for number in (span.block, span.block + 1)),
            shown_as_post=self.shown.holds(text, span),
            platform_mentioned=self._is_spoken_of(said, start),
            compound=COMPOUND.match(text, span.end) is not None,
            inside_sentence=self.prose.is_inside_sentence(span),
            place_behind=place is not None,
            published_above=near == 1 and self._opens_unnamed(span, said) and self._places.publishes(named),
            platform=partial(self._platform, place, (named.start, named.end), self._public_platform if crowd else None),
        )

    def _is_just_told(self, span: Span, said: Attribution, *, crowd: bool) -> bool:
        """Return True if the public was said to react just before a quote, or a reaction came since."""
        is_near = self._reaction_just_before(span, span.start - self._last_end(), crowd=crowd)
        is_near = is_near or (crowd and self._public_just_reacted(span, said))
        return is_near and not self.adds_to_speech(span, said)

    def is_on_platform(self, span: Span, said: Attribution, reach: int, since: int = -1) -> bool:
        """Return True if the last place named before a quote, within `reach` characters, is on the net.

        Words written in such a scene were written there: "She took to Instagram. … … “…,” she wrote.". At the
        offset `since` the article was certainly on the net.
        """
        start = _opening(span, said)
        left = max(0, start - reach)
        left = max(self._spoken_until, left - self.prose.masked.count(MASK, left, start), 0)
        if left >= start or not (since >= left or self._prefilter.has_post_cue(left, start)):
            return False
        places = self._prefilter.places(left - _LONGEST_PLACE, start), self._prefilter.users(left, start)
        last = max((since, *(end for _, end in chain(*places))))
        if last < left and not any(self._prefilter.nouns(left, start)):
            return False
        return not self.prose.names_other_place(max(last, left), start)

    def follows_reaction(self, span: Span, said: Attribution) -> bool:
        """Return True if a quote follows a reaction in its paragraph: “…”, wrote Marl. Roe said: “…”."""
        gap = span.start - self._last_end()
        is_next = said.link in ("behind", "colon") and said.speaker is not None and 0 < gap < _BESIDE
        return is_next and "\n" not in self.prose.text[span.start - gap : span.start]

    def is_platform_only_scene(self, span: Span, said: Attribution) -> bool:
        """Return True if a reaction or a platform is not far before a quote, and no speech came since."""
        start, number = _opening(span, said), max(0, span.block - 1)
        if said.kind == "lead" and self.prose.lexicon.netizen.search(said.clause.text):
            return True
        since = self._last_end()
        if start - since >= _GOES_ON and not self._places.is_placed(
            max(start - _JUST, self.prose.blocks[number].start), start
        ):
            return False
        is_bare = said.kind == "alone" and not self.prose.opens_row(span)
        if is_bare and (start - since >= _NEXT or self._speaks_since(start)):
            return False  # speech or another subject separates it from the last reaction
        called = self.prose.lexicon.called_remark.search(said.clause.text) is not None
        reach = _SAID_SO_FAR if said.kind == "say" and not called else STAGE_REACH
        return self.is_on_platform(span, said, reach, since if start - since < _NEXT else -1)

    def _speaks_since(self, start: int) -> bool:
        if self.last is None:
            return False
        verb = self.last.said.verb
        since = max(self.last.span.end, verb[1] if verb else 0, start - _GOES_ON)
        verbs = self.prose.lexicon.verb.finditer(self.prose.masked, since, start)
        return any(found.lastgroup in ("say", "tell") for found in verbs)

    def adds_to_speech(self, span: Span, said: Attribution) -> bool:
        """Return True if a quote adds to the last speech: if that is no reaction, neither is this."""
        if not adds(self.prose, said):
            return False
        has_spoken = self._spoken_until > self._public_reacts_at and self._last_end() < 0
        return has_spoken or self._speaks_since(_opening(span, said))

    def _public_just_reacted(self, span: Span, said: Attribution) -> bool:
        """Return True if the public was said to react just before, without speech elsewhere since."""
        speaker = said.speaker_in(self.prose.text)
        goes_on = self.prose.lexicon.pronoun.match(speaker) is not None
        until = self._spoken_until if goes_on else self._off_platform_until
        if span.start - self._public_reacts_at >= _FRESH or self._public_reacts_at < until:
            return False
        return not self.prose.names_other_place(max(0, self._public_reacts_at), span.start)

    def _reaction_just_before(self, span: Span, since: int, *, crowd: bool) -> bool:
        """Return True if a reaction directly precedes a quote (in its paragraph, if posts lack verbs of their own)."""
        start = span.start - since
        if not self.prose.lexicon.said_aloud:
            start = max(start, self.prose.blocks[span.block].start)
        return since < (_FRESH if crowd else _FRESH // 2) and not self.prose.names_other_place(start, span.start)

    def _opens_unnamed(self, span: Span, said: Attribution) -> bool:
        """Return True if a paragraph opens with a quote and names no speaker: “…,” she said."""
        speaker, words = said.speaker_in(self.prose.text), self.prose.lexicon
        if said.link == "that" or (speaker and not (words.pronoun.match(speaker) or words.definite.match(speaker))):
            return False
        return not self.prose.masked[self.prose.blocks[span.block].start : _opening(span, said)].strip()

    def _is_spoken_of(self, said: Attribution, start: int) -> bool:
        """Return True if a platform was named not far before a user's words, or words called a message."""
        words = self.prose.lexicon
        is_user = words.user.search(said.speaker_in(self.prose.text)) is not None
        if not is_user and words.called_remark.search(said.clause.text) is None:
            return False
        return self._prefilter.platform(max(0, start - _ANNOUNCED_FOR), start) is not None

    def _platform(self, place: str | None, where: tuple[int, int], public: str | None) -> str | None:
        return (platform_named(place) if place else None) or self._prefilter.platform(*where) or public

    def _last_end(self) -> int:
        """Return the end of the last reaction, unless speech off the platform came since."""
        end = self.last.span.end if self.last else -_ANNOUNCED_FOR
        return end if end > self._spoken_until else -_ANNOUNCED_FOR


def _opening(span: Span, said: Attribution) -> int:
    return min(span.start, said.clause.start)
