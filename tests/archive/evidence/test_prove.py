"""`voxpop prove`: a folder that a third person checks with standard tools."""

from __future__ import annotations

import errno
import gzip
import hashlib
import html.parser
import json
import shutil
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from crawled import ASKED, crawl

from archive.evidence.account import page_of
from archive.evidence.proof import digests_of
from archive.evidence.stamps import NoStampError, check_answer, request_for
from scraper.errors import SettingsError

POST = "twitter:1789570120699588357"
WITH_OPENSSL = pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed")


def sums_checked(folder):
    """Check the list of digests as ``sha256sum -c`` does, and that it names every file."""
    named = set()
    for line in (folder / "SHA256SUMS").read_text("utf-8").splitlines():
        digest, name = line.split("  ", 1)
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest
        named.add(name)
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert named == there - {"SHA256SUMS", "SHA256SUMS.tsq", "SHA256SUMS.tsr"}


class Tags(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.tags, self.links = set(), []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.links += [value for name, value in attrs if name in {"href", "src"}]
        assert not any(name.startswith("on") for name, _ in attrs)


@pytest.fixture
def proof(database, voxpop_here):
    out = database.parent / "proof"
    done = voxpop_here("prove", database, POST, "-o", out)
    assert (done.code, done.err) == (0, "")
    assert done.out == f"{out}: {POST}, 9 captures\n"
    return out


def test_a_proof_says_where_a_post_was_shown(proof):
    sums_checked(proof)
    account = json.loads((proof / "account.json").read_bytes())
    assert account["post"]["id"] == POST
    assert account["author"]["handle"] == "tove_on_dunes"
    assert len(account["shown_in"]) == 6
    assert {shown["text"] for shown in account["shown_in"]} == {"Best night & day"}
    answers = [capture for capture in account["captures"] if capture["type"] == "response"]
    assert {capture["holds_id"] for capture in answers if "herald" in capture["url"]} == {True}
    assert {capture["holds_id"] for capture in answers if "/gone" in capture["url"]} == {None}
    assert {capture["software"] for capture in answers if "post.example" in capture["url"]} != {None}
    for capture in account["captures"]:
        content = (proof / capture["file"]).read_bytes()
        assert hashlib.sha256(content).hexdigest() == capture["sha256"]
        assert capture["url"].encode() in gzip.decompress(content)
    page = (proof / "index.html").read_text("utf-8")
    assert "Best night &amp; day" in page
    tags = Tags(page)
    assert not tags.tags & {"script", "img", "iframe", "form", "link", "object"}
    assert all(link.startswith(("https://", "http://")) for link in tags.links)


def test_other_programs_find_the_captures_whole(proof):
    files = sorted(map(str, (proof / "captures").iterdir()))
    done = subprocess.run([sys.executable, "-m", "warcio.cli", "check", *files], check=False)
    assert done.returncode == 0


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(POST, id="id"),
        pytest.param("1789570120699588357", id="number"),
        pytest.param("https://x.com/tove_on_dunes/status/1789570120699588357", id="permalink"),
    ],
)
def test_the_same_archive_gives_the_same_bytes(database, voxpop_here, proof, name):
    again = database.parent / "deep/er/proof"
    assert voxpop_here("prove", database, name, "-o", again).code == 0
    assert (again / "SHA256SUMS").read_bytes() == (proof / "SHA256SUMS").read_bytes()
    assert [path.name for path in again.parent.iterdir()] == ["proof"]


def test_a_proof_is_written_again_when_the_archive_has_changed(database, voxpop_here, proof):
    before = (proof / "SHA256SUMS").read_bytes()
    with closing(sqlite3.connect(database)) as db, db:
        db.execute("UPDATE embeds SET gone_at = '2024-07-01T00:00:00Z' WHERE id = 1")
    assert voxpop_here("prove", database, POST, "-o", proof).code == 0
    assert (proof / "SHA256SUMS").read_bytes() != before
    sums_checked(proof)
    (proof / "SHA256SUMS.tsr").write_bytes(b"")
    with closing(sqlite3.connect(database)) as db, db:
        db.execute("UPDATE embeds SET gone_at = NULL")
    done = voxpop_here("prove", database, POST, "-o", proof)
    assert (done.code, "with a time stamp" in done.err) == (3, True)


