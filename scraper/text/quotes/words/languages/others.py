"""Languages without a grammar of their own: how to tell them, and what a few of them call posts and writing.

One grammar holds the words of all, for hardly one of them is a word in two languages. It is a help beside the
names of platforms, which `scraper.text.quotes.attribution.without_grammar` reads in any language.
"""

from __future__ import annotations

from scraper.text.quotes.words.languages.grammar import Grammar

#: Plain words, parted by blanks, of which hardly any is one in a language that has a grammar.
COMMON = {
    "nl": "de het een van en op dat niet met zijn ook maar bij naar werd",
    "sw": "ya wa na kwa ni katika za kuwa hiyo huyo wake",
    "ha": "da ta ya na ba su cewa wannan kuma shi",
    "yo": "ni ti si ati lati naa wọn awọn àwọn ó kò",
    "ig": "na nke ka bụ ha ndị maka onye ọ",
    "so": "oo ka ku waa iyo uu ayaa soo ee",
    "rw": "ko ku mu ya cyane kandi uyu ni muri",
    "pl": "nie na się jest że w z do o jak po od przez jego",
    "cs": "je se na že jako jsem není podle také",
    "ro": "și în cu pe nu este care din pentru sunt",
    "hu": "az és hogy nem egy volt meg csak",
    "sv": "och att det som på är inte av har till",
    "da": "og det er på som til ikke af har jeg",
    "fi": "ja on ei että oli hän mutta kun ovat",
    "tr": "ve bir bu için ile olarak çok daha gibi",
    "id": "yang dan itu dengan untuk tidak ini dari pada akan di dia oleh kata",
    "tl": "ang ng sa na mga at ay niya",
    "vi": "và của là có trong không cho một",
}
#: How words for those who speak for others begin, or what all of them hold.
OFFICIALS = (
    "woordvoerd|spokes|msemaji|umuvugizi|okhulumela|kakaki|agbẹnusọ|afhayeen|rzeczni|mluvčí|hovorc|purtător"
    "|szóvivő|talesp|talsm|tiedottaj|sözcü|jur[ui] bicara|tagapagsalita|phát ngôn|представител|пресс|спікер"
    "|متحدث|ترجمان|प्रवक्ता"
)
#: Other places of speech, in languages where an ending or a word behind says "in" and "to".
TOLD = (
    r"gazetecilere|röportaj\w{0,5}d[ae]|toplantısında|للصحفيين|للصحافيين|(?:صحافیوں|بی بی سی) (?:سے|کو)"
    r"|akizungumza na|waandishi wa habari|abanyamakuru|mu kiganiro|wareysi"
    r"|بات (?:چیت )?کرتے ہوئے|انٹرویو میں|پریس کانفرنس|पत्रकारों से|बातचीत|इंटरव्यू|ለቢቢሲ|ለጋዜጠኞች"
)

