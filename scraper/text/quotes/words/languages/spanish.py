"""Spanish: «…», escribió X en Twitter; tuiteó; comentó un usuario; en un tuit; en sus redes sociales."""

from __future__ import annotations

from scraper.text.quotes.words.languages.grammar import Grammar

GRAMMAR = Grammar(
    language="es",
    common="el la los que de en y del las un una por con para se su al como",
    cues="""
        tuit twit tweet tuitt post coment usuari internauta tuiter seguidor cuenta fan persona lector
        espectador hincha aficionad fanátic admirador redes internet publicaci trino trinó hilo foro mensaje
        perfil plataforma cibernaut netizen youtuber instagram hater
    """,
    has=r"(?:ha|han|había|habían|haber|habría) ",
    tweet=r"""
        trin(?:ó|aron|a) | HAS posteado | poste(?:ó|aron|a|an|ado|ando) |
        (?:re)?t(?:uit|wit|witt|weet|uitt)e(?:ó|aron|a|an|aba|ado|ando|ar|o) | HAS
        (?:re)?t(?:uit|wit|witt|weet)eado | posteado en twitter
    """,
    post=r"coment(?:ó|aron|a|an|ado|ando|aba) | HAS (?:comentado|posteado)",
    write=r"""
        enunció | inquirió | espetó | com(?:enzó|enzaba|ienza) | firm(?:ó|aron|a) | emp(?:ezó|ezaba|ieza) |
        (?:añad|conclu)ir | (?:agreg|remat|ironiz|bromear|coment|replic|contest|zanj|sentenci|reaccion)ar |
        finaliz(?:ó|a) | conclu(?:yó|ye) | cerr(?:ó|aron) | escribir | responder |
        escrib(?:ió|ieron|e|en|ía|ían|iendo) | HAS
        (?:escrito|publicado|añadido|respondido|compartido|reaccionado|agregado) | escrito |
        public(?:ó|aron|a|an|ando) | compart(?:ió|ieron|en?|ían?) | añad(?:ió|ieron|e|en|ía) |
        agreg(?:ó|aron|an?|aban?) | sum(?:ó|aron) | respond(?:ió|ieron|en?|ían?) |
        contest(?:ó|aron|an?|aban?) | replic(?:ó|aron|an?|aban?) | reaccion(?:ó|aron|an?|aban?) |
        brome(?:ó|aron|an?|aban?) | ironiz(?:ó|aron|an?|aban?) | pus(?:o|ieron) | ponen? | poniendo |
        desliz(?:ó|aron) | apostill(?:ó|aron|a|aba) | solt(?:ó|aron) | celebr(?:ó|aron|an?|aban?) |
        festej(?:ó|aron|an?|aban?) | acot(?:ó|aron|a|aba) | estall(?:ó|aron) | espet(?:ó|aron|a|aba) |
        despotric(?:ó|aron|a|aba) | dej(?:ó|aron) (?:escrito|caer) | (?<!se\s)dedic(?:ó|aron|a|aba) |
        interpel(?:ó|aron) | inici(?:ó|a) | lanz(?:ó|aron|an?|aban?) | sentenci(?:ó|aron|a|aba) |
        zanj(?:ó|a) | reflexion(?:ó|aron|a|aba) | se
        (?:excus|disculp|quej|burl|lament|mof|alegr|pregunt|sincer|despach|desahog)(?:ó|aron|aban?|a|an)
        | continu(?:ó|aron|a|aba) | prosigui(?:ó|eron) |
        (?:se )?(?:pueden?|podían?|pud(?:o|ieron)) leer(?:se)? | se
        (?:leen?|leían?) | arremet(?:ió|ieron|e|ía) | opin(?:ó|aron|an?|aban?) | dispar(?:ó|aron|a|aba) |
        fustig(?:ó|a) | critic(?:ó|aron|an?|aban?) | reproch(?:ó|aron|a|aba) | ripost(?:ó|a) | reza(?:ba)?
        | cuestion(?:ó|aron|a|aba) | retruc(?:ó|aron) | remat(?:ó|aron|a|aba) | insist(?:ió|ieron) |
        complement(?:ó|aron) | anot(?:ó|aron|a|aba) | pregunt(?:ó|aron|an?|aban?) | HAS
        (?:contestado|replicado|bromeado|ironizado|sentenciado|zanjado|apostillado|celebrado) |
        (?:lanzado|rematado|reprochado|cuestionado|preguntado|estallado|cargado|arremetido|puesto)
        | ironizando | bromeando | contestando | respondiendo | añadiendo | preguntando | criticando |
        puntualiz(?:ó|aron|an?|aba) | matiz(?:ó|a|aba) | recrimin(?:ó|aron|an?|aba) | carg(?:ó|aron) | se
        (?:solidariz|defend|rebel|justific)(?:ó|aron|ió|ieron|a|e) | contraatac(?:ó|a) | satiriz(?:ó|a) |
        chance(?:ó|aron|a) | aport(?:ó|aron|an?|aban?) | estallan? | sueltan? | cierran? | HAS
        (?:opinado|espetado|soltado|proseguido|continuado|finalizado|matizado|puntualizado|recriminado) |
        parodi(?:ó|a) | vacil(?:ó|a) | record(?:ó|aron) en
    """,
    say=r"""
        se (?:le |l[ao]s |les )?(?:escuch[aó]|oye|oyó|ve) decir | decir | afirmar | asegurar |
        anunciar | preguntar | denunciar |
        d(?:ijo|ijeron|ice|icen|ecía|iciendo) | HAS
        (?:dicho|asegurado|señalado|manifestado|declarado|afirmado|indicado|explicado) |
        (?:denunciado|criticado|lamentado|destacado|expresado|anunciado|calificado|agradecido|recordado)
        | señal(?:ó|aron|an?|aban?) | asegur(?:ó|aron|an?|aban?) | afirm(?:ó|aron|an?|aban?) |
        manifest(?:ó|aron|an?|aban?) | expres(?:ó|aron|an?|aban?) | indic(?:ó|aron|an?|aban?) |
        explic(?:ó|aron|an?|aban?) | apunt(?:ó|aron|an?|aban?) | anunci(?:ó|aron|an?|aban?) |
        denunci(?:ó|aron|an?|aban?) | lament(?:ó|aron|an?|aban?) | destac(?:ó|aron|an?|aban?) |
        sostuv(?:o|ieron) | sostiene | consider(?:ó|aron|an?|aban?) | pid(?:ió|ieron|en?|ían?) |
        exclam(?:ó|aron|a|aba) | subray(?:ó|a) | record(?:ó|a) | advirti(?:ó|eron) |
        agradec(?:ió|ieron|e|ía) | enfatiz(?:ó|a) | felicit(?:ó|aron|a|aba) | salud(?:ó|aron|a|aba) |
        elogi(?:ó|aron|a|aba) | recalc(?:ó|aron|a|aba) | defendi(?:ó|eron) | sugiri(?:ó|eron) |
        anticip(?:ó|aron) | enumer(?:ó|aba) | concluía | plante(?:ó|aron|a|aba) | expus(?:o|ieron) |
        cont(?:ó|aron) | relat(?:ó|aron|a|aba) | confes(?:ó|aron) | acus(?:ó|aron) |
        detall(?:ó|aron|a|aba) | reconoc(?:ió|ieron|e|ía) | precis(?:ó|a) | coment(?:ó|aron) que | según |
        para(?= (?:un[oa]?|otr[oa]s?|(?:algun|much)[oa]s|el|l[ao]s?) (?:internaut|usuari|tuiter|seguidor)) |
        para(?= (?:él|ella|ellos),) |
        expresando | manifestando | afirmando | asegurando | señalando | declar(?:ó|aron|an?|aba) |
        mencion(?:ó|aron|an?|aba) | aclar(?:ó|aron|an?|aba) | reiter(?:ó|aron|an?|aba) |
        revel(?:ó|aron|an?|aba) | admit(?:ió|ieron|e|en|ía) | insinu(?:ó|aron|a|aba) |
        justific(?:ó|aron|an?|aba) | argument(?:ó|aron|an?|aba) | inform(?:ó|aron|a|aba) |
        reclam(?:ó|aron|an?|aba) | exig(?:ió|ieron|e|en) | alert(?:ó|aron|an?) | reivindic(?:ó|a|aba) |
        sugiere | advierten? | defienden? | dese(?:ó|aron|an?) | describ(?:ió|ieron|e) |
        confirm(?:ó|aron|an?|aba) | aleg(?:ó|aron|an?|aba) | asever(?:ó|aron|a) | narr(?:ó|aron|a|aba) |
        remarc(?:ó|aron|a) | resalt(?:ó|aron|a) | recuerdan? | promet(?:ió|ieron|en?|ía) | refiri(?:ó|eron) |
        resum(?:ió|ieron|e) |
        observ(?:ó|aron|a) | desm(?:intió|intieron|iente) | neg(?:ó|aron) | niegan? | extern(?:ó|aron) |
        presum(?:ió|ieron|e) | conden(?:ó|aron|an?) | repudi(?:ó|aron|a) | rechaz(?:ó|aron|an?) |
        HAS (?:confirmado|condenado|rechazado|negado|desmentido) |
        HAS (?:reconocido|contado|relatado|advertido|insistido|pedido|defendido|exclamado|acusado) |
        HAS (?:precisado|subrayado|apuntado|considerado|sostenido|admitido|revelado|mencionado) |
        HAS (?:aclarado|argumentado|informado|felicitado|elogiado|confesado|enfatizado|recalcado) |
        HAS (?:planteado|reclamado|exigido|alertado|deseado|sugerido) | expon(?:e|en|ía) | confiesan? |
        acusan?
    """,
    tell=r"""
        (?:dijo|contó|explicó|declaró|confesó) (?:a|al)(?= (?-i:[A-ZÁ-Ú])) |
        platic(?:ó|aron) | charl(?:ó|aron) | convers(?:ó|aron) | murmur(?:ó|a) | susurr(?:ó|a) |
        nos (?:dijo|contó|explicó|cuenta|explica|respondió) |
        declar(?:ó|aron|a|aba) a | testific(?:ó|aron) |
        entrevistad[oa] | grit(?:ó|aron) | core(?:ó|aron)
    """,
    adds=r"""
        HAS (?:añadido|agregado|concluido) | añad(?:ió|ieron|e|en|ía) | agreg(?:ó|aron|an?|aba) |
        conclu(?:yó|ye) | finaliz(?:ó|a) | cerr(?:ó|aron) | continu(?:ó|aron|a|aba) | prosigui(?:ó|eron) |
        sentenci(?:ó|a) | insist(?:ió|ieron) | remat(?:ó|a) | complement(?:ó|aron) | zanj(?:ó|a)
    """,
    call=r"""
        (?:tachad|tildad|calificad|llamad)[oa]s?(?= (?:de|como)) | habl(?:ó|aron|an?|aban?)(?: \w+mente)? de |
        calific(?:ó|aron|an?|aban?|ando) | tild(?:ó|aron|an?|aban?|ando) |
        llam(?:ó|aron|an?|aban?|ando) | tach(?:ó|aron|an?|aban?|ando) | HAS
        (?:calificado|tildado|llamado|tachado)
    """,
    resort=r"""
        recurri(?:ó|eron) a | recurren? a | acudi(?:ó|eron) a | acuden? a | us(?:ó|aron) |
        utiliz(?:ó|aron) | se vali(?:ó|eron) de |
        estall(?:ó|aron) en
    """,
    on=r"en | por | bajo | vía | via | a través de | desde | mediante | con | a | de",
    posts=r"""
        (?:re)?t(?:uit|weet|uitt|rino|witt)(?:e|eo|s|es)? | trinos? | publicaci(?:ón|ones) |
        mensajes?(?: (?:publicad|difundid|compartid|divulgad)os?)? (?:en|a través de) |
        comentarios | hilos? | stor(?:y|ies) | historias de | posts? | posteos? | pie de foto | etiqueta
    """,
    remarks=r"""
        crítica | respuestas? | mensajes? | opini(?:ón|ones) | comentarios? | mensajes? | reacciones
    """,
    venues=r"""
        (?:la|su|dicha) plataforma | (?:su|la) página(?= (?:de|en|oficial)) |
        perfil | muro | cuenta | (?:las |sus |la )?redes(?: sociales)? | red social | redes | internet |
        foros? | microblog(?:ging)? | red del pajarito
    """,
    beside=r"""
        en (?:el|un|su|este|dicho) (?:vídeo|video|clip) | al pie de (?:la|una|su) (?:foto|imagen) |
        junto a (?:una?|la|el|esta|este)
        (?:foto(?:grafía)?|imagen|vídeo|video|selfie) | en la (?:descripción|leyenda)(?: de la
        (?:foto|imagen|publicación))?
    """,
    off_platform=r"""
        audiencia (?:judicial|nacional|provincial|pública) | vista oral | hemiciclo | homilía | zona mixta |
        acto | teléfono |
        inauguración | ceremonia | asamblea | canción | sitio | misiva | plató |
        tertulia | comparecencia | entrevistas? | comunicado | rueda de
        prensa | conferencia | carta | correo(?: electrónico)? | e-?mail | libro | columna | editorial |
        artículo | informe | demanda | tribunal(?:es)? | juicio | juzgado | sentencia | querella |
        discurso | mitin | programa | radio | televisión | podcast | diario | revista | periódico |
        estudio | blog | declaraciones | debate | congreso | pleno | prensa | Efe |
        (?<!del\s)(?<!de\sla\s)periodistas? | micrófonos? | comisión | senado | parlamento |
        escenario | concierto | medios(?: de comunicación)? | (?<!del\s)evento
    """,
    officials=r"portavoz | vocer[oa] | abogad[oa]s? | fiscal(?:ía)? | comisari[oa] | juez(?:a)?",
    users=r"""
        haters? | usuari[oa]s? | internautas? | tuiter[oa]s? | twitter[oa]s? | seguidor(?:es|as?)? |
        cibernautas? | cuenta | (?:página|grupo) (?:oficial|de facebook) | instagrammer | netizens? |
        youtubers? | tiktokers? | influencers?
    """,
    public=r"""
        fans? | persona | lector(?:a|es)? | espectador(?:a|es)? | televidentes? | hinchas? | aficionad[oa]s?
        | fanátic[oa]s? | admirador(?:a|es)? | mujer | hombre | joven | ciudadan[oa]
    """,
    one=r"""
        un | una | un[oa] de l[oa]s | otr[oa] | otr[oa]s | algun[oa]s | vari[oa]s | much[oa]s | algún |
        un[oa] de sus | un[oa] tercer[oa]? | numeros[oa]s | decenas de | cientos de | miles de | este | esta
    """,
    crowd=r"""
        usuarios | internautas | tuiteros | seguidores | fans | fanáticos | aficionados | reacciones |
        comentarios | mensajes | famosos | políticos | muchos | varios | críticas | televidentes |
        espectadores | memes | polémica | burlas | indignación | hinchas
    """,
    alone=r"""
        un[oa] de ell[oa]s | otr[oa] | un[oa] | otr[oa]s | algun[oa]s | alguien | much[oa]s | un[oa] más |
        un[oa] tercer[oa] | vari[oa]s | otr[oa] más | alguien más | otras? personas?
    """,
    pronouns=r"él | ella | ellos | ellas | yo | nosotros | est[ea]",
    that=r"""
        con un | si | que | como | de | cómo | es | ser | estar | haber | tener |
        no (?:ser|estar|haber|tener) | \w{2,12}[aei]r(?:se)? |
        un | una | el | la | los | las | al | a | sus?
    """,
    like=r"como | tipo | del estilo de",
    before_name=r"""
        y | pero | l[oa] cual | mientras(?: que)? | luego | después | también | así | como |
        además | cuando | aunque |
        entonces | por su parte | según | más tarde | donde | porque | asimismo | incluso | en tanto | ayer
        | hoy
    """,
    after_name=r"""
        con (?:la palabra|las palabras|la frase|el mensaje|el texto|el comentario) | \w+ndo |
        por (?:su|otro) (?:lado|parte) | por ejemplo | entre otr[oa]s |
        \w{4,12}mente | de (?:forma|manera|modo|maneira) | también |
        luego | después | ha | han | había | además | así | ya | hoy | ayer | el lunes | en | por | vía |
        a través | desde | mediante | a | al | con | tras | para | que | quien | cuando | mientras |
        durante | sobre | es | fue | era | incluso | posteriormente | antes | más tarde | se | le | no |
        solo | entre | junto | lunes | martes | miércoles | jueves | viernes | sábado |
        domingo | el martes | el miércoles | el jueves | el viernes | el sábado | el domingo |
        recientemente | bajo | ante | como | hace | la noche
    """,
    predicate=r"""
        decidió | rompió | acudió | recurrió | quiso | pudo | llegó a | volvió a | aprovechó |
        optó | logró | comenzó | ha |
        había | fue | es | era | también | se | no | han
    """,
    titles=r"""
        así llamad[oa]s? | llamad[oa]s | supuest[oa]s? |
        campaña | camiseta | pancarta | cartel | letrero | playera | gorra | tatuaje |
        titulad[oa] | título | película | serie | canción | disco | libro | llamad[oa] | denominad[oa] |
        apodad[oa] | programa | hashtag | etiqueta | novela | álbum | tema
    """,
    the=r"el | la | los | las | su | sus | este | esta | ese | dicho | mi",
    breaks=r"que | después | porque | cuando | mientras | quien | tras | donde",
    not_a_venue=r"inc | españa | anunció | \(la empresa",
)
