"""Cards of posts: in layout tables, as custom elements, with a quoted post, with words of the site; and prose in attributes."""

from __future__ import annotations

import html

import pytest

from scraper.html.page import find_embeds, read_page

ID, OTHER_ID, VIDEO = "1223400000000000001", "1223400000000000002", "aB3dE5gH7jK"
STATUS, QUOTED = f"https://x.com/ada_ex/status/{ID}", f"https://x.com/bo_ex/status/{OTHER_ID}"
TOOT = "https://quay.example/@ada/112954321098765432"
SKEET, SKEETED = (
    "https://bsky.app/profile/ada.example/post/3kaaaaaaaaa2a",
    "https://bsky.app/profile/bo.example/post/3kaaaaaaaaa2b",
)
WATCH = f"https://www.youtube.com/watch?v={VIDEO}"
STILL = f"https://i.ytimg.com/vi/{VIDEO}/hq.jpg"
PARAGRAPH = "<p>The minister spoke for an hour in the old town hall on Friday evening.</p>"
PAGE = (
    '<!DOCTYPE html><html lang="en"><head><title>Town hall | The Example</title></head><body>'
    f"<main><article><h1>Town hall</h1>{PARAGRAPH * 4}{{inside}}{PARAGRAPH}</article></main></body></html>"
)
DATE = f'<a href="{STATUS}">8:41 PM · Feb 1, 2020</a>'


def read(inside):
    source = PAGE.replace("{inside}", inside)
    found = read_page(source).embeds
    assert [embed.post.id for embed in find_embeds(source)] == [embed.post.id for embed in found]
    return [(f"{post.platform} {post.id}", post.text) for post in (embed.post for embed in found)]


WORDS = "The gate is shut and the tea is cold."
CARDS = {
    "a link around a layout table": (
        f'<div class="tweet"><a href="{STATUS}"><table><tr><td><img src="a.jpg"></td><td>Ada Ex @ada_ex</td></tr>'
        f"<tr><td>{WORDS}</td></tr><tr><td>8:41 PM · Feb 1, 2020</td></tr><tr><td>31 Likes 2 Retweets</td></tr></table></a></div>"
    ),
    "a layout table of links": (
        f'<table><tr><td><a href="{STATUS}"><img src="a.jpg"></a></td><td><a href="{STATUS}">Ada Ex<br><span>@ada_ex</span></a>'
        f'</td></tr><tr><td colspan="2"><a href="{STATUS}">{WORDS}</a></td></tr><tr><td colspan="2">{DATE}</td></tr></table>'
    ),
    "a bookmark that names the site": (
        f'<a class="bookmark-embed" href="{STATUS}"><div>Ada Ex (@ada_ex) on X</div><div>{WORDS}</div>'
        "<div><img src=i.ico><span>X (formerly Twitter)</span></div></a>"
    ),
    "a bookmark that prints the host": (
        f'<a class="bookmark-embed" href="{STATUS}"><div>Ada Ex (@ada_ex) / X</div><div>{WORDS}</div><div>x.com</div></a>'
    ),
    "a quoted post that is linked": (
        f'<div class="card"><div>Ada Ex <span>@ada_ex</span></div><p>{WORDS}</p><div class="inner"><a href="{QUOTED}"><b>Bo</b>'
        f"<span>@bo_ex</span></a><a href='{QUOTED}'><p>Boats at seven.</p></a></div>{DATE}</div>"
    ),
}


@pytest.mark.parametrize("card", CARDS.values(), ids=CARDS)
def test_reads_the_words_of_a_card_alone(card):
    assert read(card) == [(f"twitter {ID}", WORDS)]


def test_a_quoted_post_with_a_host_for_a_handle_is_no_text():
    card = (
        f'<div class="card"><div><a href="https://bsky.app/profile/ada.example">Ada</a><a>@ada.example</a></div><p>{WORDS}</p>'
        f'<div><a href="{SKEETED}"><span>Bo</span><span>@bo.example</span></a><p>Boats at seven.</p></div>'
        f'<a href="{SKEET}">February 1, 2020 at 4:10 PM UTC</a></div>'
    )
    assert read(card) == [("bluesky 3kaaaaaaaaa2a", WORDS)]


