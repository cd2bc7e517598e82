"""Which printings are the same post."""

from itertools import permutations

import pytest
from growth import MOST, growth, repeated
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from invented import SENTENCES, tweet

from archive.store.identity import (
    article_key,
    author_key,
    block_of,
    clusters,
    distance,
    fold_text,
    merged,
    post_key,
    printing_of,
)
from archive.store.printings import reach
from scraper.records import Author, Moment, Post
from scraper.values.spelling import fold_spelling

LIGHTS, FERRY, THANKS = SENTENCES
UNHURRIED = settings(suppress_health_check=[HealthCheck.too_slow])


def ids(*posts):
    """The posts that the printings come to, each as the texts of its printings."""
    printings = [printing_of(post) for post in posts]
    texts = {printing.key: printing.post.text for printing in printings}
    return {cluster.id: sorted(texts[key] or "" for key in cluster.printings) for cluster in clusters(printings)}


@pytest.mark.parametrize(
    "copy",
    [
        LIGHTS.upper(),
        LIGHTS.replace(" ", ""),
        LIGHTS.replace(",", "").replace(".", " …"),
        f"{LIGHTS} pic.twitter.com/AbCdEf",
        f"{LIGHTS} https://t.co/AbCdEf",
        f"@someone {LIGHTS}",
        f"{LIGHTS} #HarbourLights",
        LIGHTS[:50],
        LIGHTS[20:],
        LIGHTS.replace("walked", "walkd"),
        LIGHTS.replace("harbour", "harb\ufffdur"),
        LIGHTS.replace("lights", "ｌｉｇｈｔｓ"),
    ],
)
def test_a_cut_cleaned_glued_or_damaged_copy_is_the_same_post(copy):
    assert list(ids(tweet(LIGHTS, number="1"), tweet(copy))) == ["twitter:1"]
    assert len(ids(tweet(LIGHTS), tweet(copy))) == 1


def test_escaped_signs_are_the_same():
    assert (
        len(ids(tweet("Rock & roll is what the harbour needs"), tweet("Rock &amp; roll is what the harbour needs")))
        == 1
    )


@pytest.mark.parametrize(
    "other",
    [
        tweet(FERRY),
        tweet(LIGHTS, handle="Ben"),
        tweet(LIGHTS, on="2020-02-03"),
        tweet(LIGHTS, platform="instagram"),
        tweet(LIGHTS[:19]),
        tweet(LIGHTS.replace("came back on", "went out 2 times")),
        tweet(f"{LIGHTS[:30]} and then a very different rest of the text that shares nothing with it at all"),
    ],
    ids=["text", "handle", "day", "platform", "only the first words", "an equal start and end", "an equal start"],
)
def test_another_text_handle_day_or_platform_is_another_post(other):
    assert len(ids(tweet(LIGHTS), other)) == 2


def test_short_texts_are_the_same_only_when_equal():
    assert len(ids(tweet("Thank you!"), tweet("Thank you all!"))) == 2
    assert len(ids(tweet("Thank you!"), tweet("THANK YOU"))) == 1


def test_numbers_tell_posts_apart():
    score = "The home side lead by {} at the harbour ground tonight"
    assert len(ids(tweet(score.format(1)), tweet(score.format(2)))) == 2


def test_different_ids_are_never_one():
    assert list(ids(tweet(LIGHTS, number="1"), tweet(LIGHTS, number="2"))) == ["twitter:1", "twitter:2"]
    assert len(ids(tweet(LIGHTS, number="1"), tweet(LIGHTS), tweet(LIGHTS, number="2"))) == 2


def test_the_same_id_is_one_whatever_else_is_printed():
    renamed = tweet(FERRY, handle="Ann_Now", name="Ann", number="1")
    assert list(ids(tweet(LIGHTS, number="1"), renamed, tweet(None, handle=None, name=None, number="1", on=None))) == [
        "twitter:1"
    ]


def test_a_printing_without_id_goes_to_the_nearest_and_then_the_smallest_id():
    near, far = tweet(f"{LIGHTS} Yes", number="2"), tweet(f"{LIGHTS} Or so the paper said", number="1")
    assert ids(near, far, tweet(LIGHTS))["twitter:2"] == sorted([near.text, LIGHTS])
    same = [tweet(LIGHTS, number="2"), tweet(LIGHTS, number="1"), tweet(LIGHTS)]
    assert ids(*same)["twitter:1"] == [LIGHTS, LIGHTS]


def test_a_renamed_account_keeps_the_twins_of_both_names():
    old, new = tweet(LIGHTS, number="1"), tweet(LIGHTS, handle="Ann_Now", number="1")
    assert list(ids(old, new, tweet(LIGHTS[:60]), tweet(LIGHTS[10:], handle="Ann_Now"))) == ["twitter:1"]


def test_posts_without_text_are_told_apart_by_what_else_they_show():
    first, second = (
        tweet(None, handle="ann.lee", platform="instagram", media=(f"https://pics.example/{n}",)) for n in (1, 2)
    )
    assert len(ids(first, second)) == 2
    assert len(ids(first, first)) == 1


def test_signs_alone_are_a_text():
    assert len(ids(tweet("🎉🎉"), tweet("🎈"))) == 2
    assert len(ids(tweet("🎉 🎉"), tweet("🎉🎉"))) == 1


def test_who_is_not_named_is_not_guessed():
    nobody = tweet(LIGHTS, handle=None, name=None)
    assert len(ids(nobody, tweet(LIGHTS, number="1"))) == 2
    assert block_of(nobody) == post_key(nobody)


