"""Texts in languages without a grammar, and the reactions that each quotes: words, speaker, verb, platform, handle."""

from __future__ import annotations

CASES = [
    (
        'Het feest gaat niet door. Op sociale media is men boos. "Wat een schande", schrijft een gebruiker op X.',
        [('"Wat een schande"', "een gebruiker", "schrijft", "twitter", None)],
    ),
    (
        'Mutane sun yi martani. Audu Gero (@audugero) ya ce: "Gada ta yi kyau sosai." Ita kuwa Lami (@lamiX) cewa ta yi "ban yarda da haka ba".',
        [
            ('"Gada ta yi kyau sosai."', "Audu Gero", None, None, "audugero"),
            ('"ban yarda da haka ba"', "Ita kuwa Lami", None, None, "lamiX"),
        ],
    ),
    (
        'De brug is nog niet klaar. "Dit is een schande voor ons dorp", schreef raadslid Ada Vos op Twitter. "Wij vergeten dit niet." Op Facebook reageert een bewoonster: "Ik rijd al drie jaar om." De wethouder zei tegen de krant: "Wij doen ons best."',
        [
            ('"Dit is een schande voor ons dorp"', "Ada Vos", "schreef", "twitter", None),
            ('"Wij vergeten dit niet."', "Ada Vos", "schreef", "twitter", None),
            ('"Ik rijd al drie jaar om."', None, "reageert", "facebook", None),
        ],
    ),
    (
        'De brug is nog niet klaar. "Dit is een schande voor ons dorp", schreef raadslid Ada Vos op X. "Het model X is te duur", zei de monteur.',
        [('"Dit is een schande voor ons dorp"', "Ada Vos", "schreef", "twitter", None)],
    ),
    (
        "Most nie jest jeszcze gotowy. „To wielki wstyd dla miasta” – napisał na Twitterze radny Jan Wilk. Na Instagramie burmistrz odpowiedział: „Proszę o cierpliwość”. „Prace potrwają do wiosny” – powiedział dziennikarzom.",
        [
            ("„To wielki wstyd dla miasta”", "Jan Wilk", "napisał", "twitter", None),
            ("„Proszę o cierpliwość”", None, "odpowiedział", "instagram", None),
        ],
    ),
    (
        'Daraja la mji bado halijakamilika na wakazi wana hasira. "Hii ni aibu kubwa kwa mji wetu," aliandika mbunge Juma Kito katika ukurasa wake wa Facebook. "Tunafanya kazi usiku na mchana," alisema waziri.',
        [('"Hii ni aibu kubwa kwa mji wetu,"', "Juma Kito", "aliandika", "facebook", None)],
    ),
    (
        "Мост до сих пор не готов. «Это позор для нашего города», — написал депутат Иван Волков в твиттере. «Работы закончим весной», — сказал мэр журналистам.",
        [("«Это позор для нашего города»", "Иван Волков", "написал", "twitter", None)],
    ),
    (
        'الجسر غير جاهز حتى الآن. وكتب النائب على تويتر: "هذا عار على مدينتنا". وقال المحافظ للصحفيين: "نعمل ليلا ونهارا".',
        [('"هذا عار على مدينتنا"', None, "وكتب", "twitter", None)],
    ),
    (
        "Har yanzu ba a gama gadar garin ba. “Na jira wannan gada shekara uku.” Lami Zaki ta wallafa a shafinta na Instagram dauke da hoto.",
        [("“Na jira wannan gada shekara uku.”", "Lami Zaki", "ta wallafa", "instagram", None)],
    ),
    (
        'Twitter heeft duizenden accounts verwijderd. "Wij nemen dit heel serieus", zegt een woordvoerder van Twitter. De film "Water bij de wijn" is te zien op YouTube. Het dorp las "De brug te ver" samen.',
        [],
    ),
    (
        "„Proszę o cierpliwość” – napisał na Twitterze Jan Wilk. Wpis miał sto komentarzy. „Trzeba pogonić burmistrza!” – napisał jeden z internautów. „Ale on nie kandyduje!” – ironizował ktoś inny. „Prace trwają” – powiedział burmistrz w wywiadzie.",
        [
            ("„Proszę o cierpliwość”", "Jan Wilk", "napisał", "twitter", None),
            ("„Trzeba pogonić burmistrza!”", "jeden z internautów", "napisał", "twitter", None),
            ("„Ale on nie kandyduje!”", "ktoś inny", "ironizował", "twitter", None),
        ],
    ),
    (
        "После новости пользователи писали певице в Instagram: «Верните мост!», «Мост страшный, возвращайся!» и «Уважаемая, верните мост городу». Каждый день появляются новые комментарии.",
        [
            ("«Верните мост!»", "пользователи", "писали", "instagram", None),
            ("«Мост страшный, возвращайся!»", "пользователи", "писали", "instagram", None),
            ("«Уважаемая, верните мост городу»", "пользователи", "писали", "instagram", None),
        ],
    ),
    (
        "پل ابھی تک تیار نہیں ہے۔ میئر نے ٹویٹ میں کہا کہ ’پل بہار تک تیار ہو جائے گا۔‘ ایک صارف نے لکھا کہ ’ہم تین سال سے انتظار کر رہے ہیں‘۔ وزیر نے صحافیوں سے بات کرتے ہوئے کہا کہ ’کام جاری ہے۔‘",
        [
            ("’پل بہار تک تیار ہو جائے گا۔‘", None, "کہا", "twitter", None),
            ("’ہم تین سال سے انتظار کر رہے ہیں‘", "ایک صارف", "لکھا", "twitter", None),
        ],
    ),
    (
        "पुल अभी तक तैयार नहीं है। मेयर ने ट्वीट किया, ‘पुल वसंत तक तैयार हो जाएगा।’ एक यूजर ने लिखा, ‘हम तीन साल से इंतज़ार कर रहे हैं।’ मंत्री ने पत्रकारों से कहा, ‘काम चल रहा है।’",
        [
            ("‘पुल वसंत तक तैयार हो जाएगा।’", None, "ट्वीट किया", "twitter", None),
            ("‘हम तीन साल से इंतज़ार कर रहे हैं।’", "एक यूजर", "लिखा", "twitter", None),
        ],
    ),
    (
        'Mutane sun yi martani a shafin Tuwita.\n\nLami Zaki ta rubuta:\n\n"Na jira wannan gada shekara uku."\n\nAudu Gero yace:\n\n"Gada ta yi kyau. #GadarGero"\n\nGwamna ya shaida wa manema labarai cewa: "Muna aiki dare da rana."',
        [
            ('"Na jira wannan gada shekara uku."', "Lami Zaki", "ta rubuta", "twitter", None),
            ('"Gada ta yi kyau. #GadarGero"', "Audu Gero", "yace", None, None),
        ],
    ),
    (
        'أثارت صورة الجسر جدلا. وغرّدت ليلى قائلةً "لن يفتح الجسر قبل الربيع". فكتب أحدهم "ننتظر منذ ثلاث سنوات" وكتب متابع آخر:" هذا عار علينا". وقال “سامي” في تغريدته: “الجسر جميل جدا”. وقال المحافظ في مقابلة: "نعمل ليلا ونهارا".',
        [
            ('"لن يفتح الجسر قبل الربيع"', None, "قائلةً", None, None),
            ('"ننتظر منذ ثلاث سنوات"', "أحدهم", "فكتب", None, None),
            ('" هذا عار علينا"', None, "وكتب", None, None),
            ("“الجسر جميل جدا”", None, "وقال", "twitter", None),
        ],
    ),
    (
        "Ayo Ogun fi aworan afara naa sita lati ilu Eko, awọn eeyan si ti ri i. O kọ ọ sori Instagraamu rẹ pe: “Afara naa rẹwa gan-an ni o.”",
        [("“Afara naa rẹwa gan-an ni o.”", "O", "kọ ọ", "instagram", None)],
    ),
    (
        'Jembatan itu belum jadi. "Saya tidak membaca komentar," kata Wali Kota Budi Jaya yang sering mengunggah foto ke Instagram.',
        [],
    ),
    (
        "De brug is nog niet klaar. Ada Vos schreef op Twitter dat ,,de brug in de lente opengaat”. ,,Dit is een schande”, schreef Jan Bos onder het bericht.",
        [
            (",,de brug in de lente opengaat”", "Ada Vos", "schreef", "twitter", None),
            (",,Dit is een schande”", "Jan Bos", "schreef", "twitter", None),
        ],
    ),
    (
        'Мост до сих пор не готов. "Какой позор..." написала Анна Волкова под постом мэра. Мэр сказал журналистам, что "работы идут".',
        [('"Какой позор..."', "Анна Волкова", "написала", None, None)],
    ),
    (
        'Wali kota Budi Jaya mengunggah foto jembatan di Instagram.\n"Jembatan ini belum jadi.\nTetapi akan jadi.\nSabar, ya," tulis Budi Jaya.\n"Kami bekerja keras," kata Budi Jaya.\n"Kami digaji kecil," kata buruh Tono kepada wartawan.',
        [('"Jembatan ini belum jadi.\nTetapi akan jadi.\nSabar, ya,"', "Budi Jaya", "tulis", "instagram", None)],
    ),
    (
        'میئر نے انسٹاگرام پر پل کی تصویر لگائی۔ انہوں نے لکھا، "پل بہار تک تیار ہو جائے گا۔"',
        [('"پل بہار تک تیار ہو جائے گا۔"', None, "لکھا", "instagram", None)],
    ),
    (
        'نشر المحافظ صورة الجسر على تويتر. وكتبت ليلى: "الجسر جميل جدا"، وأضافت "لكنه متأخر". وقال المحافظ للصحفيين إن العمل جار على قدم وساق في كل يوم. وأضاف "نحن لا نمارس السياسة على تويتر".',
        [('"الجسر جميل جدا"', None, "وكتبت", "twitter", None), ('"لكنه متأخر"', None, "وأضافت", "twitter", None)],
    ),
    (
        'Di mayor Ada Roe don open di bridge. Roe bin write for her Instagram post say: "Dis bridge go last well well."\n\n"Make una waka softly," she post.\n\n"My leg dey pain me," one man wey dey sell fish tell BBC Pidgin.',
        [
            ('"Dis bridge go last well well."', "Roe", "say", "instagram", None),
            ('"Make una waka softly,"', "she", "post", "instagram", None),
        ],
    ),
    (
        "Daraja la mji bado halijakamilika. “Hii ni aibu kubwa kwa mji wetu,” aliandika Juma Kito kwenye Instastories zake.",
        [("“Hii ni aibu kubwa kwa mji wetu,”", "Juma Kito", "aliandika", "instagram", None)],
    ),
    (
        "Juma Kito ameweka picha ya daraja katika mtandao wa Instagram na wakazi wanaipenda sana.\n\nKito amekerwa na maneno ya watu na kuyaandika haya:\n“Hii ni aibu kubwa kwa mji wetu, na mimi nimechoka.”",
        [("“Hii ni aibu kubwa kwa mji wetu, na mimi nimechoka.”", None, "kuyaandika", "instagram", None)],
    ),
    # a line above without a colon, and a quote without a full stop
    (
        "Juma Kito ameandika hivi katika Twitter account yake\n\n“Daraja la mji wetu limekuwa kama ndoto ya miaka mitatu kwa wakazi wote”\n\nDaraja litafunguliwa kesho.",
        [
            (
                "“Daraja la mji wetu limekuwa kama ndoto ya miaka mitatu kwa wakazi wote”",
                "Juma Kito",
                "ameandika",
                "twitter",
                None,
            )
        ],
    ),
    # "on" in one word with the name of the platform; and words that are only about it
    (
        "Bangaphi abathanda ibhulorho entsha yedolophu. Omnye kuTwitter uthe: “Ndiyayithanda le bhulorho ngentliziyo yam yonke.” USodolophu uthi akavumi. “Ayikho semthethweni lo nto, kwaye iza kuwa,” utshilo uKito.",
        [("“Ndiyayithanda le bhulorho ngentliziyo yam yonke.”", "Omnye", "uthe", "twitter", None)],
    ),
    ("Usodolophu uthe akekho ku-twitter. “Lo muntu ozenza mina ufake isithombe sami sebhuloho,” kusho uKito.", []),
    (
        "Muimbi Moyo akanyora paFacebook achiti: “Bhiriji redu rakavharwa uye tatsamwa zvikuru nhasi.”",
        [("“Bhiriji redu rakavharwa uye tatsamwa zvikuru nhasi.”", "Muimbi Moyo", "akanyora", "facebook", None)],
    ),
    (
        'Lami Zaki ta yi raddi a shafinta na Instagram kan gadar garin.\nGa abin da ta ce a shafin nata:\n"Na jira wannan gada shekara uku kuma ba a gama ba."',
        [('"Na jira wannan gada shekara uku kuma ba a gama ba."', None, "ta ce", "instagram", None)],
    ),
    # what is said in a writing, where a platform is the scene; a writing of the police is none
    (
        "Duqa magaalada ayaa qoraal soo dhigay barta X ee biriishka magaalada.\n\n“Waa ceeb weyn in biriishku weli xiran yahay,” ayuu qoraalkii ku yiri duqu.",
        [("“Waa ceeb weyn in biriishku weli xiran yahay,”", None, "qoraalkii ku yiri", "twitter", None)],
    ),
    (
        "Muuqaal ka mid ah biriishka ayaa lagu faafiyay TikTok. “Ciidanka booliska ayaa xiray biriishka magaalada,” ayaa lagu yiri qoraal ka soo baxay taliska booliska.",
        [],
    ),
    (
        "Umuhanzi Mugabo yanditse kuri X ko ikiraro gifunze. Mu butumwa yanyujije ku rubuga rwe rwa Twitter yagize ati: “Ikiraro cyacu kirafunze kandi turababaye cyane.”",
        [("“Ikiraro cyacu kirafunze kandi turababaye cyane.”", None, "yagize ati", "twitter", None)],
    ),
    (
        "Mugabo yavugiye mu kiganiro n’abanyamakuru ko atazajya kuri Twitter. Yagize ati: “Ikiraro cyacu kirafunze kandi turababaye cyane.”",
        [],
    ),
    (
        "Omuyimbi Kato yawandiise ku mukutu gwe ogwa Facebook nti: “Olutindo lwaffe luggaddwa era tunyiivu nnyo.”",
        [("“Olutindo lwaffe luggaddwa era tunyiivu nnyo.”", "Omuyimbi Kato", "yawandiise", "facebook", None)],
    ),
    (
        "پل ابھی تک تیار نہیں ہے۔ میئر نے ٹویٹ میں کہا کہ ’پل بہار تک تیار ہو جائے گا۔‘ ایک صارف نے جواب دیا کہ ’ہم تین سال سے انتظار کر رہے ہیں‘۔",
        [
            ("’پل بہار تک تیار ہو جائے گا۔‘", None, "کہا", "twitter", None),
            ("’ہم تین سال سے انتظار کر رہے ہیں‘", "ایک صارف", "جواب دیا", "twitter", None),
        ],
    ),
    # X behind a word for its kind, and before its user
    (
        "Łodzie stoją. „Dwie godziny w deszczu i ani słowa” – napisała jedna z użytkowniczek platformy X.",
        [("„Dwie godziny w deszczu i ani słowa”", "jedna z użytkowniczek platformy", "napisała", "twitter", None)],
    ),
    (
        "Катери стоять. «Дві години під дощем і ні слова», — написала користувачка у соцмережі X.",
        [("«Дві години під дощем і ні слова»", "користувачка", "написала", "twitter", None)],
    ),
    (
        "Båtarna står still. ”Jag simmar hellre”, skrev kommunalrådet Ida Falk på plattformen X.",
        [("”Jag simmar hellre”", "Ida Falk", "skrev", "twitter", None)],
    ),
    # "en" is "a" before a person, "and" elsewhere
    (
        "Båtarna står still. ”Kan bli årets roddtävling”, skriver en användare på X.",
        [("”Kan bli årets roddtävling”", "en användare", "skriver", "twitter", None)],
    ),
    (
        "Bådene ligger stille. »To timer i regnen,« skriver en bruger på Facebook.",
        [("»To timer i regnen,«", "en bruger", "skriver", "facebook", None)],
    ),
    # X as it sounds, by the words around it
    (
        'أعلنت الشركة يوم الثلاثاء. وكتب أحد المستخدمين على منصة إكس: "ساعتان تحت المطر ولم يقل أحد شيئا".',
        [('"ساعتان تحت المطر ولم يقل أحد شيئا"', None, "وكتب", "twitter", None)],
    ),
    (
        'शाम की नावें बंद। एक यूजर ने एक्स पर लिखा, "दो घंटे बारिश में खड़े रहे, किसी ने कुछ नहीं कहा।" एक्सप्रेस चली।',
        [('"दो घंटे बारिश में खड़े रहे, किसी ने कुछ नहीं कहा।"', "एक यूजर", "लिखा", "twitter", None)],
    ),
    (
        "Vapurlar durdu. Bir X kullanıcısı, “Yağmurda iki saat bekledik, tek kelime yok” diye yazdı.",
        [("“Yağmurda iki saat bekledik, tek kelime yok”", None, None, "twitter", None)],
    ),
    (
        'Kapal malam dihentikan. "Dua jam di bawah hujan dan tidak ada kabar," tulis akun @ann_ex di X.',
        [('"Dua jam di bawah hujan dan tidak ada kabar,"', "@ann_ex", "tulis", "twitter", "ann_ex")],
    ),
    # an account without its sign; the message of a user in the perfect tense
    (
        'Mashabiki wametoa maoni yao chini ya picha ya daraja kwenye Instagram.\n\n"Naziona dalili zote za daraja jipya mjini", ameandika juma_kito86.',
        [('"Naziona dalili zote za daraja jipya mjini"', "juma_kito86", "ameandika", "instagram", None)],
    ),
    (
        "پل ابھی تک تیار نہیں ہے۔ میئر علی خان نے ٹوئٹر پر لکھا ہے کہ ’ہم تین سال سے انتظار کر رہے ہیں‘۔",
        [("’ہم تین سال سے انتظار کر رہے ہیں‘", None, "لکھا ہے", "twitter", None)],
    ),
    (
        "Mu butumwa yashyize ku rubuga rwe rwa Twitter, umuhanzi Mugabo yagaragaje ko ikiraro gifunze.\nAgira ati: “Ikiraro cyacu kirafunze kandi turababaye cyane.”",
        [("“Ikiraro cyacu kirafunze kandi turababaye cyane.”", None, "Agira ati", "twitter", None)],
    ),
]
