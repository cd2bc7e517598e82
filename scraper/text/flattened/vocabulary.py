"""The words by which articles speak about posts and lead in what somebody says; the commonest of a tongue.

They cover the languages of the newsrooms seen; a language that is missing loses a hint, no more.
"""

from __future__ import annotations

from scraper.registry import labels


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

# Words that few neighbours share: enough to tell two passages apart, not to name a language surely.
STOPWORDS = {
    "en": (
        "the and of to is that it for was with are this have you not but they his from we be what who "
        "my a in on at by an he she has will would how when can"
    ),
    "fr": (
        "le les des et est que dans une pour qui pas sur au du par sont avec il nous vous cette aux "
        "ce été la de en un on ne se a son je c"
    ),
    "es": (
        "el los las y es que en una por con para del se su no al como más lo sus este está fue muy de "
        "la a le un me si ya o"
    ),
    "pt": (
        "o os as e é que em uma por com para do da no na se dos das ao não mais um foi são você de a "
        "na eu ele seu ser"
    ),
    "it": (
        "il gli di e è che in una per con del della non si i le al sono anche più nel alla ha dei la "
        "un da lo si mi ma"
    ),
    "de": (
        "der die das und ist zu den mit von für nicht ein eine auf im sich des dem auch es wir ich "
        "sie in an so er aus nach bei wird hat war wenn"
    ),
    "nl": "de het een en van is dat op te in zijn voor met niet aan er ook om bij als maar ik je naar",
    "sv": "och att det som en på är av för med den till inte om ett han jag vi de har",
    "pl": "i w na z do nie się to jest że o jak po co przez od za tylko dla ale",
    "tr": "ve bir bu için ile da de çok daha ne gibi olarak olan var değil ama kadar",
    "da": "og i at det er en den til på som med for ikke af av har de et men om han vi sig seg var fra skal",
    "hr": "je i u na se da su za nije od koji kako bio što ne ali iz sam samo nakon koja bi će ili kao ako",
    "cs": "je a se na že v s do to pro jako by si po ale jsou byl který podle když jeho také bude",
    "fi": "on ja ei se että oli hän mutta ovat kun niin myös joka mukaan kuin ole nyt vain jos sen",
    "hu": "a az és hogy nem is egy de van volt meg csak már mint ezt azt még után minden szerint",
    "ro": "și de la în a cu pe nu că o din pentru este au mai un care să fost sunt ce după prin",
    "vi": "và của là có không được trong cho người với một các này đã những khi",
    "id": "yang dan di ini itu dengan untuk dari tidak dalam pada akan juga ke ada",
}

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
