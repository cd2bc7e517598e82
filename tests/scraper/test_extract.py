"""All finders together: what `extract` makes of whole documents."""

import json
from dataclasses import asdict

import pytest

from scraper import extract as room
from scraper.bounds import MOST_FOUND
from scraper.extract import extract, to_json
from scraper.html import page
from scraper.records import Declared, Document, Moment

POST = "Best night of the year #PierSong @paperoars_ex — tove (@tove_on_dunes) May 12, 2024"


EMBED = (
    '<blockquote class="twitter-tweet"><p lang="en">Best night</p>&mdash; tove (@tove_on_dunes) '
    '<a href="https://twitter.com/tove_on_dunes/status/1789570120699588357">May 12, 2024</a></blockquote>'
)


def of(content: str):
    return extract(Document(source="x", content=content.encode()))


def html(body: str):
    return of(f"<!doctype html><html><head><title>T</title></head><body><article>{body}</article></body></html>")


DAY = Moment(at="2021-05-06", precision="day", source="option", as_written="2021-05-06")
DECLARED = [
    ("url", "https://herald.example/a?utm_source=mail", "https://herald.example/a"),
    ("title", "Pier closes", "Pier closes"),
    ("outlet", "Herald", "Herald"),
    ("language", "pt", "pt"),
    ("published", DAY, DAY),
    ("bylines", ("Ann Lee", "dpa"), ("Ann Lee", "dpa")),
]


@pytest.mark.parametrize(("field", "declared", "read"), DECLARED, ids=[row[0] for row in DECLARED])
@pytest.mark.parametrize("content", [
    pytest.param(
        '<html lang="en"><head><title>Page</title><meta property="og:site_name" content="Site"></head><body><p>Rain.</p>',
        id="page"),
    pytest.param("date 2020-02-03 Rain came to the pier.\n\nAnd it stayed until Tuesday.", id="text"),
])  # fmt: skip
def test_what_is_declared_outranks_the_document(content, field, declared, read):
    document = Document(source="x", content=content.encode(), declared=Declared(**{field: declared}))
    found, plain = extract(document).article, of(content).article
    assert getattr(found, field) == read != getattr(plain, field)


def test_each_use_of_a_tag_says_where_it_stood():
    found = of(
        f'The hashtag #PierSong was trending on Sunday.\n\n{POST}\n\n"I was there #piersong," a fan wrote on Twitter.'
    )
    assert [(tag.tag, tag.within) for tag in found.hashtags] == [
        ("PierSong", "prose"), ("PierSong", "post"), ("piersong", "quote"),
    ]  # fmt: skip


def test_offsets_point_at_the_tag():
    text = f"The hashtag #PierSong was trending on Sunday.\n\n{POST}"
    assert [text[tag.start : tag.end] for tag in of(text).hashtags] == ["#PierSong", "#PierSong"]


def test_the_handle_of_an_attribution_is_no_mention():
    assert [(mention.handle, mention.within) for mention in of(POST).mentions] == [("paperoars_ex", "post")]


def test_a_handle_in_the_articles_words_is_a_mention():
    assert [mention.handle for mention in of(f"Write to @pier_desk_ex with questions.\n\n{POST}").mentions] == [
        "pier_desk_ex", "paperoars_ex",
    ]  # fmt: skip


def test_tags_of_an_embed_in_markup_have_no_offset():
    found = html(
        "<p>Fans sang all night at the pier, and the council said nothing at all about any of it.</p>"
        '<blockquote class="twitter-tweet"><p lang="en">Best night <a href="https://twitter.com/hashtag/PierSong">#PierSong</a></p>'
        '&mdash; tove (@tove_on_dunes) <a href="https://twitter.com/tove_on_dunes/status/1789570120699588357">May 12, 2024</a></blockquote>'
    )
    assert [(tag.tag, tag.start, tag.within) for tag in found.hashtags] == [("PierSong", None, "post")]


def test_an_embed_that_also_stands_in_the_prose_counts_once():
    found = html(
        '<blockquote class="twitter-tweet"><p>Best night of the year at the pier</p>&mdash; tove (@tove_on_dunes) '
        '<a href="https://twitter.com/tove_on_dunes/status/1789570120699588357">May 12, 2024</a></blockquote>'
        "<p>Best night of the year at the pier — tove (@tove_on_dunes) May 12, 2024</p>"
        "<p>The council said nothing at all about any of it on Sunday, and nothing on Monday either.</p>"
    )
    assert [(embed.form, embed.post.id) for embed in found.embeds] == [("blockquote", "1789570120699588357")]


