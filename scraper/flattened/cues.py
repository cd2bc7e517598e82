"""What the words themselves say: do they speak about a post, do they look like one, which language are they in?

The word lists cover the languages of the newsrooms seen; a language that is missing loses a hint, no more.
"""

from __future__ import annotations

import re

# Marks that posts carry and the prose of articles hardly ever does.
_TWEETISH = re.compile(
    r"(?<!\w)[#＃][^\W\d_]\w|(?<![\w/.(\[])@\w{2,15}\b|\bt\.co/|\bpic\.twitter\.com/|\bRT @|^\.?@\w"
    r"|[\U0001F000-\U0001FAFF\u2600-\u27bf\u2b50\u203c\u2049\u25b6]",
    re.IGNORECASE,
)
_ENTITY = re.compile(
    r"(?:[#@＃]\w+?(?=https?:|pic\.|\W|$)|https?://\S+|pic\.twitter\.com/\S+|\[[#@＃]?\w[^\]\s]*\]\(\S+\)"
    r"|[\U0001F000-\U0001FAFF\u2600-\u27bf\ufe0f])[\s,.;|…>]*",
    re.IGNORECASE,
)
# A word that is not itself a hashtag, a mention or part of an address.
_WORD = re.compile(r"(?<![#＃@.\w])\w+(?:['’]s)?")
_LETTERS = re.compile(r"[^\W\d_]+")

_POST_WORDS = frozenset(
    "tweet tweets tweeted tweeting tweeter tweeters tweetstorm retweet retweets retweeted retweeting twitter twitter's "
    "hashtag hashtags post posts posted posting getwittert postete gepostet".split()
)
_POST_STEMS = (
    "twitt",
    "twité",
    "tuit",
    "tuít",
    "tuite",
    "твит",
    "твиттер",
    "ツイ",
    "트위터",
    "트윗",
    "推特",
    "ٹویٹ",
    "ٹوئ",
    "تويتر",
    "تغريدة",
)
_WRITTEN_TOGETHER = ("ツイート", "ツイッター", "推特", "트위터", "트윗")
_TWO_WORDS = frozenset(
    {"social media", "redes sociales", "redes sociais", "réseaux sociaux", "sozialen medien"}
)
# Other networks are subjects of news too: only "on Instagram", "her Facebook page" speaks about a post.
_NETWORKS = frozenset({"instagram", "facebook", "threads", "bluesky", "x", "tiktok"})
_AT = frozenset("on to via en sur auf su no na bei op his her their".split())
_PLACES = frozenset("account post posts page story stories feed konto beitrag seite".split())

_SAYING_WORDS = frozenset(
    "wrote writes writing said says saying added adds shared shares replied responded announced commented joked reacted "
    "reported confirmed claimed asked explained noted stated declared warned captioned message statement reaction "
    "reactions response responses below here's here’s following "
    "écrit écrivait déclaré affirmé annoncé réagi ajouté voici "
    "escribió escribio dijo publicó afirmó señaló anunció compartió expresó comentó aseguró informó mensaje "
    "escreveu disse publicou afirmou anunciou compartilhou comentou confira abaixo veja "
    "schrieb schreibt sagte teilte erklärte postete kommentierte verkündete "
    "scritto scrive detto annunciato commentato ecco schreef skrev".split()
)
_SAYING_PAIRS = frozenset(
    {"here is", "here are", "check out", "a look", "look at", "ci dessous", "a continuación"}
)

# The commonest words that few neighbours share; enough to tell two passages apart, not to name a language surely.
_STOPWORDS = {
    "en": "the and of to is that it for was with are this have you not but they his from we be what who just my",
    "fr": "le les des et est que dans une pour qui pas sur au du par sont avec il nous vous cette aux ce été",
    "es": "el los las y es que en una por con para del se su no al como más lo sus este está fue muy",
    "pt": "o os as e é que em uma por com para do da no na se dos das ao não mais um foi são você",
    "it": "il gli di e è che in una per con del della non si i le al sono anche più nel alla ha dei",
    "de": "der die das und ist zu den mit von für nicht ein eine auf im sich des dem auch es wir ich sie",
    "nl": "de het een en van is dat op te in zijn voor met niet aan er ook om bij als maar ik je naar",
    "sv": "och att det som en på är av för med den till inte om ett han jag vi de har",
    "pl": "i w na z do nie się to jest że o jak po co przez od za tylko dla ale",
    "tr": "ve bir bu için ile da de çok daha ne gibi olarak olan var değil ama kadar",
    "id": "yang dan di ini itu dengan untuk dari tidak dalam pada akan juga ke ada",
}
_TONGUES_OF: dict[str, list[str]] = {}
for _tongue, _words in _STOPWORDS.items():
    for _word in _words.split():
        _TONGUES_OF.setdefault(_word, []).append(_tongue)
