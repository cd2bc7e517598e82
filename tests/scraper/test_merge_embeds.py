"""A post that stands in a page twice, as an embed and flattened into its prose, is one embed."""

from __future__ import annotations

import pytest

from scraper.extract import merge_embeds
from scraper.records import Author, Embed, Moment, Post

DAY, ID = "2020-05-03", "1223400000000000000"


def shown(text=None, *, handle="ada_ex", day=DAY, post=None, start=None, platform="twitter"):
    """An embed of a post; with words and without an id it was flattened."""
    return Embed(
        form="flattened" if post is None else "blockquote",
        position=0,
        start=start,
        post=Post(
            platform=platform,
            id=post,
            author=Author(handle=handle),
            text=text,
            posted=Moment(at=day, precision="day", source="printed"),
        ),
    )


WORDLESS, OTHER = shown(post=ID), shown(post=f"{ID[:-1]}1")
#: What is embedded, what was flattened, and the posts that there are.
CASES = {
    "the words of an embed known by its id": ([WORDLESS], [shown("We sang")], [(ID, "We sang")]),
    "of the same author in another case": ([WORDLESS], [shown("We sang", handle="Ada_Ex")], [(ID, "We sang")]),
    "of another day": ([WORDLESS], [shown("We sang", day="2020-05-04")], [(ID, None), (None, "We sang")]),
    "of another author": ([WORDLESS], [shown("We sang", handle="jo")], [(ID, None), (None, "We sang")]),
    "of another platform": (
        [WORDLESS], [shown("We sang", platform="threads")], [(ID, None), (None, "We sang")]
    ),
    "of one of two": (
        [WORDLESS, OTHER], [shown("We sang")], [(ID, None), (OTHER.post.id, None), (None, "We sang")]
    ),
    "the same words": ([shown("We sang", post=ID)], [shown("we SANG!")], [(ID, "We sang")]),
    "other words": ([shown("We sang", post=ID)], [shown("We left")], [(ID, "We sang"), (None, "We left")]),
    "in reading order": (
        [shown("We sang", post=ID, start=50)],
        [shown("We left", start=9), shown("We slept", start=90)],
        [(None, "We left"), (ID, "We sang"), (None, "We slept")],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("embedded", "flattened", "posts"), CASES.values(), ids=CASES)
def test_every_post_is_there_once(embedded, flattened, posts):
    found = merge_embeds(embedded, flattened)
    assert [(embed.post.id, embed.post.text) for embed in found] == posts
    assert [embed.position for embed in found] == list(range(len(posts)))


def test_a_headline_above_a_byline_is_no_post():
    flattened = [shown("The pier is closed"), shown("We sang")]
    found = merge_embeds([], flattened, headline="The pier is closed")
    assert [embed.post.text for embed in found] == ["We sang"]
