"""Lags are counted without SQL as the triggers of the schema count them."""

import sqlite3
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archive.store.counts import STEP, lag_of, step_of

PARTS = st.tuples(
    st.sampled_from(["2020-02-01", "2020-02-30", "2019-12-31", "0000-01-01", "1969-12-31", "2020-W05-1", "٢٠٢٠-02-01"]),
    st.sampled_from(["T", " "]),
    st.sampled_from(["03:04:05", "23:59:59", "24:00:00", "03:04", "03:04:60", "0304:05"]),
    st.sampled_from(["", ".678", ".999", ".9999", ".12345678", ",678"]),
    st.sampled_from(["Z", "", "+01:00", "z"]),
)  # fmt: skip
MOMENTS = st.one_of(
    PARTS.map("".join),
    st.datetimes().map(lambda moment: f"{moment.isoformat()}Z"),
    st.sampled_from(["2020", "2020-02", "2020-02-01", "", "Z"]),
)


def by_sql(connection, published, posted):
    return connection.execute(
        f"SELECT {STEP} FROM (SELECT ?1 AS published_at, ?2 AS posted_at)", (published, posted)
    ).fetchone()[0]


def without_sql(connection, published, posted):
    lag = lag_of(connection, published, posted)
    return None if lag is None else step_of(lag)


@pytest.mark.parametrize(
    ("published", "posted", "minutes"),
    [
        pytest.param("2020-02-01T03:05:04Z", "2020-02-01T03:04:05.678Z", 0, id="less-than-a-minute"),
        pytest.param("2020-02-01T03:04:05Z", "2020-02-01T03:04:35Z", 0, id="less-than-a-minute-before"),
        pytest.param("2020-02-01T03:11:05Z", "2020-02-01T03:04:05.999Z", 6, id="towards-the-step-below"),
        pytest.param("2020-02-01T03:04:05Z", "2020-02-01T03:11:06Z", -6, id="published-before"),
        pytest.param("2020-02-01T03:04Z", "2020-01-01T03:04:05Z", 43200, id="without-seconds"),
        pytest.param("2020-02-01T03:04:05", "2020-02-01T03:04:05Z", None, id="no-zone"),
        pytest.param("2020-02-01", "2020-02-01T03:04:05Z", None, id="a-day"),
        pytest.param("2020-13-01T03:04:05Z", "2020-02-01T03:04:05Z", None, id="no-date"),
    ],
)
def test_the_step_of_a_lag(published, posted, minutes):
    with closing(sqlite3.connect(":memory:")) as connection:
        assert without_sql(connection, published, posted) == minutes
        assert by_sql(connection, published, posted) == minutes


@given(MOMENTS, MOMENTS)
def test_lags_of_any_moments_are_those_of_the_triggers(published, posted):
    with closing(sqlite3.connect(":memory:")) as connection:
        assert without_sql(connection, published, posted) == by_sql(connection, published, posted)
