"""`voxpop sources`: feeds are found, written behind the others, and nothing else in the settings changes."""

from __future__ import annotations

import tomllib

import pytest

from archive.settings import read_settings
from archive.settings.adding import add_sources
from scraper.errors import SettingsError

pytestmark = pytest.mark.long

SETTINGS = """\ufeff# Ours: ask Jo before you change it.
database = "a.db"  # the archive
captures = 'captures'
[fetch]
allow_private = true

[[sources]]
name = "Valley News"   # by hand
feed = "https://valley-news.example/rss"

[[topics]]
name = "storm"
terms = ["storm"]
# the end"""
FEED = b"""<?xml version="1.0"?><rss version="2.0"><channel><title>The Harbour &amp; Pier
 Herald</title><item><title>One</title><link>https://harbour.example/1</link></item></channel></rss>"""
SITEMAP = b"<urlset><url><loc>https://harbour.example/1</loc></url></urlset>"
PAGE = """<!doctype html><html><head><title>Herald</title>
<link rel="alternate" type="application/rss+xml" title="Comments" href="/comments/feed">
<link rel="alternate" type="application/atom+xml" href='/broken'>
<link rel="alternate" type="application/rss+xml" title="All stories" href="rss?a=1&amp;b=2">
<link rel="alternate" type="text/html" hreflang="de" href="/de"></head><body><p>Welcome.</p></body></html>"""
OPML = """<?xml version="1.0"?><opml version="2.0"><head><title>Mine</title></head><body>
<outline text="News"><outline type="rss" text="Harbour" title="Harbour Herald" xmlUrl="https://harbour.example/rss"/>
<outline text="Valley News" xmlUrl="https://valley-news.example/rss"/></outline>
<outline text="Valley News" XMLURL="https://valley.example/atom"/><outline text="A folder"/>
<outline xmlUrl="https://www.nameless.example/feed"/><outline text="local" xmlUrl="file:///etc/passwd"/>
<outline text="Harbour again" xmlUrl="https://harbour.example/rss"/></body></opml>"""
BOMB = (
    '<?xml version="1.0"?><!DOCTYPE opml [<!ENTITY a "aaaaaaaaaa">'
    + "".join(f'<!ENTITY {new} "{f"&{old};" * 10}">' for old, new in zip("abcdefghi", "bcdefghij", strict=True))
    + ']><opml><body><outline text="&j;" xmlUrl="https://a.example/&j;"/></body></opml>'
)
FILE = (
    '<?xml version="1.0"?><!DOCTYPE opml [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
    '<opml><body><outline text="x" xmlUrl="https://a.example/"/>&a;</body></opml>'
)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "voxpop.toml"
    path.write_bytes(SETTINGS.encode())
    return path


@pytest.fixture
def herald(web):
    web.routes |= {
        "/": PAGE.encode(),
        "/rss?a=1&b=2": FEED,
        "/broken": b"<html>no feed</html>",
        "/comments/feed": FEED,
        "/news.xml": SITEMAP,
        "/bare": b"<!doctype html><html><body>No feed here.</body></html>",
    }
    return web


def added(file):
    text = file.read_bytes()
    assert text.startswith(SETTINGS.encode()), "what stood there stands there"
    return tomllib.loads(text.decode("utf-8-sig"))["sources"][1:]


def test_the_feed_of_a_page(file, herald, voxpop_here):
    done = voxpop_here("sources", "add", herald.url, "-c", file, "--every", "30m", "--topic", "storm")
    url = f"{herald.url}/rss?a=1&b=2"
    name = "The Harbour & Pier Herald"
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines() == [
        f"{file}: added {name}: feed {url}",
        f"the page also links {herald.url}/broken (without a title)",
        f"the page also links {herald.url}/comments/feed (Comments)",
    ]
    assert added(file) == [{"name": name, "feed": url, "every": "30m", "topics": ["storm"]}]
    assert read_settings(file).sources[1].topics[0].name == "storm"
    again = voxpop_here("sources", "add", herald.url, "-c", file)
    assert (again.code, again.out) == (0, f"{file}: already has {url}: {name}\n")
    assert len(added(file)) == 1


