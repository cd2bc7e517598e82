"""The article with its reactions in their places, and the words of a search on the page that a hit leads to."""

import random
import re
import sqlite3
from contextlib import closing
from html import unescape
from urllib.parse import quote, unquote, urldefrag

import pytest
from bs4 import BeautifulSoup
from commands import succeed
from crawled import crawl
from hypothesis import given
from hypothesis import strategies as st

from archive.site.pages.article import passages
from archive.site.selection.rows import Marker
from archive.site.words import fold_name

POST = "twitter:1789570120699588357"
WORD = re.compile(r"\w{4,}")


@pytest.fixture(scope="module")
def read(samples_archive, datasette_on, get):
    """Give a function that returns the main part of a page as a reader sees it: without what is folded away."""
    datasette = datasette_on(samples_archive)

    def ask(address, path=samples_archive):
        answer = get(datasette if path == samples_archive else datasette_on(path), address)
        assert answer.status_code == 200, address
        main = BeautifulSoup(answer.text, "lxml").main
        for folded in main.select("details:not([open]) > :not(summary)"):
            folded.decompose()
        return main

    return ask


def placed(start, end, number, context_from=0):
    kind = "quote" if start < end else "embed"
    return {"kind": kind, "start_offset": start, "context_length": end - start, "number": number,
            "anchor": f"q{number}", "href": f"#q{number}", "is_placed": True, "context_from": context_from}  # fmt: skip


def words_of(passage):
    without_numbers = re.sub(r'<a class="number".*?</a>', "", str(passage["prose"]))
    return unescape(re.sub("<[^>]*>", "", without_numbers))


@given(
    st.text("ab <&\n\x02", max_size=60),
    st.lists(st.tuples(st.integers(0, 60), st.integers(0, 20)), max_size=6),
    st.sampled_from(["", "a", "ab OR b", "a*"]),
    st.integers(0, 3),
)
def test_prose_is_whole_whatever_overlaps_in_it(text, spans, q, offset):
    rows = [
        placed(start + offset, min(start + length, len(text)) + offset, number)
        for number, (start, length) in enumerate(sorted(spans), 1)
        if start <= len(text)
    ]
    found = list(passages([(offset, text)], rows, Marker(q), None))
    lines = [line for line in text.split("\n") if line.strip()]
    assert [words_of(each) for each in found if "prose" in each] == lines
    shown = sum(len(each.get("posts", [])) for each in found)
    assert shown == sum(not row["context_length"] for row in rows)
    anchors = re.findall('id="(q[0-9]+)"', "".join(str(each.get("prose", "")) for each in found))
    assert len(anchors) == len(set(anchors))


def test_a_quote_over_two_lines_is_marked_in_both_and_numbered_once():
    found = list(passages([(0, "He said:\n“No.\nNever.” So.")], [placed(9, 22, 7)], Marker("never"), None))
    shown = [str(each["prose"]) for each in found]
    assert shown[1] == '<span class="anchor" id="q7"></span><mark class="reaction">“No.</mark>'
    assert shown[2].startswith('<mark class="reaction"><mark>Never</mark></mark><mark class="reaction">.”</mark>')
    assert "".join(shown).count('href="#n7"') == 1


def test_each_reaction_of_an_article_leads_to_its_place_and_back(read, samples_archive):
    with closing(sqlite3.connect(samples_archive)) as db:
        articles = db.execute("select id, embeds + quotes from articles where embeds + quotes > 0").fetchall()
        quotes = db.execute("select article, id, text from quotes where gone_at is null").fetchall()
    for article, number in articles:
        page = read(f"/samples/article/{article}")
        links = [link["href"] for link in page.select(".voices a.to")]
        assert len(links) == number
        assert all(page.find(id=link[1:]) for link in links), links
        assert all(page.find(id=link["href"][1:]) for link in page.select(".number"))
    for article, number, words in quotes:
        page = read(f"/samples/article/{article}")
        mark = page.find(id=f"q{number}").find_next("mark", class_="reaction")
        assert " ".join(words.split()).startswith(" ".join(mark.get_text().split()))


def test_a_long_text_comes_in_parts_and_a_hit_opens_its_own(read, samples_archive, tmp_path):
    path = tmp_path / "long.db"
    path.write_bytes(samples_archive.read_bytes())
    text = "\n".join(f"Line {number} of a long story." for number in range(9000)) + "\nA zeppelin lands."
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("update articles set text = ? where rowid = (select max(rowid) from articles)", (text,))
        (article,) = db.execute("select id from articles order by rowid desc limit 1").fetchone()
    page = read(f"/long/article/{article}", path)
    assert "Line 0 of" in page.get_text()
    assert "zeppelin" not in page.get_text()
    lines = set()
    for part in range(1, 6):
        lines |= set(re.findall(r"Line \d+ of", read(f"/long/article/{article}?part={part}", path).get_text()))
    assert len(lines) == 9000
    assert read(f"/long/article/{article}?q=zeppelin", path).find("mark", id="hit").get_text() == "zeppelin"


def hits(page):
    """The pages that the rows of a search lead to."""
    rows = page.select(
        'section:is([aria-labelledby="posts"], [aria-labelledby="quotes"], [aria-labelledby="articles"])'
    )
    for section in rows:
        kind = section["aria-labelledby"]
        wanted = "/post/" if kind == "posts" else "/article/"
        for row in section.select("article"):
            yield next(link["href"] for link in row.select("a[href]") if wanted in link["href"])
    yield from (link["href"] for link in page.select(".people a"))


def words_in(path):
    with closing(sqlite3.connect(path)) as db:
        texts = db.execute(
            "select text from posts union all select wordings from posts union all select text from quotes"
            " union all select title || ' ' || coalesce(text, '') from articles union all select name from author_names"
        ).fetchall()
    return sorted({fold_name(word) for (text,) in texts for word in WORD.findall(text or "")})


@pytest.mark.parametrize("number", [12, pytest.param(150, marks=pytest.mark.thorough)])
def test_every_hit_leads_to_a_page_where_it_is_marked(read, samples_archive, number):
    every = words_in(samples_archive)
    seen = 0
    for word in random.Random(f"{number} words").sample(every, number):
        for address in set(hits(read(f"/samples/search?q={quote(word)}"))):
            assert f"q={word}" in unquote(address), (word, address)
            marks = [fold_name(mark.get_text()) for mark in read(urldefrag(address)[0]).select("mark:not(.reaction)")]
            assert any(word in mark for mark in marks), (word, address)
            seen += 1
    assert seen >= number


def test_the_beginning_of_a_handle_is_marked_on_the_page_of_its_author(read):
    page = read("/samples/search?q=miraso")
    link = page.select_one(".people a")["href"]
    assert read(link).h1.find("mark").get_text().lower() == "miraso"


def test_words_that_no_article_printed_name_their_source(tmp_path, datasette_on, get):
    package = crawl(tmp_path / "crawl.wacz", answered={"WARC-Page-ID": "p1"})
    path = tmp_path / "told.db"
    succeed("archive", path, package, "--silent")
    page = get(datasette_on(path), f"/told/post/{POST}")
    assert page.status_code == 200
    (shown,) = unescape(page.text).split('<section aria-labelledby="wordings">')[1:]
    wordings = shown.split("</section>")[0]
    assert "printed by no article, told by" in wordings
    assert 'href="https://cdn.syndication.twimg.com/tweet-result?id=1789570120699588357' in wordings
    assert "longest night" in wordings
    assert "0 articles" not in wordings
