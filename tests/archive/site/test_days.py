"""Lists, charts and files go by the day that the outlet printed."""

import json
import re

import pytest
from invented import article, save, tweet

from scraper.records import Moment

#: URL -> when it appeared, in UTC and as printed. Their local days are 13, 14 and 14 April.
STORIES = {
    "https://york.example/a": ("2026-04-14T00:38:00Z", "2026-04-13T20:38-04:00"),
    "https://tokyo.example/b": ("2026-04-13T15:30:00Z", "2026-04-14T00:30:00+09:00"),
    "https://london.example/c": ("2026-04-14T09:00:00Z", "2026-04-14T09:00:00Z"),
}
DAYS = [
    ("since=2026-04-14", "tokyo london"),
    ("until=2026-04-13", "york"),
    ("since=2026-04-13&until=2026-04-13", "york"),
    ("since=2026-04-14&until=2026-04-14", "tokyo london"),
    ("since=2026-04&until=2026-04", "york tokyo london"),
]


@pytest.fixture(scope="module")
def dated(tmp_path_factory):
    path = tmp_path_factory.mktemp("days") / "days.db"
    for number, (url, (at, written)) in enumerate(STORIES.items()):
        moment = Moment(at=at, precision="second", source="metadata", as_written=written)
        facts = {"outlet": url.split("/")[2].split(".")[0], "published": moment}
        save(path, article(tweet(f"Lamp {number} is lit #Lights"), url=url, tags=("Pier",), facts=facts))
    return path


@pytest.fixture
def ask(dated, datasette_on, get):
    return lambda address: get(datasette_on(dated), f"/days/{address}")


@pytest.mark.parametrize("narrow", ["", "&hashtag=pier", "&q=harbour", "&outlet=york"])
@pytest.mark.parametrize(("span", "outlets"), DAYS)
def test_lists_of_articles(ask, span, outlets, narrow):
    lines = ask(f"list/articles.jsonl?{span}{narrow}").text.splitlines()
    wanted = set(outlets.split()) & ({"york"} if "outlet" in narrow else {"york", "tokyo", "london"})
    assert {json.loads(line)["outlet"] for line in lines} == wanted


@pytest.mark.parametrize(("span", "outlets"), DAYS)
def test_lists_of_reactions(ask, span, outlets):
    lines = ask(f"list/reactions.jsonl?{span}").text.splitlines()
    assert {json.loads(line)["outlet"] for line in lines} == set(outlets.split())


@pytest.mark.parametrize("page", ["list/articles", "list/reactions"])
def test_charts(ask, page):
    assert set(re.findall(r"(1[345]) April 2026: [12]", ask(page).text)) == {"13", "14"}


@pytest.mark.parametrize(("outlet", "day"), [("york", "2026-04-13"), ("tokyo", "2026-04-14")])
def test_days_of_an_outlet(ask, outlet, day):
    found = ask(f"outlet/{outlet}.json?rows=days").json()
    assert [row["day"] for row in (found["rows"] if isinstance(found, dict) else found)] == [day]


def test_compared_outlets(ask):
    found = ask("compare.json?outlet=york&outlet=tokyo&rows=figures").json()
    rows = found["rows"] if isinstance(found, dict) else found
    assert {row["outlet"]: row["day"] for row in rows} == {"york": "2026-04-13", "tokyo": "2026-04-14"}
