"""Lists: a selection is counted, turned over page by page, sorted, and leaves whole as a file or feed."""

import csv
import io
import json
import re
import sqlite3
from contextlib import closing
from html import unescape
from urllib.parse import quote

import feedparser
import pytest
from bs4 import BeautifulSoup
from commands import succeed

from archive.site import words as words_of_pages
from archive.site.pages import lists
from archive.site.selection import exporting, names, survey
from archive.site.selection.selection import KINDS
from archive.store.identity import hashtag_key

from . import hostile

MEMBERS = {
    "reactions": "select (select count(*) from embeds) + (select count(*) from quotes)",
    "outlets": "select count(*) from tally_outlets",
}
DATED = ("reactions", "posts", "quotes", "articles")


def one(path, sql):
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql).fetchone()[0]


@pytest.fixture(scope="module")
def listed(samples_archive, datasette_on, get):
    """Give a function that gives the answer to an address of a list, and the words of its main part."""

    def ask(address, status=200):
        answer = get(datasette_on(samples_archive), f"/samples/list/{address}")
        assert answer.status_code == status, address
        main = answer.text.split('<main id="main">')[-1].split("</main>")[0]
        return answer, " ".join(unescape(re.sub(r"<[^>]+>", " ", main)).split())

    return ask


def links(answer):
    return {
        re.sub("<[^>]+>", "", words): unescape(address)
        for address, words in re.findall(r'<a href="([^"]+)"[^>]*>(.*?)</a>', answer.text)
    }


@pytest.mark.parametrize("kind", KINDS)
def test_a_list_counts_all_there_are_and_leads_to_the_raw_table(samples_archive, listed, kind):
    number = one(samples_archive, MEMBERS.get(kind, f"select count(*) from {kind}"))
    answer, words = listed(kind)
    assert f"{number - (kind == 'outlets')} {kind}" in words  # the row of articles without one is no outlet
    assert links(answer)[f"The raw table of {kind}"] == f"/samples/{kind}"


@pytest.mark.parametrize("kind", KINDS)
def test_the_way_around_leads_to_our_lists(listed, kind):
    answer, _ = listed(kind)
    if kind != "quotes":
        assert links(answer)[kind.capitalize()] == f"/samples/list/{kind}"


@pytest.mark.parametrize("kind", KINDS)
def test_pages_of_a_list_have_all_rows_once_and_lead_back(listed, samples_archive, monkeypatch, kind):
    monkeypatch.setattr(lists, "PAGE", 4)
    monkeypatch.setattr(lists, "NAMED_PAGE", 4)
    seen, address, pages = [], kind, []
    while address:
        answer, _ = listed(address)
        rows = answer.text.split('<h2 id="rows"')[1].split('<h2 id="take"')[0]
        seen += re.findall(r"<article |<tr><th scope=\"row\"", rows)
        pages.append(address)
        following = links(answer).get("Older") or links(answer).get("More")
        address = following and following.removeprefix("/samples/list/")
    assert len(seen) == one(samples_archive, MEMBERS.get(kind, f"select count(*) from {kind}"))
    for before, here in zip(reversed(pages[:-1]), reversed(pages[1:]), strict=True):
        answer, _ = listed(here)
        back = (links(answer).get("Newer") or links(answer)["Back"]).removeprefix("/samples/list/")
        assert back in (before, f"{before}?after=")


@pytest.mark.usefixtures("large")
def test_more_than_can_be_looked_at_is_said_and_can_be_gone_on_with(listed, samples_archive, monkeypatch):
    monkeypatch.setattr(survey, "LOOKED", 5)
    answer, words = listed("posts?platform=twitter")
    assert re.search(r"More than [1-5] posts?", words)
    assert "The newest 5 rows that may fit were looked at." in words
    seen = answer.text.count('<article class="post">')
    while further := links(answer).get("Look further back"):
        answer, _ = listed(further.removeprefix("/samples/list/"))
        seen += answer.text.count('<article class="post">')
    assert seen == one(samples_archive, "select count(*) from posts where platform = 'twitter'")


