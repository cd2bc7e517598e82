"""`extract_reactions` gives the record of `extract` for what holds reactions, and None for all else."""

from __future__ import annotations

import html as entities
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scraper.extract import extract, extract_reactions, to_json
from scraper.records import Document, Extraction
from scraper.text.flattened import find_flattened, may_hold_posts
from scraper.text.quotes import may_quote

ROOT = Path(__file__).parents[2]
CORPUS = ROOT.parent / "shared" / "corpus"
OWN = ("tests", "examples", "docs")
KINDS = {".html", ".htm", ".txt", ".md", ".mhtml"}

POST = "https://twitter.com/pier_watch/status/1223400000000000000"
EMBED = (
    '<blockquote class="twitter-tweet"><p>Loud all night #PierSong</p>&mdash; Ada Ex (@ada_ex) '
    f'<a href="{POST}">February 3, 2020</a></blockquote>'
)
FILLER = "The council closed the pier on Monday, and the band went home without a word about it."


def check(document: Document) -> Extraction | None:
    """Return what `extract_reactions` does, having compared it with what `extract` does for each choice."""
    whole = extract(document)
    text, sifted = whole.text or "", None
    assert may_hold_posts(text) or not find_flattened(text, passages=False).embeds
    assert may_quote(text) or not whole.quotes
    for only, found in (
        ("embeds", bool(whole.embeds)),
        ("reactions", bool(whole.embeds or whole.quotes or whole.hashtags)),
    ):
        sifted = extract_reactions(document, only=only)
        assert (sifted is not None) == found, only
        if sifted is not None:
            assert to_json(sifted) == to_json(whole)
            assert sifted.text == whole.text
    return sifted


def page(body: str, head: str = "<title>Pier closed</title>") -> str:
    return f"<!DOCTYPE html><html lang='en'><head>{head}</head><body><article>{body}</article></body></html>"


@pytest.mark.parametrize("place", OWN)
def test_our_own_pages_and_texts(place):
    paths = [path for path in sorted((ROOT / place).rglob("*")) if path.suffix in KINDS]
    assert paths
    for path in paths:
        check(Document(source=str(path), content=path.read_bytes()))


@pytest.mark.thorough
@pytest.mark.skipif(not CORPUS.exists(), reason="the labelled corpus is not beside this checkout")
@pytest.mark.parametrize("place", ["html/pages", "html2/pages", "text/articles", "quotes/texts", "seeds"])
def test_the_labelled_corpus(place):
    for path in sorted((CORPUS / place).iterdir()):
        check(Document(source=path.name, content=path.read_bytes()))


@pytest.mark.parametrize(
    ("body", "embeds", "quotes", "hashtags"),
    [
        (f"<p>{FILLER}</p>", 0, 0, 0),
        (f"<p>{FILLER}</p>{EMBED}", 1, 0, 1),
        (f"<p>{FILLER} It was called #PierSong.</p>", 0, 0, 1),
        (f"<p>{FILLER} It was called &#35;PierSong.</p>", 0, 0, 1),
        (f"<p>{FILLER} It was called &num;<b>PierSong</b>.</p>", 0, 0, 1),
        (f"<p>{FILLER}</p><p>&ldquo;Loud all night,&rdquo; a fan wrote on Twitter.</p>", 0, 1, 0),
        (f"<p>{FILLER}</p><p>&ldquo;Loud all night,&rdquo; a fan wrote on Instagram.</p>", 0, 1, 0),
        (f"<p>{FILLER}</p><p>&#x201c;Loud all night,&#8221; a fan wrote on Twitter.</p>", 0, 1, 0),
        (f"<p>{FILLER}</p><p>&#34;Loud all night,&quot; a fan wrote on Twitter.</p>", 0, 1, 0),
        (f"<p>{FILLER}</p><p>Loud all night — Ada Ex (&commat;ada_ex) February 3, 2020</p>", 1, 0, 0),
        (f"<p>{FILLER}</p><p>Loud all night — Ada Ex (<a href='/a'>@ada_ex</a>) May 3, 2020</p>", 1, 0, 0),
        (f"<p>{FILLER}</p><p>Loud all night pic.<wbr>twitter.com/AbCdEfGhIj</p>", 1, 0, 0),
        (f"<p>{FILLER}</p><p>Posted by Ada Ex on Monday, 3 February 2020</p>", 1, 0, 0),
        (f"<nav>#menu</nav><p>{FILLER}</p><style>#menu {{color: #fff}}</style>", 0, 0, 0),
        (f"<p>{FILLER} Follow us on Twitter.</p><p>&ldquo;Loud,&rdquo; said the mayor at the pier.</p>", 0, 0, 0),
    ],
    ids=[
        "nothing", "an embed", "a hashtag", "a hashtag by number", "a hashtag by name", "a quote by name",
        "a quote from another platform",
        "a quote by number", "a quote in plain marks", "a flattened post", "a flattened post with a link",
        "a flattened picture", "a flattened post of Facebook", "hashes beside the article", "speech",
    ],
)  # fmt: skip
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1252"])
def test_what_a_page_holds(body, embeds, quotes, hashtags, encoding):
    content = page(body).encode(encoding, "xmlcharrefreplace")
    whole = extract(Document(source="page.html", content=content))
    assert (len(whole.embeds), len(whole.quotes), len(whole.hashtags)) == (embeds, quotes, hashtags)
    check(Document(source="page.html", content=content))


