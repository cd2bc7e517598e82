"""Comparisons: the right figures, what is left out said, and lines that are told apart without colour."""

import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archive.site.charts import LEAST_BASE, lines, small_bars

DAYS = st.dates().map(str)
ROWS = st.lists(st.fixed_dictionaries({"day": DAYS, "number": st.integers(0, 10**6)}), min_size=1, max_size=20)


@pytest.fixture(scope="module")
def look(samples_archive, datasette_on, get):
    """Give a function that gives a page: its HTML, and the words in its main part without its drawings."""

    def ask(address):
        page = get(datasette_on(samples_archive), f"/samples/{address}")
        assert page.status_code == 200
        main = page.text.split('<main id="main">')[1].split("</main>")[0]
        words = re.sub(r"<[^>]+>", " ", re.sub(r"<svg.*?</svg>", "", main, flags=re.DOTALL))
        return main, unescape(" ".join(words.split()))

    return ask


@pytest.mark.parametrize(
    ("query", "words"),
    [
        pytest.param("hashtag=LetMiraSing&hashtag=%23saudade", "B #Saudade 1 shown", id="two hashtags"),
        pytest.param("hashtag=letmirasing", "5 shown; 2 without a day, not shown", id="what has no day"),
        pytest.param("hashtag=letmirasing&since=2024-05-13", "1 shown; 6 of other days or without one", id="dates"),
        pytest.param("hashtag=nope", "Not in this archive: nope", id="unknown"),
        pytest.param("hashtag=saudade&since=soon", "From: write 2024-05-09", id="no date"),
        pytest.param("outlet=pop+signal&outlet=Canal+Farol", "A Pop Signal 4 shown", id="outlets"),
        pytest.param("author=@MiraSolene_EX", "A @mirasolene_ex 3 shown", id="an author by handle"),
        pytest.param("author=twitter:mirasolene_ex", "A @mirasolene_ex 3 shown", id="an author by key"),
        pytest.param("hashtag=letmirasing&per=1000", "no day has ten articles to be counted by", id="shares"),
        pytest.param("", "Those with most to show stand here until you choose.", id="nothing asked"),
        pytest.param("hashtag=saudade&outlet=Pop+Signal", "Not compared: outlets. One chart", id="two kinds"),
        pytest.param(
            "hashtag=saudade&hashtag=b&hashtag=c&hashtag=d&hashtag=e&hashtag=f",
            "Not compared: more than 5 hashtags",
            id="six",
        ),
        pytest.param("by=author", "Compare authors", id="another kind"),
    ],
)
def test_a_comparison_says_what_it_shows(look, query, words):
    assert words in look(f"compare?{query}")[1]


def test_no_more_than_five_are_compared_each_once(look):
    page, words = look("compare?" + "&".join(f"hashtag={tag}" for tag in ["saudade", "Saudade", *"abcdefg"]))
    assert words.count("Not in this archive") == 3
    assert len(re.findall(r"<li><svg", page)) == 1


def test_figures_lead_to_their_rows(look, samples_archive, datasette_on, get):
    page, _ = look("compare?hashtag=letmirasing&hashtag=saudade")
    day = re.search(r"12 May 2024</th><td[^>]*><a href=\"([^\"]+)\" rel=\"nofollow\">4</a>", page)
    rows = get(datasette_on(samples_archive), unescape(day[1])).text
    assert "<h1>4 articles</h1>" in rows
    csv = unescape(re.search(r'<a href="([^"]+)" rel="nofollow">CSV', page)[1])
    assert "letmirasing,2024-05-12,4" in get(datasette_on(samples_archive), csv).text


def test_rows_of_a_comparison_are_given_where_nobody_writes_sql(samples_archive, datasette_on, get):
    datasette = datasette_on(samples_archive, default_allow_sql=False)
    page = get(datasette, "/samples/compare?hashtag=letmirasing&hashtag=saudade").text
    csv = unescape(re.search(r'<a href="([^"]+)" rel="nofollow">CSV', page)[1])
    rows = get(datasette, csv).text
    assert "letmirasing,2024-05-12" in rows
    assert "saudade,2024-05-13" in rows


def rows_of(**days):
    return [{"day": day.replace("_", "-")[1:], "number": number} for day, number in days.items()]


def test_lines_are_told_apart_by_letter_marker_and_dash():
    made = lines([(f"#{n}", rows_of(d2024_05_01=n, d2024_05_09=2 * n)) for n in range(1, 6)])
    drawing = str(made.drawing)
    marks = {re.search(rf'class="mark series-{n}"[^>]* d="([^"]+)"', drawing)[1] for n in range(5)}
    assert len(marks) == 5
    assert all(f">{letter} #{n}<" in drawing for n, letter in enumerate("ABCDE", 1))


def test_a_share_of_too_little_is_a_gap():
    rows = rows_of(d2024_05_01=1, d2024_05_02=2, d2024_05_03=3)
    base = [{"day": row["day"], "articles": LEAST_BASE - (row["number"] == 2)} for row in rows]
    (line,) = lines([("a", rows)], [base]).lines
    assert [value for value in line.values if value] == [100.0, 300.0]


def test_a_line_begins_where_all_is_counted():
    rows = rows_of(d2024_05_01=1, d2024_05_02=2, d2024_05_03=3)
    (line,) = lines([("a", rows)], cut=["2024-05-01"]).lines
    assert [value for value in line.values if value] == [2, 3]


def test_what_has_no_day_is_in_no_line():
    assert lines([("a", [{"day": "2024", "number": 3}, {"day": None, "number": 1}])]) is None


@given(st.lists(ROWS, min_size=1, max_size=5))
def test_no_number_is_lost_whatever_the_dates(subjects):
    made = lines([(str(n), rows) for n, rows in enumerate(subjects)])
    for n, rows in enumerate(subjects):
        assert (made is None) or sum(made.lines[n].numbers) == sum(row["number"] for row in rows)
    if made:
        assert made.drawing is not None
        assert small_bars(made.spans, made.lines[0].numbers)
