"""Walks an article from quote to quote and keeps the quotes that are reactions."""

from __future__ import annotations

import re
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from scraper.quotes.clauses import REACH_BEHIND, Clause, Sentences, is_ended
from scraper.quotes.context import Context, Kept
from scraper.quotes.evidence import (
    CALLED,
    ELSEWHERE,
    ENOUGH,
    PLACED,
    PUBLIC,
    ROW,
    SCENE,
    STAGE,
    TAGGED,
    TALKED,
    handle_of,
    score,
    weigh,
)
from scraper.quotes.hindsight import echoes, led_up_to
from scraper.quotes.leads import alone, announced, called_next, closed, led_in, listed, reported
from scraper.quotes.lexicons import cues_in
from scraper.quotes.names import is_subject
from scraper.quotes.prose import Prose
from scraper.quotes.prospects import SCENE_REACH, Prospects
from scraper.quotes.readings import WRITES, read_before, read_behind, read_subject
from scraper.quotes.speakers import VEIL, is_noun
from scraper.quotes.venues import platform_named
from scraper.quotes.verbless import stranger_behind
from scraper.records import Quote

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from scraper.quotes.clauses import Attribution
    from scraper.quotes.lexicons import Lexicon
    from scraper.quotes.marks import Span

_TIED = re.compile(r"[\s\xa0]*(?:[,—–-]|\(@)")
_NEW_SENTENCE = re.compile(r"\s+[^\W_a-zà-öø-ÿß]")
# A clause that the main clause behind a quote does not speak of: "If the mayor wants “order”, one fan wrote".
_SUBORDINATE = re.compile(
    r"\W*(?:if|although|though|while|whereas|si|bien que|alors que|wenn|obwohl|während|aunque|mientras|"
    r"sebbene|mentre|embora|enquanto)\s",
    re.IGNORECASE,
)
# A clause that holds the quote: "After he met the “swan”, she wrote"; not "After the race, “…,” she wrote".
_EARLIER = re.compile(
    r"\W*(?:after|before|when|since|once|as|despite)\s(?:.*[^\s,:—–-])?\s*\Z", re.IGNORECASE | re.DOTALL
)
_AND_AGAIN = re.compile(
    r"(?:[.,;]?\s+[^\W\d_]{1,7}(?:\s+[^\W\d_]{1,8})?|.{0,80}[.;]\s+[^\W\d_]{1,3}\s+[^\W\d_A-Z]{4,8})\s*:\s*"
    r"|[.,;]?\s+(?:[eyE]|ed|et|E[dt]|Y|und)\s+"
    r"(?:ancora|poi|infine|anche|también|finalmente|encore|enfin|aussi|ainda|também|dann|schließlich"
    r"|zum Schluss)\s+"
)
_COLON_NEXT = re.compile(r"\s*:")
_PAUSE = re.compile(r"[,?!…]\s")
_PAUSES_TRIED = 20
_GAP = 60
# Blanks in words that may be a term, not a phrase.
_FEW = 3
_AND_THEN = re.compile(r",?\s+(?:and|y|et|und|e|ed)\s+(?:\w+ly\s+)?")
#: A live blog of a whole day quotes less often; without an end, a text of nothing but quotes takes minutes.
_MOST = 10_000
_ASIDE = re.compile(
    r"(?:\s[-–—]\s?(?P<words>[^-–—\"«»“”]{6,160}?)\s?[-–—](?=[\s.,;:!?»\"”])"
    r"|,\s(?P<clause>(?:[^-–—\"«»“”,.;:!?…]|(?<=\w)-(?=\w)){6,90})[.,]\s)"
)


