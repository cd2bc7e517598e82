"""Names of people, outlets, articles and hashtags: what is seen is what is stored, and it is never endless."""

import re
from html import unescape
from urllib.parse import quote

import pytest
from datasette.utils import tilde_encode
from sqlite_utils import Database

from archive.site.words import marked, name
from archive.store.schema import MIGRATIONS

SEEN = "2024-05-12T08:00:00Z"
SPOOFS = {
    "override": "Pier \u202egnp.exe",
    "embeddings": "\u202a\u202bPier\u202c \u202dTrust",
    "isolates": "\u2066\u2067\u2068Pier\u2069 Trust",
    "marks": "\u200ePier\u200f Trust\u061c",
    "zero width": "P\u200bi\u2060e\ufeffr T\u00adr\u200cu\u200ds\u034ft",
    "nothing": "\u200b\u3164\u2800\u202e",
    "endless": "Pier " * 4000,
    "piles": "P" + "\u0301\u0489" * 3000,
    "tags": "Pier\U000e0054\U000e0072",
}
HIDDEN = re.compile("[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c\u200b-\u200d\u2060\ufeff\u00ad\u034f\u3164\U000e0000-\U000e0fff]")  # fmt: skip


@pytest.fixture(scope="module")
def spoofed(tmp_path_factory):
    """An archive in which every name is a trick, and every text is plain."""
    path = tmp_path_factory.mktemp("names") / "names.db"
    database = Database(path)
    MIGRATIONS.apply(database)
    for number, spoof in enumerate(SPOOFS.values()):
        _add(database, number, spoof)
    database.close()
    return path


def _add(database, number, spoof):
    seen = {"first_seen": SEEN, "last_seen": SEEN}
    author, post, tag = f"twitter:jo{number}", f"twitter:{number}", spoof[:50]
    database["articles"].insert(
        {"id": f"a{number}", "title": spoof, "outlet": spoof, "kind": "html", "source": "a.html", "digest": "d",
         "record": "r", "published_at": SEEN, "embeds": 1, "quotes": 1, **seen, "rowid": number}
    )  # fmt: skip
    database["authors"].insert(
        {
            "id": author,
            "platform": "twitter",
            "handle": spoof,
            "name": spoof,
            "posts": 1,
            "embeds": 1,
            "first_seen": SEEN,
        }
    )
    database["author_names"].insert({"author": author, "name": spoof, **seen})
    database["posts"].insert(
        {"id": post, "platform": "twitter", "author": author, "text": f"We sang {number}", "posted_at": SEEN,
         "articles": 1, "first_seen": SEEN, "rowid": number}
    )  # fmt: skip
    database["printings"].insert(
        {
            "id": post,
            "post": post,
            "platform": "twitter",
            "handle": spoof,
            "name": spoof,
            "text": "We sang",
            "first_seen": SEEN,
        }
    )
    database["embeds"].insert(
        {
            "article": f"a{number}",
            "post": post,
            "printing": post,
            "form": "link",
            "position": 0,
            "text": "We sang",
            **seen,
        }
    )
    database["quotes"].insert(
        {"article": f"a{number}", "position": 0, "text": "We sang", "speaker": spoof, "verb": "wrote", "handle": spoof,
         "author": author, **seen}
    )  # fmt: skip
    database["hashtags"].insert({"id": f"tag{number}", "tag": tag, "articles": 1, "posts": 1})
    database["posts_hashtags"].insert({"post": post, "hashtag": f"tag{number}", "as_written": tag, "posted_at": SEEN})
    database["articles_hashtags"].insert(
        {"article": f"a{number}", "hashtag": f"tag{number}", "as_written": tag, "within": "prose", "published_at": SEEN}
    )


def addresses():
    for number, (kind, spoof) in enumerate(SPOOFS.items()):
        outlet = tilde_encode(spoof)
        for page in (f"article/a{number}", f"post/twitter~3A{number}", f"post/twitter~3A{number}.txt",
                     f"author/twitter~3Ajo{number}", f"author_names/twitter~3Ajo{number},{outlet[:900]}", f"hashtag/tag{number}", f"hashtag/tag{number}.atom"):  # fmt: skip
            yield pytest.param(f"/names/{page}", id=f"{kind} {page}")
        if len(outlet) < 1000:
            for page in (f"outlet/{outlet}", f"outlet/{outlet}.atom", f"search?outlet={quote(spoof)}",
                         f"articles?outlet={quote(spoof)}&_facet=outlet"):  # fmt: skip
                yield pytest.param(f"/names/{page}", id=f"{kind} {page.split('/')[0].split('?')[0]}{page[-5:]}")
    for page in ("home", "search?q=pier", "search?q=sang", "outlet/nobody~E2~80~AE", "data", "reactions", "posts", "articles",
                 "authors", "quotes", "hashtags", "printings", "author_names", "outlets", "most_embedded", "embeds",
                 "most_embedded_authors", "most_quoted", "posts_hashtags", "articles_hashtags", "hashtag_days",
                 "articles?_facet=outlet", "posts?_facet=author", "quotes?_facet=speaker",
                 "list/posts", "list/reactions?q=sang", "list/quotes", "list/articles?q=pier", "list/hashtags",
                 "list/authors?q=pier", "list/outlets", "list/posts.atom", "list/posts.txt?q=pier"):  # fmt: skip
        yield pytest.param(f"/names/{page}", id=page)


@pytest.mark.parametrize("address", list(addresses()))
def test_no_name_hides_or_turns_anything(spoofed, datasette_on, get, address):
    answer = get(datasette_on(spoofed), address)
    shown = unescape(re.sub(r"(?s)<script.*?</script>|<[^>]*>", " ", answer.text))
    assert answer.status_code in (200, 404)
    assert HIDDEN.findall(shown) == []
    assert "\u0489" * 5 not in shown.replace("\u0301", "\u0489")
    assert max(map(len, re.findall(r"(?:Pier )+", shown)), default=0) <= 610


def test_stored_names_leave_as_they_are(spoofed, datasette_on, get):
    names = get(datasette_on(spoofed), "/names/authors.json?_shape=array&_size=max").json()
    assert {row["name"] for row in names} == set(SPOOFS.values())


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        pytest.param("Mira Solène", "Mira Solène", id="accents"),
        pytest.param("می\u200cخواهم", "می\u200cخواهم", id="Persian, which joins with a character without a shape"),
        pytest.param("क्\u200dष", "क्\u200dष", id="Hindi, too"),
        pytest.param("👩🏽\u200d🚀 🏳️\u200d🌈", "👩🏽\u200d🚀 🏳️\u200d🌈", id="emoji"),
        pytest.param("🏴\U000e0067\U000e0062\U000e007f", "🏴\U000e0067\U000e0062\U000e007f", id="a flag"),
        pytest.param("שלום עולם", "שלום עולם", id="Hebrew"),
        pytest.param("\u200b \u2060", "(invisible)", id="nothing to see"),
        pytest.param("  ", "", id="blanks"),
        pytest.param("\ud83d a", "� a", id="half a character"),
    ],
)
def test_names_in_every_script(stored, shown):
    assert name(stored) == shown


def test_marks_of_a_search_stay_in_a_headline():
    assert marked("\u202e\x02Pier\x03 \u200bTrust", is_name=True) == "<mark>Pier</mark> Trust"
