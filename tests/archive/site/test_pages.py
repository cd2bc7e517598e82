"""The pages, asked in this process: right figures, right links, nothing of a stranger's that runs."""

import csv
import io
import re
import sqlite3
from contextlib import closing
from itertools import pairwise
from urllib.parse import quote
from xml.etree import ElementTree as ET

import feedparser
import pytest
from datasette.utils import tilde_encode
from markupsafe import escape
from sqlite_utils import Database

from archive.datasette_files import read_source
from archive.site.selection.selection import KINDS
from archive.store.schema import MIGRATIONS

from . import hostile

TAG = "letmirasing"
FORMULA = r"[\s\u200b]*[=+@-]|[\t\r\n]"
ATOM = "{http://www.w3.org/2005/Atom}"


def one(path, sql):
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql).fetchone()[0]


def one_row(path, sql):
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql).fetchone()


@pytest.fixture(scope="module")
def subjects(samples_archive):
    """One address of each page."""
    keys = {
        "post": "select post from embeds group by post order by count(distinct article) desc, post limit 1",
        "author": "select author from posts group by author order by count(*) desc, author limit 1",
        "article": "select article from embeds group by article order by count(*) desc, article limit 1",
        "outlet": "select coalesce(outlet, '') from articles group by outlet order by count(*) desc, outlet limit 1",
    }
    keys["versions"] = keys["article"]
    found = {kind: f"/samples/{kind}/{tilde_encode(one(samples_archive, sql))}" for kind, sql in keys.items()}
    own = {
        "home": "/",
        "search": "/samples/search?q=the",
        "data": "/samples/data",
        "compare": "/samples/compare",
        "speed": "/samples/speed",
        "shown": "/samples/shown",
        "trends": "/samples/trends",
        "gone": "/samples/gone",
        "story": "/samples/story?hashtag=letmirasing",
    }
    lists = {f"list of {kind}": f"/samples/list/{kind}" for kind in KINDS}
    return {**own, **lists, "hashtag": f"/samples/hashtag/{TAG}", **found}


@pytest.fixture(scope="module")
def hostile_archive(tmp_path_factory):
    path = tmp_path_factory.mktemp("hostile") / "hostile.db"
    keys = hostile.make(path)
    return path, keys


def hostile_addresses(keys, tricks):
    """The pages of all rows with these tricks, and what can be asked with them."""
    names = list(hostile.TRICKS)
    keys, typed = ([keys[names.index(name)] for name in tricks], [quote(hostile.TRICKS[name][:300]) for name in tricks])
    kinds = ("article", "post", "author", "hashtag", "outlet")
    pages = [f"/hostile/{kind}/{tilde_encode(key[kind])}" for key in keys for kind in kinds]
    pages += [f"/hostile/versions/{key['article']}?from=%3Cscript%3E&to=%00" for key in keys]
    tables = [
        "reactions",
        "posts",
        "articles",
        "authors",
        "hashtags",
        "quotes",
        "shared_posts",
        "most_embedded_authors",
    ]
    pages += [f"/hostile/compare?{kind}={quote(key[kind])}" for key in keys for kind in kinds[2:]]
    pages += [f"/hostile/speed?outlet={quote(key['outlet'])}" for key in keys] + ["/hostile/speed?least=1"]
    pages += [
        f"/hostile/shown?outlet={quote(key['outlet'])}&{other}={quote(key[other])}"
        for key in keys
        for other in ("author", "outlet")
    ]
    pages += ["/hostile/shown", "/hostile/trends", "/hostile/gone", "/hostile/story?q=the"]
    pages += [f"/hostile/hashtag/{tilde_encode(key['hashtag'])}?since=1&platform=twitter" for key in keys]
    lists = [f"/hostile/list/{kind}" for kind in KINDS]
    lists += [f"/hostile/list/{kind}?q={words}&outlet={words}" for kind in KINDS for words in typed[:6]]
    searches = [f"/hostile/search?q={words}" for words in typed]
    return ["/", *pages, *lists, *searches, *(f"/hostile/{table}" for table in tables)]


PAGES = (
    *(
        "home",
        "search",
        "data",
        "compare",
        "speed",
        "shown",
        "trends",
        "gone",
        "story",
        "hashtag",
        "post",
        "author",
        "article",
        "versions",
        "outlet",
    ),
    *(f"list of {kind}" for kind in KINDS),
)


@pytest.mark.parametrize("kind", PAGES)
def test_every_page_answers_under_a_strict_policy(samples_archive, datasette_on, get, subjects, kind):
    response = get(datasette_on(samples_archive), subjects[kind])
    assert response.status_code == 200
    assert "default-src 'none'" in response.headers["content-security-policy"]
    assert not re.search(r"<script(?! src=)|\son\w+=|\sstyle=", response.text)
    ids = re.findall(r'\sid="([^"]*)"', response.text)
    assert len(ids) == len(set(ids))
    levels = [int(level) for level in re.findall(r"<h([1-6])\b", response.text)]
    assert [pair for pair in pairwise(levels) if pair[1] > pair[0] + 1] == []  # no level is skipped


@pytest.mark.parametrize("kind", PAGES)
def test_every_section_links_to_its_rows(samples_archive, datasette_on, get, subjects, kind):
    datasette = datasette_on(samples_archive)
    page = get(datasette, subjects[kind]).text
    answers = re.findall(r'<a href="([^"]+)" rel="nofollow">(SQL|CSV|JSON)</a>', page)
    assert len(answers) >= 3
    for address, _ in answers:
        assert get(datasette, address.replace("&amp;", "&")).status_code == 200, address


def test_every_question_and_table_stands_on_the_page_of_data(samples_archive, datasette_on, get):
    page = get(datasette_on(samples_archive), "/samples/data").text
    source = read_source()
    queries = [(name, query["title"], query["description"]) for name, query in source["queries"].items()]
    shown = [name for name, table in source["tables"].items() if not table.get("hidden")]
    for name, title, description in queries:
        assert f'<a href="/samples/{name}">{title}</a>' in page
        assert str(escape(description)) in page
    listed = re.findall(r'<a href="/samples/(\w+)">\1</a>', page)
    assert (sorted(listed), listed[0]) == (sorted(shown), "reactions")


