"""What a web archive's raw copies of posts' pages say: a case for each kind of page, each with an invented post."""

import json
from dataclasses import replace
from html import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scraper.answered_posts import Disagreement, post_of_memento
from scraper.availability import Target
from scraper.records import Answered, Counts

ID, OTHER, OLD = "1223400000000000001", "1223400000000000002", "5170000001"
TWEET = Target(key="t", native_id=ID, url=f"https://x.com/ada_example/status/{ID}", handle="Ada_Example")
OLD_TWEET = Target(key="t", native_id=OLD, url=f"https://x.com/ada_example/status/{OLD}", handle="ada_example")
TOOT = Target(key="t", native_id="111111111111111111", url="https://social.example/@ada/111111111111111111")
SKEET = Target(key="t", native_id="3kaaaaaaaaa2a", url="https://bsky.app/profile/ada.example/post/3kaaaaaaaaa2a")
TRUTH = Target(key="t", native_id="111111111111111111", url="https://truthsocial.com/@ada/posts/111111111111111111")
THREAD = Target(key="t", native_id="C8aAaAaAaAa", url="https://www.threads.com/@ada/post/C8aAaAaAaAa")
WORDS = "Snow at last, and the whole of the harbour is white & quiet #snow"
MARKED = (
    "Snow at last, and the whole of the harbour is white &amp; quiet "
    '<a href="/hashtag/snow?src=hash" class="twitter-hashtag pretty-link js-nav" dir="ltr"><s>#</s><b>snow</b></a>'
)


def page(body, head="", lang="en"):
    return f'<!DOCTYPE html><html lang="{lang}"><head><meta charset="utf-8">{head}</head><body>{body}</body></html>'.encode()


def served(native_id=ID, handle="ada_example", text=MARKED, more="", classes="tweet permalink-tweet"):
    """A tweet as the server wrote it from 2014 to 2020."""
    return f"""<div class="{classes} js-actionable-tweet" data-tweet-id="{native_id}" data-item-id="{native_id}"
      data-permalink-path="/{handle}/status/{native_id}" data-screen-name="{handle}" data-name="Ada Example 🌧" {more}>
      <strong class="fullname">Ada Example</strong> <span class="username">@<b>{handle}</b></span>
      <div class="js-tweet-text-container"><p class="TweetTextSize js-tweet-text tweet-text" lang="en">{text}</p></div>
      <div class="QuoteTweet"><div class="QuoteTweet-innerContainer" data-item-id="9"><div class="QuoteTweet-text tweet-text">Quoted</div></div></div>
      <span class="ProfileTweet-action--reply u-hiddenVisually"><span class="ProfileTweet-actionCount" data-tweet-stat-count="2">2 replies</span></span>
      <span class="ProfileTweet-action--retweet u-hiddenVisually"><span class="ProfileTweet-actionCount" data-tweet-stat-count="1500">1.5K retweets</span></span>
      <span class="ProfileTweet-action--favorite u-hiddenVisually"><span class="ProfileTweet-actionCount" data-tweet-stat-count="12">12 likes</span></span>
      </div>"""


LINKED = (
    f'{MARKED} <a href="https://t.co/aaaaaaaaaa" data-expanded-url="https://news.example/a/very/long/way" class="twitter-timeline-link">'
    '<span class="tco-ellipsis"></span><span class="invisible">https://</span><span class="js-display-url">news.example/a/very</span>'
    '<span class="invisible">/long/way</span><span class="tco-ellipsis"><span class="invisible">&nbsp;</span>…</span></a>'
    '<a href="https://t.co/bbbbbbbbbb" class="twitter-timeline-link u-hidden">pic.twitter.com/bbbbbbbbbb</a>'
)


