"""Versions of an article side by side: what came, what went, and what was worded anew."""

import base64
import re
import shutil
import sqlite3
import subprocess
from contextlib import closing
from datetime import UTC, datetime, timedelta
from html import unescape
from types import SimpleNamespace

import pytest
from commands import run_here, succeed
from datasette.utils import tilde_encode
from invented import article, rows, save, tweet

from archive.site.pages import versions
from archive.site.pages.versions import compare, moments_of
from archive.site.site import Options, page_queries
from scraper.post_pictures import Line

from .conftest import SAMPLES

EXAMPLES = SAMPLES.parent


@pytest.fixture(autouse=True)
def _patient(monkeypatch):
    """Have the pages of prose wait for their process, however busy the machine is."""
    monkeypatch.setattr("archive.site.pages.versions.WAIT", 100)


def row(name, first, gone=None, **more):
    return {"kind": "embed", "id": name, "first_at": first, "gone_at": gone, "text": name, **more}


ROWS = [
    row("stays", "2024-01"),
    row("goes", "2024-01", "2024-02"),
    row("worded", "2024-01", "2024-03", text="old words"),
    row("worded", "2024-03", text="new words"),
    row("comes", "2024-02"),
    row("flits", "2024-02", "2024-03"),
]


@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [
        pytest.param(
            "2024-01",
            "2024-03",
            [("goes", None), ("old words", "new words"), (None, "comes")],
            id="the first and the last",
        ),
        pytest.param("2024-01", "2024-02", [("goes", None), (None, "comes"), (None, "flits")], id="one step"),
        pytest.param(
            "2024-03", "2024-01", [(None, "goes"), ("new words", "old words"), ("comes", None)], id="backwards"
        ),
        pytest.param("2024-02", "2024-02", [], id="the same"),
    ],
)
def test_two_moments_differ_by_what_came_went_or_was_worded_anew(first, last, expected):
    found = [tuple(side and side["text"] for side in pair) for pair in compare(ROWS, first, last)]
    assert sorted(found, key=str) == sorted(expected, key=str)


def test_moments_are_the_times_at_which_something_changed():
    found = [(moment.at, moment.new, moment.gone) for moment in moments_of(ROWS)]
    assert found == [("2024-01", 3, 0), ("2024-02", 2, 1), ("2024-03", 1, 2)]


@pytest.fixture
def changed(samples_archive, tmp_path):
    """The samples, where an article lost a post and got another one later."""
    path = tmp_path / "changed.db"
    path.write_bytes(samples_archive.read_bytes())
    with closing(sqlite3.connect(path)) as copy:
        (article,) = copy.execute("select article from embeds group by article order by count(*) desc").fetchone()
        ids = [key for (key,) in copy.execute("select id from embeds where article = ?", (article,))]
        copy.execute("update embeds set first_seen = '2024-05-01', saved_at = null where article = ?", (article,))
        copy.execute("update quotes set first_seen = '2024-05-01', saved_at = null where article = ?", (article,))
        copy.execute("update embeds set gone_at = '2024-05-03' where id = ?", (ids[0],))
        copy.execute("update embeds set first_seen = '2024-05-02' where id = ?", (ids[1],))
        copy.commit()
    return path, article


def words_of(page):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def test_an_article_leads_to_its_versions_side_by_side(changed, datasette_on, get):
    path, article = changed
    datasette = datasette_on(path)
    address = f"/changed/versions/{article}"
    assert f'href="{address}"' in get(datasette, f"/changed/article/{article}").text
    page = get(datasette, address).text
    words = words_of(page)
    assert "changed 2 times after it was first seen" in words
    assert "From 1 May 2024 to 3 May 2024" in words
    assert re.findall(r'<span class="badge(?: bad)?">([\w ]+)</span>', page) == ["gone", "new"]
    step = re.findall(rf'href="({address}\?[^"]+)"', page)[-1].replace("&amp;", "&")
    assert "from=2024-05-02&to=2024-05-03" in step
    assert re.findall(r'<span class="badge(?: bad)?">(\w+)</span>', get(datasette, step).text) == ["gone"]
    assert "The row" not in words
    assert f'href="/changed/prose/{article}"' in page