def reactions(text: str, lexicon: Lexicon, taken: Sequence[tuple[int, int]]) -> list[Kept]:
    """Find the reactions among the quotes of a text, in order."""
    if not cues_in(text, lexicon).posts and not taken:
        return []
    prose = Prose(text, lexicon, taken)
    kept = dict(_in_order(prose, taken))
    for index, found in list(led_up_to(prose, kept)):
        kept[index] = _kept(prose, prose.spans[index], found.said, ["leads up"], found.quote.platform)
    for index in list(echoes(prose, [text[slice(*place)] for place in taken], kept)):
        said = prose.clause_before(index).says("that", "none")
        kept[index] = _kept(prose, prose.spans[index], said, ["echoes"], None)
    return [kept[index] for index in sorted(kept)]


def _in_order(prose: Prose, taken: Sequence[tuple[int, int]]) -> Iterator[tuple[int, Kept]]:
    """Read the quotes from first to last; each reaction with its number among the quotes."""
    prospects = Prospects(prose)
    context = Context(prose, prospects, taken)
    for index, span in enumerate(prose.spans[:_MOST]):
        is_expected = context.expects(span)
        if not (is_expected or prospects.are_near(span)) or span.end - span.start <= 2 * span.width:
            continue
        context.listen(span.start)
        if not (is_expected or context.leads_to(span) or prospects.are_for(index)):
            context.unread.append(index)
            continue
        kept = _consider(prose, context, index)
        if kept:
            context.keep(kept)
            yield index, kept


def _consider(prose: Prose, context: Context, index: int) -> Kept | None:
    span = prose.spans[index]
    readings = _attributions(prose, index)
    if not readings and not span.closed:
        span, readings = _cut(prose, span)
    if not readings and context.last and _inherits(prose, context.last, index):
        return _kept(prose, span, context.last.said, ["goes on"], context.last.quote.platform)
    readings = readings or _interrupted(prose, span) or listed(prose, index) or called_next(prose, index)
    readings = readings or announced(prose, index) or led_in(prose, index) or reported(prose, index)
    readings = readings or closed(prose, index) or alone(prose, context.last, index)
    judged = [_judge(prose, context, span, said) for said in readings]
    if not judged:
        _overhear(prose, context, index)
        return None
    names, said, platform = max(judged, key=_worth)
    if score(names) < ENOUGH:
        inside = [_judge(prose, context, span, said) for said in _interrupted(prose, span)]
        names, said, platform = max([(names, said, platform), *inside], key=_worth)
    told = {name for others, _, _ in judged for name in others}
    is_told = PLACED not in names and not ELSEWHERE.isdisjoint(told)
    if score(names) < ENOUGH or is_told:
        away = is_told or not ELSEWHERE.isdisjoint(names)
        if away or (said.kind not in ("label", "crowd", "lead", "alone") and not _is_part(prose, span, said)):
            context.reject(span, said, away=away)
        return None
    return _kept(prose, span, said, names, platform)


def _overhear(prose: Prose, context: Context, index: int) -> None:
    """Note words that are spoken aloud, though a long clause follows: “…?” Roe said to cheers."""
    if not prose.lexicon.said_aloud:
        return
    clause = prose.clause_behind(prose.last_of_list(index))
    said = read_behind(clause, prose.lexicon, detached=False, opens=True)
    if said and said.speaker and said.kind in ("say", "tell") and not prose.lexicon.places(clause.text):
        context.reject(prose.spans[index], said, away=False)


def _judge(
    prose: Prose, context: Context, span: Span, said: Attribution
) -> tuple[list[str], Attribution, str | None]:
    quoted, around = prose.text[span.start : span.end], context.around(span, said)
    names = weigh(prose.text, quoted, said, around, prose.lexicon)
    if PUBLIC in names and said.kind == "write" and score(names) == ENOUGH and context.unread:
        _catch_up(prose, context)
        names = weigh(prose.text, quoted, said, context.around(span, said), prose.lexicon)
    is_written = said.kind in ("write", "post") or (TAGGED in names and _is_tied(prose, span, said))
    is_few = _is_part(prose, span, said) and (said.link == "that" or prose.words(span).count(" ") < _FEW)
    is_written = is_written and not is_few and not _speaks_for_others(prose, said) and TALKED not in names
    if said.kind == "post" and score(names) == ENOUGH - 1 and _is_in_row(prose, span, said):
        names.append(ROW)
    elif is_written and score(names) < ENOUGH <= score([*names, SCENE]):
        if _is_sure(prose, context, partial(_is_scene, context, span, said)):
            names.append(SCENE)
    elif score(names) < ENOUGH and ELSEWHERE.isdisjoint(names) and _leaves_open(prose, said, names):
        stage = context.is_on_forum if _is_aloud(prose, said, names) else context.is_staged
        if _is_sure(prose, context, partial(stage, span, said)):
            names.append(STAGE)
    return names, said, around.platform


