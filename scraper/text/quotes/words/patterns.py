"""Hold the patterns by which clauses are read, as templates: names in braces stand for words of a language.

Those in small letters are fields of `scraper.text.quotes.words.languages.grammar.Grammar`, "verb" stands for
all verbs; those in capitals are in `PARTS` and `SUMS`. All patterns are run on clauses of bounded length, and
repeat only what is bounded, so none can be slow.
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
    "OF": r"for|of|with|de|d[’']|du|des|von|für|da|do|das|dos|di|del|della|dei",
    # What stands between quotes and the word for what they are: "were among the comments".
    "ARE": (
        r"(?:are|were|is|was|reads?)(?: just| also)?(?: among)?|so[nm]|fueron|eran|es|fue|han? sido|sono"
        r"|erano|è|foram|são|eram|é|foi|sont|étaient|ont été|a été|est|lit-on|figurent"
        r"|lautete?n?|sind|waren|ist|war|hei(?:ßt|ßen)"
    ),
    # How words speak that nobody is named for: "the reply read", "heißt es in einem Kommentar".
    "READS": (
        r"reads?|reading|laut(?:et|ete)|hei(?:ß|ss)t es|hieß es|zu lesen|st(?:eht|and)"
        r"|lit-on|se leen?|se leían?|(?:se )?(?:puede|podía)n? leer(?:se)?"
        r"|si legg(?:e|eva|ono|evano)|si (?:può|possono|poteva|potevano) leggere"
        r"|lê-se|lia-se|pod(?:e|ia)m?(?:-se ler| ler-se)|é possível ler"
        r"|(?:peut|pouvait)-on (?:\w+ )?lire|a-t-on pu lire|(?:liest|las) man|k(?:ann|onnte) man lesen"
    ),
    "THESE": (
        r"(?:this|that|est[eao]s?|es[eao]|así|quest[oaie]|così|isto|iss[oe]|c[’']|ce|voilà|das|diese?s?|so)"
    ),
    "SOCIAL": r"redes socia(?:is|les)|réseaux sociaux|social(?: network| media)?|soziale[nr] (?:Netz|Med)\w+",
    "THAT_OF": r"that|quell[oa]|celui|celle|aquel[ea]|aquela|[eo]|la|el",
    "BY": r"by|por|par|von|dal|dall[aeo]|dall[’']|pel[oa]",
    # What is done in answer to something.
    "DEEDS": (
        r"reactions?|reacción|réactions?|reação|reazione|reply|respuesta|réponse|risposta|resposta"
        r"|réplica|replica|réplique|Replik|saluto|saludo|Gruß|pensiero|pensée|pensamiento|omaggio|hommage|homenaje|homenagem"
        r"|words|palabras|parole|palavras|mots|sfogo|desahogo|desabafo"
    ),
    # Words for words, which are those of posts only where the public was said to react.
    "SAYINGS": (
        r"sentences|phrases?|lines|remarks|responses|frases?|expresiones|frasi|parole|Sätze|Sprüche|Ausdrücke|Komplimente|piropos|elogios|compliments|complimenti|Beleidigungen|Beschimpfungen|Botschaften|Schimpfw[oö]rter|Bezeichnungen|words"
        r"|things|cosas|coisas|cose|choses|Dinge|insults|insultos|insulti|insultes|ofensas|xingamentos|palabras|palavras|mots|adjetivos|aggettivi|adjectifs"
    ),
}
"""What is the same in all languages."""

SUMS = {
    "TWEETS": (
        r"{tweet}|(?:{resort})\s+{FEW_WORDS}(?:{NAMES}|{posts}|{SOCIAL}"
        r"|(?:{venues})(?:\s(?:{NAMES}))?)"
    ),
    "POST_SPEAKS": (
        r"(?:(?<!\w)(?:{one}|{the})\s+|(?<![\w’'-])(?:{GENITIVE})\s+){TWO_WORDS}(?:{posts})(?!\w)"
    ),
}
"""What several patterns have in common."""

PATTERNS = {
    "tweets": r"(?<![\w@#’'-])(?=\w)(?:{TWEETS})(?![\w-])",
    "verb": (
        r"(?<![\w@#’'-])(?=\w)(?={verb})(?:(?P<tweet>{TWEETS})|(?P<post>{post})"
        r"|(?P<tell>{tell})|(?P<call>{call})|(?P<write>{write})|(?P<say>{say}))(?![\w-])"
    ),
    "written": r"(?<![\w@#’'-])(?=\w)(?:{write}|{post})",
    "venue": (
        r"(?<![\w-])(?=\w)(?:(?:{beside})(?!\w)|(?:{on})(?:\s+|(?<=[’'])){FEW_WORDS}"
        r"{DASHED}(?:(?<!\buse\sof\s)(?:{NAMES})(?:[\s-]+(?:{posts}|{venues}))?|{posts}|(?:{venues})(?:\s(?:{NAMES}))?)(?!\w)"
        r"(?!\s*(?:{not_a_venue})\b)(?:\s\([^()@\n]{{1,30}}\)|{FORMERLY}(?!\w))?)"
    ),
    "off_platform": (
        r"(?<![\w-])(?=\w)(?!über\b)(?:{on}|at)(?:\s+|(?<=[’'])){FEW_WORDS}(?:[^\W\d_]{{1,4}}[’'])?"
        r"{COMPOUND}(?:{off_platform})(?!\w)"
    ),
    "statement_last": r"(?<!\w)(?:{off_platform})\s*\Z",
    "online": r"\b(?:online|comment(?:ed|ing)|quick to react|(?<!to )react(?:ed|ing)?|kommentier\w{{1,3}})\b",
    "resort": r"(?:{resort})\b",
    "posts": r"(?<![\w-])(?:{posts})(?!\w)",
    "post_speaks": r"{POST_SPEAKS}",
    "post_next": r"(?!\s+(?:{that})\s)\s+(?:{one}|{the})\s+{TWO_WORDS}(?:{posts})(?!\w)",
    "saying": r"(?<![\w.-])(?:{posts})(?:\s+that|,)?\s+$",
    "speaks": r"(?:{POST_SPEAKS}|(?:{one})\s+{TWO_WORDS}(?:{remarks})$)",
    "post_first": r"(?:{POST_SPEAKS}|(?:{one})\s+{TWO_WORDS}(?:{remarks})(?!\w))",
    "are": r"[\s,]*(?:{ARE})(?!\w)",
    "called_remark": (
        r"(?<!\w)(?:(?:{remarks})\s*:\s*$"
        r"|(?:{on})\s+(?:{one}|{the})\s+{TWO_WORDS}(?<!for\s)(?:{remarks})(?!\w)"
        r"|(?:{one}|{the})\s+{TWO_WORDS}(?:{remarks})\s[^:;.]{{0,80}}?(?:{ARE})\s*:\s*$)"
    ),
    "remarks": r"(?<!\w)(?:{remarks}|{posts})(?!\w)",
    "are_posts": (
        r"[\s,]*(?:(?:así|assim|così|ainsi|so)\s+)?(?:{ARE})\s+{FEW_WORDS}(?:{posts}|{remarks})(?!\w)"
    ),
    "are_sayings": r"[\s,]*(?:{ARE})\s+{FEW_WORDS}(?:{one}|{the})\s+{FEW_WORDS}(?:{SAYINGS})(?!\w)",
    "are_words_of": (
        r"[\s,]+(?:{THESE}\s+)?(?:{the})\s+{TWO_WORDS}"
        r"(?:(?P<post>{posts}|{remarks})|{DEEDS}|{SAYINGS})(?!\w)"
    ),
    "reads": r"^(?:\w+ )?(?:{READS})$",
    "adds": r"(?:{adds})(?!\w)",
    "texts": r"(?<!\w)(?:{remarks}|{posts}|{users})(?!\w)",
    "post_last": (
        r"(?:(?<!\w)(?:{one}|{the}|{on})\s+|[’']s\s+){TWO_WORDS}(?:{posts})"
        r"(?:[\s,]+(?:{like}))?[\s,:]*$|(?<!\w)(?:{posts})(?:\s+[^\W_]+)?[\s,]+(?:{like})[\s,:]*$"
    ),
    "sayings_last": (
        r"(?<!\w)(?:[^\W\d_]{{2,8}}\s+)?(?:{SAYINGS}|(?P<remark>{remarks}))(?:,?\s+[^\W_]+){{0,2}}"
        r"[\s,]+(?:{like})(?:\s+{one})?[\s,:]*$"
    ),
    "wording": (
        r"(?<!\w)(?:{remarks}|{posts}|{DEEDS}|{SAYINGS}|word|palabra|parola|mot|palavra|Worte?n?)(?!\w)"
    ),
    "deed_of": (
        r"(?<!\w)(?:(?:{remarks}|{posts}|{DEEDS}|{SAYINGS}|{THAT_OF})(?:\s+[^\W\d_A-ZÀ-Þ]+)?\s+(?:{OF})"
        r"|(?:{posts}|{remarks})(?:\s[^\W_]+){{1,4}}\s(?:{BY}))(?:\s+|(?<=[’']))"
        r"(?:[^,:;.]{{1,60}},\s+)?"
        r"(?P<who>(?-i:(?:(?:{the})\s+)?(?:[A-ZÀ-Þ][\w.’'-]*\s+(?:(?:{OF})\s+)?){{0,4}}[A-ZÀ-Þ][\w.’'-]*))\Z"
    ),
    "these_are": (
        r"\W{{0,3}}(?:(?:{THESE}\s*)?(?<!\w)(?:{ARE})|(?:[eèé][’'´`]?|sono|ist|war)\s{THESE}|{THESE}(?=\s+(?:{the})\b))\s+{FEW_WORDS}"
        r"(?:(?P<post>{posts}|{remarks})|{DEEDS})(?!\w)"
    ),
    "points_back": (
        r"\s*(?:[:,—–-]\s+(?:con|mit|avec|com)\s+"
        r"(?:quest[eoi]|est[ao]s|diesen|ces?|{one}\s+{TWO_WORDS}(?:{posts}))"
        r"|:\s+(?:(?:così|así|assim|ainsi)(?!\s+(?:si|s[ei]|è|viene|vengono|sono|es|é|est)\b)"
        r"|(?:è|es|é)\s+(?:quanto|lo que|o que)|(?:lo\s+)?(?:{verb})))(?!\w)"
    ),
    "official": r"\b{COMPOUND}(?:{officials})\b",
    "users": r"(?<!\w)(?:(?:{one}|{the})\s+)?{TWO_WORDS}(?:{users})(?!\w)",
    "user": r"\b(?:{users})\b",
    "anybody": r"^(?:{one})\s+(?:[\w’'-]{{1,20}}\s+){{0,2}}{PREFIX}(?:{public})\b",
    "person": (
        r"^(?:{one})\s+(?:[\w’'-]{{1,20}}\s+){{0,3}}{PREFIX}(?:{users}|{public})(?!\w)"
        r"(?!\s+(?:{users})\b)"
    ),
    "stranger": (
        r"(?:(?:{one})\s+(?:[\w’'-]{{1,20}}\s+){{0,3}}{PREFIX}(?:{users}|{public})|(?:{alone}))(?!\w)"
    ),
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
    "predicate": r"(?<=\s)(?-i:{predicate})(?!\S)",
    "preposition": r"(?:{on}|{breaks}|{OF})(?!\w)",
    "oblique": r"(?:{oblique})(?!\w)",
    "bears": r"\b(?:{titles})\b",
    "title": r"\b(?:{titles})(?:\s+(?:(?:that|which|qui|que|che)\s+)?(?:{READS}))?\W*$",
    "sign": (
        r"\b(?:{titles})\s+"
        r"(?:(?:that|which|qui|que|che|der|die|das|où|donde|onde|dove)\s+(?:il\s+est\s+)?)?$"
    ),
}
"""The patterns by name; case matters only where a pattern says so."""
