"""Entries of a live blog give their posts and quotes their time; other lists with times do not."""

import json
from html import escape

import pytest

from scraper.extract import extract, to_json
from scraper.input.recorded import record_of
from scraper.records import Document

TWEET = (
    '<blockquote class="twitter-tweet"><p lang="en" dir="ltr">The pier is under water</p>&mdash; Ann Lee (@annlee)'
    ' <a href="https://twitter.com/annlee/status/1223558394000000000">February 1, 2020</a></blockquote>'
)
INTRO = "<p>Storm Ada has reached the west of the county, and the ferries to the islands stay in the harbour today.</p>"
WIND = "<p>The wind has torn the roof off the market hall, and the fire brigade has closed the square around it.</p>"
SEEN = "<p>The water has come over the pier within minutes, as pictures from the harbour show this morning.</p>"
QUOTED = (
    "<p>The reactions on Twitter were quick. “I have never seen such a storm in all my life,” wrote one user on Twitter."
    " Another fan of the old pier was in tears.</p>"
)
CALM = "<p>The night was calm, and nobody on the islands had expected more than a little rain, says the harbour master.</p>"
ENTRIES = ((12, WIND), (11, SEEN + TWEET), (10, QUOTED), ("09", CALM), ("08", INTRO))


def at(hour):
    return f"2020-02-01T{hour}:05:00Z"


def each(template, entries=ENTRIES):
    return "".join(
        template.format(n=n, at=at(hour), seconds=1580515500 + 3600 * int(hour), clock=f"{hour}:05", words=words)
        for n, (hour, words) in enumerate(entries, 101)
    )


def updates(entries):
    listed = [
        {"@type": "BlogPosting", "headline": f"Update {hour}", "datePublished": at(hour), "articleBody": words}
        for hour, words in entries
    ]
    blog = {"@type": "LiveBlogPosting", "headline": "Storm Ada", "datePublished": at("08"), "liveBlogUpdate": listed}
    return f'<script type="application/ld+json">{json.dumps(blog)}</script>'


SHAPES = {
    "Superdesk": each(
        "<article class='lb-post list-group-item' data-post-id='{n}'><div class='lb-post-date' data-js-timestamp='{at}'>"
        "{clock}</div><div class='lb-item'>{words}</div></article>"
    ).join(("<div class='lb-timeline'><section class='timeline-body'>", "</section></div>")),
    "WordPress": each(
        "<div id='liveblog-entry-{n}' class='liveblog-entry'><aside><a href='#liveblog-entry-{n}'><time datetime='{at}'>"
        "{clock}</time></a></aside><div class='liveblog-entry-content'>{words}</div></div>"
    ).join(("<div id='wpcom-liveblog-container' class='liveblog-feed'>", "</div>")),
    "blocks with two times": each(
        "<div id='block-{n}' class='block'><p class='block-time'><time datetime='{at}'>{clock}</time></p>{words}<footer>"
        "Updated at <time datetime='2020-02-01T20:00:00Z'>20:00</time></footer></div>"
    ).join(("<main class='content--liveblog'><div class='blocks'>", "</div></main>")),
    "a stream": each(
        "<li class='lx-stream__post-container'><article id='post_{n}'><header><span><time datetime='{at}'>{clock}</time>"
        "</span><h3>At {clock}</h3></header><div>{words}</div></article></li>"
    ).join(("<div class='live-text lx-stream'><ol>", "</ol></div>")),
    "a script's attributes": each(
        "<li class='scrbbl-post' data-id='{n}'><span class='scrbbl-post-time' data-timestamp='{seconds}'>{clock}</span>"
        "<div>{words}</div></li>"
    ).join(("<div class='scrbbl-embed live-blog'><ul>", "</ul></div>")),
    "microdata": each(
        "<div itemprop='liveBlogUpdate' itemscope itemtype='https://schema.org/BlogPosting'><meta itemprop='datePublished'"
        " content='{at}'><div itemprop='articleBody'>{words}</div></div>"
    ).join(("<div itemscope itemtype='https://schema.org/LiveBlogPosting' class='liveblog'>", "</div>")),
    "a ticker with days": "".join(
        each(
            "<article class='entry' id='e{n}'><header><time datetime='{at}'>{clock}</time></header>{words}</article>", part
        ).join(("<section><h3>February 1</h3>", "</section>"))
        for part in ((*ENTRIES[:1], (13, INTRO)), ENTRIES[1:])
    ).join(("<div class='live-ticker'>", "</div>")),
    "headings with anchors": each(
        "<div class='arena-card'><h3><a href='/storm?live#card-{n}'>At {clock}</a></h3><time datetime='{at}'></time>"
        "{words}</div>"
    ).join(("<div class='arena-liveblog'>", "</div>")),
    "JSON-LD about other markup": updates([(hour, f"Storm news. {words}") for hour, words in ENTRIES])
    + each("<div class='x{n}'>{words}</div>"),
}  # fmt: skip


