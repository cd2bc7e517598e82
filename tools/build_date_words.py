"""Write `config/date_words.json`: names of months and weekdays in many languages, from CLDR.

    pip install babel
    python tools/build_date_words.py

Babel carries Unicode's CLDR. It is needed here only; voxpop itself never imports it.

How collisions are settled. The same word can name different months in two languages:

* Languages that newsrooms and platforms print (`MAIN`) come first. Among them only Croatian disagrees with
  its neighbours: ``listopad`` is October in Zagreb, November in Warsaw and Prague. The dots decide: Croatian
  writes ``12. listopada 2014.``, Polish never dots the day, Czech dots the day but not the year. Such words
  are under "dotted" (Polish is the rival) or "dotted twice" (Czech is) with the Croatian month.
* All other languages of CLDR add what does not disagree with `MAIN` nor among themselves, and only words of
  four letters or more: their abbreviations are too often ordinary words (``her``, ``see``, ``sun``).
"""

from __future__ import annotations

import json
import sys
import unicodedata
from collections import defaultdict
from typing import TYPE_CHECKING

from babel import Locale, localedata  # type: ignore[import-not-found]

from scraper.configuration import config_directory
from scraper.values.dates.grammar import WORDS_FILE, fold_word

if TYPE_CHECKING:
    from collections.abc import Callable

MAIN = frozenset(
    """
    af am ar as az be bg bn bs ca cs cy da de el en es et eu fa fi fil fr ga gl gu ha he hi hr hu hy
    id ig is it ja jv ka kk km kn ko ku ky lb lo lt lv mk ml mn mr ms mt my nb ne nl nn no or pa pl
    ps pt ro ru sd si sk sl so sq sr su sv sw ta te tg th tk tr uk ur uz vi xh yo zh zu
    """.split()  # noqa: SIM905 - a list of codes reads best as a line
)
CROATIAN = frozenset({"hr"})

# Spellings in print that CLDR does not list: old or colloquial forms, other abbreviations, Arabic without hamza,
# Hebrew and Thai with a word before the month, Roman numerals, and Vietnamese month names in words.
EXTRA = {
    1: "enr janu djan djanuari tammik לינואר เดือนมกราคม มกรา জানুয়ারি",
    2: "peb pebruari febr febbr feber ii helmik únr לפברואר เดือนกุมภาพันธ์ กุมภา ফেব্রুয়ারি",
    3: "mrz mrch iii maalisk берез מרס במרס למרס מארס במארס למארס למרץ เดือนมีนาคม มีนา",
    4: "ابريل iv huhtik kwie кві לאפריל เดือนเมษายน เมษา",
    5: "toukok למאי เดือนพฤษภาคม พฤษภา",
    6: "يونيه يونية vi djuni kesäk čer чер ליוני יונ เดือนมิถุนายน มิถุนา",
    7: "jly يوليه يولية vii djuli heinäk črc črv ליולי יול เดือนกรกฎาคม เดือนกรกฏาคม กรกฎา",
    8: "agt agst agto اغسطس آگست viii elok aoû сер לאוגוסט เดือนสิงหาคม สิงหา",
    9: "sept septbr ix syysk верес септм לספטמבר เดือนกันยายน กันยา",
    10: "octbr lokak жов לאוקטובר เดือนตุลาคม ตุลา",
    11: "nop nopember noiem marrask xi листоп лис לנובמבר เดือนพฤศจิกายน พฤศจิ",
    12: "diz xii jouluk гру לדצמבר दिसम्बर เดือนธันวาคม ธันวา",
}
VIETNAMESE = "một|hai|ba|tư|năm|sáu|bảy|tám|chín|mười|mười một|mười hai"
PREPOSITIONS = ("de ", "di ", "da ", "d’", "d'")


def spellings(name: str, language: str) -> set[str]:
    """A month's or weekday's name as it may stand in a date."""
    for preposition in PREPOSITIONS:
        name = name.removeprefix(preposition)
    forms = {name}
    if language == "he":
        forms.add(f"ב{name}")  # "in February"
    return {folded for form in forms for folded in (fold_word(form), unaccented(fold_word(form))) if folded}


