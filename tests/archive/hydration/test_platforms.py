"""Platforms are asked about posts that lack something, once, within their rates, where that is switched on."""

from __future__ import annotations

import os
import signal
import socket
from itertools import pairwise

import pytest
from dying import command, ended, fork
from filling import WORDS, address, key, native_id, tweet
from social import DID

from archive.lock import only_one
from archive.verify.check import findings

DAY = 86_400


def ask(place, method="x-syndication", **more):
    return place.hydrate("captures", "platform", methods=(method,), **more)


def settings_for(place, more=""):
    file = place.path.with_name("voxpop.toml")
    file.write_text(
        'database = "a.db"\ncaptures = "captures"\n[fetch]\nallow_private = true\n'
        f'[availability.endpoints]\ntwitter = "{place.social.endpoint}"\n{more}'
    )
    return file


def test_posts_that_lack_something_are_asked_about_once(place):
    place.add(1, 2, 3)
    place.add(4, words="The ferry came in")
    report = ask(place)
    assert place.texts() == {**{key(number): WORDS.format(number) for number in (1, 2, 3)}, key(4): "The ferry came in"}
    assert (report.gained["text"], report.gained["counts"], report.failures) == (3, 4, [])
    asked = len(place.social.asked)
    assert sorted(place.social.ids())[:4] == [native_id(number) for number in (1, 2, 3, 4)]
    place.seconds += 365 * DAY
    assert ask(place).requests == 0
    assert len(place.social.asked) == asked
    assert findings(place.path) == []


#: Method, an embed of a post, what its platform tells of it.
TOLD = [
    pytest.param(
        "bluesky-getposts",
        f'<blockquote class="bluesky-embed" data-bluesky-uri="at://{DID}/app.bsky.feed.post/3kaaaaaa00001"></blockquote>',
        {
            "author": {"did": DID, "handle": "ada.example", "displayName": "Ada Vale"},
            "record": {"text": WORDS.format(1), "createdAt": "2024-01-01T10:00:00.000Z"},
            "likeCount": 8,
        },
        id="bluesky",
    ),
    pytest.param(
        "mastodon",
        '<iframe src="https://social.example/@ada/111111111111110001/embed" class="mastodon-embed"></iframe>',
        {
            "uri": "https://social.example/users/ada/statuses/111111111111110001",
            "url": "https://social.example/@ada/111111111111110001",
            "content": f"<p>{WORDS.format(1)}</p>",
            "account": {"acct": "ada", "url": "https://social.example/@ada", "display_name": "Ada Vale"},
            "created_at": "2023-10-28T10:00:00.000Z",
            "favourites_count": 8,
        },
        id="mastodon",
    ),
    pytest.param(
        "x-oembed",
        f'<blockquote class="twitter-tweet"><a href="{address(1)}"></a></blockquote>',
        {
            "author_name": "Ada Vale",
            "author_url": "https://twitter.com/ada",
            "html": f'<blockquote class="twitter-tweet"><p lang="en" dir="ltr">{WORDS.format(1)}</p>&mdash; Ada Vale '
            f'(@ada) <a href="{address(1)}?ref_src=twsrc%5Etfw">February 1, 2020</a></blockquote>',
        },
        id="x-oembed",
    ),
]


@pytest.mark.parametrize(("method", "shown", "said"), TOLD)
def test_what_platforms_tell_is_filled_in(place, method, shown, said):
    place.archive("story", shown)
    ((post, native),) = place.rows("SELECT id, native_id FROM posts")
    place.social.said[native] = said
    report = ask(place, method)
    assert (report.failures, place.texts()) == ([], {post: WORDS.format(1)})
    assert place.rows("SELECT name FROM authors") == [("Ada Vale",)]
    likes = [] if method == "x-oembed" else [(8,)]
    assert place.rows("SELECT likes FROM counts") == likes
    place.seconds += 365 * DAY
    assert ask(place, method).requests == 0
    assert findings(place.path) == []


def test_what_is_learnt_of_availability_is_kept_as_a_check(place):
    place.add(1, 2)
    place.social.states[native_id(2)] = "deleted"
    ask(place)
    assert dict(place.rows("SELECT post, status FROM availability")) == {key(1): "up", key(2): "deleted"}
    assert place.texts() == {key(1): WORDS.format(1), key(2): None}


def test_posts_that_are_gone_are_not_asked_about_by_another_method(place):
    place.add(1, 2)
    place.social.states[native_id(1)] = "deleted"
    place.check(2, method="x-oembed")
    place.check(1, method="x-oembed")
    place.social.asked.clear()
    ask(place)
    assert native_id(1) not in place.social.ids()


