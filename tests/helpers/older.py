"""Archives as an older voxpop made them."""

from __future__ import annotations

from contextlib import closing

from sqlite_utils import Database

from archive.store.schema import MIGRATIONS, items_after

NAMES = [migration.name for migration in MIGRATIONS._migrations]


def downgrade(path, last):
    """Turn an archive into one whose last migration is `last`, with the rows that it would have had."""
    made = path.with_name(f"{path.name}.old")
    with closing(Database(made)) as db:
        MIGRATIONS.apply(db, stop_before=NAMES[NAMES.index(last) + 1 :][:1])
        items = items_after(frozenset({last})).values()
        for item in items:
            if item.kind == "trigger":
                db.conn.execute(f"DROP TRIGGER {item.name}")
        db.conn.execute("ATTACH ? AS present", [str(path)])
        for item in items:
            if item.kind == "table" and "_fts" not in item.name:
                db.conn.execute(f"DELETE FROM main.{item.name}")  # the id of the archive that is being made
                columns = ", ".join(f'"{column}"' for column in item.stored)
                db.conn.execute(f"INSERT INTO main.{item.name} ({columns}) SELECT {columns} FROM present.{item.name}")
        db.conn.commit()
        for item in items:
            if item.sql.upper().startswith("CREATE VIRTUAL"):
                db.conn.execute(f"INSERT INTO main.{item.name} ({item.name}) VALUES ('rebuild')")
        for item in items:
            if item.kind == "trigger":
                db.conn.execute(item.sql)
        db.conn.commit()
    for ending in ("-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
    made.replace(path)