def drawn(native_id=ID, handle="ada_example", text=WORDS, inner="", after=""):
    """A tweet as a script draws it since 2019."""
    return f"""<article data-testid="tweet" role="article"><div data-testid="User-Name"><a href="/{handle}"><span>Ada Example
      <img alt="🌧" src="rain.svg"></span></a><a href="/{handle}"><span>@{handle}</span></a></div>{inner}
      {f'<div data-testid="tweetText" lang="en"><span>{escape(text)}</span></div>' if text else ""}{after}
      <a href="/{handle}/status/{native_id}"><time datetime="2020-02-01T00:17:44.000Z">12:17 AM · Feb 1, 2020</time></a></article>"""


QUOTED = (
    '<div role="link" tabindex="0"><div data-testid="User-Name"><span>Ben</span></div><time datetime="2020-01-01T00:00:00.000Z">Jan 1</time>'
    '<div data-testid="tweetText" lang="de"><span>Zitiert</span></div><button data-testid="tweet-text-show-more-link">Show more</button></div>'
)


def phone(native_id=ID, handle="ada_example"):
    return f"""<table class="main-tweet"><tr><td class="user-info"><div class="fullname"><strong>Ada Example 🌧</strong></div>
      <a href="/{handle}"><span class="username"><span>@</span>{handle}</span></a></td></tr><tr><td class="tweet-content">
      <div class="tweet-text" data-id="{native_id}"><div class="dir-ltr" dir="ltr">{MARKED}</div></div>
      <div class="metadata"><a href="/{handle}/status/{native_id}?p=p">4:17 PM - 31 Jan 2020</a></div></td></tr></table>"""


def early(native_id=OLD, handle="ada_example"):
    """A status page of 2009."""
    return f"""<div id="permalink"><span class="status-body"><span class="status-content"><span class="entry-content">Snow at last,
      and the whole of the harbour is white &amp; quiet <a href="/search?q=%23snow" class="tweet-url hashtag">#snow</a></span></span>
      <span class="meta entry-meta"><a class="entry-date" rel="bookmark" href="http://twitter.com/{handle}/status/{native_id}">
      <span class="published timestamp" data="{{time:'Sat Oct 24 20:19:24 +0000 2009'}}">1:19 PM Oct 24th</span></a> via web</span></span></div>
      <div class="user-info clear"><div class="screen-name"><a href="http://twitter.com/{handle}">{handle}</a></div>
      <div class="full-name">Ada Example 🌧</div></div>"""


def graph(
    description=f"“{WORDS}”",
    title="Ada Example 🌧 on Twitter",
    url=f"https://twitter.com/ada_example/status/{ID}",
    more="",
):
    return (
        "".join(
            f'<meta property="{name}" content="{escape(value)}">'
            for name, value in (("og:title", title), ("og:description", description), ("og:url", url))
            if value
        )
        + more
    )


POSTING = {
    "@context": "https://schema.org",
    "@type": "SocialMediaPosting",
    "url": f"https://x.com/ada_example/status/{ID}",
    "articleBody": WORDS,
    "datePublished": "2020-02-01T00:17:44.000Z",
    "author": {"@type": "Person", "givenName": "Ada Example 🌧", "additionalName": "ada_example"},
    "interactionStatistic": [
        {"@type": "InteractionCounter", "interactionType": "https://schema.org/LikeAction", "userInteractionCount": 12},
        {"@type": "InteractionCounter", "interactionType": "https://schema.org/ShareAction", "userInteractionCount": "1500"},
        {"@type": "InteractionCounter", "interactionType": {"@type": "https://schema.org/CommentAction"}, "userInteractionCount": 2},
    ],
}  # fmt: skip


def linked_data(thing):
    return f'<script type="application/ld+json">{json.dumps(thing)}</script>'


API = {
    "data": {"id": ID, "author_id": "77", "text": WORDS.replace("&", "&amp;"), "public_metrics": {"like_count": 12, "retweet_count": 1500, "reply_count": 2}},
    "includes": {"users": [{"id": "77", "username": "ada_example", "name": "Ada Example 🌧"}]},
}  # fmt: skip
MARKED_TOOT = '<p>Snow at last, and the whole of the harbour is white &amp; quiet <a href="https://social.example/tags/snow" class="mention hashtag">#<span>snow</span></a></p>'


