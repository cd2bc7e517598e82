"""Posts that are in the state of a page alone, in the shapes in which systems and embed services name them."""

from __future__ import annotations

import html
import json
from urllib.parse import quote

import pytest

from scraper.html.embeds.unescaping import revived
from scraper.html.page import find_embeds, read_page

ID, OTHER_ID, VIDEO, CODE = "1223400000000000001", "1223400000000000002", "aAaAaAaAaAa", "BzAaAaAaAaA"
STATUS = f"https://twitter.com/ada_example/status/{ID}"
PLAYER, WATCH = f"https://www.youtube.com/embed/{VIDEO}", f"https://www.youtube.com/watch?v={VIDEO}"
PICTURE = f"https://www.instagram.com/p/{CODE}/"
TWEET, FILM, PHOTO = f"twitter {ID}", f"youtube {VIDEO}", f"instagram {CODE}"
TEXT = "The minister spoke for an hour in the old town hall on Friday evening."
FOREIGN = "The fox crossed the frozen lake before anyone else in the valley was awake."
SERVICE = (
    f"https://cdn.embedly.com/widgets/media.html?type=text%2Fhtml&key=a&schema=twitter&url={quote(STATUS, safe='')}"
)
OFFICIAL = (
    '<blockquote class="twitter-tweet"><p lang="en" dir="ltr">We did it, all of us</p>&mdash; Ada Example (@ada_example) '
    f'<a href="{STATUS}?ref_src=twsrc%5Etfw">February 1, 2020</a></blockquote>'
)
OEMBED = {
    "type": "rich", "provider_name": "Twitter", "url": STATUS, "author_name": "Ada Example", "html": OFFICIAL, "width": 550,
}  # fmt: skip
MORE = {"type": "p", "text": "And so on."}


def body(*blocks):
    return {"body": [{"type": "p", "text": TEXT}, *blocks]}


def script(state):
    return f"<script>window.S={json.dumps(state)};</script>"


def page(inside="", outside=""):
    return f"<body><h1>Town hall</h1><article><p>{TEXT}</p>{inside}<p>It rained.</p></article>{outside}</body>"


def ids(embeds):
    return {f"{embed.post.platform} {embed.post.id}" for embed in embeds}


def apart(text, filling=""):
    """A state that holds every object apart, under a key by which others refer to it."""
    return {
        "Post:1": {"id": "1", "paragraphs": [{"__ref": "Paragraph:a"}, {"__ref": "Paragraph:b"}]},
        "Paragraph:a": {"type": "P", "text": text},
        "Paragraph:b": {"type": "IFRAME", "text": "", "iframe": {"mediaResource": {"__ref": "MediaResource:m1"}}},
        "Filling": {"key": filling},
        "MediaResource:m1": {
            "id": "m1",
            "__typename": "MediaResource",
            "iframeSrc": SERVICE,
            "title": "Ada on Twitter",
        },
    }


FLAT = [
    ["Reactive", 1], {"blocks": 2}, [3, 6], {"type": 4, "text": 5}, "paragraph", TEXT, {"type": 7, "provider": 8, "url": 9},
    "embed", "Instagram", PICTURE, "end",
]  # fmt: skip
STATES = {
    "frame of an embed service": (apart(TEXT), TWEET),
    "frame of an embed service, far from the paragraph that refers to it": (apart(TEXT, "y" * 9000), TWEET),
    "media of a frame, by its address": (
        {**apart(TEXT), "MediaResource:m1": {"__typename": "MediaResource", "title": "Ada on X", "href": STATUS}},
        TWEET,
    ),
    "flat list, the address behind the name of the platform": (FLAT, PHOTO),
    "layout with the id of a video": (body({"acf_fc_layout": "video", "youtube_id": VIDEO, "caption": ""}, MORE), FILM),
    "id of a video in camel case": (body({"layout": "film", "youtubeId": VIDEO}), FILM),
    "id of a video beside its provider": (body({"type": "video", "provider": "youtube", "videoId": VIDEO}), FILM),
    "id behind the type": (body({"type": "youtube", "id": VIDEO}), FILM),
    "id behind the type, in capitals": (body({"kind": "YOUTUBE", "ratio": 1, "id": VIDEO}), FILM),
    "shortcode": (body({"type": "instagram", "shortcode": CODE}), PHOTO),
    "type that names a frame": (body({"type": "videoIframe", "src": WATCH}), FILM),
    "address of a player": (body({"type": "block-7", "attrs": {"src": PLAYER}}), FILM),
    "block with nothing but an address": (
        {"content": [{"kind": 1, "text": TEXT}, {"kind": 7, "url": STATUS}, {"kind": 1, "text": "And so on."}]},
        TWEET,
    ),
    "block with an address and an id of its own": (
        {"content": [{"part": "text", "body": f"<p>{TEXT}</p>"}, {"part": "media", "url": WATCH, "id": "77"}]},
        FILM,
    ),
    "oEmbed answer": (body({"type": "oembed_response", "subtype": "twitter", "raw_oembed": OEMBED}), TWEET),
}
#: A payload of Nuxt: values refer to others by their index, so equal ones are written once.
PAYLOAD = [
    ["ShallowReactive", 1], {"data": 2}, ["Reactive", 3], {"blocks": 4}, [5, 7, 9], {"type": 13, "text": 6}, TEXT,
    {"type": 11, "url": 8}, STATUS, {"type": 11, "url": 10}, PICTURE, "embed", 77, "p",
]  # fmt: skip
NO_POSTS = {
    "link of a rich text": body({"type": "link", "url": STATUS, "children": [{"text": "wrote"}]}, MORE),
    "link with a title": body({"kind": 3, "url": STATUS, "title": "What she wrote"}, MORE),
    "list of addresses without a text": {**body(), "sources": [{"url": STATUS}, {"url": WATCH}]},
    "block of another story": {**body(), "next": {"content": [{"text": FOREIGN}, {"url": STATUS}, {"text": FOREIGN}]}},
    "frame to which another story refers": apart(FOREIGN, "y" * 9000),
    "id of a video of another site": body({"type": "video", "provider": "vimeo", "videoId": VIDEO}),
    "video of another story": {
        **body(),
        "stories": [{"title": "The fox", "slug": "fox", "text": FOREIGN, "media": {"type": "youtube", "id": VIDEO}}],
    },
}