def _is_in_row(prose: Prose, span: Span, said: Attribution) -> bool:
    """Whether the next quote was written, by somebody else: “…”, commented Marl. “…”, wrote Roe."""
    index = prose.spans.index(span) + 1
    following = prose.spans[index] if index < len(prose.spans) else None
    if (
        said.link != "behind"
        or said.speaker is None
        or following is None
        or following.block != span.last_block
    ):
        return False
    behind = _read_behind(prose, index)
    if behind is None or behind.verb is None or behind.speaker is None:
        return False
    return behind.kind == "tweet" or WRITES.match(prose.text, *behind.verb) is not None


def _is_part(prose: Prose, span: Span, said: Attribution) -> bool:
    """Whether only some words are quoted, in a sentence about somebody: he is pleased with “fine swans”."""
    words = prose.words(span)
    return said.link == "that" or (said.link == "direct" and words[:1].islower() and not is_ended(words))


def _leaves_open(prose: Prose, said: Attribution, names: list[str]) -> bool:
    """Whether an attribution says nothing of the place, so that the scene may tell it."""
    if said.kind in ("lead", "alone") or (said.kind == "none" and said.link == "colon"):
        return True
    if _speaks_for_others(prose, said):
        return False
    if CALLED in names:
        return said.kind in ("say", "tell", "none")
    return said.kind == "say" and said.link in ("behind", "colon", "comma")


def _is_aloud(prose: Prose, said: Attribution, names: list[str]) -> bool:
    """Whether a verb means the spoken word, unless all the article is on a forum, where nobody speaks."""
    return said.kind == "say" and CALLED not in names and prose.lexicon.said_aloud


def _speaks_for_others(prose: Prose, said: Attribution) -> bool:
    return said.speaker is not None and prose.lexicon.official.search(prose.text, *said.speaker) is not None


def _is_tied(prose: Prose, span: Span, said: Attribution) -> bool:
    """Whether a clause cannot speak of anything but its quote: a sentence of its own behind it can."""
    return said.link != "behind" or prose.words(span)[-1:] == "," or _TIED.match(said.clause.text) is not None


def _is_scene(context: Context, span: Span, said: Attribution) -> bool:
    return context.is_on_platform(span, said, SCENE_REACH) and not context.adds_to_speech(span, said)


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


def _worth(judgement: tuple[list[str], Attribution, str | None]) -> tuple[bool, bool]:
    """Of two readings that convince, the one that names speaker and verb; of equals, the first."""
    names, said, _ = judgement
    return score(names) >= ENOUGH, said.speaker is not None and said.verb is not None


def _kept(prose: Prose, span: Span, said: Attribution, names: list[str], platform: str | None) -> Kept:
    place = prose.lexicon.venue.search(said.clause.text)
    named = (platform_named(place.group()) if place else None) or platform_named(said.clause.text)
    speaker = said.speaker or said.handle
    if said.link == "colon" and (speaker is None or said.verb is None):
        speaker = read_subject(said, prose.lexicon) or speaker
    quote = Quote(
        text=prose.text[span.start : span.end],
        speaker=prose.text[slice(*speaker)] if speaker else None,
        verb=prose.text[slice(*said.verb)] if said.verb else None,
        platform=named or platform,
        handle=handle_of(prose.text, said),
        start=span.start,
        end=span.end,
    )
    return Kept(quote, said, tuple(names))


