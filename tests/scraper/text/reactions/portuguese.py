"""Texts in Portuguese, and the reactions that each quotes: words, speaker, verb, platform, handle."""

from __future__ import annotations

CASES = [
    # called so, with a pronoun tied to the verb
    (
        "Foi aí que o perfil @rosa.marl se voltou contra a prefeita no Twitter, chamando-a de “ganso”.",
        [("“ganso”", "o perfil @rosa.marl", "chamando-a", "twitter", "rosa.marl")],
    ),
    ("O prefeito respondeu no Twitter com um “kkkk”.", [("“kkkk”", "O prefeito", "respondeu", "twitter", None)]),
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
        [('"Que vergonha"', "um internauta", "disse", None, None), ('"Também acho"', "outro", "disse", None, None)],
    ),
    ('"Não abre", escreveu @pontevelha.', [('"Não abre"', "@pontevelha", "escreveu", None, "pontevelha")]),
    (
        "No Instagram, a maioria dos comentários falava da balsa: “ADEUS BALSA”, escreveu um seguidor.",
        [("“ADEUS BALSA”", "um seguidor", "escreveu", "instagram", None)],
    ),
    # the pronoun stands behind the verb; "a" is the article of who speaks
    (
        "A nadadora despediu-se no Instagram: “Até já, lago da minha vida”.",
        [("“Até já, lago da minha vida”", "A nadadora", "despediu-se", "instagram", None)],
    ),
    (
        "“Os cisnes não podem sair”, contou a nadadora no Facebook.",
        [("“Os cisnes não podem sair”", "a nadadora", "contou", "facebook", None)],
    ),
    (
        "“O cais abre na segunda”, vincou a autarca na rede social X.",
        [("“O cais abre na segunda”", "a autarca", "vincou", "twitter", None)],
    ),
    (
        "A autarca condenou nas redes sociais “este ataque aos cisnes do lago”.",
        [("“este ataque aos cisnes do lago”", "A autarca", "condenou", None, None)],
    ),
    # whoever goes to the net; the net has many names
    (
        "A nadadora recorreu às redes sociais para se despedir: “Até já, lago da minha vida”.",
        [("“Até já, lago da minha vida”", "A nadadora", "recorreu às redes sociais", None, None)],
    ),
    (
        "A autarca convocou uma reunião através do X: “O cais é de todos”.",
        [("“O cais é de todos”", "A autarca convocou uma reunião", None, "twitter", None)],
    ),
    (
        "“Que pena dos cisnes”, reagiu a nadadora na web.",
        [("“Que pena dos cisnes”", "a nadadora", "reagiu", None, None)],
    ),
    (
        "Tudo começou com um tuíte da jornalista Rosa Marl: “Os cisnes não podem sair”.",
        [("“Os cisnes não podem sair”", "Tudo", "começou", "twitter", None)],
    ),
    (
        "“Os cisnes não podem sair”, pode ler-se na mensagem que a nadadora deixou no Instagram.",
        [("“Os cisnes não podem sair”", None, "pode ler-se", "instagram", None)],
    ),
    (
        "Os fãs deixaram mensagens como “Viva o lago” e “Volta logo”. Foi no Instagram.",
        [("“Viva o lago”", None, None, None, None), ("“Volta logo”", None, None, None, None)],
    ),
    (
        "Ao ser criticada por uma seguidora no Instagram, a nadadora respondeu: “O lago está gelado”.",
        [("“O lago está gelado”", "a nadadora", "respondeu", "instagram", None)],
    ),
    # an infinitive with "não" behind the verb
    (
        "Em um post no Facebook, Rosa diz não ter “tocado nunca nos cisnes”.",
        [("“tocado nunca nos cisnes”", "Rosa", "diz", "facebook", None)],
    ),
    # what somebody made use of; and what was said on the telephone
    (
        "O lago gelou. A deputada Rosa Lemos utilizou suas redes sociais nesta terça.\n\n“O lago está gelado e ninguém avisou”, escreveu Rosa Lemos.",
        [("“O lago está gelado e ninguém avisou”", "Rosa Lemos", "escreveu", None, None)],
    ),
    (
        "“O lago está gelado!”, escreveu o prefeito no Facebook.\nPor telefone, Roque disse que ficou surpreso. “Confesso que fico feliz com tudo isso”.",
        [("“O lago está gelado!”", "o prefeito", "escreveu", "facebook", None)],
    ),
]
