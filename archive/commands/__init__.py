"""The commands of ``voxpop``: one file for each, named like it, with its options and its work.

To show a command's help, its file is imported. What takes long to import is therefore imported inside the
functions that use it.
"""
