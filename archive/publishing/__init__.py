"""Writing an archive, or a selection of it, as a folder of files that any web server can offer.

`selection` says what belongs to it, `part` copies that into a database of its own, `asking` asks our own
pages for it in this process, `links` leads each address to its file, `site` writes the files, and `folder`
puts them in the place of the last ones.
"""