def test_an_article_that_never_changed_says_so(samples_archive, datasette_on, get):
    with closing(sqlite3.connect(samples_archive)) as archive:
        (article,) = archive.execute("select article from embeds").fetchone()
    page = get(datasette_on(samples_archive), f"/samples/versions/{article}").text
    assert "nothing is known to have changed since" in words_of(page)
    assert get(datasette_on(samples_archive), "/samples/versions/nothing").status_code == 404


@pytest.fixture(scope="module")
def corrected(tmp_path_factory):
    """An archive with an article of which two versions are kept, as `voxpop archive` keeps them."""
    path = tmp_path_factory.mktemp("corrected") / "corrected.db"
    for folder in ("barn", "barn-corrected"):
        succeed("archive", path, EXAMPLES / folder, "--silent")
    with closing(sqlite3.connect(path)) as archive:
        (article,) = archive.execute("select article from captures group by article having count(*) > 1").fetchone()
    return path, article


@pytest.fixture
def read_here(monkeypatch):
    """Have the pages read captures in this process; one of their own costs a second, and two tests have it."""

    def run(command, **_):
        answer = run_here(*command[command.index("versions") :])
        return subprocess.CompletedProcess(command, answer.code, answer.out)

    instead = SimpleNamespace(run=run, DEVNULL=None, TimeoutExpired=subprocess.TimeoutExpired)
    monkeypatch.setattr("archive.site.pages.versions.subprocess", instead)


def test_the_prose_of_two_versions_stands_side_by_side(corrected, datasette_on, get):
    path, article = corrected
    datasette = datasette_on(path)
    address = f"/corrected/prose/{article}"
    assert f'href="{address}"' in get(datasette, f"/corrected/versions/{article}").text
    page = get(datasette, address).text
    words = words_of(page)
    assert "2 versions of its text are kept" in words
    assert "4 paragraphs are the same" in words
    assert "One of them waits where he spent the first night." in words
    assert "Some of them say that they have written five times." in words
    backwards = words_of(get(datasette, f"{address}?from=2&to=1").text)
    assert backwards.index("Some of them say") < backwards.index("One of them waits")


def test_prose_is_read_by_this_package_in_any_folder(corrected, tmp_path, monkeypatch):
    (tmp_path / "archive.py").write_text("raise SystemExit('another program')")
    monkeypatch.chdir(tmp_path)
    path, article = corrected
    account, problem = versions._compared(str(path), article, {})
    assert account["changes"]
    assert problem == ""


@pytest.mark.parametrize(
    "query",
    [
        pytest.param("from=3", id="a version that is not there"),
        pytest.param("from=--help", id="an option"),
        pytest.param("from=-1&to=1%3B", id="no number"),
    ],
)
@pytest.mark.usefixtures("read_here")
def test_the_versions_of_an_address_are_numbers(corrected, datasette_on, get, query):
    path, article = corrected
    answer = get(datasette_on(path), f"/corrected/prose/{article}?{query}")
    assert answer.status_code == 200
    assert "could not be read" in answer.text or "2 versions of its text" in answer.text


@pytest.fixture
def copied(corrected, tmp_path):
    """The archive and its captures, to be changed."""
    path, article = corrected
    shutil.copytree(path.parent, tmp_path / "copy")
    return tmp_path / "copy" / path.name, article


@pytest.mark.usefixtures("read_here")
def test_hostile_words_of_a_version_are_shown_as_words(copied, datasette_on, get):
    path, article = copied
    page = path.with_name("hostile.html")
    text = (EXAMPLES / "barn-corrected" / "17-sund-courier-refunds-corrected.html").read_text("utf-8")
    added = "<p>Someone typed &lt;script&gt;alert(1)&lt;/script&gt; into the form, twice.</p>"
    page.write_text(text.replace("</article>", f"{added}</article>"), "utf-8")
    succeed("archive", path, page, "--silent")
    shown = get(datasette_on(path), f"/corrected/prose/{article}").text
    assert "3 versions" in words_of(shown)
    assert "&lt;script&gt;alert(1)" in shown
    assert "<script>" not in shown


