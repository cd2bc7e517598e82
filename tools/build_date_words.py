"""Write `scraper/values/dates/words.py`: names of months and weekdays in many languages, from CLDR.

    pip install babel
    python tools/build_date_words.py scraper/values/dates/words.py

Babel carries Unicode's CLDR. It is needed here only; voxpop itself never imports it.

How collisions are settled. The same word can name different months in two languages:

* Languages that newsrooms and platforms print (`MAIN`) come first. Among them only Croatian disagrees with
  its neighbours: ``listopad`` is October in Zagreb, November in Warsaw and Prague. The dots decide: Croatian
  writes ``12. listopada 2014.``, Polish never dots the day, Czech dots the day but not the year. Such words
  are in `DOTTED` (Polish is the rival) or `DOTTED_TWICE` (Czech is) with the Croatian month.
* All other languages of CLDR add what does not disagree with `MAIN` nor among themselves, and only words of
  four letters or more: their abbreviations are too often ordinary words (``her``, ``see``, ``sun``).
"""

from __future__ import annotations

import argparse
import sys
import unicodedata
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from babel import Locale, localedata  # type: ignore[import-not-found]

from scraper.values.dates.grammar import fold_word

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

# Spellings in print that CLDR does not list: old or colloquial forms, Arabic without hamza, and Vietnamese
# month names in words.
EXTRA = {
    1: "enr janu",
    2: "peb pebruari febr febbr feber",
    3: "mrz mrch",
    4: "ابريل",
    7: "jly",
    8: "agt agst agto اغسطس",
    9: "sept septbr",
    10: "octbr",
    11: "nop nopember",
    12: "diz",
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


def table(name: str, words: dict[str, int]) -> str:
    """A dict literal of one joined line per month, wrapped."""
    lines = [f"{name} = {{"]
    for number in range(1, 13):
        joined = "|".join(sorted(word for word, month in words.items() if month == number))
        lines.append(f"    {number}: (")
        lines += [f'        "{joined[start : start + 80]}"' for start in range(0, len(joined), 80)] or ['        ""']
        lines.append("    ),")
    return "\n".join([*lines, "}"])


def literal(words: dict[str, int]) -> str:
    """A short dict on one line."""
    return "{" + ", ".join(f'"{word}": {month}' for word, month in sorted(words.items())) + "}"


def main() -> None:
    """Write the module."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("target", type=Path)
    target = parser.parse_args().target
    months, dotted, twice = settle(collect("months", is_word))
    add_extra(months)
    weekdays = {
        word for word, meanings in collect("days", is_weekday).items() if any(who & MAIN for who in meanings.values())
    }
    joined = "|".join(sorted(weekdays))
    chunks = "\n".join(f'    "{joined[start : start + 80]}"' for start in range(0, len(joined), 80))
    target.write_text(
        f'''"""Names of months and weekdays, generated from CLDR by tools/build_date_words.py; do not edit.

Folded words (`scraper.values.dates.grammar.fold_word`), joined by ``|``, by number of the month.
`DOTTED` has the month of a word after a dotted day, if Croatian disagrees with Polish. `DOTTED_TWICE` has the
month between a dotted day and a dotted year, if it disagrees with Czech.
CLDR is © Unicode, Inc., used under the Unicode License v3 (https://www.unicode.org/license.txt).
"""

from __future__ import annotations

{table("MONTHS", months)}

DOTTED = {literal(dotted)}
DOTTED_TWICE = {literal(twice)}

WEEKDAYS = (
{chunks}
)
''',
        "utf-8",
    )
    sys.stderr.write(
        f"{len(months)} months, {len(dotted) + len(twice)} of them Croatian too, {len(weekdays)} weekdays\n"
    )


if __name__ == "__main__":
    main()
