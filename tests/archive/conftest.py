"""Loads the invented articles beside this file by their path: the tests are no package."""

import importlib.util
import sys
from pathlib import Path

import pytest

SPEC = importlib.util.spec_from_file_location("invented", Path(__file__).with_name("invented.py"))
sys.modules["invented"] = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(sys.modules["invented"])


@pytest.fixture
def path(tmp_path):
    """Where an archive may be made."""
    return tmp_path / "reactions.db"
