"""What is typed into the search is understood or said not to be; a selection and its address say the same."""

import random
import sqlite3
from urllib.parse import urlsplit

import pytest
from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st

from archive.site.selection.selection import FIELDS, KINDS, SORTS, Condition, Selection, of, read


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        pytest.param("van pier", '"van" AND "pier"', id="every word"),
        pytest.param("trump -moon", '"trump" NOT "moon"', id="a word that may not occur"),
        pytest.param("NOT moon trump", '"trump" NOT "moon"', id="NOT"),
        pytest.param("a AND b OR c", '(("a" AND "b") OR "c")', id="AND binds more closely than OR"),
        pytest.param("a (b OR c)", '"a" AND ("b" OR "c")', id="brackets"),
        pytest.param("c -(a OR b)", '"c" NOT ("a" OR "b")', id="none of two"),
        pytest.param("“ninety days”", '"ninety days"', id="a phrase in printed quotation marks"),
        pytest.param("lighth*", '"lighth" *', id="the beginning of a word"),
        pytest.param('"ninety day"*', '"ninety day" *', id="the beginning of a phrase"),
        pytest.param("re-open don't", '"re-open" AND "don\'t"', id="hyphens and apostrophes within words"),
        pytest.param("and or not", '"and" AND "or" AND "not"', id="small letters are words"),
        pytest.param("#a OR #b", '("a" OR "b")', id="hashtags beside OR"),
        pytest.param("12:30", '"12:30"', id="a time of day"),
    ],
)
def test_words_are_understood(typed, words):
    found = read(typed)
    assert (found.words, found.notes, found.mistakes) == (words, (), ())


@pytest.mark.parametrize(
    ("typed", "conditions"),
    [
        ("from:jo", [("author", "jo", False)]),
        ('outlet:"The Harbour Gazette"', [("outlet", "The Harbour Gazette", False)]),
        ("outlet:“The Gazette”", [("outlet", "The Gazette", False)]),
        ("LANG:en", [("language", "en", False)]),
        ("#Tag -#other", [("hashtag", "#Tag", False), ("hashtag", "#other", True)]),
        ("-platform:bluesky", [("platform", "bluesky", True)]),
        ("topic:storm gone:yes", [("topic", "storm", False), ("gone", "yes", False)]),
        ("since:2024-05 until:2024", [("since", "2024-05", False), ("until", "2024", False)]),
        ("confidence:sure", [("confidence", "sure", False)]),
        ('speaker:"Ada Obi"', [("speaker", "Ada Obi", False)]),
    ],
)
def test_operators_are_conditions(typed, conditions):
    found = read(typed)
    assert found.conditions == tuple(Condition(*condition) for condition in conditions)
    assert (found.words, found.notes, found.mistakes) == ("", (), ())


@pytest.mark.parametrize(
    ("typed", "words", "said"),
    [
        ("van OR", '"van"', "“OR” was left out"),
        ("AND van", '"van"', "“AND” was left out"),
        ("van NOT", '"van"', "“NOT” was left out"),
        ("(van", '"van"', "not closed"),
        ("van )", '"van"', "closes nothing"),
        ('"van pier', '"van pier"', "quotation mark is not closed"),
        ("site:van", '"site:van"', "“site:” is no operator here"),
        ("van & pier", '"van" AND "pier"', "“&” was left out"),
        ("l*ght", '"l*ght"', "a star is not at the end of a word"),
        ("van NEAR pier", '"van" AND "NEAR" AND "pier"', "“NEAR” is no operator here"),
        ("from: jo", '"from:" AND "jo"', "Behind “from:” stands a space"),
    ],
)
def test_what_is_read_in_another_way_is_said(typed, words, said):
    found = read(typed)
    assert (found.words, found.mistakes) == (words, ())
    assert said in " ".join(found.notes)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("th*", "“th*”: write at least 3 letters before the star."),
        ("-moon", "Say what to look for besides what may not occur."),
        ("🎺 OR pier", "“🎺” cannot stand beside OR"),
        ("from:jo OR pier", "“from:jo” cannot stand beside OR"),
        ("pier OR -moon", "What may not occur cannot stand beside OR"),
        ('outlet:"" pier', "“outlet:” needs a value behind it"),
        ("(" * 40 + "a", "More than 12 brackets"),
        (" ".join("abcdefgh" * 5), "At most 32 words"),
        ("abc* bcd* cde* def* efg* fgh*", "At most 5 beginnings of words"),
    ],
)
def test_what_cannot_be_searched_is_said_and_nothing_is_searched(typed, said):
    found = read(typed)
    assert (found.words, found.without) == ("", "")
    assert said in " ".join(found.mistakes)


def test_scripts_without_spaces_and_emoji_are_looked_for_letter_by_letter():
    found = read("灯台 🎺 “♥️” love🎉 -☀ lighthouse")
    assert found.pieces == ("灯台", "🎺", "♥", "love🎉")
    assert found.unwanted == ("☀",)
    assert found.words == '"love🎉" AND "lighthouse"'


@pytest.fixture(scope="module")
def index():
    connection = sqlite3.connect(":memory:")
    connection.execute("create virtual table texts using fts5 (text, tokenize='unicode61 remove_diacritics 2')")
    return connection


TYPED = st.lists(
    st.sampled_from(
        ["AND", "OR", "NOT", "(", ")", '"', "*", "-", ":", "#", "from:", "van", "lighth*", "灯台", "🎺", " ", " ", "''", "^", "{", "+"]
    )
    | st.text(max_size=4),
    max_size=20,
).map("".join)  # fmt: skip


