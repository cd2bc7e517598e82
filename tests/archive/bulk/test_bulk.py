"""Crawls into datasets: what is written, what is done again, and what is said of files that cannot be read."""

from __future__ import annotations

import functools
import gzip
import json
import multiprocessing
import os
import signal
import zipfile
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import duckdb
import pyarrow.parquet as pq
import pytest

from archive.bulk import task as tasks
from archive.bulk import workers as children
from archive.bulk.dataset import Dataset, Done, Options, Views, part_of, rules_version, slug_of, status_of
from archive.bulk.run import make_dataset
from archive.bulk.storage import Storage, Target, find_inputs
from archive.bulk.tables import TABLES
from archive.bulk.task import Task, work_on
from archive.bulk.workers import work_in_child, work_in_processes
from scraper.errors import SettingsError, SourceError
from scraper.extract import extract, extract_reactions, to_json
from scraper.input import load

from .conftest import rows_in


def test_the_records_are_those_of_extract(crawl, make, tmp_path):
    make(crawl[:1], only="all")
    expected = {}
    for document in load(crawl[0]):
        if not isinstance(document, SourceError) and len(document.content) <= 5_000_000:
            record = json.loads(to_json(extract(document)))
            expected[record["source"]] = record
    articles = rows_in(tmp_path / "out")["articles"]
    found = {row["source"]: json.loads(row["record"]) for row in articles}
    for record in found.values():
        del record["digest"]
    assert found == expected
    assert len(articles) == len(found) > 40


def test_only_articles_with_reactions_are_written_and_all_are_counted(crawl, make, tmp_path):
    tally = make(crawl)
    rows = rows_in(tmp_path / "out")
    assert tally.pages > 120 > tally.articles == len(rows["articles"]) > 0
    assert all(row["embeds"] or row["quotes"] or row["hashtags"] for row in rows["articles"])
    for table in ("embeds", "quotes", "hashtags"):
        assert tally.rows[table] == len(rows[table]) > 0
    assert {row["article"] for row in rows["embeds"]} <= {row["article"] for row in rows["articles"]}
    shown = make(crawl, tmp_path / "shown", only="embeds")
    assert 0 < shown.articles < tally.articles
    assert shown.rows["embeds"] == tally.rows["embeds"]


def test_rows_are_sorted_by_outlet_and_day(crawl, make, tmp_path):
    make(crawl[:1])
    keys = [(row["host"], row["published_at"][:10]) for row in rows_in(tmp_path / "out")["articles"]]
    assert keys == sorted(keys)


def test_damaged_records_are_problems_and_the_others_are_read(crawl, make, tmp_path):
    make(crawl[:1])
    problems = rows_in(tmp_path / "out")["problems"]
    said = " ".join(row["message"] for row in problems if row["step"] == "source")
    assert "damaged WARC record" in said
    assert "is larger than 5,000,000 bytes" in said


def test_what_a_reader_raises_is_a_problem_of_one_page(crawl, make, tmp_path, monkeypatch):
    read, calls = extract_reactions, []

    def failing(document, **how):
        calls.append(document.source)
        if len(calls) == 3:
            raise KeyError("posts")
        return read(document, **how)

    monkeypatch.setattr("archive.bulk.task.extract_reactions", failing)
    tally = make(crawl[:1], only="all")
    problems = rows_in(tmp_path / "out")["problems"]
    assert [(row["source"], row["message"]) for row in problems if row["kind"] == "FaultError"] == [
        (calls[2], "cannot be read (KeyError: 'posts'): report it as a bug")
    ]
    assert tally.articles == len(calls) - 1 > 30


def test_what_is_done_is_not_done_again(crawl, make, tmp_path, monkeypatch):
    make(crawl[:2])
    before = {path: path.read_bytes() for path in (tmp_path / "out").rglob("*.parquet")}
    monkeypatch.setattr(tasks, "extract_reactions", None)
    again = make(crawl[:2])
    assert (again.done, again.before) == (0, 2)
    monkeypatch.undo()
    assert make(crawl).done == 1
    after = {path: path.read_bytes() for path in (tmp_path / "out").rglob("*.parquet")}
    assert {path: after[path] for path in before if path.name != "_parts.parquet"} == {
        path: content for path, content in before.items() if path.name != "_parts.parquet"
    }


