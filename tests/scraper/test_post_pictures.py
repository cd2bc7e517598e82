"""Posts in pictures: the layout of the lines that an engine reads, and where the bytes of pictures come from.

No engine is needed but for the last tests, which draw nothing and are skipped without the extra ``ocr``.
"""

from __future__ import annotations

import base64
import gzip
import json
import plistlib
import subprocess
import sys
import zipfile
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from scraper import post_pictures
from scraper.api import extract_file
from scraper.errors import VoxpopError
from scraper.extract import extract, to_json
from scraper.input import load
from scraper.post_pictures import Engine, Line, is_installed, post_in, with_pictures
from scraper.records import Document, Post, Reading

#: Rows of text from top to bottom; a tab separates two boxes far apart, ``>`` indents a row.
TWEET = "Ada Example\n@ada_example\nThe ferry left without us again.\n9:30 PM · Mar 3, 2021 · Twitter for iPhone\n12 Retweets\t40 Likes"


def lines(text: str) -> list[Line]:
    found = []
    for n, row in enumerate(text.split("\n")):
        left = 40.0 if row.startswith(">") else 10.0
        for box in row.lstrip(">").split("\t"):
            found.append(Line(box, 0.99, left, n * 30.0, left + 8.0 * len(box), n * 30.0 + 20))
            left += 8.0 * len(box) + 80
    return found


class Shown(NamedTuple):
    """The post that a picture shows."""

    platform: str
    handle: str | None = None
    name: str | None = None
    text: str | None = None
    at: str | None = None


