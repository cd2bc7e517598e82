"""Write an archive, or a selection of it, as a folder of files for any web server.

`selection` chooses what is published, `part` copies it into its own database, `index` requests our own pages
in this process and makes the front page and lists, `site` rewrites links and writes the files.
"""
