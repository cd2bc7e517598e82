"""Settings: everything that can be wrong is one line with file, key and remedy."""

from __future__ import annotations

import re
import sqlite3
import tomllib
from dataclasses import fields
from itertools import pairwise
from pathlib import Path

import pytest

from archive.settings import (
    Availability,
    Fetching,
    Hydration,
    PictureReading,
    Running,
    Settings,
    Visiting,
    read_settings,
    read_topics,
)
from archive.settings.lists import read_list
from archive.settings.paths import check_settings
from scraper.errors import SettingsError, SourceError

SHIPPED = Path(__file__).parents[3] / "config" / "voxpop.toml"
TOP = 'database = "a.db"\ncaptures = "captures"\n'


def read(tmp_path, text):
    file = tmp_path / "voxpop.toml"
    file.write_text(text, "utf-8")
    return read_settings(file)


def test_the_shipped_file_holds_every_default():
    settings = read_settings(SHIPPED)
    assert (settings.fetch, settings.visits, settings.run, settings.contact, settings.sources) == (
        Fetching(),
        Visiting(),
        Running(),
        None,
        (),
    )
    assert settings.availability == Availability()
    table = tomllib.loads(SHIPPED.read_text("utf-8"))
    assert set(table["availability"]) == {"enabled", "platforms", "after"}
    assert settings.hydration == Hydration()
    assert set(table["hydration"]) == {item.name for item in fields(Hydration)}
    assert settings.ocr == PictureReading()
    assert set(table["ocr"]) == {item.name for item in fields(PictureReading)}
    assert set(table["fetch"]) == {item.name for item in fields(Fetching)}
    assert set(table["visits"]) == {item.name for item in fields(Visiting)}
    assert set(table["run"]) == {item.name for item in fields(Running)}
    assert table["rotate_bytes"] == next(item.default for item in fields(Settings) if item.name == "rotate_bytes")


def test_every_key_of_the_shipped_file_is_explained():
    lines = SHIPPED.read_text("utf-8").splitlines()
    for before, line in pairwise(lines):
        if "=" in line and not line.startswith("#"):
            assert before.startswith("# "), line


def test_the_commented_examples_are_valid(tmp_path):
    lines = SHIPPED.read_text("utf-8").splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("# [["))
    examples = [line.removeprefix("#").strip() for line in lines[first:]]
    kept = [line for line in examples if line.startswith("[[") or " = " in line]
    settings = read(tmp_path, TOP + "\n".join(kept))
    assert [source.kind for source in settings.sources] == ["feed", "sitemap", "urls_file", "folder"]
    assert settings.sources[0].topics[0].hashtags == ("StormAlva",)
    assert settings.sources[0].every == 1800


def test_the_commented_examples_of_checks_are_valid(tmp_path):
    lines = SHIPPED.read_text("utf-8").splitlines()
    text = "\n".join(line.removeprefix("# ") for line in lines if re.match(r"# (\[availability|mastodon)", line))
    found = read(tmp_path, TOP + text).availability
    assert found.delays == {"mastodon": 5.0}
    assert found.canaries == {"mastodon": "https://social.example/@ada/111111111111111111"}


def test_paths_count_from_the_file(tmp_path):
    settings = read(tmp_path, TOP + '[[sources]]\nname = "s"\nfolder = "pages"\n')
    assert settings.database == tmp_path / "a.db"
    assert settings.sources[0].places == (str(tmp_path / "pages"),)


