"""German: „…“, schrieb eine Nutzerin auf Twitter; twitterte; so ein User; heißt es in einem Tweet."""

from __future__ import annotations

from scraper.text.quotes.words.languages.grammar import Grammar

GRAMMAR = Grammar(
    language="de",
    said_aloud=True,
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
        amüsier(?:t|te|ten|en) sich | appellier(?:t|te|ten|en) | bekräftig(?:t|te|ten|en) |
        antwort(?:et|ete|eten|en) | attestier(?:t|te|ten|en) |
        bedauer(?:t|te|ten|n) | beg(?:innt|ann|innen|annen) | beschwer(?:t|te|ten|en) sich |
        betitel(?:t|te|ten|n) |
        bilanzier(?:t|te|ten|en) | brachte[n]? es auf den Punkt | bring(?:t|en) es auf den Punkt |
        diagnostizier(?:t|te|ten|en) | dicht(?:et|ete|eten|en) | empör(?:t|te|ten|en) sich |
        ereifer(?:t|te|ten|n) sich | ergänz(?:t|te|ten|en) | erwider(?:t|te|ten|n) | entgegnet(?:e|en)? |
        fabulier(?:t|te|ten|en) | feier(?:t|te|ten|n) | feix(?:t|te|ten|en) | flachs(?:t|te|ten|en) |
        fluch(?:t|te|ten|en) | frag(?:t|te|ten|en) sich | freu(?:t|te|ten|en) sich |
        frohlock(?:t|te|ten|en) | frotzel(?:t|te|ten|n) | füg(?:t|te|ten|en) | führ(?:t|te|ten|en) |
        schieb(?:t|en)(?= (?:[\w-]+ ){0,4}(?:nach|hinterher)\b) |
        hak(?:t|te|ten|en)(?= (?:[\w-]+ ){0,4}nach\b) |
        w(?:irft|arf|erfen|arfen)(?= (?:[\w-]+ ){0,4}ein\b) |
        geschrieben | geantwortet | gefragt | gescherzt | gewitzelt | gespottet | gejubelt |
        gift(?:et|ete|eten|en) | grantel(?:t|te|ten|n) | gratulier(?:t|te|ten|en) |
        hau(?:t|te|en)(?= (?:\w+ ){0,3}raus\b) | höhn(?:t|te|ten|en) | jammer(?:t|te|ten|n) |
        jauchz(?:t|te|ten|en) | jubel(?:t|te|ten|n) | konstatier(?:t|te|ten|en) | konter(?:t|te|ten|n) |
        leg(?:t|te|ten|en)(?= (?:\w+ ){0,3}nach\b) | läster(?:t|te|ten|n) | mach(?:t|te|ten|en) sich
        lustig | mecker(?:t|te|ten|n) | merk(?:t|te|ten|en)(?= (?:\w+ ){0,3}an\b) | monier(?:t|te|ten|en)
        | motz(?:t|te|ten|en) | notier(?:t|te|ten|en) | nörgel(?:t|te|ten|n) | offenbart(?:e|en)? |
        pflichtet(?:e|en)?(?: ih(?:m|r|nen))?(?= (?:[\w-]+ ){0,4}bei\b) |
        philosophier(?:t|te|ten|en) | polter(?:t|te|ten|n) |
        postulier(?:t|te|ten|en) | prophezei(?:t|te|ten|en) | pöbel(?:t|te|ten|n) |
        quittier(?:t|te|ten|en) | raun(?:t|te|ten|en) | reagier(?:t|te|ten|en) |
        reg(?:t|te|ten|en) sich(?= (?:[\w-]+ ){0,6}auf\b) | resümier(?:t|te|ten|en) |
        rätsel(?:t|te|ten|n) | scherz(?:t|te|ten|en) |
        schimpf(?:t|te|ten|en) | schl(?:ießt|oss|ießen|ossen) | schlussfolger(?:t|te|ten|n) |
        schmetter(?:t|te|ten|n) | schr(?:eib|ieb)(?:t|en)? | schwärm(?:t|te|ten|en) |
        schäum(?:t|te|ten|en) | setz(?:t|te|ten|en)(?= (?:\w+ ){0,3}nach\b) | seufz(?:t|te|ten|en) |
        sinnier(?:t|te|ten|en) | spekulier(?:t|te|ten|en) | spott(?:et|ete|eten|en) |
        spöttel(?:t|te|ten|n) | staun(?:t|te|ten|en) | stell(?:t|te|ten|en)(?= (?:[\w-]+ ){0,9}klar\b) |
        stichel(?:t|te|ten|n) |
        stimm(?:t|te|ten|en)(?: ih(?:m|r|nen))?(?= (?:[\w-]+ ){0,4}zu\b) | stöhn(?:t|te|ten|en) |
        teil(?:t|te|ten|en)(?! mit) | text(?:et|ete|eten|en) | tob(?:t|te|ten|en) | trauer(?:t|te|ten|n) |
        ulk(?:t|te|ten|en) | urteil(?:t|te|ten|en) | verbreit(?:et|ete|eten|en) | verfasste[n]? |
        verfass(?:t|en) | veröffentlich(?:t|te|ten|en)(?!\s*\Z) | vermut(?:et|ete|eten|en) | verraten |
        wetter(?:t|te|ten|n) |
        w(?:a|e)nd(?:et|te|ten|en) sich | wüte(?:t|te|ten|n) | grüß(?:t|te|ten|en) | fleh(?:t|te|ten|en) |
        hoff(?:t|te|ten|en) |
        mahn(?:t|te|ten|en) | droh(?:t|te|ten|en) | f(?:ährt|uhr)(?= (?:\w+ ){1,3}fort\b) |
        melde(?:t|te|ten|n) sich(?= (?:\w+ ){1,4}zu Wort) |
        (?<!\w\s)(?:zeig|äußer)(?:t|te|ten|n|en) sich |
        witzel(?:t|te|ten|n) | wunder(?:t|te|ten|n) sich | wünsch(?:t|te|ten|en) sich |
        br(?:icht|ach)(?= (?:[\w-]+ ){1,6}Schweigen\b) | Schweigen gebrochen |
        mach(?:t|te|en|ten)(?= (?:[\w-]+ ){1,6}Luft\b) | Luft gemacht | gemeldet | geäußert |
        n(?:immt|ahm|ehmen|ahmen)(?= (?:[\w-]+ ){1,6}Stellung\b) | Stellung genommen |
        zeter(?:t|te|ten|n) | zu schreiben | zu verkünden | ärger(?:t|te|ten|n) sich | ätz(?:t|te|ten|en)
    """,
    say=r"""
        zu sagen | zu äußern | klär(?:t|te|ten|en)(?= (?:[\w-]+ ){0,4}auf\b) |
        w(?:eist|ies|eisen|iesen)(?= (?:[\w-]+ ){0,4}hin\b) |
        l(?:ässt|ieß|assen|ießen)(?= (?:[\w-]+ ){0,6}wissen\b) |
        schl(?:ägt|ug|agen|ugen)(?= (?:[\w-]+ ){0,4}vor\b) |
        g(?:ibt|ab|eben|aben)(?= (?:[\w-]+ ){1,9}(?:zu|bekannt|preis|offen)\b) |
        verriet(?:en)? | verrät | gest(?:eht|and|ehen|anden) | beicht(?:et|ete|eten|en) | bekann?te[n]? |
        bekenn(?:t|en) | ba(?:t|ten) | bitte[tn] | erzähl(?:t|te|ten|en) | empf(?:ahl|iehlt|ehlen|ahlen) |
        so(?= (?:(?:der|die|das|er|sie|eine?[rs]?)\b|(?-i:[A-ZÄÖÜ@]))) | sag(?:t|te|ten|en) |
        mein(?:t|te|ten|en) | (?:find(?:et|en)|fand(?:en)?)(?! sich\b) | hei(?:ß|ss)t es | hieß es |
        es hei(?:ß|ss)t | es hieß |
        laut(?:et|ete|eten|en) | erklär(?:t|te|ten|en) | beton(?:t|te|ten|en) | kritisier(?:t|te|ten|en) |
        forder(?:t|te|ten|n) | frag(?:t|te|ten|en) | behaupt(?:et|ete|eten|en) | kündig(?:t|te|ten|en) |
        verkünd(?:et|ete|eten|en) | bedank(?:t|te|ten|en) sich | entschuldig(?:t|te|ten|en) sich |
        lob(?:t|te|ten|en) | klag(?:t|te|ten|en)
        | warn(?:t|te|ten|en) | fass(?:t|te|ten|en) | bemerk(?:t|te|ten|en) | bemängel(?:t|te|ten|n) |
        beklag(?:t|te|ten|en) | glaub(?:t|te|ten|en) | argumentier(?:t|te|ten|en) |
        stell(?:t|te|ten|en)(?= (?:[\w-]+ ){0,9}fest\b) | teil(?:t|te|ten|en) mit | räum(?:t|te|ten|en) | ist
        zu lesen | war zu lesen | (?:liest|las) man | k(?:ann|onnte) man lesen |
        st(?:eht|and)(?=:| (?:auf|bei|da|dazu|dort|im|in|neben|über|unter)\b) |
        erinner(?:t|te|ten|n) sich | mitteil(?:t|te|ten|en) | bekanntg(?:ibt|ab|eben|aben)
    """,
    tell=r"""
        (?:sag|erklär|äußer|beton|mein)(?:t|te|ten|en) (?:sich )?(?:\w+ ){1,3}gegenüber | gegenüber |
        zitiert(?:e|en)? | rief(?:en)? | zu Protokoll
    """,
    adds="f(?:ährt|uhr) | füg(?:t|te|ten|en) | ergänz(?:t|te|ten|en) | \\w+ (?:[\\w-]+ ){0,3}weiter",
    call=r"""
        bezeichnet(?:e|en)? | (?:nannte[n]?|nennt)(?! sich\b) |
        w(?:irft|arf|erfen|arfen) | spr(?:icht|ach|echen|achen)(?= (?:[\w-]+ ){0,6}von\b) |
        beschimpf(?:t|te|ten) | titulier(?:t|te|ten)
    """,
    resort=r"meldete[n]? sich (?:auf|bei|via|über) | nutzte[n]? | griff zu",
    on=r"""
        auf | via | bei | in | im | per | unter | aus | mit | an | beim |
        über(?! (?:d|ein|dies|sein|ihr)\w+ (?:[\w-]+ )?\S*(?:tweet|post))
    """,
    posts=r"""
        (?:re)?tweets? |
        (?:facebook|instagram|twitter|social-media|online)-?(?:post|posting|beitrag|eintrag|story|kommentar)s?
        | posts?(?!\w) | postings? | posting | kommentarspalten? | kommentaren? | kurznachricht |
        instagram-?story | bildunterschrift
    """,
    remarks=r"""
        eintrag | einträgen? | nachrichten |
        (?:(?:fan|hass|leser|netz|nutzer|spott|user|wut)-?)?kommentare?n? | reaktion(?:en)? | replik |
        bemerkungen |
        botschaft(?:en)? | nachricht |
        antwort(?:en)? | wortmeldung(?:en)?
    """,
    venues=r"""
        (?:der |dieser |ihrer |seiner )?plattform |
        profil | (?:den |die )?sozialen? (?:netzwerke?n?|medien) | social media | netz | internet |
        (?:online-?)?(?:foren|forum) | kurznachrichtendiensts? |
        (?:twitter|facebook|instagram|tiktok|social-media)-?(?:account|konto|profil|seite|kanal|auftritt)s?
        | online-?netzwerke?n? | netzwerk(?= (?:truth|twitter|x|bluesky|mastodon|threads)\b) | onlinediensts?
    """,
    beside=r"""
        zu[mr]? (?:ihrem |seinem |dem |einem )?(?:\w+e[nm] )?(?:foto|bild|video|clip|schnappschuss|selfie)s? |
        in (?:ihrer|seiner) story |
        das (?:netz|internet)(?=
        (?:diskutier|feier|jubel|koch|lach|läster|reagier|rätsel|spotte|streite|tob)) |
        unter (?:dem )?hashtags?(?: #\w+)? | an (?:ihre|seine|die) (?:[\w.,]+ ){0,2}follower(?:innen)? |
        (?<=(?:er|ie)\s)(?:ihr|sein)en (?:[\w.,]+ ){0,2}follower(?:n|innen) |
        unter (?:[^\W\d_]{2,12}
        ){1,2}(?:beitr[aä]ge?n?|fotos?|bild(?:ern)?|videos?|clips?|schnappschuss|selfie)
    """,
    off_platform=r"""
        interviews? | gespräch | (?:presse)?mitteilung | pressekonferenz | erklärung | brief | e-?mail |
        mail | buch | gericht | urteil | prozess | klage | anklage | bericht | kolumne | gastbeitrag |
        leitartikel | richtlinien | (?:nutzungs|geschäfts)bedingungen |
        artikel | kommentar der | zeitung | rede | debatte | sendung | talkshow | podcast | radio |
        fernsehen | monolog | studie | sms | telefonat | blog | liedtext | songtext | antrag | bundestag |
        landtag |
        sitzung | stadtrat | gemeinderat | kreistag | ausschuss
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
        weitere | viele | manche | manch(?: eine?r?)? | so manche[rs]? | einige | etliche | mehrere |
        zahlreiche | der eine | die
    """,
    crowd=r"""
        fans | nutzer(?:innen)? | user(?:innen)? | zuschauer(?:innen)? | follower | leute | menschen |
        reaktionen | kommentare | kritiker | viele | netz | netzgemeinde | anhänger | spott | empörung |
        häme | shitstorm | promis | politiker
    """,
    alone=r"""
        (?-i:[A-ZÄÖÜ][\w-]*)?(?:user|nutzer)(?:in)? (?-i:[A-ZÄÖÜ@][\w.-]+)(?: (?-i:[A-ZÄÖÜ][\w-]+))? |
        ein(?:er|e) von ihnen | ein(?:er|e) der (?:Nutzer|User|Follower) |
        einer | eine | ein anderer | eine andere | andere | ein weiterer | eine weitere | ein dritter | eine
        dritte | jemand(?: anderes)? | viele | manche | mancher | ein zweiter
    """,
    pronouns=r"er | sie | es | ich | wir",
    that=r"ob | dass | er | sie | es | von | wie | der | die | das | den | (?:sein|ihr)e?[nms]?",
    like=r"wie(?: etwa| beispielsweise| zum Beispiel)? | mit dem Text | mit den Worten",
    before_name=r"""
        und | aber | während | als | dann | auch | doch | dazu | dabei | später | zuvor | wie | nun | so |
        da | weil | wenn | denn | daraufhin | gestern | heute | nachdem | schließlich | dort
    """,
    after_name=r"""
        mit (?:dem (?:Satz|Text|Kommentar|Hinweis|Titel)|den Worten|der (?:Bemerkung|Bildunterschrift)) |
        auch | da | später | dann | hat | haben | hatte | hatten | wurde | nun | zuvor | bereits | weiter
        | dazu | darauf | daraufhin | danach | selbst | sogar | auf | bei | via | in | im | am | an | über
        | per | unter | zu | zum | nach | vor | mit | als | dass | ist | war | heute | gestern | montag |
        etwa | beispielsweise | zum beispiel | hierzu | noch | schon | kurz | um | aus | für | sich | so |
        ironisch | wütend | begeistert | lapidar | nur | seinerseits | am montag | wenig | hinzu |
        darunter
    """,
    predicate=r"hat | ist | war | wurde | hatte | sich | auch | wird | haben | waren | hatten",
    titles=r"""
        titel | film | serie | song | album | buch | namens | sogenannten? | show | hashtag | überschrift |
        dem titel | (?:den|dem|der) namen | der überschrift | schlagzeile | titelzeile | aufschrift
    """,
    the=r"""
        der | die | das | dem | den | sein(?:e[mnrs]?)? | ihr(?:e[mnrs]?)? | mein(?:e[mnrs]?)? | diese[mnrs]?
    """,
    oblique=r"(?:d|(?:k|m|s)?ein|ihr|unser|dies|jed)e[mn] | einander",
    breaks=r"dass | nachdem | weil | als | während",
    not_a_venue=r"-chef\w* | chef\w* | -gründer\w* | -sprecher\w* | -konzern | -aktie\w* | -übernahme",
)
