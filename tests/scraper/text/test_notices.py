"""Notices that stand in place of a post are never its text, in any language; and texts that only sound like one."""

from __future__ import annotations

import pytest

from scraper.html.page import find_embeds
from scraper.text.flattened import find_flattened
from scraper.text.notices import is_notice

ID = "1223400000000000001"
STATUS = f"https://x.com/ada_ex/status/{ID}"
PROSE = "The ferry company said on Tuesday that the evening boats would not run until the pier has been inspected."
NOTICES = (
    "Sorry but we're having trouble displaying this content",
    "Allow Instagram content?",
    "Content is not available",
    "This tweet is unavailable",
    "Warning: Third party content may contain adverts",
    "Inhalte von X erlauben?",
    "An dieser Stelle finden Sie einen externen Inhalt, der mit Ihrer Zustimmung geladen wird.",
    "Ce contenu n'est pas disponible",
    "Autoriser le contenu de TikTok ?",
    "¿Permitir el contenido de X?",
    "Contenido no disponible",
    "Este conteúdo não está disponível",
    "Permitir conteúdo do Facebook?",
    "Per vedere questo contenuto accetta i cookie",
    "Deze inhoud is niet beschikbaar",
    "Innehållet laddas från X",
    "Treść jest niedostępna",
    "Контент недоступен",
    "X içeriğine izin verilsin mi?",
    "Izinkan konten Twitter?",
    "المحتوى غير متاح",
    "このコンテンツは表示できません",
    "无法显示此内容",
    "이 콘텐츠는 사용할 수 없습니다. 허용하시겠습니까?",
)
TEXTS = (
    "Gate shut, tea cold.",
    "Content is king",
    "The tea is cold, allow for milk",
    "New content available now!",
    "We will not accept this. #content",
    "@bo_ex this content is not available here, is it?",
    "",
)


@pytest.mark.parametrize("line", NOTICES)
def test_a_notice_is_told_by_its_shape(line):
    assert is_notice(line)


@pytest.mark.parametrize("line", TEXTS)
def test_a_text_is_none(line):
    assert not is_notice(line)


def posts(*lines):
    text = "\n\n".join([PROSE, *lines, PROSE])
    return [
        (post.platform, post.author and post.author.handle, post.text)
        for post in (embed.post for embed in find_flattened(text).embeds)
    ]


@pytest.mark.parametrize("notice", NOTICES)
def test_a_frame_with_a_notice_alone_shows_no_post(notice):
    assert posts("Skip Twitter content", notice, "View content on Twitter", "End of Twitter content") == []


@pytest.mark.parametrize("notice", NOTICES)
def test_a_frame_that_names_the_author_shows_a_post_without_words(notice):
    found = posts("Skip Twitter post by @ada_ex", notice, "Accept and continue", "End of Twitter post by @ada_ex")
    assert found == [("twitter", "ada_ex", None)]


def test_the_words_below_a_notice_are_the_text():
    found = posts(
        "Skip Twitter post by @ada_ex", "Allow Twitter content?", "Accept and continue", "Gate shut, tea cold.",
        "End of Twitter post by @ada_ex",
    )  # fmt: skip
    assert found == [("twitter", "ada_ex", "Gate shut, tea cold.")]


@pytest.mark.parametrize("signature", ["\n— Ada Ex (@ada_ex) February 1, 2020", ""], ids=["signed", "unsigned"])
def test_a_notice_at_the_end_of_a_frame_is_not_its_text(signature):
    found = posts(
        "Skip twitter post by Ada Ex", "Allow Twitter content?", "Accept and continue",
        f"Gate shut, tea cold.{signature}", "We are not responsible for the content of external sites.",
        "End of twitter post by Ada Ex",
    )  # fmt: skip
    assert found == [("twitter", "ada_ex" if signature else None, "Gate shut, tea cold.")]


@pytest.mark.parametrize(
    ("site", "name", "platform"),
    [("Instagram", "ada.ex", "instagram"), ("TikTok", "ada.ex", "tiktok"), ("Threads", "ada_ex", "threads")],
)
def test_frames_of_other_sites_are_read_as_those_of_tweets(site, name, platform):
    found = posts(f"Skip {site} post by {name}", f"Allow {site} content?", f"End of {site} post by {name}")
    assert found == [(platform, name, None)]


def html_posts(inside):
    page = (
        f"<html><body><article><h1>Boats</h1><p>{PROSE}</p><p>{PROSE}</p>{inside}<p>{PROSE}</p></article></body></html>"
    )
    return [(post.id, post.text) for post in (embed.post for embed in find_embeds(page))]


@pytest.mark.parametrize("notice", NOTICES)
def test_a_quote_of_a_notice_has_no_text(notice):
    quote = f'<blockquote class="twitter-tweet"><p>{notice}</p><a href="{STATUS}">Show</a></blockquote>'
    assert html_posts(quote) == [(ID, None)]


def test_a_box_in_place_of_a_post_has_no_text():
    box = (
        f'<div class="embed-consent"><p>Post by @ada_ex</p><p>This content is provided by X, which may use cookies.</p>'
        f'<a href="{STATUS}">View on X</a></div>'
    )
    ((post_id, text),) = html_posts(box)
    assert (post_id, text) == (ID, None)


@pytest.mark.parametrize("signature", ["Post by Ada Ex (@ada_ex)", "Ada Ex (@ada_ex) saw it."])
def test_paragraphs_of_a_short_article_are_not_the_text_of_a_link(signature):
    assert html_posts(f'<p>{signature}</p><p><a href="{STATUS}">View on X</a></p>') == [(ID, None)]


