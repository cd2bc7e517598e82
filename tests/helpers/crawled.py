"""A package as a crawler of browsers makes it: one page, and what a frame of it loaded."""

from __future__ import annotations

import io
import json
import zipfile

from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

ID = "1789570120699588357"
URL = "https://the-post.example/pier"
ASKED = f"https://cdn.syndication.twimg.com/tweet-result?id={ID}&lang=en&token=4x"
TWEET = {
    "__typename": "Tweet",
    "id_str": ID,
    "lang": "en",
    "created_at": "2024-05-12T10:00:00.000Z",
    "text": "Best &amp; longest night of the #PierSong with @anna_sings https://t.co/aaa https://t.co/bbb",
    "user": {"name": "Tove 🌊", "screen_name": "tove_on_dunes"},
    "entities": {
        "hashtags": [{"text": "PierSong"}],
        "user_mentions": [{"screen_name": "anna_sings"}],
        "symbols": [],
        "urls": [{"url": "https://t.co/aaa", "display_url": "pier.example", "expanded_url": "https://pier.example/"}],
        "media": [{"url": "https://t.co/bbb", "display_url": "pic.twitter.com/bbb"}],
    },
}
WORDS = "Best & longest night of the #PierSong with @anna_sings pier.example pic.twitter.com/bbb"
BARE = f'<div class="tweet" data-tweet-id="{ID}"></div>'
NAMED = (
    '<blockquote class="twitter-tweet"><p>Best night</p>&mdash; Tove (@{}) '
    f'<a href="https://twitter.com/{{}}/status/{ID}">May 12, 2024</a></blockquote>'
)


def page(embed=BARE):
    return (
        f"<!doctype html><title>The pier</title><article><h1>The pier</h1><p>The council said nothing at all "
        f"about any of it on Sunday.</p>{embed}<p>On Monday it said nothing either.</p></article>"
    )


def record(writer, kind, url, body, media_type, *, moved="", **headers):
    http = (
        StatusAndHeaders("GET / HTTP/1.1", [("Host", "x"), *media_type], is_http_request=True)
        if kind == "request"
        else StatusAndHeaders(
            "301 Moved" if moved else "200 OK",
            [("Content-Type", media_type), *([("Location", moved)] if moved else [])],
            protocol="HTTP/1.1",
        )
    )
    headers = {"WARC-Date": "2024-05-13T10:00:00Z", **headers}
    writer.write_record(
        writer.create_warc_record(
            url, kind, payload=io.BytesIO(body), length=len(body), http_headers=http, warc_headers_dict=headers
        )
    )


def crawl(path, *, embed=BARE, answer=TWEET, asked=ASKED, answered=(), referrer=None, listed=()):
    """A package with one page, and one answer that a frame loaded, which stands first."""
    stream = io.BytesIO()
    writer = WARCWriter(stream, gzip=True)
    body = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
    record(writer, "response", asked, body, "application/json", **dict(answered))
    if referrer:
        record(writer, "request", asked, b"", [("Referer", referrer)])
    record(writer, "response", URL, page(embed).encode(), "text/html")
    lines = [{"format": "json-pages-1.0"}, {"id": "p1", "url": URL}, {"id": "p2", "url": f"{URL}/2"}, *listed]
    with zipfile.ZipFile(path, "w") as out:
        out.writestr("archive/data.warc.gz", stream.getvalue())
        out.writestr("pages/pages.jsonl", "\n".join(map(json.dumps, lines)))
    return path
