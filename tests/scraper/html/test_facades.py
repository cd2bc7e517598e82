"""Posts and players that are shown when a reader asks: known by a still, by the code of a click, by a link to a player."""

from __future__ import annotations

import html
from urllib.parse import quote

import pytest

from scraper.html.page import find_embeds, read_page

ID, VIDEO, OTHER = "1223400000000000001", "aAaAaAaAaAa", "bBbBbBbBbBb"
STATUS, PLAYER = f"https://twitter.com/ada_example/status/{ID}", f"https://www.youtube.com/embed/{VIDEO}"
TWEET, FILM = f"twitter {ID}", f"youtube {VIDEO}"
FRAME = f'<iframe width="800" src="{PLAYER}?feature=oembed"></iframe>'
QUOTE = f'<blockquote class="twitter-tweet"><p lang="en">We did it</p>— Ada (@ada_example) <a href="{STATUS}">May 1, 2020</a></blockquote>'
STILL = f"https://i.ytimg.com/vi/{VIDEO}/hqdefault.jpg"
PARAGRAPH = (
    "<p>The minister spoke for an hour in the old town hall on Friday evening. It rained outside all the while.</p>"
)

FACADES = {
    "handler with a percent-encoded frame": (
        (
            f"""<div class="play-button" style="background-image:url('{STILL}')" """
            f"""onclick="fill(this, decodeURIComponent('{quote(FRAME, safe="")}'));"><button>Play</button></div>"""
        ),
        FILM,
    ),
    "handler of a picture": (f"""<img src="/a.jpg" onclick="this.outerHTML=unescape('{quote(FRAME, safe="")}')">""", FILM),
    "handler of a link": (
        f"""<p><a href="#" onclick="return show('{html.escape(FRAME)}')"><img src="/a.jpg"></a></p>""",
        FILM,
    ),
    "handler with an escaped frame": (
        f"""<div class="lazy" onclick="this.innerHTML='{html.escape(FRAME)}'"><img src="/a.jpg"></div>""",
        FILM,
    ),
    "quote in an attribute of a script": (
        f'<script type="text/template" class="consent" data-content="{html.escape(QUOTE)}"></script>',
        TWEET,
    ),
    "frame in an attribute of a script": (
        f'<div><script type="text/plain" data-vendor="x" data-content="{html.escape(FRAME)}"></script></div>',
        FILM,
    ),
    "span around a picture": (f'<span class="lazy-youtube" data-src="{PLAYER}"><img src="/a.jpg"><svg></svg></span>', FILM),
    "empty span": (f'<p><span class="lazy-video" data-src="{PLAYER}"></span></p>', FILM),
    "still with a button": (
        f'<div class="lazy-video"><img src="{STILL}" class="poster"><button aria-label="Play"><span>Play</span></button></div>',
        FILM,
    ),
    "still at another host": (
        f'<div class="video youtube"><img src="https://img.youtube.com/vi/{VIDEO}/0.jpg"><div class="play-btn"></div></div>',
        FILM,
    ),
    "still as a background": (
        f'<div class="facade" style="background-image:url({STILL})"><button class="play">Play</button></div>',
        FILM,
    ),
    "still that loads later": (
        f'<div class="youtube-lite"><img data-src="{STILL.replace("/vi/", "/vi_webp/").replace("jpg", "webp")}" alt=""></div>',
        FILM,
    ),
    "still of a service's frame": (
        (
            '<figure><iframe src="https://pages.example/media/18dfd4" data-thumbnail="https://pictures.example/1?url='
            f'{quote(STILL, safe="")}&amp;key=1"></iframe></figure>'
        ),
        FILM,
    ),
    "custom element with an id": (f'<our-youtube-video class="x" video-id="{VIDEO}"></our-youtube-video>', FILM),
    "custom element with an id in camel case": (f'<youtube-embed videoId="{VIDEO}"></youtube-embed>', FILM),
    "custom element that names the provider": (f'<lazy-video provider="youtube" video-id="{VIDEO}"></lazy-video>', FILM),
    "custom element with an attribute for it": (f'<media-player youtube-id="{VIDEO}"></media-player>', FILM),
    "custom element of a tweet": (f'<tweet-embed tweet-id="{ID}"></tweet-embed>', TWEET),
    "picture that leads to a player": (f'<p><a class="lightbox" href="{PLAYER}?autoplay=1"><img src="/a.jpg"></a></p>', FILM),
    "picture with a button that leads to a player": (
        f'<div class="video"><a data-fancybox href="{PLAYER}"><img src="/a.jpg"><span>Play</span></a></div>',
        FILM,
    ),
}  # fmt: skip
NO_FACADES = {
    "still of a teaser": f'<div class="video"><a href="/other"><img src="{STILL}"><h3>Another story</h3></a></div>',
    "still with a caption": f'<figure class="video"><img src="{STILL}"><figcaption>A scene</figcaption></figure>',
    "still as a picture": f'<p><img src="{STILL}"></p>',
    "stills in a list": "<ul>" + f'<li class="video"><img src="{STILL}"><button>Play</button></li>' * 2 + "</ul>",
    "stills in a row": (
        '<div class="youtube-gallery">'
        + "".join(
            f'<div class="youtube-item"><img src="{STILL.replace(VIDEO, video)}"></div>' for video in (VIDEO, OTHER)
        )
        + "</div>"
    ),
    "custom element of another site": f'<our-video provider="vimeo" video-id="{VIDEO}"></our-video>',
    "words that lead to a player": f'<p>You can <a href="{PLAYER}">watch it here</a> and then go on.</p>',
    "handler that opens a window": f"""<p>His <b onclick="window.open('{PLAYER}')">film</b> is long.</p>""",
    "picture in a list that leads to a player": f'<ul><li><a href="{PLAYER}"><img src="/a.jpg"></a></li></ul>',
}


def page(markup):
    return f"<body><h1>Town hall</h1><article>{PARAGRAPH}{markup}{PARAGRAPH}</article></body>"


def ids(embeds):
    return {f"{embed.post.platform} {embed.post.id}" for embed in embeds}


@pytest.mark.parametrize(("markup", "post"), FACADES.values(), ids=FACADES)
def test_finds_what_is_shown_on_demand(markup, post):
    assert ids(find_embeds(page(markup))) == {post}
    assert ids(read_page(page(markup)).embeds) == {post}


@pytest.mark.parametrize("markup", NO_FACADES.values(), ids=NO_FACADES)
def test_leaves_out_pictures_and_links(markup):
    assert ids(find_embeds(page(markup))) == set()
    assert ids(read_page(page(markup)).embeds) == set()


def test_a_quote_in_an_attribute_of_a_script_is_read_whole():
    (embed,) = find_embeds(page(FACADES["quote in an attribute of a script"][0]))
    assert (embed.post.text, embed.post.author.handle) == ("We did it", "ada_example")
