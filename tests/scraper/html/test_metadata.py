"""What a page says about its article, from each place that can say it."""

from __future__ import annotations

import json

import pytest

from scraper.html.page import read_page


def article(head="", body="<p>It rained.</p>", attributes="", url=None):
    return read_page(f"<html{attributes}><head>{head}</head><body>{body}</body></html>", url).article


def linked(data):
    return f'<script type="application/ld+json">{json.dumps(data)}</script>'


NEWS = {"@type": "NewsArticle", "headline": "Rain all week"}


@pytest.mark.parametrize(
    ("head", "title"),
    [
        (linked(NEWS) + '<meta property="og:title" content="Rain!">', "Rain all week"),
        (linked({"@graph": [{"@type": "WebSite", "name": "Post"}, NEWS]}), "Rain all week"),
        (linked([{"@type": ["Thing", "BlogPosting"], "headline": "Rain &amp; sun"}]), "Rain & sun"),
        (linked({"@type": "WebPage", "mainEntity": NEWS}), "Rain all week"),
        ('<script type="application/ld+json">{"@type": "NewsArticle", "headline": "Rain\nall week"}</script>', "Rain all week"),
        ('<script type="application/ld+json">{not json}</script><title>Rain</title>', "Rain"),
        (linked({"@type": "Organization", "name": "Post"}) + "<title>Rain</title>", "Rain"),
        ('<meta property="og:title" content="Rain | The Post"><meta property="og:site_name" content="The Post">', "Rain"),
        ("<title>Rain - The Post</title><meta property='og:site_name' content='The Post'>", "Rain"),
        ("<title>The Post</title><meta property='og:site_name' content='The Post'>", "The Post"),
        (
            (
                "<link rel='canonical' href='https://the-post.example/a'><title>Rain - The Post | Weather daily</title>"
                "<meta property='og:site_name' content='The Post | Weather daily'>"
            ),
            "Rain",
        ),
        ("", None),
    ],
)  # fmt: skip
def test_title(head, title):
    assert article(head).title == title


OTHER = {"@type": "NewsArticle", "headline": "Ferry stops", "url": "https://post.example/ferry"}
OWN = {**NEWS, "mainEntityOfPage": {"@id": "https://post.example/rain"}, "datePublished": "2020-02-02"}


@pytest.mark.parametrize("url", [None, "https://post.example/rain"])
def test_of_several_articles_the_one_with_the_pages_address_is_its_own(url):
    canonical = "" if url else '<link rel="canonical" href="https://post.example/rain">'
    read = article(canonical + linked([{**OTHER, "datePublished": "2019-01-01"}, OWN]), url=url)
    assert (read.title, read.published.at) == ("Rain all week", "2020-02-02")


def test_the_sites_name_is_no_title_where_there_is_another():
    assert article("<title>Rain | Post</title>", "<h1>Post</h1>", url="https://post.example/rain").title == "Rain"


def test_a_heading_outranks_the_window_title():
    assert article("<title>Rain | Post</title>", "<h1> Rain all <b>week</b> </h1>").title == "Rain all week"


@pytest.mark.parametrize(
    ("head", "body"),
    [
        ("<title>Rain all week - Weather - The Post</title>", "<h1>Weather</h1><h1>Rain all week</h1>"),
        ("<title>Rain all week</title>", "<h1>Menu :</h1><h1>More weather:</h1>"),
        ("", "<figure><figcaption><h1>A bridge</h1></figcaption></figure><h1>Rain all week</h1>"),
        ("", "<h1><svg><style>.logo { opacity: 1; }</style></svg></h1><h1>Rain all week</h1>"),
        ("<title>Ann's Log: Rain all week</title>", "<h1><a href='/'>Ann's Log</a></h1><h3>Rain all week</h3>"),
    ],
)
def test_of_several_headings_the_window_tells_which_is_the_articles(head, body):
    assert article(head, body).title == "Rain all week"