POSTS = {
    "a tweet with its date below": (
        TWEET,
        Shown("twitter", "ada_example", "Ada Example", "The ferry left without us again.", "2021-03-03T21:30"),
    ),
    "an age after the handle": (
        "Ada Example @ada_example · 17h\nNo boat today\neither.\n12\t4\t1.2K",
        Shown("twitter", "ada_example", "Ada Example", "No boat today either."),
    ),
    "an age glued to the handle": (
        "Ada Example@ada_example17h\nNo boat today.\n12\t4\t1.2K",
        Shown("twitter", "ada_example", "Ada Example", "No boat today."),
    ),
    "a button next to the handle": (
        "Jörg Müßig\n@muessig·Folgen\nDie Fähre fällt aus.\n00:32 · 25.09.2024\n30\tAntworten\tLink kopieren\n34 Antworten lesen",
        Shown("twitter", "muessig", "Jörg Müßig", "Die Fähre fällt aus.", "2024-09-25T00:32"),
    ),
    "a button read with wrong letters": (
        "Åsa Mås\n@asa_mas-Foj\nBryggan är stängd.\n20:15-27dec.2023\n4,056\tSvara",
        Shown("twitter", "asa_mas", "Åsa Mås", "Bryggan är stängd.", "2023-12-27T20:15"),
    ),
    "an author's line that goes on below": (
        "Muelle de\t@muelle.example.net·5\nGaviota\tmin\nCierran el muelle.\n16\t454",
        Shown("bluesky", "muelle.example.net", "Muelle de Gaviota", "Cierran el muelle."),
    ),
    "an age on the second line of a long name": (
        "João\t@theo.example.net\nFalcão\t·17h\nO cais fechou.\n8\t50.0K",
        Shown("bluesky", "theo.example.net", "João Falcão", "O cais fechou."),
    ),
    "a name that goes on before the age": (
        "Färjan\t@ada.example.net\ni Marlö · 3d\nBryggan är stängd.\n1,544\t30",
        Shown("bluesky", "ada.example.net", "Färjan i Marlö", "Bryggan är stängd."),
    ),
    "a clock, a title and who passed it on, above": (
        "14:05  87 %\n← Tweet\nRosa Quay retweeted\n" + TWEET,
        Shown("twitter", "ada_example", "Ada Example", "The ferry left without us again.", "2021-03-03T21:30"),
    ),
    "a title above a user name": (
        "Thread\ngull_harbor\t17h\nSnow at last.\n25\t86.8K",
        Shown("threads", "gull_harbor", None, "Snow at last."),
    ),
    "a button glued to the handle, with a gap": (
        "Käthe Öhm\n@kaethe _oehm77Folgen\nDie Fähre fällt aus.\n00:32 · 25.09.2024",
        Shown("twitter", "kaethe_oehm77", "Käthe Öhm", "Die Fähre fällt aus.", "2024-09-25T00:32"),
    ),
    "digits at the end of a handle, and a menu": (
        "Käthe Öhm\n@kaethe77\t...\nDie Fähre fällt aus.\n00:32 · 25.09.2024",
        Shown("twitter", "kaethe77", "Käthe Öhm", "Die Fähre fällt aus.", "2024-09-25T00:32"),
    ),
    "an age in Japanese glued to the handle": (
        "港の灯り@minato17時間\nまた置いていかれた。\n1\t2",
        Shown("twitter", "minato", "港の灯り", "また置いていかれた。"),
    ),
    "a gap in the handle": (
        "Ada Example\n@ada. bsky soclal\nNo boat today.\n9:30 PM · Mar 3, 2021\n1 Like",
        Shown("bluesky", "ada.bsky.social", "Ada Example", "No boat today.", "2021-03-03T21:30"),
    ),
    "a menu read as a number": (
        "Łucja Żak@pierwatch1·30 mar\t444\nMolo jest zamknięte.\n>Rosa Quay @rosa·30 mar\n>Nie.\n3,039\tu1\t07",
        Shown("twitter", "pierwatch1", "Łucja Żak", "Molo jest zamknięte."),
    ),
    "a platform's sign next to the name, and a badge": (
        "AErø Avis@\tX\n@aeroe\nMolen er lukket.\n1:50·12.6.2018",
        Shown("twitter", "aeroe", "Ærø Avis", "Molen er lukket.", "2018-06-12T01:50"),
    ),
    "an initial": (
        "rosa q.\n@rosa\nWho took the anchor?\n9:30 PM · Mar 3, 2021\n1\t2",
        Shown("twitter", "rosa", "rosa q.", "Who took the anchor?", "2021-03-03T21:30"),
    ),
    "a name below the handle": (
        ">@ada_example\n>Ada Example\nNo boat today.\n9:30 PM · Mar 3, 2021\n1 Like",
        Shown("twitter", "ada_example", "Ada Example", "No boat today.", "2021-03-03T21:30"),
    ),
    "an author who signs below": (
        "No boat today,\nnor tomorrow.\n— Ada Example (@ada_example) 3\nmars 2021",
        Shown("twitter", "ada_example", "Ada Example", "No boat today, nor tomorrow.", "2021-03-03"),
    ),
    "a mention at the start of the text": (
        "Rosa Quay\n@rosa\n@gullwharf Who took the anchor?\n9:30 PM · Mar 3, 2021\n1\t2",
        Shown("twitter", "rosa", "Rosa Quay", "@gullwharf Who took the anchor?", "2021-03-03T21:30"),
    ),
    "a quoted post, which is left out": (
        "Rosa Quay\n@rosa\nLook at this.\n>Theo Ilves @theo · Mar 2\n>The pier is closed.\n9:30 PM · Mar 3, 2021\n1 Like",
        Shown("twitter", "rosa", "Rosa Quay", "Look at this.", "2021-03-03T21:30"),
    ),
    "a link to a translation, in Japanese": (
        "港の灯り\n@minato_akari\nまた置いていかれた。\nポストを翻訳\n23:18 · 2020/10/09",
        Shown("twitter", "minato_akari", "港の灯り", "また置いていかれた。", "2020-10-09T23:18"),
    ),
    "a link to a translation": (
        "Rosa Quay\n@rosa\nDer Steg ist zu.\nTranslate post\n9:30 PM · Mar 3, 2021",
        Shown("twitter", "rosa", "Rosa Quay", "Der Steg ist zu.", "2021-03-03T21:30"),
    ),
    "Mastodon": (
        "Ada Example\n@ada@gulls.example\nSnow at last.\n12 apr. 2022, 03:35 · Web\n58 boosts · 13 favourites",
        Shown("mastodon", "ada@gulls.example", "Ada Example", "Snow at last.", "2022-04-12T03:35"),
    ),
    "Mastodon, with a gap before the host": (
        "Ada Example\n@ada @gulls.example\nSnow at last.\n12 apr. 2022, 03:35 · Web",
        Shown("mastodon", "ada@gulls.example", "Ada Example", "Snow at last.", "2022-04-12T03:35"),
    ),
    "Bluesky, with misread letters": (
        "Ada Example\n@ada.bsity.soclal · 3d\nSnow at last.\n1\t2",
        Shown("bluesky", "ada.bsky.social", "Ada Example", "Snow at last."),
    ),
    "Bluesky, with a comma in the host and a hyphen after it": (
        "Ada Example @ada,bsky.social- 17h\nSnow at last.\n1\t2",
        Shown("bluesky", "ada.bsky.social", "Ada Example", "Snow at last."),
    ),
    "Bluesky, with a number at the end of the host": (
        "Ada Example @pier-25.com · 3d\nSnow at last.\n1\t2",
        Shown("bluesky", "pier-25.com", "Ada Example", "Snow at last."),
    ),
    "a day glued to the handle": (
        "Veer Marlow@veer_marlow.27nov\nDe pier is dicht.\n12\t4",
        Shown("twitter", "veer_marlow", "Veer Marlow", "De pier is dicht."),
    ),
    "an age in Chinese glued to a user name": (
        "gull_news17小时\n码头关闭了。\n口796.5K",
        Shown("threads", "gull_news", None, "码头关闭了。"),
    ),
    "Threads, with a badge read as a letter": (
        "ada.example\tO\t17h\nSnow at last.\n25\t86.8K\t9,995",
        Shown("threads", "ada.example", None, "Snow at last."),
    ),
    "an age glued to a user name, and icons to numbers": (
        "gull_117h\nSnow at last.\n♡1口16",
        Shown("threads", "gull_1", None, "Snow at last."),
    ),
    "Instagram, with the text below the picture": (
        "ada.example\n1,204 likes\nada.example Snow at last, and\nno boat.\nMarch 3, 2021",
        Shown("instagram", "ada.example", None, "Snow at last, and no boat.", "2021-03-03"),
    ),
    "Instagram, with the user name read differently below": (
        "ada_official\n1,204 likes\nada_officlal Snow at last.\nMarch 3, 2021",
        Shown("instagram", "ada_official", None, "Snow at last.", "2021-03-03"),
    ),
    "Instagram, without a date": (
        "ada.example\tFollow\n1,204 likes\nada.example Snow at last.",
        Shown("instagram", "ada.example", None, "Snow at last."),
    ),
    "Facebook": (
        "Gull Wharf Post\nMarch 3, 2021 at 9:30 PM\nThe pier is closed.\n15K\t257 comments\nLike\tComment\tShare",
        Shown("facebook", None, "Gull Wharf Post", "The pier is closed.", "2021-03-03T21:30"),
    ),
    "Facebook, with buttons and a month read with wrong letters": (
        "Molo Gabbiano\n12 lugllo 2024·@\nIl molo è chiuso.\nMI place\tCommenta\tCondIvidl",
        Shown("facebook", None, "Molo Gabbiano", "Il molo è chiuso.", "2024-07-12"),
    ),
    "Facebook's application, with a button next to the name": (
        "Přívoz Marlov\t· Sledovat\n13. března 2023 ·\nPřívoz odjel.\n20\t4,492\t31",
        Shown("facebook", None, "Přívoz Marlov", "Přívoz odjel.", "2023-03-13"),
    ),
    "Facebook's application, with icons for buttons": (
        "Gülşen Martı · Takip et\n26 Temmuz 2018·\nİskele kapalı.\n5,358\t口11.3K\t294.4K",
        Shown("facebook", None, "Gülşen Martı", "İskele kapalı.", "2018-07-26"),
    ),
    "a month read with wrong letters": (
        "Molo Gabbiano\n12.novemtore 2019\nIl molo è chiuso.\n42\t25 commenti\nMi piace\tCommenta",
        Shown("facebook", None, "Molo Gabbiano", "Il molo è chiuso.", "2019-11-12"),
    ),
    "a month that begins with de, read with wrong letters": (
        "Veer Marlow\n@veer_marlow\nDe pier is dicht.\n12:58 · 2decembet2019",
        Shown("twitter", "veer_marlow", "Veer Marlow", "De pier is dicht.", "2019-12-02T12:58"),
    ),
    "a short month without one of its letters": (
        "Gülşen Martı · Takip et\n12 Nsan 2019·\nİskele kapalı.\n5,358\t口11.3K\t294.4K",
        Shown("facebook", None, "Gülşen Martı", "İskele kapalı.", "2019-04-12"),
    ),
    "a month that is as near to June as to July": (
        "Conceição Dias\n@conceicao\nO cais fechou.\n05:47 · 3 jumho 2018",
        Shown("twitter", "conceicao", "Conceição Dias", "O cais fechou."),
    ),
    "a clock glued to a date without spaces": (
        "Conceição Dias\n@conceicao\nO cais fechou.\n口05:473dejan.de2016\n1 Curtida",
        Shown("twitter", "conceicao", "Conceição Dias", "O cais fechou.", "2016-01-03T05:47"),
    ),
    "a short month read with wrong letters": (
        "Lucía Ibáñez\n@lucia_ib\nCierran el muelle.\n5:47 · 3 dlc 2018",
        Shown("twitter", "lucia_ib", "Lucía Ibáñez", "Cierran el muelle.", "2018-12-03T05:47"),
    ),
    "a short month glued to a clock": (
        "Veer Marlow\n@veer_marlow\nDe pier is dicht.\n7teb2017-12:58",
        Shown("twitter", "veer_marlow", "Veer Marlow", "De pier is dicht.", "2017-02-07T12:58"),
    ),
    "a day in digits with a space": (
        "Zdeňka Říhová@gull_watch- 12. 10.\nPřívoz odjel.\n274.3K\t018\t85",
        Shown("twitter", "gull_watch", "Zdeňka Říhová", "Přívoz odjel."),
    ),
    "Japanese, joined without spaces": (
        "港の灯り\n@minato_akari\nまたフェリーに置いて\nいかれた。\n22:50 · 2021年9月24日\n1\t2",
        Shown("twitter", "minato_akari", "港の灯り", "またフェリーに置いていかれた。", "2021-09-24T22:50"),
    ),
}


