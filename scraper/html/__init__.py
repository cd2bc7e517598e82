"""HTML: parse a page once, and extract the article's metadata, its prose and its embeds."""
