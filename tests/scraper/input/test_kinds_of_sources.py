"""Exports, corpora and saved feeds of every shape: each kind is a file written here, and the article in it."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from scraper.errors import NoCorpusError, SourceError
from scraper.extract import extract
from scraper.input import load
from scraper.records import Document

URL = "https://herald.example/pier"
POST = "https://twitter.com/rosaq_ex/status/1234850000000000000"
WORDS = "The council closed the pier at Sund on Monday, and fans of the band were quick to answer."
TEXT = f"{WORDS}\n\nBring the lamp back! — Rosa Quill (@rosaq_ex) March 3, 2020\n\nThe mayor did not comment."
HTML = (
    f'<p>{WORDS}</p><blockquote class="twitter-tweet"><p>Bring the lamp back!</p>&mdash; Rosa Quill (@rosaq_ex) '
    f'<a href="{POST}">March 3, 2020</a></blockquote><p>The mayor did not comment.</p>'
)
SAID = {"title": "Pier closes", "url": URL, "outlet": "Harbour Herald"}
DATED = "2020-03-04"
ESCAPED = HTML.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")

#: Name of the kind -> the file, and the fields that it does not state.
JSONS = {
    "trafilatura": ({"title": "Pier closes", "source": URL, "source-hostname": "Harbour Herald", "hostname": "herald.example", "date": DATED, "raw_text": TEXT, "text": TEXT}, ()),
    "news-please": ({"title": "Pier closes", "url": URL, "source_domain": "Harbour Herald", "date_publish": DATED, "text": None, "maintext": TEXT}, ()),
    "newspaper4k": ({"title": "Pier closes", "url": URL, "meta_site_name": "Harbour Herald", "publish_date": f"{DATED} 00:00:00", "text": TEXT, "summary": ""}, ()),
    "webz": ({"posts": [{"thread": {"site_full": "Harbour Herald", "url": "x"}, "url": URL, "published": DATED, "title": "Pier closes", "text": TEXT, "language": "english"}]}, ()),
    "news-api": ({"status": "ok", "totalResults": 1, "articles": [{"source": {"id": None, "name": "Harbour Herald"}, "title": "Pier closes", "url": URL, "publishedAt": DATED, "content": TEXT}]}, ()),
    "nela-gt": ([{"id": "a", "date": DATED, "source": "Harbour Herald", "title": "Pier closes", "content": TEXT, "url": URL}], ()),
    "media-cloud": ([{"stories_id": 1, "publish_date": DATED, "title": "Pier closes", "url": URL, "media_name": "Harbour Herald", "story_text": TEXT}], ()),
    "fundus": ({"title": "Pier closes", "publishing_date": DATED, "publisher": "Harbour Herald", "html": {"requested_url": URL}, "body": {"summary": [], "sections": [{"headline": [], "paragraphs": TEXT.split("\n\n")}]}}, ()),
    "json-feed": ({"version": "https://jsonfeed.org/version/1.1", "title": "Herald", "items": [{"id": "1", "url": URL, "title": "Pier closes", "content_html": HTML, "date_published": DATED}]}, ("outlet",)),
    "ghost": ({"db": [{"data": {"posts": [{"title": "Pier closes", "html": HTML, "status": "published", "type": "post", "published_at": DATED}, {"title": "Draft", "html": HTML, "status": "draft"}]}}]}, ("outlet", "url")),
    "wordpress-rest": ([{"date": DATED, "link": URL, "title": {"rendered": "Pier <em>closes</em>"}, "content": {"rendered": HTML}, "status": "publish", "type": "post"}], ("outlet",)),
    "wallabag": ([{"is_archived": 1, "title": "Pier closes", "url": URL, "content": HTML, "domain_name": "Harbour Herald", "published_at": DATED}], ()),
    "apple-news": ({"version": "1.7", "identifier": "q1", "title": "Pier closes", "metadata": {"canonicalURL": URL, "datePublished": DATED}, "components": [{"role": "title", "text": "Pier closes"}, {"role": "container", "components": [{"role": "body", "text": WORDS}, {"role": "tweet", "URL": POST}]}]}, ("outlet",)),
    "arc": ({"type": "story", "version": "0.10.9", "headlines": {"basic": "Pier closes"}, "canonical_url": URL, "publish_date": DATED, "distributor": {"name": "Harbour Herald"}, "content_elements": [{"type": "text", "content": f"{WORDS} <b>Now.</b>"}, {"type": "oembed_response", "raw_oembed": {"html": HTML, "url": POST}}]}, ()),
    "other-language": ([{"titel": "Pier closes", "adresse": URL, "zeitung": "Harbour Herald", "datum": DATED, "volltext": TEXT}], ()),
    "url-as-outlet": ([{"title": f'<a href="{URL}">Pier closes</a>', "source": URL, "publisher": "Harbour Herald", "date": DATED, "body": TEXT}], ()),
}  # fmt: skip
XMLS = {
    "trafilatura": (f'<doc sitename="Harbour Herald" title="Pier closes" date="{DATED}" url="{URL}"><main><head>Pier closes</head><quote><p>“Now.”</p></quote><p>{TEXT}</p></main><comments><p>First!</p></comments></doc>', ()),
    "tei": (f'<?xml version="1.0"?><TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt><title>Pier closes</title></titleStmt><publicationStmt><publisher>Harbour Herald</publisher></publicationStmt><sourceDesc><p><date>{DATED}</date><ptr target="{URL}"/></p></sourceDesc></fileDesc></teiHeader><text><body><p>{TEXT}</p></body></text></TEI>', ()),
    "wordpress": (f'<?xml version="1.0"?><!-- an export --><rss xmlns:content="c" xmlns:wp="w"><channel><title>Herald</title><item><title>Pier closes</title><link>{URL}</link><pubDate>Wed, 04 Mar 2020 08:30:00 +0000</pubDate><content:encoded><![CDATA[<p>{WORDS}</p>\n\n{POST}\n\n<p>The mayor did not comment.</p>]]></content:encoded><wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item><item><title>Old</title><content:encoded>{ESCAPED}</content:encoded><wp:status>trash</wp:status></item></channel></rss>', ("outlet",)),
    "blogger": (f'<feed xmlns="http://www.w3.org/2005/Atom"><entry><category scheme="s#kind" term="http://schemas.google.com/blogger/2008/kind#post"/><category term="sea"/><title type="text">Pier closes</title><published>{DATED}T08:30:00Z</published><content type="html">So: {ESCAPED}</content><link rel="self" href="https://b.example/feed"/><link rel="alternate" href="{URL}"/><author><name>Jo Roe</name></author></entry><entry><category scheme="s#kind" term="http://schemas.google.com/blogger/2008/kind#comment"/><title>Re</title><content type="html">{ESCAPED}</content></entry></feed>', ("outlet",)),
    "evernote": (f'<?xml version="1.0"?><!DOCTYPE en-export SYSTEM "http://xml.evernote.com/pub/evernote-export4.dtd"><en-export><note><title>Pier closes</title><content><![CDATA[<?xml version="1.0"?><en-note>{HTML}</en-note>]]></content><created>20240505T100000Z</created><note-attributes><source-url>{URL}</source-url></note-attributes></note></en-export>', ("outlet", "published")),
    "nitf": (f'<nitf><head><docdata><date.issue norm="{DATED}"/></docdata><pubdata name="Harbour Herald"/></head><body><body.head><hedline><hl1>Pier closes</hl1></hedline></body.head><body.content><p>{TEXT}</p></body.content></body></nitf>', ("url",)),
}  # fmt: skip
CASES = [(f"{name}.json", json.dumps(tree, indent=indent), without, f"{name}-{form}") for name, (tree, without) in JSONS.items() for form, indent in (("one-line", None), ("lines", 2))]  # fmt: skip
CASES += [(f"{name}.xml", content, without, f"{name}-xml") for name, (content, without) in XMLS.items()]


def found_in(tmp_path, name, content, **options):
    (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return list(load(tmp_path / name, **options))


@pytest.mark.parametrize(("name", "content", "without"), [pytest.param(*case[:3], id=case[3]) for case in CASES])
def test_every_kind_gives_its_article(tmp_path, name, content, without):
    (document,) = found_in(tmp_path, name, content)
    record = extract(document)
    article = record.article
    said = {field: getattr(article, field) for field in SAID if field not in without}
    assert said == {field: value for field, value in SAID.items() if field not in without}
    assert "published" in without or article.published.at.startswith(DATED)
    assert [embed.post.author.handle for embed in record.embeds if embed.post.author] in (["rosaq_ex"], [])
    assert [embed.post.platform for embed in record.embeds] == ["twitter"]
    assert record.problems == ()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_encodings_of_lists_and_xml(tmp_path, encoding):
    (one,) = found_in(tmp_path, "a.json", json.dumps([{"title": "Fähre", "text": TEXT}], ensure_ascii=False).encode(encoding))  # fmt: skip
    (other,) = found_in(tmp_path, "a.xml", XMLS["tei"][0].replace("Pier closes", "Fähre").encode(encoding))
    assert (one.declared.title, other.declared.title) == ("Fähre", "Fähre")


LISTS = {
    "pocket.html": f'<!DOCTYPE html><html><head><title>Pocket Export</title></head><body><ul><li><a href="{URL}" time_added="1688628695" tags="">Pier closes</a></li></ul></body></html>',
    "instapaper.html": f'<!DOCTYPE html><html><head><title>Instapaper: Export</title></head><body><h1>Unread</h1>\n<ol>\n<li><a href="{URL}">Pier closes</a>\n</ol></body></html>',
    "bookmarks.html": f'<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<TITLE>Bookmarks</TITLE>\n<DL><p>\n<DT><A HREF="{URL}" ADD_DATE="1" ICON="data:image/png;base64,AAAA">Pier closes</A>\n</DL>',
    "raindrop.csv": f'id,title,note,excerpt,url,folder,tags,created\n1,Pier closes,,"{WORDS * 3}",{URL},Unsorted,,2024-05-05T10:00:00Z\n',
    "bookmarks.xbel": f'<?xml version="1.0"?><!DOCTYPE xbel><xbel><folder><bookmark href="{URL}"><title>Pier closes</title></bookmark></folder></xbel>',
    "saved.rss": f"<rss><channel><title>Herald</title><item><title>Pier closes</title><link>{URL}</link><description>Rain.</description></item></channel></rss>",
    "gdelt.json": json.dumps({"articles": [{"url": URL, "url_mobile": "", "title": "Pier closes", "domain": "herald.example"}]}),
    "news-api.json": json.dumps({"articles": [{"url": URL, "title": "Pier closes", "content": f"{WORDS} [+1234 chars]"}]}),
}  # fmt: skip


class Site:
    """A fetcher that answers everything."""

    def fetch(self, url):
        return Document(source=url, url=url, content=f"<p>{WORDS}</p>".encode())


@pytest.mark.parametrize("name", LISTS)
def test_lists_of_urls_are_fetched_if_they_are_named_themselves(tmp_path, name):
    (found,) = found_in(tmp_path, name, LISTS[name], fetcher=Site())
    assert (found.url, found.declared.title) == (URL, "Pier closes")
    left_out = Counter()
    assert [str(each) for each in load(tmp_path, left_out=left_out) if not isinstance(each, Document)] == []
    assert sum(left_out.values()) == 1


REFUSED = {
    "no-header.csv": (f"{URL}\tnull\tPier closes\t2020-03-04\t{WORDS}\n", "has no header line: add one, or give columns by number"),
    "unknown.csv": (f'link,story raw\n{URL},"{WORDS * 3}"\n', "column 'story raw' may be the text: name it with --column text=story raw"),
    "cut.json": ('[{"title": "Pier', "is broken JSON (Unterminated string starting at): export it again"),
    "empty.rss": ("<rss><channel><title>Herald</title></channel></rss>", "is a feed or an export without published articles"),
    "deep.json": ('{\n"a": ' + "[" * 100_000, "is nested too deep"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_understood_is_refused_by_name(tmp_path, name):
    content, words = REFUSED[name]
    (error,) = found_in(tmp_path, name, content, fetcher=Site())
    assert isinstance(error, NoCorpusError)
    assert words in str(error)


def test_columns_are_named_by_number_or_by_path(tmp_path):
    (found,) = found_in(tmp_path, "a.csv", REFUSED["no-header.csv"][0], columns={"url": "1", "title": "3", "text": "5"})
    assert (found.url, found.declared.title, found.content.decode()) == (URL, "Pier closes", WORDS)
    (found,) = found_in(tmp_path, "a.jsonl", json.dumps({"a": {"b": [{"c": TEXT}]}}), columns={"text": "a.b.0.c"})
    assert found.content.decode() == TEXT


HOSTILE = {
    "entities": '<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><rss><channel><item><title>&b;</title><link>https://a.example/</link></item></channel></rss>',
    "file": '<!DOCTYPE rss [<!ENTITY a SYSTEM "file:///etc/passwd">]><rss><channel><item><title>&a;</title><link>https://a.example/</link></item></channel></rss>',
    "elements": "<rss><channel><item>" + "<a/>" * 250_000,
    "deep": "<rss><channel><item>" + "<a>" * 100_000,
    "text": "<rss><channel><item><title>" + "x" * 12_000_000,
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_xml_is_bounded(tmp_path, name):
    for found in found_in(tmp_path, "a.xml", HOSTILE[name], fetcher=Site(), max_bytes=1_000_000):
        assert isinstance(found, SourceError) or not (found.declared.title or "").startswith(("aaaa", "root"))


def test_a_long_list_is_read_one_object_at_a_time(tmp_path):
    import tracemalloc

    (tmp_path / "a.json").write_text(json.dumps([{"title": "A", "text": TEXT * 40}] * 1000))
    tracemalloc.start()
    try:
        assert sum(1 for _ in load(tmp_path / "a.json")) == 1000
        assert tracemalloc.get_traced_memory()[1] < 3_000_000
    finally:
        tracemalloc.stop()