@pytest.mark.usefixtures("large")
def test_a_number_the_archive_keeps_is_exact_however_large(listed, samples_archive, monkeypatch):
    monkeypatch.setattr(survey, "LOOKED", 2)
    under = one(samples_archive, "select posts from hashtags where id = 'letmirasing'")
    words = listed("posts?hashtag=letmirasing")[1]
    assert words.startswith(f"{under} posts ")
    assert "#LetMiraSing" in words
    assert "More than" not in listed("articles?outlet=pop+signal")[1]
    assert "More than" not in listed("posts?q=the")[1]


def test_rows_without_a_date_are_counted_beside_the_chart(samples_archive, tmp_path, datasette_on, get):
    path = tmp_path / "undated.db"
    path.write_bytes(samples_archive.read_bytes())
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("update posts set posted_at = null where id in (select id from posts limit 2)")
    assert "No day is known of 2 posts, not shown." in get(datasette_on(path), "/undated/list/posts").text


@pytest.mark.parametrize(
    ("kind", "sort", "column"),
    [("posts", "reach", r"in (\d+) article"), ("articles", "reactions", r"(\d+) posts?, \d+ quote")],
)
def test_rows_are_sorted_as_asked(listed, kind, sort, column):
    _, words = listed(f"{kind}?sort={sort}")
    numbers = [int(number) for number in re.findall(column, words)]
    assert len(numbers) > 3
    assert numbers == sorted(numbers, reverse=True) or kind == "articles"


def test_relevance_is_offered_where_there_are_words(listed):
    assert "best match" in listed("posts?q=van")[1]
    assert "best match" not in listed("posts")[1]
    answer, _ = listed("posts?q=refund+OR+van&sort=relevance")
    assert "<b>best match</b>" in answer.text


@pytest.mark.parametrize(
    ("address", "number"),
    [
        ("posts?q=from:mirasolene_ex", "select count(*) from posts where author = 'twitter:mirasolene_ex'"),
        ("posts?author=MiraSolene_EX", "select count(*) from posts where author = 'twitter:mirasolene_ex'"),
        ("posts?q=-platform:twitter", "select count(*) from posts where platform <> 'twitter'"),
        ("posts?outlet=Pop+Signal", "select count(distinct post) from embeds join articles on articles.id = article where outlet = 'Pop Signal'"),
        ("reactions?outlet=Pop+Signal", "select count(*) from reactions where outlet = 'Pop Signal'"),
        ("reactions?q=from:mirasolene_ex", "select count(*) from reactions where author = 'twitter:mirasolene_ex'"),
        ("quotes?confidence=sure", "select count(*) from quotes where confidence >= 0.8"),
        ("quotes?confidence=doubtful", "select count(*) from quotes where confidence < 0.5"),
        ("posts?since=2024-05-12&until=2024-05", "select count(*) from posts where posted_at between '2024-05-12' and '2024-05~'"),
        ("articles?hashtag=letmirasing", "select articles from hashtags where id = 'letmirasing'"),
        ("articles?platform=bluesky", "select count(distinct article) from embeds join posts on posts.id = post where platform = 'bluesky'"),
        ("authors?platform=bluesky", "select count(*) from authors where platform = 'bluesky'"),
        ("authors?outlet=Pop+Signal", "select count(*) from tally_outlet_authors where outlet = 'Pop Signal'"),
        ("hashtags?q=mira", "select count(*) from hashtags where id like '%mira%'"),
        ("hashtags?outlet=Pop+Signal", "select count(*) from tally_outlet_hashtags where outlet = 'Pop Signal'"),
        ("outlets?q=harbour", "select count(*) from tally_outlets where outlet like '%harbour%'"),
        ("outlets?hashtag=letmirasing", "select count(*) from tally_outlet_hashtags where hashtag = 'letmirasing'"),
        ("posts?gone=no", "select count(*) from posts"),
        ("reactions?author=MiraSolene_EX&since=2024-05-13", "select count(*) from reactions where author = 'twitter:mirasolene_ex' and published_at >= '2024-05-13'"),
        ("reactions?hashtag=letmirasing&since=2024-05-13", "select count(*) from reactions where published_at >= '2024-05-13' and coalesce(post in (select post from posts_hashtags where hashtag = 'letmirasing'), article in (select article from articles_hashtags where hashtag = 'letmirasing'))"),
        ("articles?author=MiraSolene_EX&since=2024-05-13", "select count(distinct article) from reactions where author = 'twitter:mirasolene_ex' and published_at >= '2024-05-13'"),
        ("posts?hashtag=letmirasing&q=-hashtag:saudade", "select count(*) from posts_hashtags where hashtag = 'letmirasing' and post not in (select post from posts_hashtags where hashtag = 'saudade')"),
        ("reactions?gone=yes", "select count(*) from reactions where gone_at is not null"),
    ],
)  # fmt: skip
def test_a_selection_has_the_rows_it_names(listed, samples_archive, address, number):
    wanted = one(samples_archive, number)
    _, words = listed(address)
    kind = address.partition("?")[0]
    rows = [json.loads(line) for line in listed(address.replace("?", ".jsonl?"))[0].text.splitlines()]
    assert len(rows) == wanted
    named = [row for row in rows if kind != "outlets" or row["outlet"]]
    assert re.search(rf"\b{len(named)} {kind[:-1]}", words), words[:200]


