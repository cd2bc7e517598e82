"""The prose of two versions of an article side by side, as its captures hold them.

Captures are pages of strangers: ``voxpop versions`` reads them again in a process of its own, one at a time
and within a limit of time. Only whoever runs the server may ask for it.
"""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
import threading
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from datasette import NotFound

from archive.site.differences import side_by_side
from archive.site.words import name

if TYPE_CHECKING:
    from markupsafe import Markup

    from archive.site.site import Site

TEMPLATE = "voxpop/prose.html"
PARAMETERS = ("from", "to")
#: Seconds that reading the captures may take: a page of the size limit takes two, and there may be hundreds.
PATIENCE = 30
#: Differences that are shown, and of them those in which single words are marked.
MOST_SHOWN = 200
MOST_MARKED = 50

ARTICLE = "select id, title, source from articles where id = :article"
_NUMBER = re.compile(r"[1-9][0-9]{0,5}", re.ASCII)
_ONE_AT_A_TIME = threading.Lock()


@dataclass(frozen=True, slots=True)
class Difference:
    """What one paragraph, headline, post or quote says in both versions.

    Attributes:
        kind: ``added``, ``removed`` or ``changed``.
        before: Its words in the first version, as HTML with those marked that went; None where it is new.
        after: Its words in the second version; None where it went.
    """

    kind: str
    before: Markup | None
    after: Markup | None


def can_read(site: Site) -> bool:
    """Return whether the captures of an archive can be read for this visitor."""
    is_private = not site.is_public and not site.is_published
    return is_private and bool(site.database.path) and find_spec("archive.main") is not None


async def show(site: Site, key: str) -> dict[str, Any]:
    """Return what the template needs.

    Raises:
        NotFound: The archive has no such article, or its captures are not read for this visitor.
    """
    article = (await site.ask(ARTICLE, article=key)).first
    if article is None or not can_read(site):
        raise NotFound(f"No versions of article {name(key)} here")
    numbers = {field: number for field in ("from", "to") if _NUMBER.fullmatch(number := site.argument(field))}
    account, problem = await asyncio.to_thread(_compared, site.database.path, key, numbers)
    changes = account.get("changes", [])
    return {
        "article": article,
        "account": account,
        "problem": problem,
        "times": [(number, each["seen"]) for number, each in enumerate(account.get("versions", []), 1)],
        "parts_of_it": _by_part(changes[:MOST_SHOWN]),
        "more": len(changes) - MOST_SHOWN,
    }


def _compared(path: str, key: str, numbers: dict[str, str]) -> tuple[dict[str, Any], str]:
    """Return the account of ``voxpop versions``, or none and why there is none."""
    options = [word for field, number in numbers.items() for word in (f"--{field}", number)]
    command = [sys.executable, "-m", "archive.main", "versions", "--format", "json", *options, "--", path, key]
    with _ONE_AT_A_TIME:
        try:
            done = subprocess.run(  # noqa: S603 - our own command
                command, capture_output=True, timeout=PATIENCE, check=False, stdin=subprocess.DEVNULL
            )
        except subprocess.TimeoutExpired:
            return {}, f"The captures were not read within {PATIENCE} seconds."
    if done.returncode:
        return {}, "The captures could not be read, or there is no version of this number."
    return json.loads(done.stdout), ""


def _by_part(changes: list[dict[str, Any]]) -> dict[str, list[Difference]]:
    found: dict[str, list[Difference]] = {}
    for number, change in enumerate(changes):
        shown = _difference(change, is_marked=number < MOST_MARKED)
        found.setdefault(change["part"], []).append(shown)
    return found


def _difference(change: dict[str, Any], *, is_marked: bool) -> Difference:
    before, after = change["before"], change["after"]
    is_changed = before is not None and after is not None
    old, new = side_by_side(before or "", after or "", is_marked=is_marked and is_changed)
    return Difference(change["kind"], None if before is None else old, None if after is None else new)
