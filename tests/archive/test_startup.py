"""What a command imports and compiles before it is done: counted, because seconds depend on the machine."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from scraper.lean_imports import deferred
from scraper.patterns import lazy_regex

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "examples" / "articles" / "01-harbour-gazette.html"
#: Runs a command in a fresh process, and prints what it has imported and how many patterns it compiled.
PROGRAM = """
import contextlib, io, json, re, sys
import re._compiler as compiler

compile_, patterns = compiler.compile, []
compiler.compile = lambda *given: patterns.append(given[0]) or compile_(*given)
from archive.main import main

with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
    main()
print(json.dumps({"modules": sorted(sys.modules), "patterns": len(patterns)}))
"""
#: Whatever of them is installed, no command below needs it.
HEAVY = {"asyncio", "dask", "feedparser", "httpx", "numpy", "pandas", "pyarrow", "soupsieve", "yaml"}
#: Only `--ocr` needs them.
HEAVY |= {"difflib", "onnxruntime", "PIL", "rapidocr", "scraper.post_pictures"}
#: What a page needs neither, which nothing is fetched, stored or shared for.
FOR_OTHERS = {"datasette", "fastwarc", "multiprocessing.connection", "sqlite_utils", "warcio"}


def used_by(*arguments: object) -> tuple[set[str], int]:
    command = [sys.executable, "-c", PROGRAM, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    used = json.loads(done.stdout)
    return set(used["modules"]), used["patterns"]


def test_a_page_needs_few_modules_and_patterns():
    modules, patterns = used_by("extract", PAGE)
    assert modules & (HEAVY | FOR_OTHERS) == set()
    assert {name for name in modules if name.startswith("scraper.platforms.")} == {
        "scraper.platforms._twitter_json",
        "scraper.platforms.twitter",
    }
    assert len(modules) <= 385
    assert patterns <= 230


@pytest.mark.long
def test_archiving_a_page_and_a_look_at_the_archive_need_few_modules(tmp_path):
    modules, patterns = used_by("archive", tmp_path / "new.db", PAGE)
    assert modules & (HEAVY | {"dateutil.parser", "importlib.metadata"}) == set()
    assert len(modules) <= 480
    assert patterns <= 260
    modules, patterns = used_by("status", tmp_path / "new.db")
    assert modules & (HEAVY | {"archive.store.identity", "archive.settings", "scraper.input"}) == set()
    assert len(modules) <= 225
    assert patterns <= 40


def test_a_pattern_is_compiled_by_its_first_call():
    global _LETTERS  # noqa: PLW0603 - the constant of a module, as the others are
    _LETTERS = lazy = lazy_regex("[ab]+")
    assert not hasattr(lazy, "groups"), "compiled before it is used"
    assert lazy.pattern == "[ab]+"
    assert (_LETTERS.fullmatch("abba")[0], lazy.sub("-", "xaby")) == ("abba", "x-y")
    assert (type(_LETTERS).__name__, lazy.search("c")) == ("Pattern", None)


def test_a_deferred_module_is_imported_when_something_of_it_is_used(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "made_late.py").write_text("VALUE = 1\n", "utf-8")
    with deferred("made_late", "no_such_module_of_ours"):
        import made_late
    assert "made_late" not in sys.modules
    assert made_late.VALUE == 1
    del sys.modules["made_late"]
    with deferred("made_late"):
        import made_late

        assert made_late.VALUE == 1
    assert sys.modules.pop("made_late") is not made_late


def test_whatever_is_left_out_can_be_imported_again():
    program = (
        "import archive.cli, sys; from scraper.lean_imports import left_out\n"
        "with left_out('colorsys'):\n"
        "    try: import colorsys\n"
        "    except ImportError: print('missing')\n"
        "import colorsys; print(colorsys.__name__)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.split() == ["missing", "colorsys"]
