"""Dates of publication that only a reader sees."""

from __future__ import annotations

import pytest
from resiliparse.parse.html import HTMLTree

from scraper.html.metadata.printed_dates import printed_date
from scraper.html.page import read_page


def dated(inside):
    moment = printed_date(HTMLTree.parse(f"<body><main><article><h1>Rain</h1>{inside}<p>It rained.</p></article>"))
    return None if moment and moment.source == "update" else moment


@pytest.mark.parametrize(
    ("inside", "at"),
    [
        ("<p>Published: February 1, 2020 6:30 p.m.</p>", "2020-02-01T18:30"),
        ("<p>Posted on February 1, 2020 by admin</p>", "2020-02-01"),
        ("<p>Posted by Ann Lee on February 1st, 2020 at 6:30 pm</p>", "2020-02-01T18:30"),
        ("<p>Publié par Luc Roux le 1er février 2020</p>", "2020-02-01"),
        ('<p class="meta">Publié le 1er février 2020 à 18h30, mis à jour le 3 mars 2020</p>', "2020-02-01T18:30"),
        ("<div>Par Luc Roux - Publié le 1er févr. 2020</div>", "2020-02-01"),
        ("<div>Veröffentlicht am 1. Februar 2020, 18:30 Uhr</div>", "2020-02-01T18:30"),
        ("<span>Publicado el 1 de febrero de 2020 a las 18:30</span>", "2020-02-01T18:30"),
        ("<span>Pubblicato il 1 febbraio 2020</span>", "2020-02-01"),
        ("<span>Publicado em 1 de fevereiro de 2020 às 18h30</span>", "2020-02-01T18:30"),
        ("<p>Gepubliceerd op 1 februari 2020</p>", "2020-02-01"),
        ('<span class="fecha">1 de febrero de 2020</span>', "2020-02-01"),
        ("<div class='meta'>By Ann Lee | February 1, 2020</div>", "2020-02-01"),
        ("<p>Par Luc Roux • 1er février 2020 | 3 commentaires</p>", "2020-02-01"),
        ('<p class="post-date">2020年2月1日 18時30分</p>', "2020-02-01T18:30"),
        ('<h6 class="dateline">Saturday, 1 February 2020</h6>', "2020-02-01"),
        ("<small>posted on February 1, 2020</small>", "2020-02-01"),
        ('<p class="entry-meta">February 1, 2020 By Ann Lee</p>', "2020-02-01"),
        ("<div><time>February 1, 2020 6:30 pm</time></div>", "2020-02-01T18:30"),
        ("<div class='meta'>By Ann Lee ▪ 1 February 2020 ▪ 18:30</div>", "2020-02-01T18:30"),
        ('<span class="date">প্রকাশ: ১ ফেব্রুয়ারি ২০২০</span>', "2020-02-01"),
        ('<p class="dateTime">1. února 2020 ● 18:30</p>', "2020-02-01T18:30"),
        ('<dl><dt>Date:</dt><dd id="date_posted">February 1, 2020</dd></dl>', "2020-02-01"),
        ('<div id="date">February 1, 2020</div>', "2020-02-01"),
        ('<span class="date">2020-02-01 18:30:15</span>', "2020-02-01T18:30"),
        ('<p class="time">2020-02-01 18:30</p>', "2020-02-01T18:30"),
        ('<div class="info">2020-02-01 18:30:15 <span>来源： 例报</span></div>', "2020-02-01T18:30"),
        ('<div class="submitted">Submitted on Sat, 2020-02-01 18:30</div>', "2020-02-01T18:30"),
        ("<span>Submitted by ann on Fri, 01/31/2020 - 18:30</span>", "2020-01-31T18:30"),
        ("<span>Soumis par ann le 1 février 2020</span>", "2020-02-01"),
        ("<p>Julkaistu 1.2.2020 18:30</p>", "2020-02-01T18:30"),
        ("<span>入力</span><span>입력 : 2020.02.01 18:30</span>", "2020-02-01T18:30"),
        ("<span>发布时间：2020年2月1日</span>", "2020-02-01"),
        ("<span>نشر في: 1 فبراير 2020</span>", "2020-02-01"),
        ("<p>Опубликовано: 1 февраля 2020 г.</p>", "2020-02-01"),
        ("<p>Közzétéve: 2020. február 1.</p>", "2020-02-01"),
        ("<p>Yayın tarihi: 1 Şubat 2020</p>", "2020-02-01"),
        ("<p>פורסם: 1 בפברואר 2020</p>", "2020-02-01"),
        ("<dl><dt>Datum</dt><dd>01.02.2020</dd></dl>", "2020-02-01"),
        ("<div><h4>Published</h4><time>1 February 2020</time></div>", "2020-02-01"),
        ("<div><h4>Reviewed</h4><time>5 March 2021</time><b>Publish date</b><span>1 February 2020</span></div>", "2020-02-01"),
        ("<div class='date'><i class='month'>Feb</i><i class='day'>01</i><i class='year'>2020</i></div>", "2020-02-01"),
        ("<span class='published'>February 1, 2020</span>", "2020-02-01"),
    ],
)  # fmt: skip
def test_a_date_counts_behind_a_label_or_in_an_element_of_its_own(inside, at):
    moment = dated(inside)
    assert moment is not None
    assert moment.at == at
    assert moment.source == "printed"