FEED = TOP + "[[sources]]\nname = 'a'\nfeed = 'https://a.example/'\n"
FOLDER = TOP + "[[sources]]\nname = 'a'\nfolder = 'x'\n"
WRONG = [
    (TOP + "[availability]\nenabled = 1", "availability.enabled: must be true or false, not 1"),
    (
        TOP + "[availability]\nplatforms = ['friendster']",
        "availability.platforms: must be a list of bluesky, mastodon, reddit, telegram, tiktok, twitter, youtube; 'friendster'",
    ),
    (
        TOP + "[availability]\nplatforms = ['instagram']",
        "availability.platforms: must be a list of bluesky, mastodon, reddit, telegram, tiktok, twitter, youtube; instagram is never asked: its",
    ),
    (TOP + "[ocr]\nenabled = 1", "ocr.enabled: must be true or false, not 1"),
    (TOP + "[hydration]\nenabled = 1", "hydration.enabled: must be true or false, not 1"),
    (
        TOP + "[hydration]\nplatforms = ['instagram']",
        "hydration.platforms: must be a list of bluesky, mastodon, reddit, telegram, tiktok, twitter, youtube; instagram is never asked: its",
    ),
    (TOP + "[availability]\nafter = []", "availability.after: must be a list of times of an hour or more"),
    (TOP + "[availability]\nafter = ['5m']", "availability.after: must be a list of times of an hour or more"),
    (
        TOP + "[availability.delays]\nmastodon = 0.1",
        "availability.delays: must be a number of seconds from 2 to 86,400 for mastodon (its limit: 300 requests",
    ),
    (TOP + "[availability.delays]\ninstagram = 9", "availability.delays: must be a table with a line for each"),
    (
        TOP + "[availability.canaries]\nbluesky = 'https://social.example/@ada/111111111111111111'",
        "availability.canaries: must be the URL of a post on Bluesky",
    ),
    ("databse = 'a'", "databse: is no setting: did you mean database?"),
    ("xyz = 1", "xyz: is no setting: known here: database, captures"),
    ("captures = 'c'", "database: is missing"),
    (TOP + "[fetch]\ndelay = 'fast'", "fetch.delay: must be a number of seconds from 0 to 86,400, not 'fast'"),
    (TOP + "[fetch]\ndelay = nan", "fetch.delay: must be a number of seconds from 0"),
    (TOP + "[fetch]\ndelay = true", "fetch.delay: must be a number"),
    (TOP + "[fetch]\nconcurency = 3", "fetch.concurency: is no setting: did you mean concurrency?"),
    (TOP + "[fetch]\nconcurrency = 0", "fetch.concurrency: must be a whole number from 1"),
    (TOP + "[fetch]\nallow_private = 'no'", "fetch.allow_private: must be true or false"),
    (TOP + "fetch = 3", "fetch: must be a table"),
    (TOP + "sources = [1]", "sources: must be tables in double brackets"),
    (TOP + "contact = 'ünï'", "contact: must be a URL or an e-mail address"),
    (TOP + 'contact = "a\\nb"', "contact: must be"),
    (TOP + "[visits]\nagain = ['soon']", "visits.again: must be a list of times"),
    (TOP + "[visits]\nquiet = 7", "visits.quiet: must be a time such as"),
    (TOP + "[[sources]]\nfeed = 'https://a.example/'", "sources[1]: needs a name and exactly one of feed, sitemap"),
    (
        TOP + "[[sources]]\nname = 'a'\nfeed = 'https://a.example/'\nfolder = 'x'",
        "sources[1]: needs a name and exactly one",
    ),
    (TOP + "[[sources]]\nname = 'a'\nfeed = 'a.example'", "sources[1].feed: must be a URL such as https://"),
    (TOP + "[[sources]]\nname = 'a'\nurls = 'https://a.example'", "sources[1].urls: must be a list of addresses"),
    (
        TOP + "[[sources]]\nname = 'a'\nfolder = 'x'\n[[sources]]\nname = 'a'\nfolder = 'y'",
        "sources[2].name: 'a' is used twice",
    ),
    (TOP + "[[sources]]\nname = 'a'\nfolder = 'x'\ntopics = ['t']", "sources[1].topics: 't' is no topic: add it"),
    (TOP + "[[topics]]\nname = 'a'", "topics[1]: needs a name, and hashtags or terms"),
    (TOP + "[[selections]]\nname = 'a'", "selections[1]: needs a name and a filter"),
    (TOP + "[[selections]]\nname = 'a'\nfilter = {colour = 'red'}", "selections[1].filter: must be a table such as"),
    (TOP + "[[topics]]\nname = 'a'\nterms = 'x'", "topics[1].terms: must be a list of texts"),
    (FEED + "since = '1 May'", "sources[1].since: must be a day such as \"2024-05-01\", not '1 May'"),
    (FEED + "max_age = 30", "sources[1].max_age: must be a time such as"),
    (FEED + "max_articles = 0", "sources[1].max_articles: must be a whole number from 1 to 1,000,000"),
    (FEED + "user_agent = 'ünï'", "sources[1].user_agent: must be a text in plain ASCII"),
    (FEED + "headers = {Cookie = 'secret'}", "sources[1].headers: must be a table of headers such as"),
    (FEED + "headers = {X-Key = 'secret\u00fc'}", "sources[1].headers: must be a table of headers such as"),
    (FEED + "headers = 'X-Key: secret'", "sources[1].headers: must be a table of headers such as"),
    (FOLDER + "max_age = '3d'", "sources[1].max_age: is for feed and sitemap: leave it out"),
    (FOLDER + "cookies_file = 'c'", "sources[1].cookies_file: is for feed and sitemap and urls: leave it out"),
    ("database = ", "is not TOML"),
    (TOP + "[fetch]\ncontact = 'me@a.example'", "fetch.contact: is no setting: write it above the first [table]"),
    (TOP + "[fetch]\ndelay = 1e300", "fetch.delay: must be a number of seconds"),
    (TOP + "[visits]\nquiet = '999999d'", "visits.quiet: must be a time such as"),
    ("database = '~nobody-of-this-name/a.db'", "database: must be a path"),
    (TOP + "[[sources]]\nname = 'a'\nurls = []", "sources[1].urls: must be a list of addresses"),
    (TOP + "[[topics]]\nname = 'a'\nhashtags = ['#']", "topics[1].hashtags: must be a list of hashtags"),
    (TOP + "[[topics]]\nname = 'a'\nhashtags = ['#Storm Alva']", "topics[1].hashtags: must be a list of"),
    (TOP + "[[topics]]\nname = 'a'\nhashtags = ['##Alva']", "topics[1].hashtags: must be a list of"),
    (TOP + "[run]\nping = 'hc.example'", "run.ping: must be a URL such as"),
    (TOP + "[run]\npings = ''", "run.pings: is no setting: did you mean ping?"),
    (TOP + "[fetch]\nproxy = 'squid'", 'fetch.proxy: must be "environment", "none" or a URL such as'),
    (TOP + "[fetch]\nproxy = 'socks5://me:secret@a.example'", "fetch.proxy: must be"),
    (TOP + "[fetch]\nproxy = ['none']", "fetch.proxy: must be"),
    (TOP + "[run]\nping = 'https://me:a/secret@a.example:0/'", "run.ping: must be a URL"),
    (TOP + "x = " + "[" * 50_000 + "]" * 50_000, "is nested too deeply, or holds too long a number"),
    (TOP + "x = " + "{a = " * 20_000 + "1" + "}" * 20_000, "is nested too deeply"),
    (TOP + "rotate_bytes = " + "9" * 5000, "is nested too deeply, or holds too long a number"),
    (TOP + "rotate_bytes = 0x" + "f" * 5000, "rotate_bytes: must be a whole number from 1"),
]


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_what_is_wrong_is_one_line(tmp_path, text, message):
    with pytest.raises(SettingsError) as caught:
        read(tmp_path, text)
    assert str(caught.value).startswith(f"{tmp_path / 'voxpop.toml'}: {message}")
    assert "\n" not in str(caught.value)
    assert "secret" not in str(caught.value)
    assert caught.value.exit_code == 3


