"""Where a saved page came from, as the program that saved it wrote down."""

from __future__ import annotations

import pytest

from scraper.html.page import read_page, saved_from

PAGE = "https://news.example/2020/a?b=1&c=2"


@pytest.mark.parametrize(
    "head",
    [
        f"<!DOCTYPE html>\n<!-- saved from url=(0035){PAGE} -->\n<html>",
        f"<!DOCTYPE html> <html lang=en><!--\n Page saved with SingleFile \n url: {PAGE} \n saved date: Wed -->",
        f"<html><!--\n Archive processed by SingleFile \n url: {PAGE}\n-->",
        f"<html><!-- Mirrored from {PAGE.replace('https://', '')} by HTTrack Website Copier/3.x, Wed -->",
        f'<body><a class="domain reader-domain" href="{PAGE.replace("&", "&amp;")}">news.example</a>',
        f'<base href="x"><div>This is Google\'s cache of <a href="{PAGE}">{PAGE}</a>. It is a snapshot',
        f'<html data-scrapbook-source="{PAGE.replace("&", "&amp;")}" data-scrapbook-create="2020">',
    ],
)
def test_reads_what_the_program_wrote(head):
    address = saved_from(head)
    assert address is not None
    assert address.replace("http://", "https://") == PAGE


@pytest.mark.parametrize("title", ["PressReader - Harbour Herald (UK): 2020-03-04 - Pier closes", "Pier closes"])
def test_pressreader_is_no_outlet(title):
    url = "https://www.pressreader.com/uk/harbour-herald/20200304/281509343331955"
    head = (
        f'<title>{title}</title><meta property="og:site_name" content="PressReader"><link rel="canonical" href="{url}">'
    )
    article = read_page(f"<html><head>{head}</head><body><h1>Pier closes</h1><p>Rain.").article
    assert (article.outlet, article.published.at) == ("Harbour Herald", "2020-03-04")


def test_a_page_of_archive_today_is_that_of_the_outlet():
    at = "https://archive.ph/2024.05.05-100000/"
    head = f'<meta property="og:site_name" content="archive.ph"><meta property="article:published_time" content="2024-05-05T10:00:00Z"><link rel="canonical" href="{at}{PAGE}">'
    article = read_page(f"<html><head><title>Pier closes</title>{head}</head><body><p>Rain.").article
    assert (article.url, article.outlet, article.published) == (PAGE, "news.example", None)


def test_the_days_of_captures_above_a_page_are_not_its_own():
    bar = '<!-- BEGIN WAYBACK TOOLBAR INSERT --><div><p class="date">13 Aug 2024</p></div><!-- END WAYBACK TOOLBAR INSERT -->'
    page = "<html><head><title>Pier closes</title></head><body>{}<h1>Pier closes</h1><p>Rain.</p>"
    assert read_page(page.format(bar)).article.published is None
    assert read_page(page.format(bar.replace("WAYBACK TOOLBAR", ""))).article.published is not None


@pytest.mark.parametrize(
    "head",
    [
        "<!-- saved from url=(0014)about:internet -->",
        "<!-- saved from url=(0022)file:///C:/page.html -->",
        f"<p>Page saved with SingleFile url: {PAGE}</p>",
        "<!-- saved from url=(0037)/ -->",
        "",
    ],
)
def test_other_words_are_no_address(head):
    assert saved_from(head) is None


def test_what_is_known_and_what_the_page_states_outrank_it():
    source = f"<!-- saved from url=(0035){PAGE} --><html><head><title>Rain</title></head><p>It rained.</p>"
    assert read_page(source).article.url == PAGE
    assert read_page(source, "https://other.example/x").article.url == "https://other.example/x"
    canonical = source.replace("<head>", '<head><link rel="canonical" href="https://news.example/a">')
    assert read_page(canonical).article.url == "https://news.example/a"


def test_a_meta_says_so_too():
    source = '<html><head><meta name="savepage-url" content="https://news.example/a"></head><p>It rained.</p>'
    assert read_page(source).article.url == "https://news.example/a"