def test_the_same_input_gives_the_same_bytes(crawl, make, tmp_path):
    for out in ("one", "two"):
        make(crawl[:1], tmp_path / out)
    (one,), (two,) = ([*(tmp_path / out / "_done").iterdir()] for out in ("one", "two"))
    assert json.loads(one.read_text())["digests"] == json.loads(two.read_text())["digests"]


def test_a_newer_version_of_the_rules_writes_beside_the_old(crawl, make, tmp_path, monkeypatch):
    make(crawl[:1])
    for module in ("run", "task"):
        monkeypatch.setattr(f"archive.bulk.{module}.rules_version", lambda: "r00000000")
    assert make(crawl[:1]).done == 1
    assert len([*(tmp_path / "out" / "articles").iterdir()]) == 2
    views = (tmp_path / "out" / "views.sql").read_text("utf-8")
    assert "*-r00000000.parquet" in views


def test_a_marker_is_read_once_however_often_the_views_are_written(tmp_path):
    dataset, rules = Dataset(Target(str(tmp_path / "out"))), rules_version()
    views, listed = Views(dataset, rules), []
    for name in ("a.warc", "b.warc"):
        dataset.finish(Done(input=name, part=part_of(name, rules), rules=rules, pages=7))
        views.refresh()
        listed.append(pq.read_table(tmp_path / "out" / "_parts.parquet").to_pylist())
        (tmp_path / "out" / "_done" / f"{part_of(name, rules)}.json").write_text("damaged", "utf-8")
    assert [[(row["input"], row["pages"]) for row in rows] for rows in listed] == [
        [("a.warc", 7)],
        [("a.warc", 7), ("b.warc", 7)],
    ]


def test_an_unfinished_part_is_not_read(crawl, make, tmp_path):
    make(crawl[:2])
    out = tmp_path / "out"
    rows = len(rows_in(out)["articles"])
    first, second = sorted((out / "_done").iterdir())
    first.unlink()
    (out / "_parts.parquet").unlink()
    make([])
    connection = duckdb.connect()
    connection.execute(f"SET file_search_path = '{out}'")
    connection.execute((out / "views.sql").read_text("utf-8"))
    (seen,) = connection.execute("SELECT count(*) FROM articles").fetchone()
    assert 0 < seen < rows
    assert connection.execute("SELECT part FROM parts").fetchall() == [(second.stem,)]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"only": "all"}, "was made with other options (only)"),
        ({"since": "2024-05-02", "text": False}, "was made with other options (since, text)"),
    ],
    ids=["other articles", "other days and no text"],
)
def test_other_options_need_another_folder(crawl, make, options, words):
    make(crawl[:1])
    with pytest.raises(SettingsError) as error:
        make(crawl[:1], **options)
    assert words in str(error.value)


def test_a_folder_with_other_files_is_refused(crawl, make, tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "thesis.docx").touch()
    with pytest.raises(SettingsError, match="contains other files"):
        make(crawl[:1])


@pytest.mark.parametrize(
    ("options", "kept"),
    [
        ({"hosts": ("harbour-gazette.example",)}, lambda row: row["host"] == "harbour-gazette.example"),
        ({"hosts": ("example",)}, lambda _: True),
        ({"since": "2024-05-02"}, lambda row: row["crawled_at"] >= "2024-05-02"),
        ({"until": "2024-05-02"}, lambda row: row["crawled_at"] < "2024-05-03"),
        ({"since": "2024-05-02", "until": "2024-05-02"}, lambda row: row["crawled_at"][:10] == "2024-05-02"),
    ],
    ids=["host", "domain", "since", "until", "day"],
)
def test_pages_of_other_hosts_and_days_are_passed_over(crawl, whole, make, tmp_path, options, kept):  # noqa: PLR0917 -- fixtures
    make(crawl, **options)
    expected = [row["source"] for row in rows_in(whole)["articles"] if kept(row)]
    assert [row["source"] for row in rows_in(tmp_path / "out")["articles"]] == expected != []


def test_files_that_cannot_be_read_are_listed_with_their_reasons(crawl, make, tmp_path):
    text = tmp_path / "notes.warc.gz"
    text.write_text("no WARC")
    missing = tmp_path / "gone.warc.gz"
    tally = make([text, crawl[0], missing])
    assert tally.done == 1
    assert tally.failed == {
        str(text): "is not a WARC, WACZ or corpus: leave it out",
        str(missing): "No such file or directory: check the file",
    }
    status = status_of(Dataset(Target(str(tmp_path / "out"))), rules_version(), datetime.now(UTC))
    assert (len(status.done), dict(status.failed), status.left) == (1, tally.failed, 0)
    missing.write_bytes(crawl[1].read_bytes())
    assert make([missing]).done == 1
    status = status_of(Dataset(Target(str(tmp_path / "out"))), rules_version(), datetime.now(UTC))
    assert [*status.failed] == [str(text)]


