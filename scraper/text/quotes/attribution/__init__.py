"""Who said a quote, with which verb: what the words beside it say, and those further off."""