def test_a_limit_of_the_platform_ends_the_round_and_is_remembered(place):
    place.add(1, 2, 3)
    place.social.trouble["cdn.syndication.twimg.com"] = "limit"
    report = ask(place)
    assert (len(place.social.asked), report.exit_code) == (1, 4)
    assert "asked for a pause until 2027-02-10T01:00:00Z" in report.failures[0]
    place.social.trouble.clear()
    place.seconds += 1800
    ask(place)
    assert len(place.social.asked) == 1
    place.seconds += DAY
    assert ask(place).gained["text"] == 3


def test_requests_keep_the_pause_of_the_platform(place):
    place.add(*range(1, 7))
    ask(place)
    times = [at for _, at, _ in place.social.asked]
    assert min(later - earlier for earlier, later in pairwise(times)) >= 2.0


def test_erased_posts_and_authors_are_never_asked_about(place):
    place.add(1, 2)
    assert place.voxpop("erase", place.path, "--post", key(1)).code == 0
    place.add(1)
    ask(place)
    assert set(place.social.ids()) == {native_id(2)}
    assert place.voxpop("erase", place.path, "--author", "twitter:ada").code == 0
    place.add(3)
    asked = len(place.social.asked)
    ask(place)
    assert len(place.social.asked) == asked


def test_nothing_is_asked_until_it_is_switched_on(place, monkeypatch):
    place.add(1)
    file = settings_for(place, "[hydration]\nenabled = false\n")
    monkeypatch.chdir(place.path.parent)
    monkeypatch.setattr(socket.socket, "connect", lambda *_: pytest.fail("a socket was opened"))
    assert place.voxpop("hydrate", place.path).code == 0
    assert place.voxpop("hydrate", place.path, "--platform", "twitter").code == 0
    refused = place.voxpop("hydrate", place.path, "-c", file, "--from", "platform")
    assert refused.code == 3
    assert "no platform is enabled: name one with --platform" in refused.err


@pytest.mark.parametrize(
    ("more", "options"),
    [
        pytest.param('[hydration]\nenabled = true\nplatforms = ["x-syndication"]\n', (), id="by-the-settings"),
        pytest.param("", ("--from", "platform", "--platform", "x-syndication"), id="for-one-run"),
    ],
)
def test_the_command_asks_where_it_is_switched_on(place, more, options):
    place.add(1)
    file = settings_for(place, more)
    planned = place.voxpop("hydrate", place.path, "-c", file, *options, "--dry-run")
    assert planned.out.splitlines() == [
        f"x-syndication  {key(1)}  https://x.com/ada/status/{native_id(1)}",
        "wanted: x-syndication 1",
    ]
    assert place.social.asked == []
    done = place.voxpop("hydrate", place.path, "-c", file, *options)
    assert (done.code, done.out, done.err) == (0, "", "")
    assert place.texts() == {key(1): WORDS.format(1)}


def test_an_answer_of_another_author_is_a_problem_and_is_not_asked_for_again(place):
    place.add(1)
    place.social.said[native_id(1)] = tweet(1, handle="mallory")
    assert dict(ask(place).outcomes) == {"disagrees": 1}
    place.seconds += 365 * DAY
    ask(place)
    assert len(place.social.asked) == 1
    assert place.rows("SELECT count(*) FROM problems WHERE step = 'hydrate'") == [(1,)]


def test_killed_and_resumed_without_asking_twice(place):
    place.add(*range(1, 6))
    file = settings_for(place)
    options = ("--from", "platform", "--platform", "x-syndication")
    asked = ("hydrate", place.path, "-c", file, *options)
    running = []

    def kill(_ids):
        if len(place.social.asked) == 3:
            os.kill(running[0], signal.SIGKILL)

    place.social.on_request = kill
    running.append(fork(command(*asked)))
    assert ended(running[0]) == -signal.SIGKILL
    place.social.on_request = lambda _ids: None
    assert len(place.rows("SELECT * FROM checks")) == 2
    done = place.voxpop(*asked)
    assert (done.code, done.out, done.err) == (0, "", "")
    ids = place.social.ids()
    again = {native for native in ids if ids.count(native) > 1}
    assert again <= {ids[1], ids[2]}  # the canary, which was there last, and what was never answered
    assert place.texts() == {key(number): WORDS.format(number) for number in range(1, 6)}


def test_only_one_is_at_work_on_an_archive(place):
    place.add(1)
    with only_one(place.path):
        assert place.voxpop("hydrate", place.path).code == 75


def test_a_limit_counts_the_posts_of_all_methods_in_a_dry_run_too(place):
    place.add(1, 2, 3)
    methods = ("--platform", "x-oembed", "--platform", "x-syndication")
    planned = place.voxpop("hydrate", place.path, "--from", "platform", *methods, "--limit", 4, "--dry-run")
    assert planned.out.splitlines()[-1] == "wanted: x-oembed 3, x-syndication 1"