def test_front_page_counts_what_is_there(samples_archive, datasette_on, get):
    page = get(datasette_on(samples_archive), "/").text
    articles = one(samples_archive, "select count(*) from articles")
    posts = one(samples_archive, "select count(*) from posts")
    quotes = one(samples_archive, "select count(*) from quotes")
    title = re.search(r"<h1>(.*?)</h1>", page)[1]
    assert f"{articles} articles" in title
    assert f"show {posts} posts and quote {quotes} reactions" in title


@pytest.fixture(scope="module")
def gone(samples_archive, tmp_path_factory):
    """The samples, where all embeds of one post are gone, one embed of another, and a quote is none for sure."""
    path = tmp_path_factory.mktemp("gone") / "gone.db"
    path.write_bytes(samples_archive.read_bytes())
    whole, part = (
        one(path, f"select id from posts where articles {many} and id in (select post from posts_hashtags) limit 1")
        for many in ("= 1", "> 1")
    )
    with closing(sqlite3.connect(path)) as copy:
        copy.execute("update embeds set gone_at = '2024-06-01' where post = ?", (whole,))
        copy.execute(
            "update embeds set gone_at = '2024-06-01' where id = (select min(id) from embeds where post = ?)", (part,)
        )
        copy.execute("update quotes set confidence = 0.6 where id = 1")
        copy.execute("update quotes set confidence = 0.9 where id <> 1")
        copy.commit()
    return path, whole, part


def badges(page):
    return re.findall(r'<span class="badge(?: bad)?" title="([^"]+)">(\w+)</span>', page)


def test_what_is_gone_from_all_articles_is_said_wherever_it_is_shown(gone, datasette_on, get):
    path, whole, part = gone
    datasette = datasette_on(path)
    author = one(path, f"select author from posts where id = '{whole}'")
    hashtag = one(path, f"select hashtag from posts_hashtags where post = '{whole}'")
    words = one(path, f"select text from posts where id = '{whole}'").split()[0]
    places = ["post/" + tilde_encode(whole), "author/" + tilde_encode(author), "hashtag/" + tilde_encode(hashtag)]
    for place in [*places, f"search?q={quote(words)}&in=posts"]:
        found = badges(get(datasette, f"/gone/{place}").text)
        assert ("No article shows it any more", "gone") in found, place
    assert badges(get(datasette, f"/gone/post/{tilde_encode(part)}").text) == []
    assert '<span class="vp-flag">gone</span>' in get(datasette, f"/gone/posts?id={quote(whole)}").text


def test_an_article_says_which_embeds_are_gone_and_which_quotes_are_not_sure(gone, datasette_on, get):
    path, _, part = gone
    datasette = datasette_on(path)
    article = one(path, f"select article from embeds where gone_at is not null and post = '{part}'")
    found = badges(get(datasette, f"/gone/article/{article}").text)
    assert ("The article no longer shows it since 1 June 2024", "gone") in found
    quoting = one(path, "select article from quotes where id = 1")
    said = [words for _, words in badges(get(datasette, f"/gone/article/{quoting}").text)]
    assert (said.count("likely"), said.count("sure")) == (1, 0)


@pytest.mark.parametrize("kind", ["home", "hashtag", "author", "outlet"])
def test_figures_of_a_chart_lead_to_as_many_rows(samples_archive, datasette_on, get, subjects, kind):
    datasette = datasette_on(samples_archive)
    page = get(datasette, subjects[kind]).text
    figures = re.findall(r'<td class="n"><a href="([^"]+(?:__gte|since)[^"]+)" rel="nofollow">([\d,]+)<', page)
    assert figures
    for address, number in figures:
        path, query = address.replace("&amp;", "&").split("?")
        rows = get(datasette, f"{path}.json?{query}&_size=max&_shape=array").json()
        assert (address, len(rows["rows"] if isinstance(rows, dict) else rows)) == (address, int(number))
        assert '<svg class="chart' not in page or f'<a href="{address}" tabindex="-1"' in page, "so does the bar"


def test_outlets_without_a_name_are_a_row_of_their_own(tmp_path, datasette_on, get):
    path = tmp_path / "unnamed.db"
    database = Database(path)
    MIGRATIONS.apply(database)
    for n, outlet in enumerate([*(f"Outlet {n}" for n in range(9)), None]):
        database.execute(
            "insert into articles (id, outlet, kind, source, digest, record, first_seen, last_seen, rowid)"
            " values (?, ?, 'html', '-', '', '', '2024', '2024', ?)",
            (str(n), outlet, n),
        )
    database.execute(
        "update tally_outlets set embeds = case outlet when '' then 400 when 'Outlet 8' then 95 else 90 end"
    )
    database.conn.commit()
    database.close()
    page = get(datasette_on(path), "/").text
    words = " ".join(re.sub(r"<[^>]+>", " ", page).split())
    assert "90 no outlet named 400 The first 8 of 9 outlets." in words
    assert page.count('width="100.0%"') == 1, "bars are measured by the longest of a name"


def test_front_page_names_the_hashtags_that_rise(samples_archive, tmp_path, datasette_on, get):
    path = tmp_path / "samples.db"
    path.write_bytes(samples_archive.read_bytes())
    with closing(sqlite3.connect(path)) as copy:
        copy.execute("delete from tally_hashtag_days")
        days = [("letmirasing", f"2024-05-{day:02}", 2) for day in range(1, 10)] + [("saudade", "2024-06-01", 5)]
        copy.executemany("insert into tally_hashtag_days (hashtag, day, posts) values (?, ?, ?)", days)
        copy.execute("update hashtags set posts = 5, articles = 1 where id = 'saudade'")
        copy.commit()
    page = get(datasette_on(path), "/").text
    rising = page[page.index('id="rising"') :].partition("</section>")[0]
    assert re.findall(r"<bdi>(#\w+)</bdi>", rising) == ["#Saudade"]
    assert ">5<" in rising
    assert ">6<" in rising


