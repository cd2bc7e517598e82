"""Web archives are asked slowly, once, and never for what was withdrawn unless a reason is given."""

from __future__ import annotations

import json
import os
import re
import signal
import socket

import pytest
from copies import SHELL
from dying import command, ended, fork
from filling import WORDS, address, key, native_id, tweet

from archive.verify.check import findings

DAY = 86_400
OLD, NEW = "20200203101112", "20230405060708"


def told(number, **more):
    return {"id_str": native_id(number)} | tweet(number, **more)


def look(place, **more):
    return place.hydrate("captures", "archives", **more)


def test_a_copy_gives_words_name_and_counts_of_its_time(place, copies):
    place.add(1)
    copies.held[address(1)] = {OLD: told(1)}
    report = look(place)
    assert (report.gained, report.failures) == ({"text": 1, "name": 1, "counts": 1}, [])
    assert place.texts() == {key(1): WORDS.format(1)}
    source = f"{copies.replay}/{OLD}id_/{address(1)}"
    assert place.rows("SELECT source FROM printings WHERE source IS NOT NULL") == [(source,)]
    assert place.rows("SELECT observed_at, source, likes FROM counts") == [("2020-02-03T12:00:00Z", source, 8)]
    looks = place.rows("SELECT outcome, given_at, reason FROM hydrations ORDER BY id")
    assert looks == [
        ("answered", None, None),
        ("answered", "2020-02-03T12:00:00Z", None),
        ("found", "2020-02-03T12:00:00Z", None),
    ]
    kept = place.rows("SELECT count(*), min(refused) FROM captures WHERE refused IS NOT NULL")
    assert kept == [(2, "is an answer of a web archive")]
    assert findings(place.path) == []


def test_useless_copies_are_passed_by_newest_first_up_to_a_few(place, copies):
    place.add(1)
    moments = [f"2023040506070{digit}" for digit in range(3)]
    copies.held[address(1)] = {OLD: told(1), **dict.fromkeys(moments, SHELL)}
    look(place)
    assert copies.looked_at() == [*reversed(moments), OLD]
    assert place.texts() == {key(1): WORDS.format(1)}
    place.add(2)
    copies.asked.clear()
    copies.held[address(2)] = {OLD: told(2), **{f"2023040506070{digit}": SHELL for digit in range(9)}}
    assert dict(look(place).outcomes) == {"nothing": 1}
    assert len(copies.looked_at()) == 4


def test_both_addresses_of_a_tweet_are_tried(place, copies):
    place.add(1)
    later = address(1).replace("twitter.com", "x.com")
    copies.held[later] = {NEW: told(1)}
    look(place)
    assert copies.listed() == [address(1), later]
    assert place.texts() == {key(1): WORDS.format(1)}


def test_posts_are_looked_for_once(place, copies):
    place.add(1, 2)
    copies.held[address(1)] = {OLD: told(1)}
    look(place)
    asked = len(copies.asked)
    place.seconds += 365 * DAY
    assert look(place).requests == 0
    assert len(copies.asked) == asked


@pytest.mark.parametrize(
    "held",
    [
        pytest.param(told(1, handle="mallory"), id="another-author"),
        pytest.param({**told(1), "user": {"name": "Nobody"}}, id="no-author"),
    ],
)
def test_copies_that_disagree_are_problems(place, copies, held):
    place.add(1)
    copies.held[address(1)] = {OLD: held}
    assert dict(look(place).outcomes) == {"disagrees": 1}
    assert place.texts() == {key(1): None}
    assert place.rows("SELECT count(*) FROM problems WHERE step = 'hydrate'") == [(1,)]


def test_a_copy_of_another_post_is_not_used(place, copies):
    place.add(1)
    copies.held[address(1)] = {OLD: told(2)}
    look(place)
    assert place.texts() == {key(1): None}
    assert place.rows("SELECT * FROM counts") == []


def test_what_an_article_printed_stays(place, copies):
    place.add(1, words="The ferry came in")
    copies.held[address(1)] = {OLD: told(1)}
    assert look(place).requests == 0
    assert place.texts() == {key(1): "The ferry came in"}


def test_a_limit_ends_the_round_and_is_obeyed_later(place, copies):
    place.add(1, 2, 3)
    copies.trouble = "limit"
    report = look(place)
    assert (len(copies.asked), report.left, report.exit_code) == (1, 2, 4)
    assert "asked for a pause until 2027-02-10T02:00:00Z" in report.failures[0]
    copies.trouble = None
    place.seconds += 7000
    assert look(place).requests == 0
    place.seconds += 300
    copies.held = {address(number): {OLD: told(number)} for number in (1, 2, 3)}
    assert look(place).gained["text"] == 3


@pytest.mark.parametrize("trouble", ["outage", "blocked", "page", "elsewhere"])
def test_answers_that_tell_nothing_end_the_round_and_nothing_is_noted(place, copies, trouble):
    place.add(*range(1, 7))
    copies.trouble = trouble
    report = look(place)
    assert (len(copies.asked), report.exit_code) == (3, 4)
    assert "gave no answer 3 times in a row" in report.failures[0]
    assert place.rows("SELECT * FROM hydrations") == []
    copies.trouble = None
    copies.held = {address(number): {OLD: told(number)} for number in range(1, 7)}
    assert look(place).gained["text"] == 6


