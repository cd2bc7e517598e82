"""Describe a post found in running text, and choose its start: the candidate with the highest score.

Twitter counted 140 characters until 7 November 2017 (testers had 280 from 26 September) and 280 since, with
wide characters counted double. Longer posts, sold since 2023, are truncated to 280 in embeds. A link counts
as 23 characters, a picture as none (https://docs.x.com/fundamentals/counting-characters). Bluesky allows 300.

A post's text may start at several paragraphs, or at several sentences of a line. Each candidate has features,
named in `paragraph_features` and `sentence_start`; its score is the weighted sum of its features. The weights
and their origin are data, ``config/post_starts.json``, written by ``tools/fit_starts.py``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal, cast

from scraper.configuration import packaged
from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from scraper.records import Form, Moment

Kind = Literal["paragraphs", "sentences"]
# Candidate start offsets, each with the count of each feature: in the paragraphs or sentences from there on,
# which the post would have, and in the text before. One feature is a share, not a count.
Candidates = dict[int, Mapping[str, float]]
WEIGHTS_FILE = "post_starts.json"

# Twitter allows 50 characters; an emoji may take several, HTML entities and Markdown add more.
_LONGEST_NAME = 100
# An emoji image in Markdown.
_EMOJI_IMAGE = lazy_regex(r"!\[([^\[\]\n]{0,40})\]\([^()\s]{1,200}\)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribution:
    """Printed details of a post: its author, date and permalink; None for each that is not printed.

    A post without a printed attribution has one too, with only a platform and perhaps a date. It starts at
    the dash, or at the first word of ``A post shared by``. `form` is ``widget`` for text rendered by the
    platform's script.
    """

    start: int
    end: int
    platform: str
    handle: str | None = None
    name: str | None = None
    posted: Moment | None = None
    url: str | None = None
    form: Form = "flattened"


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundPost:
    """A post found in a text: the span of its words, and the attribution found with it."""

    start: int
    end: int
    attribution: Attribution

    @property
    def outer_end(self) -> int:
        """The offset after the text and the attribution, whichever ends later."""
        return max(self.end, self.attribution.end)


def printed_name(raw: str) -> str | None:
    r"""Return a display name on one line: ``""`` if `raw` has none, None if it is too long for a name.

    >>> printed_name(" \nSome One ")
    'Some One'
    """
    name = " ".join(_EMOJI_IMAGE.sub(r"\1", raw).replace("\n>", "\n").split())
    name = name.removeprefix("[") if "]" not in name else name  # the link closes after the handle
    return name if len(name) <= _LONGEST_NAME else None


# A picture's code has ten characters, in 2011 eight; text glued to it is not part of it.
PICTURE = lazy_regex(r"pic\.(?:twitter|x)\.com/[A-Za-z0-9]{1,10}", re.IGNORECASE)
# How far before an attribution the start of its post is searched for, in characters. The limits of platforms
# other than Twitter and Bluesky are too wide to narrow the search.
MAX_SEARCH_BACK = 4000
_LONGEST_CAPTION = 2200
# How many characters a printed text may exceed the limit by: converters add spaces and quotation marks.
_SLACK = 8
_LIMIT_DOUBLED = "2017-09-26"
_LINK = lazy_regex(r"https?://[^\s)>\]]{1,2000}|pic\.(?:twitter|x)\.com/\w{1,12}", re.IGNORECASE)
_MARKDOWN = lazy_regex(r"\[([^\[\]\n]{1,200})\]\([^()\s]{1,500}\)")
_REPLIED_TO = lazy_regex(r"(?:\.?@\w{1,20}\s{1,3}){1,50}")
_WIDE = lazy_regex(r"[\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uff01-\uff60]")


def max_length(attribution: Attribution) -> int:
    """Return the maximum length of a post with this attribution, as counted by `weighted_length`."""
    if attribution.platform == "bluesky":
        return 300 + _SLACK
    if attribution.platform != "twitter":
        return _LONGEST_CAPTION
    return (280 if _counts_double(attribution) else 140) + _SLACK


def _counts_double(attribution: Attribution) -> bool:
    """Return True if a tweet may have 280 characters, with wide ones counted double."""
    posted = attribution.posted
    return posted is None or (posted.at or "") >= _LIMIT_DOUBLED


def weighted_length(words: str, attribution: Attribution) -> int:
    """Return the length of a text as Twitter counts it, without a link at the end and handles replied to."""
    words = " ".join((_MARKDOWN.sub(r"\1", words) if "](" in words else words).split())
    replied_to = _REPLIED_TO.match(words)
    words = words[replied_to.end() :] if replied_to else words
    total = len(words) - (_uncounted_characters(words) if "/" in words else 0)
    return total if words.isascii() or not _counts_double(attribution) else total + len(_WIDE.findall(words))


def _uncounted_characters(words: str) -> int:
    uncounted = 0
    for link in _LINK.finditer(words):
        at_the_end = not words[link.end() :].strip(" \"'”’»>")
        uncounted += link.end() - link.start() - (0 if at_the_end or link.group()[0] in "pP" else 23)
    return uncounted


def cut_advert(text: str, start: int, end: int, attribution: Attribution) -> int:
    """Return the end of a post's text, if too long for one, before the advert after its picture, else `end`."""
    limit = max_length(attribution)
    if weighted_length(text[start:end], attribution) <= limit:
        return end
    picture = PICTURE.search(text, start, end)
    if picture is None or weighted_length(text[start : picture.end()], attribution) > limit:
        return end
    return picture.end()


@cache
def fitted_weights() -> Mapping[Kind, Mapping[str, float]]:
    """Read the packaged weights (feature -> weight, for paragraphs and for sentences) or raise `SettingsError`."""
    return cast("Mapping[Kind, Mapping[str, float]]", packaged(WEIGHTS_FILE))


def choose_start(candidates: Candidates, kind: Kind) -> int:
    """Return the start with the highest score; of a tie, the first."""
    weights = fitted_weights()[kind]
    return max(candidates, key=lambda start: score(candidates[start], weights))


def score(features: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """Return the sum of the weighted features; features without a weight are ignored."""
    return sum(times * weights.get(name, 0.0) for name, times in features.items())


def named(group: str, signs: Mapping[str, object]) -> list[str]:
    """Return the names of the signs that are True, each prefixed with its group."""
    return [f"{group}: {name}" for name, holds in signs.items() if holds]