def test_front_page_tells_how_the_last_run_went(samples_archive, tmp_path, datasette_on, get):
    path = tmp_path / "ran.db"
    with closing(sqlite3.connect(samples_archive)) as source, closing(sqlite3.connect(path)) as copy:
        source.backup(copy)
        copy.execute(
            "insert into runs (started_at, ended_at, exit_code, sources, articles, added, failed)"
            " values ('2024-05-13T06:00:00Z', '2024-05-13T06:01:00Z', 1, 3, 12, 5, 2)"
        )
        copy.commit()
    page = get(datasette_on(path), "/").text
    words = " ".join(re.sub(r"<[^>]+>", "", page).split())
    assert "The last run began 13 May 2024, 06:00 UTC and ended 13 May 2024, 06:01 UTC" in words
    assert "12 articles read, 5 new, 2 sources failed" in words


def test_post_page_shows_every_article_and_the_citation(samples_archive, datasette_on, get, subjects):
    datasette = datasette_on(samples_archive)
    page, citation = get(datasette, subjects["post"]).text, get(datasette, subjects["post"] + ".txt")
    assert citation.headers["content-type"].startswith("text/plain")
    assert citation.text.count("[SHA-256 ") == page.split('id="shown"')[1].count('href="/samples/article/') == 2
    assert "Permalink: https://x.com/" in citation.text


def test_an_article_page_tells_when_a_file_was_saved_from_when_it_was_archived(
    samples_archive, datasette_on, get, tmp_path
):
    path = tmp_path / "saved.db"
    path.write_bytes(samples_archive.read_bytes())
    article = one(path, "select article from embeds limit 1")
    with closing(sqlite3.connect(path)) as copy:
        copy.execute("update articles set saved_at = '2016-05-06T07:08:07Z', first_seen = '2024-05-13T06:00:00Z'")
        copy.execute(
            "insert into captures (article, url, fetched_at, status, refused) values (?, 'u', '2024', 200, ?)",
            (article, "is empty: <nothing> to read"),
        )
        copy.commit()
    page = get(datasette_on(path), f"/saved/article/{article}").text
    words = " ".join(re.sub(r"<[^>]+>", " ", page).split())
    assert "Saved 6 May 2016, 07:08 UTC as the file states First archived 13 May 2024, 06:00 UTC" in words
    assert "status 200, not taken as the article: is empty: &lt;nothing&gt; to read" in words
    untold = one(samples_archive, "select article from embeds limit 1")
    assert "as the file states" not in get(datasette_on(samples_archive), f"/samples/article/{untold}").text


def test_an_article_page_tells_a_wording_that_is_gone_from_a_post_that_is(samples_archive, datasette_on, get, tmp_path):
    path = tmp_path / "reworded.db"
    path.write_bytes(samples_archive.read_bytes())
    article = one(path, "select article from embeds limit 1")
    with closing(sqlite3.connect(path)) as copy:
        copy.execute(
            """
            insert into embeds (article, post, printing, form, position, text, first_seen, last_seen, gone_at)
            select article, post, (select id from printings where id not in (select printing from embeds where
                article = ?1) limit 1), form, position, 'So before', first_seen, last_seen, '2030-01-02'
            from embeds where article = ?1 limit 1
            """,
            (article,),
        )
        copy.commit()
        page = get(datasette_on(path), f"/reworded/article/{article}").text
        assert re.search(r"Gone since <time[^>]*>2 January 2030</time>", page)
        assert "This wording is gone; the story still shows the post" in page
        copy.execute("update embeds set gone_at = '2030-01-02' where article = ?", (article,))
        copy.commit()
    page = get(datasette_on(path), f"/reworded/article/{article}").text
    assert "This wording" not in page
    assert re.search(r"Gone since <time[^>]*>2 January 2030</time>", page)


def test_a_post_that_got_a_better_id_moves(samples_archive, datasette_on, get):
    alias = one(samples_archive, "select alias from post_aliases limit 1")
    response = get(datasette_on(samples_archive), f"/samples/post/{tilde_encode(alias)}")
    assert response.status_code == 301
    post = one(samples_archive, "select post from post_aliases limit 1")
    assert response.headers["location"] == f"/samples/post/{tilde_encode(post)}"


@pytest.mark.parametrize("kind", ["hashtag", "post", "author", "article", "outlet"])
def test_what_is_not_there_is_not_found(samples_archive, datasette_on, get, kind):
    assert get(datasette_on(samples_archive), f"/samples/{kind}/nothing").status_code == 404


@pytest.mark.parametrize("address", ["/samples/article/nope", "/samples/nope", "/nope", "/samples/posts?_sort=nope"])
def test_errors_keep_the_style_and_the_way_around(samples_archive, datasette_on, get, address):
    response = get(datasette_on(samples_archive), address)
    page = get(datasette_on(samples_archive), response.headers.get("location", address)).text
    assert '<body class="vp">' in page
    assert re.search(r'<link rel="stylesheet" href="/voxpop/voxpop\.css', page)
    assert '<a href="/samples/list/hashtags">Hashtags</a>' in page
    assert 'action="/samples/search"' in page


def test_errors_show_what_a_stranger_typed_as_text(samples_archive, datasette_on, get):
    response = get(datasette_on(samples_archive), "/samples/article/" + tilde_encode("<img src=x>"))
    assert response.status_code == 404
    assert "&lt;img src=x&gt;" in response.text
    assert "<img" not in response.text