@pytest.mark.parametrize(
    "options",
    [
        pytest.param(Options(public=True), id="strangers read it"),
        pytest.param(Options(published=""), id="it becomes files"),
    ],
)
def test_only_who_runs_the_server_is_given_captures(corrected, datasette_on, get, monkeypatch, options):
    path, article = corrected
    monkeypatch.setattr("archive.site.site.options_of", lambda _datasette: options)
    address = f"/corrected/prose/{article}"
    assert get(datasette_on(path), address).status_code == 404
    assert address not in get(datasette_on(path), f"/corrected/versions/{article}").text


def test_captures_that_are_gone_or_take_too_long_are_said(copied, datasette_on, get, monkeypatch):
    path, article = copied
    with monkeypatch.context() as impatient:
        impatient.setattr("archive.site.pages.versions.PATIENCE", 0.01)
        assert "were not read within" in get(datasette_on(path), f"/corrected/prose/{article}").text
    for file in path.parent.glob("captures/**/*.warc.gz"):
        file.unlink()
    assert "could not be read" in get(datasette_on(path), f"/corrected/prose/{article}").text


def test_prose_that_takes_long_is_read_meanwhile_and_kept(copied, datasette_on, get, monkeypatch):
    path, article = copied
    monkeypatch.setattr("archive.site.pages.versions.WAIT", 0)
    assert "are being read" in get(datasette_on(path), f"/corrected/prose/{article}").text
    monkeypatch.setattr("archive.site.pages.versions.WAIT", 100)
    assert "2 versions" in words_of(get(datasette_on(path), f"/corrected/prose/{article}").text)


@pytest.fixture(scope="module")
def lost(corrected, tmp_path_factory):
    """The corrected article; a quote of it reworded, a post in other words, and posts that checks found gone."""
    path = tmp_path_factory.mktemp("lost") / "lost.db"
    shutil.copy(corrected[0], path)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        columns = "article, position, text, speaker, first_seen, last_seen, gone_at"
        article = corrected[1]
        for said, seen, gone in (
            ("We sang until it was dark.", "2024-05-01T08:00:00Z", "2024-05-03T08:00:00Z"),
            ("She told nobody that the stage was closed.", "2024-05-01T08:00:00Z", "2024-05-03T08:00:00Z"),
            ("She told everybody that the stage was closed.", "2024-05-03T08:00:00Z", None),
            ("We sang until it was late.", "2024-05-03T08:00:00Z", None),
        ):
            values = (article, 90, said, "Ada Vale", seen, seen, gone)
            db.execute(f"insert into quotes ({columns}) values (?, ?, ?, ?, ?, ?, ?)", values)
        (printing,) = db.execute(
            "select printing from embeds join posts on posts.id = post where posts.text > '' and articles = 1"
        ).fetchone()
        db.execute("update embeds set first_seen = '2024-03-01' where printing = ?", (printing,))
        db.execute("update printings set first_seen = '2024-04-10' where id = ?", (printing,))
        old = "select 'old', post, platform, 'Formerly ' || text, '2024-03-01' from printings where id = ?"
        db.execute(f"insert into printings (id, post, platform, text, first_seen) {old}", (printing,))
        db.execute("update posts set wordings = 'Formerly' where id = (select post from printings where id = 'old')")
        ids = [key for (key,) in db.execute("select id from posts where text > '' order by id limit 3")]
        for key, checked in zip(
            ids, (("deleted", "2024-06-01", "2024-06-20"), ("deleted", "2024-07-01", "2024-07-01")), strict=False
        ):
            rows = [("up", "2024-05-10", "2024-05-20"), checked]
            db.executemany(
                "insert into checks (post, method, verdict, first_at, last_at) values (?, 'api', ?, ?, ?)",
                [(key, *row) for row in rows],
            )
    return path


def test_the_vanished_are_listed_with_the_times_between_and_their_words_before_and_after(lost, datasette_on, get):
    page = get(datasette_on(lost), "/lost/gone?since=2024-05&until=2024-06").text
    words = words_of(page)
    assert re.findall(r'<span class="badge(?: bad)?">([\w ]+)</span>', page) == [
        "deleted",
        "other words",
        "other words",
    ]
    assert "between 20 May 2024 and 1 June 2024" in words
    assert "between 1 May 2024, 08:00 UTC and 3 May 2024, 08:00 UTC" in words
    assert re.findall(r"<mark>(\w+)</mark>", page) == ["nobody", "everybody", "dark", "late"]
    assert "2 reactions and 1 post by" in words


