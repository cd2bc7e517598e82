"""What answers of platforms say of posts: a case for each kind of answer, each with an invented post."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scraper.answered_posts import Disagreement, posts_answered
from scraper.availability import Target
from scraper.records import Answered, Counts
from scraper.registry import by_name, platforms

ID, OTHER = "1223400000000000001", "1223400000000000002"
TWEET = Target(key="t", native_id=ID, url=f"https://x.com/ada_example/status/{ID}", handle="Ada_Example")
TOOT = Target(key="t", native_id="111111111111111111", url="https://social.example/@ada/111111111111111111")
DID = "did:plc:aaaaexample"
SKEET = Target(key="t", native_id="3kaaaaaaaaa2a", url="https://bsky.app/profile/ada.example/post/3kaaaaaaaaa2a")
SKEET_BY_DID = replace(SKEET, url=f"https://bsky.app/profile/{DID}/post/3kaaaaaaaaa2a", handle="old.example")
TARGETS = {"twitter": TWEET, "mastodon": TOOT, "bluesky": SKEET}
WORDS = "Snow at last, and the whole of the harbour is white & quiet"
LONG = "The ferry did not leave this morning because of the snow on the pier " * 4


def with_changes(thing, **changes):
    return {**thing, **changes}


def oembed(text=WORDS, handle="ada_example", native_id=ID):
    return {
        "url": f"https://twitter.com/{handle}/status/{native_id}",
        "author_name": "Ada Example",
        "html": f'<blockquote class="twitter-tweet"><p lang="en" dir="ltr">{text.replace("&", "&amp;")}'
        ' <a href="https://twitter.com/hashtag/snow?src=hash">#snow</a></p>&mdash; Ada Example'
        f' (@{handle}) <a href="https://twitter.com/{handle}/status/{native_id}">February 1, 2020</a></blockquote>',
    }


def long_oembed(end):
    answer = oembed(LONG)
    return with_changes(
        answer, html=answer["html"].replace(' <a href="https://twitter.com/hashtag/snow?src=hash">#snow</a>', end)
    )


SYNDICATED = {
    "__typename": "Tweet",
    "id_str": ID,
    "lang": "en",
    "created_at": "2020-02-01T00:17:44.000Z",
    "favorite_count": 12,
    "conversation_count": 4,
    "text": "Snow at last, and the whole of the harbour is white &amp; quiet #snow https://t.co/aaaaaaaaaa",
    "entities": {
        "hashtags": [{"text": "snow"}],
        "urls": [
            {
                "url": "https://t.co/aaaaaaaaaa",
                "display_url": "news.example/a…",
                "expanded_url": "https://news.example/a/b",
            }
        ],
    },
    "user": {"id_str": "77", "screen_name": "Ada_Example", "name": "Ada Example"},
}
LEGACY = {
    "full_text": SYNDICATED["text"],
    "lang": "en",
    "created_at": "Sat Feb 01 00:17:44 +0000 2020",
    "favorite_count": 12,
    "retweet_count": 5,
    "reply_count": 2,
    "entities": SYNDICATED["entities"],
}
PERSON = {"screen_name": "ada_example", "name": "Ada Example"}


def of_page(legacy=LEGACY, person=None, **more):
    core = {"user_results": {"result": person or {"legacy": PERSON}}}
    tweet = {"rest_id": ID, "core": core, "legacy": legacy, "views": {"count": "900", "state": "Enabled"}, **more}
    return {"data": {"tweetResult": {"result": tweet}}}


SECOND = {
    "data": {
        "id": ID,
        "author_id": "77",
        "text": SYNDICATED["text"],
        "lang": "en",
        "created_at": "2020-02-01T00:17:44.000Z",
        "public_metrics": {"like_count": 12, "retweet_count": 5, "reply_count": 2, "impression_count": 900},
        "entities": {"hashtags": [{"tag": "snow"}], "urls": SYNDICATED["entities"]["urls"]},
    },
    "includes": {
        "users": [
            {"id": "76", "username": "ben", "name": "Ben"},
            {"id": "77", "username": "ada_example", "name": "Ada Example"},
        ]
    },
}
STATUS = {
    "id": TOOT.native_id,
    "visibility": "public",
    "url": TOOT.url,
    "created_at": "2023-09-22T22:16:46.944Z",
    "language": "en",
    "content": "<p>Snow at last, and the whole of the harbour is white &amp; quiet "
    '<a href="https://social.example/tags/snow" class="mention hashtag">#<span>snow</span></a></p>',
    "tags": [{"name": "snow"}],
    "account": {"acct": "ada", "url": "https://social.example/@ada", "display_name": "Ada Example"},
    "favourites_count": 12,
    "reblogs_count": 5,
    "replies_count": 2,
}
NOTE = {
    "type": "Note",
    "id": f"https://social.example/users/ada/statuses/{TOOT.native_id}",
    "attributedTo": "https://social.example/users/ada",
    "to": ["https://www.w3.org/ns/activitystreams#Public"],
    "published": "2023-09-22T22:16:46Z",
    "content": STATUS["content"],
    "contentMap": {"en": STATUS["content"]},
}
VIEW = {
    "uri": f"at://{DID}/app.bsky.feed.post/{SKEET.native_id}",
    "author": {"did": DID, "handle": "ada.example", "displayName": "Ada Example"},
    "record": {
        "text": f"{WORDS} #snow",
        "createdAt": "2024-03-03T10:00:00.000Z",
        "langs": ["en"],
        "facets": [{"features": [{"tag": "snow"}]}],
    },
    "likeCount": 12,
    "repostCount": 5,
    "replyCount": 2,
}
FULL = Counts(likes=12, reposts=5, replies=2)
SEEN = replace(FULL, views=900)

#: Platform, answer, counts; the post has the words of all.
WHOLE = {
    "X, embed code": ("twitter", oembed(), None),
    "X, what a frame loads": ("twitter", SYNDICATED, Counts(likes=12)),
    "X, version 1.1": ("twitter", {**LEGACY, "id_str": ID, "user": PERSON}, FULL),
    "X, version 1.1 with a text that was extended": ("twitter", {"id_str": ID, "user": PERSON, "lang": "en", "truncated": True, "text": "Snow …", "extended_tweet": LEGACY}, None),
    "X, what the page loads": ("twitter", of_page(), SEEN),
    "X, what the page loads since 2025": ("twitter", of_page(person={"core": PERSON, "legacy": {}}), SEEN),
    "X, a long text that the page loads": ("twitter", of_page(with_changes(LEGACY, full_text="Snow …"), note_tweet={"note_tweet_results": {"result": {"text": LEGACY["full_text"], "entity_set": LEGACY["entities"]}}}), SEEN),
    "X, version 2": ("twitter", SECOND, SEEN),
    "X, version 2 with a list": ("twitter", with_changes(SECOND, data=[SECOND["data"]]), SEEN),
    "X, with a tweet that it quotes": ("twitter", with_changes(SYNDICATED, quoted_tweet=with_changes(SYNDICATED, id_str=OTHER, text="Quoted")), Counts(likes=12)),
    "Mastodon": ("mastodon", STATUS, FULL),
    "Mastodon, of another server": ("mastodon", with_changes(STATUS, account={"acct": "ada@social.example", "display_name": "Ada Example"}), FULL),
    "Bluesky": ("bluesky", {"posts": [VIEW]}, FULL),
    "Bluesky, among others": ("bluesky", {"posts": [with_changes(VIEW, uri=f"at://{DID}/app.bsky.feed.post/3kaaaaaaaaa2b"), VIEW]}, FULL),
}  # fmt: skip


def ask(platform, answer, target=None):
    body = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
    return posts_answered(platform, [target or TARGETS[platform]], body)


@pytest.mark.parametrize("case", WHOLE)
def test_an_answer_states_a_whole_post(case):
    platform, answer, counts = WHOLE[case]
    (found,), wrong = ask(platform, answer)
    assert (wrong, found.key, found.counts, found.is_cut) == ((), "t", counts, False)
    post = found.post
    assert (post.platform, post.id, post.language, post.author.name) == (
        platform,
        TARGETS[platform].native_id,
        "en",
        "Ada Example",
    )
    assert post.text.startswith(f"{WORDS} #snow")
    assert post.hashtags == ("snow",)
    assert post.posted.precision == "millisecond"


def test_a_status_as_servers_send_it_to_each_other():
    (found,), wrong = ask("mastodon", NOTE)
    assert (found.post.text, found.post.language, wrong) == (f"{WORDS} #snow", "en", ())
    assert (found.post.author.handle, found.post.author.name) == ("ada@social.example", None)


def test_a_link_is_shown_as_a_reader_sees_it():
    (found,), _ = ask("twitter", SYNDICATED)
    assert found.post.text.endswith("#snow news.example/a…")
    assert (found.post.links, found.account) == (("https://news.example/a/b",), "77")


CUT = {
    "embed code of a long post": long_oembed('… <a href="https://t.co/aaaaaaaaaa">https://t.co/aaaaaaaaaa</a>'),
    "embed code without a link": long_oembed("…"),
    "embed code with a picture": long_oembed('… <a href="https://t.co/aaaaaaaaaa">pic.twitter.com/aaaaaaaaaa</a>'),
    "a long post of which a frame loads the beginning": with_changes(SYNDICATED, note_tweet={"id": "Tm90"}),
    "version 1.1 without its extension": with_changes(SYNDICATED, truncated=True),
    "what the page loads without the note": of_page(note_tweet={"is_expandable": True}),
}


@pytest.mark.parametrize("case", CUT)
def test_a_text_that_was_cut_is_none(case):
    (found,), wrong = ask("twitter", CUT[case])
    assert (found.is_cut, found.post.text, found.post.hashtags, wrong) == (True, None, (), ())
    assert (found.post.author.name, found.post.id) == ("Ada Example", ID)


def test_a_text_whose_author_trails_off_is_whole():
    (found,), _ = ask("twitter", oembed("Well …"))
    assert (found.is_cut, found.post.text) == (False, "Well … #snow")
    (found,), _ = ask("twitter", with_changes(SYNDICATED, text="Well …"))
    assert (found.is_cut, found.post.text) == (False, "Well …")


#: Platform, answer, kind, a word of the message.
WRONG = {
    "X, embed code of another author": ("twitter", oembed(handle="ben"), "answer-of-another-author", "@ben"),
    "X, embed code of another post": ("twitter", oembed(native_id=OTHER), "answer-of-another-post", OTHER),
    "X, a frame of another author": ("twitter", with_changes(SYNDICATED, user={"screen_name": "ben"}), "answer-of-another-author", "@ben"),
    "X, a frame of another post": ("twitter", with_changes(SYNDICATED, id_str=OTHER), "answer-of-another-post", OTHER),
    "X, version 2 without its author": ("twitter", with_changes(SECOND, includes={"users": []}), "answer-names-no-author", "does not name @Ada_Example"),
    "Mastodon, of another author": ("mastodon", with_changes(STATUS, account={"acct": "ben", "url": "https://social.example/@ben"}), "answer-of-another-author", "@ben@social.example"),
    "Mastodon, the same name on another server": ("mastodon", with_changes(STATUS, account={"acct": "ada@other.example"}), "answer-of-another-author", "@ada@other.example"),
    "Mastodon, another status": ("mastodon", with_changes(STATUS, id="111111111111111112"), "answer-of-another-post", "111111111111111112"),
    "Bluesky, another handle": ("bluesky", {"posts": [with_changes(VIEW, author={"did": DID, "handle": "ben.example"})]}, "answer-of-another-author", "@ben.example"),
    "Bluesky, a handle that leads nowhere": ("bluesky", {"posts": [with_changes(VIEW, author={"did": DID, "handle": "handle.invalid"})]}, "answer-names-no-author", "does not name @ada.example"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_an_answer_that_disagrees_is_not_used(case):
    platform, answer, kind, word = WRONG[case]
    found, (wrong,) = ask(platform, answer)
    assert (found, wrong.key, wrong.kind) == ((), "t", kind)
    assert word in wrong.message
    assert TARGETS[platform].native_id in wrong.message


@pytest.mark.parametrize(
    ("did", "count"), [pytest.param(DID, 1, id="renamed"), pytest.param("did:plc:another", 0, id="another")]
)
def test_an_account_is_known_by_its_own_id_whatever_its_handle(did, count):
    view = with_changes(VIEW, author={"did": did, "handle": "new.example"})
    found, wrong = ask("bluesky", {"posts": [view]}, SKEET_BY_DID)
    assert (len(found), len(wrong)) == (count, 1 - count)


VIDEO = Target(key="t", native_id="aAaAaAaAaAa", url="https://www.youtube.com/watch?v=aAaAaAaAaAa")
CLIP = Target(
    key="t", native_id="7200000000000000000", url="https://www.tiktok.com/@ada.example/video/7200000000000000000"
)
THREAD = Target(key="t", native_id="1abcde", url="https://www.reddit.com/r/examples/comments/1abcde/what_is_this/")
MESSAGE = Target(key="t", native_id="ada_example/17", url="https://t.me/ada_example/17")
WATCHED = {
    "title": "Snow on the pier #snow",
    "author_name": "Ada Example",
    "author_url": "https://www.youtube.com/@ada.example",
    "thumbnail_url": "https://i.ytimg.com/vi/aAaAaAaAaAa/hqdefault.jpg",
    "html": '<iframe width="200" src="https://www.youtube.com/embed/aAaAaAaAaAa?feature=oembed" title="Snow"></iframe>',
}
CLIPPED = {
    "title": "Snow on the pier #snow",
    "author_name": "Ada Example",
    "author_unique_id": "ada.example",
    "embed_product_id": CLIP.native_id,
    "html": f'<blockquote class="tiktok-embed" cite="{CLIP.url}" data-video-id="{CLIP.native_id}"><section>'
    '<a title="@ada.example" href="https://www.tiktok.com/@ada.example?refer=embed">@ada.example</a> <p>Snow on the pier'
    ' <a title="snow" href="https://www.tiktok.com/tag/snow?refer=embed">#snow</a></p>'
    ' <a href="https://www.tiktok.com/music/x-7100000000000000000">♬ a song</a></section></blockquote> <script async></script>',
}
THREADED = {
    "title": "Snow on the pier #snow",
    "author_name": "ada_example",
    "html": f'<blockquote class="reddit-embed-bq" style="height:316px"><a href="{THREAD.url}">Snow on the pier #snow</a><br> by'
    '<a href="https://www.reddit.com/user/ada_example/">u/ada_example</a> in<a href="https://www.reddit.com/r/examples/">examples</a></blockquote>',
}


def widget(
    views="1234", native_id="ada_example/17", text='<div class="tgme_widget_message_text js-message_text" dir="auto">'
):
    return f"""<!DOCTYPE html><html><body><div class="tgme_widget_message text_not_supported_wrap js-widget_message" data-post="{native_id}">
      <div class="tgme_widget_message_author"><a class="tgme_widget_message_owner_name" href="https://t.me/ada_example"><span dir="auto">Ada Example</span></a></div>
      <a class="tgme_widget_message_reply"><div class="tgme_widget_message_text js-message_reply_text">Before</div></a>
      {text}Snow on the pier <a href="?q=%23snow">#snow</a></div><div class="tgme_widget_message_info"><span class="tgme_widget_message_views">{views}</span>
      <a class="tgme_widget_message_date" href="https://t.me/ada_example/17"><time datetime="2024-03-03T10:00:00+00:00">10:00</time></a></div></div></body></html>""".encode()


#: Platform, target, answer, name, handle, counts; each has the words of all.
OTHERS = {
    "YouTube": ("youtube", VIDEO, WATCHED, "Ada Example", "ada.example", None),
    "YouTube, of a channel without a handle": ("youtube", VIDEO, with_changes(WATCHED, author_url="https://www.youtube.com/channel/UCaaaa"), "Ada Example", None, None),
    "YouTube, by its picture": ("youtube", VIDEO, with_changes(WATCHED, html=""), "Ada Example", "ada.example", None),
    "TikTok": ("tiktok", CLIP, CLIPPED, "Ada Example", "ada.example", None),
    "Reddit": ("reddit", THREAD, THREADED, None, "ada_example", None),
    "Telegram": ("telegram", MESSAGE, widget(), "Ada Example", "ada_example", Counts(views=1234)),
    "Telegram, with a rounded count": ("telegram", MESSAGE, widget("1.2K"), "Ada Example", "ada_example", None),
    "Telegram, in another case": ("telegram", MESSAGE, widget(native_id="Ada_Example/17"), "Ada Example", "Ada_Example", Counts(views=1234)),
}  # fmt: skip


@pytest.mark.parametrize("case", OTHERS)
def test_an_answer_of_other_platforms(case):
    platform, target, answer, name, handle, counts = OTHERS[case]
    (found,), wrong = ask(platform, answer, target)
    post = found.post
    assert (post.id, post.text, wrong, found.is_cut) == (target.native_id, "Snow on the pier #snow", (), False)
    assert (post.author.name, post.author.handle, found.counts) == (name, handle, counts)
    assert post.hashtags == ("snow",)


#: Platform, target, answer, the kind of the disagreement.
OTHERS_WRONG = {
    "YouTube, another video": ("youtube", VIDEO, with_changes(WATCHED, html=WATCHED["html"].replace("aAaAaAaAaAa", "bBbBbBbBbBb")), "answer-of-another-post"),
    "YouTube, a private video": ("youtube", VIDEO, b"Forbidden", None),
    "TikTok, another author": ("tiktok", CLIP, with_changes(CLIPPED, html=CLIPPED["html"].replace("@ada.example", "@ben")), "answer-of-another-author"),
    "TikTok, an error": ("tiktok", CLIP, {"message": "Something went wrong", "code": 400}, None),
    "Reddit, another post": ("reddit", THREAD, with_changes(THREADED, html=THREADED["html"].replace("1abcde", "1abcdf")), "answer-of-another-post"),
    "Reddit, a post that was deleted": ("reddit", THREAD, with_changes(THREADED, html=THREADED["html"].replace("Snow on the pier #snow", "[deleted by user]")), None),
    "Telegram, no such message": ("telegram", MESSAGE, b'<!doctype html><div class="tgme_widget_message_error">Post not found</div>', None),
    "Telegram, another message": ("telegram", MESSAGE, widget(native_id="ada_example/18"), "answer-of-another-post"),
}  # fmt: skip


@pytest.mark.parametrize("case", OTHERS_WRONG)
def test_an_answer_of_other_platforms_that_is_not_used(case):
    platform, target, answer, kind = OTHERS_WRONG[case]
    found, wrong = ask(platform, answer, target)
    assert (found, [each.kind for each in wrong]) == ((), [kind] * (kind is not None))


def test_a_message_without_words_has_none():
    (found,), _ = ask("telegram", widget(text='<div class="tgme_widget_message_photo">'), MESSAGE)
    assert (found.post.text, found.post.posted.at) == (None, "2024-03-03T10:00:00Z")


def test_an_author_who_is_not_known_is_taken_from_the_answer():
    (found,), wrong = ask("twitter", SYNDICATED, Target(key="t", native_id=ID, url=f"https://x.com/i/status/{ID}"))
    assert (found.post.author.handle, wrong) == ("Ada_Example", ())


def test_posts_of_one_answer_are_found_by_their_keys():
    two = replace(SKEET, key="u", native_id="3kaaaaaaaaa2b", url=f"https://bsky.app/profile/{DID}/post/3kaaaaaaaaa2b")
    gone = replace(SKEET, key="v", native_id="3kaaaaaaaaa2c", url=f"https://bsky.app/profile/{DID}/post/3kaaaaaaaaa2c")
    other = with_changes(VIEW, uri=f"at://{DID}/app.bsky.feed.post/3kaaaaaaaaa2b")
    found, wrong = posts_answered("bluesky", [SKEET, two, gone], json.dumps({"posts": [other, VIEW]}).encode())
    assert ({each.key: each.post.id for each in found}, wrong) == ({"t": SKEET.native_id, "u": two.native_id}, ())


def test_a_list_without_the_post_disagrees_with_nothing():
    canary = with_changes(VIEW, uri=f"at://{DID}/app.bsky.feed.post/3kaaaaaaaaa2b")
    assert ask("bluesky", {"posts": [canary]}) == ((), ())


def test_what_a_frame_loads_is_the_same_post_as_what_is_answered():
    url = f"https://cdn.syndication.twimg.com/tweet-result?id={ID}&lang=en"
    assert loaded_by("twitter", url, SYNDICATED) == ask("twitter", SYNDICATED)[0][0].post
    uri = f"https://public.api.bsky.app/xrpc/app.bsky.feed.getPostThread?uri={VIEW['uri']}"
    assert loaded_by("bluesky", uri, {"thread": {"post": VIEW}}) == ask("bluesky", {"posts": [VIEW]})[0][0].post
    assert loaded_by("twitter", url, with_changes(SYNDICATED, note_tweet={"id": "Tm90"})) is None


def loaded_by(platform, url, data):
    (parse,) = by_name()[platform].answers.values()
    return parse(url, data)


NOTHING = {
    "an error": {"errors": [{"code": 34, "message": "Sorry"}]},
    "a tombstone": {"__typename": "TweetTombstone", "tombstone": {"text": {"text": "Deleted."}}},
    "an account": {"did": DID, "handle": "ada.example"},
    "no posts": {"posts": []},
    "a tweet with an id of more than 64 bits": with_changes(SYNDICATED, id_str="9" * 20),
    "a retweet": with_changes(SYNDICATED, retweeted_status={"id_str": OTHER}),
    "a tweet that is withheld": with_changes(SYNDICATED, withheld_copyright=True),
    "a note to followers": with_changes(NOTE, to=["https://social.example/users/ada/followers"]),
    "a post for members only": {"posts": [with_changes(VIEW, author={**VIEW["author"], "labels": [{"val": "!no-unauthenticated"}]})]},
    "a boost": with_changes(STATUS, reblog=with_changes(STATUS, id="7")),
    "a status for followers": with_changes(STATUS, visibility="private"),
    "a challenge": b"<!DOCTYPE html><html><title>Just a moment</title><p>Are you a person?</p></html>",
    "a word": b"Forbidden",
    "nothing at all": b"",
    "bytes": b"\xff\xfe\x00\x01" * 9,
    "half an object": b'{"posts": [',
    "a deep list": b"[" * 100_000,
    "deep objects": b'{"a":' * 900 + b"1" + b"}" * 900,
    "a long number": b'{"id": ' + b"1" * 5000 + b"}",
    "numbers that are none": b'{"posts": [NaN, -Infinity]}',
}  # fmt: skip


@pytest.mark.parametrize("platform", TARGETS)
@pytest.mark.parametrize("case", NOTHING)
def test_what_shows_no_post_gives_none(platform, case):
    assert ask(platform, NOTHING[case]) == ((), ())


#: Changes to an answer, and what the post is then.
HOSTILE = {
    "halves of characters": ({"text": "Snow \ud83d at \udc00 last\x00"}, "Snow \ufffd at \ufffd last\ufffd"),
    "a text that is none": ({"text": {"text": "Snow"}}, None),
    "an empty text": ({"text": "  "}, None),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_a_hostile_text(case):
    changes, text = HOSTILE[case]
    found, _ = ask("twitter", with_changes(SYNDICATED, **changes))
    assert [each.post.text for each in found] == ([text] if text else [])


def test_numbers_that_cannot_be_are_none():
    for count in (-1, True, 10**400, 1.5, "many", [1], None, "９"):
        (found,), _ = ask("twitter", with_changes(SYNDICATED, favorite_count=count, reply_count="1234"))
        assert found.counts == Counts(replies=1234)


def test_only_web_addresses_are_kept():
    urls = [
        {"url": "https://t.co/a", "expanded_url": url}
        for url in ("javascript:alert(1)", "data:x", "https://a.example/")
    ]
    media = [{"display_url": "pic.twitter.com/a"}, {"display_url": "javascript:alert(1)"}]
    (found,), _ = ask("twitter", with_changes(SYNDICATED, entities={"urls": urls, "media": media}))
    assert (found.post.links, found.post.media) == (("https://a.example/",), ("pic.twitter.com/a",))


LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=20),
    st.sampled_from([ID, OTHER, "ada_example", "ben"]),
)
KEYS = st.sampled_from(
    sorted(
        {
            *SYNDICATED,
            *LEGACY,
            *STATUS,
            *VIEW,
            *NOTE,
            "data",
            "includes",
            "posts",
            "html",
            "note_tweet",
            "legacy",
            "rest_id",
            "acct",
            "did",
            "handle",
        }
    )
)
THINGS = st.recursive(
    LEAVES, lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=5))
)


@given(
    platform=st.sampled_from([platform.name for platform in platforms()]),
    base=st.sampled_from([SYNDICATED, STATUS, VIEW, NOTE, SECOND, of_page(), oembed()]),
    changes=st.dictionaries(KEYS, THINGS, max_size=4),
)
def test_whatever_is_answered_nothing_else_is_taken(platform, base, changes):
    target = TARGETS.get(platform, TWEET)
    found, wrong = ask(platform, {**base, **changes}, target)
    assert "answer-not-read" not in {each.kind for each in wrong}
    assert_agree(found, target)


def assert_agree(found, target):
    for each in found:
        assert isinstance(each, Answered)
        handle = (target.handle or "ada@social.example" * (target is TOOT) or "ada.example").casefold()
        assert (each.key, each.post.id) == (target.key, target.native_id)
        assert each.post.author.handle.casefold() == handle
        each.post.text and each.post.text.encode()


def test_a_failure_of_the_reading_is_told(monkeypatch):
    monkeypatch.setattr("scraper.answered_posts._posts", lambda *_: 1 / 0)
    assert ask("twitter", SYNDICATED) == (
        (),
        (Disagreement("t", "answer-not-read", "ZeroDivisionError: division by zero"),),
    )
    assert posts_answered("nowhere", [TWEET], b"{}") == ((), ())
