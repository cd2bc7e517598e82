"""Texts in Portuguese, and the reactions that each quotes: words, speaker, verb, platform, handle."""

from __future__ import annotations

CASES = [
    # called so, with a pronoun tied to the verb
    (
        "Foi aí que o perfil @rosa.marl se voltou contra a prefeita no Twitter, chamando-a de “ganso”.",
        [("“ganso”", "o perfil @rosa.marl", "chamando-a", "twitter", "rosa.marl")],
    ),
    # who used the networks to speak
    (
        "Rosa usou suas redes sociais para um desabafo.\n\n“Para mim deu”, começou a cantora.",
        [("“Para mim deu”", "a cantora", "começou", None, None)],
    ),
    # words that a post bears; one of several who does something that we do not know
    (
        "A prefeitura publicou uma mensagem no Twitter, usando a expressão “Grande ponte”.",
        [("“Grande ponte”", None, None, "twitter", None)],
    ),
    (
        "O prefeito respondeu no Twitter com um “kkkk”.",
        [("“kkkk”", "O prefeito", "respondeu", "twitter", None)],
    ),
    # a list with semicolons, and what it was behind the last line
    (
        (
            "Os internautas riram no TikTok.\n\n“O ganso dança o tango”;\n“O cisne é melhor”;\n"
            "“Que fofo, nem eu danço”, foram alguns dos comentários."
        ),
        [
            ("“O ganso dança o tango”", None, None, "tiktok", None),
            ("“O cisne é melhor”", None, None, "tiktok", None),
            ("“Que fofo, nem eu danço”", None, None, "tiktok", None),
        ],
    ),
    (
        "Os usuários da rede social não gostaram. “Deixem os gansos em paz”, disse um deles.",
        [("“Deixem os gansos em paz”", "um deles", "disse", None, None)],
    ),
    (
        'O vídeo está no Instagram. Odete Lima, que já teve gansos, respondeu com bom humor: "Bem feito, cisne!"',
        [('"Bem feito, cisne!"', "Odete Lima", "respondeu", "instagram", None)],
    ),
    (
        'Em sua página do X, Odete afirmou: "O respeito aos gansos é essencial".',
        [('"O respeito aos gansos é essencial"', "Odete", "afirmou", "twitter", None)],
    ),
    (
        (
            '"O ganso não tem culpa de nada", frisou uma usuária do Instagram. '
            '"Só falta o pato", foi além uma segunda. "Volta, cisne", recomendou mais uma.'
        ),
        [
            ('"O ganso não tem culpa de nada"', "uma usuária do Instagram", "frisou", "instagram", None),
            ('"Só falta o pato"', "uma segunda", "foi", "instagram", None),
            ('"Volta, cisne"', "mais uma", "recomendou", "instagram", None),
        ],
    ),
    (
        '"A ponte aguenta tudo", escreveu no Twitter o deputado Rui Sá.',
        [('"A ponte aguenta tudo"', "o deputado Rui Sá", "escreveu", "twitter", None)],
    ),
    (
        '"A ponte aguenta", escreveu a prefeita Lia Serpa no Twitter.',
        [('"A ponte aguenta"', "a prefeita Lia Serpa", "escreveu", "twitter", None)],
    ),
    ('Lia Serpa tuitou: "A ponte aguenta".', [('"A ponte aguenta"', "Lia Serpa", "tuitou", "twitter", None)]),
    (
        'O público reagiu nas redes sociais. "Que vergonha", disse um internauta. "Também acho", disse outro.',
        [
            ('"Que vergonha"', "um internauta", "disse", None, None),
            ('"Também acho"', "outro", "disse", None, None),
        ],
    ),
    ('"Não abre", escreveu @pontevelha.', [('"Não abre"', "@pontevelha", "escreveu", None, "pontevelha")]),
    (
        "Foi no Twitter que a prefeita disse que “ninguém vai sentir falta da balsa”, horas antes de sair.",
        [("“ninguém vai sentir falta da balsa”", "a prefeita", "disse", "twitter", None)],
    ),
    (
        'A cantora publicou uma foto no Instagram. "My little boat" (Meu barquinho, em inglês), escreveu a cantora.',
        [('"My little boat"', "a cantora", "escreveu", "instagram", None)],
    ),
    (
        "No Instagram, a maioria dos comentários falava da balsa: “ADEUS BALSA”, escreveu um seguidor.",
        [("“ADEUS BALSA”", "um seguidor", "escreveu", "instagram", None)],
    ),
]
