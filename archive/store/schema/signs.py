"""Search index of signs that FTS5 cannot tokenize: emoji, and scripts without spaces between words.

`posts_signs_fts` holds the signs of a post one by one, as hexadecimal code points: 灯台 is ``706f 53f0``. A
search for that phrase finds posts with these signs in sequence. Other characters between them are not
indexed, so results are still compared with the text.

The signs of the other wordings are in a column of their own, so a phrase never spans two texts.
"""

# ruff: noqa: S608 - all parts of these are our own

from __future__ import annotations

from scraper.patterns import lazy_regex

#: Thai and Lao, Burmese, Khmer, arrows to stars, kana and CJK, emoji. Two characters are a range.
RANGES = (
    "\u0e00\u0eff\u1000\u109f\u1780\u17ff\u2190\u2bff\u2e80\u2fff\u3041\u30ff\u3200\u9fff\uf900\ufaff"
    "\U0001f000\U0001fbff\U00020000\U0003ffff"
)
#: Signs after this many characters of a post are not indexed; a multiple of the piece length.
LONGEST = 20_000
_SET = "".join(f"{first}-{last}" for first, last in zip(RANGES[::2], RANGES[1::2], strict=True))
#: A sign of any of these.
SIGN = lazy_regex(f"[{_SET}]")


def signs_of(text: str | None) -> str:
    """Return the signs of a text as they are indexed; '' if it has none.

    >>> signs_of("The 灯台 \U0001f469\u200d\U0001f4bb"), signs_of("The lamp")
    ('706f 53f0 1f469 1f4bb', '')
    """
    return " ".join(f"{ord(sign):x}" for sign in SIGN.findall((text or "").partition("\0")[0][:LONGEST]))


def _has_signs(text: str) -> str:
    """Return the SQL that is true if a text has signs; ASCII texts, which are most, are fast."""
    return f"length(CAST({text} AS BLOB)) > length({text}) AND substr({text}, 1, {LONGEST}) GLOB '*[{_SET}]*'"


def _signs(text: str) -> str:
    """Return the SQL for the signs of a text.

    The text is cut into pieces, and these into characters: to find the n-th character, SQLite reads all
    before it.
    """
    return f"""(
        WITH RECURSIVE
            pieces (start, piece) AS (
                SELECT 1, substr({text}, 1, 200)
                UNION ALL
                SELECT start + 200, substr({text}, start + 200, 200) FROM pieces
                WHERE start + 200 <= length(substr({text}, 1, {LONGEST}))
            ),
            places (place) AS (
                SELECT 1 UNION ALL
                SELECT place + 1 FROM places WHERE place < length(substr({text}, 1, 200))
            ),
            letters (start, place, letter) AS (
                SELECT start, place, substr(piece, place, 1) FROM pieces CROSS JOIN places
            )
        SELECT group_concat(printf('%x', unicode(letter)), ' ') FROM (
            SELECT letter FROM letters WHERE letter GLOB '[{_SET}]' ORDER BY start, place
        )
    )"""


def _statements(*columns: str) -> tuple[str, ...]:
    """Return the statements that create the index: its view, table and triggers.

    Args:
        columns: Columns of posts. The first is indexed as ``signs``, others under their own names.
    """
    names = ("signs", *columns[1:])
    indexed = ", ".join(names)

    def signs(row: str) -> str:
        return ", ".join(_signs(f"{row}{column}") for column in columns)

    def has_signs(row: str) -> str:
        # `verify` compares the statements of an older archive with those of its last migration.
        found = [_has_signs(f"{row}{column}") for column in columns]
        return found[0] if len(found) == 1 else f"({' OR '.join(f'({each})' for each in found)})"

    def named(row: str) -> str:
        return ", ".join(f"{_signs(f'{row}{column}')} AS {name}" for column, name in zip(columns, names, strict=True))

    add = f"INSERT INTO posts_signs_fts (rowid, {indexed}) VALUES (new.rowid, {signs('new.')});"
    remove = f"""
        INSERT INTO posts_signs_fts (posts_signs_fts, rowid, {indexed})
            VALUES ('delete', old.rowid, {signs("old.")});
    """
    changed = " OR ".join(f"old.{column} IS NOT new.{column}" for column in (*columns, "rowid"))
    return (
        f"""
        CREATE VIEW posts_signs_fts_texts AS
        SELECT rowid AS number, {named("")} FROM posts WHERE {has_signs("")}
        """,
        f"""
        CREATE VIRTUAL TABLE posts_signs_fts USING fts5 (
            {indexed}, content="posts_signs_fts_texts", content_rowid="number", columnsize=0, tokenize="ascii"
        )
        """,
        "INSERT INTO posts_signs_fts (posts_signs_fts) VALUES ('rebuild')",
        f"""
        CREATE TRIGGER posts_signs_add AFTER INSERT ON posts WHEN {has_signs("new.")} BEGIN
            {add}
        END
        """,
        f"""
        CREATE TRIGGER posts_signs_remove AFTER DELETE ON posts WHEN {has_signs("old.")} BEGIN
            {remove}
        END
        """,
        # Delete the old signs before the change and insert the new ones after it, if there are any.
        f"""
        CREATE TRIGGER posts_signs_leave BEFORE UPDATE OF {", ".join(columns)}, rowid ON posts
        WHEN ({changed}) AND {has_signs("old.")} BEGIN
            {remove}
        END
        """,
        f"""
        CREATE TRIGGER posts_signs_change AFTER UPDATE OF {", ".join(columns)}, rowid ON posts
        WHEN ({changed}) AND {has_signs("new.")} BEGIN
            {add}
        END
        """,
    )


SIGNS = _statements("text")
SIGNS_OF_WORDINGS = (
    # `verify --repair` upgrades without triggers.
    *(f"DROP TRIGGER IF EXISTS posts_signs_{name}" for name in ("add", "remove", "leave", "change")),
    "DROP TABLE posts_signs_fts",
    "DROP VIEW posts_signs_fts_texts",
    *_statements("text", "wordings"),
)
