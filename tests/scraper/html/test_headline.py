"""Which heading is the title of an article, where headings and metadata differ."""

import json

import pytest

from scraper.extract import extract
from scraper.records import Document

BODY = "<p>The lights on the pier went out at nine, and nobody knew why until the ferry came in.</p>" * 4
H1 = "Ferry strikes the pier and all the lights go out"


def title(body, head="", url="https://pier.example/news/a"):
    html = f"<html><head><meta property='og:site_name' content='The Pier'>{head}</head><body>{body}{BODY}</body></html>"
    return extract(Document(source="a.html", content=html.encode(), url=url)).article.title


def og(text):
    return f"<meta property='og:title' content='{text}'>"


def window(text):
    return f"<title>{text}</title>"


def ld(text):
    thing = {"@context": "https://schema.org", "@type": "NewsArticle", "headline": text}
    return f"<script type='application/ld+json'>{json.dumps(thing)}</script>"


HEADLINES = [
    pytest.param(f"<h1>{H1}</h1>", og("Pier lights out as ferry strikes: what we know"), H1, id="other words"),
    pytest.param(f"<h1>{H1}</h1>", og(H1) + ld("Ferry at the pier: a summary"), H1, id="one of two stated"),
    pytest.param(f"<h1>{H1}</h1>", window(f"Ferry strikes the pier | {H1}"), H1, id="behind a part"),
    pytest.param("<h1>“All the lights”</h1>", og('"All the lights"'), "“All the lights”", id="other marks"),
    pytest.param(f"<h1>{H1.upper()}</h1>", og(H1), H1, id="capitals"),
    pytest.param("<h1>Fer\u00adry strikes the pier</h1>", og("Ferry strikes the pier"), "Ferry strikes the pier", id="hyphens"),
    pytest.param(f"<h1><b>Live</b> {H1}</h1>", og(H1), H1, id="a label in the heading"),
    pytest.param(f"<h1>{H1} <small>Readers write</small></h1>", og(H1), H1, id="a line below in the heading"),
    pytest.param(f"<h1>{H1}, again</h1>", og(H1), f"{H1}, again", id="more words in the heading"),
    pytest.param(f"<h1>{H1}, again – The Pier</h1>", og(H1), f"{H1}, again", id="more words and the site in the heading"),
    pytest.param(f"<h1>{H1}, again</h1>", og(H1[:-9]), f"{H1}, again", id="a stated title that is cut"),
    pytest.param(f"<h1>{H1.replace(' the pier', '<br>the pier')}</h1>", "", H1, id="a line break in the heading"),
    pytest.param(f"<h1>{'<b>' * 2000}{H1.replace(' the pier', '<br>the pier')}</h1>", "", H1.replace(" the pier", "the pier"), id="nested deeply"),
    pytest.param("<h1>Lights &amp;amp; ferries on the pier</h1>", "", "Lights & ferries on the pier", id="escaped twice"),
    pytest.param(f"<h1>{H1} | News</h1>", "", H1, id="a section of the address behind a bar"),
    pytest.param(f"<h1>{H1} | Fire</h1>", "", f"{H1} | Fire", id="another part behind a bar"),
    pytest.param(f"<h1>Pier lights</h1><h2>{H1}</h2>", og(H1), H1, id="a subject above the headline"),
    pytest.param(f"<h1>{'Ferry strikes the pier. ' * 10}</h1>", og(H1), H1, id="a paragraph"),
    pytest.param("<h1>Weather</h1>", og(H1), H1, id="a section"),
    pytest.param("<h1>The Pier</h1>", og(H1), H1, id="the site"),
    pytest.param("<h1>Ferry</h1>", og(f"Ferry: {H1}"), f"Ferry: {H1}", id="a subject in the title"),
    pytest.param("<h1>Our big quiz on tides</h1>", og(H1), H1, id="something else"),
    pytest.param(f"<h1>Hello, I am Ann</h1><h2>{H1}</h2>", window(f"{H1} | Blog | Ann Lee"), H1, id="a lower heading"),
    pytest.param(f"<h1>Notes of Ann</h1><h1>{H1}</h1>", og(H1), H1, id="the second heading"),
    pytest.param(f"<h1>{H1}</h1><h2>Notes of Ann</h2>", window(f"Notes of Ann - {H1}"), H1, id="behind the site's name"),
    pytest.param(f"<aside><h1>{H1}</h1></aside>", og("A ferry and the pier"), "A ferry and the pier", id="beside"),
    pytest.param(f"<div class='site-title'><h1>{H1}</h1></div>", og("A ferry and the pier"), "A ferry and the pier", id="the banner"),
    pytest.param("<h1>Ferry</h1>", og("Ferry | The Pier | All that moves on water"), "Ferry", id="before the site and its slogan"),
    pytest.param("<p>Nothing</p>", og(f"» {H1} |"), H1, id="marks at the edges"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "head", "expected"), HEADLINES)
def test_the_title_is_the_headline_that_readers_see(body, head, expected):
    assert title(body, head) == expected


def test_a_heading_that_shares_words_with_the_address_is_the_headline():
    url = "https://pier.example/news/ferry-strikes-pier-lights"
    assert title(f"<h1>{H1}</h1>", og("Seven things you never knew"), url) == H1


def test_headings_in_scripts_without_blanks_are_compared_by_characters():
    assert (
        title("<h1>渡船撞上码头灯光全部熄灭</h1>", og("码头灯光全部熄灭：渡船撞上码头")) == "渡船撞上码头灯光全部熄灭"
    )


def test_a_title_too_long_to_be_one_costs_no_time():
    assert title(f"<h1>{'Pier ' * 200_000}</h1>", og(H1)) == H1
