"""What one language has to say about quoting: word lists (one file per language) and the patterns made of them.

A `Grammar` is plain data: every entry is a small regular expression without groups, in which a blank stands for
any white space. English is always added, because posts are reported with English verbs in many newsrooms and a
document's declared language is often wrong. `Lexicon` is the compiled sum.

All patterns are run on clauses of bounded length, and repeat only what is bounded, so none can be slow.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from scraper.quotes.venues import HANDLE, NAMES, STEMS, platform_of

Words = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammar:
    """One language's words for quoting a reaction.

    Attributes:
        language: ISO 639-1 code.
        common: Words that give the language away, for guessing it.
        tweet: Verbs that only mean publishing on a platform: "tweeted".
        post: Verbs that mostly do: "posted", "captioned", "commented".
        write: Verbs of writing and reacting: "wrote", "added", "joked".
        say: Verbs of saying that leave the place open: "said", "called".
        tell: Verbs of speaking to somebody in particular: "told", "testified".
        resort: Verbs that go to a platform to speak: "took to".
        on: Prepositions that place words somewhere: "on", "in".
        posts: Nouns for something published: "tweet", "post", "caption".
        venues: Places on the net without a name: "social media".
        elsewhere: Nouns for other places of speech: "statement", "interview", "letter".
        officials: Nouns for those who speak for others: "spokesperson".
        users: Nouns for people as users of a platform: "user", "netizen".
        public: Nouns for anybody at all: "fan", "person".
        one: Determiners that leave a person unnamed: "a", "one", "another".
        crowd: Plural nouns for the public in an announcing sentence: "fans", "viewers".
        alone: Words that speak for an unnamed person by themselves: "one", "another".
        pronouns: Personal pronouns that can be the subject.
        that: Words that introduce what was said: "that".
        before_name: Words that open a clause and are no part of the speaker: "while", "but".
        after_name: Words between the speaker and the verb, or behind an inverted speaker: "later", "on", "when".
        titles: Words that make quoted words a title: "titled", "headlined".
        the: Determiners and possessives: "the", "his".
        breaks: Words that open a dependent clause: "that", "after".
        not_a_venue: What makes a platform's name a company or a person: "CEO", "'s".
    """

    language: str
    common: str
    tweet: Words
    post: Words
    write: Words
    say: Words
    tell: Words
    resort: Words = ()
    on: Words
    posts: Words
    venues: Words
    elsewhere: Words
    officials: Words
    users: Words
    public: Words
    one: Words
    crowd: Words
    alone: Words
    pronouns: Words
    that: Words
    before_name: Words
    after_name: Words
    titles: Words
    the: Words
    breaks: Words
    not_a_venue: Words = ()


def _any(*lists: Words) -> str:
    """An alternation that prefers longer phrases; a blank stands for white space."""
    words = sorted({word for words in lists for word in words}, key=len, reverse=True)
    return "|".join(words).replace(" ", r"\s+") or r"(?!)"


def _compile(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_FEW_WORDS = r"(?:[^\W_][\w’'.-]{0,30}+\s+){0,5}?"


class Lexicon:
    """The patterns of one language and English, compiled."""

    def __init__(self, grammars: tuple[Grammar, ...]) -> None:
        def of(name: str) -> str:
            return _any(*(getattr(grammar, name) for grammar in grammars))

        on, names = of("on"), NAMES
        self.verb = _compile(
            rf"(?<![\w@#’'-])(?:(?P<tweet>{of('tweet')}|(?:{of('resort')})\s+{_FEW_WORDS}(?:{names}))"
            rf"|(?P<post>{of('post')})|(?P<tell>{of('tell')})|(?P<write>{of('write')})|(?P<say>{of('say')}))(?![\w-])"
        )
        self.venue = _compile(
            rf"(?<![\w-])(?:{on})(?:\s+|(?<=[’'])){_FEW_WORDS}"
            rf"(?:(?P<name>{names})|(?P<post>{of('posts')})|(?P<venue>{of('venues')}))"
            rf"(?![\w])(?!\s*(?:{of('not_a_venue')})\b)"
        )
        self.elsewhere = _compile(rf"(?<![\w-])(?:{on})\s+{_FEW_WORDS}(?:{of('elsewhere')})(?!\w)")
        self.official = _compile(rf"\b(?:{of('officials')})\b")
        self.post_speaks = _compile(
            rf"(?:(?:{of('one')}|{of('the')})\s+|[\w’'-]{{1,30}}[’']s\s+){_FEW_WORDS}(?:{of('posts')})(?!\w)"
        )
        self.breaks = _compile(rf"\b(?:{of('breaks')})\b")
        self.user = _compile(rf"\b(?:{of('users')})\b")
        self.anybody = _compile(rf"^(?:{of('one')})\s+(?:[\w’'-]{{1,20}}\s+){{0,2}}(?:{of('public')})\b")
        self.alone = _compile(rf"^(?:{of('alone')})$")
        self.pronoun = _compile(rf"^(?:{of('pronouns')})$")
        self.crowd = _compile(rf"\b(?:{of('crowd')})\b")
        self.that = _compile(rf"^\s*(?:{of('that')})\b")
        self.before_name = _compile(rf"^(?:(?:{of('before_name')})(?!\w)[\s,]*)+")
        self.after_name = _compile(rf"(?<!\w)(?:{of('after_name')})(?!\w)")
        self.title = _compile(rf"\b(?:{of('titles')})\s*:?$")
        self.named = _compile(rf"(?<![\w])(?:{names})(?!\w)")


def names_platform(text: str) -> str | None:
    """The first platform that a clause names, or None."""
    found = _NAMED.search(text)
    return platform_of(found.group()) if found else None


_NAMED = _compile(rf"(?<![\w@#/.-])(?:{NAMES}|{STEMS})(?!\w)")
HANDLES = re.compile(rf"(?<![\w@/.]){HANDLE}")


@cache
def lexicon(language: str) -> Lexicon:
    """The compiled patterns of a language, English included."""
    from scraper.quotes.languages import GRAMMARS

    english = GRAMMARS["en"]
    own = GRAMMARS.get(language, english)
    return Lexicon((own,) if own is english else (own, english))