def test_a_feed_and_a_sitemap(file, herald, voxpop_here):
    voxpop_here("sources", "add", f"{herald.url}/comments/feed", "-c", file, "--name", 'Jo\'s "Herald" \\ é')
    voxpop_here("sources", "add", f"{herald.url}/news.xml", "-c", file)
    assert added(file) == [
        {"name": 'Jo\'s "Herald" \\ é', "feed": f"{herald.url}/comments/feed"},
        {"name": "127.0.0.1", "sitemap": f"{herald.url}/news.xml"},
    ]


def test_a_feed_that_has_moved_for_good(file, herald, voxpop_here):
    herald.routes["/old"] = lambda request: herald.answer(request, 301, Location="/comments/feed")
    voxpop_here("sources", "add", f"{herald.url}/old", "-c", file)
    assert added(file)[0]["feed"] == f"{herald.url}/comments/feed"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["/bare"], (1, "is not a feed or sitemap, and links no feed: name the URL")),
        (["/nowhere"], (1, "404 Not Found")),
        (["/news.xml", "--name", "Valley News"], (3, "a source named 'Valley News' already exists")),
        (["/news.xml", "--every", "soon"], (3, "sources[2].every: must be a time such as")),
        (["/news.xml", "--topic", "flood"], (3, "sources[2].topics: 'flood' is no topic")),
    ],
)
def test_what_cannot_be_added(file, herald, voxpop_here, arguments, expected):
    (path, *options), (code, words) = arguments, expected
    done = voxpop_here("sources", "add", herald.url + path, "-c", file, *options)
    assert (done.code, done.out, done.err.count("\n")) == (code, "", 1)
    assert words in done.err
    assert file.read_bytes() == SETTINGS.encode()
    assert [each.name for each in file.parent.iterdir()] == ["voxpop.toml"]


def test_private_addresses_are_not_asked(file, herald, voxpop_here):
    file.write_text(file.read_text("utf-8").replace("allow_private = true", ""))
    done = voxpop_here("sources", "add", herald.url, "-c", file)
    assert (done.code, herald.asked) == (1, [])
    assert voxpop_here("sources", "add", herald.url, "-c", file, "--allow-private").code == 0


def test_windows_line_ends_stay(tmp_path):
    file = tmp_path / "voxpop.toml"
    file.write_bytes(SETTINGS.replace("\n", "\r\n").encode())
    file.chmod(0o640)
    add_sources(file, [{"name": "a", "feed": "https://a.example/"}])
    assert b"\n" not in file.read_bytes().replace(b"\r\n", b"")
    assert file.stat().st_mode & 0o777 == 0o640
    assert len(read_settings(file).sources) == 2


def test_sources_in_one_list_stay_as_they_are(tmp_path):
    file = tmp_path / "voxpop.toml"
    text = 'sources = []\ndatabase = "a.db"\ncaptures = "c"\n'
    file.write_text(text)
    with pytest.raises(SettingsError, match="write the existing ones as tables"):
        add_sources(file, [{"name": "a", "feed": "https://a.example/"}])
    assert file.read_text() == text


def test_subscriptions(file, tmp_path, voxpop_here):
    (tmp_path / "feeds.opml").write_text(OPML)
    done = voxpop_here("sources", "import", tmp_path / "feeds.opml", "-c", file)
    assert (done.code, done.err, done.out) == (0, "", f"{file}: 3 feeds added, 1 already there\n")
    assert added(file) == [
        {"name": "Harbour Herald", "feed": "https://harbour.example/rss"},
        {"name": "Valley News 2", "feed": "https://valley.example/atom"},
        {"name": "nameless.example", "feed": "https://www.nameless.example/feed"},
    ]
    again = voxpop_here("sources", "import", tmp_path / "feeds.opml", "-c", file)
    assert (again.code, again.out) == (0, f"{file}: 0 feeds added, 4 already there\n")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param(BOMB, "declares entities", id="entities that grow"),
        pytest.param(FILE, "declares entities", id="a file of the machine"),
        pytest.param("<rss/>", "is not OPML", id="another XML"),
        pytest.param("a,b\n1,2\n", "is not OPML", id="no XML"),
        pytest.param("", "is not OPML", id="empty"),
        pytest.param("<opml><body><outline text='x'/></body></opml>", "has no feed", id="no feed"),
        pytest.param(f"<opml>{' ' * 10_000_000}</opml>", "is larger than 10,000,000 bytes", id="too large"),
        pytest.param("<opml>" + "<outline>" * 100_000, "", id="very deep"),
    ],
)
def test_subscriptions_that_are_not_read(file, tmp_path, voxpop_here, text, words):
    (tmp_path / "feeds.opml").write_text(text)
    done = voxpop_here("sources", "import", tmp_path / "feeds.opml", "-c", file)
    assert (done.code, done.out, done.err.count("\n")) == (1, "", 1)
    assert words in done.err
    assert file.read_bytes() == SETTINGS.encode()


