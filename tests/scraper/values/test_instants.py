from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scraper.registry import instant

BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
BASE32 = "234567abcdefghijklmnopqrstuvwxyz"
NOON = int(datetime(2024, 6, 7, 12, 0, 0, 345000, tzinfo=UTC).timestamp() * 1000)


def digits(number: int, alphabet: str, length: int) -> str:
    signs = []
    for _ in range(length):
        number, rest = divmod(number, len(alphabet))
        signs.append(alphabet[rest])
    return "".join(reversed(signs))


def id_of(platform: str, milliseconds: int, sequence: int = 7) -> str:
    """The inverse of what is tested, written from the platforms' own descriptions of their ids."""
    match platform:
        case "twitter":
            return str((milliseconds - 1288834974657) * 2**22 + sequence)
        case "instagram" | "threads":
            return digits((milliseconds - 1314220021721) * 2**23 + sequence, BASE64, 11)
        case "tiktok":
            return str(milliseconds // 1000 * 2**32 + sequence)
        case "bluesky":
            return digits(milliseconds * 1000 * 2**10 + sequence, BASE32, 13)
        case "mastodon" | "truthsocial":
            return str(milliseconds * 2**16 + sequence)
        case "linkedin":
            return str(milliseconds * 2**22 + sequence)
    raise AssertionError(platform)


PLATFORMS = ["twitter", "instagram", "threads", "tiktok", "bluesky", "mastodon", "truthsocial", "linkedin"]


@pytest.mark.parametrize("platform", PLATFORMS)
def test_the_id_gives_the_instant(platform):
    moment = instant(platform, id_of(platform, NOON))
    assert moment is not None
    if platform == "tiktok":
        assert (moment.at, moment.precision) == ("2024-06-07T12:00:00Z", "second")
    else:
        assert (moment.at, moment.precision) == ("2024-06-07T12:00:00.345Z", "millisecond")
    assert moment.source == "id"
    assert moment.as_written is None


@pytest.mark.parametrize("platform", PLATFORMS)
@given(
    first=st.integers(1_640_000_000_000, 1_740_000_000_000), second=st.integers(1_640_000_000_000, 1_740_000_000_000)
)
def test_later_ids_are_later(platform, first, second):
    earlier, later = sorted((first, second))
    one, two = instant(platform, id_of(platform, earlier)), instant(platform, id_of(platform, later))
    assert one is not None
    assert two is not None
    assert one.at <= two.at


def test_only_the_first_eleven_signs_of_a_shortcode_count():
    public = id_of("instagram", NOON)
    assert instant("instagram", public + "kQ3xPrivateKeyOfTheFollower") == instant("instagram", public)


def test_the_number_behind_a_shortcode_works_too():
    assert instant("instagram", str((NOON - 1314220021721) * 2**23)) == instant("instagram", id_of("instagram", NOON))


def test_linkedin_takes_the_urn():
    number = id_of("linkedin", NOON)
    assert instant("linkedin", f"urn:li:activity:{number}") == instant("linkedin", number)


@pytest.mark.parametrize(
    ("platform", "native_id", "why"),
    [
        ("twitter", "20", "counted, not timed"),
        ("twitter", "29999999999", "the last of the counted ids"),
        ("twitter", "9223372036854775807", "decades ahead"),
        ("twitter", "-1223400000000000000", "not a number"),
        ("twitter", "1223400000000000000.0", "not a number"),
        ("twitter", "١٢٢٣٤٠٠٠٠٠٠٠٠٠٠٠٠٠٠", "digits of another script"),
        ("twitter", "", "nothing"),
        ("twitter", "9" * 5000, "far too long"),
        ("instagram", "BXsFz", "a counted id of 2011"),
        ("instagram", "CP not a code", "spaces"),
        ("tiktok", "123", "1970"),
        ("bluesky", "self", "a record key that is not a TID"),
        ("bluesky", "zzzzzzzzzzzzz", "the top bit is set"),
        ("mastodon", "1234567", "a counted id"),
        ("mastodon", "726450000000000000", "another server's epoch: centuries ahead"),
        ("facebook", "10158000000000000", "not numbered by time"),
        ("youtube", "abcdefghijk", "random"),
        ("reddit", "abc123", "counted"),
        ("nowhere", "1", "unknown"),
    ],
)
def test_other_ids_say_nothing(platform, native_id, why):
    assert instant(platform, native_id) is None, why


@pytest.mark.parametrize("platform", PLATFORMS)
@given(native_id=st.one_of(st.text(max_size=40), st.integers(0).map(str), st.text(BASE64, max_size=30)))
def test_never_raises_and_stays_in_range(platform, native_id):
    moment = instant(platform, native_id)
    assert moment is None or "2003" < moment.at < "2200"
