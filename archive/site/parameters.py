"""Parameters of URLs: what a page does not read is named, with the nearest one that it reads.

Every module of a page lists in ``PARAMETERS`` what it reads. A list or a search says what is wrong in its
form, next to the filters; other pages are refused.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

from datasette.utils import tilde_decode
from datasette.views.base import DatasetteError

from archive.datasette_files import read_source
from archive.reading import parameters_of
from archive.site.site import archives
from archive.site.words import name

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, MutableMapping

    from archive.site.site import Site

#: Parameters that are looked at: a URL may hold thousands.
MOST = 50
#: What Datasette reads itself, and what newsletters, search engines and social media add to URLs.
_TRACKING = re.compile(
    r"_|utm_|mc_|pk_|mtm_|ga_|hsa_|(?:[a-z]{1,3}clid|igshid|igsh|ref|ref_src|source|si|s|t|cmp|cid)\Z"
)
_QUESTION = re.compile(r"/(?P<database>[^/]+)/(?P<question>[a-z_]+)(?:\.[a-z]+)?\Z")


def unknown(given: Iterable[str], known: Collection[str], noun: str) -> tuple[list[str], list[str]]:
    """Return sentences on parameters that are not read: first those that look like one that is.

    Args:
        given: Names in a URL. What trackers add is passed over.
        known: Names that are read.
        noun: How they are called.

    >>> unknown(["hastag", "q", "utm_source", "_facet", "fbclid", "zoom"], ["q", "hashtag"], "filter")
    (['“hastag” is no filter: did you mean hashtag?'], ['“zoom” is no filter: it was left out.'])
    """
    misspelt, foreign = [], []
    for each in islice(given, MOST):
        if each in known or _TRACKING.match(each):
            continue
        if close := get_close_matches(each, known, 1):
            misspelt.append(f"“{name(each)}” is no {noun}: did you mean {close[0]}?")
        else:
            foreign.append(f"“{name(each)}” is no {noun}: it was left out.")
    return misspelt, foreign


def check(site: Site, known: Collection[str]) -> list[str]:
    """Return sentences on parameters that a page leaves out.

    Args:
        site: The pages.
        known: Names that the page reads.

    Raises:
        DatasetteError: One looks like a name that it reads, so its answer would be another than was meant.
    """
    if site.request.url_vars.get("format"):
        known = [*known, "rows"]
    misspelt, foreign = unknown(site.request.args, known, "parameter of this page")
    if misspelt:
        raise DatasetteError(" ".join(misspelt), status=400)
    return foreign


def wrong_of_question(datasette: Any, scope: MutableMapping[str, Any]) -> str | None:
    """Return a sentence on parameters of a prepared question that it does not have; None if all are known."""
    page = _QUESTION.match(scope["path"])
    if not scope["query_string"] or page is None or tilde_decode(page["database"]) not in archives(datasette):
        return None
    known = _parameters().get(page["question"])
    if known is None:
        return None
    given = dict(parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True))
    misspelt, foreign = unknown(given, known, f"parameter of {page['question']}")
    if misspelt or not foreign:
        return " ".join(misspelt) or None
    return f"{foreign[0].partition(':')[0]}: it has {', '.join(known) or 'none'}."


@lru_cache(maxsize=1)
def _parameters() -> dict[str, list[str]]:
    """Return the names of the parameters of each prepared question."""
    return {name: parameters_of(query["sql"]) for name, query in read_source()["queries"].items()}
