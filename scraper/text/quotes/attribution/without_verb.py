"""Attribute quotes without a verb that we know: by a handle, a post, an unnamed speaker, a platform."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scraper.text.quotes.attribution.speakers import speaker_before, speaker_behind, trimmed
from scraper.text.quotes.attribution.without_grammar import named_before, named_behind
from scraper.text.quotes.text.clauses import Clause
from scraper.text.quotes.text.names import MASK, opened, subject_first
from scraper.text.quotes.words.lexicons import HANDLES
from scraper.text.quotes.words.platform_names import NAMES

if TYPE_CHECKING:
    from scraper.text.quotes.text.clauses import Attribution, Place
    from scraper.text.quotes.words.lexicons import Lexicon

_HANDLE_LAST = re.compile(
    r"(?P<handle>@\w[\w.]*)[)\]]?(?P<words>(?:\s+[^\W\d_]{1,14}){0,5})\s*(?P<colon>[:;：])?(?P<comma>,)?\s*$"
)
_HANDLE_BEHIND = re.compile(
    r"[\s,]*(?:[^\W\d_]+\s+){0,2}?(?P<verb>[^\W\d_A-Z]{3,16})\s+(?P<handle>@\w[\w.]*\w)"
)
_SIGNED = re.compile(r"[\s,]*(?:[—–]|--?|\()\s*")
# Who signed a quote, in front of the place: "— Ada Example, on Instagram".
_SIGNED_BY = re.compile(r"(?P<who>[^,:;()\ufffc]{2,80}?),?\s+(?=on\b|via\b)")
_VERB_AND_COLON = re.compile(r"\s+(?P<verb>[^\W\d_]{3,16})(?:\s+[^\W\d_]{1,14})?\s*[:,]\s*$")
_VERB_BEHIND = re.compile(r"\s+(?P<verb>[^\W\d_A-Z]{3,16})\b")
# A verb, or the German "hatte" of one, and what opens its subject: a name or the end of "el alcalde".
_VERB_THERE = re.compile(
    r",\s+(?:s[ei]\s+|s[’'])?"
    r"(?P<verb>(?:(?:h?a|hat|è)\s+)?(?P<last>(?P<has>hat(?:te|ten)?|haben)|[^\W\d_A-ZÀ-Þ]{4,16}))"
    r"(?=\s+(?:(?:por su|de son|pour sa|dal suo|da sua) \w+ )?"
    r"(?:[A-ZÀ-Þ][\w-]+|(?:el|la|il|lo|le|o|a|l[’']|der|die|das)\s*(?:\d\d-)?[^\W\d_][\w-]{3,})[\s.,])"
)
# The same in French with a pronoun: "promet-il", "a-t-elle lâché".
_PRONOUN_THERE = re.compile(
    r"[\s,]*(?P<verb>(?:[sl][’'])?[a-zà-ÿ]{1,16}-(?:t-)?(?P<who>ils?|elles?)(?:\s[a-zà-ÿ]{3,12}é(?:e?s?)\b)?)(?![\w-])"
)
_VERB_FIRST = re.compile(r"(?:s[ei]\s+|s[’'])?(?P<verb>[^\W\d_A-Z]{3,16})\s+")
_BY_LAST = re.compile(r"\b(?:by|por|par|von|da|de)\s+$")
# Whose words they were: "fueron las palabras de Marl", "fue el mensaje publicado por Marl".
_BY_NEXT = re.compile(
    r"(?:\s[^\W\d_A-ZÀ-Þ]{4,14})?\s(?:by|from|of|por|de|par|d[aou]|pel[oa]|di|von|(?=del\s))(?:\s|(?<=[’']))"
)
_NAME = re.compile(r"[A-ZÀ-Þ][\w.’'-]*(?:\s[A-ZÀ-Þ][\w.’'-]*){0,3}")
_NEAR_VERB, _NEAR_POST, _LAST_WORDS = 60, 40, 80
# The platform in brackets behind a name.
_PLACE_LAST = re.compile(rf"\s\((?:\w{{2,4}}\s)?(?:{NAMES}|google ?\+)\)\s*:?\s*$", re.IGNORECASE)
# What was published bears words: "a picture with the message “…”".
_BEARING = """
    word words message messages line lines worten satz text aussage botschaft palabras frase expresión
    expressão espressione expression legenda légende didascalia leyenda texto parole mots palavras
    mensaje comentário comentario commento commentaire kommentar mensagem statement messaggio testo
    texte phrase terms termos términos termes termini dizeres