def test_a_post_mentioned_with_a_link_stays_in_the_words():
    card = f'<div class="card"><div>Ada Ex <span>@ada_ex</span></div><p>As <a href="{QUOTED}">Bo said</a>, it is shut.</p>{DATE}</div>'
    assert read(card) == [(f"twitter {ID}", "As Bo said, it is shut.")]


#: In newsletters, all links lead to a counter first.
COUNTED = 'href="https://mail.example/track/click?u=ab&e=12"'
UNLINKED = {
    "the platform's own code": (
        f'<blockquote class="twitter-tweet"><p>{WORDS}</p>&mdash; Ada Ex (@ada_ex) <a {COUNTED}>February 1, 2020</a></blockquote>'
    ),
    "the code without its link": (
        f'<blockquote class="twitter-tweet"><p>{WORDS}</p>&mdash; Ada Ex (@ada_ex) February 1, 2020</blockquote>'
    ),
    "a card in boxes": (
        f'<div class="tweet"><a {COUNTED}><div><img alt="X avatar for @ada_ex"><span>Ada Ex</span><span>@ada_ex</span></div>'
        f"<div>{WORDS}</div></a><a {COUNTED}><span>8:41 PM ∙ Feb 1, 2020</span><div>40 Likes 12 Retweets</div></a></div>"
    ),
    "a card in a table": (
        f'<table class="twitter-embed"><tr><td><img src="a.jpg"></td><td><a {COUNTED}>Ada Ex</a><br><a {COUNTED}>@ada_ex</a></td>'
        f"<td>X</td></tr><tr><td colspan=3><a {COUNTED}>{WORDS}</a></td></tr><tr><td><a {COUNTED}>8:41 PM • Feb 1, 2020</a></td></tr></table>"
    ),
}


@pytest.mark.parametrize("card", UNLINKED.values(), ids=UNLINKED)
def test_a_post_without_its_url_is_read_by_what_it_prints(card):
    other = card.replace("ada_ex", "bo_ex")
    found = [embed.post for embed in read_page(PAGE.replace("{inside}", f"{card}<p>And:</p>{other}")).embeds]
    assert [(post.id, post.handle, post.name, post.text, post.posted.at[:10], post.links) for post in found] == [
        (None, handle, "Ada Ex", WORDS, "2020-02-01", ()) for handle in ("ada_ex", "bo_ex")
    ]


BOXES = {
    "a pull quote": f'<div class="click-to-tweet"><p>{WORDS}</p><a {COUNTED}>Tweet this to @ada_ex</a></div>',
    "a mention": f'<blockquote class="tweet"><p>{WORDS}</p>Ask @ada_ex on February 1, 2020</blockquote>',
    "no date": f'<div class="latest-tweet"><p>Follow @ada_ex</p><p>{WORDS}</p></div>',
    "a month": f'<div class="staff tweet"><p>Ada Ex @ada_ex</p><p>{WORDS}</p><p>Feb 2020</p></div>',
    "a box about an author": (
        f'<div class="author-tweet">Ada Ex<br><a href="https://x.com/ada_ex?s=2">@ada_ex</a><p>{WORDS}</p><p>Feb 1, 2020</p></div>'
    ),
    "a byline": f'<div class="meta tweet"><p>By Ada Ex @ada_ex</p><p>Feb 1, 2020</p><p>{WORDS}</p></div>',
    "a quote to share": f'<div class="tweet"><p>{WORDS}</p><p>@ada_ex</p><p>Feb 1, 2020</p><a {COUNTED}>Tweet this</a></div>',
    "a story": f'<article class="tag-tweet"><h2>The pier</h2><p>Ada Ex @ada_ex</p><p>Feb 1, 2020</p><p>{WORDS}</p></article>',
    "a long text": f'<div class="tag-tweet"><p>Ada Ex @ada_ex</p><p>Feb 1, 2020</p><p>{WORDS * 20}</p></div>',
}


@pytest.mark.parametrize("box", BOXES.values(), ids=BOXES)
def test_a_box_that_is_only_named_for_posts_is_none(box):
    assert read(box) == []


