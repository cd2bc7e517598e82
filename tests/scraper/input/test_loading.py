"""Answers that frames of a page loaded: joined to their page, read as posts, checked against the embeds."""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import replace

import pytest
from crawled import ASKED, ID, NAMED, TWEET, URL, WORDS, crawl, page, record
from warcio.warcwriter import WARCWriter

from scraper.extract import extract, to_json
from scraper.input import load
from scraper.input.kept import declared_json, with_declared
from scraper.input.recorded import record_of
from scraper.records import Document
from scraper.registry import answers


def document_in(path):
    (document,) = (item for item in load([str(path)]) if isinstance(item, Document))
    return document


@pytest.mark.parametrize(
    ("how", "joined"),
    [
        pytest.param({"answered": {"WARC-Page-ID": "p1"}}, True, id="the-id-of-the-page"),
        pytest.param({"answered": {"WARC-Page-ID": "p2"}}, False, id="the-id-of-another-page"),
        pytest.param({"answered": {"WARC-Page-ID": "p9"}}, True, id="an-id-that-is-not-listed"),
        pytest.param({"referrer": f"{URL}#top"}, True, id="the-page-as-referrer"),
        pytest.param({"referrer": f"{URL}/2"}, False, id="another-page-as-referrer"),
        pytest.param({"referrer": "https://platform.twitter.com/"}, True, id="the-frame-as-referrer"),
        pytest.param({}, True, id="nothing-but-the-id-of-the-post"),
    ],
)
def test_an_answer_is_joined_to_its_page(tmp_path, how, joined):
    document = document_in(crawl(tmp_path / "crawl.wacz", **how))
    assert len(document.loaded) == joined
    assert len(extract(document).loaded) == joined


def test_an_answer_gives_text_name_and_date(tmp_path):
    found = extract(document_in(crawl(tmp_path / "crawl.wacz")))
    (embed,), (loaded,) = found.embeds, found.loaded
    assert (embed.post.text, embed.post.author) == (None, None)
    assert (loaded.source, loaded.at) == (ASKED, "2024-05-13T10:00:00Z")
    post = loaded.post
    assert (post.id, post.text, post.author.name) == (ID, WORDS, "Tove 🌊")
    assert (post.author.handle, post.language) == ("tove_on_dunes", "en")
    assert (post.posted.source, post.posted.as_written) == ("id", "2024-05-12T10:00:00.000Z")
    assert (post.hashtags, post.mentions) == (("PierSong",), ("anna_sings",))
    assert (post.links, post.media) == (("https://pier.example/",), ("pic.twitter.com/bbb",))
    line = json.loads(to_json(found))
    assert record_of(line).loaded == found.loaded


def test_a_record_without_answers_says_nothing_of_them():
    found = extract(Document(source="a.html", content=page().encode()))
    assert "loaded" not in json.loads(to_json(found))


def test_what_was_loaded_is_read_again_where_it_lies(tmp_path):
    path = crawl(tmp_path / "crawl.wacz")
    document = document_in(path)
    bare = Document(source=document.source, content=document.content)
    known = declared_json(document)
    assert "Best" not in known
    assert with_declared(bare, known, str(path)).loaded == document.loaded
    assert with_declared(bare, known).loaded == ()
    assert with_declared(bare, known, str(tmp_path / "missing.wacz")).loaded == ()


@pytest.mark.parametrize(
    ("handle", "problems"),
    [
        pytest.param("Tove_On_Dunes", [], id="the-same-author"),
        pytest.param("somebody_else", ["loaded-author-disagrees"], id="another-author"),
    ],
)
def test_the_author_must_agree(tmp_path, handle, problems):
    embed = NAMED.replace("{}", handle)
    found = extract(document_in(crawl(tmp_path / "crawl.wacz", embed=embed)))
    assert [problem.kind for problem in found.problems] == problems
    assert len(found.loaded) == (not problems)
    assert found.embeds[0].post.text == "Best night"


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param({**TWEET, "id_str": "1789570120699588358"}, id="another-id-than-asked-for"),
        pytest.param({"__typename": "TweetTombstone"}, id="a-tombstone"),
        pytest.param({**TWEET, "user": None}, id="no-author"),
        pytest.param({**TWEET, "text": 7}, id="no-text"),
        pytest.param([TWEET], id="a-list"),
        pytest.param(b"{" * 100_000, id="no-json"),
        pytest.param(b"[" * 100_000, id="deep"),
        pytest.param(b"", id="nothing"),
        pytest.param(b" " * 3_000_000 + json.dumps(TWEET).encode(), id="too-large"),
    ],
)
def test_what_is_no_answer_for_the_post_is_left(tmp_path, answer):
    document = document_in(crawl(tmp_path / "crawl.wacz", answer=answer))
    assert document.loaded == ()