SPELLINGS = {
    "as it is": lambda character: character,
    "by number": lambda character: f"&#{ord(character)};",
    "by number, in hex": lambda character: f"&#x{ord(character):X};",
    "in an element": lambda character: f"<b>{entities.escape(character)}</b>",
    "by name": entities.escape,
    "escaped in a script": lambda character: f"\\u{ord(character):04x}",
    "as a part of a query": lambda character: f"%{ord(character) % 256:02X}",
}
PIECES = (
    "#PierSong", "＃PierSong", "“Loud all night,” a fan wrote on Twitter.", '"Loud all night," one user tweeted.',
    "«Loud», hat ein Fan auf Twitter geschrieben.", "‘Loud all night’, a viewer posted on Instagram.",
    "Loud all night — Ada Ex (@ada_ex) February 3, 2020", "Loud all night pic.twitter.com/AbCdEfGhIj",
    "Ada Ex @ada_ex · Follow Snow at last 9:30 PM · Mar 3, 2021", "End of Twitter post by @ada_ex",
    "Posted by Ada Ex on Monday, 3 February 2020", "A post shared by Ada Ex (@ada_ex)", EMBED, POST,
    f'<iframe src="{POST}"></iframe>', FILLER, "Follow us on Twitter.", "“We shall see,” the mayor said.",
    "<h2>Pier closed</h2>", "<aside>#More</aside>", "C# and #1", '<a href="#top">Top</a>',
    "<script type='application/ld+json'>{\"@type\": \"NewsArticle\", \"headline\": \"Pier closed\"}</script>",
)  # fmt: skip
FRAMES = (
    "<p>{}</p>",
    "<div><p>{}</p></div>",
    "{}",
    "<li>{}",
    "<script>x = '{}'</script>",
    "<nav>{}</nav>",
    "<!-- {} -->",
)


@st.composite
def pages(draw: st.DrawFn) -> bytes:
    """Draw a page of a few pieces, some characters of which are spelt in another way."""
    parts = []
    for piece in draw(st.lists(st.sampled_from(PIECES), max_size=6)):
        spell = SPELLINGS[draw(st.sampled_from(sorted(SPELLINGS)))]
        signs = draw(st.sampled_from(["", "#", "@", '"“”«»‘’', ".·"])) if "<" not in piece else ""
        spelt = "".join(spell(character) if character in signs else character for character in piece)
        parts.append(draw(st.sampled_from(FRAMES)).format(spelt))
    encoding = draw(st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252"]))
    return page("\n".join(parts)).encode(encoding, "xmlcharrefreplace")


@given(pages())
def test_made_pages(content):
    check(Document(source="page.html", content=content))


@given(st.lists(st.sampled_from([piece for piece in PIECES if "<" not in piece]), max_size=6))
def test_made_texts(pieces):
    check(Document(source="text.txt", content="\n\n".join(pieces).encode()))


@pytest.mark.parametrize("name", ["page.html", "text.txt"])
def test_all_is_what_extract_gives(name):
    document = Document(source=name, content=(page(f"<p>{FILLER}</p>") if "html" in name else FILLER).encode())
    assert extract_reactions(document, only="all") == extract(document)
    assert extract_reactions(document) is None


def test_a_record_that_is_known_is_given_back_or_left_out():
    known = extract(Document(source="page.html", content=page(f"<p>{FILLER} #PierSong</p>").encode()))
    document = Document(source="a", content=b"", record=known)
    assert extract_reactions(document, only="reactions") is known
    assert extract_reactions(document, only="embeds") is None
    assert extract_reactions(document, only="all") is known
