"""Decide whether a quote is a reaction: by the scene, its context, and the evidence for and against it."""
