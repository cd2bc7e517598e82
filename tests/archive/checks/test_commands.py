"""``voxpop check``, and checks within ``voxpop run``: off until they are switched on."""

from __future__ import annotations

import json
import socket
from contextlib import closing
from datetime import timedelta

import pytest
from newsroom import feed_of
from social import Social, add_posts, post_of

from archive.schedule import what_is_due
from archive.settings import read_settings
from archive.store.database import open_to_read


@pytest.fixture
def connections(monkeypatch):
    """The addresses that anything in this process connects to."""
    made, connect = [], socket.socket.connect

    def note(self, address):
        made.append(address)
        return connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", note)
    return made


@pytest.fixture
def settings(tmp_path, farm):
    """Write settings that enable checks; gives the file."""

    def write(platforms=("twitter",), more="", *, enabled=True):
        social = Social(farm)
        endpoints = "\n".join(f'{name} = "{social.endpoint}"' for name in ("twitter", "mastodon", "bluesky"))
        file = tmp_path / "voxpop.toml"
        file.write_text(
            'database = "reactions.db"\ncaptures = "captures"\n[fetch]\nallow_private = true\n'
            f"[availability]\nenabled = {json.dumps(enabled)}\nplatforms = {list(platforms)!r}\n"
            f"[availability.endpoints]\n{endpoints}\n{more}"
        )
        return file, social

    return write


def rows(path, query):
    with closing(open_to_read(path)) as db:
        return db.execute(query).fetchall()


def test_nothing_is_asked_until_it_is_switched_on(path, tmp_path, connections, voxpop_here, monkeypatch):
    monkeypatch.chdir(tmp_path)
    add_posts(path, "mastodon", range(3))
    asked = voxpop_here("check", path)
    assert asked.code == 3
    assert asked.err.startswith("voxpop: voxpop.toml: no platform is enabled: name one")
    voxpop_here("init")
    assert voxpop_here("check", path).code == 3
    assert voxpop_here("check", path, "--post", "mastodon:111111111111110000").code == 3
    assert connections == []


def test_a_run_with_default_settings_connects_to_what_is_named_alone(farm, room, connections):
    story = farm.serve("/one", farm.page("One", farm.post(1), farm.post(2)))
    report = room.settings(feed_of(farm, story)).run()
    room.later(days=30).run()
    assert (report.failures, report.checked.total()) == ([], 0)
    assert {address for address, *_ in connections} == {farm.host()}
    assert room.one("SELECT count(*) FROM checks") == 0


def test_a_run_checks_what_is_due_where_that_is_enabled(farm, room):
    story = farm.page("One", farm.post(1), farm.post(2))
    url = farm.serve("/one", story)
    more = f'[availability]\nenabled = true\nplatforms = ["twitter"]\n[availability.endpoints]\ntwitter = "{farm.at("/{host}", 2)}"\n'
    settings = room.settings(feed_of(farm, url), more=more)
    pages = farm.routes
    social = Social(farm)

    class Both:
        def get(self, key, default=None):
            return social.get(key) if "/publish.x.com/" in key else pages.get(key, default)

    farm.routes = Both()
    assert settings.run().checked.total() == 0
    due = what_is_due(read_settings(room.file), now=lambda: room.now + timedelta(days=2))
    assert [(item.kind, item.source) for item in due][-2:] == [("check", "x-oembed")] * 2
    report = room.later(days=2).run()
    assert (report.failures, report.checked) == ([], {"up": 2})
    assert room.rows("SELECT verdict, times FROM checks") == [("up", 1)] * 2
    assert room.one("SELECT count(*) FROM captures WHERE run = 2 AND refused = 'is an answer about a post'") == 2
    assert [event["problem"] for event in room.events if event["event"] == "check"] == ["up, answered"] * 2
    assert room.one("SELECT requests FROM runs WHERE id = 2") == 5


def test_a_dry_run_says_what_is_due_and_asks_nobody(path, settings, connections, voxpop_here):
    add_posts(path, "x-oembed", range(2))
    file, _ = settings()
    said = voxpop_here("check", path, "-c", file, "--dry-run")
    assert said.out.splitlines()[-1] == "due: x-oembed 2"
    assert "x-oembed  twitter:1223400000000000001  https://x.com/ada/status/1223400000000000001" in said.out
    assert (connections, rows(path, "SELECT count(*) FROM checks")) == ([], [(0,)])


def test_a_round_is_silent_and_verbose_says_each_post(path, settings, voxpop_here):
    add_posts(path, "x-oembed", range(2))
    file, social = settings()
    assert voxpop_here("check", path, "-c", file, "--limit", 1) == voxpop_here("check", path, "-c", file, "--limit", 1)
    social.states[post_of("x-oembed", 0)[1]] = "deleted"
    said = voxpop_here("check", path, "-c", file, "-v", "--post", "twitter:1223400000000000000")
    assert (said.code, said.out) == (0, "")
    assert said.err.splitlines() == [
        "deleted twitter:1223400000000000000: no such post",
        "1 post checked: 1 deleted; 3 requests",
    ]
    state = json.loads(voxpop_here("status", path, "--json").out)
    assert (state["availability"], state["vanished"]) == ({"deleted": 1, "up": 1}, 0)
    assert "posts checked: 1 deleted, 1 up; 0 gone for sure" in voxpop_here("status", path).out


def test_a_platform_that_fails_is_named(path, settings, voxpop_here):
    add_posts(path, "x-oembed", range(2))
    file, social = settings()
    social.trouble["publish.x.com"] = "limit"
    said = voxpop_here("check", path, "-c", file)
    assert said.code == 4
    assert said.err.startswith("voxpop: publish.x.com: asked for a pause until ")


WRONG = [
    (["--platform", "instagram"], 2, "instagram is never asked: its terms forbid to keep what its oEmbed answers"),
    (["--platform", "friendster"], 2, "'friendster' is no platform that can be asked"),
    (["--platform", "twitter", "--post", "twitter:1"], 3, "twitter:1: is not a post in the archive"),
    (["--platform", "bluesky", "--post", "twitter:1223400000000000001"], 3, "bluesky cannot check it"),
    (["--platform", "twitter", "-c", "missing.toml"], 3, "missing.toml: no such file"),
]


@pytest.mark.parametrize(
    ("options", "code", "message"), WRONG, ids=["never", "unknown", "no-post", "other-platform", "no-settings"]
)
def test_what_is_wrong_is_said(path, voxpop_here, options, code, message):
    add_posts(path, "x-oembed", range(2))
    said = voxpop_here("check", path, *options)
    assert said.code == code
    assert message in said.err
