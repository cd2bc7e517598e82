"""When an article was first published, and when it was last changed: two dates that pages confuse."""

import pytest

from scraper.extract import extract
from scraper.records import Document
from scraper.values.moments import local_day

BODY = "<p>The lights on the pier went out at nine, and nobody knew why until the ferry came in.</p>" * 4
FIRST, LAST = "2020-02-01T10:00:00Z", "2020-02-03T11:00:00Z"


def dates(head="", below="", url="https://pier.example/a"):
    html = (
        f"<html><head><title>Rain</title>{head}</head><body><article><h1>Rain</h1>{below}{BODY}</article></body></html>"
    )
    article = extract(Document(source="a.html", content=html.encode(), url=url)).article
    return tuple(moment and moment.at for moment in (article.published, article.modified))


def ld(**fields):
    inner = ",".join(f'"{name}":"{value}"' for name, value in fields.items())
    return f'<script type="application/ld+json">{{"@type":"NewsArticle","headline":"Rain",{inner}}}</script>'


def meta(**fields):
    return "".join(f'<meta name="{name.replace("__", ":")}" content="{value}">' for name, value in fields.items())


OG = {"article__published_time": FIRST, "article__modified_time": LAST}
DATES = [
    pytest.param({"head": ld(datePublished=FIRST, dateModified=LAST)}, (FIRST, LAST), id="JSON-LD"),
    pytest.param({"head": meta(**OG)}, (FIRST, LAST), id="Open Graph"),
    pytest.param({"head": meta(og__updated_time=LAST)}, (None, LAST), id="only a change"),
    pytest.param({"head": ld(datePublished=LAST, dateModified=FIRST)}, (LAST, None), id="a change before the publication"),
    pytest.param({"head": ld(datePublished=FIRST, dateModified=FIRST)}, (FIRST, FIRST), id="the same instant"),
    pytest.param({"head": ld(datePublished=FIRST, dateModified=FIRST[:10])}, (FIRST, FIRST[:10]), id="the same day, without a time"),
    pytest.param(
        {"head": ld(datePublished=LAST, dateModified=LAST) + meta(datePublished=FIRST), "url": "https://pier.example/2020/02/01/rain"},
        (FIRST, LAST),
        id="the change stated as the publication, another date in the address",
    ),
    pytest.param({"head": meta(publishedDateTime=FIRST)}, (FIRST, None), id="a name made of published and date"),
    pytest.param({"head": meta(expiryDate=LAST)}, (None, None), id="an expiry"),
    pytest.param({"head": meta(video__upload_date=LAST)}, (None, None), id="an upload"),
    pytest.param({"head": meta(date="2020-02-03"), "below": "<p>Published on 1 February 2020</p>"}, ("2020-02-01", None), id="a vague name gives way to print"),
    pytest.param({"head": meta(published="February 1, 2020")}, ("2020-02-01", None), id="a name that is published alone"),
    pytest.param({"head": meta(date="2020-02-03")}, ("2020-02-03", None), id="a vague name alone"),
    pytest.param({"below": "<div>1 February 2020</div>"}, ("2020-02-01", None), id="a line of its own"),
    pytest.param({"below": "<div>1 February 2020, 10:30</div>"}, ("2020-02-01T10:30", None), id="with a clock"),
    pytest.param({"below": "<div>Ann Lee, 1 February 2020</div>"}, ("2020-02-01", None), id="behind a name"),
    pytest.param({"below": "<div>The fair of 1 February 2020 was wet.</div>"}, (None, None), id="in a sentence"),
    pytest.param({"below": "<div>Updated: 3 February 2020</div>"}, ("2020-02-03", "2020-02-03"), id="behind Updated"),
    pytest.param({"below": "<b>Updated on</b><i>3 February 2020</i>"}, ("2020-02-03", "2020-02-03"), id="behind Updated in an element"),
    pytest.param({"below": "<div>1 February 2020 (updated 3 February 2020)</div>"}, ("2020-02-01", "2020-02-03"), id="both in a line"),
    pytest.param({"below": "<i class='post-date updated'>1 February 2020</i>"}, ("2020-02-01", None), id="a theme's only date, which hAtom calls updated"),
    pytest.param(
        {"below": f"<div><time datetime='{FIRST}'>1 February</time></div><ul><li><time datetime='{LAST}' pubdate>a comment</time></ul>"},
        (FIRST, None), id="the time by the headline"),
    pytest.param({"below": "<div>(Letztes Update: 03.02.2020)</div>"}, ("2020-02-03", "2020-02-03"), id="Letztes Update"),
    pytest.param({"below": "<div>Aktualisiert am 3. Februar 2020</div>"}, ("2020-02-03", "2020-02-03"), id="German"),
    pytest.param({"below": f"<time class='updated' datetime='{LAST}'>3 Feb</time>"}, (None, LAST), id="an element for it"),
]  # fmt: skip


