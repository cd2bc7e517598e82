"""Find URLs in a text, with or without ``http://``, by twitter-text's published rules.

With a protocol the host may contain letters of any script, without one only Latin letters. The last label
must begin with a top-level domain; anything after it in another script is cut off (``example.comこれ`` gives
``example.com``). The scanner visits every dot once: its time is linear in the length of the text.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scraper.patterns import lazy_regex

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class Entity:
    """A hashtag, mention, cashtag or URL found in a text.

    Attributes:
        value: As printed, without its ``#``, ``@`` or ``$``; a URL whole.
        start: The offset of the first character, i.e. the ``#``, ``@`` or ``$``.
        end: The offset after the last character.
    """

    value: str
    start: int
    end: int


# Top-level domains, from twitter-text by tools/build_top_level_domains.py; do not edit.

TOP_LEVEL_DOMAINS = frozenset(
    """
    aaa aarp abarth abb abbott abbvie abc able abogado abudhabi ac academy accenture accountant
    accountants aco active actor ad adac ads adult ae aeg aero aetna af afamilycompany afl africa ag
    agakhan agency ai aig aigo airbus airforce airtel akdn al alfaromeo alibaba alipay allfinanz
    allstate ally alsace alstom am americanexpress americanfamily amex amfam amica amsterdam an
    analytics android anquan anz ao aol apartments app apple aq aquarelle ar arab aramco archi army arpa
    art arte as asda asia associates at athleta attorney au auction audi audible audio auspost author
    auto autos avianca aw aws ax axa az azure ba baby baidu banamex bananarepublic band bank bar
    barcelona barclaycard barclays barefoot bargains baseball basketball bauhaus bayern bb bbc bbt bbva
    bcg bcn bd be beats beauty beer bentley berlin best bestbuy bet bf bg bh bharti bi bible bid bike
    bing bingo bio biz bj bl black blackfriday blanco blockbuster blog bloomberg blue bm bms bmw bn bnl
    bnpparibas bo boats boehringer bofa bom bond boo book booking boots bosch bostik boston bot boutique
    box bq br bradesco bridgestone broadway broker brother brussels bs bt budapest bugatti build
    builders business buy buzz bv bw by bz bzh ca cab cafe cal call calvinklein cam camera camp
    cancerresearch canon capetown capital capitalone car caravan cards care career careers cars cartier
    casa case caseih cash casino cat catering catholic cba cbn cbre cbs cc cd ceb center ceo cern cf cfa
    cfd cg ch chanel channel charity chase chat cheap chintai chloe christmas chrome chrysler church ci
    cipriani circle cisco citadel citi citic city cityeats ck cl claims cleaning click clinic clinique
    clothing cloud club clubmed cm cn co coach codes coffee college cologne com comcast commbank
    community company compare computer comsec condos construction consulting contact contractors cooking
    cookingchannel cool coop corsica country coupon coupons courses cpa cr credit creditcard creditunion
    cricket crown crs cruise cruises csc cu cuisinella cv cw cx cy cymru cyou cz dabur dad dance data
    date dating datsun day dclk dds de deal dealer deals degree delivery dell deloitte delta democrat
    dental dentist desi design dev dhl diamonds diet digital direct directory discount discover dish diy
    dj dk dm dnp do docs doctor dodge dog doha domains doosan dot download drive dtv dubai duck dunlop
    duns dupont durban dvag dvr dz earth eat ec eco edeka edu education ee eg eh email emerck energy
    engineer engineering enterprises epost epson equipment er ericsson erni es esq estate esurance et
    etisalat eu eurovision eus events everbank exchange expert exposed express extraspace fage fail
    fairwinds faith family fan fans farm farmers fashion fast fedex feedback ferrari ferrero fi fiat
    fidelity fido film final finance financial fire firestone firmdale fish fishing fit fitness fj fk
    flickr flights flir florist flowers flsmidth fly fm fo foo food foodnetwork football ford forex
    forsale forum foundation fox fr free fresenius frl frogans frontdoor frontier ftr fujitsu fujixerox
    fun fund furniture futbol fyi ga gal gallery gallo gallup game games gap garden gay gb gbiz gd gdn
    ge gea gent genting george gf gg ggee gh gi gift gifts gives giving gl glade glass gle global globo
    gm gmail gmbh gmo gmx gn godaddy gold goldpoint golf goo goodhands goodyear goog google gop got gov
    gp gq gr grainger graphics gratis green gripe grocery group gs gt gu guardian gucci guge guide
    guitars guru gw gy hair hamburg hangout haus hbo hdfc hdfcbank health healthcare help helsinki here
    hermes hgtv hiphop hisamitsu hitachi hiv hk hkt hm hn hockey holdings holiday homedepot homegoods
    homes homesense honda honeywell horse hospital host hosting hot hoteles hotels hotmail house how hr
    hsbc ht htc hu hughes hyatt hyundai ibm icbc ice icu id ie ieee ifm iinet ikano il im imamat imdb
    immo immobilien in inc industries infiniti info ing ink institute insurance insure int intel
    international intuit investments io ipiranga iq ir irish is iselect ismaili ist istanbul it itau itv
    iveco iwc jaguar java jcb jcp je jeep jetzt jewelry jio jlc jll jm jmp jnj jo jobs joburg jot joy jp
    jpmorgan jprs juegos juniper kaufen kddi ke kerryhotels kerrylogistics kerryproperties kfh kg kh ki
    kia kim kinder kindle kitchen kiwi km kn koeln komatsu kosher kp kpmg kpn kr krd kred kuokgroup kw
    ky kyoto kz la lacaixa ladbrokes lamborghini lamer lancaster lancia lancome land landrover lanxess
    lasalle lat latino latrobe law lawyer lb lc lds lease leclerc lefrak legal lego lexus lgbt li
    liaison lidl life lifeinsurance lifestyle lighting like lilly limited limo lincoln linde link lipsy
    live living lixil lk llc llp loan loans locker locus loft lol london lotte lotto love lpl
    lplfinancial lr ls lt ltd ltda lu lundbeck lupin luxe luxury lv ly ma macys madrid maif maison
    makeup man management mango map market marketing markets marriott marshalls maserati mattel mba mc
    mcd mcdonalds mckinsey md me med media meet melbourne meme memorial men menu meo merckmsd metlife mf
    mg mh miami microsoft mil mini mint mit mitsubishi mk ml mlb mls mm mma mn mo mobi mobile mobily
    moda moe moi mom monash money monster montblanc mopar mormon mortgage moscow moto motorcycles mov
    movie movistar mp mq mr ms msd mt mtn mtpc mtr mu museum mutual mutuelle mv mw mx my mz na nab nadex
    nagoya name nationwide natura navy nba nc ne nec net netbank netflix network neustar new newholland
    news next nextdirect nexus nf nfl ng ngo nhk ni nico nike nikon ninja nissan nissay nl no nokia
    northwesternmutual norton now nowruz nowtv np nr nra nrw ntt nu nyc nz obi observer off office
    okinawa olayan olayangroup oldnavy ollo om omega one ong onion onl online onyourside ooo open oracle
    orange org organic orientexpress origins osaka otsuka ott ovh pa page pamperedchef panasonic panerai
    paris pars partners parts party passagens pay pccw pe pet pf pfizer pg ph pharmacy phd philips phone
    photo photography photos physio piaget pics pictet pictures pid pin ping pink pioneer pizza pk pl
    place play playstation plumbing plus pm pn pnc pohl poker politie porn post pr pramerica praxi press
    prime pro prod productions prof progressive promo properties property protection pru prudential ps
    pt pub pw pwc py qa qpon quebec quest qvc racing radio raid re read realestate realtor realty
    recipes red redstone redumbrella rehab reise reisen reit reliance ren rent rentals repair report
    republican rest restaurant review reviews rexroth rich richardli ricoh rightathome ril rio rip rmit
    ro rocher rocks rodeo rogers room rs rsvp ru rugby ruhr run rw rwe ryukyu sa saarland safe safety
    sakura sale salon samsclub samsung sandvik sandvikcoromant sanofi sap sapo sarl sas save saxo sb sbi
    sbs sc sca scb schaeffler schmidt scholarships school schule schwarz science scjohnson scor scot sd
    se search seat secure security seek select sener services ses seven sew sex sexy sfr sg sh shangrila
    sharp shaw shell shia shiksha shoes shop shopping shouji show showtime shriram si silk sina singles
    site sj sk ski skin sky skype sl sling sm smart smile sn sncf so soccer social softbank software
    sohu solar solutions song sony soy space spiegel sport spot spreadbetting sr srl srt ss st stada
    staples star starhub statebank statefarm statoil stc stcgroup stockholm storage store stream studio
    study style su sucks supplies supply support surf surgery suzuki sv swatch swiftcover swiss sx sy
    sydney symantec systems sz tab taipei talk taobao target tatamotors tatar tattoo tax taxi tc tci td
    tdk team tech technology tel telecity telefonica temasek tennis teva tf tg th thd theater theatre
    tiaa tickets tienda tiffany tips tires tirol tj tjmaxx tjx tk tkmaxx tl tm tmall tn to today tokyo
    tools top toray toshiba total tours town toyota toys tp tr trade trading training travel
    travelchannel travelers travelersinsurance trust trv tt tube tui tunes tushu tv tvs tw tz ua ubank
    ubs uconnect ug uk um unicom university uno uol ups us uy uz va vacations vana vanguard vc ve vegas
    ventures verisign versicherung vet vg vi viajes video vig viking villas vin vip virgin visa vision
    vista vistaprint viva vivo vlaanderen vn vodka volkswagen volvo vote voting voto voyage vu vuelos
    wales walmart walter wang wanggou warman watch watches weather weatherchannel webcam weber website
    wed wedding weibo weir wf whoswho wien wiki williamhill win windows wine winners wme wolterskluwer
    woodside work works world wow ws wtc wtf xbox xerox xfinity xihuan xin xperia xxx xyz yachts yahoo
    yamaxun yandex ye yodobashi yoga yokohama you youtube yt yun za zappos zara zero zip zippo zm zone
    zuerich zw
    vermögensberater vermögensberatung ελ ευ бг бел дети
    ею католик ком мкд мон москва онлайн орг рус рф сайт
    срб укр қаз հայ קום ابوظبي اتصالات ارامكو الاردن
    البحرين الجزائر السعودية العليان المغرب امارات ایران
    بارت بازار بيتك بھارت تونس سودان سورية شبكة عراق عرب
    عمان فلسطين قطر كاثوليك كوم مصر مليسيا موبايلي
    موريتانيا موقع همراه پاکستان ڀارت कॉम नेट भारत
    भारतम् भारोत संगठन বাংলা ভারত ভাৰত ਭਾਰਤ ભારત ଭାରତ
    இந்தியா இலங்கை சிங்கப்பூர் భారత్ ಭಾರತ ഭാരതം ලංකා คอม
    ไทย ລາວ გე みんな クラウド グーグル コム ストア セール ファッション ポイント 世界
    中信 中国 中國 中文网 企业 佛山 信息 健康 八卦 公司 公益 台湾 台灣 商城 商店 商标 嘉里
    嘉里大酒店 在线 大众汽车 大拿 天主教 娱乐 家電 工行 广东 微博 慈善 我爱你 手机 手表 招聘
    政务 政府 新加坡 新闻 时尚 書籍 机构 淡马锡 游戏 澳門 点看 珠宝 移动 组织机构 网址 网店
    网站 网络 联通 诺基亚 谷歌 购物 通販 集团 電訊盈科 飞利浦 食品 餐厅 香格里拉 香港 닷넷
    닷컴 삼성 한국
    """.split()  # noqa: SIM905 - a line for each name otherwise
)


# Find URLs.

# Characters not allowed in a host: ASCII punctuation, white space, controls and bidi marks.
_NOT_HOST = (
    r"\x00-,/:-@\[-^`{-\x9f\s\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    r"\ufff0-\uffff\ud800-\udfff"
)
_HOST_RUN = lazy_regex(rf"[^{_NOT_HOST}]+")
_LATIN = (
    r"0-9A-Za-z\xc0-\xd6\xd8-\xf6\xf8-\u024f\u0253\u0254\u0256\u0257\u0259\u025b\u0263\u0268\u026f\u0272"
    r"\u0289\u028b\u02bb\u0300-\u036f\u1e00-\u1eff"
)
_LATIN_LABEL = lazy_regex(rf"[{_LATIN}-]+")
_ASCII_LABEL = lazy_regex(r"(?:xn--[-0-9A-Za-z]+|[0-9A-Za-z]*)", re.IGNORECASE)
_HOST_JOINERS = frozenset("-_./")
_PROTOCOL = lazy_regex(r"https?://\Z", re.IGNORECASE)
_LONGEST_HOST = 253
_LONGEST_LABEL = 63
_LONGEST_FOREIGN_DOMAIN = 24
_ALWAYS_ENCODABLE = 10  # the longest label in any script, in characters

_CYRILLIC = r"\u0400-\u04ff"
_PATH_CHARACTER = rf"{_LATIN}{_CYRILLIC}!*';:=+,.$/%#\[\]\-\u2013_~@|&"
_PATH = lazy_regex(
    rf"/(?:[{_PATH_CHARACTER}]|\((?:[{_PATH_CHARACTER}]|\([{_PATH_CHARACTER}]{{0,500}}+\)){{1,500}}+\))*+"
)
_PATH_END = lazy_regex(rf"[{_LATIN}{_CYRILLIC}=_#/+\-)]")
_QUERY = lazy_regex(r"\?[a-zA-Z0-9!?*'@();:&=+$/%#\[\]\-_.,~|]*+")
_QUERY_END = lazy_regex(r"[a-zA-Z0-9\-_&=#/]")
_PORT = lazy_regex(r":\d{1,5}+")
_SHORT_LINK = lazy_regex(r"/([0-9A-Za-z]+)")


@dataclass(frozen=True, slots=True)
class _Host:
    """The offsets of a host in a text: of its URL with the protocol, of its name, and of its end."""

    start: int
    name: int
    end: int


def find_urls(text: str) -> list[Entity]:
    """Find the URLs of a text, in text order.

    >>> find_urls("see http://example.com/a_(b). or example.org!")
    [Entity(value='http://example.com/a_(b)', start=4, end=28), Entity(value='example.org', start=33, end=44)]
    """
    return list(iterate_urls(text))


def iterate_urls(text: str, *, joined: bool = False) -> Iterator[Entity]:
    """Yield the URLs of a text, in order; if `joined`, also after a letter, as in ``wordhttps://t.co/x``."""
    done = 0
    dot = text.find(".")
    while dot >= 0:
        run = _run_around(text, dot, done)
        done = run[1] if run else dot + 1
        for host in _hosts(text, *run, joined=joined) if run else ():
            entity = _whole_url(text, host)
            if entity:
                yield entity
                done = max(done, entity.end)
        dot = text.find(".", done)


