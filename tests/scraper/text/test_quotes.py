"""Quoted reactions, language by language: who spoke, with which verb, on which platform; and what is none."""

from __future__ import annotations

import pytest
from convincing import convincing_quotes
from depth import examples
from growth import MOST, growth, repeated
from hypothesis import example, given
from hypothesis import strategies as st

from scraper.text.quotes import find_quotes
from scraper.text.quotes.evidence import WEIGHTS
from scraper.text.quotes.finder import weighed
from scraper.text.quotes.prose import blocks_of, find_spans
from scraper.text.quotes.reaction import ENOUGH
from scraper.text.quotes.words.languages import guess, is_whole, languages
from scraper.text.quotes.words.lexicons import lexicon

from .reactions import english, french, german, italian, others, portuguese, spanish
from .reactions.none import NONE
from .reactions.numbers import PLACES
from .reactions.speakers import PHRASES, SPEAKERS

CASES = [
    (language, text, expected)
    for language, table in (
        ("en", english.CASES),
        ("es", spanish.CASES),
        ("fr", french.CASES),
        ("de", german.CASES),
        ("pt", portuguese.CASES),
        ("it", italian.CASES),
        (None, others.CASES),
    )
    for text, expected in table
]


def found(text, language, taken=()):
    return [
        (q.text, q.speaker_as_written, q.verb, q.platform, q.handle) for q in convincing_quotes(text, language, taken)
    ]


@pytest.mark.parametrize(("language", "text", "expected"), CASES)
def test_reactions(language, text, expected):
    assert found(text, language) == expected


@pytest.mark.parametrize(("language", "text", "number"), PLACES)
def test_so_many_reactions_are_found(language, text, number):
    found = convincing_quotes(text, language) if number else find_quotes(text, language)
    assert len(found) == number


@pytest.mark.parametrize(("text", "speaker"), SPEAKERS)
def test_the_subject_speaks(text, speaker):
    assert [q.speaker_as_written for q in convincing_quotes(text, "en")] == [speaker]


def test_a_verb_that_is_not_known_has_its_own_subject():
    text = "„Das kann mein Sohn besser“, kommentiert Tom Reeder auf Facebook. „Schön!“, hält Carla Odem dagegen."
    assert [quote.speaker for quote in find_quotes(text, "de")] == ["Tom Reeder", "Carla Odem"]


@pytest.mark.parametrize(("language", "text"), NONE)
def test_words_spoken_elsewhere_and_titles_are_no_reactions(language, text):
    assert find_quotes(text, language) == []


@pytest.mark.xfail(strict=True, reason="the weights cannot tell a term, or others' word, from the speaker's")
@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("es", "La actriz expresó en Instagram que tiene muchos “likes”."),
        ("fr", 'Elle a repris sur Twitter un sondage dont les auteurs estiment que le cygne est un "handicap".'),
    ],
)
def test_a_word_that_is_not_the_speakers_is_no_reaction(language, text):
    assert find_quotes(text, language) == []


@pytest.mark.parametrize("hint", [None, "en", "de", "xx", "ES-mx"])
def test_the_language_is_only_a_hint(hint):
    text = "«El puente aguanta y no se va a caer en los años que vienen», escribió un usuario en Twitter."
    assert [(q.speaker_as_written, q.verb) for q in convincing_quotes(text, hint)] == [("un usuario", "escribió")]


def test_english_verbs_are_read_in_every_language():
    text = "Die Stadt war voll. „The swans are back“, tweeted Odo Marl, und die Leute lachten über ihn."
    assert [q.speaker_as_written for q in convincing_quotes(text, "de")] == ["Odo Marl"]


def test_posts_are_never_quotes_and_end_the_paragraph():
    text = (
        'Look: "Swans rule," one user tweeted. "Good night," she tweeted. — Ida (@ida) May 2, 2019 "Bye," a fan wrote.'
    )
    post = (text.index('"Good'), text.index(' "Bye'))
    assert [q.text for q in convincing_quotes(text, "en", [post])] == ['"Swans rule,"', '"Bye,"']


def test_no_quote_runs_on_behind_a_post():
    text = "“So it is\n\n— Ida Orm\n\nand more” she tweeted."
    post = text.index("—"), text.index("Orm") + 3
    assert [q.end <= post[0] or q.start >= post[1] for q in convincing_quotes(text, "en", [post])] in ([], [True])


def test_the_same_words_shown_as_a_post_are_evidence():
    quote = "“The swans have eaten my sandwich again,” Odo Marl said."
    post = "The swans have eaten my sandwich again — Odo (@odomarl) May 2, 2019"
    text = f"{quote}\n\n{post}"
    assert found(quote, "en") == []
    assert [q.speaker_as_written for q in convincing_quotes(text, "en", [(len(quote) + 2, len(text))])] == ["Odo Marl"]


