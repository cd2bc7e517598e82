"""Exports, corpora and saved feeds of every shape: each kind is a file written here, and the article in it."""

from __future__ import annotations

import json
from collections import Counter
from html import escape
from importlib.util import find_spec

import mutants
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
    "google-reader": ({"id": "x", "title": "Starred", "items": [{"title": "Pier closes", "published": 1583310600, "canonical": [{"href": URL}], "summary": {"content": HTML}, "origin": {"title": "Harbour Herald"}}]}, ()),
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
    "feedly": ({"items": [{"title": "Pier closes", "canonicalUrl": URL, "published": 1583310600000, "content": {"content": HTML}, "origin": {"title": "Harbour Herald"}}]}, ()),
    "guardian": ({"response": {"results": [{"type": "article", "webPublicationDate": DATED, "webTitle": "Pier closes", "webUrl": URL, "fields": {"body": HTML}}]}}, ("outlet",)),
    "nested": ({"meta": {"n": 1}, "data": {"articles": [{"headline": {"text": "Pier closes"}, "content": {"body": TEXT}, "meta": {"url": URL, "date": DATED}}]}}, ("outlet",)),
    "by-url": ({URL: {"title": "Pier closes", "text": TEXT, "date": DATED, "site_name": "Harbour Herald"}}, ()),
    "firecrawl": ({"success": True, "data": {"markdown": TEXT, "metadata": {"title": "Pier closes", "sourceURL": URL, "ogSiteName": "Harbour Herald", "publishedTime": DATED}}}, ()),
    "metadata": ([{"title": "Pier closes", "paragraphs": TEXT.split("\n\n"), "metadata": {"url": URL, "publish_date": DATED}}], ("outlet",)),
    "other-language": ([{"titel": "Pier closes", "adresse": URL, "zeitung": "Harbour Herald", "datum": DATED, "volltext": TEXT}], ()),
    "linkwarden-with-text": ({"id": 1, "name": "jo", "collections": [{"name": "Sea", "links": [{"name": "Pier closes", "type": "url", "url": URL, "textContent": TEXT, "createdAt": "2023-05-05"}]}]}, ("outlet", "published")),
    "pandas-columns": ({"title": {"0": "Pier closes"}, "url": {"0": URL}, "source": {"0": "Harbour Herald"}, "date": {"0": DATED}, "text": {"0": TEXT}}, ()),
    "pandas-split": ({"columns": ["title", "url", "domain", "publisher", "sitename", "date", "text"], "index": [0], "data": [["Pier closes", URL, "herald.example", "herald.example", "Harbour Herald", DATED, TEXT]]}, ()),
    "pressreader": ({"Articles": [{"Title": "Pier closes", "Issue": {"Title": "Harbour Herald", "Date": f"{DATED}T00:00:00Z"}, "Blocks": [{"Role": "text", "Text": part} for part in TEXT.split("\n\n")]}]}, ("url",)),
    "washington-post": ({"article_url": URL, "title": "Pier closes", "published_date": 1583310600000, "source": "Harbour Herald", "contents": [{"content": "Local", "type": "kicker"}, {"content": HTML, "type": "sanitized_html"}]}, ()),
    "chinese": ([{"标题": "Pier closes", "链接": URL, "来源": "Harbour Herald", "日期": DATED, "正文": TEXT}], ()),
    "csl": ([{"type": "article-newspaper", "container-title": "Harbour Herald", "title": "Pier closes", "URL": URL, "fulltext": TEXT, "author": [{"family": "Roe", "given": "Jo"}], "issued": {"date-parts": [[2020, 3, 4]]}}], ()),
    "url-as-outlet": ([{"title": f'<a href="{URL}">Pier closes</a>', "source": URL, "publisher": "Harbour Herald", "date": DATED, "body": TEXT}], ()),
}  # fmt: skip
XMLS = {
    "proquest-tdm": (f'<?xml version="1.0"?><RECORD><GOID>1</GOID><Obj><TitleAtt><Title>Pier closes</Title></TitleAtt><NumericDate>{DATED}</NumericDate></Obj><DFS><PubFrosting><Title>Harbour Herald</Title></PubFrosting></DFS><TextInfo><Text>{escape(HTML)}</Text></TextInfo></RECORD>', ("url",)),
    "factiva-xml": (f'<?xml version="1.0"?><PPSResponse><r xmlns="http://global.factiva.com/pps/2.0"><article><headline><paragraph>Pier <hlt>closes</hlt></paragraph></headline><leadParagraph><paragraph>{WORDS}</paragraph></leadParagraph><tailParagraphs><paragraph>{TEXT}</paragraph></tailParagraphs><publicationDate><dateTime>{DATED}T08:30:00Z</dateTime></publicationDate><sourceName>Harbour Herald</sourceName></article></r></PPSResponse>', ("url",)),
    "wallabag": (f'<?xml version="1.0"?><wallabag><entry><id>7</id><title><![CDATA[Pier closes]]></title><url>{URL}</url><domain_name>Harbour Herald</domain_name><published_at>{DATED}</published_at><content><![CDATA[{HTML}]]></content></entry></wallabag>', ()),
    "other": (f'<?xml version="1.0"?><!-- mine --><corpus n="1"><story id="1"><Source>Harbour Herald</Source><Date>{DATED}</Date><Title>Pier closes</Title><url>{URL}</url><Text>{TEXT}</Text></story></corpus>', ()),
    "newsml": (f'<?xml version="1.0"?><newsItem xmlns="http://iptc.org/std/nar/2006-10-01/"><itemMeta><versionCreated>{DATED}T08:30:00Z</versionCreated></itemMeta><contentMeta><headline>Pier closes</headline></contentMeta><contentSet><inlineXML><html xmlns="http://www.w3.org/1999/xhtml"><body>{HTML}</body></html></inlineXML></contentSet></newsItem>', ("url", "outlet")),
    "trafilatura": (f'<doc sitename="Harbour Herald" title="Pier closes" date="{DATED}" url="{URL}"><main><head>Pier closes</head><quote><p>“Now.”</p></quote><p>{TEXT}</p></main><comments><p>First!</p></comments></doc>', ()),
    "tei": (f'<?xml version="1.0"?><TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt><title>Pier closes</title></titleStmt><publicationStmt><publisher>Harbour Herald</publisher></publicationStmt><sourceDesc><p><date>{DATED}</date><ptr target="{URL}"/></p></sourceDesc></fileDesc></teiHeader><text><body><p>{TEXT}</p></body></text></TEI>', ()),
    "wordpress": (f'<?xml version="1.0"?><!-- an export --><rss xmlns:content="c" xmlns:wp="w"><channel><title>Herald</title><item><title>Pier closes</title><link>{URL}</link><pubDate>Wed, 04 Mar 2020 08:30:00 +0000</pubDate><content:encoded><![CDATA[<p>{WORDS}</p>\n\n{POST}\n\n<p>The mayor did not comment.</p>]]></content:encoded><wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item><item><title>Old</title><content:encoded>{ESCAPED}</content:encoded><wp:status>trash</wp:status></item></channel></rss>', ("outlet",)),
    "rss": (f"<rss><channel><title>Harbour Herald</title><item><title>Pier closes</title><link>{URL}</link><pubDate>Wed, 04 Mar 2020 08:30:00 +0000</pubDate><description>{ESCAPED}</description></item></channel></rss>", ()),
    "blogger": (f'<feed xmlns="http://www.w3.org/2005/Atom"><entry><category scheme="s#kind" term="http://schemas.google.com/blogger/2008/kind#post"/><category term="sea"/><title type="text">Pier closes</title><published>{DATED}T08:30:00Z</published><content type="html">So: {ESCAPED}</content><link rel="self" href="https://b.example/feed"/><link rel="alternate" href="{URL}"/><author><name>Jo Roe</name></author></entry><entry><category scheme="s#kind" term="http://schemas.google.com/blogger/2008/kind#comment"/><title>Re</title><content type="html">{ESCAPED}</content></entry></feed>', ("outlet",)),
    "evernote": (f'<?xml version="1.0"?><!DOCTYPE en-export SYSTEM "http://xml.evernote.com/pub/evernote-export4.dtd"><en-export><note><title>Pier closes</title><content><![CDATA[<?xml version="1.0"?><en-note>{HTML}</en-note>]]></content><created>20240505T100000Z</created><note-attributes><source-url>{URL}</source-url></note-attributes></note></en-export>', ("outlet", "published")),
    "nitf": (f'<nitf><head><docdata><date.issue norm="{DATED}"/></docdata><pubdata name="Harbour Herald"/></head><body><body.head><hedline><hl1>Pier closes</hl1></hedline></body.head><body.content><p>{TEXT}</p></body.content></body></nitf>', ("url",)),
}  # fmt: skip
XMLS["wordpress-code"] = (XMLS["wordpress"][0].replace(POST, f"[tweet {POST.rpartition('/')[2]}]"), ("outlet",))
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


