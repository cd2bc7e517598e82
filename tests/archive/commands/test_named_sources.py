"""What is said of sources on the command line, lists of URLs, and the files that a folder leaves out."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from archive.cli import cli

GOOD = "Fans sang outside the gates.\n\nBest night of the year — tove (@tove_on_dunes) May 12, 2024\n"
SAID = {
    "url": ("https://herald.example/a", "https://herald.example/a"),
    "title": (" Pier  closes ", "Pier closes"),
    "outlet": ("The Herald", "The Herald"),
    "language": ("pt-BR", "pt"),
}
NO_SUCH_VALUE = {
    "an address without its scheme": (("--url", "herald.example/a"), "it must start with https://"),
    "the English name of a language": (("--language", "German"), "use en, de or pt-BR"),
    "an empty title": (("--title", " "), "is empty"),
    "a day first": (("--published", "06.05.2021"), "write it as 2020-02-02"),
}
NOT_FOR_ONE = {"a folder": ["."], "two files": ["a.txt", "b.txt"], "a list": ["--urls", "links.txt"]}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a text, three files that are no articles, and what is hidden or belongs to a page."""
    monkeypatch.chdir(tmp_path)
    names = ["a.png", "a.db-wal", "a.txt.part", "b.PNG", "c.mp4", ".hidden.png", "page_files/style.css"]
    (tmp_path / "page_files").mkdir()
    for name in names:
        (tmp_path / name).write_text("x")
    (tmp_path / "page.html").write_text("<html><p>Fans sang.")
    (tmp_path / "good.txt").write_text(GOOD)
    return tmp_path


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", SAID)
def test_what_is_said_of_a_text_is_in_its_record(voxpop_here, name):
    raw, kept = SAID[name]
    assert voxpop_here("extract", f"--{name}", raw, "good.txt").records[0]["article"][name] == kept


@pytest.mark.usefixtures("folder")
def test_what_is_said_of_a_text_is_archived(voxpop_here):
    voxpop_here("archive", "a.db", "--url", "https://herald.example/a", "--outlet", "The Herald", "good.txt")
    shown = voxpop_here("export", "a.db", "--table", "articles", "--format", "ndjson").records
    assert [(row["url"], row["outlet"]) for row in shown] == [("https://herald.example/a", "The Herald")]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("said", "message"), NO_SUCH_VALUE.values(), ids=NO_SUCH_VALUE)
def test_a_value_of_the_wrong_kind_is_refused(voxpop_here, said, message):
    answer = voxpop_here("extract", *said, "good.txt")
    assert answer.code == 2
    assert message in answer.err


@pytest.mark.parametrize("sources", NOT_FOR_ONE.values(), ids=NOT_FOR_ONE)
@pytest.mark.parametrize("option", [("--url", "https://herald.example/a"), ("--title", "Pier closes")])
def test_one_address_is_not_given_to_many(voxpop_here, folder, option, sources):
    answer = voxpop_here("archive", "a.db", *option, *sources)
    assert (answer.code, f"{option[0]} is for one article" in answer.err) == (2, True)
    assert not (folder / "a.db").exists()


def test_verbose_tells_each_article_and_each_failure(voxpop_here, folder):
    (folder / "other.txt").write_text(f"{GOOD}\n“Never,” a fan wrote on Twitter.\n")
    named = "a.db", "good.txt", "nothing.txt"
    failure = "voxpop: nothing.txt: no such file or folder: check the path (URLs begin with https://)"
    first = voxpop_here("archive", "-v", *named)
    line, *others = first.err.splitlines()
    assert others == [failure]
    found = re.fullmatch(r"article good.txt: 1 embed, 0 quotes \((\w{16})\)", line)
    assert found is not None
    assert voxpop_here("show", "a.db", found[1]).code == 0
    again = voxpop_here("archive", "--verbose", *named, "other.txt")
    assert re.sub(r" \(\w{16}\)$", "", again.err, flags=re.MULTILINE).splitlines() == [
        "unchanged good.txt: 1 embed, 0 quotes",
        failure,
        "article other.txt: 1 embed, 1 quote",
    ]
    assert again.out == ("a.db: 2 articles (1 new), 2 embeds of 1 post, 1 quote, 0 hashtags; 1 source failed\n")


@pytest.mark.usefixtures("folder")
def test_verbose_extract_tells_on_stderr_what_it_prints(voxpop_here):
    answer = voxpop_here("extract", "-v", "good.txt")
    assert answer.err == "article good.txt: 1 embed, 0 quotes\n"
    assert answer.records == voxpop_here("extract", "good.txt").records


def test_verbose_and_quiet_are_refused_together(voxpop_here, folder):
    answer = voxpop_here("archive", "-q", "-v", "a.db", "good.txt")
    assert (answer.code, "leave one out" in answer.err) == (2, True)
    assert not (folder / "a.db").exists()


def test_archive_says_what_a_folder_left_out(voxpop_here, folder):
    answer = voxpop_here("archive", folder.parent / "a.db", folder)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.endswith("; left out 3: 2 .png, 1 .mp4\n")


def test_extract_says_what_a_folder_left_out(voxpop_here, folder):
    answer = voxpop_here("extract", folder)
    assert (answer.code, answer.err) == (0, "voxpop: left out 3: 2 .png, 1 .mp4\n")
    assert len(answer.records) == 2


def test_a_folder_that_leaves_nothing_out_says_nothing(voxpop_here, tmp_path):
    (tmp_path / "good.txt").write_text(GOOD)
    assert voxpop_here("extract", tmp_path).err == ""


def test_a_list_on_standard_input_is_fetched(farm, tmp_path):
    first, second = (farm.serve(f"/{n}", farm.page(f"Number {n}", farm.post(n)), n) for n in (1, 2))
    links = f"# mine\n{first}\n\n{second}  # seen\n{first}\n"
    arguments = ["archive", str(tmp_path / "a.db"), "--allow-private", "--urls", "-"]
    done = CliRunner().invoke(cli, arguments, prog_name="voxpop", input=links)
    assert (done.exit_code, done.stderr) == (0, "")
    assert ": 2 articles (2 new), 2 embeds of 2 posts," in done.stdout


def test_a_line_that_is_no_address_is_named_and_the_rest_goes_on(voxpop_here, farm, tmp_path):
    links = tmp_path / "links.txt"
    links.write_text(f"herald.example/a\n{farm.serve('/1', farm.page('One', farm.post(1)))}\n")
    answer = voxpop_here("archive", tmp_path / "a.db", "--allow-private", "--urls", links)
    assert (answer.code, answer.err) == (
        1,
        f"voxpop: {links}: line 1 is not a URL: 'herald.example/a': it must start with https://\n",
    )
    assert "1 article (1 new), 1 embed of 1 post" in answer.out


NO_LIST = {
    "no such file": (None, "No such file or directory: check the file"),
    "nothing": (b"# none\n", "contains no URLs: write one per line"),
    "a picture": (b"\x89PNG\r\n\xff", "is not UTF-8 text: check the file"),
}


@pytest.mark.parametrize(("content", "message"), NO_LIST.values(), ids=NO_LIST)
def test_what_is_no_list_fails(voxpop_here, tmp_path, content, message):
    links = tmp_path / "links.txt"
    if content is not None:
        links.write_bytes(content)
    answer = voxpop_here("extract", "--urls", links)
    assert (answer.code, answer.err) == (4, f"voxpop: {links}: {message}\n")


def test_standard_input_is_read_once(voxpop_here):
    answer = voxpop_here("extract", "-", "--urls", "-")
    assert (answer.code, "named twice" in answer.err) == (2, True)
