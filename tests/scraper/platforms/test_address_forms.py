"""The forms in which each platform writes the URLs of its posts, and URLs beside them that are none of a post."""

from __future__ import annotations

import json

import pytest

from scraper.html.page import find_embeds
from scraper.registry import recognise

FB, CODE = "https://www.facebook.com", "1A2bCdEfGh"
NUMBER, TWEET, CLIP, VIDEO = (
    "122100000000000017",
    "1823456789012345678",
    "UgkxAaAaAaAaAaAaAaAaAaAaAaAaAaAaAaAa",
    "aB3dE5gH7jK",
)
WATCH = f"https://www.youtube.com/watch?v={VIDEO}"
TOK, TOKS = "7403456789012345678", "https://www.tiktok.com/@/video/7403456789012345678"
STATUS, SHARE = "112954321098765432", "urn:li:ugcPost:7000000000000000000"
UPDATE = "https://www.linkedin.com/feed/update/{}/"
SKEET, DID = "3kaaaaaaaaa2a", "did:plc:aaaaexample"
#: The URL, the id, and the permalink where it is not the URL itself.
FORMS = {
    "facebook": [
        (f"{FB}/share/{CODE}/", CODE, ""),
        (f"{FB}/share/aBcDeFgHiJ/?mibextid=wwXIfr", "aBcDeFgHiJ", f"{FB}/share/aBcDeFgHiJ/"),
        (f"{FB}/share/p/{CODE}/", CODE, ""),
        (f"{FB}/share/v/{CODE}/", CODE, ""),
        (f"{FB}/share/r/{CODE}/", CODE, ""),
        ("https://fb.watch/3aBcDeFgH/", "3aBcDeFgH", ""),
        ("https://fb.watch/v/3aBcDeFgH/", "3aBcDeFgH", ""),
        ("https://fb.me/p/3aBcDeFgH", "3aBcDeFgH", "https://fb.me/p/3aBcDeFgH/"),
        (f"{FB}/quayfriends/activity/{NUMBER}", NUMBER, ""),
        (f"{FB}/video.php?id={NUMBER}", NUMBER, f"{FB}/video.php?v={NUMBER}"),
        (f"{FB}/video.php?v={NUMBER}", NUMBER, ""),
        (f"{FB}/watch/live/?ref=watch&v={NUMBER}", NUMBER, f"{FB}/watch/live/?v={NUMBER}"),
        (f"{FB}/watch/quaytv/{NUMBER}/", NUMBER, ""),
        (f"{FB}/reels/{NUMBER}", NUMBER, ""),
        (f"{FB}/groups/?multi_permalinks={NUMBER}", NUMBER, ""),
        (f"{FB}/groups/99887766/?multi_permalinks={NUMBER}", NUMBER, ""),
        (f"{FB}/122100000000000001_{NUMBER}", NUMBER, f"{FB}/122100000000000001/posts/{NUMBER}"),
        (f"{FB}/#!/photo.php?fbid={NUMBER}", NUMBER, f"{FB}/photo.php?fbid={NUMBER}"),
    ],
    "tiktok": [
        ("https://vm.tiktok.com/ZMabCDefG/", "ZMabCDefG", ""),
        ("https://vm.tiktok.com/ZMabCDefG/?from=/t/", "ZMabCDefG", "https://vm.tiktok.com/ZMabCDefG/"),
        ("https://vt.tiktok.com/ZSabCDefG", "ZSabCDefG", "https://vt.tiktok.com/ZSabCDefG/"),
        ("https://www.tiktok.com/t/ZTabCDefG/?k=1", "ZTabCDefG", "https://www.tiktok.com/t/ZTabCDefG/"),
        (f"https://www.tiktok.com/share/video/{TOK}", TOK, TOKS),
        (f"https://www.tiktok.com/i18n/share/video/{TOK}/", TOK, TOKS),
        (f"https://www.tiktokv.com/share/video/{TOK}/", TOK, TOKS),
        (f"https://www.tiktok.com/video/{TOK}", TOK, TOKS),
        (f"https://www.tiktok.com/@/video/{TOK}", TOK, TOKS),
        (f"https://m.tiktok.com/v/{TOK}.html", TOK, TOKS),
        (f"https://www.tiktok.com/foryou?item_id={TOK}", TOK, TOKS),
        (f"https://www.tiktok.com/embed/v2/{TOK}", TOK, TOKS),
        (f"https://www.tiktok.com/player/v1/{TOK}?autoplay=1", TOK, TOKS),
    ],
    "reddit": [
        ("https://www.reddit.com/gallery/1erabcd", "1erabcd", "https://www.reddit.com/comments/1erabcd/"),
        ("https://www.reddit.com/r/quay/s/aBcDeFgHiJ", "aBcDeFgHiJ", "https://www.reddit.com/r/quay/s/aBcDeFgHiJ/"),
        ("https://www.reddit.com/u/nila/s/aBcDeFgHiJ/", "aBcDeFgHiJ", ""),
        ("https://redd.it/1erabcd", "1erabcd", "https://www.reddit.com/comments/1erabcd/"),
        ("https://v.redd.it/abcdefghijk12", "abcdefghijk12", ""),
        ("https://www.reddit.com/tb/1erabcd", "1erabcd", "https://www.reddit.com/comments/1erabcd/"),
        ("https://www.reddit.com/by_id/t3_1erabcd", "1erabcd", "https://www.reddit.com/comments/1erabcd/"),
        ("https://old.reddit.com/r/quay/duplicates/1erabcd/gate/", "1erabcd", "https://www.reddit.com/comments/1erabcd/"),
        ("https://www.reddit.com/rpan/r/quay/comments/1erabcd/", "1erabcd", "https://www.reddit.com/r/quay/comments/1erabcd/"),
    ],
    "mastodon": [
        (f"https://quay.example/ap/users/109500000000000001/statuses/{STATUS}", STATUS, ""),
        (f"https://quay.example/web/statuses/{STATUS}", STATUS, f"https://quay.example/statuses/{STATUS}"),
        (f"https://quay.example/statuses/{STATUS}", STATUS, ""),
        (f"https://quay.example/deck/@nila/{STATUS}", STATUS, f"https://quay.example/@nila/{STATUS}"),
        (f"https://quay.example/users/nila/statuses/{STATUS}/activity", STATUS, f"https://quay.example/@nila/{STATUS}"),
        (f"https://quay.example/users/nila/updates/{STATUS}", STATUS, f"https://quay.example/@nila/{STATUS}"),
    ],
    "youtube": [
        (f"https://www.youtube.com/clip/{CLIP}", CLIP, ""),
        (f"https://www.youtube.com/post/{CLIP}", CLIP, ""),
        (f"https://www.youtube.com/channel/UCaaaaaaaaaaaaaaaaaaaaaa/community?lb={CLIP}", CLIP, f"https://www.youtube.com/post/{CLIP}"),
        (f"https://www.youtube.com/@quay/community?lb={CLIP}", CLIP, f"https://www.youtube.com/post/{CLIP}"),
        (f"https://www.youtube.com/attribution_link?a=xYz&u=%2Fwatch%3Fv%3D{VIDEO}%26feature%3Dshare", VIDEO, WATCH),
        (f"https://www.youtube.com/verify_age?next_url=/watch%3Fv%3D{VIDEO}", VIDEO, WATCH),
        (f"https://www.youtube.com/user/quaytv?v={VIDEO}", VIDEO, WATCH),
        (f"https://www.youtube.com/user/quaytv#p/u/1/{VIDEO}", VIDEO, WATCH),
        (f"https://m.youtube.com/#/watch?v={VIDEO}", VIDEO, WATCH),
        (f"https://www.youtube.com/tv#/watch?v={VIDEO}", VIDEO, WATCH),
        (f"https://www.youtube.com/?v={VIDEO}", VIDEO, WATCH),
        (f"https://youtu.be/watch?v={VIDEO}", VIDEO, WATCH),
        (f"https://www.youtubekids.com/watch?v={VIDEO}", VIDEO, WATCH),
        (f"https://www.youtube.com/source/{VIDEO}/shorts", VIDEO, WATCH),
    ],
    "linkedin": [
        (f"https://www.linkedin.com/video/embed/live/{SHARE}", SHARE, UPDATE.format(SHARE)),
        (f"https://www.linkedin.com/video/live/{SHARE}/", SHARE, UPDATE.format(SHARE)),
        (f"https://www.linkedin.com/embed/feed/update/{SHARE}?compact=1", SHARE, UPDATE.format(SHARE)),
        (f"https://www.linkedin.com/feed/?updateEntityUrn=urn%3Ali%3Afsd_update%3A%28{SHARE.replace(':', '%3A')}%2CFEED", SHARE, UPDATE.format(SHARE)),
        ("https://www.linkedin.com/posts/nila-brandt_gate-ugcPost-7000000000000000000-aBcD", SHARE, UPDATE.format(SHARE)),
        ("https://www.linkedin.com/posts/nila-brandt_ugcPost-7000000000000000000-aBcD", SHARE, UPDATE.format(SHARE)),
        ("https://www.linkedin.com/posts/ugcPost-7000000000000000000-aBcD", SHARE, UPDATE.format(SHARE)),
        ("https://www.linkedin.com/feed/update/ugcPost:7000000000000000000", SHARE, UPDATE.format(SHARE)),
        ("https://lnkd.in/p/eAbCdEfG", "eAbCdEfG", ""),
    ],
    "telegram": [
        ("https://t.me/quaynews/12/345?embed=1", "quaynews/345", "https://t.me/quaynews/345"),
        ("https://t.me/quaynews/345?single", "quaynews/345", "https://t.me/quaynews/345"),
        ("https://t.me/s/quaynews/345", "quaynews/345", "https://t.me/quaynews/345"),
        ("https://t.dog/quaynews/345", "quaynews/345", "https://t.me/quaynews/345"),
        ("https://quaynews.t.me/345", "quaynews/345", "https://t.me/quaynews/345"),
    ],
    "bluesky": [
        (f"at://{DID}/app.bsky.feed.post/{SKEET}", SKEET, f"https://bsky.app/profile/{DID}/post/{SKEET}"),
        (f"at://nila.example/app.bsky.feed.post/{SKEET}", SKEET, f"https://bsky.app/profile/nila.example/post/{SKEET}"),
        *(
            (f"https://{host}/profile/nila.example/post/{SKEET}", SKEET, f"https://bsky.app/profile/nila.example/post/{SKEET}")
            for host in ("fxbsky.app", "bskye.app", "bskx.app")
        ),
    ],
    "threads": [
        ("https://www.threads.com/t/C8aAaAaAaAa", "C8aAaAaAaAa", ""),
    ],
    "truthsocial": [
        (f"https://truthsocial.com/posts/{STATUS}", STATUS, ""),
        (f"https://truthsocial.com/statuses/{STATUS}", STATUS, f"https://truthsocial.com/posts/{STATUS}"),
        (f"https://truthsocial.com/group/quay-watch/posts/{STATUS}", STATUS, f"https://truthsocial.com/posts/{STATUS}"),
    ],
    "instagram": [
        ("https://www.instagram.com/share/BAaAaAaAaA/", "share/BAaAaAaAaA", ""),
        ("https://www.instagram.com/share/reel/BAaAaAaAaA", "share/BAaAaAaAaA", "https://www.instagram.com/share/reel/BAaAaAaAaA/"),
    ],
    "vk": [
        ("https://vk.com/wall-1000001_2345", "-1000001_2345", ""),
        ("https://m.vk.com/wall1000001_2345?reply=17", "1000001_2345", "https://vk.com/wall1000001_2345"),
        ("https://vk.ru/quaynews?w=wall-1000001_2345%2Fall", "-1000001_2345", "https://vk.com/wall-1000001_2345"),
        ("https://vk.com/feed?z=video-1000001_456%2Fclub", "video-1000001_456", "https://vk.com/video-1000001_456"),
        ("https://vk.com/widget_post.php?app=0&owner_id=-1000001&post_id=2345&hash=a", "-1000001_2345", "https://vk.com/wall-1000001_2345"),
        ("https://vk.com/video_ext.php?oid=-1000001&id=456&hash=a", "video-1000001_456", "https://vk.com/video-1000001_456"),
        ("https://vkvideo.ru/video-1000001_456", "video-1000001_456", "https://vk.com/video-1000001_456"),
        ("https://vk.com/clip-1000001_456", "clip-1000001_456", ""),
        ("https://vk.com/photo-1000001_457?all=1", "photo-1000001_457", "https://vk.com/photo-1000001_457"),
    ],
    "weibo": [
        ("https://weibo.com/1000000001/Is9M7taaY", "Is9M7taaY", ""),
        ("https://www.weibo.com/1000000001/Is9M7taaY?refer_flag=1", "Is9M7taaY", "https://weibo.com/1000000001/Is9M7taaY"),
        ("https://m.weibo.cn/1000000001/4467107636950632", "Is9M7taaY", "https://weibo.com/1000000001/Is9M7taaY"),
        ("https://m.weibo.cn/status/4467107636950632", "Is9M7taaY", "https://m.weibo.cn/status/Is9M7taaY"),
        ("https://m.weibo.cn/detail/4467107636950632", "Is9M7taaY", "https://m.weibo.cn/status/Is9M7taaY"),
        ("https://m.weibo.cn/status/Is9M7taaY", "Is9M7taaY", ""),
        ("https://weibo.com/detail/4467107636950632", "Is9M7taaY", "https://m.weibo.cn/status/Is9M7taaY"),
        ("https://api.weibo.com/2/statuses/go?uid=1000000001&id=4467107636950632", "Is9M7taaY", "https://weibo.com/1000000001/Is9M7taaY"),
    ],
    "twitter": [
        (f"https://x.com/nila_ex/article/{TWEET}", TWEET, f"https://x.com/nila_ex/status/{TWEET}"),
        (f"https://twitter.com/i/topics/tweet/{TWEET}", TWEET, f"https://x.com/i/status/{TWEET}"),
    ],
}  # fmt: skip
NO_POSTS = (
    f"{FB}/share/sharer/",
    f"{FB}/sharer/sharer.php?u=https%3A%2F%2Fnews.example%2Fposts%2F12345678",
    f"{FB}/profile.php?id={NUMBER}",
    f"{FB}/events/{NUMBER}",
    f"{FB}/groups/{NUMBER}/",
    "https://fb.me/quayfriends",
    "https://www.tiktok.com/discover",
    "https://www.tiktok.com/explore?lang=en",
    "https://vm.tiktok.com/",
    f"https://www.tiktok.com/music/x-{TOK}",
    "https://i.redd.it/abcdefghijk12.jpg",
    "https://preview.redd.it/abcdefghijk12.jpg?width=640",
    "https://www.reddit.com/r/quay/search",
    "https://www.reddit.com/gallery/",
    "https://news.example/statuses/123",
    "https://news.example/ap/users/12/statuses/345",
    "https://www.youtube.com/user/quaytv",
    "https://www.youtube.com/@quaytv/videos?view=0",
    "https://www.youtube.com/channel/UCaaaaaaaaaaaaaaaaaaaaaa?sub_confirmation=1",
    "https://www.youtube.com/attribution_link?a=xYz&u=%2Fuser%2Fquaytv",
    "https://www.linkedin.com/groups/123/posts",
    "https://www.linkedin.com/in/nila-brandt",
    "https://lnkd.in/eAbCdEfG",
    "https://t.me/login/12345",
    "https://t.me/c/123456/78",
    "https://t.me/quaynews/s/17",
    f"at://{DID}/app.bsky.feed.like/{SKEET}",
    f"at://{DID}/app.bsky.graph.list/{SKEET}",
    "https://go.bsky.app/AbCdEf",
    "https://www.instagram.com/share/profile/BAaAaAaAaA/",
    f"https://x.com/i/article/{TWEET}",
    "https://vk.com/quaynews",
    "https://vk.com/share.php?url=https%3A%2F%2Fnews.example%2Fwall-1_2",
    "https://vk.com/album-1000001_2345",
    "https://vk.cc/aBcDeF",
    "https://weibo.com/u/1000000001",
    "https://weibo.com/1000000001/followers",
    "https://weibo.com/n/quaynews",
    "https://t.cn/A6aBcDeF",
    "https://service.weibo.com/share/share.php?url=https%3A%2F%2Fnews.example%2F",
)
CASES = [
    pytest.param(platform, url, native_id, permalink or url, id=f"{platform}: {url.partition('//')[2]}")
    for platform, forms in FORMS.items()
    for url, native_id, permalink in forms
]
PAGE = "<html><body><article><h1>Gate shut</h1><p>The boats did not run.</p>{}<p>Nor the next day.</p></article></body></html>"


