"""Load the words for reading the clauses around a quote: of languages, and of platforms."""