def test_an_article_that_is_found_shows_the_sentence(listed):
    answer, _ = listed("articles?q=third+owner")
    assert re.findall(r'class="excerpt" dir="auto">(.*?)</p>', answer.text) == [
        "…The bakery in Mill Lane opens again under its <mark>third</mark> <mark>owner</mark> in four years."
    ]


def test_where_names_were_looked_for_is_said(listed, monkeypatch):
    assert "posts." not in listed("authors?hashtag=letmirasing")[1].split("Words, a name")[0]
    monkeypatch.setattr(names, "MOST_POSTS", 2)
    assert re.search(r"More than \d+ authors .* In 2 of \d+ posts\.", listed("authors?hashtag=letmirasing")[1])
    monkeypatch.setattr(names, "CANDIDATES", 2)
    assert "Among the first 2 in this order." in listed("authors?platform=bluesky")[1]


def test_what_does_not_narrow_a_list_is_said(listed):
    assert "“Language” does not narrow authors." in listed("authors?language=en")[1]


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize("kind", KINDS)
def test_a_selection_leaves_whole_as_csv_and_json_lines(listed, samples_archive, monkeypatch, kind):
    monkeypatch.setattr(survey, "LOOKED", 3)
    monkeypatch.setattr(survey, "AT_ONCE", 2)
    monkeypatch.setattr(survey, "STRETCHES", (3,))
    number = one(samples_archive, MEMBERS.get(kind, f"select count(*) from {kind}"))
    rows = list(csv.DictReader(io.StringIO(listed(f"{kind}.csv")[0].text, newline="")))
    lines = [json.loads(line) for line in listed(f"{kind}.jsonl")[0].text.splitlines()]
    assert len(rows) == len(lines) == number
    assert [list(row) for row in rows] == [list(row) for row in lines]
    assert len({json.dumps(line) for line in lines}) == number
    assert "hit" not in lines[0]


def test_a_selection_leaves_as_parquet_where_it_can_be_written(listed, monkeypatch):
    pq = pytest.importorskip("pyarrow.parquet")
    answer, _ = listed("posts.parquet?q=van")
    table = pq.read_table(io.BytesIO(answer.content))
    assert table.num_rows == len(listed("posts.jsonl?q=van")[0].text.splitlines()) > 0
    monkeypatch.setattr(exporting, "has_parquet", lambda: False)
    assert "Parquet" not in links(listed("posts")[0])
    listed("posts.parquet", status=404)


