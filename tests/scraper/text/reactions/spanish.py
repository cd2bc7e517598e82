"""Texts in Spanish, and the reactions that each quotes: words, speaker, verb, platform, handle."""

from __future__ import annotations

CASES = [
    (
        '"Parece de un niño", criticaba un usuario en Facebook. Otros lo defienden: "Por fin algo moderno", aplaudía una vecina en el mismo hilo.',
        [
            ('"Parece de un niño"', "un usuario", "criticaba", "facebook", None),
            ('"Por fin algo moderno"', "una vecina", "aplaudía", "facebook", None),
        ],
    ),
    # in a video that was posted
    (
        "El clip lo compartió Rosa en TikTok. La joven, quien en el video escribió: “Te quiero, ganso”.",
        [("“Te quiero, ganso”", "La joven", "escribió", "tiktok", None)],
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
    (
        "Recibió críticas en su Instagram, entre ellas insultos como “gansa”.",
        [("“gansa”", None, None, "instagram", None)],
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
        [('"No vuelvo al muelle"', None, None, None, None), ('"Qué pena de cisnes"', None, None, None, None)],
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
        'Luz Oro escribió en Twitter: **"El puente es una mentira"**. Luego calló.',
        [('"El puente es una mentira"', "Luz Oro", "escribió", "twitter", None)],
    ),
    (
        "«El puente aguanta», escribió la alcaldesa Inés Robla en Twitter.",
        [("«El puente aguanta»", "la alcaldesa Inés Robla", "escribió", "twitter", None)],
    ),
    ('Inés Robla tuiteó: "El puente aguanta".', [('"El puente aguanta"', "Inés Robla", "tuiteó", "twitter", None)]),
    ('"Qué vergüenza", comentó un usuario.', [('"Qué vergüenza"', "un usuario", "comentó", None, None)]),
    (
        "Robla señaló a través de su cuenta de X que el puente es «del todo seguro».",
        [("«del todo seguro»", "Robla", "señaló", "twitter", None)],
    ),
    (
        '"No me lo creo" (sic), contestó un internauta. Otro añadió: "Ni yo".',
        [('"No me lo creo"', "un internauta", "contestó", None, None), ('"Ni yo"', "Otro", "añadió", None, None)],
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
    # the place stands behind "a través de"; verbs of saying, confirming, condemning
    (
        "“El muelle abre el lunes”, apuntó la alcaldesa a través de X.",
        [("“El muelle abre el lunes”", "la alcaldesa", "apuntó", "twitter", None)],
    ),
    (
        "La alcaldesa confirmó en Facebook que “el muelle abre el lunes”.",
        [("“el muelle abre el lunes”", "La alcaldesa", "confirmó", "facebook", None)],
    ),
    (
        "La alcaldesa condenó en sus redes “este ataque a los cisnes del lago”.",
        [("“este ataque a los cisnes del lago”", "La alcaldesa", "condenó", None, None)],
    ),
    # some words, and the place behind them in a message, or a day before "that"
    (
        "La alcaldesa calificó el vertido de “cobarde y dañino” en un mensaje publicado en su cuenta de X.",
        [("“cobarde y dañino”", "La alcaldesa", "calificó", None, None)],
    ),
    (
        "La alcaldesa escribió el lunes que el muelle es “una vergüenza” en su perfil de Facebook.",
        [("“una vergüenza”", "La alcaldesa", "escribió", None, None)],
    ),
    (
        "Para un tuitero, “el muelle da pena desde hace años”.",
        [("“el muelle da pena desde hace años”", "un tuitero", "Para", "twitter", None)],
    ),
    (
        "Sus seguidores le dejaron mensajes como “Viva el lago” y “Vuelve pronto”.",
        [("“Viva el lago”", None, None, None, None), ("“Vuelve pronto”", None, None, None, None)],
    ),
    # a place within another, and within a clause that tells of the words; a clause that only seems to
    (
        "Desde el muelle contó en X lo que vio: “Los cisnes no pueden salir”.",
        [("“Los cisnes no pueden salir”", None, "contó", "twitter", None)],
    ),
    (
        "“Los cisnes no pueden salir”, empieza el mensaje que Rosa dejó en Instagram.",
        [("“Los cisnes no pueden salir”", None, "empieza", "instagram", None)],
    ),
    (
        "“Viva el lago y sus cisnes” ha sido uno de los comentarios más repetidos en X.",
        [("“Viva el lago y sus cisnes”", None, None, "twitter", None)],
    ),
    # a list with dashes; who goes to the net to say something
    (
        "Los comentarios de los usuarios en Facebook fueron:\n\n- “Los cisnes no pueden salir”.\n- “Que abran ya el muelle”.\n- “El lago es de todos nosotros”.",
        [
            ("“Los cisnes no pueden salir”", None, None, "facebook", None),
            ("“Que abran ya el muelle”", None, None, "facebook", None),
            ("“El lago es de todos nosotros”", None, None, "facebook", None),
        ],
    ),
    (
        "La alcaldesa acudió a sus redes para pedir calma: “Los cisnes están bien”.",
        [("“Los cisnes están bien”", "La alcaldesa", "acudió a sus redes", None, None)],
    ),
    # who was asked by a user
    (
        "Preguntada por una seguidora en Instagram, la nadadora respondió: “El lago está helado”.",
        [("“El lago está helado”", "la nadadora", "respondió", "instagram", None)],
    ),
    # an infinitive with "no" behind the verb; for whom it is so
    (
        "En un posteo de Facebook, Rosa dice no haber “tocado nunca a los cisnes”.",
        [("“tocado nunca a los cisnes”", "Rosa", "dice", "facebook", None)],
    ),
    (
        "“Nunca toqué a los cisnes”, escribió Rosa en Facebook. Para ella, “el lago es de todos”.",
        [
            ("“Nunca toqué a los cisnes”", "Rosa", "escribió", "facebook", None),
            ("“el lago es de todos”", "ella", "Para", "facebook", None),
        ],
    ),
    # somebody new, where the public was said to react
    (
        "Las reacciones no se hicieron esperar en redes sociales. El senador Luis Marl señaló: “El lago es de todos”.",
        [("“El lago es de todos”", "El senador Luis Marl", "señaló", None, None)],
    ),
    (
        "“Mañana volvemos a remar en el lago”: así lo anunció la remera en Instagram.",
        [("“Mañana volvemos a remar en el lago”", None, "anunció", "instagram", None)],
    ),
]