"""
_BORNE = frozenset(_BEARING.split())
_BEARS = re.compile(
    r"\b(?:with|featuring|bearing|mit|con|com|avec|havia|tinha|aparecia|figuraba|usando|utilisant|accompagné|acompanhad[ao]s?|acompañad[ao]s?|accompagnat[ao])\s+"
    r"(?:(?:d[aeo]l?|della|du|sotto|debajo|dessous)\s+)?(?:[^\W\d_]{1,4}\s+)?(?:[^\W\d_]+\s+)?\w+[\s,:]*$",
    re.IGNORECASE,
)
_COMMENT = re.compile(
    r"\b(?:ein|un|uno|an?|one|um)\s(?:\w+\s)?(?:Hass-?)?[kc]omm?ent\w{0,4}\b", re.IGNORECASE
)
# "Per @marl «…»"
_SOURCE = re.compile(r"\W*(?:(?:per|secondo|für|laut|según|para|selon|pour|segundo|for)\s)?", re.IGNORECASE)
_CAPITAL_LAST = re.compile(r"(?<![\w’'-])[@\dA-ZÄÖÜ][\w’'.-]*[)\]]?\Z")
_FILLER = re.compile(r"[^\W\d_A-Z]{2,12}\s+")
_VERB_AND_PLACE = re.compile(r"[\s,]*(?P<speaker>[^,;:\ufffc]{0,70}?)\s*\b(?P<verb>[^\W\d_A-Z]{3,16})\s+\Z")


def by_handle(clause: Clause, lexicon: Lexicon) -> Attribution | None:
    """Read a handle before a colon; where we have no grammar, "Name (@handle) whatever words: …"."""
    text = clause.text
    handle = _HANDLE_LAST.search(text, max(0, len(text) - 120))
    if handle is None or (lexicon.verb.search(text, handle.end("handle")) and not lexicon.lacks_grammar):
        return None
    is_tied = handle["colon"] or handle["comma"] or _SOURCE.fullmatch(text, 0, handle.start())
    if not lexicon.lacks_grammar and (handle["words"] or not is_tied):
        return None
    user = lexicon.user_last.search(text, 0, handle.start())
    speaker = user.span() if user else speaker_before(text, handle.start(), lexicon)
    return clause.says("colon", "none", speaker=speaker, handle=handle.span("handle"))


def by_user(clause: Clause, lexicon: Lexicon) -> Attribution | None:
    """Read the user by whom something was done, last before a colon.

    Example: "she was mocked by one follower: …".
    """
    words = clause.text.rstrip(" \t\n\xa0:")
    user = lexicon.user_last.search(words, max(0, len(words) - _NEAR_VERB))
    if user is None or not _BY_LAST.search(words, max(0, user.start() - 8), user.start()):
        return None
    return clause.says("colon", "none", speaker=user.span())


def before_without_verb(clause: Clause, lexicon: Lexicon, quoted: str, *, colon: bool) -> Attribution | None:
    """Read a clause without a verb that we know: "Smith on Twitter: …", "one fan snarled: …"."""
    if lexicon.lacks_grammar and (named := named_before(clause, lexicon, quoted, colon=colon)):
        return named
    text = clause.text
    in_bracket = text.rstrip().endswith("(")
    subject = _post_last(text, 2 * _NEAR_POST if in_bracket else _NEAR_POST, lexicon)
    if (subject and in_bracket) or _are_named(text, lexicon, quoted):
        return clause.says("colon" if colon else "direct", "noun")
    if not colon:
        return _stranger_before(clause, lexicon) if text.rstrip().endswith(("—", "–", "(", ",")) else None
    place = _PLACE_LAST.search(text)
    if place:
        return clause.says("colon", "noun", speaker=trimmed(text, 0, place.start(), lexicon))
    return (
        _stranger_before(clause, lexicon)
        or (clause.says("colon", "noun", speaker=subject) if subject else None)
        or (None if lexicon.lacks_grammar else _place_before(clause, lexicon))
    )


def _post_last(text: str, reach: int, lexicon: Lexicon) -> Place | None:
    """Return the post that is named among the last words, less than `reach` characters from their end."""
    post = lexicon.post_speaks.search(text, max(0, len(text) - _LAST_WORDS))
    return post.span() if post and len(text) - post.end() < reach else None


def _are_named(text: str, lexicon: Lexicon, quoted: str) -> bool:
    """Return whether the last words name what is quoted.

    Example: "in his tweet", "with insults such as", "the words".
    """
    last = max(0, len(text) - _LAST_WORDS)
    if len(quoted.split()) > 2 and lexicon.posts.search(text, last) and _names_post(text, last, lexicon):
        return True
    return _are_listed(text, last, lexicon) or _bears_words(text, lexicon)


def _are_listed(text: str, last: int, lexicon: Lexicon) -> bool:
    """Return whether the public's words are named last as examples: "her fans left messages such as"."""
    listed = lexicon.sayings_last.search(text, last)
    if listed is None:
        return False
    is_placed = listed["remark"] is None and lexicon.places(text)
    # The remark is the thing that is named: whose it is stands before it or behind.
    around = text[: listed.start()] + text[max(listed.start(), listed.end("remark")) :]
    return is_placed or any(public.search(around) for public in (lexicon.texts, lexicon.crowd))


