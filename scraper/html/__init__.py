"""A page, parsed once: what it states about its article, its prose, its embeds and how each is read."""
