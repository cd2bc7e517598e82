"""Parts of a page by their names: lists of other stories, and live blogs, which are the article."""

from __future__ import annotations

import pytest

from scraper.html.page import find_embeds, read_page

ID = "1223400000000000001"
STATUS = f"https://twitter.com/ada_example/status/{ID}"
QUOTE = (
    '<blockquote class="twitter-tweet"><p lang="en" dir="ltr">We did it, all of us</p>&mdash; Ada Example (@ada_example) '
    f'<a href="{STATUS}">February 1, 2020</a></blockquote>'
)
CARD = (
    '<div class="card"><div><b>Ada Example</b> <span>@ada_example</span></div><p>We did it, all of us</p>'
    f'<a href="{STATUS}"><time datetime="2020-02-01T10:00:00Z">10:00 AM · Feb 1, 2020</time></a></div>'
)
INVITATION = f'<p><a href="{STATUS}">View this post on X</a></p>'
ADDRESS = f"<p>{STATUS}</p>"
PARAGRAPH = "<p>The minister spoke for an hour in the old town hall on Friday evening.</p>"
PAGE = (
    '<!DOCTYPE html><html lang="en"><head><title>Town hall | The Example</title></head><body>'
    f"<main><article><h1>Town hall</h1>{PARAGRAPH * 4}{{inside}}{PARAGRAPH}</article></main></body></html>"
)
LIVE = (
    '<div class="liveblog-feed">{}</div>',
    '<div class="live-blog__timeline">{}</div>',
    '<div class="liveticker-stream">{}</div>',
    '<ul class="live-updates-feed"><li>{}</li></ul>',
    '<div class="lb-timeline"><section class="lb-posts"><article class="lb-post">{}</article></section></div>',
    '<div class="minute-by-minute-timeline">{}</div>',
    '<div class="c-ticker timeline"><div itemprop="liveBlogUpdate">{}</div></div>',
    '<div id="newsticker-feed">{}</div>',
)
LISTS = (
    "wp-block-latest-posts",
    "wp-block-latest-posts__list",
    "latest-posts",
    "latest_posts_grid",
    "widget_recent_entries",
    "recent-posts-widget",
    "recentposts",
    "block-latest-news",
    "ultimas-noticias",
    "noticias-relacionadas",
    "articles-similaires",
    "derniers-articles",
    "neueste-artikel",
    "weitere-meldungen",
    "ultime-notizie",
    "laatste-nieuws",
    "lire-aussi",
    "leia-mais",
    "mas-leidas",
)
OWN = (
    "category-latest-news",
    "tag-recent-posts",
    "featured-video",
    "latest",
    "post-content",
    "news-story",
    "posts-by-readers",
    "liveblog-entry",
)


def ids(inside):
    source = PAGE.format(inside=inside)
    found = {embed.post.id for embed in read_page(source).embeds}
    assert {embed.post.id for embed in find_embeds(source)} == found
    return found


@pytest.mark.parametrize("embed", [QUOTE, CARD, INVITATION, ADDRESS], ids=["quote", "card", "link", "address"])
@pytest.mark.parametrize("live", LIVE)
def test_a_live_blog_is_the_article(live, embed):
    assert ids(live.format(embed)) == {ID}


@pytest.mark.parametrize("embed", [QUOTE, CARD, ADDRESS], ids=["quote", "card", "address"])
@pytest.mark.parametrize("name", LISTS)
def test_a_list_of_other_stories_is_not(name, embed):
    assert ids(f'<ul class="{name}"><li><a href="/other">Lamps</a><div>{embed}</div></li></ul>') == set()


@pytest.mark.parametrize("name", ["timeline", "twitter-feed", "live-tweets", "share-feed", "social-stream"])
def test_a_feed_of_posts_is_not(name):
    assert ids(f'<div class="{name}">{INVITATION}</div>') == set()


@pytest.mark.parametrize("name", OWN)
def test_a_name_that_says_something_else_hides_nothing(name):
    assert ids(f'<div class="{name}">{QUOTE}</div>') == {ID}