def detailed(href=TOOT.url, text="e-content"):
    return f"""<div class="entry detailed-status detailed-status--flex"><a class="detailed-status__display-name p-author h-card" href="https://social.example/@ada">
      <span class="display-name"><bdi><strong class="display-name__html p-name emojify">Ada Example 🌧</strong></bdi> <span class="display-name__account">@ada@social.example</span></span></a>
      <div class="status__content emojify"><div class="{text}" lang="en">{MARKED_TOOT}</div></div>
      <a class="detailed-status__datetime u-url u-uid" href="{href}"><time class="formatted" datetime="2023-09-22T22:16:46Z">Sep 22, 2023</time></a></div>"""


MASTODON = graph(WORDS, "Ada Example 🌧 (@ada@social.example)", TOOT.url)
PICTURED = '<meta property="twitter:card" content="summary_large_image">'
COUNTED = Counts(likes=12, reposts=1500, replies=2)

#: Platform, target, copy, counts; the post has the words and the name of all.
WHOLE = {
    "X, 2009": ("twitter", OLD_TWEET, page(early()), None),
    "X, 2011": ("twitter", TWEET, page(f'<div class="tweet" data-tweet-id="{ID}" data-screen-name="ada_example" data-name="Ada Example 🌧"><p class="js-tweet-text">{MARKED}</p></div>'), None),
    "X, 2014 to 2020": ("twitter", TWEET, page(served()), COUNTED),
    "X, in a conversation": ("twitter", TWEET, page(served(OTHER, text="Before") + served() + served("7", handle="ben", text="Behind")), COUNTED),
    "X, phones": ("twitter", TWEET, page(phone()), None),
    "X, drawn by a script": ("twitter", TWEET, page(drawn(OTHER, text="Before") + drawn()), None),
    "X, drawn, with a tweet that it quotes": ("twitter", TWEET, page(drawn(after=QUOTED)), None),
    "X, drawn, behind the tweet that it quotes": ("twitter", TWEET, page(drawn(inner=QUOTED)), None),
    "X, Open Graph": ("twitter", TWEET, page('<div id="react-root"></div>', graph()), None),
    "X, Open Graph with the words in the title": ("twitter", TWEET, page("", graph(title=f"Ada Example 🌧 on X: “{WORDS}” / X")), None),
    "X, Open Graph with the handle": ("twitter", TWEET, page("", graph(WORDS, "Ada Example 🌧 (@ada_example) on X")), None),
    "X, Open Graph in French": ("twitter", TWEET, page("", graph(f"« {WORDS} »", "Ada Example 🌧 sur Twitter")), None),
    "X, its canonical address": ("twitter", TWEET, page("", graph(url="") + f'<link rel="canonical" href="https://twitter.com/ada_example/status/{ID}">'), None),
    "X, JSON-LD": ("twitter", TWEET, page("", linked_data(POSTING)), COUNTED),
    "X, JSON-LD in a list": ("twitter", TWEET, page("", linked_data([{"@type": "Thing"}, {"@graph": [POSTING]}])), COUNTED),
    "X, JSON-LD of a forum": ("twitter", TWEET, page("", linked_data({**POSTING, "@type": ["DiscussionForumPosting"]})), COUNTED),
    "X, JSON of the interface": ("twitter", TWEET, json.dumps(API).encode(), COUNTED),
    "Mastodon, its page": ("mastodon", TOOT, page(detailed()), None),
    "Mastodon, drawn by a script": ("mastodon", TOOT, page(detailed("/@ada/111111111111111111", "status__content__text"), MASTODON), None),
    "Mastodon, Open Graph": ("mastodon", TOOT, page("", MASTODON), None),
    "Mastodon, Open Graph with pictures": ("mastodon", TOOT, page("", MASTODON.replace("Snow", "Attached: 2 images · 1 video\n\nSnow", 1) + PICTURED), None),
    "Mastodon, Open Graph with pictures in German": ("mastodon", TOOT, page("", MASTODON.replace("Snow", "Angehängt: 2 Bilder\n\nSnow", 1) + PICTURED), None),
    "Bluesky, Open Graph": ("bluesky", SKEET, page("", graph(WORDS, "Ada Example 🌧 (@ada.example)", SKEET.url)), None),
    "Truth Social, Open Graph": ("truthsocial", TRUTH, page("", graph(WORDS, "Ada Example 🌧 on Truth Social", TRUTH.url)), None),
    "Truth Social, JSON-LD": ("truthsocial", TRUTH, page("", linked_data({**POSTING, "url": TRUTH.url, "author": {"name": "Ada Example 🌧"}})), COUNTED),
    "Threads, Open Graph": ("threads", THREAD, page("", graph(WORDS, "Ada Example 🌧 (@ada) on Threads", THREAD.url)), None),
    "Mastodon, Open Graph with a poll": ("mastodon", TOOT, page("", MASTODON.replace("#snow", "#snow\n[ ] Yes\n[ ] No")), None),
}  # fmt: skip


