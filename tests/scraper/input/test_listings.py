"""Feeds, sitemaps and lists, and everything that claims to be one."""

from __future__ import annotations

import gzip
import json
import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scraper.input.listings import MAX_ENTRIES, NoListingError, listed_date, read_listing, read_urls

URL = "https://the-post.example/feeds/all"

RSS = b"""<?xml version="1.0"?><rss version="2.0"><channel><title>The Post</title>
<item><title>Fans answer</title><link>https://the-post.example/1</link><guid isPermaLink="false">post-1</guid>
<pubDate>Sun, 02 Feb 2020 10:00:00 +0100</pubDate></item>
<item><title>Again</title><link>/2?utm_source=rss</link><pubDate>yesterday</pubDate></item>
<item><title>No link</title><guid isPermaLink="false">x</guid></item>
<item><title>Script</title><link>javascript:alert(1)</link></item>
<item><title>Fans answer, again</title><link>https://the-post.example/1</link></item>
</channel></rss>"""

ATOM = b"""<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom"><title>The Post</title>
<entry><title>Fans answer</title><id>tag:the-post.example,2020:1</id><link href="https://the-post.example/1"/>
<published>2020-02-02T10:00:00-05:00</published><updated>2020-02-03T00:00:00Z</updated></entry></feed>"""

JSON_FEED = json.dumps(
    {
        "version": "https://jsonfeed.org/version/1.1",
        "items": [
            {
                "id": 7,
                "url": "https://the-post.example/1",
                "title": "Fans answer",
                "date_published": "2020-02-02T10:00:00Z",
            },
            {"id": "8", "external_url": "2"},
            {"id": "9"},
            "odd",
        ],
    }
).encode()

NEWS = b"""<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">
<url><loc> https://the-post.example/1 </loc><lastmod>2020-02-03</lastmod><news:news><news:publication><news:name>The Post</news:name>
<news:language>en</news:language></news:publication><news:publication_date>2020-02-02T10:00:00+01:00</news:publication_date>
<news:title>Fans answer</news:title></news:news></url>
<url><loc>https://the-post.example/2</loc></url><url><lastmod>2020-02-03</lastmod></url></urlset>"""

INDEX = b"""<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<sitemap><loc>https://the-post.example/s1.xml.gz</loc><lastmod>2020-02-03T00:00:00Z</lastmod></sitemap></sitemapindex>"""


def test_rss():
    first, second = read_listing(RSS, URL).entries
    assert (first.url, first.guid, first.title) == ("https://the-post.example/1", "post-1", "Fans answer")
    assert (first.published.at, first.published.source) == ("2020-02-02T09:00:00Z", "feed")
    assert first.published.as_written == "Sun, 02 Feb 2020 10:00:00 +0100"
    assert second.url.startswith("https://the-post.example/2")
    assert second.published is None


def test_atom():
    (entry,) = read_listing(ATOM, URL).entries
    assert (entry.guid, entry.published.at, entry.modified) == (
        "tag:the-post.example,2020:1",
        "2020-02-02T15:00:00Z",
        "2020-02-03T00:00:00Z",
    )


def test_json_feed():
    first, second = read_listing(b"\xef\xbb\xbf" + JSON_FEED, URL).entries
    assert (first.guid, first.published.at) == ("7", "2020-02-02T10:00:00Z")
    assert second.url == "https://the-post.example/feeds/2"


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_news_sitemap(pack):
    listing = read_listing(pack(NEWS), URL)
    first, second = listing.entries
    assert listing.kind == "sitemap"
    assert (first.url, first.title, first.modified) == ("https://the-post.example/1", "Fans answer", "2020-02-03")
    assert first.published.at == "2020-02-02T09:00:00Z"
    assert second.published is None


