from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest
from growth import MOST, growth, repeated
from hypothesis import given
from hypothesis import strategies as st

from scraper.text.entities import find_cashtags, find_hashtags, find_mentions, find_urls, fold_tag

CONFORMANCE = Path(__file__).resolve().parents[4] / "shared" / "score.py"


def values(entities):
    return [entity.value for entity in entities]


def glued(text):
    return values(find_hashtags(text, flattened=True))


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ("a #Day out", ["Day"]),
        ("#one,#two;(#three)", ["one", "two", "three"]),
        ("#1 #2020", []),
        ("#1st #a1", ["1st", "a1"]),
        ("#snake_case #with-dash", ["snake_case", "with"]),
        ("wordy#tag", []),
        ("#one#two", []),
        ("&#39; &#x27;", []),
        ("#https://example.com", []),
        ("https://example.com/#part example.org/x#part", []),
        ("＃全角 #日本語", ["全角", "日本語"]),
        ("日本#語", []),
        ("日本。#語", ["語"]),
        ("#größe #ÑANDÚ #ελλάδα #Москва", ["größe", "ÑANDÚ", "ελλάδα", "Москва"]),
        ("#नमस्ते #สวัสดี #سلام_دنیا", ["नमस्ते", "สวัสดี", "سلام_دنیا"]),
        ("#می\u200cروم", ["می\u200cروم"]),
        ("#️⃣ #⃣", []),
        ("☀️#sun", ["sun"]),
        ("# tag", []),
        ("#", []),
        ("##double", ["double"]),
        ("no sign at all", []),
    ],
)
def test_hashtags_in_markup(text, tags):
    assert values(find_hashtags(text)) == tags


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ("such NERVE#Shame on", ["Shame"]),
        ("the end ☀️#100Lamps", ["100Lamps"]),
        ("the end.#One#Two#Three", ["One", "Two", "Three"]),
        ("#Shamepic.twitter.com/AbCdEfGhIj", ["Shame"]),
        ("#ShamePic.Twitter.Com/AbCdEfGhIj", ["Shame"]),
        ("#Shamepic.x.com/AbCdEfGhIj", ["Shame"]),
        ("#Shamehttps://t.co/AbCd", ["Shame"]),
        ("#Shamehttp://example.com", ["Shame"]),
        ("#Shamewww.example.com", ["Shame"]),
        ("#Shamebit.ly/abc", ["Shame"]),
        ("#Epic. #Topic: #Http", ["Epic", "Topic", "Http"]),
        ("pic.twitter.com/AbCd#Shame", ["Shame"]),
        ("https://t.co/AbCd#Shame", ["Shame"]),
        ("see #one/#two", ["one", "two"]),
        ("“#Quoted” (#Bracketed) #Dotted.", ["Quoted", "Bracketed", "Dotted"]),
        ("[#Tag](https://twitter.com/hashtag/Tag?src=hash)", ["Tag"]),
        ("@one#Tag", ["Tag"]),
        ("日本#語", ["語"]),
        ("微博话题#晚船停运#登上热搜", ["晚船停运"]),
        ("话题 #晚船#和 #再见码头# 与 #Boats", ["晚船", "再见码头", "Boats"]),
        ("夕方の #船 #港", ["船", "港"]),
        ("we are the #1 trend", []),
        ("it&#39;s &#x27;fine&#x27;", []),
        ("[jump](#anchor)", []),
        ('<a href="#top"> <a href=#top>', []),
        ("see page.md#part and index.html#part", []),
        ("https://example.com/a#part", []),
        ("wordhttps://example.com/a#part", []),
        ("https://maps.example/map/#6/48.2/16.3", []),
        ("at /map/#place there", []),
        ("color: #fff; background:#1e1e1e", []),
        ("the colour #a1b2c3d4 here", []),
        ("#FF6961 red", []),
        ("#B2B #bad #added #facade", ["B2B", "bad", "added", "facade"]),
        ("#menu .item > a {", []),
        ("C# and F#, C#Developer", []),
        ("apartment#4B issue#12", []),
        ("#https://example.com #pic.twitter.com/a", []),
        ("", []),
    ],
)
def test_hashtags_in_flattened_prose(text, tags):
    assert glued(text) == tags