def test_a_file_names_its_selection_and_its_citation(listed):
    answer, _ = listed(f"posts.csv?q={quote('van OR pier')}")
    page, beside = re.findall(r"<([^>]+)>", answer.headers["link"])
    assert page.endswith("/samples/list/posts?q=van+OR+pier")
    assert beside.endswith("/samples/list/posts.txt?q=van+OR+pier")
    cited = listed("posts.txt?q=van+OR+pier&outlet=pop+signal")[0].text
    for words in ("Posts in the archive “samples”: words: van OR pier; Pop Signal.", "Retrieved ", "read as: van or pier", "/samples/list/posts.csv?q=van+OR+pier"):  # fmt: skip
        assert words in cited


def test_a_file_ends_where_it_may_not_be_longer(listed, monkeypatch):
    monkeypatch.setattr(exporting, "MOST", 4)
    assert len(listed("reactions.jsonl")[0].text.splitlines()) == 4
    assert "up to 4 rows" in listed("reactions")[1]


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "txt", "atom"])
def test_a_file_of_what_is_not_understood_is_refused(listed, suffix):
    assert "write at least 3 letters" in listed(f"posts.{suffix}?q=th*", status=400)[0].text


@pytest.mark.parametrize("address", ["nothing", "nothing.csv", "hashtags.atom"])
def test_what_is_no_list_is_not_found_and_the_archive_not_asked(listed, monkeypatch, address):
    monkeypatch.setattr(lists, "know", None)
    listed(address, status=404)


@pytest.mark.parametrize("kind", KINDS)
def test_a_citation_has_the_number_of_the_page_and_reads_no_rows(listed, monkeypatch, kind):
    number = re.search(rf"\d+ {kind}", listed(kind)[1])[0]
    monkeypatch.setattr(lists.rows, "show_all", None)
    assert f": all. {number}." in listed(f"{kind}.txt")[0].text


@pytest.mark.parametrize("kind", DATED)
def test_a_selection_has_a_feed(listed, kind):
    feed = feedparser.parse(listed(f"{kind}.atom?since=2024-05")[0].content)
    assert not feed.bozo
    assert len({entry.id for entry in feed.entries}) == len(feed.entries) > 0
    assert feed.feed.links[0].href.endswith(f"/samples/list/{kind}?since=2024-05")


def test_an_address_finds_posts_that_link_to_it(samples_archive, tmp_path, datasette_on, get):
    path = tmp_path / "linked.db"
    path.write_bytes(samples_archive.read_bytes())
    with closing(sqlite3.connect(path)) as db, db:
        (post,) = db.execute("select id from posts where text is not null limit 1").fetchone()
        db.execute("insert into links values (?, 90, 'https://tickets.example/pier')", (post,))
    for typed in ("https://tickets.example/pier", "http://tickets.example/pier/?from=feed#top"):
        page = get(datasette_on(path), f"/linked/search?q={quote(typed)}").text
        assert "No post or article in this archive has this address. These posts link to it:" in page
        assert page.count('<article class="post">') == 1
    page = get(datasette_on(path), "/linked/list/posts?link=https%3A%2F%2Ftickets.example%2Fpier").text
    assert "<h1>1 post</h1>" in page