@given(TYPED)
def test_whatever_is_typed_is_a_search_that_fts5_takes(index, typed):
    found = read(typed.replace("\0", ""))
    for words in (found.words, found.without):
        if words:
            index.execute("select 1 from texts where texts match ?", (words,)).fetchall()


VALUES = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zs", "Zl", "Zp"]), max_size=20)


@given(st.sampled_from(["", *KINDS]), st.dictionaries(st.sampled_from(["q", "sort", *FIELDS]), VALUES, max_size=5))
def test_a_selection_and_its_address_say_the_same(kind, values):
    selection = of(kind, lambda name: values.get(name, ""))
    assert of(kind, lambda name: selection.query().get(name, "")) == selection
    assert selection.order in SORTS[kind]


def test_an_address_is_a_link_that_posts_hold():
    selection = Selection(q="https://news.example/pier")
    assert selection.conditions == (Condition("link", "https://news.example/pier"),)
    assert selection.typed.words == ""


KINDS = [
    *("list/posts", "list/reactions", "list/quotes", "list/articles", "list/posts?q=pier", "list/quotes?language=en"),
    *("list/hashtags", "list/authors", "list/outlets"),
    *(f"list/{kind}?outlet=Pop+Signal" for kind in ("posts", "hashtags", "authors")),
    *("list/quotes?q=barn", "list/authors?q=barn", "list/outlets?q=barn", "list/hashtags?q=barn"),
]


@pytest.mark.parametrize("start", KINDS)
def test_each_number_of_a_facet_is_that_of_the_selection_it_leads_to(samples_archive, datasette_on, get, start):
    def read(address):
        return BeautifulSoup(get(datasette_on(samples_archive), address).text, "lxml")

    seen = 0
    for value in read(f"/samples/{start}").select(".facets li"):
        shown = read(value.a["href"]).h1.get_text()
        if not value.a.get("aria-current"):
            assert shown.split()[0] == value.select_one(".n").get_text(), (value.a["href"], shown)
            seen += 1
    assert seen >= 4


@pytest.mark.parametrize("walks", [3, pytest.param(60, marks=pytest.mark.thorough)])
def test_facets_three_deep_keep_their_numbers_and_lead_back(samples_archive, datasette_on, get, walks):
    def read(address):
        return BeautifulSoup(get(datasette_on(samples_archive), address).text, "lxml")

    chance = random.Random(f"{walks} walks")
    for _ in range(walks):
        address = f"/samples/{chance.choice(KINDS)}"
        for _ in range(3):
            values = [value for value in read(address).select(".facets li") if not value.a.get("aria-current")]
            if not values:
                break
            value = chance.choice(values)
            page = read(value.a["href"])
            assert page.h1.get_text().split()[0] == value.select_one(".n").get_text(), (address, value.a["href"])
            back = [link["href"] for link in page.select('.facets [aria-current="true"]')]
            of_others = (
                value.find_previous("h3").get_text() == "Also" or "=barn" in address
            )  # of reactions with the word
            assert address in back or of_others, (address, value.a["href"])
            address = value.a["href"]


@pytest.mark.parametrize("start", ["search?q=osgood", "list/authors?q=pier", "list/articles?q=osgood"])
def test_people_quoted_without_an_account_are_counted_and_lead_to_their_quotes(
    samples_archive, datasette_on, get, start
):
    page = BeautifulSoup(get(datasette_on(samples_archive), f"/samples/{start}").text, "lxml")
    speakers = page.find("h3", string="Quoted by name").find_next("ul").select("li")
    assert [each.get_text() for each in speakers] == ["radio presenter Lene Osgood 1"]
    quotes = get(datasette_on(samples_archive), f"/samples/list/reactions?{urlsplit(speakers[0].a['href']).query}").text
    assert "They inspected the pier" in quotes


def test_a_facet_that_is_on_leads_back(samples_archive, datasette_on, get):
    page = get(datasette_on(samples_archive), "/samples/list/posts?q=pier&platform=twitter").text
    on = BeautifulSoup(page, "lxml").select('.facets [aria-current="true"]')
    assert [(each.get_text(), each["href"]) for each in on] == [("Twitter", "/samples/list/posts?q=pier")]


def test_facets_of_more_rows_than_are_counted_say_so_and_a_small_archive_is_counted_whole(
    samples_archive, datasette_on, get, monkeypatch
):
    def counted():
        page = BeautifulSoup(get(datasette_on(samples_archive), "/samples/list/posts").text, "lxml")
        return page.select_one(".facets").get_text(), [each.get_text() for each in page.select(".facets .n")]

    monkeypatch.setattr("archive.site.selection.rows.COUNTED", {"posts": 3})
    words, numbers = counted()
    assert "more than" not in words
    assert not any(number.endswith("+") for number in numbers)
    monkeypatch.setattr("archive.site.selection.known.SMALL", 0)
    words, numbers = counted()
    assert "more than" in words
    assert all(number.endswith("+") for number in numbers)


@pytest.mark.parametrize(
    "start", ["posts?q=hashtag:letmirasing", "reactions?q=outlet:%22Pop+Signal%22", "articles?q=platform:twitter"]
)
def test_beginnings_of_words_are_found_and_excluded_where_the_index_has_too_many(
    samples_archive, datasette_on, get, monkeypatch, start
):
    def numbers():
        for typed in ("the*", "-the*", ""):
            page = get(datasette_on(samples_archive), f"/samples/list/{start}+{typed}").text
            yield int(page.partition("<h1>")[2].partition(" ")[0])

    by_index = list(numbers())

    async def has_fewer(*_):
        return False

    monkeypatch.setattr("archive.site.selection.survey._has_fewer", has_fewer)
    assert list(numbers()) == by_index
    assert 0 < by_index[0] < sum(by_index[:2]) == by_index[2]