def test_authors_are_found_in_any_spelling(samples_archive, datasette_on, get):
    response = get(datasette_on(samples_archive), "/samples/author/Twitter~3AMiraSolene_EX")
    assert (response.status_code, response.headers["location"]) == (301, "/samples/author/twitter~3Amirasolene_ex")
    assert get(datasette_on(samples_archive), "/samples/author/NOBODY").status_code in (301, 404)
    assert get(datasette_on(samples_archive), "/samples/author/nobody").status_code == 404


@pytest.mark.parametrize("address", ["posts", "shared_posts", "posts/twitter~3A1789631794067728641"])
def test_pages_of_datasette_keep_the_way_around(samples_archive, datasette_on, get, address):
    page = get(datasette_on(samples_archive), f"/samples/{address}").text
    assert '<a href="/samples/list/hashtags">Hashtags</a>' in page
    assert 'action="/samples/search"' in page


def test_the_meaning_of_columns_is_folded_away(samples_archive, datasette_on, get):
    page = get(datasette_on(samples_archive), "/samples/posts").text
    assert page.count("column-descriptions") == 1
    folded = re.search(r"<details class=\"vp-meanings\">(.*?)</details>", page, re.DOTALL)[1]
    assert "<dt>posted_as_written</dt>" in folded


def test_an_article_page_shows_who_wrote_it_its_section_and_its_last_change(
    samples_archive, tmp_path, datasette_on, get
):
    path = tmp_path / "signed.db"
    path.write_bytes(samples_archive.read_bytes())
    with closing(sqlite3.connect(path)) as db:
        (key,) = db.execute("SELECT id FROM articles LIMIT 1").fetchone()
        db.execute("DELETE FROM bylines WHERE article = ?", (key,))
        db.executemany(
            "INSERT INTO bylines (article, position, name) VALUES (?, ?, ?)",
            [(key, 0, "Ann <b>Lee"), (key, 1, "Ben Bee")],
        )
        db.execute("UPDATE articles SET section = 'Harbour', modified_at = '2030-02-03' WHERE id = ?", (key,))
        db.commit()
    datasette = datasette_on(path)
    page = get(datasette, f"/signed/article/{key}").text
    assert "by <bdi>Ann &lt;b&gt;Lee</bdi>, <bdi>Ben Bee</bdi>" in page
    assert "<bdi>Harbour</bdi>" in page
    assert re.search(r"<dt>Changed</dt><dd><time[^>]*>3 February 2030", page)
    found = get(datasette, "/signed/articles_of_byline.json?_shape=array&name=ben bee").json()
    assert [row["article"] for row in found] == [key]


def test_an_outlet_with_one_article_is_spoken_of_in_the_singular(samples_archive, datasette_on, get):
    page = get(datasette_on(samples_archive), "/samples/outlet/Canal+Farol").text
    assert re.search(r"1 article in this archive shows \d+ posts? and quotes \d+ reactions?\.", page)
    assert "latest 1,000" not in page


def test_hashtags_are_found_in_any_spelling(samples_archive, datasette_on, get):
    assert get(datasette_on(samples_archive), "/samples/hashtag/LETMIRASING").status_code == 200


@pytest.mark.parametrize("kind", ["hashtag", "outlet"])
def test_feeds_are_atom_and_never_name_this_machine(samples_archive, datasette_on, get, subjects, kind):
    response = get(datasette_on(samples_archive), subjects[kind] + ".atom")
    assert response.headers["content-type"].startswith("application/atom+xml")
    assert not feedparser.parse(response.content).bozo
    feed = ET.fromstring(response.content)
    entries = feed.findall(f"{ATOM}entry")
    assert entries
    ids = [entry.findtext(f"{ATOM}id") for entry in [feed, *entries]]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"urn:uuid:[0-9a-f-]{36}", key) for key in ids)
    assert "//localhost" not in response.text
    assert all(link.get("href").startswith(("http", "/samples/")) for link in feed.iter(f"{ATOM}link"))


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("q=van", True),
        ("q=VAN+brackwater", True),
        ("q=van&platform=bluesky", False),
        ("q=van&hashtag=%23LetMiraSing", True),
        ("q=van&hashtag=saudade", False),
        ("q=van&since=2024-05-12&until=2024-05-12", True),
        ("q=van&since=2024-05-13", False),
        ("q=van&until=2024-05-11", False),
        ("q=van&outlet=nobody", False),
        ("q=%22woke+up%22", True),
        ("q=%22up+woke%22", False),
        ("q=%22", False),
        ("q=AND+(", False),
        ("q=van+-brackwater", False),
        ("q=van+OR+zeppelin", True),
        ("q=van+outlet:%22the+harbour+gazette%22", True),
        ("q=van+-outlet:%22the+harbour+gazette%22", False),
        ("q=van+from:oddjobsdee_ex", True),
        ("q=van+%23letmirasing+-%23saudade", True),
        ("q=th*", False),
        ("q=van%00", True),
        ("q=van&below=rubbish", True),
        ("q=van&since=rubbish", False),
        ("q=van&since=2024-5-9&until=2024-5", True),
        ("q=van&outlet=the++HARBOUR+gazette", True),
        ("q=van&language=EN", True),
        ("q=van&platform=Twitter", True),
        ("q=woke%20refu*", True),
        ("q=re*", False),
        ("q=%22woke%22*", True),
        ("q=%F0%9F%8C%8A", False),
    ],
)
def test_search_finds_and_filters(samples_archive, datasette_on, get, query, found):
    response = get(datasette_on(samples_archive), f"/samples/search?in=posts&{query}")
    assert response.status_code == 200
    assert ("<mark>" in response.text) is found


@pytest.fixture(scope="module")
def searched(samples_archive, datasette_on, get):
    """Give a function that gives a search page: its HTML, and the words in its main part."""

    def ask(query):
        page = get(datasette_on(samples_archive), f"/samples/search?{query}")
        assert page.status_code == 200
        main = page.text.split('<main id="main">')[1].split("</main>")[0]
        return main, " ".join(re.sub(r"<[^>]+>", " ", main).split())

    return ask


