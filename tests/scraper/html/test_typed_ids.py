"""Posts that JSON states by an id beside the type of an embed, or under a key that names the platform."""

from __future__ import annotations

import html
import json

import pytest

from scraper.html.page import find_embeds

TEXT = "The minister spoke for an hour in the old town hall on Friday evening."
TWEET, VIDEO, CODE = "1223400000000000001", "aAaAaAaAaAa", "BzAaAaAaAaA"
CLIP, THREAD, URN = "7200000000000000000", "C8aAaAaAaAa", "urn:li:share:7000000000000000000"
BLOCKS = {
    "type before id": ({"type": "tweet", "id": TWEET}, f"twitter {TWEET}"),
    "type behind id": ({"id": TWEET, "type": "Tweet"}, f"twitter {TWEET}"),
    "type with an underscore": ({"_key": "a1b2c3", "_type": "twitter", "id": TWEET}, f"twitter {TWEET}"),
    "number": ({"type": "tweet", "id": int(TWEET)}, f"twitter {TWEET}"),
    "type of a component": ({"component": "TwitterEmbed", "props": {"id": TWEET}}, f"twitter {TWEET}"),
    "type of a block": ({"name": "core-embed/twitter", "attrs": {"statusId": TWEET}}, f"twitter {TWEET}"),
    "provider": ({"kind": "embed", "provider": "twitter", "code": TWEET}, f"twitter {TWEET}"),
    "type in an object of its own": ({"data": {"id": TWEET}, "service": "twitter"}, f"twitter {TWEET}"),
    "key": ({"block": 7, "tweet": TWEET}, f"twitter {TWEET}"),
    "key of an object": ({"tweet": {"id": TWEET, "theme": "dark"}}, f"twitter {TWEET}"),
    "the site's letter": ({"type": "embed", "service": "x", "externalId": TWEET}, f"twitter {TWEET}"),
    "the site's letter behind the id": ({"id": TWEET, "provider": "X"}, f"twitter {TWEET}"),
    "Instagram": ({"type": "instagram", "id": CODE}, f"instagram {CODE}"),
    "Instagram by a key": ({"instagram": CODE}, f"instagram {CODE}"),
    "TikTok": ({"type": "TikTok", "videoId": CLIP}, f"tiktok {CLIP}"),
    "YouTube": ({"type": "youtube", "key": VIDEO}, f"youtube {VIDEO}"),
    "Reddit": ({"type": "reddit", "id": "1abcde"}, "reddit 1abcde"),
    "Telegram": ({"type": "telegram", "post": "ada_example/17"}, "telegram ada_example/17"),
    "Threads": ({"type": "threads", "code": THREAD}, f"threads {THREAD}"),
    "Truth Social": ({"type": "truthsocial", "id": "111111111111111111"}, "truthsocial 111111111111111111"),
    "LinkedIn": ({"type": "linkedin", "id": URN}, f"linkedin {URN}"),
}
AUTHORS = {
    "user name": ({"type": "tiktok", "id": CLIP, "username": "ada.example"}, "ada.example"),
    "author with the sign": ({"type": "TikTok", "author": "@ada.example", "videoId": CLIP}, "ada.example"),
    "handle": ({"type": "tweet", "id": TWEET, "authorHandle": "@ada_ex"}, "ada_ex"),
    "editor": ({"type": "tweet", "id": TWEET, "author": "ada_ex"}, None),
    "no handle": ({"type": "tweet", "id": TWEET, "username": "Ada Example"}, None),
    "platform without handles in URLs": ({"type": "reddit", "id": "1abcde", "username": "ada_ex"}, None),
}
TRAPS = {
    "account": {"type": "twitter", "userId": TWEET},
    "profile": {"type": "twitter-profile", "id": TWEET},
    "timeline": {"type": "twitterTimeline", "id": TWEET},
    "button": {"label": "twitter", "id": "share-17"},
    "name of an account": {"type": "instagram", "id": "ada.example"},
    "axis": {"axis": "x", "value": TWEET[:9], "x": TWEET},
    "button of the site": {"type": "x", "label": "Follow", "accountId": TWEET},
    "other type": {"type": "photo", "id": TWEET},
    "other site": {"type": "vimeo", "id": VIDEO},
    "author of a story": {"type": "telegram", "channel": "ada_example/17"},
    "account with its URL": {"type": "instagram", "id": CODE, "url": "https://www.instagram.com/ada.example/"},
}