def test_files_that_cannot_be_read(tmp_path):
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe")
    for name, words in (
        ("missing.toml", "voxpop init"),
        (".", "cannot be read"),
        ("binary.toml", "is not UTF-8 text"),
        ("/dev/zero", "is larger than 20,000,000 bytes: name a settings file"),
    ):
        with pytest.raises(SettingsError, match=words):
            read_settings(tmp_path / name)


@pytest.mark.parametrize(
    "address",
    ["https://", "https://a b.example/", "https://a.example:99999/", "https://[::1", "//a.example", "https://a$b/"],
)
def test_impossible_addresses(tmp_path, address):
    with pytest.raises(SettingsError, match="must be a URL such as"):
        read(tmp_path, TOP + f"[[sources]]\nname = 'a'\nsitemap = '{address}'")


def test_a_byte_order_mark_and_windows_line_ends(tmp_path):
    (tmp_path / "voxpop.toml").write_bytes(b"\xef\xbb\xbf" + TOP.replace("\n", "\r\n").encode())
    assert read_settings(tmp_path / "voxpop.toml").captures == tmp_path / "captures"


def test_the_users_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "me"))
    settings = read(tmp_path, TOP.replace("a.db", "~/a.db") + "[[sources]]\nname = 's'\nfolder = '~/pages'\n")
    assert settings.database == tmp_path / "me" / "a.db"
    assert settings.sources[0].places == (str(tmp_path / "me" / "pages"),)