def test_sitemap_index():
    listing = read_listing(INDEX, URL)
    assert (listing.kind, listing.entries) == ("index", ())
    assert [(child.url, child.modified) for child in listing.children] == [
        ("https://the-post.example/s1.xml.gz", "2020-02-03T00:00:00Z")
    ]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty"),
        (b"\xef\xbb\xbf\n \n", "has only white space"),
        (b"\n" * 5000, "has only white space"),
        (b"\n" * 5000 + b"<html>", "is a page, not a feed"),
        (b"<!doctype html><html><body>Not here</body></html>", "is a page, not a feed"),
        (
            b"<!doctype html><link rel=icon><link type='application/rss+xml' rel='alternate' href='/feed?a=1&amp;b=2'>",
            r"is a page, not a feed or sitemap \(its feed is https://the-post.example/feed\?a=1&b=2\)$",
        ),
        (
            b"<!doctype html><link rel='alternate' type='application/atom+xml' href='http://[x'><link rel='alternate' href='/fr'>",
            r"is a page, not a feed or sitemap$",
        ),
        (b"Too many requests", "neither feed nor sitemap"),
        (b'{"error": 1}', "not a JSON Feed"),
        (b'{"items": ', "broken JSON"),
        (b"{" * 100_000, "broken JSON"),
        (b"\x1f\x8b\x08garbage", "damaged gzip"),
        (b"<feed<entry<link </entry></link<", "damaged feed"),
        (b"<entry<textinput></id>", "damaged feed"),
        (b"<urlset>" + b"&" * 2_000_001, "more than 2,000,000 ampersands"),
        (b"\x00<urlset", "damaged sitemap"),
        (gzip.compress(NEWS)[:-30], "truncated"),
        (gzip.compress(bytes(60_000_000)), "with more than"),
    ],
)
def test_what_is_no_listing(content, words):
    with pytest.raises(NoListingError, match=words):
        read_listing(content, URL)


def test_entities_are_not_expanded():
    laughs = (
        b"<!DOCTYPE x [<!ENTITY a 'ha'>"
        + b"".join(b"<!ENTITY %c '%s'>" % (98 + n, b"&%c;" % (97 + n) * 10) for n in range(12))
        + b"]>"
    )
    secret = b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
    for doctype in (laughs, secret):
        started = time.process_time()
        listing = read_listing(doctype + b"<urlset><url><loc>https://a.example/&a;</loc></url></urlset>", URL)
        assert time.process_time() - started < 1
        assert "root:" not in str(listing)


def test_a_listing_is_bounded(monkeypatch):
    assert MAX_ENTRIES == 50_000
    monkeypatch.setattr("scraper.input.listings.MAX_ENTRIES", 500)
    content = (
        b"<urlset>" + b"".join(b"<url><loc>https://a.example/%d</loc></url>" % n for n in range(510)) + b"</urlset>"
    )
    assert len(read_listing(content, URL).entries) == 500


def test_url_lists():
    listing = read_urls(
        "\ufeff# mine\n\nhttps://a.example/1\r\n  https://a.example/2  \nftp://a.example/\nwords\nhttps://a.example/1\n"
    )
    assert [entry.url for entry in listing.entries] == ["https://a.example/1", "https://a.example/2"]
    assert listing.unread == ((5, "ftp://a.example/"), (6, "words"))


def test_a_url_list_as_people_write_it():
    listing = read_urls(
        '\ufeffhttps://a.example/1 # seen\na.example/story\nhttps//a.example/\n"https://a.example/3"\n'
        "https://a.example/#top\n\t# done\nhttps://\nhttps://a.example/4\t#\n"
    )
    assert [entry.url for entry in listing.entries] == [
        "https://a.example/1", "https://a.example/#top", "https://a.example/4",
    ]  # fmt: skip
    assert [number for number, _ in listing.unread] == [2, 3, 4, 7]


@pytest.mark.parametrize(
    ("written", "at"),
    [
        ("2020-02-02T10:00:00Z", "2020-02-02T10:00:00Z"),
        ("2020-02-02T10:00", "2020-02-02T10:00:00"),
        ("2020-02-02", "2020-02-02"),
        ("0001-01-01T00:00:00+10:00", None),
        ("soon", None),
        (None, None),
        (7, None),
        (1580637600, "2020-02-02T10:00:00Z"),
        ("", None),
    ],
)
def test_zones_are_kept_or_known_to_be_unknown(written, at):
    moment = listed_date(written)
    assert (moment and moment.at) == at