def page(inside="", outside=""):
    return f"<body><h1>Hall</h1><article><p>{TEXT}</p>{inside}<p>It rained.</p></article>{outside}</body>"


def state(*blocks):
    return {"body": [{"type": "p", "text": TEXT}, *blocks, {"type": "p", "text": "And so on."}]}


def ids(source):
    return {f"{embed.post.platform} {embed.post.id}" for embed in find_embeds(source)}


@pytest.mark.parametrize(("block", "post"), BLOCKS.values(), ids=BLOCKS)
def test_an_id_beside_its_type_is_that_of_a_post(block, post):
    plain = json.dumps(state(block))
    for written in (plain, json.dumps(state(block), separators=(",", ":")), json.dumps(plain)):
        assert ids(page(outside=f"<script>window.S={written};</script>")) == {post}


@pytest.mark.parametrize(("block", "post"), BLOCKS.values(), ids=BLOCKS)
def test_an_attribute_may_hold_the_object(block, post):
    assert ids(page(f"<div class='embed' data-props='{json.dumps(block)}'></div>")) == {post}
    assert ids(page(f'<div class="embed" data-props="{html.escape(json.dumps(block))}"></div>')) in ({post}, set())


@pytest.mark.parametrize("block", TRAPS.values(), ids=TRAPS)
def test_other_ids_are_those_of_no_post(block):
    assert ids(page(outside=f"<script>window.S={json.dumps(state(block))};</script>")) == set()
    assert ids(page(f"<div class='embed' data-props='{json.dumps(block)}'></div>")) == set()


@pytest.mark.parametrize("key", ["sidebar", "related", "timeline"])
def test_what_is_beside_the_article_is_not_in_it(key):
    for block in ({"type": "tweet", "id": TWEET}, {"tweet": {"id": TWEET}}):
        beside = {**state(), key: [block]}
        assert ids(page(outside=f"<script>window.S={json.dumps(beside)};</script>")) == set()


def test_an_attribute_may_name_the_author_of_a_text():
    threads = "".join(
        f'<div id="tweet_{n}" class="content-tweet" data-screenname="ada_example" data-tweet="{TWEET[:-1]}{n}">{text}</div>'
        for n, text in ((1, "A thread on boats that do not come."), (2, "First, the pier. It was never inspected."))
    )
    posts = [embed.post for embed in find_embeds(page(f'<div class="thread">{threads}</div>'))]
    assert [(post.id, post.author.handle, post.text) for post in posts] == [
        (f"{TWEET[:-1]}1", "ada_example", "A thread on boats that do not come."),
        (f"{TWEET[:-1]}2", "ada_example", "First, the pier. It was never inspected."),
    ]


def test_what_waits_in_such_an_element_is_no_text():
    (embed,) = find_embeds(page(f'<div data-screenname="ada_example" data-tweet="{TWEET}">Loading tweet …</div>'))
    assert (embed.post.author.handle, embed.post.text) == ("ada_example", None)


@pytest.mark.parametrize(("block", "handle"), AUTHORS.values(), ids=AUTHORS)
def test_the_handle_beside_an_id_is_the_authors(block, handle):
    script = f'<script type="application/json">{json.dumps(state(block))}</script>'
    assert [embed.post.handle for embed in find_embeds(page(outside=script))] == [handle]


@pytest.mark.parametrize(
    ("value", "expected"),
    [(TWEET, {f"twitter {TWEET}"}), ("223", set()), (f"{TWEET}x", set())],
    ids=["id", "number", "text"],
)
def test_an_id_is_read_next_to_its_type_in_a_list_of_values(value, expected):
    values = [{"body": 1}, [2, 5], {"type": 3, "text": 4}, "p", TEXT, {"type": 6, "id": 7}, "tweet", value]
    assert ids(page(outside=f'<script type="application/json">{json.dumps(values)}</script>')) == expected
