"""One file of grammar per language; adding a language is adding a file and naming it here."""

from __future__ import annotations

from scraper.quotes.languages import english, french, german, italian, portuguese, spanish

GRAMMARS = {
    module.GRAMMAR.language: module.GRAMMAR
    for module in (english, french, german, italian, portuguese, spanish)
}
