"""What an article is about, for sources that keep only some."""

from __future__ import annotations

import pytest

from archive.settings import Topic
from scraper.extract import extract
from scraper.records import Document
from scraper.text.topics import topics_of

PAGE = b"<!doctype html><title>Storm  Alva hits</title><p>The harbour\nflood was <b>bad</b>. #StormAlva</p><script>secretword</script>"


@pytest.mark.parametrize(
    ("hashtags", "terms", "about"),
    [
        (["stormalva"], [], True),
        (["#STORMALVA"], [], True),
        (["Storm"], [], False),
        ([], ["HARBOUR FLOOD"], True),
        ([], ["storm alva"], True),
        ([], ["flood was bad"], True),
        ([], ["harb"], False),
        ([], ["secretword"], False),
        ([], ["a.*"], False),
        ([], [], False),
    ],
)
def test_hashtags_and_terms(hashtags, terms, about):
    document = Document(source="a.html", content=PAGE)
    topic = Topic(name="storm", hashtags=tuple(hashtags), terms=tuple(terms))
    other = Topic(name="other", terms=("nowhere to be found",))
    assert topics_of(document, extract(document), [other, topic]) == ({"storm"} if about else set())