def test_the_warc_files_in_a_wacz_are_read(crawl, make, tmp_path):
    package = tmp_path / "crawl.wacz"
    with zipfile.ZipFile(package, "w") as file:
        file.write(crawl[0], "archive/data.warc.gz")
        file.writestr("datapackage.json", "{}")
    make([package])
    make(crawl[:1], tmp_path / "plain")
    packed, plain = (rows_in(tmp_path / out)["articles"] for out in ("out", "plain"))
    assert [row["article"] for row in packed] == [row["article"] for row in plain] != []
    assert packed[0]["source"].startswith(f"{package}#")


def test_a_wacz_that_unpacks_to_much_more_is_a_problem(make, tmp_path):
    package = tmp_path / "bomb.wacz"
    with zipfile.ZipFile(package, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("archive/data.warc", bytes(100_000_000))
    make([package])
    (problem,) = rows_in(tmp_path / "out")["problems"]
    assert problem["source"] == f"{package}!archive/data.warc"
    assert "it unpacks to 100,000,000 bytes" in problem["message"]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        pytest.param(b"PK\x03\x04 and no more", "is a damaged WACZ", id="cut-short"),
        pytest.param(None, "is a ZIP archive or office file", id="no-warc-files"),
    ],
)
def test_a_package_that_cannot_be_read_fails(make, tmp_path, content, reason):
    package = tmp_path / "odd.wacz"
    if content is None:
        with zipfile.ZipFile(package, "w") as file:
            file.writestr("word/document.xml", "<a/>")
    else:
        package.write_bytes(content)
    assert [why.startswith(reason) for why in make([package]).failed.values()] == [True]


class TestInputs:
    def names(self, *sources, prefix=""):
        found = find_inputs(map(str, sources), Storage(), prefix)
        return [Path(name).name for name in found.files], [str(problem) for problem in found.problems]

    def test_folders_patterns_and_files_each_once(self, crawl):
        folder = crawl[0].parent
        every = [path.name for path in crawl]
        assert self.names(folder, folder / "NEWS-*", crawl[0]) == (every, [])

    def test_lists_compressed_or_not(self, crawl, tmp_path):
        plain, packed = tmp_path / "paths", tmp_path / "paths.gz"
        plain.write_text("\n".join(["# two files", *map(str, crawl[:2])]))
        packed.write_bytes(gzip.compress(plain.read_bytes()))
        for file in (plain, packed):
            assert self.names(f"@{file}") == ([path.name for path in crawl[:2]], [])

    def test_names_in_lists_follow_the_prefix_or_the_folder_of_the_list(self, tmp_path):
        (tmp_path / "paths").write_text("2024/05/NEWS-1.warc.gz\n")
        listed = f"@{tmp_path / 'paths'}"
        remote = find_inputs([listed], Storage(), "s3://crawl/")
        assert remote.files == ("s3://crawl/2024/05/NEWS-1.warc.gz",)
        assert find_inputs([listed], Storage()).files == (str(tmp_path / "2024/05/NEWS-1.warc.gz"),)

    @pytest.mark.parametrize(
        ("make_source", "words"),
        [
            (lambda folder: folder / "none.warc.gz", "no such file or folder"),
            (lambda folder: folder / "*.warc.gz", "matches no file"),
            (lambda folder: folder, "holds no .warc"),
            (lambda folder: f"@{folder / 'none'}", "No such file or directory"),
            (lambda folder: f"@{folder / 'empty'}", "contains no names"),
            (lambda folder: f"@{folder / 'cut.gz'}", "is damaged"),
        ],
        ids=["file", "pattern", "folder", "list", "empty list", "damaged list"],
    )
    def test_what_names_nothing_is_said(self, tmp_path, make_source, words):
        (tmp_path / "empty").touch()
        (tmp_path / "cut.gz").write_bytes(gzip.compress(os.urandom(5000))[:3000])
        files, (problem,) = self.names(make_source(tmp_path))
        assert files == []
        assert words in problem


