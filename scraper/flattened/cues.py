"""What the words themselves say: do they speak about a post, do they look like one, which language are they in?"""

from __future__ import annotations

import re

# Marks that posts carry and the prose of articles hardly ever does.
_TWEETISH = re.compile(
    r"(?<!\w)[#＃][^\W\d_]\w|(?<![\w/.(\[])@\w{2,15}\b|\bt\.co/|\bpic\.twitter\.com/|\bRT @|^\.?@\w|"
    r"[\U0001F000-\U0001FAFF\u2600-\u27bf\u2b50\u203c\u2049\u25b6]",
    re.IGNORECASE,
)
# Speaking about posts: Twitter and its verbs; other networks only as a place ("on Instagram", "her Facebook page"),
# for their names are subjects of news too. The languages are those of the newsrooms seen.
_ABOUT_POSTS = re.compile(
    r"\b(?:re)?tweet(?:s|ed|ing|er|ers|storm)?\b|\btwitter\b|\bsocial media\b|\bhashtags?\b|\bpost(?:s|ed|ing)?\b"
    r"|\b(?:on|to|via|en|sur|auf|su|no|na|bei|op|his|her|their) (?:instagram|facebook|threads|bluesky|x|tiktok)\b"
    r"|\b(?:instagram|facebook|tiktok|threads|bluesky)[ -](?:account|posts?|page|story|feed|konto|beitrag|seite)\b"
    r"|\btwitt?[eé]\w{0,6}|\btu[ií]te?\w{0,6}|\btwittea\w{0,5}|\bredes sociales\b|\bredes sociais\b"
    r"|\br[ée]seaux sociaux\b|\bgetwitter\w?|ツイート|ツイッター|твит\w*|твиттер\w*|ٹویٹ|ٹوئٹ|تويتر|تغريدة|트위터|트윗|推特",
    re.IGNORECASE,
)
_TAGGED = ("#", "＃", "@", ".")
_SAYING = re.compile(
    r"\b(?:wrote|writes|writing|said|says|saying|added|adds|shared|shares|replied|responded|announced|commented|joked"
    r"|reacted|reported|confirmed|claimed|asked|explained|noted|stated|declared|warned|captioned|message|statement|reactions?"
    r"|responses?|below|here(?:'s|’s| is| are)|check out|take a look|look at|following"
    r"|[ée]crit|[ée]crivait|d[ée]clar[ée]|affirm[ée]|annonc[ée]|r[ée]agi|ajout[ée]|ci-dessous|voici"
    r"|escribi[óo]|dijo|publicó|afirmó|señaló|anunció|compartió|expresó|comentó|aseguró|informó|mensaje|a continuación"
    r"|escreveu|disse|publicou|afirmou|anunciou|compartilhou|comentou|confira|abaixo|veja"
    r"|schrieb|schreibt|sagte|teilte|erklärte|postete|kommentierte|verkündete"
    r"|ha scritto|scrive|ha detto|ha annunciato|ha commentato|ecco|schreef|skrev)\b",
    re.IGNORECASE,
)
_ENTITY = re.compile(
    r"(?:[#@＃]\w+|https?://\S+|pic\.twitter\.com/\S+|\[[#@＃]?\w[^\]\s]*\]\(\S+\)"
    r"|[\U0001F000-\U0001FAFF\u2600-\u27bf\ufe0f])[\s,.;|…>]*",
    re.IGNORECASE,
)
_WORDS = re.compile(r"[^\W\d_]+")
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
_LANGUAGES_OF: dict[str, frozenset[str]] = {}
for _language, _words in _STOPWORDS.items():
    for _word in _words.split():
        _LANGUAGES_OF[_word] = _LANGUAGES_OF.get(_word, frozenset()) | {_language}
_SCRIPTS = re.compile(
    r"(?P<latin>[A-Za-zÀ-ɏ])|(?P<cyrillic>[Ѐ-ӿ])|(?P<greek>[Ͱ-Ͽ])|(?P<arabic>[؀-ۿݐ-ݿﭐ-﷿ﹰ-﻿])|(?P<hebrew>[֐-׿])"
    r"|(?P<kana>[぀-ヿ])|(?P<han>[㐀-鿿])|(?P<hangul>[가-힯ᄀ-ᇿ])|(?P<devanagari>[ऀ-ॿ])|(?P<thai>[฀-๿])"
)


def tweetish(words: str) -> bool:
    """Tell whether `words` carry marks of a post: a hashtag, a mention, an emoji, a t.co link."""
    return _TWEETISH.search(words) is not None


def about_posts(words: str) -> bool:
    """Tell whether `words` speak about posts: ``took to Twitter``, ``tweeted``; hashtags and mentions do not count.

    >>> about_posts("She took to Twitter"), about_posts("#Twitter is down")
    (True, False)
    """
    return any(
        words[match.start() - 1 : match.start()] not in _TAGGED for match in _ABOUT_POSTS.finditer(words)
    )


def saying(words: str) -> bool:
    """Tell whether `words` lead in what somebody says: ``wrote``, ``here is``."""
    return _SAYING.search(words) is not None


def script(words: str) -> str | None:
    """Name the script most letters of `words` are in, by its first 200 letters."""
    counts: dict[str, int] = {}
    for n, match in enumerate(_SCRIPTS.finditer(words)):
        if n == 200:
            break
        name = match.lastgroup or ""
        counts[name] = counts.get(name, 0) + 1
    if counts.get("kana", 0) * 5 > counts.get("han", 0):
        counts["kana"] = counts.get("kana", 0) + counts.pop("han", 0)
    return max(counts, key=lambda name: counts[name]) if counts else None


def tongue(words: str) -> str | None:
    """Name the language of `words`: a script that tells, or the tongue most of their commonest words belong to.

    None when there is too little to tell.
    """
    writing = script(words)
    if writing != "latin":
        return writing
    scores: dict[str, int] = {}
    for match in _WORDS.finditer(words.lower(), 0, 1500):
        for language in _LANGUAGES_OF.get(match.group(), ()):
            scores[language] = scores.get(language, 0) + 1
    ranked = sorted(scores.items(), key=lambda item: -item[1])
    if not ranked or ranked[0][1] < 2 or (len(ranked) > 1 and ranked[1][1] * 4 > ranked[0][1] * 3):
        return None
    return ranked[0][0]


def only_entities(words: str) -> bool:
    """Tell whether `words` are nothing but hashtags, mentions, links and pictures."""
    return not _ENTITY.sub("", words).strip()