@pytest.mark.parametrize(("platform", "url", "native_id", "permalink"), CASES)
def test_reads_every_form_of_a_url(platform, url, native_id, permalink):
    post = recognise(url)
    assert (post.platform, post.id, post.url) == (platform, native_id, permalink)
    again = recognise(permalink)
    assert (again.platform, again.id, again.url) == (platform, native_id, permalink)


@pytest.mark.parametrize(("platform", "url", "native_id", "permalink"), CASES)
def test_finds_every_form_in_a_page(platform, url, native_id, permalink):
    escaped = url.replace("&", "&amp;")
    placeholder = f'<div class="placeholder" data-embed-url="{escaped}"></div>'
    assert [(embed.post.platform, embed.post.id) for embed in find_embeds(PAGE.format(placeholder))] == [
        (platform, native_id)
    ]
    alone = f'<p><a href="{escaped}">{escaped}</a></p>'
    assert [embed.post.url for embed in find_embeds(PAGE.format(alone))] == [permalink] * url.startswith("http")


@pytest.mark.parametrize("url", NO_POSTS)
def test_reads_no_post_out_of_other_urls(url):
    assert recognise(url) is None
    assert find_embeds(PAGE.format(f"<p>{url.replace('&', '&amp;')}</p>")) == []


def test_a_code_for_sharing_tells_no_date():
    assert recognise("https://www.instagram.com/share/p/BAaAaAaAaA/").posted is None
    assert recognise("https://vm.tiktok.com/ZMabCDefG/").posted is None


