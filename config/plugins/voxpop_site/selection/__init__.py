"""Selections: what a search or a list shows, counts and exports, and the address that keeps it.

`tree` and `language` read what is typed; `selection` adds the fields of the form, and has the permalink.
"""
