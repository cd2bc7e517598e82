"""Hold the words by which the clauses around a quote are read: of languages, and of platforms."""
