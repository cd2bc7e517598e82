"""What on a page is of other stories, beside the article, or said by readers; and what only looks like that."""

from __future__ import annotations

import pytest

from scraper.html.embeds.other_stories import width_of
from scraper.html.page import find_embeds, read_page

ID, VIDEO = "1223400000000000001", "aAaAaAaAaAa"
STATUS, WATCH = f"https://twitter.com/ada_example/status/{ID}", f"https://www.youtube.com/watch?v={VIDEO}"
QUOTE = (
    '<blockquote class="twitter-tweet"><p lang="en" dir="ltr">We did it, all of us</p>&mdash; Ada Example (@ada_example) '
    f'<a href="{STATUS}">February 1, 2020</a></blockquote>'
)
FRAME = f'<iframe src="https://www.youtube.com/embed/{VIDEO}?feature=oembed"></iframe>'
TWEET, FILM = f"twitter {ID}", f"youtube {VIDEO}"
PARAGRAPH = "<p>The minister spoke for an hour in the old town hall on Friday evening.</p>"
TEXT = PARAGRAPH * 8
HEAD = "<head><title>Town hall | The Example</title></head>"
COLUMNS = (
    f'<article><h1>Town hall</h1><div class="cols"><div class="left">{PARAGRAPH * 2}</div>'
    '<div class="col our-right-column">{}</div></div></article>'
)
WIDGETS = (
    '<div class="w"><h3>Most read</h3><ul><li><a href="/a">A story</a></li><li><a href="/b">Another</a></li></ul></div>'
    f'<div class="w"><h3>Video</h3>{FRAME}</div>'
)


def story(name, inside="", heading="<h1>{}</h1>", attributes=""):
    text = f"<p>The {name} crossed the frozen lake before anyone else in the valley was awake.</p>"
    return f"<article {attributes}>{heading.format(name.title())}{text}{text}{inside}</article>"


def page(inside="", outside="", top=""):
    article = f"<header><h1>Town hall</h1></header><main><article>{PARAGRAPH}{inside}{PARAGRAPH}</article></main>"
    return f"{HEAD}<body>{top}{article}{outside}</body>"


def ids(embeds):
    return {f"{embed.post.platform} {embed.post.id}" for embed in embeds}


