"""Texts of strangers as HTML: what becomes a link, and what does not."""

import re
import time

import pytest
from bs4 import BeautifulSoup
from markupsafe import escape

from archive.site.words import MOST_LINKS, file_name, linked


class Site:
    """The addresses of pages, as `site.Site` gives them."""

    def page(self, kind, key, suffix="", query=None):
        return f"/{kind}/{key or query['q']}{suffix}"


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("see #LetMiraSing now", ["/hashtag/letmirasing"]),
        ("Sing it#LetMiraSing", ["/hashtag/letmirasing"]),
        ("#MiraNowhttps://t.example/a", ["/hashtag/miranow", "https://t.example/a"]),
        ("#MiraNowpic.twitter.com/abc", ["/hashtag/miranow", "https://pic.twitter.com/abc"]),
        ("RT @mira_solene: no, mail a@b.example", ["/search/@mira_solene"]),
        ("@mira.bsky.social @van@sea.example", ["/search/@mira.bsky.social", "/search/@van@sea.example"]),
        ("https://x.example/@mira #pier@mira", ["https://x.example/@mira", "/hashtag/pier"]),
        (
            "see https://t.example/a. Or (https://t.example/b), “https://t.example/c”",
            [f"https://t.example/{n}" for n in "abc"],
        ),
        ("https://t.example/a_(b)?", ["https://t.example/a_(b)"]),
        ("number #1, not #2024", []),
        ("#2024Tour", ["/hashtag/2024tour"]),
        ("#été ＃夏", ["/hashtag/été", "/hashtag/夏"]),
        ("a&#39;b https://x.example/#top", ["https://x.example/#top"]),
        ("javascript:alert(1) data:text/html,x //x.example ftp://x.example", []),
        ("", []),
        (None, []),
    ],
)
def test_hashtags_mentions_and_web_addresses_are_links(text, links):
    assert re.findall(r'href="([^"]+)"', str(linked(text, Site()))) == links


@pytest.mark.parametrize(
    "text",
    [
        "#a" * 50_000,
        "#" * 100_000,
        "@a " * 40_000,
        "@a" * 50_000,
        "@" * 100_000,
        "#1" * 50_000,
        "http://" * 15_000,
        "#" + "1" * 100_000,
    ],
)
def test_a_text_full_of_links_costs_little(text):
    began = time.process_time()
    shown = str(linked(text, Site()))
    assert time.process_time() - began < 1
    assert shown.count("<a ") <= MOST_LINKS


@pytest.mark.parametrize("glued", ["The pier closed", "The pier?", 'The "pier"', "“The pier”"])
@pytest.mark.parametrize("link", ["https://t.co/a", "pic.twitter.com/a", "#LetMiraSing"])
def test_a_link_that_a_page_glued_to_a_word_is_set_apart(glued, link):
    assert str(linked(glued + link, Site())).startswith(f"{escape(glued)} <a ")


@pytest.mark.parametrize("text", ["(#LetMiraSing)", '"#LetMiraSing"', "“pic.twitter.com/a", ".@gullwharf", "the #pier"])
def test_a_link_that_is_printed_as_it_should_be_stays_so(text):
    assert BeautifulSoup(str(linked(text, Site())), "lxml").get_text().startswith(text)


def test_a_picture_that_is_not_kept_is_said_and_linked():
    shown = str(linked("The pier! pic.twitter.com/abc", Site()))
    assert shown.endswith('>pic.twitter.com/abc</a> <span class="unkept">(picture or video, not kept)</span>')


def test_words_of_a_search_are_marked_in_links_too():
    shown = str(linked("https://news.example/the-\x02pier\x03 @the_\x02pier\x03", Site()))
    assert shown.count("<mark>pier</mark></a>") == 2
    assert '"https://news.example/the-pier"' in shown


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("saved/2024/pier.txt", "pier.txt"),
        ("https://news.example/pier/", "pier"),
        ("crawl.warc.gz#12", "crawl.warc.gz#12"),
        ("", ""),
        (None, ""),
        ("a/" + "b" * 500, "b" * 60 + "…"),
        ("safe\u202etxt.exe", "safetxt.exe"),
    ],
)
def test_an_article_without_a_title_goes_by_its_file(source, name):
    assert file_name(source) == name
