"""The words of languages, and of the net: what a quote's neighbours are read by."""
