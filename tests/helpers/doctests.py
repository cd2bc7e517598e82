"""A pytest plugin that looks for doctests only in files that have any; conftest.py registers it.

``--doctest-modules`` imports every module and inspects everything in it, which is half the time of collection.
"""

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path):
    """Drop the doctest collector of a file without a prompt."""
    collectors = yield
    if file_path.suffix == ".py" and b">>>" not in file_path.read_bytes():
        return [found for found in collectors if type(found).__name__ != "DoctestModule"]
    return collectors