def test_a_list_without_an_end(monkeypatch):
    monkeypatch.setattr("archive.settings.lists.MAX_LISTING_BYTES", 1000)
    with pytest.raises(SourceError, match="is larger than 1,000 bytes: split the list"):
        read_list(Path("/dev/zero"))


def test_ages_are_in_order(tmp_path):
    assert read(tmp_path, TOP + "[visits]\nagain = ['1d', '1h']").visits.again == (3600, 86_400)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("database = 'no/a.db'\ncaptures = 'c'", "database: the folder "),
        ("database = '.'\ncaptures = 'c'", "database: "),
        ("database = 'a.db'\ncaptures = 'voxpop.toml'", "captures: "),
        ("database = 'other.db'\ncaptures = 'c'", "database: "),
        ("database = 'words.txt'\ncaptures = 'c'", "database: "),
        ("database = 'a.db'\ncaptures = 'words.txt/captures'", "captures: "),
        (TOP + "[[sources]]\nname = 'a'\nfolder = 'no'", "sources[1].folder: "),
        (TOP + "[[sources]]\nname = 'a'\nurls_file = 'no'", "sources[1].urls_file: "),
        (TOP + "[[sources]]\nname = 'a'\nurls_file = '.'", "sources[1].urls_file: "),
        (TOP + "[[sources]]\nname = 'a'\nurls_file = 'words.txt'", "sources[1].urls_file: "),
        (FEED + "cookies_file = 'no'", "sources[1].cookies_file: "),
        (FEED + "cookies_file = 'words.txt'", "sources[1].cookies_file: "),
        (FEED + "certificates = 'words.txt'", "sources[1].certificates: "),
        (f"database = '{'a' * 300}.db'\ncaptures = 'c'", "database: "),
        (f"database = 'a.db'\ncaptures = '{'c' * 300}'", "captures: "),
        (TOP + f"[[sources]]\nname = 'a'\nfolder = '{'f' * 300}'", "sources[1].folder: "),
        (TOP + f"[[sources]]\nname = 'a'\nurls_file = '{'f' * 300}'", "sources[1].urls_file: "),
    ],
)
def test_places_that_are_not_there(tmp_path, text, message):
    (tmp_path / "words.txt").write_text("name the story\n" * 100)
    other = sqlite3.connect(tmp_path / "other.db")
    other.execute("CREATE TABLE posts (id)")
    other.close()
    (tmp_path / "voxpop.toml").write_text(text, "utf-8")
    _, (problem,) = check_settings(tmp_path / "voxpop.toml")
    assert problem.startswith(message)
    assert any(word in problem for word in ("name ", "check the ", "export them")), "what to do"