@pytest.mark.parametrize(("text", "shown"), POSTS.values(), ids=POSTS)
def test_post(text, shown):
    found = post_in(lines(text))
    assert found is not None
    post, reading = found
    author = post.author
    assert Shown(post.platform, author.handle, author.name, post.text, post.posted and post.posted.at) == shown
    assert post.text_source == "ocr"
    assert reading == Reading(author=0.99, text=0.99, posted=0.99 if shown.at else None)


OTHERS = {
    "nothing": "",
    "a headline with its author": "HARBOUR\nPier closed for the winter\nBy Ada Example · March 3, 2021, 9:30 PM",
    "a chart": "Ferries a day\nAda Example, Mar 3, 2021\n2021\t2022\t2023\npier.example",
    "a chat": "Ada Example\nonline\nNo boat today.\n9:30 PM\nAgain?\n9:31 PM",
    "a profile": "Ada Example\n@ada_example\nI watch the ferries.\npier.example\n12 Following\t40 Followers",
    "a dotted line, as in a table": f"Ada Example{' .' * 200} b\nMarch 3, 2021",
    "a headline that names an account": "Pier closed\nWhat @ada_example and others say\nMarch 3, 2021",
    "a user name printed twice, without numbers": "ada.example\nada.example Snow at last.",
    "a menu": "home\nnews\t12\nsport\t4",
    "a video": "The ferry at night\n1.2M views · Mar 3, 2021\nAda Example\n40K\tSubscribe",
}