def test_the_page_of_versions_shows_the_quotes_that_took_the_place_of_others_beside_them(lost, datasette_on, get):
    article = re.search(
        r"/lost/versions/(\w+)", get(datasette_on(lost), "/lost/gone?since=2024-05&until=2024-06").text
    )[1]
    page = get(datasette_on(lost), f"/lost/versions/{article}?from=2024-05-01T08:00:00Z&to=2024-05-03T08:00:00Z").text
    assert re.findall(r"<mark>(\w+)</mark>", page)[-4:] == ["nobody", "everybody", "dark", "late"]


def test_words_that_an_article_replaced_are_marked(lost, datasette_on, get):
    page = get(datasette_on(lost), "/lost/gone?since=2024-04&until=2024-04").text
    assert re.findall(r'<span class="badge">([\w ]+)</span>', page) == ["other words"]
    assert re.findall("<mark>(.*?)</mark>", page) == ["Formerly"]
    assert "between 1 March 2024 and 10 April 2024" in words_of(page)
    assert "1 reaction, all on 10 April 2024" in page
    article = re.search(r"/lost/versions/\w+", page)[0]
    versions = get(datasette_on(lost), f"{article}?from=2024-03-01").text
    assert "<mark>Formerly</mark>" in versions
    post = re.search(r'/lost/post/[^"?]+', page)[0]
    assert re.findall(r'<span class="badge" title="(.*?):', get(datasette_on(lost), post).text) == [
        "An article replaced its words by others"
    ]


def test_a_post_found_gone_once_is_not_said_to_have_vanished(lost, datasette_on, get):
    assert "Nothing is known to have vanished" in get(datasette_on(lost), "/lost/gone?since=2024-07&until=2024-07").text


def test_a_published_site_lists_what_vanished(lost, publish):
    site = publish(lost)
    page = (site / "gone.html").read_text("utf-8")
    assert page.count('<article class="lost">') >= 3
    assert ">versions<" not in page
    assert 'href="gone.html"' in (site / "index.html").read_text("utf-8").split("</header>")[1]
    assert (site / "gone.lost-quotes.csv").is_file()


def test_the_front_page_names_what_vanished_lately(lost, datasette_on, get):
    assert "Vanished lately" in get(datasette_on(lost), "/").text


def test_a_post_without_words_that_vanished_is_listed(tmp_path, datasette_on, get):
    path, page = tmp_path / "bare.db", tmp_path / "pier.html"
    frame = '<blockquote class="instagram-media" data-instgrm-permalink="https://www.instagram.com/p/CtoveDune1/"></blockquote>'
    page.write_text(f"<article><h1>Pier</h1><p>They danced all night at the pier.</p>{frame}</article>", "utf-8")
    succeed("archive", path, page, "--silent")
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("update embeds set gone_at = '2024-08-01T08:00:00Z'")
    assert words_of(get(datasette_on(path), "/bare/gone").text).count(" gone ") == 1
    assert "A post without words" in get(datasette_on(path), "/bare/home").text


def test_two_wordings_in_one_article_are_no_correction(tmp_path):
    one, other = (
        tweet(f"The {noun} left the harbour without us again tonight", number="1") for noun in ("ferry", "fery")
    )
    save(tmp_path / "a.db", article(one, other))
    gone = page_queries("shared")["gone"]
    assert rows(tmp_path / "a.db", f"SELECT differs FROM (SELECT {gone} FROM posts)") == [("wordings differ",)]


# The picture in which a post was read.

READ = ("Bodil Kranz", "@bodil_kranz_ex", "Drove six hours to hear one song.", "7:42 PM · May 12, 2024", "88 Retweets")
SIZE = (600).to_bytes(4) + (263).to_bytes(4)


class Engine:
    """Read the same lines in every picture that is larger than a pixel."""

    def lines(self, content, **_):
        rows = enumerate(READ if len(content) > 1000 else ())
        return [Line(text, 0.99, 10.0, n * 30.0, 10 + 8.0 * len(text), n * 30.0 + 20) for n, text in rows]