def test_a_page_with_a_list_of_definitions_is_an_article(tmp_path):
    page = f'<html><body><article><h1>Pier closes</h1><dl>\n<dt><a href="{URL}">The recording</a></dt><dd>3 MB</dd></dl><p>{TEXT}</p></article></body></html>'
    (one,) = found_in(tmp_path, "a.html", page)
    assert (one.url, b"The recording" in one.content) == (None, True)


LISTS = {
    "pocket.html": f'<!DOCTYPE html><html><head><title>Pocket Export</title></head><body><ul><li><a href="{URL}" time_added="1688628695" tags="">Pier closes</a></li></ul></body></html>',
    "instapaper.html": f'<!DOCTYPE html><html><head><title>Instapaper: Export</title></head><body><h1>Unread</h1>\n<ol>\n<li><a href="{URL}">Pier closes</a>\n</ol></body></html>',
    "bookmarks.html": f'<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<TITLE>Bookmarks</TITLE>\n<DL><p>\n<DT><A HREF="{URL}" ADD_DATE="1" ICON="data:image/png;base64,AAAA">Pier closes</A>\n</DL>',
    "safari.html": f'<!DOCTYPE html>\n<HTML><HEAD><Title>Bookmarks</Title></HEAD><H1>Bookmarks</H1>\n<DT><H3>Read</H3>\n<DL><p>\n<DT><A HREF="{URL}">Pier closes</A>\n</DL></HTML>',
    "raindrop.csv": f'id,title,note,excerpt,url,folder,tags,created\n1,Pier closes,,"{WORDS * 3}",{URL},Unsorted,,2024-05-05T10:00:00Z\n',
    "bookmarks.xbel": f'<?xml version="1.0"?><!DOCTYPE xbel><xbel><folder><bookmark href="{URL}"><title>Pier closes</title></bookmark></folder></xbel>',
    "saved.rss": f"<rss><channel><title>Herald</title><item><title>Pier closes</title><link>{URL}</link><description>Rain.</description></item></channel></rss>",
    "gdelt.json": json.dumps({"articles": [{"url": URL, "url_mobile": "", "title": "Pier closes", "domain": "herald.example"}]}),
    "karakeep.json": json.dumps({"bookmarks": [{"title": "Pier closes", "content": {"type": "link", "url": URL}, "note": None}], "lists": []}),
    "linkwarden.json": json.dumps({"name": "jo", "collections": [{"links": [{"name": "Pier closes", "type": "url", "url": URL, "textContent": None}]}]}),
    "chrome.json": json.dumps({"roots": {"bookmark_bar": {"name": "Bar", "type": "folder", "children": [{"name": "Pier closes", "type": "url", "url": URL}]}}}),
    "zotero.json": json.dumps([{"type": "article-newspaper", "title": "Pier closes", "URL": URL, "issued": {"date-parts": [["2020", 3]]}}]),
    "zotero.rdf": f'<rdf:RDF xmlns:rdf="r" xmlns:b="b" xmlns:dc="d" xmlns:t="t"><b:Article rdf:about="x"><t:isPartOf><b:Newspaper><dc:title>Herald</dc:title></b:Newspaper></t:isPartOf><dc:title>Pier closes</dc:title><dc:identifier><t:URI><rdf:value>{URL}</rdf:value></t:URI></dc:identifier></b:Article></rdf:RDF>',
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


#: A tweet as TAGS, twarc and snscrape store it.
TWEETS = {
    "tags.csv": "id_str,from_user,text,created_at,source,status_url\n1897024728724406349,ada_ex,I was there &amp; sang #Pier,Tue Mar 04 20:41:55 +0000 2025,<a>App</a>,http://twitter.com/ada_ex/statuses/1897024728724406349\n",
    "twarc.jsonl": json.dumps({"id": 1897024728724406349, "full_text": "I was there &amp; sang #Pier", "created_at": "Tue Mar 04 20:41:55 +0000 2025", "user": {"id": 7, "screen_name": "ada_ex", "name": "Ada"}}),
    "snscrape.jsonl": json.dumps({"id": 1897024728724406349, "rawContent": "I was there & sang #Pier", "date": "2025-03-04", "user": {"username": "ada_ex"}, "url": "https://twitter.com/ada_ex/status/1897024728724406349"}),
}  # fmt: skip


@pytest.mark.parametrize("name", TWEETS)
def test_rows_of_collected_tweets_are_posts(tmp_path, name):
    (found,) = found_in(tmp_path, name, TWEETS[name])
    record = extract(found)
    ((post,),) = [[embed.post for embed in record.embeds]]
    assert (post.id, post.author.handle, post.text) == ("1897024728724406349", "ada_ex", "I was there & sang #Pier")
    assert record.article.url == "https://x.com/ada_ex/status/1897024728724406349"


CSVS = {
    "escaped": f'title,text\n"Pier closes","He said \\"never, ever\\". {WORDS}"\n',
    "blanks": f'title, text\n"Pier closes", "He said ""never, ever"". {WORDS}"\n',
}  # fmt: skip


@pytest.mark.parametrize("name", CSVS)
def test_cells_may_be_quoted_as_other_programs_do(tmp_path, name):
    (found,) = found_in(tmp_path, "a.csv", CSVS[name])
    assert (found.declared.title, found.content.decode()) == ("Pier closes", f'He said "never, ever". {WORDS}')


@pytest.mark.parametrize(
    "said", ["It is in C:\\new\\", 'In C:\\new it said "never".'], ids=["at the end", "among escaped quotes"]
)
def test_backslashes_of_the_text_stay(tmp_path, said):
    cells = said.replace('"', '\\"')
    found = found_in(tmp_path, "a.csv", f'title,text\n"Pier closes","{cells}"\n"Gulls","{WORDS}"\n')
    assert [each.content.decode() for each in found] == [said, WORDS]


def test_parquet_may_hold_objects(tmp_path):
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    row = {"article": {"title": "Pier closes", "url": URL, "body": TEXT}, "source": {"name": "Harbour Herald"}}
    pq.write_table(pa.Table.from_pylist([row]), tmp_path / "a.parquet")
    (found,) = load(tmp_path / "a.parquet")
    assert (found.url, found.declared.title, found.declared.outlet) == (URL, "Pier closes", "Harbour Herald")


def test_a_row_about_an_article_is_no_tweet(tmp_path):
    row = {"id": 1897024728724406349, "username": "jo", "text": WORDS, "url": URL}
    (found,) = found_in(tmp_path, "news.jsonl", json.dumps(row))
    assert (found.url, extract(found).embeds) == (URL, ())


REFUSED = {
    "no-header.csv": (f"{URL}\tnull\tPier closes\t2020-03-04\t{WORDS}\n", "has no header line: add one, or give columns by number"),
    "unknown.csv": (f'link,story raw\n{URL},"{WORDS * 3}"\n', "column 'story raw' may be the text: name it with --column text=story raw"),
    "cut.json": ('[{"title": "Pier', "is broken JSON (Unterminated string starting at): export it again"),
    "empty.rss": ("<rss><channel><title>Herald</title></channel></rss>", "is a feed or an export without published articles"),
    "deep.json": ('{\n"a": ' + "[" * 100_000, "is nested too deep"),
    "header.csv": ("url,title,text\n", "has a header line and no rows: nothing to read"),
    "beheaded.json": (mutants.originals()[".json"].decode()[40:], "is damaged: its beginning is missing: export it again"),
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


def nexis(number, title, outlet, day):
    return f"{title}\n{outlet}\n{day} Wednesday\n\n\nCopyright 2016 {outlet} All Rights Reserved\n\nSection: NEWS; Pg. {number}\nLength: 120 words\nByline: Jo Roe\nBody\n\n{WORDS}\n\n“I was there,” a fan wrote on Facebook.\n\nLoad-Date: October 8, 2016\n\n\nEnd of Document\n\n"


def lexis(number, title, outlet, day):
    return f"\n                               {number} of 2 DOCUMENTS\n\n\n                {outlet}\n\n            {day} Wednesday\n                Late Edition\n\n{title}\n\nBYLINE: Jo Roe\n\nSECTION: NEWS; Pg. {number}\n\nLENGTH: 355 words\n\n\n{WORDS}\n\n“I was there,” a fan wrote on Facebook.\n\nLOAD-DATE: October 8, 2016\n\nLANGUAGE: ENGLISH\n\n          Copyright 2016 {outlet}\n                All Rights Reserved\n"


def factiva(number, title, outlet, day):
    return f"NEWS\n{title}\n\nJo Roe\n1,120 words\n{day}\n08:30\n{outlet}\nHRLD\n{number}\nEnglish\nCopyright 2016. {outlet}.  All rights reserved.\n\n{WORDS}\n\n“I was there,” a fan wrote on Facebook.\n\nDocument HRLD0000020161005ecab0000{number}\n\n\n"


def codes(number, title, outlet, day):
    return f"SE News\nHD \n{title}\n\nBY \nJo Roe\n\nWC \n512 words\n\nPD \n{day}\n\nSN \n{outlet}\n\nSC \nHRLD\n\nPG \n{number}\n\nLA \nEnglish\n\nCY \nCopyright 2016 {outlet}\n\nLP \n{WORDS}\n\nTD \n“I was there,” a fan wrote on Facebook.\n\nNS \ngcat : General\n\nAN \nDocument HRLD0000020161005ecab0000{number}\n\n"


def proquest(number, title, outlet, day):
    rule = "_" * 60
    return f"{rule}\n\n{title}\n\nAuthor: Roe, Jo\n\nPublication info: {outlet} ; Sund [Sund]. 05 Oct 2016: A{number}.\n\nAbstract: None available.\n\nLinks: https://proxy.example/x\n\nFull text: {WORDS}\n\n“I was there,” a fan wrote on Facebook.\n\nTitle: {title}\n\nPublication title: {outlet}\n\nPublication date: {day}\n\nISSN: 1234\n\nLanguage of publication: English\n\nProQuest document ID: 18261{number}\n\nDatabase: Global Newsstream\n\n"


def lexis_in_german(number, title, outlet, day):
    printed = f"{day[8]}. Oktober 2016 Mittwoch"
    return f"\n                {number} von 2 DOKUMENTEN\n\n         {outlet}\n\n         {printed}\n\n{title}\n\nAUTOR: Jo Roe\n\nRUBRIK: LOKALES; S. 6\n\nLÄNGE: 75 Wörter\n\n{WORDS}\n\n“I was there,” a fan wrote on Facebook.\n\nUPDATE: 8. Oktober 2016\n\nSPRACHE: ENGLISH\n"


def proquest_numbered(number, title, outlet, day):
    return f"{'_' * 60}\n\nDocument {number} of 2\n\n{title}\n\nAuthor: Roe, Jo\n\nProQuest document link\n\nAbstract: None.\n\nFull Text: {WORDS}\n\n“I was there,” a fan wrote on Facebook.\n\nCredit: Staff\n\nTitle: {title}\n\nPublication title: {outlet}; Sund\n\nPublication date: {day}\n\nPublisher: Post Co\n\nProQuest document ID: 1\n\nLast updated: 2017-11-20\n\n"


NEXIS_COVER = "User Name: Jo\nDate and Time: Friday, March 20, 2018 4:51:00 PM\nJob Number: 123\nDocuments (2)\n1. Pier closes for good\n2. Ferry crews angry\nClient/Matter: -None-\nSearch Terms: pier\nSearch Type: Terms and Connectors\nNarrowed by: \nContent Type Narrowed by\nNews -None-\n\n"
LEXIS_COVER = "\n\nDownload Request: Selected Items: 1-2\nTime Of Request: Friday, March 20, 2018\n\nSend To:\nUNIVERSITY OF SUND LIBRARY\n\nTerms: (pier)\n\nSource: The Harbour Gazette;Valley Courier\nProject ID: None\n\n"
PROQUEST_END = (
    f"{'_' * 60}\n\nContact us at: https://support.example/\nCopyright © 2016 ProQuest LLC. All rights reserved.\n"
)
FACTIVA_END = "Search Summary\nText\nDate\npier\nAll Dates\n© 2018 Factiva, Inc. All rights reserved.\n"
STORIES = (("Pier closes for good", "The Harbour Gazette", "October 5, 2016"), ("Ferry crews angry", "Valley Courier", "October 7, 2016"))  # fmt: skip


def paragraphs(text):
    return "".join(f"<p>{line}</p>" if line else "" for line in text.split("\n"))


def europresse(title, outlet, day):
    return f'<article><header><div class="rdp__DocPublicationName"><span class="DocPublicationName">{outlet}, no. 43018</span></div><span class="DocHeader">News, {day} 355 words, p. 12</span><div class="titreArticle"><p class="titreArticleVisu">{title}</p></div><div class="docAuthors">Jo Roe</div></header><section><div class="DocText clearfix"><div class="docOcurrContainer"><p>{WORDS}</p><p>“I was there,” a fan wrote on Facebook.</p></div></div></section></article>'


def exported(printed, cover="", end=""):
    return cover + "".join(printed(number, *story) for number, story in enumerate(STORIES, 1)) + end


PRESS = {
    "nexis-uni": exported(nexis, NEXIS_COVER),
    "nexis-uni-without-cover": exported(nexis),
    "lexisnexis": exported(lexis, LEXIS_COVER),
    "lexisnexis-crlf": exported(lexis, LEXIS_COVER).replace("\n", "\r\n"),
    "factiva": exported(factiva, "", FACTIVA_END),
    "factiva-sections": exported(factiva).replace("NEWS\n", "News\n"),
    "factiva-in-german": exported(factiva).replace("words", "Wörter").replace("English", "Englisch").replace("Document HR", "Dokument HR"),
    "factiva-codes": exported(codes),
    "proquest": exported(proquest, "", PROQUEST_END),
    "lexisnexis-german": exported(lexis_in_german),
    "lexisnexis-html-with-an-error": f"<html><body>{paragraphs(exported(lexis).replace('of 2', 'of 3'))}<p>3 of 3 DOCUMENTS</p><p>We are sorry but there is an error in this document and it is not possible to display it.</p></body></html>",
    "lexisnexis-values-below": "".join(f"{n} of 2 DOCUMENTS\n\n{outlet}\n\n{day} Wednesday\n\n FIRST EDITION\n\n{title}\n\nBYLINE: Jo Roe\n\nSECTION: \n\nNEWS; Pg. 7A\n\nLENGTH: 452 words\n\n{WORDS}\n\n“I was there,” a fan wrote on Facebook.\n\nLOAD-DATE: October 9, 2016\n\n" for n, (title, outlet, day) in enumerate(STORIES, 1)),
    "apa": "".join(f'"{outlet}" vom {at} Seite: 2\n\nRessort: Lokales\n\n{title}\n\nBy Jo Roe\n\n{WORDS}\n\n“I was there,” a fan wrote on Facebook.\n\n' for (title, outlet, _), at in zip(STORIES, ("5.10.2016", "07.10.2016"), strict=True)),
    "mediargus": "".join(f"{n}. {title}\n\n{outlet}, {at} 2016, p. 23, 853w.\n\nBy Jo Roe\n\n{WORDS}\n\n“I was there,” a fan wrote on Facebook.\n\n\n" for n, ((title, outlet, _), at) in enumerate(zip(STORIES, ("woensdag 5 oktober", "vrijdag 7 oktober"), strict=True), 1)),
    "proquest-numbered": exported(proquest_numbered, "Table of contents\n\n1. Pier closes for good\n", f"{'_' * 60}\n\nBibliography\n\nRoe, J. (2016)\n"),
    "lexisnexis-html": f"<!doctype html><html><head><title>x</title></head><body>{paragraphs(exported(lexis, LEXIS_COVER))}</body></html>",
    "lexisnexis-html-marked": f"<!doctype html><html><body>{paragraphs(exported(lexis, LEXIS_COVER)).replace('</p>', '</p> ').replace('“I was there,” a fan', '<br> “I was <b>there</b>,” a <i>fan</i>')}</body></html>",
    "factiva-html": "<html><body>" + "".join(f'<div class="article enArticle"><div>NEWS</div><div id="hd"><span class="enHeadline">{title}</span></div><p><div class="author">Jo Roe</div><div>512 words</div><div>{day}</div><div>{outlet}</div><div>HRLD</div><div>1</div><div>English</div><div>Copyright 2016</div><p class="articleParagraph">{WORDS}</p><p>“I was there,” a fan wrote on Facebook.</p><p>Document HRLD0000020161005ecab0000{number}</p></div>' for number, (title, outlet, day) in enumerate(STORIES)) + "</body></html>",
    "europresse": "".join(f"{outlet}\nSociété, {day} 355 mots, p. 12\n\n{title}\n\nJo Roe\n\n{WORDS}\n\n“I was there,” a fan wrote on Facebook.\n\n© 2016 {outlet}. Tous droits réservés.\nNuméro de certificat : news·20161005·MS·1\n\n" for title, outlet, day in STORIES),
    "nexis-uni-editions": exported(nexis, NEXIS_COVER).replace("Wednesday", "Wednesday, Final Edition").replace(": ", ":\xa0").replace("Byline:\xa0Jo Roe", "Byline:\xa0Jo Roe\n\nSenior reporter"),
    "nexis-uni-clocks": exported(nexis).replace("Wednesday", "Wednesday 9:03 AM GMT").replace("All Rights", "or its affiliated companies. " * 8 + "All Rights"),
    "nexis-uni-site": exported(nexis).replace("Wednesday", "Wednesday, The Gazette on the Web"),
    "lexisnexis-clocks": exported(lexis, LEXIS_COVER).replace(" Wednesday", ", Wednesday 11:21 AM GMT").replace("                Late Edition", "                LATE EDITION - Final\n        Correction Appended"),
    "lexisnexis-copyright-above": exported(lexis).replace("DOCUMENTS\n", "DOCUMENTS\n\n     Copyright 2016 Post Co\n          All Rights Reserved\n"),
    "lexisnexis-title-above-day": "".join(f"{n} of 2 DOCUMENTS\n\n     {outlet}\n\n{title}\n\n      {day}, Wednesday\n\n{WORDS}\n\n“I was there,” a fan wrote on Facebook.\n\nBYLINE: Jo Roe\n\nLANGUAGE: ENGLISH\n\n" for n, (title, outlet, day) in enumerate(STORIES, 1)),
    "factiva-html-in-german": "<html><body><h1>Dow Jones Factiva</h1>" + "".join(f'<div class="article"><div class="article enArticle"><p></p><div>Foreign Desk</div><div id="hd"><span class="enHeadline">{title}  </span></div><div class="author">By Jo Roe  </div><div>Special to {outlet}</div><div>512 Wörter</div><div>{day}</div><div>{outlet}</div><div>HRLD</div><div>1</div><div>Englisch</div><div>Copyright 2016</div><p class="articleParagraph">{WORDS}</p><p>“I was there,” a fan wrote on Facebook.</p><p>Dokument HRLD0000020161005ecab0000{number}</p></div></div>' for number, (title, outlet, day) in enumerate(STORIES)) + "</body></html>",
    "factiva-html-codes": "<html><body>" + "".join(f'<div class="article frArticle"><table>{"".join(f"<tr><td><b>{code}</b></td><td>{value}</td></tr>" for code, value in (("SE", "News"), ("HD", f"<span class=frHeadline>{title}</span>"), ("BY", "Jo Roe"), ("PD", day), ("SN", outlet), ("LP", f"<p>{WORDS}</p>"), ("TD", "<p>“I was there,” a fan wrote on Facebook.</p>"), ("AN", f"Document HRLD0000020161005ecab0000{number}")))}</table></div>' for number, (title, outlet, day) in enumerate(STORIES)) + "</body></html>",
    "europresse-html-of-tables": "<html><body>" + "".join(f'<table><tr><td><span class="DocPublicationName">{outlet}, no. 7</span><br><span class="DocHeader">Société, {day}, p. 03</span><br><br><span class="TitreArticleVisu">{title}</span><br><br>Jo Roe<br><br>{WORDS}<p></p>“I was there,” a fan wrote on Facebook.<p></p><b>© 2016 {outlet}. Tous droits réservés.</b><p></p>Numéro de document : news·20161005·PO·20{n}<br><table><tr><td>news·20161005·PO·20{n}</td></tr><tr><td>Ce certificat est émis à <b>Sund</b> à des fins de visualisation.</td></tr><tr><td>Date d\'émission : <b>2016-10-09</b></td></tr><tr><td>Le présent document est protégé.</td></tr></table></td></tr></table>' for n, (title, outlet, day) in enumerate(STORIES)) + "</body></html>",
    "europresse-html": "<!doctype html><html><body>" + "".join(europresse(*story) for story in STORIES) + "</body></html>",
    "europresse-html-without-classes-of-dates": "<!doctype html><html><body>" + "".join(europresse(*story) for story in STORIES).replace(' class="DocHeader"', "") + "</body></html>",
}  # fmt: skip


@pytest.mark.parametrize("name", PRESS)
def test_an_export_of_a_press_database_is_one_article_for_each_document(tmp_path, name):
    found = found_in(tmp_path, "export.html" if "html" in name else "export.txt", PRESS[name])
    records = [extract(document) for document in found]
    said = [(record.article.title, record.article.outlet, record.article.published.at) for record in records]
    assert said == [("Pier closes for good", "The Harbour Gazette", "2016-10-05"), ("Ferry crews angry", "Valley Courier", "2016-10-07")]  # fmt: skip
    assert [record.article.bylines for record in records] == [
        ("Roe, Jo",) if name.startswith("proquest") else ("Jo Roe",)
    ] * 2
    assert [[quote.text for quote in record.quotes] for record in records] == [["“I was there,”"]] * 2
    assert all(not record.problems for record in records)


MEDIUM = f'<!doctype html><html><head><title>Pier closes</title></head><body><article class="h-entry"><header><h1 class="p-name">Pier closes</h1></header><section class="e-content">{HTML}</section><footer><p>By <a href="https://medium.example/@jo" class="p-author h-card">Jo Roe</a> on <time class="dt-published" datetime="{DATED}T08:30:00.000Z">March 4, 2020</time></p><p><a href="{URL}" class="p-canonical">Canonical link</a></p></footer></article></body></html>'


def test_a_post_exported_by_medium_and_a_copy_from_pressreader(tmp_path):
    (found,) = found_in(tmp_path, "a.html", MEDIUM)
    article = extract(found).article
    assert (article.url, article.bylines, article.published.at[:10]) == (URL, ("Jo Roe",), DATED)
    (found,) = found_in(tmp_path, "a.txt", f"Pier closes\n\nHarbour Herald\n{DATED} - NEWS - Jo Roe\n\n{TEXT}\n\nArticle from PressReader.com\n")  # fmt: skip
    article = extract(found).article
    assert (article.outlet, article.bylines, article.published.at) == ("Harbour Herald", ("Jo Roe",), DATED)


def test_notes_state_where_they_are_from(tmp_path):
    for note in (JOPLIN, OMNIVORE):
        (found,) = found_in(tmp_path, "a.md", note)
        record = extract(found)
        said = (record.article.title, record.article.url, [embed.post.text for embed in record.embeds], record.hashtags)
        assert said == ("Pier closes", URL, ["Bring the lamp back!"], ())


def test_a_page_compressed_by_single_file(tmp_path):
    bundle = written(tmp_path, BUNDLES["single-file"][0], zipped=True).read_bytes()
    head = f"<!DOCTYPE html> <html data-sfz><!--\n Page saved with SingleFile \n url: {URL} \n--><xmp>".encode()
    (found,) = found_in(tmp_path, "page.html", head + bundle + b"</xmp>")
    assert (extract(found).article.title, found.url) == ("Pier closes", URL)


def test_one_document_without_a_cover_is_the_file_itself(tmp_path):
    (found,) = found_in(tmp_path, "a.txt", nexis(1, *STORIES[0]))
    assert extract(found).article.title == STORIES[0][0]
    (found,) = found_in(tmp_path, "b.txt", f"Pier closes\n\n{TEXT}\n\nEnd of Document\n")
    assert extract(found).article.title == "Pier closes"


WHOLE = f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Pier closes</title></head><body><article><h1>Pier closes</h1>{HTML}</article></body></html>'
JOPLIN = f"Pier closes\n\n{TEXT}\n\nid: {'a' * 32}\nparent_id: \ncreated_time: 2021-05-05T10:00:00.000Z\nauthor: \nsource_url: {URL}\nlatitude: 0.0\ntype_: 1"
OMNIVORE = f"---\nid: 1c2d\n---\n\n# Pier closes\n#Omnivore\n\n[Read on Omnivore](https://omnivore.example/me/1)\n[Read Original]({URL})\n\n## Content\n\n{TEXT}\n"
SNAPSHOT = "archive/1583310600.123456"
BUNDLES = {
    "substack": ({"posts.csv": f"post_id,post_date,is_published,title\n12.pier,{DATED}T08:30:00.000Z,true,Pier closes\n13.draft,,false,Old\n", "posts/12.pier.html": HTML, "posts/13.draft.html": HTML}, ("url",), 2),
    "omnivore": ({"metadata_0_to_1.json": json.dumps([{"id": "1", "slug": "pier", "title": "Pier closes", "url": URL, "publishedAt": DATED}]), "content/pier.html": HTML}, (), 1),
    "archive-box": ({"index.html": "<!doctype html><title>My archive</title>", f"{SNAPSHOT}/index.json": json.dumps({"schema": "Link", "url": URL, "title": "Pier closes"}), f"{SNAPSHOT}/index.html": WHOLE, f"{SNAPSHOT}/output.html": WHOLE, f"{SNAPSHOT}/herald.example/pier.html": WHOLE, f"{SNAPSHOT}/readability/content.html": HTML, f"{SNAPSHOT}/htmltotext.txt": TEXT}, ("published",), 5),
    "single-file": ({"index.html": WHOLE, "manifest.json": json.dumps({"originalUrl": URL, "indexFilename": "index.html"}), "style.css": "p {}"}, ("published",), 2),
    "joplin": ({f"{'a' * 32}.md": JOPLIN, f"{'b' * 32}.md": JOPLIN.replace("type_: 1", "type_: 2")}, ("published",), 1),
    "maff": ({"1583310600/index.html": WHOLE, "1583310600/index.rdf": f'<RDF:RDF><RDF:Description><MAF:originalurl RDF:resource="{URL}"/><MAF:indexfilename RDF:resource="index.html"/></RDF:Description></RDF:RDF>'}, ("published",), 1),
    "http-track": ({"hts-cache/new.txt": f"date\tsize\tflags\tstatuscode\tstatus\tMIME\tEtag|Date\tURL\tlocalfile\t(from URL)\n10:00:00\t1/1\t---M--\t200\tadded\ttext/html\tdate\t{URL}\t/home/jo/mirror/herald.example/pier.html\t(from x)\n", "herald.example/pier.html": WHOLE, "hts-log.txt": "HTTrack3 launched"}, ("published",), 2),
    "wget": ({"herald.example/robots.txt": "User-agent: *", "herald.example/pier": WHOLE, "herald.example/LICENSE": "MIT", "herald.example/app.js": "var a;", "herald.example/feed/index.html": XMLS["rss"][0], "wget.log": "--2024--"}, ("published",), 5),
    "php": ({"story.php?id=7": WHOLE, "style.css": "p {}", "data.php": "<?php echo 1;"}, ("url", "published"), 2),
}  # fmt: skip


def written(folder, files, zipped):
    import zipfile

    if zipped:
        with zipfile.ZipFile(folder / "export.zip", "w", zipfile.ZIP_DEFLATED) as package:
            for name, content in files.items():
                package.writestr(name, content)
        return folder / "export.zip"
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, "utf-8")
    return folder


@pytest.mark.parametrize("zipped", [False, True], ids=["folder", "zip"])
@pytest.mark.parametrize("name", BUNDLES)
def test_lists_beside_pages_complete_them(tmp_path, name, zipped):
    files, without, count = BUNDLES[name]
    left_out = Counter()
    found = list(load(written(tmp_path, files, zipped), left_out=left_out))
    articles = [extract(document).article for document in found if "My archive" not in document.content.decode()]
    assert [(article.title, article.url) for article in articles] == [("Pier closes", None if "url" in without else URL.replace("https", "http") if name == "wget" else URL)]  # fmt: skip
    assert "published" in without or articles[0].published.at.startswith(DATED)
    assert sum(left_out.values()) == count
    assert all(("export.zip!" in document.source) == zipped for document in found)


ZIPS = {
    "account": ({"Your archive.html": WHOLE, "data/tweets.js": "window.YTD.tweets.part0 = []"}, "is the archive of an account from Twitter"),
    "bomb": ({"a.html": "x" * 30_000_000}, "is a ZIP with a file that unpacks to 30,000,000 bytes"),
    "empty": ({"a.bin": "x"}, "has no documents"),
}  # fmt: skip


@pytest.mark.parametrize("name", ZIPS)
def test_zip_files_that_are_no_export_are_refused(tmp_path, name):
    (error,) = load(written(tmp_path, ZIPS[name][0], zipped=True))
    assert ZIPS[name][1] in str(error)


@pytest.mark.parametrize("outside", ["../a.html", "/tmp/voxpop-outside/a.html", "b/../../a.html"])
def test_nothing_is_written_outside_the_folder_of_a_zip(tmp_path, outside):
    inner = tmp_path / "inner"
    inner.mkdir()
    (found,) = load(written(inner, {outside: WHOLE}, zipped=True))
    assert isinstance(found, Document)
    assert [path.name for path in tmp_path.iterdir()] == ["inner"]


OTHERS = {
    "feeds.opml": ('<opml version="2.0"><body><outline xmlUrl="https://a.example/rss"/></body></opml>', "is a list of feeds (OPML)"),
    "tweets.js": ('window.YTD.tweets.part0 = [\n  { "tweet" : { } }\n]', "is data of an account from Twitter's own archive"),
    "news.xml": ('<?xml version="1.0"?><newsPackage xmlns="x"><p>Rain.</p></newsPackage>', "is XML of an unknown kind (<newsPackage>): export it as HTML, text or JSON"),
    "kikuzo.html": ("<html><head><title>朝日新聞記事検索サービス</title></head><body><p>00001</p><p>桟橋閉鎖</p></body></html>", "is a list of articles of Kikuzo or Yomidasu, which is not split"),
    "kikuzo.txt": ("朝日新聞社 聞蔵IIビジュアル\n検索結果一覧\n00001 桟橋閉鎖\n", "is a list of articles of Kikuzo or Yomidasu, which is not split"),
    "kikuzo.htm": ("<html><body class=a>\n<h1>朝日新聞社 聞蔵II</h1><p>00001</p></body></html>", "is a list of articles of Kikuzo or Yomidasu, which is not split"),
    "a.ris": ("TY  - NEWS\nTI  - Pier closes\nER  - \n", "is a list of references, without articles"),
    "a.bib": ("@article{roe2020,\n  title = {Pier closes},\n}\n", "is a list of references, without articles"),
    "pom.xml": ('<?xml version="1.0"?><catalog><book><title>Pier</title><price>3</price></book></catalog>', "is XML of an unknown kind (<catalog>), or it has no articles"),
    "picture.html": ('<?xml version="1.0"?><!DOCTYPE plist PUBLIC "x"><plist><dict/></plist>', "is XML of an unknown kind (<plist>)"),
}  # fmt: skip


@pytest.mark.parametrize("name", OTHERS)
def test_other_files_are_refused_by_name(tmp_path, name):
    (error,) = found_in(tmp_path, name, OTHERS[name][0])
    assert OTHERS[name][1] in str(error)


NAMING_A_DATABASE = (
    "<html><head><title>桟橋閉鎖</title></head><body><p>朝日新聞社 聞蔵IIビジュアル によると、桟橋は閉鎖された。</p></body></html>",
    "<html><head><title>朝日新聞社 聞蔵IIが終了</title></head><body><p>桟橋は閉鎖された。</p></body></html>",
    "桟橋閉鎖\n\n図書館は 朝日新聞社 聞蔵II で調べた。\n",
)


@pytest.mark.parametrize("article", NAMING_A_DATABASE)
def test_an_article_may_name_a_database(tmp_path, article):
    (found,) = found_in(tmp_path, "story.html", article)
    assert isinstance(found, Document)


#: Damaged exports: what is left, and what is said of the rest.
CUT = {
    ".xml": (slice(-20), "is the last article before the end of a file that is cut off: export it again"),
    ".enex": (slice(-20), "is the last article before the end of a file that is cut off: export it again"),
    ".parquet": (slice(40, None), "is binary data of an unknown kind: export it again"),
}


@pytest.mark.parametrize("name", CUT)
def test_damaged_exports_are_named(tmp_path, name):
    left, words = CUT[name]
    error = found_in(tmp_path, f"a{name}", mutants.originals()[name][left])[-1]
    assert words in str(error)


LINES = ["The pier is closed", WORDS, "“I was there,” a fan wrote on Facebook.", "Bring the lamp back! — Rosa Quill (@rosaq_ex) March 3, 2020"]  # fmt: skip
OFFICE = {
    "a.docx": mutants.docx(LINES, link=None), "a.odt": mutants.odt(LINES, link=None), "a.rtf": mutants.rtf(LINES),
    "a.epub": mutants.epub(f"<html><head><title>x</title></head><body><h1>The pier is closed</h1>{paragraphs(chr(10).join(LINES[1:]))}<p>{WORDS * 2}</p></body></html>"),
}  # fmt: skip
#: Documents that are read without the extra ``documents``, and the one that needs it.
OFFICE |= {"a.pdf": mutants.pdf([line for each in LINES for line in (each, "")])} if find_spec("pypdf") else {}


@pytest.mark.parametrize("name", OFFICE)
def test_documents_of_office_programs_are_articles(tmp_path, name):
    (found,) = found_in(tmp_path, name, OFFICE[name])
    record = extract(found)
    assert record.article.title == "The pier is closed"
    assert [quote.text for quote in record.quotes] == ["“I was there,”"]
    assert [embed.post.author.handle for embed in record.embeds] == ["rosaq_ex"]


def test_a_folder_of_documents_is_read(tmp_path):
    for name, content in OFFICE.items():
        (tmp_path / name).write_bytes(content)
    database(tmp_path / "b.db", "articles_of_day", title="Pier closes", content=TEXT)
    (tmp_path / "links.txt").write_text(f"# mine\n{URL}\n")  # nothing that a folder lists is fetched
    left_out = Counter()
    assert len([each for each in load(tmp_path, left_out=left_out) if isinstance(each, Document)]) == len(OFFICE) + 1
    assert left_out == {".txt": 1}


@pytest.mark.parametrize("build", [mutants.docx, mutants.odt])
def test_links_to_posts_are_kept(tmp_path, build):
    (found,) = found_in(
        tmp_path, "a", build([*LINES[:2], "“Sold out!” — Zoe Ree (@zoe_ree_ex) March 6, 2025"], link=POST)
    )
    assert found.media_type == "text/html; charset=utf-8"
    assert POST.encode() in found.content
    assert extract(found).article.title == "The pier is closed"


@pytest.mark.parametrize("build", [mutants.docx, mutants.rtf, mutants.odt])
def test_exports_of_press_databases_in_office_formats_are_split(tmp_path, build):
    lines = PRESS["nexis-uni"].split("\n")
    found = found_in(tmp_path, "export", build(lines) if build is mutants.rtf else build(lines, link=None))
    assert [extract(document).article.title for document in found] == [title for title, _, _ in STORIES]


DAMAGED = {
    "list.docx": (mutants.docx(NEXIS_COVER.split("\n"), link=None), "is a list of documents from Nexis, not an article"),
    "a.docx": (OFFICE["a.docx"][:-30], "is a damaged"),
    "b.docx": (mutants.wacz({"word/document.xml": b"<w:document"}), "is a damaged DOCX (XMLSyntaxError): save it again, or its text"),
    "bomb.odt": (None, "has a part that unpacks to 40,000,000 bytes: save its text"),
    "a.xlsx": (mutants.wacz({"xl/workbook.xml": b"<workbook/>"}), "is a spreadsheet: save it as CSV"),
    "a.ods": (mutants.wacz({"content.xml": b'<o:d xmlns:o="o"><o:spreadsheet/></o:d>'}), "is a spreadsheet: save its text"),
    "a.pdf": (b"%PDF-1.4\nnothing", "is a damaged PDF ("),
    "bomb.pdf": (mutants.pdf(["a"] * 400_000), "has a page whose drawing has more than 3,000,000 bytes: save its text"),
    "scan.pdf": (mutants.pdf([]), "is a PDF without text, perhaps a scan: save its text"),
    "a.epub": (mutants.epub("<html><body>Cover</body></html>"), "is an e-book without chapters of text"),
    "a.rtf": (b"{\\rtf1\\ansi}", "is empty"),
}  # fmt: skip


@pytest.mark.parametrize("name", DAMAGED)
def test_damaged_documents_are_told(tmp_path, name):
    import io
    import zipfile

    content, words = DAMAGED[name]
    if name.endswith(".pdf"):
        pytest.importorskip("pypdf")
    if content is None:
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as package:
            package.writestr("content.xml", b" " * 40_000_000)
        content = stream.getvalue()
    (error,) = found_in(tmp_path, name, content)
    assert words in str(error)


def test_a_pdf_needs_pypdf(tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pypdf", None)
    (error,) = found_in(tmp_path, "a.pdf", mutants.pdf(LINES))
    assert str(error).endswith("is a PDF, which requires pypdf: install `voxpop[documents]`")


def database(path, table, **values):
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(path)) as made:
        made.execute("CREATE TABLE notes (a, b, c, d, e)")
        made.execute(f"CREATE TABLE {table} ({', '.join(values)})")
        made.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(values))})", list(values.values()))
        made.commit()
    return path


def test_a_corpus_may_be_an_sqlite_database(tmp_path):
    path = database(tmp_path / "nela.db", "newsdata", id="a", date=DATED, source="Harbour Herald", title="Pier closes", content=TEXT, url=URL)  # fmt: skip
    (found,) = load(path)
    article = extract(found).article
    assert ({name: getattr(article, name) for name in SAID}, article.published.at) == (SAID, DATED)
    before = path.read_bytes()
    assert (len(list(load(path, max_bytes=50))), path.read_bytes()) == (1, before)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"SQLite format 3\x00" + b"x" * 4096, "is not a corpus (file is not a database): export its articles as CSV"),
        (None, "is not a corpus (no table has a text, a page or a URL in each row)"),
    ],
    ids=["damaged", "other"],
)
def test_other_databases_are_refused(tmp_path, content, words):
    path = tmp_path / "a.db"
    if content is None:
        database(path, "prices", day="1", price=2)
    else:
        path.write_bytes(content)
    (error,) = load(path)
    assert isinstance(error, NoCorpusError)
    assert words in str(error)
