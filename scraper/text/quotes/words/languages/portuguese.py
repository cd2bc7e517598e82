"""Portuguese: "…", escreveu X no Twitter; tuitou; comentou um internauta; num tweet; nas redes sociais."""

from __future__ import annotations

from scraper.text.quotes.words.languages.grammar import Grammar

GRAMMAR = Grammar(
    language="pt",
    common="o que do da em para com não uma os no na por mais as dos ao foi",
    cues="""
        tuit tuít twit tweet post coment legend internauta usuári utilizador seguidor perfil fã pessoa
        leitor espectador torcedor admirador redes internet publicaç fóru
        rede plataforma youtuber conta hater web
    """,
    has=r"(?:ter(?:ia|iam|á)?|t[eê]m|tinham?|havia) ",
    tweet=r"""
        HAS (?:postado|tuitado) | post(?:ou|aram|am|ando|ado) |
        (?:re)?t(?:u[ií]t|wit|witt|weet)(?:ou|aram|a|am|ava|ando|ado|ei) |
        legendou | legendaram
    """,
    post=r"coment(?:ou|aram|a|am|ando|ado|ava)",
    write=r"""
        HAS (?:escrito|publicado|compartilhado|comentado|respondido) | fris(?:ou|aram|am?) |
        reforç(?:ou|aram|am?) | retruc(?:ou|aram|am?) | cutuc(?:ou|aram|am?) | recomend(?:ou|aram|am?) |
        (?:acrescent|complet|ironiz|brinc|desabaf|debat|finaliz|coment)ar | rebater | concluir |
        pergunt(?:ou|aram|am) | começ(?:ou|a)(?! a\b) | inic(?:iou|ia) | finaliz(?:ou|a) | conclu(?:iu|i) |
        encerr(?:ou|a) | escrever | responder | adicion(?:ou|ando|a) | indag(?:ou|a) | defend(?:eu|e) |
        escrev(?:eu|eram|e|em|ia|endo) | escrito | public(?:ou|aram|a|am|ando) |
        compartilh(?:ou|aram|am?|avam?) | partilh(?:ou|aram|am?|avam?) | acrescent(?:ou|aram|am?|avam?) |
        complet(?:ou|aram|a) | continu(?:ou|aram) | prosseguiu | respond(?:eu|eram|e|em) |
        rebat(?:eu|eram|em?) | reag(?:iu|iram|e|em) | brinc(?:ou|aram|am?|avam?) |
        ironiz(?:ou|aram|am?|avam?) | dispar(?:ou|aram|am?|avam?) | deton(?:ou|aram|am?) |
        alfinet(?:ou|aram|a) |
        deboch(?:ou|aram|am?) | zomb(?:ou|aram|am?) | desabaf(?:ou|aram|am?|avam?) |
        lament(?:ou|aram|am?|avam?) |
        critic(?:ou|aram|am?|avam?) | opin(?:ou|aram|am?|avam?) | reclam(?:ou|aram|am?|avam?) |
        question(?:ou|aram|am?) | elogi(?:ou|aram|am?|avam?) |
        se (?:derreteu|divertiu|revoltou|indignou|emocionou) |
        (?:se )?(?:pode|podia) ler | lê-se | lia-se | é possível ler |
        pod(?:e|ia)m?(?:-se ler| ler-se) | vibr(?:ou|aram|am?) | comemor(?:ou|aram|am?) | atir(?:ou|aram) |
        celebr(?:ou|aram|am?) | festej(?:ou|aram|am?) | soltou | soltaram | mandou | zo(?:ou|aram) |
        emend(?:ou|aram|am?) | seguiu | parabeniz(?:ou|aram|am?) | iniciou | concord(?:ou|aram|am?) |
        discord(?:ou|aram|am?) | pontu(?:ou|aram|am?) | provocou | diz a legenda |
        justific(?:ou|aram|a) | complement(?:ou|aram|a) | retorqu(?:iu|iram) | devolv(?:eu|eram) |
        enumer(?:ou|a) | exalt(?:ou|aram|a) | ponder(?:ou|aram|a) | observ(?:ou|aram|a) |
        esclarec(?:eu|eram|e) | surt(?:ou|aram) | explod(?:iu|iram) | desafi(?:ou|aram|a) |
        apel(?:ou|aram|a) | clam(?:ou|aram|a) | respondendo | rebatendo | reclamando | criticando |
        ironizando | brincando | desabafando | debat(?:eu|eram) | narrou | declarou-se | vociferou |
        provoc(?:aram|a|ando) | prosseguiram | prossegue | continuam? | sentenciou | fez piada |
        se (?:manifestou|defendeu|queixou|justificou|desculpou|despediu|solidarizou|irritou) |
        (?:manifest|queix|justific|desculp|solidariz|irrit)(?:ou|aram|a|ava)-se |
        (?:indign|revolt|emocion|lament|congratul|insurg|regozij)(?:ou|aram|a|ava)-se |
        (?:derret|defend|desped|divert|ri)(?:eu|iu|eram|iram)-se | desafi(?:aram|am)
    """,
    say=r"""
        argument(?:ou|aram) | dizer | afirmar | anunciar | perguntar | comentar |
        d(?:isse|isseram|iz|izem|izia|izendo) | afirm(?:ou|aram|am?|avam?) | declar(?:ou|aram|am?|avam?) |
        explic(?:ou|aram|am?|avam?) | anunci(?:ou|aram|am?|avam?) | destac(?:ou|aram|am?|avam?) |
        cont(?:inuou|inua) | agradec(?:eu|eram|e) | avali(?:ou|aram|a) | pediu | pediram | ressalt(?:ou|a)
        | ressaltaram | garant(?:iu|iram|e) | consider(?:ou|aram|a) | referiu | sublinh(?:ou|a) |
        admit(?:iu|e) | denunci(?:ou|aram|a) | lembrou | alert(?:ou|aram|a) | cont(?:ou|aram) |
        relat(?:ou|aram) | confess(?:ou|aram|am?) | revel(?:ou|aram|am?) | ped(?:e|em) | sugeriu |
        reflet(?:iu|iram|e) | defend(?:eu|eram) | acus(?:ou|aram|am?) | desej(?:ou|aram|am?) |
        torc(?:eu|eram) |
        homenage(?:ou|aram) | exclam(?:ou|aram|a) | apont(?:ou|aram|a) | segundo | afirmando |
        para(?= (?:um|uma|outr[oa]s?|algun?s|muit[oa]s|[oa]s?) (?:internaut|usuári|utilizador|seguidor)) |
        para(?= (?:ele|ela|eles),) |
        (?:re)?lembrando | declarando | reiter(?:ou|aram|a) | inform(?:ou|aram|a) | exig(?:iu|iram|e) |
        suger(?:e|em|iram) | reconhec(?:eu|eram|e) | frisando | assegur(?:ou|aram|a) | propôs |
        alega(?:m)? | aleg(?:ou|aram) | sugerem? | reivindic(?:ou|aram|a) | mencion(?:ou|aram|a) |
        confirm(?:ou|aram|am?|ava) | insist(?:iu|iram|e) | analis(?:ou|aram|a) | relat(?:a|am|ava) |
        avis(?:ou|aram|a) |
        confidenci(?:ou|aram|a) | record(?:ou|aram|am?|ava) | lembram? | advert(?:iu|iram|e) |
        promet(?:eu|eram|e|em) | desment(?:iu|iram|e) | neg(?:ou|aram|am?) | indic(?:ou|aram|am?) |
        salient(?:ou|aram|a) | realç(?:ou|aram|a) | assinal(?:ou|aram|a) | vinc(?:ou|aram) |
        conden(?:ou|aram|am?) | repudi(?:ou|aram|am?) | explicava | manifest(?:ou|aram)(?!-se) |
        saud(?:ou|aram|a)
    """,
    tell=r"""
        (?:disse|contou|explicou|declarou|afirmou) (?:à|ao)(?= (?-i:[A-ZÀ-Ú])) |
        convers(?:ou|aram) | murmur(?:ou|a) | sussurr(?:ou|a) | berr(?:ou|aram) |
        nos (?:disse|contou|explicou|respondeu) |
        (?:cont|revel)(?:ou|aram) (?:à|ao)s? | testemunh(?:ou|aram) | entrevistad[oa] |
        grit(?:ou|aram|am?) | cant(?:ou|aram)
    """,
    adds=r"""
        acrescent(?:ou|aram|a) | complet(?:ou|aram|a) | adicion(?:ou|a) | conclu(?:iu|i) | finaliz(?:ou|a) |
        encerr(?:ou|a) | continu(?:ou|aram|a) | prosseguiu | complement(?:ou|aram|a) | emend(?:ou|aram) |
        reforç(?:ou|aram)
    """,
    call=r"""
        (?:chamad|taxad|rotulad)[oa]s?(?= (?:por \w+ )?de) |
        fal(?:ou|aram|am?|avam?)(?: \w+mente)? (?:em|de) |
        cham(?:ou|aram|ando|am|avam?)(?:-[oa]s?)? |
        classific(?:ou|aram|a|ando)(?:-[oa]s?)? | descrev(?:eu|eram|endo) | apelid(?:ou|aram) | taxaram
    """,
    resort=r"""
        recorr(?:eu|eram|e) (?:a[os]?|às?) | us(?:ou|aram)(?: [oa]s?)? | utiliz(?:ou|aram)(?: [oa]s?)? |
        f(?:ez|izeram) uso d[aeo]s? |
        (?:foi|foram) (?:a[os]?|às?)
    """,
    on=r"""
        com | no | na | nos | nas | em | num | numa | pelo | pela | pelas | via | através d[oae]s? | por |
        do | da
        | ao
    """,
    posts=r"""
        (?:re)?t(?:weet|u[ií]te|witt)s? | publicaç(?:ão|ões) | posts? | postage(?:m|ns) | comentários |
        legenda | stor(?:y|ies) |
        mensage(?:m|ns)(?: (?:publicad|divulgad|(?:com)?partilhad|postad|deixad)as?)? (?:no|nas? redes?)
    """,
    remarks=r"""
        crítica | respostas? | mensage(?:m|ns) | opini(?:ão|ões) | comentários? | mensagens | reações
    """,
    venues=r"""
        (?:a |sua )?plataforma | sua página | página (?:oficial|d[oa]) |
        perfil | (?:as |suas )?redes(?: sociais)? | rede social | internet | fóruns? | microblog | rede |
        web(?![\s-](?:s[ée]rie|r[áa]dio|tv))
    """,
    beside=r"""
        (?:no|neste|nesse|num|em um|em seu) vídeo | (?:abaixo|ao lado) d[aoe] (?:uma?
        )?(?:foto|vídeo|imagem|selfie|publicação)
    """,
    off_platform=r"""
        parlamento | seminário | zona mista | homilia | telefone |
        (?<!do\s)evento | cerimônia | cerimónia | audiência | pronunciamento | palestra | canção | site |
        bate-papo | sessão | entrevistas? | comunicado | nota | coletiva | conferência de
        imprensa | carta | e-?mail | livro | coluna | editorial | artigo | relatório | processo(?! de\b) |
        tribunal | julgamento | depoimento | decisão | discurso | comício | programa | rádio | TV |
        televisão | podcast | jornal | revista | estudo | blog | debate | plenário | imprensa |
        microfones? | comissão | senado | câmara | assembleia | congresso |
        (?<!d[ao]\s)jornalistas? | colunista | show | palco | reportagem
    """,
    officials=r"""
        porta-voz | advogad[oa]s? | assessoria | assessor(?:a)? | promotor(?:a)? | delegad[oa] |
        investigador(?:a)? | juiz | juíza
    """,
    users=r"""
        haters? | internautas? | usuári[oa]s? | utilizador(?:a|es)? | seguidor(?:a|es|as)? | tuiteir[oa]s? |
        twitteir[oa]s? | perfil | conta | youtubers? | tiktokers? | influencers? |
        influenciador(?:a|es)?
    """,
    public=r"""
        fãs? | pessoa | leitor(?:a|es)? | telespectador(?:a|es)? | espectador(?:a|es)? | torcedor(?:a|es)? |
        admirador(?:a|es)? | mulher | homem | adept[oa]s?
    """,
    one=r"""
        um | uma | outr[oa] | outr[oa]s | algun?s | algumas | vári[oa]s | muit[oa]s | um[a]? d[oa]s | um[a]?
        terceir[oa] | divers[oa]s | ess[ea] | mais um[a]? | um[a]? segund[oa]
    """,
    crowd=r"""
        internautas | usuários | utilizadores | seguidores | fãs | telespectadores | reações | comentários |
        torcedores | famosos | artistas | muitos | vários | críticas | memes | polêmica | polémica | público
        | web | tuiteiros | políticos | repercussão
    """,
    alone=r"""
        uma? del[ea]s |
        outr[oa] | um[a]? | outr[oa]s | algun?s | alguém | muit[oa]s | mais um[a]? | um[a]? terceir[oa] |
        um[a]? segund[oa] | outr[oa] mais | outras? pessoas?
    """,
    pronouns=r"ele | ela | eles | elas | eu | nós",
    that=r"""
        com (?:um|uma|o|a|os|as) | se | que | como | de | é | um | uma | o | a | os | as | ser | estar |
        não (?:ser|estar|ter) | (?:o )?seus? | (?:a )?suas? |
        \w{1,12}[aei]r(?:-se)?
    """,
    like=r"como | tipo",
    before_name=r"""
        e | mas | enquanto | depois | também | já | assim | como | além disso | quando | embora | então |
        por sua vez | segundo | mais tarde | onde | porque | ontem | hoje | por fim
    """,
    after_name=r"""
        com (?:a (?:frase|mensagem|legenda)|as palavras|o texto) | por (?:sua|seu|outro) (?:vez|lado) |
        por exemplo |
        \w+ndo | \w{4,12}mente | de (?:forma|manera|modo|maneira) | também | depois | ainda | já |
        hoje | ontem | então | havia | tem
        | no | na | nos | nas |
        em | num | numa | pelo | pela | via | através | por | ao | à | com | após | para | que | quem |
        quando | enquanto | durante | sobre | é | foi | era | até | posteriormente | antes | mais tarde | se
        | lhe | não | só | nesta | neste | nessa | nesse | segunda | terça | quarta | quinta
        | sexta | sábado | domingo | a seguir | recentemente | sob | como | de imediato |
        imediatamente | logo | ao lado | há
    """,
    predicate=r"""
        decidiu | quebrou | recorreu | resolveu | quis | chegou a | voltou a | aproveitou | optou
        | fez | foi | é |
        era | tem | também | se | não | foram | são
    """,
    titles=r"""
        chamad[oa]s | supost[oa]s? |
        campanha | camiseta | cartaz | faixa | placa | boné | tatuagem |
        intitulad[oa] | título | filme | série | música | canção | disco | livro | chamad[oa] |
        denominad[oa] | apelidad[oa] | programa | hashtag | novela | álbum
    """,
    the=r"o | a | os | as | seu | sua | seus | suas | este | esta | esse | essa | meu",
    breaks=r"que | depois | porque | quando | enquanto | quem | após | onde",
    not_a_venue=r"inc | brasil | anunciou",
)
