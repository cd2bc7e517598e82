"""What a question may cost: memory, time, and the threads of others."""

import sqlite3
import threading
import urllib.error
import urllib.request
import weakref
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import quote

import pytest
from datasette.version import __version_info__

from archive.site import limits

ENDLESS = "with recursive c(n) as (select 1 union all select n+1 from c) select max(n) from c"
MEMORY = 600_000_000  # bytes; the server has 100 MB before anybody asks, and SQLite may have 300 MB
SQL = "/samples/-/query.json?sql=" if __version_info__[0] != "0" else "/samples.json?sql="


def ask(address, timeout=60):
    try:
        with urllib.request.urlopen(address, timeout=timeout) as response:
            return response.status, response.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


@pytest.fixture(scope="module")
def served(serve_archive, samples_archive):
    with serve_archive(samples_archive) as address:
        ask(f"{address}/")
        yield address


def peak(address):
    """The most memory that the server ever had, in bytes."""
    lines = Path(f"/proc/{address.pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))


def cpu(address):
    """The seconds of CPU that the server has taken."""
    fields = Path(f"/proc/{address.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


NUMBERS = "(with recursive c(n) as (select 1 union all select n+1 from c limit {}) select n from c)"


@pytest.mark.parametrize(
    "sql",
    [
        pytest.param("select hex(randomblob(400000000))", id="one value"),
        pytest.param("select " + ",".join(f"zeroblob({9_000_000 + n})" for n in range(90)), id="many columns"),
        pytest.param(f"select printf('%.200000c', 'x') || n from {NUMBERS.format(1000)}", id="many rows"),
        pytest.param("select " + ",".join(f"printf('%.200000c', {n})" for n in range(400)), id="a broad row"),
        pytest.param(f"select group_concat(hex(randomblob(1000)), '') from {NUMBERS.format(10**6)}", id="a sum"),
        pytest.param("select replace(hex(zeroblob(100000)), '0', hex(zeroblob(100000)))", id="a replacement"),
        pytest.param(f"select json_group_array(hex(zeroblob(1000))) from {NUMBERS.format(10**6)}", id="JSON"),
    ],
)
def test_no_question_takes_the_memory(served, sql):
    status, body = ask(f"{served}{SQL}{quote(sql)}")
    assert (status, len(body) < 50_000) == (400, True)
    assert peak(served) < MEMORY


@pytest.mark.parametrize(
    "sql",
    [
        pytest.param("select instr(hex(zeroblob(120000)), hex(zeroblob(60000)) || '1')", id="instr"),
        pytest.param("select trim(hex(zeroblob(120000)), printf('%.12000c', 'b') || '0')", id="trim"),
        pytest.param("select hex(zeroblob(120000)) like '%' || hex(zeroblob(20000)) || '1'", id="like"),
        pytest.param(f"select sum(instr(hex(zeroblob(60000)), hex(zeroblob(30000)) || n)) from {NUMBERS.format(10**5)}", id="slow steps"),
        pytest.param("select " + "+".join(["(select 1)"] * 400), id="deep"),
        pytest.param(" union all ".join(["select 1"] * 400), id="broad"),
        pytest.param(ENDLESS, id="endless"),
    ],
)  # fmt: skip
def test_no_question_takes_the_processor(served, sql):
    before = cpu(served)
    ask(f"{served}{SQL}{quote(sql)}")
    assert cpu(served) - before < 5


def test_pages_and_filters_are_answered_while_the_threads_of_others_are_taken(samples_archive, datasette_on, get):
    datasette = datasette_on(samples_archive)
    assert get(datasette, f"{SQL}select+1").status_code == 200
    end = threading.Event()
    with limits.asking("sql"):
        taken = [datasette.executor.submit(end.wait) for _ in range(8)]
    try:
        with ThreadPoolExecutor(1) as visitor:
            asked = visitor.submit(get, datasette, f"{SQL}select+2")
            for page in ("/", "/samples/posts", "/samples/search?q=pier", "/samples/posts?_sort=text"):
                assert get(datasette, page).status_code == 200
            assert not asked.done()
            end.set()
            assert asked.result().status_code == 200
    finally:
        end.set()
    assert all(future.result() for future in taken)


@pytest.mark.thorough
def test_other_peoples_endless_questions_leave_the_pages_of_a_server_alone(served):
    """Eight share two threads for a second each; while the first page is made, not all of them end."""
    with ThreadPoolExecutor(8) as people:
        asked = [people.submit(ask, f"{served}{SQL}{quote(ENDLESS)}&n={n}") for n in range(8)]
        pages = [ask(f"{served}/")[0], ask(f"{served}/samples/posts")[0]]
        ended = sum(future.done() for future in asked)
        assert {future.result()[0] for future in asked} == {400}
    assert pages == [200, 200]
    assert ended < len(asked)
    assert ask(f"{served}{SQL}select+1")[0] == 200


def test_what_was_interrupted_is_let_go_of_in_its_thread():
    """Else the thread that answers requests lets go of it, and waits for the next query of the connection."""
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    cursors = []

    def ask_in_vain():
        cursor = connection.cursor()
        cursors.append(weakref.ref(cursor))
        try:
            cursor.execute("select nope")
        except sqlite3.OperationalError as error:
            raise ValueError(error) from error

    with pytest.raises(ValueError, match="nope"):
        limits._cleared(ask_in_vain)
    assert cursors[0]() is None
    connection.close()


def test_a_crowd_is_turned_away(samples_archive, datasette_on, get, monkeypatch):
    monkeypatch.setattr(limits, "MOST_WAITING", 0)
    answer = get(datasette_on(samples_archive), f"{SQL.replace('.json', '')}select+1")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "60")
    assert get(datasette_on(samples_archive), "/").status_code == 200


@pytest.mark.parametrize("name", ["trim", "ltrim", "rtrim"])
@pytest.mark.parametrize(
    "arguments", ["'  ab ', ' '", "'#＃a', '#＃ '", "null, 'a'", "'a', null", "12, '1'", "'', 'a'", "'a', ''", "x'6162', 'a'"]
)  # fmt: skip
def test_our_trim_is_that_of_sqlite(name, arguments):
    theirs, ours = sqlite3.connect(":memory:"), sqlite3.connect(":memory:")
    with ThreadPoolExecutor(1, initializer=limits._become_visitors) as visitors:
        ours = visitors.submit(sqlite3.connect, ":memory:", check_same_thread=False).result()
        visitors.submit(limits.prepare, ours, "samples").result()
    question = f"select {name}({arguments})"
    assert tuple(ours.execute(question).fetchone()) == theirs.execute(question).fetchone()
    ours.close()
    theirs.close()


def test_a_step_is_interrupted_from_outside_and_the_next_question_is_not():
    before = threading.active_count()
    connection = sqlite3.connect(":memory:", check_same_thread=False)

    def endless():
        limits._become_visitors()
        limits._THREAD.connections.append(connection)
        with pytest.raises(sqlite3.OperationalError, match="interrupted"):
            limits._within(0.05, lambda: connection.execute(ENDLESS).fetchone())
        return limits._within(5, lambda: connection.execute("select 1").fetchone())

    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(endless).result(timeout=60) == (1,)
    connection.close()
    assert threading.active_count() <= before + 2  # the thread that interrupts, and its timer