@pytest.mark.parametrize(
    "inside",
    [
        "<p>The law was published on February 1, 2015 in the gazette.</p>",
        "<p>February 1, 2020</p>",
        "<p>By Monday, February 1, 2020, the water had gone.</p>",
        "<p>Updated February 1, 2020</p>",
        "<div>Stand: 01.02.2020, 18:30 Uhr</div>",
        '<span class="date-modified">February 1, 2020</span>',
        '<p class="time">5 min read</p>',
        '<div class="info">Printed on 2020-02-01 for readers</div>',
        '<div id="comments"><div class="submitted">Submitted on Sat, 2020-02-01 18:30</div></div>',
        '<div class="related-posts"><span class="post-date">March 5, 2021</span></div>',
        "<p>Updated: <time>February 1, 2020</time></p>",
        '<time class="updated">February 1, 2020</time>',
        '<p class="date">In February 2020</p>',
        '<p class="date">February 1, 2020 was a day of rain.</p>',
        '<p class="meta">February 1, 2020 by the river it rained until 2 in the night.</p>',
        f"<p>{'It rained. ' * 80}</p><time>March 5, 2021</time>",
        "<p>The port (<span class='bday dtstart published updated'>1998-02-28</span>)</p>",
        "<dl><dt>Opened</dt><dd>01.02.2020</dd></dl>",
        "<p>Обновлено: <time>1 февраля 2020</time></p>",
        "<p>最終更新日：<time>2020年2月1日</time></p>",
        "<ul><li><div class='date'>February 1, 2020</div><h3>Fair</h3></li><li><div class='date'>March 2, 2020</div><h3>Ball</h3></li></ul>",
        "<div><article><time>February 1, 2020</time><h3>Fair</h3></article><article>Ball</article></div>",
    ],
)
def test_other_days_do_not(inside):
    assert dated(inside) is None


def test_what_a_page_states_for_machines_comes_first():
    head = '<meta property="article:published_time" content="2020-02-01T10:00:00Z">'
    body = "<p>Published: March 5, 2021</p>"
    assert read_page(f"<html><head>{head}</head><body>{body}</body></html>").article.published.at.startswith(
        "2020-02-01"
    )


def test_a_printed_date_may_be_that_of_a_clock():
    moment = dated('<p>By Ann Lee • <span><time datetime="2020-01-31T23:30:00Z">February 1, 2020</time></span></p>')
    assert (moment.at, moment.source) == ("2020-01-31T23:30:00Z", "metadata")


def test_a_time_in_front_of_the_headline_is_beside_it():
    page = "<body><div><p><time>February 1, 2020</time></p><h1>Rain</h1></div><time>March 5, 2021</time>"
    moment = printed_date(HTMLTree.parse(page))
    assert moment is not None
    assert moment.at == "2020-02-01"