def read(platform, target, copy, media_type="text/html"):
    return post_of_memento(platform, target, copy, media_type)


@pytest.mark.parametrize("case", WHOLE)
def test_a_copy_states_a_whole_post(case):
    platform, target, copy, counts = WHOLE[case]
    found = read(platform, target, copy)
    assert isinstance(found, Answered)
    assert (found.key, found.is_cut, found.counts) == ("t", False, counts)
    assert (found.post.platform, found.post.id, found.post.text) == (platform, target.native_id, WORDS)
    assert found.post.author.name == "Ada Example 🌧"
    assert (found.post.hashtags, found.post.language) in {(("snow",), None), (("snow",), "en")}


def test_the_time_of_an_early_tweet_is_that_of_its_page():
    posted = read("twitter", OLD_TWEET, page(early())).post.posted
    assert (posted.at, posted.source) == ("2009-10-24T20:19:24Z", "printed")
    clock = f'<span data-time="1256415564">24 Oct</span>{MARKED}'
    posted = read("twitter", OLD_TWEET, page(served(OLD, text=clock))).post.posted
    assert (posted.at, posted.as_written) == ("2009-10-24T20:19:24Z", "1256415564")


def test_a_link_is_shown_as_a_reader_sees_it_and_followed():
    post = read("twitter", TWEET, page(served(text=LINKED))).post
    assert post.text == f"{WORDS} news.example/a/very… pic.twitter.com/bbbbbbbbbb"
    assert "https://news.example/a/very/long/way" in post.links
    assert post.media == ("pic.twitter.com/bbbbbbbbbb",)


@pytest.mark.parametrize(
    ("declared", "encoding"),
    [
        pytest.param("text/html; charset=iso-8859-1", "latin-1", id="latin"),
        pytest.param("text/html; charset=utf-8", "utf-8", id="utf-8"),
        pytest.param(None, "utf-8", id="not-declared"),
    ],
)
def test_the_declared_encoding_is_read(declared, encoding):
    copy = f'<table class="main-tweet"><span class="username">@ada_example</span><div class="tweet-text" data-id="{ID}">Café</div></table>'
    copy = copy.replace("<span", "<tr><td><span")
    assert read("twitter", TWEET, copy.encode(encoding), declared).post.text == "Café"


CUT = {
    "X, Open Graph": ("twitter", TWEET, page("", graph("“Snow at last…”"))),
    "X, Open Graph with dots": ("twitter", TWEET, page("", graph("Snow at last..."))),
    "X, drawn with a button for the rest": ("twitter", TWEET, page(drawn(after='<button data-testid="tweet-text-show-more-link">Show more</button>'))),
    "X, JSON-LD": ("twitter", TWEET, page("", linked_data({**POSTING, "articleBody": "Snow and snow. " * 9 + "And…"}))),
    "X, JSON that says so": ("twitter", TWEET, json.dumps({"id_str": ID, "user": {"screen_name": "ada_example", "name": "Ada Example 🌧"}, "text": "Snow …", "truncated": True}).encode()),
    "Mastodon, a warning in place of the text": ("mastodon", TOOT, page("", graph("Content warning: snow", "Ada Example 🌧 (@ada@social.example)", TOOT.url))),
    "Mastodon, a warning behind pictures": ("mastodon", TOOT, page("", graph("Attached: 1 image · Content warning: snow", "Ada Example 🌧 (@ada@social.example)", TOOT.url, PICTURED))),
}  # fmt: skip