@pytest.fixture(scope="module")
def signed(tmp_path_factory, samples_archive, datasette_on, get):
    """Give a function that counts the posts of a selection, in an archive whose oldest posts hold signs."""
    path = tmp_path_factory.mktemp("signs") / "signed.db"
    path.write_bytes(samples_archive.read_bytes())
    said = ["灯台の灯", "台灯", "🎺🎺", "👁️‍🗨️ see", "👩🏽‍💻 works", "🏳️‍🌈", "ราตรีสวัสดิ์"]
    with closing(sqlite3.connect(path)) as db, db:
        first = db.execute("select min(rowid) - 100 from posts").fetchone()[0]
        for number, text in enumerate(said):
            insert = "insert into posts (id, platform, text, first_seen, rowid) values (?, 'x', ?, '2020', ?)"
            db.execute(insert, (f"x:{number}", text, first + number))
        db.execute("update posts set text = 'see', wordings = text where id = 'x:3'")

    def ask(typed, kind="posts"):
        answer = get(datasette_on(path), f"/signed/list/{kind}?q={quote(typed)}")
        return re.search(r"<h1>(.*?)</h1>", answer.text)[1]

    return ask


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        pytest.param("灯台", "1 post", id="a word of Japanese"),
        pytest.param("灯 -灯台", "1 post", id="one without another"),
        pytest.param("สวัสดิ์", "1 post", id="a word of Thai"),
        pytest.param("🎺", "1 post", id="an emoji"),
        pytest.param("👁️‍🗨️", "1 post", id="an emoji of two with variants"),
        pytest.param("👩🏽‍💻", "1 post", id="an emoji with a skin"),
        pytest.param("👩🏿‍💻", "0 posts", id="another skin"),
        pytest.param("🏳️‍🌈", "1 post", id="a flag"),
    ],
)
def test_signs_are_found_however_old_the_post_is(signed, monkeypatch, typed, title):
    monkeypatch.setattr(survey, "READ", dict.fromkeys(survey.READ, 1))
    assert signed(typed) == title


def test_no_cell_of_a_file_is_a_formula(datasette_on, get, tmp_path):
    hostile.make(tmp_path / "hostile.db")
    for kind in KINDS:
        answer = get(datasette_on(tmp_path / "hostile.db"), f"/hostile/list/{kind}.csv")
        rows = list(csv.reader(io.StringIO(answer.text, newline="")))
        assert len({len(row) for row in rows}) == 1
        assert [cell for row in rows for cell in row if re.match(r"[\s\u200b]*[=+@-]|[\t\r\n]", cell)] == []
    feed = get(datasette_on(tmp_path / "hostile.db"), "/hostile/list/reactions.atom")
    assert not feedparser.parse(feed.content).bozo


@pytest.mark.parametrize(
    ("address", "mark"),
    [
        pytest.param("search?q=%23letmirasing", "letmirasing", id="a hashtag, in posts"),
        pytest.param("list/articles?q=%23letmirasing", "letmirasing", id="a hashtag, in articles"),
        pytest.param("list/quotes?q=osgood", "osgood", id="the name of who is quoted"),
        pytest.param("list/reactions?q=osgood", "osgood", id="the same among reactions"),
        pytest.param("list/hashtags?q=mira", "mira", id="a part of a hashtag"),
        pytest.param("list/outlets?q=farol", "farol", id="a word of an outlet"),
        pytest.param("list/authors?q=oars", "oars", id="a word of a name"),
        pytest.param("list/authors?q=%40paperoars_ex", "paperoars_ex", id="a handle"),
        pytest.param("story?q=barn", "barn", id="a word of a story"),
    ],
)
def test_what_was_searched_is_marked_where_it_is_found(samples_archive, datasette_on, get, address, mark):
    page = get(datasette_on(samples_archive), f"/samples/{address}").text
    assert mark in {words.lower() for words in re.findall(r"<mark>(.*?)</mark>", page)}


@pytest.mark.parametrize(
    ("address", "offered"),
    [
        pytest.param("search?q=lighthuose+concrt", "Did you mean: lighthouse concert", id="misspelled words"),
        pytest.param("list/posts?q=barrn&sort=reach", "Did you mean: barn", id="of a list"),
        pytest.param("search?q=barn+zzyzx", "Search for any of the words: barn OR zzyzx", id="words never together"),
        pytest.param("search?q=zzyzx", "For example:", id="words that nothing resembles"),
        pytest.param("search?q=澂澄+犬犬", "For example:", id="words that are looked for letter by letter"),
        pytest.param("list/articles?outlet=Canal+Farol&q=barn", "For example:", id="words with a filter"),
    ],
)
def test_a_search_without_hits_offers_another(samples_archive, datasette_on, get, address, offered):
    main = BeautifulSoup(get(datasette_on(samples_archive), f"/samples/{address}").text, "lxml").main
    assert offered in " ".join(main.get_text().split())
    if link := main.find("a", string=offered.partition(": ")[2]):
        found = get(datasette_on(samples_archive), link["href"]).text
        assert "<article" in found
        assert offered not in found


