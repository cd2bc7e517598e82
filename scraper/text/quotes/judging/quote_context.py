"""Hold what is known of the words around a quote: the scene tracker fills it in, the evidence weighs it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class QuoteContext:
    """What the words before a quote lead a reader to expect.

    Attributes:
        near: 2 when a platform is named in the same paragraph, 1 in the one before, 0 when in neither.
        names_speaker: The sentence that names the place names the speaker, perhaps by a noun: "the singer".
        same_speaker: The same speaker's last words were a reaction, just before.
        public_reacts: The public was said to react, not far before.
        just_before: The public was said to react just before, or a reaction came since.
        beside_post: A post stands next to the paragraph.
        shown_as_post: The article shows the same words as a post.
        platform_mentioned: Speaker or verb go with platforms, and one was named not far before.
        compound: The quote is the first part of a word: „Der Schwan“-Sängerin.
        inside_sentence: The quote stands inside a sentence, not at its beginning.
        place_behind: A platform is named right behind the quote.
        published_above: The paragraph above says that somebody publishes something, and this one opens with
            the quote and does not name the speaker.
        platform: The platform that is named before or right behind the quote.
    """

    near: int = 0
    names_speaker: bool = False
    same_speaker: bool = False
    public_reacts: bool = False
    just_before: bool = False
    beside_post: bool = False
    shown_as_post: bool = False
    platform_mentioned: bool = False
    compound: bool = False
    inside_sentence: bool = False
    place_behind: bool = False
    published_above: bool = False
    platform: str | None = None
