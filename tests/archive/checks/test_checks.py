"""Rounds of checks against platforms on loopback that misbehave as the real ones do."""

from __future__ import annotations

import os
import signal
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from dying import command, ended, fork
from social import POSTS, Social, add_posts, post_of

from archive.checks import RequestOptions, Selection, check_posts
from archive.checks.ledger import History, next_check
from archive.settings import Availability, Fetching
from archive.store.archive import Archive
from archive.store.database import open_to_read
from archive.verify.check import findings
from scraper.registry import question_of

DAY = 86_400


class Room:
    """An archive, platforms, and a clock that passes when somebody waits."""

    def __init__(self, folder, farm):
        self.path, self.folder = folder / "a.db", folder / "captures"
        self.seconds, self.patience = 0.0, 30.0
        self.social = Social(farm, lambda: self.seconds)
        self.events = []

    def now(self):
        return datetime(2020, 2, 10, tzinfo=UTC) + timedelta(seconds=self.seconds)

    def sleep(self, seconds):
        self.seconds += seconds

    def check(self, method, *, posts=(), limit=None, seconds=None, **more):
        platform = question_of(method)[0].name
        availability = Availability(endpoints={platform: self.social.endpoint}, **more)
        with Archive.open(self.path, now=self.now) as archive:
            return check_posts(
                archive,
                self.folder,
                Selection(platforms=(method,), posts=posts, limit=limit),
                RequestOptions(
                    availability=availability,
                    fetching=Fetching(
                        allow_private=True, attempts=1, request_timeout=2 * self.patience, read_timeout=self.patience
                    ),
                    now=self.now,
                    clock=lambda: self.seconds,
                    sleep=self.sleep,
                ),
                seconds=seconds,
                on_event=self.events.append,
            )

    def rows(self, query):
        with closing(open_to_read(self.path)) as db:
            return db.execute(query).fetchall()

    def verdicts(self):
        return dict(self.rows("SELECT post, verdict FROM checks GROUP BY post HAVING max(id)"))


@pytest.fixture
def place(tmp_path, farm):
    return Room(tmp_path, farm)


#: Method, what became of the post, the verdict.
STATES = [
    *((method, "up", "up") for method in POSTS),
    *((method, "missing", "unavailable") for method in POSTS if method != "bluesky-getposts"),
    ("x-oembed", "deleted", "deleted"),
    ("x-oembed", "protected", "protected"),
    ("x-oembed", "suspended", "suspended"),
    ("x-oembed", "outage", "unknown"),
    ("x-syndication", "deleted", "deleted"),
    ("x-syndication", "suspended", "suspended"),
    ("x-syndication", "protected", "protected"),
    ("x-syndication", "restricted", "restricted"),
    ("youtube-oembed", "restricted", "restricted"),
    ("youtube-oembed", "protected", "protected"),
    ("reddit-oembed", "deleted", "deleted"),
    ("mastodon", "suspended", "suspended"),
    ("bluesky-getposts", "deleted", "deleted"),
    ("bluesky-getposts", "suspended", "suspended"),
    ("bluesky-getposts", "deactivated", "deactivated"),
]


@pytest.mark.parametrize(("method", "state", "verdict"), STATES)
def test_what_became_of_a_post(place, method, state, verdict):
    one, other = add_posts(place.path, method, [0, 1])
    place.social.states[post_of(method, 0)[1]] = state
    report = place.check(method)
    assert (place.verdicts(), report.failures) == ({one: verdict, other: "up"}, [])
    captured = place.rows("SELECT checks.post, captures.refused FROM checks JOIN captures ON captures.id = capture")
    assert sorted(captured) == sorted((key, "is an answer about a post") for key in (one, other))


#: Each trouble with two methods, and each method with the troubles that depend on how its answers are read.
TROUBLES = [
    pytest.param(
        method,
        trouble,
        id=f"{method}-{trouble}",
        marks=[]
        if method in {"x-oembed", "bluesky-getposts"} or trouble in {"lies", "malformed"}
        else pytest.mark.thorough,
    )
    for method in POSTS
    for trouble in ("limit", "outage", "lies", "challenge", "slow", "malformed")
]


@pytest.mark.parametrize(("method", "trouble"), TROUBLES)
def test_trouble_tells_nothing_of_posts(place, method, trouble):
    keys = add_posts(place.path, method, range(4))
    question = question_of(method)[1]
    host = question.host(next(iter(targets(method))))
    for known in (False, True):
        place.social.trouble[host] = None if known else trouble
        place.patience = 0.3 if trouble == "slow" and not known else 30.0
        report = place.check(method)
        assert set(place.verdicts().values()) <= ({"up"} if known else {"unknown"})
        assert bool(report.failures) == (not known and trouble in {"limit", "outage", "slow"})
        place.seconds += 200 * DAY
    place.social.trouble[host] = trouble
    place.patience = 0.3 if trouble == "slow" else 30.0
    report = place.check(method)
    assert set(place.verdicts().values()) <= {"up", "unknown"}
    assert report.failures
    gone = "SELECT count(*) FROM availability WHERE status NOT IN ('up', 'unknown') OR first_gone IS NOT NULL"
    assert place.rows(gone) == [(0,)]
    assert len(keys) == 4