def test_what_is_no_proof_is_never_overwritten(database, voxpop_here):
    mine = database.parent / "mine"
    mine.mkdir()
    (mine / "notes.txt").write_text("hers", "utf-8")
    done = voxpop_here("prove", database, POST, "-o", mine)
    assert (done.code, done.err) == (3, f"voxpop: {mine}: contains other files: name a new folder\n")
    assert [path.name for path in mine.iterdir()] == ["notes.txt"]


def change(database, gone_at):
    """Change what the archive says of a post."""
    with closing(sqlite3.connect(database)) as db, db:
        db.execute("UPDATE embeds SET gone_at = ? WHERE id = 1", (gone_at,))


def test_files_that_voxpop_did_not_write_stay_in_a_proof(database, voxpop_here, proof):
    mine = {"AUTHORITY.pem": "theirs", "NOTES.txt": "mine", "captures/seen.txt": "mine", "more/x.txt": "mine"}
    (proof / "more").mkdir()
    for name, text in mine.items():
        (proof / name).write_text(text, "utf-8")
    before = (proof / "SHA256SUMS").read_bytes()
    change(database, "2024-07-01T00:00:00Z")
    assert voxpop_here("prove", database, POST, "-o", proof).code == 0
    assert (proof / "SHA256SUMS").read_bytes() != before
    assert {name: (proof / name).read_text("utf-8") for name in mine} == mine
    sums_checked_beside(proof, mine)


def sums_checked_beside(proof, mine):
    """Check the list of digests, which names all files but those of the user."""
    lines = dict(reversed(line.split("  ")) for line in (proof / "SHA256SUMS").read_text("utf-8").splitlines())
    there = {path.relative_to(proof).as_posix() for path in proof.rglob("*") if path.is_file()}
    assert lines.keys() == there - {*mine, "SHA256SUMS"}
    for name, digest in lines.items():
        assert hashlib.sha256((proof / name).read_bytes()).hexdigest() == digest


def test_captures_that_are_no_longer_of_a_proof_are_deleted(database, voxpop_here, proof):
    assert (proof / "captures" / "0009.warc.gz").exists()
    (proof / "NOTES.txt").write_text("mine", "utf-8")
    with closing(sqlite3.connect(database)) as db, db:
        db.execute("UPDATE captures SET hidden = 'hidden' WHERE id > 2")
    assert voxpop_here("prove", database, POST, "-o", proof).code == 0
    assert not (proof / "captures" / "0009.warc.gz").exists()
    sums_checked_beside(proof, {"NOTES.txt"})


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("index.html", "index.html: was changed since it was written: move it away"),
        ("captures/0001.warc.gz", "0001.warc.gz: was changed since it was written"),
        ("SHA256SUMS", "SHA256SUMS: cannot be read: name another folder"),
    ],
)
def test_a_proof_that_was_changed_is_left_alone(database, voxpop_here, proof, name, said):
    change(database, "2024-07-01T00:00:00Z")
    (proof / name).write_bytes(b"mine\n")
    before = {path: path.read_bytes() for path in proof.rglob("*") if path.is_file()}
    done = voxpop_here("prove", database, POST, "-o", proof)
    assert (done.code, said in done.err, done.err.count("\n")) == (3, True, 1), done.err
    assert {path: path.read_bytes() for path in proof.rglob("*") if path.is_file()} == before
    assert not [*proof.parent.glob(".voxpop-*")]