_SCRIPTS = re.compile(
    r"(?P<latin>[A-Za-zÀ-ɏ])|(?P<cyrillic>[Ѐ-ӿ])|(?P<greek>[Ͱ-Ͽ])|(?P<arabic>[؀-ۿݐ-ݿﭐ-﷿ﹰ-\ufefc])"
    r"|(?P<hebrew>[֐-׿])|(?P<kana>[぀-ヿ])|(?P<han>[㐀-鿿])|(?P<hangul>[가-힯ᄀ-ᇿ])|(?P<devanagari>[ऀ-ॿ])|(?P<thai>[฀-๿])"
)
_ENOUGH_LETTERS = 200
_ENOUGH_WORDS = 250


def tweetish(words: str) -> bool:
    """Tell whether `words` carry marks of a post: a hashtag, a mention, an emoji, a t.co link."""
    return _TWEETISH.search(words) is not None


def only_entities(words: str) -> bool:
    """Tell whether `words` are nothing but hashtags, mentions, links, pictures and emoji."""
    return not _ENTITY.sub("", words).strip()


def about_posts(words: str) -> bool:
    """Tell whether `words` speak about posts; hashtags and mentions do not count.

    >>> about_posts("She took to Twitter"), about_posts("#Twitter is down"), about_posts("Instagram was sold")
    (True, False, False)
    """
    tokens = _WORD.findall(words.lower())
    if any(token in _POST_WORDS or token.startswith(_POST_STEMS) for token in tokens):
        return True
    pairs = list(zip(tokens, tokens[1:], strict=False))
    if any((a in _AT and b in _NETWORKS) or (a in _NETWORKS and b in _PLACES) for a, b in pairs):
        return True
    return any(f"{a} {b}" in _TWO_WORDS for a, b in pairs) or any(stem in words for stem in _WRITTEN_TOGETHER)


def saying(words: str) -> bool:
    """Tell whether `words` lead in what somebody says.

    >>> saying("He wrote on Monday"), saying("Take a look"), saying("The road is closed")
    (True, True, False)
    """
    tokens = _WORD.findall(words.lower())
    if not _SAYING_WORDS.isdisjoint(tokens):
        return True
    return any(f"{a} {b}" in _SAYING_PAIRS for a, b in zip(tokens, tokens[1:], strict=False))


def script(words: str) -> str | None:
    """Name the script that most of the first letters of `words` are in."""
    counts: dict[str, int] = {}
    for n, match in enumerate(_SCRIPTS.finditer(words)):
        if n == _ENOUGH_LETTERS:
            break
        name = match.lastgroup or ""
        counts[name] = counts.get(name, 0) + 1
    if counts.get("kana", 0) * 5 > counts.get("han", 0):
        counts["kana"] = counts.get("kana", 0) + counts.pop("han", 0)
    return max(counts, key=lambda name: counts[name]) if counts else None


def tongue(words: str) -> str | None:
    """Name the language of `words`: a script that tells, or the tongue most of their commonest words belong to.

    None when there is too little to tell.

    >>> tongue("We must wait for the others to come"), tongue("Привет всем"), tongue("Hm")
    ('en', 'cyrillic', None)
    """
    writing = script(words)
    if writing != "latin":
        return writing
    scores: dict[str, int] = {}
    for word in _LETTERS.findall(words[:1500].lower())[:_ENOUGH_WORDS]:
        for name in _TONGUES_OF.get(word, ()):
            scores[name] = scores.get(name, 0) + 1
    ranked = sorted(scores, key=lambda name: -scores[name])
    if not ranked or scores[ranked[0]] < 2:
        return None
    ambiguous = len(ranked) > 1 and scores[ranked[1]] * 4 > scores[ranked[0]] * 3
    return None if ambiguous else ranked[0]
