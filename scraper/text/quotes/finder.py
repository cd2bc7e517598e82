"""Go through an article's quotes and keep those that are reactions."""

from __future__ import annotations

from dataclasses import replace
from itertools import compress
from typing import TYPE_CHECKING

from scraper.bounds import MOST_FOUND, MOST_QUOTES, MOST_READ, too_much
from scraper.text.quotes.attributions import FEW, attributions, continues_reaction, further_off, read_aside
from scraper.text.quotes.confidence import confidences, fitted_model, likely
from scraper.text.quotes.evidence import (
    CALLED,
    CONTINUED,
    ECHOES,
    MENTIONS,
    OFF_PLATFORM,
    PLACED,
    SCENE,
    STAGE,
    TAGGED,
    is_official,
    score,
    weigh,
)
from scraper.text.quotes.prefilter import SCENE_REACH, STAGE_REACH, Prefilter
from scraper.text.quotes.prose import Prose, is_ended, may_quote
from scraper.text.quotes.reaction import ENOUGH, Reaction
from scraper.text.quotes.scene import SceneTracker
from scraper.text.quotes.second_pass import echoes
from scraper.text.quotes.speakers import name_speakers
from scraper.text.quotes.words.languages import guess, is_whole, without_region
from scraper.text.quotes.words.lexicons import cues_in, lexicon

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scraper.records import Problem, Quote
    from scraper.text.quotes.prose import Attribution, Span
    from scraper.text.quotes.words.lexicons import Lexicon
#: Instagram's limit. A longer text not called a post is a speech or a letter.
_LONGEST_CAPTION = 2200


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
    prose, read = _read(text, words, taken, [] if problems is None else problems)
    if prose is None or not read:
        return []
    model = fitted_model()
    estimates = confidences(read, len(prose.spans), model)
    places = sorted(read)
    values = [estimates[place] for place in places]
    kept = likely(values, model) if min_confidence is None else [value >= min_confidence for value in values]
    chosen = set(compress(places, kept))
    if not chosen:
        return []
    # The referent of a pronoun does not depend on what the user leaves out.
    shown = [place for place in places if place in chosen or estimates[place] >= model.threshold]
    # With a neighbour's words (Spanish ones for Catalan), phrases for people are mistaken for others.
    names = words.lacks_grammar or not language or is_whole(without_region(language))
    named = name_speakers(prose, [read[place] for place in shown], names=names)
    return [
        replace(quote, confidence=estimates[place])
        for place, quote in zip(shown, named, strict=True)
        if place in chosen
    ]


def weighed(
    text: str, words: Lexicon, taken: Sequence[tuple[int, int]], problems: list[Problem]
) -> tuple[dict[int, Reaction], int]:
    """Return the candidate quotes with their evidence, by index, and the number of all quoted passages."""
    prose, read = _read(text, words, taken, problems)
    return read, len(prose.spans) if prose else 0


def _read(
    text: str, words: Lexicon, taken: Sequence[tuple[int, int]], problems: list[Problem]
) -> tuple[Prose | None, dict[int, Reaction]]:
    if not cues_in(text, words).posts and not taken:
        return None, {}
    prose = Prose(text, words, taken)
    read = dict(_in_order(prose, taken, problems))
    kept = {index: found for index, found in read.items() if found.convinces}
    for index, told in list(echoes(prose, [text[slice(*place)] for place in taken], kept)):
        said = next(iter(attributions(prose, index)), prose.clause_before(index).says("that", "none"))
        read[index] = Reaction(prose, prose.spans[index], said, (ECHOES,), repeats=None if said.speaker else told)
    return prose, read


def _in_order(
    prose: Prose, taken: Sequence[tuple[int, int]], problems: list[Problem]
) -> Iterator[tuple[int, Reaction]]:
    prefilter = Prefilter(prose)
    tracker = SceneTracker(prose, prefilter, taken)
    for index, span in enumerate(prose.spans):
        if index == MOST_QUOTES or tracker.work > MOST_READ or tracker.found >= MOST_FOUND:
            problems.append(too_much("quotes", index, len(prose.spans), "quoted passages"))
            return
        is_expected = tracker.is_near_reaction(span) or tracker.shown.holds(prose.text, span)
        if not (is_expected or prefilter.has_cue_near(span)) or span.end - span.start <= 2 * span.width:
            continue
        tracker.note_public(span.start)
        if not (is_expected or tracker.is_near_reaction(span) or prefilter.is_worth_reading(index)):
            continue
        read = _consider(prose, tracker, index)
        if read:
            yield index, read


