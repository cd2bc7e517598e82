"""Who wrote an article: as the page states it, and as it prints it around the headline."""

import pytest

from scraper.extract import extract
from scraper.html.metadata.names import kind_of_byline
from scraper.records import Document

BODY = "<p>The lights on the pier went out at nine, and nobody knew why until the ferry came in.</p>" * 4
LD = '<script type="application/ld+json">{{"@context":"https://schema.org","@type":"NewsArticle","headline":"The harbour lights","author":{}}}</script>'


def read(head="", above="", below="", end=""):
    html = (
        f"<html><head><title>The harbour lights | The Pier</title><meta property='og:site_name' content='The Pier'>{head}"
        f"</head><body><article>{above}<h1>The harbour lights</h1>{below}{BODY}{end}</article></body></html>"
    )
    document = Document(source="a.html", content=html.encode(), url="https://pier.example/a")
    return extract(document).article


def ld(author):
    return LD.format(author)


STATED = [
    pytest.param(ld('"Ann Lee"'), ("Ann Lee",), id="JSON-LD: a text"),
    pytest.param(ld('{"@type":"Person","name":"Ann Lee"}'), ("Ann Lee",), id="JSON-LD: a person"),
    pytest.param(
        ld('[{"@type":"Person","name":"Ann Lee"},{"@type":"Person","name":"Ben Bee"}]'),
        ("Ann Lee", "Ben Bee"),
        id="JSON-LD: two persons",
    ),
    pytest.param(
        ld('{"@id":"#ann"}')
        + '<script type="application/ld+json">{"@type":"Person","@id":"#ann","name":"Ann Lee"}</script>',
        ("Ann Lee",),
        id="JSON-LD: a reference",
    ),
    pytest.param(ld('"https://pier.example/ann"'), (), id="JSON-LD: an address"),
    pytest.param(ld('"admin"'), (), id="JSON-LD: an account that names nobody"),
    pytest.param(ld('{"@type":"Organization","name":"The Pier"}'), ("The Pier",), id="JSON-LD: the outlet"),
    pytest.param(ld('{"@type":"Organization","name":"dpa"}'), ("dpa",), id="JSON-LD: an agency"),
    pytest.param('<meta name="author" content="Ann Lee">', ("Ann Lee",), id="meta: author"),
    pytest.param('<meta name="author" content="By Ann Lee and Ben Bee">', ("Ann Lee", "Ben Bee"), id="meta: two names"),
    pytest.param(ld('{"@type":"Organization","name":"Canal 3 Porto"}'), ("Canal 3 Porto",), id="JSON-LD: a number"),
    pytest.param('<meta name="author" content="Quay101 Team">', ("Quay101 Team",), id="meta: a number in a word"),
    pytest.param(
        '<meta name="author" content="Ann Lee"><meta name="author" content="Ben Bee">',
        ("Ann Lee", "Ben Bee"),
        id="meta: an element for each",
    ),
    pytest.param('<meta name="author" content="Ask the Quay">', ("Ask the Quay",), id="meta: a column"),
    pytest.param(
        '<meta name="twitter:label1" content="Written by"><meta name="twitter:data1" content="Ann Lee">',
        ("Ann Lee",),
        id="meta: a card that says so",
    ),
    pytest.param(
        '<meta name="twitter:label1" content="Reading time"><meta name="twitter:data1" content="Two Minutes">',
        (),
        id="meta: a card of other words",
    ),
    pytest.param('<meta name="author" content="page.head.author">', (), id="meta: a placeholder"),
    pytest.param('<meta name="author" content="No Author">', (), id="meta: no author"),
    pytest.param(
        ld('[{"@type":"Person","name":"Ann Lee"},{"@type":"Person","name":"The Pier"}]'),
        ("Ann Lee",),
        id="JSON-LD: the outlet beside a person",
    ),
    pytest.param('<meta name="byl" content="By ANN LEE">', ("ANN LEE",), id="meta: byl"),
    pytest.param('<meta property="article:author" content="https://www.facebook.com/pier">', (), id="meta: an address"),
    pytest.param('<meta name="twitter:creator" content="@annlee">', (), id="meta: a handle is no byline"),
]


