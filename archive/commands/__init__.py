"""The commands of `voxpop`: one file for each, named like it."""
