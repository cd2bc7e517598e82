"""Posts flattened into prose: found by their attributions, cut out by the structure of the text around them.

Text extraction turns an embedded tweet into words: ``Some text pic.twitter.com/AbCd — A Name (@handle)
March 3, 2020``. Where that ends is printed, whose it is and when it was posted too. Where the text
*starts* is not.

**What is found** (a module each)

- `attributions`: dash, name, handle in brackets, date; the dash glued, replaced, broken by a wrong
  decoding or lost; the date in the same line, in the next one, or a markdown link to the post, whose id
  then gives the instant.
- `shared_by`: Instagram's "A post shared by", Facebook's "Posted by … on Monday, …".
- `frames`: the BBC's "Skip Twitter post by" and "End of Twitter post by", Instagram's "View this post".
- `sounds`: TikTok's author above the caption, the note sign and the sound below.
- `widgets`: rendered tweets with the author above and the clock below. `titles`: ``Name (@handle) on
  Twitter: "…"``.
- `unattributed`: texts that end in ``pic.twitter.com/…``, perhaps with the date glued to it. `passages`:
  those in a foreign script.

A handle in brackets without a date is prose or a "Follow Name (@handle) on Twitter" footer and is left
alone.

**Where the text starts** (`starts`, `sentences`), the first rule that applies:

1. Behind an opening (`frames`), or at the beginning of the markdown quote that holds the end.
2. Never before the end of the last post, be that only the address of its picture or the lines that
   extraction put behind its attribution (`torn`), nor before its number where the article counts posts
   (`numbers`), nor farther back than the longest post of its day: 140 characters until September 2017, then
   280, counted as Twitter counts (`lengths`).
3. Paragraph by paragraph backwards (`starts`). The paragraph that touches the attribution is the text.
   Each one before it gets points for sounding like a post and loses some for sounding like an article
   (`voices`): marks of a post, "I" and "you", a line without a stop, a short one, a small letter or a list
   that goes on, a thread's counter below, a line that broke around a link, a gap wider than between
   paragraphs, a language that the article is not in; against that its length, reporting words, the
   author's name. What stands above counts, too: words that lead a post in, prose with which the post would
   be too long, another post, above all where posts stand in a row with no remark between them (`rows`). A
   post that was cut is as long as embeds show. The start with the most points wins. A paragraph that
   announces the post, speaks about posts, is the author's name or the number of an item is never passed.
4. Where paragraphs were lost (prose goes on behind the date, a post ends in the same line, the paragraph
   is longer than a post or begins by saying that the author posts), sentence by sentence (`sentences`):
   points for each sentence that sounds like a post, for a lead-in before the first, the author's name,
   a change of language, an opening like a post's, a line that begins there, a full stop without the space
   behind it (there another paragraph begins), words that the article quoted before; against an unbalanced
   bracket, nothing but links. The most points win.

Only ``str.find`` runs over the whole text, for ``@`` and a few words and phrases. Everything else looks
at a bounded neighbourhood of a hit, so the scan is linear.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scraper.text.flattened.attributed import find_attributed
from scraper.text.flattened.found_post import embed_of
from scraper.text.flattened.unattributed import find_unattributed

if TYPE_CHECKING:
    from scraper.records import Embed, Problem
    from scraper.text.flattened.found_post import Found

__all__ = ["Flattened", "find_flattened", "find_posts"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Flattened:
    """The posts flattened into one text.

    Attributes:
        embeds: The posts, in text order, with offsets into the text.
        spans: For each post, where its words and its attribution stand.
        problems: What does not fit, and what was too much work.
    """

    embeds: tuple[Embed, ...] = ()
    spans: tuple[tuple[int, int], ...] = ()
    problems: tuple[Problem, ...] = ()


def find_flattened(text: str, *, passages: bool = True) -> Flattened:
    """Find the posts flattened into `text`.

    Args:
        text: A plain text, or the prose of a page. Anything is accepted, nothing raises.
        passages: Whether a passage in another script than the article's is a post where the article has just
            spoken of one. Pages show their embeds in the markup, so there it is better off.
    """
    problems: list[Problem] = []
    posts = find_posts(text, problems, passages=passages)
    read = [embed_of(text, post, position) for position, post in enumerate(posts)]
    return Flattened(
        embeds=tuple(embed for embed, _ in read),
        spans=tuple((min(post.start, post.mark.start), post.behind) for post in posts),
        problems=(*problems, *(problem for _, wrong in read for problem in wrong)),
    )


def find_posts(text: str, problems: list[Problem], *, passages: bool = True) -> list[Found]:
    """Find the spans of posts in `text`, in text order, each with its attribution where it has one.

    What was too much work is added to `problems`.
    """
    attributed = find_attributed(text, problems)
    bare = find_unattributed(text, attributed, passages=passages)
    return sorted([*attributed, *bare], key=lambda post: post.start)
