"""No file ends in a traceback or a hang, however it is damaged: it gives documents, or says what is wrong."""

from __future__ import annotations

import os
import random
import signal
import warnings
from contextlib import contextmanager, suppress

import pytest
from mutants import LISTINGS, mutant, originals

from scraper.errors import SourceError
from scraper.extract import extract, to_json
from scraper.input import load
from scraper.input.listings import NoListingError, read_listing

#: CPU seconds that one small file may take; a hundred times what the slowest takes.
_MOST_SECONDS = 30


class HangError(BaseException):
    """Raised in a reader that takes too long; no reader catches it."""


@contextmanager
def bounded():
    def stop(*_):
        raise HangError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, _MOST_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def read(folder, kind, content):
    if kind in LISTINGS:
        with suppress(NoListingError):
            read_listing(content, "https://herald.example/feed")
        return
    path = folder / f"a{kind}"
    path.write_bytes(content)
    for found in load([path], max_bytes=1_000_000):
        if not isinstance(found, SourceError):
            record = extract(found)
            to_json(record).encode("utf-8", "surrogatepass")
            faults = [each for each in record.problems if each.kind == "finder-failed"]
            assert faults == []


@pytest.fixture(autouse=True)
def open_faults(monkeypatch):
    """Let what nobody foresaw through, which a run makes a problem of the source."""
    monkeypatch.setattr("scraper.input.listings.cause_of", _raised)
    monkeypatch.setattr("scraper.input.sources.cause_of", _raised)


def _raised(error):
    raise error


def check(folder, seeds):
    for seed in seeds:
        kind, content = mutant(random.Random(seed))
        try:
            with warnings.catch_warnings(), bounded():
                warnings.simplefilter("ignore")
                read(folder, kind, content)
        except BaseException as error:
            error.add_note(f"seed {seed}: a mutant of a{kind}")
            raise


@pytest.mark.parametrize("kind", sorted(originals()))
def test_a_sound_file_is_read(tmp_path, kind):
    content = originals()[kind]
    if kind in LISTINGS:
        assert read_listing(content, "https://herald.example/feed").entries
        return
    (tmp_path / f"a{kind}").write_bytes(content)
    found = list(load([tmp_path / f"a{kind}"]))
    assert found
    if kind != ".wacz":  # its digest is wrong
        assert not [str(each) for each in found if isinstance(each, SourceError)]


def test_mutants(tmp_path):
    check(tmp_path, range(200))


@pytest.mark.thorough
@pytest.mark.parametrize("part", range(20))
def test_many_mutants(tmp_path, part):
    first = int(os.environ.get("VOXPOP_SEED", "1000")) + 1000 * part
    check(tmp_path, range(first, first + 1000))
