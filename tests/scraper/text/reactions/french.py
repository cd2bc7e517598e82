"""Texts in French, and the reactions that each quotes: words, speaker, verb, platform, handle."""

from __future__ import annotations

CASES = [
    # what stands behind a sentence leads to the next quote
    (
        "Une internaute s’agace sur X : « On rame. » Interrogé par Lac Info, le maire a déclaré : « Pas le choix. » Sur Facebook, plusieurs rameurs dénoncent « une oie de trop ».",
        [
            ("« On rame. »", "Une internaute", "s’agace", "twitter", None),
            ("« une oie de trop »", "plusieurs rameurs", "dénoncent", "facebook", None),
        ],
    ),
    # the inverted verb has a hyphen
    (
        "Rosa a tweeté hier. « Mais bien entendu..., a-t-elle répondu dans un nouveau tweet. Au vu de ces cygnes, je reste »",
        [
            (
                "« Mais bien entendu..., a-t-elle répondu dans un nouveau tweet. Au vu de ces cygnes, je reste »",
                "elle",
                "a-t-elle répondu",
                "twitter",
                None,
            )
        ],
    ),
    # the attribution between commas inside a quote; many who speak
    (
        (
            "Les joueurs réagissent sur Instagram.\n\n"
            "“Le réveil est dur ce matin, écrit le joueur du port. Un rêve qui avait commencé avec les cygnes.”"
        ),
        [
            (
                "“Le réveil est dur ce matin, écrit le joueur du port. Un rêve qui avait commencé avec les cygnes.”",
                "le joueur du port",
                "écrit",
                "instagram",
                None,
            )
        ],
    ),
    (
        "Twitter explose. « Marchal met le cygne mal à l’aise », résument les internautes.",
        [("« Marchal met le cygne mal à l’aise »", "les internautes", "résument", None, None)],
    ),
    (
        'Marchal avait agacé la mairie en déclarant sur Twitter être "fier que le port reste vide".',
        [('"fier que le port reste vide"', "Marchal", "déclarant", "twitter", None)],
    ),
    (
        "« Le pont tient bon », a-t-il tweeté samedi soir.",
        [("« Le pont tient bon »", "il", "a-t-il tweeté", "twitter", None)],
    ),
    (
        "« Le pont tient\u00a0! », a tweeté la maire Odile Ferrand.",
        [("« Le pont tient\u00a0! »", "la maire Odile Ferrand", "a tweeté", "twitter", None)],
    ),
    (
        "« C'est une honte », s'indigne une internaute.",
        [("« C'est une honte »", "une internaute", "s'indigne", None, None)],
    ),
    (
        "Sur X, Odile Ferrand a écrit : « Personne n'est blessé. »",
        [("« Personne n'est blessé. »", "Odile Ferrand", "a écrit", "twitter", None)],
    ),
    (
        '"Nous sommes fermés", a-t-elle écrit sur Facebook.',
        [('"Nous sommes fermés"', "elle", "a-t-elle écrit", "facebook", None)],
    ),
    (
        "Les internautes ont réagi sur Twitter. « Encore ! », ironise l'un. « Jamais », répond un autre.",
        [("« Encore ! »", "l'un", "ironise", "twitter", None), ("« Jamais »", "un autre", "répond", "twitter", None)],
    ),
    (
        "« Le pont tient », rapporte la mairie dans un communiqué publié sur Telegram.",
        [("« Le pont tient »", "la mairie", "rapporte", "telegram", None)],
    ),
    (
        "Le maire s'est dit « très attristé par le sort des cygnes » sur X.",
        [("« très attristé par le sort des cygnes »", "Le maire", "dit", "twitter", None)],
    ),
    (
        "« Les cygnes me manquent », confie la nageuse sur Instagram.",
        [("« Les cygnes me manquent »", "la nageuse", "confie", "instagram", None)],
    ),
    (
        "« Les cygnes ne sortent plus », témoigne une riveraine sur Facebook.",
        [("« Les cygnes ne sortent plus »", "une riveraine", "témoigne", "facebook", None)],
    ),
    (
        "« Nouveau lac, nouvelle vie », a-t-elle légendé. Le cliché est sur Instagram.",
        [("« Nouveau lac, nouvelle vie »", "elle", "a-t-elle légendé", None, None)],
    ),
    (
        "Le maire évoque sur Facebook « un accident regrettable pour le lac ».",
        [("« un accident regrettable pour le lac »", "Le maire", "évoque", "facebook", None)],
    ),
    (
        "Ses abonnés lui ont laissé des messages tels que « Vive le lac » et « Reviens vite ».",
        [("« Vive le lac »", None, None, None, None), ("« Reviens vite »", None, None, None, None)],
    ),
    # a place within another; a post with more about it; headings
    (
        "Rosa Marchal, qui se promenait à bord, a raconté sur X ce qu'elle a vu : « Les cygnes ne sortent plus ».",
        [("« Les cygnes ne sortent plus »", "Rosa Marchal", "a raconté", "twitter", None)],
    ),
    (
        "Un commentaire liké 300 fois disait : « Les cygnes ne peuvent plus sortir du lac ».",
        [("« Les cygnes ne peuvent plus sortir du lac »", None, "disait", None, None)],
    ),
    (
        "« Je reviens au lac » : Rosa Marchal annonce son retour sur Instagram",
        [("« Je reviens au lac »", "Rosa Marchal", "annonce", "instagram", None)],
    ),
    # an infinitive with "ne" behind the verb; for whom it is so
    (
        "Dans un post Facebook, Rosa dit n'avoir « jamais touché aux cygnes ».",
        [("« jamais touché aux cygnes »", "Rosa", "dit", "facebook", None)],
    ),
    (
        "« Je n'ai jamais touché aux cygnes », a écrit Rosa sur Facebook. Pour elle, « le lac est à tous ».",
        [
            ("« Je n'ai jamais touché aux cygnes »", "Rosa", "a écrit", "facebook", None),
            ("« le lac est à tous »", "elle", "Pour", "facebook", None),
        ],
    ),
    # un adverbe entre le verbe et ce dont on parle
    (
        "Sur Twitter, plusieurs internautes parlent ouvertement de « naufrage ».",
        [("« naufrage »", "plusieurs internautes", "parlent ouvertement de", "twitter", None)],
    ),
]
