"""How an archive fares: its figures, and the scheduled run that fills it. Reads only."""