def targets(method):
    from scraper.availability import Target

    platform, native_id, url = post_of(method, 0)
    yield Target(key=f"{platform}:{native_id}", native_id=native_id, url=url)


def test_a_look_in_between_does_not_put_off_the_confirmation():
    gone = History("2020-02-01T00:00:00Z", "deleted", "2020-02-09T00:00:00Z", "2020-02-09T12:00:00Z")
    assert next_check(gone, [DAY, 90 * DAY]) == datetime(2020, 2, 10, tzinfo=UTC)


def test_gone_is_confirmed_a_day_later_and_a_post_can_come_back(place):
    one, _ = add_posts(place.path, "x-oembed", [0, 1])
    native = post_of("x-oembed", 0)[1]
    status = f"SELECT status, last_up, first_gone, confirmed FROM availability WHERE post = '{one}'"
    place.check("x-oembed")
    assert place.rows(status) == [("up", "2020-02-10T00:00:02Z", None, 0)]
    place.seconds = 22 * DAY
    place.social.states[native] = "deleted"
    place.check("x-oembed")
    ((verdict, up, gone, confirmed),) = place.rows(status)
    assert (verdict, up[:10], gone[:10], confirmed) == ("deleted", "2020-02-10", "2020-03-03", 0)
    place.seconds += DAY / 2
    assert place.check("x-oembed").found == {}
    place.seconds += DAY
    assert list(place.check("x-oembed").found) == [one]
    assert place.rows(status)[0][3] == 1
    assert place.rows(f"SELECT verdict, times FROM checks WHERE post = '{one}'") == [
        ("up", 1),
        ("unknown", 1),  # it was the canary itself, and another one was tried
        ("deleted", 2),
    ]
    place.social.states.clear()
    place.seconds += 400 * DAY
    place.check("x-oembed")
    assert place.rows(status)[0][0::2] == ("up", None)


