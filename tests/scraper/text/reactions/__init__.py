"""Invented texts with quoted reactions, a module for each language."""
