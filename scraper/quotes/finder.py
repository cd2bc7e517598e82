"""Walks an article from quote to quote and keeps the quotes that are reactions."""

from __future__ import annotations

from bisect import bisect_left
from functools import partial
from typing import TYPE_CHECKING

from scraper.quotes.attribution.anywhere import FEW, speaker_of
from scraper.quotes.attribution.attributions import TIED, attributed_behind, attributions, cut, interrupted
from scraper.quotes.attribution.leads import alone, announced, called_next, closed, led_in, listed, reported
from scraper.quotes.attribution.readings import WRITES, read_behind
from scraper.quotes.attribution.reports import read_subject
from scraper.quotes.attribution.sequels import goes_on
from scraper.quotes.judging.context import Context, adds
from scraper.quotes.judging.evidence import (
    CALLED,
    ELSEWHERE,
    ENOUGH,
    MENTIONS,
    PLACED,
    PUBLIC,
    ROW,
    SCENE,
    STAGE,
    TAGGED,
    TALKED,
    handle_of,
    is_jargon,
    may_talk,
    score,
    weigh,
)
from scraper.quotes.judging.hindsight import echoes, led_up_to
from scraper.quotes.judging.prospects import SCENE_REACH, STAGE_REACH, Prospects
from scraper.quotes.reaction import Reaction
from scraper.quotes.text.clauses import is_ended
from scraper.quotes.text.prose import Prose
from scraper.quotes.words.lexicons import cues_in
from scraper.quotes.words.venues import platform_named, platform_there
from scraper.records import Quote

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from scraper.quotes.text.clauses import Attribution
    from scraper.quotes.text.marks import Span
    from scraper.quotes.words.lexicons import Lexicon

# Blanks in words that may be a term, not a phrase.
_FEW = 3
# Characters of a name and a verb behind a quote.
_OVERHEARD = 80
_LONGEST_JARGON = 32
#: A live blog of a whole day quotes less often; without an end, a text of nothing but quotes takes minutes.
_MOST = 10_000


def reactions(text: str, lexicon: Lexicon, taken: Sequence[tuple[int, int]]) -> list[Reaction]:
    """Find the reactions among the quotes of a text, in order."""
    if not cues_in(text, lexicon).posts and not taken:
        return []
    prose = Prose(text, lexicon, taken)
    kept = dict(_in_order(prose, taken))
    for index, found in list(led_up_to(prose, kept)):
        kept[index] = _kept(prose, prose.spans[index], found.said, ["leads up"], found.quote.platform)
    for index in list(echoes(prose, [text[slice(*place)] for place in taken], kept)):
        said = next(iter(attributions(prose, index)), prose.clause_before(index).says("that", "none"))
        kept[index] = _kept(prose, prose.spans[index], said, ["echoes"], None)
    return [kept[index] for index in sorted(kept)]


def _in_order(prose: Prose, taken: Sequence[tuple[int, int]]) -> Iterator[tuple[int, Reaction]]:
    """Read the quotes from first to last; each reaction with its number among the quotes."""
    prospects = Prospects(prose)
    context = Context(prose, prospects, taken)
    for index, span in enumerate(prose.spans[:_MOST]):
        is_expected = context.expects(span)
        if not (is_expected or prospects.are_near(span)) or span.end - span.start <= 2 * span.width:
            continue
        if span.end - span.start < _LONGEST_JARGON and is_jargon(prose.words(span)):
            continue
        context.listen(span.start)
        if not (is_expected or context.leads_to(span) or prospects.are_for(index)):
            context.unread.append(index)
            continue
        kept = _consider(prose, context, index)
        if kept:
            context.keep(kept)
            yield index, kept