def test_a_heading_that_leads_to_the_front_page_names_the_site():
    banner, heading = "<h1><a href='/'>Ann's Log</a></h1>", "<h3>Rain all week</h3>"
    assert article("<title>Ann's Log: Rain all week</title>", banner + heading).outlet == "Ann's Log"
    assert article("<title>Rain all week: Ann's Log</title>", heading + banner).outlet == "Ann's Log"
    assert article("<title>Ann's Log: Rain all week</title>", banner).outlet is None


def test_a_lesser_heading_shows_where_the_title_ends_and_the_site_begins():
    head = "<title>Rain all week - Ann's Log</title>"
    assert article(head, "<h2>Log</h2><h2>Rain all week</h2>").title == "Rain all week"
    assert article(head, "<h2>Rain</h2>").title == "Rain all week - Ann's Log"


@pytest.mark.parametrize(
    ("head", "url", "canonical"),
    [
        ('<link rel="canonical" href="https://post.example/rain?utm_source=x">', None, "https://post.example/rain"),
        ('<link rel="canonical" href="/rain">', "https://post.example/a/b", "https://post.example/rain"),
        ('<link rel="canonical" href="/">', "https://post.example/a/b", "https://post.example/a/b"),
        ('<link rel="canonical" href="javascript:alert(1)">', "https://post.example/a", "https://post.example/a"),
        ('<link rel="canonical" href="http://[post.example/b">', "https://post.example/a", "https://post.example/a"),
        ('<meta property="og:url" content="https://post.example/rain">', None, "https://post.example/rain"),
        (
            '<meta property="og:url" content="www.post.example/rain">',
            "https://www.post.example/rain?a=1",
            "http://www.post.example/rain",
        ),
        (linked({**NEWS, "mainEntityOfPage": {"@id": "https://post.example/rain"}}), None, "https://post.example/rain"),
        ("", "https://web.archive.org/web/2020/https://post.example/rain", "https://post.example/rain"),
        ("", None, None),
    ],
)
def test_url(head, url, canonical):
    assert article(head, url=url).url == canonical


@pytest.mark.parametrize(
    ("stated", "title"),
    [
        ("Rain all week long | Ann Lee", "Rain all week long"),
        ("Rain all week long: what comes after that", "Rain all week long"),
    ],
)
def test_a_heading_tells_where_a_stated_title_ends(stated, title):
    heading = "Rain all week long"
    assert article(f'<meta property="og:title" content="{stated}">', f"<h1>{heading}</h1>").title == title


TRAIL = '<link rel="canonical" href="https://www.example-post.org/rain">' + linked(
    {"@type": "BreadcrumbList", "itemListElement": [{"position": 1, "item": {"name": "NAME"}}]}
).replace("{", "{{").replace("}", "}}").replace("NAME", "{}")


