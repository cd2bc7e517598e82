"""What the Datasette plugin is made of. Nothing here needs voxpop itself: SQL in, pages out, read-only."""