PREVIEWS = {
    "a still behind a table": (
        f'<figure><a href="{WATCH}" aria-label="Play video"><table background="{STILL}"><tr><td><img src="spacer.png" alt=""></td>'
        "<td><div></div></td><td>&nbsp;</td></tr></table></a></figure>"
    ),
    "a still as a style": (
        f'<div><a href="{WATCH}" title="Play" style="display:block"><div style="background:url({STILL})">&nbsp;</div></a></div>'
    ),
    "a still of a mail": f'<div class="wrap"><a href="{WATCH}"><img src="https://img.example/image/{VIDEO}" alt=""></a></div>',
}


@pytest.mark.parametrize("preview", PREVIEWS.values(), ids=PREVIEWS)
def test_a_preview_of_a_mail_is_its_video(preview):
    assert read(preview) == [(f"youtube {VIDEO}", None)]


ELEMENTS = {
    f'<mastodon-post>Full thread at <a href="{TOOT}">quay.example/@ada/112954321098765432</a></mastodon-post>': "mastodon 112954321098765432",
    f'<mastodon-post><a href="{TOOT}">Discuss</a></mastodon-post>': "mastodon 112954321098765432",
    f'<bluesky-post><a href="{SKEET}">Read what Ada wrote</a></bluesky-post>': "bluesky 3kaaaaaaaaa2a",
    f'<bsky-embed-post><a href="{SKEET}">Ada</a></bsky-embed-post>': "bluesky 3kaaaaaaaaa2a",
    f'<tweet-embed><a href="{STATUS}">A tweet by Ada</a></tweet-embed>': f"twitter {ID}",
    f'<lite-tweet><a href="{STATUS}">A tweet by Ada</a></lite-tweet>': f"twitter {ID}",
    f'<x-post tweet-id="{ID}"></x-post>': f"twitter {ID}",
    f'<static-tweet id="{ID}"></static-tweet>': f"twitter {ID}",
    f'<tweet-embed tweet="{ID}"></tweet-embed>': f"twitter {ID}",
    f'<social-embed><a href="{STATUS}">Ada, on Friday</a></social-embed>': f"twitter {ID}",
}


@pytest.mark.parametrize(("element", "post"), ELEMENTS.items())
def test_a_custom_element_shows_the_post_that_it_links(element, post):
    assert read(element) == [(post, None)]


SENTENCE = f'As Ada <a href="{STATUS}">wrote on X</a>, the gate was closed at six.'
TRAPS = {
    "a custom element for sharing": f'<x-share-post><a href="{STATUS}">Discuss on X</a></x-share-post>',
    "a custom element for comments": f'<mastodon-comments><a href="{TOOT}">Reply there</a></mastodon-comments>',
    "a custom element of another site": f'<youtube-embed><a href="{STATUS}">what Ada said</a></youtube-embed>',
    "a custom element around prose": f"<x-post><p>{SENTENCE}</p><p>{'Nobody said why it was closed at all. ' * 20}</p></x-post>",
    "a custom element that was closed": f"<tweet-embed></tweet-embed><p>{SENTENCE}</p>",
    "a custom element of this site": f"<blog-post><p>{SENTENCE}</p></blog-post>",
    "prose with a link in an attribute": f'<div data-original-content="{html.escape(SENTENCE)}"><p>The gate.</p></div>',
    "prose with an address in an attribute": f'<div data-text="As Ada wrote on {STATUS} the gate was shut."><p>The gate.</p></div>',
    "prose with an address with parameters": f'<div data-summary="Look at what she wrote: {STATUS}?s=20&amp;t=a"></div>',
    "a still of another video": f'<p><a href="{WATCH}" aria-label="Play"><img src="https://i.ytimg.com/vi/aaaaaaaaaaa/hq.jpg"></a></p>',
}


@pytest.mark.parametrize("trap", TRAPS.values(), ids=TRAPS)
def test_what_only_mentions_a_post_shows_none(trap):
    assert read(trap) == []


def test_words_in_an_attribute_may_stand_before_an_embed():
    quote = (
        f'<blockquote class="twitter-tweet"><p lang="en">{WORDS}</p>&mdash; Ada Ex (@ada_ex) <a href="{STATUS}">February 1, 2020'
        "</a></blockquote>"
    )
    assert read(f'<div data-html="Reaction from the quay: {html.escape(quote)}"></div>') == [(f"twitter {ID}", WORDS)]
