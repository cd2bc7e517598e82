"""German: „…“, schrieb eine Nutzerin auf Twitter; twitterte; so ein User; heißt es in einem Tweet."""

from __future__ import annotations

from scraper.quotes.grammar import Grammar

GRAMMAR = Grammar(
    language="de",
    common="der die und das nicht mit auf ist ein eine für dem von sich auch wird sie",
    cues="""
        twit tweet poste gepostet komment nutzer user follower netz fan anhänger zuschauer leser hörer
        kritiker person sozial post beitrag forum foren internet kurznachricht
        plattform profil
    """,
    tweet=r"""
        (?:ge)?poste(?:t|te|ten|n) | (?:re)?twitter(?:t|te|ten|n) | tweetet?e?n? | ge(?:re)?tweetet |
        getwittert | (?:ge)?instagrammt
    """,
    post=r"kommentier(?:t|te|ten|en) | postend",
    write=r"""
        spöttelt(?:e|en)? | urteilt(?:e|en)? | moniert(?:e|en)? | raunt(?:e|en)? | amüsiert(?:e|en)? sich |
        führt(?:e|en)? | text(?:et|ete|en) | dicht(?:et|ete|en) | beg(?:innt|ann) |
        schl(?:ießt|oss) | frohlock(?:t|te) | konter(?:t|te)n? | zu schreiben | zu verkünden |
        schr(?:eib|ieb)(?:t|en)? | geschrieben | verfasste[n]? | verbreitet(?:e|en)? | teilte[n]?(?! mit) |
        ergänzt(?:e|en)? | fügt(?:e|en)? | antwortet(?:e|en)? | erwidert(?:e|en)? | reagiert(?:e|en)? |
        scherz(?:t|te|ten) | witzelt(?:e|en)? | spottet(?:e|en)? | höhnt(?:e|en)? | ätzt(?:e|en)? |
        lästert(?:e|en)? | stichelt(?:e|en)? | schimpf(?:t|te|ten) | wettert(?:e|en)? | pöbelt(?:e|en)? |
        meckert(?:e|en)? | jubelt(?:e|en)? | schwärmt(?:e|en)? | frotzelt(?:e|en)? | empört(?:e|en)? sich |
        ärgert(?:e|en)? sich | freut(?:e|en)? sich | fragt(?:e|en)? sich | wünscht(?:e|en)? sich |
        fluch(?:t|te|ten) | giftet(?:e|en)? | motz(?:t|te|ten) | nörgelt(?:e|en)? | staun(?:t|te|ten) |
        trauert(?:e|en)? | feiert(?:e|en)? | pflichtet(?:e|en)? (?:\w+ )?bei | prophezei(?:t|te|ten) |
        vermutet(?:e|en)? | verriet | verrät | offenbart(?:e|en)? | merk(?:t|te|ten) an |
        notier(?:t|te) | hau(?:t|te) raus | schlussfolgert(?:e|en)? | resümiert(?:e|en)? |
        postulierte | legte nach | legt nach | gratuliert(?:e|en)? | kontert(?:e|en)?
    """,
    say=r"""
        zu sagen | zu äußern | gest(?:eht|and) | beichtet(?:e|en)? | bekann?te | bekennt | bat | bittet |
        erzähl(?:t|te|ten) | empfahl | empfiehlt | so(?=
        (?:der|die|das|er|sie|ein|eine|(?-i:[A-ZÄÖÜ@]))\b) | sag(?:t|te|ten) | mein(?:t|te|ten) |
        find(?:et|en) | fand | heißt es | hieß es | lautet(?:e|en)? | erklär(?:t|te|ten) | betont(?:e|en)? |
        kritisiert(?:e|en)? | forder(?:t|te|ten) | fragt(?:e|en)? | behauptet(?:e|en)? | kündigt(?:e|en)? |
        verkündet(?:e|en)? | bedankt(?:e|en)? sich | lobt(?:e|en)? | klagt(?:e|en)? | warnt(?:e|en)? |
        fasst(?:e|en)? | bemerkt(?:e|en)? | stellt(?:e|en)? fest | teilt(?:e|en)? mit | räumt(?:e|en)? | ist
        zu lesen | war zu lesen | steht | stand
    """,
    tell=r"gegenüber | zitiert(?:e|en)? | rief(?:en)? | zu Protokoll",
    call=r"""
        bezeichnet(?:e|en)? | nannte[n]? | nennt | beschimpf(?:t|te|ten) | titulier(?:t|te|ten)
    """,
    resort=r"meldete[n]? sich (?:auf|bei|via|über) | nutzte[n]? | griff zu",
    on=r"auf | via | bei | in | im | über | per | unter | aus | mit | an | beim | zum",
    posts=r"""
        (?:re)?tweets? |
        (?:facebook|instagram|twitter|social-media|online)-?(?:post|posting|beitrag|eintrag|story|kommentar)s?
        | posts?(?!\w) | postings? | posting | kommentarspalten? | kommentaren? | kurznachricht |
        instagram-?story
    """,
    remarks=r"kommentare?n? | nachrichten | reaktionen",
    venues=r"""
        (?:der |dieser |ihrer |seiner )?plattform |
        profil | (?:den |die )?sozialen? (?:netzwerke?n?|medien) | social media | netz | internet |
        (?:online-?)?(?:foren|forum) | kurznachrichtendiensts? |
        (?:twitter|facebook|instagram|tiktok|social-media)-?(?:account|konto|profil|seite|kanal|auftritt)s?
        | online-?netzwerke?n?
    """,
    beside=r"""
        zu[mr]? (?:ihrem |seinem |dem |einem )?(?:foto|bild|video|clip|schnappschuss|selfie)s? |
        unter (?:[^\W\d_]{2,12}
        ){1,2}(?:beitr[aä]ge?n?|fotos?|bild(?:ern)?|videos?|clips?|schnappschuss|selfie)
    """,
    elsewhere=r"""
        interviews? | gespräch | (?:presse)?mitteilung | pressekonferenz | erklärung | brief | e-?mail |
        mail | buch | gericht | urteil | klage | anklage | bericht | kolumne | gastbeitrag | leitartikel |
        artikel | kommentar der | zeitung | rede | debatte | sendung | talkshow | podcast | radio |
        fernsehen | studie | sms | telefonat | blog | antrag | bundestag | landtag
    """,
    officials=r"sprecher(?:in)? | pressesprecher(?:in)? | anwält?(?:in)? | staatsanwaltschaft",
    users=r"""
        mikroblogger(?:in|innen)? |
        (?:twitter|facebook|instagram|internet|x|tiktok)?-?nutzer(?:innen|in|n)? |
        (?:twitter|facebook|instagram|internet|x|tiktok)?-?user(?:innen|in|n|s)? | follower(?:in|n)? |
        kommentator(?:in)? | twitterer | netzgemeinde | account | twitterin
    """,
    public=r"""
        fans? | anhänger(?:in)? | zuschauer(?:in)? | leser(?:in)? | hörer(?:in)? | kritiker(?:in)? | person
        | frau | mann
    """,
    one=r"""
        ein | eine | einer | einem | ein anderer | eine andere | ein weiterer | eine weitere | andere |
        weitere | viele | manche | einige | mehrere | zahlreiche | der eine | die
    """,
    crowd=r"""
        fans | nutzer(?:innen)? | user(?:innen)? | zuschauer(?:innen)? | follower | leute | menschen |
        reaktionen | kommentare | kritiker | viele | netz | netzgemeinde | anhänger | spott | empörung |
        häme | shitstorm | promis | politiker
    """,
    alone=r"""
        ein(?:er|e) von ihnen | ein(?:er|e) der (?:Nutzer|User|Follower) |
        einer | eine | ein anderer | eine andere | andere | ein weiterer | eine weitere | ein dritter | eine
        dritte | jemand(?: anderes)? | viele | manche | mancher | ein zweiter
    """,
    pronouns=r"er | sie | es | ich | wir",
    that=r"ob | dass | er | sie | es | von | wie | der | die | das | den",
    like=r"wie(?: etwa| beispielsweise| zum Beispiel)? | mit dem Text | mit den Worten",
    before_name=r"""
        und | aber | während | als | dann | auch | doch | dazu | dabei | später | zuvor | wie | nun | so |
        da | weil | wenn | denn | daraufhin | gestern | heute | nachdem | schließlich | dort
    """,
    after_name=r"""
        mit (?:dem (?:Satz|Text|Kommentar|Hinweis|Titel)|den Worten|der (?:Bemerkung|Bildunterschrift)) |
        auch | später | dann | hat | haben | hatte | hatten | wurde | nun | zuvor | bereits | weiter | dazu
        | darauf | daraufhin | danach | selbst | sogar | auf | bei | via | in | im | am | an | über | per |
        unter | zu | zum | nach | vor | mit | als | dass | ist | war | heute | gestern | montag | etwa |
        beispielsweise | zum beispiel | hierzu | noch | schon | kurz | um | aus | für | sich | so | ironisch
        | wütend | begeistert | lapidar | nur | seinerseits | am montag | wenig | hinzu | darunter
    """,
    predicate=r"hat | ist | war | wurde | hatte | sich | auch | wird | haben | waren | hatten",
    titles=r"""
        titel | film | serie | song | album | buch | namens | sogenannten? | show | hashtag | überschrift |
        dem titel | der überschrift
    """,
    the=r"""
        der | die | das | dem | den | sein(?:e[mnrs]?)? | ihr(?:e[mnrs]?)? | mein(?:e[mnrs]?)? | diese[mnrs]?
    """,
    breaks=r"dass | nachdem | weil | als | während",
    not_a_venue=r"-chef\w* | chef\w* | -gründer\w* | -sprecher\w* | -konzern | -aktie\w* | -übernahme",
)
