"""Every language is a file of plain words; another one is another file."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from itertools import pairwise

import pytest

from scraper.configuration import config_directory
from scraper.text.quotes import find_quotes
from scraper.text.quotes import people as naming
from scraper.text.quotes.prose import is_abbreviated
from scraper.text.quotes.words import languages as module
from scraper.text.quotes.words import lexicons
from scraper.text.quotes.words.languages import (
    FOLDER,
    OTHER,
    TABLES,
    VERBS,
    Entry,
    alternation,
    expanded,
    is_whole,
    read_language,
)
from scraper.text.quotes.words.lexicons import PATTERNS

FILES = sorted((config_directory() / FOLDER).glob("*.toml"))
#: The lists of words in each table of a file.
WORDS = {
    "publishing": ("heads on posts remarks venues social beside online deeds sayings word"),
    "people": "users public crowd alone pronouns officials",
    "elsewhere": "off_platform at told titles not_a_venue",
    "sentence": (
        "one the oblique of and that relative where object thus like are reads breaks "
        "before_name after_name predicate who going_on asked to indefinite abbreviations ordinals"
    ),
    "names": "he she they sir madam honorific particles agents months weekdays",
}

ESPERANTO = """
name = "Esperanto"
common = ["kaj", "la", "estas", "sur", "ne", "unu", "por"]
cues = ["afiŝ", "uzant"]

[verbs]
auxiliaries = ["estas"]

[verbs.write]
forms = ["skrib/as/is"]
participles = ["skribinta"]

[publishing]
on = ["en", "sur"]
posts = ["afiŝo//j"]

[people]
users = ["uzanto//j"]