@pytest.mark.parametrize("typed", ["9 May 2024", "2024-13", "zz", "2023-02-29"])
def test_a_date_that_cannot_be_read_is_kept_and_said(searched, typed):
    page, words = searched(f"q=pier&since={quote(typed)}")
    assert f'name="since" value="{typed}" aria-invalid="true"' in page
    assert "From: write 2024-05-09" in words
    assert "Nothing was searched: From could not be understood" in words
    assert "<h2" not in page


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("outlet=Nobody&q=van", "Outlet: none here is called so"),
        ("hashtag=nobody&q=van", "Hashtag: not in this archive"),
        ("q=van&since=2024-05-13&in=posts", "No post with these words fits: from 13 May 2024."),
        ("q=van&hashtag=saudade&in=posts", "No post with these words fits: #Saudade."),
        ("q=van&platform=bluesky&language=EN&in=posts", "No post with these words fits: Bluesky, in English."),
        ("q=zeppelin&outlet=pop+signal&in=posts", "No post has these words."),
        ("q=zeppelin&in=quotes", "No quote has these words."),
        ("q=zeppelin", "For example:"),
        ("language=xx&in=articles", "No article fits: in xx."),
    ],
)
def test_what_is_not_found_is_said_as_it_was_asked(searched, query, words):
    assert words in searched(query)[1]


def test_words_of_an_article_are_found_apart_from_posts(searched):
    page, words = searched("q=bakery")
    assert "No post has these words." in words
    articles = page[page.index('<h2 id="articles">') :]
    title, excerpt = re.search(
        r'href="/samples/article/[^"]*"><bdi>(.*?)</bdi>.*?class="excerpt" dir="auto">(.*?)</p>', articles
    ).groups()
    assert "<mark>" not in title
    assert "<mark>bakery</mark>" in excerpt.lower()


def test_an_article_whose_title_alone_has_the_words_has_no_excerpt(samples_archive, tmp_path, datasette_on, get):
    path = tmp_path / "titled.db"
    path.write_bytes(samples_archive.read_bytes())
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("update articles set title = 'A zeppelin' where rowid = (select min(rowid) from articles)")
    page = get(datasette_on(path), "/titled/search?q=zeppelin&in=articles").text
    assert page.count("<mark>") == 1
    assert 'class="excerpt"' not in page


def test_pictures_in_the_text_of_articles_are_found(samples_archive, tmp_path, datasette_on, get):
    path = tmp_path / "pictures.db"
    path.write_bytes(samples_archive.read_bytes())
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(
            "update articles set text = 'So many <b>words</b> at 灯台 🎺 again.' where rowid = (select min(rowid) from articles)"
        )
    page = get(datasette_on(path), f"/pictures/search?q={quote('灯台 🎺')}&in=articles").text
    assert 'dir="auto">So many &lt;b&gt;words&lt;/b&gt; at <mark>灯台</mark> <mark>🎺</mark> again.</p>' in page


def test_context_of_a_post_is_one_click_away(samples_archive, datasette_on, get):
    post = one(samples_archive, "select post from embeds where context_start is not null limit 1")
    page = get(datasette_on(samples_archive), f"/samples/post/{tilde_encode(post)}").text
    assert "<summary>In context</summary>" in page


def test_an_article_page_names_its_topics(samples_archive, tmp_path, datasette_on, get):
    path = tmp_path / "topics.db"
    path.write_bytes(samples_archive.read_bytes())
    with closing(sqlite3.connect(path)) as db, db:
        article = db.execute("select id from articles limit 1").fetchone()[0]
        db.execute("insert into articles_topics values (?, ?)", (article, "<b>storm</b>"))
    page = get(datasette_on(path), f"/topics/article/{article}").text
    link = re.search(r'<dt>Topics</dt><dd><a href="([^"]+)"><bdi>&lt;b&gt;storm&lt;/b&gt;</bdi></a></dd>', page)
    assert article in get(datasette_on(path), link[1].replace("&amp;", "&")).text
    assert "a file" in page


def test_a_text_stands_last_in_the_table_of_articles(samples_archive, datasette_on, get):
    page = get(datasette_on(samples_archive), "/samples/articles").text
    heads = re.findall(r'<th [^>]*data-column="([^"]+)"', page)
    assert heads.index("title") < heads.index("published_at") < heads.index("text")


@pytest.mark.parametrize("query", ["q=&hashtag=LetMiraSing", "outlet=pop+signal", "since=2024-05-12&language=EN"])
def test_filters_without_words_show_what_fits_newest_first(searched, query):
    page, _ = searched(f"{query}&in=posts")
    dates = re.findall(r'<a href="/samples/post/[^"]*"><time datetime="([^"]*)"', page)
    assert len(dates) > 1
    assert dates == sorted(dates, reverse=True)


def test_outlets_and_languages_are_offered(searched):
    page, words = searched("")
    assert '<datalist id="known-outlets">' in page
    assert '<option value="Pop Signal">' in page
    assert re.findall(r'<datalist id="known-languages">(.*?)</datalist>', page) == [
        '<option value="en"></option><option value="pt"></option>'
    ]
    assert "No post" not in words


@pytest.mark.parametrize("typed", ["Solène", "solene", "SOLÈNE mira", "@MiraSole"])
def test_a_search_for_a_person_finds_the_person(searched, typed):
    page, words = searched(f"q={quote(typed)}")
    people = page.split('id="people"')[1].split("</section>")[0]
    assert "/samples/author/twitter~3Amirasolene_ex" in people
    assert "No post has these words. The people above bear this name" in words
    if "@" not in typed:
        assert "/samples/author/instagram~3Amira~2Esolene~2Eex" in people


@pytest.mark.parametrize("query", ["q=Solène&platform=bluesky", "q=Solène&in=quotes", "q=solen", "q=%22", "q=mi"])
def test_no_people_where_none_is_meant(searched, query):
    assert 'id="people"' not in searched(query)[0]


