"""Days gathered into bars, and bars drawn: every number arrives, on any calendar."""

import re
from datetime import date, timedelta
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from voxpop_site.charts import WIDE, chart, round_step
from voxpop_site.days import bars
from voxpop_site.pages.article import in_story_order

DAYS = st.dates(date(1, 1, 1), date(9999, 12, 31)).map(str)
ROWS = st.lists(st.tuples(DAYS, st.integers(0, 10**7), st.integers(0, 10**7)), min_size=1, max_size=30)


def rows_of(*triples):
    return [{"day": str(day), "posts": posts, "articles": articles} for day, posts, articles in triples]


@pytest.mark.parametrize(
    ("days", "unit", "count"),
    [
        (1, "day", 12),
        (5, "day", 12),
        (60, "day", 60),
        (120, "day", 120),
        (121, "week", 18),
        (900, "month", 30),
        (9000, "year", 25),
    ],
)
def test_bars_are_as_coarse_as_they_must_be(days, unit, count):
    first = date(2001, 1, 1)
    rows = rows_of((first, 1, 0), (first + timedelta(days=days - 1), 1, 0))
    found_unit, found = bars(rows, WIDE.most, "posts", "articles")
    assert (found_unit, len(found)) == (unit, count)


@given(ROWS)
def test_no_number_is_lost_and_no_unit_is_missing(triples):
    _, found = bars(rows_of(*triples), 120, "posts", "articles")
    assert sum(bar.above for bar in found) == sum(posts for _, posts, _ in triples)
    assert sum(bar.below for bar in found) == sum(articles for *_, articles in triples)
    starts = [bar.start for bar in found]
    assert starts == sorted(set(starts))
    assert len(found) <= 132


@given(ROWS)
def test_drawings_are_well_formed_and_inside_their_frame(triples):
    drawn = chart(rows_of(*triples))
    for svg in re.findall(r"<svg.*?</svg>", str(drawn.drawing)):
        root = ET.fromstring(svg)
        width, height = map(float, root.get("viewBox").split()[2:])
        for bar in root.iter("rect"):
            x, y, w, h = (float(bar.get(name)) for name in ("x", "y", "width", "height"))
            assert x >= 0 <= y
            assert x + w <= width + 0.1
            assert y + h <= height


def test_nothing_to_draw_is_no_chart():
    assert chart([]) is None
    assert chart([{"day": "long ago", "posts": 1, "articles": 1}]) is None


def test_a_chart_describes_itself():
    drawn = chart(rows_of(("2024-05-11", 1, 0), ("2024-05-12", 8, 4)))
    words = "9 posts and 4 articles by day, 11 May 2024 to 12 May 2024; most posts: 12 May 2024, 8."
    assert str(drawn.drawing).count(f'role="img" aria-label="{words}"') == 2
    assert [(bar.label, bar.above, bar.below) for bar in drawn.bars] == [
        ("11 May 2024", 1, 0),
        ("12 May 2024", 8, 4),
    ]


@given(st.integers(0, 10**12))
def test_few_round_lines(most):
    step = round_step(most)
    assert most / step <= 4
    assert str(step).rstrip("0") in {"1", "2", "5"}


def test_reactions_stand_in_the_order_of_the_story():
    embeds = [
        {"position": 0, "start_offset": None, "name": "first"},
        {"position": 1, "start_offset": 50, "name": "third"},
        {"position": 2, "start_offset": None, "name": "fourth"},
    ]
    quotes = [
        {"position": 0, "start_offset": 10, "name": "second"},
        {"position": 1, "start_offset": 90, "name": "last"},
    ]
    names = [row["name"] for row in in_story_order(embeds, quotes)]
    assert names == ["first", "second", "third", "fourth", "last"]