def outside_urls(text: str, entities: list[Entity]) -> list[Entity]:
    """Return the entities outside URLs; URLs are only searched for if an entity could be inside one."""
    if all(entity.start == 0 or text[entity.start - 1].isspace() for entity in entities):
        return entities
    urls = find_urls(text)
    return [entity for entity in entities if not is_inside_url(urls, entity.start)]


def is_inside_url(urls: list[Entity], offset: int) -> bool:
    """Return True if `offset` is inside one of `urls` (sorted by start), but not its first character."""
    index = bisect_left(urls, offset, key=lambda url: url.start) - 1
    return index >= 0 and offset < urls[index].end


def _run_around(text: str, dot: int, done: int) -> tuple[int, int] | None:
    """Return the span of host characters around a dot; None if a space or punctuation touches it."""
    if _HOST_RUN.match(text, dot + 1, dot + 2) is None:
        return None
    before = _HOST_RUN.match(text[max(done, dot - _LONGEST_HOST) : dot][::-1])
    behind = _HOST_RUN.match(text, dot + 1) if before else None
    return (dot - before.end(), behind.end()) if before and behind else None


def _hosts(text: str, start: int, end: int, *, joined: bool) -> Iterator[_Host]:
    """Yield the hosts in a run: one with a protocol at its start, and any number of Latin ones."""
    protocol = _PROTOCOL.search(text, max(0, start - 8), start)
    if protocol and (joined or _may_precede(text, protocol.start())):
        host_end = _host_end(text, start, end)
        if host_end:
            yield _Host(protocol.start(), start, host_end)
            start = host_end
    yield from _latin_hosts(text, start, end)


