"""``voxpop status``: figures of an archive and of its scheduled runs. Read-only."""