@pytest.mark.parametrize("text", ["This content is not available in my country, lol", "Allow cookies, they say"])
def test_what_is_signed_is_a_text_whatever_it_says(text):
    quote = (
        f'<blockquote class="twitter-tweet"><p lang="en">{text}</p>&mdash; Ada Ex (@ada_ex) <a href="{STATUS}">February 1, 2020</a>'
        "</blockquote>"
    )
    assert html_posts(quote) == [(ID, text)]


OTHER = "1223400000000000777"
FOREIGN = (
    "Eduki hau ezin da orain erakutsi.",
    "Tha duilgheadas ann am post seo a nochdadh.",
    "ეს ჩანაწერი ახლა ვერ გამოჩნდება.",
    "இந்தப் பதிவைக் காட்ட முடியவில்லை.",
)
IN_FOREIGN = pytest.mark.parametrize("notice", FOREIGN)


def around(markup, notice):
    """Return the markup of two posts with the same notice."""
    return "".join(
        f"<p>{PROSE}</p>{markup.format(notice=notice, handle=handle, url=f'https://x.com/{handle}/status/{post}')}"
        for handle, post in (("ada_ex", ID), ("bo_ex", OTHER))
    )


@IN_FOREIGN
@pytest.mark.parametrize(
    "markup",
    [
        '<blockquote class="twitter-tweet"><p>{notice}</p><a href="{url}">Ikusi</a></blockquote>',
        '<div class="card"><p>Post: @{handle}</p><p>{notice}</p><a href="{url}">View on X</a></div>',
    ],
    ids=["quotes", "cards"],
)
def test_the_same_words_around_several_posts_are_the_frames(markup, notice):
    assert html_posts(around(markup, notice)) == [(ID, None), (OTHER, None)]


@IN_FOREIGN
def test_the_same_words_in_several_frames_of_a_text_are_the_frames(notice):
    found = posts(
        "Skip Twitter post by @ada_ex", notice, "Gate shut, tea cold.", "End of Twitter post by @ada_ex", PROSE,
        "Skip Twitter post by @bo_ex", notice, "End of Twitter post by @bo_ex",
    )  # fmt: skip
    assert found == [("twitter", "ada_ex", "Gate shut, tea cold."), ("twitter", "bo_ex", None)]


@IN_FOREIGN
@pytest.mark.parametrize(
    "box",
    [
        '<div class="embed-consent"><p>Post: @ada_ex</p><p>{notice}</p><a href="{url}">Ikusi hemen</a></div>',
        (
            '<figure><a href="#end-1">Ez irakurri</a><div><b>{notice}</b><a href="{url}">Ikusi hemen</a><small>{notice}</small>'
            '</div><p id="end-1">Amaiera</p></figure>'
        ),
    ],
    ids=["of a consent manager", "with a link to skip it"],
)
def test_a_box_has_no_words_of_a_post_in_any_language(box, notice):
    assert html_posts(box.format(notice=notice, url=STATUS)) == [(ID, None)]


@pytest.mark.parametrize("words", ["#SaveThePier now and for ever", "@jo_ex we are there, all of us"])
def test_words_that_several_posts_share_may_be_theirs(words):
    markup = '<div class="card"><b>{handle}</b> @{handle}<p>{notice}</p><a href="{url}">View on X</a></div>'
    assert html_posts(around(markup, words)) == [(ID, words), (OTHER, words)]


def test_words_that_several_signed_posts_share_are_theirs():
    markup = '<blockquote class="twitter-tweet"><p>{notice}</p>— Ada (@{handle}) <a href="{url}">May 1, 2020</a></blockquote>'
    assert html_posts(around(markup, "Good morning to all")) == [
        (ID, "Good morning to all"),
        (OTHER, "Good morning to all"),
    ]


def test_a_table_of_contents_makes_no_box():
    contents = '<p><a href="#rain">Rain</a></p><p>She <a href="{url}">wrote so</a>, and left.</p><p><a href="{url}">Her words</a></p><h2 id="rain">Rain</h2>'
    assert html_posts(contents.format(url=STATUS)) == []


UNKNOWN = ("Gwaetha'r modd, nid oes modd dangos yr eitem hon yma.", "Sajnos ez a bejegyzés nem jeleníthető meg.")
BOXES = (
    f'<blockquote class="twitter-tweet tweet--unavailable"><p>{{}}</p><a href="{STATUS}">Gweld</a></blockquote>',
    f'<div class="media-fallback"><blockquote class="twitter-tweet"><p>{{}}</p><a href="{STATUS}">x</a></blockquote></div>',
    f'<figure class="media-fallback"><div>{{}}</div><a href="{STATUS}">Gweld ar Twitter</a></figure>',
)


@pytest.mark.parametrize("box", BOXES, ids=["quote", "box around a quote", "box"])
@pytest.mark.parametrize("notice", UNKNOWN)
def test_a_box_by_its_name_shows_a_notice_in_any_language(box, notice):
    assert html_posts(box.format(notice)) == [(ID, None)]


@pytest.mark.parametrize("name", ["twitter-tweet", "twitter-tweet placeholder", "twitter-tweet tweet--unavailable"])
@pytest.mark.parametrize(
    "printed", ["— Ada Ex (@ada_ex) <a href='{}'>February 1, 2020</a>", "<a href='{}'>February 1, 2020</a>"]
)
def test_a_signed_or_dated_text_in_such_a_box_is_the_posts(name, printed):
    quote = f'<blockquote class="{name}"><p>{UNKNOWN[0]}</p>{printed.format(STATUS)}</blockquote>'
    assert html_posts(quote) == [(ID, UNKNOWN[0])]
