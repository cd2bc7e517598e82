"""WACZ files: a dataset of one holds what `voxpop archive` finds in it, also what only the package tells."""

from __future__ import annotations

import pytest
from crawled import ASKED, NAMED, URL, crawl
from erasing import run
from invented import content, rows

UNTITLED = NAMED.replace("{}", "Tove_On_Dunes")


@pytest.mark.parametrize("embed", [pytest.param(None, id="bare-embed"), pytest.param(UNTITLED, id="printed")])
def test_a_dataset_holds_the_same_as_the_archive(make, tmp_path, monkeypatch, embed):
    monkeypatch.setattr("crawled.page", PAGE.format)
    listed = [{"id": "p3", "url": URL, "title": "The pier, as listed", "ts": "2024-05-13T10:00:00Z"}]
    options = {} if embed is None else {"embed": embed}
    package = crawl(tmp_path / "crawl.wacz", answered={"WARC-Page-ID": "p1"}, listed=listed, **options)
    make([package])
    run("archive", "-q", "-j", 1, tmp_path / "whole.db", package)
    run("archive", "-q", tmp_path / "loaded.db", tmp_path / "out")
    whole, loaded = (
        content(tmp_path / name, without=("first_seen", "last_seen", "changed_at", "source"))
        for name in ("whole.db", "loaded.db")
    )
    for table in ("captures", "rows_read"):  # a dataset keeps no bytes
        del whole[table], loaded[table]
    assert loaded == whole
    assert rows(tmp_path / "loaded.db", "SELECT title FROM articles") == [("The pier, as listed",)]
    of_frames = "SELECT id, name, source FROM printings WHERE source IS NOT NULL"
    ((_, name, source),) = rows(tmp_path / "loaded.db", of_frames)
    assert (name, source) == ("Tove 🌊", ASKED)
    assert rows(tmp_path / "whole.db", of_frames) == rows(tmp_path / "loaded.db", of_frames)


def test_pages_of_other_hosts_and_days_are_passed_over(make, tmp_path):
    package = crawl(tmp_path / "crawl.wacz")
    assert make([package], hosts=("elsewhere.example",)).articles == 0
    assert make([package], tmp_path / "later", since="2024-05-14").articles == 0
    assert make([package], tmp_path / "all", since="2024-05-13", hosts=("the-post.example",)).articles == 1


PAGE = (
    "<!doctype html><article><p>The council said nothing at all about any of it on Sunday.</p>{}"
    "<p>On Monday it said nothing either, and the band played on.</p></article>"
)
