"""Pages that a browser sends: what is archived, and what is refused before it is read."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import stat
import threading
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from invented import rows
from web import Web, answer
from working import wait_until

from archive.commands.receive import Receiver, RefusedUploadError, fields_in, save_page, token_in, upload_of
from archive.verify.check import findings
from scraper.errors import ArchiveError, SettingsError

TOKEN = "a-token-of-a-test-1234"
URL = "https://post.example/members/a?b=1"
PAGE = """<!doctype html><title>Lamp – out</title><article><h1>Lamp – out</h1><p>The Lantern closes.</p>
<blockquote class="twitter-tweet"><p>Bye all #lamp</p>&mdash; Rosa (@rosa_ex)
<a href="https://twitter.com/rosa_ex/status/1223400000000000001">March 3, 2020</a></blockquote></article>"""


def form(*fields, boundary="----x"):
    """Return the media type and body of a form; a field of three has the name of a file."""
    parts = b"".join(
        f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"{file}\r\n\r\n'.encode() + value + b"\r\n"
        for name, value, file in ((*field, "")[:3] for field in fields)
    )
    return f"multipart/form-data; boundary={boundary}", parts + f"--{boundary}--\r\n".encode()


SINGLE_FILE = form(("upload", PAGE.encode(), '; filename="Lamp.html"'), ("address", URL.encode()))


@pytest.fixture
def room(tmp_path):
    """A receiver for an archive, and a function that sends it one request."""
    path = tmp_path / "a.db"
    now = [0.0]
    receiver = Receiver(
        token=TOKEN,
        hosts=frozenset({"127.0.0.1"}),
        max_bytes=100_000,
        save=lambda upload: save_page(str(path), upload, tmp_path / "captures", keep_text=True),
        link=lambda article: f"http://127.0.0.1:8001/a/article/{article}",
        clock=lambda: now[0],
    )

    def send(method="POST", content=SINGLE_FILE, query=b"", chunk=1000, at="/", **headers):
        media_type, body = content
        given = {"Host": "127.0.0.1:8002", "Accept": "application/json", "Content-Type": media_type, **headers}
        pieces = [body[start : start + chunk] for start in range(0, len(body), chunk)] or [b""]
        sent, answers = iter(pieces), []

        async def receive():
            piece = next(sent, None)
            left = piece is not pieces[-1]
            return (
                {"type": "http.disconnect"}
                if piece is None
                else {"type": "http.request", "body": piece, "more_body": left}
            )

        async def answer(message):
            answers.append(message)

        named = [(name.replace("_", "-").encode(), value.encode()) for name, value in given.items()]
        scope = {"type": "http", "method": method, "path": at, "query_string": query, "headers": named}
        asyncio.run(receiver(scope, receive, answer))
        start, body = answers
        names = {name for name, _ in start["headers"]}
        assert not [name for name in names if name.startswith(b"access-control")]
        return start["status"], body["body"].decode()

    send.receiver, send.path, send.now = receiver, path, now
    return send


def test_what_single_file_sends_is_archived(room):
    status, said = room(Authorization=f"Bearer {TOKEN}")
    said = json.loads(said)
    assert (status, said["new"], said["embeds"]) == (201, True, 1)
    assert said["url"] == f"http://127.0.0.1:8001/a/article/{said['article']}"
    shown = "SELECT url, title, source, embeds FROM articles"
    assert rows(room.path, shown) == [(URL, "Lamp – out", URL, 1)]
    assert room(Authorization=f"Bearer {TOKEN}")[0] == 200
    assert findings(room.path, deep=True) == []


def test_other_articles_stay(room):
    assert room(Authorization=f"Bearer {TOKEN}")[0] == 201
    first = rows(room.path, "SELECT * FROM articles")
    page = form(("html", PAGE.replace("closes", "closed").encode()), ("url", b"https://post.example/b"))
    assert room(Authorization=f"Bearer {TOKEN}", content=page)[0] == 201
    assert rows(room.path, "SELECT * FROM articles WHERE url <> 'https://post.example/b'") == first


def test_what_the_bookmarklet_sends_is_archived(room):
    content = form(("token", room.receiver.page_token.encode()), ("url", URL.encode()), ("html", PAGE.encode()))
    status, page = room(content=content, Origin="https://post.example", Accept="text/html")
    assert status == 201
    assert '1 embed, 0 quotes: <a href="http://127.0.0.1:8001/a/article/' in page


@pytest.mark.parametrize(
    ("request_", "status", "words"),
    [
        ({"Host": "evil.example"}, 403, "not the host"),
        ({"Host": "["}, 403, "not the host"),
        ({"at": "/other"}, 404, "nothing here"),
        ({"method": "OPTIONS"}, 405, "send a page"),
        ({}, 401, "the token is missing"),
        ({"Authorization": "Bearer wrong"}, 401, "the token is wrong"),
        ({"Authorization": f"Bearer {TOKEN}", "content": ("application/json", b"{}")}, 415, "send a form"),
        ({"Authorization": f"Bearer {TOKEN}", "content": form(("a", b"x" * 130_000))}, 413, "larger than 100,000"),
        ({"Authorization": f"Bearer {TOKEN}", "Content_Length": "999999999"}, 413, "larger than 100,000"),
        ({"Authorization": f"Bearer {TOKEN}", "Content_Length": "-1"}, 413, "larger than"),
        ({"Authorization": f"Bearer {TOKEN}", "content": form(("url", URL.encode()))}, 422, "the page is empty"),
        (
            {"Authorization": f"Bearer {TOKEN}", "content": form(("html", PAGE.encode()))},
            422,
            "URL of the page is missing",
        ),
        (
            {"Authorization": f"Bearer {TOKEN}", "content": form(("html", b"%PDF-1.7"), ("url", URL.encode()))},
            422,
            "the page is a PDF",
        ),
        ({"method": "GET"}, 401, "open the address"),
        ({"method": "GET", "query": b"token=wrong"}, 401, "open the address"),
    ],
)
def test_what_is_refused(room, request_, status, words):
    answer = room(**request_)
    assert (answer[0], words in json.loads(answer[1])["error"]) == (status, True)
    assert not room.path.exists()


@pytest.mark.parametrize("origin", [{}, {"Origin": "null"}, {"Origin": "https://evil.example"}])
def test_a_page_sends_only_itself(room, origin):
    """The token of the bookmarklet is seen by the pages it is clicked on."""
    content = form(("token", room.receiver.page_token.encode()), ("url", URL.encode()), ("html", PAGE.encode()))
    status, said = room(content=content, **origin)
    assert (status, "its own site" in said) == (403, True)


def test_too_many_pages_are_refused_for_a_minute(room):
    """Any page can send something to this machine: that does not lock the extension out."""
    for _ in range(60):
        assert room(Authorization="Bearer wrong")[0] == 401
    assert room()[0] == 429
    assert room(Authorization=f"Bearer {TOKEN}")[0] == 201
    room.now[0] = 61.0
    assert room()[0] == 401


def test_an_archive_that_cannot_be_written_is_said(room):
    def save(_):
        raise ArchiveError("a.db: is locked: try again")

    room.receiver.save = save
    status, said = room(Authorization=f"Bearer {TOKEN}")
    assert (status, json.loads(said)) == (503, {"error": "a.db: is locked: try again"})


def test_the_page_with_the_bookmarklet(room):
    status, page = room(method="GET", content=("", b""), query=f"token={TOKEN}".encode(), Accept="text/html")
    assert status == 200
    assert all(word in page for word in ("Archive this page", room.receiver.page_token, "Authorization token", TOKEN))


def test_the_token_is_made_once_for_its_owner_alone(tmp_path):
    file = tmp_path / "a.db.receive-token"
    token = token_in(file)
    assert (len(token) >= 32, stat.S_IMODE(file.stat().st_mode), token_in(file)) == (True, 0o600, token)
    file.write_text("short\n")
    with pytest.raises(SettingsError, match="holds no token"):
        token_in(file)
    with pytest.raises(SettingsError, match="cannot be made"):
        token_in(tmp_path / "no" / "token")


@given(st.binary(max_size=300), st.sampled_from(["----x", "a", '"']))
def test_any_form_is_read_or_refused(body, boundary):
    whole = form(("html", PAGE.encode()), ("url", URL.encode()), boundary="----x")[1]
    for content in (body, whole[:150] + body, body + whole):
        try:
            upload = upload_of(fields_in(f"multipart/form-data; boundary={boundary}", content))
        except RefusedUploadError:
            continue
        assert upload.url.startswith(("http://", "https://"))


@pytest.mark.browser
@pytest.mark.long
def test_a_browser_sends_a_page_behind_a_login(tmp_path):
    """The bookmarklet, dragged from its page, is clicked on a page that only a cookie opens."""
    uvicorn = pytest.importorskip("uvicorn")
    sync_api = pytest.importorskip("playwright.sync_api")
    if (program := shutil.which("chromium") or shutil.which("google-chrome")) is None:
        pytest.skip("no Chromium on this machine")
    web = Web()
    web.routes["/members"] = lambda request: answer(
        request, 200 if "key=1" in request.headers.get("Cookie", "") else 403, PAGE.encode()
    )
    path = tmp_path / "a.db"
    save = partial(save_page, str(path), captures=tmp_path / "captures", keep_text=True)
    receiver = Receiver(
        token=TOKEN, hosts=frozenset({"127.0.0.1"}), max_bytes=100_000, save=save, link=lambda key: f"{web.url}/{key}"
    )
    server = uvicorn.Server(uvicorn.Config(receiver, port=0, lifespan="off", ws="none", log_level="critical"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    assert wait_until(lambda: server.started, seconds=60)
    here = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    try:
        with sync_api.sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
            context = browser.new_context(viewport={"width": 800, "height": 560})
            context.add_cookies([{"name": "key", "value": "1", "url": web.url}])
            page = context.new_page()
            page.goto(f"{here}/?token={TOKEN}")
            if folder := os.environ.get("VOXPOP_SCREENSHOTS"):
                page.screenshot(path=f"{folder}/receive.png")
            mark = page.get_attribute("a.mark", "href")
            page.goto(f"{web.url}/members")
            with context.expect_page() as opened:
                page.evaluate(mark.removeprefix("javascript:"))
            opened.value.wait_for_load_state()
            assert opened.value.inner_text("h1") == "Archived"
            browser.close()
    finally:
        server.should_exit = True
        thread.join()
        web.close()
    assert rows(path, "SELECT url, title, embeds FROM articles") == [(f"{web.url}/members", "Lamp – out", 1)]