@pytest.mark.parametrize(("head", "names"), STATED)
def test_authors_stated_in_the_head(head, names):
    assert read(head).bylines == names


PRINTED = [
    pytest.param("<p>By Ann Lee</p>", ("Ann Lee",), id="By"),
    pytest.param("<div>By <a href='/a'>Ann Lee</a> and <a href='/b'>Ben Bee</a></div>", ("Ann Lee", "Ben Bee"), id="links"),
    pytest.param("<div>By <a href='/a'>Ann Lee</a>, <a href='/b'>Ben Bee</a></div>", ("Ann Lee", "Ben Bee"), id="comma"),
    pytest.param("<div>By <a href='/a'>Ann Lee</a>, <a href='/b'>Post Columnist</a></div>", ("Ann Lee",), id="a link for a role"),
    pytest.param("<p>By Ann Lee, Ben Bee and Cleo Day</p>", ("Ann Lee", "Ben Bee", "Cleo Day"), id="three in a line"),
    pytest.param("<span>By</span><span>Ann Lee</span><span>@annlee</span>", ("Ann Lee",), id="a handle behind the name"),
    pytest.param("<p>May 3, 2020 by Ann Lee</p>", ("Ann Lee",), id="behind the date"),
    pytest.param("<p>by Ann Lee on May 3, 2020</p>", ("Ann Lee",), id="before the date"),
    pytest.param("<p>by Ann Lee May 3, 2020 9:45 am</p>", ("Ann Lee",), id="before a date without a word"),
    pytest.param("<p>By Ann Lee, Health Editor</p>", ("Ann Lee",), id="a role"),
    pytest.param("<p>By Ann Lee | ann@pier.example | 555 0100</p>", ("Ann Lee",), id="mail and telephone"),
    pytest.param("<p>Text &amp; Fotos: Ann Lee</p>", ("Ann Lee",), id="text and pictures"),
    pytest.param("<p>By the Harbour Team</p>", ("the Harbour Team",), id="several who sign as one"),
    pytest.param("<span class='author vcard'><a class='url fn n' href='/x'>annlee</a></span>", ("annlee",), id="a card of an author"),
    pytest.param("<div class='author-description'>Licensed Pilot, Old Hand</div>", (), id="what an author is"),
    pytest.param("<p>By Ann Lee (in Quayside)</p>", ("Ann Lee",), id="a place in brackets"),
    pytest.param("<p>Von Anna Möwe und Peter Kai</p>", ("Anna Möwe", "Peter Kai"), id="German"),
    pytest.param("<p>By Ann Lee +1 555 0100 200</p>", ("Ann Lee",), id="a telephone number"),
    pytest.param("<p>Par Anne Quai</p>", ("Anne Quai",), id="French"),
    pytest.param("<p>Por Ana Muelle</p>", ("Ana Muelle",), id="Spanish"),
    pytest.param("<p>Autor: Jan Kowalski</p>", ("Jan Kowalski",), id="Autor:"),
    pytest.param("<p>Written by: Ann Lee</p>", ("Ann Lee",), id="Written by:"),
    pytest.param("<span class='byline__name'>Ann Lee</span>", ("Ann Lee",), id="an element named for it"),
    pytest.param("<div class='credits reader-credits'>Ann Lee</div>", ("Ann Lee",), id="a browser's reader view"),
    pytest.param("<a rel='author' href='/ann'>ann</a>", ("ann",), id="rel=author"),
    pytest.param("<div itemprop='author'><span itemprop='name'>Ann Lee</span></div>", ("Ann Lee",), id="microdata"),
    pytest.param("<address>Curator: <a rel='author' href='/a'>Ann Lee</a></address>", ("Ann Lee",), id="behind another role"),
    pytest.param("<p><a href='/authors/ann-lee'>ann lee</a></p>", ("ann lee",), id="a link to the author's page"),
    pytest.param("<p><a href='/tag/ann-lee'>Ann Lee</a></p>", (), id="a link to a subject"),
    pytest.param("<ul><li>Autorin/Autor <li>Anna Möwe</ul>", ("Anna Möwe",), id="Autorin/Autor"),
    pytest.param("<p>The 40 minutes were shot for the town's own archive by Ann Lee.</p>", (), id="by in a sentence with a number"),
    pytest.param("<p>320 g di Farina Bianca</p>", (), id="an amount"),
    pytest.param("<p class='byline'>The Harbour and its own lights</p>", (), id="a sentence in an element for it"),
    pytest.param("<p>By the time the ferry came, it was late.</p>", (), id="By in a sentence"),
    pytest.param("<h2>By the numbers</h2>", (), id="By in a heading"),
    pytest.param("<figure><figcaption>Photo by Ann Lee</figcaption></figure>", (), id="a photographer"),
    pytest.param("<aside><p>By Ann Lee</p></aside>", (), id="beside the article"),
]  # fmt: skip


