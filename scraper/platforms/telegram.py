"""Telegram: messages of public channels. The id is ``channel/number``, as the widget's script carries it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from scraper.availability import PAGE, Question, Row, one_by_one
from scraper.markup.addresses import post_in_attributes
from scraper.markup.answered import answered, attribute_at, counts_of, outermost, with_words, words
from scraper.markup.signed_quote import with_printed_date, with_text, with_time_element
from scraper.markup.tags import attribute, descendants, tag_of, visible_text
from scraper.markup.tree_queries import select_one
from scraper.patterns import lazy_regex
from scraper.records import Author
from scraper.registry import Platform, Prose, normal_handle, post_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bs4 import Tag
    from resiliparse.parse.html import HTMLTree

    from scraper.records import Answered, Post

NAME = "telegram"
_PATHS = r"(?:s/)?[A-Za-z]\w{2,31}/\d|\d"
_PERMALINK = lazy_regex(
    r"https?://(?:(?:(?:www\.)?(?:t\.(?:me|dog)|telegram\.(?:me|dog))/+(?:s/)?"
    r"|s9e\.github\.io/iframe/(?:\d/)?telegram(?:\.min)?\.html#)"
    r"(?!(?:login|proxy|socks|invoice|bg|iv|share)/)([A-Za-z]\w{2,31})/(?:\d{1,10}/)?|(?!www\.)([a-z]\w{2,31})\.t\.me/(?:\d{1,10}/)?)"
    r"(\d{1,10})(?![\w/]*\w)",
    re.IGNORECASE,
)
#: In a group with topics the number of the topic comes before that of the message.
_POST = lazy_regex(r"([A-Za-z]\w{2,31})/(?:\d{1,10}/)?(\d{1,10})")
#: The text of a message; that of one which it answers has another class.
_TEXT = ".tgme_widget_message_text.js-message_text"


def recognise(url: str) -> Post | None:
    """Read the address of a message in a public channel."""
    found = _PERMALINK.match(url)
    return _post(found[1] or found[2], found[3]) if found else None


def _post(channel: str, number: str) -> Post | None:
    handle = normal_handle(channel, NAME)
    return post_at(NAME, f"{handle}/{number}", f"https://t.me/{handle}/{number}", handle) if handle else None


def read(tag: Tag) -> Post | None:
    """Read the message's channel and number from the attributes, and the text of a widget saved as it was drawn."""
    found = _POST.fullmatch(attribute(tag, "data-telegram-post") or attribute(tag, "data-post") or "")
    post = _post(found[1], found[2]) if found else post_in_attributes(tag, recognise)
    text = next((part for part in descendants(tag, "div") if _is_text(part)), None)
    return with_time_element(with_text(post, visible_text(text)), tag) if post and text is not None else post


def _is_text(part: Tag) -> bool:
    classes = (attribute(part, "class") or "").split()
    return "tgme_widget_message_text" in classes and "js-message_reply_text" not in classes


def posts_in_page(tree: HTMLTree) -> Iterator[Answered]:
    """Yield the messages that a widget or the page of a channel shows."""
    for box in outermost(tree, ".tgme_widget_message[data-post]"):
        found = _POST.fullmatch(box.getattr("data-post") or "")
        post = _post(found[1], found[2]) if found else None
        if post is not None and select_one(box, ".tgme_widget_message_error") is None:
            name = words(select_one(box, ".tgme_widget_message_owner_name"))
            post = with_printed_date(post, attribute_at(box, ".tgme_widget_message_date time[datetime]", "datetime"))
            post = replace(post, author=Author(handle=post.handle, name=name))
            text = select_one(box, _TEXT)
            post = with_words(post, tag_of(text)) if text is not None else post
            seen = words(select_one(box, ".tgme_widget_message_views"))  # a rounded number is none
            yield answered(post, counts_of(views=seen))


#: The error is the same for a message that was deleted and for a number that was never given.
WIDGET = (
    Row(200, {"": r'class="tgme_widget_message_error"[^<>]*>\s*Channel\b'}, "unavailable", "no such channel"),
    Row(200, {"": 'class="tgme_widget_message_error"'}, "unavailable", "no such message"),
    Row(200, {"": r'\bdata-post="{id}"'}, "up", "answered"),
)


PLATFORM = Platform(
    name=NAME,
    label="Telegram",
    forms={
        "other": (
            "script[data-telegram-post], blockquote[data-telegram-post], div[data-telegram-post],"
            " div.tgme_widget_message[data-post]"
        )
    },
    addresses={
        **dict.fromkeys(("t.me/", "t.dog/", "telegram.me/", "telegram.dog/"), _PATHS),
        "s9e.github.io/iframe/": r"(?:\d/)?telegram(?:\.min)?\.html#\w",
        "telegram.org/js/telegram-widget": "",
    },
    permalinks=("https://t.me/{user}/{id}", "https://t.me/{id}"),
    json_types=("telegram",),
    json_id=r"[A-Za-z]\w{3,31}/\d{1,10}",
    marks=(r"data-telegram-post=",),
    recognise=recognise,
    read=read,
    prose=Prose(
        names="(?-i:Telegram)",
        other_scripts=("телеграм", "تليغرام", "تليجرام", "تلیغرام", "تلیجرام", "تلغرام", "تلجرام"),
        stems=("telegram",),
    ),
    handle=r"[A-Za-z][A-Za-z0-9_]{2,31}",
    posts_in_page=posts_in_page,
    questions=(
        Question(
            name="telegram-embed",
            converse=one_by_one(lambda post: f"https://t.me/{post.native_id}?embed=1&mode=tme", WIDGET, PAGE),
            host=lambda _: "t.me",
            default="opt-in",
            delay=2.0,
            limit="none is published",
        ),
    ),
)
