"""Exports for verification by others: packages of captures, proofs of posts, versions of articles."""