def test_a_recovered_tag_says_where_it_stands():
    text = "NERVE#Shamepic.twitter.com/x"
    (tag,) = find_hashtags(text, flattened=True)
    assert text[tag.start : tag.end] == "#Shame"


@pytest.mark.parametrize(
    ("text", "handles"),
    [
        ("@one and @two_2", ["one", "two_2"]),
        ("(@one) “@two” .@three", ["one", "two", "three"]),
        ("RT @one: via@two RT@three rt:@four", ["one", "three", "four"]),
        ("start@one.example one@two.example", []),
        ("@one@social.example", []),
        ("@one/list of @two / @three", ["two", "three"]),
        ("@éa @one_é", []),
        ("@onéa", []),
        ("＠全角 ＠full", ["full"]),
        ("日本@one日本", ["one"]),
        ("@" + "a" * 20, ["a" * 20]),
        ("@" + "a" * 21, []),
        ("@https://example.com", []),
        ("https://example.org/@one", []),
        ("@@one !@one #@one $@one", []),
        ("@ one", []),
        ("", []),
    ],
)
def test_mentions(text, handles):
    assert values(find_mentions(text)) == handles


@pytest.mark.parametrize(
    ("text", "handles"),
    [
        ("wrote @rosaq.bsky.social on Bluesky", ["rosaq.bsky.social"]),
        ("(@rosa-q.bsky.social), @the-post.example.", ["rosa-q.bsky.social", "the-post.example"]),
        ("@rosa.quill, @rosa_.q2. @rosa.quill.", ["rosa.quill", "rosa_.q2", "rosa.quill"]),
        ("@rosa.The pier. @rosa... @rosa.", ["rosa", "rosa", "rosa"]),
        ("@rosaq@social-web.example. @jo.roe@ioc.example: @jo@IOC.example,", [
            "rosaq@social-web.example", "jo.roe@ioc.example", "jo@IOC.example",
        ]),
        ("@rosaq@ioc.example.The pier", ["rosaq@ioc.example"]),
        ("@rosaq@ioc", []),
        ("jo@ioc.example jo.roe@ioc.example mailto:@", []),
        ("https://social.example/@rosaq@ioc.example https://video.org/@rosa.quill", []),
        ("@rosa.pic.twitter.com/AbCd @one/list", ["rosa"]),
        ("＠rosa＠ioc.example", ["rosa@ioc.example"]),
    ],
)  # fmt: skip
def test_mentions_of_all_platforms(text, handles):
    assert values(find_mentions(text, everywhere=True)) == handles


@pytest.mark.parametrize(
    ("text", "symbols"),
    [
        ("$ABC rose, ($DEF) fell", ["ABC"]),
        ("$ABC.X $abc_yz", ["ABC.X", "abc_yz"]),
        ("$100 $A1 $TOOLONGS x$ABC $ABC$DEF", ["ABC"]),
        ("$ABC, $DEF.", ["ABC", "DEF"]),
        ("\u200f$ABC", ["ABC"]),
        ("", []),
    ],
)
def test_cashtags(text, symbols):
    assert values(find_cashtags(text)) == symbols


