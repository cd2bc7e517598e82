"""The lines that sign quoted posts, on every platform; and quotes whose words are a post's without one."""

from __future__ import annotations

from urllib.parse import quote

import pytest

from scraper.html.page import find_embeds

ID = "1223400000000000001"
STATUS = f"https://x.com/ada_ex/status/{ID}"
WORDS = "The gate is shut and the tea is cold."
PARAGRAPH = "<p>The minister spoke for an hour in the old town hall on Friday evening.</p>"
PAGE = (
    '<!DOCTYPE html><html lang="en"><head><title>Town hall | The Example</title></head><body>'
    f"<main><article><h1>Town hall</h1>{PARAGRAPH * 4}{{inside}}{PARAGRAPH}</article></main></body></html>"
)
DATE = f'<a href="{STATUS}">February 1, 2020</a>'
OFFICIAL = '<blockquote class="twitter-tweet">{}</blockquote>'
PLAIN = "<blockquote>{}</blockquote>"
CITED = f'<blockquote cite="{STATUS}">{{}}</blockquote>'


def read(inside):
    posts = [embed.post for embed in find_embeds(PAGE.replace("{inside}", inside))]
    return [
        (post.id, post.author and post.author.handle, post.author and post.author.name, post.text) for post in posts
    ]


SIGNED = {
    "no paragraph": f"{WORDS} &mdash; Ada Ex (@ada_ex) {DATE}",
    "the handle alone": f"<p>{WORDS}</p>&mdash; @ada_ex {DATE}",
    "a comma before the date": f"<p>{WORDS}</p>&mdash; Ada Ex (@ada_ex), {DATE}",
    "a dot before the date": f"<p>{WORDS}</p>&mdash; Ada Ex (@ada_ex) · {DATE}",
    "the site before the date": f"<p>{WORDS}</p>&mdash; Ada Ex (@ada_ex) on Twitter, {DATE}",
    "a preposition before the date": f"<p>{WORDS}</p>&mdash; Ada Ex (@ada_ex) on {DATE}",
    "a program on a line of its own": f"{WORDS}<br>via web<br>&mdash; Ada Ex (@ada_ex) {DATE}",
    "a name alone": f"<p>{WORDS}</p> &mdash; Ada Ex {DATE}",
    "a name alone and an address": f'<p>{WORDS}</p> &mdash; Ada Ex <a href="{STATUS}">{STATUS}</a>',
    "by": f"<p>{WORDS}</p><p>Posted by Ada Ex {DATE}</p>",
    "by, in another language": f"<p>{WORDS}</p><p>Gepostet von Ada Ex am {DATE}</p>",
    "by, with the handle": f"<p>{WORDS}</p><p>Tweet by Ada Ex (@ada_ex) {DATE}</p>",
    "no dash": f"<p>{WORDS}</p><footer>Ada Ex @ada_ex {DATE}</footer>",
    "no dash, a comma": f"<p>{WORDS}</p><cite>Ada Ex, @ada_ex, {DATE}</cite>",
    "the handle before the name": f"<p>{WORDS}</p>&mdash; @ada_ex (Ada Ex) {DATE}",
    "name and handle swapped": f"<p>{WORDS}</p>&mdash; ada_ex (@Ada Ex) {DATE}",
    "in the link": f'<p>{WORDS}</p><footer>&mdash; <a href="{STATUS}">Ada Ex (@ada_ex)</a></footer>',
    "the handle in a link": f'<p>{WORDS}</p><footer><cite><a href="{STATUS}">@ada_ex</a></cite></footer>',
    "behind the date": f"<p>{WORDS}</p>{DATE} &mdash; Ada Ex (@ada_ex)",
    "a link in it": f'<p>{WORDS}</p>&mdash; <a href="https://x.com/ada_ex">Ada Ex</a> (<a href="https://x.com/ada_ex">@ada_ex</a>) {DATE}',
}