@pytest.mark.parametrize("case", CUT)
def test_a_text_that_was_cut_is_none(case):
    found = read(*CUT[case])
    assert (found.is_cut, found.post.text, found.post.hashtags) == (True, None, ())
    assert found.post.author.name == "Ada Example 🌧"


def test_the_whole_text_wins_over_the_description():
    found = read("twitter", TWEET, page(drawn(), graph("“Snow at last…”")))
    assert (found.post.text, found.is_cut) == (WORDS, False)
    found = read("twitter", TWEET, page(drawn(text=""), graph()))
    assert found.post.text == WORDS


#: Copies that do not show the post: none of them disagrees either.
NOTHING = {
    "an empty shell": page('<div id="react-root"></div><noscript>JavaScript is not available.</noscript>'),
    "a login": page("<h1>Log in</h1>", graph("From news to sports, get the full story.", "X. It’s what’s happening", f"https://x.com/ada_example/status/{ID}")),
    "a challenge": page("<p>Are you a person?</p>", "<title>Just a moment...</title>"),
    "a page that does not exist": page("<h1>Sorry, that page doesn’t exist!</h1>", "<title>Twitter / ?</title>"),
    "a profile": page("", graph("Rain and ships.", "Ada Example (@ada_example) on X", "https://x.com/ada_example")),
    "another tweet": page(served(OTHER)),
    "another tweet, drawn": page(drawn(OTHER)),
    "another tweet, Open Graph": page("", graph(url=f"https://twitter.com/ada_example/status/{OTHER}")),
    "another tweet, for phones": page(phone(OTHER)),
    "another tweet, early": page(early(OTHER)),
    "a tweet that is withheld": page(served(classes="tweet withheld-tweet")),
    "a retweet": page(served(more=f'data-retweet-id="{OTHER}"')),
    "a retweet in JSON": json.dumps({**API, "data": {**API["data"], "referenced_tweets": [{"type": "retweeted", "id": OTHER}]}}).encode(),
    "an error in JSON": b'{"errors": [{"code": 34, "message": "Sorry, that page does not exist."}]}',
    "a link to it": page(f'<p>See <a href="https://twitter.com/ada_example/status/{ID}">this</a>.</p>'),
    "only its quote": page(drawn(OTHER, inner=QUOTED)),
    "nothing": b"",
    "text": b"Snow at last",
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
    "a deep page": b"<div>" * 20_000,
    "a deep list": b"[" * 100_000,
    "more than is read": page(served() + " " * 4_000_000),
}  # fmt: skip


@pytest.mark.parametrize("case", NOTHING)
@pytest.mark.parametrize("platform", ["twitter", "mastodon", "bluesky"])
def test_a_copy_that_does_not_show_the_post_is_none(platform, case):
    target = {"twitter": TWEET, "mastodon": TOOT, "bluesky": SKEET}[platform]
    assert read(platform, target, NOTHING[case]) is None