@pytest.mark.parametrize(
    ("text", "urls"),
    [
        ("see http://example.com/a, https://example.com/b.", ["http://example.com/a", "https://example.com/b"]),
        ("(example.com/a_(b)) and example.com/a_(b", ["example.com/a_(b)", "example.com/a_"]),
        ("example.com:8080/x?y=z#w!", ["example.com:8080/x?y=z#w"]),
        ("www.example.co.uk sub.example.org", ["www.example.co.uk", "sub.example.org"]),
        ("example.com次 http://例え.com/道 例え.com", ["example.com", "http://例え.com/"]),
        ("end.Then Dr.Who file.tar.bz2 10.30", []),
        ("one@example.com #example.com $example.com", []),
        ("http://nowhere http://-a.com http://a-.com http://a_b.com", []),
        ("http://xn--bcher-kva.example http://xn--bcher-kva.com", ["http://xn--bcher-kva.com"]),
        ("https://t.co/AbCd's https://t.co/AbCd?amp=1", ["https://t.co/AbCd", "https://t.co/AbCd?amp=1"]),
        ("https://t.co/" + "a" * 41, []),
        ("xhttp://example.com", []),
        ("http://" + "a" * 64 + ".com", []),
        ("http://" + "a." * 200 + "com", []),
        ("...", []),
        ("", []),
    ],
)
def test_urls(text, urls):
    assert values(find_urls(text)) == urls


@given(st.text(max_size=100))
def test_entities_stand_where_they_say(text):
    for find, sign in ((find_hashtags, "#＃"), (find_mentions, "@＠"), (find_cashtags, "$")):
        for entity in find(text):
            assert text[entity.start] in sign
            assert text[entity.start + 1 : entity.end] == entity.value
    for entity in find_urls(text):
        assert text[entity.start : entity.end] == entity.value


PIECES = [
    "#",
    "＃",
    "@",
    "$",
    "Tag",
    "a",
    "1",
    ".",
    "com",
    "http://",
    "t.co/",
    "pic",
    ".twitter.com/",
    "/",
    "(",
    ")",
    " ",
    "é",
    "語",
    "-",
    "_",
    "&",
    "]",
    "RT",
]


@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_heaps_of_parts(text):
    ends = [0]
    for tag in find_hashtags(text, flattened=True):
        assert text[tag.start] in "#＃"
        assert text[tag.start + 1 : tag.end] == tag.value
        assert tag.start >= ends[-1]
        ends.append(tag.end)
    ends = [0]
    for address in find_urls(text):
        assert address.start >= ends[-1]
        ends.append(address.end)


@given(st.text(max_size=40))
def test_folding_is_idempotent(tag):
    assert fold_tag(fold_tag(tag)) == fold_tag(tag)


def test_spellings_of_one_tag_fold_together():
    assert (
        len({fold_tag(tag) for tag in ("#JusticeForX", "justiceforx", "＃ＪｕｓｔｉｃｅＦｏｒＸ", "JUSTICEFORX")}) == 1
    )


UNITS = [
    "#",
    "#a",
    "a#a",
    "#a ",
    "@a ",
    "a@",
    "$a ",
    ".",
    "a.",
    "a.com ",
    "é.é",
    "日.co",
    "http://a.com/(",
    "http://t.co/a-",
    "pic.twitter.com/a#",
    "&#",
    "-.",
    "(",
    "?",
    "a" * 250 + ".",
]


@pytest.mark.growth
@pytest.mark.parametrize("unit", UNITS)
def test_time_grows_with_length_only(unit):
    def find_all(text):
        find_hashtags(text)
        find_hashtags(text, flattened=True)
        find_mentions(text)
        find_cashtags(text)
        find_urls(text)

    assert growth(find_all, repeated(unit), 5_000, 50_000) <= MOST


@pytest.mark.skipif(not CONFORMANCE.exists(), reason="twitter-text's cases lie outside the project")
def test_twitter_text_conformance(capsys, monkeypatch):
    monkeypatch.setattr(sys, "path", [str(CONFORMANCE.parent), *sys.path])
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    score = importlib.import_module("score")
    figures = {}
    score.score_entities(CONFORMANCE.parent / "corpus" / "twitter-text", misses=True, figures=figures)
    assert figures["entities.all"]["recall"] == 1.0, capsys.readouterr().out
