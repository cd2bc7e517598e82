"""Texts in Italian, and the reactions that each quotes: words, speaker, verb, platform, handle."""

from __future__ import annotations

CASES = [
    # the object before a verb is no speaker
    (
        "I fan hanno reagito su Facebook.\n“Ridateci i cigni, basta!”, gli scrive qualcuno.",
        [("“Ridateci i cigni, basta!”", "qualcuno", "scrive", "facebook", None)],
    ),
    # "and again" goes on with a row
    (
        "Vi riportiamo alcuni commenti sulla bacheca Facebook.\n\n“Chiudi il ponte, che qui nessuno rema”, “Ma è chiuso!”. E ancora “Buon giorno, mi dica come passo il ponte”.",
        [
            ("“Chiudi il ponte, che qui nessuno rema”", None, None, "facebook", None),
            ("“Ma è chiuso!”", None, None, "facebook", None),
            ("“Buon giorno, mi dica come passo il ponte”", None, None, "facebook", None),
        ],
    ),
    # what the next sentence calls the words, without a verb; a quote in brackets; a caption
    (
        "Rosa è triste. Poi l’appello ai tifosi: “Restate vicino ai cigni, che sono rimasti in pochi”. Questo lo sfogo di Rosa Marl sul suo profilo Instagram.",
        [("“Restate vicino ai cigni, che sono rimasti in pochi”", None, None, "instagram", None)],
    ),
    (
        "Rosa ha chiuso il suo profilo Instagram, e molti ridono (“si è persa, ma poi torna” è uno dei commenti più letti).",
        [("“si è persa, ma poi torna”", None, None, None, None)],
    ),
    # the sentence behind a quote places it; a colon behind users; who attributes between dashes, without a name
    (
        "“Grazie di tutto, porto mio“. La capitana saluta i cigni con un post dal suo account Instagram.",
        [("“Grazie di tutto, porto mio“", None, None, "instagram", None)],
    ),
    (
        "Rosa ha coperto i cigni. Circostanza che ha spinto molti seguaci a chiedere: «Ma perché lo hai fatto?».",
        [("«Ma perché lo hai fatto?»", None, None, None, None)],
    ),
    (
        "Una bambina stronca la foto: «Che cosa vuol dire? - ha scritto nei commenti su Instagram -. Non mi piace».",
        [
            (
                "«Che cosa vuol dire? - ha scritto nei commenti su Instagram -. Non mi piace»",
                None,
                "ha scritto",
                "instagram",
                None,
            )
        ],
    ),
    (
        "Molte risposte al post su Instagram. Marl ha risposto con un freddo «Grazie a te».",
        [("«Grazie a te»", "Marl", "ha risposto", "instagram", None)],
    ),
    (
        "Gli attori la ricordano sui social.\n\nUno dei primi è stato Odo Marl, che pone, con dolore: “E ora come si fa?”",
        [("“E ora come si fa?”", "Uno", None, None, None)],
    ),
    # quotes side by side behind a colon; a user who speaks of something
    (
        "Marl, sul suo profilo Twitter: “Oca sì.” “Cigno pure, ma solo la domenica.”",
        [
            ("“Oca sì.”", "Marl", None, "twitter", None),
            ("“Cigno pure, ma solo la domenica.”", "Marl", None, "twitter", None),
        ],
    ),
    (
        "Su Twitter se ne discute. Un utente parla di “tentativo maldestro”.",
        [("“tentativo maldestro”", "Un utente", "parla di", "twitter", None)],
    ),
    # who says something and then writes has written
    (
        (
            "Rosa Lira ha pubblicato un post su Facebook. La cantante, che non le manda certo a dire, "
            "ha poi scritto: “I cigni restano qui”."
        ),
        [("“I cigni restano qui”", "La cantante", "ha poi scritto", "facebook", None)],
    ),
    (
        "Molte le critiche sui social. “Via le oche!”, scrive un utente. E ancora: “Ma dai”; “Hanno ragione”.",
        [
            ("“Via le oche!”", "un utente", "scrive", None, None),
            ("“Ma dai”", "un utente", "scrive", None, None),
            ("“Hanno ragione”", "un utente", "scrive", None, None),
        ],
    ),
    (
        (
            "Sulla pagina Facebook del sindaco piovono critiche. Vi riportiamo alcuni commenti.\n\n"
            "“Via le oche dal porto”, “Ma lasciatele stare!”."
        ),
        [
            ("“Via le oche dal porto”", None, None, "facebook", None),
            ("“Ma lasciatele stare!”", None, None, "facebook", None),
        ],
    ),
    (
        "Qualcuno non ha apprezzato il tweet: Giulia, ad esempio, ha scritto “Ma anche meno oche”.",
        [("“Ma anche meno oche”", "Giulia", "ha scritto", "twitter", None)],
    ),
    (
        "«Il ponte regge bene - ha scritto su X Lia Bruni, sindaca -. Venite a vedere».",
        [
            (
                "«Il ponte regge bene - ha scritto su X Lia Bruni, sindaca -. Venite a vedere»",
                "Lia Bruni",
                "ha scritto",
                "twitter",
                None,
            )
        ],
    ),
    (
        "«Il ponte regge ancora», ha scritto su Twitter Di Rosa postando una foto.",
        [("«Il ponte regge ancora»", "Di Rosa", "ha scritto", "twitter", None)],
    ),
    (
        "«Il ponte regge», ha scritto la sindaca Ada Brusco su Twitter.",
        [("«Il ponte regge»", "la sindaca Ada Brusco", "ha scritto", "twitter", None)],
    ),
    (
        "Ada Brusco ha twittato: «Il ponte regge».",
        [("«Il ponte regge»", "Ada Brusco", "ha twittato", "twitter", None)],
    ),
    ("«Che vergogna», commenta un utente.", [("«Che vergogna»", "un utente", "commenta", None, None)]),
    (
        "Molti fan su Instagram: “Sei la migliore,” scrive uno. “Concordo,” ha commentato un altro.",
        [
            ("“Sei la migliore,”", "uno", "scrive", "instagram", None),
            ("“Concordo,”", "un altro", "ha commentato", "instagram", None),
        ],
    ),
    (
        "Un utente ha ironizzato: «Bel ponte». E ancora: «Torno domani».",
        [
            ("«Bel ponte»", "Un utente", "ha ironizzato", None, None),
            ("«Torno domani»", "Un utente", "ha ironizzato", None, None),
        ],
    ),
    # da un commento all'altro; chi manda un messaggio; che cosa insinua
    (
        "Tante le critiche dei follower su Instagram: da “è una caduta di stile” a “è uno schiaffo al fiume”, nessuno ride.",
        [
            ("“è una caduta di stile”", None, None, "instagram", None),
            ("“è uno schiaffo al fiume”", None, None, "instagram", None),
        ],
    ),
    (
        "Un utente scrive su Instagram: “Forza ponte”. Un grande applauso su Instagram arriva dal barcaiolo Odo Brusco, il primo ad aver creduto nel ponte: “Ti aspetto sul fiume”.",
        [
            ("“Forza ponte”", "Un utente", "scrive", "instagram", None),
            ("“Ti aspetto sul fiume”", "barcaiolo Odo Brusco", None, "instagram", None),
        ],
    ),
    (
        "Un utente su Instagram ha scritto: “Chiedo scusa io al ponte”, insinuando una critica alla sindaca.",
        [("“Chiedo scusa io al ponte”", "Un utente", "ha scritto", "instagram", None)],
    ),
    # di chi sono le parole; dove è scritto non è chi scrive
    (
        "Le lacrime scorrono sui social. “Speravo non fosse il nostro ponte”, le parole di Luca.",
        [("“Speravo non fosse il nostro ponte”", "Luca", None, None, None)],
    ),
    (
        "Suona come un presagio: “dormi sotto il ponte di legno”.\n\nE’ questo l’ultimo post pubblicato da Odo Brusco.",
        [("“dormi sotto il ponte di legno”", None, None, None, None)],
    ),
    (
        "Un follower su Facebook: “Che ponte”. “Non ci credo” ha scritto una donna nei commenti.",
        [
            ("“Che ponte”", "Un follower", None, "facebook", None),
            ("“Non ci credo”", "una donna", "ha scritto", "facebook", None),
        ],
    ),
    # alcuni, altri e un nome utente senza verbo
    (
        "Un post su Facebook ha suscitato le reazioni dei tifosi. Alcuni hanno attaccato il club “la colpa è di chi non spende per il ponte”, altri contro Odo “gli serve un po' di barca”.",
        [
            ("“la colpa è di chi non spende per il ponte”", "Alcuni", "hanno attaccato", "facebook", None),
            ("“gli serve un po' di barca”", "altri", None, "facebook", None),
        ],
    ),
    (
        "La rabbia è su Twitter. Per @ada_brusco «Niente sarà più uguale», mentre @odo_brusco tweetta: «Così non vale».",
        [
            ("«Niente sarà più uguale»", "@ada_brusco", None, "twitter", "ada_brusco"),
            ("«Così non vale»", "@odo_brusco", "tweetta", "twitter", "odo_brusco"),
        ],
    ),
    (
        "«Il ponte è di nuovo chiuso», commentava amaramente un pescatore su Facebook.",
        [("«Il ponte è di nuovo chiuso»", "un pescatore", "commentava", "facebook", None)],
    ),
    (
        "Su Facebook è partita una petizione per riaprire il ponte. «Non ci bastano le scuse - protestano i pescatori - vogliamo il ponte».",
        [
            (
                "«Non ci bastano le scuse - protestano i pescatori - vogliamo il ponte»",
                "i pescatori",
                "protestano",
                "facebook",
                None,
            )
        ],
    ),
    # una congiunzione o un avverbio non è nessuno
    (
        "Il sindaco racconta in un post su Facebook le richieste dei ragazzi. E lo fa mostrando un messaggio:\n\n«Per favore sindaco, chiuda il ponte», si legge.",
        [("«Per favore sindaco, chiuda il ponte»", None, "si legge", "facebook", None)],
    ),
    # due punti dietro le parole citate
    (
        "«Domani si torna a remare»: così Ada Brusco su X.",
        [("«Domani si torna a remare»", None, None, "twitter", None)],
    ),
    (
        "«Domani si torna a remare»: lo scrive su Facebook il barcaiolo Odo Brusco.",
        [("«Domani si torna a remare»", "il barcaiolo Odo Brusco", "scrive", "facebook", None)],
    ),
    (
        "«Domani si torna a remare»: è quanto si legge in un post su Facebook.",
        [("«Domani si torna a remare»", None, None, "facebook", None)],
    ),
    (
        "«Domani si torna a remare»: è il tweet di Odo Brusco.",
        [("«Domani si torna a remare»", "Odo Brusco", None, "twitter", None)],
    ),
    (
        "«Domani si torna a remare»: queste le parole di Brusco su X.",
        [("«Domani si torna a remare»", "Brusco", None, "twitter", None)],
    ),
    (
        "«Domani si torna a remare»: con queste parole, su Instagram, la rematrice ha salutato il lago.",
        [("«Domani si torna a remare»", None, None, "instagram", None)],
    ),
    (
        "«Domani si torna a remare»: con un post su Instagram la rematrice ha annunciato il ritorno.",
        [("«Domani si torna a remare»", None, "ha annunciato", "instagram", None)],
    ),
    # luoghi e a chi ci si rivolge
    (
        "Su Truth il presidente ha attaccato: «Il ponte è la cosa peggiore».",
        [("«Il ponte è la cosa peggiore»", "il presidente", "ha attaccato", "truthsocial", None)],
    ),
    (
        "«Domani si torna a remare - ha scritto Brusco su LinkedIn -. Ora basta con le oche».",
        [
            (
                "«Domani si torna a remare - ha scritto Brusco su LinkedIn -. Ora basta con le oche»",
                "Brusco",
                "ha scritto",
                "linkedin",
                None,
            )
        ],
    ),
    (
        "La rematrice ha raccontato ai suoi follower: «Domani si torna a remare».",
        [("«Domani si torna a remare»", "La rematrice", "ha raccontato", None, None)],
    ),
    (
        "Con l’hashtag #oche Brusco scrive: «Domani si torna a remare».",
        [("«Domani si torna a remare»", "Brusco", "scrive", None, None)],
    ),
    (
        "Su Instagram ha annunciato: «Domani si torna a remare».",
        [("«Domani si torna a remare»", None, "ha annunciato", "instagram", None)],
    ),
    (
        "Sotto il tweet del sindaco si legge: «Domani si torna a remare».",
        [("«Domani si torna a remare»", None, "si legge", "twitter", None)],
    ),
    (
        "Il web insorge: «Questo ponte non si apre mai».",
        [("«Questo ponte non si apre mai»", None, "insorge", None, None)],
    ),
    (
        "La rete si scatena. «Questo ponte non si apre mai», scrive un tifoso.",
        [("«Questo ponte non si apre mai»", "un tifoso", "scrive", None, None)],
    ),
    # verbi
    (
        "«Domani si torna a remare» ha confermato Brusco su X.",
        [("«Domani si torna a remare»", "Brusco", "ha confermato", "twitter", None)],
    ),
    (
        "«Domani si torna a remare» chiarisce Brusco su Facebook.",
        [("«Domani si torna a remare»", "Brusco", "chiarisce", "facebook", None)],
    ),
    (
        "Il barcaiolo su X ha parlato di «giornata nera per il lago».",
        [("«giornata nera per il lago»", "Il barcaiolo", "ha parlato di", "twitter", None)],
    ),
    (
        "Brusco ha accusato su X il sindaco di «totale fallimento nella piena».",
        [("«totale fallimento nella piena»", "Brusco", "ha accusato", "twitter", None)],
    ),
    # una fila di cui si dice dopo che cosa sia; una fila con le lineette
    (
        "La foto del cigno è su Instagram. “Che becco storto”, “Remate piano per favore”, “Il lago non merita tanto”. Sono questi alcuni dei commenti.",
        [
            ("“Che becco storto”", None, None, "instagram", None),
            ("“Remate piano per favore”", None, None, "instagram", None),
            ("“Il lago non merita tanto”", None, None, "instagram", None),
        ],
    ),
    (
        'Gli utenti scherzano su X: "Il cigno ha preso il remo" – "Adesso guida lui il traghetto" - "Era ora che qualcuno remasse"',
        [
            ('"Il cigno ha preso il remo"', "Gli utenti", "scherzano", "twitter", None),
            ('"Adesso guida lui il traghetto"', "Gli utenti", "scherzano", "twitter", None),
            ('"Era ora che qualcuno remasse"', "Gli utenti", "scherzano", "twitter", None),
        ],
    ),
]