@pytest.mark.parametrize(("page", "expected"), DATES)
def test_first_publication_and_last_change(page, expected):
    assert dates(**page) == expected


@pytest.mark.parametrize(("below", "source"), [("Updated: 3 February 2020", "update"), ("3 February 2020", "printed")])
def test_the_source_tells_an_update_from_a_publication(below, source):
    html = f"<title>Rain</title>{heading(f'<div>{below}</div>')}"
    assert extract(Document(source="a.html", content=html.encode())).article.published.source == source


SECTIONS = [
    pytest.param(ld(articleSection="Weather"), "Weather", id="JSON-LD"),
    pytest.param(meta(article__section="Weather"), "Weather", id="Open Graph"),
    pytest.param(ld(articleSection="It rained all week in the west, and the ferry did not come in before nine."), None, id="a sentence"),
    pytest.param(meta(article__section="https://pier.example/weather"), None, id="an address"),
    pytest.param("", None, id="none"),
]  # fmt: skip


@pytest.mark.parametrize(("head", "section"), SECTIONS)
def test_the_section_is_kept_where_it_is_stated(head, section):
    html = f"<html><head><title>Rain</title>{head}</head><body><h1>Rain</h1>{BODY}</body></html>"
    assert extract(Document(source="a.html", content=html.encode())).article.section == section


def heading(below, above=""):
    return f"{above}<h1>Rain</h1>{below}{BODY}"


DAY = "2020-02-01"
SHOWN = {
    "a line of its own": (heading("<div>1 February 2020</div>"), DAY),
    "behind a name": (heading("<div><a href=/ann>Ann Lee</a></div><div>- February 1, 2020</div>"), DAY),
    "before a place": (heading("<div>1. Februar 2020 (dpa) Kiel</div>"), DAY),
    "behind a lead of many words": (heading(f"<p>{BODY[3:180]}</p><p>Ann Lee</p><div>1 February 2020</div>"), DAY),
    "a press release": (heading("<p>Pressemitteilung vom 1. Februar 2020 | Kiel - Regen.</p>"), DAY),
    "the dateline of the first paragraph": (heading(f"<p><strong>01.02.2020</strong> – {BODY[3:200]}</p>"), DAY),
    "right above the headline": (heading("", "<nav>Weather</nav><div>1 February 2020</div>"), DAY),
    "behind a label above the headline": (heading("", "<div>Datum: 01.02.2020, Rubrik: Wetter</div>"), DAY),
    "a time whose words are an age": (
        heading('<time datetime="2020-02-01T09:00">28 minutes ago</time>'),
        f"{DAY}T09:00",
    ),
    "a time whose attribute can be two days": (heading('<time datetime="01-02-2020 9:00">1 February 2020</time>'), DAY),
    "behind Stand": (heading("<p>Stand: 01.02.2020 18:30 Uhr</p>"), f"{DAY}T18:30"),
    "two digits of the year": (heading("<div>Ann Lee, 1.2.20</div>"), DAY),
    "in a short aside of the article": (
        heading(f"<aside>Ann Lee <time datetime={DAY}>1 February</time></aside>", "<article>"),
        DAY,
    ),
    "milliseconds behind a colon": (
        heading('<time datetime="2020-02-01T09:00:00:684Z">today, 9:00</time>'),
        f"{DAY}T09:00:00.684Z",
    ),
    "a span of days": (heading("<p>DATE: 2020-02-01 - 2020-02-07</p>"), None),
    "a change, the only day": (heading("<div>Last updated on:</div><div>1 February 2020</div>"), DAY),
    "a change at the foot": (f"<h1>Rain</h1>{BODY}<p>Page last modified: 1 February 2020 18:30</p>", f"{DAY}T18:30"),
    "a change in an element named for it": (f"<h1>Rain</h1>{BODY}<p class=updated-date>1 February 2020</p>", DAY),
    "behind an author, in an element for dates": (
        f"<h1>Rain</h1>{BODY}<p class=dates>Par Luc Roux, 1er février 2020</p>",
        DAY,
    ),
    "behind a byline below": (f"<h1>Rain</h1>{BODY}<div><p>Written by Ann Lee</p><p>1 February 2020</p></div>", DAY),
    "a change by the headline before a day below": (
        f"{heading('<p>Updated: 1 February 2020</p>')}<p class=date>3 March 2020</p>",
        DAY,
    ),
    "behind a name that begins like a day": (heading("<p>On Behalf of Ann Lee | Feb 1, 2020 | Weather</p>"), DAY),
    "a change of a comment": (f"<h1>Rain</h1>{BODY}<div class=comments><p>Last edited 1 February 2020</p></div>", None),
    "behind a label in a sidebar": (
        f"<h1>Rain</h1>{BODY}<div class=sidebar><b>Published</b><p class=date>1 February 2020</p></div>",
        DAY,
    ),
    "until when": (heading("<div>Video available until: 1 February 2020</div>"), None),
    "of a member": (heading("<dl><dt>Joined:</dt><dd>1 February 2020</dd></dl>"), None),
    "a part of a sentence": (
        heading("<p>On <b>1 February 2020</b> it rained, and the lights went out on the pier.</p>"),
        None,
    ),
    "a day in a sentence": (heading("<p>The pier, which opened on 1 February 2020, is dark.</p>"), None),
    "of another story": (
        heading('<a href="/b">Snow <span>1 February 2020</span> all over the north coast, again</a>'),
        None,
    ),
    "of an embedded post": (heading('<blockquote>Rain! <a href="/s/1">1 February 2020</a></blockquote>'), None),
}


