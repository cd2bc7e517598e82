"""Hold what is known of the words around a quote: the scene tracker fills it in, the evidence weighs it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class QuoteContext:
    """What the words before a quote lead a reader to expect.

    Attributes:
        near: 2 when a place is named in the same paragraph, 1 in the one before, 0 when in neither.
        adjacent: The place is named in the sentence right before.
        named: The sentence that names it names the speaker, who may be called by a noun: "the singer".
        follows: The same speaker's last words were a reaction, just before.
        crowd: The public was said to react, not far before.
        fresh: It was said just before, or a reaction came since.
        alone: Nothing but the quote follows in the paragraph.
        beside_post: A post stands next to the paragraph.
        shown: The article shows the same words as a post.
        spoken: Speaker or verb go with platforms, and one was named not far before.
        compound: The quote is the first part of a word: „Der Schwan“-Sängerin.
        describes: A word or two are quoted that describe posts: posted “nasty” comments.
        inside: The quote stands inside a sentence, not at its beginning.
        behind: A place is named right behind the quote.
        off_platform: Another place of speech is named there.
        published: The paragraph above says that somebody publishes something, and this one opens with the
            quote and does not name the speaker.
        platform: The platform named there.
    """

    near: int = 0
    adjacent: bool = False
    named: bool = False
    follows: bool = False
    crowd: bool = False
    fresh: bool = False
    alone: bool = False
    beside_post: bool = False
    shown: bool = False
    spoken: bool = False
    compound: bool = False
    describes: bool = False
    inside: bool = False
    behind: bool = False
    off_platform: bool = False
    published: bool = False
    platform: str | None = None
