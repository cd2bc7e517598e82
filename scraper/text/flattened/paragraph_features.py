"""Name the features of a candidate paragraph start: of the paragraphs in the post, and of those above.

Articles write long paragraphs of long sentences in the third person, each closed by a full stop; they
introduce, report and quote. Posts say "I" and "you", use capitals, end without a stop and are short. No
single sign is certain, so each has a weight (`found_post`). A comment gives an example of each feature.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scraper.patterns import lazy_regex
from scraper.text.flattened.found_post import named
from scraper.text.flattened.words import (
    BULLET,
    COLONS,
    EMOJI,
    QUOTES,
    find_person,
    guess_language,
    has_post_marks,
    has_stopword,
    introduces_speech,
    mentions_crowd,
    mentions_posts,
    only_entities,
    opens_with_crowd,
)

if TYPE_CHECKING:
    from scraper.text.flattened.layout import PostContext

# The number of an item in an article that is a list: "7.", "#7:".
ITEM_NUMBER = lazy_regex(r"\W{0,2}\d{1,3}\W{1,2}")
_DOT = lazy_regex(r"[-*](?=\s)|[•·▪●]|\(?(?:\d{1,2}|[a-h])[.)/]")
_OPENING = lazy_regex(rf"[#＃][^\W\d]|[{EMOJI}]")
# A speaker's label in the dialogue of a joke: "Me:", "Nobody:".
SPEAKER_LABEL = lazy_regex(r"\*?[^\W\d_][\w'’.*]*(?: [^\s:]{1,20}){0,2}:")
# A stage direction: "*stares at the sea*", "[on the phone]".
_STAGE_DIRECTION = lazy_regex(r"\*{1,3}[^*\n]{2,80}\*{1,3}|\[[^\[\]\n]{2,80}\]")
_SPEAKER = lazy_regex(r"\*?[^\W\d_][\w'’.*]*(?: [^\s:]{1,20}){0,5}:")
_ELLIPSES = ("…", "...")
_STOPS = (".", "!", "?", "…", "”", '"', "»", "。", "！", "？", ")")
# Words in capitals; a line in capitals above more of them is not a heading.
_SHOUTED = lazy_regex(r"[A-ZÀ-ÖØ-Þ]{3,} [A-ZÀ-ÖØ-Þ]{2,}\b")
# The beginning of a line broken off before a link by extraction.
_CONTINUATIONS = (". ", ", ", "; ", ": ", ") ", "! ", "? ", "'s ", "’s ")
_WORD = lazy_regex(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_QUOTED = lazy_regex(r"[\"“«„][^\"“”«»„]{0,400}[\"”»“]")
EMPHASIS = lazy_regex(rf"[!?！？]{{2,}}|[!?！？][\s\"'”’»){EMOJI}\ufe0f]*$|\.{{3}}$|…$|(?:^| )[:;]-?[()DP](?: |$)")
# Lengths of paragraphs in characters; set by hand, like the points (docs/accuracy.md names the texts), not
# fitted.
_SHORT, _LONG = 60, 180


def passed_features(context: PostContext, before: str, words: str) -> list[str]:
    """Name the features of a paragraph before a start (in the post or in the article) and `words` after it."""
    spoken = without_quotations(before)
    signs = {
        "a paragraph": True,  # True for every paragraph: most posts have only one.
        "post marks": has_post_marks(before),  # A hashtag, a mention, an emoji, a short link: "Fog! #fog"
        "opens with a hashtag or an emoji": _OPENING.match(before),  # “#Fog at noon”
        "emphasis": EMPHASIS.search(before),  # “What a night!!”, “So it goes...”
        "sentences in capitals": before.isupper() and before.endswith(_STOPS),  # “THE LAMP IS OUT.”
        "a stage direction": _STAGE_DIRECTION.match(before),  # “*stares at the sea*”
        "above a stage direction": _STAGE_DIRECTION.match(words),  # “We were all there.” above “*stares at the sea*”
        "continues below": _continues(before, words),  # “The lamp is” above “out”, “- tea” above “- bread”
        # “The lamp of” above “@harbour” on a separate line
        "broken at a link": _breaks_at_link(context, before, words),
        # “That was it.” above “We wait.” in a German article
        "in the post's language": _is_in_another_language(context, before, words),
        # “Das war es.” above “We wait.” in a German article
        "in the article's language": context.layout.leaves_language(before, words),
        "above a bullet": _DOT.match(words),  # “Two ways” above “1. You can wait”
        "a dialogue": _is_dialogue(f"{before}\n{words}"),  # “The tower at noon: dark” above “The tower at night: dark”
        "opens with the many": opens_with_crowd(spoken),  # “Others were angry.”
        "names the many": mentions_crowd(spoken),  # “It made some users laugh.”
        "short": len(before) <= _SHORT,
        "says I": (person := find_person(spoken)) == "I",  # “My lamp is out.”, “The lamp is out lol”
        "says you": person == "you",  # “We wait for you.”
    }
    # A colon before a link, where extraction broke the line, is the post's.
    is_own_colon = before.endswith(COLONS) and context.breaks_lines_at_links and words.startswith("pic.")
    ending = None if is_own_colon else _name_ending(before, words)
    return named("passed", {**signs, ending: True} if ending else signs)


def above_features(context: PostContext, previous: int, start: int) -> list[str]:
    """Name the features of the text above a start: the paragraph from `previous` to `start`."""
    above = context.text[previous:start].strip()
    if ITEM_NUMBER.fullmatch(above):
        return ["above: the number of an item"]  # "7."
    speaks = mentions_posts(above) or introduces_speech(above)
    has_whole_name = context.mentions_full_name(above)
    if has_whole_name or (speaks and (above.endswith(COLONS) or context.mentions_author(above))):
        # “She tweeted:”; “Rosa Quill did not agree.”
        blank = ", between blank lines" if context.layout.blank_lines else ""
        return [f"above: an introduction{blank}", *(["above: the author's whole name"] if has_whole_name else [])]
    if above.endswith(COLONS) and not has_post_marks(above):
        # “Some calls for this:”
        return ["above: a colon, between blank lines"] if context.layout.blank_lines else []
    if speaks:
        return ["above: words about posts"]  # "It was all over Twitter."
    signs = {
        # With it the text would be too long for a post, which confirms that the post begins below.
        "prose that does not fit": context.layout.blank_lines and not context.fits(previous),
        "an ellipsis": above.endswith(_ELLIPSES),  # “And so…”
    }
    return named("above", signs)


def continues_list(before: str, words: str) -> bool:
    """Return True if `words` continue a list that `before` introduces or is an item of."""
    if not BULLET.match(words):
        return False
    return BULLET.match(before) is not None or (before.endswith(COLONS) and not mentions_posts(before))


def sounds_like_prose(words: str) -> bool:
    """Return True if a paragraph is long, ends in a full stop and has no first or second person.

    >>> sounds_like_prose("The keepers were seen off the pier " * 6 + "."), sounds_like_prose("Sun!")
    (True, False)
    """
    spoken = without_quotations(words)
    return len(words) > _LONG and words.endswith(".") and not (find_person(spoken) or EMPHASIS.search(words))


def without_quotations(words: str) -> str:
    """Replace quotations in `words` by spaces."""
    return _QUOTED.sub(" ", words)


def _name_ending(before: str, words: str) -> str | None:
    """Name a paragraph's ending: no stop means a post or a headline, a comma means that it continues."""
    if before.endswith((",", ";")):
        return "ends in a comma"  # "Dear keepers,"
    if before.endswith(COLONS):
        # “Me:” above “Nobody: no”; “He was clear:”
        return "a speaker's label" if is_speaker_label(before, words) else "ends in a colon"
    if before.endswith(_STOPS):
        return None
    is_heading = looks_like_headline(before) and not ("\n" in words or _shouts_on(before, words))
    return "a heading" if is_heading else "ends without a stop"  # "The Night of the Lamp"; "the lamp is out"


