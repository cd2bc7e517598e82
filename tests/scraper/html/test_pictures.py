"""Pictures of posts by their descriptions: own figures in eleven languages, half of them traps."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import pytest

from scraper.extract import extract, to_json
from scraper.records import Document
from scraper.text.described_posts import described_post, signs_of_posts


class Shown(NamedTuple):
    """What a description states of a post."""

    platform: str
    handle: str | None = None
    name: str | None = None
    text: str | None = None
    day: str | None = None


#: Descriptions of pictures of posts, and what they state.
POSTS = {
    "Screenshot of a tweet by @ada_example that reads: “Rain again, and no boat”": Shown(
        "twitter", "ada_example", text="Rain again, and no boat"
    ),
    'A tweet from Ada Example (@ada_example), 3 May 2021: "We sail at nine."': Shown(
        "twitter", "ada_example", "Ada Example", "We sail at nine.", "2021-05-03"
    ),
    "Screenshot von X: Ada Example (@ada_example) schreibt: „Regen im Hafen“": Shown(
        "twitter", "ada_example", text="Regen im Hafen"
    ),
    "Screenshot from X. Ada Example (@ada_example). Rain again": Shown("twitter", "ada_example"),
    "Tweet by @harbour_news": Shown("twitter", "harbour_news"),
    "Screen grab of a now-deleted Facebook post by Port Authority reading “The pier is closed”": Shown(
        "facebook", None, "Port Authority", "The pier is closed"
    ),
    "Ada Example's tweet says 'No ferry today'": Shown("twitter", None, "Ada Example", "No ferry today"),
    "A post on X from @tide_watch dated 2024-02-01 which reads: High water at noon": Shown(
        "twitter", "tide_watch", text="High water at noon", day="2024-02-01"
    ),
    "Image of a tweet from @quay_side asking “Who took the anchor?”": Shown(
        "twitter", "quay_side", text="Who took the anchor?"
    ),
    "Screenshot of an Instagram story by @lia.bruni": Shown("instagram", "lia.bruni"),
    "screenshot of a skeet from @ada.example.net saying “Hello, sky”": Shown(
        "bluesky", "ada.example.net", text="Hello, sky"
    ),
    "Truth Social post by @CaptainGrey: “The lighthouse is ours”": Shown(
        "truthsocial", "CaptainGrey", text="The lighthouse is ours"
    ),
    "Screenshot eines Tweets von @hafen_kiel: „Die Fähre fällt aus“": Shown(
        "twitter", "hafen_kiel", text="Die Fähre fällt aus"
    ),
    "Ein Tweet von Mira Beispiel (@mirabsp) vom 4. März 2022, in dem es heißt: „Es reicht.“": Shown(
        "twitter", "mirabsp", "Mira Beispiel", "Es reicht.", "2022-03-04"
    ),
    "Screenshot des Facebook-Beitrags der Stadt: „Das Bad bleibt zu“": Shown("facebook", text="Das Bad bleibt zu"),
    "Tweet-Screenshot: „Wer hat den Kran bestellt?“": Shown("twitter", text="Wer hat den Kran bestellt?"),
    "Bildschirmfoto eines Beitrags von @mirabsp auf X mit dem Text „Ahoi“": Shown("twitter", "mirabsp", text="Ahoi"),
    "Capture d’écran d’un tweet de @port_info : « Le bac ne passera pas »": Shown(
        "twitter", "port_info", text="Le bac ne passera pas"
    ),
    "Capture d'écran d'une publication Facebook de Lise Exemple qui dit « Bravo la mer »": Shown(
        "facebook", None, "Lise Exemple", "Bravo la mer"
    ),
    "Un tweet de Lise Exemple (@lise_ex) du 2 juin 2023 : « On ferme. »": Shown(
        "twitter", "lise_ex", "Lise Exemple", "On ferme.", "2023-06-02"
    ),
    "Captura de pantalla de un tuit de @faro_sur: «Hoy no hay barcos»": Shown(
        "twitter", "faro_sur", text="Hoy no hay barcos"
    ),
    "Captura de la publicación de Ana Ejemplo en Facebook en la que se lee «Gracias, puerto»": Shown(
        "facebook", None, "Ana Ejemplo", "Gracias, puerto"
    ),
    "Tuit de Ana Ejemplo (@ana_ej) que dice: “Volvemos mañana”": Shown(
        "twitter", "ana_ej", "Ana Ejemplo", "Volvemos mañana"
    ),
    "Captura de tela de um tweet de @cais_norte que diz: “A balsa parou”": Shown(
        "twitter", "cais_norte", text="A balsa parou"
    ),
    "Print de uma publicação no Instagram de @lia.mar com a legenda “Enfim, sol”": Shown(
        "instagram", "lia.mar", text="Enfim, sol"
    ),
    "Schermata di un tweet di @molo_sud: «Il traghetto è fermo»": Shown(
        "twitter", "molo_sud", text="Il traghetto è fermo"
    ),
    "Screenshot del post su Facebook di Gino Esempio: «Chiuso per vento»": Shown(
        "facebook", None, "Gino Esempio", "Chiuso per vento"
    ),
    "Screenshot van een tweet van @kade_nieuws: ‘Geen boot vandaag’": Shown(
        "twitter", "kade_nieuws", text="Geen boot vandaag"
    ),
    "Schermafbeelding van een bericht op X van @kade_nieuws waarin staat: “Storm op komst”": Shown(
        "twitter", "kade_nieuws", text="Storm op komst"
    ),
    "Скриншот твита @prichal_news: «Паром отменён»": Shown("twitter", "prichal_news", text="Паром отменён"),
    "Скриншот публикации в Facebook, в котором говорится: «Причал закрыт»": Shown("facebook", text="Причал закрыт"),
    "Zrzut ekranu tweeta użytkownika @port_wiesci: „Prom nie płynie”": Shown(
        "twitter", "port_wiesci", text="Prom nie płynie"
    ),
    "Skärmdump av ett inlägg på Facebook från Lars Exempel: ”Färjan är inställd”": Shown(
        "facebook", None, "Lars Exempel", "Färjan är inställd"
    ),
    "@liman_haber tweetinin ekran görüntüsü: “Vapur yok”": Shown("twitter", "liman_haber", text="Vapur yok"),
    "لقطة شاشة لتغريدة من @marsa_news تقول: «لا عبّارة اليوم»": Shown("twitter", "marsa_news", text="لا عبّارة اليوم"),
    "لقطة شاشة لمنشور على فيسبوك: «الميناء مغلق»": Shown("facebook", text="الميناء مغلق"),
    "@minato_newsのツイートのスクリーンショット。「船は出ません」と書かれている": Shown(
        "twitter", "minato_news", text="船は出ません"
    ),
    "@gangkou 的推文截图：“今天没有船”": Shown("twitter", "gangkou", text="今天没有船"),
    "Tangkapan layar cuitan @dermaga_id: “Kapal tidak jalan”": Shown("twitter", "dermaga_id", text="Kapal tidak jalan"),
    "Screenshot of Lia Bruni’s Threads post, 7 July 2024: “I told you so.”": Shown(
        "threads", None, "Lia Bruni", "I told you so.", "2024-07-07"
    ),
    "A screenshot of a Reddit post titled “Who runs the ferry?”": Shown("reddit", text="Who runs the ferry?"),
    "Screenshot of the mayor's X post reading: Stay off the pier tonight.": Shown(
        "twitter", text="Stay off the pier tonight."
    ),
}

#: Pictures that show no post, or of which nothing is stated but the platform.
TRAPS = (
    "Ada Example at the pier. Photo: @ada_example via Twitter",
    "Photo posted on Instagram by @lia.bruni",
    "Lia Bruni in a picture she shared on Instagram",
    "A photo from a tweet by @harbour_news",
    "Tweet",
    "Tweet this",
    "X: Ada Example (@ada_example)",
    "Screenshot from Twitter, where Ada Example has an account",
    "Tweet about this on Twitter",
    "Tweet button",
    "Share this post on Facebook",
    "Tweets by @harbour_news",
    "Follow @harbour_news on X",
    "Twitter avatar for @ada_example",
    "@ada_example's profile picture on Twitter",
    "Twitter logo on a phone",
    "Ada Example reads the post office rules on Facebook's campus",
    "Facebook post of the week",
    "Instagram story: how to make your own",
    "How to write a tweet that people read",
    "Screenshot of the harbour's website",
    "Screenshot of a TikTok video by @lia.bruni",
    "Screenshot of @ada_example's Twitter profile",
    "The Post and Courier building (Facebook)",
    "Featured image for post: ferries of the north",
    "Image for post",
    "Ein Foto von Instagram, gepostet von @mirabsp",
    "Twittern",
    "Beitrag teilen auf Facebook",
    "Screenshot: So stellst du deinen Account auf privat",
    "Foto: Instagram/@mirabsp",
    "Photo publiée sur Instagram par @lise_ex",
    "Partager la publication sur Facebook",
    "Capture d’écran de la vidéo YouTube de Lise Exemple",
    "Foto publicada en Instagram por @ana_ej",
    "Ana Ejemplo lee un tuit en el estudio",
    "Compartir en Twitter",
    "Foto publicada no Instagram de @lia.mar",
    "Compartilhar publicação",
    "Foto dal profilo Instagram di @lia.esempio",
    "Foto via Twitter/@kade_nieuws",
    "Kim Voorbeeld bekijkt een tweet op haar telefoon",
    "Фото из Instagram @prichal_news",
    "Zdjęcie z Twittera @port_wiesci",
    "صورة من حساب @marsa_news على تويتر",
    "@minato_newsのツイートより写真",
)


def shown(words: str) -> Shown | None:
    found = described_post(words)
    if found is None or not found.is_stated:
        return None
    posted = found.posted.at[:10] if found.posted and found.posted.at else None
    return Shown(found.platform, found.handle, found.name, found.text, posted)


def test_reads_descriptions_in_many_languages_and_passes_traps() -> None:
    assert all(map(signs_of_posts, POSTS))
    right = [words for words, wanted in POSTS.items() if shown(words) == wanted]
    invented = [words for words in TRAPS if shown(words)]
    found = [words for words in POSTS if shown(words)]
    assert len(POSTS) + len(TRAPS) >= 80
    assert len(right) / len(POSTS) >= 0.85, [words for words in POSTS if words not in right]
    assert len(right) / (len(found) + len(invented)) >= 0.97, (invented, set(found) - set(right))


PROSE = "".join(
    f"<p>The ferry to the islands did not sail on day {n} of the storm, and the crew waited.</p>" for n in range(12)
)


def record(figure: str, prose: str = PROSE) -> Any:
    page = f"<html><head><title>No ferry</title></head><body><article><h1>No ferry</h1>{prose}{figure}{prose[:90]}</article></body></html>"
    return json.loads(to_json(extract(Document(source="a.html", content=page.encode()))))


IMAGE = "https://img.example/a.png"
FIGURES = {
    "description": (
        f'<figure><img src="{IMAGE}" alt="Tweet by @ada_example: “No #ferry today”"></figure>',
        ("twitter", None, "ada_example", "No #ferry today", "alt"),
    ),
    "caption": (
        f'<figure><img src="{IMAGE}"><figcaption>A tweet by @ada_example says “No ferry”.</figcaption></figure>',
        ("twitter", None, "ada_example", "No ferry", "printed"),
    ),
    "caption of WordPress": (
        f'<div class="wp-caption"><img src="{IMAGE}"><p class="wp-caption-text">Screenshot: X/@ada_example</p></div>',
        ("twitter", None, "ada_example", None, None),
    ),
    "words in one, account in the other": (
        f'<figure><img src="{IMAGE}" alt="Screenshot of a tweet: “No ferry”"><figcaption>X / @ada_example</figcaption></figure>',
        ("twitter", None, "ada_example", "No ferry", "alt"),
    ),
    "credit, with a file named for a tweet": (
        '<figure><img src="https://img.example/tweet-2.png"><figcaption>X / @ada_example</figcaption></figure>',
        ("twitter", None, "ada_example", None, None),
    ),
    "link to the post": (
        (
            f'<p><a href="https://x.com/ada_example/status/1223400000000000001"><img src="{IMAGE}" alt="Tweet by Ada Example:'
            ' “No ferry”"></a></p>'
        ),
        ("twitter", "1223400000000000001", "ada_example", "No ferry", "alt"),
    ),
    "link in the caption": (
        (
            f'<figure><img src="{IMAGE}" alt="Screenshot of a tweet that reads “No ferry”"><figcaption>See'
            ' <a href="https://x.com/ada_example/status/1223400000000000001">the original</a>.</figcaption></figure>'
        ),
        ("twitter", "1223400000000000001", "ada_example", "No ferry", "alt"),
    ),
}


@pytest.mark.parametrize("name", FIGURES)
def test_shows_a_post_in_a_picture_as_an_embed(name: str) -> None:
    figure, wanted = FIGURES[name]
    (embed,) = record(figure)["embeds"]
    post = embed["post"]
    assert (post["platform"], post["id"], post["author"]["handle"], post["text"], post.get("text_source")) == wanted
    assert embed["form"] == "picture"
    assert embed["start"] == embed["end"] > 0
    assert len(post["media"]) == (not post["text"])


def test_alludes_to_a_post_of_which_nothing_is_stated() -> None:
    found = record(f'<figure><img src="{IMAGE}" alt="Screenshot of a tweet about the ferry"></figure>')
    assert found["embeds"] == []
    (allusion,) = found["allusions"]
    assert (allusion["platform"], allusion["picture"]) == ("twitter", IMAGE)
    assert allusion["start"] == allusion["end"] > 0


@pytest.mark.parametrize(
    "figure",
    [
        f'<figure><img src="{IMAGE}" alt="A boat"><figcaption>A boat. X / @ada_example</figcaption></figure>',
        f'<figure><img src="{IMAGE}" alt="Ada"><figcaption>Instagram / @ada_example</figcaption></figure>',
        f'<figure><img src="{IMAGE}" alt="Ada"><figcaption>Screenshot: Instagram / @ada_example</figcaption></figure>',
        f'<aside class="related-posts"><h2>Related posts</h2><a href="/b"><img src="{IMAGE}" alt="Tweet by @ada_example"></a></aside>',
        f'<div class="comments"><img src="{IMAGE}" alt="Tweet by @ada_example: “No”"></div>',
        (
            '<blockquote class="twitter-tweet"><p>No ferry</p>— Ada (@ada_example) <a href="https://x.com/ada_example/status/'
            f'1223400000000000001">May 3, 2020</a><img src="{IMAGE}" alt="Tweet by @ada_example: “No ferry”"></blockquote>'
        ),
    ],
    ids=["photo", "photo on Instagram", "still of Instagram", "other story", "comment", "inside of an embed"],
)
def test_passes_pictures_that_are_no_posts_of_the_article(figure: str) -> None:
    assert [embed for embed in record(figure)["embeds"] if embed["form"] == "picture"] == []


def test_describes_the_same_post_once() -> None:
    quote = (
        '<blockquote class="twitter-tweet"><p>No ferry</p>— Ada (@ada_example) <a href="https://x.com/ada_example/status/'
        '1223400000000000001">May 3, 2020</a></blockquote>'
    )
    figure = f'<figure><img src="{IMAGE}" alt="Tweet by @ada_example: “No ferry”"></figure>'
    assert [embed["form"] for embed in record(quote + figure)["embeds"]] == ["blockquote"]