def test_places_that_may_not_be_written(tmp_path, voxpop_obeying):
    (tmp_path / "closed").mkdir(mode=0o555)
    (tmp_path / "a.db").touch(mode=0o444)
    pages = '[[sources]]\nname = "pages"\nfolder = "."\n'
    for places, words in (
        ("database = 'closed/a.db'\ncaptures = 'c'", "database: the folder "),
        ("database = 'a.db'\ncaptures = 'c'", "database: "),
        ("database = 'b.db'\ncaptures = 'closed'", "captures: "),
        ("database = 'b.db'\ncaptures = 'closed/deep/captures'", "captures: "),
    ):
        (tmp_path / "voxpop.toml").write_text(f"{places}\n{pages}")
        answer = voxpop_obeying("check-config", "-c", tmp_path / "voxpop.toml")
        assert (answer.code, answer.err.count("\n")) == (3, 1)
        assert answer.err.startswith(f"voxpop: {tmp_path}/voxpop.toml: {words}")


def test_places_that_are_there(tmp_path):
    (tmp_path / "urls.txt").write_text("")
    sources = "[[sources]]\nname = 'a'\nfolder = '.'\n[[sources]]\nname = 'b'\nurls_file = 'urls.txt'"
    (tmp_path / "voxpop.toml").write_text(TOP + sources)
    assert check_settings(tmp_path / "voxpop.toml")[1] == []
    assert not (tmp_path / "captures").exists()


EVERYTHING_WRONG = """
captures = "voxpop.toml"
colour = "red"
[fetch]
delay = "fast"
proxy = "squid"
[[topics]]
name = "storm"
[[sources]]
name = "a"
folder = "no"
topics = ["storm", "flood"]
[[sources]]
feed = "https://a.example/"
[[sources]]
name = "c"
urls_file = "no"
"""


def test_everything_that_is_wrong_is_named_at_once(tmp_path, voxpop_here):
    file = tmp_path / "voxpop.toml"
    file.write_text(EVERYTHING_WRONG)
    answer = voxpop_here("check-config", "-c", file)
    lines = [line.removeprefix(f"voxpop: {file}: ") for line in answer.err.splitlines()]
    assert (answer.code, answer.out) == (3, "")
    assert [line.partition(": ")[0] for line in lines] == [
        "colour", "database", "topics[1]", "sources[1].topics", "sources[2]", "fetch.delay", "fetch.proxy",
        "captures", "sources[1].folder", "sources[3].urls_file",
    ]  # fmt: skip
    with pytest.raises(SettingsError, match=r"colour: .* \(6 more: `voxpop check-config` names all\)$"):
        read_settings(file)


NO_TOPICS = {
    "no topic": (TOP, "topics: missing: add one as [[topics]]"),
    "a topic without words": ("[[topics]]\nname = 'a'", "topics[1]: needs a name, and hashtags or terms"),
    "a word for a list": ("[[topics]]\nname = 'a'\nterms = 'x'", "topics[1].terms: must be a list of texts"),
}


def test_topics_are_read_from_a_file_that_holds_nothing_else(tmp_path):
    file = tmp_path / "topics.toml"
    file.write_text("[[topics]]\nname = 'storm'\nterms = ['harbour flood']\nhashtags = ['#StormAlva']")
    (topic,) = read_topics(file)
    assert (topic.name, topic.terms, topic.hashtags) == ("storm", ("harbour flood",), ("StormAlva",))


@pytest.mark.parametrize(("text", "message"), NO_TOPICS.values(), ids=NO_TOPICS)
def test_wrong_topics_are_refused(tmp_path, text, message):
    file = tmp_path / "topics.toml"
    file.write_text(text)
    with pytest.raises(SettingsError) as refused:
        read_topics(file)
    assert str(refused.value).startswith(f"{file}: {message}")


def test_selections_have_names_and_fields(tmp_path):
    (saved,) = read(
        tmp_path, TOP + "[[selections]]\nname = 'Pier'\nfilter = {hashtag = '#PierSong', since = '2024'}"
    ).selections
    assert (saved.name, saved.filter) == ("Pier", (("hashtag", "#PierSong"), ("since", "2024")))
