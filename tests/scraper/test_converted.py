"""Posts that a page embeds are found again in the text that a converter makes of the page."""

from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from scraper.extract import extract
from scraper.html.page import find_embeds
from scraper.records import Document
from scraper.values.dates import parse_date

ROOT = Path(__file__).parents[2]
CONVERTERS = {
    "a blank between all strings": lambda soup: soup.get_text(" "),
    "strings glued together": lambda soup: soup.get_text(),
    "strings on lines of their own": lambda soup: soup.get_text("\n", strip=True),
    "a line for a paragraph, with the line ends of Windows": lambda soup: "\r\n".join(
        " ".join(part.get_text(" ").split())
        for part in soup.find_all(["h1", "p", "blockquote"])
        if not part.find_parent("blockquote")
    ),
}


def signed(markup):
    """What a page shows in quotes that sign themselves: the handle, and the day as printed."""
    return {
        (embed.post.author.handle, parse_date(embed.post.posted.as_written).at[:10])
        for embed in find_embeds(markup)
        if embed.form == "blockquote" and embed.post.platform in {"twitter", "bluesky"}
        if embed.post.author and embed.post.author.name and embed.post.text and embed.post.posted.as_written
    }


PAGES = [
    path
    for path in sorted(
        [*(ROOT / "tests/scraper/html/pages").glob("*.html"), *(ROOT / "examples/articles").glob("*.html")]
    )
    if signed(path.read_text("utf-8"))
]


@pytest.mark.parametrize("convert", CONVERTERS.values(), ids=CONVERTERS)
@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_signed_posts_survive_the_loss_of_the_markup(path, convert):
    markup = path.read_text("utf-8")
    shown = signed(markup)
    soup = BeautifulSoup(markup, "lxml")
    for hidden in soup(["head", "script", "style", "template", "noscript", "svg"]):
        hidden.decompose()
    record = extract(Document(source="text", content=convert(soup).encode()))
    found = {
        (embed.post.author.handle, embed.post.posted.at[:10])
        for embed in record.embeds
        if embed.post.author and embed.post.posted
    }
    assert shown <= found