def _consider(prose: Prose, context: Context, index: int) -> Reaction | None:
    span = prose.spans[index]
    readings = attributions(prose, index)
    if not readings and not span.closed:
        span, readings = cut(prose, span)
    if not readings and context.last and goes_on(prose, context.last, index):
        return _kept(prose, span, context.last.said, ["goes on"], context.last.quote.platform)
    readings = readings or interrupted(prose, span) or listed(prose, index) or called_next(prose, index)
    readings = readings or announced(prose, index) or led_in(prose, index) or reported(prose, index)
    readings = readings or closed(prose, index) or alone(prose, context.last, index)
    judged = [_judge(prose, context, span, said) for said in readings if _is_understood(prose, said)]
    if not judged:
        _overhear(prose, context, index)
        return None
    names, said, platform = max(judged, key=_worth)
    if score(names) < ENOUGH:
        inside = [_judge(prose, context, span, said) for said in interrupted(prose, span)]
        names, said, platform = max([(names, said, platform), *inside], key=_worth)
    told = {name for others, _, _ in judged for name in others}
    is_told = PLACED not in names and not ELSEWHERE.isdisjoint(told)
    if score(names) < ENOUGH or is_told:
        away = is_told or not ELSEWHERE.isdisjoint(names)
        if away or (said.kind not in ("label", "crowd", "lead", "alone") and not _is_part(prose, span, said)):
            context.reject(span, said, away=away)
        return None
    return _kept(prose, span, said, names, platform)


def _is_understood(prose: Prose, said: Attribution) -> bool:
    """Whether we can tell what leads to a quote: without a grammar, more than a few words say anything."""
    if not prose.lexicon.foreign:
        return True
    if said.kind not in ("lead", "alone"):
        return said.link != "that" or said.kind in ("tweet", "post", "write")
    return said.kind == "lead" and len(said.clause.text.split()) <= FEW


def _overhear(prose: Prose, context: Context, index: int) -> None:
    """Note words that are spoken aloud, though a long clause follows: “…?” Roe said to cheers."""
    span = prose.spans[index]
    if not prose.lexicon.said_aloud or not is_ended(prose.words(span)):
        return
    clause = prose.clause_behind(prose.last_of_list(index))
    verb = prose.lexicon.verb.search(clause.text, 0, _OVERHEARD)
    if verb is None or verb.lastgroup not in ("say", "tell") or prose.lexicon.places(clause.text):
        return
    said = read_behind(clause, prose.lexicon, detached=False, opens=True)
    if said and said.speaker:
        context.reject(span, said, away=False)


def _judge(
    prose: Prose, context: Context, span: Span, said: Attribution
) -> tuple[list[str], Attribution, str | None]:
    quoted, around = prose.text[span.start : span.end], context.around(span, said)
    names = weigh(prose.text, quoted, said, around, prose.lexicon)
    talks = may_talk(prose.text, said) or adds(prose, said)
    if PUBLIC in names and talks and score(names) == ENOUGH and context.unread:
        _catch_up(prose, context)
        names = weigh(prose.text, quoted, said, context.around(span, said), prose.lexicon)
    is_written = said.kind in ("write", "post") or (
        not {MENTIONS, TAGGED}.isdisjoint(names) and _is_tied(prose, span, said)
    )
    is_few = _is_part(prose, span, said) and (said.link == "that" or prose.words(span).count(" ") < _FEW)
    is_written = is_written and not is_few and not _speaks_for_others(prose, said) and TALKED not in names
    if said.kind == "post" and score(names) == ENOUGH - 1 and _is_in_row(prose, span, said):
        names.append(ROW)
    elif is_written and score(names) < ENOUGH <= score([*names, SCENE]):
        if _is_sure(prose, context, partial(_is_scene, context, span, said)):
            names.append(SCENE)
    elif score(names) < ENOUGH and ELSEWHERE.isdisjoint(names):
        scenes = _scenes(prose, context, said, names)
        if any(_is_sure(prose, context, partial(scene, span, said)) for scene in scenes):
            names.append(STAGE)
    return names, said, around.platform


def _is_in_row(prose: Prose, span: Span, said: Attribution) -> bool:
    """Whether the next quote was written, by somebody else: “…”, commented Marl. “…”, wrote Roe."""
    index = bisect_left(prose.spans, span) + 1  # it may have been cut, so end before its mark
    following = prose.spans[index] if index < len(prose.spans) else None
    if (
        said.link != "behind"
        or said.speaker is None
        or following is None
        or following.block != span.last_block
    ):
        return False
    behind = attributed_behind(prose, index)
    if behind is None or behind.verb is None or behind.speaker is None:
        return False
    return behind.kind == "tweet" or WRITES.match(prose.text, *behind.verb) is not None


def _is_part(prose: Prose, span: Span, said: Attribution) -> bool:
    """Whether only some words are quoted, in a sentence about somebody: he is pleased with “fine swans”."""
    words = prose.words(span)
    return said.link == "that" or (said.link == "direct" and words[:1].islower() and not is_ended(words))