def _shouts_on(before: str, words: str) -> bool:
    """Return True if a line in capitals is above another that begins in capitals."""
    return before.isupper() and (_SHOUTED.match(words) is not None or words.split("\n", 1)[0].isupper())


def is_speaker_label(before: str, words: str) -> bool:
    r"""Return True if `before` names the speaker of `words`, as jokes do.

    >>> is_speaker_label("Nobody:", "Me: no"), is_speaker_label("Look:", "The lamp is out.")
    (True, False)
    """
    goes_on = words.startswith(QUOTES) or SPEAKER_LABEL.match(words) is not None
    return goes_on and SPEAKER_LABEL.fullmatch(before) is not None


def _is_dialogue(words: str) -> bool:
    lines = [line for line in words.split("\n", 4) if line.strip()]
    return len(lines) > 1 and all(_SPEAKER.match(line) for line in lines[:2])


def looks_like_headline(words: str) -> bool:
    """Return True for at most four `words`, or if most of the longer ones begin with capitals.

    >>> looks_like_headline("How Twitter Reacted to It"), looks_like_headline("how it was when we came home")
    (True, False)
    """
    tokens = _WORD.findall(words)
    long = [token for token in tokens if len(token) > 3]
    return len(tokens) <= 4 or sum(token[0].isupper() for token in long) * 5 >= len(long) * 3


def begins_with_link(context: PostContext, words: str) -> bool:
    """Return True if `words` begin with a link that extraction put on a separate line."""
    return context.breaks_lines_at_links and only_entities(words.split("\n", 1)[0])


def _breaks_at_link(context: PostContext, before: str, words: str) -> bool:
    """Return True if `before` and `words` are one line that extraction broke at a link."""
    if before.endswith(COLONS) and words.startswith(("#", "@")) and not only_entities(words):
        return False
    return begins_with_link(context, words)


def _continues(before: str, words: str) -> bool:
    are_quotations = before.startswith(QUOTES) and words.startswith(QUOTES)
    if are_quotations or words.startswith(_CONTINUATIONS) or _shouts_on(before, words):
        return True
    return words[:1].islower() and not before.endswith((*_STOPS, *COLONS))


def _is_in_another_language(context: PostContext, before: str, words: str) -> bool:
    article, own, other = context.layout.language, guess_language(before), guess_language(words)
    if article is None or other in (None, article):
        return False
    return own == other or (own is None and not has_stopword(article, before))
