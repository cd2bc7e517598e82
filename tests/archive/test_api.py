"""The functions for notebooks: what is asked with a wrong parameter is an error, as in the command."""

import pytest
from invented import article, save, tweet

from archive.api import QueryError, open_archive

#: What is asked, its parameters, and what the error says.
WRONG = [
    ("a question", {"question": "posts_of_hashtag"}, "hastag", "did you mean hashtag?"),
    ("something else", {"question": "posts_of_hashtag"}, "zoom", "choose one of hashtag"),
    ("SQL", {"sql": "SELECT :day AS day"}, "dya", "did you mean day?"),
    ("a condition", {"table": "posts", "where": "platform = :platform"}, "plattform", "platform?"),
    ("a table", {"table": "posts"}, "platform", "it has none"),
]


@pytest.fixture
def archive(path):
    save(path, article(tweet("The lamps are lit #Pier")))
    return open_archive(path)


@pytest.mark.parametrize(("asked", "name", "words"), [pytest.param(*c[1:], id=c[0]) for c in WRONG])
@pytest.mark.parametrize("kind", ["rows", "frame"])
def test_a_wrong_parameter_is_an_error_that_names_the_nearest(archive, kind, asked, name, words):
    if kind == "frame":
        pytest.importorskip("pandas")
    with pytest.raises(QueryError) as error:
        getattr(archive, kind)(**asked, parameters={name: "x"})
    assert f"no parameter {name!r}" in str(error.value)
    assert words in str(error.value)


def test_a_right_parameter_is_taken(archive):
    (row,) = archive.rows(question="posts_of_hashtag", parameters={"hashtag": "pier"})
    assert row["as_written"] == "Pier"
    assert len(archive.rows(question="posts_of_hashtag")) == 1