TOWN_HALL = story("town hall")
LINKED = '<h2><a href="/fox">{}</a></h2>'
TEASER = (
    '<li><article class="{0}"><a href="#over"><img src="a.jpg"></a><h3>Wax</h3><a href="/wax">More</a><a href="/wax"></a>'
    f'<div class="is-hidden" id="over"><article><div class="youtube-player" data-id="{VIDEO}"></div></article></div>'
    "</article></li>"
)
OTHERS = {
    "whole stories below it": f"{HEAD}<body><main>{TOWN_HALL}{story('fox', QUOTE)}{story('owl', FRAME)}</main></body>",
    "whole stories in a box below it": f"{HEAD}<body><main>{TOWN_HALL}<div>{story('fox', QUOTE)}</div></main></body>",
    "whole stories with linked headings": f"{HEAD}<body><main>{TOWN_HALL}{story('fox', QUOTE, LINKED)}</main></body>",
    "stories by their microdata": (
        f"{HEAD}<body><article><h1>Town hall</h1>{PARAGRAPH}</article>"
        f'<div itemscope itemtype="https://schema.org/NewsArticle"><h1>Fox</h1>{QUOTE}</div></body>'
    ),
    "whole stories in boxes of one kind": (
        f'{HEAD}<body><div><div class="story first"><h1>Town hall</h1>{TEXT}</div>'
        f'<div class="story"><h1>The fox</h1>{PARAGRAPH}{QUOTE}</div></div></body>'
    ),
    "a sidebar whose class a tool made": page(outside=f'<div class="Sidebar_sidebar__x3Yz1"><h2>TV</h2>{FRAME}</div>'),
    "a box in the header of the page, by its name": page(
        top=f'<div id="header"><ul class="menu"><li>A</li></ul><div>{FRAME}</div></div>'
    ),
    "teasers with a hidden player": page(f"<ol>{TEASER.format('teaser')}{TEASER.format('teaser')}</ol>"),
    "a card with a player below the article": page(
        outside=f'<div class="card"><h3><a href="/fox">The fox</a></h3>{FRAME}</div>'
    ),
    "a card with a player in the article": page(
        f'<div class="card"><a href="/fox"><img src="a.jpg"></a><h3><a href="/fox">The fox</a></h3>{FRAME}</div>'
    ),
    "a box that is headed by what others have": page(f"<section><h3>Watch latest videos</h3><div>{FRAME}</div></section>"),
    "such a box below the article": page(outside=f"<div><header><h2>Related</h2></header><div>{FRAME}</div></div>"),
    "such a box in another language": page(outside=f"<div><h2>Weitere Videos</h2><div>{FRAME}</div></div>"),
    "an aside beside the text": (
        f"<body><main><div><h1>Town hall</h1>{TEXT}</div><aside><h3>Our channel</h3>{FRAME}</aside></main></body>"
    ),
    "an aside beside the text of an article": (
        f"<body><article><div><h1>Town hall</h1>{TEXT}</div><aside><h3>Our channel</h3>{FRAME}</aside></article></body>"
    ),
    "a side column with widgets": f"<body>{COLUMNS.format(WIDGETS)}</body>",
    "the content of a sidebar": page(outside=f'<div class="sidebar-content right"><h2>TV</h2>{FRAME}</div>'),
    "a fly-out of a menu": page(top=f'<div class="fly-out"><h4>Video</h4>{FRAME}</div>'),
    "an entry of a menu": page(top=f'<ul><li class="menu-item"><a href="/tv">TV</a><div>{FRAME}</div></li></ul>'),
    "a menu below a menu": page(top=f'<div class="submenu"><div>{FRAME}</div></div>'),
    "what acts as a menu": page(top=f'<div role="navigation"><ul><li>About<div>{FRAME}</div></li></ul></div>'),
    "an icon in the header of the page": page(
        top=f'<header><nav><a href="/a">A</a></nav><div><a class="tv" href="{WATCH}"></a></div></header>'
    ),
    "an icon with a label": page(top=f'<div><a class="tv" title="TV" href="{WATCH}"></a></div>'),
    "a comment by its number": page(outside=f'<div><div id="comment-17"><p>Look:</p><p>{WATCH}</p></div></div>'),
    "the text of a comment": page(outside=f'<div><div class="comment__text"><p>{WATCH}</p></div></div>'),
    "a comment of a user": page(outside=f'<div class="usercomment"><p>{WATCH}</p></div>'),
    "a comment by its microdata": page(outside=f'<div itemprop="comment"><p>{WATCH}</p></div>'),
    "a comment by the type of its microdata": page(
        outside=f'<div itemscope itemtype="https://schema.org/Comment"><p>{WATCH}</p></div>'
    ),
    "a comment that scripts number": page(outside=f'<div data-comment-id="9"><p>{WATCH}</p></div>'),
    "an advertisement that fills a blockquote": page(
        f'<blockquote class="wp-block-quote"><p><a href="{WATCH}">Subscribe to our channel!</a></p></blockquote>'
    ),
    "a film behind a heading": page(
        f'<div class="hero-video-background">{FRAME.replace("feature=oembed", "autoplay=1&mute=1&loop=1")}</div>'
    ),
    **{
        f"a narrow column: {narrow}": (
            f'<body><div><div class="row"><div class="{wide}"><h1>Town hall</h1>{PARAGRAPH * 2}</div></div>'
            f'<div class="{narrow}"><div><h3>Dates</h3>{TEXT}</div><div>{FRAME}</div></div></div></body>'
        )
        for wide, narrow in (
            ("col span_8_of_12", "col span_4_of_12"), ("col-md-8", "col-sm-6 col-md-4"), ("span8", "span4"),
            ("large-8 columns", "large-4 columns"), ("eight columns", "four columns"), ("grid_8", "grid_4"),
            ("two-thirds", "one-third"), ("uk-width-2-3", "uk-width-1-3"), ("w-2/3", "w-1/3"),
        )
    },
}  # fmt: skip
OWN = {
    "the article, not the stories below it": (
        f"{HEAD}<body><main>{story('town hall', QUOTE)}{story('owl', FRAME)}</main></body>",
        {TWEET},
    ),
    "entries of a live blog": (
        page(f'<article id="a"><h2>Rain</h2>{PARAGRAPH}{QUOTE}</article><article><h2>Sun</h2><p>Sun.</p>{FRAME}</article>'),
        {TWEET, FILM},
    ),
    "entries of a live blog beside its head": (
        (
            f"{HEAD}<body><main>{TOWN_HALL}<article><h2>Rain</h2>{QUOTE}</article>"
            f'<article><h2><a href="#b">Sun</a></h2>{FRAME}</article></main></body>'
        ),
        {TWEET, FILM},
    ),
    "an article for the headline, one for the text": (
        f'{HEAD}<body><article><h1>Town hall</h1></article><article>{PARAGRAPH}<h2>"It was I"</h2>{QUOTE}</article></body>',
        {TWEET},
    ),
    "a repeated headline": (f"{HEAD}<body>{TOWN_HALL}{story('town hall', QUOTE)}</body>", {TWEET}),
    "a heading that leads to a platform": (
        page(f'<article class="card"><h4><a href="https://twitter.com/ada_example">Ada</a></h4>{QUOTE}</article>'),
        {TWEET},
    ),
    "entries of a list with links in their headings": (
        page(f'<ol><li><h3><a href="/films/fox">Fox</a></h3><p>A film.</p>{FRAME}</li></ol>'),
        {FILM},
    ),
    "cards that lead to another site": (
        page(outside="", inside=f'<div class="card"><h3><a href="https://films.example/fox">Fox</a></h3>{FRAME}</div>'),
        {FILM},
    ),
    "a right column of the editor's with more than a post": (
        f'<body><article><h1>Hall</h1>{PARAGRAPH}<div class="wp-block-column right-column"><h2>Film</h2>{FRAME}</div></article></body>',
        {FILM},
    ),
    "a box for the headline and one for the text": (
        (
            f'{HEAD}<body><div><div class="post"><h1>Town hall</h1><p>By Ada</p></div>'
            f'<div class="post body"><h1>The fox</h1>{TEXT}{QUOTE}</div></div></body>'
        ),
        {TWEET},
    ),
    "the headline of a part of the article": (
        f'{HEAD}<body><article><h1>Town hall</h1>{PARAGRAPH}<div class="part"><h1>The fox</h1>{QUOTE}</div></article></body>',
        {TWEET},
    ),
    "a blockquote that a script was to fill": (page(f'<blockquote><a href="{STATUS}">What Ada wrote</a></blockquote>'), {TWEET}),
    "an aside in the text": (f"<body><main><h1>Town hall</h1>{TEXT}<aside>{QUOTE}</aside>{TEXT}</main></body>", {TWEET}),
    "an aside without a heading": (
        f"<body><article><div><h1>Town hall</h1>{TEXT}</div><aside>{QUOTE}</aside></article></body>",
        {TWEET},
    ),
    "a right column of the article, with a quote": (f"<body>{COLUMNS.format(QUOTE)}</body>", {TWEET}),
    "a right column of the article, with a video": (f"<body>{COLUMNS.format(FRAME)}</body>", {FILM}),
    "a box named for a background, whose player readers start": (
        page(f'<div class="body__video-background"><div>{FRAME}</div></div>'),
        {FILM},
    ),
    "a heading of the article": (page(f"<section><h2>The latest on the storm</h2>{QUOTE}</section>"), {TWEET}),
    "a narrow column with the video alone": (
        (
            f'<body><div class="row"><div class="col-md-8"><h1>Hall</h1>{PARAGRAPH}</div>'
            f'<div class="col-md-4">{FRAME}</div></div></body>'
        ),
        {FILM},
    ),
    "a card that a script fills": (page(f'<blockquote class="embed-card"><a href="{STATUS}">Ada</a></blockquote>'), {TWEET}),
}  # fmt: skip


@pytest.mark.parametrize("source", OTHERS.values(), ids=OTHERS)
def test_leaves_out_what_is_not_of_the_article(source):
    assert ids(find_embeds(source)) == set()
    assert ids(read_page(source).embeds) == set()


@pytest.mark.parametrize(("source", "posts"), OWN.values(), ids=OWN)
def test_keeps_what_is_of_the_article(source, posts):
    assert ids(find_embeds(source)) == posts
    assert ids(read_page(source).embeds) == posts


@pytest.mark.parametrize(
    ("classes", "width"),
    [
        ("col1", None),
        ("column", None),
        ("top-col-right", None),
        ("entry-2-0", None),
        ("col-xs-12 col-md-4", 1 / 3),
        ("medium-4 columns", 1 / 3),
        ("four columns", 1 / 3),
        ("one-half", 1 / 2),
        ("span_8_of_12", 2 / 3),
    ],
)
def test_reads_the_width_of_a_column(classes, width):
    assert width_of(classes) == pytest.approx(width) if width else width_of(classes) is None
