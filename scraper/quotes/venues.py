"""Platforms as prose names them: ``X, formerly Twitter``, ``Facebook``, ``Truth Social``.

>>> platform_of("tweet"), platform_of("Truth Social"), platform_of("Insta")
('twitter', 'truthsocial', 'instagram')
"""

from __future__ import annotations

import re

# "X" counts only in capitals, and only behind a preposition (the grammars see to that).
_X_BEHIND = "|".join(
    rf"(?<=\b{word} )"
    for word in (
        "on via sur auf bei su en no em to over through using platform site network service app plataforma rede red "
        "social réseau piattaforma Plattform Kurznachrichtendienst Dienst Netzwerk conta cuenta compte account"
    ).split()
)
_X = rf"(?:(?:{_X_BEHIND})(?-i:X)(?![-’'&+/]|\s+(?-i:[A-Z]))|(?-i:X)(?=(?:\s|-)(?:accounts?|posts?|pages?|profiles?|users?|feeds?|Nutzer|Post|Account)))"
_PLATFORMS = {
    "twitter": rf"twitter(?:sphere|verse|land)?|twittosph[èe]re|tweets?|twe+ts?torms?|tuits?|tu[ií]tes?|twits?|retweets?|{_X}",
    "instagram": r"instagram|insta(?=\W)|(?-i:IG)(?=\W)",
    "facebook": r"facebook|(?-i:FB)(?=\W)",
    "tiktok": r"tik ?tok",
    "bluesky": r"blue ?sky(?= |\W)|skeets?",
    "mastodon": r"mastodon|toots?(?=\W)",
    "threads": r"(?-i:Threads)(?!\s+of)",
    "reddit": r"(?:sub)?reddit|(?<!\w)r/\w{2,21}",
    "youtube": r"you ?tube",
    "telegram": r"(?-i:Telegram)",
    "truthsocial": r"truth ?social",
    "linkedin": r"linked ?in(?=\W)",
    "weibo": r"(?:sina )?weibo",
    "snapchat": r"snapchat",
    "tumblr": r"tumblr",
    "vk": r"vkontakte|(?-i:VK)(?=\W)",
    "gab": r"(?-i:Gab)(?=\W)",
    "parler": r"(?-i:Parler)(?=\W)",
}
_VERBS = {
    "twitter": r"\w{0,6}tw(?:eet|itt)\w{0,10}|(?:re)?tu[ií]t\w{0,10}",
    "instagram": r"instagramm\w{0,6}",
    "facebook": r"facebook\w{0,6}",
    "mastodon": r"toot\w{0,4}",
    "bluesky": r"skeet\w{0,4}",
}
STEMS = "|".join(_VERBS.values())
NAMES = "|".join(_PLATFORMS.values())
HANDLE = r"@\w[\w.]{0,28}\w"
_BY_NAME = [
    (platform, re.compile(rf"(?:{pattern})\Z", re.IGNORECASE))
    for names in (_PLATFORMS, _VERBS)
    for platform, pattern in names.items()
]


def platform_of(name: str) -> str | None:
    """The platform a printed name stands for, in the spelling of the records, or None."""
    printed = name.strip() + " "
    for platform, pattern in _BY_NAME:
        if pattern.match(printed.rstrip()) or pattern.match(printed):
            return platform
    return None