def test_an_address_that_is_left_out_on_request_is_not_asked_for_again(place, copies):
    place.add(1)
    copies.excluded = {address(1)}
    copies.held[address(1)] = {OLD: told(1)}
    assert dict(look(place).outcomes) == {"refused": 1}
    copies.excluded.clear()
    look(place)
    assert len(copies.asked) == 1
    assert place.texts() == {key(1): None}


@pytest.mark.parametrize("state", ["deleted", "protected", "suspended"])
def test_posts_that_are_gone_need_a_reason_which_is_kept(place, copies, tmp_path, state):
    place.add(1, 2)
    place.social.states[native_id(1)] = state
    place.check(2, method="x-oembed")
    place.check(1, method="x-oembed")
    copies.held = {address(number): {OLD: told(number)} for number in (1, 2)}
    report = look(place)
    assert (report.unasked, copies.listed()) == (1, [address(2)])
    report = look(place, reason="Inquiry 12 of the harbour board")
    assert copies.listed() == [address(2), address(1)]
    assert place.texts() == {key(number): WORDS.format(number) for number in (1, 2)}
    reasons = place.rows("SELECT DISTINCT post, reason FROM hydrations WHERE method = 'archives' ORDER BY 1")
    assert reasons == [(key(1), "Inquiry 12 of the harbour board"), (key(2), None)]
    assert place.voxpop("prove", place.path, key(1), "-o", tmp_path / "proof").code == 0
    record = json.loads((tmp_path / "proof" / "record.json").read_text())
    assert record["hydrations"][-1]["reason"] == "Inquiry 12 of the harbour board"


def test_what_was_erased_is_never_asked_for(place, copies):
    place.add(1, 2)
    copies.held = {address(number): {OLD: told(number)} for number in (1, 2)}
    look(place, limit=1)
    (found,) = [post for post, text in place.texts().items() if text]
    assert place.voxpop("erase", place.path, "--author", "twitter:ada", "--purge-captures").code == 0
    copies.asked.clear()
    place.add(1, 2)
    assert look(place, reason="curious").requests == 0
    assert copies.asked == []
    assert found not in place.texts()
    assert place.rows("SELECT * FROM hydrations") == place.rows("SELECT * FROM counts") == []
    assert not any(b"lamp" in file.read_bytes() for file in place.path.parent.glob("a.db*"))


def test_no_more_than_24_requests_begin_within_a_minute(place, copies):
    place.add(*range(1, 31))
    for number in range(1, 31):
        copies.held[address(number)] = {NEW: SHELL, OLD: told(number)}
    assert look(place).requests == 90
    times = [at for _, at in copies.asked]
    assert max(sum(start <= at <= start + 60 for at in times) for start in times) <= 24


def test_archives_are_merged_with_where_was_looked(place, copies, tmp_path):
    place.add(1)
    copies.held[address(1)] = {OLD: told(1)}
    look(place)
    other = tmp_path / "other.db"
    for _ in range(2):
        assert place.voxpop("merge", other, place.path, "--quiet").code == 0
    place.path = other
    assert [outcome for (outcome,) in place.rows("SELECT outcome FROM hydrations")] == ["found"]
    assert len(place.rows("SELECT * FROM counts")) == 1


def settings_for(place, copies, more=""):
    file = place.path.with_name("voxpop.toml")
    file.write_text(
        'database = "a.db"\ncaptures = "captures"\n[fetch]\nallow_private = true\n'
        f'[hydration]\nindex = "{copies.index}"\nreplay = "{copies.replay}"\n{more}'
    )
    return file


def test_the_command_asks_archives_where_it_is_told_to(place, copies, monkeypatch):
    place.add(1)
    file = settings_for(place, copies)
    copies.held[address(1)] = {OLD: told(1)}
    with monkeypatch.context() as patch:
        patch.setattr(socket.socket, "connect", lambda *_: pytest.fail("a socket was opened"))
        assert place.voxpop("hydrate", place.path, "-c", file).code == 0
        assert place.voxpop("hydrate", place.path, "-c", file, "--reason", "why").code == 2
        planned = place.voxpop("hydrate", place.path, "-c", file, "--from", "archives", "--dry-run")
        assert re.findall(r"^archives .*|^wanted.*", planned.out, re.MULTILINE)[-1] == "wanted: archives 1"
    done = place.voxpop("hydrate", place.path, "-c", file, "--from", "archives", "-v")
    assert (done.code, done.out) == (0, "")
    assert done.err.splitlines()[0] == f"{key(1)}: found in archives: text, name, counts"
    assert place.texts() == {key(1): WORDS.format(1)}


@pytest.mark.parametrize("at", [1, 2, 3])
def test_killed_and_resumed_without_asking_twice(place, copies, at):
    place.add(1, 2)
    file = settings_for(place, copies, "enabled = true\nplatforms = []\narchives = true\n")
    for number in (1, 2):
        copies.held[address(number)] = {NEW: SHELL, OLD: told(number)}
    running = []

    def kill(_path):
        if len(copies.asked) == at:
            os.kill(running[0], signal.SIGKILL)

    copies.on_request = kill
    running.append(fork(command("hydrate", place.path, "-c", file)))
    assert ended(running[0]) == -signal.SIGKILL
    copies.on_request = lambda _path: None
    done = place.voxpop("hydrate", place.path, "-c", file)
    assert (done.code, done.out, done.err) == (0, "", "")
    assert place.texts() == {key(number): WORDS.format(number) for number in (1, 2)}
    paths = [path for path, _ in copies.asked]
    assert {path for path in paths if paths.count(path) > 1} <= {paths[at - 1]}  # what was never answered
    assert len(set(paths)) == 6