@pytest.mark.parametrize("text", OTHERS.values(), ids=OTHERS)
def test_other_picture(text):
    assert post_in(lines(text)) is None


def test_letters_in_the_picture_of_the_author_are_no_name():
    """Below, the text begins farther to the left."""
    author, handle, rest = TWEET.split("\n", 2)
    shown = [Line("AE", 0.6, 11.0, 0.0, 30.0, 45.0), *lines(f">{author}\n>{handle}\n{rest}")]
    post, _ = post_in(shown) or (None, None)
    assert post is not None
    assert (post.handle, post.author.name) == ("ada_example", "Ada Example")


@pytest.mark.parametrize("handle", ["©ada_example", "ada_example"])
def test_handle_without_its_sign_counts_if_the_page_calls_it_a_post(handle):
    shown = lines(TWEET.replace("@ada_example", handle))
    post, _ = post_in(shown, Post(platform="twitter")) or (None, None)
    assert post is not None
    assert (post.handle, post.author.name) == ("ada_example", "Ada Example")


def test_user_name_printed_again_is_no_text():
    """The page calls the picture a post on Instagram."""
    shown = lines("ada.example\n♡口\n6いいね\nada.example Snow at last.\n2021年3月3日")
    post, _ = post_in(shown, Post(platform="instagram")) or (None, None)
    assert post is not None
    assert (post.handle, post.text) == ("ada.example", "Snow at last.")