@pytest.mark.parametrize(
    ("above", "below", "at"),
    [
        ("<span class='date'>Monday, 24 August 2026</span>", "<span class='date'>1 February 2020</span>", "2020-02-01"),
        ("<div id='date-box'>Monday, 24 August 2026</div>", "", None),
        ("<p>Published on 1 February 2020</p>", "", "2020-02-01"),
    ],
)  # fmt: skip
def test_the_day_in_the_masthead_is_that_on_which_the_page_was_called_up(above, below, at):
    menu = "<ul><li>World news and politics</li><li>Local weather and traffic</li><li>Sports</li></ul>" * 3
    moment = printed_date(HTMLTree.parse(f"<body><div><div>{above}</div>{menu}</div><main><h1>Rain</h1>{below}</main>"))
    assert (moment and moment.at) == at


def test_a_date_right_above_the_headline_counts_even_behind_the_way_to_it():
    way = "<ul><li>Home</li><li>Rain all week</li></ul>"
    date = "<div><div><span class='date'>1 February 2020</span></div></div>"
    page = f"<body><div>{way}<div>{date}<div><h1>Rain all week</h1></div></div></div>"
    assert printed_date(HTMLTree.parse(page)).at == "2020-02-01"


def test_of_several_headings_the_articles_own_tells_where_its_date_stands():
    masthead = "<div><h1><a href='/'>The Post</a></h1><span class='date'>Monday, 24 August 2026</span></div>"
    article = "<main><h1>Rain all week</h1><span class='date'>1 February 2020</span></main>"
    page = f"<title>The Post: Rain all week</title><body>{masthead}<p>{'News. ' * 50}</p>{article}"
    for variant in (page, page.replace("<h1>Rain all week</h1>", "<h2>Rain all week</h2>")):
        assert printed_date(HTMLTree.parse(variant)).at == "2020-02-01"


def test_without_a_first_heading_a_lesser_one_is_the_articles():
    masthead = "<div><span class='date'>Monday, 24 August 2026</span><ul><li>World and local news</li></ul></div>"
    article = "<div><h3>Rain all week</h3><p class='time'>2020-02-01 18:30</p></div>"
    page = f"<title>Rain all week - The Post</title><body>{masthead}<h2>News</h2>{article}"
    assert printed_date(HTMLTree.parse(page)).at == "2020-02-01T18:30"


@pytest.mark.parametrize(
    ("page", "at"),
    [
        ("<title>Rain all week - 01.02.2020 - The Post</title><h1>Rain all week</h1>", "2020-02-01"),
        ("<title>Rain all week | DP | 01.02.2020</title><h1>Rain all week</h1>", "2020-02-01"),
        ("<title>The week from 29. - 31. January 2020</title><h1>The week</h1>", None),
        ("<title>Rain of 1 February 2020 - The Post</title><h1>Rain of 1 February 2020</h1>", None),
        ("<title>Rain all the week</title><h3>Weather: Rain all the week</h3><div>Sa 01.02.2020 | 18:30 Uhr | Ann Lee</div>", "2020-02-01T18:30"),
        ("<title>Rain all the week</title><h4>Rain all the week</h4><div>Ann Lee, 1 February 2020</div>", "2020-02-01"),
        ("<html lang='de'><h1>Regen</h1><table><tr><td>01 | 02 | 2020</td></tr></table>", "2020-02-01"),
        ("<html xml:lang='en-GB'><h1>Rain</h1><p><span>The Post</span> <span>01/02/2020</span></p>", "2020-02-01"),
        ("<html lang='en'><h1>Rain</h1><p><span>The Post</span> <span>01/02/2020</span></p>", None),
        ("<h1>Port</h1><table><tr><th>Founded</th><td>February 28, 1998</td></tr></table><p>It has two piers.</p>", None),
        ('<script type="application/ld+json">{"@type":"SocialMediaPosting","headline":"Rain","datePublished":"2020-02-01"}</script>', "2020-02-01"),
    ],
    ids=[
        "a part of the title", "the last part of the title", "the end of a span in the title", "the headline's own day",
        "below a lower heading with a label", "below a fourth heading", "bars between numbers", "a region in XHTML",
        "no region", "the day of a foundation", "JSON-LD of a post",
    ],
)  # fmt: skip
def test_a_page_is_dated_by_what_else_it_says(page, at):
    published = read_page(page).article.published
    assert (published and published.at) == at
