"""Every case of a table has a name that says what it is about."""

import pytest
from case_ids import COLLECTED, name_of, says_nothing


def test_no_case_is_called_by_a_number(request):
    """All cases are read that this run collected: with the whole suite, all there are."""
    cases = request.config.stash[COLLECTED]
    assert [nodeid for nodeid, name, arguments in cases if says_nothing(name, arguments)] == []


def test_a_number_is_no_name():
    names = ("None-text472", "value12", "en-text0-expected0", "case3", "<lambda>", "es-None")
    assert [name for name in names if not says_nothing(name, ["language", "text", "expected"])] == []
    names = ("cp1252", "language=None-“So be it,” a fan wrote.", "number=1", "text of 2 lines")
    assert [name for name in names if says_nothing(name, ["language", "text", "number"])] == []


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ("So be it", "So be it"),
        ("a\u200bb\n", "a\\u200bb\\n"),
        ("She said so, and all of them sang until the sun rose above the harbour", "She said so, and all of them sang until the…bove the harbour"),
        ("", "no argument"),
        (None, "argument=None"),
        (3, "argument=3"),
        (b"a\x00b", "3 bytes"),
        (b"GIF\xff", "GIF\\xff"),
        ([("one", None), {"two": {"b", "a"}}], "one two a b"),
        (len, "len"),
    ],
)  # fmt: skip
def test_a_case_is_called_by_its_values(value, name):
    assert name_of(value, "argument") == name
