"""The words by which articles speak about posts and lead in what somebody says; the commonest of a tongue.

They cover the languages of the newsrooms seen; a language that is missing loses a hint, no more.
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


# A line of the page that stands between an article's own, as a pattern: adverts, and what else to read.
FURNITURE = (
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
EMOJI = r"\U0001F000-\U0001FAFF\u2600-\u27bf"
"""Emoji, and signs that are used as such: what stands between the brackets of a character class."""

COLONS = (":", "：")

QUOTES = ('"', "“", "”", "„", "«", "»")

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
# Scripts without spaces have no words to look up; Hebrew writes small words and the next as one.
POST_PARTS = ("ツイート", "ツイッター", "推特", "트위터", "트윗", "ציוץ", "ציוצ", "צייץ", "טוויטר", "ทวีต")
POST_PAIRS = frozenset(
    {"social media", "redes sociales", "redes sociais", "réseaux sociaux", "sozialen medien"},
)
# Networks are subjects of news too: only "on Instagram", "her Facebook page" speaks about a post.
NETWORKS = frozenset(labels())
BEFORE_NETWORKS = _set("on to via en sur auf su no na bei op his her their")
BEHIND_NETWORKS = _set("account post posts page story stories feed konto beitrag seite")

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
# Sentences that begin so show what follows, surely if they end in a colon.
POINTING_WORDS = _set("here here's here’s hier voici voilà ecco aquí aqui här oto işte вот")

# What readers are told to do with what a colon opens upon.
SHOWING_WORDS = _set(
    "check see look watch read sample mira miren vea vean veja vejam confira olha olhem guarda guardate "
    "leggete voyez regardez lisez seht schaut lest kijk bekijk lees zobacz zobaczcie bakın смотрите читайте"
)

# By these articles speak of those who post, and pass from one post to the next.
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

# Who says "I" posts; "you" and "we" stand in articles, too. Words that mean something else in another of the
# languages are left out.
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

# Nobody writes an article with these.
NET_WORDS = _set(
    "lol lmao lmfao rofl omg omfg wtf wth ffs smh tbh ngl imo imho btw brb idk idc ikr fyi tf af rn pls plz "
    "thx ty ya yall gonna gotta wanna gimme lemme dunno ain't bruh bro dude hehe hehehe haha hahaha ugh nah "
    "yep nope yay mdr ptdr wsh wallah jaja jajaja jajajaja xd kkk kkkk kkkkk vc vcs pq tbm mds krass digga "
    "hihi wkwk wkwkwk wkwkwkwk yg gak nggak abeg wahala"
)

# Marks that posts carry and the prose of articles hardly ever does. Without one of the signs there is none.
_TWEETISH = re.compile(
    r"(?<!\w)[#＃][^\W\d_]\w|(?<![\w/.(\[])@\w{2,15}\b|\bt\.co/|\bpic\.(?:twitter|x)\.com/|\bRT @|^\.?@\w",
    re.IGNORECASE,
)
_TWEETISH_SIGNS = "#＃@/"
_EMOJI = re.compile(rf"[{EMOJI}\u2b50\u203c\u2049\u25b6]")
_ENTITY = re.compile(
    r"(?:[#@＃]\w+?(?=https?:|pic\.|\W|$)|https?://\S+|pic\.(?:twitter|x)\.com/\S+|\[[#@＃]?\w[^\]\s]*\]\(\S+\)"
    rf"|[{EMOJI}\ufe0f])[\s,.;|…>]*",
    re.IGNORECASE,
)
# A word that is not itself a hashtag, a mention or part of an address.
_WORD = re.compile(r"(?<![#＃@.\w])\w+(?:['’]s)?")
# Where a paragraph says of whom it is.
_OPENING, _FEW_WORDS = 60, 2


_POST_HEADS = frozenset(pair.partition(" ")[0] for pair in POST_PAIRS)
_SAYING_HEADS = frozenset(pair.partition(" ")[0] for pair in SAYING_PAIRS)

# Posts in a row are asked about the same paragraphs above them.
_remembered = lru_cache(maxsize=128)


def tweetish(words: str) -> bool:
    """Tell whether `words` carry marks of a post: a hashtag, a mention, an emoji, a t.co link."""
    if any(sign in words for sign in _TWEETISH_SIGNS) and _TWEETISH.search(words):
        return True
    return not words.isascii() and _EMOJI.search(words) is not None


def only_entities(words: str) -> bool:
    """Tell whether `words` are nothing but hashtags, mentions, links, pictures and emoji."""
    return not _ENTITY.sub("", words).strip()


@_remembered
def _tokens(words: str) -> tuple[str, ...]:
    """Give the words of `words` in small letters, but no hashtags, mentions and ends of addresses."""
    return tuple(_WORD.findall(words.lower()))


@_remembered
def about_posts(words: str) -> bool:
    """Tell whether `words` speak about posts; hashtags and mentions do not count.

    >>> about_posts("She took to Twitter"), about_posts("#Twitter is down"), about_posts("Instagram was sold")
    (True, False, False)
    """
    lowered, tokens = words.lower(), _tokens(words)
    if not POST_WORDS.isdisjoint(tokens) or any(part in words for part in POST_PARTS):
        return True
    if any(stem in lowered for stem in POST_STEMS) and any(token.startswith(POST_STEMS) for token in tokens):
        return True
    return _names_network(tokens) or _holds_pair(tokens, POST_PAIRS, _POST_HEADS)


def _names_network(tokens: Sequence[str]) -> bool:
    """Tell whether one of the networks that are subjects of news, too, is named as the place of a post."""
    return not NETWORKS.isdisjoint(tokens) and any(
        (a in BEFORE_NETWORKS and b in NETWORKS) or (a in NETWORKS and b in BEHIND_NETWORKS)
        for a, b in pairwise(tokens)
    )


def _holds_pair(tokens: Sequence[str], pairs: frozenset[str], heads: frozenset[str]) -> bool:
    """Tell whether two of `tokens` in a row are one of `pairs`, which begin with `heads`."""
    return not heads.isdisjoint(tokens) and any(f"{a} {b}" in pairs for a, b in pairwise(tokens))


def about_crowd(words: str) -> bool:
    """Tell whether `words` begin with the many who post or pass on to the next, as articles do between posts.

    >>> about_crowd("Others were not amused."), about_crowd("And then this."), about_crowd("Fog hid it, too.")
    (True, True, False)
    """
    tokens = _WORD.findall(words[:_OPENING].lower())[:_FEW_WORDS]
    return not CROWD_WORDS.isdisjoint(tokens) or not CONNECTIVES.isdisjoint(tokens[:1])


def names_crowd(words: str) -> bool:
    """Tell whether the many who post are named anywhere in `words`."""
    return not CROWD_WORDS.isdisjoint(_tokens(words))


@_remembered
def saying(words: str) -> bool:
    """Tell whether `words` lead in what somebody says.

    >>> saying("He wrote on Monday"), saying("Take a look"), saying("The road is closed")
    (True, True, False)
    """
    tokens = _tokens(words)
    return not SAYING_WORDS.isdisjoint(tokens) or _holds_pair(tokens, SAYING_PAIRS, _SAYING_HEADS)


def points_at(words: str) -> bool:
    """Tell whether `words` begin by pointing at what stands next to them.

    >>> points_at("Hier die besten:"), points_at("Ab hier wird es eng:")
    (True, False)
    """
    first = _WORD.match(words)
    return first is not None and first.group().lower() in POINTING_WORDS


def shows(words: str) -> bool:
    """Tell whether `words` tell readers to look.

    >>> shows("Check them out:"), shows("They look:")
    (True, False)
    """
    first = _WORD.match(words)
    return first is not None and first.group().lower() in SHOWING_WORDS
