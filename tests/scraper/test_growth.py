"""No finder may grow faster than its input.

In `make test-all` ten times the text costs at most twelve times the CPU time; see tests/helpers/growth.py.
"""

from __future__ import annotations

import re
import tomllib
from functools import partial
from pathlib import Path

import pytest
from depth import Depth
from growth import MOST, cpu, growth, repeated
from hypothesis import given
from hypothesis import strategies as st

from scraper.extract import extract, to_json
from scraper.html.page import find_embeds
from scraper.input import decode
from scraper.records import Document
from scraper.text.allusions import find_allusions
from scraper.text.entities import find_cashtags, find_hashtags, find_mentions, find_urls
from scraper.text.flattened import find_flattened
from scraper.text.quotes import find_quotes as find_likely_quotes

# What the rules keep, however likely it is.
find_quotes = partial(find_likely_quotes, min_confidence=0.0)

#: The smaller of two sizes. What costs less than CHEAP seconds at the size PROBE is measured at a larger one, as the
#: clock and the caches would decide otherwise.
SMALL, FOR_CHEAP, PROBE, CHEAP = 20_000, 100_000, 5_000, 0.001
#: These cost most, and half of it shows their growth as well; boxes cost more the deeper they stand, up to a bound, and
#: blocks are read as an article from a hundred on.
SIZES = {
    "blocks": 100_000,
    "stills in stills": 50_000,
    "links in lists in lists": 50_000,
    "links around pictures": 50_000,
    "boxes in boxes": 50_000,
    "cards in cards": 50_000,
    "stories in stories": 50_000,
    "items of a list": 10_000,
    "marks of all kinds": 10_000,
    "one state": 10_000,
    "posts and their quotes": 10_000,
    "quotes in a line": 10_000,
    "quotes of somebody": 10_000,
    "reactions": 10_000,
}

POST = "https://twitter.com/lampwatch/status/1223400000000000000"
QUOTE = '<blockquote class="twitter-tweet">'

TEXTS = {
    "spaces": " ",
    "line ends": "\n",
    "blank lines": " \n\n",
    "one letter": "a",
    "dots": ".",
    "brackets": "(",
    "mixed brackets": "[(",
    "at in bracket": "(@",
    "handles": "@a ",
    "handles in brackets": "(@a) ",
    "em dashes": "—",
    "em dashes and spaces": "— ",
    "em dash entities": "&mdash;",
    "names without date": "— A (@a) ",
    "attributions": "— A (@a) February 1, 2020 ",
    "dates": "February 1, 2020 ",
    "short dates": "1.2.2020 ",
    "hash signs": "#",
    "hashtags": "#a",
    "dollar signs": "$A",
    "straight quotes": '"',
    "quoted letters": '"a" ',
    "opening quotes": "“",
    "never closed": "“a ",
    "guillemets": "«",
    "apostrophes": "'",
    "reactions": "“a,” a fan wrote on Twitter. ",
    "announced": "A fan tweeted: “",
    "quotes in a line": '"So good," a fan wrote. ',
    "quotes of somebody": '"a" fan ',
    "posts and their quotes": '“Still burning at last, all of it” — A (@a) February 1, 2020\n"Still burning at last, all of it," a fan wrote.\n',
    "items of a list": "- A (@a) February 1, 2020\n",
    "letters of two scripts": "aи",
    "allusions": "he said in a tweet ",
    "pictures": "pic.twitter.com/",
    "whole pictures": "pic.twitter.com/abcdefghij ",
    "protocols": "http://",
    "hosts": "a.com",
    "links": f"{POST} ",
    "frames": "Skip Twitter post by ",
    "captions": "A post shared by ",
    "backslashes": "\\",
    "marks of all kinds": "(@—#\"' <a>[@a] “x” — A (@a) ",
    "directional marks": "\u200f",
    "joiners": "\u200d",
    "Arabic letters": "ا",
    "ideographs": "中",
}