@pytest.fixture(scope="module")
def typed_in_any_script(datasette_on, get, tmp_path_factory):
    """Give a function that gives what a search for posts shows of an archive in several scripts."""
    path = tmp_path_factory.mktemp("scripts") / "scripts.db"
    database = Database(path)
    MIGRATIONS.apply(database)
    texts = (
        "港が閉鎖されました。とても悲しい 🌊",
        "The pier is closed 🎉❤️",
        "แฟนๆ ร้องไห้ที่ท่าเรือ",
        "word " * 400 + "pier",
    )
    for number, text in enumerate(texts, 1):
        about = {"platform": "twitter", "text": text, "first_seen": "2024-05-12", "articles": 1}
        database["posts"].insert({"id": f"twitter:{number}", "rowid": number, **about})
    database.close()
    datasette = datasette_on(path)

    def ask(words):
        page = get(datasette, f"/scripts/search?in=posts&q={quote(words)}").text
        return re.findall(r'href="/scripts/post/twitter~3A(\d)\?[^"#]*"', page), page

    return ask


@pytest.mark.parametrize(
    ("words", "posts", "mark"),
    [
        ("悲しい", ["1"], "悲しい"),
        ("悲しい 港", ["1"], "港"),
        ("🎉", ["2"], "🎉"),
        ("❤", ["2"], "❤"),
        ("❤️ pier", ["2"], "pier"),
        ("ท่าเรือ", ["3"], "ท่าเรือ"),
        ("pie*", ["4", "2"], "pier"),
        ("悲しい pier", [], None),
        ("☀", [], None),
    ],
)
def test_what_the_index_does_not_hold_is_found(typed_in_any_script, words, posts, mark):
    found, page = typed_in_any_script(words)
    assert found == posts
    assert mark is None or f"<mark>{mark}</mark>" in page


def test_a_long_hit_is_shown_in_part(typed_in_any_script):
    _, page = typed_in_any_script("pier")
    said = re.findall(r'<div class="said"[^>]*>(.*?)</div>', page)[0]
    assert said.startswith("…word ")
    assert said.endswith("<mark>pier</mark>")
    assert len(said) < 700


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("q=van+OR+pier", "Read as: van or pier"),
        ("q=van+-moon", "Read as: van and not moon"),
        ("q=AND", "“AND” was left out"),
        ("q=th*", "Nothing was searched: “th*”: write at least 3 letters before the star."),
        ("q=van+outlet:nobody", "Nothing was searched: “nobody”: none here is called so"),
        ("q=van+from:nobody", "“nobody”: nobody here has this handle"),
        ("q=van+site:x", "“site:” is no operator here"),
    ],
)
def test_how_a_search_was_read_is_said(searched, query, words):
    assert words in searched(query)[1]


@pytest.mark.parametrize(
    "shape", ["https://twitter.com/{who}/status/{id}?s=20", "x.com/{who}/status/{id}", "{id}", "twitter:{id}"]
)
def test_the_address_of_a_post_leads_to_it(samples_archive, datasette_on, get, shape):
    with closing(sqlite3.connect(samples_archive)) as connection:
        sql = "select native_id, handle from posts join authors on authors.id = author where posts.platform = 'twitter'"
        native_id, handle = connection.execute(sql).fetchone()
    typed = quote(shape.format(who=handle, id=native_id))
    answer = get(datasette_on(samples_archive), f"/samples/search?q={typed}")
    assert (answer.status_code, answer.headers["location"]) == (302, f"/samples/post/twitter~3A{native_id}")


def test_the_address_of_an_article_leads_to_it(samples_archive, datasette_on, get):
    with closing(sqlite3.connect(samples_archive)) as connection:
        key, url = connection.execute("select id, url from articles where url is not null").fetchone()
    for typed in (url, f"{url}?utm_source=mail", f"{url}#comments", f"{url}/"):
        answer = get(datasette_on(samples_archive), f"/samples/search?q={quote(typed)}")
        assert answer.headers["location"] == f"/samples/article/{key}"


@pytest.mark.parametrize(
    ("query", "link"),
    [
        ("q=%23letmirasing", "/samples/hashtag/letmirasing"),
        ("q=LetMiraSing", "/samples/hashtag/letmirasing"),
        ("q=the+harbour++GAZETTE", "/samples/outlet/The+Harbour+Gazette"),
    ],
)
def test_a_hashtag_and_an_outlet_are_led_to(searched, query, link):
    page, _ = searched(query)
    place = page.split("</form>")[1].split("<section")[0]
    assert f'href="{link}"' in place
    assert "Hashtag:" not in searched("q=gazette")[1]


def test_an_address_that_is_not_here_is_said_to_be_not(searched):
    page, words = searched("q=https%3A%2F%2Fnews.example%2Fnowhere%2F12345678")
    assert "No post or article in this archive has this address." in words
    assert "<h2" not in page


@pytest.mark.parametrize("kind", PAGES)
def test_pages_stay_below_their_base(samples_archive, datasette_on, get, subjects, kind):
    response = get(datasette_on(samples_archive, base_url="/archive/"), subjects[kind])
    assert response.status_code == 200
    # (Datasette's client puts the base before the address that it asks.)
    addresses = re.findall(r'(?:href|src|action)="(/[^"]*)"', response.text)
    assert addresses
    assert [address for address in addresses if not address.startswith("/archive/")] == []


@pytest.mark.parametrize(
    "tricks",
    [
        pytest.param(("script", "image", "address", "template", "close", "nul"), id="that would run"),
        pytest.param(tuple(hostile.TRICKS), id="all", marks=pytest.mark.thorough),
    ],
)
def test_nothing_of_a_stranger_runs(hostile_archive, datasette_on, get, tricks):
    path, keys = hostile_archive
    datasette = datasette_on(path)
    for address in hostile_addresses(keys, tricks):
        response = get(datasette, address)
        assert response.status_code == (302 if "location" in response.headers else 200), address
        for bad in ("<script>document", "<img src=x", 'href="javascript:', "</title></textarea>", "49{"):
            assert bad not in response.text, (address, bad)


