"""Pages that Safari saved in one file with all they show."""

from __future__ import annotations

import plistlib

import pytest

from scraper.extract import extract
from scraper.input import load
from scraper.input.saved_pages import is_webarchive

ID = "1223400000000000001"
TWEET = f"https://platform.twitter.com/embed/Tweet.html?id={ID}&lang=en"
SHOWN = (
    '<html><body><article><div><a href="https://twitter.com/ada_example">Ada Example</a> <a'
    ' href="https://twitter.com/ada_example"><div>@ada_example</div></a></div><div lang="en">We did it, all of us</div>'
    f'<a href="https://twitter.com/ada_example/status/{ID}"><time>10:00 AM · Feb 1, 2020</time></a></article>'
)
PAGE = (
    "<!DOCTYPE html><html><head><title>Town hall</title></head><body><main><article><h1>Town hall</h1><p>The minister"
    f' spoke for an hour.</p><iframe src="{TWEET.replace("&", "&amp;")}"></iframe></article></main>'
)


def resource(markup, url, **more):
    return {
        "WebResourceData": markup.encode(),
        "WebResourceURL": url,
        "WebResourceMIMEType": "text/html",
        "WebResourceTextEncodingName": "UTF-8",
        **more,
    }


def archive(**more):
    return {
        "WebMainResource": resource(PAGE, "https://news.example/hall"),
        "WebSubframeArchives": [{"WebMainResource": resource(SHOWN, TWEET)}],
        **more,
    }


def read(tmp_path, content):
    (tmp_path / "a.webarchive").write_bytes(content)
    (document,) = load([str(tmp_path)])
    return document


@pytest.mark.parametrize("form", [plistlib.FMT_BINARY, plistlib.FMT_XML])
def test_reads_the_page_with_its_frames(tmp_path, form):
    record = extract(read(tmp_path, plistlib.dumps(archive(), fmt=form)))
    assert (record.article.title, record.article.url) == ("Town hall", "https://news.example/hall")
    (embed,) = record.embeds
    assert (embed.post.id, embed.post.text) == (ID, "We did it, all of us")
    assert embed.post.author.name == "Ada Example"


def test_an_unknown_encoding_is_no_obstacle(tmp_path):
    main = resource(PAGE, "https://news.example/hall", WebResourceTextEncodingName="x-klingon")
    record = extract(read(tmp_path, plistlib.dumps(archive(WebMainResource=main))))
    assert record.article.title == "Town hall"


@pytest.mark.parametrize(
    "content",
    [
        plistlib.dumps(archive(), fmt=plistlib.FMT_BINARY)[:-30],
        plistlib.dumps(archive(), fmt=plistlib.FMT_XML)[:-30],
        plistlib.dumps({"WebMainResource": {"WebResourceURL": "https://news.example/hall"}}),
        plistlib.dumps(archive(WebSubframeArchives=[1])),
        plistlib.dumps(["WebMainResource"], fmt=plistlib.FMT_BINARY),
    ],
    ids=["binary, cut short", "XML, cut short", "no page", "a frame that is a number", "a list"],
)
def test_a_broken_one_is_an_error(tmp_path, content):
    assert "broken web archive" in str(read(tmp_path, content))


def test_other_property_lists_are_none():
    assert not is_webarchive(plistlib.dumps({"a": 1}, fmt=plistlib.FMT_BINARY))
    assert not is_webarchive(b'<?xml version="1.0"?><html><p>WebMainResource</p></html>')
