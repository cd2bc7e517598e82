"""Texts in Italian, and the reactions that each quotes: words, speaker, verb, platform, handle."""

from __future__ import annotations

CASES = [
    # a pronoun before the verb that is not its subject; an article that is cut short
    (
        "Polemica sul lago. «È una vergogna», scrive Marta Brandi su Facebook. «Ci porto i miei figli», le fa eco un altro utente.",
        [
            ("«È una vergogna»", "Marta Brandi", "scrive", "facebook", None),
            ("«Ci porto i miei figli»", "un altro utente", "fa eco", "facebook", None),
        ],
    ),
    (
        "Su X non si parla che del lago e dei suoi cigni. «Che brutta figura per tutti», twitta l’ex assessore Piero Conti.",
        [("«Che brutta figura per tutti»", "l’ex assessore Piero Conti", "twitta", "twitter", None)],
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
    ("Ada Brusco ha twittato: «Il ponte regge».", [("«Il ponte regge»", "Ada Brusco", "ha twittato", "twitter", None)]),
    ("«Che vergogna», commenta un utente.", [("«Che vergogna»", "un utente", "commenta", None, None)]),
    (
        "Molti fan su Instagram: “Sei la migliore,” scrive uno. “Concordo,” ha commentato un altro.",
        [
            ("“Sei la migliore,”", "uno", "scrive", "instagram", None),
            ("“Concordo,”", "un altro", "ha commentato", "instagram", None),
        ],
    ),
    (
        "Un follower su Facebook: “Che ponte”. “Non ci credo” ha scritto una donna nei commenti.",
        [
            ("“Che ponte”", "Un follower", None, "facebook", None),
            ("“Non ci credo”", "una donna", "ha scritto", "facebook", None),
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
    (
        'Gli utenti scherzano su X: "Il cigno ha preso il remo" – "Adesso guida lui il traghetto" - "Era ora che qualcuno remasse"',
        [
            ('"Il cigno ha preso il remo"', "Gli utenti", "scherzano", "twitter", None),
            ('"Adesso guida lui il traghetto"', "Gli utenti", "scherzano", "twitter", None),
            ('"Era ora che qualcuno remasse"', "Gli utenti", "scherzano", "twitter", None),
        ],
    ),
]
