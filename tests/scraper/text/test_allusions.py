"""Mentions of posts that the article does not show: the phrase, its platform, and what is no mention."""

from __future__ import annotations

import pytest
from convincing import convincing_quotes
from depth import examples
from growth import MOST, growth, repeated
from hypothesis import given
from hypothesis import strategies as st

from scraper.text.allusions import find_allusions

# What the rules keep, however likely it is.

CASES = [
    ("en", "He said in a tweet that the bridge holds.", [("said in a tweet", "twitter")]),
    ("en", "Quill took to X on Monday to complain.", [("took to X", "twitter")]),
    ("en", "She tweeted that nobody was hurt.", [("tweeted", "twitter")]),
    ("en", "In an Instagram post, Quill thanked the crew.", [("In an Instagram post", "instagram")]),
    ("en", "The company posted a video on Facebook.", [("posted a video on Facebook", "facebook")]),
    ("en", "Quill's tweet was deleted within minutes.", [("Quill's tweet", "twitter")]),
    ("en", "In a series of tweets, she denied it.", [("In a series of tweets", "twitter")]),
    ("en", "The news was first announced on Truth Social.", [("announced on Truth Social", "truthsocial")]),
    (
        "en",
        "She said so on Bluesky. Later he wrote on Threads.",
        [("said so on Bluesky", "bluesky"), ("wrote on Threads", "threads")],
    ),
    ("en", "A thread on Reddit? No: she shared it on TikTok.", [("shared it on TikTok", "tiktok")]),
    ("es", "La alcaldesa lo anunció en un tuit.", [("anunció en un tuit", "twitter")]),
    ("es", "El club publicó una foto en Instagram.", [("publicó una foto en Instagram", "instagram")]),
    ("fr", "La maire l'a annoncé dans un tweet.", [("l'a annoncé dans un tweet", "twitter")]),
    ("fr", "Le club a réagi sur Facebook lundi.", [("a réagi sur Facebook", "facebook")]),
    ("de", "Das teilte Krog in einem Tweet mit.", [("teilte Krog in einem Tweet", "twitter")]),
    ("de", "Krog schrieb auf X, die Brücke halte.", [("schrieb auf X", "twitter")]),
    ("pt", "A prefeita confirmou tudo num tweet.", [("confirmou tudo num tweet", "twitter")]),
    ("pt", "O clube publicou um vídeo no Instagram.", [("publicou um vídeo no Instagram", "instagram")]),
    ("it", "La sindaca lo ha annunciato in un tweet.", [("ha annunciato in un tweet", "twitter")]),
    ("it", "Il club ha scritto su Facebook che chiude.", [("ha scritto su Facebook", "facebook")]),
]

NONE = [
    ("en", "Follow us on Twitter and like us on Facebook."),
    ("en", "She has 4,000 followers on Instagram."),
    ("en", "Share on Facebook"),
    ("en", "Tweet"),
    ("en", "Tweets by @courier"),
    ("en", "See more tweets by @courier"),
    ("en", "The hashtag was trending on Twitter."),
    ("en", "Facebook said it would hire more staff."),
    ("en", "He solved for X and wrote on Xerox paper."),
    ("en", "She posted the letter and tied the threads."),
    ("en", "The article has 2,000 shares on Facebook."),
    ("de", "Folgen Sie uns auf Twitter."),
    ("fr", "Le réseau social Facebook compte des millions d'abonnés."),
    ("es", "Síguenos en Twitter."),
]


def found(text, language, taken=()):
    return [(each.text, each.platform) for each in find_allusions(text, language, taken)]


@pytest.mark.parametrize(("language", "text", "expected"), CASES)
def test_allusions(language, text, expected):
    assert found(text, language) == expected


@pytest.mark.parametrize(("language", "text"), NONE)
def test_a_platform_alone_is_no_allusion(language, text):
    assert found(text, language) == []


def test_nothing_in_posts_and_nothing_in_the_attribution_of_a_quote():
    text = '"The bridge will hold," Quill tweeted. Later she said in a tweet that it fell. I tweeted this — Q (@q) May 2, 2019'
    post = (text.index("I tweeted"), len(text))
    quotes = [(quote.start, quote.end) for quote in convincing_quotes(text, "en", [post])]
    assert len(quotes) == 1
    assert found(text, "en", [post, *quotes]) == [("said in a tweet", "twitter")]


PIECES = st.sampled_from(
    ["tweeted", "in a tweet", "on X", "said", "Facebook", "\n", ". ", "took to", "her", "@a", '"', "a", "Tweet"]
)


@given(st.lists(PIECES, max_size=60).map(" ".join) | st.text(max_size=200), st.sampled_from([None, "en", "de", "xx"]))
@examples(150)
def test_any_text_gives_phrases_of_the_text_in_order(text, language):
    end = 0
    for each in find_allusions(text, language):
        assert each.start >= end
        end = each.end
        assert text[each.start : each.end] == each.text


@pytest.mark.growth
@pytest.mark.parametrize("piece", ["tweet ", "on X ", "said on on on ", "a tweet's ", "tweeted\n", "(@", "#", " X"])
def test_time_grows_with_the_length_only(piece):
    assert growth(lambda text: find_allusions(text, "en"), repeated(piece), 5_000, 50_000) <= MOST
