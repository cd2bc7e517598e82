"""Sightings are what plain regular expressions see that read the whole source, once for each kind of sign."""

from __future__ import annotations

import re
import threading
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scraper.html.embeds import literal_search as module
from scraper.html.embeds.literal_search import literal_offsets
from scraper.registry import ANY_HOST, platforms

PAGES = sorted(Path(__file__).with_name("pages").rglob("*.html"))
NUMBERED = r"&#(?:x2[fF]|47);"
SLASHES = rf"(?:/\\*/|\\u002[fF]\\+u002[fF]|%2[fF]%2[fF]|{NUMBERED}{NUMBERED})"
SLASH = rf"(?:\\*/|\\+u002[fF]|%2[fF]|{NUMBERED})"


def _addresses():
    known = [*module._PROXIES.items(), *(item for platform in platforms() for item in platform.addresses.items())]
    for beginning, rest in known:
        host = ANY_HOST.replace("/", SLASH) if beginning[0] == "/" else r"(?:[a-z-]{1,12}\.)?"
        yield SLASHES + host + f"{re.escape(beginning)}(?:{rest})".replace("/", SLASH)


ADDRESSES = [re.compile(f"(?={address})") for address in _addresses()]
MARKS = [mark for platform in platforms() for mark in platform.marks]
ATTRIBUTES = "|".join([
    *(mark for mark in MARKS if mark.startswith("data-")),
    module._ATTRIBUTE % "|".join(platform.name for platform in platforms()),
])  # fmt: skip
WORDS = "|".join([*(mark for mark in MARKS if mark[0] not in "/d"), *module.IN_BASE64])


def plainly(source):
    """What is sighted by reading the source once for each expression."""
    hits = {hit.start() for address in ADDRESSES for hit in address.finditer(source)}
    hits |= {hit.start() for expression in (ATTRIBUTES, WORDS) for hit in re.finditer(expression, source)}
    for mark in MARKS:
        for closing in re.finditer(f"{mark}>" if mark[0] == "/" else "(?!)", source):
            opening = source.rfind(f"<{mark[1:]}", max(0, closing.start() - 5000), closing.start())
            hits.add(opening + 1 if opening >= 0 else closing.start())
    return sorted(hits)


SIGNS = [
    "/", "\\", "\\/", "//", "\\/\\/", "\\\\/", "\\u002F", "\\u002f\\\\u002F", "u002f", "%2F", "%2f", "www.", "m.", ".", "@", "%40",
    "x.com", "twitter.com", "t.me", "facebook.com", "iframely.", "ampproject.org", "v0", "amp-reddit", "toots.example",
    "ada", "users", "status", "statuses", "1234567", "12", "p", "plugins", "post", "watch",
    "data-", "tweet", "weet", "-id", "Id", "ID", "_", "(", "Embed(", "id=", "=", '"', "'", "1223400000000000001",
    "lamp-lamp-1", "video", "twitter", "&lt;", "blockquote", "<", "iframe", ">", "lite-youtube", "</lite-youtube>",
    "PGlmcmFtZ", "PGRpdiBjbGFzcz0iZmIt", "&#x2F;", "&#47;", " ", "\n", "é", "例", "\U0001f4a1", "\ud800", "?", "-", "a",
]  # fmt: skip
ADDRESS = st.tuples(
    st.sampled_from(["//", "\\/\\/", "\\u002F\\u002F", "%2F%2F", "&#x2F;&#x2F;", "/"]), st.sampled_from(["", "www.", "Ü."]),
    st.sampled_from(["x.com/ada/status/12", "toots.example/@ada/123", "例え.example/users/ada/statuses/12", "fb.watch/é"]),
    st.sampled_from(["", '"', "9"]),
)  # fmt: skip


@given(st.lists(st.sampled_from(SIGNS) | ADDRESS.map("".join), max_size=25).map("".join))
def test_sees_what_plain_expressions_see(source):
    assert literal_offsets(source) == plainly(source)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_sees_in_a_page_what_plain_expressions_see(path):
    source = path.read_text("utf-8")
    assert literal_offsets(source) == plainly(source)


@pytest.mark.parametrize("slash", ["/", "\\/", "\\\\\\/", "\\u002F", "\\\\u002f", "%2F", "%2f"])
@pytest.mark.parametrize("address", ["www.x.com/ada/status/12", "toots.example/@ada/12", "t.me/ada_example/17"])
def test_reads_slashes_however_they_are_written(slash, address):
    double = {"u": f"\\u002f{slash}", "%": 2 * slash}.get(slash.strip("\\")[0], f"/{slash}")
    assert len(literal_offsets('例: "https:' + double + address.replace("/", slash) + '"')) == 1


@pytest.mark.parametrize("before", ["", "é", "例え", "\U0001f4a1", "\ud800", "\x00"])
def test_counts_in_characters(before):
    source = f'{before * 7}<a data-tweet-id="1223400000000000001" href="//x.com/ada/status/12">'
    assert literal_offsets(source) == [source.index(sign) for sign in ("data-", "weet-", "//x.com")]


@pytest.mark.parametrize("before", range(960, 1010, 3))
def test_sees_what_stands_where_one_piece_ends_and_the_next_begins(before, monkeypatch):
    monkeypatch.setattr(module, "_PIECE", 1000)
    source = "-" * before + "https://www.x.com/ada/status/12"
    assert literal_offsets(source) == [source.index("//")]


def test_threads_see_the_same():
    source = '<a href="//x.com/ada/status/12">例</a>' * 2000
    seen = []
    threads = [threading.Thread(target=lambda: seen.append(literal_offsets(source))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen) == 4
    assert all(hits == seen[0] and len(hits) == 2000 for hits in seen)


@pytest.mark.growth
def test_the_search_for_literals_is_faster_than_one_for_a_word():
    """Without the parallel comparison that it has for few and long literals it would be ten times slower."""
    page = b'<p class="body">The lamp was lit again on <a href="/lighthouse">the rock</a>, keepers say.</p>' * 20_000

    def least(search):
        times = []
        for _ in range(5):
            before = time.process_time()
            search()
            times.append(time.process_time() - before)
        return min(times)

    word = re.compile(rb"keepers of")
    assert least(lambda: [search.find_matches_as_indexes(page) for search, _ in module._automata()]) < 4 * least(
        lambda: word.search(page)
    )
