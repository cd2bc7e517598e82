"""Define the context of a quote: filled in by the scene tracker, weighed as evidence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True)
class QuoteContext:
    """The context that the words around a quote set up.

    Attributes:
        near: 2 if a platform is named in the same paragraph, 1 if in the one before, 0 if in neither.
        names_speaker: The sentence that names the place names the speaker, perhaps by a noun: "the singer".
        public_reacts: The public was said to react, not far before.
        just_before: The public was said to react just before, or a reaction came since, and a colon leads to
            the quote.
        beside_post: A post is next to the paragraph.
        shown_as_post: The article shows the same words as a post.
        platform_mentioned: Speaker or verb suggest a platform, and one was named not far before.
        compound: The quote is the first part of a word: „Der Schwan“-Sängerin.
        inside_sentence: The quote is inside a sentence, not at its beginning.
        place_behind: A platform is named directly after the quote.
        published_above: The paragraph above says that a person publishes something, and this one opens with
            the quote and does not name the speaker.
        platform: Looks up the platform named before or directly after the quote.
    """

    near: int
    names_speaker: bool
    public_reacts: bool
    just_before: bool
    beside_post: bool
    shown_as_post: bool
    platform_mentioned: bool
    compound: bool
    inside_sentence: bool
    place_behind: bool
    published_above: bool
    platform: Callable[[], str | None]