@pytest.mark.parametrize(
    ("blocks", "found"),
    [
        (PAYLOAD, {TWEET, PHOTO}),
        ([value if value != TEXT else FOREIGN for value in PAYLOAD], set()),
        ([value if value != "embed" else "link" for value in PAYLOAD], set()),
        ([["Reactive", 1], {"url": 2, "again": 1}, STATUS], set()),
    ],
    ids=["posts", "another story", "links", "a value in itself"],
)
def test_a_payload_of_nuxt_is_read_as_what_it_stands_for(blocks, found):
    state = f'<script type="application/json" id="__NUXT_DATA__">{json.dumps(blocks)}</script>'
    assert ids(find_embeds(page(outside=state))) == found


def test_a_payload_of_nuxt_may_not_grow_by_what_it_repeats():
    assert revived(json.dumps([[1] * 2000, "x" * 2000])) is None
    assert revived(json.dumps([[1] * 2, "x" * 2000])) == json.dumps(["x" * 2000] * 2)


BESIDE = {
    "call that fills the box before it": (
        f'<div class="box"><div class="placeholder"></div><script>renderContent("{PLAYER}?&fs=1")</script></div>',
        FILM,
    ),
    "call that fills the box before it, and a link in a sentence": (
        (
            f'<p>They <a href="https://youtu.be/{VIDEO}">blocked</a> it.</p><div class="box"><div></div>'
            f'<script>show("{PLAYER}");</script></div>'
        ),
        FILM,
    ),
    "call with the address of a post": (f'<div><div class="box"></div><script>embeds.show("{STATUS}", 5)</script></div>', TWEET),
    "settings for an empty element": (
        f"""<div id="v1"></div><script>slots.push({json.dumps({"type": "videoIframe", "target": "v1", "url": PLAYER})})</script>""",
        FILM,
    ),
    "settings in an attribute": (
        f'<div class="slot" data-config="{html.escape(json.dumps({"type": "videoIframe", "url": PLAYER}))}"></div>',
        FILM,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("state", "post"), STATES.values(), ids=STATES)
@pytest.mark.parametrize(
    "escaped",
    [script, lambda state: script(state).replace("/", "\\u002F").replace("<\\u002Fscript", "</script"), lambda state: script(json.dumps(state))],
    ids=["plain", "slashes by number", "a string"],
)  # fmt: skip
def test_finds_the_posts_of_a_state(state, post, escaped):
    source = page(outside=escaped(state))
    assert ids(find_embeds(source)) == {post}
    assert ids(read_page(source).embeds) == {post}


@pytest.mark.parametrize("state", NO_POSTS.values(), ids=NO_POSTS)
def test_leaves_out_links_and_other_stories_of_a_state(state):
    assert ids(find_embeds(page(outside=script(state)))) == set()


@pytest.mark.parametrize(("markup", "post"), BESIDE.values(), ids=BESIDE)
def test_finds_what_a_script_puts_in_the_box_beside_it(markup, post):
    assert ids(find_embeds(page(markup))) == {post}
    assert ids(read_page(page(markup)).embeds) == {post}


def test_a_link_in_a_sentence_does_not_hide_the_post_of_a_state():
    shown = OFFICIAL.replace(ID, OTHER_ID)
    source = page(
        f'<p>He wrote <a href="{STATUS}">on Twitter</a> so.</p>{shown}', script(body({"type": "tweet", "url": STATUS}))
    )
    assert ids(find_embeds(source)) == {TWEET, f"twitter {OTHER_ID}"}


@pytest.mark.parametrize(
    "wrapped", [{"type": "embed", "embed": OEMBED}, {"type": "x", "raw_oembed": OEMBED, "referent": STATUS}]
)
def test_an_oembed_answer_in_a_state_is_read_whole(wrapped):
    (embed,) = find_embeds(page(outside=script(body(wrapped))))
    assert (embed.post.text, embed.post.author.name) == ("We did it, all of us", "Ada Example")
    assert (embed.post.author.handle, embed.post.posted.as_written) == ("ada_example", "February 1, 2020")


def test_posts_of_one_object_stay_in_their_order():
    numbers = [str(int(ID) + n) for n in range(5)]
    urls = {f"{key}_url": STATUS.replace(ID, number) for key, number in zip("abcde", numbers, strict=True)}
    state = script(body({"type": "tweet", **urls}))
    assert [embed.post.id for embed in find_embeds(page(outside=state))] == numbers
