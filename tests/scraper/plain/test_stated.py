"""What plain texts state of their articles: front matter, header lines, exports of press databases, dates."""

from __future__ import annotations

import json

import pytest
from growth import MOST, growth, repeated
from hypothesis import given
from hypothesis import strategies as st

from scraper.extract import extract, to_json
from scraper.records import Document

BODY = (
    "Fans of the singer were quick to answer on Monday night, and most of them were not amused by what they had "
    "read about the pier.\n\n“I was there,” a fan wrote on Twitter. The town stood by #PierSong.\n"
)


def read(text: str, source: str = "story.md") -> dict:
    return json.loads(to_json(extract(Document(source=source, content=text.encode()))))


def stated(text: str, *names: str) -> dict:
    article = read(text)["article"]
    return {
        name: (article[name] or {}).get("at") if name in {"published", "modified"} else article[name] for name in names
    }


URL = "https://herald.example/a"
FRONT_MATTER = {
    "YAML": (
        (f'---\ntitle: "Pier: closed"\nurl: {URL}\ndate: 2021-05-06 10:00:00 +0200\nlang: de\n'
        "author:\n  - name: Jo Roe\n  - Ada Vos\nsite_name: Harbour Herald\ntags: [pier, fans]\n---\n"),
        {
            "title": "Pier: closed", "url": URL, "published": "2021-05-06T08:00:00Z", "language": "de",
            "bylines": ["Jo Roe", "Ada Vos"], "outlet": "Harbour Herald",
        },
    ),
    "names in a table": ("---\nauthor:\n  name:\n    - Jo Roe\n    - Ada Vos\n---\n", {"bylines": ["Jo Roe", "Ada Vos"]}),
    "TOML": (
        f'+++\ntitle = "Pier closes"\ndate = 2021-05-06\nlastmod = 2021-05-07T10:00:00Z\ncanonical = "{URL}"\n+++\n',
        {"title": "Pier closes", "published": "2021-05-06", "modified": "2021-05-07T10:00:00Z", "url": URL},
    ),
    "line ends of Windows": (
        "---\r\ntitle: Pier closes\r\ndate: 2021-05-06\r\n---\r\n",
        {"title": "Pier closes", "published": "2021-05-06"},
    ),
    "YAML broken by a colon": (
        "---\ntitle: Pier: closed: again\ndate: 2021-05-06\n---\n",
        {"title": "Pier: closed: again", "published": "2021-05-06"},
    ),
    "outlet told by the address": (f"---\nlink: {URL}\n---\n", {"url": URL, "outlet": "herald.example"}),
    "source that is an address": (f"---\nsource: <{URL}>\n---\n", {"url": URL}),
    "a path for an address": ("---\npermalink: /2021/pier/\n---\n", {"url": None}),
    "a script for an address": ("---\nurl: javascript:alert(1)\n---\n", {"url": None}),
    "no day": ("---\ndate: soon\n---\n", {"published": None}),
    "kinds of value that mean nothing": (
        "---\ntitle: [[x]]\ndate: {a: b}\nlang: [de]\nauthor: {x: y}\n---\n",
        {"published": None, "language": "de", "bylines": []},
    ),
}  # fmt: skip
HEADERS = {
    "headline above": (
        f"Pier closes\nSource: Harbour Herald\nDate: 5 October 2026\nURL: {URL}\n\n",
        {"title": "Pier closes", "outlet": "Harbour Herald", "published": "2026-10-05", "url": URL},
    ),
    "bold labels in German": (
        "**Titel:** Die Brücke ist zu\n**Quelle:** Hafenkurier\n**Datum:** 5. Oktober 2026\n**Autorin:** Ada Vos\n\n",
        {
            "title": "Die Brücke ist zu", "outlet": "Hafenkurier", "published": "2026-10-05", "bylines": ["Ada Vos"],
        },
    ),
    "an address alone": (f"URL: {URL}\n\n", {"url": URL}),
    "unknown labels between": (
        f"Title: Pier closes\nMood: wet\nLink: {URL}\n\n", {"title": "Pier closes", "url": URL},
    ),
    "LexisNexis, numbered": (
        ("                 1 of 250 DOCUMENTS\n\n         Harbour Herald (London)\n\n      October 5, 2016 Wednesday\n\n"
        "HEADLINE: Pier closes for good\n\nBYLINE: Jo Roe and Ada Vos\n\nSECTION: NEWS; Pg. 3\n\nLENGTH: 512 words\n\n"),
        {
            "title": "Pier closes for good", "outlet": "Harbour Herald (London)", "published": "2016-10-05",
            "bylines": ["Jo Roe", "Ada Vos"], "section": "NEWS; Pg. 3",
        },
    ),
    "LexisNexis with a body label": (
        ("Pier closes for good\nHarbour Herald\nOctober 5, 2016 Wednesday\nLate Edition - Final\n\nCopyright 2016 Herald\n\n"
        "Section: Section A; Pg. 1\nLength: 812 words\nByline: By JO ROE\n\nBody\n\n\n"),
        {"title": "Pier closes for good", "outlet": "Harbour Herald", "published": "2016-10-05", "bylines": ["JO ROE"]},
    ),
    "Factiva": (
        ("HD Pier closes for good\nBY Jo Roe\nWC 512 words\nPD 5 October 2016\nSN Harbour Herald\nSC HRLD\nLA English\n"
        "CY Copyright 2016\n\nLP\n"),
        {
            "title": "Pier closes for good", "outlet": "Harbour Herald", "published": "2016-10-05", "language": "en",
            "bylines": ["Jo Roe"],
        },
    ),
    "ProQuest": (
        ("Title: Pier closes\nAuthor: Roe, Jo\nPublication title: Harbour Herald\nPublication date: Oct 5, 2016\n"
        "Language of publication: English\nFull text: "),
        {
            "title": "Pier closes", "bylines": ["Roe, Jo"], "outlet": "Harbour Herald", "published": "2016-10-05",
            "language": "en",
        },
    ),
}  # fmt: skip
#: Handles, tags and quotation marks in what is no prose.
NOISE = '"so funny," a fan tweeted @nobody_ex #Nothing'