def _latin_hosts(text: str, start: int, end: int) -> Iterator[_Host]:
    """Yield the hosts of Latin letters in a run without ``http://`` before it."""
    for label in _LATIN_LABEL.finditer(text, start, end):
        if label.start() >= start and text.startswith(".", label.end()) and _may_begin(text, label.start()):
            host_end = _host_end(text, label.start(), end, latin=True)
            if host_end:
                yield _Host(label.start(), label.start(), host_end)
                start = host_end


def _may_begin(text: str, pos: int) -> bool:
    """Return True if a host without a protocol may begin here, not inside a host, path or word."""
    return _may_precede(text, pos) and text[pos - 1 : pos] not in _HOST_JOINERS


def _may_precede(text: str, pos: int) -> bool:
    """Return True if a URL may begin here: not after an ASCII letter or digit, ``@``, ``#`` or ``$``."""
    before = text[pos - 1 : pos]
    return not (before.isascii() and before.isalnum()) and (not before or before not in "@＠$#＃")


def _host_end(text: str, start: int, end: int, *, latin: bool = False) -> int | None:
    """Return the end of the longest host at `start` with a top-level domain; None without one."""
    found = None
    end = min(end, start + _LONGEST_HOST)
    while (dot := text.find(".", start, end)) >= 0:
        label = text[start:dot]
        if not _is_label(label) or (latin and _LATIN_LABEL.fullmatch(label) is None):
            break
        if "_" not in label:  # allowed in labels, not directly before the top-level domain
            found = _top_level_end(text, dot + 1, end) or found
        start = dot + 1
    return found