@pytest.mark.parametrize(("page", "at"), SHOWN.values(), ids=SHOWN)
def test_a_date_that_stands_alone_by_the_headline_is_that_of_the_publication(page, at):
    article = extract(Document(source="a.html", content=f"<title>Rain</title><body>{page}".encode())).article
    assert (article.published and article.published.at) == at


ORDERS = {
    "Spanish": ("es", "01/02/2020", DAY),
    "German, two digits": ("de", "1/2/20", DAY),
    "English of Britain": ("en-GB", "01/02/2020", DAY),
    "English of no country": ("en", "01/02/2020", None),
    "English of the United States": ("en-US", "01/02/2020", None),
    "Japanese, two digits": ("ja", "20.02.01", None),
}


@pytest.mark.parametrize(("language", "printed", "at"), ORDERS.values(), ids=ORDERS)
def test_the_language_tells_day_from_month(language, printed, at):
    html = f"<html lang={language}><title>Rain</title><body><h1>Rain</h1><div>{printed}</div>{BODY}"
    article = extract(Document(source="a.html", content=html.encode())).article
    assert (article.published and article.published.at) == at


def test_a_likely_order_does_not_speak_against_what_is_stated():
    html = f"<html lang=de><title>Rain</title>{ld(datePublished='2020-11-01')}<h1>Rain</h1><p>11/01/2020</p>{BODY}"
    assert extract(Document(source="a.html", content=html.encode())).article.published.at == "2020-11-01"


@pytest.mark.parametrize(
    "path",
    ["2020/2/1/rain-all-week", "news/2020-02-01-rain", "news/20200201-rain.html", "20200201/rain", "a_2020-02-01.html"],
)
def test_the_day_in_an_address(path):
    assert dates(url=f"https://pier.example/{path}")[0] == DAY


@pytest.mark.parametrize("path", ["2020/02/01", "id/12020020112", "?d=2020-02-01", "rain-2020-02-30-a", "2020/02/rain"])
def test_no_day_in_an_address(path):
    assert dates(url=f"https://pier.example/{path}")[0] is None


LATE = "2020-02-02T03:10:00Z"
LOCAL = {
    "shown": ({"head": ld(datePublished=LATE), "below": "<p>February 1, 2020</p>"}, DAY),
    "in the address": ({"head": ld(datePublished=LATE), "url": "https://pier.example/2020/02/01/rain"}, DAY),
    "east of it": ({"head": ld(datePublished="2020-01-31T22:10:00Z"), "below": "<p>1 February 2020</p>"}, DAY),
    "stated with its zone": (
        {"head": ld(datePublished=LATE) + meta(pubdate="2020-02-01T22:10:00-05:00"), "below": "<p>1 February 2020</p>"},
        DAY,
    ),
    "no zone is so far behind": (
        {"head": ld(datePublished="2020-02-02T13:10:00Z"), "url": "https://pier.example/2020/02/01/rain"},
        "2020-02-02",
    ),
}


@pytest.mark.parametrize(("page", "day"), LOCAL.values(), ids=LOCAL)
def test_an_instant_in_utc_is_of_the_day_that_the_outlet_shows(page, day):
    head, below, url = page["head"], page.get("below", ""), page.get("url")
    html = f"<title>Rain</title>{head}<body><h1>Rain</h1>{below}{BODY}"
    record = extract(Document(source="a.html", content=html.encode(), url=url))
    assert record.article.published.at.endswith("Z")
    assert local_day(record.article.published) == day


def test_a_page_that_shows_an_earlier_day_than_it_states_was_published_then():
    assert dates(head=ld(datePublished=LAST), below="<p>1 February 2020</p>") == (DAY, None)


def test_what_a_page_shows_and_most_of_its_statements_have_is_its_publication():
    head = ld(datePublished=FIRST) + meta(article__published_time=LAST)
    assert dates(head=head, below="<p>3 February 2020</p>")[0] == LAST