@pytest.mark.parametrize(("head", "fields"), (FRONT_MATTER | HEADERS).values(), ids=FRONT_MATTER | HEADERS)
def test_fields_are_read(head, fields):
    assert stated(head + BODY, *fields) == fields


@pytest.mark.parametrize(
    "head",
    [
        pytest.param(f"---\ntitle: Pier closes\ndescription: '{NOISE}'\n---\n", id="front matter"),
        pytest.param(f"Title: Pier closes\nDate: 5 May 2020\nAbstract: {NOISE}\n\n", id="header lines"),
        pytest.param(f"Pier closes\n\nSource: Herald\nKeywords: {NOISE}\nDate: 5 May 2020\n\n", id="below a headline"),
        pytest.param(f"{{{{< figure title='{NOISE}' >}}}}\n\n", id="template code"),
        pytest.param("HD Pier\nSN Herald\nPD 5 May 2020\nCY " + NOISE + "\n\nTD\n", id="codes of Factiva"),
    ],
)
def test_nothing_is_found_in_what_is_no_prose(head):
    text = head + BODY
    record = read(text)
    assert record["embeds"] == record["mentions"] == []
    assert [text[tag["start"] : tag["end"]] for tag in record["hashtags"]] == ["#PierSong"]
    assert [text[quote["start"] : quote["end"]] for quote in record["quotes"]] == ["“I was there,”"]


@pytest.mark.parametrize(
    "below",
    [
        pytest.param("LOAD-DATE: October 6, 2016\n\nLANGUAGE: GERMAN\n\nPUBLICATION-TYPE: #Newspaper\n", id="old"),
        pytest.param("Load-Date: October 6, 2016\nLanguage: German\nSubject: #PIERS\n\nEnd of Document\n", id="new"),
    ],
)
def test_what_a_database_prints_below_is_no_prose(below):
    record = read(f"1 of 2 DOCUMENTS\n\nHerald\n\nOctober 5, 2016 Wednesday\n\nLENGTH: 512 words\n\n{BODY}\n{below}")
    assert record["article"]["language"] == "de"
    assert [tag["tag"] for tag in record["hashtags"]] == ["PierSong"]


NO_HEAD = {
    "questions and answers": "Question: why was the pier closed?\nAnswer: nobody knows.\n\n",
    "one source": "Source: the police say that it was closed.\n\n",
    "a date that is none": "Date: some day soon\n\n",
    "a rule above prose": "---\n\nThe pier is closed: that much is known.\n\n---\n\n",
    "prose between rules": "---\nNote: it is said: the pier is closed\n\nand that is all of it\n---\n\n",
    "front matter that never ends": "---\ntitle: Pier closes\n\n",
    "a speaker": "Jo Roe: I was at the pier.\nAda Vos: So was I.\n\n",
}


@pytest.mark.parametrize("head", NO_HEAD.values(), ids=NO_HEAD)
def test_prose_stays_prose(head):
    text = f"{head}It is the end of #TheOldPier.\n\n{BODY}"
    record = read(text)
    assert [tag["tag"] for tag in record["hashtags"]] == ["TheOldPier", "PierSong"]
    assert record["article"]["published"] is record["article"]["url"] is None