def test_the_old_keys_of_a_post_are_its_aliases():
    twin, cut, whole = tweet(LIGHTS), tweet(LIGHTS[:60]), tweet(LIGHTS, number="1")
    (cluster,) = clusters(map(printing_of, (twin, cut, whole)))
    assert cluster.aliases == {post_key(twin), post_key(cut)}
    (before,) = clusters(map(printing_of, (cut, twin)))
    assert (before.id, before.aliases) == (post_key(twin), {post_key(cut)})


def test_the_post_is_the_most_complete_of_its_printings():
    shell = Post(platform="twitter", id="1", url="https://x.com/i/status/1")
    cut = tweet("The harbour lights came back on tonight and", name="Ann")
    whole = tweet(f"{LIGHTS} #Harbour", name="Ann Lee 🌊", media=("pic.twitter.com/a",))
    post = merged(map(printing_of, (cut, shell, whole)))
    assert (post.id, post.url, post.text, post.hashtags) == ("1", shell.url, whole.text, ("Harbour",))
    assert (post.author, post.posted, post.media) == (whole.author, whole.posted, whole.media)


def test_an_instant_from_an_id_is_worth_most():
    printed = Moment(at="2020-02-01T03:04:05Z", precision="second", source="printed", as_written="3:04")
    assert (
        merged(
            [printing_of(tweet(LIGHTS, number="1")), printing_of(Post(platform="twitter", id="1", posted=printed))]
        ).posted.source
        == "id"
    )


def test_keys_of_authors_and_articles():
    assert author_key("twitter", Author()) is None
    assert author_key("twitter", Author(name=" ")) is None
    assert author_key("facebook", Author(name="Ann  LEE")) == "facebook:~ann lee"
    assert article_key("https://a.example/", "00") == article_key("https://a.example/", "11")
    assert article_key(None, "00") != article_key(None, "11")


TEXTS = st.sampled_from(
    [*SENTENCES, LIGHTS[:60], LIGHTS[20:], f"{LIGHTS} {FERRY}", LIGHTS.replace(" ", ""), "Thank you all!", "🎉", None]
)
POSTS = st.builds(
    tweet,
    TEXTS,
    handle=st.sampled_from(["Ann", "ann", "Ben", None]),
    on=st.sampled_from(["2020-02-01", "2020-02-02", None]),
    number=st.sampled_from([None, None, "1", "2", "x"]),
)


@UNHURRIED
@given(st.lists(POSTS, max_size=5))
def test_the_order_of_printings_changes_nothing(posts):
    printings = list({post: printing_of(post) for post in posts}.values())
    first, *others = [clusters(order) for order in permutations(printings)]
    assert all(first == other for other in others)


class Among:
    """All printings are near."""

    def __init__(self, printings):
        self.printings = printings

    def with_id(self, post):
        return [each for each in self.printings if post_key(each.post) == post_key(post)]

    def in_block(self, post):
        return [each for each in self.printings if block_of(each.post) == block_of(post) is not None]


@UNHURRIED
@given(st.lists(POSTS, max_size=8))
def test_what_one_printing_reaches_is_settled_by_what_it_reaches(posts):
    printings = [printing_of(post) for post in set(posts)]
    everything = {key: cluster for cluster in clusters(printings) for key in cluster.printings}
    for printing in printings:
        here = reach([printing], Among(printings))
        assert all(everything[key] == cluster for cluster in clusters(here) for key in cluster.printings)


def test_of_a_crowd_only_equal_texts_are_the_same(monkeypatch):
    monkeypatch.setattr("archive.store.identity.MOST_COMPARED", 5)
    copies = [f"{LIGHTS} And again{'!' * number} {'x' * number}" for number in range(4)]
    assert len(ids(*map(tweet, [*copies, copies[0].upper()]))) == 1
    crowd = [tweet(text) for text in [*copies, FERRY, THANKS, copies[0].upper()]]
    assert len(ids(*crowd)) == 6


@UNHURRIED
@given(st.lists(POSTS, min_size=1, max_size=8))
def test_every_printing_is_in_one_post_and_no_post_has_two_ids(posts):
    printings = {printing.key: printing for printing in map(printing_of, posts)}
    found = clusters(printings.values())
    assert sorted(key for cluster in found for key in cluster.printings) == sorted(printings)
    assert len({cluster.id for cluster in found}) == len(found)
    for cluster in found:
        assert len({printings[key].post.id for key in cluster.printings} - {None}) <= 1


@UNHURRIED
@given(st.text(), st.text())
def test_distance_takes_any_text_both_ways(one, other):
    assert distance(tweet(one), tweet(other)) == distance(tweet(other), tweet(one))
    assert isinstance(fold_text(one), str)


@pytest.mark.growth
@pytest.mark.parametrize(
    "unit",
    ["a", " ", "#", "&amp;", "http://", "pic.twitter.com/", "1 ", "\u0301", "\u0301\u0316", "\uff9e\u0301", "ﷺ", "🎉"],
)
def test_long_texts_take_linear_time(unit):
    def fold_both(text):
        fold_text.__wrapped__(text)
        fold_spelling(text)

    assert growth(fold_both, repeated(unit), 20_000, 200_000) <= MOST


def test_signs_in_a_row_are_kept_and_marks_in_a_row_are_not():
    assert fold_spelling("🎉🎈" * 40) == "🎉🎈" * 40
    assert len(fold_spelling("a" + "\u0301\u0316" * 40)) <= 31
    assert fold_spelling("e\u0301" * 40) == "é" * 40


@UNHURRIED
@given(st.text())
def test_folding_again_changes_nothing_for_equality(text):
    assert fold_spelling(fold_spelling(text)) == fold_spelling(text)