@pytest.fixture(scope="module")
def sparse(tmp_path_factory):
    """An archive of what is hardly there: nothing has a name, a title, a date or words."""
    path = tmp_path_factory.mktemp("sparse") / "sparse.db"
    database = Database(path)
    MIGRATIONS.apply(database)
    seen = {"first_seen": "2024-05-12T08:00:00Z", "last_seen": "2024-05-12T08:00:00Z"}
    for number, name in enumerate(("pier", "bare"), 1):
        about = {"source": f"saved/{name}.txt", "digest": name, "record": "{}", "rowid": number}
        database["articles"].insert({"id": f"a{number}", "kind": "text", **about, **seen})
    for handle in (None, "lene"):
        about = {"handle": handle, "platform": "twitter", "first_seen": seen["first_seen"]}
        database["authors"].insert({"id": f"twitter:{handle or 'tove'}", **about})
    said = {"article": "a1", "author": "twitter:lene", "text": "Late again", "handle": "lene", "platform": "twitter"}
    database["quotes"].insert({**said, "position": 3, **seen})
    posts = (("mastodon:1", None, None), ("twitter:2", "twitter:tove", "We sang anyway"))
    for number, (post, author, text) in enumerate(posts, 1):
        platform = post.partition(":")[0]
        about = {"platform": platform, "author": author, "text": text, "first_seen": seen["first_seen"]}
        database["posts"].insert({"id": post, "rowid": number, **about})
        database["printings"].insert({"id": post, "post": post, **about})
        database["embeds"].insert(
            {"article": "a1", "post": post, "printing": post, "form": "link", "position": number, **seen}
        )
    database["hashtags"].insert({"id": "été", "tag": "Été"})
    database["articles_hashtags"].insert({"article": "a1", "hashtag": "été", "as_written": "ÉTÉ", "within": "prose"})
    database["posts_hashtags"].insert({"post": "twitter:2", "hashtag": "été", "as_written": "ÉTÉ"})
    database["hashtags"].insert({"id": "quiet", "tag": "Quiet"})
    database.close()
    return path


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("/", "2 articles show 2 posts and quote 1 reaction"),
        ("hashtag/~C3~A9t~C3~A9", "Posts without a date"),
        ("hashtag/quiet", "0 articles name it"),
        ("post/mastodon~3A1", "Author not printed"),
        ("post/mastodon~3A1", "No words of it were printed. It was shown in:"),
        ("author/twitter~3Atove", "No name was printed"),
        ("author/twitter~3Alene", "Quoted 1 time. First archived"),
        ("author/twitter~3Alene", "Late again pier.txt"),
        ("article/a1", "pier.txt"),
        ("article/a2", "No reaction was found in it."),
        ("outlet/", "Articles that name no outlet"),
        ("outlet/", "pier.txt"),
        ("search?q=pier", "No post has these words"),
        ("post/mastodon~3A1.txt", "“pier.txt”, no date"),
    ],
)
def test_what_is_not_known_is_said_in_words(sparse, datasette_on, get, address, words):
    response = get(datasette_on(sparse), address if address == "/" else f"/sparse/{address}")
    assert response.status_code == 200
    assert words in " ".join(re.sub(r"<[^>]+>", "", response.text).split())
    assert "None" not in re.sub(r"<[^>]+>", "", response.text)


def test_the_front_page_shows_posts_with_words_first(sparse, datasette_on, get):
    shown = get(datasette_on(sparse), "/").text.split("The posts most articles show")[1]
    assert -1 < shown.find("We sang anyway") < shown.find("no words printed")


def test_feed_of_what_nobody_reacted_to_is_empty(sparse, datasette_on, get):
    feed = feedparser.parse(get(datasette_on(sparse), "/sparse/hashtag/quiet.atom").content)
    assert (feed.bozo, feed.entries) == (False, [])
    assert get(datasette_on(sparse), "/sparse/hashtag/unknown.atom").status_code == 404


@pytest.mark.parametrize("spelling", ["ÉTÉ", "%23ÉTÉ", "été", "＃été"])
def test_queries_find_hashtags_in_spellings_beyond_ascii(sparse, datasette_on, get, spelling):
    address = f"/sparse/posts_of_hashtag.json?_shape=array&hashtag={spelling}"
    assert [row["post"] for row in get(datasette_on(sparse), address).json()] == ["twitter:2"]


def test_long_posts_are_cut_in_lists_and_whole_on_their_page(hostile_archive, datasette_on, get):
    path, keys = hostile_archive
    long = keys[list(hostile.TRICKS).index("unbroken")]["post"]
    words = hostile.TRICKS["unbroken"]
    author = keys[list(hostile.TRICKS).index("unbroken")]["author"]
    assert words in get(datasette_on(path), f"/hostile/post/{tilde_encode(long)}").text
    page = get(datasette_on(path), f"/hostile/author/{tilde_encode(author)}").text
    card = page.split('<article class="post"')[1].split("</article>")[0]
    assert words not in re.search(r'<div class="said"[^>]*>(.*?)</div>', card)[1]
    assert ">the whole post</a>" in card


def test_feeds_of_a_stranger_are_well_formed(hostile_archive, datasette_on, get):
    path, keys = hostile_archive
    for key in keys:
        for kind in ("hashtag", "outlet"):
            response = get(datasette_on(path), f"/hostile/{kind}/{tilde_encode(key[kind])}.atom")
            assert not feedparser.parse(response.content).bozo
            feed = ET.fromstring(response.content)
            assert not [link for link in feed.iter(f"{ATOM}link") if "javascript" in link.get("href")[:11]]


