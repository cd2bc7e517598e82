"""Parse the posts in responses of a platform or a web archive.

Pure: nothing here opens a connection. Only posts with a requested id, and the author if known, are accepted;
all others are a `Disagreement`. A response about a short link gives the id. Each platform's file defines how to
parse its JSON and its pages.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

from resiliparse.parse.html import HTMLTree

from scraper.bounds import run_list_finder
from scraper.input.decoding import text_in
from scraper.patterns import lazy_regex
from scraper.records import Answered, Problem
from scraper.registry import by_name, short_link
from scraper.values import json_of
from scraper.values.handles import fold_handle

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scraper.availability import Target
    from scraper.records import Embed, Loaded, Post
    from scraper.registry import Platform


# Match the posts loaded by frames of a page with the article's embeds.


def agreeing(embeds: Sequence[Embed], loaded: Iterable[Loaded], problems: list[Problem]) -> tuple[Loaded, ...]:
    """Return the loaded posts that an article embeds by id and author; others' authors become problems."""
    shown: dict[tuple[str, str | None], list[Post]] = {}
    for embed in embeds:
        shown.setdefault((embed.post.platform, embed.post.id), []).append(embed.post)
    found = {}
    for each in loaded:
        named = [post for post in (short_link(each.source), each.post) if post]
        printed = [one for post in named for one in shown.get((post.platform, post.id), ())]
        handles = {fold_handle(handle) for post in printed if (handle := post.handle)}
        handle = each.post.handle
        if handle and handles and fold_handle(handle) not in handles:
            problems.append(_disagreement(each.post, printed))
        elif printed:
            found[each.post] = each
    return tuple(found.values())


def _disagreement(loaded: Post, printed: Sequence[Post]) -> Problem:
    handles = ", ".join(f"@{post.handle}" for post in printed if post.handle)
    message = f"{loaded.platform} {loaded.id}: the article names {handles}, the answer that a frame loaded names "
    message += f"@{loaded.handle}: it is not used"
    return Problem(step="loaded", kind="loaded-author-disagrees", message=message)


#: Most bytes of a response that are read, and most posts of one.
_LARGEST, _MOST = 4_000_000, 500
_LONGEST_MESSAGE = 500
#: Matches an element at depth 250.
_TOO_DEEP = "html" + ">*" * 250
#: A decentralized identifier of a Bluesky account.
_ACCOUNT = lazy_regex(r"(?<=/)did:[a-z]{1,10}:[\w.:%-]{1,200}(?=/)")


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Why a response about the post with the caller's key is not used, for the user; and a name to count by."""

    key: str
    kind: str
    message: str


def posts_answered(
    platform: str, targets: Sequence[Target], body: bytes
) -> tuple[tuple[Answered, ...], tuple[Disagreement, ...]]:
    """Return the post for each target in a platform's response, and why parts of it are not used."""
    found, problems = _read(platform, body, None)
    wrong = [Disagreement(target.key, "answer-not-read", problems[0].message) for target in targets if problems]
    matched = [_matched(platform, target, found) for target in targets]
    # One that was not requested, where a response lists posts, is the canary, or another's.
    if len(found) == 1 and matched == [None] and not any(each.together for each in by_name()[platform].questions):
        message = f"the answer is about the post {found[0].post.id}"
        wrong.append(_unused(found[0].post.platform, targets[0], "answer-of-another-post", message))
    wrong += [each for each in matched if isinstance(each, Disagreement)]
    return tuple(each for each in matched if isinstance(each, Answered)), tuple(wrong)


def post_of_memento(
    platform: str, target: Target, body: bytes, content_type: str | None
) -> Answered | Disagreement | None:
    """Parse a post from a web archive's copy of its page (of any year) or JSON; None if it does not show it."""
    found, problems = _read(platform, body, content_type)
    if problems:
        return Disagreement(target.key, "answer-not-read", problems[0].message)
    return _matched(platform, target, found)


def _read(platform: str, body: bytes, media_type: str | None) -> tuple[list[Answered], list[Problem]]:
    problems: list[Problem] = []
    known = by_name().get(platform)
    if known is None or len(body) > _LARGEST:
        return [], []
    text = text_in(body, media_type)
    found = run_list_finder("answers", lambda: list(islice(_posts(known, text), _MOST)), problems)
    return found, problems


def _posts(known: Platform, text: str) -> Iterable[Answered]:
    if text.lstrip()[:1] in {"{", "["}:
        data = json_of(text)
        return known.posts_in_json(data) if known.posts_in_json and data else ()
    if known.posts_in_page is None or "<" not in text:
        return ()
    tree = HTMLTree.parse(text)
    # Selectors take quadratic time where elements are nested deeper than on any page.
    is_deep = tree.document is not None and tree.document.query_selector(_TOO_DEEP) is not None
    return () if is_deep else known.posts_in_page(tree)


def _matched(platform: str, target: Target, found: Sequence[Answered]) -> Answered | Disagreement | None:
    """Return the answer for a target: the first with its id, its author, and the longest text."""
    # An id that begins with a handle is case-insensitive.
    fold = str.casefold if "/" in target.native_id else str
    same = [each for each in found if each.post.id and fold(each.post.id) == fold(target.native_id)]
    if not same and len(found) == 1 and short_link(target.url):
        same = [found[0]]
    judged = [_judged(platform, target, each) for each in same]
    whole = [each for each in judged if isinstance(each, Answered)]
    texts = (each for each in whole if each.post.text)
    return next(texts, None) or next(iter(whole), None) or next(iter(judged), None)


def _judged(platform: str, target: Target, found: Answered) -> Answered | Disagreement:
    """Return the answer for a target if it names its author, if known."""
    permalink = by_name()[platform].recognise(target.url)
    handle = target.handle or (permalink.handle if permalink else None)
    given = found.post.handle
    native_id = found.post.id if short_link(target.url) else target.native_id
    taken = replace(found, key=target.key, post=replace(found.post, id=native_id))
    asked, told = _account(target.url), found.account or _account(found.post.url)
    if asked and told:
        return taken if asked == told else _other_author(platform, target, asked, told)
    if handle is None and asked is None:
        return taken
    if handle is None or given is None:
        known = f"@{handle}" if handle else asked
        return _unused(platform, target, "answer-names-no-author", f"the answer does not name {known}")
    is_same = fold_handle(given) == fold_handle(handle)
    return taken if is_same else _other_author(platform, target, f"@{handle}", f"@{given}")


def _account(url: str | None) -> str | None:
    """Return the platform's id of an account in a post's URL, where some have it instead of the handle."""
    found = _ACCOUNT.search(url or "")
    return found[0] if found else None


def _other_author(platform: str, target: Target, known: str, given: str) -> Disagreement:
    return _unused(platform, target, "answer-of-another-author", f"the post is by {known}, the answer names {given}")


def _unused(platform: str, target: Target, kind: str, why: str) -> Disagreement:
    return Disagreement(target.key, kind, f"{platform} {target.native_id}: {why}: not used"[:_LONGEST_MESSAGE])