def test_positions_count_in_reading_order():
    found = of("\n\n".join(POST.replace("tove", f"tove{n}") for n in range(5)))
    assert [embed.position for embed in found.embeds] == [0, 1, 2, 3, 4]
    assert [embed.post.author.name for embed in found.embeds] == [f"tove{n}" for n in range(5)]


def test_one_finders_failure_is_a_problem_and_the_others_go_on(monkeypatch):
    def broken(*_):
        raise ValueError("broken on purpose")

    monkeypatch.setattr(room, "find_quotes", broken)
    found = of(POST)
    assert [(problem.step, problem.kind) for problem in found.problems] == [("quotes", "finder-failed")]
    assert len(found.embeds) == 1


@pytest.mark.parametrize(
    ("finder", "step", "form"),
    [
        ("parse", "embeds", "flattened"),  # the words of the embed are left in the prose
        ("candidates", "embeds", "flattened"),
        ("PageMetadata", "article", "blockquote"),
    ],
)
def test_a_page_keeps_what_its_other_readers_found(monkeypatch, finder, step, form):
    def broken(*_):
        raise ValueError("broken on purpose")

    monkeypatch.setattr(page, finder, broken)
    found = html(f"{EMBED}<p>The council said nothing at all about any of it on #DuneDay, nor on Monday.</p>")
    assert [(problem.step, problem.kind) for problem in found.problems] == [(step, "finder-failed")]
    assert [embed.form for embed in found.embeds] == [form]
    assert [tag.tag for tag in found.hashtags if tag.within == "prose"] == ["DuneDay"]


def test_an_article_whose_dates_cannot_be_read_keeps_its_title(monkeypatch):
    def broken(*_):
        raise ValueError("broken on purpose")

    monkeypatch.setattr("scraper.html.metadata.article_metadata.dates_of", broken)
    found = html("<html lang='fr'><title>Jetée fermée</title><h1>Jetée fermée</h1><p>Fermée depuis lundi.</p>")
    assert [(problem.step, problem.kind) for problem in found.problems] == [("article", "finder-failed")]
    assert (found.article.title, found.article.language) == ("Jetée fermée", "fr")


def test_a_flood_is_cut_and_said():
    found = of("#a " * (MOST_FOUND + 5))
    assert len(found.hashtags) == MOST_FOUND
    assert [(problem.step, problem.kind) for problem in found.problems] == [("hashtags", "too-many")]


@pytest.mark.parametrize(
    "text", ["", "\n", "—", "(@", "#", '"', "<", "\ud83d".encode("utf-16", "surrogatepass").decode("utf-16", "replace")]
)
def test_next_to_nothing_gives_an_empty_record(text):
    found = of(text)
    assert (found.embeds, found.quotes, found.hashtags) == ((), (), ())


def test_json_is_one_line_with_readable_letters():
    line = to_json(of(POST.replace("tove (", "töve 🎺 (")))
    assert "\n" not in line
    assert "töve 🎺" in line
    assert json.loads(line)["embeds"][0]["post"]["author"] == {"handle": "tove_on_dunes", "name": "töve 🎺"}


LINES = (
    f"The pier was closed again.\n\nOne summed it up:\n\nIt was loud.\n{POST}\n\n"
    '"I was there #piersong," a fan wrote on Twitter.\nOthers took to Twitter, too, @quiet_one said.\n'
)
ENDS = {
    "of Windows": lambda line: f"{line}\r\n",
    "with a blank": lambda line: f"{line} \n",
    "with tabs": lambda line: f"{line}\t\t\n",
    "indented": lambda line: f"    {line}\n",
    "indented, of Windows": lambda line: f"\t{line}  \r\n",
}


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_how_lines_end_changes_nothing_but_the_places(end):
    text = "".join(map(end, LINES.splitlines()))
    plain, found = asdict(of(LINES)), asdict(of(text))
    for kind in ("embeds", "quotes", "hashtags", "mentions", "allusions"):
        assert plain[kind]
        for before, after in zip(plain[kind], found[kind], strict=True):
            there = text[after.pop("start") : after.pop("end")]
            here = LINES[before.pop("start") : before.pop("end")]
            assert (there.split(), after) == (here.split(), before)
            assert there == there.strip()
