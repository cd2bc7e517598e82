"""Nigerian Pidgin, by its English neighbour: "e tweet say", "tok for Instagram post"."""

from __future__ import annotations

from scraper.text.quotes.words.languages.grammar import Grammar

GRAMMAR = Grammar(
    language="pcm",
    said_aloud=True,
    common="dey wey di dem pipo im don wetin sey dis neva fit afta",
    cues="tweet post instagram",
    tweet=r"(?:don|dey|bin) tweet | tweet(?= say\b)",
    post=r"(?:don|dey|bin) post | (?<=\bshe\s)post | (?<=\be\s)post | (?<=\bdem\s)post | comment",
    adds="add",
    write=r"write | add(?: say)? | reply | yarn",
    say=r"tok(?: say)? | say | ask",
    tell=r"tell",
    call=r"call",
    resort=r"enta | go",
    on=r"for(?: inside)? | inside | ontop | on top | via",
    posts=r"tweets? | post | caption | message",
    venues=r"social media | internet",
    off_platform=r"statement | interview | court | tori pipo",
    officials=r"tok-tok pesin | lawyer",
    users=r"users? | followers?",
    public=r"fans? | pesin | pipo",
    one=r"one | anoda | some",
    the=r"di | im | her | dia",
    crowd=r"fans | pipo | users | followers | reactions?",
    alone=r"one | anoda | oda pipo",
    pronouns=r"e | she | dem | im | he",
    that=r"say | dat",
    like=r"like",
    breaks=r"wey | afta | as | say",
    before_name=r"and | but | as | afta | na so | also | for di",
    after_name=r"don | dey | also | later | for | wey | afta",
    predicate=r"don | dey | na | go | bin | wey",
    titles=r"film | song | album",
    not_a_venue=r"inc",
)