def test_a_proof_that_was_replaced_by_half_is_finished(database, voxpop_here, proof):
    change(database, "2024-07-01T00:00:00Z")
    again = proof.parent / "again"
    assert voxpop_here("prove", database, POST, "-o", again).code == 0
    (again / "record.json").replace(proof / "record.json")  # killed before the list was written
    assert voxpop_here("prove", database, POST, "-o", proof).code == 0
    sums_checked(proof)


def test_a_request_of_somebody_else_is_kept(database, voxpop_here, proof):
    (proof / "SHA256SUMS.tsq").write_bytes(b"theirs")
    with answering(lambda _: pytest.fail("was asked")) as url:
        done = voxpop_here("prove", database, POST, "-o", proof, "--timestamp", url, "--allow-private")
    assert (done.code, "has no response: move it away" in done.err) == (3, True)
    assert (proof / "SHA256SUMS.tsq").read_bytes() == b"theirs"


def test_a_post_that_is_not_there_is_named(database, voxpop_here):
    done = voxpop_here("prove", database, "twitter:1", "-o", database.parent / "no")
    assert (done.code, "no post twitter:1: name its id" in done.err) == (3, True)
    assert not (database.parent / "no").exists()


def test_captures_that_are_missing_are_said(database, voxpop_here):
    (database.parent / "two.warc").unlink()
    out = database.parent / "proof"
    done = voxpop_here("prove", database, POST, "-o", out)
    assert done.code == 1
    assert done.err == "voxpop: two.warc: no such file or directory: 3 captures left out\n"
    assert len(json.loads((out / "account.json").read_bytes())["missing"]) == 3
    assert "A capture is missing: two.warc" in (out / "index.html").read_text("utf-8")
    sums_checked(out)


def test_an_answer_that_a_frame_loaded_is_in_a_proof_and_in_a_package(tmp_path, voxpop_here):
    crawl(tmp_path / "crawl.wacz", answered={"WARC-Page-ID": "p1"})
    database, out = tmp_path / "r.db", tmp_path / "proof"
    assert voxpop_here("archive", database, tmp_path / "crawl.wacz").code == 0
    assert voxpop_here("prove", database, POST, "-o", out).code == 0
    sums_checked(out)
    account = json.loads((out / "account.json").read_bytes())
    assert account["words_from"] == ASKED
    assert [capture["loaded_by_page"] for capture in account["captures"]] == [False, True]
    assert "No article printed these words" in (out / "index.html").read_text("utf-8")
    assert voxpop_here("export", database, "--wacz", "-o", tmp_path / "again.wacz").code == 0
    for number in range(2):
        assert voxpop_here("archive", tmp_path / f"{number}.db", tmp_path / "again.wacz").code == 0
        with closing(sqlite3.connect(tmp_path / f"{number}.db")) as db:
            assert db.execute("SELECT source FROM printings ORDER BY source").fetchall() == [(None,), (ASKED,)]


def test_checks_are_in_the_account_where_the_archive_has_them(database, voxpop_here):
    with closing(sqlite3.connect(database)) as db, db:
        (feed,) = db.execute("SELECT id FROM captures WHERE url LIKE '%/feed'").fetchone()
        at = "2024-08-01T00:00:00Z"
        sql = "INSERT INTO checks (post, method, verdict, first_at, last_at, capture) VALUES (?, ?, ?, ?, ?, ?)"
        db.execute(sql, (POST, "oembed", "deleted", at, at, feed))
        db.execute("INSERT INTO check_answers VALUES (?, ?)", (POST, feed))
    out = database.parent / "proof"
    done = voxpop_here("prove", database, POST, "-o", out)
    assert (done.code, "10 captures" in done.out) == (0, True)
    assert json.loads((out / "account.json").read_bytes())["checks"][0]["verdict"] == "deleted"
    assert "<bdi>deleted</bdi>" in (out / "index.html").read_text("utf-8")


