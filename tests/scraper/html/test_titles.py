"""Titles without the site's name, in the spellings of windows and cards."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scraper.html.metadata.headline import is_site, site_after_headline, without_site

RAIN = "Rain all week"


@pytest.mark.parametrize(
    ("title", "outlet", "host", "cut"),
    [
        ("Rain all week | Gull Post", None, "www.gullpost.example", RAIN),
        ("Rain all week - The Gull Post", None, "gullpost.example", RAIN),
        ("Rain all week — Gull Post News", "Gull Post", None, RAIN),
        ("Rain all week - gullpost.example", None, "gullpost.example", RAIN),
        ("Rain all week | Weather | Gull Post", "Gull Post", None, RAIN),
        ("Rain all week | Gull Post | Local weather", "Gull Post", None, "Rain all week | Gull Post | Local weather"),
        ("Gull Post: Rain all week", "Gull Post", None, RAIN),
        ("The Gull Post | Rain all week", "Gull Post", None, RAIN),
        ("»Rain all week« (Gull Post)", "Gull Post", None, "»Rain all week«"),
        ("Rain all week - Ada - Gulls and all", "Ada - Gulls and all", None, RAIN),
        ("Gulls | News - Rain all week", "Gulls | News", None, RAIN),
        ("Rain all week - http://www.gulls.example", None, "gullpost.example", RAIN),
        ("Rain all week | http://gulls.example/tide", None, None, "Rain all week | http://gulls.example/tide"),
        ("Rain - and sun", "Gull Post", "gullpost.example", "Rain - and sun"),
        ("Gull Post wins a prize", "Gull Post", None, "Gull Post wins a prize"),
        ("雨は一週間：鴎日報", "鴎日報", None, "雨は一週間"),
        ("雨は一週間：鴎と波の日報", "鴎と波の日報 電子版", None, "雨は一週間"),
        ("大雨下了一周-鸥鸟日报", "鸥鸟日报", None, "大雨下了一周"),
        ("大雨下了一周：鸥鸟都走了", "鸥鸟日报", None, "大雨下了一周：鸥鸟都走了"),
        ("Gull Post", "Gull Post", None, "Gull Post"),
        ("Rain | Sun", None, None, "Rain | Sun"),
        ("", "Gull Post", None, ""),
    ],
)  # fmt: skip
def test_the_sites_name_is_cut_off(title, outlet, host, cut):
    assert without_site(title, outlet, host) == cut


@pytest.mark.parametrize(("title", "expected"), [("The Gull Post", True), ("gullpost.example", True), ("Gulls", False)])
def test_a_title_may_be_the_sites_name(title, expected):
    assert is_site(title, "Gull Post", "www.gullpost.example") is expected


LONG = "Rain all week in the west and north"


@pytest.mark.parametrize(
    ("behind", "site"),
    [
        (" - The Gull Post", "The Gull Post"),
        (" | Weather | The Gull Post", "The Gull Post"),
        (" | Weather", None),
        (" | 1 February 2020", None),
        (" | local weather", None),
        (" | Gulls, Tides and Harbours of the West", None),
        (" and the north", None),
        ("", None),
    ],
)
def test_the_sites_name_may_stand_behind_the_headline(behind, site):
    assert site_after_headline(LONG + behind, LONG) == site


@given(st.text(max_size=60), st.text(max_size=12), st.text(max_size=12))
def test_what_is_kept_stands_in_the_title(title, outlet, host):
    assert without_site(title, outlet, host) in title