@pytest.mark.parametrize("table", ["posts", "articles", "reactions", "quotes", "hashtags", "authors", "shared_posts"])
def test_no_cell_of_csv_is_a_formula(hostile_archive, datasette_on, get, table):
    path, _ = hostile_archive
    response = get(datasette_on(path), f"/hostile/{table}.csv?_size=max")
    rows = list(csv.reader(io.StringIO(response.text, newline="")))
    assert len({len(row) for row in rows}) == 1, "every row has every column"
    assert [cell for row in rows for cell in row if re.match(FORMULA, cell)] == []


def test_csv_keeps_formulas_where_asked(hostile_archive, datasette_on, get):
    path, _ = hostile_archive
    rows = csv.reader(io.StringIO(get(datasette_on(path), "/hostile/posts.csv?_formulas=1").text, newline=""))
    assert any(cell == hostile.TRICKS["formula"] for row in rows for cell in row)


def test_posts_are_cards_in_tables_and_queries(samples_archive, datasette_on, get):
    datasette = datasette_on(samples_archive)
    for address in ("/samples/posts", "/samples/reactions", "/samples/shared_posts"):
        assert 'class="vp-card"' in get(datasette, address).text


def test_columns_stand_in_reading_order_and_keep_their_cells(samples_archive, datasette_on, get):
    page = get(datasette_on(samples_archive), "/samples/posts").text
    heads = re.findall(r'<th [^>]*data-column="(\w+)"', page)
    assert heads[:2] == ["id", "text"]
    first = re.search(r"<tbody>\s*<tr[^>]*>(.*?)</tr>", page, re.DOTALL)[1]
    assert re.findall(r'<td class="col-(\w+) ', first) == heads


@pytest.mark.parametrize(("table", "date"), [("posts", "posted_at"), ("articles", "published_at")])
def test_tables_run_from_the_newest_to_the_oldest_page_by_page(samples_archive, datasette_on, get, table, date):
    address, following, rows = f"/samples/{table}.json?_size=3&_shape=objects", "", []
    while following is not None:
        more = f"&_next={quote(following)}" if following else ""
        page = get(datasette_on(samples_archive), address + more).json()
        rows += page["rows"]
        following = page["next"]
    assert len({row["id"] for row in rows}) == len(rows) == one(samples_archive, f"select count(*) from {table}")
    dates = [row[date] or "" for row in rows]
    assert [day[:10] for day in dates] == sorted((day[:10] for day in dates), reverse=True)


def test_several_databases_get_the_list_of_datasette(samples_archive, hostile_archive, get):
    from datasette.app import Datasette

    datasette = Datasette([str(samples_archive), str(hostile_archive[0])])
    front = get(datasette, "/").text
    assert "/samples" in front
    assert "/hostile" in front
    assert get(datasette, "/samples/home").status_code == 200
    assert 'action="/samples/search"' in get(datasette, "/samples/posts").text
    wrong = get(datasette, "/samples/article/nope")
    assert (wrong.status_code, '<body class="vp">' in wrong.text) == (404, True)


@pytest.fixture(scope="module")
def vanished(samples_archive, tmp_path_factory):
    """An archive of which two posts are known to be gone, one of them for sure; gives its file and three posts."""
    path = tmp_path_factory.mktemp("vanished") / "vanished.db"
    path.write_bytes(samples_archive.read_bytes())
    checks = [
        [("up", "2024-06-01T00:00:00Z", "2024-06-02T00:00:00Z"), ("deleted", "2024-06-05T00:00:00Z", "2024-06-09T00:00:00Z")],
        [("suspended", "2024-06-05T00:00:00Z", "2024-06-05T00:00:00Z")],
        [("up", "2024-06-01T00:00:00Z", "2024-06-02T00:00:00Z")],
    ]  # fmt: skip
    with closing(sqlite3.connect(path)) as copy:
        posts = [key for (key,) in copy.execute("select id from posts order by id limit 3")]
        for post, rows in zip(posts, checks, strict=True):
            copy.executemany(
                "insert into checks (post, method, verdict, reason, first_at, last_at) values (?, 'x-oembed', ?, '<b>', ?, ?)",
                [(post, *row) for row in rows],
            )
        copy.commit()
    return path, *posts


def test_a_post_page_says_since_when_a_post_is_gone(vanished, datasette_on, get):
    path, *posts = vanished
    said = []
    for post in posts:
        page = get(datasette_on(path), f"/vanished/post/{tilde_encode(post)}").text
        section = page.split('id="there"')[1].split("</section>")[0]
        said.append(" ".join(re.sub(r"<[^>]+>", "", section.split("<p>")[1].split("</p>")[0]).split()))
        assert "&lt;b&gt;" in section
        found = [badge for badge in badges(page) if badge[0].startswith("Its platform")]
        assert found == ([("Its platform no longer shows it", "deleted")] if post == posts[0] else [])
    assert said == [
        (
            "deleted: gone since between 2 June 2024, 00:00 UTC and 5 June 2024, 00:00 UTC. Known from x-oembed: "
            "&lt;b&gt;. Asked last 9 June 2024, 00:00 UTC."
        ),
        (
            "suspended: gone by 5 June 2024, 00:00 UTC; found once, which may be a mistake. Known from x-oembed: "
            "&lt;b&gt;. Asked last 5 June 2024, 00:00 UTC."
        ),
        "Last seen up 2 June 2024, 00:00 UTC. Asked last 2 June 2024, 00:00 UTC.",
    ]
    listed = get(datasette_on(path), "/vanished/vanished.json?_shape=array").json()
    assert [(row["post"], row["status"], row["last_up"]) for row in listed] == [
        (posts[0], "deleted", "2024-06-02T00:00:00Z")
    ]


def test_scripts_in_pages_of_datasette_have_the_nonce_of_the_policy(samples_archive, datasette_on, get):
    answer = get(datasette_on(samples_archive), "/samples/posts")
    nonce = re.search(r"'nonce-([\w-]+)'", answer.headers["content-security-policy"])[1]
    assert f'<script nonce="{nonce}">' in answer.text