@pytest.mark.parametrize(
    "words",
    [
        pytest.param("<script>alert(1)</script>", id="script"),
        pytest.param('"><img src=x onerror=alert(1)>', id="attribute"),
        pytest.param("javascript:alert(1)", id="address-that-runs"),
        pytest.param('https://a.example/"onclick=alert(1)//', id="address-that-ends-early"),
        pytest.param("https://a.example/\u202ecod.exe", id="reordered"),
        pytest.param("https://[", id="no-address"),
    ],
)
def test_nothing_in_the_page_runs(words):
    post = dict.fromkeys(("id", "url", "text", "posted_at", "posted_source"), words)
    article = dict.fromkeys(("id", "url", "title", "outlet", "published_at", "digest"), words)
    shown = dict.fromkeys(("form", "text", "first_seen", "last_seen", "gone_at"), words)
    account = {
        "post": post,
        "author": {"handle": words, "name": words},
        "made_with": words,
        "words_from": words,
        "shown_in": [{"article": article, **shown, "captures": [1]}],
        "captures": [],
        "missing": [{"file": words, "reason": words}],
        "checks": [{"verdict": words, words: words}],
    }
    page = page_of(account)
    tags = Tags(page)
    assert not tags.tags & {"script", "img"}
    assert all(link.startswith(("https://", "http://")) for link in tags.links)
    assert "\u202e" not in page


# Time stamps


