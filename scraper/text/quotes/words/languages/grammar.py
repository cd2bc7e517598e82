"""Hold a language's words for quoting, posting and platforms, as plain data.

Strings of small regular expressions, parted by bars, in which a blank stands for any white space.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammar:
    """One language's words for quoting a reaction.

    Attributes:
        language: ISO 639-1 code.
        common: Plain words, parted by blanks, that give the language away.
        cues: Plain pieces of words without one of which no reaction is reported; they spare most quotes
            a look.
        has: What ``HAS`` stands for in the verbs: "a", "ont".
        inverted: What ``-IL`` stands for behind the verbs: "-t-il".
        tweet: Verbs that only mean publishing on a platform: "tweeted".
        post: Verbs that mostly do: "posted", "commented".
        write: Verbs of writing and reacting: "wrote", "added", "joked".
        say: Verbs of saying that leave the place open: "said", "called".
        tell: Verbs of speaking to somebody in particular: "told", "testified".
        call: Verbs that give a thing a name: "called", "branded".
        adds: Verbs of writing that go on with what was said before: "added".
        resort: Verbs that go to a platform to speak: "took to".
        on: Prepositions that place words somewhere: "on", "in".
        posts: Nouns for something published: "tweet", "post", "caption".
        remarks: Nouns that are posts only where they are what is quoted: "comment".
        venues: Places on the net without a name: "social media".
        beside: Whole phrases that place words beside a picture: "alongside the photo".
        off_platform: Nouns for other places of speech: "statement", "interview", "letter".
        officials: Nouns for those who speak for others: "spokesperson".
        users: Nouns for people as users of a platform: "user", "netizen".
        public: Nouns for anybody at all: "fan", "person".
        one: Determiners that leave a person unnamed: "a", "one", "another".
        the: Determiners and possessives: "the", "his".
        oblique: Determiners that open no subject: "einen".
        crowd: Plural nouns for the public in an announcing sentence: "fans", "viewers".
        alone: Words that speak for an unnamed person by themselves: "one", "another".
        pronouns: Personal pronouns that can be the subject.
        that: Words that introduce what was said: "that".
        like: Words that give examples: "such as".
        breaks: Words that open a dependent clause: "that", "after".
        before_name: Words that open a clause and are no part of the speaker: "while", "but".
        after_name: Words between the speaker and the verb, or behind an inverted speaker: "later", "on".
        predicate: Words that cannot stand in a speaker's name, where it must have ended: "was", "also".
        titles: Words that make quoted words a title or a printed text: "titled", "headline".
        said_aloud: Whether verbs of saying mean the spoken word, as they mostly do where posts have verbs of
            their own ("tweeted"); where they do not, "said" may speak of a post.
        not_a_venue: What makes a platform's name a company or a person: "CEO", "'s".
    """

    language: str
    common: str
    cues: str
    has: str = ""
    inverted: str = ""
    tweet: str
    post: str
    write: str
    say: str
    tell: str
    call: str
    resort: str
    on: str
    posts: str
    remarks: str = ""
    adds: str = ""
    venues: str
    beside: str = ""
    off_platform: str
    officials: str
    users: str
    public: str
    one: str
    the: str
    oblique: str = ""
    crowd: str
    alone: str
    pronouns: str
    that: str
    like: str
    breaks: str
    before_name: str
    after_name: str
    predicate: str
    titles: str
    not_a_venue: str
    said_aloud: bool = False