@pytest.mark.parametrize(
    "part",
    [
        pytest.param({"entities": 7}, id="no-entities"),
        pytest.param({"entities": {"urls": [7, {"url": "https://t.co/aaa"}], "hashtags": {}}}, id="odd-entities"),
        pytest.param({"created_at": {"at": 1}}, id="no-date"),
        pytest.param({"entities": {"urls": [{"expanded_url": "javascript:alert(1)"}]}}, id="a-link-that-runs"),
    ],
)
def test_odd_parts_of_an_answer_are_left_out(tmp_path, part):
    (loaded,) = document_in(crawl(tmp_path / "crawl.wacz", answer={**TWEET, **part})).loaded
    assert loaded.post.author.name == "Tove 🌊"
    assert not any("javascript" in link for link in loaded.post.links)


SKEET = {
    "thread": {
        "post": {
            "uri": "at://did:plc:aaaaexample/app.bsky.feed.post/3kaaaaaaaaa2a",
            "author": {"did": "did:plc:aaaaexample", "handle": "ada.example", "displayName": "Ada"},
            "record": {
                "text": "Hello from the #pier",
                "createdAt": "2024-03-03T10:00:00.000Z",
                "langs": ["en"],
                "facets": [{"features": [{"$type": "app.bsky.richtext.facet#tag", "tag": "pier"}]}],
            },
        }
    }
}
SKEET_ASKED = (
    "https://public.api.bsky.app/xrpc/app.bsky.feed.getPostThread"
    "?uri=at%3A%2F%2Fdid%3Aplc%3Aaaaaexample%2Fapp.bsky.feed.post%2F3kaaaaaaaaa2a&depth=0"
)


def test_an_answer_of_bluesky_is_read(tmp_path):
    embed = '<div data-bluesky-uri="at://did:plc:aaaaexample/app.bsky.feed.post/3kaaaaaaaaa2a"></div>'
    path = crawl(tmp_path / "crawl.wacz", embed=embed, answer=SKEET, asked=SKEET_ASKED)
    (loaded,) = extract(document_in(path)).loaded
    post = loaded.post
    assert (post.id, post.text, post.author.handle) == ("3kaaaaaaaaa2a", "Hello from the #pier", "ada.example")
    assert (post.author.name, post.language, post.hashtags) == ("Ada", "en", ("pier",))


@pytest.mark.parametrize("url", [ASKED, SKEET_ASKED], ids=["twitter", "bluesky"])
@pytest.mark.parametrize("data", [None, 7, [], {}, {"thread": []}, {"thread": {"post": {"uri": 7}}}], ids=json.dumps)
def test_no_json_fails_a_platform(url, data):
    (parse,) = (parse for begin, parse in answers().items() if url.startswith(begin))
    assert parse(url, data) is None


SHORT = "https://vm.tiktok.com/ZMaaaaaaa/"
VIDEO = "https://www.tiktok.com/@ada.example/video/7200000000000000000"


@pytest.mark.parametrize("name", ["a.warc", "a.warc.gz", "a.wacz"])
@pytest.mark.parametrize("is_page_first", [True, False], ids=["page first", "redirect first"])
@pytest.mark.parametrize(
    ("moved", "found"),
    [
        pytest.param(f"{VIDEO}?is_from_webapp=1", [(SHORT, "7200000000000000000", "ada.example")], id="to the video"),
        pytest.param("https://x.com/ada/status/1223400000000000001", [], id="to another platform"),
        pytest.param("https://vm.tiktok.com/ZMbbbbbbb/", [], id="to another short link"),
        pytest.param("/login", [], id="to nothing"),
        pytest.param("https://[vm.tiktok.com/", [], id="to no URL"),
    ],
)
def test_a_redirect_in_the_file_tells_where_a_short_link_leads(tmp_path, name, is_page_first, moved, found):
    stream = io.BytesIO()
    writer = WARCWriter(stream, gzip=name != "a.warc")
    embed = f'<blockquote class="tiktok-embed" cite="{SHORT}"><section></section></blockquote>'
    records = [
        lambda: record(writer, "response", URL, page(embed).encode(), "text/html"),
        lambda: record(writer, "response", SHORT.rstrip("/"), b"", "text/html", moved=moved),
    ]
    for write in records if is_page_first else records[::-1]:
        write()
    record(writer, "response", f"{URL}/2", page().encode(), "text/html")
    path = tmp_path / name
    if name == "a.wacz":
        with zipfile.ZipFile(path, "w") as out:
            out.writestr("archive/data.warc.gz", stream.getvalue())
    else:
        path.write_bytes(stream.getvalue())
    first, second = (item for item in load([str(path)]) if isinstance(item, Document))
    assert second.loaded == ()
    extracted = extract(first)
    assert [(each.source, each.post.id, each.post.handle) for each in extracted.loaded] == found
    assert [embed.post.id for embed in extracted.embeds] == ["ZMaaaaaaa"]
    assert with_declared(replace(first, loaded=()), declared_json(first), str(path)).loaded == first.loaded