def test_a_uri_in_a_state_is_that_of_a_post():
    uri = f"at://{DID}/app.bsky.feed.post/{SKEET}"
    state = {
        "body": [
            {"type": "p", "text": "The boats did not run on Tuesday evening, said the harbour office."},
            {"type": "bluesky", "uri": uri},
        ]
    }
    text = "<p>The boats did not run on Tuesday evening, said the harbour office.</p>"
    source = PAGE.format(text) + f"<script>window.S={json.dumps(state)};</script>"
    assert [embed.post.id for embed in find_embeds(source)] == [SKEET]


PLACEHOLDERS = (
    f"https://twitter.com/twitter/status/{TWEET}",
    f"https://twitter.com/anyuser/status/{TWEET}",
    f"https://x.com/i/web/status/{TWEET}",
    f"https://x.com/username/status/{TWEET}",
    f"https://www.tiktok.com/@username/video/{TOK}",
    f"https://www.tiktok.com/@_/video/{TOK}",
    "https://www.threads.net/@_/post/C8aAaAaAaAa",
    "https://www.instagram.com/username/p/BzAaAaAaAaA/",
    f"https://bsky.app/profile/handle.invalid/post/{SKEET}",
    f"{FB}/user/posts/{NUMBER}",
    f"https://truthsocial.com/@user/posts/{STATUS}",
    f"https://quay.example/@undefined/{STATUS}",
)


