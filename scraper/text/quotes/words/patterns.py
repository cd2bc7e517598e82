"""Define the patterns for reading clauses, as templates: names in braces stand for words of a language.

Names in small letters are lists in `config/languages`. Names in capitals are in `PARTS` and `SUMS`, or built
by `lexicons` from several lists or from traits of the language. All patterns run on clauses of bounded
length, with bounded repetition, so none can be slow.
"""

from __future__ import annotations

from scraper.text.quotes.words.platform_names import FORMERLY, HANDLE, NAMES

PARTS = {
    "NAMES": NAMES,
    "HANDLE": HANDLE,
    "FORMERLY": FORMERLY,
    "FEW_WORDS": r"(?:[^\W_][\w’'.-]{0,30}+\s+){0,4}?",
    "TWO_WORDS": r"(?:[^\W_][\w’'.-]{0,30}+\s+){0,2}?",
    "PREFIX": r"(?:[^\W\d_]{2,20}-)?",
}
"""Parts that are the same in all languages."""

SUMS = {
    "TWEETS": (
        r"{tweet}|(?:{resort})\s+{FEW_WORDS}(?:{NAMES}|{posts}|{social}"
        r"|(?:{venues})(?:\s(?:{NAMES}))?)"
    ),
    "POST_SPEAKS": (r"(?:(?<!\w)(?:{one}|{the})\s+|(?<![\w’'-])(?:{GENITIVE})\s+){TWO_WORDS}(?:{posts})(?!\w)"),
}
"""Parts shared by several patterns."""