@pytest.mark.parametrize(
    ("date", "at"),
    [
        ("<pubDate>Sun, 02 Feb 2020 10:00:00 +0100</pubDate>", "2020-02-02T09:00:00Z"),
        ("<pubDate>Sun, 02 Feb 2020 10:00:00 EST</pubDate>", "2020-02-02T15:00:00Z"),
        ("<pubDate>Sun, 02 Feb 2020 10:00:00 CET</pubDate>", "2020-02-02T09:00:00Z"),
        ("<pubDate>Sun, 02 Feb 2020 10:00:00 Eastern Standard Time</pubDate>", "2020-02-02T15:00:00Z"),
        ("<pubDate>Sun, 02 Feb 2020 10:00:00 IST</pubDate>", "2020-02-02T10:00:00"),
        ("<pubDate>Sun, 02 Feb 2020 03:15 PM</pubDate>", "2020-02-02T15:15"),
        ("<pubDate>Sun, 02 Feb 20 03:15:20 PM EST</pubDate>", "2020-02-02T20:15:20Z"),
        ("<pubDate>2/13/2020 12:15 AM</pubDate>", "2020-02-13T00:15"),
        ("<pubDate>Sun, 02 Feb 2020 10:00:00 +1:00</pubDate>", "2020-02-02T09:00:00Z"),
        ("<pubDate>2020-02-02T10:00:00+01:00Z</pubDate>", "2020-02-02T09:00:00Z"),
        ("<pubDate>2020-02-02T8:30:00Z</pubDate>", "2020-02-02T08:30:00Z"),
        ("<pubDate>20200202083000</pubDate>", "2020-02-02T08:30:00"),
        ("<pubDate>1580637600</pubDate>", "2020-02-02T10:00:00Z"),
        ("<pubDate>1580637600000</pubDate>", "2020-02-02T10:00:00Z"),
        ("<pubDate>Mon, 01 Jan 0001 00:00:00 GMT</pubDate>", None),
        ("<pubDate>Thu, 01 Jan 1970 01:00:00 +0100</pubDate>", None),
        ("<pubDate>Wed, 31 Dec 1969 19:00:00 EST</pubDate>", None),
        ("<dc:date>1969-12-31T19:00:00</dc:date>", None),
        ("<pubDate>Sun, 02 Feb 2020 10:00:00</pubDate>", "2020-02-02T10:00:00"),
        ("<pubDate>2020-02-02</pubDate>", "2020-02-02"),
        ("<pubDate>2020년 02월 02일 오전 10:00:00</pubDate>", "2020-02-02T10:00:00"),
        ("<dc:date>2020-02-02T10:00:00</dc:date>", "2020-02-02T10:00:00"),
        ("<dc:date>2020-02-02T10:00:00+01:00</dc:date>", "2020-02-02T09:00:00Z"),
        ("<pubDate>soon</pubDate>", None),
        ("", None),
    ],
)
def test_dates_of_rss(date, at):
    feed = (
        '<?xml version="1.0" encoding="utf-8"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f"<channel><item><link>https://a.example/1</link>{date}</item></channel></rss>"
    )
    (entry,) = read_listing(feed.encode(), URL).entries
    assert (entry.published and entry.published.at) == at


FEED = '<rss version="2.0"><channel><item><title>{title}</title><link>{link}</link></item></channel></rss>'
SITEMAP = (
    '<urlset xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"><url><loc>{link}</loc>'
    "<news:news><news:title>{title}</news:title></news:news></url></urlset>"
)


@pytest.mark.parametrize("form", [FEED, SITEMAP], ids=["feed", "sitemap"])
@pytest.mark.parametrize(
    ("link", "title", "declared", "encoding"),
    [
        ("https://a.example/?a=1&b=2&copy=3&amp;d=4", "Pier & Hafen&nbsp;caf&eacute;", "utf-8", "utf-8"),
        ("<![CDATA[https://a.example/?a=1&b=2&copy=3&d=4]]>", "Pier &amp; Hafen café", "iso-8859-1", "utf-8"),
        ("https://a.example/?a=1&b=2&copy=3&d=4", "Pier &#38; Hafen café", "us-ascii", "utf-8"),
        ("https://a.example/?a=1&b=2&copy=3&d=4", "Pier & Hafen café", "utf-8", "cp1252"),
        ("https://a.example/?a=1&b=2&copy=3&d=4", "Pier & Hafen café", "utf-16", "utf-8"),
        ("https://a.example/?a=1&b=2&copy=3&d=4", "Pier & Hafen café", "utf-8", "utf-16-le"),
    ],
)
def test_ampersands_and_encodings_as_sites_write_them(form, link, title, declared, encoding):
    content = f'<?xml version="1.0" encoding="{declared}"?>' + form.format(link=link, title=title)
    (entry,) = read_listing(content.encode(encoding), URL).entries
    assert (entry.url, entry.title) == ("https://a.example/?a=1&b=2&copy=3&d=4", "Pier & Hafen café")


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_sitemap_may_be_a_text_file(pack):
    listing = read_listing(pack(b"https://a.example/1\r\nhttps://a.example/2\n\nwords\n"), URL)
    assert (listing.kind, listing.unread) == ("sitemap", ())
    assert [entry.url for entry in listing.entries] == ["https://a.example/1", "https://a.example/2"]