@pytest.fixture
def pictured(tmp_path, monkeypatch):
    """An archive with the page of `examples/pictures`, saved as one file with pixels before the picture."""
    pytest.importorskip("PIL")
    monkeypatch.setattr("scraper.post_pictures.shared_engine", Engine)
    monkeypatch.setattr("archive.commands.shared.find_spec", bool)
    folder = EXAMPLES / "pictures"
    picture = base64.b64encode((folder / "story_files" / "post.png").read_bytes()).decode()
    text = (
        (folder / "story.html").read_text("utf-8").replace("story_files/post.png", f"data:image/png;base64,{picture}")
    )
    told = "<figure><img src=other.png alt='A tweet by @other_ex: “The ferry left without us again”'></figure>"
    pixel = "<p><img alt='Screenshot of a tweet' src='data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='>"
    (tmp_path / "story.html").write_text(
        text.replace("<p>", pixel, 1).replace("<figure>", f"{told}<figure>{pixel[3:]}"), "utf-8"
    )
    yesterday = datetime.now(UTC) - timedelta(days=1)
    with monkeypatch.context() as earlier:
        for clock in ("archive.commands.archive.utc_now", "archive.captures.local.utc_now"):
            earlier.setattr(clock, lambda: yesterday)
        succeed("archive", "-q", "--ocr", tmp_path / "pictured.db", tmp_path / "story.html")
    return tmp_path / "pictured.db"


def test_picture_of_a_post_is_shown_until_it_is_erased(pictured, datasette_on, get):
    ((post,),) = rows(pictured, "SELECT post FROM embeds WHERE text_source = 'ocr'")
    address = f"/pictured/picture/{tilde_encode(post)}"
    assert f'<img src="{address}"' in get(datasette_on(pictured), f"/pictured/post/{tilde_encode(post)}").text
    answer = get(datasette_on(pictured), address)
    assert (answer.headers["content-type"], answer.headers["content-security-policy"]) == (
        "image/png",
        "default-src 'none'",
    )
    assert answer.content[16:24] == SIZE
    succeed("erase", pictured, "--post", post)
    assert get(datasette_on(pictured), address).status_code == 404


@pytest.mark.usefixtures("pictured")
def test_picture_from_the_folder_of_a_page_is_shown_until_it_is_erased(datasette_on, get, tmp_path):
    database = tmp_path / "folder.db"
    succeed("archive", "-q", "--ocr", database, EXAMPLES / "pictures")
    ((post,),) = rows(database, "SELECT post FROM embeds WHERE text_source = 'ocr'")
    address = f"/folder/picture/{tilde_encode(post)}"
    assert get(datasette_on(database), address).content[16:24] == SIZE
    succeed("erase", database, "--post", post)
    assert get(datasette_on(database), address).status_code == 404


def test_picture_that_an_article_lost_is_that_of_the_version_with_it(pictured, datasette_on, get, tmp_path):
    ((post,),) = rows(pictured, "SELECT post FROM embeds WHERE text_source = 'ocr'")
    address = f"/pictured/picture/{tilde_encode(post)}"
    story = tmp_path / "story.html"
    story.write_text(re.sub("<img[^>]*image/png[^>]*>", "", story.read_text("utf-8")), "utf-8")
    succeed("archive", "-q", "--ocr", pictured, story)
    assert rows(pictured, "SELECT text_source FROM embeds WHERE gone_at IS NOT NULL") == [("ocr",)]
    assert get(datasette_on(pictured), address).content[16:24] == SIZE


def test_strangers_are_given_no_picture(pictured, datasette_on, get, monkeypatch):
    ((post,),) = rows(pictured, "SELECT post FROM embeds WHERE text_source = 'ocr'")
    monkeypatch.setattr("archive.site.site.options_of", lambda _datasette: Options(public=True))
    assert "/picture/" not in get(datasette_on(pictured), f"/pictured/post/{tilde_encode(post)}").text
    assert get(datasette_on(pictured), f"/pictured/picture/{tilde_encode(post)}").status_code == 404
