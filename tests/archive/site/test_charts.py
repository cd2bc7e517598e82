"""Days gathered into bars, and bars drawn: every number arrives, on any calendar."""

import re
import sqlite3
from contextlib import closing
from datetime import date, timedelta
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archive.site.charts import NARROW, WIDE, bars, by_day, chart, lines, round_dates, round_step
from archive.site.pages.article import in_story_order

DAYS = st.dates(date(1, 1, 1), date(9999, 12, 31)).map(str)
ROWS = st.lists(st.tuples(DAYS, st.integers(0, 10**7), st.integers(0, 10**7)), min_size=1, max_size=30)


def rows_of(*triples):
    return [{"day": day and str(day), "posts": posts, "articles": articles} for day, posts, articles in triples]


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
    found_unit, found = bars(by_day(rows, "posts", "articles"), WIDE.most)
    assert (found_unit, len(found)) == (unit, count)


@given(ROWS)
def test_no_number_is_lost_and_no_unit_is_missing(triples):
    _, found = bars(by_day(rows_of(*triples), "posts", "articles"), 120)
    assert sum(bar.above for bar in found) == sum(posts for _, posts, _ in triples)
    assert sum(bar.below for bar in found) == sum(articles for *_, articles in triples)
    assert all(one.end < other.start for one, other in pairwise(found))
    starts = [bar.start for bar in found]
    assert starts == sorted(set(starts))
    assert len(found) <= 132


@given(ROWS)
def test_drawings_are_well_formed_and_inside_their_frame(triples):
    drawn = chart(rows_of(*triples))
    for svg in re.findall(r"<svg.*?</svg>", str(drawn.drawing if drawn else "")):
        root = ET.fromstring(svg)
        width, height = map(float, root.get("viewBox").split()[2:])
        for bar in root.iter("rect"):
            x, y, w, h = (float(bar.get(name)) for name in ("x", "y", "width", "height"))
            assert x >= 0 <= y
            assert x + w <= width + 0.1
            assert y + h <= height


def words_of(*triples, **more):
    return chart(rows_of(*triples), **more).says


def test_nothing_to_draw_is_no_chart():
    assert chart([]) is None


@pytest.mark.parametrize(
    ("triples", "says"),
    [
        pytest.param(
            [("2024-05-11", 1, 0), ("2024-05-12", 8, 4)],
            "9 posts and 4 articles by day, 11 May 2024 to 12 May 2024. All have a date.",
            id="days",
        ),
        pytest.param(
            [("2024-05-11", 1, 1)], "1 post and 1 article, all on 11 May 2024. All have a date.", id="one day"
        ),
        pytest.param([("long ago", 1, 0)], "No day is known of 1 post.", id="no day"),
        pytest.param(
            [("2024-05-11", 0, 1), ("2024-05", 3, 0), (None, 2, 1)],
            "1 article, all on 11 May 2024. No day is known of 5 posts and 1 article, not shown.",
            id="some without a day",
        ),
    ],
)
def test_a_chart_says_what_it_shows_and_what_not(triples, says):
    assert words_of(*triples) == says


@pytest.mark.parametrize(
    ("triples", "finding"),
    [
        pytest.param(
            [("2024-05-11", 1, 0), ("2024-05-12", 8, 4)],
            "Most posts on 12 May 2024 (8 of 9), all 4 articles on 12 May 2024",
            id="one day each",
        ),
        pytest.param([("2024-05-11", 1, 0), ("2024-05-12", 1, 2)], "All 2 articles on 12 May 2024", id="a tie"),
        pytest.param([("2024-05-11", 3, 3)], "", id="one day alone"),
        pytest.param(
            [("2024-01-03", 5, 0), ("2024-07-10", 2, 0)],
            "Most posts in the week of 1 January 2024 (5 of 7)",
            id="weeks",
        ),
    ],
)
def test_the_title_of_a_chart_is_its_finding(triples, finding):
    assert chart(rows_of(*triples)).finding == finding


def test_a_chart_says_what_its_rows_leave_out():
    says = words_of(("2024-05-11", 1, 2), ("2024-05-12", 1, 0), undated=(1, 0), older=(0, 1200))
    assert says.endswith("Not shown: 1,200 articles from before. No day is known of 1 post, not shown.")


def test_one_value_is_no_drawing_and_two_are_drawn_in_both_sizes():
    assert not chart(rows_of(("2024-05-11", 7, 3))).drawing
    drawn = chart(rows_of(("2024-05-11", 1, 0), ("2024-05-12", 8, 4)))
    assert str(drawn.drawing).count("<svg") == 2
    assert [(bar.label, bar.above, bar.below) for bar in drawn.bars] == [("11 May 2024", 1, 0), ("12 May 2024", 8, 4)]
    assert "12 May 2024: 4 articles<" in str(drawn.drawing)
    assert "11 May 2024: 1 post<" in str(drawn.drawing)