@pytest.mark.parametrize(
    ("one", "other"),
    [("a/NEWS.warc.gz", "b/NEWS.warc.gz"), ("s3://a/x.warc.gz", "s3://a/x.warc"), ("/a/..warc.gz", "/a/...warc.gz")],
    ids=["folders", "endings", "dots"],
)
def test_parts_of_different_inputs_have_different_names(one, other):
    assert slug_of(one) != slug_of(other)
    assert "/" not in part_of(one, "r00000000")


#: A process for input files that kills itself at some pages.
def die_at(deadly, given):
    """Work in a child, which dies when it begins these pages."""
    whole = tasks.Place.reading

    @contextmanager
    def reading(self, page):
        with whole(self, page):
            if page in deadly:
                os.kill(os.getpid(), signal.SIGKILL)
            yield

    tasks.Place.reading = reading
    return tasks.answer_to(given)


def die(_given):
    os.abort()


def ask_in_daemon(task):
    with pytest.raises(SettingsError, match="has another voxpop"):
        work_in_child(task)


class TestProcesses:
    """One process a file: whatever it does, the others go on."""

    pytestmark = pytest.mark.long

    def run(self, out, inputs, jobs=2):
        return make_dataset(
            str(out),
            map(str, inputs),
            Options(),
            engine=lambda waiting: work_in_processes(waiting, jobs),
            storage=Storage(),
        )

    def test_the_dataset_is_that_of_one_process(self, crawl, whole, tmp_path):
        assert self.run(tmp_path / "many", crawl).done == 3
        assert rows_in(whole) == rows_in(tmp_path / "many")


@pytest.mark.long
class TestChild:
    """The process that works on files for a thread of a cluster's worker."""

    def run(self, out, inputs):
        engine = functools.partial(map, work_in_child)
        return make_dataset(str(out), map(str, inputs), Options(only="all"), engine=engine, storage=Storage())

    @pytest.fixture(autouse=True)
    def no_idle(self):
        """Leave no processes behind."""
        yield
        children._children().__exit__()
        children._children.cache_clear()

    def test_the_dataset_is_that_of_one_process(self, crawl, make, tmp_path):
        make(crawl, tmp_path / "one", only="all")
        assert self.run(tmp_path / "many", crawl).done == 3
        assert rows_in(tmp_path / "one") == rows_in(tmp_path / "many")
        (child,) = children._children()._workers
        assert child.answers == 3

    @pytest.mark.parametrize(
        "deadly",
        [
            pytest.param({1}, id="first"),
            pytest.param({41}, id="last", marks=pytest.mark.thorough),
            pytest.param({3, 4, 5, 20}, id="four of them", marks=pytest.mark.thorough),
        ],
    )
    def test_pages_at_which_the_process_dies_are_passed_over(self, crawl, make, tmp_path, monkeypatch, deadly):
        make(crawl[1:2], tmp_path / "whole", only="all")
        pages = [row["source"] for row in rows_in(tmp_path / "whole")["articles"]]
        pages.sort(key=lambda source: int(source.rpartition("#")[2]))
        monkeypatch.setattr(children, "answer_to", functools.partial(die_at, deadly))
        assert self.run(tmp_path / "out", crawl[1:2]).done == 1
        rows = rows_in(tmp_path / "out")
        killers = {row["source"] for row in rows["problems"] if row["message"] == "killed the process that read it"}
        assert killers == {pages[number - 1] for number in deadly}
        assert {row["source"] for row in rows["articles"]} == set(pages) - killers

    def test_a_file_whose_processes_die_everywhere_fails(self, crawl, tmp_path, monkeypatch):
        monkeypatch.setattr(children, "answer_to", die)
        tally = self.run(tmp_path / "out", crawl[:1])
        reason = "its process died 9 times (signal 6): is there enough memory?"
        assert tally.failed == {str(crawl[0]): reason}

    def test_a_daemon_ends_with_its_children(self, crawl, tmp_path):
        task = Task(input=str(crawl[0]), out=str(tmp_path / "out"), options=Options(), rules="r00000000")
        daemon = multiprocessing.get_context("spawn").Process(target=ask_in_daemon, args=(task,), daemon=True)
        daemon.start()
        daemon.join(300)
        assert daemon.exitcode == 0

    def test_errors_arrive_as_they_are(self, crawl, tmp_path):
        task = Task(input=str(crawl[0]), out=str(tmp_path / "none"), options=Options(), rules=rules_version())
        with pytest.raises(SettingsError, match="does not see this dataset"):
            work_in_child(task)