def _is_label(label: str) -> bool:
    """Return True if a string can be a label of a host, at most 63 characters in Punycode."""
    if not 0 < len(label) <= _LONGEST_LABEL or label[0] in "-_" or label[-1] in "-_":
        return False
    if label.isascii():
        return True
    if len(label) <= _ALWAYS_ENCODABLE:
        return label[:4].lower() != "xn--"
    return label[:4].lower() != "xn--" and len(label.encode("punycode")) + 4 <= _LONGEST_LABEL


def _top_level_end(text: str, start: int, end: int) -> int | None:
    """Return the end of the top-level domain at `start`; no ASCII letter, digit or ``@+-`` may follow."""
    ascii_end = _ASCII_LABEL.match(text, start).end()  # type: ignore[union-attr]
    if ascii_end > start:
        return ascii_end if _is_top_level(text, start, ascii_end) else None
    for stop in range(min(end, start + _LONGEST_FOREIGN_DOMAIN), start, -1):
        if _is_top_level(text, start, stop):
            return stop
    return None


def _is_top_level(text: str, start: int, stop: int) -> bool:
    following = text[stop : stop + 1]
    if following in {"@", "+", "-"} or (following.isascii() and following.isalnum()):
        return False
    name = text[start:stop].lower()
    return name in TOP_LEVEL_DOMAINS or (name.startswith("xn--") and len(name) > 4)


def _whole_url(text: str, host: _Host) -> Entity | None:
    """Return the URL of a host with port, path and query, without the sentence's punctuation."""
    if host.start != host.name and text[host.name : host.end].lower() == "t.co":
        slug = _SHORT_LINK.match(text, host.end)
        if slug:  # a t.co code is letters and digits, at most 40
            end = _query_end(text, slug.end())
            return Entity(text[host.start : end], host.start, end) if len(slug[1]) <= 40 else None
    port = _PORT.match(text, host.end)
    end = _query_end(text, _path_end(text, port.end() if port else host.end))
    return Entity(text[host.start : end], host.start, end)


def _path_end(text: str, pos: int) -> int:
    path = _PATH.match(text, pos)
    return _trim(text, pos, path.end(), _PATH_END) if path else pos


def _query_end(text: str, pos: int) -> int:
    query = _QUERY.match(text, pos)
    if query is None:
        return pos
    end = _trim(text, pos + 1, query.end(), _QUERY_END)
    return end if end > pos + 1 else pos


def _trim(text: str, start: int, end: int, ending: re.Pattern[str]) -> int:
    """Return the end of a URL without trailing characters that it may contain but not end in."""
    while end > start and ending.match(text, end - 1) is None:
        end -= 1
    return end
