"""Selections: what a search or list shows, its counts, exports and permalink.

`selection` parses queries and forms; `known` looks up the names in them; `survey` runs the queries within bounds;
`names` lists hashtags, authors and outlets; `rows` loads the rows of pages; `exporting` writes files.
"""
