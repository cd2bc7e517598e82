"""The id of an archive, by which its WARC files are known, and the digest by which a capture is checked."""

from __future__ import annotations

#: A new id. Copies of an archive share it; the rest of the names of their WARC files differs.
NEW_ID = "INSERT OR IGNORE INTO identity VALUES (1, lower(hex(randomblob(6))))"
OWNING = (
    """
    CREATE TABLE identity (
        number INTEGER NOT NULL PRIMARY KEY CHECK (number = 1),
        archive TEXT NOT NULL
    ) STRICT
    """,
    NEW_ID,
    "ALTER TABLE captures ADD COLUMN payload_digest TEXT",
    "UPDATE captures SET payload_digest = digest",
    # Where the bytes of a purged capture were: there they come back with a backup of the WARC files.
    "ALTER TABLE captures ADD COLUMN purged_file TEXT",
    "ALTER TABLE captures ADD COLUMN purged_offset INTEGER",
)