def _names_post(text: str, last: int, lexicon: Lexicon) -> bool:
    """Return whether a post is named last, perhaps with its place.

    Example: "in his tweet", "her comment on Facebook".
    """
    if lexicon.post_last.search(text, last):
        return True
    return any(not text[place.end() :].strip(" ,:") for place in lexicon.venue.finditer(text, last))


def _bears_words(text: str, lexicon: Lexicon) -> bool:
    """Return whether words are named last that a post bears, and no sign in its picture."""
    if text.rstrip(" \t\n\xa0,:").rpartition(" ")[2].lower() not in _BORNE:
        return False
    if _BEARS.search(text, max(0, len(text) - _LAST_WORDS)) is None or lexicon.bears.search(text):
        return False
    return any(pattern.search(text) for pattern in (_COMMENT, lexicon.tweets, lexicon.venue, lexicon.posts))


def _place_before(clause: Clause, lexicon: Lexicon) -> Attribution | None:
    """Read a clause that names a place on the net before a colon: "Smith on Twitter: …"."""
    place = lexicon.venue.search(clause.text)
    if place is None:
        return None
    speaker = trimmed(clause.text, 0, place.start(), lexicon) if place.start() < 40 else None
    # A German adjective stands before its noun: "Schlecht kommt" is no name.
    is_name = lexicon.language != "de" or speaker is None or _CAPITAL_LAST.search(clause.text, *speaker)
    return clause.says("colon", "none", speaker=speaker if is_name else None)


def _stranger_before(clause: Clause, lexicon: Lexicon) -> Attribution | None:
    """Read an unnamed speaker with a verb that we do not know, or with whatever they did.

    Example: "another snarled: …".
    """
    text = clause.text
    bare = text.lstrip()
    speaker = lexicon.stranger.match(text, len(text) - len(bare) + opened(bare, lexicon))
    verb = _VERB_AND_COLON.match(text, speaker.end()) if speaker else None
    if speaker is None:
        speaker, verb = _stranger_last(text, lexicon)
    return (
        clause.says("colon", "none", verb=verb.span("verb") if verb else None, speaker=speaker.span())
        if speaker
        else None
    )


def _stranger_last(text: str, lexicon: Lexicon) -> tuple[re.Match[str] | None, re.Match[str] | None]:
    """Return who speaks last before the colon, and the verb: ", after one follower pointed out: …"."""
    for speaker in lexicon.stranger.finditer(text, max(0, len(text) - _NEAR_VERB)):
        verb = _VERB_AND_COLON.match(text, speaker.end())
        if verb and text[speaker.start() - 1].isspace() and lexicon.person.match(speaker.group()):
            return speaker, verb
    return None, None


def behind_without_verb(clause: Clause, lexicon: Lexicon) -> Attribution | None:
    """Read “…” – @somebody; "…", agradeció @somebody; “…,” Smith simpered in a tweet."""
    text = clause.text
    signed = _signed_behind(clause, lexicon)
    if signed:
        return signed
    handle = _HANDLE_BEHIND.match(text)
    if handle:
        return clause.says("behind", "none", verb=handle.span("verb"), speaker=handle.span("handle"))
    called = called_behind(clause, lexicon) or (
        named_behind(clause, lexicon) if lexicon.lacks_grammar else None
    )
    if called:
        return called
    post = lexicon.post_speaks.search(text, 0, 30)
    return (
        stranger_behind(clause, lexicon)
        or (clause.says("behind", "noun", speaker=post.span()) if post else None)
        or _inverted_behind(clause, lexicon)
        or (None if lexicon.lacks_grammar else _place_behind(clause, lexicon))
    )


def _signed_behind(clause: Clause, lexicon: Lexicon) -> Attribution | None:
    """Read the signature behind a dash: a handle, or a name and nothing else but the place."""
    text = clause.text
    signed = _SIGNED.match(text)
    if signed is None:
        return None
    handle = HANDLES.match(text, signed.end())
    if handle:
        return clause.says("behind", "none", handle=handle.span())
    by = _SIGNED_BY.match(text, signed.end())
    place = lexicon.venue.match(text, by.end()) if by else None
    if by and place and not text[place.end() :].strip(" .)"):
        return clause.says("behind", "none", speaker=by.span("who"))
    return None


