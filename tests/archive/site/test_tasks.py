"""Ten things that a newsroom does, in a real browser without scripts, each in three clicks from the front page.

Typing and choosing are no clicks; the button below them is one.
"""

import csv
import io
import re
import shlex
import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime

import pytest
from commands import run_here

#: The label of the search.
ASKED = "Words, a name, or an address"
pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(scope="module")
def archive(samples_archive, tmp_path_factory):
    """The sample articles, of which one has lost a post this month, and a topic kept one."""
    path = tmp_path_factory.mktemp("tasks") / "newsroom.db"
    shutil.copy(samples_archive, path)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        db.execute("UPDATE embeds SET gone_at = ? WHERE post = 'bluesky:3ksbz6ewa7s2l'", (now,))
        db.execute("INSERT INTO articles_topics SELECT id, 'pier' FROM articles WHERE outlet = 'Pop Signal'")
    return path


@pytest.fixture(scope="module")
def newsroom(archive, serve_here):
    with serve_here(archive) as address:
        yield address


@pytest.fixture(scope="module")
def page(chromium):
    return chromium.new_context(java_script_enabled=False, accept_downloads=True).new_page()


@pytest.fixture
def reader(page, newsroom):
    return Reader(page, newsroom)


class Reader:
    """Somebody who begins at the front page and counts clicks."""

    def __init__(self, page, address):
        self.page, self.clicks = page, 0
        self.page.goto(address)

    def click(self, name, role="link", within="body"):
        self.clicks += 1
        assert self.clicks <= 3
        self.page.locator(within).get_by_role(role, name=name).first.click()
        self.page.wait_for_load_state()
        return self

    def open(self, words):
        self.clicks += 1
        self.page.get_by_text(words, exact=True).first.click()
        return self

    def fill(self, **fields):
        for label, value in fields.items():
            self.page.locator("main form").get_by_label(label, exact=True).first.fill(value)
        return self

    def choose(self, label, value):
        self.page.locator("main form").get_by_label(label, exact=True).first.select_option(value)
        return self

    def download(self, name, within="main"):
        self.clicks += 1
        assert self.clicks <= 3
        link = self.page.locator(within).get_by_role("link", name=name, exact=True).first
        answer = self.page.request.get(self.page.evaluate("a => a.href", link.element_handle()))
        assert answer.ok
        return answer.text()

    @property
    def text(self):
        return self.page.locator("main").inner_text()


def test_posts_of_a_hashtag_in_a_month_shown_by_an_outlet_as_csv(reader):
    reader.click("Posts", within=".masthead")
    reader.fill(**{ASKED: '#letmirasing outlet:"Pop Signal" since:2024-05 until:2024-05'})
    reader.click("Search", "button", within="main")
    rows = list(csv.DictReader(io.StringIO(reader.download("CSV", "section[aria-labelledby=take]"))))
    assert len(rows) == 3
    assert {row["posted_at"][:7] for row in rows} == {"2024-05"}


def test_who_showed_a_post_first(reader):
    reader.click("11 May 2024, 21:47 UTC")
    assert "first" in reader.text.lower()
    assert "The Harbour Gazette" in reader.text


def test_the_fastest_outlets(reader):
    reader.click("Compare", within=".masthead").click("Who is fastest")
    assert "median" in reader.text.lower()
    assert "Pop Signal" in reader.text


def test_two_hashtags_compared(reader):
    reader.click("Compare", within=".masthead")
    reader.fill(**{"Hashtag A": "letmirasing", "Hashtag B": "saudade"}).click("Compare", "button", within="main")
    assert "5 shown" in reader.text
    assert reader.page.locator("main svg").count() > 2  # the chart, and the lines of its legend


@pytest.mark.parametrize("month", ["This month", "Last month"])
def test_what_vanished_in_a_month_and_its_words(reader, month):
    reader.click("Vanished", within=".masthead").click(month)
    assert ("Barn is yes." in reader.text) == (month == "This month")


def test_a_tweet_is_found_by_half_a_sentence(reader):
    reader.page.locator(".ask-all input").fill("council has closed")
    reader.click("Search", "button", within=".ask-all")
    reader.click("11 May 2024, 21:47 UTC", within="section[aria-labelledby=posts]")
    assert reader.page.locator("main mark").all_inner_texts()[:3] == ["council", "has", "closed"]
    assert "The Harbour Gazette" in reader.text


def test_the_article_around_a_quote(reader):
    """From a search the quote is found, marked and in sight, with the prose before and after it."""
    reader.page.locator(".ask-all input").fill('"it is a barn"')
    reader.click("Search", "button", within=".ask-all")
    reader.click(re.compile("barn"), within="section[aria-labelledby=quotes] .meta")
    quote = reader.page.locator(".anchor:target + mark.reaction")
    assert "Of course" in quote.inner_text()
    assert 0 <= quote.bounding_box()["y"] < reader.page.viewport_size["height"]
    around = quote.locator("xpath=ancestor::p[1]").inner_text()
    assert len(around) > len(quote.inner_text())


def test_who_is_quoted_most_about_a_word(reader):
    reader.page.locator(".ask-all input").fill("pier")
    reader.click("Search", "button", within=".ask-all")
    people = reader.page.locator(".facets h3", has_text="People").locator("xpath=following-sibling::ul[1]/li")
    numbers = [int(words.split()[-1]) for words in people.all_inner_texts()]
    assert numbers == sorted(numbers, reverse=True)
    reader.click(people.first.locator("bdi").inner_text(), within=".facets")
    assert f"{numbers[0]} post" in reader.text


def test_which_outlets_show_an_account(reader):
    reader.page.locator(".ask-all input").fill("from:mirasolene_ex")
    reader.click("Search", "button", within=".ask-all")
    outlets = reader.page.locator(".facets h3", has_text="Outlets").locator("xpath=following-sibling::ul[1]/li")
    assert "The Harbour Gazette" in " ".join(outlets.all_inner_texts())


def test_all_of_an_author(reader):
    reader.click(re.compile("Mira Solène @mirasolene_ex"))
    assert "The council has closed the pier." in reader.text
    assert "Brasil, eu li tudo." in reader.text


def test_what_a_topic_gathered(reader):
    reader.click("Reactions", within=".masthead").open("More filters").fill(
        Topic="pier", From="2024-05-06", To="2024-05-12"
    )
    reader.click("Search", "button", within="main")
    assert "4 reactions" in reader.text


def test_a_post_is_cited(reader):
    reader.click("11 May 2024, 21:47 UTC")
    assert "The council has closed the pier." in reader.page.locator("#citation").inner_text()
    assert reader.download("BibTeX").startswith("@")


def test_a_hashtag_is_published_as_a_site(reader, page, archive, tmp_path):
    """The page of the hashtag names the command, which writes pages that a browser reads from the disk."""
    reader.click("#LetMiraSing")
    command = shlex.split(reader.page.locator("code.publish").inner_text())
    assert command[:2] == ["voxpop", "publish"]
    places = {"OUT": str(tmp_path / "site"), "DB": str(archive)}
    arguments = [places.get(word, word) for word in command[2:]]
    with ThreadPoolExecutor(1) as aside:  # it runs an event loop, as the driver of the browser does in this thread
        assert aside.submit(run_here, "publish", *arguments, "-q").result().code == 0
    page.goto((tmp_path / "site" / "index.html").as_uri())
    assert "LetMiraSing" in page.locator("body").inner_text()
