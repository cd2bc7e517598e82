"""Loads the texts with quoted reactions beside this file by their path: the tests are no package."""

import importlib.util
import sys
from pathlib import Path

FOLDER = Path(__file__).with_name("reactions")
SPEC = importlib.util.spec_from_file_location(
    "reactions", FOLDER / "__init__.py", submodule_search_locations=[str(FOLDER)]
)
sys.modules["reactions"] = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(sys.modules["reactions"])
