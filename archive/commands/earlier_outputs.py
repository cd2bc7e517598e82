"""Recognise earlier outputs of a command, so that only these are replaced.

A table is an earlier export if all its columns are in the archive or the result; a file with an added column is
not.
"""

from __future__ import annotations

import csv
import json
import zipfile
from typing import TYPE_CHECKING, Any

from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from pathlib import Path

#: Maximum characters of the first line of a file.
_LONGEST_LINE = 1_000_000
_LARGEST_ACCOUNT = 10_000_000
#: Author of exported workbooks.
CREATOR = "voxpop export"
_TIMES = lazy_regex(r"W3CDTF\">([^<]+)<")
_VERSIONS = lazy_regex(r"\d[\d,]* versions?\n( +\d+  \d{4}-\d\d-\d\dT\S+  [0-9a-f]{16}  |\Z)")
_PAGE = '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n<meta http-equiv="Content-Security'


def is_table(form: str, columns: Callable[[], Collection[str]]) -> Callable[[Path], bool]:
    """Return a function that returns True for an earlier export, given the columns that it may have."""
    if form == "xlsx":
        return is_workbook
    read = {"csv": _columns_of_csv, "ndjson": _columns_of_ndjson, "parquet": _columns_of_parquet}[form]

    def is_ours(path: Path) -> bool:
        try:
            found = read(path)
        except (OSError, ValueError, csv.Error):
            return False
        return bool(found) and found <= set(columns())

    return is_ours


def is_package(path: Path) -> bool:
    """Return True for a WACZ file that voxpop made."""
    try:
        with zipfile.ZipFile(path) as package, package.open("datapackage.json") as file:
            software = json.loads(file.read(_LARGEST_ACCOUNT)).get("software")
    except (OSError, ValueError, KeyError, AttributeError, zipfile.BadZipFile):
        return False
    return str(software).startswith("voxpop/")


def is_workbook(path: Path) -> bool:
    """Return True for a workbook that voxpop exported and that no spreadsheet saved since."""
    try:
        with zipfile.ZipFile(path) as package, package.open("docProps/core.xml") as file:
            properties = file.read(_LARGEST_ACCOUNT).decode()
    except (OSError, ValueError, KeyError, zipfile.BadZipFile):
        return False
    times = _TIMES.findall(properties)
    return f"<dc:creator>{CREATOR}</dc:creator>" in properties and len(times) == 2 and len(set(times)) == 1


def is_comparison(path: Path) -> bool:
    """Return True for what ``voxpop versions`` wrote, in any format."""
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(_LARGEST_ACCOUNT)
        if text.startswith("{"):
            return {"title", "versions", "from", "to", "changes"} <= set(json.loads(text))
    except (OSError, ValueError):
        return False
    return text.startswith(_PAGE) or bool(_VERSIONS.match(text))


def _first_line(path: Path) -> str:
    with path.open(encoding="utf-8-sig", newline="") as file:
        line = file.readline(_LONGEST_LINE)
    if "\0" in line:
        raise ValueError("no text")
    return line


def _columns_of_csv(path: Path) -> set[str]:
    return set(next(csv.reader([_first_line(path)]), ()))


def _columns_of_ndjson(path: Path) -> set[str]:
    found: Any = json.loads(_first_line(path))
    return set(found) if isinstance(found, dict) else set()


def _columns_of_parquet(path: Path) -> set[str]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        return set(pq.read_schema(path).names)
    except pa.ArrowException as error:
        raise ValueError("no Parquet") from error
