"""Which page kills the processes that read it: told by notes, never by chance."""

from __future__ import annotations

import pytest

from archive.bulk.task import Place
from archive.bulk.workers import Deaths


def die_at(deaths, page):
    """What a process leaves that dies at a page; 0 between two of them."""
    place = Place(deaths.place)
    with place.reading(1):
        pass
    if page:
        place.reading(page).__enter__()
    return deaths.count()


@pytest.mark.parametrize(
    ("pages", "fatal"),
    [
        ([7, 7], set()),
        ([7, 7, 7], {7}),
        ([1, 1, 1], {1}),
        ([7, 7, 3, 7], set()),
        ([7, 7, 9, 7, 7], set()),
        ([7, 7, 0, 7], set()),
        ([0, 0, 0, 0], set()),
        ([7, 7, 7, 9, 9, 9], {7, 9}),
    ],
    ids=[
        "two deaths",
        "three deaths",
        "the first page",
        "one before it",
        "one behind it, which was reached",
        "one while no page was read",
        "all while no page was read",
        "two pages",
    ],
)
def test_only_a_page_at_which_processes_die_in_a_row_is_fatal(pages, fatal):
    deaths = Deaths()
    for page in pages:
        assert die_at(deaths, page)
    assert deaths.fatal == fatal
    deaths.close()


def test_a_file_is_given_up_after_many_deaths():
    deaths = Deaths()
    assert [die_at(deaths, page) for page in range(9)] == [True] * 8 + [False]
    assert deaths.reason("signal 9") == "its process died 9 times (signal 9): is there enough memory?"
    assert deaths.reason("exit code 1").startswith("its process died 9 times (exit code 1)")
    deaths.close()


def test_notes_of_a_process_that_died_outside_of_pages_name_none():
    deaths = Deaths()
    with Place(deaths.place).reading(5):
        pass
    deaths.count()
    deaths.count()
    deaths.count()
    assert not deaths.fatal
    deaths.close()
