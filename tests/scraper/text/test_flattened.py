"""Flattened posts: every grammar, every trap, starts in running prose, hostile input."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest
from growth import MOST, growth, repeated
from hypothesis import given, settings
from hypothesis import strategies as st

from scraper.text.flattened import find_flattened, find_posts
from scraper.text.flattened.found_post import Attribution, max_length, weighted_length

TEXTS = sorted(Path(__file__).with_name("flattened").glob("*.txt"))


def found(text):
    """Each post as (platform, handle, name, day, text), and its offsets checked against its text."""
    embeds = find_flattened(text).embeds
    posts = []
    for n, embed in enumerate(embeds):
        post, author = embed.post, embed.post.author
        assert embed.position == n
        assert 0 <= embed.start <= embed.end <= len(text)
        if ">" not in text:
            assert text[embed.start : embed.end] == (post.text or "")
        day = post.posted.at[:10] if post.posted else None
        posts.append((post.platform, author and author.handle, author and author.name, day, post.text))
    return posts


def tweet(text, handle="rosaq", name="Rosa Quill", day="2016-03-03"):
    return ("twitter", handle, name, day, text)


ATTRIBUTIONS = {
    "a newsletter's clock": "He left.\n\nBye all pic.twitter.com/AbCd1\n— Rosa Quill (@rosaq) 7:49 PM ∙ Mar 3, 2016\nMore.",
    "a newsletter's clock, linked": "He left.\n\nBye all pic.twitter.com/AbCd1\n— Rosa Quill (@rosaq) [7:49 PM ∙ Mar 3, 2016](https://example.org/a)\nMore.",
    "quoted, attribution and all": "He left.\n« Bye all pic.twitter.com/AbCd1 — Rosa Quill (@rosaq) March 3, 2016 »\nMore.",
    "same line": "He left.\n\nBye all pic.twitter.com/AbCd1 — Rosa Quill (@rosaq) March 3, 2016\n\nMore.",
    "blank line": "He left.\n\nBye all pic.twitter.com/AbCd1\n\n— Rosa Quill (@rosaq) March 3, 2016\n\nMore.",
    "next line": "He left.\nBye all pic.twitter.com/AbCd1\n— Rosa Quill (@rosaq) March 3, 2016\nMore.",
    "glued dash": "He left.\n\nBye all pic.twitter.com/AbCd1— Rosa Quill (@rosaq) March 3, 2016\n\nMore.",
    "glued year": "He left.\n\nBye all pic.twitter.com/AbCd1— Rosa Quill (@rosaq) March 3, 2016More of it here.",
    "date below": "He left.\n\nBye all pic.twitter.com/AbCd1\n\n— Rosa Quill (@rosaq)\nMarch 3, 2016\n\nMore.",
    "name below": "He left.\n\nBye all pic.twitter.com/AbCd1\n\n— \nRosa Quill (@rosaq) March 3, 2016\n\nMore.",
    "indented": "  He left.\n\n  Bye all pic.twitter.com/AbCd1\n\n  — Rosa Quill (@rosaq) March 3, 2016\n\n  More.",
    "cp1252 mojibake": "He left.\n\nBye all pic.twitter.com/AbCd1\n\nâ€” Rosa Quill (@rosaq) March 3, 2016\n\nMore.",
    "latin-1 mojibake": "He left.\n\nBye all pic.twitter.com/AbCd1\n\nâ\x80\x94 Rosa Quill (@rosaq) March 3, 2016\n\nMore.",
    "replacement character": "He left.\n\nBye all pic.twitter.com/AbCd1\n\n\ufffd Rosa Quill (@rosaq) March 3, 2016\n\nMore.",
    "Greek mojibake": "He left.\n\nBye all pic.twitter.com/AbCd1\n\nβ€” Rosa Quill (@rosaq) March 3, 2016\n\nMore.",
    "Cyrillic mojibake": "He left.\n\nBye all pic.twitter.com/AbCd1\n\nвЂ” Rosa Quill (@rosaq) March 3, 2016\n\nMore.",
    "DOS mojibake": "He left.\n\nBye all pic.twitter.com/AbCd1\n\nΓÇö Rosa Quill (@rosaq) March 3, 2016\n\nMore.",
    "what a wrong decoding left": "He left.\n\nBye all pic.twitter.com/AbCd1\n\nâ Rosa Quill (@rosaq) March 3, 2016\n\nMore.",
    "control character": "He left.\n\nBye all pic.twitter.com/AbCd1\n\n\x97 Rosa Quill (@rosaq) March 3, 2016\n\nMore.",
    "entity": "He left.\n\nBye all pic.twitter.com/AbCd1 &mdash; Rosa Quill (@rosaq) March 3, 2016\n\nMore.",
    "en dash": "He left.\n\nBye all pic.twitter.com/AbCd1\n\n– Rosa Quill (@rosaq) March 3, 2016\n\nMore.",
    "hyphen": "He left.\n\nBye all pic.twitter.com/AbCd1\n\n- Rosa Quill (@rosaq) March 3, 2016\n\nMore.",
    "two hyphens": "He left.\n\nBye all pic.twitter.com/AbCd1 -- Rosa Quill (@rosaq) March 3, 2016\n\nMore.",
    "question mark": "He left.\n\nBye all pic.twitter.com/AbCd1 ? Rosa Quill (@rosaq) March 3, 2016\n\nMore.",
    "two hyphens, glued": "He left.\n\nBye all pic.twitter.com/AbCd1--Rosa Quill (@rosaq) March 3, 2016\n\nMore.",
    "two hyphens, glued to the text": "He left.\n\nBye all pic.twitter.com/AbCd1-- Rosa Quill (@rosaq) March 3, 2016\n\nMore.",
    "hyphen, glued": "He left.\n\nBye all pic.twitter.com/AbCd1- Rosa Quill (@rosaq) March 3, 2016\n\nMore.",
    "question mark, glued": "He left.\n\nBye all pic.twitter.com/AbCd1?Rosa Quill (@rosaq) March 3, 2016\n\nMore.",
    "question mark, glued to the text": "He left.\n\nBye all pic.twitter.com/AbCd1? Rosa Quill (@rosaq) March 3, 2016\n\nMore.",
    "semicolon": "He left.\n\nBye all pic.twitter.com/AbCd1 ; Rosa Quill (@rosaq) March 3, 2016\n\nMore.",
    "dash deleted": "He left.\n\nBye all pic.twitter.com/AbCd1  Rosa Quill (@rosaq) March 3, 2016More.",
    "dash deleted with an emoji": "He left.\n\nBye all pic.twitter.com/AbCd1   Rosa Quill   (@rosaq) March 3, 2016More.",
    "no-break spaces": "He left.\n\nBye all pic.twitter.com/AbCd1\u00a0—\u00a0Rosa Quill (@rosaq)\u00a0March 3, 2016\n\nMore.",
    "related news between": "He left.\n\nBye all pic.twitter.com/AbCd1\n\nRelated News\n\n— Rosa Quill (@rosaq) March 3, 2016\n\nMore.",
    "advert between": "He left.\n\nBye all pic.twitter.com/AbCd1\n\nAdvertisement\n\n— Rosa Quill (@rosaq) March 3, 2016\n\nMore.",
    "advert between, in another language": "He left.\n\nBye all pic.twitter.com/AbCd1\n\nContinua depois da publicidade\n\n— Rosa Quill (@rosaq) March 3, 2016\n\nMore.",
    "what else to read between": "Er ging.\nBye all pic.twitter.com/AbCd1\nLesen Sie auch:\n— Rosa Quill (@rosaq) March 3, 2016\nMehr.",
    "blanks around the handle": "He left.\n\nBye all pic.twitter.com/AbCd1 — Rosa Quill ( @rosaq ) March 3, 2016\n\nMore.",
    "lines around the handle": "He left.\n\nBye all pic.twitter.com/AbCd1\n— Rosa Quill (\n@rosaq\n)\nMarch 3, 2016\n\nMore.",
    "date in brackets": "He left.\n\nBye all pic.twitter.com/AbCd1 — Rosa Quill (@rosaq) (March 3, 2016)\n\nMore.",
    "british date": "He left.\n\nBye all pic.twitter.com/AbCd1\n\n— Rosa Quill (@rosaq) 3 March 2016\n\nMore.",
    "padded day": "He left.\n\nBye all pic.twitter.com/AbCd1\n\n— Rosa Quill (@rosaq) March 03, 2016\n\nMore.",
    "markdown handle": "He left.\n\nBye all pic.twitter.com/AbCd1\n\n— Rosa Quill ([@rosaq](https://twitter.com/rosaq)) March 3, 2016\n\nMore.",
    "markdown name and handle": "He left.\n\n> Bye all pic.twitter.com/AbCd1\n>\n> — [Rosa Quill\n> (@rosaq)](https://example.org/rosaq) [March 3, 2016](https://example.org/a)\n\nMore.",
    "quoted in a list": "He left.\n\n  * > Bye all pic.twitter.com/AbCd1\n> \n> — Rosa Quill (@rosaq) March 3, 2016\n\nMore.",
    "quoted in an indented list": "* He left.\n    1. > Bye all pic.twitter.com/AbCd1\n    > \n    > — Rosa Quill (@rosaq) March 3, 2016\n\nMore.",
    "escaped day": "He left.\n\n> Bye all pic.twitter.com/AbCd1\n> \n> — Rosa Quill (@rosaq) [3\\. März 2016](https://example.org/a)\n\nMore.",
    "blanks in the link of the date": "He left.\n\n> Bye all pic.twitter.com/AbCd1\n>\n> — Rosa Quill (@rosaq) [ March 3, 2016\n> ](https://example.org/a)\n\nMore.",
    "escaped dash": "He left.\n\nBye all pic.twitter.com/AbCd1\n\n\\- Rosa Quill (@rosaq) March 3, 2016\n\nMore.",
}


@pytest.mark.parametrize("text", ATTRIBUTIONS.values(), ids=ATTRIBUTIONS.keys())
def test_every_spelling_of_an_attribution(text):
    assert found(text) == [tweet("Bye all pic.twitter.com/AbCd1")]


@pytest.mark.parametrize(
    ("printed", "day"),
    [
        ("1 février 2021", "2021-02-01"), ("8 de enero de 2019", "2019-01-08"), ("25. Oktober 2018", "2018-10-25"),
        ("16 de maio de 2019", "2019-05-16"), ("27 ottobre 2018", "2018-10-27"), ("16 mei 2016", "2016-05-16"),
        ("12. listopadu 2014", "2014-11-12"), ("24 марта 2019 г.", "2019-03-24"), ("15 Şubat 2016", "2016-02-15"),
        ("2018. december 24.", "2018-12-24"), ("1. huhtikuuta 2019", "2019-04-01"), ("2018年12月1日", "2018-12-01"),
        ("2019년 12월 1일", "2019-12-01"), ("2014, 5月 13", "2014-05-13"), ("[2014, 5月\n> 13](https://example.org/a)", "2014-05-13"), ("ستمبر 2, 2018", "2018-09-02"), ("مئی11, 2018", "2018-05-11"),
        ("16 de novembre de 2018", "2018-11-16"), ("20 lipca 2015", "2015-07-20"), ("23. marts 2016", "2016-03-23"),
    ],
)  # fmt: skip
def test_dates_in_many_languages(printed, day):
    assert found(f"Nothing.\n\nHello!\n\n— Rosa Quill (@rosaq) {printed}\n\nMore.") == [
        tweet("Hello!", day=day)
    ]


@pytest.mark.parametrize(
    ("printed", "at"),
    [
        ("2025-05-06T07:08:09.010Z", "2025-05-06T07:08:09.010Z"), ("2025-05-06T07:08:09Z", "2025-05-06T07:08:09Z"),
        ("2025-05-06T09:08:09+02:00", "2025-05-06T07:08:09Z"), ("2025-05-06The", "2025-05-06"),
    ],
)  # fmt: skip
def test_the_stamp_that_bluesky_prints_is_exact(printed, at):
    text = f"Nothing.\n\nHello!\n\n— Rosa Quill (@rosaq.example.com) {printed}\n\nMore."
    flattened = find_flattened(text)
    (embed,) = flattened.embeds
    assert (embed.post.platform, embed.post.posted.at, embed.post.text) == ("bluesky", at, "Hello!")
    assert text[flattened.spans[0][1] :].removeprefix("The") == "\n\nMore."


@pytest.mark.parametrize(
    "name",
    [
        "but why tho", ".", "#FreeTheOtters", "(((R.Q.)))", "Rosa [Hiatus]", "DR. QUILL, PhD", "IG:rosaq", "rosaq",
        "Rosa 👩\u200d🚀 Quill", "Rosa 🏳️🌈", "روزا كويل", "רוזה", "로사 ~ Quill", "• Rosa •", "Rosa-Maria Q.", "R&Q", "Rosa;Q",
    ],
)  # fmt: skip
def test_names_are_kept_as_printed(name):
    assert found(f"Nothing.\n\nHello!\n\n— {name} (@rosaq) March 3, 2016\n\nMore.") == [
        tweet("Hello!", name=name)
    ]


@pytest.mark.parametrize(
    "placeholder",
    ["[image or embed]", "\n[image or embed]\n", " [[image or embed]](https://bsky.example/a) "],
)
def test_what_bluesky_prints_for_a_picture_is_no_text(placeholder):
    text = f"Nothing.\n\nLook at #this{placeholder}— Rosa Quill (@rosaq.example.com) March 3, 2016\n\nMore."
    assert [post[4] for post in found(text)] == ["Look at #this"]


def test_who_gave_instagram_no_name_stands_without_brackets():
    text = "He left.\n\nWe dined #cheese\n\nA photo posted by @rosa_q on Mar 12, 2015 at 5:30pm PDT\n\nMore."
    assert found(text) == [("instagram", "rosa_q", None, "2015-03-13", "We dined #cheese")]
    assert found("He left.\n\nA photo posted by @rosa_q on March 12, 2015 shows it.\n\nMore.") == []


def test_an_emoji_of_a_name_may_have_been_a_picture():
    name = "Rosa ![🌈](https://img.example/1f308.png) Quill"
    assert found(f"Nothing.\n\nHello!\n\n— {name} (@rosaq) March 3, 2016\n\nMore.") == [
        tweet("Hello!", name="Rosa 🌈 Quill")
    ]


def test_an_attribution_without_a_date_behind_the_marks_of_a_post():
    text = "Prose.\n\nLook at this pic.twitter.com/AbCd1\n\n— Rosa Quill (@rosaq)\n\nMore.\n\nNext.\n\n— Rosa Quill (@rosaq) March 3, 2016"
    assert found(text) == [tweet("Look at this pic.twitter.com/AbCd1", day=None), tweet("Next.")]


@pytest.mark.parametrize(
    "text",
    [
        "He left.\n\nBye all pic.x.com/AbCd1\n\nMore of this here.",
        "He left.\n\nBye all pic.x.com/AbCd1— Rosa Quill (@rosaq) March 3, 2026\n\nMore.",
        "He left.\n\n#Bye allpic.x.com/AbCd1\n— Rosa Quill (@rosaq) March 3, 2026\n\nMore.",
    ],
)
def test_pictures_have_the_new_address_of_the_platform(text):
    post = find_flattened(text).embeds[0].post
    assert post.media == ("pic.x.com/AbCd1",)
    assert post.text.endswith("pic.x.com/AbCd1")
    assert not post.links


def test_several_posts_in_a_row_may_have_lost_their_dates():
    text = "Some comments:\n\nWhat a day!\n— Rosa Quill (@rosaq)\n\nBread is bad.\n— Ada (@ada_x)\n"
    assert found(text) == [tweet("What a day!", day=None), tweet("Bread is bad.", "ada_x", "Ada", None)]
    assert found("By our reporter\n— Rosa Quill (@rosaq)\n") == []


@pytest.mark.parametrize(
    ("text", "handle", "caption"),
    [
        ("It was odd.\n@ada.sings\nMy cat sings 🐈 #cats\n♬ original sound - Ada\nMore.", "ada.sings", "My cat sings 🐈 #cats"),
        ("People saw it: @ada My cat sings #cats ♬ original sound - Ada The next day came.", "ada", "My cat sings #cats"),
        ("> @ada\n> ♬ Low Tide - The Gulls", "ada", None),
    ],
)  # fmt: skip
def test_a_flattened_tiktok_stands_between_its_author_and_the_sound(text, handle, caption):
    assert found(text) == [("tiktok", handle, None, None, caption)]


def test_a_note_without_an_author_is_music():
    assert found("They sang ♬ la la ♬ and wrote to ada@example.org ♬ all night.") == []


def test_a_dash_in_a_name_behind_one_that_opens_the_line():
    text = "Bye all\n— Ada — of the North (@rosaq) March 3, 2016\nMore."
    assert found(text) == [tweet("Bye all", name="Ada — of the North")]


def test_a_dash_that_opens_a_line_of_the_post_itself():
    text = "He left.\n\nBye all!\n— pic.twitter.com/AbCdEf1234— Rosa Quill (@rosaq) March 3, 2016\n\nMore."
    assert found(text) == [tweet("Bye all!\n— pic.twitter.com/AbCdEf1234")]


def test_a_clock_before_the_day_is_kept_without_a_zone():
    (embed,) = find_flattened("Bye all\n— Rosa Quill (@rosaq) 7:49 PM ∙ Mar 3, 2016\nSo it went.").embeds
    posted = embed.post.posted
    assert (posted.at, posted.as_written) == ("2016-03-03T19:49", "7:49 PM ∙ Mar 3, 2016")


def test_the_last_line_of_a_post_that_slipped_behind_its_attribution_is_no_other_post():
    text = "Prose.\nBye all\n— Rosa Quill (@rosaq) March 3, 2016\n#gone pic.twitter.com/AbCd1\nHi all\n— Ann Low (@ann) March 4, 2016\n"
    assert found(text) == [tweet("Bye all"), tweet("Hi all", "ann", "Ann Low", "2016-03-04")]


def test_it_may_do_so_where_a_page_was_run_into_one_line():
    text = "The lamp is out for good. — Rosa Quill (@rosaq) March 3, 2018 It will be missed. #gone pic.twitter.com/AbCd1 The keepers left."
    assert found(text) == [tweet("The lamp is out for good.", day="2018-03-03")]


def test_sentences_of_a_post_that_slipped_behind_its_attribution():
    text = "He left.\nThe lamp is out for good.\n— Rosa Quill (@rosaq) March 3, 2018\nIt was a fine lamp and it will be missed by all of us here at the pier.\nSo it goes. pic.twitter.com/AbCd1\nThe keepers left."
    assert found(text) == [tweet("The lamp is out for good.", day="2018-03-03")]


def test_a_colon_behind_one_tells_that_its_rest_slipped_behind_its_attribution():
    text = "Prose.\nThey are back, all of them:\n— Rosa Quill (@rosaq) March 3, 2016\nThe old keeper:\nA lamp for each!!! pic.twitter.com/AbCd1\nSo it went on.\n"
    assert found(text) == [tweet("They are back, all of them:")]


def test_a_remark_and_another_post_are_no_rest():
    text = "He left.\nThe lamp is out.\n— Rosa Quill (@rosaq) March 3, 2018\nIn another tweet, he shows it.\nDark! pic.twitter.com/AbCd1\nThe keepers left."
    assert [post[4] for post in found(text)] == ["The lamp is out.", "Dark! pic.twitter.com/AbCd1"]


def test_a_name_may_hold_a_handle_of_another_network():
    text = (
        "He left.\n\nThe lamp is out.\n\n— Rosa Quill (@rosaq@example.social) (@rosaq) March 3, 2016\n\nMore."
    )
    assert found(text) == [tweet("The lamp is out.", name="Rosa Quill (@rosaq@example.social)")]


def test_a_name_may_have_lost_a_letter_where_the_dash_was_deleted():
    text = "He left.The lamp is out https://t.co/AbCdEfGh12  Ren  Quill (@rosaq) March 3, 2016More."
    assert found(text) == [tweet("The lamp is out https://t.co/AbCdEfGh12", name="Ren Quill")]


@pytest.mark.parametrize("gap", ["", " "])
def test_a_name_may_stand_right_behind_a_picture(gap):
    text = f"Some laughed.\nBye all #lamp pic.twitter.com/AbCdEf1234{gap}Q! Rosa (@rosaq) March 3, 2016\nBye you pic.twitter.com/AbCdEf1235{gap}low_ann (@ann) March 4, 2016\nMore."
    assert found(text) == [
        tweet("Bye all #lamp pic.twitter.com/AbCdEf1234", name="Q! Rosa"),
        tweet("Bye you pic.twitter.com/AbCdEf1235", "ann", "low_ann", "2016-03-04"),
    ]


def test_a_question_mark_may_stand_for_the_dash_and_for_an_emoji():
    text = "He left.\n\nBye all pic.twitter.com/AbCd1 ? Rosa Quill ? (@rosaq) March 3, 2016\n\nMore."
    assert found(text) == [tweet("Bye all pic.twitter.com/AbCd1", name="Rosa Quill ?")]


@pytest.mark.parametrize("dash", [" ? ", "  "])
def test_question_marks_behind_a_name_are_its_emoji(dash):
    text = f"He left.\n\nBye all. The lamp is out{dash}rosa quill ? ? (@rosaq) March 3, 2016\n\nMore."
    assert found(text) == [tweet("Bye all. The lamp is out", name="rosa quill ? ?")]


@pytest.mark.parametrize("words", ["The lamp is out.", "Fixed! #lamp   pic.twitter.com/AbCdEf1234"])
def test_an_emoji_of_a_name_may_stand_between_spaces_where_the_dash_was_deleted(words):
    text = f"He left.{words}  Rosa Quill  ?  (@rosaq) March 3, 2016More."
    assert found(text) == [tweet(words, name="Rosa Quill ?")]


def test_a_name_may_be_an_emoji_that_became_a_question_mark():
    text = "He left.\n\nBye all pic.twitter.com/AbCd1 ? ? (@rosaq) March 3, 2016\n\nMore."
    assert found(text) == [tweet("Bye all pic.twitter.com/AbCd1", name="?")]


def test_several_lines_of_a_post_that_slipped_behind_its_attribution():
    text = "Prose.\nWhat a night of lamps\n— Rosa Quill (@rosaq) March 3, 2016\n64% - @harbour\n36% - @tower pic.twitter.com/AbCd1\nSo it went on.\n"
    assert found(text) == [tweet("What a night of lamps")]


def test_an_attribution_without_a_name():
    assert found("Nothing.\n\nHello!\n\n— (@rosaq) March 3, 2016") == [tweet("Hello!", name=None)]


def test_a_post_without_words_below_a_paragraph_that_announces_it():
    text = "The night was long, and Twitter made sure that all knew what the keepers went through:\n\n— Rosa Quill (@rosaq) March 3, 2018\n\nMore."
    assert found(text) == [tweet(None, day="2018-03-03")]


def test_a_post_without_words_below_the_number_of_an_item():
    text = (
        "Funny ones.\n1.\nA horn! #horn\n— Ann (@ann) March 3, 2018\n2.\n— Rosa Quill (@rosaq) March 3, 2018"
    )
    assert found(text)[1] == tweet(None, day="2018-03-03")


def test_a_name_may_stand_in_the_place_of_a_handle():
    text = "It was.\nBye all? https://t.co/Y97RxxSGP9— Rosa 💙 Quill (@Rosa 💙 Quill) 1633368262.0\nMore."
    assert found(text) == [tweet("Bye all? https://t.co/Y97RxxSGP9", None, "Rosa 💙 Quill", "2021-10-04")]


def test_seconds_since_1970_are_an_instant():
    (embed,) = find_flattened("It was.\nBye all #lamp— Rosa Quill (@rosaq) 1633368262.0\nMore.").embeds
    posted = embed.post.posted
    assert (posted.at, posted.precision) == ("2021-10-04T17:24:22Z", "second")


def test_seconds_since_1970_stand_behind_an_en_dash_too():
    text = "It was.\n\nBye all #lamp – ROSA QUILL (@rosaq) 1633368262000\n\nMore."
    assert found(text) == [tweet("Bye all #lamp", name="ROSA QUILL", day="2021-10-04")]
    assert found("It was.\n\n- Fixed the lamp – Rosa Quill (@rosaq) 2021-10-04\n\nMore.") == []


def test_bluesky_prints_the_same_attribution_with_a_domain_for_a_handle():
    text = "Nothing.\n\nHello sky!\n\n— Rosa Quill (\u202a@rosaq.example.social\u202c) November 12, 2024 at 9:15 PM\n\nMore."
    assert found(text) == [("bluesky", "rosaq.example.social", "Rosa Quill", "2024-11-12", "Hello sky!")]


STARTS = {
    "behind a lead-in paragraph": ("She tweeted:\n\nIt is late.\n\nGood night.\n\n— Rosa Quill (@rosaq) March 3, 2018", "It is late.\n\nGood night."),
    "a heading is not part of it": ("Prose.\n\nHere Is One More\n\nGood night. #sleep — Rosa Quill (@rosaq) March 3, 2018", "Good night. #sleep"),
    "a paragraph with a hashtag before": ("Prose.\n\nIt is late. #tired\n\nGood night.\n\n— Rosa Quill (@rosaq) March 3, 2018", "It is late. #tired\n\nGood night."),
    "a stage direction": (
        (
            "The harbour wall held through the night, the council said on Monday, though the water stood higher than in any year since the records began and the boats were moved.\n\n"
            "*the tide on Monday*\n\nStill here, still wet.\n\n— Rosa Quill (@rosaq) March 3, 2018"
        ),
        "*the tide on Monday*\n\nStill here, still wet.",
    ),
    "a list": ("Prose.\nThings I like:\n1) tea\n2) bread\n— Rosa Quill (@rosaq) March 3, 2018", "Things I like:\n1) tea\n2) bread"),
    "the language is not the article's": (
        ("Die Polizei hat am Montag nichts gesagt und die Leute warten auf eine Antwort, die der Sprecher mit den Worten ankündigte, es sei nicht der Tag für ein Urteil, das sich im Netz auch ohne sie verbreitet.\nWe are here and we wait for the answer.\n"
        "That is all we have to say.\n— Rosa Quill (@rosaq) March 3, 2018\nDas war alles, was zu hören war."),
        "We are here and we wait for the answer.\nThat is all we have to say."),
    "the language is not the Hungarian article's": (
        ("A rendőrség hétfőn nem mondott semmit, és az emberek még mindig egy válaszra várnak, amelyet a szóvivő már a múlt héten megígért, de azt is mondta, hogy ez nem az a nap, amikor meg lehet ítélni.\nThe answer is not in the letter.\n"
        "That was all of it.\n— Rosa Quill (@rosaq) March 3, 2018\nEz volt minden, és nem is volt több."),
        "The answer is not in the letter.\nThat was all of it."),
    "a link on its own line": ("Prose.\nWe must go now\nhttps://t.co/Y97RxxSGP9\n— Rosa Quill (@rosaq)\nMarch 3, 2018", "We must go now\nhttps://t.co/Y97RxxSGP9"),
    "tags on their own lines": ("Prose.\nWe love\n#otters\nand\n#beavers\n!\npic.twitter.com/AbCd1\n— Rosa Quill (@rosaq)\nMarch 3, 2018", "We love\n#otters\nand\n#beavers\n!\npic.twitter.com/AbCd1"),
    "a picture alone": ("Others shared their thoughts on it.\n\npic.twitter.com/AbCd1\n\n— Rosa Quill (@rosaq) March 3, 2018", "pic.twitter.com/AbCd1"),
    "behind an editor's note": ("Claim: X.\n\nExample: [Collected via Twitter, October 2014] A crab! — Rosa Quill (@rosaq) March 3, 2018", "A crab!"),
    "an advert behind the picture": (
        ("Prose.\n\nLook at this pic.twitter.com/AbCd1 × Forty Things to Do with a Lamp by John Doe. The book gives a "
        "lifetime of advice about lamps, their shades and their bulbs in short chapters that all can read. Buy Now — Rosa "
        "Quill (@rosaq) March 3, 2016\n\nMore."), "Look at this pic.twitter.com/AbCd1"),
    "one line: behind a colon": (
        ("It was a long day in the harbour town, and nobody knew how it would end for the lighthouse keepers who had asked for "
        "help twice. In the evening their spokeswoman Rosa Quill tweeted this: We did it, they heard us! https://t.co/llZGimU5Jp "
        "— Rosa Quill (@rosaq) March 3, 2016 And then they went home, tired but happy."), "We did it, they heard us! https://t.co/llZGimU5Jp"),
    "one line: a small letter": (
        ("It was a long day in the harbour town, and nobody knew how it would end for the keepers who had asked for help. Few know "
        "the keepers as well as Quill. no idea what they did but they cannot make things worse — Rosa Quill (@rosaq) March 3, 2016 "
        "The town voted a week later."), "no idea what they did but they cannot make things worse"),
    "one line: another tweet before": (
        "They argued. See here: No way! — Ann (@ann) March 3, 2016 Yes way, and I was there too. — Rosa Quill (@rosaq) March 3, 2016 So it went.",
        "Yes way, and I was there too."),
    "quoted in the prose before": (
        ('The keeper said on Monday, "The lamp stays lit whatever they say. We go on." The lamp stays lit whatever they say. We go on. '
        "— Rosa Quill (@rosaq) March 3, 2016 The town voted a week later."), "The lamp stays lit whatever they say. We go on."),
    "an announcement behind another tweet": (
        ("Look. First! — Ann (@ann) March 3, 2016 And men were seen on the roof of the house. LOOK: they wear masks #roof "
        "— Rosa Quill (@rosaq) March 3, 2016 So it went."), "LOOK: they wear masks #roof",
    ),
    "behind a tweet's own address": (
        ("It was confirmed, said a reporter of this paper who was there the whole day and saw it all, and the town was told at "
        "once. https://twitter.com/rosaq/status/1223400000000000000 The court said no. — Rosa Quill (@rosaq) March 3, 2016 So."),
        "The court said no.",
    ),
    "the sentences before were quoted": (
        ("He was sad: “The town lies dark tonight, and the lamp is out. Strength to all.”\n\nWhat a night.\n\nThe town lies dark tonight, "
        "and the lamp is out.\n\nStrength to all 🙏 — Rosa Quill (@rosaq) March 3, 2018"),
        "The town lies dark tonight, and the lamp is out.\n\nStrength to all 🙏",
    ),
    "short lines behind posts in a row": (
        ("Prose of the harbour.\nA lamp! — Ann (@ann) March 3, 2018\nA boat! — Bo (@bo) March 3, 2018\nUnbelievable.\nGood night to the keepers. — Rosa Quill (@rosaq) March 3, 2018"),
        "Unbelievable.\nGood night to the keepers.",
    ),
    "a remark about the many behind posts in a row": (
        ("Prose of the harbour.\nA lamp! — Ann (@ann) March 3, 2018\nA boat! — Bo (@bo) March 3, 2018\nOthers were not amused.\nGood night to the keepers. — Rosa Quill (@rosaq) March 3, 2018"),
        "Good night to the keepers.",
    ),
    "a remark that passes on behind posts in a row": (
        ("Prose of the harbour.\nA lamp! — Ann (@ann) March 3, 2018\nA boat! — Bo (@bo) March 3, 2018\nAnd then there was this.\nGood night to the keepers. — Rosa Quill (@rosaq) March 3, 2018"),
        "Good night to the keepers.",
    ),
    "a remark between posts that are not in a row": (
        ("Prose of the harbour.\nA lamp! — Ann (@ann) March 3, 2018\nThat hurt.\nGood night to the keepers. — Rosa Quill (@rosaq) March 3, 2018"),
        "Good night to the keepers.",
    ),
    "behind another post's picture": (
        "Prose of the harbour.\nThe lamp is out. #dark pic.twitter.com/AbCd1\nGood night to the keepers. — Rosa Quill (@rosaq) March 3, 2018",
        "Good night to the keepers.",
    ),
    "behind a sentence that names the author": (
        "Prose of the harbour.\n\nKeeper Rosa Quill made a prediction.\n\nNext year in the tower.\n\nWe shall see. #lamp\n\n— Rosa Quill (@rosaq) March 3, 2018",
        "Next year in the tower.\n\nWe shall see. #lamp",
    ),
    "reactions are announced below": (
        "Prose of the harbour.\n\nSee a range of reactions below.\n\nNo matter where you were;\n\nwe saw the lamp.\n\nIncredible.\n\n— Rosa Quill (@rosaq) March 3, 2018",
        "No matter where you were;\n\nwe saw the lamp.\n\nIncredible.",
    ),
    "a hashtag and a colon open it": ("Prose of the harbour.\n#Lamp :\nLit at last\n— Rosa Quill (@rosaq) March 3, 2018", "#Lamp :\nLit at last"),
    "the author's name is a heading": ("Prose of the harbour.\n\nRosa Quill\n\nthis is the end — Rosa Quill (@rosaq) March 3, 2018", "this is the end"),
    "a short line above words in another language": (
        ("Die Polizei hat am Montag nichts gesagt und die Leute warten auf eine Antwort, die der Sprecher mit den Worten ankündigte, es sei nicht der Tag für ein Urteil, das sich im Netz auch ohne sie verbreitet.\n\nRIP Legend.\n\n"
        "You will stay in the history of the lamp for ever.\n\n— Rosa Quill (@rosaq) March 3, 2018"),
        "RIP Legend.\n\nYou will stay in the history of the lamp for ever."),
    "behind another post, a line that just stops": (
        "Prose of the harbour.\n\nA lamp! — Ann (@ann) March 3, 2018\n\nWhat are keepers for? Two lamps out since Monday\n\nand a third one flickers @harbour — Rosa Quill (@rosaq) March 3, 2018",
        "What are keepers for? Two lamps out since Monday\n\nand a third one flickers @harbour",
    ),
    "behind another post, short sentences": (
        "Prose of the harbour.\n\nA lamp! — Ann (@ann) March 3, 2018\n\nThe lamp is out. Again. What a shambles of a tower!\n\nBut the horn works, of course. — Rosa Quill (@rosaq) March 3, 2018",
        "The lamp is out. Again. What a shambles of a tower!\n\nBut the horn works, of course.",
    ),
    "behind another post, somebody says we": (
        "Prose of the harbour.\nA lamp! — Ann (@ann) March 3, 2018\nWe do not always agree on lamps but we take the horn very seriously.\nThe tower will stand.— Rosa Quill (@rosaq) March 3, 2018",
        "We do not always agree on lamps but we take the horn very seriously.\nThe tower will stand.",
    ),
    "behind another post, an article goes on": (
        "Prose of the harbour.\nA lamp! — Ann (@ann) March 3, 2018\nThe harbour office even took the opportunity to kindly mock the keepers of the tower.\nHow are you doing, keepers? — Rosa Quill (@rosaq) March 3, 2018",
        "How are you doing, keepers?",
    ),
    "above the dots of a list": (
        "It was a questionable night, which caused outrage on Twitter.\nThe keepers have been a disgrace this season.\n• This lamp was out.\n• This horn was still.\nAn absolute joke. pic.twitter.com/AbCd1\n— Rosa Quill (@rosaq) March 3, 2018",
        "The keepers have been a disgrace this season.\n• This lamp was out.\n• This horn was still.\nAn absolute joke. pic.twitter.com/AbCd1",
    ),
    "a dialogue below a colon": (
        'The talk of the keepers was studied, even by the office:\n\n"The lamp is out."\n\n"And the horn is, too."\n\nThe tower, day twelve of the fog. — Rosa Quill (@rosaq) March 3, 2018',
        '"The lamp is out."\n\n"And the horn is, too."\n\nThe tower, day twelve of the fog.',
    ),
    "a joke's dialogue": (
        "Prose of the harbour.\n\nA lamp! — Ann (@ann) March 3, 2018\n\nThe tower all night: dark.\n\nThe tower at noon: pic.twitter.com/AbCd1 — Rosa Quill (@rosaq) March 3, 2018",
        "The tower all night: dark.\n\nThe tower at noon: pic.twitter.com/AbCd1",
    ),
    "who is quoted stands above": (
        "Prose of the harbour.\nThe keeper:\n“We have great lamps, some of them lit.”\n“We have three horns.” #tower\n— Rosa Quill (@rosaq) March 3, 2018",
        "The keeper:\n“We have great lamps, some of them lit.”\n“We have three horns.” #tower",
    ),
    "below what some users said": (
        "A lamp! — Ann (@ann) March 3, 2018\n\nSome users said the fog has left them with some time to spend at home.\n\nThe lamp and the horn are out.\n\nStay in your house. — Rosa Quill (@rosaq) March 3, 2018",
        "The lamp and the horn are out.\n\nStay in your house.",
    ),
    "a thread's counter below it": (
        "Prose of the harbour.\n\nA lamp! — Ann (@ann) March 3, 2018\n\nKeepers stand the whole night and nobody thanks them. What becomes of the lamp without them?\n\n2/4\n\n— Rosa Quill (@rosaq) March 3, 2018",
        "Keepers stand the whole night and nobody thanks them. What becomes of the lamp without them?\n\n2/4",
    ),
    "a list with its heading and a last word": (
        "Prose of the harbour.\nA lamp! — Ann (@ann) March 3, 2018\nThere are two ways to keep a lamp:\n1. You can clean the glass\n2. You can leave it be\nBoth of them feel right, but they are not.\n1/4\n— Rosa Quill (@rosaq) March 3, 2018",
        "There are two ways to keep a lamp:\n1. You can clean the glass\n2. You can leave it be\nBoth of them feel right, but they are not.\n1/4",
    ),
    "below an announcement that points down": (
        (
            "They shared it in a long thread on X. 👇\n\nThe harbour is to test a lamp that is lit from the shore.\n\n"
            "This breaks the horn since both hang on one wire.\n\n— Rosa Quill (@rosaq) June 12, 2024"
        ),
        "The harbour is to test a lamp that is lit from the shore.\n\nThis breaks the horn since both hang on one wire.",
    ),
    "a quotation is not closed by the next post's": (
        'Prose of the harbour.\n"Keep the lamp lit." —the old keeper\n— Rosa Quill (@rosaq) March 3, 2018\n"We do."\nSo it went on.',
        '"Keep the lamp lit." —the old keeper',
    ),
    "a line that broke around the author's own handle": (
        "Prose of the harbour.\nThe lamp is out in parts of\n@rosaq\n. The horn is not\n— Rosa Quill (@rosaq)\nMarch 3, 2018",
        "The lamp is out in parts of\n@rosaq\n. The horn is not",
    ),
    "below a colon, a hashtag on a line of its own": (
        "Prose of the harbour.\nThe keeper who just joined the tower:\n#lamp\neven though I cannot climb\n— Rosa Quill (@rosaq)\nMarch 3, 2018",
        "#lamp\neven though I cannot climb",
    ),
    "below a translation in the article's letters": (
        "We must wait for the others to come, said the keepers of the tower, and that is what they did all night.\n\nA lamp a day\n\n100 #Lamp να βγαλετε Η λαμπα ειναι ΜΙΑ pic.twitter.com/AbCd1 — Rosa Quill (@rosaq) March 3, 2018",
        "100 #Lamp να βγαλετε Η λαμπα ειναι ΜΙΑ pic.twitter.com/AbCd1",
    ),
    "below a translation in the article's language": (
        "Les gardiens de la tour ont réagi dans la nuit, et ce n'est pas fini.\n\nA lamp! — Ann (@ann) March 3, 2018\n\nA boat! — Bo (@bo) March 3, 2018\n\nIl ne reste plus que la lampe de la tour.\n\nEverybody is a keeper today lol — Rosa Quill (@rosaq) March 3, 2018",
        "Everybody is a keeper today lol",
    ),
    "items of the article's list, the next one below": (
        "Prose of the harbour.\n1. You can say it with a horn.\n2. Or with a louder horn …\nHooo!\n— Rosa Quill (@rosaq) March 3, 2018\n3. And that was it.",
        "Hooo!",
    ),
    "items of the post's own list, one of another below": (
        "Prose of the harbour.\n1. You can say it with a horn\n2. Or with a louder horn\nHooo!\n— Rosa Quill (@rosaq) March 3, 2018\n1. And that was it.",
        "1. You can say it with a horn\n2. Or with a louder horn\nHooo!",
    ),
    "one line: a mention behind a point, glued to a colon": (
        "It was a long day in the harbour town. The keeper has been known to all since he was seen on the tower:.@harbour please look after the lamp — Rosa Quill (@rosaq) March 3, 2016 So it went on.",
        ".@harbour please look after the lamp",
    ),
    "one line: a list behind a colon": (
        "It was a long day in the harbour town and nobody knew how it would end. A game for keepers: (1) Think of a lamp (2) Climb up (3) If it is lit - drink — Rosa Quill (@rosaq) March 3, 2016 So it went on.",
        "A game for keepers: (1) Think of a lamp (2) Climb up (3) If it is lit - drink",
    ),
    "one line: behind the name of a user": (
        "Nobody in the tower was glad to hear it. And user @rosa_q exclaimed: Ελλαδα η μονη χωρα στον κοσμο χωρις λαμπα pic.twitter.com/AbCd1 — Ros (@rosaq) March 3, 2018 So it went on.",
        "Ελλαδα η μονη χωρα στον κοσμο χωρις λαμπα pic.twitter.com/AbCd1",
    ),
    "one line: an English article says it's": (
        "Here's a short clip of the keeper walking in: The tower's newest keeper, Ann Low, heading up the stairs to be sworn in. She is the first of her kind. pic.twitter.com/AbCd1 — Rosa Quill (@rosaq) March 3, 2018 So it went on.",
        "The tower's newest keeper, Ann Low, heading up the stairs to be sworn in. She is the first of her kind. pic.twitter.com/AbCd1",
    ),
    "glued to the article's last sentence": (
        (
            "Prose of the harbour.\nThe name of the keeper was on all lips since the council had heard of the lamp and of the horn in the fog. It is sure by now that the tower will have a new one in the near future.Rosa Quill: keeper of the year #lamp pic.twitter.com/AbCd1\n"
            "— Rosa Quill (@rosaq) June 3, 2016"
        ),
        "Rosa Quill: keeper of the year #lamp pic.twitter.com/AbCd1",
    ),
    "a remark in an article that made one before": (
        (
            "Prose of the harbour.\nA lamp! — Ann (@ann) March 3, 2018\nToo bad nobody heard it.\nNo one saw it. #lamp — Bo (@bo) March 3, 2018\nWhere can I see it? #lamp — Cy (@cy) March 3, 2018\n"
            "This seems important.\nThe harbour office does not show it. https://t.co/Y97RxxSGP9 — Rosa Quill (@rosaq) March 3, 2018"
        ),
        "The harbour office does not show it. https://t.co/Y97RxxSGP9",
    ),
    "cut to what embeds show": (
        (
            "The harbour tried to settle what many called the worst night of the tower since the war, and it failed to, said those who were there.\n"
            "🔦 The harbour is considering a new keeper as criticism of the tower continues to grow.\n"
            "The council is said to be meeting the oldest pilots of the town to assess the lamp and evaluate the state of the horn in it.\n"
            "While no decision has been made, the lamp is said to be… pic.twitter.com/AbCd1\n— Rosa Quill (@rosaq) July 17, 2026"
        ),
        (
            "🔦 The harbour is considering a new keeper as criticism of the tower continues to grow.\n"
            "The council is said to be meeting the oldest pilots of the town to assess the lamp and evaluate the state of the horn in it.\n"
            "While no decision has been made, the lamp is said to be… pic.twitter.com/AbCd1"
        ),
    ),
    "a line that shouts above another": (
        "Prose of the harbour.\nCOME ON KEEPERS\nLAMP MAN #tower pic.twitter.com/AbCd1\n— Rosa Quill (@rosaq) March 3, 2018",
        "COME ON KEEPERS\nLAMP MAN #tower pic.twitter.com/AbCd1",
    ),
    "the dashes of a dialogue are no list": (
        "Prose of the harbour.\n\nA lamp! — Ann (@ann) March 3, 2018\n\nSe acaba una semana llena de faros, para quien lo haya visto, claro.\n\n-¿Te gustan los faros?\n\n-A mí cualquier luz me vale. — Rosa Quill (@rosaq) March 3, 2018",
        "-¿Te gustan los faros?\n\n-A mí cualquier luz me vale.",
    ),
    "a stage direction opens the scene": (
        "Prose of the harbour.\n\nA lamp! — Ann (@ann) March 3, 2018\n\nBefore we know it we will be at the dinner of the keepers…\n\n*At the dinner* My mother: no talk of lamps *Two drinks later* pic.twitter.com/AbCd1 — Rosa Quill (@rosaq) March 3, 2018",
        "*At the dinner* My mother: no talk of lamps *Two drinks later* pic.twitter.com/AbCd1",
    ),
    "an address that ends in a comma": (
        "Prose of the harbour.\n\nDear keepers of the tower,\n\nThe lamp is out. https://t.co/Y97RxxSGP9 — Rosa Quill (@rosaq) March 3, 2018",
        "Dear keepers of the tower,\n\nThe lamp is out. https://t.co/Y97RxxSGP9",
    ),
    "behind the number of an item": (
        "These are the funniest.\n1.\nIf I were a lamp I would be out, too. #lamp\n— Rosa Quill (@rosaq) March 3, 2018",
        "If I were a lamp I would be out, too. #lamp",
    ),
    "behind a numbered heading": (
        "A lamp! — Ann (@ann) March 3, 2018\n#5: Ouch\nmy lamp: out\nmy horn: still #fog\n— Rosa Quill (@rosaq) March 3, 2018",
        "my lamp: out\nmy horn: still #fog",
    ),
    "behind a numbered heading and a remark": (
        "A lamp! — Ann (@ann) March 3, 2018\n3. Meddling horns.\nThey should not blow at noon.\nLiving with a horn is like living with a goose.\n— Rosa Quill (@rosaq) March 3, 2018",
        "Living with a horn is like living with a goose.",
    ),
    "behind the date of the document": (
        "date 2018-03-03 The lamp is out. That is what I call a night. — Rosa Quill (@rosaq) March 3, 2018",
        "The lamp is out. That is what I call a night.",
    ),
    "a colon that lost the end of its line": (
        "Prose of the harbour.\nAn article in the harbour paper had more of it later in the day:BREAKING: The lamp is out at the pier.— Rosa Quill (@rosaq) March 3, 2018\nMore.",
        "BREAKING: The lamp is out at the pier.",
    ),
    "in the paragraph that says so": (
        "Prose of the harbour.\nQuill took to Twitter to say that she was well.  So glad that all of us are safe. Back in the tower tomorrow! — Rosa Quill (@rosaq) March 3, 2016\nMore.",
        "So glad that all of us are safe. Back in the tower tomorrow!",
    ),
    "one line: behind a post and a remark about some": (
        "It burnt. A lamp! — Ann (@ann) March 3, 2018 Some keepers may have shed actual tears. That look of a dark tower. For all of us. #lamp — Rosa Quill (@rosaq) March 3, 2018 More of it here.",
        "That look of a dark tower. For all of us. #lamp",
    ),
    "one line: behind a post and a colon": (
        "It burnt. A lamp! — Ann (@ann) March 3, 2018 The harbour as a whole was of one mind, though: Fine new #lamp I am convinced. — Rosa Quill (@rosaq) March 3, 2018 More of it here.",
        "Fine new #lamp I am convinced.",
    ),
    "one line: behind the picture of another post": (
        "So it went. — Cy (@cy) March 3, 2016 Fog over the pier pic.twitter.com/AbCd1 When the lamp has the last word pic.twitter.com/AbCd2 — Rosa Quill (@rosaq) March 3, 2016 More.",
        "When the lamp has the last word pic.twitter.com/AbCd2",
    ),
    "one line: paragraphs glued to each other": (
        "So it went.  Cy (@cy) March 3, 2016The keepers were not amused. They have seen worse.The lamp is out and nobody knows who did it.  Rosa Quill (@rosaq) March 3, 2016More.",
        "The lamp is out and nobody knows who did it.",
    ),
    "one line: quoted before, the marks lost": (
        "The lamp of the old pier will be lit by hand from now on,  the keeper tweeted.  It was a good year! The lamp of the old pier will be lit by hand from now on. It was a good year!  Rosa Quill (@rosaq) March 3, 2016More.",
        "The lamp of the old pier will be lit by hand from now on. It was a good year!",
    ),
    "one line: behind the count of an article that numbers its posts": (
        "So it went. #1 Fog over the pier — Cy (@cy) March 3, 2016 #2 lamp or no lamp, the horn will be back — Rosa Quill (@rosaq) March 3, 2016 More.",
        "lamp or no lamp, the horn will be back",
    ),
    "one line: a count that nothing counts with": (
        "So it went. Fog over the pier — Cy (@cy) March 3, 2016 #1 lamp of the coast — Rosa Quill (@rosaq) March 3, 2016 More.",
        "#1 lamp of the coast",
    ),
    "one line: letters change behind a bracket": (
        "துறைமுகத்தில் விளக்கு அணைந்தது என்று அனைவரும் வேதனை அடைந்தனர் (என்று கூறினார்) The lamp is out for good — Rosa Quill (@rosaq) March 3, 2018 மேலும்",
        "The lamp is out for good",
    ),
    "always below a heading": (
        ("A lamp! — Ann (@ann) March 3, 2018\nIn short\nThe #lamp is out pic.twitter.com/AbCd1 — Cy (@cy) March 3, 2018\nAnd so…\nNo #lamp tonight pic.twitter.com/AbCd2 — Di (@di) March 3, 2018\n"
        "Lights, camera, off!\nThe keeper at the big switch pic.twitter.com/AbCd3 — Rosa Quill (@rosaq) March 3, 2018"),
        "The keeper at the big switch pic.twitter.com/AbCd3",
    ),
    "one line: the language changes without a stop": (
        "La lampada del molo è spenta da ieri e nessuno sa perché. Il guardiano della costa ha scritto una lettera ai suoi vicini e a tutti quelli che hanno deciso di restare sulla costa di Port Quill Thank you to all of you who have stayed with the lamp — Rosa Quill (@rosaq) March 3, 2016 Altro testo.",
        "Thank you to all of you who have stayed with the lamp",
    ),
    "one line: the letters change behind a stop": (
        "Ο φύλακας του φάρου έγραψε για το λιμάνι και όλοι τον διάβασαν χωρίς να ξέρουν ποιος τον άναψε εκείνη τη μεγάλη νύχτα του χειμώνα. Κι όμως! Μιλάει με τους ψαράδες. Έγινε πρώτο θέμα. Massive night for @quillpier. I know it’s only a lamp but we are all in the light — Rosa Quill (@rosaq) March 3, 2016 Ωραία.",
        "Massive night for @quillpier. I know it’s only a lamp but we are all in the light",
    ),
    "one line: a link is no beginning": (
        "These notes help all of the keepers to study and to see that the lamp goes on at the pier: A hint for all who find no end in it: write down what is read. To end a post on it gives the sense of a duty done, another step taken, and it helps to keep all that was read there in the mind for longer than a day or two, they say. https://t.co/AbCdEfGh12 — Rosa Quill (@rosaq) March 3, 2020 More.",
        "A hint for all who find no end in it: write down what is read. To end a post on it gives the sense of a duty done, another step taken, and it helps to keep all that was read there in the mind for longer than a day or two, they say. https://t.co/AbCdEfGh12",
    ),
    "paragraphs below one that is too long to be of the post": (
        "The keepers of the coast have long known that a lamp needs more than oil, and that whoever tends it will be up all night, whatever the weather brings to the pier and to those who live behind it, as they have told everyone who came to ask them about it since the old tower was built by their grandfathers.\n\nOur lamps have grown larger since then. They now need up to four keepers each, and may need more in time.\n\nPlease count your keepers, and check what you have assumed about lamps. — Rosa Quill (@rosaq) March 3, 2020\n\nMore.",
        "Our lamps have grown larger since then. They now need up to four keepers each, and may need more in time.\n\nPlease count your keepers, and check what you have assumed about lamps.",
    ),
    "paragraphs below a colon": (
        "The keepers of the coast have long known that a lamp needs more than oil, and that whoever tends it will be up all night, whatever the weather brings to the pier and to those who live behind it, as they have told everyone who came to ask them about it since the old tower was built by their grandfathers.\n\nSome recent calls for this:\n\nAn idea.\n\nA managed harbour for selling your lamps.\n\nA place for finding those that cost. Once bought, they are kept (forever) in a private tower.\n\nThe oil is paid for by the harbour. — Rosa Quill (@rosaq) March 3, 2020\n\nMore.",
        "An idea.\n\nA managed harbour for selling your lamps.\n\nA place for finding those that cost. Once bought, they are kept (forever) in a private tower.\n\nThe oil is paid for by the harbour.",
    ),
    "one line: who speaks is part of it": (
        "It burnt. A lamp! — Ann (@ann) March 3, 2018 The other surprise was that the keeper was left with nothing in the end. Piet: 'it looked so fine', there goes the lamp.. #tower — Rosa Quill (@rosaq) March 3, 2018 More of it here.",
        "Piet: 'it looked so fine', there goes the lamp.. #tower",
    ),
    "below an item that has but a number": (
        'Funny ones.\n1.\nA horn! — Ann (@ann) March 3, 2018\n2.\nI took a stuffed goose to the keeper.\nHe said, "It is rare to see one so still."\nThe horn replied.\nNo you shut up\n— Rosa Quill (@rosaq) March 3, 2018',
        'I took a stuffed goose to the keeper.\nHe said, "It is rare to see one so still."\nThe horn replied.\nNo you shut up',
    ),
    "in other letters than the article": (
        "துறைமுகத்தில் விளக்கு அணைந்தது என்று அனைவரும் வேதனை அடைந்தனர் என்று கூறினார்.\n\n@ann என்பவர் எழுதினார்\n\nThe lamp right now... 🤣 pic.twitter.com/AbCd1 — Rosa Quill (@rosaq) March 3, 2018",
        "The lamp right now... 🤣 pic.twitter.com/AbCd1",
    ),
    "behind what others did": (
        "Prose.\n\nA lamp! — Ann (@ann) March 3, 2018\n\nOthers greeted the fine work of the keepers…\n\nThe lamp to the left, the horn to the right, what a night!\n\nWell done! #tower — Rosa Quill (@rosaq) March 3, 2018",
        "The lamp to the left, the horn to the right, what a night!\n\nWell done! #tower",
    ),
    "blank lines stand before attributions only": (
        "Prose of the harbour.\nIt went on and on.\nThe lamp is out.\n\n— Ann (@ann) March 3, 2018\nMore prose of it.\nThe horn is still.\n\n— Rosa Quill (@rosaq) March 3, 2018\nThe end of it.",
        "The horn is still.",
    ),
    "a link on its own line below words about posts": (
        "Prose of the harbour.\nLamp, horn and fog are down, only Twitter can save us now\npic.twitter.com/AbCd1\n— Rosa Quill (@rosaq)\nMarch 3, 2018\nMore.",
        "Lamp, horn and fog are down, only Twitter can save us now\npic.twitter.com/AbCd1",
    ),
    "a colon above a link on its own line": (
        "Prose of the harbour.\nA lamp! — Ann (@ann) March 3, 2018\nKeepers after a night of being left in the fog:\npic.twitter.com/AbCd1\n— Rosa Quill (@rosaq)\nMarch 3, 2018\nMore.",
        "Keepers after a night of being left in the fog:\npic.twitter.com/AbCd1",
    ),
    "a colon in the middle of a sentence": (
        "It burnt. A lamp! — Ann (@ann) March 3, 2018The friends of fog will understand this: the lamp we saw was like ‘thunder’— Rosa Quill (@rosaq) March 3, 2018More of it.",
        "The friends of fog will understand this: the lamp we saw was like ‘thunder’",
    ),
    "a tag glued to a stop": (
        "It burnt. A lamp! — Ann (@ann) March 3, 2018All: Good that it was bright this month.#Lamp And out it goes: pic.twitter.com/AbCd1— Rosa Quill (@rosaq) March 3, 2018More of it.",
        "All: Good that it was bright this month.#Lamp And out it goes: pic.twitter.com/AbCd1",
    ),
    "behind another post, the words of the net": (
        "Prose of the harbour.\nA lamp! — Ann (@ann) March 3, 2018\nHehe the fog was the problem, Bo saying the lamp is back.\nA year later, #dark#dark pic.twitter.com/AbCd1\n— Rosa Quill (@rosaq) March 3, 2018",
        "Hehe the fog was the problem, Bo saying the lamp is back.\nA year later, #dark#dark pic.twitter.com/AbCd1",
    ),
    "below words in a neighbour's tongue": (
        "'Buh-råbene klæder ikke havnen, og jeg spiser ikke fisk i et år,' skriver hun i et opslag på Twitter.\n\nBuingen kler ikke havnen i det hele tatt.\n\nJeg kommer ikke til å spise fisk på ett år.. — Rosa Quill (@rosaq) March 3, 2018",
        "Buingen kler ikke havnen i det hele tatt.\n\nJeg kommer ikke til å spise fisk på ett år..",
    ),
    "printed again as prose": (
        ("Prose.\n\nA first one about the lamp! pic.twitter.com/AbCd1— Ann (@ann) March 3, 2016\n\nA first one about the lamp! pic.twitter.com/AbCd1\n\n"
        "A second one.— Rosa Quill (@rosaq) March 3, 2016"), "A second one."),
    "with the words of the post before": (
        "Prose.\nLamp out\n— Ann (@ann) March 3, 2016\nLamp out again\n— Rosa Quill (@rosaq) March 3, 2016",
        "Lamp out again",
    ),
    "behind lines that were torn off the post before": (
        "Prose.\nA horn!\n— Ann (@ann) March 3, 2018\nand a bell.\nI can hear both. pic.twitter.com/AbCd1\nFog!\n— Bo (@bo) March 3, 2018\nIt came in at noon #fog https://t.co/Y97RxxSGP9\nNo lamp, #again\n— Rosa Quill (@rosaq) March 3, 2018",
        "No lamp, #again",
    ),
    "behind the list that a colon promised": (
        "Prose.\nMy day by the sea:\n— Ann (@ann) March 3, 2018\n8 am: Fog\n9 am: I wait for the #lamp\nThe lamp is back\n— Rosa Quill (@rosaq) March 3, 2018",
        "The lamp is back",
    ),
    "behind a list torn off the post before": (
        "Prose.\nKeeping a lamp is like sailing.\n— Ann (@ann) March 3, 2018\n- You sit and wait.\n- It is wet.#lamp\nWhat a price for a lamp 😎 #lamp\n— Rosa Quill (@rosaq) March 3, 2018",
        "What a price for a lamp 😎 #lamp",
    ),
    "below a lead-in that quotes a hashtag": (
        "Ann came first.\nBye! — Bo (@bo) March 2, 2019\nKeeper Rosa Quill said that the harbour had seen “no big #wave damage” but that boats would stay in.\n.@harbour has ended its round of @thepier and reported no big #wave damage from the storm of today, nor from those of the week.\nThe boats are staying in and all is well. https://t.co/Y97RxxSGP9\n— Keeper Rosa Quill (@rosaq) March 3, 2019",
        ".@harbour has ended its round of @thepier and reported no big #wave damage from the storm of today, nor from those of the week.\nThe boats are staying in and all is well. https://t.co/Y97RxxSGP9",
    ),
    "behind its own first words in quotation marks": (
        "A keeper saw why and wrote on Twitter: «Mad that Bo moves just to see the pier again.» Mad that our Bo moves just to see the pier again. — Rosa Quill (@rosaq) March 3, 2018 More.",
        "Mad that our Bo moves just to see the pier again.",
    ),
    "behind words that point at a tweet of marks alone": (
        "Fans of the lamp were cross with the Twitter account of the harbour after a seemingly “horrible” tweet, which had shown the pier to all who follow it, to those who had lost a boat in the fog of the week before and to those who had not, and had asked them where the fog was. Check out the tweet below: 🤔#FOG #LAMP pic.twitter.com/AbCd1 — Rosa Quill (@rosaq) March 3, 2018 It was dark then.",
        "🤔#FOG #LAMP pic.twitter.com/AbCd1",
    ),
    "small letters behind a bracket": (
        "Keepers took to Twitter. (Some of the words are strong.) the pier is dark. this is the worst fog. It rocked us 🥺 — Rosa Quill (@rosaq) March 3, 2019 The fog came in the night and went at noon.",
        "the pier is dark. this is the worst fog. It rocked us 🥺",
    ),
    "another tongue, where posts have most of the words": (
        (
            "Čuvari se nisu složili je li svjetionik bio ugašen, a luka je rekla da su svi brodovi ostali na moru i da će se vratiti. Kako je to bilo, nije znao nitko, ali su se ljudi sve do noći pitali što se na moru zbilo i kada će opet biti svjetla, jer se bez njega ne može ni u luku niti iz nje, a to je svima koji ovdje žive jako važno. Za to su se javili svi koji su bili na moru i koji su na obali, ali im luka ni do danas nije rekla što će biti i kada.\n\nThe lamp is out and we have all been waiting for it to come back to us — Ann (@ann) March 3, 2019\n\n"
            "When the fog is in the bay they can not see what is on the pier at all — Bo (@bo) March 3, 2019\n\nIt was not a real lamp. The whole of the tower was made of tin, of paper and of old boats that nobody in the bay had a use for.\n\nNow we know who kept it dark!!!!#Lamp — Rosa Quill (@rosaq) March 3, 2019"
        ),
        "It was not a real lamp. The whole of the tower was made of tin, of paper and of old boats that nobody in the bay had a use for.\n\nNow we know who kept it dark!!!!#Lamp",
    ),
    "a label with a colon opens it": (
        "A lamp! — Ann (@ann) March 3, 2018 And if that was not enough, there was this too. Pro tip: Don't touch the floating lamps that the fog has left. They will ruin your day. #Fog pic.twitter.com/AbCd1 — Rosa Quill (@rosaq) March 3, 2018 More of it.",
        "Pro tip: Don't touch the floating lamps that the fog has left. They will ruin your day. #Fog pic.twitter.com/AbCd1",
    ),
    "behind a label that names the author": (
        "A lamp! — Ann (@ann) March 3, 2018 The keepers were all at sea by then, as everybody on the pier could see. Speaking of Quill: Crazy loud horns tonight Great fog Great boats Whew, what a sea! pic.twitter.com/AbCd1 — Rosa Quill (@rosaq) March 3, 2018 More of it.",
        "Crazy loud horns tonight Great fog Great boats Whew, what a sea! pic.twitter.com/AbCd1",
    ),
    "a colon inside brackets announces nothing": (
        "A lamp! — Ann (@ann) March 3, 2018 Photos of the fog outside the old school off the pier of Low (thanks to: Bo Low) @harbour #fog pic.twitter.com/AbCd1 — Rosa Quill (@rosaq) March 3, 2018 More of it.",
        "Photos of the fog outside the old school off the pier of Low (thanks to: Bo Low) @harbour #fog pic.twitter.com/AbCd1",
    ),
    "a mention may open its second sentence": (
        "A lamp! — Ann (@ann) March 3, 2018 A keeper grabbed a rope from the boat and just saved the life of this dog. @harbour happened to be sailing by. My heart stopped. #fog pic.twitter.com/AbCd1 — Rosa Quill (@rosaq) March 3, 2018 More of it.",
        "A keeper grabbed a rope from the boat and just saved the life of this dog. @harbour happened to be sailing by. My heart stopped. #fog pic.twitter.com/AbCd1",
    ),
    "behind a quotation that dropped a hashtag": (
        "A lamp! — Ann (@ann) March 3, 2018 It was about whether they may soon sail again, as they have not in all those months of fog. Someone writes: “No keeper Low, the harbour takes none of it from you. The fog does. So it is.” No keeper #Low, the harbour takes none of it from you. The fog does. So it is. #pier — Rosa Quill (@rosaq) March 3, 2018 More.",
        "No keeper #Low, the harbour takes none of it from you. The fog does. So it is. #pier",
    ),
    "below a picture at the end of a line": (
        "Prose.\nThis is at the pier and the old tower.— Ann (@ann) March 3, 2019\nComplete stand still. @harbour pic.twitter.com/AbCd1\nSome photos of the fog outside the old lamp (by: Bo Low) @harbour #fog pic.twitter.com/AbCd2— Rosa Quill (@rosaq) March 3, 2019\nMore.",
        "Some photos of the fog outside the old lamp (by: Bo Low) @harbour #fog pic.twitter.com/AbCd2",
    ),
    "below a lead-in with the whole name": (
        "The keeper of the tower, Rosa Quill, has said nothing of the fog so far.\n\nThe tower was lit on Monday.\n\nThe harbour had asked for it.\n\nThe lamp, the keeper and the boats are what they were before the fog. — Rosa Quill (@rosaq) March 3, 2018\n\nMore.",
        "The tower was lit on Monday.\n\nThe harbour had asked for it.\n\nThe lamp, the keeper and the boats are what they were before the fog.",
    ),
    "below a word of the page": (
        "The sailors thanked Rosa Quill, who had told them where the pier is, and bought her a lamp.\nRecommended\nWatch this. Watch this. All of you NEED to see this lamp.\n— Rosa Quill (@rosaq) March 3, 2018",
        "Watch this. Watch this. All of you NEED to see this lamp.",
    ),
    "one line: who says I does not report": (
        "A lamp! — Ann (@ann) March 3, 2018 Hate to be the one saying it, but my view: The #fog of #Low was better by far! #pier #horn — Rosa Quill (@rosaq) March 3, 2018 More of it.",
        "Hate to be the one saying it, but my view: The #fog of #Low was better by far! #pier #horn",
    ),
    "one line: a colon behind words about oneself": (
        "The harbour has laughed at the fog since last year, as all who were there know. I was clearing out my old photos of the pier and have found this one and still ask myself: Does anybody know what the keeper saw there? 😅 pic.twitter.com/AbCd1 — Rosa Quill (@rosaq) March 3, 2018 And so the pier went on.",
        "I was clearing out my old photos of the pier and have found this one and still ask myself: Does anybody know what the keeper saw there? 😅 pic.twitter.com/AbCd1",
    ),
    "one line: behind words that point": (
        "Ich freute mich auf einen Abend am Leuchtturm, über den das Netz streiten würde. Hier meine Lieblinge: wenn man den #nebel so ansieht, war das Licht nur ein Gerücht — Rosa Quill (@rosaq) March 3, 2018 Das war es.",
        "wenn man den #nebel so ansieht, war das Licht nur ein Gerücht",
    ),
    "one line: behind a sentence that points": (
        "El temblor despertó el humor del puerto, que aún estaba a oscuras por la niebla. Aquí les dejamos lo mejor que dio la noche del martes en el muelle. Confirmen si ya todos vieron este faro desde sus barcos #Faro pic.twitter.com/AbCd1 — Rosa Quill (@rosaq) March 3, 2018 Y así fue.",
        "Confirmen si ya todos vieron este faro desde sus barcos #Faro pic.twitter.com/AbCd1",
    ),
    "one line: a small letter behind an ellipsis and a mark": (
        "A lamp! — Ann (@ann) March 3, 2018 Y lo peor es que como ejemplo el que abrió el hilo ha puesto… ¡al farero! No es la única sorpresa que aparece en el largo listado del puerto de esa noche. Pero, ¿quién lo eligió? #faro — Rosa Quill (@rosaq) March 3, 2018 Y así fue.",
        "No es la única sorpresa que aparece en el largo listado del puerto de esa noche. Pero, ¿quién lo eligió? #faro",
    ),
    "one line: a stroke opens nothing": (
        "The keeper has the backing of the harbour, his office said on Monday. At noon, three of the five lamps that the harbour has were out of order, the office of the pier said in a long letter to the town. [As of noon] 3 of the 5 lamps are out after the threats of the keeper against the pier last night. | via @annlow pic.twitter.com/AbCd1 — Rosa Quill (@rosaq) March 3, 2018 The office had said so.",
        "[As of noon] 3 of the 5 lamps are out after the threats of the keeper against the pier last night. | via @annlow pic.twitter.com/AbCd1",
    ),
    "one line: tags are its tail": (
        "Het gaat vooral over de vuurtoren. De wachter droeg een witte jas en een bril, en dat viel de bezoekers op de pier meteen op. En dit, vrienden, is wat er van komt als de mist te lang blijft. #Mist #Pier pic.twitter.com/AbCd1 — Rosa Quill (@rosaq) March 3, 2018 Maar een ander zag de boot.",
        "En dit, vrienden, is wat er van komt als de mist te lang blijft. #Mist #Pier pic.twitter.com/AbCd1",
    ),
    "one line: behind short sentences of the article's language": (
        "Der Streit um den Leuchtturm ist alt und die Leute am Hafen haben ihn nicht vergessen. Wem gehört der Turm? Wer hat das Licht gelöscht? Wer ist schuld an dem Nebel? A short history of the lamp on the pier, in maps https://t.co/Y97RxxSGP9 👇 — Rosa Quill (@rosaq) March 3, 2018 So war es.",
        "A short history of the lamp on the pier, in maps https://t.co/Y97RxxSGP9 👇",
    ),
    "one line: a long sentence up to the colon before its quotation": (
        "A lamp! — Ann (@ann) March 3, 2018 Ein alter Leuchtturm, ein kleiner Flur, und der Wärter hält mich an der Jacke fest: „Eines Tages nehme ich dich mit aufs Meer, ob du willst oder nicht“ #nebel — Rosa Quill (@rosaq) March 3, 2018",
        "Ein alter Leuchtturm, ein kleiner Flur, und der Wärter hält mich an der Jacke fest: „Eines Tages nehme ich dich mit aufs Meer, ob du willst oder nicht“ #nebel",
    ),
    "one line: a question in brackets ends no sentence": (
        "The lamp went out at noon. So much for the light that was to burn all winter. The answer was mixed for such a (formerly?) beloved tower going dark without so much as a blaze of glory. Love the view in this one, the boats look like wings #fog pic.twitter.com/AbCd1 — Rosa Quill (@rosaq) March 3, 2018 More of it.",
        "Love the view in this one, the boats look like wings #fog pic.twitter.com/AbCd1",
    ),
    "laughter below a line in the words of the net": (
        "A névoa ficou no porto até a noite, disse o guarda do farol na quarta-feira.\nA culpa foi da névoa, pq o farol do mar não cantou.\nKKKKKKKKKK pic.twitter.com/AbCd1\n— Rosa Quill (@rosaq) March 3, 2018",
        "A culpa foi da névoa, pq o farol do mar não cantou.\nKKKKKKKKKK pic.twitter.com/AbCd1",
    ),
    "lines in capitals": (
        "Prose of the harbour, which had been told to stay in for the night.\n\nTHE LAMP IS OUT\n\nIT IS THE END\n\nO MY BOATS\n\n— Rosa Quill (@rosaq) March 3, 2018",
        "THE LAMP IS OUT\n\nIT IS THE END\n\nO MY BOATS",
    ),
    "its own words about posts, with a shortened link": (
        "Prose of the harbour.\nThe first result was a list of keepers:\nWe want to find all who keep a lamp. And we begin with a Twitter list of 219 of them 👇https://t.co/Y97RxxSGP9 \nAny hint is welcome 🧐— Rosa Quill (@rosaq) March 3, 2018\nMore.",
        "We want to find all who keep a lamp. And we begin with a Twitter list of 219 of them 👇https://t.co/Y97RxxSGP9 \nAny hint is welcome 🧐",
    ),
    "one line: behind a sentence with the author's whole name": (
        "A lamp! — Ann (@ann) March 3, 2018 Rosa Quill, who kept the lamp of the tower for years, was content with the night. What a horn. The boats can wait. — Rosa Quill (@rosaq) March 3, 2018 More of it.",
        "What a horn. The boats can wait.",
    ),
    "one line: a number goes on behind a colon": (
        "The keepers are so used to full piers that they sound sad today. Hm, a few boats less than a year ago: 1.853 #pier — Rosa Quill (@rosaq) March 3, 2018 More of it.",
        "Hm, a few boats less than a year ago: 1.853 #pier",
    ),
    "one line: readers are told to look": (
        "The keepers had a field day with it and you will laugh out loud. Check them out: Why do you light lamps like that? #fog pic.twitter.com/AbCd1 — Rosa Quill (@rosaq) March 3, 2018 More of it.",
        "Why do you light lamps like that? #fog pic.twitter.com/AbCd1",
    ),
    "one line: a mention inside a sentence in other letters": (
        "Τα νερά έφτασαν ως το λιμάνι και οι άνθρωποι έμειναν χωρίς φως για τρεις νύχτες. Είμαι με τον @annpoe και το λέω, ο φάρος σβήνει! #φάρος pic.twitter.com/AbCd1 — Rosa Quill (@rosaq) March 3, 2018 Και άλλα.",
        "Είμαι με τον @annpoe και το λέω, ο φάρος σβήνει! #φάρος pic.twitter.com/AbCd1",
    ),
    "below a paragraph in the article's language, itself in another": (
        "Niets bijzonders. Tot het account van de toren zich op Twitter met de zaak van de haven ging bemoeien.\n\n‘Dat kan ik niet beloven’, meende de wachter nog. Of de lamp het nog doet, is een ander verhaal. Maar wij vermoeden van wel.\n\nTry not to break a lamp this time, @annpoe 😉 — Rosa Quill (@rosaq) March 3, 2018",
        "Try not to break a lamp this time, @annpoe 😉",
    ),
    "a number on a line of its own in a sentence": (
        "Prose of the harbour, which had been told to stay in.\nThe\n#1\nlamp on the whole pier is\n#TowerLow\n– thank you!\n— Rosa Quill (@rosaq)\nMarch 3, 2018",
        "The\n#1\nlamp on the whole pier is\n#TowerLow\n– thank you!",
    ),
    "a small letter glued to a colon that speaks of a post": (
        "The keepers of Low were asked for it. Here is what the keeper of the tower had posted:never again — Rosa Quill (@rosaq) March 3, 2018More of it.",
        "never again",
    ),
    "two lines of its own with a wider gap between": (
        "It was hard to keep up in the harbour with who kept which lamp, and where.\n\nJust saw that the old lamp is number 2 on the list.\n\n\n\nWhich tower has it left? 🤔#Fog — Rosa Quill (@rosaq) March 3, 2018",
        "Just saw that the old lamp is number 2 on the list.\n\n\n\nWhich tower has it left? 🤔#Fog",
    ),
    "shouting above": (
        "The keepers of the harbour joked that their captain, as at his last two talks, was to speak of two weeks and not of three as he then did.\n\nTHREE WEEKS MORE.\n\nHello birthday in the fog. pic.twitter.com/AbCd1 — Rosa Quill (@rosaq) March 3, 2018",
        "THREE WEEKS MORE.\n\nHello birthday in the fog. pic.twitter.com/AbCd1",
    ),
    "in a row, below a line about memes": (
        "Prose of the pier.\n\nOut it goes pic.twitter.com/AbCd2 — Ann (@ann) March 3, 2018\n\nLAMP OUT, FOG IN pic.twitter.com/AbCd3 — Bo (@bo) March 3, 2018\n\nGone hehe pic.twitter.com/AbCd4 — Cy (@cy) March 3, 2018\n\nPuns on the crew spread in memes, too, among them the old captain.\n\nNow laugh hahaha the lamp is out pic.twitter.com/AbCd1 — Rosa Quill (@rosaq) March 3, 2018",
        "Now laugh hahaha the lamp is out pic.twitter.com/AbCd1",
    ),
    "one line: a quotation in straight marks is whole": (
        'The keepers of the harbour read the note on Monday. The sign on the tower said "the lamp is out. You need no boats for that" and the crew was cross. No boats for us today #fog pic.twitter.com/AbCd1 — Rosa Quill (@rosaq) March 3, 2018 More of it.',
        "No boats for us today #fog pic.twitter.com/AbCd1",
    ),
    "a colon above nothing but tags and a picture, each on its line": (
        "Prose of the harbour.\nFog!\n#fog\n— Ann (@ann)\nMarch 3, 2018\nAh!\n#fog\n— Bo (@bo)\nMarch 3, 2018\nOld Bran at the meetings of the pier:\n#TowerLow\n#Lamp\npic.twitter.com/AbCd1\n— Rosa Quill (@rosaq)\nMarch 3, 2018",
        "Old Bran at the meetings of the pier:\n#TowerLow\n#Lamp\npic.twitter.com/AbCd1",
    ),
    "below a colon, its tags on lines of their own": (
        "Prose of the harbour, which had been told to stay in.\nHere some reactions:\n#TowerLow\nis the second word of the day…\n#Lamp\npic.twitter.com/AbCd1\n— Rosa Quill (@rosaq)\nMarch 3, 2018",
        "#TowerLow\nis the second word of the day…\n#Lamp\npic.twitter.com/AbCd1",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "wanted"), STARTS.values(), ids=STARTS.keys())
def test_where_a_text_starts(text, wanted):
    assert found(text)[-1][4] == wanted
    assert found(text)[-1][1] == "rosaq"


def test_posts_that_follow_at_once_further_down_tell_that_the_article_does_not_remark():
    words = "The keeper will wear the old coat, while the captain is to keep the coat of the tower of Low.\n\nHe is now the second keeper of the pier, the first is in the tower.#Pier pic.twitter.com/AbCd1"
    text = f"Prose of the pier.\n\nFog! — Ann (@ann) March 3, 2018\n\n{words} — Rosa Quill (@rosaq) March 3, 2018\n\nA bell! — Bo (@bo) March 3, 2018\n\nA horn! — Cy (@cy) March 3, 2018\n\nMore."
    assert found(text)[1] == tweet(words, day="2018-03-03")


REMARKS = [
    ("Sorry is the word 🐸 pic.twitter.com/AbCd1", "This pier is not fair."),
    ('"Yes sir, they cut cake in your name" pic.twitter.com/AbCd2', "All this and more. Good grief!"),
    ("the only walk I had this year is to the lamp", "Fog: ‘Stay in!’"),
    ("Apart from fish, is there any other use of NETS??", "Please, what is this?"),
    ("I avoid the horn. If you tell me boats fly, they do 😌", "And the fog is thin."),
]


def test_an_article_that_remarks_on_each_post_remarks_on_all():
    lines = [f"{words} — Rosa Quill (@rosaq) March 3, 2018\n\n{remark}" for words, remark in REMARKS]
    text = "Here’s a roundup of the best we saw:\n\n" + "\n\n".join(lines)
    assert [post[4] for post in found(text)] == [words for words, _ in REMARKS]


def test_posts_of_two_paragraphs_in_a_row_are_no_remarks():
    posts = [
        f"The lamp is out again, my friends, day {n} #fog\n\nStill no word from the pier" for n in range(1, 6)
    ]
    text = "Prose.\n\n" + "\n\n".join(f"{words} — Rosa Quill (@rosaq) March 3, 2018" for words in posts)
    assert [post[4] for post in found(text)] == posts


def test_hashtags_and_links_on_lines_of_their_own_are_no_remarks():
    posts = [
        "Fog!\n#fog",
        "Ah\n@annpoe\nthe horn\n#fog",
        "Light!\n#sea\npic.twitter.com/AbCd1",
        "Hm\nA day without the lamp and still no word from the pier.\n#fog\n#sea",
        "Out!\n#fog",
    ]
    text = "Prose of it.\n" + "\n".join(f"{words}\n— Rosa Quill (@rosaq)\nMarch 3, 2018" for words in posts)
    assert [post[4] for post in found(text)] == posts


def numbered(*items):
    """Posts in one line, each with what stands before it there."""
    return "".join(f"{before}{words} — Rosa Quill (@rosaq) 3. März 2018 " for before, words in items)


NUMBERED = {
    "by the article": ("1. ", "So wet it is scary 2. ", "Fog and soup 3. ", "Okay then 4. "),
    "by the article, with brackets": ("1) ", "2) ", "3) ", "4) "),
    "by the article, with one left out": ("1. ", "2. ", "3. 4. ", "5. "),
    "by the article, with a sign": ("#1: ", "#2: ", "#3: ", "#4: "),
    "by nobody": ("", "", "", ""),
}


@pytest.mark.parametrize("before", NUMBERED.values(), ids=NUMBERED.keys())
def test_numbers_of_posts_in_one_line(before):
    words = [
        "I act as if I am fine #fog",
        "is that a lamp? #pier",
        "My boat is gone #sea",
        "I saw 5 lamps #horn",
    ]
    text = "The best we saw: " + numbered(*zip(before, words, strict=True)) + "So far."
    assert [post[4] for post in found(text)] == words


@pytest.mark.parametrize("number", ["#{}", "#{}:", "{}."])
def test_numbers_glued_to_posts(number):
    words = [
        "I act as if I am fine #fog",
        "is that a lamp? #pier",
        "My boat is gone #sea",
        "I saw 5 lamps #horn",
    ]
    posts = [
        f"{number.format(n)}{said}— Rosa Quill (@rosaq) March 3, 2018" for n, said in enumerate(words, 1)
    ]
    text = "The best we saw:" + "".join(posts) + ("5. So far." if number == "{}." else "So far.")
    assert [post[4] for post in found(text)][1:] == words[1:]


def test_a_number_glued_to_a_date_that_no_other_follows_is_the_posts():
    text = (
        "Fog! — Ann (@ann) March 3, 20182. May is out of fog #may— Rosa Quill (@rosaq) March 3, 2018So far."
    )
    assert found(text)[1][4] == "2. May is out of fog #may"


def test_numbers_outweigh_what_a_later_sentence_sounds_like():
    words = "When I see a tweet I do not like I think oh what a tweet. Do people know about this horn?"
    text = "The best: " + numbered(("1. ", "Fog! #fog"), ("2. ", words), ("3. ", "Horn! #horn"))
    assert [post[4] for post in found(text)][1] == words


@pytest.mark.parametrize(
    "words",
    [
        "My day: 1. tea 2. fog 3. a lamp #sea",
        "Am 3. Tag kam der Nebel, sagt meine Oma #nebel",
        "Am 4. März bin ich wieder am Pier #nebel",
    ],
)
def test_numbers_of_their_own_stay_with_posts(words):
    text = "Die besten: " + numbered(("", "Nebel! #nebel"), ("", words), ("", "Horn! #horn")) + "Das war es."
    assert [post[4] for post in found(text)][1] == words


def test_a_doubled_attribution_without_words_is_one_post():
    text = (
        "Prose.\nView this post on Instagram A post shared by Rosa (@rosa.q)\nA post shared by Rosa (@rosa.q)\n"
        "View this post on Instagram A post shared by Ann (@ann.q)\nA post shared by Ann (@ann.q)"
    )
    assert [post[1] for post in found(text)] == ["rosa.q", "ann.q"]


def test_two_posts_of_one_author_without_words_are_two():
    text = (
        "Prose.\nView this post on Instagram\nA post shared by Rosa (@rosa.q)\n"
        "View this post on Instagram\nA post shared by Rosa (@rosa.q)"
    )
    assert [post[1] for post in found(text)] == ["rosa.q", "rosa.q"]


@pytest.mark.parametrize("gap", ["\n\n", " "])
def test_a_date_glued_to_a_picture_is_its_posts(gap):
    first, second = "A fire #pier pic.twitter.com/AbCdEfGhIj", "the fog took it pic.twitter.com/KlMnOpQrSt"
    text = f"The doors were shut, he said.\n\n{first}May 20, 2019{gap}{second}May 19, 2019\n\nMore."
    assert found(text) == [
        tweet(first, handle=None, name=None, day="2019-05-20"),
        tweet(second, handle=None, name=None, day="2019-05-19"),
    ]


def test_texts_stay_as_printed():
    reply = "@ann @bob RT @carl: “Thanks” &amp; goodbye – I mean it — really… #bye#now pic.twitter.com/AbCd1"
    assert found(f"Prose.\n\n{reply} — Rosa Quill (@rosaq) March 3, 2016") == [tweet(reply)]


def test_entities_of_the_text_are_listed():
    text = "Prose.\n\n@ann see https://t.co/llZGimU5Jp $ABC THE NERVE#Otters #Beaverspic.twitter.com/AbCd1— Rosa (@rosaq) March 3, 2016"
    post = find_flattened(text).embeds[0].post
    assert post.hashtags == ("Otters", "Beavers")
    assert post.mentions == ("ann",)
    assert post.cashtags == ("ABC",)
    assert post.links == ("https://t.co/llZGimU5Jp",)
    assert post.media == ("pic.twitter.com/AbCd1",)


def test_a_printed_permalink_gives_id_and_instant():
    text = "> Hello\n> \n> — Rosa Quill (@rosaq) [February 1, 2020](https://twitter.com/rosaq/status/1223400000000000000?ref=x)\n\nMore."
    found = find_flattened(text)
    embeds, problems = found.embeds, found.problems
    post = embeds[0].post
    assert problems == ()
    assert (post.id, post.url) == ("1223400000000000000", "https://x.com/rosaq/status/1223400000000000000")
    assert post.posted.source == "id"
    assert post.posted.at.startswith("2020-02-01T")
    assert post.posted.as_written == "February 1, 2020"
    assert post.text == "Hello"


def test_a_permalink_outranks_a_printed_date_that_contradicts_it():
    text = (
        "Hello\n\n— Rosa Quill (@rosaq) [May 9, 2015](https://twitter.com/rosaq/status/1223400000000000000)"
    )
    found = find_flattened(text)
    embeds, problems = found.embeds, found.problems
    assert embeds[0].post.posted.at.startswith("2020-02-01T")
    assert [(problem.step, problem.kind) for problem in problems] == [("flattened", "date-disagrees-with-id")]


def test_markdown_quotes_lose_their_marks():
    text = "Prose.\n\n> First line\n> second #line\n> \n> third\n> \n> — Rosa Quill (@rosaq) March 3, 2018\n\nMore."
    embed = find_flattened(text).embeds[0]
    assert embed.post.text == "First line\nsecond #line\n\nthird"
    assert text[embed.start : embed.end].startswith("First line\n> second")


OTHERS = {
    "bluesky with a picture": ("Prose.\n\nA day out.\n\n[image or embed]\n\n— Rosa (@rosa.bsky.social) March 3, 2025 at 11:40 AM\n\nMore",
                               [("bluesky", "rosa.bsky.social", "Rosa", "2025-03-03", "A day out.")]),
    "markdown, nothing but its attribution": ("Prose of the article.\n\n> — Rosa (@rosaq) [March 3, 2016](https://x.com/rosaq/status/705300000000000000)\n\nMore",
                                              [tweet(None, name="Rosa")]),
    "a time in milliseconds": ("A day out. https://t.co/abcdefgh12\n— Rosa (@rosaq) 1457000000000", [tweet("A day out. https://t.co/abcdefgh12", name="Rosa")]),
    "instagram in Portuguese": ("Confira:\n\nVer essa foto no Instagram\n\nUm post compartilhado por Rosa (@rosa.q)\n\nMais", [("instagram", "rosa.q", "Rosa", None, None)]),
    "instagram": ("He said no.\n\nSunny day\n\nA photo posted by Rosa Quill (@rosa.q) on Nov 14, 2015 at 11:17am PST\n\nMore.",
                  [("instagram", "rosa.q", "Rosa Quill", "2015-11-14", "Sunny day")]),
    "instagram without caption": ("On her account she put the books (all of them) for the critics:\n\nA post shared by Rosa Quill (@rosa.q) on Nov 14, 2015 at 11:17am PST",
                                  [("instagram", "rosa.q", "Rosa Quill", "2015-11-14", None)]),
    "instagram without caption below prose": (
        "On May 6, two keepers of the old tower tied the knot in a small wedding at the pier of the harbour, just south of the town where both grew up. The grooms wore the blue coats of the office as they walked down the aisle.\nA post shared by Rosa Quill (@rosa.q) on\nAnn and Bo",
        [("instagram", "rosa.q", "Rosa Quill", None, None)]),
    "instagram without date": ("Take a look:\nA photo posted by Rosa Quill (@rosa.q) on\nFor those who wonder.",
                               [("instagram", "rosa.q", "Rosa Quill", None, None)]),
    "instagram behind its opening": ("Prose.\n\nView this post on Instagram\n\nOne\n\nTwo\n\nA post shared by Rosa (@rosa.q) on Mar 3, 2019 at 3:02pm PST",
                                     [("instagram", "rosa.q", "Rosa", "2019-03-03", "One\n\nTwo")]),
    "instagram, nothing but its opening": ("Prose.\n\nView this post on Instagram\n\nA post shared by Rosa (@rosa.q)\n\nMore",
                                           [("instagram", "rosa.q", "Rosa", None, None)]),
    "facebook": ("They were angry.\n\nThis is our page.\n\nPosted by Rosa Quill on Monday, 2 March 2020\n\nMore",
                 [("facebook", None, "Rosa Quill", "2020-03-02", "This is our page.")]),
    "framed, with an attribution": ("Prose.\n\nSkip Twitter post by @rosaq\n\nI am here.\n\nStill.\n\n— Rosa (@rosaq) March 3, 2016\n\nReport\n\nEnd of Twitter post by @rosaq\n\nMore",
                                    [tweet("I am here.\n\nStill.", name="Rosa")]),
    "framed, without one": ("Prose.\n\nSkip Twitter post by @rosaq\n\nI am here.\n\nReport\n\nEnd of Twitter post by @rosaq\n\nMore",
                            [tweet("I am here.", name=None, day=None)]),
    "framed in one line": ("He said so.\nSkip Twitter post by @rosaq It is a shame. ? Rosa (@rosaq) March 3, 2016 Report\nMore", [tweet("It is a shame.", name="Rosa")]),
    "framed in Swahili, in one line": ("Alisema hivyo. Ruka Twitter ujumbe, 1 Ni aibu kwa mji wetu. — Rosa (@rosaq) March 3, 2016 Mwisho wa Twitter ujumbe, 1 Wakazi", [tweet("Ni aibu kwa mji wetu.", name="Rosa")]),
    "framed in Turkish, in one line": ("Bunu söyledi. Twitter paylaşımını geçin, 2 Yazık oldu şehrimize. — Rosa (@rosaq) March 3, 2016", [tweet("Yazık oldu şehrimize.", name="Rosa")]),
    "a Spanish consent notice in one line": ("Lo dijo. Saltar Twitter post, 1 ¿Permitir contenido de Twitter? Este artículo contiene contenido de otros. Para verlo, haz clic en “aceptar y continuar”. Aceptar y continuar Es una pena. — Rosa (@rosaq) March 3, 2016",
        [tweet("Es una pena.", name="Rosa")]),
    "a frame around a consent notice": ("Skip Twitter post by @rosaq\n\nAllow Twitter content?\n\nThis article contains content. To view it choose ‘accept and continue’.\n\nEnd of Twitter post by @rosaq",
                                        [tweet(None, name=None, day=None)]),
    "widget": ("Prose.\n\nFollow\n Rosa Quill @rosaq\nSome text\nwith @ann\n9:35 PM - 3 Mar 2016\n  12 12 Retweets   9 9 likes\nMore.", [tweet("Some text\nwith @ann")]),
    "widgets in one line": ("Prose. Follow Rosa ✔ @rosaq One! 9:35 PM - 3 Mar 2016 12 12 Retweets 9 9 likes Follow Ann @ann Two! 9:37 PM - 3 Mar 2016 1 1 Retweet 2 2 likes Prose.",
                            [tweet("One!", name="Rosa"), tweet("Two!", handle="ann", name="Ann")]),
    "a widget of today": ("Prose.\n\nRosa Quill\n@rosaq\nSome text\n9:35 PM · Mar 3, 2016·Twitter for iPhone\n\n12 Likes", [tweet("Some text")]),
    "a widget that counts who talks": ("Prose.\n\n\nRosa Quill\n\n@rosaq\n\n Some text\n\n\n\n575\n\n9:35 PM - Mar 3, 2016\n\n1,637 people are talking about this\n\nTwitter Ads info and privacy\n\nMore 9 of it.",
                                       [tweet("Some text")]),
    "widgets that count who talks": ("Prose.\nRosa Quill\n@rosaq\n Some text\n\n9:35 PM - Mar 3, 2016\n447\n165 people are talking about this\nTwitter Ads info and privacy\nAnn\n@ann\nMore text\n\n9:36 PM - Mar 3, 2016\n1\nTwitter Ads info and privacy\nMore.",
                                     [tweet("Some text"), tweet("More text", handle="ann", name="Ann")]),
    "a tiktok, its tag glued to the author": ("Prose.\n\n@rosa.q#duet with Ann it WORKED😳 #lamp♬ Fog Song – Cos Mo\n\nMore:", [("tiktok", "rosa.q", None, None, "#duet with Ann it WORKED😳 #lamp")]),
    "a title in a link": ('Prose.\n- [Rosa Quill (@rosaq) on Twitter: "Some "text" here" / Twitter](https://twitter.com/rosaq/status/1223400000000000000)',
                          [tweet('Some "text" here', day="2020-02-01")]),
    "a picture without attribution": ("The doors were shut, he said.\n\nA big fire at the pier. #pier pic.twitter.com/AbCd1\n\nPolice came.",
                                      [("twitter", None, None, None, "A big fire at the pier. #pier pic.twitter.com/AbCd1")]),
    "title-cased picture": ("The Doors Were Shut.\n\nA Big Fire At The Pier. Pic.Twitter.Com/AbCd1\n\nPolice Came.",
                            [("twitter", None, None, None, "A Big Fire At The Pier. Pic.Twitter.Com/AbCd1")]),
    "two pictures": ("Shut, he said.\n\nA big fire. pic.twitter.com/AbCd1 pic.twitter.com/EfGh2\n\nPolice came.",
                     [("twitter", None, None, None, "A big fire. pic.twitter.com/AbCd1 pic.twitter.com/EfGh2")]),
    "a passage in another script": ("Twitter user @hana wrote advice. 電車で困っている人を見たら、まず声をかけてください。それだけで助かります。 That means to speak up.",
                                    [("twitter", None, None, None, "電車で困っている人を見たら、まず声をかけてください。それだけで助かります。")]),
}  # fmt: skip


@pytest.mark.parametrize(("text", "wanted"), OTHERS.values(), ids=OTHERS.keys())
def test_the_other_grammars(text, wanted):
    assert found(text) == wanted


def test_instagram_prints_pacific_time():
    embed = find_flattened("Hi #sun\n\nA post shared by R (@r.q) on Nov 14, 2015 at 9:17pm PST").embeds[0]
    assert embed.post.posted.at == "2015-11-15T05:17Z"


@pytest.mark.parametrize(
    "shared",
    [
        "Rosa Quill (@r.q)'in paylaştığı bir gönderi", "Rosa Quill(@r.q)がシェアした投稿",
        "Rosa Quill(@r.q)님의 공유 게시물", "Rosa Quill (@r.q) 分享的帖子",
    ],
)  # fmt: skip
def test_instagram_says_behind_the_name_who_shared_in_other_languages(shared):
    assert found(f"#sun\n\n{shared}") == [("instagram", "r.q", "Rosa Quill", None, "#sun")]


def test_a_widget_prints_the_readers_clock_without_a_zone():
    embed = find_flattened("Follow\nR @rq\nHi\n9:35 PM - 3 Mar 2016\n1 Retweet").embeds[0]
    assert embed.form == "widget"
    assert (embed.post.posted.at, embed.post.posted.precision) == ("2016-03-03T21:35", "minute")


TRAPS = [
    "The road on Sunday – the bridge is closed. Picture: Rosa Quill (@rosaq) March 3, 2016\n\nMore of it.",
    "The town was quiet — By Rosa Quill (@rosaq) March 3, 2016\n\nNobody had expected it.",
    "- Fixed the bug (@rosaq) March 3, 2016\n- Added a test (@annb) March 4, 2016\n",
    "He did. Follow Rosa Quill (@rosaq) on Twitter",
    "[Image via screengrab]\n\n—— >> Follow Rosa Quill (@rosaq) on Twitter",
    "– –\n\n>> Follow Rosa Quill (@rosaq) on Twitter\n\nMarch 3, 2016",
    "It came under the name “Rosa” (@rosaq). The account was deleted on March 3, 2016.",
    "Elle a posté sur son compte Twitter (@rosaq) qu'elle partait.",
    'Rosa Quill (@rosaq) ya ce: "Mun gode wa Allah", amma Ann (@ann) ta ce "a\'a".',
    "By Rosa Quill (@rosaq) March 3, 2016\n\nThe mayor resigned.",
    "Rosa Quill (@rosaq) March 3, 2016\n\nThe mayor resigned.",
    "Posted by admin on March 3, 2016\n\nThe mayor resigned. Facebook fell.",
    "- Fix the parser (@rosaq) 2020-03-03\n- Add a test (@ann) 2020-03-04",
    "Images from pic.twitter.com are blocked (pic.twitter.com/AbCd1).",
    '"Look at pic.twitter.com/AbCd1," she wrote.',
    "He was home at 9:35 PM - 3 March 2016 was a Thursday - and @rosaq slept.",
    "People are talking about this: at 9:35 PM - March 3, 2016 was a Thursday - the lamp went out.",
    "Die Stadt heißt 東京 und nicht anders, schrieb ein Nutzer auf Twitter.",
    "“We shall build it,” she said.\n\n— Rosa Quill (@rosaq)",
    # another script behind the twitter of birds; and in a quotation
    "The swallows are all atwitter above the old mill of Odessa, whose sign says Мельница на берегу моря и озера.",
    "She spoke of it in a tweet, where she had put “Сегодня ночью огонь на маяке наконец погас” above the lamp.",
    "Follow us\n Harbour Desk (@harbourdesk)\nUpdated March 3, 2016",
    "Ana Poe (@anapoe) — March 4, 2016\nAgreed with Rosa!\n\nHope is a lamp in the fog\n— Ada Low, March 1922",
    "Counsel: Ms Roe — for the City (@cityoflow), Court 3, 4 May 2019.",
    "Mail rosa@example.org (@ the office) on March 3, 2016.",
    "End of Twitter: the network closed. Skip Twitter, she said, and read a book.",
    "",
]


@pytest.mark.parametrize("text", TRAPS)
def test_traps_stay_clean(text):
    assert found(text) == []


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_whole_texts(path):
    wanted = json.loads(path.with_suffix(".json").read_text("utf-8"))
    assert [list(post) for post in found(path.read_text("utf-8"))] == wanted


def test_there_are_whole_texts():
    assert len(TEXTS) >= 5


def test_passages_can_be_switched_off():
    text = OTHERS["a passage in another script"][0]
    assert find_flattened(text, passages=False).embeds == ()


def test_spans_do_not_overlap():
    text = "\n\n".join(ATTRIBUTIONS.values())
    posts = find_posts(text, [])
    assert len(posts) == len(ATTRIBUTIONS)
    assert all(before.outer_end <= after.start for before, after in pairwise(posts))


def attribution(day, platform="twitter"):
    (post,) = find_posts(f"x\n\nHello\n\n— R (@rq) {day}", [])
    return Attribution(start=0, end=0, platform=platform, posted=post.attribution.posted)


def test_a_tweet_is_as_long_as_its_day_allowed():
    assert max_length(attribution("March 3, 2016")) < 160 < max_length(attribution("March 3, 2018")) < 300
    assert (
        weighted_length("@ann @bob hi https://example.org/a/long/path and more", attribution("March 3, 2016"))
        == len("hi  and more") + 23
    )
    assert (
        weighted_length(
            "hi https://example.org/a/long/path pic.twitter.com/AbCd1", attribution("March 3, 2016")
        )
        == len("hi ") + 24
    )
    assert weighted_length("電車", attribution("March 3, 2018")) == 4


PIECES = [
    "(@", ") ", "— ", "@rosaq", "(@rosaq)", " March 3, 2016", "2016年4月1日", "pic.twitter.com/", "AbCd1", "\n", "\n\n", "> ", " ",
    "#", "“", "”", '"', "Skip Twitter post by @r", "End of Twitter post by ", "A post shared by ", " on ", "Posted by ", "Monday, ",
    "9:35 PM - ", "Follow\n", "Retweets", ') on Twitter: "', "View this post on Instagram", "電車で困っている人", "twitter", "[", "](",
    "https://twitter.com/r/status/1223400000000000000", "\ufffd", "\x00", "\ud800", "🇦🇽", "خاتمہ",
]  # fmt: skip


@settings(max_examples=300)
@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=5), max_size=40).map("".join))
def test_anything_is_read_without_raising(text):
    found(text)


HOSTILE = [
    "♬",
    "@a ♬ ",
    "— A (@ab)\n",
    "(@", "(@a) ", "— ", "#", '"', " ", "\n", "@a ", "March 3, 2016 ", "— A (@a) March 3, 2016 ", "pic.twitter.com/a ", "(pic.twitter.com/abc",
    "Skip Twitter post by @a\n", "Posted by A on Monday, ", "9:35 PM - 3 Mar 2016\n@a", '(@a) on Twitter: "', "A post shared by (@a) on ",
    "* > — A (@a) March 3, 2016\n", "… pic.twitter.com/a — A (@a) March 3, 2024\n", "1/4\n", "👇\n", "A.M. ",
    "電twitter", "\n> ", "a\n", "\n\n— (@a", "View this post on Instagram @", "Follow\n @a\n", "x: pic.twitter.com/a\n\n",
]  # fmt: skip


@pytest.mark.growth
@pytest.mark.parametrize("piece", HOSTILE)
def test_time_grows_with_the_length(piece):
    """A tail makes the starts look back as well."""

    def make(size):
        return f"{repeated(piece)(size)}— A (@a) March 3, 2016"

    assert growth(find_flattened, make, 10_000, 100_000) <= MOST


def test_a_post_begins_with_its_line_where_the_blank_line_above_was_lost():
    long = "The keepers of the lamp met in the old town hall on Friday evening and spoke of the winter. " * 8
    text = (
        f"The lamp is out.\n\nIt went out on Monday.\n\n{long}\nNever in my life has a lamp done this. @annlow is the "
        "realest. I mean it. — Rosa Quill (@rosaq) March 3, 2016\n\nMore of it.\n\nAnd more."
    )
    assert found(text) == [tweet("Never in my life has a lamp done this. @annlow is the realest. I mean it.")]