@pytest.mark.parametrize("frame", [OFFICIAL, CITED, PLAIN], ids=["official", "cited", "plain"])
@pytest.mark.parametrize("inside", SIGNED.values(), ids=SIGNED)
def test_reads_who_signed_a_quote(frame, inside):
    ((post_id, handle, name, text),) = read(frame.format(inside))
    assert (post_id, handle, text) == (ID, "ada_ex", WORDS)
    assert name == ("Ada Ex" if "Ada Ex" in inside else None)


UNSIGNED = {
    "an invitation": f'<p>{WORDS}</p><a href="{STATUS}">View tweet</a>',
    "a name of the link": f'<p>{WORDS}</p><p><a href="{STATUS}">Permalink</a></p>',
    "a date": f"<p>{WORDS}</p>{DATE}",
}


@pytest.mark.parametrize("inside", UNSIGNED.values(), ids=UNSIGNED)
def test_the_paragraphs_of_a_quote_that_stands_for_a_post_are_its_words(inside):
    assert read(OFFICIAL.format(inside)) == [(ID, "ada_ex", None, WORDS)]


WORDLESS = {
    "a link": f'<a href="{STATUS}">A tweet by Ada Ex</a>',
    "a label": f'<p><a href="{STATUS}">View this post on X</a></p>',
    "a label beside the link": f'<p>Tweet by @ada_ex</p><a href="{STATUS}">Show</a>',
    "what waits": f'<p>Loading tweet…</p><a href="{STATUS}">Show</a>',
}


@pytest.mark.parametrize("inside", WORDLESS.values(), ids=WORDLESS)
def test_what_stands_for_the_post_until_it_is_loaded_is_no_text(inside):
    ((post_id, _, _, text),) = read(OFFICIAL.format(inside))
    assert (post_id, text) == (ID, None)


KEPT = {
    "a dash in the text": f"<p>We waited and waited<br>— two hours, for nothing.</p>{DATE}",
    "a mention at the end": f"<p>{WORDS}<br>Thanks to @bo_ex</p>{DATE}",
    "via somebody": f"<p>{WORDS} via @bo_ex</p>{DATE}",
    "brackets at the end": f"<p>{WORDS}<br>gates (of all kinds)</p>{DATE}",
}


@pytest.mark.parametrize("inside", KEPT.values(), ids=KEPT)
def test_a_last_line_that_signs_nothing_is_text(inside):
    lines = inside.removeprefix("<p>").partition("</p>")[0].replace("<br>", "\n")
    assert read(OFFICIAL.format(inside)) == [(ID, "ada_ex", None, lines)]


FIGURES = {
    "cited": f'<figure><blockquote cite="{STATUS}"><p>{WORDS}</p></blockquote><figcaption>Ada Ex (@ada_ex), {DATE}</figcaption></figure>',
    "cited, without a link": (
        f'<figure><blockquote cite="{STATUS}"><p>{WORDS}</p></blockquote><figcaption>— <b>Ada Ex</b> (@ada_ex)</figcaption></figure>'
    ),
    "linked by the author": f'<figure><blockquote><p>{WORDS}</p></blockquote><figcaption><a href="{STATUS}">Ada Ex (@ada_ex)</a></figcaption></figure>',
    "linked by the author after a dash": (
        f'<figure><blockquote><p>{WORDS}</p></blockquote><figcaption>— <a href="{STATUS}">Ada Ex (@ada_ex)</a></figcaption></figure>'
    ),
    "cite, linked by the author": f'<blockquote><p>{WORDS}</p><cite><a href="{STATUS}">Ada Ex (@ada_ex)</a></cite></blockquote>',
    "linked": f"<figure><blockquote><p>{WORDS}</p></blockquote><figcaption>&mdash; Ada Ex (@ada_ex), {DATE}</figcaption></figure>",
}


@pytest.mark.parametrize("figure", FIGURES.values(), ids=FIGURES)
def test_the_caption_signs_a_quote_in_a_figure(figure):
    assert read(figure) == [(ID, "ada_ex", "Ada Ex", WORDS)]


