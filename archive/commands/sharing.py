"""The exports that are made to be shared: ids alone, or reactions with pseudonyms in place of people."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from archive.humanize import counted
from archive.reading import Asked, Query
from archive.store.erasures.secret import Secret, key_file, read_secret
from scraper.patterns import lazy_regex
from scraper.values.handles import fold_handle
from scraper.values.spelling import fold_spelling

if TYPE_CHECKING:
    from archive.reading import Reader

#: The id has the platform in front: no spreadsheet takes that for a number, and rounds it.
_IDS = """
    SELECT posts.platform || ':' || posts.native_id AS post, coalesce(articles.url, articles.id) AS article,
        embeds.position AS position
    FROM embeds JOIN posts ON posts.id = embeds.post JOIN articles ON articles.id = embeds.article
    WHERE posts.native_id IS NOT NULL ORDER BY 2, 3, 1
"""
_WITHOUT_ID = "SELECT count(*) FROM embeds JOIN posts ON posts.id = embeds.post WHERE native_id IS NULL"
#: What is written of a reaction; those in `_ASIDE` are read to hide people, and left out.
_COLUMNS = (
    "kind", "article", "title", "outlet", "published_at", "article_url", "post", "quote", "platform",
    "author", "text", "posted_at", "form", "position", "first_seen", "last_seen", "gone_at",
)  # fmt: skip
_ASIDE = ("handle", "name")
_ADDRESS = lazy_regex(r"(?:https?://|pic\.(?:twitter|x)\.com/|t\.co/|www\.)\S+", re.IGNORECASE)
_HANDLE = lazy_regex(r"(?<!\w)[@＠](?P<handle>\w[\w.-]*(?:@[\w.-]+)?)")
_DAY = len("2024-05-06")


def is_shared(*kinds: bool, others: tuple[object, ...]) -> bool:
    """Return whether the export is made to be shared.

    Args:
        *kinds: Whether each special export is asked for, the last one a WACZ file.
        others: What does not go with one that is made to be shared.
    """
    if sum(kinds) > 1:
        raise click.UsageError("--dehydrated, --redacted and --wacz are different files: leave all but one out.")
    shared = any(kinds[:-1])
    if shared and any(others):
        raise click.UsageError(
            "--dehydrated and --redacted have their own columns: leave --table, --sql and --question out, "
            "and --where with --dehydrated."
        )
    return shared


def ids_alone(reader: Reader) -> tuple[Query, str]:
    """Return the query for a dehydrated export, and what it does not protect."""
    (left_out,) = reader.connection.execute(_WITHOUT_ID).fetchone()
    note = (
        f"ids lead whoever asks the platform to posts that are still public, and to their authors; "
        f"left out: {counted(left_out, 'embed')} of posts without an id"
    )
    return Query(_IDS), note


def reactions_to_redact(reader: Reader, where: str | None, parameters: dict[str, Any]) -> Query:
    """Return the query for the reactions of which people are hidden.

    Raises:
        QueryError: The condition is wrong.
    """
    query = Asked(where=where, parameters=parameters).query(reader)
    inner = query.sql.rstrip().rstrip(";")
    return Query(
        f"SELECT {', '.join((*_COLUMNS, *_ASIDE))} FROM (\n{inner}\n)",  # noqa: S608 - our own columns
        query.parameters,
        query.lenient,
    )


@dataclass(frozen=True, slots=True)
class Pseudonyms:
    """Stand for people in one export, or in all that are made with the key of an archive's erasures.

    Attributes:
        secret: The key.
        note: What they do not protect.
    """

    secret: Secret
    note: str

    @classmethod
    def of(cls, database: str) -> Pseudonyms:
        """Return those of an archive; without a key those of one export.

        Raises:
            ArchiveError: The file of the key holds none.
        """
        known = read_secret(file := key_file(database))
        alike = f"alike in all exports with the key {file}" if known else "of this export alone"
        note = (
            f"this is not anonymous: a text leads to its author through any search engine, and the articles "
            f"print names; the pseudonyms are {alike}"
        )
        return cls(known or Secret.made(), note)

    @property
    def columns(self) -> list[str]:
        """Return the names of the columns that are written."""
        return list(_COLUMNS)

    def redacted(self, names: list[str], row: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return a row of `_COLUMNS` without people."""
        values = dict(zip(names, row, strict=True))
        handle, name, platform = (values.pop(key) for key in (*_ASIDE, "platform"))
        person = self._author(values["author"], name)
        values["text"] = self._text(values["text"], platform, [handle, name], person)
        values["author"] = person
        values["post"] = self._pseudonym("post", values["post"]) if values["post"] else None
        # The instant of a tweet is its id, but for a few bits.
        values["posted_at"] = values["posted_at"][:_DAY] if values["posted_at"] else None
        return tuple(platform if column == "platform" else values[column] for column in _COLUMNS)

    def _author(self, author: str | None, name: str | None) -> str | None:
        """Return who stands for an author; a phrase without capitals, as "one fan", names nobody."""
        if author:
            return self._pseudonym("person", author)
        if not name or name == name.lower():
            return name
        return self._pseudonym("person", f"~{fold_spelling(name)}")

    def _text(self, text: str | None, platform: str | None, own: list[str | None], person: str | None) -> str | None:
        if not text:
            return text
        text = _ADDRESS.sub("[link]", text)
        for name in filter(None, own):
            if name != person:
                text = re.sub(rf"(?<!\w)[@＠]?{re.escape(name)}(?!\w)", f"@{person}", text, flags=re.IGNORECASE)
        return _HANDLE.sub(lambda found: self._mentioned(found["handle"], platform, person), text)

    def _mentioned(self, handle: str, platform: str | None, person: str | None) -> str:
        """Return who stands for a handle; the author's pseudonym, which stands in the text already, stays."""
        if person and (handle == person or handle.startswith((f"{person}.", f"{person}-"))):
            return f"@{handle}"
        kept = handle.rstrip(".-")
        who = self._pseudonym("person", f"{platform or ''}:{fold_handle(kept)}")
        return f"@{who}{handle[len(kept) :]}"

    def _pseudonym(self, kind: str, key: str) -> str:
        return f"{kind}-{self.secret.of('pseudonym', kind, key)[:12]}"
