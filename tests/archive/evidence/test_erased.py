"""What was erased is in no package and no proof, also where a frame of the page loaded it."""

from __future__ import annotations

import pytest
from crawled import crawl

POST = "twitter:1789570120699588357"
WORDS = b"longest night"


@pytest.mark.parametrize(
    "how",
    [
        pytest.param(("--post", POST), id="the-post"),
        pytest.param(("--author", "twitter:tove_on_dunes"), id="an-author-whom-the-article-does-not-name"),
    ],
)
def test_what_a_frame_loaded_is_erased_and_stays_so(tmp_path, voxpop_here, how):
    package = crawl(tmp_path / "crawl.wacz", answered={"WARC-Page-ID": "p1"})
    database = tmp_path / "r.db"

    def holds_words():
        return any(WORDS in path.read_bytes() for path in tmp_path.glob("r.db*"))

    assert voxpop_here("archive", database, package).code == 0
    assert holds_words()
    assert voxpop_here("erase", database, *how).code == 0
    assert not holds_words()
    assert voxpop_here("archive", database, package).code == 0
    assert voxpop_here("reextract", database).code == 0
    assert not holds_words()
    assert voxpop_here("verify", "--deep", database).code == 0
    assert voxpop_here("prove", database, POST, "-o", tmp_path / "proof").code == 3
    done = voxpop_here("export", database, "--wacz", "-o", tmp_path / "out.wacz")
    assert (done.code, "nothing is written" in done.err) == (3, True)
    assert not list(tmp_path.glob("out.wacz*"))


def test_an_author_who_was_erased_before_is_not_taken_from_an_answer(tmp_path, voxpop_here):
    package = crawl(tmp_path / "crawl.wacz", answered={"WARC-Page-ID": "p1"})
    (tmp_path / "a.txt").write_text("The council met for nine hours on Sunday, and nobody went home.\n", "utf-8")
    database = tmp_path / "r.db"
    assert voxpop_here("archive", database, tmp_path / "a.txt").code == 0
    assert voxpop_here("erase", database, "--author", "twitter:tove_on_dunes").code == 0
    assert voxpop_here("archive", database, package).code == 0
    assert not any(WORDS in path.read_bytes() for path in tmp_path.glob("r.db*"))
    assert voxpop_here("verify", "--deep", database).code == 0