ABOVE = {
    "dash": f"<blockquote><p>{WORDS}</p></blockquote><p>&mdash; Ada Ex (@ada_ex) {DATE}</p>",
    "cite": f"<div><blockquote>{WORDS}</blockquote><cite>Ada Ex (@ada_ex), {DATE}</cite></div>",
    "links": (
        f"<div><blockquote><p>{WORDS}</p></blockquote><div><a href='https://x.com/ada_ex'>Ada Ex @ada_ex</a> {DATE}</div></div>"
    ),
}


@pytest.mark.parametrize("markup", ABOVE.values(), ids=ABOVE)
def test_a_line_signs_the_quote_above_it(markup):
    assert read(markup) == [(ID, "ada_ex", "Ada Ex", WORDS)]


def test_a_line_signs_no_quote_that_is_another_post():
    other = STATUS.replace("001", "777")
    official = OFFICIAL.format(f'<p lang="en">Rain.</p>&mdash; Bo (@bo_ex) <a href="{other}">May 1, 2020</a>')
    line = f"<p>&mdash; Ada Ex (@ada_ex) {DATE}</p>"
    assert [post[3] for post in read(official + line)] == ["Rain.", None]


TOOT, CHIRP = ("https://quay.example/@ada/112954321098765432", "https://www.threads.com/@ada.ex/post/C8aAaAaAaAa")
SKEET, TRUTH = (
    "https://bsky.app/profile/ada.example/post/3kaaaaaaaaa2a",
    "https://truthsocial.com/@ada_ex/posts/112954321098765432",
)
LINE = "<blockquote cite='{0}'><p>{1}</p>&mdash; Ada Ex (@{2}) <a href='{0}'>February 1, 2020</a></blockquote>"
OTHERS = {
    "Mastodon": (TOOT, "ada@quay.example", "ada@quay.example"),
    "Mastodon, without the server": (TOOT, "ada", "ada@quay.example"),
    "Threads": (CHIRP, "ada.ex", "ada.ex"),
    "Bluesky": (SKEET, "ada.example", "ada.example"),
    "Truth Social": (TRUTH, "ada_ex", "ada_ex"),
    "Instagram": ("https://www.instagram.com/p/BzAaAaAaAaA/", "ada.ex", "ada.ex"),
    "Facebook": ("https://www.facebook.com/ada.ex/posts/1234567890123456", "ada.ex", "ada.ex"),
    "TikTok": ("https://www.tiktok.com/@ada.ex/video/7000000000000000001", "ada.ex", "ada.ex"),
    "Telegram": ("https://t.me/ada_ex/12", "ada_ex", "ada_ex"),
    "YouTube": ("https://www.youtube.com/watch?v=aAaAaAaAaAa", "ada_ex", "ada_ex"),
}


@pytest.mark.parametrize(
    "form",
    [
        LINE,
        LINE.replace("cite='{0}'", ""),
        "<blockquote cite='{0}'><p>{1}</p><cite>@{2} (Ada Ex)</cite></blockquote>",
        "<figure><blockquote><p>{1}</p></blockquote><figcaption><a href='{0}'>Ada Ex (@{2})</a></figcaption></figure>",
    ],
    ids=["cited", "plain", "swapped", "captioned"],
)
@pytest.mark.parametrize(("url", "printed", "handle"), OTHERS.values(), ids=OTHERS)
def test_one_reader_of_signatures_serves_all_platforms(url, printed, handle, form):
    ((_, *signed),) = read(form.format(url, WORDS, printed))
    assert signed == [handle, "Ada Ex", WORDS]


THREAD = "https://www.reddit.com/r/quayside/comments/1erabcd/no_boats_tonight/"
REDDIT = (
    f'<blockquote><a href="{THREAD}">No boats tonight</a><br> by<a href="https://www.reddit.com/user/ada_ex/">u/ada_ex</a>'
    ' in<a href="https://www.reddit.com/r/quayside/">quayside</a></blockquote>'
)


def test_a_quote_of_links_to_a_site_is_a_post_without_its_class():
    assert read(REDDIT) == [("1erabcd", "ada_ex", None, "No boats tonight")]