[sentence]
one = ["unu"]
the = ["la"]
"""


def lists_in(table, prefix=""):
    """Yield every list of a file with its key."""
    for name, value in table.items():
        if isinstance(value, dict):
            yield from lists_in(value, f"{prefix}{name}.")
        elif isinstance(value, list):
            yield f"{prefix}{name}", value
            for item in value:
                if isinstance(item, dict):
                    yield from lists_in(item, f"{prefix}{name}.")


def in_order(entry):
    return entry.strip("/*").casefold(), entry


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_files_have_one_shape(path):
    content = tomllib.loads(path.read_text("utf-8"))
    order = ["name", "common", "cues", "others", "traits", "verbs", *TABLES]
    assert list(content) == [name for name in order if name in content]
    for table, names in WORDS.items():
        given = list(content.get(table, ()))
        assert given == [name for name in names.split() if name in given]
    verbs = content.get("verbs", {})
    assert verbs.keys() <= {"auxiliaries", "between", "inversions", *VERBS}
    assert {key for kind in VERBS for key in verbs.get(kind, ())} <= {"forms", "participles"}
    assert "auxiliaries" in verbs or not any("participles" in verbs.get(kind, ()) for kind in VERBS)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_lists_are_sorted_and_hold_no_expressions(path):
    for name, items in lists_in(tomllib.loads(path.read_text("utf-8"))):
        plain = [item for item in items if isinstance(item, str)]
        assert items[: len(plain)] == plain, f"{name}: tables come last"
        if not name.endswith(("before", "after", "lends")):
            assert plain == sorted(set(plain), key=in_order), name
        for table in items[len(plain) :]:
            assert table.keys() <= {"words", "before", "not_before", "after", "not_after", "exact"}, name
        if name != "cues":
            assert not any(re.search(r"[\\()\[\]{}|?+^$]| {2}|^ | $", word) for word in plain), name


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_list_has_a_line_that_says_what_it_is(path):
    lines = path.read_text("utf-8").splitlines()
    for before, line in pairwise(lines):
        if re.match(r"(?!name|lends|forms|participles|\w{2,3} = )\w+ = \[", line) and not before.endswith("]"):
            assert before.startswith("# "), line


def clear_caches():
    for place in (module, lexicons, naming):
        for function in vars(place).values():
            if hasattr(function, "cache_clear"):
                function.cache_clear()


@pytest.fixture
def with_languages(monkeypatch):
    """Return a function that puts other languages in the place of those that voxpop comes with."""

    def use(languages):
        clear_caches()
        for place in (module, lexicons, naming):
            monkeypatch.setattr(place, "languages", lambda: languages)

    yield use
    monkeypatch.undo()
    clear_caches()


@pytest.fixture
def with_esperanto(tmp_path, with_languages):
    """Read a language from a folder of its own, beside those that voxpop comes with."""
    (tmp_path / "eo.toml").write_text(ESPERANTO, "utf-8")
    with_languages(module.languages() | {"eo": module.read_language(tmp_path / "eo.toml")})


class Asked(dict):
    """The lists of words of a language; notes which are asked for."""

    def __init__(self, words, asked):
        super().__init__(words)
        self.asked = asked

    def get(self, name, default=None):
        self.asked.add(name)
        return super().get(name, default)


def test_every_list_is_read_by_something(with_languages):
    asked = {tag: set() for tag in module.languages()}
    noting = {
        tag: replace(language, words=Asked(language.words, asked[tag])) for tag, language in module.languages().items()
    }
    with_languages(noting)
    for tag in (*filter(is_whole, noting), OTHER):
        words = lexicons.lexicon(tag)
        for template in PATTERNS.values():
            template.format_map(words._sources)
        assert words.skimmer.places("") == ([], [], [], [])
        naming.pronouns(words.language)
    naming.titles(), naming.names_in(""), naming.day_or_month()
    assert is_abbreviated("am 3. Oktober", 5)
    assert is_abbreviated("Mr. Roe", 3)
    assert {tag: set(noting[tag].words) - asked[tag] for tag in noting} == {tag: set() for tag in noting}


@pytest.mark.usefixtures("with_esperanto")
@pytest.mark.parametrize(
    ("text", "speaker", "verb"),
    [
        pytest.param("“La ponto ne estas por la anasoj”, skribis unu uzanto sur Facebook.", "unu uzanto", "skribis", id="form"),
        pytest.param("“La ponto ne estas por la anasoj”, estas skribinta unu uzanto en afiŝo.", "unu uzanto", "estas skribinta", id="participle"),
    ],
)  # fmt: skip
def test_a_language_is_added_by_its_file(text, speaker, verb):
    before = "La ponto kaj la lago estas sur la mapo, kaj unu ne estas por la anasoj. "
    assert module.guess(before + text, None) == "eo"
    assert [(q.speaker, q.verb) for q in find_quotes(before + text, None, min_confidence=0)] == [(speaker, verb)]


@pytest.mark.parametrize(
    ("entry", "matches", "others"),
    [
        pytest.param(Entry("/his/her post//s"), ["his posts", "HER post"], ["hiser post", "his"], id="choices"),
        pytest.param(Entry("a … b"), ["a b", "a x b", "a 3,2 x b"], ["ab", "a v w x y z b"], id="few words"),
        pytest.param(Entry("post//s", exact=True), ["post", "posts"], ["Post"], id="exact"),
        pytest.param(Entry("l'un/e"), ["l’une", "l'une"], ["lune"], id="apostrophe"),
        pytest.param(Entry("user <name>"), ["user Marl", "USER @marl"], ["user marl"], id="name"),
        pytest.param(Entry("-post"), ["fan-post", "Fanpost"], ["post"], id="compound"),
    ],
)  # fmt: skip
def test_entries_match_what_they_stand_for(entry, matches, others):
    pattern = re.compile(alternation([entry], heads=[Entry("fan")]), re.IGNORECASE)
    assert all(map(pattern.fullmatch, matches))
    assert not any(map(pattern.fullmatch, others))


@pytest.mark.parametrize(
    ("entry", "matches", "others"),
    [
        pytest.param(Entry("call", before=("out", "… names")), ["call out", "call us all names"], ["call for"], id="before"),
        pytest.param(Entry("call", not_before=("for", ":")), ["call out"], ["call for", "call:"], id="not before"),
        pytest.param(Entry("bio", after=("insta",)), ["her insta bio"], ["her bio"], id="after"),
        pytest.param(Entry("bio", not_after=("insta",)), ["her bio"], ["her insta bio"], id="not after"),
    ],
)  # fmt: skip
def test_entries_look_around(entry, matches, others):
    pattern = re.compile(alternation([entry]), re.IGNORECASE)
    assert all(map(pattern.search, matches))
    assert not any(map(pattern.search, others))


def test_all_forms_of_many_words_are_found():
    for path in FILES:
        for name, entries in read_language(path).words.items():
            plain = [e for e in entries if not (e.before or e.after or e.exact)]
            pattern = re.compile(alternation(plain) or "(?!)", re.IGNORECASE)
            for entry in plain:
                if not re.search(r"[*…<]|^-", entry.words):
                    missed = [form for form in expanded(entry.words) if not pattern.fullmatch(form)]
                    assert missed == [], f"{path.stem}: {name}"
