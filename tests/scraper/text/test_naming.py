"""Speakers: the person whom a pronoun, a noun or nothing beside a quote stands for, by the name the text uses."""

from __future__ import annotations

import math
from types import SimpleNamespace

import pytest
from convincing import convincing_quotes
from hypothesis import given
from hypothesis import strategies as st

from scraper.text.quotes import find_quotes
from scraper.text.quotes.people import People, is_circumstance, names_in, printed_of
from scraper.text.quotes.prose import Clause, Prose
from scraper.text.quotes.speakers import fitted_model, probabilities
from scraper.text.quotes.words.lexicons import lexicon

# language, text, then for each quote the speaker and the printed words
NAMED = [
    (
        "nobody, where a comment reads",
        "en",
        "“I row there,” one user wrote on Reddit. “Swans are lovely,” reads a comment with many likes.",
        [("one user", "one user"), (None, None)],
    ),
    (
        "nobody, as many comments are quoted",
        "pt",
        "A cantora Elodia escreveu no Instagram: “Chega, gente, chega.”\n\n“Vida longa à rainha”, “Ela tem razão”, “Que arrogância”, foram alguns dos comentários.",
        [("A cantora Elodia", "A cantora Elodia"), (None, None), (None, None), (None, None)],
    ),
    (
        "no noun, where nouns have capitals",
        "de",
        "Elodie wehrt sich gegen Kritik. Nach langer Kritik machte Elodie auf Instagram ihrem Ärger Luft. „Jetzt reicht’s, wirklich“, schrieb sie.",
        [("Elodie", "sie")],
    ),
    (
        "whose words a heading repeats",
        "de",
        "Trauer um Jo Marell: „Du warst mein Lehrer“\n\nDer Sänger Jo Marell ist tot. „Du warst mein Lehrer“, schreibt Mira Solen auf Instagram.",
        [("Mira Solen", None), ("Mira Solen", "Mira Solen")],
    ),
    (
        "who shares what has a caption",
        "en",
        "Odo Marl is on X. The club’s official account responded with a picture and the caption “Trust the swans”.",
        [("The club’s official account", "The club’s official account")],
    ),
    (
        "nobody, where a comment may be anybody's",
        "de",
        "Sängerin Mira Solen meldete sich bei Instagram: „Ich bin so traurig.“ „Wir warten auf dich“, heißt es in einem Kommentar.",
        [("Sängerin Mira Solen", "Sängerin Mira Solen"), (None, None)],
    ),
    (
        "he, named above",
        "en",
        "Odo Marl has closed the swan house.\n\n“The swans are fine,” he tweeted.",
        [("Odo Marl", "he")],
    ),
    (
        "she, a man named nearer",
        "en",
        "Ada Example took to Instagram on Monday after a row with Odo Marl.\n\n“I fed the swans,” she wrote.",
        [("Ada Example", "she")],
    ),
    (
        "the fullest name",
        "en",
        "Ada Example runs the harbour. Example took to Twitter.\n\n“The gulls are back,” she wrote.",
        [("Ada Example", "she")],
    ),
    (
        "the fullest name, which comes late",
        "en",
        f"{'They met Example at the pier. ' * 14}Ada Example took to Twitter.\n\n“The gulls are back,” she wrote.",
        [("Ada Example", "she")],
    ),
    (
        "the same speaker goes on",
        "en",
        "Odo Marl took to Twitter. “The swans are fine,” he tweeted. “They will be back in May.”",
        [("Odo Marl", "he"), ("Odo Marl", "he")],
    ),
    (
        "a list of names with their places, without stops between",
        "pt",
        (
            "Ada Roe, deputada (PX-RS), no Twitter: “Os cisnes voltaram ao lago” "
            "Odo Vargas, deputado (PX-RS), no Twitter: “Assim que a ponte abriu, ficou claro tudo”."
        ),
        [("Ada Roe", "Ada Roe"), ("Odo Vargas", "Odo Vargas")],
    ),
    (
        "ieri mattina",
        "it",
        "«I cigni sono tornati tutti», ha scritto ieri mattina Ada Cigno, custode, sulla sua pagina Facebook.",
        [("Ada Cigno", "Ada Cigno")],
    ),
    (
        "sie",
        "de",
        (
            "Ada Schwan hat das Haus am See verkauft. Auf Twitter meldete sich Schwan am Abend.\n\n"
            "„Es war ein schönes Jahr“, schrieb sie auf Twitter."
        ),
        [("Ada Schwan", "sie")],
    ),
    (
        "il",
        "fr",
        (
            "Odon Cygne a quitté le port. Le maire Odon Cygne a réagi sur Twitter.\n\n"
            "« Le lac est à tous », a-t-il écrit sur Twitter."
        ),
        [("Odon Cygne", "il")],
    ),
    (
        "nobody printed, in Spanish",
        "es",
        "Rosa Cisne publicó una foto del lago en su cuenta de Instagram.\n\n“Qué bonito día”, escribió en Instagram.",
        [("Rosa Cisne", None)],
    ),
    (
        "nobody printed, in Italian",
        "it",
        "Rosa Cigni ha pubblicato una foto del lago su Instagram.\n\n«Che bella giornata», ha scritto su Instagram.",
        [("Rosa Cigni", None)],
    ),
    (
        "ela",
        "pt",
        "Rosa Cisne publicou uma foto do lago no Instagram.\n\n“Que dia lindo”, escreveu ela no Instagram.",
        [("Rosa Cisne", "ela")],
    ),
    (
        "e, in Pidgin",
        "pcm",
        "Odo Marl don close im swan house. Di singer Odo Marl tweet say im dey happy.\n\n“Di swan dem dey fine”, e tweet.",
        [("Odo Marl", "e")],
    ),
    (
        "a name is left as it is printed",
        "en",
        "Odo Marl was there. “The swans are fine,” Ada Example tweeted.",
        [("Ada Example", "Ada Example")],
    ),
    (
        "somebody without a name is left",
        "en",
        "Odo Marl took to Twitter. “The swans are fine,” one fan tweeted.",
        [("one fan", "one fan")],
    ),
    (
        "somebody without a name goes on",
        "en",
        "“The swans are fine,” one fan tweeted. “They are loud,” and “they are ours”.",
        [("one fan", "one fan")] * 3,
    ),
    (
        "who goes on is named, where a noun is printed",
        "de",
        (
            "Ada Schwan ist froh. „Es war ein schönes Jahr“, schrieb die Wärterin auf Twitter. "
            "„Und das nächste wird auch schön.“"
        ),
        [("Ada Schwan", "die Wärterin")] * 2,
    ),
    (
        "who is spoken of in the quote has not said it",
        "en",
        "Ada Example met Odo Marl on Monday. She later took to Twitter: “Odo Marl has fed the swans.”",
        [("Ada Example", "She")],
    ),
    (
        "a name in apposition to a noun",
        "en",
        "Odo Marl was there. “The swans are fine,” wrote the warden of the lake, Ada Example, on Twitter.",
        [("Ada Example", "the warden of the lake")],
    ),
    (
        "a name in apposition to somebody",
        "fr",
        "Odon Marl était là. Un autre internaute, Luc Cygne, écrit sur Twitter : « Les cygnes vont bien. »",
        [("Luc Cygne", "Un autre internaute")],
    ),
    (
        "a name behind a comma that opens another clause",
        "en",
        "“The swans are fine,” wrote one fan, Odo Marl said on Monday. She wrote it on Twitter.",
        [("one fan", "one fan")],
    ),
    (
        "nobody is named",
        "en",
        "The swans came back on Monday.\n\n“I fed the swans,” she wrote on Instagram.",
        [("she", "she")],
    ),
]