def test_bars_lead_to_the_rows_of_their_days():
    links = {"posts": lambda first, last: f"/posts?from={first}&to={last}"}
    drawn = chart(rows_of(("2024-01-31", 1, 1), ("2026-02-03", 2, 0)), links=links)
    assert (drawn.unit, str(drawn.drawing).count("<a ")) == ("week", 2 * 2)
    assert '<a href="/posts?from=2024-01-29&amp;to=2024-02-04" tabindex="-1"' in drawn.drawing
    assert drawn.rows("posts", drawn.bars[-1]) == "/posts?from=2026-02-02&to=2026-02-08"
    assert drawn.rows("articles", drawn.bars[0]) is None


@given(st.dates(), st.dates(), st.sampled_from([WIDE, NARROW]))
def test_dates_at_the_axis_are_round_and_do_not_run_into_each_other(one, other, size):
    unit, found = bars(by_day(rows_of((one, 1, 1), (other, 1, 1)), "posts", "articles"), size.most)
    first, last = found[0].start, found[-1].end
    ticks = round_dates(first, last, unit, size.inner)
    assert all(first <= day <= last and (day.day == 1 or unit in {"day", "week"}) for day, _ in ticks)
    each = size.inner / ((last - first).days + 1)
    gaps = [(after - before).days * each for (before, _), (after, _) in pairwise(ticks)]
    assert all(gap >= 5.5 * len(name) for gap, (_, name) in zip(gaps, ticks, strict=False))


@given(st.integers(1, 10**9) | st.floats(0.01, 1000))
def test_few_round_lines(most):
    step = round_step(most)
    assert most / step <= 4 + 1e-9
    assert f"{step:.9f}".replace(".", "").strip("0") in {"1", "2", "5"}


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


@pytest.mark.parametrize(
    ("address", "words"),
    [
        pytest.param(
            "home.svg",
            ["Posts and articles", "Most posts", "Posts", "Articles", "Source: voxpop, samples."],
            id="front page",
        ),
        pytest.param("hashtag/letmirasing.svg", ["#LetMiraSing", "Posts", "Articles"], id="hashtag"),
        pytest.param("hashtag/letmirasing.svg?language=pt", ["#LetMiraSing: in Portuguese"], id="filtered hashtag"),
        pytest.param("list/posts.svg?q=the", ["Posts: the", "Posts"], id="list"),
        pytest.param("list/posts.svg?q=the%08%1B%00", ["Posts: the"], id="signs that XML has not"),
        pytest.param(
            "compare.svg?hashtag=letmirasing&hashtag=saudade", ["A #LetMiraSing", "B #Saudade"], id="comparison"
        ),
        pytest.param(
            "compare.svg?by=author", ["Authors over time", "C ", "All on one scale"], id="comparison of three"
        ),
        pytest.param("author/twitter~3Amirasolene_ex.svg", ["Posts of Mira Sol", "Posts"], id="author"),
        pytest.param("trends.svg", ["Posts by platform", "Bluesky", "Articles by language"], id="platforms"),
    ],
)
def test_a_chart_is_a_file_that_stands_alone(samples_archive, datasette_on, get, address, words):
    answer = get(datasette_on(samples_archive), f"/samples/{address}")
    assert answer.headers["content-type"] == "image/svg+xml"
    root = ET.fromstring(answer.text)
    found = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert all(any(word in (text or "") for text in found) for word in words)
    assert "href" not in answer.text
    assert get(datasette_on(samples_archive), "/samples/speed.svg").status_code == 404


def test_three_series_are_drawn_apart_on_one_scale():
    series = [("a", [(1, 4), (2, 2)]), ("b", [(1, 1)]), ("c", [(3, 2)])]
    named = [(name, [{"day": f"2024-05-0{day}", "number": n} for day, n in days]) for name, days in series]
    apart = lines(named).multiples
    heights = {line.name: re.findall(r' height="([\d.]+)"', drawing) for line, drawing in apart}
    assert heights == {"a": ["40", "20"], "b": ["10"], "c": ["20"]}
    assert lines(named[:2]).multiples == []


def test_no_zero_is_in_the_figures_of_a_comparison(samples_archive, datasette_on, get):
    page = get(datasette_on(samples_archive), "/samples/compare?by=author").text
    assert "<td" in page
    assert ">0</td>" not in page


def test_what_has_no_day_is_counted_and_languages_have_names(samples_archive, tmp_path, datasette_on, get):
    path = tmp_path / "samples.db"
    path.write_bytes(samples_archive.read_bytes())
    with closing(sqlite3.connect(path)) as copy:
        copy.execute("update tally_platform_days set day = '' where platform = 'bluesky'")
        copy.commit()
    page = " ".join(re.sub("<[^>]+>", " ", get(datasette_on(path), "/samples/trends").text).split())
    assert re.search(r"Without a day: Bluesky , [1-9]\d* posts?\.", page)
    assert "English " in page