TRAPS = {
    "prose around the links": REDDIT.replace(" by<a", " was what everybody wrote there, among them <a"),
    "links to other sites": REDDIT.replace('https://www.reddit.com/r/quayside/"', 'https://quay.example/"'),
    "a date in a sentence": f"<blockquote><p>The gate was shut — as Ada Ex said on {DATE}</p></blockquote>",
    "a source": f'<blockquote><p>All was well.</p><cite><a href="{STATUS}">The Quay Herald</a></cite></blockquote>',
    "one link": f'<blockquote><p>All was well, <a href="{THREAD}">she wrote</a></p></blockquote>',
    "a quote in a figure with a credit": (
        f'<figure><blockquote><p>All was well.</p></blockquote><figcaption>Photo: <a href="{STATUS}">Ada</a></figcaption></figure>'
    ),
}


@pytest.mark.parametrize("trap", TRAPS.values(), ids=TRAPS)
def test_a_quote_that_mentions_a_post_shows_none(trap):
    assert read(trap) == []


THREAD, TOOT = "https://www.threads.net/@ada.example/post/C8aAaAaAaAa", "https://social.example/@ada/111111111111111111"
SKEET = "at://did:plc:aaaaexample/app.bsky.feed.post/3kaaaaaaaaa2a"
THREADS = f'<blockquote class="text-post-media" data-text-post-permalink="{THREAD}">{{}}</blockquote>'
MASTODON = f'<blockquote class="mastodon-embed" data-embed-url="{TOOT}/embed">{{}}</blockquote>'
BLUESKY = f'<blockquote class="bluesky-embed" data-bluesky-uri="{SKEET}"><p lang="en">{{}}</p>&mdash; Ada</blockquote>'
TELEGRAM = (
    '<div class="tgme_widget_message" data-post="ada_example/17"><a href="https://t.me/ada_example">Ada</a><div'
    ' class="tgme_widget_message_text">{}</div><a href="https://t.me/ada_example/17"><time datetime="2020-02-01T00:17:44+00:00">'
    "00:17</time></a></div>"
)
ANSWERED = (
    '<a class="tgme_widget_message_reply"><div class="tgme_widget_message_text js-message_reply_text">Before</div></a>'
)
DRAWN = (
    f'<twitter-widget class="twitter-tweet" data-tweet-id="{ID}"><template shadowrootmode="open"><blockquote'
    f' class="Tweet" cite="{STATUS}"><a href="https://x.com/ada_ex">Ada Ex <span>@ada_ex</span></a>'
    f'<p class="Tweet-text" lang="en">{{}}</p><a href="{STATUS}"><time>1 Feb 2020</time></a></blockquote></template></twitter-widget>'
)


@pytest.mark.parametrize(
    ("inside", "text"),
    [
        pytest.param(THREADS.format(f'<a href="{THREAD}"><div>Post by @ada.example</div><div>View on Threads</div></a>'), None, id="Threads' own"),
        pytest.param(THREADS.format(f"<p>{WORDS}</p><div>Beitrag von @ada.example</div><div>Auf Threads ansehen</div>"), WORDS, id="Threads"),
        pytest.param(THREADS.format("<div>Post by @ada.example</div><div>3 March 2024, 12:03</div><div>View on Threads</div>"), None, id="Threads with a date"),
        pytest.param(THREADS.format(f'<a href="{THREAD}"><p>{WORDS}</p></a>'), None, id="Threads without a frame"),
        pytest.param(MASTODON.format(f'<a href="{TOOT}"><div>Post by @ada@social.example</div><div>View on Mastodon</div></a>'), None, id="Mastodon's own"),
        pytest.param(MASTODON.format(f"<p>{WORDS}</p><div>Post by @ada@social.example</div><div>View on Mastodon</div>"), WORDS, id="Mastodon"),
        pytest.param(MASTODON.format("<p>May 2020</p><div>Post by @ada@social.example</div><div>View on Mastodon</div>"), "May 2020", id="a month"),
        pytest.param(BLUESKY.format(f"{WORDS}<br><br>[contains quote post or other embedded content]"), WORDS, id="Bluesky's note"),
        pytest.param(DRAWN.format(WORDS), WORDS, id="a widget saved as it was drawn"),
        pytest.param(TELEGRAM.format(WORDS), WORDS, id="Telegram's widget saved as it was drawn"),
        pytest.param(TELEGRAM.replace("<a", f"{ANSWERED}<a", 1).format(WORDS), WORDS, id="an answer in Telegram's widget"),
    ],
)  # fmt: skip
def test_reads_the_words_in_official_markup(inside, text):
    ((_, _, _, found),) = read(inside)
    assert found == text


