"""Pages that a browser saved with a folder of files beside them: the words of frames lie in that folder."""

from __future__ import annotations

import hashlib
import os

import pytest

from scraper.extract import extract
from scraper.input import load

ID, OTHER_ID, CODE = "1223400000000000001", "1223400000000000002", "BzAaAaAaAaA"
STATUS = f"https://twitter.com/ada_ex/status/{ID}"
FROM = "<!DOCTYPE html>\n<!-- saved from url=({}){} -->\n"
TWEET_URL = f"https://platform.twitter.com/embed/Tweet.html?dnt=false&amp;id={ID}&amp;lang=en"
CARD = (
    '<html><body><article><div><a href="https://twitter.com/ada_ex"><span>Ada Ex</span></a><a href="https://twitter.com/ada_ex">'
    '<div>@ada_ex</div></a></div><div lang="de">Größer als gedacht — “ja”</div>'
    f'<a href="{STATUS}"><time datetime="2020-02-01T10:00:00.000Z">10:00 AM · Feb 1, 2020</time></a></article></body></html>'
)
GRAM = (
    '<html><body><div class="Embed"><div class="Header"><a class="Username" href="https://www.instagram.com/ada.ex/">'
    '<span class="UsernameText">ada.ex</span></a><a class="ViewProfileButton" href="https://www.instagram.com/ada.ex/">View profile'
    f'</a></div><a class="EmbeddedMedia" href="https://www.instagram.com/p/{CODE}/"><img alt="A lake" src="a.jpg"></a>'
    '<div class="Feedback"><a class="CaptionLikes">41 likes</a></div><div class="Caption"><a class="CaptionUsername"'
    ' href="https://www.instagram.com/ada.ex/">ada.ex</a><br><br>Quay four is a lake now'
    ' <a href="https://www.instagram.com/explore/tags/quay/">#quay</a><div class="CaptionComments">'
    f'<a href="https://www.instagram.com/p/{CODE}/">View all 12 comments</a></div></div></div></body></html>'
)
FEED = CARD.replace(
    "</article>", f'</article><article><a href="{STATUS.replace(ID, OTHER_ID)}">Feb 2, 2020</a></article>'
)
FRAME = '<iframe title="Post" {} src="./{}/{}"></iframe>'


def page(*frames, charset="utf-8"):
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset={charset}><title>Reopens</title></head><body><article><h1>Reopens</h1>'
        f"<p>It did reopen, they said at the caf\u00e9 on Monday.</p>{''.join(frames)}<p>And they sang until late.</p></article></body></html>"
    )


def saved(folder, source, files, *, beside="p_files", charset="utf-8"):
    path = folder / "p.html"
    path.write_bytes(source.encode(charset))
    (folder / beside).mkdir(exist_ok=True)
    for file, content in files.items():
        (folder / beside / file).write_bytes(content.encode())
    (document,) = load(str(path))
    return document, [embed.post for embed in extract(document).embeds]


SAVED = {
    "a frame that names its post": (FRAME.format(f'data-tweet-id="{ID}"', "p_files", "Tweet.html"), CARD),
    "a frame whose document names its URL": (
        FRAME.format('class="x"', "p_files", "Tweet.html"),
        FROM.format(len(TWEET_URL), TWEET_URL) + CARD,
    ),
    "a frame whose document has one post": (FRAME.format("", "p_files", "Tweet.html"), CARD),
    "the frame of several that names its post": (FRAME.format(f'data-tweet-id="{ID}"', "p_files", "Tweet.html"), FEED),
}


@pytest.mark.parametrize(("frame", "document"), SAVED.values(), ids=SAVED)
def test_reads_the_words_of_a_saved_frame(tmp_path, frame, document):
    _, (post,) = saved(tmp_path, page(frame), {"Tweet.html": document})
    assert (post.id, post.text, post.author.handle, post.author.name) == (
        ID,
        "Größer als gedacht — “ja”",
        "ada_ex",
        "Ada Ex",
    )


