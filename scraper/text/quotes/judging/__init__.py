"""Whether a quote is a reaction: what was announced, what is remembered, and what speaks for it."""
