"""Selections: what a search or a list shows, counts and exports, and the address that keeps it.

`tree` and `language` read what is typed; `selection` adds the fields of the form, and has the permalink;
`known` looks up what is named in the archive. `conditions` and `sources` are the questions, `survey` asks
them within bounds, `whole` has the numbers that the archive keeps, `names` is for hashtags, authors and
outlets. `rows` are what pages show, and `exporting` is how a selection leaves whole.
"""