PATTERNS = {
    "tweets": r"(?<![\w@#’'-])(?=\w)(?:{TWEETS})(?![\w-])",
    "verb": (
        r"(?<![\w@#’'-])(?=\w)(?={BEGINNINGS})(?:(?P<tweet>{TWEETS})|(?P<post>{post})"
        r"|(?P<tell>{tell})|(?P<call>{call})|(?P<write>{write})|(?P<say>{say}))(?![\w-])"
    ),
    "written": r"(?<![\w@#’'-])(?=\w)(?:{write}|{post})",
    "venue": (
        r"(?<![\w-])(?=\w)(?:(?:{beside})(?!\w)|(?:{on})(?:\s+|(?<=[’'])){FEW_WORDS}"
        r"{DASHED}(?:(?:{NAMES})(?:[\s-]+(?:{posts}|{venues}))?|{posts}|(?:{venues})(?:\s(?:{NAMES}))?)(?!\w)"
        r"(?!\s*\(?(?:{not_a_venue})\b)(?:\s\([^()@\n]{{1,30}}\)|{FORMERLY}(?!\w))?)"
    ),
    "off_platform": (
        r"(?<![\w-])(?=\w)(?:{on}|{at})(?:\s+|(?<=[’'])){FEW_WORDS}(?:[^\W\d_]{{1,4}}[’'])?"
        r"{COMPOUND}(?:{off_platform})(?!\w)|(?<!\w)(?:{told})(?!\w)"
    ),
    "online": r"\b(?:{online})\b",
    "resort": r"(?:{resort})\b",
    "posts": r"(?<![\w-])(?:{posts})(?!\w)",
    "post_speaks": r"{POST_SPEAKS}",
    "post_next": r"(?!\s+(?:{that})\s)\s+(?:{one}|{the})\s+{TWO_WORDS}(?:{posts})(?!\w)",
    "speaks": r"(?:{POST_SPEAKS}|(?:{one})\s+{TWO_WORDS}(?:{remarks})$)",
    "are": r"[\s,]*(?:{are})(?!\w)",
    "called_remark": (
        r"(?<!\w)(?:(?:{remarks})\s*:\s*$"
        r"|(?:{on})\s+(?:{one}|{the})\s+{TWO_WORDS}(?:{remarks})(?!\w)"
        r"|(?:{one}|{the})\s+{TWO_WORDS}(?:{remarks})\s[^:;.]{{0,80}}?(?:{are})\s*:\s*$)"
    ),
    "remarks": r"(?<!\w)(?:{remarks}|{posts})(?!\w)",
    "are_posts": (r"[\s,]*(?:(?:{thus})\s+)?(?:{are})\s+{FEW_WORDS}(?:{posts}|{remarks})(?!\w)"),
    "adds": r"(?:{adds})(?!\w)",
    "texts": r"(?<!\w)(?:{remarks}|{posts}|{users})(?!\w)",
    "post_last": (
        r"(?:(?<!\w)(?:{one}|{the}|{on})\s+|[’']s\s+){TWO_WORDS}(?:{posts})"
        r"(?:[\s,]+(?:{like}))?[\s,:]*$|(?<!\w)(?:{posts})(?:\s+[^\W_]+)?[\s,]+(?:{like})[\s,:]*$"
    ),
    "sayings_last": (
        r"(?<!\w)(?:[^\W\d_]{{2,8}}\s+)?(?:{sayings}|(?P<remark>{remarks}))(?:,?\s+[^\W_]+){{0,2}}"
        r"[\s,]+(?:{like})(?:\s+{one})?[\s,:]*$"
    ),
    "wording": (r"(?<!\w)(?:{remarks}|{posts}|{deeds}|{sayings}|{word})(?!\w)"),
    "official": r"\b{COMPOUND}(?:{officials})\b",
    "users": r"(?<!\w)(?:(?:{one}|{the})\s+)?{TWO_WORDS}(?:{users})(?!\w)",
    "user": r"\b(?:{users})\b",
    "anybody": r"^(?:{one})\s+(?:[\w’'-]{{1,20}}\s+){{0,2}}{PREFIX}(?:{public})\b",
    "stranger": (r"(?<!\w)(?:(?:{one})\s+(?:[\w’'-]{{1,20}}\s+){{0,3}}{PREFIX}(?:{users}|{public})|(?:{alone}))(?!\w)"),
    # An unnamed person in a language with few words for people: "een bezoekster uit Breda".
    "somebody": r"(?<!\w)(?:{one})\s+[^\W\d_]",
    # An agent marked by a particle, in scripts without capitals.
    "agent": r"(?:\A|(?<=[۔؟،,.।]))\s*(?:[^\s\d_A-z]{{1,30}} ){{1,3}}(?:{agents})(?!\w)",
    "user_last": (
        r"(?<!\w)(?:{one}|{the})\s+(?:[\w’'-]{{1,20}}\s+)?(?:{users})"
        r"(?=\s*$|(?-i:(?:\s+[A-ZÀ-Þ][\w.’'-]*){{1,3}}\s*$))"
    ),
    "netizen": r"(?<!\w)(?:{one}|{the})\s+{TWO_WORDS}(?:{users})(?!\w)",
    "definite": r"^(?:{the})\s+{NOUN}",
    "determiner": r"^(?:{one}|{the})$",
    "alone": r"^(?:{alone})$",
    "pronoun": r"^(?:{pronouns})$",
    "inverted": (
        r"(?:\s+(?:{after_name}))?\s+(?P<who>(?:{pronouns})|{HANDLE}"
        r"|(?:{one})\s+(?:[\w’'-]{{1,20}}\s+){{0,2}}{PREFIX}(?:{users})"
        r"|(?!(?:{oblique})\s)(?P<text>(?:{one}|{the})\s+{TWO_WORDS}{PREFIX}(?:{posts}|{remarks})))(?!\w)"
    ),
    "crowd": r"\b(?:{crowd})\b",
    "that": r"^\s*(?:{that})\b",
    "breaks": r"\b(?:{breaks})\b",
    "before_name": r"^(?:(?:{before_name})(?!\w)[\s,—–-]*)+",
    "after_name": r"(?<![\w-])(?:{after_name})(?![\w-])",
    "adverbs": r"(?:(?:^|[\s,]+)(?:{after_name})(?!\w))+$",
    "predicate": r"(?<=\s)(?:{predicate})(?!\S)",
    "preposition": r"(?:{on}|{breaks}|{of})(?!\w)",
    "oblique": r"(?:{oblique})(?!\w)",
    "title": r"\b(?:{titles})(?:\s+(?:(?:{relative})\s+)?(?:{reads}))?\W*$",
    # Possibly by anyone: "heißt es in einem Kommentar".
    "unsigned": r"(?<!\w)(?:{reads})(?!\w)[^,;:.]{{0,20}}\s(?:{one}|{beside})(?!\w)",
    "sign": r"\b(?:{titles})\s+(?:(?:{relative}|{where})\s+)?$",
    # The opening of a clause carried by a noun: "the videos that went round on Twitter".
    "passing": r"(?P<noun>[^\W\d_]{{4,}})\s(?:{relative})\s(?:[^\W_]+\s){{1,4}}\Z",
    # The opening of a clause on the noun before it, and words that tie a verb to that noun.
    "aside": r",\s*(?:{who})(?!\w)",
    "who_last": r"\b(?:{who})\s+\Z",
    # "…, adding", "…, also adding"
    "goes_on": r"(?-i:[^\W\d_A-Z]{{1,20}}\s)?(?-i:(?=[^\W\d_A-Z]))(?:{going_on})(?!\w)",
    # A pronoun joined to its verb: "écrit-il".
    "attached": r"-(?P<who>{pronouns})(?!\w)",
    # Reported content, in which a place may be mentioned: "aseguró que en X hay “cisnes”".
    "content": r"(?<!,)\s(?:{relative})(?!\w)",
    # Words left after a name: "Marl und", "Marl la".
    "left_over": r"\s(?:{and}|{object})\Z",
    # "A fan" may be anyone in the street; "one fan" is one of those who said something.
    "indefinite": r"(?:{indefinite})\s",
    "object": r"(?:{object})\Z",
    "asked": r"(?<!\w)(?:{asked})\s[^,:]{{0,80}}",
    # An instruction to a person: "told her fans to “wait”".
    "told_to": r" (?:{to})\Z",
}
"""The patterns by name; case matters only if a pattern says so."""
