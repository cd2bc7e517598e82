"""Platforms as prose names them: ``X, formerly Twitter``, ``Facebook``, ``Truth Social``.

>>> platform_named("a fan wrote on Instagram"), platform_named("twitterte Meier"), platform_named("she said")
('instagram', 'twitter', None)
>>> [platform_named(words) for words in ("he wrote on X", "her X account", "a Model X", "on X-rays")]
['twitter', 'twitter', None, None]
>>> [platform_there(place) for place in ("Instagramie", "твиттере", "X")]
['instagram', 'twitter', 'twitter']
"""

from __future__ import annotations

import re

# "X" is the platform only in capitals, and only behind or before one of these words.
_BEFORE_X = (
    "on via sur auf bei su en no em to over through using site platform network service app "
    "plataforma rede red social réseau piattaforma Plattform Kurznachrichtendienst "
    "Dienst Netzwerk conta cuenta compte account"
)
_USER_OF_X = (
    "página do|página de|pagina di|page de|Seite von|"
    "través de|através do|mediante|meio do|pelo|ao|acudió a|recurrió a|"
    "cuenta de|usuario de|usuaria de|usuarios de|conta do|usuário do|usuária do|usuários do|account di"
    "|utente di|utenti di|compte de|Nutzer von|Nutzern von"
)
_BEHIND_X = "accounts?|handles?|posts?|pages?|profiles?|users?|feeds?|Nutzer(?:in)?|Post|Account|Beitrag"
_BEHIND_WORD = [*_BEFORE_X.split(" "), *_USER_OF_X.split("|")]
# What makes of "on X" something else. A name may follow the platform: "ha scritto su X Lia Bruni".
_NO_X = "(?-i:Factor|Games|Men|Files|Prize|Wing|Japan|Corp|[A-Z]{1,2}\\b)"
ONCE = (
    r"[\s,]{1,2}\(?(?:formerly|previously|ehemals|früher|vormals|anciennement|antes|antiguo|antigo|ex|già)"
    r"(?:\sknown\sas)?[\s-](?i:twitter)"
)
"""What the platform was once called: ", formerly known as Twitter"."""
_AFTER_WORD = "|".join(rf"(?<=\b{word}\sX)" for word in _BEHIND_WORD)
_X = rf"(?-i:X)(?:(?:{_AFTER_WORD})(?![-’'&+/]|\s+(?:{_NO_X}))|(?=[\s-](?:{_BEHIND_X})\b|{ONCE}))"

