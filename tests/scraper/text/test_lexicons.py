"""The patterns of every language compile, and cues are found where they stand."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scraper.text.quotes.words.languages import OTHER, is_whole, languages
from scraper.text.quotes.words.lexicons import PATTERNS, Skimmer, any_in, cues_in, lexicon

LANGUAGES = [*filter(is_whole, languages()), OTHER]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_pattern_compiles_once(language):
    words = lexicon(language)
    found = {name: getattr(words, name) for name in PATTERNS}
    assert [name for name, pattern in found.items() if (match := pattern.search("")) and match.group()] == []
    assert [name for name, pattern in found.items() if getattr(words, name) is not pattern] == []


def test_no_other_pattern_is_known():
    with pytest.raises(AttributeError, match="verbs"):
        lexicon("en").verbs  # noqa: B018 - asking is the test


@pytest.mark.parametrize(
    ("text", "posts", "places", "public", "platforms"),
    [
        ("Fans took to Twitter.", ["Fans", "Twitter"], ["Fans", "Twitter"], ["Fans"], ["Twitter"]),
        ("A reader’s critics", ["reader", "critics"], [], ["critics"], []),
        ("She saw a status on X", ["X"], ["status", "X"], [], ["X"]),
        ("on Truth Social: #loud @joroe", ["Social", "#loud", "@joroe"], ["Social"], [], ["Truth"]),
        ("an MRI of X-rays, r/aww", ["X-rays", "r/aww"], ["X-rays", "r/aww"], [], ["X-rays"]),
    ],
)
def test_cues_are_found_by_kind(text, posts, places, public, platforms):
    found = cues_in(text, lexicon("en"))
    for starts, words in zip(found, (posts, places, public, platforms), strict=True):
        assert starts == [text.index(word) for word in words]


PIECES = st.sampled_from(["gram", "X", "Xgram", "gramgram", "a", "\u00a0", " ", "\n", "字", "字" * 70, "."])


@given(st.lists(PIECES).map("".join))
def test_a_skimmer_finds_what_a_search_finds(text):
    gram = re.compile("gram")
    skimmer = Skimmer(["gram", "x"], gram, re.compile(r"(?<!\S)X"))
    for _ in range(2):
        ours, others = skimmer.places(text)
        assert ours == [found.start() for found in gram.finditer(text)]
        assert others == sorted(others)
        assert all(text[place] == "X" for place in others)


@given(st.lists(st.integers(0, 30)).map(sorted), st.integers(0, 30), st.integers(0, 30))
def test_any_in_is_any_in(places, start, end):
    assert any_in(places, start, end) == any(start <= place < end for place in places)