def test_what_the_page_says_counts():
    """A cropped tweet has neither date nor numbers, and is one only where the page says so."""
    cropped = lines("Ada Example\n@ada_example\nNo boat today.")
    assert post_in(cropped) is None
    post, _ = post_in(cropped, Post(platform="truthsocial")) or (None, None)
    assert post is not None
    assert (post.platform, post.author.handle, post.text) == ("truthsocial", "ada_example", "No boat today.")


def test_illegible_text_is_left_out():
    post, reading = post_in([line._replace(score=0.8) for line in lines(TWEET)]) or (None, None)
    assert post is not None
    assert (post.author.handle, post.text, post.text_source) == ("ada_example", None, None)
    assert reading == Reading(author=0.8, text=None, posted=0.8)


def test_numbers_are_no_text():
    assert post_in(lines("@ada_example\n7:42 2024/05/12\n88 Retweets 1,204 Quote Tweets5,310 Likes")) is None


class Stub:
    """An engine that reads the lines from the bytes themselves."""

    def __init__(self) -> None:
        self.asked: list[tuple[bytes, bool]] = []

    def lines(self, content: bytes, *, is_named: bool = True) -> list[Line]:
        self.asked.append((content, is_named))
        return lines(content.decode())


@pytest.fixture
def engine(monkeypatch):
    stub = Stub()
    monkeypatch.setattr(post_pictures, "shared_engine", lambda: stub)
    return stub


def page(inside: str) -> bytes:
    prose = "The ferry did not come on Monday, and people waited at the pier for three hours in the rain."
    return (
        f"<html><body><article><h1>No ferry</h1><p>{prose}</p>{inside}<p>{prose}</p></article></body></html>".encode()
    )


def data(text: str) -> str:
    return f"data:image/png;base64,{base64.b64encode(text.encode()).decode()}"


def read(inside: str, **how: Any) -> list[dict[str, Any]]:
    found = extract(Document(source="page.html", content=page(inside)), **how)
    assert found.problems == ()
    return json.loads(to_json(found))["embeds"]


def test_pictures_are_read_only_if_asked(engine):
    inside = f'<img src="{data(TWEET)}">'
    assert read(inside) == []
    assert engine.asked == []
    (embed,) = read(inside, ocr=True)
    assert (embed["form"], embed["post"]["text_source"]) == ("picture", "ocr")
    assert embed["reading"] == {"author": 0.99, "text": 0.99, "posted": 0.99}
    assert engine.asked == [(TWEET.encode(), False)]


DESCRIBED = {
    "the description has no words": (
        "Screenshot of a tweet by @ada_example",
        ("ada_example", "Ada Example", "The ferry left without us again.", "ocr", "2021-03-03T21:30"),
    ),
    "the description has the words, which are kept": (
        "Screenshot of a tweet by @ada_example that reads: “No ferry”",
        ("ada_example", "Ada Example", "No ferry", "alt", "2021-03-03T21:30"),
    ),
    "the description names nobody": (
        "Screenshot of a tweet",
        ("ada_example", "Ada Example", "The ferry left without us again.", "ocr", "2021-03-03T21:30"),
    ),
    "the picture shows another account": ("Screenshot of a tweet by @rosa", ("rosa", None, None, None, None)),
}


@pytest.mark.parametrize(("words", "shown"), DESCRIBED.values(), ids=DESCRIBED)
def test_described_picture(engine, words, shown):
    (embed,) = read(f'<figure><img src="{data(TWEET)}" alt="{words}"></figure>', ocr=True)
    post = embed["post"]
    at = post["posted"] and post["posted"]["at"]
    assert (post["author"]["handle"], post["author"]["name"], post["text"], post.get("text_source"), at) == shown
    assert engine.asked == [(TWEET.encode(), True)]


@pytest.mark.usefixtures("engine")
def test_a_post_that_is_also_embedded_is_one():
    tweet = (
        '<blockquote class="twitter-tweet"><p>The ferry left without us again.</p>&mdash; Ada Example (@ada_example) '
        '<a href="https://twitter.com/ada_example/status/1367225900736294912">March 3, 2021</a></blockquote>'
    )
    (embed,) = read(f'{tweet}<img src="{data(TWEET.replace("ferry", "fcrry"))}">', ocr=True)
    assert (embed["form"], embed["post"]["text"]) == ("blockquote", "The ferry left without us again.")


