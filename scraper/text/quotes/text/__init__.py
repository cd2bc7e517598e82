"""An article's text made ready: paragraphs, quotes, clauses, and where names stand in them."""