def _consider(prose: Prose, tracker: SceneTracker, index: int) -> Reaction | None:
    """Read the attribution of a quote, weigh it, and note it in the tracker; None if it is not understood."""
    span = prose.spans[index]
    tracker.work += len(prose.clause_before(index).text) + len(prose.clause_behind(index).text)
    candidates = attributions(prose, index)
    if not candidates and tracker.last and continues_reaction(prose, tracker.last, index):
        last = tracker.last
        read = Reaction(prose, span, last.said, (CONTINUED,), lambda: last.platform)
        tracker.keep(read)
        return read
    candidates = candidates or further_off(prose, tracker.last, index)
    judged = [_judge(prose, tracker, span, said) for said in candidates if _is_understood(prose, said)]
    if not judged:
        return None
    best = max(judged, key=_rank)
    if not best.convinces:
        inside = (_judge(prose, tracker, span, said) for said in read_aside(prose, span))
        best = max((best, *inside), key=_rank)
    if PLACED not in best.evidence and any(each.is_off_platform for each in judged):
        best = replace(best, is_told=True)
    if best.convinces:
        tracker.keep(best)
    elif best.is_off_platform or _is_utterance(prose, best):
        tracker.reject(best)
    return best


def _is_utterance(prose: Prose, read: Reaction) -> bool:
    """Return True if a quote is a whole utterance that a person said."""
    return read.said.kind not in ("crowd", "lead", "alone") and not _is_part(prose, read.span, read.said)


def _is_understood(prose: Prose, said: Attribution) -> bool:
    """Return True if the words that lead to a quote are understood: without a grammar, only a few are."""
    if not prose.lexicon.lacks_grammar:
        return True
    if said.kind not in ("lead", "alone"):
        return said.link != "that" or said.kind in ("tweet", "post", "write")
    return said.kind == "lead" and len(said.clause.text.split()) <= FEW


def _judge(prose: Prose, tracker: SceneTracker, span: Span, said: Attribution) -> Reaction:
    """Name the evidence for a quote with one attribution; if it is not enough, the scene may add some."""
    quoted, context = prose.text[span.start : span.end], tracker.context_of(span, said)
    names = weigh(prose.text, quoted, said, context, prose.lexicon)
    if score(names) < ENOUGH and not is_official(said, said.speaker_in(prose.text), prose.lexicon):
        names += _of_scene(prose, tracker, span, said, names)
    return Reaction(prose, span, said, tuple(names), context.platform)


def _of_scene(prose: Prose, tracker: SceneTracker, span: Span, said: Attribution, names: list[str]) -> list[str]:
    """Name the evidence from the scene for words with an attribution that leaves the place open."""
    is_written = said.kind in ("write", "post") or not {MENTIONS, TAGGED}.isdisjoint(names)
    if is_written and not _is_part(prose, span, said) and score([*names, SCENE]) >= ENOUGH:
        # In a language with few known words, moves away from a place go unnoticed.
        reach = STAGE_REACH if prose.lexicon.lacks_grammar else SCENE_REACH
        is_scene = tracker.is_on_platform(span, said, reach) and not tracker.adds_to_speech(span, said)
        return [SCENE] if is_scene else []
    if span.end - span.start > _LONGEST_CAPTION or not OFF_PLATFORM.isdisjoint(names):
        return []
    if _leaves_open(prose, said, names) and tracker.is_platform_only_scene(span, said):
        return [STAGE]
    return [STAGE] if said.kind == "say" and tracker.follows_reaction(span, said) else []


def _is_part(prose: Prose, span: Span, said: Attribution) -> bool:
    """Return True if only some words are quoted, in a sentence about a person: he is pleased with “fine swans”."""
    words = prose.words(span)
    return said.link == "that" or (said.link == "direct" and words[:1].islower() and not is_ended(words))


def _leaves_open(prose: Prose, said: Attribution, names: list[str]) -> bool:
    """Return True if an attribution names no place, so the scene may supply it."""
    if said.kind == "say" and prose.lexicon.said_aloud:
        return False
    if said.kind in ("lead", "alone") or (said.kind == "none" and said.link == "colon"):
        return True
    if CALLED in names:
        return said.kind in ("say", "tell", "none")
    return said.kind == "say" and said.link in ("behind", "colon", "comma")


def _rank(read: Reaction) -> tuple[bool, bool]:
    """Rank an attribution: first by whether it convinces, then by whether it names speaker and verb."""
    return read.convinces, read.said.speaker is not None and read.said.verb is not None