def unaccented(word: str) -> str:
    """Latin and Greek words lose their accents on plain keyboards; other scripts need theirs."""
    if not all(unicodedata.name(sign, "").startswith(("LATIN", "GREEK", "COMBINING")) for sign in word if sign != " "):
        return word
    return "".join(sign for sign in unicodedata.normalize("NFD", word) if not unicodedata.combining(sign))


def is_word(word: str) -> bool:
    """The date grammar reads at most three words, and months as digits or Han numerals by itself."""
    return 1 < len(word) < 25 and word.count(" ") < 3 and not any(sign.isnumeric() or sign in "#/-," for sign in word)


def is_weekday(word: str) -> bool:
    """One sign would be too little to tell, but for Han and Hangul in brackets, which are read elsewhere."""
    return len(word) > 1 and not any(sign.isdigit() for sign in word)


def collect(attribute: str, keep: Callable[[str], bool]) -> dict[str, dict[int, set[str]]]:
    """Word -> number of the month or weekday -> the languages that call it so."""
    found: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
    for identifier in localedata.locale_identifiers():
        locale = Locale.parse(identifier)
        for context in ("format", "stand-alone"):
            for width in ("wide", "abbreviated"):
                for number, name in getattr(locale, attribute)[context][width].items():
                    for word in filter(keep, spellings(name, locale.language)):
                        found[word][number].add(locale.language)
    return found


def settle(found: dict[str, dict[int, set[str]]]) -> tuple[dict[str, int], dict[str, int], dict[str, int]]:
    """Decide which month each word names: (everywhere, behind a dotted day, between two dots)."""
    months: dict[str, int] = {}
    dotted: dict[str, int] = {}
    twice: dict[str, int] = {}
    for word, meanings in found.items():
        main = {number: languages & MAIN for number, languages in meanings.items() if languages & MAIN}
        croatian = [number for number, languages in main.items() if languages <= CROATIAN]
        if len(main) == 2 and croatian:
            del main[croatian[0]]
            rivals = next(iter(main.values()))
            (twice if "cs" in rivals else dotted)[word] = croatian[0]
        if len(main) == 1:
            months[word] = next(iter(main))
        elif not main and len(meanings) == 1 and len(word) > 3:
            months[word] = next(iter(meanings))
        elif main:
            sys.stderr.write(f"not settled, dropped: {word} {dict(meanings)}\n")
    return months, dotted, twice


def add_extra(months: dict[str, int]) -> None:
    """Add the spellings that CLDR lacks, where they do not contradict it."""
    for number, words in EXTRA.items():
        for word in words.split():
            months.setdefault(fold_word(word), number)
    for number, name in enumerate(VIETNAMESE.split("|"), 1):
        months.setdefault(fold_word(f"tháng {name}"), number)


def main() -> None:
    """Write the file: all names of a month, and all weekdays, are joined."""
    months, dotted, twice = settle(collect("months", is_word))
    add_extra(months)
    weekdays = {
        word for word, meanings in collect("days", is_weekday).items() if any(who & MAIN for who in meanings.values())
    }
    numbers = range(1, 13)
    stored = {
        "written by": "tools/build_date_words.py",
        "source": "CLDR is © Unicode, Inc., used under the Unicode License v3 (https://www.unicode.org/license.txt).",
        "months": {n: "|".join(sorted(word for word, month in months.items() if month == n)) for n in numbers},
        "dotted": dict(sorted(dotted.items())),
        "dotted twice": dict(sorted(twice.items())),
        "weekdays": "|".join(sorted(weekdays)),
    }
    text = json.dumps(stored, ensure_ascii=False, indent=1)
    (config_directory() / WORDS_FILE).write_text(f"{text}\n", "utf-8")
    sys.stderr.write(
        f"{len(months)} months, {len(dotted) + len(twice)} of them Croatian too, {len(weekdays)} weekdays\n"
    )


if __name__ == "__main__":
    main()
