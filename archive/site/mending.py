"""What Datasette's own templates lack, put into them as they are read: names of fields, headings in order.

Each piece is looked for in templates of both Datasettes; `tests/config/test_mending.py` fails where one of
them no longer holds it.
"""

from __future__ import annotations

import re
from pathlib import Path

import datasette
from jinja2.ext import Extension

_THEIRS = Path(datasette.__file__).parent / "templates"
#: Fields that have no name: what their tags begin with, and the name.
_NAMES = (
    ('<select name="_filter_column', "Column"),
    ('<select name="_filter_op', "Comparison"),
    ('<input type="text" name="_filter_value', "Value"),
    ('<select name="_sort"', "Sort by"),
    ('<textarea id="sql-editor"', "SQL"),
)
#: Headings that come next below the title of the page.
_NEXT = {
    "table.html": (re.compile(r"(</?h)3\b"), r"\g<1>2"),
    "query.html": (re.compile(r"(</?h)3\b"), r"\g<1>2"),
    "database.html": (re.compile(r"<h3>(Custom SQL query)</h3>"), r"<h2>\1</h2>"),
}
_COUNT = re.compile(r'(?<!"facet-count">)\{\{ "\{:,\}"\.format\(facet_value\.count\) \}\}')


class Mended(Extension):
    """Mend each template of Datasette when it is read."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:  # noqa: ARG002 - the signature of the library
        """Change the text of a template."""
        if filename is None or not Path(filename).is_relative_to(_THEIRS):
            return source
        return mend(source, Path(filename).name)


def mend(source: str, name: str) -> str:
    """Return a template of Datasette with what it lacks.

    >>> mend('<html><h3>2 rows</h3><textarea id="sql-editor" name="sql">', "table.html")
    '<html lang="en"><h2>2 rows</h2><textarea aria-label="SQL" id="sql-editor" name="sql">'
    """
    source = source.replace("<html>", '<html lang="en">')
    for tag, label in _NAMES:
        element, _, rest = tag.partition(" ")
        source = source.replace(tag, f'{element} aria-label="{label}" {rest}')
    if name in _NEXT:
        pattern, instead = _NEXT[name]
        source = pattern.sub(instead, source)
    return _COUNT.sub(r'<span class="facet-count">\g<0></span>', source)