def openssl(folder, *arguments):
    done = subprocess.run(["openssl", *arguments], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    """A small authority: its certificates and settings."""
    folder = tmp_path_factory.mktemp("authority")
    key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    openssl(folder, "req", "-x509", *key, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=Invented CA")
    openssl(folder, "req", *key, "-keyout", "tsa.key", "-out", "tsa.csr", "-subj", "/CN=Invented Stamps")
    (folder / "ext").write_text("extendedKeyUsage=critical,timeStamping\n", "utf-8")
    openssl(
        folder, "x509", "-req", "-in", "tsa.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial",
        "-extfile", "ext", "-out", "tsa.pem",
    )  # fmt: skip
    (folder / "serial").write_text("01\n", "utf-8")
    (folder / "tsa.cnf").write_text(
        "[tsa]\ndefault_tsa = t\n[t]\nserial = serial\nsigner_cert = tsa.pem\nsigner_key = tsa.key\n"
        "signer_digest = sha256\ndefault_policy = 1.2.3.4.1\ndigests = sha256\n",
        "utf-8",
    )
    return folder


@contextmanager
def answering(answer):
    """A server on loopback that answers what is posted."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            assert self.headers["Content-Type"] == "application/timestamp-query"
            status, content = answer(body)
            self.send_response(status)
            self.send_header("Content-Type", "application/timestamp-reply")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *args):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/"
        finally:
            server.shutdown()


def stamped_by(folder):
    def answer(query):
        (folder / "query").write_bytes(query)
        openssl(folder, "ts", "-reply", "-config", "tsa.cnf", "-queryfile", "query", "-out", "reply")
        return 200, (folder / "reply").read_bytes()

    return answer


@WITH_OPENSSL
def test_openssl_verifies_a_time_stamp(database, voxpop_here, proof, authority):
    with answering(stamped_by(authority)) as url:
        command = ("prove", database, POST, "-o", proof, "--timestamp", url, "--allow-private")
        done = voxpop_here(*command)
        assert (done.code, done.err) == (0, "")
        assert f"SHA256SUMS.tsr: a time stamp of {url}" in done.out
        sums_checked(proof)
        first = (proof / "SHA256SUMS.tsr").read_bytes()
        assert "already exists" in voxpop_here(*command).out
    assert (proof / "SHA256SUMS.tsr").read_bytes() == first
    for said in (("-data", "SHA256SUMS"), ("-queryfile", "SHA256SUMS.tsq")):
        openssl(proof, "ts", "-verify", *said, "-in", "SHA256SUMS.tsr", "-CAfile", str(authority / "ca.pem"))
    with (proof / "SHA256SUMS").open("ab") as file:
        file.write(b"x")
    with pytest.raises(AssertionError):
        openssl(
            proof, "ts", "-verify", "-data", "SHA256SUMS", "-in", "SHA256SUMS.tsr", "-CAfile",
            str(authority / "ca.pem"),
        )  # fmt: skip


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        pytest.param((200, b"<html>no</html>"), "the answer is no time stamp", id="a-page"),
        pytest.param((200, b""), "the answer is no time stamp", id="nothing"),
        pytest.param((200, bytes.fromhex("30053003020102")), "refuses a time stamp (status 2)", id="refused"),
        pytest.param((200, bytes.fromhex("30053003020100")), "stamps something else", id="of-something-else"),
        pytest.param((200, b"\x30\x84\xff\xff\xff\xff"), "the answer is cut short", id="cut-short"),
        pytest.param((404, b"no"), "the answer has status 404", id="not-found"),
    ],
)
def test_an_answer_that_is_no_time_stamp_is_not_kept(database, voxpop_here, proof, answer, message):
    with answering(lambda _: answer) as url:
        done = voxpop_here("prove", database, POST, "-o", proof, "--timestamp", url, "--allow-private")
    assert done.code == 1
    assert message in done.err
    assert "the folder is written, without a time stamp" in done.err
    assert not (proof / "SHA256SUMS.tsr").exists()


def test_a_time_stamp_that_is_not_written_whole_is_asked_for_again(database, voxpop_here, proof, monkeypatch):
    def fill_the_disk(path, content):
        write(path, content[:3])
        raise OSError(errno.ENOSPC, "No space left on device")

    digest = hashlib.sha256((proof / "SHA256SUMS").read_bytes()).digest()
    granted, write = bytes.fromhex("30253003020100") + digest, Path.write_bytes
    with answering(lambda _: (200, granted)) as url:
        command = ("prove", database, POST, "-o", proof, "--timestamp", url, "--allow-private")
        with monkeypatch.context() as full:
            full.setattr(Path, "write_bytes", lambda path, content: (
                fill_the_disk(path, content) if "SUMS.tsr" in path.name else write(path, content)
            ))  # fmt: skip
            assert voxpop_here(*command).code == 3
        assert not [*proof.glob("*.tsr*")]
        assert voxpop_here(*command).code == 0
    assert (proof / "SHA256SUMS.tsr").read_bytes() == granted


def test_an_authority_at_a_private_address_is_not_asked(database, voxpop_here, proof):
    with answering(lambda _: pytest.fail("was asked")) as url:
        done = voxpop_here("prove", database, POST, "-o", proof, "--timestamp", url)
    assert done.code == 1
    assert "--allow-private" in done.err


@WITH_OPENSSL
def test_openssl_reads_a_request(tmp_path):
    (tmp_path / "x.tsq").write_bytes(request_for(b"abc"))
    said = openssl(tmp_path, "ts", "-query", "-in", "x.tsq", "-text")
    assert "Hash Algorithm: sha256" in said
    assert "Certificate required: yes" in said
    assert "ba 78 16 bf" in said


def test_any_bytes_are_refused_as_an_answer():
    for content in (b"0", b"0\x01", b"0\x80", b"0\x00", bytes(100), b"\x30\xff" + bytes(200)):
        with pytest.raises(NoStampError):
            check_answer(200, content, b"abc")


@pytest.mark.parametrize("name", ["/etc/hosts", "../other", "captures/../../other"])
def test_a_list_of_digests_names_no_files_of_other_folders(tmp_path, name):
    (tmp_path / "SHA256SUMS").write_text(f"{'0' * 64}  record.json\n{'0' * 64}  {name}\n")
    with pytest.raises(SettingsError, match="names files of other folders"):
        digests_of(tmp_path)
