"""What the manual says of the scheduled run is what the commands print."""

import re
import tomllib
from pathlib import Path

import pytest

from archive.settings import read_settings

ROOT = Path(__file__).parents[2]
SECTION = (ROOT / "docs" / "schedule.md").read_text("utf-8")
SETTINGS = re.search(r"```toml\n(.*?)```", SECTION, re.DOTALL)[1]

#: What differs from one run to the next: instants, days, spans and sizes.
VARIES = re.compile(r"\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?|(?:(?<= in )|(?<=\(after ))\d+ seconds?|[\d.]+ (?:bytes|kB|MB)")


@pytest.fixture
def folder(tmp_path, web):
    """The settings of the page, with our server as the proxy through which its outlets are reached."""
    pages = [web.page(f"Storm, part {n}", *(web.post(3 * n + k) for k in range(3))) for n in range(12)]
    stories = [f"http://harbour-herald.example/{n}" for n in range(12)]
    pages[7] = web.page("Storm, part 7", words="The mayor said in a tweet that the pier would stay shut. ")
    web.routes.update(dict(zip(stories[:-1], pages, strict=False)))
    web.routes["http://harbour-herald.example/rss"] = web.rss(*stories)
    web.routes["http://valley-news.example/news.xml"] = web.page("Not a sitemap")
    settings = SETTINGS.replace("https://", "http://")
    (tmp_path / "voxpop.toml").write_text(f'{settings}\n[fetch]\ndelay = 0\nproxy = "{web.url}"\n', "utf-8")
    return tmp_path


def printed(command):
    """What the page prints below a command."""
    return re.search(rf"^\$ {re.escape(command)}\n(.*?)(?=^\$ |^```)", SECTION, re.DOTALL | re.MULTILINE)[1]


def plain(text, folder):
    text = text.replace(f"{folder}/", "").replace("http://", "https://")
    text = VARIES.sub("…", text)
    return text.replace("from … to …", "at …").replace("archived … to …", "archived …")


def test_the_run_and_its_status(folder, voxpop_here):
    database, config = folder / "reactions.db", folder / "voxpop.toml"
    for shown, arguments, code in (
        ("voxpop check-config", ["check-config", "-c", config], 0),
        ("voxpop run", ["run", "-c", config], 1),
        ("voxpop status reactions.db", ["status", database], 0),
    ):
        done = voxpop_here(*arguments)
        assert (done.code, plain(done.out + done.err, folder)) == (code, plain(printed(shown), folder))


def test_what_is_said_of_the_defaults(tmp_path):
    (tmp_path / "voxpop.toml").write_text(SETTINGS, "utf-8")
    settings = read_settings(tmp_path / "voxpop.toml")
    hours = [f"{age // 3600} h" if age < 86_400 else f"{age // 86_400} d" for age in settings.visits.again]
    assert f"after {', '.join(hours[:-1])} and {hours[-1]}" in SECTION
    hours = [f"{age // 3600} h" if age < 86_400 else f"{age // 86_400} d" for age in settings.visits.retry]
    assert f"after {', '.join(hours[:-1])} and {hours[-1]}, then given up" in SECTION
    assert f"{settings.fetch.delay:g} s apart" in SECTION
    assert f"{settings.fetch.run_timeout / 3600:g} h" in SECTION


def test_the_crontab_line_is_the_one_that_init_prints(tmp_path, voxpop_here):
    lines = voxpop_here("init", tmp_path).out.splitlines()
    (line,) = (line for line in lines if line.startswith("*/15 * * * * "))
    (shown,) = (line for line in SECTION.splitlines() if line.startswith("*/15 * * * * "))
    assert shown.split()[-3:-1] == line.split()[-3:-1] == ["run", "-c"]


def test_the_settings_name_nothing_but_invented_outlets():
    assert {
        ".example" in source.get("feed", source.get("sitemap")) for source in tomllib.loads(SETTINGS)["sources"]
    } == {True}