def read(body, head=""):
    html = f"<html><head><title>Storm Ada</title>{head}</head><body><article><h1>Storm Ada</h1>{INTRO}{body}</article>"
    return extract(Document(source="live.html", content=html.encode(), url="https://gull-post.example/storm"))


def times(record):
    return [found.entry and found.entry.at for found in (*record.embeds, *record.quotes)]


@pytest.mark.parametrize("shape", SHAPES)
def test_posts_and_quotes_have_the_time_of_their_entry(shape):
    record = read(SHAPES[shape])
    assert [embed.post.id for embed in record.embeds] == ["1223558394000000000"]
    assert [quote.text for quote in record.quotes] == ["“I have never seen such a storm in all my life,”"]
    assert [(time or "")[:16] for time in times(record)] == ["2020-02-01T11:05", "2020-02-01T10:05"]


TRAPS = {
    "an article without entries": SEEN + TWEET + QUOTED,
    "entries with mere days": SHAPES["WordPress"].replace(":05:00Z", "").replace("T1", "' data-t='"),
    "entries without a name": SHAPES["blocks with two times"].replace("liveblog", "lines"),
    "comments": SHAPES["WordPress"].join(("<section id='comments'>", "</section>")) + SEEN + TWEET + QUOTED,
    "two times": "".join(SHAPES["WordPress"].partition("<div id='liveblog-entry-103'")[:1]) + "</div>" + QUOTED,
    "related stories": each("<li><time datetime='{at}'>{clock}</time> <a href='/{n}'>Storm of the year at {clock}</a></li>").join(
        ("<div class='live-blog'>" + SEEN + TWEET + QUOTED + "<ul>", "</ul></div>")
    ),
    "teasers of other stories": SEEN + TWEET + QUOTED + each(
        "<li><h3><a href='/story-{n}'>Storm</a></h3><time datetime='{at}'>{clock}</time>{words}</li>", ((12, WIND), (13, WIND), (14, INTRO))
    ).join(("<ul class='live-updates'>", "</ul>")),
    "JSON-LD of another live blog": updates([(12, WIND), (13, INTRO)]) + SEEN + TWEET + QUOTED,
}  # fmt: skip


@pytest.mark.parametrize("trap", TRAPS)
def test_what_is_no_entry_with_a_time_gives_none(trap):
    record = read(TRAPS[trap])
    assert set(times(record)) <= {None}
    assert '"entry"' not in to_json(record)


def test_what_is_above_the_entries_has_no_time():
    above = QUOTED.replace("I have never seen such a storm", "Nobody at all had told us to leave")
    record = read(above + SHAPES["WordPress"])
    assert [(quote.entry and quote.entry.at) for quote in record.quotes] == [None, at(10)]


def test_a_post_that_two_entries_show_has_the_time_of_the_first():
    entries = ((12, SEEN + TWEET), (11, WIND + TWEET), (10, QUOTED))
    body = each("<div class='liveblog-entry'><time datetime='{at}'>{clock}</time>{words}</div>", entries)
    assert times(read(f"<div class='liveblog'>{body}</div>")) == [at(12), at(10)]


def test_the_time_is_in_the_record_as_the_entry_states_it():
    embed = json.loads(to_json(read(SHAPES["WordPress"])))["embeds"][0]
    assert embed["entry"] == {"at": at(11), "precision": "second", "source": "metadata", "as_written": at(11)}


def test_an_impossible_time_in_a_record_is_a_problem():
    values = json.loads(to_json(read(SHAPES["WordPress"])))
    assert record_of(values).embeds[0].entry.at == at(11)
    values["embeds"][0]["entry"]["at"] = values["quotes"][0]["entry"]["at"] = "2020-99-99T10:00"
    record = record_of(values)
    assert times(record) == [None, None]
    assert [problem.kind for problem in record.problems] == ["impossible-date", "impossible-date"]


@pytest.mark.parametrize("value", ["", "soon", "99999999999999", "2020-02-31T10:00", "<b>" * 9, "1" * 5000])
def test_times_that_cannot_be_read_leave_the_record_whole(value):
    body = SHAPES["WordPress"].replace(at(11), escape(value))
    record = read(body)
    assert (len(record.embeds), record.embeds[0].entry) == (1, None)
    assert not record.problems
