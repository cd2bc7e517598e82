"""The rows of an article from several archives, merged in any order and in any groups, are the same rows."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from operator import attrgetter

from hypothesis import example, given
from hypothesis import strategies as st
from invented import article, digest_of, quote

from archive.store.merging import StoredRows as HeldRows
from archive.store.merging import merge_rows
from archive.store.reactions import SAME_QUOTE, quotes_of
from archive.store.versions import join_sights, merge_newer, merge_older, version_of

TEXTS = ["“One”", "“Two”", "“Three”"]
#: The archive; what it shows; whether it is of the session of the sight before; when a file states it was saved;
#: whether it is of the moment of the sight before.
SIGHTS = st.lists(
    st.tuples(
        st.sampled_from("abc"),
        st.lists(st.sampled_from(TEXTS), max_size=5),
        st.booleans(),
        st.none() | st.integers(0, 15),
        st.booleans(),
    ),
    max_size=16,
)


@dataclass(frozen=True)
class StoredRows:
    """What an archive holds of the article."""

    order: tuple[str, str]
    rows: list
    sights: list


def _minute(number, second=0):
    return f"2021-05-06T07:{number:02}:{second:02}Z"


def _seen(held, version):
    order, sights = (version.seen, version.record), [version.sight]
    if held is None:
        return StoredRows(order, quotes_of(version), sights)
    sights = join_sights(held.sights, sights)
    if order[0] < held.order[0]:
        return StoredRows(held.order, merge_older(held.rows, quotes_of(version), SAME_QUOTE, version, sights), sights)
    return StoredRows(order, merge_newer(held.rows, quotes_of(version), SAME_QUOTE, version, sights), sights)


def _archives(sights):
    """Make the archives."""
    archives, opened, number = dict.fromkeys("abc"), {}, 0
    for name, texts, is_same_session, stated, is_same_moment in sights:
        number += not is_same_moment
        now = _minute(2 * number + 1)
        opened[name] = opened[name] if is_same_session and name in opened else now
        extraction = article(quotes=[quote(text, start=9 * place) for place, text in enumerate(texts)])
        version = version_of(
            extraction,
            article="a",
            digest=digest_of(extraction),
            taken=now,
            saved_at=None if stated is None else _minute(2 * (stated % (number + 1)), second=number),
            session=opened[name],
        )
        archives[name] = _seen(archives[name], version)
    return [held for held in archives.values() if held is not None]


def _merged(one, other):
    order, sights = max(one.order, other.order), join_sights(one.sights, other.sights)
    held = [
        HeldRows(each.rows, is_latest=each.order[0] == order[0], has_text=each.order == order) for each in (one, other)
    ]
    rows = merge_rows(*held, attrgetter("text"), sights)
    return StoredRows(order, sorted((replace(row, id=None) for row in rows), key=repr), sights)


def _ways(archives):
    """Yield what comes of merging archives in every order, one after the other and the last two first."""
    for first, *rest in itertools.permutations(archives):
        yield (_merged(first, _merged(*rest)) if len(rest) == 2 else _merged(first, *rest))
        if len(rest) == 2:
            yield _merged(_merged(first, rest[0]), rest[1])


#: One archive has an article without quotes, and before, in the same session, with two; another one had them
#: later, in another order.
IN_ONE_SESSION = [
    ("b", TEXTS[:2], False, None, False),
    ("c", TEXTS[1::-1], False, None, False),
    ("b", [], True, None, False),
    ("a", [], False, None, False),
]


@given(SIGHTS)
@example(IN_ONE_SESSION)
def test_any_order_and_any_groups_give_the_same_rows(sights):
    archives = _archives(sights)
    if len(archives) > 1:
        one, *others = _ways(archives)
        assert [other for other in others if other != one] == []
        assert all(_merged(one, held) == one for held in archives)