def test_a_worker_with_other_rules_says_so(crawl, tmp_path):
    task = Task(input=str(crawl[0]), out=str(tmp_path / "out"), options=Options(), rules="r00000000")
    with pytest.raises(SettingsError, match="has another voxpop"):
        work_on(task)


class TestCommand:
    def test_it_says_what_it_did(self, crawl, tmp_path, voxpop, voxpop_here):
        out = tmp_path / "out"
        first = voxpop("bulk", out, crawl[0].parent, "--jobs", 2)
        assert (first.code, first.err) == (0, "")
        assert first.out.startswith(f"{out}: 3 files done, 12")
        again = voxpop_here("bulk", out, crawl[0].parent)
        assert again.out == f"{out}: 3 files done (3 before), 0 pages, 0 articles, 0 embeds, 0 quotes, 0 hashtags\n"
        status = voxpop_here("bulk", "status", out)
        assert status.out.startswith(f"{out}: 3 of 3 files done, 0 failed, 0 running, 0 left; 12")
        figures = json.loads(voxpop_here("bulk", "status", out, "--json").out)
        assert (figures["done"], figures["failed"], figures["left"]) == (3, {}, 0)

    def test_failures_and_retry(self, crawl, tmp_path, voxpop_here):
        out, file = tmp_path / "out", tmp_path / "later.warc.gz"
        file.write_text("not yet")
        answer = voxpop_here("bulk", out, crawl[0], file, "--hosts", hosts(tmp_path), "--jobs", 1)
        assert answer.code == 1
        assert answer.err == f"voxpop: {file}: is not a WARC, WACZ or corpus: leave it out\n"
        assert f"1 file failed: `voxpop bulk retry {out}`" in answer.out
        assert f"  failed: {file}: is not a WARC" in voxpop_here("bulk", "status", out).out
        file.write_bytes(crawl[1].read_bytes())
        assert voxpop_here("bulk", "retry", out, "--jobs", 1).code == 0
        assert {row["host"] for row in rows_in(out)["articles"]} == {"harbour-gazette.example"}
        assert "2 of 2 files done, 0 failed" in voxpop_here("bulk", "status", out).out

    @pytest.mark.parametrize(
        ("arguments", "expected"),
        [
            (["{out}"], (2, "Missing argument 'SOURCE...'")),
            (["{out}", "{none}"], (4, "no such file or folder")),
            (["{out}", "{crawl}", "--since", "soon"], (2, "is not a date")),
            (["{out}", "{crawl}", "--since", "2024"], (2, "name a day")),
            (["{out}", "{crawl}", "--hosts", "{none}"], (3, "cannot be read")),
            (["{out}", "{crawl}", "--scheduler", "tcp://head:8786"], (2, "--engine dask")),
            (["status", "{out}"], (3, "no such dataset")),
            (["retry", "{out}"], (3, "no such dataset")),
        ],
        ids=["no source", "no file", "no date", "a year", "no hosts", "no engine", "no dataset", "nothing to retry"],
    )
    def test_errors_are_one_line_with_the_remedy(self, crawl, tmp_path, voxpop_here, arguments, expected):
        names = {"out": tmp_path / "out", "none": tmp_path / "none", "crawl": crawl[0]}
        answer = voxpop_here("bulk", *(argument.format(**names) for argument in arguments))
        code, words = expected
        assert (answer.code, words in answer.err) == (code, True)


def hosts(folder):
    file = folder / "hosts.txt"
    file.write_text("# ours\nhttps://www.harbour-gazette.example/\n\n")
    return file


def test_every_table_has_its_file(crawl, make, tmp_path):
    make(crawl[:1])
    assert {path.parent.name for path in (tmp_path / "out").glob("*/*.parquet")} == set(TABLES)


def test_corpora_are_read_and_their_urls_are_not_fetched(make, tmp_path):
    rows = [{"url": f"https://herald.example/{n}", "title": f"Pier {n}", "date": f"2024-05-1{n}", "text": f"“I was there,” a fan wrote on Facebook. Pier {n} #Pier{n}"} for n in range(3)]  # fmt: skip
    (tmp_path / "corpus.jsonl").write_text("\n".join(map(json.dumps, rows)))
    (tmp_path / "nested.json").write_text(json.dumps({"articles": [rows[0] | {"url": "https://herald.example/9"}]}))
    make([tmp_path / "corpus.jsonl", tmp_path / "nested.json"])
    articles = rows_in(tmp_path / "out")["articles"]
    assert {row["url"] for row in articles} == {*(row["url"] for row in rows), "https://herald.example/9"}