def _attributions(prose: Prose, index: int) -> list[Attribution]:
    """The words behind a quote speak of it first; a clause with a colon before it may do so better."""
    clause, words = prose.clause_before(index), prose.words(prose.spans[index])
    before = read_before(clause, prose.lexicon, words) if clause.text.strip() else None
    behind = _read_behind(prose, prose.last_of_list(index))
    if before and behind is None and _is_of_last(prose, before):
        behind = stranger_behind(prose.clause_behind(index), prose.lexicon)
        before = None if behind else before
    if before is None or behind is None:
        return [said for said in (behind, before) if said]
    if before.kind == "tell" or behind.clause.ends_in_colon or _leads_on(behind, prose.lexicon):
        return [before]
    is_told = before.verb and (before.link in ("that", "direct") or before.speaker)
    if is_told and _is_aside_of(prose, behind):
        return [before]
    if before.link == "colon" and before.verb and prose.lexicon.breaks.match(behind.clause.text.lstrip()):
        return [before]  # tweeted: “…” as she rowed on
    if before.link == "comma" and before.speaker and _is_detached(prose, index):
        return [before, behind]
    return [behind] if before.link != "colon" or behind.kind == "tell" else [behind, before]


def _is_of_last(prose: Prose, before: Attribution) -> bool:
    """Whether words in front of a quote stand right behind the last one: “…”, wrote a fan, “…”."""
    if before.link != "comma" or before.verb is None:
        return False
    return prose.veiled[max(0, before.verb[0] - 5) : before.verb[0]].rstrip(" ,")[-1:] == VEIL


def _is_aside_of(prose: Prose, behind: Attribution) -> bool:
    """Whether the words behind a quote only go on about it: wrote that “…,” warning everybody."""
    return prose.text[slice(*behind.verb)].endswith("ing") if behind.verb else False


def _is_detached(prose: Prose, index: int) -> bool:
    """Whether the quoted words end their sentence and a new one begins behind them."""
    last = prose.last_of_list(index)
    ended = is_ended(prose.words(prose.spans[last]))
    return ended and _NEW_SENTENCE.match(prose.clause_behind(last).text) is not None


def _leads_on(behind: Attribution, lexicon: Lexicon) -> bool:
    """Whether the words behind a quote lead to the next one: “…”, while another wrote, “…”."""
    words = behind.clause.text.strip(" ,\xa0")
    return behind.clause.text.rstrip().endswith(",") and lexicon.before_name.match(words) is not None


def _read_behind(prose: Prose, index: int) -> Attribution | None:
    span = prose.spans[index]
    if not span.closed:
        return None
    clause, words = prose.clause_behind(index), prose.words(span)
    announced, text = prose.clause_before(index).ends_in_colon, prose.text
    if text[span.start - 1 : span.start] == "(" and prose.lexicon.are_posts.match(clause.text):
        return clause.says("behind", "noun")
    ended, opens = is_ended(words), announced or prose.opens_sentence(span)
    tied = ended or words[-1:] in ",—–-" or _TIED.match(clause.text) is not None
    if not tied and not (opens and (len(words.split()) > 2 or _says_who(clause, prose.lexicon))):
        return None
    before = prose.clause_before(index).text
    if (
        _COLON_NEXT.match(clause.text)
        or prose.lexicon.makes_title(before)
        or (not opens and (_SUBORDINATE.match(before) or _EARLIER.match(before)))
    ):
        return None
    detached = ended and _NEW_SENTENCE.match(clause.text) is not None
    said = read_behind(clause, prose.lexicon, detached=detached, opens=opens and tied)
    return None if said and said.verb and _COLON_NEXT.match(text, said.verb[1]) else said


def _says_who(clause: Clause, lexicon: Lexicon) -> bool:
    """Whether a pronoun follows a quote, so that a word or two of it are no name: “Bless you” she wrote."""
    following = clause.text.split(maxsplit=1)
    return bool(following) and lexicon.pronoun.match(following[0]) is not None


