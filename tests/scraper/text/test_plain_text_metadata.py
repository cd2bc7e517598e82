"""The metadata of a plain text article."""

from __future__ import annotations

import pytest
from growth import MOST, growth, repeated
from hypothesis import given
from hypothesis import strategies as st

from scraper.records import Document, Moment
from scraper.text.language import detect_language
from scraper.text.plain_text_metadata import read_text_metadata

BODY = (
    "Fans of the singer were quick to answer on Monday night, and most of them were not amused by what they had read."
)


def article(text, **fields):
    return read_text_metadata(text, Document(source="a.txt", content=b"", **fields))


def test_date_token_is_the_publication_date():
    found = article(f" date 2020-02-03 HARBOUR • {BODY}\n\nMore.")
    assert found.published == Moment(at="2020-02-03", precision="day", source="printed", as_written="date 2020-02-03")
    assert found.title is None


@pytest.mark.parametrize(
    "text",
    [
        f"date 2020-02-30 {BODY}",
        f"date 2020-02-031 {BODY}",
        f"The date 2020-02-03 {BODY}",
        f"update 2020-02-03 {BODY}",
        BODY,
        "",
    ],
)
def test_no_date_token(text):
    assert article(text).published is None


TITLES = [
    (f"Fans answer the singer\n\n{BODY}", "Fans answer the singer"),
    (f"'We saw it all': Fans answer the singer\r\n\r\n{BODY}", "'We saw it all': Fans answer the singer"),
    (f"\ufeff\n  Is this the end?  \n{BODY}", "Is this the end?"),
    (f"# Fans answer the singer\n\n{BODY}", "Fans answer the singer"),
    (f"date 2020-02-03\nFans answer the singer\n\n{BODY}", "Fans answer the singer"),
    (f"歌手にファンが答える\n\n{BODY}", "歌手にファンが答える"),
    (f"{BODY}\n\nMore of it.", None),
    (f"Fans answer the singer.\n\n{BODY}", None),
    ("“It is over,” she said.”\n\nMore.", None),
    ("Fans answer the singer", None),
    ("Fans answer the singer\n\n  \n", None),
    ("Fans of the singer were quick to answer\non Monday night, and most were not amused", None),
    ("Fans of the singer were quick to answer\nOn Monday night most were not amused", None),
    (f"— A Name (@handle) March 3, 2016\n\n{BODY}", None),
    (f"A Name (@handle) March 3, 2016\n\n{BODY}", None),
    (f"https://the-post.example/story here\n\n{BODY}", None),
    (f"The singer on stage (Photo Credit: Agency)\n\n{BODY}", None),
    (f"Posted by Jo Doe on 3 March 2016\n\n{BODY}", None),
    (f"March 3, 2016\n\n{BODY}", None),
    (f"Harbour\n\n{BODY}", None),
    (f"{'Fans answer ' * 30}\n\n{BODY}", None),
]


@pytest.mark.parametrize(("text", "title"), TITLES)
def test_title(text, title):
    assert article(text).title == title


LANGUAGES = {
    "English": (BODY, "en"),
    "German": (
        "Die Fans der Sängerin haben am Montagabend schnell geantwortet, und die meisten waren gar nicht begeistert.",
        "de",
    ),
    "German in one short sentence": ("Die Fans sind sauer auf den Sänger und schreiben das auch.", "de"),
    "German with posts in Cyrillic": (
        "Die Fans der Sängerin haben am Montagabend schnell geantwortet, und die meisten waren gar nicht begeistert. "
        "Das schrieben sie ihr auch.\n\n" + 9 * "Мы очень ждали этот концерт, и теперь нам всем очень грустно. ",
        "de",
    ),
    "French": (
        "Les fans de la chanteuse ont répondu très vite lundi soir, et la plupart n'étaient pas du tout contents.",
        "fr",
    ),
    "Russian": (
        "Поклонники певицы быстро ответили в понедельник вечером, и большинство из них были совсем не рады этому.",
        "ru",
    ),
    "Spanish close to Portuguese": (
        "La cantante no contesta a los fans. «Es una pena que no venga», dice una fan en el puerto.",
        "es",
    ),
    "Swedish in a sentence": ("Det var en kväll som jag inte glömmer, och alla sjöng med på bryggan.", "sv"),
    "Norwegian, not Danish": (
        "Kommunen vil ikke si noe om hva som skjer nå, sier hun etter møtet. Det ble mye bråk av det.",
        "no",
    ),
    "Danish, not Norwegian": (
        "Kommunen vil ikke sige noget om, hvad der sker nu, siger hun efter mødet. Det blev der meget støj af.",
        "da",
    ),
    "Hausa": (
        "Gwamnatin jihar ta ce za ta gina sabbin hanyoyi a shekara mai zuwa. Gwamnan ya bayyana haka ne a ranar Talata.",
        "ha",
    ),
    "Yoruba": (
        "Ìjọba ìpínlẹ̀ náà sọ pé òun yóò kọ́ àwọn ọ̀nà tuntun ní ọjọ́ Ìṣẹ́gun lẹ́yìn ìpàdé, ó sì ṣe é ní ọ̀ṣẹ̀ yìí.",
        "yo",
    ),
    "Amharic": ("ከንቲባዋ ማክሰኞ ዕለት አዲስ መንገድ እንደሚሠራ ተናግረዋል።", "am"),
    "Tigrinya": ("ከንቲባ ናይ ከተማ ሓድሽ መንገዲ ኣብ ዝመጽእ ዓመት ከም ዝስራሕ ተዛሪቡ።", "ti"),
    "Japanese": ("市長は火曜日、新しい自転車道を作ると話した。", "ja"),
    "too little": ("Fans answered.", None),
    "no letters": ("12:30 – 14:00", None),
    "nothing": ("", None),
}


@pytest.mark.parametrize(("text", "language"), LANGUAGES.values(), ids=LANGUAGES)
def test_language(text, language):
    assert detect_language(text) == language


def test_url_is_the_canonical_one():
    found = article(BODY, url="https://www.The-Post.example/story?utm_source=x#top")
    assert found.url == "https://www.the-post.example/story"
    assert found.outlet == "the-post.example"


@given(st.text())
def test_any_text_has_an_article(text):
    found = article(text)
    assert found.title is None or found.title in text


@pytest.mark.growth
@pytest.mark.parametrize("unit", ["date 2020-02-02 ", "A B ", "(photo ", "# ", "\n", " ", "\ufeff", "2020 ", "“"])
def test_linear_on_hostile_text(unit):
    assert growth(article, repeated(unit), 100_000, 1_000_000) <= MOST