PAGES = {
    "nested": "<div>",
    "nested inline": "<b>",
    "paragraphs": "<p>a</p>",
    "never closed": '<a href="',
    "less than": "<",
    "attributes": ' a="',
    "comments": "<!--",
    "scripts": "<script>",
    "templates": f"<template>{POST}",
    "quotes": QUOTE,
    "closed quotes": f"{QUOTE}</blockquote>",
    "open quotes with links": f'{QUOTE}<a href="{POST}">',
    "links": f'<a href="{POST}">a</a>',
    "links in paragraphs": f'<p><a href="{POST}">{POST}</a></p>',
    "frames": f'<iframe src="{POST}">',
    "addresses": f"{POST} ",
    "scripts with addresses": f"<script>{POST}",
    "state": f'<script type="application/json">{{"u":"{POST}",',
    "one state": f'{{"u":"{POST}",',
    "escaped quotes": f"&lt;blockquote class=&quot;twitter-tweet&quot;&gt;{POST}",
    "escaped twice": f"\\\\u003cblockquote {POST}",
    "marks": "youtube ",
    "hosts": "x.com/",
    "hosts of any name": "//toots.example/@a/12 ",
    "slashes": "//",
    "escaped slashes": "\\/\\/",
    "numbers": ' data-id="1223400000000000000"',
    "closing tags": "</lite-youtube>",
    "objects in attributes": " data-a='{",
    "paragraphs without end": f"<p {POST} ",
    "numbered slashes": "\\u002F\\u002F",
    "escaped addresses": POST.replace("/", "\\/"),
    "lists in attributes": f'<div data-x="[{POST}',
    "links around pictures": f'<a href="{POST}"><img>',
    "boxes beside the text": f'<div class="related">{QUOTE}<p>a</p><a href="{POST}">a</a></blockquote></div>',
    "boxes in boxes": f'<div class="comments">{QUOTE}<a href="{POST}">a</a></blockquote>',
    "stills": '<div class="video"><img src="https://i.ytimg.com/vi/aAaAaAaAaAa/0.jpg"></div>',
    "stills in stills": '<div class="video"><img src="https://i.ytimg.com/vi/aAaAaAaAaAa/0.jpg">',
    "stories": f'<article><h1>a</h1><h2><a href="/a">a</a></h2>{QUOTE}<a href="{POST}">a</a></blockquote></article>',
    "stories in stories": f'<article><h1>a</h1><a href="/a">{QUOTE}<a href="{POST}">a</a></blockquote>',
    "cards in cards": f'<div class="card col-4"><h3><a href="/a">a</a></h3><iframe src="{POST}"></iframe>',
    "code in handlers": f"<b onclick=\"%3Ciframe '{POST}",
    "objects that others refer to": f'<script>"Media:1":{{"type":"tweet","url":"{POST}"}},{{"__ref":"Media:1"}},',
    "blocks": f'<script>[{{"url":"{POST}"}},{{"text":"It went on without a sound for long"}},',
    "ids under keys": '<script>{"provider":"youtube","videoId":"aAaAaAaAaAa","type":"youtube","id":"aAaAaAaAaAa",',
    "boxes with links to skip them": f'<div><a href="#x">a</a><a href="{POST}">b</a><p id="x">',
    "short codes": "<p>{youtube}aAaAaAaAaAa{/youtube}</p>[tweet 1223400000000000000]",
    "calls": "<script>new YT.Player('a', {videoId: 'aAaAaAaAaAa'",
    "cards without links": '<div class="tweet">@a b 2020<br>',
    "links in lists in lists": f'<ul><li><a href="{POST}">May 1, 2019</a>',
}

ON_TEXT = {
    "flattened": find_flattened,
    "quotes": lambda text: find_quotes(text, "en"),
    "quotes beside posts": lambda text: find_quotes(text, "en", _posts_in(text)),
    "allusions": lambda text: find_allusions(text, "en"),
    "hashtags": lambda text: find_hashtags(text, flattened=True),
    "mentions": find_mentions,
    "cashtags": find_cashtags,
    "urls": find_urls,
    "decoding": lambda text: decode(Document(source="a", content=text.encode())),
}


def _posts_in(text):
    """Spans as of posts that are shown all over a text."""
    return [(start, start + 20) for start in range(0, len(text), 100)]


def _document(text):
    return Document(source="a.html", content=f"<!doctype html><html><body><article>{text}".encode())


#: The record holds the embeds, so these are measured apart in `make test-all` only.
ON_PAGES = [
    pytest.param(find_embeds, id="embeds", marks=pytest.mark.thorough),
    pytest.param(lambda text: extract(_document(text)), id="the record"),
]


def _growth(finder, pattern, small=SMALL):
    make = repeated(pattern)
    if min(cpu(finder, make(PROBE - turn)) for turn in range(2)) < CHEAP:
        small = FOR_CHEAP
    return growth(finder, make, small, 10 * small)


@pytest.mark.growth
@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("finder", ON_TEXT.values(), ids=ON_TEXT)
def test_text_costs_what_it_is_long(finder, name):
    assert _growth(finder, TEXTS[name], SIZES.get(name, SMALL)) <= MOST


@pytest.mark.growth
@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("finder", ON_PAGES)
def test_pages_cost_what_they_are_long(finder, name):
    assert _growth(finder, PAGES[name], SIZES.get(name, SMALL)) <= MOST


@pytest.mark.growth
def test_growth_is_noticed(monkeypatch):
    def quadratic(text):
        for end in range(0, len(text), 50):
            text[:end].count("a")

    monkeypatch.setattr(Depth, "thorough", False)
    assert _growth(quadratic, "ab") > MOST


PIECES = st.sampled_from([*TEXTS.values(), *PAGES.values(), "</p>", "</blockquote>", "-->", "word ", "\x00", "\ud7ff"])


EXAMPLES = Path(__file__).parent / "platforms" / "examples.toml"
#: The tags and texts of every platform's examples, to be put together in any way.
PARTS = st.sampled_from(
    sorted(
        {
            part
            for examples in tomllib.loads(EXAMPLES.read_text("utf-8")).values()
            for example in examples
            for part in re.split(r"(<[^<>]*>)", example["html"])
        }
    )
)


@given(st.binary(max_size=2000))
def test_any_bytes_give_a_record(content):
    assert to_json(extract(Document(source="any", content=content)))


@given(st.text(max_size=1000), st.sampled_from(["a.html", "a.txt", ""]))
def test_any_text_gives_a_record(text, source):
    record = extract(Document(source=source, content=text.encode("utf-8", "replace")))
    assert not [problem for problem in record.problems if problem.kind == "finder-failed"]


@given(st.lists(PARTS, max_size=30))
def test_any_mixture_of_examples_gives_a_record(parts):
    record = extract(_document("".join(parts)))
    assert not [problem for problem in record.problems if problem.kind == "finder-failed"]


@given(st.lists(PIECES | st.text(max_size=5), max_size=60), st.sampled_from(["a.html", "a.txt"]))
def test_any_mixture_of_signs_gives_a_record(pieces, source):
    record = extract(Document(source=source, content="".join(pieces).encode("utf-8", "replace")))
    assert not [problem for problem in record.problems if problem.kind == "finder-failed"]
    assert to_json(record)