def _scenes(
    prose: Prose, context: Context, said: Attribution, names: list[str]
) -> Iterator[Callable[[Span, Attribution], bool]]:
    """The scenes that may tell where words stand whose attribution leaves the place open."""
    if _leaves_open(prose, said, names):
        yield context.is_on_forum if _is_aloud(prose, said, names) else context.is_staged
    if said.kind == "say" and not _speaks_for_others(prose, said):
        yield context.is_all_written
        yield context.stands_beside


def _leaves_open(prose: Prose, said: Attribution, names: list[str]) -> bool:
    """Whether an attribution says nothing of the place, so that the scene may tell it."""
    if _speaks_for_others(prose, said):
        return False
    if said.kind in ("lead", "alone") or (said.kind == "none" and said.link == "colon"):
        return True
    if CALLED in names:
        return said.kind in ("say", "tell", "none")
    return said.kind == "say" and said.link in ("behind", "colon", "comma")


def _is_aloud(prose: Prose, said: Attribution, names: list[str]) -> bool:
    """Whether a verb means the spoken word, unless all the article is on a forum, where nobody speaks."""
    return said.kind == "say" and CALLED not in names and prose.lexicon.said_aloud


def _speaks_for_others(prose: Prose, said: Attribution) -> bool:
    leader = said.clause.text if said.kind == "lead" else said.speaker_in(prose.text)
    return prose.lexicon.official.search(leader) is not None


def _is_tied(prose: Prose, span: Span, said: Attribution) -> bool:
    """Whether a clause cannot speak of anything but its quote: a sentence of its own behind it can."""
    return said.link != "behind" or prose.words(span)[-1:] == "," or TIED.match(said.clause.text) is not None


def _is_scene(context: Context, span: Span, said: Attribution) -> bool:
    # Without a grammar, nobody notices what leads away from a place.
    reach = STAGE_REACH if context.prose.lexicon.foreign else SCENE_REACH
    return context.is_on_platform(span, said, reach) and not context.adds_to_speech(span, said)


def _is_sure(prose: Prose, context: Context, scene: Callable[[], bool]) -> bool:
    """Whether a quote stands in a scene, also after the quotes passed over are read: one may lead away."""
    if not scene():
        return False
    if not context.unread:
        return True
    _catch_up(prose, context)
    return scene()


def _catch_up(prose: Prose, context: Context) -> None:
    """Read the quotes that were passed over: they tell who speaks aloud."""
    unread, context.unread = context.unread, []
    for index in unread:
        _consider(prose, context, index)


def _worth(judgement: tuple[list[str], Attribution, str | None]) -> tuple[bool, bool, bool]:
    """Of two readings that convince, the one that names speaker and verb; of equals, the first.

    A mention in the quoted words convinces whatever stands around them.
    """
    names, said, _ = judgement
    around = score([name for name in names if name != MENTIONS])
    return score(names) >= ENOUGH, said.speaker is not None and said.verb is not None, around >= ENOUGH


def _kept(prose: Prose, span: Span, said: Attribution, names: list[str], platform: str | None) -> Reaction:
    place = prose.lexicon.venue.search(said.clause.text)
    foreign = prose.lexicon.foreign
    name = platform_there if foreign else platform_named
    named = (name(place.group()) if place else None) or platform_named(said.clause.text)
    speaker = (speaker_of(said, prose.text, prose.lexicon) if foreign else said.speaker) or said.handle
    if said.link == "colon" and (speaker is None or said.verb is None) and not foreign:
        speaker = read_subject(said, prose.lexicon) or speaker
    is_romance = prose.lexicon.language in ("es", "fr", "it", "pt")
    if speaker and is_romance and prose.lexicon.names_words(prose.text[slice(*speaker)]):
        speaker = None  # "Otros comentarios ironizaron: “…”" tells nothing of who wrote them
    quote = Quote(
        text=prose.text[span.start : span.end],
        speaker=prose.text[slice(*speaker)] if speaker else None,
        verb=prose.text[slice(*said.verb)] if said.verb else None,
        platform=named or platform,
        handle=handle_of(prose.text, said),
        start=span.start,
        end=span.end,
    )
    return Reaction(quote, said, tuple(names))