@pytest.mark.parametrize(
    ("head", "outlet"),
    [
        ('<meta property="og:site_name" content="The Post">', "The Post"),
        (linked({**NEWS, "publisher": {"@type": "Organization", "name": "The Post"}}), "The Post"),
        (linked({**NEWS, "publisher": [{"name": "The Post"}]}), "The Post"),
        (linked({**NEWS, "publisher": {"@type": "Organization", "name": "Blogger"}}), None),
        ('<link rel="canonical" href="https://www.post.example/rain">', "post.example"),
        ('<meta property="og:site_name" content="https://post.example">', None),
        ('<meta property="og:site_name" content="@thepost">', None),
        ('<meta property="og:site_name" content="@Night Desk">', "@Night Desk"),
        (
            '<link rel="canonical" href="https://www.example-post.org/a"><title>Rain - The Example Post</title>',
            "The Example Post",
        ),
        (
            '<link rel="canonical" href="https://www.example-post.org/a"><title>Rain - Ann Lee</title>',
            "example-post.org",
        ),
        ('<meta name="og:site_name" value="The Post">', "The Post"),
        ('<link rel="alternate" type="application/rss+xml" title="The Post &raquo; Feed" href="/feed">', "The Post"),
        (
            (
                '<link rel="canonical" href="https://ann-lee.example/a"><link rel="alternate"'
                ' type="application/atom+xml" title="Ann Lee’s notes - Atom" href="/feed">'
            ),
            "Ann Lee’s notes",
        ),
        ('<link rel="alternate" type="application/rss+xml" title="News - RSS" href="/feed">', None),
        (linked({"@type": "WebSite", "name": "The Post"}), "The Post"),
        (TRAIL.format("Example Post - All the rain"), "Example Post"),
        ("<title>Rain all week - gull-post.example</title>", "gull-post.example"),
        ("<title>gull-post.example | Rain all week</title>", None),
        (TRAIL.format("Home"), "example-post.org"),
        (TRAIL.format("Ann Lee"), "example-post.org"),
        ('<meta property="og:site_name" content="Example-Post.org">' + TRAIL.format("Home"), "Example-Post.org"),
        ('<meta property="og:site_name" content="example-post.org">' + TRAIL.format("Example Post"), "Example Post"),
        *(
            (f'<link rel="canonical" href="https://{host}/a"><meta property="og:site_name" content="{stated}">', own)
            for host, stated, own in (
                ("www.example-post.org", "The Example Post | All the rain, every day", "The Example Post"),
                ("example-post.org", "Rain all week – Example-Post.org", "Example-Post.org"),
                ("www.example-post.org", "Night Desk - Rain and more", "Night Desk - Rain and more"),
                ("www.example-post.org", "Example Post on Sunday", "Example Post on Sunday"),
            )
        ),
    ],
)
def test_outlet(head, outlet):
    assert article(head).outlet == outlet


@pytest.mark.parametrize(
    ("head", "body", "outlet"),
    [
        ("", "<h1>Rain all week in the west and north</h1>", "The Gull Post"),
        ("", "<h1><a href='/'>The Post</a></h1>", None),
        ('<meta property="og:title" content="Rain all week in the west and north">', "", "The Gull Post"),
        ('<meta property="og:title" content="Rain all">', "", None),
        (
            '<link rel="canonical" href="https://www.gulls.example/a"><meta property="og:site_name" content="www.gulls.example">',
            "<h1>Rain all week in the west and north</h1>",
            "gulls.example",
        ),
    ],
)
def test_a_site_that_is_named_nowhere_may_be_named_behind_the_headline(head, body, outlet):
    assert article(f"{head}<title>Rain all week in the west and north - The Gull Post</title>", body).outlet == outlet


