"""The commands of ``voxpop``, one file each, with their options and their work.

Showing a command's help imports its file, so slow imports are inside the functions that use them.
"""