def test_a_sentence_below_outlet_and_day_is_no_byline():
    record = read(f'Pier closes\n"The Herald" vom 03.03.2020 Seite 3\n\nBy Monday #ThePier was closed.\n\n{BODY}')
    assert (record["article"]["outlet"], record["article"]["bylines"]) == ("The Herald", [])
    assert [tag["tag"] for tag in record["hashtags"]] == ["ThePier", "PierSong"]


@pytest.mark.parametrize(
    ("line", "outlet"),
    [
        ("Harbour Herald (Sund, ME)\r\nAuthor/Byline: Jo Roe | Page: 1\r\n", "Harbour Herald (Sund, ME)"),
        ("By Jo Roe\n", None),
        ("5:30 pm\n\nFans say: never.\n", None),
    ],
    ids=["an outlet above labels", "an author", "a clock"],
)
def test_what_follows_a_day_is_an_outlet_above_labels_alone(line, outlet):
    assert stated(f"Pier closes\nMarch 3, 2020 | {line}\n{BODY}", "outlet", "published") == {
        "outlet": outlet,
        "published": "2020-03-03",
    }


def test_the_number_of_a_picture_begins_no_export():
    above = "1 of 3\nFans at the pier. (Ada Vos)\nRead more\nBy JO ROE\nUpdated 5:30 PM, March 3, 2020"
    assert stated(f"{above}\n\n{BODY}", "outlet") == {"outlet": None}


def test_hashtags_between_rules_are_those_of_prose():
    record = read(f"---\nNote: it is said: #TheOldPier is closed\n\nand that is all\n---\n\n{BODY}")
    assert [tag["tag"] for tag in record["hashtags"]] == ["TheOldPier", "PierSong"]


def test_code_in_front_matter_embeds_nothing():
    code = '<iframe src="https://www.youtube.com/embed/aAaAaAaAaAa"></iframe>'
    assert read(f"---\ntitle: Pier closes\nteaser: {code}\n---\n{BODY}")["embeds"] == []
    assert len(read(f"---\ntitle: Pier closes\n---\n{BODY}\n{code}\n")["embeds"]) == 1


DATES = {
    "updated": ("Pier closes\nUpdated 5 October 2026\n\n", None, "2026-10-05"),
    "published and updated": ("Pier closes\n\nPublished 4 May 2020 | Updated 5 May 2020\n\n", "2020-05-04", "2020-05-05"),
    "behind the author": ("Pier closes\nBy Jo Roe, 5 October 2026\n\n", "2026-10-05", None),
    "between bars": ("Pier closes\nJo Roe | October 5, 2026 | News\n\n", "2026-10-05", None),
    "German, changed": ("Die Brücke ist zu\nStand: 05.10.2026, 10:00 Uhr\n\n", None, "2026-10-05T10:00"),
    "German, with a weekday": ("Veröffentlicht am Montag, 5. Oktober 2026\n\n", "2026-10-05", None),
    "French": ("Publié le 5 octobre 2026 à 10h30\n\n", "2026-10-05T10:30", None),
    "alone": ("Pier closes\n\nOctober 5, 2016 Wednesday\n\n", "2016-10-05", None),
    "dateline": ("HARBOUR, Oct. 5, 2026 (Agency) — ", "2026-10-05", None),
    "dateline of a press release": ("HARBOUR, Old Town, May 5, 2020 /Wire/ -- ", "2020-05-05", None),
    "dateline in French": ("Port-aux-Fans, 5 octobre 2026 – ", "2026-10-05", None),
    "day in a sentence": ("On 3 March 2016, fans sang.\n\n", None, None),
    "day in a headline": ("The siege of 3 March 2016\n\n", None, None),
    "day of a post": ("Some words\n— A Name (@handle_ex)\nMarch 3, 2016\n\n", None, None),
}  # fmt: skip


@pytest.mark.parametrize(("head", "published", "modified"), DATES.values(), ids=DATES)
def test_printed_dates(head, published, modified):
    found = stated(head + BODY, "published", "modified")
    assert found == {"published": published, "modified": modified}


def test_a_note_below_says_when_it_was_changed():
    assert stated(f"{BODY}\nThis article was updated on 5 October 2026.\n", "modified") == {"modified": "2026-10-05"}