def headlined(clause: Clause, lexicon: Lexicon) -> Attribution | None:
    """Read whose words they were, behind a colon: "“…”: el mensaje de Marl en X", "« … » : Marl sur X"."""
    place = lexicon.venue.search(clause.text)
    if place is None or MASK in clause.text or not lexicon.places(clause.text):
        return None
    colon = clause.text.index(":") + 1
    called = called_behind(Clause(clause.text[colon:], clause.start + colon), lexicon)
    if called and called.speaker:
        return called
    words = clause.text[colon : place.start()]
    tells = lexicon.wording.search(words) or lexicon.verb.search(words)
    if not tells and not _NAME.fullmatch(words.strip()):
        return None
    return clause.says("behind", "none", speaker=subject_first(clause.text, place.start(), lexicon))


def called_behind(clause: Clause, lexicon: Lexicon) -> Attribution | None:
    """Read what a quote is called, and whose it was: "“…” was the post by Marl", ", le parole di Marl"."""
    post = lexicon.are_posts.match(clause.text)
    called = post or lexicon.are_sayings.match(clause.text) or lexicon.are_words_of.match(clause.text)
    if called is None:
        return None
    by = _BY_NEXT.match(clause.text, called.end())
    speaker = speaker_behind(clause.text, by.end(), lexicon) if by else None
    if called.re is lexicon.are_sayings:
        return clause.says("behind", "say", speaker=speaker)
    if post or (speaker and called["post"]):
        return clause.says("behind", "noun", speaker=speaker)
    return clause.says("behind", "write", speaker=speaker) if speaker else None


def stranger_behind(clause: Clause, lexicon: Lexicon) -> Attribution | None:
    """Read an unnamed speaker with a verb that we do not know: "…", dichtete ihm ein User."""
    text = clause.text
    start = len(text) - len(text.lstrip(" \t\n\xa0,—–-"))
    speaker = lexicon.stranger.match(text, start)
    if speaker and not text[speaker.end() :].strip(" .\xa0"):
        return clause.says("behind", "none", speaker=speaker.span())
    verb = _VERB_BEHIND.match(text, speaker.end()) if speaker else _VERB_FIRST.match(text, start)
    speaker = speaker or (_stranger_after(text, verb.end(), lexicon) if verb else None)
    return (
        clause.says("behind", "none", verb=verb.span("verb"), speaker=speaker.span())
        if speaker and verb
        else None
    )


def _inverted_behind(clause: Clause, lexicon: Lexicon) -> Attribution | None:
    """Read a verb that we do not know, and its subject: "…", tippt Marl; «…», ha espetado el alcalde en X.

    Nothing but a verb stands between a quote and a name, in languages that put the subject behind it.
    """
    found = _PRONOUN_THERE.match(clause.text) if lexicon.language == "fr" else None
    if found:
        return clause.says("behind", "write", verb=found.span("verb"), speaker=found.span("who"))
    verb = _VERB_THERE.match(clause.text) if lexicon.language != "en" and not lexicon.lacks_grammar else None
    no_verb = (lexicon.preposition, lexicon.after_name, lexicon.before_name)
    if verb is None or (
        not verb["has"] and any(words.match(clause.text, *verb.span("last")) for words in no_verb)
    ):
        return None
    speaker = speaker_behind(clause.text, verb.end(), lexicon)
    return clause.says("behind", "write", verb=verb.span("verb"), speaker=speaker) if speaker else None


def _stranger_after(text: str, start: int, lexicon: Lexicon) -> re.Match[str] | None:
    """Return an unnamed speaker behind a verb, which may be parted by a word or two.

    Example: "sich prompt eine Nutzerin".
    """
    for _ in range(3):
        speaker = lexicon.stranger.match(text, start)
        filler = _FILLER.match(text, start)
        if speaker or filler is None:
            return speaker
        start = filler.end()
    return None


def _place_behind(clause: Clause, lexicon: Lexicon) -> Attribution | None:
    """Read a clause that names a place, whatever else it says: ", Smith simpered in a tweet"."""
    place = lexicon.venue.search(clause.text, 0, 140)
    found = _VERB_AND_PLACE.match(clause.text, 0, place.start()) if place else None
    if found is None:
        return None
    verb, name = found.span("verb"), found.span("speaker")
    if lexicon.pronoun.match(found["verb"]):
        return clause.says("behind", "none", verb=name, speaker=verb)
    return clause.says("behind", "none", verb=verb, speaker=trimmed(clause.text, *name, lexicon))
