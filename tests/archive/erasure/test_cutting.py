"""Where the attribution of a passage begins and ends, and where offsets are in the text that is left."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archive.store.erasures.filtering import MARK, Cut, with_attribution

ANN = ["Ann Lee 🌊", "Ann_Lee", "May 5, 2020", None, "", "🌊"]


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        (
            "So: Never again — Ann Lee 🌊 (@Ann_Lee) May 5, 2020. It rained.",
            "Never again — Ann Lee 🌊 (@Ann_Lee) May 5, 2020",
        ),
        ("So: Never again\n— Ann Lee (@Ann_Lee). It rained.", "Never again\n— Ann Lee (@Ann_Lee)"),
        ("Ann Lee (@ann_lee): Never again. It rained.", "Ann Lee (@ann_lee): Never again"),
        ("@Ann_Lee, May 5, 2020: “Never again” (Ann Lee)", "@Ann_Lee, May 5, 2020: “Never again” (Ann Lee)"),
        ("Joann Lee: Never again Annabel", "Never again"),
        ("Never again. The band went on.", "Never again"),
    ],
)
def test_the_attribution_belongs_to_the_passage(text, cut):
    start = text.index("Never again")
    start, end = with_attribution(text, (start, start + len("Never again")), ANN)
    assert text[start:end].strip() == cut


@pytest.mark.parametrize("names", [["*"], ["A", "A A", "A A A A", "A A A A A A A A"], ["a" * 200_000]])
@pytest.mark.parametrize("around", ["*" * 5000, "A " * 5000, "(" * 5000])
def test_hostile_names_cost_no_more_than_others(names, around):
    text = f"b{around}Never again{around}b"
    start = text.index("Never")
    begin, end = with_attribution(text, (start, start + 11), names)
    assert begin <= start < start + 11 <= end


def test_passages_that_touch_are_one():
    assert Cut.of([(4, 7), (0, 4), (9, 11), (8, 9)]).spans == ((0, 7), (8, 11))


@given(st.text("ab ", max_size=40), st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), max_size=5))
def test_what_is_not_cut_is_found_where_it_moved(text, spans):
    cut = Cut.of((min(span), min(max(span), len(text))) for span in spans)
    left = cut.applied(text)
    assert len(left) == cut.moved(len(text))
    for at, sign in enumerate(text):
        if not cut.touches(at, at + 1):
            assert left[cut.moved(at)] == sign
    assert left.count(MARK) == len(cut.spans)