#: Platform, target, copy, kind.
WRONG = {
    "X, the server's page": ("twitter", TWEET, page(served(handle="ben")), "answer-of-another-author"),
    "X, drawn": ("twitter", TWEET, page(drawn(handle="ben")), "answer-of-another-author"),
    "X, phones": ("twitter", TWEET, page(phone(handle="ben")), "answer-of-another-author"),
    "X, early": ("twitter", OLD_TWEET, page(early(handle="ben")), "answer-of-another-author"),
    "X, Open Graph": ("twitter", TWEET, page("", graph(title="Ben (@ben) on X")), "answer-of-another-author"),
    "X, JSON-LD": ("twitter", TWEET, page("", linked_data({**POSTING, "author": {"additionalName": "ben"}})), "answer-of-another-author"),
    "X, JSON": ("twitter", TWEET, json.dumps({**API, "includes": {"users": [{"id": "77", "username": "ben"}]}}).encode(), "answer-of-another-author"),
    "X, nobody": ("twitter", TWEET, page("", graph(url=f"https://x.com/i/status/{ID}")), "answer-names-no-author"),
    "Bluesky, an account that the page does not name": ("bluesky", replace(SKEET, url="https://bsky.app/profile/did:plc:aaaa/post/3kaaaaaaaaa2a"), page("", graph(WORDS, "Ada Example (@ada.example)", SKEET.url)), "answer-names-no-author"),
    "Mastodon, another server": ("mastodon", TOOT, page(detailed("https://other.example/@ada/111111111111111111")), "answer-of-another-author"),
    "Mastodon, another user": ("mastodon", TOOT, page("", graph(WORDS, "Ben (@ben@social.example)", TOOT.url)), "answer-of-another-author"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_a_copy_that_names_another_author_is_not_used(case):
    *asked, kind = WRONG[case]
    found = read(*asked)
    assert isinstance(found, Disagreement)
    assert (found.key, found.kind) == ("t", kind)
    assert asked[1].native_id in found.message


def test_a_text_does_not_grow_by_its_links():
    urls = [{"url": "aa", "display_url": "aaaaaaaa"}] * 1000
    tweet = {"id_str": ID, "user": {"screen_name": "ada_example"}, "text": "aaaa", "entities": {"urls": urls}}
    assert len(read("twitter", TWEET, json.dumps(tweet).encode()).post.text) < 200_000


def test_one_copy_that_agrees_is_enough():
    copy = page(served(handle="ben") + drawn())
    assert read("twitter", TWEET, copy).post.text == WORDS


VIDEO = Target(key="t", native_id="aAaAaAaAaAa", url="https://www.youtube.com/watch?v=aAaAaAaAaAa")
CLIP = Target(
    key="t", native_id="7200000000000000000", url="https://www.tiktok.com/@ada_example/video/7200000000000000000"
)
POST = Target(key="t", native_id="1abcde", url="https://www.reddit.com/r/examples/comments/1abcde/what_is_this/")
ITEM = {
    "id": CLIP.native_id,
    "desc": WORDS,
    "author": {"uniqueId": "ada_example", "nickname": "Ada Example"},
    "stats": {"diggCount": 12, "commentCount": 2, "playCount": 900, "shareCount": 7},
}
NAMED = '<span itemprop="author"><link itemprop="url" href="http://www.youtube.com/@ada_example"><link itemprop="name" content="Ada Example"></span>'
WATCHED = page(
    f'{NAMED}<meta itemprop="datePublished" content="2020-02-01"><meta itemprop="interactionCount" content="900">',
    graph("Ships and rain.", WORDS, "https://www.youtube.com/watch?v=aAaAaAaAaAa"),
)
NEW_REDDIT = f'<shreddit-post id="t3_1abcde" permalink="/r/examples/comments/1abcde/what_is_this/" author="ada_example" comment-count="2" post-title="{escape(WORDS)}" created-timestamp="2024-03-03T10:00:00+0000"></shreddit-post>'
OLD_REDDIT = f"""<div class="thing id-t3_1abcde link" data-fullname="t3_1abcde" data-author="ada_example" data-comments-count="2"
  data-permalink="/r/examples/comments/1abcde/what_is_this/"><p class="title"><a class="title" href="https://news.example/">{escape(WORDS)}</a></p>
  <time datetime="2024-03-03T10:00:00+00:00">1 day ago</time></div><div class="thing comment" data-permalink="/r/examples/comments/1abcde/what_is_this/1zzz/">No</div>"""


def state(name, thing):
    return page(f'<script id="{name}" type="application/json">{json.dumps(thing)}</script>')


#: Platform, target, copy, name, counts, when.
OTHERS = {
    "YouTube": ("youtube", VIDEO, WATCHED, "Ada Example", Counts(views=900), "2020-02-01"),
    "TikTok": ("tiktok", CLIP, state("__UNIVERSAL_DATA_FOR_REHYDRATION__", {"webapp.video-detail": {"itemInfo": {"itemStruct": ITEM}}}), "Ada Example", Counts(likes=12, replies=2, views=900), "2023-02-14T13:17:14Z"),
    "TikTok, until 2023": ("tiktok", CLIP, state("SIGI_STATE", {"ItemModule": {CLIP.native_id: {**ITEM, "author": "ada_example", "nickname": "Ada Example"}}}), "Ada Example", Counts(likes=12, replies=2, views=900), "2023-02-14T13:17:14Z"),
    "Reddit, the new site": ("reddit", POST, page(NEW_REDDIT), None, Counts(replies=2), "2024-03-03T10:00:00Z"),
    "Reddit, the old site": ("reddit", POST, page(OLD_REDDIT), None, Counts(replies=2), "2024-03-03T10:00:00Z"),
}  # fmt: skip


@pytest.mark.parametrize("case", OTHERS)
def test_a_copy_of_other_platforms(case):
    platform, target, copy, name, counts, at = OTHERS[case]
    found = read(platform, target, copy)
    assert (found.post.id, found.post.text, found.counts) == (target.native_id, WORDS, counts)
    assert (found.post.author.handle, found.post.author.name, found.post.posted.at) == ("ada_example", name, at)


@pytest.mark.parametrize(
    ("platform", "target", "copy"),
    [
        pytest.param("youtube", VIDEO, page("", graph("", WORDS, VIDEO.url)), id="a-video-that-is-unavailable"),
        pytest.param("youtube", VIDEO, WATCHED.replace(b"aAaAaAaAaAa", b"bBbBbBbBbBb"), id="another-video"),
        pytest.param("tiktok", CLIP, state("SIGI_STATE", {"a": {**ITEM, "id": "7200000000000000001"}}), id="another-clip"),
        pytest.param("tiktok", CLIP, page("<p>Video currently unavailable</p>"), id="no-clip"),
        pytest.param("reddit", POST, page(NEW_REDDIT.replace("1abcde", "1abcdf")), id="another-thread"),
        pytest.param("reddit", POST, page(NEW_REDDIT.replace(escape(WORDS), "[deleted by user]")), id="a-thread-of-nobody"),
    ],
)  # fmt: skip
def test_a_copy_of_other_platforms_that_does_not_show_the_post(platform, target, copy):
    assert read(platform, target, copy) is None


PIECES = st.sampled_from([
    served(), served(OTHER), served(handle="ben"), drawn(), drawn(handle="ben", after=QUOTED), phone(), phone(OTHER), early(),
    graph(), graph(url=TOOT.url), MASTODON, detailed(), linked_data(POSTING), linked_data({**POSTING, "author": [7]}),
    "<div>", "</div></p>", "<table>", "<script>", "</script>", "<!--", "-->", '"', "<template>", "<svg>", "\x00", "…", "<a href='",
])  # fmt: skip


@given(
    pieces=st.lists(st.one_of(PIECES, st.text(max_size=10)), max_size=8),
    cut=st.integers(0, 3000),
    asked=st.sampled_from([("twitter", TWEET), ("twitter", replace(TWEET, handle="ben")), ("twitter", OLD_TWEET), ("mastodon", TOOT), ("bluesky", SKEET)]),
)  # fmt: skip
def test_whatever_is_kept_nothing_else_is_taken(pieces, cut, asked):
    platform, target = asked
    found = read(platform, target, page("".join(pieces))[cut % 90 :])
    if isinstance(found, Answered):
        handle = (target.handle or ("ada@social.example" if target is TOOT else "ada.example")).casefold()
        assert (found.key, found.post.id) == (target.key, target.native_id)
        assert found.post.author.handle.casefold() == handle
        assert not (found.is_cut and found.post.text)
    elif found is not None:
        assert found.kind in {"answer-of-another-author", "answer-names-no-author"}