@pytest.mark.parametrize(
    ("head", "body", "at"),
    [
        (linked({**NEWS, "datePublished": "2020-02-02T09:30:00+01:00"}), "", "2020-02-02T08:30:00Z"),
        (linked({**NEWS, "datePublished": "2020-02-02"}), "", "2020-02-02"),
        (linked({**NEWS, "datePublished": "2020-02-02T09:30:00EET"}), "", "2020-02-02T07:30:00Z"),
        (linked({**NEWS, "datePublished": "2020-02-02 09:30:00Europe/Vienna"}), "", "2020-02-02T09:30:00"),
        ('<meta property="article:published_time" content="2020-02-02T09:30:00">', "", "2020-02-02T09:30:00"),
        ('<meta itemprop="datePublished" content="2 February 2020">', "", "2020-02-02"),
        ('<meta name="date" content="yesterday"><meta name="dc.date" content="2020-02-02">', "", "2020-02-02"),
        ("", '<article><time datetime="2020-02-02T09:30Z">Sunday</time></article>', "2020-02-02T09:30Z"),
        ("", '<time itemprop="datePublished">February 2, 2020</time>', "2020-02-02"),
        (linked({**NEWS, "datePublished": "2020"}), "", None),
        (linked({**NEWS, "datePublished": 1580551200}), "", "2020-02-01T10:00:00Z"),
        ('<meta name="bt:pubDate" content="1580551200000">', "", "2020-02-01T10:00:00Z"),
        ('<meta name="citation_publication_date" content="2020/02/01">', "", "2020-02-01"),
        (linked({**NEWS, "dateModified": "2020-02-02"}), "", None),
        (linked({**NEWS, "datePublished": "2020-02-01"}).replace('"}', '",}'), "", "2020-02-01"),
        (linked({**NEWS, "datePublished": "2020-02-01"}).replace("Rain all", 'Rain "all"'), "", "2020-02-01"),
        ("", "<article><h1>Rain</h1><div id='comments'><time datetime='2021-02-01'>x</time></div></article>", None),
        ('<meta name="date" content="03/04/2020">', "", None),
        ("", "<p>February 2, 2020</p>", None),
        (
            linked({**NEWS, "datePublished": "2020-02-01T10:00:00Z"})
            .replace(">{", ">//<![CDATA[\n{")
            .replace("}<", "}\n//]]><"),
            "",
            "2020-02-01T10:00:00Z",
        ),
        (
            "",
            "<article><p>Updated: <time datetime='2021-05-01'>May 1</time></p><p><time datetime='2020-02-01'></time>",
            "2020-02-01",
        ),
        ("", "<article><aside><time datetime='2020-02-01'>February 1</time></aside></article>", None),
        (
            "",
            "<article><footer><time class='entry-date published updated' datetime='2020-02-01'>x</time></footer></article>",
            "2020-02-01",
        ),
        ("", "<p>Rain</p><footer><time class='entry-date' datetime='2020-02-01'>x</time></footer>", None),
        ("", "<div><h1>Rain</h1><p>by Ann, <time datetime='2020-02-01'>x</time></p></div>", "2020-02-01"),
        ("", "<h1>Rain</h1><p>a</p><p>b</p><div><p><time datetime='2020-02-01'>x</time></p></div>", None),
        ('<meta property="article:published_time" content="1970-01-01T00:00:00Z">', "", None),
        ('<link rel="canonical" href="https://notes.example/2020/02/01/rain-all-week/">', "", "2020-02-01"),
        ('<link rel="canonical" href="https://notes.example/2020/02/01/">', "", None),
        pytest.param(
            '<link rel="canonical" href="https://notes.example/2020/02/31/rain-all-week/">',
            "",
            None,
            id="an address with a day that is none",
        ),
        pytest.param(
            '<link rel="canonical" href="https://notes.example/2020/02/rain-all-week/">',
            "",
            None,
            id="an address with a month alone",
        ),
    ],
)
def test_publication_date_keeps_its_zone_or_its_lack_of_one(head, body, at):
    published = article(head, body).published
    assert (published and published.at) == at
    assert published is None or published.source == "metadata"


GERMAN = "<p>Es regnete die ganze Woche, und niemand wusste, wann es wieder aufhören würde zu regnen. </p>" * 5


@pytest.mark.parametrize(
    ("attributes", "head", "body", "language"),
    [
        (' lang="de-CH"', "", "", "de"),
        (' xml:lang="fr"', "", "", "fr"),
        (' lang="und"', '<meta property="og:locale" content="fr_FR">', "", "fr"),
        ("", '<meta http-equiv="Content-Language" content="de, en">', "", "de"),
        ("", '<meta http-equiv="content-language" content="it">', "", "it"),
        ("", '<meta property="og:locale" content="pt_BR">', "", "pt"),
        ("", linked({**NEWS, "inLanguage": {"@type": "Language", "name": "es"}}), "", "es"),
        ("", "", GERMAN, "de"),
        (' lang="en-US"', "", GERMAN, "de"),
        (' lang="en-US"', "", "<p>Es regnete die ganze Woche.</p>", "en"),
        (' lang="fr"', "", GERMAN, "fr"),
        (' lang="ch"', "", GERMAN, "de"),
        (' lang="jp"', "", "", None),
        ("", '<meta http-equiv="Content-Language" content="utf-8">', GERMAN, "de"),
        ("", "", "", None),
    ],
)
def test_language_is_declared_or_detected(attributes, head, body, language):
    assert article(head, body, attributes).language == language
