"""Texts in Spanish, and the reactions that each quotes: words, speaker, verb, platform, handle."""

from __future__ import annotations

CASES = [
    # quotes side by side, without a comma
    (
        "“¿Por qué no puedo ver los cisnes?” “Acabo de enterarme. ¡Qué vergüenza!”, son algunos de los tweets.",
        [
            ("“¿Por qué no puedo ver los cisnes?”", None, None, "twitter", None),
            ("“Acabo de enterarme. ¡Qué vergüenza!”", None, None, "twitter", None),
        ],
    ),
    # in a video that was posted
    (
        "El clip lo compartió Rosa en TikTok. La joven, quien en el video escribió: “Te quiero, ganso”.",
        [("“Te quiero, ganso”", "La joven", "escribió", "tiktok", None)],
    ),
    # told to somebody in a message; an answer called so; only the article's own words part a scene from a quote
    (
        "“Basta de gansos”, tuiteó Marl. En su mensaje, le dijo a Roe: “Ponte a trabajar por los cisnes”.",
        [
            ("“Basta de gansos”", "Marl", "tuiteó", "twitter", None),
            ("“Ponte a trabajar por los cisnes”", None, "dijo a", "twitter", None),
        ],
    ),
    (
        "“Basta de gansos”, tuiteó Marl. Roe afirma en su respuesta que “los gansos son de todos”.",
        [
            ("“Basta de gansos”", "Marl", "tuiteó", "twitter", None),
            ("“los gansos son de todos”", "Roe", "afirma", "twitter", None),
        ],
    ),
    # the scene is a platform: a sentence that nothing attributes, and plain words of saying
    (
        (
            "Marl explotó en Twitter: “Basta de gansos en el muelle”.\n\nLuego Rosa tomó la palabra. "
            "“Los gansos son de todos y no se tocan”."
        ),
        [
            ("“Basta de gansos en el muelle”", "Marl explotó", None, "twitter", None),
            ("“Los gansos son de todos y no se tocan”", None, None, "twitter", None),
        ],
    ),
    (
        "“Basta de gansos”, tuiteó Marl. “Los gansos son de todos”, afirmó Rosa.",
        [
            ("“Basta de gansos”", "Marl", "tuiteó", "twitter", None),
            ("“Los gansos son de todos”", "Rosa", "afirmó", "twitter", None),
        ],
    ),
    # what the next sentence calls a quote; a user who calls somebody names; words listed as a post's
    (
        "Una usuaria cruzó un límite.\n\n“Ya llegó el ganso que se cree cisne”. Este fue el comentario de Rosa.",
        [("“Ya llegó el ganso que se cree cisne”", None, None, None, None)],
    ),
    (
        "Un conocido tuitero la ha llamado “gansa”.",
        [("“gansa”", "Un conocido tuitero", "ha llamado", "twitter", None)],
    ),
    (
        "Recibió críticas en su Instagram, entre ellas insultos como “gansa”.",
        [("“gansa”", None, None, "instagram", None)],
    ),
    # an answer in the same paragraph, in words that we do not know
    (
        "“Los cisnes son del pueblo”, tuiteó Marl. La respuesta de Roe no se hizo esperar: “Los cisnes son de nadie”.",
        [
            ("“Los cisnes son del pueblo”", "Marl", "tuiteó", "twitter", None),
            ("“Los cisnes son de nadie”", None, None, "twitter", None),
        ],
    ),
    (
        "Rosa tiene seguidores en Instagram.\n\nAyer fue el cumpleaños.\n\n“Te quiero, @hijadelcisne”, dijo la madre.",
        [("“Te quiero, @hijadelcisne”", "la madre", "dijo", "instagram", None)],
    ),
    (
        "El alcalde habló de los cisnes en su cuenta de X. «Nadie los echará del muelle», concluía.",
        [("«Nadie los echará del muelle»", None, "concluía", "twitter", None)],
    ),
    (
        "Marl la comentó en Instagram con la palabra «Cisnes».",
        [("«Cisnes»", "Marl", "comentó", "instagram", None)],
    ),
    (
        'El vídeo corre por TikTok. "Encontré mi tribu de gansos", "Yo también nado", son algunas de las reacciones.',
        [
            ('"Encontré mi tribu de gansos"', None, None, "tiktok", None),
            ('"Yo también nado"', None, None, "tiktok", None),
        ],
    ),
    (
        "Rosa volvió a Instagram. En su mensaje de regreso, Rosa escribió: “Aquí estamos de nuevo”.",
        [("“Aquí estamos de nuevo”", "Rosa", "escribió", "instagram", None)],
    ),
    (
        '"No vuelvo al muelle", "Qué pena de cisnes", son algunos de los comentarios de los vecinos.',
        [
            ('"No vuelvo al muelle"', None, None, None, None),
            ('"Qué pena de cisnes"', None, None, None, None),
        ],
    ),
    (
        (
            "Varios usuarios de X hicieron chistes. “Cisnes sí, gansos no″, exclamó una usuaria. "
            "“Yo voto al ganso”, sumó un tercero."
        ),
        [
            ("“Cisnes sí, gansos no″", "una usuaria", "exclamó", "twitter", None),
            ("“Yo voto al ganso”", "un tercero", "sumó", "twitter", None),
        ],
    ),
    (
        "Los vecinos opinaron en Twitter. “¿Y el ganso?”, se preguntaba unas horas antes Rosa Lira.",
        [("“¿Y el ganso?”", "Rosa Lira", "se preguntaba", "twitter", None)],
    ),
    (
        (
            "Sus seguidores en Instagram llenaron la foto de mensajes. Entre ellos los siguientes: "
            '"¡Deja en paz al ganso!", "Ya basta de cisnes", "Me voy a la montaña".'
        ),
        [
            ('"¡Deja en paz al ganso!"', None, None, "instagram", None),
            ('"Ya basta de cisnes"', None, None, "instagram", None),
            ('"Me voy a la montaña"', None, None, "instagram", None),
        ],
    ),
    (
        "“El puente aguanta y aguantará”, escribió en Twitter el sábado la alcaldesa Luz Oro tras la reunión.",
        [("“El puente aguanta y aguantará”", "la alcaldesa Luz Oro", "escribió", "twitter", None)],
    ),
    (
        "“El puente aguanta y aguantará”, escribió en Twitter este domingo.",
        [("“El puente aguanta y aguantará”", None, "escribió", "twitter", None)],
    ),
    (
        'Luz Oro escribió en Twitter: **"El puente es una mentira"**. Luego calló.',
        [('"El puente es una mentira"', "Luz Oro", "escribió", "twitter", None)],
    ),
    (
        "«El puente aguanta», escribió la alcaldesa Inés Robla en Twitter.",
        [("«El puente aguanta»", "la alcaldesa Inés Robla", "escribió", "twitter", None)],
    ),
    (
        'Inés Robla tuiteó: "El puente aguanta".',
        [('"El puente aguanta"', "Inés Robla", "tuiteó", "twitter", None)],
    ),
    ('"Qué vergüenza", comentó un usuario.', [('"Qué vergüenza"', "un usuario", "comentó", None, None)]),
    (
        "Robla señaló a través de su cuenta de X que el puente es «del todo seguro».",
        [("«del todo seguro»", "Robla", "señaló", "twitter", None)],
    ),
    (
        '"No me lo creo" (sic), contestó un internauta. Otro añadió: "Ni yo".',
        [
            ('"No me lo creo"', "un internauta", "contestó", None, None),
            ('"Ni yo"', "Otro", "añadió", None, None),
        ],
    ),
    (
        "Recibió muchas respuestas, como la de la usuaria @puenteloca: «Ya era hora».",
        [("«Ya era hora»", "la usuaria", None, None, "puenteloca")],
    ),
    (
        "La cantante recurrió a Instagram para decir: «Os quiero a todos».",
        [("«Os quiero a todos»", "La cantante", "decir", "instagram", None)],
    ),
    # the public is the subject of the sentence before a quote that ends its paragraph
    (
        "Rosa subió la foto a Instagram. Otros usuarios opinaron contra el cisne. «Que se vaya ya del muelle».",
        [("«Que se vaya ya del muelle»", "Otros usuarios", "opinaron", "instagram", None)],
    ),
    (
        "Fue mediante su Instagram que la alcaldesa expresó que “nadie echará de menos el ferry”.",
        [("“nadie echará de menos el ferry”", "la alcaldesa", "expresó", "instagram", None)],
    ),
    (
        '"Qué pena de barco". "Nadie lo va a echar de menos", "Que vuelva el puente", fueron algunos de los comentarios.',
        [
            ('"Qué pena de barco"', None, None, None, None),
            ('"Nadie lo va a echar de menos"', None, None, None, None),
            ('"Que vuelva el puente"', None, None, None, None),
        ],
    ),
]