GRAMMAR = Grammar(
    language="other",
    said_aloud=True,
    common="",
    cues="""
        tweet twit twee твит post пост wpis komment koment komentář комментар reage reactie internau netizen
        warganet kullanıcı gebruiker pengguna użytkownik uživatel användar bruker пользовател utilizator
        cuit kicau unggah paylaş yorum inlägg innlegg opslag příspěv medsos medya sosial społeczn sociál соц
        rețel mtandao mitandao ujumbe butumwa nkoranyambaga mutimbagano zokuxhumana ezonxibelelwano hawaasaa
        gattabantu falcel fal-cel faall zumunta shafi fan kibic penggemar taraftar hayran фанат shabik masoya
        hesab gönderi страни profil akun kurasa akaunti wallaf rubut bulsh bart bogg soshal soshial òpó
        ٹویٹ ٹوئٹ صارف پوسٹ سوشل تبصر ایکس غرد غرّد تغريد منشور متابع تدوين تواصل حساب إكس
        ट्वीट यूजर यूज़र पोस्ट सोशल कमेंट एक्स ተጠቃሚ ማህበራዊ ማኅበራዊ
    """,
    tweet=r"""
        twitter(?:t|de|den) | tweet(?:t|te|ten|ar|ade|er|et|ede|oval\w*|owa\w+|ledi| attı)
        | (?:za)?twe+tował\w* | twittra(?:r|de) | twiittasi | meng?e?twit\w* | me(?:re)?tweet\w* | mencuit\w*
        | cuit(?:nya)?
        | berkicau | твитнул\w* | a\w{0,4}tweet | wa\w{0,4}tweet | ku\w{0,4}tweet
        | ٹو[یئ]ٹ (?:کی|کیا|کرتے ہوئے) | [وف]?غرّ?دت?
        | ट्वीट (?:किया|कर|करते हुए)
    """,
    post=r"""
        postte | plaatste | wstawił\w* | wrzucił\w* | podzielił\w* się | sdílel\w* | publicera(?:r|de)
        | la(?:de)? upp | lägger upp | a (?:distribuit|publicat) | posztolta | megosztotta | kommentálta
        | julkaisi | kommentoi | nag-?(?:post|tweet|komento) | ibinahagi | ipinost | bình luận | đăng tải
        | опублікува(?:в|л[аи]) | прокоментува(?:в|л[аи]) | δημοσίευσε | ανέβασε | σχολίασε
        | (?:توییت|منتشر|پست) کرد | paylaşımında bulundu | paylaşım yaptı | udostępnił\w* |
        opublikował\w* | zamieścił\w* | skomentował\w* | komentuj[eą]
        | komentowali | reageer(?:t|de) | kommentera(?:r|de) | kommentere?(?:r|de|te) | komentoval\w*
        | zveřejnil\w* | a postat | a comentat | mengunggah | mengomentari | berkomentar
        | memberi(?:kan)? caption
        | komentar(?=\s@) | paylaştı
        | paylaşımını yaptı | yorumunu yaptı | yorum yaptı | опубликовал\w* | прокомментировал\w*
        | a\w{0,6}(?:chapisha|posti?) | wa\w{0,6}(?:chapisha|posti?)
        | k[ua]\w{0,6}(?:chapisha|posti?) | (?:ya|ta|sun|suka) wallafa | soo dhig(?:ay|tay|een)
        | yanyujije | banyujije | ab[iy]nyujije | yashyi(?:ze|ra)(?:ho)? | bashyi(?:ze|ra)(?:ho)?
        | ashyi(?:ze|ra)(?:ho)?
        | تبصرہ کیا | [وف]?نشرت?
        | (?:कमेंट|पोस्ट) (?:किया|कर)
    """,
    write=r"""
        (?:na|do|od)?pisa[łl]\w* | pisz[eą] | ironizował\w* | (?:za)?żartował\w* | odpowiedział\w* | dodał\w*
        | czytamy | (?:na)?писа(?:в|ла|ли) | пише | дода(?:в|ла) | відпові(?:в|ла) | έγραψε | απάντησε |
        πρόσθεσε
        | نوشت(?:ه)? | লিখেছেন | লেখেন | viết | sulat | isinulat | vastasi | lisäsi | twiittasi | reagált |
        válaszolta
        | svarar | lägger till | la(?:de)? till | tilføje(?:r|de) | legger til | a adăugat | a notat
        | пошутил\w* | поздравил\w* | отвечает | комментирует | отреагировал\w* | возмутил\w*
        | yazdılar | (?:cevap|yanıt|cevabını|yanıtını) verdi | yanıtladı | tambah(?:nya)? | kicau(?:nya)?
        | sindir(?:nya)? | sneerde? | sneert | verzucht(?:te)? | jubel(?:t|de) | klaag(?:t|de)
        | voeg(?:t|de)(?= (?:\w+ ){1,3}toe\b) | schreef | schreven | schrijf(?:t|en) | antwoordde |
        grapte | grapt | vervolgde
        | skriver | skrev | svarade
        | svare(?:r|de|te) | napsal\w* | píše | dodal\w* | odpověděl\w* | tulis(?:nya)? | menulis(?:kan)?
        | timpal(?:nya)? | menimpali | balas(?:nya)? | membalas
        | yazdı | yazıyor | notunu (?:düştü|düşmüş|ekle\w+)
        | (?:на)?писал\w* | поделил(?:ся|ась) | восхитил(?:ся|ась) | пиш[еу]т | парировал\w* | добавил\w*
        | ответил\w*
        | a scris | scrie | a răspuns | írta | írja
        | kirjoitti | kirjoittaa | a\w{0,7}andiki?a | wa\w{0,7}andiki?a | k[ua]\w{0,7}andiki?a
        | aliongeza | alijibu
        | yandi(?:tse|ka) | bandi(?:tse|ka) | ubhal(?:e|a|ile) | babhal(?:e|a|ile) | wabhala | ebhala
        | akanyora
        | vakanyora
        | (?:ya|ta|sun|suka) rubuta | (?:ya|ta) (?:ƙ|k)ara da cewa
        | لکھا(?: ہے| تھا)? | لکھت(?:ے|ی|ا) (?:ہیں|ہے) | جواب دیا | [وف]?كتبت? | [وف]?علّ?قت?
        | लिखा(?: है| था)?
        | लिखते हैं
        | जवाब दिया
        | qoray | qortay | qoraal\w* ku (?:yiri|yidhi) | ku (?:yiri|yidhi)(?= qoraal)
        | dere(?= na\b| sị\b|\s*:) | kọ ọ | kọ ọrọ | [ጽፅ](?:ፏል|ፈዋል|ፋለች) | ጽሒ(?:ፉ|ፋ|ፎም)
        | barreess(?:e|ite|an|aniiru) | yawandii(?:se|ka) | bawandii(?:se|ka) | awandii(?:se|ka) | akomaki
    """,
    say=r"""
        powiedział\w* | wyznał\w* | ocenił\w* | uznał\w* | zauważył\w* | przyznał\w* | tłumaczy(?:ł\w*)?
        | dodaje | twierdzi | meld(?:t|de) | (?:liet|laat) weten | vindt | vroeg | vraagt | riep | roept
        | kl[io]nkt? het | verklaar(?:t|de) | benadrukt(?:e)? | menar | menade | tycker | tyckte
        | konstatera(?:r|de) | mener | mente | forteller | fortæller | forklare(?:r|de) | uvedl\w* |
        prohlásil\w*
        | tvrdí | dodává | közölte | fogalmazott | tette hozzá | kertoi | totesi | a (?:transmis|mărturisit)
        | подчеркнул\w* | рассказал\w* | спросил\w* | считает | уверен\w{0,2} | сказа(?:в|ла|ли)
        | зазначи(?:в|ла) | наголоси(?:в|ла) | заяви(?:в|ла) | είπε | ανέφερε | گفت(?:ه)? | বলেন | বলেছেন
        | nói | cho biết | ani(?:ya)? | saad | sabi | pahayag | belirtti | vurguladı | kaydetti | seslendi
        | açıkladı | dile getirdi | sebut(?:nya)? | papar(?:nya)? | (?:za)?apelował\w* | podkreślił\w* |
        mówi(?:ł\w*)?
        | stwierdził\w* | (?:za)?pytał\w* | oznajmił\w* | zei | zegt | zeggen | stelt | stelde | beaamt
        | beaamde | aldus
        | säger | sade | siger | sagde | sier | řekl\w* | říká | ujar(?:nya)? | ucap(?:nya)?
        | kata(?:nya)? | tutur(?:nya)?
        | tegas(?:nya)? | ungkap(?:nya)? | jelas(?:nya)? | terang(?:nya)? | pungkas(?:nya)? | lanjut(?:nya)?
        | beri tahu | imbuh(?:nya)? | sambung(?:nya)? | tandas(?:nya)? | mengatakan | dedi | konuştu
        | söyledi
        | ifade(?:si|leri|ler)?(?:ni)? (?:kullandı|kullanıldı|yer aldı) | ifadelerine yer verdi
        | denildi | сказал\w* | заметил\w* | отметил\w* | призналс?\w* | говорит | заявил\w*
        | a spus | a declarat | mondta | sanoi | sanoo | a(?:li|me|ka|na|ki)(?:sema|eleza|dai|uliza)
        | wa(?:li|me|ka|na|ki)(?:sema|eleza|dai|uliza)
        | yagi(?:ze|ra) ati | agira ati | bagi(?:ze|ra) bati | bugira buti | rigira riti | yavuze | bavuze
        | yasubije | yongeyeho(?: ati)? | uth[ei] | bathi | wathi | kusho | utshilo | akadaro | anodaro
        | [yt]a ce
        | [yt]ace | sun ce | in ji | a cewar(?:sa|ta|su) | mai cewa | masu cewa
        | کہا(?: ہے| تھا)? | کہتے ہیں | (?:کا )?کہنا (?:تھا|ہے)
        | [وف]?قالت? | [وف]?أضافت? | [وف]?تابعت? | قائلا | قائلةً? | कहा(?: है| था)?
        | (?:का )?कहना (?:था|है) | बोले
        | (?:ayuu |ayay |ayey )?(?:ku )?(?:yiri|tiri|yidhi|tidhi) | sọ pé | sọ pe | kwuru
        | je(?:dhe|tte|dhan) | ብሏል | ብለዋል | ብላለች | (?:y|b)?a(?:gambye|tegeezezza) | alobaki
    """,
    tell=r"""
        zei tegen | zegt tegen | vertel(?:t|de) | (?:ya|ta|sun) (?:shaida|fa(?:d|ɗ)a) wa
        | alimwambia | aliiambia | u sheegay | u sheegtay
    """,
    call=r"nazwał\w* | noemde | kallade | menyebut",
    resort=r"(?!)",
    on=r"""
        op | na | we? | på | di | pada | dalam | lewat | melalui | pod | pe | în | ve? | kwenye | katika
        | kupitia | ku | kuri | mu | στο[νυ]? | στην? | у | sa | ở | в | на | через | под | onder | under
        | في | على | عبر | خلال | cikin
    """,
    posts=r"""
        tweet\w{0,4} | twit\w{0,4} | twee?t(?:om|u|ów) | wpis\w{0,4} | post\w{0,3} | komentarz\w{0,4}
        | cuitan\w{0,5} | kicauan\w{0,5} | unggahan\w{0,5} | komentar | paylaşım\w{0,8} | yorum\w{0,6}
        | допис\w{0,3} | ανάρτησ\w{1,3} | پست | bejegyzés\w{0,5} | poszt\w{0,5} | julkaisu\w{0,3} |
        bài (?:đăng|viết)
        | inlägg\w{0,3} | innlegg\w{0,3} | opslag\w{0,3} | příspěv\w{1,5} | komentář\w{0,3}
        | пост(?:а|е|у|ом)? | твит\w{0,3} | комментари\w{1,3} | postare\w{0,3} | ujumbe | chapisho
        | (?:u|n[’'])?butumwa
        | berichtje | تغريد\w{0,3} | منشور\w{0,2} | تدوين\w{0,3} | rubutu\w{0,3}
    """,
    venues=r"""
        sociale media | соц(?:іальн\w+ )?мереж\w* | közösségi (?:oldal|médi)\w* | sosiaalise\w+ media\w+ |
        somessa
        | μέσ\w κοινωνικής δικτύωσης | فضای مجازی | شبکه‌?های اجتماعی | mạng xã hội | সামাজিক (?:যোগাযোগ)?\w*
        | medi\w{1,3} społecznościow\w+ | socia?la medier | so[sc]iale medier
        | sociální\w* sít\w+ | media sosial | medsos | sosyal medya\w* | соц(?:иальны[хе])?\s?сет\w+
        | rețele\w* (?:sociale|de socializare) | mitandao ya kijamii | mtandaoni
        | (?:shafukan|kafafen) sada zumunta | soshial? midia | страничк?е | akun\w{0,3} | kolom komentar
        | (?:ukurasa|akaunti|kurasa) (?:wake|yake|zake|wao) | sehemu ya maoni
        | (?:i?mbuga|u?rubuga) nkoranyambaga | u?rukuta | mutimbagano | mikutu (?:e?mi)gatta ?bantu
    """,
    beside=r"""
        (?:paylaşım|gönderi)\w{0,5}?(?:da|de)n? | sosyal medya (?:hesab\w{2,8}|(?:üzer|aracılığ)\w{2,8})
        | sosyal medyadan? | hesab(?:ı|ları)ndan?
        | na (?:swoim|jej|jego|oficjalnym)(?: \w+)? (?:profilu|koncie|fanpage\w*)
        | (?:pod|под) (?:(?:jej|jego|swoim) )?(?:postem|wpisem|zdjęciem|постом|фото|видео|публикацией)
        | onder (?:het|een|zijn|haar|de|hun) (?:bericht|foto|video|post|filmpje)
        | (?:paylaşım|fotoğraf|video)\w{0,6} altına | op (?:zijn|haar|hun) (?:account|pagina|tijdlijn)
        | mi?tandaoni | a shaf(?:in|ukan)(?:sa|ta|su|shi| n[ai](?:ta|sa|su|shi))
        | bart(?:iisa|eeda) | bog(?:giisa|geeda) | baraha bulshada
        | l[oó]j[uú] [oò]p[oó]
        | سوشل میڈیا پر | پوسٹ میں | ایکس پر
        | (?:على|عبر|في) (?:منشور|تدوينة|حساب\w{1,3}|صفحت\w{1,3}|منصة إكس|إكس)
        | التواصل الاجتماعي | सोशल मीडिया पर | पोस्ट में | एक्स पर | ማ[ህኅሕ]በራዊ ሚ[ዲድ]ያ
        | miidiyaa hawaasaa irr\w+ | ezinkundleni zokuxhumana | kumaqonga ezonxibelelwano
    """,
    off_platform=r"""
        wywiad\w* | rozmow\w+ | persconferentie | krant | interviews? | intervju\w* | konferencj\w+
        | wawancara | jumpa pers | wartawan | интервью | журналист\w* | röportaj\w* | gazeteci\w*
        | mahojiano | dziennikarz\w* | program\w* | مقابلة | مؤتمر | بيان | خطاب\w{0,2} | hira | jawabi
    """,
    officials=OFFICIALS.replace("|", r"\w* | ") + r"\w*",
    users=r"""
        internaut\w* | користувач\w* | χρήστ\w+ | کاربر\w{0,3} | felhasználó\w* | kommentelő\w* | követő\w*
        | käyttäjä\w* | seuraaja\w* | (?:cư )?dân mạng | người dùng | netizen | warganet | pengguna |
        kullanıcı\w* | gebruikers?(?:ter)? | twitteraars?
        | użytkowni\w+ | uživatel\w* | användare | bruker\w* | пользовател\w+ | utilizator\w*
        | komentując\w+ | komentator\w* | mtumiaji | watumiaji | wafuasi | internauci | takipçi\w*
        | подписчи\w+
        | pengikut\w* | صارف(?:ین)? | مغرّ?د\w{0,3} | مستخدم\w{0,3} | متابع\w{0,3} | यूजर्?स? | यूज़र्?स?
        | wanamitandao | mfuasi | abakoresha (?:imbuga|urubuga)
        | ma(?:i|su) (?:amfani|bibiya) | isticmaal\w+ | dad\w{1,8} ka fal-?celi\w+ | ተጠቃሚ\w{0,3}
    """,
    public=r"""
        fan | fanka | kibic | widz | supporter | penggemar | taraftar | hayran | фанат\w* | болельщи\w+
        | shabiki
    """,
    one=r"""
        niektór[zye]\w* | wielu | некоторые | многие | деякі | sommigen? | veel | enkele | många | några |
        mange | noen
        | nogle | banyak | beberapa | birçok | bazı | egyes | monet | jed(?:en|na|nej|nego) z |
        kolejn[ay] | inn[ya] | een | en | ett | seorang | salah (?:satu|seorang)
        | bir | один из | одна из | jeden | jedna | un | o | egy | yksi | mmoja(?: wa)? | wani | wata
        | daya daga cikin | ایک(?: اور)? | एक(?: अन्य)? | أحد | إحدى
    """,
    the=r"de | het | den | det | zijn | haar | jej | jego | sitt | sin | его | её",
    crowd=r"""
        صارفین | مداح(?:وں)? | مغردون | متابعون | المتابعين | تعليقات | internau[ct]\w* | netizens? | warganet
        | kullanıcılar\w* | takipçiler\w* | hayranlar\w* | yorumlar\w* | gebruikers | twitteraars | volgers
        | fans | kijkers | reacties | użytkownicy | fani | kibice | komentarz[aey]\w* | пользователи
        | подписчики | поклонники | фанаты | комментари\w{1,3} | користувачі | коментар\w{1,3} | följar\w{1,3}
        | følger\w{1,3} | kommentar(?:er|erna|ene|erne) | fanoušci | fanúšikovia | urmăritori\w* | comentarii
        | követők | rajongók | seuraajat | fanit | penggemar | pengikut | komentar | mashabiki | wafuasi
        | wanamitandao | masoya | mabiya | abakoresha | fal-?celi\w+ | faall\w+
    """,
    alone=r"""
        ktoś inny | inn[ya] | kolejn[ay] | een ander | en annan | yang lain | bir başkası | друг(?:ой|ая)
        | mwingine | أحدهم | آخر | آخرون
    """,
    pronouns=r"hij | zij | ze | han | hon | hun | ona? | ia | он | она | він | вона | hän | siya | dia",
    that=r"że | dat | att | at | bahwa | что | că | kwamba | cewa",
    like=r"zoals | jak | seperti | gibi | как",
    breaks=r"""
        że | dat | die | att | som | bahwa | yang | что | który | która | care | kwamba | cewa | ambaye
    """,
    before_name=r"en | maar | ook | a | i | ale | och | men | dan | tapi | и | а | но | și | ve | ama",
    after_name=r"""
        ook | też | także | również | também | också | også | juga | lagi | также | pia | kuma
        | diye | diyerek | şeklinde | olarak | notu ekleyerek | notuyla | (?:ifade|söz)leriyle |
        mesajıyla | pe | pé | نے
        | کہ | ने | कि
    """,
    predicate=r"""
        is | was | werd | heeft | jest | był | była | är | var | har | er | adalah | telah | был | была
        | este
    """,
    titles=r"""
        film\w{0,4} | boek | książk\w+ | bok | boken | buku | lagu | album\w* | serie | roman\w* | песн\w+
        | kitap
    """,
    not_a_venue=r"inc",
)
