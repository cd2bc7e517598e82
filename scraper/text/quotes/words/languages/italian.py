"""Italian: «…», ha scritto X su Twitter; twitta; commenta un utente; in un tweet; sui social."""

from __future__ import annotations

from scraper.text.quotes.words.languages.grammar import Grammar

GRAMMAR = Grammar(
    language="it",
    common="il di che la e un per una del non sono con della le si dei nel da",
    cues="""
        twit tweet cinguett post comment utent internaut follower account profilo fan person lettor
        spettator tifos social web internet qualcuno forum
        piattaforma truth bacheca seguac hater netizen commentator
    """,
    has=r"(?:ha|hanno|aveva|avevano|avrebbe|avendo) (?:anche |poi |inoltre |quindi |ancora |subito )?",
    tweet=r"""
        HAS postato | postò | HAS (?:re)?t(?:witt|weett?|uitt)ato |
        (?:re)?t(?:witt|weett?)(?:a|ano|ò|ava|ando|arono) | cinguett(?:a|ano|ò|ava|ando|ato)
    """,
    post=r"""
        HAS (?:postato|commentato) | postare | come didascalia | post(?:a|ano|ò|ando)(?!\s+elettronica) |
        comment(?:a|ano|ò|ava|ando)
    """,
    write=r"""
        conclud(?:e|ono) | scrivere | rispondere | esordisce | HAS
        (?:scritto|pubblicato|aggiunto|risposto|replicato|condiviso|reagito|ironizzato|scherzato|attaccato|rilanciato|concluso)
        | scri(?:ve|vono|sse|ssero|veva|vendo) | scritto | pubblic(?:a|ano|ò|ando) |
        aggiun(?:ge|gono|se|gendo) | rispon(?:de|dono) | rispose | replic(?:a(?:no)?|ò|ava) |
        ribatt(?:e|ono) | reagi(?:sce|scono) | ironizz(?:a|ano|ò|ando) | scherz(?:a|ano|ò|ando) |
        attacc(?:a|ano|ò|ando) | incalz(?:a(?:no)?|ò|ava) | sentenzi(?:a(?:no)?|ò|ava) |
        stronc(?:a(?:no)?|ò|ava) | azzard(?:a(?:no)?|ò|ava) | ipotizz(?:a(?:no)?|ò|ava) |
        infierisc(?:e|ono) | dedic(?:a(?:no)?|ò|ava) | digit(?:a(?:no)?|ò|ava) | insist(?:e|ono) |
        augur(?:a(?:no)?|ò|ava) | HAS
        (?:sbottato|chiosato|sentenziato|tuonato|proseguito|continuato|esordito|lanciato|dedicato) |
        tuon(?:a(?:no)?|ò|ava) | sbott(?:a(?:no)?|ò|ava) | rincar(?:a|ano) | chios(?:a(?:no)?|ò|ava) |
        prosegu(?:e|ono|ì) | continu(?:a(?:no)?|ò|ava) | conclude | rilanci(?:a(?:no)?|ò|ava) |
        punzecchi(?:a|ano) | si
        (?:sfoga|lamenta|chiede|indigna|domanda|sfogano|lamentano|chiedono|legge|leggeva|leggono|leggevano) |
        si (?:può|possono|poteva|potevano) leggere |
        esult(?:a(?:no)?|ò|ava) | condivi(?:de|dono) | fa eco | critic(?:a(?:no)?|ò|ava) | recita | HAS
        (?:controreplicato|ribattuto|criticato|punzecchiato|incalzato|domandato|azzardato|iniziato|cominciato|insistito|precisato|fatto
        eco|preso posizione|dato man forte|sfottuto|stroncato|ribadito|digitato|rincarato|chiuso) | si
        (?:difende|giustifica|sfogava|scusa|scusano|sfoga|lascia andare|accoda|accodano|unisce) | si è
        (?:sfogat[oa]|lamentat[oa]|difes[oa]|giustificat[oa]|chiest[oa]|domandat[oa]|scusat[oa]) |
        interven(?:uto|uta)|interviene | insorg(?:e|ono) | affond(?:a|ano) | apostrof(?:a|ano|ò) |
        rispondendo | replicando | aggiungendo | commenta | provoc(?:a|ano|ò) | sfott(?:e|ono) |
        lament(?:a|ano|ava) | protest(?:a|ano|ava|avano) | domand(?:a|ano|ava) | termina | chiud(?:e|eva) |
        inizia | comincia | riprende | dedicando | salut(?:a|ano|ava) | azzanna | bacchett(?:a|ano) |
        grid(?:a|ano) allo scandalo
    """,
    adds="aggiun(?:ge|se|gendo) | HAS aggiunto | prosegu(?:e|ì) | continua | HAS (?:proseguito|continuato)",
    say=r"""
        dire | c[’']\w+ scritto | affermare | commentare | annunciare | esprimersi | HAS
        (?:detto|dichiarato|affermato|spiegato|annunciato|ricordato|sottolineato|precisato|ringraziato|definito|chiesto|denunciato|osservato|fatto
        sapere) |
        di(?:ce|cono|sse|ssero|ceva|cendo) | dichiar(?:a(?:no)?|ò|ava) | afferm(?:a(?:no)?|ò|ava) |
        spieg(?:a(?:no)?|ò|ava) | annunci(?:a(?:no)?|ò|ava) | sottoline(?:a(?:no)?|ò|ava) |
        osserv(?:a(?:no)?|ò|ava) | precis(?:a(?:no)?|ò|ava) | fa(?:nno)? notare | ammett(?:e|ono) |
        ammis(?:e|ero) | confess(?:a(?:no)?|ò|ava) | si complimenta(?:no)? | si congratula(?:no)? |
        si rivolg(?:e|ono) | racconta(?:no)? | raccontò | confid(?:a(?:no)?|ò|ava) |
        HAS (?:raccontato|confidato|ammesso|confessato|lamentato|assicurato|rivelato|commentato) |
        ricord(?:a(?:no)?|ò|ava) | denunci(?:a(?:no)?|ò|ava) | assicur(?:a(?:no)?|ò|ava) | chied(?:e|ono) |
        sostiene | esordi(?:sce|ente) | avver(?:te|tono) | ringrazi(?:a(?:no)?|ò|ava) | fa sapere |
        esclam(?:a(?:no)?|ò|ava) | secondo |
        affermando | dichiarando | spiegando | sottolineando | HAS
        (?:ribadito|ribattezzato|avvertito|suggerito|assicurato|rimarcato|evidenziato|raccomandato|invitato|notato|augurato|ammonito|espresso|sostenuto|esclamato|preferito|concluso)
        | ribad(?:isce|iscono|iva) | rimarc(?:a|ano|ava) | evidenzi(?:a|ano|ava) |
        sugger(?:isce|iscono|iva) |
        rivel(?:a|ano|ò|ava) | sostengono | auspic(?:a|ano) | ammonisc(?:e|ono) | invit(?:a|ano|ava) |
        propon(?:e|ono) | segnal(?:a|ano|ava) | not(?:a|ano|ava) | riconosc(?:e|ono) | dicev(?:a|ano) |
        sentenziava | conferm(?:ano|ò|ava) | HAS (?:confermato|chiarito) | chiari(?:sce|scono|va) |
        accus(?:ano|ò|ava)
    """,
    tell=r"""
        (?:ha detto|ha spiegato|racconta|spiega|confida) (?:a|al|alla)(?= (?-i:[A-ZÀ-Ú])) |
        ci (?:racconta|spiega|dice|risponde) | ci ha (?:detto|raccontato|spiegato) |
        HAS (?:testimoniato|urlato|gridato) |
        intervistat[oa] | url(?:a|ano) | ai microfoni
    """,
    call=r"""
        (?:parl(?:a|ano|ava)|HAS parlato)(?: \w+mente)? (?:di|d[’']) |
        defin(?:isc(?:e|ono)|endo|ì|irono|ivan?o?) |
        boll(?:a(?:no)?|ando|ò) | HAS (?:definito|bollato|chiamato|accusato) | chiam(?:ando|ano|ava(?:no)?)
    """,
    resort=r"""
        utilizza(?:no)? | (?:ha |hanno )?utilizzato | usa(?:no)? |
        (?:ha |hanno )?affidat[oaie] a[il]? | affid(?:a|ano) a[il]? | (?:ha |hanno )?usat[oa] | si (?:è
        )?(?:sfog|rivolt)\w+ (?:su|a)
    """,
    on=r"""
        su | sul(?! (?:\w+ )?(?:re)?(?:tweet|post)\b) | sui | sulla | sulle | sugli | sull[’'] | sotto |
        in | nel | nei | nella | nelle | via | tramite | attraverso | da | dal |
        dai | con | a(?! proposito\b) | al | ai | di
    """,
    posts=r"""
        (?:re)?t(?:weet|witt)s? | (?-i:posts?) | cinguettii?o? | comment[oi] | didascalia |
        stor(?:y|ies|ia|ie)(?= (?:su|di|instagram)) | stories | messaggio (?:su|pubblicato su) |
        videomessaggio su
    """,
    remarks=r"messaggi(?:o)? | critica | rispost[ae] | comment[oi] | messaggi | reazioni",
    venues=r"""
        (?:la|sua) piattaforma | piattaforma | (?:sua )?pagina(?= (?:facebook|social|ufficiale|instagram)) |
        profilo | bacheca | (?:i |suoi )?social(?: network| media)? | rete | web | internet | forum |
        profil[oi] social
    """,
    beside=r"""
        (?:con|sotto) l[’']hashtags?(?: #\w+)? | (?:ai|con i) (?:\w+ ){0,2}follower |
        (?:il web|la rete)(?=
        (?:insorge|si (?:scatena|divide|indigna|ribella)|reagisce|esplode|impazzisce|ironizza)) |
        (?:nel|in un) (?:video|filmato) | (?:sotto|accanto) (?:a )?(?:una?|la|il|alla|al|questa|questo)
        (?:foto|video|immagine|scatto|selfie) | a corredo (?:della foto|del video|dello scatto)
    """,
    off_platform=r"""
        assemblea | cerimonia | convegno | congresso | senato | zona mista | omelia | telefono |
        fine (?:gara|partita) | agenzi[ae] | portavoce di (?:facebook|meta|twitter|instagram|tiktok) | sito |
        salotto | seduta | seminario | consiglio comunale | intervist[ae] | comunicato | conferenza stampa
        | lettera | e-?mail | mail | libro | editoriale | articolo | rapporto | relazione(?! a) | tribunale |
        processo | monologo | sentenza | udienza | aula | discorso | comizio | trasmissione | programma |
        radio\w* | tv
        | televisione | linee guida | condizioni d[’']uso | termini di (?:servizio|utilizzo) |
        podcast | giornale | rivista | quotidiano | studio | blog | nota | dibattito |
        parlamento | stampa | giornalist[aie] | cronist[aie] | concerto | Corriere | Repubblica
    """,
    officials=r"""
        portavoce | fondat(?:ore|rice) | avvocat[oai] | legal[ei] | procuratore | questore | giudice
        | ufficio stampa
    """,
    users=r"""
        utent[ei] | internaut[ai] | follower | twitter[oi] | account | profilo | seguac[ei] | haters? |
        commentator[ei] | netizen
    """,
    public=r"""
        fan | person[ae] | lettor[ei] | lettric[ei] | telespettator[ei] | spettator[ei] | tifos[oiae] |
        ammirator[ei] | donna | uomo | ragazz[oa]
    """,
    one=r"""
        un | una | uno | un[’'] | un altro | un[’']altra | altr[ie] | alcun[ie] | molt[ie] | divers[ie] |
        tant[ie] | qualche | un terzo | una terza | numeros[ie] | quest[oa]
    """,
    crowd=r"""
        utenti | internauti | fan | follower | telespettatori | spettatori | reazioni | commenti | tifosi |
        vip | politici | molti | tanti | critiche | polemica | polemiche | ironia | indignazione | popolo
    """,
    alone=r"""
        un[oa] di loro |
        un altro | un[’']altra | altr[ie] | alcun[ie] | qualcuno | molt[ie] | qualcun altro | un terzo | una
        terza | c[’']è chi | chi | uno | una
    """,
    pronouns=r"lui | lei | loro | egli | ella | io | noi",
    that=r"""
        con (?:un|una|il|la|lo|i) | se | che | come | di | è | un | una | il | la | lo | l[’']\w+
    """,
    like=r"come | tipo | del tipo",
    before_name=r"""
        c[’']è |
        e | ma | mentre | poi | anche | così | come | inoltre | quando | invece | quindi | secondo | più
        tardi | dove | perché | ieri | oggi | infine | intanto | ed | se | o | però | non | lo fa
    """,
    after_name=r"""
        sempre | con (?:le parole|la frase|il messaggio|la didascalia|queste parole) |
        \w+ndo | \w+mente | infatti | appunto | allora | (?:ad|per) esempio | tra gli altri | anche | poi |
        ancora | già | oggi | ieri
        | quindi
        | ha | hanno | aveva | su | sul | sui |
        sulla | sulle | in | nel | nella | via | tramite | attraverso | da | dal | a | al | con | dopo | per
        | che | chi | quando | mentre | durante | è | era | perfino | prima | più tardi | si | non | solo |
        semplicemente | lunedì | martedì | mercoledì | giovedì | venerdì | sabato | domenica | dal canto suo
        | recentemente | sotto | come | subito | stamattina | stamani | accanto | commentando | postando |
        pubblicando | allegando
    """,
    predicate=r"ha | è | era | aveva | si | non | anche | hanno | sono",
    titles=r"""
        cosiddett[oaie] | presunt[oaie] |
        campagna | striscione | maglietta | rubrica |
        intitolat[oa] | titolo | film | serie | canzone | disco | libro | chiamat[oa] | denominat[oa] |
        soprannominat[oa] | titolat[oa] | programma | hashtag | romanzo | album | brano
    """,
    the=r"il | lo | la | i | gli | le | suo | sua | suoi | sue | quest[oaie] | quel | quei | mio",
    breaks=r"che | dopo | perché | quando | mentre | dove",
    not_a_venue=r"inc | italia",
)