def test_a_filter_by_author_has_the_name_of_the_author(listed):
    assert " by Mira Solène × : remove" in listed("posts?author=twitter%3Amirasolene_ex")[1]


def test_an_excerpt_does_not_repeat_the_headline(listed):
    (found,) = re.findall(
        r"<article class=\"headline\">.*?</article>", listed("articles?q=morning+brief")[0].text, re.DOTALL
    )
    assert len(re.findall("<mark>Morning</mark>", found)) == 1


@pytest.mark.parametrize("kind", DATED)
def test_the_beginning_of_a_word_is_marked_as_the_word_is(listed, kind):
    begun, whole = (
        [re.findall(r"<mark>(.*?)</mark>", listed(f"{kind}?q={words}")[0].text)] for words in ("barn*", "barn")
    )
    assert begun == whole or {mark.lower()[:4] for mark in begun[0]} == {"barn"}
    assert len(begun[0]) >= len(whole[0]) > 0 or kind == "reactions"


@pytest.mark.parametrize(
    ("address", "said"),
    [
        pytest.param("posts?hastag=pier", "“hastag” is no filter: did you mean hashtag?", id="a wrong filter"),
        pytest.param("posts?zoom=1", "“zoom” is no filter: it was left out.", id="something else"),
        pytest.param("posts?utm_source=x&fbclid=1&_size=2&ref=y", None, id="trackers, and Datasette's own"),
    ],
)
def test_a_filter_that_is_none_is_said(listed, address, said):
    _, words = listed(address)
    assert said in words if said else "is no filter" not in words
    assert ("did you mean" in words) == (said is not None and "did you mean" in said)


#: Hashtags whose capitals, accents or compatibility forms fold in more than one step.
FOLDED = ["Μαΐου", "ΜΑΪΟΥ", "ΰ", "Straße", "ﬁne", "İstanbul", "ǰ", "ẖ", "ᾳ", "Ｔａｇ", "ΐ"]


@pytest.mark.parametrize("tag", FOLDED)
def test_pages_fold_hashtags_as_the_archive_does(tag):
    assert words_of_pages.fold_hashtag(f"#{tag}") == hashtag_key(tag)


def test_hashtags_in_lists_and_searches_are_links(samples_archive, datasette_on, get):
    page = get(datasette_on(samples_archive), "/samples/list/posts?q=letmira*").text
    assert '<a class="tag" href="/samples/hashtag/letmirasing">#<mark>LetMiraSing</mark></a>' in page


@pytest.mark.parametrize(
    "path", ["", "hashtag/letmirasing", "list/posts", "search?q=pier", "list/outlets", "compare", "outlet/Pop+Signal"]
)
def test_ids_are_unique(samples_archive, datasette_on, get, path):
    ids = re.findall(r'\bid="([^"]+)"', get(datasette_on(samples_archive), f"/samples/{path or 'home'}").text)
    assert sorted(set(ids)) == sorted(ids)


@pytest.mark.parametrize(
    ("query", "names", "said"),
    [
        pytest.param("authors?q=pier", ["mirasolene_ex"], "No author has this name", id="who speaks about it"),
        pytest.param("authors?q=mirasolene_ex", ["mirasolene_ex"], None, id="a name"),
        pytest.param("authors?q=zzzz", [], "No author has these words", id="neither"),
    ],
)
def test_authors_are_found_by_their_words_if_no_name_has_them(listed, query, names, said):
    rows = listed(query.replace("?", ".csv?"))[0].text.splitlines()[1:]
    assert all(any(name in row for row in rows) for name in names)
    assert bool(rows) == bool(names)
    page = listed(query)[0].text
    assert said in page if said else "has this name" not in page