@pytest.mark.parametrize(
    ("link", "url"),
    [
        ("https://www.google.com/url?rct=j&sa=t&url=https://a.example/1&ct=ga", "https://a.example/1"),
        ("https://www.google.co.uk/url?q=https%3A%2F%2Fa.example%2F1%3Fb%3D2", "https://a.example/1?b=2"),
        ("http://www.bing.com/news/apiclick.aspx?ref=FexRss&url=https%3a%2f%2fa.example%2f1", "https://a.example/1"),
        ("https://l.facebook.com/l.php?u=https%3A%2F%2Fa.example%2F1&h=x", "https://a.example/1"),
        ("https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fa.example%2F1", "https://a.example/1"),
        ("https://href.li/?https://a.example/1", "https://a.example/1"),
        ("https://href.li/?https://www.google.com/url?url=https://a.example/1", "https://a.example/1"),
        ("https://news.google.com/rss/articles/CBMiE2h0dHBzOi8vYS5leGFtcGxlLzHSAQA?oc=5", "https://a.example/1"),
        (
            "https://news.google.com/rss/articles/CBMiAUFVX3lx?oc=5",
            "https://news.google.com/rss/articles/CBMiAUFVX3lx?oc=5",
        ),
        ("https://urldefense.com/v3/__https://a.example/1__;!!Ab", "https://a.example/1"),
        ("https://www.google.com/url?url=javascript:alert(1)", "https://www.google.com/url?url=javascript:alert(1)"),
        ("https://www.google.com/search?q=https://a.example/1", "https://www.google.com/search?q=https://a.example/1"),
        ("https://a.example/url?url=https://b.example/", "https://a.example/url?url=https://b.example/"),
    ],
)
def test_redirectors_give_the_url_of_the_article(link, url):
    """Google Alerts writes tags into titles, and its links answer with a page of their own."""
    feed = FEED.format(link=link, title="&lt;b&gt;Pier&lt;/b&gt; closes &amp;#39;for good&amp;#39;")
    (entry,) = read_listing(feed.encode(), URL).entries
    assert (entry.url, entry.title) == (url, "Pier closes 'for good'")
    assert [entry.url for entry in read_urls(link).entries] == [url]


def test_a_change_is_no_publication():
    """Atom tells the two apart; only RSS has one element for both."""
    feed = (
        '<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id><link href="https://a.example/1"/>'
        "<updated>2020-02-02T10:00:00Z</updated></entry></feed>"
    )
    (entry,) = read_listing(feed.encode(), URL).entries
    assert (entry.published, entry.modified) == (None, "2020-02-02T10:00:00Z")


#: A listing with something taken out or put in, as after an accident.
TORN = st.tuples(
    st.sampled_from([RSS, ATOM, NEWS, INDEX, JSON_FEED, b"https://a.example/1?b=1&c\nhttps://a.example/2\n"]),
    st.integers(0, 700),
    st.integers(0, 60),
    st.sampled_from([b"", b"<", b"</link>", b"<entry>", b"</entry>", b"<textinput>", b'encoding="\xef"', b"\x00"]),
).map(lambda torn: torn[0][: torn[1]] + torn[3] + torn[0][torn[1] + torn[2] :])


@given(
    st.one_of(
        TORN,
        st.binary(max_size=200),
        st.binary(max_size=80).map(lambda tail: b"<urlset>" + tail),
        st.binary(max_size=80).map(lambda tail: RSS[:200] + tail),
    )
)
@example(b"<urlset><\x80\x00")
def test_any_bytes_are_a_listing_or_say_why(content):
    try:
        listing = read_listing(content, URL)
    except NoListingError:
        return
    assert all(entry.url.startswith(("http://", "https://")) for entry in listing.entries)