def test_the_list(farm, room, voxpop_here):
    farm.serve("/story", farm.page("Story", farm.post(1)))
    room.settings(
        f'name = "post"\nfeed = "{farm.serve("/feed", farm.rss(farm.at("/story")))}"\ntopics = ["storm"]',
        f'name = "gone away"\nfeed = "{farm.at("/nothing", 3)}"',
        more='[[topics]]\nname = "storm"\nterms = ["storm"]\n',
    )
    unread = voxpop_here("sources", "list", "-c", room.file)
    assert (unread.code, unread.err) == (0, "")
    assert [line[-12:] for line in unread.out.splitlines()] == ["not read yet"] * 2
    room.run()
    first, second = voxpop_here("sources", "list", "-c", room.file).out.splitlines()
    assert first.startswith(f"post       feed  {farm.at('/feed')} ")
    assert first.endswith("topics: storm  read 2020-02-02T12:00:00Z, 1 article listed")
    assert second.startswith("gone away  feed  ")
    assert "failing since 2020-02-02T12:00:00Z: http://" in second


ALL = SETTINGS.replace(
    "\n[[topics]]",
    """
# About the harbour:
[[sources]]
name = "Harbour"
urls = [
  "https://a.example/1",  # [[sources]]
  "https://a.example/2",
]

# What we keep:
[[topics]]""",
)


def test_a_source_is_removed_and_nothing_else(file, voxpop_here):
    file.write_bytes(ALL.encode())
    answer = voxpop_here("sources", "remove", "-c", file, "Harbour")
    assert (answer.code, answer.out) == (0, f"{file}: removed Harbour; its articles stay in the archive\n")
    text = file.read_text("utf-8")
    assert "a.example" not in text
    assert text.replace("# About the harbour:\n\n", "") == SETTINGS.replace(
        "\n[[topics]]", "\n# What we keep:\n[[topics]]"
    )
    assert [source.name for source in read_settings(file).sources] == ["Valley News"]
    voxpop_here("sources", "remove", "-c", file, "Valley News")
    assert read_settings(file).sources == ()


def test_what_cannot_be_removed(file, voxpop_here):
    answer = voxpop_here("sources", "remove", "-c", file, "Valey News")
    assert (answer.code, answer.err) == (
        3,
        f"voxpop: {file}: no source is named 'Valey News': did you mean Valley News?\n",
    )
    inline = 'database = "a.db"\ncaptures = "c"\nsources = [{name = "a", folder = "x"}]\n'
    file.write_text(inline)
    answer = voxpop_here("sources", "remove", "-c", file, "a")
    assert "'a' is not a table of its own: remove it in the file" in answer.err
    assert file.read_text() == inline


def test_a_large_sitemap_is_added_with_a_limit(farm, file, voxpop_here):
    urls = "".join(f"<url><loc>https://a.example/{number}</loc></url>" for number in range(1200))
    place = farm.serve("/map", f"<urlset>{urls}</urlset>".encode())
    answer = voxpop_here("sources", "add", "-c", file, place, "--name", "Map")
    assert "it lists 1,200 articles: a run takes the latest 1,000, unless you change max_articles" in answer.out
    assert read_settings(file).sources[-1].max_articles == 1000
