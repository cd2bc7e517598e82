"""Which dates are possible, and what readers make of those that are not."""

import pytest

from scraper.input.listings import _mail_date, listed_date
from scraper.input.sources import published_option
from scraper.records import Moment
from scraper.values.dates import parse_date
from scraper.values.moments import is_possible, mail_instant, possible

#: Dates that no calendar has, or that no article of the web can have.
IMPOSSIBLE = [
    "2024-99-99", "2024-02-30", "2023-02-29", "2024-13", "2024-00", "2024-05-00", "0000", "0000-00-00",
    "0001-01-01T00:00:00Z", "1582-10-10", "9999", "9999-12-31T23:59:59Z", "2024-05-01T24:00:00Z",
    "2024-05-01T24:00", "2024-05-01T99:99", "2024-05-01T10:60Z", "2024-05-01T10:00:60Z", "٢٠٢٤-٠٥-٠١",
    "２０２４-05-01", "soon", "", "2024-05-01 10:00", "2024-05-01T10:00+01:00", "2024-05-01\n",
]  # fmt: skip


@pytest.mark.parametrize("at", IMPOSSIBLE)
def test_an_impossible_date_is_null_and_its_printed_form_stays(at):
    moment = Moment(at=at, precision="day", source="metadata", as_written="as printed")
    assert not is_possible(at)
    assert possible(moment) == Moment(at=None, precision=None, source="metadata", as_written="as printed")


@pytest.mark.parametrize(
    "at",
    [
        "1900", "2199-12", "2024-02-29", "2024-05-01T10:00", "2024-05-01T10:00Z", "2024-05-01T23:59:59Z",
        "2024-05-01T10:00:00.999999999Z", "2016-12-02T18:24:24.240Z", "2024-12-24T12:24",
    ],
)  # fmt: skip
def test_what_extraction_gives_is_possible(at):
    moment = Moment(at=at, precision="day", source="printed")
    assert is_possible(at)
    assert possible(moment) is moment
    assert len(at) < 10 or listed_date(at[:23])


@pytest.mark.parametrize(
    "written",
    [
        "2024-99-99", "0001-01-01T00:00:00Z", "9999-12-31", "2024-05-01T24:00:00Z", "2024-05-01x24:00",
        "1582-10-10", "2024-05-00",
    ],
)  # fmt: skip
@pytest.mark.parametrize("read", [listed_date, parse_date], ids=["feeds", "pages"])
def test_no_reader_takes_an_impossible_date(read, written):
    assert read(written) is None


@pytest.mark.parametrize("written", ["0001", "9999", "2024-00", "2024-05-01T24:00", "1582-10-10", "２０２４"])
def test_no_option_takes_an_impossible_date(written):
    with pytest.raises(ValueError, match="is not a date"):
        published_option(written)


@pytest.mark.parametrize(
    "written",
    [
        "Mon, 01 Jan 0001 00:00:00 +0000", "Fri, 31 Dec 9999 23:59:59 +0000", "Mon, 32 Jan 2024 00:00:00 +0000",
        "Mon, 01 Jan ２０２４ 00:00:00 +0000", "Mon, 01 Jan 2024 24:00:00 +0000",
    ],
)  # fmt: skip
def test_no_mail_and_no_feed_takes_an_impossible_date(written):
    assert mail_instant(written) is None
    assert _mail_date(written) is None
