"""Texts in French, and the reactions that each quotes: words, speaker, verb, platform, handle."""

from __future__ import annotations

CASES = [
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
        "Et le port respira.\n\n« Touché mais pas coulé. »\n\nEn deux phrases sur les réseaux sociaux, Marchal rassure.",
        [("« Touché mais pas coulé. »", None, None, None, None)],
    ),
    (
        "Et c’est le tweet de Marchal (« Les cygnes ont raison ») qui a tout changé.",
        [("« Les cygnes ont raison »", None, None, "twitter", None)],
    ),
    (
        'Marchal avait agacé la mairie en déclarant sur Twitter être "fier que le port reste vide".',
        [('"fier que le port reste vide"', "Marchal", "déclarant", "twitter", None)],
    ),
    (
        "« Le pont tient bon », a tweeté samedi soir la maire Lise Roux.",
        [("« Le pont tient bon »", "la maire Lise Roux", "a tweeté", "twitter", None)],
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
        [
            ("« Encore ! »", "l'un", "ironise", "twitter", None),
            ("« Jamais »", "un autre", "répond", "twitter", None),
        ],
    ),
    (
        "« Le pont tient », rapporte la mairie dans un communiqué publié sur Telegram.",
        [("« Le pont tient »", "la mairie", "rapporte", "telegram", None)],
    ),
    (
        "C’est sur Twitter que la maire a déclaré que « personne ne regrettera le vieux bac ».",
        [("« personne ne regrettera le vieux bac »", "la maire", "a déclaré", "twitter", None)],
    ),
]
