"""Exports to be shared: ids alone, and pseudonyms in place of people; each says what it does not protect."""

from __future__ import annotations

import csv
import io
import json

import pytest
from click.testing import CliRunner
from invented import article, quote, save, tweet

from archive.cli import cli
from archive.store.erasures.shield import Secret

LIGHTS = "The harbour lights came back on tonight and the whole town walked down to see them."
NUMBER = "1223456789012345678"


@pytest.fixture
def full(path):
    said = f"{LIGHTS} Thank you @Ben_Moe! https://x.com/Ann_Lee/status/1 – Ann Lee"
    save(
        path,
        article(
            tweet(said, number=NUMBER),
            tweet("Nobody told the ferry crew, says @ann_lee, so they sailed past.", handle="Ben_Moe", name="Ben"),
            quotes=[quote("“What a night”"), quote("“Never again”", 30, platform="twitter", handle="Cleo")],
        ),
        article(tweet(said, number=NUMBER), url=None),
    )
    return path


def export(path, *options, code=0):
    result = CliRunner().invoke(cli, ["export", str(path), *options])
    assert result.exit_code == code, result.output
    return result


def test_a_dehydrated_export_holds_ids_as_text_and_nothing_else(full):
    done = export(full, "--dehydrated")
    found = list(csv.DictReader(io.StringIO(done.stdout)))
    assert {tuple(row) for row in found} == {("post", "article", "position")}
    assert [row["post"] for row in found] == [f"twitter:{NUMBER}"] * 2
    assert ["https://news.example/a" in row["article"] for row in found].count(True) == 1
    assert "left out: 1 embed of posts without an id" in done.stderr
    assert not any(word in done.stdout for word in ("Ann", "Ben", "lights"))


def test_a_redacted_export_names_nobody(full):
    done = export(full, "--redacted", "--format", "ndjson")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(found) == 5
    assert not any(name in done.stdout.lower() for name in ("ann", "ben", "cleo", NUMBER, "x.com"))
    assert "not anonymous" in done.stderr
    assert "only for this export" in done.stderr
    first, second = (row for row in found if row["text"].startswith("The harbour"))
    assert (first["author"], first["post"]) == (second["author"], second["post"])
    ben = next(row for row in found if "ferry" in row["text"])
    assert first["text"] == f"{LIGHTS} Thank you @{ben['author']}! [link] – @{first['author']}"
    assert first["author"] in ben["text"]
    assert first["posted_at"] == "2020-02-01"
    assert "a fan" in {row["author"] for row in found if row["kind"] == "quote"}


def test_pseudonyms_are_alike_where_there_is_a_key(full):
    one = export(full, "--redacted").stdout
    assert export(full, "--redacted").stdout != one
    Secret.made().write(full.with_name(f"{full.name}.erasures-key"))
    alike = export(full, "--redacted")
    assert export(full, "--redacted").stdout == alike.stdout != one
    assert "the same in all exports" in alike.stderr


def test_a_condition_chooses_what_is_redacted(full):
    done = export(full, "--redacted", "--where", "kind = 'quote'")
    assert len(done.stdout.splitlines()) == 3


@pytest.mark.parametrize(
    "options",
    [
        ["--dehydrated", "--redacted"],
        ["--redacted", "--wacz"],
        ["--redacted", "--table", "posts"],
        ["--dehydrated", "--sql", "SELECT 1"],
        ["--dehydrated", "--where", "1"],
    ],
)
def test_what_does_not_go_together_is_refused(full, options):
    assert "Error: --dehydrated" in export(full, *options, code=2).output


def test_a_handle_that_looks_like_a_pseudonym_is_hidden(path):
    words = "So says @person-jones.example: @Ann_Lee knew of the lights before the whole town did."
    save(path, article(tweet(words)))
    (found,) = map(json.loads, export(path, "--redacted", "--format", "ndjson").stdout.splitlines())
    assert "jones" not in found["text"]
    assert f"@{found['author']} knew" in found["text"]
