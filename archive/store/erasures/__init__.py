"""Erasures: keyed hashes of erased content, and its removal from tables and records."""
