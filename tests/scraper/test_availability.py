"""What each platform's answers are taken to mean: a case for each, with an invented answer."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scraper.availability import GONE, Finding, Reply, Request, Target, values_in
from scraper.platforms.twitter import token
from scraper.registry import by_name, platforms

QUESTIONS = {question.name: question for platform in platforms() for question in platform.questions}
TWEET = Target(key="t", native_id="1223400000000000001", url="https://x.com/ada_example/status/1223400000000000001")
VIDEO = Target(key="t", native_id="aAaAaAaAaAa", url="https://www.youtube.com/watch?v=aAaAaAaAaAa")
CLIP = Target(key="t", native_id="7000000000000000001", url="https://www.tiktok.com/@ada/video/7000000000000000001")
THREAD = Target(key="t", native_id="1abcde", url="https://www.reddit.com/r/examples/comments/1abcde/what_is_this/")
MESSAGE = Target(key="t", native_id="ada_example/17", url="https://t.me/ada_example/17")
TOOT = Target(key="t", native_id="111111111111111111", url="https://social.example/@ada/111111111111111111")
DID = "did:plc:aaaaexample"
SKEET = Target(key="t", native_id="3kaaaaaaaaa2a", url=f"https://bsky.app/profile/{DID}/post/3kaaaaaaaaa2a")
NAMED = Target(key="t", native_id="3kaaaaaaaaa2a", url="https://bsky.app/profile/ada.example/post/3kaaaaaaaaa2a")
URI = f"at://{DID}/app.bsky.feed.post/3kaaaaaaaaa2a"
TARGETS = {
    "x-oembed": TWEET,
    "x-syndication": TWEET,
    "youtube-oembed": VIDEO,
    "tiktok-oembed": CLIP,
    "reddit-oembed": THREAD,
    "telegram-embed": MESSAGE,
    "mastodon": TOOT,
    "bluesky-getposts": SKEET,
}
CHALLENGE = "<!DOCTYPE html><html><title>Just a moment</title><p>Are you a person?</p></html>"


def tomb(text):
    return {"__typename": "TweetTombstone", "tombstone": {"text": {"text": text}}}


def x_error(code, message="Sorry"):
    return {"errors": [{"code": code, "message": message}]}


#: Method, the answers in their order, the last verdict.
CASES = {
    "an oEmbed of the post": ("x-oembed", [(200, {"url": "https://twitter.com/ada_example/status/1223400000000000001"})], "up"),
    "an oEmbed of another post": ("x-oembed", [(200, {"url": "https://twitter.com/ada/status/12"})], "unknown"),
    "a code that says it is not there": ("x-oembed", [(404, x_error(34))], "deleted"),
    "not found without a code": ("x-oembed", [(404, {"error": "nothing"})], "unavailable"),
    "not authorized": ("x-oembed", [(403, x_error(179, "You are not authorized to see it."))], "protected"),
    "a suspended account": ("x-oembed", [(403, x_error(63))], "suspended"),
    "the code of an outage": ("x-oembed", [(403, x_error(467))], "unknown"),
    "refused without a code": ("x-oembed", [(403, {})], "unavailable"),
    "the tweet": ("x-syndication", [(200, {"__typename": "Tweet", "id_str": TWEET.native_id})], "up"),
    "a tombstone of a deletion": ("x-syndication", [(200, tomb("This was deleted by the Post author."))], "deleted"),
    "a tombstone of a suspension": ("x-syndication", [(200, tomb("It is from a suspended account."))], "suspended"),
    "a tombstone of an account": ("x-syndication", [(200, tomb("From an account that no longer exists."))], "deactivated"),
    "a tombstone of a lock": ("x-syndication", [(200, tomb("Its owner limits who can view it."))], "protected"),
    "a tombstone for adults": ("x-syndication", [(200, tomb("Age-restricted."))], "restricted"),
    "a tombstone by law": ("x-syndication", [(200, tomb("Withheld in a country."))], "withheld"),
    "a tombstone of another kind": ("x-syndication", [(200, tomb("Something else."))], "unavailable"),
    "an empty object": ("x-syndication", [(200, {})], "unavailable"),
    "an empty not found": ("x-syndication", [(404, "")], "unavailable"),
    "a video": ("youtube-oembed", [(200, {"html": '<iframe src="https://www.youtube.com/embed/aAaAaAaAaAa?x">'})], "up"),
    "embedding disabled": ("youtube-oembed", [(401, "Unauthorized")], "restricted"),
    "a private video": ("youtube-oembed", [(200, "Forbidden")], "protected"),
    "no such video": ("youtube-oembed", [(404, "Not Found")], "unavailable"),
    "a clip": ("tiktok-oembed", [(200, {"embed_product_id": CLIP.native_id})], "up"),
    "a clip that is refused": ("tiktok-oembed", [(400, {"message": "Something went wrong"})], "unavailable"),
    "a thread": ("reddit-oembed", [(200, {"title": "What?", "html": "<a href='/r/examples/comments/1abcde/'>"})], "up"),
    "a thread of nobody": ("reddit-oembed", [(200, {"title": "[deleted by user]", "html": "/comments/1abcde/x"})], "deleted"),
    "a thread that is refused": ("reddit-oembed", [(403, {"message": "Forbidden"})], "unavailable"),
    "a message": ("telegram-embed", [(200, '<!doctype html><div data-post="ada_example/17">Hello</div>')], "up"),
    "no such message": ("telegram-embed", [(200, '<!doctype html><div class="tgme_widget_message_error">Post not found</div>')], "unavailable"),
    "a page about something else": ("telegram-embed", [(200, "<!doctype html><p>Telegram</p>")], "unknown"),
    "a status": ("mastodon", [(200, {"id": TOOT.native_id, "visibility": "public"})], "up"),
    "a status that is gone": ("mastodon", [(404, {"error": "Record not found"}), (200, {"id": "x"})], "unavailable"),
    "a profile that is gone": ("mastodon", [(404, {"error": "Record not found"}), (410, {"error": "Gone"})], "suspended"),
    "a profile that is suspended": ("mastodon", [(404, {"error": "Record not found"}), (403, {"error": "Forbidden"})], "suspended"),
    "a profile behind a challenge": ("mastodon", [(404, {"error": "Record not found"}), (403, CHALLENGE)], "unavailable"),
    "a server that wants a login": ("mastodon", [(401, {"error": "This API requires an authenticated user"})], "unknown"),
    "a skeet": ("bluesky-getposts", [(200, {"posts": [{"uri": URI}]})], "up"),
    "a skeet that is missing": ("bluesky-getposts", [(200, {"posts": []}), (200, {"did": DID})], "deleted"),
    "an account taken down": ("bluesky-getposts", [(200, {"posts": []}), (400, {"error": "AccountTakedown"})], "suspended"),
    "an account deactivated": ("bluesky-getposts", [(200, {"posts": []}), (400, {"error": "AccountDeactivated"})], "deactivated"),
    "no account": ("bluesky-getposts", [(200, {"posts": []}), (400, {"error": "InvalidRequest", "message": "Profile not found"})], "unavailable"),
    "an account behind an outage": ("bluesky-getposts", [(200, {"posts": []}), (502, "")], "unknown"),
    "a batch that fails by the author": ("bluesky-getposts", [(400, {"error": "AccountTakedown"}), (400, {"error": "AccountTakedown"})], "suspended"),
    "a batch that fails": ("bluesky-getposts", [(400, {"error": "InvalidRequest"}), (200, {"did": DID})], "unknown"),
    "no list of posts": ("bluesky-getposts", [(200, {"posts": "many"})], "unknown"),
}  # fmt: skip


def talk(question, targets, replies):
    """The requests and findings of a conversation."""
    replies = [Reply(status, body if isinstance(body, str) else json.dumps(body)) for status, body in replies]
    conversation, said, steps = question.converse(targets), None, []
    while True:
        try:
            step = conversation.send(said)
        except StopIteration:
            return steps
        steps.append(step)
        said = replies.pop(0) if isinstance(step, Request) else None


def verdicts(steps):
    return {step.key: step.verdict for step in steps if isinstance(step, Finding)}


@pytest.mark.parametrize("case", CASES)
def test_the_verdict_of_an_answer(case):
    method, replies, verdict = CASES[case]
    assert verdicts(talk(QUESTIONS[method], [TARGETS[method]], replies)) == {"t": verdict}


FAILURES = [
    (429, {"error": "slow down"}), (500, "oops"), (503, CHALLENGE), (403, CHALLENGE), (404, CHALLENGE), (302, ""),
    (200, CHALLENGE), (200, "{"), (200, "[" * 100_000), (200, "1" * 5000), (200, ""), (200, "null"), (None, ""), (401, {"x": 1}),
    (418, "teapot"),
]  # fmt: skip


@pytest.mark.parametrize("method", QUESTIONS)
@pytest.mark.parametrize(
    "failure", FAILURES, ids=[f"{status or 'no answer'} {str(body)[:12] or 'empty'}" for status, body in FAILURES]
)
def test_a_failure_tells_nothing(method, failure):
    found = verdicts(talk(QUESTIONS[method], [TARGETS[method]], [failure] * 3))
    assert set(found.values()) == {"unknown"}


@given(
    status=st.sampled_from([200, 400, 401, 403, 404, 410, 451, 500]),
    body=st.recursive(
        st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=20)),
        lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=8), inner, max_size=3)),
    ),
    method=st.sampled_from(sorted(QUESTIONS)),
)
def test_what_nobody_knows_is_never_deleted(status, body, method):
    found = verdicts(talk(QUESTIONS[method], [TARGETS[method]], [(status, body)] * 3))
    assert set(found.values()) <= {"unknown", "unavailable", "withheld"}


def test_a_handle_is_turned_into_an_account_first():
    steps = talk(
        QUESTIONS["bluesky-getposts"],
        [NAMED],
        [(200, {"profiles": [{"handle": "Ada.example", "did": DID}]}), (200, {"posts": [{"uri": URI}]})],
    )
    assert [step.url.partition("xrpc/")[2] for step in steps if isinstance(step, Request)] == [
        "app.bsky.actor.getProfiles?actors=ada.example",
        "app.bsky.feed.getPosts?uris=at%3A%2F%2Fdid%3Aplc%3Aaaaaexample%2Fapp.bsky.feed.post%2F3kaaaaaaaaa2a",
    ]
    assert verdicts(steps) == {"t": "up"}


def test_a_handle_that_was_given_up_says_nothing_of_the_post():
    missing = (400, {"error": "InvalidRequest", "message": "Profile not found"})
    nobody = (200, {"profiles": []})
    assert verdicts(talk(QUESTIONS["bluesky-getposts"], [NAMED], [nobody, missing])) == {"t": "unknown"}


def test_a_handle_that_another_account_has_now_does_not_make_a_post_deleted():
    another = {"handle": "ada.example", "did": "did:plc:another"}
    replies = [(200, {"profiles": [another]}), (200, {"posts": []}), (200, another)]
    assert verdicts(talk(QUESTIONS["bluesky-getposts"], [NAMED], replies)) == {"t": "unavailable"}


def test_a_batch_that_fails_is_asked_one_by_one():
    two = [SKEET, Target(key="u", native_id="3kaaaaaaaaa2b", url=f"https://bsky.app/profile/{DID}/post/3kaaaaaaaaa2b")]
    replies = [(500, ""), (200, {"posts": [{"uri": URI}]}), (200, {"posts": []}), (200, {"did": DID})]
    assert verdicts(talk(QUESTIONS["bluesky-getposts"], two, replies)) == {"t": "up", "u": "deleted"}


def test_every_platform_is_asked_or_says_why_not():
    assert [p.name for p in platforms() if bool(p.questions) == bool(p.not_asked)] == []
    assert {q.name for p in platforms() for q in p.questions if q.default == "on"} == {"bluesky-getposts", "mastodon"}
    assert QUESTIONS.keys() == TARGETS.keys()
    assert all(by_name()[p.name].recognise(TARGETS[q.name].url) for p in platforms() for q in p.questions)
    assert all(q.host(TARGETS[q.name]) for q in QUESTIONS.values())


def test_the_token_is_that_of_the_published_rule():
    # As printed by ((id / 1e15) * Math.PI).toString(36).replace(/(0+|\.)/g, "").
    assert [token("20"), token("1629307668568633344")] == ["6dq1a2xwd93", "3y6mctgwzxo"]
    assert GONE.isdisjoint({"unknown", "up", "restricted"})


@pytest.mark.parametrize(("depth", "found"), [(8, 1), (10, 0)])
def test_values_that_lie_deeper_than_in_any_answer_are_not_read(depth, found):
    data = "deep"
    for _ in range(depth):
        data = [data]
    assert len(values_in(data)) == found
