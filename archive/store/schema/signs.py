"""Search index of signs that FTS5 cannot tokenize: emoji, and scripts without spaces between words.

`posts_signs_fts` holds the signs of a post one by one, as hexadecimal code points: 灯台 is ``706f 53f0``. A
search for that phrase finds posts with these signs in sequence. Other characters between them are not
indexed, so results are still compared with the text.
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


_ADD = f"INSERT INTO posts_signs_fts (rowid, signs) VALUES (new.rowid, {_signs('new.text')});"
_REMOVE = f"""
    INSERT INTO posts_signs_fts (posts_signs_fts, rowid, signs)
        VALUES ('delete', old.rowid, {_signs("old.text")});
"""
_CHANGED = "(old.text IS NOT new.text OR old.rowid IS NOT new.rowid)"
SIGNS = (
    f"""
    CREATE VIEW posts_signs_fts_texts AS
    SELECT rowid AS number, {_signs("text")} AS signs FROM posts WHERE {_has_signs("text")}
    """,
    """
    CREATE VIRTUAL TABLE posts_signs_fts USING fts5 (
        signs, content="posts_signs_fts_texts", content_rowid="number", columnsize=0, tokenize="ascii"
    )
    """,
    "INSERT INTO posts_signs_fts (posts_signs_fts) VALUES ('rebuild')",
    f"""
    CREATE TRIGGER posts_signs_add AFTER INSERT ON posts WHEN {_has_signs("new.text")} BEGIN
        {_ADD}
    END
    """,
    f"""
    CREATE TRIGGER posts_signs_remove AFTER DELETE ON posts WHEN {_has_signs("old.text")} BEGIN
        {_REMOVE}
    END
    """,
    # Delete the old signs before the change and insert the new ones after it, if there are any.
    f"""
    CREATE TRIGGER posts_signs_leave BEFORE UPDATE OF text, rowid ON posts
    WHEN {_CHANGED} AND {_has_signs("old.text")} BEGIN
        {_REMOVE}
    END
    """,
    f"""
    CREATE TRIGGER posts_signs_change AFTER UPDATE OF text, rowid ON posts
    WHEN {_CHANGED} AND {_has_signs("new.text")} BEGIN
        {_ADD}
    END
    """,
)
