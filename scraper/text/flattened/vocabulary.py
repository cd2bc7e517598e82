"""List the words that tell prose about posts from posts, and answer what a passage says by them.

Articles speak about posts, introduce quotations and name the many who post; posts say "I", shout and use
slang. The lists cover the languages of the newsrooms seen so far; for a missing one there is less evidence.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from scraper.registry import labels

if TYPE_CHECKING:
    from collections.abc import Sequence


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


# The pattern of a boilerplate line between the lines of an article: labels of adverts and of related stories.
BOILERPLATE = (
    r"(?:advertisement|ad|sponsored|recommended|trending"
    r"|related(?: (?:news|stor(?:y|ies)|articles?|posts?|topics?))?"
    r"|read (?:also|more|next)|also read|see also"
    r"|(?:continua depois da |continúa después de la )?publicidade?|(?:la suite après cette )?publicité"
    r"|pubblicità|anzeige|werbung|advertentie|reklam[ae]?|annons|реклама|広告"
    r"|le[ae] también|leia (?:também|mais)|lire aussi|leggi anche|lesen sie auch|lees ook)"
)

POST_WORDS = _set(
    "tweet tweets tweeted tweeting tweeter tweeters tweetstorm retweet retweets retweeted retweeting twitter "
    "twitter's hashtag hashtags post posts posted posting memes "
    "getwittert postete gepostet trino trinos cuitan"
)
# Emoji and the symbols used as such, as the inside of a character class.
EMOJI = r"\U0001F000-\U0001FAFF\u2600-\u27bf"
COLONS = (":", "：")
QUOTES = ('"', "“", "”", "„", "«", "»")
# The bullet, number or emoji of an item of a list.
BULLET = re.compile(rf"[-•·▪●*→✔]|\(?(?:\d{{1,2}}|[a-h])[.)/]|[{EMOJI}]")

POST_STEMS = (
    "twitt",
    "twité",
    "tuit",
    "tuít",
    "твит",
    "ツイ",
    "트위터",
    "트윗",
    "推特",
    "ٹویٹ",
    "ٹوئ",
    "تويتر",
    "تغريدة",
    "توییت",
    "توئیت",
    "ट्वीट",
    "ट्विट",
    "টুইট",
)
# Looked for inside words: some scripts have no spaces, and Hebrew joins small words to the next.
POST_PARTS = ("ツイート", "ツイッター", "推特", "트위터", "트윗", "ציוץ", "ציוצ", "צייץ", "טוויטר", "ทวีต")
POST_PAIRS = frozenset(
    {"social media", "redes sociales", "redes sociais", "réseaux sociaux", "sozialen medien"},
)
# Platforms are subjects of news themselves: only phrases like "on Instagram" and "her Facebook page" count.
PLATFORM_NAMES = frozenset(labels())
BEFORE_PLATFORM = _set("on to via en sur auf su no na bei op his her their")
BEHIND_PLATFORM = _set("account post posts page story stories feed konto beitrag seite")

SAYING_WORDS = _set(
    "wrote writes writing said says added adds shared shares replied responded announced commented "
    "joked reacted reported confirmed claimed asked explained noted stated declared warned captioned message "
    "statement reaction reactions response responses below here's here’s following "
    "écrit écrivait déclaré affirmé annoncé réagi ajouté voici "
    "escribió escribio dijo publicó afirmó señaló anunció compartió expresó comentó aseguró informó mensaje "
    "escreveu disse publicou afirmou anunciou compartilhou comentou confira abaixo veja "
    "schrieb schreibt sagte teilte erklärte postete kommentierte verkündete "
    "scritto scrive detto annunciato commentato ecco schreef schrijft zegt zei skrev "
    "exclaimed quipped wondered mused lamented opined observed "
    "decía decia dice escribe diz dizia escreve ironise lance twitterte twittert meint meinte "
    "napisao napisala rekao kaže napisał napisała pisze yazdı dedi paylaştı tulis menulis "
    "написал написала пишет"
)
SAYING_PAIRS = frozenset(
    {"here is", "here are", "check out", "a look", "look at", "ci dessous", "a continuación"},
)
# A sentence that begins with one of these points at what follows, above all if it ends in a colon.
POINTING_WORDS = _set("here here's here’s hier voici voilà ecco aquí aqui här oto işte вот")

# Imperatives that tell readers to look at what follows a colon.
SHOWING_WORDS = _set(
    "check see look watch read sample mira miren vea vean veja vejam confira olha olhem guarda guardate "
    "leggete voyez regardez lisez seht schaut lest kijk bekijk lees zobacz zobaczcie bakın смотрите читайте"
)

# Words for the many people who post, and words that lead from one post to the next.
CROWD_WORDS = _set(
    "others other another some many several fans users user people viewers critics supporters meanwhile "
    "however too also reply replies netizens "
    "todos todas otros otras otro otra algunos algunas muchos usuarios usuario aficionados internautas "
    "mientras también "
    "outros outras outro outra alguns algumas muitos usuários torcedores enquanto também "
    "tous autres certains plusieurs internautes utilisateurs aussi "
    "andere anderer einige viele manche nutzer user auch "
    "altri altre alcuni alcune molti utenti anche anderen sommige veel gebruikers ook "
    "inni niektórzy internauci bazıları kullanıcılar другие некоторые многие пользователи"
)
CONNECTIVES = _set("and but then y pero et mais e mas ma und aber en maar ve ama и но")

# The first person marks a post; the second, and "we", occur in articles too. Left out are words that
# mean something else in another of the languages.
I_WORDS = _set(
    "I I'm I've I'll I'd i i'm i've i'll i'd im ive me my mine myself "
    "ich mein meine meinen meinem meiner mir mich j'ai j'étais mon mes moi yo mío mía mis conmigo "
    "eu meu meus minha minhas comigo io mio miei mia mie ik mijn mij jag mig jeg meg "
    "я мой моя моё мои мне меня benim bana beni aku gue saya"
)
YOU_WORDS = _set(
    "you your you're yours u ur y'all we we're we've we'll our ours us let's "
    "wir uns unser unsere du dein deine dich dir euch ihr nous notre nos vous votre vos toi "
    "nosotros nuestro nuestra nuestros tú ustedes vosotros nós nosso nossa você vocês "
    "noi nostro nostra voi vostro wij ons onze jij jouw jullie vi vår vores "
    "мы нам наш вы вам biz sen siz kita"
)

# Slang of the net, which articles do not use.
NET_WORDS = _set(
    "lol lmao lmfao rofl omg omfg wtf wth ffs smh tbh ngl imo imho btw brb idk idc ikr fyi tf af rn pls plz "
    "thx ty ya yall gonna gotta wanna gimme lemme dunno ain't bruh bro dude hehe hehehe haha hahaha ugh nah "
    "yep nope yay mdr ptdr wsh wallah jaja jajaja jajajaja xd kkk kkkk kkkkk vc vcs pq tbm mds krass digga "
    "hihi wkwk wkwkwk wkwkwkwk yg gak nggak abeg wahala"
)

# What posts hold and the prose of articles hardly ever does: hashtags, mentions, short links, "RT @". Each
# holds one of the characters below; looking for them first is much faster.
_POST_MARKS = re.compile(
    r"(?<!\w)[#＃][^\W\d_]\w|(?<![\w/.(\[])@\w{2,15}\b|\bt\.co/|\bpic\.(?:twitter|x)\.com/|\bRT @|^\.?@\w",
    re.IGNORECASE,
)
_POST_MARK_CHARACTERS = "#＃@/"
_EMOJI = re.compile(rf"[{EMOJI}\u2b50\u203c\u2049\u25b6]")
_ENTITY = re.compile(
    r"(?:[#@＃]\w+?(?=https?:|pic\.|\W|$)|https?://\S+|pic\.(?:twitter|x)\.com/\S+|\[[#@＃]?\w[^\]\s]*\]\(\S+\)"
    rf"|[{EMOJI}\ufe0f])[\s,.;|…>]*",
    re.IGNORECASE,
)
# A word that is no hashtag or mention and no part of an address.
_WORD = re.compile(r"(?<![#＃@.\w])\w+(?:['’]s)?")
# The words that open a paragraph: at most two, within so many characters.
_OPENING, _FEW_WORDS = 60, 2


_POST_HEADS = frozenset(pair.partition(" ")[0] for pair in POST_PAIRS)
_SAYING_HEADS = frozenset(pair.partition(" ")[0] for pair in SAYING_PAIRS)

# The paragraphs above several posts in a row are judged once for each post.
_cached = lru_cache(maxsize=128)


def has_post_marks(words: str) -> bool:
    """Return whether `words` hold what is typical of posts: a hashtag, a mention, an emoji, a t.co link."""
    if any(sign in words for sign in _POST_MARK_CHARACTERS) and _POST_MARKS.search(words):
        return True
    return not words.isascii() and _EMOJI.search(words) is not None


def only_entities(words: str) -> bool:
    """Return whether `words` are nothing but hashtags, mentions, links, pictures and emoji."""
    return not _ENTITY.sub("", words).strip()


@_cached
def _tokens(words: str) -> tuple[str, ...]:
    """Split `words` into lower-case words without hashtags, mentions and parts of addresses."""
    return tuple(_WORD.findall(words.lower()))


@_cached
def mentions_posts(words: str) -> bool:
    """Return whether `words` speak about posts; hashtags and mentions do not count.

    >>> [mentions_posts(words) for words in ("She took to Twitter", "#Twitter is down", "Instagram was sold")]
    [True, False, False]
    """
    lowered, tokens = words.lower(), _tokens(words)
    if not POST_WORDS.isdisjoint(tokens) or any(part in words for part in POST_PARTS):
        return True
    if any(stem in lowered for stem in POST_STEMS) and any(token.startswith(POST_STEMS) for token in tokens):
        return True
    return _names_platform(tokens) or _holds_pair(tokens, POST_PAIRS, _POST_HEADS)


def _names_platform(tokens: Sequence[str]) -> bool:
    """Return whether a platform is named as the place of a post, as in "on Instagram"."""
    return not PLATFORM_NAMES.isdisjoint(tokens) and any(
        (a in BEFORE_PLATFORM and b in PLATFORM_NAMES) or (a in PLATFORM_NAMES and b in BEHIND_PLATFORM)
        for a, b in pairwise(tokens)
    )


def _holds_pair(tokens: Sequence[str], pairs: frozenset[str], heads: frozenset[str]) -> bool:
    """Return whether two successive `tokens` are one of `pairs`, whose first words are `heads`."""
    return not heads.isdisjoint(tokens) and any(f"{a} {b}" in pairs for a, b in pairwise(tokens))


def opens_with_crowd(words: str) -> bool:
    """Return whether `words` open with the many who post or with a connective, as articles do between posts.

    >>> [opens_with_crowd(words) for words in ("Others were angry.", "And then this.", "Fog hid it, too.")]
    [True, True, False]
    """
    tokens = _WORD.findall(words[:_OPENING].lower())[:_FEW_WORDS]
    return not CROWD_WORDS.isdisjoint(tokens) or not CONNECTIVES.isdisjoint(tokens[:1])


def mentions_crowd(words: str) -> bool:
    """Return whether `words` name the many who post."""
    return not CROWD_WORDS.isdisjoint(_tokens(words))


@_cached
def introduces_speech(words: str) -> bool:
    """Return whether `words` hold a verb or phrase that introduces what somebody says.

    >>> [introduces_speech(words) for words in ("He wrote on Monday", "Take a look", "The road is closed")]
    [True, True, False]
    """
    tokens = _tokens(words)
    return not SAYING_WORDS.isdisjoint(tokens) or _holds_pair(tokens, SAYING_PAIRS, _SAYING_HEADS)


def opens_with_pointer(words: str) -> bool:
    """Return whether `words` open by pointing at what follows.

    >>> opens_with_pointer("Hier die besten:"), opens_with_pointer("Ab hier wird es eng:")
    (True, False)
    """
    first = _WORD.match(words)
    return first is not None and first.group().lower() in POINTING_WORDS


def opens_with_look(words: str) -> bool:
    """Return whether `words` open by telling readers to look.

    >>> opens_with_look("Check them out:"), opens_with_look("They look:")
    (True, False)
    """
    first = _WORD.match(words)
    return first is not None and first.group().lower() in SHOWING_WORDS
