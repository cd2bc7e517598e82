"""Find who said a quote, and with which verb, in the words beside it and in those further off."""
