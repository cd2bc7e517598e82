"""A hashtag's page: who used it first, when most, by whom; and the same of what filters leave."""

import csv
import io
import re
from html import unescape

import pytest


@pytest.fixture(scope="module")
def look(samples_archive, datasette_on, get):
    """Give a function that gives a hashtag's page: its main part, and the words in it."""

    def ask(query, key="letmirasing"):
        page = get(datasette_on(samples_archive), f"/samples/hashtag/{key}{query}")
        assert page.status_code == 200
        main = page.text.split('<main id="main">')[1].split("</main>")[0]
        words = re.sub(r"<[^>]+>", " ", re.sub(r"<svg.*?</svg>", "", main, flags=re.DOTALL))
        return main, unescape(" ".join(words.split()))

    return ask


@pytest.mark.parametrize(
    "words",
    [
        pytest.param("First post 11 May 2024, 21:47 UTC by Mira Solène", id="first post"),
        pytest.param("First article 12 May 2024", id="first article"),
        pytest.param("Most posts 12 May 2024: 8 posts Most articles 12 May 2024: 4 articles", id="peak"),
        pytest.param("Account Posts Shown Mira Solène @mirasolene_ex 2 3", id="accounts"),
    ],
)
def test_first_most_and_by_whom(look, words):
    assert words in look("")[1]


@pytest.mark.parametrize(
    ("query", "words"),
    [
        pytest.param("?outlet=POP+signal", "Only Pop Signal: 3 posts carry it, 1 article names it.", id="outlet"),
        pytest.param("?platform=bluesky", "Only Bluesky: 1 post carries it", id="platform"),
        pytest.param("?language=pt", "Only in Portuguese: ", id="language"),
        pytest.param("?since=2024-05-13", "Only from 13 May 2024: 0 posts carry it, 1 article", id="since"),
        pytest.param("?until=2024-05-11", "Only to 11 May 2024: 1 post carries it, 0 articles", id="until"),
        pytest.param("?outlet=pop+signal", "First article 12 May 2024, 15:30 UTC , Pop Signal", id="first article"),
        pytest.param("?outlet=pop+signal", "Most posts 12 May 2024: 2 posts", id="peak"),
        pytest.param("?since=soon", "Not narrowed: what is marked could not be understood.", id="mistake"),
        pytest.param("?outlet=nobody", "Outlet: none here is called so", id="unknown"),
        pytest.param("?platform=bluesky&outlet=canal+farol", "0 posts carry it", id="nothing"),
    ],
)
def test_filters_narrow_all_of_the_page(look, query, words):
    assert words in look(query)[1]


def test_what_is_narrowed_leads_to_its_list_and_its_rows(look, samples_archive, datasette_on, get):
    page, _ = look("?outlet=pop+signal")
    listed = unescape(re.search(r'<a href="([^"]+)">Search and download these posts', page)[1])
    assert "3 posts" in get(datasette_on(samples_archive), listed).text
    for name, number in (("accounts", 3), ("outlets", 1), ("posts", 3)):
        address = f"/samples/hashtag/letmirasing.csv?rows={name}&outlet=pop+signal"
        rows = list(csv.DictReader(io.StringIO(get(datasette_on(samples_archive), address).text)))
        assert len(rows) == number, name


def test_other_hashtags_beside_it_are_counted_in_what_is_left(look):
    assert "#Saudade 1" not in look("?outlet=pop+signal")[1]
    assert "#Saudade 2" in look("?outlet=canal+farol")[1]


def test_a_hashtag_can_be_compared(look):
    assert 'href="/samples/compare?hashtag=letmirasing"' in look("")[0]


def test_a_story_has_posts_and_articles_by_time_and_who_carried_them_first(samples_archive, datasette_on, get):
    heading = get(datasette_on(samples_archive), "/samples/story?q=%23letmirasing").text
    assert '<h1 class="wild"><bdi>#letmirasing</bdi></h1>' in heading
    page = get(datasette_on(samples_archive), "/samples/story?hashtag=letmirasing").text.split("</form>")[-1]
    events = re.findall(r'<li class="(posted|published)">(.*?)</li>', page, re.DOTALL)
    times = [re.search(r'datetime="([^"]+)"', event)[1] for _, event in events]
    assert times == sorted(times)
    assert {lane for lane, _ in events} == {"posted", "published"}
    first = next(event for lane, event in events if lane == "posted")
    assert "First in" in first
    assert "later" in first
    assert any("shows <bdi>" in event for lane, event in events if lane == "published")


def test_a_story_of_nothing_offers_examples(samples_archive, datasette_on, get):
    page = get(datasette_on(samples_archive), "/samples/story").text
    assert "Choose a hashtag or words" in page
    assert "For example:" in page