def test_somebody_who_spoke_elsewhere_ends_the_context():
    text = (
        "“Swans out!” Ida Orm tweeted.\n\n“We disagree,” harbour master Jon Alm told the Courier.\n\n"
        "“They are lovely,” Alm added."
    )
    assert [q.speaker_as_written for q in convincing_quotes(text, "en")] == ["Ida Orm"]


def test_the_sum_of_the_evidence_decides_and_is_documented():
    import scraper.text.quotes

    text = "“I always knew it was the goose,” a fan wrote."
    (kept,) = weighed(text, lexicon("en"), (), [])[0].values()
    assert kept.evidence == ("verb of writing", "speaker is anybody")
    assert sum(WEIGHTS[name] for name in kept.evidence) == ENOUGH
    assert f"must reach {ENOUGH}" in (scraper.text.quotes.__doc__ or "")


MARKS = [
    ("pairs of single marks", "He tweeted: ‘’So be it.’’ Then he left.", ["‘’So be it.’’"]),
    ("straight", 'He said "yes" and "no".', ['"yes"', '"no"']),
    ("an apostrophe that opens", "One wrote: ’10 swans! That’s a lot!’\n\nHe left.", ["’10 swans! That’s a lot!’"]),
    ("curly with singles inside", "She: “I said ‘no’ to it,” and left.", ["“I said ‘no’ to it,”"]),
    ("nested of one kind", "“She called it “odd” twice.”", ["“She called it “odd” twice.”"]),
    ("german", "„Ja“, sagte er. ‚Nein‘", ["„Ja“"]),
    ("german, turned", "»Ja«, sagte er. »Nein«", ["»Ja«", "»Nein«"]),
    ("french with spaces", "Il dit : «\u202fOui\u202f».", ["«\u202fOui\u202f»"]),
    ("swiss", "Er sagt: «Ja».", ["«Ja»"]),
    ("closed with the wrong curl", "“Ja“, sagte er.", ["“Ja“"]),
    ("straight closed by a curl", 'She: "yes” again.', ['"yes”']),
    ("curl closed by a straight one", '“Yes," she said. “No."', ['“Yes,"', '“No."']),
    ("straight ones inside curls", '“I said "so" to 6\'2" of him,” he said.', ['“I said "so" to 6\'2" of him,”']),
    ("typewriter", "He: ''yes''.", ["''yes''"]),
    ("doubled by mistake", 'He: ""Uh-oh!" again', ['""Uh-oh!"']),
    ("inches and apostrophes", "He's 6'2\" tall, the players' best.", []),
    ("single as style", "‘It’s the fans’ goose,’ he said.", ["‘It’s the fans’ goose,’"]),
    ("turned, as in urdu", "اس نے کہا ’ہاں‘ اور ’نہیں‘۔", ["’ہاں‘", "’نہیں‘"]),
    ("turned, as in arabic", "قال: ”نعم“ ثم ذهب.", ["”نعم“"]),
    ("turned, in pairs", "اس نے کہا ’’ہاں‘‘ اور گیا۔", ["’’ہاں‘‘"]),
    ("low marks typed as commas", "Hij zei: ,,Ja,, of nee”, en ging,, weg.", [",,Ja,, of nee”"]),
    ("low marks and single ones", "Zij: ,,Ja.’’ Hij ging.", [",,Ja.’’"]),
    ("blanks inside closing marks", "اس نے کہا ” ہاں ”۔", ["” ہاں ”"]),
    ("straight, closed a line below", 'He: "One.\nTwo." Three.', ['"One.\nTwo."']),
    ("straight, closed some lines below", 'He: "One.\nTwo.\nThree." Four.', ['"One.\nTwo.\nThree."']),
    ("straight, left open above inches", 'He: "One.\nIt is 6\' 2" tall.', ['"One.']),
    ("straight, left open above another", 'He: "One.\nHe said "two" and left.', ['"One.', '"two"']),
    ("left open", "“Never closed.\n\nNext paragraph.", ["“Never closed."]),
    ("over paragraphs", "“One.\n\n“Two.”\n\nThree.", ["“One.\n\n“Two.”"]),
    ("straight ones inside straight ones", 'He: "We love "X" so much" again.', ['"We love "X" so much"']),
    ("left open, with others inside", 'He: "One "two" and "three", six.', ['"One', '"two"', '"three"']),
    ("wrapped lines", "“" + "word " * 12 + "\nand more” he said.", ["“" + "word " * 12 + "\nand more”"]),
]