@pytest.mark.parametrize("beside", ["p_files", "p-Dateien", "p_fichiers", "my page_files"])
def test_the_folder_is_called_in_the_language_of_the_browser(tmp_path, beside):
    frame = FRAME.format(f'data-tweet-id="{ID}"', beside.replace(" ", "%20"), "Tweet.html")
    _, (post,) = saved(tmp_path, page(frame), {"Tweet.html": CARD}, beside=beside)
    assert post.text == "Größer als gedacht — “ja”"


def test_a_saved_frame_of_instagram_gives_account_and_caption(tmp_path):
    url = f"https://www.instagram.com/p/{CODE}/embed/captioned/?cr=1"
    frame = FRAME.format('class="instagram-media-rendered"', "p_files", "saved_resource.html")
    _, (post,) = saved(tmp_path, page(frame), {"saved_resource.html": FROM.format(len(url), url) + GRAM})
    assert (post.platform, post.id, post.author.handle) == ("instagram", CODE, "ada.ex")
    assert (post.text, post.hashtags) == ("Quay four is a lake now #quay", ("quay",))


def test_the_page_may_have_another_encoding(tmp_path):
    frame = FRAME.format(f'data-tweet-id="{ID}"', "p_files", "Tweet.html")
    document, (post,) = saved(
        tmp_path, page(frame, charset="windows-1252"), {"Tweet.html": CARD}, charset="windows-1252"
    )
    assert post.text == "Größer als gedacht — “ja”"
    assert "caf\u00e9" in (extract(document).text or "")


def test_the_article_is_known_by_the_page_alone(tmp_path):
    source = page(FRAME.format(f'data-tweet-id="{ID}"', "p_files", "Tweet.html"))
    document, _ = saved(tmp_path, source, {"Tweet.html": CARD})
    assert document.digest == hashlib.sha256(source.encode()).hexdigest()
    plain, _ = saved(tmp_path, page(), {})
    assert (plain.digest, plain.content) == (None, page().encode())


OTHERS = {
    "a feed": (FRAME.format('class="twitter-timeline"', "p_files", "Tweet.html"), FEED),
    "a frame without posts": (FRAME.format("", "p_files", "Tweet.html"), "<html><body><p>An advert.</p></body></html>"),
    "a frame in a folder above": (FRAME.format("", "../p_files", "Tweet.html"), CARD),
    "a frame in a folder of another kind": (FRAME.format("", "secrets", "Tweet.html"), CARD),
    "a frame in a folder above, encoded": (FRAME.format("", "..%2Fp_files", "Tweet.html"), CARD),
    "a frame that is not there": (FRAME.format("", "p_files", "Gone.html"), CARD),
    "a page of an absolute path": (FRAME.format("", "/etc_files", "Tweet.html").replace("./", ""), CARD),
}


@pytest.mark.parametrize(("frame", "document"), OTHERS.values(), ids=OTHERS)
def test_fills_in_nothing_else(tmp_path, frame, document):
    found, posts = saved(tmp_path, page(frame), {"Tweet.html": document})
    assert (found.content, posts) == (page(frame).encode(), [])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes")
def test_reads_no_links_and_no_pipes(tmp_path):
    (tmp_path / "p_files").mkdir()
    (tmp_path / "elsewhere.html").write_text(CARD, "utf-8")
    (tmp_path / "p_files" / "Link.html").symlink_to(tmp_path / "elsewhere.html")
    os.mkfifo(tmp_path / "p_files" / "Pipe.html")
    frames = [FRAME.format("", "p_files", name) for name in ("Link.html", "Pipe.html")]
    assert saved(tmp_path, page(*frames), {})[1] == []


def test_files_beside_a_page_cost_what_is_bounded(tmp_path):
    frame = FRAME.format(f'data-tweet-id="{ID}"', "p_files", "Tweet.html")
    long = CARD.replace("<article>", f"<p>{'x' * 1_000_000}</p><article>")
    document, _ = saved(tmp_path, page(*[frame] * 100), {"Tweet.html": long})
    assert len(document.content) < 11_000_000
    huge, _ = saved(tmp_path, page(frame), {"Tweet.html": CARD + " " * 2_000_000})
    assert huge.content == page(frame).encode()
