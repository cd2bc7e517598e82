"""What must never be stored again: keyed hashes of it, and the removal of it from tables and records."""
