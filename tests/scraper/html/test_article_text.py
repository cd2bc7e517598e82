"""The article's text has what belongs to the article, and nothing of what a page has around it."""

from __future__ import annotations

import pytest

from scraper.html.page import read_page

FIRST = (
    "The ferry to the northern islands ran until late on Friday, with music on board, lights along the rail, and more "
    "passengers than in any week since spring."
)
SECOND = (
    "Its captain, who has crossed the strait for thirty years, said that nobody had been left on the pier, and that the "
    "last boat had waited until midnight."
)
THIRD = (
    "On Saturday the wind turned, the harbour closed its gates, and the islands were cut off for two days, as happens "
    "once or twice in every autumn."
)
MORE = "".join(
    f"<p>{words}</p>"
    for words in (
        "Those who were late slept in the hall of the fire brigade, where volunteers had put up forty beds and made soup.",
        "“It was the best night of the whole holiday,” said a teacher from the south, who had come with a class of twelve.",
        "The harbour office counted three boats, nine hundred passengers and two dogs, all of which arrived on Sunday.",
        "The company wants to pay for the rooms, and for the journey back, of everyone who kept a ticket of that evening.",
    )
)
LAST = "The next boat leaves on Monday, at seven in the morning."
LINKS = "".join(
    f'<li><a href="/news/{n}">{words}</a></li>'
    for n, words in enumerate(
        [
            "Swans close the harbour for a whole morning",
            "Why the bakery on the corner sells no bread",
            "Mayor promises a second bridge by next year",
            "Ten walks along the river for rainy days",
        ]
    )
)

#: Name -> markup that a page has after the article, and words of it that its text must not have.
AFTER = {
    "other-stories": (f"<div><h3>Related stories</h3><ul>{LINKS}</ul></div>", "Swans close"),
    "other-stories-german": (f"<div><h3>Mehr zum Thema</h3><ul>{LINKS}</ul></div>", "Mehr zum Thema"),
    "teasers": (
        (
            '<div class="cards"><div><a href="/a"><h3>Swans close the harbour</h3></a><span>2 days ago</span></div>'
            '<div><a href="/b"><h3>Mayor promises a bridge</h3></a><span>3 days ago</span></div></div>'
        ),
        "3 days ago",
    ),
    "sign-up": (
        (
            '<div class="newsletter"><h3>Sign up for our newsletter</h3><p>Get the best stories in your inbox every week.</p>'
            '<form><input type="email"><button>Subscribe</button></form></div>'
        ),
        "your inbox",
    ),
    "sign-up-french": (
        '<div class="newsletter"><h3>Inscrivez-vous à la newsletter</h3><p>Recevez chaque matin notre newsletter par mail.</p></div>',
        "Inscrivez-vous",
    ),
    "tags": ('<ul class="tags"><li><a href="/t/1">Ferries</a></li><li><a href="/t/2">Islands</a></li></ul>', "Ferries"),
    "share-bar": (
        (
            '<div class="share"><a href="https://facebook.example">Facebook</a> <a href="https://x.example">Twitter</a> '
            '<a href="mailto:a@b.example">Email</a></div>'
        ),
        "Facebook",
    ),
    "comment-form": (
        (
            '<div id="respond"><h3>Leave a Reply</h3><p>Your email address will not be published.</p>'
            "<p>Required fields are marked *</p></div>"
        ),
        "Leave a Reply",
    ),
    "comments": (
        (
            '<div class="comments"><h3>2 comments</h3><div><b>Tove</b> <span>3 hours ago</span><p>I was on that boat!</p>'
            '<a href="#r">Reply</a></div><div><b>Ada</b><p>Lucky you.</p><a href="#r">Reply</a></div></div>'
        ),
        "Lucky you",
    ),
    "legal-words": (
        (
            '<footer><p>© 2026 The Post. All rights reserved.</p><a href="/terms">Terms</a> <a href="/privacy">Privacy</a>'
            "</footer>"
        ),
        "All rights reserved",
    ),
    "neighbouring-pages": (
        '<nav><a href="/p">Previous: Swans close the harbour</a> <a href="/n">Next: Ten walks</a></nav>',
        "Previous",
    ),
}
#: Name -> markup within the article, and words of it that its text must have.
WITHIN = {
    "list": (
        "<ul><li>Two boats were full by noon.</li><li>A third one came from the south.</li><li>None was late.</li></ul>",
        "A third one came",
    ),
    "numbered-list": ("<ol><li>Buy a ticket at the kiosk.</li><li>Wait at the pier.</li></ol>", "Wait at the pier."),
    "subheading": ("<h2>A long night</h2>", "A long night"),
    "quote": ("<blockquote><p>“We waited for everyone who had a ticket.”</p></blockquote>", "We waited for everyone"),
    "table": (
        "<table><tr><th>Day</th><th>Passengers</th></tr><tr><td>Friday</td><td>1,204</td></tr></table>",
        "1,204",
    ),
    "short-paragraph": ("<p>Nobody was hurt.</p>", "Nobody was hurt."),
    "paragraph-with-link": ('<p>The <a href="/report">report of the harbour</a> came on Sunday.</p>', "came on Sunday"),
    "entry-of-live-blog": ("<div><h3>11:40</h3><p>The second boat has left the pier, with some delay.</p></div>", "second boat"),
}  # fmt: skip


def prose(within: str = "", end: str = "", after: str = "", before: str = "") -> str:
    return read_page(
        f"<html><head><title>Late ferries - The Post</title></head><body>{before}<main><div><div><article><h1>Late ferries</h1>"
        f"<p>{FIRST}</p><p>{SECOND}</p>{within}<p>{THIRD}</p>{MORE}<p>{LAST}</p>{end}</article></div></div>{after}</main></body></html>"
    ).prose


@pytest.mark.parametrize("case", AFTER.values(), ids=AFTER)
@pytest.mark.parametrize("place", ["after", "end"], ids=["after-the-article", "at-its-end"])
def test_leaves_out_what_follows_the_article(case, place):
    markup, words = case
    found = prose(**{place: markup})
    assert words not in found
    assert found.startswith("Late ferries\n")
    assert found.endswith(LAST)


@pytest.mark.parametrize("case", WITHIN.values(), ids=WITHIN)
def test_keeps_what_belongs_to_the_article(case):
    markup, words = case
    found = prose(within=markup)
    assert words in found
    assert SECOND in found and THIRD in found and found.endswith(LAST)  # noqa: PT018 - one text


def test_leaves_out_the_menu_above_the_headline():
    menu = "<ul><li><a href='/'>Home</a></li><li><a href='/sport'>Sport</a></li><li><a href='/tv'>TV</a></li></ul>"
    assert prose(before=menu).startswith("Late ferries\n")