def test_checks_are_made_at_the_ages_of_the_settings(place):
    add_posts(place.path, "mastodon", [0], seen="2020-02-10T00:00:00Z")
    asked = []
    for hour in range(0, 24 * 100, 12):
        place.seconds = max(place.seconds, hour * 3600.0)
        if place.check("mastodon", after=(DAY, 7 * DAY, 30 * DAY)).found:
            asked.append(hour // 24)
    assert asked == [1, 7, 30, 60, 90]


def test_a_platform_that_begins_to_lie_in_the_middle_is_not_believed(place):
    keys = add_posts(place.path, "x-oembed", range(6))

    def lie(_ids):
        if len(place.social.asked) == 4:
            place.social.trouble["publish.x.com"] = "lies"

    place.social.on_request = lie
    report = place.check("x-oembed")
    assert set(place.verdicts().values()) == {"unknown"}
    assert len(place.verdicts()) == len(keys)
    assert "was found, but not a moment later" in report.failures[0]


def test_every_answer_about_a_post_is_known_by_it(place):
    one, other = add_posts(place.path, "bluesky-getposts", [0, 1])
    place.social.states[post_of("bluesky-getposts", 0)[1]] = "deleted"
    place.check("bluesky-getposts")
    place.seconds += 2 * DAY
    place.check("bluesky-getposts")
    answers = dict(place.rows("SELECT post, count(*) FROM check_answers GROUP BY post"))
    assert answers == {one: 4, other: 2}
    assert place.rows("SELECT count(*) FROM captures WHERE id NOT IN (SELECT capture FROM check_answers)") == [(0,)]


def test_a_canary_of_the_user_decides(place):
    add_posts(place.path, "x-oembed", range(3))
    place.social.states["20"] = "deleted"
    canaries = {"twitter": "https://x.com/ada/status/20"}
    report = place.check("x-oembed", canaries=canaries)
    assert set(place.verdicts().values()) == {"unknown"}
    assert report.exit_code == 4
    assert "does not show https://x.com/ada/status/20, which is known to be there" in report.failures[0]
    assert place.social.ids() == ["20"]
    place.social.states.clear()
    place.seconds += DAY
    assert place.check("x-oembed", canaries=canaries).exit_code == 0
    assert set(place.verdicts().values()) == {"up"}


def test_a_canary_that_is_gone_itself_is_followed_by_another(place):
    keys = add_posts(place.path, "bluesky-getposts", range(60))
    place.check("bluesky-getposts")
    place.seconds += 200 * DAY
    last = place.rows("SELECT post FROM checks ORDER BY last_at DESC LIMIT 1")[0][0]
    place.social.states[last.partition(":")[2]] = "deleted"
    report = place.check("bluesky-getposts")
    assert report.failures == []
    assert place.verdicts() == {key: "deleted" if key == last else "up" for key in keys}


def test_a_host_that_asks_to_be_left_alone_is(place):
    add_posts(place.path, "x-oembed", range(3))
    place.social.trouble["publish.x.com"] = "limit"
    report = place.check("x-oembed")
    assert report.failures == ["publish.x.com: asked for a pause until 2020-02-10T01:00:00Z"]
    assert (len(place.social.asked), report.left) == (1, 2)
    place.social.trouble.clear()
    place.seconds += 3000
    place.check("x-oembed")
    assert len(place.social.asked) == 1
    place.seconds += 700
    assert place.check("x-oembed").verdicts == {"up": 2}


def test_time_that_is_over_leaves_the_rest_for_later(place):
    keys = add_posts(place.path, "x-oembed", range(20))
    report = place.check("x-oembed", seconds=21.0)
    assert (len(report.found), report.left) == (11, 9)
    assert set(report.found) | set(place.check("x-oembed").found) >= set(keys)
    ids = place.social.ids()
    canary = {native_id for native_id in ids if ids.count(native_id) > 1}
    assert len(canary) <= 1


def test_named_posts_are_asked_about_before_their_time(place):
    one, _ = add_posts(place.path, "x-oembed", [0, 1], seen="2020-02-10T00:00:00Z")
    assert place.check("x-oembed").found == {}
    assert list(place.check("x-oembed", posts=(one,)).found) == [one]
    assert len(place.check("x-oembed", posts=(), limit=5).found) == 0


def test_the_archive_and_its_captures_stay_whole(place):
    add_posts(place.path, "mastodon", range(3))
    place.social.states[post_of("mastodon", 1)[1]] = "missing"
    before = findings(place.path)  # no article embeds these posts
    place.check("mastodon")
    assert findings(place.path) == before
    with Archive.open(place.path) as archive, archive.transaction() as connection:
        connection.execute("DELETE FROM posts")
    assert place.rows("SELECT count(*) FROM checks") == [(0,)]


def test_a_check_that_a_clock_dated_in_the_future_is_set_back(place):
    (one,) = add_posts(place.path, "x-oembed", [0])
    place.seconds = 100 * DAY
    place.check("x-oembed")
    place.seconds = 0.0
    assert list(place.check("x-oembed").found) == [one]
    assert place.rows("SELECT verdict, times, last_at < '2020-02-11' FROM checks") == [("up", 2, 1)]


def test_archives_are_merged_with_their_checks(place, tmp_path, voxpop_here):
    other = tmp_path / "other.db"
    add_posts(place.path, "x-oembed", range(2))
    place.check("x-oembed")
    add_posts(other, "x-oembed", range(1))
    for _ in range(2):
        assert voxpop_here("merge", other, place.path, "--quiet").code == 0
    with closing(open_to_read(other)) as db:
        assert db.execute("SELECT post, verdict, times FROM checks").fetchall() == [
            ("twitter:1223400000000000000", "up", 1)
        ]


@pytest.mark.parametrize(
    "counts",
    [
        # Bluesky is asked about 25 posts at once: three requests, and one that is not full.
        pytest.param({"bluesky-getposts": 80, "mastodon": 6, "x-oembed": 6}, id="few"),
        pytest.param(
            {"bluesky-getposts": 8800, "mastodon": 600, "x-oembed": 600}, id="ten-thousand", marks=pytest.mark.thorough
        ),
    ],
)
def test_many_posts_within_the_rates(place, counts):
    for method, count in counts.items():
        add_posts(place.path, method, range(count))
    for method, count in counts.items():
        report = place.check(method)
        assert (report.failures, report.verdicts) == ([], {"up": count})
    for host, delay in (("public.api.bsky.app", 1.0), ("social.example", 2.0), ("publish.x.com", 2.0)):
        times = [at for asked, at, _ in place.social.asked if asked == host]
        assert min(later - earlier for earlier, later in pairwise(times)) >= delay
    asked = len(place.social.asked)
    for method in counts:
        assert place.check(method).found == {}
    assert len(place.social.asked) == asked


def settings_for(room, folder, *platforms):
    file = folder / "voxpop.toml"
    endpoints = "\n".join(f'{name} = "{room.social.endpoint}"' for name in platforms)
    file.write_text(
        'database = "a.db"\ncaptures = "captures"\n[fetch]\nallow_private = true\n'
        f"[availability]\nenabled = true\nplatforms = {list(platforms)!r}\n[availability.endpoints]\n{endpoints}\n"
    )
    return file


def test_killed_and_resumed_without_asking_twice(place, tmp_path, voxpop_here):
    keys = add_posts(place.path, "x-oembed", range(7))
    file = settings_for(place, tmp_path, "twitter")
    running = []

    def kill(_ids):
        if len(place.social.asked) == 3:
            os.kill(running[0], signal.SIGKILL)

    place.social.on_request = kill
    running.append(fork(command("check", place.path, "-c", file)))
    assert ended(running[0]) == -signal.SIGKILL
    place.social.on_request = lambda _ids: None
    assert len(place.verdicts()) == 2
    done = voxpop_here("check", place.path, "-c", file)
    assert (done.code, done.out, done.err) == (0, "", "")
    ids = place.social.ids()
    again = [native_id for native_id in set(ids) if ids.count(native_id) > 1]
    assert set(again) <= {ids[1], ids[2]}  # the canary, which was there last, and what was never answered
    assert place.verdicts() == dict.fromkeys(keys, "up")