def test_posts_without_words_that_follow_each_other_become_one_line(tmp_path, datasette_on, get):
    frames = "".join(
        f'<blockquote class="instagram-media" data-instgrm-permalink="https://www.instagram.com/p/CtoveDune{n}/"></blockquote>'
        for n in range(4)
    )
    page, path = tmp_path / "a.html", tmp_path / "walls.db"
    apart = frames.replace("Dune", "Pier").replace(
        "</blockquote>", "</blockquote><p>They danced on until the morning.</p>"
    )
    page.write_text(
        f"<html><body><article><h1>Pier</h1><p>They danced all night at the pier.</p>{frames}<p>And on.</p>{apart}"
        "</article></body></html>",
        "utf-8",
    )
    succeed("archive", path, page, "--silent")
    for place, number in (("list/posts", 8), (f"article/{one(path, 'select id from articles')}", 4)):
        shown = get(datasette_on(path), f"/walls/{place}").text
        assert f"<summary>{number} Instagram posts without words" in shown
        assert shown.count("no words printed") == 8
    voices = BeautifulSoup(shown, "lxml").select(".voices li")
    assert [each["value"] for each in voices] == ["1", "5", "6", "7", "8"]
    assert len({each.a["href"] for each in voices}) == 5


def test_an_article_without_a_headline_is_known_by_its_beginning(tmp_path, datasette_on, get):
    (tmp_path / "untitled.txt").write_text(
        "the ferry was late again, and nobody on the quay was told why. " * 9, "utf-8"
    )
    succeed("archive", tmp_path / "bare.db", tmp_path / "untitled.txt", "--silent")
    page = BeautifulSoup(get(datasette_on(tmp_path / "bare.db"), "/bare/list/articles").text, "lxml")
    assert page.select_one(".headline h3").get_text() == "untitled.txt"
    assert page.select_one(".headline .excerpt").get_text().startswith("the ferry was late again")


@pytest.mark.parametrize(
    ("query", "chips"),
    [
        pytest.param("", 0, id="no words"),
        pytest.param("?q=pier", 1, id="words"),
        pytest.param("?q=pier&platform=twitter", 2, id="words and a filter"),
    ],
)
def test_filters_are_folded_and_active_ones_are_chips(listed, query, chips):
    page = listed(f"posts{query}")[0].text
    assert 'more-filters" open>' not in page
    assert "".join(re.findall(r'<ul class="chips.*?</ul>', page, re.DOTALL)).count("<li>") == chips


def test_a_selection_names_the_command_that_publishes_it(samples_archive, datasette_on, get):
    datasette = datasette_on(samples_archive)
    page = get(datasette, "/samples/list/posts?hashtag=letmirasing&outlet=pop+signal&language=EN").text
    command = unescape(re.search(r'<code class="publish" id="publish">(.*?)</code>', page)[1])
    assert command == "voxpop publish DB OUT --outlet 'Pop Signal' --hashtag letmirasing --filter language=en"
    for address in (
        "list/posts?q=van&hashtag=letmirasing",
        "list/posts?q=-hashtag:letmirasing+outlet:%22Pop+Signal%22",
    ):
        assert "voxpop publish" not in get(datasette, f"/samples/{address}").text


def test_articles_without_an_outlet_are_listed_but_no_outlet(samples_archive, datasette_on, get):
    with closing(sqlite3.connect(samples_archive)) as archive:
        (outlets,) = archive.execute("select count(*) from tally_outlets where outlet <> ''").fetchone()
    page = get(datasette_on(samples_archive), "/samples/list/outlets").text
    assert f"<h1>{outlets} outlets" in page
    assert "no outlet named" in page


def test_named_selections_are_on_the_front_page_each_with_a_feed(samples_archive, datasette_on, get, monkeypatch):
    options = {"selections": [["The <pier>", {"hashtag": "letmirasing", "since": "2024-05"}]]}
    monkeypatch.setattr("datasette.app.Datasette.plugin_config", lambda *_args, **_options: options)
    page = get(datasette_on(samples_archive), "/").text
    asked = "?hashtag=letmirasing&amp;since=2024-05"
    assert f'<a href="/samples/list/reactions{asked}"><bdi>The &lt;pier&gt;</bdi></a>' in page
    assert f'href="/samples/list/reactions.atom{asked}"' in page
