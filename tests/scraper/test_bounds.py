"""No document may hold up a run: hostile ones cost little more than ordinary ones, and what is left is told."""

from __future__ import annotations

import gc
import time
from functools import cache

import pytest
from depth import Depth

from scraper.bounds import DEEPEST, MOST_CUES, MOST_FOUND, MOST_LITERALS, MOST_READ, MOST_SEARCHED
from scraper.extract import extract
from scraper.records import Document

#: In `make test` the texts and the bounds are a tenth of what they are in `make test-all`.
SCALE = 1 if Depth.thorough else 10
SIZE = 100_000 // SCALE
#: An ordinary text of this size takes 0.1 to 0.2 s, and nothing may take 3 s. Before there were bounds, the
#: worst of these texts took a hundred times as long as the ordinary one; with a tenth of all, 48 times.
MOST_TIMES = 20
ORDINARY = (
    "The ferry to Gull Rock stopped at noon, and nobody at the harbour office could say why. Passengers waited on "
    "the pier until the evening, with their bicycles and their dogs.\n\n"
    "“We sat there for six hours,” said Ida Orm, a teacher from Marl. The operator called it “a small delay”.\n\n"
    "Fans of the old boat took to Twitter. “Bring back the steamer,” one user wrote. Another added: “It never "
    "broke down, not once in forty years.”\n\n"
)
POST = "https://twitter.com/lampwatch/status/1223400000000000000"
#: A deep page: quotes in quotes, each with a link to a post.
NESTED = f'<blockquote>3:04 PM <a href="{POST}">May 1, 2019</a> '

TEXTS = {
    "counts between quotes": "“a” 12 Retweets ",
    "counts between single quotes": "12 Retweets 'a', ",
    "nouns behind quotes": '"a"comments',
    "posts between quotes": "tweet “a,” ",
    "posts between low quotes": "tweet, ,,a'', ",
    "handles between quotes": "@a «a» ",
    "retweets of quotes": "RT @a: “a”",
    "replies between quotes": "‘a’ Replying to @a ",
    "signed quotes": '— A (@a) "a" ',
    "quotes of fans": "«a»\n\nfans ",
    "subreddits between quotes": "'a' r/a ",
    "dates behind handles": "(@a) March 3, 2016 ; ",
    "Spanish dates before handles": "3 de marzo de 2016- A (@a)",
    "attributions without posts": "A (@a) March 3, 2016 • ",
}


def _of(text, source="a.txt"):
    return extract(Document(source=source, content=text.encode()))


def _too_much(found):
    return [(each.step, each.message) for each in found.problems if each.kind == "too-much-work"]


def _cpu(text):
    document = Document(source="a.txt", content=text.encode())
    gc.collect()
    before = time.process_time()
    extract(document)
    return time.process_time() - before


@cache
def _ordinary():
    """The CPU seconds of an ordinary text; the first round compiles patterns."""
    text = (ORDINARY * (SIZE // len(ORDINARY) + 1))[:SIZE]
    return min(_cpu(text) for _ in range(3))


@pytest.mark.growth
@pytest.mark.parametrize("unit", TEXTS.values(), ids=TEXTS)
def test_hostile_texts_cost_little_more_than_ordinary_ones(unit, monkeypatch):
    monkeypatch.setattr("scraper.text.quotes.finder.MOST_READ", MOST_READ // SCALE)
    monkeypatch.setattr("scraper.text.flattened.locate.MOST_SEARCHED", MOST_SEARCHED // SCALE)
    text = (unit * (SIZE // len(unit) + 1))[:SIZE]
    assert any(_cpu(text) <= MOST_TIMES * _ordinary() for _ in range(3))


def test_ordinary_texts_are_read_to_the_end():
    assert _too_much(_of(ORDINARY * 50)) == []


def test_three_thousand_reactions_are_read_as_far_as_they_are_kept():
    found = _of('"So good," a fan wrote on Twitter now. ' * 3000)
    assert len(found.quotes) == MOST_FOUND
    assert _too_much(found)[0] == ("quotes", f"looked at the first {MOST_FOUND} of 3000 quoted passages")


def test_quotes_are_read_in_order_until_it_is_too_much(monkeypatch):
    monkeypatch.setattr("scraper.text.quotes.finder.MOST_READ", 1500)
    lines = [f"“It is number {number},” a fan wrote on Twitter.\n\n" for number in range(20)]
    found = _of("".join(lines))
    read = len(found.quotes)
    assert 0 < read < len(lines)
    assert [quote.text for quote in found.quotes] == [f"“It is number {number},”" for number in range(read)]
    assert _too_much(found) == [("quotes", f"looked at the first {read} of 20 quoted passages")]


def test_passages_behind_the_last_that_is_looked_at_are_told(monkeypatch):
    monkeypatch.setattr("scraper.text.quotes.finder.MOST_QUOTES", 3)
    found = _of("“We sail,” a fan wrote on Twitter.\n\n" * 5)
    assert len(found.quotes) == 3
    assert _too_much(found) == [("quotes", "looked at the first 3 of 5 quoted passages")]


def test_flattened_posts_are_searched_in_order_until_it_is_too_much(monkeypatch):
    monkeypatch.setattr("scraper.text.flattened.locate.MOST_SEARCHED", 1500)
    text = "".join(f"The lamp went out {n} times\n— Rosa (@rosa{n}) March 3, 2016\n\n" for n in range(20))
    found = _of(text)
    read = len(found.embeds)
    assert 0 < read < 20
    assert [embed.post.author.handle for embed in found.embeds] == [f"rosa{n}" for n in range(read)]
    assert _too_much(found) == [("flattened", f"looked at the first {read} of 20 attributions of posts")]


def test_names_of_platforms_behind_the_last_that_is_looked_at_are_told():
    found = _of("he said in a tweet. " * (MOST_CUES + 5))
    number = f"looked at the first {MOST_CUES} of {MOST_CUES + 5} names of platforms"
    assert _too_much(found) == [("allusions", number)]
    assert len(found.allusions) == MOST_FOUND


def test_addresses_behind_the_last_that_is_looked_at_are_told():
    links = "".join(
        f'<p>See <a href="{POST[:-4]}{number:04}">this</a> and that.</p>' for number in range(MOST_LITERALS + 5)
    )
    found = _of(f"<!doctype html><title>Lamps</title><article>{links}", "a.html")
    number = f"looked at the first {MOST_LITERALS} of {MOST_LITERALS + 5} addresses and marks of posts"
    assert ("embeds", number) in _too_much(found)


def test_what_is_nested_too_deep_is_told():
    first = (
        f'<blockquote class="twitter-tweet"><p>Lamp out</p>&mdash; R (@rosa) <a href="{POST}">May 1</a></blockquote>'
    )
    found = _of(f"<!doctype html><title>Lamps</title><article>{first}{NESTED * 300}", "a.html")
    assert [embed.post.text for embed in found.embeds][:1] == ["Lamp out"]
    ((step, message),) = _too_much(found)
    assert step == "embeds"
    assert message.endswith(f"elements that may be posts: the others are nested deeper than {DEEPEST}")


def test_a_page_nested_deep_costs_little(monkeypatch):
    """Ten times the nesting must not mean ten times the elements that are judged."""
    judged = []
    monkeypatch.setattr("scraper.html.embeds.candidates._judged", lambda node, _: judged.append(node) or [])
    for levels in (200, 2000):
        judged.append(levels)
        _of(f"<!doctype html><title>Lamps</title><article>{NESTED * levels}", "a.html")
    assert len(judged) - judged.index(2000) == judged.index(2000)