def test_pictures_outside_the_article_are_not_read(engine):
    assert read(f'<aside class="related-stories"><img src="{data(TWEET)}"></aside>', ocr=True) == []
    assert engine.asked == []


def test_many_pictures_are_bounded(engine):
    read("".join(f'<img src="{data(f"{n}")}">' for n in range(40)), ocr=True)
    assert len(engine.asked) == 20


# Where the bytes of pictures come from.


def saved_folder(folder):
    (folder / "Story_files").mkdir()
    (folder / "Story_files" / "a tweet.png").write_bytes(b"the picture")
    (folder / "Story.html").write_bytes(page('<img src="./Story_files/a%20tweet.png">'))
    return folder / "Story.html"


def mhtml(folder):
    story = page('<img src="https://cdn.example/t.png">').decode()
    picture = base64.b64encode(b"the picture").decode()
    (folder / "story.mhtml").write_text(
        "From: <Saved by Blink>\nSnapshot-Content-Location: https://news.example/a\nMIME-Version: 1.0\n"
        'Content-Type: multipart/related; type="text/html"; boundary="B"\n\n'
        f"--B\nContent-Type: text/html\nContent-Location: https://news.example/a\n\n{story}\n"
        "--B\nContent-Type: image/png\nContent-Transfer-Encoding: base64\nContent-Location: https://cdn.example/t.png"
        f"\n\n{picture}\n--B--\n"
    )
    return folder / "story.mhtml"


def webarchive(folder):
    main = {
        "WebResourceURL": "https://news.example/a",
        "WebResourceData": page('<img src="https://cdn.example/t.png">'),
    }
    picture = {"WebResourceURL": "https://cdn.example/t.png", "WebResourceData": b"the picture"}
    (folder / "story.webarchive").write_bytes(plistlib.dumps({"WebMainResource": main, "WebSubresources": [picture]}))
    return folder / "story.webarchive"


def records() -> bytes:
    found = b""
    for name, kind, body in (("a", "text/html", page('<img src="/t.png">')), ("t.png", "image/png", b"the picture")):
        answer = b"HTTP/1.1 200 OK\r\nContent-Type: " + kind.encode() + b"\r\n\r\n" + body
        head = (
            f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: https://news.example/{name}\r\n"
            f"WARC-Date: 2024-05-12T10:00:00Z\r\nWARC-Record-ID: <urn:test:{name}>\r\n"
            f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(answer)}\r\n\r\n"
        )
        found += gzip.compress(head.encode() + answer + b"\r\n\r\n")
    return found


def warc(folder):
    (folder / "crawl.warc.gz").write_bytes(records())
    return folder / "crawl.warc.gz"


def wacz(folder):
    with zipfile.ZipFile(folder / "crawl.wacz", "w") as package:
        package.writestr("archive/data.warc.gz", records())
    return folder / "crawl.wacz"


@pytest.mark.parametrize("save", [saved_folder, mhtml, webarchive, warc, wacz])
def test_bytes_of_pictures(tmp_path, save):
    (document,) = load(save(tmp_path))
    assert isinstance(document, Document), document
    assert [content for _, content in with_pictures(document).pictures] == [b"the picture"]


STRAY = {
    "a file above": "../secret.png",
    "a file above the folder": "Story_files/../../secret.png",
    "a file elsewhere": "/etc/hostname",
    "a folder of another kind": "private/secret.png",
    "an encoded path": "Story_files/%2e%2e%2fsecret.png",
    "a link": "Story_files/link.png",
    "no URL": "http://[a/secret.png",
}


@pytest.mark.parametrize("name", STRAY.values(), ids=STRAY)
def test_no_other_file_is_read(tmp_path, name):
    (tmp_path / "secret.png").write_bytes(b"secret")
    for folder in ("Story_files", "private"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "secret.png").write_bytes(b"secret")
    (tmp_path / "Story_files" / "link.png").symlink_to(tmp_path / "secret.png")
    (tmp_path / "Story_files" / "secret.png").unlink()
    (tmp_path / "Story.html").write_bytes(page(f'<img src="{name}">'))
    (document,) = load(tmp_path / "Story.html")
    assert with_pictures(replace(document, url="https://pier.example/story")).pictures == ()


# The engine's process.

