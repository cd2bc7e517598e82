"""How likely a quote is a reaction: the fitted weights, the two passes, and who may choose the threshold."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from invented import article, quote, rows, save

from scraper.configuration import config_directory
from scraper.text.quotes import find_quotes
from scraper.text.quotes.confidence import (
    WEIGHTS_FILE,
    Model,
    fitted_model,
    neighbour_features,
    own_features,
    probability,
)
from scraper.text.quotes.finder import weighed
from scraper.text.quotes.words.lexicons import lexicon

#: The rules keep both: a plain case, and one that they only infer from the place named before.
SURE = "“The swans are back and I love it!” one user tweeted."
DOUBTFUL = (
    "On his platform Truth Social, Marl asked, “Where do these geese come from?” Marl revealed that he had once "
    "relied on the keepers for advice.\n“I was told to trust them,” Marl admitted."
)


def estimates(text, **options):
    return {found.text: found.confidence for found in find_quotes(text, "en", **options)}


def test_a_plain_case_is_surer_than_an_inferred_one():
    everything = estimates(f"{SURE}\n\n{DOUBTFUL}", min_confidence=0)
    assert everything["“The swans are back and I love it!”"] >= 0.8
    assert everything["“I was told to trust them,”"] < 0.8


@pytest.mark.parametrize("least", [0.0, 0.5, 0.8, 1.0])
def test_what_is_less_likely_than_wanted_is_left_out(least):
    text = f"{SURE}\n\n{DOUBTFUL}"
    everything = estimates(text, min_confidence=0)
    assert estimates(text, min_confidence=least) == {
        words: found for words, found in everything.items() if found >= least
    }


def test_without_a_wish_the_fitted_threshold_counts():
    text = f"{SURE}\n\n{DOUBTFUL}"
    assert estimates(text) == estimates(text, min_confidence=fitted_model().threshold)


@pytest.mark.parametrize(("least", "number"), [(0.8, 2), (0.95, 0)])
def test_an_article_without_a_likely_quote_is_left_clean(monkeypatch, least, number):
    strict = replace(fitted_model(), threshold=0.2, article_threshold=least)
    monkeypatch.setattr("scraper.text.quotes.finder.fitted_model", lambda: strict)
    assert len(estimates(DOUBTFUL)) == number


def test_the_weights_say_where_they_come_from():
    stored = json.loads((config_directory() / WEIGHTS_FILE).read_text("utf-8"))
    figures = stored["provenance"]["cross-validated by text"]["all"]
    assert stored["provenance"]["written by"] == "tools/fit_quotes.py"
    assert stored["provenance"]["labels"].startswith("sha256 ")
    assert figures["precision"] >= 0.82
    assert figures["recall"] >= 0.70
    assert figures["f1"] >= 0.76
    assert stored["provenance"]["calibration error"] <= 0.05
    assert stored["provenance"]["texts without a reaction left clean"] >= 0.88


def test_every_weight_belongs_to_a_feature():
    """A name that no feature has any more would be dead weight."""
    known = {"intercept", "log odds of the first pass"}
    kept, number = weighed(f"{SURE}\n\n{DOUBTFUL}\n\n{SURE}", lexicon("en"), (), [])
    for found in kept.values():
        known |= {name.split(":")[0] for name in own_features(found)}
    for count in (1, 2, 3):
        places = list(range(count))
        known |= {name for near in neighbour_features(places, [0.5] * count, number) for name in near}
    shapes = {
        *("a single word", "a phrase in small letters", "a phrase", "a sentence", "begins small", "a title"),
        *("ends as a sentence", "an exclamation mark", "a question mark", "dots", "a hashtag", "a mention"),
        *("a link", "an emoji", "capitals alone", "in single marks"),
    }
    model = fitted_model()
    assert {name.split(":")[0] for name in (*model.first, *model.second)} <= known | shapes


@pytest.mark.parametrize(
    ("quoted", "shape"),
    [
        ("“tosh”", "a single word"),
        ("“utter tosh”", "a phrase in small letters"),
        ("“Happy Holidays”", "a phrase"),
        ("“I love this.”", "a sentence"),
        ("“and he knows it”", "begins small"),
        ("“No way!”", "an exclamation mark"),
        ("“Why?”", "a question mark"),
        ("“Well…”", "dots"),
        ("“#Swans for all.”", "a hashtag"),
        ("“Ask @ada.”", "a mention"),
        ("“See https://a.example.”", "a link"),
        ("“Swans 🦢🎉”", "an emoji"),
        ("“SAVE THE SWANS”", "capitals alone"),
        ("‘Row on.’", "in single marks"),
        ("“The Gull of Lake Odo”", "a title"),
    ],
)
def test_the_shape_of_words_has_a_name(quoted, shape):
    text = f"“Swans!” one user tweeted. Another user tweeted: {quoted}"
    kept, _ = weighed(text, lexicon("en"), (), [])
    found = [own_features(one) for one in kept.values() if one.quote.text == quoted]
    assert found
    assert shape in found[0]


def test_a_lone_quote_and_one_among_others_are_told_apart():
    alone, *_ = neighbour_features([3], [0.7], 9)
    assert alone["the only one"] == 1.0
    first, second = neighbour_features([3, 4], [0.9, 0.2], 9)
    assert first["right behind"] == pytest.approx(0.2 - 0.6)
    assert second["right before"] == pytest.approx(0.9 - 0.6)
    assert "the only one" not in first


@given(
    st.dictionaries(st.text(max_size=5), st.floats(-3, 3), max_size=5),
    st.dictionaries(st.text(max_size=5), st.floats(-3, 3), max_size=5),
)
def test_a_probability_lies_between_none_and_certain(features, weights):
    assert 0 < probability(features, {"intercept": 0.0} | weights) < 1


def test_a_model_without_weights_calls_everything_even():
    assert probability({"anything": 1.0}, Model(0.5, 0.6, {"intercept": 0.0}, {"intercept": 0.0}).first) == 0.5


def test_an_archive_keeps_the_confidence(tmp_path):
    path = tmp_path / "a.db"
    save(path, article(quotes=[quote("“One”", confidence=0.73), quote("“Two”", start=9)]))
    assert rows(path, "SELECT text, confidence FROM quotes ORDER BY text") == [("“One”", 0.73), ("“Two”", None)]


@pytest.mark.parametrize("command", ["extract", "archive"])
def test_the_commands_take_a_threshold(voxpop_here, tmp_path, command):
    page, database = tmp_path / "a.txt", tmp_path / "a.db"
    page.write_text(f"Swans at the pier\n\n{SURE}\n\n{DOUBTFUL}\n", "utf-8")
    numbers = []
    for least in ("0", "1"):
        if command == "extract":
            done = voxpop_here("extract", "--min-confidence", least, page)
            numbers.append(len(done.records[0]["quotes"]))
        else:
            done = voxpop_here("archive", "--min-confidence", least, f"{database}{least}", page)
            numbers.append(rows(f"{database}{least}", "SELECT count(*) FROM quotes")[0][0])
        assert (done.code, done.err) == (0, "")
    assert numbers[0] > 0
    assert numbers[1] == 0


def test_a_wrong_threshold_is_a_usage_error(voxpop_here, tmp_path):
    page = tmp_path / "a.txt"
    page.write_text("A", "utf-8")
    done = voxpop_here("extract", "--min-confidence", "2", page)
    assert done.code == 2
    assert "--min-confidence" in done.err