@pytest.mark.parametrize("frame", [OFFICIAL, CITED], ids=["official", "cited"])
def test_a_signature_may_have_its_handle_in_a_link_in_brackets(frame):
    inside = f'<p>{WORDS}</p><footer>Ada Ex (<cite><a href="{STATUS}">@ada_ex</a></cite>), 1 February 2020</footer>'
    assert read(frame.format(inside)) == [(ID, "ada_ex", "Ada Ex", WORDS)]


def test_a_caption_without_the_class_of_its_quote_is_read():
    post, account = "https://www.instagram.com/p/BzAaAaAaAaA/", "https://www.instagram.com/ada.example/"
    quote = f'<blockquote><div><p><a href="{post}">{WORDS}</a></p><p>A post shared by <a href="{account}">Ada Ex</a>'
    quote += ' (@ada.example) on <time datetime="2019-06-21">Jun 21, 2019 at 11:30am PDT</time></p></div></blockquote>'
    assert read(quote) == [("BzAaAaAaAaA", "ada.example", "Ada Ex", WORDS)]
    prose = f'<blockquote><p>She <a href="{post}">showed it</a>, said the mayor, who had never seen a boat like it in his life.</p></blockquote>'
    assert read(prose) == []


@pytest.mark.parametrize(
    "url",
    [
        "https://translate.google.com/website?sl=en&tl=de&u={}",
        "https://eur01.safelinks.protection.outlook.com/?url={}&data=05",
        "https://www.google.com/url?q={}",
        "https://web.archive.org/web/20200202/{}",
    ],
    ids=["translation", "mail", "search", "archive"],
)
def test_a_permalink_behind_a_redirector_signs_a_quote(url):
    quoted = STATUS if "archive" in url else quote(STATUS, safe="")
    inside = f'<p lang="en">{WORDS}</p>&mdash; Ada Ex (@ada_ex) <a href="{url.format(quoted)}">February 1, 2020</a>'
    assert read(OFFICIAL.format(inside)) == [(ID, "ada_ex", "Ada Ex", WORDS)]


HEAD = f'<a href="{STATUS}"><b>Ada Ex</b> @ada_ex</a>'


@pytest.mark.parametrize(
    ("inside", "found"),
    [
        pytest.param(f"<div><div>{HEAD}</div><p>{WORDS}</p><time>1 February 2020</time></div>", [WORDS], id="boxes"),
        pytest.param(
            f"<table><tr><td>{HEAD}</td></tr><tr><td>{WORDS}</td></tr><tr><td>Feb 1, 2020</td></tr></table>",
            [WORDS],
            id="rows",
        ),
        pytest.param(f"<p>It was {HEAD} who said so.</p><p>1 February 2020</p>", [], id="a sentence"),
        pytest.param(f"<figure><img src=a.jpg><figcaption>{HEAD}</figcaption></figure>", [], id="a credit"),
        pytest.param(f"<div><p>Follow us</p><p>{HEAD}</p><p>1 February 2020</p></div>", [], id="below a heading"),
        pytest.param(f"<div><p>{HEAD}</p><p>1 February 2020</p></div>", [], id="a date alone"),
    ],
)
def test_a_card_may_link_its_post_by_the_author_alone(inside, found):
    assert [text for *_, text in read(inside)] == found