ENDS = {
    "dies at once": "",
    "dies on a picture": "import sys; sys.stdin.buffer.read(5); sys.exit(1)",
    "answers too much": "import sys; sys.stdin.buffer.read(5); sys.stdout.write('9' * 20_000_000)",
    "answers nonsense": "import sys; sys.stdin.buffer.read(5); print('nonsense')",
    "answers nothing": "import sys; sys.stdin.buffer.read()",
}


@pytest.mark.parametrize("code", ENDS.values(), ids=ENDS)
def test_engine_fails(monkeypatch, code):
    def started():
        return subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)

    monkeypatch.setattr(post_pictures, "_started", started)
    monkeypatch.setattr(post_pictures, "_SECONDS", 0.5)
    engine = Engine()
    assert engine.lines(b"a picture") == []
    assert engine.lines(b"another") == []
    engine.close()


def test_the_extra_is_named_where_it_is_missing(voxpop_here, tmp_path, monkeypatch):
    monkeypatch.setattr("archive.commands.shared.find_spec", lambda _: None)
    (tmp_path / "a.html").write_bytes(page(""))
    done = voxpop_here("extract", "--ocr", tmp_path / "a.html")
    assert done.code == 2
    assert "install it with `pip install 'voxpop[ocr]'`" in done.err


def test_python_names_the_missing_extra(monkeypatch):
    monkeypatch.setattr(post_pictures, "is_installed", bool)
    with pytest.raises(VoxpopError, match=r"pip install 'voxpop\[ocr\]'"):
        extract_file(EXAMPLE, ocr=True)


def test_python_reads_pictures(monkeypatch, engine, tmp_path):
    monkeypatch.setattr(post_pictures, "is_installed", lambda: True)
    path = saved_folder(tmp_path)
    (tmp_path / "Story_files" / "a tweet.png").write_text(TWEET)
    (embed,) = extract_file(path, ocr=True).embeds
    assert embed.post.author.handle == "ada_example"
    assert len(engine.asked) == 1


def png(width: int, height: int) -> bytes:
    def chunk(kind: bytes, content: bytes) -> bytes:
        return len(content).to_bytes(4, "big") + kind + content + zlib.crc32(kind + content).to_bytes(4, "big")

    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\x00\x00\x00\x00"
    rows = zlib.compress(bytes(width + 1) * min(height, 400))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


EXAMPLE = Path(__file__).parents[2] / "examples" / "pictures" / "story.html"


def test_the_example_is_found_by_its_description():
    (embed,) = extract(Document(source=str(EXAMPLE), content=EXAMPLE.read_bytes())).embeds
    assert (embed.form, embed.post.author.handle, embed.post.text) == ("picture", "bodil_kranz_ex", None)


@pytest.mark.long
@pytest.mark.skipif(not is_installed(), reason="needs the extra ocr")
def test_the_example_is_read():
    (document,) = load(EXAMPLE)
    try:
        (embed,) = extract(with_pictures(document), ocr=True).embeds
    finally:
        post_pictures.shared_engine().close()
    assert (embed.post.author.name, embed.post.posted.at) == ("Bodil Kranz", "2024-05-12T19:42")
    assert embed.post.text == "Drove six hours with my dad to hear one song. The gates were already shut. #LetMiraSing"


def test_small_pictures_are_enlarged_without_distortion():
    image = pytest.importorskip("PIL.Image")
    pytest.importorskip("numpy")
    assert [post_pictures._pixels(image.new("RGB", size)).shape for size in ((160, 80), (1200, 300))] == [
        (500, 1000, 3),
        (300, 1200, 3),
    ]


HOSTILE = {
    "a picture of 10 gigapixels": png(100_000, 100_000),
    "a banner": png(4000, 60),
    "an icon": png(32, 32),
    "a broken file": png(400, 300)[:80],
    "an SVG": b'<svg xmlns="http://www.w3.org/2000/svg"><text y="20">@ada_example</text></svg>',
    "no picture": b"GIF89a" + bytes(200),
}


@pytest.mark.long
@pytest.mark.skipif(not is_installed(), reason="needs the extra ocr")
def test_hostile_pictures_are_refused():
    engine = Engine()
    try:
        assert [engine.lines(content) for content in HOSTILE.values()] == [[]] * len(HOSTILE)
        assert engine.lines(png(400, 300)) == []  # empty, and the engine still answers
    finally:
        engine.close()
