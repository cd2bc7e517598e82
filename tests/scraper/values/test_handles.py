from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scraper.registry import normal_handle
from scraper.values.handles import fold_handle


@pytest.mark.parametrize(
    ("raw", "platform", "handle"),
    [
        ("@Ada_L", "twitter", "Ada_L"),
        ("Ada_L", "twitter", "Ada_L"),
        ("＠ada", "twitter", "ada"),
        ("\u200f@ada\u200f", "twitter", "ada"),
        ("\u2066@ada\u2069 ", "twitter", "ada"),
        ("\xa0@ada\u202f", "twitter", "ada"),
        ("@" + "a" * 20, "twitter", "a" * 20),
        ("@" + "a" * 21, "twitter", None),
        ("@ada.l", "twitter", None),
        ("@ada!", "twitter", None),
        ("@ädä", "twitter", None),
        ("@", "twitter", None),
        ("", "twitter", None),
        ("@two words", "twitter", None),
        ("@a.da_9", "instagram", "a.da_9"),
        ("@ada.", "instagram", None),
        ("@.ada", "instagram", None),
        ("@a", "threads", "a"),
        ("@ada@social.example", "mastodon", "ada@social.example"),
        ("ada@social.example:3000", "mastodon", "ada@social.example:3000"),
        ("@ada", "mastodon", None),
        ("@ada@", "mastodon", None),
        ("@ada.bsky.social", "bluesky", "ada.bsky.social"),
        ("@ada-l.example", "bluesky", "ada-l.example"),
        ("@ada", "bluesky", None),
        ("@ada..example", "bluesky", None),
        ("u/ada-l", "reddit", "ada-l"),
        ("/u/ada-l", "reddit", "ada-l"),
        ("@ada.l", "tiktok", "ada.l"),
        ("@ädä", "youtube", "ädä"),
        ("@chan_nel", "telegram", "chan_nel"),
        ("ada.l.99", "facebook", "ada.l.99"),
        ("@any thing", "elsewhere", None),
        ("@any-thing", "elsewhere", "any-thing"),
    ],
)
def test_normal_form(raw, platform, handle):
    assert normal_handle(raw, platform) == handle


@given(st.text(max_size=60), st.sampled_from(["twitter", "instagram", "mastodon", "bluesky", "reddit", "other"]))
def test_a_normal_handle_is_its_own_normal_form(raw, platform):
    handle = normal_handle(raw, platform)
    assert handle is None or normal_handle(f"@{handle}", platform) == handle


@given(st.text(max_size=40))
def test_folding_is_idempotent(raw):
    assert fold_handle(fold_handle(raw)) == fold_handle(raw)


def test_case_and_sign_do_not_tell_handles_apart():
    assert fold_handle("@Ada_L") == fold_handle("ada_l") == "ada_l"
