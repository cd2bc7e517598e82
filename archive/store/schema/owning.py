"""The id of an archive, which is part of its WARC file names, and the digest of captures."""

from __future__ import annotations

#: A new id. Copies of an archive share it; the rest of their WARC file names differs.
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
    # Former location of a purged capture: restoring a backup of the WARC files brings it back there.
    "ALTER TABLE captures ADD COLUMN purged_file TEXT",
    "ALTER TABLE captures ADD COLUMN purged_offset INTEGER",
)
