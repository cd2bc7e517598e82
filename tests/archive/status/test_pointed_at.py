"""An archive whose captures all lie in files that other programs made has a status, too."""

from crawled import crawl


def test_captures_without_a_length_are_counted(tmp_path, path, voxpop_here):
    package = crawl(tmp_path / "crawl.wacz", answered={"WARC-Page-ID": "p1"})
    assert voxpop_here("archive", path, package).code == 0
    told = voxpop_here("status", path)
    assert told.code == 0
    assert "captures: 1 in 1 file, 0 bytes, since " in told.out