@pytest.mark.parametrize(
    "front",
    [
        pytest.param("a: &a [" + "*a," * 400 + "]\n" + "b: &b [*a,*a]\n" * 200, id="references"),
        pytest.param("a: " + "[" * 15_000, id="deep nesting"),
        pytest.param("!!python/object/apply:os.system ['true']: x\ntitle: Pier\n", id="objects"),
        pytest.param("title: Pier\n" + "x: y\n" * 10_000, id="too long"),
        pytest.param("? " * 7_000, id="keys of keys"),
    ],
)
def test_hostile_front_matter_does_no_harm(front):
    record = read(f"---\n{front}\n---\n{BODY}")
    assert not [problem for problem in record["problems"] if problem["kind"] == "finder-failed"]
    assert "PierSong" in [tag["tag"] for tag in record["hashtags"]]


@given(st.text(alphabet=st.sampled_from("-+:=# \n\r\tabtitledauHDSNPD[]{}<>%&*!@\"'2020-05.")))
def test_any_head_leaves_offsets_right(head):
    text = f"{head}\n\n{BODY}"
    for tag in read(text)["hashtags"]:
        assert text[tag["start"] : tag["end"]].lstrip("#＃").startswith(tag["tag"][:1])


@pytest.mark.growth
@pytest.mark.parametrize(
    "unit", ["---\n", "title: x\n", "a: b\n", "HD x\nPD ", "1 of 2\n", "X, ", "5 May 2020 | ", "|"]
)
def test_linear_on_hostile_text(unit):
    assert growth(read, repeated(unit), 50_000, 500_000) <= MOST


NOTES = {
    "jina": f"Title: Pier closes\n\nURL Source: {URL}\n\nPublished Time: 2020-03-04T08:30:00+00:00\n\nMarkdown Content:\n",
    "readwise": f"# Pier closes\n\n![rw-book-cover](https://notes.example/a.png)\n\n## Metadata\n- Author: [[Jo Roe]]\n- Full Title: Pier closes\n- Category: #articles\n- URL: {URL}\n- Published: 2020-03-04\n\n## Highlights\n",
    "logseq": f"title:: Pier closes\nauthor:: [[people/jo|Jo Roe]]\nurl:: {URL}\ndate:: 2020-03-04\n\n",
    "obsidian": f'---\ntitle: Pier closes\nsource: "{URL}"\nauthor:\n  - "[[Jo Roe]]"\npublished: 2020-03-04\n---\n',
}  # fmt: skip


@pytest.mark.parametrize("name", NOTES)
def test_heads_of_notes(name):
    said = stated(NOTES[name] + BODY, "title", "url", "published", "bylines")
    assert (said["title"], said["url"], said["published"][:10]) == ("Pier closes", URL, "2020-03-04")
    assert said["bylines"] == ([] if name == "jina" else ["Jo Roe"])


POST = "Bring the lamp back! #SavePier — Rosa Quill (@rosaq_ex) March 3, 2020"
QUOTE = "“I was there,” Ann Low wrote on Facebook."
MARKED = {
    "quoted": f"> Pier closes\n>\n> {POST}\n>\n> {QUOTE}\n",
    "quoted twice": f">> Pier closes\n>>\n>> {POST}\n>>\n>> {QUOTE}\n",
    "links between notes": f"Pier closes\n\n{POST.replace('March', '[[March]]')}\n\n{QUOTE.replace('Ann Low', '[[people/ann|Ann Low]]')}\n",
    "lynx": f"                  Pier closes\n\n   {POST.replace('#', '[1]#').replace('@', '[2]@').replace('March', '[3]March')}\n\n   {QUOTE.replace('Ann', '[4]Ann')}\n\nReferences\n\n   1. https://twitter.com/hashtag/SavePier\n   2. https://twitter.com/rosaq_ex\n",
    "tokens": "Pier closes\n\nBring the lamp back! #SavePier — Rosa Quill -LRB- @rosaq_ex -RRB- March 3 , 2020\n\n`` I was there , '' Ann Low wrote on Facebook .\n",
}  # fmt: skip


@pytest.mark.parametrize("name", MARKED)
def test_marks_of_other_programs_are_no_words(name):
    text = MARKED[name]
    record = read(text)
    (embed,), (quote,) = record["embeds"], record["quotes"]
    assert embed["post"]["author"]["handle"] == "rosaq_ex"
    assert embed["post"]["text"] == "Bring the lamp back! #SavePier"
    assert embed["post"]["posted"]["at"] == "2020-03-03"
    assert (quote["text"], quote["speaker"]) == ("“I was there,”", "Ann Low")
    assert text[embed["start"] :].startswith("Bring the lamp")
    assert text[quote["start"] :].startswith(("“I was", "`` I was"))
