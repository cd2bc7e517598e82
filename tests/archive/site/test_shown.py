"""Who shows whom, which outlets share posts, what is written where: the figures and the rows behind them."""

import re
import sqlite3
from contextlib import closing
from html import unescape

import pytest


@pytest.fixture(scope="module")
def look(samples_archive, datasette_on, get):
    """Give a function that gives a page: its main part, and the words in it without its drawings."""

    def ask(address):
        page = get(datasette_on(samples_archive), address if address[0] == "/" else f"/samples/{address}")
        assert page.status_code == 200
        main = page.text.split('<main id="main">')[1].split("</main>")[0]
        words = re.sub(r"<[^>]+>", " ", re.sub(r"<svg.*?</svg>", "", main, flags=re.DOTALL))
        return main, unescape(" ".join(words.split()))

    return ask


def rows(path, sql, *values):
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql, values).fetchall()


def test_every_number_of_the_matrix_leads_to_its_posts(look):
    page, words = look("shown")
    cells = re.findall(r'<a href="(/samples/shown\?outlet=[^"]+&amp;author=[^"]+)" rel="nofollow">(\d+)</a>', page)
    assert len(cells) >= 5
    for address, number in cells:
        behind, said = look(unescape(address))
        assert behind.count('<article class="post') == int(number)
        assert f"{number} time" in said
    assert "embeds are in this table" in words


def test_accounts_of_one_name_are_told_apart(look):
    page, _ = look("shown")
    heads = re.findall(r'<th scope="col"><a[^>]+>(.*?)</th>', page)
    told = [unescape(re.sub("<[^>]+>", "", head)) for head in heads]
    assert len(told) == len(set(told)) >= 5, told


def test_outlets_that_share_posts_are_counted_and_shown(look, samples_archive):
    page, _ = look("shown")
    counted = rows(
        samples_archive,
        """
        with shown as (
          select distinct post, outlet from embeds join articles on articles.id = article where outlet <> ''
        )
        select count(*), one.outlet, other.outlet from shown as one
        join shown as other on other.post = one.post and other.outlet > one.outlet
        group by 2, 3 order by 1 desc, 2, 3
        """,
    )
    pairs = page.split('id="pairs"')[1]
    found = re.findall(r'<a href="(/samples/shown\?outlet=[^"]+)" rel="nofollow">(\d+)</a>', pairs)
    assert [int(number) for _, number in found] == [number for number, *_ in counted]
    assert found
    for address, number in found:
        behind, _ = look(unescape(address))
        assert behind.count('<article class="post') == int(number)


def test_what_nobody_shows_is_an_empty_list(look):
    assert "None found." in look("shown?outlet=nobody&author=twitter:nobody")[1]
    assert "None found." in look("shown?outlet=nobody&outlet=none")[1]


def test_platforms_and_languages_are_all_counted(look, samples_archive):
    page, words = look("trends")
    for table, column, noun in (("posts", "platform", "post"), ("articles", "language", "article")):
        section = words.split("Posts by platform")[1] if noun == "post" else words.split("Articles by language")[1]
        shown = sum(map(int, re.findall(rf" (\d+) {noun}s?\b", section.split("The figures")[0])))
        assert shown == rows(samples_archive, f"select count({column}) from {table}")[0][0]
    assert page.count('class="chart small"') >= 3


def test_a_time_can_be_chosen(look):
    assert "From: write 2024-05-09" in look("trends?since=soon")[1]
    assert "No day is known in this time" in look("trends?until=1999")[1]
    words = look("trends?since=2024-05-12&until=2024-05-12")[1]
    assert "12 May 2024 to 12 May 2024, by day" in words