@pytest.mark.parametrize(("below", "names"), PRINTED)
def test_authors_printed_at_the_headline(below, names):
    assert read(below=below).bylines == names


def test_a_printed_byline_outranks_the_account_in_the_metadata():
    assert read(ld('"Pier Media Ltd"'), below="<p>By Ann Lee</p>").bylines == ("Ann Lee",)


def test_names_in_the_metadata_that_are_printed_are_kept_in_its_order():
    stated = ld('[{"name":"Ben Bee"},{"name":"Ann Lee"}]')
    assert read(stated, below="<p>By Ann Lee; additional reporting: Ben Bee</p>").bylines == ("Ben Bee", "Ann Lee")


def test_the_author_of_a_comment_is_not_that_of_the_article():
    comment = "<section id='comments'><p>By <a rel='author'>Dan Gull</a></p></section>"
    assert read(end=comment).bylines == ()


def test_elements_for_authors_that_name_several_are_lists_of_stories():
    stories = "".join(f"<p class='author-name'>{name}</p>" for name in ("Ann Lee", "Ben Bee"))
    assert read(below=BODY * 2, end=stories).bylines == ()
    assert read(below=BODY * 2, end="<p class='author-name'>Ann Lee</p>").bylines == ("Ann Lee",)


def test_a_line_that_is_signed_anywhere():
    assert read(below=BODY * 2, end="<p>Written by Ann Lee and Ben Bee</p>").bylines == ("Ann Lee", "Ben Bee")
    assert read(below=BODY * 2, end="<p>By Ann Lee</p><p>By Ben Bee</p>").bylines == ()
    assert read(below=BODY * 2, end="<p>Von Kiel bis Lübeck</p>").bylines == ()


def test_a_stated_name_that_is_printed_outranks_the_author_of_a_picture():
    head = '<meta property="og:article:author" content="Ann Lee">'
    assert read(head, above="<p>Author: Picture Desk</p>", below="<b>Ann Lee</b>").bylines == ("Ann Lee",)


def test_a_byline_above_the_headline():
    assert read(above="<p>May 3, 2020 by Ann Lee</p>").bylines == ("Ann Lee",)


KINDS = {
    "person": ["Ann Lee", "annlee", "Dr. Anna Möwe", "Emily Post", "El Niño Quay", "Агата Причал"],
    "agency": [
        "dpa",
        "AFP",
        "The Associated Press",
        "Reuters Staff",
        "Reuters News Staff",
        "dpa/lno",
        "red/dpa",
        "dpa-infocom",
        "新华社",
        "Agencies",
    ],
    "outlet": [
        "The Pier",
        "pier.example",
        "Pier",
        "Redaktion",
        "Quay Media GmbH",
        "The Harbour Team",
        "Quay TV",
        "mole.de",
    ],
}


@pytest.mark.parametrize(("name", "kind"), [(name, kind) for kind, names in KINDS.items() for name in names])
def test_persons_agencies_and_outlets_are_told_apart(name, kind):
    assert kind_of_byline(name, "The Pier", "pier.example") == kind