@pytest.mark.parametrize(("language", "text", "expected"), [pytest.param(*case[1:], id=case[0]) for case in NAMED])
def test_the_speaker_is_named(language, text, expected):
    assert [(q.speaker, q.speaker_as_written) for q in convincing_quotes(text, language)] == expected


# Languages without a word file, in which only Ada Roe is named elsewhere: text, speaker and printed words.
UNREAD = [
    ("nl", 'Ada Roe opende haar show niet in het dorp.\n\n"Een schande", schreef een bezoekster op Facebook.', "een bezoekster"),
    ("nl", 'Ada Roe opende haar show niet in het dorp.\n\nOp Facebook schreef een bezoekster: "Een schande".', None),
    ("nl", 'Ada Roe opende haar show niet in het dorp.\n\n"Een schande", schreef een bezoekster van Ada Roe op Facebook.', "een bezoekster van Ada Roe"),
    ("nl", 'Ada Roe opende haar show niet in het dorp.\n\n"Een schande", schreef iemand uit Breda op Facebook.', None),
    ("sv", 'Ada Roe öppnade inte sin show på tisdagen och det är en show.\n\n"En skandal", skrev en besökare på Facebook.', None),
    ("sv", 'Ada Roe öppnade inte sin show på tisdagen och det är en show.\n\n"En skandal", skrev en kvinna från Lund på Facebook.', "en kvinna från Lund"),
    ("sv", 'Ada Roe öppnade inte sin show på tisdagen och det är en show.\n\n"En skandal", skrev en vän till Ada Roe på Facebook.', None),
    ("da", 'Ada Roe åbnede ikke sit nye show og det er et show.\n\n"En skandale", skrev en gæst på Facebook.', None),
    ("pl", 'Ada Roe nie otworzyła się w teatrze i jest na scenie.\n\n"Wstyd", napisała jedna z widzek na Facebooku.', "jedna z widzek"),
    ("fi", 'Ada Roe oli tiistaina lavalla ja hän on täällä.\n\n"Häpeä", kirjoitti eräs kävijä Facebookissa.', None),
    ("hu", 'Ada Roe nem nyitott meg egy show-t és volt az.\n\n"Szégyen", írta egy látogató a Facebookon.', "egy látogató"),
    ("tr", "Ada Roe bir gösteri açtı ve çok iyi oldu bu.\n\n\"Utanç verici\", diye yazdı bir ziyaretçi Facebook'ta.", "bir ziyaretçi"),
    ("id", 'Ada Roe tidak membuka pertunjukan itu pada hari ini.\n\n"Memalukan," tulis seorang pengunjung di Facebook.', "seorang pengunjung"),
    ("sw", 'Ada Roe alifungua onyesho katika ukumbi wa mji.\n\nMgeni mmoja aliandika kwenye Facebook: "Aibu kubwa sana."', None),
    ("ru", "Ada Roe открыла шоу.\n\n«Позор», — написала одна посетительница в Facebook.", None),
    ("el", "Η Ada Roe άνοιξε.\n\n«Ντροπή», έγραψε μια επισκέπτρια στο Facebook.", None),
    ("hi", 'Ada Roe ने शो खोला। एक महिला ने फेसबुक पर लिखा, "शर्म की बात है।"', "एक महिला"),
    ("nl", 'Ada Roe opende haar show niet in het dorp.\n\n"Een feest", schreef ze op Facebook.', "ze"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("language", "text", "speaker"), [pytest.param(*case, id=f"{case[0]} {case[1][-60:]}") for case in UNREAD]
)
def test_no_name_is_chosen_where_the_words_for_the_speaker_are_not_understood(language, text, speaker):
    assert [(q.speaker, q.speaker_confidence) for q in find_quotes(text, language)] == [(speaker, None)]


def test_no_name_is_chosen_in_a_language_that_is_read_with_the_words_of_another():
    text = "Ada Roe va obrir el seu espectacle. “Una vergonya”, va escriure una visitant a Facebook."
    assert "Ada Roe" not in [quote.speaker for quote in find_quotes(text, "ca", min_confidence=0)]


@pytest.mark.parametrize(
    ("text", "is_chosen"),
    [
        pytest.param("Odo Marl is here. “Fine swans,” he tweeted.", True, id="a pronoun"),
        pytest.param("Odo Marl was there. “Fine swans,” wrote the warden, Ada Roe, on Twitter.", True, id="apposition"),
        pytest.param("Odo Marl is here. “Fine swans,” Ada Roe tweeted.", False, id="a name"),
        pytest.param("Odo Marl is here. “Fine swans,” one fan tweeted.", False, id="somebody"),
        pytest.param("The swans are here. “Fine swans,” she tweeted.", False, id="nobody to choose"),
    ],
)
def test_only_a_chosen_name_has_a_confidence(text, is_chosen):
    (quote,) = convincing_quotes(text, "en")
    assert (quote.speaker_confidence is not None) is is_chosen
    assert not is_chosen or fitted_model().threshold <= quote.speaker_confidence <= 1


PRINTED = [
    ("nothing", None, "en", "nothing"),
    ("a pronoun", "She", "en", "pronoun"),
    ("a name", "Odo Marl", "en", "name"),
    ("one word of a name", "Marl", "en", "name"),
    ("a name behind a noun", "el alcalde Odo Marl", "es", "name"),
    ("a noun behind an elided article", "l’experte", "fr", "noun"),
    ("an account", "joroe_86", "en", "handle"),
    ("anybody", "one fan", "en", "anybody"),
    ("a post", "one tweet", "en", "post"),
    ("a noun", "the singer", "en", "noun"),
    ("a noun with a capital", "der Musiker", "de", "noun"),
    ("a noun with a name behind", "el portavoz de Marl", "es", "noun"),
    ("no phrase", "Interestingly", "en", "odd capital"),
    ("a noun with its owner", "Marl’s manager", "en", "noun"),
]


@pytest.mark.parametrize(("words", "language", "kind"), [pytest.param(*case[1:], id=case[0]) for case in PRINTED])
def test_what_is_printed_is_sorted(words, language, kind):
    people = People(Prose("There Odo Marl sat. “Yes.”", lexicon(language), []), 25)
    said = Clause("", 26).says("behind", "say")
    assert printed_of(SimpleNamespace(speaker=words, handle=None, said=said), people).kind == kind


@pytest.mark.parametrize(
    ("words", "language", "opens", "is_so"),
    [
        pytest.param("Friday’s host Odo Marl", "en", True, False, id="a name with a day"),
        pytest.param("Sabato sera", "it", True, True, id="a part of a day"),
        pytest.param("später", "de", False, True, id="an adverb"),
        pytest.param("Später", "de", True, True, id="an adverb that opens a sentence"),
        pytest.param("Weil", "de", False, False, id="a name that is a word"),
        pytest.param("Ada May", "en", True, False, id="a name"),
        pytest.param("a fan", "en", False, False, id="somebody"),
    ],
)
def test_times_and_adverbs_are_no_speakers(words, language, opens, is_so):
    assert is_circumstance(words, lexicon(language), opens=opens) is is_so


def people_of(text, language="en"):
    people = People(Prose(text, lexicon(language), []), len(text))
    persons = {mention.person.number: mention.person for mention in people.mentions}
    return [sorted(person.forms) for person in persons.values()]


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        pytest.param("Ada Example met Odo. Example left.", "en", [["Ada Example", "Example"], ["Odo"]], id="surname"),
        pytest.param("We saw Mr Marl, with Odo Marl.", "en", [["Mr Marl", "Odo Marl"]], id="title"),
        pytest.param("We saw Ada Marl and Odo Marl.", "en", [["Ada Marl"], ["Odo Marl"]], id="two of one family"),
        pytest.param("But on Monday in May we met on Twitter.", "en", [], id="days, months, platforms"),
        pytest.param("Et que L’ancien maire Odon Cygne dort.", "fr", [["Odon Cygne"]], id="an elided article"),
        pytest.param("Dort saß Pianistin Ada Schwan.", "de", [["Ada Schwan"]], id="a noun before a name"),
        pytest.param("Odo sat. He said “Ada Example”.", "en", [["Odo"]], id="not in quoted words"),
        pytest.param("Swan House Closes After Row\n\nWe saw that Odo Marl sat.", "en", [["Odo Marl"]], id="a heading"),
    ],
)
def test_names_of_one_person_stand_together(text, language, expected):
    assert people_of(text, language) == expected


@given(st.text("AaÉ .'’-@_1\n“”", max_size=60))
def test_names_stand_in_the_text_in_order(text):
    found = names_in(text)
    assert found == sorted(found)
    assert all(text[start:end] == words for start, end, words in found)


@given(st.text("AdaOo .“”he wrote@:\n", max_size=80))
def test_what_is_named_is_printed(text):
    for quote in convincing_quotes(f"{text} “Yes.” He tweeted. Twitter", "en"):
        assert quote.speaker is None or quote.speaker in f"{text} “Yes.” He tweeted. Twitter"


def test_probabilities_sum_to_one_and_unknown_features_count_nothing():
    found = probabilities([{"in the paragraph": 1.0}, {"unheard of": 5.0}, {}], fitted_model().weights)
    assert math.isclose(sum(found), 1.0)
    assert found[1] == found[2]


def test_the_weights_name_where_they_come_from():
    assert 0 < fitted_model().threshold < 1
    assert fitted_model().weights["speaker of the last reaction"] > 0