@pytest.mark.parametrize("url", PLACEHOLDERS)
def test_a_placeholder_in_a_url_is_no_handle(url):
    assert recognise(url).author is None


@pytest.mark.parametrize("handle", ["nila_ex", "user_of_boats", "twitter_nila", "TwitterQuay"])
def test_a_handle_that_only_contains_such_a_word_is_one(handle):
    assert recognise(f"https://twitter.com/{handle}/status/{TWEET}").author.handle == handle


@pytest.mark.parametrize("url", [PLACEHOLDERS[0], PLACEHOLDERS[1], PLACEHOLDERS[2], PLACEHOLDERS[3]])
def test_the_printed_handle_wins_over_a_placeholder(url):
    link = f'<a class="card-link" href="{url}">{{}}</a>'
    rows = ("<b>Nila Brandt</b><br><span>@nila_ex</span>", "The gate is shut.", "6:14 PM &bull; Aug 13, 2024")
    card = "".join(f"<tr><td>{link.format(row)}</td></tr>" for row in rows)
    (embed,) = find_embeds(PAGE.format(f'<figure><table class="card">{card}</table></figure>'))
    post = embed.post
    assert (post.id, post.author.handle, post.author.name, post.text) == (
        TWEET,
        "nila_ex",
        "Nila Brandt",
        "The gate is shut.",
    )
    quote = (
        f'<blockquote class="twitter-tweet"><p lang="en">The gate is shut.</p>&mdash; Nila Brandt (@nila_ex) '
        f'<a href="{url}">August 13, 2024</a></blockquote>'
    )
    (embed,) = find_embeds(PAGE.format(quote))
    assert (embed.post.id, embed.post.author.handle) == (TWEET, "nila_ex")
