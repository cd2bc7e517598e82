"""Whole pages of ours, each with the record it must give beside it, and pages that nobody would write."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest
from depth import examples
from hypothesis import given
from hypothesis import strategies as st

from scraper.extract import extract
from scraper.html.page import find_embeds, read_page
from scraper.records import Document

PAGES = sorted(Path(__file__).with_name("pages").glob("*.html"))
STATUS = "https://twitter.com/ada_example/status/1223400000000000001"
QUOTE = (
    '<blockquote class="twitter-tweet"><p lang="en">Hello</p>&mdash; Ada (@ada_example) '
    f'<a href="{STATUS}">February 1, 2020</a></blockquote>'
)


def as_json(page):
    """Return a page as JSON without pictures, entries and targets of short links, which none of these pages show."""
    value = json.loads(json.dumps(page, default=dataclasses.asdict))
    assert (value.pop("pictures"), value.pop("allusions"), value.pop("targets")) == ([], [], [])
    rare = [(embed["post"].pop("text_source"), embed.pop("reading"), embed.pop("entry")) for embed in value["embeds"]]
    assert rare == [(None, None, None)] * len(value["embeds"])
    return value


@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.stem)
def test_reads_a_page_as_its_record_says(file):
    page = read_page(file.read_text("utf-8"))
    assert as_json(dataclasses.asdict(page)) == json.loads(file.with_suffix(".json").read_text("utf-8"))


@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.stem)
def test_the_fast_way_finds_the_same_posts_in_the_same_order(file):
    source = file.read_text("utf-8")
    found = [(embed.form, embed.position, embed.post) for embed in find_embeds(source)]
    assert found == [(embed.form, embed.position, embed.post) for embed in read_page(source).embeds]


def test_the_url_it_came_from_stands_in_for_the_canonical_one():
    page = read_page("<title>Rain</title><p>It rained.</p>", "https://WWW.Post.example/rain?utm_source=x#top")
    assert (page.article.url, page.article.outlet) == ("https://www.post.example/rain", "post.example")


def test_places_count_in_the_prose_and_an_embed_outside_of_it_has_none():
    words = "The ferry ran until late on Friday, with music on board and lights along the rail. " * 4
    source = f"<body><article><h1>Ferry</h1><p>{words}</p>{QUOTE}<p>Then it rained. {words}</p></article></body>"
    page = read_page(source)
    assert page.prose[page.embeds[0].start :].startswith("Then it rained.")
    assert "Hello" not in page.prose
    hidden = read_page(f"<head><template>{QUOTE}</template></head>{source.replace(QUOTE, '')}")
    assert [(embed.form, embed.start) for embed in hidden.embeds] == [("lazy", None)]


def test_the_prose_begins_at_the_headline():
    text = "<p>It rained all week in the west, and the river rose by a metre and a half before the fair.</p>" * 5
    page = read_page(
        "<html><head><title>Rain all week - The Post</title></head><body><div><div>Log in to read on</div>"
        f"<p>Daily notes</p><h1>Rain <i>all week</i></h1>{text}{QUOTE}{text}</div></body></html>"
    )
    assert page.prose.startswith("Rain all week\n")
    (embed,) = page.embeds
    assert page.prose[: embed.start].count("It rained") == 5


def test_what_stands_above_a_headline_far_below_is_the_article():
    text = "<p>It rained all week in the west, and the river rose by a metre and a half before the fair.</p>" * 5
    page = read_page(f"<html><body><article><h2>Rain all week</h2>{text}<p>Rain all week</p></article></body></html>")
    assert page.prose.count("It rained") == 5


def test_a_second_copy_for_printers_is_left_out():
    text = "".join(
        f"<p>It rained on {day} too, and the river rose by a metre and a half before the fair.</p>"
        for day in ("Monday", "Tuesday", "Wednesday")
    )
    page = read_page(
        f"<body><article><h1>Rain</h1>{text}{QUOTE}<p>Then it stopped.</p><div>{text}</div></article></body>"
    )
    assert page.prose.count("It rained") == 3
    assert page.prose[page.embeds[0].start :] == "Then it stopped."


def test_a_date_that_contradicts_the_id_is_a_problem_and_the_id_wins():
    page = read_page(QUOTE.replace("February 1, 2020", "March 3, 2016"))
    assert [problem.kind for problem in page.problems] == ["date-disagrees-with-id"]
    assert page.embeds[0].post.posted.at == "2020-02-01T00:17:44.329Z"
    assert page.embeds[0].post.posted.as_written == "March 3, 2016"


@pytest.mark.parametrize("printed", ["January 31, 2020", "February 1, 2020", "1 février 2020", "2020年2月1日"])
def test_a_date_that_a_time_zone_explains_is_none(printed):
    assert not read_page(QUOTE.replace("February 1, 2020", printed)).problems


def test_a_page_too_long_to_be_an_article_is_read_in_part(monkeypatch):
    monkeypatch.setattr("scraper.html.page._LONGEST_PAGE", 2000)
    page = read_page(QUOTE + "<p>" + "word " * 1000)
    assert len(page.embeds) == 1
    assert [problem.kind for problem in page.problems] == ["page-cut"]


@pytest.mark.parametrize(
    "source",
    [
        "",
        "\x00",
        "<",
        "<" * 1000,
        "<div>" * 20_000 + QUOTE,
        "<b>" * 20_000 + QUOTE,
        "<blockquote class=twitter-tweet>" * 2000 + QUOTE,
        f'<div data-x="{STATUS}' * 500,
        f"<a href={STATUS}>" * 500,
        f"<a href={STATUS}>{STATUS}</a>" * 500,
        f"<script>{STATUS}" * 200,
        f"<textarea>{QUOTE}" * 50,
        "<template>" * 500 + QUOTE,
        f'<script>{{"html":"{"<blockquote" * 500}{STATUS}"}}</script>',
        "<script>" + "\\" * 20_000 + f"u003cblockquote {STATUS}</script>",
        f'<script type="application/ld+json">{"[" * 5000}</script>',
        "\ue000place0\ue001 \ue000place999999\ue001" + QUOTE,
        f'<iframe src="//ads.example/?u=https://twitter.com/&v={STATUS}{"&a=1" * 99}"></iframe>',
        f'<iframe src="https://www.facebook.com/plugins/post.php?{"a=1&" * 99}href=x"></iframe>{QUOTE}',
        f'<iframe src="https://publish.twitter.com/oembed?{"a=1&" * 99}url={STATUS}"></iframe>',
    ],
)
def test_hostile_pages_give_a_record(source):
    page = read_page(source)
    assert len(page.embeds) <= 1
    assert len(find_embeds(source)) == len(page.embeds)


PIECES = [
    QUOTE, STATUS, "<p>", "</p>", "<div ", "data-tweet-id=", '"', "'", ">", "<", "&lt;", "1223400000000000001", "\\u003c",
    "<script>", "</script>", "<textarea>", "<!--", "-->", "blockquote", "<a href=", "@ada_example", "—", "\x00", "é",
]  # fmt: skip


@examples(60)
@given(st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=5)), max_size=25).map("".join))
def test_never_raises_and_keeps_its_offsets_inside_the_prose(source):
    page = read_page(source)
    find_embeds(source)
    assert all(embed.start is None or 0 <= embed.start <= len(page.prose) for embed in page.embeds)
    assert [embed.position for embed in page.embeds] == list(range(len(page.embeds)))


SHORT, VIDEO = "https://vm.tiktok.com/ZMaaaaaaa/", "7200000000000000000"


@pytest.mark.parametrize(
    ("embed", "loaded"),
    [
        pytest.param(
            f'<p>{SHORT}</p><p>It was late.</p><div data-url="https://www.tiktok.com/@ada/video/{VIDEO}">'
            f'<a href="{SHORT}">Watch it</a></div>',
            [(SHORT, VIDEO)],
            id="a card next to the link",
        ),
        pytest.param(
            f'<blockquote class="tiktok-embed" cite="{SHORT}" data-video-id="{VIDEO}"><section></section></blockquote>',
            [],
            id="both on one element",
        ),
    ],
)
def test_an_embed_tells_where_a_short_link_leads(embed, loaded):
    page = f"<article><h1>The pier</h1><p>The council said nothing on Sunday.</p>{embed}</article>"
    found = extract(Document(source="a.html", content=page.encode()))
    assert [each.post.id for each in found.embeds] == [VIDEO]
    assert [(each.source, each.post.id) for each in found.loaded] == loaded


@pytest.mark.parametrize("said", ["https://fb.watch/aBcDeFgHiJ/", '<a href="https://fb.watch/aBcDeFgHiJ/">it</a>'])
def test_a_short_link_in_the_words_of_a_post_leads_to_another(said):
    whole = "https://www.facebook.com/ada/posts/10150000000000001"
    post = f'<div class="fb-post" data-href="{whole}"><blockquote cite="{whole}"><p>We watched {said} twice</p></blockquote>'
    page = f'<article><h1>The pier</h1><p>It was late.</p>{post}</div><div class="fb-video" data-href="https://fb.watch/aBcDeFgHiJ/">'
    found = extract(Document(source="a.html", content=page.encode()))
    assert [each.post.id for each in found.embeds] == ["10150000000000001", "aBcDeFgHiJ"]
    assert found.loaded == ()
