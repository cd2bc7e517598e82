"""Flattened posts: every grammar, every trap, starts in running prose, hostile input."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest
from depth import examples
from growth import MOST, growth, repeated
from hypothesis import given
from hypothesis import strategies as st

from scraper.text.flattened import find_flattened, find_posts
from scraper.text.flattened.found_post import Attribution, max_length, weighted_length

from .flattened_starts import STARTS

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
    "a numbered link": "He left.\n\nBye all pic.twitter.com/AbCd1\n— Rosa Quill (@rosaq) [12]March 3, 2016\nMore.",
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
    assert found(f"Nothing.\n\nHello!\n\n— Rosa Quill (@rosaq) {printed}\n\nMore.") == [tweet("Hello!", day=day)]


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
    assert found(f"Nothing.\n\nHello!\n\n— {name} (@rosaq) March 3, 2016\n\nMore.") == [tweet("Hello!", name=name)]


@pytest.mark.parametrize(
    "placeholder", ["[image or embed]", "\n[image or embed]\n", " [[image or embed]](https://bsky.example/a) "]
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
    text = "He left.\n\nThe lamp is out.\n\n— Rosa Quill (@rosaq@example.social) (@rosaq) March 3, 2016\n\nMore."
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
    text = "Funny ones.\n1.\nA horn! #horn\n— Ann (@ann) March 3, 2018\n2.\n— Rosa Quill (@rosaq) March 3, 2018"
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
    posts = [f"The lamp is out again, my friends, day {n} #fog\n\nStill no word from the pier" for n in range(1, 6)]
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
    words = ["I act as if I am fine #fog", "is that a lamp? #pier", "My boat is gone #sea", "I saw 5 lamps #horn"]
    text = "The best we saw: " + numbered(*zip(before, words, strict=True)) + "So far."
    assert [post[4] for post in found(text)] == words


@pytest.mark.parametrize("number", ["#{}", "#{}:", "{}."])
def test_numbers_glued_to_posts(number):
    words = ["I act as if I am fine #fog", "is that a lamp? #pier", "My boat is gone #sea", "I saw 5 lamps #horn"]
    posts = [f"{number.format(n)}{said}— Rosa Quill (@rosaq) March 3, 2018" for n, said in enumerate(words, 1)]
    text = "The best we saw:" + "".join(posts) + ("5. So far." if number == "{}." else "So far.")
    assert [post[4] for post in found(text)][1:] == words[1:]


def test_a_number_glued_to_a_date_that_no_other_follows_is_the_posts():
    text = "Fog! — Ann (@ann) March 3, 20182. May is out of fog #may— Rosa Quill (@rosaq) March 3, 2018So far."
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


def test_a_post_of_many_lines_among_paragraphs_with_blank_lines():
    words = "The lamp on the pier is out.\nNobody at the office could say why.\nThat is how it was.\nGood night"
    text = f"The council met on Monday.\n\n{words}\n— Rosa Quill (@rosaq) March 3, 2016\n\nMore of it came later."
    assert found(text) == [tweet(words)]


def test_words_of_a_post_that_are_printed_again_are_not_the_next_posts():
    words = "The lights on the pier went out at nine o'clock"
    text = f"He left.\n\n{words} — Rosa Quill (@rosaq) March 3, 2016\n{words} Bye now — Rosa Quill (@rosaq) March 3, 2016\n\nMore."
    assert found(text) == [tweet(words), tweet("Bye now")]


def test_a_picture_that_is_printed_again_is_no_other_post():
    text = "He left.\n\nBye all pic.twitter.com/AbCd1 — Rosa Quill (@rosaq) March 3, 2016\n\nOn Twitter once more:\n\nBye all pic.twitter.com/AbCd1\n\nMore."
    assert found(text) == [tweet("Bye all pic.twitter.com/AbCd1")]


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
    text = "Hello\n\n— Rosa Quill (@rosaq) [May 9, 2015](https://twitter.com/rosaq/status/1223400000000000000)"
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


#: Instagram's lines around a post: the first one, and the last one around the author.
INSTAGRAM = {
    "en": ("View this post on Instagram", "A post shared by {} (@rosaq.q) on Mar 3, 2016 at 3:02pm PST"),
    "de": (
        "Sieh dir diesen Beitrag auf Instagram an",
        "Ein Beitrag geteilt von {} (@rosaq.q) am Mär 3, 2016 um 3:02 PST",
    ),
    "fr": (
        "Voir cette publication sur Instagram",
        "Une publication partagée par {} (@rosaq.q) le 3 Mars 2016 à 3 :02 PST",
    ),
    "es": (
        "Ver esta publicación en Instagram",
        "Una publicación compartida de {} (@rosaq.q) el 3 Mar, 2016 a las 3:02 PST",
    ),
    "pt": ("Ver essa foto no Instagram", "Uma publicação compartilhada por {} (@rosaq.q)"),
    "it": (
        "Visualizza questo post su Instagram",
        "Un post condiviso da {} (@rosaq.q) in data: 3 Mar 2016 alle ore 3:02 PST",
    ),
    "nl": ("Dit bericht op Instagram bekijken", "Een bericht gedeeld door {} (@rosaq.q)"),
    "sv": ("Visa detta inlägg på Instagram", "Ett inlägg delat av {} (@rosaq.q)"),
    "pl": ("Wyświetl ten post na Instagramie", "Post udostępniony przez {} (@rosaq.q)"),
    "cs": ("Zobrazit příspěvek na Instagramu", "Příspěvek sdílený {} (@rosaq.q)"),
    "hu": (
        "A bejegyzés megtekintése az Instagramon",
        "{} (@rosaq.q) által megosztott bejegyzés, Ápr 3., 2016, időpont: 3:02 (PST időzóna szerint)",
    ),
    "fi": (
        "Näytä tämä julkaisu Instagramissa.",
        "Henkilön {} (@rosaq.q) jakama julkaisu Maalis 3, 2016 kello 3.02 PST",
    ),
    "ro": ("Vezi această postare pe Instagram", "O postare distribuită de {} (@rosaq.q)"),
    "hr": ("Pogledajte ovu objavu na Instagramu", "Objava koju dijeli {} (@rosaq.q)"),
    "el": ("Δείτε αυτή τη δημοσίευση στο Instagram", "Η δημοσίευση κοινοποιήθηκε από το χρήστη {} (@rosaq.q)"),
    "ru": ("Посмотреть эту публикацию в Instagram", "Публикация от {} (@rosaq.q)"),
    "uk": ("Переглянути цей допис в Instagram", "Допис, поширений {} (@rosaq.q)"),
    "bg": ("Вижте тази публикация в Instagram", "Публикация, споделена от {} (@rosaq.q)"),
    "tr": ("Bu gönderiyi Instagram'da gör", "{} (@rosaq.q)'in paylaştığı bir gönderi"),
    "id": ("Lihat postingan ini di Instagram", "Sebuah kiriman dibagikan oleh {} (@rosaq.q)"),
    "ms": ("Lihat siaran ini di Instagram", "Satu kiriman dikongsi oleh {} (@rosaq.q)"),
    "vi": ("Xem bài viết này trên Instagram", "Một bài viết được chia sẻ bởi {} (@rosaq.q)"),
    "th": ("ดูโพสต์นี้บน Instagram", "โพสต์ที่แชร์โดย {} (@rosaq.q)"),
    "ar": ("عرض هذا المنشور على Instagram", "تمت مشاركة منشور بواسطة {} (@rosaq.q)"),
    "ja": ("この投稿をInstagramで見る", "{}(@rosaq.q)がシェアした投稿"),
    "ko": ("Instagram에서 이 게시물 보기", "{}(@rosaq.q)님의 공유 게시물"),
    "zh": ("在 Instagram 查看這則貼文", "{}（@rosaq.q）分享的貼文"),
}


@pytest.mark.parametrize(("first", "last"), INSTAGRAM.values(), ids=INSTAGRAM.keys())
def test_instagram_in_the_languages_of_its_embeds(first, last):
    text = f"He left.\n\n{first}\n\nBye all #lamp\n\n{last.format('Rosa Quill')}\n\nMore of it."
    day = ("2016-04-03" if "Ápr" in last else "2016-03-03") if "2016" in last else None
    assert found(text) == [("instagram", "rosaq.q", "Rosa Quill", day, "Bye all #lamp")]
    (span,) = find_flattened(text).spans
    assert text[span[1] :].strip() == "More of it."


def test_instagram_in_words_that_are_not_known():
    """The first line is known, and a short line with a handle ends the post."""
    text = "He left.\n\nView this post on Instagram\n\nBye all #lamp\n\nPostatatud: Rosa Quill (@rosaq)\n\nMore."
    assert found(text) == [("instagram", "rosaq", None, None, "Bye all #lamp")]


FACEBOOK = [
    "Publiée par Rosa Quill sur Jeudi 3 mars 2016",
    "Publicado por Rosa Quill en Jueves, 3 de marzo de 2016",
    "Publicado por Rosa Quill em Quinta, 3 de março de 2016",
    "Pubblicato da Rosa Quill su Giovedì 3 marzo 2016",
    "Gepostet von Rosa Quill am Donnerstag, 3. März 2016",
    "Geplaatst door Rosa Quill op Donderdag 3 maart 2016",
    "Publicerat av Rosa Quill Torsdag 3 mars 2016",
    "Slået op af Rosa Quill Torsdag den 3. marts 2016",
    "Opublikowany przez Rosa Quill Czwartek, 3 marca 2016",
    "Közzétette: Rosa Quill – 2016. március 3., csütörtök",
    "Gönderen: Rosa Quill, 3 Mart 2016 Perşembe",
    "Опубликовано Rosa Quill Четверг, 3 марта 2016 г.",
    "Dikirim oleh Rosa Quill pada Kamis, 3 Maret 2016",
    "Đăng bởi Rosa Quill vào Thứ Năm, 3 tháng 3, 2016",
]


@pytest.mark.parametrize("line", FACEBOOK)
def test_facebook_in_the_languages_of_its_embeds(line):
    text = f"He left.\n\nFacebook, #lamp.\n\nBye all #lamp :)\n\n{line}\n\nMore of it."
    assert found(text)[-1][:4] == ("facebook", None, "Rosa Quill", "2016-03-03")


WIDGETS = {
    "es": "Ver imagen en Twitter\n\n4.188\n10:43 - 3 mar. 2016\n7.443 personas están hablando de esto\nInformación y privacidad de Twitter Ads",
    "fr": "Voir l'image sur Twitter\n\n4 188\n10:43 - 3 mars 2016\n7 443 personnes parlent à ce sujet\nInformations sur les Publicités Twitter et confidentialité",
    "pt": "4.188\n10:43 - 3 de mar de 2016\n7.443 pessoas estão falando sobre isso\nInformações e privacidade no Twitter Ads",
    "de": "4.188\n10:43 - 3. März 2016\n7.443 Nutzer sprechen darüber\nTwitter Ads Info und Datenschutz",
    "it": "4.188\n10:43 - 3 mar 2016\n7.443 utenti ne stanno parlando\nInformazioni e privacy per gli annunci di Twitter",
    "tr": "4.188\n10:43 - 3 Mar 2016\n7.443 kişi bunun hakkında konuşuyor\nTwitter Reklam bilgileri ve gizliliği",
    "ru": "4 188\n10:43 - 3 марта 2016 г.\n7443 пользователя говорят об этом\nИнформация о рекламе в Твиттере и конфиденциальность",
    "id": "4.188\n10.43 - 3 Mar 2016\n7.443 orang membicarakan tentang ini\nInfo dan privasi Twitter Ads",
    "ja": "4,188\n10:43 - 2016年3月3日\n7,443人がこの話題について話しています\nTwitter広告の情報とプライバシー",
    "ar": "4,188\n10:43 ص - 3 مارس 2016\n7,443 شخصًا يتحدثون عن ذلك\nمعلومات وخصوصية إعلانات تويتر",
    "nl": "4.188\n10:43 - 3 mrt. 2016\n7.443 mensen praten hierover\nInformatie over Twitter Ads en privacy",
}


@pytest.mark.parametrize("below", WIDGETS.values(), ids=WIDGETS.keys())
def test_rendered_widgets_in_other_languages(below):
    text = f"He left.\n\nRosa Quill\n✔\n@rosaq\nBye all.\n\nBack soon #lamp\n\n{below}\nMore of it, said the mayor."
    assert found(text) == [tweet("Bye all.\n\nBack soon #lamp")]
    (span,) = find_flattened(text).spans
    assert text[span[1] :].strip() == "More of it, said the mayor."


COPIED = {
    "age": ("Rosa Quill\n@rosaq\n·\n17h\nBye all\n#lamp\n12\n34\n5.6K\n123K", tweet("Bye all\n#lamp", day=None)),
    "day": ("Rosa Quill\n@rosaq\n·\nMar 3\nBye all #lamp\n\n1\n2", tweet("Bye all #lamp", day=None)),
    "date": ("Rosa Quill\n@rosaq\n·\nMar 3, 2016\nBye all #lamp\n12\n34", tweet("Bye all #lamp")),
    "one line": ("Rosa Quill @rosaq · Mar 3, 2016\nBye all #lamp", tweet("Bye all #lamp")),
    "Bluesky": (
        "Rosa Quill\n\u202a@rosaq.bsky.social\u202c\n·\n3. März 2016\nBye all #lamp\n3\n4",
        ("bluesky", "rosaq.bsky.social", "Rosa Quill", "2016-03-03", "Bye all #lamp"),
    ),
    "Mastodon": (
        "Rosa Quill\n@rosaq@social.example\n2d\n\nBye all #lamp\n\n3\n4",
        ("mastodon", "rosaq@social.example", "Rosa Quill", None, "Bye all #lamp"),
    ),
    "Reddit": ("Bye all lamps\nby\nu/rosaq in\nsund", ("reddit", "rosaq", None, None, "Bye all lamps")),
    "Reddit, one line": ("Bye all lamps by u/rosaq in r/sund", ("reddit", "rosaq", None, None, "Bye all lamps")),
    "Reddit, without spaces": ("Bye all lamps\nbyu/rosaq insund", ("reddit", "rosaq", None, None, "Bye all lamps")),
    "Reddit, comment without spaces": (
        "Commentbyu/rosaq from discussion\ninsund",
        ("reddit", "rosaq", None, None, None),
    ),
    "numbers on one line": ("Rosa Quill @rosaq · Mar 3, 2016\nBye all #lamp\n12 40 120 1.2K", tweet("Bye all #lamp")),
    "Mastodon's code": (
        "Post by @rosaq@social.example\nView on Mastodon",
        ("mastodon", "rosaq@social.example", None, None, None),
    ),
    "X in German": (
        "Rosa Quill\n@rosaq\nBye all #lamp\n9:02 nachm. · 3. März 2016\n·\n1.234\nMal angezeigt",
        tweet("Bye all #lamp"),
    ),
    "X in Japanese": (
        "Rosa Quill\n@rosaq\n·\nフォローする\nBye all #lamp\n午後9:02 · 2016年3月3日\n40\n返信",
        tweet("Bye all #lamp"),
    ),
    "Reddit, comment": ("Comment\nby u/rosaq from discussion\nin sund", ("reddit", "rosaq", None, None, None)),
}


@pytest.mark.parametrize(("lines", "wanted"), COPIED.values(), ids=COPIED.keys())
def test_posts_copied_line_by_line(lines, wanted):
    text = f"He left.\n\n{lines}\n\nMore of it, said the mayor."
    assert found(text) == [wanted]


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
        weighted_length("hi https://example.org/a/long/path pic.twitter.com/AbCd1", attribution("March 3, 2016"))
        == len("hi ") + 24
    )
    assert weighted_length("電車", attribution("March 3, 2018")) == 4


PIECES = [
    "(@", ") ", "— ", "@rosaq", "(@rosaq)", " March 3, 2016", "2016年4月1日", "pic.twitter.com/", "AbCd1", "\n", "\n\n", "> ", " ",
    "#", "“", "”", '"', "Skip Twitter post by @r", "End of Twitter post by ", "A post shared by ", " on ", "Posted by ", "Monday, ",
    "9:35 PM - ", "Follow\n", "Retweets", ') on Twitter: "', "View this post on Instagram", "電車で困っている人", "twitter", "[", "](",
    "https://twitter.com/r/status/1223400000000000000", "\ufffd", "\x00", "\ud800", "🇦🇽", "خاتمہ",
]  # fmt: skip


@examples(300)
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


AT, SKEET = "https://x.com/rosaq/status/1223400000000000001", "https://bsky.app/profile/rosa.example/post/3k2a2222222aa"


@pytest.mark.parametrize(
    ("signature", "native_id"),
    [
        pytest.param(f"— Rosa Quill (@rosaq) February 1, 2020 <{AT}>", AT[-19:], id="after the date"),
        pytest.param(f"— Rosa Quill (@rosaq) February 1, 2020 [{AT}]", AT[-19:], id="in square brackets"),
        pytest.param(f"— Rosa Quill (@rosaq) <{AT}>", AT[-19:], id="in place of the date"),
        pytest.param(f"— Rosa Quill (@rosaq) {AT}?s=20", AT[-19:], id="without brackets"),
        pytest.param(f"— [Rosa Quill (@rosaq)]({AT})", AT[-19:], id="around name and handle"),
        pytest.param(f"— Rosa Quill (@rosa.example) July 1, 2023 <{SKEET}>", SKEET[-13:], id="Bluesky's"),
    ],
)
def test_the_url_after_a_signature_is_the_posts(signature, native_id):
    text = f"He left the room without a word on Monday.\n\nWe shall miss him, all of us\n\n{signature}\n\nMore of it.\n"
    (embed,) = find_flattened(text).embeds
    assert (embed.post.id, embed.post.name, embed.post.text) == (
        native_id,
        "Rosa Quill",
        "We shall miss him, all of us",
    )


@pytest.mark.parametrize("url", ["https://x.com/other/status/1223400000000000001", "https://x.com/rosaq"])
def test_an_undated_signature_needs_the_url_of_its_own_post(url):
    assert (
        find_flattened(f"He left.\n\nWe shall miss him, all of us\n\n— Rosa Quill (@rosaq) <{url}>\n\nMore.").embeds
        == ()
    )