_NAMES = {
    "twitter": (
        r"twitter(?:sphere|verse|land)?|twittosph[èe]re|twe+ts?torms?|tweets?|retweets?"
        rf"|tuits?|tu[ií]tes?|retuits?|twits?|{_X}"
    ),
    "instagram": r"instagram|insta(?:[ -]?stor(?:y|ies))?(?=\W)|(?-i:IG)(?=\W)",
    "facebook": r"facebook|(?-i:FB)(?=\W)",
    "tiktok": r"tik ?tok",
    "bluesky": r"blue ?sky|skeets?",
    "mastodon": r"mastodon|toots?(?=\W)",
    "threads": r"(?-i:Threads)(?!\s+of)",
    "reddit": r"(?:sub)?reddit(?:ors?)?|(?<!\w)r/\w{2,21}",
    "youtube": r"you ?tube",
    "telegram": r"(?-i:Telegram)",
    "truthsocial": r"truth ?social|(?<=\bsu\s)(?-i:Truth)(?!\w)",
    "linkedin": r"linked ?in(?!\w)",
    "weibo": r"(?:sina )?weibo",
    "snapchat": r"snapchat",
    "tumblr": r"tumblr",
    "vk": r"vkontakte|(?-i:VK)(?=\W)",
    "gab": r"(?-i:Gab)(?=\W)",
    "parler": r"(?-i:Parler)(?=\W)",
    "pinterest": r"pinterest",
    "quora": r"quora",
    "yikyak": r"yik ?yaks?",
    "myspace": r"myspace",
    "googleplus": r"google ?(?:\+|plus)",
}
# Other scripts write the names by their sound.
_SOUNDED = {
    "twitter": (
        r"tuwita|твит+ер|твит|توییتر|تويتي?ر|تغريد|ٹو[ئی]ٹر?"
        r"|ट्विटर|ट्वीट|ট্যুইটার|টুইটার|ツイッター|推特|트위터|ትዊተር"
    ),
    "instagram": (
        r"instagi?raamu|инстаграм|[إا]نست[غج]رام|انسٹاگرام"
        r"|इंस्टाग्राम|ইনস্টাগ্রাম|インスタグラム|인스타그램|ኢንስታግራም"
    ),
    "facebook": r"фейсбук|ف[يی]س ?بوك|فیس ?بک|फेसबुक|ফেসবুক|フェイスブック|脸书|페이스북|ፌስቡክ",
    "tiktok": r"тикток|ت[يی]ك توك|ٹک ٹاک|टिकटॉक",
    "telegram": r"телеграм|تل[يی]?[غج]رام",
    "youtube": r"ютуб|[يی]وت[يی]وب|یوٹیوب|यूट्यूब|ユーチューブ|유튜브",
    "weibo": r"微博",
    "vk": r"вконтакте",
}
_VERBS = {
    "twitter": r"\w{0,6}tw(?:eet|itt)\w{0,10}|(?:re)?tu[ií]t\w{0,10}",
    "instagram": r"instagramm\w{0,6}",
    "facebook": r"facebook\w{0,6}",
    "mastodon": r"toot\w{0,4}",
    "bluesky": r"skeet\w{0,4}",
}
_PLATFORM_X = r"(?-i:(?:(?<!\S)|(?<=’))X(?!\w))"  # in small letters it is any word's
CUES = (
    _PLATFORM_X,
    r"(?-i:(?<!\S)(?:IG|FB|VK|Gab)(?!\w))",
    r"(?<!\w)r/(?=\w)",
    r"(?<=[^\W\d_])_(?=\w)",
    r"(?-i:(?<=[a-z]{3})\d\d(?!\d))",
)
"""What speaks of a platform in any language, or is an account's name: "its_joroe", "joroe86"."""
PIECES = (
    "tweet", "twit", "tuit", "tuít", "instag", "facebook", "tiktok", r"tik(?: tok|\Z)", "bluesky", "parler",
    r"blue(?: sky|\Z)", "skeet", "mastodon", "toot", "reddit", "youtube", "telegram", r"truth(?: social|\Z)",
    "linkedin", "weibo", "snapchat", "tumblr", "pinterest", "quora", "myspace",
    r"yik(?: ?yak|\Z)", r"google(?: ?[+p]|\Z)", r"(?-i:(?<!\S)(?:Threads|IG|FB|VK|Gab)(?!\w))", _PLATFORM_X,
)  # fmt: skip
"""Pieces of these names and verbs: a word without one is none. Of two words, the first will do."""
_WHOLE_PIECES = "|".join(piece.replace(r"|\Z", "") for piece in PIECES)
PIECE = re.compile(rf"(?<![@#/.])(?:{_WHOLE_PIECES})", re.IGNORECASE)
"""A piece in running text; handles, tags and links name no platform."""
NAMES = "|".join(_NAMES.values())
HANDLE = r"@\w[\w.]{0,28}\w"
_GROUPS = "|".join(
    rf"(?P<{platform}>{names}|{_VERBS[platform]})" if platform in _VERBS else rf"(?P<{platform}>{names})"
    for platform, names in _NAMES.items()
)
_NAMED = re.compile(rf"(?<![\w@#/.-])(?=\w)(?:{_GROUPS})(?!\w)", re.IGNORECASE)
_GLUED = re.compile(rf"(?:{_GROUPS})[’'-]?[^\W\d_]{{0,7}}", re.IGNORECASE)
_SOUNDS = "|".join(rf"(?P<{platform}>{names})" for platform, names in _SOUNDED.items())
_SOUNDING = re.compile(_SOUNDS, re.IGNORECASE)
SOUNDED = tuple(name for names in _SOUNDED.values() for name in names.split("|"))
"""The names of platforms in other scripts, as small patterns."""
# What stands before "X" in languages without a grammar here; in Turkish it stands behind.
_BEFORE_X_THERE = (
    "op na på paa pe w we ve di ke ku kuri rwa barta la kwenye katika kupitia cez přes prin в у на через"
)
_AFTER_WORD_THERE = "|".join(rf"(?<=\b{word}\sX)" for word in _BEFORE_X_THERE.split())
# What Bantu languages write before a name for "on" it, in one word: "kuTwitter", "kwiFacebook", "ku-twitter".
_LOCATIVES = r"(?:(?-i:(?<=\bku)|(?<=\bpa)|(?<=\bkwi))(?=(?-i:[A-Z]))|(?<=\bku-)|(?<=\bkwi-))"
IN_ANY_LANGUAGE = (
    rf"(?:(?<![\w@#/.-])|{_LOCATIVES})(?:{NAMES})(?![’'][ıiuü]n\b)(?:[’'-]?[^\W\d_]{{1,7}})?(?![\w-])"
    rf"|(?<![@#/.-])(?:{'|'.join(SOUNDED)})\w{{0,4}}"
    rf"|(?-i:\bX)(?:(?:{_AFTER_WORD_THERE})(?![\w'’&+/-])|(?=[’']?(?:te|ten|de)\b|\shesab))"
)
"""Platforms in languages that decline their names, or glue words to them: "na Twitterze", "Twitter'da"."""
PLATFORM = re.compile(IN_ANY_LANGUAGE, re.IGNORECASE)


def platform_named(text: str) -> str | None:
    """The first platform that a clause names, in the spelling of the records, or None."""
    found = _NAMED.search(text)
    return found.lastgroup if found else None


def is_platform(name: str) -> bool:
    """Whether a name is a platform's own: as a speaker, it is the company."""
    found = _NAMED.fullmatch(name)
    return found is not None and name[:1].isupper()


def platform_there(place: str) -> str | None:
    """The platform of what `PLATFORM` found, where it is declined, sounded out or a bare letter."""
    found = _NAMED.search(place) or _GLUED.fullmatch(place) or _SOUNDING.search(place)
    return found.lastgroup if found else "twitter" if place == "X" else None
