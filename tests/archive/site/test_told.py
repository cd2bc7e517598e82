"""The page of a post whose words no article printed says which address told them."""

from html import unescape

from commands import succeed
from crawled import crawl

POST = "twitter:1789570120699588357"


def test_words_that_no_article_printed_name_their_source(tmp_path, datasette_on, get):
    package = crawl(tmp_path / "crawl.wacz", answered={"WARC-Page-ID": "p1"})
    path = tmp_path / "told.db"
    succeed("archive", path, package, "--silent")
    page = get(datasette_on(path), f"/told/post/{POST}")
    assert page.status_code == 200
    (shown,) = unescape(page.text).split('<section aria-labelledby="wordings">')[1:]
    wordings = shown.split("</section>")[0]
    assert "printed by no article, told by" in wordings
    assert 'href="https://cdn.syndication.twimg.com/tweet-result?id=1789570120699588357' in wordings
    assert "longest night" in wordings
    assert "0 articles" not in wordings
