"""The state of an archive for people: its figures, and the scheduled runs that fill it. Reads only."""