def _inherits(prose: Prose, last: Kept, index: int) -> bool:
    """“…,” she tweeted. “…”; and a paragraph that is only a quote, behind one that is a reaction."""
    span, before = prose.spans[index], prose.spans[index - 1]
    if index == 0 or last.quote.end != before.end:
        return False
    gap = prose.veiled[before.end : span.start]
    if span.block != before.last_block:
        is_next = span.block == before.last_block + 1 and prose.follows(span.block)
        return is_next and prose.makes_paragraph(span) and not _is_said_since(prose, last, before)
    if not gap.strip():
        return last.said.verb is not None or last.said.link == "colon"
    return _speaks_of_both(prose, last, span, gap)


def _is_said_since(prose: Prose, last: Kept, span: Span) -> bool:
    """Whether somebody says something in what follows a reaction in its paragraph, behind its attribution."""
    said = last.said.verb[1] if last.said.verb else 0
    start, end = max(span.end, said), prose.blocks[span.last_block].end
    verb = prose.lexicon.verb.search(prose.veiled, start, end)
    return verb is not None and not is_noun(prose.veiled, verb, prose.lexicon)


def _speaks_of_both(prose: Prose, last: Kept, span: Span, gap: str) -> bool:
    """Whether what attributes a quote attributes the next one in its sentence: “…” and “…”, wrote many."""
    said = last.said
    if said.link == "behind" and said.clause.start >= span.end:
        return prose.joins(gap)
    if last.evidence == ("goes on",) and prose.joins(gap):
        return True
    if said.link == "behind" and said.clause.start == last.quote.end and not _AND_AGAIN.fullmatch(gap):
        attribution = said.clause.text.strip(" .,;")
        return attribution == gap.strip(" .,;") and gap.rstrip()[-1:] in ".,;!)—–"
    joined = said.link in ("that", "direct", "colon", "comma", "announced") and (
        prose.joins(gap) or _goes_on(gap, prose.lexicon)
    )
    return joined or _AND_AGAIN.fullmatch(gap) is not None


def _goes_on(gap: str, lexicon: Lexicon) -> bool:
    """Whether a second verb of the same subject leads to the next quote: wrote “…” and thanked her “…”."""
    opened = _AND_THEN.match(gap)
    verb = lexicon.verb.match(gap, opened.end()) if opened else None
    return verb is not None and verb.lastgroup != "tell" and len(gap) < _GAP and "." not in gap


def _cut(prose: Prose, span: Span) -> tuple[Span, list[Attribution]]:
    """Without a closing mark, a quote ends before the words that attribute it: “Great news, a fan wrote."""
    text = prose.text
    for pause in islice(_PAUSE.finditer(text, span.start, span.end), _PAUSES_TRIED):
        end = pause.start() + 1
        rest = text[end : min(span.end, end + REACH_BEHIND)]
        clause = Clause(rest[: Sentences(rest).end(0, len(rest))], end)
        said = read_behind(clause, prose.lexicon, detached=True, opens=False)
        if said and said.speaker and is_subject(text[slice(*said.speaker)], prose.lexicon):
            return span._replace(end=end), [said]
    return span, []


def _interrupted(prose: Prose, span: Span) -> list[Attribution]:
    """The attribution between dashes inside a quote: «Non ci credo - ha scritto Rosa su X -. Davvero»."""
    for aside in islice(_ASIDE.finditer(prose.text, span.start, span.end), _PAUSES_TRIED):
        group = aside.lastgroup or "words"
        clause = Clause(aside[group], aside.start(group))
        verb = prose.lexicon.verb.match(clause.text)
        said = read_behind(clause, prose.lexicon, detached=False, opens=False) if verb else None
        is_whole = verb is not None and verb.end() == len(clause.text.rstrip())
        if said and (said.speaker or is_whole or prose.lexicon.places(clause.text)):
            return [said]
    return []
