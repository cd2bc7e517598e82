"""French: « … », a tweeté X; écrit un internaute; peut-on lire sur X; dans un tweet."""

from __future__ import annotations

from scraper.text.quotes.words.languages.grammar import Grammar

GRAMMAR = Grammar(
    language="fr",
    common="de en du le la les et des est une dans que pour qui sur pas par avec son au ce",
    cues="""
        tweet twit post comment légend internaute utilisat abonné twittos compte fan personne lecteur
        spectat support admira réseau toile internet publication forum
        plateforme profil twitt tweeto mobinaut instagram youtub tiktok
    """,
    has=(
        r"(?:(?:l[’'])?a(?:-t-(?:il|elle|on))?|ont(?:-ils|-elles)?|avait(?:-il|-elle|-on)?"
        r"|avaient(?:-ils|-elles)?|ayant) "
        r"(?:également |aussi |ainsi |ensuite |alors |encore |par ailleurs |par exemple |en effet |enfin "
        r"|d[’']ailleurs |(?:très |tout )?(?:vite|\w{3,12}ment) )?"
    ),
    inverted="(?:-t)?(?:-il|-elle|-on|-ils|-elles)?",
    tweet=r"""
        HAS (?:posté|légendé) | HAS (?:re)?t(?:weet|witt)[ée]e?s? |
        (?:re)?t(?:weet|witt)(?:e|ent|ait|aient|a|é|ant)-IL
    """,
    post=r"""
        HAS (?:posté|partagé|commenté) | post(?:e|ent|ait|a|é|ant)-IL |
        comment(?:e|ent|ait|a|ant)-IL | légende(?:nt)?-IL | en légende
    """,
    write=r"""
        commenc(?:e|ent)-IL | (?:s[’'])?adress(?:e|ent|ait)-IL | d[’'](?:ajouter|écrire) | ajouter |
        conclure | poursuivre | renchérir | ironiser | plaisanter | rétorquer | répliquer | enchaîner |
        s[’'](?:exclam|indign|amus|étonn|interrog|insurg|offusqu)(?:er|ant) | se
        (?:demand|moqu|réjoui)(?:er|ant|ssant) |
        et (?:répondu|ajouté|publié|commenté|écrit|réagi|répliqué) | écrire | répondre | réagir
        | HAS
        (?:écrit|publié|ajouté|répondu|réagi|ironisé|plaisanté|lancé|lâché|rétorqué) |
        (?:renchéri|fustigé|salué|moqué|poursuivi|raillé|résumé|conclu|diffusé|partagé)
        | écri(?:t|vent|vait|vit|vant)-IL | publi(?:e|ent|ait)-IL | ajout(?:e|ent|ait|ant)-IL |
        répon(?:d|dent|dait|dant)-IL | réagi(?:t|ssent|ssait|ssant)-IL | ironis(?:e|ent|ait|ant)-IL |
        plaisant(?:e|ent|ait|ant)-IL | lanc(?:e|ent|ait|ant)-IL | lâche(?:nt)?-IL | rétorque(?:nt)?-IL |
        renchérit-IL | poursui(?:t|vait)-IL |
        s[’'](?:indigne|amuse|insurge|emporte|interroge|énerve|agace|enthousiasme) |
        (?:étonne|exclame|offusque|inquiète|émeut|indignent|amusent|insurgent)-IL
        | interpelle(?:nt)?-IL | enchaîne(?:nt)?-IL | complète(?:nt)?-IL | glisse(?:nt)?-IL |
        approuve(?:nt)?-IL | assène(?:nt)?-IL | rebondit-IL | balance(?:nt)?-IL | titille(?:nt)?-IL |
        clame(?:nt)?-IL | HAS (?:taclé|glissé|enchaîné|commencé|complété|balancé|clamé|tonné) | se
        (?:moque|réjouit|désole|demande|lamente|plaint|félicite|moquent|réjouissent)-IL |
        fustige(?:nt)?-IL | raille(?:nt)?-IL | tacle(?:nt)?-IL | peste(?:nt)?-IL | fulmine(?:nt)?-IL |
        déplore(?:nt)?-IL | regrette(?:nt)?-IL | salue(?:nt)?-IL | résume(?:nt)?-IL | conclut-IL |
        dénonce(?:nt)?-IL | note(?:nt)?-IL | lit-on |
        (?:peut|pouvait|pouvez)(?:-on|-vous)? (?:\w{3,12} )?lire | on
        (?:peut|pouvait) (?:y )?lire | a-t-on pu lire | HAS
        (?:répliqué|riposté|rebondi|martelé|tranché|persiflé|grincé|ricané) |
        (?:taclé|interpellé|dégainé|asséné|pesté|tempêté|lancé|félicité)
        | répliqu(?:e|ent|ait|ant)-IL | ripost(?:e|ent|ait)-IL | rican(?:e|ent|ait)-IL | martèle(?:nt)?-IL
        | tempère(?:nt)?-IL | nuance(?:nt)?-IL | tranche(?:nt)?-IL | persifle(?:nt)?-IL | grince(?:nt)?-IL
        | s[’']esclaffe(?:nt)?-IL | soupire(?:nt)?-IL | insist(?:e|ent|ait)-IL | repren(?:d|nent)-IL |
        énumère(?:nt)?-IL | s[’']interrogent-IL | dégaine(?:nt)?-IL | s[’']est-?(?:-il|-elle)?
        (?:justifiée?|indignée?|amusée?|insurgée?|emportée?|interrogée?|énervée?|agacée?|réjouie?|moquée?) |
        (?:exclamée?|étonnée?|émue?|défendue?|félicitée?|excusée?|désolée?|lamentée?|plainte?|confiée?)
        | se (?:justifie|défend|vante|souvient|confie|lâche|défendent|confient)-IL | cingle(?:nt)?-IL |
        défend-IL | réplique(?:nt)?-IL | compare(?:nt)?-IL | commentant |
        reproche(?:nt)?-IL | applaudi(?:t|ssent)-IL | questionne(?:nt)?-IL | surenchéri(?:t|ssent)-IL |
        abonde(?:nt)?-IL | HAS (?:reproché|fulminé|applaudi|questionné|surenchéri|abondé|soufflé|soupiré)
    """,
    say=r"""
        dire | annoncer | dénoncer | affirmer | HAS
        (?:dit|déclaré|affirmé|expliqué|annoncé|estimé|assuré|indiqué|précisé|dénoncé|regretté) |
        (?:déploré|demandé|insisté|confié|reconnu|souligné|commenté|appelé|qualifié|remercié|jugé)
        | di(?:t|sent|sait|sant)-IL | déclar(?:e|ent|ait|ant)-IL | affirm(?:e|ent|ait|ant)-IL |
        rapport(?:e|ent|ait)-IL | expliqu(?:e|ent|ait|ant)-IL | annonc(?:e|ent|ait|ant)-IL |
        estim(?:e|ent|ait|ant)-IL | assur(?:e|ent|ait|ant)-IL | remercie(?:nt)?-IL | félicite(?:nt)?-IL |
        prévient-IL | avance(?:nt)?-IL | accuse(?:nt)?-IL | rappelle(?:nt)?-IL | racont(?:e|ent|ait)-IL |
        HAS (?:raconté|confié|rappelé|félicité|accusé|prévenu|rapporté) | indiqu(?:e|ent|ait|ant)-IL |
        précis(?:e|ent|ait|ant)-IL | demande(?:nt)?-IL | juge(?:nt)?-IL | souligne(?:nt)?-IL | selon |
        d[’']après | HAS
        (?:avoué|révélé|suggéré|rassuré|prévenu|martelé|détaillé|argumenté|développé|interrogé) |
        (?:défendu|admis|déploré|exprimé|avancé|avoué|averti|alerté|rappelé|noté)
        | invit(?:e|ent|ait)-IL | avou(?:e|ent|ait)-IL | révèl(?:e|ent|ait)-IL | suggèr(?:e|ent|ait)-IL |
        détaill(?:e|ent|ait)-IL | développe(?:nt)?-IL | argumente(?:nt)?-IL | rassure(?:nt)?-IL |
        prévient-IL | reconna(?:ît|issent|issait)-IL | admet(?:tent|tait)?-IL | exprime(?:nt)?-IL |
        avertit-IL | alerte(?:nt)?-IL | observe(?:nt)?-IL | relate(?:nt)?-IL | témoignait |
        constate(?:nt)?-IL | analyse(?:nt)?-IL | décrypte(?:nt)?-IL | pens(?:e|ent|ait)-IL |
        confirme(?:nt)?-IL |
        pour(?= (?:l[’']|(?:une? |d[’'])(?:autres? )?|cette |certaine?s )(?:internaute|utilisat|abonné)) |
        pour(?= (?:lui|elle|eux),) |
        confi(?:e|ait|ent)-IL | témoigne(?:nt)?-IL | évoqu(?:e|ent|ait)-IL |
        soutien(?:t|nent)-IL | prom(?:et|ettent)-IL | prédi(?:t|sent)-IL | répète(?:nt)?-IL |
        condamne(?:nt)?-IL |
        fai(?:t|sait)-IL (?:savoir|remarquer|valoir) | HAS
        (?:confirmé|évoqué|soutenu|promis|prédit|répété|condamné|observé|considéré) |
        HAS (?:démenti|informé|souhaité|exigé|réclamé|argué|insinué|critiqué|signalé) |
        HAS fait (?:savoir|remarquer|valoir) | HAS (?:supplié|prétendu|espéré|ordonné|conseillé) |
        souhaite(?:nt)?-IL | espère(?:nt)?-IL | prétend(?:ent)?-IL | insinue(?:nt)?-IL | exige(?:nt)?-IL |
        réclame(?:nt)?-IL | supplie(?:nt)?-IL | conseille(?:nt)?-IL
    """,
    tell=r"""
        (?:explique|confie|raconte|répond|expliqué|confié|raconté|déclaré)(?:-t-il|-t-elle)? (?:à|au)(?=
        (?-i:[A-ZÀ-Ý])) |
        murmure(?:nt)?-IL | chuchote(?:nt)?-IL | hurle(?:nt)?-IL | crie(?:nt)?-IL |
        nous (?:répond|explique|confie|raconte|dit|précise|assure) |
        nous a (?:répondu|expliqué|confié|dit) |
        interrogée?s? | cité par | HAS (?:témoigné|crié|scandé)
    """,
    adds=r"""
        HAS (?:ajouté|poursuivi|conclu|enchaîné|complété|renchéri) | ajout(?:e|ent|ait)-IL | conclut-IL |
        poursui(?:t|vait)-IL | enchaîne(?:nt)?-IL | complète(?:nt)?-IL | renchérit-IL |
        insist(?:e|ent|ait)-IL
    """,
    call=r"""
        (?:tax|qualifi|trait)ée?s?(?= d) | parl(?:e|ent|ait)(?: \w+ment)? (?:de|d[’']) |
        qualifi(?:e|ent|ait|aient|ant|é) | trait(?:e|ent|ait|aient|ant) |
        décri(?:t|vant) | HAS (?:qualifié|traité|décrit) |
        HAS fait part de (?:sa|son|leur)
    """,
    resort=r"(?:a|ont) (?:utilisé|choisi|profité de) | s[’'](?:est|exprime) (?:exprimée?|tournée? vers)",
    on=r"""
        auprès d[eu] | auprès d[’'] | parmi | sur | dans | via | en | par | sous | à travers | depuis |
        d[’'] | au travers | avec | à
    """,
    posts=r"""
        (?:re)?t(?:weet|witt)s? | (?-i:posts?) | publications? | commentaires? | légende | story | stories |
        fil twitter | message (?:posté|publié|diffusé|partagé) sur | gazouillis | mot-dièse
    """,
    remarks=r"critique | réponses? | commentaires? | messages? | réactions",
    venues=r"""
        (?:la |sa )?plateforme | (?:sa )?page(?= (?:facebook|officielle|instagram)) |
        compte | profil | (?:les |ces |ses )?réseaux(?: sociaux)? | réseau social | médias sociaux | (?:la
        )?toile | (?<!site\s)internet | le net | forums? | microblog
    """,
    beside=r"""
        dans (?:une|la|cette|sa) vidéo | sous (?:une?|la|le|cette|ce|sa)
        (?:photo|vidéo|cliché|image|publication|selfie)
    """,
    off_platform=r"""
        assemblée(?: nationale)? | sénat | conseil municipal | homélie | téléphone | cérémonie |
        inauguration | allocution | chanson | site | plateau | zone mixte |
        matinale | hémicycle | interview | entretien | communiqué | conférence de presse
        | lettre | courrier | e-?mails? | mails? | livre | tribune | éditorial | chronique | article |
        rapport | plainte | tribunal | procès | jugement | audience | discours | meeting | émission |
        radio | télévision | antenne | micro de | micro d[’'] |
        chaîne(?! (?:youtube|telegram|twitch|whatsapp)) | colonnes | podcast | journal | magazine |
        étude | sms | blog | ouvrage | débat | (?:l[’'])?AFP | franceinfo | BFM\w* | RTL | presse |
        (?<!du\s)(?<!de\sla\s)journalistes? | concert
    """,
    officials=r"porte-parole | avocate?s? | procureure? | commissaire | juge | attachée? de presse",
    users=r"""
        internautes? | utilisat(?:eur|rice)s? | twittos? | abonnée?s? | followers? | twittas? | compte |
        utilisateurs? | instagrammeu(?:r|se)s? | youtubeu(?:r|se)s? | tiktokeu(?:r|se)s? | tweetos |
        mobinautes? | influenceu(?:r|se)s?
    """,
    public=r"""
        fans? | personnes? | lect(?:eur|rice)s? | téléspectat(?:eur|rice)s? | spectat(?:eur|rice)s? |
        supporte(?:r|ur|rice)s? | admirat(?:eur|rice)s? | femme | homme | détracteurs? | anonymes?
    """,
    one=r"""
        une? | une? autre | l[’']une? | certaine?s? | plusieurs | d[’']autres | de nombreu(?:x|ses) |
        beaucoup d[’'] | cet(?:te)? | quelques | une? troisième | une? deuxième | une? seconde?
    """,
    crowd=r"""
        internautes | utilisat(?:eur|rice)s | fans | twittos | réactions? | téléspectateurs | abonnés |
        followers | commentaires | critiques | personnalités | célébrités | supporters | nombreux | beaucoup
        | certains | plusieurs | hommages? | polémique | moqueries | indignation | toile
    """,
    alone=r"""
        l[’']une? d[’'](?:eux|elles|entre eux|entre elles) |
        une? autre | l[’']une? | certaine?s? | d[’']autres | une? troisième | quelqu[’']un(?: d[’']autre)? |
        beaucoup |
        plusieurs | une? seconde? | une? deuxième | une? dernière?
    """,
    pronouns=r"""
        il | elle | on | ils | elles | je | nous | celui-ci | celle-ci | ce dernier | cette dernière
    """,
    that=r"""
        si | que | qu[’']\w+ | comme | de | \w{2,12}(?:er|oir|ir|re) | se | n[’']\w+ |
        d[’']\w+ | la | le | un | une | l[’']\w+ | son | sa | ses | leurs?
    """,
    like=r"comme | tels? que | telles? que | du type",
    before_name=r"""
        et | mais | tandis que | alors que | puis | ensuite | comme | car | quand | lorsque? | or | ainsi |
        aussi | plus tard | pendant que | où | enfin | dont | de son côté | pour sa part | parmi eux | ce
        que | c[’']est ce que
    """,
    after_name=r"""
        avec (?:ces|les) mots | par ces mots | par exemple | entre autres | en ces termes |
        en \w+ant | \w{3,12}ment | \w+ant (?=que) | aussi | également | ensuite | puis | ainsi |
        encore | alors | notamment
        | déjà | a | ont | avait | est | sont | était | avaient | s[’']est | se | y | en | sur | dans | via
        | par | au | aux | à | après | avant | pour | qui | que | lorsque? | quand | lundi | mardi |
        mercredi | jeudi | vendredi | samedi | dimanche | hier | rapidement | même | depuis | dès | suite |
        non sans | avec | dénonçant | de son côté | pour sa part | mais | plus tard | ironiquement | ne |
        l[’']a | l[’'] | en réponse | sous
    """,
    predicate=r"""
        veut | vient | décide | tente | tient | a | est | était | avait | ont | sont | ne |
        n[’']\w+ | se | s[’']\w+ | aussi
    """,
    titles=r"""
        soi-disant | (?<!\ba\s)(?<!\bont\s)(?<!\best\s)(?<!\bil\s)(?<!\belle\s)dits?(?!\s*:) |
        campagne | banderole | pancarte | tee-shirt | t-shirt | sweat | maillot | affiche |
        panneau | rubrique |
        intitulée? | titre | film | série | chanson | album | livre | baptisée? | surnommée? | dite |
        émission | hashtag | ouvrage | roman
    """,
    the=r"le | la | les | l[’'] | son | sa | ses | ce | cet | cette | leur | mon",
    breaks=r"""
        lequel | laquelle | que | qu[’'] | après | alors | parce | qui | lorsque? | quand | dont
    """,
    not_a_venue=r"inc | a annoncé | a indiqué | \(l[’']entreprise",
)