@pytest.mark.parametrize(("language", "text", "speaker"), PHRASES)
def test_the_speaker_is_the_phrase_that_names_him(language, text, speaker):
    assert convincing_quotes(text, language)[-1].speaker_as_written == speaker


@pytest.mark.parametrize(("name", "text", "expected"), MARKS)
def test_marks_are_paired(name, text, expected):
    assert [text[span.start : span.end] for span in find_spans(text, blocks_of(text))] == expected, name


@given(st.text("\"“”«»„‘’'s 5.\n", max_size=40))
def test_any_marks_give_quotes_in_order(text):
    end = 0
    for span in find_spans(text, blocks_of(text)):
        assert end <= span.start < span.end <= len(text)
        end = span.end


def test_french_is_no_spanish():
    text = "La célèbre marque a décidé de changer en 2018, et plusieurs clients ont réagi, parmi elles la maire."
    assert guess(text, None) == "fr"


def test_every_language_is_guessed_by_its_own_words():
    for tag in filter(is_whole, languages()):
        assert guess(" ".join(languages()[tag].common * 3), None) == tag


PIECES = st.sampled_from(
    ['"', "“", "”", "„", "«", "»", "‘", "’", "''", "``", ":", ",", ".", " ", "\n", "\n\n", "(@ab)", "#Tag", "on Twitter",
     "a fan", "wrote", "tweeted", "schrieb", "a écrit", "escribió", "ha scritto", "escreveu", "one user", "X", "Marl", "—"]
)  # fmt: skip


@given(
    st.lists(PIECES, max_size=60).map(" ".join) | st.lists(PIECES, max_size=60).map("".join) | st.text(max_size=200),
    st.sampled_from([None, "en", "fr", "xx"]),
)
@examples(150)
def test_any_text_gives_quotes_in_order_that_are_in_the_text(text, language):
    end = 0
    for quote in find_quotes(text, language, min_confidence=0.0):
        assert quote.start >= end
        end = quote.end
        assert text[quote.start : quote.end] == quote.text
        assert quote.speaker is None or quote.speaker in text
        assert quote.speaker_as_written is None or quote.speaker_as_written in text
        assert quote.verb is None or quote.verb in text


#: Parts of articles, each cut anywhere: what is left of a page after an accident.
SCRAPS = st.tuples(st.sampled_from([text for _, text, _ in CASES]), st.integers(0, 400), st.integers(1, 200)).map(
    lambda cut: cut[0][cut[1] % len(cut[0]) :][: cut[2]]
)
BETWEEN = st.sampled_from(["", " ", "\n", "\n\n", '"', "“", "”", "\x1f", "\u3000", "灯" * 60])


@given(st.lists(SCRAPS | BETWEEN, max_size=30).map("".join), st.sampled_from([None, "en", "de", "it"]))
@example('Odo Marl tweeted: "Swans everywhere."\x1f tweet', "en")  # the speaker is nothing but a blank
@examples(300)
def test_any_damage_leaves_quotes_that_are_in_the_text(text, language):
    assert all(text[quote.start : quote.end] == quote.text for quote in find_quotes(text, language, min_confidence=0.0))


@given(st.lists(PIECES, max_size=40).map(" ".join), st.integers(0, 200), st.integers(0, 60))
@example("a fan tweeted ``Good night''", 27, 1)  # a mark of two signs, the second of which is taken
@examples(80)
def test_nothing_is_found_in_what_is_taken(text, start, length):
    taken = (min(start, len(text)), min(start + length, len(text)))
    for quote in find_quotes(text, "en", [taken], min_confidence=0.0):
        assert quote.end <= taken[0] or quote.start >= taken[1] or taken[0] == taken[1]


HOSTILE = ['"', '"a ', "“", "”", "«", "``", "'a ", "(@", "— ", "#", "\n", '"\n', '"a," he tweeted. ', "fans on X said “a ",
           "on on on ", "one fan ", "\ufffc", ": “", '“a" ']  # fmt: skip


@pytest.mark.growth
@pytest.mark.parametrize("piece", HOSTILE)
def test_time_grows_with_the_length_only(piece):
    def make(size):
        return f"a tweet {repeated(piece)(size)}"

    assert growth(lambda text: find_quotes(text, "en", min_confidence=0.0), make, 5_000, 50_000) <= MOST


@pytest.mark.growth
def test_letters_without_case_cost_what_they_are_long():
    def make(size):
        return f"“So good,” a fan tweeted. The sign said “{'灯' * size} was lit!”"

    assert growth(lambda text: find_quotes(text, "en", min_confidence=0.0), make, 300, 3_000) <= MOST
